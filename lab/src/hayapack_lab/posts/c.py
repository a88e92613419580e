"""Founding post C: the five PHP loops, with three policies for PHP arrays."""

from __future__ import annotations

from typing import Optional

from .. import judge
from ..engine import Source
from ..report.model import Cell, Chart, Column, Section, Series, Table, Text
from . import then
from .parts import (
    DASH,
    codecs_of,
    contract_table,
    name_cell,
    of_group,
    series,
    size_cell,
    time_cells,
    verdict_table,
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
POST = "post round trip gc on"
FAIR = {"pack": "encode gc on", "unpack": "decode gc on"}
# In the string and the map loop a sample takes up to 0.9 s; more than this is
# there for codecs that need it, and most of it is not used.
SECONDS = {"string": 120.0, "map": 200.0}

METHOD = (
    "The post of 2009 (PHP 5) packed a value, unpacked the result, let the value grow and went "
    "on, 10,000 turns each for the numbers and the string, 1000 for the list and the map. It "
    "timed the whole loop and summed the sizes of what was packed. It did so with its extension "
    "writing every array as a map, and again telling lists from maps by their keys. Its rivals "
    "were serialize and JSON; their printed figures are not among those kept here, so they have "
    "today's alone. PECL msgpack and igbinary are run as well."
)
UNFAIR = (
    "What is unfair in it: a time for both directions hides which one is slow; growing the value, "
    "the same work for everyone, is timed too and brings every ratio nearer to 1; the string loop "
    "is mostly the copying of memory. In the fair way the same values are made before, and "
    "packing and unpacking are timed apart; the foreach around the calls is still in everyone's "
    "time. PHP runs without its php.ini, opcache and JIT are off, the cycle collector is on."
)
SIZES = (
    "Bytes that a whole loop packs. The post's strings take 101 bytes more: today's msgpack has a "
    "form for strings of 32 to 255 bytes that is one byte shorter than the one of 2009 (str 8), "
    "and 101 of the growing strings have such a length. Its all-maps figure for the map loop is "
    "499,500 bytes over its own list-detection figure, one byte for each of the 499,500 entries, "
    "although both pack the same string keys; today they take the same."
)


def sources(quick: bool) -> list[Source]:
    """The loops as the post ran them; they are short enough for a quick run too."""
    return [
        Source(
            key=f"c_{loop}",
            name=f"C {loop}",
            sentence=sentence[0].upper() + sentence[1:] + ".",
            fields={"workload": f"c_{loop}", "seed": 2, "size": 0},  # 0: the post's turns
            codecs=CODECS,
            tasks=[("post round trip", True), ("encode", True), ("decode", True)],
            group=KEY,
            compress=False,
            seconds=None if quick else SECONDS.get(loop),
        )
        for loop, sentence in LOOPS.items()
    ]


def section(record: dict) -> Section:
    """The post's times and sizes then and now, the fair way, charts and the contract."""
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
        contract_table(record, "c-contract", codecs),
        verdict_table(
            record,
            "c-verdicts",
            "Each PHP codec against hayapack",
            list(found.values()),
            [POST, *FAIR.values()],
        ),
    ]
    return Section("c", TITLE, parts)


def _printed(column: str) -> dict[str, dict[str, float]]:
    """A column of the post's figures: codec -> loop -> figure."""
    found: dict[str, dict[str, float]] = {}
    for row in then.rows("c"):
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
    rows = [
        _row_then(codec, figures, "{:.4f}") for codec, figures in _printed("pack_seconds").items()
    ]
    # Times sort as the printed seconds do.
    for row in _rows_now(record, found, codecs, POST, _seconds):
        rows.append([_in_seconds(cell) for cell in row])
    caption = (
        "Seconds for a whole loop, packing and unpacking together; less is better. "
        "Then: 2009, another machine. The floor is how far two processes of hayapack were apart."
    )
    return Table("c-then", "The five loops, the post's way", _columns(), rows, caption)


def _in_seconds(cell: Cell) -> Cell:
    if not isinstance(cell.sort, float):
        return cell
    return Cell(cell.text, cell.sort / 1e9, cell.hint, cell.mark)


def _rows_now(record: dict, found: dict, codecs: list[str], task: str, *show) -> list[list[Cell]]:
    """A row for each codec with its median times, then the noise floor's."""
    columns = [time_cells(found.get(f"c_{loop}"), task, *show) for loop in LOOPS]
    rows = [
        [name_cell(record, codec), *(column(codec) for column in columns)] for codec in codecs
    ]
    floors = [_floor_cell(found.get(f"c_{loop}"), task) for loop in LOOPS]
    return [*rows, [Cell("noise floor", mark="soft"), *floors]]


def _floor_cell(source: Optional[dict], task: str) -> Cell:
    floor = judge.floor(source, task) if source else None
    return DASH if floor is None else Cell(f"{100 * floor:.1f} %", "", mark="soft")


def _sizes(record: dict, found: dict, codecs: list[str]) -> Table:
    rows = [
        _row_then(codec, figures, "{:,.0f}") for codec, figures in _printed("total_bytes").items()
    ]
    for codec in codecs:
        cells = [size_cell(found.get(f"c_{loop}"), codec, "{:,.0f}".format) for loop in LOOPS]
        rows.append([name_cell(record, codec), *cells])
    return Table("c-sizes", "Sizes of the five loops", _columns(), rows, SIZES)


def _fair(record: dict, found: dict, codecs: list[str], way: str) -> Table:
    rows = _rows_now(record, found, codecs, FAIR[way])
    caption = f"Time to {way} every value of the loop, made before; less is better."
    return Table(f"c-{way}", f"The five loops, {way} alone", _columns(), rows, caption)


def _post_chart(record: dict, found: dict, codecs: list[str]) -> Chart:
    old = [
        Series(f"{codec}, 2009", [figures[loop] * 1e9 for loop in LOOPS])
        for codec, figures in _printed("pack_seconds").items()
    ]
    now = _series(record, found, codecs, POST)
    title = "C: pack and unpack in one loop, 2009 and today"
    return _bars("c-loops", title, [*old, *now])


def _fair_chart(record: dict, found: dict, codecs: list[str], way: str) -> Chart:
    now = _series(record, found, codecs, FAIR[way])
    return _bars(f"c-{way}-chart", f"C: the five loops, {way} alone", now)


def _series(record: dict, found: dict, codecs: list[str], task: str) -> list[Series]:
    places: list[Optional[dict]] = [found.get(f"c_{loop}") for loop in LOOPS]
    return [series(record, codec, places, task) for codec in codecs]


def _bars(key: str, title: str, shown: list[Series]) -> Chart:
    return Chart(
        key,
        "bars",
        title,
        list(LOOPS),
        shown,
        "time of a whole loop; less is better",
        y_unit="ns",
        y_log=True,
        caption="Medians with 95 % intervals, cycle collector on.",
        picture=key == "c-loops",
    )
