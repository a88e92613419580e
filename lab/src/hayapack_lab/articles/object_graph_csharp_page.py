"""Article D in C# itself: the same rows with today's libraries, and what they allocate."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Optional

from ..measure.record import Record, RecordedSource
from ..measure.source import Source, Task, task_name
from ..statistics import judge, stats
from ..statistics.stats import Ratio
from ..statistics.summary import DIRECTIONS
from ..text.number_formats import byte_size, duration, listed, times
from ..text.report_elements import Cell, Chart, Column, Series, Table, Text, numbers, texts
from ..text.report_tables import (
    BEATS,
    DASH,
    against_size,
    codecs_of,
    fraction,
    is_ours,
    mark,
    median_of,
    name_cell,
    number_cell,
    of_group,
    percent_cell,
    places_of_ours,
    ratio_cell,
    size_cell,
    size_of,
    why_not,
)
from . import published

KEY = "d_dotnet"
GROUP = "D"
SIZE = 71_766  # orders; the article's 137 MB of JSON
QUICK_SIZE = 520
SAMPLES = 3  # of each codec and task, as in the article's ShortRun
QUICK_SECONDS = 12.0
MEMORY = 600_000_000  # bytes for one worker, on average, and of one more for the working one's garbage
QUICK_MEMORY = 150_000_000
ROUND = task_name("reference round trip")
WRITE, READ = FAIR = tuple(map(task_name, DIRECTIONS))
JSONS = ("dotnet_utf8json", "dotnet_json")  # the first that was measured is what ratios are to
# The article's rows, and the codecs of today for each.
JSON_THEN = "Utf8JsonWithType"
RECOMMENDED = "MessagePackTypelessLz4"
TODAY = {
    JSON_THEN: ("dotnet_utf8json", "dotnet_json"),
    "Utf8JsonWithTypeGz": ("dotnet_utf8json_gzip", "dotnet_json_gzip"),
    "Utf8JsonTypeless": ("dotnet_utf8json_typeless", "dotnet_json_typeless"),
    "Utf8JsonTypelessGz": ("dotnet_utf8json_typeless_gzip",),
    "MessagePackWithType": ("dotnet_messagepack", "dotnet_hayapack"),
    "MessagePackWithTypeLz4": (
        "dotnet_messagepack_lz4_block",
        "dotnet_hayapack_lz4_block",
        "dotnet_messagepack_lz4_array",
        "dotnet_hayapack_lz4_array",
    ),
    "MessagePackTypeless": ("dotnet_messagepack_typeless", "dotnet_hayapack_typeless"),
    RECOMMENDED: (
        "dotnet_messagepack_typeless_lz4_block",
        "dotnet_hayapack_typeless_lz4_block",
        "dotnet_messagepack_typeless_lz4_array",
        "dotnet_hayapack_typeless_lz4_array",
    ),
}
# What the article did not have.
ADDED = "not in the article"
SINCE = {
    ADDED: (
        "dotnet_json_brotli",
        "dotnet_json_zstd",
        "dotnet_memorypack",
        "dotnet_nerdbank",
        "dotnet_messagepack2",
        "dotnet_hayapack_reflection",
    )
}
CODECS = [*(codec for codecs in {**TODAY, **SINCE}.values() for codec in codecs), "dotnet_hayapack_again"]
RIVAL = "dotnet_messagepack"
# MessagePack-CSharp's and hayapack's codec for each form.
PAIRS = [(codec, judge.SAME_FORM[codec]) for codec in CODECS if RIVAL in codec and codec in judge.SAME_FORM]
MEMORY_TITLE = "C#: memory and garbage collections"
GOAL = 2.0  # MessagePack-CSharp's time over hayapack's, with LZ4 or typeless
SLACK = 0.005  # part by which counts of bytes may differ without being called more or fewer

METHOD = (
    "In C#, one worker process for each codec: System.Text.Json (generated code; with gzip, Brotli and zstd; typeless: "
    "its calls that take a type at run time), Utf8Json where a package source has it, MemoryPack, MessagePack-CSharp 3.1 "
    "and hayapack, both typed and typeless, without LZ4, with LZ4 as one block (ext 99, the form of 2019) and as an array "
    "of blocks (ext 98). The graph has the classes of the Python graph and is generated in C#: 137 MB as JSON, as the "
    "article's, 1 MB in a quick run. How many of the article's members are numbers is not known, and no option changes "
    "their share here, since the figures would be of no graph that anybody has: `hayapack compare FILE` measures yours. "
    "Members are written by name, but MemoryPack's. The reference method is taken to be "
    "the article's, whose code is only linked: we assume that each of its methods serializes once into a new array and "
    "deserializes once, by the one-shot functions. The fair method measures writing, into a buffer that is used again, "
    "and reading apart."
)
NEWER = (
    " Also Nerdbank.MessagePack, which writes members with default values, too, MessagePack-CSharp 2.5, and hayapack with "
    "formatters by reflection instead of generated code."
)
FAIRNESS = (
    "Before timing, the codec runs on a small graph until the JIT has compiled nothing for three "
    "turns, and the results of both methods are compared with the graph, value by value. An untimed "
    "call, which fills the libraries' pools, and a garbage collection precede each sample. Times are processor time of the whole "
    "process on one core, with the collections and background compilation during the call; LZ4 "
    "blocks are therefore not packed in parallel. Allocated bytes are of all threads. "
    "MessagePack-CSharp has its standard options, for trusted data; hayapack checks UTF-8 and "
    "has its options for untrusted data. Typeless JSON calls the methods that get the type at run "
    "time: it writes no type names."
)
MEGA = 1_000_000
OPERATIONS = 1000  # for which BenchmarkDotNet gives collections
THEN = "then: .NET Core 3.0, i7-8700, BenchmarkDotNet 0.12.0"


def source(quick: bool) -> Source:
    return Source(
        key=KEY,
        name="D, C#, a graph of orders",
        sentence="The graph of orders in C#, with customers and products shared by reference.",
        fields={"workload": "d_graph", "seed": 2, "size": QUICK_SIZE if quick else SIZE},
        codecs=CODECS,
        tasks=[Task("reference round trip"), Task("encode"), Task("decode")],
        group=GROUP,
        compress=False,
        seconds=QUICK_SECONDS,
        samples=None if quick else SAMPLES,
        memory=QUICK_MEMORY if quick else MEMORY,
    )


def parts(record: Record) -> list:
    """What hayapack loses; the article's rows in C#, then and now; the fair method."""
    found = of_group(record, GROUP).get(KEY)
    if found is None:
        return [Text("C# was not measured in this run.", "soft")]
    codecs = [codec for codec in CODECS if codec in codecs_of([found]) and not _missing(found, codec)]
    return [
        Text(METHOD + (NEWER if "dotnet_nerdbank" in codecs else "")),
        Text(FAIRNESS, "soft"),
        Text(_conditions(record, found), "soft"),
        *_absent(record, found),
        *_losses(record, found),
        _against(record, found),
        _times(record, found),
        _sizes(record, found),
        _fair(record, found, codecs),
        _memory(record, found, codecs),
        _shares_chart(found, "time", "mean_ms", lambda codec: median_of(found, codec, ROUND)),
        _shares_chart(found, "size", "bytes", lambda codec: size_of(found, codec, "post_size")),
        *_chart(record, found, codecs),
    ]


def _conditions(record: Record, source: RecordedSource) -> str:
    """The runtime, the order of the samples, and what the JIT compiled during them."""
    found = []
    facts = next((f for codec in CODECS if (f := record.codec(codec).facts)), None)
    if facts:
        found.append(
            f"{facts['runtime']}, garbage collector: {facts['gc']}, processors: "
            f"{facts['processors']}. {facts['compressors']}."
        )
    if not source.interleaved:
        found.append(
            "The codecs were measured one after another, since the memory did not suffice for all "
            "processes: the machine's load may differ between codecs."
        )
    restless = [record.name(codec) for codec, cell in source.cells.items() if not cell.settled]
    if restless:
        found.append(f"The JIT still compiled methods at the end of the warm-up of {listed(restless)}.")
    compiling = [
        spent / (ns * cell.calls[task])
        for cell in source.cells.values()
        for task, during in cell.jit.items()
        for spent, ns in zip(during, cell.samples[task])
    ]
    if compiling:
        worst = sorted(compiling)[int(0.99 * (len(compiling) - 1))]
        found.append(
            f"In 99 % of the {len(compiling):,} samples the JIT's compilation took at most "
            f"{100 * worst:.1f} % of the time."
        )
    return " ".join(found)


def _missing(source: RecordedSource, codec: str) -> bool:
    return source.cell(codec).status == "missing"


def _absent(record: Record, source: RecordedSource) -> list[Text]:
    """The codecs that could not be run, each reason once."""
    reasons: dict[str, list[str]] = {}
    for codec, cell in source.cells.items():
        if _missing(source, codec):
            reasons.setdefault(cell.error, []).append(record.name(codec))
    return [Text(f"Not run: {listed(names)}: {reason}.") for reason, names in reasons.items()]


def _losses(record: Record, source: RecordedSource) -> list[Text]:
    """Where MessagePack-CSharp is ahead of hayapack, in sentences."""
    found, known = [], 0
    for theirs, ours in PAIRS:
        said = []
        for task, what in ((WRITE, "writes"), (READ, "reads"), (ROUND, "makes the round trip")):
            ratio = judge.ratio_of(source, theirs, ours, task)
            if ratio:
                known += 1
                if ratio.value < 1:
                    said.append(f"{what} in {_with_interval(ratio)} of hayapack's time{_unsure(source, ratio, task)}")
        if _fewer(size_of(source, theirs), size_of(source, ours)):
            said.append("writes fewer bytes")
        for task, what in ((WRITE, "writing"), (READ, "reading"), (ROUND, "in the round trip")):
            less, more = (allocated(source, codec, task) for codec in (theirs, ours))
            if _fewer(less, more):
                said.append(f"allocates {byte_size(less or 0)} {what}, hayapack {byte_size(more or 0)}")
        if said:
            found.append(f"{record.name(theirs)} {listed(said)}.")
    if known and not found:
        found.append(
            f"MessagePack-CSharp is in none of {known} comparisons faster than hayapack in the same "
            "form, and nowhere has fewer bytes or allocates less."
        )
    found += _missed(record, source)
    return [Text(" ".join(found), "verdict")] if found else []


def _missed(record: Record, source: RecordedSource) -> list[str]:
    """The forms with LZ4 or typeless that are not as much faster as the goal."""
    said, known = [], 0
    for theirs, ours in PAIRS[1:]:
        for task, what in ((WRITE, "to write"), (READ, "to read")):
            ratio = judge.ratio_of(source, theirs, ours, task)
            known += ratio is not None
            if ratio is not None and ratio.value < GOAL:
                said.append(f"{record.name(ours)} {what} {_with_interval(ratio)}")
    if not known:
        return []
    start = (
        f"With LZ4 and typeless, hayapack is meant to take at most half of MessagePack-CSharp's time. It does in "
        f"{known - len(said)} of {known} comparisons"
    )
    return [
        f"{start}; MessagePack-CSharp's time over hayapack's in the others: {'; '.join(said)}." if said else f"{start}."
    ]


def _with_interval(ratio: Ratio) -> str:
    value = times(ratio.value)
    if ratio.low is None or ratio.high is None or times(ratio.low) == times(ratio.high) == value:
        return value
    return f"{value} ({times(ratio.low)} to {times(ratio.high)})"


def _unsure(source: RecordedSource, ratio: Ratio, task: str) -> str:
    """Of a ratio below 1: whether it may be chance."""
    slack = max(judge.floor(source, task) or 0.0, judge.LEAST_DIFFERENCE)
    return "" if (ratio.high or ratio.value) < 1 / (1 + slack) else ", within the noise"


def _fewer(theirs: Optional[float], ours: Optional[float]) -> bool:
    return theirs is not None and ours is not None and theirs < ours * (1 - SLACK)


def _json(source: RecordedSource) -> str:
    """The JSON library that ratios are to."""
    return next((codec for codec in JSONS if median_of(source, codec, ROUND)), JSONS[0])


def _sizes(record: Record, source: RecordedSource) -> Table:
    columns = [
        *texts("the article's row", "today"),
        *numbers("bytes, then", "bytes, today", "of JSON's, then", "of JSON's, today"),
    ]
    then = published.figures("object_graph", "method")
    json = _json(source)
    rows = []
    for method, codec in _rows(source):
        size_then = then[method]["bytes"] if method in then else None
        rows.append(
            [
                Cell(method),
                name_cell(record, codec),
                number_cell(size_then, "{:,.0f}"),
                size_cell(source, codec, "{:,.0f}".format, "post_size"),
                percent_cell(fraction(size_then, then[JSON_THEN]["bytes"])),
                percent_cell(fraction(size_of(source, codec, "post_size"), size_of(source, json, "post_size"))),
            ]
        )
    caption = (
        "The bytes that the one-shot functions return. Then: another graph, so compare the shares, "
        f"of Utf8Json's bytes then and of {record.name(json)}'s today. The article's library wrote "
        "LZ4 as one block."
    )
    return Table("d-dotnet-sizes", "C#: sizes, then and now", columns, rows, caption)


def _times(record: Record, source: RecordedSource) -> Table:
    """The article's table, each of its rows with those of today below it."""
    then = published.figures("object_graph", "method")
    rows, shown = [], ""
    for method, codec in _rows(source):
        if method in then and method != shown:
            rows.append([Cell(method), Cell(THEN), *_then(then[method])])
        shown = method
        rows.append([Cell(method), name_cell(record, codec), *_today(source, codec)])
    columns = [
        *texts("the article's row", "when, or codec of today"),
        Column("Mean, ms"),
        Column("Error", hint="half of the mean's 99.9 % confidence interval, ms"),
        Column("StdDev", hint="standard deviation, ms"),
        Column("Ratio", hint="to JSON's; then the mean, today the median with its 95 % interval"),
        Column("RatioSD", hint="standard deviation of the ratios"),
        *(Column(f"Gen {place}", hint="collections in one operation") for place in range(3)),
        Column("Allocated, MB"),
        Column("Completed Work Items", hint="of the thread pool, in one operation"),
        Column("Lock Contentions", hint="in one operation"),
    ]
    caption = (
        f"{THEN[0].upper()}{THEN[1:]}, and the same columns today: the reference method, one serialize into a new array and "
        "one deserialize, in milliseconds, of elapsed time then and of processor time today. Compare the ratios: to "
        f"Utf8Json's time then, to {record.name(_json(source))}'s today. Error is half of the 99.9 % confidence interval "
        "of the mean. Collections, work items and contentions are of one operation; the article gives collections for "
        "1000. A collection of an older generation counts for the younger ones too. Of the work items, some were "
        "BenchmarkDotNet's own. Ratio: then the mean, today the median with its 95 % interval, as in the conclusions above."
    )
    return Table("d-dotnet-then", "C#: the article's table, then and now", columns, rows, caption)


def _then(printed: dict[str, Optional[float]]) -> list[Cell]:
    counts = [fraction(printed[f"gen_{place}"], OPERATIONS) for place in range(3)]
    return [
        *(number_cell(printed[column], "{:,.1f}") for column in ("mean_ms", "error_ms", "deviation_ms")),
        *(number_cell(printed[column], "{:.2f}") for column in ("ratio", "ratio_deviation")),
        *(number_cell(count, "{:,.0f}") for count in counts),
        number_cell(printed["allocated_mb"], "{:,.0f}"),
        *(number_cell(printed[column], "{:,.0f}") for column in ("work_items", "contentions")),
    ]


def _today(source: RecordedSource, codec: str) -> list[Cell]:
    samples = judge.samples_of(source, codec, ROUND)
    if len(samples) < 2:
        return [why_not(source, codec, ROUND), *[DASH] * 10]
    base = judge.samples_of(source, _json(source), ROUND)
    ratios = [one / other for one, other in zip(samples, base)]
    ratio = judge.ratio_of(source, codec, _json(source), ROUND)
    spent, cell = allocated(source, codec, ROUND), source.cells[codec]
    return [
        *(
            number_cell(value / 1e6, "{:,.1f}")
            for value in (stats.mean(samples), stats.mean_error(samples), stats.deviation(samples))
        ),
        Cell(_with_interval(ratio), ratio.value) if ratio else DASH,
        number_cell(stats.deviation(ratios) if len(ratios) > 1 else None, "{:.2f}"),
        *_collection_cells(source, codec, ROUND),
        number_cell(fraction(spent, MEGA), "{:,.0f}"),
        *(_count_cell(counts, ROUND) for counts in (cell.work_items, cell.contentions)),
    ]


def _collection_cells(source: RecordedSource, codec: str, task: str) -> list[Cell]:
    means = _means(source, codec, task)
    return [number_cell(mean, "{:,.3g}") for mean in means] if means else [DASH] * 3


def _count_cell(counts: dict[str, list[float]], task: str) -> Cell:
    """The mean of a count in one call."""
    return number_cell(stats.mean(counts[task]), "{:,.3g}") if task in counts else DASH


def _rows(source: RecordedSource) -> list[tuple[str, str]]:
    """Each of the article's rows with each codec of today that was not missing, then what the article did not have,
    of the codecs that the lab had when it made the record.

    A row of the article without any has the first of its codecs.
    """
    rows = []
    for method, codecs in {**TODAY, **SINCE}.items():
        found = [
            codec for codec in codecs if not _missing(source, codec) and (method in TODAY or codec in source.cells)
        ]
        rows += [(method, codec) for codec in found or (codecs[:1] if method in TODAY else ())]
    return rows


def allocated(source: RecordedSource, codec: str, task: str) -> Optional[float]:
    """The median of the bytes that one call allocates."""
    counts = source.cell(codec).allocated.get(task)
    return stats.median(counts) if counts else None


def _allocated(source: RecordedSource, codec: str, task: str) -> Cell:
    value = allocated(source, codec, task)
    return DASH if value is None else Cell(f"{value / MEGA:,.1f}", value)


def _means(source: RecordedSource, codec: str, task: str) -> list[float]:
    """The mean number of collections in one call, by generation; none if not known."""
    counts = source.cell(codec).collections.get(task)
    return [stats.mean(column) for column in zip(*counts)] if counts else []


def collections(source: RecordedSource, codec: str, task: str) -> str:
    """The mean number of collections of generations 0, 1 and 2 in one call; "" if not known."""
    return " / ".join(f"{mean:.3g}" for mean in _means(source, codec, task))


def _collections(source: RecordedSource, codec: str, task: str) -> Cell:
    text = collections(source, codec, task)
    return Cell(text, sum(_means(source, codec, task))) if text else DASH


def _fair(record: Record, source: RecordedSource, codecs: list[str]) -> Table:
    """Writing and reading apart; the quickest sum first."""
    rows = [
        [
            name_cell(record, codec),
            size_cell(source, codec, "{:,.0f}".format),
            *(_time_with_interval(source, codec, task) for task in FAIR),
        ]
        for codec in _by_time(source, codecs)
    ]
    columns = [*texts("codec"), *numbers("bytes", "write", "read")]
    caption = (
        "The fair method: medians for the whole graph with 95 % intervals, written into a buffer that is used again. The least "
        "sum of write and read first. " + _noise(source)
    )
    return Table("d-dotnet-fair", "C#: write and read, the fair method", columns, rows, caption)


def _time_with_interval(source: RecordedSource, codec: str, task: str) -> Cell:
    samples = judge.samples_of(source, codec, task)
    if not samples:
        return why_not(source, codec, task)
    middle = stats.ratio(samples, [1.0] * stats.LEAST)
    interval = "" if middle.low is None else f" ({duration(middle.low)} to {duration(middle.high or middle.value)})"
    judged = next((one for one in judge.judge(source, task) if one.codec == codec), None)
    marked = mark(judged) if judged else ""
    return Cell(
        f"{duration(middle.value)}{interval}{' ' + BEATS if marked == 'loss' else ''}", middle.value, mark=marked
    )


def _by_time(source: RecordedSource, codecs: list[str]) -> list[str]:
    """The least sum of write and read first."""
    return sorted(codecs, key=lambda codec: _sum(source, codec) or inf)


def _memory(record: Record, source: RecordedSource, codecs: list[str]) -> Table:
    """What each call allocates and how often it collects, by both methods."""
    tasks = (ROUND, WRITE, READ)
    rows = [
        [
            name_cell(record, codec),
            *(_allocated(source, codec, task) for task in tasks),
            *(_collections(source, codec, task) for task in tasks),
        ]
        for codec in _by_time(source, codecs)
    ]
    calls = ("round trip", "write", "read")
    columns = [
        *texts("codec"),
        *numbers(*(f"allocated MB, {call}" for call in calls), *(f"collections, {call}" for call in calls)),
    ]
    caption = (
        "Of one call: MB (1,000,000 bytes) that it allocates, the median, and collections of generations 0, 1 and 2, the mean. "
        "Round trip: the article's way, into a new array and back; write: into a buffer that is used again. The least sum of "
        "write and read first."
    )
    return Table("d-dotnet-memory", MEMORY_TITLE, columns, rows, caption)


def _sum(source: RecordedSource, codec: str) -> Optional[float]:
    found = [median_of(source, codec, task) for task in FAIR]
    return None if None in found else sum(filter(None, found))


def _against(record: Record, source: RecordedSource) -> Table:
    """MessagePack-CSharp's figures over hayapack's, form by form."""
    rows = []
    for theirs, ours in PAIRS:
        ratios = [_over(source, theirs, ours, task) for task in (WRITE, READ, ROUND)]
        sizes = fraction(size_of(source, theirs), size_of(source, ours))
        spent = [_allocated_over(source, theirs, ours, task) for task in FAIR]
        rows.append([name_cell(record, ours), *ratios, ratio_cell(sizes), *spent])
    columns = [
        *texts("hayapack's form"),
        *numbers("write", "read", "round trip, reference method", "bytes", "allocated, write", "allocated, read"),
    ]
    caption = (
        "MessagePack-CSharp 3.1's figure divided by hayapack's for the same form, with 95 % "
        "intervals: over 1, hayapack takes less. Allocated: MessagePack-CSharp / hayapack. "
    ) + _noise(source)
    title = "C#: MessagePack-CSharp's time over hayapack's"
    return Table("d-dotnet-pairs", title, columns, rows, caption)


def _over(source: RecordedSource, theirs: str, ours: str, task: str) -> Cell:
    ratio = judge.ratio_of(source, theirs, ours, task)
    if ratio is None:
        return why_not(source, ours if judge.samples_of(source, theirs, task) else theirs, task)
    return Cell(f"× {_with_interval(ratio)}", ratio.value, mark="loss" if ratio.value < 1 else "")


def _allocated_over(source: RecordedSource, theirs: str, ours: str, task: str) -> Cell:
    over, under = (allocated(source, codec, task) for codec in (theirs, ours))
    if over is None or under is None:
        return DASH
    return Cell(f"{byte_size(over)} / {byte_size(under)}", over)


def _noise(source: RecordedSource) -> str:
    floors = {task: judge.floor(source, task) for task in FAIR}
    if None in floors.values():
        return "The noise floor is not known."
    said = " and ".join(f"{100 * (value or 0):.1f} %" for value in floors.values())
    return f"Noise floor, hayapack against itself: {said} (write, read)."


def _shares_chart(source: RecordedSource, what: str, column: str, figure: Callable[[str], Optional[float]]) -> Chart:
    """The article's rows as parts of JSON's figure, then and now."""
    then = published.figures("object_graph", "method")
    methods = [method for method in TODAY if then[method][column]]
    json = figure(_json(source))

    def today(method: str, ours: bool) -> Optional[float]:
        """Of the first codec of the row that was measured."""
        known = (figure(codec) for codec in TODAY[method] if is_ours(codec) is ours)
        return fraction(next(filter(None, known), None), json)

    return Chart(
        f"d-dotnet-{what}-shares",
        "bars",
        f"D: C#, {what} as a part of JSON's, then and today",
        list(methods),
        [
            Series("2019", [fraction(then[method][column], then[JSON_THEN][column]) for method in methods]),
            Series("today, rivals", [today(method, False) for method in methods]),
            Series("today, hayapack", [today(method, True) for method in methods], ours=True),
        ],
        f"{what} as a multiple of JSON's; less is better",
        caption="The article's rows by its names, and its own figures; LZ4 as one block, as then. The reference method.",
        picture=True,
    )


def _chart(record: Record, source: RecordedSource, codecs: list[str]) -> list[Chart]:
    known = {codec: _sum(source, codec) for codec in codecs}
    order = sorted((codec for codec in codecs if known[codec]), key=lambda c: known[c] or 0.0)
    if not order:
        return []
    json = byte_size(size_of(source, _json(source)) or 0.0)
    plain = {codec: known[codec] or 0.0 for codec in order if "typeless" not in codec}
    return [
        against_size("d-dotnet-time-size", "D: C#, write and read against size", record, source, plain),
        Chart(
            "d-dotnet-time",
            "dots",
            "D: C#, time of the whole graph",
            [record.name(codec) for codec in order],
            [
                Series(what, [median_of(source, codec, task) for codec in order])
                for what, task in (("write", WRITE), ("read", READ))
            ],
            "time; less is better",
            y_unit="ns",
            y_log=True,
            caption=f"{len(order)} codecs, the fastest first. Medians, the fair method. As JSON the graph is {json}.",
            picture=True,
            ours=places_of_ours(order),
        ),
    ]
