"""Ranges as tasks: small, exact, with an index or without."""

import pathlib
import pickle
import subprocess
import sys
import warnings

import pytest

from hayapack import TruncatedError, packb, stream
from hayapack.data.tasks import tasks

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
SCHEMA = {"id": "int64"}


def total(found):
    return sum(sum(task.table(SCHEMA)[0]["id"].to_pylist()) for task in found)


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("grown", [False, True])
def test_the_tasks_of_all_ranges_are_the_file(tmp_path, index, grown):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(packb({"id": n}) for n in range(400_000)))
    if index:
        stream.write_index(path)
    if grown:
        with open(path, "ab") as file:
            file.write(b"".join(packb({"id": n}) for n in range(400_000, 600_000)))
    found = tasks(str(path), 300_000)
    assert len(found) >= 4
    assert total(found) == sum(range(600_000 if grown else 400_000))
    assert total(pickle.loads(pickle.dumps(found))) == sum(range(600_000 if grown else 400_000))


def test_zstd_frames(frames):
    found = tasks(frames, 1 << 20)
    assert len(found) >= 2 and total(pickle.loads(pickle.dumps(found))) == sum(range(30_000))
    assert max(len(pickle.dumps(task)) for task in found) < 1500


class Zeros:
    """A file of 10 TB of messages of one byte."""

    size = 10 << 40

    def read(self, offset, n):
        return bytes(min(n, self.size - offset))


def test_the_task_of_a_huge_file_is_small():
    marks = [(n << 20, n << 20) for n in range(100_000)]
    index = stream.Index(100_000 << 20, 100_000 << 20, 100_000 << 20, marks, b"", b"")
    index = index._replace(**dict(zip(("first", "last"), [__import__("hashlib").sha256(bytes(4096)).digest()] * 2)))
    for splitter in (stream.Splitter(Zeros()), stream.Splitter(Zeros(), index=index)):
        assert len(splitter) > 80_000
        for i in (0, 1, 700, 40_000, len(splitter) - 1):
            single, number = splitter.task(i)
            assert len(pickle.dumps(single)) < 1500
            assert single.bounds(number) == splitter.bounds(i)


def test_task_has_the_ranges_of_the_file():
    splitter = stream.Splitter(b"".join(packb({"id": n}) for n in range(1000)), 500)
    for each in (splitter, splitter.plan()):
        for i in range(len(each)):
            single, number = each.task(i)
            assert single.read(number) == each.read(i)
        with pytest.raises(IndexError):
            each.task(len(each))


def test_a_stale_index_is_not_used(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(packb({"id": n}) for n in range(1000)))
    stream.write_index(path)
    path.write_bytes(b"".join(packb({"id": n + 1}) for n in range(1000)))
    with pytest.warns(UserWarning, match="boundaries are guessed"):
        assert total(tasks(path, 1000)) == sum(range(1001))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (path.parent / "x.msgpack.hayaidx").unlink()
        assert total(tasks(path, 1000)) == sum(range(1001))


def test_plan(tmp_path, nested):
    found = tasks(nested.path, 100_000)
    assert sum(task.rows for task in found) == nested.rows
    assert total(found) == nested.sum
    with pytest.raises(stream.SplitError):
        total(tasks(nested.path, 100_000, plan=False))
    path = tmp_path / "cut"
    path.write_bytes(packb({"id": 1}) * 10_000 + b"\x81\xa2")
    with pytest.raises(TruncatedError):
        tasks(path, 1000, plan=True)
    with pytest.raises(ValueError, match="plan"):
        tasks(path, 1000, plan="maybe")


def test_without_columns_there_are_rows(events):
    found = tasks(events, 300_000)
    assert sum(task.table(SCHEMA, [])[0].num_rows for task in found) == 30_000


def test_a_remote_index_is_used(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(packb({"id": n, "x": "x" * 50}) for n in range(40_000)))
    stream.write_index(path)
    files = fsspec.filesystem("memory")
    files.pipe("/tasks/x.msgpack", path.read_bytes())
    guessed = tasks("memory://tasks/x.msgpack", 1 << 20)
    files.pipe("/tasks/x.msgpack.hayaidx", (tmp_path / "x.msgpack.hayaidx").read_bytes())
    found = tasks("memory://tasks/*", 1 << 20)
    assert total(found) == total(guessed) == sum(range(40_000))
    bounds = [task.splitter.bounds(task.number) for task in found]
    assert bounds == stream.Splitter(path, 1 << 20, index=stream.read_index(f"{path}.hayaidx")).ranges()
    assert bounds != [task.splitter.ranges()[task.number] for task in guessed]
    files.pipe("/tasks/x.msgpack.hayaidx", b"damaged")
    with pytest.warns(UserWarning, match="boundaries are guessed"):
        assert total(tasks("memory://tasks/x.msgpack", 1 << 20)) == sum(range(40_000))


def test_a_simulated_file(tmp_path):
    """What docs/data.md says of 10 TB, in small."""
    script = pathlib.Path(__file__).parents[4] / "tools/data/simulate_huge_file.py"
    options = ["--tb", "0.05", "--tasks", "40", "--block", str(16 << 20), "--folder", str(tmp_path)]
    run = subprocess.run([sys.executable, script, *options], capture_output=True, text=True, timeout=300)
    assert not run.returncode, run.stdout + run.stderr
    assert "2,981 ranges" in run.stdout and run.stdout.count("0 wrong") == 2
