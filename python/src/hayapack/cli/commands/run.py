"""`hayapack run`: runs a program with hayapack in place of msgpack."""

from __future__ import annotations

from typing import Any

from ..._run import launch

DESCRIPTION = "Runs a program, and its child processes, with hayapack in place of msgpack."


def add_parser(subparsers: Any) -> None:
    """For --help and completion; the arguments after `run` are passed to run() unparsed."""
    subparsers.add_parser("run", help="run a program with hayapack in place of msgpack", description=DESCRIPTION)


def run(arguments: list[str]) -> int:
    """Runs the program; returns its exit status if the process is not replaced."""
    return launch.main(arguments)
