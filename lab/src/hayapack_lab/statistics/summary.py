"""Converts a source's cells to rows for tables, charts and sentences.

Times are nanoseconds for the whole source (all its messages). judge decides whether a codec is
faster than hayapack by more than noise.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Optional

from ..measure.record import Record, RecordedCell, RecordedCodec, RecordedSource
from ..measure.source import task_name
from . import judge

DIRECTIONS = ("encode", "decode")
BOTH = task_name("both")  # a task that only the summary has: the sum of one encode and one decode
TASKS = (*(task_name(what, collect) for collect in (True, False) for what in DIRECTIONS), BOTH)
COMPRESSORS = ("lz4", "gzip", "zstd")


@dataclass(frozen=True)
class Time:
    """One codec in one task. `ratio`: its time / hayapack's, `low` to `high` at 95 %."""

    ns: float  # median, of all messages together
    ns_low: Optional[float]  # 95 % interval of the median; None with too few samples
    ns_high: Optional[float]
    samples: int
    verdict: str  # from judge; "" for hayapack itself and if hayapack was not measured
    ratio: Optional[float] = None
    low: Optional[float] = None
    high: Optional[float] = None


@dataclass(frozen=True)
class Row:
    """One codec on one source."""

    codec: str
    name: str
    format: str
    version: Optional[str]
    status: str  # "ok", "slow" (left out), "failed" or "missing"
    error: Optional[str]
    losses: list[str]
    slower: Optional[dict]  # of a codec that was left out: times of hayapack's time, and whether "at_least" these
    unsafe: str  # what bytes of somebody else can do in the measured call; "" if it is safe
    size: Optional[int]
    size_ratio: Optional[float]  # size / smallest size
    digest: Optional[str]  # of the packed bytes
    compressed: dict[str, Optional[int]]
    times: dict[str, Time]  # by task

    @property
    def keeps(self) -> bool:
        """Whether it was measured and its round trip was exact."""
        return self.status == "ok" and not self.losses


@dataclass(frozen=True)
class Summary:
    """One source; `rows`: fastest round trip first, failed and missing codecs last."""

    key: str
    name: str
    rows: list[Row]
    ours: Optional[Row]  # the row of the codec that represents hayapack
    floors: dict[str, Optional[float]] = field(default_factory=dict)  # by task
    close: dict[str, str] = field(default_factory=dict)  # names of the close rivals, by codec; measured or not
    needed: Optional[float] = None  # seconds that would give every codec an interval; None: all have one
    estimated: bool = False  # whether compressed sizes are estimates from a part of the bytes

    @property
    def measured(self) -> list[Row]:
        return [row for row in self.rows if row.status == "ok"]

    def timed(self, task: str) -> list[Row]:
        """The rows with a time in the task, fastest first."""
        found = [row for row in self.rows if task in row.times]
        return sorted(found, key=lambda row: row.times[task].ns)


def summarize(record: Record, source: RecordedSource) -> Summary:
    """The summary of one source of the record; twins are left out of the rows."""
    source = _with_round_trip(source)
    times = {task: _times(source, task) for task in TASKS}
    sizes = [cell.size for cell in source.cells.values() if cell.size is not None]
    rows = [
        _row(codec, record.codecs[codec], cell, min(sizes, default=0), times)
        for codec, cell in source.cells.items()
        if codec not in judge.TWINS
    ]
    rows.sort(key=_order)
    speaks = judge.our_codec(source)
    ours = next((row for row in rows if row.codec == speaks and row.status == "ok"), None)
    floors = {task: judge.floor(source, task) for task in TASKS}
    return Summary(
        source.key,
        source.name,
        rows,
        ours,
        floors,
        close=source.close,
        needed=source.needed,
        estimated=any(cell.estimated for cell in source.cells.values()),
    )


def plain(record: Record) -> list[dict]:
    """Every source's summary as plain JSON data, for programs."""
    return [asdict(summarize(record, source)) for source in record.sources]


def _with_round_trip(source: RecordedSource) -> RecordedSource:
    """The source with the additional task `BOTH`."""
    cells = {}
    for codec, cell in source.cells.items():
        each = [cell.samples.get(task_name(what), []) for what in DIRECTIONS]
        both = [sum(pair) for pair in zip(*each)]
        cells[codec] = replace(cell, samples={**cell.samples, BOTH: both})
    return replace(source, cells=cells)


def _times(source: RecordedSource, task: str) -> dict[str, Time]:
    """Every codec's time in the task."""
    messages = source.messages
    found = {}
    for judged in judge.judge(source, task):
        ends = (None if end is None else end * messages for end in judged.interval)
        time = Time(judged.ns * messages, *ends, judged.samples, judged.verdict)
        if judged.ratio:
            ratio = judged.ratio
            time = replace(time, ratio=ratio.value, low=ratio.low, high=ratio.high)
        found[judged.codec] = time
    return found


def _row(codec: str, about: RecordedCodec, cell: RecordedCell, least: int, times: dict[str, dict[str, Time]]) -> Row:
    size = cell.size
    return Row(
        codec=codec,
        name=about.name,
        format=about.format,
        version=about.version,
        status=cell.status,
        error=cell.error,
        losses=cell.losses,
        slower=cell.slower,
        unsafe=about.contract.unsafe if about.contract else "",
        size=size,
        size_ratio=None if size is None else size / max(1, least),
        digest=cell.digest,
        compressed=cell.compressed,
        times={task: found[codec] for task, found in times.items() if codec in found},
    )


def _order(row: Row) -> tuple:
    """Sort key: measured codecs by round-trip time, then those left out, failed, and missing."""
    both = row.times.get(BOTH)
    rank = ("ok", "slow", "failed", "missing").index(row.status)
    return rank, both.ns if both else float("inf"), row.name
