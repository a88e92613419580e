"""Article B: pickle, json, ujson and msgpack on 10 to 100,000 records."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Optional

from ..measure.record import Record, RecordedSource
from ..measure.source import Source, Task, task_name
from ..text.number_formats import listed
from ..text.report_elements import Cell, Chart, Column, Section, Series, Table, Text, numbers, texts
from ..text.report_tables import (
    DASH,
    TODAYS,
    Sources,
    also_measured,
    codecs_of,
    counted,
    fastest_first,
    figures,
    fraction,
    is_ours,
    name_cell,
    of_group,
    series,
    size_cell,
    size_of,
    time_cells,
)
from . import published

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
THEN = {"pickle_0": "cPickle", "json_std": "json", "ujson": "ujson", "msgpack_c": "msgpack"}
SLOW = {"pickle_0": 10_000}  # at most so many records: a call on 100,000 takes 7 s
FAIR_TO = 10_000  # records; more would double the run's time and give the same ratios
OPS = {"dumps": "encode", "loads": "decode"}
POST = {op: task_name(f"reference {way}") for op, way in OPS.items()}
FAIR = {op: task_name(way) for op, way in OPS.items()}
WORKER_BYTES = 14_000  # of memory that a worker needs for each record
BLOCK = 4096  # bytes; what du counts in

METHOD = (
    "The article wrote and read lists of 10 to 100,000 records (a paragraph, 100 integers, a map "
    "of 100 integers to floats, two numbers) with the default options of dumps and loads, by cPickle 1.71, json 2.0.9, "
    "ujson 1.33 and msgpack 0.4.6 on Python 2.7.10 and an i3-3240. Its records share one text object, as here, which pickle "
    "writes once. It measured sizes on disk, in whole blocks of 4 KiB, so 10 records are 16, 28 or 32 KB; the tables give "
    "that size and the exact one. Its charts could be moved and zoomed; here each mark's figure is in the page of “hayapack "
    "lab report”. Where it shows loads and sizes it links the picture of dumps. cPickle's default was the text protocol 0 then, so its row is “pickle, protocol 0” today."
)
UNFAIR = (
    "Limits of the reference method: JSON has no integer keys, so json and ujson return text "
    "keys, and nothing is added to their time for that; msgpack and hayapack refuse integer keys by default, so here loads "
    "gets strict_map_key=False; pickle runs code that the sender chose; "
    "the sizes of small lists are mostly rounding. ujson's messages have grown since: it writes 17 digits of a float now, "
    "and 9 decimals then. In the fair method objects are reused{also}."
)
TIMES = "Milliseconds for the whole list. Then: 2015, another machine."
ON_DISK = "KB of whole blocks of 4 KiB, as the article counted them. Then: 2015."
BYTES = "Exact bytes of the list, and in parentheses those of hayapack = 1."
LOST = "Of the values, came back changed today: {}."


def sources(quick: bool) -> list[Source]:
    return [_source(size, quick) for size in (QUICK_SIZES if quick else SIZES)]


def _source(size: int, quick: bool) -> Source:
    codecs = [codec for codec in CODECS if size <= SLOW.get(codec, size)]
    tasks = [Task(f"reference {way}") for way in OPS.values()]
    if size <= FAIR_TO:
        codecs += TODAYS
        tasks += [Task(way) for way in OPS.values()]
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


def section(record: Record) -> Section:
    """The article's table then and now, the fair method, its bar charts and growth."""
    found = of_group(record, KEY)
    also = also_measured(record, found.values(), TODAYS)
    parts: list = [Text(METHOD), Text(UNFAIR.format(also=also), "soft")]
    if not found:
        return Section("b", TITLE, [*parts, Text("None of this was measured in this run.")])
    run = codecs_of(found.values())
    codecs = [codec for codec in CODECS if codec in run]
    everyone = [*codecs, *(codec for codec in TODAYS if codec in run)]
    parts += [
        *(_times(record, found, codecs, op) for op in OPS),
        _on_disk(record, found, codecs),
        _bytes(record, found, codecs),
        *_lost(record, found, codecs),
        *(_chart(record, found, codecs, op) for op in OPS),
        _size_chart(record, found, codecs),
        *(_growth(record, found, codecs, op) for op in OPS),
        _fair(record, found, everyone),
    ]
    return Section("b", TITLE, parts)


def _printed(size: int, codec: str) -> dict[str, str]:
    """The article's row on a codec; empty where it printed none."""
    for row in published.rows("serializers"):
        if (row["records"], row["codec"]) == (str(size), THEN.get(codec)):
            return row
    return {}


def _number(text: str) -> Cell:
    """A figure as the article printed it, with commas between thousands."""
    return Cell(f"{float(text):,.10g}", float(text))


def _milliseconds(ns: float) -> str:
    return figures(ns / 1e6)


def _blocks(size: float) -> str:
    """KB as du counts them."""
    return f"{ceil(size / BLOCK) * BLOCK // 1024:,}"


def _columns(record: Record, codecs: list[str]) -> list[Column]:
    """A column for each codec, before it the article's figures where it has some."""
    titles = []
    for codec in codecs:
        titles += [f"{THEN[codec]}, then"] if codec in THEN else []
        titles.append(f"{record.name(codec)}, today")
    return numbers("records", *titles)


def _rows(
    found: Sources, codecs: list[str], column: str, today: Callable[[Optional[RecordedSource], str], Cell]
) -> list[list[Cell]]:
    """A row for each size of the list. column: of the article's figures; today: a codec's cell of a source."""
    rows = []
    for size in SIZES:
        row = [Cell(f"{size:,}", size)]
        for codec in codecs:
            if codec in THEN:
                printed = _printed(size, codec)
                row.append(_number(printed[column]) if printed.get(column) else DASH)
            row.append(today(found.get(f"b_{size}"), codec))
        rows.append(row)
    return rows


def _times(record: Record, found: Sources, codecs: list[str], op: str) -> Table:
    def today(source: Optional[RecordedSource], codec: str) -> Cell:
        return time_cells(source, POST[op], _milliseconds)(codec)

    rows = _rows(found, codecs, f"{op}_ms", today)
    return Table(f"b-{op}-then", f"{op}, reference method", _columns(record, codecs), rows, TIMES)


def _on_disk(record: Record, found: Sources, codecs: list[str]) -> Table:
    def today(source: Optional[RecordedSource], codec: str) -> Cell:
        return size_cell(source, codec, _blocks, "post_size")

    return Table("b-sizes", "Sizes", _columns(record, codecs), _rows(found, codecs, "size_kb", today), ON_DISK)


def _bytes(record: Record, found: Sources, codecs: list[str]) -> Table:
    """Exact sizes, beside hayapack's."""
    rows = []
    for size in SIZES:
        source = found.get(f"b_{size}")
        ours = size_of(source, "hayapack_native", "post_size")

        def show(whole: float, ours: Optional[float] = ours) -> str:
            return f"{whole:,.0f} ({whole / ours:.3f})" if ours else f"{whole:,.0f}"

        rows.append([Cell(f"{size:,}", size), *(size_cell(source, codec, show, "post_size") for codec in codecs)])
    columns = numbers("records", *map(record.name, codecs))
    return Table("b-bytes", "Exact sizes, today", columns, rows, BYTES)


def _lost(record: Record, found: Sources, codecs: list[str]) -> list[Text]:
    """The first thing that did not come back, of each codec."""
    lost: dict[str, list[str]] = {}
    for codec in codecs:
        for source in found.values():
            losses = source.cell(codec).losses
            if losses:
                lost.setdefault(losses[0], []).append(record.name(codec))
                break
    return (
        [Text(LOST.format("; ".join(f"{what} ({listed(who)})" for what, who in lost.items())), "soft")] if lost else []
    )


def _fair(record: Record, found: Sources, codecs: list[str]) -> Table:
    sizes = [size for size in SIZES if size <= FAIR_TO and f"b_{size}" in found]
    columns = [*texts("codec"), *numbers(*(f"{op} {size:,}" for op in OPS.values() for size in sizes))]
    cells = [time_cells(found[f"b_{size}"], FAIR[op]) for op in OPS for size in sizes]
    rows = [[name_cell(record, codec), *(cell(codec) for cell in cells)] for codec in codecs]
    caption = "Time for the whole list, by number of records; objects reused, collector on."
    return Table("b-fair", "dumps and loads, fair method", columns, rows, caption)


def _shown(found: Sources) -> list[int]:
    """The two largest sizes, which the article's charts have."""
    return [size for size in SIZES if f"b_{size}" in found][-2:]


def _then_series(sizes: list[int], column: str, scale: float) -> list[Series]:
    """The article's figures for each record."""
    shown = []
    for codec, who in THEN.items():
        printed = [_printed(size, codec).get(column) for size in sizes]
        shown.append(
            Series(f"{who}, 2015", [float(text) * scale / size if text else None for text, size in zip(printed, sizes)])
        )
    return shown


def _chart(record: Record, found: Sources, codecs: list[str], op: str) -> Chart:
    """The article's chart: the two largest sizes, as time per record."""
    sizes = _shown(found)
    sources = [found[f"b_{size}"] for size in sizes]
    scales = [1 / size for size in sizes]
    now = [series(record, codec, sources, POST[op], scales) for codec in codecs]
    shown = fastest_first([*_then_series(sizes, f"{op}_ms", 1e6), *now])
    return Chart(
        f"b-{op}",
        "dots",
        f"B: {op}, time per record, 2015 and today",
        [f"{size:,} records" for size in sizes],
        shown,
        "time per record; less is better",
        y_unit="ns",
        y_log=True,
        caption=f"{counted(shown)}, then and now counted apart, on the article's two largest lists, the fastest first. Lines: "
        "95 % intervals. json and ujson turn the integer keys into text; pickle with protocol 0 is measured on up to 10,000 "
        "records.",
        picture=True,
    )


def _size_chart(record: Record, found: Sources, codecs: list[str]) -> Chart:
    """Bytes of a record, then and now."""
    sizes = _shown(found)
    now = [
        Series(
            record.name(codec),
            [fraction(size_of(found[f"b_{size}"], codec, "post_size"), size) for size in sizes],
            ours=is_ours(codec),
        )
        for codec in codecs
    ]
    shown = fastest_first([*_then_series(sizes, "size_kb", 1024.0), *now])
    return Chart(
        "b-size",
        "bars",
        "B: bytes per record, 2015 and today",
        [f"{size:,} records" for size in sizes],
        shown,
        "bytes per record; less is better",
        y_unit="bytes",
        caption=f"{counted(shown)}, then and now counted apart, the smallest first. Then: of whole blocks of 4 KiB.",
        picture=True,
    )


def _growth(record: Record, found: Sources, codecs: list[str], op: str) -> Chart:
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
