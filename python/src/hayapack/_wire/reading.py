"""Bytes -> numbers: functions of struct, indexed by the format byte."""

from __future__ import annotations

import struct

from .format import NUMBER_CODES

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

#: Numbers of fixed size: format byte -> unpack_from for the bytes after it, else None.
NUMBERS: tuple[Any, ...] = tuple(
    struct.Struct(">" + NUMBER_CODES[lead]).unpack_from if lead in NUMBER_CODES else None for lead in range(256)
)

#: iter_unpack, or None, for consecutive numbers; it skips their format bytes.
NUMBER_RUNS: tuple[Any, ...] = tuple(
    struct.Struct(">x" + NUMBER_CODES[lead]).iter_unpack if lead in NUMBER_CODES else None
    for lead in range(256)
)

#: Short lists of numbers: format byte -> [length] -> unpack_from, or None.
SHORT_RUN_MAX = 8
SHORT_RUNS: tuple[Any, ...] = tuple(
    [struct.Struct(">" + f"x{NUMBER_CODES[lead]}" * n).unpack_from for n in range(SHORT_RUN_MAX)]
    if lead in NUMBER_CODES
    else None
    for lead in range(256)
)
