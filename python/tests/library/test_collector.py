"""The collector around the decoding of large messages, which pauses it."""

import gc
import sys

import pytest

import hayapack

pytestmark = pytest.mark.pure_is_long

# More containers than the collector's first threshold, and more bytes than the smallest message that pauses it.
MANY = [[i, i + 1] for i in range(3000)] + [{"a": i, "b": [i], "c": {}} for i in range(3000)]
LISTS = [[[] for _ in range(20)] for _ in range(200)]


@pytest.fixture(autouse=True)
def collector():
    enabled = gc.isenabled()
    yield
    (gc.enable if enabled else gc.disable)()


@pytest.mark.parametrize("enabled", [True, False])
def test_state_is_kept(backend, enabled):
    (gc.enable if enabled else gc.disable)()
    packed = backend.packb(MANY)
    assert backend.unpackb(packed) == MANY
    assert gc.isenabled() is enabled
    for damaged in (packed[:-1], packed + b"\xc1", packed.replace(b"\xa1b", b"\xa1\xff", 1)):
        with pytest.raises(ValueError):
            backend.unpackb(damaged)
        assert gc.isenabled() is enabled


@pytest.mark.parametrize("enabled", [True, False])
def test_hooks_have_the_state_of_the_program(backend, enabled):
    (gc.enable if enabled else gc.disable)()
    seen = set()

    def hook(o):
        seen.add(gc.isenabled())
        assert backend.unpackb(backend.packb(LISTS)) == LISTS
        return len(o)

    assert backend.unpackb(backend.packb([LISTS, {"a": 1}, LISTS]), object_hook=hook) == [LISTS, 1, LISTS]
    assert seen == {enabled}


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="objects are tracked in CPython")
def test_containers_are_tracked(backend):
    for o in backend.unpackb(backend.packb(MANY)):
        assert gc.is_tracked(o) or isinstance(o, dict)
        assert gc.is_tracked(o) == gc.is_tracked(list(o) if isinstance(o, list) else dict(o))


class Garbage:
    freed = 0

    def __del__(self):
        Garbage.freed += 1


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="when PyPy collects is its own matter")
def test_garbage_of_large_messages_is_collected(backend):
    """Each message becomes garbage that only the collector can free, and nothing else is allocated."""
    packed = backend.packb(LISTS)
    garbage = [Garbage() for _ in range(100)]
    gc.enable()
    gc.collect()
    before = Garbage.freed
    while Garbage.freed == before and garbage:
        o = backend.unpackb(packed)
        o[0] = o
        o[1] = garbage.pop()
    assert garbage


@pytest.mark.parametrize("place", [0, 3, 7, 14])
@pytest.mark.parametrize(
    "value", [[1], {}, {"a": 1}, "é", "x" * 40, b"x", 300, -1, -300, 1.5, True, None, hayapack.ExtType(1, b"x")]
)
def test_short_lists(backend, place, value):
    """Lists of scalars are decoded on a shorter way, up to the first value that is none."""
    for size in (place + 1, 15):
        items = [1, 2.5, "ab", None, True, "a", 127, False] * 2
        items[place:] = [value, *items[place:]]
        del items[size:]
        packed = backend.packb({"a": [items, items], "b": items})
        o = backend.unpackb(packed)
        assert o == {"a": [items, items], "b": items}
        assert [type(i) for i in o["b"]] == [type(i) for i in items]
        for cut in range(len(packed)):
            with pytest.raises(ValueError):
                backend.unpackb(packed[:cut])
        lists = backend.unpackb(packed, list_hook=tuple)
        assert lists["b"] == tuple(tuple(i) if isinstance(i, list) else i for i in items)
