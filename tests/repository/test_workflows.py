"""The workflows name scripts and targets that exist, and may only read the repository; one job publishes the site of
documents. They do not run here."""

import re

import pytest
from test_repository import ROOT

yaml = pytest.importorskip("yaml")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def steps(path):
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        assert job["timeout-minutes"] <= (240 if path.stem == "weekly" else 120)
        yield from job["steps"]


def test_workflows_are_found():
    assert {path.stem for path in WORKFLOWS} == {"test", "long", "weekly", "wheels", "packages", "docs"}


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


def test_only_the_site_is_published():
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            publishes = (path.stem, name) == ("docs", "publish")
            assert job.get("permissions") == ({"pages": "write", "id-token": "write"} if publishes else None)


def test_actions_are_pinned():
    """By the hash of a commit, with the version's name beside it; one commit of each action."""
    pins = {}
    for path in WORKFLOWS:
        for line in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8")):
            found = re.fullmatch(r"([\w./-]+)@([0-9a-f]{40}) # (v?\d+(?:\.\d+)*)", line)
            assert found, line
            assert pins.setdefault(found.group(1), found.groups()) == found.groups()
    assert len(pins) > 5


def test_options_of_cibuildwheel():
    """As the version that the workflow takes knows them: an unknown group ends the build of every wheel."""
    tomllib = pytest.importorskip("tomllib")
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    assert "# v4.2." in (ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8"), "read its options again"
    groups = {"cpython-prerelease", "graalpy", "pypy", "pypy-eol", "pyodide-eol", "pyodide-prerelease"}
    assert groups >= set(options.get("enable", []))
