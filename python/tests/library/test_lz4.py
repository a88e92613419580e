"""Compressed messages: MessagePack-CSharp's two framings."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from at_once import at_once
from conftest import _native
from lz4_package import skip_without_lz4
from same import outcome, same

import hayapack
from hayapack import ExtType, _fallback
from hayapack._values import lz4

FORMS = ["block-array", "block"]
TEXT = bytes.fromhex("d93e") + b"a" * 62  # 64 bytes
FRAMED = {
    "block": bytes.fromhex("c71263d2000000403fd93e61010025506161616161"),
    "block-array": bytes.fromhex("92d46240c60000000d3fd93e61010025506161616161"),
}


@pytest.fixture(autouse=True)
def lz4_is_there(request):
    skip_without_lz4(request)


@pytest.fixture(params=FORMS)
def form(request):
    return request.param


def records(n):
    return [{"id": i, "name": f"name {i % 100}", "tags": ["a", None, i * 0.5]} for i in range(n)]


# --- packing -----------------------------------------------------------------


def test_written_as_messagepack_csharp_does(backend, form):
    packed = backend.packb("a" * 62, lz4=form)
    assert packed[:4] == FRAMED[form][:4]
    assert backend.unpackb(packed, lz4=True) == "a" * 62
    assert backend.unpackb(FRAMED[form], lz4=True) == "a" * 62


@pytest.mark.parametrize("level", [0, 1, 3, 9, 12])
def test_round_trip(backend, form, level):
    for value in ("a" * 62, records(10), records(5000), b"\0" * 65531, bytes(300000)):
        packed = backend.packb(value, lz4=form, lz4_level=level)
        assert len(packed) < len(backend.packb(value))
        assert backend.unpackb(packed, lz4=True) == value


def test_large_data_in_threads(backend, form):
    noise = random.Random(1)
    value = [bytes(noise.getrandbits(8) for _ in range(1000)) * 8 for _ in range(800)]
    packed = backend.packb(value, lz4=form)
    assert backend.unpackb(packed, lz4=True) == value


def test_high_compression_is_smaller(backend, form):
    value = records(2000)
    sizes = [len(backend.packb(value, lz4=form, lz4_level=level)) for level in (0, 12)]
    assert sizes[1] < sizes[0]


def test_data_that_does_not_compress(backend, form):
    value = random.Random(2).getrandbits(8 * 200000).to_bytes(200000, "big")
    assert backend.unpackb(backend.packb(value, lz4=form), lz4=True) == value


def test_messages_under_64_bytes_stay_plain(backend, form):
    for n in range(62):
        assert backend.packb("a" * n, lz4=form) == backend.packb("a" * n)
    assert backend.packb("a" * 62, lz4=form) != backend.packb("a" * 62)


@pytest.mark.parametrize("value", [ExtType(99, b"\x05x"), [ExtType(98, b"\x01"), b"x"], ExtType(99, b"")])
def test_a_short_message_that_looks_compressed_is_compressed(backend, form, value):
    packed = backend.packb(value, lz4=form)
    assert packed != backend.packb(value)
    assert backend.unpackb(packed, lz4=True) == value


@pytest.mark.long
def test_both_read_what_either_writes(both, form):
    native, pure = both
    for n in (1, 20, 3000, 40000):
        for level in (0, 9):
            value = records(n)
            packed = [b.packb(value, lz4=form, lz4_level=level) for b in both]
            assert native.unpackb(packed[1], lz4=True) == pure.unpackb(packed[0], lz4=True) == value


def test_blocks_are_64_kib(backend):
    packed = backend.packb(b"x" * 200000, lz4="block-array")
    sizes, *blocks = backend.unpackb(packed)
    assert sizes == ExtType(98, bytes.fromhex("ce00010000 ce00010000 ce00010000 cd0d45"))
    assert len(blocks) == 4


@pytest.mark.parametrize("bad", ["lz4", "", True, 98, b"block"])
def test_form_of_no_such_name(backend, bad):
    for function in (lambda: backend.packb([], lz4=bad), lambda: backend.Packer(lz4=bad)):
        with pytest.raises((ValueError, TypeError), match="lz4 must be"):
            function()


@pytest.mark.parametrize("bad", [-1, 13, 10**30])
def test_level_out_of_range(backend, bad):
    with pytest.raises(ValueError, match=r"lz4_level must be 0\.\.12"):
        backend.packb([], lz4_level=bad)


def test_none_is_plain(backend):
    value = "a" * 100
    assert backend.packb(value, lz4=None) == backend.packb(value)
    with pytest.raises(TypeError):
        backend.unpackb(b"\xc0", lz4_level=3)
    with pytest.raises(TypeError):
        backend.packb(1, max_lz4_size=3)


def test_packer(backend, form):
    value = records(100)
    packer = backend.Packer(lz4=form)
    assert backend.unpackb(packer.pack(value), lz4=True) == value
    assert backend.unpackb(packer.pack_map_pairs([("k" * 80, 1)]), lz4=True) == {"k" * 80: 1}
    assert backend.unpackb(packer.pack_ext_type(5, b"x" * 80), lz4=True) == ExtType(5, b"x" * 80)
    for call in (packer.pack_array_header, packer.pack_map_header):
        with pytest.raises(ValueError, match="only whole messages"):
            call(3)
    packer = backend.Packer(lz4=form, autoreset=False)
    assert packer.pack(value) is None
    packer.pack(1)
    packer.pack(value)
    unpacker = backend.Unpacker(lz4=True)
    unpacker.feed(packer.bytes())
    assert list(unpacker) == [value, 1, value]


# --- unpacking ---------------------------------------------------------------


def test_only_on_request(backend):
    assert backend.unpackb(FRAMED["block"]) == ExtType(99, FRAMED["block"][3:])
    assert backend.unpackb(FRAMED["block-array"])[0] == ExtType(98, b"\x40")


def test_plain_messages_are_taken(backend):
    for value in (None, [], [1], {"a": 1}, "a" * 100, ExtType(97, b"x"), [ExtType(97, b"x")]):
        assert backend.unpackb(backend.packb(value), lz4=True) == value


def test_decompresses_once(backend, form):
    inner = backend.packb("a" * 100, lz4=form)
    packed = backend.packb(hayapack.Fragment(inner), lz4=form)
    assert packed != inner
    assert same(backend.unpackb(packed, lz4=True), backend.unpackb(inner))


def test_options_hold_inside(backend, form):
    value = {"k": [1, "a" * 100], "b": ExtType(5, b"x")}
    packed = backend.packb(value, lz4=form)
    assert backend.unpackb(packed, lz4=True, use_list=False)["k"] == (1, "a" * 100)
    assert backend.unpackb(packed, lz4=True, ext_hook=lambda code, data: code)["b"] == 5
    error = outcome(backend.unpackb, packed, lz4=True, max_str_len=99)
    assert error[1:4] == ("str_limit", 5, "$.k[1]")


def test_limits_of_values_are_not_for_the_framing(backend, form):
    value = [["abc"] * 10 for _ in range(200)]
    packed = backend.packb(value, lz4=form)
    small = {"max_ext_len": 0, "max_bin_len": 0, "max_str_len": 3, "max_depth": 2}
    assert backend.unpackb(packed, lz4=True, **small) == value
    unpacker = backend.Unpacker(lz4=True, **small)
    unpacker.feed(packed)
    assert unpacker.unpack() == value
    deep = backend.packb("a" * 100, lz4=form)
    unpacker = backend.Unpacker(lz4=True, max_depth=0, max_array_len=0)
    unpacker.feed(deep)
    assert unpacker.unpack() == "a" * 100


def test_limit_of_the_size(backend, form):
    packed = backend.packb(b"x" * 1000, lz4=form)
    assert backend.unpackb(packed, lz4=True, max_lz4_size=1003)
    with pytest.raises(hayapack.Lz4LimitError, match=r"1003 bytes exceeds max_lz4_size\(1002\)"):
        backend.unpackb(packed, lz4=True, max_lz4_size=1002)
    with pytest.raises(ValueError, match="max_lz4_size must not be negative"):
        backend.unpackb(packed, lz4=True, max_lz4_size=-1)
    assert backend.unpackb(b"\x93\x01\x02\x03", lz4=True, max_lz4_size=0) == [1, 2, 3]


def test_default_limit_is_64_mib(backend):
    declared = b"\xd2" + (64 * 2**20 + 1).to_bytes(4, "big")
    error = outcome(backend.unpackb, backend.packb(ExtType(99, declared + b"x" * 2**20)), lz4=True)
    assert error[:4] == (hayapack.Lz4LimitError, "lz4_limit", 0, "$")


def test_error_inside_says_where(backend, form):
    packed = backend.packb({"a": ["x" * 100, hayapack.Fragment(b"\xa1\xff", check=False)]}, lz4=form)
    with pytest.raises(hayapack.InvalidUtf8Error) as info:
        backend.unpackb(packed, lz4=True)
    error = info.value
    assert (error.offset, error.path, error.lz4_offset) == (106, "$.a[1]", 0)
    assert str(error).startswith("byte 106 of the content compressed at byte 0: invalid UTF-8")
    unpacker = backend.Unpacker(lz4=True)
    unpacker.feed(b"\x01\x02" + packed + b"\x03")
    assert [unpacker.unpack(), unpacker.unpack()] == [1, 2]
    with pytest.raises(hayapack.InvalidUtf8Error) as info:
        unpacker.unpack()
    assert (info.value.offset, info.value.lz4_offset) == (106, 2)
    assert unpacker.unpack() == 3


def test_error_of_the_framing_has_no_lz4_offset(backend, form):
    broken = bytearray(FRAMED[form])
    broken[-6] ^= 0xFF
    error = pytest.raises(hayapack.InvalidLz4Error, backend.unpackb, bytes(broken), lz4=True).value
    assert isinstance(error, hayapack.FormatError)
    assert error.lz4_offset is None


def test_extra_data(backend, form):
    packed = backend.packb("a" * 100, lz4=form)
    with pytest.raises(hayapack.ExtraData) as info:
        backend.unpackb(packed + b"\x01\x02", lz4=True)
    error = info.value
    assert (error.unpacked, error.extra, error.offset) == ("a" * 100, b"\x01\x02", len(packed))
    two = backend.packb(hayapack.Fragment(backend.packb("a" * 100) + b"\x07", check=False), lz4=form)
    with pytest.raises(hayapack.ExtraData) as info:
        backend.unpackb(two, lz4=True)
    error = info.value
    assert (error.extra, error.offset, error.lz4_offset) == (b"\x07", 102, 0)


def test_hook_error_passes(backend, form):
    def fail(code, data):
        raise KeyError("mine")

    packed = backend.packb(["a" * 100, ExtType(5, b"")], lz4=form)
    with pytest.raises(KeyError, match="mine"):
        backend.unpackb(packed, lz4=True, ext_hook=fail)


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda b: memoryview(b[:1] + b + b)[1 : len(b) + 1]])
def test_other_buffers(backend, form, kind):
    assert backend.unpackb(kind(FRAMED[form]), lz4=True) == "a" * 62


# --- decompress() --------------------------------------------------------------


def decompress_of(backend):
    return (_native if backend.name == "native" else _fallback).decompress


def test_decompress(backend, form):
    decompress = decompress_of(backend)
    for value in ("a" * 62, records(5000), b"\0" * 300000):
        plain = backend.packb(value)
        packed = backend.packb(value, lz4=form)
        assert decompress(packed) == decompress(plain) == plain
        assert decompress(bytearray(packed)) == decompress(memoryview(packed)) == plain
        assert decompress(packed=packed, max_lz4_size=len(plain)) == plain
        assert backend.packb(hayapack.Fragment(plain), lz4=form) == packed
        error = outcome(decompress, packed, max_lz4_size=len(plain) - 1)
        assert error[1] == "lz4_limit"
    assert decompress(b"") == b""
    error = pytest.raises(hayapack.ExtraData, decompress, FRAMED[form] + b"xy").value
    assert (error.unpacked, error.extra, error.offset) == (TEXT, b"xy", len(FRAMED[form]))
    with pytest.raises(hayapack.TruncatedError):
        decompress(FRAMED[form][:-1])
    for arguments in ((), (b"", b""), (5,)):
        with pytest.raises(TypeError):
            decompress(*arguments)
    with pytest.raises(ValueError, match="negative"):
        decompress(b"", max_lz4_size=-1)


# --- streams -----------------------------------------------------------------


def mixed(backend):
    values = [records(3), 5, "a" * 200, [], {"k": "v" * 100}, ["x" * 70000, 1], None, ExtType(7, b"seven")]
    parts = []
    for i, value in enumerate(values):
        parts.append(backend.packb(value, lz4=[None, "block", "block-array"][i % 3]))
        parts.append(backend.packb(value, lz4=FORMS[i % 2]))
    return [value for value in values for _ in range(2)], b"".join(parts)


@pytest.mark.parametrize("step", [1, 2, 7, 1000, 10**9])
def test_stream_in_pieces(backend, step):
    values, stream = mixed(backend)
    unpacker = backend.Unpacker(lz4=True)
    found = []
    for at in range(0, len(stream), step):
        unpacker.feed(stream[at : at + step])
        found.extend(unpacker)
    assert found == values
    assert unpacker.tell() == len(stream)


def test_stream_from_a_file(backend, tmp_path):
    values, stream = mixed(backend)
    path = tmp_path / "stream"
    path.write_bytes(stream)
    for read_size in (0, 1, 11):
        with open(path, "rb") as file:
            assert list(backend.Unpacker(file, lz4=True, read_size=read_size)) == values


def test_stream_skips_whole_messages(backend):
    values, stream = mixed(backend)
    unpacker = backend.Unpacker(lz4=True)
    unpacker.feed(stream)
    for _value in values[:-1]:
        unpacker.skip()
    assert unpacker.unpack() == values[-1]


def test_stream_goes_on_after_a_broken_message(backend, form):
    broken = bytearray(FRAMED[form])
    broken[-6] ^= 0xFF
    unpacker = backend.Unpacker(lz4=True)
    unpacker.feed(b"\x01" + broken + FRAMED[form] + b"\x02")
    assert unpacker.unpack() == 1
    error = pytest.raises(hayapack.InvalidLz4Error, unpacker.unpack).value
    assert error.offset == {"block": 1, "block-array": 5}[form]
    assert list(unpacker) == ["a" * 62, 2]


def test_stream_waits_for_the_whole_message(backend, form):
    unpacker = backend.Unpacker(lz4=True)
    for byte in FRAMED[form]:
        with pytest.raises(hayapack.OutOfData):
            unpacker.unpack()
        unpacker.feed(bytes([byte]))
    assert unpacker.unpack() == "a" * 62


def test_stream_refuses_what_its_buffer_cannot_hold(backend, form):
    packed = backend.packb(bytes(10**6), lz4=form)
    unpacker = backend.Unpacker(lz4=True, max_buffer_size=1000)
    unpacker.feed(packed[:1000])
    assert outcome(unpacker.unpack)[:2] == (hayapack.BufferFull, "size_limit")


# --- hostile -----------------------------------------------------------------


def test_both_refuse_the_same_bytes(both):
    noise = random.Random(3)
    seeds = [FRAMED["block"], FRAMED["block-array"], mixed(both[0])[1][:300]]
    value = records(40)
    seeds += [both[0].packb(value, lz4=form)[:400] for form in FORMS]
    seeds.append(b"\x95\xc7\x04\x62\x20\x10\x08\x08" + b"".join(b"\xc4\x0a\x9f" + b"a" * 9 for _ in range(4)))
    for _ in range(3000):
        data = bytearray(noise.choice(seeds))
        for _ in range(noise.randrange(1, 4)):
            at = noise.randrange(min(len(data), 40))
            change = noise.randrange(4)
            if change == 0:
                data[at] = noise.randrange(256)
            elif change == 1:
                data.insert(at, noise.choice([0, 1, 0x62, 0x63, 0xC4, 0xC7, 0xCD, 0xD2, 0xFF]))
            elif change == 2:
                del data[at]
            else:
                del data[noise.randrange(len(data)) :]
            if not data:
                break
        data = bytes(data)
        options = noise.choice([{}, {"max_lz4_size": 63}, {"max_str_len": 10}, {"max_depth": 0}])
        native, pure = [outcome(b.unpackb, data, lz4=True, **options) for b in both]
        assert same(native, pure), (data.hex(), options, native, pure)
        native, pure = [stream_outcome(b, data, options) for b in both]
        assert same(native, pure), (data.hex(), options, native, pure)


def stream_outcome(backend, data, options):
    unpacker = backend.Unpacker(lz4=True, **options)
    seen = []
    for half in (data[: len(data) // 2], data[len(data) // 2 :]):
        unpacker.feed(half)
        for _ in range(5):
            seen.append((outcome(unpacker.unpack), unpacker.tell()))
    return seen


def test_declared_sizes_allocate_nothing(backend):
    """64 MiB are declared, 64 bytes are present."""
    for declared in (2**26, 2**31 - 1, 2**63):
        size = backend.packb(declared)
        for packed in (
            backend.packb(ExtType(99, size + b"x" * 64)),
            backend.packb([ExtType(98, size), b"x" * 64]),
        ):
            error = outcome(backend.unpackb, packed, lz4=True)
            assert error[1] in ("invalid_lz4", "lz4_limit")


# --- threads, and missing packages ------------------------------------------


@pytest.mark.pure_is_long
def test_threads(backend, form):
    value = records(20000 if backend.name == "native" else 2000)
    packed = backend.packb(value, lz4=form)

    def work(number):
        for _ in range(3):
            assert backend.unpackb(backend.packb(value, lz4=form), lz4=True) == value
            assert backend.unpackb(packed, lz4=True) == value

    at_once(work)


def test_without_the_package():
    program = """
import sys
sys.modules["lz4"] = sys.modules["lz4.block"] = None
from hayapack import _fallback
assert _fallback.unpackb(b"\\x01", lz4=True) == 1
assert _fallback.packb("a", lz4="block") == b"\\xa1a"
for call in (lambda: _fallback.packb("a" * 100, lz4="block"),
             lambda: _fallback.unpackb(bytes.fromhex(%r), lz4=True)):
    try:
        call()
    except ModuleNotFoundError as error:
        assert "pip install lz4" in str(error), error
    else:
        raise SystemExit("no error")
""" % FRAMED["block"].hex()
    source = Path(hayapack.__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_detect():
    for packed, form in ((b"", None), (b"\xc7\x12", None), (b"\xc7\x12\x63", 99), (b"\x92", None),
                         (b"\x92\xd4\x62", 98), (b"\x92\xd4\x63", 0), (b"\x90", 0), (b"\xc1", 0)):  # fmt: skip
        assert lz4.detect(packed, 0, len(packed)) == form
