"""`hayapack validate`: checks that files contain only valid messages."""

from __future__ import annotations

import argparse
from typing import Any

from ..._errors import escape
from .. import arguments
from ..common.exit_status import STATUS_GOOD
from ..input.inputs import Input
from ..reading import Reading, extent

DESCRIPTION = """\
Checks every byte of every file: structure, UTF-8, timestamps, the content of LZ4
messages. Prints one line for each valid file, and one on standard error for each invalid
one; the status is then 1."""

EXAMPLES = """
hayapack validate *.msgpack
hayapack validate --quiet cache/* || echo damaged
redis-cli --raw GET key | head -c -1 | hayapack validate
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "validate", "check that files are valid", DESCRIPTION, EXAMPLES)
    arguments.add_files(parser)
    arguments.add_reading(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no line for valid files")


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(input: Input, reading: Reading) -> int:
        cutter = reading.cutter(input)
        for event in reading.events(cutter, alone=True, repaired=False):
            if not reading.keep_going:  # otherwise it was checked before
                reading.check(cutter, event)
        if not (args.quiet or cutter.skipped):
            found = extent(cutter) if cutter.messages else "empty, 0 messages"
            text = escape.line(f"{input.name}: valid: {found}")
            arguments.write(text.encode("utf-8", "backslashreplace") + b"\n")
        return STATUS_GOOD

    return arguments.each(args, work)
