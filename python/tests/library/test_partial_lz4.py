"""View and get of compressed messages."""

import gc
import mmap
import random
import weakref

import pytest
from lz4_package import skip_without_lz4
from same import outcome, same

import hayapack
from hayapack import ExtType

RECORD = {"id": 7, "names": ["Ann" * 30, "Bo"], "blob": b"\x89PNG" * 50, "ext": ExtType(5, b"xy"), "when": {"a": [1]}}


@pytest.fixture(autouse=True)
def lz4_is_there(request):
    skip_without_lz4(request)


@pytest.fixture(params=["block-array", "block"])
def form(request):
    return request.param


def test_compressed_and_plain_messages(backend, form):
    plain = backend.packb(RECORD)
    for packed in (backend.packb(RECORD, lz4=form), plain):
        view = backend.View(packed, lz4=True)
        assert type(view) is backend.MapView and view == RECORD and view.value() == RECORD
        assert view["names"][1] == "Bo" and list(view) == list(RECORD) and view["when"]["a"][0] == 1
        assert backend.get(packed, "$.names[1]", lz4=True) == "Bo"
        assert backend.get(packed, ["when", "a", -1], lz4=True) == 1
        assert backend.get(packed, "$.nothing", 5, lz4=True) == 5
        assert backend.get(view, "$.names[1]") == "Bo"
        assert view["when"].offset == plain.index(b"\x81\xa1a")  # in the decompressed message
    assert backend.View(backend.packb("a" * 99, lz4=form), lz4=True).value() == "a" * 99


def test_only_on_request(backend, form):
    packed = backend.packb(RECORD, lz4=form)
    assert backend.View(packed).value() == backend.unpackb(packed)
    with pytest.raises(LookupError):
        backend.get(packed, "$.id")
    with pytest.raises(TypeError, match="a View already has its options"):
        backend.get(backend.View(packed, lz4=True), "$.id", lz4=True)


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda b: memoryview(b"--" + b)[2:], lambda b: spread(b)])
@pytest.mark.parametrize("zero_copy", [False, True])
def test_buffers(backend, form, kind, zero_copy):
    for packed in (backend.packb(RECORD, lz4=form), backend.packb(RECORD)):
        assert backend.View(kind(packed), lz4=True, zero_copy=zero_copy)["names"] == RECORD["names"]
        assert backend.get(kind(packed), "$.id", lz4=True, zero_copy=zero_copy) == 7


def spread(data):
    return memoryview(bytes(byte for pair in zip(data, data) for byte in pair))[::2]


def test_mapped_file(backend, form, tmp_path):
    path = tmp_path / "message"
    for packed in (backend.packb(RECORD, lz4=form), backend.packb(RECORD)):
        path.write_bytes(packed)
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            view = backend.View(mapped, lz4=True)
            assert view == RECORD and backend.get(mapped, "$.id", lz4=True) == 7
            del view
            gc.collect()


def test_a_view_owns_the_content(backend, form):
    """The compressed bytes are not needed any more: their buffer can be changed and resized."""
    packed = bytearray(backend.packb(RECORD, lz4=form))
    view = backend.View(packed, lz4=True, zero_copy=True)
    packed[:] = b""
    assert view == RECORD
    inner = view["names"]
    gone = weakref.ref(view)
    del view
    gc.collect()
    assert gone() is None and inner == RECORD["names"] and weakref.ref(inner)() is inner


def test_zero_copy_is_of_the_content(backend, form):
    packed = backend.packb(RECORD, lz4=form)
    view = backend.View(packed, lz4=True, zero_copy=True)
    blob, ext = view["blob"], view["ext"]
    assert isinstance(blob, memoryview) and blob == RECORD["blob"] and blob.readonly
    assert bytes(blob.obj) == backend.packb(RECORD) and ext.data.obj is blob.obj
    assert backend.get(packed, "$.blob", lz4=True, zero_copy=True) == RECORD["blob"]
    plain = backend.packb(RECORD)
    assert backend.View(plain, lz4=True, zero_copy=True)["blob"].obj is plain
    del view, ext
    gc.collect()
    assert blob == RECORD["blob"]


def test_limits(backend, form):
    packed, plain = backend.packb(RECORD, lz4=form), backend.packb(RECORD)
    for read in (
        lambda **o: backend.View(packed, lz4=True, **o),
        lambda **o: backend.get(packed, "$.id", lz4=True, **o),
    ):
        lengths = {"max_str_len": 1000, "max_bin_len": 1000}  # whose defaults are max_buffer_size
        read(max_lz4_size=len(plain), max_buffer_size=len(packed), **lengths)
        assert outcome(read, max_lz4_size=len(plain) - 1)[:4] == (hayapack.Lz4LimitError, "lz4_limit", *at(form))
        assert outcome(read, max_buffer_size=len(packed) - 1)[:2] == (hayapack.BufferFull, "size_limit")
        with pytest.raises(ValueError, match="max_lz4_size must not be negative"):
            read(max_lz4_size=-1)
    # The framing is no value.
    assert backend.View(packed, lz4=True, max_array_len=2, max_ext_len=2)["id"] == 7
    assert backend.View(backend.packb("a" * 99, lz4=form), lz4=True, max_depth=0, max_array_len=0).value() == "a" * 99


def at(form):
    return (0, "$") if form == "block" else (1, "$[0]")


def test_error_inside_says_where(backend, form):
    value = {"a": ["x" * 100, hayapack.Fragment(b"\xa1\xff", check=False)]}
    packed = backend.packb(value, lz4=form)
    for read in (
        lambda: backend.View(packed, lz4=True)["a"][1],
        lambda: backend.View(packed, lz4=True).value(),
        lambda: backend.get(packed, "$.a[1]", lz4=True),
        lambda: backend.unpackb(packed, lz4=True),
    ):
        with pytest.raises(hayapack.InvalidUtf8Error) as info:
            read()
        error = info.value
        assert (error.offset, error.path, error.lz4_offset) == (106, "$.a[1]", 0)
        assert str(error).startswith("byte 106 of the content compressed at byte 0: invalid UTF-8")
    strict = backend.packb({1: "x" * 100}, lz4=form)
    view = backend.View(strict, lz4=True, strict_map_key=True)
    assert outcome(len, view) == outcome(backend.unpackb, strict, lz4=True)
    cut = backend.packb(hayapack.Fragment(backend.packb([["x" * 100], 1])[:-1], check=False), lz4=form)
    assert outcome(lambda: backend.View(cut, lz4=True)[1]) == outcome(backend.unpackb, cut, lz4=True)


def test_extra_data(backend, form):
    packed = backend.packb("a" * 100, lz4=form)
    two = backend.packb(hayapack.Fragment(backend.packb("a" * 100) + b"\x07", check=False), lz4=form)
    for data in (packed + b"\x01\x02", two, two + b"\x03"):
        view = backend.View(data, lz4=True)
        found, expected = (
            pytest.raises(hayapack.ExtraData, read).value
            for read in (view.value, lambda data=data: backend.unpackb(data, lz4=True))
        )
        assert str(found) == str(expected)
        for name in ("unpacked", "extra", "offset", "path", "lz4_offset"):
            assert getattr(found, name) == getattr(expected, name), name
        assert backend.get(data, [], lz4=True) == "a" * 100  # as of a plain message: what follows is not read


def test_damaged_framing(both, form):
    """The errors of unpackb, at every damaged byte."""
    noise = random.Random(4)
    packed = both[0].packb(RECORD, lz4=form)
    for _ in range(400):
        data = bytearray(packed)
        data[noise.randrange(len(data))] ^= 1 << noise.randrange(8)
        data = bytes(data[: noise.randrange(1, len(data))] if noise.random() < 0.3 else data)
        seen = []
        for backend in both:
            found = outcome(lambda backend=backend, data=data: backend.View(data, lz4=True).value())
            assert same(found, outcome(backend.unpackb, data, lz4=True, strict_map_key=False)), data.hex()
            seen.append((found, outcome(backend.get, data, "$.names[1]", None, lz4=True)))
        assert same(*seen), data.hex()
