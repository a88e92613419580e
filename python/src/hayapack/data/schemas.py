"""Schemas of Arrow, by its C data interface, as {field: type}."""

from __future__ import annotations

import ctypes

from .errors import SchemaError
from .names import struct_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any


class _Schema(ctypes.Structure):
    """struct ArrowSchema, of that interface's ABI."""


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_SIMPLE = {
    "n": "null", "b": "bool", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16", "i": "int32", "I": "uint32",
    "l": "int64", "L": "uint64", "e": "float32", "f": "float32", "g": "float64", "u": "str", "U": "str", "vu": "str",
    "z": "bytes", "Z": "bytes", "vz": "bytes", "tdD": "date32", "tdm": "date32",
}  # fmt: skip
_UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}
_LISTS = ("+l", "+L", "+vl", "+vL")


def from_arrow(given: Any) -> dict[Any, str]:
    """The schema of an object with ``__arrow_c_schema__``. Raises SchemaError for types that columns do not have."""
    capsule = given.__arrow_c_schema__()
    # A prototype of its own: those of ctypes.pythonapi are shared with the whole program.
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    schema = _Schema.from_address(pointer(capsule, b"arrow_schema"))
    if _text(schema.format) != "+s":
        raise SchemaError(f"the Arrow type {_text(schema.format)} is no table: it must be a struct")
    fields = {(name,) if "." in name else name: dtype for name, dtype in _fields(schema, "$")}
    del capsule  # it owns the schema
    return fields


def _text(chars: Any) -> str:
    return chars.decode() if chars else ""


def _fields(schema: _Schema, path: str) -> list[tuple[str, str]]:
    found = []
    for i in range(schema.n_children):
        child = schema.children[i].contents
        name = _text(child.name)
        found.append((name, _dtype(child, f"{path}.{name}")))
    return found


def _dtype(schema: _Schema, path: str) -> str:
    format = _text(schema.format)
    if schema.dictionary:
        return "dictionary[str]" if _dtype(schema.dictionary.contents, path) == "str" else _unknown(schema, path)
    if format in _SIMPLE:
        return _SIMPLE[format]
    if format[:2] == "w:":
        return "bytes"
    if format[:2] == "ts":
        return _timestamp(format[2], format[4:], path)
    if format[:2] == "tt":
        return "time64[us]"
    if format[:2] == "tD":
        return "duration[us]"
    if format == "+s":
        return struct_of(_fields(schema, path))
    if format in _LISTS or format[:3] == "+w:":
        return f"list[{_dtype(schema.children[0].contents, path + '[]')}]"
    if format == "+m":
        key, value = (_dtype(schema.children[0].contents.children[i].contents, path + "{}") for i in (0, 1))
        return f"map[{key}, {value}]"
    return _unknown(schema, path)


def _timestamp(unit: str, zone: str, path: str) -> str:
    if zone:
        return f"timestamp[{_UNITS[unit]}]"
    return "timestamp[us, naive]"


def _unknown(schema: _Schema, path: str) -> str:
    raise SchemaError(f"no column can have the Arrow type {_text(schema.format)!r}", path=path)
