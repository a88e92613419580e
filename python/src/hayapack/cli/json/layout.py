"""Formats JSON that is on one line: indentation, and colours for a terminal."""

from __future__ import annotations

import re

# One token: a string, a punctuation mark, or a number or word.
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')

RESET = b"\x1b[0m"
KEY, TEXT, WORD, NUMBER = b"\x1b[1;34m", b"\x1b[32m", b"\x1b[35m", b"\x1b[36m"
WORDS = frozenset([b"null", b"true", b"false"])

# Values in more containers are indented like those in this many: the output is never more than a
# constant times as long as the input.
MOST_INDENTED = 32

AT_ONCE = 4096  # parts that are kept apart: each takes several times the memory of its text


class Look:
    """The layout of JSON: on one line or `pretty`, with or without `colours`."""

    def __init__(self, pretty: bool, colours: bool) -> None:
        self.pretty, self.colours = pretty, colours
        self._line = b"\n"  # line break and indentation at this depth
        self._empty = False  # a container was just opened
        self._key = False  # the next string is a key
        self._open: list[bool] = []  # for each open container: whether it is a map

    def text(self, piece: bytes) -> bytes:
        """Formats the next piece of a JSON text; pieces end between tokens."""
        if not (self.pretty or self.colours):
            return piece
        text = bytearray()
        out: list[bytes] = []
        for match in TOKEN.finditer(piece):
            self._token(match.group(), out)
            if len(out) >= AT_ONCE:
                text += b"".join(out)
                out.clear()
        text += b"".join(out)
        return bytes(text)

    def _token(self, token: bytes, out: list[bytes]) -> None:
        mark = token in b"[]{},:"
        if token in b"]}" and mark:
            self._open.pop()
            self._line = self._line[: 1 + 2 * len(self._open)]
            if not self._empty and self.pretty:
                out.append(self._line)
            self._empty = self._key = False  # the next message may be a string
        elif self._empty:
            self._empty = False
            if self.pretty:
                out.append(self._line)
        out.append(token if mark or not self.colours else self._coloured(token))
        if not mark:
            return
        if token in b"[{":
            self._open.append(token == b"{")
            self._empty, self._key = True, token == b"{"
            if len(self._open) <= MOST_INDENTED:
                self._line += b"  "
        elif token == b",":
            self._key = self._open[-1]
            if self.pretty:
                out.append(self._line)
        elif token == b":":
            self._key = False
            if self.pretty:
                out.append(b" ")

    def _coloured(self, token: bytes) -> bytes:
        if token[:1] == b'"':
            return (KEY if self._key else TEXT) + token + RESET
        return (WORD if token in WORDS else NUMBER) + token + RESET
