"""Counts the ARM64 instructions that hayapack, msgpack and msgspec execute for the rows of `hayapack lab bench python`.

    python tools/bench/arm64_instructions.py [--only A,B]

In qemu's emulator of processes, with the CPython, msgpack and msgspec that Debian sid has for arm64, and hayapack built
by this machine's cross compiler; each is called as the lab calls it. Instructions are no time: an ARM64 processor
executes several at once, vector instructions among them. They are what can be known without one. Prints each rival's
number / hayapack's, the lowest first.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import geometric_mean

from compare_builds import sources_of

import hayapack
from hayapack_lab import workloads
from hayapack_lab.measure.source import Source

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent / "arm64"
SUITE = "sid-arm64"
NEEDS = ("apt", "sid", "cross-arm64")  # words of tools/setup/needs.sh
OURS, RIVALS = "hayapack_native", ("msgpack_c", "msgspec_msgpack")
MOST = 1_000_000  # bytes of a row's messages; larger documents take minutes in the emulator
TASKS = ("encode", "decode")  # in the order of calls.py
TURNS = 2


class Row:
    """A row of the bench: its messages, and the codecs that can encode and decode them."""

    def __init__(self, source: Source, messages: list[bytes]) -> None:
        self.key, self.messages = source.key, messages
        self.needs = sorted(source.needs)
        self.codecs = [OURS, *(name for name in RIVALS if name in source.codecs)]
        self.counts: dict[tuple[str, str], float] = {}  # instructions of a turn, without those that make the values


def rows_of(only: str | None, seed: int) -> list[Row]:
    """Without the rows that are too large, or have more than MessagePack's own types."""
    found = []
    for source in sources_of("python", only, seed)[0]:
        module = workloads.get(source.key)
        try:
            messages = [hayapack.packb(value) for value in module.make(seed, module.SIZE)]
        except (TypeError, ValueError, workloads.NotFetched):
            continue
        if sum(map(len, messages)) <= MOST:
            found.append(Row(source, messages))
    return found


class Machine:
    """The emulated machine: a folder of Debian's arm64 with hayapack's module."""

    def __init__(self) -> None:
        for word in NEEDS:
            asked = subprocess.run(["tools/setup/needs.sh", word], cwd=ROOT, capture_output=True, text=True)
            if asked.returncode != 0:
                raise SystemExit(asked.stdout + asked.stderr)
        build = ["tools/packages/cross-build.sh", SUITE]
        subprocess.run([*build, "folder", "python3-msgpack", "python3-msgspec"], cwd=ROOT, check=True)
        self.build = ROOT / "build" / "arm64"
        subprocess.run([*build, "python", self.build], cwd=ROOT, check=True, env=dict(os.environ, CFLAGS="-O2"))
        self.root = ROOT / ".cache" / "suites" / SUITE
        self.plugin = self.build / "count.so"
        compiler = ["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", self.plugin, HERE / "count.c"]
        subprocess.run(compiler, check=True)

    def count(self, rows: list[Row]) -> None:
        """Sets the rows' counts."""
        python = str(self.root / "usr/bin/python3")
        with tempfile.NamedTemporaryFile() as file:
            file.write(hayapack.packb([[row.needs, row.codecs, row.messages] for row in rows]))
            file.flush()
            done = subprocess.run(
                ["qemu-aarch64", "-L", str(self.root), "-plugin", str(self.plugin)]
                + [python, str(HERE / "calls.py"), str(TURNS), file.name],
                env=dict(os.environ, PYTHONPATH=f"{self.build / 'lib'}:{ROOT / 'lab/src'}", PYTHONHASHSEED="0"),
                capture_output=True,
                text=True,
            )
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        marks = list(map(int, done.stderr.split()))
        turns = ((end - begin) / TURNS for begin, end in zip(marks[1::3], marks[2::3]))
        for row in rows:
            values = next(turns)
            row.counts = {(name, task): next(turns) - values for name in row.codecs for task in TASKS}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="names of rows, as `lab bench --only`")
    args = parser.parse_args()
    rows = rows_of(args.only, seed=2)
    Machine().count(rows)
    for task in TASKS:
        for rival in RIVALS:
            ratios = sorted(
                (row.counts[rival, task] / row.counts[OURS, task], row.key) for row in rows if rival in row.codecs
            )
            if ratios:
                mean = geometric_mean(ratio for ratio, _ in ratios)
                print(f"{task}, {rival} / hayapack: geometric mean of {len(ratios)} rows {mean:.2f}; the lowest first")
            for ratio, key in ratios:
                print(f"{ratio:8.2f}  {key}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
