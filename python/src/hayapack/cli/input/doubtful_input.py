"""What may be wrong with an input that can be read as MessagePack, but hardly is, or with one that can't be read: said in
a line, with what to do."""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from typing import Callable, Optional

SAMPLE = 64 << 10  # bytes at the beginning that are examined
FIRST = 1024  # bytes in which messages begin that are counted
CHAIN = 8  # so many messages in a row are enough
HEADER = 64  # bytes of the longest header before the messages
LETTERS = re.compile(rb"[A-Za-z]")
SINGLE = 32  # bytes of the shortest message that is recognized alone after a header
NOISE = 4096  # bytes whose distribution is looked at
LEAST_NOISE = 512  # fewer bytes have none

Length = Callable[[bytes, int], Optional["tuple[int, int]"]]

CBOR = "this looks like CBOR: cbor2 reads it"
UNREADABLE = "perhaps this is not MessagePack, or is compressed or encrypted"
NOISY = f"nearly all bytes are equally frequent: {UNREADABLE}"
UNZLIB = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))"


def remark(data: bytes) -> Optional[str]:
    """The remark on an input that begins with data; None for usual ones."""
    if not data:
        return None
    data = data[:SAMPLE]
    container = _is_container(data[0])
    for name, length, least in PREFIXES:
        if _is_framed(data, length, least + container):
            return (
                f"before each message is its length, {name}, which is shown as numbers: a program that reads the length,"
                " and then so many bytes as a message, gets the messages alone"
            )
    starts, damaged = _first_messages(data)
    messages, singles = len(starts) - 1, sum([stop - start == 1 for start, stop in zip(starts, starts[1:])])
    odd = damaged or (singles >= 3 and 2 * singles >= messages)
    if (odd or not container) and _is_cbor(data):
        return CBOR
    if _is_zlib(data):
        return f"this looks like zlib's compressed data: `python3 -c '{UNZLIB}' < FILE | hayapack` reads it"
    if container:
        return NOISY if odd and _is_noise(data, starts) else None
    if singles >= 3 and 2 * singles > messages and _is_protobuf(data):
        return "this looks like protobuf: `protoc --decode_raw < FILE` shows it"
    header = _header(data, starts, damaged)
    if header:
        advice = f"`tail -c +{header + 1} FILE | hayapack` reads them"
        return f"messages begin at byte {header}, perhaps after a header: {advice}"
    if messages >= 32 and singles >= 0.8 * messages and not all(byte < 0x80 or byte >= 0xE0 for byte in data):
        return f"most messages are single bytes: {UNREADABLE}"
    if odd and _is_noise(data, starts):
        return NOISY
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

    found, _, end, name, _ = scan_messages(data, 0, min(len(data), FIRST), 1, 0, 0, 0)
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
    ("in 8 bytes, little-endian", _fixed(8, "little"), 1),
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
    """Whether maps or arrays of one shape begin there that go on to the end, or are CHAIN. A single one must be long, and
    letters must be before it."""
    from ...stream.boundary import shape

    start, found, shapes = at, 0, set()
    while found < CHAIN and (end := _end_of(data, at)) is not None:
        shapes.add(shape(data, at))
        at, found = end, found + 1
    if found == 1:
        return at == len(data) and at - start >= SINGLE and len(LETTERS.findall(data[:start])) >= 3
    return len(shapes) == 1 and (found == CHAIN or (found >= 3 and at == len(data)))


# --- other formats

_BYTES, _TEXT, _ARRAY, _MAP, _TAG = range(2, 7)  # CBOR's major types


class _Level:
    """An open item of CBOR. left: values that follow; inf: up to a break."""

    def __init__(self, left: float, is_map: bool) -> None:
        self.left, self.is_map, self.at_key = left, is_map, True


def _is_cbor(data: bytes) -> bool:
    """Whether this is CBOR, as far as it goes: to the end of the one or of the first item, or to 8 values or more. It is a
    map, or an array that begins with one; the keys of maps are texts."""
    if data[0] >> 5 not in (_ARRAY, _MAP) or len(data) < 4:
        return False
    at = values = 0
    levels = [_Level(1, False)]
    while True:
        while levels and not levels[-1].left:
            levels.pop()
        if not levels or at >= len(data):
            break
        level, major, short = levels[-1], data[at] >> 5, data[at] & 31
        if data[at] == 0xFF and level.left == math.inf:
            level.left, at = 0, at + 1
            continue
        open_end = short == 31 and major in (_BYTES, _TEXT, _ARRAY, _MAP)
        if (short > 27 and not open_end) or (level.is_map and level.at_key and major != _TEXT):
            return False
        size = 1 << short - 24 if 24 <= short <= 27 else 0
        count = int.from_bytes(data[at + 1 : at + 1 + size], "big") if size else short
        at, values = at + 1 + size, values + 1
        if values == 2 and data[0] >> 5 == _ARRAY and major != _MAP:
            return False
        if major != _TAG:
            level.left -= 1
            level.at_key = not level.at_key
        if major in (_ARRAY, _MAP) or open_end:
            left = math.inf if open_end else count * (2 if major == _MAP else 1)
            levels.append(_Level(left, major == _MAP))
        elif major in (_BYTES, _TEXT):
            if major == _TEXT and at + count <= len(data) and not _is_text(data[at : at + count]):
                return False
            at += count
    if levels or at > len(data):  # the sample ends
        return values >= CHAIN
    return values > 2 and (at == len(data) or data[at] >> 5 == data[0] >> 5)


def _is_zlib(data: bytes) -> bool:
    """Whether this is a zlib stream, up to its end or the end of these bytes."""
    if data[0] != 0x78 or len(data) < 8:
        return False
    stream = zlib.decompressobj()
    try:
        made = stream.decompress(data, SAMPLE)
    except zlib.error:
        return False
    return stream.eof or len(made) >= 64


def _is_noise(data: bytes, starts: list[int]) -> bool:
    """Whether the bytes are distributed as by chance. starts: those of the first messages, of which a few are needed: a
    long bin may be encrypted, and go on after the sample. Integers alone may be random."""
    if starts[-1] >= min(len(data), FIRST) or len(starts) <= (3 if len(data) < SAMPLE else CHAIN):
        return False
    data = data[:NOISE]
    if len(data) < LEAST_NOISE or all(byte < 0x80 or byte >= 0xE0 for byte in data):
        return False
    size = len(data)
    bits = -sum(n / size * math.log2(n / size) for n in Counter(data).values())  # of entropy, in each byte
    # Of as many random bytes it is less than 8: by their average, four standard deviations, and what compression leaves.
    return bits >= 8 - (255 / 2 + 4 * math.sqrt(255 / 2)) / (size * math.log(2)) - 0.02


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


BLANKS = dict.fromkeys(b"\t\n\r", " ")


def _is_text(data: bytes) -> bool:
    try:
        return data.decode().translate(BLANKS).isprintable()
    except UnicodeDecodeError:
        return False
