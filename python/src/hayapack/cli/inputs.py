"""Reads what a user gives: JSON, JSON lines, MessagePack streams."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

from .. import Unpacker, UnpackException, unpackb

FORMATS = ("json", "jsonl", "msgpack")
NAMES = {"json": "JSON", "jsonl": "JSON lines", "msgpack": "MessagePack"}
SUFFIXES = {
    ".json": "json",
    ".geojson": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".msgpack": "msgpack",
    ".mpk": "msgpack",
    ".mp": "msgpack",
}
# How a JSON text starts. A MessagePack message may start with one of these
# bytes too (a small integer), but hardly ever goes on as text then.
JSON_START = re.compile(rb'\s*(?:[\[{"]|-?[0-9]|true|false|null|NaN|-?Infinity)')
SNIFFED = 4096  # bytes at the start that are looked at


class BadInput(Exception):
    """The data can't be read; the text says where and why."""


class Input(NamedTuple):
    name: str
    format: str
    size: int
    messages: list[Any]


def shown(name: str) -> str:
    return "standard input" if name == "-" else name


def read(name: str, kind: Optional[str], ext: Callable[[int, bytes], Any]) -> Input:
    """One file's messages. `ext` makes the value of a MessagePack extension."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    if not data.strip(b" \t\r\n"):
        raise BadInput("byte 0: empty, there is no message in it")
    kind = kind or SUFFIXES.get(Path(name).suffix.lower()) or sniff(data)
    if kind == "msgpack":
        messages = _read_msgpack(data, ext)
    else:
        kind, messages = _read_json(data, kind)
    return Input(shown(name), NAMES[kind], len(data), messages)


def sniff(data: bytes) -> str:
    """The format that bytes at the beginning of an input look like."""
    start = data[:SNIFFED]
    if start.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return "json"  # a byte order mark; c1, ff fe … as MessagePack would be odd numbers
    text = not any(byte < 0x20 and byte not in b"\t\r\n" for byte in start)
    return "json" if text and JSON_START.match(start) else "msgpack"


def _read_json(data: bytes, kind: str) -> tuple[str, list[Any]]:
    encoding = json.detect_encoding(data)
    try:
        text = data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError as error:
        raise BadInput(f"byte {error.start}: not text in {error.encoding}") from None
    if kind == "json":
        try:
            return kind, [_loads(text, 0)]
        except json.JSONDecodeError as error:
            one_a_line = error.msg == "Extra data" and "\n" in text[: error.pos]
            if not one_a_line:
                raise _bad_json(error, text, 0, encoding) from None
    return "jsonl", _read_lines(text, encoding)


def _read_lines(text: str, encoding: str) -> list[Any]:
    messages = []
    at = 0
    for line in text.split("\n"):  # not splitlines: JSON text may hold U+2028
        if line.strip():
            try:
                messages.append(_loads(line, at))
            except json.JSONDecodeError as error:
                raise _bad_json(error, text, at, encoding) from None
        at += len(line) + 1
    return messages


def _loads(text: str, at: int) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise BadInput(f"character {at}: nested too deeply for the JSON reader") from None


def _bad_json(error: json.JSONDecodeError, text: str, at: int, encoding: str) -> BadInput:
    """`at`: where the text that was read starts, in characters."""
    at += error.pos
    # "utf-8-sig" and "utf-16" write the byte order mark that they took away.
    offset = len(text[:at].encode(encoding, "surrogatepass"))
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return BadInput(f"byte {offset}: {error.msg} (line {line}, column {column})")


def _read_msgpack(data: bytes, ext: Callable[[int, bytes], Any]) -> list[Any]:
    options = {"strict_map_key": False, "timestamp": 3, "ext_hook": ext}
    # The limits follow the buffer's: a length beyond the file is truncation here.
    unpacker = Unpacker(max_buffer_size=max(len(data), 2**32), **options)
    unpacker.feed(data)
    messages = []
    try:
        for message in unpacker:
            messages.append(message)
        rest = unpacker.tell()
        if rest < len(data):
            # An unfinished last message: read it alone for the full account.
            try:
                unpackb(data[rest:], **options)
            except (UnpackException, ValueError) as error:
                raise BadInput(_moved(error, rest, len(messages))) from None
    except (UnpackException, ValueError, TypeError) as error:
        raise BadInput(_moved(error, 0, len(messages))) from None
    return messages


def _moved(error: Exception, base: int, number: int) -> str:
    """The error's text with its offset counted from the start of the file."""
    text = str(error)
    offset = getattr(error, "offset", None)
    if offset is not None and text.startswith(f"byte {offset}: "):
        text = f"byte {offset + base}: " + text.split(": ", 1)[1]
    elif offset is not None:
        text = f"byte {offset + base}: {text}"
    return text if number == 0 else f"{text}, in message {number + 1}"
