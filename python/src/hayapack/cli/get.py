"""`hayapack get`: one value, by its path."""

from __future__ import annotations

import argparse
from typing import Any

from . import cat, commands, outputs, paths, raw
from .cutting import Cutter
from .jsonout import JsonWriter
from .outcome import STATUS_GOOD
from .runs import FOUND, MESSAGES, Run, first_units
from .seeking import Seeker
from .sources import Source

DESCRIPTION = """\
Writes one value of the first message, as JSON or with --raw as it is; what is around it
is not decoded. Paths are those of error messages: $.items[7].name, $["any text"],
${-7} for a key that is a number, ${#3} for the value of entry 3, ${key #3} for its key.
[-1] is the last element."""

EXAMPLES = """
hayapack get data.msgpack '$.a[2].b'
hayapack get big.msgpack.zst 'statuses[-1].user'
hayapack get --all events.msgpack '$.id'       of every message
hayapack get --raw data.msgpack '$.items' > items.msgpack
"""


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(subparsers, "get", "one value by its path", DESCRIPTION, EXAMPLES)
    parser.add_argument(
        "file", metavar="FILE", help=commands.FILE_HELP.replace(" (the default)", "")
    )
    parser.add_argument("path", metavar="PATH", help="for example '$.a[2].b'")
    parser.add_argument("-a", "--all", action="store_true", help="of every message of the stream")
    parser.add_argument("--raw", action="store_true", help="MessagePack, as it is in the file")
    parser.add_argument(
        "--unchecked", action="store_true",
        help="stop at the value, whether the input goes on as it should or not",
    )  # fmt: skip
    cat.add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    steps = paths.parse(args.path)
    if args.raw:
        outputs.refuse_terminal("MessagePack")

    def work(source: Source) -> int:
        seeker = Seeker(steps)
        writer = JsonWriter(commands.write, args.plain, cat.look_of(args))
        found = False
        cutter = Cutter(source)
        for event in commands.events(cutter, alone=False):
            if found and not args.all:
                continue  # to see that the input is whole
            if isinstance(event, Run) and event.kind is MESSAGES and not args.all:
                event = first_units(event, 1)
            for part in seeker.take(cutter, event):
                if args.raw:
                    for piece in raw.pieces(part):
                        commands.write(piece)
                elif isinstance(part, Run) and part.kind is FOUND:
                    writer.messages(part)
                else:
                    writer.take(cutter, part)
            found = not cutter.depth
            if args.unchecked and not args.all and (found or seeker.whole):
                break
        return STATUS_GOOD

    return commands.one(args.file, work)
