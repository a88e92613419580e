"""The compiled module in subinterpreters, each with its own state."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import NATIVE_MISSING

import hayapack

SOURCE = str(Path(hayapack.__file__).resolve().parents[1])

WORK = """
import sys
sys.path.insert(0, {source!r})
import hayapack
assert hayapack.backend == "native", hayapack.backend
value = {{"a": [1, 2.5, "text", None], "t": hayapack.Timestamp(5, 6), "e": hayapack.ExtType(-5, b"x")}}
for _ in range(200):
    assert hayapack.unpackb(hayapack.packb([value] * 10)) == [value] * 10
try:
    hayapack.unpackb(b"\\x91\\xc1")
except hayapack.ReservedByteError as error:
    assert error.path == "$[0]"
else:
    raise AssertionError
unpacker = hayapack.Unpacker(object_hook=lambda m: m)
unpacker.feed(hayapack.packb(value))
assert list(unpacker) == [value]
"""

RUN = """
import importlib, sys, threading
_interpreters = importlib.import_module({module!r})
work = {work!r}

def run(own_gil):
    if hasattr(_interpreters, "run_string"):
        try:
            interpreter = _interpreters.create("isolated" if own_gil else "legacy") if sys.version_info >= (3, 13) \
                else _interpreters.create(isolated=own_gil)
        except TypeError:
            interpreter = _interpreters.create()
        problem = _interpreters.run_string(interpreter, work)
        assert problem is None, problem
        _interpreters.destroy(interpreter)

exec(work)
for own_gil in (True, False):
    for _ in range(3):
        run(own_gil)
    threads = [threading.Thread(target=run, args=(own_gil,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
exec(work)
print("done")
"""


@pytest.mark.skipif(bool(NATIVE_MISSING), reason=f"hayapack._native can't be imported: {NATIVE_MISSING}")
@pytest.mark.skipif(sys.implementation.name != "cpython", reason="subinterpreters are CPython's")
@pytest.mark.skipif(sys.version_info < (3, 10), reason="subinterpreters share too much before 3.10")
def test_subinterpreters():
    module = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    program = RUN.format(module=module, work=WORK.format(source=SOURCE))
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "done\n"
