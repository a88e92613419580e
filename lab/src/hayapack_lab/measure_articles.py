"""The lab's one run: every reference article's workloads, then memory, in one record."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import inf

from . import articles
from .measure import memory
from .measure.engine import Engine
from .measure.record import NOT_REACHED, Record, Settings, recorded_codec
from .measure.source import Source

# `least` allows fewer samples for calls that take seconds, which bounds the time of the run; the
# report shows where there are fewer.
FULL = Settings(samples=30, sample_ms=4.0, seconds=60.0, least=10, call_limit=300.0)
QUICK = Settings(samples=7, sample_ms=1.0, seconds=5.0, least=3, call_limit=120.0)
ORDER = ("a", "e", "c", "d", "b")  # the largest data last, since it leaves memory fragmented


def sources(keys: list[str], quick: bool, exact: bool = False) -> list[Source]:
    """The sources for these articles and parts of articles, in the order of the run."""
    parts = [articles.PARTS[key] for key in keys if key in articles.PARTS]
    found = [
        source
        for key in ORDER
        for source in articles.module(key).sources(quick)
        if key in keys or (key, source.key) in parts
    ]
    return [replace(source, seconds=inf) for source in found] if exact else found


def run(
    keys: list[str],
    *,
    quick: bool = False,
    exact: bool = False,
    with_memory: bool = True,
    settings: Settings | None = None,
    progress: Callable[..., None] | None = None,
) -> Record:
    """Measures and returns the record; Ctrl-C ends it early, with the results so far.

    keys: of `articles.KEYS` or `articles.PARTS`.
    quick: few, short samples and the smaller sizes, about three minutes.
    exact: all samples in every cell, however long a call takes.
    """
    settings = settings or (QUICK if quick else FULL)
    with Engine("lab", settings, progress) as running:
        record = running.run(sources(keys, quick, exact))
    record.quick = quick
    record.articles = sorted({articles.PARTS.get(key, (key, ""))[0] for key in keys})
    if with_memory and "b" in keys and not record.interrupted:  # it is measured with article B's records
        _add_memory(record, quick, progress)
    return record


def _add_memory(record: Record, quick: bool, progress: Callable[..., None] | None) -> None:
    began = time.perf_counter()
    found = memory.measure(memory.QUICK_SIZES if quick else memory.SIZES, progress)
    record.memory = found
    record.interrupted = any(entry.get("error") == NOT_REACHED for entry in found)
    record.seconds = round(record.seconds + time.perf_counter() - began, 1)
    for codec in memory.RECORD_CODECS:
        record.codecs.setdefault(codec, recorded_codec(codec))
