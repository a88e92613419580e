"""Makes the report of a record: its sections, in reading order."""

from __future__ import annotations

import importlib
from statistics import median
from typing import Optional

from .. import articles, comparisons
from ..articles import answers, losses, message_queue, other_pythons
from ..comparisons import ratio_tables
from ..measure import machine
from ..measure.record import Record
from ..measure.source import task_of
from ..statistics import judge
from ..text.number_formats import duration
from ..text.report_elements import Cell, Report, Section, Table, Text, numbers, texts
from ..text.report_tables import BEATS, contract_table, verdict_table

PACKAGE = "hayapack_lab"
TITLE = "hayapack's lab: the reference articles' tables, then and now"
ONE = "hayapack's lab: the tables of reference article {}, then and now"

# What the report's own words mean.
WORDS = {
    **{f"article {key.upper()}": named for key, named in articles.NAMED.items()},
    "then": "what the article printed years ago, on other machines",
    "reference method": "measured as the article did",
    "fair method": "the same work for every codec: from values to bytes, from bytes to every value",
    "collector": "Python's cyclic garbage collector during the loop",
    BEATS: "faster than hayapack in the same form, by more than the noise",
    "noise floor": "difference between two processes of hayapack",
}
MARKS = (
    "In the tables hayapack's figures are marked (bold), whether they are the best or not. "
    f"{BEATS}: faster than hayapack in the same form, by more than the noise."
)


def build(record: Record) -> Report:
    """The report of a record, by its kind."""
    if record.kind == "compare":
        report: Report = importlib.import_module(f"{PACKAGE}.report.compare_report").build_compare(record)
        return report
    if record.kind in comparisons.KEYS:
        comparison = comparisons.get(record.kind)
        head, how = _head(record, {}), _settings(record)
        how.parts.append(
            Text(f"median spread of samples (half the interquartile range): {ratio_tables.spread(record)}")
        )
        return Report(comparison.TITLE, [head, *comparison.sections(record), how], _foot(record))
    keys = record.articles or articles.KEYS
    shown = [*keys, "memory"] if record.memory or len(keys) > 1 else keys
    sections = [
        _head(record),
        *(section for key in keys for section in answers.sections(record, key)),
        message_queue.section(record) if "b" in keys else None,
        losses.section(record),
        _noise(record),
        *(_part(key, record) for key in shown),
        other_pythons.section(record),
        Section("how", "How it was measured", [_contracts(record), verdict_table(record), _machine(record)]),
    ]
    title = TITLE if len(keys) > 1 else ONE.format(keys[0].upper())
    return Report(title, [section for section in sections if section], _foot(record))


def _part(key: str, record: Record) -> Optional[Section]:
    """The section of an article, or of "memory". An error in one section is shown there; the others are not affected."""
    try:
        section: Optional[Section] = articles.module(key).section(record)
    except Exception as error:  # show the other sections: the run took minutes
        text = f"This section could not be drawn: {type(error).__name__}: {error}"
        return Section(key, f"{key.upper() if len(key) == 1 else key}: not drawn", [Text(text)])
    named = articles.NAMED.get(key)
    if section and named:
        section.parts.insert(0, Text(f"Article {section.key.upper()}: {named}. Its address is not known.", "soft"))
    return section


def _head(record: Record, words: dict[str, str] = WORDS) -> Section:
    at = record.machine
    runtime = at.python if _uses(record, "python") else ", ".join(_runtimes(record))
    line = (
        f"{record.started[:10]}, {runtime} on {at.cpu} ({at.cores} cores, {at.system}), "
        f"{_minutes(record.seconds)} of measuring."
    )
    parts = [Text(line, "soft")]
    if words:
        parts.append(Text(MARKS, "soft"))
    if record.interrupted:
        parts.insert(0, Text(_interrupted(record), "verdict"))
    if record.quick:
        quick = "A quick run with few, short samples: its verdicts are only hints."
        parts.append(Text(quick, "verdict"))
    busy = machine.busy(at)
    if busy:
        parts.append(Text(busy, "verdict"))
    rows = [[Cell(word), Cell(meaning)] for word, meaning in words.items()]
    parts.append(Table("words", "Words in this report", texts("word", "meaning"), rows))
    parts[-1].wide = True  # folded
    return Section("head", "", parts)


def _uses(record: Record, runtime: str) -> bool:
    return any(about.runtime == runtime for about in record.codecs.values())


def _runtimes(record: Record) -> list[str]:
    """The versions of .NET and PHP, from the workers."""
    facts = (about.facts for about in record.codecs.values())
    named = (fact.get("runtime") or f"PHP {fact['php']}" for fact in facts if fact)
    return sorted(set(named))


def _interrupted(record: Record) -> str:
    last = record.sources[-1].name if record.sources else "the first"
    return f"The run was interrupted at “{last}”: these are the results so far."


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} s"


# The noise floor.


def _noise(record: Record) -> Section:
    floors = _floors(record)
    if not floors:
        text = "hayapack was not measured twice in this run, so the noise is unknown."
        return Section("noise", "The noise floor", [Text(text, "verdict")])
    every = [value for group in floors.values() for value, _ in group]
    worst, where = max((pair for group in floors.values() for pair in group), key=lambda p: p[0])
    text = (
        f"Median {_percent(median(every))}, highest {_percent(worst)} ({where}). "
        f"Differences below that, or {100 * judge.LEAST_DIFFERENCE:.0f} %, get no verdict."
    )
    parts: list = [Text(text, "verdict")]
    if len(floors) > 1:
        parts.append(_noise_table(floors))
    return Section("noise", "The noise floor", parts)


def _noise_table(floors: dict[str, list[tuple[float, str]]]) -> Table:
    rows = [_noise_row(group, found) for group, found in floors.items()]
    columns = [
        *texts("article"),
        *numbers("cells", "median noise floor", "highest noise floor"),
        *texts("highest at"),
    ]
    caption = "The distance from 1 of the ratio of the medians of two processes of hayapack."
    return Table("noise-floor", "Noise by article", columns, rows, caption)


def _floors(record: Record) -> dict[str, list[tuple[float, str]]]:
    """Every known noise floor with its task and data in words, by group."""
    floors: dict[str, list[tuple[float, str]]] = {}
    for source in record.sources:
        for task in source.tasks:
            value = judge.floor(source, task)
            if value is not None:
                place = f"{source.name}, {task_of(task).what}, collector {task_of(task).collector}"
                floors.setdefault(source.group, []).append((value, place))
    return floors


def _noise_row(group: str, found: list[tuple[float, str]]) -> list[Cell]:
    middle = median(value for value, _ in found)
    worst, where = max(found)
    return [
        Cell(group or "–"),
        Cell(str(len(found)), len(found)),
        Cell(_percent(middle), middle),
        Cell(_percent(worst), worst),
        Cell(where),
    ]


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


# How it was measured.


def _settings(record: Record) -> Section:
    columns = texts("codec", "format", "package", "version", "runtime")
    rows = [
        [Cell(record.name(codec), mark="ours" if codec in judge.OURS else ""), *_version(record, codec)]
        for codec in record.codecs
        if codec not in judge.TWINS
    ]
    versions = Table("how-versions", "Codecs and their versions", columns, rows)
    return Section("how", "How it was measured", [versions, _machine(record)])


def _contracts(record: Record) -> Table:
    """What each codec does in its time, with its version."""
    codecs = [codec for codec in record.codecs if codec not in judge.TWINS]
    table = contract_table(record, "how-contract", codecs)
    table.columns += texts("format", "package", "version", "runtime")
    for codec, row in zip(codecs, table.rows):
        row += _version(record, codec)
    return table


def _version(record: Record, codec: str) -> list[Cell]:
    about = record.codecs[codec]
    version = about.version or f"not run: {about.missing or 'never reached'}"
    return [
        Cell(about.format),
        Cell(about.package or "–"),
        Cell(str(version), mark="" if about.version else "soft"),
        Cell(about.runtime),
    ]


def _machine(record: Record) -> Table:
    at = record.machine
    python = _uses(record, "python")
    facts = {
        "processor": at.cpu,
        "cores": at.cores,
        "pinned to core": at.pinned_to,
        "system": at.system,
        "Python": at.python if python else None,
        "compiler": at.compiler if python else None,
        "flags": at.flags if python else None,
        "runtime": ", ".join(_runtimes(record)) or None,
        "frequency governor": at.governor or "unknown",
        "load before": _load(at.load_before),
        "load after": _load(at.load_after),
        "clock": record.clock,
        "command": record.command,
    }
    rows = [[Cell(key), Cell(str(value))] for key, value in facts.items() if value is not None]
    columns = texts("what", "value")
    return Table("how-machine", "Machine and settings", columns, rows)


def _load(values: Optional[list[float]]) -> str:
    if not values:
        return "unknown"
    return f"{' '.join(f'{value:.2f}' for value in values)} (1, 5, 15 minutes)"


def _foot(record: Record) -> list[str]:
    settings = record.settings
    pinned = record.machine.pinned_to
    core = "" if pinned is None else f", pinned to core {pinned}"
    return [
        f"One process for each codec{core}, in random order (seed {settings.seed}); a round trip is checked first. "
        f"{settings.samples} samples of each cell, about {duration(settings.sample_ms * 1e6)} of processor time "
        f"each, freeing the result included; {_fewer(record)}. Medians; 95 % intervals from a bootstrap."
    ]


def _fewer(record: Record) -> str:
    """A sentence on cells with fewer samples than the setting."""
    asked = record.settings.samples
    counts = {
        f"{record.codecs[codec].name} at {source.name}": len(samples)
        for source in record.sources
        for codec, cell in source.cells.items()
        for samples in cell.samples.values()
        if len(samples) < asked
    }
    if not counts:
        return "no cell has fewer"
    least = min(counts, key=lambda where: counts[where])
    return f"{len(counts)} rows have fewer ({counts[least]} in {least})"
