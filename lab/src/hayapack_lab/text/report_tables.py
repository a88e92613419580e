"""Cells, tables and series of reports, from records.

A codec that is missing, failed or was not reached still gets a cell, with the
reason in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import floor, inf, log, log10
from typing import Optional

from ..measure.record import NOT_REACHED, Record, RecordedCell, RecordedSource
from ..measure.source import task_of
from ..statistics import judge, stats
from ..statistics.judge import Judged
from .contract import CONTRACT
from .number_formats import byte_size, duration, listed, times
from .report_elements import Cell, Chart, Column, Series, Table, texts

DASH = Cell("–", "", mark="soft")
WAYS = {
    "encode": "encode, fair method",
    "decode": "decode, fair method",
    "reference encode": "encode, reference method",
    "reference decode": "decode, reference method",
    "reference round trip": "round trip, reference method",
    "article encode": "encode, the article's loop and clock",
    "article round trip": "round trip, the article's loop and clock",
    "encode prebuilt": "encode a prebuilt message",
    "open": "open only",
    "one field": "decode and read one field",
    "every field": "decode and read every field",
}
CONTRACT_CAPTION = (
    "What encoding takes and decoding gives, how much of a message decoding reads, whether it "
    "validates UTF-8, which objects the fair method reuses, what must be declared in advance, and what bytes of somebody else "
    "can do in the decode call besides making values."
)
VERDICT_CAPTION = (
    "Time is the median for one message; the ratio has a 95 % interval. The verdict is faster or "
    f"slower if the interval excludes 1 and exceeds {judge.NOISE}. A codec of a form that hayapack has too, such as LZ4 or a "
    "declared class, is compared with hayapack's of that form."
)
BEATS = "▲"  # marks a time that is shorter than hayapack's
OUR_KEYS = ("hayapack", "d_typeless")  # substrings in the keys of hayapack's codecs
# The fastest rivals of Python today, which articles A and B did not know; measured by the fair method only.
TODAYS = ("msgspec_msgpack", "ormsgpack", "amsgpack", "orjson")
NEARER = "Nearer to the lower left corner is better."  # of a chart of times and sizes
Show = Callable[[float], str]  # a time in ns, or a size in bytes, as text
Sources = dict[str, RecordedSource]  # an article's, by key


def is_ours(codec: str) -> bool:
    """Whether the codec is hayapack in any configuration."""
    return any(part in codec for part in OUR_KEYS)


def places_of_ours(codecs: Iterable[str]) -> frozenset[int]:
    """Which categories of a chart are hayapack's."""
    return frozenset(place for place, codec in enumerate(codecs) if is_ours(codec))


def speaks(codec: str) -> bool:
    """Whether the codec is the one that the others are compared with."""
    return codec in judge.OURS


def of_group(record: Record, group: str) -> Sources:
    """An article's sources by key, in the order of the record."""
    return {s.key: s for s in record.sources if s.group == group}


def codecs_of(sources: Iterable[RecordedSource]) -> list[str]:
    """Every codec with a cell in any of the sources, in order, without twins."""
    found = dict.fromkeys(codec for source in sources for codec in source.cells)
    return [codec for codec in found if codec not in judge.TWINS]


def also_measured(record: Record, sources: Iterable[RecordedSource], codecs: Iterable[str]) -> str:
    """The end of a sentence: those of the codecs that ran; "" if none did."""
    ran = [codec for codec in codecs if any(size_of(source, codec) for source in sources)]
    names = listed([record.name(codec) for codec in ran]) if ran else ""
    return f", and {names} {'is' if len(ran) == 1 else 'are'} measured too" if ran else ""


def name_cell(record: Record, codec: str) -> Cell:
    return Cell(record.name(codec), mark="ours" if speaks(codec) else "")


def words(task: str) -> tuple[str, str]:
    """A task in words, and "on" or "off" for the collector."""
    known = task_of(task)
    return WAYS.get(known.what, known.what), known.collector


def why_not(source: RecordedSource, codec: str, task: Optional[str] = None) -> Cell:
    """The cell for a missing time or size, with the reason as its hint.

    The report's table of failures has the reasons too.
    """
    cell = source.cells.get(codec)
    if cell is None:
        return DASH
    if cell.status != "ok":
        return Cell(fate(cell), "", hint=cell.error or "", mark="soft")
    absent = cell.absent.get(task_of(task).what if task else "")
    return Cell("–" if absent else "not timed", "", hint=absent or "", mark="soft")


def fate(cell: RecordedCell) -> str:
    """One or two words for a cell without results."""
    if cell.status == "failed":
        return "failed"
    return "not reached" if cell.error == NOT_REACHED else "not run"


def time_cells(
    source: Optional[RecordedSource], task: str, show: Show = duration, least: bool = False
) -> Callable[[str], Cell]:
    """A function from a codec to the cell with its median time in this task. least: with the shortest sample's."""
    if source is None:
        return lambda codec: DASH
    judged = {one.codec: one for one in judge.judge(source, task)}

    def cell(codec: str) -> Cell:
        one = judged.get(codec)
        if one is None:
            return why_not(source, codec, task)
        beats = f" {BEATS}" if mark(one) == "loss" else ""
        ns = min(judge.samples_of(source, codec, task)) if least else one.ns
        return Cell(show(ns) + beats, ns, hint=told(one), mark=mark(one))

    return cell


def mark(one: Judged) -> str:
    if speaks(one.codec):
        return "ours"
    return "loss" if one.verdict == judge.FASTER and not is_ours(one.codec) else ""


def told(one: Judged) -> str:
    """A time's ratio, interval, verdict and number of samples in one line."""
    if one.ratio is None:
        return f"{one.samples} samples"
    return f"{ratio_text(one)} of hayapack's time, {one.verdict}; {one.samples} samples"


def ratio_text(one: Judged) -> str:
    """× 1.42 (1.40 to 1.44)"""
    if one.ratio is None:
        return ""
    text = f"× {times(one.ratio.value)}"
    if one.ratio.low is None or one.ratio.high is None:
        return text
    return f"{text} ({times(one.ratio.low)} to {times(one.ratio.high)})"


def figures(value: float) -> str:
    """Three digits, never with an exponent: 0.000202, 3.90, 1,234."""
    if value >= 100 or value <= 0:
        return f"{value:,.0f}"
    return f"{value:.{2 - floor(log10(value))}f}"


def fraction(part: Optional[float], whole: Optional[float]) -> Optional[float]:
    return None if part is None or not whole else part / whole


def percent_cell(part: Optional[float]) -> Cell:
    return DASH if part is None else Cell(f"{100 * part:.0f} %", part)


def ratio_cell(part: Optional[float]) -> Cell:
    return DASH if part is None else Cell(f"× {times(part)}", part)


def number_cell(value: Optional[float], text: str) -> Cell:
    return DASH if value is None else Cell(text.format(value), value)


def floor_cell(source: Optional[RecordedSource], task: str) -> Cell:
    part = judge.floor(source, task) if source else None
    return DASH if part is None else Cell(f"{100 * part:.1f} %", "", mark="soft")


def against_size(key: str, title: str, record: Record, source: RecordedSource, round_trips: dict[str, float]) -> Chart:
    """A dot for each codec: the time of its round trip and the size. A picture for docs/benchmarks.md."""
    sizes = {codec: size for codec in round_trips if (size := size_of(source, codec))}
    series = [
        Series(whose, [round_trips[codec] if is_ours(codec) is ours else None for codec in sizes], ours=ours)
        for whose, ours in (("hayapack", True), ("rivals", False))
    ]
    caption = f"{len(sizes)} codecs without type names. Medians. {NEARER}"
    return scatter(
        key, title, [*sizes.values()], series, [record.name(codec) for codec in sizes], caption, picture=True
    )


def scatter(
    key: str,
    title: str,
    sizes: list,
    series: list[Series],
    labels: list[str],
    caption: str = NEARER,
    picture: bool = False,
) -> Chart:
    """Round trips against sizes, a dot for each codec."""
    axes = {"y_unit": "ns", "y_log": True, "x_log": True, "x_unit": "bytes"}
    more = {"labels": labels, "caption": caption, "picture": picture}
    return Chart(key, "scatter", title, sizes, series, "encode and decode", "size", **axes, **more)


def median_of(source: Optional[RecordedSource], codec: str, task: str) -> Optional[float]:
    """Nanoseconds a message."""
    samples = judge.samples_of(source, codec, task) if source else []
    return stats.median(samples) if samples else None


def size_of(source: Optional[RecordedSource], codec: str, kind: str = "size") -> Optional[float]:
    """Bytes of one message; None if unknown.

    kind: "size", or "post_size" for the output of the article's one-shot function.
    """
    cell = source.cell(codec) if source else RecordedCell()
    size = getattr(cell, kind)
    return size / source.messages if source and cell.status == "ok" and size is not None else None


def size_cell(source: Optional[RecordedSource], codec: str, show: Show = byte_size, kind: str = "size") -> Cell:
    size = size_of(source, codec, kind)
    if size is None:
        return why_not(source, codec) if source else DASH
    return Cell(show(size), size, mark="ours" if speaks(codec) else "")


def verdict_table(record: Record) -> Table:
    """Every codec in every task against hayapack, with interval and verdict."""
    columns = ["codec", "data", "method", "collector", "time", "of hayapack's", "verdict", "samples"]
    numeric = {"time", "of hayapack's", "samples"}
    rows = [
        _verdict_row(record, source, task, one)
        for source in record.sources
        for task in source.tasks
        for one in judge.judge(source, task)
    ]
    headings = [Column(column, column in numeric) for column in columns]
    return Table("how-verdicts", "Each codec against hayapack", headings, rows, VERDICT_CAPTION, wide=True)


def _verdict_row(record: Record, source: RecordedSource, task: str, one: Judged) -> list[Cell]:
    way, collector = words(task)
    ratio = Cell(ratio_text(one), one.ratio.value, mark=mark(one)) if one.ratio else DASH
    return [
        name_cell(record, one.codec),
        Cell(source.name),
        Cell(way),
        Cell(collector),
        Cell(duration(one.ns), one.ns),
        ratio,
        Cell(one.verdict or "–", mark=mark(one)),
        Cell(str(one.samples), one.samples),
    ]


def contract_table(record: Record, key: str, codecs: Iterable[str]) -> Table:
    """What each codec does in its time."""
    rows = []
    for codec in codecs:
        about = record.codec(codec)
        cells = [Cell(getattr(about.contract, field, "") or "–") for field in CONTRACT]
        rows.append([name_cell(record, codec), *cells, Cell(about.loses or "–")])
    columns = texts("codec", *CONTRACT.values(), "loses in general")
    return Table(key, "What each codec does in its time", columns, rows, CONTRACT_CAPTION)


def series(
    record: Record,
    codec: str,
    sources: Sequence[Optional[RecordedSource]],
    task: str,
    scales: Optional[list[float]] = None,
) -> Series:
    """A codec's median times over the sources with their 95 % intervals, each times its scale."""
    points = [_point(source, codec, task) for source in sources]
    scales = scales or [1.0] * len(points)

    def column(pick: Callable) -> list[Optional[float]]:
        return [
            None if point is None or pick(point) is None else pick(point) * scale
            for point, scale in zip(points, scales)
        ]

    return Series(
        record.name(codec),
        column(lambda point: point.value),
        column(lambda point: point.low),
        column(lambda point: point.high),
        ours=is_ours(codec),
        hints=[_lost(source, codec) for source in sources],
    )


def fastest_first(shown: list[Series]) -> list[Series]:
    """The series by their geometric mean; those that lack values come last."""

    def rank(one: Series) -> tuple[int, float]:
        values = [value for value in one.y if value]
        mean = sum(map(log, values)) / len(values) if values else inf
        return len(one.y) - len(values), mean

    return sorted(shown, key=rank)


def counted(shown: list[Series]) -> str:
    """How many series of a chart have a value: "7 codecs"."""
    count = sum(any(value is not None for value in one.y) for one in shown)
    return f"{count} codec{'' if count == 1 else 's'}"


def _point(source: Optional[RecordedSource], codec: str, task: str) -> Optional[stats.Ratio]:
    """The median and its interval, as the ratio to a constant 1."""
    samples = judge.samples_of(source, codec, task) if source else []
    return stats.ratio(samples, [1.0] * stats.LEAST) if samples else None


def _lost(source: Optional[RecordedSource], codec: str) -> str:
    losses = source.cell(codec).losses if source else None
    return f"loses: {losses[0]}" if losses else ""
