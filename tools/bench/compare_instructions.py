"""Counts the instructions that two builds of hayapack execute in a call, on rows of `hayapack lab bench`.

    python tools/bench/compare_instructions.py BEFORE NOW --what python,classes [--only A,B] [--task decode]
    python tools/bench/compare_instructions.py BEFORE.so NOW.so [--what php,php-classes] [--only A,B] [--task decode]

BEFORE and NOW are folders with the package, or modules of PHP, as for compare_builds.py. Where code and memory happen to lie
changes times by 10 % and more; the number of instructions does not depend on it, nor on what else the machine does. It
does not tell how long they take. The counts are valgrind's, of everything that the module's function does, without the
freeing of its result. Rows whose calls are not the module's own are left out.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from compare_builds import is_ours, sources_of, use

from hayapack_lab import codecs
from hayapack_lab.measure import worker_commands
from hayapack_lab.measure.source import Source

# The C functions behind the calls that encode and decode, by the codec's runtime.
CALLS = {
    "php": {
        "encode": re.compile(r"zi[fm]_(?:msgpack_(?:serialize|pack)|.*(?:_encode|_pack))$", re.IGNORECASE),
        "decode": re.compile(r"zi[fm]_(?:msgpack_(?:unserialize|unpack)|.*(?:_decode|_unpack))$", re.IGNORECASE),
    },
    "python": {
        "encode": re.compile(r"module_packb$|packer_pack$|encoder_encode$"),
        "decode": re.compile(r"module_unpackb$|unpacker_unpack$|decoder_decode$"),
    },
}
TASKS = ("encode", "decode")
# Nanoseconds of calls that are counted, in valgrind: the first ones find out what the others know. PHP's do not.
LONG_ENOUGH = {"php": 0, "python": 2_000_000_000}
NAME = re.compile(r"^c?fn=\((\d+)\)(?: (\S+))?")


def cost_of_call(profile: str, calls: re.Pattern[str]) -> float | None:
    """Instructions of one call, on average, from a file of callgrind; None if there was no call."""
    names: dict[str, str] = {}
    count = cost = 0
    called, costs_follow = "", False
    for line in profile.splitlines():
        named = NAME.match(line)
        if named:
            number, name = named.groups()
            if name:
                names[number] = name
            if line.startswith("cfn="):
                called = names[number]
        elif line.startswith("calls=") and calls.match(called.partition("'")[0]):
            count += int(line[len("calls=") :].split()[0])
            costs_follow = True
        elif costs_follow:
            cost += int(line.split()[1])
            costs_follow = False
    return cost / count if count else None


def instructions(module: Path, source: Source, codec: str, task: str) -> float | None:
    """Of one call. None: the call is not one of the module."""
    use(module, codec)
    runtime = codecs.get(codec).runtime
    asked = (
        {"do": "hello"},
        {"do": "use", "source": source.fields, "needs": sorted(source.needs), "fresh": source.fresh},
        {"do": "sample", "what": task, "collect": True, "at_least": LONG_ENOUGH[runtime]},
    )
    with tempfile.NamedTemporaryFile("r") as profile:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile.name}"]
        done = subprocess.run(
            [*valgrind, *worker_commands.command(codec)],
            input="".join(json.dumps(one) + "\n" for one in asked),
            text=True,
            capture_output=True,
            env=worker_commands.env(codec),
        )
        if done.returncode != 0 or '"error"' in done.stdout:
            raise SystemExit(f"{source.key} {codec} {task}: {done.stdout[-300:]}{done.stderr[-300:]}")
        return cost_of_call(profile.read(), CALLS[runtime][task])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("now", type=Path)
    parser.add_argument("--what", default="php", help="comparisons of the lab: php, php-classes, python, classes, ...")
    parser.add_argument("--only", help="names of rows, as `lab bench --only`")
    parser.add_argument("--task", choices=TASKS, help="only this one")
    args = parser.parse_args()
    if shutil.which("valgrind") is None:
        parser.error("valgrind is not installed")
    ratios = []
    print(f"{'before / now':>12} {'now':>10}  row")
    for what in args.what.split(","):
        for source in sources_of(what, args.only, seed=2)[0]:
            measured = [task for task, _ in source.tasks if task in TASKS and args.task in (None, task)]
            for codec in filter(is_ours, source.codecs):
                for task in dict.fromkeys(measured):
                    before, now = (instructions(build, source, codec, task) for build in (args.before, args.now))
                    if before and now:
                        ratios.append(before / now)
                        print(f"{before / now:12.3f} {now:10,.0f}  {what} {source.key} {codec} {task}", flush=True)
    if not ratios:
        print("no row was measured")
        return 1
    print(f"{len(ratios)} rows: before / now {min(ratios):.3f} to {max(ratios):.3f}, median {median(ratios):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
