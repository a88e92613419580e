"""The C# worker, started for real where it was built, the part of article D about C#, and `bench dotnet`."""

import importlib.util
import os
from dataclasses import replace
from pathlib import Path

import pytest

from hayapack_lab import codecs, measure_articles
from hayapack_lab.articles import losses, object_graph_csharp_page, object_graph_page, published
from hayapack_lab.codecs.dotnet import BENCH
from hayapack_lab.commands import report
from hayapack_lab.comparisons import dotnet
from hayapack_lab.measure import engine, worker_commands
from hayapack_lab.measure.machine import Machine
from hayapack_lab.measure.record import Record, RecordedCell, RecordedCodec, RecordedSource, Settings
from hayapack_lab.measure.source import task_name
from hayapack_lab.measure.worker_process import Refused
from hayapack_lab.report import markdown, run_report
from hayapack_lab.text.report_elements import Chart, Table, Text

pytestmark = pytest.mark.long
MEASURED = list(dict.fromkeys([dotnet.OURS, "dotnet_hayapack_reflection", *dotnet.RIVALS, *BENCH]))
BUILT = Path(__file__).parents[2] / "build/lab-dotnet/hayapack-lab-worker"
WAYS = ["decode", "encode", "reference round trip"]


@pytest.fixture
def program(monkeypatch):
    """The worker, where it was built; the runtimes are told of it."""
    path = os.environ.get("HAYAPACK_LAB_DOTNET") or str(BUILT)
    if not Path(path).is_file():
        pytest.skip("the lab's C# worker is not built (tools/bench/build-dotnet-worker.sh)")
    monkeypatch.setenv("HAYAPACK_LAB_DOTNET", path)
    return path


def use(worker, size=40):
    source = {"workload": "d_graph", "seed": 2, "size": size}
    try:
        return worker.ask("use", 120, source=source, needs=[], fresh=False)
    except Refused as error:
        if error.kind == "missing":
            pytest.skip(str(error))
        raise


@pytest.mark.parametrize("codec", object_graph_csharp_page.CODECS)
def test_every_codec_gives_the_graph_back_and_is_timed_in_every_way(codec, program, start):
    worker = start(codec)
    answer = use(worker)
    assert (answer["messages"], answer["losses"]) == (1, [])
    assert sorted(answer["ways"]) == WAYS and answer["size"] > 5000
    packed = codec.endswith(("gzip", "brotli", "zstd"))
    assert packed or answer["post_size"] == answer["size"]  # both methods write the same bytes
    assert worker.ask("hello", 30)["version"]
    for what in WAYS:
        timed = worker.ask("sample", 60, what=what, collect=True, at_least=1)
        assert timed["ns"] > 0 and timed["calls"] >= 1
        assert timed["allocated"] >= 0 and len(timed["collections"]) == 3
        assert timed["jit"] >= 0 and timed["work_items"] >= 0 and timed["contentions"] >= 0
    assert worker.ask("release", 30) == {} == worker.ask("compress", 30)


def test_the_warm_up_says_whether_the_jit_came_to_an_end(program, start):
    assert use(start("dotnet_hayapack"), 100)["settled"] in (True, False)


def test_the_graph_is_the_same_each_time(program, start):
    digests = {use(start(codec))["digest"] for codec in ("dotnet_hayapack", "dotnet_hayapack_again")}
    assert len(digests) == 1


def test_the_graph_is_as_large_as_the_articles(program, start):
    """As JSON; the article printed its bytes."""
    [printed] = [
        int(row["bytes"])
        for row in published.rows("object_graph")
        if row["method"] == object_graph_csharp_page.JSON_THEN
    ]
    assert use(start("dotnet_json"), object_graph_csharp_page.SIZE)["size"] == pytest.approx(printed, rel=1e-3)


def test_all_messagepack_libraries_write_the_same_bytes(program, start):
    others = ("dotnet_messagepack2", "dotnet_nerdbank", "dotnet_hayapack_reflection")
    for theirs, ours in (*object_graph_csharp_page.PAIRS, *((other, "dotnet_hayapack") for other in others)):
        if "lz4" not in ours:  # compressed bytes are the compressor's choice
            assert use(start(theirs))["digest"] == use(start(ours))["digest"]


def rows():
    """The workloads of workers/dotnet/bench that the worker names."""
    return dotnet._made()


def cold(worker, workload):
    """Checks the workload's round trip, without a warm-up."""
    return worker.ask("use", 60, source={"workload": workload, "warm": False}, needs=[], fresh=False)


def test_every_workload_has_names_and_hayapack(program):
    made = rows()
    assert len({row["key"] for row in made}) == len(made) >= 107
    assert all(row["codecs"][0] == "hayapack" and row["name"] and row["kind"] for row in made)
    assert set(dotnet.GOALS) <= {row["key"] for row in made}
    assert {dotnet._key(codec) for row in made for codec in row["codecs"]} <= set(codecs.keys())


@pytest.mark.parametrize("codec", MEASURED)
def test_every_workload_of_a_codec_keeps_its_values(codec, program, start):
    """The worker also checks that MessagePack-CSharp and the code written by hand write hayapack's bytes."""
    workloads = [row["key"] for row in rows() if codec in map(dotnet._key, row["codecs"])]
    if not workloads:
        pytest.skip("the worker was built without it")
    worker = start(codec)
    assert worker.ask("hello", 30)["version"]
    for workload in workloads:
        answer = cold(worker, workload)
        assert (answer["losses"], answer["absent"]) == ([], {}), workload
        assert set(answer["ways"]) <= {"encode", "decode", "first call"} and answer["messages"] >= 1
        for what in answer["ways"]:
            timed = worker.ask("sample", 60, what=what, collect=True, at_least=1)
            assert timed["ns"] > 0 and timed["calls"] % answer["messages"] == 0


def test_the_models_are_chosen_together(program):
    found, _ = dotnet.sources([dotnet.MODELS], None, 2)
    assert len(found) == 60 and {source.facts["kind"] for source in found} == {"models, as arrays", "models, as maps"}


def test_the_models_are_the_same_each_time_and_have_every_type():
    path = worker_commands.PHP_WORKER.parents[1] / "dotnet/bench/generate_models.py"
    spec = importlib.util.spec_from_file_location("made_models", path)
    models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(models)
    roots, parts = models.models()
    assert (roots, parts) == models.models() and len(roots) == 30
    used = {member.type for model in (*roots, *parts) for member in model.members}
    assert used >= {*models.SCALARS, *models.COLLECTIONS} and any(kind.startswith("List<Part") for kind in used)
    for by_name, key in ((False, "[Key(0)]"), (True, "[MessagePackObject(true)]")):
        assert models.text(by_name, True) == models.text(by_name, True) and key in models.text(by_name, True)


def test_a_workload_that_a_codec_does_not_have_is_missing(program, start):
    with pytest.raises(Refused, match="has no workload answer_as_maps") as caught:
        cold(start("dotnet_memorypack"), "answer_as_maps")
    assert caught.value.kind == "missing"


def test_the_warm_up_of_a_workload_says_whether_the_jit_came_to_an_end(program, start):
    answer = start("dotnet_hayapack").ask("use", 120, source={"workload": "one_record"}, needs=[], fresh=False)
    assert answer["settled"] in (True, False) and answer["messages"] == 1000 and answer["size"] > 1000


def test_bench_measures_a_workload_and_the_first_call(program, tmp_path, inside):
    done = inside(
        "bench", "dotnet", "--quick", "--samples", "1", "--only", "one_record,first_call",
        "--codecs", "dotnet_hayapack,dotnet_json,dotnet_by_hand", "--out", str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    record = report.read(tmp_path / "results.json")
    [one, first] = record.sources
    assert (one.key, one.bounds, one.goals[dotnet.ENCODE]) == ("one_record", ["dotnet_by_hand"], 3.7)
    assert sorted(one.cells) == ["dotnet_by_hand", "dotnet_hayapack"]
    assert len(one.cells["dotnet_hayapack"].allocated[dotnet.DECODE]) == 1
    assert sorted(first.cells) == ["dotnet_hayapack", "dotnet_json"]
    assert first.cells["dotnet_json"].samples[dotnet.FIRST][0] > 1e6  # nanoseconds: the JIT compiles it
    assert "| **hayapack** |" in (tmp_path / "summary.md").read_text().partition("## First call")[2]


def test_a_graph_of_another_kind_is_missing(program, start):
    with pytest.raises(Refused, match="no workload") as caught:
        source = {"workload": "c_int", "seed": 2, "size": 1}
        start("dotnet_hayapack").ask("use", 60, source=source, needs=[], fresh=False)
    assert caught.value.kind == "missing"


def test_without_a_worker_the_codecs_are_missing(monkeypatch):
    monkeypatch.delenv("HAYAPACK_LAB_DOTNET", raising=False)
    with pytest.raises(codecs.NotAvailable, match="--dotnet-worker"):
        worker_commands.command("dotnet_hayapack")


@pytest.mark.parametrize("form", ["gzip", "brotli", "zstd"])
def test_compressed_json_is_smaller(form, program, start):
    assert use(start(f"dotnet_json_{form}"))["size"] < use(start("dotnet_json"))["size"] / 2


def test_counts_of_each_sample_are_kept(monkeypatch):
    class Made:
        def ask(self, do, limit, **fields):
            counts = {"allocated": 7, "collections": [1, 0, 0], "work_items": 3, "contentions": 0.5, "jit": 2}
            return {"ns": 5.0, "calls": 1, **counts}

    with engine.Engine("lab", Settings(pin=False)) as running:
        monkeypatch.setattr(running, "workers", {"dotnet_json": Made()})
        monkeypatch.setattr(running, "_close", lambda: None)
        cell = RecordedCell("ok")
        for _ in range(2):
            running._sample("dotnet_json", "encode", True, RecordedSource("one", cells={"dotnet_json": cell}))
    assert cell.allocated == {"encode gc on": [7, 7]}
    assert cell.collections == {"encode gc on": [[1, 0, 0], [1, 0, 0]]}
    assert cell.work_items == {"encode gc on": [3, 3]} and cell.contentions == {"encode gc on": [0.5, 0.5]}
    assert cell.jit == {"encode gc on": [2, 2]}


# --- the section --------------------------------------------------------------


def made_up(**figures):
    """A record with C#'s source in it, and these codecs: (size, write, read, allocated)."""
    cells = {}
    for codec, (size, write, read, allocated) in figures.items():
        spent = {
            object_graph_csharp_page.WRITE: write,
            object_graph_csharp_page.READ: read,
            object_graph_csharp_page.ROUND: write + read,
        }
        cells[codec] = RecordedCell(
            "ok",
            size=size,
            post_size=size + 1,
            samples={task: [ns * (1 + i / 1000) for i in range(5)] for task, ns in spent.items()},
            allocated={task: [allocated, allocated, 9 * allocated] for task in spent},
            collections={task: [[4, 2, 1], [2, 2, 1]] for task in spent},
            work_items={task: [3, 4] for task in spent},
            contentions={task: [0, 0] for task in spent},
            jit={task: [ns / 200] * 5 for task, ns in spent.items()},
            calls=dict.fromkeys(spent, 1),
        )
    source = object_graph_csharp_page.source(True)
    tasks = [task_name(*task) for task in source.tasks]
    entry = RecordedSource(source.key, source.name, group="D", tasks=tasks, cells=cells)
    described = {codec: RecordedCodec(codecs.get(codec).name) for codec in cells}
    return Record(codecs=described, sources=[entry])


def full():
    return made_up(
        dotnet_utf8json=(137_000_000, 400e6, 600e6, 600_000_000),
        dotnet_messagepack=(103_000_000, 200e6, 300e6, 300_000_000),
        dotnet_hayapack=(103_000_000, 50e6, 150e6, 300_000_000),
        dotnet_hayapack_again=(103_000_000, 50e6, 150e6, 300_000_000),
        dotnet_messagepack_lz4_array=(45_000_000, 400e6, 400e6, 330_000_000),
        dotnet_hayapack_lz4_array=(40_000_000, 500e6, 200e6, 330_000_000),
    )


def tables(record):
    return {part.key: part for part in object_graph_csharp_page.parts(record) if isinstance(part, Table)}


def test_every_row_of_the_article_is_above_todays():
    table = tables(full())["d-dotnet-then"]
    assert [column.title for column in table.columns[2:]] == [
        "Mean, ms", "Error", "StdDev", "Ratio", "RatioSD", "Gen 0", "Gen 1", "Gen 2", "Allocated, MB",
        "Completed Work Items", "Lock Contentions",
    ]  # fmt: skip
    assert {len(row) for row in table.rows} == {len(table.columns)}
    rows = [[cell.text for cell in row] for row in table.rows]
    then = [row[0] for row in rows if row[1] == object_graph_csharp_page.THEN]
    assert then == list(object_graph_page.STANDS) == list(object_graph_csharp_page.TODAY)
    assert len(rows) == len(then) + sum(
        map(len, object_graph_csharp_page.TODAY.values())
    )  # none that the record does not know
    place = next(
        i for i, row in enumerate(rows) if row[:2] == ["MessagePackTypelessLz4", object_graph_csharp_page.THEN]
    )
    assert rows[place][2:] == ["515.2", "75.8", "4.2", "0.51", "0.01", "2", "2", "0", "394", "2", "0"]
    assert {row[0] for row in rows[place + 1 : place + 5]} == {"MessagePackTypelessLz4"}
    today = {row[1]: row[2:] for row in rows}
    assert today["hayapack"] == [
        "200.4", "1.2", "0.3", "0.20", "0.00", "3", "2", "1", "300", "3.5", "0",
    ]  # fmt: skip
    assert today["Utf8Json"][3:5] == ["1.00", "0.00"]
    assert today["dotnet_hayapack_typeless"] == ["–"] * 11


def test_sizes_are_shares_of_jsons():
    table = tables(full())["d-dotnet-sizes"]
    assert {len(row) for row in table.rows} == {len(table.columns)}
    sizes = {row[1].text: [cell.text for cell in row[2:]] for row in table.rows}
    assert sizes["Utf8Json"] == ["137,248,217", "137,000,001", "100 %", "100 %"]
    assert sizes["hayapack"] == ["84,959,431", "103,000,001", "62 %", "75 %"]
    assert sizes["dotnet_json_gzip"][1] == "–"
    assert "dotnet_memorypack" not in sizes  # the record is older than the codec


def test_allocations_are_medians_and_collections_means():
    rows = {row[0].text: [cell.text for cell in row] for row in tables(full())["d-dotnet-memory"].rows}
    assert rows["hayapack"][1:] == ["300.0"] * 3 + ["3 / 2 / 1"] * 3


def test_the_two_libraries_are_compared_form_by_form():
    rows = {row[0].text: row for row in tables(full())["d-dotnet-pairs"].rows}
    assert len(rows) == len(object_graph_csharp_page.PAIRS) == 6
    plain, packed = rows["hayapack"], rows["hayapack + LZ4 array"]
    assert plain[1].text.startswith("× 4.00 (") and plain[2].text.startswith("× 2.00 (")
    assert packed[1].mark == "loss" and packed[2].mark == ""
    assert packed[4].text == "× 1.12" and plain[6].text == "300 MB / 300 MB"
    assert rows["dotnet_hayapack_typeless"][1].text == "–"


def said(record):
    return " ".join(part.text for part in object_graph_csharp_page.parts(record) if isinstance(part, Text))


def test_losses_come_before_the_tables_and_in_words():
    parts = object_graph_csharp_page.parts(full())
    first = next(place for place, part in enumerate(parts) if isinstance(part, Table))
    lost = [part.text for part in parts[:first] if part.mark == "verdict"]
    assert lost == [
        "MessagePack-CSharp + LZ4 array writes in 0.80 of hayapack's time. With LZ4 and typeless, hayapack is meant to take "
        "at most half of MessagePack-CSharp's time. It does in 1 of 2 comparisons; MessagePack-CSharp's time over hayapack's "
        "in the others: hayapack + LZ4 array to write 0.80."
    ]
    record = full()
    cells = record.sources[0].cells
    cells["dotnet_messagepack_lz4_array"].size = 39_000_000
    cells["dotnet_messagepack_lz4_array"].allocated[object_graph_csharp_page.READ] = [329_000_000, 329_000_000]
    cells["dotnet_messagepack"].size = 102_900_000  # within the slack
    assert "in 0.80 of hayapack's time and writes fewer bytes." in said(record)
    cells["dotnet_messagepack_lz4_array"].allocated[object_graph_csharp_page.READ] = [100_000_000] * 2
    less = "writes fewer bytes and allocates 100 MB reading, hayapack 330 MB."
    assert f"time, {less}" in said(record)
    del cells["dotnet_messagepack_lz4_array"]
    assert "in none of 3 comparisons faster" in said(record)


def test_the_conditions_of_the_run_are_said():
    record = full()
    source = record.sources[0]
    facts = {"runtime": ".NET 10.0.1", "gc": "workstation", "processors": 1, "compressors": "Levels"}
    record.codecs["dotnet_hayapack"].facts = facts
    assert ".NET 10.0.1, garbage collector: workstation, processors: 1. Levels." in said(record)
    assert "In 99 % of the 90 samples the JIT's compilation took at most 0.5 % of" in said(record)
    assert "one after another" not in said(record) and "warm-up of" not in said(record)
    source.interleaved = False
    source.cells["dotnet_hayapack"].settled = False
    assert "measured one after another" in said(record)
    assert "at the end of the warm-up of hayapack." in said(record)


def test_the_fastest_is_first_and_losses_are_marked():
    rows = tables(full())["d-dotnet-fair"].rows
    assert [row[0].text for row in rows][:2] == ["hayapack", "MessagePack-CSharp"]
    assert rows[0][2].text.startswith("50.") and " to " in rows[0][2].text
    assert len(rows) == 5  # the second hayapack is only for the noise floor


def test_a_run_without_csharp_says_so():
    [said] = object_graph_csharp_page.parts(Record())
    assert isinstance(said, Text) and "not measured" in said.text


def test_codecs_that_are_missing_are_named_once():
    record = full()
    cells = record.sources[0].cells
    missing = RecordedCell("missing", "no package source serves it")
    cells.update(
        dict.fromkeys(
            object_graph_csharp_page.TODAY["Utf8JsonTypelessGz"] + ("dotnet_messagepack", "dotnet_memorypack"), missing
        )
    )
    assert said(record).count("no package source serves it") == 1
    shown = tables(record)
    assert shown["d-dotnet-pairs"].rows[0][1].text == "not run"
    rows = [row for row in shown["d-dotnet-then"].rows if row[2].text == "not run"]
    assert [row[0].text for row in rows] == ["Utf8JsonTypelessGz"]  # the only row of the article without a codec
    assert not any("memorypack" in row[1].text for row in shown["d-dotnet-sizes"].rows)


def test_a_reason_that_many_codecs_share_is_one_row_of_the_report():
    record = full()
    missing = RecordedCell("missing", "the .NET worker was not given")
    record.sources[0].cells = dict.fromkeys(object_graph_csharp_page.CODECS, missing)
    [row] = losses.failed(record).rows
    assert (
        row[0].text.endswith(f" and {len(object_graph_csharp_page.CODECS) - 4} more") and row[2].text == missing.error
    )
    assert len(row[0].hint.split(", ")) == len(object_graph_csharp_page.CODECS)


# --- a run of this part alone -------------------------------------------------


def test_csharp_can_be_run_alone():
    assert [source.key for source in measure_articles.sources(["d-csharp"], quick=False)] == ["d_dotnet"]
    assert {source.key for source in measure_articles.sources(["d"], quick=False)} == {"d_dotnet", "d_graph"}


def test_its_report_has_only_its_tables():
    record = replace(
        full(), articles=["d"], kind="lab", started="2026-11-22T02:20:00+00:00", seconds=871.3, command="lab run",
        machine=Machine("a processor", 2, system="Linux", python="CPython 3.11", load_before=[4.0, 3.0, 2.0]),
    )  # fmt: skip
    for about in record.codecs.values():
        about.runtime = "dotnet"
        about.facts = {"runtime": ".NET 10.0.1", "gc": "", "processors": 1, "compressors": ""}
    report = run_report.build(record)
    assert [section.key for section in report.sections] == [
        "head",
        "d-answer-en",
        "d-answer-ja",
        "losses",
        "noise",
        "d",
        "how",
    ]
    text = markdown.text(report, {})
    assert "reference article D, then and now" in text and ".NET 10.0.1 on a processor" in text
    assert "(load 4.0 on 2 cores)" in text
    assert "Python's cyclic" not in text and "CPython" not in text and "None of this" not in text
    assert "could not be drawn" not in text


def test_a_compressed_codec_is_compared_with_hayapacks_compressed_one():
    record = full()
    for codec, about in record.codecs.items():
        about.format = codecs.get(codec).format
    record.sources[0].cells["dotnet_messagepack_lz4_array"].size = 39_900_000
    table = losses.section(record).parts[-2]
    row = [cell.text for cell in table.rows[0]]
    assert row[0] == "MessagePack-CSharp + LZ4 array" and row[2:6] == [
        "99.8 %", "39.9 MB", "40.0 MB", "hayapack + LZ4 array",
    ]  # fmt: skip
    record.sources[0].cells["dotnet_messagepack_lz4_array"].size = 40_100_000
    assert "No codec wrote fewer bytes" in losses.section(record).parts[-2].text


def test_charts_of_shares_have_the_articles_own_bars():
    charts = {part.key: part for part in object_graph_csharp_page.parts(full()) if isinstance(part, Chart)}
    time, size = (charts[f"d-dotnet-{what}-shares"] for what in ("time", "size"))
    assert time.x == list(object_graph_csharp_page.TODAY) and len(size.x) == 6  # the article has six sizes
    bars = {one.name: dict(zip(time.x, one.y)) for one in time.series}
    assert bars["2019"]["MessagePackTypelessLz4"] == pytest.approx(0.51, abs=0.005)
    assert bars["today, rivals"]["MessagePackWithType"] == pytest.approx(0.5)
    assert bars["today, hayapack"]["MessagePackWithType"] == pytest.approx(0.2)
    assert bars["today, hayapack"]["Utf8JsonWithType"] is None
    assert size.series[0].y[0] == 1.0 and size.series[0].y[-1] == pytest.approx(0.4428, abs=1e-4)
