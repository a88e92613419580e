"""The native back end's encoding by a plan against the pure one's: the same bytes, or the same error."""

import dataclasses
import enum
import gc
import random
import signal
import sys
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Set, Tuple, Union
from uuid import UUID

import pytest
from conftest import keeps_classes
from generated_types import Source, outcome, wire
from plain_classes import Frozen, Plain, Point, Slots, Tree

import hayapack
from hayapack import UNSET, Key, Tags, UnsetType, _fallback, model

if sys.version_info >= (3, 11):
    from typing import Annotated, NotRequired, TypedDict
else:
    typing_extensions = pytest.importorskip("typing_extensions")
    Annotated, NotRequired, TypedDict = (
        getattr(typing_extensions, name) for name in ("Annotated", "NotRequired", "TypedDict")
    )

native = pytest.importorskip("hayapack._native")


class Colour(enum.Enum):
    RED = 1
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1


class Pair(NamedTuple):
    left: Point
    right: Optional[int] = None


class Options(TypedDict):
    depth: int
    point: NotRequired[Point]


@model(omit_defaults=True, rename="camel")
@dataclasses.dataclass
class Sparse:
    first_one: int = 1
    second_one: List[int] = dataclasses.field(default_factory=list)
    third_one: Optional[Point] = None
    fourth_one: str = "x"


@model(omit_none=True, tag="kind")
@dataclasses.dataclass
class Circle:
    centre: Optional[Point]
    radius: Union[float, UnsetType] = UNSET


@model(tag=("kind", 2))
@dataclasses.dataclass
class Line:
    points: Tuple[Point, Point]


@dataclasses.dataclass
class Holes:
    a: Annotated[int, Key(1)]
    b: Annotated[Optional["Holes"], Key(4)] = None


@dataclasses.dataclass
class Late:
    n: int
    seed: dataclasses.InitVar[int] = 5
    doubled: int = dataclasses.field(init=False, default=0)

    def __post_init__(self, seed):
        self.doubled = 2 * self.n


class Made:
    """An __init__ of its own, and a slot beside the dict."""

    __slots__ = ("x", "__dict__")

    def __init__(self, x, y):
        self.x, self.y = x, y


Made.__annotations__ = {"x": int, "y": List[int]}
Made = dataclasses.dataclass(init=False, eq=False)(Made)


@dataclasses.dataclass
class Everything:
    any: Any = None
    colour: Optional[Colour] = None
    level: Level = Level.LOW
    ids: Set[int] = dataclasses.field(default_factory=set)
    names: FrozenSet[str] = frozenset()
    uuid: Optional[UUID] = None
    amount: Optional[Decimal] = None
    pair: Optional[Pair] = None
    options: Optional[Options] = None
    fixed: Tuple[int, Point] = (1, Point(1.0))
    many: Tuple[Point, ...] = ()
    either: Union[Point, List[Point], int, None] = None
    keyed: Dict[int, Point] = dataclasses.field(default_factory=dict)


UTC, ZONE = timezone.utc, timezone(timedelta(hours=2))
NOW = datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
POINT = Point(1.5, -2)
DEEP = Tree("0")
for _ in range(1500):
    DEEP = Tree("x", [DEEP])

#: (type, value, whether the native back end writes it itself)
VALUES = [
    (Sparse, Sparse(), True),
    (Sparse, Sparse(1, [], None, "y"), True),
    (Sparse, Sparse(2, [1], POINT, "x"), True),
    (Sparse, Sparse(1.0, (), 0, b"x"), True),
    (Sparse, Sparse(True, UNSET), False),
    (Circle, Circle(POINT, 1.5), True),
    (Circle, Circle(None), True),
    (List[Union[Circle, float]], [0.1, float("inf"), -1e-46, Circle(POINT, 1.5)], True),
    (Union[Circle, Line], Line((POINT, POINT)), True),
    (List[Union[Circle, Line]], [Circle(None, 1), Line((POINT, POINT)), None, 5], True),
    (Annotated[Union[Circle, Line], Tags({0: Circle, 1: Line})], Line((POINT, POINT)), True),
    (Holes, Holes(1, Holes(2)), True),
    (Late, Late(4, 5), True),
    (Made, Made(1, [2, 3]), True),
    (Pair, Pair(POINT, 5), True),
    (Pair, tuple.__new__(Pair, (1,)), False),
    (List[Pair], [Pair(POINT)], True),
    (Options, {"depth": 1, "point": POINT, "unknown": [POINT]}, True),
    (Options, {"depth": 1, "".join(["po", "int"]): POINT, "unknown": [1]}, True),
    (Everything, Everything(), True),
    (Everything, Everything(colour=Colour.RED, ids={5, 2**40, "x"}, names=frozenset("abc"), uuid=UUID(int=5)), True),
    (Everything, Everything(any={(1, 2), (3, 4)}, amount=Decimal("1.50"), many=(POINT, POINT), level=2), True),
    (Everything, Everything(any=Colour.RED), True),
    (Everything, Everything(pair=Pair(POINT), options={"depth": 1}, either=[POINT], keyed={1: POINT}), True),
    (Set[Frozen], set(), True),
    (Set[Tuple[int, Tuple[int, ...]]], {(1, (2, 3)), (4, (5,) * 20)}, True),
    (List[Colour], [Colour.RED, Colour.BLUE, 1, "blue"], True),
    (List[Union[date, int]], [date(2026, 1, 2), 5], True),
    (List[time], [time(3, 4), time(5, 6, tzinfo=UTC), date(2026, 1, 2)], True),
    (List[date], [date(2026, 1, 2)] * 500, True),
    (List[Set[int]], [{n, -n} for n in range(20000)], True),
    (List[bytearray], [bytearray(b"x" * 300), memoryview(b"y")], True),
    (bytearray, bytearray(b"x"), True),
    (Tuple[int, Point], (1, POINT), True),
    (Tuple[int, Point], (1, [2], {"a": 3}), True),
    (Union[Point, List[Point], int, None], [POINT, POINT], True),
    (Union[Point, List[Point], int, None], {"a": 1}, True),
    (Union[Options, Point], {"depth": 1}, False),
    (Dict[int, Point], {1: POINT, 2**40: POINT, None: POINT, "x": 5}, True),
    (Dict[str, Point], {str(n) * 20: POINT for n in range(300)}, True),
    (Dict[Pair, Point], {Pair(1): POINT}, False),
    (List[datetime], [NOW, datetime.fromtimestamp(0, UTC)], True),
    (List[datetime], [NOW.astimezone(ZONE)], True),
    (List[datetime], [datetime(2026, 1, 2)], True),
    (Any, [NOW, hayapack.Timestamp(1, 2), {"a": [{"b": (1, 2)}]}], True),
    (Any, [POINT], True),
    (Any, [Colour.RED, {1, 2}, UUID(int=5)], True),
    (int, object(), False),
    (Point, object(), False),
    (List[Point], [POINT, Point(2**64)], False),
    (List[Point], [POINT, Point("\ud800")], False),
    (List[Point], [POINT] * 40000, True),
    (List[Point], [1] * 40000 + [POINT] * 3 + [[2] * 40000], True),
    (Dict[str, Any], {"a": "é" * 3000, "b": b"x" * 70000, "c": "x" * 70000, "d": "y" * 40}, True),
    (List[Frozen], [Frozen(1, b"x", {"k": Plain(1, "n")})], True),
    (Tree, DEEP, False),
]
#: The options that the native back end writes itself with, and others.
NATIVE_OPTIONS = [
    {},
    {"keys": "array"},
    {"keys": "map"},
    {"use_single_float": True},
]
OPTIONS = [
    *NATIVE_OPTIONS,
    {"keys": "array", "use_single_float": True},
    {"sort_keys": True},
    {"use_bin_type": False},
    {"unicode_errors": "surrogatepass"},
    {"max_depth": 3},
    {"max_depth": 5000},
    {"default": repr},
    {"encoders": {Point: lambda point: [point.x]}},
]


@pytest.fixture
def no_fallback(monkeypatch):
    """The pure back end's encoder raises AssertionError."""

    def fail(*arguments):
        raise AssertionError("the pure back end was used")

    monkeypatch.setattr("hayapack._fallback.pack.encoder.encode", fail)


@pytest.mark.parametrize("kind, value, itself", VALUES, ids=map(str, range(len(VALUES))))
def test_same_bytes(kind, value, itself):
    large = isinstance(value, list) and len(value) > 10000
    for options in OPTIONS[:2] if large else OPTIONS:
        ours = outcome(native.Encoder(kind, **options).encode, value)
        assert ours == outcome(_fallback.Encoder(kind, **options).encode, value), options


@pytest.mark.skipif(bool(native.liblz4()), reason="the compiled module was built without liblz4")
def test_compressed(no_fallback):
    value = [POINT] * 300
    packed = native.Encoder(List[Point], lz4="block-array").encode(value)
    assert len(packed) < 500 and hayapack.decompress(packed) == native.Encoder(List[Point]).encode(value)


@pytest.mark.parametrize("kind, value, itself", VALUES, ids=map(str, range(len(VALUES))))
def test_written_natively(kind, value, itself, no_fallback):
    if not itself:
        with pytest.raises(AssertionError):
            native.Encoder(kind).encode(value)
        return
    for options in NATIVE_OPTIONS:
        assert native.Encoder(kind, **options).encode(value)


@pytest.mark.parametrize("value", [1e39, -1e300, float("inf"), float("nan")])
def test_floats_out_of_the_range_of_a_float32(value):
    kind, items = List[Union[Point, float]], [0.5, Point(1, value), [value]]
    ours = outcome(native.Encoder(kind, use_single_float=True).encode, items)
    assert ours == outcome(_fallback.Encoder(kind, use_single_float=True).encode, items)


def replaced(r, value):
    """Sets some attributes to other values, in place."""
    odd = [
        None,
        1,
        -1,
        2.5,
        "x",
        b"x",
        [],
        {},
        [1, POINT],
        {"a": POINT},
        True,
        2**64,
        "é" * 30,
        NOW,
        (),
        object(),
        UNSET,
    ]
    odd += [
        POINT,
        {1},
        Level.LOW,
        datetime(2026, 1, 1),
        hayapack.Timestamp(5),
        "\ud800",
        bytearray(b"x"),
        Plain(1, "x"),
    ]
    queue = [value]
    while queue:
        one = queue.pop()
        if type(one) is list:
            queue += one
        elif type(one) is dict:
            queue += one.values()
        elif dataclasses.is_dataclass(one):
            for field in dataclasses.fields(one):
                if r.random() < 0.05:
                    object.__setattr__(one, field.name, r.choice(odd))
                elif r.random() < 0.005:
                    object.__delattr__(one, field.name)
                else:
                    queue.append(getattr(one, field.name))
    return value


@pytest.mark.parametrize("seed", range(60))
def test_random_values(seed):
    """Objects of generated classes, some with attributes that do not fit."""
    rng = random.Random(seed)
    kind = Source(rng, own=True).kind()
    try:
        decode = _fallback.Decoder(kind.annotation).decode
        encoders = [
            [end.Encoder(kind.annotation, keys=keys) for end in (native, _fallback)] for keys in (None, "map", "array")
        ]
    except TypeError:  # types that can't be told apart
        return
    for _ in range(20):
        try:
            value = decode(wire(kind.plain(rng)))
        except ValueError:  # of a bound
            continue
        for one in (value, replaced(rng, value)):
            for ours, theirs in encoders:
                assert outcome(ours.encode, one) == outcome(theirs.encode, one), (kind.annotation, one)


# --- classes that change -------------------------------------------------------------


def both(kind, value):
    ours = outcome(native.Encoder(kind).encode, value)
    assert ours == outcome(_fallback.Encoder(kind).encode, value)
    return ours[1] if ours[0] is bytes else ours[0]


@pytest.mark.parametrize("slots", [False, True])
def test_class_changed_after_the_encoder_was_made(slots):
    @dataclasses.dataclass
    class One:
        a: int
        b: str

    if slots:
        space = {"__slots__": ("a", "b"), "__annotations__": {"a": int, "b": str}}
        One = dataclasses.dataclass(type("One", (), space))
    encoder = native.Encoder(One)
    one = One(1, "b")
    packed = encoder.encode(one)
    One.other = 5
    assert encoder.encode(one) == packed and encoder.encode(one) == packed
    before = One.__dict__.get("a")
    One.a = property(lambda self: 7)
    assert hayapack.unpackb(encoder.encode(one)) == {"a": 7, "b": "b"}
    assert hayapack.unpackb(encoder.encode(one)) == {"a": 7, "b": "b"}
    if slots:
        One.a = before
    else:
        del One.a
    assert encoder.encode(one) == packed
    One.__getattribute__ = lambda self, name: 9 if name == "a" else object.__getattribute__(self, name)
    assert hayapack.unpackb(encoder.encode(one)) == {"a": 9, "b": "b"}
    del One.__getattribute__
    assert encoder.encode(one) == packed


def test_attributes_elsewhere():
    @dataclasses.dataclass
    class One:
        a: int = 5
        b: Any = None

    one = One(1, 2)
    del one.a
    assert both(One, one) == repr(b"\x82\xa1a\x05\xa1b\x02")
    one.__dict__ = {"b": 3, "a": 4, "c": 5}
    assert both(One, one) == repr(b"\x82\xa1a\x04\xa1b\x03")
    del one.b
    assert both(One, one) == repr(b"\x82\xa1a\x04\xa1b\xc0")
    One.b = len
    assert both(One, one)
    One.b = One.__init__
    assert "UnsupportedTypeError" in both(One, one)
    two = One(1, 2)
    for n in range(100):
        setattr(two, "x%d" % n, n)
    assert both(One, two) == repr(b"\x82\xa1a\x01\xa1b\x02")


@pytest.mark.parametrize("kind", ["a list", "one"])
def test_key_of_another_type_in_the_instance_dict(kind):
    """Comparing it with the name of a field runs code, which empties what is being encoded. Objects with such keys are
    left to the pure back end, which encodes those that were in the list."""

    @dataclasses.dataclass
    class One:
        abc: Any

    class Evil:
        def __hash__(self):
            return hash("abc")

        def __eq__(self, other):
            if encoding:
                sizes.append(len(rows))
                rows.clear()
            return False

    rows, sizes, encoding = [], [], False
    for n in range(200):
        one = One.__new__(One)
        one.__dict__[Evil()] = 1
        one.__dict__["abc"] = [f"text {n}"]
        rows.append(one)
    plain = [{"abc": [f"text {n}"]} for n in range(200)]
    encoding = True
    if kind == "one":
        assert native.Encoder(One).encode(rows[0]) == hayapack.packb(plain[0])
    else:
        assert native.Encoder(List[One]).encode(rows) == hayapack.packb(plain)
    assert sizes[0] == 200 and rows == []


def test_key_with_a_lone_surrogate():
    @dataclasses.dataclass
    class One:
        a: Annotated[int, Key("\ud800")]
        b: int = 2

    assert both(One, One(1)) == "SurrogateError"


def test_class_with_other_bases():
    @dataclasses.dataclass
    class Numbers(list):
        a: int = 1

    @dataclasses.dataclass
    class Failed(Exception):
        args: Any
        b: int = 2

    @dataclasses.dataclass
    class Derived(Plain):
        more: Optional[Point] = None

    @dataclasses.dataclass
    class Cased:
        a: int

        def __getattr__(self, name):
            return 5

    cased = Cased(1)
    del cased.a
    for value in (Numbers(5), Failed((1, 2), 3), Derived(1, "n", more=POINT), cased):
        assert both(type(value), value)
    assert both(Plain, Derived(1, "n", more=POINT))


# --- memory --------------------------------------------------------------------------


def test_references():
    rows = [Plain(n, "name %d" % n, point=Point(n), extra=[n, {"k": Point(1)}]) for n in range(300)]
    slots = [Slots(1, None, None) for _ in range(300)]
    watched = [rows, rows[0], rows[0].point, rows[0].tags, rows[0].name, slots, slots[0], Plain, Slots]
    encoders = [native.Encoder(kind) for kind in (List[Plain], List[Slots], List[Slots])]
    for _ in range(3):
        gc.collect()
        before = [sys.getrefcount(one) for one in watched]
        for encoder, value in zip(encoders, (rows, slots, [*slots, object()])):
            for _ in range(5):
                outcome(encoder.encode, value)
        value = None
        gc.collect()
        assert [sys.getrefcount(one) for one in watched] == before


@keeps_classes
def test_encoders_and_their_classes_are_released():
    import weakref

    @dataclasses.dataclass
    class One:
        a: int

    encoder = native.Encoder(One)
    assert encoder.encode(One(1)) == b"\x81\xa1a\x01"
    found = [weakref.ref(encoder), weakref.ref(One)]
    del encoder
    assert found[0]() is None
    del One
    gc.collect()
    assert found[1]() is None


def test_depth(no_fallback):
    tree = Tree("end")
    for _ in range(400):
        tree = Tree("x", [tree])
    packed = native.Encoder(Tree).encode(tree)
    assert packed.count(b"children") == 401 and native.Encoder(Tree, max_depth=802).encode(tree) == packed
    with pytest.raises(AssertionError):
        native.Encoder(Tree, max_depth=801).encode(tree)


@pytest.mark.parametrize("empty", [[], {}])
def test_depth_of_empty_containers_in_dicts(empty):
    value = {"first": 1, "empty": empty}
    for depth in range(1, 8):
        for kind in (Any, dict):
            assert native.Encoder(kind, max_depth=depth + 1).encode(value) == hayapack.packb(value)
            with pytest.raises(hayapack.PackDepthError):
                native.Encoder(kind, max_depth=depth).encode(value)
        value = {"first": 1, "inner": value}


@pytest.mark.parametrize(
    "kind, value",
    [
        (List[List[Dict[str, list]]], [[{"a": []}]]),
        (List[List[Dict[str, dict]]], [[{"a": 1, "b": {}}]]),
        (List[Tree], [Tree("a", [Tree("b")])]),
        (Any, [[Plain(1, "n", tags=[])]]),
    ],
    ids=str,
)
def test_depth_of_empty_containers(kind, value):
    for depth in range(1, 7):
        ours = outcome(native.Encoder(kind, max_depth=depth).encode, value)
        assert ours == outcome(_fallback.Encoder(kind, max_depth=depth).encode, value), depth


def test_output_that_grows_in_an_object(no_fallback):
    """The memory of the output moves between any two values of an object, also one that is not written at once."""
    encoder = native.Encoder(List[Plain])
    for size in (*range(240, 520, 2), 100_000):
        text = "t" * size
        rows = [Plain(n, text, note=text, tags=[text], point=Point(n, text), extra=[text]) for n in range(3)]
        assert encoder.encode(rows) == hayapack.packb([dataclasses.asdict(row) for row in rows])


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
def test_signal_handler_that_changes_the_value():
    """Whichever moment it comes: the bytes are those of a value before or after the change, or `mutated` is raised."""
    ran = []
    others = [Plain(7, "other")] * 20000

    def handler(number, frame):
        ran.append(number)
        rows[:] = others  # the list had the only references to its rows

    encoder = native.Encoder(List[Plain])
    before = signal.signal(signal.SIGALRM, handler)
    try:
        for attempt in range(20):
            rows = [Plain(n, "n", tags=[n]) for n in range(20000)]
            signal.setitimer(signal.ITIMER_REAL, 0.0001 * (1 + attempt))
            try:
                packed = encoder.encode(rows)
            except hayapack.PackError as error:
                assert error.name == "mutated"
            else:
                assert len(hayapack.unpackb(packed)) == 20000
            while not ran:
                pass
            ran.clear()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_arguments():
    for arguments, options in [((), {}), ((int, 5), {}), ((int,), {"extended": True}), ((int,), {"keys": "x"})]:
        assert outcome(lambda _: native.Encoder(*arguments, **options), 0) == outcome(
            lambda _: _fallback.Encoder(*arguments, **options), 0
        )
    encoder = native.Encoder(int)
    assert encoder.encode(obj=5) == b"\x05" and repr(encoder) == "Encoder(int)"
    for call in (lambda: encoder.encode(), lambda: encoder.encode(1, 2), lambda: encoder.encode(x=1)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match="copied or pickled"):
        encoder.__reduce__()


@pytest.mark.parametrize("cls", [Plain, Slots])
def test_large_containers(cls):
    """The following objects of a large list or dict are prefetched, whatever their types."""
    objs = [cls(i, f"name {i}") if cls is Plain else cls(None, None, i) for i in range(5000)]
    objs[10::7] = [None] * len(objs[10::7])
    objs[11::50] = [Point(1.5)] * len(objs[11::50])
    for one in objs[5:4000:3]:
        if one is not None:
            getattr(one, "__dict__", None)
    if cls is Slots:
        objs[-1] = objs[2500] = cls(None, None, -1)
    table = {str(i): one for i, one in enumerate(objs)}
    for key in list(table)[::9]:
        del table[key]
    for kind, value in ((List[Optional[cls]], objs), (Dict[str, Optional[cls]], table)):
        packed = native.Encoder(kind).encode(value)
        assert packed == _fallback.Encoder(kind).encode(value)
