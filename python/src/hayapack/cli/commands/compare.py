"""`hayapack compare`: reads the files, has the lab measure, prints the result."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, Optional

from .. import arguments, formats, outputs, terminal
from ..common.exit_status import STATUS_BAD_DATA, STATUS_INTERRUPTED, STATUS_USAGE, Stop, Usage
from ..compare_documents import read_document
from ..input import inputs
from ..reading import Reading, add_options
from .lab import missing

DEFAULT_SECONDS = 30.0

DESCRIPTION = """\
Packs and unpacks your own data with every installed codec and shows what the
data consists of, times, sizes, what each codec loses, and which codec to use for what.
Reads JSON, JSON lines and MessagePack streams."""

EXAMPLES = """
hayapack compare data.json
hayapack compare --html report.html --seconds 60 events.msgpack.zst
hayapack compare --codecs hayapack,msgpack,json data.json
hayapack compare --type shop:Order orders.msgpack
hayapack compare --json data.json > record.json && hayapack lab report record.json
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(
        subparsers, "compare", "measure every installed codec on your own data", DESCRIPTION, EXAMPLES
    )
    arguments.add_files(parser)
    parser.add_argument(
        "--from",
        "--format",
        dest="given_format",
        choices=formats.ALL,
        help="the format of the files (default: by the suffix or the content)",
    )
    add_options(parser)
    parser.add_argument("--codecs", metavar="A,B", help="only these codecs, by the names in tables or in --list")
    parser.add_argument(
        "--type",
        metavar="MODULE:CLASS",
        help="also measure decoding into objects of this class, or lists of it, and encoding them, against the "
        "libraries for classes that are installed; the module is imported, from the current folder too",
    )
    parser.add_argument("--list", action=_ListCodecs, help="list all codecs, installed or not, and exit")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=DEFAULT_SECONDS,
        metavar="N",
        help="time for everything after reading the files; each codec runs once in any case, unless it is "
        f"far slower than hayapack (default {DEFAULT_SECONDS:.0f})",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the record, with all samples, as JSON; hayapack lab report draws it",
    )
    parser.add_argument("--html", type=Path, metavar="OUT.html", help="write a page with charts")


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if "-" in args.files and sys.stdin.isatty():
        raise Usage("compare: the FILE is missing: hayapack compare FILE (standard input is a terminal)")
    lab = _lab()
    if lab is None:
        return STATUS_USAGE
    codecs = _codecs(lab, args.codecs)
    if args.html and not args.html.parent.is_dir():
        raise Usage(f"compare: --html: there is no folder {args.html.parent}")
    if args.type:
        try:
            lab.data.own_type.select(args.type, os.getcwd())
        except lab.data.own_type.WrongType as error:
            raise Usage(f"compare: --type: {error}") from error
    documents = []
    reading = Reading.from_arguments(args)
    for name in args.files:
        try:
            document = read_document(name, reading, lab.data.values.Ext)
        except Stop as stop:
            arguments.complain(stop.name or inputs.shown(name), stop)
            return stop.status
        documents.append(lab.compare_documents.Document(*document))
    try:
        with lab.progress.progress_bar() as progress:
            record = lab.compare_documents.run(documents, args.seconds, codecs, progress, bool(args.type))
    except lab.data.own_type.WrongType as error:
        terminal.say(f"hayapack: compare: --type: {error}")
        return STATUS_BAD_DATA
    except RecursionError:
        terminal.say("hayapack: the data is nested too deeply to hand it to the codecs")
        return STATUS_BAD_DATA
    record.command = " ".join(["hayapack", *sys.argv[1:]])
    if args.html:
        report = lab.report.compare_report.build_compare(record)
        with outputs.Output(str(args.html)) as out:
            out.write(lab.report.html.page(report).encode())
    if args.json:
        # The summary is for programs; reports are drawn from the rest.
        print(json.dumps({**lab.measure.record.as_json(record), "summary": lab.statistics.summary.plain(record)}))
        if args.html:
            terminal.say(f"hayapack: wrote {args.html}")
    else:
        lab.report.terminal.show(record, sys.stdout, inputs.shown(str(args.html)) if args.html else "")
    return STATUS_INTERRUPTED if record.interrupted else reading.status


def _lab() -> Optional[Any]:
    """The lab package with the parts used here, or None after reporting what is missing."""
    try:
        import hayapack_lab
        import hayapack_lab.compare_documents
        import hayapack_lab.data.own_type
        import hayapack_lab.data.values
        import hayapack_lab.measure.record
        import hayapack_lab.progress
        import hayapack_lab.report.compare_report
        import hayapack_lab.report.html
        import hayapack_lab.report.terminal
        import hayapack_lab.statistics.summary
    except ImportError as error:
        missing("compare", error)
        return None
    return hayapack_lab


def _codecs(lab: Any, text: Optional[str]) -> Optional[list[str]]:
    if text is None:
        return None
    known = lab.compare_documents.known_codecs()
    titles = {lab.compare_documents.codecs.get(key).name: key for key in reversed(known)}
    words = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in known and word not in titles]
    if unknown or not words:
        both = ", ".join([f"{key} ({name})" for name, key in reversed(list(titles.items()))])
        raise Usage(f"compare: --codecs: no codec {', '.join(unknown)!r}; there are: {both}")
    names = [word if word in known else titles[word] for word in words]
    return list(dict.fromkeys(names))


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, more than 0 and less than a million")
    return value


class _ListCodecs(argparse.Action):
    """--list works without a FILE, as --help does."""

    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        lab = _lab()
        if lab is None:
            parser.exit(STATUS_USAGE)
        for key in lab.compare_documents.known_codecs():
            codec = lab.compare_documents.codecs.get(key)
            print(f"{key:16} {codec.name} ({codec.format})")
        parser.exit()
