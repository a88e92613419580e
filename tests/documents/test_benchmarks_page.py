"""docs/benchmarks.md and docs/results/: every figure is from a command, and each page says from which."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))
import benchmarks_page  # noqa: E402
import put_benchmark  # noqa: E402

PAGE = benchmarks_page.PAGE.read_text(encoding="utf-8")
ALL = put_benchmark.pages()
# A time, a size, a share, a ratio or a load, as text or in a table.
FIGURE = re.compile(r"\d[\d,.]* ?(%|[nµm]?s\b|times\b|[kMG]?B\b|[KMG]iB\b|rounds\b)|\d\.\d|^\|.*\d.*\|$", re.MULTILINE)
# What is no result: a version, a size that is an input of the measurement.
SETTINGS = re.compile(r"\b100 MB as JSON|MessagePack-CSharp 3\.1|CPython 3\.11|C#? ?\d\.\d")


def without_commands(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def by_hand(text, names):
    """The text without the parts that commands wrote, and without commands."""
    for name in names:
        text = put_benchmark.place(name).sub("", text)
    return [line for line in SETTINGS.sub("", without_commands(text)).splitlines() if FIGURE.search(line)]


def test_its_figures_are_those_of_the_recorded_tables():
    assert benchmarks_page.put(ALL, PAGE) == PAGE, "run: python3 tools/bench/benchmarks_page.py --write"


def test_a_changed_table_changes_the_page():
    old = put_benchmark.tables_of("php", ALL)
    new = re.sub(r"(half the interquartile range\): )[\d.]+", r"\g<1>77.7", old)
    assert new != old and "| 77.7 % |" in benchmarks_page.put(ALL.replace(old, new), PAGE)


@pytest.mark.parametrize(
    "old, new, error",
    [
        ("## Peak memory, 100,000 records", "## Peak memory", "docs/results/lab.md has no table 'Peak memory, 100,000"),
        ("| MemoryPack | 46", "| Another | 46", "no row of MemoryPack"),
        ("**Median", "**About", "docs/results/lab.md does not say"),
    ],
)
def test_a_run_without_a_figure_of_the_page_is_an_error(old, new, error):
    assert old in ALL
    with pytest.raises(ValueError, match=error):
        benchmarks_page.put(ALL.replace(old, new), PAGE)


def test_no_figure_was_entered_by_hand():
    assert not by_hand(PAGE, benchmarks_page.BLOCKS)


def test_it_says_first_where_hayapack_loses():
    assert re.findall(r"^## (.*)", PAGE, re.MULTILINE)[0] == "Where hayapack loses"


def test_it_leads_to_every_page():
    assert set(re.findall(r"\]\(results/([\w-]+)\.md\)", PAGE)) == {"README", *put_benchmark.SECTIONS}


@pytest.mark.parametrize("name", put_benchmark.SECTIONS)
def test_a_page_is_its_head_and_its_tables(name):
    page = put_benchmark.read(name)
    assert page == put_benchmark.page(name, put_benchmark.tables_of(name, page)), (
        "run: python3 tools/bench/put_benchmark.py --write"
    )
    assert page.count("<!-- begin: ") == 1


def test_the_list_of_pages_is_complete():
    assert (put_benchmark.RESULTS / "README.md").read_text(encoding="utf-8") == put_benchmark.index()
    assert {path.stem for path in put_benchmark.RESULTS.glob("*.md")} == {"README", *put_benchmark.SECTIONS}
    assert {path.stem for path in put_benchmark.HEADS.glob("*.md")} == {"README", *put_benchmark.SECTIONS}
    assert {path.stem for path in put_benchmark.RESULTS.glob("*.json")} <= set(put_benchmark.SECTIONS)


@pytest.mark.parametrize("name", put_benchmark.SECTIONS)
def test_a_page_begins_with_where_hayapack_loses(name):
    first = re.search(r"^## (.*)", put_benchmark.tables_of(name, ALL), re.MULTILINE).group(1)
    assert first.startswith("Where hayapack loses")


def test_partial_decoding_says_first_where_it_loses():
    bench = pytest.importorskip("bench_partial")
    part = bench.section("cat", "A file.", {"ours": [0.2], "theirs": [0.1]}, ["ours"], 3)
    found, _, rest = bench.drawn({"run": "Today", "parts": [part]}).partition("## cat")
    assert "- ours: theirs is faster, 0.5 of its time\n" in found
    assert "- missed: ours against theirs: 0.5 times; the project's goal is 3\n" in found
    assert "MISSED" in rest
    part = bench.section("LZ4", "", {"packed": [0.13], "plain": [0.1]}, ["packed"], at_most=1.3)
    assert "In no row." in bench.drawn({"run": "", "parts": [part]}).partition("## LZ4")[0]


@pytest.mark.parametrize("name", put_benchmark.SECTIONS)
def test_a_head_has_the_command_and_no_figure(name):
    head = put_benchmark.read(name).partition("<!-- begin: ")[0]
    assert re.search(r"^```sh\nmake ", head, re.MULTILINE)
    assert not by_hand(head, ())


@pytest.mark.parametrize("name", put_benchmark.SECTIONS)
def test_each_page_names_the_commit_that_was_measured(name):
    tables = put_benchmark.tables_of(name, ALL)
    commit = re.search(r"-->\nCode: (?:not later than )?commit ([0-9a-f]{7,})(?: with changes)?\.\n", tables)
    assert commit
    git = ["git", "-C", str(ROOT), "cat-file", "-e"]
    if (ROOT / ".git").exists() and subprocess.run([*git, "HEAD~100"], stderr=subprocess.DEVNULL).returncode == 0:
        assert subprocess.run([*git, commit.group(1)]).returncode == 0


def test_no_figure_has_an_exponent():
    assert not re.findall(r".*\d(?:\.\d+)?e[+-]?\d+.*", ALL + PAGE)


@pytest.mark.parametrize(
    "value, text", [(0.99961, "1"), (19.43, "19.4"), (99.96, "100"), (999.6, "1,000"), (1462.8, "1,463")]
)
def test_the_commands_write_no_exponent(value, text):
    assert pytest.importorskip("bench_partial").figures(value) == text
