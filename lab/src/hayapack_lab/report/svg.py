"""`model.Chart` as SVG inside a page, if Bokeh is not installed."""

from __future__ import annotations

import io

import matplotlib

from . import plots
from .colours import Colour
from ..text.model import Chart


def draw(chart: Chart, colours: list[Colour]) -> str:
    """The <svg> element. Its labels are text in the reader's fonts, not outlines."""
    out = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": chart.key}):
        plots.figure(chart, colours, title=False).savefig(
            out, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
        )
    text = out.getvalue()
    return text[text.index("<svg") :]
