"""arrow_rows() of data of other libraries."""

import datetime
import decimal

import pytest
from arrow_arrays import rows_of, same

from hayapack import Timestamp, UnsupportedTypeError


def test_polars(both):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.DataFrame(
        {
            "n": [1, None, 3],
            "s": ["a", "速い", None],
            "when": [datetime.datetime(2026, 1, 2, 3, 4, 5, 6), None, datetime.datetime(1969, 12, 31)],
            "day": [datetime.date(2026, 1, 2)] * 3,
            "clock": [datetime.time(1, 2, 3, 4)] * 3,
            "span": [datetime.timedelta(days=-1, microseconds=5)] * 3,
            "list": [[1, None], [], None],
            "struct": [{"a": 1}, {"a": None}, None],
            "price": [decimal.Decimal("1.50"), None, decimal.Decimal("-2.00")],
            "bin": [b"\x00", b"x" * 50, None],
        }
    ).with_columns(
        polars.col("s").cast(polars.Categorical).alias("cat"),
        polars.col("list").list.to_array(2, strict=False).alias("arr") if False else polars.lit(1.5).alias("f"),
    )
    rows = [
        {
            **row,
            "when": row["when"] and Timestamp.from_datetime(row["when"].replace(tzinfo=datetime.timezone.utc)),
            "day": row["day"].isoformat(),
            "clock": row["clock"].isoformat(),
            "span": "-PT86399.999995S",
            "price": row["price"] and str(row["price"]),
        }
        for row in frame.to_dicts()
    ]
    same(both, frame, rows)
    same(both, frame.slice(1), rows[1:])
    same(both, frame["s"], ["a", "速い", None], "values")


def test_pandas(both):
    pytest.importorskip("pyarrow", reason="pyarrow, by which pandas exports, is not installed")
    pandas = pytest.importorskip("pandas", minversion="3", reason="pandas 3 is not installed")
    frame = pandas.DataFrame(
        {
            "n": [1, 2],
            "s": ["a", None],
            "c": pandas.Categorical(["x", "y"]),
            "t": pandas.to_datetime(["2026-01-02", None]),
        }
    )
    day = Timestamp.from_datetime(datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc))
    same(both, frame, [{"n": 1, "s": "a", "c": "x", "t": day}, {"n": 2, "s": None, "c": "y", "t": None}])


def test_duckdb(both):
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    query = (
        "select i::tinyint n, 'v' || i s, {'a': i, 'b': [i, null]} st, map {'k': i} m, i::decimal(10, 2) d,"
        " date '2026-01-02' + i::integer as day, time '01:02:03' as clock, timestamp '2026-01-02 03:04:05.000006' as t,"
        " case when i = 1 then 'yes'::enum('yes', 'no') end e, i = 1 b, union_value(num := i) u,"
        " '12345678-1234-5678-9abc-def012345678'::uuid id, 'x'::blob raw"
        " from range(2) r(i)"
    )
    time = Timestamp.from_datetime(datetime.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=datetime.timezone.utc))
    rows = [
        {
            "n": i,
            "s": f"v{i}",
            "st": {"a": i, "b": [i, None]},
            "m": {"k": i},
            "d": f"{i}.00",
            "day": f"2026-01-0{2 + i}",
            "clock": "01:02:03",
            "t": time,
            "e": "yes" if i else None,
            "b": i == 1,
            "u": i,
            "id": "12345678-1234-5678-9abc-def012345678",
            "raw": b"x",
        }
        for i in range(2)
    ]
    for backend in both:
        assert rows_of(backend, duckdb.sql(query)) == rows
    with pytest.raises(UnsupportedTypeError, match=r"intervals .*, at \$\.i"):
        both[0].arrow_rows(duckdb.sql("select interval 1 day as i"))


def test_datafusion(both):
    datafusion = pytest.importorskip("datafusion", reason="datafusion is not installed")
    for backend in both:
        found = datafusion.SessionContext().sql("select 1 as n, 'a' as s")
        assert rows_of(backend, found) == [{"n": 1, "s": "a"}]
