"""What takes the tables of hayapack.data: each library, as it is installed."""

import subprocess
import sys

import pytest

from hayapack import ExtType, Timestamp, packb
from hayapack.data import arrow

ROWS = [
    {
        "id": n, "name": f"n{n % 7}", "price": n / 4, "at": Timestamp(n, n), "tags": [n, None], "pos": {"x": n, "y": None},
        "ok": None if n % 3 else True, "data": b"x" * (n % 3), "ext": ExtType(5, b"q"), "by": {1: "a"},
    }
    for n in range(3000)
]  # fmt: skip
DATA = b"".join(map(packb, ROWS))
BAD = DATA + packb({"id": "x"})


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "events.msgpack"
    path.write_bytes(DATA)
    return str(path)


def library(name):
    return pytest.importorskip(name, reason=f"needs {name}")


def reader(source, columns=None, **options):
    return arrow.reader(source, columns=columns, block=30_000, **options)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_pyarrow(path, data_on):
    pa = library("pyarrow")
    table = pa.table(reader(path))
    assert table.num_rows == 3000 and len(table["id"].chunks) > 5
    assert table.drop_columns(["at", "ext", "by"]).to_pylist() == [
        {name: row[name] for name in ("id", "name", "price", "tags", "pos", "ok", "data")} for row in ROWS
    ]
    assert table.schema.field("at").type == pa.timestamp("ns", "UTC")
    assert table["at"].cast(pa.int64()).to_pylist() == [n * 10**9 + n for n in range(3000)]
    assert table["ext"].to_pylist() == [packb(ExtType(5, b"q"))] * 3000
    assert table["by"].to_pylist() == [[(1, "a")]] * 3000
    assert pa.schema(reader(path)) == table.schema
    stream = pa.RecordBatchReader.from_stream(reader(path, ["id"]))
    assert stream.read_next_batch().num_columns == 1
    stream.close()
    if (
        data_on == "pure"
    ):  # whose callbacks by ctypes can't keep pyarrow's exception: _fallback/columnar/arrow/structs.py
        with pytest.raises(SystemError):
            pa.table(reader(BAD, ["id"]))
        return
    with pytest.raises((ValueError, pa.ArrowException), match=r"byte \d+: str in a column of int64, at \$.id"):
        pa.table(reader(BAD, ["id"]))


def test_pyarrow_writes_a_dataset_without_a_table(path, tmp_path, data_on):
    pa = library("pyarrow")
    dataset = pytest.importorskip("pyarrow.dataset", reason="needs pyarrow")
    rows = pa.RecordBatchReader.from_stream(reader(path, ["id", "name"]))
    dataset.write_dataset(rows, tmp_path / "out", format="parquet", partitioning=["name"])
    found = dataset.dataset(tmp_path / "out", partitioning=["name"]).to_table(columns=["id"])
    assert sorted(found["id"].to_pylist()) == list(range(3000))


def test_polars(path, data_on):
    pl = library("polars")
    frame = pl.DataFrame(reader(path))
    assert frame.height == 3000 and frame["tags"].dtype == pl.List(pl.Int64)
    assert frame["at"].dtype == pl.Datetime("ns", "UTC")
    assert frame.select("id", "name", "price", "tags", "pos", "ok").to_dicts() == [
        {name: row[name] for name in ("id", "name", "price", "tags", "pos", "ok")} for row in ROWS
    ]


def test_pandas(path, data_on):
    pd = library("pandas")
    library("pyarrow")
    if not hasattr(pd.DataFrame, "from_arrow"):
        pytest.skip(f"needs pandas 3; this is {pd.__version__}")
    frame = pd.DataFrame.from_arrow(reader(path, ["id", "name", "price", "at"]))
    assert frame.shape == (3000, 4)
    assert frame["price"].sum() == sum(row["price"] for row in ROWS)
    assert str(frame["at"].dtype) == "datetime64[ns, UTC]"


def test_duckdb(path, data_on):
    duckdb = library("duckdb")
    events = reader(path)  # noqa: F841  # DuckDB finds it
    names = duckdb.sql("select name, count(*) n, sum(price) from events group by name order by name").fetchall()
    assert [(name, n) for name, n, _ in names] == [(f"n{k}", 429 if k < 4 else 428) for k in range(7)]
    # A second time from the beginning, and both ends of a join.
    assert duckdb.sql("select count(*) from events a join events b using (id)").fetchall() == [(3000,)]
    assert duckdb.sql("select pos.x, tags[1] from events where id = 7").fetchall() == [(7, 7)]
    bad = reader(BAD, ["id"])
    with pytest.raises(duckdb.Error, match=r"byte \d+: str in a column of int64"):
        duckdb.sql("select sum(id) from bad").fetchall()
    assert bad.schema == {"id": "int64"}


def test_datafusion(path, data_on):
    datafusion = library("datafusion")
    library("pyarrow")
    context = datafusion.SessionContext()
    frame = context.from_arrow(reader(path, ["id", "name"]), "events")
    assert frame.count() == 3000
    assert context.sql("select sum(id) s from events").to_pylist() == [{"s": 4498500}]


def test_lazy_polars(path):
    pl = library("polars")
    from hayapack.data.polars import read_msgpack, scan_msgpack

    blocks = []

    class Counted:
        size = len(DATA)

        def read(self, offset, n):
            blocks.append(offset)
            return DATA[offset : offset + n]

    lazy = scan_msgpack(Counted(), block=30_000)
    assert lazy.collect_schema() == pl.DataFrame(reader(path)).schema
    found = lazy.filter(pl.col("id") >= 2990).select("price").collect()
    assert found["price"].to_list() == [n / 4 for n in range(2990, 3000)]
    blocks.clear()
    assert lazy.head(5).collect()["id"].to_list() == [0, 1, 2, 3, 4]
    assert len(blocks) <= 2
    assert lazy.select(pl.len()).collect().item() == 3000
    assert lazy.filter(pl.col("name") == "n1").head(3).collect()["id"].to_list() == [1, 8, 15]
    assert lazy.select("name", "id").collect().columns == ["name", "id"]
    assert lazy.group_by("name").agg(pl.col("price").sum()).collect().height == 7
    assert scan_msgpack(path, pl.Schema({"id": pl.Int32, "no": pl.String})).head(1).collect().to_dicts() == [
        {"id": 0, "no": None}
    ]
    assert read_msgpack(path, columns=["id"], block=30_000).height == 3000
    with pytest.raises((ValueError, pl.exceptions.PolarsError), match="byte"):
        scan_msgpack(BAD, {"id": "int64"}).select("id").collect()


@pytest.mark.parametrize("name", ["polars", "duckdb"])
def test_a_query_that_needs_the_first_rows_says_what_they_cost(name):
    module = library(name)
    from hayapack.data.polars import scan_msgpack

    with pytest.warns(arrow.LeftOutWarning, match="left out: 1 row"):
        if name == "polars":
            scan_msgpack(packb({"id": "x"}) + DATA, {"id": "int64"}, block=3000, errors="skip").head(2).collect()
        else:
            events = arrow.reader(packb({"id": "x"}) + DATA, {"id": "int64"}, block=3000, errors="skip")  # noqa: F841
            assert module.sql("select * from events limit 2").fetchall() == [(0,), (1,)]


def test_the_types_of_columns(data_on):
    pa = library("pyarrow")
    rows = [{"v": value} for value in (1, None, 3)]
    for dtype, kind in {
        "int8": pa.int8(), "uint16": pa.uint16(), "float32": pa.float32(), "timestamp[s]": pa.timestamp("s", "UTC"),
        "timestamp[us, naive]": pa.timestamp("us"), "date32": pa.date32(), "time64[us]": pa.time64("us"),
        "duration[us]": pa.duration("us"),
    }.items():  # fmt: skip
        table = pa.table(arrow.reader(b"".join(map(packb, rows)), {"v": dtype}))
        assert table.schema.field("v").type == kind and table["v"].null_count == 1
    table = pa.table(arrow.reader(packb({"v": "a"}) * 3, {"v": "dictionary[str]"}))
    assert pa.types.is_dictionary(table.schema.field("v").type) and table["v"].to_pylist() == ["a"] * 3


def test_a_stream_that_is_not_read_to_its_end():
    library("pyarrow")
    code = (
        "import pyarrow as pa; from hayapack import packb; from hayapack.data import arrow\n"
        "data = b''.join(packb({'n': n}) for n in range(10000))\n"
        "stream = pa.RecordBatchReader.from_stream(arrow.reader(data, block=1000))\n"
        "print(stream.read_next_batch().num_rows > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.stdout.strip(), done.stderr) == (b"True", b"")
