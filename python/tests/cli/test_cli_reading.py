"""Reading, the same in every command: text that is not UTF-8, bad messages, ext that is not LZ4,
other formats."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import importlib.util
import json
import lzma

import pytest
from tool import good, run

from hayapack import ExtType, Fragment, packb, unpackb
from hayapack.cli.common.exit_status import BadData
from hayapack.cli.input import inputs
from hayapack.cli.json.layout import Look
from hayapack.cli.json.writer import JsonWriter
from hayapack.cli.reading import Reading

# As PHP's msgpack_pack writes a binary id.
PHP = bytes.fromhex("81a26964a8c1f1b6ff00112233")
TIME = b"\xd5\xff\x00\x00"  # a timestamp of two bytes
READING = ["cat", "convert", "inspect", "get", "stats", "validate", "head", "diff", "compare"]


# --- --invalid ---------------------------------------------------------------------------


def test_text_that_is_not_utf8_fails_without_the_option():
    done = run("cat", stdin=packb(1) + PHP + packb(2))
    assert (done.returncode, done.stdout) == (1, b"1\n")
    assert b"byte 5: invalid UTF-8" in done.stderr and b"at $.id, in message 2" in done.stderr


@pytest.mark.parametrize(
    "how, value", [("bytes", {"$bytes": "wfG2/wARIjM="}), ("replace", "\ufffd\ufffd\ufffd\0\x11\"3")]
)
def test_text_that_is_not_utf8_can_be_read(how, value):
    found = good("cat", f"--invalid={how}", stdin=packb(1) + PHP + packb(2)).splitlines()
    assert [json.loads(line) for line in found] == [1, {"id": value}, 2]
    for command in (["head"], ["get", "$"], ["get", "--all", "$"], ["convert"]):
        assert json.loads(good(*command, f"--invalid={how}", stdin=PHP)) == {"id": value}
    done = run("convert", "--to", "msgpack", f"--invalid={how}", stdin=PHP)
    told = b"hayapack: standard input: remark: text that is not UTF-8 became bin\n" if how == "bytes" else b""
    assert (done.returncode, done.stderr) == (0, told)
    assert good("convert", "--to", "msgpack", f"--invalid={how}", stdin=packb("text")) == packb("text")
    assert unpackb(done.stdout)["id"] == (bytes.fromhex("c1f1b6ff00112233") if how == "bytes" else value)
    assert b"valid: 1 message, " in good("validate", f"--invalid={how}", stdin=PHP)
    assert b"fixstr" in good("inspect", f"--invalid={how}", stdin=PHP)
    assert b"1 message" in good("stats", f"--invalid={how}", stdin=PHP)


def test_invalid_text_as_keys_in_long_forms_in_lz4_and_in_big_messages():
    key = b"\x81\xa2\xff\xfe\x01"
    assert json.loads(good("cat", "--invalid=bytes", stdin=key)) == {"$map": [[{"$bytes": "//4="}, 1]]}
    long = b"\x92\xd9\x21" + b"\xff" * 33 + packb("x")
    assert json.loads(good("cat", "--invalid=replace", stdin=long)) == ["\ufffd" * 33, "x"]
    inner = b"\x91\xda\x01\x00" + b"\xff" * 256
    packed = good("convert", "--lz4", "block", "--to", "msgpack-lz4", stdin=inner)
    assert json.loads(good("cat", "--invalid=replace", stdin=packed)) == ["\ufffd" * 256]
    big = b"\xdd" + (300_000).to_bytes(4, "big") + (packb("x" * 40) + b"\xa1\xff") * 150_000
    assert good("cat", "--invalid=replace", stdin=big).count("\ufffd".encode()) == 150_000
    huge = b"\xdb" + (9_000_001).to_bytes(4, "big") + b"x" * 9_000_000 + b"\xff"
    assert good("cat", "--invalid=replace", stdin=huge).endswith("x\ufffd\"\n".encode())
    assert good("cat", "--invalid=bytes", stdin=huge).startswith(b'{"$bytes":"eHh4')


def test_other_faults_are_named_where_they_are():
    done = run("cat", "--invalid=bytes", stdin=packb(1) + b"\x92\xa1\xff" + TIME)
    assert done.returncode == 1 and b"byte 4: invalid timestamp" in done.stderr
    assert b"at $[1], in message 2" in done.stderr


# --- --keep-going --------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [PHP, TIME, b"\x92\x01" + TIME, b"\x91\xa1\xff"])
@pytest.mark.parametrize(
    "command", [["cat"], ["head"], ["get", "--all", "$"], ["convert"], ["validate"], ["stats"], ["inspect"]]
)
def test_keep_going_skips_a_bad_message(command, bad):
    done = run(*command, "--keep-going", stdin=packb([1]) + bad + packb([2]) + bad + packb([3]))
    assert done.returncode == 1
    lines = done.stderr.decode().splitlines()
    assert [line.split(", in message ")[1] for line in lines] == ["2; skipped", "4; skipped"]
    if command[0] in ("cat", "head", "get", "convert"):
        assert done.stdout == b"[1]\n[2]\n[3]\n"


def test_keep_going_with_plain_json():
    done = run("cat", "--plain", "--keep-going", stdin=packb(b"x") + packb([1]) + packb({1: 2}))
    assert (done.returncode, done.stdout) == (3, b"[1]\n")
    assert done.stderr.count(b"skipped") == 2


def test_keep_going_with_plain_json_checks_the_repaired_message():
    done = run("cat", "--plain", "--keep-going", "--invalid=replace", stdin=PHP + packb([1]))
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\ufffd".encode() in done.stdout and done.stdout.endswith(b"\n[1]\n")


def big_map_with(last):
    """A map that is too large to be complete in memory; last: the bytes of its last key and value."""
    many = packb({f"key{n}": "x" * 100 for n in range(90_000)})
    return b"\xdf" + (90_001).to_bytes(4, "big") + many[5:] + last


@pytest.mark.parametrize(
    "last, how, start, end",
    [
        (b"\xa1\xff\x05", "bytes", b'{"$map":[["key0"', b',[{"$bytes":"/w=="},5]]}\n'),
        (b"\xa1\xff\x05", "replace", b'{"key0"', ',"\ufffd":5}\n'.encode()),
        (b"\xa1v\x81\x91\x01\x05", "fail", b'{"key0"', b',"v":{"$map":[[[1],5]]}}\n'),
    ],
)
def test_the_last_key_of_a_big_map_decides_its_form(last, how, start, end):
    out = good("cat", f"--invalid={how}", stdin=big_map_with(last))
    assert (out[: len(start)], out[-len(end) :]) == (start, end)


def test_keep_going_past_a_big_message():
    rows = [{"n": n, "text": "x" * 100} for n in range(90_000)]
    bad = packb([rows, 5])[:-1] + b"\xa1\xff"
    done = run("cat", "--keep-going", stdin=packb(1) + bad + packb(2))
    assert (done.returncode, done.stdout) == (1, b"1\n2\n") and b"at $[1], in message 2" in done.stderr
    huge = b"\xdb" + (9_000_001).to_bytes(4, "big") + b"x" * 9_000_000 + b"\xff"
    done = run("cat", "--keep-going", stdin=packb(1) + huge + packb(2))
    assert (done.returncode, done.stdout) == (1, b"1\n2\n")


def test_keep_going_past_a_reserved_byte():
    done = run("cat", "--keep-going", stdin=packb(1) + b"\xc1" + packb(2))
    assert (done.returncode, done.stdout) == (1, b"1\n2\n")
    text = "hayapack: standard input: byte 1: reserved byte c1, at $, in message 2; left out 1 byte from byte 1 on\n"
    assert done.stderr.decode() == text


# --- ext 98 and 99 that are not LZ4
# ------------------------------------------------------------------------


def test_an_ext_99_that_is_not_lz4_is_an_ext():
    data = bytes.fromhex("c90000000563") + b"hello"
    expected = b'{"$ext":99,"data":"aGVsbG8="}\n'
    assert good("cat", stdin=data) == expected
    assert good("cat", stdin=packb(ExtType(98, b"x"))) == b'{"$ext":98,"data":"eA=="}\n'
    assert b"valid: 1 message, 11 bytes" in good("validate", stdin=data)
    assert b"ext 99 (LZ4 block), 5 bytes" in good("inspect", stdin=data)
    assert good("convert", "--to", "msgpack", stdin=data) == data
    assert good("get", "$", stdin=data) == expected
    assert good("stats", "--json", stdin=data)


def test_no_lz4_leaves_messages_closed():
    packed = good("convert", "--lz4", "block", stdin=packb(["a" * 100]))
    assert good("cat", stdin=packed) == b'["' + b"a" * 100 + b'"]\n'
    assert good("cat", "--no-lz4", stdin=packed).startswith(b'{"$ext":99,')
    assert good("convert", "--no-lz4", "--to", "msgpack", stdin=packed) == packed
    assert b"LZ4: " not in good("inspect", "--no-lz4", stdin=packed)


def test_damaged_lz4_is_named_once_and_the_way_around_it():
    packed = good("convert", "--lz4", "block", stdin=packb(["a" * 100]))
    done = run("cat", stdin=packed[:-8] + b"\0" * 8)
    assert done.returncode == 1 and done.stderr.count(b"LZ4") == 1 and b"--no-lz4" in done.stderr
    size = packed.index(b"\xd2")
    done = run("cat", stdin=packed[: size + 1] + b"\xff\xff\xff\xfb" + packed[size + 5 :])
    assert b"invalid LZ4: a declared size is 0 or negative" in done.stderr


@pytest.mark.parametrize("module", ["gzip", "bz2", "lzma", "zstandard", "lz4.frame"])
def test_compressed_inputs_of_every_command(module, tmp_path):
    pack = pytest.importorskip(module).compress
    data = pack(packb({"a": 1}) * 2)
    (tmp_path / "x").write_bytes(data)
    assert good("cat", "x", cwd=tmp_path) == good("cat", stdin=data) == b'{"a":1}\n' * 2
    assert good("get", "x", "a", cwd=tmp_path) == good("get", "a", stdin=data) == b"1\n"
    assert good("diff", "x", "-", stdin=data, cwd=tmp_path) == b""
    assert b"valid: 2 messages" in good("validate", stdin=data)
    two = data + pack(packb(5))
    assert good("count", stdin=two) == b"3\n"
    done = run("count", stdin=data[:-2])
    assert done.returncode == 1 and b"is truncated" in done.stderr
    done = run("count", stdin=data + b"rest of it")
    assert (done.returncode, done.stdout) == (1, b"2\n") and b"follow a complete frame" in done.stderr


# --- characters that control a terminal
# ---------------------------------------------------------------------

OBEYED = "\x1b[2J\x7f\x9b\u202e\u2066\u061c"


@pytest.mark.parametrize("command", [["cat"], ["cat", "--pretty"], ["inspect"], ["get", "$"], ["stats"]])
def test_control_characters_never_come_out_raw(command):
    value = {OBEYED: [OBEYED, {"k": OBEYED}], "f": 1.5, "t" + OBEYED: ExtType(5, b"")}
    out = good(*command, stdin=packb(value)).decode()
    assert not set(out) & set(OBEYED) - set("[2J")
    if command[0] == "cat":
        assert json.loads(out)[OBEYED] == [OBEYED, {"k": OBEYED}]
        assert good("convert", stdin=out.encode()) == packb(value)


def test_control_characters_in_differences_and_errors(tmp_path):
    (tmp_path / "a").write_bytes(packb({OBEYED: 1}))
    (tmp_path / "b").write_bytes(packb({OBEYED: OBEYED}))
    out = run("diff", "a", "b", cwd=tmp_path).stdout.decode()
    assert out and not set(out) & set(OBEYED) - set("[2J")
    err = run("cat", stdin=packb({OBEYED: 1})[:-1] + b"\xa1\xff").stderr.decode()
    assert err.count("\n") == 1 and not set(err) & set(OBEYED) - set("[2J")
    err = run("cat", f"no{OBEYED}\n.msgpack").stderr.decode()
    assert err.count("\n") == 1 and not set(err) & set(OBEYED) - set("[2J")


def test_inspect_tells_a_byte_from_its_name_and_numbers_messages():
    out = run("inspect", stdin=b"\xa1\xff").stdout.decode()
    assert '"\\xff"  ! not UTF-8' in out
    assert '"\\\\xff"' in good("inspect", stdin=packb("\\xff")).decode()
    text = good("inspect", stdin=packb(1) + packb([b"\x00"]) + packb(3)).decode()
    assert [line for line in text.splitlines() if "message" in line] == [
        "message 2:",
        "message 3:",
        "3 messages, 6 bytes",
    ]
    assert "1 byte\n" in text and "1 bytes" not in text
    big = good("inspect", stdin=packb(1) + packb(["x" * 100] * 90_000) + packb("x" * 9_000_000)).decode()
    assert [line for line in big.splitlines() if line.startswith("message")] == ["message 2:", "message 3:"]


def test_get_all_goes_on_past_messages_without_the_value():
    data = packb({"a": 1}) + packb({"b": 2}) + packb(5) + packb({"a": 3})
    done = run("get", "--all", "$.a", stdin=data)
    assert (done.returncode, done.stdout) == (0, b"1\n3\n")
    assert b"2 messages without it; in the first: no key 'a' in the map of 1 entry at $, in message 2" in done.stderr
    done = run("get", "--all", "$.x", stdin=data)
    assert (done.returncode, done.stdout) == (1, b"")
    rows = {"rows": [{"n": n, "text": "x" * 100} for n in range(90_000)]}
    done = run("get", "--all", "$.rows[-1].m", stdin=packb(rows) + packb({"rows": [{"m": 1}]}))
    assert (done.returncode, done.stdout) == (0, b"1\n") and b"1 message without it" in done.stderr


# --- files of zero bytes -----------------------------------------------------------------

EMPTY = [
    (["cat"], b""), (["head"], b""), (["count"], b"0\n"), (["split"], b""), (["inspect"], b"0 messages, 0 bytes\n"),
    (["validate"], b"standard input: valid: empty, 0 messages\n"), (["convert"], b""), (["convert", "--to", "msgpack-lz4"], b""),
    (["convert", "--to", "json"], b"[]\n"), (["convert", "--from", "json"], b""), (["convert", "--from", "jsonl"], b""),
    (["diff", "-", "/dev/null"], b""),
]  # fmt: skip


@pytest.mark.parametrize("command, expected", EMPTY, ids=lambda part: " ".join(part) if isinstance(part, list) else "")
def test_no_bytes_are_a_stream_without_messages(command, expected, tmp_path):
    assert good(*command, cwd=tmp_path) == expected
    assert good(*command, stdin=gzip.compress(b""), cwd=tmp_path).replace(b" (gzip: 20 bytes)", b"") == expected
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_messages(tmp_path):
    (tmp_path / "e.msgpack").touch()
    (tmp_path / "one.msgpack").write_bytes(packb(1))
    for name, content in {"o.jsonl": b"", "o.msgpack": b"", "o.json": b"[]\n", "o.mplz4": b""}.items():
        assert good("convert", "e.msgpack", name, cwd=tmp_path) == b""
        assert (tmp_path / name).read_bytes() == content
    assert good("count", "e.msgpack", "one.msgpack", cwd=tmp_path) == b"0\te.msgpack\n1\tone.msgpack\n1\ttotal\n"
    done = run("diff", "e.msgpack", "one.msgpack", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"+ message 1: 1\n", b"")
    stats = json.loads(good("stats", "--json", "e.msgpack", cwd=tmp_path))
    assert (stats["messages"], stats["bytes"]) == (0, 0)
    assert good("stats", "e.msgpack", cwd=tmp_path).startswith(b"0 messages, 0 bytes, 0 values\n")


@pytest.mark.parametrize("command", [["get", "$"], ["get", "--all", "$"], ["compare"]])
def test_these_need_a_message(command):
    if command == ["compare"]:
        pytest.importorskip("hayapack_lab")
    done = run(*command)
    assert (done.returncode, done.stdout) == (1, b"") and done.stderr.endswith(b"byte 0: the input is empty\n")


# --- offsets in decompressed data --------------------------------------------------------


def test_errors_in_decompressed_data_say_so(tmp_path):
    path = tmp_path / "x.msgpack.gz"
    path.write_bytes(gzip.compress(packb([1] * 90) + b"\x92\x01"))
    said = f"hayapack: {path} (decompressed): byte 93: truncated"
    for command in (["cat"], ["count"], ["inspect"], ["validate"], ["stats"]):
        assert run(*command, path).stderr.decode().startswith(said), command
    assert run("diff", path, path).stderr.decode().startswith(said)
    assert run("compare", path).stderr.decode().startswith(said) or not importlib.util.find_spec("hayapack_lab")
    path.write_bytes(gzip.compress(packb(1) + b"\xa1\xff" + packb(2)))
    assert b"(decompressed): byte 1: invalid UTF-8" in run("cat", "--keep-going", path).stderr
    path.write_bytes(gzip.compress(b'{"a":1}'))
    assert b"(decompressed): this is JSON" in run("cat", path).stderr
    path.write_bytes(gzip.compress(packb(1))[:-3])
    assert run("cat", path).stderr.decode() == f"hayapack: {path}: gzip: the compressed data is truncated\n"


def test_an_index_of_another_format_is_refused(tmp_path):
    (tmp_path / "a.json").write_bytes(b'[{"id": 1}]')
    done = run("index", "a.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"") and b"a.json: this is JSON, not MessagePack" in done.stderr
    assert not (tmp_path / "a.json.hayaidx").exists()
    assert good("index", "--from", "msgpack", "a.json", cwd=tmp_path).startswith(b"a.json.hayaidx\t")


@pytest.mark.parametrize("kind", ["gzip", "zstd", "xz", "bzip2"])
def test_compression_without_a_suffix_has_no_index(kind, tmp_path):
    data = packb({"id": 1}) * 100
    packed = pytest.importorskip("zstandard").compress(data) if kind == "zstd" else {
        "gzip": gzip, "xz": lzma, "bzip2": bz2}[kind].compress(data)  # fmt: skip
    (tmp_path / "data.bin").write_bytes(packed)
    done = run("index", "data.bin", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"") and f"this is compressed with {kind}".encode() in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["data.bin"]


def test_an_index_has_the_remark_of_other_commands(tmp_path):
    (tmp_path / "data.bin").write_bytes(b"HAYA\x01" + packb({"id": 1}) * 100)
    done = run("index", "data.bin", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"data.bin.hayaidx\t105\n")
    assert b"data.bin: remark: messages begin at byte 5" in done.stderr


# --- --max-depth -------------------------------------------------------------------------

DEEP = b"\x91" * 1500 + b"\x05"


@pytest.mark.parametrize("pure", ["", pytest.param("1", marks=pytest.mark.long)])
def test_the_limit_of_nested_containers_can_be_raised(pure, tmp_path):
    env = {"HAYAPACK_PUREPYTHON": pure}
    (tmp_path / "deep").write_bytes(DEEP)
    deeper = ["--max-depth", "1500", "deep"]
    text = good("cat", *deeper, cwd=tmp_path, **env)
    assert text == b"[" * 1500 + b"5" + b"]" * 1500 + b"\n"
    assert good("convert", "--max-depth", "1500", stdin=text, cwd=tmp_path, **env) == DEEP
    assert good("inspect", *deeper, cwd=tmp_path, **env).endswith(b"  5\n1 message, 1501 bytes\n")
    assert good("validate", *deeper, cwd=tmp_path, **env) == b"deep: valid: 1 message, 1501 bytes\n"
    assert good("get", *deeper, "$" + "[0]" * 1500, cwd=tmp_path, **env) == b"5\n"
    assert good("diff", *deeper, "deep", cwd=tmp_path, **env) == b""
    assert good("stats", *deeper, "--json", cwd=tmp_path, **env)
    good("convert", "--lz4", "block", *deeper, "deep.mplz4", cwd=tmp_path, **env)
    assert good("cat", "--max-depth", "1500", "deep.mplz4", cwd=tmp_path, **env) == text
    done = run("cat", "--max-depth", "1499", "deep.mplz4", cwd=tmp_path, **env)
    assert done.returncode == 1 and b"nested deeper than max_depth(1499)" in done.stderr


@pytest.mark.parametrize("command", READING)
def test_the_limit_of_nested_containers_can_be_lowered(command, tmp_path):
    if command == "compare":
        pytest.importorskip("hayapack_lab")
    (tmp_path / "a").write_bytes(b"\x91" * 10 + b"\x05")
    more = {"get": ["$[0]"], "diff": ["a"]}.get(command, [])
    if command != "compare":
        good(command, "--max-depth", "10", "a", *more, cwd=tmp_path)
    done = run(command, "--max-depth", "9", "a", *more, cwd=tmp_path)
    path = "$" + "[0]" * 9
    said = f"hayapack: a: byte 9: containers nested deeper than max_depth(9), at {path}\n"
    assert (done.returncode, done.stderr.decode()) == (1, said)


def test_each_reading_has_a_limit_of_its_own(tmp_path):
    """Also while another one is open, and for what the Cutter does not check: the content of LZ4 and of typed values."""
    deep = b"\x91" * 9 + packb("x" * 100)
    typed = packb(ExtType(100, packb("T") + deep[1:]))  # which is a level itself
    for data in (deep, typed, packb(Fragment(deep), lz4="block"), packb(Fragment(deep), lz4="block-array")):
        (tmp_path / "a").write_bytes(data)
        with contextlib.ExitStack() as stack:
            opened = [stack.enter_context(contextlib.closing(inputs.open_input(str(tmp_path / "a")))) for _ in range(3)]
            cutters = [Reading(max_depth=depth).cutter(one) for depth, one in zip((8, 9, 10), opened)]
            with pytest.raises(BadData, match=r"deeper than max_depth\(8\)"):
                json_of(cutters[0])
            assert json_of(cutters[1]) == json_of(cutters[2]) and b"[" * 8 in json_of(Reading().cutter(opened[2]))


def json_of(cutter):
    pieces = []
    writer = JsonWriter(pieces.append, False, Look(False, False), "fail")
    for event in cutter:
        writer.take(cutter, event)
    return b"".join(pieces)


def test_the_limit_must_be_a_number():
    for text in ("x", "0", "-1", "100001", "1e3"):
        done = run("cat", f"--max-depth={text}")
        assert done.returncode == 2 and b"is not a whole number from 1 to 100000" in done.stderr
