"""Measures memory once, in a new process: `python -m hayapack_lab.measure.memory_worker …`.

    stream MODULE BYTES          resident set while MODULE.Unpacker reads a long stream
    encode CODEC RECORDS FILE    one encode of article B's records, written to FILE
    decode CODEC FILE            one decode of FILE

Prints one line of JSON; sizes in bytes, `ns` in nanoseconds. The garbage collector is on, as in
most programs.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from .. import codecs
from ..workloads import records_b
from ..workloads.records8 import make

SEED = 2

WARM = 50_000_000  # bytes of the stream after which growth is counted
LOOK = 25_000_000  # bytes between two measurements of the resident set


def resident(field: str) -> int:
    """VmHWM (peak) or VmRSS (now) of this process.

    getrusage's ru_maxrss is not used: it starts at the parent's peak.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


def reset_peak() -> bool:
    """Resets VmHWM to VmRSS; False if the kernel or a sandbox does not allow it."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def of_one_call(call: Callable, argument: object) -> tuple[object, dict]:
    """The call's result, and the rise of the peak above the memory before the call.

    If the peak can't be reset, `before` is the old peak, and growth below it is not measured.
    """
    reset = reset_peak()
    before = resident("VmHWM")
    start = time.perf_counter_ns()
    result = call(argument)
    spent = time.perf_counter_ns() - start
    peak = resident("VmHWM")
    facts = {"before": before, "peak": peak, "grown": peak - before, "reset": reset, "ns": spent}
    return result, facts


class Endless:
    """A file-like object that repeats whole messages up to a total length."""

    def __init__(self, chunk: bytes, total: int) -> None:
        self._chunk = chunk
        self._total = total - total % len(chunk)
        self._at = 0

    def read(self, size: int) -> bytes:
        start = self._at % len(self._chunk)
        piece = self._chunk[start : start + min(size, self._total - self._at)]
        self._at += len(piece)
        return piece

    @property
    def at(self) -> int:
        return self._at


def stream(module: str, total: str) -> dict:
    codec = importlib.import_module(module)
    packer = codec.Packer()
    chunk = b"".join(packer.pack(record) for record in make(2, 5000)[0])
    source = Endless(chunk, int(total))
    warm, peak, look, count = 0, 0, LOOK, 0
    start = time.perf_counter()
    for _ in codec.Unpacker(source):
        count += 1
        if source.at >= look:
            look += LOOK
            now = resident("VmRSS")
            peak = max(peak, now)
            if not warm and source.at >= WARM:
                warm = now
    spent = time.perf_counter() - start
    peak = max(peak, resident("VmRSS"))
    return {
        "bytes": source.at,
        "messages": count,
        "warm": warm,
        "peak": peak,
        "growth": peak - warm,
        "seconds": round(spent, 3),
    }


def encode(codec: str, records: str, path: str) -> dict:
    dumps = _way(codec, "reference encode").names["dumps"]
    random = Random(SEED)
    value = [records_b.record(random) for _ in range(int(records))]
    packed, facts = of_one_call(dumps, value)
    data = packed.encode() if isinstance(packed, str) else packed
    Path(path).write_bytes(data)
    return {"bytes": len(data), **facts}


def decode(codec: str, path: str) -> dict:
    loads = _way(codec, "reference decode").names["loads"]
    packed = Path(path).read_bytes()
    size = len(packed)
    if codecs.get(codec).emits == "str":
        packed = packed.decode()
    _, facts = of_one_call(loads, packed)
    return {"bytes": size, **facts}


def _way(codec: str, name: str) -> codecs.Way:
    return codecs.ways(codecs.get(codec), records_b.NEEDS)[name]


COMMANDS = {"stream": stream, "encode": encode, "decode": decode}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    print(json.dumps(COMMANDS[sys.argv[1]](*sys.argv[2:])))
