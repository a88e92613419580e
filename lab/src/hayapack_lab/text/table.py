"""A comparison as text: tables for a terminal, aligned plain text for a pipe."""

from __future__ import annotations

import os
from typing import TextIO

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ..measure import machine
from ..measure.engine import task_name
from ..statistics import judge, summary
from ..statistics.summary import COMPRESSORS, DIRECTIONS, Row, Summary, Time, byte_size, duration, times
from . import advice, composition_text
from .contract import CONTRACT
from .titles import about, titles

SIZES = ("size", "× least", *COMPRESSORS)
PIPE_WIDTH = 132  # columns, if the output is not a terminal and COLUMNS is not set
FRESH = "Each encode call gets new str objects, since codecs cache UTF-8 in them."
COMPRESSOR_PACKAGES = {"lz4": "lz4", "zstd": "zstandard"}


def show(record: dict, out: TextIO) -> None:
    """Prints every source's verdict, recommendations, losses and tables."""
    console = _console(out)
    warning = machine.busy(record["machine"])
    if warning:
        console.print(Text(warning, style="bold yellow"))
        console.print()
    for title, source in zip(titles(record), record["sources"]):
        _show_source(console, record, source, title)
    console.print(Text(_foot(record), style="dim"))


class _Console(Console):
    """Raises BrokenPipeError for a closed pipe instead of exiting."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console(out: TextIO) -> Console:
    terminal = getattr(out, "isatty", bool)()
    width = None if terminal or os.environ.get("COLUMNS") else PIPE_WIDTH
    return _Console(file=out, width=width, highlight=False, emoji=False, markup=False)


def _show_source(console: Console, record: dict, source: dict, title: str) -> None:
    found = summary.of(record, source)
    console.print(Text(f"{title}: {about(source)}", style="bold"))
    if "composition" in source:
        console.print(Text(composition_text.line(source["composition"])))
    if record["interrupted"]:
        console.print(Text("Interrupted: these are the results so far.", style="bold"))
    console.print(Text(advice.sentence(found), style="bold"))
    console.print()
    rows = [[one.purpose, one.names, one.figure, one.reason] for one in advice.advise(found)]
    console.print(_texts(console, ["purpose", "codec", "figure", "reason"], rows))
    worse = [[one.row.name, one.what, f"{times(one.ratio)} ({one.theirs}, {one.ours})",
              advice.caution(one.row)] for one in advice.losses(found)]  # fmt: skip
    if worse:
        console.print()
        console.print(_texts(console, ["better than hayapack", "in", "its / hayapack's", ""], worse))
    console.print()
    if found.measured:
        _show_tables(console, record, found)
        if source.get("fresh"):
            console.print(Text(FRESH))
    fates = _fates(record, found.rows)
    console.print(_texts(console, ["codec", "with this data"], fates) if fates else Text("Every codec kept the data."))
    for remark in _missing(record, found.rows):
        console.print(Text(remark))
    console.print()


def _show_tables(console: Console, record: dict, found: Summary) -> None:
    rows = found.measured
    by_size = sorted(rows, key=lambda row: row.size)
    both, apart = list(DIRECTIONS), [[name] for name in DIRECTIONS]
    # Layouts from the widest to the narrowest; the first one that fits is used.
    layouts = [
        [_times_table(console, found, both, True, True)],
        [_times_table(console, found, both, True), _sizes_table(console, by_size, SIZES)],
        *[
            [_times_table(console, found, names, intervals) for names in apart]
            + [_sizes_table(console, by_size, sizes) for sizes in parts]
            for intervals in (True, False)
            for parts in ([SIZES], [SIZES[:2], SIZES[2:]])
        ],
    ]
    for tables in layouts:
        if all([_needs(console, table) <= console.width for table in tables]):
            break
    for table in tables:
        console.print(table)
    contracts = [(row, record["codecs"][row.codec]["contract"]) for row in rows]
    contract = _texts(
        console,
        ["codec", *CONTRACT.values()],
        [[row.name, *(known.get(key, "–") for key in CONTRACT)] for row, known in contracts],
    )
    if _needs(console, contract) <= console.width:
        console.print(contract)


def _needs(console: Console, table: Table) -> int:
    """The columns that the table needs to be shown in full."""
    return Measurement.get(console, console.options.update(max_width=10_000), table).maximum


def _times_table(console: Console, found: Summary, names: list[str], intervals: bool, sizes: bool = False) -> Table:
    """names: the columns of encode and decode to show; intervals: show those of the ratios."""
    table = _table(console)
    table.add_column("codec", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
        table.add_column("× hayapack's", no_wrap=True)
    for name in SIZES if sizes else ():
        table.add_column(name, justify="right", no_wrap=True)
    for row in found.measured:
        cells = _time_cells(row, found, names, intervals)
        table.add_row(*cells, *(_size_cells(row, SIZES)[1:] if sizes else ()))
    return table


def _sizes_table(console: Console, rows: list[Row], names: tuple[str, ...]) -> Table:
    table = _table(console)
    table.add_column("codec", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*_size_cells(row, names))
    return table


def _texts(console: Console, titles: list[str], rows: list[list[str]]) -> Table:
    """A table of words, whose cells wrap where the console is narrow."""
    table = _table(console)
    for title in titles:
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _table(console: Console) -> Table:
    plain = not console.is_terminal
    return Table(box=None if plain else box.SIMPLE_HEAD, pad_edge=not plain, padding=(0, 1))


def _time_cells(row: Row, found: Summary, names: list[str], intervals: bool) -> list[Text]:
    cells = [Text(row.name, style="bold" if row is found.ours else "")]
    for what in names:
        task = task_name(what, True)
        time = row.times.get(task)
        if time is None:
            cells += [Text("–"), Text("not measured")]
            continue
        best = found.timed(task)[0] is row
        cells += [Text(duration(time.ns), style="green" if best else ""), _ratio(time, intervals)]
    return cells


def _ratio(time: Time, interval: bool) -> Text:
    if time.ratio is None:
        return Text("–")
    if not interval:
        words = {judge.SAME: "no difference", judge.TOO_FEW: "too few"}
        return Text(words.get(time.verdict) or times(time.ratio))
    if time.low is None:
        return Text(f"{times(time.ratio)} (too few)")
    ends = f"({times(time.low)}–{times(time.high)})"
    return Text(f"{'no difference' if time.verdict == judge.SAME else times(time.ratio)} {ends}")


def _size_cells(row: Row, names: tuple[str, ...]) -> list[Text]:
    known = {"size": byte_size(row.size), "× least": times(row.size_ratio)}
    for name in COMPRESSORS:
        size = row.compressed.get(name)
        known[name] = "–" if size is None else byte_size(size)
    return [Text(row.name), *[Text(known[name]) for name in names]]


def _fates(record: dict, rows: list[Row]) -> list[list[str]]:
    """Codecs that failed, did not run, or lost data."""
    said = {"failed": "failed", "missing": "not run"}
    found = [[row.name, f"{said[row.status]}: {row.error}"] for row in rows if row.status in said]
    return found + [[row.name, f"loses {'; '.join(row.losses)}"] for row in rows if row.losses]


def _missing(record: dict, rows: list[Row]) -> list[str]:
    """Commands that install what did not run."""
    packages = {record["codecs"][row.codec]["package"] for row in rows if row.status == "missing"} - {"", "hayapack"}
    absent = {COMPRESSOR_PACKAGES[name] for row in rows for name, size in row.compressed.items() if size is None}
    wanted = sorted(packages | absent)
    return [f"To include them: pip install {' '.join(wanted)}"] if wanted else []


def _foot(record: dict) -> str:
    about = record["machine"]
    return (
        "Medians with 95 % intervals, garbage collector on; over 1 is slower than hayapack; "
        f"{about['python']}, {about['cpu']}, {record['seconds']:.0f} s of measuring."
    )
