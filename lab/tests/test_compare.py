"""A comparison's record, its tables, its verdict and its report."""

import copy
import io
import json
import re
from dataclasses import replace

import pytest
from made_record import record_of, source_of

from hayapack_lab import compare_documents
from hayapack_lab.commands import report as report_command
from hayapack_lab.data import values
from hayapack_lab.measure import budgeted_engine, compressed_sizes
from hayapack_lab.measure import record as measured
from hayapack_lab.measure.source import task_name
from hayapack_lab.report import html, terminal
from hayapack_lab.report.run_report import build
from hayapack_lab.statistics import judge, summary
from hayapack_lab.text.report_elements import Answer, Chart, Table


def shown(record, monkeypatch, width=None):
    if width:
        monkeypatch.setenv("COLUMNS", str(width))
    else:
        monkeypatch.delenv("COLUMNS", raising=False)
    out = io.StringIO()
    terminal.show(record, out)
    return out.getvalue()


# --- a real comparison, with codecs for every possible outcome -----------------


def test_the_record_is_plain_json_and_says_what_the_data_is(record):
    assert measured.record_of(json.loads(json.dumps(measured.as_json(record)))) == record
    first, second = record.sources
    assert first.composition["parts"]["keys"] == 10 and first.composition["bytes"] == 27
    assert second.messages == 5 and second.composition["counts"]["text"] == 5
    assert first.tasks == ["encode gc on", "encode gc off", "decode gc on", "decode gc off"]


def test_the_summary_is_plain_json(record):
    entries = json.loads(json.dumps(summary.plain(record)))
    assert [entry["name"] for entry in entries] == ["one.json", "many.jsonl"]
    rows = {row["codec"]: row for row in entries[0]["rows"]}
    assert rows["json_std"]["status"] == "ok" and rows["t_crash"]["status"] == "failed"
    time = rows["json_std"]["times"][task_name("encode", True)]
    assert set(time) == {"ns", "ns_low", "ns_high", "samples", "verdict", "ratio", "low", "high"}
    assert min(row["size_ratio"] for row in rows.values() if row["size"]) == 1


def test_times_are_for_all_messages(record):
    source = record.sources[1]
    row = next(r for r in summary.summarize(record, source).rows if r.codec == "json_std")
    task = task_name("decode", True)
    one = sorted(source.cells["json_std"].samples[task])
    assert one[0] * 5 <= row.times[task].ns <= one[-1] * 5


def test_compressors_that_are_missing_are_named(record, monkeypatch):
    changed = copy.deepcopy(record)
    for cell in changed.sources[0].cells.values():
        cell.compressed = {"zstd": None}
    assert "pip install no-such-package zstandard" in shown(changed, monkeypatch)


def test_the_table_hides_no_codec(record, monkeypatch):
    text = shown(record, monkeypatch)
    assert "\x1b" not in text
    for line in (
        "crashing failed: crashed (SIGSEGV)",
        "failing failed: encode: TypeError: can't write dict",
        "missing not run: No module named 'no_such_package'",
        "To include them: pip install no-such-package",
        "lossy loses float → int at $.list[1]",
        "% map keys",
    ):
        assert line in " ".join(text.split())
    assert re.search(r"^json +\d", text, re.M)


@pytest.mark.long
def test_hayapack_takes_part_twice_and_is_shown_once(monkeypatch):
    pytest.importorskip("hayapack")
    document = compare_documents.Document("x.json", "JSON", 5, [[1, 2]])
    record = compare_documents.run([document], 1.0, ["json_std", "hayapack_native"])
    cells = record.sources[0].cells
    assert list(cells) == ["hayapack_native", "hayapack_again", "json_std"]
    for cell in cells.values():  # a busy machine takes too few samples for a noise floor
        cell.samples = {task: samples * 10 for task, samples in cell.samples.items()}
    text = shown(record, monkeypatch)
    assert "hayapack, again" not in text
    assert re.search(r"Noise floor: encode .* %, decode .* %\.", text_of(build(record)))


def test_the_codecs_are_those_for_any_data():
    known = compare_documents.known_codecs()
    assert {"hayapack_native", "json_std", "bson", "hayapack_public"} <= set(known)
    assert not {"hayapack_again", "php_hayapack", "protobuf"} & set(known)
    assert "hayapack_public" not in compare_documents.default_codecs()


@pytest.mark.parametrize(
    "moment", [pytest.param(moment, marks=pytest.mark.long if moment % 4 else ()) for moment in range(0, 16, 2)]
)
def test_ctrl_c_at_any_moment_leaves_a_record_to_draw(moment, monkeypatch):
    """Interrupted while workers start, load values, compress or are timed."""
    from hayapack_lab.measure.worker_process import WorkerProcess

    ask, asked = WorkerProcess.ask, []

    def interrupted(self, *args, **fields):
        asked.append(args)
        if len(asked) > moment:
            raise KeyboardInterrupt
        return ask(self, *args, **fields)

    monkeypatch.setattr(WorkerProcess, "ask", interrupted)
    document = compare_documents.Document("x.json", "JSON", 5, [[1, 2]])
    record = compare_documents.run([document], 1.0, ["json_std", "marshal_std"])
    assert record.interrupted and "Interrupted" in shown(record, monkeypatch)
    assert "Interrupted" in text_of(build(record))


# --- tables and report of any record ----------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 100, 132, 200])
def test_the_table_keeps_to_the_width(record, monkeypatch, width):
    for drawn in (record, big_record()):
        lines = shown(drawn, monkeypatch, width).splitlines()
        assert max(map(len, lines)) <= width
        assert any(re.search(r"\d k?B", line) for line in lines)


def big_record():
    """A record with names and numbers as wide as possible."""
    ours, slow = [123.0] * 9, [9.87e10, 9.9e10, 9.93e10] * 3
    return record_of(
        source_of(
            {
                "hayapack_native": (ours, slow, 123_456_789),
                "hayapack_again": (ours, slow, 123_456_789),
                "hayapack_public": (slow, [5e10, 2e11] * 5, 123_456_789),
                "json_std": ([100, 900] * 6, ours, 923_456_789),
            }
        )
    )


def text_of(report):
    """All text of a report."""
    words = [report.title, *report.foot]
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, Table):
                cells = (cell.text for row in part.rows for cell in row)
                words += [part.title, part.caption, *cells]
            elif isinstance(part, Answer):
                words += [word for card in part.cards for word in (card.title, card.name, card.figure, card.reason)]
            else:
                said = f"{part.label} {part.text}" if hasattr(part, "label") else part.title
                words.append(said)
    return "\n".join(words)


def test_the_report_shows_every_part(record):
    report = build(record)
    assert [section.title for section in report.sections] == ["one.json", "many.jsonl", "Method"]
    text = text_of(report)
    for words in (
        "% map keys", "failed: crashed (SIGSEGV)", "loses float → int at $.list[1]",
        "not run: No module named 'no_such_package'", "Composition of the data", "Smallest",
        "Encode: less is better", "Size, raw and compressed",
    ):  # fmt: skip
        assert words in text, words
    keys = [part.key for s in report.sections for part in s.parts if hasattr(part, "key")]
    assert len(keys) == len(set(keys)) and all(re.fullmatch("[a-z0-9-]+", key) for key in keys)
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, Table):
                assert {len(row) for row in part.rows} == {len(part.columns)}
            if isinstance(part, Chart):
                assert {len(series.y) for series in part.series} == {len(part.x)}


def test_the_report_is_drawn_from_the_written_record_alone(record):
    read = measured.record_of(json.loads(json.dumps(measured.as_json(record))))
    assert text_of(build(read)) == text_of(build(record))


def test_hayapack_has_a_colour_of_its_own_in_the_charts():
    report = build(big_record())
    charts = [p for p in report.sections[0].parts if isinstance(p, Chart) and p.kind == "dots"]
    assert len(charts) == 2 and all(chart.y_log and chart.y_unit == "ns" for chart in charts)
    for chart in charts:
        assert [series.name for series in chart.series if series.ours] == ["hayapack"]
        places = zip(chart.series[0].y, chart.series[1].y)
        assert all((ours is None) != (other is None) for ours, other in places)


def test_every_dot_has_the_interval_of_its_own_median():
    """hayapack's too: its scatter must not be seen in the others' lines only."""
    report = build(big_record())
    charts = [p for p in report.sections[0].parts if isinstance(p, Chart) and p.kind == "dots"]
    for chart in charts:
        for series in chart.series:
            if series.name != "collector off":
                dots = [dot for dot in zip(series.low, series.y, series.high) if dot[1] is not None]
                assert dots or not any(series.y)
                assert all(low <= y <= high for low, y, high in dots)


def test_the_losses_say_that_there_are_none_in_time():
    def caption(*ns):
        cells = {codec: ([one] * 5, [one] * 5, size) for codec, one, size in zip(CODECS, ns, (100, 100, 90))}
        tables = [part for part in build(record_of(source_of(cells))).sections[0].parts if isinstance(part, Table)]
        return next(table.caption for table in tables if table.key.endswith("-losses"))

    CODECS = ("hayapack_native", "hayapack_again", "cbor2")
    assert caption(100.0, 101.0, 900.0) == "In time: none beyond the noise."
    assert caption(100.0, 160.0, 900.0) == ("In time: none seen; the noise of 60 % hides faster codecs: measure again.")
    assert caption(100.0, 101.0, 20.0) == ""


@pytest.mark.long
def test_what_a_codec_says_is_escaped(record):
    changed = copy.deepcopy(record)
    changed.sources[0].name = "<script>alert(1)</script>"
    for cell in changed.sources[0].cells.values():
        cell.error = cell.error and "<b>bold</b>"
    page = html.page(build(changed))
    assert "<script>alert" not in page and "<b>bold" not in page


def test_titles_are_names_of_files_not_paths(record, monkeypatch):
    changed = copy.deepcopy(record)
    changed.sources[0].name = "/srv/someone/a/data.json"
    changed.sources[1].name = "C:\\Users\\someone\\data.json"
    report = build(changed)
    assert report.title == "hayapack compare: data.json (1), data.json (2)"
    for text in (shown(changed, monkeypatch), text_of(report), *(section.title for section in report.sections)):
        assert "someone" not in text


def test_one_document_needs_no_heading_of_its_own(record):
    changed = replace(record, sources=record.sources[:1])
    assert [section.title for section in build(changed).sections] == ["", "Method"]


# --- layout, noise and busy machines ----------------------------------------------


def many():
    """Samples of many codecs with names and numbers as long as possible."""
    cells = {}
    for number, codec in enumerate(compare_documents.known_codecs()):
        base = 10.0 ** (number % 8)
        cells[codec] = [[base * part for part in (1.23, 1.31, 1.27, 4.5, 1.22)]] * 2 + [123_456]
    cells["hayapack_native"] = [[123.0, 124.0, 125.0, 190.0, 121.0]] * 2 + [100_000]
    cells["hayapack_again"] = [[123.0, 129.0, 125.0, 190.0, 121.0]] * 2 + [100_000]
    packed = {codec: {"lz4": 123_456, "gzip": 123_456, "zstd": 123_456} for codec in cells}
    return record_of(source_of(cells, compressed=packed))


@pytest.mark.parametrize(
    "width", [pytest.param(width, marks=pytest.mark.long if width % 5 else ()) for width in (*range(60, 135), 160, 200)]
)
def test_no_width_cuts_a_cell_off(width, monkeypatch):
    lines = shown(many(), monkeypatch, width).splitlines()
    assert max(map(len, lines)) <= width
    assert not [line for line in lines if "…" in line]
    assert any(re.match(r"json .*\d (ns|µs|ms|s)\b", line) for line in lines)
    for title in ("size", "lz4", "gzip", "zstd"):
        assert any(re.search(rf"\b{title}\b", line) for line in lines if line.startswith("codec "))


def test_the_interval_decides_not_the_ratio():
    """A ratio of 2 whose interval begins within the noise is not a difference."""
    noisy = {
        "hayapack_native": ([100.0, 101.0, 99.0, 100.0, 102.0], [100.0] * 5, 10),
        "hayapack_again": ([100.0, 210.0, 99.0, 205.0, 208.0], [100.0] * 5, 10),
        "json_std": ([100.0, 230.0, 223.0, 110.0, 450.0], [100.0] * 5, 10),
        "marshal_std": ([900.0, 901.0, 899.0, 905.0, 902.0], [100.0] * 5, 10),
    }
    found = {one.codec: one for one in judge.judge(source_of(noisy), "encode gc on")}
    floor = judge.floor(source_of(noisy), "encode gc on")
    one = found["json_std"]
    assert floor > 1 and one.ratio.value - 1 > floor and one.ratio.low - 1 < floor
    assert one.verdict == judge.SAME
    assert found["marshal_std"].verdict == judge.SLOWER


@pytest.mark.long
def test_a_busy_machine_is_said_first(monkeypatch):
    record = many()
    assert "busy" not in shown(record, monkeypatch)
    record.machine.load_before = [1.9, 0.5, 0.1]
    assert shown(record, monkeypatch).startswith("This machine was busy before the measurement (load 1.9")
    assert "2 cores). Programs that ran on" in " ".join(shown(record, monkeypatch).split())
    report = build(record)
    assert report.notice.startswith("This machine was busy")
    assert html.page(report).index(report.notice) < html.page(report).index(report.sections[0].parts[0].text)


def test_the_verdict_is_first_and_last_with_the_file_that_was_written(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    out = io.StringIO()
    terminal.show(many(), out, "out.html")
    words = " ".join(out.getvalue().split())
    verdict = "Fastest of hayapack and "
    assert words.count(verdict) == 2 and words.endswith("Wrote out.html.")
    assert words.rindex("Lost, left out, failed, missing") < words.rindex(verdict)
    assert "--html" not in words and "Versions: " in words
    out = io.StringIO()
    terminal.show(many(), out)
    assert "--html FILE adds charts" in " ".join(out.getvalue().split())


def test_a_record_of_an_earlier_version_gets_the_codecs_dangers(tmp_path):
    record = record_of(
        source_of({"hayapack_native": ([9.0] * 5, [9.0] * 5, 100), "pickle_std": ([9.0] * 5,) * 2 + (60,)})
    )
    data = measured.as_json(record)
    for about in data["codecs"].values():
        del about["contract"]["unsafe"]
    (tmp_path / "record.json").write_text(json.dumps(data))
    read = report_command.read(tmp_path / "record.json")
    assert {row.name: row.unsafe for row in summary.summarize(read, read.sources[0]).rows} == {
        "hayapack": "", "pickle": "runs code",
    }  # fmt: skip


def test_columns_in_which_nothing_was_measured_are_not_there():
    """As for PHP and C#: no compressors; C# has no times with the collector off."""
    cells = {"dotnet_hayapack": ([1.0] * 3, [1.0] * 3, 10), "dotnet_json": ([2.0] * 3, [2.0] * 3, 20)}
    source = source_of(cells)
    for cell in source.cells.values():
        cell.compressed = {}
    tables = {part.title: part for part in build(record_of(source)).sections[0].parts if isinstance(part, Table)}
    assert [column.title for column in tables["Sizes"].columns] == ["codec", "format", "size", "size / least"]
    assert [column.title for column in tables["Times"].columns] == [
        "codec", "version", "encode", "encode / hayapack's", "decode", "decode / hayapack's",
    ]  # fmt: skip
    for table in tables.values():
        assert {len(row) for row in table.rows} <= {len(table.columns)}


def test_the_losses_name_metric_values_and_caveat():
    cells = {"hayapack_native": ([9.0] * 5, [9.0] * 5, 100), "pickle_std": ([90.0] * 5, [90.0] * 5, 60)}
    tables = {p.title: p for p in build(record_of(source_of(cells))).sections[0].parts if isinstance(p, Table)}
    lost = tables["Where hayapack loses"]
    assert [column.title for column in lost.columns] == [
        "codec", "metric", "codec's / hayapack's", "codec's value", "hayapack's value", "caveat",
    ]  # fmt: skip
    assert [cell.text for cell in lost.rows[0]] == ["pickle", "size", "0.60", "60 B", "100 B", "unsafe: runs code"]


@pytest.mark.long
def test_a_large_document_is_tried_on_a_part_and_compressed_in_part(monkeypatch):
    """With real processes: every rule that depends on speed is in test_budget, and none leaves out a codec here."""
    pytest.importorskip("hayapack")
    monkeypatch.setattr(budgeted_engine, "FAR", float("inf"))
    rows = [{"id": number, "text": f"text {number}"} for number in range(40_000)]
    document = compare_documents.Document("x.json", "JSON", compare_documents.PARTED + 1, [rows])
    record = compare_documents.run([document], 0.5, ["json_std", "marshal_std", "t_fail", "t_missing"])
    cells = record.sources[0].cells
    assert cells["json_std"].status == cells["marshal_std"].status == "ok"
    assert cells["t_fail"].status == "failed" and cells["t_missing"].status == "missing"
    assert cells["json_std"].samples["encode gc on"] and cells["json_std"].compressed["gzip"]


def test_a_part_of_the_data_has_all_its_levels():
    rows = [{"id": number, "list": [1, [2, {"deep": number}]]} for number in range(50_000)]
    part = values.part([{"rows": rows, "meta": {"a": 1}}], 1000)
    assert part[0]["meta"] == {"a": 1} and 10 < len(part[0]["rows"]) < 1000
    assert part[0]["rows"] == rows[: len(part[0]["rows"])]
    assert values.part([[1, "a"]], 1000) == [[1, "a"]]


def test_estimated_sizes_are_near():
    data = b"".join(b"%d,some text %d\n" % (number, number % 100) for number in range(300_000))
    exact, estimate = compressed_sizes.compressed(data), compressed_sizes.compressed(data, len(data) // 4)
    assert estimate["gzip"] == pytest.approx(exact["gzip"], rel=0.05)
    assert compressed_sizes.compressed(data, len(data)) == exact and compressed_sizes.compressed(b"", 10)["gzip"]


def test_fresh_text_is_said(monkeypatch):
    record = many()
    assert "new str objects" not in shown(record, monkeypatch, 500)
    record.sources[0].fresh = True
    assert "new str objects" in shown(record, monkeypatch, 500) and "new str objects" in text_of(build(record))


@pytest.mark.long
def test_the_page_links_the_articles_where_the_environment_says_their_folder(record, monkeypatch):
    monkeypatch.delenv("HAYAPACK_LAB_ARTICLES", raising=False)
    assert "article-" not in html.page(build(record))
    monkeypatch.setenv("HAYAPACK_LAB_ARTICLES", "../docs/results")
    page = html.page(build(record))
    assert re.findall(r'href="(\.\.[^"]+)"', page) == [f"../docs/results/article-{key}.md" for key in "abcde"]
    assert "FlatBuffers" in page[page.index('id="articles"') :]
