"""Counts the ARM64 instructions that hayapack and msgpack execute for the rows of `hayapack lab bench python`.

    python tools/bench/arm64_instructions.py [--only A,B]

In qemu's emulator of processes, with Debian's CPython and msgpack for arm64 and hayapack built by this machine's cross
compiler. Instructions are no time: an ARM64 processor executes several at once, vector instructions among them. They
are what can be known without one. Prints msgpack's number / hayapack's for each row, the lowest first.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import geometric_mean

from builds import sources_of

import hayapack
from hayapack_lab import workloads

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent / "arm64"
MOST = 1_000_000  # bytes of a row's messages; larger documents take minutes in the emulator
TURNS = 2


class Machine:
    """The emulated machine: a folder of Debian's arm64 with hayapack's module."""

    def __init__(self) -> None:
        shell = '. tools/lib.sh; printf "%s-arm64" "$(debian_release)"'
        suite = subprocess.run(["bash", "-c", shell], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        packages = ("python3", "python3-dev", "python3-msgpack", "liblz4-dev")
        subprocess.run(["tools/setup/debian-suite.sh", "make", suite, *packages], cwd=ROOT, check=True)
        self.build = ROOT / "build" / "arm64"
        env = dict(os.environ, CFLAGS="-O2")
        subprocess.run(["tools/packages/cross-build.sh", suite, "python", self.build], cwd=ROOT, check=True, env=env)
        self.root = ROOT / ".cache" / "suites" / suite
        self.plugin = self.build / "count.so"
        compiler = ["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", self.plugin, HERE / "count.c"]
        subprocess.run(compiler, check=True)

    def executed(self, library: str, task: str, turns: int, file: str) -> int:
        """Instructions of calls.py with these arguments."""
        python = str(self.root / "usr/bin/python3.11")
        qemu = ["qemu-aarch64", "-L", str(self.root), "-plugin", str(self.plugin)]
        done = subprocess.run(
            [*qemu, python, str(HERE / "calls.py"), library, task, str(turns), file],
            env=dict(os.environ, PYTHONPATH=str(self.build / "lib"), PYTHONHASHSEED="0"),
            capture_output=True,
            text=True,
        )
        last = done.stderr.strip().rsplit("\n", 1)[-1]
        if done.returncode != 0 or not last.startswith("instructions: "):
            raise SystemExit(f"{library} {task}: {done.stderr}")
        return int(last.split()[1])

    def of_turn(self, library: str, task: str, file: str) -> float:
        return (self.executed(library, task, TURNS, file) - self.executed(library, task, 0, file)) / TURNS


def messages_of(key: str, seed: int) -> list[bytes]:
    """The row's messages that msgpack can read; none: they are too large, or need options."""
    module = workloads.get(key)
    try:
        messages = [hayapack.packb(value) for value in module.make(seed, module.SIZE)]
    except (TypeError, ValueError, workloads.NotFetched):
        return []
    return messages if sum(map(len, messages)) <= MOST else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="names of rows, as `lab bench --only`")
    args = parser.parse_args()
    machine = Machine()
    rows = []
    for source in sources_of("python", args.only, seed=2)[0]:
        messages = messages_of(source.key, 2)
        if not messages:
            continue
        with tempfile.NamedTemporaryFile() as file:
            file.write(hayapack.packb(messages))
            file.flush()
            values = machine.of_turn("hayapack", "none", file.name)
            for task in ("encode", "decode"):
                ours, theirs = (machine.of_turn(name, task, file.name) - values for name in ("hayapack", "msgpack"))
                rows.append((theirs / ours, f"{source.key} {task}", ours))
                print(f"{theirs / ours:8.2f} {ours:12,.0f}  {source.key} {task}", flush=True)
    print(f"{'msgpack / hayapack':>18} {'instructions':>12}  row")
    for ratio, name, ours in sorted(rows):
        print(f"{ratio:18.2f} {ours:12,.0f}  {name}")
    for task in ("encode", "decode"):
        found = [ratio for ratio, name, _ in rows if name.endswith(task)]
        print(f"{task}: geometric mean of {len(found)} rows {geometric_mean(found):.2f}, lowest {min(found):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
