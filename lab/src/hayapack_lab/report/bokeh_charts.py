"""`model.Chart` as interactive Bokeh figures, ready for the page.

Categories are at whole numbers, so that bars, points and whiskers of several series share numeric
coordinates. Glyphs are added one by one, because `figure`'s own methods would add a muted and an
unselected copy of each. The legend is part of the page, not of Bokeh: it wraps on a phone, and its
buttons work with the keyboard. `Drawn.paint` has every colour with its counterpart for dark mode,
which the page's script sets.
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from math import pi

from bokeh.embed import json_item
from bokeh.models import (
    BasicTicker,
    BoxAnnotation,
    ColumnDataSource,
    CustomJSTickFormatter,
    FixedTicker,
    HoverTool,
    Line,
    Range1d,
    Scatter,
    Segment,
    VBar,
)
from bokeh.plotting import figure
from bokeh.resources import Resources

from . import axes
from .colours import INK, LINE, SOFT, Colour
from ..text.model import Chart, Series

NOTHING = float("nan")  # Bokeh does not draw it
HEIGHT = 380  # pixels
ROW, ROW_DOT = 22, 4  # a category's height where they go down the side, and more for each dot
MARKERS = {  # with sizes, in pixels, at which they look equally large
    "square": 9,
    "triangle": 11,
    "diamond": 13,
    "inverted_triangle": 11,
    "hex": 11,
    "star": 13,
}
MADE_BY_SCRIPT = ("selected", "selection_policy", "view", "notifications")
FORMAT = """
const units = %s;
for (const [name, size] of units)
  if (Math.abs(tick) >= size * 0.999) return +(tick / size).toPrecision(3) + " " + name;
return (+tick.toPrecision(3)).toLocaleString("en");
"""


@dataclass
class Drawn:
    """A chart as data: `item` for Bokeh.embed, the rest for the page's script."""

    item: dict
    height: int  # pixels
    series: list[list[str]] = field(default_factory=list)  # ids of a series' renderers
    paint: list[list[str]] = field(default_factory=list)  # [id, property, light, dark]


def script() -> str:
    """The core of Bokeh's JavaScript."""
    return "\n".join(Resources(mode="inline", components=["bokeh"], minified=True).js_raw)


def draw(chart: Chart, colours: list[Colour], target: str) -> Drawn:
    """The figure for the page's element `target`."""
    return _Drawing(chart, colours).drawn(target)


class _Drawing:
    def __init__(self, chart: Chart, colours: list[Colour]) -> None:
        self.chart = chart
        self.colours = colours
        self.paint: list[list[str]] = []
        self.shown: list[list[str]] = []
        self.marks: list = []  # the renderers with a tooltip
        self.plot = self._figure()

    def drawn(self, target: str) -> Drawn:
        self._style()
        for number, series in enumerate(self.chart.series):
            self.shown.append(self._series(number, series))
        tips = "<div>@text{safe}</div>"
        self.plot.add_tools(HoverTool(renderers=self.marks, tooltips=tips, visible=False))
        item = _without_defaults(json_item(self.plot, target))
        return Drawn(item, self.plot.height, self.shown, self.paint)

    def _figure(self):
        chart = self.chart
        low, high = axes.value_range(chart)
        values = {"range": Range1d(low, high), "log": chart.y_log}
        if chart.kind == "lines":
            along = {"range": Range1d(*axes.number_range(chart)), "log": chart.x_log}
        else:
            ends = (-0.5, len(chart.x) - 0.5)
            flip = chart.kind == "dots"
            along = {"range": Range1d(*(ends[::-1] if flip else ends)), "log": False}
        down = chart.kind == "dots"
        x, y = (values, along) if down else (along, values)
        return figure(
            height=self._rows_height() if down else HEIGHT,
            sizing_mode="stretch_width",
            x_range=x["range"],
            y_range=y["range"],
            x_axis_type="log" if x["log"] else "linear",
            y_axis_type="log" if y["log"] else "linear",
            tools="",
            toolbar_location=None,
        )

    def _rows_height(self) -> int:
        return len(self.chart.x) * (ROW + ROW_DOT * len(self.chart.series)) + 75

    # Axes, grid and their colours.

    def _style(self) -> None:
        chart, plot = self.chart, self.plot
        plot.background_fill_color = plot.border_fill_color = None
        plot.outline_line_color = None
        plot.min_border_right = 16
        down = chart.kind == "dots"
        values, along = (plot.xaxis[0], plot.yaxis[0]) if down else (plot.yaxis[0], plot.xaxis[0])
        values.axis_label = axes.label(chart.y_label, chart.y_log)
        values.formatter = CustomJSTickFormatter(
            code=FORMAT % json.dumps(axes.UNITS.get(chart.y_unit, axes.THOUSANDS))
        )
        if chart.y_log:
            values.ticker = FixedTicker(ticks=axes.log_ticks(*axes.value_range(chart)))
        elif down:
            values.ticker = BasicTicker(desired_num_ticks=3)  # a phone has space for no more
        along.axis_label = axes.label(chart.x_label, chart.x_log)
        if chart.kind == "lines":
            along.formatter = CustomJSTickFormatter(code=FORMAT % json.dumps(axes.THOUSANDS))
            along.ticker = FixedTicker(ticks=chart.x)
        else:
            self._categories(along)
        for axis in (values, along):
            axis.axis_label_text_font_style = "normal"
            axis.axis_label_text_font_size = axis.major_label_text_font_size = "13px"
            axis.minor_tick_line_color = None
            self._colour(axis, "axis_label_text_color", SOFT)
            self._colour(axis, "major_label_text_color", INK if axis is along else SOFT)
            self._colour(axis, "axis_line_color", LINE)
            self._colour(axis, "major_tick_line_color", LINE)
        across, lengthwise = (plot.xgrid[0], plot.ygrid[0])[:: 1 if down else -1]
        across.ticker = values.ticker
        self._colour(across, "grid_line_color", LINE)
        lengthwise.grid_line_color = None
        if down:
            self._bands()

    def _categories(self, axis) -> None:
        axis.ticker = FixedTicker(ticks=list(range(len(self.chart.x))))
        axis.major_label_overrides = {i: str(name) for i, name in enumerate(self.chart.x)}
        if self.chart.kind == "bars" and axes.aslant(self.chart):
            axis.major_label_orientation = pi / 5

    def _bands(self) -> None:
        for row, colour, alpha in axes.bands(self.chart):
            band = BoxAnnotation(bottom=row - 0.5, top=row + 0.5, level="image", line_color=None)
            band.fill_color, band.fill_alpha = colour, alpha
            self.plot.add_layout(band)

    def _colour(self, model, name: str, colour: Colour) -> None:
        setattr(model, name, colour.light)
        self.paint.append([model.id, name, colour.light, colour.dark])

    # Marks.

    def _series(self, number: int, series: Series) -> list[str]:
        """Draws one series; returns the ids of the renderers that show it."""
        source = ColumnDataSource(self._columns(number, series))
        colour = self.colours[number]
        shown = []
        if self.chart.kind == "bars":
            shown.append(self._bars(source, colour))
        else:
            if self.chart.kind == "lines":
                shown.append(self._line(source, colour, series.ours))
            shown.append(self._points(source, colour, number, series.ours))
        self.marks.append(shown[-1])
        if series.low and series.high:
            shown.append(self._whiskers(source))
        return [renderer.id for renderer in shown]

    def _at(self, number: int) -> list[float]:
        if self.chart.kind == "lines":
            return [float(x) for x in self.chart.x]
        return [_short(place) for place in axes.places(self.chart)[number]]

    def _columns(self, number: int, series: Series) -> dict:
        log = self.chart.y_log
        values = [_short(y) if axes.usable(y, log) else NOTHING for y in series.y]
        at = self._at(number)
        x, y = (values, at) if self.chart.kind == "dots" else (at, values)
        places = range(len(self.chart.x))
        columns = {"x": x, "y": y, "text": [self._text(series, place) for place in places]}
        if series.low and series.high:
            ends = [axes.bounds(series, place, log) or (NOTHING, NOTHING) for place in places]
            columns["low"], columns["high"] = ([_short(end) for end in side] for side in zip(*ends))
        return columns

    def _text(self, series: Series, place: int) -> str:
        """The tooltip of a point, as HTML."""
        value = series.y[place]
        if value is None:
            return ""
        unit, x = self.chart.y_unit, self.chart.x[place]
        where = f"{x:,g}" if isinstance(x, (int, float)) else str(x)
        lines = [f"{series.name}: {where}", axes.value_text(value, unit)]
        ends = axes.bounds(series, place, self.chart.y_log)
        if ends:
            low, high = (axes.value_text(end, unit) for end in ends)
            lines[1] += f" (95 %: {low} to {high})"
        if series.hints and series.hints[place]:
            lines.append(series.hints[place])
        return "<br>".join(html.escape(line) for line in lines)

    def _bars(self, source, colour: Colour):
        glyph = VBar(
            x="x",
            top="y",
            bottom=self.plot.y_range.start,
            width=axes.bar_width(self.chart) * 0.92,
            line_color=None,
        )
        self._colour(glyph, "fill_color", colour)
        return self.plot.add_glyph(source, glyph)

    def _line(self, source, colour: Colour, ours: bool):
        glyph = Line(x="x", y="y", line_width=3 if ours else 2)
        self._colour(glyph, "line_color", colour)
        return self.plot.add_glyph(source, glyph)

    def _points(self, source, colour: Colour, number: int, ours: bool):
        marker, size = ("circle", 11) if ours else list(MARKERS.items())[number % len(MARKERS)]
        glyph = Scatter(x="x", y="y", marker=marker, size=size, line_color=None)
        self._colour(glyph, "fill_color", colour)
        return self.plot.add_glyph(source, glyph)

    def _whiskers(self, source):
        """Lines over the 95 % intervals, drawn over the marks."""
        if self.chart.kind == "dots":
            glyph = Segment(x0="low", y0="y", x1="high", y1="y", line_width=1.5)
        else:
            glyph = Segment(x0="x", y0="low", x1="x", y1="high", line_width=1.5)
        self._colour(glyph, "line_color", INK)
        return self.plot.add_glyph(source, glyph)


def _without_defaults(node):
    """The models without the defaults that Bokeh's script adds itself, which halves their size."""
    if isinstance(node, list):
        return [_without_defaults(part) for part in node]
    if isinstance(node, dict):
        return {k: _without_defaults(v) for k, v in node.items() if k not in MADE_BY_SCRIPT}
    return node


def _short(value: float) -> float:
    """Rounds to five digits: finer than a screen shows, and the page stays small."""
    return float(f"{value:.5g}")
