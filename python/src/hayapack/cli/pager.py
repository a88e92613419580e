"""Shows long output on a terminal in a pager, under the conditions that git has for that.

The pager is HAYAPACK_PAGER, otherwise PAGER, otherwise less, with LESS=FRX if LESS is not set: less
ends by itself if the output fits on the screen, and keeps colours. An empty value and "cat" mean no
pager.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from typing import Any, Callable, Iterator, Optional

from . import arguments, terminal

DEFAULT = "less"
ENVIRONMENT = {"LESS": "FRX", "LV": "-c"}  # for variables that are not set
FOR_A_SHELL = re.compile(r"[|&;<>()$`\\\"'*?\[#~=%\n]")

Write = Callable[[bytes], None]


def usable(reads_standard_input: bool) -> bool:
    """Whether output may be shown in a pager: standard output is a terminal that can show one.

    reads_standard_input: the command does. If that is the terminal, its keys are the input, and the
    pager could not have them.
    """
    if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return not (reads_standard_input and sys.stdin.isatty())


@contextlib.contextmanager
def paging(wanted: bool) -> Iterator[Write]:
    """A function that writes to the pager, or to standard output if a pager is not `wanted` or not found.

    At the end waits until the user has left the pager.
    """
    command = _command() if wanted else None
    if command is None:
        yield arguments.write
        return
    pager = _Pager(command)
    try:
        yield pager.write
    finally:
        pager.finish()


def _command() -> Optional[list[str]]:
    """The pager's command; None if there is none."""
    text = os.environ.get("HAYAPACK_PAGER", os.environ.get("PAGER"))
    if text is None:
        return [DEFAULT] if shutil.which(DEFAULT) else None
    text = text.strip()
    if text in ("", "cat"):
        return None
    if FOR_A_SHELL.search(text):
        return ["sh", "-c", text]
    words = shlex.split(text)
    if shutil.which(words[0]):
        return words
    terminal.say(f"hayapack: the pager {words[0]} was not found")
    return None


class _Pager:
    """Starts with the first output, so that an error before it is shown without a pager.

    Until finish(), standard output is the pager, and so is standard error if it is the same
    terminal: messages would disturb the pager's screen.
    """

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._terminals: dict[int, int] = {}  # duplicates of the descriptors that were replaced

    def write(self, data: bytes) -> None:
        if self._process is None:
            self._start()
        arguments.write(data)

    def _start(self) -> None:
        sys.stdout.flush()
        replaced = _descriptors()
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, env={**ENVIRONMENT, **os.environ}
        )  # fmt: skip
        assert self._process.stdin
        for number in replaced:
            self._terminals[number] = os.dup(number)
            os.dup2(self._process.stdin.fileno(), number)
        self._process.stdin.close()

    def finish(self) -> None:
        """Ends the pager's input, waits until it is left, and restores the standard streams."""
        if self._process is None:
            return
        with _without_interrupt():
            try:
                sys.stdout.flush()
            finally:
                for number, saved in self._terminals.items():
                    os.dup2(saved, number)
                    os.close(saved)
                self._process.wait()


def _descriptors() -> list[int]:
    """Standard output's, and standard error's if it is the same terminal."""
    out = sys.stdout.fileno()
    with contextlib.suppress(OSError, ValueError):
        error = sys.stderr.fileno()
        if os.isatty(error) and os.path.sameopenfile(out, error):
            return [out, error]
    return [out]


@contextlib.contextmanager
def _without_interrupt() -> Iterator[None]:
    """Ignores Ctrl-C, which is a key of the pager."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
