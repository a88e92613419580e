"""Ranges of a file that independent tasks read, each message exactly once."""

from __future__ import annotations

import copy
from bisect import bisect_left

from .. import OutOfData, TruncatedError, Unpacker, UnpackException, unpackb
from .boundary import HEAD_BYTES, HEAD_MOST, Fault, Guess, error_at, head_of, moved, scan_messages
from .compressed import Content
from .errors import SplitError
from .scanning import SPACING, Joined, Offsets, cuts, fault_of, scan_range
from .source import Source

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Callable, Iterator, Literal, Optional

    from .index import Index
    from .scanning import Scanned
    from .source import Given

_READ = 1 << 20


class Splitter:
    """Divides a source into ranges of about `block` bytes. Objects can be pickled, if the source can.

    Each task calls :meth:`read` or :meth:`records` with the number of its range, ``range(len(splitter))``.
    Where ranges meet is guessed from the bytes there, by :func:`find_boundary`, and each task checks that
    its range ends exactly where the next one begins. So either all messages are read exactly once, or a
    task raises SplitError. plan() finds the true boundaries; an index has them.

    block: bytes, at least 16 times the longest message to be useful. window, most, max_message: see
    find_boundary(). index: of :func:`read_index`; StaleIndexError if it does not fit. A .gz file, or a .zst file
    without an index, is one range; with an index ranges are those of the content, and the last one goes to its end. All that reads raises SourceChangedError if the source is shorter than at first, or a
    file of the same size was written to since the Splitter was made or unpickled.

    source: what was given, opened. spacing: bytes between the marks of a scan. counts: after plan(), the
    messages of each range, else None. error: see plan().
    """

    def __init__(
        self,
        source: Given,
        block: int = 128 << 20,
        *,
        window: Optional[int] = None,
        most: Optional[int] = None,
        max_message: Optional[int] = None,
        index: Optional[Index] = None,
    ) -> None:
        if block < 1:
            raise ValueError("block must be positive")
        self.source = source if isinstance(source, Source) else Source(source)
        self.block = block
        self.spacing = min(SPACING, block)
        self.counts: Optional[list[int]] = None
        self.error: Optional[Exception] = None
        self._parameters = (window, most, max_message)
        self._guess: Optional[Guess] = None
        self._guessed: dict[int, Optional[int]] = {}  # by the number of the range
        known = [0]
        if index is not None:
            index.check(self.source)
            known, _ = cuts(index.marks, block, index.end, index.count)
        #: With an index of a .zst file: where the content of each known range begins in the file.
        self._frames: Optional[list[int]] = None
        #: Whether the last known range goes to the end of the content, wherever that is.
        self._open = bool(self.source.compressed)
        if index is not None and index.frames is not None:
            offsets = Offsets(index.marks)
            self._frames = [index.frames[bisect_left(offsets, at)] for at in known[:-1]] or [0]  # type: ignore[type-var]
            known = known if len(known) > 1 else [0, index.end]
        self._known = known
        size = self.source.size
        step = size if self.source.compressed else block
        # not a list: of a file of 10 TB that has 80,000 numbers, which each task would be sent
        more = self._frames is None and known[-1] < size
        self._nominal = range(known[-1] + step, size + step, step) if more else range(0)

    def __len__(self) -> int:
        return len(self._known) + len(self._nominal) - 1

    def ranges(self) -> list[tuple[int, int]]:
        """The nominal (start, stop) of each range in bytes; the true ones after plan() or with an index."""
        every = [*self._known, *self._nominal[:-1], self.source.size] if self._nominal else self._known
        return list(zip(every, every[1:]))

    def task(self, i: int) -> tuple[Splitter, int]:
        """What a task that reads range i needs: a Splitter that is small when pickled, whatever the size of the file
        and its index, and the number of the range there.

        Where the range begins and ends is that of this Splitter. That one knows no other ranges.
        """
        if not 0 <= i < len(self):
            raise IndexError("no such range")
        if len(self._nominal) > 1:
            self._guesser()
        single = copy.copy(self)
        single._guessed, single.counts, single.error = {}, None, None
        last = len(self._known) - 1
        if i < last:
            single._known, single._nominal = self._known[i : i + 2], range(0)
            if self._frames is not None:
                single._frames, single._open = self._frames[i : i + 1], i == last - 1
            return single, 0
        single._known = self._known[-1:]
        return single, i - last

    def bounds(self, i: int) -> tuple[int, int]:
        """The (start, stop) that range i is read with; it is empty if they are equal.

        Unless they are known, reads some KiB near each end. Where nothing is found at the start, the range
        is empty, and the one before it goes on.
        """
        if not 0 <= i < len(self):
            raise IndexError("no such range")
        start = self._cut(i)
        if start is None:
            at = self._nominal[i - len(self._known)]
            return at, at
        stops = map(self._cut, range(i + 1, len(self) + 1))
        return start, next(stop for stop in stops if stop is not None)

    def part(self, i: int) -> tuple[Source, int, Optional[int]]:
        """(source, start, stop) with which the messages of range i are read: of a compressed file the offsets are
        those of its content, which is read from the range's frame on, and None is its end."""
        if not self.source.compressed:
            return (self.source, *self.bounds(i))
        start, stop = self.bounds(i)
        source = self.source if self._frames is None else self.source.from_frame(start, self._frames[i])
        last = self._open and i == len(self) - 1
        return source, start, None if last else stop

    @property
    def most(self) -> int:
        """Values of more bytes do not count in guesses."""
        return self._guesser().most

    def __getstate__(self) -> dict[str, Any]:
        if len(self._nominal) > 1:
            self._guesser()  # the head is read once, not by each task
        # another thread may guess meanwhile
        return {**vars(self), "_guessed": dict(self._guessed)}

    def _guesser(self) -> Guess:
        if self._guess is None:
            self._guess = Guess(self._head(), *self._parameters)
        return self._guess

    def _cut(self, number: int) -> Optional[int]:
        """Where range `number` starts; None if nothing is found there."""
        known = self._known
        if number < len(known):
            return known[number]
        if number == len(self):
            return self.source.size
        if number not in self._guessed:
            at = self._nominal[number - len(known)]
            found = self._guesser().near(self.source.read, self.source.size, at)
            self._guessed[number] = None if found is None else max(found, known[-1])
        return self._guessed[number]

    def _head(self) -> Any:
        n = HEAD_BYTES
        while True:
            head = head_of(self.source.read(0, n))
            if head or n >= min(HEAD_MOST, self.source.size):
                return head
            n *= 4

    def read(self, i: int) -> bytes:
        """The bytes of the messages of range i: whole messages, as many as begin there.

        Raises SplitError; FormatError, TruncatedError and StackError if the range certainly starts at a
        boundary and is damaged. The content of a compressed file without an index must not exceed `block` bytes:
        ValueError.
        """
        if self.source.compressed:
            return self._read_compressed(i)
        start, stop = self.bounds(i)
        if start > stop:
            raise SplitError(self.source.path, start, start, stop)
        data = self.source.read(start, stop - start)
        _, _, end, name, at = scan_messages(data, 0, len(data), 1, SPACING, 1 << 62, start)
        if end != stop:
            self._refuse(i, start, stop, data, Fault(name or "truncated", at if name else end + 1, end))
        return data

    def _refuse(self, i: int, start: int, stop: int, data: bytes, fault: Fault) -> None:
        certain = i < len(self._known)
        if certain and (fault.name != "truncated" or i + 1 < len(self._known) or stop == self.source.size):
            raise error_at(data[fault.start - start :], fault)
        raise SplitError(self.source.path, start, fault.offset, stop) from error_at(data[fault.start - start :], fault)

    def _read_compressed(self, i: int) -> bytes:
        source, start, stop = self.part(i)
        size = self.bounds(i)[1] - start if self._frames is not None else 0  # when the index was made
        most = max(self.block, size) if stop is None else size
        content = Content(source)
        data = content.read(start, most + (stop is None))
        if len(data) > most:
            raise ValueError(f"the decompressed content exceeds block({self.block}): use records()")
        if content.error and (stop is None or len(data) < most):
            content.fail()
        _, _, end, name, at = scan_messages(data, 0, len(data), 1, SPACING, 1 << 62, start)
        if name:
            raise error_at(memoryview(data)[end - start :], Fault(name, at, end))
        if stop is not None and end != stop:
            raise SplitError(source.path, start, end, stop)
        return data

    def records(self, i: int, **options: Any) -> Iterator[tuple[int, Any]]:
        """(offset, value) of each message of range i. options: of :class:`Unpacker`. Errors: those of
        read() and of Unpacker."""
        source, start, stop = self.part(i)
        if stop is None:
            return records(source, start, **options)
        data = self.read(i)
        return _unpacked(lambda at, n: data[at : at + n], start, None, options)

    def plan(self, map: Callable[..., Iterable[Scanned]] = map, errors: Literal["raise", "stop"] = "raise") -> Splitter:
        """A Splitter of the same source whose ranges are exact, and whose ``counts`` are the messages of each.

        map: called as map(function, items); that of a process pool scans the ranges in parallel. Whatever
        the guesses are, the result is that of one scan from the beginning: also the first error, which is
        raised. errors="stop": the ranges end before the damaged or incomplete message instead, and the
        ``error`` of the new Splitter is the exception, or None.
        """
        if errors not in ("raise", "stop"):
            raise ValueError("errors must be 'raise' or 'stop'")
        joined = self._join(map)
        planned = Splitter(self.source, self.block)
        planned._known, planned.counts = cuts(joined.marks, self.block, joined.end, joined.count)
        planned._nominal = range(0)
        if joined.fault:
            if errors == "raise":
                raise fault_of(self.source, joined.fault)
            planned.error = fault_of(self.source, joined.fault)
        return planned

    def _join(self, map: Callable[..., Iterable[Scanned]]) -> Joined:
        if self.source.compressed:
            raise ValueError("a compressed file is one range, which has no plan")
        whole = Splitter(self.source, self.block)
        whole._parameters = self._parameters
        joined = Joined(self.source, self.spacing, 0, 0)
        for scanned in map(scan_range, [(whole, i) for i in range(len(whole))]):
            joined.add(scanned)
        return joined


def records(source: Given, start: int = 0, stop: Optional[int] = None, **options: Any) -> Iterator[tuple[int, Any]]:
    """(offset, value) of each message that begins at `start`, a boundary, or after it and before `stop`.

    options: of :class:`Unpacker`, without file_like and read_size. Reads 1 MiB at a time. Raises
    Unpacker's errors, with offsets in the source (of a .gz or .zst file, in its content), and
    TruncatedError if the source ends inside a message.
    """
    opened = source if isinstance(source, Source) else Source(source)
    if not opened.compressed:
        return _unpacked(lambda at, n: opened.read(start + at, n), start, stop, options)
    return _decompressed(opened, start, stop, options)


def _decompressed(source: Source, start: int, stop: Optional[int], options: Any) -> Iterator[tuple[int, Any]]:
    content = Content(source)

    def read(at: int, n: int) -> bytes:
        data = content.read(start + at, n)
        if not data and content.error:
            content.fail()
        return data

    return _unpacked(read, start, stop, options)


def _unpacked(
    read: Callable[[int, int], bytes], base: int, stop: Optional[int], options: Any
) -> Iterator[tuple[int, Any]]:
    for name in ("file_like", "read_size"):
        if name in options:
            raise TypeError(f"records() got an unexpected keyword argument {name!r}")
    unpacker = Unpacker(**options)
    fed = tail = 0
    held: list[bytes] = []  # what was fed from `tail`, the start of the next message, or before it on
    while True:
        data = read(fed, _READ)
        if not data:
            break
        unpacker.feed(data)
        fed += len(data)
        while True:
            at = unpacker.tell()
            if stop is not None and base + at >= stop:
                return
            try:
                value = unpacker.unpack()
            except OutOfData:
                break
            except UnpackException as error:
                raise moved(error, base) from None
            yield base + at, value
        tail = unpacker.tell()
        if tail >= fed - len(data):
            held.clear()
        held.append(data)
    if fed > tail:
        try:
            unpackb(b"".join(held)[tail - fed :], **options)
        except TruncatedError as error:
            raise moved(error, base + tail) from None
        raise TruncatedError(f"the source ends inside a message, at byte {base + tail}")
