"""The tables of a comparison: losses, sizes, means, every row, and what was not run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from ..articles import losses
from ..measure.record import Record, RecordedCell, RecordedSource
from ..statistics import stats
from ..statistics.judge import samples_of
from ..statistics.stats import Ratio
from ..text.number_formats import duration
from ..text.report_elements import Cell, Section, Table, Text, numbers, texts

SMALLER = 0.995  # share of hayapack's size below which another codec is called smaller
BEST = ""  # in `Comparison.ratios`: the fastest rival of the row
EVERY = "all rows"
RATIOS = (
    "Ratios are other time / hayapack's with a 95 % interval; above 1, hayapack is faster. `=` marks an "
    "interval that includes 1: no difference. A codec that fails or loses data in a row has no ratio."
)


@dataclass(frozen=True)
class Comparison:
    """What is compared. Codecs are keys."""

    ours: str
    rivals: tuple[str, ...]
    usual: str  # the rival that most programs use
    tasks: dict[str, str]  # task -> title
    ratios: dict[str, tuple[str, str]]  # further columns: title -> codec over codec; BEST: the row's fastest rival
    goals: dict[
        str, dict[str, float]
    ]  # set before the measurement, for rows without a +: column -> task -> geometric mean
    words: str = ""  # what the columns mean
    beside: dict[str, str] = field(
        default_factory=dict
    )  # task -> one without a table, whose ratio is a column of its table


@dataclass
class Row:
    """One workload in one task."""

    name: str
    task: str
    kind: str  # rows of one kind have means of their own; may be ""
    extra: bool
    ours: Optional[float] = None  # nanoseconds per message
    best: str = ""  # the fastest rival's name
    rivals: dict[str, Ratio] = field(default_factory=dict)  # each rival that keeps the data / hayapack
    ratios: dict[str, Ratio] = field(default_factory=dict)  # by column; BEST: the fastest rival / hayapack
    why: str = ""  # the reason for an empty cell

    @property
    def ratio(self) -> Optional[Ratio]:
        return self.ratios.get(BEST)

    @property
    def title(self) -> str:
        return self.name + (" +" if self.extra else "")


def rows(record: Record, made: Comparison, task: str) -> list[Row]:
    """The rows of the sources that have the task, the worst first."""
    found = [_row(record, made, source, task) for source in record.sources if task in source.tasks]
    return sorted(found, key=lambda row: row.ratio.value if row.ratio else 0)


def every(record: Record, made: Comparison) -> list[Row]:
    return [row for task in made.tasks for row in rows(record, made, task)]


def _row(record: Record, made: Comparison, source: RecordedSource, task: str) -> Row:
    cells = source.cells
    row = Row(source.name, task, source.kind, source.extra)
    lossless = (codec for codec, cell in cells.items() if not cell.losses)
    good = {codec: samples for codec in lossless if (samples := samples_of(source, codec, task))}
    rivals = {codec: stats.median(good[codec]) for codec in made.rivals if codec in good}
    best = min(rivals, key=lambda codec: rivals[codec]) if rivals else BEST
    for title, (over, under) in made.ratios.items():
        if (over or best) in good and under in good:
            row.ratios[title] = stats.ratio(good[over or best], good[under])
    if made.ours not in good:
        cell = source.cell(made.ours)
        row.why = cell.error or "; ".join(cell.losses) or "not run"
        return row
    row.ours = stats.median(good[made.ours])
    row.rivals = {record.name(codec): stats.ratio(good[codec], good[made.ours]) for codec in rivals}
    if best:
        row.best = record.name(best)
        row.ratios[BEST] = stats.ratio(good[best], good[made.ours])
    return row


def sections(record: Record, made: Comparison) -> list[Section]:
    by_task = {task: rows(record, made, task) for task in made.tasks}
    by_task = {task: found for task, found in by_task.items() if found}
    every_row: list = [Text(" ".join((RATIOS, made.words)))]
    beside = made.beside.values()
    every_row += [_rows(made, task, by_task) for task in by_task if task not in beside]
    return [
        Section("losses", losses.TITLE, list(losses.times(record))),
        _smaller(record, made),
        _means(made, by_task),
        Section("rows", "Every row, the worst first", every_row),
        failures(record),
    ]


@dataclass(frozen=True)
class Smaller:
    """A codec that keeps the data in fewer bytes, plain or both after zstd."""

    codec: str
    data: str
    size: int
    ours: int

    @property
    def share(self) -> float:
        return self.size / self.ours


def smaller(record: Record, made: Comparison) -> list[Smaller]:
    """The smallest share first."""
    found = []
    for source in record.sources:
        sizes = {codec: _sizes(cell) for codec, cell in source.cells.items()}
        ours = sizes.get(made.ours) or {}
        for codec, of_codec in sizes.items():
            for suffix, size in of_codec.items():
                if suffix in ours and size < SMALLER * ours[suffix]:
                    name = record.name(codec) + suffix
                    found.append(Smaller(name, source.name, size, ours[suffix]))
    return sorted(found, key=lambda one: (one.share, one.codec, one.data))


def _smaller(record: Record, made: Comparison) -> Section:
    title, found = "Smaller than hayapack", smaller(record, made)
    if not found:
        return Section("smaller", title, [Text("No codec that keeps the data, in any row.")])
    cells = [
        [
            Cell(one.codec),
            Cell(one.data),
            Cell(f"{100 * one.share:.1f} %", one.share),
            Cell(f"{one.size:,} B", one.size),
            Cell(f"{one.ours:,} B", one.ours),
        ]
        for one in found
    ]
    columns = [*texts("codec", "data"), *numbers("its size / hayapack's", "its size", "hayapack's")]
    caption = "All messages of a row together; with zstd: compared with hayapack and zstd."
    return Section(
        "smaller", title, [Table("smaller", "Codecs that keep the data in fewer bytes", columns, cells, caption)]
    )


def _sizes(cell: RecordedCell) -> dict[str, int]:
    """The bytes of a codec that keeps the data, by what its name gets: nothing, or the compressor."""
    if cell.status != "ok" or cell.losses or cell.size is None:
        return {}
    zstd = cell.compressed.get("zstd")
    return {"": cell.size, **({" + zstd": zstd} if zstd else {})}


def _values(found: list[Row], column: str) -> list[float]:
    return [row.ratios[column].value for row in found if column in row.ratios]


def _averages(found: list[Row], column: str) -> list[Cell]:
    """The geometric mean, and the median, which no single row moves."""
    values = _values(found, column)
    averages = [stats.geometric_mean(values), stats.median(values)] if values else []
    return [Cell(f"{value:.2f}", value) for value in averages] or [Cell("–")] * 2


def _means(made: Comparison, by_task: dict[str, list[Row]]) -> Section:
    """Of the rows that the goals are for, of all, and of each kind of data: no mean tells what one program gains."""
    kinds = list(dict.fromkeys(row.kind for found in by_task.values() for row in found if row.kind))
    goals = {task: any(task in of_column for of_column in made.goals.values()) for task in by_task}
    groups = {"rows without a +": lambda row: not row.extra} if any(goals.values()) else {}
    groups[EVERY] = lambda row: True
    groups.update({kind: lambda row, kind=kind: row.kind == kind for kind in sorted(kinds)})
    cells = []
    for group, chosen in groups.items():
        for column in made.goals:
            line = [Cell(group), Cell(column or "best rival / hayapack")]
            for task, found in by_task.items():
                line += _averages([row for row in found if chosen(row)], column)
                if goals[task]:
                    goal = made.goals.get(column, {}).get(task) if group == "rows without a +" else None
                    line.append(Cell("" if goal is None else f"{goal:.1f}", goal))
            cells.append(line)
    titles = [title for task in by_task for title in (made.tasks[task], "median", *(["goal"] if goals[task] else []))]
    caption = "The goals are for the means, set before the measurement, for the rows without a +; rows with one were added later."
    caption = caption if any(goals.values()) else ""
    columns = [*texts("rows", "ratio"), *numbers(*titles)]
    return Section("means", "Geometric means", [Table("means", "Means of the ratios", columns, cells, caption)])


def _rows(made: Comparison, task: str, by_task: dict[str, list[Row]]) -> Table:
    other = made.beside.get(task, "")
    others = {row.name: row.ratio for row in by_task.get(other, [])}
    cells = [
        [
            Cell(row.title),
            Cell(duration(row.ours), row.ours) if row.ours else Cell(f"not run: {row.why}"),
            ratio_cell(row.ratio),
            Cell(row.best or "–"),
            *(ratio_cell(row.ratios.get(title), short=True) for title in made.ratios),
            *([ratio_cell(others.get(row.name))] if others else []),
        ]
        for row in by_task[task]
    ]
    more = [f"best rival / hayapack, {made.tasks[other]}"] if others else []
    columns = [
        *texts("row"),
        *numbers("hayapack", "best rival / hayapack"),
        *texts("rival"),
        *numbers(*made.ratios, *more),
    ]
    return Table("rows-" + task.replace(" ", "-"), made.tasks[task], columns, cells)


def failures(record: Record) -> Section:
    """What was not run, failed or lost data."""
    missing = [Text(f"{name}: not run: {why}.") for name, why in record.not_run.items()]
    return Section("failed", "Not run, failed or lossy", [*missing, losses.failed(record, lossy=True)])


def spread(record: Record) -> str:
    """The median spread of all cells' samples."""
    spreads = [
        stats.spread(samples)
        for source in record.sources
        for cell in source.cells.values()
        for samples in cell.samples.values()
    ]
    return f"{100 * stats.median(spreads):.1f} %" if spreads else "none"


def ratio_cell(ratio: Optional[Ratio], short: bool = False) -> Cell:
    if ratio is None:
        return Cell("–")
    interval = "" if short or ratio.low is None else f" ({ratio.low:.2f}–{ratio.high:.2f}){'' if ratio.sure else ' ='}"
    return Cell(f"{ratio.value:.2f}{interval}", ratio.value)
