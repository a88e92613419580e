"""Exports a Column through the Arrow C data interface, with ctypes.

A struct owns what it points to, and its children, until its release is called, whoever has moved it. A consumer can
move a child out of its parent: the parent then has one without a release.
"""

from __future__ import annotations

import ctypes

from ...._values.codes import (
    BOOL,
    BYTES,
    DATE32,
    DICTIONARY,
    DURATION,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    LIST,
    MAP,
    NAIVE,
    NULL,
    RAW,
    STR,
    STRUCT,
    TIME64,
    TIMESTAMP,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from ...._values.columns import arrow_name, nul_in_name
from .structs import Array, Release, Schema, capsule, raise_pending

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

_FORMATS = {
    INT8: b"c", INT16: b"s", INT32: b"i", INT64: b"l", UINT8: b"C", UINT16: b"S", UINT32: b"I", UINT64: b"L",
    FLOAT32: b"f", FLOAT64: b"g", BOOL: b"b", STR: b"U", BYTES: b"Z", RAW: b"Z", NAIVE: b"tsu:", DATE32: b"tdD",
    TIME64: b"ttu", DURATION: b"tDu", DICTIONARY: b"i", LIST: b"+l", STRUCT: b"+s", MAP: b"+m", NULL: b"n",
}  # fmt: skip
# U, Z: offsets of 64 bits; dictionary: of its indexes
_STAMPS = (b"tss:UTC", b"tsm:UTC", b"tsu:UTC", b"tsn:UTC")
_NULLABLE = 2


#: Objects that exported structs point to, by number, until the structs are released.
_held: dict[int, Any] = {}
_numbers = iter(range(1, 1 << 62))


def _let_go(struct: Any) -> None:
    """Forgets what a struct owns, after the release of its children and its dictionary."""
    _, inside = _held.pop(struct.private_data, (None, ()))
    for child in inside:
        if child.release:
            child.release(ctypes.addressof(child))
    struct.release = Release()


@Release  # type: ignore[untyped-decorator]
def _let_schema_go(address: int) -> None:
    try:
        raise_pending()
    finally:
        _let_go(Schema.from_address(address))


@Release  # type: ignore[untyped-decorator]
def _let_array_go(address: int) -> None:
    try:
        raise_pending()
    finally:
        _let_go(Array.from_address(address))


def _hold(struct: Any, owned: Any, children: list[Any], dictionary: Any) -> Any:
    """Sets the children and the dictionary, and keeps what the struct points to until its release."""
    inside = children if dictionary is None else [*children, dictionary]
    kind = type(struct)
    if children:
        pointers = (ctypes.POINTER(kind) * len(children))(*map(ctypes.pointer, children))
        struct.n_children = len(children)
        struct.children = pointers
        owned = owned, pointers
    if dictionary is not None:
        struct.dictionary = ctypes.pointer(dictionary)
    struct.private_data = next(_numbers)
    _held[struct.private_data] = owned, inside
    struct.release = _let_schema_go if kind is Schema else _let_array_go
    return struct


def schema(column: Any) -> Any:
    return capsule(_schema(column, "", _NULLABLE))


def array(column: Any) -> Any:
    return capsule(_array(column))


def _schema(column: Any, name: Any, flags: int) -> Any:
    code = column._code
    dictionary: Optional[Any] = None
    children: list[Any] = []
    if code == DICTIONARY:
        dictionary = _schema(column._children[0], "", _NULLABLE)
    elif code == MAP:
        keys, values = column._children
        pair = [_schema(keys, "key", 0), _schema(values, "value", _NULLABLE)]
        children = [_schema_struct(b"+s", b"entries", 0, pair, None)]
    else:
        children = [_schema(child, name, _NULLABLE) for child, name in zip(column._children, column._names)]
    format = _STAMPS[column._unit] if code == TIMESTAMP else _FORMATS[code]
    text = arrow_name(name).encode("utf-8", "surrogatepass")
    if b"\0" in text:
        raise nul_in_name(arrow_name(name))
    return _schema_struct(format, text, flags, children, dictionary)


def _schema_struct(format: bytes, name: bytes, flags: int, children: list[Any], dictionary: Any) -> Any:
    struct = Schema()
    struct.format = format
    struct.name = name
    struct.flags = flags
    return _hold(struct, (format, name), children, dictionary)


def _array(column: Any) -> Any:
    code, length = column._code, len(column)
    parts: list[Any] = [column.validity]
    dictionary: Optional[Any] = None
    children: list[Any] = []
    if code == DICTIONARY:
        dictionary = _array(column._children[0])
    elif code == MAP:
        pairs = len(column._children[0])
        children = [_array_struct(pairs, 0, [None], [_array(child) for child in column._children], None)]
    else:
        children = [_array(child) for child in column._children]
    if column._offsets is not None:
        parts.append(column._offsets)
    if column._data is not None:
        parts.append(_bits(column) if code == BOOL else column._data)
    return _array_struct(length, column.null_count, [] if code == NULL else parts, children, dictionary)


def _array_struct(length: int, null_count: int, parts: list[Any], children: list[Any], dictionary: Any) -> Any:
    buffers = (ctypes.c_void_p * len(parts))(*map(_address, parts))
    struct = Array()
    struct.length = length
    struct.null_count = null_count
    struct.n_buffers = len(parts)
    struct.buffers = ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
    return _hold(struct, (parts, buffers), children, dictionary)


def _address(part: Any) -> Any:
    return None if part is None else ctypes.cast(ctypes.c_char_p(part), ctypes.c_void_p).value


def _bits(column: Any) -> bytes:
    """The column's bools as Arrow's bits."""
    bits = bytearray(len(column) // 8 + 1)
    for row, value in enumerate(column._data):
        if value:
            bits[row >> 3] |= 1 << (row & 7)
    return bytes(bits)
