"""The committed runs of the lab are complete, and the pages of docs/results/ are made from them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results" / "lab.json"
IN_CSHARP = ROOT / "docs" / "results" / "lab-csharp.json"
sys.path[:0] = [str(ROOT / "tools/bench"), str(ROOT / "tools/suites")]
import check_lab  # noqa: E402
import put_benchmark  # noqa: E402

pytest.importorskip("matplotlib")  # without it the page has no pictures


def test_every_row_of_every_post_is_filled():
    failures, missing, filled = check_lab.problems(json.loads(RESULTS.read_text(encoding="utf-8")))
    assert not failures and not missing and filled > 100


def test_it_was_a_full_run():
    record = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert not record["quick"] and record["memory"]
    assert {"b_100000", "d_graph", "record_e"} <= {source["key"] for source in record["sources"]}


def test_the_run_in_csharp_was_a_full_one():
    record = json.loads(IN_CSHARP.read_text(encoding="utf-8"))
    [source] = record["sources"]
    assert source["key"] == "d_dotnet" and not record["quick"] and not record["interrupted"]
    assert source["interleaved"] and source["cells"]["dotnet_json"]["size"] >= 100_000_000
    for codec, cell in source["cells"].items():
        assert cell["status"] == "ok" and cell["losses"] == [], codec
        assert all(cell["samples"].get(task) for task in source["tasks"]), codec


@pytest.mark.long
@pytest.mark.parametrize("name, results", [("lab", RESULTS), ("lab-csharp", IN_CSHARP)])
def test_the_page_is_drawn_from_it(name, results, tmp_path):
    """Compares texts and numbers only: pictures depend on the drawing library's version."""
    command = [sys.executable, "-m", "hayapack_lab", "report", str(results), "--out", str(tmp_path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout.decode()
    assert put_benchmark.summary(tmp_path) in put_benchmark.tables_of(name, put_benchmark.read(name))


def test_every_picture_is_shown():
    shown = put_benchmark.pictures(put_benchmark.pages())
    assert shown == {path.name for path in (put_benchmark.RESULTS / "charts").iterdir()}


def test_a_row_that_is_not_filled_is_found():
    record = json.loads(RESULTS.read_text(encoding="utf-8"))
    source = record["sources"][0]
    codec, cell = next(iter(source["cells"].items()))
    cell["samples"].pop(source["tasks"][0])
    failures, _, _ = check_lab.problems(record)
    assert failures == ["%s, %s: not timed in every task" % (source["key"], codec)]
