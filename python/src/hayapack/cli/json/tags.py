"""The tags of the lossless JSON mapping, and the texts of single values in it.

Plain JSON where that is exact, else an object with one of these keys:

    {"$bytes": "base64"}                    bin
    {"$utf8": "text"}                       bin, as text; written only if asked for
    {"$utf8": {"text": value, ...}}         a map whose keys are all such bin; likewise
    {"$ext": 5, "data": "base64"}           ext
    {"$ext": 0, "time": "2026-01-02T…Z"}    Fluentd's time, ext 0
    {"$timestamp": "2026-01-02T03:04:05Z"}  ext -1, with 3, 6 or 9 digits of a fraction
    {"$map": [[key, value], ...]}           keys that are not str, repeated keys, or
                                            keys that are one of these tags
    {"$float": "nan"}                       also inf, -inf, and 0x... for other NaNs
    {"$float32": 0.1}                       the same texts for what is not finite
    {"$type": "Demo.C, g", "A": 5}          typed value (ext 100), a map
    {"$type": "Demo.E, g", "$value": 5}     any other typed value
    {"$type": "System.Object, mscorlib"}    no value; only this type can have none. An empty
                                            map of it is written with "$value"
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import struct
from typing import Any, Optional

from ... import Timestamp, Typed

BYTES, EXT, DATA, TIMESTAMP, PAIRS = "$bytes", "$ext", "data", "$timestamp", "$map"
TIME = "time"
FLOAT, FLOAT32, TYPE, VALUE, UTF8 = "$float", "$float32", "$type", "$value", "$utf8"

#: A map with one of these as a key is written as PAIRS.
ALL = frozenset([BYTES, EXT, TIMESTAMP, PAIRS, FLOAT, FLOAT32, TYPE, VALUE, UTF8])

#: Finds each of them in bytes (and possibly other text).
ANYWHERE = re.compile(rb"\$(?:bytes|ext|timestamp|map|float|type|value|utf8)")

_u32 = struct.Struct(">I")
_f32, _f64 = struct.Struct(">f"), struct.Struct(">d")
DAY = 86400
EARLIEST = 10**9  # seconds
LIMIT = _u32.pack(10**9)  # nanoseconds
ISO = re.compile(r"([+-]?\d{4,12})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z", re.ASCII)


def base64_text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def base64_bytes(text: Any) -> bytes:
    """Decodes base64. Raises ValueError for other text."""
    if not isinstance(text, str):
        raise ValueError("base64 text is missing")
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(f"not base64: {error}") from None


def needs_value(name: str) -> bool:
    """Whether a typed value of this name must have a value: all but System.Object."""
    try:
        Typed(name)
    except ValueError:
        return True
    return False


# --- floats ------------------------------------------------------------------


def odd_float(bits: bytes) -> Optional[str]:
    """The text of a float (4 or 8 bytes) that JSON can't represent; None for others."""
    layout = _f64 if len(bits) == 8 else _f32
    value = layout.unpack(bits)[0]
    if math.isfinite(value):
        return None
    if math.isinf(value) or bits == layout.pack(math.nan):
        return repr(value)
    return f"0x{bits.hex()}"


def odd_bits(text: str, size: int) -> bytes:
    """The `size` bytes of the float for a text of odd_float(). Raises ValueError for other text."""
    if text.startswith("0x"):
        bits = bytes.fromhex(text[2:])
        if len(bits) != size:
            raise ValueError(f"{text!r} does not have {size} bytes")
        return bits
    if text not in ("nan", "inf", "-inf"):
        raise ValueError(f'{text!r} is not "nan", "inf", "-inf" or "0x…"')
    return (_f64 if size == 8 else _f32).pack(float(text))


def shortest32(value: float) -> float:
    """The decimal with the fewest digits that rounds to this float32."""
    for digits in (6, 7, 8):
        short = float(f"{value:.{digits}g}")
        try:
            if _f32.unpack(_f32.pack(short))[0] == value:
                return short
        except OverflowError:  # rounded above the largest float32
            pass
    return float(f"{value:.9g}")  # 9 digits always suffice


def float32(bits: bytes) -> float:
    """The float32 in four bytes."""
    value: float = _f32.unpack(bits)[0]
    return value


def bits32(value: float) -> bytes:
    """The float32 nearest to a float; infinity above the largest."""
    try:
        return _f32.pack(value)
    except OverflowError:
        return _f32.pack(math.copysign(math.inf, value))


# --- timestamps --------------------------------------------------------------


def timestamp_text(time: Timestamp) -> str:
    """ISO 8601 in UTC; years outside 0000 to 9999 with a sign."""
    days, second = divmod(time.seconds, DAY)
    year, month, day = _date(days)
    date = f"{year:04}" if 0 <= year <= 9999 else f"{year:+05}"
    fraction = ""
    if time.nanoseconds:
        fraction = f".{time.nanoseconds:09}"
        while fraction.endswith("000"):
            fraction = fraction[:-3]
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return f"{date}-{month:02}-{day:02}T{clock}{fraction}Z"


def timestamp_of(text: Any) -> Timestamp:
    """Raises ValueError for other text, dates that do not exist, and times out of range."""
    match = ISO.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is not a time like 2026-01-02T03:04:05.000000006Z")
    year, month, day, hour, minute, second = (int(match.group(n)) for n in range(1, 7))
    days = _days(year, month, day)
    if _date(days) != (year, month, day) or hour > 23 or minute > 59 or second > 59:
        raise ValueError(f"there is no time {text}")
    nanoseconds = int((match.group(7) or "0").ljust(9, "0"))
    return Timestamp(days * DAY + hour * 3600 + minute * 60 + second, nanoseconds)


def event_time_text(code: int, data: bytes) -> Optional[str]:
    """The time of an event in Fluentd, whose ext 0 has seconds and nanoseconds in 8 bytes; None for other ext values.

    Times before September 2001, when Fluentd did not exist, are taken for something else.
    """
    if code != 0 or len(data) != 8:
        return None
    time = Timestamp(_u32.unpack_from(data)[0], _u32.unpack_from(data, 4)[0]) if data[4:] < LIMIT else None
    return timestamp_text(time) if time is not None and time.seconds >= EARLIEST else None


def event_time_bytes(text: Any) -> bytes:
    """The 8 bytes for such a text. Raises ValueError for other text."""
    time = timestamp_of(text)
    if not EARLIEST <= time.seconds < 1 << 32:
        raise ValueError(f"the time of an event is from 2001 to 2106, not {text}")
    return _u32.pack(time.seconds) + _u32.pack(time.nanoseconds)


# The Gregorian calendar repeats every 400 years, of 146,097 days. Years are counted
# from March, so that the leap day comes last; day 0 here is 0000-03-01, which is
# 719,468 days before 1970-01-01.


def _date(days: int) -> tuple[int, int, int]:
    era, day = divmod(days + 719_468, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    month = month + 3 if month < 10 else month - 9
    return year + 400 * era + (month <= 2), month, day + 1


def _days(year: int, month: int, day: int) -> int:
    era, year = divmod(year - (month <= 2), 400)
    in_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + year * 365 + year // 4 - year // 100 + in_year - 719_468
