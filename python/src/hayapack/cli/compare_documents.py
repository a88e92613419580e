"""The files that `hayapack compare` measures: all messages as Python values, of JSON, JSON lines or MessagePack."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterator, NamedTuple

from .. import UnpackException, unpackb
from . import formats, terminal
from .common.exit_status import BadData, Stop
from .events import lz4_content, msgpack_writer, nesting
from .events.events import MESSAGES, Event, Run
from .input import detect_format
from .input.inputs import WINDOW, Input, open_input, shown
from .json import reader
from .reading import EMPTY, Reading

NAMES = {
    formats.JSON: "JSON",
    formats.LINES: "JSON lines",
    formats.MSGPACK: "MessagePack",
    formats.LZ4: "MessagePack",
}

Ext = Callable[[int, bytes], Any]


class Document(NamedTuple):
    """The members of the lab's class. size: bytes of the file, decompressed."""

    name: str
    format: str
    size: int
    messages: list[Any]


def read_document(name: str, reading: Reading, ext: Ext) -> Document:
    """ext: called to make the value of a MessagePack extension.

    Raises exit_status.Stop.
    """
    input = open_input(name)
    try:
        reading.begin(input)
        if not input.fetch(0, WINDOW).strip(reader.BLANK):
            raise BadData(EMPTY)
        kind = reading.given_format or formats.of_name(name) or detect_format.format_of(input.fetch(0, WINDOW))
        if kind in (formats.MSGPACK, formats.LZ4):
            size, messages = _read_msgpack(input, reading, ext)
        else:
            with terminal.Progress(input, True) as progress:
                data = b"".join(reader.stepping(input, progress.step))
                size = len(data)
                kind, messages = _read_json(data, kind, progress.step)
    except Stop as stop:
        stop.name = input.name_for(stop)
        raise
    finally:
        input.close()
    return Document(shown(name), NAMES[kind], size, messages)


def _read_json(data: bytes, kind: str, step: Callable[[], object]) -> tuple[str, list[Any]]:
    encoding = json.detect_encoding(data)
    try:
        text = data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError as error:
        raise BadData(f"byte {error.start}: not text in {error.encoding}") from None
    if kind == formats.JSON:
        try:
            return kind, [_loads(text, 0)]
        except json.JSONDecodeError as error:
            one_a_line = error.msg == "Extra data" and "\n" in text[: error.pos]
            if not one_a_line:
                raise _bad_json(error, text, 0, encoding) from None
    return formats.LINES, _read_lines(text, encoding, step)


def _read_lines(text: str, encoding: str, step: Callable[[], object]) -> list[Any]:
    messages = []
    at = 0
    for line in text.split("\n"):  # not splitlines: JSON text may hold U+2028
        if line.strip():
            try:
                messages.append(_loads(line, at))
            except json.JSONDecodeError as error:
                raise _bad_json(error, text, at, encoding) from None
        at += len(line) + 1
        step()
    return messages


def _loads(text: str, at: int) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise BadData(f"character {at}: nested too deeply for the JSON reader") from None


def _bad_json(error: json.JSONDecodeError, text: str, at: int, encoding: str) -> BadData:
    """`at`: offset of the text in the input, in characters."""
    at += error.pos
    # "utf-8-sig" and "utf-16" write the byte order mark again that they removed.
    offset = len(text[:at].encode(encoding, "surrogatepass"))
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return BadData(f"byte {offset}: {error.msg} (line {line}, column {column})")


def _read_msgpack(input: Input, reading: Reading, ext: Ext) -> tuple[int, list[Any]]:
    cutter = reading.cutter(input)
    messages: list[Any] = []
    parts: list[bytes] = []  # of a message that comes in pieces
    start = number = 0
    for event in reading.events(cutter, alone=True):
        if isinstance(event, Run) and event.kind is MESSAGES:
            messages += _values(event, ext)
            continue
        if not parts:
            start, number = _offset(event), cutter.messages
        parts.extend(msgpack_writer.pieces(event))
        if not cutter.depth:
            whole = Run(b"".join(parts), start, MESSAGES, 1, number, 0, "$", number)
            messages += _values(whole._replace(lz4=False), ext)
            parts = []
    return cutter.position, messages


def _offset(event: Event) -> int:
    assert not isinstance(event, Run)
    return event.offset


def _values(run: Run, ext: Ext) -> Iterator[Any]:
    for part, lz4 in run.parts():
        inner = (lz4 and lz4_content.opened(part)) or part
        try:
            yield from _unpacked(inner.wrapped(), ext)
        except (UnpackException, ValueError, TypeError):
            for unit in inner.units():  # to find the offset of the error
                yield _value(unit, ext)


def _value(unit: Run, ext: Ext) -> Any:
    try:
        return _unpacked(unit.data, ext)
    except UnpackException as error:
        raise BadData(unit.blame_error(error)) from None
    except (ValueError, TypeError) as error:
        raise BadData(unit.blame(str(error), 0)) from None


def _unpacked(data: bytes, ext: Ext) -> Any:
    return unpackb(data, strict_map_key=False, timestamp=3, ext_hook=ext, max_depth=nesting.MOST + 1)
