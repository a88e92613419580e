"""Recommends codecs for several purposes, with reasons, from the record alone.

A codec is called faster only by judge's verdict; codecs without a difference are named together.
Codecs that lose data are never recommended, unsafe ones only with a warning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from ..statistics import judge
from ..statistics.summary import (
    BOTH,
    COMPRESSORS,
    Row,
    Summary,
    Time,
    byte_size,
    duration,
    listed,
    percent,
    times,
)
from . import composition_text
from .verdict import FAMILY, UNSAFE, absent

LANGUAGES = ("MessagePack", "JSON", "CBOR", "BSON")  # formats with readers in many languages
DANGERS = {
    "pickle_std": "reading a pickle runs any code that its writer put in",
    "marshal_std": "hostile bytes can crash Python, and other Python versions might not read it",
}
OWN_FILES = "only for files that nobody but your own program can write"
REASON_SHOWN = 60  # characters of a codec's error
FEW = 10  # with this many maps per set of keys, a schema would be small
MUCH = 0.3  # a share of the bytes that is worth explaining
PAYS = 0.7  # compression to this share or less is mentioned
MORE_TIME = "There are too few samples (more --seconds would help) to say"
CLOSE = 0.1  # sizes that differ by less are "about the same"


@dataclass(frozen=True)
class Advice:
    """The recommendation for one purpose; `codecs`: those it names, possibly none."""

    aim: str
    text: str
    codecs: tuple[str, ...] = ()


def recommend(summary: Summary, source: dict) -> list[Advice]:
    """One recommendation per purpose, then the reasons found in the data."""
    facts = source.get("composition")
    advice = [
        _overall(summary),
        _smallest(summary),
        _readable(summary),
        _own_python(summary),
        _languages(summary),
    ]
    why = reasons(summary, facts) if facts else []
    if why:
        advice.append(Advice("Why", " ".join(why)))
    return [piece for piece in advice if piece]


def candidates(summary: Summary) -> list[Row]:
    """The codecs that keep the data, are safe on untrusted data, and are not twins."""
    speaks = summary.ours.codec if summary.ours else None
    return [
        row
        for row in summary.rows
        if row.keeps and row.codec not in UNSAFE and (row.codec not in FAMILY or row.codec == speaks)
    ]


# --- fastest -------------------------------------------------------------------


def _overall(summary: Summary) -> Advice:
    aim = "Fastest round trip, nothing lost"
    found = [row for row in candidates(summary) if BOTH in row.times]
    found.sort(key=lambda row: row.times[BOTH].ns)
    if not found:
        return Advice(aim, "Nothing to recommend: no codec that was timed keeps all of this data.")
    ours = summary.ours
    if ours not in found:
        why = absent(summary) if ours is None else f"{ours.name} does not keep all of this data."
        return Advice(aim, f"{why} {_unjudged(found)}{_but_faster(summary, found[:1])}", (found[0].codec,))
    by_verdict = {
        verdict: [row for row in found if row.times[BOTH].verdict == verdict]
        for verdict in (judge.FASTER, judge.SAME, judge.SLOWER, judge.TOO_FEW)
    }
    few = by_verdict[judge.TOO_FEW]
    if few and len(few) == len(found) - 1:
        return Advice(aim, f"{MORE_TIME} which one is.")
    if by_verdict[judge.FASTER]:
        text, best = _not_ours(by_verdict[judge.FASTER], ours, summary.floors[BOTH] or 0.0)
    else:
        text, best = _ours(ours, by_verdict[judge.SAME], by_verdict[judge.SLOWER])
    if few:
        text += f" {MORE_TIME} how fast {_names(few)} would be."
    return Advice(aim, text + _but_faster(summary, best), _codecs(best))


def _but_faster(summary: Summary, best: list[Row]) -> str:
    return _but(summary, best, lambda row: row.times[BOTH].ns if BOTH in row.times else None, "faster", duration)


def _but(
    summary: Summary, best: list[Row], value: Callable[[Row], Optional[float]], word: str,
    shown: Callable[[float], str],
) -> str:  # fmt: skip
    """Names the codecs that the tables show ahead of the recommended ones, and why these are not recommended.

    value: a codec's time or size; None if it has none.
    """
    limit = min(found for row in best if (found := value(row)) is not None)
    ahead = [(found, row) for row in summary.measured if (found := value(row)) is not None and found < limit]
    ahead.sort(key=lambda pair: pair[0])
    return "".join([f" {row.name} is {word} ({shown(found)}), but {_why_not(row, summary)}." for found, row in ahead])


def _why_not(row: Row, summary: Summary) -> str:
    if row.losses:
        return f"does not keep this data ({_short(row.losses[0])})"
    if row.codec in UNSAFE:
        return DANGERS[row.codec]
    if row.codec in FAMILY and summary.ours is not None and row is not summary.ours:
        return f"is hayapack too, measured beside {summary.ours.name}"
    return "the difference is not beyond the noise"


def _unjudged(found: list[Row]) -> str:
    time = duration(found[0].times[BOTH].ns)
    text = f"Of the others, {found[0].name} had the lowest median, {time} for the round trip"
    return f"{text}; whether the difference is more than noise is not known, since that is measured against hayapack."


def _not_ours(faster: list[Row], ours: Row, floor: float) -> tuple[str, list[Row]]:
    """The recommendation if another codec is faster than hayapack."""
    best, mine = faster[0], ours.times[BOTH].ns
    time = best.times[BOTH]
    text = (
        f"{best.name}, not {ours.name}: {duration(time.ns)} to encode and decode all of it, "
        f"{times(1 / time.ratio)} times as fast as {ours.name} ({duration(mine)})."
    )
    level = [row for row in faster[1:] if _level(row.times[BOTH], time, floor)]
    if level:
        text += f" {_names(level)} showed no difference from it."
    rest = [row for row in faster[1:] if row not in level]
    if rest:
        text += f" {_names(rest)} {'is' if len(rest) == 1 else 'are'} faster than {ours.name} too."
    return text, [best, *level]


def _level(slower: Time, time: Time, floor: float) -> bool:
    """Whether two codecs compared with hayapack have no measurable difference."""
    return slower.low <= time.high or slower.ratio / time.ratio - 1 <= floor


def _ours(ours: Row, alike: list[Row], slower: list[Row]) -> tuple[str, list[Row]]:
    time = duration(ours.times[BOTH].ns)
    text = f"{' or '.join(row.name for row in (ours, *alike))}: {time} to encode and decode all of it"
    if alike:
        text += f" with {ours.name}, and no difference beyond the noise"
    if slower:
        near = min(slower, key=lambda row: row.times[BOTH].ns)
        text += f"; {near.name} takes {times(near.times[BOTH].ratio)} times as long"
    return f"{text}.", [ours, *alike]


# --- smallest ------------------------------------------------------------------


def _smallest(summary: Summary) -> Optional[Advice]:
    found = candidates(summary)
    if not found:
        return None
    least = min(found, key=lambda row: row.size)
    same = [row for row in found if row.size == least.size and row.format == least.format]
    text = f"{least.format} ({_names(same)}): {byte_size(least.size)}"
    others = sorted((row for row in found if row.format != least.format), key=lambda row: row.size)
    if others:
        more = others[0].size / least.size - 1
        text += f"; {others[0].format} ({others[0].name}) takes "
        text += f"{percent(more)} more" if more else "as many"
    text += f".{_but(summary, same, lambda row: row.size, 'smaller', byte_size)}"
    return Advice("Smallest", text + _compressed(summary, found, least), _codecs(same))


def _compressed(summary: Summary, found: list[Row], least: Row) -> str:
    """The effect of compression, and whether the format still matters after it."""
    best: dict[str, tuple[int, str, Row]] = {}
    for row in found:
        sizes = [(row.compressed[c], c, row) for c in COMPRESSORS if row.compressed.get(c)]
        if sizes:
            smallest = min(sizes, key=lambda item: item[0])
            if row.format not in best or smallest[0] < best[row.format][0]:
                best[row.format] = smallest
    if not best:
        return ""
    size, name, row = min(best.values(), key=lambda item: item[0])
    if size > least.size * PAYS:
        return " Compression saves little here."
    text = f" Compressed, {row.format} with {name} is smallest: {byte_size(size)}"
    text += f", {percent(size / row.size)} of the {byte_size(row.size)} before."
    text += _but(summary, [row], _least_compressed, "smaller then", byte_size)
    near = [other for other, (its, _, _) in best.items() if other != row.format and its <= size * (1 + CLOSE)]
    if near:
        text += f" {listed(near)} then take{'s' if len(near) == 1 else ''} about the same."
    lz4 = next((r for r in found if r.codec in FAMILY and r.compressed.get("lz4")), None)
    if lz4 and lz4.compressed["lz4"] <= lz4.size * PAYS:
        text += (
            f' hayapack writes LZ4 by itself, packb(value, lz4="block-array"), '
            f"about {byte_size(lz4.compressed['lz4'])}; MessagePack for C# can read that."
        )
    return text


def _least_compressed(row: Row) -> Optional[int]:
    return min([row.compressed[name] for name in COMPRESSORS if row.compressed.get(name)], default=None)


# --- other purposes ----------------------------------------------------------------


def _readable(summary: Summary) -> Advice:
    aim = "Readable by people, or JSON is required"
    found = [row for row in candidates(summary) if row.format == "JSON" and BOTH in row.times]
    if not found:
        return Advice(aim, _no_json(summary))
    found.sort(key=lambda row: row.times[BOTH].ns)
    best, ours = found[0], summary.ours
    text = f"{best.name}, whose JSON keeps this data"
    if ours and ours.keeps and best.times[BOTH].ratio:
        text += f"; {_price(best, ours)}"
    return Advice(aim, f"{text}.", (best.codec,))


def _no_json(summary: Summary) -> str:
    why = [
        f"{row.name}: {_short(row.error or '; '.join(row.losses))}"
        for row in summary.rows
        if row.format == "JSON" and row.status != "missing" and not row.keeps
    ]
    if not why:
        return "No JSON codec was timed."
    return f"No JSON codec here keeps this data ({'; '.join(why)})."


def _short(text: str) -> str:
    return text if len(text) <= REASON_SHOWN else f"{text[:REASON_SHOWN]}…"


def _price(row: Row, ours: Row) -> str:
    """A codec's time and bytes compared with hayapack's."""
    time = row.times[BOTH]
    said = {
        judge.SLOWER: f"it takes {times(time.ratio)} times hayapack's time",
        judge.FASTER: f"it is {times(1 / time.ratio)} times as fast as hayapack",
        judge.SAME: "it takes the same time as hayapack, within the noise",
    }.get(time.verdict, "there are too few samples to compare its time with hayapack's")
    part = row.size / ours.size - 1
    bytes_ = f"{percent(abs(part))} {'more' if part > 0 else 'fewer'} bytes"
    return f"{said}, with {bytes_ if part else 'as many bytes'}"


def _own_python(summary: Summary) -> Optional[Advice]:
    aim = "Caches that only your own Python programs read"
    found = [row for row in summary.rows if row.codec in UNSAFE and row.keeps and BOTH in row.times]
    ours = summary.ours
    if not found or ours is None or not ours.keeps:
        return None
    faster = [row for row in found if row.times[BOTH].verdict == judge.FASTER]
    if faster:
        faster.sort(key=lambda row: row.times[BOTH].ns)
        said = [
            f"{row.name} is {times(1 / row.times[BOTH].ratio)} times as fast as {ours.name}, but {DANGERS[row.codec]}"
            for row in faster
        ]
        return Advice(aim, f"{'. '.join(said)}. So {OWN_FILES}.", _codecs(faster))
    if any(row.times[BOTH].verdict == judge.TOO_FEW for row in found):
        return None
    dangers = [f"{row.name}: {DANGERS[row.codec]}" for row in found]
    text = f"No reason to use {' or '.join(row.name for row in found)} here: no measurable "
    text += f"advantage in time over {ours.name}, and unsafe on data from others ({'; '.join(dangers)})"
    return Advice(aim, f"{text}.")


def _languages(summary: Summary) -> Optional[Advice]:
    found = [row for row in candidates(summary) if row.format in LANGUAGES]
    if not found:
        return None
    formats = list(dict.fromkeys(row.format for row in sorted(found, key=lambda row: row.size)))
    text = f"{listed(formats)} {'keeps' if len(formats) == 1 else 'keep'} this data"
    text += f", smallest first: {formats[0]}" if len(formats) > 1 else ""
    ours = summary.ours
    twins = [row for row in found if ours and row is not ours and row.digest == ours.digest]
    if twins:
        text += (
            f". {_names(twins)} {'writes' if len(twins) == 1 else 'write'} the same bytes "
            f"as {ours.name}, so you can switch between them without converting data"
        )
    return Advice("Readable from other languages", f"{text}.", _codecs(found))


# --- why -----------------------------------------------------------------------


def reasons(summary: Summary, facts: dict) -> list[str]:
    """Properties of the data that explain the results."""
    if not facts["bytes"]:
        return []
    found = [_keys(summary, facts), _text(facts), _floats(facts), _binary(facts), _integers(facts)]
    return [reason for reason in found if reason]


def _keys(summary: Summary, facts: dict) -> str:
    part, shapes = composition_text.share(facts, "keys"), facts["shapes"]
    if part < MUCH:
        return ""
    text = f"Map keys are {percent(part)} of the MessagePack bytes"
    repeated = facts["keys"]["repeated"] / facts["parts"]["keys"]
    if repeated < 0.5:
        return f"{text} and are rarely repeated, so each one is written and read as text."
    text += ", and most are repeated, which compression removes"
    if shapes["distinct"] * FEW <= shapes["maps"]:
        text += ". A format whose schema is declared first (Protocol Buffers, Cap'n Proto) does not write keys at all"
    return f"{text}."


def _text(facts: dict) -> str:
    part = composition_text.share(facts, "text")
    if part < MUCH:
        return ""
    text = f"Text is {percent(part)} of the bytes, which every format stores as plain bytes"
    if facts["strings"]["repeated"] > facts["parts"]["text"] / 2:
        return f"{text}; most of it is repeated, which compression removes."
    return f"{text}: the formats differ little in size for it."


def _floats(facts: dict) -> str:
    part, letters = composition_text.share(facts, "floats"), facts["float_letters"]
    if part < MUCH or letters is None:
        return ""
    text = f"Floats are {percent(part)} of the bytes, 9 each in MessagePack and {letters:.0f} on "
    text += "average as decimal text in JSON"
    if letters + 1 < 9:
        return f"{text}: JSON is smaller for such short decimals."
    return f"{text}, which takes time to format and to parse."


def _binary(facts: dict) -> str:
    part = composition_text.share(facts, "binary")
    if not facts["counts"]["binary"] or part < MUCH / 10:
        return ""
    return (
        f"Byte strings are {percent(part)} of the bytes; JSON has none, and as base64 text they "
        "would be a third longer."
    )


def _integers(facts: dict) -> str:
    part, count = composition_text.share(facts, "integers"), facts["counts"]["integers"]
    if part < MUCH or not count:
        return ""
    each = facts["parts"]["integers"] / count
    return f"Integers are {percent(part)} of the bytes, {each:.1f} each: small ones take one byte."


def _names(rows: list[Row]) -> str:
    return listed([row.name for row in rows])


def _codecs(rows: list[Row]) -> tuple[str, ...]:
    return tuple(row.codec for row in rows)
