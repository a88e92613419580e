"""A format byte and a number -> bytes, by the faster method for this Python."""

from .output import PYPY

TYPE_CHECKING = False  # see hayapack/__init__.py

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
