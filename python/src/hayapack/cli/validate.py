"""`hayapack validate`: whether files hold nothing but sound messages."""

from __future__ import annotations

import argparse
import codecs
from typing import Any

from .. import UnpackException, unpackb
from . import commands, runs, tojson, tokens, unwrap
from .cutting import Cutter
from .outcome import STATUS_GOOD, BadData
from .runs import FOUND, MESSAGES, Event, Huge, Run
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
    parser.add_argument("-q", "--quiet", action="store_true", help="no line for good files")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(source: Source) -> int:
        cutter = Cutter(source)
        for event in commands.events(cutter, alone=True):
            check(cutter, event)
        if not args.quiet:
            plural = "" if cutter.messages == 1 else "s"
            size = f"{cutter.position} bytes"
            print(f"{source.name}: good, {cutter.messages} message{plural}, {size}", flush=True)
        return STATUS_GOOD

    return commands.each(args.files, work)


def check(cutter: Cutter, event: Event) -> None:
    """Raises BadData for what the boundary scan does not look at."""
    if isinstance(event, Run):
        _check_run(event)
    elif isinstance(event, Huge):
        _check_huge(cutter, event)


def _check_run(run: Run) -> None:
    if run.kind is MESSAGES and not run.outer and runs.may_hold_lz4(run.data):
        for unit in run.units():
            lz4 = runs.is_lz4(unit.data)
            _check_run(unwrap.opened(unit) if lz4 else unit._replace(kind=FOUND))
        return
    try:
        depth = tokens.MAX_DEPTH - run.depth + 1
        unpackb(run.wrapped(), strict_map_key=False, max_depth=depth)
    except UnpackException:
        # Slower, and says where. Nothing is wrong with keys that can't be hashed.
        tojson.check(run)


def _check_huge(cutter: Cutter, event: Huge) -> None:
    if event.token.kind is tokens.STR:
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            for piece in event.pieces:
                decoder.decode(piece)
            decoder.decode(b"", True)
        except UnicodeDecodeError as error:
            text = f"invalid UTF-8, {error.reason}"
            raise BadData(cutter.blame(text, event.offset)) from None
    elif event.token.ext == tokens.EXT_TIMESTAMP:
        text = f"invalid timestamp, {event.token.value} bytes instead of 4, 8 or 12"
        raise BadData(cutter.blame(text, event.offset))
