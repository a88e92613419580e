"""Schemas as programs give them."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any


def schema_of(given: Any, nulls_checked: bool = False) -> dict[Any, str]:
    """The schema as {field: type}. given: that, or an object with ``__arrow_c_schema__``. nulls_checked: its fields need
    not be nullable, because the caller looks for nulls."""
    if hasattr(given, "__arrow_c_schema__"):  # first: a Schema of polars is a dict, too
        from .schemas import from_arrow  # it imports ctypes

        return from_arrow(given, nulls_checked)
    if isinstance(given, dict):
        return given
    raise TypeError(f"schema must be a dict or have __arrow_c_schema__, not {type(given).__name__!r}")
