"""What programs give: sources, schemas and options, as types. Schemas are also read."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Callable, Literal, Optional, Union

    from .. import _ArrowArray, _ArrowSchema, _ArrowStream, _Writable
    from ..stream.source import FilePath, Given

    # What arrow.reader() takes, and so do the readers of other packages.
    Paths = Union[Given, Sequence[Given]]
    Schema = Union[dict[Any, Any], _ArrowSchema]
    Field = Union[str, bytes, tuple[Union[str, bytes], ...]]
    Errors = Union[Literal["raise", "null", "skip"], Callable[[Optional[str], int, int, Exception], object]]
    Plan = Union[bool, Literal["auto"]]
    # What arrow.write() takes.
    Rows = Union[_ArrowStream, _ArrowArray]
    File = Union[FilePath, _Writable]
    Layout = Literal["maps", "arrays", "values"]
    LZ4 = Optional[Literal["block-array", "block"]]


def schema_of(given: Schema, nulls_checked: bool = False) -> dict[Any, str]:
    """The schema as {field: type}. given: that, or an object with ``__arrow_c_schema__``. nulls_checked: its fields need
    not be nullable, because the caller looks for nulls."""
    if hasattr(given, "__arrow_c_schema__"):  # first: a Schema of polars is a dict, too
        from .arrow_schemas import from_arrow  # it imports ctypes

        return from_arrow(given, nulls_checked)
    if isinstance(given, dict):
        return given
    raise TypeError(f"schema must be a dict or have __arrow_c_schema__, not {type(given).__name__!r}")
