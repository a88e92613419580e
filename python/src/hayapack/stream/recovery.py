"""Where a damaged stream goes on, by what its first messages look like."""

from __future__ import annotations

import re

from .. import OutOfData, Unpacker, UnpackException
from .._wire.format import ARRAY, KINDS, MAP, TYPES, head_count, head_size
from .boundary import HEAD_MESSAGES, SHAPE_BYTES, head_of, int64, scan_messages, shape

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

#: So many messages with the shapes of the head in a row are taken for the stream, after damage.
CHAIN = 8

#: A candidate counts as so many scanned bytes or more.
_LEAST = 64

#: The first read of a search.
_FIRST = 4096

#: What a search reads at once, if that is enough for a chain.
_MOST = 1 << 20


#: The most containers inside each other, and the most bytes, of a message in which only the depth is wrong.
_DEEPEST = 100_000
_LONGEST_DEEP = 8 << 20


class Effort:
    """What damage costs: bytes that are scanned in vain are at most WORK times those that were read.

    reached: bytes of the stream that were read so far; spent: those that were scanned in vain, each time.
    """

    WORK = 16

    def __init__(self) -> None:
        self.reached = self.spent = 0

    def reach(self, read: int) -> None:
        self.reached = max(self.reached, read)

    @property
    def left(self) -> int:
        """The bytes that may still be scanned in vain; negative if it was too much."""
        return self.WORK * self.reached - self.spent


class Shapes:
    """What messages of the stream look like, by its first bytes. If these have no message: maps and arrays, those
    of a chain like its first one."""

    def __init__(self, head: bytes) -> None:
        known = head_of(head)
        found, _, end, _, _ = scan_messages(head, 0, len(head), 1, 0, 0, 0)
        starts = [*int64(found), end]
        kinds = {KINDS[head[at]] for at in starts[:-1]} or {MAP, ARRAY}
        first = b"".join(b"\\x%02x" % byte for byte in range(256) if KINDS[byte] in kinds)
        self._shapes = known.shapes if known else None
        #: Whether the head has a message.
        self.known = known is not None
        self._fields = Fields(memoryview(head), starts[: HEAD_MESSAGES + 1])
        self._candidates = re.compile(b"[" + first + b"]")
        #: Longer messages do not count.
        self.most = max(4 * known.longest, 1024) if known else 65536

    def find(
        self,
        read: Callable[[int, int], Any],
        damaged: int,
        fault: str,
        effort: Effort,
        start: int = 0,
        stop: Optional[int] = None,
    ) -> int:
        """The first offset after the beginning of a damaged message where the stream goes on: `stop` or its end at the
        latest. read(offset, n): n bytes, or fewer at the end; fault: the name of the error; start: where the stream
        begins."""
        if fault == "too_deep":
            end = _end_of_deep(read, damaged, effort)
            if end is not None and (stop is None or end <= stop):
                return end
        pos, size = damaged + 1, _FIRST
        while True:
            want = size if stop is None else min(size, stop - pos)
            data = read(pos, want)
            last = len(data) < size
            effort.reach(pos + len(data) - start)
            at, found = self._find_chain(data, last, effort)
            pos += at
            if found or last:
                return pos
            size = 2 * size if size < _MOST or not at else size

    def _find_chain(self, data: Any, whole: bool, effort: Effort) -> tuple[int, bool]:
        """(offset, True): of the first chain of CHAIN messages; whole: data goes to the end of the source, where
        a chain may be shorter. (offset, False): there is none before it; more data may show one there."""
        view = memoryview(data)
        for match in self._candidates.finditer(view):
            at = match.start()
            found, scanned = self._chain(view, at, whole)
            if found is None or (found and self._fields.may_be_message(view, at)):
                return at, found is True
            effort.spent += max(scanned, _LEAST)
            if effort.left < 0:
                break
        return len(view), False

    def has_one(self, data: bytes) -> bool:
        """Whether data begins as a message of the stream does."""
        return bool(self._shapes and shape(data, 0) in self._shapes)

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


def _end_of_deep(read: Callable[[int, int], Any], start: int, effort: Effort) -> Optional[int]:
    """The end of a message in which only the depth is wrong: what is inside of it looks like messages, and is none. None
    for a message that is nested even deeper, that is damaged, or that is very long."""
    unpacker = Unpacker(max_buffer_size=0, max_depth=_DEEPEST, strict_map_key=False)
    at = start
    while at - start < _LONGEST_DEEP and effort.left >= 0:
        data = read(at, _FIRST)
        if not data:
            break
        at += len(data)
        effort.spent += len(data)
        unpacker.feed(data)
        try:
            unpacker.skip()
        except OutOfData:
            continue
        except UnpackException:
            break
        return start + unpacker.tell()
    return None


class Fields:
    """The fields of the first messages, and of the maps and arrays inside them: the last of these in a damaged message
    may begin as messages do, and what follows it is the stream. The fields of a map are its keys, those of an array its
    positions."""

    def __init__(self, head: memoryview, starts: list[int]) -> None:
        self._rows: set[frozenset[bytes]] = set()
        self._inner: set[frozenset[bytes]] = set()
        #: What values there are at a position of an array.
        self._values: dict[bytes, set[str]] = {}
        for start, end in zip(starts, starts[1:]):
            fields = _fields(head, start, end)
            if fields is None:
                continue
            self._rows.add(frozenset(key for key, _, _ in fields))
            if KINDS[head[start]] == ARRAY:
                for key, at, _ in fields:
                    self._values.setdefault(key, set()).add(_value(head[at]))
            pending = fields
            while pending:
                _, at, stop = pending.pop()
                below = _fields(head, at, stop)
                if below:
                    self._inner.add(frozenset(key for key, _, _ in below))
                    pending += below
        #: What all of them have.
        self._all = frozenset.intersection(*self._rows) if self._rows else frozenset()

    def may_be_message(self, view: memoryview, at: int) -> bool:
        """Whether the whole message at view[at] may be one of the stream, rather than a part of one."""
        fields = _fields(view, at, len(view))
        if not fields or not self._rows:
            return True
        keys = frozenset(key for key, _, _ in fields)
        if keys not in self._rows and (keys in self._inner or not self._all <= keys):
            return False
        if KINDS[view[at]] == ARRAY:
            for key, start, _ in fields:
                seen = self._values.get(key, set()) - {"nil"}
                if seen and _value(view[start]) not in seen | {"nil"}:
                    return False
        return True


def _value(byte: int) -> str:
    name = TYPES[byte]
    return "number" if name in ("int", "float") else name


def _fields(view: memoryview, start: int, end: int) -> Optional[list[tuple[bytes, int, int]]]:
    """(key, start, end of the value) of each field of the container at view[start]; None for another value."""
    kind = KINDS[view[start]]
    if kind not in (MAP, ARRAY):
        return None
    size = 2 if kind == MAP else 1
    count = size * head_count(view, start)
    first = start + head_size(view[start])
    if not count:
        return []
    found, _, stop, _, _ = scan_messages(view[:end], first, end, 1, 0, 0, 0)
    at = [*int64(found)[: count + 1], stop][: count + 1]
    if kind == ARRAY:
        return [(b"%d" % n, at[n], at[n + 1]) for n in range(count)]
    return [(bytes(view[at[n] : at[n + 1]]), at[n + 1], at[n + 2]) for n in range(0, count, 2)]
