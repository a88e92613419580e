"""Output for a terminal: messages, colours, progress bars."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import time
import unicodedata
from typing import Any, Callable, Optional

from .._errors import escape
from .input.inputs import Input

PROGRESS_AFTER = 1.0  # seconds before progress is shown
RHYTHM = 0.1  # seconds between two updates

INDENTATION = 4  # columns before the second and later parts of a line that was folded
STYLE = re.compile(r"\x1b\[[0-9;]*m")
WORD = re.compile(r"( *)((?:\x1b\[[0-9;]*m|[^ \x1b])+)")

RED, GREEN, YELLOW, BLUE, DIM, BOLD = "31", "32", "33", "34", "2", "1"


def say(text: str) -> None:
    """Prints a line on standard error, without characters that control the terminal."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(escape.line(text) + "\n")
        sys.stderr.flush()


def name(text: str) -> bytes:
    """The name of a file for a line of standard output; on a terminal without characters that control it."""
    return escape.line(text).encode("utf-8", "backslashreplace") if sys.stdout.isatty() else os.fsencode(text)


def colours_wanted(choice: str) -> bool:
    """choice: always, never, or auto (on a terminal, unless NO_COLOR is set)."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


class Paint:
    """Colours text if `on`."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        if not self.on or not styles or not text:
            return text
        return f"\x1b[{';'.join(styles)}m{text}\x1b[0m"


def folding(write: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """`write`, or if standard output is a terminal, a function that folds lines longer than it is
    wide between words; it takes whole lines."""
    if not sys.stdout.isatty():
        return write
    width = shutil.get_terminal_size().columns
    return lambda data: write("\n".join([fold(line, width) for line in data.decode().split("\n")]).encode())


def fold(line: str, width: int) -> str:
    """The line, with line breaks in place of spaces where it would exceed the width. A word longer
    than a line is not broken here."""
    if columns_of(line) <= width:
        return line
    parts: list[str] = []
    used = 0
    for spaces, word in WORD.findall(line):
        size = columns_of(word)
        if used and used + len(spaces) + size > width:
            spaces, used = "\n" + " " * INDENTATION, INDENTATION
        else:
            used += len(spaces)
        parts += [spaces, word]
        used += size
    return "".join(parts)


def columns_of(text: str) -> int:
    """The columns that a text takes on a terminal."""
    text = STYLE.sub("", text)
    if text.isascii():
        return len(text)
    return sum([2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text])


class Progress:
    """Shows on standard error how much of an input was read, if that is a terminal.

    alone: nothing is written to standard output meanwhile, or only after pause(), so the bar is shown even if both are
    the same terminal. While there is a bar, another input has none: a terminal has one cursor.
    """

    _shown: Optional[Progress] = None

    def __init__(self, input: Input, alone: bool) -> None:
        self._input = input
        self._on = sys.stderr.isatty() and (alone or not sys.stdout.isatty())
        self._next = time.monotonic() + PROGRESS_AFTER
        self._bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._hide()

    @staticmethod
    def pause() -> None:
        """Removes the bar, if there is one, until nothing was written for a while."""
        if Progress._shown:
            Progress._shown._hide()

    def _hide(self) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = Progress._shown = None
            self._next = time.monotonic() + PROGRESS_AFTER

    def step(self) -> None:
        """Call it often; it is cheap."""
        if not self._on:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + RHYTHM
        if self._bar is None:
            if Progress._shown:
                return
            Progress._shown = self
            self._bar = _rich_bar(self._input) or _PlainBar(self._input)
        self._bar.show(self._input.done)


class _PlainBar:
    """The progress bar without the package rich."""

    def __init__(self, input: Input) -> None:
        self._total = input.total

    def show(self, done: int) -> None:
        part = f" ({100 * done // self._total} %)" if self._total else ""
        sys.stderr.write(f"\r{done / 1e6:.0f} MB{part} ")
        sys.stderr.flush()

    def stop(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class _RichBar:
    def __init__(self, input: Input) -> None:
        from rich import progress
        from rich.console import Console

        columns: list[Any] = [progress.TextColumn("{task.description}")]
        if input.total:
            columns += [progress.BarColumn(), progress.TaskProgressColumn()]
        columns += [progress.DownloadColumn(), progress.TransferSpeedColumn()]
        if input.total:
            columns += [progress.TimeRemainingColumn()]
        console = Console(stderr=True)
        self._progress = progress.Progress(*columns, console=console, transient=True)
        self._task = self._progress.add_task(input.name, total=input.total)
        self._progress.start()

    def show(self, done: int) -> None:
        self._progress.update(self._task, completed=done)

    def stop(self) -> None:
        self._progress.stop()


def _rich_bar(input: Input) -> Optional[_RichBar]:
    try:
        return _RichBar(input)
    except ImportError:
        return None
