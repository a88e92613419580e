"""The ```console blocks of docs/tool.md and README.md show the real output of their commands.

`python python/tests/cli/test_cli_doc.py` updates the output in docs/tool.md.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "docs" / "tool.md"
SAMPLES = ROOT / "docs" / "samples"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
TOOLS = ("bash", "od", "zcat", "sed", "head", "tail", "cut")

needs = pytest.mark.skipif(not DOCUMENT.exists() or not all(map(shutil.which, TOOLS)), reason="needs docs/ and a shell")


def needed(block):
    """The packages of which a block needs one, apart from those of the tool."""
    return ["duckdb"] if "hayapack query" in block else ["pyarrow", "polars"] if ".parquet" in block else []


def played(text, folder, tables=False):
    """Runs the commands of a text in the folder; returns the text with their output. tables: also those of blocks
    that need further packages, which stay as they are otherwise."""
    for sample in SAMPLES.glob("*.msgpack"):
        shutil.copy(sample, folder)
    bin = folder / ".bin"
    bin.mkdir()
    (bin / "hayapack").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hayapack "$@"\n')
    (bin / "hayapack").chmod(0o755)
    path = f"{bin}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "NO_COLOR": ""}

    def output(match):
        lines = []
        if needed(match.group(1)) and not tables:
            return match.group()
        for line in match.group(1).splitlines():
            if line.startswith("$ "):
                done = subprocess.run(
                    ["bash", "-c", line[2:]], cwd=str(folder), env=environ, stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                )  # fmt: skip
                lines += [line, *[found.rstrip() for found in done.stdout.decode().splitlines()]]
        return "```console\n" + "\n".join(lines) + "\n```"

    return BLOCK.sub(output, text)


@needs
@pytest.mark.parametrize("name", [pytest.param("docs/tool.md", marks=pytest.mark.long), "README.md"])
def test_outputs_are_real(name, tmp_path):
    pytest.importorskip("lz4")
    text = (ROOT / name).read_text(encoding="utf-8")
    assert played(text, tmp_path) == text


@needs
def test_outputs_of_tables_are_real(tmp_path):
    text = DOCUMENT.read_text(encoding="utf-8")
    section = text[text.index("\n### Tables") : text.index("\n## inspect")]
    for block in BLOCK.findall(section):
        if not any(importlib.util.find_spec(name) for name in needed(block)):
            pytest.skip(f"the section Tables of docs/tool.md needs {' or '.join(needed(block))}")
    assert played(section, tmp_path, tables=True) == section


@needs
def test_the_script_makes_the_samples(tmp_path):
    subprocess.run([sys.executable, str(SAMPLES / "make_samples.py"), str(tmp_path)], check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "orders.msgpack"]
    for name in ("orders.msgpack", "data/events.msgpack"):
        assert (SAMPLES / name).read_bytes() == (tmp_path / name).read_bytes()


@needs
def test_every_command_is_shown():
    from hayapack.cli import COMMANDS

    text = DOCUMENT.read_text(encoding="utf-8")
    for module in COMMANDS:
        command = module.__name__.rpartition(".")[2]
        assert f"$ hayapack {command} " in text or f"## {command}" in text, command


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        DOCUMENT.write_text(played(DOCUMENT.read_text(encoding="utf-8"), Path(place), tables=True), encoding="utf-8")
