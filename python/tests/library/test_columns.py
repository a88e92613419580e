"""columns: types, nulls, errors, and export to numpy and Arrow."""

import array
import ctypes
import math
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import hayapack
from hayapack import ExtType, packb

ROWS = [
    {"id": 1, "score": 0.5, "ok": True, "name": "haya", "raw": b"\x00\xff"},
    {"id": -(2**63), "score": None, "ok": False, "name": "速い"},
    None,
    {"name": "", "id": 2**63 - 1, "score": 3, "raw": b"", "more": {"id": "not this one"}},
]
PACKED = packb(ROWS)
FIELDS = ["id", "score", "ok", "name", "raw"]


@pytest.fixture
def table(backend):
    return backend.columns(PACKED, FIELDS)


def test_types_and_values(table):
    assert list(table) == FIELDS
    assert [column.dtype for column in table.values()] == ["int64", "float64", "bool", "str", "bytes"]
    assert table["id"].tolist() == [1, -(2**63), None, 2**63 - 1]
    assert table["score"].tolist() == [0.5, None, None, 3.0]
    assert table["ok"].tolist() == [True, False, None, None]
    assert table["name"].tolist() == ["haya", "速い", None, ""]
    assert table["raw"].tolist() == [b"\x00\xff", None, None, b""]


def test_buffers(table):
    assert table["id"].data.format == "q" and table["id"].data.tolist() == [1, -(2**63), 0, 2**63 - 1]
    score = table["score"].data.tolist()
    assert score[0] == 0.5 and math.isnan(score[1]) and math.isnan(score[2])
    assert table["ok"].data.tolist() == [True, False, False, False]
    assert bytes(table["name"].data) == "haya速い".encode()
    assert table["name"].offsets.tolist() == [0, 4, 10, 10, 10]
    assert table["id"].offsets is None
    assert table["id"].validity == b"\x0b" and table["id"].null_count == 1
    assert table["raw"].validity == b"\x09"


def test_as_a_sequence(table):
    column = table["id"]
    assert len(column) == 4 and column[0] == 1 and column[-1] == 2**63 - 1 and column[2] is None
    assert column[1:3] == [-(2**63), None] and list(column) == column.tolist()
    assert column.valid(0) and not column.valid(2)
    assert repr(column) == "<Column of 4 int64, 1 null>"
    with pytest.raises(IndexError):
        column[4]
    with pytest.raises(TypeError):
        type(column)()


def test_no_nulls_no_bitmap(backend):
    column = backend.columns(packb([{"a": i} for i in range(100)]), ["a"])["a"]
    assert column.validity is None and column.null_count == 0 and column.tolist() == list(range(100))


@pytest.mark.parametrize("rows", [0, 1, 7, 8, 9, 16, 100])
def test_bitmaps_of_all_lengths(backend, rows):
    for first in range(rows):
        values = [None if i >= first and i % 3 == 0 else i for i in range(rows)]
        column = backend.columns(packb([{"a": value} for value in values]), ["a"])["a"]
        assert column.tolist() == values


def test_nothing_there(backend):
    column = backend.columns(packb([{}, {"a": None}]), ["a"])["a"]
    assert column.dtype == "float64" and column.tolist() == [None, None]
    assert backend.columns(b"\x90", ["a"])["a"].tolist() == []
    assert backend.columns(b"\x90", []) == {}


def test_where_the_array_lies(backend):
    packed = packb({"a": [{"rows": ROWS}]})
    assert backend.columns(packed, ["id"], path="$.a[0].rows")["id"].tolist()[0] == 1
    assert backend.columns(packed, ["id"], path=["a", 0, "rows"])["id"].tolist()[0] == 1
    view = backend.View(packed)
    assert backend.columns(view["a"][0]["rows"], ["id"])["id"].tolist()[0] == 1
    assert backend.columns(view, ["id"], None, "$.a[0].rows")["id"].tolist()[0] == 1
    with pytest.raises(KeyError):
        backend.columns(packed, ["id"], path="$.no")
    with pytest.raises(TypeError, match="a View already has its options"):
        backend.columns(view, ["id"], max_depth=3)


def test_types_asked_for(backend):
    packed = packb([{"a": 1, "b": None}, {"a": 2}])
    assert backend.columns(packed, ["a"], "float64")["a"].data.tolist() == [1.0, 2.0]
    assert backend.columns(packed, ["a", "b"], {"b": str})["b"].dtype == "str"
    assert backend.columns(packed, ["a", "b"], [float, None])["a"].dtype == "float64"
    with pytest.raises(hayapack.ColumnTypeError, match=r"byte 4: int in a column of bool, at \$\[0\].a"):
        backend.columns(packed, ["a"], bool)


@pytest.mark.parametrize(
    "fields, dtypes, error",
    [
        ("id", None, TypeError),
        ([1], None, TypeError),
        (["a", "a"], None, ValueError),
        (["a"], "int33", ValueError),
        (["a"], {"b": int}, ValueError),
        (["a"], [int, int], ValueError),
        (["a"], [[]], ValueError),
        (["a"], dict, ValueError),
        (None, None, TypeError),
    ],
)
def test_wrong_arguments(backend, fields, dtypes, error):
    with pytest.raises(error):
        backend.columns(PACKED, fields, dtypes)
    with pytest.raises(TypeError):
        backend.columns(PACKED, ["a"], raw_hook=5)


@pytest.mark.parametrize(
    "rows, text",
    [
        ([{"a": 1}, {"a": "x"}], "byte 8: str in a column of int64, at $[1].a"),
        ([{"a": "x"}, {"a": 1}], "byte 9: int in a column of str, at $[1].a"),
        ([{"a": "x"}, {"a": b"x"}], "byte 9: bin in a column of str, at $[1].a"),
        ([{"a": True}, {"a": 1}], "byte 8: int in a column of bool, at $[1].a"),
        ([{"a": 1}, {"a": [1]}], "byte 8: array in a column of int64, at $[1].a"),
        ([{"a": ExtType(1, b"")}], "byte 4: a column can't hold an ext, at $[0].a"),
        ([{"a": 2**63}], "byte 4: int over 2**63-1 in a column of int64, at $[0].a"),
        ([{"a": 0.5}, {"a": 2**53 + 1}], "byte 16: int without an exact float64 in a column of float64, at $[1].a"),
        ([{"a": 2**53 + 1}, {"a": 0.5}], "byte 16: float in a column of int64, at $[1].a"),
        ([{}, 5], "byte 2: int instead of a map, at $[1]"),
        ({"a": 1}, "byte 0: map instead of an array of maps, at $"),
        (5, "byte 0: int instead of an array of maps, at $"),
    ],
)
def test_values_that_do_not_fit(backend, rows, text):
    with pytest.raises(hayapack.ColumnTypeError) as caught:
        backend.columns(packb(rows), ["a"])
    assert str(caught.value) == text and caught.value.name == "unsupported_type"
    assert f"byte {caught.value.offset}: " in text and text.endswith(f"at {caught.value.path}")


def test_integers_become_floats_where_that_is_exact(backend):
    column = backend.columns(packb([{"a": 1}, {"a": None}, {"a": 2**53}, {"a": 0.5}, {"a": -3}]), ["a"])["a"]
    assert column.dtype == "float64" and column.tolist() == [1.0, None, 2.0**53, 0.5, -3.0]
    assert math.isnan(column.data[1])
    large = backend.columns(packb([{"a": 0.5}, {"a": 2**63}]), ["a"])["a"]
    assert large.tolist() == [0.5, 2.0**63]


def test_the_last_of_repeated_keys(backend):
    """As unpackb does: the whole map is skipped anyway."""
    packed = bytes.fromhex("91 82 a161 01 a161 02")
    assert backend.columns(packed, ["a"])["a"].tolist() == [2]


def test_forms_of_keys_and_numbers(backend):
    packed = bytes.fromhex("95 81a16101 81d90161cc05 81da000161d3ffffffffffffffff 81db0000000161ca3f000000 81a161d080")
    assert backend.columns(packed, ["a"])["a"].tolist() == [1.0, 5.0, -1.0, 0.5, -128.0]


@pytest.mark.parametrize(
    "data, name, offset, path",
    [
        ("92 81 a161 01", "truncated", 5, "$[1]"),
        ("91 82 a161 01 a162", "truncated", 6 + 1, "$[0].b"),
        ("91 81 a161 c1", "reserved_byte", 4, "$[0].a"),
        ("91 81 a161 a1ff", "invalid_utf8", 4, "$[0].a"),
        ("dd ffffffff 80", "truncated", 0, "$"),
        ("91 df ffffffff 80", "truncated", 1, "$[0]"),
        ("91 81 a162 dd ffffffff", "truncated", 4, "$[0].b"),
        ("91 81 a162" + "91" * 1030, "too_deep", 4 + 1022, None),
    ],
)
def test_broken_messages(backend, data, name, offset, path):
    with pytest.raises(hayapack.UnpackException) as caught:
        backend.columns(bytes.fromhex(data), ["a"])
    assert (caught.value.name, caught.value.offset) == (name, offset)
    if path is not None:
        assert caught.value.path == path


def test_limits(backend):
    packed = packb([{"a": "text", "b": [1, 2, 3]}])
    with pytest.raises(hayapack.StrLimitError):
        backend.columns(packed, ["b"], max_str_len=3)
    with pytest.raises(hayapack.ArrayLimitError):
        backend.columns(packed, ["a"], max_array_len=2)
    with pytest.raises(hayapack.InvalidKeyError):
        backend.columns(packb([{5: 1}]), ["a"], strict_map_key=True)


def test_many_fields_in_any_order(backend):
    names = [f"field{i}" for i in range(40)] + ["a name of more than sixteen bytes", "x" * 300, ""]
    rows = [{name: i * j for j, name in enumerate(names[i % 7 :] + names[: i % 7])} for i in range(50)]
    table = backend.columns(packb(rows), names)
    for name in names:
        assert table[name].tolist() == [row[name] for row in rows]


def test_memoryview(table):
    if not hasattr(type(table["id"]), "__buffer__") or sys.version_info < (3, 12):
        if type(table["id"]).__module__ != "hayapack":
            pytest.skip("classes written in Python support the buffer protocol from 3.12 on")
    view = memoryview(table["id"])
    assert (view.format, view.shape, view.readonly, view.tolist()[0]) == ("q", (4,), True, 1)
    assert array.array("d", table["score"].data)[0] == 0.5
    with pytest.raises(BufferError):
        memoryview(table["name"])


def test_numpy(table):
    numpy = pytest.importorskip("numpy")
    ids, score, ok = (numpy.asarray(table[name]) for name in ("id", "score", "ok"))
    assert (ids.dtype, score.dtype, ok.dtype) == (numpy.int64, numpy.float64, numpy.bool_)
    assert ids.tolist() == [1, -(2**63), 0, 2**63 - 1] and numpy.isnan(score[1]) and ok[0]
    assert not ids.flags.writeable
    assert numpy.asarray(table["name"].offsets).tolist() == [0, 4, 10, 10, 10]
    with pytest.raises(AttributeError, match="can't be a numpy array"):
        table["name"].__array_interface__  # noqa: B018


def test_a_buffer_outlives_its_column(backend):
    numpy = pytest.importorskip("numpy")
    values = numpy.asarray(backend.columns(packb([{"a": i} for i in range(1000)]), ["a"])["a"])
    assert values.sum() == sum(range(1000))


# --- Arrow, read through its C interface


class Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64), ("children", ctypes.c_void_p),
                ("dictionary", ctypes.c_void_p), ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]  # fmt: skip


class Array(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.c_void_p),
                ("dictionary", ctypes.c_void_p), ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]  # fmt: skip


def struct_of(capsule, kind, name):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return kind.from_address(pointer(capsule, name))


def release(struct, kind):
    ctypes.CFUNCTYPE(None, ctypes.POINTER(kind))(struct.release)(ctypes.byref(struct))
    assert not struct.release


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="capsules are CPython's")
@pytest.mark.parametrize("name, arrow", [("id", b"l"), ("score", b"g"), ("ok", b"b"), ("name", b"U"), ("raw", b"Z")])
def test_arrow_structs(table, name, arrow):
    column = table[name]
    assert struct_of(column.__arrow_c_schema__(), Schema, b"arrow_schema").format == arrow
    schema_capsule, array_capsule = column.__arrow_c_array__()
    schema = struct_of(schema_capsule, Schema, b"arrow_schema")
    found = struct_of(array_capsule, Array, b"arrow_array")
    assert schema.format == arrow and schema.flags == 2
    assert (found.length, found.null_count, found.offset) == (4, column.null_count, 0)
    buffers = found.buffers[: found.n_buffers]
    assert ctypes.string_at(buffers[0], 1) == column.validity
    if column.offsets is not None:
        assert ctypes.string_at(buffers[1], 40) == bytes(column.offsets)
        assert ctypes.string_at(buffers[2], len(column.data)) == bytes(column.data)
    elif arrow == b"b":
        assert ctypes.string_at(buffers[1], 1) == b"\x01"
    else:
        assert ctypes.string_at(buffers[1], 32) == bytes(column.data)
    release(found, Array)
    release(schema, Schema)


def test_pyarrow(table):
    pyarrow = pytest.importorskip("pyarrow")
    for _name, column in table.items():
        found = pyarrow.array(column)
        assert found.to_pylist() == column.tolist()
        found.validate(full=True)
    del found, column
    made = pyarrow.table(dict(table))
    table.clear()
    assert made.column("name").to_pylist() == ["haya", "速い", None, ""]


def test_in_many_threads(backend):
    packed = packb([{"id": i, "name": str(i)} for i in range(2000)])

    def work(number):
        table = backend.columns(packed, ["name", "id"])
        return table["id"].tolist() == list(range(2000)) and table["name"][number] == str(number)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(12)))


# --- fields that no map has --------------------------------------------------------


def test_a_field_that_no_map_has_is_an_error(backend):
    data = packb([None, {"amount": 1}, {"amount": 2, "note": None}])
    with pytest.raises(KeyError) as caught:
        backend.columns(data, ["amount", "amuont"])
    assert caught.value.args == (
        "no key 'amuont' in any of the 2 maps in the array at $: did you mean 'amount'?"
        " missing='null' makes it a column of nulls",
    )
    assert backend.columns(data, ["note"])["note"].tolist() == [None, None, None]
    assert backend.columns(data, ["amuont"], missing="null")["amuont"].tolist() == [None, None, None]
    with pytest.raises(KeyError, match=r"no key 'x' in the map in the array at \$\.rows: missing="):
        backend.columns(backend.View(packb({"rows": [{1: 2}]})), ["x"], dtypes="int64", path="$.rows")


def test_without_maps_no_field_is_missing(backend):
    assert backend.columns(packb([]), ["x"])["x"].tolist() == []
    assert backend.columns(packb([None, None]), ["x"])["x"].tolist() == [None, None]


def test_a_first_map_that_cannot_be_decoded_gives_no_suggestion(backend):
    with pytest.raises(KeyError, match=r"array at \$: missing="):
        backend.columns(b"\x91\x82\xa6amount\x01\xa1b\xa1\xff", ["amuont"])


def test_missing_is_checked(backend):
    with pytest.raises(ValueError, match="missing must be 'error' or 'null', not 'nil'"):
        backend.columns(packb([]), ["x"], missing="nil")
