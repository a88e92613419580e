"""The compiled Python module builds without a warning, by each compiler that is there."""

import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "python" / "ext").rglob("*.c"))


def headers(defines):
    """A folder with Python.h; without the GIL, of CPython 3.13 or newer. None: there is none."""
    if not defines:
        folder = sysconfig.get_path("include")
        return folder if (Path(folder) / "Python.h").exists() else None
    listed = subprocess.run(["tools/setup/find-python.sh", "--all"], cwd=ROOT, capture_output=True, text=True).stdout
    for version, path, has_headers in map(str.split, listed.splitlines()):
        if has_headers == "True" and int(version.rstrip("t").split(".")[1]) >= 13:
            ask = "import sysconfig; print(sysconfig.get_path('include'))"
            return subprocess.run([path, "-c", ask], capture_output=True, text=True).stdout.strip()
    return None


@pytest.mark.long
@pytest.mark.parametrize("defines", [[], ["-DPy_GIL_DISABLED"]])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_no_warning(compiler, defines):
    found = headers(defines)
    if shutil.which(compiler) is None or found is None:
        pytest.skip(f"{compiler} or Python.h{' of 3.13' if defines else ''} was not found")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *defines]
    folders = [f"-I{ROOT / 'core' / 'include'}", f"-I{ROOT / 'python' / 'ext'}", f"-isystem{found}"]

    def compile_one(source):
        return subprocess.run([compiler, *flags, *folders, source], capture_output=True, text=True).stderr

    with ThreadPoolExecutor(2) as pool:
        assert "".join(pool.map(compile_one, SOURCES)) == ""
