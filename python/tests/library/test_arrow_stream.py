"""arrow_stream(): batches of a Python iterator as a stream of the Arrow C stream interface."""

import ctypes
import errno
import os
import signal
import subprocess
import sys
import threading
import weakref

import pytest
from arrow_consumer import Consumer, pointer, release

from hayapack import columns, packb
from hayapack._fallback.columnar.arrow import structs

COLUMN = columns(packb([{"n": 1}, {"n": None}, {"n": 3}]), ["n"])["n"]
TEXT = columns(packb([{"n": "a"}]), ["n"])["n"]


def test_batches_reach_the_consumer(backend):
    consumer = Consumer(backend.arrow_stream(COLUMN, iter([COLUMN, COLUMN])))
    schema = consumer.schema()
    assert schema.format == b"l"
    release(schema)
    for _ in range(2):
        array = consumer.next()
        assert (array.length, array.null_count, array.n_buffers) == (3, 1, 2)
        release(array)
    assert consumer.next() is None and consumer.next() is None
    consumer.release()
    assert not consumer.stream.release


def test_what_is_refused(backend):
    for schema, batches in [(1, []), (COLUMN, 5), (object(), [])]:
        with pytest.raises(TypeError):
            backend.arrow_stream(schema, batches)
    with pytest.raises(TypeError, match="an object with __arrow_c_schema__ is expected, not int"):
        backend.arrow_stream(1, [])

    class Used:
        def __arrow_c_schema__(self):
            return used

    used = COLUMN.__arrow_c_schema__()
    schema = structs.Schema.from_address(pointer(used, b"arrow_schema"))
    release(schema)
    with pytest.raises(ValueError, match='Used gave a capsule "arrow_schema" that was used before'):
        backend.arrow_stream(Used(), [])
    used = COLUMN.__arrow_c_array__()[1]
    with pytest.raises(TypeError, match='Used gave PyCapsule where a capsule "arrow_schema" is expected'):
        backend.arrow_stream(Used(), [])


@pytest.mark.parametrize(
    "error, code",
    [
        (ValueError("row 7"), errno.EINVAL),
        (TypeError("no"), errno.EINVAL),
        (MemoryError(), errno.ENOMEM),
        (NotImplementedError("later"), errno.ENOSYS),
        (FileNotFoundError(errno.ENOENT, "gone"), errno.ENOENT),
        (OSError("no number"), errno.EIO),
        (RuntimeError("速い \ud800"), errno.EIO),
        (KeyboardInterrupt(), errno.EINTR),
        (GeneratorExit(), errno.EIO),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_of_the_iterator_stays(backend, error, code):
    calls, signals = [], []
    before = signal.signal(signal.SIGINT, lambda *_: signals.append(1))

    class Batches:
        def __iter__(self):
            return self

        def __next__(self):
            calls.append(1)
            if len(calls) == 1:
                return COLUMN
            raise error

    consumer = Consumer(backend.arrow_stream(COLUMN, Batches()))
    array = consumer.next()
    release(array)
    text = str(error).encode("utf-8", "backslashreplace").decode()
    expected = code, f"{type(error).__name__}: {text}" if text else type(error).__name__
    assert consumer.next() == expected
    assert consumer.next() == expected, "a failed stream must not look complete"
    assert consumer.schema() == expected
    assert len(calls) == 2
    consumer.release()
    signal.signal(signal.SIGINT, before)
    assert len(signals) == (backend.name == "native" and code == errno.EINTR)


@pytest.mark.parametrize(
    "batch, text",
    [
        (TEXT, "ValueError: a batch does not have the schema of the stream: a field has another type"),
        (5, "TypeError: an object with __arrow_c_array__ is expected, not int"),
    ],
)
def test_a_batch_that_does_not_fit(backend, batch, text):
    consumer = Consumer(backend.arrow_stream(COLUMN, [batch]))
    assert consumer.next() == (errno.EINVAL, text)
    consumer.release()


class Batches:
    """An iterator that can be watched by a weak reference."""

    def __init__(self, n=2):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return COLUMN


def test_released_in_every_order(backend):
    def used(batches, steps):
        capsule = backend.arrow_stream(COLUMN, batches)
        if not steps:
            return
        consumer = Consumer(capsule)
        arrays = []
        for step in steps:
            if step == "schema":
                schema = consumer.schema()
                release(schema)
            elif step == "next":
                arrays.append(consumer.next())
            elif step == "capsule":
                del capsule
            elif step == "array":
                array = arrays.pop(0)
                release(array)
            else:
                consumer.release()

    for steps in [
        (),
        ("release",),
        ("capsule", "release"),
        ("schema", "next", "release", "array", "capsule"),
        ("next", "next", "array", "array", "next", "release"),
        ("next", "next", "next", "next", "release", "array", "array"),
    ]:
        batches = Batches()
        watched = weakref.ref(batches)
        used(batches, steps)
        del batches
        backend.arrow_stream(COLUMN, [])  # the pure back end forgets a capsule with a later one
        assert watched() is None, steps


def test_the_iterator_is_dropped_at_its_end(backend):
    batches = Batches(0)
    watched = weakref.ref(batches)
    consumer = Consumer(backend.arrow_stream(COLUMN, batches))
    del batches
    assert consumer.next() is None and watched() is None
    consumer.release()


def test_nothing_is_leaked(backend):
    def round_trip():
        consumer = Consumer(backend.arrow_stream(COLUMN, [COLUMN, TEXT]))
        schema = consumer.schema()
        release(schema)
        array = consumer.next()
        release(array)
        consumer.next()
        consumer.release()
        backend.arrow_stream(COLUMN, [])

    for _ in range(3):
        round_trip()
    counts = [sys.getrefcount(COLUMN), sys.getrefcount(TEXT)]
    for _ in range(100):
        round_trip()
    assert [sys.getrefcount(COLUMN), sys.getrefcount(TEXT)] == counts


def test_a_consumer_on_another_thread(backend):
    threads = []

    def batches():
        for _ in range(50):
            threads.append(threading.get_ident())
            yield COLUMN

    consumer = Consumer(backend.arrow_stream(COLUMN, batches()))
    lengths = []

    def consume():
        while (array := consumer.next()) is not None:
            lengths.append(array.length)
            release(array)
        consumer.release()

    thread = threading.Thread(target=consume)
    thread.start()
    thread.join()
    assert lengths == [3] * 50 and set(threads) == {thread.ident}


def test_the_iterator_releases_the_stream_that_calls_it(backend):
    consumers = []

    def batches():
        consumers[0].release()
        yield COLUMN

    consumers.append(Consumer(backend.arrow_stream(COLUMN, batches())))
    stream = structs.Stream()
    ctypes.memmove(ctypes.addressof(stream), ctypes.addressof(consumers[0].stream), ctypes.sizeof(stream))
    array = consumers[0].next()
    assert array is None or array.length == 3
    if array is not None:
        release(array)


SHUTDOWN = """
import sys, hayapack
from hayapack import columns, packb
backend = hayapack if sys.argv[1] == "native" else __import__("hayapack._fallback", fromlist=["x"])
column = columns(packb([{"n": 1}]), ["n"])["n"]

def batches():
    try:
        yield column
        yield column
    finally:
        print("closed")

kept = backend.arrow_stream(column, batches())
class Cycle:
    pass
cycle = Cycle()
cycle.self, cycle.capsule = cycle, backend.arrow_stream(column, batches())
sys.kept_to_the_end = backend.arrow_stream(column, batches())
if sys.argv[2] == "pyarrow":
    import pyarrow
    class Source:
        def __arrow_c_stream__(self, requested_schema=None):
            return pyarrow_stream
    batch = pyarrow.record_batch({"n": [1, 2]})
    def more():
        while True:
            yield batch
    pyarrow_stream = backend.arrow_stream(batch.schema, more())
    reader = pyarrow.RecordBatchReader.from_stream(Source())
    assert reader.read_next_batch().num_rows == 2
print("end")
"""


@pytest.mark.parametrize("consumer", ["none", "pyarrow"])
def test_streams_that_outlive_the_interpreter(backend, consumer):
    if consumer == "pyarrow":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    done = subprocess.run(
        [sys.executable, "-c", SHUTDOWN, backend.name, consumer], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "end"


# --- libraries -----------------------------------------------------------------


class Source:
    """An object with __arrow_c_stream__, as a reader of files is: each call starts again."""

    def __init__(self, backend, batches=None, error=None, n=3):
        self.pyarrow = pytest.importorskip("pyarrow", reason="pyarrow, which makes the batches, is not installed")
        self.backend, self.error, self.n = backend, error, n
        self.schema = self.pyarrow.schema([("n", "int64"), ("name", "string")])
        self.threads = set()

    def batches(self):
        for i in range(self.n):
            self.threads.add(threading.get_ident())
            yield self.pyarrow.record_batch({"n": [i, i + 10], "name": [f"haya{i}", None]}, schema=self.schema)
        if self.error is not None:
            raise self.error

    def __arrow_c_schema__(self):
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.backend.arrow_stream(self, self.batches())


ROWS = [{"n": n, "name": name} for i in range(3) for n, name in ((i, f"haya{i}"), (i + 10, None))]


def in_pyarrow(source):
    return source.pyarrow.table(source).to_pylist()


def in_polars(source):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    return polars.DataFrame(source).to_dicts()


def in_pandas(source):
    pandas = pytest.importorskip("pandas", minversion="3", reason="pandas 3 is not installed")
    frame = pandas.DataFrame.from_arrow(source)
    return [{"n": n, "name": None if pandas.isna(name) else name} for n, name in zip(frame["n"], frame["name"])]


def in_duckdb(source):
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    found = duckdb.sql("select n, name from source").fetchall()
    return [{"n": n, "name": name} for n, name in found]


def in_datafusion(source):
    datafusion = pytest.importorskip("datafusion", reason="datafusion is not installed")
    return datafusion.SessionContext().from_arrow(source).to_pylist()


LIBRARIES = [in_pyarrow, in_polars, in_pandas, in_duckdb, in_datafusion]


@pytest.mark.parametrize("consume", LIBRARIES, ids=lambda f: f.__name__[3:])
def test_libraries_take_it(backend, consume):
    source = Source(backend)
    assert sorted(consume(source), key=lambda row: row["n"]) == sorted(ROWS, key=lambda row: row["n"])
    assert len(consume(source)) == len(ROWS)
    assert consume(Source(backend, n=0)) == []


@pytest.fixture
def error_of(backend, monkeypatch):
    """A function that gives the text of a consumer's exception.

    pyarrow releases a stream while its exception is set. Callbacks by ctypes cannot keep it
    (_fallback/columnar/arrow/structs.py): with the pure back end it is reported as one that was ignored, and pyarrow raises SystemError instead.
    """
    ignored = []
    monkeypatch.setattr(sys, "unraisablehook", lambda found: ignored.append(str(found.exc_value)))

    def text(consume):
        del ignored[:]
        try:
            consume()
        except pytest.skip.Exception:
            raise
        except BaseException as error:  # polars raises a panic
            if isinstance(error, SystemError) and backend.name == "pure":
                return ignored[0]
            assert not ignored
            return str(error)
        pytest.fail("no exception")

    return text


@pytest.mark.skipif(
    "HAYAPACK_SANITIZED" in os.environ, reason="C++ exceptions of other modules end a sanitized process"
)
@pytest.mark.parametrize("consume", LIBRARIES, ids=lambda f: f.__name__[3:])
def test_libraries_see_the_error(backend, consume, error_of):
    source = Source(backend, error=ValueError("row 7 has no name"))
    assert "ValueError: row 7 has no name" in error_of(lambda: consume(source))


def test_a_schema_that_changes(backend, error_of):
    source = Source(backend)
    pyarrow = source.pyarrow
    other = pyarrow.record_batch({"n": [1], "names": ["x"]})
    nested = pyarrow.record_batch({"n": [1], "name": [["x"]]})
    coded = pyarrow.record_batch({"n": [1], "name": pyarrow.array(["x"]).dictionary_encode()})
    for batch, text in [
        (other, "a field has another name"),
        (nested, "a field has another type"),
        (coded, "a field has another type"),
        (pyarrow.record_batch({"n": [1]}), "the number of fields differs"),
    ]:
        source.batches = lambda batch=batch: iter([batch])
        expected = f"ValueError: a batch does not have the schema of the stream: {text}"
        assert expected in error_of(lambda: pyarrow.table(source))


def test_depth(backend):
    source = Source(backend)
    pyarrow = source.pyarrow
    kind = pyarrow.int64()
    for _ in range(62):
        kind = pyarrow.list_(kind)
    source.schema = pyarrow.schema([("x", kind)])
    backend.arrow_stream(source, [])
    source.schema = pyarrow.schema([("x", pyarrow.list_(kind))])
    with pytest.raises(ValueError, match="the schema cannot be used: the fields are nested too deeply"):
        backend.arrow_stream(source, [])
