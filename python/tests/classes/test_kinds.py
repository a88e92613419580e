"""Every type that has a plan: what is read from which plain value, and what is written."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import gc
import pathlib
import sys
import typing
import uuid
from collections import deque
from typing import (
    Annotated,
    Any,
    Dict,
    FrozenSet,
    List,
    Literal,
    NamedTuple,
    NewType,
    Optional,
    Set,
    Tuple,
    TypedDict,
    Union,
)

import pytest

import hayapack
from hayapack import ExtType, Fragment, Limit, Timestamp

UTC = datetime.timezone.utc
UserId = NewType("UserId", int)


class Color(enum.Enum):
    RED = 1
    BLUE = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mode(enum.Flag):
    R = 1
    W = 2


try:
    Mode(8)
    MODE_8 = []  # CPython 3.11.2 (Debian 12) makes Mode(0) of it
except ValueError:
    MODE_8 = [(Mode, 8, "unknown_member", "$", "Mode", "int")]


class Point(NamedTuple):
    x: int
    y: float = 0.5


class Movie(TypedDict):
    title: str
    year: int


class Partial(Movie, total=False):
    stars: float


@dataclasses.dataclass
class Leaf:
    n: int


@dataclasses.dataclass(frozen=True)
class Key2:
    a: int
    b: str


AWARE = datetime.datetime(2024, 2, 29, 12, 34, 56, 789, UTC)
NAIVE = datetime.datetime(2024, 2, 29, 12, 34, 56, 789)

#: type, value, what unpackb without a type gives for what is written
CASES = [
    (Any, [1, {"a": None}], [1, {"a": None}]),
    (object, 5, 5),
    (bool, True, True),
    (int, -(2**63), -(2**63)),
    (int, 2**64 - 1, 2**64 - 1),
    (float, 1.5, 1.5),
    (str, "é", "é"),
    (bytes, b"\xff", b"\xff"),
    (bytearray, bytearray(b"ab"), b"ab"),
    (None, None, None),
    (Optional[int], None, None),
    (Optional[int], 5, 5),
    (List[int], [1, 2], [1, 2]),
    (list, [1, "a"], [1, "a"]),
    (List[Optional[List[str]]], [None, ["a"]], [None, ["a"]]),
    (typing.Sequence[int], [1], [1]),
    (typing.Iterable[int], [1], [1]),
    (Tuple[int, ...], (1, 2), [1, 2]),
    (tuple, (1, "a"), [1, "a"]),
    (Tuple[int, str], (1, "a"), [1, "a"]),
    (Tuple[()], (), []),
    (Tuple[Leaf, Optional[Leaf]], (Leaf(1), None), [{"n": 1}, None]),
    (Set[int], {1, 2}, [1, 2]),
    (FrozenSet[Key2], frozenset([Key2(1, "a")]), [{"a": 1, "b": "a"}]),
    (typing.Deque[int], deque([1, 2]), [1, 2]),
    (collections.deque, deque([1, "a"]), [1, "a"]),
    (Dict[str, int], {"a": 1}, {"a": 1}),
    (dict, {"a": 1}, {"a": 1}),
    (typing.Mapping[str, Leaf], {"a": Leaf(1)}, {"a": {"n": 1}}),
    (Dict[int, str], {1: "a", -5: "b"}, {1: "a", -5: "b"}),
    (Dict[bytes, int], {b"a": 1}, {b"a": 1}),
    (Dict[uuid.UUID, int], {uuid.UUID(int=5): 1}, {"00000000-0000-0000-0000-000000000005": 1}),
    (Dict[Color, int], {Color.RED: 1, Color.BLUE: 2}, {1: 1, "b": 2}),
    (datetime.datetime, AWARE, Timestamp.from_datetime(AWARE)),
    (datetime.datetime, NAIVE, "2024-02-29T12:34:56.000789"),
    (datetime.date, datetime.date(2024, 2, 29), "2024-02-29"),
    (datetime.time, datetime.time(12, 34, 56, 789), "12:34:56.000789"),
    (datetime.timedelta, datetime.timedelta(1, 3, 500000), "P1DT3.5S"),
    (datetime.timedelta, datetime.timedelta(microseconds=-1), "-PT0.000001S"),
    (datetime.timedelta, datetime.timedelta(0), "PT0S"),
    (datetime.timedelta, datetime.timedelta.max, "P999999999DT86399.999999S"),
    (datetime.timedelta, datetime.timedelta.min, "-P999999999D"),
    (uuid.UUID, uuid.UUID(int=2**127), "80000000-0000-0000-0000-000000000000"),
    (decimal.Decimal, decimal.Decimal("1.50"), "1.50"),
    (pathlib.PurePosixPath, pathlib.PurePosixPath("/a/b"), "/a/b"),
    (Color, Color.RED, 1),
    (Color, Color.BLUE, "b"),
    (Level, Level.HIGH, 2),
    (Mode, Mode.R | Mode.W, 3),
    (Literal[1, "a", True], True, True),
    (Literal[1, "a"], "a", "a"),
    (Literal["a", None], None, None),
    (Point, Point(1, 2.0), [1, 2.0]),
    (Movie, {"title": "a", "year": 1}, {"title": "a", "year": 1}),
    (Partial, {"title": "a", "year": 1}, {"title": "a", "year": 1}),
    (Partial, {"title": "a", "year": 1, "stars": 1.0}, {"title": "a", "year": 1, "stars": 1.0}),
    (Leaf, Leaf(1), {"n": 1}),
    (UserId, 5, 5),
    (Union[int, str, None], "a", "a"),
    (Union[int, str, None], None, None),
    (Union[int, float], 1, 1),
    (Union[int, float], 1.0, 1.0),
    (Union[Leaf, List[int], str], [1], [1]),
    (Union[Leaf, List[int], str], Leaf(1), {"n": 1}),
    (Union[Color, float], Color.RED, 1),
    (Timestamp, Timestamp(1, 2), Timestamp(1, 2)),
    (ExtType, ExtType(5, b"a"), ExtType(5, b"a")),
    (Fragment, Fragment(b"\x92\x01\xa1a"), [1, "a"]),
]


@pytest.mark.parametrize("kind, value, plain", CASES, ids=lambda one: None)
def test_a_value_of_each_type_is_written_and_read(backend, kind, value, plain):
    packed = backend.Encoder(kind).encode(value)
    assert backend.unpackb(packed, strict_map_key=False) == plain
    for read in (
        backend.Decoder(kind).decode(packed),
        backend.unpackb(packed, type=type(None) if kind is None else kind),
    ):
        assert read == value
        assert type(read) is type(value)
        # equal for Python, and not the same
        assert repr(read) == repr(value)


@pytest.mark.parametrize(
    "kind, plain, value",
    [
        (float, 5, 5.0),
        (datetime.datetime, "2024-02-29 12:34Z", datetime.datetime(2024, 2, 29, 12, 34, tzinfo=UTC)),
        (
            datetime.datetime,
            "2024-02-29T12:34:56.1234567+00:00",
            datetime.datetime(2024, 2, 29, 12, 34, 56, 123456, UTC),
        ),
        (uuid.UUID, "80000000000000000000000000000000", uuid.UUID(int=2**127)),
        (datetime.timedelta, "P1W2DT3H4M5S", datetime.timedelta(9, 5, 0, 0, 4, 3)),
        (Point, [1], Point(1, 0.5)),
        (Point, [1, 2.0, "more"], Point(1, 2.0)),
        (Point, {"y": 2.5, "x": 1}, Point(1, 2.5)),
        (Leaf, [1], Leaf(1)),
        (Leaf, {"more": [1, {"a": 2}], "n": 1}, Leaf(1)),
        (Movie, {"year": 1, "x": 1, "title": "a"}, {"title": "a", "year": 1}),
        (Set[int], [1, 1, 2], {1, 2}),
    ],
)
def test_what_else_is_read(backend, kind, plain, value):
    read = backend.unpackb(hayapack.packb(plain), type=kind)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("keys", ["title year stars", "stars year title", "year title", "x title stars year"])
def test_a_typed_dict_has_the_order_of_its_fields(backend, keys):
    values = {"title": "a", "year": 1, "stars": 1.0, "x": None}
    plain = {key: values[key] for key in keys.split()}
    expected = [key for key in ("title", "year", "stars") if key in plain]
    assert list(backend.unpackb(hayapack.packb(plain), type=Partial)) == expected


@pytest.mark.parametrize(
    "kind, plain, name, path, expected, got",
    [
        (int, True, "wrong_type", "$", "int", "bool"),
        (int, 1.0, "wrong_type", "$", "int", "float"),
        (int, None, "wrong_type", "$", "int", "nil"),
        (float, "1", "wrong_type", "$", "float", "str"),
        (float, 2**53 + 1, "out_of_bounds", "$", "float", "int"),
        (bool, 1, "wrong_type", "$", "bool", "int"),
        (str, b"a", "wrong_type", "$", "str", "bin"),
        (bytes, "a", "wrong_type", "$", "bytes", "str"),
        (None, 1, "wrong_type", "$", "None", "int"),
        (List[int], [1, "a"], "wrong_type", "$[1]", "int", "str"),
        (List[int], {"a": 1}, "wrong_type", "$", "list[int]", "map"),
        (Dict[str, int], {"a": None}, "wrong_type", "$.a", "int", "nil"),
        (Dict[int, int], {"a": 1}, "wrong_type", "${key #0}", "int", "str"),
        (Tuple[int, str], [1], "invalid_value", "$", "tuple[int, str]", "array"),
        (Tuple[int, str], [1, 2], "wrong_type", "$[1]", "str", "int"),
        (datetime.datetime, "yesterday", "invalid_value", "$", "datetime", "str"),
        (datetime.datetime, "2024-02-30T00:00", "invalid_value", "$", "datetime", "str"),
        (datetime.datetime, 5, "wrong_type", "$", "datetime", "int"),
        (datetime.datetime, ExtType(5, b"a"), "wrong_type", "$", "datetime", "ext 5"),
        (datetime.datetime, "2024-02-28T01:02:03+00:60", "invalid_value", "$", "datetime", "str"),
        (datetime.datetime, "2024-02-28T01:02:03-01:00:60", "invalid_value", "$", "datetime", "str"),
        (datetime.time, "01:02:03-00:60", "invalid_value", "$", "time", "str"),
        (datetime.date, "2024-2-3", "invalid_value", "$", "date", "str"),
        (datetime.timedelta, "P", "invalid_value", "$", "timedelta", "str"),
        (uuid.UUID, "x" * 36, "invalid_value", "$", "UUID", "str"),
        (decimal.Decimal, " 1", "invalid_value", "$", "Decimal", "str"),
        (Color, 2, "unknown_member", "$", "Color", "int"),
        (Color, 1.0, "wrong_type", "$", "Color", "float"),
        *MODE_8,
        (Literal[1, "a"], True, "wrong_type", "$", "Literal[1, 'a']", "bool"),
        (Literal[1, "a"], "b", "unknown_member", "$", "Literal[1, 'a']", "str"),
        (Point, [], "missing_field", "$", "Point", "array"),
        (Movie, {"title": "a"}, "missing_field", "$", "Movie", "map"),
        (Movie, ["a", 1], "wrong_type", "$", "Movie", "array"),
        (Union[int, str], 1.5, "wrong_type", "$", "int | str", "float"),
        (ExtType, Timestamp(1), "wrong_type", "$", "ExtType", "timestamp"),
        (Timestamp, ExtType(5, b"a"), "wrong_type", "$", "Timestamp", "ext 5"),
        (Set[Any], [1, []], "invalid_value", "$[1]", "Any", "array"),
    ],
)
def test_what_is_refused(backend, kind, plain, name, path, expected, got):
    with pytest.raises(hayapack.ValidationError) as caught:
        backend.unpackb(hayapack.packb(plain), type=type(None) if kind is None else kind)
    error = caught.value
    assert (error.name, error.path, error.expected, error.got) == (name, path, expected, got)
    assert error.errors == (error,)
    assert isinstance(error, (ValueError, hayapack.UnpackException))


class Plain:
    pass


@dataclasses.dataclass
class Bad:
    leaf: Leaf
    plain: List[Plain]


@dataclasses.dataclass
class Unknown:
    item: Missing  # noqa: F821


@pytest.mark.parametrize(
    "kind, text",
    [
        (Bad, "Bad.plain: Plain is not supported"),
        (Unknown, "Unknown.item: the annotation 'Missing' can't be evaluated: name 'Missing' is not defined"),
        (Set[List[int]], "set[list[int]]: list[int] is not hashable"),
        (Dict[Leaf, int], "dict[Leaf, int]: Leaf is not hashable"),
        (Union[str, uuid.UUID], "str | UUID: str and UUID are both str on the wire (Tags tells them apart)"),
        (Union[str, Color], "str and Color are both str on the wire"),
        (Union[Annotated[str, Limit(min_len=2)], Literal["a"]], "are both str on the wire"),
        (Union[List[int], Tuple[str, ...]], "are both array on the wire"),
        (typing.Callable[[], int], "is not supported"),
        (complex, "complex is not supported"),
    ],
)
def test_a_type_without_a_plan_is_named(backend, kind, text):
    with pytest.raises(TypeError) as caught:
        backend.Decoder(kind)
    assert text in str(caught.value)


#: isinstance() takes them for classes before CPython 3.11.
GENERIC = [list[int], dict[str, Any], tuple[int, ...], deque[int]]


@pytest.mark.parametrize("kind", GENERIC, ids=repr)
def test_generic_types_are_no_classes(backend, kind):
    with pytest.raises(TypeError, match="decorates a class"):
        hayapack.model()(kind)
    with pytest.raises(TypeError, match="must be a class"):
        hayapack.TypeRegistry().register(kind, "name", write=repr, read=repr)
    with pytest.raises(TypeError):
        backend.packb(kind, extended=True)
    Outer = dataclasses.make_dataclass("Outer", [("inner", Union[kind, hayapack.UnsetType], hayapack.UNSET)])
    assert backend.Decoder(Outer).decode(b"\x80") == Outer()
    assert backend.Encoder(Outer).encode(Outer()) == b"\x80"


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="needs reference counts")
@pytest.mark.parametrize("kind", [Any, int, datetime.datetime, uuid.UUID, Color, list, Optional[int]], ids=repr)
def test_plans_of_types_that_cannot_carry_them_are_kept(backend, kind):
    """A plan is a cycle, which only the collector frees."""
    makers = (backend.Decoder, backend.Encoder, lambda kind: backend.Unpacker(type=kind))
    for make in makers:
        make(kind)
    gc.collect()
    gc.disable()
    try:
        for make in makers:
            make(kind)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_classes_that_say_they_are_equal_have_plans_of_their_own(backend):
    class Meta(enum.EnumMeta):
        def __eq__(cls, other):
            return type(other) is type(cls)

        def __hash__(cls):
            return 1

    one, two = (Meta(name, (enum.Enum,), classdict(name)) for name in ("One", "Two"))
    assert backend.Decoder(one).decode(b"\x01") is one.MEMBER
    assert backend.Decoder(two).decode(b"\x01") is two.MEMBER


def classdict(name):
    found = enum.EnumMeta.__prepare__(name, (enum.Enum,))
    found["MEMBER"] = 1
    return found
