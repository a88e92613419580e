"""Summarizes the results of one source in sentences, hayapack's losses first.

Only differences that judge finds above the noise floor are mentioned.
"""

from __future__ import annotations

from typing import Optional

from ..measure.engine import task_name
from ..statistics import judge
from ..statistics.summary import (
    COMPRESSORS,
    DIRECTIONS,
    Row,
    Summary,
    byte_size,
    duration,
    listed,
    percent,
    times,
)

FAMILY = ("hayapack_native", "hayapack_public", "hayapack_pure")
UNSAFE = ("pickle_std", "marshal_std")
VERBS = {"encode": "encodes", "decode": "decodes"}
NAMED = 3  # codecs named in one sentence before "n more"
NOTABLE = 0.15  # if the collector changes a lead by this fraction, both leads are given


def verdict(summary: Summary) -> str:
    """One paragraph on one source."""
    ours = summary.ours
    if ours is None:
        sentences = [absent(summary)]
    else:
        rivals = rivals_of(summary)
        sentences = [] if ours.codec == FAMILY[0] else [absent(summary)]
        sentences += _losses(ours, rivals) + _wins(ours, rivals)
        sentences.append(noise(summary))
    sentences += _sizes([row for row in summary.rows if row.keeps]) + _lossy(summary.measured)
    return " ".join(sentence for sentence in sentences if sentence)


def rivals_of(summary: Summary) -> list[Row]:
    """The rivals that keep the data."""
    return [row for row in summary.rows if row.keeps and row.codec not in FAMILY]


def absent(summary: Summary) -> str:
    """The reason why hayapack has no result."""
    row = next((row for row in summary.rows if row.codec == FAMILY[0] and row.error), None)
    if row is None:
        return "hayapack itself was not measured."
    what = "fails on this data" if row.status == "failed" else "was not measured"
    return f"hayapack itself {what}: {row.error.rstrip('.')}."


def noise(summary: Summary) -> str:
    """The noise floors; smaller differences are not significant."""
    floors = [(what, summary.floors.get(task_name(what, True))) for what in DIRECTIONS]
    known = [f"{percent(floor)} in {what[:-1]}ing" for what, floor in floors if floor is not None]
    if not known:
        return "hayapack was not measured twice, so the noise floor is not known."
    return f"Noise floor, from hayapack against itself: {listed(known)}."


def ahead(rows: list[Row], task: str) -> list[Row]:
    """The codecs that judge finds faster than hayapack, fastest first."""
    found = [row for row in rows if _verdict(row, task) == judge.FASTER]
    return sorted(found, key=lambda row: row.times[task].ns)


def _verdict(row: Row, task: str) -> Optional[str]:
    time = row.times.get(task)
    return time.verdict if time else None


def _losses(ours: Row, rivals: list[Row]) -> list[str]:
    """The tasks in which another codec that keeps the data is faster or smaller."""
    found = []
    for what in DIRECTIONS:
        task = task_name(what, True)
        faster = ahead(rivals, task)
        if faster:
            named = [
                f"{row.name} ({times(1 / row.times[task].ratio)} times as fast{_caution(row)})"
                for row in faster[:NAMED]
            ]
            if len(faster) > NAMED:
                named.append(f"{len(faster) - NAMED} more")
            found.append(f"In {what[:-1]}ing, {ours.name} loses to {listed(named)}.")
    smaller = [row for row in rivals if row.size < ours.size]
    if smaller:
        least = min(smaller, key=lambda row: row.size)
        part = percent(1 - least.size / ours.size)
        found.append(f"{least.name}'s output is {part} smaller than {ours.name}'s{_caution(least)}.")
    if ours.losses:
        found.append(f"{ours.name} does not keep all of this data: {'; '.join(ours.losses)}.")
    return found or [_unbeaten(ours, rivals)]


def _unbeaten(ours: Row, rivals: list[Row]) -> str:
    tasks = [task_name(what, True) for what in DIRECTIONS]
    verdicts = {_verdict(row, task) for row in rivals for task in tasks} - {None}
    if not verdicts:
        return f"No other codec that keeps the data was timed beside {ours.name}."
    if judge.TOO_FEW in verdicts:
        return "Some cells have too few samples to tell who is faster: use more --seconds."
    return f"No codec that keeps the data beats {ours.name} here in time or size."


def _caution(row: Row) -> str:
    return ", but unsafe on untrusted data" if row.codec in UNSAFE else ""


def _wins(ours: Row, rivals: list[Row]) -> list[str]:
    """hayapack's time, and its ratio to the next codec."""
    found = []
    for what in DIRECTIONS:
        task = task_name(what, True)
        mine = ours.times.get(task)
        if mine is None:
            continue
        text = f"{ours.name} {VERBS[what]} all of it in {duration(mine.ns)}"
        alike = [row.name for row in rivals if _verdict(row, task) == judge.SAME]
        slower = [row for row in rivals if _verdict(row, task) == judge.SLOWER]
        if alike:
            text += f", no different from {listed(alike)}"
        if slower:
            next_one = min(slower, key=lambda row: row.times[task].ns)
            text += f", {times(next_one.times[task].ratio)} times as fast as {next_one.name}"
            plain = next((row for row in slower if row.codec == "json_std"), next_one)
            if plain is not next_one:
                text += f" and {times(plain.times[task].ratio)} times as fast as json"
        found.append(text + _without_collector(ours, rivals, what) + ".")
    return found


def _without_collector(ours: Row, rivals: list[Row], what: str) -> str:
    """The result with the garbage collector off, if it is clearly different."""
    on, off = task_name(what, True), task_name(what, False)
    both = [row for row in rivals if on in row.times and off in row.times]
    if not both or off not in ours.times:
        return ""
    factor = {task: min(row.times[task].ns for row in both) / ours.times[task].ns for task in (on, off)}
    best = min(both, key=lambda row: row.times[off].ns)
    if abs(factor[off] / factor[on] - 1) < NOTABLE:
        return ""
    verdict_off = _verdict(best, off)
    if verdict_off == judge.FASTER:
        return f" (with the garbage collector off, {best.name} is {times(1 / factor[off])} times as fast)"
    if verdict_off == judge.SLOWER:
        return f" (with the garbage collector off, {times(factor[off])} times as fast as {best.name})"
    if verdict_off == judge.SAME:
        return f" (with the garbage collector off, no different from {best.name})"
    return ""


def _sizes(keepers: list[Row]) -> list[str]:
    """The smallest output of the codecs that keep the data."""
    if not keepers:
        return []
    least = min(keepers, key=lambda row: row.size)
    text = f"The smallest output is {least.format}'s with {byte_size(least.size)}"
    json = next((row for row in keepers if row.format == "JSON"), None)
    if json and json.size > least.size:
        text += f", {percent(least.size / json.size)} of JSON's {byte_size(json.size)}"
    packed = [(row.compressed[name], name, row) for row in keepers for name in COMPRESSORS if row.compressed.get(name)]
    if packed:
        size, name, row = min(packed, key=lambda item: item[0])
    if packed and size < least.size:
        text += f"; compressed, it is {row.format} with {name} at {byte_size(size)}"
    return [text + "."]


def _lossy(measured: list[Row]) -> list[str]:
    lossy = [row.name for row in measured if row.losses and row.codec not in FAMILY]
    if not lossy:
        return []
    verb = "does" if len(lossy) == 1 else "do"
    return [f"{listed(lossy)} {verb} not have an exact round trip (see the losses)."]
