"""The memory that a block of code takes, counted by tracemalloc."""

import gc
from contextlib import contextmanager
from types import SimpleNamespace

import pytest


@contextmanager
def traced():
    """In the block, kept() is how many bytes it has allocated and not freed, peak() the most at one time."""
    tracemalloc = pytest.importorskip("tracemalloc", reason="PyPy has no tracemalloc")
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        yield SimpleNamespace(
            kept=lambda: tracemalloc.get_traced_memory()[0] - before,
            peak=lambda: tracemalloc.get_traced_memory()[1] - before,
        )
    finally:
        tracemalloc.stop()


def peak(function):
    """The most bytes that a call allocates at one time."""
    gc.collect()
    with traced() as memory:
        function()
        return memory.peak()


def leaked_by(call, times, most, rounds=3):
    """The bytes that `times` calls allocate and do not free, if that is more than `most` in each of some rounds; else 0.

    A table of the interpreter, as that of interned strings, grows once by some hundred kilobytes, in whichever call
    adds the string that no longer fits. What a call leaks, it leaks in each round.
    """
    with traced() as memory:
        for _ in range(rounds):
            gc.collect()
            before = memory.kept()
            for _ in range(times):
                call()
            gc.collect()
            kept = memory.kept() - before
            if kept <= most:
                return 0
    return kept
