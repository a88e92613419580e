"""Values of the standard library's types from their texts. Both back ends use it.

Each function returns None for a text that is none. The texts are those that ``extended=True`` writes, and the
usual variants of ISO 8601.
"""

from __future__ import annotations

import re

from .._errors.unimported_classes import real_class

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

_DATE = r"\d{4}-\d\d-\d\d"
_TIME = r"\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?"
#: fromisoformat() carries 60 minutes or seconds of an offset into the next unit instead of refusing them.
_ZONE = r"Z|z|[+-]\d\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?"
_moment = re.compile(rf"({_DATE})[T ]({_TIME})({_ZONE})?", re.ASCII).fullmatch
_day = re.compile(_DATE, re.ASCII).fullmatch
_clock = re.compile(rf"({_TIME})({_ZONE})?", re.ASCII).fullmatch
#: The parts of a duration of ISO 8601.
match_span = re.compile(
    r"([+-]?)P(?=.)(?:(\d{1,10})W)?(?:(\d{1,10})D)?"
    r"(?:T(?=.)(?:(\d{1,15})H)?(?:(\d{1,15})M)?(?:(\d{1,15})(?:\.(\d{1,9}))?S)?)?",
    re.ASCII,
).fullmatch
_uuid = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32}").fullmatch
#: Digits and exponent are bounded, so that no text of a message makes arithmetic on the result slow, such as int() of
#: 1E+999999999. An Encoder refuses what is beyond: is_read().
_decimal = re.compile(
    r"[+-]?(?:(?:\d{1,1000}(?:\.\d{0,1000})?|\.\d{1,1000})(?:[eE][+-]?\d{1,6})?|Infinity|s?NaN\d{0,20})", re.ASCII
).fullmatch


def _clock_text(clock: str, zone: str) -> str:
    """As fromisoformat() of Python 3.9 takes it: six digits of a second, and no Z."""
    whole, dot, digits = clock.partition(".")
    if dot:
        whole += "." + (digits + "00000")[:6]
    return whole + ("+00:00" if zone in ("Z", "z") else zone or "")


def datetime_of(text: str) -> Any:
    match = _moment(text)
    if match is None:
        return None
    day, clock, zone = match.groups()
    try:
        return real_class("datetime", "datetime").fromisoformat(f"{day}T{_clock_text(clock, zone)}")
    except ValueError:
        return None


def date_of(text: str) -> Any:
    try:
        return real_class("datetime", "date").fromisoformat(text) if _day(text) else None
    except ValueError:
        return None


def time_of(text: str) -> Any:
    match = _clock(text)
    try:
        return real_class("datetime", "time").fromisoformat(_clock_text(*match.groups())) if match else None
    except ValueError:
        return None


def timedelta_of(text: str) -> Any:
    """From ISO 8601, such as "P1DT2H3M4.5S"."""
    match = match_span(text)
    if match is None:
        return None
    sign, *counts = match.groups()
    weeks, days, hours, minutes, seconds = (int(count or 0) for count in counts[:5])
    microseconds = int(((counts[5] or "") + "000000")[:6])
    timedelta = real_class("datetime", "timedelta")
    try:
        span = timedelta(weeks * 7 + days, seconds, microseconds, 0, minutes, hours)
        return -span if sign == "-" else span
    except OverflowError:
        return None


def timedelta_text(span: Any) -> str:
    """ISO 8601, such as "P1DT3.5S" or "-PT0.000001S"; exact."""
    sign = ""
    if span.days < 0:
        sign, span = "-", -span
    text = f"{sign}P" + (f"{span.days}D" if span.days else "")
    if span.seconds or span.microseconds or not span.days:
        fraction = f".{span.microseconds:06}".rstrip("0") if span.microseconds else ""
        text += f"T{span.seconds}{fraction}S"
    return text


def uuid_of(text: str) -> Any:
    return real_class("uuid", "UUID")(text) if _uuid(text) else None


def decimal_of(text: str) -> Any:
    return real_class("decimal", "Decimal")(text) if _decimal(text) else None


def is_read(decimal: Any) -> bool:
    """Whether decimal_of() makes this Decimal of its text."""
    return _decimal(str(decimal)) is not None


#: The same in the texts of errors.
DECIMAL_LIMITS = "more than 1,000 digits before or after the point, 6 of the exponent, or 20 of a NaN"


def moment_text(moment: Any) -> str:
    """ISO 8601 of an aware datetime that is outside of the years 1 to 9999 in UTC, so that its timestamp would not be
    read as a datetime; "" for others."""
    if moment.tzinfo is None or 1 < moment.year < 9999:
        return ""
    offset = moment.utcoffset()
    if not offset:
        return ""
    try:
        moment.replace(tzinfo=None) - offset
    except OverflowError:
        return moment.isoformat()  # type: ignore[no-any-return]
    return ""


# --- strict=False ------------------------------------------------------------

_int = re.compile(r"[+-]?[0-9]{1,20}").fullmatch
_digits = re.compile(r"[+-]?[0-9]+").fullmatch
_float = re.compile(
    r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,5})?|[+-]?inf|nan", re.ASCII
).fullmatch
_BOOLS = {"true": True, "1": True, "false": False, "0": False}


def int_of(given: Any) -> Any:
    """Of decimal text, or of a float without a fraction, if 64 bits hold it."""
    if isinstance(given, str):
        value = int(given) if _int(given) else None
    else:
        value = int(given) if given.is_integer() else None
    return value if value is not None and -(2**63) <= value < 2**64 else None


def is_integer(given: Any) -> bool:
    """Whether it is an integer of any size: what int_of() does not read of these is out of its range."""
    return _digits(given) is not None if isinstance(given, str) else given.is_integer()


def float_of(text: str) -> Any:
    return float(text) if _float(text) else None


def bool_of(given: Any) -> Any:
    """Of "true", "false", "1" and "0", in any case, and of the numbers 1 and 0."""
    return _BOOLS.get(str(given).lower())


def datetime_of_seconds(seconds: float) -> Any:
    """In UTC, to the microsecond; None outside the years 1 to 9999."""
    datetime, timedelta, timezone = (real_class("datetime", name) for name in ("datetime", "timedelta", "timezone"))
    try:
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return None


def timedelta_of_seconds(seconds: float) -> Any:
    """To the microsecond; None beyond 999999999 days."""
    try:
        return real_class("datetime", "timedelta")(seconds=seconds)
    except (OverflowError, ValueError):
        return None


def decimal_of_number(number: float) -> Any:
    return real_class("decimal", "Decimal")(repr(number))
