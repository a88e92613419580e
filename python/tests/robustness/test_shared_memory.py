"""Memory that other code can reach: buffers that are written to during a call, containers under
construction, and objects that only the module creates."""

import gc
import mmap
import os
import subprocess
import sys
import threading

import pytest

import hayapack
from hayapack import ExtType, packb

pytestmark = pytest.mark.pure_is_long

#: Set in the process that a test starts for itself.
ALONE = "HAYAPACK_TEST_ALONE"

CPYTHON = sys.implementation.name == "cpython"


def mapped(data):
    memory = mmap.mmap(-1, len(data))
    memory[:] = data
    return memory


# --- buffers that are written to ----------------------------------------------


@pytest.mark.parametrize("size", [3, 3000])
@pytest.mark.parametrize("make", [bytearray, mapped, lambda b: memoryview(bytearray(b))])
def test_a_hook_writes_to_the_message(backend, make, size):
    """The message is decoded as it was when the call began."""
    value = [ExtType(1, b"a"), "x" * size, ["y" * 40, {"z": 1}]]
    message = make(packb(value))

    def hook(code, data):
        message[3 : len(message)] = b"\xc1" * (len(message) - 3)
        return ExtType(code, data)

    assert backend.unpackb(message, ext_hook=hook) == value
    assert message[3] == 0xC1


def test_a_hook_empties_the_message(backend):
    message = bytearray(packb([ExtType(1, b"a"), "x" * 3000]))

    def hook(code, data):
        try:
            message.clear()
        except BufferError:
            pass
        return code

    assert backend.unpackb(message, ext_hook=hook) == [1, "x" * 3000]


def test_a_hook_writes_to_the_chunk(backend):
    chunk = bytearray(packb([ExtType(1, b"a"), "x" * 50]))

    def hook(code, data):
        chunk[:] = bytes(len(chunk))
        return code

    unpacker = backend.Unpacker(ext_hook=hook)
    unpacker.feed(chunk)
    assert unpacker.unpack() == [1, "x" * 50]


@pytest.mark.parametrize("size", [3, 3000])
def test_a_hook_writes_to_a_mapped_file(backend, size):
    """A View reads a mapped file in place, but copies each value before decoding it."""
    value = {"a": [ExtType(1, b"a"), "x" * size, ["y" * 40]], "b": "x" * size}
    message = mapped(packb(value))

    def hook(code, data):
        message[8 : len(message) - size - 8] = b"\xc1" * (len(message) - size - 16)
        return ExtType(code, data)

    view = backend.View(message, ext_hook=hook)
    assert view["b"] == "x" * size
    assert view["a"].value() == value["a"]
    with pytest.raises(ValueError):
        view["a"][1]
    message[:] = packb(value)
    assert backend.get(message, "$.a", ext_hook=hook) == value["a"]


def test_errors_of_a_mapped_file_are_those_of_bytes(backend):
    good = packb({"a": [1, "text", {"k": [1.5, b"bin", "x" * 600]}], "b": [None, True, -7]})
    for end in range(len(good) - 1, 0, -7):
        for data in (good[:end], good[:end] + b"\xc1" + good[end + 1 :], good[:end] + b"\xa1\xff" + good[end + 2 :]):
            found = []
            for buf in (data, mapped(data)):
                for read in (lambda b: backend.View(b).value(), lambda b: backend.get(b, "$.a[2]")):
                    try:
                        found.append(read(buf))
                    except (ValueError, LookupError) as error:
                        found.append((type(error), str(error)))
            assert repr(found[:2]) == repr(found[2:])


def written_meanwhile(message, at, values, read, times):
    """Calls read(message) while another thread writes to it."""
    done = threading.Event()

    def write():
        while not done.is_set():
            for value in values:
                message[at] = value

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(times):
            try:
                read(message)
            except (ValueError, LookupError, hayapack.ColumnTypeError):
                pass
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("form", ["block", "block-array"])
def test_compressed_messages_written_meanwhile(backend, form):
    if backend.name == "pure":
        pytest.importorskip("lz4.block", reason="the package lz4 is not installed")
    rows = 400_000 if backend.name == "native" else 20_000
    message = bytearray(packb([f"row {i}" for i in range(rows)], lz4=form))
    if form == "block-array":  # the declared size of a middle block
        at = message.index(b"\x62\xce") + 2 + 5 * (message[2] // 2)
    else:
        at = message.index(b"\x63\xd2") + 2
    native = backend.name == "native"
    written_meanwhile(message, at, [0xFF, 0], lambda m: backend.unpackb(m, lz4=True), 4 if native else 1)
    if native:
        written_meanwhile(message, at, [0xFF, 0], hayapack.decompress, 200)


@pytest.mark.parametrize(
    "row",
    [{"a": 1, "b": "é" * 70}, {"a": 1.5, "b": b"x" * 300}, {"a": None, "b": "x" * 20}],
)
def test_mapped_messages_written_meanwhile(backend, row):
    message = mapped(packb([row] * 50))
    text = packb(row["b"])
    at = bytes(message).rfind(text)

    def read(buf):
        for column in backend.columns(buf, ["a", "b"]).values():
            column.tolist()
        view = backend.View(buf)
        view.value()
        view[-1]["b"]
        [dict(item) for item in view]
        backend.get(buf, "$[49].b")

    for place, values in [
        (at, [text[0], 0xDB, 0xC6, 0xCB, 0xDD]),
        (at + 1, [text[1], 0xFF, 0]),
        (at + 20, [text[20] if len(text) > 20 else 0, 0xFF, 0x41]),
        (at - 1, [bytes(message)[at - 1], 0xA0, 0xBF]),
        (len(message) - 1, [bytes(message)[-1], 0xCB, 0xC0, 0xD9]),
    ]:
        written_meanwhile(message, place, values, read, 20 if backend.name == "native" else 1)


# --- containers under construction -------------------------------------------


def case(number, mark):
    """Values whose containers are still open while hooks run for other values."""
    return [
        [mark, {"a": 1}, 2],
        [{"m": mark, "n": {"a": 1}}, [mark, [mark, {"a": 1}, 3]], {"b": 2}],
        {"m": mark, "n": [1, {"a": 1}, mark], "e": ExtType(5, b"x")},
        {**{f"k{i}": mark for i in range(1500)}, "n": {"a": 1}, "o": [1, [2], mark]},
        [mark] * 3000 + [{"a": 1}, mark],
        {(mark, (1, 2)): [{"a": 1}], (mark, (1, 3)): ExtType(5, b"x")},
    ][number]


def parts(value):
    """A value's containers and their content."""
    found, todo = [], [value]
    while todo:
        o = todo.pop()
        if isinstance(o, (list, tuple, dict)):
            found.append(o)
            todo.extend([*o, *o.values()] if isinstance(o, dict) else o)
    return found


@pytest.fixture
def few_objects():
    """gc.get_objects() gives only objects made during the test."""
    gc.freeze()
    yield
    gc.unfreeze()


def holds(o, mark):
    return any(type(item) is str and item == mark for item in [*o, *getattr(o, "values", tuple)()])


@pytest.mark.skipif(not CPYTHON, reason="needs CPython's garbage collector")
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("use_list", [True, False])
@pytest.mark.parametrize("name", ["object_hook", "object_pairs_hook", "list_hook", "ext_hook"])
def test_nothing_half_built_is_seen_by_a_hook(backend, few_objects, name, use_list, number):
    if use_list and number == 5:
        pytest.skip("lists are no keys")
    mark = f"mark {name} {use_list} {number}"
    packed = packb(case(number, mark))
    options = {"use_list": use_list, "strict_map_key": False}
    calls, seen = [], []

    def same(*args):
        return ExtType(*args) if name == "ext_hook" else args[0]

    def look(*args):
        calls.append(1)
        if len(calls) <= 3:
            for o in gc.get_objects():
                if type(o) in (list, tuple, dict) and holds(o, mark):
                    seen.append(repr(o))
        return same(*args)

    expected = backend.unpackb(packed, **options, **{name: same})
    whole = {repr(part) for part in parts(expected)}
    del expected
    assert repr(backend.unpackb(packed, **options, **{name: look})) in whole
    if backend.name == "native":  # the pure back end's lists and dicts are valid at any time
        assert set(seen) <= whole


@pytest.mark.skipif(not CPYTHON, reason="needs CPython's garbage collector")
def test_lists_that_a_hook_finds_and_changes(backend):
    def hook(value):
        for o in gc.get_objects():
            if type(o) is list and o == [] and id(o) not in before:
                o.append("added")
                o.clear()
        return value

    packed = packb([1, {"a": 1}, 2, {"b": 2}])
    before = set(map(id, gc.get_objects()))
    value = backend.unpackb(packed, object_hook=hook)
    assert value == [1, {"a": 1}, 2, {"b": 2}]


@pytest.fixture
def collections():
    """Python code that runs at (nearly) every allocation of a container, if the collector runs
    during allocation (CPython before 3.12)."""
    threshold, calls = gc.get_threshold(), []

    def collecting(phase, info):
        if phase == "start":
            for call in calls:
                call()

    gc.callbacks.append(collecting)
    gc.set_threshold(1, 1, 1)
    yield calls
    gc.callbacks.remove(collecting)
    gc.set_threshold(*threshold)


@pytest.mark.skipif(not CPYTHON, reason="needs CPython's garbage collector")
def test_nothing_half_built_is_seen_by_a_finalizer(backend, few_objects, collections):
    if backend.name == "pure":
        pytest.skip("CPython itself exposes tuples under construction")
    if ALONE not in os.environ:
        # In a process of its own: what other tests have left may be under construction, too.
        child = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--backend", "native", __file__]
            + ["-k", "test_nothing_half_built_is_seen_by_a_finalizer"],
            env={**os.environ, ALONE: "1"}, capture_output=True, text=True,
        )  # fmt: skip
        assert child.returncode == 0 and "1 passed" in child.stdout, child.stdout + child.stderr
        return
    busy = []

    def look():
        if not busy:
            busy.append(1)
            for o in gc.get_objects():
                if type(o) in (list, tuple) and len(o) < 20:
                    list(o)
            busy.clear()

    value = [1, {"a": [1, (2, 3)], "b": {}}, [[]], ExtType(5, b"x")]
    packed = backend.packb(value)
    unpacker = backend.Unpacker()
    view = backend.View(packed)
    calls = [
        lambda: backend.unpackb(packed),
        lambda: backend.unpackb(packed, use_list=False),
        lambda: backend.unpackb(packed, object_pairs_hook=id),
        lambda: unpacker.feed(packed) or unpacker.unpack(),
        lambda: backend.Packer().pack_map_pairs([("a", [1]), ("b", {})]),
        lambda: backend.packb({"a": [1, {"b": [object()]}]}),
        lambda: backend.packb([[{"a": [[[1]]]}]], max_depth=4),
        lambda: [view[0:3], view[1]["a"], list(view)],
    ]
    for looks in (False, True, True, True):
        for call in calls:
            if looks:  # not at first: the import of what an error needs shows tuples that CPython is filling
                collections.append(look)
            try:
                call()
            except (TypeError, ValueError):
                pass
            collections.clear()


@pytest.mark.skipif(not CPYTHON, reason="needs CPython's garbage collector")
def test_shapes_that_a_finalizer_replaces(backend, collections):
    """Maps with the same keys are copied from a model, which other maps may replace."""
    if backend.name == "pure":
        pytest.skip("it has no models")
    maps = [packb({f"key {i}": i, f"other {i}": 0}) for i in range(20_000)]
    turns = []

    def unpack():
        if len(turns) < 6:
            turns.append(1)
            for packed in maps:
                backend.unpackb(packed)

    rows = [{f"row{j}": [] for j in range(7)}] * 40
    packed = packb(rows)
    keep = [backend.unpackb(packed) for _ in range(10)]  # empties the pool of dicts
    for _ in range(6):
        backend.unpackb(packed)
        collections.append(unpack)
        keep.append(backend.unpackb(packed))
        collections.clear()
    assert all(value == rows for value in keep)


# --- keys -------------------------------------------------------------------------


def nested_key(depth):
    return b"\x81" + b"\x91" * depth + b"\xc0" + b"\xc0"


@pytest.mark.parametrize("depth", [1, 127, 128])
def test_deep_keys(backend, depth):
    options = {"use_list": False, "strict_map_key": False}
    (key,) = backend.unpackb(nested_key(depth), **options)
    for _ in range(depth):
        (key,) = key
    assert key is None
    assert len(list(backend.View(nested_key(depth), **options))) == 1
    unpacker = backend.Unpacker(**options)
    unpacker.feed(nested_key(depth))
    assert len(unpacker.unpack()) == 1


@pytest.mark.parametrize("depth", [129, 1000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_keys_that_are_too_deep(backend, depth):
    """Hashing a nested tuple recurses in C."""
    options = {"use_list": False, "strict_map_key": False, "max_depth": 10**7}
    packed = nested_key(depth)
    with pytest.raises(hayapack.StackError) as caught:
        backend.unpackb(packed, **options)
    assert caught.value.offset == 129
    with pytest.raises(hayapack.StackError) as caught:
        list(backend.View(packed, **options))
    assert caught.value.offset == 129
    unpacker = backend.Unpacker(**{**options, "max_depth": 2**20 - 1})
    unpacker.feed(packed)
    with pytest.raises(hayapack.StackError):
        unpacker.unpack()


def test_deep_keys_in_each_kind_of_map(backend):
    options = {"use_list": False, "strict_map_key": False, "max_depth": 10**7}
    deep = b"\x91" * 129 + b"\xc0"
    large = b"\xde\x05\xdc" + b"".join(packb(i) + b"\xc0" for i in range(1499))
    for packed, offset in [
        (b"\x92\xc0" + b"\x82\x01\x02" + deep + b"\xc0", 5 + 128),
        (large + deep + b"\xc0", len(large) + 128),
        (b"\x81\x91\x92\xc0" + deep + b"\xc0", 4 + 126),
    ]:
        with pytest.raises(hayapack.StackError) as caught:
            backend.unpackb(packed, **options)
        assert caught.value.offset == offset
    for packed in [b"\x81\x01" + deep, b"\x93\xc0" + b"\x81\x01\x02" + deep]:  # values
        backend.unpackb(packed, **options)
    hook = {"max_depth": 10**7, "strict_map_key": False}
    for packed, name, offset in [
        (nested_key(129), "list_hook", 129),
        (b"\x81" * 200 + b"\xc0" * 201, "object_hook", 129),
    ]:
        with pytest.raises(hayapack.StackError) as caught:
            backend.unpackb(packed, **hook, **{name: tuple})
        assert caught.value.offset == offset
    with pytest.raises(hayapack.InvalidKeyError):  # a list can't be hashed
        backend.unpackb(b"\x81" + deep + b"\xc0", **hook)


# --- objects that only the module creates ----------------------------------------------


@pytest.mark.skipif(not CPYTHON, reason="about C types")
def test_types_that_only_the_module_makes(backend):
    view = backend.View(packb([{"a": 1}]))
    column = backend.columns(packb([{"a": 1}]), ["a"])["a"]
    types = {type(column)}
    if backend.name == "native":
        types |= {type(iter(view)), type(iter(view[0].items()))}
        types |= {t for t in map(type, gc.get_referents(view)) if t.__name__ == "_Source"}
        assert len(types) == 4 or len(types) == 3
    for cls in types:
        with pytest.raises(TypeError):
            cls()
        with pytest.raises(TypeError):
            cls.__new__(cls)
        if backend.name == "native":
            with pytest.raises(TypeError):
                object.__new__(cls)
