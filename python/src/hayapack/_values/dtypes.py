"""The types of columns: their texts ("list[int64]") and the plans that both back ends take.

A plan is plain tuples, so that compiled code reads it without calling Python:

    node = (code, unit, children)
    children = ((name, node), ...)

code: a number of codes.py. unit: S, MS, US or NS for timestamps, times and durations, else 0. children: of a
LIST the one child "item"; of a MAP "key" and "value"; of a STRUCT its fields, whose names are str, or
bytes for bin keys; of a DICTIONARY the one child "values"; else none.
"""

from __future__ import annotations

from .codes import BOOL, BYTES, DICTIONARY, FLOAT64, INT64, LIST, MAP, SIMPLE, STR, STRUCT, UNKNOWN

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Union

    Node = tuple[int, int, tuple[tuple[Union[str, bytes], Any], ...]]

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
        from .dtype_parser import parse

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
        from .dtype_parser import name_text

        return "struct{" + ", ".join(f"{name_text(name)}: {dtype}" for name, dtype in children) + "}"
    if code == DICTIONARY:
        return "dictionary[str]"
    return "unknown" if code == UNKNOWN else _NAMES[code, unit]
