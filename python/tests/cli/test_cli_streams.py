"""The tool on live pipes, and on outputs that take only a part of the data."""

import json
import os
import subprocess
import sys
import threading

import pytest
from tool import COMMAND, PATIENCE, environment, full_disk, run

from hayapack import packb

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's pipes")
VALUES = [1, [1, 2], {"a": "b"}, "x" * 100, {"k": ["y" * 500]}, 5]


def text(value):
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def compressed(value):
    return packb(value, lz4="block-array")


LIVE = [
    (["cat"], packb, text), (["cat", "--keep-going"], packb, text), (["cat", "--plain"], packb, text),
    (["cat", "--invalid", "replace"], packb, text), (["cat"], compressed, text),
    (["convert", "--to", "jsonl"], packb, text), (["convert", "--to", "msgpack"], packb, packb),
    (["convert", "--to", "msgpack-lz4"], packb, compressed), (["convert", "--from", "jsonl"], text, packb),
    (["get", "--all", "$"], packb, text), (["head", "-n", "100"], packb, text),
    (["head", "--raw", "-n", "100"], packb, packb),
]  # fmt: skip


@posix
@pytest.mark.parametrize(
    "command, written, expected", LIVE, ids=lambda case: " ".join(case) if type(case) is list else ""
)
def test_a_message_is_written_before_the_next_is_sent(command, written, expected):
    process = subprocess.Popen(
        [*COMMAND, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment()
    )
    timer = threading.Timer(PATIENCE, process.kill)  # ends a hang
    timer.start()
    with process:
        for value in VALUES:
            process.stdin.write(written(value))
            answer = b""
            while len(answer) < len(expected(value)):
                part = process.stdout.read(65536)
                assert part, "the tool ended, or waited for more than a message"
                answer += part
            assert answer == expected(value)
        process.stdin.close()
        assert process.stdout.read() == b""
    timer.cancel()
    assert process.returncode == 0


def test_long_lines_in_small_reads(tmp_path):
    """A line of JSON that comes in many reads, then lines in one."""
    lines = [text("é" * 300_000), b"\n", text([1]), b"2"]
    done = run("convert", "--from", "jsonl", stdin=b"".join(lines))
    assert (done.stdout, done.stderr) == (packb("é" * 300_000) + packb([1]) + packb(2), b"")


@linux
@pytest.mark.parametrize("unbuffered", [{}, {"PYTHONUNBUFFERED": "1"}])
@pytest.mark.parametrize(
    "command", [["cat"], ["convert", "--to", "msgpack"], ["head", "--raw"], ["inspect"]], ids=" ".join
)
def test_a_pipe_that_takes_a_part(command, unbuffered):
    """With PYTHONUNBUFFERED, Python's sys.stdout.buffer is a raw file, whose write() may be short."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    done = run(*command, stdin=packb(["x" * 100] * 20_000), stdout=writable, **unbuffered)
    os.close(writable)
    os.close(readable)
    assert done.returncode == 1
    assert done.stderr == b"hayapack: standard output: write could not complete without blocking\n"


@pytest.mark.long
@linux
@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz"])
def test_a_full_disk_is_one_line(tmp_path, suffix):
    """Also in Python's development mode and from 3.13 on, which report errors of destructors."""
    out = tmp_path / f"out.msgpack{suffix}"
    out.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-m", "hayapack", "convert", "-", str(out)], input=packb(os.urandom(1_000_000)),
        stderr=subprocess.PIPE, preexec_fn=full_disk, env=environment(), timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr.decode()) == (1, f"hayapack: {out}: File too large\n")
    assert out.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1


@linux
def test_a_full_temporary_folder_is_named(tmp_path):
    """A map whose keys are compared first is read twice, so the bytes of a pipe are kept."""
    data = packb({"k": [os.urandom(9 << 20)] * 5})
    done = subprocess.run(
        [*COMMAND, "cat"], input=data, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=full_disk,
        env=environment(TMPDIR=str(tmp_path)), timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.decode() == f"hayapack: a temporary file in {tmp_path}: File too large\n"
