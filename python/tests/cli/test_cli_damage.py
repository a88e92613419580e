"""Input that is truncated, damaged, hostile or larger than memory."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import subprocess
import threading

import pytest
from tool import COMMAND, environment, inside

from hayapack import ExtType, Packer, Timestamp, packb

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX limits")

MESSAGES = [
    packb({"items": [1, {"name": "haya", "速い": [2.5, None, b"\x00"]}], "more": "x" * 40}),
    packb([ExtType(5, b"abc"), Timestamp(1, 5), -1, 2**63, True]),
    Packer().pack_map_pairs([("a", 1), ("a", [2]), (7, "b" * 33)]),
    b"\xca\x3f\x80\x00\x00",
    packb(ExtType(100, packb("Demo.C, g") + packb({"A": 5}))),
    packb("end"),
]
SAMPLE = b"".join(MESSAGES)
ENDS = [sum(map(len, MESSAGES[: n + 1])) for n in range(len(MESSAGES))]
READERS = ["cat", "inspect", "stats", "validate", "head", "count", "split", "convert", "get"]


@pytest.fixture
def given(tmp_path):
    """A function that writes a file and returns its name."""

    def write(data, name="data.msgpack"):
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return write


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """The JSON lines of the sample's messages."""
    path = tmp_path_factory.mktemp("whole") / "whole.msgpack"
    path.write_bytes(SAMPLE)
    status, out, err = inside("cat", str(path))
    assert (status, err) == (0, "")
    found = out.splitlines(keepends=True)
    assert len(found) == len(MESSAGES)
    return found


def arguments(command, name, folder):
    more = {"split": [str(folder / "part-")], "convert": [str(folder / "out.jsonl")]}
    if command == "get":
        return ["get", "--all", name, "$"]
    return [command, name, *more.get(command, [])]


@pytest.mark.long
def test_a_cut_at_every_byte(given, lines, tmp_path):
    """Status 1 with the offset, unless the cut is between messages; the messages before it are
    written. Nothing at all is a stream without messages, where only `get` has no value to show."""
    for cut in range(len(SAMPLE)):
        name = given(SAMPLE[:cut])
        whole = sum(end <= cut for end in ENDS)
        for command in READERS:
            expected = 0 if cut in ENDS or (cut == 0 and command != "get") else 1
            status, out, err = inside(*arguments(command, name, tmp_path))
            assert status == expected, (command, cut, err)
            if expected:
                assert re.match(rf"hayapack: {re.escape(name)}: byte \d+: ", err), (command, cut, err)
                assert err.count("\n") == 1
            else:
                assert err == ""
            check_output(command, out, lines[:whole], tmp_path, whole, cut)
            for made in tmp_path.glob("part-*"):
                made.unlink()


def check_output(command, out, expected, folder, whole, cut):
    if command in ("cat", "head", "get"):
        assert out == b"".join(expected), (command, cut)
    elif command == "count":
        assert out == b"%d\n" % whole
    elif command == "split":
        made = sorted(folder.glob("part-*"))
        assert [path.read_bytes() for path in made] == MESSAGES[:whole]
    elif command == "convert" and whole:
        assert (folder / "out.jsonl").read_bytes() == b"".join(expected)
    elif command == "inspect":
        shown = {
            int(line.split()[0])
            for line in out.decode().splitlines()
            if line.split()[0].isdigit() and "byte" not in line
        }
        assert {0, *ENDS[: max(whole - 1, 0)]} <= shown or not whole


def test_cuts_of_what_is_compressed(given, lines):
    packed = gzip.compress(SAMPLE)
    for cut in range(3, len(packed) - 1, 5):
        status, out, err = inside("cat", given(packed[:cut], "data.gz"))
        assert status == 1 and b"".join(lines).startswith(out), cut
        assert "gzip" in err or "truncated" in err or "empty" in err


@pytest.mark.parametrize("kind", ["zst", "lz4"])
def test_cuts_of_other_compressions(kind, given, lines):
    if kind == "zst":
        packed = pytest.importorskip("zstandard").compress(SAMPLE)
    else:
        packed = pytest.importorskip("lz4.frame").compress(SAMPLE)
    assert inside("cat", given(packed))[:2] == (0, b"".join(lines))
    for cut in range(5, len(packed), 7):
        status, _, err = inside("cat", given(packed[:cut]))
        assert status == 1 and err, cut


@pytest.mark.long
def test_garbage_never_makes_a_traceback(given, tmp_path):
    seed = random.Random(5)
    for number in range(100):
        data = bytearray(SAMPLE)
        for _ in range(seed.randint(1, 6)):
            data[seed.randrange(len(data))] = seed.choice([0xC1, 0xFF, 0xDF, 0x90, seed.randrange(256)])
        name = given(bytes(data))
        for command in READERS:
            status, _, err = inside(*arguments(command, name, tmp_path))
            assert status in (0, 1), (command, number, err)
            assert (status == 0) == (err == ""), (command, number, err)
        for made in tmp_path.glob("part-*"):
            made.unlink()


@pytest.mark.parametrize(
    "data, text",
    [
        (b"\xc1", "byte 0: reserved byte c1, at $"),
        (b"\x01\x92\x01\xc1", "byte 3: reserved byte c1, at $[1], in message 2"),
        (packb({"items": [0] * 7 + [{"name": "x" * 40}]})[:-28],
         "byte 21: truncated str8: needs 40 bytes, 12 left, at $.items[7].name"),
        (b"\x01\x91\xa1\xff", "byte 2: invalid UTF-8: invalid start byte at byte 0 of the str, at $[0], in message 2"),
        (b"\x81\xa1a\xd5\xff\x00\x00", "byte 3: invalid timestamp: the length is 2 bytes, not 4, 8 or 12, at $.a"),
        (b"\xdd\xff\xff\xff\xff", "byte 0: truncated array32: needs 4294967295 values, 0 bytes left, at $"),
        (b"\xdf\xff\xff\xff\xff", "byte 0: truncated map32: needs 8589934590 values, 0 bytes left, at $"),
        (b"\xc6\xff\xff\xff\xff\x01", "byte 0: truncated bin32: needs 4294967295 bytes, 1 left, at $"),
        (b"\xdb\xff\xff\xff\xff", "byte 0: truncated str32: needs 4294967295 bytes, 0 left, at $"),
        (b"\xc9\xff\xff\xff\xff\x01", "byte 0: truncated ext32: needs 4294967296 bytes, 1 left, at $"),
        (b"\x91" * 2000 + b"\x01", "byte 1024: containers nested deeper than max_depth(1024), at $"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["cat", "validate", "convert", "stats", "inspect"])
def test_the_text_of_errors(command, data, text, given, tmp_path):
    name = given(data)
    status, _, err = inside(*arguments(command, name, tmp_path))
    start = f"hayapack: {name}: {text}"
    assert status == 1 and err.startswith(start), err
    assert err == start + "\n" or "1024" in text


HOSTILE_LZ4 = {
    "declares too much": "c7 0a 63 d2 7fffffff 3f d93e61 01",
    "a damaged block": "c7 0a 63 d2 00000040 ffffffffff",
    "short of a block": "92 d5 62 40 40 c6 00000002 3f61",
    "holds two messages": "c7 08 63 d2 00000002 20 01 02",
    "holds half a message": "c7 08 63 d2 00000002 20 92 01",
}


@pytest.mark.parametrize("text", HOSTILE_LZ4.values(), ids=HOSTILE_LZ4.keys())
@pytest.mark.parametrize("command", ["cat", "validate", "stats", "inspect", "convert"])
def test_hostile_lz4(command, text, given, tmp_path):
    pytest.importorskip("lz4.block")
    name = given(b"\x01" + bytes.fromhex(text))
    more = [str(tmp_path / "out.json")] if command == "convert" else []
    status, _, err = inside(command, name, *more, *["--to", "jsonl"] * (command == "convert"))
    assert status == 1 and "LZ4" in err, err
    # The ext of block arrays comes after the array's header.
    assert (": byte 2: " if text.startswith("92") else ": byte 1: ") in err
    assert err.endswith(", in message 2\n")


@pytest.mark.parametrize("text", ["c7 01 63 00", "92 d4 62 40 a1 61"], ids=["ext 99", "ext 98"])
@pytest.mark.parametrize("command", ["cat", "validate", "stats", "inspect"])
def test_ext_that_is_not_lz4_is_an_ext(command, text, given):
    status, _, err = inside(command, given(b"\x01" + bytes.fromhex(text)))
    assert (status, err) == (0, "")


# --- larger than memory -------------------------------------------------------

MEGABYTE = 1 << 20


def limited(arguments, feed, memory=250 * MEGABYTE):
    """Runs with a memory limit; `feed` writes to its standard input. Returns (status, size, text)."""
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, preexec_fn=limit, env=environment(),
    )  # fmt: skip

    def write():
        try:
            feed(process.stdin)
        except BrokenPipeError:
            pass
        finally:
            process.stdin.close()

    texts = []
    writer = threading.Thread(target=write)
    errors = threading.Thread(target=lambda: texts.append(process.stderr.read()))
    writer.start()
    errors.start()
    size, last = 0, b""
    while True:
        data = process.stdout.read(MEGABYTE)
        if not data:
            break
        size, last = size + len(data), (last + data)[-200:]
    writer.join()
    errors.join()
    return process.wait(), size, last, texts[0].decode()


RECORD = {"id": 7, "name": "some name", "values": [1.5, 2.5, None], "note": "x" * 200}


def stream(out):
    """300 MB in small messages."""
    block = packb(RECORD) * 4000
    for _ in range(300):
        out.write(block)


def one_array(out):
    block = packb(RECORD) * 4000
    out.write(b"\xdd" + (4000 * 275).to_bytes(4, "big"))
    for _ in range(275):
        out.write(block)


def one_map(out):
    """A map in a map, with many keys and a huge text at the end."""
    out.write(b"\x82\xa4many\xdf" + (900_000).to_bytes(4, "big"))
    value = packb(RECORD)
    for first in range(0, 900_000, 1000):
        out.write(b"".join([packb(f"key {n}") + value for n in range(first, first + 1000)]))
    out.write(b"\xa4last\xdb" + (60 * MEGABYTE).to_bytes(4, "big"))
    for _ in range(60):
        out.write(b"x" * MEGABYTE)


@pytest.mark.long
@posix
@pytest.mark.parametrize(
    "command", ["count", *(pytest.param(name, marks=pytest.mark.long) for name in ("validate", "head", "cat"))]
)
def test_a_stream_larger_than_memory(command):
    status, size, last, err = limited([command, *["-n", "900000"] * (command == "head")], stream)
    assert (status, err) == (0, "")
    if command == "count":
        assert last == b"1200000\n"
    elif command != "validate":
        assert size == (9 if command == "head" else 12) * 10**5 * (len(json.dumps(RECORD, separators=(",", ":"))) + 1)


@pytest.mark.long
@posix
@pytest.mark.parametrize(
    "arguments, expected",
    [(["count"], b"1\n"), (["get", "-", "$[-1].id"], b"7\n"),
     *(pytest.param(*row, marks=pytest.mark.long) for row in (
        (["validate"], b"standard input: valid: 1 message, "), (["cat"], None),
        (["get", "-", "[1099999].values[1]"], b"2.5\n")))],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_one_array_larger_than_memory(arguments, expected):
    status, size, last, err = limited(arguments, one_array)
    assert (status, err) == (0, "")
    if expected is None:
        assert last.endswith(b'"}]\n')
        assert size == 11 * 10**5 * (len(json.dumps(RECORD, separators=(",", ":"))) + 1) + 2
    else:
        assert last.startswith(expected)


@pytest.mark.long
@posix
@pytest.mark.parametrize(
    "arguments, expected",
    [(["count"], b"1\n"), (["validate"], b"standard input: valid: 1 message, "),
     (["get", "-", "$.many[\"key 899999\"].id"], b"7\n")],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_one_map_larger_than_memory(arguments, expected):
    status, size, last, err = limited(arguments, one_map)
    assert (status, err) == (0, "") and last.startswith(expected)


@posix
@pytest.mark.long
def test_a_bomb_does_not_fill_memory():
    packed = gzip.compress(packb(RECORD) * 400_000, 9)

    def feed(out):
        for _ in range(10):
            out.write(packed)

    status, _, last, err = limited(["count"], feed)
    assert (status, last, err) == (0, b"4000000\n", "")


#: A map with a key that a dict can't have, and bytes that end the value after it too early, with its path.
UNUSUAL_KEYS = [b"\x81\x80\x01", b"\x81\x91\x01\x02", b"\x81\x81\x80\x01\x02", b"\x81\xd6\xff\xff\xff\xff\xff\x02"]


@pytest.mark.parametrize("key", UNUSUAL_KEYS)
@pytest.mark.parametrize("command", [*READERS, "convert --invalid=bytes", "cat --keep-going"])
def test_a_key_that_no_dict_has_does_not_hide_damage(key, command, given, tmp_path):
    name, *more = command.split()
    arguments_of = arguments(name, given(b"\x93\xa1a" + key + b"\xa5\xff"), tmp_path)
    status, _, err = inside(arguments_of[0], *more, *arguments_of[1:])
    offset = 3 + len(key)
    assert status == 1 and f": byte {offset}: truncated fixstr: needs 5 bytes, 1 left, at $[2]" in err


def test_text_and_timestamps_do_not_hide_damage(given):
    for content in (b"\xa1\xff", b"\xc7\x01\xff\x00"):
        name = given(b"\x93\x80" + content + b"\xa5x")
        for options in (["count"], ["cat", "--invalid=bytes"]):
            _, _, err = inside(*options, name)
            assert f"byte {2 + len(content)}: truncated fixstr: needs 5 bytes, 1 left, at $[2]" in err


def test_an_invalid_timestamp_beside_a_key_that_no_dict_has(given):
    name = given(b"\x92\x81\x80\x01\xc7\x01\xff\x00")
    for option in ("fail", "bytes", "replace"):
        status, _, err = inside("validate", f"--invalid={option}", name)
        assert status == 1 and "byte 4: invalid timestamp" in err and err.rstrip().endswith("at $[1]")


def test_damage_inside_of_lz4_is_not_hidden(given):
    pytest.importorskip("lz4.block")
    from hayapack import decompress
    from hayapack.cli.events.lz4_content import compress

    whole = packb("x" * 200)
    packed = compress(b"\x92" + UNUSUAL_KEYS[0] + whole, "block")
    at = packed.index(b"\x92" + UNUSUAL_KEYS[0])
    broken = packed[:at] + b"\x93" + packed[at + 1 :]
    assert decompress(packed) == b"\x92" + UNUSUAL_KEYS[0] + whole
    _, _, err = inside("validate", given(broken))
    assert "truncated: the input ends where a value is expected, at $[2]" in err
