"""Files that others are still writing: a message is delivered when its last byte has arrived.

No test looks at the clock: the writer sends the next message only after the reader has answered the
one before, so a reader that waits for more than a message hangs, which the limit ends.
"""

import bz2
import contextlib
import gzip
import http.client
import http.server
import io
import lzma
import os
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest.mock
import zipfile

import pytest

import hayapack

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes and terminals")
PATIENCE = 120  # seconds; a limit that is reached only if the test fails
MESSAGES = [1, "text", {"a": [1, 2]}, b"x" * 200_000, [], None]

ECHO = """
import os, sys
import hayapack
if sys.argv[1] == "pure":
    from hayapack._fallback import Unpacker
else:
    from hayapack import Unpacker
for message in Unpacker(sys.stdin.buffer):
    hayapack.pack(message, sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""


@contextlib.contextmanager
def limit(process):
    """Kills the process at the limit, so that a read of its output ends."""
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        process.kill()
        process.wait()


@pytest.mark.parametrize("bufsize", [-1, 0])
def test_echo_over_the_pipes_of_a_process(backend, bufsize):
    command = [sys.executable, "-c", ECHO, backend.name]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=bufsize)
    with process, limit(process):
        answers = backend.Unpacker(process.stdout)
        for message in MESSAGES:
            hayapack.pack(message, process.stdin)
            process.stdin.flush()
            assert next(answers) == message
        process.stdin.close()
        assert list(answers) == []


@posix
def test_standard_input_on_a_terminal(backend):
    import pty
    import tty

    master, slave = pty.openpty()
    tty.setraw(slave)
    command = [sys.executable, "-c", ECHO, backend.name]
    process = subprocess.Popen(command, stdin=slave, stdout=subprocess.PIPE)
    os.close(slave)
    with process, limit(process), open(master, "wb", buffering=0) as terminal:
        answers = backend.Unpacker(process.stdout)
        for message in [1, "text", {"a": [1, 2]}, None]:
            hayapack.pack(message, terminal)
            assert next(answers) == message


def test_a_file_of_a_socket(backend):
    one, other = socket.socketpair()
    with one, other:
        other.settimeout(PATIENCE)
        with other.makefile("rb") as file:
            messages = backend.Unpacker(file)
            for message in MESSAGES[:3]:
                one.sendall(hayapack.packb(message))
                assert next(messages) == message


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        if self.path == "/chunked":
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(sum(len(hayapack.packb(message)) for message in MESSAGES)))
        self.end_headers()
        for message in MESSAGES:
            data = hayapack.packb(message)
            self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data) if self.path == "/chunked" else data)
            self.server.answered.acquire(timeout=PATIENCE)
        if self.path == "/chunked":
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.answered = threading.Semaphore(0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("path", ["/chunked", "/length"])
@pytest.mark.parametrize("client", ["http.client", "urllib3"])
def test_an_http_response(backend, server, path, client):
    host, port = server.server_address
    if client == "urllib3":
        urllib3 = pytest.importorskip("urllib3", reason="urllib3 is not installed")
        pool = urllib3.HTTPConnectionPool(host, port, timeout=PATIENCE, retries=False)
        response = pool.request("GET", path, preload_content=False)
        if not hasattr(response, "read1"):
            pytest.skip("this urllib3 has no read1()")
    else:
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        connection.request("GET", path)
        response = connection.getresponse()
    found = []
    for message in backend.Unpacker(response):
        found.append(message)
        server.answered.release()
    assert found == MESSAGES
    response.close()


# --- files of other classes ---------------------------------------------------

DATA = b"".join(map(hayapack.packb, MESSAGES))


def zipped(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data", DATA)
    return zipfile.ZipFile(path).open("data")


def tarred(path):
    with tarfile.open(path, "w:gz") as archive:
        info = tarfile.TarInfo("data")
        info.size = len(DATA)
        archive.addfile(info, io.BytesIO(DATA))
    return tarfile.open(path).extractfile("data")


def spooled(path):
    file = tempfile.SpooledTemporaryFile(max_size=10)
    file.write(DATA)
    file.seek(0)
    return file


def compressed(module):
    def opened(path):
        path.write_bytes(module.compress(DATA))
        return module.open(path)

    return opened


def plain(buffering):
    def opened(path):
        path.write_bytes(DATA)
        return open(path, "rb", buffering=buffering)

    return opened


class Only(io.BufferedIOBase):
    """Has read() only: the inherited read1() raises io.UnsupportedOperation."""

    def __init__(self, path):
        self.file = io.BytesIO(DATA)

    def read(self, n=-1):
        return self.file.read(n)


class Wrapper(Only):
    """read1() is that of an object which has none."""

    def read1(self, *n):
        return self.missing.read1(*n)


class NoArgument(Only):
    def read1(self):
        raise AssertionError("not reached")


class Abstract(Only):
    def read1(self, n):
        raise NotImplementedError


def mocked(path):
    return unittest.mock.mock_open(read_data=DATA)(path)


@pytest.mark.parametrize("read_size", [0, 1000])
@pytest.mark.parametrize(
    "opened",
    [plain(0), plain(-1), compressed(gzip), compressed(bz2), compressed(lzma), zipped, tarred, spooled, Only, Wrapper,
     NoArgument, Abstract, mocked],
    ids=["raw", "buffered", "gzip", "bz2", "lzma", "zip", "tar", "spooled", "Only", "Wrapper", "NoArgument",
         "Abstract", "mock"],
)  # fmt: skip
def test_files_of_all_kinds(backend, opened, read_size, tmp_path):
    with opened(tmp_path / "file") as file:
        assert list(backend.Unpacker(file, read_size=read_size)) == MESSAGES


def test_errors_of_read1_pass(backend):
    class Broken(io.BytesIO):
        errors = [OSError("first"), None, TypeError("later"), None]

        def read1(self, n):
            error = self.errors.pop(0)
            if error:
                raise error
            return super().read1(1)

        def read(self, n):
            raise AssertionError("read1() works")

    messages = backend.Unpacker(Broken(b"\x01\x02"))
    with pytest.raises(OSError, match="first"):
        next(messages)
    assert next(messages) == 1
    with pytest.raises(TypeError, match="later"):
        next(messages)
    Broken.errors[:] = [None, None]
    assert list(messages) == [2]


def test_read1_gets_the_read_size_and_what_fits(backend):
    sizes = []

    class File(io.BytesIO):
        def read1(self, n):
            sizes.append(n)
            return super().read1(n)

    assert list(backend.Unpacker(File(b"\x01\xa5abcde"), read_size=4, max_buffer_size=6)) == [1, "abcde"]
    assert sizes == [4, 3, 4]


@posix
def test_a_pipe_that_does_not_block(backend):
    """No data is the end of the iteration, for now."""
    readable, writable = os.pipe()
    os.set_blocking(readable, False)
    for buffering in (0, -1):
        with open(readable, "rb", buffering=buffering, closefd=False) as file:
            messages = backend.Unpacker(file)
            assert list(messages) == []
            os.write(writable, b"\x01\x92\x01")
            assert list(messages) == [1]
            os.write(writable, b"\x02")
            assert list(messages) == [[1, 2]]
            assert messages.read_bytes(5) == b""
    os.close(readable)
    os.close(writable)


def test_read_bytes_waits_for_all_and_loses_nothing(backend):
    class Pieces(io.RawIOBase):
        pieces = [b"\x01ab", b"cd", b"ef\x02"]

        def readable(self):
            return True

        def readinto(self, buffer):
            if not self.pieces:
                return 0
            piece = self.pieces.pop(0)
            if isinstance(piece, Exception):
                raise piece
            buffer[: len(piece)] = piece
            return len(piece)

    messages = backend.Unpacker(io.BufferedReader(Pieces()))
    assert next(messages) == 1
    assert messages.read_bytes(6) == b"abcdef"
    assert next(messages) == 2
    Pieces.pieces[:] = [b"\x01ab", OSError("reset"), b"cd"]
    messages = backend.Unpacker(io.BufferedReader(Pieces()))
    assert next(messages) == 1
    with pytest.raises(OSError):
        messages.read_bytes(4)
    assert messages.tell() == 1
    assert messages.read_bytes(2) == b"ab"


# --- not a file, or text ---------------------------------------------------------


def test_advice_for_what_is_not_a_file(backend, tmp_path):
    for wrong, words in [(b"", "unpackb"), (bytearray(), "feed"), ("name", r"open\(name"), (tmp_path, r"open\(name")]:
        for call in (backend.Unpacker, hayapack.unpack):
            with pytest.raises(AttributeError, match=f"has no attribute 'read': .*{words}"):
                call(wrong)
    with socket.socket() as sock:
        for call in (backend.Unpacker, hayapack.unpack):
            with pytest.raises(AttributeError, match="makefile"):
                call(sock)
    with pytest.raises(AttributeError, match="no attribute 'read'$"):
        backend.Unpacker(5)


@pytest.mark.parametrize("data", [b"\x93\x01\x02\x03", b"abc", b""])
def test_a_file_in_text_mode(backend, tmp_path, data):
    (tmp_path / "file").write_bytes(data)
    for call in (lambda file: next(backend.Unpacker(file)), hayapack.unpack):
        with open(tmp_path / "file", encoding="utf-8") as file, pytest.raises(TypeError, match='mode "rb"') as info:
            call(file)
        assert isinstance(info.value.__cause__, UnicodeDecodeError) == (data[:1] == b"\x93")


def test_other_results_of_read(backend):
    class File:
        def read(self, n=-1):
            return result

    class Asynchronous:
        async def read(self, n=-1):
            raise AssertionError("not awaited")

    for result in ([1, 2], 0, object()):  # noqa: B007  # read() returns it
        with pytest.raises(TypeError, match="bytes-like"):
            next(backend.Unpacker(File()))
    with pytest.raises(TypeError, match="aiter_unpack"):
        next(backend.Unpacker(Asynchronous()))
    with pytest.raises(TypeError, match="aiter_unpack"):
        hayapack.unpack(Asynchronous())
