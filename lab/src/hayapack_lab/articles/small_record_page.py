"""Article E: one small record, in formats with and without a schema.

The article timed a prebuilt message, and opened the result without reading its
fields. The fair method adds what a program does: from its own values to bytes,
from bytes to every value, and each step between.
"""

from __future__ import annotations

from math import inf
from typing import Optional

from .. import workloads
from ..measure.record import Record, RecordedSource
from ..measure.source import Source, Task, task_name
from ..statistics import judge
from ..text.number_formats import listed
from ..text.report_elements import Cell, Chart, Section, Series, Table, Text, numbers, texts
from ..text.report_tables import (
    DASH,
    floor_cell,
    is_ours,
    mark,
    name_cell,
    of_group,
    places_of_ours,
    ratio_text,
    series,
    size_cell,
    size_of,
    time_cells,
)
from . import hex_dumps, published

KEY = "E"
TITLE = "E. One small record, with and without a schema"
WORKLOAD = "record_e"
# Today's codec for each of the article's rows, and codecs that the article did not have.
PRINTED = {
    "json": "json_std",
    "protobuf": "protobuf",
    "flatbuffers": "flatbuffers",
    "capnproto (packed)": "capnp_packed",
    "msgpack": "msgpack_c",
}
ADDED = ("hayapack_native", "capnp", "orjson", "msgspec_msgpack")
DECLARED = (
    "record_hayapack_array",
    "record_hayapack_float32",
    "record_msgspec_array",
)  # MessagePack of a declared class, without names
CODECS = [*PRINTED.values(), *ADDED, *DECLARED]
POST = "reference round trip"
# Tasks, each with its column's title and the task shown for codecs that do not have it.
WAYS = {
    "encode": ("encode, from values", "encode"),
    "encode prebuilt": ("encode, prebuilt", "encode"),
    "open": ("open only", "decode"),
    "one field": ("one field", "decode"),
    "every field": ("every field", "decode"),
    "decode": ("decode to a dict", "decode"),
}
ROUND_TRIPS = 100_000  # iterations of the article's loop
FLOOR = Cell("noise floor", mark="soft")

METHOD = (
    "The article encoded and decoded one record of ten fields 100,000 times in one loop, in "
    "Python 3, and printed milliseconds for the whole loop, the record's size and its bytes. It states no versions. Today's "
    "times are scaled to the same number of iterations; the garbage collector is on, as it was then."
)
UNFAIR = (
    "Limits of the reference method: json and msgpack start from the program's own values and "
    "return every value. protobuf and Cap'n Proto got a message built before the loop, so the "
    "time to set its fields is missing, and the result was only opened: protobuf parses the "
    "bytes into its own message but makes no Python values, and Cap'n Proto reads almost nothing "
    "until a field is accessed. FlatBuffers was not timed, because its Python package is written "
    "in Python. It can't serialise a prebuilt message, so its row here builds, finishes and opens."
)
FAIR = (
    "The fair method times each step separately. From values: builds the message from a dict and "
    "serialises it. Prebuilt: only serialises; FlatBuffers' object API packs a prebuilt object. "
    "Open only, one field (the text in the nested list) and every field: start from the bytes "
    "and keep nothing. The last column makes a dict equal to the record. \"= encode\" and "
    "\"= decode\" mean that the format has no such step, so a program needs the whole operation."
)
SIZES = (
    "Sizes: field f01 is a float32 in the formats with a schema and a double in MessagePack (9 "
    "bytes instead of 5); f09 is bytes in the former and text in JSON and MessagePack. The "
    "article printed 256 bytes for FlatBuffers, which is the builder's buffer: it doubles when "
    "it is full. json has the spaces that json.dumps writes in the table above only, as the article's; in the others it has none."
)
RENUMBERED = (
    "In this run protobuf's fields have the numbers 1 to 10, so it writes {less} bytes. With the article's own, of which 16 "
    "takes a byte more, it writes {bytes} ({run}), as then."
)
SAME_FORM = "A declared class is compared with hayapack's declared class, everything else with hayapack's dict."
APART = (
    "What the author would ask next: MessagePack with a declared class, as the formats with a schema have. An array has the "
    "fields in the class's order, without their names: a dataclass with @model(keys=\"array\"), and msgspec's Struct with "
    "array_like. With use_single_float every float is a float32, also f02, which then keeps 6 digits. The message is "
    "an object of the class made before the loop, as protobuf's is."
)


def sources(quick: bool) -> list[Source]:
    module = workloads.get(WORKLOAD)
    return [
        Source(
            key=WORKLOAD,
            name=module.NAME,
            sentence=module.SENTENCE,
            fields={"workload": WORKLOAD, "seed": 1, "size": module.SIZE, "hex": True},
            codecs=[*CODECS, judge.OURS["hayapack_native"]],
            tasks=[Task(way) for way in (POST, *WAYS)],
            group=KEY,
            compress=False,
        )
    ]


def section(record: Record) -> Section:
    """The article's table then and now, the bytes, a declared class, the fair steps and a chart of both."""
    source = of_group(record, KEY).get(WORKLOAD)
    parts: list = [Text(METHOD), Text(UNFAIR, "soft")]
    if source is None:
        return Section("e", TITLE, [*parts, Text("None of this was measured in this run.")])
    records = record.runs
    parts += [
        *_ahead(records),
        _then_and_now(record, source),
        Text(SIZES, "soft"),
        *_renumbered(records),
        *_declared(records),
        *hex_dumps.parts(records, WORKLOAD),
        Text(FAIR, "soft"),
        _fair(record, source),
        _chart(record, source),
    ]
    return Section("e", TITLE, parts)


def _run(record: Record) -> str:
    return f"{record.machine.python}, measured {record.started[:10]}"


def _renumbered(records: list[Record]) -> list[Text]:
    """Where the first run wrote protobuf with other field numbers than the article's, as an earlier lab did."""
    sizes = [size_of(of_group(record, KEY).get(WORKLOAD), "protobuf") for record in records]
    whole = float(len(hex_dumps.printed("protobuf")))
    if sizes[0] in (None, whole) or whole not in sizes[1:]:
        return []
    return [
        Text(RENUMBERED.format(less=int(sizes[0]), bytes=int(whole), run=_run(records[sizes.index(whole)])), "soft")
    ]


def _declared(records: list[Record]) -> list:
    """The rows of a declared class beside the formats with a schema: a table for each run that has such rows."""
    found = [(record, of_group(record, KEY).get(WORKLOAD)) for record in records]
    tables = [
        _declared_table(place, record, source)
        for place, (record, source) in enumerate(found, 1)
        if any(size_of(source, codec) for codec in DECLARED)
    ]
    return [Text(APART), *tables] if tables else []


def _declared_table(place: int, record: Record, source: RecordedSource) -> Table:
    ways = {
        "encode": "encode, from a dict",
        "encode prebuilt": "encode",
        "open": "open",
        "every field": "every field",
        POST: "round trip",
    }
    cells = {way: time_cells(source, task_name(way)) for way in (*WAYS, POST)}
    shown = [codec for codec in ("hayapack_native", *DECLARED, *PRINTED.values()) if size_of(source, codec)]
    rows = []
    for codec in shown:
        times = [_step_cell(source, codec, way, cells) if way != POST else cells[way](codec) for way in ways]
        size = size_cell(source, codec, "{:.0f}".format)
        rows.append([name_cell(record, codec), *times, size, Cell(_lost(record, source, codec))])
    columns = [*texts("format"), *numbers(*ways.values(), "bytes"), *texts("lost")]
    caption = (
        f"{_run(record)}, commit {record.commit or 'unknown'}. Time for one record, collector on; less is better. hayapack without a "
        "class, msgpack and json have dicts. From a dict: the object of the class is made in that time too. Open: the classes "
        "are whole objects, protobuf has parsed its message, hayapack's View and FlatBuffers have read almost nothing. Round "
        "trip: encode and open."
    )
    return Table(f"e-declared-{place}", f"With a declared class, {record.machine.python}", columns, rows, caption)


def _lost(record: Record, source: RecordedSource, codec: str) -> str:
    """What the round trip changed: f01 is a float32 by the schema, so that it is compared as one."""
    losses = source.cells[codec].losses
    by_schema = [said for said in record.codecs[codec].loses.split("; ") if said.startswith("f01,")]
    return (losses or by_schema or ["nothing"])[0]


def _ahead(records: list[Record]) -> list[Text]:
    """Who is faster than hayapack in the same form, in which run and step, in one sentence."""
    titles = {POST: "reference method", **{way: title for way, (title, _) in WAYS.items()}}
    found, compared = [], False
    for record in records:
        source = of_group(record, KEY).get(WORKLOAD) or RecordedSource(WORKLOAD)
        suffix = f" ({record.machine.python})" if len(records) > 1 else ""
        for way, title in titles.items():
            judged = judge.judge(source, task_name(way))
            compared = compared or any(one.verdict for one in judged)
            rivals = [one for one in judged if one.verdict == judge.FASTER and not is_ours(one.codec)]
            ahead = [f"{record.name(one.codec)} {ratio_text(one)}" for one in rivals]
            if ahead:
                found.append(f"{title}{suffix}: {listed(ahead)}")
    if not compared:
        return []
    said = "; ".join(found) or "no format, neither by the reference method nor in a step"
    return [Text(f"Faster than hayapack in the same form: {said}. {SAME_FORM}", "verdict")]


def _then_and_now(record: Record, source: RecordedSource) -> Table:
    printed = {PRINTED[row["format"]]: row for row in published.rows("small_record")}
    today = time_cells(source, task_name(POST), _loop_ms)
    judged = {one.codec: one for one in judge.judge(source, task_name(POST))}
    rows = []
    for codec in _shown(source):
        row = printed.get(codec, {})
        rows.append(
            [
                name_cell(record, codec),
                _printed(row.get("ms_per_100000_round_trips")),
                today(codec),
                _against(judged.get(codec)),
                _printed(row.get("bytes")),
                _post_size_cell(source, codec),
            ]
        )
    rows.append([FLOOR, DASH, floor_cell(source, task_name(POST)), DASH, DASH, DASH])
    columns = [
        *texts("format"),
        *numbers("ms, then", "ms, today", "of hayapack's", "bytes, then", "bytes, today"),
    ]
    caption = (
        "Milliseconds for 100,000 round trips, collector on; bytes of one record. Messages are "
        "prebuilt where the format allows it (not FlatBuffers), and results are only opened. Then: another machine."
    )
    return Table("e-then", "One record, reference method", columns, rows, caption)


def _shown(source: RecordedSource) -> list[str]:
    """The article's, and the others that the run has: that of an earlier lab has no declared classes."""
    return [codec for codec in CODECS if codec in source.cells or codec in PRINTED.values()]


def _against(one: Optional[judge.Judged]) -> Cell:
    """A codec's time in hayapack's; the verdict is its hint."""
    if one is None or one.ratio is None:
        return DASH
    return Cell(ratio_text(one), one.ratio.value, one.verdict, mark(one))


def _printed(figure: Optional[str]) -> Cell:
    """A figure of the article; a dash where it printed none."""
    return Cell(f"{float(figure):,.0f}", float(figure)) if figure else DASH


def _post_size_cell(source: RecordedSource, codec: str) -> Cell:
    """Bytes of a record as the article's function writes it: json.dumps adds spaces."""
    size = source.cell(codec).post_size
    if size is None:
        return size_cell(source, codec, "{:.0f}".format)
    size /= source.messages
    return Cell(f"{size:.0f}", size, mark="ours" if is_ours(codec) else "")


def _loop_ms(ns: float) -> str:
    return f"{ns * ROUND_TRIPS / 1e6:,.3g}" if ns * ROUND_TRIPS < 999.5e6 else f"{ns / 10:,.0f}"


def _fair(record: Record, source: RecordedSource) -> Table:
    cells = {way: time_cells(source, task_name(way)) for way in WAYS}
    rows = []
    for codec in _shown(source):
        steps = [_step_cell(source, codec, way, cells) for way in WAYS]
        rows.append([name_cell(record, codec), *steps, size_cell(source, codec, "{:.0f}".format)])
    rows.append([FLOOR, *(floor_cell(source, task_name(way)) for way in WAYS), DASH])
    columns = [*texts("format"), *numbers(*(title for title, _ in WAYS.values()), "bytes")]
    caption = "Time for one record, collector on; less is better."
    return Table("e-fair", "One record, fair method: each step separately", columns, rows, caption)


def _step_cell(source: RecordedSource, codec: str, way: str, cells: dict) -> Cell:
    """The step's time; if the format has no such step, the operation that includes it."""
    whole = WAYS[way][1]
    if way in source.cell(codec).absent:
        return Cell(f"= {whole}", cells[whole](codec).sort, f"takes a whole {whole}", "soft")
    return cells[way](codec)


def _chart(record: Record, source: RecordedSource) -> Chart:
    """Both methods' round trips, the fastest by the fair method first."""
    post = {codec: series(record, codec, [source], task_name(POST)) for codec in _shown(source)}
    fair = {codec: _fair_round_trip(record, source, codec) for codec in post}
    shown = [codec for codec in post if post[codec].y[0] is not None]
    shown.sort(key=lambda codec: fair[codec] or inf)
    return Chart(
        "e-ways",
        "dots",
        "E: round trip of one small record, then and today",
        [post[codec].name for codec in shown],
        [
            Series(
                "as the article measured",
                [post[codec].y[0] for codec in shown],
                [post[codec].low[0] for codec in shown],
                [post[codec].high[0] for codec in shown],
            ),
            Series("from Python values and back", [fair[codec] for codec in shown]),
            Series("the article's figures", [_then_ns(codec) for codec in shown]),
        ],
        "time of a round trip; less is better",
        y_unit="ns",
        y_log=True,
        caption=f"{len(shown)} codecs, the fastest from Python values and back first. Medians; lines are "
        "95 % intervals.",
        picture=True,
        ours=places_of_ours(shown),
    )


def _then_ns(codec: str) -> Optional[float]:
    """The article's nanoseconds of a round trip."""
    for row in published.rows("small_record"):
        if PRINTED[row["format"]] == codec and row["ms_per_100000_round_trips"]:
            return float(row["ms_per_100000_round_trips"]) * 1e6 / ROUND_TRIPS
    return None


def _fair_round_trip(record: Record, source: RecordedSource, codec: str) -> Optional[float]:
    """Nanoseconds of one encode and one decode; None without either."""
    steps = [series(record, codec, [source], task_name(way)).y[0] for way in ("encode", "decode")]
    return None if None in steps else sum(steps)
