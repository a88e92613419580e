"""Tables indexed by the format byte, shared by the readers."""

from __future__ import annotations

import struct

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

#: Size of the whole value in bytes where it is fixed; 0 where a length follows, and for containers
#: and the reserved byte.
SIZES: tuple[int, ...] = (
    (1,) * 0x80
    + (0,) * 0x20
    + tuple(range(1, 33))
    + (1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 5, 9, 2, 3, 5, 9)
    + (2, 3, 5, 9, 3, 4, 6, 10, 18, 0, 0, 0, 0, 0, 0, 0)
    + (1,) * 0x20
)

#: The largest nesting of containers in a map's key, where arrays become tuples or a hook may make
#: them hashable. Hashing a nested tuple recurses in C.
KEY_DEPTH = 128

#: Bytes of the length after the format byte.
LENGTH_WIDTHS: dict[int, int] = {
    0xC4: 1,
    0xC5: 2,
    0xC6: 4,
    0xC7: 1,
    0xC8: 2,
    0xC9: 4,
    0xD9: 1,
    0xDA: 2,
    0xDB: 4,
    0xDC: 2,
    0xDD: 4,
    0xDE: 2,
    0xDF: 4,
}

_FORMATS = {
    0xCA: ">f",
    0xCB: ">d",
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    0xD3: ">q",
}

#: Numbers of fixed size: format byte -> unpack_from for the bytes after it, else None.
NUMBERS: tuple[Any, ...] = tuple(
    struct.Struct(_FORMATS[lead]).unpack_from if lead in _FORMATS else None for lead in range(256)
)

#: iter_unpack, or None, for consecutive numbers; it skips their format bytes.
NUMBER_RUNS: tuple[Any, ...] = tuple(
    struct.Struct(">x" + _FORMATS[lead][1]).iter_unpack if lead in _FORMATS else None
    for lead in range(256)
)

#: Short lists of numbers: format byte -> [length] -> unpack_from, or None.
SHORT_RUN_MAX = 8
SHORT_RUNS: tuple[Any, ...] = tuple(
    [struct.Struct(">" + f"x{_FORMATS[lead][1]}" * n).unpack_from for n in range(SHORT_RUN_MAX)]
    if lead in _FORMATS
    else None
    for lead in range(256)
)

#: The value of each format byte that is a whole value; None for others (and for nil).
ONE_BYTE_VALUES: tuple[Any, ...] = tuple(
    lead if lead < 0x80 else lead - 256 if lead >= 0xE0 else {0xC2: False, 0xC3: True}.get(lead)
    for lead in range(256)
)

#: The format bytes of those values, for bytes.translate(None, …).
ONE_BYTE_LEADS: bytes = bytes(
    lead for lead in range(256) if lead < 0x80 or lead >= 0xE0 or lead in (0xC0, 0xC2, 0xC3)
)

#: The ext type of a typed value: a .NET type name and a value.
TYPED_CODE = 100

#: The only type that can have no value.
OBJECT = b"System.Object"

#: How a message is compressed: not, or by the ext type of MessagePack-CSharp's framing.
PLAIN, BLOCK_ARRAY, BLOCK = 0, 98, 99

# Kinds of values, as far as the limits distinguish them.
SCALAR, STR, BIN, EXT, ARRAY, MAP, RESERVED = range(7)

KINDS: tuple[int, ...] = tuple(
    MAP
    if 0x80 <= lead < 0x90 or lead in (0xDE, 0xDF)
    else ARRAY
    if 0x90 <= lead < 0xA0 or lead in (0xDC, 0xDD)
    else STR
    if 0xA0 <= lead < 0xC0 or lead in (0xD9, 0xDA, 0xDB)
    else BIN
    if lead in (0xC4, 0xC5, 0xC6)
    else EXT
    if lead in (0xC7, 0xC8, 0xC9) or 0xD4 <= lead <= 0xD8
    else RESERVED
    if lead == 0xC1
    else SCALAR
    for lead in range(256)
)

LIMIT_NAMES: dict[int, str] = {
    STR: "str_limit",
    BIN: "bin_limit",
    EXT: "ext_limit",
    ARRAY: "array_limit",
    MAP: "map_limit",
}


def head_size(lead: int) -> int:
    """Size of the header in bytes: format byte, length and ext type."""
    width = LENGTH_WIDTHS.get(lead, 0)
    return 1 + width + (KINDS[lead] == EXT)


def head_count(buf: Any, at: int) -> int:
    """The declared length or count of the header at ``at``: bytes, elements or entries."""
    lead: int = buf[at]
    width = LENGTH_WIDTHS.get(lead)
    if width == 1:
        return buf[at + 1]  # type: ignore[no-any-return]
    if width is not None:
        return int.from_bytes(buf[at + 1 : at + 1 + width], "big")
    size = SIZES[lead]
    if size:
        return size - head_size(lead)
    return lead & 0x0F


def typed_values(buf: Any, start: int, end: int) -> int:
    """The number of values in the payload of an ext 100, which begins with a str: 2, or 1 for the
    name System.Object alone."""
    name = start + head_size(buf[start])
    if buf[name : min(name + 13, end)] != OBJECT or name + head_count(buf, start) != end:
        return 2
    return 1 if end == name + 13 or buf[name + 13] == 0x2C else 2
