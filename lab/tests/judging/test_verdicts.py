"""How often verdicts are right: samples of two processes of hayapack and of one rival, made with a known ratio."""

import numpy as np
import pytest

from hayapack_lab.statistics import judge

TASK = "encode gc on"
RUNS = 150


def verdict(random, ratio, scatter, count):
    """Of a rival that takes `ratio` times as long; lognormal samples."""
    cells = {
        codec: {"status": "ok", "samples": {TASK: list(100 * factor * np.exp(random.normal(0, scatter, count)))}}
        for codec, factor in (("hayapack_native", 1), ("hayapack_again", 1), ("rival", ratio))
    }
    (found,) = (one for one in judge.judge({"cells": cells}, TASK) if one.codec == "rival")
    return found.verdict


def rate(wanted, ratio, scatter, count):
    random = np.random.default_rng(3)
    return sum(verdict(random, ratio, scatter, count) in wanted for _ in range(RUNS)) / RUNS


@pytest.mark.parametrize("scatter, count", [(0.05, 8), (0.05, 60), (0.25, 8), (0.25, 60)])
def test_the_same_speed_is_no_difference(scatter, count):
    assert rate((judge.FASTER, judge.SLOWER), 1, scatter, count) <= 0.02


@pytest.mark.parametrize("ratio, scatter, count", [(1.1, 0.05, 60), (2, 0.05, 8), (2, 0.25, 12), (2.5, 0.4, 30)])
def test_a_difference_is_seen(ratio, scatter, count):
    assert rate((judge.SLOWER,), ratio, scatter, count) >= 0.95
    assert rate((judge.FASTER,), 1 / ratio, scatter, count) >= 0.95
