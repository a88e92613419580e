"""`hayapack split`: splits a stream into files."""

from __future__ import annotations

import argparse
import os
from typing import Any, Optional

from .. import arguments
from ..common.exit_status import STATUS_GOOD, BadData
from ..events import msgpack_writer
from ..events.events import MESSAGES, Run, first_units
from ..input.inputs import Input
from ..outputs import Output
from ..reading import Reading

DESCRIPTION = """\
Splits a stream into files of complete messages: PREFIX000001.msgpack and so on. The bytes
are not changed. The names are printed, one per line. No file is overwritten."""

EXAMPLES = """
hayapack split events.msgpack              one message per file: x000001.msgpack ...
hayapack split -n 1000 events.msgpack part-
hayapack split --bytes 100M big.msgpack.zst out/part-
"""

UNITS = {"": 1, "k": 1000, "m": 10**6, "g": 10**9}


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "split", "split a stream into files", DESCRIPTION, EXAMPLES)
    arguments.add_file(parser)
    arguments.add_reading(parser, values=False)
    parser.add_argument("prefix", nargs="?", default="x", metavar="PREFIX", help="default: x")
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "-n", "--messages", type=arguments.positive, default=1, metavar="N",
        help="messages in each file (default 1)",
    )  # fmt: skip
    size.add_argument(
        "-b", "--bytes", type=_size, metavar="SIZE",
        help="at most this many bytes in each file (100k, 20M, 1G), but at least one message",
    )  # fmt: skip


def _size(text: str) -> int:
    number, unit = (text[:-1], text[-1:].lower()) if text[-1:].isalpha() else (text, "")
    if unit not in UNITS or not number.isdigit() or not int(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size like 100k, 20M or 1G")
    return int(number) * UNITS[unit]


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(input: Input, reading: Reading) -> int:
        files = _Files(args.prefix, 0 if args.bytes else args.messages, args.bytes or 0)
        cutter = reading.cutter(input)
        try:
            for event in reading.events(cutter, alone=True):
                if isinstance(event, Run) and event.kind is MESSAGES:
                    files.messages(event)
                    continue
                if not files.inside:
                    files.begin_big()
                for piece in msgpack_writer.pieces(event):
                    files.write(piece)
                files.inside = cutter.depth > 0
        except BadData:
            files.close_whole()
            raise
        except BaseException:
            files.discard()
            raise
        files.close()
        return STATUS_GOOD

    return arguments.one(args, args.file, work)


class _Files:
    """Writes messages to files and begins the next file when one is full.

    A file gets its name, and the name is printed, when the file is complete.
    """

    def __init__(self, prefix: str, messages: int, size: int) -> None:
        self.inside = False  # inside a message that comes in pieces
        self._prefix, self._most, self._size = prefix, messages, size
        self._file: Optional[Output] = None
        self._number = self._messages = self._bytes = 0

    def messages(self, run: Run) -> None:
        """Complete messages; writes as many at once as fit in one file."""
        if self._size:
            for unit in run.units():
                self._make_space(len(unit.data))
                self._messages += 1
                self.write(unit.data)
            return
        while run.count:
            self._make_space(0)
            part = first_units(run, min(run.count, self._most - self._messages))
            self._messages += part.count
            self.write(part.data)
            run = run._replace(data=run.data[len(part.data) :], count=run.count - part.count)

    def begin_big(self) -> None:
        """Begins a large message, whose size is not known yet."""
        self._make_space(self._size)
        self._messages += 1

    def _make_space(self, size: int) -> None:
        """Begins a new file if a message of this size does not fit in the current one."""
        full = self._bytes + size > self._size if self._size else self._messages >= self._most
        if self._file is None or (full and self._messages):
            self.close()
            self._number += 1
            self._messages = self._bytes = 0
            name = f"{self._prefix}{self._number:06}.msgpack"
            self._file = Output(name, replace=False)
            self._file.open()

    def write(self, data: bytes) -> None:
        assert self._file
        self._file.write(data)
        self._bytes += len(data)

    def close(self) -> None:
        """Finishes the complete file."""
        if self._file:
            file, self._file = self._file, None
            file.finish()
            arguments.write(os.fsencode(file.name) + b"\n")

    def close_whole(self) -> None:
        """After bad data: keeps the file if all messages in it are complete."""
        self.discard() if self.inside else self.close()

    def discard(self) -> None:
        """Removes an incomplete file."""
        if self._file:
            file, self._file = self._file, None
            file.discard()
