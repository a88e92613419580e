"""Programs that print a MessagePack file as JSON: `hayapack cat`, and the fastest of a few lines.

The task "cat" runs the program on a file of the packed message. Its time is the processor time of the
program's process, its start included.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import Any

from . import Contract, PythonCodec, Way
from .hayapack_native import ENV

READ = "import sys; data = open(sys.argv[1], 'rb').read(); sys.stdout.buffer.write(%s)"


def _build(value: Any):
    """A file with the packed message, which is deleted when it is closed."""
    import hayapack

    file = tempfile.NamedTemporaryFile()  # noqa: SIM115 - the worker keeps it as its input
    file.write(hayapack.packb(value))
    file.flush()
    return file


def _codec(name: str, *arguments: str) -> PythonCodec:
    command = [sys.executable, *arguments]

    def load(needs: frozenset):
        import hayapack

        def decode(data: bytes):
            with tempfile.NamedTemporaryFile() as file:
                file.write(data)
                file.flush()
                return json.loads(subprocess.run([*command, file.name], check=True, stdout=subprocess.PIPE).stdout)

        return hayapack.packb, decode

    def ways(needs: frozenset) -> dict[str, Way]:
        names = {"call": subprocess.run, "null": subprocess.DEVNULL, "command": command, "clock": _of_children}
        return {"cat": Way("built", "call([*command, item.name], check=True, stdout=null)", names)}

    contract = Contract(utf8="checked", takes="a file", gives="JSON")
    more = {"workloads": ("records8",), "env": ENV, "load": load, "build": _build, "ways": ways}
    return PythonCodec(name, "MessagePack", "hayapack", "what JSON can not represent", contract, **more)


def _of_children() -> int:
    """Nanoseconds of processor time of the programs that have ended."""
    from resource import RUSAGE_CHILDREN, getrusage

    used = getrusage(RUSAGE_CHILDREN)
    return round(1e9 * (used.ru_utime + used.ru_stime))


CODECS = {
    "cat_hayapack": _codec("hayapack cat", "-m", "hayapack", "cat"),
    "cat_orjson": _codec("hayapack.unpackb + orjson", "-c", "import hayapack, orjson; "
                         + READ % "orjson.dumps(hayapack.unpackb(data))"),
    "cat_ormsgpack": _codec("ormsgpack + orjson", "-c", "import ormsgpack, orjson; "
                            + READ % "orjson.dumps(ormsgpack.unpackb(data))"),
    "cat_msgspec": _codec("msgspec to JSON", "-c", "import msgspec; "
                          + READ % "msgspec.json.encode(msgspec.msgpack.decode(data))"),
}  # fmt: skip
