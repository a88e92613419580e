"""Dataclasses and attrs classes: their forms, and how their objects are made."""

import copy
import dataclasses
import gc
import sys
import typing
from typing import Annotated, Any, Generic, List, Optional, TypeVar, Union

import pytest
from typed_reading import read, refused

import hayapack
from hayapack import ValidationError, packb

T = TypeVar("T")
KW = {"kw_only": True} if sys.version_info >= (3, 10) else {}
SLOTS = {"slots": True} if sys.version_info >= (3, 10) else {}


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


def test_attributes_are_in_the_order_of_the_fields(backend):
    @hayapack.model(unknown="keep")
    @dataclasses.dataclass
    class Item:
        a: int
        b: int = 2
        c: int = 3
        extra: dict = dataclasses.field(default_factory=dict)

    for plain in ({"c": 5, "a": 1}, {"b": 4, "x": 0, "a": 1}, {"a": 1, "c": 5, "b": 4}):
        assert list(vars(read(backend, Item, plain))) == ["a", "b", "c", "extra"]


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

    one = read(backend, Sum, {"a": 1})
    assert (one.a, one.b, one.total) == (1, 5, 6)
    assert read(backend, Sum, {"a": 1, "total": 99}).total == 105  # runs on what was read
    assert read(backend, Sum, [1, 2, 99]).total == 102
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


# --- msgspec's Structs ------------------------------------------------------------


def test_structs_of_msgspec(backend):
    msgspec = pytest.importorskip("msgspec")

    class Leaf(msgspec.Struct, rename="camel", omit_defaults=True):
        leaf_id: int
        names: List[str] = []

    class Cat(msgspec.Struct, tag=True):
        lives: int

    class Dog(msgspec.Struct, tag="dog", forbid_unknown_fields=True):
        name: str = "rex"

    class Row(msgspec.Struct, array_like=True):
        x: int
        y: Optional[Leaf] = None

    values = [(Leaf, Leaf(1)), (Leaf, Leaf(1, ["a"])), (List[Union[Cat, Dog]], [Cat(9), Dog()]), (Row, Row(1, Leaf(2)))]
    for kind, value in values:
        packed = msgspec.msgpack.encode(value)
        assert backend.unpackb(packed, type=kind) == value
        assert backend.Encoder(kind).encode(value) == packed
    assert refused(backend, Dog, {"type": "dog", "age": 5}).name == "unknown_field"
    assert refused(backend, Leaf, {"leafId": "x"}).path == "$.leafId"

    class Partial(msgspec.Struct):
        a: Union[int, msgspec.UnsetType] = msgspec.UNSET
        b: Union[None, str, msgspec.UnsetType] = msgspec.UNSET

    @dataclasses.dataclass
    class Other:
        a: Union[int, msgspec.UnsetType] = msgspec.UNSET

    for value in (Partial(), Partial(1), Partial(b=None), Other(), Other(1)):
        packed = msgspec.msgpack.encode(value)
        assert backend.unpackb(packed, type=type(value)) == value
        assert backend.Encoder(type(value)).encode(value) == packed

    class Tagged(msgspec.Struct, array_like=True, tag=True):
        x: int

    for kind, text in [
        (Tagged, "a tag in an array"),
        (Annotated[str, msgspec.Meta(pattern="a")], "constraint pattern"),
    ]:
        with pytest.raises(TypeError, match=text):
            backend.Decoder(kind)
    assert refused(backend, Annotated[int, msgspec.Meta(ge=1)], 0).name == "out_of_bounds"


def test_a_struct_with_an_unknown_name(backend):
    msgspec = pytest.importorskip("msgspec")

    class Broken(msgspec.Struct):
        a: "Missing"  # noqa: F821

    with pytest.raises(
        TypeError, match=r"Broken.a: the annotation 'Missing' can't be evaluated: name 'Missing' is not defined"
    ):
        backend.Decoder(List[Broken])
