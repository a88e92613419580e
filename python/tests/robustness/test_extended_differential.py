"""extended=True: what the native back end writes by the classes that it knows, against convert() of the pure one."""

import abc
import collections
import dataclasses
import datetime
import decimal
import enum
import gc
import itertools
import random
import sys
import typing
import uuid
import weakref

import pytest
from conftest import keeps_classes
from same import Raised, agree, outcome

import hayapack
from hayapack import Fragment, Timestamp, _fallback

native = pytest.importorskip("hayapack._native")
UTC = datetime.timezone.utc

OPTIONS = [
    {},
    {"strict_types": True},
    {"default": lambda o: "default"},
    {"default": repr, "strict_types": True, "datetime": True},
    {"use_single_float": True},
    {"use_bin_type": False},
    {"unicode_errors": "surrogatepass"},
    {"sort_keys": True},
    {"max_depth": 0},
    {"max_depth": 2},
]


def both(make, **options):
    """The outcome of packing what make() returns, twice: the second time the class is known."""
    for _ in range(2):
        # objects of their own, since packing may change them
        packed = outcome(native.packb, make(), extended=True, **options)
        agree(packed, outcome(_fallback.packb, make(), extended=True, **options))
    return packed


class Number(int):
    pass


class Text(str):
    pass


class Items(list):
    pass


class Entries(dict):
    pass


class Shouting(dict):
    def items(self):
        return [("loud", 1)]


class Colour(enum.Enum):
    RED = "red"
    LIST = (1, 2)
    BIG = 2**70


class Level(enum.IntEnum):
    LOW = 1


class Name(str, enum.Enum):
    A = "a"


class Own(enum.Enum):
    A = 1

    @property
    def value(self):
        return "own"


class Named(enum.Enum):
    A = 1
    value = "a member" if sys.version_info < (3, 11) else enum.member("a member")


class Pair(typing.NamedTuple):
    a: int
    b: object


class Zone(datetime.tzinfo):
    def utcoffset(self, when):
        return None


class Odd(datetime.tzinfo):
    def utcoffset(self, when):
        raise ValueError("no offset")


class Later(datetime.datetime):
    pass


class Id(uuid.UUID):
    def __str__(self):
        return "an id"


class Money(decimal.Decimal):
    def __str__(self):
        return "money"


@dataclasses.dataclass
class Empty:
    pass


@dataclasses.dataclass
class Plain:
    x: object
    y: object = 2
    kind: typing.ClassVar[int] = 3
    seed: dataclasses.InitVar[int] = 4


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: object
    ünïcode: object = "ü"
    a_name_that_is_longer_than_thirty_two_bytes_in_all: object = None


@dataclasses.dataclass
class Derived(Plain):
    z: object = None


class Undecorated(Plain):
    more = 5


class Slotted:
    __slots__ = ("x", "y")
    __annotations__ = {"x": int, "y": object}


Slotted = dataclasses.dataclass(Slotted)


class SlottedAndDict(Slotted):
    pass


@dataclasses.dataclass
class Computed:
    x: object = None

    @property
    def y(self):
        return [self.x, "computed"]


Computed = dataclasses.dataclass(
    type("Computed", (Computed,), {"__annotations__": {"y": object}, "y": Computed.y}), init=False
)


@dataclasses.dataclass
class Fallback:
    x: int

    def __getattr__(self, name):
        return "got " + name


@dataclasses.dataclass
class Watching:
    x: int

    def __getattribute__(self, name):
        return 99 if name == "x" else object.__getattribute__(self, name)


@dataclasses.dataclass
class Abstract(abc.ABC):
    x: int


Many = dataclasses.make_dataclass("Many", ["f%d" % i for i in range(70)])
Twenty = dataclasses.make_dataclass("Twenty", ["f%d" % i for i in range(29)])


@dataclasses.dataclass
class InList(list):
    x: int = 1


@dataclasses.dataclass
class InDict(dict):
    x: int = 1


@dataclasses.dataclass
class InSet(set):
    x: int = 1


@dataclasses.dataclass
class InMapping(collections.abc.Mapping):
    x: int = 1

    def __getitem__(self, key):
        raise KeyError

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


@dataclasses.dataclass
class InEnum:
    x: int


class Fields(InEnum, enum.Enum):
    A = 1


def changed(obj, **attributes):
    for name, value in attributes.items():
        obj.__dict__[name] = value
    return obj


def without(obj, *names):
    for name in names:
        delattr(obj, name)
    return obj


def with_dict(obj):
    vars(obj)
    return obj


def in_other_order():
    obj = Plain.__new__(Plain)
    obj.y, obj.extra, obj.x = 1, 2, 3
    return obj


def holds_itself():
    point = Plain(1)
    point.y = [point]
    return point


def changes_while_packed():
    """y is a mapping whose items() change what follows: the values of all fields were read before."""

    class Changing(dict):
        def items(self):
            obj.z = "changed"
            del obj.x
            return [("a", 1)]

    obj = Derived(1, Changing(), ["z"])
    return obj


def with_other_class():
    obj = Plain(1)
    obj.__class__ = Undecorated
    return obj


ZONE = datetime.timezone(datetime.timedelta(hours=5, minutes=30, microseconds=7))
ODD = [
    lambda: Empty(),
    lambda: Plain(1),
    lambda: Plain("a", {"b": [1, Plain(None)]}),
    lambda: Plain({1}, Plain(2j)),
    lambda: Plain(2**64),
    lambda: Plain("\ud800"),
    lambda: Plain(1e300),
    lambda: Plain(b"x" * 70000, "é" * 3000),
    lambda: Plain("a" * 300, "b" * 5000),
    lambda: [Plain(i, [i]) for i in range(300)],
    lambda: Frozen(1),
    lambda: Frozen([], []),
    lambda: Derived(1, 2, Frozen(3)),
    lambda: Undecorated(1, [2]),
    lambda: Slotted(1, 2),
    lambda: Slotted([1], Slotted(2, {3})),
    lambda: without(Slotted(1, 2), "x"),
    lambda: without(Slotted([1], 2), "y"),
    lambda: SlottedAndDict(1, 2),
    lambda: changed(SlottedAndDict(1, 2), z=3),
    lambda: Computed(1),
    lambda: without(Fallback(1), "x"),
    lambda: Watching(1),
    lambda: Abstract(1),
    lambda: Many(*range(70)),
    lambda: Many(*[[i] for i in range(70)]),
    lambda: Twenty(*range(29)),
    lambda: Twenty(*range(20), *[[i] for i in range(9)]),
    lambda: InList(),
    lambda: InDict(),
    lambda: InSet(),
    lambda: InMapping(),
    lambda: Fields.A,
    lambda: changed(Plain(1), extra=5),
    lambda: changed(Plain(1), **{"__dataclass_fields__": {}}),
    lambda: changed(Plain(1), x=[], y=None),
    lambda: with_dict(Plain(1, [2])),
    lambda: changed(Plain(1), **{"1": 2}),
    lambda: [changed(Plain(1), z=1), Plain(1), changed(Plain(1), y=[1])],
    lambda: without(Plain(1), "x"),
    lambda: without(Plain(1), "y"),
    lambda: without(Plain([1], 2), "y"),
    lambda: without(with_dict(Plain(1, 2)), "y"),
    lambda: without(with_dict(Plain([1], 2)), "x"),
    in_other_order,
    holds_itself,
    changes_while_packed,
    with_other_class,
    lambda: Plain,
    lambda: {Plain.__name__: Plain(1), "b": Colour.RED},
    lambda: {Frozen(1): 2},
    lambda: {Frozen((1, (2,))): 2},
    lambda: (Plain(1), (Plain(2),)),
    lambda: [Number(5), Number(-(2**63)), Number(2**64 - 1), Number(2**64)],
    lambda: [Text("a"), Text("é"), Text("\ud800"), Text("x" * 400)],
    lambda: [Items([1]), Items([1, [2]]), Items(range(100)), Items([Items([2j])])],
    lambda: [Entries(a=1), Entries({1: [2]}), Entries({Text("k"): {3}}), Entries({(1, 2): 1}), Entries({"a": 2j})],
    lambda: [Shouting(a=1), collections.OrderedDict(a=1), collections.Counter("aab"), collections.defaultdict(list, a=[])],
    lambda: Entries({"\ud800": 1}),
    lambda: Entries({2**70: 1}),
    lambda: Items([Items([Items([])])]),
    lambda: Entries(a=Entries(a=Entries())),
    lambda: [Colour.RED, Colour.LIST, Level.LOW, Name.A, Own.A, Named.A],
    lambda: Colour.BIG,
    lambda: [Pair(1, 2), Pair({1}, Plain(1))],
    lambda: [datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=zone) for zone in (UTC, ZONE, None, Zone())],
    lambda: datetime.datetime(1, 1, 1, tzinfo=ZONE),
    lambda: datetime.datetime(2024, 1, 1, tzinfo=Odd()),
    lambda: [datetime.datetime.min, datetime.datetime.max, datetime.datetime(2024, 1, 1, fold=1), Later(2024, 1, 1)],
    lambda: [Later(2024, 1, 1, tzinfo=UTC), Later(2024, 1, 1, tzinfo=ZONE)],
    lambda: [datetime.date.min, datetime.date.max, datetime.date(2024, 2, 29)],
    lambda: [datetime.time.min, datetime.time.max, datetime.time(1, 2, 3), datetime.time(1, 2, 3, 4, tzinfo=ZONE)],
    lambda: [uuid.UUID(int=0), uuid.UUID(int=2**128 - 1), uuid.UUID(int=2**64), Id(int=5)],
    lambda: [decimal.Decimal("1.10"), decimal.Decimal("NaN"), decimal.Decimal("1e999"), Money(1)],
    lambda: [{1, 2}, frozenset("a"), collections.deque([1, {2}]), set(), collections.deque()],
    lambda: [collections.UserDict(a=1), collections.ChainMap({"a": {1}})],
    lambda: [Fragment(b"\x01"), Timestamp(1), datetime.timedelta(1)],
    lambda: [2j],
    lambda: Plain(1, [2j]),
    lambda: [Plain(1, Plain(2, Plain(3)))],
]  # fmt: skip


@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options))
def test_odd_objects(make, options):
    both(make, **options)
    both(lambda: {"k": [make()]}, **options)
    both(lambda: [make(), make()], **options)


class Equal:
    """A key of a dict that is equal to the name of an attribute, by code of the program."""

    def __hash__(self):
        return hash("__dataclass_fields__")

    def __eq__(self, other):
        return other == "__dataclass_fields__"


@pytest.mark.parametrize(
    "cls, unusual",
    [
        (Plain, lambda: Plain([1] * 16, [])),
        (Plain, lambda: Plain([1] * 17)),
        (Plain, lambda: Plain(1, {"a": 1})),
        (Plain, lambda: without(Plain(1), "x")),
        (Plain, lambda: with_dict(Plain(1))),
        (Plain, lambda: changed(Plain(1), **{"__dataclass_fields__": {}})),
        (Plain, lambda: Undecorated(1)),
        (Slotted, lambda: without(Slotted(1, 2), "y")),
        (SlottedAndDict, lambda: changed(SlottedAndDict(1, 2), **{"__dataclass_fields__": {}})),
        (SlottedAndDict, lambda: changed(SlottedAndDict(1, 2), other=1)),
    ],
)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options))
def test_an_unusual_object_in_a_row(cls, unusual, options):
    both(lambda: [cls(0, 1), cls(1, [2]), unusual(), cls(2, 3), unusual(), unusual()], **options)
    both(lambda: (*[cls(i, "text") for i in range(200)], unusual(), cls(1, 2)), **options)


def test_a_key_that_is_no_name_in_the_dict_of_an_object_with_slots():
    def make():
        objects = [SlottedAndDict(i, 2) for i in range(3)]
        objects[1].__dict__[Equal()] = {}
        return objects

    both(make)


def test_uuid_with_a_damaged_number():
    for number in (-1, 2**128, 2**200, "a", None):

        def make(number=number):
            broken = uuid.UUID(int=1)
            object.__setattr__(broken, "int", number)
            return broken

        both(make)


def random_value(rng, depth):
    kind = rng.randrange(16 if depth < 4 else 9)
    if kind < 9:
        return rng.choice([None, True, -1, 10**12, 0.5, "text", "é", b"b", Number(3), Text("t"), Colour.RED, uuid.UUID(int=7),
                           datetime.date(2024, 1, 2), datetime.datetime(2024, 1, 2, tzinfo=UTC), decimal.Decimal(1)])  # fmt: skip
    inner = [random_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return [list, Items, tuple, collections.deque, lambda v: dict(enumerate(v)), lambda v: Entries(enumerate(v)),
            lambda v: random_object(rng, v)][kind - 9](inner)  # fmt: skip


CLASSES = [
    dataclasses.make_dataclass("C%d" % i, ["f%d" % k for k in range(i % 5)], frozen=frozen, bases=bases)
    for i, (frozen, bases) in enumerate(itertools.product((False, True), [(), (abc.ABC,), (typing.Generic[typing.TypeVar("T")],)] * 4))
]  # fmt: skip


def random_object(rng, values):
    cls = rng.choice(CLASSES)
    obj = cls(*(values + [1] * 5)[: len(dataclasses.fields(cls))])
    change = rng.randrange(12)
    if change == 0:
        obj.__dict__["extra"] = 1
    elif change == 1 and vars(obj):
        del vars(obj)[rng.choice(list(vars(obj)))]
    elif change == 2:
        vars(obj)
    return obj


@pytest.mark.parametrize("seed", range(300))
def test_random_objects(seed):
    both(lambda: random_value(random.Random(seed), 0), max_depth=6)


def test_a_class_that_changes():
    @dataclasses.dataclass
    class Point:
        x: int
        y: int = 5

    def agree_now():
        both(lambda: Point(1))
        both(lambda: without(Point(1, 2), "y"))

    agree_now()
    Point.x = property(lambda self: "property", lambda self, value: None)
    agree_now()
    del Point.x
    agree_now()
    field = Point.__dataclass_fields__.pop("x")
    agree_now()
    Point.__dataclass_fields__["x"] = field
    agree_now()
    Point.__getattr__ = lambda self, name: "got"
    agree_now()
    Point.__dataclass_fields__ = {}
    agree_now()
    del Point.__dataclass_fields__
    both(lambda: [Point(1)])


def test_fields_of_an_instance_before_its_class_is_met():
    @dataclasses.dataclass
    class Point:
        x: int
        y: int = 5

    one = Point(1)
    one.__dataclass_fields__ = {"x": Point.__dataclass_fields__["x"]}
    both(lambda: [Point(2), one])


@keeps_classes
def test_classes_are_not_kept_alive():
    names = []
    for i in range(2000):  # more than the cache has space for
        cls = dataclasses.make_dataclass("C", ["f%d" % (i % 7)])
        assert native.packb(cls(i), extended=True) == _fallback.packb(cls(i), extended=True)
        names.append(weakref.ref(cls))
    del cls
    gc.collect()
    assert not [ref for ref in names if ref() is not None]


def test_a_hook_that_packs_other_classes():
    def default(obj):
        for i in range(300):
            cls = dataclasses.make_dataclass("C", ["a", "b"])
            native.packb(cls(i, [i]), extended=True)
        return "hooked"

    value = [Derived(1, 2j, [Plain(2j, 3)]), Derived(1, 2, 3j)]
    expected = _fallback.packb(value, extended=True, default=lambda obj: "hooked")
    assert native.packb(value, extended=True, default=default) == expected


def test_errors_have_the_path_of_fields():
    found = both(lambda: [Derived(1, [0, 2j])])
    assert isinstance(found, Raised) and "$[0].y[1]" in found
    found = both(lambda: {"a": Slotted(1, Plain("x", {1: 2j}))})
    assert isinstance(found, Raised) and "$.a.y.y{1}" in found


def test_numpy():
    np = pytest.importorskip("numpy")
    rng = np.random.default_rng(5)
    kinds = "? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 >i4 >f4 >f8 g c16 S3 U3 O M8[s] M8[ms] M8[25us] M8[ps] M8[Y] M8[M] M8[W] M8 m8[s]".split()
    for kind in kinds:
        dtype = np.dtype(kind)
        source = rng.integers(0, 2 if kind == "?" else 100, (4, 6, 5))
        if dtype.kind in "iuf" and dtype.itemsize == 8:
            source = rng.choice(np.array([0, 1, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**32, 2**53]), (4, 6, 5))
        if kind == "M8":
            array = np.full((4, 6, 5), np.datetime64("NaT"))
        else:
            array = (
                source.astype(dtype) if dtype.kind != "S" and dtype.kind != "U" else source.astype(str).astype(dtype)
            )
        views = [array, array[0], array[0, 0], array[:, ::2], array[::-1, 1], array.T, array[1:1], array[:, 1:1], array[0, 0, 0],
                 array.reshape(-1), array[0, 0, 0:0], np.asfortranarray(array)]  # fmt: skip
        for view in views:
            for options in ({}, {"use_single_float": True, "max_depth": 2}, {"strict_types": True, "max_depth": 1}):
                both(lambda view=view: view, **options)
                both(lambda view=view: {"a": [view, 1]}, **options)
    long = [
        np.arange(5000),
        rng.random(3000),
        np.array([np.nan, np.inf, -0.0]),
        np.array([-1, -33, -129, -(2**15), -(2**40)]),
    ]
    for value in long:
        both(lambda value=value: value)
    for value in (
        np.float64(1.5),
        np.float32(0.1),
        np.float16(0.1),
        np.longdouble(1.5),
        np.int8(-5),
        np.uint64(2**64 - 1),
        np.bool_(True),
    ):
        both(lambda value=value: [value, value], use_single_float=True)
        both(lambda value=value: [value, value], strict_types=True)
        both(lambda value=value: {value: value})
    for text in (
        "2020-01-02",
        "2020-01",
        "2020",
        "NaT",
        "2020-01-02T03",
        "1969-12-31T23:59:59.999",
        "1700-01-01T00:00:00.123456789",
    ):
        both(lambda text=text: [np.datetime64(text)])
    for value, unit in [
        (2**63 - 1, "W"),
        (-(2**63) + 1, "D"),
        (2**63 - 1, "as"),
        (-(2**63) + 1, "as"),
        (-1, "fs"),
        (2**62, "7ps"),
    ]:
        both(lambda value=value, unit=unit: np.datetime64(value, unit))
        both(lambda value=value, unit=unit: np.array([1, value]).astype(f"M8[{unit}]"))

    class Derivation(np.ndarray):
        pass

    class Whole(np.int64):
        def __int__(self):
            return 77

    both(lambda: np.ones(3).view(Derivation))
    both(lambda: np.ma.masked_array([1, 2], [0, 1]))
    both(lambda: np.matrix([[1, 2]]))
    both(lambda: [Whole(5)])
    both(lambda: np.array([(1, 2.5)], "i4,f4"))
    both(lambda: np.zeros((1,) * 30, "i1"), max_depth=29)


def test_both_back_ends_are_compared():
    assert hayapack.packb is native.packb
