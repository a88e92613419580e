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


def section(title, inner=None):
    """The text of a section before its first subsection, or that of a subsection."""
    text = DOCUMENT.read_text(encoding="utf-8")
    parts = re.split(r"^## ", text.split("\n## %s\n" % title)[1], flags=re.MULTILINE)[0].split("\n### ")
    return parts[0] if inner is None else next(part for part in parts if part.startswith(inner + "\n"))


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


def numpy_recipe():
    """The names that the recipe defines."""
    recipe = section("Recipes", "numpy arrays")
    names = {"packb": hayapack.packb, "unpackb": hayapack.unpackb}
    exec(re.search(r"^```python\n(.*?)^```", recipe, re.MULTILINE | re.DOTALL)[1], names)
    return names


def test_the_recipe_for_numpy_takes_every_array():
    numpy = pytest.importorskip("numpy")
    recipe = numpy_recipe()
    values = numpy.arange(24, dtype="float64").reshape(2, 3, 4)
    nested = [("id", "<i4"), ("at", [("x", "<f4"), ("y", ">f4", (2, 3))]), ("name", "<U3"), ("when", "<M8[ns]")]
    for array in (
        values, values.T, values[:, ::2], values[::-1], values[:, 1], numpy.asfortranarray(values), numpy.float64(5)[...],
        numpy.zeros((0, 3)), numpy.zeros((3, 0)), numpy.zeros(0, nested), numpy.array(["a", "bcd"]), numpy.array([b"a"]),
        numpy.array(["2026-01-02", "NaT"], "M8[ns]"), numpy.array([5], "m8[us]"), numpy.array([1, 2], ">i2"),
        numpy.array([1 + 2j]), numpy.array([True, False]), numpy.zeros(2, "V3"),
        numpy.array([(1, (0.5, [[1, 2, 3]] * 2), "ab", "2026-01-02")] * 3, nested)[::2],
        numpy.zeros(2, numpy.dtype([("a", "i1"), ("b", "f8")], align=True)),
    ):  # fmt: skip
        for zero_copy in (False, True):
            packed = hayapack.packb({"first": array}, default=recipe["plain_of"])
            read = recipe["array_of"](hayapack.unpackb(packed, zero_copy=zero_copy)["first"])
            assert (read.dtype, read.shape, read.tobytes()) == (array.dtype, array.shape, array.tobytes())
            assert not read.flags.writeable and read.copy().flags.writeable
    for refused in (
        numpy.array([object()]), numpy.zeros(1, [("a", "i4"), ("b", "O")]), numpy.ma.array([1, 2], mask=[False, True])
    ):  # fmt: skip
        with pytest.raises(TypeError, match="more than its bytes"):
            recipe["plain_of"](refused)
