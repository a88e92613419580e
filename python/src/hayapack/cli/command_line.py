"""What the words of a command line mean: a command, a file to show, or a mistake; and the main help."""

from __future__ import annotations

import os
import stat
import sys
from typing import Any, Iterable, Optional, Sequence

from .common.exit_status import Usage

SHOW = "cat"  # the command that `hayapack FILE` means
END = "--"  # what follows are no options
MARK = "\0"  # begins a word after END until argparse has parsed it: no word has it, and no option
OWN_OPTIONS = ("-h", "--help", "-V", "--version")
#: What other programs call it.
OTHER_NAMES = {
    "show": "cat", "view": "cat", "print": "cat", "dump": "cat", "decode": "cat", "encode": "convert",
    "check": "validate", "info": "stats", "size": "stats", "sql": "query", "bench": "compare",
}  # fmt: skip
COMMON = 5  # so many commands, the first ones, are listed as common in the help

USAGE = """\
hayapack FILE...
       hayapack COMMAND [OPTION...] [FILE...]"""

NOTES = """\
Without FILE, or with "-", a COMMAND reads standard input; `hayapack` alone shows it.
A word that names both a command and a file is the command: ./cat is the file.
`hayapack help COMMAND` has the options of a command, and examples."""


def with_command(words: Sequence[str], commands: Sequence[str]) -> list[str]:
    """The words, beginning with a command or one of OWN_OPTIONS. Without a command, a file or standard input that is
    not a terminal is shown; no words ask for the help otherwise.

    Raises Usage for a word that is neither a command nor a file, and for an option before a command or without one and
    without an input.
    """
    if not words:
        return [SHOW] if _has_input() else ["--help"]
    first = words[0]
    if first in commands or first in OWN_OPTIONS:
        return list(words)
    if first in ("-", END) or (not first.startswith("-") and _may_be_file(first)):
        return [SHOW, *words]
    if first.startswith("-"):
        command = next((word for word in before_end(words) if word in commands), None)
        if command:
            raise Usage(f"{first}: the command comes first: hayapack {command} {first}")
        if any(map(os.path.exists, words)):  # options of `cat` before its file
            return [SHOW, *words]
        near = similar_option(first, OWN_OPTIONS)
        if near:
            raise Usage(f"no such option: {first}; did you mean `{near}`?")
        if _has_input():
            return [SHOW, *words]
        raise Usage(f"{first}: an option needs a command or a file; `hayapack --help` lists the commands")
    if first == "help":
        return with_command([*words[1:2], "--help"], commands)
    raise Usage(f"{first}: no such command or file{_closest(first, commands)}")


def before_end(words: Sequence[str]) -> Sequence[str]:
    """The words before END."""
    return words[: words.index(END)] if END in words else words


def marked(words: Sequence[str]) -> list[str]:
    """The words without END, those after it that look like options marked. How argparse treats END depends on the version,
    and it loses it where words and options are mixed."""
    before = before_end(words)
    after = words[len(before) + 1 :]
    return [*before, *[MARK + word if word.startswith("-") and word != "-" else word for word in after]]


def unmarked(value: Any) -> Any:
    """A parsed value without the mark of its words."""
    if isinstance(value, list):
        return [unmarked(each) for each in value]
    return value[len(MARK) :] if isinstance(value, str) and value.startswith(MARK) else value


def _has_input() -> bool:
    """Whether standard input is a pipe, a socket or a file: /dev/null, a terminal and what is closed have nothing to show."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISREG(mode)


def _may_be_file(word: str) -> bool:
    """Whether the word names a file, or looks like the name of one, so that the error is that it is missing."""
    return not word or os.path.lexists(word) or "." in word or os.sep in word


def similar_option(word: str, options: Iterable[str]) -> Optional[str]:
    """The long option that a word abbreviates or misspells, or None."""
    import difflib

    name = word.partition("=")[0]
    if not name.startswith("--") or len(name) < 3:
        return None
    long = [option for option in options if option.startswith("--")]
    found = [option for option in long if option.startswith(name)]
    found = found or difflib.get_close_matches(name, long, n=1, cutoff=0.8)
    return found[0] if found else None


def _closest(word: str, commands: Sequence[str]) -> str:
    import difflib

    other = OTHER_NAMES.get(word.lower())
    found = [other] if other else difflib.get_close_matches(word.lower(), commands, n=1)
    return f"; did you mean `hayapack {found[0]}`?" if found else "; `hayapack --help` lists the commands"


def description(helps: Iterable[tuple[str, str]]) -> str:
    """The text of the help above the options. helps: each command with its line."""
    rows = [f"  {name:<12}{help}" for name, help in helps]
    parts = [
        "Shows, checks, converts and compares MessagePack. `hayapack FILE` shows a file as JSON.",
        "\n".join(["common commands:", *rows[:COMMON]]),
        "\n".join(["other commands:", *rows[COMMON:]]),
    ]
    return "\n\n".join(parts)
