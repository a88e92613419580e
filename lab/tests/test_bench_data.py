"""The comparison `data`: tables of events, and one worker against two."""

import pytest

from hayapack_lab import codecs, workloads
from hayapack_lab.codecs import event_tables
from hayapack_lab.comparisons import data
from hayapack_lab.data.missing import NotAvailable
from hayapack_lab.measure import parallel
from hayapack_lab.measure.record import Record
from hayapack_lab.measure.roundtrip import losses

NEEDS = frozenset({"datetime"})


def loaded(codec):
    module = codecs.get(codec)
    try:
        return module, *module.load(NEEDS)
    except (ImportError, NotAvailable) as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("codec", event_tables.CODECS)
def test_every_table_has_the_rows_that_were_packed(codec):
    _, encode, decode = loaded(codec)
    rows = workloads.get("events").make(1, 50)[0]
    try:
        found = decode(encode(rows))
    except ImportError as error:
        pytest.skip(str(error))
    assert losses(rows, found) == []


@pytest.mark.parametrize("key", data.PARTS)
def test_every_task_of_a_part_is_one_of_its_codecs(key):
    part = data.PARTS[key]
    tasks = set()
    for codec in part.codecs:
        module, *_ = loaded(codec)
        try:
            tasks |= set(codecs.ways(module, NEEDS, workloads.get("events")))
        except ImportError as error:
            pytest.skip(str(error))
    assert set(part.tasks) <= tasks and (data.OURS, part.tasks[0]) == part.ours[0]


def test_written_maps_are_the_rows():
    from io import BytesIO

    import hayapack

    module, *_ = loaded(data.OURS)
    rows = workloads.get("events").make(1, 50)[0]
    file = BytesIO()
    way = codecs.ways(module, NEEDS)["write"]
    way.names["write"](module.build(rows).table, file)
    assert list(hayapack.Unpacker(BytesIO(file.getvalue()), timestamp=3)) == rows


def test_one_worker_and_two_read_the_same_rows():
    found = parallel.measure(size=300_000, count=3)
    assert found["bytes"] >= 300_000
    assert all(len(times["one"]) == len(times["two"]) == 3 for times in found["tasks"].values())
    section = data.sections(Record(parallel=found))[-1]
    assert [row[0].text for row in section.parts[0].rows] == list(found["tasks"])
