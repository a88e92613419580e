"""The workflows name scripts and targets that exist, and may only read the repository. They do not run here."""

import re

import pytest
from test_repository import ROOT

yaml = pytest.importorskip("yaml")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def steps(path):
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        assert job["timeout-minutes"] <= 240
        yield from job["steps"]


def test_workflows_are_found():
    assert {path.stem for path in WORKFLOWS} == {"test", "long", "weekly", "wheels", "packages"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow(path):
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for step in steps(path):
        assert ("run" in step) != ("uses" in step)
        command = step.get("run", "")
        for name in re.findall(r"\b(?:tools|php|python)/[\w./-]+", command):
            assert (ROOT / name).exists(), name
        for target in re.findall(r"\bmake ([a-z-]+)\b(?! python)", command):
            assert target in targets
        if "uses" in step:
            assert re.fullmatch(r"[\w./-]+@v\d[\d.]*", step["uses"]), step["uses"]
