"""columns: memory that others change, declared counts that lie, threads."""

import mmap
import random
import sys
import threading

import pytest
from at_once import at_once
from traced import traced

import hayapack
from hayapack import packb

DTYPES = [
    None,
    "int64",
    "str",
    "raw",
    "dictionary[str]",
    "list[int64]",
    "struct{a: str, b: list[str]}",
    "map[str, str]",
]
ROW = {"id": 5, "name": "text" * 10, "l": [1, 2, 3], "s": {"a": "x", "b": ["y", "z"]}, "m": {"k": "v", "q": "w" * 40}}


@pytest.mark.parametrize("errors", ["raise", "null", "skip"])
def test_memory_that_another_thread_writes_to(backend, errors):
    """Results can be wrong then; nothing else may happen."""
    data = packb([ROW] * 40)
    mapped = mmap.mmap(-1, len(data))
    mapped[:] = data
    view = backend.View(mapped, zero_copy=True)
    stop = threading.Event()

    def write():
        rng = random.Random(3)
        while not stop.is_set():
            for _ in range(200):
                at = rng.randrange(3, len(data))
                mapped[at] = rng.choice([data[at], data[at], rng.getrandbits(8), 0xDD, 0xC1, 0xA0, 0x81])
                mapped[at] = data[at]

    thread = threading.Thread(target=write)
    thread.start()
    try:
        rng = random.Random(4)
        for _ in range(100 if backend.name == "native" else 5):
            dtypes = [rng.choice(DTYPES) for _ in range(5)]
            for buffer in (mapped, view):
                try:
                    table = backend.columns(buffer, list(ROW), dtypes, missing="null", errors=errors)
                except (hayapack.UnpackException, IndexError):
                    continue
                for column in table.values():
                    bytes(column.data)
                    repr(column)
    finally:
        stop.set()
        thread.join()


def peak(call):
    with traced() as memory:
        with pytest.raises(hayapack.UnpackException):
            call()
        return memory.peak()


@pytest.mark.parametrize(
    "value, dtype",
    [
        ("dd ffffffff", "list[int64]"), ("dd ffffffff", None), ("df ffffffff", "map[str, int64]"), ("df ffffffff", None),
        ("df ffffffff", "struct{a: int64}"), ("db ffffffff", "str"), ("c6 ffffffff", "bytes"),
        ("c9 ffffffff 05", "raw"), ("db ffffffff", "dictionary[str]"), ("dd ffffffff" * 20, "list[list[raw]]"),
    ],
)  # fmt: skip
def test_declared_counts_are_not_allocated(backend, value, dtype):
    row = bytes.fromhex("81 a161" + value) + bytes(2000)
    assert peak(lambda: backend.columns(row, ["a"], dtype, stream=True, errors="null")) < 300000
    assert peak(lambda: backend.columns([row], ["a"], dtype, errors="skip")) < 300000
    assert peak(lambda: backend.columns(b"\xdd\xff\xff\xff\xff" + row, ["a"], dtype)) < 300000


def test_a_sender_cannot_choose_many_fields(backend):
    """Each field takes memory in every row."""
    first = packb({"a": {f"k{i}": 1 for i in range(5000)}})
    with pytest.raises(hayapack.ColumnTypeError, match="256 in all"):
        backend.columns(first + b"\xc0" * 5000, ["a"], stream=True)


def test_input_of_over_a_chunk_of_rows(backend):
    """Signals are looked at once in so many rows."""
    rows = 70000 if backend.name == "native" else 700
    data = b"".join(packb({"n": n}) for n in range(rows))
    table = backend.columns(data + b"\x05" + data, ["n"], "int64", stream=True, errors="skip")
    assert table["n"].tolist() == [*range(rows), *range(rows)] and table.skipped == 1
    messages = [packb({"n": n}) for n in range(rows)]
    assert backend.columns(messages, ["n"])["n"].tolist() == list(range(rows))


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="CPython's GIL")
def test_other_threads_run_while_rows_are_read(backend):
    if backend.name == "pure":
        pytest.skip("Python code is interrupted anyway")
    data = packb(ROW) * 50000
    interval, seen = sys.getswitchinterval(), []
    sys.setswitchinterval(1000)  # seconds: a thread keeps the GIL until it releases it
    try:
        for _ in range(50):
            begun, ended = threading.Event(), []

            def work(begun=begun, ended=ended):
                begun.set()
                backend.columns(data, ["id", "name"], stream=True)
                ended.append(True)

            thread = threading.Thread(target=work)
            thread.start()
            begun.wait()
            seen.append(not ended)
            thread.join()
            if seen[-1]:
                break
    finally:
        sys.setswitchinterval(interval)
    assert any(seen)


def test_two_threads_read_the_same_rows(backend):
    data = packb(ROW) * (3000 if backend.name == "native" else 30)
    found = at_once(lambda number: backend.columns(data, ["l", "s", "m"], stream=True)["m"].tolist())
    assert len(found) == 4 and all(one == found[0] for one in found)


def rows_of(rng, count):
    """Packed rows whose fields are sometimes missing, nil or of another type."""
    odd = [None, None, 5.5, "text", [], {}]
    rows = []
    for n in range(count):
        row = {**ROW, "id": n, "name": "n" * rng.randrange(40), "l": [n] * rng.randrange(4)}
        for name in rng.sample(list(row), rng.randrange(3)):
            row[name] = rng.choice(odd)
        rows.append(packb(row))
    return b"".join(rows)


@pytest.mark.long
def test_columns_that_are_kept_do_not_change_when_memory_is_reused():
    """They equal what columns() makes after any later ones; two threads have the same memory."""
    native = pytest.importorskip("hayapack._native")
    rng = random.Random(11)
    blocks = [rows_of(rng, rng.choice([0, 10, 3000, 9000])) for _ in range(8)]
    how = [dict.fromkeys(ROW), {"id": "int64", "name": "str", "l": "list[int64]", "s": None, "m": "map[str, str]"}]
    options = {"stream": True, "errors": "null", "missing": "null"}
    plain = [[native.columns(block, list(ROW), types, **options) for types in how] for block in blocks]
    expected = [[{name: column.tolist() for name, column in one.items()} for one in both] for both in plain]
    memory = native.ColumnMemory(8 << 20)

    def work(seed):
        rng = random.Random(seed)
        kept = []
        for _ in range(60):
            block, types = rng.randrange(len(blocks)), rng.randrange(2)
            found = memory.columns(blocks[block], list(ROW), how[types], **options)
            kept.append((found, expected[block][types]))
            if rng.random() < 0.3:
                kept = rng.sample(kept, rng.randrange(min(len(kept), 5)))
                for found, right in kept:
                    assert {name: column.tolist() for name, column in found.items()} == right

    at_once(work, 2)
    memory.close()


def test_memory_for_later_columns_is_limited():
    native = pytest.importorskip("hayapack._native")
    data = b"".join(packb({"id": n}) for n in range(100_000))
    size = 8 * 100_000

    def read(memory):
        assert len(memory.columns(data, ["id"], "int64", stream=True)["id"]) == 100_000

    for limit in (0, 2 * size):
        memory = native.ColumnMemory(limit)
        with traced() as traces:
            for _ in range(5):
                read(memory)
            assert traces.kept() <= limit + 10_000
            assert (traces.kept() > size) == (limit > 0)
            column = memory.columns(data, ["id"], "int64", stream=True)["id"]
            memory.close()
            assert traces.kept() < 1.3 * size
            assert column.tolist()[-1] == 99_999
            del column
            read(memory)
            assert traces.kept() < 10_000  # nothing is kept after close()
    for wrong in [(), ("1",), (1, 2)]:
        with pytest.raises(TypeError):
            native.ColumnMemory(*wrong)
