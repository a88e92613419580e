"""Views of the objects that have the bytes to be read."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any


def buffer_of(obj: Any) -> memoryview:
    """A memoryview of a buffer whose items are bytes. The TypeError of another object is the native back end's."""
    try:
        view = memoryview(obj)
    except TypeError as error:
        text = str(error).removeprefix("memoryview: ")
        if text.endswith("does not support the buffer interface"):  # PyPy's
            text = f"a bytes-like object is required, not '{type(obj).__name__}'"
        raise TypeError(text) from None
    if view.itemsize != 1:
        raise ValueError("cannot unpack from multi-byte object")
    return view


def views_of(obj: Any, copy: bytes) -> memoryview:
    """For zero_copy: a memoryview of a buffer, of one dimension and format "B"; of its copy if it is not contiguous."""
    view = memoryview(obj)
    if not view.c_contiguous or not view.nbytes:
        return memoryview(copy)
    return view if view.ndim == 1 and view.format == "B" else view.cast("B")
