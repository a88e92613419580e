"""How time and memory grow with the data: slopes on log axes.

A slope of 1 is linear: ten times the records cost ten times as much. A
straight line is fitted through log(records), log(cost). How sure its slope is
comes from the fit itself: from how far the points lie off the line, with
Student's t for so few of them (95 %). A growth is called worse than linear
where even the low end of that interval is over 1 + TOLERANCE: less than that
is some 20 % a record over four decades, which outgrown caches alone can cost.
Where the interval reaches from there to beyond 1 + DOUBT, nothing can be told; and
with two points a line fits always, so that nothing is called anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

import numpy as np

from . import judge, stats

TOLERANCE = 0.02
DOUBT = 0.1
WORSE, LINEAR, UNCLEAR = "worse than linear", "linear or better", "not clear"
TWO_SIZES = "two sizes only"
# Memory that grew less is not looked at: code that is read in for a first call
# and free room in the allocator are of this size.
MEASURABLE = 1_000_000  # bytes
# 97.5 % points of Student's t, for 1, 2, … points more than the line needs.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)
SOURCE = "b_"  # sources of N records are b_N

Points = dict[int, float]  # records: cost


@dataclass(frozen=True)
class Slope:
    """The exponent of growth; without an interval where there are two points only."""

    value: float
    low: Optional[float]
    high: Optional[float]
    points: Points  # what it was fitted to, smallest first

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
        """What a record costs at the largest size, as a multiple of the smallest size."""
        (few, small), *_, (many, large) = self.points.items()
        return (large / many) / (small / few)


def fit(points: Mapping[int, float]) -> Optional[Slope]:
    """The slope through {records: cost}, all over 0; None with fewer than two points."""
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


def times(record: dict, codec: str, task: str) -> Points:
    """Median nanoseconds by records, from the samples of post B's sources."""
    found = {}
    for source in record["sources"]:
        kind, _, records = source["key"].partition(SOURCE)
        samples = judge.samples_of(source, codec, task)
        if not kind and records.isdigit() and samples:
            found[int(records)] = stats.median(samples)
    return found


def memories(entries: list[dict], codec: str, what: str) -> Points:
    """Bytes grown by records, as `memory.measure` gave them, however small."""
    return {
        entry["records"]: entry["grown"]
        for entry in entries
        if (entry["codec"], entry["what"]) == (codec, what) and "error" not in entry
    }


def measurable(points: Points) -> Points:
    """From the first size on at which, and after which, growth can be measured."""
    found: Points = {}
    for records, grown in sorted(points.items()):
        found = {**found, records: grown} if grown >= MEASURABLE else {}
    return found
