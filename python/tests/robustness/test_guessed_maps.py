"""Maps whose keys the compiled module guesses from earlier ones: the same results and errors as the pure back end.

Each message here is decoded after messages of the same maps, undamaged, so that the guesses have been made.
"""

import struct
import sys

import pytest
from same import agree, outcome

import hayapack
from hayapack import ExtType, _fallback, packb

KEYS = ["id", "", "k" * 15, "k" * 16, "l" * 31, "m" * 32, "n" * 33, "o" * 47, "p" * 64, "é", "日本語ab", "é" * 8]
VALUES = [
    7,
    -3,
    200,
    -100,
    40000,
    -2000,
    3_000_000_000,
    -(2**31),
    2**64 - 1,
    -(2**62),
    2.5,
    None,
    True,
    False,
    "",
    "x",
    "short text",
    "t" * 31,
    "u" * 40,
    "größer",
    b"bytes",
    ExtType(5, b"abc"),
    [],
    [1, "a", None],
    {},
    {"x": 1, "y": 2.5},
    [{"x": n, "y": [n]} for n in range(3)],
]


def learn(message, **options):
    for _ in range(12):
        hayapack.unpackb(message, **options)


def compare(message, **options):
    return agree(outcome(hayapack.unpackb, message, **options), outcome(_fallback.unpackb, message, **options))


def record(n):
    return {
        "id": n,
        "name": "record %d" % n,
        "a key of more than sixteen bytes": n / 3,
        "inner": {"a": n, "list": [{"x": n, "y": None}, {"x": "text", "y": n}], "b": {"c": {"d": True}}},
        "last": b"..",
    }


# Without more text after them, the second half of the records is too near to the end for the quick path.
RECORDS = packb([record(n) for n in range(3)] + ["padding" * 10])
SHORT = packb([{"a": n, "b": {"c": n, "d": "text"}} for n in range(4)])


@pytest.mark.parametrize("message", [RECORDS, SHORT], ids=["records", "short"])
def test_every_truncation(message):
    for end in range(len(message)):
        learn(message)
        compare(message[:end])


@pytest.mark.long
@pytest.mark.parametrize("message", [RECORDS, SHORT], ids=["records", "short"])
def test_every_byte_changed(message):
    others = [0x00, 0x7F, 0x81, 0x93, 0xA1, 0xC0, 0xC1, 0xC4, 0xC7, 0xCB, 0xCF, 0xD9, 0xDE, 0xE1]
    for at in range(len(message)):
        for other in {*others, message[at] ^ 1, message[at] ^ 0x80, message[at] + 1 & 0xFF}:
            learn(message)
            compare(message[:at] + bytes([other]) + message[at + 1 :])


@pytest.mark.parametrize("tail", [0, 40, 200])
def test_keys_and_values_of_all_forms(tail):
    for shift in range(len(VALUES)):
        value = {key: VALUES[(n + shift) % len(VALUES)] for n, key in enumerate(KEYS)}
        message = packb([value, value, "t" * tail])
        learn(message)
        assert compare(message) == [value, value, "t" * tail]


@pytest.mark.parametrize("tail", [0, 200])
@pytest.mark.parametrize("nested", [False, True])
def test_maps_that_begin_alike(tail, nested):
    usual = [{"x": n} if nested else n for n in range(len(KEYS))]
    pairs = list(zip(KEYS, usual))
    usual = packb([dict(pairs), "t" * tail])
    for at in range(len(KEYS)):
        changed = [*pairs[:at], ("other", 1), *pairs[at + 1 :]]
        for others in (changed, pairs[:at] + pairs[at + 1 :], [*pairs[:at], ("more", 1), *pairs[at:]]):
            learn(usual)
            message = packb([dict(others), dict(pairs), "t" * tail])
            assert compare(message) == [dict(others), dict(pairs), "t" * tail]
        learn(usual)
        swapped = changed[:at] + changed[at + 1 :] + [pairs[at]]
        compare(packb([dict(swapped), "t" * tail]))


@pytest.mark.parametrize("key", [b"\xa1a", b"\xd9\x01a", b"\xda\0\x01a", b"\xc4\x01a", b"\x01", b"\xc0", b"\xa1\xff"])
@pytest.mark.parametrize("strict", [False, True])
def test_another_key_in_the_middle(key, strict):
    for tail in (b"", packb("t" * 200)):
        for count in (2, 3):
            usual = bytes([0x91 + (tail != b""), 0x80 + count]) + b"\xa1a\x01\xa1b\x02\xa1c\x03"[: 3 * count] + tail
            learn(usual)
            compare(usual[:5] + key + usual[7:], strict_map_key=strict)  # a key that is repeated, or of another form


def test_a_key_at_the_end_of_a_typed_value():
    usual = packb([{"name": "abc", "other": 1}, "t" * 200])
    for size in range(2, 12):
        learn(usual)
        payload = packb("name") + packb({"name": "abc", "other": 1})[:size]
        compare(b"\xc7" + bytes([len(payload), 100]) + payload + packb("other") + b"\x01" * 100)


def test_limits():
    message = packb([record(1), record(2), "t" * 200])
    for limit in (1, 3, 4, 31, 32, 63, 64, 65):
        for name in ("max_str_len", "max_map_len", "max_array_len", "max_depth"):
            learn(message)
            compare(message, **{name: limit})


@pytest.mark.parametrize("options", [{"raw": True}, {"use_list": False}, {"object_hook": lambda o: {**o, "seen": 1}}])
def test_options(options):
    learn(RECORDS)
    compare(RECORDS, **options)
    compare(RECORDS[:-60], **options)


def test_more_shapes_than_are_kept():
    for count in (3, 600):
        messages = [packb([{"k%d" % n: 1, "l": 2, "m%d" % n: {"n": n}}] * 4) for n in range(count)]
        for message in messages * 4:
            compare(message)


def test_hooks_that_decode():
    """While a map is open, a hook inside it replaces the shapes that are not in use."""
    others = [packb({"%s%d" % (key, n): 1 for key in "abcde"}) for n in range(700)]

    def hook(o):
        if o.get("x") == 1:
            for message in others * 3:
                hayapack.unpackb(message)
        return o

    value = [{"first": n, "inner": {"x": n, "y": {"z": 1}}, "last": "text"} for n in range(3)]
    message = packb(value)
    learn(message)
    for _ in range(3):
        assert hayapack.unpackb(message, object_hook=hook) == value
        assert hayapack.unpackb(message) == value


def test_hooks_that_fail():
    def hook(o):
        raise ValueError("hook")

    for _ in range(3):
        learn(RECORDS)
        with pytest.raises(ValueError, match="hook"):
            hayapack.unpackb(RECORDS, object_hook=hook)


@pytest.mark.skipif(not hasattr(sys, "getrefcount"), reason="this Python counts no references")
def test_references():
    learn(RECORDS)
    first = hayapack.unpackb(RECORDS)[0]
    strings = [text for text in (*first, *first["inner"]) if len(text) > 1]  # others are shared and never freed
    damaged = [RECORDS[:end] for end in range(len(RECORDS))]
    damaged += [RECORDS.replace(struct.pack(">B4s", 0xA4, b"last"), struct.pack(">B4s", 0xA4, b"lost"))]

    def counts():
        learn(RECORDS)
        return [sys.getrefcount(text) for text in strings]

    before = counts()
    for message in damaged:
        learn(RECORDS)
        outcome(hayapack.unpackb, message)
    # a shape that was learnt or replaced meanwhile has a reference to each of its keys
    assert all(abs(after - first) < 10 for after, first in zip(counts(), before))
