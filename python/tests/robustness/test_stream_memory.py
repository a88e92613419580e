"""Stream objects use little memory while they are empty, and growing again stays linear."""

import io
import sys

import pytest
from traced import traced

import hayapack

pytestmark = pytest.mark.pure_is_long

SIZE = 4_000_000
LARGE = hayapack.packb(b"x" * SIZE)
SMALL = 200_000  # bytes of an idle object: its buffer and the stack of its scan
CHUNK = 65536


def chunked(data, size=CHUNK):
    return (data[at : at + size] for at in range(0, len(data), size))


def by_feed(unpacker, data):
    unpacker.feed(data)
    assert len(unpacker.unpack()) == SIZE


def by_chunks(unpacker, data):
    found = []
    for chunk in chunked(data):
        unpacker.feed(chunk)
        found += map(len, unpacker)
    assert found == [SIZE]


def by_skip(unpacker, data):
    unpacker.feed(data)
    unpacker.skip()


def by_bytes(unpacker, data):
    unpacker.feed(data)
    unpacker.read_bytes(len(data))


def by_pieces(unpacker, data):
    """A half message, and then the other half with an error in it."""
    unpacker.feed(b"\x92" + data + b"\xa1")
    with pytest.raises(hayapack.OutOfData):
        unpacker.unpack()
    unpacker.feed(b"\xff")
    with pytest.raises(hayapack.InvalidUtf8Error):
        unpacker.unpack()


@pytest.mark.parametrize("use", [by_feed, by_chunks, by_skip, by_bytes, by_pieces])
def test_a_pool_of_unpackers(backend, use):
    with traced() as memory:
        pool = [backend.Unpacker() for _ in range(25)]
        for unpacker in pool:
            use(unpacker, LARGE)
            assert sys.getsizeof(unpacker) < SMALL
        assert memory.kept() < len(pool) * SMALL
        for unpacker in pool:  # and they work
            unpacker.feed(b"\x01")
            assert list(unpacker) == [1]


def test_a_file(backend):
    with traced() as memory:
        unpacker = backend.Unpacker(io.BytesIO(LARGE + b"\x01"))
        assert len(next(unpacker)) == SIZE
        assert list(unpacker) == [1]
        assert memory.kept() - len(LARGE) < SMALL  # the file has its own copy


def test_a_stream_that_is_never_empty():
    """There is always the beginning of the next message. The large buffer goes when it has been passed."""
    unpacker = pytest.importorskip("hayapack._native").Unpacker()
    unpacker.feed(LARGE + b"\x92")
    assert len(unpacker.unpack()) == SIZE
    value = b"y" * 10_000
    rest = b"\x01" + hayapack.packb(value) + b"\x92"
    for _ in range(SIZE * 2 // len(rest)):
        unpacker.feed(rest)
        assert list(unpacker) == [[1, value]]
    assert sys.getsizeof(unpacker) < SMALL


def test_a_packer(backend):
    packer = backend.Packer(autoreset=False, buf_size=1000)
    with traced() as memory:
        for _ in range(3):
            packer.pack(b"x" * SIZE)
            packer.pack(1)
            assert packer.bytes() == LARGE + b"\x01"
            packer.reset()
            assert memory.kept() < SMALL
            if backend.name == "native":
                assert sys.getsizeof(packer) < 2000
        packer.pack("small")
        assert bytes(packer) == b"\xa5small"


def test_large_messages_and_an_empty_buffer_in_turn_are_linear():
    """Counts the bytes that the native Unpacker allocates: at most four times what passes through it."""
    native = pytest.importorskip("hayapack._native")
    for size in (1000, CHUNK + 100, 1_000_000, SIZE):
        message = hayapack.packb(b"x" * size)
        unpacker = native.Unpacker()
        allocated = fed = last = 0
        for _ in range(5):
            for chunk in chunked(message):
                unpacker.feed(chunk)
                fed += len(chunk)
                now = sys.getsizeof(unpacker)
                if now != last:
                    allocated += now
                for value in unpacker:
                    assert len(value) == size
                last = sys.getsizeof(unpacker)
        assert allocated < 4 * fed + 5 * SMALL


@pytest.mark.parametrize("read_size", [0, CHUNK, 1])
def test_memory_while_a_file_is_read_is_bounded(backend, read_size):
    """A stream of small messages takes no more than a read, whatever its length."""
    message = hayapack.packb(b"y" * 1000)
    count = 10_000 if read_size != 1 else 50

    class Long:
        position = 0

        def read(self, n):
            start = self.position % len(message)
            left = count * len(message) - self.position
            data = (message * (n // len(message) + 2))[start : start + min(n, left)]
            self.position += len(data)
            return data

    unpacker = backend.Unpacker(Long(), read_size=read_size)
    with traced() as memory:
        assert sum(1 for _ in unpacker) == count
        assert memory.peak() < 8 << 20
