"""A comparison as text: tables for a terminal, aligned plain text for a pipe."""

from __future__ import annotations

import os
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from . import judge, madeof, summary
from .engine import task_name
from .posts.parts import CONTRACT
from .recommend import recommend
from .summary import COMPRESSORS, DIRECTIONS, Row, Summary, Time, byte_size, duration, times
from .verdict import verdict

PIPE_WIDTH = 132  # columns, where the output is no terminal and COLUMNS is not set
COMPRESSOR_PACKAGES = {"lz4": "lz4", "zstd": "zstandard"}
WIDE = 118  # from this many columns on, times and sizes share one table
CONTRACT_FROM = 110  # columns from which on there is room to say what a time buys


def show(record: dict, out: TextIO) -> None:
    """Prints every source's tables, losses, verdict and recommendation."""
    console = _console(out)
    for source in record["sources"]:
        _show_source(console, record, source)
    console.print(Text(_foot(record), style="dim"))


class _Console(Console):
    """A closed pipe is the caller's to handle, not a reason to exit here."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console(out: TextIO) -> Console:
    terminal = getattr(out, "isatty", bool)()
    width = None if terminal or os.environ.get("COLUMNS") else PIPE_WIDTH
    return _Console(file=out, width=width, highlight=False, emoji=False, markup=False)


def _show_source(console: Console, record: dict, source: dict) -> None:
    found = summary.of(record, source)
    count = source.get("messages", 0)
    head = f"{source['name']}: {source['file']['format']}, {byte_size(source['file']['size'])}"
    if count > 1:
        head += f", {count:,} messages; times are for all of them"
    console.print(Text(head, style="bold"))
    console.print(Text(" ".join(madeof.sentences(source["composition"]))))
    if record["interrupted"]:
        console.print(Text("Interrupted: these are the results so far.", style="bold"))
    if found.measured:
        _show_tables(console, record, found)
    for line in _remarks(record, found.rows):
        console.print(Text(line))
    console.print()
    console.print(Text(verdict(found)))
    console.print()
    for piece in recommend(found, source):
        console.print(Text(f"{piece.aim}: ", style="bold") + Text(piece.text))
    console.print()


def _show_tables(console: Console, record: dict, found: Summary) -> None:
    rows, wide = found.measured, console.width >= WIDE
    table = _table(console)
    _add_time_columns(table)
    if wide:
        _add_size_columns(table)
    for row in rows:
        table.add_row(*_time_cells(row, found), *(_size_cells(row)[1:] if wide else ()))
    console.print(table)
    if not wide:
        table = _table(console)
        table.add_column("codec", no_wrap=True)
        _add_size_columns(table)
        for row in sorted(rows, key=lambda row: row.size):
            table.add_row(*_size_cells(row))
        console.print(table)
    if console.width >= CONTRACT_FROM:
        _show_contract(console, record, rows)


def _show_contract(console: Console, record: dict, rows: list[Row]) -> None:
    """What each codec's time buys."""
    table = _table(console)
    for title in ("codec", *CONTRACT.values()):
        table.add_column(title, no_wrap=True)
    for row in rows:
        contract = record["codecs"][row.codec]["contract"]
        words = (contract.get(key, "–") for key in CONTRACT)
        table.add_row(Text(row.name), *(Text(word) for word in words))
    console.print(table)


def _table(console: Console) -> Table:
    plain = not console.is_terminal
    return Table(box=None if plain else box.SIMPLE_HEAD, pad_edge=not plain, padding=(0, 1))


def _add_time_columns(table: Table) -> None:
    table.add_column("codec", no_wrap=True)
    for name in DIRECTIONS:
        table.add_column(name, justify="right", no_wrap=True)
        table.add_column("× hayapack's", no_wrap=True)


def _add_size_columns(table: Table) -> None:
    for name in ("size", "× least", *COMPRESSORS):
        table.add_column(name, justify="right", no_wrap=True)


def _time_cells(row: Row, found: Summary) -> list[Text]:
    cells = [Text(row.name, style="bold" if row is found.ours else "")]
    for what in DIRECTIONS:
        task = task_name(what, True)
        time = row.times.get(task)
        if time is None:
            cells += [Text("–"), Text("not measured")]
            continue
        best = found.timed(task)[0] is row
        cells += [Text(duration(time.ns), style="green" if best else ""), _ratio(time)]
    return cells


def _ratio(time: Time) -> Text:
    if time.ratio is None:
        return Text("–")
    if time.low is None:
        return Text(f"{times(time.ratio)} (too few)")
    interval = f"({times(time.low)}–{times(time.high)})"
    if time.verdict == judge.SAME:
        return Text(f"no difference {interval}")
    return Text(f"{times(time.ratio)} {interval}")


def _size_cells(row: Row) -> list[Text]:
    cells = [Text(row.name), Text(byte_size(row.size)), Text(times(row.size_ratio))]
    for name in COMPRESSORS:
        size = row.compressed.get(name)
        cells.append(Text("–" if size is None else byte_size(size)))
    return cells


def _remarks(record: dict, rows: list[Row]) -> list[str]:
    """What did not run, what was lost here, what would be lost elsewhere."""
    lines = []
    for row in rows:
        if row.status == "failed":
            lines.append(f"{row.name} failed: {row.error}")
    missing = [row for row in rows if row.status == "missing"]
    for row in missing:
        lines.append(f"{row.name} was not run: {row.error}")
    packages = {record["codecs"][row.codec]["package"] for row in missing} - {"", "hayapack"}
    if packages:
        lines.append(f"To compare with them too: pip install {' '.join(sorted(packages))}")
    absent = {name for row in rows for name, size in row.compressed.items() if size is None}
    if absent:
        names = " ".join(sorted(COMPRESSOR_PACKAGES[name] for name in absent))
        lines.append(f"For the sizes that are missing: pip install {names}")
    lossy = [row for row in rows if row.losses]
    for row in lossy:
        lines.append(f"{row.name} loses here: {'; '.join(row.losses)}")
    ok = [row for row in rows if row.status == "ok"]
    if ok and not lossy:
        lines.append("Every codec in the table gave back exactly what went in.")
    by_loss: dict[str, list[str]] = {}
    for row in ok:
        by_loss.setdefault(record["codecs"][row.codec]["loses"], []).append(row.name)
    if by_loss:
        lines.append("What each loses where data has it:")
        lines += [f"  {', '.join(names)}: {loss}" for loss, names in by_loss.items()]
    return lines


def _foot(record: dict) -> str:
    machine = record["machine"]
    return (
        "Medians with 95 % intervals, garbage collector on; over 1 is slower than hayapack; "
        f"{machine['python']}, {machine['cpu']}, {record['seconds']:.0f} s of measuring."
    )
