"""Article A: MessagePack for Python, compiled and pure, against simplejson."""

from __future__ import annotations

from typing import Optional

from ..measure.record import Record
from ..measure.source import Source, Task, task_name
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
    median_of,
    number_cell,
    of_group,
    ratio_cell,
    series,
    size_cell,
    time_cells,
)
from . import published
from .answers import simplejson_answers as answers
from .answers.figures import NotMeasured, percents

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
JSON = "simplejson"
THEN = {"msgpack_c": "msgpack-ext", "msgpack_pure": "msgpack-fallback", "simplejson": "simplejson"}
OPS = {"pack": "encode", "unpack": "decode"}
ONE_SHOT = task_name("reference encode", collect=False)
FAIR = {op: task_name(way) for op, way in OPS.items()}

METHOD = (
    "The article packed and unpacked each of five values 1000 times and repeated that 4 times, with the garbage collector "
    "off and default options, on Python 2 and a 1.7 GHz laptop of 2014, with msgpack 0.4 (compiled, and its fallback) and "
    "simplejson. Its Packer is used again for each call; unpackb, dumps and loads are one-shot functions. Here the same "
    "calls are measured, then and today as the least of all repetitions. The article only wondered whether BSON is the "
    "rival; it is measured here too."
)
UNFAIR = (
    "Limits of the reference method: each value repeats one item, as one object, which favours a codec with a "
    "fast path for lists of one type, as hayapack has; all text is ASCII, and the collector is off. JSON "
    "has no byte strings, so simplejson gets text instead of “bytes”. BSON writes only maps, so "
    "each list is put into a map with one key. JSON's sizes include the space that dumps writes "
    "after each comma and colon by default. In the fair method the collector is on, objects are "
    "reused as each library's documentation advises, JSON is written without spaces{also}."
)
IMPORTS = (
    "The article imports msgpack's compiled modules as _packer and _unpacker, and the pure one as fallback: with “hayapack "
    "run” its benchmark runs as it is, except for Python 2's print and xrange. msgpack itself has had the name _cmsgpack "
    "since 0.6. That MessagePack suits streams, the article's third point, is not measured: Unpacker.feed() takes pieces of "
    "any size, and iterating over the Unpacker gives each value as soon as it is whole."
)
SECONDS = "Seconds for 1000 calls, collector off: the least of the repetitions. Then: 2014, another machine."
ONE_SHOTS = "The time of packb / that of a Packer that is used again, as the article's is; collector off."
SHARES = (
    "The article's two lists: the least time, and the size, in per cent of simplejson's; less is better. Its list has "
    "rounded figures, which are not all those of its own times and bytes: for lists it says {said} of the size, but printed "
    "{ours} of {json} bytes."
)
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
            codecs=[*CODECS, *TODAYS],
            tasks=[
                Task("reference encode", collect=False),
                Task("reference decode", collect=False),
                Task("encode", collect=False),  # the article's loop: its Packer is used again
                Task("encode"),
                Task("decode"),
            ],
            group=KEY,
        )
        for value, sentence in VALUES.items()
    ]


def section(record: Record) -> Section:
    """The article's tables then and now, the fair method, the contract and two charts."""
    found = of_group(record, KEY)
    also = also_measured(record, found.values(), TODAYS)
    parts: list = [Text(METHOD), Text(UNFAIR.format(also=also), "soft")]
    if not found:
        return Section("a", TITLE, [*parts, Text("None of this was measured in this run.")])
    run = codecs_of(found.values())
    codecs = [codec for codec in CODECS if codec in run]
    everyone = [*codecs, *(codec for codec in TODAYS if codec in run)]
    parts += [
        _shares(record, found, codecs),
        _shares_chart(record),
        Text(IMPORTS, "soft"),
        _then_and_now(record, found, codecs),
        _one_shots(record, found, codecs),
        _sizes(record, found, codecs),
        _fair(record, found, everyone),
        *(_chart(record, found, everyone, op) for op in OPS),
        *_notes(record, found),
    ]
    return Section("a", TITLE, parts)


def _printed(value: str, codec: str, op: str, column: str) -> Optional[float]:
    """A figure of the article; None where it printed none."""
    for row in published.rows("simplejson"):
        if (row["value"], row["codec"], row["op"]) == (value, THEN.get(codec), op):
            return float(row[column]) if row[column] else None
    return None


def _seconds(ns: float) -> str:
    """Seconds per 1000 calls, as the article printed them."""
    return figures(ns * 1000 / 1e9)


def _share(record: Record, value: str, op: str, codec: str) -> Optional[float]:
    """The part of simplejson's least time, or of its bytes if `op` is "size"."""
    try:
        if op == "size":
            return answers.size_share(record, value, codec)
        return answers.share(record, value, op, codec)
    except NotMeasured:
        return None


def _shares(record: Record, found: Sources, codecs: list[str]) -> Table:
    """The article's result: msgpack in per cent of JSON."""
    shown = [codec for codec in codecs if codec != JSON]
    names = (f"{record.name(codec)}, today" for codec in shown)
    columns = [*texts("value"), *numbers("msgpack, then: its list", "of its times and bytes", *names)]
    rows = []
    for op in (*OPS, "size"):
        for value in VALUES:
            row = [Cell(f"{value}, {op}"), _percent(answers.stated(value, op)), _percent(answers.then_share(value, op))]
            rows.append(row + [_percent(_share(record, value, op, codec)) for codec in shown])
    printed = [_printed("lists", codec, "pack", "bytes") or 0.0 for codec in ("msgpack_c", JSON)]
    said = percents([answers.stated("lists", "size") or 0.0])
    caption = SHARES.format(said=said, ours=f"{printed[0]:,.0f}", json=f"{printed[1]:,.0f}")
    return Table("a-shares", "In per cent of JSON", columns, rows, caption)


def _percent(part: Optional[float]) -> Cell:
    return DASH if part is None else Cell(percents([part]), part)


def _shares_chart(record: Record) -> Chart:
    """msgpack then and today, and hayapack, of simplejson's time."""
    places = [(value, op) for op in OPS for value in VALUES]
    shown = [Series("msgpack, 2014", [100 * answers.then_share(value, op) for value, op in places])]
    for codec in ("msgpack_c", "hayapack_native"):
        parts = [_share(record, value, op, codec) for value, op in places]
        who = f"{record.name(codec)}, today"
        shown.append(Series(who, [None if part is None else 100 * part for part in parts], ours=is_ours(codec)))
    shown = fastest_first(shown)
    return Chart(
        "a-shares-chart",
        "dots",
        "A: time in per cent of simplejson's, then and today",
        [f"{value}, {op}" for value, op in places],
        shown,
        "% of simplejson's time; less is better",
        y_log=True,
        caption=f"{len([one for one in shown if any(one.y)])} codecs, the fastest first in the legend. The least of all "
        "repetitions, as the article gives it; collector off.",
        picture=True,
    )


def _then_and_now(record: Record, found: Sources, codecs: list[str]) -> Table:
    rows = []
    for value in VALUES:
        for op in OPS:
            row = [Cell(f"{value}, {op}")]
            for codec in codecs:
                if codec in THEN:
                    printed = _printed(value, codec, op, "seconds_per_1000_calls")
                    row.append(number_cell(printed, "{:.4f}"))
                row.append(_today(found, value, codec, answers.task(codec, op)))
            rows.append(row)
    return Table("a-then", "Pack and unpack, reference method", _columns(record, codecs), rows, SECONDS)


def _columns(record: Record, codecs: list[str]) -> list[Column]:
    """A column for each codec, before it the article's figures where it has some."""
    titles = []
    for codec in codecs:
        titles += [f"{record.name(codec)}, then"] if codec in THEN else []
        titles.append(f"{record.name(codec)}, today")
    return [*texts("value"), *numbers(*titles)]


def _one_shots(record: Record, found: Sources, codecs: list[str]) -> Table:
    """What the one-shot function costs."""
    again = [codec for codec in codecs if answers.task(codec, "pack") != ONE_SHOT]
    rows = []
    for value in VALUES:
        source = found.get(f"a_{value}")
        parts = [
            fraction(median_of(source, codec, ONE_SHOT), median_of(source, codec, answers.task(codec, "pack")))
            for codec in again
        ]
        rows.append([Cell(value), *map(ratio_cell, parts)])
    columns = [*texts("value"), *numbers(*map(record.name, again))]
    return Table("a-one-shot", "packb beside a Packer", columns, rows, ONE_SHOTS)


def _today(found: Sources, value: str, codec: str, task: str) -> Cell:
    return time_cells(found.get(f"a_{value}"), task, _seconds, least=True)(codec)


def _fair(record: Record, found: Sources, codecs: list[str]) -> Table:
    columns = [*texts("value"), *numbers(*map(record.name, codecs))]
    rows = []
    for value in VALUES:
        for op in OPS:
            cell = time_cells(found.get(f"a_{value}"), FAIR[op])
            rows.append([Cell(f"{value}, {op}"), *(cell(codec) for codec in codecs)])
    caption = "Time of one call, objects reused, collector on, today."
    return Table("a-fair", "Pack and unpack, fair method", columns, rows, caption)


def _sizes(record: Record, found: Sources, codecs: list[str]) -> Table:
    shown = [codec for codec in codecs if not codec.endswith("_pure")]
    rows = []
    for value in VALUES:
        row = [Cell(value)]
        for codec in shown:
            if codec in THEN:
                row.append(number_cell(_printed(value, codec, "pack", "bytes"), "{:,.0f}"))
            row.append(size_cell(found.get(f"a_{value}"), codec, "{:,.0f}".format, "post_size"))
        row.append(size_cell(found.get(f"a_{value}"), "simplejson", "{:,.0f}".format))
        rows.append(row)
    columns = [*_columns(record, shown), *numbers("simplejson without spaces, today")]
    return Table("a-sizes", "Sizes", columns, rows, SIZES)


def _chart(record: Record, found: Sources, codecs: list[str], op: str) -> Chart:
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


def _notes(record: Record, found: Sources) -> list[Text]:
    """What the workers noted, such as that text stood in for bytes."""
    notes: dict[str, list[str]] = {}
    for source in found.values():
        for codec, cell in source.cells.items():
            if cell.note:
                who = f"{record.name(codec)} on {source.name}"
                notes.setdefault(cell.note, []).append(who)
    return [Text(f"{note}: {', '.join(who)}.", "soft") for note, who in notes.items()]
