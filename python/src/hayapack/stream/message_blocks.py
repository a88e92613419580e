"""Blocks of whole messages, read from the first on; where a damaged stream goes on."""

from __future__ import annotations

from .. import BufferFull
from .boundary import HEAD_BYTES, SHAPE_BYTES, Fault, error_at, scan_messages
from .compressed import Content
from .long_messages import TooFar, end_of
from .recovery import Effort, Shapes
from .source import Source

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Optional, Union

    from .source import Given

    #: What is called with the (start, stop) that is jumped over and the error at start.
    Damaged = Callable[[int, int, Exception], object]

#: A message may have so many times the bytes of a block.
LONGEST = 8

#: What is read first after damage: there may be more of it nearby.
_RESUMED = 4 << 10


def blocks(
    source: Given,
    start: int = 0,
    stop: Optional[int] = None,
    size: int = 16 << 20,
    *,
    damaged: Optional[Damaged] = None,
    longest: Optional[int] = None,
) -> Iterator[tuple[int, Union[bytes, memoryview]]]:
    """(offset, bytes) of whole messages: all that begin at `start`, a boundary, or after it and before `stop`.

    size: bytes that are read at once; longest: the most bytes of a message (8 times as many), else BufferFull is
    raised, also with `damaged`. The bytes are a bytes-like object, and offsets in a .gz or .zst file are those in its content. Raises
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
) -> Iterator[tuple[int, Union[bytes, memoryview]]]:
    """blocks(); feed has read() for the content of the source."""
    pos, want = start, size
    usual = size  # bytes that are read at once; after damage fewer
    effort = Effort()
    head: bytes = feed.read(start, HEAD_BYTES) if opened.compressed and damaged else b""
    shapes: Optional[Shapes] = None
    long = _Long(opened, Effort.WORK * ((opened.size if stop is None else stop) - start))
    while stop is None or pos < stop:
        data = feed.read(pos, want)
        broken = feed.error if opened.compressed else None
        if not data and broken is None:
            return
        limit = len(data) if stop is None else min(len(data), stop - pos)
        _, _, end, name, at = scan_messages(data, 0, limit, 1, 1 << 62, 0, 0)
        if end:
            yield pos, data if end == len(data) else memoryview(data)[:end]
            usual = min(2 * usual, size)
            pos, want = pos + end, usual
        if data and (name is None or (name == "truncated" and end)):
            continue
        if broken and name in (None, "truncated") and len(data) < want:  # the content ends here
            if damaged is None:
                del broken
                feed.fail()
            damaged(pos, pos + len(data), broken)
            return
        effort.reach(pos - end + len(data) - start)
        cut = name == "truncated" and len(data) == want  # there may be more
        if cut and want < longest and (damaged is None or effort.left >= 2 * want):
            want = min(want * 2, longest)
            continue
        given_up = cut and want < longest
        error = (
            _too_long(pos, want) if cut else error_at(memoryview(data)[end:], Fault(name or "", pos - end + at, pos))
        )
        if damaged is None:
            try:
                raise error
            finally:
                del error  # the frames in its traceback must not refer to it
        shapes = shapes or Shapes(head if opened.compressed else opened.read(0, HEAD_BYTES))
        if cut and not given_up and long.is_sound(pos, shapes):
            raise error
        if name == "truncated" and not shapes.known:
            # The source ends inside its first message: what looks like messages is inside of it.
            damaged(pos, pos + len(data), error)
            return
        effort.spent += len(data) - end
        resumed = shapes.find(feed.read, pos, name or "", effort, start, stop)
        damaged(pos, resumed, error)
        usual = min(_RESUMED, size)
        pos, want = resumed, usual


def content_blocks(source: Source, content: Content) -> Iterator[tuple[int, Union[bytes, memoryview]]]:
    """blocks() of the content of a source from its frame on; messages may have any length."""
    return _blocks(source, content, source.frame[0], None, 16 << 20, None, 1 << 62)


class _Long:
    """Tells messages that are longer than the buffer from damage that only declares so many bytes.

    budget: bytes that may be read for that.
    """

    def __init__(self, source: Source, budget: int) -> None:
        self._source, self._budget = source, budget

    def is_sound(self, pos: int, shapes: Shapes) -> bool:
        """Whether a message may begin at pos: it ends where the stream goes on, or that cannot be seen."""
        if not self._source.seeks or not shapes.known:
            return True
        try:
            end, used = end_of(self._source, pos, self._budget)
        except TooFar:
            return True
        self._budget -= used
        if end is None:
            return False
        return end == self._source.size or shapes.has_one(self._source.read(end, SHAPE_BYTES))


def _too_long(pos: int, want: int) -> BufferFull:
    error = BufferFull(f"byte {pos}: a message of more than {want} bytes: use larger blocks")
    error.offset = pos
    return error
