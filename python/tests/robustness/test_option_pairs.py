"""Each option of packing and of unpacking, and each pair of them, with values for each fast path of the compiled module,
against the pure back end: an option that a fast path has forgotten writes other bytes, or reads other values."""

import collections
import dataclasses
import datetime
import decimal
import enum
import itertools
import uuid
from typing import Any, List, NamedTuple

import pytest
from lz4_package import HAS_PACKAGE
from same import Raised, agree, outcome, same

import hayapack
from hayapack import Fragment, Timestamp, TypeRegistry, _fallback
from hayapack._fallback.option_table import ENCODER, PACK, UNPACK

native = pytest.importorskip("hayapack._native")
UTC = datetime.timezone.utc


class Colour(enum.Enum):
    RED = "red"


class Text(str):
    pass


class Items(list):
    pass


class Entries(dict):
    pass


class Pair(NamedTuple):
    b: Any
    a: Any


@dataclasses.dataclass
class Point:
    y: Any
    x: Any = None


class Slotted:
    __slots__ = ("left", "right")
    __annotations__ = {"left": Any, "right": Any}


Slotted = dataclasses.dataclass(Slotted)


def registry():
    types = TypeRegistry()
    types.register(Point, "Point")
    types.register(Slotted, "Slotted")
    types.register(Colour, "Colour")
    return types


#: Values of each option but the default. buf_size and autoreset change nothing of what packb() writes.
VALUES = {
    **{option.name: [option.default == "False"] for option in PACK if option.field},
    "default": [lambda o: ["default", str(o)]],
    "unicode_errors": ["surrogatepass", "replace", "strict"],
    "max_depth": [0, 1, 2],
    "lz4": ["block", "block-array"],
    "lz4_level": [3],
    "types": [registry()],
}


#: The same for unpacking. max_lz4_size is that of a message of messages().
READING = {
    **{option.name: [option.default == "False"] for option in UNPACK if option.field},
    "timestamp": [1, 2, 3],
    "unicode_errors": ["surrogateescape", "replace", "strict"],
    "object_hook": [len],
    "object_pairs_hook": [tuple],
    "list_hook": [tuple],
    "ext_hook": [lambda code, data: [code, bytes(data)]],
    "max_buffer_size": [20, 100],
    "max_str_len": [0, 3, 40],
    "max_bin_len": [0, 7],
    "max_array_len": [1, 4],
    "max_map_len": [0, 2],
    "max_ext_len": [1, 8],
    "max_depth": [0, 1, 2],
    "max_lz4_size": [20],
    "types": [registry()],
}


def maps(n):
    return {"key %d" % (n - i): i for i in range(n)}


def values():
    """New objects each time, since packing may change what is known of them: (fast path, value)."""
    moment = datetime.datetime(2026, 1, 2, tzinfo=UTC)
    for scalar in ("text", "é", "a" * 40, b"bytes", 1.5, 5, None, True, "\ud800", moment, Colour.RED, (), {}):
        yield "%r alone" % (scalar,), scalar
    yield "text of one byte a character", ["", "a" * 31, "a" * 32, "a" * 255, "a" * 256, "a" * 70000]
    yield "text of more", ["é" * 8, "é" * 40, "速い" * 20, "😀", "é" * 200]
    yield "surrogates", ["\ud800", {"\udfff": 1}]
    yield "byte strings", [b"", b"a", b"a" * 7, b"a" * 31, b"a" * 40, b"a" * 300, bytearray(b"x"), memoryview(b"yz")]
    yield "floats", [0.1, -0.0, float("inf"), 3.4e38]
    yield "a float too large for 32 bits", [1e300]
    yield "a run of floats", [0.5 + n for n in range(40)]
    yield "a run of integers", [*range(-40, 300), 2**40, -(2**40), 2**64 - 1]
    yield "runs of True, of None", [True] * 40 + [None] * 40
    for n in (1, 2, 5, 6, 15, 16, 40):
        yield "a map of %d" % n, maps(n)
        yield "maps of %d in a list" % n, [maps(n) for _ in range(4)]
    yield "keys that have no order", {"b": 1, 2: 3}
    yield "integers as keys", {3: 1, 2: 1, 1: 1}
    yield "containers in a map", {"b": {"d": [1, 2], "c": {}}, "a": [{}, [], {"y": 1.5, "x": b"1"}]}
    yield "tuples", (1, (2, ("b", b"c")), {"k": (3,)})
    yield "derived", [Text("t"), Items([1]), Entries(b=1, a=2), Pair(1, 2)]
    yield "ext", [Timestamp(1, 2), hayapack.ExtType(5, b"x"), Fragment(b"\x93\x01\x02\x03")]
    yield "datetime", [moment, {"at": moment}]
    yield "without a zone", [datetime.datetime(2026, 1, 2)]
    yield "known types", [uuid.UUID(int=5), decimal.Decimal("1.5"), datetime.date(2026, 1, 2), Colour.RED, {1}]
    yield "known containers", [collections.deque([1, 2]), collections.OrderedDict(b=1, a=2), frozenset([7])]
    for fields in (1, "é", b"x", 1.5, "\ud800", {"b": 1, "a": 2}, (1, 2), moment, Colour.RED):
        yield "objects with %r" % (fields,), [Point(fields, n) for n in range(12)]
        yield "objects with slots, %r" % (fields,), [Slotted(fields, n) for n in range(12)]
    yield "objects inside one another", Point(Point(Slotted(Point(1), [Point(2)])), {"b": Point(3), "a": ()})


def messages():
    """Messages for each fast path of unpacking: those of values(), typed values, compressed ones, and invalid ones."""
    packed = [outcome(hayapack.packb, value, extended=True, types=registry()) for _, value in values()]
    yield from (message for message in packed if not isinstance(message, Raised) and len(message) < 2000)
    small = ({"a": {"b": {"c": 1}}}, {"a": [1, "é"]}, {b"k": 1}, {1: 2, None: 3})
    for value in (*small, [{"k": "a" * 80, "n": n} for n in range(9)]):
        yield hayapack.packb(value)
    if HAS_PACKAGE:
        yield from (hayapack.packb(["text"] * 40, lz4=lz4) for lz4 in ("block", "block-array"))
    yield b"\x92\xa2\xff\xfe\xd9\x28" + b"\xc3\x28" * 20  # no UTF-8
    yield b"\x82\xa1a\x01\xa1a\x02"  # a key twice
    yield b"\x81\x91\x01\x02"  # an array as key
    yield b"\x92\xd7\xff" + b"\xff" * 8 + b"\x01"  # no timestamp
    yield b"\x92\x92\xd4\x5c\x00\x91\xa1a\xd4\x5c\x00"  # a list twice, by its id
    yield from (b"\x82\xa3key\x01\xa5other", b"\x92\x01\xc1", b"\x01\x02")  # cut off, a bad byte, extra data


def settings(names):
    """No option, each value of each of these options, and each pair of values of two of them, which is long."""
    single = [{name: value} for name, given in names.items() for value in given]
    pairs = [{**a, **b} for a, b in itertools.combinations(single, 2) if a.keys() != b.keys()]
    return [{}, *single, *(pytest.param(pair, marks=pytest.mark.long) for pair in pairs)]


def shown(options):
    return " ".join("%s=%s" % (name, getattr(value, "__name__", value)) for name, value in options.items())


def test_each_option_has_values():
    assert {option.name for option in PACK} == {*VALUES, "autoreset", "buf_size"}
    assert {option.name for option in UNPACK} == {*READING}


@pytest.mark.parametrize("options", settings(VALUES), ids=shown)
def test_packb(options):
    if options.get("lz4") and not HAS_PACKAGE:
        pytest.skip("the pure back end needs the package lz4")
    for (path, ours), (_, theirs) in zip(values(), values()):
        packed, expected = outcome(native.packb, ours, **options), outcome(_fallback.packb, theirs, **options)
        if options.get("lz4") and not isinstance(packed, Raised):  # the two back ends compress in different ways
            assert hayapack.decompress(packed) == hayapack.decompress(expected), path
        else:
            assert packed == expected, path
        packer = native.Packer(**options)
        assert [outcome(packer.pack, ours) for _ in range(2)] == [packed] * 2, path


@pytest.mark.parametrize(
    "options", settings({name: VALUES[name] for name in VALUES if name in ENCODER - {"lz4", "lz4_level"}}), ids=shown
)
@pytest.mark.parametrize("kind", [Any, List[Point], List[Slotted], dict, List[Any]], ids=str)
def test_encoders(options, kind):
    encoder, pure = (end.Encoder(kind, **options) for end in (native, _fallback))
    for (path, ours), (_, theirs) in zip(values(), values()):
        agree((path, outcome(encoder.encode, ours)), (path, outcome(pure.encode, theirs)))


def test_samples_reach_what_options_change():
    """Each option changes the bytes, or the error, of a value."""
    for name, given in VALUES.items():
        if name.startswith("lz4") and native.liblz4() and not HAS_PACKAGE:
            continue  # nothing compresses
        others = {"lz4": "block"} if name == "lz4_level" else {}
        for value in given:
            if (name, value) == ("unicode_errors", "strict"):
                continue  # as the default
            pairs = [[outcome(native.packb, o, **others, **more) for more in ({}, {name: value})] for _, o in values()]
            assert any(before != after for before, after in pairs), (name, value)
            assert any(not isinstance(after, Raised) for _, after in pairs), (name, value)


@pytest.mark.parametrize("options", settings(READING), ids=shown)
def test_unpackb(options):
    if options.get("lz4") and not HAS_PACKAGE:
        pytest.skip("the pure back end needs the package lz4")
    for message in messages():
        ours, theirs = (outcome(end.unpackb, message, **options) for end in (native, _fallback))
        assert same(ours, theirs), (message, ours, theirs)


def test_messages_reach_what_options_change():
    """Each option changes the value, or the error, of a message."""
    for name, given in READING.items():
        if "lz4" in name and not HAS_PACKAGE:
            continue  # nothing is compressed
        others = {"lz4": True} if name == "max_lz4_size" else {}
        for value in given:
            if (name, value) == ("unicode_errors", "strict"):
                continue  # as the default
            pairs = [
                [outcome(native.unpackb, message, **others, **more) for more in ({}, {name: value})]
                for message in messages()
            ]
            assert any(not same(before, after) for before, after in pairs), (name, value)
