"""Signals are looked at by the work that is done: a long call ends soon after Ctrl-C.

No clock: code in C sets a signal while the call runs, so that its handler can only run where the call looks for it.
What comes behind the long part of the input would show that it did not.
"""

import _signal
import _thread
import collections
import dataclasses
import functools
import operator
import signal
import sys
import threading
import types
from typing import Any, Dict, FrozenSet, List, NamedTuple, Set, Tuple

import pytest

from hayapack import packb

pytestmark = pytest.mark.skipif(
    sys.implementation.name != "cpython" or threading.current_thread() is not threading.main_thread(),
    reason="CPython's signals",
)

REACHED = []


class Signum:
    """The argument of interrupt_main(), where that is called with an object."""

    def __index__(self):
        return int(signal.SIGINT)


@dataclasses.dataclass
class First:
    signal: Any = dataclasses.field(default_factory=_thread.interrupt_main)


@dataclasses.dataclass
class Last:
    seen: Any = dataclasses.field(default_factory=lambda: REACHED.append(1))


@dataclasses.dataclass
class Point:
    x: int
    y: float = 0.5


class Pair(NamedTuple):
    x: int
    y: int


@pytest.fixture(autouse=True)
def handler():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    REACHED.clear()


def interrupted(function):
    """Whether the call is interrupted before its end."""
    REACHED.clear()
    with pytest.raises(KeyboardInterrupt):
        function()
        while True:  # a signal that is still pending
            pass
    return not REACHED


MANY = 50_000
POINTS = [{"x": k, "y": 0.5} for k in range(MANY)]
TYPED = {
    "ints": (List[int], list(range(MANY))),
    "large ints": (List[int], [2**40] * MANY),
    "floats": (List[float], [1.5] * MANY),
    "texts": (List[str], ["text"] * MANY),
    "long texts": (List[str], ["a text of more than 31 characters" * 2] * MANY),
    "bytes": (List[bytes], [b"bytes"] * MANY),
    "objects": (List[Point], POINTS),
    "objects without a field": (List[Point], [{"x": 1}] * MANY),
    "objects in arrays": (List[Pair], [[1, 2]] * MANY),
    "lists": (List[List[int]], [[1]] * MANY),
    "any": (List[Any], [1, "a"] * MANY),
    "untyped texts": (Any, ["text"] * MANY),
    "untyped floats": (Any, [1.5] * MANY),
    "untyped maps": (Any, [{"a": 1}] * MANY),
    "an untyped map": (Any, {str(k): k for k in range(MANY)}),
    "a tuple": (Tuple[int, ...], list(range(MANY))),
    "a set": (Set[int], list(range(MANY))),
    "a frozenset": (FrozenSet[str], [str(k) for k in range(MANY)]),
    "a dict": (Dict[str, int], {str(k): k for k in range(MANY)}),
    "a dict of ints": (Dict[int, Point], dict(enumerate(POINTS))),
}


@pytest.mark.long
@pytest.mark.parametrize("name", TYPED)
def test_typed_decoding(backend, name):
    kind, value = TYPED[name]
    decoder = backend.Decoder(Tuple[First, kind, Last])
    message = packb([{}, value, {}])
    assert interrupted(lambda: decoder.decode(message))
    REACHED.clear()
    decoder = backend.Decoder(Tuple[kind, Last])
    assert len(decoder.decode(packb([value, {}]))[0]) == len(value) and REACHED == [1]


# --- packing


class Reached:
    def __index__(self):
        REACHED.append(1)
        return int(signal.SIGINT)


@pytest.mark.parametrize("shape", [(MANY,), (MANY // 2, 2), (2, MANY // 2)])
@pytest.mark.parametrize("dtype", ["int64", "float64", "uint8", "datetime64[s]"])
def test_arrays_of_numbers(backend, shape, dtype):
    numpy = pytest.importorskip("numpy")
    values = numpy.arange(MANY).astype(dtype).reshape(shape)
    objects = [Signum(), values, Reached()]
    assert interrupted(lambda: backend.packb(objects, extended=True, default=_thread.interrupt_main))


# --- columns


ENTRIES = 1_200_000
LONG = ENTRIES.to_bytes(4, "big")
ROWS = {
    "a list": (b"\x81\xa1a\xdd" + LONG + b"\x01" * ENTRIES, "list[int64]", "raise"),
    "a list without a dtype": (b"\x81\xa1a\xdd" + LONG + b"\xa1x" * ENTRIES, None, "raise"),
    "a list of lists": (b"\x81\xa1a\xdd" + LONG + b"\x91\x01" * ENTRIES, "list[list[int64]]", "raise"),
    "a list of misfits": (b"\x81\xa1a\xdd" + LONG + b"\xa1x" * ENTRIES, "list[int64]", "null"),
    "pairs": (b"\x81\xa1a\xdf" + LONG + b"\xa1b\x01" * ENTRIES, "map[str,int64]", "raise"),
    "a repeated key": (b"\xdf" + LONG + b"\xa1a\x01" * ENTRIES, "int64", "raise"),
    "a repeated key of misfits": (b"\xdf" + LONG + b"\xa1a\xa1x" * ENTRIES, "int64", "skip"),
    "unknown keys": (b"\xdf" + LONG + b"\xa1b\x01" * ENTRIES, "int64", "raise"),
}


def checks(function, limit=1_000_000):
    """How often function looks for signals: one is always pending, since its handler sets it again. After the limit the
    handler raises IndexError. The calls are made by C, so that no line of Python looks for signals, too."""
    again = zip(iter(([None] * limit).pop, "never"), iter(_thread.interrupt_main, "never"))
    texts = []
    file = types.SimpleNamespace(write=texts.append, flush=again.__next__)
    handler = functools.partial(print, file=file, flush=True)  # writes the number, a space, the frame, a line end
    calls = [
        functools.partial(_signal.signal, signal.SIGINT, handler),
        functools.partial(_thread.interrupt_main),
        function,
        functools.partial(_signal.signal, signal.SIGINT, operator.is_),  # does nothing with the last signal
    ]
    try:
        collections.deque(map(functools.partial.__call__, calls), 0)
    finally:
        _signal.signal(signal.SIGINT, operator.is_)
    return len(texts) // 4


@pytest.mark.parametrize("name", ROWS)
def test_a_long_row_of_columns(backend, name):
    if backend.name == "pure":
        pytest.skip("Python code is interrupted anyway")
    row, dtype, errors = ROWS[name]
    entry = (len(row) - row.index(LONG) - 4) // ENTRIES
    short = row[: row.index(LONG)] + (ENTRIES // 10).to_bytes(4, "big") + row[-entry * (ENTRIES // 10) :]

    def read(row):
        return functools.partial(
            backend.columns, row + b"\x80" * 9, ["a"], dtype, stream=True, errors=errors, missing="null"
        )

    # the first calls do more: they import modules, and fill caches
    few, many = (min(checks(read(which)) for _ in range(3)) for which in (short, row))
    assert many >= few + 2
    with pytest.raises(IndexError):
        checks(read(row), few)
