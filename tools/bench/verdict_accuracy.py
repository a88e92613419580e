"""Counts the right and the wrong verdicts of `hayapack compare` on this machine.

    python tools/bench/verdict_accuracy.py FILE [--runs 10] [--busy] [--seconds 15]

The samples are real, the ratios known: `compare` measures the file in so many processes; the median of a rival's ratios
over all runs is taken as its true one, and its samples are scaled, so that the true ratio is 1, 1.1, 2 and 2.5. Then each
run is judged as `compare` judges. --busy: a process for each core computes meanwhile.
"""

from __future__ import annotations

import argparse
import collections
import copy
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from hayapack_lab.measure.record import Record, RecordedSource, as_json, record_of
from hayapack_lab.statistics import judge

TRUE = (1.0, 1.1, 2.0, 2.5)


@contextmanager
def load(processes: int):
    """So many processes that compute without pause."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: sum(range(10000))"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def compared(file: str, seconds: float) -> Record:
    """The record of one run."""
    command = [sys.executable, "-m", "hayapack", "compare", file, "--json", "--seconds", str(seconds)]
    return record_of(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def cells(record: Record):
    """Each (source, task, rival, ratio) that was judged."""
    for source in record.sources:
        for task in source.tasks:
            for one in judge.judge(source, task):
                if one.ratio is not None and "hayapack" not in one.codec:
                    yield source, task, one.codec, one.ratio.value


def scaled(source: RecordedSource, task: str, codec: str, factor: float) -> RecordedSource:
    """The source with one codec's samples of a task multiplied."""
    source = copy.deepcopy(source)
    samples = source.cells[codec].samples
    samples[task] = [factor * value for value in samples[task]]
    return source


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=15, help="of each run, as of compare")
    parser.add_argument("--busy", action="store_true", help="with a process for each core that computes meanwhile")
    parser.add_argument("--keep", type=Path, help="where to write the records of all runs, as JSON")
    args = parser.parse_args()
    with load((os.cpu_count() or 1) if args.busy else 0):
        records = [compared(args.file, args.seconds) for _ in range(args.runs)]
    if args.keep:
        args.keep.write_text(json.dumps([as_json(record) for record in records]), encoding="utf-8")
    ratios = collections.defaultdict(list)
    for record in records:
        for source, task, codec, value in cells(record):
            ratios[source.key, task, codec].append(value)
    print(f"{'true ratio':>10}  verdicts of {args.runs} runs and {len(ratios)} cells")
    for true in TRUE:
        found: collections.Counter[str] = collections.Counter()
        for record in records:
            for source, task, codec, _ in list(cells(record)):
                factor = true / median(ratios[source.key, task, codec])
                judged = judge.judge(scaled(source, task, codec, factor), task)
                found[next(one.verdict for one in judged if one.codec == codec)] += 1
        right = found[judge.SAME] if true == 1 else found[judge.SLOWER]
        shares = ", ".join(f"{what} {count}" for what, count in found.most_common())
        print(f"{true:10}  right {100 * right / sum(found.values()):.1f} %: {shares}")
    spread = [max(values) / min(values) for values in ratios.values()]
    print(f"a cell's ratio differs between runs by {min(spread):.2f} to {max(spread):.2f}, median {median(spread):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
