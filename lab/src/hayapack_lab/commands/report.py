"""`report`: a page, a summary and charts, drawn from a record only."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..measure.record import SCHEMA, Record, record_of
from ..report import report_files
from .names import shown


def add(commands) -> None:
    parser = commands.add_parser(
        "report",
        help="draw the report again from results.json",
        description="Writes report.html, summary.md and charts/ from the record of a run, "
        "or of `hayapack compare --json`.",
    )
    parser.add_argument("results", type=Path, metavar="RESULTS.json")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="default: the folder of the results")
    parser.set_defaults(run=run_report)


def run_report(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        record = read(args.results)
    except ValueError as error:
        print(f"{parser.prog}: {shown(args.results)}: {error}", file=sys.stderr)
        return 1
    folder = args.out or args.results.parent
    folder.mkdir(parents=True, exist_ok=True)
    for path in report_files.write(record, folder):
        print(shown(path))
    return 0


def read(path: Path) -> Record:
    """The record in a file; raises ValueError with the reason if it can't be used."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != SCHEMA:
        raise ValueError(f"this lab can't draw the record: schema {schema!r}, not {SCHEMA!r}")
    return record_of(data)
