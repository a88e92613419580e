"""A format byte and a number -> bytes, by the faster method for this Python."""

import sys

TYPE_CHECKING = False  # see hayapack/__init__.py

#: PyPy is fastest with plain loops and its own bytes builder; CPython with work done in C: lists
#: of parts, caches, one call for a whole list.
PYPY = sys.implementation.name == "pypy"

if TYPE_CHECKING or PYPY:
    from .numbers_pypy import (
        pack_float32,
        pack_float64,
        pack_float64_pair,
        pack_i8,
        pack_i16,
        pack_i32,
        pack_i64,
        pack_u8,
        pack_u16,
        pack_u32,
        pack_u64,
    )
else:
    from .numbers_cpython import (
        pack_float32,
        pack_float64,
        pack_float64_pair,
        pack_i8,
        pack_i16,
        pack_i32,
        pack_i64,
        pack_u8,
        pack_u16,
        pack_u32,
        pack_u64,
    )

__all__ = [
    "pack_float32",
    "pack_float64",
    "pack_float64_pair",
    "pack_i8",
    "pack_i16",
    "pack_i32",
    "pack_i64",
    "pack_u8",
    "pack_u16",
    "pack_u32",
    "pack_u64",
]
