"""Sources of hayapack.stream that change while they are read, or return what was not asked for."""

import os
import pickle

import pytest

from hayapack import packb, stream
from hayapack.stream.source import Source

OLD = b"".join(packb({"id": n, "v": 1, "pad": "x" * 50}) for n in range(1000))
LONG = OLD * 20  # more than records() reads at once
NEW = b"".join(packb({"id": n, "v": 2, "pad": "y" * 50}) for n in range(1000))


def renamed(path, data):
    new = path.with_name("new")
    new.write_bytes(data)
    os.utime(new, ns=(1, 1))  # the time of the file that it replaces
    os.replace(new, path)


def written(path, data):
    with open(path, "r+b") as file:
        file.write(data)
        file.truncate()
    os.utime(path, ns=(1, 1))


def touched(path, data):
    path.write_bytes(data)
    os.utime(path, ns=(2, 2))


def read_with(kind, path):
    """A function that reads the file on, after its beginning was read."""
    if kind == "blocks":
        found = stream.blocks(path, size=5000)
        next(found)
        return lambda: list(found)
    if kind == "records":
        found = stream.records(Source(path))
        next(found)
        return lambda: list(found)
    splitter = stream.Splitter(path, 5000)
    splitter.read(0)
    if kind == "pickled":
        packed = pickle.dumps(splitter)
        return lambda: [pickle.loads(packed).read(i) for i in range(1, len(splitter))]
    if kind == "plan":
        return splitter.plan
    return lambda: [splitter.read(i) for i in range(1, len(splitter))]


@pytest.mark.parametrize("longer", [False, True])
@pytest.mark.parametrize("change", [renamed, written, touched])
@pytest.mark.parametrize("kind", ["blocks", "records", "splitter", "pickled", "plan"])
def test_a_file_that_is_replaced_or_overwritten(tmp_path, kind, change, longer):
    path = tmp_path / "x.msgpack"
    path.write_bytes(OLD)
    os.utime(path, ns=(1, 1))
    # records() reads 1 MiB at a time: it reads the file at once
    with open(path, "ab") as file:
        file.write(OLD * 20)
    os.utime(path, ns=(1, 1))
    rest = read_with(kind, path)
    change(path, NEW * (22 if longer else 21))
    with pytest.raises(stream.SourceChangedError) as caught:
        rest()
    assert caught.value.path == str(path)


@pytest.mark.parametrize("kind", ["blocks", "splitter", "pickled", "plan"])
def test_appended_bytes_are_no_change(tmp_path, kind):
    path = tmp_path / "x.msgpack"
    path.write_bytes(OLD)
    rest = read_with(kind, path)
    with open(path, "ab") as file:
        file.write(NEW)
    rest()


def test_a_copy_is_the_file_that_was_pickled(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(OLD)
    packed = pickle.dumps(stream.Splitter(path, 5000))
    path.unlink()
    path.write_bytes(OLD)
    assert b"".join(map(pickle.loads(packed).read, range(len(pickle.loads(packed))))) == OLD


class Given:
    """An object whose answers are made from the right ones."""

    name = "given"

    def __init__(self, answer, size=None):
        self.size, self._answer = len(OLD) if size is None else size, answer

    def read(self, offset, n):
        return self._answer(offset, n)


@pytest.mark.parametrize(
    "answer, reason",
    [
        (lambda at, n: LONG, "byte 0: 1312320 bytes were returned, where"),
        (lambda at, n: LONG if at else LONG[:n], "1312320 bytes were returned, where"),
        (lambda at, n: LONG[at : at + n] + b"\0", "bytes were returned, where"),
        (lambda at, n: n, "returned 'int' instead of bytes"),
        (lambda at, n: None, "returned 'NoneType' instead of bytes"),
        (lambda at, n: LONG.decode("latin-1")[at : at + n], "returned 'str' instead of bytes"),
    ],
)
def test_answers_that_were_not_asked_for(answer, reason):
    for use in (
        lambda source: list(stream.blocks(source, size=5000)),
        lambda source: list(stream.blocks(source, size=5000, damaged=lambda *what: None)),
        lambda source: list(stream.records(source)),
        lambda source: [stream.Splitter(source, 5000).read(i) for i in range(3)],
    ):
        with pytest.raises(stream.SourceReadError, match=reason) as caught:
            use(Given(answer, len(LONG)))
        assert caught.value.path == "given"
        assert vars(pickle.loads(pickle.dumps(caught.value))) == vars(caught.value)


def test_answers_in_pieces():
    data = bytearray(OLD)
    for answer in (
        lambda at, n: OLD[at : at + min(n, 100)],
        lambda at, n: memoryview(data)[at : at + n],
        lambda at, n: data[at : at + n],
    ):
        assert b"".join(bytes(block) for _, block in stream.blocks(Given(answer), size=5000)) == OLD
    with pytest.raises(stream.SourceChangedError, match="given: .* nothing was read at byte 5000"):
        list(stream.blocks(Given(lambda at, n: OLD[at : min(at + n, 5000)]), size=1000))


def test_sizes_that_cannot_be_true(tmp_path):
    with pytest.raises(stream.SourceReadError, match="its size is said to be -1 bytes"):
        Source(Given(lambda at, n: b"", -1))
    with pytest.raises((IsADirectoryError, PermissionError)):  # the second on Windows
        Source(tmp_path)
    if os.path.exists("/proc/self/status"):
        with pytest.raises(stream.SourceReadError, match="its size is said to be 0, but there are bytes"):
            Source("/proc/self/status")
    with pytest.raises(stream.SourceReadError, match="it is no regular file"):
        Source(os.devnull)
