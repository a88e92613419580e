"""Blocks of whole messages, read from the first on; where a damaged stream goes on."""

from __future__ import annotations

import re

from .. import BufferFull
from .._wire.format import ARRAY, KINDS, MAP
from .boundary import HEAD_BYTES, SHAPE_BYTES, Fault, error_at, head_of, int64, scan_messages, shape
from .compressed import Content
from .source import Source

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Optional

    #: What is called with the (start, stop) that is jumped over and the error at start.
    Damaged = Callable[[int, int, Exception], Any]

#: So many messages with the shapes of the head in a row are taken for the stream, after damage.
CHAIN = 8

#: A message may have so many times the bytes of a block.
LONGEST = 8

#: The search scans at most so many bytes for each one that it searches; a candidate counts as LEAST bytes or more.
_WORK = 16
_LEAST = 64


def blocks(
    source: Any,
    start: int = 0,
    stop: Optional[int] = None,
    size: int = 16 << 20,
    *,
    damaged: Optional[Damaged] = None,
    longest: Optional[int] = None,
) -> Iterator[tuple[int, Any]]:
    """(offset, bytes) of whole messages: all that begin at `start`, a boundary, or after it and before `stop`.

    size: bytes that are read at once; longest: the most bytes of a message (8 times as many), else BufferFull is
    raised. The bytes are a bytes-like object, and offsets in a .gz or .zst file are those in its content. Raises
    FormatError, StackError, and TruncatedError if the source ends inside a message, with the offset, after what is
    before it; of a compressed file EOFError if it ends inside a frame, ValueError if that is damaged. damaged: called
    instead, as damaged(start, resumed, error): then the stream goes on at `resumed`, where 8 messages like the first
    ones of the source follow each other, or as many as there are before the end. After an error of a compressed frame
    the rest of the file is left out.
    """
    if size < 1:
        raise ValueError("size must be positive")
    opened = source if isinstance(source, Source) else Source(source)
    feed = Content(opened) if opened.compressed else opened
    yield from _blocks(opened, feed, start, stop, size, damaged, longest or size * LONGEST)


def _blocks(
    opened: Source,
    feed: Any,
    start: int,
    stop: Optional[int],
    size: int,
    damaged: Optional[Damaged],
    longest: int,
) -> Iterator[tuple[int, Any]]:
    """blocks(); feed has read() for the content of the source."""
    pos, want = start, size
    head: bytes = b""
    shapes: Optional[Shapes] = None
    while stop is None or pos < stop:
        data = feed.read(pos, want)
        broken = feed.error if opened.compressed else None
        if not data and broken is None:
            return
        head = head or data[:HEAD_BYTES]
        limit = len(data) if stop is None else min(len(data), stop - pos)
        _, _, end, name, at = scan_messages(data, 0, limit, 1, 1 << 62, 0, 0)
        if end:
            yield pos, data if end == len(data) else memoryview(data)[:end]
            pos, want = pos + end, size
        if data and (name is None or (name == "truncated" and end)):
            continue
        if broken and name in (None, "truncated") and len(data) < want:  # the content ends here
            if damaged is None:
                raise broken
            damaged(pos, pos + len(data), broken)
            return
        cut = name == "truncated" and len(data) == want  # there may be more
        if cut and want < longest:
            want = min(want * 2, longest)
            continue
        error = (
            _too_long(pos, want) if cut else error_at(memoryview(data)[end:], Fault(name or "", pos - end + at, pos))
        )
        if damaged is None:
            raise error
        shapes = shapes or Shapes(head if opened.compressed else opened.read(0, HEAD_BYTES))
        resumed = _resumed(feed, pos + 1, stop, max(size, 2 * CHAIN * shapes.most), shapes)
        damaged(pos, resumed, error)
        pos, want = resumed, size


def content_blocks(source: Source, content: Content) -> Iterator[tuple[int, Any]]:
    """blocks() of the content of a source from its frame on; messages may have any length."""
    return _blocks(source, content, source.frame[0], None, 16 << 20, None, 1 << 62)


def _resumed(feed: Any, pos: int, stop: Optional[int], size: int, shapes: Shapes) -> int:
    """The first offset from pos on where the stream goes on: `stop` or the end of the source at the latest."""
    while True:
        want = size if stop is None else min(size, stop - pos)
        data = feed.read(pos, want)
        last = len(data) < size
        at, found = shapes.find_chain(data, whole=last)
        pos += at
        if found or last:
            return pos


def _too_long(pos: int, want: int) -> BufferFull:
    error = BufferFull(f"byte {pos}: a message of more than {want} bytes: use larger blocks")
    error.offset = pos
    return error


class Shapes:
    """What messages of the stream look like, by its first bytes. If these have no message: maps and arrays, those
    of a chain like its first one."""

    def __init__(self, head: bytes) -> None:
        known = head_of(head)
        found, _, _, _, _ = scan_messages(head, 0, len(head), 1, 0, 0, 0)
        kinds = {KINDS[head[at]] for at in int64(found)} or {MAP, ARRAY}
        first = b"".join(b"\\x%02x" % byte for byte in range(256) if KINDS[byte] in kinds)
        self._shapes = known.shapes if known else None
        self._candidates = re.compile(b"[" + first + b"]")
        #: Longer messages do not count.
        self.most = max(4 * known.longest, 1024) if known else 65536

    def find_chain(self, data: Any, *, whole: bool) -> tuple[int, bool]:
        """(offset, True): of the first chain of CHAIN messages; whole: data goes to the end of the source, where
        a chain may be shorter. (offset, False): there is none before it; more data may show one there."""
        view = memoryview(data)
        work = _WORK * len(view)
        for match in self._candidates.finditer(view):
            at = match.start()
            found, scanned = self._chain(view, at, whole)
            if found is not False:
                return at, found is True
            work -= max(scanned, _LEAST)
            if work < 0:
                break
        return len(view), False

    def _chain(self, view: memoryview, start: int, whole: bool) -> tuple[Optional[bool], int]:
        """Whether a chain starts there, None if that takes more data; and the bytes that were scanned."""
        shapes, at = self._shapes, start
        for _ in range(CHAIN):
            if at == len(view) and whole and at > start:
                return True, at - start
            if len(view) - at < SHAPE_BYTES and not whole:
                return None, at - start
            if at == len(view):
                return False, at - start
            looks = shape(view, at)
            shapes = shapes or frozenset([looks])
            if looks not in shapes:
                return False, at - start
            part = view[at : at + self.most]
            _, _, end, name, _ = scan_messages(part, 0, 1, 1, 0, 0, 0)
            if name:
                more = name == "truncated" and len(part) < self.most and not whole
                return None if more else False, at - start + len(part)
            at += end
        return True, at - start
