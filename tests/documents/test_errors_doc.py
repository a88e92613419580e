"""docs/errors.md, against the C enum and the exception classes."""

import re
import typing  # noqa: F401  # of the examples
import uuid  # noqa: F401
from pathlib import Path

import pytest

import hayapack
from hayapack import exceptions

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "core" / "include" / "hayapack.h"
DOCUMENT = ROOT / "docs" / "errors.md"

# The words of the one error table that msgpack's classes do not carry.
MSGPACK_ALIASES = {"PackException", "PackValueError", "PackOverflowError", "UnpackValueError"}


def c_errors():
    text = HEADER.read_text(encoding="utf-8")
    found = re.findall(
        r"^\s*HAYA_(?:ERR_)?([A-Z0-9_]+) = (\d+),?", text.split("enum haya_error {")[1].split("};")[0], re.MULTILINE
    )
    return {name.lower(): int(value) for name, value in found}


def documented():
    """The rows of the table: {name: (number, classes, example, options)}."""
    rows = {}
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip()[1:-1].split("|")]
        if len(cells) == 5 and cells[0].isdigit():
            rows[cells[1].strip("`")] = (int(cells[0]), re.findall(r"`(\w+)`", cells[3]), cells[4])
    return rows


ROWS = documented()


def class_names():
    """{error name: the exception classes that say it}."""
    names = {}
    for key in exceptions.__all__:
        cls = getattr(exceptions, key)
        # LimitError has no name of its own: it is a base of those that have one. PlanError is about no message.
        if key not in MSGPACK_ALIASES and getattr(cls, "name", "") and cls is not exceptions.LimitError:
            names.setdefault(cls.name, set()).add(key)
    return names


def test_same_names_and_numbers_as_in_c():
    assert {name: row[0] for name, row in ROWS.items()} == c_errors()


def test_same_classes_as_in_python():
    """A ValidationError has its name from the error."""
    typed = {name for name, row in ROWS.items() if "ValidationError" in row[1]}
    assert {ROWS[name][0] for name in typed} == set(range(30, 39))
    others = {name: set(row[1]) - {"ValidationError"} for name, row in ROWS.items()}
    assert {name: classes for name, classes in others.items() if classes} == class_names()


def examples():
    """(name, offset, bytes, options) from cells like: `93 01` at 0, max_str_len=1."""
    for name, (_, _, cell) in ROWS.items():
        for code, offset, options in re.findall(r"`([0-9a-f ]+)` at (\d+)(?: with `([^`]*)`)?", cell):
            yield pytest.param(name, int(offset), bytes.fromhex(code), options, id="%s-%s" % (name, code))


@pytest.mark.parametrize("name, offset, data, options", list(examples()))
def test_example_raises_what_is_said(name, offset, data, options):
    with pytest.raises(Exception) as caught:
        hayapack.unpackb(data, **eval("dict(%s)" % options))
    assert (caught.value.name, caught.value.offset) == (name, offset)


def packing_examples():
    """(name, expression) from cells like: `packb(2**64)`."""
    for name, (_, _, cell) in ROWS.items():
        for expression in re.findall(r"`(packb\([^`]*\))`", cell):
            yield pytest.param(name, expression, id="%s-%s" % (name, expression))


@pytest.mark.parametrize("name, expression", list(packing_examples()))
def test_packing_example_raises_what_is_said(name, expression):
    with pytest.raises(Exception) as caught:
        eval(expression, {"packb": hayapack.packb})
    assert caught.value.name == name


def test_each_reading_error_has_an_example():
    shown = {param.values[0] for param in list(examples()) + list(packing_examples())}
    silent = {"ok", "out_of_memory", "too_long", "mutated"}
    # Errors of values that do not fit a class of the program: python/tests/classes, php/tests/codec.
    silent |= {"missing_field", "unknown_field", "duplicate_field", "out_of_bounds", "unknown_tag", "late_tag"}
    assert set(ROWS) - shown == silent
