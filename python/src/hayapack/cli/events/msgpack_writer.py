"""Writes messages without converting them: LZ4 ones decompressed, or all compressed."""

from __future__ import annotations

from typing import Any, Callable, Iterator

from . import lz4_content
from .cutter import Cutter
from .events import MESSAGES, Close, Event, Huge, Open, Run

Write = Callable[[bytes], Any]


def pieces(event: Event) -> Iterator[bytes]:
    """The bytes of an event's values."""
    if isinstance(event, Run):
        yield event.data
    elif isinstance(event, (Open, Huge)):
        yield event.head
        if isinstance(event, Huge):
            yield from event.pieces


class RawWriter:
    """Writes messages uncompressed."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def take(self, _: Cutter, event: Event) -> None:
        if isinstance(event, Run) and event.kind is MESSAGES:
            for part, lz4 in event.parts():
                self._write(((lz4 and lz4_content.opened(part)) or part).data)
            return
        for piece in pieces(event):
            self._write(piece)


class Lz4Writer:
    """Writes each message compressed; `framing`: "block-array" or "block"."""

    def __init__(self, write: Write, framing: str) -> None:
        self._write = write
        self._framing = framing
        self._parts: list[bytes] = []  # parts of a message that came in pieces
        self._open = 0

    def take(self, _: Cutter, event: Event) -> None:
        if isinstance(event, Run) and event.kind is MESSAGES:
            for unit in event.units():
                self._message((lz4_content.opened(unit) or unit).data)
            return
        self._parts.extend(pieces(event))
        self._open += isinstance(event, Open) - isinstance(event, Close)
        if not self._open:
            self._message(b"".join(self._parts))
            self._parts = []

    def _message(self, data: bytes) -> None:
        self._write(lz4_content.compress(data, self._framing))
