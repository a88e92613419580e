"""What is left after an error, of every call of failures.py that fails: nothing that only the collector can release,
nothing that is kept, and the message is free."""

import gc
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FREE_THREADED
from failures import FAILURES, raised
from traced import leaked_by

import hayapack

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "errors.md"
#: The names that no call can raise here.
NEVER = {"ok", "out_of_memory", "too_long"}


def copies(backend):
    """Whether a list is packed as it was when packing began, whatever a hook does to it: nothing is `mutated`."""
    return FREE_THREADED and backend.name == "native"


@pytest.fixture
def failing(backend):
    """{name: call}: each has failed before, so that what is made once exists."""
    calls = {name: make(backend) for name, make in FAILURES.items() if name != "mutated" or not copies(backend)}
    for call in calls.values():
        raised(call)
    assert not [name for name, call in calls.items() if raised(call)[0] is None]
    return calls


@pytest.mark.pure_is_long
@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy frees nothing at once")
def test_an_error_leaves_nothing_to_the_collector(failing):
    left = {}
    gc.collect()
    gc.freeze()  # each collection looks at what was made since
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for name, call in failing.items():
            raised(call)
            if gc.collect():
                left[name] = [type(o).__name__ for o in gc.garbage]
                gc.garbage.clear()
    finally:
        gc.set_debug(0)
        gc.enable()
    assert left == {}


@pytest.mark.long
def test_an_error_keeps_nothing(failing):
    """A call that kept an exception or a message would be seen. Caches of a fixed size, as that of keys, fill slowly."""
    gc.collect()
    gc.freeze()
    leaked = {name: leaked_by(lambda call=call: raised(call), 6, 6 * 400) for name, call in failing.items()}
    assert {name: size for name, size in leaked.items() if size} == {}


def test_every_name_of_an_error_is_here(backend):
    names = set(re.findall(r"^\| \d+ \| `(\w+)`", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))
    met = {raised(make(backend))[1] for make in FAILURES.values()}
    assert names - met == (NEVER | {"mutated"} if copies(backend) else NEVER)


#: On CPython 3.11 32 KiB, the least that Python accepts, are enough; 3.12 itself needs up to 56 for the functions that
#: make an error. What is imported when it is first needed takes more.
SMALL_STACK = """
import sys, threading
sys.path.insert(0, sys.argv[1])
import hayapack
from failures import FAILURES, raised
names = [name for name in FAILURES if name.startswith(("untyped", "pack", "get", "view", "columns"))]
calls = [FAILURES[name](hayapack) for name in names]
for call in calls:
    raised(call)
try:
    threading.stack_size(80 * 1024)
except ValueError:  # the least of CPython 3.15 is larger
    threading.stack_size(256 * 1024)
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
