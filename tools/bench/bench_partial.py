"""Measures partial decoding, LZ4 and `cat` against the fastest rival, interleaved in one run.

    python bench_partial.py --out TABLES.md --folder WORK [--scan SCAN_BENCH] [--rounds N]
                          [--only get columns scan lz4 cat]

Each round times every contestant once, in random order; the tables show the best and the median of
the rounds. The results of all contestants are checked before timing.
"""

import argparse
import gc
import importlib
import inspect
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import hayapack

FIELDS = ["$.statuses[0].user.screen_name", "$.statuses[50].user.screen_name",
          "$.statuses[99].user.screen_name", "$.search_metadata.count"]  # fmt: skip
DEEP = FIELDS[1]  # the field of the project's goal: deep, and half-way through
ROWS = 100_000


def library(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"    {name} is not installed and not measured", file=sys.stderr)
        return None


def decoders():
    """name -> the fastest full decode of each library."""
    found = {"hayapack": hayapack.unpackb}
    msgspec, ormsgpack, msgpack = map(library, ("msgspec.msgpack", "ormsgpack", "msgpack"))
    if msgspec:
        found["msgspec"] = msgspec.Decoder().decode
    if ormsgpack:
        found["ormsgpack"] = ormsgpack.unpackb
    if msgpack:
        found["msgpack"] = msgpack.unpackb
    return found


def machine():
    """The processor, the number of cores and the system."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if os.path.exists("/proc/cpuinfo") else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{(names or [platform.machine()])[0]}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def interleaved(contestants, rounds, seconds=0.05):
    """name -> seconds per call, one sample per round; each sample takes about ``seconds``."""
    calls = {}
    for name, call in contestants.items():
        start = time.perf_counter()
        call()
        calls[name] = max(1, int(seconds / max(time.perf_counter() - start, 1e-7)))
    samples = {name: [] for name in contestants}
    order = list(contestants)
    for number in range(rounds):
        random.Random(number).shuffle(order)
        for name in order:
            call, count = contestants[name], calls[name]
            gc.collect()
            start = time.perf_counter()
            for _ in range(count):
                call()
            samples[name].append((time.perf_counter() - start) / count)
    return samples


def figures(value):
    """Three figures, or all of a larger number: never an exponent."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.3g}"


def shown(seconds):
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{figures(seconds * factor)} {unit}"
    return f"{figures(seconds * 1e6)} µs"


class Report:
    def __init__(self):
        self.lines, self.losses = [], []

    def table(self, title, samples, ours, goal, text):
        """A table of all contestants, with the ratio of ``ours`` to the fastest of the others."""
        best = {name: min(times) for name, times in samples.items()}
        rival = min((name for name in best if name not in ours), key=best.get)
        self.add(f"\n## {title}\n\n{text}\n")
        self.add("| | best | median | the fastest rival takes |\n| --- | --- | --- | --- |")
        for name in sorted(best, key=best.get):
            ratio = f"{figures(best[rival] / best[name])} times as long" if name in ours else ""
            if name in ours and best[rival] < best[name]:
                self.losses.append(f"{name}: {rival} is faster, {figures(best[rival] / best[name])} of its time")
            self.add(f"| {name} | {shown(best[name])} | {shown(statistics.median(samples[name]))} | {ratio} |")
        reached = best[rival] / best[ours[0]]
        self.verdict(f"{ours[0]} against {rival}: {reached:.1f} times", reached, goal)

    def verdict(self, text, reached, goal, unit=""):
        self.goal(f"{text}; the project's goal is {goal:g}{unit}", reached >= goal)

    def goal(self, text, reached):
        self.add(f"\n{text}: {'reached' if reached else 'MISSED'}.")
        if not reached:
            self.losses.append(f"missed: {text}")

    def text(self):
        """The tables, after where hayapack loses."""
        found = [f"- {loss}" for loss in self.losses] or ["In no row; every goal is reached."]
        return "\n".join([self.lines[0], "\n## Where hayapack loses\n", *found, *self.lines[1:]]) + "\n"

    def add(self, line):
        self.lines.append(line)
        print(line, flush=True)


def twitter():
    try:
        from hayapack_lab.data import fetch

        return json.loads(fetch.document("twitter.json"))
    except Exception as error:  # without the lab, npm or network: report it and continue
        print(f"    twitter.json is not available: {error}", file=sys.stderr)
        return None


def measure_get(report, args):
    value = twitter()
    if value is None:
        return
    packed = hayapack.packb(value)
    contestants = {f"get {path}": lambda path=path: hayapack.get(packed, path) for path in FIELDS}
    for name, decode in decoders().items():
        assert decode(packed)["statuses"][50]["user"]["screen_name"] == hayapack.get(packed, DEEP)
        contestants[f"{name}, full decode"] = lambda decode=decode: decode(packed)
    samples = interleaved(contestants, args.rounds)
    ours = [f"get {DEEP}"] + [f"get {path}" for path in FIELDS if path != DEEP]
    text = f"One field of twitter.json ({len(packed):,} bytes of MessagePack), and full decodes of it."
    report.table("get", samples, ours, 15, text)


def rows():
    rng = random.Random(1)
    return [
        {"id": i, "name": f"user{i}", "active": i % 3 == 0, "score": rng.random() * 100,
         "tags": ["a", "b"], "city": rng.choice(["Tokyo", "Oslo", "Lima"]),
         "visits": rng.randrange(100_000), "note": None}
        for i in range(ROWS)
    ]  # fmt: skip


def measure_columns(report, args):
    numpy = library("numpy")
    if numpy is None:
        return
    packed = hayapack.packb(rows())

    def ours(fields=("score",)):
        return numpy.asarray(hayapack.columns(packed, fields)["score"])

    def decoded(decode):
        return numpy.array([row["score"] for row in decode(packed)])

    contestants = {
        "columns": ours,
        "columns, 3 fields": lambda: ours(("id", "name", "score")),
    }
    for name, decode in decoders().items():
        contestants[f"{name} + numpy"] = lambda decode=decode: decoded(decode)
    struct = struct_decoder()
    if struct:
        typed = struct()
        contestants["msgspec, a Struct of the one field, + numpy"] = lambda: numpy.array(
            [row.score for row in typed(packed)]
        )
    expected = ours()
    for name, call in contestants.items():
        assert (call() == expected).all(), name
    samples = interleaved(contestants, args.rounds)
    text = f"One float64 field of {ROWS:,} maps of 8 entries ({len(packed):,} bytes) as a numpy array."
    plain = {name: times for name, times in samples.items() if "Struct" not in name}
    report.table("columns", plain, ["columns", "columns, 3 fields"], 8, text)
    for name in samples.keys() - plain.keys():
        best = min(samples[name])
        report.add(f"\n{name} (its types are declared in advance): {shown(best)}, "
                   f"{best / min(samples['columns']):.1f} times as long as columns.")  # fmt: skip


def struct_decoder():
    msgspec = library("msgspec")
    if msgspec is None:
        return None

    def make():
        row = msgspec.defstruct("Row", [("score", float)])
        return msgspec.msgpack.Decoder(list[row]).decode

    return make


def measure_scan(report, args):
    value = twitter()
    if value is None or not args.scan:
        return
    file = Path(args.folder) / "twitter.msgpack"
    file.write_bytes(hayapack.packb(value))
    done = subprocess.run([args.scan, str(file)], capture_output=True, text=True, check=True)
    report.add(f"\n## Boundary scan\n\ntwitter.json, by core/bench/scan_bench:\n\n```text\n{done.stdout.rstrip()}\n```")
    scanned = next(float(line.split()[1]) for line in done.stdout.splitlines() if line.split()[0] == "scan")
    report.verdict(f"The scan runs at {scanned} GB/s", scanned, 2, " GB/s")


def measure_lz4(report, args):
    """A message of 50 MB, plain and compressed."""
    message = rows() * 6
    try:
        packed, small = hayapack.packb(message), hayapack.packb(message, lz4="block-array")
        assert hayapack.unpackb(small, lz4=True) == message
    except TypeError:
        print("    this hayapack has no lz4: not measured", file=sys.stderr)
        return
    del message
    contestants = {
        "unpack, plain": lambda: hayapack.unpackb(packed),
        "unpack, LZ4": lambda: hayapack.unpackb(small, lz4=True),
    }
    samples = interleaved(contestants, args.rounds)
    best = {name: min(times) for name, times in samples.items()}
    ratio = best["unpack, LZ4"] / best["unpack, plain"]
    report.add(f"\n## LZ4\n\nA message of {len(packed):,} bytes, {len(small):,} compressed.\n")
    report.add("| | best | median |\n| --- | --- | --- |")
    for name, times in samples.items():
        report.add(f"| {name} | {shown(min(times))} | {shown(statistics.median(times))} |")
    report.goal(f"LZ4 takes {ratio:.2f} times as long as plain; the project's goal is 1.3 at most", ratio <= 1.3)


#: The fastest programs of a few lines; each reads a file and writes JSON.
DUMPS = {
    "hayapack.unpackb + orjson": "import hayapack, orjson; f, g = hayapack.unpackb, orjson.dumps",
    "ormsgpack + orjson": "import ormsgpack, orjson; f, g = ormsgpack.unpackb, orjson.dumps",
    "msgspec": "import msgspec; f, g = msgspec.msgpack.decode, msgspec.json.encode",
}
DUMP = "import sys; sys.stdout.buffer.write(g(f(open(sys.argv[1], 'rb').read())))"


def measure_cat(report, args):
    """A file of 100 MB as JSON, as processes."""
    file = Path(args.folder) / "rows.msgpack"
    file.write_bytes(hayapack.packb(rows() * 12))
    commands = {"hayapack cat": [sys.executable, "-m", "hayapack", "cat", str(file)]}
    for name, program in DUMPS.items():
        commands[name] = [sys.executable, "-c", f"{program}; {DUMP}", str(file)]
    contestants = {}
    for name, command in commands.items():
        tried = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if tried.returncode:
            print(f"    {name}: not measured: {tried.stderr.strip()[-200:]}", file=sys.stderr)
        else:
            contestants[name] = lambda command=command: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    if "hayapack cat" in contestants and len(contestants) > 1:
        samples = interleaved(contestants, min(args.rounds, 5))
        text = f"A file of {file.stat().st_size:,} bytes, {ROWS * 12:,} maps, as JSON to /dev/null."
        report.table("cat", samples, ["hayapack cat"], 1, text)
    file.unlink()


MEASURES = {
    "get": measure_get,
    "columns": measure_columns,
    "scan": measure_scan,
    "lz4": measure_lz4,
    "cat": measure_cat,
}


def main():
    parser = argparse.ArgumentParser(description=inspect.getdoc(sys.modules[__name__]).splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--scan")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="+", choices=MEASURES, default=list(MEASURES))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    report = Report()
    report.add(f"# Partial decoding\n\n{time.strftime('%Y-%m-%d')}, {machine()}: "
               f"hayapack {hayapack.__version__} ({hayapack.backend}), Python "
               f"{sys.version.split()[0]}, {args.rounds} rounds; "
               f"load before {' '.join(f'{load:.1f}' for load in os.getloadavg())} (1, 5, 15 minutes).")  # fmt: skip
    for name in args.only:
        MEASURES[name](report, args)
    args.out.write_text(report.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
