#!/usr/bin/env python3
"""Runs `hayapack` and `haya` (the tool of the NuGet package Hayapack.Tool) on the same files, and
compares standard output, standard error and exit status byte by byte, but for the names of the tools
before an error.

    tools/suites/compare_tools.py HAYA [EVERY]

HAYA: how to run haya; hayapack is run with the interpreter of this program. EVERY: damaged and large inputs are
compared with each so many of the command lines, another one first for each input; 1 by default. The files are the samples of
docs/ and one for each row of vectors/ (without those of limits, which the tools do not have).
"""

from __future__ import annotations

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python" / "tests"))

FOLDERS = ("valid", "invalid", "lz4", "typeless", "json")
COMMANDS = (
    ["validate"],
    ["validate", "--quiet"],
    ["cat"],
    ["cat", "--pretty"],
    ["cat", "--plain"],
    ["cat", "--color=always"],
    ["inspect"],
    ["inspect", "--color=always", "--no-lz4"],
    ["cat", "--keep-going"],
    ["cat", "--invalid=bytes"],
    ["cat", "--plain", "--keep-going", "--invalid", "replace"],
    ["inspect", "--keep-going", "--invalid=bytes"],
    ["validate", "--keep-going", "--invalid=replace"],
)
#: The commands for inputs of many megabytes.
LARGE = (
    ["cat", "--invalid=bytes"],
    ["cat", "--plain", "--keep-going"],
    ["cat", "--pretty"],
    ["inspect"],
    ["validate", "--keep-going", "--invalid=replace"],
)
GZIP = (["validate"], ["inspect"])
#: Arguments that are wrong, abbreviated or unusual.
ARGUMENTS = (
    ["cat", "--invalid"],
    ["cat", "--invalid=other", "orders.msgpack"],
    ["cat", "--pretty", "--lines", "orders.msgpack"],
    ["cat", "--keep-going=1", "orders.msgpack"],
    ["cat", "--in=bytes", "--keep", "php.msgpack"],
    ["cat", "--keepgoing", "php.msgpack"],
    ["cat", "--invlid=bytes", "php.msgpack"],
    ["cat", "-5"],
    ["cat", "-x y"],
    ["cat", "--no such=5"],
    ["cat", "-x"],
    ["cat", ""],
    ["cat", "--p", "orders.msgpack"],
    ["cat", "php.msgpack", "--no-such", "--keep-going"],
    ["inspect", "--plain", "orders.msgpack"],
    ["inspect", "--color", "always", "--", "orders.msgpack"],
    ["validate", "-q", "--quiet", "orders.msgpack"],
    ["validate", "--from", "json", "orders.msgpack"],
    ["cat", "--no-pager", "orders.msgpack"],
    ["cat", "--max-depth", "2", "orders.msgpack"],
    ["cat", "--max-depth=1", "--keep-going", "orders.msgpack"],
    ["validate", "--max-depth=1", "orders.msgpack"],
    ["inspect", "--max-depth=1", "orders.msgpack"],
    ["cat", "--max-depth=0", "orders.msgpack"],
    ["cat", "--max-depth", "100001", "orders.msgpack"],
    ["cat", "--max-depth=+5", "orders.msgpack"],
    # Without a command.
    ["orders.msgpack"],
    ["./orders.msgpack", "php.msgpack", "--lines"],
    ["--pretty", "orders.msgpack"],
    ["--", "orders.msgpack"],
    ["-"],
    ["."],
    ["missing.msgpack"],
    ["no/missing"],
    ["--plain"],
    ["inspekt", "orders.msgpack"],
    ["CAT"],
    ["vaildate"],
    ["xyzzy\x1b[2J"],
    ["show", "orders.msgpack"],
    ["Check"],
    ["encode"],
    ["kount"],
    ["covnert"],
    ["validat"],
    ["e"],
    [""],
    ["--no-such"],
    ["--versio"],
    ["--hepl"],
    ["-5"],
    ["--no-such", "cat", "orders.msgpack"],
    ["help", "xyzzy"],
)
#: Rows whose messages differ, with the reason.
DIFFERENT = {
    "lz4-invalid": "haya has fewer words for what is wrong with an LZ4 message",
    "invalid-truncated-1524": "an array as a key that is cut short: Python names the key first",
    "invalid-truncated-1529": "a map as a key that is cut short: Python names the key first",
}
LARGEST = 100_000  # bytes of a row's file


def typed_values(count: int, inside: bytes) -> bytes:
    """Typed values nested in each other, each with these containers around the next."""
    data = b"\x05"
    for _ in range(count):
        payload = b"\xa1A" + inside + data
        data = b"\xc9" + len(payload).to_bytes(4, "big") + b"\x64" + payload
    return data


#: Inputs that are not MessagePack, or nearly; and the greatest depth.
OTHERS = {
    "line": b"hello\n",
    "word": b"hello",
    "number": b"42\n",
    "elf": b"\x7fELF\x02\x01\x01",
    "jpeg": b"\xff\xd8\xff\xe0",
    "long-path": b"".join(b"\x81\xd9" + bytes([size]) + b"k" * size for size in range(40, 100))
    + b"\x92\xc0" * 30
    + b"\xc1",
    "odd-path": b"".join(b"\x81\xbf" + (b'.["' + bytes([n]) + b'\\]\xe2\x80\xa6' * 9)[:31] for n in range(80))
    + b"\xa1\xff",
    "deep-path": b"\x81\xa1a" * 1000 + b"\x93" * 20 + b"\xc0" * 41,
    "typed-path": typed_values(40, b"\x91" * 60 + b"\x81\xa5names"),
    "windows": b"MZ\x90\0\x03\0\0\0",
    "deepest": b"\x91" * 1024 + b"\x05\x07",
    "too-deep": b"\x91" * 1025 + b"\x05",
}


def make_files(folder: pathlib.Path) -> list[str]:
    """Writes the rows' bytes to files; gives their names."""
    import vectors

    names = []
    for kind in FOLDERS:
        for number, (file, fields) in enumerate(vectors.rows(kind)):
            stem = file.removesuffix(".tsv")
            data = bytes.fromhex(fields[1]) if kind == "json" else vectors.parse_bytes(fields[1])
            if DIFFERENT.keys() & {f"{kind}-{stem}", f"{kind}-{stem}-{number}"} or not data or len(data) > LARGEST:
                continue
            name = f"{kind}-{stem}-{number}.msgpack"
            (folder / name).write_bytes(data)
            names.append(name)
    for stem, data in OTHERS.items():
        names.append(f"other-{stem}.msgpack")
        (folder / names[-1]).write_bytes(data)
    return names


def ran(command: list[str], done: subprocess.CompletedProcess[bytes]) -> tuple[int, bytes, bytes]:
    """Status, output and errors, where hayapack's name before an error becomes haya's."""
    errors = re.sub(rb"^hayapack: ", b"haya: ", done.stderr, flags=re.MULTILINE) if "-m" in command else done.stderr
    return done.returncode, done.stdout, errors


def has_lz4(hayapack: list[str], folder: pathlib.Path) -> bool:
    (folder / "lz4.msgpack").write_bytes((ROOT / "docs" / "samples" / "shop.msgpack").read_bytes())
    return run([*hayapack, "validate", "lz4.msgpack"], folder)[0] == 0


def run(command: list[str], folder: pathlib.Path, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    return ran(command, subprocess.run(command, cwd=folder, input=stdin, capture_output=True))


def on_file(command: list[str], folder: pathlib.Path, data: bytes) -> tuple[int, bytes, bytes]:
    """Runs the command with standard input from a file, which can seek."""
    (folder / "input").write_bytes(data)
    with open(folder / "input", "rb") as file:
        return ran(command, subprocess.run(command, cwd=folder, stdin=file, capture_output=True))


def compare_damaged(hayapack: list[str], haya: list[str], folder: pathlib.Path, every: int) -> tuple[int, int]:
    """Compares on damaged and large inputs, in pipes and in files; gives their number and the differences."""
    import tool_inputs

    compared = failed = 0
    for number, (name, data) in enumerate([*tool_inputs.small(), *tool_inputs.large()]):
        is_large = len(data) > 1 << 20
        commands = LARGE if is_large else GZIP if name.startswith("gzip") else COMMANDS
        for command in commands[number % min(every, len(commands)) :: every]:
            if command[0] == "inspect" and name == "gzip of bad content":
                continue  # the values shown before an error depend on the sizes in which data is decompressed
            for runs in (on_file,) if is_large else (run, on_file):
                mine, other = (runs([*tool, *command, "-"], folder, data) for tool in (hayapack, haya))
                compared += 1
                if mine != other:
                    failed += 1
                    print(f"{' '.join(command)} of {name}: {mine[0]}, {other[0]}")
                    for one, two in zip(mine[1:], other[1:]):
                        print(first_difference(one, two) if one != two else "  (same)")
    return compared, failed


def compare_arguments(hayapack: list[str], haya: list[str], folder: pathlib.Path) -> tuple[int, int]:
    failed = 0
    for arguments in ARGUMENTS:
        mine, other = (run([*tool, *arguments], folder) for tool in (hayapack, haya))
        if mine[0] == 2:  # advice names the tool that has the command
            mine, other = ((*found[:2], found[2].replace(b"hayapack ", b"haya ")) for found in (mine, other))
        if mine != other:
            failed += 1
            print(
                f"{' '.join(arguments)}: {mine[0]}, {other[0]}{first_difference(mine[1] + mine[2], other[1] + other[2])}"
            )
    return len(ARGUMENTS), failed


def compare_contents(hayapack: list[str], haya: list[str], folder: pathlib.Path) -> tuple[int, int]:
    """Compares what is refused as another format than MessagePack. Other errors in these inputs are not compared: most are
    of many, and Python names some keys first (DIFFERENT)."""
    import tool_inputs

    failed = 0
    inputs = list(tool_inputs.others())
    names = [f"contents-{number}" for number in range(len(inputs))]
    for name, data in zip(names, inputs):
        (folder / name).write_bytes(data)
    refused = re.compile(rb"^haya: (\S+): this is (.*)$", re.MULTILINE)
    for at in range(0, len(names), 500):
        part = names[at : at + 500]
        mine, other = (
            dict(refused.findall(run([*tool, "validate", "--quiet", *part], folder)[2])) for tool in (hayapack, haya)
        )
        for name in map(str.encode, part):
            if mine.get(name) != other.get(name):
                failed += 1
                print(f"contents of {inputs[int(name[9:])][:80]!r}: {mine.get(name)!r}, {other.get(name)!r}")
    return len(names), failed


def first_difference(ours: bytes, theirs: bytes) -> str:
    for mine, other in zip(ours.split(b"\n"), theirs.split(b"\n")):
        if mine != other:
            return f"\n  hayapack {mine[:300]!r}\n  haya     {other[:300]!r}"
    return f"\n  {len(ours)} and {len(theirs)} bytes"


def main() -> int:
    haya = shlex.split(sys.argv[1])
    hayapack = [sys.executable, "-m", "hayapack"]
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    failed = compared = 0
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        names = make_files(folder)
        samples = sorted((ROOT / "docs" / "samples").glob("*.msgpack"))
        if not has_lz4(hayapack, folder):
            print("not run: inputs with LZ4: this Python has no liblz4 and no package lz4")
            names = [name for name in names if not name.startswith("lz4-")]
            samples = [sample for sample in samples if sample.name != "shop.msgpack"]
        for sample in samples:
            (folder / sample.name).write_bytes(sample.read_bytes())
        names += [sample.name for sample in samples] + ["missing.msgpack", "."]
        (folder / "json.msgpack").write_text('{"a": 1}')
        (folder / "text.msgpack").write_text("a text that is long enough")
        (folder / "empty.msgpack").write_bytes(b"")
        names += ["json.msgpack", "text.msgpack", "empty.msgpack"]
        for command in COMMANDS:
            status = set()
            parts = [names[at : at + 250] for at in range(0, len(names), 250)]
            for part in [*parts, *([name] for name in names[-7:])]:
                mine = run([*hayapack, *command, *part], folder)
                other = run([*haya, *command, *part], folder)
                status.add(mine[0])
                compared += len(part)
                for what, one, two in zip(("status", "output", "errors"), mine, other):
                    if one != two:
                        failed += 1
                        shown = f": {one}, not {two}" if what == "status" else first_difference(one, two)
                        print(f"{' '.join(command)} {part[0]}…: other {what}{shown}")
            whole = (folder / "orders.msgpack").read_bytes()
            for cut in (0, 1, 60, 100, 143, len(whole)):
                mine, other = (run([*tool, *command, "-"], folder, whole[:cut]) for tool in (hayapack, haya))
                compared += 1
                if mine != other:
                    failed += 1
                    print(
                        f"{' '.join(command)} of {cut} bytes: {mine[0]}, {other[0]}{first_difference(mine[1] + mine[2], other[1] + other[2])}"
                    )
        for count, bad in (
            compare_arguments(hayapack, haya, folder),
            compare_contents(hayapack, haya, folder),
            compare_damaged(hayapack, haya, folder, every),
        ):
            compared, failed = compared + count, failed + bad
    print(f"hayapack and haya: {compared} inputs compared with {len(COMMANDS)} command lines, {failed} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
