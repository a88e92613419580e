"""How many bytes a shorter form of a value would save."""

from __future__ import annotations

from .tokens import ARRAY, BIN, EXT, EXT_TIMESTAMP, INT, MAP, STR, Buffer, Token


def spare(data: Buffer, at: int, token: Token) -> int:
    """The bytes that the shortest form of the same value would save."""
    kind = token.kind
    if kind is INT:
        return token.end - at - _int_size(token.value)
    if kind is EXT and token.ext == EXT_TIMESTAMP:
        return token.end - at - _timestamp_size(bytes(data[token.body : token.end]))
    if kind in SHORTEST:
        return token.body - at - _head_size(kind, token.value)
    return 0


# The largest length for each header size: 1 byte, then headers with a length of 1, 2 and 4 bytes.
SHORTEST = {STR: 31, BIN: -1, ARRAY: 15, MAP: 15, EXT: -1}
FIXED_EXT = (1, 2, 4, 8, 16)


def _int_size(value: int) -> int:
    if -32 <= value < 128:
        return 1
    for size, least, most in ((2, -(2**7), 2**8), (3, -(2**15), 2**16), (5, -(2**31), 2**32)):
        if least <= value < most:
            return size
    return 9


def _head_size(kind: str, length: int) -> int:
    code = 1 if kind is EXT else 0
    if kind is EXT and length in FIXED_EXT:
        return 2
    if length <= SHORTEST[kind]:
        return 1
    if length < 2**8 and kind not in (ARRAY, MAP):
        return 2 + code
    return (3 if length < 2**16 else 5) + code


def _timestamp_size(payload: bytes) -> int:
    seconds, nanoseconds = int.from_bytes(payload[-8:], "big", signed=True), 0
    if len(payload) == 8:
        packed = int.from_bytes(payload, "big")
        seconds, nanoseconds = packed & 0x3_FFFF_FFFF, packed >> 34
    elif len(payload) == 12:
        nanoseconds = int.from_bytes(payload[:4], "big")
    else:
        return 2 + len(payload)
    if seconds >> 34:
        return 15
    return 10 if nanoseconds or seconds >> 32 else 6
