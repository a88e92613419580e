"""Schemas of Arrow, by its C data interface, as {field: type}."""

from __future__ import annotations

import ctypes

from .dtype_names import struct_of
from .errors import SchemaError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


class _Schema(ctypes.Structure):
    """struct ArrowSchema, of that interface's ABI."""


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_SIMPLE = {
    "n": "null", "b": "bool", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16", "i": "int32", "I": "uint32",
    "l": "int64", "L": "uint64", "f": "float32", "g": "float64", "u": "str", "U": "str", "vu": "str", "z": "bytes",
    "Z": "bytes", "vz": "bytes", "tdD": "date32", "ttu": "time64[us]", "tDu": "duration[us]",
    "tsu:": "timestamp[us, naive]", **{f"ts{unit[0]}:UTC": f"timestamp[{unit}]" for unit in ("s", "ms", "us", "ns")},
}  # fmt: skip
_LISTS = ("+l", "+L", "+vl", "+vL")
_NULLABLE = 2  # of the flags

#: What no column has, by the beginning of its format: its name, and what can be given instead.
_OTHERS = {
    "e": ("float16", "float32"), "tdm": ("date64", "date32"), "tt": ("a time of another unit", "time64('us')"),
    "tD": ("a duration of another unit", "duration('us')"), "d:": ("decimal", "float64, or string and a cast"),
    "w:": ("fixed-size binary", "binary"), "+w:": ("fixed-size list", "list_"),
}  # fmt: skip


def from_arrow(given: Any, nulls_checked: bool = False) -> dict[Any, str]:
    """The schema of an object with ``__arrow_c_schema__``. Raises SchemaError for what columns do not have exactly:
    other units, zones, fixed sizes, extension types, and fields that are not nullable, unless the caller checks that
    (`nulls_checked`)."""
    capsule = given.__arrow_c_schema__()
    # A prototype of its own: those of ctypes.pythonapi are shared with the whole program.
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    schema = _Schema.from_address(pointer(capsule, b"arrow_schema"))
    if _text(schema.format) != "+s":
        raise SchemaError(f"the Arrow type {_text(schema.format)} is no table: it must be a struct")
    found = _Fields(nulls_checked).children(schema, "$")
    names = [name for name, _ in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SchemaError(f"two fields have the name {twice!r}", path=f"$.{twice}")
    del capsule  # it owns the schema
    return {(name,) if "." in name else name: dtype for name, dtype in found}


def _text(chars: Any) -> str:
    return chars.decode() if chars else ""


class _Fields:
    """The types of fields, by their names."""

    def __init__(self, nulls_checked: bool) -> None:
        self._nulls_checked = nulls_checked

    def children(self, schema: _Schema, path: str) -> list[tuple[str, str]]:
        """(name, type) of the children of a struct."""
        fields = [schema.children[i].contents for i in range(schema.n_children)]
        names = [_text(child.name) for child in fields]
        return [(name, self._field(child, f"{path}.{name}")) for name, child in zip(names, fields)]

    def _field(self, schema: _Schema, path: str) -> str:
        if not schema.flags & _NULLABLE and not self._nulls_checked:
            raise SchemaError("a field that is not nullable: every column can have nulls", path=path)
        return self._dtype(schema, path)

    def _dtype(self, schema: _Schema, path: str) -> str:
        format = _text(schema.format)
        extension = _metadata(schema.metadata).get(b"ARROW:extension:name")
        if extension:
            name = extension.decode("utf-8", "replace")
            reason = f"no column can have the extension type {name!r}: give the type that it is stored as"
            raise SchemaError(reason, path=path)
        if schema.dictionary:
            values = self._dtype(schema.dictionary.contents, path)
            if values == "str":
                return "dictionary[str]"
            raise SchemaError(f"no column can have a dictionary of {values}: only one of str", path=path)
        if format in _SIMPLE:
            return _SIMPLE[format]
        if format == "+s":
            return struct_of(self.children(schema, path))
        if format in _LISTS:
            return f"list[{self._field(schema.children[0].contents, path + '[]')}]"
        if format == "+m":
            key, value = (schema.children[0].contents.children[i].contents for i in (0, 1))
            return f"map[{self._dtype(key, path + '{}')}, {self._field(value, path + '{}')}]"
        raise SchemaError(f"no column can have the Arrow type {_other(format)}", path=path)


def _other(format: str) -> str:
    """The name of a type that no column has, and what can be given instead."""
    if format[:2] == "ts":
        unit = {"s": "s", "m": "ms", "u": "us", "n": "ns"}[format[2]]
        if format[4:]:
            return f"timestamp('{unit}', '{format[4:]}'); timestamp('{unit}', 'UTC') can be given, and cast"
        return f"timestamp('{unit}') without a zone; timestamp('us') can be given, and cast"
    for begin, (name, instead) in _OTHERS.items():
        if format.startswith(begin):
            return f"{name} ({format}); {instead} can be given"
    return repr(format)


def _metadata(address: Optional[int]) -> dict[bytes, bytes]:
    """Pairs of key and value: their number, and each with its length before it, as int32."""
    if not address:
        return {}
    at = address

    def number() -> int:
        nonlocal at
        at += 4
        return ctypes.c_int32.from_address(at - 4).value

    def text() -> bytes:
        nonlocal at
        size = number()
        at += size
        return ctypes.string_at(at - size, size)

    return {text(): text() for _ in range(number())}
