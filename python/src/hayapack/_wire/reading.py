"""Bytes -> numbers: functions of struct, indexed by the format byte; and whether bytes are text."""

from __future__ import annotations

import struct

from .format import NUMBER_CODES

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Union


def is_utf8(payload: Union[bytes, memoryview]) -> bool:
    try:
        str(payload, "utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _by_format_byte(made: dict[int, Any]) -> tuple[Any, ...]:
    return tuple(map(made.get, range(256)))


#: Numbers of fixed size: format byte -> unpack_from for the bytes after it, else None.
NUMBERS: tuple[Any, ...] = _by_format_byte(
    {format_byte: struct.Struct(">" + code).unpack_from for format_byte, code in NUMBER_CODES.items()}
)

#: iter_unpack, or None, for consecutive numbers; it skips their format bytes.
NUMBER_RUNS: tuple[Any, ...] = _by_format_byte(
    {format_byte: struct.Struct(">x" + code).iter_unpack for format_byte, code in NUMBER_CODES.items()}
)

#: Short lists of numbers: format byte -> [length] -> unpack_from, or None.
SHORT_RUN_MAX = 8
SHORT_RUNS: tuple[Any, ...] = _by_format_byte(
    {
        format_byte: [struct.Struct(">" + f"x{code}" * n).unpack_from for n in range(SHORT_RUN_MAX)]
        for format_byte, code in NUMBER_CODES.items()
    }
)
