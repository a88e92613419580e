"""Which types the native back end decodes by itself, and that it decodes them as the pure one does."""

import dataclasses
import datetime
import decimal
import enum
import gc
import pathlib
import random
import sys
import types
import uuid
from typing import (
    Annotated,
    Any,
    Deque,
    Dict,
    FrozenSet,
    List,
    Literal,
    NamedTuple,
    Optional,
    Set,
    Tuple,
    TypedDict,
    Union,
)

import pytest
from conftest import EXAMPLES, FREE_THREADED
from generated_types import mutated, outcome
from plain_classes import After, Frozen, Plain, Slots, Tree

import hayapack
from hayapack import ExtType, Key, Limit, Tags, Timestamp, _fallback, model
from hayapack._fallback.unpack import typed

native = pytest.importorskip("hayapack._native")
UTC = datetime.timezone.utc


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"
    LONG = "a name of more than thirty-two characters"
    ÜBER = "über"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 70000
    MINUS = -3


class Mixed(enum.Enum):
    ONE = 1
    WORD = "word"
    RAW = b"raw"
    NO = False
    HALF = 0.5


class Point(NamedTuple):
    x: int
    y: float = 0.5


class Movie(TypedDict):
    title: str
    year: int


@dataclasses.dataclass
class Leaf:
    n: int


@model(unknown="error")
@dataclasses.dataclass
class Exact:
    n: Annotated[int, Key("N", aliases=["n", "number"])]
    of: List[Leaf] = dataclasses.field(default_factory=list)


@model(tag=("type", "cat"))
@dataclasses.dataclass
class Cat:
    name: str
    lives: int = 9


@model(tag=("type", 7))
@dataclasses.dataclass
class Dog:
    name: str
    owner: Optional[str] = None


@model(tag="type")
@dataclasses.dataclass
class Bird:
    wings: int = 2
    others: List["Animal"] = dataclasses.field(default_factory=list)


Animal = Union[Cat, Dog, Bird]


@dataclasses.dataclass
class Circle:
    radius: float
    name: str = "c"


@dataclasses.dataclass
class Square:
    side: float
    name: str = "s"


class SlotsAndDict(Slots):
    """CPython 3.14 and later keep attributes behind the slots of its objects."""


@model(unknown="keep")
@dataclasses.dataclass
class KeptSlots:
    __slots__ = ("a", "b", "extra")
    a: int
    b: str
    extra: Dict[str, Any]


@model(unknown="keep", extra="others", rename="upper")
@dataclasses.dataclass
class Kept:
    a: Annotated[int, Key("a")]
    others: Dict[str, Any] = dataclasses.field(default_factory=dict)
    b: Annotated[str, Key("b")] = "d"


@dataclasses.dataclass
class Own:
    """Some fields are set by the class."""

    n: int
    size: int = dataclasses.field(init=False)
    count: int = dataclasses.field(init=False, default=3)
    made: List[int] = dataclasses.field(default_factory=lambda: [1, 2])

    def __post_init__(self):
        self.size = self.n + self.count


MOMENTS = [datetime.datetime(2024, 2, 29, 1, 2, 3, 4, tzinfo=UTC), "2024-02-29T01:02:03.000004Z", "1999-12-31 23:59"]
MOMENTS += ["2024-01-01T00:00:00.123456789+05:30", "0001-01-01T00:00-23:59", "9999-12-31T23:59:59.9"]
CLOCKS = ["23:59", "01:02:03", "01:02:03.5", "01:02:03.123456789+00:00", "12:00z", "12:00-11:15"]
SPANS = ["P1D", "-P1DT3.5S", "PT0S", "P2W3DT4H5M6.000001S", "+PT999999999H", "PT1M", "-PT0.000001S"]
DECIMALS = ["0", "-1.50", "+.5", "12.", "1e10", "1.5E-7", "00012", "123456789.000000001", "-0.00"]
IDS = ["12345678-1234-5678-1234-567812345678", "ABCDEF0123456789abcdef0123456789", "0" * 32]
TREE = {"type": "Bird", "others": [{"type": "cat", "name": "x"}, {"type": 7, "name": "y", "owner": None}]}

KEPT = [
    [{"a": 1, "b": "x"}],
    [{"x": 5, "a": 2, "über": [1, {"y": {}}], "b": ""}, {"b": "y", "a": 3, "x": None, "y": 2, "z": b""}, [7, "z"]],
    [{"a": 1, "b": "x", "more": {"a": 1, "b": "x"}}] * 3,
]

PLAIN = [
    {"id": 1, "name": "n"},
    {"name": "ключ", "ok": False, "id": 2**63, "at": MOMENTS[0], "point": {"x": 1, "y": -0.0}, "tags": [1, 300, -5]},
    {
        "id": -1,
        "name": "x" * 33,
        "note": "ü" * 20,
        "unknown": [1],
        "extra": {"k": [None, 1.5, Timestamp(1), ExtType(5, b"x")]},
    },
]
FROZEN = {
    "key_of_more_than_sixteen_bytes": 2**40,
    "b": b"b",
    "a_key_that_is_longer_than_thirty_two_bytes_is_compared_otherwise": {"k": PLAIN[0], "": PLAIN[2]},
}

#: Types, and plain values that they have on the wire.
CASES = {
    "enum of str": (Color, ["red", "blue", "a name of more than thirty-two characters", "über"]),
    "enum of int": (Level, [1, 70000, -3]),
    "enum of several": (Mixed, [1, "word", b"raw", False, 0.5]),
    "literal": (Literal["a", 1, -5, b"x", None, True], ["a", 1, -5, b"x", None, True]),
    "fixed tuple": (Tuple[int, str, List[float]], [[1, "a", [1.5]], [2, "", []]]),
    "empty tuple": (Tuple[()], [[]]),
    "set": (Set[str], [[], ["a"], ["b", "a", "b"]]),
    "frozenset": (FrozenSet[int], [[], [3, 1, 3, -70000]]),
    "set of tuples": (Set[Tuple[int, str]], [[[1, "a"], [1, "b"], [1, "a"]]]),
    "set of members": (Set[Color], [["red", "blue", "red"]]),
    "deque": (Deque[int], [[], [1, 2]]),
    "dict of int": (Dict[int, str], [{}, {1: "a", -2: "b", 2**40: "c"}]),
    "dict of members": (Dict[Color, Leaf], [{"red": {"n": 1}, "blue": [2]}]),
    "dict of dates": (Dict[datetime.date, int], [{"2024-01-01": 1, "2024-02-29": 2}]),
    "dict of optional": (Dict[Optional[int], int], [{None: 1, 2: 3}]),
    "dict": (dict, [{}, {"a": [1]}, {"a": 1, "b": {"c": None}}]),
    "uuid": (uuid.UUID, IDS),
    "datetime": (datetime.datetime, MOMENTS),
    "date": (datetime.date, ["2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29", "1900-02-28"]),
    "time": (datetime.time, CLOCKS),
    "timedelta": (datetime.timedelta, SPANS),
    "decimal": (decimal.Decimal, DECIMALS),
    "path": (pathlib.PurePosixPath, ["/a/b", "."]),
    "timestamp": (Timestamp, [Timestamp(1), Timestamp(-1, 5), Timestamp(2**40, 999999999)]),
    "ext": (ExtType, [ExtType(5, b"x"), ExtType(-3, b""), ExtType(5, bytes(70000))]),
    "bytearray": (bytearray, [b"", b"abc"]),
    "union by wire": (
        Union[int, str, bytes, List[int], Timestamp, ExtType, Leaf],
        [1, "a", b"b", [1, 2], Timestamp(5), ExtType(5, b"x"), {"n": 1}],
    ),
    "union with nil": (Union[int, None, Color], [1, None, "red"]),
    "union with bool and float": (Union[bool, float], [True, 1.5, 3]),
    "union by tag": (
        List[Animal],
        [[{"type": "cat", "name": "a"}, {"type": 7, "name": "b"}, TREE], [{"name": "late", "lives": 1, "type": "cat"}]],
    ),
    "union by Tags": (
        Annotated[Union[Leaf, Movie], Tags({0: Leaf, "m": Movie}, key="kind", default=Exact)],
        [{"kind": 0, "n": 1}, {"kind": "m", "title": "x", "year": 1}, {"N": 5}, {"n": 2, "kind": 0}],
    ),
    "union of pairs": (
        List[Annotated[Union[Leaf, Point, int], Tags({0: Leaf, "p": Point, 2: int}, default=str)]],
        [[[0, {"n": 1}], ["p", [1, 2.5]], [2, 7], [9, "other"]]],
    ),
    "union by fields": (
        List[Union[Circle, Square]],
        [[{"radius": 1.5}, {"name": "n", "side": 2.5}, {"x": [1, {}], "radius": 1.0, "name": "a"}]],
    ),
    "class with a tag": (Cat, [{"type": "cat", "name": "a"}, {"name": "b"}, {"lives": 2, "type": "cat", "name": "c"}]),
    "limits of int": (Annotated[int, Limit(ge=0, lt=100, multiple_of=5)], [0, 95, 5]),
    "limits of float": (Annotated[float, Limit(gt=0, le=1.5)], [1.5, 1, 0.25]),
    "limits of str": (Annotated[str, Limit(min_len=2, max_len=3)], ["äö", "abc"]),
    "limits of bytes": (Annotated[bytes, Limit(max_len=3)], [b"", b"abc"]),
    "limits of bytearray": (Annotated[bytearray, Limit(max_len=3)], [b"abc"]),
    "limits of list": (Annotated[List[Annotated[int, Limit(ge=1)]], Limit(min_len=1, max_len=3)], [[1], [1, 2, 3]]),
    "limits of dict": (Annotated[Dict[str, int], Limit(max_len=1)], [{}, {"a": 1}]),
    "aliases and unknown": (List[Exact], [[{"N": 1}, {"n": 2}, {"number": 3, "of": [[1], {"n": 2}]}, [4]]]),
    "named tuple": (Point, [[1, 2.5], {"x": 1}, {"y": 1.0, "x": 2}]),
    "typed dict": (Movie, [{"title": "x", "year": 1}]),
    "fragment": (List[hayapack.Fragment], [[[1, 2], "a", {"b": [None]}, None, 1.5], []]),
    "unknown entries of slots": (List[KeptSlots], KEPT),
    "unknown entries": (List[Kept], KEPT),
    "all kinds of fields": (
        List[Plain],
        [PLAIN, [[1, "n", False, None, [], [1, 2.5], None, "extra"], {"id": 2, "name": ""}]],
    ),
    "long keys, keys that are not ASCII": (Frozen, [FROZEN, {**FROZEN, "ünïcode": "ö", "ungültig": 1}]),
    "slots": (Slots, [{"value": 1, "left": {"value": 2, "left": None, "right": None}, "right": None}]),
    "a class in itself": (Tree, [{"name": "a", "children": [{"name": "b", "children": []}, ["c", [{"name": "d"}]]]}]),
    "code after a decoded object": (Dict[str, List[After]], [{"a": [{"n": 1, "twice": 7}, {"n": 2}], "b": [[3, 4]]}]),
    "a refused object": (List[Optional[After]], [[{"n": 1}, None]]),
    "fields of the class": (Own, [{"n": 1, "size": 7, "made": [5]}, {"n": 1, "made": []}, [1, 8, 9, [4]]]),
}
#: Types that user code takes part in, or whose form is rare: the pure back end decodes them, as it does the
#: message of a class whose factory has to be called.
LEFT = {
    "decoder": (Annotated[int, Key(decoder=abs)], [-5]),
    "factory": (Own, [{"n": 1}]),
    "flags": (enum.Flag("Flags", "A B"), [3]),
    "dict of any": (dict, [{b"a": 1}]),
    "unknown key of bytes": (Kept, [{"a": 1, b"b": 2}]),
}


def packed(value):
    return hayapack.packb(value, datetime=True)


@pytest.fixture
def calls(monkeypatch):
    """The messages that the pure back end decodes."""
    found = []
    real = typed.decode_typed
    monkeypatch.setattr(typed, "decode_typed", lambda buf, *rest: found.append(buf) or real(buf, *rest))
    return found


def streamed(kind, data, size, unpacker):
    stream = unpacker(type=kind)
    made = []
    for at in range(0, len(data), size):
        stream.feed(data[at : at + size])
        made += list(stream)
    return made


@pytest.mark.parametrize("name", CASES)
def test_decoded_natively(name, calls):
    kind, values = CASES[name]
    if FREE_THREADED and name in ("timestamp", "union by wire"):
        pytest.skip("without a GIL the pure back end makes Timestamps")
    decoder = native.Decoder(kind)
    for value in values:
        for one in (decoder.decode, lambda data, kind=kind: hayapack._native.unpackb(data, type=kind)):
            assert repr(one(packed(value))) is not None
    stream = b"".join(map(packed, values))
    assert len(streamed(kind, stream, 7, native.Unpacker)) == len(values)
    assert calls == []


def test_objects_with_slots_and_a_dict():
    data = hayapack.packb(
        [{"left": None, "right": {"left": None, "right": None, "value": 1}, "value": n} for n in range(100)]
    )
    objects = hayapack.unpackb(data, type=List[SlotsAndDict])
    for n, o in enumerate(objects):
        o.more = o.again = n
    assert [(type(o), o.value, o.more, o.__dict__) for o in objects] == [
        (SlotsAndDict, n, n, {"more": n, "again": n}) for n in range(100)
    ]
    del objects, o
    gc.collect()


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("count", [1, 5, 6, 7, 13, 14, 15, 16, 28, 29, 30])
def test_attributes_keep_their_order(count, reverse):
    """Of each number of attributes for which CPython lays out an object in another way."""
    names = [f"a{n}" for n in range(count)]
    cls = dataclasses.make_dataclass("Wide", [(name, int) for name in names])
    if reverse:  # the class's shared keys then have another order than its fields
        one = object.__new__(cls)
        for name in names[::-1]:
            setattr(one, name, 0)
    decoder = native.Decoder(List[cls])
    for more in range(3):
        for form in ("map", "array"):
            one, two = decoder.decode(native.Encoder(List[cls], keys=form).encode([cls(*range(300, 300 + count))] * 2))
            assert list(vars(two).items()) == [(name, 300 + n) for n, name in enumerate(names)]
            one.more = more
            assert list(vars(one)) == [*names, "more"]
            del one.a0, one.more
            assert list(vars(one)) == names[1:]


def test_integers_of_every_form():
    edges = [0, 127, 128, 255, 256, 257, 2**15, 2**16, 2**30, 2**31, 2**32, 2**60, 2**63, 2**64 - 2**60]
    numbers = [sign * (edge + more) for edge in edges for more in (-1, 0, 1) for sign in (1, -1)]
    forms = [(b"\xcc", 1, False), (b"\xcd", 2, False), (b"\xce", 4, False), (b"\xcf", 8, False)]
    forms += [(b"\xd0", 1, True), (b"\xd1", 2, True), (b"\xd2", 4, True), (b"\xd3", 8, True)]
    cls = dataclasses.make_dataclass("Number", [("a", int)])
    decoder = native.Decoder(cls)
    for lead, size, signed in forms:
        least, most = (-(2 ** (8 * size - 1)), 2 ** (8 * size - 1)) if signed else (0, 2 ** (8 * size))
        for number in [*numbers, least, most - 1]:
            if least <= number < most:
                packed_number = lead + number.to_bytes(size, "big", signed=signed)
                assert decoder.decode(b"\x81\xa1a" + packed_number).a == number


def test_unknown_entries_are_counted():
    decoder, once = native.Decoder(List[Kept]), types.SimpleNamespace(others=object())
    data = b"\x92\x83\xa1a\x01\xa3one\x91\x01\xa3two\xa1x" + packed({"a": 2})
    first, second = decoder.decode(data)
    assert (first.others, second.others) == ({"one": [1], "two": "x"}, {})
    assert gc.is_tracked(first.others)
    assert [sys.getrefcount(one.others) for one in (first, second)] == [sys.getrefcount(once.others)] * 2


@pytest.mark.skipif(FREE_THREADED, reason="its blocks of memory are freed later")
@pytest.mark.parametrize("kind", [KeptSlots, Kept])
def test_what_is_decoded_of_a_damaged_message_is_freed(kind):
    decode = native.Decoder(List[kind]).decode
    data = packed([{"a": 1, "b": "text", "one": [1.5], "two": {"x": "text"}}] * 3)
    blocks = []
    for _ in range(4):
        for end in range(len(data)):
            with pytest.raises(ValueError):
                decode(data[:end])
        gc.collect()
        blocks.append(sys.getallocatedblocks())
    assert blocks[-1] - blocks[1] < len(data)


@pytest.mark.parametrize("name", CASES)
def test_same_values_and_errors(name):
    kind, values = CASES[name]
    ours, theirs = native.Decoder(kind), _fallback.Decoder(kind)
    r = random.Random(name)
    others = [value for _, values in CASES.values() for value in values]
    for value in [*values, *values, {}, [{}], *r.sample(others, EXAMPLES // 5)]:
        data = packed(value)
        for one in (data, *(mutated(r, data) for _ in range(20))):
            assert outcome(ours.decode, one) == outcome(theirs.decode, one), one.hex()


@pytest.mark.parametrize("name", CASES)
def test_same_streams(name):
    kind, values = CASES[name]
    r = random.Random(name)
    for _ in range(10):
        data = b"".join(packed(r.choice(values)) for _ in range(4))
        for one in (data, mutated(r, data)):
            size = r.randrange(1, 9)
            ours, theirs = (
                outcome(lambda data, u=u: streamed(kind, data, size, u), one)
                for u in (native.Unpacker, _fallback.Unpacker)
            )
            assert ours == theirs, (one.hex(), size)


@pytest.mark.parametrize("name", LEFT)
def test_left_to_the_pure_back_end(name, calls):
    kind, values = LEFT[name]
    theirs = _fallback.Decoder(kind)
    for value in values:
        data = packed(value)
        assert outcome(native.Decoder(kind).decode, data) == outcome(theirs.decode, data)
    assert len(calls) == 2 * len(values)


TEXTS = {
    datetime.datetime: "0123456789-:.TZz+ ",
    datetime.date: "0123456789-",
    datetime.time: "0123456789:.+-Zz",
    datetime.timedelta: "0123456789PTWDHMS.+-",
    uuid.UUID: "0123456789abcdefABCDEFg-{}",
    decimal.Decimal: "0123456789.eE+-_NaInfinity",
}


@pytest.mark.parametrize("kind", TEXTS, ids=lambda kind: kind.__name__)
def test_texts(kind):
    """Texts that are nearly those of the type."""
    ours, theirs = native.Decoder(kind), _fallback.Decoder(kind)
    values = next(values for one, values in CASES.values() if one is kind)
    r = random.Random(kind.__name__)
    for _ in range(4000):
        text = list(r.choice([value for value in values if isinstance(value, str)]))
        for _ in range(r.choice([0, 1, 1, 2])):
            at = r.randrange(len(text) + 1)
            text[at : at + r.randrange(2)] = r.choice(["", *TEXTS[kind], "é", "٣", "\0"])
        data = packed("".join(text))
        assert outcome(ours.decode, data) == outcome(theirs.decode, data), "".join(text)


OPTIONS = [{"max_str_len": 3}, {"max_map_len": 1}, {"max_array_len": 1}, {"max_depth": 2}, {"max_ext_len": 2}]
OPTIONS += [{"max_bin_len": 1}, {"strict": False}, {"errors": "all"}, {"strict_map_key": False}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options(options):
    for kind, values in CASES.values():
        ours, theirs = native.Decoder(kind, **options), _fallback.Decoder(kind, **options)
        for value in [*values, [values[0]] * 40, {"name": "x" * 60}]:
            data = packed(value)
            assert outcome(ours.decode, data) == outcome(theirs.decode, data), (kind, value)


def test_limit_of_keys():
    """Keys of fields are compared with the message without a look at their length."""
    kind, data = List[Movie], packed([{"title": "a", "year": 1}] * 20)
    with pytest.raises(ValueError, match="max_str_len"):
        native.Decoder(kind, max_str_len=4).decode(data)
    assert native.Decoder(kind, max_str_len=5).decode(data) == hayapack.unpackb(data)


def test_user_code_of_hashes_stays_last(calls):
    """A class with its own hash is left to the pure back end."""

    @dataclasses.dataclass(frozen=True)
    class Hashed:
        n: int

        def __hash__(self):
            return self.n

    assert native.Decoder(Set[Hashed]).decode(packed([{"n": 1}, {"n": 2}])) == {Hashed(1), Hashed(2)}
    assert len(calls) == 1


def test_all_errors_of_code_after_decoded_objects():
    """Also if nothing else is wrong, where the native back end calls the functions."""
    for plain in ([[-1, 0], [-2, 0]], [{"n": 1}, {"n": -1}, {"n": 2}, {"n": -2}], [{"n": -1}]):
        ours, theirs = (
            outcome(end.Decoder(List[After], errors="all").decode, packed(plain)) for end in (native, _fallback)
        )
        assert ours == theirs and len(ours[3]) == min(len(plain), 2)


def test_every_end():
    """Messages of the sizes around which the native back end copies a message, whole and cut off at every byte."""
    kind = List[Own]
    for size in range(505, 520):
        rows = [{"n": 2**40, "size": "x" * 10, "made": [1, 300, -5]}] * 11
        data = packed([*rows, {"n": 1, "size": "", "made": []}])
        data = packed([*rows, {"n": 1, "size": "x" * (size - len(data)), "made": []}])
        ours, theirs = native.Decoder(kind), _fallback.Decoder(kind)
        assert outcome(ours.decode, data) == outcome(theirs.decode, data)
        for end in range(len(data) - 70, len(data)):
            assert outcome(ours.decode, data[:end]) == outcome(theirs.decode, data[:end]), (size, end)


@pytest.mark.parametrize("kind", [Circle, Movie, Point, Exact, List[float]], ids=str)
def test_every_prefix(kind):
    value = {Circle: {"radius": 1.5, "name": "x" * 31}, Movie: {"title": "y" * 30, "year": 2**40}}
    value.update({Point: [2**60, 1.5], Exact: {"N": 1, "of": [[n] for n in range(20)]}, List[float]: [0.5] * 15})
    data = packed(value[kind])
    ours, theirs = native.Decoder(kind), _fallback.Decoder(kind)
    for end in range(len(data) + 1):
        assert outcome(ours.decode, data[:end]) == outcome(theirs.decode, data[:end]), end


def test_days():
    """Days of all centuries, and every day of a few years, as datetimes."""
    days = {*range(1, 3652059, 89), *range(577000, 579000), *range(693000, 694000), 1, 365, 366, 3652059}
    for at in range(0, len(days), 10000):
        some = sorted(days)[at : at + 10000]
        moments = [datetime.datetime.fromordinal(day).replace(hour=day % 24, second=59, tzinfo=UTC) for day in some]
        assert native.Decoder(List[datetime.datetime]).decode(packed(moments)) == moments
