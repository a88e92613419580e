"""The program's own code while ours borrows: at every collection it empties what is packed, and looks at what is made."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FREE_THREADED

import hayapack

if sys.implementation.name != "cpython":
    pytest.skip("for the compiled module only", allow_module_level=True)
pytest.importorskip("hayapack._native", reason="needs the compiled module")

SOURCE = Path(hayapack.__file__).resolve().parents[1]

#: CPython before 3.12 collects when an object is allocated, later ones between bytecodes and at checks for signals.
PROGRAM = r"""
import collections, dataclasses, datetime, decimal, enum, gc, io, itertools, pathlib, sys, typing, uuid
from dataclasses import dataclass, field
from typing import Any, Dict, List, NamedTuple, Set, Tuple, Union
import hayapack
from hayapack import UNSET, ExtType, Timestamp, TypeRegistry, UnsetType, _native, model

SLOTS = {"slots": True} if sys.version_info >= (3, 10) else {}


@dataclass
class Plain:
    a: int = 1
    b: str = "abc"
    c: Any = None


@dataclass(**SLOTS)
class Slots:
    a: int
    b: str
    c: Any = None


@dataclass
class Failure(Exception):
    # An instance whose attributes are all those of the class has no dict.
    a: int = 1
    b: str = "abc"
    c: Any = None


@dataclass
class Shared:
    __slots__ = ("a", "__dict__")
    a: int
    b: str


@model(unknown="keep", tag="kind")
@dataclass
class Keeping:
    a: int
    b: str = ""
    extra: Dict[str, Any] = field(default_factory=dict)


@model(omit_defaults=True, tag="kind")
@dataclass
class Omitting:
    a: int = 5
    b: List[str] = field(default_factory=list)
    c: Union[int, UnsetType] = UNSET


class Pair(NamedTuple):
    a: int
    b: Any


class Typed(typing.TypedDict):
    a: int
    b: str


class Color(enum.Enum):
    RED = 1


class Texts(str):
    pass


class Lists(list):
    pass


class Dicts(dict):
    pass


serial = itertools.count(10**6)


def text(suffix=""):
    return f"text {next(serial)}{suffix}"


def number():
    return next(serial) * 10**6


def without_dict(cls):
    return cls.__new__(cls)


def with_dict(o):
    vars(o)
    return o


def incomplete(cls):
    o = cls.__new__(cls)
    o.a = number()
    return o


def repeated(value, n=9):
    return [value for _ in range(n)]


# Functions that make fresh values, to which nothing else has references.
VALUES = {
    "scalars": lambda: [text(), number(), number() / 7, text("\u00e9"), None, True, text().encode()],
    "texts": lambda: [text("\u00e9\u20ac") for _ in range(40)],
    "the same text": lambda: repeated(text("\u00e9"), 40),
    "surrogates": lambda: repeated(text("\ud800"), 40),
    "large numbers": lambda: [number(), 2**70 + number(), number()],
    "deep": lambda: [[[[[text()], text()], {text(): {text(): [text()]}}], text()], text()],
    "dicts": lambda: [{text(): text(), text(): [number()], text("\u00e9"): {}, number(): text()} for _ in range(5)],
    "tuples": lambda: [(text(), [text()], (number(), text())) for _ in range(5)],
    "plain": lambda: [Plain(number(), text(), [text()]) for _ in range(5)],
    "plain without a dict": lambda: [without_dict(Plain) for _ in range(5)],
    "plain with a dict": lambda: [with_dict(Plain(number(), text())) for _ in range(5)],
    "incomplete": lambda: [Plain(number(), text()), incomplete(Shared), text()],
    "slots": lambda: [Slots(number(), text(), [text()]) for _ in range(5)],
    "failures": lambda: [without_dict(Failure) for _ in range(9)],
    "failures with a dict": lambda: [Failure(number(), text(), {text(): text()}) for _ in range(5)],
    "slot and dict": lambda: [Shared(number(), text()) for _ in range(5)],
    "keeping": lambda: [Keeping(number(), text(), {text(): text()}) for _ in range(3)],
    "omitting": lambda: [Omitting(), Omitting(number(), [text()], number()), without_dict(Omitting)],
    "pairs": lambda: [Pair(number(), [text()]), Pair(number(), Plain())],
    "standard": lambda: [uuid.uuid4(), decimal.Decimal(number()), datetime.date(2026, 1, 2), pathlib.PurePath(text())],
    "times": lambda: [datetime.datetime.now(datetime.timezone.utc), Timestamp(number(), 5), datetime.timedelta(1, 5)],
    "zones": lambda: [datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=n))) for n in (1, 2, 3)],
    "sets": lambda: [{text(), text()}, frozenset([text()]), collections.deque([text(), text()])],
    "derived": lambda: [Texts(text()), Lists([text(), [text()]]), Dicts({text(): [text()]}), Texts(text())],
    "others": lambda: [ExtType(5, text().encode()), Color.RED, bytearray(text().encode()), text()],
    "mixed": lambda: [Plain(number(), text(), Slots(number(), text(), without_dict(Failure))), {text(): Failure()}],
}
TYPES = {"plain": Plain, "slots": Slots, "failures": Failure, "slot and dict": Shared, "keeping": Keeping,
         "omitting": Omitting, "pairs": Pair, "incomplete": Any, "plain without a dict": Plain,
         "plain with a dict": Plain, "failures with a dict": Failure}
REGISTRY = TypeRegistry()
for one in (Plain, Slots, Failure, Omitting):
    REGISTRY.register(one, one.__name__)


def plainly(o):
    return repr(o)


def warm(pack, name):
    # Plans are made when some objects of a class have been met.
    for _ in range(8):
        try:
            pack(VALUES[name]())
        except Exception:
            pass
    return pack


def packers(name):
    yield "packb", lambda o: _native.packb(o, default=plainly)
    yield "extended", lambda o: _native.packb(o, extended=True, default=plainly)
    yield "types", lambda o: _native.packb(o, types=REGISTRY, default=plainly)
    yield "datetime", lambda o: _native.packb(o, datetime=True, default=plainly, strict_types=True)
    yield "sorted", lambda o: _native.packb(o, default=plainly, sort_keys=True, use_single_float=True)
    yield "errors", lambda o: _native.packb(o, default=plainly, unicode_errors="surrogatepass")
    yield "Packer", _native.Packer(default=plainly, extended=True).pack
    yield "Encoder[Any]", _native.Encoder(Any).encode
    yield "Encoder", _native.Encoder(List[TYPES.get(name, Any)]).encode
    if name in TYPES and TYPES[name] is not Any:
        yield "Encoder[array]", _native.Encoder(List[TYPES[name]], keys="array").encode
        yield "Encoder[union]", _native.Encoder(List[Union[TYPES[name], str, None]]).encode
        yield "Encoder[dict]", lambda o, e=_native.Encoder(Dict[str, TYPES[name]]): e.encode(dict(enumerate(o)))


def parts(o, found):
    # The containers and objects in o, which can be changed.
    if isinstance(o, (list, collections.deque)):
        found.append(o)
        for one in o:
            parts(one, found)
    elif isinstance(o, dict):
        found.append(o)
        for one in o.values():
            parts(one, found)
    elif isinstance(o, tuple):
        for one in o:
            parts(one, found)
    elif isinstance(o, set):
        found.append(o)
    elif hasattr(o, "__dataclass_fields__"):
        found.append(o)
        for name in ("a", "b", "c", "extra"):
            parts(getattr(o, name, None), found)
    return found


def destroy(o):
    if isinstance(o, (list, dict, set, collections.deque)):
        o.clear()
        return
    for name in ("a", "b", "c"):
        try:
            delattr(o, name)
        except AttributeError:
            pass
    if not hasattr(type(o), "__slots__"):
        o.__dict__ = {}


class Interruption:
    # Runs a function at the n-th collection. Each allocation of an object collects, where CPython does that: what is
    # kept is taken from its lists of free objects.
    def __init__(self, n, function):
        self.left, self.function, self.kept, self.ran = n, function, [], False

    def __call__(self, phase, info):
        self.kept += [info, [({}, [], (phase,), (phase, phase), [phase]) for _ in range(3)]]
        if phase == "start":
            if self.left == 0:
                self.ran = True
                self.function()
                self.kept += [[object(), text(), [text()], {text(): 1}] for _ in range(30)]  # in the place of the old
            self.left -= 1

    def __enter__(self):
        drained = [({}, [], (1,), (1, 2), [1]) for _ in range(100)]
        self.kept.append(drained)
        gc.callbacks.append(self)
        gc.enable()
        gc.set_threshold(1)

    def __exit__(self, *_):
        gc.set_threshold(0)
        gc.callbacks.remove(self)


def interrupted(make, call, check, most=400):
    # Interrupts the call at each of its collections, one after another. How many there were.
    for n in range(most):
        subject, function = make()
        result = None
        interruption = Interruption(n, function)  # releases the one before, whose objects become free
        with interruption:
            try:
                try:
                    raise KeyError
                except KeyError:  # an exception that is handled makes CPython create the next one at once
                    result = call(subject)
            except Exception:
                pass
        del subject, function
        if result is not None:
            check(result)
        if not interruption.ran:
            return n
    return most


def check_packed(packed):
    _native.View(packed)
    hayapack.unpackb(packed, strict_map_key=False, raw=True, timestamp=0)


def packing():
    count = 0
    for name, make_value in VALUES.items():
        def make():
            value = make_value()
            found = parts(value, [])
            def change():
                for one in found:
                    destroy(one)
                found.clear()
            return value, change

        for way, pack in packers(name):
            if ONLY and ONLY not in f"{way} {name}":
                continue
            print(way, name, flush=True)
            count += interrupted(make, warm(pack, name), check_packed)
    return count


# --- reading: what the collector can find is read --------------------------------------------------------

MESSAGES = [hayapack.packb({"a": n, "b": f"name {n}", "c": [n, {"x": [f"y{n}"] * 3}]}) for n in range(6)]
MESSAGE = hayapack.packb([hayapack.unpackb(one) for one in MESSAGES] * 3)
TAGGED = hayapack.packb([{"kind": "Keeping", "a": 1, "z": [1, [2]]}, {"kind": "Omitting", "a": 3, "b": ["x" * 50]}])


@dataclass
class Late:
    a: int
    b: str
    c: Any = None
    d: List[int] = field(default_factory=lambda: [1, 2, 3])

    def __post_init__(self):
        self.e = [self.a]


def readers():
    for kind in (Plain, Slots, Failure, Late, Dict[str, Any], Any):
        yield f"Decoder {kind}", _native.Decoder(List[kind]).decode, MESSAGE
    yield "union", _native.Decoder(List[Union[Keeping, Omitting]]).decode, TAGGED
    yield "collections", _native.Decoder(Dict[str, Set[Tuple[int, ...]]]).decode, hayapack.packb({"x": [[1, 2], [3, 400]]})
    yield "unpackb", lambda o: _native.unpackb(o, strict_map_key=False), MESSAGE
    yield "unpackb type", lambda o: _native.unpackb(o, type=List[Plain]), MESSAGE
    yield "tuples", lambda o: _native.unpackb(o, use_list=False), MESSAGE
    yield "types", lambda o: _native.unpackb(o, types=REGISTRY), hayapack.packb([Plain(5, "x", [1])] * 20, types=REGISTRY)
    yield "Unpacker", lambda o: list(_native.Unpacker(io.BytesIO(o * 3), type=List[Slots], read_size=100)), MESSAGE
    yield "Unpacker untyped", lambda o: list(_native.Unpacker(io.BytesIO(o * 3), read_size=100)), MESSAGE
    yield "columns", lambda o: _native.columns(o, ["a", "b", "c"]), MESSAGE
    yield "columns types", lambda o: _native.columns(o, ["a", "b"], ["int64", "dictionary[str]"], errors="null"), MESSAGE
    yield "columns callable", lambda o: _native.columns(o, ["a"], ["bool"], errors=lambda *a: [*a, {}]), MESSAGE
    yield "columns list", lambda o: _native.columns(list(MESSAGES), ["a", "b"]), MESSAGE
    yield "View", lambda o: [(one["a"], dict(one)) for one in _native.View(o)], MESSAGE
    yield "get", lambda o: _native.get(o, [3, "c", 1, "x"]), MESSAGE
    yield "error", lambda o: _native.unpackb(o[:-1]), MESSAGE
    yield "error type", lambda o: _native.unpackb(o, type=List[Dict[str, int]]), MESSAGE


def nothing(_):
    pass


def reading():
    count = 0
    for name, call, message in readers():
        if ONLY and ONLY not in name:
            continue
        print(name, flush=True)
        for _ in range(3):
            try:
                call(message)
            except Exception:
                pass
        gc.collect()
        gc.freeze()

        def make():
            def look():
                for o in gc.get_objects():
                    if isinstance(o, (list, set)):  # CPython has tuples that are not complete
                        [type(one) for one in o]
                    elif isinstance(o, dict):
                        [(hash(key), type(value)) for key, value in o.items()]
                    gc.get_referents(o)
            return message, look

        count += interrupted(make, call, nothing, most=150)
    return count


gc.set_threshold(0)
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
print({"packing": packing, "reading": reading}[sys.argv[1]](), "collections")
"""


def run(*arguments):
    environ = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONFAULTHANDLER": "1"}
    environ.setdefault("PYTHONMALLOC", "debug")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, env=environ, timeout=1000
    )
    assert done.returncode == 0, "\n".join(done.stdout.splitlines()[-3:] + done.stderr.splitlines()[-40:])
    return int(done.stdout.splitlines()[-1].split()[0])


@pytest.mark.long
def test_containers_that_are_packed():
    """Packing reports a change, or writes values of one moment or another: it reads no memory that was freed."""
    collections = run("packing")
    assert collections > 1000 or sys.version_info >= (3, 12)


@pytest.mark.long
def test_containers_that_are_made():
    """What the collector can find while it is made is complete."""
    run("reading")


def test_a_value_that_its_key_replaces(both):
    """The last reference to a value is that of the loop, and its finalizer empties the dict."""
    for backend in both:
        for n in range(1, 4):
            packed = {}

            class Value:
                def __del__(self, packed=packed):
                    packed.clear()

            class Key:
                pass

            def default(o, packed=packed):
                if isinstance(o, Key):
                    packed[o] = 5
                    return "key"
                return 1

            for _ in range(n):
                packed[Key()] = Value()
            packed.update({f"text {i}": [f"{i}"] * 3 for i in range(40)})
            if FREE_THREADED:  # the native back end has copied the dict, and the value may live on
                assert list(backend.unpackb(backend.packb(packed, default=default)).values())[-1] == ["39"] * 3
                continue
            with pytest.raises(hayapack.MutatedError):
                backend.packb(packed, default=default)


def test_a_class_whose_namespace_has_other_keys_than_names(both):
    """Looking a name up in such a class runs code of the program."""
    for backend in both:
        values = []

        class Key:
            def __hash__(self):
                return hash("__attrs_attrs__")

            def __eq__(self, other):
                values.clear()
                return False

        for _ in range(20):
            values.append(type("Odd", (), {Key(): 1})())
        encoder = backend.Encoder(list)
        try:
            packed = encoder.encode(values)
        except hayapack.UnsupportedTypeError:
            packed = None  # the first object was still there
        assert packed in (None, b"\x90")
