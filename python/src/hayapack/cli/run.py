"""`hayapack run`: a program with hayapack in the place of msgpack."""

from __future__ import annotations

from typing import Any

from .. import launch

DESCRIPTION = "Runs a program, and its child processes, with hayapack in the place of msgpack."


def add_parser(subparsers: Any) -> None:
    """For --help and completion; what follows `run` goes to `run` unread."""
    subparsers.add_parser("run", help="a program with hayapack as its msgpack", description=DESCRIPTION)


def run(arguments: list[str]) -> int:
    """Runs the program; returns its exit status where the process is not replaced."""
    return launch.main(arguments)
