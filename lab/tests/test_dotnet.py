"""The C# worker, started for real where it was built, and the part of article D about C#."""

import os
from pathlib import Path

import pytest
from hayapack_lab import competitors, engine, runtimes
from hayapack_lab.posts import d, d_dotnet
from hayapack_lab.process import Refused
from hayapack_lab.report.model import Table, Text

BUILT = Path(__file__).parents[2] / "build/lab-dotnet/hayapack-lab-worker"
WAYS = ["decode", "encode", "post round trip"]


@pytest.fixture
def program(monkeypatch):
    """The worker, where it was built; the runtimes are told of it."""
    path = os.environ.get("HAYAPACK_LAB_DOTNET") or str(BUILT)
    if not Path(path).is_file():
        pytest.skip("the lab's C# worker is not built (tools/lab-dotnet.sh)")
    monkeypatch.setenv("HAYAPACK_LAB_DOTNET", path)
    return path


def use(worker, size=40):
    source = {"workload": "d_graph", "seed": 2, "size": size}
    try:
        return worker.ask("use", 120, source=source, needs=[], fresh=False)
    except Refused as error:
        if error.kind == "missing":
            pytest.skip(str(error))
        raise


@pytest.mark.parametrize("codec", d_dotnet.CODECS)
def test_every_codec_gives_the_graph_back_and_is_timed_in_every_way(codec, program, start):
    worker = start(codec)
    answer = use(worker)
    assert (answer["messages"], answer["losses"]) == (1, [])
    assert sorted(answer["ways"]) == WAYS and answer["size"] > 5000
    assert worker.ask("hello", 30)["version"]
    for what in WAYS:
        timed = worker.ask("sample", 60, what=what, collect=True, at_least=1)
        assert timed["ns"] > 0 and timed["calls"] >= 1
        assert timed["allocated"] >= 0 and len(timed["collections"]) == 3
    assert worker.ask("release", 30) == {} == worker.ask("compress", 30)


def test_the_graph_is_the_same_each_time(program, start):
    digests = {use(start(codec))["digest"] for codec in ("dotnet_hayapack", "dotnet_hayapack_again")}
    assert len(digests) == 1


def test_both_messagepack_libraries_write_the_same_bytes(program, start):
    for theirs, ours in d_dotnet.PAIRS:
        if "lz4" not in ours:  # compressed bytes are the compressor's choice
            assert use(start(theirs))["digest"] == use(start(ours))["digest"]


def test_a_graph_of_another_kind_is_missing(program, start):
    with pytest.raises(Refused, match="no workload") as caught:
        source = {"workload": "c_int", "seed": 2, "size": 1}
        start("dotnet_hayapack").ask("use", 60, source=source, needs=[], fresh=False)
    assert caught.value.kind == "missing"


def test_without_a_worker_the_codecs_are_missing(monkeypatch):
    monkeypatch.delenv("HAYAPACK_LAB_DOTNET", raising=False)
    with pytest.raises(competitors.NotAvailable, match="--dotnet-worker"):
        runtimes.command("dotnet_hayapack")


def test_allocations_and_collections_are_kept(monkeypatch):
    class Made:
        def ask(self, do, limit, **fields):
            return {"ns": 5.0, "calls": 1, "allocated": 7, "collections": [1, 0, 0]}

    with engine.Engine("lab", engine.Settings(pin=False)) as running:
        monkeypatch.setattr(running, "workers", {"dotnet_json": Made()})
        monkeypatch.setattr(running, "_close", lambda: None)
        cell = {"status": "ok", "samples": {}, "calls": {}}
        running._sample("dotnet_json", "encode", True, {"cells": {"dotnet_json": cell}})
    assert cell["allocated"] == {"encode gc on": 7}
    assert cell["collections"] == {"encode gc on": [1, 0, 0]}


# --- the section --------------------------------------------------------------


def made_up(**figures):
    """A record with C#'s source in it, and these codecs: (size, write, read, allocated)."""
    cells = {}
    for codec, (size, write, read, allocated) in figures.items():
        spent = {d_dotnet.WRITE: write, d_dotnet.READ: read, d_dotnet.ROUND: write + read}
        cells[codec] = {
            "status": "ok", "error": None, "losses": [], "size": size,
            "samples": {task: [ns * (1 + i / 1000) for i in range(5)] for task, ns in spent.items()},
            "allocated": dict.fromkeys(spent, allocated),
            "collections": dict.fromkeys(spent, [3, 2, 1]),
        }  # fmt: skip
    source = d_dotnet.source(True)
    entry = {
        "key": source.key, "name": source.name, "group": "D", "messages": 1, "cells": cells,
        "tasks": [engine.task_name(*task) for task in source.tasks],
    }  # fmt: skip
    known = {codec: competitors.get(codec) for codec in cells}
    codecs = {key: {"name": file.NAME, "loses": "", "contract": {}} for key, file in known.items()}
    return {"codecs": codecs, "sources": [entry]}


def full():
    return made_up(
        dotnet_utf8json=(137_000_000, 400e6, 600e6, 600_000_000),
        dotnet_messagepack=(103_000_000, 200e6, 300e6, 300_000_000),
        dotnet_hayapack=(103_000_000, 50e6, 150e6, 300_000_000),
        dotnet_hayapack_again=(103_000_000, 50e6, 150e6, 300_000_000),
        dotnet_messagepack_lz4=(45_000_000, 400e6, 400e6, 330_000_000),
        dotnet_hayapack_lz4=(40_000_000, 500e6, 200e6, 330_000_000),
    )


def tables(record):
    return {part.key: part for part in d_dotnet.parts(record) if isinstance(part, Table)}


def test_every_row_of_the_article_is_beside_todays():
    table = tables(full())["d-dotnet-then"]
    assert {len(row) for row in table.rows} == {len(table.columns)}
    rows = {row[1].text: [cell.text for cell in row] for row in table.rows}
    assert rows["Utf8Json"] == [
        "Utf8Json typed", "Utf8Json", "137,248,217", "137,000,000", "100 %", "100 %", "1,001.4",
        "1,002.0", "× 1.00", "× 1.00", "643", "600.0", "3 / 2 / 1",
    ]  # fmt: skip
    assert rows["hayapack"][5:10] == ["75 %", "390.3", "200.4", "× 0.39", "× 0.20"]
    assert {row[0].text for row in table.rows} == set(d.STANDS)


def test_the_two_libraries_are_compared_form_by_form():
    rows = {row[0].text: row for row in tables(full())["d-dotnet-pairs"].rows}
    plain, packed = rows["hayapack"], rows["hayapack + LZ4"]
    assert plain[1].text.startswith("× 4.00 (") and plain[2].text.startswith("× 2.00 (")
    assert packed[1].mark == "loss" and packed[2].mark == ""
    assert packed[4].text == "× 1.12" and plain[6].text == "300 MB / 300 MB"
    assert rows["dotnet_hayapack_typeless"][1].text == "–"


def test_the_fastest_is_first_and_losses_are_marked():
    rows = tables(full())["d-dotnet-fair"].rows
    assert [row[0].text for row in rows][:2] == ["hayapack", "MessagePack-CSharp"]
    assert len(rows) == 5  # the second hayapack is only for the noise floor


def test_a_run_without_csharp_says_so():
    [said] = d_dotnet.parts({"codecs": {}, "sources": []})
    assert isinstance(said, Text) and "not measured" in said.text


def test_a_codec_that_is_missing_is_named():
    record = full()
    missing = {"status": "missing", "error": "no package source serves it", "samples": {}}
    record["sources"][0]["cells"]["dotnet_messagepack"] = missing
    shown = tables(record)
    assert shown["d-dotnet-pairs"].rows[0][1].text == "not run"
    assert shown["d-dotnet-then"].rows[6][7].hint == "no package source serves it"
