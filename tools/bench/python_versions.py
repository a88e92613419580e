"""Joins the records of bench-versions.sh, one for each version of CPython, and draws docs/results/versions.md from them.

    python_versions.py FOLDER    FOLDER/*/results.json -> FOLDER/results.json; prints the tables

The oldest version is the one with which the others are compared.
"""

import json
import sys
from pathlib import Path

from hayapack_lab.articles import losses
from hayapack_lab.comparisons import python, ratio_tables
from hayapack_lab.measure.record import as_json, record_of
from hayapack_lab.measure.source import task_name
from hayapack_lab.report import markdown
from hayapack_lab.statistics import judge, stats
from hayapack_lab.text.report_elements import Cell, Report, Section, Table, Text, numbers, texts

TASKS = {task_name(what): what for what in ("decode", "encode")}
NAMES = {ratio_tables.BEST: "the fastest rival", "msgpack": "msgpack"}
KEPT_GOAL = 0.9  # set before the measurement: the least part of the first version's mean that later ones keep


def read(path):
    return record_of(json.loads(path.read_text(encoding="utf-8")))


def joined(records):
    """The records of all versions, oldest first, with what the page shows: the collector on."""
    records = sorted(records, key=lambda record: version_key(version(record)))
    for record in records:
        for source in record.sources:
            own = source.cells[python.OURS]
            if own.status != "ok":
                raise SystemExit(f"error: CPython {version(record)}, {source.name}: hayapack: {own.error}")
            source.tasks = [task for task in source.tasks if task in TASKS]
            for cell in source.cells.values():
                cell.samples = {task: found for task, found in cell.samples.items() if task in TASKS}
    return records


def version(record):
    """The version of CPython, such as 3.14.10."""
    return record.machine.python.split()[-1]


def version_key(text):
    return [int("".join(digit for digit in part if digit.isdigit()) or 0) for part in text.split(".")]


def ratios(record, task, column):
    """The rows without a +: {row: a rival's time / hayapack's}."""
    found = ratio_tables.rows(record, python.MADE, task)
    return {row.name: row.ratios[column].value for row in found if not row.extra and column in row.ratios}


def mean(record, task, column, only=None):
    """The geometric mean, of the rows named in `only` if given; None: there is no such row."""
    found = [value for name, value in ratios(record, task, column).items() if only is None or name in only]
    return stats.geometric_mean(found) if found else None


def kept(record, first, task):
    """The mean of the ratios to the fastest rival / the first version's, of the rows that both have. None: as mean()."""
    both = ratios(record, task, ratio_tables.BEST).keys() & ratios(first, task, ratio_tables.BEST).keys()
    means = [mean(one, task, ratio_tables.BEST, both) for one in (record, first)]
    return means[0] / means[1] if None not in means else None


def lost(record):
    """A sentence on the rivals that are faster than hayapack by more than the noise."""
    found, counts = losses.compared(record)
    faster = [one for one in found if one.judged.verdict == judge.FASTER]
    cells = [f"{one.source.name}, {TASKS[one.task]} ({record.name(one.judged.codec)})" for one in faster]
    where = ": " + "; ".join(cells) if cells else ""
    return (
        f"CPython {version(record)}: of {sum(counts.values())} comparisons, a rival is faster by more than the noise in"
        f" {counts[judge.FASTER]}{where}."
    )


def means(records):
    """What each version reaches; a figure that misses its goal is bold."""
    lines = []
    for task, way in TASKS.items():
        for column, name in NAMES.items():
            goal = python.MADE.goals[column].get(task)
            lines.append(line(f"{way}: {name}", goal, [mean(record, task, column) for record in records]))
        found = [list(ratios(record, task, ratio_tables.BEST).values()) for record in records]
        medians = [stats.median(values) if values else None for values in found]
        lines.append(line(f"{way}: {NAMES[ratio_tables.BEST]}, median row", None, medians))
        shares = [kept(record, records[0], task) for record in records]
        lines.append(line(f"{way}: part of {version(records[0])}'s mean", KEPT_GOAL, shares))
    lines.append([Cell("spread of samples"), Cell(""), *(Cell(ratio_tables.spread(record)) for record in records)])
    columns = [*texts("rival's time / hayapack's"), *numbers("goal", *map(version, records))]
    caption = (
        "Geometric means of the rows without a +; the part of the first version's mean is of the rows that both have. Bold: "
        "the goal is missed. Spread: half the interquartile range, the median of all cells."
    )
    return Table("means", "Means, and goals that are missed", columns, lines, caption)


def line(title, goal, values):
    cells = [
        Cell(
            "–" if value is None else f"{value:.2f}", mark="best" if goal and value is not None and value < goal else ""
        )
        for value in values
    ]
    return [Cell(title), Cell(f"{goal:.1f}" if goal else ""), *cells]


def installed(records):
    """Which rivals there are, in which versions."""
    codecs = [codec for codec in python.RIVALS if any(codec in record.codecs for record in records)]
    cells = [
        [
            Cell(version(record)),
            Cell(record.machine.compiler),
            *(Cell(record.codec(codec).version or "not installed") for codec in codecs),
        ]
        for record in records
    ]
    names = [next(record.name(codec) for record in records if codec in record.codecs) for codec in codecs]
    table = Table("installed", "Versions", texts("CPython", "built with", *names), cells)
    return Section("installed", "What was measured", [table])


def every_row(records, task):
    """The ratio to the fastest rival in each version; the rows with the lowest of all first."""
    found = [{row.name: row for row in ratio_tables.rows(record, python.MADE, task) if row.ratio} for record in records]
    names = dict.fromkeys(name for one in found for name in one)
    lowest = {name: min(one[name].ratio.value for one in found if name in one) for name in names}
    cells = []
    for name in sorted(lowest, key=lowest.get):
        rows = [one.get(name) for one in found]
        title = next(row.title for row in rows if row)
        cells.append(
            [
                Cell(title),
                *(Cell(f"{ratio_tables.ratio_cell(row.ratio).text} {row.best}" if row else "–") for row in rows),
            ]
        )
    columns = [*texts("row"), *numbers(*map(version, records))]
    return Table("rows-" + TASKS[task], TASKS[task], columns, cells)


def summary(record):
    """The page's measured part, as Markdown."""
    records = list(map(record_of, record["versions"]))
    machine = records[0].machine
    caption = (
        "The fastest rival's time / hayapack's with a 95 % interval, and the rival; above 1, hayapack is faster. `=` marks "
        "an interval that includes 1: no difference. The collector is on."
    )
    sections = [
        Section("losses", losses.TITLE, [Text(" ".join(map(lost, records))), means(records)]),
        Section("rows", "Every row, the worst first", [Text(caption), *(every_row(records, task) for task in TASKS)]),
        installed(records),
    ]
    head = f"{records[0].started[:10]}, {machine.cpu} ({machine.cores} cores, {machine.system})"
    return markdown.text(Report(head, sections, []), {}).replace("# ", "", 1)


def main():
    folder = Path(sys.argv[1])
    versions = [as_json(record) for record in joined(map(read, sorted(folder.glob("*/results.json"))))]
    head = {name: versions[0][name] for name in ("started", "machine")}
    record = {"kind": "versions", **head, "versions": versions}
    (folder / "results.json").write_text(json.dumps(record) + "\n", encoding="utf-8")
    print(summary(record))


if __name__ == "__main__":
    main()
