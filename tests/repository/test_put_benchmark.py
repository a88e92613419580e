"""tools/bench/put_benchmark.py replaces one section of the page, its record and its pictures, and no other."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/bench"))
put_benchmark = pytest.importorskip("put_benchmark")

PAGE = """# Benchmarks

<!-- begin: lab -->
old lab
![old](charts/old.png)
<!-- end: lab -->
between
<!-- begin: lab-csharp -->
old C#
![kept](charts/d-dotnet-old.png)
<!-- end: lab-csharp -->
after
<!-- begin: php -->
old php
<!-- end: php -->
"""


@pytest.fixture
def docs(tmp_path):
    docs = tmp_path / "docs"
    (docs / "charts").mkdir(parents=True)
    (docs / "benchmarks.md").write_text(PAGE, encoding="utf-8")
    (docs / "results.json").write_text('"the lab\'s"', encoding="utf-8")
    for name in ("old.png", "d-dotnet-old.png"):
        (docs / "charts" / name).write_bytes(name.encode())
    return docs


@pytest.fixture
def run(tmp_path):
    """The folder of a run, with a chart that the summary shows and one that it does not."""
    folder = tmp_path / "run"
    (folder / "charts").mkdir(parents=True)
    (folder / "results.json").write_text('"new"', encoding="utf-8")
    (folder / "summary.md").write_text("# Title\n\n## Part\n\n![new](charts/new.png)\n", encoding="utf-8")
    for name in ("new.png", "unused.png"):
        (folder / "charts" / name).write_bytes(name.encode())
    return folder


def charts(docs):
    return sorted(path.name for path in (docs / "charts").iterdir())


def test_a_run_in_csharp_leaves_the_other_tables_alone(docs, run):
    assert put_benchmark.put("lab-csharp", run, docs)
    page = (docs / "benchmarks.md").read_text(encoding="utf-8")
    assert page == PAGE.replace("old C#\n![kept](charts/d-dotnet-old.png)", "#### Part\n\n![new](charts/new.png)")
    assert charts(docs) == ["new.png", "old.png"]
    assert json.loads((docs / "results.json").read_text(encoding="utf-8")) == "the lab's"
    assert json.loads((docs / "results-csharp.json").read_text(encoding="utf-8")) == "new"


def test_a_run_of_the_whole_lab_leaves_csharps_tables_alone(docs, run):
    assert put_benchmark.put("lab", run, docs)
    page = (docs / "benchmarks.md").read_text(encoding="utf-8")
    assert page == PAGE.replace("old lab\n![old](charts/old.png)", "## Title\n\n### Part\n\n![new](charts/new.png)")
    assert charts(docs) == ["d-dotnet-old.png", "new.png"]
    assert json.loads((docs / "results.json").read_text(encoding="utf-8")) == "new"
    assert not (docs / "results-csharp.json").exists()


def test_a_table_replaces_only_its_section(docs, tmp_path):
    table = tmp_path / "table.md"
    table.write_text("new \\1 php\n", encoding="utf-8")
    assert put_benchmark.put("php", table, docs)
    assert (docs / "benchmarks.md").read_text(encoding="utf-8") == PAGE.replace("old php", "new \\1 php")
    assert charts(docs) == ["d-dotnet-old.png", "old.png"]


def test_a_section_that_the_page_does_not_have_is_an_error(docs, run):
    before = (docs / "benchmarks.md").read_text(encoding="utf-8")
    assert not put_benchmark.put("partial", run / "summary.md", docs)
    assert (docs / "benchmarks.md").read_text(encoding="utf-8") == before


def test_headings_get_the_level_of_the_section(docs, tmp_path):
    table = tmp_path / "table.md"
    table.write_text("# Title\n\n## Part\n\n### Inner\n", encoding="utf-8")
    assert put_benchmark.put("php", table, docs)
    assert "<!-- begin: php -->\n### Part\n\n#### Inner\n<!-- end: php -->" in (docs / "benchmarks.md").read_text(
        "utf-8"
    )


def test_a_heading_that_the_page_has_gets_the_name_of_the_section(docs, run, tmp_path):
    assert put_benchmark.put("lab", run, docs)
    table = tmp_path / "table.md"
    table.write_text("### Part\n\n### Other\n", encoding="utf-8")
    for _ in range(2):  # its own headings are not others
        assert put_benchmark.put("php", table, docs)
        assert "### Part (PHP)\n\n### Other\n" in (docs / "benchmarks.md").read_text("utf-8")


def test_a_section_begins_with_its_commit(docs, tmp_path):
    table = tmp_path / "table.md"
    table.write_text("new php\n", encoding="utf-8")
    assert put_benchmark.put("php", table, docs, commit="abc1234")
    assert "<!-- begin: php -->\nCode: commit abc1234.\n\nnew php\n" in (docs / "benchmarks.md").read_text("utf-8")
