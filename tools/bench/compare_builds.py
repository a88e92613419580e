"""Compares the speed of two builds of hayapack on the rows of `hayapack lab bench`: the time before / the time now.

Both run in processes of their own, on one core, with the lab's workers; samples alternate between them, and a row's
figure is the median of the ratios of the pairs. A third process, with the first build again, shows the noise.

Where a process's memory happens to lie changes its times by up to a third, for as long as it lives. So a row below
`--least` is measured in four sets of new processes, too, and its figure is the median of the sets'.

    python tools/bench/compare_builds.py BEFORE NOW [--what python,classes,data] [--only A,B] [--pairs N] [--public]
    python tools/bench/compare_builds.py BEFORE.so NOW.so --what php,php-classes [--only A,B] [--pairs N]
    python tools/bench/compare_builds.py BEFORE/hayapack-lab-worker NOW/hayapack-lab-worker --what dotnet [--only A,B] [--pairs N]

BEFORE and NOW are folders that contain the package `hayapack`, made with
    python setup.py egg_info -e FOLDER build -b FOLDER/objects --build-lib FOLDER
or, for the comparisons of PHP, modules made with
    tools/packages/php-build.sh FOLDER        (of each commit; FOLDER/php/modules/msgpack.so)
or, for that of .NET, this checkout's worker with the library of another one, made with
    tools/bench/build-dotnet-worker.sh CHECKOUT FOLDER
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from pathlib import Path
from statistics import median

from hayapack_lab import codecs, comparisons
from hayapack_lab.comparisons import dotnet
from hayapack_lab.measure import machine, worker_commands
from hayapack_lab.measure.source import Source
from hayapack_lab.measure.worker_process import START_LIMIT, Refused, WorkerLost, WorkerProcess

LIMIT = 300.0  # seconds for one answer
SAMPLE_NS = 4_000_000
SETS_AGAIN = 4  # of processes, for a row that seems slower
OTHERS = ("hayapack_again", "hayapack_pure")  # the same code again, and one without a build


class Row:
    """One task of one codec."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sets: list[tuple[float, float]] = []  # before / now, before / before again; of each set of processes

    def ratio(self) -> float:
        return median(ratio for ratio, _ in self.sets)

    def noise(self) -> float:
        return median(noise for _, noise in self.sets)

    def measure(self, workers: list[WorkerProcess], task: str, pairs: int, order: random.Random) -> None:
        ratios, noise = [], []
        for _ in range(pairs):
            times = [0.0] * len(workers)
            for place in order.sample(range(len(workers)), len(workers)):
                answer = workers[place].ask("sample", LIMIT, what=task, collect=True, at_least=SAMPLE_NS)
                times[place] = max(answer["ns"], 0.01)
            before, again, now = times
            ratios.append(before / now)
            noise.append(before / again)
        self.sets.append((median(ratios), median(noise)))


def is_ours(codec: str) -> bool:
    known = codecs.get(codec)
    if isinstance(known, codecs.DotnetCodec):
        return codec == dotnet.OURS
    if isinstance(known, codecs.PhpCodec):
        return known.extension == worker_commands.OWN_MODULE and not known.twin_of
    return known.package == "hayapack" and codec not in OTHERS


def use(build: Path, codec: str) -> None:
    """Sets the environment of workers: their `hayapack` is the one in the folder, or PHP's module or .NET's worker is this."""
    runtime = codecs.get(codec).runtime
    if runtime == "dotnet":
        os.environ["HAYAPACK_LAB_DOTNET"] = str(build.resolve())
    elif runtime == "php":
        os.environ["HAYAPACK_LAB_PHP_MODULE"] = str(build.resolve())
    else:
        paths = [str(build.resolve()), *(path for path in sys.path if path.endswith("/lab/src"))]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)


def start(build: Path, codec: str, core: int | None) -> WorkerProcess:
    use(build, codec)
    return WorkerProcess(codec, core)


def rows_of(source: Source, args: argparse.Namespace, core: int | None) -> list[Row]:
    """Every row of one source, measured."""
    found: list[Row] = []
    for codec in filter(is_ours, source.codecs):
        if codec.endswith("_public") != args.public:
            continue
        rows: dict[str, Row] = {}
        try:
            measure(source, codec, list(dict.fromkeys(what for what, _ in source.tasks)), rows, args, core)
            slower = [task for task, row in rows.items() if row.ratio() < args.least]
            for _ in range(SETS_AGAIN if slower else 0):
                measure(source, codec, slower, rows, args, core)
        except (Refused, WorkerLost) as error:
            print(f"{source.key} {codec}: not measured: {error}", flush=True)
        found += rows.values()
    return found


def measure(
    source: Source, codec: str, tasks: list[str], rows: dict[str, Row], args: argparse.Namespace, core: int | None
) -> None:
    """Adds the figures of one set of processes to the rows of these tasks."""
    order = random.Random(args.seed)
    workers = [start(folder, codec, core) for folder in (args.before, args.before, args.now)]
    try:
        for worker in workers:
            worker.ask("hello", START_LIMIT)
        use = {"source": source.fields, "needs": sorted(source.needs), "fresh": source.fresh}
        ways = [worker.ask("use", LIMIT, **use)["ways"] for worker in workers]
        for task in tasks:
            if all(task in known for known in ways):
                row = rows.setdefault(task, Row(f"{source.key} {codec} {task}"))
                row.measure(workers, task, args.pairs, order)
    finally:
        for worker in workers:
            worker.close()


def sources_of(what: str, only: str | None, seed: int) -> tuple[list[Source], dict[str, str]]:
    """The sources of a comparison of the lab, and what is missing with the reason. only: names of rows."""
    comparison = comparisons.get(what)
    chosen = only and [key for key in only.split(",") if key in comparison.keys()]
    return comparison.sources(chosen, None, seed) if chosen != [] else ([], {})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("now", type=Path)
    parser.add_argument("--what", default="python,classes,data", help="comparisons of the lab")
    parser.add_argument("--only", help="names of rows, as `lab bench --only`")
    parser.add_argument("--pairs", type=int, default=15, help="pairs of samples for each row")
    parser.add_argument("--least", type=float, default=0.97, help="ratios below this are measured again")
    parser.add_argument("--public", action="store_true", help="the rows that use CPython's public API only")
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    core = machine.pin_core()
    if "dotnet" in args.what.split(","):
        use(args.now, dotnet.OURS)  # which names the rows
    rows: list[Row] = []
    print(f"{'before / now':>12} {'again':>6}  row")
    for what in args.what.split(","):
        sources, missing = sources_of(what, args.only, args.seed)
        for name, reason in missing.items():
            print(f"{name}: not measured: {reason}")
        for source in sources:
            for row in rows_of(source, args, core):
                rows.append(row)
                print(f"{row.ratio():12.3f} {row.noise():6.3f}  {what} {row.name}", flush=True)
    ratios = sorted(row.ratio() for row in rows)
    noise = sorted(abs(row.noise() - 1) for row in rows)
    slower = [row for row in rows if row.ratio() < args.least]
    if not rows:
        print("no row was measured")
        return 1
    print(
        f"{len(rows)} rows: before / now {ratios[0]:.3f} to {ratios[-1]:.3f}, median {median(ratios):.3f}; "
        f"{len(slower)} below {args.least}; noise at most {noise[-1]:.1%}, median {median(noise):.1%}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
