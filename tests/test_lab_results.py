"""The committed run of the lab is complete, and docs/benchmarks.md is made from it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results.json"
sys.path.insert(0, str(ROOT / "tools"))
check_lab = pytest.importorskip("check_lab")
put_benchmark = pytest.importorskip("put_benchmark")
pytest.importorskip("matplotlib")  # without it the page has no pictures


def test_every_row_of_every_post_is_filled():
    failures, missing, filled = check_lab.problems(json.loads(RESULTS.read_text(encoding="utf-8")))
    assert not failures and not missing and filled > 100


def test_it_was_a_full_run():
    record = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert not record["quick"] and record["memory"]
    assert {"b_100000", "d_graph", "record_e"} <= {source["key"] for source in record["sources"]}


def test_the_page_is_drawn_from_it(tmp_path):
    """Compares texts and numbers only: pictures depend on the drawing library's version."""
    command = [sys.executable, "-m", "hayapack_lab", "report", str(RESULTS), "--out", str(tmp_path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout.decode()
    page = put_benchmark.DOCUMENT.read_text(encoding="utf-8")
    shown = put_benchmark.place("lab").search(page).group(0)
    assert put_benchmark.summary(tmp_path) in shown
    for picture in (ROOT / "docs" / "charts").glob("*.png"):
        assert "charts/" + picture.name in shown


def test_the_readme_counts_the_codecs_of_its_chart():
    page = put_benchmark.DOCUMENT.read_text(encoding="utf-8")
    count = re.search(r"charts/e-ways\.png\)\n\n(\d+) codecs", page).group(1)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"(\d+) codecs", readme) == [count, count]


def test_a_row_that_is_not_filled_is_found():
    record = json.loads(RESULTS.read_text(encoding="utf-8"))
    source = record["sources"][0]
    codec, cell = next(iter(source["cells"].items()))
    cell["samples"].pop(source["tasks"][0])
    failures, _, _ = check_lab.problems(record)
    assert failures == ["%s, %s: not timed in every task" % (source["key"], codec)]
