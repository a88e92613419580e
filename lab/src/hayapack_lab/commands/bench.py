"""`bench` and `memory`: hayapack compared with its rivals on fixed workloads."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from .. import bench, codecs, workloads
from ..data import atomic
from ..measure import memory
from ..progress import progress_bar

MESSAGE_BYTES, STREAM_BYTES = 100_000_000, 1_000_000_000  # of the memory part


def add(commands) -> None:
    add_bench(commands)
    add_memory(commands)


def add_bench(commands) -> None:
    parser = commands.add_parser("bench", help="compare hayapack with its rivals on fixed workloads")
    parser.add_argument("--quick", action="store_true", help="few, short samples; noisy")
    parser.add_argument("--only", metavar="A,B", help="only these workloads (see --list)")
    parser.add_argument("--codecs", metavar="A,B", help="only these codecs (see --list)")
    parser.add_argument("--samples", type=int, metavar="N", help="samples a cell")
    parser.add_argument("--seed", type=int, default=2, help="seed of the workloads and of the order")
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="also write the tables to this file")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record to this file")
    parser.add_argument("--no-memory", action="store_true", help="skip the memory part of a full run")
    parser.add_argument("--list", action="store_true", help="list workloads and codecs and exit")
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if args.list:
        print("workloads:", *workloads.keys())
        print("codecs:", *codecs.keys())
        return 0
    names = _choice(args.only, workloads.keys(), parser)
    chosen = _choice(args.codecs, codecs.keys(), parser, list(bench.EVERYONE))
    settings = replace(bench.QUICK if args.quick else bench.FULL, seed=args.seed)
    if args.samples:
        settings = replace(settings, samples=args.samples)
    with progress_bar() as progress:
        record = bench.run(names, chosen, settings, progress)
    text = bench.markdown(record, args.line)
    everything = not (args.quick or args.only or args.codecs)
    if everything and not args.no_memory and not record["interrupted"]:
        record["memory"] = memory.run(MESSAGE_BYTES, STREAM_BYTES)
        text += "\n" + memory.markdown(record["memory"])
    print(text)
    if args.out:
        atomic.write(args.out, text)
    if args.json:
        atomic.write(args.json, json.dumps(record))
    return 130 if record["interrupted"] else 0


def add_memory(commands) -> None:
    parser = commands.add_parser("memory", help="measure peak and growth of memory, compared with msgpack")
    parser.add_argument("--message-mb", type=float, default=MESSAGE_BYTES / 1e6, help="size of the large message")
    parser.add_argument("--stream-mb", type=float, default=STREAM_BYTES / 1e6, help="size of the long stream")
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="add the table to this file")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record to this file")
    parser.set_defaults(run=run_memory)


def run_memory(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    record = memory.run(int(args.message_mb * 1e6), int(args.stream_mb * 1e6))
    text = memory.markdown(record)
    print(text)
    if args.out:
        with args.out.open("a", encoding="utf-8") as out:
            out.write("\n" + text)
    if args.json:
        atomic.write(args.json, json.dumps(record))
    return 0


def _choice(text, known, parser, default=None) -> list[str]:
    if text is None:
        return default or known
    names = text.split(",")
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}")
    return names
