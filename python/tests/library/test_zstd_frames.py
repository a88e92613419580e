""".zst files of several frames: with an index they are split like others; both back ends."""

import functools
import gzip
import pickle
import random
import sys

import pytest
from split_streams import events
from tool import run

import hayapack
from hayapack import packb, stream
from hayapack.data import arrow

pytestmark = [pytest.mark.usefixtures("both_back_ends"), pytest.mark.pure_is_long]
INDEX = sys.modules["hayapack.stream.index"]
SKIPPED = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"


@pytest.fixture(scope="module")
def compress():
    try:
        from compression import zstd as module
    except ImportError:
        module = pytest.importorskip("zstandard", reason="zstd: neither Python 3.14 nor the package zstandard")
    return module.compress


@pytest.fixture(params=["compression.zstd", "backports.zstd", "zstandard"])
def module(request, monkeypatch):
    """Each of the packages alone."""
    found = pytest.importorskip(request.param)
    monkeypatch.setattr(sys.modules["hayapack.stream.compressed"], "zstd", lambda: found)


def test_each_package(module, tmp_path):
    path = tmp_path / "x.msgpack.zst"
    arrow.write(arrow.reader(ROWS), path, index=True, frame=50_000)
    check(split(path, 50_000), ROWS)
    packed = path.read_bytes()
    for bad, kind in ((packed[:-9], EOFError), (packed + b"\xff" * 40, ValueError)):
        path.write_bytes(bad)
        with pytest.raises(kind):
            list(stream.records(path))


@pytest.fixture(autouse=True)
def dense(monkeypatch):
    """Marks every 1,000 bytes of content."""
    monkeypatch.setattr(INDEX, "SPACING", 1000)


def frames(compress, parts, number):
    """The messages in frames of so many."""
    return b"".join(compress(b"".join(parts[at : at + number])) for at in range(0, len(parts), number))


def split(path, block=3000):
    return stream.Splitter(path, block, index=stream.read_index(f"{path}.hayaidx"))


def check(splitter, data):
    """All ranges, as they are and as tasks of other processes."""
    whole = range(len(splitter))
    assert b"".join(splitter.read(i) for i in whole) == data
    tasks = [pickle.loads(pickle.dumps(splitter.task(i))) for i in whole]
    assert b"".join(task.read(i) for task, i in tasks) == data
    found = [item for i in whole for item in splitter.records(i)]
    assert found == list(stream.records(data))
    assert [item for task, i in tasks for item in task.records(i)] == found
    for errors in ("raise", "skip"):
        batches = [batch for task, i in tasks for batch in arrow.batches(task, i, {"id": "int64"}, errors=errors)]
        assert sum((batch["id"].tolist() for batch in batches), []) == [value["id"] for _, value in found]


def test_frames_of_whole_messages(compress, tmp_path):
    parts = events(random.Random(1), 600)
    data = b"".join(parts)
    path = tmp_path / "x.msgpack.zst"
    path.write_bytes(frames(compress, parts, 20))
    index = stream.write_index(path)
    assert stream.read_index(f"{path}.hayaidx") == index
    assert (index.count, index.end, index.size) == (600, len(data), path.stat().st_size)
    truth = {at: n for n, at in enumerate(stream.boundaries(data).offsets)}
    assert len(index.marks) == len(index.frames) > 10 and all(truth[at] == n for at, n in index.marks)
    for block in (1, 10_000, 1 << 20):
        check(split(path, block), data)
    assert len(split(path)) > 5 and split(path).ranges()[-1] == (split(path).bounds(len(split(path)) - 1))
    assert len(stream.Splitter(path)) == 1 and stream.Splitter(path).read(0) == data
    assert sum(batch.rows for batch in arrow.reader(path, {"id": "int64"}, block=2000)) == 600


def test_any_frames(compress, tmp_path):
    """Frames that end anywhere, frames without content, and such that are skipped."""
    path = tmp_path / "x.zst"
    for seed in range(25):
        rng = random.Random(seed)
        parts = events(rng, 300)
        data = b"".join(parts)
        starts = [0]
        for part in parts:
            starts.append(starts[-1] + len(part))
        cuts = {rng.choice(starts) if rng.random() < 0.7 else rng.randrange(len(data)) for _ in range(20)}
        cuts = sorted({0, len(data), *cuts})
        packed = [compress(data[a:b]) + rng.choice([b"", b"", SKIPPED, compress(b"")]) for a, b in zip(cuts, cuts[1:])]
        path.write_bytes(rng.choice([b"", SKIPPED]) + b"".join(packed))
        index = stream.write_index(path)
        assert {at for at, _ in index.marks} <= set(starts) & set(cuts)
        check(split(path, rng.choice([1, 500, 4000])), data)


def test_no_frame_begins_with_a_message(compress, tmp_path):
    parts = events(random.Random(1), 300)
    data = b"".join(parts)
    cuts = [0, *range(len(parts[0]) + 1, len(data), 999), len(data)]
    cuts = [at for at in cuts if at in (0, len(data)) or at not in set(stream.boundaries(data).offsets)]
    path = tmp_path / "x.zst"
    path.write_bytes(b"".join(compress(data[a:b]) for a, b in zip(cuts, cuts[1:])))
    assert list(stream.write_index(path).marks) == [(0, 0)]
    splitter = split(path, 1000)
    assert len(splitter) == 1
    check(splitter, data)


def test_a_file_that_grows_or_changes(compress, tmp_path):
    parts = events(random.Random(1), 600)
    data = b"".join(parts)
    path = tmp_path / "x.zst"
    path.write_bytes(frames(compress, parts, 20))
    before = stream.write_index(path)
    more = events(random.Random(2), 10)
    with open(path, "ab") as file:
        file.write(frames(compress, more, 5))
    splitter = split(path)
    found = [item for i in range(len(splitter)) for item in splitter.records(i)]
    assert found == list(stream.records(data + b"".join(more)))  # the last range is longer
    index = stream.write_index(path)
    assert index.count == 610 and index.marks[: len(before.marks)] == before.marks[:]
    check(split(path), data + b"".join(more))
    packed = bytearray(path.read_bytes())
    middle = index.frames[len(index.frames) // 2]
    packed[middle : middle + 4] = b"\xff" * 4  # which the index can't notice
    path.write_bytes(packed)
    with pytest.raises(ValueError, match="the compressed data are damaged"):
        check(split(path), data)
    path.write_bytes(packed[:-1])
    with pytest.raises(stream.StaleIndexError):
        split(path)
    path.write_bytes(data)
    (tmp_path / "plain.hayaidx").write_bytes(packed)
    stream.write_index(path, tmp_path / "plain")
    path.write_bytes(data)
    with pytest.raises(stream.StaleIndexError, match="one of the two is compressed"):
        stream.Splitter(path, index=before._replace(size=0, first=EMPTY, last=EMPTY))


EMPTY = __import__("hashlib").sha256(b"").digest()


def test_files_that_end_too_early(compress, tmp_path):
    parts = events(random.Random(1), 100)
    packed = frames(compress, parts, 20)
    path = tmp_path / "x.zst"
    path.write_bytes(packed)
    stream.write_index(path)
    path.write_bytes(packed + compress(packb({"id": 1})[:-1]))
    splitter = split(path)
    with pytest.raises(hayapack.TruncatedError):
        splitter.read(len(splitter) - 1)
    with pytest.raises(hayapack.TruncatedError):
        list(splitter.records(len(splitter) - 1))
    with pytest.raises(hayapack.TruncatedError):
        stream.write_index(path)
    path.write_bytes(packed + compress(b"".join(parts))[:-5])
    splitter = split(path)
    with pytest.raises(EOFError):
        splitter.read(len(splitter) - 1)
    with pytest.raises(EOFError):
        stream.write_index(path)
    path.write_bytes(compress(b""))
    assert stream.write_index(path).count == 0
    assert [split(path).read(0), len(split(path)), list(split(path).records(0))] == [b"", 1, []]
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b"\x01"))
    with pytest.raises(ValueError, match="one range"):
        stream.write_index(path)


def test_a_message_longer_than_a_block(compress, tmp_path):
    parts = [*events(random.Random(1), 50), packb({"id": 7, "v": b"x" * 100_000}), *events(random.Random(2), 50)]
    path = tmp_path / "x.zst"
    path.write_bytes(frames(compress, parts, 3))
    stream.write_index(path)
    check(split(path, 5000), b"".join(parts))


ROWS = b"".join(packb({"id": n, "name": f"n{n}"}) for n in range(20_000))


def test_written_by_arrow_write(compress, tmp_path):
    path = tmp_path / "x.msgpack.zst"
    arrow.write(arrow.reader(ROWS, block=20_000), path, index=True, frame=50_000)
    assert 4 < len(stream.read_index(f"{path}.hayaidx").marks) <= 9
    check(split(path, 50_000), ROWS)
    arrow.write(arrow.reader(ROWS, {"id": "int64", "name": "str"}), path)
    assert stream.write_index(path).frames.tolist() == [0]
    with pytest.raises(ValueError, match="frame must be positive"):
        arrow.write(arrow.reader(ROWS), path, frame=0)
    assert stream.write_index(path).count == 20_000  # it was not replaced
    arrow.write(arrow.reader(b"", {"id": "int64"}), path, index=True)
    assert split(path).read(0) == b""
    path = tmp_path / "x.msgpack.gz"
    arrow.write(arrow.reader(ROWS), path)
    assert gzip.decompress(path.read_bytes()) == ROWS
    with pytest.raises(ValueError, match="can't be split"):
        arrow.write(arrow.reader(ROWS), path, index=True)


@pytest.mark.long
def test_written_by_the_tool(compress, tmp_path, monkeypatch):
    monkeypatch.undo()  # processes have the usual spacing
    data = b"".join(packb({"id": n, "name": f"name of {n * 7919:0120}"}) for n in range(60_000))
    (tmp_path / "x.msgpack").write_bytes(data)

    tool = functools.partial(run, cwd=tmp_path)
    assert tool("convert", "x.msgpack", "x.jsonl").returncode == 0
    assert tool("convert", "x.jsonl", "json.msgpack.zst").returncode == 0
    stream.write_index(tmp_path / "json.msgpack.zst")
    assert len(split(tmp_path / "json.msgpack.zst", 1 << 20)) >= 2
    assert tool("convert", "x.msgpack", "y.msgpack.zst").returncode == 0
    done = tool("index", "y.msgpack.zst")
    assert (done.stdout, done.stderr) == (b"y.msgpack.zst.hayaidx\t60000\n", b"")
    splitter = split(tmp_path / "y.msgpack.zst", 1 << 20)
    assert len(splitter) >= 2
    assert b"".join(splitter.read(i) for i in range(len(splitter))) == data
    assert tool("count", "y.msgpack.zst").stdout.split()[0] == b"60000"
    (tmp_path / "cut.zst").write_bytes((tmp_path / "y.msgpack.zst").read_bytes()[:-9])
    done = tool("index", "cut.zst")
    assert done.returncode == 1 and b"ends inside a frame" in done.stderr and b"Traceback" not in done.stderr
