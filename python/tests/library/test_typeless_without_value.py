"""Typed values without a value: System.Object, as C# writes ``new object()``."""

import copy
import dataclasses
import enum
import pickle
from typing import Any

import pytest
from lz4_package import skip_without_lz4
from same import outcome
from test_typeless import typed

import hayapack
from hayapack import Typed, TypeRegistry

EMPTY = TypeRegistry()
DOTNET = TypeRegistry(dotnet=True)
CORE = "System.Object, System.Private.CoreLib"
NAMES = [
    "System.Object",
    "System.Object, mscorlib",
    CORE,
    CORE + ", Version=10.0.0.0, Culture=neutral, PublicKeyToken=0",
]
OTHERS = ["", "N", "System.Objects", "System.Object[]", "System.Objec", "system.object", "A.System.Object"]


@dataclasses.dataclass
class Blank:
    pass


@dataclasses.dataclass
class Defaults:
    a: int = 5


@dataclasses.dataclass
class Needs:
    a: int


class Colour(enum.Enum):
    RED = 1
    NONE = None


class Thing:
    def __init__(self, value: Any) -> None:
        self.value = value


def registry(cls, **options):
    types = TypeRegistry()
    types.register(cls, NAMES[1], **options)
    return types


# --- Typed -------------------------------------------------------------------


def test_no_value_is_not_nil():
    value, nil = Typed(NAMES[0]), Typed(NAMES[0], None)
    assert value.value is nil.value is None
    assert (value.has_value, nil.has_value) == (False, True)
    assert value != nil and value == Typed(NAMES[0]) and hash(value) == hash(Typed(NAMES[0]))
    assert value != Typed(NAMES[1])
    assert repr(value) == "Typed('System.Object')" and repr(nil) == "Typed('System.Object', None)"
    with pytest.raises(AttributeError):
        value.has_value = True


def test_copies():
    for value in (Typed(NAMES[1]), Typed(NAMES[1], None), Typed("N", 1)):
        for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert again == value and again.has_value is value.has_value


@pytest.mark.parametrize("name", OTHERS)
def test_only_system_object(backend, name):
    with pytest.raises(ValueError, match="without a value must be System.Object"):
        Typed(name)
    for types in (EMPTY, DOTNET):
        assert outcome(backend.unpackb, typed(name, b""), types=types)[1:4] == ("invalid_typed", 0, "$")


# --- reading and writing -----------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_round_trip(backend, name):
    packed = typed(name, b"")
    for types in (EMPTY, DOTNET):
        assert backend.unpackb(packed, types=types) == Typed(name)
        assert backend.packb(Typed(name), types=types) == packed
    assert backend.unpackb(typed(name, b"\xc0"), types=EMPTY) == Typed(name, None)
    assert backend.unpackb(packed, types=EMPTY, raw=True) == Typed(name)


def test_in_streams_and_containers(backend):
    value = [Typed(NAMES[1]), {"k": Typed(NAMES[2])}, Typed("N", [Typed(NAMES[0]), 1]), 5]
    packed = backend.packb(value, types=EMPTY)
    unpacker = backend.Unpacker(types=EMPTY)
    for byte in packed * 2:
        unpacker.feed(bytes([byte]))
    assert list(unpacker) == [value, value]
    assert backend.unpackb(packed, types=EMPTY, list_hook=list, object_hook=dict) == value
    key = backend.packb({Typed(NAMES[1]): 1, Typed(NAMES[1], None): 2}, types=EMPTY)
    assert backend.unpackb(key, types=EMPTY, strict_map_key=False) == {Typed(NAMES[1]): 1, Typed(NAMES[1], None): 2}
    assert outcome(backend.unpackb, key, types=EMPTY)[1:4] == ("invalid_key", 1, "${key #0}")


@pytest.mark.pure_is_long
def test_many(backend, request):
    value = [Typed(NAMES[1])] * 3000
    packed = backend.packb(value, types=EMPTY)
    assert backend.unpackb(packed, types=EMPTY) == value
    skip_without_lz4(request)
    for form in ("block", "block-array"):
        assert backend.unpackb(backend.packb(value, types=EMPTY, lz4=form), types=EMPTY, lz4=True) == value


def test_limits(backend):
    packed = b"\x91" + typed(NAMES[1], b"")
    assert outcome(backend.unpackb, packed, types=EMPTY, max_depth=1)[1:4] == ("too_deep", 1, "$[0]")
    assert backend.unpackb(packed, types=EMPTY, max_depth=2) == [Typed(NAMES[1])]
    assert outcome(backend.unpackb, packed, types=EMPTY, max_str_len=22)[1:3] == ("str_limit", 4)
    with pytest.raises(hayapack.PackError):
        backend.packb([Typed(NAMES[1])], types=EMPTY, max_depth=1)


def test_the_path_of_an_error_after_it(backend):
    value = {"a": Typed(NAMES[1]), "b": [1, 2**70]}
    assert outcome(backend.packb, value, types=EMPTY)[1] == "int_range"
    assert "$.b[1]" in str(pytest.raises(hayapack.PackError, backend.packb, value, types=EMPTY).value)
    packed = backend.packb([Typed(NAMES[1]), Typed(NAMES[1], None), 1], types=EMPTY)[:-1] + b"\xc1"
    assert outcome(backend.unpackb, packed, types=EMPTY)[1:4] == ("reserved_byte", len(packed) - 1, "$[2]")


# --- registered classes ------------------------------------------------------


def test_dataclasses(backend):
    packed = typed(NAMES[1], b"")
    types = registry(Blank)
    assert backend.unpackb(packed, types=types) == Blank()
    assert backend.packb(Blank(), types=types) == packed
    types = registry(Defaults)
    assert backend.unpackb(packed, types=types) == Defaults()
    assert backend.packb(Defaults(7), types=types) == typed(NAMES[1], b"\x81\xa1a\x07")
    assert outcome(backend.unpackb, packed, types=registry(Needs))[1:4] == ("invalid_typed", 0, "$")
    assert outcome(backend.unpackb, typed(NAMES[1], b"\xc0"), types=types)[1] == "invalid_typed"


def test_enums(backend):
    types = registry(Colour)
    assert backend.unpackb(typed(NAMES[1], b""), types=types) is Colour.NONE
    assert backend.packb([Colour.NONE, Colour.RED], types=types) == b"\x92" + typed(NAMES[1], b"") + typed(
        NAMES[1], b"\x01"
    )


def test_functions(backend):
    types = registry(Thing, read=Thing, write=lambda thing: thing.value)
    assert backend.unpackb(typed(NAMES[1], b""), types=types).value is None
    assert backend.packb(Thing(None), types=types) == typed(NAMES[1], b"")
    assert backend.packb(Thing({}), types=types) == typed(NAMES[1], b"")
    assert backend.packb(Thing([]), types=types) == typed(NAMES[1], b"\x90")
    other = TypeRegistry()
    other.register(Thing, "N", NAMES[1], read=Thing, write=lambda thing: thing.value)
    assert backend.packb(Thing(None), types=other) == typed("N", b"\xc0")
    assert backend.unpackb(typed(NAMES[1], b""), types=other).value is None
