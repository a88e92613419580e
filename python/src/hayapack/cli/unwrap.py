"""Messages that are compressed as a whole: MessagePack-CSharp's LZ4 framings."""

from __future__ import annotations

from typing import Any

from .. import Fragment, Unpacker, UnpackException, decompress, packb, unpackb
from . import compressed
from .outcome import BadData, Usage
from .runs import Run, words

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
        content = decompress(unit.data, max_lz4_size=LIMIT)
    except ImportError:
        raise Usage(compressed.MISSING.format(kind="LZ4", package="lz4")) from None
    except UnpackException as error:
        raise BadData(unit.blame(f"LZ4: {words(error)}", 0)) from None
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
