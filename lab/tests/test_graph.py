"""Founding post D: the graph, its codecs, its section."""

import json

import pytest
from hayapack_lab import competitors, graph_objects
from hayapack_lab.process import Refused, WorkerProcess
from hayapack_lab.workloads import d_graph

D_CODECS = [key for key in competitors.keys() if key.startswith("d_")]


@pytest.fixture(scope="module")
def graph():
    return d_graph.make(2, 30)[0]


def test_the_graph_is_the_same_for_a_seed_and_another_for_another(graph):
    again = d_graph.make(2, 30)[0]
    assert json.dumps(graph) == json.dumps(again)
    assert json.dumps(graph) != json.dumps(d_graph.make(3, 30)[0])


def test_the_graph_has_the_sizes_that_it_promises():
    text = json.dumps(
        d_graph.make(2, d_graph.QUICK_SIZE)[0], separators=(",", ":"), ensure_ascii=False
    )
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
    objects = graph_objects.wrap(graph)
    assert type(objects) is graph_objects.Export
    assert type(objects.orders[0].lines[0].product) is graph_objects.Product
    order = next(order for order in objects.orders if order.customer.delivery is None)
    assert order.deliver_to is order.customer.home  # shared before, shared after
    assert graph_objects.unwrap(objects) == graph
    assert graph_objects.unwrap(graph_objects.wrap_root(graph)) == graph


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
    assert answer["losses"] == [] and answer["messages"] == 1


@pytest.mark.parametrize("codec", D_CODECS)
def test_the_codecs_take_part_in_this_workload_only(codec):
    assert competitors.workloads_of(codec) == ("d_graph",)


def test_type_names_are_on_the_wire_where_the_file_says(graph):
    pytest.importorskip("hayapack")

    def names(codec):
        module = competitors.get(codec)
        try:
            encode, _ = module.load(frozenset())
        except competitors.NotAvailable as error:
            pytest.skip(str(error))
        return encode(module.wrap(graph)).count(b", Shop")

    assert names("d_typeless_root") == 1
    assert names("d_typeless") > len(graph["orders"]) * 4
