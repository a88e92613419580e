"""The benchmark of docs/results/python.md: hayapack compared with its rivals."""

from __future__ import annotations

from . import workloads
from .measure.engine import Engine, Settings, Source
from .text import bench_report

OURS = "hayapack_native"
PUBLIC = "hayapack_public"
RIVALS = ("msgpack_c", "msgspec_msgpack", "ormsgpack", "amsgpack", "orjson")
PURE = ("hayapack_pure", "msgpack_pure")
TIMED = (OURS, PUBLIC, *RIVALS, *PURE)
SIZED = ("pickle_std", "marshal_std")  # smaller than MessagePack where objects repeat
EVERYONE = (*TIMED, *SIZED)

FULL = Settings(samples=30, sample_ms=4.0, seconds=20.0, least=5)
QUICK = Settings(samples=7, sample_ms=1.5, seconds=3.0, least=3)


def sources(names: list[str], codecs: list[str], seed: int) -> tuple[list[Source], dict[str, str]]:
    """The workloads by name, and the reason for each document that is missing."""
    found, missing = [], {}
    for name in names:
        module = workloads.get(name)
        if getattr(module, "DOCUMENT", False):
            try:
                module.make(seed, module.SIZE)
            except workloads.NotFetched as error:
                missing[module.NAME] = str(error)
                continue
        found.append(
            Source(
                key=name,
                name=module.NAME,
                sentence=module.SENTENCE,
                fields={"workload": name, "seed": seed, "size": module.SIZE},
                needs=getattr(module, "NEEDS", frozenset()),
                fresh=getattr(module, "FRESH", False),
                codecs=codecs,
                untimed=frozenset(SIZED),
                facts={
                    "copy": getattr(module, "COPY", False),
                    "extra": getattr(module, "EXTRA", False),
                },
            )
        )
    return found, missing


def run(names: list[str], codecs: list[str], settings: Settings, progress=None) -> dict:
    """Measures the workloads and returns the record."""
    found, missing = sources(names, codecs, settings.seed)
    with Engine("bench", settings, progress) as engine:
        record = engine.run(found)
    record["not_run"] = missing
    return record


def markdown(record: dict, command: str) -> str:
    return bench_report.markdown(record, command)
