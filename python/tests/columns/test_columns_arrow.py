"""columns: nested columns through the Arrow C data interface, read with ctypes and with pyarrow."""

import ctypes
import datetime
import gc
import sys

import pytest

from hayapack import Timestamp, packb

pytestmark = pytest.mark.skipif(sys.implementation.name != "cpython", reason="capsules are CPython's")


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                   ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
                   ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]  # fmt: skip
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                  ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.POINTER(ctypes.POINTER(Array))),
                  ("dictionary", ctypes.POINTER(Array)), ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]  # fmt: skip


def struct_of(capsule, kind, name):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    struct = kind.from_address(pointer(capsule, name))
    struct.capsule = capsule  # which owns it
    return struct


def release(struct):
    ctypes.CFUNCTYPE(None, ctypes.POINTER(type(struct)))(struct.release)(ctypes.byref(struct))
    assert not struct.release


def described(schema):
    children = [described(schema.children[i].contents) for i in range(schema.n_children)]
    values = described(schema.dictionary.contents) if schema.dictionary else None
    return (schema.name.decode(), schema.format.decode(), schema.flags, children, values)


ROWS = [
    {"n": 1, "t": Timestamp(1, 5), "l": [["a"], None], "s": {"x": 1, "é": None}, "m": {"k": 1.5}, "w": "x", "b": True},
    {},
    None,
    {"n": -1, "t": Timestamp(-5), "l": [], "s": {}, "m": {}, "w": "y", "b": False},
]
DTYPES = {
    "n": "int8", "t": "timestamp[ns]", "l": "list[list[str]]", "s": "struct{x: uint16, é: null}",
    "m": "map[str, float32]", "w": "dictionary[str]", "b": "bool",
}  # fmt: skip


@pytest.fixture
def table(backend):
    return backend.columns(packb(ROWS), list(DTYPES), DTYPES)


def test_the_schema_of_all_columns(table):
    schema = struct_of(table.__arrow_c_schema__(), Schema, b"arrow_schema")
    name, form, _, fields, _ = described(schema)
    assert (name, form) == ("", "+s")
    assert fields == [
        ("n", "c", 2, [], None),
        ("t", "tsn:UTC", 2, [], None),
        ("l", "+l", 2, [("item", "+l", 2, [("item", "U", 2, [], None)], None)], None),
        ("s", "+s", 2, [("x", "S", 2, [], None), ("é", "n", 2, [], None)], None),
        ("m", "+m", 2, [("entries", "+s", 0, [("key", "U", 0, [], None), ("value", "f", 2, [], None)], None)], None),
        ("w", "i", 2, [], ("", "U", 2, [], None)),
        ("b", "b", 2, [], None),
    ]


@pytest.mark.parametrize(
    "dtype, form",
    [("int16", "s"), ("int32", "i"), ("int64", "l"), ("uint8", "C"), ("uint32", "I"), ("uint64", "L"),
     ("float64", "g"), ("bytes", "Z"), ("raw", "Z"), ("date32", "tdD"), ("time64[us]", "ttu"), ("duration[us]", "tDu"),
     ("timestamp[s]", "tss:UTC"), ("timestamp[ms]", "tsm:UTC"), ("timestamp[us]", "tsu:UTC"),
     ("timestamp[us, naive]", "tsu:")],
)  # fmt: skip
def test_formats(backend, dtype, form):
    schema = backend.columns(packb([{}]), ["a"], dtype, missing="null")["a"].__arrow_c_schema__()
    assert struct_of(schema, Schema, b"arrow_schema").format.decode() == form


def test_the_arrays(table):
    capsules = table.__arrow_c_array__()
    found = struct_of(capsules[1], Array, b"arrow_array")
    assert (found.length, found.null_count, found.n_buffers, found.n_children) == (4, 0, 1, 7)
    lists = found.children[2].contents
    assert (lists.length, lists.null_count, lists.n_buffers) == (4, 2, 2)
    assert ctypes.string_at(lists.buffers[0], 1) == b"\x09"
    assert list((ctypes.c_int32 * 5).from_address(lists.buffers[1])) == [0, 2, 2, 2, 2]
    entries = found.children[4].contents.children[0].contents
    assert (entries.length, entries.n_children, entries.n_buffers) == (1, 2, 1) and entries.buffers[0] is None
    assert found.children[3].contents.children[1].contents.n_buffers == 0  # of type null
    words = found.children[5].contents
    assert list((ctypes.c_int32 * 4).from_address(words.buffers[1])) == [0, 0, 0, 1]
    assert words.dictionary.contents.length == 2


def test_a_child_can_be_moved_out_and_outlives_the_rest(table):
    capsules = table.__arrow_c_array__()
    found = struct_of(capsules[1], Array, b"arrow_array")
    moved = Array.from_buffer_copy(found.children[2].contents)
    found.children[2].contents.release = None
    release(found)
    table.clear()
    del capsules, found
    gc.collect()
    texts = moved.children[0].contents.children[0].contents
    assert ctypes.string_at(texts.buffers[2], 1) == b"a"
    release(moved)


def test_the_contents_at_the_time_of_the_export(table):
    del table["l"]
    table["again"] = table["n"]
    assert [field[0] for field in described(struct_of(table.__arrow_c_schema__(), Schema, b"arrow_schema"))[3]] == [
        "n", "t", "s", "m", "w", "b", "again",
    ]  # fmt: skip
    table["x"] = 5
    with pytest.raises(TypeError):
        table.__arrow_c_schema__()


def test_names(backend):
    rows = packb([{"a": {"b": 1}, b"\xff": 2, "": 3}])
    table = backend.columns(rows, ["a.b", b"\xff", ""])
    schema = struct_of(table.__arrow_c_schema__(), Schema, b"arrow_schema")
    assert [field[0] for field in described(schema)[3]] == ["a.b", "\\xff", ""]


def test_no_columns(backend):
    table = backend.columns(packb([{}] * 5), [])
    _, capsule = table.__arrow_c_array__()
    assert struct_of(capsule, Array, b"arrow_array").length == 5 == table.rows


def test_bools_of_all_lengths(backend):
    for n in range(40):
        values = [i % 3 == 0 for i in range(n)]
        _, capsule = backend.columns(packb([{"a": v} for v in values]), ["a"], "bool", missing="null")[
            "a"
        ].__arrow_c_array__()
        array = struct_of(capsule, Array, b"arrow_array")
        bits = ctypes.string_at(array.buffers[1], (n + 7) // 8)
        assert [bool(bits[i >> 3] >> (i & 7) & 1) for i in range(n)] == values


def test_pyarrow_reads_all_types(table):
    pyarrow = pytest.importorskip("pyarrow")
    batch = pyarrow.record_batch(pyarrow.array(table).flatten(), names=list(table))
    batch.validate(full=True)
    read = pyarrow.RecordBatch._import_from_c_capsule(*table.__arrow_c_array__())
    assert read.equals(batch)
    found = read.to_pydict()
    assert found["l"] == [[["a"], None], None, None, []]
    assert found["s"] == [{"x": 1, "é": None}, None, None, {"x": None, "é": None}]
    assert found["m"] == [[("k", 1.5)], None, None, []]
    assert found["w"] == ["x", None, None, "y"] and found["b"] == [True, None, None, False]
    del batch, table
    assert read.column("t").cast(pyarrow.timestamp("us"), safe=False).to_pylist() == [
        datetime.datetime(1970, 1, 1, 0, 0, 1), None, None, datetime.datetime(1969, 12, 31, 23, 59, 55),
    ]  # fmt: skip


def test_copies_are_refused(table):
    import copy
    import pickle

    with pytest.raises(TypeError):
        pickle.dumps(table)
    with pytest.raises(TypeError):
        copy.deepcopy(table)
    with pytest.raises(TypeError):
        type(table)()
    assert repr(table).startswith("<Columns of 4 rows: 'n': int8, ")


MIXED = [
    {"t": Timestamp(1, 1500), "l": [1], "s": {"x": 1}, "n": 1, "w": "a"},
    {"t": None, "l": None, "s": None, "n": None, "w": None},
]


def mixed(backend):
    types = {"t": "timestamp[ns]", "l": "list[int64]", "s": "struct{x: int64}"}
    return backend.columns([packb(row) for row in MIXED], list(MIXED[0]), types)


def test_polars_takes_the_arrays(backend):
    """DataFrame() takes Columns for a dict, as which they are, and of each Column the Arrow array."""
    polars = pytest.importorskip("polars", reason="needs polars")
    table = mixed(backend)
    frame = polars.DataFrame(table)
    assert frame.schema == {
        "t": polars.Datetime("ns", "UTC"), "l": polars.List(polars.Int64), "s": polars.Struct({"x": polars.Int64}),
        "n": polars.Int64, "w": polars.String,
    }  # fmt: skip
    assert frame.select("l", "s", "n", "w").to_dicts() == [
        {name: row[name] for name in ("l", "s", "n", "w")} for row in MIXED
    ]
    assert frame["t"].to_physical().to_list() == [1_000_001_500, None]
    assert polars.Series("x", table["t"]).dtype == polars.Datetime("ns", "UTC")


def test_pyarrow_pandas_and_duckdb_take_columns(backend):
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
    table = mixed(backend)
    batch = pa.record_batch(table)
    assert batch.schema == pa.schema(table) and batch.schema.field("t").type == pa.timestamp("ns", "UTC")
    assert pa.table(table).num_rows == 2 and pa.array(table["n"]).to_pylist() == [1, None]
    pandas = pytest.importorskip("pandas", minversion="3", reason="needs pandas 3")
    assert str(pandas.DataFrame.from_arrow(table)["t"].dtype) == "datetime64[ns, UTC]"
    assert pandas.DataFrame(table)["t"].tolist() == [Timestamp(1, 1500), None]  # a dict of objects
    duckdb = pytest.importorskip("duckdb", reason="needs duckdb")
    rows = pa.table(table)  # noqa: F841  # DuckDB refuses a dict
    assert duckdb.sql("select n, w from rows").fetchall() == [(1, "a"), (None, None)]


def test_a_column_is_iterable(backend):
    column = mixed(backend)["n"]
    assert list(column) == [1, None] and list(reversed(column)) == [None, 1] and 1 in column and 5 not in column
