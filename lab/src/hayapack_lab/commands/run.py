"""`run` and `list`: measure the tables of the reference articles."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace
from pathlib import Path

from .. import articles, measure_articles
from ..data import atomic
from ..measure.record import as_json
from ..measure.source import Source
from ..progress import progress_bar
from ..report import report_files
from .names import shown

DESCRIPTION = """\
Measures every table of the five reference articles on this machine, next to the
numbers that the articles printed, and writes results.json (all samples),
report.html, summary.md and charts/ into a folder. Ctrl-C ends it early and
keeps the results so far."""


def add(commands) -> None:
    parser = commands.add_parser("run", help="measure the tables of the reference articles", description=DESCRIPTION)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true", help="about three minutes: smaller data, fewer samples")
    length.add_argument("--exact", action="store_true", help="30 samples even of calls that take many seconds")
    parser.add_argument(
        "--only", metavar="A,B",
        help="only these articles, of a, b, c, d, e; d-csharp is the part of d in C#",
    )  # fmt: skip
    parser.add_argument("--samples", type=_positive, metavar="N", help="samples a cell")
    parser.add_argument(
        "--out", type=Path, default=Path("hayapack-lab"), metavar="FOLDER",
        help="where to write (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--php", metavar="PATH", help="the PHP to run, instead of php")
    parser.add_argument("--php-module", metavar="MSGPACK.SO", help="hayapack's module for PHP")
    parser.add_argument("--dotnet-worker", metavar="PATH", help="the C# worker, built from the lab's folder dotnet")
    parser.add_argument("--no-memory", action="store_true", help="skip memory and growth")
    parser.set_defaults(run=run_lab)
    listing = commands.add_parser("list", help="list what a run measures, and the codecs")
    listing.set_defaults(run=show_list)


def run_lab(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    keys = _articles(args.only, parser)
    if args.php:
        os.environ["HAYAPACK_LAB_PHP"] = args.php
    if args.php_module:
        if not Path(args.php_module).is_file():
            parser.error(f"--php-module: there is no file {args.php_module}")
        os.environ["HAYAPACK_LAB_PHP_MODULE"] = str(Path(args.php_module).resolve())
    if args.dotnet_worker:
        if not Path(args.dotnet_worker).is_file():
            parser.error(f"--dotnet-worker: there is no file {args.dotnet_worker}")
        os.environ["HAYAPACK_LAB_DOTNET"] = str(Path(args.dotnet_worker).resolve())
    args.out.mkdir(parents=True, exist_ok=True)  # fails now rather than after minutes of measuring
    settings = measure_articles.QUICK if args.quick else measure_articles.FULL
    if args.samples:
        settings = replace(settings, samples=args.samples)
    with progress_bar() as progress:
        record = measure_articles.run(
            keys,
            quick=args.quick,
            exact=args.exact,
            with_memory=not args.no_memory,
            settings=settings,
            progress=progress,
        )
    record.command = args.line
    results = args.out / "results.json"
    atomic.write(results, json.dumps(as_json(record)))
    written = [results, *report_files.write(record, args.out)]
    print(report_files.brief(record))
    for path in written:
        print(shown(path))
    return 130 if record.interrupted else 0


def show_list(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    for key in articles.KEYS:
        module = articles.module(key)
        print(f"{key.upper()}  {module.TITLE}")
        for source in module.sources(False):
            _show_source(source)
    return 0


def _show_source(source: Source) -> None:
    print(f"   {source.key:12} {source.sentence}")
    print(f"   {'':12} {', '.join(source.codecs)}")


def _articles(text: str | None, parser: argparse.ArgumentParser) -> list[str]:
    names = [name.strip().lower() for name in text.split(",")] if text else list(articles.KEYS)
    known = (*articles.KEYS, *articles.PARTS)
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"--only: no article {', '.join(unknown)!r}; there are: {', '.join(known)}")
    return names


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value
