"""Values -> bytes: packed scalars and headers of containers."""

from __future__ import annotations

import struct

from .numbers import (
    PYPY,
    pack_i8,
    pack_i16,
    pack_i32,
    pack_i64,
    pack_u8,
    pack_u16,
    pack_u32,
    pack_u64,
)

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Callable, Optional

    #: length -> header; which function is used depends on the options.
    Head = Callable[[int], bytes]

MAX_LENGTH = 2**32 - 1

_pack_ext8 = struct.Struct(">BBb").pack
_pack_ext16 = struct.Struct(">BHb").pack
_pack_ext32 = struct.Struct(">BIb").pack


def _heads(head: bytes, numbers: Sequence[int]) -> tuple[bytes, ...]:
    """The head with each of the numbers (0 to 255) after it."""
    size, count = len(head) + 1, len(numbers)
    joined = bytearray((head + b"\x00") * count)
    joined[len(head) :: size] = bytes(numbers)
    return struct.unpack(f"{size}s" * count, joined)


#: The packed integers -128 to 255, indexed by themselves: negative ones count from the end.
SMALL_INTS: tuple[bytes, ...] = (
    *_heads(b"", range(128)),
    *_heads(b"\xcc", range(128, 256)),
    *_heads(b"\xd0", range(256 - 128, 256 - 32)),
    *_heads(b"", range(256 - 32, 256)),
)

FIXSTR_HEADS: tuple[bytes, ...] = _heads(b"", range(0xA0, 0xC0))
FIXMAP_HEADS: tuple[bytes, ...] = _heads(b"", range(0x80, 0x90))
FIXARRAY_HEADS: tuple[bytes, ...] = _heads(b"", range(0x90, 0xA0))
_FIXEXT = {1: 0xD4, 2: 0xD5, 4: 0xD6, 8: 0xD7, 16: 0xD8}
_BOOLS = bytes.maketrans(b"\x00\x01", b"\xc2\xc3")


# Headers. struct.error means a length over MAX_LENGTH.


def str_head(n: int) -> bytes:
    if n < 32:
        return FIXSTR_HEADS[n]
    if n <= 0xFF:
        return pack_u8(0xD9, n)
    return pack_u16(0xDA, n) if n <= 0xFFFF else pack_u32(0xDB, n)


def str_head_old(n: int) -> bytes:
    """Without str8, which the first version of MessagePack did not have; used for bytes too."""
    if n < 32:
        return FIXSTR_HEADS[n]
    return pack_u16(0xDA, n) if n <= 0xFFFF else pack_u32(0xDB, n)


def bin_head(n: int) -> bytes:
    if n <= 0xFF:
        return pack_u8(0xC4, n)
    return pack_u16(0xC5, n) if n <= 0xFFFF else pack_u32(0xC6, n)


def array_head(n: int) -> bytes:
    if n < 16:
        return FIXARRAY_HEADS[n]
    return pack_u16(0xDC, n) if n <= 0xFFFF else pack_u32(0xDD, n)


def map_head(n: int) -> bytes:
    if n < 16:
        return FIXMAP_HEADS[n]
    return pack_u16(0xDE, n) if n <= 0xFFFF else pack_u32(0xDF, n)


def ext_head(code: int, n: int) -> bytes:
    if n in _FIXEXT:
        return pack_i8(_FIXEXT[n], code)
    if n <= 0xFF:
        return _pack_ext8(0xC7, n, code)
    return _pack_ext16(0xC8, n, code) if n <= 0xFFFF else _pack_ext32(0xC9, n, code)


def pack_int(value: int) -> Any:
    """The packed integer, or None outside -2**63 .. 2**64-1."""
    if -128 <= value <= 255:
        return SMALL_INTS[value]
    if value >= 0:
        if value <= 0xFFFF:
            return pack_u16(0xCD, value)
        if value <= 0xFFFFFFFF:
            return pack_u32(0xCE, value)
        return pack_u64(0xCF, value) if value <= 0xFFFFFFFFFFFFFFFF else None
    if value >= -0x8000:
        return pack_i16(0xD1, value)
    if value >= -0x80000000:
        return pack_i32(0xD2, value)
    return pack_i64(0xD3, value) if value >= -0x8000000000000000 else None


def number_list(items: Sequence[Any], double: bool) -> Optional[bytes]:
    """The packed elements of a list of bools, integers or floats; None for other lists.

    double: floats are written as float64. ``items`` must not change meanwhile.
    """
    if PYPY:
        return None
    first = type(items[0])
    if first is not float and first is not int and first is not bool:
        return None
    if type(items[-1]) is not first or len(set(map(type, items))) != 1:
        return None
    if first is bool:
        return bytes(items).translate(_BOOLS)
    if first is int:
        return _int_list(items)
    if not double:
        return None
    payload = struct.pack(f">{len(items)}d", *items)
    out = bytearray(b"\xcb") * (9 * len(items))
    for i in range(8):
        out[i + 1 :: 9] = payload[i::8]
    return bytes(out)


def _int_list(items: Sequence[int]) -> Optional[bytes]:
    low, high = min(items), max(items)
    if low >= -32 and high <= 127:
        return bytes(items) if low >= 0 else struct.pack(f"{len(items)}b", *items)
    if low < -(2**63) or high >= 2**64:
        return None
    # The most common sizes first.
    if low < -(2**31) or high >= 2**32:
        return b"".join(
            [
                pack_u64(0xCF, v) if v > 0xFFFFFFFF else pack_i64(0xD3, v) if v < -0x80000000 else pack_int(v)
                for v in items
            ]
        )
    return b"".join(
        [
            SMALL_INTS[v]
            if -128 <= v <= 255
            else pack_u16(0xCD, v)
            if 0 < v <= 0xFFFF
            else pack_i16(0xD1, v)
            if -0x8000 <= v < 0
            else pack_u32(0xCE, v)
            if v > 0
            else pack_i32(0xD2, v)
            for v in items
        ]
    )


#: The headers of lengths up to 255, by the function that makes them.
STR_HEADS: tuple[bytes, ...] = (*FIXSTR_HEADS, *_heads(b"\xd9", range(32, 256)))
STR_HEADS_OLD: tuple[bytes, ...] = (*FIXSTR_HEADS, *_heads(b"\xda\x00", range(32, 256)))
BIN_HEADS: tuple[bytes, ...] = _heads(b"\xc4", range(256))
