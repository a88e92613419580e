"""Reference article D: the graph, its codecs, its section."""

import json
from dataclasses import replace

import pytest

from hayapack_lab import codecs
from hayapack_lab.articles import object_graph_page
from hayapack_lab.codecs import typed_graph
from hayapack_lab.measure.record import Record, RecordedCell, RecordedCodec, RecordedSource
from hayapack_lab.measure.worker_process import Refused, WorkerProcess
from hayapack_lab.text.report_elements import Text
from hayapack_lab.workloads import d_graph

D_CODECS = [key for key in codecs.keys() if key.startswith("d_")]


@pytest.fixture(scope="module")
def graph():
    return d_graph.make(2, 30)[0]


def test_the_graph_is_the_same_for_a_seed_and_another_for_another(graph):
    again = d_graph.make(2, 30)[0]
    assert json.dumps(graph) == json.dumps(again)
    assert json.dumps(graph) != json.dumps(d_graph.make(3, 30)[0])


def test_the_graph_has_the_sizes_that_it_promises():
    text = json.dumps(d_graph.make(2, d_graph.QUICK_SIZE)[0], separators=(",", ":"), ensure_ascii=False)
    assert 0.8e6 < len(text.encode()) < 1.2e6
    assert 9 < d_graph.SIZE / d_graph.QUICK_SIZE < 11


def test_the_graph_shares_products_and_customers_by_reference(graph):
    lines = [line for order in graph["orders"] for line in order["lines"]]
    products = {id(line["product"]) for line in lines}
    assert len(products) < len(lines)
    assert len({id(order["customer"]) for order in graph["orders"]}) < len(graph["orders"])


def test_the_graph_has_every_kind_of_value(graph):
    found, stack = set(), [graph]
    while stack:
        item = stack.pop()
        found.add(type(item))
        stack += item.values() if isinstance(item, dict) else item if type(item) is list else []
    assert found == {dict, list, str, int, float, bool, type(None)}


def test_objects_and_plain_values_are_the_same_graph(graph):
    objects = typed_graph.wrap(graph)
    assert type(objects) is typed_graph.Export
    assert type(objects.orders[0].lines[0].product) is typed_graph.Product
    order = next(order for order in objects.orders if order.customer.delivery is None)
    assert order.deliver_to is order.customer.home  # shared before, shared after
    assert typed_graph.unwrap(objects) == graph
    assert typed_graph.unwrap(typed_graph.wrap_root(graph)) == graph


@pytest.mark.parametrize("codec", D_CODECS)
def test_the_graph_comes_back_unchanged(codec):
    worker = WorkerProcess(codec, None)
    source = {"workload": "d_graph", "seed": 2, "size": 30}
    try:
        answer = worker.ask("use", 60, source=source, needs=[], fresh=False)
    except Refused as error:
        if error.kind == "missing":
            pytest.skip(f"{codec}: {error}")
        raise
    finally:
        worker.close()
    assert answer["losses"] == [] and answer["messages"] == 2


@pytest.mark.parametrize("codec", D_CODECS)
def test_the_codecs_take_part_in_this_workload_only(codec):
    assert codecs.get(codec).workloads == ("d_graph",)


def test_type_names_are_on_the_wire_where_the_file_says(graph):
    pytest.importorskip("hayapack")

    def names(codec):
        module = codecs.get(codec)
        try:
            encode, _ = module.load(frozenset())
        except codecs.NotAvailable as error:
            pytest.skip(str(error))
        return encode(module.wrap(graph)).count(b", Shop")

    assert names("d_hayapack_typeless_root") == 1
    assert names("d_hayapack_typeless") > len(graph["orders"]) * 4


def made_up(**cells):
    """A record with article D's source and only these codecs: (size, encode, decode)."""

    def cell(size, encode, decode):
        samples = {
            task: [ns * (1 + i / 1000) for i in range(5)]
            for task, ns in (("encode gc on", encode), ("decode gc on", decode))
        }
        return RecordedCell("ok", size=size, samples=samples)

    made = {codec: cell(*figures) for codec, figures in cells.items()}
    described = {codec: RecordedCodec(codecs.get(codec).name) for codec in made}
    source = next(source for source in object_graph_page.sources(True) if source.key == object_graph_page.GRAPH)
    return Record(codecs=described, sources=[RecordedSource(source.key, source.name, group="D", cells=made)])


def full(typeless=(3_000_000, 25e6, 130e6)):
    return made_up(
        orjson=(10_000_000, 30e6, 90e6),
        json_std=(10_000_000, 150e6, 110e6),
        hayapack_native=(7_500_000, 20e6, 75e6),
        hayapack_again=(7_500_000, 20e6, 75e6),
        d_hayapack_lz4_array=(2_900_000, 24e6, 90e6),
        d_orjson_gzip=(2_300_000, 400e6, 120e6),
        d_hayapack_typeless_root_lz4_array=typeless,
    )


def noisy(record):
    """The record with a twin that took twice hayapack's time."""
    again = record.sources[0].cells["hayapack_again"].samples
    again.update({task: [2 * ns for ns in samples] for task, samples in again.items()})
    return record


def part(section, key):
    return next(p for p in section.parts if getattr(p, "key", "") == key)


def verdict(section):
    return next(p.text for p in section.parts if getattr(p, "mark", "") == "verdict")


def test_printed_ratios_stand_beside_todays():
    table = part(object_graph_page.section(full()), "d-then")
    assert {len(row) for row in table.rows} == {len(table.columns)}
    rows = {row[3].text: [cell.text for cell in row] for row in table.rows}
    assert rows["orjson"][:4] == ["Utf8JsonWithType", "137,248,217", "1,001.4", "orjson"]
    ours = rows["hayapack, root named + LZ4 array"]
    assert ours[:3] == ["MessagePackTypelessLz4", "60,776,211", "515.2"]
    assert ours[4:] == ["44 %", "30 %", "× 0.51", "× 1.29", "× 0.60"]
    assert (
        len(table.rows) == len(object_graph_page.CODECS) - 1 + 2
    )  # no row for the twin; two rows without an equivalent
    assert rows["JSON from Python names no types"][4:] == ["–", "–", "× 4.19", "–", "–"]


def test_todays_codecs_are_in_the_order_of_their_round_trips():
    rows = part(object_graph_page.section(full()), "d-today").rows
    assert [cell.text for cell in rows[0]] == [
        "hayapack", "7,500,000", "75 %", "20.0 ms", "75.2 ms", "95.2 ms"
    ]  # fmt: skip
    assert rows[-1][0].text == "orjson + gzip"


def test_the_recommendation_is_judged_by_what_was_measured():
    half = verdict(object_graph_page.section(full()))
    assert "against orjson it does not hold, against json it holds" in half
    both = verdict(object_graph_page.section(full((3_000_000, 20e6, 50e6))))
    assert "against orjson it holds, against json it holds" in both
    neither = verdict(object_graph_page.section(full((3_000_000, 300e6, 300e6))))
    assert "against orjson it does not hold, against json it does not hold" in neither
    assert "against orjson the difference is within the noise" in verdict(object_graph_page.section(noisy(full())))
    assert "does not hold" in verdict(object_graph_page.section(full((20_000_000, 20e6, 50e6))))
    assert "could not be measured" in verdict(object_graph_page.section(made_up(orjson=(1, 1.0, 1.0))))


def test_the_cost_of_names_within_the_noise_is_called_so():
    """75 % of the time with a noise floor of 100 % says nothing."""
    named = {"d_hayapack_typeless_lz4_array": (3_000_000, 18e6, 67e6)}
    record = full()
    record.sources[0].cells.update(made_up(**named).sources[0].cells)
    record.codecs["d_hayapack_typeless_lz4_array"] = RecordedCodec("all named")
    said = [p.text for p in object_graph_page.section(record).parts if isinstance(p, Text)]
    [cost] = [text for text in said if "naming every object" in text]
    assert "takes 75 %" in cost and "within the noise" not in cost.partition("naming every object")[2].partition(".")[0]
    said = [p.text for p in object_graph_page.section(noisy(record)).parts if isinstance(p, Text)]
    [cost] = [text for text in said if "naming every object" in text]
    assert "within the noise of 100 %" in cost


def test_the_section_stands_without_figures():
    record = full()
    record.sources[0].cells["orjson"] = RecordedCell("missing", "No module named 'orjson'")
    failed = {row[3].text: row[7].text for row in part(object_graph_page.section(record), "d-then").rows}
    assert failed["orjson"].startswith("not run")
    empty = object_graph_page.section(Record())
    assert len(part(empty, "d-then").rows) == len(object_graph_page.CODECS) + 1
    [source] = full().sources
    never = Record(sources=[replace(source, cells={})])
    assert "could not be measured" in verdict(object_graph_page.section(never))


def test_charts_are_sorted_and_have_a_point_for_each_codec():
    section = object_graph_page.section(full())
    time, size = part(section, "d-time"), part(section, "d-size")
    assert sorted(time.x) == sorted(size.x) and time.x[0] == "hayapack"
    assert size.series[0].y == sorted(size.series[0].y)
    assert {size.x[place] for place in size.ours} == {name for name in size.x if "hayapack" in name}
    assert {len(series.y) for series in time.series + size.series} == {len(time.x)}
