"""Checks that Python, PHP and .NET write the same bytes and read each other's output.

    python matrix.py --documents FOLDER NAME=COMMAND... [NAME=-REASON...]

A worker's command is split at spaces. `-` followed by a reason marks a language that cannot run
here; the report prints the reason. Exit status: 0 if every difference is listed in
differences.tsv and every row of that table occurred; otherwise 1.
"""

import argparse
import fnmatch
import os
import struct
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from pathlib import Path

import cases as cases_module

HERE = Path(__file__).resolve().parent
VECTORS = "the vectors"  # the name of the writer of the vectors' bytes
ABSENT = "not available"  # the beginning of a worker's answer if the library lacks a feature
SHOWN = 200  # the largest number of unexplained differences that are printed
ONE_FLOAT = {"Python native", "Python pure", "PHP"}  # languages without a float32 type


class Worker:
    """The worker process of a language, with its earlier answers."""

    def __init__(self, name, command):
        self.name = name
        environment = dict(os.environ, HAYAPACK_PUREPYTHON="1" if name == "Python pure" else "")
        self.process = subprocess.Popen(
            command.split(" "), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.about = self.process.stdout.readline().decode().strip()
        if not self.about:
            raise SystemExit("error: the worker of %s does not start: %s" % (name, command))
        self.known = {}

    def ask(self, what, option, payload):
        """Returns (True, result) or (False, reason). A repeated question is answered from memory."""
        question = what, option, payload
        if question not in self.known:
            self.known[question] = self._ask(what, option, payload)
        return self.known[question]

    def _ask(self, what, option, payload):
        header = "%s %s %d\n" % (what, option, len(payload))
        sender = threading.Thread(target=self._send, args=(header.encode() + payload,))
        sender.start()
        line = self.process.stdout.readline().decode().split()
        sender.join()
        if len(line) != 2:
            raise SystemExit("error: the worker of %s ended" % self.name)
        result = self.process.stdout.read(int(line[1]))
        return (True, result) if line[0] == "ok" else (False, result.decode())

    def _send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except OSError:
            pass  # the missing answer raises an error later

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Differences:
    """The rows of differences.tsv: expected differences with their reasons."""

    def __init__(self, path):
        self.rows = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                self.rows.append(line.split("\t"))
        self.used = [False] * len(self.rows)

    def explains(self, direction, language, case, outcome):
        for index, (its_direction, its_language, pattern, its_outcome, _) in enumerate(self.rows):
            if (its_direction, its_language, its_outcome) == (direction, language, outcome) and fnmatch.fnmatchcase(
                case, pattern
            ):
                self.used[index] = True
                return True
        return False

    def untrue(self, languages):
        """Returns the rows of languages that ran without showing the difference."""
        return [row for row, used in zip(self.rows, self.used) if not used and row[1] in languages]


def as_read(language, tokens):
    """Returns the tokens that this language must read: without a float32 type, f becomes d."""
    if language not in ONE_FLOAT or "f" not in tokens:
        return tokens
    return " ".join(map(widened, tokens.split(" ")))


def widened(token):
    if token[0] != "f" or token == "fnan":
        return token.replace("fnan", "dnan")
    [value] = struct.unpack(">f", bytes.fromhex(token[1:]))
    return cases_module.float_token(value)


class Matrix:
    """Runs all cases in all workers and counts the results."""

    def __init__(self, workers, differences):
        self.workers = workers
        self.differences = differences
        self.alike = Counter()  # (writer, reader) -> number of values read correctly
        self.named = Counter()  # (writer, reader) -> number of expected differences
        self.absent = defaultdict(Counter)  # language -> reason -> number of cases it does not support
        self.identical = Counter()  # (group, writer) -> number of cases with the expected bytes
        self.sizes = Counter()  # group -> number of cases
        self.unexplained = Counter()

    def run(self, cases):
        for case in cases:
            self.sizes[case.group] += 1
            written = {}
            for worker in self.workers:
                data = self._write(worker, case)
                if data is not None:
                    written[worker.name] = data
            other = self._compare_bytes(case, written)
            if case.row is not None:
                written[VECTORS] = case.row
            for writer, data in written.items():
                tokens = self._first_reading(case, data) if writer in other else case.tokens
                for worker in self.workers:
                    self._read(worker, case, writer, data, tokens)

    def _write(self, worker, case):
        ok, result = worker.ask("write", case.option, case.tokens.encode())
        if ok:
            return result
        self._differs("write", worker.name, case, result, [(worker.name, other.name) for other in self.workers])
        return None

    def _compare_bytes(self, case, written):
        """Returns the languages that did not write the canonical bytes, or, if there are none, the
        bytes that most languages wrote.

        LZ4 output depends on the compressor: equal output is counted, other output is not an error.
        """
        other = []
        common = Counter(written.values()).most_common(1)
        right = case.canonical or (common[0][0] if common else None)
        for language, data in written.items():
            if data == right:
                self.identical[case.group, language] += 1
            elif not case.option.startswith("block"):
                other.append(language)
                self._differs("write", language, case, "other bytes", [])
        return other

    def _first_reading(self, case, data):
        """Returns the tokens of bytes that are not canonical, by the first language that reads them."""
        for worker in self.workers:
            ok, result = worker.ask("read", cases_module.READ_WITH[case.option], data)
            if ok:
                return result.decode()
        return case.tokens

    def _read(self, worker, case, writer, data, tokens):
        ok, result = worker.ask("read", cases_module.READ_WITH[case.option], data)
        cell = writer, worker.name
        if not ok:
            self._differs("read", worker.name, case, result, [cell])
        elif result.decode() == as_read(worker.name, tokens):
            self.alike[cell] += 1
        else:
            self._differs("read", worker.name, case, "another value", [cell])

    def _differs(self, direction, language, case, outcome, cells):
        if outcome.startswith(ABSENT):
            self.absent[language][outcome] += 1
        elif self.differences.explains(direction, language, case.name, outcome):
            self.named.update(cells)
        else:
            self.unexplained["%s\t%s\t%s\t%s" % (direction, language, case.name, outcome)] += 1


# --- the report --------------------------------------------------------------


def table(columns, rows):
    widths = [max(len(row[i]) for row in [columns, *rows]) for i in range(len(columns))]
    for row in [columns, *rows]:
        print(
            "  ".join(
                text.ljust(width) if i == 0 else text.rjust(width) for i, (text, width) in enumerate(zip(row, widths))
            )
        )


def report(matrix, order, absent):
    names = [worker.name for worker in matrix.workers]

    def cell(writer, reader):
        if writer in absent or reader in absent:
            return "not run"
        named = matrix.named[writer, reader]
        return "%d" % matrix.alike[writer, reader] + (" (%d)" % named if named else "")

    print("Values read as they were written (in parentheses: expected differences)")
    rows = [[writer] + [cell(writer, reader) for reader in order] for writer in [*order, VECTORS]]
    table(["written by, read by", *order], rows)
    print("\nOutput with the expected bytes (LZ4 output depends on the compressor)")
    groups = list(matrix.sizes)
    rows = [
        [name] + ["%d of %d" % (matrix.identical[group, name], matrix.sizes[group]) for group in groups]
        for name in names
    ]
    table(["written by", *groups], rows)
    for language, reasons in matrix.absent.items():
        for reason, count in reasons.items():
            print("not run: %s: %s (%d times)" % (language, reason, count))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--differences", type=Path, default=HERE / "differences.tsv")
    parser.add_argument("languages", nargs="+", metavar="NAME=COMMAND")
    args = parser.parse_args()
    given = dict(language.split("=", 1) for language in args.languages)
    absent = {name: command[1:] for name, command in given.items() if command.startswith("-")}
    cases, missing = cases_module.all_cases(args.documents)
    workers = [Worker(name, command) for name, command in given.items() if name not in absent]
    for worker in workers:
        print("%-14s %s" % (worker.name, worker.about))
    print()
    differences = Differences(args.differences)
    matrix = Matrix(workers, differences)
    matrix.run(cases)
    for worker in workers:
        worker.close()
    report(matrix, list(given), absent)
    for name, reason in absent.items():
        print("not run: %s: %s" % (name, reason))
    for name in missing:
        print("not run: %s: not found in %s" % (name, args.documents))
    return verdict(matrix, differences)


def verdict(matrix, differences):
    untrue = differences.untrue({worker.name for worker in matrix.workers})
    for line, count in list(matrix.unexplained.items())[:SHOWN]:
        print("unexplained, %d times: %s" % (count, line))
    for row in untrue:
        print("differences.tsv: no longer true: " + ", ".join(row))
    print(
        "%d passed, %d expected differences, %d unexplained"
        % (sum(matrix.alike.values()), sum(matrix.named.values()), sum(matrix.unexplained.values()))
    )
    return 1 if matrix.unexplained or untrue else 0


if __name__ == "__main__":
    sys.exit(main())
