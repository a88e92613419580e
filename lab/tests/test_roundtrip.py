from datetime import datetime, timezone

import pytest

from hayapack_lab.data.values import Ext, all_ascii, needs, replace
from hayapack_lab.measure.roundtrip import losses


@pytest.mark.parametrize(
    "value",
    [None, 1, -0.0, float("nan"), "é", b"x", [1, [2]], (1, 2), {"a": {1: 2}}, Ext(5, b"x")],
    ids=repr,
)
def test_an_exact_copy_loses_nothing(value):
    assert losses(value, replace(value, Ext, lambda ext: Ext(ext.code, ext.data))) == []


@pytest.mark.parametrize(
    "before, after, said",
    [
        ((1,), [1], "tuple → list"),
        ({1: 2}, {"1": 2}, "int key → str"),
        ({"a": b"x"}, {"a": "x"}, "bytes → str at $.a"),
        ([1.0], [1], "float → int at $[0]"),
        ([0.0], [-0.0], "float changed at $[0]"),
        ([True], [1], "bool → int at $[0]"),
        (float("nan"), None, "float → null"),
        ([1, 2], [1], "2 items → 1"),
        ({"a": 1, "b": 2}, {"a": 1}, "2 entries → 1"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "order of map keys"),
        ({"a": 1}, {"b": 1}, "map keys changed"),
        ("a", "b", "str changed"),
    ],
)
def test_each_change_is_named(before, after, said):
    assert said in losses(before, after)


def test_a_change_that_repeats_is_named_once():
    assert losses([(1,), (2,)], [[1], [2]]) == ["tuple → list at $[1]"]


def test_deep_values_need_no_recursion():
    deep: list = []
    other: list = []
    for _ in range(100_000):
        deep, other = [deep], [other]
    assert losses(deep, other) == []


def test_needs_and_ascii():
    value = {"a": [datetime.now(timezone.utc), {1: Ext(1, b"")}]}
    assert needs(value) == {"datetime", "keys", "ext"}
    assert needs({"a": [1, "x"]}) == frozenset()
    assert all_ascii({"a": ["b"]}) and not all_ascii({"é": 1}) and not all_ascii(["é"])
