"""Boundaries: exact ones by a scan, probable ones near an offset by consensus."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from .. import _errors, backend
from .._wire.check import Walk
from .._wire.format import ARRAY, KINDS, MAP, head_count, head_size
from .._wire.scan import Limits

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

if backend == "native":
    from .._native import guess_boundary, scan_messages
else:
    from .._fallback.split.guess import guess_boundary
    from .._fallback.split.messages import scan_messages

#: Of the head of a file: the most bytes, and the most messages, that are looked at.
HEAD_BYTES = 65536
HEAD_MESSAGES = 100

#: The head grows up to so many bytes if its first message is longer.
HEAD_MOST = 16 << 20

#: The first bytes of a first key that count as a shape.
_KEY_BYTES = 64

#: The default window: at most so many bytes.
WINDOW_MOST = 16384

#: A guess scans at most so many times the bytes of its window and of the longest message.
WORK = 128

_FIRST_READ = 65536


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


def boundaries(buf: Any, every: int = 1, start: int = 0, stop: Optional[int] = None, lz4: bool = False) -> Boundaries:
    """Where the messages in buf begin that start at `start` or after it and before `stop`.

    every: only the first message and each `every`-th one after it are in ``offsets``; all are counted.
    start: a boundary. stop: None is the end. The last message may end after `stop`. An incomplete
    message at the end of buf is not counted: then ``end`` is less than the size of buf. lz4: changes
    nothing, as a compressed message (ext 98, 99) is one message; its content is not looked at.

    Checks the structure as :class:`Unpacker` does with strict_map_key=False, but no UTF-8. Raises
    FormatError and StackError, with the offset in buf; ValueError if start, stop or every is out of
    range. The GIL is released while bytes are scanned.
    """
    del lz4
    size = memoryview(buf).nbytes
    found, count, end, name, at = scan_messages(buf, start, size if stop is None else stop, every, 0, 0, 0)
    if name is not None and name != "truncated":
        raise error_at(bytes(memoryview(buf).cast("B")[end : at + 16]), end, Fault(name, at, end))
    return Boundaries(int64(found), count, end)


def int64(data: bytes) -> array[int]:
    numbers = array("q")
    numbers.frombytes(data)
    return numbers


def error_at(message: bytes, base: int, fault: Fault) -> Exception:
    """The exception for a fault in a message, of which the bytes up to the fault, and some more, are given."""
    walk = Walk(message, 0, len(message), Limits(), check_text=False, check_time=False, check_counts=False)
    found = walk.find()
    at = fault.offset - base
    if fault.name == "truncated":  # its offset is how much is needed
        at = found.offset if found is not None and found.name == "truncated" else 0
    same = found is not None and (found.name, found.offset) == (fault.name, at)
    path = walk.path() if same else None
    facts = found.facts if same and found is not None else None
    return _errors.unpack_error(fault.name, message[at : at + 16], len(message) - at, base + at, path, facts)


class Head(NamedTuple):
    """What is known of a stream from its first messages. shapes: kind, and first key or length."""

    shapes: frozenset[bytes]
    longest: int


def shape(data: Any, at: int) -> bytes:
    """The kind of the message at data[at], with the first key of a map, or the length of an array."""
    kind = KINDS[data[at]]
    if kind not in (MAP, ARRAY):
        return bytes([kind])
    count = head_count(data, at)
    if kind == ARRAY or not count:
        return b"%d %d" % (kind, count)
    key = at + head_size(data[at])
    _, _, end, name, _ = scan_messages(data[key : key + _KEY_BYTES], 0, 1, 1, 0, 0, 0)
    return b"%d:" % kind + bytes(data[key : key + (end if name is None else _KEY_BYTES)])


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
        if self.window < 1 or self.most < 1:
            raise ValueError("window, most and max_message must be positive")
        self.work = 0  # bytes scanned by the last guess

    def near(self, fetch: Callable[[int, int], Any], size: int, at: int) -> Optional[int]:
        """fetch(offset, n): bytes of the stream, which has `size` bytes."""
        if at <= 0 or at >= size:
            return max(0, min(at, size))
        low = max(0, at - self.window)
        limit = at + self.window + self.most - low
        reach = min(limit + self.most, size - low)
        have = min(max(4 * self.window, _FIRST_READ), reach)
        self.work = 0
        while True:
            data = fetch(low, have)
            last = low + have >= size
            budget = WORK * (self.window + self.most)
            pos, work = guess_boundary(data, min(at - low, len(data)), limit, self.most, budget, last or have == reach)
            self.work += work
            if pos != -2:
                break
            have = min(2 * have, reach)
        if pos < 0:
            return None
        if not self.shapes or low + pos == size:
            return low + pos
        return self._step(fetch, low, have, pos, limit, reach)

    def _step(
        self, fetch: Callable[[int, int], Any], low: int, have: int, pos: int, limit: int, reach: int
    ) -> Optional[int]:
        """Goes on value by value to one with the shape of a head message."""
        while True:
            data = memoryview(fetch(low, have))
            found, _, end, _, _ = scan_messages(data, pos, min(limit, len(data)), 1, 0, 0, 0)
            for start in [*int64(found), end]:
                if start >= len(data):
                    break
                if start > limit:
                    return None
                if shape(data, start) in self.shapes:
                    return low + start
            if have == reach:
                return None
            have = min(2 * have, reach)


def find_boundary(
    buf: Any,
    at: int,
    *,
    head: Any = None,
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

    Scans at most 128 times (window + most) bytes, and 2 * most more for a value each, whatever they are.
    """
    with memoryview(buf) as view, view.cast("B") as flat:
        first = flat[:HEAD_BYTES] if head is None else head
        guess = Guess(head_of(first), window, most, max_message)
        return guess.near(lambda offset, n: flat[offset : offset + n], len(flat), at)
