"""Runs one codec in its own process: `python -m hayapack_lab.measure.worker CODEC`.

Reads commands from standard input and writes one answer each to the original standard output, one
line of JSON each. (Standard output is redirected to standard error, so output of a codec can't
corrupt the answers.) The parent kills a worker that does not answer in time. php/worker.php uses
the same protocol.

    {"do": "hello"}                          {"version"}
    {"do": "use", source, needs, fresh}      {"messages", "losses", "size", "digest", "ways", "note", "first"}
                                             hex: the first message's bytes, if source["hex"]
                                             first: {"encode", "decode"}: ns per message of the check (may be absent)
    {"do": "sample", what, collect, at_least}  {"ns", "calls"}
    {"do": "compress", most}                 {name of a compressor: bytes}; more than `most` are estimated
    {"do": "post_size"}                      {"post_size": size of the article's function's output}
    {"do": "release"}                        {}
An error is {"error": text, "kind": "missing", "failed" or "bug"}.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib.metadata
import json
import marshal
import os
import pickle
import platform
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import process_time_ns
from types import ModuleType
from typing import Any

from .. import codecs, workloads
from ..data import values
from . import compressed_sizes
from .roundtrip import losses

FRESH_BYTES = 1_000_000  # bytes of fresh values created at a time, few enough to stay in the caches
WARM_UP = 30_000_000  # nanoseconds; longer rounds need no separate warm-up
LOSSES_SHOWN = 5
ERROR_SHOWN = 160  # characters of an error
MAX_CALLS = 1_000_000
AS_TEXT = "byte strings given as text"
LOOP = """
def make({names}):
    def run(inputs):
        start = clock()
        for item in inputs:
            {body}
        return clock() - start
    return run
"""


class Worker:
    def __init__(self, codec: codecs.PythonCodec) -> None:
        self.codec = codec
        self.ext_type: Callable[[], Any] | None = None
        self.workload: ModuleType | None = None
        self._forget()

    # Commands: each method takes the fields of the command and returns those of the answer.

    def hello(self) -> dict:
        self.codec.load(frozenset())
        package = self.codec.package
        version = importlib.metadata.version(package) if package else platform.python_version()
        return {"version": f"{version} ({self.codec.variant()})" if self.codec.variant else version}

    def use(self, source: dict, needs: list[str], fresh: bool) -> dict:
        """Loads a source, packs and unpacks it, and returns the losses."""
        self._forget()
        encode, decode = self.codec.load(frozenset(needs))
        plain, workload, note = self._plain(source)
        self.ext_type = self.codec.ext_type if "ext" in needs else None
        self.workload = workload
        messages = [self._adapt(message) for message in plain]
        with _during("encode"), _collecting():
            start = process_time_ns()
            packed = [encode(message) for message in messages]
            first = {"encode": process_time_ns() - start}
        with _during("decode"), _collecting():
            start = process_time_ns()
            copies = [decode(data) for data in packed]
            first["decode"] = process_time_ns() - start
        lost: dict[str, None] = {}
        for message, copy in zip(plain, copies):
            lost.update(dict.fromkeys(losses(message, self._restore(copy))))
        copy = None
        start = process_time_ns()
        del copies  # freeing the result is part of the time, as in the loops
        first["decode"] += process_time_ns() - start
        self.cost = {what: spent for what, spent in first.items() if spent >= WARM_UP}
        self.inputs = {"value": messages, "packed": packed}
        ways = codecs.ways(self.codec, frozenset(needs), workload)
        self.post_dumps = ways["reference encode"].names["dumps"]
        self.loops = {name: _compiled(way) for name, way in ways.items()}
        self.blobs = self._dumped() if fresh else []
        as_bytes = [self._as_bytes(data) for data in packed]
        return {
            "messages": len(plain),
            "losses": list(lost)[:LOSSES_SHOWN],
            "size": sum(map(len, as_bytes)),
            "digest": _digest(as_bytes),
            "ways": sorted(self.loops),
            "note": note,
            **({"hex": as_bytes[0].hex()} if source.get("hex") else {}),
            "first": {what: spent / max(1, len(plain)) for what, spent in first.items()},
        }

    def compress(self, most: int | None = None) -> dict:
        packed = self.inputs["packed"]
        whole = self._as_bytes(packed[0]) if len(packed) == 1 else b"".join(map(self._as_bytes, packed))
        return compressed_sizes.compressed(whole, most)

    def post_size(self) -> dict:
        """The size by the function's defaults, which differ from the fastest settings (json adds
        spaces)."""
        with _during("reference encode"):
            dumped = [self.post_dumps(message) for message in self.inputs["value"]]
        return {"post_size": sum(len(self._as_bytes(data)) for data in dumped)}

    def sample(self, what: str, collect: bool, at_least: int) -> dict:
        """Nanoseconds per message, over whole rounds of all messages.

        The inner loop takes about `at_least` nanoseconds or more. One untimed round comes first
        unless rounds are long, since other processes have used the caches.
        """
        with _during(what):
            rounds = self._rounds(what, at_least)
            if self.cost[what] < WARM_UP:
                self.loops[what].run(self._inputs(what, 1))
            spent = self._timed(what, rounds, collect)
        self.cost[what] = spent / rounds
        calls = rounds * len(self.inputs["packed"])
        return {"ns": spent / calls, "calls": calls}

    def release(self) -> dict:
        self._forget()
        gc.collect()
        return {}

    # Helpers

    def _forget(self) -> None:
        self.inputs: dict[str, list] = {}
        self.loops: dict[str, Loop] = {}
        self.blobs: list[bytes] = []
        self.cost: dict[str, float] = {}

    def _timed(self, what: str, rounds: int, collect: bool) -> int:
        """Nanoseconds spent in `rounds` rounds over all messages."""
        loop, batch = self.loops[what], rounds
        if loop.takes == "value" and self.blobs:
            batch = min(rounds, FRESH_BYTES // sum(map(len, self.blobs)) or 1)
        spent, done = 0, 0
        while done < rounds:
            inputs = self._inputs(what, min(batch, rounds - done))
            with _collecting(collect):
                spent += loop.run(inputs)
            done += batch
            del inputs
        return spent

    def _rounds(self, what: str, at_least: int) -> int:
        """The number of rounds for a long enough sample, estimated from the last one."""
        if what not in self.cost:
            self.cost[what] = max(self.loops[what].run(self._inputs(what, 1)), 1)
        rounds = max(1, round(at_least / self.cost[what]))
        return min(rounds, max(1, MAX_CALLS // len(self.inputs["packed"])))

    def _dumped(self) -> list[bytes]:
        """The messages in a form that can be copied quickly.

        Objects shared in the original (such as keys) are shared in the copies. Empty if marshal
        can't write them; the same values are then encoded repeatedly.
        """
        try:
            return [marshal.dumps(message) for message in self.inputs["value"]]
        except ValueError:
            return []

    def _inputs(self, what: str, rounds: int) -> list:
        takes = self.loops[what].takes
        if takes == "value" and self.blobs:
            return [marshal.loads(blob) for _ in range(rounds) for blob in self.blobs]
        if takes == "built" and takes not in self.inputs:
            self.inputs[takes] = [self.codec.build(value) for value in self.inputs["value"]]
        return self.inputs[takes] * rounds

    def _plain(self, source: dict) -> tuple[list, ModuleType | None, str]:
        """The messages, their workload if they are of one, and a note if they were converted."""
        if "pickle" in source:  # written by the parent process
            with open(source["pickle"], "rb") as file:
                return pickle.load(file), None, ""
        workload = workloads.get(source["workload"])
        messages = workload.make(source["seed"], source["size"])
        if source.get("as_text") and not self.codec.takes_bytes:
            return [workload.as_text(message) for message in messages], workload, AS_TEXT
        return messages, workload, ""

    def _adapt(self, value: object) -> object:
        if self.ext_type:
            make = self.ext_type()
            value = values.replace(value, values.Ext, lambda ext: make(ext.code, ext.data))
        if hasattr(self.workload, "as_objects"):
            value = self.workload.as_objects(value)
        return self.codec.wrap(value)

    def _restore(self, value: object) -> object:
        value = self.codec.unwrap(value)
        if self.ext_type:
            kind = self.ext_type()
            value = values.replace(value, kind, lambda ext: values.Ext(ext.code, bytes(ext.data)))
        return self.workload.as_plain(value) if hasattr(self.workload, "as_plain") else value

    @staticmethod
    def _as_bytes(data: object) -> bytes:
        return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)


@dataclass(frozen=True)
class Loop:
    """A compiled timed loop: `run(inputs)` returns nanoseconds."""

    takes: str
    run: Callable[[list], int]


def _compiled(way: codecs.Way) -> Loop:
    """Compiles the timed loop, which contains only the codec's statements.

    Processor time of the whole process (threads of a codec included), so that
    other programs influence it less than wall-clock time.
    """
    names = ", ".join(way.names)
    text = LOOP.format(names=names, body=textwrap.indent(way.body, " " * 12).lstrip())
    scope: dict = {"clock": process_time_ns}
    exec(compile(text, "<timed loop>", "exec"), scope)
    return Loop(way.takes, scope["make"](**way.names))


def _digest(parts: list[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


@contextlib.contextmanager
def _collecting(collect: bool = True) -> Iterator[None]:
    """With the collector on or off; it examines only what the codec creates, not the inputs."""
    gc.freeze()
    try:
        if collect:
            gc.enable()
        yield
    finally:
        gc.disable()


class CodecFailed(Exception):
    """The codec raised an exception; the text has the direction and the error."""


@contextlib.contextmanager
def _during(what: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # any failure of a codec is reported as a result
        raise CodecFailed(f"{what}: {type(error).__name__}: {error}") from error


def _shown(text: str) -> str:
    """The beginning of an error in one line: some contain the value, a whole array."""
    line = " ".join(text.split())
    return line if len(line) <= ERROR_SHOWN else line[: ERROR_SHOWN - 1] + "…"


COMMANDS = ("hello", "use", "compress", "post_size", "sample", "release")


def answer(worker: Worker, command: dict) -> dict:
    name = command.pop("do")
    if name not in COMMANDS:
        return {"error": f"no command {name!r}", "kind": "bug"}
    try:
        return getattr(worker, name)(**command)
    except (ImportError, codecs.NotAvailable, workloads.NotFetched) as error:
        return {"error": str(error), "kind": "missing"}
    except CodecFailed as error:
        return {"error": _shown(str(error)), "kind": "failed"}
    except Exception as error:  # failures to set up a codec are reported too
        return {"error": _shown(f"{type(error).__name__}: {error}"), "kind": "failed"}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    gc.disable()
    worker = Worker(codecs.get(sys.argv[1]))
    for line in sys.stdin:
        json.dump(answer(worker, json.loads(line)), answers)
        answers.write("\n")
        answers.flush()


if __name__ == "__main__":
    main()
