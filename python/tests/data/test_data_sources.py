"""What hayapack.data takes as sources."""

import pickle
import sys

import pytest

from hayapack import packb, stream
from hayapack.data import arrow
from hayapack.data.sources import expanded, name_of, opened


@pytest.fixture
def folder(tmp_path):
    for name in ("b.msgpack", "a.msgpack", "a.msgpack.hayaidx", "_done", ".hidden"):
        (tmp_path / name).write_bytes(packb({"name": name}))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.msgpack").write_bytes(packb({"name": "c"}))
    return tmp_path


def test_paths(folder):
    a, b, c = (str(folder / name) for name in ("a.msgpack", "b.msgpack", "sub/c.msgpack"))
    assert expanded(folder / "a.msgpack") == expanded(a) == [a]
    assert expanded(str(folder / "*.msgpack*")) == [a, b]
    assert expanded(str(folder)) == [a, b, c]  # a part of a folder would be read silently otherwise
    assert expanded(str(folder / "**/*.msgpack")) == [a, b, c]
    assert expanded([c, str(folder / "?.msgpack"), b"\x01"]) == [c, a, b, b"\x01"]
    (folder / "[x].msgpack").write_bytes(b"")
    assert expanded(str(folder / "[x].msgpack")) == [str(folder / "[x].msgpack")]


def test_none(folder):
    for missing in ("*.mp", "_done*"):
        with pytest.raises(FileNotFoundError, match="No file of messages"):
            expanded(str(folder / missing))
    (folder / "empty").mkdir()
    with pytest.raises(FileNotFoundError):
        expanded(str(folder / "empty"))
    with pytest.raises(ValueError, match="no sources"):
        expanded([])
    with pytest.raises(FileNotFoundError):
        arrow.reader(str(folder / "missing.msgpack"))


def test_addresses(folder):
    fsspec = pytest.importorskip("fsspec", reason="needs fsspec")
    files = fsspec.filesystem("memory")
    for name in ("x/a.msgpack", "x/b.msgpack", "x/a.msgpack.hayaidx"):
        files.pipe("/" + name, b"".join(packb({"n": n, "name": name}) for n in range(1000)))
    found = expanded("memory://x/*.msgpack*")
    assert [name_of(source) for source in found] == ["memory:///x/a.msgpack", "memory:///x/b.msgpack"]
    (one,) = expanded("memory://x/a.msgpack")
    assert one.name == "memory://x/a.msgpack"
    assert one.read(0, 5) == files.cat("/x/a.msgpack")[:5]
    assert pickle.loads(pickle.dumps(one)).size == one.size
    assert opened(one).size == one.size
    assert arrow.infer("memory://x/*.msgpack") == {"n": "int64", "name": "str"}
    splitter = stream.Splitter(one, 5000)
    assert sum(value["n"] for i in range(len(splitter)) for _, value in splitter.records(i)) == 499500
    with pytest.raises(FileNotFoundError):
        expanded("memory://x/*.none")
    with pytest.raises(FileNotFoundError):
        expanded("memory://x/none")


def test_an_address_needs_fsspec(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(ImportError, match="fsspec"):
        expanded("s3://bucket/x.msgpack")
