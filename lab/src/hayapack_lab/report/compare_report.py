"""The report of `hayapack compare`: a section for each document, from the record alone.

The answer comes first (verdict, chart, cards), then recommendations and losses, tables, method.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Optional

from .. import articles
from ..articles import answers
from ..measure import machine
from ..measure.budgeted_engine import COMPRESSED
from ..measure.record import Record, RecordedSource, Settings
from ..measure.source import task_name
from ..statistics import judge, summary
from ..statistics.summary import BOTH, COMPRESSORS, DIRECTIONS, Row, Summary, Time
from ..text import compare_advice, compare_losses, compare_verdict, composition_text
from ..text.number_formats import byte_size, duration, percent, times
from ..text.report_elements import (
    Answer,
    Card,
    Cell,
    Chart,
    Column,
    Report,
    Section,
    Series,
    Table,
    Text,
    numbers,
    texts,
)
from ..text.report_tables import DASH, contract_table, scatter
from ..text.titles import about, titles

ARTICLES = "HAYAPACK_LAB_ARTICLES"  # a folder with the articles' pages, relative to that of the report
METHOD = "method"  # key of the last section
FRESH = "Each encode call gets new str objects, since codecs cache UTF-8 in them."
COMPRESSOR_PACKAGES = {"lz4": "lz4", "zstd": "zstandard"}
ABSENT = "not measured"
SAFE, RISKY = "safe, lossless", "unsafe or lossy"  # on this data
CARDS = (compare_advice.FASTEST, compare_advice.SMALLEST, compare_advice.READABLE)


def build_compare(record: Record) -> Report:
    names = titles(record)
    sections = [
        _section(record, source, name, f"document-{number}")
        for number, (name, source) in enumerate(zip(names, record.sources), 1)
    ]
    documents = [name for name, source in zip(names, record.sources) if not source.group]
    if len(documents) == 1:
        sections[0].title = ""  # the page's title says it
    notice = machine.busy(record.machine) or ""
    title = f"hayapack compare: {', '.join(documents)}"
    return Report(title, [*sections, _method(record)], notice=notice, links=_articles())


def _articles() -> list[tuple[str, str]]:
    """The articles' questions and pages, where the environment says in which folder these are."""
    folder = os.environ.get(ARTICLES)
    if not folder:
        return []
    return [(answers.article_module(key).QUESTION["en"], f"{folder}/article-{key}.md") for key in articles.KEYS]


def _section(record: Record, source: RecordedSource, title: str, key: str) -> Section:
    found = summary.summarize(record, source)
    facts = source.composition
    parts: list = [Text(f"{about(source)}.{' Interrupted: results so far.' if record.interrupted else ''}", "soft")]
    points = compare_verdict.verdict(found)
    parts += [Text(" ".join(points), "verdict", points=tuple(points))]
    said = compare_verdict.remarks(found)
    parts += [Text(said)] if said else []
    parts += [_answer(found, key)]
    parts += [_losses(found, key), _advice(found, key)]
    parts += [_times(found, source, key), *(_time_chart(found, what, key) for what in DIRECTIONS)]
    parts += [_sizes(found, key), _size_chart(found, key)]
    parts += _composition_tables(facts, key) if facts else []
    parts += [_contract(record, found, key), _fates(record, found, key)]
    for part in parts:
        if isinstance(part, Table):
            _drop_empty(part)
    return Section(key, title, [part for part in parts if part])


def _drop_empty(table: Table) -> None:
    """Removes the columns in which no row has a value, such as those of what a language does not have."""
    kept = [
        place
        for place in range(len(table.columns))
        if not table.rows or any(row[place].text not in ("", DASH.text, ABSENT) for row in table.rows)
    ]
    table.columns = [table.columns[place] for place in kept]
    table.rows = [[row[place] for place in kept] for row in table.rows]


# --- the answer ----------------------------------------------------------------


def _answer(found: Summary, key: str) -> Answer:
    chosen = {one.purpose: one for one in compare_advice.advise(found)}
    cards = [Card(one.purpose, one.names, one.figure, one.reason)
             for one in map(chosen.get, CARDS) if one]  # fmt: skip
    return Answer(_overview(found, key), cards)


def _overview(found: Summary, key: str) -> Optional[Chart]:
    """Round trip against size; hayapack, the codecs to choose from, and the others."""
    rows = [row for row in found.measured if BOTH in row.times and row.size]
    if not rows:
        return None
    series = [
        Series(name, [row.times[BOTH].ns if wanted(row) else None for row in rows], ours=ours, hollow=name == RISKY)
        for name, wanted, ours in _kinds(found)
    ]
    shown = [one for one in series if any(one.y)]
    labels = [
        f"{row.name} ({compare_advice.caution(row)})" if compare_advice.caution(row) else row.name for row in rows
    ]
    return scatter(f"{key}-overview", "Round trip time against size", [row.size for row in rows], shown, labels)


def _kinds(found: Summary) -> list[tuple[str, Callable[[Row], bool], bool]]:
    """The series of a chart of codecs: name, which rows, whether it is hayapack's."""
    ours = found.ours
    others = [
        (SAFE, lambda row: row is not ours and not compare_advice.caution(row), False),
        (RISKY, lambda row: row is not ours and bool(compare_advice.caution(row)), False),
    ]
    return [(ours.name, lambda row: row is ours, True), *others] if ours else others


def _advice(found: Summary, key: str) -> Table:
    rows = [
        [Cell(one.purpose), Cell(one.names), Cell(one.figure), Cell(one.reason)] for one in compare_advice.advise(found)
    ]
    columns = texts("purpose", "codec", "figure", "reason")
    return Table(f"{key}-advice", "Which codec for what", columns, rows)


def _losses(found: Summary, key: str) -> Optional[Table]:
    if found.ours is None:
        return None
    lost = compare_losses.losses(found)
    rows = [
        [
            Cell(one.row.name),
            Cell(one.what),
            Cell(times(one.ratio), one.ratio, mark="loss"),
            Cell(one.theirs),
            Cell(one.ours, mark="ours"),
            Cell(one.caveat),
        ]
        for one in lost
    ]
    columns = [
        *texts("codec", "metric"),
        *numbers("codec's / hayapack's", "codec's value", "hayapack's value"),
        *texts("caveat"),
    ]
    caption = ""
    if not any(one.of_time for one in lost):
        caption = compare_losses.no_loss_in_time(found) if rows else compare_losses.no_losses(found)
    return Table(f"{key}-losses", "Where hayapack loses", columns, rows, caption)


# --- the composition of the data --------------------------------------------------


def _composition_tables(facts: dict, key: str) -> list:
    total = facts["bytes"] or 1
    rows = [
        [Cell(name), _bytes(size), _share(size / total), Cell(f"{count:,}", count)]
        for name, size, count in composition_text.parts(facts)
    ]
    table = Table(
        f"{key}-parts",
        "Composition of the data",
        [*texts("part"), *numbers("bytes", "share", "values")],
        rows,
        f"Bytes of MessagePack, headers included: {composition_text.line(facts)}.",
    )
    return [table, _keys(facts, key)]


def _keys(facts: dict, key: str) -> Optional[Table]:
    top = facts["keys"]["top"]
    if not top:
        return None
    total = facts["bytes"] or 1
    rows = [
        [
            Cell(entry["key"]),
            Cell(f"{entry['count']:,}", entry["count"]),
            _bytes(entry["bytes"]),
            _share(entry["bytes"] / total),
        ]
        for entry in top
    ]
    columns = [*texts("key"), *numbers("times", "bytes", "share")]
    return Table(f"{key}-keys", "The keys with the most bytes", columns, rows, wide=True)


# --- times ---------------------------------------------------------------------


def _times(found: Summary, source: RecordedSource, key: str) -> Optional[Table]:
    rows = [
        [
            _name(row, found),
            Cell(row.version or DASH.text),
            *(
                cell
                for what in DIRECTIONS
                for cell in (
                    *_time(row, task_name(what), found),
                    _time(row, task_name(what, False), found)[0],
                )
            ),
        ]
        for row in found.measured
    ]
    if not rows:
        return None
    columns = [*texts("codec"), Column("version", numeric=False, wide=True)]
    for what in DIRECTIONS:
        columns += [
            Column(what),
            Column(f"{what} / hayapack's", hint="over 1: slower than hayapack"),
            Column(f"{what}, GC off", hint="with the cyclic garbage collector off", wide=True),
        ]
    return Table(
        f"{key}-times",
        "Times",
        columns,
        rows,
        "Medians of processor time for all messages; ratios with 95 % intervals; noise: the difference is within "
        f"{judge.NOISE}. A round trip is one encode and one decode of the same round. {_noise(found)}"
        f"{' ' + FRESH if source.fresh else ''}",
    )


def _noise(found: Summary) -> str:
    """The smallest differences that this run can show."""
    floors = {what: found.floors.get(task_name(what)) for what in DIRECTIONS}
    known = [f"{what} {percent(floor)}" for what, floor in floors.items() if floor is not None]
    return f"Noise floor: {', '.join(known)}." if known else "Noise floor: unknown."


def _name(row: Row, found: Summary) -> Cell:
    return Cell(row.name, hint=row.version or "", mark="ours" if row is found.ours else "")


def _time(row: Row, task: str, found: Summary) -> tuple[Cell, Cell]:
    """A codec's time, and its ratio to hayapack's."""
    time = row.times.get(task)
    if time is None:
        return Cell(ABSENT, hint=row.error or ""), DASH
    best = found.timed(task)[0] is row
    hint = f"{time.samples} samples"
    return Cell(duration(time.ns), time.ns, hint, "best" if best else ""), _ratio(time)


def _ratio(time: Time) -> Cell:
    if time.ratio is None:
        return DASH if time.verdict else Cell("1", 1.0, "hayapack, or no hayapack to compare with")
    if time.low is None:
        return Cell(f"{times(time.ratio)} (too few samples)", time.ratio, mark="soft")
    interval = f"{times(time.low)}–{times(time.high)}"
    if time.verdict == judge.SAME:
        return Cell(f"{times(time.ratio)} ({interval}), noise", time.ratio, time.verdict, "soft")
    mark = "loss" if time.verdict == judge.FASTER else "win"
    return Cell(f"{times(time.ratio)} ({interval})", time.ratio, time.verdict, mark)


def _time_chart(found: Summary, what: str, key: str) -> Optional[Chart]:
    """A dot for each codec on a log axis, the fastest on top."""
    on, off = task_name(what), task_name(what, False)
    rows = found.timed(on)
    if not rows:
        return None

    def series(name: str, wanted, task: str = on, ours: bool = False) -> Series:
        chosen = [row.times.get(task) if wanted(row) else None for row in rows]
        return Series(
            name,
            [time.ns if time else None for time in chosen],
            [time.ns_low if time and task == on else None for time in chosen],
            [time.ns_high if time and task == on else None for time in chosen],
            ours,
            name == RISKY,
            [f"{time.samples} samples" if time else "" for time in chosen],
        )

    drawn = [series(name, wanted, ours=ours) for name, wanted, ours in _kinds(found)]
    drawn.append(series("collector off", lambda row: row is found.ours or not compare_advice.caution(row), off))
    return Chart(
        f"{key}-{what}",
        "dots",
        f"{what.capitalize()}: less is better",
        [row.name for row in rows],
        drawn,
        "time for all messages",
        y_unit="ns",
        y_log=True,
        caption=f"{len(rows)} codecs, the fastest first; garbage collector on unless marked. Lines "
        "are the 95 % intervals of the medians; the table has those of the ratios.",
    )


# --- sizes ---------------------------------------------------------------------


def _sizes(found: Summary, key: str) -> Optional[Table]:
    rows = sorted(found.measured, key=lambda row: row.size)
    if not rows:
        return None
    cells = [
        [
            _name(row, found),
            Cell(row.format),
            _bytes(row.size),
            Cell(times(row.size_ratio), row.size_ratio),
            *(_bytes(row.compressed.get(name), found.estimated) for name in COMPRESSORS),
        ]
        for row in rows
    ]
    columns = [*texts("codec", "format"), *numbers("size", "size / least", *COMPRESSORS)]
    caption = "Of all messages together; compressors at their default levels."
    if found.estimated:
        caption += f" ≈: estimated from {byte_size(COMPRESSED)} of a larger output."
    return Table(f"{key}-sizes", "Sizes", columns, cells, caption)


def _size_chart(found: Summary, key: str) -> Optional[Chart]:
    """Raw and compressed sizes; codecs with the same output share their bars."""
    groups: dict[str, list[Row]] = {}
    for row in sorted(found.measured, key=lambda row: row.size):
        groups.setdefault(row.digest, []).append(row)
    if not groups:
        return None
    first = [rows[0] for rows in groups.values()]
    series = [Series("raw", [float(row.size) for row in first])]
    for name in COMPRESSORS:
        sizes = [row.compressed.get(name) for row in first]
        if any(sizes):
            series.append(Series(name, sizes))
    hints = [f"{rows[0].format}: {', '.join(row.name for row in rows)}" for rows in groups.values()]
    series = [Series(one.name, one.y, hints=hints) for one in series]
    return Chart(
        f"{key}-size",
        "bars",
        "Size, raw and compressed: less is better",
        [_place(rows) for rows in groups.values()],
        series,
        "size",
        y_unit="bytes",
        caption=f"{len(found.measured)} codecs, the smallest first; codecs that wrote the same bytes share their bars.",
        ours=frozenset(place for place, rows in enumerate(groups.values()) if found.ours in rows),
    )


def _place(rows: list[Row]) -> str:
    names = rows[0].name if len(rows) == 1 else f"{rows[0].name} +{len(rows) - 1}"
    about = [rows[0].format] if rows[0].format not in names else []
    about += [compare_advice.caution(rows[0])] if all(map(compare_advice.caution, rows)) else []
    return f"{names} ({', '.join(about)})" if about else names


def _bytes(size: Optional[int], estimated: bool = False) -> Cell:
    return DASH if size is None else Cell(f"{'≈ ' * estimated}{byte_size(size)}", size, f"{size:,} bytes")


def _share(part: float) -> Cell:
    return Cell(percent(part), part)


# --- what codecs do in their time, what did not work ---------------------------------------


def _contract(record: Record, found: Summary, key: str) -> Optional[Table]:
    """What each codec does in its time, and what it loses in general."""
    if not found.measured:
        return None
    table = contract_table(record, f"{key}-contract", [row.codec for row in found.measured])
    table.wide = True
    table.columns += texts("unsafe", "package", "version")
    for cells, row in zip(table.rows, found.measured):
        about = record.codecs[row.codec]
        cells.append(Cell(row.unsafe or "no"))
        own = "standard library" if about.runtime == "python" else "–"
        cells += [Cell(about.package or own), Cell(row.version or "–")]
    return table


def _fates(record: Record, found: Summary, key: str) -> Table:
    """The codecs that lost data, failed or did not run, and how to install what is missing."""
    rows = [[_name(row, found), _fate(row)] for row in found.rows if not row.keeps]
    caption = "" if rows else "Every codec kept the data."
    packages = {record.codecs[row.codec].package for row in found.rows if row.status == "missing"}
    absent = {name for row in found.rows for name, size in row.compressed.items() if size is None}
    packages |= {package for name, package in COMPRESSOR_PACKAGES.items() if name in absent}
    packages -= {"", "hayapack"}
    if packages:
        caption = f"To include them: pip install {' '.join(sorted(packages))}"
    return Table(f"{key}-fates", "Lost, left out, failed, missing", texts("codec", "with this data"), rows, caption)


def _fate(row: Row) -> Cell:
    if row.losses:
        return Cell(f"loses {'; '.join(row.losses)}", mark="loss")
    if row.status == "slow":
        return Cell(f"left out: {row.error}", mark="soft")
    if row.status == "failed":
        return Cell(f"failed: {row.error}", mark="loss")
    return Cell(f"not run: {row.error}", mark="soft")


def _turns(record: Record) -> str:
    if all(source.interleaved for source in record.sources):
        return "interleaved in random order"
    return "interleaved in random order; one after another for large data"


def _milliseconds(settings: Settings) -> str:
    text = f", {settings.fresh_ms:g} ms where text that is not ASCII is encoded" if settings.fresh_ms else ""
    return f"{settings.sample_ms:g} ms{text}"


def _method(record: Record) -> Section:
    at, settings = record.machine, record.settings
    facts = {
        "processes": f"one for each codec, {_turns(record)}",
        "time": f"{settings.seconds:g} s asked for",
        "before timing": "a round trip is checked",
        "samples of a cell": f"up to {settings.samples} of about {_milliseconds(settings)}; the median counts",
        "faster, slower": f"the 95 % interval of the ratio excludes 1 and exceeds {judge.NOISE}",
        "noise floor": "difference between two processes of hayapack",
        "clock": record.clock,
        "machine": f"{at.cpu}, {at.cores} cores, {at.system}",
        "runtime": f"{at.python}, {at.compiler}",
        "load before, after": f"{at.load_before}, {at.load_after}",
        "when": f"{record.started}, {record.seconds:.0f} s",
    }
    rows = [[Cell(key), Cell(str(value))] for key, value in facts.items()]
    table = Table("method-table", "How it was measured", texts("what", "value"), rows)
    return Section(METHOD, "Method", [table])
