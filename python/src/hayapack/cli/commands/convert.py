"""`hayapack convert`: converts between JSON, JSON lines, MessagePack with or without LZ4, and tables."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any, Iterable, Iterator

from .. import arguments, formats, outputs
from ..common.exit_status import STATUS_GOOD, Usage
from ..events import paths
from ..events.events import MESSAGES, Close, Event, Open, Run
from ..events.msgpack_writer import Lz4Writer, RawWriter, Write, pieces
from ..formats import JSON, LINES, LZ4, MSGPACK
from ..input.inputs import Input
from ..json import layout
from ..json.from_json import Options
from ..json.path_seeker import Seeker
from ..json.writer import JsonWriter
from ..reading import Reading, add_options
from ..tables import options as tables
from . import cat
from .get import without_value

DESCRIPTION = """\
Converts between JSON, JSON lines, MessagePack and MessagePack + LZ4 (as MessagePack-CSharp
writes it). The format is given by --from and --to, or by the suffix of a name (.json,
.jsonl, .ndjson, .msgpack, .mpack, .mpk, .mp, .mmtf, .mplz4; a further .gz, .zst, .lz4, .xz
or .bz2 compresses the file). An input without either is recognised by its content. OUT is
replaced only when it is complete. The conversion is lossless: see `hayapack cat --help`.

Tables (.parquet, .arrow, .feather, .csv) need pyarrow or polars. Each message is a row, and
each key of its map a column. With --schema, keys that it does not have are left out, and
counted on standard error, unless --columns names those to keep. --path takes the rows from
inside the messages."""

EXAMPLES = """
hayapack convert data.msgpack data.json
hayapack convert data.json data.msgpack
hayapack convert events.jsonl events.msgpack.zst
hayapack convert data.msgpack data.mplz4         LZ4 in blocks of 64 KiB (ext 98)
hayapack convert --lz4 block data.json out.mp    LZ4 in one block (ext 99)
curl -s $URL | hayapack convert - data.msgpack
hayapack convert --to json --pretty data.msgpack -
hayapack convert events.msgpack events.parquet --columns id,price
hayapack convert --path '$.data[]' reply.json rows.csv
hayapack convert events.parquet events.msgpack   or .jsonl, .mplz4
"""


FORMATS = (*formats.ALL, *tables.ALL)
NO_MESSAGES = b"[]\n"  # a JSON file has one text, so it can't be empty


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(
        subparsers, "convert", "convert between JSON, MessagePack, LZ4, Parquet, CSV", DESCRIPTION, EXAMPLES
    )
    parser.add_argument("input", nargs="?", default="-", metavar="IN", help=arguments.FILE_HELP)
    parser.add_argument(
        "output", nargs="?", default="-", metavar="OUT",
        help='a file, or "-" for standard output (the default)',
    )  # fmt: skip
    parser.add_argument("--from", dest="given_format", choices=FORMATS, help="the format of IN")
    add_options(parser)
    parser.add_argument("--to", dest="target", choices=FORMATS, help="the format of OUT")
    parser.add_argument(
        "--lz4", dest="lz4_framing", choices=["block-array", "block"], help="MessagePack + LZ4 in this framing"
    )
    parser.add_argument("--pretty", action="store_true", help="indent JSON by two")
    parser.add_argument(
        "--plain", action="store_true",
        help="no tags: values that plain JSON can't represent are errors; tags in JSON are ordinary keys",
    )  # fmt: skip
    parser.add_argument(
        "--round", action="store_true",
        help="round JSON numbers that a float64 can't represent (default: an error)",
    )  # fmt: skip
    cat.add_bin(parser)
    tables.add_options(parser)
    parser.add_argument(
        "--path", metavar="PATH",
        help="tables: the rows are the values at this path of each message, as `get --all` finds them: '$.items[]'",
    )  # fmt: skip


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if args.lz4_framing and args.target not in (None, LZ4):
        raise Usage("convert: --lz4 and --to name different formats")
    if outputs.same_file(args.input, args.output):
        raise Usage("convert: IN and OUT are the same file")

    cat.check_options(args)
    framing = args.lz4_framing
    target = (
        LZ4
        if framing
        else args.target or tables.of_name(args.output) or formats.of_output(args.output, tables.SUFFIXES)
    )
    kind = args.given_format or tables.of_name(args.input)
    table = kind if kind in tables.ALL else None
    _check_tables(args, table is not None, target in tables.ALL)

    def work(input: Input, reading: Reading) -> int:
        if table:
            from ..tables.table_files import rows

            input, reading.given_format = rows(args.input, table, args.rows, args.columns), MSGPACK
        if target in tables.ALL:
            return _to_table(input, reading, args, target)
        found = reading.given_format or formats.of_name(args.input) or formats.of_content(input)
        wanted = target or (LINES if found in (MSGPACK, LZ4) else MSGPACK)
        if args.output == "-" and wanted in (MSGPACK, LZ4):
            outputs.refuse_terminal("MessagePack")
        alone = args.output != "-"
        json = Options(args.plain, args.round, reading.max_depth)
        to_json = wanted in (JSON, LINES)
        check = cat.checker(reading, args.plain) if to_json else reading.check
        made = formats.events(input, found, reading, json, alone=alone, check=check)
        with contextlib.closing(made) as events, outputs.Output(args.output) as out:
            writer = _writer(out.write, wanted, args)
            depth = 0
            for cutter, event in events:
                writer.take(cutter, event)
                depth += isinstance(event, Open) - isinstance(event, Close)
                if not depth:
                    out.end_message()
            if wanted == JSON and not (writer.messages or reading.status):
                out.write(NO_MESSAGES)
        if reading.changed and reading.invalid == "bytes" and not to_json:
            arguments.complain(input.name, "remark: text that is not UTF-8 became bin")
        return STATUS_GOOD

    return arguments.one(args, args.input, work)


def _check_tables(args: argparse.Namespace, reads: bool, writes: bool) -> None:
    """Raises Usage for options that would have no effect."""
    given = {
        "--lz4": args.lz4_framing and tables.of_name(args.output),
        "--pretty": writes and args.pretty,
        "--bin": writes and args.bin != "base64",
        "--invalid": writes and args.invalid != "fail",
        "--schema": args.schema is not None and not writes,
        "--errors": args.errors != "raise" and not writes,
        "--columns": args.columns and not (reads or writes),
        "--rows": args.rows != "maps" and not (reads or writes),
        "--path": args.path and not writes,
    }
    for option in filter(given.get, given):
        raise Usage(f"convert: {option} has no meaning for {'tables' if writes else 'these formats'}")


def _to_table(input: Input, reading: Reading, args: argparse.Namespace, kind: str) -> int:
    from ..tables.table_files import lazy_input, write

    found = reading.given_format or formats.of_name(args.input) or formats.of_content(input)
    if args.output == "-":
        outputs.refuse_terminal(kind)
    seeker = Seeker(paths.parse(args.path or "$"), skips=True)
    name = input.name
    if found in (JSON, LINES) or args.path:
        events = formats.events(input, found, reading, Options(args.plain, args.round, reading.max_depth), alone=True)
        input = lazy_input(name, _values(events, seeker) if args.path else _messages(events))
    else:
        reading.check_content(input)
    with outputs.Output(args.output) as out:
        write(input, kind, out, args, reading)
    return without_value(seeker, name) or reading.status


def _values(events: Iterable[tuple[Any, Event]], seeker: Seeker) -> Iterator[bytes]:
    """The values that are found. Raises NotThere at the end if there are none."""
    for cutter, event in events:
        for part in seeker.take(cutter, event):
            yield from pieces(part)
    if seeker.first_missing and not seeker.found:
        raise seeker.first_missing


def _messages(events: Iterable[tuple[Any, Event]]) -> Iterator[bytes]:
    parts: list[bytes] = []
    writer = RawWriter(parts.append)
    for cutter, event in events:
        writer.take(cutter, event)
        yield b"".join(parts)
        parts.clear()


def _writer(write: Write, kind: str, args: argparse.Namespace) -> Any:
    if kind == MSGPACK:
        return RawWriter(write)
    if kind == LZ4:
        return Lz4Writer(write, args.lz4_framing or "block-array")
    writer = cat.json_writer(args, write, layout.Look(args.pretty, False))
    return _OneDocument(writer) if kind == JSON else writer


class _OneDocument:
    """Writes one message; raises Usage for a second one, since a JSON file has one text."""

    def __init__(self, writer: JsonWriter) -> None:
        self._writer = writer
        self.messages = 0

    def take(self, cutter: Any, event: Event) -> None:
        if isinstance(event, Run) and event.kind is MESSAGES:
            self.messages += event.count
        elif isinstance(event, Open) and cutter.depth == 1:
            self.messages += 1
        if self.messages > 1:
            raise Usage("a JSON file can't hold more than one message: use --to jsonl")
        self._writer.take(cutter, event)
