"""What to use for which aim, and why, in plain words, from the record alone.

A codec is called faster only where judge says so; what can't be told apart is
named as a tie. What loses data is never recommended, and what is unsafe only
with its danger beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import judge, madeof
from .summary import (
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
from .verdict import FAMILY, UNSAFE, absent

LANGUAGES = ("MessagePack", "JSON", "CBOR", "BSON")  # formats that many languages read
DANGERS = {
    "pickle_std": "reading a pickle runs whatever code its writer put in",
    "marshal_std": "hostile bytes can crash Python, and another Python version may not read them",
}
OWN_FILES = "only for files that nobody but your own program can write"
REASON_SHOWN = 60  # letters of a codec's error
FEW = 10  # times as many maps as sets of keys: a schema would have little to declare
MUCH = 0.3  # a share of the bytes that explains something
PAYS = 0.7  # compressed to this part or less, compression is worth a word
MORE_TIME = "There are too few samples (more --seconds would help) to say"
CLOSE = 0.1  # sizes this near to each other are "about the same"


@dataclass(frozen=True)
class Advice:
    """What to use for one aim; `codecs` are the ones it names, empty where there is none."""

    aim: str
    text: str
    codecs: tuple[str, ...] = ()


def recommend(summary: Summary, source: dict) -> list[Advice]:
    """One piece of advice for each aim, then why, as far as the data tells."""
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
    """What keeps the data, is safe on data from strangers, and speaks for itself."""
    speaks = summary.ours.codec if summary.ours else None
    return [
        row
        for row in summary.rows
        if row.keeps
        and row.codec not in UNSAFE
        and (row.codec not in FAMILY or row.codec == speaks)
    ]


# --- fastest -------------------------------------------------------------------


def _overall(summary: Summary) -> Advice:
    aim = "Fastest there and back, nothing lost"
    found = [row for row in candidates(summary) if BOTH in row.times]
    found.sort(key=lambda row: row.times[BOTH].ns)
    if not found:
        return Advice(aim, "Nothing to recommend: no codec that was timed keeps all of this data.")
    ours = summary.ours
    if ours not in found:
        why = absent(summary) if ours is None else f"{ours.name} does not keep all of this data."
        return Advice(aim, f"{why} {_unjudged(found)}", (found[0].codec,))
    by_verdict = {
        verdict: [row for row in found if row.times[BOTH].verdict == verdict]
        for verdict in (judge.FASTER, judge.SAME, judge.SLOWER, judge.TOO_FEW)
    }
    few = by_verdict[judge.TOO_FEW]
    if few and len(few) == len(found) - 1:
        return Advice(aim, f"{MORE_TIME} which is.")
    if by_verdict[judge.FASTER]:
        text, best = _not_ours(by_verdict[judge.FASTER], ours, summary.floors[BOTH] or 0.0)
    else:
        text, best = _ours(ours, by_verdict[judge.SAME], by_verdict[judge.SLOWER])
    if few:
        text += f" {MORE_TIME} how {_names(few)} would do."
    return Advice(aim, text, _codecs(best))


def _unjudged(found: list[Row]) -> str:
    time = duration(found[0].times[BOTH].ns)
    text = f"Of the others, {found[0].name} had the lowest median, {time} for both ways"
    return f"{text}; how sure that is was not judged, for it takes hayapack as the measure."


def _not_ours(faster: list[Row], ours: Row, floor: float) -> tuple[str, list[Row]]:
    """hayapack is not the answer, and this says so."""
    best, mine = faster[0], ours.times[BOTH].ns
    time = best.times[BOTH]
    text = (
        f"{best.name}, not {ours.name}: {duration(time.ns)} to encode and decode the whole, "
        f"{times(1 / time.ratio)} times as fast as {ours.name} ({duration(mine)})."
    )
    level = [row for row in faster[1:] if _level(row.times[BOTH], time, floor)]
    if level:
        text += f" {_names(level)} can't be told apart from it."
    rest = [row for row in faster[1:] if row not in level]
    if rest:
        text += f" {_names(rest)} {'is' if len(rest) == 1 else 'are'} faster than {ours.name} too."
    return text, [best, *level]


def _level(slower: Time, time: Time, floor: float) -> bool:
    """Whether two that are measured against hayapack can't be told apart."""
    return slower.low <= time.high or slower.ratio / time.ratio - 1 <= floor


def _ours(ours: Row, alike: list[Row], slower: list[Row]) -> tuple[str, list[Row]]:
    time = duration(ours.times[BOTH].ns)
    text = f"{' or '.join(row.name for row in (ours, *alike))}: {time} to encode and decode the "
    text += "whole"
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
    return Advice("Smallest", f"{text}.{_compressed(found, least)}", _codecs(same))


def _compressed(found: list[Row], least: Row) -> str:
    """What a compressor would do, and whether the format still matters then."""
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
        return " Compression does not pay here."
    text = f" Compressed, {row.format} with {name} is smallest: {byte_size(size)}"
    text += f", {percent(size / row.size)} of the {byte_size(row.size)} before."
    near = [
        other
        for other, (its, _, _) in best.items()
        if other != row.format and its <= size * (1 + CLOSE)
    ]
    if near:
        text += f" {listed(near)} then take{'s' if len(near) == 1 else ''} about the same."
    lz4 = next((r for r in found if r.codec in FAMILY and r.compressed.get("lz4")), None)
    if lz4 and lz4.compressed["lz4"] <= lz4.size * PAYS:
        text += (
            f' hayapack writes LZ4 by itself, packb(value, lz4="block-array"), '
            f"about {byte_size(lz4.compressed['lz4'])}; MessagePack for C# reads that too."
        )
    return text


# --- other aims ----------------------------------------------------------------


def _readable(summary: Summary) -> Advice:
    aim = "Read by people, or JSON is asked for"
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
    """What a codec costs beside hayapack, in time and bytes."""
    time = row.times[BOTH]
    said = {
        judge.SLOWER: f"it takes {times(time.ratio)} times hayapack's time",
        judge.FASTER: f"it is {times(1 / time.ratio)} times as fast as hayapack",
        judge.SAME: "it takes hayapack's time, within the noise",
    }.get(time.verdict, "too few samples to tell its time from hayapack's")
    part = row.size / ours.size - 1
    bytes_ = f"{percent(abs(part))} {'more' if part > 0 else 'fewer'} bytes"
    return f"{said}, with {bytes_ if part else 'as many bytes'}"


def _own_python(summary: Summary) -> Optional[Advice]:
    aim = "Caches that only your own Python reads"
    found = [row for row in summary.rows if row.codec in UNSAFE and row.keeps and BOTH in row.times]
    ours = summary.ours
    if not found or ours is None or not ours.keeps:
        return None
    faster = [row for row in found if row.times[BOTH].verdict == judge.FASTER]
    if faster:
        faster.sort(key=lambda row: row.times[BOTH].ns)
        said = [
            f"{row.name} is {times(1 / row.times[BOTH].ratio)} times as fast as {ours.name}, "
            f"but {DANGERS[row.codec]}"
            for row in faster
        ]
        return Advice(aim, f"{'. '.join(said)}. So {OWN_FILES}.", _codecs(faster))
    if any(row.times[BOTH].verdict == judge.TOO_FEW for row in found):
        return None
    dangers = [f"{row.name}: {DANGERS[row.codec]}" for row in found]
    text = f"No reason to take {' or '.join(row.name for row in found)} here: not measurably "
    text += f"faster than {ours.name}, and dangerous to read from others ({'; '.join(dangers)})"
    return Advice(aim, f"{text}.")


def _languages(summary: Summary) -> Optional[Advice]:
    found = [row for row in candidates(summary) if row.format in LANGUAGES]
    if not found:
        return None
    formats = list(dict.fromkeys(row.format for row in sorted(found, key=lambda row: row.size)))
    text = f"{listed(formats)} {'keeps' if len(formats) == 1 else 'keep'} this data"
    text += f", the smallest first: {formats[0]}" if len(formats) > 1 else ""
    ours = summary.ours
    twins = [row for row in found if ours and row is not ours and row.digest == ours.digest]
    if twins:
        text += (
            f". {_names(twins)} {'writes' if len(twins) == 1 else 'write'} the very same bytes "
            f"as {ours.name}, so that you can go from one to another without converting anything"
        )
    return Advice("Other languages read it too", f"{text}.", _codecs(found))


# --- why -----------------------------------------------------------------------


def reasons(summary: Summary, facts: dict) -> list[str]:
    """What in the data explains the figures."""
    if not facts["bytes"]:
        return []
    found = [_keys(summary, facts), _text(facts), _floats(facts), _binary(facts), _integers(facts)]
    return [reason for reason in found if reason]


def _keys(summary: Summary, facts: dict) -> str:
    part, shapes = madeof.share(facts, "keys"), facts["shapes"]
    if part < MUCH:
        return ""
    text = f"Map keys are {percent(part)} of the MessagePack bytes"
    repeated = facts["keys"]["repeated"] / facts["parts"]["keys"]
    if repeated < 0.5:
        return f"{text} and hardly repeat, so every one must be written and read as a text."
    text += ", and most repeat: that is what compression takes out"
    if shapes["distinct"] * FEW <= shapes["maps"]:
        text += (
            ". A format whose schema is declared first (Protocol Buffers, Cap'n Proto) would not "
            "write them at all"
        )
    return f"{text}."


def _text(facts: dict) -> str:
    part = madeof.share(facts, "text")
    if part < MUCH:
        return ""
    text = f"Text is {percent(part)} of the bytes, which every format writes as it is"
    if facts["strings"]["repeated"] > facts["parts"]["text"] / 2:
        return f"{text}; most of it repeats, which compression takes out."
    return f"{text}: the formats differ little in size for it."


def _floats(facts: dict) -> str:
    part, letters = madeof.share(facts, "floats"), facts["float_letters"]
    if part < MUCH or letters is None:
        return ""
    text = f"Floats are {percent(part)} of the bytes, 9 each in MessagePack and {letters:.0f} on "
    text += "average as decimal text in JSON"
    if letters + 1 < 9:
        return f"{text}: short decimals are where JSON is the smaller one."
    return f"{text}, where each must be written in decimal and read back, which takes time."


def _binary(facts: dict) -> str:
    part = madeof.share(facts, "binary")
    if not facts["counts"]["binary"] or part < MUCH / 10:
        return ""
    return (
        f"Byte strings are {percent(part)} of the bytes; JSON has none, and as base64 text they "
        "would be a third longer."
    )


def _integers(facts: dict) -> str:
    part, count = madeof.share(facts, "integers"), facts["counts"]["integers"]
    if part < MUCH or not count:
        return ""
    each = facts["parts"]["integers"] / count
    return f"Integers are {percent(part)} of the bytes, {each:.1f} each: small ones take one byte."


def _names(rows: list[Row]) -> str:
    return listed([row.name for row in rows])


def _codecs(rows: list[Row]) -> tuple[str, ...]:
    return tuple(row.codec for row in rows)
