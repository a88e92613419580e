"""What the commands share: arguments, inputs, exit status."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Callable, NoReturn, Optional

from . import command_line, terminal
from .common.exit_status import STATUS_GOOD, Stop, Unwritable, Usage
from .input import inputs
from .input.inputs import Input
from .reading import Reading, add_given_format, add_options

FILE_HELP = 'a file, or "-" for standard input (the default); gzip, zstd, LZ4, xz and bzip2 are decompressed'


class Parser(argparse.ArgumentParser):
    """A parser that accepts options before, between and after the names of files, and no abbreviations:
    scripts that use one would break when another option gets the same beginning.

    Wrong usage raises Usage with one line: the command, what is wrong, and what to do. The help begins with the
    examples; options that many commands have are its last section.

    title: what the command does, in a few words; examples: lines of "command    what it does".
    """

    title = examples = ""
    _mixing = False

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self._nargs: dict[str, Any] = {}  # while they are parsed, those of positional arguments are others
        self.shared = self.add_argument_group("options of most commands")

    @property
    def synopsis(self) -> str:
        """How the command is called, without its options."""
        words = [self.prog, "[OPTION...]"]
        for action in self._get_positional_actions():
            name = str(action.metavar or "|".join(map(str, action.choices or [action.dest])))
            nargs = self._nargs.get(action.dest, action.nargs)
            form = "{}" if " " in name else {"?": "[{}]", "*": "[{}...]", "+": "{}..."}.get(str(nargs), "{}")
            words.append(form.format(name))
        return " ".join(words)

    def format_help(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.synopsis, [], [])
        if self.examples:
            formatter.add_text("examples:\n" + "\n".join("  " + line for line in self.examples.splitlines()))
        formatter.add_text(self.description)
        for group in sorted(self._action_groups, key=lambda group: group is self.shared):
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        return formatter.format_help()

    @property
    def _command(self) -> str:
        return self.prog.rpartition(" ")[2]

    def error(self, message: str) -> NoReturn:
        raise Usage(f"{self._command}: {message}; `hayapack help {self._command}` lists the options")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        self._nargs = {action.dest: action.nargs for action in self._get_positional_actions()}
        try:
            found, unknown = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False
        for name, value in vars(found).items():
            if name in self._nargs:
                self._check_numbers(value if isinstance(value, list) else [value])
            setattr(found, name, command_line.unmarked(value))
        if unknown:  # reported here, with this command's usage instead of the whole tool's
            self._reject(unknown)
        return found, unknown

    def _check_numbers(self, given: list[Any]) -> None:
        """Raises Usage for a word such as -3, which argparse takes for a negative number: `head` of other programs has it."""
        for word in given:
            if isinstance(word, str) and word.startswith("-") and word[1:].isdigit():
                near = f"; did you mean `-n {word[1:]}`?" if "-n" in self._option_string_actions else ""
                raise Usage(f"{self._command}: no such option: {word}{near}")

    def _reject(self, unknown: list[str]) -> NoReturn:
        option = next((word for word in unknown if word.startswith("-")), None)
        if option is None:
            self.error(f"one word too many: {' '.join(command_line.unmarked(unknown))}")
        near = command_line.similar_option(option, self._option_string_actions)
        if near:
            raise Usage(f"{self._command}: no such option: {option}; did you mean `{near}`?")
        self.error(f"no such option: {option}")


def add_parser(commands: Any, name: str, help: str, description: str, examples: str) -> Parser:
    """A command's parser. examples: as in Parser."""
    parser: Parser = commands.add_parser(
        name, help=help, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.title, parser.examples = help, examples.strip()
    return parser


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", default=["-"], metavar="FILE", help=FILE_HELP)


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=FILE_HELP)


def add_reading(parser: argparse.ArgumentParser, *, values: bool = True) -> None:
    """The options for how MessagePack is read; values: see reading.add_options()."""
    add_given_format(parser)
    add_options(parser, values=values)


def add_colours(parser: argparse.ArgumentParser) -> None:
    getattr(parser, "shared", parser).add_argument(
        "--color", choices=["auto", "always", "never"], default="auto",
        help="colours; auto: on a terminal, unless NO_COLOR is set",
    )  # fmt: skip


def positive(text: str) -> int:
    """A command line argument of 1 or more."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return value


def each(args: argparse.Namespace, work: Callable[[Input, Reading], int]) -> int:
    """Does the work on every input, also after a bad one; returns the first bad status."""
    status = STATUS_GOOD
    for name in args.files:
        found = one(args, name, work)
        status = status or found
    return status


def one(args: argparse.Namespace, name: str, work: Callable[[Input, Reading], int]) -> int:
    """Does the work on an input; reports errors and returns the status."""
    input: Optional[Input] = None
    reading = Reading.from_arguments(args)
    try:
        input = inputs.open_input(name)
        reading.begin(input)
        status = work(input, reading)
        return status or reading.status
    except Unwritable:  # not an error of the input
        raise
    except Stop as stop:
        sys.stdout.flush()
        complain(input.name_for(stop) if input else inputs.shown(name), stop)
        return stop.status
    finally:
        if input:
            input.close()
            if reading.remark:
                sys.stdout.flush()
                complain(input.name, f"remark: {reading.remark}")


def complain(name: str, error: object) -> None:
    terminal.say(f"hayapack: {name or repr(name)}: {error}")


def write(data: bytes) -> None:
    """Writes to standard output and flushes, so that the reader of a pipe does not wait."""
    terminal.Progress.pause()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
