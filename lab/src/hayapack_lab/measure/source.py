"""What is measured: a `Source` of data, and the `Task`s that each codec performs on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Optional


class Task(NamedTuple):
    what: str  # is measured
    collect: bool = True  # whether the garbage collector is on

    @property
    def collector(self) -> str:
        return "on" if self.collect else "off"


BOTH_WAYS = [Task(what, collect) for what in ("encode", "decode") for collect in (True, False)]


@dataclass
class Source:
    """The data to pack: a workload by name, or a pickle file of messages."""

    key: str
    name: str
    sentence: str
    fields: dict  # fields of the worker's command `use`
    codecs: list[str] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=lambda: list(BOTH_WAYS))
    untimed: frozenset[str] = frozenset()  # codecs of which only the size is measured
    needs: frozenset[str] = frozenset()
    fresh: bool = False
    group: str = ""  # workers are kept while the group stays the same
    compress: bool = True  # also measure sizes after general-purpose compressors
    seconds: Optional[float] = None  # time limit instead of that of the settings
    samples: Optional[int] = None  # at most so many, instead of the settings', whatever time they take
    memory: int = 0  # bytes that one worker needs; workers run one after another if that is too much
    part: dict = field(default_factory=dict)  # for `budgeted_engine`: `fields` of a small part of the data
    on_top: bool = False  # for `budgeted_engine`: starting the codecs does not count as part of the time
    facts: dict = field(default_factory=dict)  # further members of the `RecordedSource`


def task_name(what: str, collect: bool = True) -> str:
    """The task's name in records."""
    return f"{what} gc {Task(what, collect).collector}"


def task_of(name: str) -> Task:
    """The task of a name in records."""
    what, _, collector = name.rpartition(" gc ")
    return Task(what, collector == "on")
