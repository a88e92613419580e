"""Article C: the five PHP loops, with three policies for PHP arrays."""

from __future__ import annotations

from dataclasses import replace

from ..measure.record import Record
from ..measure.source import Source, Task, task_name
from ..text.report_elements import Cell, Chart, Column, Section, Series, Table, Text, numbers, texts
from ..text.report_tables import (
    Sources,
    codecs_of,
    counted,
    fastest_first,
    figures,
    floor_cell,
    name_cell,
    of_group,
    series,
    size_cell,
    time_cells,
)
from . import published

KEY = "C"
TITLE = "C. PHP: five loops, three policies for arrays"
LOOPS = {
    "int": "the integers 0 to 9999",
    "float": "0/23 to 9999/23, as floats",
    "string": "a string that grows by the digits of 0 to 9999",
    "array": "a list that grows by the integers 0 to 999",
    "map": 'a map that grows by "k0" => "v0" to "k999" => "v999"',
}
POLICIES = ["php_hayapack_detect", "php_hayapack_maps", "php_hayapack_strict"]
CODECS = [
    "php_hayapack",
    "php_hayapack_again",
    *POLICIES,
    "php_pecl",
    "php_igbinary",
    "php_serialize",
    "php_json",
    "php_json_article",
]
PACK, BOTH = task_name("article encode"), task_name("article round trip")
FAIR = {"pack": task_name("encode"), "unpack": task_name("decode")}
# Limits: a sample of the string or the map loop takes up to 0.9 s. Most codecs
# use only a part of this.
SECONDS = {"string": 150.0, "map": 200.0}
LENGTHS = (1, 10, 100, 1000, 10_000)
KINDS = {"packed": "packed array", "hashed": "hash table"}  # of key_lists.php

METHOD = (
    "The article of 2009 (PHP 5, php5-msgpack 0.1.x and another author's module) packed a value, unpacked the result "
    "and then extended the value, in a loop of 10,000 iterations for the numbers and the string and 1000 for the list "
    "and the map. It read the clock (microtime) around each call, whose function a variable names, so extending the "
    "value is not in its times, and added up the packed sizes. It printed two lists, both of packing alone: of its own "
    "extension, which wrote every array as a map, and of the other module, which detects lists by their keys. Its "
    "table of packing and unpacking, with serialize and JSON, was a picture that is lost: no figure of it is known."
)
METHODS = (
    "Two methods are shown. The article's method is its loop and its clock: elapsed time, and each time includes that "
    "of reading the clock, which in PHP 8 is more than packing an integer takes. Its calls of JSON are without flags, "
    "which loses floats without a fraction and makes objects of maps: a row of its own. The fair method makes the "
    "values in advance, reads the clock once for many calls (processor time), and times packing and unpacking "
    "separately; the times of all codecs still include the foreach loop. The string loop mostly copies memory. PHP runs "
    "without php.ini, opcache and JIT; the cycle collector is on."
)
SIZES = (
    "Bytes that a whole loop packs. The article's strings take 101 bytes more: since then "
    "MessagePack has got a format for strings of 32 to 255 bytes that is one byte shorter "
    "(str 8), and 101 of the strings have such a length. The article's all-maps figure for the "
    "map loop is 499,500 bytes more than its list-detection figure, one byte for each of 499,500 "
    "entries, although both pack the same string keys; today both sizes are equal."
)
KEYS = (
    "What looking at the keys costs: a list of integers, packed and unpacked with each policy through the same calls "
    "(a Msgpack object packs, msgpack_unpack() reads). PHP keeps a list in a packed array, which has no keys to look "
    "at, unless the array once had other keys: then each entry of its hash table has one. Time and size per list; the "
    "fair method."
)


def sources(quick: bool) -> list[Source]:
    """The loops as the article ran them, which are short enough for a quick run too, and lists by length."""
    return [*loops(quick), *_lists()]


def loops(quick: bool) -> list[Source]:
    return [
        Source(
            key=f"c_{loop}",
            name=f"C {loop}",
            sentence=sentence[0].upper() + sentence[1:] + ".",
            fields={"workload": f"c_{loop}", "seed": 2, "size": 0},  # 0: the article's number of iterations
            codecs=CODECS,
            tasks=[Task("article encode"), Task("article round trip"), Task("encode"), Task("decode")],
            group=KEY,
            compress=False,
            seconds=None if quick else SECONDS.get(loop),
        )
        for loop, sentence in LOOPS.items()
    ]


def _lists() -> list[Source]:
    return [
        Source(
            key=list_key(kind, length),
            name=f"C {length:,} integers, {what}",
            sentence=f"A list of {length:,} integers in a {what} of PHP.",
            fields={"workload": f"c_list_{kind}", "seed": 2, "size": length},
            codecs=POLICIES,
            tasks=[Task("encode"), Task("decode")],
            group=KEY,
            compress=False,
        )
        for kind, what in KINDS.items()
        for length in LENGTHS
    ]


def list_key(kind: str, length: int) -> str:
    return f"c_list_{kind}_{length}"


def section(record: Record) -> Section:
    """The article's times and sizes then and now, the fair method, charts and the contract."""
    found = of_group(record, KEY)
    parts: list = [Text(METHOD), Text(METHODS, "soft")]
    if not found:
        return Section("c", TITLE, [*parts, Text("None of this was measured in this run.")])
    codecs = [codec for codec in CODECS if codec in codecs_of(found.values())]
    parts += [
        _then_and_now(record, found, codecs),
        _round_trips(record, found, codecs),
        _sizes(record, found, codecs),
        *(_fair(record, found, codecs, way) for way in FAIR),
        *_key_tables(record, found),
        _then_chart(record, found, codecs),
        *(_fair_chart(record, found, codecs, way) for way in FAIR),
        *_key_charts(record, found),
    ]
    return Section("c", TITLE, parts)


def printed(column: str) -> dict[str, dict[str, float]]:
    """A column of the article's figures: codec -> loop -> figure."""
    found: dict[str, dict[str, float]] = {}
    for row in published.rows("php_loops"):
        found.setdefault(row["codec"], {})[row["value"]] = float(row[column])
    return found


def _columns() -> list[Column]:
    loops = [Column(loop, hint=sentence) for loop, sentence in LOOPS.items()]
    return [Column("codec", False), *loops]


def _row_then(codec: str, figures: dict[str, float], text: str) -> list[Cell]:
    cells = [Cell(text.format(figures[loop]), figures[loop]) for loop in LOOPS]
    return [Cell(f"then: {codec}"), *cells]


def _seconds(ns: float) -> str:
    return figures(ns / 1e9)


def _then_and_now(record: Record, found: Sources, codecs: list[str]) -> Table:
    rows = [_row_then(codec, figures, "{:.4f}") for codec, figures in printed("pack_seconds").items()]
    rows += _rows_in_seconds(record, found, codecs, PACK)
    caption = (
        "Seconds of the packing calls of a whole loop; less is better. Then: 2009, PHP 5, another machine. The noise "
        "floor is the difference between two processes of hayapack."
    )
    return Table("c-then", "Packing only, the article's method", _columns(), rows, caption)


def _round_trips(record: Record, found: Sources, codecs: list[str]) -> Table:
    rows = _rows_in_seconds(record, found, codecs, BOTH)
    caption = (
        "Seconds of the packing and the unpacking calls of a whole loop; less is better. The article's own table of "
        "this was a picture, which is lost."
    )
    return Table("c-both", "Packing and unpacking, the article's method", _columns(), rows, caption)


def _rows_in_seconds(record: Record, found: Sources, codecs: list[str], task: str) -> list[list[Cell]]:
    """Times that sort as the printed seconds do."""
    return [[_in_seconds(cell) for cell in row] for row in _rows_now(record, found, codecs, task, _seconds)]


def _in_seconds(cell: Cell) -> Cell:
    if not isinstance(cell.sort, float):
        return cell
    return Cell(cell.text, cell.sort / 1e9, cell.hint, cell.mark)


def _rows_now(record: Record, found: Sources, codecs: list[str], task: str, *show) -> list[list[Cell]]:
    """A row for each codec with its median times, then the noise floor's."""
    columns = [time_cells(found.get(f"c_{loop}"), task, *show) for loop in LOOPS]
    rows = [[name_cell(record, codec), *(column(codec) for column in columns)] for codec in codecs]
    floors = [floor_cell(found.get(f"c_{loop}"), task) for loop in LOOPS]
    return [*rows, [Cell("noise floor", mark="soft"), *floors]]


def _sizes(record: Record, found: Sources, codecs: list[str]) -> Table:
    rows = [_row_then(codec, figures, "{:,.0f}") for codec, figures in printed("total_bytes").items()]
    for codec in codecs:
        cells = [size_cell(found.get(f"c_{loop}"), codec, "{:,.0f}".format) for loop in LOOPS]
        rows.append([name_cell(record, codec), *cells])
    return Table("c-sizes", "Sizes of the five loops", _columns(), rows, SIZES)


def _fair(record: Record, found: Sources, codecs: list[str], way: str) -> Table:
    rows = _rows_now(record, found, codecs, FAIR[way])
    caption = f"Time to {way} every value of the loop, made in advance; less is better."
    return Table(f"c-{way}", f"The five loops, {way} only, the fair method", _columns(), rows, caption)


def _key_tables(record: Record, found: Sources) -> list[Table]:
    """The policies by the length of the list."""
    columns = [*texts("list", "policy"), *numbers("bytes", "pack", "unpack")]
    rows = []
    for kind, what in KINDS.items():
        for length in LENGTHS:
            source = found.get(list_key(kind, length))
            if source is None:
                continue
            pack, unpack = (time_cells(source, task) for task in FAIR.values())
            for codec in POLICIES:
                rows.append(
                    [
                        Cell(f"{length:,} integers, {what}", length),
                        name_cell(record, codec),
                        size_cell(source, codec, "{:,.0f}".format),
                        pack(codec),
                        unpack(codec),
                    ]
                )
    return [Table("c-keys", "What looking at the keys costs", columns, rows, KEYS)] if rows else []


def _then_chart(record: Record, found: Sources, codecs: list[str]) -> Chart:
    old = [
        Series(f"{codec}, 2009", [figures[loop] * 1e9 for loop in LOOPS])
        for codec, figures in printed("pack_seconds").items()
    ]
    now = _series(record, found, codecs, PACK)
    return _dots("c-loops", "C: packing in the five loops, 2009 and today", [*old, *now])


def _fair_chart(record: Record, found: Sources, codecs: list[str], way: str) -> Chart:
    now = _series(record, found, codecs, FAIR[way])
    return _dots(f"c-{way}-chart", f"C: the five loops, {way} only", now)


def _series(record: Record, found: Sources, codecs: list[str], task: str) -> list[Series]:
    places = [found.get(f"c_{loop}") for loop in LOOPS]
    return [series(record, codec, places, task) for codec in codecs]


def _dots(key: str, title: str, shown: list[Series]) -> Chart:
    shown = fastest_first(shown)
    return Chart(
        key,
        "dots",
        title,
        list(LOOPS),
        shown,
        "time of a whole loop; less is better",
        y_unit="ns",
        y_log=True,
        caption=f"{counted(shown)}, each array policy counted, the fastest first in the legend. "
        "Medians with 95 % intervals, cycle collector on.",
        picture=key == "c-loops",
    )


def _key_charts(record: Record, found: Sources) -> list[Chart]:
    """Packing, for each entry, by the length of the list, with the policies that the article had."""
    shown = []
    for kind, what in KINDS.items():
        places = [found.get(list_key(kind, length)) for length in LENGTHS]
        if not any(places):
            continue
        for codec in POLICIES[:2]:
            one = series(record, codec, places, FAIR["pack"], [1 / length for length in LENGTHS])
            shown.append(replace(one, name=f"{record.name(codec)}, {what}"))
    if not shown:
        return []
    return [
        Chart(
            "c-keys-chart",
            "lines",
            "C: packing a list with a look at the keys and without",
            list(LENGTHS),
            shown,
            "time for each entry",
            "entries of the list",
            y_unit="ns",
            y_log=True,
            x_log=True,
            caption="Detecting lists against writing all arrays as maps. Medians with 95 % intervals.",
            picture=True,
        )
    ]
