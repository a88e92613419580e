"""The types of columns: their texts ("list[int64]") and the plans that both back ends take.

A plan is plain tuples, so that compiled code reads it without calling Python:

    node = (code, unit, children)
    children = ((name, node), ...)

code: a number below. unit: S, MS, US or NS for timestamps, times and durations, else 0. children: of a
LIST the one child "item"; of a MAP "key" and "value"; of a STRUCT its fields, whose names are str, or
bytes for bin keys; of a DICTIONARY the one child "values"; else none.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Union

    Node = tuple[int, int, tuple[tuple[Union[str, bytes], Any], ...]]

#: Numbers of the types; the compiled module has the same (ext/columns/columns.h).
(
    UNKNOWN, INT64, FLOAT64, BOOL, STR, BYTES, INT8, INT16, INT32, UINT8, UINT16, UINT32, UINT64, FLOAT32, RAW,
    TIMESTAMP, NAIVE, DATE32, TIME64, DURATION, DICTIONARY, LIST, STRUCT, MAP, NULL,
) = range(25)  # fmt: skip
S, MS, US, NS = range(4)
UNITS = ("s", "ms", "us", "ns")

#: The most nested types in one dtype.
MOST_NESTED = 32

SIMPLE: dict[str, tuple[int, int]] = {
    "int64": (INT64, 0), "float64": (FLOAT64, 0), "bool": (BOOL, 0), "str": (STR, 0), "bytes": (BYTES, 0),
    "int8": (INT8, 0), "int16": (INT16, 0), "int32": (INT32, 0), "uint8": (UINT8, 0), "uint16": (UINT16, 0),
    "uint32": (UINT32, 0), "uint64": (UINT64, 0), "float32": (FLOAT32, 0), "raw": (RAW, 0), "date32": (DATE32, 0),
    "null": (NULL, 0), "timestamp[s]": (TIMESTAMP, S), "timestamp[ms]": (TIMESTAMP, MS),
    "timestamp[us]": (TIMESTAMP, US), "timestamp[ns]": (TIMESTAMP, NS), "timestamp[us, naive]": (NAIVE, US),
    "time64[us]": (TIME64, US), "duration[us]": (DURATION, US),
}  # fmt: skip
_NAMES = {code: name for name, code in SIMPLE.items()}
_CLASSES: dict[Any, int] = {int: INT64, float: FLOAT64, bool: BOOL, str: STR, bytes: BYTES}

UNKNOWN_NODE: Node = (UNKNOWN, 0, ())


def node_of(dtype: Any) -> Node:
    """The plan of a dtype: its text, a Python type, or None: the type of the first value."""
    if dtype is None:
        return UNKNOWN_NODE
    if isinstance(dtype, str):
        found = SIMPLE.get(dtype)
        if found is not None:
            return (*found, ())
        from .dtype_texts import parse

        return parse(dtype)
    if isinstance(dtype, type) and dtype in _CLASSES:
        return (_CLASSES[dtype], 0, ())
    raise ValueError(
        f"dtype must be a text such as 'int64' or 'list[str]', or int, float, bool, str or bytes, not {dtype!r}"
    )


def text_of(code: int, unit: int, children: Iterable[tuple[Any, str]]) -> str:
    """The dtype of a code and a unit; children: (name, dtype) each."""
    if code == LIST:
        return f"list[{next(iter(children))[1]}]"
    if code == MAP:
        key, value = children
        return f"map[{key[1]}, {value[1]}]"
    if code == STRUCT:
        from .dtype_texts import name_text

        return "struct{" + ", ".join(f"{name_text(name)}: {dtype}" for name, dtype in children) + "}"
    if code == DICTIONARY:
        return "dictionary[str]"
    return "unknown" if code == UNKNOWN else _NAMES[code, unit]
