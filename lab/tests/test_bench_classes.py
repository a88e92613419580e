"""The comparison `classes`: the types of packb(extended=True), and the data of msgspec's benchmarks."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
import test_bench

from hayapack_lab import codecs, workloads
from hayapack_lab.commands import report
from hayapack_lab.comparisons import classes
from hayapack_lab.data.missing import NotAvailable
from hayapack_lab.measure.record import RecordedCell, RecordedSource
from hayapack_lab.measure.worker_process import Refused, WorkerProcess
from hayapack_lab.report import report_files
from hayapack_lab.workloads import extended_types, msgspec_published

EXTENDED = [(key, codec) for key in extended_types.WORKLOADS for codec in ("hayapack_extended", *workloads.get(key).RIVALS)]  # fmt: skip
PUBLISHED = [*classes.FILES, *classes.REPODATA]


def loaded(codec):
    module = codecs.get(codec)
    try:
        return module, *module.load(frozenset())
    except (ImportError, NotAvailable) as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("key, codec", EXTENDED)
def test_every_codec_packs_what_the_objects_stand_for(key, codec):
    workload = workloads.get(key)
    plain = workload.make(1, workload.SIZE)[0]
    _, encode, decode = loaded(codec)
    objects = workload.as_objects(plain)
    assert type(objects) is not list or type(objects[0]) is not type(plain[0])
    copy = decode(encode(objects))
    assert (workload.as_plain(copy) if hasattr(workload, "as_plain") else copy) == plain


def test_every_type_is_a_row_of_the_comparison():
    rows = {part.workload: part for part in classes.PARTS.values() if part.table == "extended types"}
    assert list(rows) == list(extended_types.WORKLOADS)
    assert {(part.goal, part.tasks) for part in rows.values()} == {(1.0, ("encode",))}
    assert set(rows["extended_date"].codecs) == {"hayapack_extended", "ormsgpack"}


@pytest.mark.parametrize("codec", PUBLISHED)
def test_published_data_comes_back_from_objects(codec):
    module, encode, decode = loaded(codec)
    plain = workloads.get(module.workloads[0]).make(1, 200)[0]
    objects = module.wrap(plain)
    found = decode(encode(objects))
    assert type(found) is type(objects) and type(objects) is not dict
    assert module.unwrap(found) == plain and list(module.unwrap(found)) == list(plain)


@pytest.mark.parametrize("pair", [("files_hayapack", "files_struct"), ("repodata_hayapack", "repodata_struct")])
def test_dataclasses_and_structs_are_the_same_bytes(pair):
    written = []
    for codec in pair:
        module, encode, _ = loaded(codec)
        written.append(encode(module.wrap(workloads.get(module.workloads[0]).make(1, 200)[0])))
    assert written[0] == written[1]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_a_tree_has_the_given_number_of_nodes(size):
    tree = workloads.get("msgspec_files").make(5, size)[0]
    stack, kinds = [tree], []
    while stack:
        node = stack.pop()
        kinds.append(node["type"])
        stack += node.get("contents", [])
    assert len(kinds) == size and kinds[0] == "directory"
    if size == 1000:
        assert 100 < kinds.count("directory") < 300


def test_repodata_has_the_given_number_of_packages_and_some_without_license():
    packages = msgspec_published.WORKLOADS["msgspec_repodata"]["make"](5, 300)[0]["packages"]
    assert len(packages) == 300 and 0 < sum("license" not in package for package in packages.values()) < 100


def rows_record(*times):
    """A record with a row for each (name, hayapack's time, ormsgpack's time or None)."""
    record = test_bench.fake_record(hayapack_native=1, ormsgpack=1)
    record.codecs["hayapack_extended"] = record.codecs.pop("hayapack_native")
    sources = []
    missing = RecordedCell("missing", "No module named 'x'")
    for name, ours, other in times:
        cells = {
            codec: RecordedCell("ok", samples={"encode gc on": [ns] * 3}) if ns else missing
            for codec, ns in (("hayapack_extended", ours), ("ormsgpack", other))
        }  # fmt: skip
        ours = [["hayapack_extended", "encode gc on"]]
        facts = {"ours": ours, "goal": 1.0, "table": "extended types"}
        sources.append(RecordedSource(name, name, "A list.", tasks=["encode gc on"], cells=cells, **facts))
    return replace(record, kind="classes", sources=sources, not_run={})


def test_rows_of_one_table():
    text = report_files.summary(rows_record(("date", 10, 25), ("set", 20, 10), ("time", 10, 10), ("UUID", 10, None)))
    lost, _, rest = text.partition("## extended types")
    assert "extended types, set: ormsgpack takes 0.50 (0.50–0.50) of hayapack's time." in lost
    assert "date" not in lost and "time:" not in lost and "UUID" not in lost
    assert "| date | 10.0 ns | ormsgpack | 25.0 ns | 2.50 (2.50–2.50) |" in rest
    assert "| UUID | 10.0 ns | – | – | – |" in rest
    assert "2 of 3 rows reach the goal" in rest and text.count("## extended types") == 1
    assert "No module named 'x'" in rest


def bench(tmp_path, *options, **environment):
    command = [sys.executable, "-m", "hayapack_lab", "bench", "classes", "--quick", "--samples", "2", *options]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return report.read(tmp_path / "out" / "results.json").sources, done.stdout


def test_rows_are_measured_by_the_command(tmp_path):
    pytest.importorskip("hayapack")
    pytest.importorskip("ormsgpack")
    sources, text = bench(tmp_path, "--only", "date,set,numpy bool 2-D,datetime in UTC")
    assert {source.name: {cell.status for cell in source.cells.values()} for source in sources} == {
        name: {"ok"} for name in ("date", "set", "numpy bool 2-D", "datetime in UTC")
    }
    assert not any(cell.losses for source in sources for cell in source.cells.values())
    assert "| numpy bool 2-D |" in text and "of 4 rows reach the goal" in text


@pytest.fixture
def without(tmp_path):
    """PYTHONPATH of a folder whose modules can't be imported, as if they were not installed."""

    def made(name):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError(\"No module named '{name}'\")\n")
        return {"PYTHONPATH": str(tmp_path)}

    return made


@pytest.mark.long
def test_a_rival_that_is_missing_is_named(tmp_path, without):
    pytest.importorskip("hayapack")
    sources, text = bench(tmp_path, "--only", "date,numpy bool", **without("ormsgpack"))
    for source in sources:
        ours, *rivals = source.cells.values()
        assert ours.status == "ok" and {rival.status for rival in rivals} == {"missing"}
    assert "No module named 'ormsgpack'" in text and "rows reach the goal" not in text


def test_without_numpy_its_rows_are_named_as_missing(tmp_path, without, monkeypatch):
    pytest.importorskip("hayapack")
    monkeypatch.setenv("PYTHONPATH", without("numpy")["PYTHONPATH"])
    worker = WorkerProcess("hayapack_extended", None)
    try:
        for key, reason in (("extended_numpy_bool", "No module named 'numpy'"), ("extended_date", None)):
            source = {"workload": key, "seed": 1, "size": 5}
            try:
                assert worker.ask("use", 60, source=source, needs=[], fresh=False)["losses"] == [] and not reason
            except Refused as error:
                assert (error.kind, str(error)) == ("missing", reason)
    finally:
        worker.close()
