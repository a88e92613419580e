"""Reads one header at a time, for the tool's commands, which show bytes rather than objects.

Decoded objects lose what these commands show: the widths of integers and lengths, offsets, the
order and repetition of keys.
"""

from __future__ import annotations

import re
import struct
import sys
from typing import Any, Callable, Iterator, NamedTuple, Optional, Union

from .._errors import make_errors
from .._wire import format as wire
from .._wire.reading import is_utf8

NIL, BOOL, INT, FLOAT32, FLOAT64 = "nil", "bool", "int", "float32", "float64"
STR, BIN, EXT, ARRAY, MAP = "str", "bin", "ext", "array", "map"

EXT_TIMESTAMP, EXT_LZ4_ARRAY, EXT_LZ4_BLOCK, EXT_TYPELESS = -1, 98, 99, 100

MAX_DEPTH = 1024
LONGEST_HEAD = 9  # bytes of the longest header or number


class Token(NamedTuple):
    """A scalar, or the header of a container.

    value: of nil, bool, int and float the value; of str, bin and ext the number of
    payload bytes; of array and map the number of elements or entries.
    """

    kind: str
    form: str  # "fixstr", "uint8", ...
    value: Any
    body: int  # offset of the payload, or of the first value inside
    end: int  # offset after the payload; for containers the same as body
    ext: int = 0  # the ext type


class Truncated(Exception):
    """The bytes end inside a value's header or payload."""


Reader = Callable[[Any, int, int], Token]
Buffer = Union[bytes, bytearray, memoryview]


def _fixed(kind: str, form: str, value: Any) -> Reader:
    def read(_: Buffer, at: int, __: int) -> Token:
        return Token(kind, form, value, at + 1, at + 1)

    return read


def _number(kind: str, form: str, code: str) -> Reader:
    layout = struct.Struct(code)
    unpack, size = layout.unpack_from, 1 + layout.size

    def read(data: Buffer, at: int, have: int) -> Token:
        if at + size > have:
            raise Truncated
        return Token(kind, form, unpack(data, at + 1)[0], at + size, at + size)

    return read


def _sized(kind: str, form: str, code: Optional[str], fixed: int = 0) -> Reader:
    """A reader for str, bin, array or map, with a length field or the length in the format byte."""
    layout = struct.Struct(code) if code else None
    head = 1 + (layout.size if layout else 0)
    container = kind in (ARRAY, MAP)

    def read(data: Buffer, at: int, have: int) -> Token:
        body = at + head
        if body > have:
            raise Truncated
        length = layout.unpack_from(data, at + 1)[0] if layout else fixed
        end = body if container else body + length
        if end > have:
            raise Truncated
        return Token(kind, form, length, body, end)

    return read


def _ext(form: str, code: str, fixed: int = 0) -> Reader:
    layout = struct.Struct(code)
    head = 1 + layout.size

    def read(data: Buffer, at: int, have: int) -> Token:
        body = at + head
        if body > have:
            raise Truncated
        *length, kind = layout.unpack_from(data, at + 1)
        size = length[0] if length else fixed
        if body + size > have:
            raise Truncated
        return Token(EXT, form, size, body, body + size, kind)

    return read


def _reader(format_byte: int) -> Optional[Reader]:
    form, kind = wire.NAMES[format_byte], wire.TYPES[format_byte]
    kind = sys.intern(form if kind == "float" else kind)  # the constants above: they are compared by identity
    code = wire.NUMBER_CODES.get(format_byte) or {1: "B", 2: "H", 4: "I"}.get(
        wire.LENGTH_WIDTHS.get(format_byte, 0), ""
    )
    if kind == EXT:
        return _ext(form, f">{code}b", wire.SIZES[format_byte] - 2)
    if format_byte in wire.NUMBER_CODES:
        return _number(kind, form, ">" + code)
    if wire.KINDS[format_byte] == wire.SCALAR:
        return _fixed(kind, form, wire.ONE_BYTE_VALUES[format_byte])
    if code:
        return _sized(kind, form, ">" + code)
    return None if kind == "reserved" else _sized(kind, form, None, wire.head_count([format_byte], 0))


#: Readers, indexed by the format byte; None for c1.
READERS = [*map(_reader, range(256))]


def read(data: Buffer, at: int, have: Optional[int] = None) -> Token:
    """The complete value at this offset; `have`: the end of the bytes."""
    have = len(data) if have is None else have
    if at >= have:
        raise Truncated
    reader = READERS[data[at]]
    if reader is None:
        raise ValueError("reserved byte c1")
    return reader(data, at, have)


_NOT_TEXT = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def is_text(payload: Buffer) -> bool:
    """Whether a bin probably holds text: UTF-8 without control characters other than tab, LF and CR.

    Without the second condition many numbers would be text, zeros for example.
    """
    return not _NOT_TEXT.search(payload) and is_utf8(payload)


class Level:
    """An open container during a walk over a message."""

    __slots__ = ("count", "first", "in_key", "is_map", "key", "left", "note", "start")

    def __init__(self, token: Token, start: int) -> None:
        self.is_map = token.kind == MAP
        self.count: int = token.value
        self.left = token.value * (2 if self.is_map else 1)
        self.start = start
        self.first = 0  # number of its first element or entry
        self.in_key = False
        self.key: Any = None
        self.note: Any = None  # for the caller's use

    def component(self) -> str:
        """The path component of the value that was reached last."""
        if not self.is_map:
            return f"[{self.first + self.count - self.left - 1}]"
        at = self.first + self.count - (self.left + 2) // 2
        if self.in_key:
            return f"{{key #{at}}}"
        return key_component(self.key, at)


def path_of(levels: list[Level]) -> str:
    return "$" + "".join([level.component() for level in levels])


def walk(data: Buffer, at: int = 0) -> Iterator[tuple[int, Token, list[Level]]]:
    """All values of one message; containers before their content.

    Yields the offset, the token and the open containers around it (always the same list object).
    Raises the library's exceptions for damaged structure. Text is not decoded, except for keys.
    """
    levels: list[Level] = []
    have = len(data)
    while True:
        if levels:
            level = levels[-1]
            level.in_key = level.is_map and not level.left & 1
            level.left -= 1
        token = read(data, at, have)
        if levels and level.in_key:
            level.key = key_of(data, token)
        yield at, token, levels
        if token.kind is ARRAY or token.kind is MAP:
            levels.append(Level(token, at))
        at = token.end
        while levels and not levels[-1].left:
            levels.pop()
        if not levels:
            return


def key_component(key: Any, at: int) -> str:
    """The component of entry number `at` (from 0) of a map, as text.

    key: in a str, bytes that are not UTF-8 are represented as by surrogateescape.
    """
    if isinstance(key, (str, bytes)):
        return make_errors.key_component(key)
    return make_errors.key_text(key, at).decode()


def key_of(data: Buffer, token: Token, bins: bool = False) -> Any:
    """A key as paths need it: the text of a str, an integer, if ``bins`` the bytes of a bin, or None for others.

    Paths in errors have no bin keys: they are the same in all languages.
    """
    if token.kind is STR:
        return bytes(data[token.body : token.end]).decode("utf-8", "surrogateescape")
    if bins and token.kind is BIN:
        return bytes(data[token.body : token.end])
    return token.value if token.kind is INT else None
