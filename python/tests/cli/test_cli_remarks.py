"""Remarks on inputs that are probably not, or not only, MessagePack: a line on standard error, with the same output and
status as without it."""

import random
import struct
import zlib

import pytest
from fuzzing import SETTINGS
from hypothesis import given
from hypothesis import strategies as st
from test_cli_contents import values
from tool import inside

from hayapack import ExtType, Timestamp, packb
from hayapack.cli.input.doubtful_input import remark

ROWS = [packb({"id": n, "name": "haya"}) for n in range(20)]


def varint(n):
    return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])


def framed(form, rows=ROWS):
    return b"".join((varint(len(row)) if form == "varint" else struct.pack(form, len(row))) + row for row in rows)


def cbor(value):
    """The value in CBOR."""
    if isinstance(value, float):
        return b"\xfb" + struct.pack(">d", value)
    kind, number = (0, value) if isinstance(value, int) else ({str: 3, list: 4, dict: 5}[type(value)], len(value))
    size = 0 if number < 24 else 1 if number < 256 else 2
    head = bytes([kind << 5 | (23 + size if size else number)]) + number.to_bytes(2, "big")[2 - size :]
    if isinstance(value, str):
        return head + value.encode()
    parts = sum(value.items(), ()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    return head + b"".join(map(cbor, parts))


LONG = [packb({"id": n, "name": "x" * 180}) for n in range(20)]
CBOR = bytes.fromhex("a3 62 6964 05 64 6e616d65 64 68617961 61 6c 83 01 02 fb 3ff8000000000000")
NOISE = random.Random(5).randbytes(9000)
PROTOBUF = bytes.fromhex("08 96 01 12 04") + b"haya" + bytes.fromhex("1a 02 08 05 25 00 00 80 3f")


@pytest.mark.parametrize(
    "data, text",
    [
        (framed(">I"), "before each message is its length, in 4 bytes, big-endian"),
        (framed(">I", ROWS[:1]), "in 4 bytes, big-endian"),
        (framed(">I")[:-5], "in 4 bytes, big-endian"),
        (framed("<I"), "in 4 bytes, little-endian"),
        (framed("<I", LONG), "in 4 bytes, little-endian"),
        (framed(">H"), "in 2 bytes, big-endian"),
        (framed("<H"), "in 2 bytes, little-endian"),
        (framed(">Q"), "in 8 bytes, big-endian"),
        (framed("<Q"), "in 8 bytes, little-endian"),
        (framed("<I", [packb({"id": n, "name": "x" * 130}) for n in range(3)]), "in 4 bytes, little-endian"),
        (framed("varint"), "as a varint"),
        (framed("varint", LONG), "as a varint"),
        (b"HAYA\x01" + b"".join(ROWS), "messages begin at byte 5, perhaps after a header: `tail -c +6 FILE"),
        (b"\x00\xc1\xd9\xff" + b"".join(ROWS), "messages begin at byte 4"),
        (CBOR, "CBOR"),
        (CBOR * 30, "CBOR"),
        (CBOR[:-3], "CBOR"),
        (cbor([{"id": n, "name": "haya", "t": 1.5} for n in range(10)]), "CBOR"),
        (cbor([{"id": n, "name": "two\nlines", "t": 1.5} for n in range(1000)]), "CBOR"),
        (cbor([{"id": n, "t": [1.5, {"x": "y"}]} for n in range(20_000)]), "CBOR"),
        (b"\x9f" + cbor({"id": 1, "name": "haya"}) * 3 + b"\xff", "CBOR"),
        (b"\xbf" + cbor({"id": 1, "name": "haya"})[1:] + b"\xff", "CBOR"),
        (zlib.compress(b"".join(ROWS)), "zlib's compressed data"),
        (zlib.compress(b"".join(ROWS), 0), "zlib's compressed data"),
        (zlib.compress(b"".join(ROWS), 9), "zlib's compressed data"),
        (b"{|C" + random.Random(3).randbytes(4000), "perhaps this is not MessagePack, or is compressed or encrypted"),
        (b"HAYA\x01" + packb({"id": 5, "name": "x" * 40}), "messages begin at byte 5"),
        (PROTOBUF, "protobuf"),
        (bytes(range(1, 60)) * 2 + b"\xc0\xc3", "most messages are single bytes"),
    ],
)
def test_remarks(data, text):
    assert text in (remark(data) or ""), remark(data)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\x01", b"\x01" + b"".join(ROWS), b"".join(ROWS), packb("a text") * 20, b"\xc0" * 20, bytes(range(128)),
        packb("HAYA") + b"".join(ROWS), packb(Timestamp(1)) * 9, packb(ExtType(5, b"x")), packb(b"\x00" * 500),
        b"\x08\x01\x10\x02", packb(1.5) * 50, packb({"a": 1}) + b"\x01" * 100, b"".join(map(packb, range(200))),
        b"".join(map(packb, "hello")), packb("ab") + packb({"x": 1}), packb([1]) + b"\x00",
        packb({"a": 97}) + b"\x01", packb([{"a": 97}] * 2), b"\x01\x02\x03" + packb({"x": "y" * 40}), b"\x78\x9c\x01" * 9,
        packb(NOISE), NOISE[:1] * 3 + packb(NOISE), packb({"iv": NOISE[:16], "data": NOISE}) * 3,
        b"\x01\x02\x03" + packb(NOISE * 10), packb({"n": 1}) * 9 + packb(NOISE)[:-5],
    ],
)  # fmt: skip
def test_usual_streams_have_none(data):
    assert remark(data) is None


@SETTINGS
@given(st.lists(values, min_size=1, max_size=20))
def test_no_stream_is_taken_for_another_format(found):
    data = b"".join(map(packb, found))
    assert not any(name in (remark(data) or "") for name in ("CBOR", "zlib", "equally frequent"))


def test_what_is_refused_gets_no_remark(tmp_path):
    path = tmp_path / "tag.cbor"
    path.write_bytes(b"\xd9\xd9\xf7" + cbor({"id": 5, "name": "haya"}) * 50)
    for command in ("cat", "count", "validate"):
        status, _, err = inside(command, str(path))
        assert status == 1 and err.count("\n") == 1 and "this is CBOR, not MessagePack: cbor2 reads it" in err


def test_an_error_and_what_is_left_out_get_a_remark_too(tmp_path):
    path = tmp_path / "x.bin"
    for data, text in [
        (cbor([{"id": n, "price": 21.15, "name": "haya"} for n in range(500)]), "this looks like CBOR"),
        (b"{|C" + random.Random(3).randbytes(4000), "perhaps this is not MessagePack"),
    ]:
        path.write_bytes(data)
        for options in (["cat"], ["validate", "--keep-going"]):
            status, _, err = inside(*options, str(path))
            assert status == 1 and "remark: " in err.splitlines()[-1] and text in err.splitlines()[-1]


def test_a_remark_changes_nothing_else(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(framed(">I"))
    for command in ("cat", "validate", "count", "stats", "inspect", "head"):
        told, plain = inside(command, str(path)), inside(command, "--from", "msgpack", str(path))
        assert told[:2] == plain[:2] and plain[2] == "" and told[0] == 0
        assert told[2].startswith(f"hayapack: {path}: remark: before each message is its length")
        assert told[2].count("\n") == 1
    path.write_bytes(CBOR + b"\xc1")
    status, _, err = inside("cat", str(path))
    assert status == 1 and "remark: " not in err
    status, _, err = inside("get", str(path), "$.id")
    assert status == 1
    path.write_bytes(b"HAYA\x01" + b"".join(ROWS))
    status, _, err = inside("get", str(path), "$.id")
    assert status == 1 and err.splitlines()[1].startswith(f"hayapack: {path}: remark: messages begin at byte 5")
