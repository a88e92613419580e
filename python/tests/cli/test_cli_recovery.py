"""--keep-going after damage: what is whole before and after it is there, the rest is named; in linear time."""

import io
import random
import re

import pytest
from record_kinds import nested, optional, plain
from tool import inside, run

from hayapack import Unpacker, packb, stream
from hayapack.cli.events import cutter
from hayapack.cli.input import inputs
from hayapack.cli.reading import Reading
from hayapack.cli.tables import table_files


def array(rng, n):
    return [n, "s" * rng.randrange(9), [n, {"id": n}]]


ROWS = (plain, nested, optional, array)


def made(rng, kind, count=60):
    messages = [packb(kind(rng, n)) for n in range(count)]
    starts = [0]
    for message in messages:
        starts.append(starts[-1] + len(message))
    return messages, starts


LEFT = re.compile(r"left out ([0-9]+) bytes? from byte ([0-9]+) on$")


def saved(data, folder, *options):
    """(the messages that convert --keep-going saves, the places that are left out, the lines on standard error)."""
    source, target = folder / "x.msgpack", folder / "y.msgpack"
    source.write_bytes(data)
    status, out, err = inside("convert", "--keep-going", *options, str(source), str(target))
    lines = [line for line in err.splitlines() if not line.endswith(": remark: text that is not UTF-8 became bin")]
    assert out == b"" and status == (1 if lines else 0), err
    found = [LEFT.search(line) for line in lines]
    places = [(int(match[2]), int(match[2]) + int(match[1])) for match in found if match]
    if len(places) > 1:
        lost = sum(stop - start for start, stop in places)
        assert lines[-1] == f"hayapack: {source}: left out: {lost} bytes without a message, in {len(places)} places"
    written = target.read_bytes()
    cuts = [*stream.boundaries(written).offsets, len(written)]
    assert stream.boundaries(written).end == len(written)
    return [written[start:stop] for start, stop in zip(cuts, cuts[1:])], places, lines


@pytest.mark.parametrize("kind", ROWS)
def test_one_damaged_byte(kind, tmp_path):
    """A reserved byte in place of a header costs the message that it is in, and no other one."""
    rng = random.Random(1)
    messages, starts = made(rng, kind)
    data = b"".join(messages)
    for _ in range(12):
        number = rng.randrange(len(messages))
        at = starts[number] + rng.choice([0, 1, len(messages[number]) - 1])
        damaged = data[:at] + b"\xc1" + data[at + 1 :]
        found, places, lines = saved(damaged, tmp_path)
        if places:
            assert places == [(starts[number], starts[number + 1])]
            assert found == messages[:number] + messages[number + 1 :]
        elif lines:  # the byte is one of a str
            assert "invalid UTF-8" in lines[0] and found == messages[:number] + messages[number + 1 :]
        else:  # or of a number
            assert found == messages[:number] + [damaged[starts[number] : starts[number + 1]]] + messages[number + 1 :]


def cut(data, at, rng):
    return data[:at] + data[at + rng.randrange(1, 40) :]


def inserted(data, at, rng):
    return data[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 30))) + data[at:]


def flipped(data, at, rng):
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


@pytest.mark.parametrize("damage", [cut, inserted, flipped])
def test_each_byte_is_saved_or_left_out(damage, tmp_path):
    """Whatever the damage, all bytes are those of a message that is saved, unchanged, or of what is reported."""
    rng = random.Random(2)
    for kind in ROWS:
        for _ in range(6):
            messages, _ = made(rng, kind)
            data = b"".join(messages)
            data = damage(data, rng.randrange(len(data) - 40), rng)
            found, places, _ = saved(data, tmp_path, "--invalid", "bytes")
            cuts = [0, *(at for place in places for at in place), len(data)]
            kept = b"".join(data[start:stop] for start, stop in zip(cuts[::2], cuts[1::2]))
            assert values(b"".join(found)) == values(kept)
            jumped = []
            blocks = stream.blocks(data, damaged=lambda *what: jumped.append(what[:2]))
            assert b"".join(bytes(part) for _, part in blocks) == kept and jumped == places


def values(data):
    """str is bytes: with --invalid=bytes a damaged one is written as bin."""
    return list(Unpacker(io.BytesIO(data), strict_map_key=False, raw=True, object_pairs_hook=tuple, timestamp=0))


def test_all_outputs(monkeypatch, tmp_path):
    class Engine:
        ERRORS = ()

        @staticmethod
        def write(rows, kind, sink):
            sink.write(b"".join(b"%d\n" % n for batch in rows for n in batch["id"].tolist()))

    monkeypatch.setattr(table_files, "engine", lambda: Engine)
    messages = [packb({"id": n}) for n in range(30)]
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(messages[:10]) + b"\xc1" + b"".join(messages[10:]) + messages[0][:3])
    report = [
        f"hayapack: {path}: byte 50: reserved byte c1, at $, in message 11; left out 1 byte from byte 50 on",
        f"hayapack: {path}: byte 154: truncated str, in message 32; left out 3 bytes from byte 151 on",
        f"hayapack: {path}: left out: 4 bytes without a message, in 2 places",
    ]
    report[1] = report[1].replace("truncated str,", "truncated fixstr: needs 2 bytes, 1 left, at ${key #0},")
    lines = b"".join(b'{"id":%d}\n' % n for n in range(30))
    for given, expected in (
        (["cat"], lines),
        (["convert", "--to", "jsonl", str(path), "-"], lines),
        (["convert", "--to", "msgpack", str(path), "-"], b"".join(messages)),
        (["convert", "--to", "parquet", str(path), "-"], b"".join(b"%d\n" % n for n in range(30))),
        (["get", "--all", str(path), "$.id"], b"".join(b"%d\n" % n for n in range(30))),
        (["head", "-n", "40"], lines),
        (["validate"], b""),
    ):
        if str(path) not in given:
            given = [*given, str(path)]
        status, out, err = inside(given[0], "--keep-going", *given[1:])
        assert (status, out) == (1, expected), given
        found = err.splitlines()
        assert [found[0], found[2]] == [report[0], report[2]] and found[1].endswith("left out 3 bytes from byte 151 on")
    one = tmp_path / "one.msgpack"
    one.write_bytes(b"\xc1" + packb({"id": 1}))
    assert inside("convert", "--keep-going", "--to", "json", str(one), "-")[:2] == (1, b'{"id":1}\n')
    status, out, err = inside("cat", str(path))
    assert (status, out) == (1, b"".join(b'{"id":%d}\n' % n for n in range(10))) and "left out" not in err


def test_from_a_pipe():
    messages = [packb({"id": n, "s": "x" * 3000}) for n in range(200)]
    data = b"".join(messages[:100]) + b"\xc1" * 5 + b"".join(messages[100:])
    done = run("convert", "--keep-going", "--from", "msgpack", "--to", "msgpack", stdin=data)
    assert (done.returncode, done.stdout) == (1, b"".join(messages))
    assert b"left out 5 bytes from byte 301" in done.stderr


def test_a_cut_end_from_a_pipe_that_begins_with_damage():
    """The end is found by bytes that are still there: a pipe forgets those that were written."""
    message = packb({"id": 1, "s": "x" * 3000})
    data = b"\xc1" * 50 + message * 1500 + message[:-2]
    done = run("convert", "--keep-going", "--from", "msgpack", "--to", "msgpack", stdin=data)
    assert (done.returncode, done.stdout) == (1, message * 1500)
    cut = len(data) - len(message) + 2
    assert b"left out %d bytes from byte %d on" % (len(data) - cut, cut) in done.stderr


def test_a_message_that_is_nested_too_deeply(tmp_path):
    """It is left out as a whole: what is inside of it is no message."""
    deep = b"\x91" * 2000 + packb({"id": 5})
    messages = [packb({"id": n}) for n in range(20)]
    data = b"".join(messages[:10]) + deep + b"".join(messages[10:])
    found, places, lines = saved(data, tmp_path)
    assert found == messages and places == [(50, 50 + len(deep))] and len(lines) == 1
    found, places, _ = saved(deep + deep + messages[0], tmp_path)
    assert found == [messages[0]] and places == [(0, len(deep)), (len(deep), 2 * len(deep))]


@pytest.fixture
def small(monkeypatch):
    """Messages of more than 1000 bytes are read in parts."""
    monkeypatch.setattr(cutter, "BIG", 1000)
    monkeypatch.setattr(cutter, "WINDOW", 300)
    monkeypatch.setattr(inputs, "WINDOW", 300)


def test_large_messages(small, tmp_path):
    messages = [packb({"id": n, "l": list(range(110 if n % 3 else 900)), "s": "y" * 50}) for n in range(30)]
    texts = [packb("z" * 1500) for _ in range(3)]
    for bad in (10, 11, 12, 29):
        at = sum(map(len, messages[:bad]))
        whole = b"".join(messages)
        damaged = bytearray(whole)
        damaged[at + 100] = 0xC1
        found, places, _ = saved(bytes(damaged), tmp_path)
        assert found == messages[:bad] + messages[bad + 1 :] and places == [(at, at + len(messages[bad]))]
        end = at + len(messages[bad]) - 20
        found, places, _ = saved(whole[:end], tmp_path)
        assert found == messages[:bad] and places == [(at, end)]
    found, places, _ = saved(b"".join(texts)[:-1], tmp_path)
    assert found == texts[:2] and len(places) == 1


# --- hostile input -----------------------------------------------------------------


class Counting:
    """A source of hayapack.stream, or the bytes of an input of the tool, that counts what is read of it."""

    def __init__(self, data):
        self.data, self.size, self.count = data, len(data), 0

    def read(self, offset, n):
        part = self.data[offset : offset + n]
        self.count += len(part)
        return part


class Input(inputs.Input):
    def __init__(self, data):
        super().__init__("input", len(data))
        self.bytes = Counting(data)

    def fetch(self, at, most):
        return self.bytes.read(at, most)


ROW = packb({"a": 1})
UNITS = {
    "reserved bytes": b"\xc1",
    "rows between them": b"\xc1" + ROW * 8,
    "a long bin": ROW * 8 + b"\xc6\x00\x0f\xff\xff\xc1",
    "a bin without an end": ROW * 8 + b"\xc6\xff\xff\xff\xff\xc1",
    "a long map": ROW * 8 + b"\xdf\x00\x04\x00\x00\xa1a",
    "a map without an end": ROW * 8 + b"\xdf\xff\xff\xff\xff\xa1a",
    "a long array": ROW * 8 + b"\xdd\x00\x08\x00\x00",
    "depth": ROW * 8 + b"\x91" * 1100,
    "deeper": ROW + b"\x91" * 40,
    "rows that are cut": ROW[:-1],
}


def work_of(head, damage):
    """What is read for each byte of damage: by blocks(), and by the tool."""
    data = head + damage
    counting, given = Counting(data), Input(data)
    for _ in stream.blocks(counting, damaged=lambda *what: None):
        pass
    how = Reading("msgpack", keep_going=True)
    how.report = how.sum_up = lambda *what: None
    for _ in how.events(how.cutter(given), alone=True):
        pass
    return counting.count / len(damage), given.bytes.count / len(damage)


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
@pytest.mark.parametrize("head", [ROW * 8, packb({"a": "x" * 9_000})], ids=["rows", "a long row"])
def test_damage_costs_linear_work(unit, head):
    """However the damage is made: of one file and of one four times as long as many bytes are read for each byte."""
    short, long = (work_of(head, unit * (size // len(unit)) + b"\xc1") for size in (10_000, 40_000))
    assert max(*short, *long) < 700
    assert all(after < 1.5 * before + 100 for before, after in zip(short, long)), (short, long)
