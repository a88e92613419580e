"""The verdict of the comparison of one source, in sentences: the fastest, the smallest, and who is better than hayapack.

As in `compare_advice`, everything is read from the summary that the tables show.
"""

from __future__ import annotations

from ..statistics import judge
from ..statistics.summary import BOTH, Row, Summary
from .compare_advice import (
    OURS,
    RIVALS,
    candidates,
    caution,
    compressed_sizes,
    counted,
    fastest,
    is_ours,
    smallest,
    tie,
)
from .compare_losses import PACKED, Loss, losses
from .number_formats import byte_size, listed, percent, times


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
        return f"no verdict on speed with {counted(len(rivals))}{without}{_single(summary, rivals)}."
    of = f"{'hayapack and ' * (len(timed) > len(rivals))}{len(rivals)} safe, lossless {'rivals' if len(timed) > len(rivals) else 'codecs'}"
    if not quick.codecs:
        return f"fastest of {of}{without}: {quick.reason}."
    return f"fastest of {of}{without}: {quick.names}, {quick.figure} for a round trip ({quick.reason})."


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
    packed = compressed_sizes(summary)
    if ours is None or not packed:
        return ""
    size, name, row = min(packed, key=lambda item: item[0])
    mine = ours.compressed.get(name)
    if row is ours or not mine or mine <= tie(summary) * size:
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
