"""extended=True: the types of the standard library, and numpy's."""

import dataclasses
import datetime
import decimal
import enum
import os
import subprocess
import sys
import types
import uuid
import warnings
from collections import ChainMap, UserDict, deque

import pytest

import hayapack
from hayapack import Timestamp

UTC = datetime.timezone.utc


@dataclasses.dataclass
class Point:
    x: int
    y: object = None


@dataclasses.dataclass
class Line(Point):
    to: object = None


class Colour(enum.Enum):
    RED = "red"
    SIZES = frozenset({5})


CASES = [
    (Point(1, [Point(2)]), {"x": 1, "y": [{"x": 2, "y": None}]}),
    (Line(1, 2, {3}), {"x": 1, "y": 2, "to": [3]}),
    (Colour.RED, "red"),
    (Colour.SIZES, [5]),
    (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    (decimal.Decimal("1.50"), "1.50"),
    (datetime.date(2020, 1, 2), "2020-01-02"),
    (datetime.time(1, 2, 3), "01:02:03"),
    (datetime.datetime(2020, 1, 2, 3, 4, 5), "2020-01-02T03:04:05"),
    (datetime.datetime(1970, 1, 1, 0, 0, 1, 500000, tzinfo=UTC), Timestamp(1, 500_000_000)),
    (deque([1, {2}]), [1, [2]]),
    (frozenset([1]), [1]),
    (types.MappingProxyType({"a": {1}}), {"a": [1]}),
    (UserDict(a=1), {"a": 1}),
    (ChainMap({"a": 1}), {"a": 1}),
]


@pytest.mark.parametrize("value, plain", CASES, ids=lambda v: type(v).__name__)
def test_standard_library(backend, value, plain):
    assert backend.unpackb(backend.packb(value, extended=True)) == plain
    assert backend.unpackb(backend.packb({"k": [value]}, extended=True)) == {"k": [plain]}
    packer = backend.Packer(extended=True)
    assert backend.unpackb(packer.pack(value)) == plain
    with pytest.raises(TypeError):
        backend.packb(value)


def test_default_comes_after(backend):
    seen = []
    value = [{1}, 2j, Point(1)]
    packed = backend.packb(value, extended=True, default=lambda o: seen.append(o) or "other")
    assert backend.unpackb(packed) == [[1], "other", {"x": 1, "y": None}]
    assert seen == [2j]


@pytest.mark.parametrize("value", [True, False, None, 7, 1.5, "s", b"b", (True, [False]), {"k": True}, Colour.RED])
def test_what_default_returns_is_packed_as_itself(backend, value):
    def packed(obj):
        return backend.packb(obj, extended=True, default=lambda obj: value)

    plain = backend.packb(value, extended=True)
    assert packed(object()) == plain
    assert packed([object(), object()]) == b"\x92" + plain * 2
    assert packed({"k": object()}) == b"\x81\xa1k" + plain


def test_as_keys(backend):
    packed = backend.packb({uuid.UUID(int=1): 1, Colour.RED: 2}, extended=True)
    assert backend.unpackb(packed) == {str(uuid.UUID(int=1)): 1, "red": 2}


def test_what_stays_unsupported(backend):
    for value in (2j, datetime.timedelta(1), Point, Colour, object(), range(3)):
        with pytest.raises(TypeError, match="can not serialize"):
            backend.packb([value], extended=True)


def test_errors_inside(backend):
    with pytest.raises(TypeError) as info:
        backend.packb([Point(1, {"k": 2j})], extended=True)
    assert info.value.path == "$[0].y.k"


def test_loops(backend):
    point = Point(1)
    point.y = point
    with pytest.raises(ValueError, match="recursion limit exceeded"):
        backend.packb(point, extended=True)


def test_strict_types(backend):
    class Number(int):
        pass

    options = {"extended": True, "strict_types": True}
    assert backend.packb({1}, **options) == b"\x91\x01"
    assert backend.packb(enum.IntEnum("E", "A").A, **options) == b"\x01"
    with pytest.raises(TypeError):
        backend.packb(Number(5), **options)


def test_numpy(backend):
    np = pytest.importorskip("numpy")

    def packed(value):
        return backend.unpackb(backend.packb(value, extended=True))

    for kind in (np.int8, np.uint64, np.float32, np.float64, np.bool_, np.longdouble):
        assert packed(kind(1)) == 1
        assert type(packed(kind(1))) is type(kind(1).item() if kind is not np.longdouble else 1.0)
        assert packed(np.ones((2, 3), kind)) == [[1] * 3] * 2
    assert packed(np.uint64(2**64 - 1)) == 2**64 - 1
    assert packed(np.array(5)) == 5
    assert [type(item) for item in packed([np.array(True), np.array(True, object)])] == [bool, bool]
    assert packed(np.zeros((0, 3))) == []
    assert packed(np.array(["a", "é"])) == ["a", "é"]
    assert packed({"a": [np.int64(3)], "b": (np.float32(0.5),)}) == {"a": [3], "b": [0.5]}
    assert packed(np.array([{"k": {1}}], dtype=object)) == [{"k": [1]}]
    assert packed(np.datetime64("2020-01-02T03:04:05.123456789")) == Timestamp(1577934245, 123456789)
    assert packed(np.datetime64("1969-12-31T23:59:59.999", "ms")) == Timestamp(-1, 999_000_000)
    assert packed(np.datetime64("2020-01-02")) == Timestamp(1577923200)
    assert packed(np.datetime64("2020-01")) == Timestamp(1577836800)
    assert packed(np.datetime64("NaT")) is None
    dates = np.array([["2020-01-02"], ["NaT"]], dtype="datetime64[ns]")
    assert packed(dates) == [[Timestamp(1577923200)], [None]]
    for value in (np.timedelta64(1, "s"), np.complex128(1)):
        with pytest.raises(TypeError):
            packed(value)


@dataclasses.dataclass
class Tagged(list):
    tag: str = "t"


@dataclasses.dataclass
class Count(int):
    unit: str = "m"


@dataclasses.dataclass
class Bag(set):
    owner: str = "o"


@dataclasses.dataclass
class Entries(dict):
    name: str = "n"


@dataclasses.dataclass
class Day(datetime.datetime):
    note: str = "n"


@dataclasses.dataclass
class Bare(list):
    pass


def instance(cls, *values):
    made = cls.__new__(cls, *values)
    for name, field in cls.__dataclass_fields__.items():
        setattr(made, name, field.default)
    return made


@pytest.mark.parametrize(
    "value, kind",
    [(instance(Tagged), "list"), (instance(Count, 5), "int"), (instance(Bag), "set"), (instance(Entries), "dict"),
     (instance(Day, 2026, 1, 2, 3, 4, 5, 6, UTC), "datetime")],
    ids=lambda v: type(v).__name__,
)  # fmt: skip
def test_dataclass_with_two_forms(both, value, kind):
    """Neither its fields nor its content is lost silently."""
    texts = []
    for backend in both:
        for options in ({}, {"strict_types": True}, {"datetime": True}):
            with pytest.raises(hayapack.UnsupportedTypeError) as info:
                backend.packb({"k": [value]}, extended=True, **options)
            assert (info.value.path, info.value.offset) == ("$.k[0]", 4)
            texts.append(str(info.value))
        assert f"it is a dataclass and a {kind}" in texts[-1]
        assert backend.packb([value], extended=True, default=lambda o: "d") == b"\x91\xa1d"
    assert len(set(texts)) == 1


def test_dataclass_with_two_forms_that_loses_nothing(backend):
    filled = instance(Entries)
    filled["name"] = filled.name
    filled["more"] = 1
    assert backend.unpackb(backend.packb(filled, extended=True)) == {"name": "n", "more": 1}
    bare = instance(Bare)
    bare.append({1})
    assert backend.unpackb(backend.packb(bare, extended=True)) == [[1]]
    assert backend.packb(instance(Tagged)) == b"\x90"


def test_numpy_float32(backend):
    """float32 and float16 lose nothing as float32 on the wire."""
    np = pytest.importorskip("numpy")

    def packed(value, **options):
        return backend.packb(value, extended=True, **options)

    head = b"\xca\x3f\x00\x00\x00"  # 0.5
    for kind in (np.float16, np.float32):
        assert packed(kind(0.5)) == head
        assert packed({kind(0.5): [kind(0.5)]}) == b"\x81" + head + b"\x91" + head
        for array in (np.full((2, 3), 0.5, kind), np.asfortranarray(np.full((2, 3), 0.5, kind))):
            assert packed(array) == b"\x92" + (b"\x93" + 3 * head) * 2
        assert packed(np.full(1000, 0.5, kind)) == b"\xdc\x03\xe8" + head * 1000
        assert packed(np.array(0.5, kind)) == head
        assert packed(np.zeros((2, 0), kind)) == b"\x92\x90\x90" and packed(np.zeros((0, 2), kind)) == b"\x90"
        assert packed(np.full(3, 0.5, np.dtype(kind).newbyteorder(">"))) == b"\x93" + 3 * head
    assert len(packed(np.zeros(1000, np.float32))) == 5003 and len(packed(np.zeros(1000))) == 9003
    assert packed(np.float64(0.1)) == backend.packb(0.1)
    values = np.arange(24, dtype=np.float32).reshape(2, 3, 4)[:, ::-1, ::2] / 7
    assert backend.unpackb(packed(values)) == values.tolist()
    masked = np.ma.array([0.5, 0.5], np.float32, mask=[False, True])
    assert packed(masked) == b"\x92" + head + b"\xc0"
    with warnings.catch_warnings(record=True):
        matrix = np.matrix([[0.5]], np.float32)
    assert packed(matrix) == b"\x91\x91" + head
    assert packed([values], max_depth=4) and packed(np.zeros(3, np.float32), max_depth=1)
    with pytest.raises(hayapack.PackDepthError) as info:
        packed([values], max_depth=3)
    assert (info.value.path, info.value.offset) == ("$[0][0][0]", 3)


def test_numpy_without_warnings(backend):
    """numpy 1.20 to 1.25 warns of its name "bool": here an error, in a process that has not learnt numpy's classes."""
    pytest.importorskip("numpy")
    program = (
        "import sys\nimport numpy, hayapack\n"
        "packed = hayapack.packb([numpy.bool_(True), numpy.arange(2), numpy.float32(1)], extended=True)\n"
        "assert hayapack.unpackb(packed) == [True, [0, 1], 1.0] and hayapack.backend == sys.argv[1]\n"
        "hayapack.Encoder(object).encode(numpy.array([True]))"
    )
    environ = {**os.environ, "HAYAPACK_PUREPYTHON": "1" if backend.name == "pure" else ""}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, backend.name],
        capture_output=True, env=environ, timeout=100,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_numpy_void(backend):
    np = pytest.importorskip("numpy")

    def packed(value):
        return backend.packb(value, extended=True)

    rows = np.array([(1, "a", 0.5, "2026-01-02")], [("n", "i4"), ("t", "U1"), ("x", "f4"), ("at", "M8[ns]")])
    plain = b"\x94\x01\xa1a\xca\x3f\x00\x00\x00" + backend.packb(Timestamp(1767312000))
    assert packed(rows[0]) == plain
    assert packed(rows) == b"\x91" + plain
    assert packed(np.array([(1, 0.5)], [("n", "i4"), ("x", "f8")])[0]) == backend.packb([1, 0.5])
    assert packed(np.rec.array([(1, 0.5)], [("n", "i4"), ("x", "f8")])[0]) == backend.packb([1, 0.5])
    nested = np.zeros(1, [("at", [("x", "f4"), ("y", "f4")]), ("many", "i2", (2,))])[0]
    assert packed(nested) == b"\x92\x92" + b"\xca\0\0\0\0" * 2 + b"\x92\0\0"
    assert packed(np.void(b"abc")) == b"\xc4\x03abc"
