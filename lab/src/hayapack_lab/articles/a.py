"""Article A: MessagePack for Python, compiled and pure, against simplejson."""

from __future__ import annotations

from typing import Optional

from ..measure.engine import Source
from ..text.model import Cell, Chart, Column, Section, Table, Text
from . import published
from .parts import (
    DASH,
    codecs_of,
    counted,
    fastest_first,
    figures,
    name,
    of_group,
    series,
    size_cell,
    time_cells,
)

KEY = "A"
TITLE = "A. Compiled and pure Python against simplejson"
VALUES = {
    "integers": "1000 times the integer 123",
    "bytes": "1000 byte strings of 0 to 99 letters",
    "string": "256 text strings of 0 to 127 letters",
    "lists": "1000 times the list [1, 2, 3]",
    "dicts": '1000 times the map {"one": 1}',
}
CODECS = [
    "msgpack_c",
    "msgpack_pure",
    "simplejson",
    "bson",
    "hayapack_native",
    "hayapack_again",
    "hayapack_pure",
]
RIVALS = ["msgspec_msgpack", "ormsgpack", "amsgpack", "orjson"]  # today's; measured by the fair method only
THEN = {"msgpack_c": "msgpack-ext", "msgpack_pure": "msgpack-fallback", "simplejson": "simplejson"}
OPS = {"pack": "encode", "unpack": "decode"}
POST = {op: f"reference {way} gc off" for op, way in OPS.items()}
FAIR = {op: f"{way} gc on" for op, way in OPS.items()}

METHOD = (
    "The article packed and unpacked each of five values 1000 times, with the garbage collector "
    "off and the one-shot functions' default options, on Python 2 and a 1.7 GHz laptop of 2014. "
    "It named BSON as the next rival to measure but printed no figures for it; BSON is measured "
    "here too."
)
UNFAIR = (
    "Limits of the reference method: each value repeats one item, which favours a codec with a "
    "fast path for lists of one type, as hayapack has; all text is ASCII, the collector is off, "
    "and no packer or unpacker object is reused, although most of these libraries have one. JSON "
    "has no byte strings, so simplejson gets text instead of “bytes”. BSON writes only maps, so "
    "each list is put into a map with one key. JSON's sizes include the space that dumps writes "
    "after each comma and colon by default. In the fair method the collector is on, objects are "
    "reused as each library's documentation advises, JSON is written without spaces, and today's "
    "fastest rivals are measured too."
)
SECONDS = "Seconds for 1000 calls of the one-shot functions, collector off. Then: 2014, another machine."
SIZES = (
    "Bytes of one packed value. Today's MessagePack takes one byte less for each text or byte "
    "string of 32 to 255 bytes. JSON has the spaces that dumps writes, except in the last column."
)


def sources(quick: bool) -> list[Source]:
    return [
        Source(
            key=f"a_{value}",
            name=f"A {value}",
            sentence=sentence + ".",
            fields={
                "workload": f"a_{value}",
                "seed": 2,
                "size": 256 if value == "string" else 1000,
                "as_text": value == "bytes",
            },
            codecs=[*CODECS, *RIVALS],
            tasks=[
                ("reference encode", False),
                ("reference decode", False),
                ("encode", False),  # the article's loop: its Packer is used again
                ("encode", True),
                ("decode", True),
            ],
            group=KEY,
        )
        for value, sentence in VALUES.items()
    ]


def section(record: dict) -> Section:
    """The article's tables then and now, the fair method, the contract and two charts."""
    found = of_group(record, KEY)
    parts: list = [Text(METHOD), Text(UNFAIR, "soft")]
    if not found:
        return Section("a", TITLE, [*parts, Text("None of this was measured in this run.")])
    run = codecs_of(found.values())
    codecs = [codec for codec in CODECS if codec in run]
    everyone = [*codecs, *(codec for codec in RIVALS if codec in run)]
    parts += [
        _then_and_now(record, found, codecs),
        _sizes(record, found, codecs),
        _fair(record, found, everyone),
        *(_chart(record, found, everyone, op) for op in OPS),
        *_notes(record, found),
    ]
    return Section("a", TITLE, parts)


def _printed(value: str, codec: str, op: str, column: str) -> Optional[float]:
    """A figure of the article; None where it printed none."""
    for row in published.rows("a"):
        if (row["value"], row["codec"], row["op"]) == (value, THEN.get(codec), op):
            return float(row[column]) if row[column] else None
    return None


def _seconds(ns: float) -> str:
    """Seconds per 1000 calls, as the article printed them."""
    return figures(ns * 1000 / 1e9)


def _number(value: Optional[float], text: str) -> Cell:
    return DASH if value is None else Cell(text.format(value), value)


def _then_and_now(record: dict, found: dict, codecs: list[str]) -> Table:
    columns = [Column("value", False)]
    for codec in codecs:
        if codec in THEN:
            columns.append(Column(f"{name(record, codec)}, then"))
        columns.append(Column(f"{name(record, codec)}, today"))
    rows = []
    for value in VALUES:
        for op in OPS:
            row = [Cell(f"{value}, {op}")]
            today = time_cells(found.get(f"a_{value}"), POST[op], _seconds)
            for codec in codecs:
                if codec in THEN:
                    printed = _printed(value, codec, op, "seconds_per_1000_calls")
                    row.append(_number(printed, "{:.4f}"))
                row.append(today(codec))
            rows.append(row)
    return Table("a-then", "Pack and unpack, reference method", columns, rows, SECONDS)


def _fair(record: dict, found: dict, codecs: list[str]) -> Table:
    columns = [Column("value", False)]
    columns += [Column(name(record, codec)) for codec in codecs]
    rows = []
    for value in VALUES:
        for op in OPS:
            cell = time_cells(found.get(f"a_{value}"), FAIR[op])
            rows.append([Cell(f"{value}, {op}"), *(cell(codec) for codec in codecs)])
    caption = "Time of one call, objects reused, collector on, today."
    return Table("a-fair", "Pack and unpack, fair method", columns, rows, caption)


def _sizes(record: dict, found: dict, codecs: list[str]) -> Table:
    columns = [Column("value", False)]
    shown = [codec for codec in codecs if not codec.endswith("_pure")]
    for codec in shown:
        if codec in THEN:
            columns.append(Column(f"{name(record, codec)}, then"))
        columns.append(Column(f"{name(record, codec)}, today"))
    rows = []
    for value in VALUES:
        row = [Cell(value)]
        for codec in shown:
            if codec in THEN:
                row.append(_number(_printed(value, codec, "pack", "bytes"), "{:,.0f}"))
            row.append(size_cell(found.get(f"a_{value}"), codec, "{:,.0f}".format, "post_size"))
        row.append(size_cell(found.get(f"a_{value}"), "simplejson", "{:,.0f}".format))
        rows.append(row)
    columns.append(Column("simplejson without spaces, today"))
    return Table("a-sizes", "Sizes", columns, rows, SIZES)


def _chart(record: dict, found: dict, codecs: list[str], op: str) -> Chart:
    """A dot for each codec and value on a time axis."""
    sources = [found.get(f"a_{value}") for value in VALUES]
    shown = fastest_first([series(record, codec, sources, FAIR[op]) for codec in codecs])
    return Chart(
        f"a-{op}",
        "dots",
        f"A: {op}, time of one call, fair method",
        list(VALUES),
        shown,
        "time of one call; less is better",
        y_unit="ns",
        y_log=True,
        caption=f"{counted(shown)}, the fastest first in the legend. Medians with 95 % intervals, "
        "collector on, objects reused.",
        picture=True,
    )


def _notes(record: dict, found: dict) -> list[Text]:
    """What the workers noted, such as that text stood in for bytes."""
    notes: dict[str, list[str]] = {}
    for source in found.values():
        for codec, cell in source["cells"].items():
            if cell.get("note"):
                who = f"{name(record, codec)} on {source['name']}"
                notes.setdefault(cell["note"], []).append(who)
    return [Text(f"{note}: {', '.join(who)}.", "soft") for note, who in notes.items()]
