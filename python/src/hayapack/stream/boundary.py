"""Boundaries: exact ones by a scan, probable ones near an offset by consensus."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from .. import Fragment, OutOfData, TruncatedError, Unpacker, UnpackException, backend
from .._core.first_error import Walk
from .._errors import make_errors
from .._wire.format import ARRAY, KINDS, MAP, head_count, head_size
from .._wire.scan import Limits

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

    from .. import Buffer

# "as": other modules of this package take it from here
if backend == "native" and not TYPE_CHECKING:
    from .._native import guess_boundary
    from .._native import scan_messages as scan_messages
else:
    from .._fallback.split.guess_boundary import guess_boundary
    from .._fallback.split.scan_messages import scan_messages as scan_messages

#: Of the head of a file: the most bytes, and the most messages, that are looked at.
HEAD_BYTES = 65536
HEAD_MESSAGES = 100

#: The head grows up to so many bytes if its first message is longer.
HEAD_MOST = 16 << 20

#: The first bytes of a first key that count as a shape; these, and the longest header before them.
_KEY_BYTES = 64
SHAPE_BYTES = _KEY_BYTES + 5

#: The default window: at most so many bytes.
WINDOW_MOST = 16384

#: A guess begins no value after it has scanned so many times the bytes of its window and of the longest value.
WORK = 120

_FIRST_READ = 65536

#: What guess_boundary() returns if it needs more data.
_MORE = -2


class Boundaries(NamedTuple):
    """offsets: an array of int64, where messages begin; count: the number of messages; end: the
    offset after the last one."""

    offsets: array[int]
    count: int  # type: ignore[assignment]  # hides tuple.count
    end: int


class Fault(NamedTuple):
    """name: of the error, "truncated" if a message is incomplete; offset: where, or for "truncated"
    the least size that is needed; start: of the message."""

    name: str
    offset: int
    start: int


def boundaries(buf: Buffer, every: int = 1, start: int = 0, stop: Optional[int] = None) -> Boundaries:
    """Where the messages in buf begin that start at `start` or after it and before `stop`.

    every: only the first message and each `every`-th one after it are in ``offsets``; all are counted.
    start: a boundary. stop: None is the end. The last message may end after `stop`. An incomplete
    message at the end of buf is not counted: then ``end`` is less than the size of buf. A compressed
    message (ext 98, 99) is one message, whose content is not looked at.

    Checks the structure as :class:`Unpacker` does with strict_map_key=False, but no UTF-8. Raises
    FormatError and StackError, with the offset in buf; ValueError if start, stop or every is out of
    range. The GIL is released while bytes are scanned.
    """
    data: Any = buf  # mypy knows of few types that memoryview() takes
    size = memoryview(data).nbytes
    offsets = array("q")
    _, count, end, name, at = scan_messages(data, start, size if stop is None else stop, every, 0, 0, 0, offsets)
    if name is not None and name != "truncated":
        raise error_at(memoryview(data).cast("B")[end:], Fault(name, at, end))
    return Boundaries(offsets, count, end)


def int64(data: bytes) -> array[int]:
    numbers = array("q")
    numbers.frombytes(data)
    return numbers


def error_at(message: Any, fault: Fault, size: Optional[int] = None) -> Exception:
    """The exception for a fault in the message, of which a view from its first byte on is given.

    size: its bytes up to the end of the source, if the view has not all of them. A message that the source ends in has
    the offset and the path that unpackb() gives, if the view is whole (and, for the pure back end, has at most HEAD_MOST
    bytes). Of another message of more than HEAD_MOST bytes up to the fault the path is not looked for; if it is
    truncated, the offset is that of the message.
    """
    size = len(message) if size is None else size
    if fault.name == "truncated" and size == len(message) and (backend == "native" or size <= HEAD_MOST):
        try:
            Fragment(message)  # checks the message without making objects
        except TruncatedError as error:
            return moved(error, fault.start).with_traceback(None)
        except UnpackException:  # a str that is not UTF-8, for example, which a scan does not look for
            pass
    known = bytes(message[: min(fault.offset - fault.start + 16, HEAD_MOST)])
    if fault.name != "truncated":
        unpacker = Unpacker(max_buffer_size=1 << 62, strict_map_key=False)  # the scan has no limits either
        unpacker.feed(known)
        try:
            unpacker.skip()
        except OutOfData:  # the path would be that of a value after HEAD_MOST bytes
            pass
        except UnpackException as error:
            if (error.name, error.offset) == (fault.name, fault.offset - fault.start):
                return moved(error, fault.start).with_traceback(None)
    walk = Walk(known, 0, len(known), Limits(), check_text=False, check_time=False, check_counts=False)
    found = walk.find()
    at = fault.offset - fault.start
    if fault.name == "truncated":  # its offset is how much is needed
        whole = len(known) == size
        at = found.offset if whole and found is not None and found.name == "truncated" else 0
    same = found is not None and (found.name, found.offset) == (fault.name, at)
    path = walk.path() if same else None
    facts = found.facts if same and found is not None else None
    left = size - at
    return make_errors.unpack_error(fault.name, bytes(message[at : at + 16]), left, fault.start + at, path, facts)


def moved(error: Any, by: int) -> Any:
    """The error with its offset, in the attribute and the text, increased."""
    if by:
        old, new = f"byte {error.offset}", f"byte {error.offset + by}"
        error.offset += by
        if getattr(error, "message", ""):
            error.message = error.message.replace(old, new, 1)
        elif error.args and isinstance(error.args[0], str):
            error.args = (error.args[0].replace(old, new, 1), *error.args[1:])
    return error


class Head(NamedTuple):
    """What is known of a stream from its first messages. shapes: kind, and first key or length."""

    shapes: frozenset[bytes]
    longest: int


def shape(data: Any, at: int) -> bytes:
    """The kind of the message at data[at], with the first key of a map, or the length of an array."""
    kind = KINDS[data[at]]
    after = at + head_size(data[at])
    if kind not in (MAP, ARRAY) or after > len(data):
        return bytes([kind])
    count = head_count(data, at)
    if kind == ARRAY or not count:
        return b"%d %d" % (kind, count)
    key = bytes(data[after : after + _KEY_BYTES])
    _, _, end, name, _ = scan_messages(key, 0, min(1, len(key)), 1, 0, 0, 0)
    return b"%d:" % kind + (key[:end] if name is None else key)


def head_of(data: Any) -> Optional[Head]:
    """None: data has no whole message."""
    found, count, end, _, _ = scan_messages(data, 0, len(data), 1, 0, 0, 0)
    if not count:
        return None
    starts = [*int64(found)[: HEAD_MESSAGES + 1], end][: HEAD_MESSAGES + 1]
    view = memoryview(data)
    shapes = frozenset(shape(view, at) for at in starts[:-1])
    return Head(shapes, max(after - at for at, after in zip(starts, starts[1:])))


class Guess:
    """The parameters of a guess, which with the bytes near an offset determine it."""

    def __init__(
        self, head: Optional[Head], window: Optional[int], most: Optional[int], max_message: Optional[int]
    ) -> None:
        longest = head.longest if head else 1024
        self.shapes = head.shapes if head and max_message is None else frozenset()
        self.window = max_message or window or max(min(2 * longest, WINDOW_MOST), 64)
        self.most = max_message or most or max(4 * longest, 64)
        if any(given is not None and given < 1 for given in (window, most, max_message)):
            raise ValueError("window, most and max_message must be positive")
        self.work = 0  # bytes scanned by the last guess

    def near(self, fetch: Callable[[int, int], Any], size: int, at: int) -> Optional[int]:
        """fetch(offset, n): bytes of the stream, which has `size` bytes. No byte is fetched twice."""
        if at <= 0 or at >= size:
            return max(0, min(at, size))
        low = max(0, at - self.window)
        limit = at + self.window + self.most - low
        near = _Near(fetch, low, min(limit + self.most, size - low))
        near.grow(max(4 * self.window, _FIRST_READ))
        budget = WORK * (self.window + self.most)
        self.work = 0
        while True:
            left = max(budget - self.work, 0)
            pos, work = guess_boundary(near.data, at - low, limit, self.most, left, near.whole)
            self.work += work
            if pos != _MORE:
                break
            near.grow(len(near.data))
        if pos >= 0 and self.shapes and low + pos != size:
            pos = self._step(near, pos, limit, budget)
        return low + pos if pos >= 0 else None

    def _step(self, near: _Near, pos: int, limit: int, budget: int) -> int:
        """Goes on value by value, at most to `limit`, to one with the shape of a head message. -1: there is none."""
        while True:
            data = memoryview(near.data)
            found, _, end, name, _ = scan_messages(data, pos, min(limit, len(data)), 1, 0, 0, 0)
            self.work += (len(data) if name else end) - pos
            for start in [*int64(found), end]:
                if start > limit or self.work > budget:
                    return -1
                if len(data) - start < (1 if near.whole else SHAPE_BYTES):
                    break
                if shape(data, start) in self.shapes:
                    return start
                self.work += _KEY_BYTES
            else:
                if name != "truncated":
                    return -1
            if near.whole:
                return -1
            pos = start
            near.grow(len(data))


class _Near:
    """The bytes of a stream from offset `low` on, of which at most `reach` are fetched. whole: all of them are."""

    def __init__(self, fetch: Callable[[int, int], Any], low: int, reach: int) -> None:
        self._fetch, self._low, self._reach = fetch, low, reach
        self.data = b""
        self.whole = False

    def grow(self, more: int) -> None:
        have = len(self.data)
        self.data += bytes(self._fetch(self._low + have, min(more, self._reach - have)))
        self.whole = len(self.data) >= self._reach


def find_boundary(
    buf: Buffer,
    at: int,
    *,
    head: Optional[Buffer] = None,
    window: Optional[int] = None,
    most: Optional[int] = None,
    max_message: Optional[int] = None,
) -> Optional[int]:
    """A probable boundary at or after offset `at` of buf, or None if none is found.

    It is where the values that begin anywhere in the `window` bytes before `at` agree, and from there
    the first one with the shape of a message in the head. Values of more than `most` bytes do not
    count. head: the first bytes of the stream, if buf is a part of it (default: those of buf); window:
    by default twice the longest message in the head, at most 16 KiB; most: by default four times.
    max_message: the caller's promise that no message has more bytes. In a sound stream the result, if
    any, is then a boundary; otherwise it may be wrong, mostly inside a message longer than `window`.

    Scans at most 128 times (window + most) bytes, whatever they are, and then finds nothing.
    """
    data: Any = buf
    with memoryview(data) as view, view.cast("B") as flat:
        first = flat[:HEAD_BYTES] if head is None else head
        guess = Guess(head_of(first), window, most, max_message)
        return guess.near(lambda offset, n: flat[offset : offset + n], len(flat), at)
