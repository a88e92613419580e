"""`report_elements.Chart` as PNG pictures for the README and the docs, on white."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from ..data import atomic
from ..text.report_elements import Chart
from . import matplotlib_charts, scatter
from .colours import Palette

DPI = 180  # of scatter charts, whose size is in inches
KEPT = 128  # colours; fewer make the file small


def write(charts: list[Chart], folder: Path) -> dict[str, Path]:
    """Writes <key>.png for each chart into the folder; returns the paths by key."""
    palette = Palette()
    written = {}
    for chart in charts:
        path = folder / f"{chart.key}.png"
        out = io.BytesIO()
        form: dict = {}
        if chart.kind == "scatter":
            figure = scatter.figure(chart, palette.assign(chart), scatter.WIDE)
            form = {"dpi": DPI, "bbox_inches": "tight"}  # the label beside the axis, too
        else:
            figure = matplotlib_charts.figure(chart, palette.assign(chart))
        figure.savefig(out, format="png", metadata={"Software": None}, **form)
        atomic.write(path, _small(out.getvalue()))
        written[chart.key] = path
    return written


def _small(picture: bytes) -> bytes:
    out = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(KEPT).save(out, "PNG", optimize=True)
    return out.getvalue()
