"""Texts and byte strings of each length, which the native back end copies in ways that depend on it: the same bytes in
lists and dicts, in any place of the output."""

import struct

import pytest

LENGTHS = [*range(140), 254, 255, 256, 257, 511, 512, 2040, 65_535, 65_536]
LETTERS = {"ascii": "abcdefgh", "latin": "\xe0bc", "japanese": "\u3042\u3044", "astral": "\U0001f600x"}


def text_header(n):
    if n < 32:
        return bytes([0xA0 | n])
    return struct.pack(">BB", 0xD9, n) if n < 256 else large_header(0xDA, n)


def bytes_header(n):
    return struct.pack(">BB", 0xC4, n) if n < 256 else large_header(0xC5, n)


def large_header(first, n):
    return struct.pack(">BH", first, n) if n < 65_536 else struct.pack(">BI", first + 1, n)


def packed(value):
    if isinstance(value, bytes):
        return bytes_header(len(value)) + value
    data = value.encode()
    return text_header(len(data)) + data


def of_length(letters, n):
    """A new object, not ASCII by its letters only if it has room for them."""
    return (letters * (n // len(letters) + 1))[:n]


@pytest.mark.parametrize("kind", [*LETTERS, "bytes"])
def test_lengths(backend, kind):
    letters = b"abcdefgh" if kind == "bytes" else LETTERS[kind]
    for n in LENGTHS:
        value = of_length(letters, n)
        expected = packed(value)
        assert backend.packb(value) == expected, n
        assert backend.packb([value, 1]) == b"\x92" + expected + b"\x01", n
        assert backend.packb({"key": value}) == b"\x81\xa3key" + expected, n
        for count in (9, 20):  # packed as a run; the same objects again, whose UTF-8 may have been kept
            message = b"\xdc" + struct.pack(">H", count) if count > 15 else bytes([0x90 | count])
            assert backend.packb([value] * count) == message + expected * count, n


@pytest.mark.parametrize("kind", [*LETTERS, "bytes"])
def test_mixed_lengths(backend, kind):
    """Each text is followed by a longer or shorter one, and the output grows between them."""
    letters = b"abcdefgh" if kind == "bytes" else LETTERS[kind]
    values = [of_length(letters, n * 37 % 140) for n in range(1000)]
    expected = b"".join(map(packed, values))
    assert backend.packb(values) == b"\xdc\x03\xe8" + expected
    for first in range(0, 80, 7):  # a container that begins in each place of a block
        message = backend.packb([b"x" * first, values[:40], None])
        assert (
            message == b"\x93" + packed(b"x" * first) + b"\xdc\x00\x28" + b"".join(map(packed, values[:40])) + b"\xc0"
        )


@pytest.mark.parametrize("other", [None, 7, 0.5, [1], {"a": 1}, b"b", "a", True])
@pytest.mark.parametrize("value", ["text", b"bytes"])
def test_runs_end(backend, value, other):
    for before in (0, 1, 8, 30):
        values = [value] * before + [other] + [value] * 9
        header = bytes([0x90 | len(values)]) if len(values) < 16 else b"\xdc" + struct.pack(">H", len(values))
        assert backend.packb(values) == header + b"".join(map(backend.packb, values))


def test_old_format(backend):
    """Without bin and str8."""
    for n in (0, 1, 31, 32, 63, 64, 65, 255, 256):
        header = bytes([0xA0 | n]) if n < 32 else struct.pack(">BH", 0xDA, n)
        for value in ("a" * n, b"a" * n):
            for count in (1, 12):
                expected = bytes([0x90 | count]) + (header + b"a" * n) * count
                assert backend.packb([value] * count, use_bin_type=False) == expected


def test_lone_surrogate_in_a_run(backend):
    values = ["a"] * 9 + ["\ud800"]
    with pytest.raises(ValueError) as caught:
        backend.packb(values)
    assert caught.value.path == "$[9]"


@pytest.mark.parametrize("kind", ["latin", "japanese", "astral"])
def test_texts_that_are_packed_repeatedly(backend, kind):
    """Their UTF-8 may be CPython's; among them are a new text, one that is too long to be kept, and one that has none."""
    values = [of_length(LETTERS[kind], n % 70 + 1) for n in range(200)]
    expected = b"\xdc\x00\xc8" + b"".join(map(packed, values))
    packer = backend.Packer()
    for turn in range(20):
        assert packer.pack(values) == expected
        new, long = of_length(LETTERS[kind], turn + 1), of_length(LETTERS[kind], 1100)
        assert packer.pack([*values[:9], new, long]) == b"\x9b" + b"".join(map(packed, [*values[:9], new, long]))
        with pytest.raises(ValueError) as caught:
            packer.pack([*values[:9], "\ud800" + new])
        assert caught.value.path == "$[9]"
