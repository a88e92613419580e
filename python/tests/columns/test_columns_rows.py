"""columns: streams, lists of messages, layouts of rows, compressed messages, errors."""

import struct
import sys

import pytest
from lz4_package import skip_without_lz4

import hayapack
from hayapack import ExtType, Timestamp, packb

ROWS = [{"id": i, "name": f"n{i}" * (i % 5), "tags": ["t"] * (i % 3)} for i in range(300)]
MESSAGES = [packb(row) for row in ROWS]
STREAM = b"".join(MESSAGES)
FIELDS = ["id", "name", "tags"]


def contents(table):
    return {field: column.tolist() for field, column in table.items()}


EXPECTED = {field: [row[field] for row in ROWS] for field in FIELDS}


# --- where rows are ----------------------------------------------------------------


def test_a_stream(backend):
    for buffer in (STREAM, bytearray(STREAM), memoryview(b"xx" + STREAM)[2:]):
        table = backend.columns(buffer, FIELDS, stream=True)
        assert contents(table) == EXPECTED
        assert (table.rows, table.skipped, table.nulled) == (300, 0, 0)
    assert backend.columns(b"", FIELDS, stream=True).rows == 0
    assert contents(backend.columns(b"\xc0\x80\xc0", ["a"], stream=True, missing="null")) == {"a": [None] * 3}


def test_a_list_of_messages(backend):
    for messages in (MESSAGES, tuple(MESSAGES), [bytearray(one) for one in MESSAGES]):
        assert contents(backend.columns(messages, FIELDS)) == EXPECTED
    table = backend.columns([None, packb({"a": 1}), b"\xc0", None], ["a", "b"], missing="null")
    assert contents(table) == {"a": [None, 1, None, None], "b": [None] * 4} and table.rows == 4
    assert backend.columns([], ["a"]).rows == 0
    with pytest.raises(TypeError, match="message 1 must be bytes or None, not 'str'"):
        backend.columns([b"\x80", "x"], ["a"])


def test_messages_of_all_sizes(backend):
    """Small messages are read from a copy."""
    texts = ["x" * n for n in [*range(60), 900, 1000, 1010, 1020, 1030, 5000]]
    messages = [packb({"n": n, "t": text, "é" * 20: [text]}) for n, text in enumerate(texts)]
    table = backend.columns(messages, ["t", "n", "é" * 20])
    assert contents(table) == {"t": texts, "n": list(range(len(texts))), "é" * 20: [[text] for text in texts]}
    for message in messages[::7]:
        for cut in range(len(message)):
            with pytest.raises(hayapack.TruncatedError) as caught:
                backend.columns([messages[0], message[:cut]], ["n", "t"], errors="skip")
            assert caught.value.path.startswith("$[1]") and caught.value.offset <= cut


def test_the_message_at_fault_is_named(backend):
    good = packb({"a": 1})
    with pytest.raises(hayapack.ExtraData) as caught:
        backend.columns([good, good + b"\x01", good], ["a"])
    assert (caught.value.offset, caught.value.path, caught.value.extra) == (4, "$[1]", b"\x01")
    with pytest.raises(hayapack.TruncatedError) as caught:
        backend.columns([good, good[:-1], good], ["a"], errors="null")
    assert (caught.value.offset, caught.value.path) == (3, "$[1].a")
    with pytest.raises(hayapack.TruncatedError) as caught:
        backend.columns([good, None, b""], ["a"])
    assert (caught.value.offset, caught.value.path) == (0, "$[2]")
    with pytest.raises(hayapack.ColumnTypeError) as caught:
        backend.columns([good, packb({"b": [1, 2], "a": "x"})], ["a"])
    assert (caught.value.offset, caught.value.path) == (8, "$[1].a")
    with pytest.raises(hayapack.BufferFull) as caught:
        backend.columns([good, b"\x81\xa1a\xc4\x05xxxxx"], ["a"], max_buffer_size=5)
    assert caught.value.path == "$[1]"


def test_the_end_of_a_stream_is_named(backend):
    for cut in range(1, len(MESSAGES[-1])):
        with pytest.raises(hayapack.TruncatedError) as caught:
            backend.columns(STREAM[:-cut], FIELDS, stream=True, errors="skip")
        assert caught.value.path.startswith("$[299]") and caught.value.offset >= len(STREAM) - len(MESSAGES[-1])
    with pytest.raises(hayapack.ReservedByteError) as caught:
        backend.columns(packb({"a": 1}) + b"\x81\xa1b\xc1", ["a"], stream=True, errors="null")
    assert (caught.value.offset, caught.value.path) == (7, "$[1].b")


def test_arguments(backend):
    for options in (
        {"rows": "rows"},
        {"rows": "values"},
        {"errors": "ignore"},
        {"errors": 1},
        {"path": "$", "stream": True},
    ):
        with pytest.raises(ValueError):
            backend.columns(STREAM, FIELDS, **options)
    with pytest.raises(ValueError):
        backend.columns(MESSAGES, FIELDS, path="$")
    with pytest.raises(ValueError):
        backend.columns(STREAM, [], rows="values", stream=True)
    with pytest.raises(ValueError):
        backend.columns(STREAM, FIELDS, rows="values", stream=True, lz4=True)
    with pytest.raises(TypeError):
        backend.columns(backend.View(MESSAGES[0]), FIELDS, stream=True)


# --- layouts -----------------------------------------------------------------------


def test_rows_that_are_arrays(backend):
    rows = [[1, "a", [1]], [2], [], None, [3, None, None]]
    fields = ["i", "s.t", b"l"]
    expected = {"i": [1, 2, None, None, 3], "s.t": ["a", None, None, None, None], b"l": [[1]] + [None] * 4}
    assert contents(backend.columns(packb(rows), fields, rows="arrays")) == expected
    assert contents(backend.columns(b"".join(map(packb, rows)), fields, rows="arrays", stream=True)) == expected
    assert contents(backend.columns([packb(row) for row in rows], fields, rows="arrays")) == expected
    with pytest.raises(
        hayapack.ColumnTypeError, match=r"byte 1: array of more values than there are fields, at \$\[0\]"
    ):
        backend.columns(packb([[1, 2, 3]]), ["a", "b"], rows="arrays")
    with pytest.raises(hayapack.ColumnTypeError, match=r"byte 1: map instead of an array of the fields' values"):
        backend.columns(packb([{}]), ["a", "b"], rows="arrays")
    table = backend.columns(packb([[1, 2], [1, 2, 3], 5, [3, "x"]]), ["a", "b"], rows="arrays", errors="skip")
    assert contents(table) == {"a": [1], "b": [2]} and (table.rows, table.skipped) == (1, 3)
    assert contents(backend.columns(packb([]), ["a"], rows="arrays")) == {"a": []}


def test_rows_of_consecutive_values(backend):
    rows = [[1, "a", [1, [2]]], [2, None, None], [3, "c", []]]
    data = b"".join(packb(value) for row in rows for value in row)
    dtypes = ["uint8", "str", "raw"]
    table = backend.columns(data, ["i", "s", "l"], dtypes, rows="values", stream=True)
    assert table.rows == 3
    assert contents(table) == {"i": [1, 2, 3], "s": ["a", None, "c"], "l": [packb([1, [2]]), None, b"\x90"]}
    for cut in (1, 2, 3):
        with pytest.raises(hayapack.TruncatedError) as caught:
            backend.columns(data[:-cut], ["i", "s", "l"], dtypes, rows="values", stream=True)
        assert caught.value.path.startswith("$[2][")
    with pytest.raises(hayapack.ColumnTypeError) as caught:
        backend.columns(packb(1) + packb(2) + packb("x") + packb(3), ["a", "b"], "int64", rows="values", stream=True)
    assert (caught.value.offset, caught.value.path) == (2, "$[1][0]")
    seen = []
    data = packb(1) + packb(2) + packb("x") + packb("long" * 20) + packb(5) + packb([6])
    table = backend.columns(
        data, ["a", "b"], "int64", rows="values", stream=True, errors=lambda *args: seen.append(args[:2])
    )
    assert contents(table) == {"a": [1], "b": [2]} and table.skipped == 2
    assert seen == [(2, 2 + 2 + 82), (86, 89)]


def test_rows_of_fluentd(backend):
    events = [
        [ExtType(0, struct.pack(">II", 100, 5)), {"a": 1, "time": 7}],
        [[200, {"meta": [1]}], {"a": 2}],
        [1.5, {"b": 3, "time": 8}],
        [Timestamp(9, 9), {}],
        [None, {"a": 5}],
        [[ExtType(0, struct.pack(">II", 3, 0))], None],
        None,
    ]
    times = [Timestamp(100, 5), Timestamp(200), Timestamp(1, 500000000), Timestamp(9, 9), None, Timestamp(3), None]
    fields = ["a", "time", ("time",)]
    expected = {"a": [1, 2, None, None, 5, None, None], "time": times, ("time",): [7, None, 8] + [None] * 4}
    assert contents(backend.columns(b"".join(map(packb, events)), fields, rows="fluent", stream=True)) == expected
    assert contents(backend.columns(packb(events), fields, rows="fluent")) == expected
    assert contents(backend.columns([packb(event) for event in events], fields, rows="fluent")) == expected
    assert contents(backend.columns(packb(events), ["a"], rows="fluent")) == {"a": expected["a"]}
    only = packb([[12, {}], [2.5, {}]])
    assert backend.columns(only, ["time"], "timestamp[s]", rows="fluent")["time"].data.tolist() == [12, 3]
    assert backend.columns(only, ["time"], "timestamp[ms]", rows="fluent")["time"].data.tolist() == [12000, 2500]
    assert backend.columns(only, ["time"], "float64", rows="fluent")["time"].tolist() == [12.0, 2.5]
    for wrong in ([1], {"a": 1}, [1, {}, {}], 5):
        with pytest.raises(hayapack.ColumnTypeError, match=r"instead of \[time, map\], at \$\[1\]"):
            backend.columns(packb([[1, {}], wrong]), ["a"], rows="fluent", missing="null")
    with pytest.raises(hayapack.ColumnTypeError, match=r"int instead of a map, at \$\[0\]\[1\]"):
        backend.columns(packb([[1, 2]]), ["a"], rows="fluent")
    with pytest.raises(hayapack.ColumnTypeError, match=r"str that is not ISO 8601 .* at \$\[0\]\[0\]"):
        backend.columns(packb([["now", {}]]), ["time"], rows="fluent")
    table = backend.columns(packb([["now", {"a": 1}], [1, 2]]), ["time", "a"], rows="fluent", errors="null")
    assert contents(table) == {"time": [None, Timestamp(1)], "a": [1, None]} and table.nulled == 2


# --- compressed messages -------------------------------------------------------------


@pytest.mark.parametrize("form", ["block", "block-array"])
def test_compressed(request, backend, form):
    skip_without_lz4(request)
    rows = [{"id": i, "text": "hello " * (i % 40)} for i in range(50)]
    expected = {"id": list(range(50)), "text": [row["text"] for row in rows]}
    messages = [packb(row, lz4=form) for row in rows]
    assert any(message[0] >= 0xC7 or message[0] & 0xF0 == 0x90 for message in messages)
    for data in (b"".join(messages), bytearray(b"".join(messages))):
        assert contents(backend.columns(data, ["id", "text"], stream=True, lz4=True)) == expected
    assert contents(backend.columns(messages, ["id", "text"], lz4=True)) == expected
    assert contents(backend.columns(packb(rows, lz4=form), ["id", "text"], lz4=True)) == expected
    nested = packb({"rows": rows}, lz4=form)
    assert contents(backend.columns(nested, ["id", "text"], path="$.rows", lz4=True)) == expected
    assert contents(backend.columns(packb(rows), ["id", "text"], lz4=True)) == expected


def test_errors_in_compressed_messages(request, backend):
    skip_without_lz4(request)
    good = packb({"a": "x" * 100, "n": 1}, lz4="block")
    bad = packb({"a": "x" * 100, "n": "text"}, lz4="block")
    with pytest.raises(hayapack.ColumnTypeError) as caught:
        backend.columns(good + bad, ["n"], stream=True, lz4=True)
    assert (caught.value.offset, caught.value.lz4_offset, caught.value.path) == (107, len(good), "$[1].n")
    assert str(caught.value).startswith(f"byte 107 of the content compressed at byte {len(good)}: str in")
    seen = []
    table = backend.columns(
        good + bad + good, ["n"], stream=True, lz4=True, errors=lambda start, stop, error: seen.append((start, stop))
    )
    assert table["n"].tolist() == [1, 1] and seen == [(len(good), len(good + bad))]
    seen = []
    backend.columns([good, bad], ["n"], lz4=True, errors=lambda start, stop, error: seen.append((start, stop)))
    assert seen == [(1, 2)]
    longer = good[:7] + bytes([good[7] + 1]) + good[8:]  # than its content is
    with pytest.raises(hayapack.InvalidLz4Error) as caught:
        backend.columns(good + longer, ["n"], stream=True, lz4=True, errors="skip")
    assert caught.value.path.startswith("$[1]")
    with pytest.raises(hayapack.Lz4LimitError):
        backend.columns(good, ["n"], stream=True, lz4=True, max_lz4_size=50)
    with pytest.raises(hayapack.ExtraData):
        backend.columns([good + b"\0"], ["n"], lz4=True)


# --- values that do not fit -----------------------------------------------------------


BAD = [{"a": 1}, {"a": "x"}, {"a": 3}, 5, {"b": 0, "a": [1, {"c": 2}], "d": 0}, {"a": 6}]


def test_errors_null(backend):
    for data, options in (
        (b"".join(map(packb, BAD)), {"stream": True}),
        ([packb(row) for row in BAD], {}),
        (packb(BAD), {}),
    ):
        table = backend.columns(data, ["a", "d"], "int64", errors="null", **options)
        assert contents(table) == {"a": [1, None, 3, None, None, 6], "d": [None] * 4 + [0, None]}
        assert (table.rows, table.skipped, table.nulled) == (6, 0, 3)


def test_errors_skip(backend):
    for data, options in (
        (b"".join(map(packb, BAD)), {"stream": True}),
        ([packb(row) for row in BAD], {}),
        (packb(BAD), {}),
    ):
        table = backend.columns(data, ["a", "d"], "int64", errors="skip", missing="null", **options)
        assert contents(table) == {"a": [1, 3, 6], "d": [None] * 3}
        assert (table.rows, table.skipped, table.nulled) == (3, 3, 0)


def test_errors_callable(backend):
    seen = []

    def report(start, stop, error):
        seen.append((start, stop, type(error), error.offset, error.path))

    kind = hayapack.ColumnTypeError
    backend.columns(b"".join(map(packb, BAD)), ["a"], "int64", stream=True, errors=report)
    assert seen == [(4, 9, kind, 7, "$[1].a"), (13, 14, kind, 13, "$[3]"), (14, 29, kind, 20, "$[4].a")]
    seen.clear()
    backend.columns(packb(BAD), ["a"], "int64", errors=report)
    assert [one[:2] for one in seen] == [(5, 10), (14, 15), (15, 30)]
    seen.clear()
    backend.columns([packb(row) for row in BAD], ["a"], "int64", errors=report)
    assert [(*one[:2], *one[3:]) for one in seen] == [(1, 2, 3, "$[1].a"), (3, 4, 0, "$[3]"), (4, 5, 6, "$[4].a")]


def test_a_callable_that_raises(backend):
    def report(start, stop, error):
        raise LookupError("stop here")

    with pytest.raises(LookupError, match="stop here"):
        backend.columns(b"".join(map(packb, BAD)), ["a"], "int64", stream=True, errors=report)


def test_a_callable_that_changes_the_input(backend):
    data, messages = bytearray(b"".join(map(packb, BAD))), [packb(row) for row in BAD]

    def report(start, stop, error):
        data[:] = b"\xff" * 3
        messages.clear()
        backend.columns(packb([{"z": 1}]), ["z"])

    assert backend.columns(data, ["a"], "int64", stream=True, errors=report)["a"].tolist() == [1, 3, 6]
    data = bytearray()
    assert backend.columns(messages or [packb(row) for row in BAD], ["a"], "int64", errors=report)["a"].tolist() == [
        1,
        3,
        6,
    ]


def test_errors_in_the_items_of_containers(backend):
    rows = packb([{"l": [1, "x", 3], "s": {"n": "y", "m": 2}, "m": {"a": 1, "b": "z"}}, {"l": 5, "s": 5, "m": 5},
                  {"l": [1], "s": {"m": 1}, "m": {"q": 1, 5: 2, None: 3}}])  # fmt: skip
    dtypes = ["list[int64]", "struct{n: int64, m: int64}", "map[str, int64]"]
    table = backend.columns(rows, ["l", "s", "m"], dtypes, errors="null")
    assert table["l"].tolist() == [[1, None, 3], None, [1]]
    assert table["s"].tolist() == [{"n": None, "m": 2}, None, {"n": None, "m": 1}]
    assert table["m"].tolist() == [[("a", 1), ("b", None)], None, None]  # a key that is null makes the map null
    assert table.nulled == 7 and len(table["m"].children[0]) == 2
    table = backend.columns(rows, ["l", "s", "m"], dtypes, errors="skip", missing="null")
    assert table.rows == 0 and [len(column) for column in table.values()] == [0, 0, 0]
    assert [len(column.children[0]) for column in table.values()] == [0, 0, 0]


def test_a_skipped_row_leaves_nothing_behind(backend):
    rows = [{"l": ["a"], "w": "x", "n": 1}, {"l": ["b", "c"], "w": "y", "n": "bad"}, {"l": ["d"], "w": "z", "n": 2}]
    table = backend.columns(packb(rows), ["l", "w", "n"], ["list[str]", "dictionary[str]", "int64"], errors="skip")
    assert contents(table) == {"l": [["a"], ["d"]], "w": ["x", "z"], "n": [1, 2]}
    assert bytes(table["l"].children[0].data) == b"ad"


def test_a_structural_fault_comes_first(backend):
    broken = b"\x92" + packb({"a": "x", "b": 1})[:-1] + b"\xc1"
    for errors in ("raise", "skip", print):
        with pytest.raises(hayapack.ReservedByteError):
            backend.columns(broken, ["a"], "int64", errors=errors)
    with pytest.raises(hayapack.ExtraData):
        backend.columns([packb({"a": "x"}) + b"\1"], ["a"], "int64", errors="skip")


def test_the_last_of_repeated_keys_counts(backend):
    first = b"\x82\xa1a" + packb("x") + b"\xa1a" + packb(2)
    for errors in ("raise", "skip", "null"):
        table = backend.columns(first * 3, ["a"], "int64", stream=True, errors=errors)
        assert table["a"].tolist() == [2, 2, 2]
    inner = b"\x83\xa1s" + packb({"n": "x", "l": [1]}) + b"\xa1x\x01\xa1s" + packb({"n": 5, "l": [2, 3]})
    table = backend.columns(inner * 2, ["s", "s.n"], ["struct{n: int64, l: list[int8]}", "int64"], stream=True)
    assert contents(table) == {"s": [{"n": 5, "l": [2, 3]}] * 2, "s.n": [5, 5]}
    assert table["s"].children[1].children[0].tolist() == [2, 3, 2, 3]
    with pytest.raises(hayapack.ColumnTypeError) as caught:
        backend.columns(b"\x82\xa1a\x01\xa1a\xa1x", ["a"], "int64", stream=True)
    assert caught.value.offset == 6


def test_keys_in_changing_orders(backend):
    import random

    rng = random.Random(5)
    names = [f"key{i}" for i in range(30)] + [
        "a key of more than sixteen bytes",
        "another key, quite as long!",
        "k" * 40,
    ]
    rows = []
    for i in range(400):
        chosen = rng.sample(names, rng.randrange(len(names))) if i % 3 else names
        rows.append({name: [i, name] for name in chosen})
    wanted = names[::2]
    table = backend.columns([packb(row) for row in rows], wanted, "raw", missing="null")
    for name in wanted:
        assert table[name].tolist() == [packb(row[name]) if name in row else None for row in rows]
    same = b"".join(
        packb({"a key of more than sixteen bytes": 1, "a key of MORE than sixteen bytes": 2}) for _ in range(5)
    )
    assert (
        backend.columns(same, ["a key of MORE than sixteen bytes"], stream=True)[
            "a key of MORE than sixteen bytes"
        ].tolist()
        == [2] * 5
    )


def test_missing_fields_of_messages(backend):
    data = packb({"amount": 1}) * 2
    with pytest.raises(KeyError, match="no key 'amuont' in any of the 2 maps in the messages: did you mean 'amount'"):
        backend.columns(data, ["amuont"], stream=True)
    with pytest.raises(KeyError, match="no key 'x' in the map in the messages: missing"):
        backend.columns([packb({"a": 1})], ["x"])
    assert backend.columns(data, ["x"], "str", stream=True, missing="null")["x"].type == "str"


def test_limits(backend):
    for data, options in ((STREAM, {"stream": True}), (MESSAGES, {})):
        with pytest.raises(hayapack.StrLimitError):
            backend.columns(data, FIELDS, max_str_len=3, **options)
        with pytest.raises(hayapack.ArrayLimitError):
            backend.columns(data, FIELDS, max_array_len=1, **options)
        with pytest.raises(hayapack.MapLimitError):
            backend.columns(data, FIELDS, max_map_len=2, **options)
        with pytest.raises(hayapack.StackError):
            backend.columns(data, FIELDS, max_depth=1, **options)
        assert backend.columns(data, FIELDS, max_depth=2, max_str_len=20, **options).rows == 300
    with pytest.raises(hayapack.InvalidKeyError):
        backend.columns(packb({5: 1}), ["a"], stream=True, strict_map_key=True)


def test_values_that_do_not_count_give_no_type(backend):
    first = b"\x83\xa1a" + packb({"x": [1]}) + b"\xa1b\xa1x\xa1a" + packb(2)
    table = backend.columns(first * 2, ["a", "b"], stream=True)
    assert table["a"].type == "int64" and table["a"].tolist() == [2, 2]
    rows = [{"b": 1, "a": {"x": [{"y": 1}]}, "n": "bad"}] * 300 + [
        {"a": None, "n": 1},
        {"a": {"z": "s", "w": [1]}, "n": 2},
    ]
    table = backend.columns(packb(rows), ["a", "n", "b"], [None, "int64", None], errors="skip")
    assert table["a"].type == "struct{z: str, w: list[int64]}" and table["a"].tolist() == [None, {"z": "s", "w": [1]}]
    assert table["b"].type == "float64" and table["b"].tolist() == [None, None]


def test_errors_about_text_in_columns_that_are_forgotten(backend):
    seen = []
    rows = b"\x81\xa1l\x92\xa2ok\xa1\xff" * 3 + packb({"l": [1]})
    table = backend.columns(
        rows, ["l"], stream=True, errors=lambda start, stop, error: seen.append((start, error.object))
    )
    assert table["l"].type == "list[int64]" and seen == [(0, b"\xff"), (9, b"\xff"), (18, b"\xff")]


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="capsules are CPython's")
def test_messages_in_an_arrow_array(backend):
    rows = packb([{"m": message} for message in [*MESSAGES, None]])
    column = backend.columns(rows, ["m"], "bytes")["m"]
    table = backend.columns(column, FIELDS)
    assert contents(table) == {field: [*values, None] for field, values in EXPECTED.items()}
    assert contents(backend.columns(column, FIELDS, errors="skip", lz4=True))["id"] == [*range(300), None]
    with pytest.raises(TypeError, match="binary or large_binary"):
        backend.columns(backend.columns(rows, ["m"], "raw")["m"].__class__._struct(0, (), ()), FIELDS)
    with pytest.raises(ValueError, match="path"):
        backend.columns(column, FIELDS, path="$")
    pyarrow = pytest.importorskip("pyarrow")
    for dtype in (pyarrow.binary(), pyarrow.large_binary()):
        array = pyarrow.array([None, *MESSAGES, None, b"\xc1"], dtype)[1:-1]
        assert contents(backend.columns(array, FIELDS)) == {
            field: [*values, None] for field, values in EXPECTED.items()
        }
    with pytest.raises(TypeError, match="binary or large_binary"):
        backend.columns(pyarrow.array([1]), FIELDS)


@pytest.mark.parametrize("stream", [False, True])
def test_max_buffer_size_counts_compressed_bytes(request, backend, stream):
    skip_without_lz4(request)
    packed = packb({"a": "x" * 500}, lz4="block")
    messages = packed if stream else [packed]
    options = {"lz4": True, "stream": stream, "max_str_len": 500}
    assert backend.columns(messages, ["a"], max_buffer_size=len(packed), **options).rows == 1
    with pytest.raises(hayapack.BufferFull, match="byte 0: more bytes") as caught:
        backend.columns(messages, ["a"], max_buffer_size=len(packed) - 1, **options)
    assert (caught.value.path, caught.value.lz4_offset) == ("$" if stream else "$[0]", None)


def test_a_field_of_a_row_that_is_left_out_is_not_missing(backend):
    rows = packb([{"a": "x", "b": 1, "in": {"c": 2}}, 5])
    table = backend.columns(rows, ["a", "b", "in.c"], {"a": "int64"}, errors="skip")
    assert (table.rows, table.skipped) == (0, 2)
    events = packb([5, {"a": "x", "in": {"c": 2}}])
    assert backend.columns(events, ["a", "in.c"], {"a": "int64"}, stream=True, rows="fluent", errors="skip").rows == 0
    with pytest.raises(KeyError, match="no key 'no'"):
        backend.columns(rows, ["a", "no"], {"a": "int64"}, errors="skip")


def test_a_key_inside_a_key_that_is_not_allowed(backend):
    """The error of decoding a key counts in the stream too."""
    inner = b"\x81\x82\xa1a\x01\x05\x02\x01"  # {{"a": 1, 5: 2}: 1}
    with pytest.raises(hayapack.InvalidKeyError) as caught:
        backend.columns(packb({"a": 1}) + inner, ["a"], stream=True, strict_map_key=True)
    assert (caught.value.offset, caught.value.path) == (9, "$[1]{key #0}{key #1}")


#: A map whose key is not UTF-8, which without a dtype becomes the name of a field.
NO_UTF8 = b"\x81\xa1m\x81\xa1\xff\x01"


@pytest.mark.parametrize("errors", ["raise", "null", "skip"])
@pytest.mark.parametrize("dtype", [None, "map[str,int64]"])
def test_a_structural_fault_comes_before_a_key_that_is_no_utf8(backend, dtype, errors):
    begin = b"\x82" + NO_UTF8[1:]
    for end, name in ((b"\xa1b", "truncated"), (b"\xa1b\xc1", "reserved_byte")):
        with pytest.raises(hayapack.UnpackException) as caught:
            backend.columns(begin + end, ["m"], dtype, stream=True, errors=errors)
        assert (caught.value.name, caught.value.offset) == (name, len(begin) + 2)
    with pytest.raises(hayapack.ExtraData):
        backend.columns([NO_UTF8 + b"\x01"], ["m"], dtype, errors=errors)
    with pytest.raises(hayapack.UnpackException) as caught:
        backend.columns(NO_UTF8[3:] + b"\xc1", ["a", "b"], dtype, stream=True, rows="values", errors=errors)
    assert caught.value.name == "reserved_byte"


def test_a_path_that_leads_to_no_map_is_counted_also_if_its_key_is_repeated(backend):
    table = backend.columns(b"\x82\xa1a\x01\xa1a\x80", ["a.b"], "int64", stream=True, errors="null", missing="null")
    assert table["a.b"].tolist() == [None] and table.nulled == 1
