"""Measures within a number of seconds: one run of each codec in any case, then as many as fit.

The rules, for data of any size:

- The first long run of a codec, which checks its round trip, is its first sample.
- A codec that is far slower than hayapack is left out if one run takes too long. Large data has a
  small part, on which every codec is tried first; other codecs are stopped at a time limit.
- All codecs get enough samples for intervals before those with the collector off, if these are long.
- A sample that would end after the time is not begun, unless it is short or the first one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Any

from .engine import Engine
from .record import Record, RecordedCell, RecordedSource
from .source import Source, task_name, task_of

FAR = 5.0  # times hayapack's time from which on a codec may be left out
SHARE = 0.1  # of all seconds: it is left out if one run takes longer
LONG = 0.5  # seconds from which on the first run counts as a sample: what it does first weighs little
SHORT = 0.05  # seconds up to which a sample may begin after the end
PATIENCE = 20.0  # seconds that a codec may take in any case: it may hang, or the machine be busy
LIMIT = 10.0  # a codec is stopped after this many times the expected time: the machine may be busy
COMPRESSED = 16_000_000  # bytes of an output up to which it is compressed whole
MARGIN = 1.2  # of the seconds that are said to be needed
BEFORE = -1  # the turn of a sample that was taken before the rounds

Task = tuple[str, str, bool]  # codec, direction, collector


class BudgetedEngine(Engine):
    """An engine for which `settings.seconds` is the time of all sources, from its creation on.

    `seconds` of a source is its share of that, `settings.least` the samples for an interval.
    """

    def __init__(self, *args: Any, first: Sequence[Sequence[str]] = (), **options: Any) -> None:
        """first: groups of codecs; those of the first group with one that works run before all others, which
        are compared with them."""
        super().__init__(*args, **options)
        self.first = first

    def run(self, sources: list[Source]) -> Record:
        self._every = self._left = sum(source.seconds or 0.0 for source in sources)
        self._runs: dict[str, dict[str, float]] = {}  # of the source: seconds of each codec's first runs
        return super().run(sources)

    def _measure(self, source: Source, number: int, count: int) -> None:
        entry = self._begin(source)

        def show(part: float) -> None:
            self.progress(source.name, number, count, min(part, 1.0))

        show(0.0)
        weight = source.seconds or 0.0
        total = self.began + self.settings.seconds
        start = self.clock()
        end = start + max(0.0, total - start) * weight / self._left
        self._left -= weight
        plan = Plan(self.settings.seconds, self.settings.call_limit, self.first)
        if source.part:
            plan.pace = self._paces(source, entry)
        order = plan.ordered(source.codecs)
        entry.interleaved = self.settings.together and self._fits(source)
        if entry.interleaved:
            live = [codec for codec in order if self._opened(codec, source, entry, plan)]
            self._sizes(source, live, entry)
            if source.on_top:
                end = self.clock() + self.settings.seconds * weight / self._every
            self._fill(self._tasks(live, source, entry), entry, end, show)
            for codec in live:
                self._ask(codec, entry, "release")
        else:
            self._one_by_one(order, source, entry, plan, end, show)
        entry.needed = self._needed(entry, start, weight)

    def _one_by_one(
        self, order: list[str], source: Source, entry: RecordedSource, plan: Plan, end: float, show
    ) -> None:
        """Large data: only one codec's process has it at a time."""
        for place, codec in enumerate(order):
            if self._opened(codec, source, entry, plan):
                self._sizes(source, [codec], entry)
                mine = plan.end(codec, order[place + 1 :], self.clock(), end)
                self._fill(self._tasks([codec], source, entry), entry, mine, lambda _: None)
            if codec in self.workers:
                self.workers.pop(codec).close()  # gives all its memory back
            show((place + 1) / len(order))

    def _paces(self, source: Source, entry: RecordedSource) -> dict[str, float]:
        """Every codec's seconds for a round trip of the source's part. Those that fail are done."""
        found = {}
        part = Source(source.key, source.name, "", source.part, needs=source.needs, fresh=False)
        for codec in source.codecs:
            trial = RecordedSource(source.key)
            if self._open(codec, part, trial, PATIENCE):
                answers = [
                    self._ask(codec, trial, "sample", PATIENCE, what=what, collect=True, at_least=0)
                    for what in ("encode", "decode")
                ]
                if all(answers):
                    found[codec] = sum(answer["ns"] for answer in answers if answer) * trial.messages / 1e9
                    continue
            entry.cells[codec] = trial.cells[codec]
        return found

    def _opened(self, codec: str, source: Source, entry: RecordedSource, plan: Plan) -> bool:
        """Opens the codec unless it is too slow for the plan; stops it if it turns out to be."""
        if codec in entry.cells:
            return False
        expected = plan.too_slow(codec)
        if expected is not None:
            why = f"about {expected:.0f} times as long as {self._name(plan)} on a part of the data"
            run = expected * plan.run
            what = f"one run takes about {run:.0f} s; --seconds {rounded_up(run / SHARE):.0f} includes it"
            self._leave_out(codec, entry, f"{why}: {what}", expected, False)
            return False
        limit, start = plan.limit(codec), self.clock()
        ready = self._open(codec, source, entry, limit)
        took, cell = self.clock() - start, entry.cells[codec]
        if ready:
            runs = {what: ns * entry.messages / 1e9 for what, ns in self.first_runs[codec].items()}
            self._runs[codec] = runs
            plan.opened(codec, took, sum(runs.values()))
            for what, seconds in runs.items():
                if seconds >= LONG:
                    cell.samples[task_name(what)] = [round(self.first_runs[codec][what], 2)]
                    cell.turns[task_name(what)] = [BEFORE]
                    cell.calls[task_name(what)] = entry.messages
        elif cell.status == "failed" and took >= limit and plan.run:
            least = floor(took / plan.open)
            why = (
                f"stopped after {took:.0f} s: at least {least:,} times as long as {self._name(plan)}, loading included"
            )
            self._leave_out(codec, entry, why, least, True)
        return ready

    def _name(self, plan: Plan) -> str:
        return self._about(plan.first).name

    def _leave_out(self, codec: str, entry: RecordedSource, why: str, times: float, at_least: bool) -> None:
        self._about(codec)
        entry.cells[codec] = RecordedCell("slow", why, slower={"times": round(times, 2), "at_least": at_least})

    def _sizes(self, source: Source, codecs: list[str], entry: RecordedSource) -> None:
        if not source.compress:
            return
        self._compress(codecs, entry, most=COMPRESSED)
        for codec in codecs:
            if entry.cells[codec].size > COMPRESSED:
                entry.cells[codec].estimated = True

    def _fill(self, tasks: list[Task], entry: RecordedSource, end: float, show: Callable[[float], None]) -> None:
        """Rounds as in `_rounds`, until `end` or all samples are taken.

        A slow task has samples of the first rounds only. The machine may become slower or faster later, so `turns` in
        the record says of which rounds the samples are.
        """
        if not tasks:
            return
        began, settings = self.clock(), self.settings
        share = max(0.0, end - began) / len(tasks)
        cost, spent = {}, dict.fromkeys(tasks, 0.0)
        for turn in range(settings.samples):
            taken = False
            for task in self.random.sample(tasks, len(tasks)):
                codec, what, collect = task
                cell = entry.cells[codec]
                have = len(cell.samples.get(task_name(what, collect), ()))
                expected = cost.get(task, self._runs[codec].get(what, 0.0))
                if cell.status != "ok" or have >= settings.samples:
                    continue
                if not self._wanted(have, turn, collect, expected, spent[task] > share, end):
                    continue
                start = self.clock()
                self._sample(codec, what, collect, entry, PATIENCE + LIMIT * expected)
                if len(cell.samples.get(task_name(what, collect), ())) > have:
                    cell.turns.setdefault(task_name(what, collect), []).append(turn)
                cost[task] = self.clock() - start
                spent[task] += cost[task]
                taken = True
                whole = end - began
                show(max((start - began) / whole if whole > 0 else 1.0, turn / settings.samples))
            if not taken:
                break

    def _wanted(self, have: int, turn: int, collect: bool, expected: float, enough: bool, end: float) -> bool:
        """Whether to take another sample. have: samples of this task; expected: seconds of one."""
        if collect and not have:
            return True
        short, least = expected <= SHORT, self.settings.least
        if self.clock() + (0 if short else expected) > end:
            return short and have < least
        if not collect and not short and turn < least:
            return False
        return have < least or not enough

    def _needed(self, entry: RecordedSource, start: float, weight: float) -> float | None:
        """The seconds with which every codec that took part would have had an interval; None if all have."""
        missing = 0.0
        for cell in entry.cells.values():
            for name, samples in cell.samples.items():
                if cell.status == "ok" and task_of(name).collect and len(samples) < self.settings.least:
                    one = samples[-1] * entry.messages / 1e9
                    missing += (self.settings.least - len(samples)) * one
        if not missing:
            return None
        mine = (start - self.began) + (self.clock() - start + missing) / max(weight / self._every, 0.01)
        return rounded_up(mine * MARGIN)


class Plan:
    """What is known of the codecs of one source, and what follows for the next one."""

    def __init__(self, seconds: float, call_limit: float, groups: Sequence[Sequence[str]]) -> None:
        self.groups = groups
        self.seconds = seconds  # of the whole run
        self.call_limit = call_limit
        self.pace: dict[str, float] = {}  # seconds of a round trip of the part, by codec
        self.first = ""  # the first codec that was opened; the others are compared with it
        self.open = self.run = 0.0  # its seconds to be opened, and for one round trip of all data

    def ordered(self, codecs: list[str]) -> list[str]:
        """hayapack first, its twin next, the others by their pace, as far as it is known."""
        usable = [codec for codec in codecs if codec in self.pace or not self.pace]
        found = ([codec for codec in usable if codec in group] for group in self.groups)
        ours = next(filter(None, found), [])
        others = [codec for codec in codecs if codec not in ours]
        return ours + sorted(others, key=lambda codec: self.pace.get(codec, 0.0))

    def opened(self, codec: str, took: float, run: float) -> None:
        """Remembers the first codec's seconds."""
        if not self.first:
            self.first, self.open, self.run = codec, took, run

    def ratio(self, codec: str) -> float:
        """The codec's time as a multiple of the first codec's; 1 if unknown."""
        known = self.pace.get(codec), self.pace.get(self.first)
        return known[0] / known[1] if known[0] and known[1] else 1.0

    def too_slow(self, codec: str) -> float | None:
        """Its ratio if it is to be left out."""
        ratio = self.ratio(codec)
        return ratio if ratio > FAR and ratio * self.run > SHARE * self.seconds else None

    def cost(self, codec: str) -> float:
        """Expected seconds to open the codec, its first run included."""
        return max(self.open, self.open + (self.ratio(codec) - 1) * self.run)

    def limit(self, codec: str) -> float:
        return max(PATIENCE, LIMIT * self.cost(codec)) if self.run else self.call_limit

    def end(self, codec: str, later: list[str], now: float, end: float) -> float:
        """When a codec's samples must end, so that the later ones have their share."""
        later = [one for one in later if self.too_slow(one) is None]
        free = max(0.0, end - now - sum(map(self.cost, later)))
        return now + free * self.ratio(codec) / sum(map(self.ratio, [codec, *later]))


def rounded_up(seconds: float) -> float:
    """To two digits."""
    step = 10.0 ** (floor(log10(seconds)) - 1) if seconds > 0 else 1.0
    return ceil(seconds / step) * step
