"""Memory is bounded by the bytes present, not by declared counts; nothing leaks."""

import dataclasses
import gc
from typing import Any, Deque, FrozenSet, List, Set

import pytest
from traced import leaked_by, peak, traced

import hayapack

pytestmark = pytest.mark.pure_is_long

pytest.importorskip("tracemalloc", reason="PyPy has no tracemalloc")

MB = 2**20


HEADERS = [
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff",
    b"\xc9\xff\xff\xff\xff\x01",
    b"\xdd\x7f\xff\xff\xff",
]


@pytest.mark.parametrize("header", HEADERS, ids=bytes.hex)
def test_declared_lengths_allocate_nothing(backend, header):
    def run():
        for data in (header, b"\x91" + header, header + b"\xc0" * 1000):
            with pytest.raises(hayapack.TruncatedError):
                backend.unpackb(data)
        unpacker = backend.Unpacker(max_buffer_size=2**40, strict_map_key=False)
        unpacker.feed(header + b"\xc0" * 1000)
        for call in (unpacker.unpack, unpacker.skip):
            with pytest.raises(hayapack.OutOfData):
                call()

    assert peak(run) < 4 * MB


@pytest.mark.parametrize("header", [b"\xdd\x00\x00\x4e\x20", b"\xdf\x00\x00\x4e\x20", b"\x9f", b"\x8f"])
def test_nested_declared_lengths(backend, header):
    data = header * 1000 + b"\xc0" * 20_000

    def run():
        with pytest.raises(ValueError):
            backend.unpackb(data, strict_map_key=False)
        unpacker = backend.Unpacker(strict_map_key=False)
        unpacker.feed(data)
        try:
            unpacker.unpack()
        except (hayapack.UnpackException, ValueError):
            pass

    assert peak(run) < 6 * MB


def test_stream_in_constant_memory(backend):
    chunk = backend.packb({"id": 5, "name": "x" * 5000}) * 100
    taken = 0

    def run():
        nonlocal taken
        unpacker = backend.Unpacker()
        for start in range(0, 60):
            unpacker.feed(chunk[start:] if start == 0 else chunk)
            for _ in unpacker:
                taken += 1

    assert peak(run) < 4 * MB
    assert taken == 6_000


@pytest.mark.parametrize(
    "data",
    [
        b"\x91" * 10 + b"\xc1",
        b"\x92\xa1\xff\x01",
        b"\x81\xa1a\x92\x01",
        b"\x81\x90\x01",
        b"\x01\x02",
        b"\xd5\xff\0\0",
    ],
)
def test_errors_leak_nothing(backend, data):
    def run():
        with pytest.raises(Exception):  # noqa: B017
            backend.unpackb(data, strict_map_key=False)
        unpacker = backend.Unpacker(strict_map_key=False)
        unpacker.feed(data)
        try:
            unpacker.unpack()
        except Exception:
            pass

    for _ in range(20):
        run()
    assert leaked_by(run, 150, 25_000) == 0


def test_keys_are_not_kept_without_end(backend):
    """The key cache stays bounded if keys never repeat."""

    def run(first):
        for i in range(first, first + 200):
            backend.unpackb(backend.packb({f"{i:06}{j:018}": None for j in range(100)}))

    run(0)
    gc.collect()
    with traced() as memory:
        run(1000)
        gc.collect()
        assert memory.kept() < 2 * MB


def test_cycles_through_hooks_are_collected(backend):
    class Holder:
        alive = 0

        def __init__(self):
            Holder.alive += 1
            self.unpacker = backend.Unpacker(list_hook=self.hook)
            self.packer = backend.Packer(default=self.hook)

        def hook(self, value):
            return value

        def __del__(self):
            Holder.alive -= 1

    for _ in range(10):
        Holder().unpacker.feed(b"\x91")
    for _ in range(3):
        gc.collect()
    assert Holder.alive == 0


def class_of_sets(count):
    return dataclasses.make_dataclass(
        "Sets", [(f"f{i}", Any, dataclasses.field(default_factory=set)) for i in range(count)]
    )


def class_of_numbers(count):
    return dataclasses.make_dataclass("Numbers", [(f"f{i}", int, 0) for i in range(count)])


@pytest.mark.parametrize(
    "kind, first, most",
    [
        (Deque[int], b"\x90", 900),
        (Set[int], b"\x90", 300),
        (FrozenSet[int], b"\x90", 300),
        (class_of_numbers(60), b"\x80", 3000),
        (class_of_sets(30), b"\x80", 9000),
        (class_of_sets(64), b"\x80", 17000),
    ],
    ids=["deque", "set", "frozenset", "60 fields", "30 factories", "64 factories"],
)
def test_empty_values_of_a_type(backend, kind, first, most):
    """The figures of docs/security.md, with room for other versions of Python."""
    packed = b"\xdc\x0b\xb8" + first * 3000
    decoder = backend.Decoder(List[kind])
    assert peak(lambda: decoder.decode(packed)) < most * len(packed)
