"""`hayapack count`: counts messages."""

from __future__ import annotations

import argparse
from typing import Any

from .. import arguments
from ..common.exit_status import STATUS_GOOD
from ..input.inputs import Input
from ..reading import Reading

DESCRIPTION = """\
Counts the messages of a stream without decoding them. For several files, prints
a line for each and a total. A damaged end is an error; the messages before it are counted."""

EXAMPLES = """
hayapack count events.msgpack
hayapack count *.msgpack.zst
zcat events.gz | hayapack count
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "count", "count messages", DESCRIPTION, EXAMPLES)
    arguments.add_files(parser)
    arguments.add_reading(parser, values=False)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    total = 0

    def work(input: Input, reading: Reading) -> int:
        nonlocal total
        cutter = reading.cutter(input)
        try:
            for _ in reading.events(cutter, alone=True):
                pass
        finally:
            messages = cutter.messages
            total += messages
            print(f"{messages}\t{input.name}" if len(args.files) > 1 else messages, flush=True)
        return STATUS_GOOD

    status = arguments.each(args, work)
    if len(args.files) > 1:
        print(f"{total}\ttotal")
    return status
