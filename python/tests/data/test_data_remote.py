"""Addresses of fsspec: folders, files that are replaced, and web servers that answer otherwise than asked."""

import pickle
import threading
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from test_data_reader import read

import hayapack
from hayapack import packb, stream
from hayapack.data import arrow
from hayapack.data.sources import expanded, name_of
from hayapack.data.tasks import tasks

fsspec = pytest.importorskip("fsspec", reason="needs fsspec")

SCHEMA = {"a": "int64", "pad": "str"}


def rows(value, count=3000):
    return b"".join(packb({"a": value, "pad": "x" * 100}) for _ in range(count))


@pytest.fixture
def memory():
    files = fsspec.filesystem("memory")
    yield files
    for name in files.find("/t"):
        files.rm(name)


def test_folders(memory, tmp_path):
    for name in ("f0", "f1", "sub/g", "day=1/h", "_temporary/x", "sub/.hidden/x", "f0.hayaidx", "_SUCCESS"):
        memory.pipe(f"/t/d/{name}", packb({"name": name}))
        path = tmp_path / "d" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packb({"name": name}))
    names = [{"name": name} for name in ("day=1/h", "f0", "f1", "sub/g")]
    for address in ("memory://t/d", "memory://t/d/", f"file://{tmp_path}/d", str(tmp_path / "d")):
        assert sorted(read(address)[0], key=lambda row: row["name"]) == names
    assert read("memory://t/d/f?")[0] == names[1:3]
    found = read("memory://t/d", origin={"day": "partition", "file": "file"})[0]
    assert [row["day"] for row in found if row["name"].startswith("day=")] == ["1"]
    assert {row["file"] for row in found} == {f"memory:///t/d/{row['name']}" for row in names}
    memory.makedirs("/t/empty/sub")
    for address in ("memory://t/empty", "memory://t/none", "memory://t/*.none", f"file://{tmp_path}/none"):
        with pytest.raises(FileNotFoundError):
            read(address)
    memory.pipe("/t/nothing", b"")
    assert read("memory://t/nothing")[0] == [] and arrow.infer(["memory://t/nothing", "memory://t/d/f0"])


@pytest.mark.parametrize("count", [3000, 4000, 10])
def test_a_file_that_is_replaced(memory, count):
    memory.pipe("/t/x", rows(1))
    batches = iter(arrow.reader("memory://t/x", SCHEMA, block=20_000))
    next(batches)
    (source,) = expanded("memory://t/x")
    splitter = stream.Splitter(source, 50_000)
    packed = pickle.dumps(splitter)
    assert splitter.read(0)
    memory.pipe("/t/x", rows(2, count))
    for use in (lambda: list(batches), lambda: splitter.read(1), lambda: pickle.loads(packed).read(1)):
        with pytest.raises(stream.SourceChangedError, match="memory://t/x: the source changed while it was read: its "):
            use()
    assert read("memory://t/x", SCHEMA)[0][0]["a"] == 2


DATA = b"".join(packb({"a": n, "pad": "x" * 100}) for n in range(20_000))  # more than infer() reads at once
SIZE = len(DATA)


class Server(BaseHTTPRequestHandler):
    """Answers as its server's `how` says."""

    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.send(200, b"", ("Content-Length", str(SIZE)), ("Accept-Ranges", "bytes"))

    def do_GET(self):
        how, asked = self.server.how, self.headers.get("Range")
        if self.path != "/x.msgpack":
            return self.send(404, b"", ("Content-Length", "0"))
        start, stop = (int(number) for number in asked.split("=")[1].split("-"))
        stop += 1
        self.server.asked += 1
        headers = [("ETag", '"1"'), ("Last-Modified", "Sat, 28 Nov 2026 10:00:00 GMT")]
        size = SIZE
        if how == "no ranges":
            return self.send(200, DATA, ("Content-Length", str(SIZE)))
        if how == "other offset":
            start, stop = start + 7, stop + 7
        if how == "no content range":
            return self.send(206, DATA[start:stop], ("Content-Length", str(stop - start)))
        if how == "encoded":
            headers.append(("Content-Encoding", "gzip"))
        if how == "too long":
            stop = SIZE
        if how == "other etag" and self.server.asked > 2:
            headers[0] = ("ETag", '"2"')
        if how == "other time" and self.server.asked > 2:
            headers = [("Last-Modified", "Sat, 28 Nov 2026 11:00:00 GMT")]
        elif how == "other time":
            del headers[0]
        if how == "other size" and self.server.asked > 2:
            size += 1
        if how == "short":
            stop = start + min(stop - start, 10_000)
        part = DATA[start:stop]
        headers.append(("Content-Range", f"bytes {start}-{start + len(part) - 1}/{size}"))
        headers.append(("Content-Length", str(len(part))))
        self.send(206, part, *headers)

    def send(self, status, data, *headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def served():
    """A function of a handler: a server with it."""
    pytest.importorskip("aiohttp", reason="needs aiohttp")
    servers = []

    def serve(handler):
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.how, server.asked = "right", 0
        server.url = f"http://127.0.0.1:{server.server_port}/x.msgpack"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return server

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def total(url):
    return sum(value for batch in arrow.reader(url, SCHEMA, block=300_000) for value in batch["a"].tolist())


def in_tasks(url):
    return sum(value for task in tasks(url, 300_000) for batch in task.batches(SCHEMA) for value in batch["a"].tolist())


@pytest.mark.parametrize("use", [total, in_tasks])
def test_a_web_server(served, use):
    server = served(Server)
    for how in ("right", "short"):
        server.how = how
        assert use(server.url) == sum(range(20_000))
    assert server.asked > 8
    (source,) = expanded(server.url)
    assert name_of(source) == server.url and pickle.loads(pickle.dumps(source)).read(0, 9) == DATA[:9]
    with pytest.raises(FileNotFoundError):
        use(server.url + ".none")


@pytest.mark.parametrize("use", [total, in_tasks])
@pytest.mark.parametrize(
    "how, reason",
    [
        ("other offset", "the server answered 'bytes 7-[0-9]*/[0-9]*' to the range 0-"),
        ("no content range", "the server answered 'no Content-Range' to the range 0-"),
        ("encoded", "the server sent the encoding 'gzip', where none was asked for"),
        ("too long", "the server answered 'bytes 0-[0-9]*/[0-9]*' to the range 0-"),
    ],
)
def test_a_web_server_that_answers_otherwise(served, use, how, reason):
    server = served(Server)
    server.how = how
    with pytest.raises(stream.SourceReadError, match=f"{server.url}: byte 0: {reason}") as caught:
        use(server.url)
    assert caught.value.path == server.url


@pytest.mark.parametrize("how, key", [("other etag", "etag"), ("other time", "last-modified"), ("other size", "size")])
def test_a_file_of_a_web_server_that_is_replaced(served, how, key):
    server = served(Server)
    server.how = how
    with pytest.raises(stream.SourceChangedError, match=f"its {key} was "):
        total(server.url)


def test_a_web_server_without_ranges(served, tmp_path, monkeypatch):
    """http.server: the whole file for each read."""
    (tmp_path / "x.msgpack").write_bytes(DATA)
    (tmp_path / "small.msgpack").write_bytes(DATA[: len(packb({"a": 1, "pad": "x" * 100})) * 100])

    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(tmp_path))

        def log_message(self, *arguments):
            pass

    server = served(Files)
    assert total(server.url) == sum(range(20_000))  # small enough
    monkeypatch.setattr("hayapack.data.remote._WHOLE", 1 << 20)
    for use in (total, in_tasks, arrow.infer):
        with pytest.raises(stream.SourceReadError, match=f"give simplecache::{server.url}"):
            use(server.url)
    assert total("simplecache::" + server.url) == sum(range(20_000))
    assert arrow.infer(server.url.replace("x.msg", "small.msg")) == SCHEMA
    (tmp_path / "x.msgpack").write_bytes(DATA * 2)
    assert len(read(server.url.replace("x.msg", "small.msg"))[0]) == 100


def test_errors_of_messages_name_the_address(served):
    server = served(Server)
    with pytest.raises(arrow.SchemaError, match=f"{server.url}: byte 3: "):
        list(arrow.reader(server.url, {"a": "str"}))
    assert issubclass(stream.SourceReadError, ValueError) and not issubclass(
        stream.SourceReadError, hayapack.UnpackException
    )
