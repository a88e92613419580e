"""Lets every allocation of the compiled module fail, one after another."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FREE_THREADED

import hayapack

if sys.implementation.name != "cpython":
    pytest.skip("for the compiled module only", allow_module_level=True)
pytest.importorskip("_testcapi", reason="this Python has no _testcapi, which makes allocations fail")
pytest.importorskip("hayapack._native", reason="needs the compiled module")

SOURCE = Path(hayapack.__file__).resolve().parents[1]
PROGRAM = r"""
import dataclasses
import datetime
import sys
import _testcapi
import hayapack
from hayapack import ExtType, Timestamp, Typed, TypeRegistry, _fallback, _native

VALUE = {
    "name": "haya 速い \U0001f680", "long": "x" * 3000, "raw": b"y" * 300, "ints": list(range(-5, 400, 7)),
    "big": [2**63, -(2**63), 2**40], "floats": [0.5, 1e300], "ext": ExtType(5, b"abc"), "time": Timestamp(1, 2),
    "rows": [{"id": n, "tags": ["a", None, True], "at": (n, n / 3)} for n in range(20)], 7: {}, "deep": [[[[[]]]]],
}
PACKED = _native.packb(VALUE)
EXPECTED = _native.unpackb(PACKED, strict_map_key=False)


def stream():
    unpacker = _native.Unpacker(strict_map_key=False)
    for start in range(0, len(PACKED), 1000):
        unpacker.feed(PACKED[start : start + 1000])
    return unpacker.unpack()


def packer():
    one = _native.Packer(autoreset=False, sort_keys=False)
    one.pack(VALUE)
    return one.bytes()


def fail_with_path():
    try:
        _native.unpackb(PACKED[:-1], strict_map_key=False)
    except ValueError as error:
        return error.name
    except MemoryError:
        raise
    return None


def hooks():
    return _native.unpackb(PACKED, strict_map_key=False, object_pairs_hook=dict, ext_hook=ExtType, list_hook=list)


@dataclasses.dataclass
class Row:
    name: str
    next: object = None


TYPES = TypeRegistry()
TYPES.register(Row, "Row, rows")
LINKED = Row("a" * 100, [Row("b", Row("c")), {"k": Typed("T", [1, 2])}])
TYPED = _native.packb(LINKED, types=TYPES)
LZ4 = _native.packb(VALUE, lz4="block-array")


ZONE = datetime.timezone(datetime.timedelta(hours=1))
TIMES = [datetime.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=zone) for zone in (datetime.timezone.utc, ZONE)]


def times():
    packed = _native.packb(TIMES, datetime=True)
    return [_native.unpackb(packed, timestamp=form) for form in range(4)]


def fail_typed():
    try:
        _native.unpackb(TYPED[:-1] + b"\xc1", types=TYPES)
    except hayapack.ReservedByteError as error:
        return error.path
    return None


TUPLES = {(1, (2, "x")): [b"y" * 10, ExtType(5, b"z")], ((b"k",),): {"n": [b"m" * 5000]}}
TUPLES_PACKED = _native.packb(TUPLES)
TUPLE_OPTIONS = {"zero_copy": True, "tuple_keys": True, "strict_map_key": False}


def views():
    buffer = bytearray(TUPLES_PACKED)
    lazily = _native.View(buffer, **TUPLE_OPTIONS)
    found = [lazily[1, (2, "x")][0], lazily[((b"k",),)]["n"].value(), lazily.value()]
    found += [_native.get(memoryview(buffer)[::1].cast("b"), [(1, (2, "x")), 1], **TUPLE_OPTIONS)]
    stream = _native.Unpacker(**TUPLE_OPTIONS)
    stream.feed(buffer)
    return [*found, _native.unpackb(buffer, **TUPLE_OPTIONS), _native.unpackb(TUPLES_PACKED, **TUPLE_OPTIONS), stream.unpack()]


def views_of_lz4():
    return _native.unpackb(LZ4, lz4=True, zero_copy=True, strict_map_key=False)


IDS = [[ExtType(92, b"%c" % n), {"a" * n: [n] * n}] for n in range(40)] + [ExtType(92, b"\7")]
IDS_PACKED = _native.packb([[ExtType(92, b"\1\0"), [IDS, ExtType(92, b"\1\0")]], ExtType(92, b"\1\0")])


def references():
    found = _native.unpackb(IDS_PACKED, references=True)
    assert found[0] is found[1] is found[0][1]
    return found[0][0]


ROWS = [{"id": n, "name": "n" * n, "ok": None if n % 3 else True} for n in range(40)]
TABLE = _native.packb({"rows": ROWS})


def get():
    return [_native.get(PACKED, "$.rows[7].at[1]"), _native.get(PACKED, ["rows", 3, "tags"]), _native.get(PACKED, "${7}")]


def lazily():
    view = _native.View(PACKED)
    found = []
    for _ in range(3):  # from the third look-up on there is an index
        found += [view["rows"][n]["id"] for n in (19, 3)] + [view["deep"].value(), "no" in view, 7 in view]
    return found + [len(list(view.items())), view["ints"][3:50:7], list(view["rows"][5])]


def table():
    columns = _native.columns(TABLE, ["id", "name", "ok"], path="$.rows")
    columns["ok"].__arrow_c_array__()
    return {name: column.tolist() for name, column in columns.items()}


NESTED = [{"s": {"x": [n, "a" * n], "m": {"k": n}}, "w": "w%d" % (n % 3), "bad": n if n % 2 else "x"} for n in range(30)]
MESSAGES = [_native.packb(row) for row in NESTED] + [None]
DTYPES = {"s": "struct{x: list[raw], m: map[str, int16]}", "w": "dictionary[str]", "bad": "int64"}


def nested():
    found = []
    for dtypes, errors, data, stream in (
        (DTYPES, "null", MESSAGES, False),
        (DTYPES, lambda *row: None, b"".join(MESSAGES[:-1]), True),
        ({"bad": "raw"}, "null", MESSAGES, False),
    ):
        columns = _native.columns(data, ["s", "w", "bad", "s.m.k"], dtypes, errors=errors, stream=stream)
        columns.__arrow_c_array__()
        found.append({name: column.tolist() for name, column in columns.items()})
    return found


def table_fails():
    try:
        _native.columns(TABLE, ["id"], dtypes=str, path="$.rows")
    except TypeError as error:
        return error.name
    return None


COLUMN = _native.columns(TABLE, ["name"], path="$.rows")["name"]


class Stream:
    def __arrow_c_stream__(self, requested_schema=None):
        return _native.arrow_stream(COLUMN, [COLUMN, COLUMN])


def arrow():
    return b"".join(_native.arrow_rows(Stream(), "values", block=100))


@dataclasses.dataclass
class Item:
    name: str
    inner: object
    when: object = None


@dataclasses.dataclass
class Slot:
    __slots__ = ("items", "more")
    items: "list[Item]"
    more: object


ITEMS = Slot([Item("é" * n, [1, {"k": (n, [n])}], TIMES[0]) for n in range(40)], {"a" * n: [n, []] for n in range(90)})
for _ in range(30):  # more open containers than there are frames at first
    ITEMS.more = [{1, (2, 3)}, ITEMS.more]
ENCODER = _native.Encoder(Slot)
ENCODED = _fallback.Encoder(Slot).encode(ITEMS)


def exhaust(name, call, expected):
    failures = 0
    for start in range(100000):
        try:
            _testcapi.set_nomemory(start, start + 1)
            result = call()
        except MemoryError:
            result = None
            failures += 1
            continue
        finally:
            _testcapi.remove_mem_hooks()
        assert result == expected, (name, start)
        if start > failures + 50:  # no more allocations, or failures that are handled
            break
    assert failures, name
    print(name, failures)


exhaust("packb", lambda: _native.packb(VALUE), PACKED)
exhaust("unpackb", lambda: _native.unpackb(PACKED, strict_map_key=False), EXPECTED)
exhaust("unpackb with hooks", hooks, EXPECTED)
exhaust("Packer", packer, PACKED)
exhaust("Unpacker", stream, EXPECTED)
exhaust("an error", fail_with_path, "truncated")
exhaust("get", get, get())
exhaust("View", lazily, lazily())
exhaust("views", views, views())
exhaust("views of a decompressed message", views_of_lz4, EXPECTED)
# columns() plans in Python, where CPython 3.12 and 3.13 themselves crash without memory.
if sys.version_info < (3, 12):
    exhaust("columns", table, {name: [row[name] for row in ROWS] for name in ROWS[0]})
    exhaust("nested columns", nested, nested())
    exhaust("an error of columns", table_fails, "unsupported_type")
exhaust("arrow_rows and arrow_stream", arrow, 2 * b"".join(_native.packb(row["name"]) for row in ROWS))
exhaust("datetimes", times, times())
exhaust("references", references, references())
exhaust("packb of typed values", lambda: _native.packb(LINKED, types=TYPES), TYPED)
exhaust("unpackb of typed values", lambda: _native.unpackb(TYPED, types=TYPES), LINKED)
exhaust("an error in typed values", fail_typed, "$.next[1].k[1]")
exhaust("Encoder", lambda: ENCODER.encode(ITEMS), ENCODED)
exhaust("packb with lz4", lambda: _native.packb(VALUE, lz4="block-array"), LZ4)
exhaust("unpackb with lz4", lambda: _native.unpackb(LZ4, lz4=True, strict_map_key=False), EXPECTED)
assert _native.unpackb(PACKED, strict_map_key=False) == EXPECTED
"""


@pytest.mark.skipif(FREE_THREADED, reason="CPython 3.13t itself crashes where it has no memory for a list, in json too")
def test_each_allocation_fails_in_turn():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", PROGRAM],
        cwd=str(SOURCE),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-3000:]
