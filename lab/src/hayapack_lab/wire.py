"""The size of a value in MessagePack, in its shortest form."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from .values import Ext

# The parts of a message, with their names in reports.
PARTS = {
    "keys": "map keys",
    "text": "text",
    "binary": "byte strings",
    "integers": "integers",
    "floats": "floats",
    "constants": "true, false and nil",
    "extensions": "timestamps and extensions",
    "structure": "headers of arrays and maps",
}
UNHELD = ("extensions", 0)  # for values that MessagePack can't represent

# (largest length, size of the header); headers of greater lengths have LONG bytes.
LONG = 5
TEXT_HEADS = ((31, 1), (255, 2), (65535, 3))
BINARY_HEADS = ((255, 2), (65535, 3))
CONTAINER_HEADS = ((15, 1), (65535, 3))


def sized(value: object) -> tuple[str, int]:
    """(part, bytes) of a value other than an array or a map.

    0 bytes: MessagePack can't represent it.
    """
    found = _KINDS.get(type(value))
    if found is None:
        found = next((f for kind, f in _KINDS.items() if isinstance(value, kind)), None)
        if found is None:
            return UNHELD
    part, size = found
    return part, size(value)


def key_size(key: object) -> int:
    """Bytes of a map's key, which may be an array, with its content."""
    size, waiting = 0, [key]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            size += container_head(item)
            waiting.extend(item)
        else:
            size += sized(item)[1]
    return size


def container_head(container: Collection) -> int:
    return _head(len(container), CONTAINER_HEADS)


def _head(length: int, ladder: tuple[tuple[int, int], ...]) -> int:
    for most, size in ladder:
        if length <= most:
            return size
    return LONG


def _text(text: str) -> int:
    """Bytes in UTF-8; a lone surrogate counts three bytes."""
    length = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return length + _head(length, TEXT_HEADS)


def _binary(data: bytes) -> int:
    return len(data) + _head(len(data), BINARY_HEADS)


def _integer(value: int) -> int:
    if -32 <= value < 128:
        return 1
    # Negative integers need a sign bit; positive ones can be unsigned.
    bits = value.bit_length() if value > 0 else (~value).bit_length() + 1
    for size in (1, 2, 4, 8):
        if bits <= 8 * size:
            return 1 + size
    return 0


def _timestamp(value: datetime) -> int:
    seconds = value.timestamp()
    if not 0 <= seconds < 1 << 34:
        return 15
    return 10 if value.microsecond or seconds >= 1 << 32 else 6


def _extension(value: Ext) -> int:
    length = len(value.data)
    head = 2 if length in (1, 2, 4, 8, 16) else 1 + _head(length, BINARY_HEADS)
    return length + head


_KINDS = {
    str: ("text", _text),
    bool: ("constants", lambda _: 1),  # before int, its base class
    int: ("integers", _integer),
    float: ("floats", lambda _: 9),
    type(None): ("constants", lambda _: 1),
    bytes: ("binary", _binary),
    bytearray: ("binary", _binary),
    datetime: ("extensions", _timestamp),
    Ext: ("extensions", _extension),
}
