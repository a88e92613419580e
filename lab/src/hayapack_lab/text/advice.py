"""What the comparison of one source means: a codec for each purpose, the verdict, the losses.

Everything is read from the summary that the tables show, so it can't contradict them. A codec is
called faster only by judge's verdict, or, where there are too few samples for one, by more than
`ROUGH`, which is then said; codecs without a difference are named together. Codecs that lose data are
never recommended, unsafe ones only with a warning. Whether a codec is unsafe is a property of the
call that was measured (`codecs.Contract`), by the same rule in every language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ..measure.engine import task_name
from ..statistics import judge
from ..statistics.summary import (
    BOTH,
    COMPRESSORS,
    DIRECTIONS,
    Row,
    Summary,
    Time,
    byte_size,
    duration,
    listed,
    percent,
    times,
)

OURS = tuple(judge.OURS)
SIZE = "size"  # metrics of losses
PACKED = f"{SIZE}, "  # what follows is the compressor
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
# Task, in words, of each row of the losses.
LOSABLE = (
    *((task_name(what), what) for what in DIRECTIONS),
    (BOTH, "round trip"),
    *((task_name(what, False), f"{what}, GC off") for what in DIRECTIONS),
)


@dataclass(frozen=True)
class Advice:
    """The recommendation for one purpose."""

    purpose: str
    codecs: tuple[str, ...]  # keys; possibly none
    names: str  # of these codecs, for people
    figure: str
    reason: str  # at most six words, a codec's name counted as one


@dataclass(frozen=True)
class Loss:
    """One task in which a codec that keeps the data is better than hayapack."""

    what: str
    row: Row
    theirs: str
    ours: str
    ratio: float  # theirs / hayapack's
    sure: bool = True  # False: too few samples for an interval

    @property
    def of_time(self) -> bool:
        return not self.what.startswith(SIZE)

    @property
    def caveat(self) -> str:
        """What speaks against the codec or the figure."""
        return "; ".join(part for part in (caveat(self.row), "" if self.sure else "too few samples") if part)


def advise(summary: Summary) -> list[Advice]:
    """One recommendation per purpose; the first three always exist where anything keeps the data."""
    found = [fastest(summary), smallest(summary), readable(summary)]
    found += [_compressed(summary), _own(summary), _same_bytes(summary)]
    return [advice for advice in found if advice]


def verdict(summary: Summary) -> list[str]:
    """The fastest, of how many, without whom; the smallest, also after compression; who beats hayapack."""
    speed = f"{absent(summary)}{_speed(summary)}"
    if speed.startswith(("fastest", "no ")):
        speed = speed[:1].upper() + speed[1:]
    size = " ".join(part for part in (_size(summary), _with_compressor(summary)) if part)
    return [part for part in (speed, size, _better(summary)) if part]


def remarks(summary: Summary) -> str:
    """The codecs that were left out because they are slow, and the seconds that intervals would need."""
    first = "hayapack" if summary.ours else "the fastest codec"
    slow = sorted((row for row in summary.rows if row.slower), key=lambda row: row.slower["times"])
    told = [
        f"{row.name} ({'at least' if row.slower['at_least'] else 'about'} {row.slower['times']:.0f})" for row in slow
    ]
    said = [f"Left out because they are far slower, in multiples of {first}'s time: {', '.join(told)}."] if told else []
    if summary.needed:
        said.append(f"Too few samples for intervals; --seconds {summary.needed:.0f} would give them.")
    return " ".join(said)


def not_measured(summary: Summary) -> list[str]:
    """The names of the close rivals that are not installed or were not selected."""
    missing = {row.codec for row in summary.rows if row.status == "missing"}
    known = {row.codec for row in summary.rows} - missing
    return [name for codec, name in summary.close.items() if codec not in known]


def _speed(summary: Summary) -> str:
    quick, timed = fastest(summary), [row for row in candidates(summary) if BOTH in row.times]
    rivals = [row for row in timed if not is_ours(row)]
    gone = not_measured(summary)
    without = f" (not measured: {', '.join(gone)})" if gone else ""
    if not timed:
        return f"{quick.reason}{without}."
    if len(rivals) < RIVALS:
        return f"no verdict on speed with {_count(len(rivals))}{without}{_single(summary, rivals)}."
    of = f"{'hayapack and ' * (len(timed) > len(rivals))}{len(rivals)} safe, lossless {'rivals' if len(timed) > len(rivals) else 'codecs'}"
    if not quick.codecs:
        return f"fastest of {of}{without}: {quick.reason}."
    return f"fastest of {of}{without}: {quick.names}, {quick.figure} for a round trip ({quick.reason})."


def _count(rivals: int) -> str:
    return f"{rivals} rival{'s' * (rivals != 1)}"


def _single(summary: Summary, rivals: list[Row]) -> str:
    """What is known of the only rival."""
    if not rivals or summary.ours not in candidates(summary):
        return ""
    row = rivals[0]
    time = row.times[BOTH]
    if time.ratio is None:
        return ""
    if time.verdict == judge.SAME:
        return f": no difference to {row.name} beyond the noise"
    return f": {row.name} takes {times(time.ratio)} times hayapack's time"


def _size(summary: Summary) -> str:
    small = smallest(summary)
    if small is None:
        return ""
    rows = {row.codec: row for row in summary.rows}
    formats = {rows[codec].format for codec in small.codecs}
    name = formats.pop() if len(formats) == 1 and len(small.codecs) > 1 else small.names
    least = min(rows[codec].size or 0 for codec in small.codecs)
    risky = min((row for row in summary.measured if caution(row)), key=lambda row: row.size, default=None)
    but = ""
    if risky and risky.size < least:
        but = f" ({risky.name} {byte_size(risky.size)}, but it {risky.unsafe or 'loses data'})"
    return f"Smallest: {name}, {small.figure}{but}."


def _with_compressor(summary: Summary) -> str:
    """Whether another format is smaller than hayapack after the compressor that makes the least of all."""
    ours = summary.ours
    packed = _packed(summary)
    if ours is None or not packed:
        return ""
    size, name, row = min(packed, key=lambda item: item[0])
    mine = ours.compressed.get(name)
    if row is ours or not mine or mine <= _tie(summary) * size:
        return ""
    who = row.name if row.name == row.format else f"{row.format} ({row.name})"
    return f"{who} with {name} is {percent(1 - size / mine)} smaller than hayapack with {name}."


def _better(summary: Summary) -> str:
    """Every codec that is better than hayapack in something, with what."""
    found: dict[str, list[Loss]] = {}
    for loss in losses(summary):
        found.setdefault(loss.row.name, []).append(loss)
    said = []
    for name, lost in found.items():
        metrics = [loss.what for loss in lost if not loss.what.startswith(PACKED)]
        packed = [loss.what.removeprefix(PACKED) for loss in lost if loss.what.startswith(PACKED)]
        what = ", ".join(metrics + ([f"size with {listed(packed)}"] if packed else []))
        caveats = dict.fromkeys(loss.caveat for loss in lost if loss.caveat)
        said.append(f"{name} ({'; '.join([what, *caveats])})")
    return f"Better than hayapack: {', '.join(said)}." if said else ""


def no_losses(summary: Summary) -> str:
    """The sentence in place of the table of losses."""
    noise = max((floor or 0.0 for floor in summary.floors.values()), default=0.0)
    if noise > ALIKE - 1:
        return (
            f"No codec that keeps this data is smaller; the noise of {percent(noise)} hides faster ones: measure again."
        )
    return "No codec that keeps this data is faster beyond the noise, or smaller."


def no_loss_in_time(summary: Summary) -> str:
    """What the table of losses says of times if it has none."""
    noise = max((floor or 0.0 for floor in summary.floors.values()), default=0.0)
    if noise > ALIKE - 1:
        return f"In time: none seen; the noise of {percent(noise)} hides faster codecs: measure again."
    return "In time: none beyond the noise."


def absent(summary: Summary) -> str:
    """Why hayapack has no result, as the beginning of a sentence; "" if it has."""
    if summary.ours and summary.ours.keeps:
        return ""
    row = next((row for row in summary.rows if row.codec in OURS), None)
    if row is None:
        return "hayapack was not measured; "
    if row.status == "ok":
        return f"hayapack loses data here ({row.losses[0]}); " if row.losses else ""
    what = "fails on this data" if row.status == "failed" else "was not measured"
    return f"hayapack {what} ({(row.error or '').rstrip('.')}); "


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
        return Advice(FASTEST, (), NONE, NONE, f"{_count(rivals)} measured: too few")
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
    packed = _packed(summary)
    if not packed:
        return None
    size, name, row = min(packed, key=lambda item: item[0])
    same = [other for its, how, other in packed if its <= _tie(summary) * size and how == name]
    found = _advice(
        COMPRESSED,
        same,
        f"{'about ' * summary.estimated}{byte_size(size)} ({name})",
        f"{percent(size / row.size)} of plain size",
    )
    return found if size < row.size else None


def _packed(summary: Summary) -> list[tuple[int, str, Row]]:
    return [
        (row.compressed[name] or 0, name, row)
        for row in candidates(summary)
        for name in COMPRESSORS
        if row.compressed.get(name)
    ]


def _tie(summary: Summary) -> float:
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


def losses(summary: Summary) -> list[Loss]:
    """Where a codec that keeps the data is faster or smaller than hayapack, worst first in each task.

    With the collector off: only codecs that are not faster with it on.
    """
    ours, found, seen = summary.ours, [], set()
    if ours is None:
        return []
    rivals = [row for row in summary.measured if row.keeps and not is_ours(row) and row is not ours]
    for task, what in LOSABLE:
        for row in sorted(rivals, key=lambda row: row.times[task].ns if task in row.times else 0.0):
            time = row.times.get(task)
            if time is None or not _faster(time) or (row.codec, what.removesuffix(", GC off")) in seen:
                continue
            seen.add((row.codec, what))
            sure = time.verdict == judge.FASTER
            found.append(Loss(what, row, duration(time.ns), duration(ours.times[task].ns), time.ratio, sure))
    for row in sorted(rivals, key=lambda row: row.size):
        if row.size < ours.size:
            found.append(Loss(SIZE, row, byte_size(row.size), byte_size(ours.size), row.size / ours.size))
    return found + [loss for name in COMPRESSORS if (loss := _compressed_loss(rivals, ours, name, _tie(summary)))]


def _faster(time: Time) -> bool:
    """Whether it is less than hayapack's: by judge's verdict, or roughly."""
    return time.verdict == judge.FASTER or (time.verdict == judge.TOO_FEW and (time.ratio or 1.0) < 1 / ROUGH)


def _compressed_loss(rivals: list[Row], ours: Row, name: str, tie: float) -> Optional[Loss]:
    """The codec whose output the compressor makes smallest, if that of hayapack's is larger."""
    row = min((row for row in rivals if row.compressed.get(name)), key=lambda row: row.compressed[name], default=None)
    mine = ours.compressed.get(name)
    if row is None or not mine or mine <= tie * row.compressed[name]:
        return None
    theirs = row.compressed[name]
    return Loss(PACKED + name, row, byte_size(theirs), byte_size(mine), theirs / mine)


def _advice(purpose: str, rows: list[Row], figure: str, reason: str) -> Advice:
    return Advice(purpose, tuple(row.codec for row in rows), listed([row.name for row in rows]), figure, reason)


def _span(rows: list[Row]) -> str:
    """The round trip of one codec, or from the fastest to the slowest of several."""
    ends = dict.fromkeys(duration(row.times[BOTH].ns) for row in (rows[0], rows[-1]))
    return " to ".join(ends)
