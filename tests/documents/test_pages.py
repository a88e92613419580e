"""docs/results/, and the figures of docs/benchmarks.md and README.md: drawn again, nothing changes."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("hayapack_lab")
pytest.importorskip("matplotlib")  # without it the pages have no pictures
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools/bench"), str(ROOT / "tools/suites")]
import check_lab  # noqa: E402
import document_figures  # noqa: E402
import results_pages  # noqa: E402

BENCHMARKS = document_figures.BENCHMARKS.read_text(encoding="utf-8")
# A time, a size, a share, a ratio or a load, as text or in a table.
FIGURE = re.compile(r"\d[\d,.]* ?(%|[nµm]?s\b|times\b|[kMG]?B\b|[KMG]iB\b|rounds\b)|\d\.\d|^\|.*\d.*\|$", re.MULTILINE)
# What is no result: a version, a size that is an input of the measurement.
SETTINGS = re.compile(r"\b100 MB as JSON|MessagePack-CSharp 3\.1|CPython 3\.11|C#? ?\d\.\d")


# The intervals of so many ratios take up to ten seconds.
LARGE = (*results_pages.ARTICLES, "python", "php", "dotnet", "versions")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] * (n in LARGE)) for n in results_pages.NAMES]
)
def test_drawn_again_nothing_changes(name):
    """From the records alone, but .NET's tables. Pictures depend on the drawing library's version."""
    path = results_pages.RESULTS / (name + ".md")
    assert path.read_text(encoding="utf-8") == results_pages.page(name, results_pages.tables(name)), "run: make pages"


@pytest.mark.long
def test_the_list_of_pages_and_the_figures_of_other_documents_are_those_of_the_pages():
    drawn = {
        results_pages.RESULTS / "README.md": results_pages.index(),
        **document_figures.texts("\n".join(map(results_pages.read, results_pages.NAMES))),
    }
    changed = [path.name for path, text in drawn.items() if path.read_text(encoding="utf-8") != text]
    assert not changed, "run: make pages"


def test_every_page_has_its_record_and_introduction_and_every_picture_is_shown():
    names = set(results_pages.NAMES)
    assert {path.stem for path in results_pages.RESULTS.glob("*.md")} == {"README", *names}
    assert {path.stem for path in results_pages.INTRODUCTIONS.glob("*.md")} == {"README", *names}
    records = {path.stem for path in results_pages.RESULTS.glob("*.json")}
    assert {name for name in records if not results_pages.BESIDE.fullmatch(name)} == set(results_pages.NAMES)
    assert set(re.findall(r"\]\(results/([\w-]+)\.md\)", BENCHMARKS)) == {"README", *names}
    shown = {picture for name in names for picture in re.findall(r"\]\(charts/([^)/]+)\)", results_pages.read(name))}
    assert shown == {path.name for path in (results_pages.RESULTS / "charts").iterdir()}


@pytest.mark.parametrize("name", results_pages.NAMES)
def test_a_page_begins_with_where_hayapack_loses_and_names_its_commit(name):
    introduction, _, measured = results_pages.read(name).partition("<!-- begin: ")
    assert re.search(r"^```sh\nmake ", introduction, re.MULTILINE)
    headings = re.findall(r"^## (.*)", measured, re.MULTILINE)
    if name in results_pages.ARTICLES:  # what its readers ask comes first
        assert headings.pop(0) == "The question, and what holds today"
        asked = ("日本語の要約", "中文摘要", "Which one for a queue?")
        headings = [heading for heading in headings if heading not in asked]
    assert headings[0].startswith("Where hayapack loses")
    commit = re.search(r"-->\nCode: .*\b([0-9a-f]{7})(?: with changes)?\.\n", measured)
    assert commit
    git = ["git", "-C", str(ROOT), "cat-file", "-e"]
    if (ROOT / ".git").exists() and subprocess.run([*git, "HEAD~100"], stderr=subprocess.DEVNULL).returncode == 0:
        assert subprocess.run([*git, commit.group(1)]).returncode == 0
    figures_only = measured.replace(commit.group(1), "")
    assert not re.findall(r".*\d(?:\.\d+)?e[+-]?\d+.*", figures_only)  # no figure has an exponent


def by_hand(text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [line for line in SETTINGS.sub("", text).splitlines() if FIGURE.search(line)]


def test_no_figure_was_entered_by_hand():
    text = BENCHMARKS
    for name in document_figures.BLOCKS[document_figures.BENCHMARKS]:
        text = results_pages.place(name).sub("", text)
    assert not by_hand(text)
    for path in results_pages.INTRODUCTIONS.glob("*.md"):
        assert not by_hand(path.read_text(encoding="utf-8")), path.name
    assert re.findall(r"^## (.*)", BENCHMARKS, re.MULTILINE)[0] == "Where hayapack loses"


@pytest.mark.long
@pytest.mark.parametrize(
    "old, new, error",
    [
        (
            "## Peak memory, 100,000 records",
            "## Peak memory",
            "docs/results/article-b.md has no table 'Peak memory, 100,000",
        ),
        ("**Median", "**About", "docs/results/article-a.md does not say"),
        ("<!-- begin: data -->", "", "no tables of data"),
    ],
)
def test_a_run_without_a_figure_of_docs_benchmarks_is_an_error(old, new, error):
    text = "\n".join(map(results_pages.read, results_pages.NAMES))
    assert old in text
    with pytest.raises(ValueError, match=error):
        document_figures.texts(text.replace(old, new))


def test_rows_and_their_losses():
    """A ratio whose interval includes 1 is not lost, but named beside one that is."""
    rows = [
        document_figures.Row("int[2]", "encode", {"MemoryPack": (0.25, False), "MessagePack-CSharp": (0.90, True)}),
        document_figures.Row("first call", "both", {"MemoryPack": (0.50, False)}),
    ]
    assert [row.lost() for row in rows] == [True, True]
    assert (
        document_figures.lost_rows(rows)
        == "int[2] (MemoryPack 0.25, MessagePack-CSharp 0.90 =); first call (MemoryPack 0.50)"
    )
    del rows[0].ratios["MemoryPack"]
    assert not rows[0].lost()
    with pytest.raises(ValueError, match="twitter.json"):
        document_figures.speed_line("PHP", "PECL msgpack", rows)


@pytest.mark.long
def test_every_loss_of_the_articles_is_named():
    """The verdicts of their pages: igbinary was faster in article C, and no document said so."""
    from hayapack_lab.articles import losses
    from hayapack_lab.statistics import judge

    text = " ".join(document_figures.BENCHMARKS.read_text(encoding="utf-8").split())
    for article in results_pages.ARTICLES:
        record = results_pages.record_of(article)
        for one in losses.compared(record)[0]:
            codec = one.judged.codec
            kept = not one.source.cells[codec].losses
            if one.judged.verdict == judge.FASTER and kept:
                named = re.escape(one.record.name(codec))
                said = r"%s[^;]*?\([^)]*%s %.2f" % (re.escape(one.source.name), named, one.judged.ratio.value)
                assert re.search(said, text), said


@pytest.mark.long
@pytest.mark.parametrize("article", results_pages.ARTICLES)
def test_the_benchmarks_and_an_articles_page_lose_the_same_rows(article, monkeypatch):
    """The list of losses counted intervals alone, the page the noise too; the page left out the runs beside its record."""
    from hayapack_lab.articles import losses
    from hayapack_lab.statistics import judge

    monkeypatch.setattr(document_figures, "ARTICLES", [article])
    lost = sum(not even for row in document_figures.article_rows() for value, even in row.ratios.values() if value < 1)
    kept = [
        one
        for one in losses.compared(results_pages.record_of(article))[0]
        if one.judged.verdict == judge.FASTER and not one.source.cells[one.judged.codec].losses
    ]
    assert lost == len(kept)


def test_the_losses_of_the_other_pages_are_found():
    page = "<!-- begin: %s -->\nhayapack: skip: msgpack: skip takes 0.93 (0.93–0.94) of its time.\n<!-- end: %s -->\n"
    assert list(document_figures.other_lost("".join(page % (name, name) for name in document_figures.OTHERS)))[:1] == [
        "Unpacker.skip() (msgpack 0.93)"
    ]
    found = list(document_figures.other_lost("\n".join(map(results_pages.read, results_pages.NAMES))))
    assert len(found) == sum(
        len(re.findall(r"takes [\d.]+ \(.*\) of its time\.", results_pages.read(n))) for n in document_figures.OTHERS
    )


@pytest.mark.parametrize("article", results_pages.ARTICLES)
def test_an_answer_is_found_in_half_a_minute(article):
    """Four words a second after 16 s: README.md, the page, its first heading, and the bold words of a point.

    An answer of one paragraph had 128 words, with the wanted figure at its end.
    """
    from hayapack_lab.articles import answers
    from hayapack_lab.articles.answers.conclusions import count

    record, module = results_pages.record_of(article), answers.article_module(article[-1])
    points = module.ANSWER.texts(record)
    lead = [point.text for point in points if not point.label]
    before = len(" ".join([module.QUESTION["en"], *lead]).split())
    words = {point.label: before + len((point.label + " " + point.text).split()) for point in points if point.label}
    assert {label: count for label, count in words.items() if count > 60} == {}
    [conclusions, *_] = count(record, module.CONCLUSIONS)
    failing = re.split(r"(?<=[);]) ?holds: ", conclusions.text)[0]
    assert before + len((conclusions.label + " " + failing).split()) <= 68


def test_a_quoted_heading_becomes_a_link_and_another_quotation_stays():
    text = "## C\\#: a table\n\nAll: “C\\#: a table”, 「C\\#: a table」. “Holds”, 「表」"
    link = "[C\\#: a table](#c-a-table)"
    assert results_pages.fitted(text).endswith("All: %s, %s. “Holds”, 「表」" % (link, link))


def test_the_path_of_a_page_becomes_a_link():
    assert results_pages.fitted("docs/results/python.md has it") == "[Python: all codecs, all rows](python.md) has it"


@pytest.mark.long
def test_rows_of_records_have_the_usual_and_the_fastest_rival():
    for language, usual in (("python", "msgpack"), ("php", "PECL msgpack")):
        rows = list(document_figures.recorded_rows(language))
        assert all(1 <= len(row.ratios) <= 2 for row in rows)
        assert {"encode", "decode"} <= {row.direction for row in rows}
        assert any(usual in row.ratios and len(row.ratios) == 2 for row in rows)
    rows = [
        document_figures.Row("a", way, {"b": (ratio, False)})
        for way, ratio in (("encode", 2), ("encode", 4), ("decode", 5))
    ]
    rows.append(document_figures.Row("a", "encode", {"b": (9, False)}, collector=False))
    assert document_figures.medians(rows, lambda row: row.ratios["b"][0]) == "3.00, 5.00"
    rows.append(document_figures.Row("a", "encode", {"c": (9, False)}))
    assert document_figures.usual_medians(rows, "b") == "3.00, 5.00"


def test_a_run_is_taken_with_its_commit(tmp_path, monkeypatch):
    monkeypatch.setattr(results_pages, "RESULTS", tmp_path)
    (tmp_path / "results.json").write_text('{"kind": "partial"}', encoding="utf-8")
    results_pages.take("partial", tmp_path)
    found = json.loads((tmp_path / "partial.json").read_text(encoding="utf-8"))
    assert found == {"kind": "partial", "commit": results_pages.commit()}


def made_record(way):
    """A record of `bench dotnet` with two codecs, the rival twice as fast this way."""
    from hayapack_lab.comparisons import dotnet
    from hayapack_lab.measure.machine import Machine
    from hayapack_lab.measure.record import Record, RecordedCell, RecordedSource, Settings, recorded_codec

    times = {"dotnet_hayapack": 10.0, "dotnet_messagepack": 20.0, "dotnet_minimum": 1.0}
    tasks = [dotnet.ENCODE, dotnet.DECODE]
    answer = RecordedSource(
        "answer_as_maps", "Answer, as maps", kind="objects", tasks=tasks, messages=512,
        bounds=["dotnet_minimum"], goals={dotnet.ENCODE: 3.8}, cells={
            codec: RecordedCell(
                "ok", size=9,
                samples={task: [ns / (4 if task == way and codec in dotnet.RIVALS else 1)] * 5 for task in tasks},
                allocated={task: [int(100 + ns)] * 5 for task in tasks},
            )
            for codec, ns in times.items()
        },
    )  # fmt: skip
    first = replace(
        answer, key="first_call", name="first call", tasks=[dotnet.FIRST], goals={},
        cells={codec: RecordedCell("ok", size=9, samples={dotnet.FIRST: [ns * 1e6] * 5}) for codec, ns in times.items()},
    )  # fmt: skip
    machine = Machine(
        "a processor", 2, system="Linux", python="CPython 3.11", load_before=[0, 0, 0], load_after=[0, 0, 0]
    )
    about = {codec: replace(recorded_codec(codec), version="1", facts={"runtime": ".NET 10.0.1"}) for codec in times}
    return Record(
        "dotnet", "2026-01-01T00:00:00+00:00", machine, Settings(5, 4.0), seconds=1.0, codecs=about,
        sources=[answer, first], commit="1234567",
    )  # fmt: skip


def test_the_page_of_dotnet_is_drawn_from_its_record(tmp_path, monkeypatch):
    """And the figures of the other documents read the record."""
    from hayapack_lab.measure import record

    monkeypatch.setattr(results_pages, "RESULTS", tmp_path)
    (tmp_path / "dotnet.json").write_text(json.dumps(record.as_json(made_record("decode gc on"))), encoding="utf-8")
    text = results_pages.tables("dotnet")
    assert "commit 1234567" in text and ".NET 10.0.1 on a processor" in text
    assert text.index("## Where hayapack loses") < text.index("## The goals") < text.index("## Every row")
    assert "| MessagePack-CSharp | Answer, as maps | decode, fair method | on | × 0.50" in text
    assert "the other was faster in 1 and slower in 2" in text  # the minimum work is no rival
    assert "| Answer, as maps | write | 3.8 | 2.00 (2.00–2.00) | no | 110 B | 101 B |" in text
    assert "| **hayapack** | 10.0 ms (10.0 ms–10.0 ms) | – |" in text
    assert "| Answer, as maps | 110 B | 101 B | 120 B |" in text
    rows = list(document_figures.recorded_rows("dotnet"))
    assert [(row.direction, row.ratios["MessagePack-CSharp"]) for row in rows] == [
        ("encode", (2.0, False)), ("decode", (0.5, False)), ("both", (2.0, False)),
    ]  # fmt: skip
    assert document_figures.speed_line(".NET", "MessagePack-CSharp", rows) == (
        "| .NET: Answer | MessagePack-CSharp | 2.00 | 0.50 | MessagePack-CSharp 2.00 | MessagePack-CSharp 0.50 |"
    )
    assert list(document_figures.first_call(text)) == ["10.0 ms", "MessagePack-CSharp 20.0 ms"]
    assert results_pages.facts("dotnet")["commit"] == "1234567"


def test_a_run_of_another_article_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.setattr(results_pages, "RESULTS", tmp_path)
    (tmp_path / "results.json").write_text('{"kind": "lab", "articles": ["b"]}', encoding="utf-8")
    for name in ("article-a", "article-a-3.14"):
        with pytest.raises(ValueError, match="is not a run of article A alone"):
            results_pages.take(name, tmp_path)
    results_pages.take("article-b-3.14", tmp_path)
    (tmp_path / "article-b.json").write_text('{"commit": "1", "articles": ["b"]}', encoding="utf-8")
    assert results_pages.record_of("article-b").beside == [results_pages.record_of("article-b-3.14")]


def test_a_page_that_does_not_exist_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["results_pages.py", "perl", "table.md"])
    assert results_pages.main() == 1
    assert "name a page (article-a, " in capsys.readouterr().out


@pytest.mark.parametrize("name", results_pages.ARTICLES)
def test_the_runs_of_the_articles_are_whole(name):
    record = results_pages.record_of(name)
    assert not record.quick and not record.interrupted and record.articles == [name[-1]]
    failures, _, filled = check_lab.problems(record)
    assert not failures and filled >= 9
    assert bool(record.memory) == (name == "article-b")
    source = record.sources[0]
    next(cell for cell in source.cells.values() if cell.status == "ok").samples.pop(source.tasks[0])
    assert len(check_lab.problems(record)[0]) == 1  # a cell that is not filled is found


def test_the_graph_of_article_d_has_the_articles_size_and_loses_nothing():
    [source] = [one for one in results_pages.record_of("article-d").sources if one.key == "d_dotnet"]
    assert source.cells["dotnet_json"].size >= 100_000_000
    for codec, cell in source.cells.items():
        assert cell.status == "missing" or cell.losses == [], codec
