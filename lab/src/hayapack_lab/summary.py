"""A record's cells as rows that a table, a chart or a sentence can use.

Times are nanoseconds for the whole source (all its messages). `ratio` is a
codec's time over the fastest codec's; `low` and `high` are its 95 % interval,
null with too few samples; `same` says that the interval covers 1.
"""

from __future__ import annotations

from . import stats
from .engine import task_name

DIRECTIONS = ("encode", "decode")
COMPRESSORS = ("lz4", "gzip", "zstd")


def summarise(record: dict) -> list[dict]:
    """One entry per source: {key, name, rows: [row per codec]}."""
    return [
        {"key": source["key"], "name": source["name"], "rows": _rows(record, source)}
        for source in record["sources"]
    ]


def _rows(record: dict, source: dict) -> list[dict]:
    rows = [
        _row(codec, record["codecs"][codec], cell, source.get("messages", 1))
        for codec, cell in source["cells"].items()
    ]
    for what in DIRECTIONS:
        for collect in (True, False):
            _set_ratios(rows, source, what, collect)
    _set_size_ratios(rows)
    return sorted(rows, key=_order)


def _row(codec: str, about: dict, cell: dict, messages: int) -> dict:
    row = {
        "codec": codec,
        "name": about["name"],
        "format": about["format"],
        "version": about.get("version"),
        "emits": about["emits"],
        "status": cell["status"],
        "error": cell.get("error"),
        "losses": cell.get("losses", []),
        "size": cell.get("size"),
        "digest": cell.get("digest"),
        "compressed": cell.get("compressed") or {},
    }
    for what in DIRECTIONS:
        for collect in (True, False):
            samples = cell["samples"].get(task_name(what, collect))
            if samples and cell["status"] == "ok":
                row[task_name(what, collect)] = {
                    "ns": stats.median(samples) * messages,
                    "samples": len(samples),
                }
    return row


def _set_ratios(rows: list[dict], source: dict, what: str, collect: bool) -> None:
    task = task_name(what, collect)
    timed = [row for row in rows if task in row]
    if not timed:
        return
    fastest = min(timed, key=lambda row: row[task]["ns"])
    base = source["cells"][fastest["codec"]]["samples"][task]
    for row in timed:
        ratio = stats.ratio(source["cells"][row["codec"]]["samples"][task], base)
        row[task].update(ratio=ratio.value, low=ratio.low, high=ratio.high)
        row[task]["fastest"] = row is fastest
        row[task]["same"] = row is not fastest and ratio.low is not None and not ratio.sure


def _set_size_ratios(rows: list[dict]) -> None:
    sizes = [row["size"] for row in rows if row["size"] is not None]
    for row in rows:
        if row["size"] is not None:
            row["size_ratio"] = row["size"] / max(1, min(sizes))


def _order(row: dict) -> tuple:
    """Measured codecs by the time of both directions; then failed, then missing."""
    times = [
        row[task_name(what, True)]["ns"] for what in DIRECTIONS if task_name(what, True) in row
    ]
    rank = {"ok": 0, "failed": 1, "missing": 2}[row["status"]]
    return rank, sum(times) if len(times) == 2 else float("inf"), row["name"]


def duration(ns: float) -> str:
    """A time with three figures and the unit that suits it."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{_three_figures(ns / size)} {unit}"
    return f"{_three_figures(ns)} ns"


def byte_size(size: float) -> str:
    """A size in decimal units with three figures."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= scale:
            return f"{_three_figures(size / scale)} {unit}"
    return f"{size:.0f} B"


def times(ratio: float) -> str:
    """A ratio with three figures: 1.04, 12.3, 104."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:.0f}"


def _three_figures(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:#.3g}"
