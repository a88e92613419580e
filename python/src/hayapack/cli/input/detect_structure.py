"""Recognizes formats whose first bytes may well be MessagePack, by their structure."""

from __future__ import annotations

import io
import struct

PICKLE_PROTOCOLS = range(2, 6)  # older ones have no header, and are mostly text


def is_pickle(start: bytes) -> bool:
    """Whether these are the opcodes of a pickle, up to its end or the end of these bytes.

    80 02 is an empty map and the integer 2.
    """
    if start[:1] != b"\x80" or start[1:2] == b"" or start[1] not in PICKLE_PROTOCOLS:
        return False
    import pickletools

    stream = io.BytesIO(start)
    opcodes, frame = 0, False
    try:
        for opcode, argument, _ in pickletools.genops(stream):
            opcodes += 1
            if opcode.name == "FRAME" and opcodes == 2:
                frame = 0 < (argument or 0) < 1 << 40
    except ValueError:  # an unknown opcode, or the end of these bytes
        # Large bytes are outside of frames: their length in 4 or 8 bytes follows their opcode.
        large = len(start) >= 1024 and start[6] == 0
        return stream.tell() == len(start) and (frame or large or opcodes > 2)
    # An opcode at least between the first and the last.
    return opcodes > 2


# --- BSON

#: Bytes of an element's value by its type, where they are fixed.
BSON_SIZES = {
    0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16, 0x7F: 0, 0xFF: 0,
}  # fmt: skip
#: Bytes of the value in addition to those that the length in it counts.
BSON_LENGTHS = {0x02: 4, 0x03: 0, 0x04: 0, 0x05: 5, 0x0C: 16, 0x0D: 4, 0x0E: 4, 0x0F: 0}


def is_bson(start: bytes) -> bool:
    """Whether these begin with a document that has an element: names and values in it, and its end
    at the offset that its length gives, as far as these bytes go."""
    if len(start) < 8:
        return False
    end = _length(start, 0)
    at = 4
    while at < min(end, len(start)) - 1:
        kind, name = start[at], start.find(b"\0", at + 1)
        if kind == 0 or name < 0 or not _is_name(start[at + 1 : name]):
            break
        at = name + 1
        if kind in BSON_SIZES:
            at += BSON_SIZES[kind]
        elif kind in BSON_LENGTHS and at + 4 <= len(start):
            length = _length(start, at)
            if not 0 < length < 1 << 24:
                return False
            at += length + BSON_LENGTHS[kind]
        else:
            return False
        if at > end - 1:
            return False
    if end <= len(start):
        return at > 4 and at == end - 1 and start[at] == 0
    return end < 1 << 24 and at > 16 and at + 1 >= len(start)


def _is_name(name: bytes) -> bool:
    return name.isascii() and name.decode("ascii", "replace").isprintable() and len(name) > 0


def _length(data: bytes, at: int) -> int:
    value: int = struct.unpack_from("<i", data, at)[0]
    return value


# --- Arrow

ARROW_LARGEST = 1 << 24  # bytes of a schema


def is_arrow_stream(start: bytes) -> bool:
    """Whether these begin with Arrow's message of a schema, a table of FlatBuffers.

    Its first 12 bytes are 12 integers.
    """
    if start[:4] != b"\xff\xff\xff\xff" or len(start) < 24:
        return False
    size, root = struct.unpack_from("<II", start, 4)
    table = 8 + root
    if size % 8 or not 8 <= size < ARROW_LARGEST or root % 4 or not 4 <= root < size or table + 4 > len(start):
        return False
    fields = table - _length(start, table)  # the offset of the table's list of fields
    if not 8 <= fields <= len(start) - 4:
        return False
    list_size, table_size = struct.unpack_from("<HH", start, fields)
    return 4 <= list_size <= 16 and list_size % 2 == 0 and 4 <= table_size <= 64
