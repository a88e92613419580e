"""Messages that are longer than the buffer, and messages inside of damaged ones; both back ends."""

import gzip
import random

import pytest

import hayapack
from hayapack import packb, stream
from hayapack.stream.long_messages import TooFar, end_of
from hayapack.stream.source import Source

pytestmark = pytest.mark.pure_is_long

BLOCK = 1000  # a message may have 8,000 bytes


def event(n, **more):
    return packb({"id": n, "s": "event", **more})


INNER = b"".join(event(10**6 + n) for n in range(2000))
LONG = {
    "last": event(500, attachment=INNER),
    "in the middle": packb({"id": 500, "attachment": INNER, "s": "event"}),
    "as str": event(500, attachment="x" * 40_000),
    "as ext": event(500, attachment=hayapack.ExtType(5, INNER)),
    "as rows": event(500, rows=[{"id": 10**6 + n, "s": "event"} for n in range(2000)]),
    "as nested rows": event(500, rows=[[{"id": -n, "s": "event"} for n in range(1000)], {"a": list(range(20_000))}]),
}


def ids(found):
    return [row["id"] for _, block in found for row in hayapack.Unpacker(bytes_feed(block))]


class bytes_feed:
    def __init__(self, data):
        self.data = bytes(data)

    def read(self, n=-1):
        data, self.data = self.data, b""
        return data


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("damaged", [None, lambda *what: None])
def test_a_long_message_is_no_damage(both_back_ends, name, damaged, tmp_path):
    before, after = (b"".join(map(event, numbers)) for numbers in (range(500), range(501, 1000)))
    data = before + LONG[name] + after
    path = tmp_path / "x.msgpack.gz"
    path.write_bytes(gzip.compress(data))
    for source in (data, before + LONG[name], path):
        found = stream.blocks(source, size=BLOCK, damaged=damaged)
        read = []
        reason = f"byte {len(before)}: a message of more than 8000 bytes: use larger"
        with pytest.raises(hayapack.BufferFull, match=reason):
            for block in found:
                read.append(block)
        assert ids(read) == list(range(500))
    assert ids(stream.blocks(data, size=BLOCK, damaged=damaged, longest=100_000)) == list(range(1000))


@pytest.mark.parametrize("header", [f"{byte:x} 00 00 40 00" for byte in (0xC6, 0xC9, 0xDB, 0xDD, 0xDF)])
def test_damage_that_declares_more_than_the_buffer(both_back_ends, header):
    """The bytes after it are not those of a message, so what follows is not lost."""
    header = bytes.fromhex(header)
    rng = random.Random(header[0])
    rows = [event(n, pad="y" * rng.randrange(40)) for n in range(3000)]
    at = len(b"".join(rows[:1000]))
    data = b"".join(rows[:1000]) + header + b"".join(rows[1000:])
    jumped = []
    try:
        found = ids(stream.blocks(data, size=BLOCK, damaged=lambda *what: jumped.append(what[:2])))
    except hayapack.BufferFull as error:  # a container of rows ends where a row does
        assert error.offset == at
    else:
        assert jumped[0][0] == at and jumped[0][1] < at + 200
        assert found == list(range(3000))


def test_the_end_of_a_long_message(both_back_ends, monkeypatch):
    monkeypatch.setattr("hayapack.stream.long_messages._PART", 500)
    for message in LONG.values():
        data = event(0) + message + event(1)
        start = len(event(0))
        assert end_of(Source(data), start, 1 << 30)[0] == start + len(message)
        for cut in (1, 20, 1000):
            assert end_of(Source(data[: start + len(message) - cut]), start, 1 << 30)[0] is None
    rows = event(0, rows=[n for n in range(100_000)])
    assert end_of(Source(rows), 0, 1 << 30)[0] == len(rows)
    with pytest.raises(TooFar):
        end_of(Source(rows), 0, 2000)
    assert end_of(Source(b"\x91" * 100_000), 0, 1 << 30)[0] is None  # too deep


def test_the_search_for_ends_is_bounded(both_back_ends):
    """Each of many headers declares a message to the end of the file."""

    class Counts:
        def __init__(self, data):
            self.data, self.size, self.read_bytes = data, len(data), 0

        def read(self, offset, n):
            self.read_bytes += n
            return self.data[offset : offset + n]

    rows = b"".join(map(event, range(300)))
    data = rows + b"".join(b"\xc1\xdd\x00\x01\x00\x00" + rows[:100] for _ in range(300))
    source = Counts(data)
    try:
        list(stream.blocks(source, size=300, damaged=lambda *what: None))
    except hayapack.BufferFull:
        pass
    assert source.read_bytes < 100 * len(data)


NESTED = {
    "a map with the first key": lambda n: {"id": n, "s": "x", "sub": {"id": -n}},
    "in a list": lambda n: {"id": n, "s": "x", "subs": [{"id": -n, "t": 1}, {"id": -n, "t": 2}]},
    "deep": lambda n: {"id": n, "s": "x", "a": [[{"b": {"id": -n, "t": 1}}]]},
    "an array as long as a row": lambda n: [n, "x", [-n, 1, 2]],
    "an array in a list": lambda n: [n, "x", [["y", 1, 2], ["z", 1, 2]]],
}


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("last", [False, True])
def test_a_part_of_a_damaged_message_is_no_message(both_back_ends, name, last):
    messages = [packb(NESTED[name](n)) for n in range(1, 60)]
    bad = 58 if last else 30
    starts = [sum(map(len, messages[:n])) for n in range(60)]
    data = bytearray(b"".join(messages))
    data[starts[bad]] = 0xC1
    jumped = []
    found = stream.blocks(data, damaged=lambda *what: jumped.append(what[:2]))
    assert b"".join(bytes(block) for _, block in found) == b"".join(messages[:bad] + messages[bad + 1 :])
    assert jumped == [(starts[bad], starts[bad + 1])]


def test_rows_with_other_keys_are_still_found(both_back_ends):
    """After damage a row with a key that the head does not have is read, if it has those that all rows have."""
    rows = [{"id": n, "s": "x", **({"k%d" % n: n} if n % 3 else {})} for n in range(300)]
    messages = list(map(packb, rows))
    starts = [sum(map(len, messages[:n])) for n in range(301)]
    data = bytearray(b"".join(messages))
    for bad in range(150, 290, 10):
        data[starts[bad]] = 0xC1
    found = ids(stream.blocks(data, damaged=lambda *what: None))
    assert found == [n for n in range(300) if n not in range(150, 290, 10)]


def test_a_source_that_ends_inside_its_first_message(both_back_ends):
    """Nothing tells what its messages look like, so none inside of it is taken for one."""
    data = packb({"id": 1, "attachment": INNER})[:-7]
    jumped = []
    assert list(stream.blocks(data, damaged=lambda *what: jumped.append(what[:2]))) == []
    assert jumped == [(0, len(data))]
    with pytest.raises(hayapack.BufferFull):
        list(stream.blocks(data, size=BLOCK, damaged=lambda *what: None))
