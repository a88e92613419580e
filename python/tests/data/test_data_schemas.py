"""Schemas of Arrow as {field: type}."""

import pytest

from hayapack.data import arrow
from hayapack.data.arrow import schema_of


def test_dicts():
    schema = {"a": "int64"}
    assert schema_of(schema) is schema
    with pytest.raises(TypeError, match="schema must be a dict"):
        schema_of([("a", "int64")])


def test_pyarrow():
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
    types = {
        pa.null(): "null", pa.bool_(): "bool", pa.int8(): "int8", pa.uint16(): "uint16", pa.int32(): "int32",
        pa.uint64(): "uint64", pa.float32(): "float32", pa.float64(): "float64", pa.string(): "str",
        pa.large_string(): "str", pa.string_view(): "str", pa.binary(): "bytes", pa.large_binary(): "bytes",
        pa.date32(): "date32", pa.time64("us"): "time64[us]", pa.duration("us"): "duration[us]",
        pa.timestamp("s", "UTC"): "timestamp[s]", pa.timestamp("ns", "UTC"): "timestamp[ns]",
        pa.timestamp("us"): "timestamp[us, naive]", pa.dictionary(pa.int8(), pa.string()): "dictionary[str]",
        pa.list_(pa.int8()): "list[int8]", pa.large_list(pa.list_(pa.bool_())): "list[list[bool]]",
        pa.struct([("a", pa.int8()), ("b c:", pa.string())]): 'struct{a: int8, "b c:": str}',
        pa.map_(pa.string(), pa.struct([("x", pa.int64())])): "map[str, struct{x: int64}]",
    }  # fmt: skip
    for given, dtype in types.items():
        assert schema_of(pa.schema([("f", given)])) == {"f": dtype}
        # What is read has the type that was given, but for the widths of offsets and indexes.
        read = pa.schema(arrow.reader(b"", pa.schema([("f", given)])))
        assert schema_of(read) == {"f": dtype}
        if not any(text in str(given) for text in ("string", "binary", "dictionary", "large", "view")):
            assert read == pa.schema([("f", given)])
    assert schema_of(pa.schema([("a.b", pa.int8()), ("é", pa.int8())])) == {("a.b",): "int8", "é": "int8"}
    with pytest.raises(arrow.SchemaError, match="no table"):
        schema_of(pa.int8())


def test_types_that_no_column_has():
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
    types = {
        pa.float16(): "float16", pa.binary(5): "fixed-size binary", pa.list_(pa.int8(), 2): "fixed-size list",
        pa.date64(): "date64", pa.time32("ms"): "a time of another unit", pa.time64("ns"): "a time of another unit",
        pa.duration("ns"): "a duration of another unit", pa.timestamp("ms"): r"timestamp\('ms'\) without a zone",
        pa.timestamp("us", "Asia/Tokyo"): r"timestamp\('us', 'Asia/Tokyo'\); timestamp\('us', 'UTC'\) can be given",
        pa.decimal128(3): r"decimal \(d:3,0\)", pa.dictionary(pa.int8(), pa.int64()): "dictionary of int64",
        pa.month_day_nano_interval(): "'tin'", pa.uuid(): "extension type 'arrow.uuid'",
        pa.bool8(): "extension type 'arrow.bool8'",
    }  # fmt: skip
    for given, reason in types.items():
        for inside, path in ((given, "$.f"), (pa.list_(given), "$.f[]"), (pa.struct([("a", given)]), "$.f.a")):
            with pytest.raises(arrow.SchemaError, match=reason) as caught:
                arrow.reader(b"", pa.schema([("f", inside)]))
            assert caught.value.path == path
    for field in (
        pa.field("f", pa.int8(), nullable=False),
        pa.field("f", pa.list_(pa.field("item", pa.int8(), nullable=False))),
        pa.field("f", pa.struct([pa.field("a", pa.int8(), nullable=False)])),
    ):
        with pytest.raises(arrow.SchemaError, match="not nullable"):
            schema_of(pa.schema([field]))
        assert list(schema_of(pa.schema([field]), nulls_checked=True)) == ["f"]
    with pytest.raises(arrow.SchemaError, match="two fields have the name 'a'"):
        schema_of(pa.schema([("a", pa.int8()), ("a", pa.int8())]))


def test_polars():
    pl = pytest.importorskip("polars", reason="needs polars")
    schema = pl.Schema({"a": pl.Int64, "b": pl.List(pl.String), "t": pl.Datetime("us", "UTC"), "c": pl.Categorical()})
    assert schema_of(schema) == {"a": "int64", "b": "list[str]", "t": "timestamp[us]", "c": "dictionary[str]"}
