"""hayapack.stream.blocks: whole messages a block at a time, and where a damaged stream goes on; both back ends."""

import gzip
import random

import pytest
from split_streams import events

import hayapack
from hayapack import packb, stream


def made(count=300, seed=1):
    messages = events(random.Random(seed), count)
    starts = [0]
    for message in messages:
        starts.append(starts[-1] + len(message))
    return messages, starts


@pytest.mark.parametrize("size", [40, 1000, 1 << 20])
def test_blocks_are_the_messages(both_back_ends, size):
    messages, starts = made()
    data = b"".join(messages)
    at = 0
    size = max(size, max(map(len, messages)) // 8 + 1)
    for offset, block in stream.blocks(data, size=size):
        assert offset == at and offset in starts
        at += len(block)
    assert at == len(data)
    part = b"".join(bytes(block) for _, block in stream.blocks(data, starts[10], starts[20] - 1, size))
    assert part == b"".join(messages[10:20])
    assert list(stream.blocks(b"")) == list(stream.blocks(data, 5, 5)) == []
    with pytest.raises(ValueError, match="size"):
        list(stream.blocks(data, size=0))


def test_errors_come_after_what_is_before_them(both_back_ends):
    data = packb({"a": 1}) + packb({"a": [1, 2]})
    for source, error, offset, path in (
        (data[:-1], hayapack.TruncatedError, 7, "$.a"),
        (data + b"\xc1" + data, hayapack.ReservedByteError, 10, "$"),
        (data + b"\x91" * 2000, hayapack.StackError, None, None),
    ):
        found = []
        with pytest.raises(error) as caught:
            for _, block in stream.blocks(source, size=1000):
                found.append(bytes(block))
        assert b"".join(found) == source[: 4 if error is hayapack.TruncatedError else 10]
        if path:
            assert (caught.value.offset, caught.value.path) == (offset, path)
            assert f"byte {offset}" in str(caught.value)


def test_a_message_may_have_8_blocks(both_back_ends):
    data = packb(b"x" * 700)
    assert [bytes(block) for _, block in stream.blocks(data * 2, size=100)] == [data, data]
    with pytest.raises(hayapack.BufferFull, match="byte 0: a message of more than 480 bytes"):
        list(stream.blocks(data, size=60))


@pytest.mark.parametrize("size", [2000, 1 << 20])
def test_damage_costs_the_message(both_back_ends, size):
    messages, starts = made()
    data = bytearray(b"".join(messages))
    bad = {3, 40, 41, 100, 290}
    for number in bad:
        data[starts[number]] = 0xC1
    jumped = []
    found = stream.blocks(data, size=size, damaged=lambda *what: jumped.append(what))
    assert b"".join(bytes(block) for _, block in found) == b"".join(
        message for number, message in enumerate(messages) if number not in bad
    )
    assert [(start, stop) for start, stop, _ in jumped] == [
        (starts[3], starts[4]), (starts[40], starts[42]), (starts[100], starts[101]), (starts[290], starts[291]),
    ]  # fmt: skip
    assert [error.offset for _, _, error in jumped] == [start for start, _, _ in jumped]


def test_a_cut_end_and_a_declared_size_are_damage(both_back_ends):
    messages, starts = made(50)
    jumped = []
    data = b"".join(messages)
    cut = data[: starts[49] + 3]
    assert (
        b"".join(bytes(b) for _, b in stream.blocks(cut, damaged=lambda *what: jumped.append(what)))
        == (data[: starts[49]])
    )
    assert [(start, stop, type(error)) for start, stop, error in jumped] == [
        (starts[49], len(cut), hayapack.TruncatedError)
    ]
    # A header that declares 4 GB, in the middle: what follows is not lost.
    wrong = data[: starts[20]] + b"\xc6\xff\xff\xff\xf0" + data[starts[20] :]
    jumped.clear()
    found = b"".join(bytes(b) for _, b in stream.blocks(wrong, size=1000, damaged=lambda *what: jumped.append(what)))
    assert found == data
    assert [(start, stop) for start, stop, _ in jumped] == [(starts[20], starts[20] + 5)]


def test_the_end_of_a_range_is_a_place_to_go_on(both_back_ends):
    messages, starts = made(50)
    data = bytearray(b"".join(messages))
    data[starts[18]] = 0xC1
    jumped = []
    found = stream.blocks(data, 0, starts[20], damaged=lambda *what: jumped.append(what[:2]))
    assert b"".join(bytes(b) for _, b in found) == b"".join(messages[:18] + messages[19:20])
    data[starts[19]] = 0xC1
    list(stream.blocks(data, 0, starts[20], damaged=lambda *what: jumped.append(what[:2])))
    assert jumped == [(starts[18], starts[19]), (starts[18], starts[20])]


def test_damage_at_the_head(both_back_ends):
    messages, starts = made(50)
    data = b"\xc1\xc1" + b"".join(messages)
    jumped = []
    found = stream.blocks(data, damaged=lambda *what: jumped.append(what[:2]))
    assert b"".join(bytes(b) for _, b in found) == data[2:]
    assert jumped == [(0, 2)]


@pytest.mark.parametrize("noise", [b"\xc1", b"\x81", b"\x93\x01", b"\x82\xa2id"])
def test_noise_takes_bounded_time(both_back_ends, noise):
    messages, _ = made(20)
    data = b"".join(messages) + b"\xc1" + noise * 3000
    jumped = []
    found = stream.blocks(data, size=4000, damaged=lambda *what: jumped.append(what[:2]))
    assert b"".join(bytes(b) for _, b in found).startswith(b"".join(messages))
    assert jumped[0][0] == len(b"".join(messages))


def test_compressed_files(both_back_ends, tmp_path):
    messages, starts = made()
    data = bytearray(b"".join(messages))
    data[starts[100]] = 0xC1
    path = tmp_path / "x.msgpack.gz"
    path.write_bytes(gzip.compress(bytes(data)))
    jumped = []
    found = list(stream.blocks(path, size=5000, damaged=lambda *what: jumped.append(what[:2])))
    assert b"".join(bytes(b) for _, b in found) == b"".join(messages[:100] + messages[101:])
    assert jumped == [(starts[100], starts[101])]
    with pytest.raises(hayapack.ReservedByteError):
        list(stream.blocks(path, size=5000))


@pytest.mark.parametrize("size", [700, 5000, 1 << 20])
def test_a_compressed_file_that_is_cut_or_damaged(tmp_path, size):
    """What is before the fault is read; the rest of the file is lost, and that is told."""
    messages, _ = made()
    packed = gzip.compress(b"".join(messages))
    path = tmp_path / "x.msgpack.gz"
    for bad, kind in ((packed[:-2000], EOFError), (packed + b"\xff" * 2000, ValueError), (packed[:-1], EOFError)):
        path.write_bytes(bad)
        jumped = []
        found = b"".join(bytes(b) for _, b in stream.blocks(path, size=size, damaged=lambda *what: jumped.append(what)))
        assert found and b"".join(messages).startswith(found)
        assert stream.boundaries(found).end == len(found)
        ((start, stop, error),) = jumped
        assert start == len(found) <= stop and type(error) is kind and "x.msgpack.gz: after " in str(error)
        read = []
        with pytest.raises(kind):
            read.extend(bytes(block) for _, block in stream.blocks(path, size=size))
        assert b"".join(read) in (found, b"")  # extend() keeps nothing in some versions


def test_the_longest_message(tmp_path):
    data = packb("x" * 50_000)
    with pytest.raises(hayapack.BufferFull, match="byte 0: a message of more than 8000 bytes"):
        list(stream.blocks(data, size=1000))
    assert [bytes(part) for _, part in stream.blocks(data, size=1000, longest=100_000)] == [data]
