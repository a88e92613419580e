from dataclasses import replace

import pytest

from hayapack_lab.measure.engine import Engine
from hayapack_lab.measure.record import Settings
from hayapack_lab.measure.source import Source, task_name

QUICK = Settings(samples=3, sample_ms=0.2, seconds=2.0, least=3, call_limit=20.0)


def measure(codecs, settings=QUICK, **fields):
    fields = {"workload": "tiny_map", "seed": 1, "size": 1, **fields}
    source = Source("tiny", "tiny", "A tiny map.", fields, codecs=codecs)
    with Engine("test", settings) as engine:
        return engine.run([source])


def test_every_task_has_its_samples():
    record = measure(["json_std", "marshal_std"])
    assert record.schema == "hayapack-lab/3" and not record.interrupted
    for cell in record.sources[0].cells.values():
        assert cell.status == "ok" and cell.losses == []
        for what in ("encode", "decode"):
            for collect in (True, False):
                samples = cell.samples[task_name(what, collect)]
                assert len(samples) == 3 and all(10 < ns < 1e6 for ns in samples)


@pytest.mark.parametrize(("samples", "taken"), [(2, 2), (9, 3)])
def test_a_source_of_long_calls_may_have_fewer_samples_without_a_time_limit(samples, taken):
    fields = {"workload": "tiny_map", "seed": 1, "size": 1}
    source = Source("t", "t", "", fields, ["json_std"], [("encode", True)], seconds=1e-9, samples=samples)
    with Engine("test", replace(QUICK, least=1)) as engine:
        record = engine.run([source])
    assert len(record.sources[0].cells["json_std"].samples[task_name("encode", True)]) == taken


def test_bad_codecs_are_shown_and_do_not_stop_the_run():
    record = measure(["t_crash", "t_fail", "t_missing", "json_std"])
    cells = record.sources[0].cells
    assert cells["t_crash"].status == "failed" and "SIGSEGV" in cells["t_crash"].error
    assert cells["t_fail"].error == "encode: TypeError: can't write dict"
    assert cells["t_missing"].status == "missing"
    assert "no_such_package" in record.codecs["t_missing"].missing
    assert len(cells["json_std"].samples[task_name("encode", True)]) == 3


def test_broken_files_are_named_and_do_not_stop_the_run():
    record = measure(["t_broken", "t_incomplete", "json_std"])
    cells = record.sources[0].cells
    assert cells["t_broken"].status == cells["t_incomplete"].status == "missing"
    assert "its file is broken: ZeroDivisionError" in cells["t_broken"].error
    assert "has no attribute 'FORMAT'" in cells["t_incomplete"].error
    assert cells["json_std"].status == "ok"


def test_a_way_that_a_codec_has_not_is_named():
    source = Source("t", "t", "", {"workload": "tiny_map", "seed": 1, "size": 1})
    source.codecs, source.tasks = ["json_std"], [("open", True), ("reference encode", False)]
    with Engine("test", QUICK) as engine:
        record = engine.run([source])
    cell = record.sources[0].cells["json_std"]
    assert cell.status == "ok" and list(cell.absent) == ["open"]
    assert list(cell.samples) == [task_name("reference encode", False)]


def test_a_codec_without_bytes_gets_text_where_the_source_asks_for_it():
    for asked in (False, True):
        fields = {"size": 10, "as_text": asked}
        record = measure(["json_std", "marshal_std"], workload="a_bytes", **fields)
        cells = record.sources[0].cells
        assert cells["marshal_std"].status == "ok" and cells["marshal_std"].note == ""
        assert (cells["json_std"].status == "ok") == asked
    assert cells["json_std"].note == "byte strings given as text"


def test_a_codec_that_hangs_is_killed():
    record = measure(["t_hang", "json_std"], replace(QUICK, call_limit=1.0))
    cells = record.sources[0].cells
    assert cells["t_hang"].error == "did not answer in 1 s and was killed"
    assert cells["json_std"].status == "ok"


def test_losses_are_listed_with_where():
    record = measure(["t_lossy", "json_std"], workload="floats", size=3)
    cells = record.sources[0].cells
    assert cells["t_lossy"].losses == ["float → int at $[2]"]
    assert cells["json_std"].losses == []


def test_big_data_is_measured_one_codec_after_another():
    record = measure(["json_std", "marshal_std"], replace(QUICK, together=False))
    for cell in record.sources[0].cells.values():
        assert cell.compressed["gzip"] and len(cell.samples) == 4


def test_ctrl_c_keeps_what_was_measured():
    calls = []

    def interrupt(name, number, count, part):
        calls.append(part)
        if len(calls) == 6:
            raise KeyboardInterrupt

    source = Source("t", "t", "", {"workload": "tiny_map", "seed": 1, "size": 1})
    source.codecs = ["json_std"]
    with Engine("test", QUICK, interrupt) as engine:
        record = engine.run([source])
    assert record.interrupted
    cell = record.sources[0].cells["json_std"]
    assert sum(map(len, cell.samples.values())) == 5


def test_sizes_of_like_outputs_are_compressed_once(monkeypatch):
    from hayapack_lab.measure.worker_process import WorkerProcess

    asked = []
    ask = WorkerProcess.ask

    def spy(self, do, *args, **fields):
        asked.append(do)
        return ask(self, do, *args, **fields)

    monkeypatch.setattr(WorkerProcess, "ask", spy)
    pytest.importorskip("ujson")
    record = measure(["json_std", "ujson"])
    cells = record.sources[0].cells
    assert cells["json_std"].compressed == cells["ujson"].compressed
    assert asked.count("compress") == 1
