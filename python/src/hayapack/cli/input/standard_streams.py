"""The standard streams of the process, and the signals that end it."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import sys
import threading
from typing import Any, Iterator

from ..common.exit_status import Terminated

ENDING = ("SIGTERM", "SIGHUP")


@contextlib.contextmanager
def ending_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP raise Terminated, so that unfinished files are removed.

    Does nothing outside the main thread, or if the program has its own handlers.
    """
    changed = []
    if threading.current_thread() is threading.main_thread():
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _terminate)
                changed.append(number)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def _terminate(number: int, _: Any) -> None:
    raise Terminated(number)


def wait_readable(descriptor: int) -> None:
    """Waits until a read of the descriptor would not block. Signals interrupt the wait.

    A signal that arrives just before os.read() waits would have its handler run only after
    the next input: Ctrl-C would have no effect. Returns at once outside the main thread, or
    if the program has its own wakeup descriptor.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(select, "poll"):
        return
    readable, writable = os.pipe()  # gets a byte for each signal
    os.set_blocking(writable, False)
    before = signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    try:
        if before != -1:
            return
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        poll.register(readable, select.POLLIN)
        while any(ready == readable for ready, _ in poll.poll()):
            os.read(readable, 4096)  # CPython runs the handler after this call at the latest
    finally:
        signal.set_wakeup_fd(before)
        os.close(readable)
        os.close(writable)


def open_missing() -> None:
    """Replaces standard streams that were closed when the process began.

    In Python they are None, and the next opened file would get their descriptor. The replacements
    fail when they are used (standard error discards what is written).
    """
    if sys.stdin is None:
        _take_number(0, os.O_WRONLY)
        sys.stdin = open(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        _take_number(1, os.O_RDONLY)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        _take_number(2, os.O_WRONLY)
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)


def buffer_outputs() -> None:
    """Puts a buffer in front of standard streams that have none (`python -u`, PYTHONUNBUFFERED).

    Without it, Python ignores that a pipe takes only a part of the data, or nothing.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        raw = getattr(stream, "buffer", None)
        if isinstance(raw, io.RawIOBase):
            buffered: Any = io.BufferedWriter(raw)
            newline = None if os.name == "nt" else "\n"
            text = io.TextIOWrapper(buffered, stream.encoding, stream.errors, newline, line_buffering=True)
            setattr(sys, name, text)


def _take_number(wanted: int, mode: int) -> None:
    descriptor = os.open(os.devnull, mode)
    if descriptor != wanted:
        os.dup2(descriptor, wanted)
        os.close(descriptor)


def end_output() -> None:
    """Flushes standard output, or discards its buffer after an error.

    Otherwise Python tries again at exit, prints an error of its own and ends with status 120.
    """
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        discard_output()


def end_errors() -> None:
    """The same for standard error."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _discard(sys.stderr)


def discard_output() -> None:
    """Discards the buffer of standard output."""
    _discard(sys.stdout)


def _discard(stream: Any) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        number = stream.fileno()
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, number)
        os.close(descriptor)
