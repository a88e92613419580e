"""The composition of data, checked against the bytes that hayapack writes."""

import json
import random
from datetime import datetime, timedelta, timezone

import pytest

import hayapack
from hayapack_lab.data import messagepack_sizes
from hayapack_lab.data.values import Ext
from hayapack_lab.measure import composition as composing
from hayapack_lab.measure.composition import composition

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def packed(value):
    def ext(value):
        return hayapack.ExtType(value.code, value.data)

    return hayapack.Packer(datetime=True, default=ext).pack(value)


EDGES = [0, 15, 16, 31, 32, 255, 256, 65535, 65536]
VALUES = [
    *(sign * (1 << bits) + off for bits in (5, 7, 8, 15, 16, 31, 32) for sign in (1, -1)
      for off in (-1, 0, 1)),
    (1 << 64) - 1, -(1 << 63), True, False, None, 1.5, float("nan"),
    *("x" * n for n in EDGES), *("é" * n for n in EDGES), *(bytes(n) for n in EDGES),
    *([None] * n for n in EDGES), *({i: i for i in range(n)} for n in EDGES),
    *(Ext(5, bytes(n)) for n in (0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 255, 256, 65535, 65536)),
    *(EPOCH + timedelta(seconds=s) for s in (0, 1, -1, 2**32 - 1, 2**32, 2**34 - 1, 2**34)),
    EPOCH + timedelta(microseconds=1),
    {("tuple", 1, (2,)): 1, b"bytes": 2, None: 3, 1.5: 4, True: 5},
    {"a": [{"b": "c"}, {"b": ("d", 1.25)}], "é": {}},
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_the_parts_add_up_to_what_is_written(value):
    facts = composition([value])
    assert facts["bytes"] == sum(facts["parts"].values()) == len(packed(value))
    assert facts["sampled"] is None and facts["beyond"] == 0


def test_each_byte_is_in_its_part():
    facts = composition([{"name": "text", "n": [1, 300, 2.5, None, True, b"xy"], "t": EPOCH}])
    assert facts["parts"] == {
        "keys": 5 + 2 + 2, "text": 5, "binary": 4, "integers": 1 + 3, "floats": 9,
        "constants": 2, "extensions": 6, "structure": 2,
    }  # fmt: skip
    assert facts["counts"]["keys"] == 3 and facts["counts"]["structure"] == 2
    assert facts["depth"]["deepest"] == 2 and facts["float_letters"] == 3
    assert facts["depth"]["mean"] == round((6 * 2 + 2 * 1) / 8, 2)
    assert set(facts["parts"]) == set(messagepack_sizes.PARTS)


def test_keys_shapes_and_repetition():
    rows = [{"id": i, "long_name": "same"} for i in range(100)] + [{"other": "é"}]
    facts = composition(rows)
    assert facts["keys"]["top"][0] == {"key": "long_name", "count": 100, "bytes": 1000}
    assert facts["keys"]["distinct"] == 3 and facts["keys"]["repeated"] == 99 * 10 + 99 * 3
    assert facts["strings"] == {"distinct": 2, "more": False, "repeated": 99 * 5}
    assert facts["shapes"] == {"maps": 101, "distinct": 2, "commonest": 100}
    assert facts["text"]["non_ascii"] == 3
    assert json.loads(json.dumps(facts)) == facts


def test_what_messagepack_can_not_hold_is_counted():
    assert composition([[1 << 64, -(1 << 63) - 1, object(), 1]])["beyond"] == 3


def test_subclasses_are_what_they_are_made_from():
    class Text(str):
        pass

    assert composition([Text("abc")])["parts"]["text"] == 4


def test_lone_surrogates_and_long_keys_do_no_harm():
    facts = composition([{"\ud800": "\udfff", "k" * 500: 1}])
    assert len(facts["keys"]["top"][0]["key"]) == composing.SHOWN
    json.dumps(facts).encode("utf-8")


def test_deep_nesting_is_walked():
    value = []
    for _ in range(50_000):
        value = [value]
    assert composition([value])["depth"]["deepest"] == 50_001


def test_big_data_is_sampled_and_says_so(monkeypatch):
    monkeypatch.setattr(composing, "EXACT", 2_000)
    monkeypatch.setattr(composing, "SAMPLED", 1_000)
    source = random.Random(1)
    rows = [{"id": i, "name": "é" * source.randrange(9), "list": [1.5] * source.randrange(6)} for i in range(5_000)]
    facts = composition([rows])
    assert facts["sampled"]["visited"] <= 1_000
    size = len(packed(rows))
    assert facts["bytes"] == pytest.approx(size, rel=0.2)
    share = sum(map(len, map(packed, ("id", "name", "list")))) * len(rows) / size
    assert facts["parts"]["keys"] / facts["bytes"] == pytest.approx(share, abs=0.05)
    assert facts["shapes"] == {"maps": 5_000, "distinct": 1, "commonest": 5_000}


@pytest.mark.parametrize(
    "value",
    [
        [0] * 100_000,
        {str(i): i for i in range(50_000)},
        [[[0] * 30 for _ in range(30)] for _ in range(30)],
        [[] for _ in range(9_000)],
    ],
)
def test_a_sample_never_looks_at_more_than_it_may(value, monkeypatch):
    monkeypatch.setattr(composing, "EXACT", 3_000)
    monkeypatch.setattr(composing, "SAMPLED", 1_000)
    facts = composition([value])
    assert facts["sampled"]["visited"] <= 1_000
    assert facts["bytes"] == pytest.approx(len(packed(value)), rel=0.1)


def test_unlike_texts_in_a_sample_are_not_called_repeated(monkeypatch):
    monkeypatch.setattr(composing, "EXACT", 1_000)
    facts = composition([[f"{i:06}" for i in range(100_000)]])
    assert facts["sampled"] and facts["strings"]["repeated"] == 0
