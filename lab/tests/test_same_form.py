"""Like is compared with like: a declared class with a declared class, typeless with typeless."""

from dataclasses import replace

import pytest

from hayapack_lab.articles import losses, object_graph_csharp_page, small_record_page
from hayapack_lab.measure.machine import Machine
from hayapack_lab.measure.record import Record, RecordedCell, RecordedCodec, RecordedSource
from hayapack_lab.statistics import judge
from hayapack_lab.text import report_tables
from hayapack_lab.text.report_elements import Text

TASK = "encode gc on"


def record(**ns):
    """One record of article E, in a run named after CPython; ns by codec, in every task."""
    tasks = [f"{way} gc on" for way in (*small_record_page.WAYS, small_record_page.POST)]
    cells = {
        codec: RecordedCell("ok", size=76, samples={task: [time] * 5 for task in tasks}) for codec, time in ns.items()
    }
    source = RecordedSource(
        small_record_page.WORKLOAD, "E, one record", group=small_record_page.KEY, tasks=tasks, cells=cells
    )
    return Record(
        machine=Machine(python="CPython 3.11.7"),
        started="2026-11-29T00:00:00",
        codecs={codec: RecordedCodec(codec) for codec in cells},
        sources=[source],
    )


def verdict(made, codec):
    [found] = [one for one in judge.judge(made.sources[0], TASK) if one.codec == codec]
    return found.verdict


@pytest.mark.parametrize(
    ("ours", "expected"), [(200.0, judge.FASTER), (50.0, judge.SLOWER), (100.0, judge.SAME), (None, judge.SLOWER)]
)
def test_a_class_is_compared_with_hayapacks_class_and_without_it_with_its_dict(ours, expected):
    """The dict's 10 ns said nothing of a class that takes 200."""
    classes = {} if ours is None else {"record_hayapack_array": ours}
    made = record(hayapack_native=10.0, hayapack_again=10.0, record_msgspec_array=100.0, msgpack_c=5.0, **classes)
    assert verdict(made, "record_msgspec_array") == expected
    assert verdict(made, "msgpack_c") == judge.FASTER


@pytest.mark.parametrize("ours", [200.0, 50.0])
def test_the_sentence_the_losses_and_the_marks_agree(ours):
    """A loss of a run beside the page's is said too."""
    dict_, float32 = {"hayapack_native": 10.0, "hayapack_again": 10.0}, {"record_hayapack_float32": 5.0}
    beside = record(**dict_, **float32, record_msgspec_array=100.0, record_hayapack_array=ours)
    beside.machine.python = "CPython 3.14.10"
    made = replace(record(**dict_, msgpack_c=30.0), beside=[beside])
    lost = ours == 200.0
    found, counts = losses.compared(made)
    assert counts[judge.FASTER] == (len(small_record_page.WAYS) + 1) * lost
    assert all(one.ours.codec == "record_hayapack_array" and one.record is beside for one in found)
    faster = [part for part in losses.times(made) if getattr(part, "key", "") == "losses-faster"]
    assert bool(faster) is lost
    for row in faster[0].rows if lost else ():
        assert row[1].text == "E, one record, CPython 3.14.10"
        assert (row[4].sort, row[6].sort) == (0.5, 200.0) and row[7].text == "compared with record_hayapack_array"
    section = small_record_page.section(made)
    [said] = [p.text for p in section.parts if isinstance(p, Text) and p.text.startswith("Faster than hayapack")]
    assert ("record_msgspec_array × 0.50" in said) is lost
    assert "float32" not in said  # hayapack is no rival of itself
    cell = report_tables.time_cells(beside.sources[0], TASK)("record_msgspec_array")
    assert (report_tables.BEATS in cell.text) is lost


def test_every_form_of_messagepack_csharp_has_hayapacks():
    assert [ours for _, ours in object_graph_csharp_page.PAIRS] == [
        theirs.replace("messagepack", "hayapack") for theirs, _ in object_graph_csharp_page.PAIRS
    ]
    assert (
        set(judge.SAME_FORM) >= set(dict(object_graph_csharp_page.PAIRS)) and len(object_graph_csharp_page.PAIRS) == 6
    )
