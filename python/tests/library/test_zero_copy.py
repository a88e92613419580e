"""zero_copy=True: payloads of bin and ext are memoryviews of the caller's buffer."""

import gc
import io
import mmap
import os
import subprocess
import sys
import weakref

import pytest
from conftest import FREE_THREADED

import hayapack
from hayapack import ExtType, TypeRegistry, packb

LARGE = b"payload" * 20_000
VALUE = {"bin": b"abc", "large": LARGE, "list": [b"", b"x" * 600, ExtType(5, b"ext")], b"key": {b"k": 1}}
PACKED = packb(VALUE)

RESIZED = pytest.mark.skipif(
    sys.implementation.name == "pypy", reason="PyPy resizes a bytearray, and closes an mmap, that has a memoryview"
)


def payloads(value):
    return [value["bin"], value["large"], *value["list"][:2], value["list"][2].data]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: memoryview(bytearray(data))])
def test_payloads_are_slices_of_the_callers_buffer(backend, kind):
    packed = kind(PACKED)
    owner = packed.obj if isinstance(packed, memoryview) else packed
    value = backend.unpackb(packed, zero_copy=True)
    assert value == VALUE
    for payload in payloads(value):
        assert type(payload) is memoryview
        assert payload.obj is owner
        assert payload.readonly is isinstance(owner, bytes)
        assert (payload.format, payload.ndim, payload.itemsize) == ("B", 1, 1)
    assert type(value["list"][2]) is ExtType
    assert [type(key) for key in value] == [str, str, str, bytes]
    assert type(next(iter(value[b"key"]))) is bytes


def test_a_slice_shows_later_changes_of_the_buffer_and_can_write_to_it(backend):
    packed = bytearray(packb([b"abc"]))
    (payload,) = backend.unpackb(packed, zero_copy=True)
    packed[-1] = ord("z")
    assert payload == b"abz"
    payload[0] = ord("q")
    assert packed.endswith(b"qbz")


@RESIZED
def test_a_bytearray_cannot_be_resized_while_a_payload_exists(backend):
    packed = bytearray(PACKED)
    value = backend.unpackb(packed, zero_copy=True)
    with pytest.raises(BufferError):
        packed.append(0)
    del value
    gc.collect()
    packed.append(0)


def test_a_buffer_without_payloads_is_free_again(backend):
    packed = bytearray(packb([1, "text", {"a": None}]))
    assert backend.unpackb(packed, zero_copy=True) == [1, "text", {"a": None}]
    packed.append(0)
    with pytest.raises(hayapack.ExtraData):
        backend.unpackb(packed, zero_copy=True)
    packed.append(0)
    with pytest.raises(hayapack.TruncatedError):
        backend.unpackb(bytearray(PACKED)[:-1], zero_copy=True)


def test_a_payload_keeps_the_buffer_alive(backend):
    class Owner(bytearray):
        pass

    packed = Owner(packb({"a": b"abc"}))
    alive = weakref.ref(packed)
    payload = backend.unpackb(packed, zero_copy=True)["a"]
    del packed
    gc.collect()
    assert payload == b"abc"
    assert alive() is payload.obj
    del payload
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("kind", ["b", "c", "?"])
def test_other_formats_of_bytes_become_the_usual_one(backend, kind):
    packed = bytearray(PACKED)
    value = backend.unpackb(memoryview(packed).cast(kind), zero_copy=True)
    assert value == VALUE
    assert value["bin"].obj is packed
    rows = memoryview(bytearray(packb(b"x" * 62))).cast("B", (8, 8))
    assert backend.unpackb(rows, zero_copy=True) == b"x" * 62


def test_a_buffer_that_is_not_contiguous_is_copied(backend):
    spread = memoryview(bytearray(byte for pair in zip(PACKED, PACKED) for byte in pair))[::2]
    value = backend.unpackb(spread, zero_copy=True)
    assert value == VALUE
    assert all(type(payload.obj) is bytes and payload.readonly for payload in payloads(value))
    view = backend.View(spread, zero_copy=True)
    assert view["large"] == LARGE and type(view["large"].obj) is bytes


def test_arrays_of_numpy(backend):
    numpy = pytest.importorskip("numpy")
    packed = numpy.frombuffer(PACKED, numpy.int8)
    assert backend.unpackb(packed, zero_copy=True) == VALUE
    for function in (backend.unpackb, backend.View):
        with pytest.raises(hayapack.TruncatedError):
            function(numpy.zeros((0, 3), numpy.uint8), zero_copy=True)


def test_strs_and_timestamps_are_no_payloads(backend):
    packed = packb(["text", hayapack.Timestamp(1, 2), b"bin"])
    value = backend.unpackb(packed, zero_copy=True, raw=True)
    assert value == [b"text", hayapack.Timestamp(1, 2), b"bin"]
    assert [type(item) for item in value] == [bytes, hayapack.Timestamp, memoryview]


def test_hooks_get_memoryviews(backend):
    seen = []

    def hook(code, data):
        seen.append((code, type(data), data.obj is PACKED))
        return bytes(data)

    value = backend.unpackb(PACKED, zero_copy=True, ext_hook=hook, object_hook=lambda d: d, list_hook=tuple)
    assert seen == [(5, memoryview, True)]
    assert type(value["list"][1]) is memoryview and value["list"][2] == b"ext"
    pairs = backend.unpackb(packb({b"k": b"v"}), zero_copy=True, object_pairs_hook=list)
    assert [(type(key), type(value)) for key, value in pairs] == [(bytes, memoryview)]


def test_the_data_of_an_ext_in_a_key_is_bytes(backend):
    packed = packb({(1, (b"deep", ExtType(5, b"x"))): [b"v"], ExtType(6, b"y"): b"w", b"plain": (b"u",)})
    value = backend.unpackb(packed, zero_copy=True, use_list=False, strict_map_key=False)
    (one, (deep, ext)), second, third = value
    assert [type(item) for item in (deep, ext.data, second.data, third)] == [bytes] * 4
    assert [type(item) for item in (*value.values(),)] == [tuple, memoryview, tuple]
    assert all(type(item[0]) is memoryview for item in (value[third], value[(one, (deep, ext))]))
    key = backend.unpackb(packed, zero_copy=True, tuple_keys=True, strict_map_key=False)
    assert key == {first: list(item) if isinstance(item, tuple) else item for first, item in value.items()}


def test_typed_values_get_memoryviews(backend):
    registry = TypeRegistry()
    read = []
    registry.register(io.BytesIO, "Demo.Data, Demo", read=lambda v: read.append(v) or 7, write=lambda o: o.getvalue())
    packed = packb([io.BytesIO(b"abc"), b"bin"], types=registry)
    assert backend.unpackb(packed, types=registry, zero_copy=True) == [7, b"bin"]
    assert type(read[0]) is memoryview and read[0].obj is packed


def test_an_ext_with_a_memoryview_is_an_ext_type(backend):
    value = backend.unpackb(packb(ExtType(5, b"abc")), zero_copy=True)
    assert value == ExtType(5, b"abc") and hash(value) == hash(ExtType(5, b"abc"))
    assert backend.packb(value) == packb(ExtType(5, b"abc"))
    assert backend.packb(ExtType(5, memoryview(bytearray(b"a-b-c-"))[::2])) == packb(ExtType(5, b"abc"))
    assert backend.packb([memoryview(b"q"), ExtType(1, memoryview(b"wide").cast("I"))]) == packb(
        [b"q", ExtType(1, b"wide")]
    )
    released = memoryview(b"x")
    released.release()
    with pytest.raises(ValueError, match="released"):
        backend.packb(ExtType(5, released))


def test_a_stream_gives_payloads_of_their_own(backend):
    """The stream's buffer is used again, so each payload has a copy, which nothing overwrites."""
    unpacker = backend.Unpacker(zero_copy=True)
    kept = []
    for number in range(50):
        unpacker.feed(packb([bytes([number]) * 700, ExtType(5, bytes([number]) * 4)]))
        kept += unpacker
    for number, (payload, ext) in enumerate(kept):
        assert payload == bytes([number]) * 700 and ext.data == bytes([number]) * 4
        assert type(payload.obj) is type(ext.data.obj) is bytes
        assert len(payload.obj) == 700 and payload.readonly
    unpacker = backend.Unpacker(io.BytesIO(PACKED + PACKED), zero_copy=True, read_size=100)
    assert list(unpacker) == [VALUE, VALUE]


def test_chunks_of_a_stream_stay_free(backend):
    chunk = bytearray(packb(b"x" * 100))
    unpacker = backend.Unpacker(zero_copy=True)
    unpacker.feed(chunk)
    payload = unpacker.unpack()
    chunk[:] = bytes(len(chunk))
    chunk.append(0)
    assert payload == b"x" * 100


@pytest.mark.parametrize("form", ["block", "block-array"])
def test_compressed_messages(backend, form):
    pytest.importorskip("lz4.block")
    packed = packb(VALUE, lz4=form)
    stream = backend.Unpacker(zero_copy=True, lz4=True)
    stream.feed(packed + PACKED)
    for value in (backend.unpackb(bytearray(packed), zero_copy=True, lz4=True), stream.unpack()):
        assert value == VALUE
        (owner,) = {id(payload.obj): payload.obj for payload in payloads(value)}.values()
        assert owner == PACKED and type(owner) is bytes
    assert stream.unpack() == VALUE
    plain = bytearray(PACKED)
    assert backend.unpackb(plain, zero_copy=True, lz4=True)["large"].obj is plain
    content = packb([b"bin", 1])[:-1]
    with pytest.raises(hayapack.TruncatedError):
        backend.unpackb(
            b"\xc7" + bytes([len(content) + 7]) + b"\x63\xd2\x00\x00\x00" + content, zero_copy=True, lz4=True
        )


def test_unpack_of_a_file(backend):
    value = hayapack.unpack(io.BytesIO(PACKED), zero_copy=True)
    assert value == VALUE and type(value["large"]) is memoryview


# --- View and get


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: memoryview(bytearray(data))])
def test_views_and_get(backend, kind):
    packed = kind(PACKED)
    owner = packed.obj if isinstance(packed, memoryview) else packed
    view = backend.View(packed, zero_copy=True)
    found = [
        view["bin"], view["large"], view["list"][1], view["list"][2].data, *payloads(view.value()),
        backend.get(packed, "$.large", zero_copy=True), backend.get(view, "$.list")[1],
        backend.get(packed, "$", zero_copy=True)["list"][2].data, *view["list"][:2], dict(view.items())["bin"],
    ]  # fmt: skip
    for payload in found:
        assert type(payload) is memoryview and payload.obj is owner
    assert view == VALUE and [type(key) for key in view] == [str, str, str, bytes]
    assert view["large"] == LARGE
    assert type(backend.View(PACKED)["large"]) is bytes


@RESIZED
def test_a_view_of_a_bytearray_reads_the_buffer_itself(backend):
    packed = bytearray(packb({"a": b"abc", "b": 1, "t": "text"}))
    view = backend.View(packed, zero_copy=True)
    assert view["b"] == 1
    packed[packed.index(b"\xa1b") + 2] = 2
    packed[-1] = ord("T")
    assert view["b"] == 2 and view["t"] == "texT"
    with pytest.raises(BufferError):
        packed.append(0)
    del view
    gc.collect()
    packed.append(0)


@RESIZED
def test_a_mapped_file(backend, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(PACKED)
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        view = backend.View(mapped, zero_copy=True)
        found = [view["large"], view.value()["large"], backend.unpackb(mapped, zero_copy=True)["large"]]
        assert all(payload.obj is mapped and payload == LARGE for payload in found)
        with pytest.raises(BufferError):
            mapped.close()
        del view, found
        gc.collect()
        assert backend.unpackb(mapped, zero_copy=True)["bin"] == b"abc"


def test_columns_of_a_view(backend):
    packed = bytearray(packb([{"a": b"x", "n": 1}, {"a": b"yz", "n": 2}]))
    table = backend.columns(backend.View(packed, zero_copy=True), ["a", "n"])
    assert table["a"].tolist() == [b"x", b"yz"] and table["n"].tolist() == [1, 2]


def test_errors_are_the_same(backend):
    for options in ({"max_bin_len": 2}, {"max_ext_len": 2}, {"max_buffer_size": 3}):
        with pytest.raises(hayapack.UnpackException) as plain:
            backend.unpackb(PACKED, **options)
        for packed in (PACKED, bytearray(PACKED)):
            with pytest.raises(type(plain.value)) as error:
                backend.unpackb(packed, zero_copy=True, **options)
            assert str(error.value) == str(plain.value)
    for function in (backend.unpackb, backend.View):
        with pytest.raises(TypeError, match="^a bytes-like object is required, not 'int'$"):
            function(1, zero_copy=True)
        with pytest.raises(ValueError, match="multi-byte"):
            function(memoryview(bytes(8)).cast("I"), zero_copy=True)
        with pytest.raises(hayapack.TruncatedError):
            function(bytearray(), zero_copy=True)
    with pytest.raises(hayapack.TruncatedError):
        backend.get(bytearray(), "$", zero_copy=True)


MEASURE = """
from hayapack import {module} as module, ExtType, packb

size = 40_000_000
packed = {kind}(packb({{"id": 1, "data": b"x" * size, "ext": ExtType(5, b"y" * 400_000)}}))

def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))

with open("/proc/self/clear_refs", "w") as file:  # resets VmHWM to the present size
    file.write("5")
before = peak()
kept = [{calls}]
assert all(view.obj is packed and len(view) == size for view in kept)
print(peak() - before)
"""
UNPACKB = 'module.unpackb(packed, zero_copy=True)["data"]'
VIEW = 'module.View(packed, zero_copy=True)["data"]'
WHOLE = 'module.View(packed, zero_copy=True).value()["data"], module.get(packed, "$", zero_copy=True)["data"]'


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.skipif("HAYAPACK_SANITIZED" in os.environ, reason="a sanitizer's own memory is counted")
@pytest.mark.skipif(FREE_THREADED, reason="its allocator touches the memory that a payload is not copied to")
@pytest.mark.parametrize(
    ("module", "kind", "calls"),
    [
        ("_native", "bytes", f"{UNPACKB}, {VIEW}, {WHOLE}"),
        ("_native", "bytearray", f"{UNPACKB}, {VIEW}, {WHOLE}"),
        ("_fallback", "bytes", f"{UNPACKB}, {VIEW}, {WHOLE}"),
        ("_fallback", "bytearray", VIEW),
    ],
)
def test_a_large_payload_is_never_copied(both, module, kind, calls):
    """The most memory that the process has used while it reads a message with a payload of 40 MB."""
    program = MEASURE.format(module=module, kind=kind, calls=calls)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    if "clear_refs" in run.stderr:
        pytest.skip("/proc/self/clear_refs can't be written")
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) < 8_000_000
