"""One memory figure in a fresh process: `python -m hayapack_lab.memory_child …`.

    unpack MODULE FILE     peak resident set of MODULE.unpackb on the file's bytes
    stream MODULE BYTES    resident set while MODULE.Unpacker reads a long stream

Prints one line of JSON; sizes in bytes.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path

from .workloads.records8 import make

WARM = 50_000_000  # bytes of the stream after which growth is counted
LOOK = 25_000_000  # bytes between two looks at the resident set


def resident(field: str) -> int:
    """VmHWM (peak) or VmRSS (now) of this process.

    getrusage's ru_maxrss is not used: it starts at the parent's peak.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


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


def unpack(module: str, path: str) -> dict:
    codec = importlib.import_module(module)
    data = Path(path).read_bytes()
    before = resident("VmHWM")
    start = time.perf_counter()
    value = codec.unpackb(data)
    spent = time.perf_counter() - start
    return {
        "peak": resident("VmHWM"),
        "before": before,
        "message": len(data),
        "items": len(value),
        "seconds": round(spent, 3),
    }


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


if __name__ == "__main__":
    print(json.dumps({"unpack": unpack, "stream": stream}[sys.argv[1]](*sys.argv[2:])))
