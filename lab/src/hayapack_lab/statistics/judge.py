"""Decides which codec is faster, and whether the difference is more than noise.

A codec is faster or slower than hayapack only if the 95 % interval of the ratio excludes 1 and
lies beyond the noise floor and LEAST_DIFFERENCE. The noise floor of a cell is measured with a second process of
hayapack in the same rounds: it is the distance from 1 of the ratio of their medians, which differs
between processes more than within one. (Not that of its interval: the scatter of hayapack's samples
is in the rival's interval already.) lab/tests/judging has the rates of right and wrong verdicts, and
tools/bench/verdict_accuracy.py counts them on a machine.

Where the record says of which rounds the samples are, those of the same round are compared: the machine may
become slower or faster, and a slow codec has samples of the first rounds only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ..measure.record import RecordedSource
from . import stats
from .stats import Ratio

# hayapack's codecs and their twins, by runtime; the first one measured represents hayapack.
OURS = {
    "hayapack_native": "hayapack_again",
    "php_hayapack_safe": "php_hayapack_safe_again",
    "php_hayapack": "php_hayapack_again",
    "dotnet_hayapack": "dotnet_hayapack_again",
    "type_hayapack": "type_hayapack_again",
}
# A rival's codec of a form that hayapack has too, and hayapack's codec of that form: like is compared with like, a class
# with a class. Every other codec is compared with the one that represents hayapack.
SAME_FORM = {
    "record_msgspec_array": "record_hayapack_array",
    **{
        f"dotnet_messagepack{types}{lz4}": f"dotnet_hayapack{types}{lz4}"
        for types in ("", "_typeless")
        for lz4 in ("", "_lz4_block", "_lz4_array")
    },
}
STAND_INS = ("hayapack_pure",)  # represents hayapack if the native back end is missing
TWINS = tuple(OURS.values())

# Two processes of one codec differ by up to so much, which one twin shows by chance only. Without this limit, up to a
# fifth of the verdicts on equal codecs were wrong (tools/bench/verdict_accuracy.py).
LEAST_DIFFERENCE = 0.1
NOISE = f"the noise floor or {100 * LEAST_DIFFERENCE:.0f} %"  # what a difference must exceed, in words

FASTER, SLOWER, SAME, TOO_FEW = "faster", "slower", "no difference", "too few samples"


@dataclass(frozen=True)
class Judged:
    """One codec in one task, compared with hayapack."""

    codec: str
    ns: float  # median, nanoseconds per message
    interval: tuple[Optional[float], Optional[float]]  # of the median, at 95 %
    samples: int
    ratio: Optional[Ratio]  # this codec's time / hayapack's of the same form; None if hayapack has no time
    verdict: str  # of this codec against hayapack: FASTER, SLOWER, SAME or TOO_FEW; "" for hayapack


def samples_of(source: RecordedSource, codec: str, task: str) -> list[float]:
    """A cell's samples of a task; empty if there are none or the codec failed."""
    cell = source.cell(codec)
    return cell.samples.get(task, []) if cell.status == "ok" else []


def our_codec(source: RecordedSource) -> Optional[str]:
    """The codec that represents hayapack in this source."""
    for codec in (*OURS, *STAND_INS):
        if any(source.cell(codec).samples.values()):
            return codec
    return None


def ours_beside(source: RecordedSource, codec: str, task: str) -> Optional[str]:
    """hayapack's codec with which another is compared in a task; None for hayapack itself, or without one."""
    ours, same = our_codec(source), SAME_FORM.get(codec, "")
    found = same if samples_of(source, same, task) else ours
    return None if codec == ours else found


def floor(source: RecordedSource, task: str) -> Optional[float]:
    """The noise floor of a task: 0.05 means that differences up to 5 % are noise.

    None if hayapack was not measured twice.
    """
    ours = our_codec(source)
    twin = OURS.get(ours or "")
    if ours is None or twin is None:
        return None
    ratio = ratio_of(source, twin, ours, task)
    if ratio is None or ratio.low is None:
        return None
    return max(ratio.value, 1 / ratio.value) - 1


def judge(source: RecordedSource, task: str) -> list[Judged]:
    """Every codec timed in this task except twins, and those that are no libraries (`bounds`), fastest first."""
    noise = floor(source, task)
    found = []
    for codec in source.cells:
        samples = samples_of(source, codec, task)
        if not samples or codec in TWINS or codec in source.bounds:
            continue
        ours = ours_beside(source, codec, task)
        ratio = None if ours is None else ratio_of(source, codec, ours, task)
        verdict = "" if ratio is None else _verdict(ratio, noise)
        found.append(Judged(codec, stats.median(samples), stats.interval(samples), len(samples), ratio, verdict))
    return sorted(found, key=lambda judged: judged.ns)


def ratio_of(source: RecordedSource, over: str, under: str, task: str) -> Optional[Ratio]:
    """A codec's time / another's; None if one has none."""
    samples = [samples_of(source, codec, task) for codec in (over, under)]
    if not all(samples):
        return None
    pairs = _of_the_same_rounds(source, over, under, task) if source.interleaved else []
    if len(pairs) >= stats.LEAST:
        return stats.ratio_of_pairs([one / other for one, other in pairs])
    return stats.ratio(*samples)


def _of_the_same_rounds(source: RecordedSource, over: str, under: str, task: str) -> list[tuple[float, float]]:
    """The pairs of samples of one round; empty if the rounds were not recorded."""
    found = []
    for codec in (over, under):
        turns = source.cells[codec].turns.get(task, [])
        samples = samples_of(source, codec, task)
        found.append(dict(zip(turns, samples)) if len(turns) == len(samples) else {})
    return [(value, found[1][turn]) for turn, value in found[0].items() if turn in found[1]]


def _verdict(ratio: Ratio, noise: Optional[float]) -> str:
    if ratio.low is None:
        return TOO_FEW
    # The end of the interval nearer to 1 is compared, not the ratio itself.
    least = max(ratio.low, 1 / ratio.high)
    if not ratio.sure or least - 1 <= max(noise or 0.0, LEAST_DIFFERENCE):
        return SAME
    return FASTER if ratio.value < 1 else SLOWER
