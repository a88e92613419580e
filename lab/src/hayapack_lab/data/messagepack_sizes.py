"""The size of a value in MessagePack, in its shortest form."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from hayapack import Packer

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

_PACKER = Packer(datetime=True, unicode_errors="surrogatepass")  # a lone surrogate counts three bytes


def sized(value: object) -> tuple[str, int]:
    """(part, bytes) of a value other than an array or a map.

    0 bytes: MessagePack can't represent it.
    """
    part = _PARTS.get(type(value)) or next((p for kind, p in _PARTS.items() if isinstance(value, kind)), None)
    if part is None:
        return UNHELD
    if part == "extensions":
        return part, _extension(value)
    try:
        return part, len(_PACKER.pack(value))
    except OverflowError:
        return part, 0


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
    return len(_PACKER.pack_array_header(len(container)))  # a map's has the same size


def _extension(value: datetime | Ext) -> int:
    if isinstance(value, Ext):
        return len(_PACKER.pack_ext_type(value.code, value.data))
    return len(_PACKER.pack(value if value.tzinfo else value.astimezone()))


_PARTS = {
    str: "text",
    bool: "constants",  # before int, its base class
    int: "integers",
    float: "floats",
    type(None): "constants",
    bytes: "binary",
    bytearray: "binary",
    datetime: "extensions",
    Ext: "extensions",
}
