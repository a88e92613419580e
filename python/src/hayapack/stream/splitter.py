"""Ranges of a file that independent tasks read, each message exactly once."""

from __future__ import annotations

import copy

from .. import OutOfData, TruncatedError, Unpacker, UnpackException, unpackb
from .boundary import Fault, error_at, moved, scan_messages
from .compressed import Content
from .errors import SplitError
from .range_scans import SPACING, Joined, cuts, fault_of, scan_range
from .ranges import GuessedRanges, KnownRanges, LazyGuess, ranges_of
from .source import Source

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Callable, Iterator, Literal, Optional

    from .index import Index
    from .range_scans import Scanned
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
    without an index, is one range; with an index ranges are those of the content, and the last one goes to its end. All
    that reads raises SourceChangedError if the source is shorter than at first, or a file of the same size was written
    to since the Splitter was made or unpickled.

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
        self._guess = LazyGuess(self.source, window, most, max_message)
        self._ranges = ranges_of(self.source, block, index, self._guess)

    def __len__(self) -> int:
        return len(self._ranges)

    def ranges(self) -> list[tuple[int, int]]:
        """The nominal (start, stop) of each range in bytes; the true ones after plan() or with an index."""
        return self._ranges.nominal()

    def task(self, i: int) -> tuple[Splitter, int]:
        """What a task that reads range i needs: a Splitter that is small when pickled, whatever the size of the file
        and its index, and the number of the range there.

        Where the range begins and ends is that of this Splitter. That one knows no other ranges.
        """
        ranges, number = self._ranges.single(self._checked(i))
        return self._with(ranges), number

    def bounds(self, i: int) -> tuple[int, int]:
        """The (start, stop) that range i is read with; it is empty if they are equal.

        Unless they are known, reads some KiB near each end. Where nothing is found at the start, the range
        is empty, and the one before it goes on.
        """
        return self._ranges.bounds(self._checked(i))

    def part(self, i: int) -> tuple[Source, int, Optional[int]]:
        """(source, start, stop) with which the messages of range i are read: of a compressed file the offsets are
        those of its content, which is read from the range's frame on, and None is its end."""
        return self._ranges.part(self._checked(i))

    @property
    def most(self) -> int:
        """Values of more bytes do not count in guesses."""
        return self._guess.get().most

    def _checked(self, i: int) -> int:
        if not 0 <= i < len(self):
            raise IndexError("no such range")
        return i

    def _with(
        self, ranges: KnownRanges, counts: Optional[list[int]] = None, error: Optional[Exception] = None
    ) -> Splitter:
        """A Splitter of the same source with other ranges."""
        made = copy.copy(self)
        made._ranges, made.counts, made.error = ranges, counts, error
        return made

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
        known = len(self._ranges.starts)
        if i < known and (fault.name != "truncated" or i + 1 < known or stop == self.source.size):
            raise error_at(data[fault.start - start :], fault)
        raise SplitError(self.source.path, start, fault.offset, stop) from error_at(data[fault.start - start :], fault)

    def _read_compressed(self, i: int) -> bytes:
        source, start, stop = self.part(i)
        size = self._ranges.size(i)  # when the index was made
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
        starts, counts = cuts(joined.marks, self.block, joined.end, joined.count)
        if joined.fault and errors == "raise":
            raise fault_of(self.source, joined.fault)  # not of a local: its traceback would keep it
        error = fault_of(self.source, joined.fault) if joined.fault else None
        return self._with(KnownRanges(self.source, starts), counts, error)

    def _join(self, map: Callable[..., Iterable[Scanned]]) -> Joined:
        if self.source.compressed:
            raise ValueError("a compressed file is one range, which has no plan")
        whole = self._with(GuessedRanges(self.source, [0], self.block, self._guess))
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
