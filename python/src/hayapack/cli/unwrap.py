"""Messages that are compressed as a whole: MessagePack-CSharp's LZ4 framings."""

from __future__ import annotations

from typing import Any

from .. import ExtType, Fragment, Unpacker, UnpackException, packb, unpackb
from . import compressed, tokens
from .outcome import BadData, Usage
from .runs import Run, head, words
from .tokens import ARRAY, EXT, EXT_LZ4_ARRAY

LIMIT = 1 << 30  # bytes of one message's content


def compress(message: bytes, framing: str) -> bytes:
    """A message in LZ4; framing: "block-array" or "block". Short ones stay as they are."""
    options: Any = {"lz4": framing}
    try:
        return packb(Fragment(message, check=False), **options)
    except ImportError:
        raise Usage(compressed.MISSING.format(kind="LZ4", package="lz4")) from None


def opened(unit: Run) -> Run:
    """The content of an LZ4 message, checked to be one whole message."""
    try:
        content = _content(unit.data)
    except ImportError:
        raise Usage(compressed.MISSING.format(kind="LZ4", package="lz4")) from None
    except UnpackException as error:
        raise BadData(unit.blame(f"LZ4: {words(error)}", 0)) from None
    except tokens.Truncated:
        raise BadData(unit.blame("LZ4: no declared size", 0)) from None
    except ValueError as error:
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
    """The bytes of the message that is compressed in this one.

    The library gives objects; it is asked for one that is made of exactly these bytes, a
    bin. Blocks are decompressed one after the other, so a first one, which holds the
    head of the bin, turns all that follows into its payload.
    """
    token = tokens.read(data, 0)
    if token.kind is EXT:
        size = tokens.read(data, token.body, token.end)
        declared = [size.value]
        blocks = packb(data[size.end : token.end])
    else:
        sizes = tokens.read(data, token.body)
        declared = _declared(data[sizes.body : sizes.end])
        blocks = data[sizes.end :]
    if any(not isinstance(size, int) or size <= 0 for size in declared):
        raise ValueError("a declared size that is no positive integer")
    if sum(declared) > LIMIT:
        raise ValueError(f"{sum(declared)} bytes declared, over the limit of {LIMIT}")
    start = b"\xc6" + sum(declared).to_bytes(4, "big")
    declared.insert(0, len(start))
    # As an LZ4 block: a token with the number of literals in its upper half, these.
    literals = packb(bytes([len(start) << 4]) + start)
    count = head(ARRAY, token.value + 1 if token.kind is ARRAY else 3)
    payload = b"".join([packb(size) for size in declared])
    message = b"".join([count, packb(ExtType(EXT_LZ4_ARRAY, payload)), literals, blocks])
    content: bytes = unpackb(message, lz4=True, max_lz4_size=LIMIT + len(start))
    return content


def _declared(data: bytes) -> list[int]:
    sizes, at = [], 0
    while at < len(data):
        size = tokens.read(data, at)
        sizes.append(size.value)
        at = size.end
    return sizes
