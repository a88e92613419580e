"""Records of comparisons with fixed times, so that tests do not depend on the clock."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from hayapack_lab import codecs, compare_documents
from hayapack_lab.measure.composition import composition
from hayapack_lab.measure.machine import Machine
from hayapack_lab.measure.record import Record, RecordedCell, RecordedSource, Settings, recorded_codec
from hayapack_lab.measure.source import BOTH_WAYS, task_name


def source_of(cells, losses=None, messages=(), digests=None, compressed=None):
    """A source from {codec: (encode samples, decode samples, size) or (status, error)}."""
    source = RecordedSource(
        "made", "made.json", "Made by hand.", tasks=[task_name(*task) for task in BOTH_WAYS],
        file={"format": "JSON", "size": 1000}, composition=composition(list(messages)),
        close=compare_documents.close(codecs.get(next(iter(cells))).runtime),
    )  # fmt: skip
    for codec, cell in cells.items():
        if isinstance(cell[0], str):
            source.cells[codec] = RecordedCell(*cell)
            continue
        encode, decode, size = cell
        source.cells[codec] = RecordedCell(
            "ok", losses=(losses or {}).get(codec, []), size=size, digest=(digests or {}).get(codec) or _digest(codec),
            compressed=(compressed or {}).get(codec) or {"gzip": size // 2},
            samples={"encode gc on": list(encode), "decode gc on": list(decode)},
        )  # fmt: skip
    return source


def _digest(codec):
    return hashlib.sha256(codec.encode()).hexdigest()


def record_of(*sources):
    described = {}
    for source in sources:
        for codec in source.cells:
            unsafe = getattr(codecs.get(codec).contract, "unsafe", "")
            contract = codecs.Contract("checked", unsafe=unsafe)
            described[codec] = replace(recorded_codec(codec), version="1.0", contract=contract)
    machine = Machine(
        "a processor",
        2,
        system="Linux",
        python="CPython 3.11",
        compiler="GCC",
        load_before=[0, 0, 0],
        load_after=[0, 0, 0],
    )
    return Record(
        "compare", "2026-01-01T00:00:00+00:00", machine, Settings(60, 4.0), seconds=1.0, clock="a clock", codecs=described,
        sources=list(sources),
    )  # fmt: skip
