""".NET: the library and its rivals on the workloads of workers/dotnet/bench, and the first call of a process."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, replace
from typing import Optional

from ..measure import worker_commands
from ..measure.record import Record, RecordedSource, recorded_codec
from ..measure.source import Source, Task, task_name
from ..statistics import judge, stats
from ..text.number_formats import duration
from ..text.report_elements import Cell, Section, Table, Text, numbers, texts
from . import ratio_tables
from .ratio_tables import BEST, Comparison, ratio_cell

TITLE = ".NET: all codecs, all rows"
OURS, AGAIN, USUAL = "dotnet_hayapack", "dotnet_hayapack_again", "dotnet_messagepack"
RIVALS = (
    USUAL, "dotnet_messagepack_dynamic", "dotnet_messagepack4", "dotnet_memorypack", "dotnet_nerdbank",
    "dotnet_json", "dotnet_utf8json", "dotnet_newtonsoft", "dotnet_microsoft",
)  # fmt: skip
MINIMUM, BY_HAND, LIBLZ4 = "dotnet_minimum", "dotnet_by_hand", "dotnet_liblz4"
BOUNDS = (MINIMUM, BY_HAND, LIBLZ4)  # no libraries
ONE_THREAD, WITHOUT_LZ4 = "dotnet_hayapack_one_thread", "dotnet_hayapack_without_lz4"
MODELS = "models"  # of --only: the workloads of generate_models.py, whose kinds begin so
FIRST_CALL = "first_call"  # the worker's key of it
FIRST_CALLS = 11  # processes
ENCODE, DECODE, FIRST = (task_name(what) for what in ("encode", "decode", "first call"))
FEWER = 0.995  # share of hayapack's bytes below which another codec allocates less

MADE = Comparison(
    OURS,
    RIVALS,
    USUAL,
    {ENCODE: "write", DECODE: "read", FIRST: "first call"},
    {
        "MessagePack-CSharp": (USUAL, OURS),
        "MemoryPack": ("dotnet_memorypack", OURS),
        "Nerdbank": ("dotnet_nerdbank", OURS),
        "System.Text.Json": ("dotnet_json", OURS),
        "minimum work": (MINIMUM, OURS),
        "by hand": (BY_HAND, OURS),
    },
    {BEST: {}, "MessagePack-CSharp": {}, "MemoryPack": {}, "Nerdbank": {}, "System.Text.Json": {}},
    "“minimum work” copies each message to write it, and allocates and fills the same objects to read it; “by hand” is code "
    "for one model without any check: no library is faster by much.",
)
# Set before the measurement: the least ratio of MessagePack-CSharp's time to hayapack's, to write and to read.
GOALS = {
    "answer_as_arrays": (3.7, 2.6),
    "answer_as_maps": (3.8, 2.6),
    "int_string_double_as_arrays": (3.7, 2.6),
    "int_string_double_as_maps": (3.8, 2.6),
    "one_record": (3.7, 2.6),
    "list_record_of_200": (4.0, 2.0),
    "dictionary_string_int_of_200": (4.0, 2.0),
    "dictionary_int_record_of_200": (4.0, 2.0),
    "string_200_latin": (2.5, 2.0),
    "bool_1000": (3.0, 3.0),
    "float_1000": (3.0, 3.0),
    "int_1000_mixed": (3.0, 3.0),
    "long_1000_mixed": (3.0, 3.0),
    "double_1000": (3.0, 3.0),
    "datetime_1000": (3.0, 3.0),
    "guid_1000": (3.0, 3.0),
    "lz4_20_answers_block_array": (2.0, 2.0),
    "lz4_1280_answers_block_array": (2.0, 2.0),
    "typeless_objects": (2.0, 2.0),
    "answer_to_json_and_back": (1.5, 1.5),
}


def _made() -> list[dict]:
    """The worker's workloads: key, name, kind, and the names of the codecs that it was built with."""
    command = [worker_commands.dotnet(), "workloads"]
    rows: list[dict] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return rows


def keys() -> list[str]:
    return [*(row["key"] for row in _made()), MODELS]


def sources(only: Optional[list[str]], codecs: Optional[list[str]], seed: int) -> tuple[list[Source], dict[str, str]]:
    """The values of all workloads have a seed of their own."""
    rows = _made()
    found = [_source(row, codecs, seed) for row in rows if not only or _chosen(row, only)]
    built = {_key(name) for row in rows for name in row["codecs"]}
    absent = [] if codecs else [key for key in RIVALS if key not in built]
    missing = {recorded_codec(key).name: "its worker was built without it" for key in absent}
    return found, missing


def _chosen(row: dict, only: list[str]) -> bool:
    return row["key"] in only or (MODELS in only and row["kind"].startswith(MODELS))


def _key(codec: str) -> str:
    """The lab's key of a codec of the worker."""
    return "dotnet_" + codec.replace(" ", "_")


def _source(row: dict, codecs: Optional[list[str]], seed: int) -> Source:
    first = row["key"] == FIRST_CALL
    measured = [_key(codec) for codec in row["codecs"]]
    if not first:
        measured.insert(1, AGAIN)
    return Source(
        row["key"],
        row["name"],
        f"{row['name']}, made in C#.",
        {"workload": row["key"], "seed": seed, "size": 0},
        [codec for codec in measured if not codecs or codec in codecs],
        [Task("first call")] if first else [Task("encode"), Task("decode")],
        # New processes for each workload: the JIT compiles the library's code for the values that it has seen.
        group=row["key"],
        compress=False,
        seconds=60.0,
        samples=FIRST_CALLS if first else None,
        facts={
            "kind": row["kind"],
            "bounds": [codec for codec in measured if codec in BOUNDS],
            "goals": dict(zip((ENCODE, DECODE), GOALS.get(row["key"], ()))),
        },
    )


def sections(record: Record) -> list[Section]:
    two_ways = {task: title for task, title in MADE.tasks.items() if task != FIRST}
    losses, smaller, means, rows, failures = ratio_tables.sections(record, replace(MADE, tasks=two_ways))
    found = [
        losses,
        _lighter(record),
        smaller,
        _goals(record),
        means,
        rows,
        _parts(record),
        _first(record),
        _allocated(record),
    ]
    return [*(section for section in found if section), failures]


def _median(source: RecordedSource, codec: str, task: str) -> Optional[float]:
    samples = judge.samples_of(source, codec, task)
    return stats.median(samples) if samples else None


def _bytes(source: RecordedSource, codec: str, task: str) -> Optional[float]:
    """The median of the bytes that a message allocates."""
    samples = source.cell(codec).allocated.get(task)
    return stats.median(samples) if samples else None


def _bytes_cell(value: Optional[float]) -> Cell:
    return Cell("–") if value is None else Cell(f"{value:,.0f} B", value)


def _time_cell(value: Optional[float]) -> Cell:
    return Cell("–") if value is None else Cell(duration(value), value)


@dataclass(frozen=True)
class Lighter:
    """A rival that allocates less for a message."""

    codec: str
    data: str
    way: str
    size: float
    ours: float


def lighter(record: Record) -> list[Lighter]:
    """The smallest share of hayapack's bytes first."""
    found = []
    for source in record.sources:
        for task, way in MADE.tasks.items():
            ours = _bytes(source, OURS, task)
            for codec in RIVALS if ours else ():
                size = _bytes(source, codec, task)
                if size is not None and size < FEWER * ours:
                    found.append(Lighter(record.name(codec), source.name, way, size, ours))
    return sorted(found, key=lambda one: one.size / one.ours)


def _lighter(record: Record) -> Section:
    title = "Allocates less than hayapack"
    cells = [
        [
            Cell(one.codec),
            Cell(one.data),
            Cell(one.way),
            Cell(f"{100 * one.size / one.ours:.1f} %", one.size / one.ours),
            _bytes_cell(one.size),
            _bytes_cell(one.ours),
        ]
        for one in lighter(record)
    ]
    if not cells:
        return Section("lighter", title, [Text("No rival, in any row.")])
    columns = [*texts("codec", "data", ""), *numbers("its bytes / hayapack's", "its bytes", "hayapack's")]
    caption = "The bytes that one message allocates on the heap."
    return Section("lighter", title, [Table("lighter", "Rivals that allocate less", columns, cells, caption)])


def _goals(record: Record) -> Optional[Section]:
    """The goal of each row, and whether it is reached."""
    cells, reached = [], 0
    for source in record.sources:
        for task, goal in source.goals.items():
            samples = [judge.samples_of(source, codec, task) for codec in (USUAL, OURS)]
            if not all(samples):
                continue
            ratio = stats.ratio(*samples)
            met = ratio.value >= goal
            reached += met
            cells.append(
                [
                    Cell(source.name),
                    Cell(MADE.tasks[task]),
                    Cell(f"{goal:.1f}", goal),
                    ratio_cell(ratio),
                    Cell("yes" if met else "no", mark="" if met else "loss"),
                    _bytes_cell(_bytes(source, OURS, task)),
                    _bytes_cell(_bytes(source, MINIMUM, task)),
                ]
            )
    if not cells:
        return None
    columns = [
        *texts("row", ""),
        *numbers("goal", "MessagePack-CSharp / hayapack"),
        *texts("reached"),
        *numbers("allocated", "minimum work"),
    ]
    caption = f"Set before the measurement: the least ratio of the times. {reached} of {len(cells)} are reached."
    return Section("goals", "The goals", [Table("goals", "Goals of rows", columns, cells, caption)])


def _parts(record: Record) -> Optional[Section]:
    """What serializing and compressing take of the time to write with LZ4."""
    codecs = (OURS, ONE_THREAD, WITHOUT_LZ4, LIBLZ4)
    cells = [
        [Cell(source.name), *(_time_cell(_median(source, codec, ENCODE)) for codec in codecs)]
        for source in record.sources
        if ONE_THREAD in source.cells
    ]
    if not cells:
        return None
    columns = [*texts("row"), *numbers("hayapack", "hayapack, one thread", "hayapack without LZ4", "liblz4 only")]
    caption = "Processor time of all threads, for one answer. “liblz4 only” compresses the same bytes, which are serialized already."
    return Section(
        "lz4", "LZ4: serializing and compressing", [Table("lz4", "Parts of the time to write", columns, cells, caption)]
    )


def _first(record: Record) -> Optional[Section]:
    """One Answer written and read as the first act of a process."""
    for source in record.sources:
        if FIRST not in source.tasks:
            continue
        found = [(codec, judge.samples_of(source, codec, FIRST)) for codec in source.cells]
        measured = sorted((stats.median(samples), codec, samples) for codec, samples in found if samples)
        ours = judge.samples_of(source, OURS, FIRST)
        cells = [
            [
                Cell(record.name(codec), mark="ours" if codec == OURS else ""),
                Cell(f"{duration(middle)} ({duration(min(samples))}–{duration(max(samples))})", middle),
                ratio_cell(stats.ratio(samples, ours) if ours and codec != OURS else None),
            ]
            for middle, codec, samples in measured
        ]
        columns = [*texts("codec"), *numbers("time (least–largest)", "/ hayapack's")]
        caption = "One Answer written and read as the first act of a new process, by a program that only the JIT has compiled."
        return Section(
            "first-call", "First call", [Table("first-call", "First write and read", columns, cells, caption)]
        )
    return None


def _allocated(record: Record) -> Optional[Section]:
    """The bytes that each codec allocates."""
    codecs = [codec for codec in (OURS, MINIMUM, *RIVALS) if codec in record.codecs]
    found = []
    for task, way in MADE.tasks.items():
        cells = [
            [Cell(source.name), *(_bytes_cell(_bytes(source, codec, task)) for codec in codecs)]
            for source in record.sources
            if _bytes(source, OURS, task) is not None
        ]
        columns = [*texts("row"), *numbers(*(record.name(codec) for codec in codecs))]
        if cells:
            found.append(Table(f"allocated-{way}", f"Allocated, {way}", columns, cells, "Bytes for one message."))
    return Section("allocated", "Allocated bytes", [*found]) if found else None
