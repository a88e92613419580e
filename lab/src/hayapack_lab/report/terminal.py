"""The report of `hayapack compare` on a terminal, or as aligned plain text in a pipe.

Shows the sections' text and tables. Charts, wide tables and the method are left to the page.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TextIO

from rich import box
from rich import table as rich_table
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Styled

from ..measure.record import Record
from ..statistics import judge
from ..text.report_elements import Cell, Section, Table, Text
from .compare_report import METHOD, build_compare

PIPE_WIDTH = 132  # columns, if the output is not a terminal and COLUMNS is not set
WRAPPED = 12  # columns that wrapped text has at least
HTML = " --html FILE adds charts, the method, and what each codec does in its time."
STYLES = {"verdict": "bold", "ours": "bold", "best": "green", "soft": "dim"}


def show(record: Record, out: TextIO, wrote: str = "") -> None:
    """Prints the report of this record, at the width of the terminal or of COLUMNS.

    The verdicts come first and, because the tables are long, again at the end. wrote: the page's file.
    """
    report = build_compare(record)
    console = _console(out)
    if report.notice:
        console.print(Styled(report.notice, style="bold yellow"), end="\n\n")
    for section in report.sections:
        if section.key != METHOD:
            console.print(Styled(section.title or report.title, style="bold"))
            _section(console, section)
    about = record.machine
    foot = f"{about.python}, {about.cpu}, {record.seconds:.0f} s of measuring."
    console.print(Styled(f"{foot}{'' if wrote else HTML} Versions: {_versions(record)}.", "dim"), end="\n\n")
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, Text) and part.mark == "verdict":
                console.print(Styled(f"{section.title or report.title}: ", "bold") + _styled(part))
    if wrote:
        console.print(Styled(f"Wrote {wrote}."))


def _versions(record: Record) -> str:
    """Of each package that was measured; what belongs to the language has the language's."""
    found: dict[tuple, str] = {}
    for key, about in record.codecs.items():
        runtime, version = about.runtime, about.version
        if version and key not in judge.TWINS and (about.package or runtime != "python"):
            named = found.setdefault((runtime, about.package, version), about.name)
            found[runtime, about.package, version] = min(named, about.name, key=len)
    return ", ".join(f"{name} {version}" for (_, _, version), name in found.items())


class _Console(Console):
    """Raises BrokenPipeError for a closed pipe instead of exiting."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console(out: TextIO) -> Console:
    terminal = getattr(out, "isatty", bool)()
    width = None if terminal or os.environ.get("COLUMNS") else PIPE_WIDTH
    return _Console(file=out, width=width, highlight=False, emoji=False, markup=False)


def _section(console: Console, section: Section) -> None:
    for part in section.parts:
        if isinstance(part, Text):
            console.print(_styled(part))
        elif isinstance(part, Table) and not part.wide:
            console.print()
            console.print(Styled(part.title, style="bold"))
            for columns in _that_fit(console, part) if part.rows else ():
                console.print(_drawn(console, part, columns))
            if part.caption:
                console.print(Styled(part.caption, style="dim"))
    console.print()


def _that_fit(console: Console, table: Table) -> Iterator[list[int]]:
    """The columns of the tables to print: all, or the first column with some of the others in each."""
    needed = [_least(table, place) + 2 for place in range(len(table.columns))]  # with a space on both sides
    chosen = [0]
    for place in range(1, len(table.columns)):
        if table.columns[place].wide:
            continue
        if len(chosen) > 1 and sum(needed[place] for place in chosen) + needed[place] > console.width:
            yield chosen
            chosen = [0]
        chosen.append(place)
    yield chosen


def _least(table: Table, place: int) -> int:
    """The narrowest that the column may become."""
    longest = max(cell_len(line) for text in _texts(table, place) for line in text.splitlines())
    return longest if _whole(table, place) else min(longest, WRAPPED)


def _texts(table: Table, place: int) -> list[str]:
    """The column's title, on two lines for a ratio, and its cells."""
    title = table.columns[place].title.replace(" / ", " /\n")
    return [title, *(row[place].text for row in table.rows)]


def _whole(table: Table, place: int) -> bool:
    """Whether the column's cells are never wrapped: numbers, and the names before them."""
    return table.columns[place].numeric or (place == 0 and any(column.numeric for column in table.columns))


def _drawn(console: Console, table: Table, columns: list[int]) -> rich_table.Table:
    plain = not console.is_terminal
    drawn = rich_table.Table(box=None if plain else box.SIMPLE_HEAD, pad_edge=not plain, padding=(0, 1))
    for place in columns:
        side = "right" if table.columns[place].numeric else "left"
        title = _texts(table, place)[0]
        drawn.add_column(title, justify=side, no_wrap=_whole(table, place), overflow="fold")
    for row in table.rows:
        drawn.add_row(*(_styled(row[place]) for place in columns))
    return drawn


def _styled(part: Text | Cell) -> Styled:
    return Styled(part.text, style=STYLES.get(part.mark, ""))
