"""One Packer or Unpacker used by several threads at once."""

import subprocess
import sys
import threading
from typing import List

import pytest
from at_once import at_once
from conftest import FREE_THREADED

import hayapack

pytestmark = [pytest.mark.usefixtures("frequent_switches"), pytest.mark.pure_is_long]


def test_same_packer(backend):
    packer = backend.Packer()
    value = {"a": [1, 2.5, "text"] * 50, "b": {str(i): i for i in range(50)}}
    expected = backend.packb(value)

    def pack(number):
        return all(packer.pack(value) == expected for _ in range(150))

    assert all(at_once(pack))


def test_same_packer_with_default(backend):
    """While a hook runs, a call from another thread waits, works or raises RuntimeError."""
    packer = backend.Packer(default=lambda o: [str(type(o))] * 20)
    value = [object(), {"k": object()}] * 10
    expected = packer.pack(value)

    def pack(number):
        results = []
        for _ in range(100):
            try:
                results.append(packer.pack(value) == expected)
            except RuntimeError:
                results.append(True)
        return all(results)

    assert all(at_once(pack))
    assert packer.pack(value) == expected


def test_same_gathering_packer(backend):
    packer = backend.Packer(autoreset=False)

    def pack(number):
        for _ in range(300):
            packer.pack([number, "x" * number])

    at_once(pack)
    unpacker = backend.Unpacker()
    unpacker.feed(packer.bytes())
    found = sorted(map(tuple, unpacker))
    assert found == sorted((n, "x" * n) for n in range(4) for _ in range(300))


def test_same_unpacker(backend):
    """Each message is returned exactly once."""
    unpacker = backend.Unpacker()
    for i in range(4000):
        unpacker.feed(backend.packb([i, {"k": str(i)}]))

    def take(number):
        found = []
        while True:
            try:
                found.append(unpacker.unpack())
            except hayapack.OutOfData:
                return found
            except RuntimeError:
                pass

    found = sum(at_once(take), [])
    assert sorted(value[0] for value in found) == list(range(4000))
    assert all(value[1] == {"k": str(value[0])} for value in found)


def exchange_an_element(value):
    value.append("y")
    value.pop()
    value.pop()
    value.append("x")


def add_and_delete_a_key(value):
    value["more"] = 1
    del value["more"]


@pytest.mark.parametrize(
    "make, change, sizes",
    [
        (lambda: [*range(1000), *["x"] * 1000], exchange_an_element, (1999, 2000, 2001)),
        (lambda: {str(i): i for i in range(1000)}, add_and_delete_a_key, (1000, 1001)),
    ],
    ids=["list", "dict"],
)
def test_changed_by_another_thread(backend, make, change, sizes):
    value = make()
    done = threading.Event()

    def work():
        while not done.is_set():
            change(value)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(200):
            try:
                packed = backend.packb([value])
            except hayapack.MutatedError:
                continue
            assert len(backend.unpackb(packed)[0]) in sizes
    finally:
        done.set()
        thread.join()


def test_a_list_that_its_thread_extends(backend):
    """Without a GIL, extend() has locked the list."""
    encoder, items = backend.Encoder(List[int]), [1]

    def more():
        yield len(backend.packb(items))
        yield len(encoder.encode(items))

    items.extend(more())
    assert items == [1, 2, 3]


def test_functions_in_parallel(backend):
    """All threads share the caches of keys and shapes."""

    def work(number):
        for i in range(300):
            value = [{f"k{number}_{i % 40}_{j}": j for j in range(8)}] * 3
            if backend.unpackb(backend.packb(value)) != value:
                return False
        return True

    assert all(at_once(work))


# In a process of its own, since the threads of other tests may have all caches.
KEYS_OF_TWO_THREADS = """
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import List
import hayapack

message = hayapack.packb({"name of a key": [1, 2]})
turn = threading.Barrier(2)

def unpack(number):
    seen = []
    for i in range(100):
        turn.wait(10)
        if i % 2 == number:
            seen.append(next(iter(hayapack.unpackb(message))))
    turn.wait(10)
    return seen[-20:]

with ThreadPoolExecutor(2) as pool:
    first, second = pool.map(unpack, range(2))
assert len({id(key) for key in first}) == len({id(key) for key in second}) == 1
assert first[0] is not second[0]
"""


@pytest.mark.skipif(not FREE_THREADED or hayapack.backend != "native", reason="the compiled back end without the GIL")
def test_cached_keys_of_each_thread():
    """A thread gets key objects of its own after a few calls, also when no other thread is in a call meanwhile."""
    subprocess.run([sys.executable, "-c", KEYS_OF_TWO_THREADS], check=True, timeout=60)


def test_more_threads_than_caches(backend):
    """All are alive at the same time, and new ones find the caches of those that have ended."""
    value = {"key": 1, "other": 2}
    message = backend.packb(value)
    calls = 1500 if backend.name == "native" else 20

    def unpack(number):
        return all(backend.unpackb(message) == value for _ in range(calls))

    for count in (40, 3):
        assert all(at_once(unpack, count))
