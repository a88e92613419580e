"""`hayapack validate`: whether files hold nothing but sound messages."""

from __future__ import annotations

import argparse
from typing import Any

from . import commands, harmless, wording
from .outcome import STATUS_GOOD
from .reading import Reading
from .sources import Source

DESCRIPTION = """\
Checks every byte of every file: structure, UTF-8, timestamps, the content of LZ4
messages. One line for each good file, one on standard error for each bad one; status 1
if there is one."""

EXAMPLES = """
hayapack validate *.msgpack
hayapack validate --quiet cache/* || echo damaged
redis-cli --raw GET key | head -c -1 | hayapack validate
"""


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(
        subparsers, "validate", "check that files are sound", DESCRIPTION, EXAMPLES
    )
    commands.add_files(parser)
    commands.add_reading(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no line for good files")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(source: Source, how: Reading) -> int:
        cutter = how.cutter(source)
        for event in how.events(cutter, alone=True, repaired=False):
            if not how.keep_going:  # else it was checked before
                how.check(cutter, event)
        if not (args.quiet or cutter.skipped):
            found = wording.counted(cutter.messages, "message")
            text = f"{source.name}: good, {found}, {wording.counted(cutter.position, 'byte')}\n"
            commands.write(harmless.line(text[:-1]).encode("utf-8", "backslashreplace") + b"\n")
        return STATUS_GOOD

    return commands.each(args, work)
