"""Objects of the types that `hayapack.packb(extended=True)` and ormsgpack pack: lists of one type, and numpy arrays.

`make` gives plain values: what every codec's output stands for. Points in time are ISO 8601 texts in UTC, without offset.
RIVALS are the codecs to compare with: ormsgpack with the options that the type needs, and without others, which cost time.
"""

from __future__ import annotations

import enum
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from math import isqrt
from random import Random
from typing import NamedTuple
from uuid import UUID

SIZE = 100
ARRAY = 10_000  # elements
START = datetime(2000, 1, 1)
RIVALS = ["ormsgpack"]
OPTION = "extended"


class Colour(enum.Enum):
    RED = "red"
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Visit(NamedTuple):
    id: int
    name: str
    active: bool


class Name(str):
    pass


class Number(int):
    pass


def _moment(random: Random, i: int) -> str:
    return (START + timedelta(microseconds=random.randrange(10**15))).isoformat()


def _aware_moment(random: Random, i: int) -> str:
    """With a fraction below 0.5 s: timestamps of ormsgpack 1.13 lose those of 0.537 s and more."""
    return (START + timedelta(seconds=random.randrange(10**9), microseconds=random.randrange(500_000))).isoformat()


def _second(random: Random, i: int) -> str:
    return (START + timedelta(seconds=random.randrange(10**9))).isoformat()


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


def _zoned(text: str) -> datetime:
    from zoneinfo import ZoneInfo  # its data may be missing

    return _utc(text).astimezone(ZoneInfo("Europe/Berlin"))


def _plain_moments(value):
    """Texts and datetimes of any zone as `make` gives them; others are in UTC already."""
    if isinstance(value, list):
        return [_plain_moments(item) for item in value]
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return (moment.astimezone(timezone.utc).replace(tzinfo=None) if moment.tzinfo else moment).isoformat()


def _row(name, sentence, one, as_objects, **more):
    def make(seed, size):
        random = Random(seed)
        return [[one(random, i) for i in range(size)] for _ in range(3)]

    return {
        "NAME": name,
        "SENTENCE": f"{sentence}.",
        "SIZE": SIZE,
        "make": make,
        "as_objects": as_objects,
        **more,
    }


def _list(name, one, kind, **more):
    """A list of objects; kind(plain value) makes one."""
    return _row(name, f"A list of 100 objects: {name}", one, lambda values: [kind(value) for value in values], **more)


def _array(values, dtype):
    import numpy

    return numpy.array(values, dtype)


def _scalars(dtype, one, **more):
    return _row(
        f"numpy {dtype}",
        f"A list of 100 scalars of {dtype}",
        one,
        lambda values: list(_array(values, dtype)),
        **_NUMPY,
        **more,
    )


def _arrays(dtype, one, size=ARRAY, **more):
    """The rows of an array with one and with two dimensions."""

    def as_objects(values):
        return _array(values, dtype)

    def flat(seed, size):
        random = Random(seed)
        return [[one(random, i) for i in range(size)] for _ in range(2)]

    def square(seed, size):
        side = isqrt(size)
        return [[values[i * side : (i + 1) * side] for i in range(side)] for values in flat(seed, size)]

    key = f"extended_{dtype.partition('[')[0]}"
    more = {"SIZE": size, **_NUMPY, **more}
    return {
        f"{key}_1d": _row(f"numpy {dtype} 1-D", f"An array of {size:,} {dtype}", one, as_objects, **more, make=flat),
        f"{key}_2d": _row(f"numpy {dtype} 2-D", f"A square array of {dtype}", one, as_objects, **more, make=square),
    }


_PLAIN = {"OPTION": "", "EXTRA": True}  # in the comparison of all codecs too
_MOMENTS = {"as_plain": _plain_moments}
_NUMPY = {"RIVALS": ["ormsgpack_numpy"]}
_DEFAULT = {"RIVALS": ["ormsgpack_default"]}
_AWARE = {**_MOMENTS, "RIVALS": ["ormsgpack", "ormsgpack_timestamps"]}
_NAMES = ("red", 2)


def _float(random, i):
    return random.uniform(-1e6, 1e6)


def _int(random, i):
    return random.randrange(-(2**31), 2**31)


def _bool(random, i):
    return random.random() < 0.5


WORKLOADS = {
    "extended_datetime_utc": _list("datetime in UTC", _aware_moment, _utc, **_AWARE),
    "extended_datetime_zone": _list("datetime with zoneinfo", _aware_moment, _zoned, **_AWARE),
    "extended_datetime_naive": _list("datetime naive", _moment, datetime.fromisoformat),
    "extended_date": _list("date", lambda random, i: _moment(random, i)[:10], date.fromisoformat),
    "extended_time": _list("time", lambda random, i: _moment(random, i)[11:], time.fromisoformat),
    "extended_uuid": _list("UUID", lambda random, i: str(UUID(int=random.getrandbits(128))), UUID),
    "extended_decimal": _list(
        "Decimal", lambda random, i: str(Decimal(random.randrange(10**6)) / 7), Decimal, **_DEFAULT
    ),
    "extended_enum": _list("Enum", lambda random, i: random.choice(_NAMES), Colour),
    "extended_int_enum": _list("IntEnum", lambda random, i: random.choice((1, 2)), Level, **_PLAIN),
    "extended_set": _list(
        "set",
        lambda random, i: [i, i + 1, i + 2],
        set,
        as_plain=lambda value: [sorted(items) for items in value],
        **_DEFAULT,
    ),
    "extended_named_tuple": _list(
        "NamedTuple",
        lambda random, i: [i, f"name{random.randrange(1000)}", _bool(random, i)],
        Visit._make,
        **_DEFAULT,
        **_PLAIN,
    ),
    "extended_str_subclass": _list(
        "subclass of str", lambda random, i: f"name{random.randrange(10**6)}", Name, **_PLAIN
    ),
    "extended_int_subclass": _list("subclass of int", lambda random, i: random.randrange(10**6), Number, **_PLAIN),
    "extended_numpy_float64": _scalars("float64", _float, **_PLAIN),
    "extended_numpy_float32": _scalars("float32", lambda random, i: random.randrange(2**24) / 16),
    "extended_numpy_int64": _scalars("int64", lambda random, i: random.randrange(-(2**63), 2**63)),
    "extended_numpy_int32": _scalars("int32", _int),
    "extended_numpy_bool": _scalars("bool", _bool),
    "extended_numpy_datetime64": _scalars("datetime64[s]", _second, **_MOMENTS),
    **_arrays("float64", _float),
    **_arrays("int32", _int),
    **_arrays("bool", _bool),
    **_arrays("datetime64[s]", _second, size=1000, **_MOMENTS),
}
