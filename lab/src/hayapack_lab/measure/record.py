"""What a run measured: one `Record`, of which tables, charts and verdicts are made.

`Engine.run` makes it from a run and `record_of` from its JSON file, whose form is that of these classes (`as_json`). What a
file does not have, such as one of an earlier version, has the default. Dicts by task have the names of
`source.task_name` as keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Optional, TypeVar, Union

from .. import codecs
from ..codecs import Contract
from .machine import Machine

SCHEMA = "hayapack-lab/3"
NOT_REACHED = "the run ended before its turn"

ByTask = dict[str, list[float]]
Made = TypeVar("Made")


@dataclass
class Settings:
    """Durations and repetitions; in seconds unless the name has another unit."""

    samples: int = 30  # per codec and task
    sample_ms: float = 4.0  # approximate duration of one sample
    fresh_ms: float = 0.0  # of one that encodes each value once, whose copies fill the caches; 0: sample_ms
    seconds: float = 60.0  # time limit of one source; then the rounds stop
    least: int = 3  # minimum number of rounds, even beyond the time limit
    call_limit: float = 60.0  # a worker that takes longer to answer is killed
    seed: int = 2
    pin: bool = True
    watch: float = 0.0  # for so long other programs are watched before measuring
    together: bool = True  # False: one codec after another, for data too large to keep in several processes


@dataclass
class RecordedCell:
    """One codec on one source."""

    status: str = ""  # "ok", "slow" (left out), "failed" or "missing"; "": the codec is not in the source
    error: Optional[str] = None  # the reason if the status is not "ok"
    losses: list[str] = field(default_factory=list)  # what a round trip changed
    note: str = ""
    size: Optional[int] = None  # bytes of all messages
    post_size: Optional[int] = None  # the same of the article's one-shot function, where that is timed
    digest: Optional[str] = None  # of all messages' bytes
    hex: Optional[str] = None  # of the first message, where the source asks for it
    compressed: dict[str, Optional[int]] = field(default_factory=dict)  # bytes by compressor; None: it is not installed
    estimated: bool = False  # whether these are estimates
    absent: dict[str, str] = field(default_factory=dict)  # the reason for each kind of task that was not timed
    samples: ByTask = field(default_factory=dict)  # ns per message
    calls: dict[str, int] = field(default_factory=dict)  # in the last sample, by task
    turns: dict[str, list[int]] = field(default_factory=dict)  # the rounds of the samples, from `budgeted_engine`
    # Of a "slow" codec: {"times": of hayapack's time, "at_least": whether it was stopped before its end}.
    slower: Optional[dict[str, Any]] = None
    peaks: dict[str, int] = field(default_factory=dict)  # the most bytes that one call allocated, by kind of task
    # From .NET, for each sample; see `engine.COUNTS`.
    settled: bool = True  # whether the JIT had finished before the samples
    allocated: ByTask = field(default_factory=dict)  # bytes per call
    collections: dict[str, list[list[float]]] = field(default_factory=dict)  # per generation and call
    work_items: ByTask = field(default_factory=dict)  # of the thread pool, per call
    contentions: ByTask = field(default_factory=dict)  # of locks, per call
    jit: ByTask = field(default_factory=dict)  # ns of compilation meanwhile


@dataclass
class RecordedSource:
    """One workload or document, with every codec's results. What follows `cells` is `Source.facts`."""

    key: str
    name: str = ""
    sentence: str = ""
    group: str = ""
    needs: list[str] = field(default_factory=list)
    fresh: bool = False
    messages: int = 1
    tasks: list[str] = field(default_factory=list)
    interleaved: bool = True  # False: one codec was measured after another
    needed: Optional[float] = None  # seconds with which every codec would have an interval; None: all have one
    cells: dict[str, RecordedCell] = field(default_factory=dict)  # by codec
    kind: str = ""  # rows of one kind have means of their own
    extra: bool = False  # a row that was added after the goals were set
    records: int = 0  # of article B
    bounds: list[str] = field(default_factory=list)  # codecs without a verdict, such as the least work possible
    goals: dict[str, float] = field(default_factory=dict)  # of .NET's rows, by task
    # Of `comparisons.part_tables`: hayapack's rows as (codec, task), their goals, and `Part.table`.
    ours: list[list[str]] = field(default_factory=list)
    goal: Union[float, list[float], None] = None
    table: str = ""
    against: str = ""  # the codec that the goals are for; "": the fastest other one
    # Of `compare`: the file's {"format", "size" in bytes}, names of the close rivals by codec, `composition`'s result.
    file: dict[str, Any] = field(default_factory=dict)
    close: dict[str, str] = field(default_factory=dict)
    composition: dict[str, Any] = field(default_factory=dict)

    def cell(self, codec: str) -> RecordedCell:
        """The codec's cell; one without results if the source has none."""
        return self.cells.get(codec) or RecordedCell()


@dataclass
class RecordedCodec:
    """What a codec was in the run; the first members are those of `codecs.Codec`."""

    name: str
    format: str = ""
    package: str = ""
    loses: str = ""
    emits: str = "bytes"
    runtime: str = "python"
    contract: Optional[Contract] = None
    version: Optional[str] = None
    missing: Optional[str] = None  # the reason if it did not run
    facts: dict[str, Any] = field(default_factory=dict)  # of PHP and .NET, from the worker


@dataclass
class Record:
    kind: str = ""  # what was run: "lab", "compare", or a key of `comparisons`
    started: str = ""  # in UTC, by ISO 8601
    machine: Machine = field(default_factory=Machine)
    settings: Settings = field(default_factory=Settings)
    schema: str = SCHEMA
    seconds: float = 0.0
    interrupted: bool = False
    quick: bool = False
    clock: str = "processor time of the codec's process"
    command: Optional[str] = None
    commit: str = ""  # of a record in docs/results
    codecs: dict[str, RecordedCodec] = field(default_factory=dict)  # by key
    sources: list[RecordedSource] = field(default_factory=list)
    articles: list[str] = field(default_factory=list)
    memory: list[dict[str, Any]] = field(default_factory=list)  # from `memory.measure`
    stream: dict[str, dict] = field(default_factory=dict)  # from `memory.stream`
    parallel: dict[str, Any] = field(default_factory=dict)  # from `parallel.measure`
    not_run: dict[str, str] = field(default_factory=dict)  # reasons by the names of sources
    beside: list[Record] = field(default_factory=list)  # of the same article with other Pythons; a file has none

    def codec(self, key: str) -> RecordedCodec:
        """What is known of a codec: its key as its name if it was not in the run."""
        return self.codecs.get(key) or RecordedCodec(key)

    def name(self, codec: str) -> str:
        return self.codec(codec).name

    @property
    def runs(self) -> list[Record]:
        """This record, and those beside it."""
        return [self, *self.beside]


def recorded_codec(key: str) -> RecordedCodec:
    """A codec's entry before it has run."""
    codec = codecs.get(key)
    names = ("name", "format", "package", "loses", "emits", "runtime", "contract")
    return RecordedCodec(**{name: getattr(codec, name) for name in names})


def as_json(record: Record) -> dict[str, Any]:
    """The record as plain JSON data, of which `record_of` makes it again."""
    return asdict(record)


def record_of(data: Mapping[str, Any]) -> Record:
    """The record of a file's JSON data, also of an earlier version with the same `SCHEMA`."""
    return _made(
        Record,
        data,
        machine=_made(Machine, data.get("machine", {})),
        settings=_made(Settings, data.get("settings", {})),
        codecs={key: _codec(key, codec) for key, codec in data.get("codecs", {}).items()},
        sources=[_source(source) for source in data.get("sources", ())],
    )


def _source(data: Mapping[str, Any]) -> RecordedSource:
    cells = {codec: _made(RecordedCell, cell) for codec, cell in data["cells"].items()}
    return _made(RecordedSource, data, cells=cells)


def _codec(key: str, data: Mapping[str, Any]) -> RecordedCodec:
    contract, today = data.get("contract"), codecs.get(key).contract
    if contract:  # one of an earlier version does not say what is unsafe
        contract = _made(Contract, {"unsafe": today.unsafe if today else "", **contract})
    return _made(RecordedCodec, data, contract=contract or None)


def _made(kind: type[Made], data: Mapping[str, Any], **members: Any) -> Made:
    """What the class knows of the data, with its defaults for the rest."""
    names = {member.name for member in fields(kind)}  # type: ignore[arg-type]
    return kind(**{**{name: value for name, value in data.items() if name in names and value is not None}, **members})
