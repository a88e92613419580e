"""The man page of the command line tool, of its parsers."""

import argparse
import sys

from .template import FOLDER, marker

ROOT = FOLDER.parents[1]
PATH = "python/man/hayapack.1"

STATUS = """\
0: success. 1: the input is damaged, missing or not MessagePack, or the output can't be written; of diff: the inputs
differ. 2: wrong usage, or a package is missing. 3: refused, since data would be lost. 130, 143: ended by Ctrl-C or
SIGTERM. 141: the reader of the pipe has closed it."""

VARIABLES = (
    ("HAYAPACK_PAGER, PAGER", "the pager for terminals; none if it is empty or cat"),
    ("NO_COLOR", "no colours, if it is not empty"),
    ("TERM", "dumb: neither colours nor a pager"),
)


def files():
    """{path: text}"""
    sys.path.insert(0, str(ROOT / "python" / "src"))
    try:
        from hayapack import cli
    finally:
        del sys.path[0]
    parser = cli._parser()
    lines = [f'.\\" {marker("the parsers of python/src/hayapack/cli")}', ".TH HAYAPACK 1", ".SH NAME"]
    lines += ["hayapack \\- show, check, convert and compare MessagePack", ".SH SYNOPSIS"]
    lines += [".B hayapack\n.I FILE...", ".br", ".B hayapack\n.I COMMAND\n[OPTION...] [FILE...]", ".SH DESCRIPTION"]
    lines += [escaped(cli.command_line.NOTES), ".SH COMMANDS"]
    for action in parser._subparsers._group_actions:
        titles = {choice.dest: choice.help for choice in action._choices_actions}
        for name, command in action.choices.items():
            lines += section(name, titles[name], command)
    lines += [".SH EXIT STATUS", escaped(STATUS), ".SH ENVIRONMENT"]
    for name, text in VARIABLES:
        lines += [".TP", f".B {escaped(name)}", escaped(text)]
    return {PATH: "\n".join(lines) + "\n"}


def section(name, title, command):
    """The lines about a command."""
    lines = [f".SS {name}: {escaped(title)}", f".B {escaped(command.synopsis)}"]
    for paragraph in (command.description or "").split("\n\n"):
        lines += [".PP", escaped(paragraph)]
    for action in command._actions:
        if action.help and action.help != argparse.SUPPRESS and action.dest not in ("help", "words"):
            lines += [".TP", f".B {escaped(spelling(action))}", escaped(action.help % vars(action))]
    if command.examples:
        lines += [".PP", ".nf", *map(escaped, command.examples.splitlines()), ".fi"]
    return lines


def spelling(action):
    """How an option or an argument is written, with its value."""
    value = action.metavar or (action.choices and "|".join(map(str, action.choices))) or ""
    names = ", ".join(action.option_strings)
    return f"{names} {value}".strip() if action.nargs != 0 else names


def escaped(text):
    """Text for troff: backslashes, hyphens and lines that begin like requests."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)
