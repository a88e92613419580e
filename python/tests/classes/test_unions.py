"""Unions of classes: by tags, in pairs, by required keys."""

import dataclasses
import enum
from typing import Annotated, Dict, List, Literal, NamedTuple, NewType, Optional, TypedDict, Union

import pytest
from typed_reading import Cat, Dog, read, refused

from hayapack import Tags, model

# --- unions ----------------------------------------------------------------------


def test_tags_that_leave_out_a_class_of_the_union(backend):
    for key in (None, "k"):
        for kind in (Union[Circle, Square], Union[Circle, Square, None]):
            with pytest.raises(TypeError, match="the tags have no class for Square"):
                backend.Decoder(Annotated[kind, Tags({"a": Circle}, key=key)])
        with pytest.raises(TypeError, match="the tags have no class for int"):
            backend.Encoder(Annotated[Union[Circle, int], Tags({"a": Circle}, key=key)])
        backend.Decoder(Annotated[Union[Circle, Square], Tags({"a": Circle}, key=key, default=Square)])
        narrow = dataclasses.make_dataclass("Narrow", [], bases=(Square,))
        backend.Decoder(Annotated[Union[Circle, Square], Tags({"a": Circle, "b": narrow}, key=key)])


def test_tags_in_the_map(backend):
    kind = List[Union[Cat, Dog]]
    pets = [Cat(9), Dog("rex", Cat(1))]
    packed = backend.Encoder(kind).encode(pets)
    plain = [
        {"type": "Cat", "lives": 9},
        {"type": "dog", "name": "rex", "friend": {"type": "Cat", "lives": 1}},
    ]
    assert backend.unpackb(packed) == plain
    assert backend.unpackb(packed, type=kind) == pets
    assert read(backend, kind, [{"lives": 9, "type": "Cat"}]) == [Cat(9)]
    error = refused(backend, kind, [{"type": "cow"}])
    assert (error.name, error.path) == ("unknown_tag", "$[0].type") and "'cow' is no tag" in str(error)
    assert refused(backend, kind, [{"lives": 1}]).name == "missing_field"
    assert refused(backend, kind, [{"type": 1.5}]).name == "wrong_type"
    assert read(backend, Cat, {"lives": 9}) == Cat(9)
    assert refused(backend, Cat, {"type": "dog", "lives": 9}).path == "$.type"


@dataclasses.dataclass
class Circle:
    radius: float


@dataclasses.dataclass
class Square:
    side: float


@dataclasses.dataclass
class Other:
    pass


def test_pairs_of_a_tag_and_an_object(backend):
    kind = Annotated[Union[Circle, Square, None], Tags({0: Circle, 1: Square})]
    packed = backend.Encoder(List[kind], keys="array").encode([Square(2.0), None])
    assert backend.unpackb(packed) == [[1, [2.0]], None]
    assert backend.unpackb(packed, type=List[kind]) == [Square(2.0), None]
    error = refused(backend, kind, [2, [1.0]])
    assert (error.name, error.path) == ("unknown_tag", "$[0]")
    assert refused(backend, kind, [0]).name == "invalid_value"
    assert refused(backend, kind, ["a", [1.0]]).name == "wrong_type"
    kind = Annotated[Union[Circle, Square], Tags({0: Circle, 1: Square}, default=Other)]
    assert read(backend, kind, [7, {"x": 1}]) == Other()
    kind = Annotated[Union[Circle, Square], Tags({"c": Circle, "s": Square}, key="kind", default=Other)]
    assert read(backend, kind, {"kind": "s", "side": 1.0}) == Square(1.0)
    assert read(backend, kind, {"kind": "z"}) == read(backend, kind, {}) == Other()
    assert backend.unpackb(backend.Encoder(kind).encode(Circle(1.0))) == {"kind": "c", "radius": 1.0}
    assert backend.unpackb(backend.Encoder(Circle).encode(Circle(1.0))) == {"radius": 1.0}


@model(keys="array")
@dataclasses.dataclass
class Listed:
    number: int


def test_classes_told_apart_by_their_keys_are_written_as_maps(backend):
    kind = List[Union[Circle, Listed]]
    packed = backend.Encoder(kind).encode([Listed(1), Circle(1.0)])
    assert backend.unpackb(packed) == [{"number": 1}, {"radius": 1.0}]
    assert backend.unpackb(packed, type=kind) == [Listed(1), Circle(1.0)]
    assert backend.Encoder(Listed).encode(Listed(1)) == b"\x91\x01"


@model(tag="type")
@dataclasses.dataclass
class Tagged:
    circle: Circle


@model(tag="type")
@dataclasses.dataclass
class TaggedToo:
    circle: Circle


@pytest.mark.parametrize(
    "kind",
    [
        Union[Circle, Listed],
        Union[Circle, Listed, None, int],
        Annotated[Union[Circle, Listed], Tags({1: Circle, 2: Listed}, key="t")],
        Union[Tagged, TaggedToo, int],
    ],
    ids=["keys", "keys or int", "tags", "tags of classes"],
)
def test_encoder_of_arrays_writes_the_classes_of_a_union_by_keys_as_maps(backend, kind):
    values = [Tagged(Circle(1.0)), TaggedToo(Circle(2.0))] if "Tagged" in str(kind) else [Circle(1.0), Listed(2)]
    encoder = backend.Encoder(List[kind], keys="array")
    assert backend.unpackb(encoder.encode(values), type=List[kind]) == values
    assert backend.Encoder(Circle, keys="array").encode(Circle(1.0)) == backend.packb([1.0])
    if type(values[0]) is Tagged:  # the objects inside have the form that was asked for
        assert backend.unpackb(encoder.encode(values[:1])) == [{"type": "Tagged", "circle": [1.0]}]


def test_classes_told_apart_by_their_required_keys(backend):
    kind = Union[Circle, Square]
    assert read(backend, kind, {"side": 1.0, "x": 5}) == Square(1.0)
    assert read(backend, kind, {"x": {"radius": 1}, "radius": 1.0}) == Circle(1.0)
    error = refused(backend, kind, {"x": 1})
    assert (error.name, error.path) == ("invalid_value", "$")
    with pytest.raises(TypeError) as caught:
        backend.Decoder(Union[Circle, Other])
    assert "Other has no required key of its own" in str(caught.value)


class Left(TypedDict):
    left: int


class Right(TypedDict):
    right: int


def test_unions_of_typed_dicts(backend):
    assert read(backend, Union[Left, Right], {"right": 1}) == {"right": 1}
    assert refused(backend, Union[Left, Right], {"right": "a"}).path == "$.right"


@model(tag="t")
@dataclasses.dataclass
class Nest:
    inner: "Union[Nest, Leaf, None]" = None


@model(tag="t")
@dataclasses.dataclass
class Leaf:
    n: int = 0


def test_late_tags_have_a_budget(backend):
    plain = {"n": 1, "t": "Leaf"}
    for _ in range(5):
        plain = {"inner": plain, "t": "Nest"}
    assert read(backend, Union[Nest, Leaf], plain).inner.inner.inner.inner.inner == Leaf(1)
    for _ in range(400):
        plain = {"inner": plain, "t": "Nest"}
    assert refused(backend, Union[Nest, Leaf], plain).name == "late_tag"


# --- literals and aliases ----------------------------------------------------------


class Letter(enum.Enum):
    A = "a"


MaybeA = NewType("MaybeA", Optional[Literal["a"]])
MaybeLetter = NewType("MaybeLetter", Optional[Letter])
MaybeNumber = NewType("MaybeNumber", Optional[Union[int, float]])
MaybePet = NewType("MaybePet", Optional[Union[Cat, Dog]])


@pytest.mark.parametrize(
    "kind, good, bad",
    [
        (Union[Literal["a"], str], ["a", "b"], [1, None]),
        (Union[int, Literal[1, 2]], [1, 3, -(2**40)], ["1", True]),
        (Union[Literal[True], bool], [True, False], [1]),
        (Union[bytes, Literal[b"a"]], [b"a", b"b"], ["a"]),
        (Union[Literal["a", 1, None], str], ["a", "b", 1, None], [2, True]),
        (Union[Literal["a", 1], str, int], ["a", "b", 1, 2], [1.5]),
        (Union[Literal[1], float], [1, 2.5], ["a"]),
    ],
)
def test_a_literal_beside_the_type_of_its_values(backend, kind, good, bad):
    """All values of the type are read, and written again."""
    assert read(backend, List[kind], good) == good
    assert backend.unpackb(backend.Encoder(List[kind]).encode(good)) == good
    for one in bad:
        assert refused(backend, List[kind], [one]).path == "$[0]"


@pytest.mark.parametrize(
    "kind, plain, values",
    [
        (Union[MaybeA, int], ["a", 1, None], ["a", 1, None]),
        (Union[MaybeA, str], ["a", "b", None], ["a", "b", None]),
        (Union[int, MaybeLetter], ["a", 1, None], [Letter.A, 1, None]),
        (Union[MaybeNumber, str], [1, 1.5, "a", None], [1, 1.5, "a", None]),
        (Union[MaybePet, str], [{"type": "Cat", "lives": 9}, "a", None], [Cat(9), "a", None]),
    ],
)
def test_an_optional_alias_in_a_union(backend, kind, plain, values):
    assert read(backend, List[kind], plain) == values
    assert backend.unpackb(backend.Encoder(List[kind]).encode(values)) == plain


# --- a class beside a type that is read from its other form ---------------------------


class Pair(NamedTuple):
    a: int
    b: int = 0


@model(keys="array")
@dataclasses.dataclass
class Row:
    radius: float


@pytest.mark.parametrize("keys", [None, "map", "array"])
@pytest.mark.parametrize(
    "kind, values, plain",
    [
        (Union[Circle, List[int]], [Circle(1.0), [1]], [{"radius": 1.0}, [1]]),
        (Union[Row, Dict[str, float]], [Row(1.0), {"radius": 1.0}], [[1.0], {"radius": 1.0}]),
        (Union[Pair, Dict[str, int]], [Pair(1), {"a": 1}], [[1, 0], {"a": 1}]),
        (Union[Pair, Circle], [Pair(1), Circle(1.0)], [[1, 0], {"radius": 1.0}]),
        (Union[Left, Pair, None], [{"left": 1}, Pair(1, 2), None], [{"left": 1}, [1, 2], None]),
        (
            Union[Circle, Square, Pair],
            [Circle(1.0), Pair(1), Square(2.0)],
            [{"radius": 1.0}, [1, 0], {"side": 2.0}],
        ),
    ],
)
def test_a_class_beside_a_type_of_its_other_form(backend, kind, values, plain, keys):
    """Every value survives a round trip, with keys="map" and with keys="array"."""
    packed = backend.Encoder(List[kind], keys=keys).encode(values)
    assert backend.unpackb(packed) == plain
    assert backend.unpackb(packed, type=List[kind]) == values


@pytest.mark.parametrize(
    "kind", [Union[Pair, Row], Union[Pair, List[int]], Union[Row, List[int]], Union[Circle, Dict[str, int]]]
)
def test_types_of_one_form_are_refused(backend, kind):
    with pytest.raises(TypeError, match="on the wire"):
        backend.Decoder(kind)
