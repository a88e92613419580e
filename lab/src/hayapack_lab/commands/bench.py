"""`bench`: hayapack compared with its rivals on fixed workloads, for the pages of docs/results/."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from .. import codecs, comparisons
from ..data import atomic
from ..data.missing import NotAvailable
from ..measure import memory, parallel
from ..measure.engine import Engine
from ..measure.record import Settings, as_json
from ..progress import progress_bar
from ..report import report_files

FULL = Settings(samples=30, sample_ms=4.0, seconds=20.0, least=5, call_limit=300.0)
QUICK = Settings(samples=7, sample_ms=1.5, seconds=3.0, least=3, call_limit=300.0)
LAST = {"python": "memory", "data": "parallel"}  # of --only: what is measured after the other parts


def add(commands) -> None:
    parser = commands.add_parser("bench", help="compare hayapack with its rivals on fixed workloads")
    parser.add_argument("what", nargs="?", choices=comparisons.KEYS, default="python", help="default: python")
    parser.add_argument("--quick", action="store_true", help="few, short samples; noisy")
    parser.add_argument("--only", metavar="A,B", help="only these workloads (see --list)")
    parser.add_argument("--codecs", metavar="A,B", help="only these codecs (see --list)")
    parser.add_argument("--samples", type=int, metavar="N", help="samples a cell")
    parser.add_argument("--seed", type=int, default=2, help="seed of the workloads and of the order")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write the record, the page and the tables there")
    parser.add_argument("--no-memory", action="store_true", help="skip the last part of a full run of python or data")
    parser.add_argument("--list", action="store_true", help="list workloads and codecs and exit")
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    comparison = comparisons.get(args.what)
    try:
        known = [*comparison.keys(), *([LAST[args.what]] if args.what in LAST else [])]
    except NotAvailable as error:
        parser.error(str(error))
    if args.list:
        print("workloads:", *known)
        print("codecs:", *codecs.keys())
        return 0
    only = _choice(args.only, known, parser)
    chosen = _choice(args.codecs, codecs.keys(), parser)
    settings = replace(QUICK if args.quick else FULL, seed=args.seed)
    if args.samples:
        settings = replace(settings, samples=args.samples)
    with progress_bar() as progress, Engine(args.what, settings, progress) as engine:
        names = None if only is None else [name for name in only if name not in LAST.values()]
        found, missing = ([], {}) if names == [] else comparison.sources(names, chosen, args.seed)
        record = engine.run(found)
    record.not_run, record.quick, record.command = missing, args.quick, args.line
    last = LAST.get(args.what, "")
    everything = bool(last) and not (args.quick or only or chosen or args.no_memory)
    if (everything or last in (only or [])) and not record.interrupted:
        if last == "memory":
            record.stream = memory.stream()
        else:
            record.parallel = parallel.measure()
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        atomic.write(args.out / "results.json", json.dumps(as_json(record)))
        report_files.write(record, args.out)
    print(report_files.summary(record))
    return 130 if record.interrupted else 0


def _choice(text, known, parser):
    """The names in the text; None if there is no text, for all."""
    if text is None:
        return None
    names = text.split(",")
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}")
    return names
