"""The option tables of docs/python.md, against the signatures, and the public names."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import hayapack
from hayapack import _fallback

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "python.md"


def section(title):
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.split(r"^## ", text.split("\n## %s\n" % title)[1], flags=re.MULTILINE)[0].split("\n### ")[0]


def documented(title):
    """{option: its default as written, or None where the cell is empty}."""
    options = {}
    for line in section(title).splitlines():
        cells = [cell.strip() for cell in line.strip()[1:-1].split("|")]
        names = re.findall(r"`(\w+)`", cells[0]) if len(cells) == 3 else []
        defaults = [text.strip() for text in cells[1].split(",")] if names else []
        for number, name in enumerate(names):
            options[name] = defaults[number] if len(defaults) == len(names) else defaults[0]
    return options


@pytest.mark.parametrize(
    "title, made",
    [
        ("Options of packing", _fallback.Packer),
        ("Options of unpacking", _fallback.Unpacker),
    ],
)
def test_options_and_defaults(title, made):
    parameters = dict(inspect.signature(made.__init__).parameters)
    del parameters["self"]
    options = documented(title)
    assert set(options) == set(parameters)
    for name, text in options.items():
        if re.fullmatch(r"`.*`", text) and parameters[name].default is not None:
            assert ast.literal_eval(text.strip("`")) == parameters[name].default, name


def test_each_public_name_is_on_a_page():
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "moving").glob("*.md")]
    text = "".join(path.read_text(encoding="utf-8") for path in pages)
    assert [name for name in hayapack.__all__ if not re.search(rf"(?<!\w){name}(?!\w)", text)] == []
