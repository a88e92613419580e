"""Measures codecs on sources and collects the results in one `Record`."""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable
from dataclasses import replace
from math import inf

from .. import codecs
from . import machine, other_programs
from .record import NOT_REACHED, Record, RecordedCell, RecordedCodec, RecordedSource, Settings, recorded_codec
from .source import Source, task_name
from .worker_process import START_LIMIT, Refused, WorkerLost, WorkerProcess

COUNTS = ("allocated", "collections", "work_items", "contentions", "jit")  # of each sample, where they are reported


class Engine:
    """Runs the workers of one run. Use as a context manager."""

    def __init__(
        self,
        kind: str,
        settings: Settings,
        progress: Callable[..., None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ):
        self.settings = settings
        self.clock = clock  # of the run, in seconds; the codecs' processes have their own
        self.random = random.Random(settings.seed)
        self.progress = progress or (lambda *_: None)
        self.workers: dict[str, WorkerProcess] = {}
        self.group = ""
        self.core = machine.pin_core() if settings.pin else None
        before = other_programs.watched(settings.watch)
        self.others = other_programs.Watch()
        self.began = clock()
        self.ways: dict[str, list[str]] = {}  # the kinds of tasks that each codec has for the source
        self.first_runs: dict[str, dict[str, float]] = {}  # ns per message of each codec's first calls
        started = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
        self.record = Record(kind, started, machine.facts(self.core), settings)
        self.record.machine.others_before = before

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def run(self, sources: list[Source]) -> Record:
        """Measures every source; returns the record, on Ctrl-C with the results so far."""
        try:
            for number, source in enumerate(sources):
                self._measure(source, number, len(sources))
        except KeyboardInterrupt:
            self.record.interrupted = True
        self.record.seconds = round(self.clock() - self.began, 1)
        self.record.machine.load_after = machine.load()
        self.record.machine.others = self.others.cores()
        return self.record

    def _close(self) -> None:
        for worker in self.workers.values():
            worker.close()
        self.workers.clear()

    def _begin(self, source: Source) -> RecordedSource:
        """The source's entry in the record; closes the workers of another group."""
        entry = RecordedSource(
            source.key,
            source.name,
            source.sentence,
            source.group,
            sorted(source.needs),
            source.fresh,
            tasks=[task_name(*task) for task in source.tasks],
            **source.facts,
        )
        self.record.sources.append(entry)
        if source.group != self.group:
            self._close()
            self.group = source.group
        return entry

    def _measure(self, source: Source, number: int, count: int) -> None:
        entry = self._begin(source)
        self.progress(source.name, number, count, 0.0)
        together = self.settings.together and self._fits(source)
        entry.interleaved = together
        groups = [source.codecs] if together else [[codec] for codec in source.codecs]
        for place, group in enumerate(groups):
            live = [codec for codec in group if self._open(codec, source, entry)]
            self._post_sizes(live, source, entry)
            if source.compress and together:
                self._compress(live, entry)
            samples = min(source.samples or self.settings.samples, self.settings.samples)
            limit = inf if source.samples else source.seconds or self.settings.seconds

            def shown(part: float, place: int = place) -> None:
                self.progress(source.name, number, count, (place + part) / len(groups))

            self._rounds(self._tasks(live, source, entry), entry, samples, limit / len(groups), shown)
            if source.compress and not together:
                self._compress(live, entry)
            for codec in live:
                self._ask(codec, entry, "release")

    @staticmethod
    def _fits(source: Source) -> bool:
        """Whether the processes of all codecs together fit in memory."""
        free = machine.available()
        return free is None or source.memory * (len(source.codecs) + 1) <= free

    def _open(self, codec: str, source: Source, entry: RecordedSource, limit: float = 0) -> bool:
        """Starts the worker if needed and passes the source to it, for at most `limit` seconds if not 0."""
        self._about(codec)
        entry.cells[codec] = RecordedCell("missing", NOT_REACHED)
        if not self._start(codec, entry):
            return False
        use = {"source": source.fields, "needs": sorted(source.needs), "fresh": source.fresh}
        answer = self._ask(codec, entry, "use", limit, **use)
        if answer is None:
            return False
        entry.messages = answer.pop("messages")
        self.ways[codec] = answer.pop("ways")
        self.first_runs[codec] = answer.pop("first", {})
        entry.cells[codec] = RecordedCell("ok", **answer)
        return True

    def _post_sizes(self, codecs: list[str], source: Source, entry: RecordedSource) -> None:
        """Sizes of the output of the articles' one-shot functions, if these are timed."""
        if not any(what.startswith("reference ") for what, _ in source.tasks):
            return
        for codec in codecs:
            answer = self._ask(codec, entry, "post_size") if "reference encode" in self.ways[codec] else None
            if answer:
                entry.cells[codec].post_size = answer["post_size"]

    def _tasks(self, codecs: list[str], source: Source, entry: RecordedSource) -> list[tuple]:
        """Every codec with every task that it supports."""
        found = []
        for codec in codecs:
            if codec in source.untimed:
                continue
            found += [(codec, *task) for task in source.tasks if task[0] in self.ways[codec]]
            absent = {what for what, _ in source.tasks if what not in self.ways[codec]}
            entry.cells[codec].absent = {what: "not supported" for what in sorted(absent)}
        return found

    def _about(self, codec: str) -> RecordedCodec:
        return self.record.codecs.setdefault(codec, recorded_codec(codec))

    def _start(self, codec: str, entry: RecordedSource) -> bool:
        if codec in self.workers:
            return True
        about = self._about(codec)
        try:
            self.workers[codec] = WorkerProcess(codec, self.core)
        except codecs.NotAvailable as error:
            entry.cells[codec].error = about.missing = str(error)
            return False
        answer = self._ask(codec, entry, "hello", START_LIMIT)
        if answer is None:
            about.missing = entry.cells[codec].error
            worker = self.workers.pop(codec, None)
            if worker:
                worker.close()
            return False
        self.record.codecs[codec] = replace(about, **answer)
        return True

    def _ask(self, codec: str, entry: RecordedSource, do: str, limit: float = 0, **fields) -> dict | None:
        """A worker's answer, or None after storing the reason in the cell."""
        cell = entry.cells[codec]
        if codec not in self.workers:  # ended before; the cell has the reason
            return None
        try:
            return self.workers[codec].ask(do, limit or self.settings.call_limit, **fields)
        except Refused as error:
            cell.status, cell.error = "missing" if error.kind == "missing" else "failed", str(error)
        except WorkerLost as error:
            cell.status, cell.error = "failed", str(error)
            self.workers.pop(codec).close()
        return None

    def _compress(self, codecs: list[str], entry: RecordedSource, **most: int) -> None:
        """Compressed sizes; computed once for codecs that wrote the same bytes. most: see `Worker.compress`."""
        known = {cell.digest: cell.compressed for cell in entry.cells.values() if cell.compressed}
        for codec in codecs:
            cell = entry.cells[codec]
            if cell.digest not in known:
                known[cell.digest] = self._ask(codec, entry, "compress", **most) or {}
            cell.compressed = known[cell.digest]

    def _rounds(self, tasks: list[tuple], entry: RecordedSource, samples: int, budget: float, shown) -> None:
        """So many rounds in which each codec performs each task once, in random order.

        A task that has used its share of the time pauses after `least` samples, so one slow codec
        can't take the time of the others. A task that takes twice its share stops earlier.
        """
        settings = self.settings
        if not tasks:
            return
        share = budget / len(tasks)
        spent = dict.fromkeys(tasks, 0.0)
        began = self.clock()
        for turn in range(samples):
            order = self.random.sample(tasks, len(tasks))
            over = self.clock() - began > budget
            if over and turn >= settings.least:
                break
            for place, task in enumerate(order):
                codec, what, collect = task
                slow = spent[task] > share * (1 if turn >= settings.least else 2)
                if slow or entry.cells[codec].status != "ok":
                    continue
                start = self.clock()
                self._sample(codec, what, collect, entry)
                spent[task] += self.clock() - start
                done = max(
                    (self.clock() - began) / budget,
                    (turn + place / len(order)) / samples,
                )
                shown(min(done, 1.0))

    def _sample(self, codec: str, what: str, collect: bool, entry: RecordedSource, limit: float = 0) -> None:
        fresh_ms = self.settings.fresh_ms if what == "encode" and entry.fresh else 0.0
        at_least = int((fresh_ms or self.settings.sample_ms) * 1e6)
        answer = self._ask(codec, entry, "sample", limit, what=what, collect=collect, at_least=at_least)
        if answer is not None:
            cell, name = entry.cells[codec], task_name(what, collect)
            cell.samples.setdefault(name, []).append(round(answer["ns"], 2))
            cell.calls[name] = answer["calls"]
            for count in COUNTS:
                if count in answer:
                    getattr(cell, count).setdefault(name, []).append(answer[count])
