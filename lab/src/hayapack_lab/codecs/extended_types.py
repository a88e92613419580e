"""`packb(extended=True)`, and ormsgpack with options, on the objects of the workloads `extended_types`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

from ..workloads import extended_types
from . import Contract, hayapack_native

FORMAT = "MessagePack"
LOSES = "types: date, UUID, Decimal → str, …"
CONTRACT = Contract(utf8="checked", takes="objects")
WORKLOADS = tuple(extended_types.WORKLOADS)


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


CODECS: dict[str, dict[str, Any]] = {
    "hayapack_extended": {"NAME": "hayapack, extended=True", "PACKAGE": "hayapack", "load": _hayapack},
    "ormsgpack_numpy": {"NAME": "ormsgpack, numpy", "PACKAGE": "ormsgpack", "load": _numpy},
    "ormsgpack_timestamps": {"NAME": "ormsgpack, timestamps", "PACKAGE": "ormsgpack", "load": _timestamps},
    "ormsgpack_default": {"NAME": "ormsgpack, default function", "PACKAGE": "ormsgpack", "load": _with_default},
}
