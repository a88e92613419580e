"""The messages in an Arrow array, such as a column of Kafka records. As python/ext/columns/arrow/input_array.c."""

from __future__ import annotations

import ctypes

from .structs import array_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


def messages_of(source: Any) -> list[Optional[bytes]]:
    """The values of an Arrow array of binary or large_binary."""
    array, schema, _pair = array_of(source)
    width = {b"z": 4, b"Z": 8}.get(schema.format)
    length, first = array.length, array.offset
    sound = width and array.n_buffers == 3 and array.buffers and length >= 0 and first >= 0
    # The second so that no offset of a byte is too large.
    if not sound or first >= (1 << 63) // 16 - length or (length and not array.buffers[1]):
        raise TypeError("an Arrow array of messages must be of binary or large_binary")
    if not length:
        return []
    validity, places, data = array.buffers[:3]
    kind = ctypes.c_int32 if width == 4 else ctypes.c_int64
    ends = list((kind * (length + 1)).from_address(places + width * first))
    bits = None if not validity else ctypes.string_at(validity, (first + length + 7) // 8)
    found: list[Optional[bytes]] = []
    for row, (start, end) in enumerate(zip(ends, ends[1:]), first):
        if bits is not None and not bits[row >> 3] >> (row & 7) & 1:
            found.append(None)
            continue
        if start < 0 or end < start or end > ends[-1] or (end and not data):
            raise ValueError("the offsets of the Arrow array are not in order")
        found.append(ctypes.string_at(data + start, end - start) if end > start else b"")
    return found
