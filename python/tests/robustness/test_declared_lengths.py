"""Lengths and counts near 2**31 and 2**32 that a message declares and does not have: every reader names the same error at
the same offset, also where a size has 32 bits, whose sums of lengths wrap there."""

import dataclasses
from typing import Any, Optional, Union

import pytest

from hayapack import ExtType, Timestamp, TypeRegistry, UnpackException, packb, stream

HEADS = {"str": b"\xdb", "bin": b"\xc6", "ext": b"\xc9", "array": b"\xdd", "map": b"\xdf"}
DECLARED = [2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1]
#: What follows the header: values of one byte, texts, and the type of an ext.
CONTENTS = [b"", b"\x05", b"\x05" * 300, b"\x64\xa1T" + b"\x05" * 300]
#: What precedes the header; the value itself is at the offset behind it.
PREFIXES = [b"", b"\x91", b"\x92\x01", b"\x81\xa1a", b"\x82\xa1b\x01\xa1a", b"\xdc\x00\x02\xc0", b"\xc7\xff\x64\xa1T"]


def messages(kind):
    for prefix in PREFIXES:
        for declared in DECLARED:
            for content in CONTENTS:
                yield prefix, prefix + HEADS[kind] + declared.to_bytes(4, "big") + content


def outcome(call):
    """The value, or the name and offset of the error; of an incomplete stream OutOfData."""
    try:
        return call()
    except (UnpackException, ValueError, LookupError, TypeError) as error:  # not OverflowError, not MemoryError
        return getattr(error, "name", None) or type(error).__name__, getattr(error, "offset", None)


OPTIONS = {
    "no options": {},
    "raw": {"raw": True},
    "tuples": {"use_list": False},
    "any key": {"strict_map_key": False},
    "object_hook": {"object_hook": dict},
    "object_pairs_hook": {"object_pairs_hook": list},
    "list_hook": {"list_hook": tuple},
    "ext_hook": {"ext_hook": ExtType},
    "zero_copy": {"zero_copy": True},
    "tuple_keys": {"tuple_keys": True},
    "references": {"references": True},
    "types": {"types": TypeRegistry(dotnet=True)},
    "large limits": dict.fromkeys(["max_str_len", "max_bin_len", "max_ext_len", "max_array_len", "max_map_len"], 2**40),
    "max_buffer_size": {"max_buffer_size": 2**40},
}


@pytest.mark.parametrize("kind", HEADS)
@pytest.mark.parametrize("name", OPTIONS)
def test_whole_messages(both, kind, name):
    for prefix, message in messages(kind):
        native, pure = (outcome(lambda end=end: end.unpackb(message, **OPTIONS[name])) for end in both)
        assert native == pure, message[:40]
        if not prefix.startswith(b"\xc7"):
            assert native == ("truncated", len(prefix)), message[:40]


@pytest.mark.parametrize("kind", HEADS)
def test_limits_near_the_lengths(both, kind):
    for limit in [2**31 - 2, *DECLARED, 2**32]:
        options = {f"max_{kind}_len": limit}
        for declared in DECLARED:
            message = HEADS[kind] + declared.to_bytes(4, "big") + b"\x05" * 300
            expected = (f"{kind}_limit" if declared > limit else "truncated", 0)
            for end in both:
                assert outcome(lambda end=end: end.unpackb(message, **options)) == expected


@pytest.mark.long
@pytest.mark.parametrize("kind", HEADS)
def test_streams(both, kind):
    def read(unpacker, message, skip):
        unpacker.feed(message)
        return outcome(unpacker.skip if skip else unpacker.unpack), unpacker.tell()

    # Not 2**32 - 1 and 2**32, which are no limit where a size has 32 bits: a message with its header can be longer.
    for most in (100 << 20, 0, 2**31 - 1, 2**31, 2**34, 2**40):
        for options in ({}, {"strict_map_key": False}, {"type": Any}, {"raw": True}):
            for prefix, message in messages(kind):
                for skip in (False, True):
                    native, pure = (read(end.Unpacker(max_buffer_size=most, **options), message, skip) for end in both)
                    assert native == pure, (most, options, message[:40])
                    if most == 100 << 20 and not options and len(message) > len(prefix) + 5 and prefix[:1] != b"\xc7":
                        assert native == ((f"{kind}_limit", len(prefix)), len(prefix))
                    if most == 2**40 and prefix == b"" and "strict_map_key" in options:
                        assert native == (("truncated", len(message)), 0)


@dataclasses.dataclass
class Point:
    a: Any = None
    b: int = 0


TYPES = [
    Any, str, bytes, ExtType, Timestamp, list, dict, int, Point, list[Any], list[str], list[int], list[bytes], tuple[int, ...],
    set[int], dict[str, Any], dict[str, int], dict[Any, Any], dict[int, int], Optional[str], Union[int, str, list[int]],
    list[Point], list[dict[str, Any]],
]  # fmt: skip


@pytest.mark.parametrize("kind", HEADS)
def test_types(both, kind):
    found = set()
    for type_ in TYPES:
        readers = [end.Decoder(type_) for end in both]
        for _, message in messages(kind):
            native, pure = (outcome(lambda reader=reader: reader.decode(message)) for reader in readers)
            assert native == pure, (type_, message[:40])
            found.add(native)
    assert {("truncated", len(prefix)) for prefix in PREFIXES[:6]} <= found


@pytest.mark.parametrize("kind", HEADS)
def test_parts_of_messages(both, kind):
    paths = ["$", "$.a", "$.b", "$[0]", "$[1]", "$[1][0]", "$.a.a"]
    calls = {
        "get": lambda end, message: [outcome(lambda path=path: end.get(message, path)) for path in paths],
        "View": lambda end, message: outcome(lambda: repr([*end.View(message)])),
        "len": lambda end, message: outcome(lambda: len(end.View(message))),
        "value": lambda end, message: outcome(lambda: end.View(message).value()),
        "items": lambda end, message: outcome(lambda: [*end.MapView(message).items()]),
    }
    for prefix, message in messages(kind):
        for name, call in calls.items():
            native, pure = (call(end, message) for end in both)
            assert native == pure, (name, message[:40])
        if prefix == b"\x81\xa1a":
            assert outcome(lambda: both[0].get(message, "$.a")) == ("truncated", 3)


@pytest.mark.parametrize("kind", HEADS)
def test_columns(both, kind):
    for _, message in messages(kind):
        for rows in (b"\x91" + message, b"\x92\x81\xa1a" + message, b"\x91\x82\xa1a\xa2bc\xa1b" + message):
            for dtypes in (None, "str", "bytes", "int64"):
                native, pure = (
                    outcome(lambda end=end: end.columns(rows, ["a"], dtypes, missing="null")["a"].tolist())
                    for end in both
                )
                assert native == pure, (dtypes, rows[:40])
    value = HEADS[kind] + b"\xff\xff\xff\xff" + b"\x05" * 300
    assert outcome(lambda: both[0].columns(b"\x91\x81\xa1a" + value, ["a"])) == ("truncated", 4)


@pytest.mark.parametrize("kind", HEADS)
def test_splitting(both_back_ends, kind):
    before = packb([1, "two"]) * 3
    for prefix, message in messages(kind):
        if prefix[:1] == b"\xc7":  # complete, whatever is in it
            continue
        found = stream.boundaries(before + message)
        assert (list(found.offsets), found.count) == ([0, 6, 12], 3), message[:40]
        assert found.end == 18


def test_headers_of_a_packer(both):
    """The counts that a map or an array can have, and those that no header has."""
    for name, lead in (("pack_array_header", b"\xdd"), ("pack_map_header", b"\xdf")):
        for end in both:
            for count in DECLARED:
                packer = end.Packer(autoreset=False)
                getattr(packer, name)(count)
                assert packer.bytes() == lead + count.to_bytes(4, "big")
            for count in (2**32, 2**63, 2**70):
                with pytest.raises(ValueError) as caught:
                    getattr(end.Packer(), name)(count)
                assert getattr(caught.value, "name", None) == "too_long"
            for count in (-1, -(2**31), -(2**70)):
                with pytest.raises(ValueError, match="non-negative"):
                    getattr(end.Packer(), name)(count)


@pytest.mark.parametrize("kind", ["array", "map"])
def test_headers_of_a_stream(both, kind):
    for declared in DECLARED:
        for end in both:
            unpacker = end.Unpacker()
            unpacker.feed(HEADS[kind] + declared.to_bytes(4, "big"))
            assert getattr(unpacker, f"read_{kind}_header")() == declared
