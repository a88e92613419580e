"""The content of a report, without its layout: sections of text, tables, charts.

Everything here is plain data. Times are nanoseconds and sizes are bytes until
a writer prints them; a `Cell` has the text and the number by which the column is sorted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Union


@dataclass(frozen=True)
class Cell:
    """One field of a table."""

    text: str
    sort: Union[float, str, None] = None  # sort key of the column; None: the text
    hint: str = ""  # tooltip; not in Markdown
    mark: str = ""  # "ours", "best", "loss", "win", "soft" or nothing


@dataclass(frozen=True)
class Column:
    title: str
    numeric: bool = True  # right-aligned, sorted as numbers
    hint: str = ""
    wide: bool = False  # not on a terminal


def texts(*titles: str) -> list[Column]:
    """Columns of words."""
    return [Column(title, numeric=False) for title in titles]


def numbers(*titles: str) -> list[Column]:
    """Columns of numbers."""
    return [Column(title) for title in titles]


@dataclass
class Table:
    """Rows have as many cells as `columns`; `caption` has the meaning and the units."""

    key: str  # unique in a report; letters, digits, "-"
    title: str
    columns: list[Column]
    rows: list[list[Cell]]
    caption: str = ""
    wide: bool = False  # not in the Markdown summary, nor on a terminal


@dataclass(frozen=True)
class Series:
    """One legend entry: a value for each of the chart's `x`, None for no value."""

    name: str
    y: list[Optional[float]]
    low: Optional[list[Optional[float]]] = None  # 95 % interval, same unit as y
    high: Optional[list[Optional[float]]] = None
    ours: bool = False
    hollow: bool = False  # grey marks that are not filled: codecs that are unsafe or lose data
    hints: Optional[list[str]] = None  # tooltips of the points


@dataclass
class Chart:
    """`kind` "bars": x are categories, a bar for each series in each of them;
    "lines": x are numbers, a line with points for each series;
    "dots": x are categories shown down the side, y runs along (one dot each);
    "scatter": x are numbers, a dot at each of them, with its label beside it.

    The length of a bar is its value, so bars start at zero and their axis is
    linear: a logarithmic axis needs dots.
    """

    key: str  # unique in a report; also the picture's file name
    kind: str
    title: str
    x: list[Union[str, float]]
    series: list[Series]
    y_label: str  # with its unit
    x_label: str = ""
    y_unit: str = ""  # "ns" or "bytes": labels are scaled (µs, kB); else unscaled
    y_log: bool = False
    x_log: bool = False
    x_unit: str = ""  # as y_unit
    labels: list[str] = field(default_factory=list)  # of the dots of "scatter", one for each x
    caption: str = ""
    picture: bool = False  # also written as PNG
    ours: frozenset[int] = frozenset()  # categories of hayapack's, highlighted

    def __post_init__(self) -> None:
        if self.kind == "bars" and self.y_log:
            raise ValueError(f"{self.key}: bars start at zero, so they need a linear axis")


@dataclass(frozen=True)
class Text:
    """A paragraph of plain text. `mark`: "verdict" emphasizes it, "soft" shows it in grey, "item" is one of a list."""

    text: str
    mark: str = ""
    label: str = ""  # a few words before it, in bold
    points: tuple[str, ...] = ()  # the same text in parts, which a page shows as a list


@dataclass(frozen=True)
class Card:
    """An answer in a few words."""

    title: str
    name: str
    figure: str
    reason: str


@dataclass
class Answer:
    """What a reader sees first: a chart beside cards."""

    chart: Optional[Chart]
    cards: list[Card]


@dataclass
class Section:
    key: str
    title: str
    parts: list[Union[Text, Table, Chart, Answer]] = field(default_factory=list)
    language: str = "en"


@dataclass
class Report:
    title: str
    sections: list[Section]
    foot: list[str] = field(default_factory=list)  # how it was measured, one paragraph each
    notice: str = ""  # why the figures may mislead; shown first
    links: list[tuple[str, str]] = field(default_factory=list)  # (text, address) of other pages
