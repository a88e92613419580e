"""Points in time and spans of a message as counts of a column's unit. As ext/columns/time_values.c."""

from __future__ import annotations

import re

from ..._plan.stdlib_values import match_span
from ..._values.codes import DATE32, DURATION, NAIVE, TIME64, TIMESTAMP
from ..._values.shared_columns import FIT_FINER, FIT_RANGE, FIT_TEXT

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Optional

GIGA = 10**9
_DAY = 86400

#: Units per second: S, MS, US, NS.
PER_SECOND = (1, 1000, 10**6, GIGA)

#: The first and the last count of a type.
RANGES = {
    TIMESTAMP: (-(2**63), 2**63 - 1),
    NAIVE: (-(2**63), 2**63 - 1),
    DATE32: (-(2**31), 2**31 - 1),
    TIME64: (0, _DAY * 10**6 - 1),
    DURATION: (-(2**63), 2**63 - 1),
}

#: Longer texts, in bytes, are no times.
TEXT_MAX = 64

# The texts of hayapack._plan.stdlib_values.
_DATE = r"(\d{4})-(\d\d)-(\d\d)"
_TIME = r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?"
_ZONE = r"(?:[Zz]|([+-])(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?"
_moment = re.compile(f"{_DATE}[T ]{_TIME}{_ZONE}", re.ASCII).fullmatch
_day = re.compile(_DATE, re.ASCII).fullmatch
_clock = re.compile(_TIME, re.ASCII).fullmatch
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class NoTime(Exception):
    """reason: FIT_TEXT, ..."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


def stamp_of(payload: bytes) -> Optional[tuple[int, int]]:
    """(seconds, nanoseconds) of a timestamp's payload; None: it is invalid."""
    size = len(payload)
    number = int.from_bytes(payload, "big")
    if size == 4:
        return number, 0
    if size == 8:
        stamp = number & 0x3_FFFF_FFFF, number >> 34
    elif size == 12:
        stamp = int.from_bytes(payload[4:], "big", signed=True), number >> 64
    else:
        return None
    return stamp if stamp[1] < GIGA else None


def count_of(seconds: int, nanoseconds: int, code: int, unit: int) -> int:
    """The count of a moment. Raises NoTime."""
    if code == DATE32:
        days, rest = divmod(seconds, _DAY)
        if rest or nanoseconds:
            raise NoTime(FIT_FINER)
        return _in_range(days, code)
    per = PER_SECOND[unit]
    part, rest = divmod(nanoseconds, GIGA // per)
    if rest:
        raise NoTime(FIT_FINER)
    return _in_range(seconds * per + part, code)


def _in_range(count: int, code: int) -> int:
    least, most = RANGES[code]
    if not least <= count <= most:
        raise NoTime(FIT_RANGE)
    return count


def count_of_float(seconds: float, unit: int) -> int:
    """The same for float seconds, rounded to the unit."""
    product = seconds * PER_SECOND[unit]
    if not -9.2e18 < product < 9.2e18:  # NaN too
        raise NoTime(FIT_RANGE)
    whole = int(product)
    rest = product - whole
    return whole + (1 if rest >= 0.5 else -1 if rest <= -0.5 else 0)


def _days(year: int, month: int, day: int) -> int:
    """Days since 1970. Raises NoTime for a date that does not exist."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if year < 1 or not 1 <= month <= 12 or not 1 <= day <= _MONTHS[month - 1] + (month == 2 and leap):
        raise NoTime(FIT_TEXT)
    year -= month <= 2
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1  # from March on
    return 365 * year + year // 4 - year // 100 + year // 400 + of_year - 719468


def _clock_seconds(hour: str, minute: str, second: Optional[str]) -> int:
    """The seconds of a day. Raises NoTime."""
    hours, minutes, seconds = int(hour), int(minute), int(second or 0)
    if hours > 23 or minutes > 59 or seconds > 59:
        raise NoTime(FIT_TEXT)
    return (hours * 60 + minutes) * 60 + seconds


def _nanoseconds(digits: Optional[str]) -> int:
    return int((digits or "0").ljust(9, "0"))


def count_of_text(content: bytes, code: int, unit: int) -> int:
    """The count of what an ISO 8601 text says. Raises NoTime."""
    text = content.decode("ascii", "replace") if len(content) <= TEXT_MAX else ""
    if code == DURATION:
        return _span_of(text)
    match = (_day if code == DATE32 else _clock if code == TIME64 else _moment)(text)
    if match is None:
        raise NoTime(FIT_TEXT)
    parts = match.groups()
    if code == DATE32:
        return _days(*map(int, parts))
    if code == TIME64:
        return count_of(_clock_seconds(*parts[:3]), _nanoseconds(parts[3]), code, unit)
    seconds = _days(*map(int, parts[:3])) * _DAY + _clock_seconds(*parts[3:6])
    whole = seconds * GIGA + _nanoseconds(parts[6])
    if parts[7] is not None:
        away = _clock_seconds(*parts[8:11]) * GIGA + _nanoseconds(parts[11])
        whole -= -away if parts[7] == "-" else away
    return count_of(*divmod(whole, GIGA), code, unit)


def _span_of(text: str) -> int:
    match = match_span(text)
    if match is None:
        raise NoTime(FIT_TEXT)
    sign, *counts = match.groups()
    weeks, days, hours, minutes, seconds = (int(count or 0) for count in counts[:5])
    whole = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 10**6
    micro, rest = divmod(_nanoseconds(counts[5]), 1000)
    whole += micro
    if whole > 2**63 - 1:
        raise NoTime(FIT_RANGE)
    if rest:
        raise NoTime(FIT_FINER)
    return -whole if sign == "-" else whole
