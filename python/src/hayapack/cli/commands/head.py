"""`hayapack head`: prints the first messages of a stream."""

from __future__ import annotations

import argparse
from typing import Any

from .. import arguments, outputs
from ..common.exit_status import STATUS_GOOD
from ..events import events
from ..events.events import MESSAGES, Run
from ..events.msgpack_writer import pieces
from ..input.inputs import Input
from ..reading import Reading
from . import cat

DESCRIPTION = """\
Writes the first messages of a stream as JSON, as `hayapack cat` does, or unchanged (--raw).
The rest of the input is not read."""

EXAMPLES = """
hayapack head events.msgpack            the first 10
hayapack head -n 1 --pretty events.msgpack
hayapack head -n 1000 --raw big.msgpack > sample.msgpack
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "head", "print the first messages", DESCRIPTION, EXAMPLES)
    arguments.add_files(parser)
    parser.add_argument(
        "-n", "--messages", type=arguments.positive, default=10, metavar="N",
        help="how many messages (default 10)",
    )  # fmt: skip
    parser.add_argument("--raw", action="store_true", help="MessagePack, the bytes as in the file")
    arguments.add_reading(parser)
    cat.add_json(parser)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    cat.check_options(args)
    if args.raw:
        outputs.refuse_terminal("MessagePack")

    def work(input: Input, reading: Reading) -> int:
        writer = cat.json_writer(args, arguments.write, cat.look_of(args))
        left = args.messages
        cutter = reading.cutter(input)
        check = cat.checker(reading, args.plain)
        for event in reading.events(cutter, alone=False, repaired=not args.raw, check=check):
            whole = 0
            if isinstance(event, Run) and event.kind is MESSAGES:
                event = events.first_units(event, left) if event.count > left else event
                whole = event.count
            if args.raw:
                for piece in pieces(event):
                    arguments.write(piece)
            else:
                writer.take(cutter, event)
            # A large message ends when its outermost container is closed.
            left -= whole or not cutter.depth
            if left <= 0:
                break
        return STATUS_GOOD

    return arguments.each(args, work)
