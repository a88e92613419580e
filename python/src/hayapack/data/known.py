"""Whether the rows of a block have nothing new for a schema, found by columns() without Python objects."""

from __future__ import annotations

from .. import ColumnTypeError, UnpackException, columns
from .names import struct_of
from .types import Seen

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

#: The keys of maps, each stored once.
_KEYS = "map[dictionary[str], raw]"


class _Unknown(Exception):
    """Columns cannot tell."""


def adds_nothing(data: Any, every: Seen) -> bool:
    """Whether the rows, which are maps, would leave `every` as it is. False: they may not.

    data: whole messages, all of them sound or not. every: what was seen at the root.
    """
    fields = [(key,) for key in every.fields]
    try:
        rows = columns(data, ["row"], [_KEYS], rows="values", stream=True)["row"]
        if rows.null_count or not _has(every, _first_keys(rows)):
            return False
        dtypes, others = ([_dtype(seen, exact) for seen in every.fields.values()] for exact in (False, True))
        _read(data, fields, dtypes)
        differ = [number for number, dtype in enumerate(dtypes) if others[number] != dtype]
        _read(data, [fields[number] for number in differ], [others[number] for number in differ])
        return all(check(data) for check in _checks(every, (), lambda dtype: dtype))
    except (_Unknown, ColumnTypeError, UnpackException, KeyError, TypeError, ValueError):
        return False


def _read(data: Any, fields: list[Any], dtypes: list[str], errors: str = "raise") -> Any:
    return columns(data, fields, dtypes, stream=True, missing="null", errors=errors)


def _has(seen: Seen, keys: Any) -> bool:
    return all(key in seen.fields for key in keys)


def _first_keys(column: Any) -> Any:
    """The different keys of the only map type in the column's type."""
    while not column.type.startswith("map["):
        column = column.children[0]
    return column.children[0].children[0].tolist()


def _dtype(seen: Seen, exact: bool) -> str:
    """The type whose values change nothing. exact: another one, for what the first cannot tell: whether there are
    negative ints, and fractions of seconds."""
    kind = seen.kind
    if kind in ("null", "bool", "str", "bytes"):
        return kind
    if kind == "float":
        return "float64"
    if kind == "int":
        if seen.big and seen.negative:
            raise _Unknown
        return "uint64" if seen.big or (exact and not seen.negative) else "int64"
    if kind == "timestamp":
        if exact and seen.fine == 1:
            return "timestamp[s]"
        return "timestamp[ns]" if not seen.wide else "timestamp[us]" if seen.fine > 1 else "timestamp[s]"
    if kind == "array":
        return f"list[{_dtype(seen.item or Seen(), exact)}]"
    if kind == "map":
        made = [(key, _dtype(field, exact)) for key, field in seen.fields.items()]
        return struct_of(made) if made else "map[str, null]"
    raise _Unknown


def _checks(
    seen: Seen, path: tuple[Any, ...], wrap: Callable[[str], str], inside: bool = False
) -> Iterator[Callable[[Any], bool]]:
    """Functions of the data that look at what types do not tell: further keys of maps, and what fits timestamps.

    path: of keys that lead to a column; wrap: makes of a type there that of the whole column; inside: a list.
    """
    if seen.kind == "timestamp":
        if inside:
            raise _Unknown
        yield lambda data: _are_no("str", data, path) and _are_no("int64", data, path)
    elif seen.kind == "array" and seen.item:
        yield from _checks(seen.item, path, lambda dtype: wrap(f"list[{dtype}]"), True)
    elif seen.kind == "map":
        if path:
            yield lambda data: _has(seen, _first_keys(_read(data, [path], [wrap(_KEYS)])[path]))
        for key, field in seen.fields.items():
            if inside:
                yield from _checks(field, path, lambda dtype, key=key: wrap(struct_of([(key, dtype)])), True)  # type: ignore[misc]
            else:
                yield from _checks(field, (*path, key), wrap)


def _are_no(dtype: str, data: Any, path: tuple[Any, ...]) -> bool:
    """Whether no value at the path is of this type."""
    found = _read(data, [path], [dtype], "null")
    return bool(found[path].null_count == found.rows)
