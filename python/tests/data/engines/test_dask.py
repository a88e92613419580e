"""Dask: DataFrames and Bags of files, on its own threads and on a cluster of two processes."""

import os
import pathlib
import signal
import time

import pytest

from hayapack import UnpackException, packb, stream
from hayapack.data import arrow
from hayapack.data.part_files import Parts, write_block

from .engine_files import COUNT, SCHEMA, SUM, event

dask = pytest.importorskip("dask", reason="needs dask")
distributed = pytest.importorskip("distributed", reason="needs distributed")
pandas = pytest.importorskip("pandas", reason="needs pandas")
msgpack = pytest.importorskip("hayapack.data.dask", reason="needs dask, pandas and pyarrow")


BLOCK = "300 kB"

#: Older versions of Dask, without dask-expr, do not tell which columns are used.
planned = pytest.mark.skipif(
    msgpack.dask.dataframe.from_map.__module__ == "dask.dataframe.io.io", reason="needs dask-expr"
)


@pytest.fixture(scope="module")
def client():
    with dask.config.set({"distributed.scheduler.allowed-failures": 3}):
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            with distributed.Client(cluster) as client:
                yield client


def reported(client, seen, name, wanted):
    """The sum of a count in the events after the first `seen`, which may arrive after the result."""
    for _ in range(200):
        total = sum(entry[name] for _, entry in client.get_events("hayapack")[seen:])
        if total >= wanted:
            break
        time.sleep(0.05)
    return total


@pytest.fixture
def threads():
    with dask.config.set(scheduler="threads"):
        yield


def total(source, **options):
    frame = msgpack.read_msgpack(source, BLOCK, options.pop("schema", SCHEMA), **options)
    return frame.price.sum().compute()


def test_frame(events, client):
    frame = msgpack.read_msgpack(events, BLOCK, SCHEMA)
    assert frame.npartitions > 5
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == {
        "id": "int64[pyarrow]", "user": "string", "ok": "bool[pyarrow]", "price": "double[pyarrow]",
        "qty": "int64[pyarrow]",
    }  # fmt: skip
    assert frame.price.sum().compute() == SUM and len(frame) == COUNT
    assert frame.groupby("user").qty.sum().compute().sum() == sum(n % 7 for n in range(COUNT))


def test_zstd_frames(frames, client):
    assert msgpack.read_msgpack(frames, BLOCK, SCHEMA).npartitions >= 2
    assert total(frames) == SUM
    assert msgpack.read_bag(frames, BLOCK).pluck("price").sum().compute() == SUM


def test_inferred(events, threads):
    assert total(events, schema=None) == SUM
    assert list(msgpack.read_msgpack(events, BLOCK).columns) == [*SCHEMA, "note"]


@planned
def test_chosen_columns(events, threads):
    assert list(msgpack.read_msgpack(events, BLOCK, columns=["user", "id"]).columns) == ["user", "id"]


def test_inferred_with_bad_values(bad, threads):
    with pytest.raises(arrow.SchemaError, match="a str in the one at byte"):
        msgpack.read_msgpack(bad.path)
    with pytest.warns(arrow.LeftOutWarning):
        assert total(bad.path, schema=None, errors="skip") == bad.sum


@planned
def test_unused_columns_are_not_read(bad, threads):
    frame = msgpack.read_msgpack(bad.path, "50 kB", SCHEMA)
    assert frame.id.sum().compute() == sum(range(bad.rows))
    with pytest.raises(arrow.SchemaError):
        frame.compute()


def test_paths_are_fields(tmp_path, threads):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(packb({"a": {"b": n}, "a.b": -n}) for n in range(100)))
    frame = msgpack.read_msgpack(path, 100, {"a.b": "int64"})
    assert frame["a.b"].sum().compute() == sum(range(100))


def test_bag(events, client):
    assert msgpack.read_bag(events, BLOCK).pluck("price").sum().compute() == SUM


def test_written(events, client, tmp_path):
    paths = msgpack.to_msgpack(msgpack.read_msgpack(events, BLOCK, SCHEMA), tmp_path / "copy")
    assert len(paths) > 5 and total(str(tmp_path / "copy" / "*.msgpack")) == SUM
    assert list(os.listdir(tmp_path / "copy")) and all(os.path.exists(path) for path in paths)


def rows_of(folder):
    return sorted(value for batch in arrow.reader(str(folder), {"a": "int64"}) for value in batch["a"].tolist())


def frame_of(count, parts):
    return msgpack.dask.dataframe.from_pandas(pandas.DataFrame({"a": range(count)}), npartitions=parts)


def test_a_second_writing(threads, tmp_path):
    folder = tmp_path / "rows"
    first = msgpack.to_msgpack(frame_of(100, 10), folder)
    assert first == [str(folder / f"part-{n:05}.msgpack") for n in range(10)]
    with pytest.raises(FileExistsError, match="overwrite=True replaces parts"):
        msgpack.to_msgpack(frame_of(100, 3), folder)
    assert rows_of(folder) == list(range(100))
    stream.write_index(first[9])
    assert len(msgpack.to_msgpack(frame_of(50, 3), folder, overwrite=True)) == 3
    assert rows_of(folder) == list(range(50)) and len(list(folder.iterdir())) == 3
    # Its own source: what is read is deleted after it was read.
    frame = msgpack.read_msgpack(str(folder), BLOCK)
    assert len(msgpack.to_msgpack(frame, folder, overwrite=True)) == 3 and rows_of(folder) == list(range(50))
    (folder / "other.msgpack").write_bytes(b"")
    with pytest.raises(FileExistsError, match="it has other files than parts"):
        msgpack.to_msgpack(frame, folder, overwrite=True)
    with pytest.raises(ValueError, match="not to s3://"):
        msgpack.to_msgpack(frame, "s3://bucket/x")


def test_a_writing_that_fails(threads, tmp_path):
    def fails(part):
        if part.a.min() > 50:
            raise KeyError("mine")
        return part

    folder = tmp_path / "rows"
    msgpack.to_msgpack(frame_of(10, 2), folder)
    with pytest.raises(KeyError, match="mine"):
        msgpack.to_msgpack(frame_of(100, 10).map_partitions(fails, meta={"a": "int64"}), folder, overwrite=True)
    assert rows_of(folder) == list(range(10)) and len(list(folder.iterdir())) == 2


def test_a_delayed_writing(threads, tmp_path):
    later = msgpack.to_msgpack(frame_of(100, 10), tmp_path / "rows", compute=False)
    with pytest.raises(FileNotFoundError):
        rows_of(tmp_path / "rows")
    paths = later.compute()
    assert len(paths) == 10 and rows_of(tmp_path / "rows") == list(range(100))
    assert sorted(map(str, (tmp_path / "rows").iterdir())) == paths


def test_a_worker_that_is_killed_while_it_writes(client, tmp_path):
    """The task runs again, after it has written its file: each row is there once."""
    marker, folder = str(tmp_path / "killed"), str(tmp_path / "rows")

    def kill(path, _=None):
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return path
        os.kill(os.getpid(), signal.SIGKILL)

    parts = Parts(folder, False)
    pieces = frame_of(1000, 8).to_delayed()
    written = [
        dask.delayed(kill)(dask.delayed(msgpack._write)(piece, parts.path(f"part-{number:05}"), "maps", None))
        for number, piece in enumerate(pieces)
    ]
    parts.commit(dask.compute(*written))
    assert os.path.exists(marker) and rows_of(folder) == list(range(1000))
    client.wait_for_workers(2)


def test_tasks_that_run_again_as_ray_runs_them(tmp_path):
    """Ray's tasks call write_block(); what is returned last counts, and a file of a killed task has no name."""
    import pickle

    import pyarrow

    parts = Parts(tmp_path / "rows", False)
    packed = pickle.dumps(parts)
    returned = []
    for number in range(5):
        table = pyarrow.table({"a": range(10 * number, 10 * number + 10)})
        for _ in range(1 + number % 2):  # the first time its worker is killed after the writing
            made = write_block(table, pickle.loads(packed), "maps", None)
        returned += made["path"].to_pylist()
    assert write_block(pyarrow.table({"a": []}), parts, "maps", None).num_rows == 0
    with pytest.raises(FileNotFoundError, match="No file of messages"):
        rows_of(tmp_path / "rows")
    paths = parts.commit(returned)
    assert paths == [str(tmp_path / "rows" / f"part-{n:05}.msgpack") for n in range(5)]
    assert rows_of(tmp_path / "rows") == list(range(50)) and len(os.listdir(tmp_path / "rows")) == 5
    assert parts.commit(returned) == paths
    with pytest.raises(FileExistsError):
        Parts(tmp_path / "rows", False)
    lost = Parts(tmp_path / "rows", True)
    with pytest.raises(FileNotFoundError, match="do all workers have the folder"):
        lost.commit([lost.path("x")])
    assert rows_of(tmp_path / "rows") == list(range(50))


def test_empty(tmp_path, threads):
    (tmp_path / "x").write_bytes(b"")
    assert len(msgpack.read_msgpack(tmp_path / "x", BLOCK, SCHEMA)) == 0


def test_wrong_guesses_are_repaired(nested, client):
    frame = msgpack.read_msgpack(nested.path, "100 kB", nested.schema)
    assert frame.id.sum().compute() == nested.sum
    with pytest.raises(stream.SplitError):
        msgpack.read_msgpack(nested.path, "100 kB", nested.schema, plan=False).compute()


def test_bad_values(bad, client):
    with pytest.raises(arrow.SchemaError) as caught:
        total(bad.path)
    assert caught.value.file == bad.path and caught.value.offset > 0 and caught.value.path.endswith(".price")
    seen = len(client.get_events("hayapack"))
    with pytest.warns(arrow.LeftOutWarning):
        assert total(bad.path, errors="skip") == bad.sum
        assert reported(client, seen, "skipped", bad.rows - bad.good) == bad.rows - bad.good
    assert total(bad.path, errors="null") == bad.sum
    assert reported(client, seen, "nulled", bad.rows - bad.good) == bad.rows - bad.good


def test_quarantine(bad, client, tmp_path):
    folder = str(tmp_path)

    def aside(file, start, stop, error):
        with open(os.path.join(folder, f"{start}-{stop}"), "w") as out:
            out.write(f"{type(error).__name__} {error.offset}")

    assert total(bad.path, errors=aside) == bad.sum
    assert len(list(tmp_path.iterdir())) == bad.rows - bad.good
    data = pathlib.Path(bad.path).read_bytes()
    for found in tmp_path.iterdir():
        start, stop = map(int, found.name.split("-"))
        assert data[start:stop] == packb({**event(row := _id(data[start:stop])), "price": "none"}) and row % 100 == 50
        name, offset = found.read_text().split()
        assert name == "SchemaError" and start < int(offset) < stop


def _id(data):
    from hayapack import unpackb

    return unpackb(data)["id"]


def test_a_killed_worker(bad, client, tmp_path):
    """The worker dies inside a task; the nanny starts another, and the task runs again."""
    marker = str(tmp_path / "killed")

    def kill(file, start, stop, error):
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)

    before = {info["pid"] if "pid" in info else name for name, info in client.scheduler_info()["workers"].items()}
    assert total(bad.path, errors=kill) == bad.sum
    assert os.path.exists(marker)
    client.wait_for_workers(2)
    assert {
        info["pid"] if "pid" in info else name for name, info in client.scheduler_info()["workers"].items()
    } != before


def test_a_cut_file(cut, client):
    with pytest.raises((stream.SplitError, UnpackException)):
        msgpack.read_msgpack(cut.path, "50 kB", SCHEMA).compute()
    with pytest.raises(UnpackException) as caught:
        msgpack.read_msgpack(cut.path, "50 kB", SCHEMA, plan=True)
    assert caught.value.offset >= cut.start
    seen, lost = len(client.get_events("hayapack")), os.path.getsize(cut.path) - cut.start
    with pytest.warns(arrow.LeftOutWarning):
        assert len(msgpack.read_msgpack(cut.path, "50 kB", SCHEMA, errors="skip").compute()) == cut.good
        assert reported(client, seen, "lost", lost) == lost
    assert reported(client, seen, "errors", 1) == 1


def test_a_file_that_changes(cut, client):
    path = pathlib.Path(cut.path)

    def frame(block):
        """Of the whole rows. Each of another block size, or Dask would take it for the one before."""
        path.write_bytes(whole)
        return msgpack.read_msgpack(cut.path, block, SCHEMA)

    whole = path.read_bytes()[: cut.start]
    grown = frame("50 kB")
    with open(path, "ab") as file:
        file.write(packb(event(1)))
    assert len(grown.compute()) == cut.good
    shorter = frame("51 kB")
    path.write_bytes(whole[: cut.start // 2])
    with pytest.raises(stream.SourceChangedError):
        shorter.compute()
    other = frame("52 kB")
    path.write_bytes(b"\xc1" * (cut.start + 10))
    with pytest.raises(stream.SourceChangedError):
        other.compute()


def test_memory(events):
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/dask/events.msgpack", pathlib.Path(events).read_bytes())
    with dask.config.set(scheduler="threads"):
        assert total("memory://dask/*.msgpack") == SUM


def test_http(http, client):
    frame = msgpack.read_msgpack(http.url, BLOCK, SCHEMA)
    del http.fetched[:]
    assert frame.price.sum().compute() == SUM
    assert len(http.fetched) >= frame.npartitions and max(http.fetched) < 600_000


def test_s3(s3, client):
    assert total(s3.url, storage_options=s3.options) == SUM
