"""Figures of the articles' answers: from a record, as verdicts, and as texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, Union

from ...measure.record import Record, RecordedSource
from ...measure.source import task_name
from ...statistics import judge, stats
from ...statistics.stats import Ratio
from ...statistics.summary import DIRECTIONS
from ...text.number_formats import times
from ...text.report_tables import size_of
from .languages import CLOSE, FAILS, HOLDS, PART

Key, Found = TypeVar("Key"), TypeVar("Found")
FAIR = {what: task_name(what) for what in DIRECTIONS}


class NotMeasured(LookupError):
    """A figure that the record does not have."""


def known(figure: Callable[[Key], Found], keys: Iterable[Key]) -> dict[Key, Found]:
    """The figure of each key, without those that were not measured."""
    found = {}
    for key in keys:
        try:
            found[key] = figure(key)
        except NotMeasured:
            continue
    return found


def version(record: Record, codec: str) -> str:
    """The version alone, without the variant that follows it."""
    found = record.codec(codec).version
    if not found:
        raise NotMeasured(codec)
    return str(found).partition(" ")[0].rstrip(",")


def source_of(record: Record, key: str) -> RecordedSource:
    for source in record.sources:
        if source.key == key:
            return source
    raise NotMeasured(key)


def ns_of(
    record: Record, key: str, codec: str, task: str, pick: Callable[[list[float]], float] = stats.median
) -> float:
    """Nanoseconds of a message. pick: min for the least sample, as some articles printed it."""
    samples = judge.samples_of(source_of(record, key), codec, task)
    if not samples:
        raise NotMeasured(f"{key}, {codec}, {task}")
    return pick(samples)


def bytes_of(record: Record, key: str, codec: str, kind: str = "size") -> float:
    size = size_of(source_of(record, key), codec, kind)
    if size is None:
        raise NotMeasured(f"{key}, {codec}")
    return size


def noise(record: Record, keys: Iterable[str], task: str) -> float:
    """The largest noise floor of the task; 0 where hayapack was not measured twice."""
    return max((judge.floor(source_of(record, key), task) or 0.0 for key in keys), default=0.0)


def below(values: Iterable[Union[float, Ratio]], limit: float = 1.0, slack: float = 0.0) -> str:
    """The verdict on "each value is below the limit". slack: part by which a value may differ without a verdict.

    Of a ratio with an interval, the whole interval has to be below.
    """
    bounds = [_bounds(value) for value in values]
    under = sum(high < limit / (1 + slack) for _, high in bounds)
    over = sum(low > limit * (1 + slack) for low, _ in bounds)
    if under == len(bounds):
        return HOLDS
    if over == len(bounds):
        return FAILS
    return PART if under else CLOSE


def _bounds(value: Union[float, Ratio]) -> tuple[float, float]:
    if not isinstance(value, Ratio):
        return value, value
    return (value.value if value.low is None else value.low), (value.value if value.high is None else value.high)


def ratio_of(record: Record, key: str, codec: str, other: str, task: str) -> Ratio:
    """The codec's time / the other's, with its interval."""
    found = judge.ratio_of(source_of(record, key), codec, other, task)
    if found is None:
        raise NotMeasured(f"{key}, {codec}, {other}, {task}")
    return found


def with_interval(ratio: Ratio, show: Callable[[Iterable[float]], str]) -> str:
    """The ratio, and its interval in parentheses. show: `percents`, `multiples`"""
    low, high = _bounds(ratio)
    value, interval = show([ratio.value]), show([low, high])
    return value if value == interval else f"{value} ({interval})"


def percents(values: Iterable[float]) -> str:
    """Parts as a range in per cent: 0.3–25 %, 20 %."""
    return _range((100 * value for value in values), _figure) + " %"


def multiples(values: Iterable[float]) -> str:
    """1.2–38"""
    return _range(values, times)


def factors(shares: Iterable[float]) -> str:
    """Parts of another's time as how many times as fast: 0.5 and 0.25 are 2.00–4.00."""
    return multiples(1 / share for share in shares)


def _range(values: Iterable[float], show: Callable[[float], str]) -> str:
    values = list(values)
    ends = [show(min(values)), show(max(values))]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def _figure(value: float) -> str:
    return f"{value:.1f}" if value < 1 else f"{value:.0f}"
