"""How many bytes a shorter form of a value would save."""

from __future__ import annotations

from .._wire.writing import array_head, bin_head, ext_head, map_head, pack_int, str_head
from .tokens import ARRAY, BIN, EXT, EXT_TIMESTAMP, INT, MAP, STR, Buffer, Token

_HEADS = {STR: str_head, BIN: bin_head, ARRAY: array_head, MAP: map_head}


def spare(data: Buffer, at: int, token: Token) -> int:
    """The bytes that the shortest form of the same value would save."""
    kind = token.kind
    if kind is INT:
        return token.end - at - len(pack_int(token.value))
    if kind is EXT and token.ext == EXT_TIMESTAMP:
        return token.end - at - _timestamp_size(bytes(data[token.body : token.end]))
    if kind is EXT:
        return token.body - at - len(ext_head(token.ext, token.value))
    return token.body - at - len(_HEADS[kind](token.value)) if kind in _HEADS else 0


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
