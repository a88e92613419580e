"""The files that tools/generate writes are as it writes them, and no other file says that it is one of them."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))

from generate import make, template  # noqa: E402


def test_generated_files_are_current():
    assert not list(make.outdated()), "run make generate"


def test_generated_files_say_so():
    begin, _, end = template.marker("\0").partition("\0")
    for path, text in make.files().items():
        lines = text.splitlines() if path.endswith(".md") else text.splitlines()[:1]
        assert any(begin in line and end in line for line in lines), path


def test_no_file_is_left_behind():
    begin = template.marker("\0").partition("\0")[0]
    done = subprocess.run(["git", "grep", "-lI", begin], cwd=str(ROOT), stdout=subprocess.PIPE)
    found = done.stdout.decode().split()
    assert not [path for path in found if path not in make.files() and not path.startswith("tools/generate/")]
