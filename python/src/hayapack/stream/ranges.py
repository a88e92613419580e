"""Where the ranges of a Splitter begin and end: a class for each way to know it."""

from __future__ import annotations

from bisect import bisect_left

from .boundary import HEAD_BYTES, HEAD_MOST, Guess, head_of
from .range_scans import Offsets, cuts

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

    from .index import Index
    from .source import Source


class KnownRanges:
    """Ranges between known boundaries, which are `starts`, the end of the last range included. nominal(), bounds() and
    part() are what Splitter says of its ranges."""

    def __init__(self, source: Source, starts: list[int]) -> None:
        self.source, self.starts = source, starts

    def __len__(self) -> int:
        return len(self.starts) - 1

    def nominal(self) -> list[tuple[int, int]]:
        return list(zip(self.starts, self.starts[1:]))

    def bounds(self, i: int) -> tuple[int, int]:
        return self.starts[i], self.starts[i + 1]

    def part(self, i: int) -> tuple[Source, int, Optional[int]]:
        return (self.source, *self.bounds(i))

    def size(self, i: int) -> int:
        """The bytes of the range, of a compressed file those of its content; 0 if that is not known."""
        start, stop = self.bounds(i)
        return stop - start

    def single(self, i: int) -> tuple[KnownRanges, int]:
        """What a task needs to know of range i, and the number of the range there."""
        return KnownRanges(self.source, self.starts[i : i + 2]), 0


class GuessedRanges(KnownRanges):
    """Ranges whose first boundaries are `starts`, and each further one is guessed near a multiple of `block` bytes from
    the last of them on."""

    def __init__(self, source: Source, starts: list[int], block: int, guess: LazyGuess) -> None:
        super().__init__(source, starts)
        self._block, self._guess = block, guess
        # not a list: of a file of 10 TB that has 80,000 numbers, which each task would be sent
        self._places = range(starts[-1] + block, source.size + block, block)
        self._cuts: dict[int, Optional[int]] = {}  # by the number of the range

    def __len__(self) -> int:
        return len(self.starts) - 1 + len(self._places)

    def nominal(self) -> list[tuple[int, int]]:
        every = [*self.starts, *self._places[:-1], self.source.size]
        return list(zip(every, every[1:]))

    def bounds(self, i: int) -> tuple[int, int]:
        start = self._cut(i)
        if start is None:
            at = self._places[i - len(self.starts)]
            return at, at
        stops = map(self._cut, range(i + 1, len(self) + 1))
        return start, next(stop for stop in stops if stop is not None)

    def single(self, i: int) -> tuple[KnownRanges, int]:
        last = len(self.starts) - 1
        if i < last:
            return super().single(i)
        return GuessedRanges(self.source, self.starts[-1:], self._block, self._guess), i - last

    def __getstate__(self) -> dict[str, Any]:
        if len(self._places) > 1:
            self._guess.get()  # the head is read once, not by each task
        # another thread may guess meanwhile
        return {**vars(self), "_cuts": dict(self._cuts)}

    def _cut(self, number: int) -> Optional[int]:
        """Where range `number` starts; None if nothing is found there."""
        if number < len(self.starts):
            return self.starts[number]
        if number == len(self):
            return self.source.size
        if number not in self._cuts:
            found = self._guess.near(self._places[number - len(self.starts)])
            self._cuts[number] = None if found is None else max(found, self.starts[-1])
        return self._cuts[number]


class WholeContent(KnownRanges):
    """The one range of a compressed file that has no index."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, [0, source.size])

    def part(self, i: int) -> tuple[Source, int, Optional[int]]:
        return self.source, 0, None

    def size(self, i: int) -> int:
        return 0

    def single(self, i: int) -> tuple[KnownRanges, int]:
        return self, 0


class FrameRanges(KnownRanges):
    """Ranges of the content of a .zst file, each of which begins with a frame at the offset of `frames` in the file.
    open: the last one goes to the end of the content, wherever that is."""

    def __init__(self, source: Source, starts: list[int], frames: list[int], open: bool = True) -> None:
        super().__init__(source, starts)
        self._frames, self._open = frames, open

    def part(self, i: int) -> tuple[Source, int, Optional[int]]:
        start, stop = self.bounds(i)
        last = self._open and i == len(self) - 1
        return self.source.from_frame(start, self._frames[i]), start, None if last else stop

    def single(self, i: int) -> tuple[KnownRanges, int]:
        _, _, stop = self.part(i)
        return FrameRanges(self.source, self.starts[i : i + 2], self._frames[i : i + 1], stop is None), 0


class LazyGuess:
    """A Guess by the head of a source, which is read when the Guess is first needed."""

    _made: Optional[Guess] = None

    def __init__(self, source: Source, *given: Optional[int]) -> None:
        self._source, self._given = source, given  # window, most, max_message

    def get(self) -> Guess:
        if self._made is None:
            n = HEAD_BYTES
            while not (head := head_of(self._source.read(0, n))) and n < min(HEAD_MOST, self._source.size):
                n *= 4
            self._made = Guess(head, *self._given)
        return self._made

    def near(self, at: int) -> Optional[int]:
        """A probable boundary at or after offset `at`; None if none is found."""
        return self.get().near(self._source.read, self._source.size, at)


def ranges_of(source: Source, block: int, index: Optional[Index], guess: LazyGuess) -> KnownRanges:
    """The ranges of about `block` bytes. Raises StaleIndexError if the index is not of this source."""
    starts = [0]
    if index is not None:
        index.check(source)
        starts, _ = cuts(index.marks, block, index.end, index.count)
    if index is not None and index.frames is not None:
        offsets = Offsets(index.marks)
        frames = [index.frames[bisect_left(offsets, at)] for at in starts[:-1]]  # type: ignore[type-var]
        return FrameRanges(source, starts, frames) if frames else FrameRanges(source, [0, index.end], [0])
    if source.compressed:
        return WholeContent(source)
    return GuessedRanges(source, starts, block, guess) if starts[-1] < source.size else KnownRanges(source, starts)
