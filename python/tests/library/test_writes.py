"""pack() writes all of a message, or raises: sockets, pipes, full disks, writers of other classes."""

import errno
import io
import os
import socket
import subprocess
import sys
import threading

import pytest

import hayapack

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes and signals")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
LARGE = b"x" * 1_000_000
PACKED = hayapack.packb(LARGE)


class Taking(io.RawIOBase):
    """A raw stream whose write() returns these numbers in turn, or raises them, then takes everything."""

    def __init__(self, *results):
        self.results = list(results)
        self.taken = b""

    def writable(self):
        return True

    def write(self, data):
        result = self.results.pop(0) if self.results else len(data)
        if isinstance(result, Exception):
            raise result
        self.taken += bytes(data[:result] if isinstance(result, int) and result > 0 else b"")
        return result


class Duck:
    """The same, but not an io class."""

    __init__, write = Taking.__init__, Taking.write


@pytest.mark.parametrize("kind", [Taking, Duck])
def test_the_rest_of_a_short_write_is_written(kind):
    stream = kind(1, 2, 3)
    hayapack.pack("a text of some length", stream)
    assert stream.taken == hayapack.packb("a text of some length")


@pytest.mark.parametrize(
    "results, written",
    [((None,), 0), ((0,), 0), ((2, None), 2), ((2, 0), 2), ((2, BlockingIOError(errno.EAGAIN, "full", 3)), 5)],
)
def test_nothing_could_be_written(results, written):
    stream = Taking(*results)
    with pytest.raises(BlockingIOError) as info:
        hayapack.dump("abcdef", stream)
    assert info.value.characters_written == written
    assert info.value.errno == errno.EAGAIN


@pytest.mark.parametrize("result", [None, True, False, "done", object(), 7, 100])
def test_other_writers_may_return_anything(result):
    class Writer:
        def write(self, data):
            self.data = data
            return result

    writer = Writer()
    hayapack.pack("abcdef", writer)
    assert writer.data == b"\xa6abcdef"


def test_none_after_a_number_means_that_nothing_was_taken():
    with pytest.raises(BlockingIOError) as info:
        hayapack.pack("abcdef", Duck(3, None))
    assert info.value.characters_written == 3


@pytest.mark.parametrize("kind, result", [(Taking, -1), (Taking, 8), (Duck, -1)])
def test_impossible_numbers(kind, result):
    with pytest.raises(OSError, match=f"returned {result} for 7 bytes"):
        hayapack.pack("abcdef", kind(result))


@pytest.mark.parametrize("result", ["7", True, 7.0])
def test_a_raw_stream_must_return_a_number(result):
    with pytest.raises(TypeError, match="integer"):
        hayapack.pack("abcdef", Taking(result))


def test_a_coroutine_is_not_taken_for_success():
    class Writer:
        async def write(self, data):
            raise AssertionError("not awaited")

    with pytest.raises(TypeError, match="await"):
        hayapack.pack(1, Writer())


def test_text_files_sockets_and_names_are_named(tmp_path):
    with open(tmp_path / "file", "w") as file, pytest.raises(TypeError, match='mode "wb"'):
        hayapack.pack(1, file)
    with pytest.raises(TypeError, match=r"sys\.stdout\.buffer"):
        hayapack.pack(1, io.StringIO())
    for wrong in ("name", tmp_path):
        with pytest.raises(AttributeError, match=r"open\(name"):
            hayapack.pack(1, wrong)
    with socket.socket() as sock, pytest.raises(AttributeError, match="sendall"):
        hayapack.pack(1, sock)
    with pytest.raises(AttributeError, match="packb"):
        hayapack.pack(1, bytearray())


def received(read):
    """What a thread reads until the end, and the thread."""
    parts = []

    def go():
        while True:
            data = read(65536)
            if not data:
                return
            parts.append(data)

    thread = threading.Thread(target=go)
    thread.start()
    return parts, thread


def test_a_socket_with_a_timeout():
    """The timeout makes the socket non-blocking, so send() takes what fits."""
    one, other = socket.socketpair()
    with one, other:
        one.settimeout(60)
        parts, thread = received(other.recv)
        with one.makefile("wb", buffering=0) as file:
            for _ in range(3):
                hayapack.pack(LARGE, file)
        one.shutdown(socket.SHUT_WR)
        thread.join(60)
        assert b"".join(parts) == PACKED * 3


@posix
def test_a_full_pipe_that_does_not_block():
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    with open(readable, "rb", buffering=0) as source, open(writable, "wb", buffering=0) as file:
        with pytest.raises(BlockingIOError) as info:
            hayapack.pack(LARGE, file)
        written = info.value.characters_written
        assert 0 < written < len(PACKED)
        assert source.read(2 * len(PACKED)) == PACKED[:written]


SIGNALLED = """
import os, signal, sys, threading
import hayapack
raises = sys.argv[1] == "raises"
def handler(*_):
    global calls
    calls += 1
    if raises: raise InterruptedError("by the handler")
calls = 0
signal.signal(signal.SIGUSR1, handler)
readable, writable = os.pipe()
got = bytearray()
def read():
    got.extend(os.read(readable, 1))  # the pipe is full, and the writer waits
    os.kill(os.getpid(), signal.SIGUSR1)
    while not calls: pass
    while data := os.read(readable, 65536): got.extend(data)
thread = threading.Thread(target=read)
def main():
    with open(writable, "wb", buffering=0) as file:
        thread.start()
        hayapack.pack(b"x" * 1_000_000, file)
try: main()
except InterruptedError as error: print(error)
thread.join()
print(calls, len(got) == 1_000_005)
"""


@posix
@pytest.mark.parametrize("how, said", [("returns", "1 True\n"), ("raises", "by the handler\n1 False\n")])
def test_a_signal_during_a_write(how, said):
    done = subprocess.run([sys.executable, "-c", SIGNALLED, how], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == (said, "")


@linux
@pytest.mark.parametrize("buffering", [0, -1])
def test_a_full_device(buffering):
    with pytest.raises(OSError) as info, open("/dev/full", "wb", buffering=buffering) as file:
        hayapack.pack(LARGE, file)
    assert info.value.errno == errno.ENOSPC


LIMITED = """
import resource, sys
import hayapack
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    with open(sys.argv[1], "wb", buffering=int(sys.argv[2])) as file:
        hayapack.pack(b"x" * 1_000_000, file)
except OSError as error:
    print(error.strerror)
"""


@linux
@pytest.mark.parametrize("buffering", ["0", "-1"])
def test_a_full_disk(tmp_path, buffering):
    """The first write is short, the second one fails."""
    command = [sys.executable, "-c", LIMITED, str(tmp_path / "file"), buffering]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("File too large\n", "")
