"""arrow_rows() on both back ends, for arrays of any type that pyarrow makes, against packb of their plain values."""

import datetime
import decimal
import random
import uuid

import pytest
from arrow_arrays import expected, same
from fuzzing import SETTINGS
from hypothesis import given
from hypothesis import strategies as st

from hayapack import Encoder, packb


@pytest.fixture(scope="module")
def pyarrow():
    return pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def test_to_pylist_and_encoder(both, pyarrow):
    """The texts are those of Encoder."""
    kinds = {
        "date": (datetime.date, pyarrow.date32(), [datetime.date(1, 1, 1), datetime.date(2024, 2, 29)]),
        "time": (datetime.time, pyarrow.time64("us"), [datetime.time(1, 2, 3, 4), datetime.time(23, 59)]),
        "span": (
            datetime.timedelta,
            pyarrow.duration("us"),
            [datetime.timedelta(-1, 5, 7), datetime.timedelta(0), datetime.timedelta(days=3, microseconds=120)],
        ),
        "decimal": (
            decimal.Decimal,
            pyarrow.decimal128(38, 10),
            list(map(decimal.Decimal, ["-0.0000000001", "7", "0"])),
        ),
        "uuid": (uuid.UUID, pyarrow.uuid(), [uuid.UUID(int=1), uuid.UUID(int=2**128 - 1)]),
        "bool": (bool, pyarrow.bool8(), [True, False]),
    }
    for kind, storage, values in kinds.values():
        if storage in (pyarrow.uuid(), pyarrow.bool8()):
            made = [value.bytes if kind is uuid.UUID else int(value) for value in values]
            column = pyarrow.ExtensionArray.from_storage(storage, pyarrow.array(made, storage.storage_type))
        else:
            column = pyarrow.array(values, storage)
        packed = b"".join(Encoder(kind).encode(value) for value in column.to_pylist())
        for backend in both:
            assert b"".join(backend.arrow_rows(column, "values")) == packed


def scalars(pa):
    ints = {
        name: st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        for name, bits in [("int8", 8), ("int16", 16), ("int32", 32), ("int64", 64)]
    }
    uints = {
        name: st.integers(0, 2**bits - 1)
        for name, bits in [("uint8", 8), ("uint16", 16), ("uint32", 32), ("uint64", 64)]
    }
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
    day = 86400
    found = [(getattr(pa, name)(), values) for name, values in {**ints, **uints}.items()]
    found += [
        (pa.null(), st.none()),
        (pa.bool_(), st.booleans()),
        (pa.float64(), st.floats(allow_nan=False)),
        (pa.float32(), st.floats(allow_nan=False, width=32)),
        (pa.float16(), st.floats(allow_nan=False, width=16)),
        *[(kind(), text) for kind in (pa.string, pa.large_string, pa.string_view)],
        *[(kind(), st.binary(max_size=40)) for kind in (pa.binary, pa.large_binary, pa.binary_view)],
        (pa.binary(3), st.binary(min_size=3, max_size=3)),
        (pa.date32(), st.dates()),
        (pa.date64(), st.dates()),
        (pa.time32("s"), st.integers(0, day - 1)),
        (pa.time32("ms"), st.integers(0, day * 1000 - 1)),
        (pa.time64("us"), st.integers(0, day * 10**6 - 1)),
        (pa.time64("ns"), st.integers(0, day * 10**9 - 1)),
        *[
            (pa.timestamp(unit, zone), st.integers(-(2**63) + 1, 2**63 - 1) | st.integers(-(2**35), 2**35))
            for unit in ("s", "ms", "us", "ns")
            for zone in (None, "UTC")
        ],
        *[(pa.duration(unit), st.integers(-(2**46), 2**46)) for unit in ("s", "ms", "us", "ns")],
        (pa.decimal128(20, 5), st.decimals(-(10**15) + 1, 10**15 - 1, places=5)),
        (pa.decimal128(5, -3), st.integers(-99999, 99999).map(lambda n: decimal.Decimal(n).scaleb(3))),
        (pa.decimal256(60, 20), st.decimals(-(10**39), 10**39, places=20)),
        (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["a", "速い", ""])),
        (pa.dictionary(pa.uint32(), pa.int64()), st.sampled_from([1, 2**40])),
    ]
    return found


@st.composite
def typed_values(draw, pa, depth=3):
    """(a type, a strategy for its values, None among them)."""
    if depth and draw(st.booleans()):
        kind = draw(st.sampled_from(["list", "large_list", "list_view", "large_list_view", "fixed", "struct", "map"]))
        inner, values = draw(typed_values(pa, depth - 1))
        if kind == "fixed":
            size = draw(st.integers(0, 3))
            found = pa.list_(inner, size), st.lists(values, min_size=size, max_size=size)
        elif kind == "struct":
            other, more = draw(typed_values(pa, depth - 1))
            found = pa.struct([("a", inner), ("b" * 33, other)]), st.fixed_dictionaries({"a": values, "b" * 33: more})
        elif kind == "map":
            found = pa.map_(pa.string(), inner), st.lists(st.tuples(st.text("abc", max_size=3), values), max_size=4)
        else:
            make = pa.list_ if kind == "list" else getattr(pa, kind)
            found = make(inner), st.lists(values, max_size=4)
    else:
        found = draw(st.sampled_from(scalars(pa)))
    return found[0], found[1] | st.none()


@st.composite
def chunked(draw, pa):
    """A chunked array, of slices of arrays with more values around them."""
    kind, values = draw(typed_values(pa))
    chunks = []
    for _ in range(draw(st.integers(1, 3))):
        made = pa.array(draw(st.lists(values, max_size=12)), kind)
        start = draw(st.integers(0, len(made)))
        chunks.append(made.slice(start, draw(st.integers(0, len(made) - start))))
    return pa.chunked_array(chunks, kind)


@SETTINGS
@given(st.data())
def test_any_type(both, pyarrow, data):
    column = data.draw(chunked(pyarrow))
    values = [expected(scalar) for scalar in column]
    same(both, pyarrow.table({"x": column}), [{"x": value} for value in values])
    same(both, column, values, "maps" if pyarrow.types.is_struct(column.type) else "values")
    if not pyarrow.types.is_null(column.type):
        mask = pyarrow.array([i % 3 == 0 for i in range(len(column))], pyarrow.bool_())
        batch = pyarrow.StructArray.from_arrays([column.combine_chunks()], ["y"], mask=mask)
        hidden = [None if i % 3 == 0 else {"y": value} for i, value in enumerate(values)]
        same(both, batch, hidden)
        same(both, pyarrow.table({"x": batch}).slice(1), [{"x": value} for value in hidden[1:]])


@SETTINGS
@given(st.data())
def test_runs_and_unions_of_any_type(both, pyarrow, data):
    kind, values = data.draw(st.sampled_from([row for row in scalars(pyarrow) if not pyarrow.types.is_null(row[0])]))
    items = [
        value
        for value in data.draw(st.lists(values | st.none(), min_size=1, max_size=5))
        for _ in range(data.draw(st.integers(1, 3)))
    ]
    plain = pyarrow.array(items, kind)
    lengths = [2] * len(plain)
    ends = pyarrow.array([sum(lengths[: i + 1]) for i in range(len(lengths))], pyarrow.int32())
    runs = pyarrow.RunEndEncodedArray.from_arrays(ends, plain)
    start = data.draw(st.integers(0, len(runs)))
    doubled = [expected(scalar) for scalar in plain for _ in range(2)]
    same(both, runs.slice(start), doubled[start:], "values")
    types = pyarrow.array([i % 2 for i in range(len(plain))], pyarrow.int8())
    numbers = pyarrow.array(range(len(plain)))
    mixed = [expected(plain[i]) if i % 2 else i for i in range(len(plain))]
    sparse = pyarrow.UnionArray.from_sparse(types, [numbers, plain])
    same(both, sparse.slice(1), mixed[1:], "values")
    offsets = pyarrow.array(range(len(plain)), pyarrow.int32())
    same(both, pyarrow.UnionArray.from_dense(types, offsets, [numbers, plain]), mixed, "values")


def test_children_with_offsets(both, pyarrow):
    numbers = pyarrow.array(range(20), pyarrow.int64()).slice(5, 10)
    lists = pyarrow.ListArray.from_arrays(pyarrow.array([0, 2, None, 5, 5], pyarrow.int32()), numbers)
    same(both, lists.slice(1), lists.slice(1).to_pylist(), "values")
    fixed = pyarrow.FixedSizeListArray.from_arrays(numbers, 5)
    same(both, fixed.slice(1), [[10, 11, 12, 13, 14]], "values")
    structs_ = pyarrow.StructArray.from_arrays([numbers, numbers.cast(pyarrow.string())], ["a", "b"]).slice(3, 4)
    same(both, structs_, structs_.to_pylist())
    words = pyarrow.array(["x", "a", None, "b"]).slice(1)
    coded = pyarrow.DictionaryArray.from_arrays(pyarrow.array([9, 2, 1, 0, None], pyarrow.int16()).slice(1), words)
    same(both, coded, ["b", None, "a", None], "values")
    maps = pyarrow.MapArray.from_arrays(pyarrow.array([0, 1, 3], pyarrow.int32()), numbers.slice(2, 3), words)
    same(both, maps, [{7: "a"}, {8: None, 9: "b"}], "values")


def test_large_tables(both, pyarrow):
    rng = random.Random(7)
    rows = [
        {"id": rng.getrandbits(rng.randrange(1, 63)), "name": "n" * rng.randrange(60), "tags": ["a"] * rng.randrange(4)}
        for _ in range(30000)
    ]
    source = pyarrow.Table.from_pylist(rows)
    for backend in both:
        blocks = list(backend.arrow_rows(source, block=100000))
        assert b"".join(blocks) == b"".join(map(packb, rows))
        assert len(blocks) > 5 and all(100000 <= len(block) < 100200 for block in blocks[:-1])


def test_no_columns(both, pyarrow):
    source = pyarrow.table({"x": [1, 2]}).select([])
    same(both, source, [{}] * source.num_rows)
