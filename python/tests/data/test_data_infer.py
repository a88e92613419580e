"""hayapack.data.arrow.infer: the types of sampled rows, merged."""

import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import hayapack
from hayapack import ExtType, Timestamp, packb, stream
from hayapack.data import arrow
from hayapack.data.infer import _OPTIONS


def infer(*rows, **options):
    return arrow.infer(b"".join(map(packb, rows)), **options)


TYPES = [
    ([None], "null"),
    ([True, None], "bool"),
    ([1, -5], "int64"),
    ([2**63 - 1], "int64"),
    ([2**63, 0], "uint64"),
    ([2**63, -1], "float64"),
    ([1, 0.5], "float64"),
    ([0.5, None, 1], "float64"),
    (["a", None], "str"),
    ([b"a"], "bytes"),
    ([Timestamp(5, 6)], "timestamp[ns]"),
    ([ExtType(0, bytes(8))], "timestamp[ns]"),
    ([ExtType(0, b"\xff" * 8)], "raw"),
    ([ExtType(5, b"abc")], "raw"),
    ([Timestamp(10**11, 0)], "timestamp[s]"),
    ([Timestamp(10**11, 0), Timestamp(5, 1000)], "timestamp[us]"),
    ([[]], "list[null]"),
    ([[1], [], [None, 2.5]], "list[float64]"),
    ([[[1]], [["a"]][:0]], "list[list[int64]]"),
    ([{}], "map[str, null]"),
    ([{"x": 1}, {"y z": "a"}, {"x": 2.5}], 'struct{x: float64, "y z": str}'),
    ([{b'q"\\': 1}], 'struct{b"q\\x22\\x5c": int64}'),
    ([{1: "a"}, {2: None}], "map[int64, str]"),
    ([{"a": 1}, {}], "struct{a: int64}"),
    ([{(1, 2): "a"}], "map[list[int64], str]"),
    ([[{"a": [1]}, {"a": [], "b": None}]], "list[struct{a: list[int64], b: null}]"),
    ([{f"k{n}": n for n in range(300)}], "map[str, int64]"),
]


@pytest.mark.parametrize("values, dtype", TYPES, ids=[dtype[:40] for _, dtype in TYPES])
def test_types(values, dtype):
    rows = [{"v": value} for value in values]
    assert infer(*rows) == infer(*rows[::-1]) == infer(*rows, rows=None) == {"v": dtype}
    # columns() takes it.
    hayapack.columns(b"\x90", ["v"], [dtype], missing="null")


def test_fields():
    assert infer({"a": 1}, {"b": "x", "a": None}, {}) == {"a": "int64", "b": "str"}
    assert infer({"a.b": 1, b"c": 2, "": 3}) == {("a.b",): "int64", b"c": "int64", "": "int64"}
    assert infer() == {}
    assert infer([1, "a"], [2], [None, None, 0.5], rows_layout="arrays") == {
        "f0": "int64", "f1": "str", "f2": "float64",
    }  # fmt: skip
    event = ExtType(0, (7).to_bytes(4, "big") + (5).to_bytes(4, "big"))
    found = infer([event, {"a": 1, "time": "no"}], [[5, {}], {"b": 2}], rows_layout="fluent")
    assert found == {"time": "timestamp[ns]", "a": "int64", "b": "int64"}


def test_only_the_first_rows_count_unless_all_are_asked_for():
    rows = [{"a": 1}] * 10 + [{"a": "x"}]
    assert infer(*rows, rows=10) == {"a": "int64"}
    with pytest.raises(arrow.SchemaError):
        infer(*rows)
    rows = [{"a": n, "b": "x" * (n % 40)} for n in range(3000)] + [{"c": 0.5}]
    data = b"".join(map(packb, rows))
    with ThreadPoolExecutor(2) as pool:
        assert arrow.infer(data, None, block=2000, map=pool.map) == {"a": "int64", "b": "str", "c": "float64"}


def test_a_conflict_names_both_messages(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(packb({"a": {"b": [1]}}) + packb({"a": {"b": [2.5, None]}}) + packb({"a": {"b": ["x"]}}))
    with pytest.raises(arrow.SchemaError) as caught:
        arrow.infer(path)
    error = caught.value
    assert (error.file, error.offset, error.path) == (str(path), 25, "$.a.b[]")
    assert "an int in the message at byte 0, a str in the one at byte 25" in str(error).replace("a float", "an int")
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert arrow.infer(path, conflicts="raw") == {"a": "struct{b: list[raw]}"}
    assert arrow.infer(path, conflicts="first") == {"a": "struct{b: list[float64]}"}
    assert arrow.infer(path, None, conflicts="raw", block=5) == {"a": "struct{b: list[raw]}"}


def test_what_is_no_row():
    for row, word in ((5, "int"), ([1], "list"), ({1: 2}, "keys that are no names")):
        with pytest.raises(arrow.SchemaError, match=word) as caught:
            infer({"a": 1}, row)
        assert caught.value.offset == 4
        assert infer({"a": 1}, row, {"b": 1}, errors="skip") == {"a": "int64", "b": "int64"}
    with pytest.raises(arrow.SchemaError, match="instead of an array"):
        infer({"a": 1}, rows_layout="arrays")
    with pytest.raises(arrow.SchemaError, match="give a schema"):
        infer({"a": 1}, rows_layout="values")
    for options in ({"rows": 0}, {"rows_layout": "x"}, {"conflicts": "x"}):
        with pytest.raises(ValueError):
            infer({"a": 1}, **options)


def test_damage_and_bad_content():
    data = packb({"a": 1}) + b"\x81\xa1a\xa1\xff" + packb({"b": 2})
    with pytest.raises(hayapack.InvalidUtf8Error, match="byte 7"):
        arrow.infer(data)
    assert arrow.infer(data, errors="skip") == {"a": "int64", "b": "int64"}
    data = packb({"a": 1}) + b"\xc1" + packb({"a": None, "b": 2})
    with pytest.raises(hayapack.ReservedByteError) as caught:
        arrow.infer(data)
    assert caught.value.offset == 4
    assert arrow.infer(data, errors="skip") == arrow.infer(data, None, errors="skip") == {"a": "int64", "b": "int64"}


def test_hostile_rows():
    deep = packb(0)
    for _ in range(500):
        deep = b"\x91" + deep
    found = arrow.infer(b"\x81\xa1a" + deep)["a"]
    assert found == "list[" * 31 + "raw" + "]" * 31
    hayapack.columns(b"\x90", ["a"], [found], missing="null")
    with pytest.raises(arrow.SchemaError, match="more than 10000 different keys"):
        arrow.infer(b"".join(packb({f"k{n}": n}) for n in range(10_001)), None)


def test_several_files(tmp_path):
    for n in range(25):
        (tmp_path / f"{n:02}.msgpack").write_bytes(packb({"a": n, f"k{n}": 1}) * 3)
    found = arrow.infer(str(tmp_path / "*.msgpack"))
    assert list(found) == ["a", *[f"k{n}" for n in range(0, 25, 3)]]
    assert len(arrow.infer(str(tmp_path / "*.msgpack"), rows=None)) == 26


def test_lz4():
    pytest.importorskip("lz4")
    row = packb({"a": "x" * 200}, lz4="block-array")
    assert arrow.infer(row, lz4=True) == {"a": "str"}
    assert _OPTIONS["timestamp"] == 0
    assert stream.boundaries(row).count == 1


def test_a_long_message_and_the_name_of_its_file(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(packb({"a": 1}) + packb({"b": b"x" * (9 << 20)}) + packb({"a": 2.5}))
    assert arrow.infer(path) == {"a": "float64", "b": "bytes"}
    assert sum(batch.rows for batch in arrow.reader(path)) == 3
    path.write_bytes(packb({"a": 1}) + b"\xc1")
    with pytest.raises(hayapack.ReservedByteError, match="x.msgpack: byte 4"):
        arrow.infer(path)


def some_value(rng, depth=0):
    kind = rng.randrange(12 if depth < 3 else 8)
    if kind < 3:
        return rng.choice([None, True, rng.randrange(50), -rng.randrange(50), 2**63 + 5, 2**60 + 1])
    if kind < 5:
        return rng.choice([rng.random(), "text", "2026-01-02", b"bin", ExtType(0, bytes(8)), ExtType(5, b"q")])
    if kind < 8:
        return Timestamp(rng.choice([5, 10**11]), rng.choice([0, 1000, 1, 10**6]))
    if kind < 10:
        return [some_value(rng, depth + 1) for _ in range(rng.randrange(3))]
    return {rng.choice(["a", "b", "c.d", b"e"]): some_value(rng, depth + 1) for _ in range(rng.randrange(3))}


def rows_of_few_kinds(rng):
    """Rows of which most are like one, and a few are not."""
    forms = [
        {key: some_value(rng) for key in rng.sample(["x", "y", "z.z", "w"], 3)} for _ in range(rng.randrange(1, 3))
    ]
    rows = [dict(rng.choice(forms)) for _ in range(40)]
    for _ in range(rng.randrange(3)):
        rng.choice(rows)[rng.choice(["x", "y", "new"])] = some_value(rng)
    if rng.random() < 0.1:
        rows[rng.randrange(40)] = rng.choice([None, 5, {1: 2}])
    return rows


@pytest.mark.parametrize("conflicts", ["raise", "raw", "first"])
def test_all_rows_are_found_as_one_by_one(monkeypatch, conflicts):
    """Blocks that columns() finds to have nothing new are not decoded; the result is the same."""
    module = sys.modules["hayapack.data.infer"]
    monkeypatch.setattr(module, "_PART", 150)
    adds_nothing, passed = module.adds_nothing, []

    def quick(*arguments):
        passed.append(adds_nothing(*arguments))
        return passed[-1]

    def found(function, data, errors):
        monkeypatch.setattr(module, "adds_nothing", function)
        try:
            return arrow.infer(data, None, conflicts=conflicts, errors=errors)
        except (arrow.SchemaError, hayapack.UnpackException) as error:
            return str(error)

    for seed in range(150):
        rng = random.Random(seed)
        data = b"".join(map(packb, rows_of_few_kinds(rng)))
        if rng.random() < 0.1:
            at = rng.randrange(len(data))
            data = data[:at] + bytes([rng.choice([0xC1, 0xFF, 0xA1])]) + data[at + 1 :]
        errors = rng.choice(["raise", "skip"])
        assert found(quick, data, errors) == found(lambda *arguments: False, data, errors), seed
    assert sum(passed) > 75


def test_rows_without_anything_new_are_not_decoded(monkeypatch):
    module = sys.modules["hayapack.data.infer"]
    rows = [
        {"id": n, "at": Timestamp(n, 5), "pos": {"x": n / 2, "tags": ["a"]}, "l": [{"q": -1}]} for n in range(20_000)
    ]
    decoded = []
    monkeypatch.setattr(module, "_PART", 50_000)
    monkeypatch.setattr(module, "unpackb", lambda *a, **o: decoded.append(1) or hayapack.unpackb(*a, **o))
    data = b"".join(map(packb, rows))
    schema = arrow.infer(data, None)
    assert schema == {
        "id": "int64",
        "at": "timestamp[ns]",
        "pos": "struct{x: float64, tags: list[str]}",
        "l": "list[struct{q: int64}]",
    }
    assert len(decoded) < 3000
    assert arrow.infer(data + packb({"new": 1}), None)["new"] == "int64"
