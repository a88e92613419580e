"""docs/benchmarks.md: its figures are in the sections that commands wrote."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))
import put_benchmark  # noqa: E402

PAGE = put_benchmark.DOCUMENT.read_text(encoding="utf-8")
# A time, a size, a share, a ratio or a load, as text or in a table.
FIGURE = re.compile(r"\d[\d,.]* ?(%|[nµm]?s\b|times\b|[kMG]?B\b|[KMG]iB\b|rounds\b)|\d\.\d|^\|.*\d.*\|$", re.MULTILINE)
# What is no result: a version, a size that is an input of the measurement.
SETTINGS = re.compile(r"\b100 MB as JSON|MessagePack-CSharp 3\.1|CPython 3\.11|C#? ?\d\.\d")


def section(name):
    found = put_benchmark.place(name).search(PAGE)
    assert found, name
    return found.group(0)


def by_hand():
    """The page without the sections that commands wrote, and without commands."""
    text = PAGE
    for name in put_benchmark.SECTIONS:
        text = put_benchmark.place(name).sub("", text)
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def test_every_section_is_known():
    assert sorted(re.findall(r"<!-- begin: (\S+) -->", PAGE)) == sorted(put_benchmark.SECTIONS)


def test_no_figure_was_entered_by_hand():
    found = [line for line in SETTINGS.sub("", by_hand()).splitlines() if FIGURE.search(line)]
    assert not found


@pytest.mark.parametrize("name", put_benchmark.SECTIONS)
def test_each_section_follows_the_command_that_writes_it(name):
    before = PAGE[: PAGE.index("<!-- begin: %s -->" % name)]
    chapter = before[max(found.start() for found in re.finditer(r"^#{1,3} ", before, re.MULTILINE)) :]
    assert re.search(r"^```sh\nmake ", chapter, re.MULTILINE)


@pytest.mark.parametrize("name", put_benchmark.SECTIONS)
def test_each_section_names_the_commit_that_was_measured(name):
    commit = re.search(r"-->\nCode: (?:not later than )?commit ([0-9a-f]{7,})(?: with changes)?\.\n", section(name))
    assert commit
    git = ["git", "-C", str(ROOT), "cat-file", "-e"]
    if (ROOT / ".git").exists() and subprocess.run([*git, "HEAD~100"], stderr=subprocess.DEVNULL).returncode == 0:
        assert subprocess.run([*git, commit.group(1)]).returncode == 0


def test_no_figure_has_an_exponent():
    assert not re.findall(r".*\d(?:\.\d+)?e[+-]?\d+.*", PAGE)


def test_the_floor_is_that_of_the_noise():
    """One meaning: the least work of any codec and the goals have other names."""
    lines = [line for line in PAGE.splitlines() if "floor" in line.lower() and "codecs=" not in line]
    assert not [line for line in lines if not re.search(r"noise|median floor", line, re.IGNORECASE)]


@pytest.mark.parametrize(
    "value, text", [(0.99961, "1"), (19.43, "19.4"), (99.96, "100"), (999.6, "1,000"), (1462.8, "1,463")]
)
def test_the_commands_write_no_exponent(value, text):
    assert pytest.importorskip("bench_partial").figures(value) == text
