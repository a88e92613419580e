"""The files of `hayapack compare`, and its errors for those that it can't read."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma

import pytest

import hayapack
from hayapack.cli.common.exit_status import BadData
from hayapack.cli.compare_documents import read_document
from hayapack.cli.reading import Reading


def ext(code, data):
    return ("ext", code, data)


@pytest.fixture
def read(tmp_path):
    def go(data, name="data", kind=None):
        path = tmp_path / name
        path.write_bytes(data)
        found = read_document(str(path), Reading(kind), ext)
        return found.format, found.messages

    return go


@pytest.fixture
def refused(read):
    def go(data, name="data", kind=None):
        with pytest.raises(BadData) as caught:
            read(data, name, kind)
        return str(caught.value)

    return go


VALUE = {"a": [1, 2.5, None, "é"]}
TEXT = json.dumps(VALUE).encode()
PACKED = hayapack.packb(VALUE)


@pytest.mark.parametrize("name", ["x.json", "x.JSON", "x", "x.txt"])
def test_json_by_suffix_or_by_content(read, name):
    assert read(TEXT, name) == ("JSON", [VALUE])


@pytest.mark.parametrize("name", ["x.jsonl", "x.ndjson", "x.json", "x"])
def test_json_lines(read, name):
    assert read(b'{"a": 1}\n\n[2]\n3\n', name) == ("JSON lines", [{"a": 1}, [2], 3])


def test_json_lines_may_hold_other_line_separators(read):
    assert read('"a\u2028b"\n"c"\n'.encode()) == ("JSON lines", ["a\u2028b", "c"])


@pytest.mark.parametrize("name", ["x.msgpack", "x.mpk", "x.mp", "x", "x.bin"])
def test_messagepack_by_suffix_or_by_content(read, name):
    assert read(PACKED * 3, name) == ("MessagePack", [VALUE] * 3)


def test_the_format_can_be_said(read):
    assert read(b"123", kind="msgpack") == ("MessagePack", [0x31, 0x32, 0x33])
    assert read(b"123", "x.msgpack", kind="json") == ("JSON", [123])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_json_in_other_encodings(read, encoding):
    assert read('{"é": "日本"}'.encode(encoding), "x.json") == ("JSON", [{"é": "日本"}])


def test_messagepack_keeps_what_json_has_not(read):
    packed = b"\x82\x01\xc4\x01x\xa1t\xd4\x05\x07"
    assert read(packed) == ("MessagePack", [{1: b"x", "t": ("ext", 5, b"\x07")}])


@pytest.mark.parametrize("data", [b"", b" \n"])
def test_nothing_is_bad_data(refused, data):
    assert refused(data) == "byte 0: the input is empty"


def test_a_json_error_has_byte_line_and_column(refused):
    text = refused('{"é":\n  [1, 2,, 3]}'.encode(), "x.json")
    assert text == "byte 15: Expecting value (line 2, column 9)"


def test_a_json_lines_error_counts_from_the_start(refused):
    text = refused(b'{"a": 1}\n{"a": }\n')
    assert text == "byte 15: Expecting value (line 2, column 7)"


def test_json_that_is_not_text(refused):
    assert refused(b'{"a": "\xff\xfe"}', "x.json").startswith("byte 7: not text in utf-8")


def test_json_too_deep(refused):
    assert "too deeply" in refused(b"[" * 100_000, "x.json")


def test_messagepack_cut_short(refused):
    text = refused(b"\x93\x01\xd9\x28short", "x.msgpack")
    assert text.startswith("byte 2: truncated")
    assert "str8" in text and text.endswith("$[1]")


def test_an_error_in_a_later_message_counts_from_the_start(refused):
    text = refused(b"\x01\x92\x01\xc1")
    assert text.startswith("byte 3: ") and text.endswith(", in message 2")
    text = refused(b"\x01\x92\x01\xd9")
    assert text.startswith("byte 3: truncated") and text.endswith("$[1], in message 2")


@pytest.mark.parametrize(
    "data, offset",
    [(b"\xc1", 0), (b"\x91\xa1\xff", 1), (b"\xdd\xff\xff\xff\xff", 0), (b"\x91" * 2000, 1024),
     (b"\x91\xd5\xff\x00\x00", 1), (b"\x81\x90\x01", 1)],
)  # fmt: skip
def test_hostile_messagepack_is_refused_with_its_offset(refused, data, offset):
    assert refused(data, "x.msgpack").startswith(f"byte {offset}: ")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadData, match="No such file"):
        read_document(str(tmp_path / "none"), Reading(), ext)


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(BadData, match="directory"):
        read_document(str(tmp_path), Reading(), ext)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("data, name", [(TEXT, "x.json"), (PACKED, "x.msgpack"), (TEXT, "x")])
def test_compressed_inputs(read, pack, data, name):
    assert read(pack(data), name + ".gz")[1] == [VALUE]


def test_lz4_messages_are_opened(read):
    value = ["a" * 100] * 10
    data = hayapack.packb(value, lz4="block") + hayapack.packb(value, lz4="block-array")
    assert read(data, "x.mplz4") == ("MessagePack", [value, value])


def test_big_messages(read):
    value = [{"n": n, "text": "x" * 100} for n in range(90_000)]
    assert read(hayapack.packb(1) + hayapack.packb(value))[1] == [1, value]


@pytest.mark.parametrize("key", [b"\x91\x01", b"\x80"])
def test_keys_that_no_dict_has_are_refused_without_advice_about_python(refused, key):
    data = b"\x81" + key + b"\x02"
    text = "byte 1: a key that is an array or a map, which a dict can't have, at ${key #0}"
    assert refused(data) == text and refused(b"\x05" + data) == text.replace("byte 1", "byte 2") + ", in message 2"
