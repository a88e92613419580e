"""Reads from and writes to the caller's files, for pack() and unpack()."""

from __future__ import annotations

import io
from _operator import index

from ._errors import make_errors

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


def read(stream: Any) -> Any:
    """The rest of the stream: bytes-like."""
    try:
        method = stream.read
    except AttributeError as error:
        raise make_errors.not_a_file(stream, error) from None
    try:
        data = method()
    except UnicodeDecodeError as error:
        raise make_errors.not_decodable(method, error)  # noqa: B904  # it sets the cause
    if data is None and isinstance(stream, io.RawIOBase):
        raise _blocked("read() of a raw stream returned None: no data is available now", 0)
    if isinstance(data, str) or make_errors.is_coroutine(data):
        raise make_errors.not_bytes(data)
    return data


def write(stream: Any, data: bytes) -> None:
    """Write all of the data, in several parts if the stream does not take it at once.

    A result that is an integer is the number of bytes taken. From an io.RawIOBase None says that
    none were, and nothing else is allowed; other streams may return anything, which says that all
    were taken. Raises BlockingIOError, with characters_written, if none were taken, and OSError for
    numbers that are not possible.
    """
    try:
        method = stream.write
    except AttributeError as error:
        raise make_errors.not_a_file(stream, error, "write") from None
    try:
        result = method(data)
    except TypeError as error:
        if not _is_text(stream):
            raise
        text = "the file is open in text mode: open it in mode \"wb\"; of sys.stdout use sys.stdout.buffer"
        raise TypeError(text) from error
    if type(result) is int and result == len(data):
        return
    raw = isinstance(stream, io.RawIOBase)
    sent = 0
    with memoryview(data) as view:
        while True:
            taken = _taken(result, len(data) - sent, raw or sent > 0)
            sent += taken
            if sent == len(data):
                return
            if not taken:
                text = f"the stream took {sent} of {len(data)} bytes, and no more can be written now"
                raise _blocked(text, sent)
            result = _again(method, view[sent:], sent)


def _blocked(text: str, written: int) -> BlockingIOError:
    from errno import EAGAIN

    return BlockingIOError(EAGAIN, text, written)


def _again(method: Any, rest: memoryview, sent: int) -> Any:
    try:
        return method(rest)
    except BlockingIOError as error:  # of a buffered stream
        error.characters_written = sent + getattr(error, "characters_written", 0)
        raise


def _taken(result: Any, size: int, counts: bool) -> int:
    """How many of `size` bytes were taken. counts: results are numbers, and None means 0."""
    if result is None:
        return 0 if counts else size
    number = None if isinstance(result, bool) else _number(result)
    if number is None:
        if make_errors.is_coroutine(result):
            raise TypeError("write() of the stream is a coroutine: await stream.write(packb(o))")
        if counts:
            raise TypeError(f"write() of the stream should return an integer, not {type(result).__name__!r}")
        return size
    if number < 0 or (number > size and counts):
        raise OSError(f"write() of the stream returned {number} for {size} bytes")
    return min(number, size)


def _number(result: Any) -> Optional[int]:
    try:
        return index(result)
    except TypeError:
        return None


def _is_text(stream: Any) -> bool:
    return isinstance(stream, io.TextIOBase) or hasattr(stream, "encoding")
