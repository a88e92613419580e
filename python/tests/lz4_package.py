"""Compressed messages need liblz4 or the Python package lz4, which the pure back end always needs."""

import importlib.util

import pytest
from conftest import _native

HAS_PACKAGE = importlib.util.find_spec("lz4") is not None


def skip_without_lz4(request):
    """Skips for the pure back end without the package lz4, and for the native one without either."""
    names = {"backend", "both"} & set(request.fixturenames)
    if names and not HAS_PACKAGE:
        if "both" in names:
            pytest.skip("the package lz4 is not installed")
        if request.getfixturevalue("backend").name == "pure" or _native.liblz4():
            pytest.skip("the package lz4 is not installed")
