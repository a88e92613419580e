"""Article D in C# itself: the same rows with today's libraries, and what they allocate."""

from __future__ import annotations

from math import inf
from typing import Optional

from .. import judge, stats
from ..engine import Source
from ..report.model import Cell, Chart, Column, Series, Table, Text
from ..summary import byte_size, times
from . import then
from .parts import (
    DASH,
    codecs_of,
    contract_table,
    is_ours,
    median_of,
    name,
    name_cell,
    number_cell,
    of_group,
    part_of,
    percent_cell,
    ratio_cell,
    size_cell,
    size_of,
    time_cells,
    verdict_table,
    why_not,
)

KEY = "d_dotnet"
GROUP = "D"
SIZE = 72_000  # orders; about 137 MB of JSON, as the article's graph
QUICK_SIZE = 520
SECONDS = 600.0
QUICK_SECONDS = 10.0
MEMORY = 1_250_000_000  # bytes for one worker, on average
ROUND = "post round trip gc on"
WRITE, READ = FAIR = ("encode gc on", "decode gc on")
JSON_THEN = "Utf8Json typed"
JSONS = ("dotnet_utf8json", "dotnet_json")  # the first that was measured is what ratios are to
# The article's rows, and the codecs of today for each.
TODAY = {
    JSON_THEN: ("dotnet_utf8json", "dotnet_json"),
    "Utf8Json typed + gzip": ("dotnet_utf8json_gzip", "dotnet_json_gzip"),
    "Utf8Json typeless": ("dotnet_utf8json_typeless",),
    "Utf8Json typeless + gzip": ("dotnet_utf8json_typeless_gzip",),
    "MessagePack typed": ("dotnet_messagepack", "dotnet_hayapack"),
    "MessagePack typed + LZ4": ("dotnet_messagepack_lz4", "dotnet_hayapack_lz4"),
    "MessagePack typeless": ("dotnet_messagepack_typeless", "dotnet_hayapack_typeless"),
    "MessagePack typeless + LZ4": (
        "dotnet_messagepack_typeless_lz4",
        "dotnet_hayapack_typeless_lz4",
    ),
}
PAIRS = [codecs for method, codecs in TODAY.items() if method.startswith("MessagePack")]
CODECS = [*(codec for codecs in TODAY.values() for codec in codecs), "dotnet_hayapack_again"]

METHOD = (
    "In C#, one worker process for each codec: Utf8Json and System.Text.Json (generated code), "
    "each with and without gzip, MessagePack-CSharp 3.1 and hayapack, each typed and typeless, "
    "with and without LZ4 (an array of blocks, ext 98). The graph has the classes of the one "
    "below and is generated in C#: about 137 MB as JSON, as the article's; 1 MB in a quick run. "
    "Members are written by name. The reference method is the article's: the one-shot functions, "
    "one serialize into a new array and one deserialize. The fair method measures writing, into a "
    "buffer that is used again, and reading apart. Times are processor time of the whole process, "
    "garbage collection and background compilation included."
)
MEGA = 1_000_000


def source(quick: bool) -> Source:
    return Source(
        key=KEY,
        name="D, C#, a graph of orders",
        sentence="The graph of orders in C#, with customers and products shared by reference.",
        fields={"workload": "d_graph", "seed": 2, "size": QUICK_SIZE if quick else SIZE},
        codecs=CODECS,
        tasks=[("post round trip", True), ("encode", True), ("decode", True)],
        group=GROUP,
        compress=False,
        seconds=QUICK_SECONDS if quick else SECONDS,
        memory=MEMORY,
    )


def parts(record: dict) -> list:
    """The article's rows in C#, then and now; the fair method; the two MessagePack libraries."""
    found = of_group(record, GROUP).get(KEY)
    if found is None:
        return [Text("C# was not measured in this run.", "soft")]
    codecs = [codec for codec in CODECS if codec in codecs_of([found])]
    return [
        Text(METHOD),
        *_against(record, found),
        _then_and_now(record, found),
        _fair(record, found, codecs),
        *_chart(record, found, codecs),
        verdict_table(
            record, "d-dotnet-verdicts", "Each C# codec against hayapack", [found], [ROUND, *FAIR]
        ),
        contract_table(record, "d-dotnet-contract", codecs),
    ]


def _json(source: dict) -> str:
    """The JSON library that ratios are to."""
    return next((codec for codec in JSONS if median_of(source, codec, ROUND)), JSONS[0])


def _then_and_now(record: dict, source: dict) -> Table:
    columns = [
        Column("the article's row", False),
        Column("today", False),
        Column("bytes, then"),
        Column("bytes, today"),
        Column("of JSON's, then"),
        Column("of JSON's, today"),
        Column("mean ms, then", hint="one serialize and one deserialize"),
        Column("median ms, today"),
        Column("of JSON's time, then"),
        Column("of JSON's time, today"),
        Column("allocated MB, then"),
        Column("allocated MB, today"),
        Column("collections, today", hint="of generations 0, 1 and 2 in one round trip"),
    ]
    printed = then.figures("d", "method")
    json = _json(source)
    rows = []
    for method, codecs in TODAY.items():
        figures = printed[method]
        for codec in codecs:
            both = median_of(source, codec, ROUND)
            size = size_of(source, codec)
            spent = number_cell(None if both is None else both / 1e6, "{:,.1f}")
            rows.append(
                [
                    Cell(method),
                    name_cell(record, codec),
                    number_cell(figures["bytes"], "{:,.0f}"),
                    size_cell(source, codec, "{:,.0f}".format),
                    percent_cell(part_of(figures["bytes"], printed[JSON_THEN]["bytes"])),
                    percent_cell(part_of(size, size_of(source, json))),
                    number_cell(figures["mean_ms"], "{:,.1f}"),
                    why_not(source, codec, ROUND) if both is None else spent,
                    ratio_cell(figures["ratio"]),
                    ratio_cell(part_of(both, median_of(source, json, ROUND))),
                    number_cell(figures["allocated_mb"], "{:,.0f}"),
                    _allocated(source, codec, ROUND),
                    _collections(source, codec, ROUND),
                ]
            )
    caption = (
        "Then: .NET Core 3.0 on an i7-8700, 2019. Today: the reference method, one serialize into "
        f"a new array and one deserialize. JSON is {name(record, json)}. The article's libraries "
        "of 2019 wrote LZ4 as one block."
    )
    return Table("d-dotnet-then", "C#: sizes, times and allocations, then and now", columns, rows, caption)


def _allocated(source: dict, codec: str, task: str) -> Cell:
    cell = source["cells"].get(codec, {})
    value = cell.get("allocated", {}).get(task)
    return DASH if value is None else Cell(f"{value / MEGA:,.1f}", value)


def _collections(source: dict, codec: str, task: str) -> Cell:
    cell = source["cells"].get(codec, {})
    counts = cell.get("collections", {}).get(task)
    return DASH if counts is None else Cell(" / ".join(f"{n:.3g}" for n in counts), sum(counts))


def _fair(record: dict, source: dict, codecs: list[str]) -> Table:
    """Writing and reading apart; the quickest sum first."""
    write, read = (time_cells(source, task) for task in FAIR)
    known = {codec: _sum(source, codec) for codec in codecs}
    rows = [
        [
            name_cell(record, codec),
            size_cell(source, codec, "{:,.0f}".format),
            write(codec),
            read(codec),
            _allocated(source, codec, WRITE),
            _allocated(source, codec, READ),
            _collections(source, codec, WRITE),
            _collections(source, codec, READ),
        ]
        for codec, _ in sorted(known.items(), key=lambda item: item[1] or inf)
    ]
    columns = [
        Column("codec", False),
        Column("bytes"),
        Column("write"),
        Column("read"),
        Column("allocated MB, write"),
        Column("allocated MB, read"),
        Column("collections, write"),
        Column("collections, read"),
    ]
    caption = (
        "The fair method: medians for the whole graph, written into a buffer that is used again. "
        "Collections are of generations 0, 1 and 2 in one call."
    )
    return Table("d-dotnet-fair", "C#: write and read, the fair method", columns, rows, caption)


def _sum(source: dict, codec: str) -> Optional[float]:
    found = [median_of(source, codec, task) for task in FAIR]
    return None if None in found else sum(filter(None, found))


def _against(record: dict, source: dict) -> list:
    """MessagePack-CSharp's figures over hayapack's, form by form."""
    rows = []
    for theirs, ours in PAIRS:
        ratios = [_over(source, theirs, ours, task) for task in (WRITE, READ, ROUND)]
        sizes = part_of(size_of(source, theirs), size_of(source, ours))
        allocated = [_allocated_over(source, theirs, ours, task) for task in FAIR]
        rows.append([name_cell(record, ours), *ratios, ratio_cell(sizes), *allocated])
    columns = [
        Column("hayapack's form", False),
        Column("write"),
        Column("read"),
        Column("round trip, reference method"),
        Column("bytes"),
        Column("allocated, write"),
        Column("allocated, read"),
    ]
    caption = (
        "MessagePack-CSharp 3.1's figure divided by hayapack's for the same form, with 95 % "
        "intervals: over 1, hayapack takes less. Allocated: MessagePack-CSharp / hayapack. "
    ) + _noise(source)
    title = "C#: MessagePack-CSharp's time over hayapack's"
    return [Table("d-dotnet-pairs", title, columns, rows, caption)]


def _over(source: dict, theirs: str, ours: str, task: str) -> Cell:
    over, under = (judge.samples_of(source, codec, task) for codec in (theirs, ours))
    if not over or not under:
        return why_not(source, theirs if not over else ours, task)
    ratio = stats.ratio(over, under)
    text = f"× {times(ratio.value)}"
    if ratio.low is not None and ratio.high is not None:
        text += f" ({times(ratio.low)} to {times(ratio.high)})"
    return Cell(text, ratio.value, mark="loss" if ratio.value < 1 else "")


def _allocated_over(source: dict, theirs: str, ours: str, task: str) -> Cell:
    cells = (source["cells"].get(codec, {}) for codec in (theirs, ours))
    over, under = (cell.get("allocated", {}).get(task) for cell in cells)
    if over is None or under is None:
        return DASH
    return Cell(f"{byte_size(over)} / {byte_size(under)}", over)


def _noise(source: dict) -> str:
    floors = {task: judge.floor(source, task) for task in FAIR}
    if None in floors.values():
        return "The noise floor is not known."
    said = " and ".join(f"{100 * (value or 0):.1f} %" for value in floors.values())
    return f"Noise floor, hayapack against itself: {said} (write, read)."


def _chart(record: dict, source: dict, codecs: list[str]) -> list[Chart]:
    known = {codec: _sum(source, codec) for codec in codecs}
    order = sorted((codec for codec in codecs if known[codec]), key=lambda c: known[c] or 0.0)
    if not order:
        return []
    json = byte_size(size_of(source, _json(source)) or 0.0)
    return [
        Chart(
            "d-dotnet-time",
            "dots",
            "D: C#, time of the whole graph",
            [name(record, codec) for codec in order],
            [
                Series(what, [median_of(source, codec, task) for codec in order])
                for what, task in (("write", WRITE), ("read", READ))
            ],
            "time; less is better",
            y_unit="ns",
            y_log=True,
            caption=f"{len(order)} codecs, the fastest first. Medians, the fair method. As JSON the "
            f"graph is {json}.",
            picture=True,
            ours=frozenset(place for place, codec in enumerate(order) if is_ours(codec)),
        )
    ]
