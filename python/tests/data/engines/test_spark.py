"""Spark: the data source "msgpack", on a local session with two Python workers."""

import glob
import gzip
import os
import pathlib
import shutil
import sys

import pytest

from hayapack import packb, stream

from .engine_files import COUNT, SUM, event

pyspark = pytest.importorskip("pyspark", reason="needs pyspark")
if not shutil.which("java") and not os.environ.get("JAVA_HOME"):
    pytest.skip("needs Java (Debian: openjdk-17-jre-headless)", allow_module_level=True)
source = pytest.importorskip("hayapack.data.spark")
from pyspark.sql import functions as F  # noqa: E402

SCHEMA = "id long, user string, ok boolean, price double, qty int"
NARROW = "id long, price double"


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """The file that has what Spark's processes print."""
    return tmp_path_factory.mktemp("spark") / "stderr"


@pytest.fixture(scope="module")
def spark(said):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    before, file = os.dup(2), os.open(said, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 2)
    try:
        session = started()
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(file)
    session.sparkContext.setLogLevel("OFF")
    session.dataSource.register(source.MsgpackDataSource)
    yield session
    session.stop()


def started():
    return (
        pyspark.sql.SparkSession.builder.master("local[2,3]")  # a task has three tries
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.python.filterPushdown.enabled", "true")
        .getOrCreate()
    )


def read(spark, path, schema=NARROW, part="1m", **options):
    reader = spark.read.format("msgpack").option("maxPartitionBytes", part).options(**options)
    return (reader.schema(schema) if schema else reader).load(path)


def total(frame):
    (row,) = frame.agg(F.count("*"), F.sum("price")).collect()
    return tuple(row)


def test_frame(spark, events):
    frame = read(spark, events, SCHEMA)
    assert frame.rdd.getNumPartitions() == 2
    assert total(frame) == (COUNT, SUM)
    assert frame.count() == COUNT
    first = frame.orderBy("id").first()
    assert first.asDict() == {name: event(0)[name] for name in ("id", "user", "ok", "price", "qty")}


def test_zstd_frames(spark, frames):
    for mode in source.MODES:
        frame = read(spark, frames, mode=mode)
        assert frame.rdd.getNumPartitions() >= 2 and total(frame) == (COUNT, SUM)


def test_types(spark, tmp_path):
    from hayapack import Timestamp

    path = tmp_path / "x.msgpack"
    rows = [
        {
            "at": Timestamp(1_700_000_000, 5000), "tags": ["a", None], "pos": {"lat": 1.5, "n": 3}, "by": {1: "a"},
            "big": 1 << 63, "data": b"\xff", "null": None, "a.b": n,
        }
        for n in range(3)
    ]  # fmt: skip
    path.write_bytes(b"".join(map(packb, rows)))
    frame = read(spark, str(path), "at timestamp, tags array<string>, pos struct<lat: double, n: short>, data binary")
    (found,) = frame.limit(1).collect()
    assert found.at.timestamp() == 1_700_000_000.000005 and found.tags == ["a", None]
    assert (found.pos.lat, found.pos.n, bytes(found.data)) == (1.5, 3, b"\xff")
    del rows[0]["big"], rows[1]["big"], rows[2]["big"]
    path.write_bytes(b"".join(map(packb, rows)))
    frame = read(spark, str(path), None)
    assert frame.schema.simpleString() == (
        "struct<at:timestamp,tags:array<string>,pos:struct<lat:double,n:bigint>,by:map<bigint,string>,data:binary,"
        "null:string,a.b:bigint>"
    )
    assert frame.agg(F.sum("`a.b`")).collect()[0][0] == 3


def test_filters_are_pushed(spark, events):
    frame = read(spark, events, SCHEMA, pushFilters="true")
    where = "qty > 3 and user like 'u1%' and price > 2 and not ok and id in (5, 6, 8, 11, 12, 17, 110, 111) and qty is not null"
    wanted = [
        n for n in (5, 6, 8, 11, 12, 17, 110, 111) if n % 7 > 3 and f"u{n * 7919 % 100}"[:2] == "u1" and n % 3 and n > 8
    ]
    assert sorted(row.id for row in frame.where(where).collect()) == wanted
    assert frame.where("qty <> 3").count() == sum(n % 7 != 3 for n in range(COUNT))
    plan = frame.where("qty > 3 and price > 2")._jdf.queryExecution().executedPlan().toString()
    assert "price" in plan.split("Filter")[1].splitlines()[0] and "qty" not in plan.split("Filter")[1].splitlines()[0]


def test_written(spark, events, tmp_path):
    folder = str(tmp_path / "copy")
    read(spark, events, SCHEMA).write.format("msgpack").mode("overwrite").save(folder)
    assert os.path.exists(folder + "/_SUCCESS") and len(glob.glob(folder + "/part-*.msgpack")) == 2
    assert total(read(spark, folder, SCHEMA)) == (COUNT, SUM)
    read(spark, events, SCHEMA).write.format("msgpack").mode("append").save(folder)
    assert total(read(spark, folder, None)) == (2 * COUNT, 2 * SUM)
    read(spark, events, NARROW).write.format("msgpack").mode("overwrite").save(folder)
    assert read(spark, folder, None).columns == ["id", "price"] and len(glob.glob(folder + "/part-*.msgpack")) == 2


def test_a_failed_writing_leaves_nothing(spark, events, tmp_path):
    folder = tmp_path / "copy"

    @F.udf("long")
    def fails(n):
        return 1 // (n - 20_000)

    frame = read(spark, events, NARROW).select(fails("id").alias("x"))
    with pytest.raises(Exception, match="ZeroDivisionError"):
        frame.write.format("msgpack").mode("append").save(str(folder))
    assert not glob.glob(str(folder / "*.msgpack")) and not (folder / "_SUCCESS").exists()


def test_modes(spark, bad, said):
    with pytest.raises(Exception, match="SchemaError: .*bad.msgpack: byte [0-9]+: str in a column of float64"):
        total(read(spark, bad.path))
    assert total(read(spark, bad.path, mode="DROPMALFORMED")) == (bad.good, bad.sum)
    assert total(read(spark, bad.path, mode="PERMISSIVE")) == (bad.rows, bad.sum)
    frame = read(spark, bad.path, NARROW + ", bytes binary", mode="PERMISSIVE", columnNameOfCorruptRecord="bytes")
    found = frame.where("bytes is not null").collect()
    assert len(found) == bad.rows - bad.good
    for row in found:
        assert bytes(row.bytes) == packb({**event(row.id), "price": "none"}) and row.price is None
    assert total(frame) == (bad.rows, bad.sum)
    with pytest.raises(Exception, match="mode must be one of"):
        read(spark, bad.path, mode="LENIENT").count()

    assert f"left out: {bad.rows - bad.good} rows" in said.read_text()


def test_malformed_rows_of_compressed_files(spark, tmp_path):
    """Values, and bytes that are no messages, in files of which the bytes can't be read at their offsets."""
    rows = [packb({"id": n, "price": n / 4}) for n in range(100)]
    rows[7], rows[50], rows[99] = packb({"id": 7, "price": "x"}), b"\xc1", packb({"id": 99, "price": [1]})
    (tmp_path / "x.msgpack.gz").write_bytes(gzip.compress(b"".join(rows)))
    half = [gzip.compress(b"".join(part)) for part in (rows[:60], rows[60:])]
    (tmp_path / "y.msgpack.gz").write_bytes(b"".join(half))
    for name in ("x.msgpack.gz", "y.msgpack.gz"):
        frame = read(spark, str(tmp_path / name), NARROW + ", _corrupt_record binary", mode="PERMISSIVE")
        found = frame.collect()
        assert sorted(bytes(row._corrupt_record) for row in found if row._corrupt_record is not None) == sorted(
            [rows[7], rows[50], rows[99]]
        )
        assert len(found) == 100 and sorted(row.id for row in found if row.id is not None) == [
            *range(50),
            *range(51, 100),
        ]


def test_malformed_rows_without_a_column_for_them(spark, bad, said):
    assert total(read(spark, bad.path, mode="PERMISSIVE", part="10m")) == (bad.rows, bad.sum)
    assert f"{bad.rows - bad.good} rows are malformed: null instead of their values" in said.read_text()
    with pytest.raises(Exception, match="the column _corrupt_record must be binary"):
        read(spark, bad.path, NARROW + ", _corrupt_record string", mode="PERMISSIVE").collect()


def test_timestamps_finer_than_a_microsecond(spark, tmp_path):
    from hayapack import Timestamp

    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(packb({"at": Timestamp(n, 1_234_567), "all": [Timestamp(n, 999)]}) for n in range(3)))
    with pytest.raises(Exception, match="SchemaError: .*ext with a finer time than the unit"):
        read(spark, str(path), None).collect()
    found = read(spark, str(path), None, truncateTimestamps="true").orderBy("at").collect()
    assert [row.at.timestamp() for row in found] == [n + 0.001234 for n in range(3)]
    assert [row.all[0].timestamp() for row in found] == [0, 1, 2]


def test_wrong_guesses_are_repaired(spark, nested):
    assert read(spark, nested.path, "id long", "400k").agg(F.sum("id")).collect()[0][0] == nested.sum
    with pytest.raises(Exception, match="SplitError"):
        read(spark, nested.path, "id long", "400k", plan="false").collect()


def test_a_killed_worker(spark, events, tmp_path):
    """The Python worker of a task dies while it reads; the task runs again."""
    marker = str(tmp_path / "killed")

    class Killed(source.MsgpackDataSource):
        @classmethod
        def name(cls):
            return "killed"

        def reader(self, schema):
            made = super().reader(schema)
            read = made.read

            def reads(partition):
                for batch in read(partition):
                    yield batch
                    try:
                        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
                    except FileExistsError:
                        continue
                    os.kill(os.getpid(), 9)

            made.read = reads
            return made

    spark.dataSource.register(Killed)
    frame = spark.read.format("killed").option("maxPartitionBytes", "1m").schema(NARROW).load(events)
    assert total(frame) == (COUNT, SUM)
    assert os.path.exists(marker)


def test_a_cut_file(spark, cut):
    with pytest.raises(Exception, match="SplitError|TruncatedError"):
        read(spark, cut.path, part="50k").collect()
    with pytest.raises(Exception, match=f"TruncatedError: .*{cut.start}|TruncatedError: byte"):
        read(spark, cut.path, part="50k", plan="true").collect()
    assert read(spark, cut.path, part="50k", mode="DROPMALFORMED").count() == cut.good
    frame = read(spark, cut.path, "id long, _corrupt_record binary", "50k", mode="PERMISSIVE")
    (row,) = frame.where("_corrupt_record is not null").collect()
    assert bytes(row._corrupt_record) == pathlib.Path(cut.path).read_bytes()[cut.start :]
    assert frame.count() == cut.good + 1


def test_a_file_that_changes(spark, cut):
    """Between the planning of the ranges and the tasks."""
    data = pathlib.Path(cut.path).read_bytes()[: cut.start]

    class Changed(source.MsgpackDataSource):
        @classmethod
        def name(cls):
            return "changed"

        def reader(self, schema):
            made, to = super().reader(schema), int(self.options["to"])
            partitions = made.partitions

            def planned():
                found = partitions()
                with open(cut_path, "r+b") as file:
                    file.truncate(to)
                return found

            made.partitions = planned
            return made

    cut_path = cut.path
    spark.dataSource.register(Changed)
    reader = spark.read.format("changed").option("maxPartitionBytes", "50k").schema(NARROW)
    pathlib.Path(cut.path).write_bytes(data)
    assert reader.option("to", len(data) + 100).load(cut.path).count() == cut.good  # appended bytes are not read
    pathlib.Path(cut.path).write_bytes(data)
    with pytest.raises(Exception, match="SourceChangedError"):
        reader.option("to", len(data) // 2).load(cut.path).collect()


def test_options(spark, events, tmp_path):
    path = tmp_path / "arrays.msgpack"
    path.write_bytes(b"".join(packb([n, n / 4], lz4="block") for n in range(100)))
    assert total(read(spark, str(path), rows="arrays", lz4="true"))[0] == 100
    assert total(read(spark, [events, events]))[0] == 2 * COUNT
    stream.write_index(path)
    assert total(read(spark, str(tmp_path), rows="arrays", lz4="true"))[0] == 100
    with pytest.raises(Exception, match="maxPartitionBytes"):
        read(spark, events, part="much").count()


def test_http_and_s3(spark, http, s3):
    assert total(read(spark, http.url)) == (COUNT, SUM)
    options = {f"storage.{name}": value for name, value in s3.options.items()}
    assert total(read(spark, s3.url, **options)) == (COUNT, SUM)
