"""The formats of tables, and the options for how messages are rows."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any, Optional

PARQUET, ARROW, CSV = "parquet", "arrow", "csv"
ALL = (PARQUET, ARROW, CSV)
SUFFIXES = {".parquet": PARQUET, ".arrow": ARROW, ".feather": ARROW, ".csv": CSV}


def of_name(name: str) -> Optional[str]:
    """The format by the suffix of a file's name; None if that is no table's."""
    return SUFFIXES.get(os.path.splitext(name)[1].lower())


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options for how messages are rows."""
    parser.add_argument("--columns", type=_names, metavar="A,B", help="tables: the columns to keep, in this order")
    parser.add_argument(
        "--schema", type=_schema, metavar="JSON",
        help='tables: the types of all columns, {"id": "int64"}, or the name of a file that has them'
        " (default: convert: from all rows; query: from the first 1,000)",
    )  # fmt: skip
    parser.add_argument(
        "--rows", choices=["maps", "arrays", "values", "fluent"], default="maps",
        help="tables: a row is a map (the default), an array, as many messages as there are columns, or Fluentd's [time, map]",
    )  # fmt: skip
    parser.add_argument(
        "--errors", choices=["raise", "null", "skip"], default="raise",
        help="tables: a value that does not fit its column is an error (the default) or null, or its row is left out",
    )  # fmt: skip


def _names(text: str) -> list[str]:
    return text.split(",")


def _schema(text: str) -> dict[Any, str]:
    try:
        if not text.lstrip().startswith("{"):
            with open(text, encoding="utf-8") as file:
                text = file.read()
        schema = json.loads(text)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is no schema: {error}") from None
    if not isinstance(schema, dict) or not all(isinstance(dtype, str) for dtype in schema.values()):
        raise argparse.ArgumentTypeError("a schema is an object of names and types")
    return schema
