"""hayapack.data.arrow: reader and batches, without other packages; both back ends."""

import gc
import gzip
import pickle
import sys
import warnings

import pytest

import hayapack
from hayapack import ExtType, Timestamp, packb, stream
from hayapack.data import arrow

pytestmark = pytest.mark.pure_is_long

ROWS = [{"id": n, "name": f"n{n}", "price": n / 4, "tags": [n, n + 1], "pos": {"x": n}} for n in range(2000)]
DATA = b"".join(map(packb, ROWS))
SCHEMA = {"id": "int64", "name": "str", "price": "float64", "tags": "list[int64]", "pos": "struct{x: int64}"}


def read(source, *arguments, **options):
    """All rows of a reader as dicts, and the reader."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arrow.LeftOutWarning)
        reader = arrow.reader(source, *arguments, **options)
        rows = []
        for batch in reader:
            lists = [column.tolist() for column in batch.values()]
            rows += [dict(zip(batch, values)) for values in zip(*lists)]
    return rows, reader


def test_rows(data_on, tmp_path):
    path = tmp_path / "events.msgpack"
    path.write_bytes(DATA)
    rows, reader = read(path, block=10_000)
    assert rows == ROWS and reader.schema == SCHEMA
    assert len(list(reader)) == -(-len(DATA) // 10_000)  # again, from the beginning
    assert read(DATA)[0] == ROWS
    assert read([path, DATA], block=1000)[0] == ROWS * 2
    zipped = tmp_path / "events.msgpack.gz"
    zipped.write_bytes(gzip.compress(DATA))
    assert read(str(zipped), block=10_000)[0] == ROWS
    assert repr(reader).startswith(f"<Reader of {path}: {{'id': 'int64'")
    copied = pickle.loads(pickle.dumps(reader))
    assert copied.schema == SCHEMA and len(list(copied)) == len(list(reader))


def test_columns_and_schema(data_on):
    rows, reader = read(DATA, columns=["price", "id"])
    assert rows == [{"price": row["price"], "id": row["id"]} for row in ROWS]
    assert list(reader.schema) == ["price", "id"]
    rows, _ = read(DATA, {"id": "int16", "pos.x": "float64", "none": "str"})
    assert rows == [{"id": row["id"], "pos.x": float(row["pos"]["x"]), "none": None} for row in ROWS]
    batches = list(arrow.reader(DATA, SCHEMA, []))
    assert sum(batch.rows for batch in batches) == 2000 and not batches[0]
    with pytest.raises(arrow.SchemaError, match="no field 'x' in the schema, which has 'id', 'name'"):
        arrow.reader(DATA, columns=["x"])
    with pytest.raises(ValueError, match="errors must be"):
        arrow.reader(DATA, errors="no")
    with pytest.raises(ValueError, match="no dtype"):
        list(arrow.reader(DATA, {"id": "int"}))


def test_layouts(data_on):
    data = b"".join(packb([n, f"n{n}"]) for n in range(10)) + packb([10])
    assert read(data, rows="arrays")[0][-2:] == [{"f0": 9, "f1": "n9"}, {"f0": 10, "f1": None}]
    schema = {"n": "int8", "name": "str"}
    assert read(data, schema, ["name"], rows="arrays")[0][0] == {"name": "n0"}
    data = b"".join(packb(n) + packb(f"n{n}") for n in range(1000))
    for block in (50, 1 << 20):
        rows, _ = read(data, {"n": "int64", "name": "str"}, rows="values", block=block)
        assert rows == [{"n": n, "name": f"n{n}"} for n in range(1000)]
    for errors in ("raise", "skip"):
        with pytest.raises(hayapack.TruncatedError, match="the last row has fewer than 2 values") as caught:
            read(data + b"\x01", {"n": "int64", "name": "str"}, rows="values", block=50, errors=errors)
        assert caught.value.offset == len(data)
    with pytest.raises(arrow.SchemaError, match="give a schema"):
        arrow.reader(data, rows="values")
    with pytest.raises(ValueError, match="only one"):
        arrow.batches(stream.Splitter(data, 1000), 0, {"n": "int64", "name": "str"}, rows="values")
    event = ExtType(0, (7).to_bytes(4, "big") + (5).to_bytes(4, "big"))
    data = packb([event, {"a": 1}]) + packb([[8, {}], {"a": 2}])
    assert read(data, rows="fluent")[0] == [{"time": Timestamp(7, 5), "a": 1}, {"time": Timestamp(8, 0), "a": 2}]


def test_lz4(data_on):
    pytest.importorskip("lz4")
    data = b"".join(packb(row, lz4="block") for row in ROWS[:50])
    assert read(data, lz4=True)[0] == ROWS[:50]


BAD = b"".join(map(packb, ROWS[:100])) + packb({"id": "x", "name": "bad"}) + b"".join(map(packb, ROWS[100:200]))
AT = len(b"".join(map(packb, ROWS[:100])))


def test_a_value_that_does_not_fit(data_on, tmp_path):
    path = tmp_path / "events.msgpack"
    path.write_bytes(BAD)
    for block in (1000, 1 << 20):
        with pytest.raises(arrow.SchemaError) as caught:
            read(path, SCHEMA, block=block)
        error = caught.value
        assert (error.file, error.offset, error.path) == (str(path), AT + 4, "$.id")
        assert str(error) == f"{path}: byte {AT + 4}: str in a column of int64, at $.id"
        assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
    rows, reader = read(path, SCHEMA, errors="null", block=1000)
    assert len(rows) == 201 and rows[100] == {"id": None, "name": "bad", "price": None, "tags": None, "pos": None}
    assert (reader.skipped, reader.nulled, reader.errors) == (0, 1, 0)
    assert read(path, errors="skip")[0] == ROWS[:200]  # the sample has the conflict, too
    rows, reader = read(path, SCHEMA, errors="skip", block=1000)
    assert rows == ROWS[:200] and (reader.skipped, reader.nulled, reader.errors) == (1, 0, 0)
    seen = []
    rows, reader = read(path, SCHEMA, errors=lambda *what: seen.append(what), block=1000)
    assert rows == ROWS[:200] and reader.skipped == 1
    ((file, start, stop, error),) = seen
    assert (file, start, BAD[start:stop]) == (str(path), AT, packb({"id": "x", "name": "bad"}))
    assert (error.file, error.offset, error.path) == (str(path), AT + 4, "$.id")


def test_text_that_is_not_utf8(data_on):
    data = packb({"a": "x"}) + b"\x81\xa1a\xa1\xff" + packb({"a": "y"})
    with pytest.raises((arrow.SchemaError, hayapack.InvalidUtf8Error), match="byte 8") as caught:
        read(data, {"a": "str"})
    assert (caught.value.offset, caught.value.path) == (8, "$.a")
    assert read(data, {"a": "str"}, errors="skip")[0] == [{"a": "x"}, {"a": "y"}]
    assert read(data, {"a": "str"}, errors="null")[0] == [{"a": "x"}, {"a": None}, {"a": "y"}]


def test_bytes_that_are_no_messages(data_on, tmp_path):
    path = tmp_path / "events.msgpack"
    data = bytearray(DATA)
    data[AT] = 0xC1
    path.write_bytes(data)
    for errors in ("raise", "null"):
        with pytest.raises(hayapack.ReservedByteError, match=f"events.msgpack: byte {AT}: ") as caught:
            read(path, SCHEMA, errors=errors, block=5000)
        assert caught.value.offset == AT
    rows, reader = read(path, SCHEMA, errors="skip", block=5000)
    assert rows == ROWS[:100] + ROWS[101:]
    assert (reader.skipped, reader.errors, reader.lost) == (0, 1, len(packb(ROWS[100])))
    seen = []
    read(path, SCHEMA, errors=lambda *what: seen.append(what[:3]))
    assert seen == [(str(path), AT, AT + len(packb(ROWS[100])))]


def test_a_file_that_ends_inside_a_message(data_on, tmp_path):
    path = tmp_path / "events.msgpack"
    path.write_bytes(DATA[:-3])
    last = len(DATA) - len(packb(ROWS[-1]))
    with pytest.raises(hayapack.TruncatedError, match="events.msgpack: byte ") as caught:
        read(path, SCHEMA, block=5000)
    assert last < caught.value.offset <= len(DATA) - 3
    rows, reader = read(path, SCHEMA, errors="skip", block=5000)
    assert rows == ROWS[:-1] and (reader.errors, reader.lost) == (1, len(DATA) - 3 - last)


def test_a_file_that_grows_or_changes_while_it_is_read(data_on, tmp_path):
    path = tmp_path / "events.msgpack"
    path.write_bytes(DATA)
    batches = iter(arrow.reader(path, SCHEMA, block=5000))
    next(batches)
    with open(path, "ab") as file:
        file.write(packb(ROWS[0]) * 1000)
    assert sum(batch.rows for batch in batches) + 0 < 2000  # what was there when the reading began
    batches = iter(arrow.reader(path, SCHEMA, block=5000))
    next(batches)
    with open(path, "r+b") as file:
        file.truncate(10_000)
    with pytest.raises(stream.SourceChangedError):
        list(batches)


def test_what_was_left_out_is_said(data_on):
    with pytest.warns(arrow.LeftOutWarning, match="left out: 1 row$"):
        assert sum(batch.rows for batch in arrow.reader(BAD, SCHEMA, errors="skip")) == 200
    with pytest.warns(arrow.LeftOutWarning, match="left out: 1 value set to null$"):
        list(arrow.reader(BAD, SCHEMA, errors="null"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(arrow.reader(BAD, SCHEMA, errors=lambda *what: None))
        list(arrow.reader(DATA, SCHEMA, errors="skip"))


def test_what_was_left_out_is_said_though_the_rest_is_not_read(data_on):
    for end in (lambda batches: batches.close(), lambda batches: None):
        batches = iter(arrow.reader(BAD, SCHEMA, errors="skip", block=6000))
        while not batches.skipped:
            next(batches)
        with pytest.warns(arrow.LeftOutWarning, match="left out: 1 row$"):
            end(batches)
            del batches
            gc.collect()


def test_a_compressed_file_that_is_cut(data_on, tmp_path):
    path = tmp_path / "events.msgpack.gz"
    path.write_bytes(gzip.compress(DATA)[:-3000])
    with pytest.raises(EOFError, match=f"{path.name}: after "):
        read(path, SCHEMA)
    rows, reader = read(path, SCHEMA, errors="skip")
    assert rows == ROWS[: len(rows)] and 100 < len(rows) < 2000 and reader.errors == 1


def test_an_exception_of_the_callable_is_raised(data_on):
    def errors(file, start, stop, error):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(arrow.reader(BAD, SCHEMA, errors=errors))


def ranges(splitter, **options):
    return [
        row
        for i in range(len(splitter))
        for batch in arrow.batches(splitter, i, SCHEMA, ["id"], **options)
        for row in batch["id"].tolist()
    ]


@pytest.mark.parametrize("errors", ["raise", "skip"])
def test_batches_of_ranges(data_on, errors, tmp_path):
    path = tmp_path / "events.msgpack"
    path.write_bytes(DATA)
    for source in (path, DATA):
        for block in (3000, 20_000, 1 << 20):
            splitter = stream.Splitter(source, block)
            assert ranges(splitter, errors=errors, block=1500) == list(range(2000))
            assert ranges(pickle.loads(pickle.dumps(splitter)), errors=errors) == list(range(2000))
    zipped = tmp_path / "events.msgpack.gz"
    zipped.write_bytes(gzip.compress(DATA))
    assert ranges(stream.Splitter(zipped, 3000), errors=errors) == list(range(2000))


def test_a_wrong_guess_is_an_error(data_on):
    inner = b"".join(packb({"id": n}) for n in range(400))
    data = b"".join(packb({"id": -n, "body": inner}) for n in range(30))
    splitter = stream.Splitter(data, 20_000, window=64, most=64)
    for errors in ("raise", "skip"):
        with pytest.raises(stream.SplitError):
            ranges(splitter, errors=errors)
        assert ranges(splitter.plan(), errors=errors) == [-n for n in range(30)]


def test_damage_in_a_range(data_on):
    data = bytearray(DATA)
    data[AT] = 0xC1
    splitter = stream.Splitter(data, 20_000)
    with pytest.raises((hayapack.ReservedByteError, stream.SplitError)):
        ranges(splitter)
    with pytest.warns(arrow.LeftOutWarning, match="without a message, in 1 place"):
        assert ranges(splitter, errors="skip") == [n for n in range(2000) if n != 100]
    batches = arrow.batches(splitter, 0, SCHEMA, errors=lambda *what: None, file="x")
    list(batches)
    assert (batches.errors, batches.lost) == (1, len(packb(ROWS[100])))


def test_imports_are_few():
    import subprocess

    code = (
        "import sys, hayapack.data.arrow as arrow; from hayapack import packb\n"
        "assert list(arrow.reader(packb({'a': 1})))[0]['a'].tolist() == [1]\n"
        "print([name for name in ('pyarrow', 'polars', 'numpy', 'pandas', 'fsspec', 'ctypes') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() in (b"[]", b"['ctypes']")
