"""ClickHouse's format MsgPack, with the engine itself, chDB, in both directions."""

import datetime as dt
import decimal
import uuid

import pytest

from hayapack.data import arrow

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
clickhouse = pytest.importorskip("hayapack.data.clickhouse")

UTC = dt.timezone.utc
TABLE = pa.table({
    "id": pa.array([1, 2**40, None]),
    "small": pa.array([1, -128, 127], pa.int8()),
    "big": pa.array([0, 2**64 - 1, None], pa.uint64()),
    "f": pa.array([1.5, None, 2.5]),
    "g": pa.array([1, None, 3], pa.float32()),
    "s": ["ä", None, ""],
    "by": pa.array([b"z\0", None, b""], pa.binary()),
    "b": pa.array([True, False, None]),
    "d": pa.array([dt.date(1960, 1, 2), None, dt.date(2024, 2, 3)]),
    "t": pa.array([dt.datetime(2024, 2, 3, 4, 5, 6, 789123, UTC), None, dt.datetime(1960, 1, 1)], pa.timestamp("us", "UTC")),
    "l": [[1, None], [], [3]],
    "m": pa.array([{"a": 1.0}, {}, {"b": 2.0, "c": None}], pa.map_(pa.string(), pa.float64())),
    "de": pa.array([decimal.Decimal("1.25"), None, decimal.Decimal("-3.5")], pa.decimal128(18, 4)),
    "lt": pa.array([[dt.datetime(2024, 1, 1)], [], [None]], pa.list_(pa.timestamp("ms"))),
    "cat": pa.array(["x", None, "x"]).dictionary_encode(),
})  # fmt: skip


@pytest.fixture(scope="module")
def query():
    chdb = pytest.importorskip("chdb", reason="needs chdb")
    return lambda sql, form="JSONEachRow": chdb.query(sql, form).bytes()


def rows(query, path, structure):
    import json

    settings = "settings output_format_json_quote_64bit_integers=0, session_timezone='UTC'"
    found = query(f"select * from file('{path}', 'MsgPack', $${structure}$$) {settings}")
    return [json.loads(line) for line in found.splitlines()]


@pytest.mark.parametrize("batches", [1, 2])
def test_written_for_clickhouse(query, tmp_path, batches):
    path = tmp_path / "x.msgpack"
    structure = clickhouse.write(pa.RecordBatchReader.from_batches(TABLE.schema, TABLE.to_batches(batches)), path)
    assert structure.startswith("id Nullable(Int64), small Nullable(Int8), big Nullable(UInt64), f Nullable(Float64)")
    first, second, third = rows(query, path, structure)
    assert first == {
        "id": 1, "small": 1, "big": 0, "f": 1.5, "g": 1, "s": "ä", "by": "z\0", "b": True, "d": "1960-01-02",
        "t": "2024-02-03 04:05:06.789123", "l": [1, None], "m": {"a": 1}, "de": 1.25, "lt": ["2024-01-01 00:00:00.000"],
        "cat": "x",
    }  # fmt: skip
    assert second["id"] == 2**40 and second["big"] == 2**64 - 1
    assert {second[name] for name in ("f", "g", "s", "by", "d", "t", "de", "cat")} == {None}
    assert third["t"] == "1960-01-01 00:00:00.000000" and third["m"] == {"b": 2, "c": None} and third["de"] == -3.5


def test_a_slice_is_written(query, tmp_path):
    path = tmp_path / "x.msgpack"
    structure = clickhouse.write(TABLE.slice(2), path)
    (found,) = rows(query, path, structure)
    assert (found["l"], found["m"], found["lt"]) == ([3], {"b": 2, "c": None}, [None])


WRITTEN = {
    "toInt64(number) - 5": ("i", "Int64", "int64", [-5, -4]),
    "toUInt8(number)": ("u", "UInt8", "uint8", [0, 1]),
    "number = 1": ("b", "Bool", "bool", [False, True]),
    "number / 2": ("f", "Float64", "float64", [0.0, 0.5]),
    "toFloat32(number)": ("g", "Float32", "float32", [0.0, 1.0]),
    "concat('ä', toString(number))": ("s", "String", "str", ["ä0", "ä1"]),
    "toFixedString('ab', 3)": ("fs", "FixedString(3)", "bytes", [b"ab\0"] * 2),
    "toDate('2024-02-03') + number": ("d", "Date", "date32", [dt.date(2024, 2, 3), dt.date(2024, 2, 4)]),
    "toDate32('1960-01-02')": ("d32", "Date32", "date32", [dt.date(1960, 1, 2)] * 2),
    "toDateTime('2024-02-03 04:05:06', 'UTC')": (
        "t", "DateTime('UTC')", "timestamp[s]", [dt.datetime(2024, 2, 3, 4, 5, 6, tzinfo=UTC)] * 2,
    ),
    "toDateTime64('2024-02-03 04:05:06.789', 3, 'UTC')": (
        "t3", "DateTime64(3, 'UTC')", "timestamp[ms]", [dt.datetime(2024, 2, 3, 4, 5, 6, 789000, UTC)] * 2,
    ),
    "[number, 2]": ("a", "Array(UInt64)", "list[uint64]", [[0, 2], [1, 2]]),
    "map('k', number)": ("m", "Map(String, UInt64)", "map[str, uint64]", [[("k", 0)], [("k", 1)]]),
    "if(number = 0, null, toInt32(7))": ("n", "Nullable(Int32)", "int32", [None, 7]),
    "toLowCardinality('lc')": ("lc", "LowCardinality(String)", "str", ["lc", "lc"]),
    "toUUID('00112233-4455-6677-8899-aabbccddeeff')": (
        "uu", "UUID", "raw", [b"\xd8\x02" + uuid.UUID("00112233-4455-6677-8899-aabbccddeeff").bytes] * 2,
    ),
}  # fmt: skip


def test_read_what_clickhouse_wrote(query, tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(query(f"select {', '.join(WRITTEN)} from numbers(2)", "MsgPack"))
    structure = ", ".join(f"{name} {kind}" for name, kind, _, _ in WRITTEN.values())
    assert clickhouse.schema_of(structure) == {name: dtype for name, _, dtype, _ in WRITTEN.values()}
    table = pa.table(clickhouse.Reader(path, structure))
    assert table.to_pydict() == {name: values for name, _, _, values in WRITTEN.values()}
    assert pa.table(clickhouse.Reader(path, structure, columns=["s", "i"])).column_names == ["s", "i"]


def test_a_round_trip(query, tmp_path):
    there, back = tmp_path / "there", tmp_path / "back"
    table = TABLE.drop_columns(["de", "by", "cat"])
    structure = clickhouse.write(table, there)
    back.write_bytes(query(f"select * from file('{there}', 'MsgPack', $${structure}$$)", "MsgPack"))
    assert back.read_bytes() != b""
    assert pa.table(clickhouse.Reader(back, structure)).to_pylist() == [
        {**row, "lt": [value and value.replace(tzinfo=UTC) for value in row["lt"]]} for row in table.to_pylist()
    ]


def test_uuid(query, tmp_path):
    value = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")
    made = pa.table({"u": pa.array([value.bytes, None], pa.uuid())})
    assert clickhouse.write(made, tmp_path / "x") == "u Nullable(UUID)"
    assert rows(query, tmp_path / "x", "u Nullable(UUID)") == [{"u": str(value)}, {"u": None}]


@pytest.mark.parametrize(
    "kind, value",
    [
        ("Int8", 300), ("UInt8", -1), ("String", None), ("Date", dt.date(1960, 1, 1)), ("Float32", "x"),
        ("DateTime", dt.datetime(1960, 1, 1)), ("Array(Int8)", [1, None]), ("Array(Int8)", [300]), ("Int64", 1.5),
        ("FixedString(2)", "abc"), ("DateTime64(2)", dt.datetime(2024, 1, 1)), ("UUID", b"x"), ("Int8", [1]),
        ("DateTime", dt.datetime(2024, 1, 1, 0, 0, 0, 5)), ("Decimal(30, 2)", decimal.Decimal(1)), ("Tuple(Int8)", 1),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_an_error(tmp_path, kind, value):
    with pytest.raises(arrow.SchemaError, match="^(a:|Decimal|a UUID)"):
        clickhouse.write(pa.table({"a": [value]}), tmp_path / "x", f"a {kind}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "id", "id Int8,", "id Int8 x", "id Array(", "a Int8)", "a Int8; b", "a ()"])
def test_no_structure(text):
    with pytest.raises(arrow.SchemaError, match="structure"):
        clickhouse.parse(text)


def test_structures():
    text = (
        "id UInt64, `a b` Map(String, Array(Nullable(Int8))), e Enum8('a' = 1, 'b, (' = 2), t Tuple(x Int8, y String)"
    )
    assert ", ".join(f"`{n}` {k}" if " " in n else f"{n} {k}" for n, k in clickhouse.parse(text).items()) == text
    with pytest.raises(arrow.SchemaError, match="the structure has"):
        clickhouse.write(TABLE, "x", "id Int64")
