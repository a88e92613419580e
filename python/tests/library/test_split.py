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
from conftest import _native

import hayapack
from hayapack import packb, stream
from hayapack._fallback.split import guess as pure_guess
from hayapack._fallback.split import messages as pure_messages
from hayapack.stream import scanning, splitter

# The names of functions hide the modules.
boundaries_module = sys.modules["hayapack.stream.boundaries"]


@pytest.fixture
def both_back_ends(backend, monkeypatch):
    """hayapack.stream with the functions of one back end."""
    native = backend.name == "native"
    scan = _native.scan_messages if native else pure_messages.scan_messages
    guess = _native.guess_boundary if native else pure_guess.guess_boundary
    for module in (boundaries_module, scanning, splitter):
        monkeypatch.setattr(module, "scan_messages", scan)
    monkeypatch.setattr(boundaries_module, "guess_boundary", guess)
    return backend.name


def value(rng, depth=0):
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return rng.choice([None, True, rng.getrandbits(rng.randrange(1, 64)), -rng.randrange(70000)])
    if kind in (1, 2):
        return rng.random() * 10 ** rng.randrange(9)
    if kind == 3:
        return "é" * rng.randrange(3) + "x" * rng.randrange(40)
    if kind == 4:
        return rng.randbytes(rng.randrange(50)) if hasattr(rng, "randbytes") else bytes(rng.randrange(50))
    if kind == 5:
        return hayapack.ExtType(rng.randrange(5), bytes(rng.randrange(20)))
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(6))]
    return {"k%d" % n: value(rng, depth + 1) for n in range(rng.randrange(6))}


def events(rng, count):
    return [packb({"id": n, "name": "n%d" % n, "v": value(rng)}) for n in range(count)]


def some_stream(rng):
    """A stream of one of several kinds: list of packed messages."""
    kind = rng.randrange(5)
    count = rng.randrange(1, 120)
    if kind == 0:
        return events(rng, count)
    if kind == 1:
        return [packb(value(rng)) for _ in range(count)]
    inner = events(rng, count)
    if kind == 2:  # a blob of the same stream, as a bin, larger than the window
        return [*inner, packb({"id": 0, "name": "blob", "v": b"".join(inner)}), *inner[:20]]
    if kind == 3:  # a huge message
        return [*inner[:9], packb({"id": 1, "name": "big", "v": [value(rng) for _ in range(200)]}), *inner]
    return [packb(n) for n in range(-30, count)]


def sequential(data):
    """The boundaries of the stream, its end, and the offset and name of the error at it, by the pure Scan."""
    found, count, end, name, _ = pure_messages.scan_messages(data, 0, len(data), 1, 0, 0, 0)
    return list(boundaries_module.int64(found)), count, end, name


def damaged(rng, data):
    data = bytearray(data)
    if rng.random() < 0.5:
        data[rng.randrange(len(data))] = rng.choice([0xC1, 0xDD, 0xDF, 0xC6, rng.randrange(256)])
    else:
        del data[rng.randrange(len(data)) :]
    return bytes(data)


def make(rng, data):
    return stream.Splitter(
        data,
        block=max(rng.choice([1, 7, 50, 300, 1000, 5000]), len(data) // 12),
        window=rng.choice([None, 1, 16, 200]),
        most=rng.choice([None, 8, 400]),
    )


def check_local(data, splitter, truth):
    """Each task alone: all messages exactly once, or an error. Returns whether a task raised SplitError."""
    parts, failed = [], False
    for i in range(len(splitter)):
        try:
            parts.append(splitter.read(i))
        except stream.SplitError as error:
            assert 0 <= error.start <= len(data)
            failed = True
        except (ValueError, hayapack.OutOfData):
            failed = True
    if not failed:
        assert b"".join(parts) == data
        assert truth[2] == len(data)
    return failed


def check_plan(data, splitter, truth):
    offsets, count, end, name = truth
    joined = splitter.join(map)
    assert (joined.count, joined.end) == (count, end)
    assert (joined.fault.name if joined.fault else None) == name
    at = {offset: number for number, offset in enumerate(offsets)}
    assert all(at[offset] == before for offset, before in joined.marks)
    assert joined.marks == sorted(set(joined.marks))
    if name:
        with pytest.raises((ValueError, hayapack.UnpackException)) as caught:
            splitter.plan()
        if name != "truncated":
            assert caught.value.name == name
            assert caught.value.offset == joined.fault.offset
    else:
        exact = splitter.plan()
        assert sum(exact.counts) == count
        assert b"".join(exact.read(i) for i in range(len(exact))) == data
        assert [exact.ranges()[0][0], exact.ranges()[-1][1]] == [0, end] if count else True


def fuzz(seeds):
    failures = 0
    for seed in seeds:
        rng = random.Random(seed)
        data = b"".join(some_stream(rng))
        if rng.random() < 0.4:
            data = damaged(rng, data)
        truth = sequential(data)
        split = make(rng, data)
        failures += check_local(data, split, truth)
        check_plan(data, split, truth)
    return failures


def test_ranges_are_exact_or_refused(both_back_ends):
    assert fuzz(range(60 if both_back_ends == "native" else 15)) > 2


@pytest.mark.long
def test_ranges_are_exact_or_refused_long(both_back_ends):
    assert fuzz(range(1000, 5000 if both_back_ends == "native" else 1600)) > 100


def test_damage_at_every_byte(both_back_ends):
    rng = random.Random(3)
    data = b"".join(events(rng, 8))
    for at in range(0, len(data), 3 if both_back_ends == "native" else 30):
        for byte in (0xC1, 0xDC, 0xC6):
            bad = data[:at] + bytes([byte]) + data[at + 1 :]
            truth = sequential(bad)
            split = stream.Splitter(bad, block=120, window=64)
            check_local(bad, split, truth)
            check_plan(bad, split, truth)


def test_both_back_ends_guess_alike():
    if _native is None:
        pytest.skip("no native back end")
    for seed in range(150):
        rng = random.Random(seed)
        data = damaged(rng, b"".join(some_stream(rng))) if seed % 2 else rng.getrandbits(8 * 3000).to_bytes(3000, "big")
        at = rng.randrange(min(len(data) + 1, 1500))
        arguments = (
            at,
            at + rng.randrange(2000),
            rng.choice([1, 30, 900]),
            rng.choice([10**3, 10**6]),
            rng.random() < 0.5,
        )
        assert _native.guess_boundary(data, *arguments) == pure_guess.guess_boundary(data, *arguments), seed
        arguments = rng.randrange(at + 1), len(data), rng.randrange(1, 4), rng.choice([0, 100]), 0, 7000
        if arguments[0] <= arguments[1]:
            assert _native.scan_messages(data, *arguments) == pure_messages.scan_messages(data, *arguments), seed


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


@pytest.mark.parametrize(
    "unit",
    [
        b"\x01",
        b"\xdd\xff\xff\xff\xff",
        b"\xdc\xff\xff",
        b"\x91",
        b"\xdf\x00\x00\x10\x00",
        b"\xd0\xd0",
        b"\xc6\x00\x00\x10\x00",
        b"\xc1",
    ],
    ids=lambda unit: unit.hex(),
)
def test_hostile_windows_are_bounded(both_back_ends, unit):
    data = unit * 20000
    window, most = 1024, 4096
    guess = boundaries_module.Guess(None, window, most, None)
    longest = []

    def fetch(offset, n):
        longest.append(n)
        return data[offset : offset + n]

    guess.near(fetch, len(data), len(data) // 2)
    # `near` starts again with twice the bytes when it needs more.
    assert guess.work <= len(longest) * (boundaries_module.WORK * (window + most) + most)
    assert max(longest) <= max(4 * window, 65536, 2 * window + 2 * most)
    assert len(longest) <= 8


def test_a_promised_longest_message_is_proof(both_back_ends):
    rng = random.Random(5)
    for _ in range(30):
        parts = [packb(value(rng)) for _ in range(60)]
        data = b"".join(parts)
        true = set(stream.boundaries(data).offsets) | {len(data)}
        for at in range(0, len(data), 97):
            assert stream.find_boundary(data, at, max_message=max(map(len, parts))) in true | {None}


class Object:
    """A source of the caller's, as fsspec's cat_file; returns less than it is asked for."""

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
        split = (
            pickle.loads(pickle.dumps(stream.Splitter(source, block=2000)))
            if source is not None and not isinstance(source, memoryview)
            else stream.Splitter(source, block=2000)
        )
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


def test_lz4_messages(both_back_ends):
    pytest.importorskip("lz4.block")
    parts = [packb({"id": n, "s": "x" * 300}, lz4="block-array" if n % 2 else "block") for n in range(100)]
    data = b"".join(parts)
    assert stream.boundaries(data, lz4=True).count == 100
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


def test_an_error_has_its_offset_in_the_source():
    data = packb(1) + packb("abc") + b"\xa1\xff"
    with pytest.raises(hayapack.InvalidUtf8Error) as caught:
        list(stream.records(data, start=1))
    assert caught.value.offset == 5 and "byte 5" in str(caught.value)


def test_errors_are_picklable():
    for error in (stream.SplitError("f", 1, 2, 3), stream.StaleIndexError("f", "why")):
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
    sidecar.write_bytes(sidecar.read_bytes()[:-1])
    with pytest.raises(stream.StaleIndexError, match="damaged"):
        stream.read_index(sidecar)


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
