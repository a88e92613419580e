"""Objects of registered classes, which the native back end reads without a frame for each where their values are usual."""

import dataclasses
import random
import sys
from typing import Any

import pytest
from conftest import FREE_THREADED
from same import outcome, same

import hayapack
from hayapack import Timestamp, TypeRegistry
from hayapack._fallback import unpackb as pure_unpackb


@dataclasses.dataclass
class Inner:
    text: Any
    number: Any = 0


@dataclasses.dataclass
class Outer:
    number: Any
    inner: Any
    items: Any
    last: Any = None


@pytest.fixture
def nested_registry():
    types = TypeRegistry()
    types.register(Inner, "Demo.Inner, Demo")
    types.register(Outer, "Demo.Outer, Demo")
    return types


VALUES = [
    *(0, 127, 128, -1, -32, -33, 255, 256, -(2**7), 2**15, -(2**15), 2**31, -(2**31), 2**53, 2**63 - 1, -(2**63)),
    *(2**64 - 1, 1.5, -0.0, True, False, None, "", "a", "ab", "x" * 31, "x" * 32, "x" * 255, "x" * 256, "\u00e9" * 15),
    *([], [1, "a", None, 2.5], list(range(15)), list(range(16)), [[1]], {"a": 1}, b"bytes", Timestamp(1, 2)),
    *(Inner("in"), [Inner("a"), Inner("b")], Outer(1, Inner(Inner("deep")), [])),
]


def objects():
    return [Outer(value, Inner(value, index), [value], VALUES[-1 - index]) for index, value in enumerate(VALUES)]


def test_all_values_of_objects(backend, nested_registry):
    packed = hayapack.packb(objects(), types=nested_registry)
    for _ in range(8):  # a class gets a plan when some of its objects have been met
        assert backend.unpackb(packed, types=nested_registry) == objects()
    assert backend.unpackb(packed, types=nested_registry, use_list=False)[3].items == (VALUES[3],)
    assert backend.unpackb(packed, types=nested_registry, strict_map_key=False) == objects()


@pytest.mark.pure_is_long
def test_damaged_objects_are_the_same_error(backend, nested_registry):
    scalars = [Outer(index, Inner("text", 2.5), ["a", index], "x" * (index * 9)) for index in range(8)]
    packed = hayapack.packb(scalars, types=nested_registry)
    for types in (nested_registry, TypeRegistry()):
        for _ in range(4):
            backend.unpackb(packed, types=types)
    rng = random.Random(3)
    for _ in range(1500):
        damaged = bytearray(packed)
        at = rng.randrange(len(damaged))
        damaged[at] = rng.choice([rng.randrange(256), 0xC1, 0xC7, 0x91, 0xDC, damaged[at] ^ 1])
        expected = outcome(lambda d=bytes(damaged): pure_unpackb(d, types=nested_registry))
        assert same(outcome(lambda d=bytes(damaged): backend.unpackb(d, types=nested_registry)), expected)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count references")
def test_released_objects_do_not_end_twice(backend):
    class Ends:
        def __del__(self):
            ended.append(self.number)

    ended: list = []
    kind = dataclasses.make_dataclass("Counted", [("number", int)], bases=(Ends,))
    types = TypeRegistry()
    types.register(kind, "Demo.Counted, Demo")
    types.register(Outer, "Demo.Outer, Demo")
    rows = [Outer(index, kind(index), [], {"not": "scalar"}) for index in range(20)]
    packed = hayapack.packb(rows, types=types)
    for _ in range(3):
        ended.clear()
        read = backend.unpackb(packed, types=types)
        assert ended == []
        del read
        assert FREE_THREADED or sorted(ended) == list(range(20))
    ended.clear()
