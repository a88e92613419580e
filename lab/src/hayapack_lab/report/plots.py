"""`model.Chart` as figures of matplotlib: pictures, and SVG for pages."""

from __future__ import annotations

from math import ceil

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from . import axes
from .colours import INK, LINE, SOFT, Colour
from .model import Chart, Series

SIZE = (8.0, 4.0)  # inches; 1200 x 600 pixels
DPI = 150
ROW = 0.5  # inches that a category takes down the side
LEGEND, LEGEND_ROW = 6, 0.25  # names in one row below; inches that it takes
MARKERS = ("o", "s", "^", "D", "v", "h", "*")

matplotlib.rcParams["font.size"] = 9
if "text.parse_math" in matplotlib.rcParams:  # from 3.6 on
    matplotlib.rcParams["text.parse_math"] = False  # a dollar sign in a key is one


def figure(chart: Chart, colours: list[Colour], title: bool = True) -> Figure:
    """The chart as a figure; without its title where the page has it."""
    down = chart.kind == "dots"
    height = max(SIZE[1], 1.4 + ROW * len(chart.x)) if down else SIZE[1]
    drawn = Figure(figsize=(SIZE[0], height), dpi=DPI, layout="constrained")
    legend = LEGEND_ROW * ceil(len(chart.series) / LEGEND) if len(chart.series) > 1 else 0.0
    grid = drawn.add_gridspec(2, 1, height_ratios=(height - legend, legend or 0.01))
    plot = drawn.add_subplot(grid[0])
    for number, series in enumerate(chart.series):
        _series(plot, chart, number, series, colours[number].light)
    _axes(plot, chart)
    if title:
        plot.set_title(
            chart.title, loc="left", color=INK.light, fontsize=11, fontweight="bold"
        )  # fmt: skip
    if legend:
        below = drawn.add_subplot(grid[1])
        below.set_axis_off()
        below.legend(
            *plot.get_legend_handles_labels(), loc="upper left", ncols=LEGEND, frameon=False,
            fontsize=8.5, borderpad=0,
        )  # fmt: skip
    return drawn


def _series(plot, chart: Chart, number: int, series: Series, colour: str) -> None:
    log = chart.y_log
    at = list(chart.x) if chart.kind == "lines" else axes.places(chart)[number]
    kept = [i for i, y in enumerate(series.y) if axes.usable(y, log)]
    x, y = [at[i] for i in kept], [series.y[i] for i in kept]
    above = 3 if series.ours else 2
    if chart.kind == "bars":
        plot.bar(x, y, axes.bar_width(chart) * 0.92, color=colour, label=series.name)
    elif chart.kind == "lines":
        width = 2.4 if series.ours else 1.5
        plot.plot(x, y, color=colour, linewidth=width, zorder=above)
        _points(plot, x, y, number, series, colour)
    else:
        _points(plot, y, x, number, series, colour)
    for place, ends in ((at[i], axes.bounds(series, i, log)) for i in kept):
        if ends and chart.kind == "dots":
            plot.plot(ends, (place, place), color=INK.light, linewidth=0.8, zorder=6)
        elif ends:
            plot.plot((place, place), ends, color=INK.light, linewidth=0.8, zorder=6)


def _points(plot, x: list, y: list, number: int, series: Series, colour: str) -> None:
    marker = MARKERS[0] if series.ours else MARKERS[1 + number % (len(MARKERS) - 1)]
    plot.plot(
        x,
        y,
        marker=marker,
        linestyle="none",
        color=colour,
        markersize=7 if series.ours else 5.5,
        label=series.name,
        zorder=5 if series.ours else 3,
    )


def _axes(plot, chart: Chart) -> None:
    down = chart.kind == "dots"
    values, along = (plot.xaxis, plot.yaxis) if down else (plot.yaxis, plot.xaxis)
    _values(plot, values, chart, down)
    along.set_label_text(axes.label(chart.x_label, chart.x_log), color=SOFT.light)
    if chart.kind == "lines":
        plot.set_xscale("log" if chart.x_log else "linear")
        plot.set_xlim(*axes.number_range(chart))
        along.set_major_locator(FixedLocator([float(x) for x in chart.x]))
        along.set_major_formatter(FuncFormatter(lambda value, _: axes.tick_text(value, "")))
        along.set_minor_locator(NullLocator())
    else:
        ends = (-0.5, len(chart.x) - 0.5)
        (plot.set_ylim if down else plot.set_xlim)(*(ends[::-1] if down else ends))
        slant = {"rotation": 30, "ha": "right"} if not down and axes.aslant(chart) else {}
        along.set_ticks(range(len(chart.x)), [str(x) for x in chart.x], **slant)
    for row in range(0, len(chart.x), 2) if down else ():
        plot.axhspan(row - 0.5, row + 0.5, color=SOFT.light, alpha=0.07, linewidth=0, zorder=0)
    values.grid(True, color=LINE.light, linewidth=0.8)
    plot.set_axisbelow(True)
    plot.tick_params(colors=SOFT.light, length=3, which="both")
    for side in plot.spines.values():
        side.set_visible(False)


def _values(plot, axis, chart: Chart, down: bool) -> None:
    low, high = axes.value_range(chart)
    (plot.set_xscale if down else plot.set_yscale)("log" if chart.y_log else "linear")
    (plot.set_xlim if down else plot.set_ylim)(low, high)
    axis.set_label_text(axes.label(chart.y_label, chart.y_log), color=SOFT.light)
    axis.set_major_formatter(FuncFormatter(lambda value, _: axes.tick_text(value, chart.y_unit)))
    if chart.y_log:
        axis.set_major_locator(FixedLocator(axes.log_ticks(low, high)))
        axis.set_minor_locator(NullLocator())
