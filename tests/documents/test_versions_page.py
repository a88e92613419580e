"""docs/versions.md and docs/releasing.md, against the steps and the packages' metadata."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/versions.md").read_text(encoding="utf-8")
RELEASING = (ROOT / "docs/releasing.md").read_text(encoding="utf-8")
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| (`[\w/-]+`|none) \| ([^|]+) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("versions, step, status", ROWS)
def test_a_step_exists_and_runs_when_the_page_says(versions, step, status):
    if step == "none":
        assert "not tried" in status
        return
    text = (ROOT / "tools/steps" / (step.strip("`") + ".sh")).read_text(encoding="utf-8")
    assert ("# tier: long" in text) == status.startswith("`ALL=1`")


def versions_of(runtime):
    return {
        number for names, _, _ in ROWS if names.startswith(runtime) for number in re.findall(r"\b\d+\.\d+\b", names)
    }


def test_the_versions_of_python_are_those_of_the_package():
    assert versions_of("CPython") == set(re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT))
    oldest = min(versions_of("CPython"), key=lambda number: int(number.split(".")[1]))
    assert 'requires-python = ">=%s"' % oldest in PYPROJECT


def test_the_versions_of_php_and_net_are_those_of_the_packages():
    composer = json.loads((ROOT / "composer.json").read_text(encoding="utf-8"))
    assert composer["require"]["php"] == ">=" + min(versions_of("PHP"))
    jobs = (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")
    for number in versions_of("PHP"):
        assert "'%s'" % number in jobs
    assert "8.4" in (ROOT / "tools/steps/php/zts-debug.sh").read_text(encoding="utf-8")
    assert "zts-debug-asan" in (ROOT / "tools/steps/php/asan.sh").read_text(encoding="utf-8")
    page = (ROOT / "docs/versions.md").read_text(encoding="utf-8")
    assert "| PHP 8.2 with threads, debug build | `php/asan` |" in page
    assert "<TargetFramework>net10.0<" in (ROOT / "dotnet/Directory.Build.props").read_text(encoding="utf-8")


def test_the_page_names_every_place_of_the_version():
    """tests/repository/test_repository.py compares their numbers."""
    for name in re.findall(
        r'^            "([^"]+)": r"', (ROOT / "tests/repository/test_repository.py").read_text(), re.MULTILINE
    ):
        assert "`%s`" % name in RELEASING, name


def test_what_is_to_be_filled_in_is_in_one_place():
    """No address is invented: none of the packages has one, and the page says so."""
    nowhere = PYPROJECT + (ROOT / "composer.json").read_text() + (ROOT / "dotnet/src/Directory.Build.props").read_text()
    assert not re.search(r"https?://|@[a-z]+\.", nowhere)
    assert "<email></email>" in (ROOT / "package.xml").read_text()
    section = RELEASING.split("## To be filled in\n")[1].split("\n## ")[0]
    for name in ("SECURITY.md", "pyproject.toml", "composer.json", "package.xml", "Directory.Build.props"):
        assert name in section, name
