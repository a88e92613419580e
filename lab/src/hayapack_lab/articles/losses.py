"""Where hayapack loses: every cell in which another codec is faster, smaller or lighter.

This is the report's first section. A codec that does less work is included, and
the row says what it does not do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from ..measure.record import Record, RecordedSource
from ..statistics import judge
from ..statistics.judge import Judged
from ..text.number_formats import byte_size, duration, listed
from ..text.number_formats import times as multiple
from ..text.report_elements import Cell, Section, Table, Text, numbers, texts
from ..text.report_tables import fate, is_ours, mark, name_cell, ratio_text, size_of, words
from . import memory_page

TITLE = "Where hayapack loses"
MEMORY_CHANCE = 0.03  # share by which the peaks of two equal calls may differ
NAMED = 4  # codecs that failed for one reason, by name
COMPARABLE = (judge.FASTER, judge.SLOWER, judge.SAME, judge.TOO_FEW)

# Key, title and caption of the two tables of times.
FASTER = (
    "losses-faster",
    "Faster than hayapack",
    f"Every cell in which a codec is faster than hayapack by more than {judge.NOISE}, "
    "worst first. × 0.50 is half of hayapack's time.",
)
EVEN = (
    "losses-even",
    "No different from hayapack",
    f"The interval includes 1, or the difference is within {judge.NOISE}.",
)


@dataclass(frozen=True)
class Rival:
    """A codec that is not slower than hayapack in one task."""

    record: Record  # the page's, or one beside it
    source: RecordedSource
    task: str
    judged: Judged
    ours: Judged


def section(record: Record) -> Section:
    parts: list = times(record)
    smaller = _smaller_table(record)
    parts.append(smaller if smaller.rows else Text("No codec wrote fewer bytes than hayapack."))
    lighter = _memory_table(record)
    if lighter.rows:
        parts.append(lighter)
    parts += [Text(text) for text in _growth(record)]
    parts.append(failed(record))
    return Section("losses", TITLE, parts)


def times(record: Record) -> list[Union[Text, Table]]:
    """The codecs that are not slower."""
    found, counts = compared(record)
    parts: list[Union[Text, Table]] = [Text(sentence(counts, record.runs), "verdict")]
    quicker = [one for one in found if one.judged.verdict == judge.FASTER]
    if quicker:
        parts.append(_times_table(record, quicker, *FASTER))
    even = [one for one in found if one.judged.verdict == judge.SAME]
    if even:
        parts.append(_times_table(record, even, *EVEN, wide=True))
    return parts


def compared(record: Record) -> tuple[list[Rival], dict[str, int]]:
    """The codecs that are not slower than hayapack in the same form, fastest first, and the number of each verdict.

    Those of the runs beside the record are included.
    """
    found, counts = [], dict.fromkeys(COMPARABLE, 0)
    for run in record.runs:
        for source in run.sources:
            for task in source.tasks:
                judged = {one.codec: one for one in judge.judge(source, task)}
                for codec, one in judged.items():
                    ours = judged.get(judge.ours_beside(source, codec, task) or "")
                    if ours is None or is_ours(codec) or one.verdict not in counts:
                        continue
                    counts[one.verdict] += 1
                    if one.verdict != judge.SLOWER:
                        found.append(Rival(run, source, task, one, ours))
    return sorted(found, key=lambda rival: rival.judged.ratio.value), counts


def sentence(counts: dict[str, int], runs: Sequence[Record] = ()) -> str:
    """All verdicts in one line. runs: named where there are several."""
    total = sum(counts.values())
    if not total:
        return "Nothing was compared with hayapack in this run."
    where = f" ({listed([run.machine.python for run in runs])})" if len(runs) > 1 else ""
    text = (
        f"Of {total:,} comparisons of another codec's time with hayapack's{where}, the other was faster "
        f"in {counts[judge.FASTER]:,} and slower in {counts[judge.SLOWER]:,}; in "
        f"{counts[judge.SAME]:,} the difference was within the noise"
    )
    few = counts[judge.TOO_FEW]
    return f"{text}, and in {few:,} there were too few samples to tell." if few else f"{text}."


def remarks(record: Record, source: RecordedSource, codec: str) -> str:
    """What the codec does differently from hayapack: losses here, and its contract; and what both do, if it is unsafe."""
    cell = source.cell(codec)
    contract = record.codec(codec).contract
    found = []
    if cell.losses:
        found.append(f"lossy: {cell.losses[0]}")
    if cell.note:
        found.append(cell.note)
    if _compressed(record, codec):
        found.append("compressed")
    if contract and contract.reads != "all":
        found.append(f"reads {contract.reads}")
    if contract and contract.schema != "none":
        found.append(f"needs a schema: {contract.schema}")
    both, careless = _careless(record, judge.our_codec(source) or ""), _careless(record, codec)
    found += [said for said in careless if said not in both]
    shared = [said for said in careless if said in both]
    found += [f"as hayapack here: {', '.join(shared)}"] if shared else []
    return "; ".join(found)


def _careless(record: Record, codec: str) -> list[str]:
    """What the codec's decode call does not check, and what foreign bytes can do in it."""
    contract = record.codec(codec).contract
    found = ["text is not checked"] if contract and contract.utf8.startswith("not") else []
    return [*found, f"unsafe: {contract.unsafe}"] if contract and contract.unsafe else found


def _times_table(record: Record, found: list[Rival], key: str, title: str, caption: str, wide: bool = False) -> Table:
    columns = [
        *texts("codec", "data", "method", "collector"),
        *numbers("its time / hayapack's", "its time", "hayapack's"),
        *texts("remarks"),
    ]
    rows = [_times_row(record, rival) for rival in found]
    return Table(key, title, columns, rows, caption, wide)


def _times_row(record: Record, rival: Rival) -> list[Cell]:
    way, collector = words(rival.task)
    one, run = rival.judged, rival.record
    suffix = "" if run is record else f", {run.machine.python}"
    return [
        name_cell(run, one.codec),
        Cell(f"{rival.source.name}{suffix}"),
        Cell(way),
        Cell(collector),
        Cell(ratio_text(one), one.ratio.value, mark=mark(one)),
        Cell(duration(one.ns), one.ns),
        Cell(duration(rival.ours.ns), rival.ours.ns, mark="ours"),
        Cell("; ".join(filter(None, (_form(rival), remarks(run, rival.source, one.codec)))), mark="soft"),
    ]


def _form(rival: Rival) -> str:
    """hayapack's codec, where it is not the one that represents it."""
    ours = rival.ours.codec
    return "" if ours == judge.our_codec(rival.source) else f"compared with {rival.record.name(ours)}"


def _smaller_table(record: Record) -> Table:
    rows = []
    for source in record.sources:
        for codec in source.cells:
            size, ours = size_of(source, codec), _ours_beside(record, source, codec)
            least = size_of(source, ours or "")
            if least and size is not None and size < least and not is_ours(codec):
                rows.append(_smaller_row(record, source, codec, ours or ""))
    rows.sort(key=lambda row: row[2].sort)
    columns = [
        *texts("codec", "data"),
        *numbers("its size / hayapack's", "its size", "hayapack's"),
        *texts("compared with", "remarks"),
    ]
    caption = "Worst first. A compressed codec is compared with hayapack's smallest compressed one."
    return Table("losses-smaller", "Smaller than hayapack", columns, rows, caption)


def _compressed(record: Record, codec: str) -> bool:
    return " + " in record.codec(codec).format


def _ours_beside(record: Record, source: RecordedSource, codec: str) -> str | None:
    """The codec of hayapack whose size a codec's is compared with."""
    if _compressed(record, codec):
        sizes = {
            ours: size
            for ours in source.cells
            if is_ours(ours) and _compressed(record, ours) and (size := size_of(source, ours))
        }
        if sizes:
            return min(sizes, key=lambda ours: sizes[ours])
    same = judge.SAME_FORM.get(codec, "")
    return same if size_of(source, same) else judge.our_codec(source)


def _smaller_row(record: Record, source: RecordedSource, codec: str, beside: str) -> list[Cell]:
    size, ours = size_of(source, codec) or 0.0, size_of(source, beside) or 0.0
    share = 100 * size / ours
    return [
        name_cell(record, codec),
        Cell(source.name),
        Cell(f"{share:.1f} %" if share < 99.95 else f"{share:.2f} %", share, mark="loss"),
        Cell(byte_size(size), size),
        Cell(byte_size(ours), ours, mark="ours"),
        Cell(record.name(beside)),
        Cell(remarks(record, source, codec), mark="soft"),
    ]


def _memory_table(record: Record) -> Table:
    """At the largest number of records, if the difference is more than chance."""
    entries = [entry for entry in record.memory if "grown" in entry]
    most = max((entry["records"] for entry in entries), default=0)
    at = {(e["codec"], e["what"]): e["grown"] for e in entries if e["records"] == most}
    rows = []
    for (codec, what), grown in at.items():
        ours = next((at[key, what] for key in judge.OURS if (key, what) in at), None)
        if ours and grown < ours * (1 - MEMORY_CHANCE) and not is_ours(codec):
            share = 100 * grown / ours
            rows.append(
                [
                    name_cell(record, codec),
                    Cell(f"B {most:,} records, {what}"),
                    Cell(f"{share:.1f} %", share, mark="loss"),
                    Cell(byte_size(grown), grown),
                    Cell(byte_size(ours), ours, mark="ours"),
                ]
            )
    columns = [
        *texts("codec", "data"),
        *numbers("its memory / hayapack's", "its memory", "hayapack's"),
    ]
    caption = "The rise of the peak in one call; see “Memory and growth”."
    return Table("losses-memory", "Less memory than hayapack", columns, rows, caption)


def _growth(record: Record) -> list[str]:
    """The measurements in which hayapack itself grows worse than linear."""
    return [
        f"hayapack's {what} takes {multiple(slope.dearer)} times as much {kind} for a record among {max(slope.points):,} as for one "
        f"among {min(slope.points):,} (see “Memory and growth”)."
        for codec, what, kind, slope in memory_page.worse(record)
        if is_ours(codec)
    ]


def _named(names: list[str]) -> Cell:
    """The codecs of one row, the first ones only where there are many."""
    if len(names) <= NAMED + 1:
        return Cell(listed(names))
    return Cell(f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more", hint=", ".join(names))


def failed(record: Record, lossy: bool = False) -> Union[Text, Table]:
    """Each reason once, with the codecs and the data that it affects. lossy: with the codecs that lost data, too."""
    affected: dict[tuple[str, str, str], list[str]] = {}
    for source in record.sources:
        for codec, cell in source.cells.items():
            if cell.status != "ok":
                affected.setdefault((codec, fate(cell), cell.error or ""), []).append(source.name)
            elif lossy and cell.losses:
                affected.setdefault((codec, "lossy", "; ".join(cell.losses)), []).append(source.name)
    together: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for (codec, what, error), data in affected.items():
        together.setdefault((what, error, tuple(data)), []).append(record.name(codec))
    rows = [
        [_named(names), Cell(what), Cell(error), Cell(", ".join(data), len(data))]
        for (what, error, data), names in together.items()
    ]
    columns = texts("codec", "what", "why", "data")
    if not rows:
        return Text("All codecs were installed and ran to the end.")
    title = "What failed, was missing or lost data" if lossy else "What failed or was missing"
    return Table("losses-failed", title, columns, rows)
