"""What annotations may be: names that a field has too, aliases that name themselves, tuples, limits of other packages."""

from __future__ import annotations

import dataclasses
import enum
import sys
import typing
import uuid
from datetime import date, datetime, timedelta, timezone
from typing import Annotated, Any, Dict, Generic, List, NamedTuple, Optional, Tuple, TypedDict, TypeVar, Union

import pytest

import hayapack
from hayapack import Key, Limit, describe, packb

T = TypeVar("T")
DAY = date(2026, 1, 2)
JSON = Union[Dict[str, "JSON"], List["JSON"], str, int, None]
Itself = Annotated["Itself", Limit(ge=1)]


class color(enum.Enum):  # noqa: N801
    red = 1


@dataclasses.dataclass
class Optionally:
    date: Optional[date] = None


@dataclasses.dataclass
class ByDefault:
    color: color = color.red


@dataclasses.dataclass
class Beside:
    id: uuid.UUID
    uuid: uuid.UUID = None


@dataclasses.dataclass
class Method:
    when: date
    tags: List[str]

    def date(self):
        pass

    @property
    def List(self):  # noqa: N802
        pass


@dataclasses.dataclass
class Builtin:
    int: int = 0


class Named(NamedTuple):
    date: date


@dataclasses.dataclass
class Nested:
    class Kind(enum.Enum):
        A = 1

    kind: Kind


class Kind:
    """Hidden in Nested by its own class."""


@dataclasses.dataclass
class Document:
    body: JSON


@dataclasses.dataclass
class Growing(Generic[T]):
    value: T
    next: Optional[Growing[List[T]]] = None


@dataclasses.dataclass
class Doubling(Generic[T]):
    value: T
    next: Optional[Doubling[Tuple[T, T]]] = None


@dataclasses.dataclass
class OnlyItself:
    x: Itself


@dataclasses.dataclass
class Hidden:
    x: nothing  # noqa: F821

    def nothing(self):
        pass


def returns(backend, kind, value):
    assert backend.Decoder(kind).decode(backend.Encoder(kind).encode(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        Optionally(DAY),
        ByDefault(color.red),
        Beside(uuid.UUID(int=1), uuid.UUID(int=2)),
        Method(DAY, ["a"]),
        Builtin(3),
        Named(DAY),
        Nested(Nested.Kind.A),
        Document({"a": [1, {"b": None}]}),
    ],
)
def test_names_of_types_that_members_have_too(backend, value):
    returns(backend, type(value), value)


def test_structs_with_such_fields(backend):
    msgspec = pytest.importorskip("msgspec")
    made = msgspec.defstruct("Made", [("date", "date"), ("more", list, [])], module=__name__)
    returns(backend, made, made(DAY))


@pytest.mark.skipif(not hasattr(typing, "Self"), reason="Self is Python 3.11's")
def test_self(backend):
    @dataclasses.dataclass
    class Node:
        next: Optional[typing.Self] = None

    @dataclasses.dataclass
    class Derived(Node):
        n: int = 0

    returns(backend, Node, Node(Node()))
    returns(backend, Derived, Derived(Derived(None, 2), 1))


@pytest.mark.parametrize(
    "kind, text",
    [
        (Growing[int], "^Growing.next: the type contains itself with ever larger arguments$"),
        (Doubling[int], "^Doubling.next: the type contains itself with ever larger arguments$"),
        (OnlyItself, "^OnlyItself.x: Itself is only itself$"),
        (JSON, "a name in quotes is looked up in the module of a class or alias only"),
        (Hidden, "^Hidden.x: the function nothing is no type; a member of the class hides the type of that name$"),
        (typing.Counter[str], r"decoders=\{Counter\[str\]: ...\}"),
    ],
)
def test_types_without_a_plan(backend, kind, text):
    with pytest.raises(TypeError, match=text):
        backend.Decoder(kind)


def test_a_type_that_is_nested_too_deeply(backend):
    kind = int
    for _ in range(900):
        kind = list[kind]
    with pytest.raises(TypeError, match="nested too deeply"):
        backend.Decoder(kind)


def test_recursive_aliases_are_described_once():
    found = describe(Document)["fields"][0]["type"]
    assert found["alias"] == "JSON"
    assert found["types"][1]["items"].keys() == {"kind", "name", "nullable", "alias"}
    assert len(packb(describe(Document))) < 1000


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type aliases are Python 3.12's")
def test_type_aliases_that_name_themselves(backend):
    space = {"__name__": __name__}
    exec('type J = dict[str, J] | list[J] | str\ntype L = list[L]\ntype Q = dict[str, "Q"] | int', space)
    returns(backend, space["J"], {"a": ["b", {}]})
    returns(backend, space["Q"], {"a": {"b": 1}})
    for name in "JLQ":
        assert describe(space[name])["alias"] == name
        assert len(packb(describe(space[name]))) < 1000
    quoted = typing.TypeAliasType("quoted", "dict[str, quoted] | None")
    returns(backend, quoted, {"a": None})


@pytest.mark.skipif(sys.version_info < (3, 11), reason="unpacked tuples are Python 3.11's")
def test_unpacked_tuples(backend):
    def kind(text):
        return eval(text.replace("*", ""), {"Unpack": typing.Unpack, "tuple": tuple, "int": int, "str": str})

    returns(backend, kind("tuple[Unpack[tuple[int, str]], int]"), (1, "a", 2))
    returns(backend, kind("tuple[Unpack[tuple[int, ...]]]"), (1, 2))
    for text in ("tuple[int, Unpack[tuple[str, ...]]]", "tuple[Unpack[tuple[int, ...]], str]"):
        with pytest.raises(TypeError, match="any number of elements beside others"):
            backend.Decoder(kind(text))


# --- TypedDicts ----------------------------------------------------------------------


def typed(**attributes):
    """A TypedDict with what extra_items= and closed= set, for versions that do not have them."""
    cls = TypedDict("Open", {"n": str})
    for name, value in attributes.items():
        setattr(cls, name, value)
    return cls


def test_extra_items_and_closed(backend):
    extra = typed(__extra_items__=Optional[int])
    returns(backend, extra, {"n": "a", "x": 2, "y": None})
    with pytest.raises(hayapack.ValidationError) as caught:
        backend.Decoder(extra).decode(packb({"n": "a", "x": "bad"}))
    assert (caught.value.name, caught.value.path) == ("wrong_type", "$.x")
    assert describe(extra)["values"]["name"] == "int | None"
    closed = typed(__closed__=True)
    with pytest.raises(hayapack.ValidationError) as caught:
        backend.Decoder(closed).decode(packb({"n": "a", "x": 1}))
    assert caught.value.name == "unknown_field"
    with pytest.raises(hayapack.PackError, match="Open has no field 'x'") as caught:
        backend.Encoder(List[closed]).encode([{"n": "a"}, {"n": "a", "x": 1}])
    assert (caught.value.name, caught.value.path) == ("unsupported_type", "$[1]")


# --- metadata ------------------------------------------------------------------------


class Group:
    """As annotated-types documents groups."""

    __is_annotated_types_grouped_metadata__ = True

    def __iter__(self):
        yield Limit(ge=1)
        yield Limit(le=3)


def foreign(name, module, **attributes):
    return type(name, (), {"__module__": module, **attributes})()


def test_groups_of_limits(backend):
    for kind in (Annotated[int, Group()], Annotated[int, foreign("FieldInfo", "pydantic.fields", metadata=[Group()])]):
        returns(backend, kind, 2)
        for value in (0, 4):
            with pytest.raises(hayapack.ValidationError, match="not"):
                backend.Decoder(kind).decode(packb(value))


@pytest.mark.parametrize(
    "one",
    [
        foreign("Predicate", "annotated_types", func=str.islower),
        foreign("Timezone", "annotated_types", tz=None),
        foreign("AfterValidator", "pydantic.functional_validators", func=abs),
        foreign("FieldInfo", "pydantic.fields", metadata=[foreign("Predicate", "annotated_types")]),
        foreign("FieldInfo", "pydantic.fields", metadata=[], alias="a"),
    ],
)
def test_constraints_that_are_not_checked_are_refused(backend, one):
    with pytest.raises(TypeError, match="^the constraint .* is not supported"):
        backend.Decoder(Annotated[str, one])


def test_metadata_that_constrains_nothing(backend):
    for one in (foreign("Unit", "annotated_types"), foreign("Strict", "pydantic.types"), "text", object()):
        returns(backend, Annotated[str, one], "a")


@pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations are evaluated later from Python 3.14 on")
def test_later_names_in_metadata(backend):
    assert Annotated[int, Limit(ge=1)] and Annotated[int, Limit(ge=-5)]  # in typing's cache
    space = {"__name__": "later", "Annotated": Annotated, "Limit": Limit, "Key": Key, "dataclasses": dataclasses}
    code = """
@dataclasses.dataclass
class Late:
    a: Annotated[int, Limit(ge=LATER)] = 5
    b: Annotated[int, Key("b", decoder=parse)] = 6
LATER = 3
parse = abs
"""
    exec(compile(code, "later", "exec", dont_inherit=True), space)
    assert backend.Decoder(space["Late"]).decode(packb({"a": 4, "b": -2})) == space["Late"](4, 2)
    with pytest.raises(hayapack.ValidationError, match="not >= 3"):
        backend.Decoder(space["Late"]).decode(packb({"a": 2}))


def test_a_cell_that_runs_again(backend):
    @dataclasses.dataclass
    class Node:
        kids: Any

    old, Node.__qualname__ = Node, "Node"
    new = dataclasses.make_dataclass("Node", [("kids", List[old])])
    new.__module__, new.__qualname__ = old.__module__, "Node"
    returns(backend, new, new([new([])]))


def test_moments_without_a_year_in_utc(backend):
    for hours in (14, -12):
        zone = timezone(timedelta(hours=hours))
        for moment in (datetime.min.replace(tzinfo=zone), datetime.max.replace(tzinfo=zone)):
            returns(backend, datetime, moment)
