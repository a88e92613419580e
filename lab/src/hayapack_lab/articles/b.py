"""Article B: pickle, json, ujson and msgpack on 10 to 100,000 records."""

from __future__ import annotations

from math import ceil
from typing import Optional

from ..measure.engine import Source
from ..text.model import Cell, Chart, Column, Section, Series, Table, Text
from . import published
from .parts import (
    DASH,
    codecs_of,
    counted,
    fastest_first,
    figures,
    name_cell,
    of_group,
    series,
    size_cell,
    size_of,
    time_cells,
)

KEY = "B"
TITLE = "B. Python serializers on 10 to 100,000 records"
SIZES = (10, 100, 1000, 10_000, 100_000)
QUICK_SIZES = (10, 1000, 10_000)
SECONDS = {10_000: 150.0, 100_000: 390.0}  # of measuring; a call takes up to seconds
QUICK_SECONDS = {10_000: 15.0}
CODECS = [
    "pickle_0",
    "pickle_std",
    "json_std",
    "ujson",
    "msgpack_c",
    "hayapack_native",
    "hayapack_again",
]
RIVALS = ["msgspec_msgpack", "ormsgpack", "amsgpack", "orjson"]  # today's; measured by the fair method only
THEN = {"pickle_0": "cPickle", "json_std": "json", "ujson": "ujson", "msgpack_c": "msgpack"}
SLOW = {"pickle_0": 10_000}  # at most so many records: a call on 100,000 takes 7 s
FAIR_TO = 10_000  # records; more would double the run's time and give the same ratios
OPS = {"dumps": "encode", "loads": "decode"}
POST = {op: f"reference {way} gc on" for op, way in OPS.items()}
FAIR = {op: f"{way} gc on" for op, way in OPS.items()}
WORKER_BYTES = 14_000  # of memory that a worker needs for each record
BLOCK = 4096  # bytes; what du counts in

METHOD = (
    "The article wrote and read lists of 10 to 100,000 records (a paragraph, 100 integers, a map "
    "of 100 integers to floats, two numbers) with the default options of dumps and loads. It "
    "measured sizes on disk, in whole blocks of 4 KiB, so 10 records are 16, 28 or 32 KB. The "
    "tables give both that size and the exact one. It ran Python 2.7.10 on an i3-3240; cPickle's "
    "default was the text protocol 0 then, so its row is “pickle, protocol 0” today."
)
UNFAIR = (
    "Limits of the reference method: JSON has no integer keys, so json and ujson return text "
    "keys, and nothing is added to their time for that; pickle runs code that the sender chose; "
    "the sizes of small lists are mostly rounding. In the fair method objects are reused, and "
    "today's fastest rivals are measured too."
)


def sources(quick: bool) -> list[Source]:
    return [_source(size, quick) for size in (QUICK_SIZES if quick else SIZES)]


def _source(size: int, quick: bool) -> Source:
    codecs = [codec for codec in CODECS if size <= SLOW.get(codec, size)]
    tasks = [(f"reference {way}", True) for way in OPS.values()]
    if size <= FAIR_TO:
        codecs += RIVALS
        tasks += [(way, True) for way in OPS.values()]
    return Source(
        key=f"b_{size}",
        name=f"B {size:,} records",
        sentence=f"A list of {size:,} records.",
        fields={"workload": "records_b", "seed": 2, "size": size},
        codecs=codecs,
        tasks=tasks,
        needs=frozenset({"keys"}),
        group=KEY,
        compress=False,
        seconds=(QUICK_SECONDS if quick else SECONDS).get(size),
        memory=size * WORKER_BYTES,
        facts={"records": size},
    )


def section(record: dict) -> Section:
    """The article's table then and now, the fair method, its bar charts and growth."""
    found = of_group(record, KEY)
    parts: list = [Text(METHOD), Text(UNFAIR, "soft")]
    if not found:
        return Section("b", TITLE, [*parts, Text("None of this was measured in this run.")])
    run = codecs_of(found.values())
    codecs = [codec for codec in CODECS if codec in run]
    everyone = [*codecs, *(codec for codec in RIVALS if codec in run)]
    parts += [
        _then_and_now(record, found, codecs),
        *(_bars(record, found, codecs, op) for op in OPS),
        *(_growth(record, found, codecs, op) for op in OPS),
        _fair(record, found, everyone),
    ]
    return Section("b", TITLE, parts)


def _printed(size: int, codec: str) -> dict[str, str]:
    """The article's row on a codec; empty where it printed none."""
    for row in published.rows("b"):
        if (row["records"], row["codec"]) == (str(size), THEN.get(codec)):
            return row
    return {}


def _number(text: str) -> Cell:
    """A figure as the article printed it, with commas between thousands."""
    return Cell(f"{float(text):,.10g}", float(text))


def _milliseconds(ns: float) -> str:
    return figures(ns / 1e6)


def _on_disk(size: float) -> str:
    """KB as du counts them."""
    return f"{ceil(size / BLOCK) * BLOCK // 1024:,}"


def _then_and_now(record: dict, found: dict, codecs: list[str]) -> Table:
    columns = ["codec", "records", "dumps, then", "dumps, today", "loads, then", "loads, today"]
    columns += ["KB, then", "KB, today", "bytes, today", "lost today"]
    words = {"codec", "lost today"}
    rows = []
    for size in SIZES:
        source = found.get(f"b_{size}")
        today = {op: time_cells(source, POST[op], _milliseconds) for op in OPS}
        for codec in codecs:
            printed = _printed(size, codec)
            if not printed and codec not in (source or {}).get("cells", {}):
                continue
            row = [name_cell(record, codec), Cell(f"{size:,}", size)]
            for op in OPS:
                row += [_then(printed, f"{op}_ms"), today[op](codec)]
            row += [
                _then(printed, "size_kb"),
                size_cell(source, codec, _on_disk, "post_size"),
                size_cell(source, codec, "{:,.0f}".format, "post_size"),
                _lost(source, codec),
            ]
            rows.append(row)
    return Table(
        "b-then",
        "dumps, loads and size, reference method",
        [Column(column, column not in words) for column in columns],
        rows,
        "Times in milliseconds for the whole list. Then: 2015, another machine. KB are blocks of "
        "4 KiB on disk, as the article counted them.",
    )


def _then(printed: dict[str, str], column: str) -> Cell:
    return _number(printed[column]) if printed.get(column) else DASH


def _lost(source: Optional[dict], codec: str) -> Cell:
    """The first thing that did not come back, with all of them as the hint."""
    losses = source["cells"].get(codec, {}).get("losses") if source else None
    if not losses:
        kept = size_of(source, codec) is not None
        return Cell("nothing", "") if kept else DASH
    return Cell(losses[0], hint="; ".join(losses[1:]), mark="soft")


def _fair(record: dict, found: dict, codecs: list[str]) -> Table:
    sizes = [size for size in SIZES if size <= FAIR_TO and f"b_{size}" in found]
    columns = [Column("codec", False)]
    columns += [Column(f"{op} {size:,}") for op in OPS.values() for size in sizes]
    cells = [time_cells(found[f"b_{size}"], FAIR[op]) for op in OPS for size in sizes]
    rows = [[name_cell(record, codec), *(cell(codec) for cell in cells)] for codec in codecs]
    caption = "Time for the whole list, by number of records; objects reused, collector on."
    return Table("b-fair", "dumps and loads, fair method", columns, rows, caption)


def _bars(record: dict, found: dict, codecs: list[str], op: str) -> Chart:
    """The article's bar chart: the two largest sizes, as time per record."""
    sizes = [size for size in SIZES if f"b_{size}" in found][-2:]
    sources = [found[f"b_{size}"] for size in sizes]
    scales = [1 / size for size in sizes]
    shown = fastest_first([series(record, codec, sources, POST[op], scales) for codec in codecs])
    return Chart(
        f"b-{op}",
        "bars",
        f"B: {op}, time per record, reference method",
        [f"{size:,} records" for size in sizes],
        shown,
        "time per record; less is better",
        y_unit="ns",
        caption=f"{counted(shown)} on the article's two largest lists, the fastest first. "
        "Whiskers: 95 % intervals. json and ujson turn the integer keys into text; pickle with "
        "protocol 0 is measured on up to 10,000 records.",
        picture=True,
    )


def _growth(record: dict, found: dict, codecs: list[str], op: str) -> Chart:
    """Time over the number of records, both on log axes."""
    sizes = [size for size in SIZES if f"b_{size}" in found]
    sources = [found[f"b_{size}"] for size in sizes]
    lines: list[Series] = [series(record, codec, sources, POST[op]) for codec in codecs]
    return Chart(
        f"b-growth-{op}",
        "lines",
        f"B: {op}, from {sizes[0]:,} to {sizes[-1]:,} records",
        list(sizes),
        lines,
        "time for the whole list",
        x_label="records",
        y_unit="ns",
        y_log=True,
        x_log=True,
    )
