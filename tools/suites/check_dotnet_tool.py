#!/usr/bin/env python3
"""Runs haya, the tool of the NuGet package Hayapack.Tool, on files, pipes and damaged input.

tools/suites/check_dotnet_tool.py HAYA
"""

from __future__ import annotations

import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "python" / "src"), str(ROOT / "python" / "tests")]
import vectors  # noqa: E402

HAYA = sys.argv[1]
PATIENCE = 60  # seconds, far above what anything here takes
NUMBERS = itertools.count()  # of files
HEAP = 48 << 20  # bytes of the garbage-collected heap: a hard limit of the runtime
STREAM = 100 << 20  # bytes
MESSAGE = bytes.fromhex("82a2696405a46e616d65d95a") + b"x" * 90  # {"id": 5, "name": "xx..."}
LINE = b'{"id":5,"name":"' + b"x" * 90 + b'"}\n'
BAD = b"\x92\x01\xa2\xc1\xf1"  # [1, a str that is not UTF-8]

#: Where a stream has another first error than a message alone. Its structure is checked while the rest has not come: a
#: count is not compared with the bytes that are left, and text and LZ4 are checked after the structure of their message.
IN_STREAM = {
    "first error first": ("reserved_byte", "3", "$[1]"),
    "promise before what it holds": ("reserved_byte", "1", "$[0]"),
    "98 with half a str for a block": ("truncated", "4", "$[1]"),
}

INSPECTED = """\
       0       46  fixmap  4 entries
       1        2    fixstr  "a":
       3        4    fixarray  3 elements
       4        1      positive fixint  1
       5        1      negative fixint  -1
       6        1      nil  null
       7        2    fixstr  "b":
       9        5    bin 8  3 bytes: 00 01 ff
      14        3    fixstr  "\\u001b]":
      17       20    ext 8  type 100: a type's name and a value
      20        7      fixstr  "Demo.C"
      27       10      fixarray  1 element
      28        9        float 64  0.5
      37        3    fixstr  not UTF-8, 2 bytes: c1 f1:
      40        6    fixext 4  {"$timestamp":"1970-01-01T00:00:01Z"}
"""
TYPED = b"\xc7\x11\x64\xa6Demo.C\x91\xcb\x3f\xe0" + bytes(6)
INSPECTED_BYTES = (
    b"\x84\xa1a\x93\x01\xff\xc0\xa1b\xc4\x03\x00\x01\xff\xa2\x1b]" + TYPED + b"\xa2\xc1\xf1\xd6\xff\x00\x00\x00\x01"
)


def run(*arguments: str, stdin: bytes = b"", heap: int | None = None) -> tuple[int, str, str]:
    environment = {**os.environ, **({"DOTNET_GCHeapHardLimit": hex(heap)} if heap else {})}
    done = subprocess.run([HAYA, *arguments], input=stdin, capture_output=True, env=environment, timeout=PATIENCE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check_json(folder: pathlib.Path) -> None:
    """cat writes the shared lossless JSON of files, and the content of LZ4 messages."""
    rows = [(bytes.fromhex(fields[1]), fields[2] + "\n") for _, fields in vectors.rows("json")]
    names = write(folder, [data for data, _ in rows])
    assert run("cat", *names) == (0, "".join(line for _, line in rows), "")
    # A message that is compressed twice is decompressed once; "=" is one that is not compressed.
    rows = [
        fields
        for file, fields in vectors.rows("lz4")
        if file == "valid.tsv" and not re.match("92d462|c71263|=", fields[2])
    ]
    packed = write(folder, [vectors.parse_bytes(fields[1]) for fields in rows])
    plain = write(folder, [vectors.parse_bytes(fields[2]) for fields in rows])
    assert run("cat", *packed) == run("cat", *plain)
    assert run("validate", *packed)[0] == 0
    rows = [vectors.parse_bytes(fields[1]) for file, fields in vectors.rows("typeless") if file == "valid.tsv"]
    status, lines, _ = run("cat", *write(folder, rows))
    assert status == 0 and lines.count('{"$type":') > len(rows), lines
    assert lines.startswith('{"$type":"Demo.C, g","A":6,"S":null,"O":null}\n'), lines


def check_errors(folder: pathlib.Path) -> None:
    """Each error has its name, offset and path; validate goes on with the next file."""
    rows = [
        fields
        for kind in ("invalid", "lz4")
        for file, fields in vectors.rows(kind)
        if len(fields) == 6 and fields[5] == "-" and fields[2] != "extra_data" and fields[1] != "-"
    ]
    names = write(folder, [vectors.parse_bytes(fields[1]) for fields in rows])
    found = {}
    for at in range(0, len(names), 500):
        status, output, errors = run("validate", *names[at : at + 500])
        assert (status, output) == (1, "")
        for line in errors.splitlines():
            match = re.fullmatch(r"haya: (\S+): (\w+): .*, at byte (\d+), (\$.*?)( of the content of .*)?", line)
            assert match, line
            found[match[1]] = match.groups()[1:4]
    different = [
        f"{fields[0]}: {found.get(name)}, not {expected}"
        for name, fields in zip(names, rows)
        if found.get(name) != (expected := IN_STREAM.get(fields[0], tuple(fields[2:5])))
    ]
    assert not different, "\n".join(different)
    print(f"    {len(rows)} damaged files")


def write(folder: pathlib.Path, contents: list[bytes]) -> list[str]:
    """Writes files; gives their names."""
    names = [folder / f"{next(NUMBERS)}.msgpack" for _ in contents]
    for name, data in zip(names, contents):
        name.write_bytes(data)
    return [str(name) for name in names]


def check_damaged() -> None:
    """What precedes an error stays; inspect shows the values before it."""
    three = MESSAGE * 2 + BAD
    text = "haya: standard input: invalid_utf8: "
    for command, output in (("cat", LINE.decode() * 2), ("validate", "")):
        status, shown, errors = run(command, stdin=three + MESSAGE)
        assert (status, shown) == (1, output), shown
        assert errors.startswith(text) and errors.endswith(f", at byte {len(three) - 3}, $[1], message 3\n"), errors
    assert run("validate", stdin=MESSAGE * 3) == (0, "standard input: valid: 3 messages, 306 bytes\n", "")
    status, shown, errors = run("inspect", stdin=INSPECTED_BYTES + b"\x92\x01\x92\xc0\xc1")
    assert (status, shown) == (1, INSPECTED), shown
    # An ext 100 of another program.
    status, shown, errors = run("inspect", stdin=b"\x92\xd4\x64\xc0\x07")
    assert (status, shown.split("\n")[1].split(maxsplit=2)[2]) == (0, "fixext 1  type 100, 1 byte: c0"), shown
    assert len(shown.splitlines()) == 3, shown
    status, shown, errors = run("inspect", stdin=b"\x92\x01\x92\xc0\xc1")
    lines = [line.split() for line in shown.splitlines()]
    assert [line[:4] for line in lines] == [
        ["0", "-", "fixarray", "2"],
        ["1", "1", "positive", "fixint"],
        ["2", "-", "fixarray", "2"],
        ["3", "1", "nil", "null"],
    ], shown
    assert errors.endswith(", at byte 4, $[1][1]\n") and "reserved_byte: " in errors, errors


def check_lz4() -> None:
    """inspect shows a compressed message and its content, whose errors say so."""
    shop = (ROOT / "docs" / "samples" / "shop.msgpack").read_bytes()
    status, shown, _ = run("inspect", stdin=shop)
    assert status == 0 and " bytes hold " in shown and "\n      +0 " in shown and '"Shop.' in shown, shown
    frame = b"\xc7\x09\x63\xd2\x00\x00\x00\x03\x30"  # ext 99 of 3 bytes
    of_content = f" of the content of the LZ4 message at byte {len(MESSAGE)}, message 2\n"
    for content, name, place in (
        (b"\x92\xc0\xc1", "reserved_byte", "2, $[1]"),
        (b"\x91\xc0\x05", "extra_data", "2, $"),
    ):
        for command in ("cat", "inspect", "validate"):
            status, _, errors = run(command, stdin=MESSAGE + frame + content)
            assert status == 1 and errors.startswith(f"haya: standard input: {name}: "), errors
            assert errors.endswith(f", at byte {place}{of_content}"), errors


def check_each_value() -> None:
    """Each value is shown while the pipe is open, also if its bytes arrive one by one."""
    tool = subprocess.Popen([HAYA, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert tool.stdin and tool.stdout
    watch = threading.Timer(PATIENCE, tool.kill)
    watch.start()
    for number in range(20):
        for byte in MESSAGE:
            tool.stdin.write(bytes([byte]))
        line = tool.stdout.readline()
        assert line == LINE, f"value {number}: {line!r}"
    tool.stdin.close()
    assert tool.wait() == 0 and tool.stdout.read() == b""
    watch.cancel()


def check_memory() -> None:
    """A stream is larger than the memory."""
    environment = {**os.environ, "DOTNET_GCHeapHardLimit": hex(HEAP)}
    for command, megabytes in (("cat", STREAM), ("validate", STREAM), ("inspect", STREAM // 8)):
        tool = subprocess.Popen([HAYA, command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment)
        assert tool.stdin
        for _ in range(megabytes // (10_000 * len(MESSAGE))):
            tool.stdin.write(MESSAGE * 10_000)
        tool.stdin.close()
        assert tool.wait() == 0, f"{command}: status {tool.returncode}"


def check_hostile() -> None:
    """What a message declares costs no memory and no stack; a message of many values in each other, no output of many times its size."""
    declared = [bytes([code]) + b"\xff" * 4 for code in (0xC6, 0xDB, 0xDD, 0xDF)] + [b"\xc9\xff\xff\xff\xff\x05"]
    bombs = [
        b"\xc7\x12\x63\xce\x04\x00\x00\x01" + b"?" * 14,
        b"\xdd\xff\xff\xff\xff" * 1024,
        b"\x91" * 100_000 + b"\xc0",
    ]
    for data in [*declared, *(b"\x93\xc0" + data + b"\xc0" for data in declared), *bombs]:
        for command in ("cat", "inspect", "validate"):
            status, _, errors = run(command, stdin=data, heap=HEAP)
            assert status == 1 and re.search("truncated|too_deep|lz4_limit", errors), (data[:20], errors)
    size = 7  # of a typed value without its content: the header of an ext 32, type 100, an empty name
    lengths = [2 + size * left for left in reversed(range(100_000))]
    typed = b"".join(b"\xc9" + length.to_bytes(4, "big") + b"\x64\xa0" for length in lengths)[:-1] + b"\xa0\xc0"
    for arguments in (["cat"], ["cat", "-p"], ["inspect"], ["validate"]):
        status, shown, errors = run(*arguments, stdin=typed)
        assert status == 0 and len(shown) < 40 * len(typed), (arguments, errors, len(shown))


def check_arguments(folder: pathlib.Path) -> None:
    """A wrong word is named, with what there is; what cannot be opened does not end the other files."""
    [sample] = write(folder, [MESSAGE])
    name = "\x1b[2J"
    for arguments, status, error in (
        (["validat", sample], 2, "validat: no such command or file; the commands are cat, inspect, validate, "),
        ([name], 2, "\\u001b[2J: no such command or file; "),
        (["cat", "--no-such", sample], 2, "cat: no such option: --no-such; "),
        (["validate", "-p", sample], 2, "validate: no such option: -p; "),
        (["cat", "missing"], 1, "missing: no such file"),
        (["cat", "--", "-x"], 1, "-x: no such file"),
        (["cat", ""], 1, ": "),
        (["inspect", str(folder)], 1, f"{folder}: is a directory"),
    ):
        found = run(*arguments)
        assert found[:2] == (status, "") and found[2].startswith(f"haya: {error}"), (arguments, found)
    assert run("cat", "missing", sample) == (1, LINE.decode(), "haya: missing: no such file\n")
    for arguments in (["cat", sample], [sample], ["cat", "--", sample]):
        assert run(*arguments) == (0, LINE.decode(), ""), arguments
    assert run("cat", "-", stdin=b"") == (0, "", "")
    pretty = '{\n  "a": [\n    "]\\"[",\n    {}\n  ],\n  "b": 1\n}\n'
    assert run("cat", "-p", stdin=b"\x82\xa1a\x92\xa3]\"[\x80\xa1b\x01") == (0, pretty, "")
    assert all(run(*words)[1].startswith("usage: haya COMMAND") for words in ([], ["--help"], ["cat", "-h"]))
    assert re.fullmatch(r"haya \d+\.\d+\.\d+ \(\.NET\)\n", run("--version")[1])


def check_closed_streams(folder: pathlib.Path) -> None:
    """A standard stream that is closed is an error: what the runtime opens in its place is neither read nor written."""
    [sample] = write(folder, [MESSAGE])
    for words, status, error in (
        ("cat <&-", 1, "haya: standard input: it is closed\n"),
        (f"cat {sample} <&-", 0, ""),
        (f"cat {sample} >&-", 1, "haya: standard output: it is closed\n"),
        ("cat no-such-file.msgpack 2>&-", 1, ""),
    ):
        done = subprocess.run(["bash", "-c", f'"$0" {words}', HAYA], capture_output=True, timeout=PATIENCE)
        assert (done.returncode, done.stderr.decode()) == (status, error), (words, done)


def check_document() -> None:
    """docs/dotnet.md shows what the tool prints."""
    text = (ROOT / "docs" / "dotnet.md").read_text(encoding="utf-8")
    shown = re.search(r"\n## The tool\n.*?```console\n(.*?)```", text, re.DOTALL)
    assert shown
    environment = {**os.environ, "PATH": f"{os.path.abspath(os.path.dirname(HAYA))}:{os.environ['PATH']}"}
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", shown[1], re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", f"exec 2>&1; {command}"],
            cwd=ROOT / "docs" / "samples",
            env=environment,
            stdout=subprocess.PIPE,
        )
        assert done.stdout.decode() == output, f"{command}: {done.stdout.decode()}"


def main() -> int:
    checks = [check_document, check_lz4, check_damaged, check_each_value, check_hostile, check_memory]
    with tempfile.TemporaryDirectory() as place:
        for check in (check_json, check_errors, check_arguments, check_closed_streams):
            check(pathlib.Path(place))
    for check in checks:
        check()
    print(f"haya: {len(checks) + 4} checks passed; {STREAM >> 20} MB with a heap of {HEAP >> 20} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
