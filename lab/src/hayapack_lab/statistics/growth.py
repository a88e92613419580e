"""How time and memory grow with the data: slopes on log axes.

A slope of 1 is linear: ten times the records cost ten times as much. A straight line is fitted
through (log(records), log(cost)). Its 95 % interval comes from the residuals of the fit, with
Student's t because there are few points. The verdict is "worse than linear" if even the low end of
the interval is over 1 + TOLERANCE; a smaller slope means at most 20 % more per record over four
decades, which data that outgrows the caches can cost. If the interval reaches from below that to
beyond 1 + DOUBT, the verdict is "not clear". Two points always fit a line, so there is no verdict
for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

import numpy as np

from ..measure.record import Record
from . import judge, stats

TOLERANCE = 0.02
DOUBT = 0.1
WORSE, LINEAR, UNCLEAR = "worse than linear", "linear or better", "not clear"
TWO_SIZES = "two sizes only"
# Smaller growth of memory is ignored: code loaded by the first call and free space in the
# allocator are of this size.
MEASURABLE = 1_000_000  # bytes
# 97.5 % quantiles of Student's t, for 1, 2, … degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)
SOURCE = "b_"  # sources of N records are b_N

Points = dict[int, float]  # records: cost


@dataclass(frozen=True)
class Slope:
    """The exponent of growth; without an interval if there are only two points."""

    value: float
    low: Optional[float]
    high: Optional[float]
    points: Points  # the fitted points, smallest first

    @property
    def verdict(self) -> str:
        """WORSE, LINEAR, UNCLEAR or TWO_SIZES."""
        if self.low is None or self.high is None:
            return TWO_SIZES
        if self.low > 1 + TOLERANCE:
            return WORSE
        return UNCLEAR if self.high > 1 + DOUBT else LINEAR

    @property
    def dearer(self) -> float:
        """The cost per record at the largest size, as a multiple of that at the smallest size."""
        (few, small), *_, (many, large) = self.points.items()
        return (large / many) / (small / few)


def fit(points: Mapping[int, float]) -> Optional[Slope]:
    """The slope through {records: cost}, all costs above 0; None for fewer than two points."""
    if len(points) < 2:
        return None
    kept = dict(sorted(points.items()))
    x, y = np.log(list(kept)), np.log(list(kept.values()))
    spare = len(kept) - 2
    if not spare:
        return Slope(float(np.polyfit(x, y, 1)[0]), None, None, kept)
    line, spread = np.polyfit(x, y, 1, cov=True)
    half = STUDENT[min(spare, len(STUDENT)) - 1] * float(np.sqrt(spread[0, 0]))
    slope = float(line[0])
    return Slope(slope, slope - half, slope + half, kept)


def times(record: Record, codec: str, task: str) -> Points:
    """Median nanoseconds by number of records, from the samples of article B's sources."""
    found = {}
    for source in record.sources:
        kind, _, records = source.key.partition(SOURCE)
        samples = judge.samples_of(source, codec, task)
        if not kind and records.isdigit() and samples:
            found[int(records)] = stats.median(samples)
    return found


def memories(entries: list[dict], codec: str, what: str) -> Points:
    """Growth of memory in bytes by number of records, as `memory.measure` returned it."""
    return {
        entry["records"]: entry["grown"]
        for entry in entries
        if (entry["codec"], entry["what"]) == (codec, what) and "error" not in entry
    }


def measurable(points: Points) -> Points:
    """The points from the first size on at which this and all larger sizes are measurable."""
    found: Points = {}
    for records, grown in sorted(points.items()):
        found = {**found, records: grown} if grown >= MEASURABLE else {}
    return found
