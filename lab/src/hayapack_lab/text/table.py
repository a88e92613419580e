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
from ..statistics.summary import (
    COMPRESSORS,
    DIRECTIONS,
    Row,
    Summary,
    Time,
    byte_size,
    duration,
    times,
)
from . import composition_text
from .contract import CONTRACT
from .recommend import recommend
from .verdict import verdict

SIZES = ("size", "× least", *COMPRESSORS)
PIPE_WIDTH = 132  # columns, if the output is not a terminal and COLUMNS is not set
FRESH = (
    "Each call gets new str objects, as in a program that creates its values: "
    "they are created before each call, outside the timed part. Packing the same value "
    "repeatedly is faster for codecs that let CPython cache UTF-8 inside the str."
)
COMPRESSOR_PACKAGES = {"lz4": "lz4", "zstd": "zstandard"}


def show(record: dict, out: TextIO) -> None:
    """Prints every source's tables, losses, verdict and recommendation."""
    console = _console(out)
    warning = machine.busy(record["machine"])
    if warning:
        console.print(Text(warning, style="bold yellow"))
        console.print()
    for source in record["sources"]:
        _show_source(console, record, source)
    console.print(Text(_foot(record), style="dim"))


class _Console(Console):
    """Raises BrokenPipeError for a closed pipe instead of exiting."""

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
    console.print(Text(" ".join(composition_text.sentences(source["composition"]))))
    if record["interrupted"]:
        console.print(Text("Interrupted: these are the results so far.", style="bold"))
    if found.measured:
        _show_tables(console, record, found)
        if source.get("fresh"):
            console.print(Text(FRESH))
    for line in _remarks(record, found.rows):
        console.print(Text(line))
    console.print()
    console.print(Text(verdict(found)))
    console.print()
    for piece in recommend(found, source):
        console.print(Text(f"{piece.aim}: ", style="bold") + Text(piece.text))
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
    contract = _contract_table(console, record, rows)
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


def _contract_table(console: Console, record: dict, rows: list[Row]) -> Table:
    """What each codec does in its time."""
    table = _table(console)
    for title in ("codec", *CONTRACT.values()):
        table.add_column(title, no_wrap=True)
    for row in rows:
        contract = record["codecs"][row.codec]["contract"]
        words = (contract.get(key, "–") for key in CONTRACT)
        table.add_row(Text(row.name), *(Text(word) for word in words))
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
    if time.verdict == judge.SAME:
        return Text(f"no difference {ends}")
    return Text(f"{times(time.ratio)} {ends}")


def _size_cells(row: Row, names: tuple[str, ...]) -> list[Text]:
    known = {"size": byte_size(row.size), "× least": times(row.size_ratio)}
    for name in COMPRESSORS:
        size = row.compressed.get(name)
        known[name] = "–" if size is None else byte_size(size)
    return [Text(row.name), *[Text(known[name]) for name in names]]


def _remarks(record: dict, rows: list[Row]) -> list[str]:
    """Lines on codecs that did not run, and on losses here and in general."""
    lines = []
    for row in rows:
        if row.status == "failed":
            lines.append(f"{row.name} failed: {row.error}")
    missing = [row for row in rows if row.status == "missing"]
    for row in missing:
        lines.append(f"{row.name} was not run: {row.error}")
    packages = {record["codecs"][row.codec]["package"] for row in missing} - {"", "hayapack"}
    if packages:
        lines.append(f"To include them: pip install {' '.join(sorted(packages))}")
    absent = {name for row in rows for name, size in row.compressed.items() if size is None}
    if absent:
        names = " ".join(sorted(COMPRESSOR_PACKAGES[name] for name in absent))
        lines.append(f"For the missing sizes: pip install {names}")
    lossy = [row for row in rows if row.losses]
    for row in lossy:
        lines.append(f"{row.name} loses here: {'; '.join(row.losses)}")
    ok = [row for row in rows if row.status == "ok"]
    if ok and not lossy:
        lines.append("The round trip of every codec in the table was exact.")
    by_loss: dict[str, list[str]] = {}
    for row in ok:
        by_loss.setdefault(record["codecs"][row.codec]["loses"], []).append(row.name)
    if by_loss:
        lines.append("What each codec loses if the data has it:")
        lines += [f"  {', '.join(names)}: {loss}" for loss, names in by_loss.items()]
    return lines


def _foot(record: dict) -> str:
    about = record["machine"]
    return (
        "Medians with 95 % intervals, garbage collector on; over 1 is slower than hayapack; "
        f"{about['python']}, {about['cpu']}, {record['seconds']:.0f} s of measuring."
    )
