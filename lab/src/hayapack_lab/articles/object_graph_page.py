"""Article D: one large object graph in C#, with and without LZ4, gzip and type names."""

from __future__ import annotations

from math import inf
from typing import Optional

from ..measure.record import Record, RecordedSource
from ..measure.source import Source, Task, task_name, task_of
from ..statistics import judge, stats
from ..statistics.stats import Ratio
from ..statistics.summary import DIRECTIONS
from ..text.number_formats import byte_size, duration
from ..text.report_elements import Cell, Chart, Column, Section, Series, Table, Text, numbers, texts
from ..text.report_tables import (
    DASH,
    against_size,
    codecs_of,
    fraction,
    median_of,
    name_cell,
    number_cell,
    of_group,
    percent_cell,
    places_of_ours,
    ratio_cell,
    size_cell,
    size_of,
    time_cells,
    why_not,
)
from ..workloads import d_graph
from . import object_graph_csharp_page, published
from .answers.figures import below, percents, with_interval
from .answers.languages import CLOSE, FAILS, HOLDS

KEY = "D"
TITLE = "D. One large object graph: LZ4, gzip and type names"
GRAPH = "d_graph"
ENCODE, DECODE = TASKS = tuple(map(task_name, DIRECTIONS))
JSONS = ("orjson", "json_std")  # what ratios are to
SECONDS = 450.0  # a limit: no task may take more than its share; a full run takes a third of it
QUICK_SECONDS = 12.0
MEMORY = 200_000_000  # bytes for one worker
# The article's rows, and the codecs that represent them here.
STANDS = {
    object_graph_csharp_page.JSON_THEN: JSONS,
    "Utf8JsonWithTypeGz": ("d_orjson_gzip", "d_json_gzip"),
    "Utf8JsonTypeless": (),
    "Utf8JsonTypelessGz": (),
    "MessagePackWithType": ("hayapack_native", "msgpack_c", "msgspec_msgpack"),
    "MessagePackWithTypeLz4": ("d_hayapack_lz4_array", "d_hayapack_lz4_block", "d_msgpack_lz4"),
    "MessagePackTypeless": ("d_hayapack_typeless_root", "d_hayapack_typeless"),
    object_graph_csharp_page.RECOMMENDED: (
        "d_hayapack_typeless_root_lz4_array",
        "d_hayapack_typeless_root_lz4_block",
        "d_hayapack_typeless_lz4_array",
        "d_hayapack_typeless_lz4_block",
    ),
}
# As few names, and as many, as it can have.
NAMED = ("d_hayapack_typeless_root_lz4_array", "d_hayapack_typeless_lz4_array")
CODECS = [*(codec for stands in STANDS.values() for codec in stands), "hayapack_again"]

METHOD = (
    "The article measured one large object graph, 137 MB as JSON, in C# on .NET Core 3.0 with BenchmarkDotNet 0.12.0, 3 "
    "iterations: JSON and MessagePack, with declared types and typeless (names of .NET types "
    "on the wire), JSON with and without gzip, MessagePack with and without LZ4. Its graph is not "
    "public; this one is of orders, customers and products."
)
PYTHON = (
    "The equivalents from Python, on the same kind of graph: 10 MB as JSON, 1 MB in a quick run. "
    "C#'s rows in the next table are the printed ones."
)
UNFAIR = (
    "Compare ratios, not milliseconds, and sizes only roughly: the article's graph is not public, "
    "and this one has more repetition, which favours every compressor. Python's codecs get dicts "
    "and lists, where C# has classes; hayapack's typed values are registered dataclasses, which "
    "decoding returns. C# names the type of the outermost object and of members declared as "
    "object (“root named” here); a name before every object (“all named”) is the upper bound of "
    "that cost. All formats write an object that is shared in memory once for each reference. The "
    "collector is on. Times are processor time, so the threads with which hayapack packs LZ4 "
    "arrays do not shorten them."
)


def sources(quick: bool) -> list[Source]:
    return [
        object_graph_csharp_page.source(quick),
        Source(
            key=GRAPH,
            name=d_graph.NAME,
            sentence=d_graph.SENTENCE,
            fields={
                "workload": GRAPH,
                "seed": 2,
                "size": d_graph.QUICK_SIZE if quick else d_graph.SIZE,
            },
            codecs=CODECS,
            tasks=[Task("encode"), Task("decode")],
            group=KEY,
            compress=False,
            seconds=QUICK_SECONDS if quick else SECONDS,
            memory=MEMORY,
        ),
    ]


def section(record: Record) -> Section:
    """The article's rows and their equivalents, the recommendation, verdicts, charts."""
    source = of_group(record, KEY).get(GRAPH)
    parts: list = [Text(METHOD), *object_graph_csharp_page.parts(record)]
    if source is None and of_group(record, KEY):
        return Section("d", TITLE, parts)  # a run of C#'s part alone
    parts += [Text(PYTHON), Text(UNFAIR, "soft")]
    if source is None:
        unmeasured = Text("None of this was measured in this run.")
        return Section("d", TITLE, [*parts, unmeasured, _then_and_now(record, None)])
    codecs = [codec for codec in CODECS if codec in codecs_of([source])]
    parts += [
        *_recommendation(record, source),
        _then_and_now(record, source),
        _today(record, source, codecs),
        *_charts(record, source, codecs),
        *_noise(source),
    ]
    return Section("d", TITLE, parts)


def _both(source: Optional[RecordedSource], codec: str) -> Optional[float]:
    """Nanoseconds of one encode and one decode; None without either."""
    found = [median_of(source, codec, task) for task in TASKS]
    return None if None in found else sum(filter(None, found))


def _json_size(source: Optional[RecordedSource]) -> Optional[float]:
    sizes = (size_of(source, codec) for codec in JSONS)
    return next((size for size in sizes if size), None)


def _then_and_now(record: Record, source: Optional[RecordedSource]) -> Table:
    columns = [
        Column("the article's row", False),
        Column("bytes, then"),
        Column("mean ms, then", hint="one serialize and one deserialize"),
        *texts("equivalent here"),
        *numbers("bytes of JSON's: then", "today", "time of JSON's: then"),
        *(Column(f"of {record.name(json)}'s, today") for json in JSONS),
    ]
    printed = published.figures("object_graph", "method")
    rows = []
    for method, stands in STANDS.items():
        figures = printed[method]
        left = [
            Cell(method),
            number_cell(figures["bytes"], "{:,.0f}"),
            number_cell(figures["mean_ms"], "{:,.1f}"),
        ]
        size = percent_cell(fraction(figures["bytes"], printed[object_graph_csharp_page.JSON_THEN]["bytes"]))
        time = ratio_cell(figures["ratio"])
        if not stands:
            none = Cell("JSON from Python names no types", mark="soft")
            rows.append([*left, none, size, DASH, time, *[DASH for _ in JSONS]])
        for codec in stands:
            today, *ratios = _ratios(source, codec)
            rows.append([*left, name_cell(record, codec), size, today, time, *ratios])
    caption = (
        "Then: C# on an i7-8700, 2019, a graph of 137 MB. Today: Python, the generated graph; one "
        "encode and one decode, divided by the time of JSON with each of two libraries."
    )
    return Table("d-then", "Python: sizes and times beside the article's", columns, rows, caption)


def _ratios(source: Optional[RecordedSource], codec: str) -> list[Cell]:
    """Bytes, then time, of JSON's; the reason where there is no time."""
    size, both = size_of(source, codec), _both(source, codec)
    if source and both is None:
        spent = [why_not(source, codec) for _ in JSONS]
    else:
        spent = [ratio_cell(fraction(both, _both(source, json))) for json in JSONS]
    return [percent_cell(fraction(size, _json_size(source))), *spent]


def _today(record: Record, source: RecordedSource, codecs: list[str]) -> Table:
    """Every codec of today, the quickest round trip first."""
    columns = [*texts("codec"), *numbers("bytes", "of JSON's", "encode", "decode", "both")]
    encode, decode = (time_cells(source, task) for task in TASKS)
    known = {codec: _both(source, codec) for codec in codecs}
    rows = [
        [
            name_cell(record, codec),
            size_cell(source, codec, "{:,.0f}".format),
            percent_cell(fraction(size_of(source, codec), _json_size(source))),
            encode(codec),
            decode(codec),
            DASH if both is None else Cell(duration(both), both),
        ]
        for codec, both in sorted(known.items(), key=lambda item: item[1] or inf)
    ]
    caption = "Medians for the whole graph, collector on; “both” is one encode plus one decode, the least first."
    return Table("d-today", "Python: sizes and times, today", columns, rows, caption)


def _recommendation(record: Record, source: RecordedSource) -> list[Text]:
    """Whether the author's recommendation holds here, in plain words."""
    figures = published.figures("object_graph", "method")[object_graph_csharp_page.RECOMMENDED]
    size_then = (
        fraction(
            figures["bytes"], published.figures("object_graph", "method")[object_graph_csharp_page.JSON_THEN]["bytes"]
        )
        or 0.0
    )
    text = (
        "The author recommends typeless + LZ4: in the article it took "
        f"{100 * size_then:.0f} % of JSON's bytes and {100 * (figures['ratio'] or 0):.0f} % of "
        "its time. "
    )
    root, every = NAMED
    here = _against_json(record, source, root)
    if not here:
        return [Text(f"{text}It could not be measured here.", "verdict")]
    text += f"Here {record.name(root)} takes {here}"
    worst = _against_json(record, source, every)
    text += f"; {record.name(every)} takes {worst}. " if worst else ". "
    text += _holds(record, source, root)
    return [Text(text, "verdict"), *_without_names(record, source)]


def _against_json(record: Record, source: RecordedSource, codec: str) -> str:
    """40 % of JSON's bytes, 80 % (75–85 %) of orjson's time and 30 % (28–33 %) of json's time; "" if unknown."""
    size = fraction(size_of(source, codec), _json_size(source))
    ratios = {json: _both_ratio(source, codec, json) for json in JSONS}
    said = [
        f"{with_interval(ratio, percents)} of {record.name(json)}'s time" for json, ratio in ratios.items() if ratio
    ]
    if size is None or not said:
        return ""
    return f"{100 * size:.0f} % of JSON's bytes, {' and '.join(said)}"


def _both_ratio(source: Optional[RecordedSource], codec: str, other: str) -> Optional[Ratio]:
    """One encode and one decode of a codec over those of another, with the interval."""
    sums = []
    for one in (codec, other):
        each = [judge.samples_of(source, one, task) for task in TASKS] if source else []
        sums.append([sum(pair) for pair in zip(*each)])
    return stats.ratio(*sums) if all(sums) else None


def _slack(source: RecordedSource) -> float:
    """What a difference must exceed, as in the page's verdicts."""
    return max(judge.LEAST_DIFFERENCE, *(judge.floor(source, task) or 0.0 for task in TASKS))


def _holds(record: Record, source: RecordedSource, codec: str) -> str:
    """The verdict: smaller, and quicker than each JSON by more than the noise."""
    if (size_of(source, codec) or 0) >= (_json_size(source) or 0):
        return "The recommendation does not hold here: the result is not smaller than JSON."
    words = {HOLDS: "it holds", FAILS: "it does not hold", CLOSE: "the difference is within the noise"}
    said = []
    for json in JSONS:
        ratio = _both_ratio(source, codec, json)
        if ratio:
            said.append(f"against {record.name(json)} {words[below([ratio], slack=_slack(source))]}")
    return f"The recommendation holds here for size; for time, {', '.join(said)}."


def _without_names(record: Record, source: RecordedSource) -> list[Text]:
    """The cost of the names, and the effect of gzip on JSON."""
    plain, gzip = STANDS["MessagePackWithTypeLz4"][0], STANDS["Utf8JsonWithTypeGz"][0]
    root, every = NAMED
    said = []
    for codec, what in ((root, "naming the root"), (every, "naming every object")):
        size, bare = size_of(source, codec), size_of(source, plain)
        if size and bare and (time := _both_ratio(source, codec, plain)):
            more = f"{abs(size - bare):,.0f} bytes"
            adds = "adds" if size >= bare else "saves (LZ4 finds other matches)"
            said.append(f"{what} {adds} {more} and takes {_time_said(source, time)}")
    found = []
    if said:
        found.append(f"Compared with {record.name(plain)}, without names: {'; '.join(said)}.")
    size = fraction(size_of(source, gzip), size_of(source, root))
    gzipped = _both_ratio(source, gzip, root)
    if size and gzipped:
        found.append(
            f"{record.name(gzip)} takes {100 * size:.0f} % of the bytes of {record.name(root)} and "
            f"{_time_said(source, gzipped)}."
        )
    return [Text(" ".join(found))] if found else []


def _time_said(source: RecordedSource, ratio: Ratio) -> str:
    said = f"{with_interval(ratio, percents)} of its time"
    close = below([ratio], slack=_slack(source)) == CLOSE
    return f"{said}, within the noise of {percents([_slack(source)])}" if close else said


def _noise(source: RecordedSource) -> list[Text]:
    floors = {task: judge.floor(source, task) for task in TASKS}
    if None in floors.values():
        return []
    said = (f"{task.split()[0]} {100 * (value or 0):.1f} %" for task, value in floors.items())
    return [Text(f"Noise floor, hayapack against itself: {', '.join(said)}.", "soft")]


def _charts(record: Record, source: RecordedSource, codecs: list[str]) -> list[Chart]:
    """Time, the fastest round trip first; then size, the smallest first."""
    known = {codec: both for codec in codecs if (both := _both(source, codec))}
    if not known:
        return []
    quick = sorted(known, key=known.__getitem__)
    small = sorted(quick, key=lambda codec: size_of(source, codec) or inf)
    spent = [Series(task_of(task).what, [median_of(source, codec, task) for codec in quick]) for task in TASKS]
    json = byte_size(_json_size(source) or 0.0)
    plain = {codec: both for codec, both in known.items() if "typeless" not in codec}
    return [
        against_size("d-time-size", "D: round trip against size", record, source, plain),
        Chart(
            "d-time",
            "dots",
            "D: time of the whole graph",
            [record.name(codec) for codec in quick],
            spent,
            "time; less is better",
            y_unit="ns",
            y_log=True,
            caption=f"{len(quick)} codecs, the fastest round trip first. Medians. As JSON the graph is {json}.",
            picture=True,
            ours=places_of_ours(quick),
        ),
        Chart(
            "d-size",
            "dots",
            "D: size of the whole graph",
            [record.name(codec) for codec in small],
            [Series("size", [size_of(source, codec) for codec in small])],
            "size; less is better",
            y_unit="bytes",
            caption=f"{len(small)} codecs, the smallest first.",
            picture=True,
            ours=places_of_ours(small),
        ),
    ]
