"""Installed help stands alone: what help() shows names every option and refers to no page."""

import inspect

import pytest

import hayapack
from hayapack import _fallback, exceptions


@pytest.mark.parametrize("name", ["Packer", "Unpacker"])
def test_help_names_every_option(name, backend):
    doc = inspect.getdoc(getattr(backend, name))
    described = {option for line in doc.split("\n") for option in line.split(":")[0].strip().split(", ")}
    assert not set(inspect.signature(getattr(_fallback, name)).parameters) - described


@pytest.mark.parametrize("name", hayapack.__all__)
def test_help_refers_to_no_page(name):
    value = getattr(hayapack, name)
    if callable(value):
        assert "docs/" not in (inspect.getdoc(value) or ""), name
        assert inspect.getdoc(value), name


@pytest.mark.parametrize("name", exceptions.__all__)
def test_every_exception_has_a_docstring_of_its_own(name):
    assert getattr(exceptions, name).__dict__.get("__doc__"), name
