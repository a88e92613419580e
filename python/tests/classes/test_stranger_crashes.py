"""What crashed, leaked or lost references in msgspec, tried here. The numbers are those of its pull requests."""

import dataclasses
import gc
import random
import subprocess
import sys
import types
import typing
import weakref
from typing import Annotated, Any, Dict, List, NamedTuple, Optional, Set, Tuple, Union

import pytest
from conftest import FREE_THREADED, keeps_classes

from hayapack import ExtType, Key, Limit, ValidationError, packb

pytestmark = pytest.mark.pure_is_long

if not hasattr(sys, "getrefcount"):
    pytest.skip("for an interpreter that counts references", allow_module_level=True)


class Thing:
    pass


def growth(call, rounds=3000):
    """Blocks of memory that are more after many calls than after some; calls take turns with the collector."""
    for _ in range(50):
        call()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(rounds):
        call()
    gc.collect()
    return sys.getallocatedblocks() - before


@pytest.mark.parametrize("kind", [Any, Set[Any], Set[Thing], List[Any], Dict[Any, Any]])
def test_items_that_are_encoded_are_not_kept(backend, kind):
    """991: each item of an encoded set kept a reference."""
    things = [Thing() for _ in range(3)]
    given = dict.fromkeys(things, 1) if kind == Dict[Any, Any] else things if kind == List[Any] else set(things)
    refs = [weakref.ref(one) for one in things]
    counter = iter(range(1000))
    encoder = backend.Encoder(
        given.__class__ if kind == Set[Thing] else kind, encoders={Thing: lambda one: next(counter)}
    )
    encoder.encode(given)
    failing = backend.Encoder(object, encoders={Thing: lambda one: 1 // 0})
    with pytest.raises(ZeroDivisionError):
        failing.encode(given)
    del things, given
    gc.collect()
    assert [ref() for ref in refs] == [None] * 3


@keeps_classes
def test_bounds_are_released_with_their_type(backend):
    """899: the compiled pattern of a Meta was never released. Here: all that Limit, Key and a plan refer to."""

    class Bound(int):
        pass

    def make():
        bound, hook = Bound(3), types.FunctionType(compile("0", "", "eval"), {})
        cls = dataclasses.make_dataclass("Made", [("a", Annotated[int, Limit(ge=bound), Key(decoder=hook)])])
        decoder, encoder = backend.Decoder(List[cls]), backend.Encoder(cls)
        with pytest.raises(ValidationError):
            decoder.decode(b"\x91\x81\xa1b\x01")
        assert encoder.encode(cls(5)) == b"\x81\xa1a\x05"
        return [weakref.ref(hook), weakref.ref(cls)]

    refs = make()
    for number in range(200):  # what the plans of types without a class of their own, as List[Made], are kept for
        backend.Decoder(Tuple[(int,) * (number + 1)])
        backend.unpackb(packb([0] * (number + 1)), type=Tuple[(int,) * (number + 1)])
    for clean in getattr(typing, "_cleanups", ()):
        clean()
    gc.collect()
    gc.collect()
    assert [ref() for ref in refs] == [None, None]


@pytest.mark.skipif(FREE_THREADED, reason="sys.getallocatedblocks() is not exact without a GIL")
@pytest.mark.parametrize("text", ["9" * 30, "-" + "9" * 30, "9" * 5000, "18446744073709551616", "1e400", "x"])
def test_integers_that_are_too_large_leave_nothing(backend, text):
    """1023: the error of an integer beyond 64 bits in text kept three references."""
    decoder = backend.Decoder(List[int], strict=False)
    data = packb([text])

    def call():
        with pytest.raises(ValidationError):
            decoder.decode(data)

    assert growth(call, 500) < 100


@dataclasses.dataclass
class Base:
    a: int


class Ordinary:
    """Its instances have a dict."""


@dataclasses.dataclass
class Mixed(Ordinary):
    b: str
    c: Optional["Mixed"] = None


class Slotted:
    __slots__ = ("x", "y", "__weakref__")
    __annotations__ = {"x": int, "y": "List[Any]"}


Slotted = dataclasses.dataclass(Slotted)


@dataclasses.dataclass
class Derived(Slotted):
    """Slots and a dict."""

    z: Any = None


@dataclasses.dataclass
class Many:
    """More attributes than a class shares keys for at first."""

    a: int
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    f: int = 0
    g: int = 0
    h: Any = None


PLAIN = [(Base, {"a": 1}), (Mixed, {"b": "x", "c": {"b": "y"}}), (Slotted, {"x": 1, "y": [1, {}]})]
PLAIN += [(Derived, {"x": 1, "y": [], "z": [[]]}), (Many, {"a": 1, "h": [{"k": []}]})]


@pytest.mark.parametrize(("cls", "plain"), PLAIN)
def test_instances_are_whole_for_the_collector_and_for_their_class(backend, cls, plain):
    """960: objects were allocated without the inline values that CPython 3.13 keeps attributes in."""
    rng = random.Random(1)
    decoder, data = backend.Decoder(List[cls]), packb([plain] * 20)
    fields = [field.name for field in dataclasses.fields(cls)]
    for number in range(60):
        made = decoder.decode(data)
        for one in made:
            for change in range(4):
                name = rng.choice(fields)
                if change == 0:
                    value = getattr(one, name)
                    delattr(one, name)
                    assert name not in getattr(one, "__dict__", ())
                    setattr(one, name, value)
                elif change == 1:
                    setattr(one, name, [one])
                elif change == 2 and hasattr(one, "__dict__"):
                    setattr(one, f"later{number % 7}", made)
                elif hasattr(one, "__dict__"):
                    one.__dict__ = dict(one.__dict__)
        if number % 20 == 0:
            gc.collect()
            assert all(type(one) is cls for one in made)
    refs = [weakref.ref(one) for one in decoder.decode(data)] if cls is not Slotted else []
    del made, one
    gc.collect()
    assert not any(ref() for ref in refs)


def test_the_debug_allocator_finds_nothing(backend):
    """960, again under the allocator that fills memory and checks its ends."""
    program = (
        "import gc, dataclasses, hayapack\n"
        f"from hayapack import {'_native' if backend.name == 'native' else '_fallback'} as end\n"
        "class Foo: pass\n"
        "@dataclasses.dataclass\n"
        "class Bar(Foo):\n"
        "    a: int = 0\n"
        "    b: object = None\n"
        "decoder, empty = end.Decoder(Bar), hayapack.packb({})\n"
        "for n in range(300):\n"
        "    one = decoder.decode(empty); one.c = one; decoder.decode(hayapack.packb({'b': [{}]})).__dict__\n"
        "gc.collect(); print('fine')\n"
    )
    done = subprocess.run([sys.executable, "-X", "dev", "-c", program], capture_output=True, timeout=120)
    assert done.stdout.split() == [b"fine"], done.stderr.decode()[-2000:]


@pytest.mark.parametrize("module", [None, "no.such.module", 5, "removed"])
def test_a_class_of_a_module_that_is_not_there(backend, module):
    """1016: a class whose module is not in sys.modules was looked up by a null pointer."""
    sys.modules["removed"] = types.ModuleType("removed")
    scope = {"dataclasses": dataclasses, "__name__": "removed"}
    exec("@dataclasses.dataclass\nclass One:\n    a: int\n    b: 'One' = None\n    c: 'list[int]' = ()\n", scope)
    cls = scope["One"]
    del sys.modules["removed"], scope
    cls.__module__ = module
    try:
        decoder = backend.Decoder(cls)
    except TypeError as error:
        assert "One" in str(error)  # noqa: PT017
    else:
        assert decoder.decode(packb({"a": 1, "c": [1]})).c == [1]
    named = NamedTuple("Named", [("a", int)])
    named.__module__ = module
    assert backend.unpackb(b"\x91\x01", type=named) == (1,)


@pytest.mark.parametrize("kind", [Any, ExtType, List[ExtType], Union[int, ExtType], Dict[str, Any]])
def test_the_bytes_of_an_ext_are_released(backend, kind):
    """1109: each decoded ext kept its bytes."""
    plain = ExtType(5, b"x" * 200)
    plain = [plain] if kind == List[ExtType] else {"a": plain} if kind == Dict[str, Any] else plain
    data, decoder = packb(plain), backend.Decoder(kind)
    made = decoder.decode(data)
    one = made[0] if isinstance(made, list) else made["a"] if isinstance(made, dict) else made
    payload, other = one.data, bytes(bytearray(200))
    del made, one
    gc.collect()
    assert sys.getrefcount(payload) == sys.getrefcount(other)
    assert growth(lambda: decoder.decode(data)) < 100


def test_unions_of_a_fixed_tuple_and_a_bounded_number(backend):
    """Decoders of these crashed the collector with msgspec 0.22, which the generated types of test_strangers.py found."""
    kind = List[Union[Tuple[int, str], Annotated[float, Limit(ge=1)]]]

    def call():
        assert backend.Decoder(kind).decode(packb([[1, "a"], 2.5])) == [(1, "a"), 2.5]

    assert growth(call, 50) < 200
