"""Ray Data: Datasets of files, on a local cluster of two CPUs."""

import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

from hayapack import UnpackException, packb, stream
from hayapack.data import arrow

from .engine_files import COUNT, SCHEMA, SUM, event

ray = pytest.importorskip("ray", reason="needs ray")
pytest.importorskip("ray.data", reason="needs ray[data]")
msgpack = pytest.importorskip("hayapack.data.ray")


NARROW = {name: SCHEMA[name] for name in ("id", "price")}


@pytest.fixture(scope="module", autouse=True)
def cluster():
    # A test's process must not look for a cluster, or for the program uv.
    os.environ.update(RAY_ENABLE_UV_RUN_RUNTIME_ENV="0", RAY_AUTH_MODE="disabled", RAY_DEDUP_LOGS="0")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=150 << 20, address="local")
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    yield
    ray.shutdown()


def read(path, schema=NARROW, **options):
    return msgpack.read_msgpack(path, schema, override_num_blocks=options.pop("blocks", 2), **options)


def total(path, **options):
    return sum(sum(value for value in column if value is not None) for column in columns(read(path, **options)))


def columns(dataset, name="price"):
    return [batch[name].to_pylist() for batch in dataset.iter_batches(batch_format="pyarrow", batch_size=None)]


def cause(caught):
    """What the task raised: Ray makes an exception of both classes."""
    return getattr(caught.value, "cause", None) or caught.value


def test_dataset(events):
    dataset = read(events, SCHEMA)
    assert dataset.count() == COUNT
    assert dataset.schema().names == list(SCHEMA)
    assert total(events) == SUM
    # the blocks of the two ranges
    assert len(read(events, SCHEMA).materialize().to_arrow_refs()) >= 2


def test_zstd_frames(frames):
    tasks = msgpack.MsgpackDatasource([frames], NARROW, None, "auto", {"errors": "raise"}).get_read_tasks(4)
    assert len(tasks) >= 2
    assert total(frames, blocks=4) == SUM and total(frames, errors="skip") == SUM


def test_columns(events, bad):
    assert read(events, SCHEMA, columns=["user", "id"]).schema().names == ["user", "id"]
    assert read(events, SCHEMA, columns=["id"]).count() == COUNT
    # price is not read
    assert sum(map(sum, columns(read(bad.path).select_columns(["id"]), "id"))) == sum(range(bad.rows))


def test_inferred_and_written(events, tmp_path):
    dataset = msgpack.read_msgpack(events, override_num_blocks=2)
    assert dataset.schema().names == [*SCHEMA, "note"]
    paths = msgpack.write_msgpack(dataset, tmp_path / "copy")
    assert len(paths) == 2 and total(str(tmp_path / "copy")) == SUM


def test_wrong_guesses_are_repaired(nested):
    assert msgpack.read_msgpack(nested.path, nested.schema, override_num_blocks=16).count() == nested.rows
    with pytest.raises(Exception, match="SplitError"):
        msgpack.read_msgpack(nested.path, nested.schema, plan=False, override_num_blocks=16).materialize()


def test_bad_values(bad):
    with pytest.raises(arrow.SchemaError) as caught:
        total(bad.path)
    assert cause(caught).file == bad.path and cause(caught).path.endswith(".price")
    assert total(bad.path, errors="null") == bad.sum
    assert read(bad.path, errors="skip").count() == bad.rows  # no column is looked at
    assert len(sum(columns(read(bad.path, errors="skip")), [])) == bad.good


def test_what_is_skipped_is_printed_at_the_driver(bad):
    program = f"""
import ray
from hayapack.data import ray as msgpack
ray.init(num_cpus=1, include_dashboard=False, object_store_memory=100 << 20, address="local")
ray.data.DataContext.get_current().enable_progress_bars = False
dataset = msgpack.read_msgpack({bad.path!r}, {NARROW!r}, errors="skip").materialize()
print(dataset.count())
import time
time.sleep(2)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert f"\n{bad.good}\n" in "\n" + run.stdout, run.stderr
    said = re.findall(r"left out: (\d+) rows", run.stdout + run.stderr)
    assert sum(map(int, said)) == bad.rows - bad.good


def test_quarantine_and_a_killed_worker(bad, tmp_path):
    """The first worker that finds a bad value dies; Ray runs its task again."""
    folder = str(tmp_path)

    def aside(file, start, stop, error):
        try:
            os.close(os.open(os.path.join(folder, "killed"), os.O_CREAT | os.O_EXCL))
            os.kill(os.getpid(), signal.SIGKILL)
        except FileExistsError:
            with open(os.path.join(folder, f"{start}-{stop}"), "w") as out:
                out.write(type(error).__name__)

    assert total(bad.path, errors=aside) == bad.sum
    assert os.path.exists(tmp_path / "killed")
    found = [path for path in tmp_path.iterdir() if path.name != "killed"]
    assert len(found) == bad.rows - bad.good and {path.read_text() for path in found} == {"SchemaError"}


def test_a_cut_file(cut):
    with pytest.raises((stream.SplitError, UnpackException)):
        total(cut.path)
    with pytest.raises(UnpackException) as caught:
        read(cut.path, plan=True).materialize()
    assert cause(caught).offset >= cut.start
    assert len(sum(columns(read(cut.path, errors="skip")), [])) == cut.good


def test_a_file_that_changes(cut):
    path = pathlib.Path(cut.path)
    path.write_bytes(path.read_bytes()[: cut.start])
    dataset = read(path)
    with open(path, "ab") as file:
        file.write(packb(event(1)))
    assert len(sum(columns(dataset), [])) in (cut.good, cut.good + 1)  # the ranges are made when the rows are read
    tasks = msgpack.MsgpackDatasource([str(path)], NARROW, None, "auto", {"errors": "raise"}).get_read_tasks(2)
    with open(path, "ab") as file:
        file.write(packb(event(2)))
    assert sum(block.num_rows for task in tasks for block in task()) == cut.good + 1
    path.write_bytes(path.read_bytes()[: cut.start // 2])
    with pytest.raises(stream.SourceChangedError):
        [block for task in tasks for block in task()]


def test_http(http):
    assert total(http.url) == SUM


def test_s3(s3):
    assert total(s3.url, storage_options=s3.options) == SUM
