"""Measures one and two threads of CPython without the GIL, and the same version with it: make bench-threads.

    thread_scaling.py --without PYTHON --with PYTHON --documents FOLDER --out FOLDER [--rounds N]

Each interpreter must import hayapack, and the rivals that are to be measured. In each round each library of each
interpreter runs in a process of its own, one after another, and measures every row: one thread, then two threads
that do the same work each, on values of their own, with the collector on, then the same work in two processes of one
thread each, which share the machine and nothing else. The three alternate five times, and their medians count: another
program that runs for a moment does not decide. A figure is the median of the rounds, a ratio that of the ratios of each
round, with the lowest and highest. Results are dropped at once. Times are of the wall clock, so that nothing else may
run.
"""

import argparse
import json
import multiprocessing
import os
import platform
import random
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIBRARIES = ("hayapack", "msgpack", "ormsgpack", "json")
SECONDS, SLICES = 0.12, 5  # of one measurement, and parts of it, which alternate
WARM = 0.03  # seconds of calls before a thread is measured
ONE, THREADS, PROCESSES = range(3)  # what is measured
ROWS = ("one small map", "1000 records", "2000 floats in lists", "github_events.json", "twitter.json")
CELLS = [(row, what) for row in ROWS for what in ("pack", "unpack")]
GOAL_GIL, GOAL_THREADS = 1.4, 1.8  # set before the measurement


def value_of(row, documents, seed):
    chance = random.Random(seed)
    if row == "one small map":
        return {"id": seed, "name": f"user{seed}", "ok": True}
    if row == "1000 records":
        return [
            {
                "id": 1000 + i,
                "name": f"user{chance.randrange(10**6)}",
                "active": chance.random() < 0.5,
                "score": chance.random() * 100,
                "tags": [f"tag{chance.randrange(50)}" for _ in range(3)],
                "address": {"street": "x", "zip": chance.randrange(99999)},
            }
            for i in range(1000)
        ]
    if row == "2000 floats in lists":
        return [[chance.random() for _ in range(100)] for _ in range(20)]
    return json.loads((documents / row).read_text(encoding="utf-8"))


def codec(name):
    module = __import__(name)
    return (module.dumps, module.loads) if name == "json" else (module.packb, module.unpackb)


def calls(function, value, count, start=None):
    """When `count` calls begin and end; None: one fails. All threads, and those of other processes, that wait for the
    same `start` begin together. What is used in the loop are arguments: CPython 3.13 locks a variable of an enclosing
    function at each use, which takes two threads longer than the shortest calls that are measured."""
    if start is not None:
        start.wait()
    begin = time.perf_counter()
    try:
        for _ in range(count):
            function(value)
    except Exception:
        return None
    return begin, time.perf_counter()


def duration(times):
    """Seconds from the first begin to the last end; None: a call failed."""
    return None if None in times else max(end for _, end in times) - min(begin for begin, _ in times)


def prepared(name, row, what, documents, seed):
    """The function that is measured, its argument, and about how many seconds a call takes; None: it fails. Called in
    the thread that is measured: values that one thread makes may lie beside each other in memory, where two threads
    that count references to them would wait for each other. The calls fill the thread's caches and free memory."""
    pack, unpack = codec(name)
    value = value_of(row, documents, seed)
    function, value = (pack, value) if what == "pack" else (unpack, pack(value))
    taken, count = 0, 1
    while taken is not None and taken < WARM:
        count *= 2
        taken = duration([calls(function, value, count)])
    return function, value, taken and taken / count


class Worker:
    """A thread that measures, as long as the process lives. A new one has no free memory, so that its first calls
    wait for that of the system. When one ends, CPython 3.13 loses its own count of up to 511 objects that it has
    freed: after about ten threads the collector runs, although no object is left of those it counts, and most often
    while two threads have results at the same time."""

    def __init__(self, name, documents, seed):
        self.name, self.documents, self.seed = name, documents, seed
        self.thread = ThreadPoolExecutor(1)

    def prepare(self, row, what):
        """Returns the seconds of a call; None: it fails."""
        job = self.thread.submit(prepared, self.name, row, what, self.documents, self.seed)
        self.function, self.value, seconds = job.result()
        return seconds

    def begin(self, count, start=None):
        """Returns the future of calls()."""
        return self.thread.submit(calls, self.function, self.value, count, start)


def serve(name, documents, requests, start):
    """Does the same work as another process, at the same time: the other half of what two processes do."""
    worker = Worker(name, documents, 2)
    for method, *arguments in iter(requests.recv, None):
        requests.send(worker.prepare(*arguments) if method == "prepare" else worker.begin(*arguments, start).result())


def measure(name, documents):
    """{row: {"pack" or "unpack": [seconds per call of one thread, of two, of two processes]}} of one library, in this
    process and another."""
    context = multiprocessing.get_context("fork")
    start, (requests, other_end) = context.Barrier(2), context.Pipe()
    other = context.Process(target=serve, args=(name, documents, other_end, start))
    other.start()  # before there are threads
    workers = [Worker(name, documents, seed) for seed in (1, 2)]
    found = {
        row: {what: measure_cell(workers, row, what, requests, start) for what in ("pack", "unpack")} for row in ROWS
    }
    requests.send(None)
    other.join()
    return found


def measure_cell(workers, row, what, requests, start):
    seconds = [worker.prepare(row, what) for worker in workers]
    requests.send(("prepare", row, what))
    if None in (*seconds, requests.recv()):
        return [None] * 3
    count = max(1, int(SECONDS / SLICES / seconds[0]))
    together = threading.Barrier(2)

    def in_threads():
        return duration([job.result() for job in [worker.begin(count, together) for worker in workers]])

    def in_processes():
        requests.send(("begin", count))
        return duration([workers[0].begin(count, start).result(), requests.recv()])

    slices = [(duration([workers[0].begin(count).result()]), in_threads(), in_processes()) for _ in range(SLICES)]
    return [None if None in seconds else statistics.median(seconds) / count for seconds in zip(*slices)]


def available(python):
    """{library: version} of those that the interpreter has, and what it is."""
    program = f"""
import importlib.metadata, json, sys
found = {{"python": sys.version.split()[0], "gil": getattr(sys, "_is_gil_enabled", lambda: True)()}}
for name in {LIBRARIES!r}:
    try:
        module = __import__(name)
        found[name] = "" if name == "json" else getattr(module, "__version__", None) or importlib.metadata.version(name)
    except ImportError:
        pass
if found["gil"] != getattr(sys, "_is_gil_enabled", lambda: True)():
    found["enables"] = True
print(json.dumps(found))
"""
    done = subprocess.run([python, "-c", program], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def run(interpreters, documents, rounds):
    """The record."""
    versions = {build: available(python) for build, python in interpreters.items()}
    jobs = [
        (build, name)
        for build in interpreters
        for name in LIBRARIES
        if name in versions[build] and (build == "without" or name == "hayapack")
    ]
    record = {
        "started": time.strftime("%Y-%m-%d %H:%M"),
        "machine": {"system": platform.system() + " " + platform.release(), "cores": os.cpu_count(),
                    "cpu": processor(), "load_before": [round(load, 2) for load in os.getloadavg()]},
        "versions": versions,
        "rounds": [],
    }  # fmt: skip
    for _ in range(rounds):
        one = {}
        for build, name in jobs:
            words = [interpreters[build], __file__, "--measure", name, "--documents", documents]
            # the libraries that turn the GIL on when they are imported are measured without it all the same
            variables = {**os.environ, **({"PYTHON_GIL": "0"} if build == "without" else {})}
            done = subprocess.run(words, stdout=subprocess.PIPE, check=True, env=variables)
            one[f"{build} {name}"] = json.loads(done.stdout)
        record["rounds"].append(one)
    return record


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


# ---- the page -------------------------------------------------------------------


def spread(values, digits=2):
    if not values:
        return "calls fail"
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def ratios(record, row, what, other):
    """The other's time / hayapack's of one thread without the GIL, of each round."""
    return [one[other][row][what][ONE] / one["without hayapack"][row][what][ONE] for one in record["rounds"]]


def scaling(record, job, row, what, how=THREADS):
    """What two threads or processes do in the time in which one does 1, of each round; empty: calls fail."""
    times = [one[job][row][what] for one in record["rounds"]]
    return [2 * cell[ONE] / cell[how] for cell in times] if all(cell[how] for cell in times) else []


def shown(seconds):
    return f"{seconds * 1e9:.0f} ns" if seconds < 1e-6 else f"{seconds * 1e6:.3g} µs" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms"  # fmt: skip


def losses(record, row, what, rivals):
    """What the page says first about a cell: goals that are missed, and rivals that are faster."""
    found = []
    gil = [1 / ratio for ratio in ratios(record, row, what, "with hayapack")]
    both = scaling(record, "without hayapack", row, what)
    if statistics.median(gil) > GOAL_GIL:
        found.append(f"{spread(gil)} times the time with the GIL (goal {GOAL_GIL})")
    if statistics.median(both) < GOAL_THREADS:
        processes = scaling(record, "without hayapack", row, what, PROCESSES)
        found.append(
            f"two threads do {spread(both)} times what one does (goal {GOAL_THREADS}); two processes {spread(processes)}"
        )
    for name in rivals:
        others = ratios(record, row, what, f"without {name}")
        if statistics.median(others) < 1:
            found.append(f"{name} takes {spread(others)} of hayapack's time")
    return [f"- {row}, {what}: {text}" for text in found]


def single(record, row, what, rivals):
    """The cells of one thread."""
    own = statistics.median(one["without hayapack"][row][what][ONE] for one in record["rounds"])
    gil = [1 / ratio for ratio in ratios(record, row, what, "with hayapack")]
    return [shown(own), spread(gil), *(spread(ratios(record, row, what, f"without {name}")) for name in rivals)]


def double(record, row, what, rivals):
    """The cells of two threads."""
    own, *others = (spread(scaling(record, f"without {name}", row, what)) for name in ("hayapack", *rivals))
    return [own, spread(scaling(record, "without hayapack", row, what, PROCESSES)), *others]


def table(record, head, cells, rivals):
    """A table with a line for each row, both ways; cells() gives what is in it."""
    return [
        "| " + " | ".join(("row", *head)) + " |",
        "| --- " + "| ---: " * len(head) + "|",
        *(f"| {row}, {what} | " + " | ".join(cells(record, row, what, rivals)) + " |" for row, what in CELLS),
    ]


def summary(record):
    """The page's measured part, as Markdown."""
    rivals = [name for name in LIBRARIES[1:] if f"without {name}" in record["rounds"][0]]
    version = record["versions"]["without"]
    machine = record["machine"]
    names = ", ".join(f"{name} {version[name]}".strip() for name in ("hayapack", *rivals))
    return "\n".join(
        [
            f"{record['started'][:10]}, CPython {version['python']} built with `--disable-gil`, and the same source built"
            f" without that, on {machine['cpu']}, {machine['cores']} cores, {machine['system']}; {names};"
            f" {len(record['rounds'])} rounds.",
            "",
            "## Where hayapack loses, and misses its goals",
            "",
            *([line for row, what in CELLS for line in losses(record, row, what, rivals)] or ["In no row."]),
            "",
            "## One thread",
            "",
            "hayapack's time without the GIL; the same divided by its time with the GIL; and the rivals' times, all"
            " without the GIL, divided by hayapack's.",
            "",
            *table(
                record,
                ["hayapack", "of its time with the GIL", *(f"{name} / hayapack" for name in rivals)],
                single,
                rivals,
            ),
            "",
            "## Two threads",
            "",
            "What two threads do, on values of their own, in the time in which one thread does 1. Two processes share"
            " only the machine: more than they do is out of reach of threads.",
            "",
            *table(record, ["hayapack", "hayapack, two processes", *rivals], double, rivals),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description="One and two threads without the GIL.")
    parser.add_argument("--without", help="CPython built with --disable-gil")
    parser.add_argument("--with", dest="gil", help="the same version with the GIL")
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--measure", help="one library, in this process")
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(given.measure, given.documents)))
        return 0
    record = run({"without": given.without, "with": given.gil}, given.documents, given.rounds)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "results.json").write_text(json.dumps(record) + "\n")
    print(summary(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
