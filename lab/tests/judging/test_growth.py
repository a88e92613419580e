"""Peaks measured in separate processes, slopes on log axes, and their section."""

import signal
import subprocess
import sys

import pytest

from hayapack_lab.articles import memory_page as page
from hayapack_lab.measure import memory
from hayapack_lab.measure.record import NOT_REACHED, Record, record_of
from hayapack_lab.statistics import growth
from hayapack_lab.text.report_elements import Chart, Table, Text

SIZES = (10, 100, 1000, 10_000, 100_000)
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def curve(power, wobble=(1.0, 1.0, 1.0, 1.0, 1.0)):
    return {n: 2000.0 * n**power * part for n, part in zip(SIZES, wobble)}


def test_quadratic_growth_is_worse_than_linear():
    slope = growth.fit(curve(2))
    assert slope.value == pytest.approx(2) and slope.verdict == growth.WORSE
    assert slope.dearer == pytest.approx(10_000)


@pytest.mark.parametrize("power", [0.5, 1, 1.019])
def test_linear_growth_and_better_is_not(power):
    assert growth.fit(curve(power)).verdict == growth.LINEAR


def test_what_the_fit_can_not_tell_from_linear_is_not_called_worse():
    noisy = growth.fit(curve(1.05, (1.5, 0.6, 1.0, 0.7, 1.4)))
    assert noisy.low < 1 < noisy.high and noisy.verdict == growth.UNCLEAR
    sure = growth.fit(curve(1.2, (1.01, 0.99, 1.0, 0.99, 1.01)))
    assert sure.low > 1.15 and sure.verdict == growth.WORSE


def test_two_points_have_a_slope_and_no_verdict_and_one_has_nothing():
    slope = growth.fit({10: 1.0, 100: 100.0})
    assert slope.value == pytest.approx(2) and slope.verdict == growth.TWO_SIZES
    assert growth.fit({10: 1.0}) is None and growth.fit({}) is None


def test_memory_counts_from_where_it_can_be_measured():
    points = {10: 20_000, 100: 2_000_000, 1000: 900_000, 10_000: 14_000_000, 100_000: 140_000_000}
    assert list(growth.measurable(points)) == [10_000, 100_000]
    assert growth.measurable({10: 0}) == {}


def entries(power, codec="msgpack_c", what="encode"):
    return [
        {"codec": codec, "what": what, "records": n, "before": 10**7, "grown": int(grown),
         "peak": 10**7 + int(grown), "bytes": 1400 * n, "ns": 10**6, "reset": True}
        for n, grown in curve(power).items()
    ]  # fmt: skip


def record(power=1, **fields):
    """A record in which msgpack's one-shot encode grows with a power of the size."""
    sources = [
        {
            "key": f"b_{n}",
            "cells": {"msgpack_c": {"status": "ok", "samples": {"reference encode gc on": [ns] * 3}}},
        }
        for n, ns in curve(power).items()
    ]
    return record_of({"codecs": {"msgpack_c": {"name": "msgpack"}}, "sources": sources, **fields})


def table(section, key):
    return next(p for p in section.parts if isinstance(p, Table) and p.key == key)


def texts(section):
    return " ".join(part.text for part in section.parts if isinstance(part, Text))


def test_the_section_flags_what_is_worse_than_linear():
    section = page.section(record(2, memory=entries(1.5) + entries(1, what="decode")))
    time, other = table(section, "memory-growth-time").rows
    grown, linear = table(section, "memory-growth-memory").rows
    assert [row[6].text for row in (time, grown)] == ["worse than linear", "worse than linear"]
    assert [row[6].mark for row in (time, grown)] == ["loss", "loss"]
    assert linear[6].text == "linear or better" and other[2].text == "–"
    assert "Worse than linear: msgpack encode (time, slope 2.00)" in texts(section)
    assert len([part for part in section.parts if isinstance(part, Chart)]) == 3


def test_the_section_shows_failures_and_what_was_not_measured():
    failed = {"codec": "msgpack_c", "what": "decode", "records": 100_000, "error": "signal 9"}
    section = page.section(record(memory=[*entries(1), failed]))
    [row] = table(section, "memory-peaks").rows
    assert row[2].text == "200 MB" and row[5].text == "failed: signal 9"
    assert "Nothing grows worse than linear" in texts(section)
    assert "not measured" in texts(page.section(record()))
    assert "not measured" in texts(page.section(Record()))
    not_reset = [{**entries(1)[0], "reset": False}]
    assert "could not be reset" in texts(page.section(record(memory=not_reset)))


def test_rows_of_every_table_are_as_wide_as_its_columns():
    failed = [{"codec": "ujson", "what": w, "records": 100_000, "error": "x"} for w in page.WHATS]
    both = entries(1) + entries(1, what="decode") + failed
    for part in page.section(record(memory=both)).parts:
        if isinstance(part, Table):
            assert {len(row) for row in part.rows} == {len(part.columns)}
        if isinstance(part, Chart):
            assert {len(series.y) for series in part.series} == {len(part.x)}


@pytest.mark.long
@linux
def test_memory_of_few_records_in_fresh_processes():
    seen = []
    codecs = ["json_std", "t_missing", "t_crash"]
    found = memory.measure((10, 1000), lambda *at: seen.append(at), codecs)
    assert [(e["records"], e["codec"], e["what"]) for e in found][:3] == [
        (10, "json_std", "encode"),
        (10, "json_std", "decode"),
        (10, "t_missing", "encode"),
    ]
    by = {(e["records"], e["codec"], e["what"]): e for e in found}
    small, large = by[10, "json_std", "encode"], by[1000, "json_std", "encode"]
    assert 90 < large["bytes"] / small["bytes"] < 110
    assert large["peak"] - large["before"] == large["grown"] > large["bytes"]
    assert by[1000, "json_std", "decode"]["grown"] > 2_000_000
    assert "error" in by[10, "t_missing", "encode"]
    assert "signal" in by[10, "t_crash", "encode"]["error"]
    assert by[10, "t_crash", "decode"]["error"] == "nothing was encoded"
    assert [at[1:3] for at in seen] == [(i, 6) for i in range(6)]


@pytest.mark.long
@linux
def test_ctrl_c_gives_what_is_there():
    code = (
        "import os, signal\n"
        "from hayapack_lab.measure import memory\n"
        "def shown(*at): os.kill(os.getpid(), signal.SIGINT)\n"
        "found = memory.measure((10, 100_000), shown, ['json_std'])\n"
        "print(*(entry.get('error', 'measured') for entry in found), sep='|')"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        # A background job would ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        rest = process.communicate(timeout=120)[0]
    finally:
        process.kill()
    assert rest.split("|")[:2] == ["measured", "measured"]
    assert rest.strip().split("|")[2:] == [NOT_REACHED] * 2
