"""Files and servers for the tests of the engines, each of which needs its package."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from hayapack import packb
from hayapack.data import arrow

from .engine_files import DATA, event


def pytest_collection_modifyitems(items):
    for item in items:
        if "engines" in str(item.path):
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def events(tmp_path_factory):
    path = tmp_path_factory.mktemp("events") / "events.msgpack"
    path.write_bytes(DATA)
    return str(path)


@pytest.fixture(scope="session")
def frames(tmp_path_factory):
    """The events in a .zst file of several frames, with an index."""
    pytest.importorskip("zstandard")
    path = tmp_path_factory.mktemp("frames") / "events.msgpack.zst"
    arrow.write(arrow.reader(DATA), path, index=True, frame=200_000)
    return str(path)


@pytest.fixture(scope="session")
def bad(tmp_path_factory):
    """Of 3,000 rows 30 have no number as price: file, and what a sum of the others is."""
    path = tmp_path_factory.mktemp("bad") / "bad.msgpack"
    rows = [{**event(n), "price": "none" if n % 100 == 50 else n / 4} for n in range(3000)]
    path.write_bytes(b"".join(map(packb, rows)))
    good = [row["price"] for row in rows if row["price"] != "none"]
    return SimpleNamespace(path=str(path), rows=3000, good=len(good), sum=sum(good))


@pytest.fixture
def cut(tmp_path):
    """3,000 rows, the last of which is incomplete."""
    path = tmp_path / "cut.msgpack"
    data = b"".join(packb(event(n)) for n in range(3000))
    path.write_bytes(data[:-5])
    return SimpleNamespace(path=str(path), good=2999, start=len(data) - len(packb(event(2999))))


@pytest.fixture(scope="session")
def nested(tmp_path_factory):
    """Messages that contain streams of messages like them: guesses inside are wrong."""
    path = tmp_path_factory.mktemp("nested") / "nested.msgpack"
    inner = b"".join(packb({"id": -n, "blob": b""}) for n in range(20_000))
    path.write_bytes(b"".join(packb({"id": n, "blob": inner}) for n in range(12)))
    return SimpleNamespace(path=str(path), sum=sum(range(12)), rows=12, schema={"id": "int64"})


class _Ranges(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.answer(b"", 200, len(self.server.data))

    def do_GET(self):
        data, asked = self.server.data, self.headers.get("Range")
        if self.path != "/events.msgpack":
            return self.answer(b"", 404, 0)
        if not asked:
            self.server.fetched.append(len(data))
            return self.answer(data, 200, len(data))
        start, stop = asked.split("=")[1].split("-")
        part = data[int(start) : int(stop) + 1 if stop else None]
        self.server.fetched.append(len(part))
        where = f"bytes {start}-{int(start) + len(part) - 1}/{len(data)}"
        self.answer(part, 206, len(part), ("Content-Range", where))

    def answer(self, data, status, size, *headers):
        self.send_response(status)
        for name, value in (("Content-Length", str(size)), ("Accept-Ranges", "bytes"), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def http():
    """A server of the events: its address, and the sizes that were fetched."""
    pytest.importorskip("aiohttp")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Ranges)
    server.data, server.fetched = DATA, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}/events.msgpack", fetched=server.fetched)
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def s3():
    """The events in a bucket: an address and its storage_options."""
    pytest.importorskip("s3fs")
    moto = pytest.importorskip("moto.server")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    _, port = server.get_host_and_port()
    options = {"key": "a", "secret": "b", "endpoint_url": f"http://127.0.0.1:{port}"}
    import s3fs

    files = s3fs.S3FileSystem(**options)
    files.mkdir("haya")
    files.pipe("haya/events.msgpack", DATA)
    yield SimpleNamespace(url="s3://haya/events.msgpack", options=options)
    server.stop()
