"""JSON inputs as runs of MessagePack messages."""

from __future__ import annotations

import json
from typing import Callable, Iterable, Iterator, Tuple

from ..common.exit_status import BadData, Stop
from ..events.cutter import PIECE
from ..events.events import MESSAGES, Run
from ..input.inputs import Input
from . import from_json
from .from_json import Options

MARK = b"\xef\xbb\xbf"  # UTF-8's byte order mark
BLANK = b" \t\r\n"
BLANK_DOCUMENT = "byte 0: there is no JSON value, only white space"

Text = Tuple[int, bytes]  # one JSON text, and its offset in the input


def runs(input: Input, lines: bool, options: Options, step: Callable[[], object] = int) -> Iterator[Run]:
    """The messages of JSON lines, or of a JSON document (read into memory as a whole). step: is called often.

    Messages before an error are yielded, and those of complete lines before the next read, which
    may have to wait. No bytes, and lines that are blank, are no messages.
    """
    if lines:
        return _packed(_lines(stepping(input, step)), options)
    return _document(b"".join(stepping(input, step)), options)


def stepping(input: Input, step: Callable[[], object]) -> Iterator[bytes]:
    """The input in blocks; step: is called for each."""
    for window in input.windows():
        step()
        yield window


def _document(text: bytes, options: Options) -> Iterator[Run]:
    if not text:
        return
    encoding, at = json.detect_encoding(text), 0
    if text.startswith(MARK):
        at, text = len(MARK), text[len(MARK) :]
    elif encoding != "utf-8":
        try:
            text = text.decode(encoding).encode()
        except UnicodeError:
            raise BadData(f"byte 0: not text in {encoding}") from None
    if not text.strip(BLANK):
        raise BadData(BLANK_DOCUMENT)
    try:
        yield from _packed([[(at, text)]], options)
    except from_json.ExtraText:
        if b"\n" not in text:
            raise
        yield from _packed(_lines([text]), options)


def _packed(batches: Iterable[Iterable[Text]], options: Options) -> Iterator[Run]:
    first = 0
    for batch in batches:
        messages: list[bytes] = []
        size = 0
        for offset, text in batch:
            try:
                messages.append(from_json.pack_text(text, options, offset))
            except Stop:
                if messages:
                    yield _run(messages, first, options)
                raise
            size += len(messages[-1])
            if size >= PIECE:
                yield _run(messages, first, options)
                first += len(messages)
                messages, size = [], 0
        if messages:
            yield _run(messages, first, options)
            first += len(messages)


def _run(messages: list[bytes], first: int, options: Options) -> Run:
    # Offsets of errors in it would count from its own beginning; errors do not occur in practice.
    return Run(b"".join(messages), 0, MESSAGES, len(messages), first, 0, "$", first, max_depth=options.max_depth)


def _lines(windows: Iterable[bytes]) -> Iterator[Iterator[Text]]:
    """The lines that end in each window, without blank ones."""
    at = 0
    parts: list[bytes] = []  # of a line that has not ended
    for window in windows:
        end = window.rfind(b"\n") + 1
        if end:
            whole = b"".join([*parts, window[:end]])
            yield _lines_of(at, whole[:-1])
            at += len(whole)
            parts = []
        parts.append(window[end:])
    yield _line(at, b"".join(parts))


def _lines_of(at: int, text: bytes) -> Iterator[Text]:
    for line in text.split(b"\n"):
        yield from _line(at, line)
        at += len(line) + 1


def _line(at: int, line: bytes) -> Iterator[Text]:
    if at == 0 and line.startswith(MARK):
        at, line = len(MARK), line[len(MARK) :]
    if line.strip(BLANK):
        yield at, line
