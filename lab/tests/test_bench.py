import json
import subprocess
import sys

import pytest

from hayapack_lab.measure import memory
from hayapack_lab.text import bench_report

NAMES = {
    "hayapack_native": "hayapack",
    "hayapack_public": "hayapack public API",
    "msgpack_c": "msgpack",
    "msgspec_msgpack": "msgspec",
    "orjson": "orjson",
    "hayapack_pure": "hayapack pure",
    "msgpack_pure": "msgpack pure",
}


def fake_record(**times):
    """A record in which every codec takes the given time in every task."""

    def cell(ns):
        tasks = ("encode gc on", "encode gc off", "decode gc on", "decode gc off")
        return {"status": "ok", "losses": [], "samples": {task: [ns, ns, ns] for task in tasks}}

    machine = {
        "cpu": "test",
        "cores": 2,
        "system": "Test",
        "pinned_to": 0,
        "python": "CPython",
        "compiler": "cc",
        "flags": "-O2",
        "load_before": [0.0],
        "load_after": [0.0],
    }
    return {
        "machine": machine,
        "started": "2026-01-01",
        "seconds": 1,
        "interrupted": False,
        "settings": {"samples": 3, "sample_ms": 1},
        "codecs": {codec: {"name": NAMES[codec], "version": "1"} for codec in times},
        "not_run": {"canada.json": "npm is not installed"},
        "sources": [{"name": "row", "cells": {codec: cell(ns) for codec, ns in times.items()}}],
    }


def test_ratios_are_other_time_over_hayapack_time():
    record = fake_record(hayapack_native=10, msgpack_c=90, msgspec_msgpack=25, hayapack_public=20)
    row = bench_report.rows(record, "encode", True)[0]
    assert (row.best, row.best_ratio.value, row.msgpack.value) == ("msgspec", 2.5, 9.0)
    assert row.public.value == 1.25


def test_a_lossy_or_failed_rival_is_not_the_best():
    record = fake_record(hayapack_native=10, msgpack_c=90, msgspec_msgpack=25, orjson=5)
    cells = record["sources"][0]["cells"]
    cells["orjson"]["losses"] = ["int key → str"]
    cells["msgspec_msgpack"].update(status="failed", error="crashed (SIGSEGV)")
    assert bench_report.rows(record, "decode", False)[0].best == "msgpack"
    text = bench_report.markdown(record, "bench")
    assert "row, orjson: loses int key → str; not counted as a rival" in text
    assert "row, msgspec: failed: crashed (SIGSEGV)" in text
    assert "canada.json: not run, npm is not installed" in text


def test_losses_come_before_the_rows():
    record = fake_record(hayapack_native=10, orjson=8, hayapack_pure=10, msgpack_pure=25)
    text = bench_report.markdown(record, "bench")
    assert text.index("Where hayapack loses") < text.index("Every row")
    assert "| row | encode, GC on | 0.80 (0.80–0.80) | orjson |" in text
    assert "| msgpack.fallback / hayapack pure | 2.50 |" in text


def test_without_hayapack_no_victory_is_claimed():
    text = bench_report.markdown(fake_record(msgpack_c=10), "bench")
    assert "Not known: no row with hayapack and a rival." in text


def test_bench_as_a_command(tmp_path):
    command = [sys.executable, "-m", "hayapack_lab", "bench", "--quick", "--samples", "2"]
    command += ["--only", "tiny_map", "--codecs", "msgpack_c,msgpack_pure"]
    command += ["--out", str(tmp_path / "t.md"), "--json", str(tmp_path / "t.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # no progress bar without a terminal
    assert (tmp_path / "t.md").read_text() == done.stdout.rstrip("\n") + "\n"
    assert json.loads((tmp_path / "t.json").read_text())["schema"] == "hayapack-lab/3"


def test_unknown_names_are_usage_errors():
    command = [sys.executable, "-m", "hayapack_lab", "bench", "--only", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "unknown: nonsense; there are: a_bytes" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_of_a_small_message_and_stream():
    pytest.importorskip("hayapack")
    record = memory.run(2_000_000, 60_000_000)
    text = memory.markdown(record)
    for name, result in record["codecs"].items():
        if "error" in result["unpack"]:
            pytest.skip(f"{name}: {result['unpack']['error']}")
        assert result["unpack"]["peak"] > result["unpack"]["before"]
        assert result["stream"]["messages"] > 100_000
        assert result["stream"]["growth"] < 5_000_000
        assert f"| {name} |" in text
