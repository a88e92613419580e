"""What may be wrong with an input that can be read as MessagePack, but hardly is: said in a line, with what to do.

Only inputs that begin with something else than a map or an array are looked at.
"""

from __future__ import annotations

from typing import Callable, Optional

SAMPLE = 64 << 10  # bytes at the beginning that are examined
CHAIN = 8  # so many messages in a row are enough
HEADER = 64  # bytes of the longest header before the messages

Length = Callable[[bytes, int], Optional["tuple[int, int]"]]


def remark(data: bytes) -> Optional[str]:
    """The remark on an input that begins with data; None for usual ones."""
    if not data or _is_container(data[0]):
        return None
    data = data[:SAMPLE]
    for name, length, least in PREFIXES:
        if _is_framed(data, length, least):
            return (
                f"before each message is its length, {name}, which is shown as numbers: docs/tool.md#framed-messages"
                " has a program that reads such files"
            )
    if _is_cbor(data):
        return "this looks like CBOR: cbor2 reads it"
    starts, damaged = _first_messages(data)
    messages, singles = len(starts) - 1, sum([stop - start == 1 for start, stop in zip(starts, starts[1:])])
    if singles >= 3 and 2 * singles > messages and _is_protobuf(data):
        return "this looks like protobuf: `protoc --decode_raw < FILE` shows it"
    header = _header(data, starts, damaged)
    if header:
        advice = f"`tail -c +{header + 1} FILE | hayapack` reads them"
        return f"messages begin at byte {header}, perhaps after a header: {advice}"
    if messages >= 32 and singles >= 0.8 * messages and not all(byte < 0x80 or byte >= 0xE0 for byte in data):
        return "most messages are single bytes: perhaps this is not MessagePack, or is compressed or encrypted"
    return None


def _is_container(byte: int) -> bool:
    """Whether a map or an array begins with this byte."""
    return 0x80 <= byte <= 0x9F or 0xDC <= byte <= 0xDF


def _end_of(data: bytes, at: int) -> Optional[int]:
    """The end of the map or array that begins there; None for another value, and if it is damaged or cut."""
    from ...stream.boundary import scan_messages

    if at >= len(data) or not _is_container(data[at]):
        return None
    _, count, end, _, _ = scan_messages(data, at, at + 1, 1, 0, 0, 0)
    return end if count else None


def _first_messages(data: bytes) -> tuple[list[int], bool]:
    """(offsets of the first messages and the end of the last one, whether what follows is damaged)."""
    from ...stream.boundary import int64, scan_messages

    found, _, end, name, _ = scan_messages(data, 0, min(len(data), 1024), 1, 0, 0, 0)
    return [*int64(found), end], name not in (None, "truncated")


# --- lengths before messages


def _fixed(size: int, order: str) -> Length:
    def length(data: bytes, at: int) -> Optional[tuple[int, int]]:
        end = at + size
        return (int.from_bytes(data[at:end], order), end) if end <= len(data) else None  # type: ignore[arg-type]

    return length


def _varint(data: bytes, at: int) -> Optional[tuple[int, int]]:
    """(value, end) of a number in groups of 7 bits, the lowest first."""
    value = 0
    for n in range(10):
        if at + n >= len(data):
            return None
        byte = data[at + n]
        value |= (byte & 0x7F) << 7 * n
        if byte < 0x80:
            return value, at + n + 1
    return None


#: Each with the least number of messages that show it, if these are all.
PREFIXES: "tuple[tuple[str, Length, int], ...]" = (
    ("in 4 bytes, big-endian", _fixed(4, "big"), 1),
    ("in 4 bytes, little-endian", _fixed(4, "little"), 1),
    ("in 8 bytes, big-endian", _fixed(8, "big"), 1),
    ("in 2 bytes, big-endian", _fixed(2, "big"), 2),
    ("in 2 bytes, little-endian", _fixed(2, "little"), 2),
    ("as a varint", _varint, 3),
)


def _is_framed(data: bytes, length: Length, least: int) -> bool:
    at = found = 0
    while found < CHAIN and at < len(data):
        read = length(data, at)
        if read is None:
            break
        size, start = read
        if start + size > len(data):
            break  # the sample ends, perhaps
        if _end_of(data, start) != start + size:
            return False
        found, at = found + 1, start + size
    return found >= max(least, 3) or (found >= least and at == len(data))


def _header(data: bytes, starts: list[int], damaged: bool) -> int:
    """Where the messages begin, if they are all maps or arrays of one shape but for what would be integers, or damaged,
    before them; else 0."""
    first = next((n for n, start in enumerate(starts[:-1]) if _is_container(data[start])), None)
    if first is not None:
        return first if 3 <= first <= HEADER and starts[first] == first and _is_chain(data, first) else 0
    if damaged:
        return next((start for start in range(3, min(HEADER, len(data))) if _is_chain(data, start)), 0)
    return 0


def _is_chain(data: bytes, at: int) -> bool:
    """Whether maps or arrays of one shape begin there that go on to the end, or are CHAIN."""
    from ...stream.boundary import shape

    found, shapes = 0, set()
    while found < CHAIN and (end := _end_of(data, at)) is not None:
        shapes.add(shape(data, at))
        at, found = end, found + 1
    return len(shapes) == 1 and (found == CHAIN or (found >= 3 and at == len(data)))


# --- other formats


def _is_cbor(data: bytes) -> bool:
    """Whether this is a CBOR map whose first key is a text, as far as it goes: to the end, or to 8 values or more."""
    if not (0xA1 <= data[0] <= 0xB9) or len(data) < 4:
        return False
    at, left, values = 0, 1, 0
    while left and at < len(data):
        major, short = data[at] >> 5, data[at] & 31
        size = 1 << short - 24 if 24 <= short <= 27 else 0
        if 27 < short or at + 1 + size > len(data):
            return short <= 27 and values >= CHAIN
        count = int.from_bytes(data[at + 1 : at + 1 + size], "big") if size else short
        at += 1 + size
        left, values = left - 1, values + 1
        if values == 2 and major != 3:
            return False
        if major in (2, 3):
            text = data[at : at + count]
            at += count
            if at > len(data):
                return values >= CHAIN
            if major == 3 and not _is_text(text):
                return False
        elif major in (4, 5):
            left += count * (major - 3)
        elif major == 6:
            left += 1
    return not left and (at == len(data) or data[at] >> 5 == 5)


def _is_protobuf(data: bytes) -> bool:
    """Whether this is a message with a text among at least two fields, as far as it goes."""
    at = fields = texts = 0
    while at < len(data):
        tag = _varint(data, at)
        if tag is None:
            return False
        number, kind, at = tag[0] >> 3, tag[0] & 7, tag[1]
        if not 0 < number < 1 << 29 or kind not in (0, 1, 2, 5):
            return False
        if kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            value = _varint(data, at)
            if value is None:
                return False
            at = value[1]
            if kind == 2:
                texts += value[0] > 1 and _is_text(data[at : at + value[0]])
                at += value[0]
        fields += 1
    return texts > 0 and fields >= 2 and (at == len(data) or len(data) == SAMPLE)


def _is_text(data: bytes) -> bool:
    try:
        return data.decode().isprintable()
    except UnicodeDecodeError:
        return False
