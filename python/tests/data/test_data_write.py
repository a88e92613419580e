"""hayapack.data.arrow.write: tables as messages."""

import io
import os
import signal

import pytest

import hayapack
from hayapack import packb, stream, unpackb
from hayapack.data import arrow

pytestmark = pytest.mark.pure_is_long

ROWS = [{"id": n, "name": f"n{n}", "tags": [n], "none": None} for n in range(3000)]
DATA = b"".join(map(packb, ROWS))


def table():
    return arrow.reader(DATA, block=10_000)


def test_layouts(data_on, tmp_path):
    path = tmp_path / "out.msgpack"
    arrow.write(table(), path)
    assert path.read_bytes() == DATA
    out = io.BytesIO()
    arrow.write(table(), out)
    assert out.getvalue() == DATA
    arrow.write(table(), path, layout="arrays")
    assert path.read_bytes() == b"".join(packb(list(row.values())) for row in ROWS)
    arrow.write(table(), path, layout="values")
    assert path.read_bytes() == b"".join(packb(value) for row in ROWS for value in row.values())
    (batch, *_) = table()
    arrow.write(batch, path)
    assert DATA.startswith(path.read_bytes()) and path.stat().st_size > 5000
    assert os.listdir(tmp_path) == ["out.msgpack"]


def test_index(data_on, tmp_path):
    path = tmp_path / "out.msgpack"
    arrow.write(table(), path, index=True)
    index = stream.read_index(f"{path}.hayaidx")
    assert index.count == 3000
    index.check(path)
    with pytest.raises(ValueError, match="needs a path"):
        arrow.write(table(), io.BytesIO(), index=True)


def test_lz4(data_on, tmp_path):
    pytest.importorskip("lz4")
    path = tmp_path / "out.mplz4"
    rows = [{"text": "x" * 300, "id": n} for n in range(100)]
    for lz4 in ("block", "block-array"):
        arrow.write(arrow.reader(b"".join(map(packb, rows))), path, lz4=lz4)
        assert path.stat().st_size < 10_000
        assert [value for _, value in stream.records(path, lz4=True)] == rows


def test_a_file_is_replaced_only_when_complete(data_on, tmp_path):
    path = tmp_path / "out.msgpack"
    path.write_bytes(b"old")
    bad = arrow.reader(DATA + packb({"id": "x"}), block=10_000)
    with pytest.raises(ValueError, match="byte"):
        arrow.write(bad, path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["out.msgpack"]
    link = tmp_path / "link"
    link.symlink_to(path)
    os.chmod(path, 0o600)
    arrow.write(table(), link)
    assert path.read_bytes() == DATA and link.is_symlink() and path.stat().st_mode & 0o777 == 0o600


def test_libraries(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
    path = tmp_path / "out.msgpack"
    arrow.write(pa.table({"a": [1, 2], "b": ["x", None]}), path)
    assert path.read_bytes() == packb({"a": 1, "b": "x"}) + packb({"a": 2, "b": None})
    pl = pytest.importorskip("polars", reason="needs polars")
    arrow.write(pl.DataFrame({"a": [1.5], "b": [["x"]]}), path)
    assert unpackb(path.read_bytes()) == {"a": 1.5, "b": ["x"]}
    duckdb = pytest.importorskip("duckdb", reason="needs duckdb")
    arrow.write(duckdb.sql("select 1 a, 'x' b"), path)
    assert unpackb(path.read_bytes()) == {"a": 1, "b": "x"}
    pd = pytest.importorskip("pandas", reason="needs pandas")
    arrow.write(pd.DataFrame({"a": [1]}), path)
    assert unpackb(path.read_bytes()) == {"a": 1}
    with pytest.raises((TypeError, hayapack.PackException)):
        arrow.write([1], path)


class Interrupted:
    """A file whose reading is interrupted by Ctrl-C when its beginning was read."""

    size = len(DATA)

    def __init__(self):
        self.interrupts = False

    def read(self, offset, n):
        if offset > 40_000 and self.interrupts:
            raise KeyboardInterrupt
        return DATA[offset : offset + n]


def interrupted():
    source = Interrupted()
    reader = arrow.reader(source, block=10_000)
    source.interrupts = True
    return reader


def test_errors_of_a_reader_that_is_written(data_on, tmp_path):
    """The stream between both would make a ValueError of it, without file, offset and path, and OSError of Ctrl-C."""
    path = tmp_path / "out.msgpack"
    path.write_bytes(b"before")
    bad = arrow.reader(DATA + packb({"id": "text"}), {"id": "int64"}, block=10_000)
    with pytest.raises(arrow.SchemaError) as caught:
        arrow.write(bad, path)
    assert (caught.value.offset, caught.value.path) == (len(DATA) + 4, "$.id")
    with pytest.raises(KeyboardInterrupt):
        arrow.write(interrupted(), path)
    assert path.read_bytes() == b"before" and os.listdir(tmp_path) == ["out.msgpack"]
    with pytest.raises(ValueError, match="layout"):
        arrow.write(table(), path, layout="rows")


def test_ctrl_c_under_other_consumers():
    """They raise an OSError, after which the signal is pending again."""
    if hayapack.backend != "native":
        pytest.skip("Python code would handle the signal at once")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            try:
                list(hayapack.arrow_rows(interrupted()))
            except Exception:
                pass
            while True:
                pass
    finally:
        signal.signal(signal.SIGINT, before)
