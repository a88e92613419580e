"""The structs of the Arrow C data interface and C stream interface, and the capsules they travel in.

A struct whose ``release`` is empty is released: it has no content. Who takes a struct over copies it and
empties the ``release`` of the original.
"""

from __future__ import annotations

import ctypes
from sys import getrefcount

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

FLAG_NULLABLE = 2


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


#: Takes the address of the struct. Not a pointer, which ctypes cannot make while an exception is set.
Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GetLastError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", Release),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", Release),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetLastError),
    ("release", Release),
    ("private_data", ctypes.c_void_p),
]

#: The name of each struct's capsules.
NAMES: dict[Any, bytes] = {Schema: b"arrow_schema", Array: b"arrow_array", Stream: b"arrow_array_stream"}

#: (struct, capsule) by the struct's address. A capsule has no destructor, since one written in Python cannot run while
#: an exception is set: a struct that no consumer has taken is released with a later capsule.
_capsules: dict[int, tuple[Any, Any]] = {}

# Private prototypes: those of ctypes.pythonapi are shared with the whole program.
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
#: Raises the exception that was set when C code called a callback. Without this first call, Python code that runs while
#: an exception is set fails somewhere. A callback cannot set it again, so it is reported as one of a finalizer.
raise_pending = ctypes.PYFUNCTYPE(None)(("PyErr_Occurred", ctypes.pythonapi))
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_content = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def capsule(struct: Any) -> Any:
    """A new capsule with the struct."""
    address = ctypes.addressof(struct)
    made = _new(address, NAMES[type(struct)], None)
    sweep()
    _capsules[address] = struct, made
    return made


def _references(entry: tuple[Any, Any]) -> int:
    """The number of references to the capsule of an entry, with those of this function: how many depends on Python's
    version."""
    made = entry[1]
    return getrefcount(made)


#: That number where nobody else has the capsule.
_UNUSED = _references((None, object()))


def sweep() -> None:
    """Forgets the capsules that nobody else has, and releases their structs."""
    for address in list(_capsules):
        entry = _capsules.get(address)
        # pop(): another thread may sweep, too
        if entry is not None and _references(entry) == _UNUSED and _capsules.pop(address, None) is not None:
            struct = entry[0]
            del entry
            if struct.release:
                struct.release(address)


def move(source: Any, target: int) -> None:
    """Moves a struct to the memory at target: the source is released afterwards."""
    ctypes.memmove(target, ctypes.addressof(source), ctypes.sizeof(source))
    source.release = Release()


def _struct_in(found: Any, kind: Any, source: Any) -> Any:
    """The struct in a capsule; valid while the capsule lives."""
    name = NAMES[kind]
    if not _is_valid(found, name):
        given, source = type(found).__name__, type(source).__name__
        raise TypeError(f'{source} gave {given} where a capsule "{name.decode()}" is expected')
    struct = kind.from_address(_content(found, name))
    if not struct.release:
        raise ValueError(f'{type(source).__name__} gave a capsule "{name.decode()}" that was used before')
    return struct


def _call(source: Any, method: str) -> Any:
    try:
        bound = getattr(source, method)
    except AttributeError:
        bound = None
    if bound is None:
        raise TypeError(f"an object with {method} is expected, not {type(source).__name__}")
    return bound()


def schema_of(source: Any) -> tuple[Any, Any]:
    """(the schema of an object with __arrow_c_schema__, its capsule)."""
    found = _call(source, "__arrow_c_schema__")
    return _struct_in(found, Schema, source), found


def stream_of(source: Any) -> tuple[Any, Any]:
    """(the stream of an object with __arrow_c_stream__, its capsule)."""
    found = _call(source, "__arrow_c_stream__")
    return _struct_in(found, Stream, source), found


def array_of(source: Any) -> tuple[Any, Any, Any]:
    """(the array of an object with __arrow_c_array__, its schema, the pair of capsules)."""
    pair = _call(source, "__arrow_c_array__")
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError(f"__arrow_c_array__ of {type(source).__name__} gave no pair of capsules")
    schema = _struct_in(pair[0], Schema, source)
    return _struct_in(pair[1], Array, source), schema, pair


#: The most levels of a schema's fields.
DEPTH = 64


def difference(a: Any, b: Any) -> Optional[str]:
    """None if arrays of both schemas have the same layout and their structs the same names of fields; else
    where they differ."""
    pairs = [(ctypes.pointer(a), ctypes.pointer(b), 1, False)]
    while pairs:
        x, y, depth, named = pairs.pop()
        if not (x and y):
            return "a schema has no content"
        a, b = x[0], y[0]
        found = _field_difference(a, b)
        if found is not None:
            return found
        if named and (a.name or b"") != (b.name or b""):
            return "a field has another name"
        if depth > DEPTH:
            return "the fields are nested too deeply"
        for x, y in reversed(list(zip(children(a), children(b)))):
            pairs.append((x, y, depth + 1, a.format == b"+s"))
        if a.dictionary:
            pairs.append((a.dictionary, b.dictionary, depth + 1, False))
    return None


def _field_difference(a: Any, b: Any) -> Optional[str]:
    if not (a.release and b.release) or a.format is None or b.format is None:
        return "a schema has no content"
    if a.format != b.format:
        return "a field has another type"
    if a.n_children != b.n_children or a.n_children < 0:
        return "the number of fields differs"
    if bool(a.dictionary) != bool(b.dictionary):
        return "a field is a dictionary in one of them only"
    if a.n_children and not (a.children and b.children):
        return "a schema has no content"
    return None


def children(struct: Any) -> Any:
    """Pointers to a struct's children."""
    return struct.children[: struct.n_children] if struct.n_children else ()
