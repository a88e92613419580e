"""`hayapack lab`: runs the commands of the lab package."""

from __future__ import annotations

import sys
from typing import Any

from ..common.exit_status import STATUS_USAGE, Usage

WORDS = ("run", "report", "list", "bench")
DESCRIPTION = "Measures serializers side by side, and the tables of the reference articles again."
NO_LAB = """\
hayapack {command} needs the lab package, and {missing} is not installed. Install it from a
checkout of hayapack with
    pip install "./lab[rivals]"
or, without a package index, where rich, numpy, jinja2, setuptools and wheel are installed, with
    pip install --no-build-isolation --no-deps ./lab
"""


def add_parser(subparsers: Any) -> None:
    """For --help and completion; the arguments after `lab` are passed to `run` unparsed."""
    parser = subparsers.add_parser(
        "lab", help="measure the tables of the reference articles again", description=DESCRIPTION
    )
    parser.add_argument("words", choices=WORDS, nargs="?", metavar="COMMAND")


def run(arguments: list[str]) -> int:
    """Runs the lab's own command line; returns its exit status. Raises Usage if it begins with no command of the lab."""
    try:
        from hayapack_lab.__main__ import main
    except ImportError as error:
        return missing("lab", error)
    first = arguments[0] if arguments else ""
    if not first.startswith("-") and first not in WORDS:
        what = f"no such command: {first}" if first else "the COMMAND is missing"
        raise Usage(f"lab: {what}: {', '.join(WORDS)}; `hayapack lab --help` describes them")
    status: int = main(arguments, "hayapack lab")
    return status


def missing(command: str, error: ImportError) -> int:
    """Reports that the lab package is needed and what is missing; returns the exit status."""
    sys.stderr.write(NO_LAB.format(command=command, missing=error.name or "a part of it"))
    return STATUS_USAGE
