"""Medians, and ratios of medians with their confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

RESAMPLES = 2000
LEAST = 3  # with fewer samples there is no interval
SEED = 20


@dataclass(frozen=True)
class Ratio:
    """`value` = median of one side / median of the other, with its 95 % interval."""

    value: float
    low: float | None
    high: float | None

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 1."""
        return self.low is not None and not self.low <= 1 <= self.high


def median(samples: Sequence[float]) -> float:
    return float(np.median(samples))


def mean(samples: Sequence[float]) -> float:
    return float(np.mean(samples))


def interval(samples: Sequence[float]) -> tuple[float | None, float | None]:
    """The ends of the median's 95 % interval; None with too few samples."""
    found = ratio_of_pairs(samples)
    return found.low, found.high


def spread(samples: list[float]) -> float:
    """Half the interquartile range, as a fraction of the median."""
    low, middle, high = np.percentile(samples, [25, 50, 75])
    return float((high - low) / 2 / middle)


def mean_error(samples: Sequence[float], level: float = 0.999) -> float:
    """Half of the mean's confidence interval (Student's t); of 99.9 % it is what BenchmarkDotNet calls Error."""
    count = len(samples)
    # t = sqrt(df) tan(angle) turns the density into cos(angle) to the power df - 1.
    angles = np.linspace(0.0, np.pi / 2, 100_001)
    density = np.cos(angles) ** (count - 2)
    chances = np.cumsum(density) - (density + density[0]) / 2
    t = np.sqrt(count - 1) * np.tan(np.interp(level, chances / chances[-1], angles))
    return float(t * deviation(samples) / np.sqrt(count))


def deviation(samples: Sequence[float]) -> float:
    """The standard deviation."""
    return float(np.std(samples, ddof=1))


def ratio(over: list[float], under: list[float]) -> Ratio:
    """median(over) / median(under) with a bootstrap interval."""
    return _ratio(tuple(over), tuple(under))


def ratio_of_pairs(quotients: Sequence[float]) -> Ratio:
    """The median of quotients of samples that were taken one after the other, with a bootstrap interval."""
    return _ratio(tuple(quotients), (1.0,) * len(quotients))


@lru_cache(maxsize=10_000)  # every table of a report computes the same ratios
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
    count = len(values)
    picked = values[random.integers(0, count, (RESAMPLES, count))]
    picked.sort(axis=1)  # np.median() takes three times as long for the tens of samples of a cell
    return (picked[:, (count - 1) // 2] + picked[:, count // 2]) / 2


def geometric_mean(values: list[float]) -> float:
    return float(np.exp(np.mean(np.log(values))))
