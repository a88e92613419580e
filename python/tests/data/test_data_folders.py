"""Folders with folders, columns of origin, keys without a column, and rows that do not depend on the columns."""

import os
import pickle
import threading
import warnings

import pytest
from test_data_reader import read

import hayapack
from hayapack import packb, stream
from hayapack.data import arrow
from hayapack.data.sources import expanded

pytestmark = pytest.mark.pure_is_long


def write(path, *rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(packb, rows)))


@pytest.fixture
def hive(tmp_path):
    folder = tmp_path / "events"
    for day in ("2024-01-01", "2024-01-02"):
        for city in ("a%2Fb", "__HIVE_DEFAULT_PARTITION__"):
            write(folder / f"day={day}" / f"city={city}" / "part.msgpack", *[{"n": n} for n in range(3)])
    write(folder / "_temporary-1" / "part.msgpack", {"n": -1})
    write(folder / ".git" / "part.msgpack", {"n": -1})
    write(folder / "day=2024-01-01" / "_SUCCESS", {"n": -1})
    return folder


def test_folders_in_folders(data_on, hive):
    rows, _ = read(hive)
    assert rows == [{"n": n} for n in range(3)] * 4
    write(hive / "top.msgpack", {"n": 9})
    assert len(expanded(hive)) == 5 and read(str(hive))[0][-1] == {"n": 9}
    if hasattr(os, "symlink"):
        elsewhere = hive.parent / "elsewhere"
        write(elsewhere / "x.msgpack", {"n": 10})
        os.symlink(elsewhere, hive / "linked")
        assert len(expanded(hive)) == 6
        os.symlink(hive, elsewhere / "back")
        with pytest.raises(ValueError, match="a link to a folder that it is in"):
            expanded(hive)


def test_origin(data_on, hive):
    rows, reader = read(hive, origin={"day": "partition", "city": "partition", "path": "file", "row": "row"})
    assert reader.schema == {"n": "int64", "day": "str", "city": "str", "path": "str", "row": "int64"}
    assert list(reader.empty()) == list(reader.schema)
    files = expanded(hive)
    assert [row["path"] for row in rows] == [file for file in files for _ in range(3)]
    assert [row["row"] for row in rows] == list(range(12))
    assert [(row["day"], row["city"]) for row in rows[::3]] == [
        ("2024-01-01", None), ("2024-01-01", "a/b"), ("2024-01-02", None), ("2024-01-02", "a/b"),
    ]  # fmt: skip
    assert [list(row) for row in read(hive, columns=["row", "n"], origin={"row": "row", "path": "file"})[0][:1]] == [
        ["row", "n", "path"]
    ]
    chosen = pickle.loads(pickle.dumps(reader)).select(["row", "n"])
    assert [column.tolist() for column in next(iter(chosen)).values()] == [[0, 1, 2], [0, 1, 2]]
    only = reader.select(["row"])
    assert sum((batch["row"].tolist() for batch in only), []) == list(range(12))
    assert read(packb({"n": 1}), origin={"f": "file", "day": "partition"})[0] == [{"n": 1, "f": None, "day": None}]
    data = b"".join(packb({"n": n}) for n in range(100_000))
    batches = list(arrow.reader(data, origin={"row": "row"}, block=10_000))
    assert len(batches) > 10 and sum((batch["row"].tolist() for batch in batches), []) == list(range(100_000))
    with pytest.raises(ValueError, match="origin has 'name' for 'x': it must be one of 'file', 'row', 'partition'"):
        arrow.reader(data, origin={"x": "name"})
    with pytest.raises(arrow.SchemaError, match="the field 'n' of the schema is a column of origin, too"):
        arrow.reader(data, origin={"n": "row"})


EXTRA = [{"id": 1}, {"id": 2, "late": 1}, {"id": 3, "late": 2, "later": {"a": 1}}]


@pytest.mark.parametrize("lz4", [False, True])
@pytest.mark.parametrize("key", ["late", b"late"])
@pytest.mark.parametrize("rows", ["maps", "fluent"])
def test_keys_without_a_column(data_on, lz4, key, rows):
    if lz4:
        pytest.importorskip("lz4")
    made = [{key if name == "late" else name: value for name, value in row.items()} for row in EXTRA]
    made = [[7, row] for row in made] if rows == "fluent" else made
    messages = [packb(row, lz4="block" if lz4 else None) for row in made]
    data = b"".join(messages)
    schema = {"id": "int64"} if rows == "maps" else {"time": "timestamp[s]", "id": "int64"}
    options = {"rows": rows, "lz4": lz4}
    found, reader = read(data, schema, **options)
    assert [row["id"] for row in found] == [1, 2, 3] and reader.extra == {}
    reader = arrow.reader(data, schema, extra="warn", **options)
    with pytest.warns(arrow.LeftOutWarning, match="left out: 3 values of keys without a column: "):
        assert sum(batch.rows for batch in reader) == 3
    assert reader.extra == {key: 2, "later": 1}
    with pytest.raises(arrow.SchemaError, match="the key .*late.* has no column") as caught:
        read(data, schema, extra="raise", **options)
    assert caught.value.offset == len(messages[0]) and "late" in caught.value.path
    whole, reader = read(data, schema, extra="add", **options)
    assert [row.get(key) for row in whole] == [None, 1, 2]
    assert [row["later"] for row in whole] == [None, None, {"a": 1}]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(arrow.reader(data, reader.schema, extra="warn", **options))


def test_extra_has_the_keys_of_paths(data_on):
    data = packb({"a": {"b": 1, "c": 2}, "a.b": 3, "x": 4})
    assert read(data, {"a.b": "int64", ("a.b",): "int64", "x": "int64"}, extra="raise")[0]
    with pytest.raises(arrow.SchemaError, match="the key a.b has no column"):
        read(data, {"a.b": "int64", "x": "int64"}, extra="raise")
    assert list(arrow.reader(data, extra="add").schema) == ["a", ("a.b",), "x"]
    assert list(arrow.reader(data, {"a.b": "int8"}, extra="add").schema) == ["a.b", ("a.b",), "x"]
    for options in ({"extra": "no"}, {"extra": "raise", "rows": "arrays"}):
        with pytest.raises(ValueError, match="extra"):
            arrow.reader(data, {"x": "int64"}, **options)


def test_strict_rows_do_not_depend_on_the_columns(data_on):
    data = b"".join(packb({"id": n, "status": 200 if n % 10 else "bad"}) for n in range(1000))
    schema = {"id": "int64", "status": "int64"}
    for columns in (None, ["id"], ["status"], []):
        reader = arrow.reader(data, schema, columns, "skip", strict=True, block=1000)
        with pytest.warns(arrow.LeftOutWarning, match="left out: 100 rows"):
            assert sum(batch.rows for batch in reader) == 900
    with pytest.raises(arrow.SchemaError):
        read(data, schema, ["id"], strict=True)
    assert len(read(data, schema, ["id"], "skip")[0]) == 1000  # by default only what is needed is looked at
    splitter = stream.Splitter(data, 5000)
    batches = [arrow.batches(splitter, i, schema, ["id"], "skip", strict=True) for i in range(len(splitter))]
    with pytest.warns(arrow.LeftOutWarning):
        assert sum(batch.rows for each in batches for batch in each) == 900


def test_empty_files_are_no_sample(tmp_path):
    for n in range(32):
        (tmp_path / f"{n:02}").write_bytes(packb({"a": 1}) if n == 3 else b"")
    assert arrow.infer(tmp_path) == {"a": "int64"}
    assert read(tmp_path)[0] == [{"a": 1}]
    (tmp_path / "03").write_bytes(b"")
    assert arrow.infer(tmp_path) == {}


def test_errors_of_several_files_name_them(tmp_path):
    write(tmp_path / "a", {"x": {"y": 1}})
    write(tmp_path / "b", {"x": {"y": 1.5}}, {"x": {"y": "z"}})
    write(tmp_path / "c", {"x": {"y": "z"}})
    for files in ("abc", "ac", "ca"):
        with pytest.raises(arrow.SchemaError) as caught:
            arrow.infer([tmp_path / name for name in files])
        assert str(caught.value.file) == str(tmp_path / files[1]) and caught.value.path == "$.x.y"
        if files != "abc":
            assert f" in the message at byte 0 of {tmp_path / files[0]}, a" in str(caught.value)


def test_one_iterator_in_threads(data_on):
    data = b"".join(packb({"id": n}) for n in range(20_000))
    batches = iter(arrow.reader(data, {"id": "int64"}, block=1000))
    found, failed = [], []

    def take():
        try:
            found.extend(value for batch in batches for value in batch["id"].tolist())
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and sorted(found) == list(range(20_000))


def test_a_long_message_stops_every_reading(data_on):
    inner = b"".join(packb({"id": -n, "s": "x"}) for n in range(3000))
    data = b"".join(packb({"id": n, "s": "x"}) for n in range(100))
    data += packb({"id": 100, "s": "x", "attachment": inner}) + data
    for errors in ("raise", "null", "skip", lambda *what: None):
        with pytest.raises(hayapack.BufferFull, match="use larger blocks"):
            read(data, {"id": "int64"}, errors=errors, block=1000)
        assert len(read(data, {"id": "int64"}, errors=errors, block=100_000)[0]) == 201


def test_a_reader_that_is_written_raises_its_own_errors(data_on, tmp_path):
    source = tmp_path / "x.msgpack"
    write(source, {"id": 1}, {"id": "two"})
    for bad, kind in ((b"", arrow.SchemaError), (b"\xc1", hayapack.ReservedByteError)):
        source.write_bytes(packb({"id": 1}) + (bad or packb({"id": "two"})))
        with pytest.raises(kind) as caught:
            arrow.write(arrow.reader(source, {"id": "int64"}), tmp_path / "out.msgpack")
        assert caught.value.offset >= 5 and str(caught.value).startswith(f"{source}: byte ")
        assert not (tmp_path / "out.msgpack").exists()

    def errors(*what):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arrow.write(arrow.reader(source, {"id": "int64"}, errors=errors), tmp_path / "out.msgpack")


def test_compressed_files(data_on, tmp_path):
    import bz2
    import gzip
    import lzma

    from hayapack.stream.compressed import SUFFIXES

    data = b"".join(packb({"a": n}) for n in range(1000))
    half = len(b"".join(packb({"a": n}) for n in range(500))) + 1  # in a message
    packers = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}
    for suffix, package, function in ((".lz4", "lz4.frame", "compress"), (".zst", "zstandard", "compress")):
        try:
            packers[suffix] = getattr(__import__(package, fromlist=["_"]), function)
        except ImportError:  # without a package index only Debian's own Python has them
            pass
    for suffix, compress in packers.items():
        named = tmp_path / f"x.msgpack{suffix}"
        named.write_bytes(compress(data[:half]) + compress(data[half:]))
        assert [row["a"] for row in read(named, block=300)[0]] == list(range(1000)), suffix
        assert sum(batch.rows for batch in arrow.batches(stream.Splitter(named), 0, {"a": "int64"})) == 1000
        named.write_bytes(compress(data)[:-1])
        with pytest.raises(EOFError):
            read(named)
        for errors in ("raise", "skip", "null"):
            for other in ("x.msgpack", "x.msgpack.gz" if suffix != ".gz" else "x.msgpack.zst"):
                (tmp_path / other).write_bytes(compress(data))
                for use in (
                    lambda path: read(path, errors=errors),
                    lambda path: read(path, {"a": "int64"}, errors=errors),
                    lambda path: list(arrow.batches(stream.Splitter(path), 0, {"a": "int64"}, errors=errors)),
                ):
                    with pytest.raises(arrow.SchemaError, match=f"{SUFFIXES[suffix]} data, but the name") as caught:
                        use(tmp_path / other)
                    assert (caught.value.file, caught.value.offset) == (str(tmp_path / other), 0)
    for suffix in (".lz4", ".xz", ".bz2"):
        with pytest.raises(ValueError, match="are read, but not written"):
            arrow.write(arrow.reader(data), tmp_path / f"y{suffix}")
        assert not (tmp_path / f"y{suffix}").exists()
    assert [row["n"] for row in read(b"\x04\x22\x4d\x18", {"n": "int64"}, rows="values")[0]] == [4, 0x22, 0x4D, 0x18]


NAMES = [
    ({"x\0y": 1}, "has a NUL"),
    ({"s": {"x\0y": 1}}, "has a NUL"),
    ({"a": 1, b"a": 2}, "the fields 'a' and b'a' have the same name in Arrow"),
    ({"l": [{"a": 1, b"a": 2}]}, "the fields 'a' and b'a' have the same name in Arrow"),
]


@pytest.mark.parametrize("row, reason", NAMES)
def test_names_that_arrow_cannot_tell_apart(data_on, row, reason):
    data = packb(row)
    rows, reader = read(data)
    assert rows == [row]  # without Arrow all is well
    for use in (reader.__arrow_c_schema__, reader.__arrow_c_stream__):
        with pytest.raises(arrow.SchemaError, match=reason):
            use()
    columns = hayapack.columns(data, list(reader.schema), list(reader.schema.values()), stream=True)
    for use in (columns.__arrow_c_schema__, columns.__arrow_c_array__):
        with pytest.raises(ValueError, match=reason):
            use()
    if "NUL" in reason and "s" in row:
        with pytest.raises(ValueError, match=reason):
            columns["s"].__arrow_c_schema__()
    first = next(iter(reader.schema))
    if first == "a":
        assert arrow.reader(data, columns=["a"]).__arrow_c_schema__()


def test_a_path_and_a_key_with_the_same_text(data_on):
    data = packb({"a": {"b": 1}, "a.b": 2})
    reader = arrow.reader(data, {"a.b": "int64", ("a.b",): "int64"})
    assert [column.tolist() for column in next(iter(reader)).values()] == [[1], [2]]
    with pytest.raises(arrow.SchemaError, match=r"'a.b' and \('a.b',\) have the same name in Arrow"):
        reader.__arrow_c_stream__()
