"""The streaming Unpacker: feeding, files, headers, limits, errors and the messages after them."""

import io
import time

import pytest

import hayapack
from hayapack import ExtType, Timestamp

VALUES = [
    0, "abc", None, [1, [2, {"k": "v" * 40}]], {"a": [], "b": {}}, b"x" * 300, -5.5,
    ExtType(7, b"1234"), Timestamp(1, 1), ["é" * 50, 2**60, -(2**60)], "", list(range(100)),
]  # fmt: skip


def drain(unpacker):
    return list(unpacker)


@pytest.mark.parametrize("hooked", [False, True])
def test_all_splits_in_two(backend, hooked):
    options = {"list_hook": list} if hooked else {}
    data = b"".join(map(backend.packb, VALUES))
    for at in range(len(data) + 1):
        unpacker = backend.Unpacker(**options)
        unpacker.feed(data[:at])
        found = drain(unpacker)
        assert unpacker.tell() <= at
        unpacker.feed(data[at:])
        assert found + drain(unpacker) == VALUES
        assert unpacker.tell() == len(data)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000])
@pytest.mark.parametrize("method", ["next", "unpack", "skip"])
def test_all_chunk_sizes(backend, size, method):
    data = b"".join(map(backend.packb, VALUES))
    unpacker = backend.Unpacker()
    found, ends = [], []
    for start in range(0, len(data), size):
        unpacker.feed(data[start : start + size])
        while True:
            try:
                if method == "skip":
                    found.append(unpacker.skip())
                else:
                    found.append(next(unpacker) if method == "next" else unpacker.unpack())
            except (StopIteration, hayapack.OutOfData):
                break
            ends.append(unpacker.tell())
    assert found == (VALUES if method != "skip" else [None] * len(VALUES))
    assert ends == [len(b"".join(map(backend.packb, VALUES[: i + 1]))) for i in range(len(VALUES))]


def test_out_of_data(backend):
    unpacker = backend.Unpacker()
    with pytest.raises(hayapack.OutOfData):
        unpacker.unpack()
    unpacker.feed(b"\x01\x92\x01")
    assert unpacker.unpack() == 1
    for call in (unpacker.unpack, unpacker.skip):
        with pytest.raises(hayapack.OutOfData) as info:
            call()
        assert (info.value.name, info.value.offset, info.value.path) == ("truncated", 3, None)
        assert type(info.value) is hayapack.OutOfData
        assert not isinstance(info.value, ValueError)
    assert unpacker.tell() == 1
    unpacker.feed(b"\x02")
    assert unpacker.unpack() == [1, 2]


def test_hooks_never_see_part_of_a_message(backend):
    seen = []
    unpacker = backend.Unpacker(ext_hook=lambda code, data: seen.append(data))
    data = b"\x92\xd4\x05a\xd4\x05b"
    for byte in data[:-1]:
        unpacker.feed(bytes([byte]))
        assert list(unpacker) == []
    assert seen == []
    unpacker.feed(data[-1:])
    assert list(unpacker) == [[None, None]]
    assert seen == [b"a", b"b"]


def test_headers(backend):
    unpacker = backend.Unpacker()
    unpacker.feed(b"\x92\x01\x81\xa1a\xdc\x00\x01\xdf\x00\x00\x00\x01\xa1k\x05")
    assert unpacker.read_array_header() == 2
    assert unpacker.unpack() == 1
    assert unpacker.read_map_header() == 1
    assert unpacker.unpack() == "a"
    assert unpacker.read_array_header() == 1
    assert unpacker.read_map_header() == 1
    assert [unpacker.unpack(), unpacker.unpack()] == ["k", 5]
    for call in (unpacker.read_array_header, unpacker.read_map_header):
        with pytest.raises(hayapack.OutOfData):
            call()
        unpacker.feed(b"\xa1")
        with pytest.raises(ValueError, match="Expected"):
            call()
        assert unpacker.read_bytes(1) == b"\xa1"
    unpacker.feed(b"\xdc\x00")
    with pytest.raises(hayapack.OutOfData):
        unpacker.read_array_header()
    unpacker.feed(b"\x05")
    assert unpacker.read_array_header() == 5


def test_switching_in_the_middle_of_a_message(backend):
    unpacker = backend.Unpacker()
    unpacker.feed(b"\x93\x01\x02")
    with pytest.raises(hayapack.OutOfData):
        unpacker.unpack()
    assert unpacker.read_array_header() == 3
    assert unpacker.unpack() == 1
    assert unpacker.read_bytes(10) == b"\x02"
    unpacker.feed(b"\x05")
    assert unpacker.unpack() == 5
    assert unpacker.tell() == 4


def test_read_bytes(backend):
    unpacker = backend.Unpacker()
    unpacker.feed(b"\xa3abcdef")
    assert unpacker.read_bytes(0) == b""
    assert unpacker.unpack() == "abc"
    got = unpacker.read_bytes(2)
    assert (got, type(got), unpacker.tell()) == (b"de", bytes, 6)
    assert unpacker.read_bytes(5) == b"f"
    with pytest.raises(ValueError):
        unpacker.read_bytes(-1)


# --- errors, and the stream after them ---------------------------------------


def test_message_that_can_not_be_built_is_passed_over(backend):
    def refuse(code, data):
        raise KeyError("refused")

    unpacker = backend.Unpacker(ext_hook=refuse, strict_map_key=False, timestamp=3)
    late = Timestamp(2**62).to_bytes()
    bad = [
        (b"\x92\xa1\xff\x01", UnicodeDecodeError, 1, "$[0]"),
        (b"\x81\xa1k\xd5\xff\0\0", hayapack.InvalidTimestampError, 3, "$.k"),
        (b"\x91\xc7\x0c\xff" + late, hayapack.TimestampRangeError, 1, "$[0]"),
        (b"\x81\x90\x01", hayapack.InvalidKeyError, 1, "${key #0}"),
    ]
    for data, cls, offset, path in bad:
        start = unpacker.tell()
        unpacker.feed(data + b"\x05")
        with pytest.raises(cls) as info:
            unpacker.unpack()
        assert (info.value.offset - start, info.value.path) == (offset, path)
        assert unpacker.tell() == start + len(data)
        assert unpacker.unpack() == 5
    unpacker.feed(b"\x92\xd4\x05a\x01\x07")
    with pytest.raises(KeyError):
        unpacker.unpack()
    assert unpacker.unpack() == 7


@pytest.mark.parametrize(
    "data, cls, offset, path",
    [
        (b"\x92\x01\xc1\x07", hayapack.ReservedByteError, 2, "$[1]"),
        (b"\x82\xa1a\x01\x05\x07", hayapack.InvalidKeyError, 4, "${key #1}"),
        (b"\x81\xa1a" + b"\x91" * 1024, hayapack.StackError, 3 + 1023, None),
    ],
)
@pytest.mark.parametrize("method", ["unpack", "skip", "__next__"])
def test_stream_is_left_at_the_byte_at_fault(backend, data, cls, offset, path, method):
    if method == "skip" and cls is hayapack.InvalidKeyError:
        pytest.skip("skip() accepts all keys")
    for chunk in (len(data), 1):
        unpacker = backend.Unpacker()
        unpacker.feed(b"\x01")
        assert unpacker.unpack() == 1
        with pytest.raises(cls) as info:
            for start in range(0, len(data), chunk):
                unpacker.feed(data[start : start + chunk])
                try:
                    getattr(unpacker, method)()
                except (hayapack.OutOfData, StopIteration):
                    pass
        assert info.value.offset == 1 + offset
        assert unpacker.tell() == 1 + offset
        if path:
            assert info.value.path == path
            rest = data[offset:]
            assert unpacker.read_bytes(100) == (rest if chunk > 1 else rest[:1])


def test_reuse_after_errors(backend):
    """No state of a damaged message remains for the next one."""
    for broken in (b"\x83s\xc4\0", b"\x92\xc1", b"\xdd\xff\xff\xff\xff\xc1", b"\x91" * 1025):
        unpacker = backend.Unpacker()
        unpacker.feed(broken)
        for _ in range(20):
            for call in (unpacker.unpack, unpacker.skip, unpacker.read_map_header):
                try:
                    call()
                except (hayapack.UnpackException, ValueError):
                    pass
        unpacker.read_bytes(10**6)
        unpacker.feed(b"\x93\x01\x02\x03")
        assert unpacker.unpack() == [1, 2, 3]
        unpacker.__init__()
        unpacker.feed(b"\x05")
        assert (unpacker.unpack(), unpacker.tell()) == (5, 1)


# --- limits ------------------------------------------------------------------


def test_buffer_full(backend):
    unpacker = backend.Unpacker(max_buffer_size=10)
    unpacker.feed(b"\xa9" + b"a" * 8)
    with pytest.raises(hayapack.BufferFull) as info:
        unpacker.feed(b"ab")
    assert (info.value.name, info.value.offset) == ("size_limit", 9)
    unpacker.feed(b"a")
    assert unpacker.unpack() == "a" * 9
    unpacker.feed(b"\x01" * 10)
    assert list(unpacker) == [1] * 10


def test_promises_over_the_limit(backend):
    unpacker = backend.Unpacker(max_buffer_size=100, max_str_len=10**6)
    unpacker.feed(b"\x92\x01\xd9\x80")
    with pytest.raises(hayapack.BufferFull) as info:
        unpacker.unpack()
    assert (info.value.offset, info.value.path) == (2, "$[1]")
    for head in (
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
    ):
        unpacker = backend.Unpacker()
        unpacker.feed(head)
        with pytest.raises((hayapack.LimitError, hayapack.BufferFull)):
            unpacker.unpack()


def test_unlimited(backend):
    unpacker = backend.Unpacker(max_buffer_size=0)
    data = backend.packb(bytes(10**7))
    unpacker.feed(data)
    assert len(unpacker.unpack()) == 10**7


@pytest.mark.parametrize(
    "options", [{"read_size": 5, "max_buffer_size": 3}, {"read_size": -1}, {"max_buffer_size": -1}]
)
def test_wrong_sizes(backend, options):
    with pytest.raises(ValueError):
        backend.Unpacker(**options)


# --- files -------------------------------------------------------------------


class Slow(io.RawIOBase):
    """A file that returns fewer bytes than requested."""

    def __init__(self, data, step):
        self.data, self.step = data, step

    def read(self, n=-1):
        size = min(n, self.step)
        data, self.data = self.data[:size], self.data[size:]
        return data


@pytest.mark.parametrize("step", [1, 5, 10**6])
@pytest.mark.parametrize("read_size", [0, 1, 16])
def test_files(backend, step, read_size):
    data = b"".join(map(backend.packb, VALUES))
    unpacker = backend.Unpacker(Slow(data, step), read_size=read_size)
    assert list(unpacker) == VALUES
    assert unpacker.tell() == len(data)
    with pytest.raises(hayapack.OutOfData):
        unpacker.unpack()
    with pytest.raises(AssertionError):
        unpacker.feed(b"\x01")


def test_file_headers_and_bytes(backend):
    data = b"\xdc\x00\x02\x01\x02rest\x05"
    unpacker = backend.Unpacker(Slow(data, 1), read_size=1)
    assert unpacker.read_array_header() == 2
    assert [unpacker.unpack(), unpacker.unpack()] == [1, 2]
    assert unpacker.read_bytes(2) == b"r"  # as much as one read returns
    assert unpacker.read_bytes(3) + unpacker.read_bytes(1) + unpacker.read_bytes(1) == b"est"
    assert unpacker.unpack() == 5
    assert unpacker.tell() == len(data)


def test_file_larger_than_the_buffer(backend):
    data = backend.packb("x" * 20) * 50 + backend.packb("y" * 200)
    unpacker = backend.Unpacker(io.BytesIO(data), read_size=16, max_buffer_size=64)
    for _ in range(50):
        assert unpacker.unpack() == "x" * 20
    with pytest.raises((hayapack.BufferFull, hayapack.LimitError)):
        unpacker.unpack()


def test_file_that_fails(backend):
    class Broken:
        fail = True

        def read(self, n):
            if self.fail:
                raise OSError("broken")
            return b"\x05"

    file = Broken()
    unpacker = backend.Unpacker(file)
    with pytest.raises(OSError):
        unpacker.unpack()
    file.fail = False
    assert unpacker.unpack() == 5


def test_file_that_grows(backend):
    file = io.BytesIO()
    unpacker = backend.Unpacker(file)
    assert list(unpacker) == []
    file.write(b"\x01\x92\x01")
    file.seek(0)
    assert list(unpacker) == [1]


@pytest.mark.parametrize("file", [5, "text", object()])
def test_not_a_file(backend, file):
    with pytest.raises((AttributeError, TypeError)):
        backend.Unpacker(file)


# --- linear time ------------------------------------------------

# Limit in processor seconds, on which other processes have little influence. Each of these tests
# needs well under one second; quadratic code takes minutes.
LINEAR = 30


def processor_seconds(function):
    start = time.process_time()
    function()
    return time.process_time() - start


@pytest.mark.pure_is_long
@pytest.mark.parametrize("hooked", [False, True])
def test_one_byte_chunks_are_linear(backend, hooked):
    """Restarting the message with each chunk would take minutes."""
    messages = [
        backend.packb("x" * 100_000),
        backend.packb(list(range(100)) * 500),
        backend.packb([{"id": i, "name": "n"} for i in range(5000)]),
    ]
    for message in messages:
        unpacker = backend.Unpacker(**({"object_hook": dict} if hooked else {}))

        def run():
            found = 0
            for i in range(len(message)):
                unpacker.feed(message[i : i + 1])
                found += len(list(unpacker))
            assert found == 1

        assert processor_seconds(run) < LINEAR


def test_skip_accepts_all_keys(backend):
    """As msgpack's: strict_map_key is for the keys of dicts that are built."""
    message, tail = b"\x81\x01\x82\xc0\x02\xa1a\x03", b"\x05"
    unpacker = backend.Unpacker()
    unpacker.feed(message + tail)
    unpacker.skip()
    assert unpacker.tell() == len(message) and unpacker.unpack() == 5
    for first in ("skip", "unpack"):
        for at in range(1, len(message)):
            unpacker = backend.Unpacker()
            unpacker.feed(message[:at])
            try:
                with pytest.raises(hayapack.OutOfData):
                    getattr(unpacker, first)()
            except hayapack.InvalidKeyError:
                assert first == "unpack" and at > 1
                continue
            unpacker.feed(message[at:] + tail)
            unpacker.skip()
            assert unpacker.unpack() == 5
    unpacker = backend.Unpacker()
    unpacker.feed(message[:-1])
    with pytest.raises(hayapack.OutOfData):
        unpacker.skip()
    with pytest.raises(ValueError, match="Expected array"):
        unpacker.read_array_header()
    with pytest.raises(hayapack.OutOfData):  # as before the call that failed: keys are checked when they are decoded
        unpacker.unpack()
    unpacker.feed(message[-1:])
    with pytest.raises(hayapack.InvalidKeyError) as caught:
        unpacker.unpack()
    assert caught.value.offset == 1


@pytest.mark.pure_is_long
def test_many_messages_in_one_chunk_are_linear(backend):
    """Taking a message must not take time for the messages behind it."""
    unpacker = backend.Unpacker()
    unpacker.feed(b"\x91\x05" * 200_000)

    def run():
        for _i in range(50_000):
            assert unpacker.unpack() == [5]
            unpacker.skip()
            unpacker.feed(b"\xc0")
            assert unpacker.read_bytes(2) == b"\x91\x05"

    assert processor_seconds(run) < LINEAR


def test_hostile_promises_are_quick(backend):
    """A declared count is never trusted."""
    for unit in (b"\xdd\x00\x01\x86\xa0", b"\xdf\x00\x01\x86\xa0", b"\xdc\xff\xff"):
        data = unit * 1000 + b"\xc0" * 100_000

        def run():
            with pytest.raises((hayapack.TruncatedError, hayapack.InvalidKeyError)):
                backend.unpackb(data)

        assert processor_seconds(run) < LINEAR
