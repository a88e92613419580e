"""Unpacking one message: options, buffers, errors and their messages."""

import array
import copy
import pickle
import sys

import pytest

import hayapack
from hayapack import ExtType, Timestamp


def test_options(backend):
    unpackb = backend.unpackb
    assert unpackb(b"\x92\x01\x91\x02", use_list=False) == (1, (2,))
    assert unpackb(b"\x92\xa1a\xc4\x01b", raw=True) == [b"a", b"b"]
    assert unpackb(b"\x81\xa1a\x01", raw=True) == {b"a": 1}
    assert unpackb(b"\x81\xc4\x01a\x01") == {b"a": 1}
    assert unpackb(b"\x81\x01\x02", strict_map_key=False) == {1: 2}
    assert unpackb(b"\xa2a\xff", unicode_errors="replace") == "a\ufffd"
    assert unpackb(b"\x81\xa2a\xff\x01", unicode_errors="ignore") == {"a": 1}
    assert unpackb(b"\xd6\xff\0\0\0\x05") == Timestamp(5)
    assert unpackb(b"\xd6\xff\0\0\0\x05", timestamp=1) == 5.0
    assert unpackb(b"\xd6\xff\0\0\0\x05", timestamp=2) == 5_000_000_000
    assert unpackb(b"\xd4\xfba") == ExtType(-5, b"a")
    assert unpackb(b"\xd4\xfba", ext_hook=lambda code, data: (code, data)) == (-5, b"a")
    assert unpackb(b"\x91\x90", list_hook=len) == 1
    assert unpackb(b"\x81\xa1a\x01", object_hook=sorted) == ["a"]
    assert unpackb(b"\x82\xa1a\x01\xa1a\x02", object_pairs_hook=list) == [("a", 1), ("a", 2)]


@pytest.mark.parametrize(
    "options",
    [
        {"no_such_option": 1},
        {"object_hook": 5},
        {"object_pairs_hook": 5},
        {"list_hook": 5},
        {"ext_hook": 5},
        {"ext_hook": None},
        {"object_hook": dict, "object_pairs_hook": dict},
        {"timestamp": 4},
        {"timestamp": -1},
        {"unicode_errors": 5},
        {"max_depth": -1},
    ],
)
def test_wrong_options(backend, options):
    with pytest.raises((TypeError, ValueError)):
        backend.unpackb(b"\x01", **options)
    with pytest.raises((TypeError, ValueError)):
        backend.Unpacker(**options)


def test_buffers(backend):
    packed = backend.packb([1, "abc", b"xyz"])
    spread = bytes(byte for one in packed for byte in (one, 0))
    for buffer in (
        bytearray(packed),
        memoryview(packed),
        memoryview(spread)[::2],
        memoryview(packed[::-1])[::-1],
        array.array("B", packed),
        array.array("b", [b - 256 if b > 127 else b for b in packed]),
    ):
        assert backend.unpackb(buffer) == [1, "abc", b"xyz"]
        unpacker = backend.Unpacker()
        unpacker.feed(buffer)
        assert unpacker.unpack() == [1, "abc", b"xyz"]
    with pytest.raises(ValueError):
        backend.unpackb(array.array("i", [1]))
    with pytest.raises(TypeError):
        backend.unpackb("text")


def test_results_do_not_share_the_input(backend):
    packed = bytearray(backend.packb([b"abc", "def"]))
    unpacked = backend.unpackb(packed)
    packed[:] = b"\0" * len(packed)
    assert unpacked == [b"abc", "def"]


def test_numbers_of_every_form(backend):
    for format_byte, width in zip(b"\xcc\xcd\xce\xcf", (1, 2, 4, 8)):
        largest = bytes([format_byte]) + b"\xff" * width
        assert backend.unpackb(largest) == 256**width - 1
        for count in (1, 2, 7, 8, 30):
            head = backend.Packer().pack_array_header(count)
            assert backend.unpackb(head + largest * count) == [256**width - 1] * count
    for format_byte, width in zip(b"\xd0\xd1\xd2\xd3", (1, 2, 4, 8)):
        smallest = bytes([format_byte]) + b"\x80" + b"\0" * (width - 1)
        assert backend.unpackb(smallest) == -(256**width) // 2
        for count in (1, 2, 7, 8, 30):
            head = backend.Packer().pack_array_header(count)
            assert backend.unpackb(head + smallest * count) == [-(256**width) // 2] * count
    mixed = b"\xdc\x00\x10" + b"\xcf" + b"\xff" * 8 + b"\xd3" + b"\xff" * 8 + (b"\xcf" + b"\x01" * 8) * 14
    assert backend.unpackb(mixed)[:2] == [2**64 - 1, -1]


def test_keys(backend):
    for count in (1, 20):
        value = {f"key{i}": i for i in range(count)}
        assert backend.unpackb(backend.packb([value] * 30)) == [value] * 30
    many = {f"{i:020}": None for i in range(20000)}
    assert backend.unpackb(backend.packb(many)) == many
    assert backend.unpackb(b"\x82\xa1a\x01\xa1a\x02") == {"a": 2}
    assert list(backend.unpackb(b"\x83\xa1b\x01\xa1a\x02\xa1b\x03")) == ["b", "a"]
    odd = {None: 0, True: 1, 2.5: 2, -7: 3, 300: 4, ExtType(5, b""): 5, Timestamp(1): 6}
    assert backend.unpackb(backend.packb(odd), strict_map_key=False) == odd
    nested_key = backend.unpackb(b"\x81\x92\x01\x90\x05", strict_map_key=False, use_list=False)
    assert nested_key == {(1, ()): 5}


def test_keys_that_collide(backend):
    """Integers with equal hashes: slow, but correct."""
    value = {i * (2**61 - 1): i for i in range(8)}
    assert backend.unpackb(backend.packb(value), strict_map_key=False) == value


@pytest.mark.parametrize(
    "key", [b"\x01", b"\xff", b"\xc0", b"\xc3", b"\xcb" + b"\0" * 8, b"\x90", b"\x80", b"\xd4\x05a"]
)
def test_strict_keys(backend, key):
    with pytest.raises(hayapack.InvalidKeyError) as info:
        backend.unpackb(b"\x82\xa1a\x01" + key + b"\x02")
    assert (info.value.name, info.value.offset, info.value.path) == ("invalid_key", 4, "${key #1}")
    assert isinstance(info.value, (ValueError, TypeError))


def test_keys_that_can_not_be_hashed(backend):
    for data in (b"\x81\x90\x01", b"\x81\x80\x01"):
        with pytest.raises(hayapack.InvalidKeyError) as info:
            backend.unpackb(data, strict_map_key=False)
        assert (info.value.offset, info.value.path) == (1, "${key #0}")
    pairs = backend.unpackb(b"\x81\x90\x01", strict_map_key=False, object_pairs_hook=list)
    assert pairs == [([], 1)]


def test_depth(backend):
    assert backend.unpackb(b"\x91" * 1024 + b"\xc0")
    for data in (b"\x91" * 1025 + b"\xc0", b"\x91" * 1024 + b"\x90", b"\x91" * 100000):
        with pytest.raises(hayapack.StackError) as info:
            backend.unpackb(data)
        assert (info.value.name, info.value.offset) == ("too_deep", 1024)
    for unit in (b"\x81\xa1a", b"\x81"):
        with pytest.raises(hayapack.StackError) as info:
            backend.unpackb(unit * 100000, strict_map_key=False)
        assert info.value.offset == 1024 * len(unit)
    value = backend.unpackb(b"\x91" * 3000 + b"\xc0", max_depth=3000)
    for _ in range(3000):
        (value,) = value
    with pytest.raises(hayapack.StackError):
        backend.unpackb(b"\x90", max_depth=0)


@pytest.mark.parametrize(
    "data, text",
    [
        (b"", "byte 0: truncated: the input ends where a value is expected, at $"),
        (b"\x81\xa1k\xd9\x28abc", "byte 3: truncated str8: needs 40 bytes, 3 left, at $.k"),
        (b"\xcd\x01", "byte 0: truncated uint16: needs 2 bytes, 1 left, at $"),
        (b"\x92\x01\xda\x01", "byte 2: truncated str16: needs 2 length bytes, 1 left, at $[1]"),
        (
            b"\xdd\xff\xff\xff\xff",
            "byte 0: truncated array32: needs 4294967295 values, 0 bytes left, at $",
        ),
        (
            b"\x93\x01\x92\x01",
            "byte 2: truncated fixarray: needs 2 values, 1 byte left; the enclosing containers need 1 more value",
        ),
        (b"\x91\xc1", "byte 1: reserved byte c1, at $[0]"),
        (
            b"\x01\x02\x03",
            "byte 1: unpack(b) received extra data: 2 bytes after the value (iterate over Unpacker to read a stream), at $",
        ),
        (
            b'{"a": 1}',
            "byte 1: unpack(b) received extra data: 7 bytes after the value (the input looks like text, such as JSON), at $",
        ),
        (
            b"root:x:0:0:root:",
            "byte 1: unpack(b) received extra data: 15 bytes after the value (the input looks like text",
        ),
        (b"{\x01", "byte 1: unpack(b) received extra data: 1 byte after the value (iterate"),
        (b"ab", "byte 1: unpack(b) received extra data: 1 byte after the value (iterate"),
        (b"\x1f\x8b\x08", "byte 1: unpack(b) received extra data: 2 bytes after the value (the input looks like gzip"),
        (b"\x01\x02", "byte 1: unpack(b) received extra data: 1 byte after the value"),
        (b"\xcc", "byte 0: truncated uint8: needs 1 byte, 0 left, at $"),
        (b"\x91\x92\x01", "byte 1: truncated fixarray: needs 2 values, 1 byte left, at $[0]"),
        (b"\xd4\xff\0", "byte 0: invalid timestamp: the length is 1 byte, not 4, 8 or 12, at $"),
        (b"\xa2a\xff", "byte 0: invalid UTF-8: invalid start byte at byte 1 of the str, at $"),
        (b"\xd5\xff\0\0", "byte 0: invalid timestamp: the length is 2 bytes, not 4, 8 or 12, at $"),
        (b"\xd7\xff" + b"\xff" * 8, "byte 0: invalid timestamp: more than 999999999 nanoseconds"),
        (
            b"\x81\x05\x01",
            "byte 1: int is not allowed for map key when strict_map_key=True, at ${key #0}",
        ),
    ],
)
def test_texts(backend, data, text):
    with pytest.raises(Exception) as info:
        backend.unpackb(data)
    assert str(info.value).startswith(text)


@pytest.mark.parametrize(
    "option, data, cls",
    [
        ("max_str_len", b"\xa3abc", hayapack.StrLimitError),
        ("max_str_len", b"\xd9\x21" + b"a" * 33, hayapack.StrLimitError),
        ("max_bin_len", b"\xc4\x03abc", hayapack.BinLimitError),
        ("max_ext_len", b"\xc7\x03\x05abc", hayapack.ExtLimitError),
        ("max_array_len", b"\x93\x01\x02\x03", hayapack.ArrayLimitError),
        ("max_map_len", b"\x83\xa1a\1\xa1b\1\xa1c\1", hayapack.MapLimitError),
    ],
)
def test_limits(backend, option, data, cls):
    size = 33 if b"\xd9" in data else 3
    assert backend.unpackb(data, **{option: size}) is not None
    with pytest.raises(cls, match=rf"{size} exceeds {option}\({size - 1}\)") as info:
        backend.unpackb(b"\x91" + data, **{option: size - 1})
    assert (info.value.offset, info.value.path) == (1, "$[0]")
    assert isinstance(info.value, ValueError)
    unpacker = backend.Unpacker(**{option: size - 1})
    unpacker.feed(b"\x91" + data)
    with pytest.raises(cls) as info:
        unpacker.unpack()
    assert (info.value.offset, info.value.path, unpacker.tell()) == (1, "$[0]", 1)


@pytest.mark.parametrize(
    "data, name",
    [
        (b"\xd6\x00", "ext_limit"),
        (b"\x82\x01", "map_limit"),  # a message of 2 bytes has at most one entry
        (b"\xd9\xff", "str_limit"),
        (b"\xa1", "truncated"),
    ],
)
def test_max_buffer_size_is_the_default_of_every_limit(backend, data, name):
    with pytest.raises(hayapack.UnpackException) as info:
        backend.unpackb(data, max_buffer_size=2)
    assert (info.value.name, info.value.offset) == (name, 0)


def test_size_limit(backend):
    assert backend.unpackb(b"\x92\x01\x02", max_buffer_size=3) == [1, 2]
    with pytest.raises(hayapack.BufferFull) as info:
        backend.unpackb(b"\x92\x01\x02", max_buffer_size=2)
    assert (info.value.name, info.value.offset) == ("size_limit", 0)
    assert isinstance(info.value, hayapack.UnpackException)


CLASSES = [
    (b"", hayapack.TruncatedError, (hayapack.OutOfData, ValueError, hayapack.UnpackException)),
    (b"\xc1", hayapack.ReservedByteError, (hayapack.FormatError, ValueError)),
    (b"\x01\x01", hayapack.ExtraData, (ValueError,)),
    (b"\x91" * 1025, hayapack.StackError, (ValueError, hayapack.UnpackException)),
    (b"\xa1\xff", hayapack.InvalidUtf8Error, (UnicodeDecodeError, hayapack.UnpackException)),
    (b"\xd5\xff\0\0", hayapack.InvalidTimestampError, (hayapack.FormatError, hayapack.UnpackException)),
    (b"\x81\x01\x01", hayapack.InvalidKeyError, (ValueError, TypeError)),
]


@pytest.mark.parametrize("data, cls, bases", CLASSES, ids=lambda v: getattr(v, "__name__", ""))
def test_classes_survive_pickling(backend, data, cls, bases):
    with pytest.raises(cls) as info:
        backend.unpackb(data)
    error = info.value
    assert type(error) is cls
    assert all(isinstance(error, base) for base in bases)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is cls
        assert (again.name, again.offset, again.path) == (error.name, error.offset, error.path)
        assert str(again) == str(error)
        assert again.args == error.args


def test_pack_errors_survive_pickling(backend):
    for value in ([2**64], ["\ud800"], [object()]):
        with pytest.raises(hayapack.PackError) as info:
            backend.packb(value)
        again = pickle.loads(pickle.dumps(info.value))
        assert type(again) is type(info.value)
        assert (str(again), again.offset, again.path) == (str(info.value), 1, "$[0]")


def test_every_exception_has_its_name():
    names = set()
    for name in hayapack.exceptions.__all__:
        cls = getattr(hayapack, name)
        if cls.__module__ == "hayapack.exceptions" and getattr(cls, "name", ""):
            names.add(cls.name)
    assert names == {
        "truncated", "reserved_byte", "extra_data", "too_deep", "invalid_utf8", "invalid_timestamp",
        "invalid_key", "str_limit", "bin_limit", "ext_limit", "array_limit", "map_limit",
        "size_limit", "too_long", "int_range", "float_range", "unsupported_type", "mutated",
        "lone_surrogate", "timestamp_range", "invalid_lz4", "lz4_limit", "invalid_typed", "invalid_value",
    }  # fmt: skip


def test_extra_data_carries_the_rest(backend):
    for buffer in (b"\x93\x01\x02\x03\xc0rest", memoryview(b"\x93\x01\x02\x03\xc0rest")):
        with pytest.raises(hayapack.ExtraData) as info:
            backend.unpackb(buffer)
        assert info.value.unpacked == [1, 2, 3]
        assert info.value.extra == b"\xc0rest"
        assert type(info.value.extra) is bytes
        assert info.value.offset == 4


def _check_list(backend, values):
    """The list comes back, alone and before another value, and each shorter message is refused."""
    message = backend.packb(values)
    for result in (backend.unpackb(message), backend.unpackb(b"\x92" + message + b"\x01")[0]):
        assert result == values
        assert [type(value) for value in result] == [type(value) for value in values]
    for end in range(1, len(message)):
        with pytest.raises(hayapack.TruncatedError):
            backend.unpackb(message[:end])


def test_lists_of_bools(backend):
    for n in range(40):
        bools = [i * i % 7 < 3 for i in range(n)]
        _check_list(backend, bools)
        _check_list(backend, [*bools, None, True, False])
        _check_list(backend, [*bools, "ab"] * 2)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count references")
def test_bools_are_counted(backend):
    before = sys.getrefcount(True), sys.getrefcount(False)
    held = [backend.unpackb(b"\xdc\0\x20" + b"\xc3\xc2\xc3\xc3" * 8) for _ in range(1000)]
    after = sys.getrefcount(True), sys.getrefcount(False)
    gained = [b - a for a, b in zip(before, after)]
    # 0: such objects live for ever. Other references come and go meanwhile.
    assert any(all(abs(g - n) < 2000 for g, n in zip(gained, whole)) for whole in ((24_000, 8_000), (0, 0)))
    del held


def test_lists_of_wide_integers(backend):
    edges = [1 << bits for bits in (8, 15, 16, 29, 30, 31, 32, 59, 60, 61, 62)]
    wide = [sign * (edge + step) for edge in edges for step in (-1, 0, 1) for sign in (1, -1)]
    wide += [2**63 - 1, -(2**63), 2**63, 2**64 - 1]
    assert backend.unpackb(backend.packb(wide)) == wide
    for size in (8, 16, 32, 64):  # runs of one size and either sign, then another size
        run = [(1 << (size - 1)) - i if i % 3 else -(1 << (size - 1)) + i for i in range(9)]
        _check_list(backend, run)
        _check_list(backend, [*run, 1000, *run, 0.5])


def _decoded(decode, data):
    try:
        return decode(data)
    except UnicodeDecodeError:
        return None


def test_utf8_block_ends(backend):
    """Well-formed and damaged characters across the ends of blocks of 16 to 64 bytes, like bytes.decode()."""
    leads = (0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFF)
    nexts = ("", "80", "8f", "90", "9f", "a0", "bf", "7f", "c3bf", "e6")
    tails = ("", "80", "8080", "bfbf41", "e697a5" * 30, "41" * 70, "f09f9880" * 20)
    parts = [
        bytes([lead]) + bytes.fromhex(after) + bytes.fromhex(tail)
        for lead in leads
        for after in nexts
        for tail in tails
    ]
    for before in (b"", b"a" * 29, b"a" * 61, b"a" * 62, b"a" * 63, "日".encode() * 20, "é".encode() * 31 + b"a"):
        for part in parts:
            text = before + part
            message = b"\xda" + len(text).to_bytes(2, "big") + text
            assert _decoded(backend.unpackb, message) == _decoded(bytes.decode, text), text


def test_utf8(backend):
    good = [
        "",
        "\x7f",
        "\x80",
        "\u07ff",
        "\u0800",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "\U00010000",
        "\U0010ffff",
    ]
    for text in good:
        for padding in (0, 1, 7, 30, 40, 300):
            whole = "a" * padding + text + "b" * padding
            assert backend.unpackb(backend.packb(whole)) == whole
            assert backend.unpackb(backend.packb({whole: whole})) == {whole: whole}
    bad = [
        "80",
        "c080",
        "c1bf",
        "e08080",
        "eda080",
        "edbfbf",
        "f0808080",
        "f4908080",
        "f8888080",
        "ff",
        "c3",
        "e282",
        "f09f98",
    ]
    for text in map(bytes.fromhex, bad):
        for padding in (0, 1, 7, 15, 40, 200, 500):
            payload = b"a" * padding + text
            data = backend.Packer(use_bin_type=False).pack(payload)
            with pytest.raises(UnicodeDecodeError) as info:
                backend.unpackb(b"\x91" + data)
            assert (info.value.offset, info.value.object) == (1, payload)
            with pytest.raises(UnicodeDecodeError):
                backend.unpackb(b"\x81" + data + b"\x01")


@pytest.mark.pure_is_long
@pytest.mark.parametrize("size", [255, 256, 1025, 16383, 16384, 16385])
def test_maps_of_many_entries(backend, size):
    """Sizes at which the native back end changes how it builds a dict."""
    keys = [f"key {i:08}" for i in range(size)]
    for names in (keys, [*keys[:-1], 7], [*keys[:-1], keys[0]], ["ü" + key for key in keys]):
        pairs = list(zip(names, range(size)))
        data = b"\xdf" + size.to_bytes(4, "big") + b"".join(backend.packb(part) for pair in pairs for part in pair)
        decoded = backend.unpackb(data, strict_map_key=False)
        assert decoded == dict(pairs) and list(decoded) == list(dict(pairs))
        decoded["another"] = 1
        assert all(decoded.pop(name) is not None for name in dict(pairs))
        assert decoded == {"another": 1}
        with pytest.raises(ValueError):
            backend.unpackb(data[:-1], strict_map_key=False)


def test_text_of_every_length(backend):
    """The native back end has code of its own for up to 8, 16, 32 and 448 bytes, and for runs of 8 characters."""
    for other in ("", "ü", "ж", "日", "’", "🎉", "\uffff"):
        for length in [*range(1, 80), *range(440, 456), 511, 512, 513]:
            for at in {0, 1, length // 2, length - 1}:
                text = "abcdefgh" * 65
                text = text[:at] + other + text[at : length - 1]
                assert backend.unpackb(backend.packb([text, "x" * 40])) == [text, "x" * 40]


def test_large_strings(backend):
    for text in ("a" * 10**6, "é" * 400000, "日本語" * 100000, "😀" * 100000):
        assert backend.unpackb(backend.packb(text)) == text
    blob = bytes(10**6)
    assert backend.unpackb(backend.packb(blob)) == blob


@pytest.mark.skipif(not hasattr(sys, "getrefcount"), reason="needs reference counts")
def test_no_references_are_lost(backend):
    hook = lambda o: o  # noqa: E731
    shared = ["shared"]
    before = sys.getrefcount(hook), sys.getrefcount(shared)
    for _ in range(50):
        backend.unpackb(b"\x91\x81\xa1a\x90", object_hook=hook, list_hook=hook)
        backend.packb([object], default=lambda o: shared)
        for bad in (b"\x91\xc1", b"\x81\xa1a\xa1\xff", b"\x92\x01"):
            with pytest.raises(Exception):  # noqa: B017
                backend.unpackb(bad, object_hook=hook)
    assert (sys.getrefcount(hook), sys.getrefcount(shared)) == before
