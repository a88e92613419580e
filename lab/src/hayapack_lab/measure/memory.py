"""Memory: the growth over one long stream, and the peak of each codec and operation for increasing
numbers of article B's records.

Each value is measured in a separate process. Linux only (/proc).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Optional

from . import machine, worker_commands
from .record import NOT_REACHED

CODECS = {"hayapack": "hayapack_native", "msgpack": "msgpack_c"}
STREAM_BYTES = 1_000_000_000
TIME_LIMIT = 600  # seconds for one child

RECORD_CODECS = ("hayapack_native", "msgpack_c", "ujson", "json_std", "pickle_std")
SIZES = (10, 100, 1000, 3000, 10_000, 30_000, 100_000)  # the steps of 3 narrow the interval of the fit
QUICK_SIZES = SIZES[:-2]
RECORD_NEED = 25_000  # bytes per record that a child may need; more than any codec was seen to need
AT_ONCE = 2  # children; they may share the cores, since only memory is measured


def stream(size: int = STREAM_BYTES) -> dict[str, dict]:
    """The growth of the resident set while `size` bytes go through an Unpacker: by codec, or {"error": …}."""
    children = Children()
    return {module: children.run(codec, "stream", module, str(size)) for module, codec in CODECS.items()}


def measure(
    sizes: Sequence[int] = SIZES,
    progress: Optional[Callable[..., None]] = None,
    codecs: Sequence[str] = RECORD_CODECS,
) -> list[dict]:
    """One entry per size, codec and operation, in this order.

    {codec, what: "encode" | "decode", records, before, peak, grown, bytes, ns,
    reset} or {codec, what, records, error}; sizes in bytes, ns in nanoseconds.
    `grown` is the rise of the peak above the memory before the call. After Ctrl-C, entries that
    were not measured have that as their error.
    """
    jobs = [(records, codec) for records in sizes for codec in codecs]
    found: dict[tuple, list[dict]] = {}
    children = Children()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(_at_once(sizes)) as pool:
        waiting = {pool.submit(_pair, children, folder, *job): job for job in jobs}
        try:
            for number, future in enumerate(as_completed(waiting)):
                found[waiting[future]] = future.result()
                if progress:
                    progress("memory", number, len(jobs), 1.0)
        except KeyboardInterrupt:
            children.stop()
    return [entry for job in jobs for entry in found.get(job) or _not_reached(*job)]


def _at_once(sizes: Sequence[int]) -> int:
    """How many children fit into the free memory."""
    free = machine.available() or 0
    return AT_ONCE if free > AT_ONCE * RECORD_NEED * max(sizes, default=0) else 1


def _pair(children: Children, folder: str, records: int, codec: str) -> list[dict]:
    """Measures encode, then decode of the encoded bytes."""
    path = Path(folder) / f"{codec}-{records}"
    encoded = children.run(codec, "encode", codec, str(records), str(path))
    if "error" in encoded:
        decoded = {"error": "nothing was encoded"}
    else:
        decoded = children.run(codec, "decode", codec, str(path))
        path.unlink()
    both = (("encode", encoded), ("decode", decoded))
    return [{"codec": codec, "what": what, "records": records, **facts} for what, facts in both]


def _not_reached(records: int, codec: str) -> list[dict]:
    facts = {"codec": codec, "records": records, "error": NOT_REACHED}
    return [{"what": what, **facts} for what in ("encode", "decode")]


class Children:
    """Runs memory_worker processes, from any thread, until stopped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._live: set[subprocess.Popen] = set()
        self._stopped = False

    def run(self, codec: str, *arguments: str) -> dict:
        """The child's result, or {"error": reason}."""
        command = [sys.executable, "-m", "hayapack_lab.measure.memory_worker", *arguments]
        with self._lock:
            if self._stopped:
                return {"error": NOT_REACHED}
            pipe = subprocess.PIPE
            child = subprocess.Popen(command, env=worker_commands.env(codec), stdout=pipe, stderr=pipe, text=True)
            self._live.add(child)
        try:
            out, err = child.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            return {"error": f"did not end in {TIME_LIMIT} s"}
        finally:
            self._end(child)
        if child.returncode:
            last = (err.strip().splitlines() or [""])[-1]
            how = "status" if child.returncode > 0 else "signal"
            return {"error": f"{how} {abs(child.returncode)}: {last[:200]}".rstrip(": ")}
        return json.loads(out)

    def stop(self) -> None:
        """Ends all children; `run` returns an error from now on."""
        with self._lock:
            self._stopped = True
            for child in self._live:
                child.kill()

    def _end(self, child: subprocess.Popen) -> None:
        with self._lock:
            self._live.discard(child)
        child.kill()
        with child:  # waits, closes the pipes
            pass
