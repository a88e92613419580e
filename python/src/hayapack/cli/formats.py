"""The formats that are read and written, and how they are recognized."""

from __future__ import annotations

import os
from typing import Generator, Iterable, Optional

from . import outputs, terminal
from .common.exit_status import Usage
from .events.cutter import Cutter
from .events.events import Event
from .input import detect_format
from .input.inputs import WINDOW, Input
from .json import reader
from .json.from_json import Options
from .reading import Check, Reading

JSON, LINES, MSGPACK, LZ4 = "json", "jsonl", "msgpack", "msgpack-lz4"
ALL = (JSON, LINES, MSGPACK, LZ4)
SUFFIXES = {
    ".json": JSON,
    ".geojson": JSON,
    ".jsonl": LINES,
    ".ndjson": LINES,
    ".msgpack": MSGPACK,
    ".msgpk": MSGPACK,
    ".mpack": MSGPACK,
    ".mpk": MSGPACK,
    ".mp": MSGPACK,
    ".mmtf": MSGPACK,
    ".shada": MSGPACK,
    ".mplz4": LZ4,
}


def of_name(name: str) -> Optional[str]:
    """The format by the suffix of a file's name; None if it has no known one."""
    return SUFFIXES.get(_suffix(name))


def of_output(name: str, tables: Iterable[str] = ()) -> Optional[str]:
    """The format by the suffix of an output's name; None for standard output, a device or a pipe. tables: further suffixes.

    Raises Usage for an unknown suffix, since the content would not match the name, and for a file without a suffix.
    """
    suffix = _suffix(name)
    if suffix not in SUFFIXES and (suffix or outputs.is_file(name)):
        what = f"the suffix {suffix} is not known" if suffix else "no suffix names the format"
        raise Usage(
            f"{name}: {what}: name the format, --to {'|'.join(ALL)}, or use"
            f" one of {', '.join(SUFFIXES)}, with or without {', '.join(outputs.SUFFIXES)}"
            + (f"; for a table, {', '.join(tables)}" if tables else "")
        )
    return SUFFIXES.get(suffix)


def _suffix(name: str) -> str:
    stem, suffix = os.path.splitext(name)
    if suffix.lower() in outputs.SUFFIXES:
        suffix = os.path.splitext(stem)[1]
    return suffix.lower()


def of_content(input: Input) -> str:
    """The format that the first bytes of an input look like."""
    return detect_format.format_of(input.fetch(0, WINDOW))


def events(
    input: Input, kind: str, reading: Reading, json: Options, *, alone: bool,
    check: Optional[Check] = None,
) -> Generator[tuple[Optional[Cutter], Event], None, None]:  # fmt: skip
    """An input's messages; JSON is converted to MessagePack. alone, check: see Reading.events()."""
    if kind in (MSGPACK, LZ4):
        cutter = reading.cutter(input)
        for event in reading.events(cutter, alone=alone, check=check):
            yield cutter, event
    else:
        with terminal.Progress(input, alone) as progress:
            for run in reader.runs(input, kind == LINES, json, progress.step):
                yield None, run
