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


def in_layout(row, layout, rng):
    """The row in that layout, which may have repeated keys."""
    if layout == "arrays" and isinstance(row, dict):
        return packb(list(row.values()))
    if layout == "fluent" and isinstance(row, dict):
        time = rng.choice([5, -2, 2.5, Timestamp(10**11, 0), ExtType(0, bytes(8)), 10**12, "x"[: rng.random() < 0.02]])
        time = time or 7
        return packb([time if rng.random() < 0.7 else [time, {}], {**row, "time": "no"} if rng.random() < 0.1 else row])
    if rng.random() < 0.05 and isinstance(row, dict) and row:
        both = [*row.items(), (rng.choice(list(row)), some_value(rng))]
        return bytes([0x80 + len(both)]) + b"".join(packb(part) for entry in both for part in entry)
    return packb(row)


@pytest.mark.parametrize("layout", ["maps", "arrays", "fluent"])
@pytest.mark.parametrize("conflicts", ["raise", "raw", "first"])
def test_all_rows_are_found_as_one_by_one(monkeypatch, conflicts, layout):
    """Rows that the compiled module finds to have nothing new are not decoded; the result is the same."""
    infer_module, known = sys.modules["hayapack.data.infer"], sys.modules["hayapack.data.infer_known"]
    if known.KnownTypes is None:
        pytest.skip("needs the compiled module")
    monkeypatch.setattr(infer_module, "_PART", 400)
    monkeypatch.setattr(known, "_LEAST", 20)
    monkeypatch.setattr(known, "_EACH", 1)
    native = known.KnownTypes
    decoded = [0]

    def counted(*arguments, **options):
        decoded[0] += 1
        return hayapack.unpackb(*arguments, **options)

    def found(types, data, errors):
        monkeypatch.setattr(known, "KnownTypes", types)
        try:
            return arrow.infer(data, None, conflicts=conflicts, errors=errors, rows_layout=layout)
        except (arrow.SchemaError, hayapack.UnpackException) as error:
            return str(error)

    monkeypatch.setattr(infer_module, "unpackb", counted)
    totals = [0, 0]
    for seed in range(150):
        rng = random.Random(seed)
        data = b"".join(in_layout(row, layout, rng) for row in rows_of_few_kinds(rng))
        if rng.random() < 0.1:
            at = rng.randrange(len(data))
            data = data[:at] + bytes([rng.choice([0xC1, 0xFF, 0xA1])]) + data[at + 1 :]
        errors = rng.choice(["raise", "skip"])
        results = []
        for number, types in enumerate([native, None]):
            before = decoded[0]
            results.append(found(types, data, errors))
            totals[number] += decoded[0] - before
        assert results[0] == results[1], seed
    assert totals[0] < totals[1] * 0.8


def test_rows_without_anything_new_are_not_decoded(monkeypatch):
    module = sys.modules["hayapack.data.infer"]
    rows = [
        {
            "id": n, "at": Timestamp(n, 5), "pos": {"x": n / 2, "tags": ["a"]}, "l": [{"q": -1}], "e": ExtType(5, b"abc"),
            "pairs": {n % 3: "x"}, "many": {f"k{n % 300}": 1}, "mixed": n if n % 2 else "x",
        }
        for n in range(20_000)
    ]  # fmt: skip
    decoded = []
    monkeypatch.setattr(module, "unpackb", lambda *a, **o: decoded.append(1) or hayapack.unpackb(*a, **o))
    data = b"".join(map(packb, rows))
    schema = arrow.infer(data, None, conflicts="raw")
    assert schema == {
        "id": "int64", "at": "timestamp[ns]", "pos": "struct{x: float64, tags: list[str]}", "l": "list[struct{q: int64}]",
        "e": "raw", "pairs": "map[int64, str]", "many": "map[str, int64]", "mixed": "raw",
    }  # fmt: skip
    assert len(decoded) < (3000 if sys.modules["hayapack.data.infer_known"].KnownTypes else 20_001)
    assert arrow.infer(data + packb({"new": 1}), None, conflicts="raw")["new"] == "int64"


# ---- reader(infer(rows)) reads rows ---------------------------------------------------------

NUMBERS = [0, 1, -1, 2**31, -(2**31), 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64 - 2**11]
NUMBERS += [-(2**63), -(2**63) + 1, 1.5, -0.0, float("inf"), 1e300, 2.0**63]
SECONDS = [0, 1, -1, 2**33, 9223372036, 9223372037, -9223372037, -9223372038, 10**11, 9223372036854, 9223372036855]
SECONDS += [-9223372036856, 2**62, 2**63 - 1, -(2**63)]
NANOSECONDS = [0, 1, 1000, 10**6, 854775807, 854775808, 999_999_999, 145224192, 500_000_000]
TIMES = [Timestamp(seconds, part) for seconds in SECONDS for part in NANOSECONDS]
OTHERS = [None, True, "x", "", b"x", [], {}, [None], [1], [[]], {"a": 1}, {"a": None}, {b"a": 2}, {5: 1}, {5: None}]
OTHERS += [{None: 1}, {"a": 1, 5: 2}, {(1, None): 1}, {1.5: []}, {True: 1}, {Timestamp(1, 1): 1}, ExtType(5, b"abc")]
OTHERS += [ExtType(0, b"\0" * 8), ExtType(0, b"\xff" * 8), {"a": {"b": []}}, {"a": {"b": [2.5]}}, {"a": {1: 2}}]
OTHERS += [{'"': 1, "\\": 2, "a.b": 3, "": 4, "\n\0": 5, "ü": 6, b"\xff": 7}]


def read_back(rows, encode=packb, **options):
    """Reads what infer() proposes for the rows; the schema. Conflicts are the only errors."""
    data = b"".join(map(encode, rows))
    layout = options.pop("layout", "maps")
    for count in (len(rows) or 1, None):
        try:
            schema = arrow.infer(data, count, rows_layout=layout, **options)
        except arrow.SchemaError as error:
            assert "in the message at byte" in str(error), error
            assert options.get("conflicts", "raise") == "raise"
            schema = None
        else:
            batches = list(arrow.reader(data, schema, rows=layout))
            assert sum(batch.rows for batch in batches) == len(rows)
            for name in schema:
                assert len([value for batch in batches for value in batch[name].tolist()]) == len(rows)
    return schema


@pytest.mark.long
def test_each_value_and_each_pair_of_values_is_read_back(data_on):
    values = [*NUMBERS, *TIMES[::7], *OTHERS] if data_on == "native" else [*NUMBERS[::2], *TIMES[::19], *OTHERS[::2]]
    for value in values:
        assert read_back([{"v": value}]) is not None or value == {"a": 1, 5: 2}, value
        for other in values:
            for conflicts in ("raise", "raw"):
                schema = read_back([{"v": value}, {"v": other}], conflicts=conflicts)
                turned = read_back([{"v": other}, {"v": value}], conflicts=conflicts)
                if type(value) is not dict or type(other) is not dict:  # else the fields have another order
                    assert schema == turned, (value, other)


def test_times_are_read_back_exactly(data_on):
    for value in TIMES:
        schema = read_back([{"v": value}])
        (batch,) = arrow.reader(packb({"v": value}), schema)
        (found,) = batch["v"].tolist()
        assert found == (packb(value) if schema["v"] == "raw" else value), schema
    for seed in range(200):
        rng = random.Random(seed)
        read_back([{"v": rng.choice(TIMES)} for _ in range(3)], conflicts=rng.choice(["raise", "raw"]))


def any_value(rng, depth=0):
    kind = rng.randrange(9 if depth < 4 else 5)
    if kind < 2:
        return rng.choice(NUMBERS)
    if kind < 5:
        return rng.choice([rng.choice(TIMES), *OTHERS])
    if kind < 7:
        return [any_value(rng, depth + 1) for _ in range(rng.randrange(3))]
    keys = rng.choice([["a", "b", b"c"], [1, 2, -(2**63)], [None, "a"], [(1,), (None, 2)], [1.5, 2]])
    return {rng.choice(keys): any_value(rng, depth + 1) for _ in range(rng.randrange(3))}


def with_repeated_keys(rng, row):
    """The packed row; some maps in it have keys twice."""
    if isinstance(row, dict):
        entries = list(row.items())
        if entries and rng.random() < 0.3:
            entries += [(rng.choice(entries)[0], rng.choice([1, "x", None, [2.5]]))]
        parts = [packb(key) + with_repeated_keys(rng, value) for key, value in entries]
        return bytes([0x80 + len(parts)]) + b"".join(parts)
    if isinstance(row, list):
        return bytes([0x90 + len(row)]) + b"".join(with_repeated_keys(rng, value) for value in row)
    return packb(row)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["maps", "arrays", "fluent"])
def test_mixtures_are_read_back(data_on, layout):
    for seed in range(400 if data_on == "native" else 100):
        rng = random.Random(seed)
        rows = []
        for _ in range(rng.randrange(1, 5)):
            row = {rng.choice(["x", "y", "a.b", b"b"]): any_value(rng) for _ in range(rng.randrange(1, 3))}
            time = rng.choice([5, 2**62, -1.5, 1e17, Timestamp(10**11, 0), Timestamp(5, 1), ExtType(0, bytes(8)), [6]])
            rows.append(list(row.values()) if layout == "arrays" else [time, row] if layout == "fluent" else row)
        encode = rng.choice([packb, lambda row, rng=rng: with_repeated_keys(rng, row)])
        state = rng.getstate()
        for conflicts in ("raise", "raw"):
            rng.setstate(state)
            read_back(rows, encode, layout=layout, conflicts=conflicts)


def test_conflicts_that_are_not_of_kinds():
    for values, words in (
        ([2**64 - 1, -1], ["an int above 2**63-1", "a negative int"]),
        ([2**53 + 1, 1.5], ["an int that is no float64", "a float"]),
        ([1.5, 2**64 - 1], ["a float", "an int that is no float64"]),
        ([Timestamp(1, 1), Timestamp(2**40, 0)], ["a timestamp with nanoseconds", "one too far away for nanoseconds"]),
        ([Timestamp(2**50, 0), Timestamp(1, 1000)], ["one too far away for microseconds", "a timestamp with microsec"]),
        ([1, Timestamp(2**40, 1)], ["an int", "an ext"]),
        ([{"a": 1}, {None: 2}], ["a map", "an ext"]),
    ):
        with pytest.raises(arrow.SchemaError) as caught:
            infer({"v": None}, *[{"v": value} for value in values])
        first, second = str(caught.value).split(", ", 1)
        assert first.startswith("byte ") and words[0] in first, caught.value
        assert words[1] in second, caught.value
        assert caught.value.offset == 4 + len(packb({"v": values[0]}))
        assert infer(*[{"v": value} for value in values], conflicts="raw") == {"v": "raw"}
    assert infer({"v": 2**64 - 2048}, {"v": -1}) == {"v": "float64"}
    assert infer({"v": 2**53 + 1}, {"v": 1.5}, conflicts="first") == {"v": "int64"}
    assert infer({"v": -1}, {"v": 2**64 - 1}, conflicts="first") == {"v": "int64"}
    assert infer({"v": {"a": 1}}, {"v": {5: 1}}, conflicts="first") == {"v": "struct{a: int64}"}


def test_a_conflict_of_two_files_names_both(tmp_path):
    for name, row in (("a", {"v": 1}), ("b", {"v": "x"})):
        (tmp_path / f"{name}.msgpack").write_bytes(packb({}) + packb(row))
    for rows in (10, None):
        with pytest.raises(arrow.SchemaError) as caught:
            arrow.infer(str(tmp_path), rows)
        a, b = (str(tmp_path / f"{name}.msgpack") for name in "ab")
        assert (caught.value.file, caught.value.offset, caught.value.path) == (b, 1, "$.v")
        assert f"an int in the message at byte 1 of {a}, a str in the one at byte 1 of {b}" in str(caught.value)


def test_maps_of_many_keys():
    rows = [{"m": {f"k{n}": 1}} for n in range(150)]
    more = [{"m": {f"q{n}": 2.5}} for n in range(150)]
    data = b"".join(map(packb, rows + more))
    # The same of two ranges, and of two files.
    half = len(b"".join(map(packb, rows)))
    assert arrow.infer(data, None) == arrow.infer(data, None, block=half) == {"m": "map[str, float64]"}
    assert arrow.infer([data[:half], data[half:]], None) == {"m": "map[str, float64]"}
    mixed = [{"m": {f"k{n}" if n % 2 else b"k%d" % n: 1}} for n in range(201)]
    assert infer(*mixed)["m"].startswith("struct{")
    with pytest.raises(arrow.SchemaError, match="more than 10000 different keys"):
        arrow.infer([b"".join(packb({f"{m}{n}": 1}) for n in range(6000)) for m in "ab"], None)


def test_keys_that_are_twice_in_a_map():
    assert arrow.infer(b"\x82\xa1a\x01\xa1a\xa1x") == {"a": "str"}
    twice = b"\x81\xa1v\x82\x05\x01\x05\xa1x"  # {"v": {5: 1, 5: "x"}}: a column has both
    with pytest.raises(arrow.SchemaError, match="an int in the message at byte 0, a str in the one at byte 0"):
        arrow.infer(twice)
    assert arrow.infer(twice, conflicts="raw") == {"v": "map[int64, raw]"}


def test_times_of_events_that_are_none():
    for time in (float("nan"), float("inf"), 1e30, 2**63, True, "x", None, [], {}):
        with pytest.raises(arrow.SchemaError, match="not the time of an event"):
            infer([time, {"a": 1}], rows_layout="fluent")
    with pytest.raises(arrow.SchemaError, match="keys that are no names"):
        infer([5, {1: 2}], rows_layout="fluent")
    assert infer([Timestamp(5, 1), {}], rows_layout="fluent") == {"time": "timestamp[ns]"}


def known_types():
    found = sys.modules["hayapack.data.infer_known"].KnownTypes
    return found or pytest.skip("needs the compiled module")


def some_types(rng, depth=0):
    kind = rng.randrange(10 if depth < 4 else 6)
    count = {6: 1, 7: rng.randrange(5), 8: 2}.get(kind, 0)
    names = rng.sample(["a", "b", "time", b"a", "c" * 40], count) if kind == 7 else []
    return kind, rng.randrange(64), tuple(names), tuple(some_types(rng, depth + 1) for _ in range(count))


def test_the_filter_reads_nothing_else():
    """Whatever bytes and types it is given: it stops at a message, or before what is no message."""
    types = known_types()
    for seed in range(600):
        rng = random.Random(seed)
        root = (7, rng.randrange(2), ("a", "b", "time"), tuple(some_types(rng) for _ in range(3)))
        made = types(root, rng.randrange(3), rng.randrange(3))
        for _ in range(20):
            row = {rng.choice(["a", "b", "time"]): any_value(rng) for _ in range(3)}
            data = bytearray(packb(rng.choice([row, list(row.values()), [5, row], [[2.5], row]])) * 3)
            for _ in range(rng.randrange(3)):
                data[rng.randrange(len(data))] = rng.choice([0xC1, 0xDD, 0xDF, 0xD9, 0xC9, 0xC0, rng.randrange(256)])
            data = bytes(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.3 else data)
            at, rows = made.skip(data, 0, rng.choice([1, 2, sys.maxsize]))
            assert 0 <= at <= len(data) and (at == 0) == (rows == 0), seed


def test_the_filter_checks_its_arguments():
    types = known_types()
    for bad in (
        None, (), (7, 0, ("a",), ()), (7, 0, (), ((1, 0, (), ()),)), (6, 0, (), ()), (8, 0, (), ((0, 0, (), ()),)),
        (10, 0, (), ()), (-1, 0, (), ()), (1, 0, (), ()), (7, 0, (5,), ((1, 0, (), ()),)), (7, 0, ("a",), (5,)),
        (7, 0, ("\ud800",), ((1, 0, (), ()),)), (7, 0, [], []),
    ):  # fmt: skip
        with pytest.raises((TypeError, UnicodeEncodeError)):
            types(bad, 0, 0)
    root = (7, 0, (), ())
    for layout, conflicts in ((-1, 0), (3, 0), (0, 3), (0, -1)):
        with pytest.raises(ValueError):
            types(root, layout, conflicts)
    made = types(root, 0, 0)
    for at in (-1, 2):
        with pytest.raises(ValueError):
            made.skip(b"\x80", at, 1)
    with pytest.raises(TypeError):
        made.skip(bytearray(b"\x80"), 0, 1)
    assert made.skip(b"\x80\x80\x81\xa1a\xc0", 0, 9) == (2, 2)
    deep = b"\x81\xa1a" + b"\x91" * 100_000 + b"\xc0"
    assert types((7, 0, ("a",), ((9, 0, (), ()),)), 0, 1).skip(deep, 0, 1) == (len(deep), 1)
