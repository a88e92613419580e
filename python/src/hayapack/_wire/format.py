"""What each format byte means: its name, type and sizes. Every table is made of NAMES."""

from __future__ import annotations

from sys import intern

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

# This module is imported by every program: what the formats have in common is worked out once for each name, not
# once for each of the 256 bytes.

#: The names of the formats, as the specification has them; c1 is "never used" there. Names and types are interned,
#: since the tool compares them with `is`.
NAMES: tuple[str, ...] = (
    *[intern("positive fixint")] * 128,
    *["fixmap"] * 16,
    *["fixarray"] * 16,
    *["fixstr"] * 32,
    *map(intern, "nil reserved bool bool bin8 bin16 bin32 ext8 ext16 ext32 float32 float64".split()),
    *map(intern, "uint8 uint16 uint32 uint64 int8 int16 int32 int64".split()),
    *map(intern, "fixext1 fixext2 fixext4 fixext8 fixext16 str8 str16 str32".split()),
    *map(intern, "array16 array32 map16 map32".split()),
    *[intern("negative fixint")] * 32,
)


def _type(name: str) -> str:
    return intern(name.rpartition(" ")[2].rstrip("0123456789").replace("fix", "").replace("uint", "int"))


#: The type of each format byte: nil, bool, int, float, str, bin, ext, array, map or reserved.
TYPES: tuple[str, ...] = tuple(map({name: _type(name) for name in dict.fromkeys(NAMES)}.__getitem__, NAMES))

# Kinds of values, as far as the limits distinguish them.
SCALAR, STR, BIN, EXT, ARRAY, MAP, RESERVED = range(7)
_KINDS = {"str": STR, "bin": BIN, "ext": EXT, "array": ARRAY, "map": MAP, "reserved": RESERVED}
_KINDS.update(dict.fromkeys(("nil", "bool", "int", "float"), SCALAR))
KINDS: tuple[int, ...] = tuple(map(_KINDS.__getitem__, TYPES))

#: The codes of struct for numbers after the format byte.
NUMBER_CODES: dict[int, str] = dict(zip(range(0xCA, 0xD4), "fdBHIQbhiq"))


def _width(format_byte: int) -> int:
    """The number at the end of a format's name: bits, or bytes of a fixext."""
    name = NAMES[format_byte]
    return int(name[len(name.rstrip("0123456789")) :])


#: Bytes of the length after the format byte.
LENGTH_WIDTHS: dict[int, int] = {
    format_byte: _width(format_byte) // 8
    for format_byte in range(0xC4, 0xE0)
    if KINDS[format_byte] != SCALAR and not NAMES[format_byte].startswith("fix")
}


def _size(format_byte: int) -> int:
    if KINDS[format_byte] == SCALAR:
        return 1 + _width(format_byte) // 8 if format_byte in NUMBER_CODES else 1
    return 2 + _width(format_byte) if NAMES[format_byte].startswith("fixext") else 0


#: Size of the whole value in bytes where it is fixed; 0 where a length follows, and for containers
#: and the reserved byte.
SIZES: tuple[int, ...] = (
    *[1] * 0x80,
    *[0] * 0x20,
    *range(1, 33),  # fixstr
    *map(_size, range(0xC0, 0xE0)),
    *[1] * 0x20,
)

#: The value of each format byte that is a whole value; None for others (and for nil).
ONE_BYTE_VALUES: tuple[Any, ...] = (*range(128), *[None] * 66, False, True, *[None] * 28, *range(-32, 0))

#: The format bytes of those values, for bytes.translate(None, …).
ONE_BYTE_LEADS: bytes = bytes([*range(0x80), 0xC0, 0xC2, 0xC3, *range(0xE0, 0x100)])

#: The largest nesting of containers in a map's key, where arrays become tuples or a hook may make
#: them hashable. Hashing a nested tuple recurses in C.
KEY_DEPTH = 128

#: The ext type of a typed value: a .NET type name and a value.
TYPED_CODE = 100

#: The ext type of the id of an object that occurs several times.
ID_CODE = 92

#: The only type that can have no value.
OBJECT = b"System.Object"

#: How a message is compressed: not, or by the ext type of MessagePack-CSharp's framing.
PLAIN, BLOCK_ARRAY, BLOCK = 0, 98, 99

LIMIT_NAMES: dict[int, str] = {
    STR: "str_limit",
    BIN: "bin_limit",
    EXT: "ext_limit",
    ARRAY: "array_limit",
    MAP: "map_limit",
}


def head_size(format_byte: int) -> int:
    """Size of the header in bytes: format byte, length and ext type."""
    width = LENGTH_WIDTHS.get(format_byte, 0)
    return 1 + width + (KINDS[format_byte] == EXT)


def head_count(buf: Any, at: int) -> int:
    """The declared length or count of the header at ``at``: bytes, elements or entries."""
    format_byte: int = buf[at]
    width = LENGTH_WIDTHS.get(format_byte)
    if width == 1:
        return buf[at + 1]  # type: ignore[no-any-return]
    if width is not None:
        return int.from_bytes(buf[at + 1 : at + 1 + width], "big")
    size = SIZES[format_byte]
    if size:
        return size - head_size(format_byte)
    return format_byte & 0x0F


def typed_values(buf: Any, start: int, end: int) -> int:
    """The number of values in the payload of an ext 100, which begins with a str: 2, or 1 for the
    name System.Object alone."""
    name = start + head_size(buf[start])
    if buf[name : min(name + 13, end)] != OBJECT or name + head_count(buf, start) != end:
        return 2
    return 1 if end == name + 13 or buf[name + 13] == 0x2C else 2
