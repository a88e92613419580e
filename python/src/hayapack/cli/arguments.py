"""What the commands share: arguments, inputs, exit status."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Callable, NoReturn, Optional

from .. import _escape as escape
from . import reading, terminal
from .common.exit_status import STATUS_GOOD, Stop, Unwritable, Usage
from .input import sources
from .input.sources import Source
from .reading import Reading

FILE_HELP = 'a file, or "-" for standard input (the default); gzip, zstd, LZ4, xz and bzip2 are decompressed'


class Parser(argparse.ArgumentParser):
    """A parser that accepts options before, between and after the names of files."""

    _mixing = False

    def error(self, message: str) -> NoReturn:
        super().error(escape.line(message))  # it quotes the words

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            found, unknown = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False
        if unknown:  # reported here, with this command's usage instead of the whole tool's
            self._reject(unknown)
        return found, unknown

    def _reject(self, unknown: list[str]) -> NoReturn:
        """One line if an option was misspelt, otherwise the usage."""
        import difflib

        for word in unknown:
            near = difflib.get_close_matches(word.partition("=")[0], self._option_string_actions, n=1, cutoff=0.8)
            if near and word.startswith("--"):
                command = self.prog.rpartition(" ")[2]
                raise Usage(f"{command}: no such option: {word}; did you mean `{near[0]}`?")
        self.error(f"unrecognized arguments: {' '.join(unknown)}")


def add_parser(commands: Any, name: str, help: str, description: str, examples: str) -> argparse.ArgumentParser:
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


def add_reading(parser: argparse.ArgumentParser, *, values: bool = True) -> None:
    """The options for how MessagePack is read; values: see reading.add_options()."""
    reading.add_source(parser)
    reading.add_options(parser, values=values)


def add_colours(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color", choices=["auto", "always", "never"], default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )  # fmt: skip


def positive(text: str) -> int:
    """A command line argument of 1 or more."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def each(args: argparse.Namespace, work: Callable[[Source, Reading], int]) -> int:
    """Does the work on every input, also after a bad one; returns the first bad status."""
    status = STATUS_GOOD
    for name in args.files:
        found = one(args, name, work)
        status = status or found
    return status


def one(args: argparse.Namespace, name: str, work: Callable[[Source, Reading], int]) -> int:
    """Does the work on an input; reports errors and returns the status."""
    source: Optional[Source] = None
    try:
        source = sources.open_source(name)
        how = reading.of(args)
        status = work(source, how)
        return status or how.status
    except Unwritable:  # not an error of the input
        raise
    except Stop as stop:
        sys.stdout.flush()
        complain(sources.shown(name), stop)
        return stop.status
    finally:
        if source:
            source.close()


def complain(name: str, error: object) -> None:
    terminal.say(f"hayapack: {name}: {error}")


def write(data: bytes) -> None:
    """Writes to standard output and flushes, so that the reader of a pipe does not wait."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
