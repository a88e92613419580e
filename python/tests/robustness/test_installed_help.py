"""Installed help stands alone: what help() shows names every option."""

import inspect
import re
import sys

import pytest

import hayapack
from hayapack import _fallback, exceptions
from hayapack._fallback.pack.packer import Packer as PurePacker
from hayapack._fallback.unpack.unpacker import Unpacker as PureUnpacker

LINE = re.compile(r"^([a-z0-9_, ]+) \((\w+), (.+?)\): \S", re.MULTILINE)
PAIRS = {
    "packb": (hayapack.packb, _fallback.packb, PurePacker),
    "Packer": (hayapack.Packer, PurePacker, PurePacker),
    "unpackb": (hayapack.unpackb, _fallback.unpackb, PureUnpacker),
    "Unpacker": (hayapack.Unpacker, PureUnpacker, PureUnpacker),
}
# Of unpackb, max_buffer_size has no default of its own.
LEFT_OUT = {"unpackb": {"file_like", "read_size"}}
OTHER = {("unpackb", "max_buffer_size"): "-1", ("Packer", "buf_size"): "262144", ("packb", "buf_size"): "262144"}


def options(function):
    """The documented options: {name: (type, default)}."""
    if function.__doc__ is None:
        pytest.skip("without docstrings (python -OO)")
    found = {}
    for names, kind, default in LINE.findall(inspect.getdoc(function)):
        found.update(dict.fromkeys(names.split(", "), (kind, default)))
    return found


def shown(default):
    if inspect.isclass(default):
        return default.__name__
    if isinstance(default, str):
        return f'"{default}"'
    return '"strict"' if default is None else str(default)


@pytest.mark.parametrize("name", PAIRS)
def test_both_back_ends_have_the_same_options_in_their_help(name):
    native, pure, _ = PAIRS[name]
    lines = [[line for line in inspect.getdoc(one).splitlines() if LINE.match(line + " x")] for one in (native, pure)]
    assert lines[0] == lines[1] and len(lines[0]) > 10


@pytest.mark.parametrize("name", PAIRS)
def test_every_option_is_in_the_help_with_its_default(name):
    function, _, made = PAIRS[name]
    known = options(function)
    parameters = inspect.signature(made.__init__).parameters
    expected = set(parameters) - {"self"} - LEFT_OUT.get(name, set())
    assert set(known) == expected
    for option, (_, default) in known.items():
        value = OTHER.get((name, option)) or shown(parameters[option].default)
        assert default == value or (default == "None" and parameters[option].default is None), option


@pytest.mark.parametrize("name", hayapack.__all__)
def test_every_public_name_has_help(name):
    value = getattr(hayapack, name)
    assert not callable(value) or inspect.getdoc(value), name


@pytest.mark.parametrize("name", exceptions.__all__)
def test_every_exception_has_a_docstring_of_its_own(name):
    assert getattr(exceptions, name).__dict__.get("__doc__"), name


def texts():
    """(path, object) of the public names and their methods, in both back ends."""
    for name in hayapack.__all__:
        for module in (hayapack, _fallback):
            value = getattr(module, name, None)
            if not callable(value):
                continue
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for key, one in vars(value).items():
                    if callable(one):
                        yield f"{module.__name__}.{name}.{key}", one


@pytest.mark.parametrize("value", [pytest.param(value, id=path) for path, value in texts()])
def test_no_docstring_begins_with_a_raw_signature(value):
    assert not re.match(r"\w+\(.*\)\n--\n", value.__doc__ or "", re.DOTALL)


@pytest.mark.parametrize("name", [name for name in hayapack.__all__ if callable(getattr(hayapack, name))])
def test_public_names_have_a_signature(name):
    value = getattr(hayapack, name)
    if inspect.isclass(value) and issubclass(value, BaseException):
        pytest.skip("an exception: those of built-in types have none")
    if inspect.isclass(value) and hayapack.backend == "native" and sys.version_info < (3, 10):
        pytest.skip("CPython 3.9 drops the signature of a class made by PyType_FromSpec")
    assert " at 0x" not in str(inspect.signature(value))
