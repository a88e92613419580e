"""What the comparison of one source means: a codec for each purpose. Its verdict and losses are beside this file.

Everything is read from the summary that the tables show, so it can't contradict them. A codec is
called faster only by judge's verdict, or, where there are too few samples for one, by more than
`ROUGH`, which is then said; codecs without a difference are named together. Codecs that lose data are
never recommended, unsafe ones only with a warning. Whether a codec is unsafe is a property of the
call that was measured (`codecs.Contract`), by the same rule in every language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ..statistics import judge
from ..statistics.summary import BOTH, COMPRESSORS, Row, Summary
from .number_formats import byte_size, duration, listed, percent, times

OURS = tuple(judge.OURS)
RIVALS = 2  # rivals that must have been measured to call a codec the fastest
NONE = "–"
FASTEST, SMALLEST, COMPRESSED = "Fastest round trip", "Smallest", "Smallest compressed"
READABLE, OWN, SAME_BYTES = "Readable (JSON)", "Only your own programs", "Same bytes as hayapack"
TOO_FEW = "about equal; too few samples"
TOO_NOISY = "too noisy to tell: measure again"
ALIKE = 1.5  # times within the noise that differ by more than this factor are not called the same
ROUGH = 1.25  # times of too few samples that differ by less are not told apart
TIE = 1.001  # sizes within this factor are the same
ABOUT = 1.03  # estimated sizes within this factor are the same


@dataclass(frozen=True)
class Advice:
    """The recommendation for one purpose."""

    purpose: str
    codecs: tuple[str, ...]  # keys; possibly none
    names: str  # of these codecs, for people
    figure: str
    reason: str  # at most six words, a codec's name counted as one


def advise(summary: Summary) -> list[Advice]:
    """One recommendation per purpose; the first three always exist where anything keeps the data."""
    found = [fastest(summary), smallest(summary), readable(summary)]
    found += [_compressed(summary), _own(summary), _same_bytes(summary)]
    return [advice for advice in found if advice]


def counted(rivals: int) -> str:
    return f"{rivals} rival{'s' * (rivals != 1)}"


def candidates(summary: Summary) -> list[Row]:
    """The codecs that keep the data, are safe on untrusted data, and are not twins."""
    speaks = summary.ours.codec if summary.ours else None
    return [row for row in summary.rows if row.keeps and not row.unsafe and (not is_ours(row) or row.codec == speaks)]


def is_ours(row: Row) -> bool:
    """Whether the codec is hayapack in any configuration."""
    return "hayapack" in row.codec


def caution(row: Row) -> str:
    """ "loses data", "unsafe" or nothing."""
    return "loses data" if row.losses else "unsafe" if row.unsafe else ""


def caveat(row: Row) -> str:
    """The same, with what is unsafe."""
    return f"unsafe: {row.unsafe}" if row.unsafe and not row.losses else caution(row)


def fastest(summary: Summary) -> Advice:
    found = sorted((row for row in candidates(summary) if BOTH in row.times), key=lambda row: row.times[BOTH].ns)
    if not found:
        return Advice(FASTEST, (), NONE, NONE, "no timed codec keeps this data")
    ours = summary.ours
    rivals = sum(not is_ours(row) for row in found)
    if rivals < RIVALS:
        return Advice(FASTEST, (), NONE, NONE, f"{counted(rivals)} measured: too few")
    if ours not in found:
        return _advice(FASTEST, found[:1], _span(found[:1]), "lowest median; noise unknown")
    unsure = [row for row in found if row.times[BOTH].verdict == judge.TOO_FEW]
    if unsure and len(unsure) == len(found) - 1:
        return _roughly(found, ours)
    faster = [row for row in found if row.times[BOTH].verdict == judge.FASTER]
    best = _level(found, faster[0], summary) if faster else [row for row in found if row is ours or _same(row)]
    if best[-1].times[BOTH].ns > ALIKE * best[0].times[BOTH].ns:
        return Advice(FASTEST, (), NONE, NONE, TOO_NOISY)
    first = [row for row in unsure if row.times[BOTH].ns < best[-1].times[BOTH].ns]
    return _advice(FASTEST, best, _span(best), _why_fastest(found, best, ours, first))


def _roughly(found: list[Row], ours: Row) -> Advice:
    """Without intervals."""
    best = [row for row in found if row.times[BOTH].ns <= ROUGH * found[0].times[BOTH].ns]
    if len(best) > 1:
        reason = TOO_FEW
    elif best[0] is ours:
        reason = f"next: {found[1].name}, about {times(found[1].times[BOTH].ratio)}× as long"
    else:
        reason = f"about {times(1 / best[0].times[BOTH].ratio)}× as fast as {ours.name}"
    return _advice(FASTEST, best, _span(best), reason)


def _why_fastest(found: list[Row], best: list[Row], ours: Row, unsure: list[Row]) -> str:
    if unsure:
        return f"too few samples of {unsure[0].name}"
    if len(best) > 1:
        return "no difference beyond the noise"
    if best[0] is not ours:
        return f"{times(1 / best[0].times[BOTH].ratio)}× as fast as {ours.name}"
    slower = [row for row in found if row.times[BOTH].verdict == judge.SLOWER]
    return f"next: {slower[0].name}, {times(slower[0].times[BOTH].ratio)}× as long" if slower else "no other was timed"


def _same(row: Row) -> bool:
    return row.times[BOTH].verdict == judge.SAME


def _level(found: list[Row], best: Row, summary: Summary) -> list[Row]:
    """The codecs that can't be told apart from the best of the faster ones, and those before it."""
    time, noise = best.times[BOTH], summary.floors[BOTH] or 0.0

    def near(row: Row) -> bool:
        its = row.times[BOTH]
        if its.ns <= time.ns:
            return its.verdict != judge.TOO_FEW
        return its.verdict == judge.FASTER and (its.low <= time.high or its.ratio / time.ratio - 1 <= noise)

    return [row for row in found if near(row)]


def smallest(summary: Summary) -> Optional[Advice]:
    found = candidates(summary)
    if not found:
        return None
    least = min(row.size for row in found)
    same = [row for row in found if row.size == least]
    risky = [row for row in summary.measured if row.size < least and caution(row)]
    others = [row for row in found if row.size > least]
    if risky:
        row = min(risky, key=lambda row: row.size)
        reason = f"{row.name}: {byte_size(row.size)}, but {caution(row)}"
    elif others:
        row = min(others, key=lambda row: row.size)
        reason = f"next: {row.name}, {percent(row.size / least - 1)} more"
    else:
        reason = "all safe codecs have this size"
    return _advice(SMALLEST, same, byte_size(least), reason)


def readable(summary: Summary) -> Advice:
    found = [row for row in candidates(summary) if row.format == "JSON" and BOTH in row.times]
    if not found:
        tried = any(row.format == "JSON" and row.status != "missing" for row in summary.rows)
        return Advice(READABLE, (), NONE, NONE, f"no JSON codec {'keeps this data' if tried else 'was timed'}")
    best, ours = min(found, key=lambda row: row.times[BOTH].ns), summary.ours
    figure = f"{duration(best.times[BOTH].ns)}, {byte_size(best.size)}"
    if ours is None or not ours.keeps or ours is best:
        return _advice(READABLE, [best], figure, "lowest median of the JSON codecs")
    time, more = best.times[BOTH], f"{times(best.size / ours.size)}×"
    if time.verdict == judge.TOO_FEW or time.ratio is None:
        return _advice(READABLE, [best], figure, f"too few samples; {more} hayapack's bytes")
    if time.verdict == judge.SAME and not 1 / ALIKE <= time.ratio <= ALIKE:
        return _advice(READABLE, [best], figure, f"too noisy; {more} hayapack's bytes")
    if time.verdict == judge.SAME:
        return _advice(READABLE, [best], figure, f"same time as hayapack, {more} bytes")
    return _advice(READABLE, [best], figure, f"{times(time.ratio)}× hayapack's time, {more} its bytes")


def _compressed(summary: Summary) -> Optional[Advice]:
    packed = compressed_sizes(summary)
    if not packed:
        return None
    size, name, row = min(packed, key=lambda item: item[0])
    same = [other for its, how, other in packed if its <= tie(summary) * size and how == name]
    found = _advice(
        COMPRESSED,
        same,
        f"{'about ' * summary.estimated}{byte_size(size)} ({name})",
        f"{percent(size / row.size)} of plain size",
    )
    return found if size < row.size else None


def compressed_sizes(summary: Summary) -> list[tuple[int, str, Row]]:
    return [
        (row.compressed[name] or 0, name, row)
        for row in candidates(summary)
        for name in COMPRESSORS
        if row.compressed.get(name)
    ]


def tie(summary: Summary) -> float:
    """The factor within which compressed sizes are the same."""
    return ABOUT if summary.estimated else TIE


def _own(summary: Summary) -> Optional[Advice]:
    """The fastest unsafe codec, if it is faster than what is safe."""
    limit = min((row.times[BOTH].ns for row in candidates(summary) if BOTH in row.times), default=None)
    found = [row for row in summary.rows if row.unsafe and row.keeps and BOTH in row.times and not is_ours(row)]
    found = [row for row in found if row.times[BOTH].verdict in ("", judge.FASTER)]
    best = min(found, key=lambda row: row.times[BOTH].ns, default=None)
    if best is None or limit is None or best.times[BOTH].ns >= limit:
        return None
    return _advice(OWN, [best], _span([best]), caveat(best))


def _same_bytes(summary: Summary) -> Optional[Advice]:
    ours = summary.ours
    if ours is None or not ours.keeps:
        return None
    same = [row for row in candidates(summary) if row is not ours and row.digest and row.digest == ours.digest]
    return _advice(SAME_BYTES, same, byte_size(ours.size), "switch without converting data") if same else None


def _advice(purpose: str, rows: list[Row], figure: str, reason: str) -> Advice:
    return Advice(purpose, tuple(row.codec for row in rows), listed([row.name for row in rows]), figure, reason)


def _span(rows: list[Row]) -> str:
    """The round trip of one codec, or from the fastest to the slowest of several."""
    ends = dict.fromkeys(duration(row.times[BOTH].ns) for row in (rows[0], rows[-1]))
    return " to ".join(ends)
