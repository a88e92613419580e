"""Classes: how they are made, what their fields may say, and what goes wrong."""

import copy
import dataclasses
import enum
import gc
import pickle
import sys
import threading
import typing
import weakref
from typing import Any, Dict, Generic, List, NamedTuple, Optional, Tuple, TypedDict, TypeVar, Union

import pytest

import hayapack
from hayapack import UNSET, Key, Limit, Tags, UnsetType, ValidationError, model, packb

try:
    from typing import Annotated
except ImportError:
    from typing_extensions import Annotated

T = TypeVar("T")
KW = {"kw_only": True} if sys.version_info >= (3, 10) else {}
SLOTS = {"slots": True} if sys.version_info >= (3, 10) else {}


def read(backend, kind, plain, **options):
    return backend.unpackb(packb(plain), type=kind, **options)


def refused(backend, kind, plain, **options):
    with pytest.raises(ValidationError) as caught:
        read(backend, kind, plain, **options)
    return caught.value


# --- dataclasses ----------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, SLOTS, {"frozen": True}, {"frozen": True, **SLOTS}, KW, {"order": True}])
def test_each_form_of_a_dataclass(backend, options):
    @dataclasses.dataclass(**options)
    class Item:
        a: int
        b: str = "x"
        c: List[int] = dataclasses.field(default_factory=list)

    one = read(backend, Item, {"a": 1})
    assert one == Item(a=1, b="x", c=[]) and type(one) is Item
    assert read(backend, Item, {"a": 1}).c is not one.c
    assert read(backend, Item, [1, "y", [2]]) == Item(a=1, b="y", c=[2])
    assert backend.unpackb(backend.Encoder(Item).encode(one)) == {"a": 1, "b": "x", "c": []}
    assert copy.copy(one) == pickle_free(one)


def pickle_free(one):
    return copy.deepcopy(one)


def test_derived_classes(backend):
    @dataclasses.dataclass
    class Base:
        a: int

    @dataclasses.dataclass
    class Derived(Base):
        b: int = 2

    assert read(backend, Derived, {"a": 1}) == Derived(1, 2)
    assert backend.unpackb(backend.Encoder(Derived).encode(Derived(1))) == {"a": 1, "b": 2}
    # A derived object is written by its own class.
    assert backend.unpackb(backend.Encoder(List[Base]).encode([Derived(1)])) == [{"a": 1, "b": 2}]

    class Undecorated(Derived):
        pass

    one = read(backend, Undecorated, {"a": 1})
    assert type(one) is Undecorated and (one.a, one.b) == (1, 2)


@dataclasses.dataclass
class Tree:
    value: int
    left: "Optional[Tree]" = None
    right: "Optional[Tree]" = None


def test_recursive_classes_deeper_than_python_recurses(backend):
    deep = {"value": 0}
    for n in range(1, 1000):
        deep = {"value": n, "left": deep}
    tree = read(backend, Tree, deep)
    count = 0
    while tree is not None:
        tree, count = tree.left, count + 1
    assert count == 1000
    with pytest.raises(hayapack.StackError) as caught:
        read(backend, Tree, deep, max_depth=999)
    assert caught.value.offset > 0 and caught.value.path.startswith("$.left.left")


def test_a_local_class_can_name_itself(backend):
    @dataclasses.dataclass
    class Node:
        next: "Optional[Node]" = None

    assert read(backend, Node, {"next": {}}) == Node(Node())


@dataclasses.dataclass
class Page(Generic[T]):
    items: List[T]
    next: "Optional[Page[T]]" = None


@dataclasses.dataclass
class Named(Page[str]):
    name: str = ""


def test_generic_classes(backend):
    assert read(backend, Page[int], {"items": [1], "next": {"items": [2]}}) == Page([1], Page([2]))
    error = refused(backend, Page[int], {"items": [], "next": {"items": ["a"]}})
    assert (error.path, error.expected) == ("$.next.items[0]", "int")
    assert read(backend, Page, {"items": [1, "a"]}) == Page([1, "a"])
    assert read(backend, Named, {"items": ["a"], "name": "n"}) == Named(["a"], None, "n")
    assert refused(backend, Named, {"items": [1]}).expected == "str"
    assert read(backend, Page[Page[int]], {"items": [{"items": [1]}]}) == Page([Page([1])])


@pytest.mark.skipif(sys.version_info < (3, 12), reason="PEP 695 is Python 3.12's")
def test_type_parameters_and_aliases_of_pep_695(backend):
    space = {"dataclass": dataclasses.dataclass, "__name__": __name__}
    exec(
        "@dataclass\nclass Box[T]:\n    item: T\n    more: 'list[Box[T]] | None' = None\n"
        "type Json = dict[str, Json] | list[Json] | str | int | float | bool | None\n"
        "type Pair[A] = tuple[A, A]\n",
        space,
    )
    Box, Json, Pair = space["Box"], space["Json"], space["Pair"]
    assert read(backend, Box[int], {"item": 1, "more": [{"item": 2}]}) == Box(1, [Box(2)])
    assert refused(backend, Box[int], {"item": 1, "more": [{"item": "a"}]}).path == "$.more[0].item"
    plain = {"a": [1, 2.5, None, {"b": True}]}
    assert read(backend, Json, plain) == plain
    assert refused(backend, Json, {"a": [b"x"]}).path == "$.a[0]"
    assert read(backend, Pair[int], [1, 2]) == (1, 2)


# --- how objects are made ----------------------------------------------------------


def test_a_generated_init_is_not_called_and_another_one_is(backend):
    calls = []

    @dataclasses.dataclass
    class Own:
        a: int

        def __init__(self, a):
            calls.append(a)
            self.a = a + 1

    assert read(backend, Own, {"a": 1}).a == 2 and calls == [1]

    @dataclasses.dataclass
    class New:
        a: int

        def __new__(cls, *args, **options):
            calls.append("new")
            return object.__new__(cls)

    assert read(backend, New, {"a": 1}).a == 1 and calls == [1, "new"]

    @dataclasses.dataclass
    class Setter:
        a: int

        def __setattr__(self, name, value):
            object.__setattr__(self, name, value * 2)

    assert read(backend, Setter, {"a": 1}).a == 2

    class Meta(type):
        def __call__(cls, **options):
            calls.append("meta")
            return super().__call__(**options)

    @dataclasses.dataclass
    class Made(metaclass=Meta):
        a: int

    assert read(backend, Made, {"a": 1}).a == 1 and calls[-1] == "meta"


def test_code_that_looks_generated(backend):
    """exec() gives functions the file that dataclasses gives its own."""
    space = {"dataclass": dataclasses.dataclass}
    exec("@dataclass\nclass A:\n    a: int\n    def __init__(self, a): self.a = a + 1\n", space)
    if sys.version_info >= (3, 11):  # before it, nothing else tells them apart
        assert read(backend, space["A"], {"a": 1}).a == 2


def test_post_init_runs_once_on_the_whole_object(backend):
    @dataclasses.dataclass
    class Sum:
        a: int
        b: int = 5
        total: int = dataclasses.field(init=False, default=0)

        def __post_init__(self):
            if self.a < 0:
                raise ValueError("a is negative")
            self.total += self.a + self.b

    one = read(backend, Sum, {"a": 1, "total": 99})
    assert (one.a, one.b, one.total) == (1, 5, 6)
    assert read(backend, Sum, [1, 2, 99]).total == 3
    assert backend.unpackb(backend.Encoder(Sum).encode(one)) == {"a": 1, "b": 5, "total": 6}
    error = refused(backend, List[Sum], [{"a": 1}, {"a": -1}])
    assert (error.name, error.path, error.offset) == ("invalid_value", "$[1]", 5)
    assert isinstance(error.__cause__, ValueError) and "a is negative" in str(error)

    @dataclasses.dataclass
    class Fails:
        def __post_init__(self):
            raise KeyError("other exceptions pass")

    with pytest.raises(KeyError):
        read(backend, Fails, {})


def test_a_field_without_init_that_post_init_sets(backend):
    @dataclasses.dataclass
    class Late:
        a: int
        b: int = dataclasses.field(init=False)

        def __post_init__(self):
            self.b = self.a * 2

    assert read(backend, Late, {"a": 2, "b": 0}).b == 4


def test_init_vars_are_read(backend):
    @dataclasses.dataclass
    class Given:
        a: int
        factor: dataclasses.InitVar[int] = 1

        def __post_init__(self, factor):
            self.a *= factor

    assert read(backend, Given, {"a": 2, "factor": 5}).a == 10
    assert read(backend, Given, {"a": 2}).a == 2
    assert refused(backend, Given, {"a": 2, "factor": "x"}).path == "$.factor"
    assert backend.unpackb(backend.Encoder(Given).encode(Given(3))) == {"a": 3}


def test_a_field_behind_a_property(backend):
    @dataclasses.dataclass
    class Shadowed:
        a: int

    def get(self):
        return self.__dict__["_a"]

    def put(self, value):
        self.__dict__["_a"] = value * 2

    Shadowed.a = property(get, put)
    assert read(backend, Shadowed, {"a": 2}).a == 4


def test_dataclasses_that_are_something_else_too(backend):
    @dataclasses.dataclass
    class Error(Exception):
        code: int

    assert read(backend, Error, {"code": 5}).code == 5

    @dataclasses.dataclass
    class Items(list):
        name: str = ""

    assert read(backend, Items, {"name": "n"}).name == "n"


def test_class_variables_are_no_fields(backend):
    @dataclasses.dataclass
    class Counted:
        total: typing.ClassVar[int] = 5
        a: int = 1

    assert read(backend, Counted, {"total": 9}).total == 5
    assert backend.unpackb(backend.Encoder(Counted).encode(Counted())) == {"a": 1}


def test_a_collection_during_factories_and_post_init(backend):
    def factory():
        gc.collect()
        found = [one for one in gc.get_objects() if type(one) is Watched]
        assert all(hasattr(one, "a") and hasattr(one, "b") for one in found)
        return []

    @dataclasses.dataclass
    class Watched:
        a: int
        b: List[int] = dataclasses.field(default_factory=factory)

        def __post_init__(self):
            factory()

    assert len(read(backend, List[Watched], [{"a": n} for n in range(5)])) == 5


def test_a_hook_may_decode_with_the_same_decoder(backend):
    @dataclasses.dataclass
    class Outer:
        a: int
        inner: Any = None

        def __post_init__(self):
            if self.a:
                self.inner = decoder.decode(packb({"a": self.a - 1}))

    decoder = backend.Decoder(Outer)
    assert decoder.decode(packb({"a": 3})).inner.inner.inner == Outer(0)


def test_exceptions_of_factories_pass_through(backend):
    def fail():
        raise ValueError("mine")

    @dataclasses.dataclass
    class Failing:
        a: int = dataclasses.field(default_factory=fail)

    with pytest.raises(ValueError) as caught:
        read(backend, Failing, {})
    assert not isinstance(caught.value, ValidationError)


def test_a_hook_that_raises_stop_iteration(backend):
    def stop(value):
        raise StopIteration(value)

    with pytest.raises(StopIteration):
        read(backend, List[int], [1], decoders={int: stop})


# --- attrs ----------------------------------------------------------------------


def test_attrs_classes(backend):
    attrs = pytest.importorskip("attrs")
    calls = []

    @attrs.define
    class Plain:
        a: int
        b: List[int] = attrs.Factory(list)
        _c: str = "c"

        def __attrs_post_init__(self):
            calls.append(self.a)

    one = read(backend, Plain, {"a": 1, "_c": "d"})
    assert one == Plain(1, [], "d") and calls == [1, 1]
    assert backend.unpackb(backend.Encoder(Plain).encode(one)) == {"a": 1, "b": [], "_c": "d"}
    assert refused(backend, Plain, {"a": "x"}).path == "$.a"

    @attrs.frozen
    class Checked:
        a: int = attrs.field(validator=attrs.validators.gt(0))
        b: int = attrs.field(default=0, converter=abs)
        c: int = attrs.field(init=False, default=7)
        d: int = attrs.Factory(lambda self: self.a + 1, takes_self=True)

    assert read(backend, Checked, {"a": 1, "b": -5}) == Checked(1, -5)
    assert read(backend, Checked, {"a": 1, "b": -5}).d == 2
    assert refused(backend, Checked, {"a": 0}).name == "invalid_value"

    @attrs.define
    class Derived(Plain):
        e: "Optional[Plain]" = None

    assert read(backend, Derived, {"a": 1, "e": {"a": 2}}).e == Plain(2)


# --- fields ----------------------------------------------------------------------


def test_renamed_fields_and_aliases(backend):
    @model(rename="camel")
    @dataclasses.dataclass
    class User:
        user_id: int
        full_name: Annotated[str, Key("name", aliases=["fullName", "n"])] = ""
        last_seen_at: Annotated[int, Key(aliases=["seen"])] = 0

    one = User(1, "a", 2)
    assert backend.unpackb(backend.Encoder(User).encode(one)) == {"userId": 1, "name": "a", "lastSeenAt": 2}
    assert read(backend, User, {"userId": 1, "n": "a", "seen": 2}) == one
    assert refused(backend, User, {"user_id": 1}).name == "missing_field"
    error = refused(backend, User, {"userId": 1, "n": "a", "name": "b"})
    assert (error.name, error.path, error.offset) == ("duplicate_field", "${key #2}", 13)
    for rename, key in [("pascal", "UserId"), ("kebab", "user-id"), ("upper", "USER_ID"), ("lower", "user_id")]:
        cls = model(rename=rename)(dataclasses.make_dataclass("Other", [("user_id", int)]))
        assert backend.unpackb(backend.Encoder(cls).encode(cls(1))) == {key: 1}
    cls = model(rename={"a": "b"})(dataclasses.make_dataclass("Mapped", [("a", int)]))
    assert read(backend, cls, {"b": 1}).a == 1
    cls = model(rename=str.title)(dataclasses.make_dataclass("Called", [("a", int)]))
    assert read(backend, cls, {"A": 1}).a == 1


def test_elements_of_arrays(backend):
    @dataclasses.dataclass
    class Row:
        a: Annotated[int, Key(0)]
        b: Annotated[Optional[str], Key(2)] = None

    packed = backend.Encoder(Row).encode(Row(1, "x"))
    assert backend.unpackb(packed) == [1, None, "x"]
    assert backend.unpackb(packed, type=Row) == Row(1, "x")
    assert read(backend, Row, [1]) == Row(1)
    assert read(backend, Row, [1, ["skipped"], "x", "more"]) == Row(1, "x")
    assert refused(backend, Row, []).name == "missing_field"
    assert refused(backend, Row, ["x"]).path == "$[0]"
    assert backend.unpackb(backend.Encoder(Row, keys="map").encode(Row(1))) == {"a": 1, "b": None}


def test_unknown_fields(backend):
    @model(unknown="error")
    @dataclasses.dataclass
    class Strict:
        a: int = 0

    error = refused(backend, Strict, {"a": 1, "b": 2})
    assert (error.name, error.path, error.offset) == ("unknown_field", "${key #1}", 4)
    assert "Strict has no field 'b'" in str(error)
    error = refused(backend, Strict, [1, 2])
    assert (error.name, error.path) == ("unknown_field", "$[1]")

    @model(unknown="keep")
    @dataclasses.dataclass
    class Open:
        a: int
        extra: Dict[Any, Any] = dataclasses.field(default_factory=dict)

    one = read(backend, Open, {"b": [1], "a": 1, "extra": 5})
    assert one == Open(1, {"b": [1], "extra": 5})
    assert backend.unpackb(backend.Encoder(Open).encode(one)) == {"a": 1, "b": [1], "extra": 5}
    assert read(backend, Open, {"a": 1}) == Open(1, {})


def test_what_is_left_out(backend):
    @model(omit_none=True)
    @dataclasses.dataclass
    class NoNone:
        a: Optional[int] = None
        b: int = 0

    assert backend.unpackb(backend.Encoder(NoNone).encode(NoNone())) == {"b": 0}

    @model(omit_defaults=True)
    @dataclasses.dataclass
    class NoDefaults:
        a: int
        b: int = 0
        c: List[int] = dataclasses.field(default_factory=list)
        d: Any = 1

    encode = backend.Encoder(NoDefaults).encode
    assert backend.unpackb(encode(NoDefaults(0))) == {"a": 0}
    assert backend.unpackb(encode(NoDefaults(0, 1, [2], True))) == {"a": 0, "b": 1, "c": [2], "d": True}

    @dataclasses.dataclass
    class Patch:
        a: Union[int, None, UnsetType] = UNSET

    assert read(backend, Patch, {}).a is UNSET
    assert read(backend, Patch, {"a": None}).a is None
    assert backend.unpackb(backend.Encoder(Patch).encode(Patch())) == {}
    assert backend.unpackb(backend.Encoder(Patch).encode(Patch(None))) == {"a": None}
    assert pickle.loads(pickle.dumps(UNSET)) is UNSET and copy.deepcopy(UNSET) is UNSET and not UNSET


def test_limits(backend):
    class Of(NamedTuple):
        a: Annotated[int, Limit(ge=1, lt=10, multiple_of=3)] = 3
        b: Annotated[str, Limit(min_len=1, max_len=2)] = "a"
        c: Annotated[List[Annotated[float, Limit(gt=0)]], Limit(max_len=1)] = []

    assert read(backend, Of, [9, "éé", [0.5]]) == Of(9, "éé", [0.5])
    for plain, path, words in [
        ([0], "$[0]", "not >= 1"),
        ([12], "$[0]", "not < 10"),
        ([4], "$[0]", "not a multiple of 3"),
        ([3, ""], "$[1]", "a length of 0, less than 1"),
        ([3, "abc"], "$[1]", "a length of 3, more than 2"),
        ([3, "a", [0.0]], "$[2][0]", "not > 0"),
        ([3, "a", [float("nan")]], "$[2][0]", "not > 0"),
        ([3, "a", [1.0, 2.0]], "$[2]", "a length of 2, more than 1"),
    ]:
        error = refused(backend, Of, plain)
        assert (error.name, error.path) == ("out_of_bounds", path) and words in str(error)
    annotated_types = pytest.importorskip("annotated_types")
    kind = Annotated[int, annotated_types.Ge(1), annotated_types.Interval(lt=5)]
    assert read(backend, kind, 4) == 4
    assert refused(backend, kind, 0).name == refused(backend, kind, 5).name == "out_of_bounds"
    kind = Annotated[str, annotated_types.Len(1, 2)]
    assert refused(backend, kind, "abc").name == "out_of_bounds"


# --- unions ----------------------------------------------------------------------


@model(tag="type")
@dataclasses.dataclass
class Cat:
    lives: int


@model(tag=("type", "dog"))
@dataclasses.dataclass
class Dog:
    name: str
    friend: "Union[Cat, Dog, None]" = None


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
    l: int


class Right(TypedDict):
    r: int


def test_unions_of_typed_dicts(backend):
    assert read(backend, Union[Left, Right], {"r": 1}) == {"r": 1}
    assert refused(backend, Union[Left, Right], {"r": "a"}).path == "$.r"


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


# --- hooks -----------------------------------------------------------------------


def test_hooks_also_for_built_in_types(backend):
    decoders = {str: str.upper, complex: lambda pair: complex(*pair)}
    kind = Tuple[str, complex, Optional[str]]
    assert read(backend, kind, ["a", [1, 2], None], decoders=decoders) == ("A", 1 + 2j, None)
    error = refused(backend, kind, ["a", [1, "x"], None], decoders=decoders)
    assert (error.name, error.path) == ("invalid_value", "$[1]")
    assert isinstance(error.__cause__, TypeError)
    encoder = backend.Encoder(kind, encoders={str: str.lower, complex: lambda z: [z.real, z.imag]})
    assert backend.unpackb(encoder.encode(("A", 1 + 2j, None))) == ["a", [1.0, 2.0], None]

    @dataclasses.dataclass
    class Field:
        a: Annotated[int, Key(decoder=int, encoder=str)]

    assert read(backend, Field, {"a": "5"}) == Field(5)
    assert backend.unpackb(backend.Encoder(Field).encode(Field(5))) == {"a": "5"}


# --- strict=False ------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind, plain, value",
    [
        (int, "5", 5), (int, 5.0, 5), (float, "1.5", 1.5), (float, 2**53 + 1, 2.0**53), (bool, 1, True), (bool, "false", False),
        (str, b"a", "a"), (bytes, "a", b"a"),
    ],
)  # fmt: skip
def test_lax_conversions(backend, kind, plain, value):
    found = read(backend, kind, plain, strict=False)
    assert (found, type(found)) == (value, type(value))
    with pytest.raises(ValidationError):
        read(backend, kind, plain)


@pytest.mark.parametrize(
    "kind, plain, name",
    [
        (int, "5x", "invalid_value"), (int, 1.5, "invalid_value"), (int, str(2**64), "invalid_value"), (int, [], "wrong_type"),
        (bool, 2, "invalid_value"), (str, b"\xff", "invalid_value"), (str, 5, "wrong_type"), (float, "x", "invalid_value"),
        (int, float("inf"), "invalid_value"),
    ],
)  # fmt: skip
def test_lax_conversions_that_fail(backend, kind, plain, name):
    assert refused(backend, kind, plain, strict=False).name == name


# --- errors ----------------------------------------------------------------------


@dataclasses.dataclass
class Item:
    a: int
    b: Any = None


def test_all_errors(backend):
    plain = [{"a": "x"}, {"b": 1}, {"a": 1}, {"a": 2, "b": {"c": []}}, 5, {"a": None}]
    error = refused(backend, List[Item], plain, errors="all")
    assert [(one.name, one.path) for one in error.errors] == [
        ("wrong_type", "$[0].a"),
        ("missing_field", "$[1]"),
        ("wrong_type", "$[4]"),
        ("wrong_type", "$[5].a"),
    ]
    assert "and 3 more errors" in str(error)
    first = refused(backend, List[Item], plain)
    assert (first.offset, first.path) == (error.offset, error.path)
    assert len(refused(backend, List[int], ["x"] * 1000, errors="all").errors) == 100
    copied = pickle.loads(pickle.dumps(error))
    assert [one.path for one in copied.errors] == [one.path for one in error.errors]
    assert (copied.name, copied.expected, copied.got) == ("wrong_type", "int", "str")


def test_all_errors_before_the_message_ends(backend):
    packed = packb(["x", 1, "y"])
    error = pytest.raises(ValidationError, backend.unpackb, packed[:-2] + b"\xc1", type=List[int], errors="all").value
    assert [one.path for one in error.errors] == ["$[0]"]


def test_the_first_error_in_the_order_of_bytes(backend):
    # the header of the array counts more elements than there are bytes: found first
    with pytest.raises(hayapack.TruncatedError) as caught:
        backend.unpackb(b"\x94\xa1x\x01", type=List[str])
    assert caught.value.offset == 0
    with pytest.raises(ValidationError) as caught:
        backend.unpackb(b"\x92\xa1x\xc1", type=List[int])
    assert caught.value.path == "$[0]"
    with pytest.raises(hayapack.ReservedByteError):
        backend.unpackb(b"\x92\xc1\xa1x", type=List[int])
    with pytest.raises(hayapack.InvalidUtf8Error) as caught:
        backend.unpackb(b"\x82\xa1z\xa1\xff\xa1a\xa1x", type=Item)  # in a value that is skipped
    assert caught.value.path == "$.z"


def test_keys_of_other_types(backend):
    with pytest.raises(hayapack.InvalidKeyError) as caught:
        read(backend, Item, {5: 1, "a": 1})
    assert caught.value.path == "${key #0}"
    assert read(backend, Item, {5: 1, b"a": 2, "a": 1}, strict_map_key=False) == Item(1)
    assert read(backend, Item, {b"a": 2, "a": 1}) == Item(1)
    with pytest.raises(hayapack.InvalidKeyError):
        read(backend, Item, {"a": 1, "b": {5: 1}})
    with pytest.raises(hayapack.InvalidKeyError):
        read(backend, Dict[Any, int], {5: 1})
    assert read(backend, Dict[Any, int], {5: 1}, strict_map_key=False) == {5: 1}


def test_compressed_messages(backend):
    packed = packb([{"a": "x" * 100}], lz4="block")
    assert backend.unpackb(packb([{"a": 1}] * 50, lz4="block"), type=List[Item], lz4=True) == [Item(1)] * 50
    with pytest.raises(ValidationError) as caught:
        backend.unpackb(packed, type=List[Item], lz4=True)
    assert (caught.value.path, caught.value.offset, caught.value.lz4_offset) == ("$[0].a", 4, 0)


@pytest.mark.parametrize(
    "option",
    [
        {"use_list": False}, {"raw": True}, {"object_hook": dict}, {"object_pairs_hook": dict}, {"list_hook": list},
        {"unicode_errors": "replace"}, {"ext_hook": lambda code, data: 1}, {"types": hayapack.TypeRegistry()},
        {"zero_copy": True}, {"tuple_keys": True},
    ],
)  # fmt: skip
def test_options_that_make_other_objects(backend, option):
    (name,) = option
    for work in (lambda: read(backend, int, 1, **option), lambda: backend.Unpacker(type=int, **option)):
        with pytest.raises(TypeError, match=name):
            work()
    # their defaults are no objection
    assert read(backend, int, 1, use_list=True, raw=False, object_hook=None, ext_hook=hayapack.ExtType) == 1


@pytest.mark.parametrize("option", [{"strict": False}, {"errors": "all"}, {"decoders": {}}])
def test_options_that_need_a_type(backend, option):
    with pytest.raises(TypeError, match="type="):
        backend.unpackb(b"\x01", **option)


def test_wrong_values_of_options(backend):
    with pytest.raises(ValueError):
        read(backend, int, 1, errors="some")
    with pytest.raises(TypeError):
        read(backend, int, 1, decoders={int: 5})
    with pytest.raises(TypeError):
        backend.Decoder(int, no_such_option=1)
    with pytest.raises(TypeError):
        backend.Encoder(int, extended=False)


def test_limits_of_lengths_and_buffers(backend):
    with pytest.raises(hayapack.StrLimitError):
        read(backend, List[str], ["abc"], max_str_len=2)
    with pytest.raises(hayapack.ArrayLimitError):
        read(backend, List[int], [1, 2], max_array_len=1)
    with pytest.raises(hayapack.MapLimitError):
        read(backend, Item, {"a": 1, "b": 2}, max_map_len=1)
    with pytest.raises(hayapack.BufferFull):
        backend.Decoder(List[int], max_buffer_size=2).decode(packb([1, 2]))


# --- streams, convert ---------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_streams_of_objects(backend, size):
    stream = b"".join(packb({"a": n, "b": "x" * n}) for n in range(20))
    unpacker, found = backend.Unpacker(type=Item), []
    for start in range(0, len(stream), size):
        unpacker.feed(stream[start : start + size])
        found += unpacker
    assert found == [Item(n, "x" * n) for n in range(20)]


def test_a_stream_after_an_object_that_does_not_fit(backend):
    unpacker = backend.Unpacker(type=Item)
    unpacker.feed(packb({"a": 1}) + packb({"a": "x"}) + packb({"a": 3}))
    assert unpacker.unpack() == Item(1)
    with pytest.raises(ValidationError) as caught:
        unpacker.unpack()
    assert (caught.value.offset, caught.value.path) == (7, "$.a")
    assert unpacker.unpack() == Item(3)


def test_elements_of_a_stream(backend):
    unpacker = backend.Unpacker(type=Item)
    unpacker.feed(packb([{"a": 1}, {"a": 2}]))
    assert [unpacker.unpack() for _ in range(unpacker.read_array_header())] == [Item(1), Item(2)]


def test_convert_and_to_plain():
    assert hayapack.convert({"a": 1, "b": {5}}, Item) == Item(1, [5])
    assert hayapack.convert(Item(1), Item) == Item(1)
    with pytest.raises(ValidationError) as caught:
        hayapack.convert([{"a": "x"}], List[Item])
    assert caught.value.path == "$[0].a"
    assert hayapack.to_plain([Item(1, Cat(9))]) == [{"a": 1, "b": {"type": "Cat", "lives": 9}}]
    assert hayapack.to_plain(Item(1), keys="array") == [1, None]
    assert hayapack.to_plain({1: 2}) == {1: 2}


def test_describe():
    found = hayapack.describe(Dog)
    assert hayapack.unpackb(packb(found)) == found
    assert (found["kind"], found["name"], found["tag"], found["form"]) == ("object", "Dog", ["type", "dog"], "map")
    name, friend = found["fields"]
    assert name == {
        "name": "name",
        "keys": ["name"],
        "index": 0,
        "required": True,
        "type": {"kind": "str", "name": "str"},
    }
    assert friend["type"]["nullable"] and friend["type"]["kind"] == "union"


# --- plans -----------------------------------------------------------------------


def test_classes_can_go(backend):
    @dataclasses.dataclass
    class Short:
        a: int

    read(backend, Short, {"a": 1})
    gone = weakref.ref(Short)
    del Short
    gc.collect()
    assert gone() is None


def test_threads_that_compile_the_same_class(backend):
    cls = dataclasses.make_dataclass("Shared", [(f"f{n}", List[int]) for n in range(50)])
    plain = packb({f"f{n}": [n] for n in range(50)})
    found, start = [], threading.Barrier(8)

    def work():
        start.wait()
        found.append(backend.unpackb(plain, type=cls))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(one == found[0] for one in found)


def test_a_class_that_could_not_be_compiled_can_be_later(backend):
    space = {"dataclass": dataclasses.dataclass, "__name__": "later_module"}
    import types

    module = sys.modules["later_module"] = types.ModuleType("later_module")
    try:
        module.dataclass = dataclasses.dataclass
        exec("@dataclass\nclass A:\n    b: 'B'\n", module.__dict__)
        with pytest.raises(TypeError, match="name 'B' is not defined"):
            backend.Decoder(module.A)
        exec("@dataclass\nclass B:\n    n: int\n", module.__dict__)
        assert read(backend, module.A, {"b": {"n": 1}}).b.n == 1
    finally:
        del sys.modules["later_module"]
    assert space


class Kind(enum.Enum):
    A = "a"

    @classmethod
    def _missing_(cls, value):
        return cls.A if value == "alias" else None


def test_enums_with_missing(backend):
    assert read(backend, Kind, "alias") is Kind.A
    assert refused(backend, Kind, "b").name == "unknown_member"


def test_repr_and_pickle_of_coders(backend):
    for coder in (backend.Decoder(List[Item]), backend.Encoder(List[Item])):
        assert "list[Item]" in repr(coder)
        with pytest.raises(TypeError):
            pickle.dumps(coder)
