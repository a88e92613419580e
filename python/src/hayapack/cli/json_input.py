"""JSON inputs as runs of MessagePack messages."""

from __future__ import annotations

import json
from typing import Iterable, Iterator

from .common.exit_status import BadData, Stop
from .input.sources import WINDOW, Source
from .json import parser
from .json.parser import Options
from .stream.chunker import PIECE
from .stream.events import MESSAGES, Run

MARK = b"\xef\xbb\xbf"  # UTF-8's byte order mark
BLANK = b" \t\r\n"
BLANK_DOCUMENT = "byte 0: there is no JSON value, only white space"


def runs(source: Source, lines: bool, options: Options) -> Iterator[Run]:
    """The messages of JSON lines, or of a JSON document (read into memory as a whole).

    Messages before an error are yielded. No bytes, and lines that are blank, are no messages.
    """
    if lines:
        return _packed(_lines(_windows(source)), options)
    return _document(b"".join(_windows(source)), options)


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
        yield from _packed([(at, text)], options)
    except parser.ExtraText:
        if b"\n" not in text:
            raise
        yield from _packed(_lines([text]), options)


def _packed(texts: Iterable[tuple[int, bytes]], options: Options) -> Iterator[Run]:
    messages: list[bytes] = []
    size = first = 0
    for offset, text in texts:
        try:
            messages.append(parser.pack_text(text, options, offset))
        except Stop:
            if messages:
                yield _run(messages, first)
            raise
        size += len(messages[-1])
        if size >= PIECE:
            yield _run(messages, first)
            first += len(messages)
            messages, size = [], 0
    if messages:
        yield _run(messages, first)


def _run(messages: list[bytes], first: int) -> Run:
    # Offsets of errors in it would count from its own beginning; errors do not occur in practice.
    return Run(b"".join(messages), 0, MESSAGES, len(messages), first, 0, "$", first)


def _windows(source: Source) -> Iterator[bytes]:
    at = 0
    while True:
        data = source.fetch(at, WINDOW)
        if not data:
            return
        yield data
        at += len(data)
        source.forget(at)


def _lines(windows: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their offsets."""
    at, rest = 0, b""
    for window in windows:
        lines = (rest + window).split(b"\n")
        rest = lines.pop()
        for line in lines:
            yield from _line(at, line)
            at += len(line) + 1
    yield from _line(at, rest)


def _line(at: int, line: bytes) -> Iterator[tuple[int, bytes]]:
    if at == 0 and line.startswith(MARK):
        at, line = len(MARK), line[len(MARK) :]
    if line.strip(BLANK):
        yield at, line
