"""Compressed messages: MessagePack-CSharp's two framings of LZ4 blocks.

Reads and writes them for the pure back end, and for the native one where liblz4 is missing. Blocks
are handled by the package ``lz4``, imported on first use. The C core implements the same framings
(core/src/lz4.c); the shared vectors check that both agree.
"""

from __future__ import annotations

from .._core.first_error import Walk, raise_fault
from .._errors import make_errors
from .._wire.format import (
    ARRAY,
    BIN,
    BLOCK,
    BLOCK_ARRAY,
    EXT,
    KINDS,
    PLAIN,
    RESERVED,
    SIZES,
    head_count,
    head_size,
)
from .._wire.reading import NUMBERS
from .._wire.scan import Fault, Limits
from .._wire.writing import array_head, ext_head, pack_int

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional

    #: For each block: offset of the value that contains it, begin and end of its bytes, declared
    #: size of its content.
    _Blocks = list[tuple[int, int, int, int]]

#: Shorter messages are not compressed.
LEAST = 64

#: Uncompressed bytes per written block, except the last one.
PIECE = 65536

#: No LZ4 block decompresses to more than this many times its size.
RATIO_MAX = 255

#: The package can't compress more bytes at once.
_BLOCK_MAX = 0x7E000000

_NOT_DECLARED = "the declared size is missing"
_NOTHING = "a declared size is 0 or negative"
_RATIO = "a declared size is more than 255 times the size of its block"
_COUNT = "the number of declared sizes differs from the number of blocks"
_NO_BIN = "a block is not a bin"
_CONTENT = "a block does not decompress to its declared size"

_MISSING = (
    "LZ4 needs liblz4 and a compiled hayapack that was built with its headers, or the package lz4 (pip install lz4)"
)


def _blocks(lacking: str) -> Any:
    """The module lz4.block. lacking: why liblz4 can't be used; "" in the pure back end."""
    import importlib

    try:
        return importlib.import_module("lz4.block")
    except ImportError as error:
        reasons = "; ".join(filter(None, (lacking, str(error))))
        raise ModuleNotFoundError(f"{_MISSING}: {reasons}", name="lz4") from error


def detect(buf: Any, at: int, end: int) -> Optional[int]:
    """The form of the message at ``at`` by its first bytes; None if more bytes are needed."""
    if at >= end:
        return None
    wanted = BLOCK
    kind, head = KINDS[buf[at]], head_size(buf[at])
    if kind == ARRAY:
        if at + head > end:
            return None
        if not head_count(buf, at):
            return PLAIN
        at += head
        if at >= end:
            return None
        wanted = BLOCK_ARRAY
        kind, head = KINDS[buf[at]], head_size(buf[at])
    if kind != EXT:
        return PLAIN
    if at + head > end:
        return None
    return wanted if buf[at + head - 1] == wanted else PLAIN


# --- reading -----------------------------------------------------------------


def unframe(buf: bytes, limit: int, base: int = 0, lacking: str = "", within: str = "") -> Optional[tuple[bytes, int]]:
    """The content of the compressed message at the beginning of buf, and that message's end.

    None if it is not compressed. limit: largest allowed content in bytes; base: the offset of
    buf[0] in the stream; lacking: see _blocks(); within: what paths have after "$". All declared sizes are checked before anything is
    decompressed.
    """
    form = detect(buf, 0, len(buf))
    if not form:
        return None
    try:
        if form == BLOCK:
            blocks, end = _open_block(buf, limit)
        else:
            blocks, end = _open_array(buf, limit)
        return _decompress(buf, blocks, lacking), end
    except Fault as fault:
        _raise(fault, buf, base, within)


def _open_block(buf: bytes, limit: int) -> tuple[_Blocks, int]:
    start, end = _payload(buf, 0)
    size, start = _size(buf, start, end, 0)
    if size > limit:
        raise Fault("lz4_limit", 0, (size, limit))
    if size > RATIO_MAX * (end - start):
        raise Fault("invalid_lz4", 0, _RATIO)
    return [(0, start, end, size)], end


def _open_array(buf: bytes, limit: int) -> tuple[_Blocks, int]:
    left = head_count(buf, 0)
    at = head_size(buf[0])
    if left > len(buf) - at:
        raise Fault("truncated", 0, 0)
    ext = at
    start, at = _payload(buf, at)
    sizes = []
    while start < at:
        size, start = _size(buf, start, at, ext)
        sizes.append(size)
    if not sizes:
        raise Fault("invalid_lz4", ext, _NOT_DECLARED)
    if len(sizes) != left - 1:
        raise Fault("invalid_lz4", ext, _COUNT)
    total = sum(sizes)
    if total > limit:
        raise Fault("lz4_limit", ext, (min(total, 2**64 - 1), limit))
    blocks = []
    for size in sizes:
        if at < len(buf) and KINDS[buf[at]] not in (BIN, RESERVED):
            raise Fault("invalid_lz4", at, _NO_BIN)
        start, stop = _payload(buf, at)
        if size > RATIO_MAX * (stop - start):
            raise Fault("invalid_lz4", at, _RATIO)
        blocks.append((at, start, stop, size))
        at = stop
    return blocks, at


def _payload(buf: bytes, at: int) -> tuple[int, int]:
    """Begin and end of the content of the bin or ext at ``at``."""
    if at >= len(buf):
        raise Fault("truncated", at)
    if KINDS[buf[at]] == RESERVED:
        raise Fault("reserved_byte", at)
    start = at + head_size(buf[at])
    stop = start + head_count(buf, at) if start <= len(buf) else start
    if stop > len(buf):
        raise Fault("truncated", at)
    return start, stop


def _size(buf: bytes, at: int, end: int, holder: int) -> tuple[int, int]:
    """The declared size at ``at``, in the value whose content ends at ``end``, and the offset
    after it."""
    size = None
    if at < end:
        format_byte = buf[at]
        stop = at + SIZES[format_byte]
        if format_byte < 0x80 or format_byte >= 0xE0:
            size = format_byte if format_byte < 0x80 else 0
        elif 0xCC <= format_byte <= 0xD3 and stop <= end:
            size = NUMBERS[format_byte](buf, at + 1)[0]
    if size is None:
        raise Fault("invalid_lz4", holder, _NOT_DECLARED)
    if size <= 0:
        raise Fault("invalid_lz4", holder, _NOTHING)
    return size, stop


def _decompress(buf: bytes, blocks: _Blocks, lacking: str) -> bytes:
    lz4 = _blocks(lacking)
    view = memoryview(buf)
    pieces = []
    for at, start, stop, size in blocks:
        try:
            piece = lz4.decompress(view[start:stop], uncompressed_size=size)
        except (lz4.LZ4BlockError, ValueError, OverflowError):
            piece = b""
        if len(piece) != size:
            raise Fault("invalid_lz4", at, _CONTENT)
        pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _raise(fault: Fault, buf: bytes, base: int, within: str) -> NoReturn:
    walk = Walk(buf, 0, len(buf), Limits(), check_text=False, check_time=False, check_counts=False)
    walk.find(stop=fault.offset)
    raise_fault(fault, buf, base, "$" + within + walk.path()[1:])


# --- writing -----------------------------------------------------------------


def frame(message: bytes, form: int, level: int, obj: object, lacking: str = "") -> bytes:
    """The compressed form of a message, or the message itself if it is not compressed.

    obj: what was packed, for errors; lacking: see _blocks().
    """
    if len(message) < LEAST and not detect(message, 0, len(message)):
        return message
    lz4 = _blocks(lacking)
    if form == BLOCK:
        if len(message) > _BLOCK_MAX:
            raise make_errors.pack_error("too_long", obj, 0, ())
        block = _compress(lz4, message, level)
        size = b"\xd2" + len(message).to_bytes(4, "big")
        return ext_head(BLOCK, len(size) + len(block)) + size + block
    view = memoryview(message)
    pieces = [view[at : at + PIECE] for at in range(0, len(message), PIECE)]
    sizes = b"".join([pack_int(len(piece)) for piece in pieces])
    out = [array_head(len(pieces) + 1), ext_head(BLOCK_ARRAY, len(sizes)), sizes]
    for piece in pieces:
        block = _compress(lz4, piece, level)
        out += b"\xc6", len(block).to_bytes(4, "big"), block
    return b"".join(out)


def _compress(lz4: Any, piece: Any, level: int) -> bytes:
    if level:
        packed: bytes = lz4.compress(piece, mode="high_compression", compression=level, store_size=False)
    else:
        packed = lz4.compress(piece, store_size=False)
    return packed
