"""columns: the fields of many rows, each in buffers of its own."""

from __future__ import annotations

from ..._values.shared_columns import Columns, arguments, is_arrow, make_columns, missing_field
from ..option_checks import check_names
from ..option_table import VIEW
from ..partial.get import steps_of, walk
from ..partial.partial import START, Lazy
from ..partial.view import View
from .column import Column, column_of
from .row_reader import Reader

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

__all__ = ["Column", "columns"]


def columns(
    buf: Any, fields: Any, dtypes: Any = None, path: Any = None, *, missing: Any = "error", stream: Any = False,
    rows: Any = "maps", errors: Any = "raise", **options: Any,
) -> Columns:  # fmt: skip
    """Fields of many rows, each as one Column: {field: Column}.

    buf: any buffer of bytes, or a View. fields: the keys, str or (for bin keys) bytes. dtypes: int64, float64, bool,
    str or bytes, one for all fields, a list with one per field, or a dict for some; otherwise a
    column has the type of its first value. path: where the array is. A missing or nil value is
    null; a value of another type is a ColumnTypeError. A field that no map has is a KeyError, or
    with missing="null" a column of nulls; if there are no maps, always the latter. Options: the
    limits of unpackb.
    """
    _, planned, _, _, strict, stream, layout, errors = arguments(
        buf, fields, dtypes, path, missing=missing, stream=stream, rows=rows, errors=errors, **options
    )
    where: Optional[str] = None
    messages: Any = buf if isinstance(buf, (list, tuple)) else None
    if isinstance(buf, View):
        if options:
            raise TypeError("a View already has its options")
        if stream:
            raise TypeError("a View is of one message: it can't be a stream")
        message, place = buf._lazy, buf._place
    else:
        check_names("columns", options, VIEW)
        if is_arrow(buf):
            from .arrow.input_array import messages_of

            messages = messages_of(buf)
        # A stream's messages are decompressed one by one.
        message, place = Lazy(b"" if messages is not None else buf, options, whole=not stream), START
    reader = Reader(message, planned, layout, errors)
    try:
        if messages is not None:
            reader.read_messages(messages)
        elif stream:
            reader.read_stream()
        else:
            if path is not None:
                found = walk(message, place, steps_of(path), False)
                assert found is not None
                place = found
            reader.read_array(place)
            where = message.path(place[0])
        if strict and reader.maps:
            for number, (field, _, _, _) in enumerate(planned):
                if number not in reader.met and number != reader.event_time:
                    raise missing_field(field, reader.first_keys(), reader.maps, where)
        made = make_columns(Column._struct, reader.rows, reader.skipped, reader.nulled)
        for (field, _, _, _), builder in zip(planned, reader.builders):
            made[field] = column_of(builder)
        return made
    finally:
        reader.close()
