"""The lines of `hayapack inspect`, for many values at once."""

from __future__ import annotations

import json
import re
from typing import Any, Callable, Optional

from ..._core import minimal
from ..._core.tokens import (
    ARRAY,
    BIN,
    BOOL,
    EXT,
    FLOAT32,
    FLOAT64,
    INT,
    MAP,
    MAX_DEPTH,
    NIL,
    STR,
    Level,
    Token,
    Truncated,
    is_text,
    key_of,
    read,
)
from ..._errors import escape, make_errors
from ..._errors.make_errors import counted
from ..._wire.reading import is_utf8

FOREIGN_BYTE = re.compile("[\udc80-\udcff]")
SHOWN_BYTES = 8
SHOWN_TEXT = 60  # characters of a str
SHOWN_FORM = len("negative fixint")  # the longest name of a format
FLUSH = 256 << 10  # bytes of text that are written at once
DIM, BOLD, BLUE, RED = "2", "1", "34", "31"  # parameters of the terminal's SGR sequence
STYLES = {STR: "32", INT: "36", FLOAT32: "36", FLOAT64: "36", BIN: "33", EXT: "33"}

ONE_VALUE = Token(ARRAY, "fixarray", 1, 1, 1)

#: (ext type, payload) -> the text to show, and the offset of the value after the name of a typed
#: value, its size if it is only a name, or 0 for another ext.
ExtText = Callable[[int, bytes], "tuple[str, int]"]


def list_values(
    data: bytes, shift: int, path: tuple[bytes, ...], silent: bool, first: int, message: int, mark: str,
    fixed: bool, colours: bool, ext: ExtText, write: Callable[[bytes], Any],
) -> tuple[int, int, int]:  # fmt: skip
    """Writes a line for each value in the array or map `data`, up to the first that is damaged.

    shift: added to offsets in data; path: the components of the array's; silent: its elements have the same path;
    first: the number of its first element; message: the number of the message that is its first
    element, from 0, or -1 if its elements are not messages; mark: before each offset; fixed: the writer had
    no choice of forms. Returns the bytes more than needed, the number of values with such, and the
    number of repeated keys.
    """
    listing = _Listing(data, shift, mark, fixed, colours, ext, write)
    listing.run(path, silent, first, message)
    return listing.spare, listing.longer, listing.repeated


class _Frame:
    """An open container, or a typed value, which holds one value."""

    __slots__ = ("components", "keys", "level", "silent", "size", "typed", "unnoted")

    def __init__(
        self, token: Token, components: int, size: int, *, silent: bool = False, typed: bool = False,
        unnoted: bool = False,
    ) -> None:  # fmt: skip
        self.level = Level(token, 0)
        self.components, self.size = components, size  # of its path, and their bytes
        self.silent = silent  # the values in it have the same path
        self.typed = typed
        self.unnoted = unnoted  # repeated keys are not noted
        self.keys: dict[Any, int] = {}  # the number of the first entry with each key


class _Listing:
    def __init__(
        self, data: bytes, shift: int, mark: str, fixed: bool, colours: bool, ext: ExtText,
        write: Callable[[bytes], Any],
    ) -> None:  # fmt: skip
        self.data, self.shift, self.mark, self.fixed, self.colours = data, shift, mark, fixed, colours
        self.ext, self.write = ext, write
        self.path: list[bytes] = []  # the components of the value's path
        self.path_size = 0  # their bytes
        self.frames: list[_Frame] = []
        self.typed = 0  # open typed values
        self.lines: list[bytes] = []
        self.size = 0
        self.spare = self.longer = self.repeated = 0

    def run(self, path: tuple[bytes, ...], silent: bool, first: int, message: int) -> None:
        token = read(self.data, 0)
        self.path = list(path)
        self.path_size = sum(map(len, path))
        root = _Frame(token, len(path), self.path_size, silent=silent, unnoted=True)
        root.level.first = first
        self.frames.append(root)
        at = token.end
        while True:
            while self.frames and not self.frames[-1].level.left:
                self.typed -= self.frames.pop().typed
            if not self.frames:
                break
            try:
                token = read(self.data, at)
            except (Truncated, ValueError):  # the caller reports the error
                break
            if message >= 0 and len(self.frames) == 1:
                number = message + root.level.count - root.level.left
                if number:
                    self._add(_paint(f"message {number + 1}:", BOLD, self.colours))
            at = self._value(at, token)
        self._flush()

    def _value(self, at: int, token: Token) -> int:
        """Lists one value; returns the offset of the next."""
        frame = self.frames[-1]
        level = frame.level
        level.in_key = level.is_map and not level.left & 1
        level.left -= 1
        if level.in_key:
            level.key = key_of(self.data, token, bins=True)
        del self.path[frame.components :]
        self.path_size = frame.size
        if not frame.silent:
            self.path.append(level.component().encode())
            self.path_size += len(self.path[-1])
        noted = None
        if level.in_key and not frame.unnoted and token.kind in (STR, BIN, INT):
            noted = frame
        if token.kind is EXT:
            return self._ext(at, token, noted)
        self._line(at, token, noted, _shown(self.data, token))
        if token.kind is ARRAY or token.kind is MAP:
            self.frames.append(_Frame(token, len(self.path), self.path_size, unnoted=frame.typed))
        return token.end

    def _ext(self, at: int, token: Token, noted: Optional[_Frame]) -> int:
        shown, inside = self.ext(token.ext, self.data[token.body : token.end])
        self._line(at, token, noted, shown)
        if inside <= 0 or self.typed >= MAX_DEPTH:
            return token.end
        name = read(self.data, token.body)
        self._line(token.body, name, None, _shown(self.data, name))
        if token.body + inside < token.end:
            self.typed += 1
            self.frames.append(_Frame(ONE_VALUE, len(self.path), self.path_size, silent=True, typed=True))
        return token.body + inside

    def _line(self, at: int, token: Token, noted: Optional[_Frame], shown: str) -> None:
        notes = []
        over = 0 if self.fixed or self.typed else minimal.spare(self.data, at, token)
        if over:
            notes.append(f"{counted(over, 'byte')} more than needed")
            self.spare += over
            self.longer += 1
        if token.kind is STR and not is_utf8(self.data[token.body : token.end]):
            notes.append("not UTF-8")
        if noted:
            level = noted.level
            number = level.first + level.count - (level.left + 2) // 2
            # A bin in a tuple: python -bb refuses to compare bytes with str.
            key = (level.key,) if token.kind is BIN else level.key
            known = noted.keys.setdefault(key, number)
            if known != number:
                notes.append(f"repeats key #{known}")
                self.repeated += 1
        start = self.data[at : min(token.end, at + SHOWN_BYTES + 1)]
        path = make_errors.join_texts(self.path, self.path_size)
        self._add(line(start, self.mark, at + self.shift, token, path, notes, shown, self.colours))

    def _add(self, text: str) -> None:
        self.lines.append(text.encode("utf-8", "backslashreplace"))
        self.size += len(self.lines[-1])
        if self.size >= FLUSH:
            self._flush()

    def _flush(self) -> None:
        if self.lines:
            self.lines.append(b"")
            self.write(b"\n".join(self.lines))
            self.lines, self.size = [], 0


def line(
    start: bytes, mark: str, offset: int, token: Token, path: str, notes: list[str], shown: str,
    colours: bool,
) -> str:  # fmt: skip
    """One line. start: the first bytes of the value, SHOWN_BYTES + 1 if there are as many."""
    more = "…" if len(start) > SHOWN_BYTES else ""
    style = STYLES.get(token.kind)
    parts = [
        _paint(f"{mark}{offset}".rjust(8), DIM, colours),
        (start[:SHOWN_BYTES].hex(" ") + more).ljust(3 * SHOWN_BYTES + 1),
        _paint(token.form.ljust(SHOWN_FORM), BOLD, colours),
        _paint(path, BLUE, colours),
        _paint(shown, style, colours) if style else shown,
    ]
    if notes:
        parts.append(_paint("! " + ", ".join(notes), RED, colours))
    return "  ".join(parts)


def _paint(text: str, style: str, colours: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if colours else text


def _shown(data: bytes, token: Token) -> str:
    """A value as readable text, shortened."""
    kind = token.kind
    if kind is STR:
        return _short(_quoted(data[token.body : token.end]))
    if kind is BIN:
        payload = data[token.body : token.end]
        size = counted(token.value, "byte")
        return f"{size}: {_short(_quoted(payload))}" if payload and is_text(payload) else size
    if kind is ARRAY or kind is MAP:
        return size_of(token)
    return json.dumps(token.value) if kind in (NIL, BOOL) else repr(token.value)


def size_of(token: Token) -> str:
    """The size of an array or a map in words."""
    one, more = ("element", "elements") if token.kind is ARRAY else ("entry", "entries")
    return f"{token.value} {one if token.value == 1 else more}"


def _quoted(payload: bytes) -> str:
    """A text as a JSON string; bytes that are not UTF-8 as \\xNN, which JSON does not have."""
    start = payload[: 8 * SHOWN_TEXT].decode("utf-8", "surrogateescape")
    text = json.dumps(start[: 2 * SHOWN_TEXT], ensure_ascii=False)
    text = FOREIGN_BYTE.sub(lambda match: f"\\x{ord(match.group()) - 0xDC00:02x}", text)
    return escape.line(text)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_TEXT else text[: SHOWN_TEXT - 1] + "…"
