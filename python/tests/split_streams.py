"""Streams to split, and checks of their ranges and plans."""

import sys

import pytest

import hayapack
from hayapack import packb, stream
from hayapack._fallback.split import scan_messages as pure_messages

# The names of functions hide the modules.
boundaries_module = sys.modules["hayapack.stream.boundary"]


def value(rng, depth=0):
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return rng.choice([None, True, rng.getrandbits(rng.randrange(1, 64)), -rng.randrange(70000)])
    if kind in (1, 2):
        return rng.random() * 10 ** rng.randrange(9)
    if kind == 3:
        return "é" * rng.randrange(3) + "x" * rng.randrange(40)
    if kind == 4:
        return rng.randbytes(rng.randrange(50)) if hasattr(rng, "randbytes") else bytes(rng.randrange(50))
    if kind == 5:
        return hayapack.ExtType(rng.randrange(5), bytes(rng.randrange(20)))
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(6))]
    return {"k%d" % n: value(rng, depth + 1) for n in range(rng.randrange(6))}


def events(rng, count):
    return [packb({"id": n, "name": "n%d" % n, "v": value(rng)}) for n in range(count)]


def sequential(data):
    """The boundaries of the stream, its end, and the offset and name of the error at it, by the pure Scan."""
    found, count, end, name, _ = pure_messages.scan_messages(data, 0, len(data), 1, 0, 0, 0)
    return list(boundaries_module.int64(found)), count, end, name


def check_local(data, splitter, truth):
    """Each task alone: all messages exactly once, or an error. Returns whether a task raised SplitError."""
    parts, failed = [], False
    for i in range(len(splitter)):
        try:
            parts.append(splitter.read(i))
        except stream.SplitError as error:
            assert 0 <= error.start <= len(data)
            failed = True
        except (ValueError, hayapack.OutOfData):
            failed = True
    if not failed:
        assert b"".join(parts) == data
        assert truth[2] == len(data)
    return failed


def check_plan(data, splitter, truth):
    offsets, count, end, name = truth
    joined = splitter._join(map)
    assert (joined.count, joined.end) == (count, end)
    assert (joined.fault.name if joined.fault else None) == name
    at = {offset: number for number, offset in enumerate(offsets)}
    assert all(at[offset] == before for offset, before in joined.marks)
    assert joined.marks == sorted(set(joined.marks))
    if name:
        with pytest.raises((ValueError, hayapack.UnpackException)) as caught:
            splitter.plan()
        if name != "truncated":
            assert caught.value.name == name
            assert caught.value.offset == joined.fault.offset
        before = splitter.plan(errors="stop")
        assert (type(before.error), str(before.error)) == (type(caught.value), str(caught.value))
        assert sum(before.counts) == count
        assert b"".join(before.read(i) for i in range(len(before))) == data[:end]
    else:
        exact = splitter.plan()
        assert exact.error is None
        assert sum(exact.counts) == count
        assert b"".join(exact.read(i) for i in range(len(exact))) == data
        assert [exact.ranges()[0][0], exact.ranges()[-1][1]] == [0, end] if count else True
