"""arrow.reader(threads=): rows, errors, counts and calls are those of one thread; no thread is left."""

import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import warnings

import pytest
from conftest import EXAMPLES

from hayapack import ExtType, Timestamp, backend, packb, stream
from hayapack.data import arrow

pytestmark = pytest.mark.pure_is_long

ROWS = [{"id": n, "name": f"n{n}", "tags": [n], "at": Timestamp(n, 5)} for n in range(300)]
DATA = b"".join(map(packb, ROWS))
SCHEMA = {"id": "int64", "name": "str", "tags": "list[int64]", "at": "timestamp[ns]"}


def threads_left():
    return [thread for thread in threading.enumerate() if thread.name.startswith("hayapack-read")]


def outcome(source, schema=SCHEMA, errors="raise", told=False, **options):
    """All that a caller sees of a reading: rows, calls and batches in order, the exception, counts and warnings."""
    seen = []
    gc.collect()  # of other tests

    def note(*what):
        seen.append(("told", what[:3], type(what[3]).__name__, str(what[3])))
        if told is not True and len(seen) >= told:
            raise KeyError("mine")

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        reader = arrow.reader(source, schema, errors=note if told else errors, **options)
        try:
            for batch in reader:
                seen.append(("batch", [column.tolist() for column in batch.values()], batch.rows, batch.skipped))
        except Exception as error:
            facts = [getattr(error, name, None) for name in ("file", "offset", "path", "reason")]
            seen.append((type(error).__name__, str(error), facts))
        gc.collect()  # the iterator, which says what was left out
    assert not threads_left()
    counts = reader.skipped, reader.nulled, reader.errors, reader.lost
    return repr((seen, counts, sorted(str(warning.message) for warning in warned)))


def assert_same(source, blocks=(300, 1 << 20), threads=(2, 4), **options):
    for block in blocks:
        alone = outcome(source, block=block, **options)
        for count in threads:
            assert outcome(source, block=block, threads=count, **options) == alone, (block, count, options)


def damaged(rng):
    data = bytearray(DATA)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[at] = rng.choice([0xC1, 0xC7, 0xDD, 0xDF, 0xFF, 0, rng.randrange(256)])
        elif kind == 1:
            del data[at : at + rng.choice([1, 7, 400])]
        elif kind == 2:
            data[at:at] = rng.choice([rng.randbytes(9), packb({"id": "x"}), b"\x81\xa2id\xa1\xff", packb(5)])
        elif rng.random() < 0.3:
            del data[at:]
    return bytes(data)


HOW = [{"errors": "raise"}, {"errors": "null"}, {"errors": "skip"}, {"told": True}, {"told": 3}]


@pytest.mark.parametrize("how", HOW, ids=lambda how: "-".join(map(str, *how.items())))
def test_a_sound_stream(data_on, tmp_path, how):
    path = tmp_path / "x.msgpack"
    path.write_bytes(DATA)
    assert_same(path, **how)
    assert_same([DATA, path, b"", DATA[:5000]], **how)
    assert_same(DATA, columns=["name"], **how)


@pytest.mark.parametrize("how", HOW, ids=lambda how: "-".join(map(str, *how.items())))
def test_damaged_streams(data_on, tmp_path, how):
    for seed in range(min(20, 2 + EXAMPLES // 25)):
        rng = random.Random(seed)
        path = tmp_path / f"{seed}.msgpack"
        path.write_bytes(damaged(rng))
        source = rng.choice([path, path.read_bytes(), [DATA[:3000], path, DATA[:700]]])
        assert_same(source, blocks=[rng.choice([60, 200, 900]), rng.choice([3000, 1 << 20])], **how)


@pytest.mark.parametrize("layout", ["arrays", "values", "fluent"])
def test_other_layouts(data_on, layout):
    event = ExtType(0, (7).to_bytes(4, "big") + (5).to_bytes(4, "big"))
    for damage in (b"", b"\xc1", packb("x"), packb([])):
        if layout == "values":
            data = b"".join(packb(n) + packb(f"n{n}") for n in range(500))
        else:
            data = b"".join(packb([event, {"a": n}] if layout == "fluent" else [n, f"n{n}"]) for n in range(500))
        at = stream.boundaries(data).offsets[250]
        schema = {"time": "timestamp[ns]", "a": "int64"} if layout == "fluent" else {"n": "int64", "s": "str"}
        for how in HOW:
            assert_same(data[:at] + damage + data[at:], schema=schema, rows=layout, **how)


def test_more_errors_than_a_thread_collects(data_on, monkeypatch):
    monkeypatch.setattr(sys.modules["hayapack.data.parallel"], "_MOST_REFUSED", 5)
    rows = [{"id": "bad" if n % 90 < n // 60 else n} for n in range(900)]
    for told in (True, 20):
        assert_same(b"".join(map(packb, rows)), schema={"id": "int64"}, told=told, blocks=(300, 2000))


def test_a_file_that_changes(data_on, tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(DATA)
    batches = iter(arrow.reader(path, SCHEMA, block=1000, threads=2))
    next(batches)
    with open(path, "r+b") as file:
        file.truncate(5_000)
    with pytest.raises(stream.SourceChangedError):
        list(batches)
    assert not threads_left()
    with pytest.raises(FileNotFoundError):
        list(arrow.reader([path, tmp_path / "none"], SCHEMA, errors="skip", threads=2))


def test_a_message_longer_than_blocks(data_on):
    data = packb(ROWS[0]) + packb({"name": "x" * 5000}) + packb(ROWS[1])
    for how in HOW:
        assert_same(data, blocks=(100, 700), **how)


def test_readers_that_end_early(data_on):
    def closed(batches):
        batches.close()

    def dropped(batches):
        del batches
        gc.collect()

    def in_a_cycle(batches):
        cycle = [batches]
        cycle.append(cycle)
        del cycle, batches
        gc.collect()

    for end in (closed, dropped, in_a_cycle):
        for errors in ("raise", "skip", lambda *what: None):
            batches = iter(arrow.reader(DATA, SCHEMA, errors=errors, block=500, threads=3))
            next(batches)
            assert bool(threads_left()) == (backend == "native")
            hold = [batches]
            del batches
            end(hold.pop())
            gc.collect()
            assert not threads_left()


def test_no_more_blocks_wait_than_threads_and_one(data_on):
    class Counting:
        name, size, most = "x", len(DATA), 0

        def read(self, offset, n):
            self.most = max(self.most, offset + n)
            return DATA[offset : offset + n]

    source = Counting()
    batches = iter(arrow.reader(source, SCHEMA, block=500, threads=2))
    for number in range(1, 6):
        next(batches)
        assert source.most <= 500 * (number + 4)
    batches.close()


def test_the_callable_runs_in_the_callers_thread(data_on):
    data = b"".join(packb({"id": n if n % 7 else "x"}) for n in range(2000)) + b"\xc1" + packb({"id": 1}) * 20
    names = set()
    reader = arrow.reader(
        data, {"id": "int64"}, errors=lambda *what: names.add(threading.current_thread()), block=900, threads=3
    )
    assert sum(batch.rows for batch in reader) > 1000
    assert names == {threading.current_thread()}


def test_arguments():
    reader = arrow.reader(DATA, SCHEMA, block=900, threads=3)
    for made in (pickle.loads(pickle.dumps(reader)), reader.select(["id"])):
        assert made._threads == 3
        assert sum((batch["id"].tolist() for batch in made), []) == list(range(300))
    assert arrow.reader(DATA, SCHEMA, threads=None)._threads >= 1
    for threads in (0, -1):
        with pytest.raises(ValueError, match="threads must be positive, or None"):
            arrow.reader(DATA, SCHEMA, threads=threads)


INTERRUPTED = """
import os, signal, sys, threading
from hayapack import packb
from hayapack.data import arrow

class Endless:
    name, size, row = "x", 1 << 60, packb({"id": 5}) * 1000
    read_once = False

    def read(self, offset, n):
        if offset > 3_000_000 and not self.read_once:
            self.read_once = True
            print("reading", flush=True)
        at = offset % len(self.row)
        return (self.row * (n // len(self.row) + 2))[at : at + n]

batches = iter(arrow.reader(Endless(), {"id": "int64"}, block=100_000, threads=2))
try:
    for batch in batches:
        pass
except KeyboardInterrupt:
    batches.close()
    print("interrupted", [thread.name for thread in threading.enumerate() if "hayapack" in thread.name])
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGINT")
def test_ctrl_c():
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "reading\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted []\n"
        assert process.returncode == 0


def test_a_program_ends_while_a_reader_is_open():
    program = "from hayapack.data import arrow; from hayapack import packb\n" + (
        "held = iter(arrow.reader(packb({'id': 5}) * 9999, {'id': 'int64'}, block=999, threads=3)); next(held)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
