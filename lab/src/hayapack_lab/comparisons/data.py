"""Files of messages as tables."""

from __future__ import annotations

from functools import partial

from .. import workloads
from ..measure.record import Record
from ..statistics import stats
from ..text.report_elements import Cell, Section, Table, numbers, texts
from . import part_tables
from .part_tables import Part
from .ratio_tables import ratio_cell

TITLE = "Files and tables"
OURS = "tables_hayapack"
SIZE = workloads.get("events").SIZE


def _part(sentence: str, codecs: list[str], task: str, goal: float, *others: str) -> Part:
    return Part(sentence, "events", SIZE, codecs, (task, *others), [(OURS, task)], goal)


PARTS = {
    "stream": _part(
        "50,000 events of 179 bytes to an Arrow table of 8 flat fields: one message each, and all in one array.",
        [OURS],
        "8 fields",
        1 / 1.05,
        "8 fields of one array",
    ),
    "flat": _part("The same 8 fields, from Python objects.", [OURS, "tables_struct", "tables_rows"], "8 fields", 4),
    "all": _part("All 11 fields, a timestamp, a map and a list among them.", [OURS, "tables_rows"], "all fields", 8),
    "structs": _part("All fields, from msgspec's Structs.", [OURS, "tables_struct"], "all fields", 4),
    "JSON": _part("All fields; DuckDB reads the events as lines of JSON.", [OURS, "tables_duckdb"], "all fields", 1),
    "write": _part(
        "An Arrow table of 11 columns to MessagePack maps.",
        [OURS, "tables_rows"],
        "write",
        5,
        "write with hayapack.Packer",
    ),
}

keys = partial(list, PARTS)
sources = partial(part_tables.sources, PARTS)


def sections(record: Record) -> list[Section]:
    found = record.parallel
    return [*part_tables.sections(record), *([_parallel(found)] if found else [])]


def _parallel(found: dict) -> Section:
    """One worker against two."""
    cells = []
    for task, times in found["tasks"].items():
        ratio = stats.ratio(times["one"], times["two"])
        seconds = [stats.median(times[name]) for name in ("one", "two")]
        cells.append([Cell(task), *(Cell(f"{value:.2f} s", value) for value in seconds), ratio_cell(ratio)])
    caption = (
        f"A file of {found['bytes'] / 1e6:.0f} MB of events in two ranges, by one worker or one range each; seconds by "
        "the wall clock, medians. scan: only the lengths of messages; decode: to dicts; tables: all fields as columns."
    )
    columns = [*texts("what"), *numbers("one", "two", "one / two")]
    return Section("parallel", "Two workers", [Table("parallel", "Two workers", columns, cells, caption)])
