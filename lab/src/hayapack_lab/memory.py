"""Memory: peak of one large unpack, growth over one long stream.

Each figure comes from a process of its own. Linux only (/proc).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from . import competitors, engine, machine
from .workloads.records8 import make

CODECS = {"hayapack": "hayapack_native", "msgpack": "msgpack_c"}
TIME_LIMIT = 600  # seconds for one child


def run(message_bytes: int, stream_bytes: int) -> dict:
    """The record: {codec: {"unpack": …, "stream": …} or {"error": …}}."""
    record = {"schema": engine.SCHEMA, "kind": "memory", "machine": machine.facts(None)}
    record["codecs"] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "message.msgpack"
        _write_message(path, message_bytes)
        for module, codec in CODECS.items():
            record["codecs"][module] = {
                "unpack": _child(codec, "unpack", module, str(path)),
                "stream": _child(codec, "stream", module, str(stream_bytes)),
            }
    return record


def _write_message(path: Path, size: int) -> None:
    """An array of records, about `size` bytes, written without a rival's help."""
    import hayapack

    chunk = [hayapack.packb(record) for record in make(2, 5000)[0]]
    each = sum(map(len, chunk)) / len(chunk)
    count = max(1, int(size / each))
    with path.open("wb") as out:
        out.write(b"\xdd" + count.to_bytes(4, "big"))
        for i in range(count):
            out.write(chunk[i % len(chunk)])


def _child(codec: str, *arguments: str) -> dict:
    command = [sys.executable, "-m", "hayapack_lab.memory_child", *arguments]
    env = dict(os.environ, **competitors.env(codec))
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return {"error": f"no end in {TIME_LIMIT} s"}
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        return {"error": f"status {done.returncode}: {last[:200]}"}
    return json.loads(done.stdout)


def markdown(record: dict) -> str:
    lines = [
        "## Memory\n",
        "Peak resident set of a fresh process that unpacks one message of records, and the "
        "growth of the resident set while a stream of small messages goes through "
        "`Unpacker(file)`, from the first 50 MB to the end.\n",
        "| codec | message | peak | of it before | time | stream | messages | growth | time |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, result in record["codecs"].items():
        one, many = result["unpack"], result["stream"]
        cells = [name]
        if "error" in one:
            cells += [f"failed: {one['error']}", "", "", ""]
        else:
            sizes = (one["message"], one["peak"], one["before"])
            cells += [*map(_mb, sizes), f"{one['seconds']:.2f} s"]
        if "error" in many:
            cells += [f"failed: {many['error']}", "", "", ""]
        else:
            cells += [_mb(many["bytes"]), f"{many['messages']:,}", _mb(many["growth"])]
            cells.append(f"{many['seconds']:.1f} s")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _mb(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
