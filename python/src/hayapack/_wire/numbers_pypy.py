"""A format byte and a number -> bytes, with literal struct formats, which PyPy compiles best."""

import struct


def pack_u8(lead: int, value: int) -> bytes:
    return struct.pack(">BB", lead, value)


def pack_u16(lead: int, value: int) -> bytes:
    return struct.pack(">BH", lead, value)


def pack_u32(lead: int, value: int) -> bytes:
    return struct.pack(">BI", lead, value)


def pack_u64(lead: int, value: int) -> bytes:
    return struct.pack(">BQ", lead, value)


def pack_i8(lead: int, value: int) -> bytes:
    return struct.pack(">Bb", lead, value)


def pack_i16(lead: int, value: int) -> bytes:
    return struct.pack(">Bh", lead, value)


def pack_i32(lead: int, value: int) -> bytes:
    return struct.pack(">Bi", lead, value)


def pack_i64(lead: int, value: int) -> bytes:
    return struct.pack(">Bq", lead, value)


def pack_float32(lead: int, value: float) -> bytes:
    return struct.pack(">Bf", lead, value)


def pack_float64(lead: int, value: float) -> bytes:
    return struct.pack(">Bd", lead, value)


def pack_float64_pair(lead: int, value: float, lead2: int, value2: float) -> bytes:
    return struct.pack(">BdBd", lead, value, lead2, value2)
