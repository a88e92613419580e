"""Compressed messages: MessagePack-CSharp's LZ4 framings."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from ... import Fragment, Unpacker, UnpackException, decompress, packb
from ..._core import tokens
from ..._core.tokens import BIN, EXT, INT
from ..common.exit_status import BadData, Usage
from ..input import compressed
from . import paths
from .events import Run, is_lz4, numbered, structure_error, words

LIMIT = 1 << 30  # largest decompressed message in bytes


def compress(message: bytes, framing: str) -> bytes:
    """Compresses a message; framing: "block-array" or "block". Short messages are returned
    unchanged."""
    options: Any = {"lz4": framing}
    try:
        return packb(Fragment(message, check=False), **options)
    except ImportError:
        raise Usage(compressed.missing("LZ4", "lz4")) from None


def opened(unit: Run) -> Optional[Run]:
    """The content of an LZ4 message, checked to be exactly one message; None if it is not LZ4.

    An ext 99 that can't be decompressed is assumed to be another program's if its declared size is
    not an int32, which every known writer of LZ4 uses.
    """
    if not unit.lz4 or unit.outer or not is_lz4(unit.data):
        return None
    try:
        content = decompress(unit.data, max_lz4_size=LIMIT)
    except ImportError:
        raise Usage(compressed.missing("LZ4", "lz4")) from None
    except UnpackException as error:
        if not _surely_lz4(unit.data):
            return None
        text = words(error)
        text = text if "LZ4" in text else f"LZ4: {text}"
        raise BadData(unit.blame(f"{text} (--no-lz4 shows the ext value)", error.offset)) from None
    inner = unit._replace(data=content, offset=0, outer=f"byte {unit.offset}: in its LZ4 content, ")
    unpacker = Unpacker(max_buffer_size=max(len(content), 1), max_depth=unit.max_depth, strict_map_key=False)
    unpacker.feed(content)
    try:
        unpacker.skip()
        if unpacker.tell() < len(content):
            raise BadData(inner.blame("extra data after one whole value", unpacker.tell()))
    except UnpackException:
        error = structure_error(content, unit.max_depth)
        place = f"byte {error.offset}: {words(error)}, at {paths.shortened(error.path or '$')}"
        raise BadData(inner.outer + place + numbered(unit.message)) from None
    return inner


def _surely_lz4(data: bytes) -> bool:
    """Whether a message that can't be decompressed is damaged LZ4 rather than another program's
    ext.

    That is the case if it has the parts that writers of LZ4 produce.
    """
    token = tokens.read(data, 0)
    if token.kind is EXT:
        return data[token.body : token.body + 1] == b"\xd2" and token.value > 5
    sizes = tokens.read(data, token.body)
    if not all([part.kind is INT for part in _scalars(data, sizes.body, sizes.end)]):
        return False
    return all([part.kind is BIN for part in _scalars(data, sizes.end, len(data))])


def _scalars(data: bytes, at: int, end: int) -> Iterator[tokens.Token]:
    """The values from `at` to `end`; nil for one that can't be read."""
    while at < end:
        try:
            token = tokens.read(data, at, end)
        except (tokens.Truncated, ValueError):
            yield tokens.read(b"\xc0", 0)
            return
        yield token
        at = token.end
