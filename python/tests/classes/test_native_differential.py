"""The native back end's decoding by a plan against the pure one's: the same values, or the same error."""

import dataclasses
import random
from datetime import datetime, timezone
from typing import Any, Dict, List, Optional

import pytest

import hayapack
from hayapack import _fallback

native = pytest.importorskip("hayapack._native")


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.5


@dataclasses.dataclass
class Plain:
    id: int
    name: str
    ok: bool = True
    note: Optional[str] = None
    tags: List[int] = dataclasses.field(default_factory=list)
    point: Optional[Point] = None
    at: Optional[datetime] = None
    extra: Any = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    key_of_more_than_sixteen_bytes: int
    b: bytes
    a_key_that_is_longer_than_thirty_two_bytes_is_compared_otherwise: Dict[str, Plain]
    ünïcode: str = "ü"


class Slots:
    __slots__ = ("left", "right", "value")
    __annotations__ = {"value": int, "left": "Optional[Slots]", "right": "Optional[Slots]"}


Slots = dataclasses.dataclass(Slots)


@dataclasses.dataclass
class Tree:
    name: str
    children: List["Tree"] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class After:
    n: int
    twice: int = dataclasses.field(default=0)

    def __post_init__(self):
        if self.n < 0:
            raise ValueError("n is negative")
        self.twice = 2 * self.n


TYPES = [
    Plain,
    Frozen,
    Slots,
    Tree,
    After,
    List[Plain],
    Dict[str, Point],
    List[float],
    List[Optional[int]],
    List[List[str]],
]
TYPES += [Dict[str, Any], Any, int, Optional[datetime], Dict[str, List[After]]]


class Source:
    """Random values, as dicts and lists, that mostly fit a type."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self, kind, depth=0):
        r = self.random
        if r.random() < 0.02:
            return r.choice([None, 1, -1, 2.5, "x", b"x", [], {}, [1], {"a": 1}, True, 2**53 + 1, 2**63, "é" * 30])
        origin, arguments = getattr(kind, "__origin__", None), getattr(kind, "__args__", ())
        if type(None) in arguments:
            return None if r.random() < 0.4 or depth > 6 else self.value(arguments[0], depth)
        if kind in (int, float, bool, str, bytes, datetime) or kind is Any:
            return self.scalar(kind)
        if origin is list:
            return [self.value(arguments[0], depth + 1) for _ in range(r.choice([0, 1, 3, 20]) if depth < 4 else 0)]
        if origin is dict:
            return {self.scalar(str): self.value(arguments[1], depth + 1) for _ in range(r.choice([0, 1, 4]))}
        hints = {field.name: field.type for field in dataclasses.fields(kind)}
        scope = {**globals(), "Slots": Slots}
        made = {
            name: self.value(eval(hint, scope) if isinstance(hint, str) else hint_of(hint), depth + 1)
            for name, hint in hints.items()
        }
        for name in list(made):
            if r.random() < 0.04:
                del made[name]
        if r.random() < 0.1:
            made[r.choice(["unknown", "ид", "x" * 40])] = self.value(Any, depth)
        items = list(made.items())
        if r.random() < 0.1:
            r.shuffle(items)
        return list(made.values()) if r.random() < 0.2 else dict(items)

    def scalar(self, kind):
        r = self.random
        return {
            int: lambda: r.choice([r.randrange(-40, 300), r.randrange(-(2**63), 2**64), r.randrange(2**32)]),
            float: lambda: r.choice([r.random(), 1, -0.0, 1e300, 2**40]),
            bool: lambda: r.random() < 0.5,
            str: lambda: r.choice(["", "a", "name", "ключ", "x" * 33, "ü" * 20, "速い"]) + str(r.randrange(50)),
            bytes: lambda: bytes(r.randrange(40)),
            datetime: lambda: datetime.fromtimestamp(r.randrange(2**32), timezone.utc).replace(
                microsecond=r.randrange(10**6)
            ),
        }.get(
            kind,
            lambda: r.choice(
                [1, "x", [1, {"a": b"b"}], {"k": [None, 1.5]}, hayapack.Timestamp(1), hayapack.ExtType(5, b"x")]
            ),
        )()


def hint_of(hint):
    return List[Tree] if getattr(hint, "__args__", ()) and "Tree" in str(hint) else hint


def outcome(decode, data):
    try:
        value = decode(data)
    except Exception as error:
        return (
            type(error).__name__,
            str(error),
            [getattr(error, name, None) for name in ("name", "offset", "path", "expected", "got")],
        )
    return repr(value), value if repr(value).find("nan") < 0 else None


def mutated(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2])):
        choice = r.random()
        at = r.randrange(len(data))
        if choice < 0.3:
            del data[at:]
            data = data or bytearray(b"\xc0")
        elif choice < 0.8:
            data[at] = r.choice([r.randrange(256), 0xC0, 0xC1, 0x80, 0x90, 0xA0, 0xDF, 0xDD, 0xDB, 0xFF, 0xD6])
        else:
            data[at:at] = bytes([r.randrange(256)])
    return bytes(data)


@pytest.mark.parametrize("index", range(len(TYPES)))
def test_same_results(index, rounds=300):
    kind = TYPES[index]
    ours, theirs = native.Decoder(kind), _fallback.Decoder(kind)
    source = Source(index)
    for _ in range(rounds):
        data = hayapack.packb(source.value(kind), datetime=True)
        for one in (
            data,
            data + b"\x00",
            mutated(source.random, data),
            mutated(source.random, data),
            bytes(bytearray(data)),
        ):
            assert outcome(ours.decode, one) == outcome(theirs.decode, one), (kind, one.hex())
