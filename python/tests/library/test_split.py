"""hayapack.stream: boundaries, guesses, ranges, plans, the sidecar index; both back ends."""

import gzip
import os
import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from split_streams import boundaries_module, check_local, check_plan, events, sequential, value

import hayapack
from hayapack import packb, stream

pytestmark = pytest.mark.pure_is_long


def test_boundaries(both_back_ends):
    data = packb([1, 2]) + packb("abc") + packb({}) + packb(7)
    found = stream.boundaries(data + b"\x92\x01")
    assert (list(found.offsets), found.count, found.end) == ([0, 3, 7, 8], 4, 9)
    assert list(stream.boundaries(data, every=3).offsets) == [0, 8]
    found = stream.boundaries(bytearray(data), start=3, stop=4)
    assert (list(found.offsets), found.count, found.end) == ([3], 1, 7)
    with pytest.raises(hayapack.ReservedByteError) as caught:
        stream.boundaries(data + b"\x91\xc1")
    assert (caught.value.offset, caught.value.path) == (10, "$[0]")
    with pytest.raises(ValueError, match="out of range"):
        stream.boundaries(data, start=len(data) + 1)
    assert stream.boundaries(b"").count == 0


def test_boundaries_of_many_messages(both_back_ends):
    count = 300_000 if both_back_ends == "native" else 20_000
    assert stream.boundaries(b"\x01" * count).offsets.tolist() == list(range(count))
    assert stream.boundaries(b"\x01" * count, 3, 5, count - 1).offsets.tolist() == list(range(5, count - 1, 3))
    assert stream.boundaries(memoryview(bytearray(b"\x91\x01" * count))).offsets[-1] == 2 * count - 2


class Counted:
    """A source of the caller's that counts the bytes it returns."""

    def __init__(self, data):
        self.data, self.size, self.fetched, self.longest = data, len(data), 0, 0

    def read(self, offset, n):
        self.fetched += n
        self.longest = max(self.longest, n)
        return self.data[offset : offset + n]


HOSTILE = [
    b"\x01",
    b"\xdd\xff\xff\xff\xff",
    b"\xdc\xff\xff",
    b"\xdc\x08\x00",
    b"\x91",
    b"\x81",
    b"\x81\x01",
    b"\xdf\x00\x00\x10\x00",
    b"\xd0\xd0",
    b"\xc6\x00\x00\x10\x00",
    b"\xc6\x00\x02\x00\x00\x01\x01\x01",
    b"\xc1",
]


@pytest.mark.parametrize("most", [64, pytest.param(4096, marks=pytest.mark.long), 200000])
@pytest.mark.parametrize("unit", HOSTILE, ids=lambda unit: unit.hex())
def test_hostile_windows_are_bounded(both_back_ends, unit, most):
    """With and without a head: bytes scanned, and bytes fetched, none of them twice."""
    if both_back_ends == "pure" and most > 4096:
        pytest.skip("the pure back end takes seconds for 25 million bytes")
    source = Counted(unit * (1000000 // len(unit)))
    window = 1024
    for head in (None, boundaries_module.head_of(b"".join(events(random.Random(1), 50)))):
        guess = boundaries_module.Guess(head, window, most, None)
        for at in (source.size // 2,) if both_back_ends == "pure" else (source.size // 2, source.size - 9, 100):
            source.fetched = 0
            guess.near(source.read, source.size, at)
            assert guess.work <= 128 * (window + most)
            assert source.fetched <= 2 * (window + most)


@pytest.mark.usefixtures("both_back_ends")
def test_each_cut_is_guessed_once():
    """Where nothing is found, the next cut is not tried again and again."""
    good = b"".join(events(random.Random(1), 100))
    source = Counted(good + b"\xc1" * 200000 + good)
    split = stream.Splitter(source, block=500, window=64, most=400)
    assert len(split) > 400
    each = 2 * (64 + 400)
    source.fetched = 0
    found = [split.bounds(i) for i in range(len(split))]
    assert sum(start == stop for start, stop in found) > 350
    assert source.fetched <= each * len(split) + boundaries_module.HEAD_BYTES
    split.bounds(0)
    assert [split.bounds(i) for i in range(len(split))] == found
    assert source.fetched <= each * len(split) + boundaries_module.HEAD_BYTES
    # Each range in a process of its own: the cut at its start, and those after it up to the next boundary.
    split = stream.Splitter(source, block=500, window=64, most=400)
    assert split.most == 400  # which reads the head
    total = source.fetched = 0
    for i in range(len(split)):
        copy = pickle.loads(pickle.dumps(split))
        assert copy.bounds(i) == found[i]
        total += copy.source._given.fetched
    assert total <= 2 * each * len(split)


@pytest.mark.usefixtures("both_back_ends")
def test_a_plan_reads_no_declared_count_to_the_end():
    """A blob where each guess lands on a map of 100,000 pairs, in which further ones begin."""
    block = 65536
    unit = b"\xdf\x00\x01\x86\xa0\xa1k" + b"\x01" * (block - 7)
    head = b"".join(packb({"k": n}) for n in range(50))
    data = head + packb(unit * 60) + head
    source = Counted(data)
    split = stream.Splitter(source, block=block, window=1000)
    starts = [split.bounds(i)[0] for i in range(1, len(split))]
    assert sum(data[start] == 0xDF for start in starts) > 50  # guessed wrong
    source.fetched = 0
    exact = split.plan()
    assert sum(exact.counts) == 101
    most = max(split.most, block)
    assert source.fetched <= len(split) * (4 * (block + most) + 2 * boundaries_module._FIRST_READ)
    assert source.longest <= 2 * most


@pytest.mark.long
def test_a_plan_of_messages_longer_than_a_range(both_back_ends):
    """The scan of a guessed range ends before a long array; the plan goes on there."""
    rng = random.Random(2)
    inner = [value(rng) for _ in range(30000)]
    parts = [*events(rng, 3000), packb(inner), *events(rng, 3000), packb(inner), *events(rng, 3000)]
    data = b"".join(parts)
    assert min(map(len, (parts[3000], parts[6001]))) > 300000
    for block in (5000, 70000, 200000) if both_back_ends == "native" else (70000,):
        split = stream.Splitter(data, block=block)
        check_local(data, split, sequential(data))
        check_plan(data, split, sequential(data))


def test_a_promised_longest_message_is_proof(both_back_ends):
    rng = random.Random(5)
    for _ in range(30):
        parts = [packb(value(rng)) for _ in range(60)]
        data = b"".join(parts)
        true = set(stream.boundaries(data).offsets) | {len(data)}
        for at in range(0, len(data), 97):
            assert stream.find_boundary(data, at, max_message=max(map(len, parts))) in true | {None}


class Object:
    """A source with read(offset, n) like fsspec's cat_file, which returns fewer bytes than were requested."""

    def __init__(self, data):
        self.data, self.size = data, len(data)

    def read(self, offset, n):
        return self.data[offset : offset + min(n, 900)]


def test_sources(both_back_ends, tmp_path):
    parts = events(random.Random(1), 300)
    data = b"".join(parts)
    path = tmp_path / "x.msgpack"
    path.write_bytes(data)
    for source in (data, bytearray(data), memoryview(data), path, str(path), Object(data)):
        split = stream.Splitter(source, block=2000)
        if not isinstance(source, memoryview):  # which pickle refuses
            split = pickle.loads(pickle.dumps(split))
        found = [item for i in range(len(split)) for item in split.records(i)]
        assert [v["id"] for _, v in found] == list(range(300))
        assert [at for at, _ in found] == list(stream.boundaries(data).offsets)
        assert list(stream.records(source)) == found
        assert list(stream.records(source, found[7][0], found[9][0])) == found[7:9]


def test_compressed(both_back_ends, tmp_path):
    data = b"".join(events(random.Random(1), 300))
    path = tmp_path / "x.msgpack.gz"
    path.write_bytes(gzip.compress(data))
    split = stream.Splitter(path)
    assert len(split) == 1 and split.read(0) == data
    assert len(list(split.records(0))) == 300
    with pytest.raises(ValueError, match="exceeds block"):
        stream.Splitter(path, block=1000).read(0)
    with pytest.raises(ValueError, match="compressed"):
        stream.write_index(path)


def zstd():
    try:
        from compression import zstd as module
    except ImportError:
        module = pytest.importorskip("zstandard", reason="zstd: neither Python 3.14 nor the package zstandard")
    return module.compress


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_compressed_frames(suffix, tmp_path):
    """All frames of a file are read; where the last one is cut, it is an error."""
    data = b"".join(events(random.Random(1), 3000))
    compress = gzip.compress if suffix == ".gz" else zstd()
    packed = compress(data[:999]) + compress(b"") + compress(data[999:])
    path = tmp_path / ("x" + suffix)
    path.write_bytes(packed)
    assert stream.Splitter(path).read(0) == data
    assert [v["id"] for _, v in stream.records(path)] == list(range(3000))
    for size in range(len(packed) - 6000, len(packed), 300):
        path.write_bytes(packed[:size])
        with pytest.raises(EOFError, match="x.*: after [0-9]+ bytes of content: .* ends inside a frame"):
            stream.Splitter(path).read(0)
        found = []
        with pytest.raises(EOFError):
            for _, event in stream.records(path):
                found.append(event["id"])
        assert len(found) > 100 and found == list(range(len(found)))  # what is before the end
    path.write_bytes(compress(data[:999]) + b"\xff" + compress(data[999:]))
    with pytest.raises(ValueError, match="after [0-9]+ bytes of content: the compressed data are damaged"):
        stream.Splitter(path).read(0)


@pytest.mark.usefixtures("both_back_ends")
def test_what_may_be_between_frames(tmp_path):
    data = b"".join(events(random.Random(1), 300))
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(data[:999]) + bytes(700) + gzip.compress(data[999:]) + bytes(3000))
    assert stream.Splitter(path).read(0) == data
    path = tmp_path / "x.zst"
    skipped = b"\x5a\x2a\x4d\x18\x05\x00\x00\x00right"
    path.write_bytes(skipped + zstd()(data[:999]) + skipped + zstd()(data[999:]) + skipped)
    assert stream.Splitter(path).read(0) == data


def test_a_compressed_source_with_a_name():
    """Such as fsspec's; and without one its bytes are messages."""
    data = b"".join(events(random.Random(1), 300))
    source = Object(gzip.compress(data))
    source.name = "s3://bucket/x.msgpack.gz?version=3"
    split = pickle.loads(pickle.dumps(stream.Splitter(source)))
    assert len(split) == 1 and split.read(0) == data
    assert len(list(stream.records(source))) == 300
    assert [value for _, value in stream.records(Object(b"\x1f\x07"))] == [0x1F, 7]


def test_a_compressed_file_that_changes(tmp_path):
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b"".join(packb({"n": n}) for n in range(300_000)), 0))
    found = stream.records(path)
    next(found)
    with open(path, "r+b") as file:
        file.truncate(1_500_000)
    with pytest.raises(stream.SourceChangedError):
        list(found)


def test_a_file_that_changes(tmp_path):
    data = b"".join(events(random.Random(1), 300))
    path = tmp_path / "x.msgpack"

    def changed(change, use, reason):
        path.write_bytes(data)
        os.utime(path, ns=(100, 100))  # Windows counts times in 100 ns
        split = stream.Splitter(path, block=2000)
        change(path)
        with pytest.raises(stream.SourceChangedError, match=reason) as caught:
            use(split)
        assert caught.value.path == str(path)

    def shorten(path):
        os.truncate(path, len(data) - 7)

    def touch(path):
        os.utime(path, ns=(200, 200))

    last = len(data) // 2000
    for use in (lambda s: s.read(last), lambda s: list(s.records(last)), lambda s: s.plan()):
        changed(shorten, use, "it had %d bytes, and has %d" % (len(data), len(data) - 7))
        changed(touch, use, "it was written to")
    changed(shorten, lambda s: list(stream.records(s.source)), "bytes, and has")
    changed(shorten, lambda s: stream.write_index(s.source, tmp_path / "i"), "bytes, and has")
    assert not (tmp_path / "i").exists()

    # Appended bytes are another matter: they are not read.
    path.write_bytes(data)
    split = stream.Splitter(path, block=2000)
    split.read(0)
    with open(path, "ab") as file:
        file.write(b"\xc1")
    os.utime(path, ns=(300, 300))
    assert b"".join(split.read(i) for i in range(len(split))) == data


def test_a_change_of_the_same_size_is_unknown_to_another_process(tmp_path):
    """Where the file may be a copy with another time."""
    path = tmp_path / "x.msgpack"
    path.write_bytes(packb(1) * 9)
    packed = pickle.dumps(stream.Splitter(path))
    os.utime(path, ns=(100, 100))
    split = pickle.loads(packed)
    assert split.read(0) == packb(1) * 9
    os.utime(path, ns=(200, 200))
    with pytest.raises(stream.SourceChangedError):
        split.read(0)


@pytest.mark.parametrize("name", ["window", "most", "max_message"])
def test_bounds_of_options(name):
    with pytest.raises(ValueError, match="must be positive"):
        stream.find_boundary(b"\x01" * 9, 4, **{name: 0})
    with pytest.raises(ValueError, match="must be positive"):
        stream.Splitter(b"\x01" * 9, block=2, **{name: -1}).read(1)


def test_an_object_that_returns_too_little():
    class Short(Object):
        def read(self, offset, n):
            return self.data[offset : min(offset + n, 5000)]

    with pytest.raises(stream.SourceChangedError, match="at byte 5000"):
        stream.Splitter(Short(b"".join(events(random.Random(1), 300))), block=2000).plan()


@pytest.mark.usefixtures("both_back_ends")
def test_a_plan_of_a_cut_file(tmp_path):
    data = b"".join(events(random.Random(1), 300))
    split = stream.Splitter(data[:-1], block=2000)
    with pytest.raises(hayapack.TruncatedError) as caught:
        split.plan()
    exact = pickle.loads(pickle.dumps(split.plan(errors="stop")))
    assert str(exact.error) == str(caught.value)
    assert sum(exact.counts) == 299
    assert [v["id"] for i in range(len(exact)) for _, v in exact.records(i)] == list(range(299))
    with pytest.raises(ValueError, match="'raise' or 'stop'"):
        split.plan(errors="skip")


def test_lz4_messages(both_back_ends):
    pytest.importorskip("lz4.block")
    parts = [packb({"id": n, "s": "x" * 300}, lz4="block-array" if n % 2 else "block") for n in range(100)]
    data = b"".join(parts)
    assert stream.boundaries(data).count == 100
    split = stream.Splitter(data, block=len(data) // 3)
    assert [v["id"] for i in range(len(split)) for _, v in split.records(i, lz4=True)] == list(range(100))


def test_cut_end():
    data = b"".join(packb({"id": n, "name": "x"}) for n in range(100))
    found = []
    with pytest.raises(hayapack.TruncatedError) as caught:
        for item in stream.records(data[:-1], start=12):
            found.append(item)
    assert len(found) == 98
    assert caught.value.offset == len(data) - 2
    assert "byte %d" % (len(data) - 2) in str(caught.value)


def test_a_cut_end_of_a_long_message():
    """Of several reads: the error's offset and path; with options that only Unpacker has."""
    data = packb(1) * 7 + packb({"x": [b"y" * 1000] * 5000})
    with pytest.raises(hayapack.TruncatedError) as caught:
        list(stream.records(data[:-5], start=3, max_buffer_size=1 << 30))
    assert (caught.value.offset, caught.value.path) == (len(data) - 1003, "$.x[4999]")
    with pytest.raises(TypeError, match="read_size"):
        list(stream.records(data, read_size=100))


def test_an_error_has_its_offset_in_the_source():
    data = packb(1) + packb("abc") + b"\xa1\xff"
    with pytest.raises(hayapack.InvalidUtf8Error) as caught:
        list(stream.records(data, start=1))
    assert caught.value.offset == 5 and "byte 5" in str(caught.value)


def test_errors_are_picklable():
    for error in (
        stream.SplitError("f", 1, 2, 3),
        stream.StaleIndexError("f", "why"),
        stream.SourceChangedError("f", "why"),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and vars(copy) == vars(error) and str(copy) == str(error)


def _ids(work):
    split, i = work
    return [v["id"] for _, v in split.records(i)]


def test_processes(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(events(random.Random(1), 2000)))
    split = stream.Splitter(path, block=20000)
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(_ids, [(split, i) for i in range(len(split))]))
        exact = split.plan(map=pool.map)
    assert sum(found, []) == list(range(2000))
    assert sum(exact.counts) == 2000


def test_index(both_back_ends, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["hayapack.stream.index"], "SPACING", 1000)
    data = b"".join(events(random.Random(1), 400))
    path = tmp_path / "x.msgpack"
    path.write_bytes(data)
    index = stream.write_index(path)
    assert stream.read_index(str(path) + ".hayaidx") == index
    assert (index.count, index.end, index.size) == (400, len(data), len(data))
    truth = {at: n for n, at in enumerate(stream.boundaries(data).offsets)}
    assert len(index.marks) > 10 and all(truth[at] == n for at, n in index.marks)
    split = stream.Splitter(path, block=3000, index=index)
    assert b"".join(split.read(i) for i in range(len(split))) == data
    path.write_bytes(data + data[:500] + data)  # grown
    split = stream.Splitter(path, block=3000, index=index)
    assert split.bounds(0)[0] == 0
    path.write_bytes(data + data)
    split = stream.Splitter(path, block=3000, index=index)
    assert b"".join(split.read(i) for i in range(len(split))) == data + data
    assert stream.write_index(path).count == 800
    for changed in (data[:-1], b"\x00" + data[1:], data[:-9] + b"\x00" + data[-8:]):
        path.write_bytes(changed)
        with pytest.raises(stream.StaleIndexError, match="x.msgpack"):
            stream.Splitter(path, index=index)
    sidecar = Path(str(path) + ".hayaidx")
    assert sidecar.stat().st_mode == path.stat().st_mode  # by the umask
    sidecar.write_bytes(sidecar.read_bytes()[:-1])
    with pytest.raises(stream.StaleIndexError, match="damaged"):
        stream.read_index(sidecar)


def test_of_a_file_that_has_grown_the_rest_is_read(tmp_path):
    source = Counted(packb({"n": 1}) * 400_000)
    stream.write_index(source, tmp_path / "i")
    source.data += packb({"n": 2}) * 1000
    source.size = len(source.data)
    source.fetched = 0
    assert stream.write_index(source, tmp_path / "i").count == 401_000
    assert source.fetched < 5000 + 4 * 4096


def test_same_results_in_a_process_of_the_pure_back_end(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(events(random.Random(1), 300)))
    code = "import sys; from hayapack import stream; s = stream.Splitter(sys.argv[1], 3000); print([s.bounds(i) for i in range(len(s))])"
    printed = [
        subprocess.run(
            [sys.executable, "-c", code, str(path)],
            capture_output=True,
            check=True,
            env={**os.environ, "HAYAPACK_PUREPYTHON": pure},
        ).stdout
        for pure in ("", "1")
    ]
    assert printed[0] == printed[1]


def test_the_tool_writes_an_index(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(events(random.Random(1), 300)))
    bad = tmp_path / "bad.msgpack"
    bad.write_bytes(b"\x01\xc1")
    done = subprocess.run(
        [sys.executable, "-m", "hayapack", "index", str(path), str(bad), str(tmp_path / "none")], capture_output=True
    )
    assert done.returncode == 1
    assert done.stdout.decode() == "%s.hayaidx\t300\n" % path
    assert b"byte 1: reserved byte" in done.stderr and b"none: No such file" in done.stderr
    assert stream.read_index(str(path) + ".hayaidx").count == 300
    assert not Path(str(bad) + ".hayaidx").exists()
