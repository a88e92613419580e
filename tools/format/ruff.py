"""Checks the format and the names of all Python files with ruff, in the version and with the
rules of pyproject.toml.

    ruff.py           prints what is wrong; exit status 1 if anything is
    ruff.py --write   formats, sorts imports, and prints what it cannot repair

The ruff program is used if that version is installed (Python package index), else the same
version compiled to WebAssembly (npm package), which is kept in .cache/ruff. Exit status 77, with
the reason, if neither can be had."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "ruff"
PACKAGE = "@astral-sh/ruff-wasm-nodejs"
NOT_RUN = 77  # as in tools/lib.sh
VERSION = re.search(r'^required-version = "==([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]


def program():
    """The command of an installed ruff of this version; None."""
    beside = Path(sys.executable).with_name("ruff")
    for path in (str(beside) if beside.is_file() else None, shutil.which("ruff")):
        if path and subprocess.run([path, "--version"], capture_output=True, text=True).stdout.split()[-1:] == [
            VERSION
        ]:
            return path
    return None


def run_program(path, write):
    """Exit status of ruff's formatter and checker."""
    changes = ["--fix", "--fixable", "I001"] if write else []
    checked = subprocess.run([path, "check", "--quiet", "--output-format", "concise", *changes], cwd=ROOT)
    formatted = subprocess.run([path, "format", "--quiet", *([] if write else ["--check"])], cwd=ROOT)
    return int(checked.returncode != 0 or formatted.returncode != 0)


def package():
    """The folder of the npm package, downloaded once; None: it cannot be had here."""
    folder = CACHE / VERSION
    if not (folder / "node_modules" / PACKAGE).is_dir():
        if not (shutil.which("npm") and shutil.which("node")):
            return None
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                "npm",
                "install",
                "--silent",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--prefix",
                str(folder),
                "%s@%s" % (PACKAGE, VERSION),
            ],
            cwd=folder,
            capture_output=True,
        )
    return folder if (folder / "node_modules" / PACKAGE).is_dir() else None


def run_package(folder, write):
    """The same with the npm package."""
    import tomllib  # Python 3.11; Debian 12 has it

    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    del options["required-version"]
    listed = subprocess.run(["git", "ls-files", "-z", "*.py"], cwd=ROOT, capture_output=True, check=True)
    files = [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    request = {"package": str(folder / "node_modules" / PACKAGE), "options": options, "files": files, "write": write}
    done = subprocess.run(
        ["node", str(Path(__file__).with_suffix(".js"))],
        cwd=ROOT,
        input=json.dumps(request),
        text=True,
        stdout=subprocess.PIPE,
    )
    print(done.stdout, end="")
    return int(done.returncode != 0 or done.stdout != "")


def main(arguments):
    write = arguments == ["--write"]
    path = program()
    if path is not None:
        return run_program(path, write)
    folder = package() if sys.version_info >= (3, 11) else None
    if folder is None:
        print("ruff %s is neither installed nor could its npm package be downloaded" % VERSION)
        return NOT_RUN
    return run_package(folder, write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
