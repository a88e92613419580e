"""The formats that are read and written, and how an input's is told."""

from __future__ import annotations

import os
from typing import Generator, Optional

from . import commands, inputs, jsonin, outputs
from .cutting import Cutter
from .runs import Event
from .sources import WINDOW, Source

JSON, LINES, MSGPACK, LZ4 = "json", "jsonl", "msgpack", "msgpack-lz4"
ALL = (JSON, LINES, MSGPACK, LZ4)
SUFFIXES = {**inputs.SUFFIXES, ".mplz4": LZ4}


def of_name(name: str) -> Optional[str]:
    """The format that a file's name tells, if it does."""
    stem, suffix = os.path.splitext(name)
    if suffix.lower() in outputs.SUFFIXES:
        suffix = os.path.splitext(stem)[1]
    return SUFFIXES.get(suffix.lower())


def of_content(source: Source) -> str:
    """The format that the beginning of an input looks like."""
    return inputs.sniff(source.fetch(0, WINDOW))


def events(
    source: Source, kind: str, *, plain: bool, alone: bool
) -> Generator[tuple[Optional[Cutter], Event], None, None]:
    """An input's messages; those of JSON as MessagePack.

    plain: tags in JSON are ordinary keys; alone: see terminal.Progress.
    """
    if kind in (MSGPACK, LZ4):
        cutter = Cutter(source)
        for event in commands.events(cutter, alone=alone):
            yield cutter, event
    else:
        for run in jsonin.runs(source, kind == LINES, plain):
            yield None, run
