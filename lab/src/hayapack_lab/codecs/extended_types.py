"""`packb(extended=True)`, and ormsgpack with options, on the objects of the workloads `extended_types`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

from ..workloads import extended_types
from . import Contract, Load, PythonCodec, hayapack_native


def _hayapack(needs: frozenset) -> tuple[Callable, Callable]:
    hayapack_native.load(needs)  # raises NotAvailable without the native back end
    import hayapack

    return partial(hayapack.packb, extended=True), partial(hayapack.unpackb, timestamp=3)


def _numpy(needs: frozenset) -> tuple[Callable, Callable]:
    import ormsgpack

    return partial(ormsgpack.packb, option=ormsgpack.OPT_SERIALIZE_NUMPY), ormsgpack.unpackb


def _timestamps(needs: frozenset) -> tuple[Callable, Callable]:
    import ormsgpack

    option = ormsgpack.OPT_DATETIME_AS_TIMESTAMP_EXT
    return partial(ormsgpack.packb, option=option), partial(ormsgpack.unpackb, option=option)


def _with_default(needs: frozenset) -> tuple[Callable, Callable]:
    import ormsgpack

    return partial(ormsgpack.packb, default=_default), ormsgpack.unpackb


def _default(value: Any) -> Any:
    """The types that ormsgpack does not pack itself."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (set, tuple)):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not one of the workloads' types")


def _codec(name: str, package: str, load: Load) -> PythonCodec:
    contract = Contract(utf8="checked", takes="objects")
    loses = "types: date, UUID, Decimal → str, …"
    return PythonCodec(name, "MessagePack", package, loses, contract, tuple(extended_types.WORKLOADS), load=load)


CODECS = {
    "hayapack_extended": _codec("hayapack, extended=True", "hayapack", _hayapack),
    "ormsgpack_numpy": _codec("ormsgpack, numpy", "ormsgpack", _numpy),
    "ormsgpack_timestamps": _codec("ormsgpack, timestamps", "ormsgpack", _timestamps),
    "ormsgpack_default": _codec("ormsgpack, default function", "ormsgpack", _with_default),
}
