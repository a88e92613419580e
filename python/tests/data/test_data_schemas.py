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
        pa.uint64(): "uint64", pa.float16(): "float32", pa.float32(): "float32", pa.float64(): "float64",
        pa.string(): "str", pa.large_string(): "str", pa.string_view(): "str", pa.binary(): "bytes",
        pa.binary(5): "bytes", pa.large_binary(): "bytes", pa.date32(): "date32", pa.time64("us"): "time64[us]",
        pa.duration("us"): "duration[us]", pa.timestamp("s", "UTC"): "timestamp[s]",
        pa.timestamp("ns", "Europe/Berlin"): "timestamp[ns]", pa.timestamp("us"): "timestamp[us, naive]",
        pa.dictionary(pa.int8(), pa.string()): "dictionary[str]", pa.list_(pa.int8()): "list[int8]",
        pa.large_list(pa.list_(pa.bool_(), 2)): "list[list[bool]]",
        pa.struct([("a", pa.int8()), ("b c:", pa.string())]): 'struct{a: int8, "b c:": str}',
        pa.map_(pa.string(), pa.struct([("x", pa.int64())])): "map[str, struct{x: int64}]",
    }  # fmt: skip
    for given, dtype in types.items():
        assert schema_of(pa.schema([("f", given)])) == {"f": dtype}
    assert schema_of(pa.schema([("a.b", pa.int8()), ("é", pa.int8())])) == {("a.b",): "int8", "é": "int8"}
    with pytest.raises(arrow.SchemaError, match=r"no column can have the Arrow type 'd:3,0', at \$.a\[\]"):
        schema_of(pa.schema([("a", pa.list_(pa.decimal128(3)))]))
    with pytest.raises(arrow.SchemaError, match="no table"):
        schema_of(pa.int8())


def test_polars():
    pl = pytest.importorskip("polars", reason="needs polars")
    schema = pl.Schema({"a": pl.Int64, "b": pl.List(pl.String), "t": pl.Datetime("us", "UTC"), "c": pl.Categorical()})
    assert schema_of(schema) == {"a": "int64", "b": "list[str]", "t": "timestamp[us]", "c": "dictionary[str]"}
