"""The compiled Python module builds without a warning, by each compiler that is there."""

import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "python" / "ext").rglob("*.c"))
HEADERS = sysconfig.get_path("include")


@pytest.mark.parametrize("defines", [[], ["-DPy_GIL_DISABLED"]])
@pytest.mark.parametrize("compiler", ["gcc", pytest.param("clang", marks=pytest.mark.long)])
def test_no_warning(compiler, defines):
    if shutil.which(compiler) is None or not (Path(HEADERS) / "Python.h").exists():
        pytest.skip(f"{compiler} or Python.h was not found")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *defines]
    folders = [f"-I{ROOT / 'core' / 'include'}", f"-I{ROOT / 'python' / 'ext'}", f"-isystem{HEADERS}"]

    def compile_one(source):
        return subprocess.run([compiler, *flags, *folders, source], capture_output=True, text=True).stderr

    with ThreadPoolExecutor(2) as pool:
        assert "".join(pool.map(compile_one, SOURCES)) == ""
