"""Damaged input of get, View, columns, arrow_stream and the scan of boundaries: both back ends give the same values or
the same error, and the compiled module reads nothing else (run it under AddressSanitizer).

HAYAPACK_FUZZ_EXAMPLES: the inputs of each test.
"""

import random
import sys

import pytest
from arrow_arrays import Made, array, field, ints
from arrow_consumer import Consumer, release
from conftest import EXAMPLES
from lz4_package import skip_without_lz4

from hayapack import packb

ONLY_CPYTHON = pytest.mark.skipif(sys.implementation.name != "cpython", reason="capsules are CPython's")


def damaged(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        kind = rng.randrange(3)
        at = rng.randrange(len(data)) if data else 0
        if kind == 0 and data:
            data[at] = rng.choice([0xC1, 0xC7, 0xC8, 0xC9, 0xD9, 0xDC, 0xDF, 0xFF, 0, rng.randrange(256)])
        elif kind == 1:
            del data[at : at + rng.choice([1, 1, 4, 10**6])]
        else:
            data[at:at] = rng.randbytes(rng.randrange(1, 5))
    return bytes(data)


def value(rng, depth=0):
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind < 5:
        texts = ["x" * rng.randrange(400), "abc" * rng.randrange(90)]
        return rng.choice(
            [None, rng.randrange(-(2**40), 2**40), rng.random(), *texts, rng.randbytes(rng.randrange(80))]
        )
    if kind < 7:
        return {rng.choice("abcdef"): value(rng, depth + 1) for _ in range(rng.randrange(5))}
    return [value(rng, depth + 1) for _ in range(rng.randrange(5))]


def outcome(function):
    try:
        return function()
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, MemoryError, EOFError) as error:
        facts = [getattr(error, name, None) for name in ("offset", "path", "lz4_offset")]
        return type(error).__name__, str(error) if facts != [None] * 3 else "", facts


def everything(view):
    """All that is in a View: by its methods, and at once."""
    parts = []
    methods = [lambda: list(view.keys())] if hasattr(view, "keys") else []
    for method in [*methods, lambda: len(view), lambda: view["b"], lambda: view[3], lambda: view.value()]:
        found = outcome(method)
        parts.append(found.value() if hasattr(found, "value") else found)
    return parts


def test_get_and_view_of_compressed_messages(request, both):
    skip_without_lz4(request)
    for seed in range(EXAMPLES):
        rng = random.Random(seed)
        plain = {key: value(rng) for key in "abcd"}
        data = packb(plain, lz4=rng.choice(["block", "block-array"]))
        if rng.random() < 0.2:
            data = packb([plain] * 40, lz4="block-array")
        data = damaged(rng, data)
        path = rng.choice(["$.a", "$.b.a", "$[3].c", "$.c[0]", "$.d", "$"])
        results = [
            (
                outcome(lambda back=back: repr(back.get(data, path, None, lz4=True))),
                outcome(lambda back=back: repr(everything(back.View(data, lz4=True)))),
            )
            for back in both
        ]
        assert results[0] == results[1], (seed, data)


def contents(table):
    return repr([column.tolist() for column in table.values()]), table.rows, table.skipped, table.nulled


@ONLY_CPYTHON
def test_columns_of_arrow_arrays(both):
    for seed in range(EXAMPLES):
        rng = random.Random(seed)
        messages = [packb({key: value(rng) for key in "abc"}) for _ in range(rng.randrange(8))]
        messages = [damaged(rng, message) if rng.random() < 0.2 else message for message in messages]
        starts = [0]
        for message in messages:
            starts.append(starts[-1] + len(message))
        if rng.random() < 0.3:
            at = rng.randrange(len(starts))
            starts[at] = rng.choice([-1, 0, starts[-1], 2**31 - 1, starts[at] + 1, -(2**31)])
            starts[-1] = min(starts[-1], sum(map(len, messages)))
        wide, skipped = rng.random() < 0.5, rng.randrange(2) if messages else 0
        data = b"".join(messages) if rng.random() < 0.95 else None
        bits = rng.randbytes(2) if rng.random() < 0.5 else None
        buffers = [bits, ints(*starts, size=8 if wide else 4), data]
        length = len(messages) - skipped
        if rng.random() < 0.05:
            length = rng.choice([-1, 0])
        offset = skipped if rng.random() < 0.95 else rng.choice([-1, 2**63 - 1, 2**62])
        kind = field(rng.choice(["Z" if wide else "z"] * 9 + ["l", "u"]))
        given = Made(kind, array(length, buffers if rng.random() < 0.95 else buffers[:2], nulls=-1, offset=offset))
        options = {
            "errors": rng.choice(["raise", "null", "skip"]), "missing": "null", "lz4": rng.random() < 0.2,
        }  # fmt: skip
        # None: of a key that is no text and other faults in the same message the back ends tell different ones.
        dtypes = rng.choice(["raw", ["int64", "str", "list[raw]"], ["float64", "struct{a: raw}", "map[str, raw]"]])
        results = [
            outcome(lambda back=back: contents(back.columns(given, ["a", "b", "c"], dtypes, **options)))
            for back in both
        ]
        assert results[0] == results[1], (seed, messages)


def drained(back, rng, schema, batches):
    """What a consumer sees that calls the functions of a stream in any order."""
    consumer = Consumer(back.arrow_stream(schema, iter(batches)))
    seen = []
    for _ in range(rng.randrange(6)):
        made = consumer.schema() if rng.random() < 0.3 else consumer.next()
        if made is None or isinstance(made, tuple):
            seen.append(made)
        else:
            seen.append(getattr(made, "length", None) if hasattr(made, "length") else made.format)
            release(made)
    consumer.release()
    return seen


class Broken:
    """A batch whose method fails, or returns what is no pair of capsules."""

    def __init__(self, result):
        self.result = result

    def __arrow_c_array__(self, requested_schema=None):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@ONLY_CPYTHON
def test_arrow_stream(both):
    for seed in range(EXAMPLES):
        results = []
        for back in both:
            rng = random.Random(seed)

            def table(back=back, rng=rng):
                dtype = rng.choice(["int64", "raw", "struct{a: int64}", "list[int64]", "str"])
                rows = [packb({"a": value(rng)}) for _ in range(rng.randrange(4))]
                return back.columns(rows, ["a"], dtype, errors="null", missing="null")

            schema = table()
            others = [Broken(None), Broken((1, 2)), Broken(ValueError("mine")), 5]
            batches = [rng.choice([schema, schema, schema, table(), rng.choice(others)]) for _ in range(4)]
            results.append(drained(back, rng, schema, batches))
        assert results[0] == results[1], seed
