"""`hayapack get`: prints one value, by its path."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from ..._errors import counted
from .. import arguments, outputs
from ..common.exit_status import STATUS_BAD_DATA, STATUS_GOOD, Usage
from ..input.sources import Source
from ..json.seek import Seeker
from ..json.writer import JsonWriter
from ..reading import Reading
from ..stream import msgpack_writer, paths
from ..stream.events import FOUND, MESSAGES, Run, first_units
from . import cat

DESCRIPTION = """\
Writes one value of the first message, as JSON or unchanged (--raw), without decoding the
others. Paths are written as in error messages: $.items[7].name, $["any text"], ${-7} for
an integer key, ${#3} for the value of entry 3, ${key #3} for its key. [-1] is the last
element; $['any text'] is accepted too, and the $ may be left out. With --all, messages
without the value are counted on standard error; status 1 if no message has it.

A single word is the PATH, and standard input is read. It is an error if standard input is
a terminal, or if the word begins with neither $ nor [ and is the name of a file."""

EXAMPLES = """
hayapack get data.msgpack '$.a[2].b'
hayapack get big.msgpack.zst 'statuses[-1].user'
hayapack get '$.name' < data.msgpack
hayapack get --all events.msgpack '$.id'       from every message
hayapack get --raw data.msgpack '$.items' > items.msgpack
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "get", "print one value by its path", DESCRIPTION, EXAMPLES)
    parser.add_argument("words", nargs="*", metavar="[FILE] PATH", help=arguments.FILE_HELP)
    parser.add_argument("-a", "--all", action="store_true", help="from every message of the stream")
    parser.add_argument("--raw", action="store_true", help="MessagePack, the bytes as in the file")
    parser.add_argument(
        "--unchecked", action="store_true",
        help="stop at the value, without checking the rest of the input",
    )  # fmt: skip
    arguments.add_reading(parser)
    cat.add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    name, path = _file_and_path(args.words)
    steps = paths.parse(path)
    if args.raw:
        outputs.refuse_terminal("MessagePack")

    def work(source: Source, reading: Reading) -> int:
        invalid = "fail" if args.raw else args.invalid
        seeker = Seeker(steps, skips=args.all, invalid=invalid)
        writer = JsonWriter(arguments.write, args.plain, cat.look_of(args), args.invalid)
        found = False
        cutter = reading.cutter(source)
        for event in reading.events(cutter, alone=False, repaired=not args.raw, may_be_empty=False):
            if found and not args.all:
                continue  # to check that the input is complete
            if isinstance(event, Run) and event.kind is MESSAGES and not args.all:
                event = first_units(event, 1)
            for part in seeker.take(cutter, event):
                if args.raw:
                    for piece in msgpack_writer.pieces(part):
                        arguments.write(piece)
                elif isinstance(part, Run) and part.kind is FOUND:
                    writer.messages(part)
                else:
                    writer.take(cutter, part)
            found = not cutter.depth
            if args.unchecked and not args.all and (found or seeker.whole):
                break
        if found and not args.all and cutter.messages > 1 and sys.stderr.isatty():
            arguments.complain(source.name, f"this is of the first of {cutter.messages} messages; --all shows all")
        return _without(seeker, source.name)

    return arguments.one(args, name, work)


def _file_and_path(words: list[str]) -> tuple[str, str]:
    """The input and the path in it. Raises Usage if one is missing, before any input is read."""
    if len(words) == 2:
        return words[0], words[1]
    if len(words) > 2:
        raise Usage(f"get: one FILE and one PATH are expected, not {len(words)} words; quote a PATH that has spaces")
    if not words:
        raise Usage("get: the PATH is missing: hayapack get [FILE] PATH, with a PATH such as '$.name', or '$' for all")
    word = words[0]
    is_path = word.startswith(("$", "["))
    if word == "-" or (not is_path and os.path.exists(word) and not os.path.isdir(word)):
        text = f"get: the PATH is missing: hayapack get {word} PATH, with a PATH such as '$.name', or '$' for all"
        if word.isidentifier():
            text += f" (to get the key {word} of standard input: '$.{word}')"
        raise Usage(text)
    if sys.stdin.isatty():
        raise Usage(
            f"get: the FILE is missing: hayapack get FILE PATH ({word} is taken as the PATH, and standard input is"
            " a terminal)"
        )
    return "-", word


def _without(seeker: Seeker, name: str) -> int:
    """Reports how many messages do not have the value; returns the status."""
    if not seeker.missing:
        return STATUS_GOOD
    without = counted(seeker.missing, "message")
    arguments.complain(name, f"{without} without it; in the first: {seeker.first_missing}")
    return STATUS_GOOD if seeker.found else STATUS_BAD_DATA
