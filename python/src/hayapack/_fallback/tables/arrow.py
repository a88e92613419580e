"""Exports a Column through the Arrow C data interface, with ctypes."""

from __future__ import annotations

import ctypes

from ..._values.dtypes import BOOL

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

_FORMATS = (b"", b"l", b"g", b"b", b"U", b"Z")  # U, Z: offsets of 64 bits
_NULLABLE = 2


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


_release_schema = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))
_release_array = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))

_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", _release_schema),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", _release_array),
    ("private_data", ctypes.c_void_p),
]

#: Objects that exported structs point to, by number, until the structs are released.
_held: dict[int, Any] = {}
_capsules: dict[int, Any] = {}
_numbers = iter(range(1, 1 << 62))

_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

# Private prototypes: those of ctypes.pythonapi are shared with the whole program.
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _destructor)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_name_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(("PyCapsule_GetName", ctypes.pythonapi))
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


@_release_schema  # type: ignore[untyped-decorator]
def _let_schema_go(pointer: Any) -> None:
    pointer.contents.release = _release_schema()


@_release_array  # type: ignore[untyped-decorator]
def _let_array_go(pointer: Any) -> None:
    _held.pop(pointer.contents.private_data, None)
    pointer.contents.release = _release_array()


@_destructor  # type: ignore[untyped-decorator]
def _drop(capsule: int) -> None:
    """Destructor of a capsule: releases a struct that no consumer has taken."""
    struct = _capsules.pop(_pointer_of(capsule, _name_of(capsule)), None)
    if struct is not None and struct.release:
        struct.release(ctypes.pointer(struct))


_NAMES = {_Schema: b"arrow_schema", _Array: b"arrow_array"}


def _capsule(struct: Any) -> Any:
    address = ctypes.addressof(struct)
    _capsules[address] = struct
    return _new(address, _NAMES[type(struct)], _drop)


def schema(column: Any) -> Any:
    struct = _Schema()
    struct.format = _FORMATS[column._code]
    struct.name = b""
    struct.flags = _NULLABLE
    struct.release = _let_schema_go
    return _capsule(struct)


def array(column: Any) -> Any:
    data = _bits(column) if column._code == BOOL else column._data
    parts = [column.validity, column._offsets, data]
    if column._offsets is None:
        del parts[1]
    buffers = (ctypes.c_void_p * len(parts))(*map(_address, parts))
    struct = _Array()
    struct.length = len(column)
    struct.null_count = column.null_count
    struct.n_buffers = len(parts)
    struct.buffers = ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
    struct.private_data = next(_numbers)
    _held[struct.private_data] = (parts, buffers)
    struct.release = _let_array_go
    return _capsule(struct)


def _address(part: Any) -> Any:
    return None if part is None else ctypes.cast(ctypes.c_char_p(part), ctypes.c_void_p).value


def _bits(column: Any) -> bytes:
    """The column's bools as Arrow's bits."""
    bits = bytearray(len(column) // 8 + 1)
    for row, value in enumerate(column._data):
        if value:
            bits[row >> 3] |= 1 << (row & 7)
    return bytes(bits)
