"""The command line tool `hayapack`.

Exit status: 0 success, 1 bad data, 2 wrong usage or a missing package, 3 refused because data
would be lost, 130 after Ctrl-C, 143 after SIGTERM, 141 when the reader of the output has closed
the pipe.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Any, NoReturn, Optional, Sequence

from .. import __version__, backend
from . import arguments, command_line, terminal
from .commands import (
    cat,
    compare,
    completion,
    convert,
    count,
    diff,
    get,
    head,
    index,
    inspect,
    lab,
    query,
    run,
    split,
    stats,
    validate,
)
from .common.exit_status import (
    STATUS_BAD_DATA,
    STATUS_CLOSED_PIPE,
    STATUS_INTERRUPTED,
    STATUS_SIGNAL,
    Stop,
    Terminated,
    Usage,
)
from .input import standard_streams

#: In the order of --help; the first command_line.COMMON are listed as common.
COMMANDS = (
    cat, get, convert, inspect, validate, head, stats, count, query, split, index, diff, compare, lab, run, completion,
)  # fmt: skip


class _Version(argparse.Action):
    """Prints the version. From 3.14 on argparse's own action ignores errors of standard output."""

    def __init__(self, option_strings: Sequence[str], dest: str, version: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help="show program's version number and exit")
        self.version = version

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(self.version)
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """The parser of the words before a command's own."""

    def error(self, message: str) -> NoReturn:
        raise Usage(f"{message}; `hayapack --help` lists the commands")


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Runs the command; returns its exit status."""
    standard_streams.open_missing()
    standard_streams.buffer_outputs()
    for stream in (sys.stdout, sys.stderr):
        # Characters that the terminal can't show are escaped instead of raising an error.
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    given = sys.argv[1:] if argv is None else list(argv)
    try:
        with standard_streams.ending_signals():
            try:
                status = _run(given)
            except SystemExit:  # by argparse: --version, --help, wrong usage
                sys.stdout.flush()
                raise
            sys.stdout.flush()
        return status
    except Stop as stop:
        standard_streams.end_output()
        terminal.say(f"hayapack: {stop}")
        return stop.status
    except KeyboardInterrupt:
        standard_streams.end_output()
        return STATUS_INTERRUPTED
    except Terminated as signal:
        standard_streams.end_output()
        return STATUS_SIGNAL + signal.number
    except BrokenPipeError:
        standard_streams.discard_output()
        return STATUS_CLOSED_PIPE
    except OSError as error:
        standard_streams.discard_output()
        terminal.say(f"hayapack: {error.filename or 'standard output'}: {error.strerror or error}")
        return STATUS_BAD_DATA
    finally:
        standard_streams.end_errors()


def _run(given: list[str]) -> int:
    commands: dict[str, Any] = {module.__name__.rpartition(".")[2]: module for module in COMMANDS}
    given = command_line.with_command(given, list(commands))
    if given[0] in ("lab", "run"):
        status: int = commands[given[0]].run(given[1:])
        return status
    parser = _parser()
    args = parser.parse_args(command_line.marked(given))
    status = commands[args.command].run(args, parser)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="hayapack",
        usage=command_line.USAGE,
        epilog=command_line.NOTES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"hayapack {__version__} ({backend} back end)"
    parser.add_argument("-V", "--version", action=_Version, version=version)
    subparsers = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=arguments.Parser,
        prog="hayapack", help=argparse.SUPPRESS,
    )  # fmt: skip
    for module in COMMANDS:
        module.add_parser(subparsers)
    parser.description = command_line.description((found.name, found.help) for found in completion.commands_of(parser))
    return parser
