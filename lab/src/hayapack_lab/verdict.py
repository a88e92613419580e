"""What a table says, in plain words; hayapack's losses come first."""

from __future__ import annotations

from .engine import task_name
from .summary import COMPRESSORS, DIRECTIONS, byte_size, duration, times

OURS = ("hayapack_native", "hayapack_pure")  # the first that was measured stands for hayapack
FAMILY = ("hayapack_native", "hayapack_public", "hayapack_pure")
VERBS = {"encode": "encodes", "decode": "decodes"}
NAMED = 3  # codecs named in one sentence before "n more"
NOTABLE = 0.15  # a lead that the collector changes by this part is told twice
UNSAFE = ("pickle_std", "marshal_std")


def verdict(rows: list[dict]) -> str:
    """One paragraph on one source."""
    timed = [row for row in rows if row["status"] == "ok" and task_name("encode", True) in row]
    ours = next((row for key in OURS for row in timed if row["codec"] == key), None)
    sentences = []
    if ours is None:
        sentences.append(_absent(rows))
    else:
        rivals = [row for row in timed if row["codec"] not in FAMILY and not row["losses"]]
        sentences += _losses(ours, rivals)
        sentences += _wins(ours, rivals)
    sentences += _sizes(timed)
    sentences += _lossy(timed)
    return " ".join(sentence for sentence in sentences if sentence)


def _absent(rows: list[dict]) -> str:
    for row in rows:
        if row["codec"] == OURS[0] and row["error"]:
            what = "fails on this data" if row["status"] == "failed" else "was not measured"
            return f"hayapack itself {what}: {row['error'].rstrip('.')}."
    return "hayapack itself was not measured."


def _times_of(row: dict, what: str) -> float:
    return row.get(task_name(what, True), {}).get("ns", float("inf"))


def _losses(ours: dict, rivals: list[dict]) -> list[str]:
    """Where another codec that keeps the data is faster or smaller."""
    found = []
    for what in DIRECTIONS:
        mine = _times_of(ours, what)
        faster = sorted(
            (row for row in rivals if _times_of(row, what) < mine),
            key=lambda row: _times_of(row, what),
        )
        clear = [row for row in faster if not _alike(row, ours, what)]
        if clear:
            named = [
                f"{row['name']} ({times(mine / _times_of(row, what))} times as fast{_caution(row)})"
                for row in clear[:NAMED]
            ]
            if len(clear) > NAMED:
                named.append(f"{len(clear) - NAMED} more")
            found.append(f"In {what[:-1]}ing, {ours['name']} loses to {_list(named)}.")
    smaller = [row for row in rivals if row["size"] < ours["size"]]
    if smaller:
        least = min(smaller, key=lambda row: row["size"])
        part = 1 - least["size"] / ours["size"]
        found.append(f"{least['name']}'s output is {part:.0%} smaller than {ours['name']}'s.")
    if ours["losses"]:
        found.append(f"{ours['name']} does not keep all of this data: {'; '.join(ours['losses'])}.")
    return found or [f"No codec that keeps the data beats {ours['name']} here in time or size."]


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _alike(a: dict, b: dict, what: str) -> bool:
    """Whether the two can't be told apart: their intervals overlap."""
    a, b = a[task_name(what, True)], b[task_name(what, True)]
    if None in (a.get("low"), b.get("low")):
        return False
    return a["low"] <= b["high"] and b["low"] <= a["high"]


def _caution(row: dict) -> str:
    return ", but unsafe on data from strangers" if row["codec"] in UNSAFE else ""


def _wins(ours: dict, rivals: list[dict]) -> list[str]:
    found = []
    for what in DIRECTIONS:
        mine = _times_of(ours, what)
        slower = [row for row in rivals if _times_of(row, what) > mine]
        if not slower:
            continue
        next_one = min(slower, key=lambda row: _times_of(row, what))
        text = f"{ours['name']} {VERBS[what]} the whole in {duration(mine)}, "
        if _alike(next_one, ours, what):
            text += f"no different from {next_one['name']}"
        else:
            text += f"{times(_times_of(next_one, what) / mine)} times as fast as {next_one['name']}"
        plain = next((row for row in slower if row["codec"] == "json_std"), None)
        if plain and plain is not next_one:
            text += f" and {times(_times_of(plain, what) / mine)} times as fast as json"
        found.append(text + _without_collector(ours, rivals, what) + ".")
    return found


def _without_collector(ours: dict, rivals: list[dict], what: str) -> str:
    """How it stands with the collector off, where that changes the picture."""
    on, off = task_name(what, True), task_name(what, False)
    both = [row for row in rivals if on in row and off in row]
    if not both or off not in ours:
        return ""
    lead = {task: min(row[task]["ns"] for row in both) / ours[task]["ns"] for task in (on, off)}
    best = min(both, key=lambda row: row[off]["ns"])
    if abs(lead[off] / lead[on] - 1) < NOTABLE:
        return ""
    if lead[off] < 1:
        return (
            f" (with the garbage collector off, {best['name']} is "
            f"{times(1 / lead[off])} times as fast)"
        )
    return f" (with the garbage collector off, {times(lead[off])} times as fast as {best['name']})"


def _sizes(timed: list[dict]) -> list[str]:
    if not timed:
        return []
    least = min(timed, key=lambda row: row["size"])
    text = f"The smallest output is {least['format']}'s with {byte_size(least['size'])}"
    json = next((row for row in timed if row["format"] == "JSON"), None)
    if json and json["size"] > least["size"]:
        text += f", {least['size'] / json['size']:.0%} of JSON's {byte_size(json['size'])}"
    packed = [
        (row["compressed"][name], name, row)
        for row in timed
        for name in COMPRESSORS
        if row["compressed"].get(name)
    ]
    if packed:
        size, name, row = min(packed, key=lambda item: item[0])
        text += f"; compressed, it is {row['format']} with {name} at {byte_size(size)}"
    return [text + "."]


def _lossy(timed: list[dict]) -> list[str]:
    lossy = [row["name"] for row in timed if row["losses"] and row["codec"] not in FAMILY]
    if not lossy:
        return []
    verb = "does" if len(lossy) == 1 else "do"
    return [f"{_list(lossy)} {verb} not give back exactly what went in (see the losses)."]
