"""The types that ``extended=True`` packs, turned into plain values. Both back ends use it."""

from __future__ import annotations

import datetime
import decimal
import enum
import sys
import uuid
from collections import deque
from collections.abc import Mapping

from ..ext import Timestamp

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

_AS_TEXT = (uuid.UUID, decimal.Decimal)
_AS_LIST = (deque, set, frozenset)
_AS_ISO = (datetime.date, datetime.time)  # date includes datetime


def convert(obj: object) -> Any:
    """A value that packs like ``obj``, or NotImplemented.

    One level only: the packer converts the values inside.
    """
    if isinstance(obj, enum.Enum):
        return obj.value
    if isinstance(obj, type):
        return NotImplemented
    fields = getattr(obj, "__dataclass_fields__", None)
    if fields is not None:
        return _dataclass_dict(obj, fields)
    if isinstance(obj, _AS_TEXT):
        return str(obj)
    if isinstance(obj, datetime.datetime) and obj.tzinfo is not None:
        return Timestamp.from_datetime(obj)
    if isinstance(obj, _AS_ISO):
        if type(obj).__name__ == "NaTType" and type(obj).__module__.startswith("pandas."):
            return None  # as numpy's NaT; this does not import pandas
        return obj.isoformat()
    if isinstance(obj, _AS_LIST):
        return list(obj)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        value = _convert_numpy(numpy, obj)
        if value is not NotImplemented:
            return value
    if isinstance(obj, Mapping):
        return dict(obj)
    return NotImplemented


def _dataclass_dict(obj: object, fields: Any) -> Any:
    import dataclasses

    if not dataclasses.is_dataclass(obj):
        return NotImplemented
    return {field.name: getattr(obj, field.name) for field in dataclasses.fields(obj)}


def _convert_numpy(numpy: Any, obj: Any) -> Any:
    try:
        generic, ndarray = numpy.generic, numpy.ndarray
    except AttributeError:  # numpy is being imported by another thread
        return NotImplemented
    if isinstance(obj, ndarray):
        # list() of an array of dates gives numpy scalars, which keep nanoseconds; tolist() would
        # give plain integers.
        if obj.dtype.kind in "mM":
            return list(obj) if obj.ndim else obj[()]
        return obj.tolist()
    if not isinstance(obj, generic):
        return NotImplemented
    if isinstance(obj, numpy.bool_):
        return bool(obj)
    if isinstance(obj, numpy.timedelta64):  # a subclass of signedinteger
        return NotImplemented
    if isinstance(obj, numpy.integer):
        return int(obj)
    if isinstance(obj, numpy.floating):
        return float(obj)
    if isinstance(obj, numpy.datetime64):
        return _datetime64(numpy, obj)
    return NotImplemented


def _datetime64(numpy: Any, obj: Any) -> Any:
    if numpy.isnat(obj):
        return None
    unit, count = numpy.datetime_data(obj.dtype)
    value = int(obj.astype("int64")) * count
    seconds = _SECONDS_PER_UNIT.get(unit)
    if seconds is not None:
        return Timestamp(value * seconds)
    parts = _UNITS_PER_SECOND.get(unit)
    if parts is None:  # years, months, attoseconds: numpy converts these
        return Timestamp.from_unix_nano(int(obj.astype("datetime64[ns]").astype("int64")))
    whole, rest = divmod(value, parts)
    return Timestamp(whole, rest * 1_000_000_000 // parts)


_SECONDS_PER_UNIT = {"W": 604800, "D": 86400, "h": 3600, "m": 60, "s": 1}
_UNITS_PER_SECOND = {
    "ms": 10**3,
    "us": 10**6,
    "ns": 10**9,
    "ps": 10**12,
    "fs": 10**15,
    "as": 10**18,
}
