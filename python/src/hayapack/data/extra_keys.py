"""Keys of rows that have no column."""

from __future__ import annotations

from collections import Counter

from .. import ColumnTypeError, UnpackException, columns, stream, unpackb
from .errors import SchemaError
from .inferred_types import text_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any, Optional

#: Keys of maps, each stored once.
_KEYS = "map[dictionary[str], raw]"


def first_keys(fields: Iterable[Any]) -> frozenset[Any]:
    """The keys of rows that fields of a schema begin with."""
    return frozenset(
        field[0] if isinstance(field, tuple) else field.partition(".")[0] if isinstance(field, str) else field
        for field in fields
    )


def with_extra(schema: dict[Any, str], found: dict[Any, str]) -> dict[Any, str]:
    """The schema, and what was found of keys that it does not have."""
    known = first_keys(schema)
    return {**schema, **{name: dtype for name, dtype in found.items() if not first_keys([name]) <= known}}


def count_extra(
    data: Any, known: Collection[Any], rows: str, lz4: bool, extra: str, base: int, file: Optional[str],
    counts: dict[Any, int],
) -> None:  # fmt: skip
    """Adds to counts in how many rows each key is that is not known. extra="raise": the first one is a SchemaError.

    data: whole messages, at byte `base` of the file; rows: "maps" or "fluent". Rows that are no maps do not count.
    """
    if rows == "maps" and not lz4:
        try:
            keys = columns(data, ["row"], [_KEYS], rows="values", stream=True)["row"].children[0]
        except (ColumnTypeError, UnpackException):  # keys that are bin, or not UTF-8
            pass
        else:
            names = keys.children[0].tolist()
            if all(name in known for name in names):
                return
            if extra != "raise":
                for code, count in Counter(keys.data).items():
                    if names[code] not in known:
                        counts[names[code]] = counts.get(names[code], 0) + count
                return
    for offset, key in _each(data, rows, lz4):
        if key not in known:
            if extra == "raise":
                reason = f"the key {text_of(key)} has no column"
                raise SchemaError(reason, file, base + offset, f"$.{text_of(key)}")
            counts[key] = counts.get(key, 0) + 1


def _each(data: Any, rows: str, lz4: bool) -> Iterator[tuple[int, Any]]:
    """(offset of the message, key) of all rows."""
    view = memoryview(data)
    offsets = [*stream.boundaries(view).offsets, len(view)]
    for start, end in zip(offsets, offsets[1:]):
        try:
            row = unpackb(view[start:end], lz4=lz4, strict_map_key=False, tuple_keys=True, timestamp=0)
        except UnpackException:  # columns() says what is wrong
            continue
        if rows == "fluent":
            row = row[1] if isinstance(row, list) and len(row) == 2 else None
        if isinstance(row, dict):
            for key in row:
                if rows == "maps" or key != "time":  # the event's own time is the column
                    yield start, key
