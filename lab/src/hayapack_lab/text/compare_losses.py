"""Where the comparison of one source has a codec that is better than hayapack: the losses of `hayapack compare`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ..measure.source import task_name
from ..statistics import judge
from ..statistics.summary import BOTH, COMPRESSORS, DIRECTIONS, Row, Summary, Time
from .compare_advice import ALIKE, ROUGH, caveat, is_ours, tie
from .number_formats import byte_size, duration, percent

SIZE = "size"  # metrics of losses
PACKED = f"{SIZE}, "  # what follows is the compressor
# Task, in words, of each row of the losses.
LOSABLE = (
    *((task_name(what), what) for what in DIRECTIONS),
    (BOTH, "round trip"),
    *((task_name(what, False), f"{what}, GC off") for what in DIRECTIONS),
)


@dataclass(frozen=True)
class Loss:
    """One task in which a codec that keeps the data is better than hayapack."""

    what: str
    row: Row
    theirs: str
    ours: str
    ratio: float  # theirs / hayapack's
    sure: bool = True  # False: too few samples for an interval

    @property
    def of_time(self) -> bool:
        return not self.what.startswith(SIZE)

    @property
    def caveat(self) -> str:
        """What speaks against the codec or the figure."""
        return "; ".join(part for part in (caveat(self.row), "" if self.sure else "too few samples") if part)


def no_losses(summary: Summary) -> str:
    """The sentence in place of the table of losses."""
    noise = max((floor or 0.0 for floor in summary.floors.values()), default=0.0)
    if noise > ALIKE - 1:
        return (
            f"No codec that keeps this data is smaller; the noise of {percent(noise)} hides faster ones: measure again."
        )
    return "No codec that keeps this data is faster beyond the noise, or smaller."


def no_loss_in_time(summary: Summary) -> str:
    """What the table of losses says of times if it has none."""
    noise = max((floor or 0.0 for floor in summary.floors.values()), default=0.0)
    if noise > ALIKE - 1:
        return f"In time: none seen; the noise of {percent(noise)} hides faster codecs: measure again."
    return "In time: none beyond the noise."


def losses(summary: Summary) -> list[Loss]:
    """Where a codec that keeps the data is faster or smaller than hayapack, worst first in each task.

    With the collector off: only codecs that are not faster with it on.
    """
    ours, found, seen = summary.ours, [], set()
    if ours is None:
        return []
    rivals = [row for row in summary.measured if row.keeps and not is_ours(row) and row is not ours]
    for task, what in LOSABLE:
        for row in sorted(rivals, key=lambda row: row.times[task].ns if task in row.times else 0.0):
            time = row.times.get(task)
            if time is None or not _faster(time) or (row.codec, what.removesuffix(", GC off")) in seen:
                continue
            seen.add((row.codec, what))
            sure = time.verdict == judge.FASTER
            found.append(Loss(what, row, duration(time.ns), duration(ours.times[task].ns), time.ratio, sure))
    for row in sorted(rivals, key=lambda row: row.size):
        if row.size < ours.size:
            found.append(Loss(SIZE, row, byte_size(row.size), byte_size(ours.size), row.size / ours.size))
    return found + [loss for name in COMPRESSORS if (loss := _compressed_loss(rivals, ours, name, tie(summary)))]


def _faster(time: Time) -> bool:
    """Whether it is less than hayapack's: by judge's verdict, or roughly."""
    return time.verdict == judge.FASTER or (time.verdict == judge.TOO_FEW and (time.ratio or 1.0) < 1 / ROUGH)


def _compressed_loss(rivals: list[Row], ours: Row, name: str, tie: float) -> Optional[Loss]:
    """The codec whose output the compressor makes smallest, if that of hayapack's is larger."""
    row = min((row for row in rivals if row.compressed.get(name)), key=lambda row: row.compressed[name], default=None)
    mine = ours.compressed.get(name)
    if row is None or not mine or mine <= tie * row.compressed[name]:
        return None
    theirs = row.compressed[name]
    return Loss(PACKED + name, row, byte_size(theirs), byte_size(mine), theirs / mine)
