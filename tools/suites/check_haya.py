#!/usr/bin/env python3
"""Checks what haya does with an input that does not end, and with one larger than its memory.

tools/suites/check_haya.py HAYA [MEGABYTES]
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MEMORY = 64 << 20  # bytes of the garbage-collected heap: a hard limit of the runtime
MESSAGE = bytes.fromhex("82a2696405a46e616d65d95a") + b"x" * 90  # {"id": 5, "name": "xx..."}
LINE = b'{"id":5,"name":"' + b"x" * 90 + b'"}\n'


def check_each_value(haya: str) -> None:
    """Each value is shown while the pipe is open, also if its bytes arrive one by one."""
    tool = subprocess.Popen([haya, "cat", "--from=msgpack"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert tool.stdin and tool.stdout
    for number in range(20):
        for byte in MESSAGE:
            tool.stdin.write(bytes([byte]))
        line = tool.stdout.readline()
        assert line == LINE, f"value {number}: {line!r}"
    tool.stdin.close()
    assert tool.wait() == 0 and tool.stdout.read() == b""


def check_memory(haya: str, command: list[str], megabytes: int, one_message: bool) -> None:
    """The input is larger than the memory: many messages, or one array of them."""
    count = (megabytes << 20) // len(MESSAGE)
    environment = {**os.environ, "DOTNET_GCHeapHardLimit": hex(MEMORY)}
    tool = subprocess.Popen([haya, *command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment)
    assert tool.stdin
    if one_message:
        tool.stdin.write(b"\xdd" + count.to_bytes(4, "big"))
    piece = 10_000
    for done in range(0, count, piece):
        tool.stdin.write(MESSAGE * min(piece, count - done))
    tool.stdin.close()
    assert tool.wait() == 0, f"{' '.join(command)}: status {tool.returncode}"


def check_nested(haya: str, levels: int = 100_000) -> None:
    """Typed values inside each other, which inspect shows by recursion, do not overflow the stack."""
    size = 7  # of a level: the header of an ext 32, type 100, an empty name
    data = (
        b"".join([b"\xc9" + (2 + size * left).to_bytes(4, "big") + b"\x64\xa0" for left in reversed(range(levels))])
        + b"\xc0"
    )
    for command in ("validate", "cat", "inspect"):
        tool = subprocess.run([haya, command], input=data, stdout=subprocess.PIPE)
        assert tool.returncode == 0, f"{command} of nested typed values: status {tool.returncode}"
        assert len(tool.stdout) <= 11 * len(data), f"{command} of nested typed values: {len(tool.stdout)} bytes"


def check_depth(haya: str) -> None:
    """--max-depth accepts arrays inside each other that are refused by default."""
    data = b"\x91" * 90_000 + b"\xc0"
    for command, shown in (("validate", 1), ("cat", 2 * 90_000), ("inspect", 40_000_000)):
        for options, status in (([], 1), (["--max-depth=100000"], 0)):
            tool = subprocess.run([haya, command, *options], input=data, capture_output=True)
            assert tool.returncode == status, f"{command} {options}: status {tool.returncode}, {tool.stderr[:200]!r}"
        assert len(tool.stdout) >= shown, f"{command}: {len(tool.stdout)} bytes"


def check_commands(haya: str) -> None:
    """A command that only the Python tool has is called one."""
    cli = ROOT / "python" / "src" / "hayapack" / "cli" / "commands"
    for name in sorted(path.stem for path in cli.glob("[a-z]*.py")):
        if name in ("cat", "inspect", "validate", "align"):  # haya's, and a module that is no command
            continue
        # In a folder without a file or folder of that name, such as lab.
        tool = subprocess.run(
            [os.path.abspath(haya), name, "file"], capture_output=True, text=True, cwd=pathlib.Path(__file__).parent
        )
        assert tool.returncode == 2, f"{name}: status {tool.returncode}"
        assert f"`hayapack {name}` is a command of hayapack's Python tool" in tool.stderr, tool.stderr
        assert tool.stderr.startswith(f"haya: {name}: no such command or file; "), tool.stderr


def main() -> int:
    haya, megabytes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    check_commands(haya)
    check_each_value(haya)
    check_nested(haya)
    check_depth(haya)
    for command in (["validate"], ["validate", "--keep-going", "--invalid=bytes"], ["cat"]):
        check_memory(haya, command, megabytes, one_message=False)
    check_memory(haya, ["cat"], megabytes, one_message=True)
    check_memory(haya, ["inspect"], 100, one_message=False)
    print(f"haya: each value as it arrives; {megabytes} MB with a heap of {MEMORY >> 20} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
