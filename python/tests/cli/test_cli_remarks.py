"""Remarks on inputs that are probably not, or not only, MessagePack: a line on standard error, with the same output and
status as without it."""

import struct

import pytest
from tool import inside

from hayapack import ExtType, Timestamp, packb
from hayapack.cli.input.remarks import remark

ROWS = [packb({"id": n, "name": "haya"}) for n in range(20)]


def varint(n):
    return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])


def framed(form, rows=ROWS):
    return b"".join((varint(len(row)) if form == "varint" else struct.pack(form, len(row))) + row for row in rows)


LONG = [packb({"id": n, "name": "x" * 180}) for n in range(20)]
CBOR = bytes.fromhex("a3 62 6964 05 64 6e616d65 64 68617961 61 6c 83 01 02 fb 3ff8000000000000")
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
        (framed("varint"), "as a varint"),
        (framed("varint", LONG), "as a varint"),
        (b"HAYA\x01" + b"".join(ROWS), "messages begin at byte 5, perhaps after a header: `tail -c +6 FILE"),
        (b"\x00\xc1\xd9\xff" + b"".join(ROWS), "messages begin at byte 4"),
        (CBOR, "CBOR"),
        (CBOR * 30, "CBOR"),
        (CBOR[:-3], "CBOR"),
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
    ],
)  # fmt: skip
def test_usual_streams_have_none(data):
    assert remark(data) is None


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
