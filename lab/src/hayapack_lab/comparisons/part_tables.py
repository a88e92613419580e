"""Comparisons of parts: tasks that only some codecs have, beside the nearest of the others. A part is a table."""

from __future__ import annotations

from typing import NamedTuple, Optional, Union

from .. import workloads
from ..data.missing import NotFetched
from ..measure.record import Record, RecordedSource
from ..measure.source import Source, Task, task_name, task_of
from ..statistics import stats
from ..statistics.judge import samples_of
from ..statistics.stats import Ratio
from ..text.number_formats import byte_size, duration
from ..text.report_elements import Cell, Section, Table, Text, numbers, texts
from .ratio_tables import failures, ratio_cell

Goal = Union[float, list[float], None]


class Part(NamedTuple):
    """A table of the page, or a row of one. `ours`: hayapack's rows, as (codec, task); other rows are the alternatives."""

    sentence: str
    workload: str
    size: int
    codecs: list[str]
    tasks: tuple[str, ...]
    ours: list[tuple[str, str]]
    # Set before the measurement: the least ratio of the fastest other row's time to that of ours[0]; a list: to that
    # of each of `ours`.
    goal: Goal = None
    table: str = ""  # the title of the table of which this part is a row, for parts with one row of hayapack's


def sources(
    parts: dict[str, Part], only: Optional[list[str]], codecs: Optional[list[str]], seed: int
) -> tuple[list[Source], dict[str, str]]:
    found, missing = [], {}
    for key in only or parts:
        part = parts[key]
        workload = workloads.get(part.workload)
        try:
            if getattr(workload, "DOCUMENT", False):
                workload.make(seed, part.size)
        except NotFetched as error:
            missing[key] = str(error)
            continue
        found.append(
            Source(
                key=key,
                name=key,
                sentence=part.sentence,
                fields={"workload": part.workload, "seed": seed, "size": part.size},
                codecs=[codec for codec in part.codecs if not codecs or codec in codecs],
                tasks=[Task(task) for task in part.tasks],
                needs=getattr(workload, "NEEDS", frozenset()),
                group=part.table or key,  # ends the processes, whose memory the next part needs
                compress=False,
                seconds=60.0,
                facts=facts(part.ours, part.goal, part.table),
            )
        )
    return found, missing


def facts(ours: list[tuple[str, str]], goal: Goal, table: str = "", against: str = "") -> dict:
    """What the tables of a source need. against: the codec that the goals are for; "": the fastest other row."""
    return {
        "ours": [[codec, task_name(task)] for codec, task in ours],
        "goal": goal,
        "table": table,
        "against": against,
    }


def _rows(record: Record, source: RecordedSource) -> list[tuple[str, list[float], bool]]:
    """(what, samples, whether it is hayapack's), the fastest first."""
    found = []
    for codec in source.cells:
        for task in source.tasks:
            samples = samples_of(source, codec, task)
            if samples:
                found.append((_name(record, codec, task), samples, [codec, task] in source.ours))
    return sorted(found, key=lambda row: stats.median(row[1]))


def _name(record: Record, codec: str, task: str) -> str:
    what, name = task_of(task).what, record.name(codec)
    return name if what == "cat" else f"{name}: {what}"


def _peaks(record: Record, source: RecordedSource) -> dict[str, int]:
    """The most bytes that one call allocated, by what; of the workers that tell."""
    return {
        _name(record, codec, task): cell.peaks[task_of(task).what]
        for codec, cell in source.cells.items()
        for task in source.tasks
        if cell.peaks
    }


def _ratio(found: list[tuple[str, list[float], bool]], samples: list[float]) -> tuple[str, Optional[Ratio]]:
    """The fastest of the others, and its time / this one's."""
    for name, other, ours in found:
        if not ours:
            return name, stats.ratio(other, samples)
    return "", None


def sections(record: Record) -> list[Section]:
    lost: list[Text] = []
    found: dict[str, Section] = {}
    for source in record.sources:
        table = source.table
        if not table:
            found[source.key] = _section(record, source, lost)
        elif table not in found:
            rows = [other for other in record.sources if other.table == table]
            found[table] = _rows_section(record, table, rows, lost)
    return [
        Section("losses", "Where hayapack loses", [*(lost or [Text("In no row.")])]),
        *found.values(),
        failures(record),
    ]


def _goals(record: Record, source: RecordedSource) -> dict[tuple[str, str], float]:
    """The goals of the rows of hayapack that were measured, by (codec, task)."""
    goal = source.goal
    goals = goal if isinstance(goal, list) else [goal] if goal else []
    return {(codec, task): each for (codec, task), each in zip(source.ours, goals) if codec in record.codecs}


def _section(record: Record, source: RecordedSource, lost: list[Text]) -> Section:
    """The table of a part. Adds to `lost` what hayapack loses."""
    found = _rows(record, source)
    peaks = _peaks(record, source)
    goals = _goals(record, source)
    least = min([1, *goals.values()])  # decompressing takes longer than not to
    cells = []
    for name, samples, ours in found:
        rival, ratio = _ratio(found, samples) if ours else ("", None)
        time = stats.median(samples)
        memory = [Cell(byte_size(peaks[name]), peaks[name])] if name in peaks else []
        cells.append([Cell(name, mark="ours" if ours else ""), Cell(duration(time), time), *memory,
                      ratio_cell(ratio) if ours else Cell("")])  # fmt: skip
        if ratio and ratio.value < least:
            lost.append(Text(f"{name}: {rival} takes {ratio_cell(ratio).text} of its time."))
    columns = [*texts("what"), *numbers("time", *(["memory"] if peaks else []), "fastest other / hayapack's")]
    table = Table(source.key, source.name, columns, cells, source.sentence)
    reached = []
    for row, goal in goals.items():
        text, missed = _goal(record, source, found, row, goal)
        reached += [Text(text)] if text else []
        lost += [Text(text)] if missed else []
    return Section(source.key, source.name, [table, *reached])


def _rows_section(record: Record, title: str, sources: list[RecordedSource], lost: list[Text]) -> Section:
    """The table of which each source is a row. Adds to `lost` the rows that miss their goal."""
    cells, compared, reached = [], 0, 0
    task = sources[0].tasks[0]
    for source in sources:
        found = _rows(record, source)
        mine = next((samples for _, samples, ours in found if ours), [])
        if not mine:
            continue
        name, ratio = _ratio(found, mine)
        rival = name.removesuffix(f": {task_of(task).what}")
        time = stats.median(mine)
        its = stats.median(next(samples for _, samples, ours in found if not ours)) if ratio else 0.0
        cells.append([Cell(source.name, hint=source.sentence), Cell(duration(time), time), Cell(rival or "–"),
                      Cell(duration(its) if ratio else "–", its), ratio_cell(ratio)])  # fmt: skip
        if ratio:
            compared += 1
            reached += ratio.value >= source.goal
            if ratio.value < source.goal:
                lost.append(Text(f"{title}, {source.name}: {rival} takes {ratio_cell(ratio).text} of hayapack's time."))
    columns = [*texts("data"), *numbers("hayapack's time"), *texts("fastest other"), *numbers("its time", "ratio")]
    caption = f"{_name(record, *sources[0].ours[0])}; ratio: the fastest other's time / hayapack's."
    goal = f"{reached} of {compared} rows reach the goal, set before the measurement: {sources[0].goal:.2g}."
    table = Table(title, title, columns, cells, caption)
    return Section(title, title, [table, *([Text(goal)] if compared else [])])


def _goal(record: Record, source: RecordedSource, found: list, row: tuple[str, str], goal: float) -> tuple[str, bool]:
    """The sentence about one of hayapack's rows, (codec, task), and its goal, and whether that was missed."""
    samples = samples_of(source, *row)
    if source.against:
        against = _name(record, source.against, row[1])
        found = [other for other in found if other[0] == against]
    rival, ratio = _ratio(found, samples) if samples else ("", None)
    if not ratio:
        return "", False
    missed = ratio.value < goal
    text = f"{_name(record, *row)}, against {rival}: {ratio.value:.2f} times; the goal, set before the measurement, is {goal:.3g}"
    return f"{text}: {'missed' if missed else 'reached'}.", missed
