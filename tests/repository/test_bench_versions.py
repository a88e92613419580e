"""tools/bench/python_versions.py, on parts of the record of docs/results/."""

import importlib.util
import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("extra", [True, False])
def test_tables_of_some_rows(extra):
    """Means are of the rows without a +, of which `--only` may leave none."""
    pytest.importorskip("hayapack_lab")
    spec = importlib.util.spec_from_file_location("versions", ROOT / "tools/bench/python_versions.py")
    versions = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(versions)
    record = json.loads((ROOT / "docs/results/versions.json").read_text(encoding="utf-8"))
    for one in record["versions"]:
        one["sources"] = [source for source in one["sources"] if bool(source.get("extra")) == extra][:3]
    text = versions.summary(record)
    assert "| encode: the fastest rival | 3.0 |" in text
    assert ("| – |" in text) == extra


def test_another_python_that_no_suite_has_is_an_error():
    command = ["bash", str(ROOT / "tools/bench/bench.sh"), "lab", "--only", "a", "--python"]
    done = subprocess.run([*command, "2.7"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    assert done.returncode == 1 and "--python 2.7: there are " in done.stderr and "3.14" in done.stderr
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    assert done.returncode == 1 and "--python needs a version" in done.stderr
