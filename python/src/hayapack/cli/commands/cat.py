"""`hayapack cat`: writes MessagePack as JSON."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Callable

from .. import arguments, pager, terminal
from ..common.exit_status import STATUS_GOOD, Usage
from ..events.cutter import Cutter
from ..events.events import Event
from ..input.inputs import Input
from ..json import layout
from ..json.writer import JsonWriter, check_plain
from ..reading import Check, Reading

DESCRIPTION = """\
Writes MessagePack as JSON: indented on a terminal, otherwise one line per message.
Values that plain JSON can't represent are tagged, {"$bytes": ...}, so `hayapack convert`
restores the same values, in the shortest forms; with --plain they are errors with status 3,
offset and path. --bin=text shows a bin that is text as {"$utf8": "text"}, for files of
Python 2 and other writers that have no str; convert reads that too.
LZ4 messages and typed values of C# are shown decoded. `hayapack FILE` is the same as
`hayapack cat FILE`.

On a terminal the output is coloured (NO_COLOR and TERM=dumb turn that off), and a pager
shows it: HAYAPACK_PAGER, otherwise PAGER, otherwise less; LESS=FRX is set if LESS is not.
There is no pager if its variable is empty or "cat", with TERM=dumb, and if standard input
is a terminal and is read."""

EXAMPLES = """
hayapack cat data.msgpack              show it
hayapack cat --no-pager data.msgpack   without a pager
hayapack cat --plain data.msgpack | jq '.[0]'
hayapack cat --bin=text python2.msgpack
hayapack cat events.msgpack.zst | grep error
redis-cli --raw GET key | head -c -1 | hayapack cat --pretty
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "cat", "write MessagePack as JSON", DESCRIPTION, EXAMPLES)
    arguments.add_files(parser)
    arguments.add_reading(parser)
    add_json(parser)
    parser.add_argument("--no-pager", dest="pager", action="store_false", help="no pager on a terminal")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The options for how JSON is written."""
    look = parser.add_mutually_exclusive_group()
    look.add_argument("--pretty", action="store_true", default=None, help="indent by two")
    look.add_argument("--lines", dest="pretty", action="store_false", help="one line per message")
    parser.add_argument(
        "--plain", action="store_true", help="no tags: values that plain JSON can't represent are errors"
    )
    add_bin(parser)
    arguments.add_colours(parser)


def add_bin(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bin", choices=["base64", "text"], default="base64",
        help='how bin is shown: in base64 (the default), or if it is text as {"$utf8": "text"}',
    )  # fmt: skip


def check_options(args: argparse.Namespace) -> None:
    """Raises Usage for options that exclude each other."""
    if args.plain and args.bin == "text":
        raise Usage(f"{args.command}: --bin=text marks text with a tag, and --plain has no tags")


def json_writer(args: argparse.Namespace, write: Callable[[bytes], Any], look: layout.Look) -> JsonWriter:
    """The writer for parsed arguments."""
    return JsonWriter(write, args.plain, look, args.invalid, texts=args.bin == "text")


def look_of(args: argparse.Namespace) -> layout.Look:
    """The layout for parsed arguments."""
    colours = terminal.colours_wanted(args.color)
    pretty = sys.stdout.isatty() if args.pretty is None else args.pretty
    return layout.Look(pretty, colours)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    check_options(args)
    look = look_of(args)  # before standard output is a pager
    paged = args.pager and pager.usable(reads_standard_input="-" in args.files)

    def work(input: Input, reading: Reading) -> int:
        writer = json_writer(args, write, look)
        cutter = reading.cutter(input)
        for event in reading.events(cutter, alone=False, check=checker(reading, args.plain)):
            writer.take(cutter, event)
        return STATUS_GOOD

    with pager.paging(paged) as write:
        return arguments.each(args, work)


def checker(reading: Reading, plain: bool) -> Check:
    """The function that checks whether a message can be written as JSON."""

    def check(cutter: Cutter, event: Event) -> None:
        reading.check(cutter, event)
        if plain:
            check_plain(cutter, event, reading.invalid)

    return check
