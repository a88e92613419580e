"""Writes a record's report: report.html, summary.md and charts/*.png."""

from __future__ import annotations

from pathlib import Path

from ..articles import losses
from ..data import atomic
from ..measure.record import Record
from ..statistics import judge
from ..text.report_elements import Chart, Report
from ..text.report_tables import ratio_text, words
from . import chart_layout, html, markdown
from .run_report import build

try:
    from . import png
except ImportError:  # matplotlib is not installed
    png = None

NO_PICTURES = "There are no pictures, because the Python package matplotlib was not installed."
WORST_SHOWN = 10


def write(record: Record, folder: Path) -> list[Path]:
    """Writes everything into the folder, which must exist; returns the paths of the files."""
    report = build(record)
    page = folder / "report.html"
    atomic.write(page, html.page(report))
    pictures = _pictures(report, folder)
    if png is None and _pictured(report):
        report.foot.append(NO_PICTURES)
    summary = folder / "summary.md"
    atomic.write(summary, _summary(report) if png else markdown.text(report, {}))
    return [page, summary, *pictures.values()]


def summary(record: Record) -> str:
    """The text of summary.md, as if the pictures had been drawn."""
    return _summary(build(record))


def _summary(report: Report) -> str:
    return markdown.text(report, {chart.key: f"charts/{chart.key}.png" for chart in _pictured(report)})


def brief(record: Record) -> str:
    """A few lines for the terminal: the verdicts and the largest losses."""
    found, counts = losses.compared(record)
    lines = [losses.sentence(counts, record.runs)]
    if record.interrupted:
        lines.insert(0, "Interrupted: these are the results so far.")
    quicker = [rival for rival in found if rival.judged.verdict == judge.FASTER]
    for rival in quicker[:WORST_SHOWN]:
        one, (way, collector) = rival.judged, words(rival.task)
        where = f"{rival.source.name}, {way}, collector {collector}"
        lines.append(f"  {record.name(one.codec)} {ratio_text(one)}: {where}")
    if len(quicker) > WORST_SHOWN:
        lines.append(f"  and {len(quicker) - WORST_SHOWN} more, in the report")
    return "\n".join(lines)


def _pictured(report: Report) -> list[Chart]:
    parts = [part for section in report.sections for part in section.parts]
    charts = [part for part in parts if isinstance(part, Chart) and part.picture]
    return [chart for chart in map(chart_layout.drawable, charts) if chart]


def _pictures(report: Report, folder: Path) -> dict[str, Path]:
    charts = _pictured(report)
    if png is None or not charts:
        return {}
    (folder / "charts").mkdir(exist_ok=True)
    return png.write(charts, folder / "charts")
