"""`packb(extended=True)` and ormsgpack on the objects of the workloads `extended_types`."""

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


def _ormsgpack(needs: frozenset, timestamps: bool = False) -> tuple[Callable, Callable]:
    import ormsgpack

    as_ext = ormsgpack.OPT_DATETIME_AS_TIMESTAMP_EXT if timestamps else 0
    option = ormsgpack.OPT_SERIALIZE_NUMPY | as_ext
    return partial(ormsgpack.packb, default=_default, option=option), partial(ormsgpack.unpackb, option=as_ext)


def _default(value: Any) -> Any:
    """The types that ormsgpack does not pack itself."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (set, tuple)):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not one of the workloads' types")


CODECS: dict[str, dict[str, Any]] = {
    "extended_hayapack": {"NAME": "hayapack, extended=True", "PACKAGE": "hayapack", "load": _hayapack},
    "extended_ormsgpack": {"NAME": "ormsgpack, extended types", "PACKAGE": "ormsgpack", "load": _ormsgpack},
    "extended_ormsgpack_timestamps": {
        "NAME": "ormsgpack, datetime as Timestamp",
        "PACKAGE": "ormsgpack",
        "WORKLOADS": tuple(key for key, row in extended_types.WORKLOADS.items() if "TIMESTAMPS" in row),
        "load": partial(_ormsgpack, timestamps=True),
    },
}
