"""Article C: the five PHP loops, with three policies for PHP arrays."""

from __future__ import annotations

from typing import Optional

from ..measure.engine import Source
from ..statistics import judge
from ..text.model import Cell, Chart, Column, Section, Series, Table, Text
from . import published
from .parts import (
    DASH,
    codecs_of,
    counted,
    fastest_first,
    name_cell,
    of_group,
    series,
    size_cell,
    time_cells,
)

KEY = "C"
TITLE = "C. PHP: five loops, three policies for arrays"
LOOPS = {
    "int": "the integers 0 to 9999",
    "float": "0/23 to 9999/23, as floats",
    "string": "a string that grows by the digits of 0 to 9999",
    "array": "a list that grows by the integers 0 to 999",
    "map": 'a map that grows by "k0" => "v0" to "k999" => "v999"',
}
CODECS = [
    "php_hayapack",
    "php_hayapack_again",
    "php_hayapack_maps",
    "php_hayapack_strict",
    "php_pecl",
    "php_igbinary",
    "php_serialize",
    "php_json",
]
POST = "reference round trip gc on"
FAIR = {"pack": "encode gc on", "unpack": "decode gc on"}
# Limits: a sample of the string or the map loop takes up to 0.9 s. Most codecs
# use only a part of this.
SECONDS = {"string": 120.0, "map": 200.0}

METHOD = (
    "The article of 2009 (PHP 5) packed a value, unpacked the result and extended the value, in "
    "a loop of 10,000 iterations for the numbers and the string and 1000 for the list and the "
    "map. It timed the whole loop and added up the packed sizes. Its extension first wrote every "
    "array as a map, and in a second run detected lists by their keys. Its rivals were serialize "
    "and JSON; this report has only today's figures of them. PECL msgpack and igbinary are "
    "measured too."
)
UNFAIR = (
    "Limits of the reference method: one time for both directions does not show which one is "
    "slow; extending the value is timed too, which is the same work for all codecs and moves "
    "every ratio towards 1; the string loop mostly copies memory. In the fair method the values "
    "are made in advance, and packing and unpacking are timed separately; the times of all "
    "codecs still include the foreach loop. PHP runs without php.ini, opcache and JIT; the cycle "
    "collector is on."
)
SIZES = (
    "Bytes that a whole loop packs. The article's strings take 101 bytes more: since then "
    "MessagePack has got a format for strings of 32 to 255 bytes that is one byte shorter "
    "(str 8), and 101 of the strings have such a length. The article's all-maps figure for the "
    "map loop is 499,500 bytes more than its list-detection figure, one byte for each of 499,500 "
    "entries, although both pack the same string keys; today both sizes are equal."
)


def sources(quick: bool) -> list[Source]:
    """The loops as the article ran them; they are short enough for a quick run too."""
    return [
        Source(
            key=f"c_{loop}",
            name=f"C {loop}",
            sentence=sentence[0].upper() + sentence[1:] + ".",
            fields={"workload": f"c_{loop}", "seed": 2, "size": 0},  # 0: the article's number of iterations
            codecs=CODECS,
            tasks=[("reference round trip", True), ("encode", True), ("decode", True)],
            group=KEY,
            compress=False,
            seconds=None if quick else SECONDS.get(loop),
        )
        for loop, sentence in LOOPS.items()
    ]


def section(record: dict) -> Section:
    """The article's times and sizes then and now, the fair method, charts and the contract."""
    found = of_group(record, KEY)
    parts: list = [Text(METHOD), Text(UNFAIR, "soft")]
    if not found:
        return Section("c", TITLE, [*parts, Text("None of this was measured in this run.")])
    codecs = [codec for codec in CODECS if codec in codecs_of(found.values())]
    parts += [
        _then_and_now(record, found, codecs),
        _sizes(record, found, codecs),
        *(_fair(record, found, codecs, way) for way in FAIR),
        _post_chart(record, found, codecs),
        *(_fair_chart(record, found, codecs, way) for way in FAIR),
    ]
    return Section("c", TITLE, parts)


def _printed(column: str) -> dict[str, dict[str, float]]:
    """A column of the article's figures: codec -> loop -> figure."""
    found: dict[str, dict[str, float]] = {}
    for row in published.rows("c"):
        found.setdefault(row["codec"], {})[row["value"]] = float(row[column])
    return found


def _columns() -> list[Column]:
    loops = [Column(loop, hint=sentence) for loop, sentence in LOOPS.items()]
    return [Column("codec", False), *loops]


def _row_then(codec: str, figures: dict[str, float], text: str) -> list[Cell]:
    cells = [Cell(text.format(figures[loop]), figures[loop]) for loop in LOOPS]
    return [Cell(f"then: {codec}"), *cells]


def _seconds(ns: float) -> str:
    return f"{ns / 1e9:.5f}"


def _then_and_now(record: dict, found: dict, codecs: list[str]) -> Table:
    rows = [_row_then(codec, figures, "{:.4f}") for codec, figures in _printed("pack_seconds").items()]
    # Times sort as the printed seconds do.
    for row in _rows_now(record, found, codecs, POST, _seconds):
        rows.append([_in_seconds(cell) for cell in row])
    caption = (
        "Seconds for a whole loop, packing and unpacking together; less is better. "
        "Then: 2009, another machine. The noise floor is the difference between two processes of hayapack."
    )
    return Table("c-then", "The five loops, reference method", _columns(), rows, caption)


def _in_seconds(cell: Cell) -> Cell:
    if not isinstance(cell.sort, float):
        return cell
    return Cell(cell.text, cell.sort / 1e9, cell.hint, cell.mark)


def _rows_now(record: dict, found: dict, codecs: list[str], task: str, *show) -> list[list[Cell]]:
    """A row for each codec with its median times, then the noise floor's."""
    columns = [time_cells(found.get(f"c_{loop}"), task, *show) for loop in LOOPS]
    rows = [[name_cell(record, codec), *(column(codec) for column in columns)] for codec in codecs]
    floors = [_floor_cell(found.get(f"c_{loop}"), task) for loop in LOOPS]
    return [*rows, [Cell("noise floor", mark="soft"), *floors]]


def _floor_cell(source: Optional[dict], task: str) -> Cell:
    floor = judge.floor(source, task) if source else None
    return DASH if floor is None else Cell(f"{100 * floor:.1f} %", "", mark="soft")


def _sizes(record: dict, found: dict, codecs: list[str]) -> Table:
    rows = [_row_then(codec, figures, "{:,.0f}") for codec, figures in _printed("total_bytes").items()]
    for codec in codecs:
        cells = [size_cell(found.get(f"c_{loop}"), codec, "{:,.0f}".format) for loop in LOOPS]
        rows.append([name_cell(record, codec), *cells])
    return Table("c-sizes", "Sizes of the five loops", _columns(), rows, SIZES)


def _fair(record: dict, found: dict, codecs: list[str], way: str) -> Table:
    rows = _rows_now(record, found, codecs, FAIR[way])
    caption = f"Time to {way} every value of the loop, made in advance; less is better."
    return Table(f"c-{way}", f"The five loops, {way} only", _columns(), rows, caption)


def _post_chart(record: dict, found: dict, codecs: list[str]) -> Chart:
    old = [
        Series(f"{codec}, 2009", [figures[loop] * 1e9 for loop in LOOPS])
        for codec, figures in _printed("pack_seconds").items()
    ]
    now = _series(record, found, codecs, POST)
    title = "C: pack and unpack in one loop, 2009 and today"
    return _dots("c-loops", title, [*old, *now])


def _fair_chart(record: dict, found: dict, codecs: list[str], way: str) -> Chart:
    now = _series(record, found, codecs, FAIR[way])
    return _dots(f"c-{way}-chart", f"C: the five loops, {way} only", now)


def _series(record: dict, found: dict, codecs: list[str], task: str) -> list[Series]:
    places: list[Optional[dict]] = [found.get(f"c_{loop}") for loop in LOOPS]
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
