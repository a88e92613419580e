"""A report as one self-contained HTML page.

Charts are SVG by matplotlib; without it the page has only the tables, and says so. A content
security policy forbids all requests. JavaScript only sorts tables.
"""

from __future__ import annotations

from typing import Optional

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from ..text.report_elements import Answer, Cell, Chart, Report, Table, Text
from . import chart_layout
from .colours import Colour, Palette

try:
    from . import svg
except ImportError:  # matplotlib is not installed
    svg = None

NO_CHARTS = "This page has no charts, because the Python package matplotlib was not installed."
LONG = 32  # characters from which on text in a cell may wrap


def page(report: Report) -> str:
    """The whole page."""
    env = Environment(
        loader=PackageLoader("hayapack_lab"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(kind=_kind, classes=_classes, sort_key=_sort_key)
    parts = [part.chart if isinstance(part, Answer) else part for section in report.sections for part in section.parts]
    charts = [part for part in parts if isinstance(part, Chart)]
    charts = [chart for chart in map(chart_layout.drawable, charts) if chart]
    palette = Palette()
    coloured = [(chart, palette.assign(chart)) for chart in charts] if svg else []
    drawn = {chart.key: _drawn(chart, colours) for chart, colours in coloured}
    legends = {chart.key: _legend(chart, colours) for chart, colours in coloured if chart.kind == "scatter"}
    return env.get_template("lab.html.j2").render(
        report=report,
        charts=drawn,
        legends=legends,
        colours=Markup(svg.style()) if drawn else "",
        note=NO_CHARTS if charts and not drawn else "",
    )


def _drawn(chart: Chart, colours: list[Colour]) -> list[Markup]:
    """The chart; one of dots also in a form for narrow screens, on which labels keep their size."""
    forms = (False, True) if chart.kind in ("scatter", "dots") else (False,)
    return [Markup(svg.draw(chart, colours, narrow)) for narrow in forms]


def _legend(chart: Chart, colours: list[Colour]) -> list[tuple[str, str, str]]:
    """(name, shape, colour in CSS) of each series; other charts have their legend in the picture."""
    return [
        (series.name, "ring" if series.hollow else "disc" if series.ours else "square", svg.variable(colour))
        for series, colour in zip(chart.series, colours)
    ]


def _kind(part: object) -> str:
    """The template's name for the type of a section's part."""
    return {Text: "text", Table: "table", Chart: "chart", Answer: "answer"}[type(part)]


def _sort_key(cell: Cell) -> Optional[str]:
    """The number or word by which a column is sorted, if not the text; "" is last."""
    key = f"{cell.sort:.7g}" if isinstance(cell.sort, float) else cell.sort
    return None if key is None or str(key) == cell.text else str(key)


def _classes(cell: Cell, numeric: bool) -> str:
    return " ".join(name for name in (cell.mark, "num" if numeric else "", _long(cell)) if name)


def _long(cell: Cell) -> str:
    return "long" if len(cell.text) > LONG else ""
