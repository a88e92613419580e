"""Typed values of registered classes: the native back end's plans against the pure one's dicts. Each class is used often
enough to get a plan, with objects and messages that a plan can't do in between."""

import dataclasses
import functools
import gc
import random
from typing import Any

import pytest
from conftest import keeps_classes
from same import Raised, outcome

import hayapack
from hayapack import Fragment, TypeRegistry, _fallback

native = pytest.importorskip("hayapack._native")

OFTEN = 8  # objects of a class, after which it has a plan


@dataclasses.dataclass
class Plain:
    id: int
    name: str = "none"
    items: Any = dataclasses.field(default_factory=list)
    a_name_of_more_than_sixteen_bytes: Any = None


@dataclasses.dataclass
class Derived(Plain):
    more: Any = 1


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: Any
    y: Any = 0


class Slots:
    __slots__ = ("left", "right")
    __annotations__ = {"left": Any, "right": Any}


Slots = dataclasses.dataclass(Slots)


class SlotsAndDict(Slots):
    pass


@dataclasses.dataclass
class Empty:
    pass


@dataclasses.dataclass
class Shown:
    """A field that is a property."""

    value: Any

    @property
    def value(self):
        return [self.__dict__["value"]]

    @value.setter
    def value(self, value):
        self.__dict__["value"] = value


@dataclasses.dataclass
class Counted:
    """__post_init__ changes the object, and refuses some."""

    n: Any
    seen: Any = dataclasses.field(default=None)

    def __post_init__(self):
        self.seen = (self.n, self.seen)
        if self.n == 13:
            raise ValueError("thirteen")


@dataclasses.dataclass
class Half:
    """A field that __init__ does not take, and one that only __init__ takes."""

    a: Any
    b: Any = dataclasses.field(default=5, init=False)
    c: dataclasses.InitVar[Any] = 3


@dataclasses.dataclass
class Called:
    a: Any

    def __init__(self, a=None):
        self.a = [a]


@dataclasses.dataclass
class Watched:
    a: Any = None

    def __setattr__(self, name, value):
        object.__setattr__(self, name, (value,))


@dataclasses.dataclass
class Asked:
    a: Any = None

    def __getattribute__(self, name):
        return "asked" if name == "a" else object.__getattribute__(self, name)


@dataclasses.dataclass
class Made:
    made: Any = dataclasses.field(default_factory=lambda: ["made"])
    kinds: Any = dataclasses.field(default_factory=dict)


class Meta(type):
    def __call__(cls, *args, **kwargs):
        obj = super().__call__(*args, **kwargs)
        obj.extra = True
        return obj


class Metered(metaclass=Meta):
    a: Any = None


Metered = dataclasses.dataclass(Metered)

MAPS = [Plain, Derived, Frozen, Slots, SlotsAndDict, Empty, Shown, Counted, Half, Called, Watched, Asked, Made, Metered]


@dataclasses.dataclass
class Order:
    id: Any
    lines: Any = None
    note: Any = "none"


Wide = dataclasses.make_dataclass("Wide", [(f"f{i}", Any, dataclasses.field(default=i)) for i in range(70)])


def make_registry():
    types = TypeRegistry()
    for cls in MAPS:
        types.register(cls, f"T.{cls.__name__}, A", f"T.Old{cls.__name__}, A, Version=1.0.0.0")
    types.register(Order, "T.Order, A", fields={"id": 0, "lines": 4, "note": 2})
    types.register(Wide, "T.Wide, A", fields={f"f{i}": "ü" * (i % 9) + f"key {i}" for i in range(70)})
    return types


ALL = [*MAPS, Order, Wide]


class Packs:
    """A back end with a registry of its own, which has met all classes."""

    def __init__(self, backend):
        self.types = make_registry()
        self.packb = functools.partial(backend.packb, types=self.types)
        self.unpackb = functools.partial(backend.unpackb, types=self.types)
        for cls in ALL:
            objs = [sample(cls, number) for number in range(OFTEN)]
            packed = [self.packb(obj) for obj in objs]
            assert outcome(self.unpackb, b"".join([b"\x98", *packed])) is not None


def sample(cls, number):
    if cls in (Empty, Made):
        return cls()
    if cls in (Slots, SlotsAndDict):
        return cls(number, "right")
    return cls(number)


@pytest.fixture(scope="module")
def both():
    return Packs(native), Packs(_fallback)


def picture(value):
    """What two values must have in common: objects by class, and their attributes in order."""
    if isinstance(value, Raised):
        return value
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(picture, value)]
    if isinstance(value, dict):
        return {key: picture(item) for key, item in value.items()}
    if type(value) in ALL:
        names = [name for name in ("left", "right") if issubclass(type(value), Slots) and hasattr(value, name)]
        own = [(name, picture(getattr(value, name))) for name in names]
        items = object.__getattribute__(value, "__dict__").items() if hasattr(value, "__dict__") else ()
        return [type(value).__name__, own, [(name, picture(item)) for name, item in items]]
    return value if isinstance(value, (str, bytes, int, type(None))) else repr(value)


def agree(both, call, *args, **options):
    results = [outcome(getattr(one, call), *args, **options) for one in both]
    assert picture(results[0]) == picture(results[1])
    return results[0]


def value(rng, depth=0):
    choice = rng.randrange(16 if depth < 4 else 9)
    if rng.random() < 0.01:
        return rng.choice([2**64, "\ud800", 1j, b""])
    if choice < 9:
        return rng.choice([0, -1, 300, 2**63, 1.5, True, None, "a", "é", "x" * 40, b"b", "y" * 300, 13])
    if choice < 11:
        return [value(rng, depth + 1) for _ in range(rng.choice([0, 1, 3, 20]))]
    if choice == 11:
        return {rng.choice("abc"): value(rng, depth + 1) for _ in range(3)}
    if choice == 12:
        return Fragment(b"\x93\x01\x02\x03")
    return build(rng, depth + 1)


def build(rng, depth=0):
    cls = rng.choice(ALL)
    if cls in (Empty, Made):
        return cls()
    if cls in (Slots, SlotsAndDict):
        return cls(value(rng, depth), value(rng, depth))
    if cls is Counted:
        return cls(rng.randrange(12), value(rng, depth))
    obj = cls(value(rng, depth))
    if cls is Plain and rng.random() < 0.3:
        obj.items = [value(rng, depth) for _ in range(3)]
        obj.odd = 1
    if rng.random() < 0.1 and cls in (Plain, Derived, Slots, Order, Made):
        del_one(rng, obj)
    if rng.random() < 0.1 and hasattr(obj, "__dict__"):
        vars(obj)  # moves the values of CPython 3.11 into a dict
    return obj


def del_one(rng, obj):
    name = rng.choice([field.name for field in dataclasses.fields(obj)])
    if hasattr(obj, name):
        delattr(obj, name)


@pytest.mark.parametrize("seed", range(12))
def test_the_same_bytes_values_and_errors(both, seed):
    rng = random.Random(seed)
    for _ in range(150):
        obj = [build(rng) for _ in range(rng.choice([1, 1, 5]))]
        options = rng.choice([{}, {}, {}, {"sort_keys": True}, {"max_depth": rng.randrange(1, 6)}, {"use_bin_type": False},
                              {"use_single_float": True}, {"strict_types": True}, {"extended": True},
                              {"unicode_errors": "replace"}])  # fmt: skip
        packed = agree(both, "packb", obj, **options)
        if isinstance(packed, Raised):
            continue
        limits = rng.choice([{}, {}, {}, {"use_list": False}, {"raw": True}, {"max_depth": rng.randrange(1, 6)}, {"max_str_len": 8},
                             {"max_map_len": 1}, {"object_hook": dict}, {"list_hook": tuple}, {"strict_map_key": False},
                             {"object_pairs_hook": list}, {"tuple_keys": True}])  # fmt: skip
        agree(both, "unpackb", packed, **limits)
        for _ in range(6):
            damaged = bytearray(packed)
            for _ in range(rng.choice([1, 1, 2])):
                at = rng.randrange(len(damaged))
                damaged[at] = rng.choice([damaged[at] ^ (1 << rng.randrange(8)), rng.randrange(256)])
            if rng.random() < 0.3:
                del damaged[rng.randrange(len(damaged)) :]
            agree(both, "unpackb", bytes(damaged))


def typed(name, payload):
    return hayapack.packb(hayapack.ExtType(100, hayapack.packb(name) + payload))


def m(pairs):
    return b"".join([bytes([0x80 | len(pairs)]), *(hayapack.packb(key) + hayapack.packb(item) for key, item in pairs)])


@pytest.mark.parametrize("name", ["T.Plain, A", "T.OldPlain, A", "T.Plain,A", "T.Plain, A, Version=2", "T.Nothing, A"])
@pytest.mark.parametrize(
    "payload",
    [m([("id", 1)]), m([("name", "n"), ("id", 1)]), m([("id", 1), ("id", 2)]), m([("name", "n")]), m([("id", 1), ("other", [1])]),
     m([(1, 2), ("id", 1)]), m([(b"id", 1)]), m([]), b"\x91\x01", b"\x01", b"", m([("id", 1)]) + b"\x01", b"\xc1", b"\x81\xa2id",
     b"\x81\xa2id\xc1", b"\x81\xa2\xff\xff\x01", m([("id", [1, [2]])])],
)  # fmt: skip
def test_entries_in_any_form(both, name, payload):
    agree(both, "unpackb", typed(name, payload), strict_map_key=False)
    agree(both, "unpackb", typed(name, payload))


@pytest.mark.parametrize("payload", [b"\x91\x01", b"\x95\x01\xc0\xa1n\xc0\x92\x01\x02", b"\x90", b"\x9f" + b"\xc0" * 15, m([("id", 1)]),
                                     m([(0, 5), (4, 6)]), b"\xc0"])  # fmt: skip
def test_arrays(both, payload):
    for options in ({}, {"use_list": False}, {"strict_map_key": False}):
        agree(both, "unpackb", typed("T.Order, A", payload), **options)


def test_name_only(both):
    for name in ("T.Plain, A", "System.Object, mscorlib"):
        agree(both, "unpackb", typed(name, b""))


def test_as_keys_of_maps(both):
    packed = b"\x81" + typed("T.Frozen, A", m([("x", 1)])) + b"\x05"
    agree(both, "unpackb", packed, strict_map_key=False)
    agree(both, "unpackb", packed)


def test_no_object_is_made_of_a_payload_that_goes_on(both):
    made = []

    @dataclasses.dataclass
    class Noted:
        a: Any

        def __post_init__(self):
            made.append(self.a)

    types = TypeRegistry()
    types.register(Noted, "T.Noted, A")
    right = typed("T.Noted, A", m([("a", 1)]))
    for _ in range(OFTEN):
        native.unpackb(right, types=types)
    made.clear()
    wrong = typed("T.Noted, A", m([("a", 1)]) + b"\x01")
    with pytest.raises(hayapack.InvalidTypedError):
        native.unpackb(wrong, types=types)
    assert made == []


def changed_class():
    @dataclasses.dataclass
    class Changing:
        a: Any
        b: Any = 2

    return Changing


def change_property(cls):
    cls.b = property(lambda self: "property", lambda self, value: None)


def change_init(cls):
    cls.__init__ = lambda self, a, b=7: self.__dict__.update(a=a, b=("init", b))


def change_getattribute(cls):
    cls.__getattribute__ = lambda self, name: "changed" if name == "a" else object.__getattribute__(self, name)


def change_post_init(cls):
    cls.__setattr__ = lambda self, name, value: object.__setattr__(self, name, [value])


def change_default(cls):
    cls.b = "of the class"


@pytest.mark.parametrize(
    "change",
    [change_property, change_init, change_getattribute, change_post_init, change_default],
    ids=lambda c: c.__name__,
)
def test_classes_that_change(change):
    results = []
    for backend in (native, _fallback):
        cls = changed_class()
        types = TypeRegistry()
        types.register(cls, "T.Changing, A")
        packed = backend.packb([cls(1, [1]), cls(2)], types=types)
        found = []
        for _ in range(3):
            for _ in range(OFTEN):
                found += [backend.packb(one, types=types) for one in backend.unpackb(packed, types=types)]
            change(cls)
        objs = backend.unpackb(packed, types=types)
        found.append([(type(one).__name__, sorted(object.__getattribute__(one, "__dict__").items())) for one in objs])
        del vars(objs[1])["a"]
        found.append(outcome(backend.packb, objs, types=types))
        results.append(found)
    assert results[0] == results[1]


def test_hooks_that_use_the_registry_again(both):
    """__post_init__ and a write function that decode and encode with the same registry, register classes, collect."""
    results = []
    for backend in (native, _fallback):
        types = TypeRegistry()
        inner = []

        @dataclasses.dataclass
        class Again:
            n: Any
            rest: Any = None

            def __post_init__(self, types=types, backend=backend, inner=inner):
                if type(self.n) is int and self.n > 0 and len(inner) < 200:
                    inner.append(backend.packb(type(self)(self.n - 1, [Other()]), types=types))
                    inner.append(repr(backend.unpackb(inner[-1], types=types)))
                    if self.n % 3 == 0:
                        gc.collect()

        class Other:
            def __repr__(self):
                return "Other"

        def write(obj, types=types, backend=backend, inner=inner):
            if len(inner) < 100:
                extra = dataclasses.make_dataclass(f"Extra{len(inner)}", ["a"])
                types.register(extra, f"T.Extra{len(inner)}, A")
                inner.append(backend.packb([extra(1)] * OFTEN, types=types))
            return [1]

        types.register(Again, "T.Again, A")
        types.register(Other, "T.Other, A", write=write, read=lambda value: Other())
        packed = backend.packb([Again(n, Other()) for n in range(4)] * 3, types=types)
        results.append((packed, repr(backend.unpackb(packed, types=types)), inner))
    assert results[0] == results[1]


def test_a_class_whose_version_changes_with_each_object():
    @dataclasses.dataclass
    class Numbered:
        a: Any
        made = 0

        def __post_init__(self):
            type(self).made += 1

    types = TypeRegistry()
    types.register(Numbered, "T.Numbered, A")
    packed = native.packb([Numbered(n) for n in range(200)], types=types)
    assert [one.a for one in native.unpackb(packed, types=types)] == list(range(200))
    assert Numbered.made == 400


def test_values_of_unknown_keys_that_are_released_in_a_hook(both):
    released = []

    @dataclasses.dataclass
    class Released:
        a: Any = None

        def __del__(self):
            released.append(self.a)
            gc.collect()

    types = TypeRegistry()
    types.register(Released, "T.Released, A")
    types.register(Plain, "T.Plain, A")
    inner = typed("T.Released, A", m([("a", 5)]))
    packed = b"\x9a" + typed("T.Plain, A", b"\x82\xa5other" + inner + b"\xa2id\x01") * 10
    for backend in (native, _fallback):
        released.clear()
        assert backend.unpackb(packed, types=types) == [Plain(1)] * 10
        gc.collect()
        assert released == [5] * 10


@keeps_classes
def test_the_registry_is_freed_with_its_classes():
    import weakref

    @dataclasses.dataclass
    class Gone:
        a: Any

    types = TypeRegistry()
    types.register(Gone, "T.Gone, A")
    Gone.types = types
    packed = native.packb([Gone(1)] * OFTEN, types=types)
    assert len(native.unpackb(packed, types=types)) == OFTEN
    ends = [weakref.ref(Gone), weakref.ref(types)]
    del Gone, types
    gc.collect()
    assert [end() for end in ends] == [None, None]


def test_registries_can_be_copied():
    import copy

    types = make_registry()
    packed = native.packb([Plain(1)] * OFTEN, types=types)
    for made in (copy.copy(types), copy.deepcopy(types)):
        assert native.unpackb(packed, types=made) == [Plain(1)] * OFTEN
