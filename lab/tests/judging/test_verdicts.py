"""How often verdicts are right: samples of two processes of hayapack and of one rival, made with a known ratio."""

from dataclasses import replace

import numpy as np
import pytest

from hayapack_lab.measure.record import RecordedCell, RecordedSource
from hayapack_lab.statistics import judge

TASK = "encode gc on"
RUNS = 150
long = pytest.mark.long  # the more samples, the longer each verdict takes


def verdict(random, ratio, scatter, count, between=0.0):
    """Of a rival that takes `ratio` times as long; lognormal samples. between: the scatter of whole processes."""
    cells = {
        codec: RecordedCell(
            "ok",
            samples={TASK: list(100 * factor * np.exp(random.normal(random.normal(0, between), scatter, count)))},
        )
        for codec, factor in (("hayapack_native", 1), ("hayapack_again", 1), ("rival", ratio))
    }
    (found,) = (one for one in judge.judge(RecordedSource("one", cells=cells), TASK) if one.codec == "rival")
    return found.verdict


def rate(wanted, ratio, scatter, count, between=0.0):
    random = np.random.default_rng(3)
    return sum(verdict(random, ratio, scatter, count, between) in wanted for _ in range(RUNS)) / RUNS


@pytest.mark.parametrize(
    "scatter, count", [(0.05, 8), (0.25, 8), *(pytest.param(scatter, 60, marks=long) for scatter in (0.05, 0.25))]
)
def test_the_same_speed_is_no_difference(scatter, count):
    assert rate((judge.FASTER, judge.SLOWER), 1, scatter, count) <= 0.02


@pytest.mark.parametrize(
    "ratio, scatter, count",
    [
        (2, 0.05, 8),
        pytest.param(2, 0.25, 12, marks=long),
        pytest.param(1.15, 0.05, 60, marks=long),
        pytest.param(2.5, 0.4, 30, marks=long),
    ],
)
def test_a_difference_is_seen(ratio, scatter, count):
    assert rate((judge.SLOWER,), ratio, scatter, count) >= 0.95
    assert rate((judge.FASTER,), 1 / ratio, scatter, count) >= 0.95


@long
@pytest.mark.parametrize("scatter, count", [(0.02, 60), (0.1, 20)])
def test_processes_of_one_speed_that_differ_are_no_difference(scatter, count):
    assert rate((judge.FASTER, judge.SLOWER), 1, scatter, count, between=0.03) <= 0.02
    assert rate((judge.SLOWER,), 2, scatter, count, between=0.03) >= 0.95


def test_a_machine_that_becomes_slower_changes_no_verdict():
    """The rival has samples of the first rounds only, when the machine was twice as fast."""
    random = np.random.default_rng(4)
    pace = [1.0] * 12 + [2.0] * 48

    def cell(ratio, count):
        samples = [100 * ratio * factor * random.uniform(0.99, 1.01) for factor in pace[:count]]
        return RecordedCell("ok", samples={TASK: samples}, turns={TASK: list(range(count))})

    cells = {"hayapack_native": cell(1, 60), "hayapack_again": cell(1, 60), "rival": cell(1.3, 12)}
    source = RecordedSource("one", cells=cells)
    (found,) = (one for one in judge.judge(source, TASK) if one.codec == "rival")
    assert found.verdict == judge.SLOWER and found.ratio.value == pytest.approx(1.3, rel=0.02)
    alone = judge.judge(replace(source, interleaved=False), TASK)  # its rounds are not those of hayapack
    assert next(one.verdict for one in alone if one.codec == "rival") == judge.FASTER
