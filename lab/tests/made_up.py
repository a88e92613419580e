"""An invented record: articles A and B with cells of every kind."""

from __future__ import annotations

import random
from dataclasses import replace

from hayapack_lab.articles import serializers_page, simplejson_page
from hayapack_lab.measure.machine import Machine
from hayapack_lab.measure.record import (
    NOT_REACHED,
    Record,
    RecordedCell,
    RecordedSource,
    Settings,
    recorded_codec,
)
from hayapack_lab.measure.source import Source, task_name

# A codec's time to encode and to decode, as multiples of hayapack's.
PACE = {
    "hayapack_native": (1.0, 1.0),
    "hayapack_again": (1.004, 0.998),
    "hayapack_pure": (31.0, 46.0),
    "msgpack_c": (1.35, 1.22),
    "msgpack_pure": (38.0, 61.0),
    "simplejson": (4.8, 6.1),
    "bson": (2.9, 2.4),
    "json_std": (5.2, 4.9),
    "ujson": (1.6, 1.9),
    "pickle_std": (0.82, 1.01),
    "pickle_0": (9.4, 7.7),
    "msgspec_msgpack": (1.06, 0.9),
    "ormsgpack": (1.02, 1.001),
    "amsgpack": (1.9, 1.7),
    "orjson": (1.4, 2.2),
}
WEIGHT = {  # size as a multiple of hayapack's
    "simplejson": 1.7,
    "bson": 2.1,
    "json_std": 1.9,
    "ujson": 1.8,
    "pickle_std": 0.97,
    "pickle_0": 2.4,
}
SAMPLES = 12


def record(interrupted: bool = False) -> Record:
    """A record of kind "lab"; if interrupted, without its last source."""
    chance = random.Random(2)
    planned = simplejson_page.sources(False) + serializers_page.sources(False)
    sources = [_source(chance, place, source) for place, source in enumerate(planned)]
    by_key = {source.key: source for source in sources}
    bson = by_key["a_lists"].cells["bson"]
    bson.status, bson.error = "failed", "crashed (SIGSEGV): a fault | <core> dumped"
    _miss(sources, "ujson", "No module named 'ujson'")
    by_key["a_bytes"].cells["simplejson"].note = "text stands in for bytes"
    for source in sources:
        if source.group == "B":
            source.cells["json_std"].losses = ["key 0: int → str at $[0].dict", "more of it"]
    by_key["a_dicts"].cells["bson"].samples["reference encode gc off"] = [9000.0]
    if interrupted:
        sources[-1].cells = {codec: RecordedCell("missing", NOT_REACHED) for codec in sources[-1].cells}
    codecs = {codec: replace(recorded_codec(codec), version="1.2.3") for source in sources for codec in source.cells}
    codecs["ujson"] = replace(codecs["ujson"], missing="No module named 'ujson'", version=None)
    return Record(
        "lab",
        "2026-11-22T02:20:00+00:00",
        _machine(),
        Settings(SAMPLES, least=10, call_limit=300.0),
        seconds=871.3,
        interrupted=interrupted,
        command="hayapack lab run",
        codecs=codecs,
        sources=sources,
    )


def _source(chance: random.Random, place: int, source: Source) -> RecordedSource:
    base = 9000.0 * (1 + place % 5) if source.group == "A" else 1.9e4 * source.facts["records"]
    return RecordedSource(
        source.key,
        source.name,
        source.sentence,
        source.group,
        sorted(source.needs),
        source.fresh,
        messages=4,
        tasks=[task_name(*task) for task in source.tasks],
        cells={codec: _cell(chance, codec, source, base) for codec in source.codecs},
        **source.facts,
    )


def _cell(chance: random.Random, codec: str, source: Source, base: float) -> RecordedCell:
    samples = {}
    for what, collect in source.tasks:
        pace = PACE[codec][what.endswith("decode")] * (1.2 if what.startswith("reference") else 1.0)
        samples[task_name(what, collect)] = [round(base * pace * chance.gauss(1.0, 0.02), 2) for _ in range(SAMPLES)]
    size = 4 * int(1003 * (base / 9000) * WEIGHT.get(codec, 1.0))
    calls = dict.fromkeys(samples, 100)
    return RecordedCell("ok", size=size, post_size=size + 400, digest=codec, samples=samples, calls=calls)


def _miss(sources: list[RecordedSource], codec: str, error: str) -> None:
    for source in sources:
        if codec in source.cells:
            source.cells[codec] = RecordedCell("missing", error)


def _machine() -> Machine:
    return Machine(
        cpu="Made-up CPU at 3.0 GHz <&>",
        cores=2,
        pinned_to=1,
        system="Linux 6.1 x86_64",
        python="CPython 3.11.7",
        compiler="GCC 12.2.0",
        flags="-O3 -Wall",
        load_before=[0.1, 0.2, 0.3],
        load_after=[1.0, 0.9, 0.5],
    )
