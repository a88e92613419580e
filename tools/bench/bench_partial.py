"""Measures partial decoding, LZ4 and `cat` against the fastest rival, interleaved in one run.

    python bench_partial.py --out TABLES.md --json RECORD.json --folder WORK [--scan SCAN_BENCH]
                            [--rounds N] [--only get columns scan lz4 cat]
    python bench_partial.py --draw RECORD.json     prints the tables of a record

Each round times every contestant once, in random order; the tables show the best and the median of
the rounds. The results of all contestants are checked before timing. The tables are drawn from the
record alone, which has every sample.
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


def section(title, text, samples, ours, goal=None, at_most=None):
    """A measured part of the record: seconds of every sample, the contestants that are hayapack's, and the
    project's goal: how many times as long the fastest rival takes at least, or the first of ``ours`` at most."""
    return {"title": title, "text": text, "samples": samples, "ours": ours, "goal": goal, "at_most": at_most}


def best_of(part):
    return {name: min(times) for name, times in part["samples"].items()}


def fastest_rival(part):
    best = best_of(part)
    return min((name for name in best if name not in part["ours"]), key=best.get)


def verdict(part):
    """The sentence about the part's goal, and whether it is reached."""
    best, ours, rival = best_of(part), part["ours"][0], fastest_rival(part)
    if part["at_most"]:
        ratio, reached = best[ours] / best[rival], best[ours] / best[rival] <= part["at_most"]
        text = f"{ours} against {rival}: {ratio:.2f} of its time; the project's goal is {part['at_most']:g} at most"
    else:
        ratio, reached = best[rival] / best[ours], best[rival] / best[ours] >= part["goal"]
        text = f"{ours} against {rival}: {ratio:.1f} times; the project's goal is {part['goal']:g}"
    return text, reached


def losses(part):
    """Rows of hayapack that a rival beats, and the goal if it is missed."""
    if not part.get("samples"):
        return []
    best, rival = best_of(part), fastest_rival(part)
    found = [
        f"{name}: {rival} is faster, {figures(best[rival] / best[name])} of its time"
        for name in part["ours"]
        if best[rival] < best[name] and not part["at_most"]
    ]
    text, reached = verdict(part)
    return [*found, *([] if reached else [f"missed: {text}"])]


def table(part):
    best, rival = best_of(part), fastest_rival(part)
    lines = [f"## {part['title']}\n", part["text"], ""]
    lines += ["| | best | median | the fastest rival takes |", "| --- | --- | --- | --- |"]
    for name in sorted(best, key=best.get):
        ratio = f"{figures(best[rival] / best[name])} times as long" if name in part["ours"] else ""
        lines.append(f"| {name} | {shown(best[name])} | {shown(statistics.median(part['samples'][name]))} | {ratio} |")
    text, reached = verdict(part)
    return "\n".join([*lines, "", f"{text}: {'reached' if reached else 'MISSED'}.", ""])


def printed(part):
    return f"## {part['title']}\n\n{part['text']}\n\n```text\n{part['output']}\n```\n"


def drawn(record):
    """The tables of a record as Markdown, after where hayapack loses."""
    lost = [f"- {loss}" for part in record["parts"] for loss in losses(part)]
    lines = [f"# Partial decoding\n\n{record['run']}\n", "## Where hayapack loses\n"]
    lines += [*(lost or ["In no row."]), ""]
    lines += [table(part) if "samples" in part else printed(part) for part in record["parts"]]
    return "\n".join(lines)


def twitter():
    try:
        from hayapack_lab.data import fetch

        return json.loads(fetch.document("twitter.json"))
    except Exception as error:  # without the lab, npm or network: report it and continue
        print(f"    twitter.json is not available: {error}", file=sys.stderr)
        return None


def measure_get(args):
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
    yield section("get", text, samples, ours, 15)


def rows():
    rng = random.Random(1)
    return [
        {"id": i, "name": f"user{i}", "active": i % 3 == 0, "score": rng.random() * 100,
         "tags": ["a", "b"], "city": rng.choice(["Tokyo", "Oslo", "Lima"]),
         "visits": rng.randrange(100_000), "note": None}
        for i in range(ROWS)
    ]  # fmt: skip


def measure_columns(args):
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
        contestants["msgspec + numpy, a Struct of the one field declared"] = lambda: numpy.array(
            [row.score for row in typed(packed)]
        )
    expected = ours()
    for name, call in contestants.items():
        assert (call() == expected).all(), name
    samples = interleaved(contestants, args.rounds)
    text = f"One float64 field of {ROWS:,} maps of 8 entries ({len(packed):,} bytes) as a numpy array."
    yield section("columns", text, samples, ["columns", "columns, 3 fields"], 8)


def struct_decoder():
    msgspec = library("msgspec")
    if msgspec is None:
        return None

    def make():
        row = msgspec.defstruct("Row", [("score", float)])
        return msgspec.msgpack.Decoder(list[row]).decode

    return make


def measure_scan(args):
    value = twitter()
    if value is None or not args.scan:
        return
    file = Path(args.folder) / "twitter.msgpack"
    file.write_bytes(hayapack.packb(value))
    done = subprocess.run([args.scan, str(file)], capture_output=True, text=True, check=True)
    text = "twitter.json, by core/bench/scan_bench; the project's goal is 2 GB/s."
    yield {"title": "Boundary scan", "text": text, "output": done.stdout.rstrip()}


def measure_lz4(args):
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
    text = f"A message of {len(packed):,} bytes, {len(small):,} compressed."
    yield section("LZ4", text, samples, ["unpack, LZ4"], at_most=1.3)


#: The fastest programs of a few lines; each reads a file and writes JSON.
DUMPS = {
    "hayapack.unpackb + orjson": "import hayapack, orjson; f, g = hayapack.unpackb, orjson.dumps",
    "ormsgpack + orjson": "import ormsgpack, orjson; f, g = ormsgpack.unpackb, orjson.dumps",
    "msgspec": "import msgspec; f, g = msgspec.msgpack.decode, msgspec.json.encode",
}
DUMP = "import sys; sys.stdout.buffer.write(g(f(open(sys.argv[1], 'rb').read())))"


def measure_cat(args):
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
        yield section("cat", text, samples, ["hayapack cat"], 1)
    file.unlink()


MEASURES = {
    "get": measure_get,
    "columns": measure_columns,
    "scan": measure_scan,
    "lz4": measure_lz4,
    "cat": measure_cat,
}


def measured(args):
    """The record of a run."""
    parts = []
    run = (
        f"{time.strftime('%Y-%m-%d')}, {machine()}: hayapack {hayapack.__version__} ({hayapack.backend}), Python "
        f"{sys.version.split()[0]}, {args.rounds} rounds; "
        f"load before {' '.join(f'{load:.1f}' for load in os.getloadavg())} (1, 5, 15 minutes)."
    )
    for name in args.only:
        for part in MEASURES[name](args):
            parts.append(part)
            print(table(part) if "samples" in part else printed(part), flush=True)
    return {"run": run, "parts": parts}


def main():
    parser = argparse.ArgumentParser(description=inspect.getdoc(sys.modules[__name__]).splitlines()[0])
    parser.add_argument("--draw", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--scan")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="+", choices=MEASURES, default=list(MEASURES))
    args = parser.parse_args()
    if args.draw:
        print(drawn(json.loads(args.draw.read_text(encoding="utf-8"))))
        return
    if not (args.out and args.json and args.folder):
        parser.error("--out, --json and --folder are required to measure")
    args.folder.mkdir(parents=True, exist_ok=True)
    record = measured(args)
    args.json.write_text(json.dumps(record), encoding="utf-8")
    args.out.write_text(drawn(record), encoding="utf-8")


if __name__ == "__main__":
    main()
