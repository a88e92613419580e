"""Numbers in tables, charts and sentences: times and sizes with their units, ratios, shares, and lists of words."""

from __future__ import annotations


def duration(ns: float) -> str:
    """A time with three digits and a suitable unit."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{_three_figures(ns / size)} {unit}"
    return f"{_three_figures(ns)} ns"


def byte_size(size: float) -> str:
    """A size with three digits in decimal units."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= scale:
            return f"{_three_figures(size / scale)} {unit}"
    return f"{size:.0f} B"


def times(ratio: float) -> str:
    """A ratio with three digits: 1.04, 12.3, 104."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:.0f}"


def percent(part: float) -> str:
    """A share for a sentence: 62 %, 3.4 %, under 0.1 %, over 99 %."""
    if 0 < part < 0.001:
        return "under 0.1 %"
    if 0.995 <= part < 1:
        return "over 99 %"
    return f"{100 * part:.1f} %" if 0 < part < 0.0995 else f"{100 * part:.0f} %"


def listed(words: list[str]) -> str:
    """One, two and three."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _three_figures(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:#.3g}"
