"""The formatters would change nothing, where they are installed."""

import re
import shutil
import subprocess
import sys

import pytest
from test_repository import FILES, ROOT

CLANG_FORMAT = "14"  # the major version; others break lines in other places


def test_c_is_formatted():
    if shutil.which("clang-format") is None:
        pytest.skip("clang-format %s was not found" % CLANG_FORMAT)
    version = subprocess.run(["clang-format", "--version"], stdout=subprocess.PIPE).stdout.decode()
    if re.search(r" version (\d+)", version).group(1) != CLANG_FORMAT:
        pytest.skip("clang-format is not version %s: %s" % (CLANG_FORMAT, version.strip()))
    sources = [str(path) for path in FILES if path.suffix in (".c", ".h") and "arginfo" not in path.name]
    done = subprocess.run(["clang-format", "--dry-run", "--Werror", *sources], cwd=str(ROOT), stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode()[-3000:]


@pytest.mark.long
def test_csharp_is_formatted():
    if shutil.which("dotnet") is None:
        pytest.skip("dotnet was not found")
    done = subprocess.run(
        ["dotnet", "format", "whitespace", "dotnet", "--folder", "--verify-no-changes"],
        cwd=str(ROOT),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout.decode()[-3000:]


@pytest.mark.long
def test_python_is_formatted():
    done = subprocess.run([sys.executable, "tools/format/ruff.py"], cwd=str(ROOT), stdout=subprocess.PIPE)
    if done.returncode == 77:
        pytest.skip(done.stdout.decode().strip())
    assert done.returncode == 0, done.stdout.decode()[-3000:]
