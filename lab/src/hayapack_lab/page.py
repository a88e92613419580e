"""A comparison as one self-contained HTML page with charts.

The charts are SVG with positions in per cent, so that they fit a phone and a
wide screen without scaling the text; colours come from CSS and follow the
reader's light or dark mode. Nothing is loaded from anywhere.
"""

from __future__ import annotations

from math import ceil, floor, log10

from jinja2 import Environment, PackageLoader, select_autoescape

from .engine import task_name
from .summary import COMPRESSORS, byte_size, duration, times

MARGIN = 3.0  # per cent of a chart's width left free on either side
SIZE_KINDS = (("raw", "raw"), *((name, name) for name in COMPRESSORS))


def html(record: dict) -> str:
    """The page for a record of `compare`."""
    env = Environment(
        loader=PackageLoader("hayapack_lab"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(duration=duration, byte_size=byte_size, times=times)
    sources = [
        _source(record, source, entry)
        for source, entry in zip(record["sources"], record["summary"])
    ]
    page = env.get_template("compare.html.j2")
    return page.render(record=record, sources=sources, compressors=COMPRESSORS)


def _source(record: dict, source: dict, entry: dict) -> dict:
    rows = entry["rows"]
    ok = [row for row in rows if row["status"] == "ok"]
    return {
        "source": source,
        "verdict": entry["verdict"],
        "rows": ok,
        "others": [row for row in rows if row["status"] != "ok"],
        "charts": [_time_chart(ok, what) for what in ("encode", "decode")],
        "sizes": _size_chart(ok),
        "loses": {row["codec"]: record["codecs"][row["codec"]]["loses"] for row in ok},
    }


class LogAxis:
    """Positions in per cent for values over whole decades or parts of them."""

    STEPS = (1, 2, 5)

    def __init__(self, values: list[float]) -> None:
        self.low = max(s for s in self._around(min(values)) if s <= min(values))
        self.high = min(s for s in self._around(max(values)) if s >= max(values))
        if self.low == self.high:
            self.high = self.low * 2

    def _around(self, value: float) -> list[float]:
        power = floor(log10(value))
        return [step * 10.0**p for p in (power - 1, power, power + 1) for step in self.STEPS]

    def at(self, value: float) -> float:
        part = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return round(MARGIN + part * (100 - 2 * MARGIN), 2)

    def ticks(self) -> list[float]:
        """As many steps a decade as labels have room for."""
        span = self.high / self.low
        steps = self.STEPS if span <= 50 else (1, 3) if span <= 1000 else (1,)
        powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        found = [step * 10.0**power for power in powers for step in steps]
        return [tick for tick in found if self.low * 0.999 <= tick <= self.high * 1.001]


def _time_chart(rows: list[dict], what: str) -> dict | None:
    """A dot a codec on a log axis: filled with the collector on, hollow with it off."""
    on, off = task_name(what, True), task_name(what, False)
    timed = sorted((row for row in rows if on in row), key=lambda row: row[on]["ns"])
    if not timed:
        return None
    fastest = timed[0][on]["ns"]
    values = [row[task]["ns"] for row in timed for task in (on, off) if task in row]
    bounds = [value for row in timed for value in _bounds(row[on], fastest)]
    axis = LogAxis(values + bounds)
    marks = []
    for row in timed:
        time = row[on]
        low, high = _bounds(time, fastest)
        marks.append(
            {
                "name": row["name"],
                "ours": row["codec"].startswith("hayapack"),
                "at": axis.at(time["ns"]),
                "off_at": axis.at(row[off]["ns"]) if off in row else None,
                "low": axis.at(low),
                "high": axis.at(high),
                "value": duration(time["ns"]),
                "ratio": _ratio_text(time),
                "hint": _hint(row, on, off),
            }
        )
    ticks = [{"at": axis.at(tick), "text": duration_tick(tick)} for tick in axis.ticks()]
    return {"what": what, "marks": marks, "ticks": ticks}


def _bounds(time: dict, fastest: float) -> tuple[float, float]:
    """The interval of the ratio as times; a point where there is none."""
    if time["low"] is None or time["fastest"]:
        return time["ns"], time["ns"]
    return time["low"] * fastest, time["high"] * fastest


def _ratio_text(time: dict) -> str:
    if time["fastest"]:
        return "fastest"
    return "no difference" if time["same"] else f"× {times(time['ratio'])}"


def _hint(row: dict, on: str, off: str) -> str:
    text = f"{row['name']}: {duration(row[on]['ns'])} with the collector on"
    if off in row:
        text += f", {duration(row[off]['ns'])} with it off"
    return f"{text}; {row[on]['samples']} samples"


def duration_tick(ns: float) -> str:
    """A short label for a round number: 20 µs, 1 ms."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)):
        if ns >= size * 0.999:
            return f"{ns / size:g} {unit}"
    return f"{ns:g} ns"


def _size_chart(rows: list[dict]) -> dict | None:
    """Sizes from zero, a line for each distinct output, bars for raw and compressed."""
    groups: dict[str, dict] = {}
    for row in rows:
        group = groups.setdefault(row["digest"], {"names": [], "row": row})
        group["names"].append(row["name"])
    if not groups:
        return None
    top = max(
        size or 0
        for group in groups.values()
        for size in (group["row"]["size"], *group["row"]["compressed"].values())
    )
    lines = []
    for group in sorted(groups.values(), key=lambda g: g["row"]["size"]):
        row = group["row"]
        sizes = {"raw": row["size"], **row["compressed"]}
        bars = [
            {
                "kind": kind,
                "label": label,
                "width": round(100 * sizes[kind] / top, 2),
                "value": byte_size(sizes[kind]),
            }
            for kind, label in SIZE_KINDS
            if sizes.get(kind)
        ]
        lines.append({"names": ", ".join(group["names"]), "format": row["format"], "bars": bars})
    return {"lines": lines, "kinds": SIZE_KINDS}
