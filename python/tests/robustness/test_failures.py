"""What is left after an error, of every call of failures.py that fails: nothing that only the collector can release,
nothing that is kept, and the message is free."""

import contextlib
import gc
import re
import subprocess
import sys
from pathlib import Path

import pytest
from failures import FAILURES, raised
from traced import traced

import hayapack

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "errors.md"
#: The names that no call can raise here.
NEVER = {"ok", "out_of_memory", "too_long"}


@pytest.fixture(params=FAILURES)
def failing(request, backend):
    """A call that has failed before, so that what is made once exists."""
    call = FAILURES[request.param](backend)
    for _ in range(2):
        assert raised(call)[0] is not None
    return call


@contextlib.contextmanager
def without_collector():
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy frees nothing at once")
def test_an_error_leaves_nothing_to_the_collector(failing):
    with without_collector():
        raised(failing)
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            gc.collect()
            left = [type(o).__name__ for o in gc.garbage]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
    assert left == []


def test_an_error_keeps_nothing(failing):
    """A call that kept 200 bytes would be seen; what Python itself keeps for a time (free lists, caches of types) does
    not grow with the number of calls."""
    with traced() as memory:
        for _ in range(5):
            raised(failing)
        before = memory.kept()
        for _ in range(15):
            raised(failing)
        assert memory.kept() - before < 15 * 200


def test_every_name_of_an_error_is_here(backend):
    names = set(re.findall(r"^\| \d+ \| `(\w+)`", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))
    met = {raised(make(backend))[1] for make in FAILURES.values()}
    assert names - met == NEVER


#: 32 KiB is the least that Python accepts. What is imported when it is first needed takes more.
SMALL_STACK = """
import sys, threading
sys.path.insert(0, sys.argv[1])
import hayapack
from failures import FAILURES, raised
names = [name for name in FAILURES if name.startswith(("untyped", "pack", "get", "view", "columns"))]
calls = [FAILURES[name](hayapack) for name in names]
for call in calls:
    raised(call)
threading.stack_size(32 * 1024)
found = []
for name, call in zip(names, calls):
    print(name, flush=True)
    thread = threading.Thread(target=lambda: found.append(raised(call)))
    thread.start()
    thread.join()
assert len(found) == len(calls) and all(found), found
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other smallest stacks")
@pytest.mark.skipif(hayapack.backend != "native", reason="Python's own functions need more")
def test_an_error_needs_little_of_the_stack():
    tests = str(Path(__file__).resolve().parents[1])
    done = subprocess.run([sys.executable, "-c", SMALL_STACK, tests], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout.splitlines()[-1:] + done.stderr.splitlines()[-20:]
