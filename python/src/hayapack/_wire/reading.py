"""Bytes -> numbers: functions of struct, indexed by the format byte."""

from __future__ import annotations

import struct

from .format import NUMBER_CODES

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

#: Numbers of fixed size: format byte -> unpack_from for the bytes after it, else None.
NUMBERS: tuple[Any, ...] = tuple(
    struct.Struct(">" + NUMBER_CODES[format_byte]).unpack_from if format_byte in NUMBER_CODES else None
    for format_byte in range(256)
)

#: iter_unpack, or None, for consecutive numbers; it skips their format bytes.
NUMBER_RUNS: tuple[Any, ...] = tuple(
    struct.Struct(">x" + NUMBER_CODES[format_byte]).iter_unpack if format_byte in NUMBER_CODES else None
    for format_byte in range(256)
)

#: Short lists of numbers: format byte -> [length] -> unpack_from, or None.
SHORT_RUN_MAX = 8
SHORT_RUNS: tuple[Any, ...] = tuple(
    [struct.Struct(">" + f"x{NUMBER_CODES[format_byte]}" * n).unpack_from for n in range(SHORT_RUN_MAX)]
    if format_byte in NUMBER_CODES
    else None
    for format_byte in range(256)
)
