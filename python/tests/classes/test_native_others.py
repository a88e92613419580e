"""Values for which the loop of the native back end's encoding has no code: it writes them all the same, and writes
the same bytes as the pure back end, or raises the same error."""

import dataclasses
import enum
import gc
import sys
import weakref
from collections import deque
from datetime import datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Dict, List, Optional, Union

import pytest
from conftest import FREE_THREADED, keeps_classes
from generated_types import outcome
from plain_classes import Plain, Point, Slots
from test_native_encoding import (
    NOW,
    OPTIONS,
    POINT,
    UTC,
    ZONE,
    Annotated,
    Circle,
    Colour,
    Holes,
    Level,
    Line,
    Pair,
    Sparse,
    no_fallback,
)

import hayapack
from hayapack import Tags, _fallback, model

native = pytest.importorskip("hayapack._native")
__all__ = ["no_fallback"]  # a fixture


@dataclasses.dataclass(frozen=True)
class Named:
    name: str


ZONES = [
    UTC,
    ZONE,
    timezone(timedelta(hours=-23, minutes=-59, seconds=-1, microseconds=-5)),
    timezone(-timedelta(0, 0, 7)),
]
try:
    from zoneinfo import ZoneInfo

    ZONES += [ZoneInfo("Europe/Berlin"), ZoneInfo("America/St_Johns")]
except LookupError:  # no data of time zones
    pass
SPANS = [
    timedelta(days, seconds, microseconds)
    for days in (0, 1, -1, 40, -40, 999999999, -999999999)
    for seconds in (0, 1, 86399)
    for microseconds in (0, 1, 500000, 999999)
]


class Summer(tzinfo):
    def utcoffset(self, moment):
        return timedelta(hours=1 if moment.fold else 2)


class Refusing(tzinfo):
    def utcoffset(self, moment):
        raise ValueError("no offset")


class Moment(datetime):
    pass


class Span(timedelta):
    @property
    def days(self):
        return 7


class PathLike(PurePosixPath):
    def __fspath__(self):
        return "/its own/" + str(self)


class Alias(enum.IntEnum):
    ONE = 1


class Ints(list):
    pass


@dataclasses.dataclass
class Derived(Point):
    more: str = "m"


@model(unknown="keep")
@dataclasses.dataclass
class Keeping:
    a: Any
    extra: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Unplanned:
    """It has no plan, since a type of a field has none."""

    a: int
    b: "NoSuchName"  # noqa: F821


Shape = Annotated[Union[Circle, Line, None], Tags({0: Circle, "line": Line})]
Nested = List[Union[Annotated[Union[Circle, Line], Tags({0: Circle, 1: Line})], int, str]]

#: (type, value, whether the native back end writes it itself; "map": not as an array, which is refused)
VALUES = [
    # dates and texts of the standard library
    (List[datetime], [datetime(2026, 1, 2), datetime(1, 1, 1, 1, 2, 3, 4), datetime.max], True),
    (List[datetime], [moment.astimezone(zone) for moment in (NOW, NOW + timedelta(0, 1)) for zone in ZONES], True),
    (List[datetime], [datetime(2026, 10, 25, 2, 30, tzinfo=Summer(), fold=1)], True),
    (List[datetime], [datetime(1, 1, 1, tzinfo=ZONE)], False),  # in UTC it may be in no year
    (List[datetime], [datetime(2026, 1, 2, tzinfo=Refusing())], False),
    (Any, [Moment(2026, 1, 2), Moment(2026, 1, 2, tzinfo=ZONE), time(1, 2, tzinfo=ZONE)], True),
    (List[timedelta], SPANS, True),
    (Any, [Span(5)], False),
    (List[Path], [Path("/a/b"), Path("ü"), PurePosixPath("."), PureWindowsPath("c:\\x")], True),
    (Path, PurePosixPath("x" * 300), True),
    (Path, PurePosixPath("\udc80"), False),
    (Any, {"path": PathLike("a")}, True),
    # objects of other classes than the declared one
    (
        Any,
        [Plain(1, "n", extra=POINT), {"k": [Slots(1, None, None)]}, (POINT, {Named("n")}), deque([POINT])],
        True,
    ),
    (
        Any,
        {"deep": [[Holes(1, Holes(2))]], "sparse": Sparse(), "circle": Circle(POINT), "line": Line((POINT, POINT))},
        True,
    ),
    (Any, [Alias(1), Pair(POINT), Level.LOW, Colour.BLUE, Decimal("1.5"), hayapack.Fragment(b"\x05")], True),
    (List[Point], [POINT, Derived(1.0, 2, "more"), POINT], True),
    (Dict[str, Optional[Plain]], {"a": Plain(1, "n", point=Derived(1.0), extra=Derived(2.0))}, True),
    (Union[Point, int], Derived(1.0), True),
    (Derived, POINT, True),
    (Any, [Keeping({"a": 1}, {"b": 2, "c": [Keeping(1, {"d": Level.LOW})]}), Keeping(3), Keeping([POINT])], "map"),
    (List[Keeping], [Keeping([1, {"b": [2]}], {"": {"a": Keeping(4, {"e": None})}})] * 3, "map"),
    (List[Keeping], [Keeping(1)], True),
    (Any, [Unplanned(1, object)], False),
    (Any, [Ints([1, 2]), Named], False),
    # pairs of a tag and an object
    (Shape, Circle(POINT, 1.5), True),
    (Shape, Derived(1.0), True),
    (List[Shape], [Line((POINT, POINT)), Circle(None), None, 5, [POINT], Pair(POINT, 1)], True),
    (Annotated[Union[Point, Pair], Tags({"point": Point, "p" * 300: Pair})], Pair(POINT, 1), True),
    (Annotated[Union[Point, Pair], Tags({2**40: Point, -1: Pair})], POINT, True),
    (Annotated[Union[Point, Plain], Tags({1: Point, 2: Point, 3: Plain})], POINT, True),
    (Annotated[Union[Point, int], Tags({1: Point, 2: int})], 5, False),
    (Nested, [Circle(None), Line((POINT, POINT)), 5, POINT], True),
    (Dict[str, Shape], {str(n): Circle(POINT) for n in range(50)}, True),
    (List[Union[Circle, Line]], [Circle(None), Line((POINT, POINT))], True),
    (List[Union[Point, Plain, int]], [POINT, Plain(1, "n", point=POINT), 5], True),
]


@pytest.mark.parametrize("extra", [{"a": 2, "b": 3}, {b"b": 3}, {1: 2}, Ints(), {"b": Keeping(1, {"a": 1})}])
def test_unknown_entries_with_other_keys(extra):
    """The key of a field is written once."""
    value = [Keeping(1, extra), Keeping(None, {"c": 1})]
    assert outcome(native.Encoder(List[Keeping]).encode, value) == outcome(
        _fallback.Encoder(List[Keeping]).encode, value
    )


@pytest.mark.parametrize("kind, value, itself", VALUES, ids=map(str, range(len(VALUES))))
def test_same_bytes(kind, value, itself):
    for options in OPTIONS:
        for _ in range(2):
            ours = outcome(native.Encoder(kind, **options).encode, value)
            assert ours == outcome(_fallback.Encoder(kind, **options).encode, value), options


@pytest.mark.parametrize("kind, value, itself", VALUES, ids=map(str, range(len(VALUES))))
def test_written_natively(kind, value, itself, no_fallback):
    for options in OPTIONS[:3]:
        if itself is True or (itself == "map" and options.get("keys") != "array"):
            assert native.Encoder(kind, **options).encode(value)
        else:
            with pytest.raises(AssertionError):
                native.Encoder(kind, **options).encode(value)


# --- classes that are met while a value is written --------------------------------------


def new_class(name="One", bases=(), **space):
    return dataclasses.dataclass(type(name, bases, {"__annotations__": {"a": Any}, **space}))


def test_many_new_classes_at_once(no_fallback):
    classes = [new_class("C%d" % n) for n in range(14)]
    value = [one(n) for n in range(20) for one in classes]
    packed = native.Encoder(Any).encode(value)
    assert hayapack.unpackb(packed) == [{"a": n} for n in range(20) for _ in classes]


def test_more_new_classes_than_attempts():
    value = [new_class("C%d" % n)(n) for n in range(200)]
    encoder = native.Encoder(Any)
    for _ in range(20):
        assert encoder.encode(value) == hayapack.packb([{"a": n} for n in range(200)])


def test_class_that_changes():
    one = new_class()
    encoder, value = native.Encoder(List[Any]), [one(1)]
    assert encoder.encode(value) == b"\x91\x81\xa1a\x01"
    one.a = property(lambda self: 7)
    assert encoder.encode(value) == encoder.encode(value) == b"\x91\x81\xa1a\x07"
    del one.a
    assert encoder.encode(value) == b"\x91\x81\xa1a\x01"
    del one.__hayapack_plan__
    assert encoder.encode(value) == b"\x91\x81\xa1a\x01"


@keeps_classes
def test_classes_are_released():
    one = new_class()
    encoder = native.Encoder(Any)
    assert encoder.encode([one(1), one(2)]) == encoder.encode([one(1), one(2)])
    found = weakref.ref(one)
    del one
    gc.collect()
    assert found() is None


def test_references():
    class Changing(tzinfo):
        def utcoffset(self, moment):
            return timedelta(hours=1)

    zone, one = Changing(), new_class()
    value = [one(n) for n in range(50)] + [datetime(2026, 1, 1, tzinfo=zone)] * 50 + [Circle(POINT)] * 50
    encoders = [(native.Encoder(Any), value), (native.Encoder(List[Shape]), value[-50:])]
    for encoder, rows in encoders:
        assert encoder.encode(rows) == _fallback.Encoder(Any if rows is value else List[Shape]).encode(rows)
    watched = [value, value[0], value[60], zone, one, POINT, Circle]
    for _ in range(3):
        gc.collect()
        before = [sys.getrefcount(each) for each in watched]
        for _ in range(5):
            assert all(encoder.encode(rows) for encoder, rows in encoders)
        gc.collect()
        assert [sys.getrefcount(each) for each in watched] == before


@pytest.mark.parametrize("change", ["clear", "replace", "class", "plan"])
def test_code_of_a_zone_that_changes_the_value(change):
    """The bytes are those of a value before or after the change, or the pure back end's error is raised."""
    one, other = new_class(), new_class("Other")

    class Evil(tzinfo):
        def utcoffset(self, moment):
            if change == "clear":
                rows.clear()
            elif change == "replace":
                rows[:] = [other(n) for n in range(len(rows))]
            elif change == "class":
                one.a = property(lambda self: 7)
            elif "__hayapack_plan__" in vars(one):
                del one.__hayapack_plan__
            gc.collect(0)
            return timedelta(hours=1)

    def first(n):
        return one({"at": [datetime(2026, 1, 1, tzinfo=Evil()), one(n)], "n": one(n)})

    def second(n):
        return other([datetime(2026, 1, 1, tzinfo=Evil()), one.__new__(one), Circle(POINT)])

    def whole(make, n):
        if make is first:
            return [{"a": {"at": [moment, {"a": n}], "n": {"a": n}}}]
        return [{"a": [moment, {"a": 7}, hayapack.unpackb(native.Encoder(Circle).encode(Circle(POINT)))]}]

    moment = hayapack.unpackb(hayapack.packb(datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=1))), datetime=True))
    afterwards = {"replace": lambda n: [{"a": n}], "class": lambda n: [{"a": 7}]}
    for _ in range(3):
        for kind, make, count in ((Any, first, 8), (List[Any], second, 1)):
            if change == "class" and "a" in vars(one):
                del one.a
            rows = [make(n) for n in range(count)]
            try:
                found = hayapack.unpackb(native.Encoder(kind).encode(rows))
            except AttributeError:  # the object without a value, which a property has in "class"
                assert (make, change) == (second, "plan")
                continue
            # Without a GIL the list may have been copied; its objects are read one by one, as they are by then.
            assert len(found) in ((0, FREE_THREADED * count) if change == "clear" else (count,))
            allowed = afterwards.get(change, lambda n: [])
            for n, value in enumerate(found):
                after = (
                    [{"a": {"at": [moment, {"a": 7}], "n": {"a": 7}}}] if FREE_THREADED and change == "class" else []
                )
                assert value in whole(make, n) + allowed(n) + after


def test_annotations_that_change_the_value():
    """They are evaluated when the class is met, while nothing is half written."""
    space = {"__annotations__": {"a": "rows.clear() or int"}}
    one = dataclasses.dataclass(type("One", (), space))
    rows = [one(1), one(2)]
    space = sys.modules[__name__]
    space.rows = rows
    try:
        assert outcome(native.Encoder(Any).encode, rows)[0]
    finally:
        del space.rows


def test_attrs_classes(no_fallback):
    attr, attrs = pytest.importorskip("attr"), pytest.importorskip("attrs")

    @attrs.define
    class Derived(attrs.make_class("Base", {"a": attr.ib(type=int)})):
        b: int = 2

    assert native.Encoder(Any).encode([Derived(1)]) == b"\x91\x82\xa1a\x01\xa1b\x02"


def test_depth_of_pairs_and_of_other_objects(no_fallback):
    for kind, value, depth in [(Shape, Circle(None), 2), (Any, [POINT], 2), (Point, Derived(1.0), 1)]:
        assert native.Encoder(kind, max_depth=depth).encode(value)
        with pytest.raises(AssertionError):
            native.Encoder(kind, max_depth=depth - 1).encode(value)
