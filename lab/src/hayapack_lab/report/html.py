"""A report as one self-contained HTML page.

Bokeh's script, the charts' data and the styles are in the page; a content security policy forbids
all requests. Without Bokeh the charts are SVG by matplotlib; without both the page has only the
tables, and says so.
"""

from __future__ import annotations

import json
from typing import Optional

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from . import axes
from .colours import Palette
from ..text.model import Cell, Chart, Report, Table, Text

try:
    from . import bokeh_charts
except ImportError:  # Bokeh is not installed
    bokeh_charts = None
try:
    from . import svg
except ImportError:  # nor is matplotlib
    svg = None

NO_CHARTS = (
    "This page has no charts, because neither of the Python packages bokeh and matplotlib was "
    "installed."
)
LONG = 32  # characters from which on text in a cell may wrap


def page(report: Report) -> str:
    """The whole page. Its charts are drawn when it is opened."""
    env = Environment(
        loader=PackageLoader("hayapack_lab"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(kind=_kind, classes=_classes, sort_key=_sort_key)
    charts = [part for section in report.sections for part in section.parts if _is_chart(part)]
    charts = [chart for chart in map(axes.drawable, charts) if chart]
    drawn = {}
    if charts and bokeh_charts:
        drawn = _drawn(charts)
    elif charts and svg:
        drawn = _drawn_as_svg(charts)
    return env.get_template("lab.html.j2").render(
        report=report,
        charts=drawn,
        bokeh=Markup(bokeh_charts.script()) if drawn and bokeh_charts else None,
        note=NO_CHARTS if charts and not drawn else "",
    )


def _is_chart(part: object) -> bool:
    return isinstance(part, Chart)


def _kind(part: object) -> str:
    """The template's name for the type of a section's part."""
    return {Text: "text", Table: "table", Chart: "chart"}[type(part)]


def _drawn(charts: list[Chart]) -> dict[str, dict]:
    """{chart key: its legend, and its data for the page's script}."""
    palette = Palette()
    found = {}
    for chart in charts:
        colours = palette.of(chart)
        drawn = bokeh_charts.draw(chart, colours, f"chart-{chart.key}")
        data = {"item": drawn.item, "series": drawn.series, "paint": drawn.paint}
        found[chart.key] = {
            "legend": list(zip(chart.series, colours)),
            "height": drawn.height,
            "data": Markup(_json(data)),
        }
    return found


def _drawn_as_svg(charts: list[Chart]) -> dict[str, dict]:
    """{chart key: its picture, which includes the legend}."""
    palette = Palette()
    return {chart.key: {"svg": Markup(svg.draw(chart, palette.of(chart)))} for chart in charts}


def _json(data: object) -> str:
    """JSON for a script element: no text in it can end the element."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def _sort_key(cell: Cell) -> Optional[str]:
    """The number or word by which a column is sorted, if not the text; "" is last."""
    key = f"{cell.sort:.7g}" if isinstance(cell.sort, float) else cell.sort
    return None if key is None or str(key) == cell.text else str(key)


def _classes(cell: Cell, numeric: bool) -> str:
    return " ".join(name for name in (cell.mark, "num" if numeric else "", _long(cell)) if name)


def _long(cell: Cell) -> str:
    return "long" if len(cell.text) > LONG else ""
