"""Each option of packing, and each pair of them, with values for each fast path of the compiled module, against the pure
back end: an option that a fast path has forgotten writes other bytes."""

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
from same import Raised, agree, outcome

import hayapack
from hayapack import Fragment, Timestamp, TypeRegistry, _fallback
from hayapack._fallback.option_table import ENCODER, PACK

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


def settings():
    """No option, each value of each option, and each pair of values of two options."""
    single = [{name: value} for name, given in VALUES.items() for value in given]
    pairs = [{**a, **b} for a, b in itertools.combinations(single, 2) if a.keys() != b.keys()]
    return [{}, *single, *pairs]


def shown(options):
    return " ".join("%s=%s" % (name, getattr(value, "__name__", value)) for name, value in options.items())


def test_each_option_has_values():
    assert {option.name for option in PACK} == {*VALUES, "autoreset", "buf_size"}


@pytest.mark.parametrize("options", settings(), ids=shown)
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


@pytest.mark.parametrize("options", [one for one in settings() if {*one} <= ENCODER - {"lz4", "lz4_level"}], ids=shown)
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
