"""One process or thread against two on one file of events, by the wall clock.

    python -m hayapack_lab.measure.parallel

The file is split into two ranges. Workers run from the beginning; each round one worker does both ranges, then
two do one each. The record has "bytes", the size of the file, and "tasks": {task: {"one": [seconds, ...], "two": [...]}}.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import hayapack
from hayapack import stream

from ..workloads import events

SIZE = 300_000_000
ROUNDS = 7
FIELDS = {**events.FLAT, **events.NESTED}


def write_events(path: str, size: int, seed: int = 2) -> None:
    """A file of at least `size` bytes, one event a message."""
    random = Random(seed)
    packer = hayapack.Packer(datetime=True)
    number = written = 0
    with open(path, "wb") as file:
        while written < size:
            data = packer.pack(events.event(random, number))
            written += file.write(data)
            number += 1


def scan(splitter: stream.Splitter, number: int) -> int:
    return stream.boundaries(splitter.read(number), every=1 << 30).count


def decode(splitter: stream.Splitter, number: int) -> int:
    return sum(1 for _ in splitter.records(number, timestamp=3))


def tables(splitter: stream.Splitter, number: int) -> int:
    return hayapack.columns(splitter.read(number), list(FIELDS), FIELDS, stream=True).rows


TASKS = {"scan": scan, "decode": decode, "tables": tables}


def call(task: str, splitter: stream.Splitter, numbers: tuple[int, ...]) -> int:
    """Runs a task on some ranges, in a worker."""
    return sum(TASKS[task](splitter, number) for number in numbers)


def rounds(pool: Executor, task: str, splitter: stream.Splitter, count: int) -> dict[str, list[float]]:
    """Seconds of each round, one worker and two in turn."""
    found: dict[str, list[float]] = {"one": [], "two": []}
    jobs = {"one": [(0, 1)], "two": [(0,), (1,)]}
    rows = set()
    for _ in range(count + 1):  # the first round fills the caches
        for name, ranges in jobs.items():
            start = time.perf_counter()
            rows.add(sum(pool.map(call, [task] * 2, [splitter] * 2, ranges)))
            found[name].append(time.perf_counter() - start)
    if len(rows) != 1:
        raise AssertionError(f"{task} gave different numbers of rows: {sorted(rows)}")
    return {name: seconds[1:] for name, seconds in found.items()}


def measure(size: int = SIZE, count: int = ROUNDS) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events.msgpack")
        write_events(path, size)
        size = os.path.getsize(path)
        splitter = stream.Splitter(path, block=size // 2 + 1)
        found: dict[str, Any] = {}
        with ProcessPoolExecutor(2, get_context("spawn")) as processes:
            for task in TASKS:
                found[f"{task}, processes"] = rounds(processes, task, splitter, count)
        with ThreadPoolExecutor(2) as threads:
            for task in ("scan", "tables"):
                found[f"{task}, threads"] = rounds(threads, task, splitter, count)
        return {"bytes": size, "tasks": found}


if __name__ == "__main__":
    print(json.dumps(measure()))
