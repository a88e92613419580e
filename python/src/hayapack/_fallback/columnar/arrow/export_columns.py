"""Exports a Column through the Arrow C data interface, with ctypes.

A struct owns what it points to, and its children, until its release is called, whoever has moved it. A consumer can
move a child out of its parent: the parent then has one without a release.
"""

from __future__ import annotations

import ctypes

from ...._values import codes
from ...._values.shared_columns import arrow_name, nul_in_name
from .structs import FLAG_NULLABLE, Array, Release, Schema, capsule, raise_pending

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

_FORMATS = {
    codes.INT8: b"c", codes.INT16: b"s", codes.INT32: b"i", codes.INT64: b"l", codes.UINT8: b"C", codes.UINT16: b"S",
    codes.UINT32: b"I", codes.UINT64: b"L", codes.FLOAT32: b"f", codes.FLOAT64: b"g", codes.BOOL: b"b", codes.STR: b"U",
    codes.BYTES: b"Z", codes.RAW: b"Z", codes.NAIVE: b"tsu:", codes.DATE32: b"tdD", codes.TIME64: b"ttu",
    codes.DURATION: b"tDu", codes.DICTIONARY: b"i", codes.LIST: b"+l", codes.STRUCT: b"+s", codes.MAP: b"+m",
    codes.NULL: b"n",
}  # fmt: skip
# U, Z: offsets of 64 bits; dictionary: of its indexes
_STAMPS = (b"tss:UTC", b"tsm:UTC", b"tsu:UTC", b"tsn:UTC")


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
    return capsule(_schema(column, "", FLAG_NULLABLE))


def array(column: Any) -> Any:
    return capsule(_array(column))


def _schema(column: Any, name: Any, flags: int) -> Any:
    code = column._code
    dictionary: Optional[Any] = None
    children: list[Any] = []
    if code == codes.DICTIONARY:
        dictionary = _schema(column._children[0], "", FLAG_NULLABLE)
    elif code == codes.MAP:
        keys, values = column._children
        pair = [_schema(keys, "key", 0), _schema(values, "value", FLAG_NULLABLE)]
        children = [_schema_struct(b"+s", b"entries", 0, pair, None)]
    else:
        children = [_schema(child, name, FLAG_NULLABLE) for child, name in zip(column._children, column._names)]
    format = _STAMPS[column._unit] if code == codes.TIMESTAMP else _FORMATS[code]
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
    if code == codes.DICTIONARY:
        dictionary = _array(column._children[0])
    elif code == codes.MAP:
        pairs = len(column._children[0])
        children = [_array_struct(pairs, 0, [None], [_array(child) for child in column._children], None)]
    else:
        children = [_array(child) for child in column._children]
    if column._offsets is not None:
        parts.append(column._offsets)
    if column._data is not None:
        parts.append(_bits(column) if code == codes.BOOL else column._data)
    return _array_struct(length, column.null_count, [] if code == codes.NULL else parts, children, dictionary)


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
