"""`compare --type`: the documents as objects of a program's class."""

import json
import sys
from types import ModuleType
from typing import NamedTuple, Optional

import pytest

from hayapack_lab import compare_documents
from hayapack_lab.data import own_type
from hayapack_lab.statistics import summary

hayapack = pytest.importorskip("hayapack")

SHOP = """
from dataclasses import dataclass
from typing import Optional

@dataclass
class Item:
    name: str
    price: float

@dataclass
class Order:
    id: int
    items: list[Item]
    note: Optional[str] = None

class Strange:
    pass
"""
ORDER = {"id": 7, "items": [{"name": "tea", "price": 4}], "more": [1]}
PLAIN = {"id": 7, "items": [{"name": "tea", "price": 4.0}], "note": None}


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """The folder of a module own_shop; what was imported and set is undone."""
    (tmp_path / "own_shop.py").write_text(SHOP)
    monkeypatch.setenv(own_type.VARIABLE, "")  # undone by monkeypatch; select() sets it
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_shop", raising=False)
    yield str(tmp_path)
    sys.modules.pop("own_shop", None)
    own_type.selected.cache_clear()


def test_messages_become_objects_or_lists_of_them(shop):
    order = own_type.select("own_shop:Order", shop)
    one = own_type.to_object(ORDER)
    assert type(one) is order and own_type.to_plain(one) == PLAIN
    assert own_type.to_plain(own_type.to_object([ORDER, ORDER])) == [PLAIN, PLAIN]
    assert own_type.name_of(own_type.type_of([one])) == "list[Order]"


def test_an_array_may_be_one_object(monkeypatch):
    class Pair(NamedTuple):
        left: int
        right: Optional[str]

    module = ModuleType("own_pairs")
    module.Pair = Pair
    monkeypatch.setitem(sys.modules, "own_pairs", module)
    monkeypatch.setenv(own_type.VARIABLE, "")
    own_type.select("own_pairs:Pair", "/")
    assert own_type.to_object([1, "a"]) == Pair(1, "a")
    assert own_type.to_object([[1, "a"], [2, None]]) == [Pair(1, "a"), Pair(2, None)]
    own_type.selected.cache_clear()


@pytest.mark.parametrize(
    "text, said",
    [
        ("own_shop", "not MODULE:NAME"),
        ("own_shop:Nothing", "AttributeError"),
        ("no_such_module:X", "ModuleNotFoundError"),
    ],
)
def test_what_cannot_be_imported_is_named(shop, text, said):
    with pytest.raises(own_type.WrongType, match=said):
        own_type.select(text, shop)


@pytest.mark.parametrize(
    "name, message, said",
    [
        ("Strange", ORDER, "no plan for Strange"),
        ("Item", [ORDER], r"does not fit list\[Item\]: .* at \$\[0\]"),
        ("Item", ORDER, r"does not fit Item: .* 'name'"),
    ],
)
def test_data_that_does_not_fit_is_named_with_its_path(shop, name, message, said):
    own_type.select(f"own_shop:{name}", shop)
    with pytest.raises(own_type.WrongType, match=said):
        own_type.to_object(message)


def test_the_comparison_has_a_source_of_objects_that_nothing_loses(shop):
    for package in ("msgspec", "mashumaro"):
        pytest.importorskip(package)
    own_type.select("own_shop:Order", shop)
    documents = [compare_documents.Document("orders.json", "JSON", 60, [[ORDER] * 3])]
    record = compare_documents.run(documents, 1.0, ["json_std", "hayapack_native"], typed=True)
    assert [source.name for source in record.sources] == ["orders.json", "orders.json as list[Order]"]
    rows = {row.codec: row for row in summary.summarize(record, record.sources[1]).rows}
    assert rows["type_hayapack"].keeps and rows["type_msgspec"].keeps and rows["type_mashumaro"].keeps
    assert rows["type_msgspec"].digest == rows["type_hayapack"].digest
    assert json.dumps(record)
