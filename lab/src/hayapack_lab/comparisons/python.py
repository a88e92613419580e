"""Python: hayapack's back ends and the fastest other codecs on every workload."""

from __future__ import annotations

from typing import Optional

from .. import workloads
from ..measure.record import Record
from ..measure.source import BOTH_WAYS, Source, task_name
from ..text.report_elements import Cell, Section, Table, numbers, texts
from . import ratio_tables
from .ratio_tables import BEST, Comparison

TITLE = "Python: all codecs, all rows"
OURS, PUBLIC, PURE = "hayapack_native", "hayapack_public", "hayapack_pure"
RIVALS = ("msgpack_c", "msgspec_msgpack", "ormsgpack", "amsgpack", "orjson")
SIZED = ("pickle_std", "marshal_std")  # smaller than MessagePack where objects repeat; not timed
CODECS = (OURS, "hayapack_again", PUBLIC, *RIVALS, PURE, "msgpack_pure", *SIZED)

MADE = Comparison(
    OURS,
    RIVALS,
    "msgpack_c",
    {task_name(*task): f"{task.what}, GC {task.collector}" for task in BOTH_WAYS},
    {"msgpack": ("msgpack_c", OURS), "public": (BEST, PUBLIC), "pure": ("msgpack_pure", PURE)},
    {
        title: {task_name(what): goal for what, goal in zip(("encode", "decode"), goals)}
        for title, goals in {BEST: (3.0, 2.0), "msgpack": (9.0, 3.3), "public": (1.7, 1.5), "pure": (2.0, 2.0)}.items()
    },
    "`public`: best rival / hayapack with CPython's public API only; `pure`: msgpack.fallback / hayapack's pure back end.",
    {task_name(what): task_name(what, False) for what in ("encode", "decode")},
)


def keys() -> list[str]:
    """The workloads whose objects are packed without options, since all codecs are measured with their defaults."""
    return [key for key in workloads.keys() if not getattr(workloads.get(key), "OPTION", "")]


def sources(only: Optional[list[str]], codecs: Optional[list[str]], seed: int) -> tuple[list[Source], dict[str, str]]:
    found, missing = [], {}
    for key in only or keys():
        module = workloads.get(key)
        if getattr(module, "DOCUMENT", False):
            try:
                module.make(seed, module.SIZE)
            except workloads.NotFetched as error:
                missing[module.NAME] = str(error)
                continue
        found.append(
            Source(
                key=key,
                name=module.NAME,
                sentence=module.SENTENCE,
                fields={"workload": key, "seed": seed, "size": module.SIZE},
                needs=getattr(module, "NEEDS", frozenset()),
                fresh=getattr(module, "FRESH", False),
                codecs=list(codecs or CODECS),
                untimed=frozenset(SIZED),
                facts={"extra": getattr(module, "EXTRA", False)},
            )
        )
    return found, missing


def sections(record: Record) -> list[Section]:
    return [*ratio_tables.sections(record, MADE), *([_stream(record.stream)] if record.stream else [])]


def _stream(found: dict) -> Section:
    caption = (
        "Growth of the resident set of a process while small messages go through Unpacker(file), from the first "
        "50 MB to the end. Peaks of one large message are on the lab's page."
    )
    cells = []
    for name, one in found.items():
        if "error" in one:
            cells.append([name, f"failed: {one['error']}", "", "", ""])
        else:
            sizes = (f"{one[size] / 1e6:,.1f} MB" for size in ("bytes", "growth"))
            cells.append([name, *sizes, f"{one['messages']:,}", f"{one['seconds']:.1f} s"])
    columns = [*texts("codec"), *numbers("stream", "growth", "messages", "time")]
    table = Table(
        "stream", "Growth over a long stream", columns, [[Cell(text) for text in line] for line in cells], caption
    )
    return Section("stream", "Memory", [table])
