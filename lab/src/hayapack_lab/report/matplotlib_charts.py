"""`report_elements.Chart` as figures of matplotlib: pictures, and SVG for pages."""

from __future__ import annotations

from math import ceil

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ..text.report_elements import Chart, Series
from . import chart_layout
from .colours import INK, LINE, OURS, SOFT, Colour

SIZE = (8.0, 4.0)  # inches; 1200 x 600 pixels
NARROW = 3.9  # inches; dots on a telephone
TICKS_NARROW = 4  # labels that fit along it
LEAST_DOTS = 1.6  # inches
DPI = 150
ROW, ROW_LANE = 0.14, 0.09  # inches of a category down the side, and more for each lane of dots
LEGEND_ROW = 0.25  # inches of one row of the legend
LETTERS, LETTERS_MARK = 120, 9  # of the legend's font across a figure; what a mark takes of them
MARKERS = ("o", "s", "^", "D", "v", "h", "*")

matplotlib.rcParams["font.size"] = 9
if "text.parse_math" in matplotlib.rcParams:  # from 3.6 on
    matplotlib.rcParams["text.parse_math"] = False  # a dollar sign in a key is a plain character


def figure(chart: Chart, colours: list[Colour], title: bool = True, marks: str = "", narrow: bool = False) -> Figure:
    """The chart as a figure; without its title if the page shows it.

    marks: if given, what the gids of marks begin with; the number of the series follows, for bars
    "-" and the place. narrow: for a telephone, on which text keeps its size.
    """
    down = chart.kind == "dots"
    width = NARROW if narrow else SIZE[0]
    count, columns = len(chart.series), legend_columns(chart, width)
    row = ROW + ROW_LANE * (max(chart_layout.lanes(chart), default=0) + 1)
    height = max(LEAST_DOTS, 0.9 + row * len(chart.x)) if down else SIZE[1]
    drawn = Figure(figsize=(width, height), dpi=DPI, layout="constrained")
    legend = LEGEND_ROW * ceil(count / columns) if count > 1 else 0.0
    grid = drawn.add_gridspec(2, 1, height_ratios=(height - legend, legend or 0.01))
    plot = drawn.add_subplot(grid[0])
    for number, series in enumerate(chart.series):
        _series(plot, chart, number, series, colours[number].light, marks and f"{marks}{number}")
    _axes(plot, chart, narrow)
    if title:
        plot.set_title(
            chart.title, loc="left", color=INK.light, fontsize=11, fontweight="bold"
        )  # fmt: skip
    if legend:
        below = drawn.add_subplot(grid[1])
        below.set_axis_off()
        below.legend(
            *plot.get_legend_handles_labels(), loc="upper left", ncols=columns, frameon=False,
            fontsize=8.5, borderpad=0, labelcolor=INK.light,
        )  # fmt: skip
    return drawn


def legend_columns(chart: Chart, width: float = SIZE[0]) -> int:
    """As many columns of names as fit below the plot of so many inches; a wider legend would squeeze it."""
    names = [len(series.name) + LETTERS_MARK for series in chart.series]
    free = LETTERS * width / SIZE[0] - (max(len(str(x)) for x in chart.x) if chart.kind == "dots" and chart.x else 8)
    for columns in range(len(names), 1, -1):
        low, more = divmod(len(names), columns)  # the first columns have one name more
        ends = [column * low + min(column, more) for column in range(columns + 1)]
        if sum(max(names[a:b]) for a, b in zip(ends, ends[1:])) <= free:
            return columns
    return 1


def _series(plot, chart: Chart, number: int, series: Series, colour: str, gid: str) -> None:
    log = chart.y_log
    at = list(chart.x) if chart.kind == "lines" else chart_layout.places(chart)[number]
    kept = [i for i, y in enumerate(series.y) if chart_layout.usable(y, log)]
    x, y = [at[i] for i in kept], [series.y[i] for i in kept]
    above = 3 if series.ours else 2
    if chart.kind == "bars":
        bars = plot.bar(x, y, chart_layout.bar_width(chart) * 0.92, color=colour, label=series.name)
        for bar, place in zip(bars, kept):
            bar.set_gid(f"{gid}-{place}" if gid else None)
    elif chart.kind == "lines":
        width = 2.4 if series.ours else 1.5
        plot.plot(x, y, color=colour, linewidth=width, zorder=above)
        _points(plot, x, y, number, series, colour, gid)
    else:
        _points(plot, y, x, number, series, colour, gid)
    for place, ends in ((at[i], chart_layout.bounds(series, i, log)) for i in kept):
        if ends and chart.kind == "dots":
            plot.plot(ends, (place, place), color=INK.light, linewidth=0.8, zorder=6)
        elif ends:
            plot.plot((place, place), ends, color=INK.light, linewidth=0.8, zorder=6)


def _points(plot, x: list, y: list, number: int, series: Series, colour: str, gid: str) -> None:
    marker = MARKERS[0] if series.ours or series.hollow else MARKERS[1 + number % (len(MARKERS) - 1)]
    plot.plot(
        x,
        y,
        marker=marker,
        linestyle="none",
        color=colour,
        markerfacecolor="none" if series.hollow else colour,
        markersize=7 if series.ours else 5.5,
        label=series.name,
        zorder=5 if series.ours else 3,
        gid=gid or None,
    )


def _axes(plot, chart: Chart, narrow: bool) -> None:
    down = chart.kind == "dots"
    values, along = (plot.xaxis, plot.yaxis) if down else (plot.yaxis, plot.xaxis)
    _values(plot, values, chart, down, narrow)
    along.set_label_text(chart_layout.label(chart.x_label, chart.x_log), color=SOFT.light)
    if chart.kind == "lines":
        plot.set_xscale("log" if chart.x_log else "linear")
        plot.set_xlim(*chart_layout.number_range(chart))
        along.set_major_locator(FixedLocator([float(x) for x in chart.x]))
        along.set_major_formatter(FuncFormatter(lambda value, _: chart_layout.tick_text(value, "")))
        along.set_minor_locator(NullLocator())
    else:
        ends = (-0.5, len(chart.x) - 0.5)
        (plot.set_ylim if down else plot.set_xlim)(*(ends[::-1] if down else ends))
        slant = {"rotation": 30, "ha": "right"} if not down and chart_layout.aslant(chart) else {}
        along.set_ticks(range(len(chart.x)), [str(x) for x in chart.x], **slant)
    for row, colour, alpha in chart_layout.bands(chart) if down else ():
        plot.axhspan(row - 0.5, row + 0.5, color=colour, alpha=alpha, linewidth=0, zorder=0)
    values.grid(True, color=LINE.light, linewidth=0.8)
    plot.set_axisbelow(True)
    plot.tick_params(colors=SOFT.light, length=3, which="both")
    for row in chart.ours:
        along.get_ticklabels()[row].set(color=OURS[0].light, fontweight="bold")
    for side in plot.spines.values():
        side.set_visible(False)


def _values(plot, axis, chart: Chart, down: bool, narrow: bool) -> None:
    low, high = chart_layout.value_range(chart)
    (plot.set_xscale if down else plot.set_yscale)("log" if chart.y_log else "linear")
    (plot.set_xlim if down else plot.set_ylim)(low, high)
    axis.set_label_text(chart_layout.label(chart.y_label, chart.y_log), color=SOFT.light)
    axis.set_major_formatter(FuncFormatter(lambda value, _: chart_layout.tick_text(value, chart.y_unit)))
    if chart.y_log:
        ticks = chart_layout.log_ticks(low, high)
        axis.set_major_locator(FixedLocator(ticks[:: ceil(len(ticks) / TICKS_NARROW)] if narrow else ticks))
        axis.set_minor_locator(NullLocator())
