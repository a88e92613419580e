"""`hayapack query`: SQL on files of messages, by DuckDB."""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import os
import sys
from typing import Any, Callable

from ..._errors import escape
from .. import arguments, outputs, terminal
from ..common.exit_status import STATUS_GOOD, BadData, Usage
from ..input.inputs import Input
from ..json import layout
from ..json.writer import JsonWriter
from ..reading import Reading
from ..tables import options

DESCRIPTION = """\
Runs an SQL query of DuckDB on a file of messages, each of which is a row. The file is the
table `data`, and has its own name, without the suffix; with several files, `data` is the
first one. Needs the package duckdb.

The result is a table on a terminal, else JSON lines; --to selects. The query is run as you, so it
can read and write other files, too: run only queries that you trust."""

EXAMPLES = """
hayapack query events.msgpack "select city, avg(price) from data group by city"
hayapack query events.msgpack users.msgpack "select * from events join users using (id)"
hayapack query --to msgpack events.msgpack "from data where price > 5" > some.msgpack
hayapack query events.msgpack "describe data"
"""

_ROWS = 1000  # rows of CSV that are written at once


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "query", "run SQL on files (DuckDB)", DESCRIPTION, EXAMPLES)
    parser.add_argument("files", nargs="+", metavar="FILE", help=arguments.FILE_HELP)
    parser.add_argument("sql", metavar="SQL", help="the query")
    arguments.add_reading(parser)
    options.add_options(parser)
    parser.add_argument(
        "--to", dest="target", choices=["table", "jsonl", "msgpack", "csv"], help="the form of the result"
    )


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        import duckdb
    except ImportError:
        raise Usage("query needs the package duckdb: pip install duckdb") from None

    from ..tables import table_files

    target = args.target or ("table" if sys.stdout.isatty() else "jsonl")
    if target == "msgpack":
        outputs.refuse_terminal("MessagePack")
    opened: list[Input] = []

    def work(input: Input, reading: Reading) -> int:
        opened.append(input)
        reading.check_content(input)
        progress = stack.enter_context(terminal.Progress(input, target in ("table", "csv")))
        reader = table_files.reader(table_files.InputSource(input, progress.step), args, reading)
        number = len(opened)
        for name in {"data"} | _names(args.files[0]) if number == 1 else _names(args.files[number - 1]):
            connection.register(name, reader)
        if number < len(args.files):
            return arguments.one(args, args.files[number], work)
        try:
            with table_files.reported(args.files[0]):
                _write(connection, args.sql, target, stack.close)
        except (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException) as error:
            raise Usage(f"query: {error}") from None
        except duckdb.Error as error:
            raise BadData(str(error)) from None
        return STATUS_GOOD

    with duckdb.connect() as connection, contextlib.ExitStack() as stack:
        with contextlib.suppress(duckdb.Error):  # a version that has no such option
            # a table is a file of the command line, not a variable of this program
            connection.execute("set python_enable_replacements = false")
        return arguments.one(args, args.files[0], work)


def _names(file: str) -> set[str]:
    """The names of a file's table: with and without suffixes."""
    base = os.path.basename(file)
    return {base, base.partition(".")[0]} - {""}


def _write(connection: Any, sql: str, target: str, end_bars: Callable[[], object]) -> None:
    """The result of a query on standard output. end_bars: is called before that is written, if it may be on the terminal
    that has the bars."""
    if target == "csv":
        cursor = connection.execute(sql)
        end_bars()
        _write_csv(cursor)
        return
    result = connection.sql(sql)
    if result is None:  # a statement
        return
    from ... import arrow_rows
    from ..tables.table_files import lazy_input

    if target == "table":
        lines = [escape.line(line) for line in str(result).split("\n")]
        end_bars()
        arguments.write("\n".join(lines).encode("utf-8", "replace") + b"\n")
    elif target == "msgpack":
        for data in arrow_rows(result, "maps"):
            arguments.write(data)
    else:
        cutter = Reading().cutter(lazy_input("the result", arrow_rows(result, "maps")))
        writer = JsonWriter(arguments.write, False, layout.Look(False, False), "fail")
        for event in cutter:
            writer.take(cutter, event)


def _write_csv(cursor: Any) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    shown = _shown if sys.stdout.isatty() else list
    writer.writerow(shown([column[0] for column in cursor.description]))
    while True:
        found = cursor.fetchmany(_ROWS)
        writer.writerows([shown(row) for row in found])
        arguments.write(text.getvalue().encode())
        text.seek(0)
        text.truncate()
        if not found:
            return


def _shown(row: Any) -> list[Any]:
    """The values of a row, without characters that control a terminal."""
    return [escape.line(str(value)) if isinstance(value, (str, bytes, list, dict)) else value for value in row]
