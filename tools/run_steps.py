"""Runs the test steps and prints a summary.

    python run_steps.py [--jobs N] [--tier short|all|weekly] [--minutes N] STEP.sh...

A step is a script whose first lines have `# step:` (its title), `# covers:`
(what is not tested if it can't run) and optionally

    # only here: ...  what no other step proves, for the reader
    # tier: long      runs only with `make test ALL=1` or by name
    # tier: weekly    runs only with `make test ALL=2` or by name
    # needs: WORD...  what the machine must have; tools/setup/needs.sh knows the words. {1} is the
    # first argument, with `each`
    # seconds: N      usual duration, until the machine has run it once
    # minutes: N      time limit, far above the usual duration
    # each: COMMAND   the step runs once per line of the command's output, with
    # the line as arguments

A step passes if it ends with status 0 and one of its last lines counts what ran ("12 passed",
"3 checks passed"). It is not run if the machine lacks one of its needs, or if `each` prints
nothing; nothing else is a reason, so a script that ends with status 77 has failed. The output goes
to build/logs/steps/NAME.log; its end is shown if the step fails. Lines that begin with `not run:`
are repeated in the summary. The longest steps of the last run on this machine start first. The summary
has the longest steps with their longest parts: the files of a pytest run, and what tools/lib.sh's `phase`
named.

After --minutes the steps that run are stopped, the others fail without being started, and the
summary is printed as always. The exit status is 1 if a step failed, or if none passed.
"""

import argparse
import concurrent.futures
import functools
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

NOT_RUN = 77  # tools/setup/needs.sh: the machine lacks it
DEFAULT_MINUTES = 40
NEEDS = Path(__file__).resolve().parent / "setup" / "needs.sh"
LONGEST_SHOWN = 10
PARTS_SHOWN = 3
PART_SECONDS = 1.0  # shorter parts are not shown
FAILED_SHOWN = 20  # names of failed tests for each step
SHOWN_LINES = 60
SHOWN_AGAIN = 12  # after the summary: a log kept by others may have its end only
LOGS = Path("build/logs/steps")
PART_NOT_RUN = re.compile(r"^\s*not run: (.*)", re.IGNORECASE)
PYTEST_SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] (\S+?)(?::\d+)?: (.*)")
COUNTS = re.compile(r"\b[1-9]\d* (?:[a-z]+ )?(?:passed|rows|runs|tests|checks|compared|inputs)\b.*")
PYTEST_DURATION = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +([^:\s]+)::")
PYTEST_DURATIONS = re.compile(r"^(?:=+ slowest .*|\(\d+ durations < .*|[\d.]+s (?:call|setup|teardown) .*)$")
PHASE = re.compile(r"^--- phase at (\d+) s: (.*)$")
#: Each step's pytest reports the durations of its tests, from which those of the files are added up.
PYTEST_OPTIONS = "--durations=0 --durations-min=0.05"
#: How pytest, run-tests.php, dotnet test and the core's tests name what failed.
FAILED_TEST = re.compile(
    r"^(?:FAILED (\S+::.*)|FAIL (.+)|(?!PASS|SKIP|TEST)(\S.* \[\S+\.phpt\])|  Failed (\S.*)|(\S+\.c:\d+: failed: .*))$",
    re.MULTILINE,
)


def seconds_file():
    """Where the durations of the last run are kept: the machine's, not the checkout's."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hayapack" / "step-seconds.json"


#: Each tier includes those before it.
TIERS = ("short", "long", "weekly")


class Step:
    def __init__(self, path, head, arguments=()):
        self.path = path
        self.arguments = list(arguments)
        self.state = None
        self.seconds = 0.0
        name = "-".join(path.with_suffix("").parts[-2:])
        self.title = self.field(head, "step") or name
        words = [word for word in self.arguments if "/" not in word]  # a path tells a reader nothing
        if words:
            self.title += ": " + " ".join(words)
            name += "-" + "-".join(words)
        self.log = LOGS / (name + ".log")
        self.covers = self.field(head, "covers") or self.title
        self.minutes = float(self.field(head, "minutes") or DEFAULT_MINUTES)
        self.usual_seconds = float(self.field(head, "seconds") or 0)
        first = self.arguments[0] if self.arguments else ""
        self.needs = (self.field(head, "needs") or "").replace("{1}", first).split()
        self.tier = self.field(head, "tier") or "short"
        if self.tier not in TIERS:
            raise SystemExit("error: %s: unknown tier %s" % (path, self.tier))
        self.why = ""  # why it was not run

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
        if lines:
            return [cls(path, head, line.split()) for line in lines]
        step = cls(path, head)
        step.state, step.why = "not run", "there is nothing here to run it with: `%s` prints nothing" % each
        return [step]

    @staticmethod
    def field(head, name):
        match = re.search(r"^# %s: (.*)$" % name, head, re.MULTILINE)
        return match.group(1).strip() if match else None

    def run(self, deadline):
        """Runs the step, at most until the deadline of the whole run."""
        started = time.monotonic()
        if started >= deadline:
            self.log.write_text("not started: the run is over its time limit\n")
            self.state = "FAILED"
            return
        missing = next(filter(None, (lacking(word) for word in self.needs)), None)
        if missing:
            self.log.write_text(missing + "\n")
            self.state, self.why = "not run", missing
            return
        limit = min(self.minutes * 60, deadline - started)
        with open(self.log, "wb") as log:
            # Its own process group, so that a time limit also ends its children.
            process = subprocess.Popen(
                ["bash", str(self.path)] + self.arguments,
                stdout=log,
                start_new_session=True,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=dict(os.environ, PYTEST_ADDOPTS="%s %s" % (os.environ.get("PYTEST_ADDOPTS", ""), PYTEST_OPTIONS)),
            )
            try:
                status = process.wait(timeout=limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                whose = "its limit" if limit == self.minutes * 60 else "the time limit of the run"
                log.write(b"\nstopped: over %s, after %.0f s\n" % (whose.encode(), limit))
                status = 1
        self.seconds = time.monotonic() - started
        if status == 0 and not self.tally():
            with open(self.log, "a") as log:
                log.write("failed: no line at its end counts what ran\n")
            status = 1
        elif status == NOT_RUN:
            with open(self.log, "a") as log:
                log.write("failed: it could not run, although the machine has what it needs\n")
        self.state = "FAILED" if status else "passed"

    def lines(self):
        return self.log.read_text(encoding="utf-8", errors="replace").rstrip().splitlines()

    def end(self, count):
        """The last lines of its output, without pytest's list of durations."""
        return [line for line in self.lines() if not PYTEST_DURATIONS.match(line)][-count:]

    def parts(self):
        """[(seconds, name)] of its phases and of the test files that pytest ran, longest first."""
        seconds = {}
        phases = []
        for line in self.lines():
            duration = PYTEST_DURATION.match(line)
            phase = PHASE.match(line)
            if duration:
                seconds[duration.group(2)] = seconds.get(duration.group(2), 0.0) + float(duration.group(1))
            elif phase:
                phases.append((float(phase.group(1)), phase.group(2)))
        for (start, name), (end, _) in zip(phases, phases[1:] + [(self.seconds, "")]):
            seconds[name] = seconds.get(name, 0.0) + max(0.0, end - start)
        return sorted(((spent, name) for name, spent in seconds.items()), reverse=True)

    def failed_tests(self):
        """The names of the tests that failed, from its output."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return list(dict.fromkeys(next(filter(None, names)).strip() for names in FAILED_TEST.findall(text)))

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


@functools.lru_cache(maxsize=None)
def lacking(word):
    """What the machine lacks, as a sentence; empty: nothing. An unknown word ends the run."""
    done = subprocess.run(["bash", str(NEEDS), word], stdout=subprocess.PIPE, universal_newlines=True)
    if done.returncode not in (0, NOT_RUN):
        raise SystemExit("error: tools/setup/needs.sh failed for %r" % word)
    return done.stdout.strip().splitlines()[-1] if done.returncode else ""


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
                text = "    %s: not run: %s" % (step.title, step.why)
            print(text, flush=True)
            if step.state == "FAILED":
                print("    the end of %s:" % step.log)
                for line in step.end(SHOWN_LINES):
                    print("    | " + line)
                sys.stdout.flush()


def run_all(steps, jobs, deadline):
    progress = Progress(len(steps))

    def one(step):
        progress.begin(step)
        if step.state is None:
            step.run(deadline)
        progress.end(step)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(one, step) for step in steps]:
            future.result()


def known_seconds():
    """{title: seconds} of the last runs on this machine."""
    try:
        found = json.loads(seconds_file().read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def keep_seconds(steps):
    """Adds the durations of the steps that ran. A cache: what cannot be written is not kept."""
    path = seconds_file()
    new = dict(known_seconds(), **{step.title: round(step.seconds, 1) for step in steps if step.state == "passed"})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name("%s.%d" % (path.name, os.getpid()))
        beside.write_text(json.dumps(new, indent=0), encoding="utf-8")
        beside.replace(path)
    except OSError:
        pass


def longest(steps):
    """Prints the longest steps and their longest parts; a part in parallel to others counts whole."""
    print("The longest, with their longest parts:")
    for step in sorted((step for step in steps if step.seconds), key=lambda step: -step.seconds)[:LONGEST_SHOWN]:
        print("  %7.1f s  %s" % (step.seconds, step.title))
        for seconds, name in step.parts()[:PARTS_SHOWN]:
            if seconds >= PART_SECONDS:
                print("             %7.1f s  %s" % (seconds, name))


def summary(steps, left_out, seconds):
    print("\nSummary (%.0f s)" % seconds)
    for step in steps:
        print("  %-8s %7.1f s  %s" % (step.state, step.seconds, step.title))
    longest(steps)
    for tier, command in (("long", "make test ALL=1"), ("weekly", "make test ALL=2")):
        of_tier = [step for step in left_out if step.tier == tier]
        if of_tier:
            print("Not in this tier; %s runs, too:" % command)
        for step in of_tier:
            print("    " + step.title)
    skipped = [step for step in steps if step.state == "not run"]
    failed = [step for step in steps if step.state == "FAILED"]
    for step in skipped:
        print("Not run: %s: %s. It would have tested %s." % (step.title, step.why.rstrip("."), step.covers.rstrip(".")))
    for step in steps:
        parts = step.parts_not_run()
        if parts:
            print("Not run, in part: %s:" % step.title)
        for text in parts:
            print("    " + text)
    for step in failed:
        print("FAILED: %s: see %s, which ends:" % (step.title, step.log))
        for line in step.end(SHOWN_AGAIN):
            print("    | " + line)
        names = step.failed_tests()
        for name in names[:FAILED_SHOWN]:
            print("    failed test: " + name)
        if len(names) > FAILED_SHOWN:
            print("    and %d more" % (len(names) - FAILED_SHOWN))
    passed = len(steps) - len(skipped) - len(failed)
    tail = ", %d skipped" % len(skipped) if skipped else ""
    print("%d passed, %d failed%s" % (passed, len(failed), tail))
    return 1 if failed or not passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tier", choices=("short", "all", "weekly"), default="all")
    parser.add_argument("--minutes", type=float, default=24 * 60, help="time limit of the whole run")
    parser.add_argument("steps", nargs="+")
    options = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    found = [step for path in options.steps for step in Step.load(path)]
    tiers = TIERS[: TIERS.index({"all": "long"}.get(options.tier, options.tier)) + 1]
    steps = [step for step in found if step.tier in tiers]
    left_out = [step for step in found if step not in steps]
    known = known_seconds()
    steps.sort(key=lambda step: -known.get(step.title, step.usual_seconds))
    started = time.monotonic()
    run_all(steps, options.jobs, started + options.minutes * 60)
    keep_seconds(steps)
    return summary(steps, left_out, time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
