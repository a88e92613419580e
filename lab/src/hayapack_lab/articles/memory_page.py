"""Memory of article B's records, and how time and memory grow with their number."""

from __future__ import annotations

from typing import Optional

from ..measure.record import Record
from ..measure.source import task_name
from ..statistics import growth
from ..statistics.growth import Points, Slope
from ..text.number_formats import byte_size, duration, times
from ..text.report_elements import Cell, Chart, Column, Section, Series, Table, Text
from ..text.report_tables import DASH, is_ours, name_cell

TITLE = "Memory and growth"
WHATS = ("encode", "decode")
KINDS = ("time", "memory")
CAPTIONS = (
    "Medians of the one-shot functions with the collector on, from article B's samples.",
    "Of “grown” in the table of peaks, for each number of records.",
)

METHOD = (
    "Memory is the peak resident set of a separate process for each codec, operation and number "
    "of article B's records. The encoding process makes the values, resets its peak, encodes once "
    "and reads the peak; the decoding process holds only the packed bytes before its call. "
    "“Grown” is the peak minus the memory before the call: for encode the bytes and the codec's "
    "working memory, for decode also the values. Each figure is one call with the collector on, "
    "so small differences are not significant."
)
SLOPES = (
    "A slope is the exponent of growth on log axes: 1 is linear, so ten times the records cost "
    "ten times as much. Its 95 % interval comes from the distances of the points from the line. "
    f"The verdict is worse than linear if the whole interval is above {1 + growth.TOLERANCE:g}, "
    f"and not clear if it extends beyond {1 + growth.DOUBT:g}; two points give no verdict. The "
    "last step is the slope between the two largest sizes. Memory is used from the first size at "
    f"which it grew by {byte_size(growth.MEASURABLE)} or more; below that, code loaded for the "
    "first call and free memory in the allocator hide it."
)
WHY = (
    "That is not hayapack's code: for each record it takes the same number of instructions, however many there are "
    "(lab/tests/judging/test_growth_steps.py counts them with valgrind). Long lists exceed the processor's caches, so that each "
    "object comes from memory and goes there, and the kernel clears each new page."
)
UNMEASURED = "Memory was not measured in this run."
NOT_RESET = (
    "The peak could not be reset on this system: “grown” misses memory below the peak that the "
    "process had before the call."
)


def section(record: Record) -> Section:
    """Peaks at the largest size, slopes with their flags, charts of both."""
    entries = record.memory
    codecs = _codecs(record, entries)
    parts: list = [Text(METHOD) if entries else Text(UNMEASURED)]
    if entries:
        parts.append(_peaks(record, entries))
    if any(entry.get("reset") is False for entry in entries):
        parts.append(Text(NOT_RESET, "soft"))
    if codecs:
        tables = (_slopes(record, entries, codecs, place) for place in range(len(KINDS)))
        slower = any(is_ours(codec) and kind == "time" for codec, _, kind, _ in worse(record))
        parts += [Text(SLOPES, "soft"), _verdict(record), *([Text(WHY)] if slower else []), *tables]
        parts += _charts(record, entries, codecs)
    return Section("memory", TITLE, parts)


def _codecs(record: Record, entries: list[dict]) -> list[str]:
    """The codecs of the memory part; without it, those that article B timed."""
    found = dict.fromkeys(entry["codec"] for entry in entries)
    if not found:
        found = dict.fromkeys(
            codec for source in record.sources if source.key.startswith(growth.SOURCE) for codec in source.cells
        )
    return [codec for codec in found if _points(record, entries, codec)]


def _points(record: Record, entries: list[dict], codec: str) -> bool:
    kinds = [growth.times(record, codec, task_name(f"reference {what}")) for what in WHATS]
    return any(kinds) or any(growth.memories(entries, codec, what) for what in WHATS)


def _peaks(record: Record, entries: list[dict]) -> Table:
    most = max(entry["records"] for entry in entries)
    at = {(e["codec"], e["what"]): e for e in entries if e["records"] == most}
    columns = [Column("codec", False), Column("packed")]
    for what in WHATS:
        columns += [
            Column(f"{what}: grown", hint="peak minus the memory before the call"),
            Column("of packed", hint="grown / packed size"),
            Column("whole peak", hint="of the process"),
        ]
    rows = []
    for codec in dict.fromkeys(codec for codec, _ in at):
        pair = [at.get((codec, what), {}) for what in WHATS]
        packed = next((entry["bytes"] for entry in pair if "bytes" in entry), None)
        size = DASH if packed is None else Cell(byte_size(packed), packed)
        cells = [cell for entry in pair for cell in _peak_cells(entry)]
        rows.append([name_cell(record, codec), size, *cells])
    caption = f"{most:,} records in one message; a fresh process and one call for each figure."
    return Table("memory-peaks", f"Peak memory, {most:,} records", columns, rows, caption)


def _peak_cells(entry: dict) -> list[Cell]:
    if "grown" not in entry:
        reason = f"failed: {entry['error']}" if "error" in entry else "–"
        return [Cell(reason, "", mark="soft"), DASH, DASH]
    grown, peak = entry["grown"], entry["peak"]
    part = grown / entry["bytes"]
    hint = f"{byte_size(entry['before'])} before; the call took {duration(entry['ns'])}"
    return [
        Cell(byte_size(grown), grown, hint=hint),
        Cell(f"× {times(part)}", part),
        Cell(byte_size(peak), peak),
    ]


def _slopes(record: Record, entries: list[dict], codecs: list[str], place: int) -> Table:
    """The table of slopes of time (place 0) or of memory (place 1)."""
    kind = KINDS[place]
    columns = [
        Column("codec", False),
        Column("operation", False),
        Column("slope", hint="with its 95 % interval"),
        Column("last step", hint="slope between the two largest sizes"),
        Column("a record costs", hint="at the largest size, of what it costs at the smallest"),
        Column("from … to records", False),
        Column("growth", False),
    ]
    rows = []
    for codec in codecs:
        for what in WHATS:
            cells = _slope_cells(_fits(record, entries, codec, what)[place])
            rows.append([name_cell(record, codec), Cell(what), *cells])
    return Table(f"memory-growth-{kind}", f"Growth of {kind}", columns, rows, CAPTIONS[place])


def _fits(record: Record, entries: list[dict], codec: str, what: str) -> list[Optional[Slope]]:
    """The slopes of time and of memory."""
    memory = growth.measurable(growth.memories(entries, codec, what))
    return [growth.fit(growth.times(record, codec, task_name(f"reference {what}"))), growth.fit(memory)]


def _slope_cells(slope: Optional[Slope]) -> list[Cell]:
    if slope is None:
        return [Cell("–", "", hint="fewer than two sizes", mark="soft"), DASH, DASH, DASH, DASH]
    text = f"{slope.value:.2f}"
    if slope.low is not None and slope.high is not None:
        text += f" ({slope.low:.2f} to {slope.high:.2f})"
    few, many = min(slope.points), max(slope.points)
    last = growth.fit(dict(list(slope.points.items())[-2:]))
    return [
        Cell(text, slope.value),
        Cell(f"{last.value:.2f}", last.value) if last else DASH,
        Cell(f"× {times(slope.dearer)}", slope.dearer),
        Cell(f"{few:,} … {many:,}", few),
        Cell(slope.verdict, mark="loss" if slope.verdict == growth.WORSE else ""),
    ]


def worse(record: Record) -> list[tuple[str, str, str, Slope]]:
    """What grows worse than linear: codec, operation, "time" or "memory", slope."""
    entries = record.memory
    return [
        (codec, what, kind, slope)
        for codec in _codecs(record, entries)
        for what in WHATS
        for kind, slope in zip(KINDS, _fits(record, entries, codec, what))
        if slope and slope.verdict == growth.WORSE
    ]


def _verdict(record: Record) -> Text:
    found = [
        f"{record.name(codec)} {what} ({kind}, slope {slope.value:.2f})" for codec, what, kind, slope in worse(record)
    ]
    if found:
        return Text(f"Worse than linear: {'; '.join(found)}.", "verdict")
    text = "Nothing grows worse than linear, among what has three sizes or more."
    return Text(text, "verdict")


def _charts(record: Record, entries: list[dict], codecs: list[str]) -> list[Chart]:
    found = []
    for what in WHATS:
        time = {codec: growth.times(record, codec, task_name(f"reference {what}")) for codec in codecs}
        label = "time of one call; less is better"
        found.append(_chart(record, f"growth-time-{what}", f"{what}: time", time, label, "ns"))
    for what in WHATS:
        grown = {codec: growth.memories(entries, codec, what) for codec in codecs}
        label = "memory grown; less is better"
        title = f"{what}: memory"
        found.append(_chart(record, f"growth-memory-{what}", title, grown, label, "bytes"))
    return [chart for chart in found if chart.x]


def _chart(record: Record, key: str, title: str, points: dict[str, Points], label: str, unit: str) -> Chart:
    sizes = sorted({records for found in points.values() for records in found})
    series = [
        Series(record.name(codec), [found.get(x) or None for x in sizes], ours=is_ours(codec))
        for codec, found in points.items()
    ]
    return Chart(
        key,
        "lines",
        f"{title} against the number of records",
        [float(x) for x in sizes],
        series,
        label,
        x_label="records in the message",
        y_unit=unit,
        y_log=True,
        x_log=True,
        caption="Linear growth is a straight line that rises tenfold for each tenfold of records.",
    )
