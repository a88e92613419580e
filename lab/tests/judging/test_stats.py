import numpy as np
import pytest

from hayapack_lab.articles import published
from hayapack_lab.statistics import stats
from hayapack_lab.text import number_formats


def test_ratio_of_clearly_different_samples_leaves_one_out():
    ratio = stats.ratio([20.0, 21, 20, 22, 20], [10.0, 10, 11, 10, 10])
    assert ratio.value == pytest.approx(2.0)
    assert ratio.low > 1.5 and ratio.high < 2.5 and ratio.sure


def test_ratio_of_like_samples_covers_one():
    samples = [10.0, 11, 12, 13, 14, 10.5, 12.5]
    assert not stats.ratio(samples, samples[::-1]).sure


def test_too_few_samples_give_no_interval():
    ratio = stats.ratio([2.0, 2.0], [1.0, 1.0])
    assert (ratio.value, ratio.low, ratio.high, ratio.sure) == (2.0, None, None, False)


def test_the_interval_is_the_same_every_time():
    a, b = [1.0, 2, 3, 4], [2.0, 3, 4, 5]
    assert stats.ratio(a, b) == stats.ratio(a, b)


@pytest.mark.parametrize("count", [3, 4, 30, 31])
def test_medians_of_resamples_are_numpys(count, monkeypatch):
    """The same samples are drawn, and the median of each is np.median()'s."""
    monkeypatch.setattr(stats, "RESAMPLES", 200)
    samples = [1.5**n for n in range(count)]
    drawn = np.random.default_rng(7).integers(0, count, (200, count))
    expected = np.median(np.asarray(samples)[drawn], axis=1)
    assert stats._medians(samples, np.random.default_rng(7)).tolist() == expected.tolist()


def test_geometric_mean_and_spread():
    assert stats.geometric_mean([1.0, 4.0]) == pytest.approx(2.0)
    assert stats.spread([10.0, 10, 10]) == 0


@pytest.mark.parametrize(
    "ns, text",
    [
        (12.34, "12.3 ns"),
        (999.9, "1000 ns"),
        (1e3, "1.00 µs"),
        (1.2e6, "1.20 ms"),
        (3.4e9, "3.40 s"),
    ],
)
def test_durations_have_three_figures(ns, text):
    assert number_formats.duration(ns) == text


@pytest.mark.parametrize(
    "size, text",
    [(7, "7 B"), (999, "999 B"), (46_000, "46.0 kB"), (467_000, "467 kB"), (2.5e6, "2.50 MB")],
)
def test_sizes_have_three_figures(size, text):
    assert number_formats.byte_size(size) == text


def test_the_error_of_a_mean_is_benchmarkdotnets():
    """Half of the 99.9 % interval of three samples, as article D's table has it beside the deviation."""
    samples = [1.0, 2.0, 4.0]
    factor = stats.mean_error(samples) / stats.deviation(samples)
    for row in published.figures("object_graph", "method").values():
        rounding = 0.005 * (1 + factor)  # both are printed with two decimals
        assert row["error_ms"] == pytest.approx(factor * row["deviation_ms"], abs=rounding)
