"""columns: both back ends compared with each other and with unpackb.

HAYAPACK_FUZZ_EXAMPLES sets the number of examples per test (default 300).
"""

import pytest

pytest.importorskip("hypothesis")
from fuzzing import SETTINGS  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from same import agree, outcome, same  # noqa: E402
from test_differential import scalars  # noqa: E402

from hayapack import packb  # noqa: E402

FIELDS = ["id", "name", "a key of more than sixteen bytes", "é", ""]
numbers = st.one_of(st.integers(-40, 300), st.integers(-(2**63), 2**64 - 1), st.floats(), st.just(2**53 + 1))
columns_of_values = st.sampled_from(
    [
        st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1)),
        st.one_of(st.none(), st.floats()),
        st.one_of(st.none(), st.integers(-1000, 1000), st.floats()),
        st.one_of(st.none(), numbers),
        st.one_of(st.none(), st.booleans()),
        st.one_of(st.none(), st.text(max_size=40)),
        st.one_of(st.none(), st.binary(max_size=40)),
        scalars,
    ]
)


@st.composite
def tables(draw):
    """Rows in which most fields have one type."""
    kinds = {name: draw(columns_of_values) for name in FIELDS}
    rows = []
    for _ in range(draw(st.integers(0, 20))):
        if draw(st.integers(0, 20)) == 0:
            rows.append(draw(st.one_of(st.none(), scalars)))
            continue
        names = draw(st.permutations(FIELDS))[: draw(st.integers(0, len(FIELDS)))]
        row = {name: draw(kinds[name]) for name in names}
        if draw(st.booleans()):
            row = {5: [1, {"id": 2}], "other": {"id": "no"}, **row}
        rows.append(row)
    return rows


def contents(columns):
    """The public content of columns."""
    return {
        name: (
            column.dtype, len(column), column.null_count, column.validity, bytes(column.data),
            None if column.offsets is None else column.offsets.tolist(), column.tolist(), repr(column),
        )
        for name, column in columns.items()
    }  # fmt: skip


fields = st.lists(st.sampled_from([*FIELDS, "none has it"]), unique=True, max_size=4)
dtypes = st.sampled_from([None, None, "int64", "float64", "bool", "str", "bytes", float])


def take(backend, *args, **options):
    return outcome(lambda: contents(backend.columns(*args, **options)))


@SETTINGS
@given(rows=tables(), fields=fields, dtypes=dtypes, strict=st.booleans())
def test_tables(both, rows, fields, dtypes, strict):
    packed = packb(rows)
    agree(*[take(b, packed, fields, dtypes, strict_map_key=strict) for b in both])


@SETTINGS
@given(rows=tables(), fields=fields, at=st.integers(0, 400), byte=st.integers(0, 255), cut=st.booleans())
def test_broken_tables(both, rows, fields, at, byte, cut):
    data = bytearray(packb(rows))
    at %= len(data)
    data[at:] = b"" if cut else bytes([byte]) + data[at + 1 :]
    agree(*[take(b, bytes(data), fields, max_depth=3, max_str_len=30) for b in both])


@SETTINGS
@given(rows=tables(), field=st.sampled_from(FIELDS))
def test_the_values_are_those_of_unpackb(both, rows, field):
    packed = packb(rows)
    for backend in both:
        columns = outcome(backend.columns, packed, [field])
        decoded = outcome(backend.unpackb, packed, strict_map_key=False)
        if not isinstance(columns, dict) or not isinstance(decoded, list):
            continue  # unpackb failed at a value that columns does not read
        expected = [(row or {}).get(field) for row in decoded]
        found = columns[field].tolist()
        if columns[field].dtype == "float64":
            expected = [None if value is None else float(value) for value in expected]
        assert same(found, expected)
