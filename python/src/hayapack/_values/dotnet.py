""".NET's own types in typeless messages: what TypeRegistry(dotnet=True) knows.

DateTime, TimeSpan and DateTimeOffset count ticks of 100 nanoseconds. Python's types hold
microseconds, so the last digit is cut off.
"""

from __future__ import annotations

import re

from .._errors.unimported_classes import real_class
from ..ext import Timestamp, _calendar
from .typed_classes import Misfit

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    import datetime
    import decimal
    import uuid
    from collections.abc import Iterator
    from typing import Any, Callable, Optional

    #: class or None, names (the first one is written), read, write
    _Scalar = tuple[
        Optional[type],
        tuple[str, ...],
        Optional[Callable[[Any], Any]],
        Optional[Callable[[Any], Any]],
    ]


class _Real:
    """The classes, and what is made of them. Not globals, which freezegun replaces: see _errors/unimported_classes.py."""

    datetime, timedelta, epoch = _calendar()
    utc = epoch.tzinfo
    begin = datetime(1, 1, 1)
    timezone = real_class("datetime", "timezone")
    UUID = real_class("uuid", "UUID")
    Decimal = real_class("decimal", "Decimal")


_DAY = 864_000_000_000  # ticks
_TICKS_1970 = 621_355_968_000_000_000
_TICKS_END = 3_155_378_976_000_000_000  # of the year 10000
_KIND = 1 << 62  # of UTC; the kinds are in the two highest bits
_DECIMAL = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?\Z")
_GUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")

# vectors/names/framework.tsv lists them for all languages.
_LISTS = {
    "System.ArraySegment`1",
    "System.Buffers.ReadOnlySequence`1",
    "System.Collections.ArrayList",
    "System.Collections.Concurrent.ConcurrentBag`1",
    "System.Collections.Concurrent.ConcurrentQueue`1",
    "System.Collections.Concurrent.ConcurrentStack`1",
    "System.Collections.Frozen.FrozenSet`1",
    "System.Collections.Generic.HashSet`1",
    "System.Collections.Generic.ICollection`1",
    "System.Collections.Generic.IEnumerable`1",
    "System.Collections.Generic.IList`1",
    "System.Collections.Generic.IReadOnlyCollection`1",
    "System.Collections.Generic.IReadOnlyList`1",
    "System.Collections.Generic.ISet`1",
    "System.Collections.Generic.LinkedList`1",
    "System.Collections.Generic.List`1",
    "System.Collections.Generic.Queue`1",
    "System.Collections.Generic.SortedSet`1",
    "System.Collections.Generic.Stack`1",
    "System.Collections.Immutable.ImmutableArray`1",
    "System.Collections.Immutable.ImmutableHashSet`1",
    "System.Collections.Immutable.ImmutableList`1",
    "System.Collections.Immutable.ImmutableQueue`1",
    "System.Collections.Immutable.ImmutableSortedSet`1",
    "System.Collections.Immutable.ImmutableStack`1",
    "System.Collections.ObjectModel.Collection`1",
    "System.Collections.ObjectModel.ObservableCollection`1",
    "System.Collections.ObjectModel.ReadOnlyCollection`1",
    "System.Collections.ObjectModel.ReadOnlyObservableCollection`1",
    "System.Collections.ObjectModel.ReadOnlySet`1",
    "System.Memory`1",
    "System.ReadOnlyMemory`1",
}
_MAPS = {
    "System.Collections.Concurrent.ConcurrentDictionary`2",
    "System.Collections.Frozen.FrozenDictionary`2",
    "System.Collections.Generic.Dictionary`2",
    "System.Collections.Generic.IDictionary`2",
    "System.Collections.Generic.IReadOnlyDictionary`2",
    "System.Collections.Generic.OrderedDictionary`2",
    "System.Collections.Generic.SortedDictionary`2",
    "System.Collections.Generic.SortedList`2",
    "System.Collections.Hashtable",
    "System.Collections.Immutable.ImmutableDictionary`2",
    "System.Collections.Immutable.ImmutableSortedDictionary`2",
    "System.Collections.ObjectModel.ReadOnlyDictionary`2",
    "System.Dynamic.ExpandoObject",
}


def is_collection(name: str) -> bool:
    """Whether the normalized name is that of an array or a collection, whose value is an array, a
    map or, for memory of bytes, a bin."""
    comma = name.rfind(",")
    if comma > name.rfind("]"):
        name = name[:comma]
    definition = name.partition("[")[0]
    return name.endswith("[]") or definition in _LISTS or definition in _MAPS


def scalars() -> Iterator[_Scalar]:
    for cls, name, read, write in (
        (_Real.datetime, "System.DateTime", _read_datetime, _write_datetime),
        (_Real.timedelta, "System.TimeSpan", _read_timespan, _write_timespan),
        (_Real.UUID, "System.Guid", _read_guid, str),
        (_Real.Decimal, "System.Decimal", _read_decimal, _write_decimal),
        (None, "System.DateTimeOffset", _read_offset, None),
        (None, "System.Char", _read_char, None),
    ):
        yield cls, (f"{name}, mscorlib", name), read, write


def _integer(value: Any, name: str) -> int:
    if type(value) is not int:
        raise Misfit(f"{name} is an integer, not {type(value).__name__}")
    return value


def _from_ticks(ticks: int) -> datetime.datetime:
    if not 0 <= ticks < _TICKS_END:
        raise Misfit("DateTime is outside the years 1 to 9999")
    return _Real.begin + _Real.timedelta(microseconds=ticks // 10)  # type: ignore[no-any-return]


def _read_datetime(value: Any) -> datetime.datetime:
    """From DateTime.ToBinary(): UTC and local times are aware, in UTC; others are naive."""
    if type(value) is Timestamp:
        return value.to_datetime()
    kind, ticks = divmod(_integer(value, "DateTime") & (2**64 - 1), _KIND)
    if kind == 0:
        return _from_ticks(ticks)
    # A local time east of Greenwich, in the first hours of the year 1, is stored below 0.
    if kind > 1 and ticks > _KIND - _DAY:
        ticks -= _KIND
    return _from_ticks(ticks).replace(tzinfo=_Real.utc)


def _write_datetime(moment: datetime.datetime) -> int:
    stamp, kind = Timestamp._from_aware(moment), _KIND
    if stamp is None:
        stamp, kind = Timestamp._from_aware(moment.replace(tzinfo=_Real.utc)), 0
    if stamp is None:  # pandas.NaT
        raise ValueError(f"{moment} can't be a .NET DateTime")
    ticks = _TICKS_1970 + stamp.seconds * 10_000_000 + stamp.nanoseconds // 100
    if not 0 <= ticks < _TICKS_END:
        raise OverflowError("DateTime is outside the years 1 to 9999")
    return ticks + kind


def _read_timespan(value: Any) -> datetime.timedelta:
    return _Real.timedelta(microseconds=_integer(value, "TimeSpan") // 10)  # type: ignore[no-any-return]


def _write_timespan(span: datetime.timedelta) -> int:
    # not the operator of a subclass; pandas.Timedelta has nanoseconds
    microseconds = _Real.timedelta.__floordiv__(span, _Real.timedelta(microseconds=1))
    return microseconds * 10 + getattr(span, "nanoseconds", 0) // 100  # type: ignore[no-any-return]


def _read_guid(value: Any) -> uuid.UUID:
    if not isinstance(value, str) or not _GUID.match(value):
        raise Misfit("Guid is a str of 36 characters")
    return _Real.UUID(value)  # type: ignore[no-any-return]


def _read_decimal(value: Any) -> decimal.Decimal:
    if not isinstance(value, str) or not _DECIMAL.match(value):
        raise Misfit("decimal is a str of digits")
    return _Real.Decimal(value)  # type: ignore[no-any-return]


def _write_decimal(number: decimal.Decimal) -> str:
    if not number.is_finite():
        raise ValueError(f"{number} can't be a .NET decimal")
    return format(number, "f")


def _read_offset(value: Any) -> datetime.datetime:
    """From [local time as a timestamp, offset from UTC in minutes]."""
    if not isinstance(value, (list, tuple)) or len(value) != 2 or type(value[1]) is not int:
        raise Misfit("DateTimeOffset is an array of a timestamp and minutes")
    moment, minutes = value
    if type(moment) is Timestamp:
        moment = moment.to_datetime()
    if not isinstance(moment, _Real.datetime) or not -1440 < minutes < 1440:
        raise Misfit("DateTimeOffset is an array of a timestamp and minutes")
    return moment.replace(tzinfo=_Real.timezone(_Real.timedelta(minutes=minutes)))  # type: ignore[no-any-return]


def _read_char(value: Any) -> str:
    if isinstance(value, str) and len(value) == 1:
        return value
    if not 0 <= _integer(value, "char") < 0x10000:
        raise Misfit("char is an integer of 16 bits")
    return chr(value)
