"""Each command as a process, on files and on pipes."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import struct
import subprocess
import sys

import pytest
from tool import COMMAND, PATIENCE, environment, good, inside, run, until_all_is_read, without

from hayapack import ExtType, Packer, packb, unpackb

VALUE = {"items": [{"name": "haya", "n": 1}, {"name": "速い", "n": 2.5}], "raw": b"\x00\x01"}
TEXT = b'{"items":[{"name":"haya","n":1},{"name":"\xe9\x80\x9f\xe3\x81\x84","n":2.5}],"raw":{"$bytes":"AAE="}}\n'
PACKED = packb(VALUE)
COMMANDS = ["cat", "convert", "inspect", "get", "stats", "validate", "head", "count", "split", "diff",
            "compare", "lab", "run", "completion"]  # fmt: skip


@pytest.fixture
def name(tmp_path):
    path = tmp_path / "data.msgpack"
    path.write_bytes(PACKED * 3)
    return str(path)


# --- all of them --------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command):
    if command == "lab":
        pytest.importorskip("hayapack_lab", reason="its help comes from the lab package")
    text = good(command, "--help").decode()
    assert text.startswith(f"usage: hayapack {command} ")
    if command == "run":
        assert "hayapack run celery" in text
    elif command != "lab":
        examples = text.split("\n\n")[1]  # after the usage
        assert examples.startswith("examples:\n  ") and f"hayapack {command}" in examples
    if command in ("cat", "get", "convert", "inspect", "stats", "count", "split"):
        shared = text.partition("\noptions of most commands:\n")[2]
        assert "--max-depth" in shared and "--from" in shared + text and "\n\n" not in shared


def test_the_synopsis_has_the_words():
    synopses = {"convert": "[IN] [OUT]", "query": "FILE... SQL", "cat": "[FILE...]", "split": "[FILE] [PREFIX]"}
    for command, expected in synopses.items():
        assert inside(command, "--help")[1].decode().startswith(f"usage: hayapack {command} [OPTION...] {expected}\n")


def test_errors_of_the_lab_are_in_the_tools_style():
    pytest.importorskip("hayapack_lab", reason="these are of the lab package")
    for words, what in (([], "the COMMAND is missing"), (["x"], "no such command: x")):
        status, out, err = inside("lab", *words)
        assert (status, out, err.count("\n")) == (2, b"", 1) and err.startswith(f"hayapack: lab: {what}: run, report, ")
    assert inside("lab", "--help")[0] == 0


@pytest.mark.parametrize("command", ["cat", "inspect", "stats", "validate", "head", "count", "split", "convert"])
def test_a_missing_file_is_named(command, tmp_path):
    done = run(command, "no.msgpack", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"hayapack: no.msgpack: No such file or directory\n")
    done = run(command, str(tmp_path))
    assert done.returncode == 1 and b"Is a directory" in done.stderr


@pytest.mark.parametrize("command", ["cat", "inspect", "validate", "count", "head"])
def test_a_bad_file_does_not_stop_the_others(command, name, tmp_path):
    (tmp_path / "bad.msgpack").write_bytes(b"\x93\x01")
    (tmp_path / "good.msgpack").write_bytes(b"\x05")
    done = run(command, "bad.msgpack", "no.msgpack", "good.msgpack", cwd=tmp_path)
    assert done.returncode == 1
    assert b"bad.msgpack: byte 0: truncated" in done.stderr and b"no.msgpack: No such" in done.stderr
    assert b"5" in done.stdout or b"good.msgpack" in done.stdout


def test_options_may_stand_anywhere(name):
    assert good("cat", name, "--pretty", name) == good("cat", "--pretty", name, name)
    assert good("head", name, "-n", "1") == TEXT


# --- cat -----------------------------------------------------------------------


def test_cat_of_a_file_of_standard_input_and_of_both(name):
    assert good("cat", name) == TEXT * 3
    assert good("cat", stdin=PACKED) == TEXT
    assert good("cat", "-", name, stdin=PACKED) == TEXT * 4
    with open(name, "rb") as file:
        file.seek(len(PACKED))  # an open file is read from its current position
        done = run("cat", stdin=file)
    assert (done.returncode, done.stdout) == (0, TEXT * 2)


def test_cat_pretty():
    text = good("cat", "--pretty", stdin=packb({"a": [1, {}], "b": []})).decode()
    assert text == '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}\n'
    # The slow path gives the same layout.
    assert good("cat", "--pretty", stdin=b"\x91\xca\x3f\x80\x00\x00").decode() == (
        '[\n  {\n    "$float32": 1.0\n  }\n]\n'
    )


def test_cat_plain_is_refused_with_status_3():
    done = run("cat", "--plain", stdin=packb({"a": 1}) + PACKED)
    assert done.returncode == 3 and done.stdout == b'{"a":1}\n'
    assert done.stderr == (
        b"hayapack: standard input: byte 54: bytes has no exact form in plain JSON, at $.raw, in message 2\n"
    )


@pytest.mark.parametrize("library", ["orjson", "json"])
def test_cat_with_either_json_library(library, name, tmp_path):
    path = without(tmp_path, "orjson") if library == "json" else os.environ.get("PYTHONPATH", "")
    data = PACKED + packb([{1: 2}, ExtType(5, b"x"), 2**64 - 1, -0.0, float("nan"), "\u2028\x7f\\\""])
    expected = good("cat", name, stdin=data)
    assert good("cat", name, stdin=data, PYTHONPATH=path) == expected
    data = b"\x91" * 1023 + b"\x90"
    assert good("cat", stdin=data, PYTHONPATH=path) == b"[" * 1024 + b"]" * 1024 + b"\n"
    assert good("convert", stdin=b"[" * 1024 + b"]" * 1024, PYTHONPATH=path) == data


@pytest.mark.long
@pytest.mark.parametrize("shape", ["array", "map", "map with numbers", "map that repeats", "nested", "text"])
def test_a_big_message_is_written_piece_by_piece(shape, tmp_path):
    """A message large enough to be opened has the same text as small ones."""
    small = [{"n": n, "text": "x" * 100, "raw": b"r"} for n in range(80_000)]
    pairs = {
        "map": [(f"k{n}", value) for n, value in enumerate(small)],
        "map with numbers": [(n, value) for n, value in enumerate(small)],
        "map that repeats": [(f"k{n % 79_999}", value) for n, value in enumerate(small)],
    }.get(shape)
    if pairs:
        data = Packer().pack_map_pairs(pairs)
    elif shape == "nested":
        data = packb({"a": [[1, small, 2], {"b": small}], "c": None})
    else:
        data = packb(small if shape == "array" else "é" * 9_000_000)
    path = tmp_path / "big.msgpack"
    path.write_bytes(packb(1) + data + packb(2))
    first, text, last = good("cat", str(path)).splitlines()
    assert (first, last) == (b"1", b"2")
    found = json.loads(text)
    if shape in ("map with numbers", "map that repeats"):
        assert list(found) == ["$map"] and len(found["$map"]) == 80_000
        assert found["$map"][-1] == [pairs[-1][0], {**small[-1], "raw": {"$bytes": "cg=="}}]
    back = good("convert", "-", "-", "--from", "jsonl", stdin=first + b"\n" + text + b"\n" + last)
    assert back == path.read_bytes()
    pretty = good("cat", "--pretty", str(path))
    assert json.loads(pretty[2:-3]) == found and pretty.count(b"\n") > 80_000 or shape == "text"
    assert good("count", str(path)) == b"3\n"
    assert good("convert", str(path), "-", "--to", "msgpack") == path.read_bytes()


# --- convert -------------------------------------------------------------------


def test_convert_by_suffix_there_and_back(tmp_path):
    (tmp_path / "a.msgpack").write_bytes(PACKED)
    names = ["a.msgpack", "b.json", "c.mplz4", "d.jsonl", "e.mp", "f.ndjson", "g.mpk"]
    for one, other in zip(names, names[1:]):
        assert good("convert", one, other, cwd=tmp_path) == b""
    assert (tmp_path / "g.mpk").read_bytes() == PACKED
    assert (tmp_path / "b.json").read_bytes() == TEXT
    assert unpackb((tmp_path / "c.mplz4").read_bytes(), lz4=True) == VALUE


@pytest.mark.parametrize("kind", ["gz", "zst", "lz4"])
def test_convert_to_compressed_files(kind, tmp_path):
    pytest.importorskip({"gz": "gzip", "zst": "zstandard", "lz4": "lz4.frame"}[kind])
    (tmp_path / "a.msgpack").write_bytes(PACKED * 1000)
    good("convert", "a.msgpack", f"b.jsonl.{kind}", cwd=tmp_path)
    assert (tmp_path / f"b.jsonl.{kind}").stat().st_size < 5000
    good("convert", f"b.jsonl.{kind}", "c.msgpack", cwd=tmp_path)
    assert (tmp_path / "c.msgpack").read_bytes() == PACKED * 1000


@pytest.mark.parametrize("framing, format_byte", [("block-array", 98), ("block", 99)])
def test_convert_to_lz4_and_back(framing, format_byte):
    data = packb(["a" * 1000] * 300) + packb(5)
    packed = good("convert", "--lz4", framing, stdin=data)
    assert len(packed) < 5000 and bytes([format_byte]) in packed[:8]
    assert good("convert", "--to", "msgpack", stdin=packed) == data
    assert good("cat", stdin=packed) == good("cat", stdin=data)


def test_convert_by_content():
    assert good("convert", stdin=b' {"a": [1, 2]}\n') == packb({"a": [1, 2]})
    assert good("convert", stdin=b"[1]\n[2]\n") == packb([1]) + packb([2])
    assert good("convert", stdin='\ufeff{"a": 1}'.encode()) == packb({"a": 1})
    assert good("convert", stdin='{"é": 1}'.encode("utf-16")) == packb({"é": 1})
    assert good("convert", stdin=packb([1])) == b"[1]\n"
    assert good("convert", "--from", "msgpack", stdin=b"1") == b"49\n"


def test_convert_writes_what_comes_before_an_error_to_a_pipe():
    done = run("convert", stdin=PACKED + b"\x93\x01")
    assert done.returncode == 1 and done.stdout == TEXT
    done = run("convert", "--from", "jsonl", stdin=b"[1]\n[2\n")
    assert done.returncode == 1 and done.stdout == packb([1])
    assert done.stderr.startswith(b"hayapack: standard input: byte 6: ")


def test_convert_refuses_what_does_not_fit(tmp_path, name):
    done = run("convert", name, str(tmp_path / "out.json"))
    assert done.returncode == 2 and b"use --to jsonl" in done.stderr
    done = run("convert", name, "-", "--to", "jsonl", "--plain")
    assert done.returncode == 3 and b"at $.raw" in done.stderr
    done = run("convert", stdin=b"[18446744073709551616]")
    assert done.returncode == 3 and b"out of range" in done.stderr
    done = run("convert", name, name)
    assert done.returncode == 2 and b"same file" in done.stderr
    assert open(name, "rb").read() == PACKED * 3


# --- inspect -------------------------------------------------------------------


def test_inspect_shows_every_value():
    text = good("inspect", stdin=packb({"a": [1, "é", None]})).decode()
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    assert rows == [
        ["0", "81", "fixmap", "$", "1 entry"],
        ["1", "a1 61", "fixstr", "${key #0}", '"a"'],
        ["3", "93", "fixarray", "$.a", "3 elements"],
        ["4", "01", "positive fixint", "$.a[0]", "1"],
        ["5", "a2 c3 a9", "fixstr", "$.a[1]", '"é"'],
        ["8", "c0", "nil", "$.a[2]", "null"],
        ["1 message, 9 bytes"],
    ]


def test_inspect_points_out_what_is_wasteful():
    data = b"\xde\x00\x03\xd9\x01a\xcd\x00\x05\xa1a\xd3" + b"\xff" * 8 + b"\x01\xdc\x00\x00"
    text = good("inspect", stdin=data).decode()
    notes = [line.split("! ")[1] for line in text.splitlines() if "! " in line]
    assert notes == ["2 bytes more than needed", "1 byte more than needed", "2 bytes more than needed",
                     "repeats key #0", "8 bytes more than needed", "2 bytes more than needed"]  # fmt: skip
    assert text.endswith("15 bytes more than needed, in 5 values; 1 key repeats\n")


def test_inspect_looks_into_lz4_and_typeless():
    inner = packb(ExtType(100, packb("Demo.C, g") + packb({"A": 5, "S": "x" * 90})))
    text = good("inspect", stdin=good("convert", "--lz4", "block-array", stdin=inner)).decode()
    assert "LZ4: " in text and "typeless Demo.C, g" in text
    assert re.search(r"^ +> \d+ .*positive fixint +\$\.A  5$", text, re.M)
    assert "! " not in text


def test_inspect_shows_what_is_there_of_a_damaged_message():
    done = run("inspect", stdin=packb({"a": [1, 2, "abc"]})[:-1])
    assert done.returncode == 1 and done.stderr.endswith(b"truncated fixstr: needs 3 bytes, 2 left, at $.a[2]\n")
    assert done.stdout.decode().splitlines()[-1].split()[:5] == ["5", "02", "positive", "fixint", "$.a[1]"]


# --- get -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "path, text",
    [("$", TEXT.decode().strip()), ("$.items[1].n", "2.5"), ("items[-1].name", '"速い"'),
     ("$.raw", '{"$bytes":"AAE="}'), ('["items"][0]', '{"name":"haya","n":1}'), ("${#1}", '{"$bytes":"AAE="}'),
     ("${key #1}", '"raw"')],
)  # fmt: skip
def test_get(path, text, name):
    assert good("get", name, path).decode() == text + "\n"
    assert good("get", "--all", name, path).decode() == (text + "\n") * 3
    assert good("get", "-", path, stdin=PACKED).decode() == text + "\n"


def test_get_other_keys():
    data = Packer().pack_map_pairs([(7, "n"), (-1, "m"), ("a b", 1), ("twice", 1), ("twice", 2), (None, 0)])
    for path, text in [("${7}", b'"n"'), ("${-1}", b'"m"'), ('$["a b"]', b"1"), ("$.twice", b"2"), ("${#5}", b"0")]:
        assert good("get", "-", path, stdin=data) == text + b"\n", path


@pytest.mark.parametrize(
    "path, text",
    [("$.no", "no key 'no' in the map of 2 entries at $"), ("$.items[2]", "no element 2 in the array of 2 elements at $.items"),
     ("$.items[-3]", "no element -3 in the array of 2 elements at $.items"), ("$.raw.a", "no key 'a' in the bin at $.raw"),
     ("$[0]", "no element 0 in the map of 2 entries at $")],
)  # fmt: skip
def test_get_of_what_is_not_there(path, text, name):
    done = run("get", name, path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"hayapack: {name}: {text}\n"


def test_get_raw_and_through_lz4_and_typeless():
    assert good("get", "--raw", "-", "$.items", stdin=PACKED) == packb(VALUE["items"])
    inner = packb(ExtType(100, packb("Demo.C, g") + packb({"A": {"B": "x" * 100}})))
    packed = good("convert", "--lz4", "block", stdin=inner)
    assert good("get", "-", "$.A.B", stdin=packed) == b'"' + b"x" * 100 + b'"\n'


def test_get_never_passes_truncated_input():
    done = run("get", "-", "$[0]", stdin=b"\x92\x01")
    assert done.returncode == 1 and b"truncated" in done.stderr
    data = packb([1, "x" * 10_000_000])[:-1]
    done = run("get", "-", "$[0]", stdin=data)
    assert done.returncode == 1 and b"truncated" in done.stderr
    assert good("get", "--all", "-", "$", stdin=packb(1) + packb(2)) == b"1\n2\n"


def test_get_unchecked_stops_at_the_value():
    data = packb([{"a": "x" * 100}] * 100_000)[:-1]
    assert good("get", "--unchecked", "-", "$[5].a", stdin=data) == b'"' + b"x" * 100 + b'"\n'


# --- stats, count, validate, head, split, diff ------------------------------------


def test_stats(name):
    text = good("stats", name).decode()
    assert text.startswith(f"3 messages, {3 * len(PACKED)} bytes, 45 values\n")
    assert re.search(r"^keys: 18, 72 bytes, \d+\.\d %$", text, re.M)
    assert re.search(r"LZ4 of each message would leave \d+ bytes, and save nothing", text)
    rows = {line.split()[4]: line.split() for line in text.splitlines() if re.match(r" +\d", line)}
    assert rows["$"][0] == str(3 * len(PACKED)) and rows["$"][5:] == ["map"]
    assert rows["$.items[].n"][3:] == ["6", "$.items[].n", "int", "3,", "float64", "3"]
    facts = json.loads(good("stats", "--json", name))
    assert facts["messages"] == 3 and facts["keys"] == {"count": 18, "bytes": 72}
    assert sum(row["count"] for row in facts["paths"]) + 18 == facts["values"]


def test_stats_count_every_form_once():
    """Containers as keys, long encodings, ext and typed values: the same counts as a walk by
    tokens."""
    from hayapack._core import tokens

    inner = packb("Demo.C, g") + packb({"A": [1, 300]})
    data = Packer().pack_map_pairs([
        ("a", [1, 2.5, None, True, b"b"]), ((1, (2, {"k": 3})), "x"), ("a", {"deep": [[]]}), (7, -5),
        ("k" * 100, ExtType(5, b"x")), (None, ExtType(100, inner)),
    ]) + b"\xde\x00\x01\xd9\x01a\xca\x3f\x80\x00\x00"  # fmt: skip
    facts = json.loads(good("stats", "--json", stdin=data))
    walked = [token for at in (0, len(data) - 11) for _, token, _ in tokens.walk(data, at)]
    assert facts["values"] == len(walked) + 5  # of the typed value
    rows = {row["path"]: row for row in facts["paths"]}
    assert rows["$"]["bytes"] == len(data) and rows["$"]["count"] == 2
    assert rows["$.a"]["count"] == 3 and rows["$.a"]["types"] == {"array": 1, "map": 1, "float32": 1}
    assert rows["$.a[]"]["count"] == 5 and rows["$.a.deep[]"]["types"] == {"array": 1}
    assert rows["${7}"]["types"] == {"int": 1} and rows["${other keys}.A[]"]["count"] == 2
    assert facts["longer_than_needed"] == 3


def test_stats_of_a_big_message_is_that_of_its_parts():
    small = [{"n": n, "list": [1, 2], "text": "x" * 100} for n in range(80_000)]
    facts = json.loads(good("stats", "--json", stdin=packb({"all": small})))
    rows = {row["path"]: row for row in facts["paths"]}
    assert rows["$"]["bytes"] == facts["bytes"] == facts["uncompressed"] == len(packb({"all": small}))
    assert rows["$.all[].list[]"]["count"] == 160_000 and rows["$.all[].n"]["types"] == {"int": 80_000}
    assert facts["keys"]["count"] == 240_001 and facts["with_lz4"] < facts["bytes"] / 3


def test_count_and_validate(name):
    assert good("count", name) == b"3\n"
    assert good("count", name, name).decode() == f"3\t{name}\n3\t{name}\n6\ttotal\n"
    assert good("validate", name).decode() == f"{name}: valid: 3 messages, {3 * len(PACKED)} bytes\n"
    assert good("validate", "-q", stdin=b"\x01") == b""
    done = run("validate", name, "-", stdin=b"\xa1\xff")
    assert done.returncode == 1 and b"standard input: byte 0: invalid UTF-8" in done.stderr
    assert good("validate", stdin=b"\x81\x90\x01") == b"standard input: valid: 1 message, 3 bytes\n"


def test_head_does_not_read_what_follows(tmp_path):
    data = packb([1]) + packb([2]) + b"\xc1"
    assert good("head", "-n", "2", stdin=data) == b"[1]\n[2]\n"
    assert good("head", "--raw", "-n", "1", stdin=data) == packb([1])
    done = run("head", stdin=data)
    assert done.returncode == 1 and done.stdout == b"[1]\n[2]\n"
    big = packb(["x" * 1000] * 10_000)
    assert good("head", "-n", "1", "--raw", stdin=big + b"\xc1") == big


def test_split(tmp_path, name):
    made = good("split", name, "part-", cwd=tmp_path).decode().split()
    assert made == ["part-000001.msgpack", "part-000002.msgpack", "part-000003.msgpack"]
    assert all((tmp_path / part).read_bytes() == PACKED for part in made)
    made = good("split", "-n", "2", name, "two-", cwd=tmp_path).decode().split()
    assert [(tmp_path / part).read_bytes() for part in made] == [PACKED * 2, PACKED]
    made = good("split", name, "-b", f"{2 * len(PACKED)}", "size-", cwd=tmp_path).decode().split()
    assert [(tmp_path / part).read_bytes() for part in made] == [PACKED * 2, PACKED]
    done = run("split", name, "part-", cwd=tmp_path)
    assert done.returncode == 1 and b"part-000001.msgpack: File exists" in done.stderr
    big = packb(["x" * 1000] * 10_000)
    made = good("split", "-", "big-", cwd=tmp_path, stdin=b"\x01" + big + b"\x02").decode().split()
    assert [(tmp_path / part).read_bytes() for part in made] == [b"\x01", big, b"\x02"]


def differ(a, b, *options, tmp_path):
    (tmp_path / "a").write_bytes(a)
    (tmp_path / "b").write_bytes(b)
    done = run("diff", "a", "b", *options, cwd=tmp_path)
    assert done.stderr == b"" and done.returncode == (1 if done.stdout else 0)
    return done.stdout.decode().splitlines()


def test_diff(tmp_path):
    a = {"same": 1, "list": [1, 2, 3, 4], "gone": None, "deep": {"x": "old"}}
    b = {"deep": {"x": "new"}, "list": [1, 3, 4], "same": 1, "more": [5]}
    assert differ(packb(a), packb(b), tmp_path=tmp_path) == [
        "- $.list[1]: 2",
        "- $.gone: null",
        '~ $.deep.x: "old" -> "new"',
        "+ $.more: [5]",
    ]
    # Other encodings of the same values, another order of keys, LZ4: no difference.
    assert differ(b"\x82\xa1a\x01\xa1b\x02", b"\xde\x00\x02\xd9\x01b\xd3" + b"\0" * 7 + b"\x02\xa1a\xcc\x01",
                  tmp_path=tmp_path) == []  # fmt: skip
    big = packb({"text": "x" * 1000})
    assert differ(big, good("convert", "--lz4", "block", stdin=big), tmp_path=tmp_path) == []
    assert differ(packb(1), packb(1.0), tmp_path=tmp_path) == ["~ $: 1 -> 1.0"]
    assert differ(packb(1) + packb([2]), packb(1) + packb([3]) + packb(4), tmp_path=tmp_path) == [
        "message 2:", "~ $[0]: 2 -> 3", "+ message 3: 4",
    ]  # fmt: skip
    one, two = (Packer().pack_map_pairs([("a", 1), ("a", n), (7, 0), (None, n)]) for n in (2, 3))
    assert differ(one, two, tmp_path=tmp_path) == ["~ $.a: 2 -> 3", "~ ${#3}: 2 -> 3"]


def test_diff_with_json_and_bad_data(tmp_path, name):
    (tmp_path / "x.jsonl").write_bytes(TEXT * 2)
    done = run("diff", name, "x.jsonl", cwd=tmp_path)
    assert done.returncode == 1 and done.stdout.startswith(b"- message 3: {")
    done = run("diff", name, "-", stdin=PACKED + b"\xc1")
    assert done.returncode == 1 and b"standard input: byte 54: reserved byte c1" in done.stderr
    done = run("diff", name, "no.msgpack")
    assert done.returncode == 1 and b"no.msgpack: No such file" in done.stderr


def test_diff_ignores_the_width_of_floats(tmp_path):
    def float32(value):
        return b"\xca" + struct.pack(">f", value)

    values = [100.0, 0.1, -0.0, 1e30]
    (tmp_path / "f32.msgpack").write_bytes(b"\x94" + b"".join(map(float32, values)))
    (tmp_path / "f64.msgpack").write_bytes(packb(values))
    (tmp_path / "f.json").write_text(json.dumps(values))
    assert (
        good("diff", "f32.msgpack", "f.json", cwd=tmp_path)
        == good("diff", "f.json", "f32.msgpack", cwd=tmp_path)
        == b""
    )
    done = run("diff", "f32.msgpack", "f64.msgpack", cwd=tmp_path)  # 0.1 lost digits
    assert done.stdout == b'~ $[1]: {"$float32":0.1} -> 0.1\n~ $[3]: {"$float32":1e30} -> 1e30\n'
    for text, path in [
        ("[100, 0.1, -0.0, 1e30]", b"$[0]"),
        ("[100.0, 0.1, 0.0, 1e30]", b"$[2]"),
        ("[100.0, 0.1, -0.0, 1e300]", b"$[3]"),
    ]:
        (tmp_path / "f.json").write_text(text)
        done = run("diff", "f32.msgpack", "f.json", cwd=tmp_path)
        assert done.returncode == 1 and done.stdout.startswith(b"~ " + path + b": ") and done.stdout.count(b"\n") == 1
    # Elements are aligned by their values, too.
    (tmp_path / "f.json").write_text("[7.5, 100.0, 2.5, 1e30]")
    (tmp_path / "f32.msgpack").write_bytes(b"\x93" + float32(100.0) + float32(2.5) + b"\xcb" + struct.pack(">d", 1e30))
    assert run("diff", "f32.msgpack", "f.json", cwd=tmp_path).stdout == b"+ $[0]: 7.5\n"


def test_diff_aligns_elements(tmp_path):
    a = list(range(5000))
    lines = differ(packb(a), packb([n for n in a if n % 7]), tmp_path=tmp_path)
    assert lines == [f"- $[{n}]: {n}" for n in a if n % 7 == 0]
    rows = [{"id": n, "at": n * 5, "name": "x"} for n in range(100)]
    # One row is missing, and all others have another time: similar rows are compared.
    others = [{**row, "at": row["at"] + 1} for row in rows if row["id"] != 40]
    lines = differ(packb(rows), packb(others), tmp_path=tmp_path)
    assert len(lines) == 100 and lines[40].startswith("- $[40]: ")
    assert lines[41] == "~ $[41].at: 205 -> 206"


def test_diff_aligns_messages(tmp_path):
    rows = [{"id": n, "name": "x"} for n in range(20_000)]
    one = b"".join(map(packb, rows))
    # The order of keys makes no difference.
    other = b"".join([packb({"name": "x", "id": row["id"]}) for row in rows if row["id"] not in (7, 15_000)])
    assert differ(one, other + packb("more"), tmp_path=tmp_path) == [
        '- message 8: {"id":7,"name":"x"}', '- message 15001: {"id":15000,"name":"x"}', '+ message 19999: "more"'
    ]  # fmt: skip
    assert differ(one, one[: len(packb(rows[0]))] + other, tmp_path=tmp_path)[0].startswith("+ message 2: ")


def test_diff_is_bounded_where_nothing_is_equal(tmp_path):
    import random

    numbers = random.Random(5)
    a, b = ([numbers.randrange(10) for _ in range(20_000)] for _ in range(2))
    assert len(differ(packb(a), packb(b), tmp_path=tmp_path)) > 10_000


# --- compressed inputs, missing packages, closed pipes -------------------------------


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes and signals")
@pytest.mark.parametrize("command", ["cat", "inspect", "head", "convert", "get"])
def test_a_closed_pipe_is_quiet(command, tmp_path):
    path = tmp_path / "long.msgpack"
    path.write_bytes(PACKED * 50_000)
    more = ["--all", "$"] if command == "get" else ["-n", "50000"] if command == "head" else []
    process = subprocess.Popen(
        [*COMMAND, command, str(path), *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout.readline()
    process.stdout.close()
    assert (process.stderr.read(), process.wait(timeout=PATIENCE)) == (b"", 141)
    process.stderr.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("command", ["cat", "count", "inspect"])
def test_messages_come_out_as_they_come_in_and_ctrl_c_ends_it(command):
    process = subprocess.Popen(
        [*COMMAND, command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(),
    )  # fmt: skip
    process.stdin.write(PACKED + PACKED[:5])
    process.stdin.flush()
    if command != "count":
        assert process.stdout.readline()
    else:
        until_all_is_read(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")
    assert command != "count" or out == b"1\n"


def test_gzip_of_a_stream_that_ends_early_keeps_what_came():
    packed = gzip.compress(b"".join(packb({"n": n, "x": os.urandom(20)}) for n in range(2000)))
    done = run("cat", stdin=packed[: len(packed) // 2])
    assert done.returncode == 1 and done.stdout.count(b"\n") > 500
    assert b"compressed data is truncated" in done.stderr
