"""arrow_rows(): rows of Arrow data as messages."""

import ctypes
import gc
import math
import struct
import sys
import uuid
import weakref

import pytest
from arrow_arrays import Made, array, extension, field, ints, released, rows_of, table
from at_once import at_once

from hayapack import (
    ArrowDataError,
    PackDepthError,
    Timestamp,
    Unpacker,
    UnsupportedTypeError,
    columns,
    packb,
)
from hayapack._fallback.columnar.arrow import structs


def values_of(backend, form, column, **options):
    return [row["x"] for row in rows_of(backend, table(form, column, **options))]


# --- arrays made by hand --------------------------------------------------------


@pytest.mark.parametrize(
    "form, data, values",
    [
        ("c", struct.pack("=2b", -128, 127), [-128, 127]),
        ("C", b"\x00\xff", [0, 255]),
        ("s", struct.pack("=2h", -32768, 1), [-32768, 1]),
        ("S", struct.pack("=2H", 65535, 1), [65535, 1]),
        ("i", struct.pack("=2i", -(2**31), 1), [-(2**31), 1]),
        ("I", struct.pack("=2I", 2**32 - 1, 1), [2**32 - 1, 1]),
        ("l", struct.pack("=2q", -(2**63), 1), [-(2**63), 1]),
        ("L", struct.pack("=2Q", 2**64 - 1, 1), [2**64 - 1, 1]),
        ("e", struct.pack("=2e", 6e-8, -65504.0), [struct.unpack("e", struct.pack("e", 6e-8))[0], -65504.0]),
        ("f", struct.pack("=2f", 0.5, -0.0), [0.5, -0.0]),
        ("g", struct.pack("=2d", 0.1, math.inf), [0.1, math.inf]),
        ("b", b"\x01", [True, False]),
        ("tdD", struct.pack("=2i", -719162, 2932896), ["0001-01-01", "9999-12-31"]),
        ("tdm", struct.pack("=2q", -1, 86400000), ["1969-12-31", "1970-01-02"]),
        ("tts", struct.pack("=2i", 0, 86399), ["00:00:00", "23:59:59"]),
        ("ttm", struct.pack("=2i", 1, 86399999), ["00:00:00.001000", "23:59:59.999000"]),
        ("ttu", struct.pack("=2q", 1, 1000000), ["00:00:00.000001", "00:00:01"]),
        ("ttn", struct.pack("=2q", 1, 1000), ["00:00:00.000000001", "00:00:00.000001"]),
        ("tss:", struct.pack("=2q", -1, 2**34), [Timestamp(-1), Timestamp(2**34)]),
        ("tsm:UTC", struct.pack("=2q", -1, 1), [Timestamp(-1, 999000000), Timestamp(0, 1000000)]),
        ("tsu:Asia/Tokyo", struct.pack("=2q", -1, 1), [Timestamp(-1, 999999000), Timestamp(0, 1000)]),
        ("tsn:", struct.pack("=2q", -(2**63), 1), [Timestamp(-9223372037, 145224192), Timestamp(0, 1)]),
        ("tDs", struct.pack("=2q", 86400, -1), ["P1D", "-PT1S"]),
        ("tDm", struct.pack("=2q", 0, -86400001), ["PT0S", "-P1DT0.001S"]),
        ("tDu", struct.pack("=2q", 1500000, -(2**63)), ["PT1.5S", "-P106751991DT14454.775808S"]),
        ("tDn", struct.pack("=2q", 1, 10**9), ["PT0.000000001S", "PT1S"]),
        ("w:2", b"abcd", [b"ab", b"cd"]),
        ("w:0", b"", [b"", b""]),
        ("d:5,2", (123).to_bytes(16, sys.byteorder) + (-5).to_bytes(16, sys.byteorder, signed=True), ["1.23", "-0.05"]),
        ("d:5,-2,32", struct.pack("=2i", 123, 0), ["1.23E+4", "0E+2"]),
        ("d:18,0,64", struct.pack("=2q", -(2**63), 7), [str(-(2**63)), "7"]),
        (
            "d:76,9,256",
            b"".join(n.to_bytes(32, sys.byteorder) for n in (10**75, 1)),
            ["1" + "0" * 66 + "." + "0" * 9, "1E-9"],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_values_of_a_fixed_width(backend, form, data, values):
    assert values_of(backend, form, array(2, [None, data])) == values
    assert repr(values_of(backend, form, array(2, [b"\x02", data], nulls=-1))) == repr([None, values[1]])
    assert values_of(backend, form, array(1, [b"\x02", data], nulls=1, offset=1)) == values[1:]
    assert values_of(backend, form, array(0, [None, None])) == []


def test_every_half(backend):
    data = bytes(range(256)) * 2
    data = struct.pack("=65536H", *range(65536))
    packed = b"".join(backend.arrow_rows(table("e", array(65536, [None, data])), "values"))
    halves = struct.unpack("=65536e", data)
    for i, half in enumerate(halves):
        found = packed[5 * i : 5 * i + 5]
        if math.isnan(half):
            assert math.isnan(struct.unpack(">f", found[1:])[0])
        else:
            assert found == b"\xca" + struct.pack(">f", half)


def test_floats_are_copied_bit_by_bit(backend):
    nans = [0x7FF0000000000001, 0xFFF8000000000123]
    packed = b"".join(backend.arrow_rows(table("g", array(2, [None, struct.pack("=2Q", *nans)])), "values"))
    assert packed == b"".join(b"\xcb" + struct.pack(">Q", nan) for nan in nans)
    packed = b"".join(backend.arrow_rows(table("f", array(1, [None, struct.pack("=I", 0x7F800001)])), "values"))
    assert packed == b"\xca\x7f\x80\x00\x01"


@pytest.mark.parametrize("size, forms", [(4, "uz"), (8, "UZ")])
def test_text_and_bytes(backend, size, forms):
    for n in (0, 1, 15, 16, 17, 31, 32, 255, 256, 70000):
        for extra in (0, 1, 16):
            text = ("é" * n).encode()[:n] if n % 2 == 0 else b"a" * n
            column = array(2, [None, ints(1, 1 + n, 1 + n + extra, size=size), b"#" + text + b"b" * extra])
            assert values_of(backend, forms[1], column) == [text, b"b" * extra]
            assert values_of(backend, forms[0], column) == [text.decode(), "b" * extra]
    empty = array(2, [None, ints(0, 0, 0, size=size), None])
    assert values_of(backend, forms[0], empty) == ["", ""]


def view(text, part=0, start=0):
    if len(text) <= 12:
        return struct.pack("=i12s", len(text), text)
    return struct.pack("=i4sii", len(text), text[:4], part, start)


def test_views(backend):
    long, longer = b"long, more than twelve", "速い".encode() * 20
    views = view(b"") + view(b"short") + view(long, 0, 3) + view("é".encode() * 6) + view(longer, 1, 0)
    column = array(5, [None, views, b"xyz" + long, longer, ints(len(long) + 3, len(longer), size=8)])
    texts = [b"", b"short", long, "é".encode() * 6, longer]
    assert values_of(backend, "vz", column) == texts
    assert values_of(backend, "vu", column) == [text.decode() for text in texts]


def test_lists_and_maps(backend):
    numbers = array(4, [None, ints(9, 1, 2, 3)], offset=1)
    numbers = array(3, [None, ints(9, 1, 2, 3)], offset=1)
    for form, size in [("+l", 4), ("+L", 8)]:
        column = array(3, [b"\x05", ints(0, 1, 1, 3, size=size)], [numbers], nulls=1)
        assert values_of(backend, form, column, children=[field("i")]) == [[1], None, [2, 3]]
    for form, size in [("+vl", 4), ("+vL", 8)]:
        column = array(3, [None, ints(1, 3, 0, size=size), ints(2, 0, 3, size=size)], [numbers])
        assert values_of(backend, form, column, children=[field("i")]) == [[2, 3], [], [1, 2, 3]]
    column = array(1, [None], [numbers], offset=0)
    assert values_of(backend, "+w:3", column, children=[field("i")]) == [[1, 2, 3]]
    column = array(2, [None], [array(0, [None, None])])
    assert values_of(backend, "+w:0", column, children=[field("i")]) == [[], []]
    entries = field("+s", "entries", children=[field("i", "key"), field("i", "value")])
    pairs = array(2, [None], [array(3, [None, ints(7, 8, 9)]), array(3, [b"\x05", ints(4, 5, 6)], nulls=-1)], offset=1)
    column = array(2, [None, ints(0, 1, 2)], [pairs])
    assert values_of(backend, "+m", column, children=[entries]) == [{8: None}, {9: 6}]


def test_structs(backend):
    inner = field("+s", "x", children=[field("i", "a" * 40), field("n", "b")])
    column = array(2, [b"\x02"], [array(3, [None, ints(1, 2, 3)]), array(3)], nulls=1, offset=0)
    made = Made(field("+s", children=[inner]), array(1, [None], [column], offset=1))
    assert rows_of(backend, made) == [{"x": {"a" * 40: 2, "b": None}}]
    assert rows_of(backend, made, "arrays") == [[{"a" * 40: 2, "b": None}]]
    nothing = Made(field("+s"), array(3, [None]))
    assert rows_of(backend, nothing) == [{}, {}, {}] and rows_of(backend, nothing, "values") == []


def test_null_rows(backend):
    made = Made(field("+s", children=[field("i", "x"), field("i", "y")]), None)
    made.array = array(3, [b"\x05"], [array(3, [None, ints(1, 2, 3)]), array(3, [None, ints(4, 5, 6)])], nulls=-1)
    assert rows_of(backend, made) == [{"x": 1, "y": 4}, None, {"x": 3, "y": 6}]
    assert rows_of(backend, made, "arrays") == [[1, 4], None, [3, 6]]
    assert rows_of(backend, made, "values") == [1, 4, None, None, 3, 6]


@pytest.mark.parametrize("form, size", [("c", 1), ("C", 1), ("s", 2), ("S", 2), ("i", 4), ("I", 4), ("l", 8), ("L", 8)])
def test_dictionaries(backend, form, size):
    words = array(2, [b"\x01", ints(0, 1, 1), b"a"], nulls=1)
    column = array(3, [b"\x03", ints(0, 1, 100, size=size)], dictionary=words, nulls=1)
    assert values_of(backend, form, column, dictionary=field("u")) == ["a", None, None]


@pytest.mark.parametrize("form, size", [("s", 2), ("i", 4), ("l", 8)])
def test_runs(backend, form, size):
    ends = array(3, [None, ints(0, 2, 3, 10, size=size)], offset=1)
    values = array(3, [b"\x05", ints(7, 8, 9)], nulls=1)
    column = array(6, [], [ends, values], offset=1)
    children = [field(form, "run_ends"), field("i", "values")]
    assert values_of(backend, "+r", column, children=children) == [7, None, 9, 9, 9, 9]


def test_unions(backend):
    children = [field("i", "a"), field("u", "b")]
    texts = array(3, [None, ints(0, 1, 2, 3), b"xyz"])
    dense = array(3, [b"\x05\x02\x05", ints(2, 0, 0)], [array(1, [None, ints(7)]), texts])
    assert values_of(backend, "+ud:2,5", dense, children=children) == ["z", 7, "x"]
    sparse = array(2, [b"\x05\x02\x05"], [array(3, [None, ints(7, 8, 9)]), texts], offset=1)
    assert values_of(backend, "+us:2,5", sparse, children=children) == [8, "z"]


def test_extension_types(backend):
    number = uuid.UUID("12345678-1234-5678-9abc-def012345678")
    column = array(1, [None, number.bytes])
    assert values_of(backend, "w:16", column, metadata=extension("arrow.uuid")) == [str(number)]
    assert backend.Encoder(uuid.UUID).encode(number) == packb(str(number))
    assert values_of(backend, "w:16", column, metadata=extension("arrow.other")) == [number.bytes]
    column = array(2, [None, b"\x02\x00"])
    assert values_of(backend, "c", column, metadata=extension("arrow.bool8")) == [True, False]
    column = array(1, [None, ints(0, 2), b"{}"])
    assert values_of(backend, "u", column, metadata=extension("arrow.json")) == ["{}"]


def test_a_column_is_a_source(backend):
    column = columns(packb([{"n": 1}, {"n": None}, {"n": 3}]), ["n"])["n"]
    assert rows_of(backend, column, "values") == [1, None, 3]
    with pytest.raises(TypeError, match='the Arrow data are no table: only layout="values" is possible'):
        backend.arrow_rows(column)


# --- refused and damaged --------------------------------------------------------------


def raised(backend, source, layout="maps"):
    with pytest.raises((ValueError, TypeError)) as found:
        list(backend.arrow_rows(source, layout))
    return type(found.value), str(found.value), found.value.path, found.value.offset


@pytest.mark.parametrize(
    "form, text",
    [
        ("tiM", "intervals of months, days and time have no form in MessagePack"),
        ("tin", "intervals of months, days and time have no form in MessagePack"),
        ("?", "the Arrow type has no form in MessagePack"),
        ("", "the Arrow type has no form in MessagePack"),
        ("tsx:", "the Arrow type's format is malformed"),
        ("d:5", "the Arrow type's format is malformed"),
        ("d:5,2,17", "the Arrow type's format is malformed"),
        ("w:-1", "the Arrow type's format is malformed"),
        ("w:12345678901", "the Arrow type's format is malformed"),
        ("+w:x", "the Arrow type's format is malformed"),
    ],
)
def test_types_that_are_refused(backend, form, text):
    source = table(form, array(0, [None, None]))
    assert raised(backend, source) == (UnsupportedTypeError, f"{text}, at $.x", "$.x", 0)


def test_unions_that_are_refused(backend):
    for form in ["+ud:", "+ud:1,1", "+ud:1,200", "+ud:1,2,3", "+us:1,", "+us:x,y"]:
        source = table(form, array(0, [None, None]), children=[field("i", "a"), field("i", "b")])
        assert raised(backend, source)[:2] == (UnsupportedTypeError, "the Arrow type's format is malformed, at $.x")


def test_equal_names(backend):
    source = Made(field("+s", children=[field("i", "x"), field("i", "x")]), None)
    source.array = array(1, [None], [array(1, [None, ints(1)]), array(1, [None, ints(2)])])
    assert raised(backend, source)[:3] == (UnsupportedTypeError, "two fields have the same name, at $", "$")
    assert rows_of(backend, source, "arrays") == [[1, 2]]
    assert rows_of(backend, source, "values") == [1, 2]


def test_depth(backend):
    def nested(depth):
        form, column = field("i", "x"), array(1, [None, ints(5)])
        for _ in range(depth):
            form, column = field("+l", "x", children=[form]), array(1, [None, ints(0, 1)], [column])
        return Made(field("+s", children=[form]), array(1, [None], [column]))

    value = 5
    for _ in range(62):
        value = [value]
    assert rows_of(backend, nested(62)) == [{"x": value}]
    assert raised(backend, nested(63))[0] is PackDepthError
    schema = field("+l", "x", children=[field("i", "x")])
    schema.children[0] = ctypes.pointer(schema)  # a cycle
    assert raised(backend, Made(schema, array(0)))[0] is PackDepthError


SHORT = array(1, [None, ints(1)])
BACK = "the offsets of an Arrow array are negative or go back"
MISSING = "a buffer of an Arrow array is missing"
INDEX = "an index of an Arrow array is out of range"


def _damaged():
    item = {"children": [field("i", "item")]}
    entries = field("+s", "entries", children=[field("i", "key"), field("i", "value")])
    union = {"children": [field("i", "a")]}
    runs = {"children": [field("i", "run_ends"), field("i", "values")]}
    three = array(3, [None, ints(1, 2, 3)])
    yield (
        "negative length",
        "i",
        array(-1, [None, ints(1)]),
        {},
        "the length or offset of an Arrow array is out of range",
    )
    yield (
        "negative offset",
        "i",
        array(1, [None, ints(1)], offset=-1),
        {},
        "the length or offset of an Arrow array is out of range",
    )
    yield (
        "huge offset",
        "i",
        array(1, [None, ints(1)], offset=2**62),
        {},
        "the length or offset of an Arrow array is out of range",
    )
    yield "no buffers", "i", array(1, []), {}, MISSING
    yield "no data", "i", array(1, [None, None]), {}, MISSING
    yield "no text", "u", array(1, [None, ints(0, 1), None]), {}, MISSING
    yield "no validity", "i", array(1, [None, ints(1)], nulls=1), {}, "an Arrow array with nulls has no validity"
    yield (
        "children of an int",
        "i",
        array(1, [None, ints(1)], [SHORT]),
        {},
        "the number of an Arrow array's children is wrong",
    )
    yield "first offset", "u", array(1, [None, ints(-1, 1), b"a"]), {}, BACK
    yield "last offset", "u", array(1, [None, ints(2, 1), b"ab"]), {}, BACK
    yield "offset within", "u", array(2, [None, ints(0, 9, 2), b"ab"]), {}, BACK
    yield "offset that goes back", "z", array(3, [None, ints(0, 2, 1, 3), b"abc"]), {}, BACK
    yield "list's offset", "+l", array(3, [None, ints(0, 2, 1, 3)], [three]), item, BACK
    yield (
        "list's last offset",
        "+l",
        array(1, [None, ints(0, 4)], [three]),
        item,
        "a child of an Arrow array is too short",
    )
    yield "fixed list", "+w:2", array(2, [None], [three]), item, "a child of an Arrow array is too short"
    yield "list view", "+vl", array(1, [None, ints(2), ints(2)], [three]), item, BACK
    yield "list view's size", "+vl", array(1, [None, ints(2), ints(-1)], [three]), item, BACK
    yield (
        "view",
        "vu",
        array(1, [None, view(b"x" * 13, 0, 1), b"x" * 13, ints(13, size=8)]),
        {},
        "a view of an Arrow array leaves its buffer",
    )
    yield (
        "view's part",
        "vz",
        array(1, [None, view(b"x" * 13, 1, 0), b"x" * 13, ints(13, size=8)]),
        {},
        "a view of an Arrow array leaves its buffer",
    )
    yield (
        "view's length",
        "vz",
        array(1, [None, struct.pack("=i12s", -1, b""), ints(0, size=8)]),
        {},
        "a view of an Arrow array leaves its buffer",
    )
    yield "index", "c", array(1, [None, b"\x03"], dictionary=three), {"dictionary": field("i")}, INDEX
    yield "negative index", "c", array(1, [None, b"\xff"], dictionary=three), {"dictionary": field("i")}, INDEX
    yield "huge index", "L", array(1, [None, b"\xff" * 8], dictionary=three), {"dictionary": field("i")}, INDEX
    yield "no dictionary", "c", array(1, [None, b"\x00"]), {"dictionary": field("i")}, "an Arrow array has no content"
    yield "type of a union", "+us:3", array(1, [b"\x04"], [three]), union, INDEX
    yield "negative type", "+us:3", array(1, [b"\xff"], [three]), union, INDEX
    yield "offset of a union", "+ud:3", array(1, [b"\x03", ints(3)], [three]), union, INDEX
    yield "sparse union", "+us:3", array(4, [b"\x03" * 4], [three]), union, "a child of an Arrow array is too short"
    yield "runs that end early", "+r", array(4, [], [three, three]), runs, "the runs of an Arrow array do not cover it"
    yield (
        "runs that go back",
        "+r",
        array(1, [], [array(3, [None, ints(2, 1, 3)]), three]),
        runs,
        "the ends of runs go back",
    )
    yield (
        "no runs",
        "+r",
        array(1, [], [array(0, [None, None]), three]),
        runs,
        "the runs of an Arrow array do not cover it",
    )
    yield (
        "more runs than values",
        "+r",
        array(1, [], [three, SHORT]),
        runs,
        "the runs of an Arrow array do not cover it",
    )
    yield (
        "map",
        "+m",
        array(1, [None, ints(0, 2)], [array(2, [None], [three, SHORT])]),
        {"children": [entries]},
        "a child of an Arrow array is too short",
    )
    yield "text that is not UTF-8", "u", array(1, [None, ints(0, 2), b"a\xff"]), {}, "a text is not UTF-8"
    yield "longer text", "u", array(1, [None, ints(0, 40), b"a" * 39 + b"\xc3"]), {}, "a text is not UTF-8"
    yield "date", "tdD", array(1, [None, ints(-719163)]), {}, "a date is outside the years 1 to 9999"
    yield "time", "tts", array(1, [None, ints(86400)]), {}, "a time is outside of a day"
    yield "negative time", "ttu", array(1, [None, ints(-1, size=8)]), {}, "a time is outside of a day"


DAMAGED = list(_damaged())


@pytest.mark.parametrize("form, column, options, text", [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED])
def test_damaged_arrays(backend, form, column, options, text):
    kind, message, path, _ = raised(
        backend,
        Made(field("+s", children=[field(form, "x", **options)]), array(max(column.length, 1), [None], [column])),
    )
    assert kind is ArrowDataError and message.startswith(f"{text}, at ")
    assert path.startswith(("$.x", "$[0].x", "$[1].x"))


@pytest.mark.parametrize(
    "schema, text",
    [
        (field("+s", children=[field("i", b"\xff")]), 'the name of the field is not UTF-8, at $["\\xff"]'),
        (field("+s", children=[None]), "a schema has no content, at $"),
        (field("+s", n_children=-1), "the number of a field's children is wrong, at $"),
        (field("+s", n_children=1), "the number of a field's children is wrong, at $"),
        (field("+l"), "the number of a field's children is wrong, at $"),
        (field("u", dictionary=field("i")), "the indexes of a dictionary are no integers, at $"),
        (field("+m", children=[field("i")]), "the entries of a map are no struct of two fields, at $"),
        (field("+r", children=[field("u"), field("i")]), "the ends of runs are no integers, at $"),
    ],
)
def test_damaged_schemas(backend, schema, text):
    assert raised(backend, Made(schema, array(0)))[:2] == (ArrowDataError, text)


def test_where_an_error_is(backend):
    item = field(
        "+s",
        "item",
        children=[field("+m", "m", children=[field("+s", "e", children=[field("u", "k"), field("tts", "v")])])],
    )
    times = array(4, [None, ints(1, 2, 3, -1)])
    keys = array(4, [None, ints(0, 1, 2, 3, 4), b"abcd"])
    maps = array(2, [None, ints(0, 2, 4)], [array(4, [None], [keys, times])])
    lists = array(2, [None, ints(0, 1, 2)], [array(2, [None], [maps])])
    source = table("+l", lists, children=[item])
    first = packb({"x": [{"m": {"a": "00:00:01", "b": "00:00:02"}}]})
    before = packb({"x": [{"m": {"c": "00:00:03", "d": None}}]})[:-1]
    text = 'a time is outside of a day, at $[1].x[0].m{#1}'
    assert raised(backend, source) == (ArrowDataError, text, "$[1].x[0].m{#1}", len(first + before))
    bad_keys = array(4, [None, ints(0, 1, 2, 3, 4), b"abc\xff"])
    maps = array(2, [None, ints(0, 2, 4)], [array(4, [None], [bad_keys, array(4, [None, ints(1, 2, 3, 4)])])])
    lists = array(2, [None, ints(0, 1, 2)], [array(2, [None], [maps])])
    assert raised(backend, table("+l", lists, children=[item]))[2] == "$[1].x[0].m{key #1}"


def test_arguments(backend):
    source = table("i", SHORT)
    with pytest.raises(TypeError, match="an object with __arrow_c_stream__ or __arrow_c_array__ is expected, not int"):
        backend.arrow_rows(5)
    with pytest.raises(ValueError, match='layout must be "maps", "arrays" or "values"'):
        backend.arrow_rows(source, "rows")
    with pytest.raises(ValueError, match="block must be at least 1"):
        backend.arrow_rows(source, block=0)
    for layout, block in [(5, 1), ("maps", 1.5), ("maps", "1")]:
        with pytest.raises(TypeError):
            backend.arrow_rows(source, layout, block=block)


# --- streams --------------------------------------------------------------------------


class Batches:
    """A stream of what an iterable gives; every source is watched."""

    def __init__(self, backend, batches, schema=None):
        self.backend, self.batches, self.schema = backend, batches, schema

    def __arrow_c_stream__(self, requested_schema=None):
        return self.backend.arrow_stream(self.schema or self.batches[0], iter(self.batches))


def test_blocks(backend):
    parts = [table("i", array(n, [None, ints(*range(n))])) for n in (0, 3, 1, 0, 2)]
    stream = Batches(backend, parts, parts[0])
    expected_rows = [{"x": i} for part in (0, 3, 1, 0, 2) for i in range(part)]
    assert rows_of(backend, stream) == expected_rows
    for block in (1, 4, 5, 1000):
        blocks = list(backend.arrow_rows(stream, block=block))
        assert b"".join(blocks) == b"".join(map(packb, expected_rows))
        assert all(len(found) == -(-block // 4) * 4 for found in blocks[:-1])
        assert len(blocks) == -(-24 // (-(-block // 4) * 4))
    assert list(backend.arrow_rows(Batches(backend, [], parts[0]))) == []


def test_large_values_pass_a_block(backend):
    text = b"x" * 300000
    column = array(3, [None, ints(0, 100000, 100001, 300000), text])
    blocks = list(backend.arrow_rows(table("u", column), block=1000))
    assert [len(block) for block in blocks] == [100008, 5 + 200007]
    assert rows_of(backend, table("u", column), block=1000) == [
        {"x": "x" * 100000},
        {"x": "x"},
        {"x": "x" * 199999},
    ]


@pytest.mark.parametrize(
    "error, kind, text",
    [
        (ValueError("row 7"), ValueError, "the Arrow stream failed: ValueError: row 7"),
        (MemoryError(), MemoryError, ""),
        (NotImplementedError("later"), NotImplementedError, "the Arrow stream failed: NotImplementedError: later"),
        (FileNotFoundError(2, "gone"), FileNotFoundError, "gone"),
        (RuntimeError("boom"), OSError, "RuntimeError: boom"),
    ],
    ids=lambda value: getattr(value, "__name__", "") or type(value).__name__,
)
def test_errors_of_the_stream(backend, error, kind, text):
    def batches():
        yield table("i", array(3, [None, ints(1, 2, 3)]))
        raise error

    rows = backend.arrow_rows(Batches(backend, batches(), table("i", SHORT)), block=1)
    assert next(rows) == packb({"x": 1})
    with pytest.raises(kind) as found:
        for _ in rows:
            pass
    assert text in str(found.value)
    assert list(rows) == [], "the iterator has ended"


def test_everything_is_released(backend):
    def watched(batches):
        for batch in batches:
            yield batch

    parts = [table("i", array(3, [None, ints(1, 2, 3)])) for _ in range(2)]
    gc.collect()
    structs.sweep()  # what earlier tests left
    for steps in range(5):
        iterator = watched(parts)
        gone = weakref.ref(iterator)
        del released[:]
        rows = backend.arrow_rows(Batches(backend, iterator, parts[0]), block=4)
        for _ in range(steps):
            next(rows)
        assert len(released) == (0 if steps < 4 else 1)
        del rows, iterator
        structs.sweep()
        gc.collect()
        assert gone() is None
        assert len(released) == (0 if steps == 0 else 1 if steps < 4 else 2)


def test_used_by_itself(backend):
    def batches():
        with pytest.raises((RuntimeError, ValueError)):
            next(rows[0])
        yield table("i", SHORT)

    rows = []
    rows.append(backend.arrow_rows(Batches(backend, batches(), table("i", SHORT))))
    assert list(rows[0]) == [packb({"x": 1})]


def test_two_threads(backend):
    parts = [table("i", array(300, [None, ints(*range(300))]))] * 20
    rows = backend.arrow_rows(Batches(backend, parts), block=50)
    unpacker = Unpacker()
    for found in at_once(lambda number: list(rows)):
        unpacker.feed(b"".join(found))
    assert sorted(row["x"] for row in unpacker) == sorted(list(range(300)) * 20)
