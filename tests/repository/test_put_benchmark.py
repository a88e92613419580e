"""tools/bench/put_benchmark.py writes one page of docs/results/, its record and its pictures, and no other."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/bench"))
put_benchmark = pytest.importorskip("put_benchmark")

NAMES = ("lab", "lab-csharp", "php", "partial")


def text_of(name, table="old %s", commit=""):
    head = (put_benchmark.HEADS / (name + ".md")).read_text(encoding="utf-8")
    return "%s\n<!-- begin: %s -->\n%s%s\n<!-- end: %s -->\n" % (head, name, commit, table.replace("%s", name), name)


@pytest.fixture
def results(tmp_path):
    results = tmp_path / "results"
    (results / "charts").mkdir(parents=True)
    for name in NAMES:
        page = text_of(name, "old %s\n![old](charts/%s-old.png)" if name.startswith("lab") else "old %s")
        (results / (name + ".md")).write_text(page, encoding="utf-8")
    (results / "lab.json").write_text('"the lab\'s"', encoding="utf-8")
    for name in ("lab-old.png", "lab-csharp-old.png"):
        (results / "charts" / name).write_bytes(name.encode())
    return results


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


def state(results):
    """What put() may change: the pages, the records and the names of the charts."""
    found = {name: put_benchmark.read(name, results) for name in NAMES}
    found.update({path.name: json.loads(path.read_text(encoding="utf-8")) for path in results.glob("*.json")})
    return dict(found, charts=sorted(path.name for path in (results / "charts").iterdir()))


@pytest.mark.parametrize("name, other", [("lab", "lab-csharp"), ("lab-csharp", "lab")])
def test_a_run_of_the_lab_replaces_its_page_record_and_pictures_only(results, run, name, other):
    before = state(results)
    put_benchmark.put(name, run, results)
    new = {name: text_of(name, "## Part\n\n![new](charts/new.png)"), name + ".json": "new"}
    assert state(results) == dict(before, **new, charts=sorted(["new.png", other + "-old.png"]))


def test_a_table_replaces_only_its_page(results, tmp_path):
    table = tmp_path / "table.md"
    table.write_text("new \\1 php\n", encoding="utf-8")
    before = state(results)
    put_benchmark.put("php", table, results)
    assert state(results) == dict(before, php=text_of("php", "new \\1 php"))


def test_a_table_takes_its_record_along(results, tmp_path):
    for text, kept in (('"samples"', True), ("", False)):
        (tmp_path / "table.md").write_text("new\n", encoding="utf-8")
        (tmp_path / "table.json").write_text(text, encoding="utf-8")
        if not kept:
            (tmp_path / "table.json").unlink()
        put_benchmark.put("php", tmp_path / "table.md", results)
        assert (results / "php.json").exists() == kept


def test_a_first_measurement_makes_the_page(results, tmp_path):
    table = tmp_path / "table.md"
    table.write_text("new\n", encoding="utf-8")
    assert put_benchmark.read("dotnet", results) == ""
    put_benchmark.put("dotnet", table, results)
    assert put_benchmark.read("dotnet", results) == text_of("dotnet", "new")


@pytest.mark.parametrize("top", ["#", "##", "####"])
def test_headings_begin_at_the_second_level(top):
    text = "# Title\n\n%s Part\n\n%s# Inner\n" % (top, top)
    assert put_benchmark.fitted(text) == "## Part\n\n### Inner"


def test_tables_begin_with_their_commit(results, tmp_path):
    table = tmp_path / "table.md"
    table.write_text("new php\n", encoding="utf-8")
    put_benchmark.put("php", table, results, commit="abc1234")
    assert put_benchmark.read("php", results) == text_of("php", "new php", "Code: commit abc1234.\n\n")


def test_the_list_of_pages_has_what_each_says_of_its_run(results, tmp_path):
    tables = {
        "php": "- machine: A, 2 cores, samples pinned to core 1\n- 2026-01-02T03:04, 7 s\n"
        "- load before and after: 0.17 1.51 2.35, 1.22 1.26 1.72\n",
        "dotnet": ".NET 10.0.1, Debian, B, 4 cores.\n\nMeasured (the quartiles are in parentheses), 2026-01-03,\n"
        "load average 5 to 7.\n",
    }
    for name, text in tables.items():
        (tmp_path / "table.md").write_text(text, encoding="utf-8")
        put_benchmark.put(name, tmp_path / "table.md", results, commit="abc1234 with changes")
    index = (results / "README.md").read_text(encoding="utf-8")
    assert "(php.md) | `make bench-php` | abc1234 with changes | 2026-01-02 | A, 2 cores | 0.17 | not kept |" in index
    assert "abc1234 with changes | 2026-01-03 | .NET 10.0.1, Debian, B, 4 cores | 5 to 7 | not kept |" in index
    assert "(lab.md) | `make lab` | not recorded | not recorded | not recorded | not recorded | [lab.json]" in index


def test_a_page_that_does_not_exist_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["put_benchmark.py", "perl", "table.md"])
    assert put_benchmark.main() == 1
    assert "name a page (lab, " in capsys.readouterr().out
