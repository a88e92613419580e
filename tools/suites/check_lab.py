"""Checks that a run of the lab filled every row of the reference articles' tables.

    python check_lab.py build/lab/results.json

Exit status: 0 if every installed codec filled its cells; 1 if a codec failed or was not timed. A
line "not run: ..." names each missing codec.
"""

import json
import sys
from pathlib import Path

from hayapack_lab.measure.record import record_of
from hayapack_lab.measure.source import task_of

ARTICLES = ("A", "B", "C", "D", "E")


def cells(record):
    """(source, codec, cell, expected tasks)."""
    for source in record.sources:
        if source.group in ARTICLES:
            for codec, cell in source.cells.items():
                tasks = [task for task in source.tasks if task_of(task).what not in cell.absent]
                yield source.key, codec, cell, tasks


def problems(record):
    """(failures, {missing codec: reason}, filled cells)."""
    failures, missing, filled = [], {}, 0
    for source, codec, cell, tasks in cells(record):
        if cell.status == "missing":
            missing[codec] = cell.error
        elif cell.status != "ok":
            failures.append("%s, %s: %s" % (source, codec, cell.error))
        elif not tasks or not all(cell.samples.get(task) for task in tasks):
            failures.append("%s, %s: not timed in every task" % (source, codec))
        else:
            filled += 1
    found = {source.group for source in record.sources}
    expected = [key.upper() for key in record.articles]
    failures += ["article %s was not run" % post for post in expected if post not in found]
    if record.interrupted:
        failures.append("the run was interrupted")
    return failures, missing, filled


def main():
    record = record_of(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    failures, missing, filled = problems(record)
    for codec, why in sorted(missing.items()):
        print("not run: %s (%s)" % (codec, why))
    for line in failures:
        print("failed: " + line)
    print("%d rows filled, %d failed, %d codecs missing" % (filled, len(failures), len(missing)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
