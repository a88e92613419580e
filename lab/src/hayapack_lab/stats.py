"""Medians, and how sure a ratio of two of them is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

RESAMPLES = 2000
LEAST = 3  # fewer samples than this give no interval
SEED = 20


@dataclass(frozen=True)
class Ratio:
    """`value` = median of one side / median of the other, with its 95 % interval."""

    value: float
    low: float | None
    high: float | None

    @property
    def sure(self) -> bool:
        """Whether the interval leaves 1 out."""
        return self.low is not None and not self.low <= 1 <= self.high


def median(samples: Sequence[float]) -> float:
    return float(np.median(samples))


def spread(samples: list[float]) -> float:
    """Half of the middle half's width, as a part of the median."""
    low, middle, high = np.percentile(samples, [25, 50, 75])
    return float((high - low) / 2 / middle)


def ratio(over: list[float], under: list[float]) -> Ratio:
    """median(over) / median(under) with a bootstrap interval."""
    return _ratio(tuple(over), tuple(under))


@lru_cache(maxsize=10_000)  # every table of a report asks again
def _ratio(over: tuple[float, ...], under: tuple[float, ...]) -> Ratio:
    value = median(over) / median(under)
    if min(len(over), len(under)) < LEAST:
        return Ratio(value, None, None)
    random = np.random.default_rng(SEED)
    ratios = _medians(over, random) / _medians(under, random)
    low, high = np.percentile(ratios, [2.5, 97.5])
    return Ratio(value, float(low), float(high))


def _medians(samples: Sequence[float], random: np.random.Generator) -> np.ndarray:
    values = np.asarray(samples)
    picks = random.integers(0, len(values), (RESAMPLES, len(values)))
    return np.median(values[picks], axis=1)


def geometric_mean(values: list[float]) -> float:
    return float(np.exp(np.mean(np.log(values))))
