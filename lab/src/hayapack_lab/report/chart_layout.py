"""Ranges, labels and positions of charts."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor, log10
from typing import Optional

from ..text.number_formats import byte_size, duration
from ..text.report_elements import Chart, Series
from .colours import OURS, SOFT

UNITS = {
    "ns": (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)),
    "bytes": (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1)),
}
STEPS = (1, 2, 5)
FINE = (1, 1.5, 2, 3, 4, 5, 7)
THOUSANDS = (("M", 1e6), ("k", 1e3))  # of plain numbers along an axis
DOTS_APART = 0.6  # of a category's height, over which its dots are spread
ROTATE = 60  # if all categories together have more characters, their labels are rotated


def value_text(value: float, unit: str) -> str:
    """A value with three digits and its unit."""
    if unit == "ns":
        return duration(value)
    if unit == "bytes":
        return byte_size(value)
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.3g}"


def tick_text(value: float, unit: str) -> str:
    """A short label for a round value: 20 µs, 1 ms, 5 kB, 10 k."""
    for name, size in UNITS.get(unit, THOUSANDS):
        if value >= size * 0.999:
            return f"{value / size:.3g} {name}"
    return f"{value:.3g}"


def label(text: str, log: bool) -> str:
    return f"{text} (log scale)" if log and text else text


def drawable(chart: Chart) -> Optional[Chart]:
    """The chart without the series that have no value; None where none has any."""
    kept = [s for s in chart.series if any(usable(y, chart.y_log) for y in s.y)]
    return replace(chart, series=kept) if kept else None


def aslant(chart: Chart) -> bool:
    """Whether the labels along the bottom are too long to be horizontal."""
    return sum(len(str(x)) for x in chart.x) > ROTATE


def usable(value: Optional[float], log: bool) -> bool:
    return value is not None and (value > 0 or not log)


def value_range(chart: Chart) -> tuple[float, float]:
    """The range of the value axis, intervals included.

    A linear axis starts at 0, because bars are compared by their length. A
    logarithmic axis starts at a round number below the smallest value.
    """
    found = [
        value
        for series in chart.series
        for values in (series.y, series.low or [], series.high or [])
        for value in values
        if usable(value, chart.y_log)
    ]
    if not found:
        return (1.0, 10.0) if chart.y_log else (0.0, 1.0)
    if not chart.y_log:
        return min(0.0, min(found)), (max(found) or 1.0) * 1.06
    return _round_below(min(found) / 1.15), max(found) * 1.25


def log_ticks(low: float, high: float) -> list[float]:
    """Round values from low to high, as many per decade as there is space for labels."""
    span = high / low
    steps = FINE if span <= 6 else STEPS if span <= 20 else (1, 3) if span <= 300 else (1,)
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    found = [step * 10.0**power for power in powers for step in steps]
    return [tick for tick in found if low * 0.999 <= tick <= high * 1.001]


def _round_below(value: float) -> float:
    power = 10.0 ** floor(log10(value))
    return max(step * power for step in STEPS if step * power <= value * 1.0001)


def number_range(chart: Chart) -> tuple[float, float]:
    """The range of numbers along the bottom, with space for the points."""
    low, high = min(chart.x), max(chart.x)
    if chart.x_log:
        return low / 1.3, high * 1.3
    margin = (high - low) * 0.04 or 1.0
    return low - margin, high + margin


def lanes(chart: Chart) -> list[int]:
    """The lane of each series in a category: series of which no category has both share one, but for bars."""
    found: list[int] = []
    taken: list[set[int]] = []  # the categories in which a lane has a value
    for series in chart.series:
        mine = {place for place, y in enumerate(series.y) if usable(y, chart.y_log)}
        shared = [lane for lane, others in enumerate(taken) if chart.kind == "dots" and not others & mine]
        lane = shared[0] if shared else len(taken)
        if not shared:
            taken.append(set())
        taken[lane] |= mine
        found.append(lane)
    return found


def places(chart: Chart) -> list[list[float]]:
    """The position of each series in each category; the categories' centres are 0, 1, 2, ..."""
    of_series = lanes(chart)
    count = max(of_series, default=0) + 1
    step = bar_width(chart) if chart.kind == "bars" else DOTS_APART / count
    return [[place + (lane - (count - 1) / 2) * step for place in range(len(chart.x))] for lane in of_series]


def bands(chart: Chart) -> list[tuple[int, str, float]]:
    """(row, colour, opacity): tints hayapack's rows, and every second one of the others."""
    ours = [(row, OURS[0].light, 0.13) for row in sorted(chart.ours)]
    others = [row for row in range(0, len(chart.x), 2) if row not in chart.ours]
    return ours + [(row, SOFT.light, 0.08) for row in others]


def bar_width(chart: Chart) -> float:
    return 0.8 / max(1, len(chart.series))


def bounds(series: Series, place: int, log: bool) -> Optional[tuple[float, float]]:
    """A point's 95 % interval; None where it has none."""
    low = series.low[place] if series.low else None
    high = series.high[place] if series.high else None
    if not (usable(low, log) and usable(high, log)):
        return None
    return low, high
