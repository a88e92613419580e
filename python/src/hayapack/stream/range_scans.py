"""Scans a range of a source in parts, and joins the scans of all ranges."""

from __future__ import annotations

from bisect import bisect_left
from typing import Iterator, NamedTuple, Sequence

from .._wire.format import ARRAY, KINDS, MAP
from .boundary import HEAD_MOST, Fault, error_at, int64, scan_messages

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

    from .source import Source

#: Bytes that are read at once, if the range has them; a longer message is read with reads of twice the size.
PART = 8 << 20

#: The first read of a message that crosses the end of the range.
_LEAST = 65536

#: Bytes between the marks of a scan.
SPACING = 1 << 20

#: (offset of a message, number of messages before it)
Mark = tuple[int, int]


class Scanned(NamedTuple):
    """The messages that begin at start or after it and before stop. end: of the last one; marks: the
    first message, and the first one from each multiple of the spacing on."""

    start: int
    stop: int
    end: int
    count: int  # type: ignore[assignment]  # hides tuple.count
    marks: list[Mark]
    fault: Optional[Fault]


def parts(
    source: Source, start: int, stop: int, spacing: int, count: int = 0, most: Optional[int] = None
) -> Iterator[Scanned]:
    """Scans messages from start on. count: the number of messages before. most: of an array or map only
    so many bytes are read; if it has more, the scan ends before it."""
    pos, want, mark = start, _LEAST, 0
    while pos < stop:
        want = max(want, min(PART, stop - pos))
        data = source.read(pos, want)
        found, n, end, name, at = scan_messages(data, 0, min(len(data), stop - pos), 1, spacing, mark, pos)
        pairs = int64(found)
        marks = [(pairs[i], count + pairs[i + 1]) for i in range(0, len(pairs), 2)]
        fault = None
        if name == "truncated" and end == pos:
            if at > source.size or len(data) < want:
                fault = Fault(name, at, end)
            elif KINDS[data[0]] not in (ARRAY, MAP):  # its payload need not be read
                n, end = 1, at
                marks = [(pos, count)] if pos >= mark else []
            elif most is not None and (want >= most or at - pos > most):
                return
            else:
                want *= 2
                continue
        elif name is not None and name != "truncated":
            fault = Fault(name, at, end)
        count += n
        if marks:
            mark = (marks[-1][0] // spacing + 1) * spacing
        yield Scanned(start, stop, end, count, marks, fault)
        if fault:
            return
        pos, want = end, _LEAST


def scan(source: Source, start: int, stop: int, spacing: int, most: Optional[int]) -> Scanned:
    """Joins parts(). With `most` the end may be before stop without a fault."""
    marks: list[Mark] = []
    end, count, fault = start, 0, None
    for part in parts(source, start, stop, spacing, 0, most):
        marks += part.marks
        end, count, fault = part.end, part.count, part.fault
    return Scanned(start, stop, end, count, marks, fault)


def fault_of(source: Source, fault: Fault) -> Exception:
    """The exception for a fault in the source."""
    size = source.size - fault.start
    most = HEAD_MOST if fault.name == "truncated" else fault.offset - fault.start + 16
    return error_at(memoryview(source.read(fault.start, min(size, most))), fault, size)


class Joined:
    """Joins the scans of all ranges, from the first on, whose starts may be guessed wrong.

    Where a range did not start at the end of those before it, it is scanned again from there to a mark
    of its own: from that message on it was scanned rightly.
    """

    def __init__(self, source: Source, spacing: int, at: int, count: int) -> None:
        self._source, self._spacing = source, spacing
        self.end, self.count = at, count
        self.marks: list[Mark] = []
        self.fault: Optional[Fault] = None

    def add(self, scanned: Scanned) -> None:
        """The ranges must come in order, and the stop of the last one must be the end of the source."""
        if self.fault or self.end >= scanned.stop:
            return
        if scanned.start == self.end:
            self._take(scanned, scanned.marks, 0)
        else:
            self._rescan(scanned)
        if not self.fault and self.end < scanned.stop:  # the scan of the range ended before a long message
            self._rescan(scanned)

    def _rescan(self, scanned: Scanned) -> None:
        """Scans from `end` to the stop of the range, or to the first of its marks that is met."""
        offsets = [offset for offset, _ in scanned.marks]
        for part in parts(self._source, self.end, scanned.stop, self._spacing, self.count):
            for number, (offset, count) in enumerate(part.marks):
                place = bisect_left(offsets, offset)
                if place < len(offsets) and offsets[place] == offset:
                    self.marks += part.marks[:number]
                    self.count = count
                    self._take(scanned, scanned.marks[place:], scanned.marks[place][1])
                    return
            self.marks += part.marks
            self.end, self.count, self.fault = part.end, part.count, part.fault

    def _take(self, scanned: Scanned, marks: list[Mark], skipped: int) -> None:
        more = self.count - skipped
        self.marks += [(offset, before + more) for offset, before in marks]
        self.end, self.count, self.fault = scanned.end, scanned.count + more, scanned.fault


class Offsets:
    """The offsets of marks, for bisect_left(), without a copy."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks

    def __len__(self) -> int:
        return len(self._marks)

    def __getitem__(self, at: int) -> int:
        return self._marks[at][0]


def cuts(marks: Sequence[Mark], block: int, end: int, count: int) -> tuple[list[int], list[int]]:
    """Boundaries about `block` bytes apart, the first and the last included, and the messages between them."""
    chosen: list[Mark] = []
    offsets = Offsets(marks)
    place = 0
    while place < len(marks):
        chosen.append(marks[place])
        after = marks[place][0] // block * block + block
        place = max(place + 1, bisect_left(offsets, after))  # type: ignore[type-var]
    chosen.append((end, count))
    return [offset for offset, _ in chosen], [b - a for (_, a), (_, b) in zip(chosen, chosen[1:])]


def scan_range(work: tuple[Any, int]) -> Scanned:
    """For the map of Splitter.plan(): (splitter, number of the range).

    Where the start is guessed, it reads no array or map that is longer than `most` and the range: the
    start may be wrong, and what is declared there anything.
    """
    splitter, i = work
    start, stop = splitter.bounds(i)
    return scan(splitter.source, start, stop, splitter.spacing, max(splitter.most, stop - start) if start else None)
