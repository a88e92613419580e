"""Runs the test steps and prints a summary.

    python run_steps.py [--jobs N] [--tier short|all] STEP.sh...

A step is a script whose first lines have `# step:` (its title), `# covers:`
(what is not tested if it can't run) and optionally

    # tier: long      runs only with `make test ALL=1` or by name
    # seconds: N      usual duration; the longest steps start first
    # minutes: N      time limit, far above the usual duration
    # each: COMMAND   the step runs once per line of the command's output, with
    # the line as arguments, or once without arguments

Exit status 0 is passed, 77 is not run (the last line of its output says why),
any other is failed. The output goes to build/logs/steps/NAME.log; its end is shown if the step
fails. Lines that begin with `not run:` are repeated in the summary. The exit status is 1 if a step
failed.
"""

import argparse
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

NOT_RUN = 77
DEFAULT_MINUTES = 40
SHOWN_LINES = 60
SHOWN_AGAIN = 12  # after the summary: a log kept by others may have its end only
LOGS = Path("build/logs/steps")
PART_NOT_RUN = re.compile(r"^\s*not run: (.*)", re.IGNORECASE)
PYTEST_SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] (\S+?)(?::\d+)?: (.*)")
COUNTS = re.compile(r"\b\d+ (?:passed|failed|skipped|rows|runs|tests|checks|compared|inputs)\b.*")


class Step:
    def __init__(self, path, head, arguments=()):
        self.path = path
        self.arguments = list(arguments)
        self.state = None
        self.seconds = 0.0
        name = "-".join(path.with_suffix("").parts[-2:])
        self.title = self.field(head, "step") or name
        if self.arguments:
            self.title += ": " + self.arguments[0]
            name += "-" + self.arguments[0]
        self.log = LOGS / (name + ".log")
        self.covers = self.field(head, "covers") or self.title
        self.minutes = float(self.field(head, "minutes") or DEFAULT_MINUTES)
        self.usual_seconds = float(self.field(head, "seconds") or 0)
        self.long = self.field(head, "tier") == "long"

    @classmethod
    def load(cls, path):
        path = Path(path)
        head = path.read_text(encoding="utf-8")
        each = cls.field(head, "each")
        if not each:
            return [cls(path, head)]
        lines = subprocess.run(
            each, shell=True, check=True, stdout=subprocess.PIPE, universal_newlines=True
        ).stdout.splitlines()
        return [cls(path, head, line.split()) for line in lines] or [cls(path, head)]

    @staticmethod
    def field(head, name):
        match = re.search(r"^# %s: (.*)$" % name, head, re.MULTILINE)
        return match.group(1).strip() if match else None

    def run(self):
        started = time.monotonic()
        with open(self.log, "wb") as log:
            # Its own process group, so that a time limit also ends its children.
            process = subprocess.Popen(
                ["bash", str(self.path)] + self.arguments,
                stdout=log,
                start_new_session=True,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )
            try:
                status = process.wait(timeout=self.minutes * 60)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                log.write(b"\nstopped: over its limit of %g minutes\n" % self.minutes)
                status = 1
        self.seconds = time.monotonic() - started
        self.state = {0: "passed", NOT_RUN: "not run"}.get(status, "FAILED")

    def lines(self):
        return self.log.read_text(encoding="utf-8", errors="replace").rstrip().splitlines()

    def last_line(self):
        lines = self.lines()
        return lines[-1].strip() if lines else "no output"

    def parts_not_run(self):
        """The parts that a passed step could not run, from its output."""
        if self.state == "not run":
            return []
        lines = self.lines()
        found = [match.group(1) for match in map(PART_NOT_RUN.match, lines) if match]
        skipped = {}
        for count, path, reason in (m.groups() for m in map(PYTEST_SKIPPED.match, lines) if m):
            skipped[path, reason] = skipped.get((path, reason), 0) + int(count)
        return found + ["%d tests of %s: %s" % (count, path, reason) for (path, reason), count in skipped.items()]

    def tally(self):
        """The step's own count of tests, from its last lines."""
        for line in reversed(self.lines()[-12:]):
            match = COUNTS.search(line)
            if match:
                return match.group(0).strip("= ")
        return ""


class Progress:
    """Prints complete lines although steps run at the same time."""

    def __init__(self, total):
        self.lock = threading.Lock()
        self.total = total
        self.started = 0

    def begin(self, step):
        with self.lock:
            self.started += 1
            print("==> [%2d/%d] %s" % (self.started, self.total, step.title), flush=True)

    def end(self, step):
        with self.lock:
            text = "    %s: %s in %.0f s" % (step.title, step.state, step.seconds)
            if step.state == "passed" and step.tally():
                text += " (%s)" % step.tally()
            if step.state == "not run":
                text = "    %s: not run: %s" % (step.title, step.last_line())
            print(text, flush=True)
            if step.state == "FAILED":
                print("    the end of %s:" % step.log)
                for line in step.lines()[-SHOWN_LINES:]:
                    print("    | " + line)
                sys.stdout.flush()


def run_all(steps, jobs):
    progress = Progress(len(steps))

    def one(step):
        progress.begin(step)
        step.run()
        progress.end(step)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(one, step) for step in steps]:
            future.result()


def summary(steps, left_out, seconds):
    print("\nSummary (%.0f s)" % seconds)
    for step in steps:
        print("  %-8s %7.1f s  %s" % (step.state, step.seconds, step.title))
    if left_out:
        print("Not in this tier; make test ALL=1 runs, too:")
    for step in left_out:
        print("    " + step.title)
    skipped = [step for step in steps if step.state == "not run"]
    failed = [step for step in steps if step.state == "FAILED"]
    for step in skipped:
        print(
            "Not run: %s: %s. It would have tested %s."
            % (step.title, step.last_line().rstrip("."), step.covers.rstrip("."))
        )
    for step in steps:
        parts = step.parts_not_run()
        if parts:
            print("Not run, in part: %s:" % step.title)
        for text in parts:
            print("    " + text)
    for step in failed:
        print("FAILED: %s: see %s, which ends:" % (step.title, step.log))
        for line in step.lines()[-SHOWN_AGAIN:]:
            print("    | " + line)
    passed = len(steps) - len(skipped) - len(failed)
    tail = ", %d skipped" % len(skipped) if skipped else ""
    print("%d passed, %d failed%s" % (passed, len(failed), tail))
    return 1 if failed or not passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tier", choices=("short", "all"), default="all")
    parser.add_argument("steps", nargs="+")
    options = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    found = [step for path in options.steps for step in Step.load(path)]
    steps = [step for step in found if options.tier == "all" or not step.long]
    left_out = [step for step in found if step not in steps]
    steps.sort(key=lambda step: -step.usual_seconds)
    started = time.monotonic()
    run_all(steps, options.jobs)
    return summary(steps, left_out, time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
