"""`compare` keeps to its seconds: codecs of known speed, and a clock that only they move."""

from functools import partial

import pytest

from hayapack_lab import compare_documents
from hayapack_lab.measure import budgeted_engine, engine
from hayapack_lab.measure.budgeted_engine import BudgetedEngine
from hayapack_lab.measure.worker_process import WorkerLost
from hayapack_lab.statistics import summary
from hayapack_lab.text import compare_advice, compare_verdict

LOAD = 10e-9  # seconds for each byte of a file, to hand it to a codec
RUN = {"encode": 3e-9, "decode": 5e-9}  # seconds for each byte, of hayapack
PACE = {  # times hayapack's
    "hayapack_native": 1.0, "hayapack_again": 1.0, "orjson": 2.0, "msgpack_c": 2.5, "json_std": 4.5,
    "hayapack_pure": 40.0, "msgpack_pure": 80.0, "t_hang": 1e12,
}  # fmt: skip
FAST = ["hayapack_native", "hayapack_again", "orjson", "msgpack_c", "json_std"]
CODECS = ["hayapack_native", "orjson", "msgpack_c", "json_std", "hayapack_pure", "msgpack_pure"]
STARTED = 0.1  # seconds to start a process


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Worker:
    """A codec's process that takes PACE times RUN for a file of `size` bytes."""

    clock: Clock
    size: int

    def __init__(self, codec, core):
        self.pace, self.bytes = PACE[codec], 0

    def ask(self, do, limit, **fields):
        took, answer = getattr(self, do)(**fields)
        if took > limit:
            self.clock.now += limit
            raise WorkerLost(f"did not answer in {limit:.0f} s and was killed")
        self.clock.now += took
        return answer

    def runs(self):
        return {what: seconds * self.bytes * self.pace for what, seconds in RUN.items()}

    def hello(self):
        return STARTED, {"version": "1"}

    def use(self, source, needs, fresh):
        self.bytes = 20_000 if source["pickle"].endswith(".part") else self.size
        first = {what: seconds * 1e9 for what, seconds in self.runs().items()}
        return LOAD * self.bytes + sum(self.runs().values()), {
            "messages": 1, "losses": [], "size": self.bytes, "digest": "same", "ways": ["decode", "encode"], "note": "",
            "first": first,
        }  # fmt: skip

    def sample(self, what, collect, at_least):
        one = self.runs()[what]
        calls = max(1, round(at_least / 1e9 / one))
        return one * calls, {"ns": one * 1e9, "calls": calls}

    def compress(self, most):
        return 0.05 * min(self.bytes, most) / 1e6, {"lz4": 1, "gzip": 1, "zstd": 1}

    def release(self):
        return 0.0, {}

    def close(self):
        pass


@pytest.fixture
def measured(monkeypatch):
    """A function that compares codecs on a file of so many bytes: the record, and the seconds that it took."""
    clock = Clock()
    monkeypatch.setattr(Worker, "clock", clock, raising=False)
    monkeypatch.setattr(engine, "WorkerProcess", Worker)
    monkeypatch.setattr(engine.other_programs, "watched", lambda _: None)
    monkeypatch.setattr(engine.machine, "available", lambda: 24 << 30)
    monkeypatch.setattr(compare_documents, "BudgetedEngine", partial(BudgetedEngine, clock=clock))

    def run(size, seconds, codecs=CODECS, count=1):
        monkeypatch.setattr(Worker, "size", size, raising=False)
        start = clock.now
        documents = [compare_documents.Document(f"{number}.json", "JSON", size, [[1, "a"]]) for number in range(count)]
        record = compare_documents.run(documents, seconds, codecs)
        return record, clock.now - start

    return run


def once(size, codecs):
    """Seconds for one run of each codec, with its preparations and one sample of each task."""
    return sum(STARTED * 2 + LOAD * size + PACE[codec] * size * sum(RUN.values()) * 2 for codec in codecs) + 5


def samples(cell, task):
    return len(cell.samples.get(task, []))


@pytest.mark.parametrize("seconds", [0.3, 5, 30, 120])
@pytest.mark.parametrize("size", [1_000, 100_000, 1_000_000, 28_000_000, 100_000_000, 300_000_000])
def test_there_is_an_answer_in_the_seconds_and_one_run_of_each(measured, size, seconds):
    record, took = measured(size, seconds)
    source = record.sources[0]
    cells, found = source.cells, summary.summarize(record, source)
    shown = [codec for codec in cells if cells[codec].status == "ok"]
    assert took <= seconds + once(size, shown)
    for codec in FAST:
        assert samples(cells[codec], "encode gc on") and samples(cells[codec], "decode gc on")
    assert compare_advice.fastest(found).codecs == ("hayapack_native",)
    assert " ".join(compare_verdict.verdict(found)).startswith("Fastest of hayapack and ")
    for codec in set(cells) - set(shown):
        cell = cells[codec]
        assert codec in ("hayapack_pure", "msgpack_pure") and cell.status == "slow"
        assert cell.slower == {"times": pytest.approx(PACE[codec]), "at_least": False}
        name = codec.replace("_", " ")
        assert f"{name} (about {PACE[codec]:.0f})" in compare_verdict.remarks(found)
        assert f"about {PACE[codec]:.0f} times as long as hayapack on a part of the data" in cell.error


@pytest.mark.parametrize("size, left_out", [(1_000, 0), (1_000_000, 0), (28_000_000, 2), (300_000_000, 2)])
def test_far_slower_codecs_are_left_out_of_large_data_only(measured, size, left_out):
    cells = measured(size, 30)[0].sources[0].cells
    assert [cell.status for cell in cells.values()].count("slow") == left_out


@pytest.mark.parametrize("size", [5_000_000, 28_000_000, 100_000_000, 300_000_000])
def test_the_seconds_that_are_named_give_intervals(measured, size):
    record, _ = measured(size, 1)
    source = record.sources[0]
    assert f"--seconds {source.needed:.0f} would give them" in compare_verdict.remarks(
        summary.summarize(record, source)
    )
    record, took = measured(size, source.needed)
    again = record.sources[0]
    assert again.needed is None
    assert all(samples(again.cells[codec], "encode gc on") >= 3 for codec in FAST)
    assert took <= source.needed + once(size, CODECS)


def test_small_data_gets_all_samples_in_time(measured):
    record, took = measured(1_000, 30)
    assert took <= 30
    for cell in record.sources[0].cells.values():
        assert {samples(cell, task) for task in record.sources[0].tasks} == {60}
        assert all(turns == list(range(60)) for turns in cell.turns.values())


def test_several_files_share_the_seconds(measured):
    record, took = measured(1_000_000, 40, count=4)
    assert took <= 41 and len(record.sources) == 4
    counts = [samples(source.cells["json_std"], "decode gc on") for source in record.sources]
    assert min(counts) > max(counts) / 2


def test_a_codec_that_does_not_answer_costs_its_limit_and_is_at_least_so_slow(measured):
    record, took = measured(1_000, 30, ["hayapack_native", "t_hang", "json_std", "orjson"])
    source = record.sources[0]
    cell = source.cells["t_hang"]
    assert cell.status == "slow" and cell.slower["at_least"] and cell.slower["times"] > 50
    assert cell.error.startswith("stopped after 20 s: at least ") and took <= 31 + budgeted_engine.PATIENCE
    assert all(source.cells[codec].status == "ok" for codec in ("json_std", "orjson"))


def test_a_codec_that_does_not_answer_on_the_part_is_not_tried_on_all(measured):
    record, took = measured(28_000_000, 30, [*CODECS, "t_hang"])
    cells = record.sources[0].cells
    assert cells["t_hang"].status == "failed" and "did not answer in 20 s" in cells["t_hang"].error
    assert all(cells[codec].status == "ok" for codec in FAST) and took <= 32 + budgeted_engine.PATIENCE + once(
        28_000_000, FAST
    )


def test_only_a_long_first_run_is_a_sample(measured):
    """A run on memory that was just got is slower, which matters for short ones."""
    few = measured(100_000_000, 0.3)[0].sources[0].cells["hayapack_native"]
    assert samples(few, "decode gc on") == 1  # 0.5 s: it is the first run
    cell = measured(300_000_000, 0.3)[0].sources[0].cells["json_std"]
    assert samples(cell, "encode gc on") == 1 and not samples(cell, "encode gc off")


def test_hayapacks_pure_back_end_is_measured_where_it_is_the_only_one(measured):
    cells = measured(28_000_000, 5, ["hayapack_pure", "json_std", "orjson"])[0].sources[0].cells
    assert {cell.status for cell in cells.values()} == {"ok"}


def test_sizes_of_large_outputs_are_estimates_and_say_so(measured):
    record, _ = measured(28_000_000, 1)
    found = summary.summarize(record, record.sources[0])
    assert found.estimated and not summary.summarize(*_with_source(measured(1_000, 1)[0])).estimated


def _with_source(record):
    return record, record.sources[0]
