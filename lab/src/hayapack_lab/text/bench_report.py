"""The benchmark's record as Markdown: summary first, then losses, then all rows."""

from __future__ import annotations

from dataclasses import dataclass

from ..statistics import stats
from ..statistics.stats import Ratio
from ..statistics.summary import duration

OURS = "hayapack_native"
PUBLIC = "hayapack_public"
MSGPACK = "msgpack_c"
RIVALS = (MSGPACK, "msgspec_msgpack", "ormsgpack", "amsgpack", "orjson")
PURE, MSGPACK_PURE = "hayapack_pure", "msgpack_pure"
SMALLER = 0.995  # share of hayapack's size below which another codec is called smaller
GOALS = {  # the project's, set before measuring: encode, decode
    "best": (2.4, 2.1),
    "msgpack": (9.0, 3.0),
    "public": (1.7, 1.5),
    "pure": (2.0, 2.0),
}


@dataclass
class Row:
    """One workload, one direction, one collector setting."""

    name: str
    copy: bool
    extra: bool
    ours: float | None = None  # nanoseconds per message
    best: str = ""
    best_ratio: Ratio | None = None
    msgpack: Ratio | None = None
    public: Ratio | None = None
    pure: Ratio | None = None
    why: str = ""  # the reason for an empty cell


def rows(record: dict, what: str, collect: bool) -> list[Row]:
    task = f"{what} gc {'on' if collect else 'off'}"
    return [_row(record, source, task) for source in record["sources"]]


def _row(record: dict, source: dict, task: str) -> Row:
    cells = source["cells"]
    row = Row(source["name"], source.get("copy", False), source.get("extra", False))
    good = {
        codec: cell["samples"][task]
        for codec, cell in cells.items()
        if cell["status"] == "ok" and not cell.get("losses") and cell["samples"].get(task)
    }
    if PURE in good and MSGPACK_PURE in good:
        row.pure = stats.ratio(good[MSGPACK_PURE], good[PURE])
    rivals = {codec: stats.median(good[codec]) for codec in RIVALS if codec in good}
    best = min(rivals, key=rivals.get) if rivals else None
    if best and PUBLIC in good:
        row.public = stats.ratio(good[best], good[PUBLIC])
    if OURS not in good:
        cell = cells.get(OURS, {})
        row.why = cell.get("error") or "; ".join(cell.get("losses", [])) or "not run"
        return row
    row.ours = stats.median(good[OURS])
    if best:
        row.best = record["codecs"][best]["name"]
        row.best_ratio = stats.ratio(good[best], good[OURS])
    if MSGPACK in good:
        row.msgpack = stats.ratio(good[MSGPACK], good[OURS])
    return row


def means(table: list[Row]) -> dict[str, float | None]:
    """Geometric means of the four ratios over the rows that have them."""
    result = {}
    for key in ("best", "msgpack", "public", "pure"):
        ratios = [getattr(row, "best_ratio" if key == "best" else key) for row in table]
        values = [ratio.value for ratio in ratios if ratio]
        result[key] = stats.geometric_mean(values) if values else None
    return result


def markdown(record: dict, command: str) -> str:
    tables = {
        (what, collect): rows(record, what, collect) for what in ("encode", "decode") for collect in (True, False)
    }
    parts = [_header(record, command), _losses(tables), _smaller(record), _summary(tables)]
    for collect in (True, False):
        parts.append(f"## Every row, GC {'on' if collect else 'off'}\n")
        parts.append(_table(tables["encode", collect], tables["decode", collect]))
    parts.append(_failures(record))
    return "\n".join(part for part in parts if part)


def _header(record: dict, command: str) -> str:
    m = record["machine"]
    versions = ", ".join(f"{about['name']} {about.get('version', 'not run')}" for about in record["codecs"].values())
    spreads = [
        stats.spread(samples)
        for source in record["sources"]
        for cell in source["cells"].values()
        for samples in cell["samples"].values()
    ]
    spread = f"{stats.median(spreads):.1%}" if spreads else "none"
    settings = record["settings"]
    lines = [
        f"- command: `{command}`",
        f"- machine: {m['cpu']}, {m['cores']} cores, {m['system']}, workers pinned to core {m['pinned_to']}",
        f"- {m['python']}, {m['compiler']}; flags of Python and of extensions built with it: "
        f"`{m['flags'] or 'unknown'}`",
        f"- versions: {versions}",
        f"- load before and after: {m['load_before']}, {m.get('load_after')}; "
        f"median spread of samples (half the interquartile range): {spread}",
        f"- {record['started']}, {record['seconds']:.0f} s; up to {settings['samples']} samples "
        f"of {settings['sample_ms']:g} ms of processor time per cell, codecs interleaved in random "
        "order, one process each",
    ]
    if record["interrupted"]:
        lines.append("- **interrupted: the rows below were finished before**")
    return "\n".join(lines) + "\n"


def _summary(tables: dict) -> str:
    labels = {
        "best": "best rival / hayapack",
        "msgpack": "msgpack / hayapack",
        "public": "best rival / hayapack, public API only",
        "pure": "msgpack.fallback / hayapack pure",
    }
    lines = [
        "## Geometric means\n",
        "| ratio | encode, GC on | GC off | goal | decode, GC on | GC off | goal |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    listed = {k: means([row for row in table if not row.extra]) for k, table in tables.items()}
    everything = {k: means(table) for k, table in tables.items()}
    for found, suffix in ((listed, ""), (everything, "; all rows")):
        for key, label in labels.items():
            cells = [label + suffix]
            for number, what in enumerate(("encode", "decode")):
                for collect in (True, False):
                    value = found[what, collect][key]
                    cells.append("–" if value is None else f"{value:.2f}")
                cells.append("" if suffix else f"{GOALS[key][number]:.1f}")
            lines.append("| " + " | ".join(cells) + " |")
    lines.append(
        "\nA goal is the least ratio to reach, set before the measurement. Rows with a + were added later and have none.\n"
    )
    return "\n".join(lines)


def _losses(tables: dict) -> str:
    """Rows in which a rival is faster by any amount, the worst first."""
    lost = [
        (row.best_ratio.value, f"{what}, GC {'on' if collect else 'off'}", row)
        for (what, collect), table in tables.items()
        for row in table
        if row.best_ratio and row.best_ratio.value < 1
    ]
    lines = ["## Where hayapack loses\n"]
    if not lost:
        ran = any(row.best_ratio for table in tables.values() for row in table)
        text = "In no row of this run." if ran else "Not known: no row with hayapack and a rival."
        return "\n".join([*lines, text + "\n"])
    lines += ["| row | direction | best rival / hayapack | rival |", "|---|---|---:|---|"]
    for _, direction, row in sorted(lost, key=lambda item: item[0]):
        note = " (a memory copy)" if row.copy else ""
        lines.append(f"| {row.name}{note} | {direction} | {_ratio(row.best_ratio)} | {row.best} |")
    return "\n".join(lines) + "\n"


def _smaller(record: dict) -> str:
    """Codecs that keep the data in fewer bytes, plain or both after zstd; the smallest share first."""
    found = []
    for source in record["sources"]:
        sizes = {codec: _sizes(cell) for codec, cell in source["cells"].items()}
        ours = sizes.get(OURS) or {}
        for codec, of_codec in sizes.items():
            for suffix, size in of_codec.items():
                if suffix in ours and size < SMALLER * ours[suffix]:
                    name = record["codecs"][codec]["name"] + suffix
                    found.append((size / ours[suffix], name, source["name"], size, ours[suffix]))
    lines = ["## Smaller than hayapack\n"]
    if not found:
        return "\n".join([*lines, "No codec that keeps the data, in any row.\n"])
    lines += [
        "All messages of a row together; with zstd: compared with hayapack and zstd.\n",
        "| codec | data | its size / hayapack's | its size | hayapack's |",
        "|---|---|---:|---:|---:|",
    ]
    lines += [
        f"| {codec} | {data} | {100 * share:.1f} % | {size:,} B | {ours:,} B |"
        for share, codec, data, size, ours in sorted(found)
    ]
    return "\n".join(lines) + "\n"


def _sizes(cell: dict) -> dict[str, int]:
    """The bytes of a codec that keeps the data, by what its name gets: nothing, or the compressor."""
    if cell["status"] != "ok" or cell.get("losses") or "size" not in cell:
        return {}
    zstd = (cell.get("compressed") or {}).get("zstd")
    return {"": cell["size"], **({" + zstd": zstd} if zstd else {})}


def _table(encode: list[Row], decode: list[Row]) -> str:
    head = "hayapack | best rival / hayapack | rival | msgpack | public | pure"
    lines = [
        "Ratios are other time / hayapack time with a 95 % interval; above 1, hayapack is faster. "
        "`=` marks an interval that includes 1: no difference. `public`: best rival / hayapack with "
        "public API only; `pure`: msgpack.fallback / hayapack's fallback.\n",
    ]
    for what, table in (("Encode", encode), ("Decode", decode)):
        lines += [f"| {what} | {head} |", "|---|---:|---:|---|---:|---:|---:|"]
        for row in sorted(table, key=lambda r: r.best_ratio.value if r.best_ratio else 0):
            time = duration(row.ours) if row.ours else f"not run: {row.why}"
            cells = [
                row.name + (" +" if row.extra else ""),
                time,
                _ratio(row.best_ratio),
                row.best or "–",
            ]
            cells += [_short(row.msgpack), _short(row.public), _short(row.pure)]
            lines.append("| " + " | ".join(cells).replace("\n", " ") + " |")
        lines.append("")
    return "\n".join(lines)


def _failures(record: dict) -> str:
    """Every cell without a lossless round trip, and every row that was not run."""
    lines = [f"- {name}: not run, {why}" for name, why in record.get("not_run", {}).items()]
    for about in record["codecs"].values():
        if "missing" in about:
            lines.append(f"- {about['name']}: not run, {about['missing']}")
    for source in record["sources"]:
        for codec, cell in source["cells"].items():
            name = record["codecs"][codec]["name"]
            if "missing" in record["codecs"][codec]:
                continue
            if cell["status"] != "ok":
                lines.append(f"- {source['name']}, {name}: {cell['status']}: {cell['error']}")
            elif cell.get("losses"):
                lost = "; ".join(cell["losses"])
                lines.append(f"- {source['name']}, {name}: loses {lost}; not counted as a rival")
    return "\n".join(["## Not run, failed or lossy\n", *lines, ""]) if lines else ""


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return "–"
    if ratio.low is None:
        return f"{ratio.value:.2f}"
    return f"{ratio.value:.2f} ({ratio.low:.2f}–{ratio.high:.2f}){'' if ratio.sure else ' ='}"


def _short(ratio: Ratio | None) -> str:
    return "–" if ratio is None else f"{ratio.value:.2f}"
