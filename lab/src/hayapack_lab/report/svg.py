"""`report_elements.Chart` as SVG inside a page, drawn by matplotlib.

Colours become variables of the page's style, which has their counterparts for dark mode; marks
get tooltips. Labels are text in the reader's fonts, not outlines.
"""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import matplotlib

from ..text.report_elements import Chart, Series
from . import chart_layout, matplotlib_charts, scatter
from .colours import ALL, Colour

SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink"
MARKS = "marks-"  # the ids of groups of marks: the number of the series and the place of a bar follow
FONT = re.compile("'DejaVu Sans'[^;\"]*")
HEX = re.compile("#[0-9a-f]{6}")


def style() -> str:
    """The variables that the charts' colours are, for CSS."""
    light, dark = ("".join(f"{_name(colour)}:{getattr(colour, mode)};" for colour in ALL) for mode in ("light", "dark"))
    return f":root{{{light}}}@media screen and (prefers-color-scheme: dark){{:root{{{dark}}}}}"


def draw(chart: Chart, colours: list[Colour], narrow: bool = False) -> str:
    """The <svg> element. narrow: of a scatter or dots chart, for a telephone."""
    out = io.BytesIO()
    salt = f"{chart.key}-narrow" if narrow else chart.key
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        if chart.kind == "scatter":
            drawn = scatter.figure(chart, colours, scatter.NARROW if narrow else scatter.WIDE, MARKS)
        else:
            drawn = matplotlib_charts.figure(chart, colours, title=False, marks=MARKS, narrow=narrow)
        drawn.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINK)
    root = ElementTree.fromstring(out.getvalue())
    _tooltips(root, chart)
    _shorten(root)
    text = ElementTree.tostring(root, encoding="unicode")
    known = {colour.light: variable(colour) for colour in ALL}
    text = HEX.sub(lambda found: known.get(found.group(), found.group()), text)
    return FONT.sub("sans-serif", text)


def variable(colour: Colour) -> str:
    """The colour as a value of CSS, in both modes."""
    return f"var({_name(colour)})"


def _name(colour: Colour) -> str:
    return "--c" + colour.light[1:]


def _tooltips(root: ElementTree.Element, chart: Chart) -> None:
    """Gives each mark a <title>. A mark is a <use> for each value that is drawn, or a bar's group."""
    for group in root.iter(f"{{{SVG}}}g"):
        found = re.fullmatch(MARKS + r"(\d+)(?:-(\d+))?", group.get("id", ""))
        if found is None:
            continue
        series = chart.series[int(found[1])]
        if found[2] is not None:
            marks, places = [group], [int(found[2])]
        else:
            marks = list(group.iter(f"{{{SVG}}}use"))
            places = [place for place, y in enumerate(series.y) if chart_layout.usable(y, chart.y_log)]
        for mark, place in zip(marks, places):
            title = ElementTree.Element(f"{{{SVG}}}title")
            title.text = tooltip(chart, series, place)
            mark.insert(0, title)


def tooltip(chart: Chart, series: Series, place: int) -> str:
    unit, x = chart.y_unit, chart.x[place]
    if chart.kind == "scatter":
        return "\n".join(
            [
                chart.labels[place],
                chart_layout.value_text(series.y[place], unit),
                chart_layout.value_text(x, chart.x_unit),
            ]
        )
    where = f"{x:,g}" if isinstance(x, (int, float)) else str(x)
    lines = [f"{series.name}: {where}", chart_layout.value_text(series.y[place], unit)]
    ends = chart_layout.bounds(series, place, chart.y_log)
    if ends:
        low, high = (chart_layout.value_text(end, unit) for end in ends)
        lines[1] += f" (95 %: {low} to {high})"
    return "\n".join([*lines, *(series.hints[place : place + 1] if series.hints else [])])


def _shorten(root: ElementTree.Element) -> None:
    """Removes ids that nothing refers to: charts of a page would share them."""
    used = set(re.findall(r"#([\w-]+)", ElementTree.tostring(root, encoding="unicode")))
    for element in root.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)
