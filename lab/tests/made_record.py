"""Records of comparisons with fixed times, so that tests do not depend on the clock."""

from __future__ import annotations

import hashlib

from hayapack_lab import codecs, compare
from hayapack_lab.measure.composition import composition
from hayapack_lab.measure.engine import BOTH_WAYS, SCHEMA, about, task_name


def source_of(cells, losses=None, messages=(), digests=None, compressed=None):
    """A source from {codec: (encode samples, decode samples, size) or (status, error)}."""
    source = {
        "key": "made", "name": "made.json", "sentence": "Made by hand.", "messages": 1,
        "file": {"format": "JSON", "size": 1000}, "composition": composition(list(messages)),
        "close": compare.close(codecs.get(next(iter(cells))).runtime),
        "tasks": [task_name(*task) for task in BOTH_WAYS], "cells": {},
    }  # fmt: skip
    for codec, cell in cells.items():
        if isinstance(cell[0], str):
            made = {"status": cell[0], "error": cell[1], "samples": {}, "calls": {}}
        else:
            encode, decode, size = cell
            made = {
                "status": "ok", "error": None, "losses": (losses or {}).get(codec, []),
                "size": size, "digest": (digests or {}).get(codec) or _digest(codec),
                "compressed": (compressed or {}).get(codec) or {"gzip": size // 2},
                "samples": {"encode gc on": list(encode), "decode gc on": list(decode)},
                "calls": {},
            }  # fmt: skip
        source["cells"][codec] = made
    return source


def _digest(codec):
    return hashlib.sha256(codec.encode()).hexdigest()


def record_of(*sources):
    described = {}
    for source in sources:
        for codec in source["cells"]:
            unsafe = getattr(codecs.get(codec).contract, "unsafe", "")
            described[codec] = {**about(codec), "version": "1.0", "contract": {"utf8": "checked", "unsafe": unsafe}}
    machine = {
        "cpu": "a processor", "cores": 2, "system": "Linux", "python": "CPython 3.11",
        "compiler": "GCC", "load_before": [0, 0, 0], "load_after": [0, 0, 0],
    }  # fmt: skip
    return {
        "schema": SCHEMA, "kind": "compare", "started": "2026-01-01T00:00:00+00:00",
        "seconds": 1.0, "interrupted": False, "machine": machine, "clock": "a clock",
        "settings": {"samples": 60, "sample_ms": 4.0}, "codecs": described, "sources": list(sources),
    }  # fmt: skip
