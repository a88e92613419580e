"""What the commands share: their arguments, their inputs, how they end."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Callable, Iterator, Optional

from . import sources, terminal
from .cutting import Cutter
from .outcome import STATUS_GOOD, BadData, Stop
from .runs import Event
from .sources import Source

# An input that was cut off at its first byte looks the same, and must not pass.
EMPTY = "byte 0: empty, there is no message in it"
FILE_HELP = 'a file, or "-" for standard input (the default); .gz, .zst, .lz4 are unpacked'


class Parser(argparse.ArgumentParser):
    """A parser that takes options before, between and after the names of files."""

    _mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False


def add_parser(
    commands: Any, name: str, help: str, description: str, examples: str
) -> argparse.ArgumentParser:
    """A command's parser. examples: lines of "command    what it does"."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=description,
        epilog="examples:\n" + "\n".join("  " + line for line in examples.strip().splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", default=["-"], metavar="FILE", help=FILE_HELP)


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=FILE_HELP)


def add_colours(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color", choices=["auto", "always", "never"], default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )  # fmt: skip


def positive(text: str) -> int:
    """An argument that counts something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def each(names: list[str], work: Callable[[Source], int]) -> int:
    """Does the work on every input, whatever befalls another; the first bad status."""
    status = STATUS_GOOD
    for name in names:
        found = one(name, work)
        status = status or found
    return status


def one(name: str, work: Callable[[Source], int]) -> int:
    """Does the work on an input; says what is wrong, and returns the status."""
    source: Optional[Source] = None
    try:
        source = sources.open_source(name)
        return work(source)
    except Stop as stop:
        sys.stdout.flush()
        complain(sources.shown(name), stop)
        return stop.status
    finally:
        if source:
            source.close()


def complain(name: str, error: object) -> None:
    print(f"hayapack: {name}: {error}", file=sys.stderr)


def events(cutter: Cutter, *, alone: bool) -> Iterator[Event]:
    """The pieces of an input, with progress. alone: see terminal.Progress."""
    with terminal.Progress(cutter.source, alone) as progress:
        for event in cutter:
            yield event
            progress.step()
    if not cutter.messages:
        raise BadData(EMPTY)


def write(data: bytes) -> None:
    """To standard output at once: a reader at a pipe does not wait for what is there."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
