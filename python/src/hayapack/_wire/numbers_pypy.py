"""A format byte and a number -> bytes, with literal struct formats, which PyPy compiles best."""

import struct


def pack_u8(format_byte: int, value: int) -> bytes:
    return struct.pack(">BB", format_byte, value)


def pack_u16(format_byte: int, value: int) -> bytes:
    return struct.pack(">BH", format_byte, value)


def pack_u32(format_byte: int, value: int) -> bytes:
    return struct.pack(">BI", format_byte, value)


def pack_u64(format_byte: int, value: int) -> bytes:
    return struct.pack(">BQ", format_byte, value)


def pack_i8(format_byte: int, value: int) -> bytes:
    return struct.pack(">Bb", format_byte, value)


def pack_i16(format_byte: int, value: int) -> bytes:
    return struct.pack(">Bh", format_byte, value)


def pack_i32(format_byte: int, value: int) -> bytes:
    return struct.pack(">Bi", format_byte, value)


def pack_i64(format_byte: int, value: int) -> bytes:
    return struct.pack(">Bq", format_byte, value)


def pack_float32(format_byte: int, value: float) -> bytes:
    return struct.pack(">Bf", format_byte, value)


def pack_float64(format_byte: int, value: float) -> bytes:
    return struct.pack(">Bd", format_byte, value)


def pack_float64_pair(format_byte: int, value: float, format_byte2: int, value2: float) -> bytes:
    return struct.pack(">BdBd", format_byte, value, format_byte2, value2)
