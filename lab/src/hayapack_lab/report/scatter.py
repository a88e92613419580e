"""A scatter chart as a figure of matplotlib: a dot for each codec, its name beside it.

Labels are placed one after another, each at the first place around its dot where it covers no
other label and no dot; a label that is farther away gets a line to its dot.
"""

from __future__ import annotations

from math import hypot, log

from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ..text.report_elements import Chart, Series
from . import chart_layout
from .colours import INK, LINE, OURS, SOFT, Colour

WIDE, NARROW = (6.4, 3.7), (3.4, 2.9)  # inches
LEFT, RIGHT, BOTTOM, TOP = 54.0, 8.0, 34.0, 6.0  # points around the plot
FONT, LETTER, HEIGHT = 8.5, 0.62, 10.0  # of labels: points, a letter's width as a part of it, points
DOT = 4.0  # points from the centre of a dot that a label must not cover
RINGS = (7, 14, 22, 32, 44, 58, 74)  # points from the dot to its label
LINE_FROM = 12  # points from which on a label gets a line
MARGIN = 0.06  # of the plot's width or height around the dots
Box = tuple[float, float, float, float]


def figure(chart: Chart, colours: list[Colour], size: tuple[float, float], marks: str = "") -> Figure:
    """`marks` as for matplotlib_charts.figure."""
    width, height = size[0] * 72, size[1] * 72
    drawn = Figure(figsize=size)
    box = (LEFT, BOTTOM, width - RIGHT, height - TOP)
    plot = drawn.add_axes((LEFT / width, BOTTOM / height, (box[2] - LEFT) / width, (box[3] - BOTTOM) / height))
    dots = [
        (x, y, place, number)
        for number, series in enumerate(chart.series)
        for place, (x, y) in enumerate(zip(chart.x, series.y))
        if chart_layout.usable(y, True)
    ]
    across, up = _range([dot[0] for dot in dots], 0.22), _range([dot[1] for dot in dots], MARGIN)
    for number, series in enumerate(chart.series):
        mine = [dot for dot in dots if dot[3] == number]
        plot.plot(
            [dot[0] for dot in mine],
            [dot[1] for dot in mine],
            marker=mark(series),
            linestyle="none",
            color=colours[number].light,
            markerfacecolor="none" if series.hollow else colours[number].light,
            markersize=9 if series.ours else 5.5,
            label=series.name,
            zorder=5 if series.ours else 3,
            gid=f"{marks}{number}" if marks else None,
        )
    for name, axis, ends, unit, text in (
        ("x", plot.xaxis, across, chart.x_unit, chart.x_label),
        ("y", plot.yaxis, up, chart.y_unit, chart.y_label),
    ):
        getattr(plot, f"set_{name}scale")("log")
        getattr(plot, f"set_{name}lim")(*ends)
        axis.set_major_locator(FixedLocator(chart_layout.log_ticks(*ends)))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, _, unit=unit: chart_layout.tick_text(value, unit)))
        axis.set_label_text(chart_layout.label(text, True), color=SOFT.light, fontsize=FONT)
        axis.grid(True, color=LINE.light, linewidth=0.8)
    plot.set_axisbelow(True)
    plot.tick_params(colors=SOFT.light, length=3, labelsize=FONT)
    for side in plot.spines.values():
        side.set_visible(False)
    centres = [(_along(x, across, box[0], box[2]), _along(y, up, box[1], box[3])) for x, y, _, _ in dots]
    _labels(plot, chart, dots, centres, box)
    return drawn


def mark(series: Series) -> str:
    """A disc for hayapack, a ring for what is unsafe or loses data, a square for the others."""
    return "o" if series.ours or series.hollow else "s"


def _range(values: list[float], margin: float) -> tuple[float, float]:
    """Ends of a log axis with space around the values, of at least a factor of 2 altogether."""
    low, high = min(values), max(values)
    more = max((high / low) ** margin, 1.25)
    return low / more, high * more


def _along(value: float, ends: tuple[float, float], low: float, high: float) -> float:
    """The place of a value on a log axis, in points of the figure."""
    return low + (high - low) * log(value / ends[0]) / log(ends[1] / ends[0])


def _labels(plot, chart: Chart, dots: list, centres: list[tuple[float, float]], box: Box) -> None:
    taken: list[Box] = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in centres]
    order = sorted(range(len(dots)), key=lambda i: (not chart.series[dots[i][3]].ours, centres[i][1]))
    for i in order:
        x, y, place, number = dots[i]
        ours = chart.series[number].ours
        text = chart.labels[place]
        label = _free(centres[i], len(text) * FONT * LETTER * (1.08 if ours else 1), taken, box)
        taken.append((label[0] - 4, label[1], label[2] + 4, label[3]))
        left, bottom = label[0] - centres[i][0], label[1] - centres[i][1]
        # The reader's font may be wider than the estimate, so a label on the left ends at its place.
        side, at = ("right", label[2] - centres[i][0]) if label[2] <= centres[i][0] else ("left", left)
        nearest = (min(max(0.0, left), label[2] - centres[i][0]), min(max(0.0, bottom), bottom + HEIGHT))
        if hypot(*nearest) > LINE_FROM:
            plot.annotate("", (x, y), nearest, textcoords="offset points",
                          arrowprops={"arrowstyle": "-", "color": SOFT.light, "linewidth": 0.6})  # fmt: skip
        plot.annotate(
            text, (x, y), (at, bottom + 2), ha=side, textcoords="offset points", fontsize=FONT,
            color=OURS[0].light if ours else INK.light, fontweight="bold" if ours else "normal", zorder=6,
        )  # fmt: skip


def _free(centre: tuple[float, float], width: float, taken: list[Box], box: Box) -> Box:
    """The first box for a label that covers nothing and is in the plot; else the first one in the plot."""
    inside = []
    for ring in RINGS:
        for across, up in ((1, 0), (-1, 0), (0.7, 0.7), (0.7, -0.7), (-0.7, 0.7), (-0.7, -0.7), (0, 1), (0, -1)):
            x, y = centre[0] + across * ring, centre[1] + up * ring
            left = x if across > 0 else x - width if across < 0 else x - width / 2
            bottom = y if up > 0 else y - HEIGHT if up < 0 else y - HEIGHT / 2
            label = (left, bottom, left + width, bottom + HEIGHT)
            if label[0] < box[0] or label[1] < box[1] or label[2] > box[2] or label[3] > box[3]:
                continue
            inside.append(label)
            if not any(_overlap(label, other) for other in taken):
                return label
    return inside[0] if inside else (centre[0], centre[1], centre[0] + width, centre[1] + HEIGHT)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
