"""Dates, times, durations, UUIDs and decimals as the texts that extended=True writes.

Each function returns None for a value that is out of range. unit: the digits of a second's fraction: 0, 3, 6 or 9.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Optional

_DAY = 86400  # seconds
_EPOCH = 719468  # days from March 1 of the year 0 to 1970-01-01
_FIRST = -719162  # 0001-01-01
_LAST = 2932896  # 9999-12-31


def date_text(days: int) -> Optional[str]:
    if not _FIRST <= days <= _LAST:
        return None
    # Years begin in March, so that a leap day is the last day; the calendar repeats after 400 years.
    era, of_era = divmod(days + _EPOCH, 146097)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    return f"{year + 400 * era + (month <= 2):04}-{month:02}-{day:02}"


def time_text(time: int, unit: int) -> Optional[str]:
    second, rest = divmod(time, 10**unit)
    if not 0 <= second < _DAY:
        return None
    nanos = rest * 10 ** (9 - unit)
    text = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    if not nanos:
        return text
    return f"{text}.{nanos // 1000:06}" if nanos % 1000 == 0 else f"{text}.{nanos:09}"


def duration_text(span: int, unit: int) -> str:
    seconds, rest = divmod(abs(span), 10**unit)
    days, seconds = divmod(seconds, _DAY)
    text = ("-" if span < 0 else "") + "P" + (f"{days}D" if days else "")
    if seconds or rest or not days:
        fraction = f".{rest:0{unit}}".rstrip("0") if rest else ""
        text += f"T{seconds}{fraction}S"
    return text


def uuid_text(data: bytes) -> str:
    text = data.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def decimal_text(value: int, scale: int) -> str:
    """As str() of decimal.Decimal: with an exponent if the number ends before the point or begins far behind it."""
    sign, digits = "-" if value < 0 else "", str(abs(value))
    left = len(digits) - scale  # digits before the point
    plain = scale >= 0 and left > -6
    point = left if plain else 1
    if point <= 0:
        text = "0." + "0" * -point + digits
    elif point < len(digits):
        text = digits[:point] + "." + digits[point:]
    else:
        text = digits
    return sign + text if plain else f"{sign}{text}E{left - 1:+d}"
