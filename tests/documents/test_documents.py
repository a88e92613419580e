"""The code and the commands in README.md and docs/, run as a reader would."""

import doctest
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
DOCUMENTS += sorted((ROOT / "docs").glob("*.md")) + sorted((ROOT / "docs" / "moving").glob("*.md"))
DOCUMENTS += sorted((ROOT / "docs" / "results").glob("*.md")) + sorted((ROOT / "docs" / "internals").glob("*.md"))
PAGES = [*DOCUMENTS, ROOT / "core/README.md", ROOT / "lab/README.md", ROOT / "vectors/README.md"]
PAGES += sorted((ROOT / "examples").rglob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
RECORDS = '{"statuses": [{"id": 1, "text": "速い", "user": null}, {"id": 2, "text": "b", "user": null}]}'


def blocks(path, language):
    return [code for name, code in BLOCK.findall(path.read_text(encoding="utf-8")) if name == language]


def with_blocks(language):
    return [pytest.param(path, id=path.name) for path in DOCUMENTS if blocks(path, language)]


# What .venv does not have: the blocks that import these run in the step python/data, and python/engines.
OPTIONAL = {"chdb", "dask", "duckdb", "fsspec", "pandas", "polars", "pyarrow", "pyspark", "ray"}
IMPORT = re.compile(r"^(?:>>> )?\s*(?:import|from) (\w+)", re.MULTILINE)


def lacks(code):
    """The optional packages that a block of Python imports and that are not installed."""
    wanted = OPTIONAL & set(IMPORT.findall(code))
    if ".from_arrow(" in code:
        wanted.add("pyarrow")
    if '.zst"' in code:
        wanted.add("zstandard")
    missing = sorted(name for name in wanted if importlib.util.find_spec(name) is None)
    if "pyspark" in wanted and not shutil.which("java"):
        missing.append("Java")
    return missing


@pytest.mark.parametrize("path", with_blocks("python"))
def test_python_blocks_run(path, tmp_path, monkeypatch):
    """All blocks of one document, in order, in one namespace and a folder with the sample of docs/data.md. Those that
    need a package that is missing are named."""
    left_out = []
    for sample in (ROOT / "docs" / "samples" / "data").iterdir():
        shutil.copy(sample, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "msgpack"}
    names = {"__name__": "document"}
    try:
        for number, code in enumerate(blocks(path, "python"), 1):
            label = "%s block %d" % (path.name, number)
            missing = lacks(code)
            if missing:
                left_out.append("block %d (no %s)" % (number, ", ".join(missing)))
            elif ">>>" in code:
                run_examples(code, names, label)
            else:
                exec(compile(code, label, "exec"), names)
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "msgpack"]:
            del sys.modules[name]
        sys.modules.update(before)
    if left_out:
        pytest.skip("%s ran but for %s" % (path.name, ", ".join(left_out)))


def run_examples(code, names, label):
    test = doctest.DocTestParser().get_doctest(code, names, label, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output = []
    runner.run(test, out=output.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(output)


def commands():
    """Each command once, by the first document that has it."""
    found = {}
    for path in [ROOT / "README.md", *DOCUMENTS]:
        for code in blocks(path, "sh"):
            for line in map(str.strip, code.splitlines()):
                if line and not line.startswith("#"):
                    found.setdefault(line, path.name)
    for line, name in found.items():
        measures = re.search("hayapack (compare|lab report)", line)
        yield pytest.param(line, id="%s: %s" % (name, line), marks=[pytest.mark.long] * bool(measures))


@pytest.mark.parametrize("line", list(commands()))
def test_command_works(line, tmp_path):
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        check_make(words[1:])
    elif words[:2] == ["pip", "install"]:
        # tools/packages/install-test.sh does it, in venvs of its own.
        targets = [word.split("[")[0] for word in words[2:] if not word.startswith("-")]
        assert targets and all((ROOT / target / "pyproject.toml").is_file() for target in targets)
    elif words[0] == "dotnet":
        # Commands that need the ones before them: tools/packages/dotnet-package-test.sh runs the section Install.
        assert "dotnet_install.py" in (ROOT / "tools/packages/dotnet-package-test.sh").read_text(encoding="utf-8")
    else:
        run_in(tmp_path, line)


def check_make(words):
    """The target exists; it is not run (this test is run by one of them)."""
    targets = [word for word in words if "=" not in word]
    names = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets and set(targets) <= set(names)
    for word in words:
        if word.startswith("STEPS="):
            steps = list((ROOT / "tools/steps").glob("*/*.sh"))
            known = {step.parent.name for step in steps} | {"%s/%s" % (step.parent.name, step.stem) for step in steps}
            assert set(word[6:].split()) <= known


def run_in(folder, line):
    if line.startswith("hayapack compare"):
        line += " --seconds 1"  # as written, but measured shorter
        if "--codecs" not in line:
            line += " --codecs hayapack_native,json_std"
    line = line.replace("python3 -m venv ", "python3 -m venv --without-pip ")  # pip takes 5 s
    if line.startswith("hayapack lab report record.json"):
        line = "hayapack compare your.json --json --seconds 1 > record.json && " + line
    for name in ("your.json", "data.json", "events.jsonl"):
        (folder / name).write_text(RECORDS, encoding="utf-8")
    (folder / "shop.py").write_text("from typing import Any\n\nOrder = dict[str, Any]\n", encoding="utf-8")
    (folder / "your.msgpack").write_bytes(bytes.fromhex("82a16101a16202"))
    for sample in (ROOT / "docs" / "samples").glob("*.msgpack"):
        shutil.copy(sample, folder)
    environment = dict(os.environ, PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
    done = subprocess.run(
        line,
        shell=True,
        cwd=str(folder),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


@pytest.mark.parametrize("path", [pytest.param(path, id="%s of %s" % (path.name, path.parent.name)) for path in PAGES])
def test_links_lead_somewhere(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = [
        target
        for target in LINK.findall(text)
        if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists()
    ]
    assert not broken


def anchors(path):
    """The fragments of a page's headings, as code hosts make them, in their order."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]


@pytest.mark.parametrize("path", [pytest.param(path, id="%s of %s" % (path.name, path.parent.name)) for path in PAGES])
def test_headings_have_anchors_of_their_own(path):
    found = anchors(path)
    assert not sorted({anchor for anchor in found if found.count(anchor) > 1})


@pytest.mark.parametrize("path", [pytest.param(path, id="%s of %s" % (path.name, path.parent.name)) for path in PAGES])
def test_anchors_exist(path):
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", text)
    pages = [(path if not target else path.parent / target, anchor) for target, anchor in links if ":" not in target]
    assert not [(page.name, anchor) for page, anchor in pages if anchor not in anchors(page)]


def test_every_document_can_be_reached_from_readme():
    """By links, from page to page."""
    reached, new = set(), {ROOT / "README.md"}
    while new:
        reached |= new
        links = [(page, target) for page in new for target in LINK.findall(page.read_text(encoding="utf-8"))]
        targets = {
            (page.parent / target).resolve() for page, target in links if target.endswith(".md") and ":" not in target
        }
        new = targets - reached
    assert not [path.name for path in DOCUMENTS if path not in reached]
