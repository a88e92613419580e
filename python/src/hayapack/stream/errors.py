"""What is raised when a file cannot be split as assumed."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Optional


class SplitError(ValueError):
    """A range does not end where the next one begins: a boundary was guessed wrong.

    Nothing of the range was returned. ``path``: the file, or None; ``start``: where the range begins;
    ``landed``: the boundary that reading it from there reaches; ``expected``: where it should end. All
    are offsets in bytes. :meth:`Splitter.plan` finds the true boundaries.
    """

    def __init__(self, path: Optional[str], start: int, landed: int, expected: int) -> None:
        super().__init__(path, start, landed, expected)
        self.path, self.start, self.landed, self.expected = path, start, landed, expected

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return (
            f"{where}messages from byte {self.start} end at byte {self.landed}, not at byte {self.expected}, "
            "so one of the two was guessed wrong: use Splitter.plan(), or an index"
        )


class StaleIndexError(ValueError):
    """The index was not made of this file, or the file has changed since, other than by growing.

    ``path``: the file, or None; ``reason``: what differs.
    """

    def __init__(self, path: Optional[str], reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}the index does not fit the file: {self.reason}; make it again with write_index()"


class SourceChangedError(ValueError):
    """The file became shorter, or was replaced or overwritten, while it was read.

    ``path``: the file, or None; ``reason``: what was seen.
    """

    def __init__(self, path: Optional[str], reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}the source changed while it was read: {self.reason}"


class SourceReadError(ValueError):
    """A source returned other bytes than those that were asked for, such as a web server that ignores ranges.

    ``path``: the file or address, or None; ``offset``: of the read, in bytes; ``reason``: what was returned.
    """

    def __init__(self, path: Optional[str], offset: int, reason: str) -> None:
        super().__init__(path, offset, reason)
        self.path, self.offset, self.reason = path, offset, reason

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}byte {self.offset}: {self.reason}"
