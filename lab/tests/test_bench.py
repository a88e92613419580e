"""The comparisons: their tables, from made-up records, and their commands, as processes."""

import json
import subprocess
import sys
from dataclasses import replace

import made_record
import pytest

import hayapack
from hayapack_lab import codecs, comparisons, workloads
from hayapack_lab.comparisons import classes, partial, php, php_classes, python, ratio_tables
from hayapack_lab.data import fetch
from hayapack_lab.data.missing import NotAvailable, NotFetched
from hayapack_lab.measure import memory, worker
from hayapack_lab.measure.record import SCHEMA, RecordedCell, RecordedSource
from hayapack_lab.report import report_files

ENCODE, DECODE = "encode gc on", "decode gc on"


def fake_record(**times):
    """A record in which every codec takes the given time in every task."""
    record = made_record.record_of(
        made_record.source_of({codec: ([ns] * 3, [ns] * 3, 9) for codec, ns in times.items()})
    )
    record.machine.pinned_to = None
    record.settings.seed = 2
    record.sources[0].name = "row"
    return replace(record, kind="python", not_run={"canada.json": "npm is not installed"})


def test_ratios_are_other_time_over_hayapack_time():
    record = fake_record(hayapack_native=10, msgpack_c=90, msgspec_msgpack=25, hayapack_public=20)
    [row] = ratio_tables.rows(record, python.MADE, ENCODE)
    assert (row.best, row.ratio.value, row.ratios["msgpack"].value) == ("msgspec", 2.5, 9.0)
    assert row.ratios["public"].value == 1.25 and row.rivals["msgpack"].value == 9.0


@pytest.mark.parametrize("kind", [pytest.param("python", marks=pytest.mark.long), "php", "partial", "classes", "data"])
def test_a_document_that_cannot_be_fetched_is_named(kind, monkeypatch):
    """Every row is a source or is missing with its reason."""

    def refused(name):
        raise NotFetched("npm is not installed")

    comparison = comparisons.get(kind)
    everything, _ = comparison.sources(None, None, 2)
    monkeypatch.setattr(fetch, "document", refused)
    found, missing = comparison.sources(None, None, 2)
    assert len(found) + len(missing) == len(everything)
    assert set(missing.values()) <= {"npm is not installed"}
    assert bool(missing) == (kind in ("python", "php", "partial")), missing


def test_a_lossy_or_failed_rival_is_not_the_best():
    record = fake_record(hayapack_native=10, msgpack_c=90, msgspec_msgpack=25, orjson=5)
    cells = record.sources[0].cells
    cells["orjson"].losses = ["int key → str"]
    cells["msgspec_msgpack"] = RecordedCell("failed", "crashed (SIGSEGV)")
    assert ratio_tables.rows(record, python.MADE, DECODE)[0].best == "msgpack"
    text = report_files.summary(record)
    assert "| orjson | lossy | int key → str | row |" in text
    assert "| msgspec | failed | crashed (SIGSEGV) | row |" in text
    assert "canada.json: not run: npm is not installed." in text


def test_losses_come_before_the_rows():
    record = fake_record(hayapack_native=10, orjson=8, hayapack_pure=10, msgpack_pure=25)
    text = report_files.summary(record)
    assert text.index("Where hayapack loses") < text.index("Every row")
    assert "| orjson | row | encode, fair method | on | × 0.80 (0.80 to 0.80) |" in text
    assert "| all rows | pure | 2.50 |" in text


def test_without_hayapack_no_victory_is_claimed():
    assert "Nothing was compared with hayapack in this run." in report_files.summary(fake_record(msgpack_c=10))


def test_each_kind_of_data_has_its_means():
    record = fake_record(hayapack_native=10, msgpack_c=20)
    [source] = record.sources
    record.sources = [replace(source, name=kind, kind=kind) for kind in ("maps", "lists")]
    text = report_files.summary(record)
    assert "| maps | msgpack | 2.00 |" in text and "| lists | msgpack | 2.00 |" in text


def test_a_median_stands_beside_each_mean():
    record = fake_record(hayapack_native=10, msgpack_c=10)
    rows = [fake_record(hayapack_native=10, msgpack_c=10 * times).sources[0] for times in (1, 2, 16)]
    record.sources = [replace(row, name=str(number)) for number, row in enumerate(rows)]
    assert "| all rows | msgpack | 3.17 | 2.00 |" in report_files.summary(record)


def partial_record(**times):
    record = fake_record(hayapack_native=1, msgpack_c=1)
    source = RecordedSource(
        "get",
        "get",
        "Fields.",
        tasks=["get $.a gc on", "decode gc on"],
        cells={codec: RecordedCell("ok", samples={task: [ns] * 3}) for codec, (task, ns) in times.items()},
        ours=[["hayapack_native", "get $.a gc on"]],
        goal=3,
    )
    return replace(record, kind="partial", sources=[source])


def test_partial_decoding_says_first_where_it_loses():
    record = partial_record(hayapack_native=("get $.a gc on", 20), msgpack_c=("decode gc on", 10))
    lost, _, rest = report_files.summary(record).partition("## get")
    assert "hayapack: get $.a: msgpack: decode takes 0.50 (0.50–0.50) of its time." in lost
    assert (
        "hayapack: get $.a, against msgpack: decode: 0.50 times; the goal, set before the measurement, is 3: missed."
        in lost
    )
    assert "| msgpack: decode | 10.0 ns |" in rest
    record = partial_record(hayapack_native=("get $.a gc on", 2), msgpack_c=("decode gc on", 10))
    assert "In no row." in report_files.summary(record).partition("## get")[0]


def test_each_row_can_have_a_goal_of_its_own():
    times = {"classes_slots": 30, "classes_plain": 50, "classes_array": 30, "classes_public": 90, "classes_struct": 100}
    [source], _ = classes.sources(["decode"], [*times], 1)
    record = fake_record(**times)
    record.sources = [replace(record.sources[0], **source.facts, tasks=["decode gc on"])]
    lost, _, rest = report_files.summary(replace(record, kind="classes")).partition("| what |")
    against = "decode, against msgspec, Struct: decode:"
    assert f"slots: {against} 3.33 times; the goal, set before the measurement, is 2.5: reached." in rest
    assert f"dataclass: {against} 2.00 times; the goal, set before the measurement, is 2.22: missed." in lost
    assert f"public API, dataclass with slots: {against} 1.11 times" in lost and "as array" not in lost


def test_a_goal_can_be_against_one_codec_of_several():
    """PHP's goals are against igbinary with the same objects, also where another row is faster."""
    [source], _ = php_classes.sources(["decode"], None, 1)
    record = fake_record(php_codec=10, php_codec_array=9, php_igbinary=60, php_by_hand=20)
    record.sources = [replace(record.sources[0], **source.facts, tasks=["decode gc on"])]
    record.sources[0].cells["php_codec"].peaks = {"decode": 3_000}
    text = report_files.summary(replace(record, kind="php-classes"))
    assert "against igbinary: decode: 6.00 times; the goal, set before the measurement, is 5: reached." in text
    assert "| **MsgpackCodec: decode** | 10.0 ns | 3.00 kB | 2.00 (2.00–2.00) |" in text


def test_partial_decoding_reads_what_decoding_all_gives():
    """Every codec that has one of the tasks returns the same."""
    hayapack = pytest.importorskip("hayapack")
    numpy = pytest.importorskip("numpy")
    rows = workloads.get("records8").make(1, 20)[0]
    packed = {"records8": hayapack.packb(rows)}
    record = {"$": {"screen_name": "é"}}
    message = {"statuses": [{"user": record["$"]}] * 100, "search_metadata": {"count": 100}}
    packed["twitter_cached"] = hayapack.packb(message)
    scores = numpy.array([row["score"] for row in rows])
    for source in partial.sources(["get", "columns"], None, 1)[0]:
        for codec in source.codecs:
            module, workload = codecs.get(codec), workloads.get(source.fields["workload"])
            try:
                ways = codecs.ways(module, frozenset(), workload)
            except ImportError as error:
                pytest.skip(str(error))
            for task, _ in source.tasks:
                if task != "decode" and task in ways:
                    names = {**ways[task].names, "item": packed[source.fields["workload"]]}
                    value = eval(ways[task].body, names)
                    if task.startswith("get "):
                        assert value == (100 if task.endswith("count") else "é"), task
                    else:
                        assert (value == scores).all(), (codec, task)


def test_programs_print_every_message():
    """The task "cat", and the round trip before it, which reads what the program printed."""
    pytest.importorskip("hayapack")
    rows = workloads.get("records8").make(1, 5)[0]
    for codec in partial.PARTS["cat"].codecs:
        module = codecs.get(codec)
        encode, decode = module.load(frozenset())
        try:
            assert decode(encode(rows)) == rows
        except subprocess.CalledProcessError:
            assert codec != "cat_hayapack"  # orjson, ormsgpack or msgspec is not installed
            continue
        timed = worker._compiled(codecs.ways(module, frozenset())["cat"])
        assert (timed.takes, timed.run([module.build(rows)]) > 10_000_000) == ("built", True)  # Python starts in more


@pytest.mark.parametrize("key", [*classes.CODECS, *classes.EXTENDED, *classes.EXTENDED_RIVALS])
def test_each_codec_with_classes_gives_the_records(key):
    module = codecs.get(key)
    rows = workloads.get("records8").make(1, 5)[0]
    try:
        encode, decode = module.load(frozenset())
    except (ImportError, NotAvailable) as error:
        pytest.skip(str(error))
    objects = module.wrap(rows)
    assert module.unwrap(objects) == rows
    found = decode(encode(objects))
    assert module.unwrap(found) == rows and type(found[0]) is type(objects[0])


def test_every_codec_and_workload_of_a_comparison_exists():
    known = codecs.keys()
    assert set(python.CODECS) | set(php.CODECS) <= set(known)
    for page in (partial, classes):
        assert {codec for part in page.PARTS.values() for codec in part.codecs} <= set(known)
    assert all(comparisons.get(key).TITLE for key in comparisons.KEYS)


def test_the_comparison_of_all_codecs_has_the_objects_that_need_no_option():
    for key in workloads.keys():
        row = workloads.get(key)
        if not hasattr(row, "as_objects"):
            continue
        try:
            objects = row.as_objects(row.make(1, 4)[0])
        except ImportError as error:  # numpy, zoneinfo's data
            pytest.skip(str(error))
        if key in python.keys():
            hayapack.packb(objects)
            assert row.EXTRA, "the goals are for the rows that they were set with"
        else:
            with pytest.raises(TypeError):
                hayapack.packb(objects)
            hayapack.packb(objects, **{row.OPTION: True})


def test_an_error_with_a_whole_array_is_shown_as_one_line():
    text = worker._shown(f"Cannot serialize array({list(range(1000))},\n      shape=(1000,))")
    assert text.startswith("Cannot serialize array([0, 1, 2") and text.endswith("…")
    assert len(text) == worker.ERROR_SHOWN
    assert worker._shown("first\n  second") == "first second"


def test_bench_as_a_command(tmp_path):
    command = [sys.executable, "-m", "hayapack_lab", "bench", "--quick", "--samples", "2"]
    command += ["--only", "tiny_map", "--codecs", "msgpack_c,msgpack_pure", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # no progress bar without a terminal
    assert (tmp_path / "summary.md").read_text().strip() == done.stdout.strip()
    assert json.loads((tmp_path / "results.json").read_text())["schema"] == SCHEMA
    assert (tmp_path / "report.html").exists()


def test_unknown_names_are_usage_errors(inside):
    done = inside("bench", "--only", "nonsense")
    assert done.returncode == 2 and "unknown: nonsense; there are: a_bytes" in done.stderr


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_of_a_stream_does_not_grow():
    pytest.importorskip("hayapack")
    record = memory.stream(60_000_000)
    cells = [cell.text for cell in python._stream(record).parts[0].rows[0]]
    assert cells[0] == "hayapack" and cells[1].endswith(" MB")
    assert record["hayapack"]["messages"] > 100_000
    assert record["hayapack"]["growth"] < 5_000_000
