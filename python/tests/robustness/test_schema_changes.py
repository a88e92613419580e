"""docs/schema-changes.md, the column of Python: typed values of a TypeRegistry."""

import dataclasses
import enum
from typing import Optional

import pytest

from hayapack import InvalidTypedError, Typed, TypeRegistry, packb, unpackb


@dataclasses.dataclass
class Old:
    a: int = 1
    b: Optional[str] = "b"


@dataclasses.dataclass
class Added:
    a: int = 1
    b: Optional[str] = "b"
    c: int = 9


@dataclasses.dataclass
class Reordered:
    b: Optional[str] = None
    a: int = 0


@dataclasses.dataclass
class Renamed:
    a: int = 0
    c: Optional[str] = None


@dataclasses.dataclass
class Required:
    a: int
    z: str


@dataclasses.dataclass
class Widened:
    a: float = 0.0


class OldKind(enum.Enum):
    A = "a"


class Kind(enum.Enum):
    A = "a"
    B = "b"


def registry(cls, fields=None, name="Shop.Order, Shop", aliases=()):
    made = TypeRegistry()
    made.register(cls, name, *aliases, fields=fields)
    return made


def read(value, cls, written=None, expected=None):
    """What a program with `cls` reads, where one with the class of `value` wrote; the arguments are their `fields`."""
    return unpackb(packb(value, types=registry(type(value), written)), types=registry(cls, expected))


TWO, THREE = {"a": 0, "b": 1}, {"a": 0, "b": 1, "c": 2}


def test_added_members_have_their_defaults_and_removed_ones_are_ignored():
    assert read(Old(), Added) == Added(1, "b", 9)
    assert read(Added(), Old) == Old(1, "b")
    assert read(Old(), Added, TWO, THREE) == Added(1, "b", 9)
    assert read(Added(), Old, THREE, TWO) == Old(1, "b")


def test_a_removed_index_leaves_a_gap_that_is_read_as_none():
    assert read(Widened(3.0), Added, {"a": 2}, {"a": 0, "b": 1, "c": 2}) == Added(None, None, 3.0)


def test_an_added_member_without_a_default_is_an_error():
    with pytest.raises(InvalidTypedError, match="Required needs a field 'z'"):
        read(Old(), Required)


def test_the_order_of_names_has_no_meaning_and_that_of_indexes_has():
    assert read(Old(), Reordered) == Reordered("b", 1)
    assert read(Old(), Reordered, TWO, {"b": 0, "a": 1}) == Reordered(1, "b")


def test_a_renamed_member_keeps_its_name_on_the_wire():
    assert read(Old(), Renamed) == Renamed(1, None)
    assert read(Old(), Renamed, None, {"a": "a", "c": "b"}) == Renamed(1, "b")
    assert read(Old(), Renamed, TWO, {"a": 0, "c": 1}) == Renamed(1, "b")


def test_numbers_and_names_do_not_fit():
    with pytest.raises(InvalidTypedError):
        read(Old(), Old, TWO, None)
    assert read(Old(5, "x"), Old, None, TWO) == Old(), "a map has no member 0: all have their defaults"


def test_types_are_not_checked():
    assert read(Old(a=5), Widened) == Widened(5) and read(Old(a=None), Added).a is None


def test_an_unknown_name_is_typed_and_an_alias_reads_an_old_one():
    packed = packb(Old(), types=registry(Old))
    assert unpackb(packed, types=TypeRegistry()) == Typed("Shop.Order, Shop", {"a": 1, "b": "b"})
    assert unpackb(packed, types=registry(Old, name="Shop.Sale, Shop", aliases=["Shop.Order, Shop"])) == Old()


def test_an_unknown_value_of_an_enum_is_an_error():
    with pytest.raises(InvalidTypedError, match="no OldKind has this value"):
        read(Kind.B, OldKind)


def test_plain_maps_ask_for_a_constructor_that_accepts_them():
    packed = packb(Added(), extended=True)
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        Old(**unpackb(packed))
    assert Added(**unpackb(packb(Old(), extended=True))) == Added()
