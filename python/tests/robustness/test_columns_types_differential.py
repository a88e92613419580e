"""columns with generated types, layouts and damage: both back ends compared with each other, and with pyarrow.

HAYAPACK_FUZZ_EXAMPLES sets the number of examples per test (default 300).
"""

import struct

import pytest

pytest.importorskip("hypothesis")
from fuzzing import SETTINGS  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from lz4_package import HAS_PACKAGE  # noqa: E402
from same import outcome, same  # noqa: E402

from hayapack import ExtType, Fragment, Timestamp, packb  # noqa: E402

UNITS = ["s", "ms", "us", "ns"]
FIELDS = ["id", "name", "a key of more than sixteen bytes", "é", b"id"]
edges = st.builds(lambda n, d, s: s * ((1 << n) + d), st.integers(0, 63), st.integers(-1, 1), st.sampled_from([1, -1]))
ints = st.one_of(st.integers(-40, 300), edges.filter(lambda n: -(2**63) <= n < 2**64))
floats = st.one_of(st.floats(), st.floats(width=32), st.sampled_from([0.5, 1e300, float("nan"), -0.0]))
texts = st.one_of(st.sampled_from(["", "id", "red", "green"]), st.text(max_size=40))
stamps = st.builds(
    Timestamp,
    st.one_of(st.integers(-(2**35), 2**35), st.integers(0, 2**20).map(lambda day: day * 86400)),
    st.sampled_from([0, 0, 1, 1000, 5_000_000, 999_999_999]),
)
events = st.builds(
    lambda s, ns: ExtType(0, struct.pack(">II", s, ns)), st.integers(0, 2**32 - 1), st.sampled_from([0, 5, 10**9])
)
iso = st.sampled_from(
    [
        "2020-01-02", "2020-02-30", "0001-01-01", "2020-01-02T03:04:05Z", "2020-01-02 03:04", "24:00", "03:04:05.5",
        "2020-01-02T03:04:05.123456789", "2020-01-02T03:04:05.000001+05:30", "2020-01-02T00:00:00-23:59:59.000001",
        "9999-12-31T23:59:59.999999999Z", "23:59:59.000000001", "00:00", "P1D", "-P1DT2H3M4.5S", "PT0.000001S", "P",
        "PT", "P1W2D", "PT0.0000001S", "P9999999999W", "PT999999999999999H999999999999999M", "-P9999999999D", "P1DT",
        "2020-01-02T03:04:05" + "0" * 60,
    ]
)  # fmt: skip
odd = st.one_of(
    st.none(), st.booleans(), ints, floats, texts, st.binary(max_size=9), stamps, events, iso,
    st.builds(ExtType, st.integers(-1, 5), st.binary(max_size=13)), st.just([1, "a"]), st.just({"a": 1, 5: 2}),
    st.sampled_from([b"\xa2\xff\xfe", b"\xd4\xff\x00", b"\x81\xa1\xff\x01"]).map(lambda raw: Fragment(raw, check=False)),
)  # fmt: skip


def ranged(low, high):
    return st.one_of(st.integers(low, high), st.sampled_from([low, high, 0, 1]))


SCALARS = {
    "bool": st.booleans(),
    **{f"int{n}": ranged(-(1 << (n - 1)), (1 << (n - 1)) - 1) for n in (8, 16, 32, 64)},
    **{f"uint{n}": ranged(0, (1 << n) - 1) for n in (8, 16, 32, 64)},
    "float32": st.one_of(st.floats(width=32), st.integers(-1000, 1000)),
    "float64": st.one_of(floats, st.integers(-(2**53), 2**53)),
    "str": texts,
    "bytes": st.binary(max_size=40),
    "dictionary[str]": texts,
    **{f"timestamp[{unit}]": st.one_of(stamps, events, iso, ranged(-(2**63), 2**63 - 1)) for unit in UNITS},
    "timestamp[us, naive]": st.one_of(stamps, iso),
    "date32": st.one_of(stamps, iso, st.integers(-(2**31), 2**31 - 1)),
    "time64[us]": st.one_of(iso, st.integers(-1, 86400 * 10**6)),
    "duration[us]": st.one_of(iso, ints),
    "raw": odd,
    "null": st.none(),
}


@st.composite
def types(draw, depth=0):
    """(a dtype or None, a strategy of values that mostly fit)"""
    kind = draw(st.sampled_from(["scalar"] * 4 + ["any", "list", "struct", "map"] * (depth < 3)))
    if kind == "any":
        _, values = draw(types(depth=depth + 1))
        return None, values
    if kind == "list":
        inner, values = draw(typed(depth + 1))
        return f"list[{inner}]", st.lists(values, max_size=4)
    if kind == "map":
        key = draw(st.sampled_from(["str", "int64", "bytes", "dictionary[str]"]))
        inner, values = draw(typed(depth + 1))
        pairs = st.lists(st.tuples(st.one_of(SCALARS[key], SCALARS[key], SCALARS[key], odd), values), max_size=4)
        return f"map[{key}, {inner}]", pairs.map(raw_map)
    if kind == "struct":
        names = draw(st.lists(st.sampled_from(["a", "b", "c d", b"a"]), unique=True, max_size=3))
        fields = [(name, *draw(typed(depth + 1))) for name in names]
        inside = ", ".join(f"{quoted(name)}: {dtype}" for name, dtype, _ in fields)
        entries = [st.tuples(st.just(name), values) for name, _, values in fields]
        some = st.lists(st.one_of(*entries), max_size=5) if entries else st.just([])
        return f"struct{{{inside}}}", some.map(raw_map)
    name = draw(st.sampled_from(sorted(SCALARS)))
    return name, SCALARS[name]


@st.composite
def typed(draw, depth):
    """As types(), with a dtype."""
    dtype, values = draw(types(depth=depth).filter(lambda pair: pair[0] is not None))
    rare = draw(st.sampled_from([0, 0, 30]))
    return dtype, st.one_of(*[values] * (rare or 1), *([odd] if rare else []))


def quoted(name):
    return 'b"' + name.decode() + '"' if isinstance(name, bytes) else name


def raw_map(pairs):
    """A map as it is, with repeated keys."""
    packed = [packb(part) for pair in pairs for part in pair]
    return Fragment(bytes([0x80 | len(pairs)]) + b"".join(packed), check=False)


LAYOUTS = ["maps", "maps", "maps", "arrays", "values", "fluent"]
FORMS = ["array", "stream", "messages", "stream lz4", "messages lz4", "array lz4"]


@st.composite
def tables(draw):
    """(the arguments of columns(), its options, what it is about)"""
    layout = draw(st.sampled_from(LAYOUTS))
    form = draw(st.sampled_from(FORMS if HAS_PACKAGE else FORMS[:3])) if layout != "values" else "stream"
    names = draw(st.lists(st.sampled_from(FIELDS), unique=True, min_size=1, max_size=4))
    paths = {name: name for name in names}
    if layout in ("maps", "fluent"):
        for name in names:  # some are in a map inside
            if draw(st.integers(0, 3)) == 0:
                paths[name] = ("in", name)
        if layout == "fluent" and draw(st.booleans()):
            paths["time"] = "time"
    plan = {name: draw(types()) for name in paths}
    rare = draw(st.sampled_from([0, 1, 20]))
    rows = []
    for _ in range(draw(st.integers(0, 12))):
        values = {}
        for name, (_, strategy) in plan.items():
            values[name] = draw(odd if rare and draw(st.integers(0, rare)) == 0 else strategy)
        if rare and draw(st.integers(0, 2 * rare)) == 0:
            rows.append([draw(odd)] if layout != "values" else [draw(odd) for _ in plan])
        else:
            rows.append(draw(row_of(layout, paths, values)))
    options = {"rows": layout, "errors": draw(st.sampled_from(["raise", "raise", "null", "skip", "call"]))}
    if draw(st.booleans()):
        options["missing"] = "null"
    if draw(st.integers(0, 5)) == 0:
        options[draw(st.sampled_from(["max_depth", "max_str_len", "max_map_len", "max_bin_len"]))] = draw(
            st.integers(0, 12)
        )
    elif draw(st.integers(0, 8)) == 0:  # not with limits: which of two errors in one row is found first may differ
        options["strict_map_key"] = True
    dtypes = {paths[name]: dtype for name, (dtype, _) in plan.items() if dtype is not None}
    return pack_rows(rows, form), [paths[name] for name in plan], dtypes, {**options, **FORM_OPTIONS[form]}


FORM_OPTIONS = {
    "array": {},
    "stream": {"stream": True},
    "messages": {},
    "array lz4": {"lz4": True},
    "stream lz4": {"stream": True, "lz4": True},
    "messages lz4": {"lz4": True},
}


@st.composite
def row_of(draw, layout, paths, values):
    """The values of a row as they are in the message: one, or for the layout "values" several."""
    if layout == "values":
        return list(values.values())
    if layout == "arrays":
        return [list(values.values())[: draw(st.integers(0, len(values)))]]
    time = values.pop("time", 5) if layout == "fluent" else None
    outer, inner = [], []
    for name in draw(st.permutations(list(values))):
        if draw(st.integers(0, 5)):
            (inner if isinstance(paths[name], tuple) else outer).append((name, values[name]))
        if draw(st.integers(0, 15)) == 0:  # a repeated key
            other = draw(st.sampled_from(list(values.values())))
            (inner if isinstance(paths[name], tuple) else outer).append((name, other))
    if inner:
        outer.append(("in", raw_map(inner)))
    if draw(st.integers(0, 5)) == 0:
        outer.insert(draw(st.integers(0, len(outer))), (draw(odd), draw(odd)))
    row = raw_map(outer)
    if layout == "fluent":
        return [[[time, {"meta": 1}] if draw(st.booleans()) else time, row]]
    return [row]


def pack_rows(rows, form):
    packed = [b"".join(map(packb, row)) for row in rows]
    if "lz4" in form:
        forms = ["block", "block-array", None]
        if form == "array lz4":
            whole = Fragment(array_head(len(rows)) + b"".join(packed), check=False)
            return packb(whole, lz4="block")
        packed = [packb(Fragment(row, check=False), lz4=forms[i % 3]) for i, row in enumerate(packed)]
    if form.startswith("messages"):
        return [*packed, None] if len(packed) % 3 == 0 else packed
    if form.startswith("stream"):
        return b"".join(packed)
    return array_head(len(rows)) + b"".join(packed)


def array_head(n):
    return packb([None] * n)[:-n] if n else b"\x90"


# --- comparing ---------------------------------------------------------------


def content(column):
    """All that a column has."""
    offsets = column.offsets
    return (
        column.type, len(column), column.null_count, None if column.validity is None else bytes(column.validity),
        bytes(column.data), None if offsets is None else offsets.tolist(),
        outcome(column.tolist), tuple([content(child) for child in column.children]),
    )  # fmt: skip


def take(backend, buf, fields, dtypes, options):
    """The columns and the reports of rows that were left out, or the error."""
    reports = []
    if options["errors"] == "call":
        options = {
            **options,
            "errors": lambda start, stop, error: reports.append((start, stop, outcome(raiser(error)))),
        }
    made = outcome(backend.columns, buf, fields, dtypes, **options)
    if not isinstance(made, dict):
        return made, reports
    counts = made.rows, made.skipped, made.nulled
    return counts, {name: content(column) for name, column in made.items()}, repr(made), reports


def raiser(error):
    def raises():
        raise error

    return raises


def compare(both, buf, fields, dtypes, options):
    native, pure = [take(backend, buf, fields, dtypes, options) for backend in both]
    assert same(native, pure), f"{buf!r}\n{fields} {dtypes} {options}\nnative {native!r}\npure   {pure!r}"


@SETTINGS
@given(table=tables())
def test_both_back_ends_read_the_same(both, table):
    compare(both, *table)


@SETTINGS
@given(table=tables(), damage=st.lists(st.tuples(st.integers(0, 400), st.integers(-1, 255)), min_size=1, max_size=2))
def test_damaged_messages(both, table, damage):
    buf, fields, dtypes, options = table
    options.pop("strict_map_key", None)
    if isinstance(buf, list):
        buf = [bytes(damaged(message, damage)) if message else message for message in buf]
    else:
        buf = bytes(damaged(buf, damage))
    compare(both, buf, fields, dtypes, options)


def damaged(data, changes):
    data = bytearray(data)
    for at, byte in changes:
        if data and byte < 0:
            del data[at % len(data) :]
        elif data:
            data[at % len(data)] = byte
    return data


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow", reason="pyarrow is not installed")


@SETTINGS
@given(table=tables())
def test_arrow_arrays_are_valid_and_the_same(both, pa, table):
    buf, fields, dtypes, options = table
    made = [outcome(backend.columns, buf, fields, dtypes, **{**options, "errors": "skip"}) for backend in both]
    if not all(isinstance(each, dict) for each in made):
        return
    batches = [batch_of(pa, each) for each in made]
    for batch in batches:
        batch.validate(full=True)
    assert batches[0].schema == batches[1].schema
    # by their texts: pandas' NaT, the least timestamp, is not equal to itself
    assert repr(outcome(batches[0].to_pylist)) == repr(outcome(batches[1].to_pylist))


def batch_of(pa, columns):
    """Not pa.record_batch(columns), which reads any dict field by field."""
    return pa.RecordBatch._import_from_c_capsule(*columns.__arrow_c_array__())


# --- pyarrow's own columns -----------------------------------------------------


def arrow_types(pa):
    return {
        "bool": pa.bool_(), "float32": pa.float32(), "float64": pa.float64(), "str": pa.large_string(),
        "bytes": pa.large_binary(), "dictionary[str]": pa.dictionary(pa.int32(), pa.large_string()),
        **{name: getattr(pa, name)() for name in SCALARS if "int" in name},
        **{f"timestamp[{unit}]": pa.timestamp(unit, "UTC") for unit in UNITS},
    }  # fmt: skip


arrow_names = ("bool", "str", "bytes", "float32", "float64", "dictionary[str]")


def plain(dtype):
    """Values that fit, as pyarrow takes them after unpackb()."""
    if dtype.startswith("float"):
        return st.floats(width=32, allow_nan=False)
    if dtype.startswith("timestamp"):
        unit = UNITS.index(dtype[10:-1])
        return st.integers(-(2**30), 2**30).map(lambda n: Timestamp.from_unix_nano(n * 1000 ** (3 - unit)))
    return SCALARS[dtype]


@st.composite
def plain_tables(draw):
    """(rows, {field: dtype})"""
    names = sorted(name for name in SCALARS if plain_scalar(name))
    dtypes, strategies = {}, {}
    for field in ["a", "b", "c"]:
        name = draw(st.sampled_from(names))
        kind = draw(st.sampled_from(["scalar", "scalar", "list", "struct", "map"]))
        values = st.one_of(st.none(), plain(name), plain(name))
        if kind == "list":
            dtypes[field], values = f"list[{name}]", st.lists(values, max_size=4)
        elif kind == "struct":
            dtypes[field], values = f"struct{{x: {name}, y: int8}}", st.fixed_dictionaries({}, optional={"x": values})
        elif kind == "map":
            dtypes[field], values = f"map[str, {name}]", st.dictionaries(st.text(max_size=3), values, max_size=3)
        else:
            dtypes[field] = name
        strategies[field] = st.one_of(st.none(), values, values)
    rows = draw(st.lists(st.fixed_dictionaries({}, optional=strategies), max_size=12))
    return rows, dtypes


def plain_scalar(name):
    return "int" in name or name in arrow_names or (name.startswith("timestamp") and "naive" not in name)


def arrow_type(pa, dtype):
    names = arrow_types(pa)
    if dtype.startswith("list["):
        return pa.list_(names[dtype[5:-1]])
    if dtype.startswith("struct{"):
        return pa.struct([("x", names[dtype[10:-10]]), ("y", pa.int8())])
    if dtype.startswith("map["):
        return pa.map_(pa.large_string(), names[dtype[9:-1]])
    return names[dtype]


def counted(value, dtype):
    """What unpackb() gives, with timestamps as counts of the column's unit."""
    if isinstance(value, Timestamp):
        unit = UNITS.index(dtype.partition("timestamp[")[2].partition("]")[0])
        return value.to_unix_nano() // 1000 ** (3 - unit)
    if isinstance(value, list):
        return [counted(item, dtype) for item in value]
    if isinstance(value, dict):
        inside = {key: counted(item, dtype) for key, item in value.items()}
        return list(inside.items()) if dtype.startswith("map") else inside
    return value


@SETTINGS
@given(table=plain_tables())
def test_pyarrow_makes_the_same_columns_of_unpackb(both, pa, table):
    rows, dtypes = table
    packed = packb(rows)
    schema = pa.schema([(field, arrow_type(pa, dtype)) for field, dtype in dtypes.items()])
    decoded = both[0].unpackb(packed)
    listed = [{field: counted(row.get(field), dtype) for field, dtype in dtypes.items()} for row in decoded]
    expected = pa.Table.from_pylist(listed, schema=schema)
    for backend in both:
        made = backend.columns(packed, list(dtypes), dtypes, missing="null")
        found = pa.Table.from_batches([batch_of(pa, made)])
        assert found.schema.equals(schema)
        assert found.equals(expected)
        assert same([len(column) for column in made.values()], [len(rows)] * len(dtypes))
