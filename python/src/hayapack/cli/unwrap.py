"""Messages that are compressed as a whole: MessagePack-CSharp's LZ4 framings."""

from __future__ import annotations

from typing import Any

from .. import Fragment, Unpacker, UnpackException, packb, unpackb
from . import compressed, tokens
from .outcome import BadData, Usage
from .runs import Run
from .tokens import BIN, EXT, INT

LIMIT = 1 << 30  # bytes of one message's content
RATIO = 255  # no LZ4 block holds more than this many times its own length


def compress(message: bytes, framing: str) -> bytes:
    """A message in LZ4; framing: "block-array" or "block". Short ones stay as they are."""
    options: Any = {"lz4": framing}
    try:
        return packb(Fragment(message, check=False), **options)
    except (ImportError, TypeError):
        raise Usage(compressed.MISSING.format(kind="LZ4", package="lz4")) from None


def opened(unit: Run) -> Run:
    """The content of an LZ4 message, checked to be one whole message."""
    try:
        content = _content(unit.data)
    except (ValueError, tokens.Truncated) as error:
        raise BadData(unit.blame(f"LZ4: {error}", 0)) from None
    inner = unit._replace(data=content, offset=0, outer=f"byte {unit.offset}: in its LZ4 content, ")
    unpacker = Unpacker(max_buffer_size=max(len(content), 1), strict_map_key=False)
    unpacker.feed(content)
    try:
        unpacker.skip()
        if unpacker.tell() < len(content):
            raise BadData(inner.blame("bytes after one whole value", unpacker.tell()))
    except UnpackException:
        raise BadData(inner.blame_error(_error_of(content))) from None
    return inner


def _error_of(content: bytes) -> UnpackException:
    try:
        unpackb(content, strict_map_key=False)
    except UnpackException as error:
        return error
    raise SystemError("hayapack: the scan and the decoder do not agree")


def _content(data: bytes) -> bytes:
    token = tokens.read(data, 0)
    if token.kind is EXT:
        size = tokens.read(data, token.body, token.end)
        return _blocks([_size(size)], [data[size.end : token.end]])
    sizes: list[int] = []
    blocks: list[bytes] = []
    first = tokens.read(data, token.body)
    at = first.body
    while at < first.end:
        size = tokens.read(data, at, first.end)
        sizes.append(_size(size))
        at = size.end
    while at < len(data):
        block = tokens.read(data, at)
        if block.kind is not BIN:
            raise ValueError(f"a {block.kind} in place of a block")
        blocks.append(data[block.body : block.end])
        at = block.end
    if len(sizes) != len(blocks):
        raise ValueError(f"{len(sizes)} sizes for {len(blocks)} blocks")
    return _blocks(sizes, blocks)


def _size(token: tokens.Token) -> int:
    if token.kind is not INT or token.value <= 0:
        raise ValueError("a declared size that is no positive integer")
    return int(token.value)


def _blocks(sizes: list[int], blocks: list[bytes]) -> bytes:
    if sum(sizes) > LIMIT:
        raise ValueError(f"{sum(sizes)} bytes declared, over the limit of {LIMIT}")
    for size, block in zip(sizes, blocks):
        if size > RATIO * len(block):
            raise ValueError(f"{size} bytes declared for a block of {len(block)}")
    lz4 = compressed.lz4_block()
    pieces = []
    for size, block in zip(sizes, blocks):
        try:
            piece = lz4.decompress(block, uncompressed_size=size)
        except lz4.LZ4BlockError as error:
            raise ValueError(str(error)) from None
        if len(piece) != size:
            raise ValueError(f"{size} bytes declared, {len(piece)} found")
        pieces.append(piece)
    return b"".join(pieces)
