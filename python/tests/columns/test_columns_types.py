"""columns: every type of a column, what fits it, and what does not."""

import datetime
import re
import struct

import pytest

import hayapack
from hayapack import ExtType, Timestamp, packb
from hayapack._values.codes import MOST_NESTED
from hayapack._values.dtypes import node_of, text_of

UTC = datetime.timezone.utc


def one(backend, values, dtype, **options):
    """The column of a field with these values."""
    return backend.columns(packb([{"a": value} for value in values], **options), ["a"], dtype)["a"]


def refused(backend, values, dtype):
    with pytest.raises(hayapack.ColumnTypeError) as caught:
        one(backend, values, dtype)
    return str(caught.value)


# --- the texts of types ------------------------------------------------------------

TEXTS = [
    "bool", "int8", "uint64", "float32", "str", "bytes", "raw", "null", "date32", "time64[us]", "duration[us]",
    "timestamp[s]", "timestamp[ms]", "timestamp[us]", "timestamp[ns]", "timestamp[us, naive]", "dictionary[str]",
    "list[int64]", "list[list[str]]", "struct{}", "struct{a: int8, first name: list[bool]}", "map[str, float64]",
    'struct{b"key": str, "a:b": int64, "\\n\\"": bytes}', "list[struct{x: map[str, list[timestamp[us, naive]]]}]",
]  # fmt: skip


def plain_text(node):
    code, unit, children = node
    return text_of(code, unit, [(name, plain_text(child)) for name, child in children])


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_types(text):
    assert plain_text(node_of(text)) == text
    assert plain_text(node_of(text.replace(" ", "  "))) == text or "first name" in text


@pytest.mark.parametrize(
    "text",
    ["", "int", "int33", "list", "list[", "list[int64", "list[int64]]", "list[int64, str]", "map[str]", "struct{a}",
     "struct{a: int64", "struct{a: int64, a: str}", "struct{a int64}", "timestamp", "timestamp[m]", "dictionary[int64]",
     "timestamp[ns, naive]", "time64[ns]", 'struct{"a: int64}', "int64 str", "list{int64}", "struct[int64]"],
)  # fmt: skip
def test_texts_that_are_no_types(backend, text):
    with pytest.raises(ValueError):
        backend.columns(packb([{"a": 1}]), ["a"], text)


@pytest.mark.parametrize(
    ("text", "where"),
    [("timestamp[us, UTC]", ""), ("list[timestamp[us, UTC]]", ": at 'timestamp[us, UTC]]'"), ("list[", ": it ends too early")],
)  # fmt: skip
def test_where_a_text_is_no_type(backend, text, where):
    with pytest.raises(ValueError, match="^" + re.escape(f"{text!r} is no dtype of columns{where}") + "$"):
        backend.columns(packb([{"a": 1}]), ["a"], text)


def test_nested_types_are_limited(backend):
    deepest = "list[" * (MOST_NESTED - 1) + "int64" + "]" * (MOST_NESTED - 1)
    assert one(backend, [None], deepest).type == deepest
    with pytest.raises(ValueError, match="more than 32 nested types"):
        one(backend, [None], f"list[{deepest}]")
    with pytest.raises(ValueError, match="1 to 32 keys"):
        backend.columns(packb([]), [("a",) * 33])
    value = 1
    for _ in range(MOST_NESTED - 1):
        value = [value]
    assert one(backend, [value], deepest).tolist() == [value]


# --- numbers -----------------------------------------------------------------------

WIDTHS = {
    "int8": (-(2**7), 2**7 - 1), "int16": (-(2**15), 2**15 - 1), "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1), "uint8": (0, 2**8 - 1), "uint16": (0, 2**16 - 1), "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}  # fmt: skip


@pytest.mark.parametrize("dtype", WIDTHS)
def test_integers(backend, dtype):
    least, most = WIDTHS[dtype]
    values = [value for value in (least, 0, 1, 100, most, None) if value is None or least <= value]
    column = one(backend, values, dtype)
    assert column.type == dtype and column.tolist() == values
    for outside in (least - 1, most + 1):
        if -(2**63) <= outside < 2**64:
            text = refused(backend, [1, outside], dtype)
            assert "over 2**63-1" in text if dtype == "int64" else "out of range" in text
    assert "float in a column of" in refused(backend, [0.5], dtype)
    assert "bool in a column of" in refused(backend, [True], dtype)


def test_every_form_of_an_integer_fits_every_width(backend):
    forms = ["05", "cc05", "cd0005", "ce00000005", "cf0000000000000005", "d005", "d10005", "d200000005",
             "d30000000000000005"]  # fmt: skip
    message = bytes.fromhex("dc%04x" % len(forms) + "".join("81a161" + form for form in forms))
    for dtype in [*WIDTHS, "float32", "float64"]:
        assert backend.columns(message, ["a"], dtype)["a"].tolist() == [5] * len(forms)


def test_floats(backend):
    assert one(backend, [0.1], "float32").tolist() == [struct.unpack("f", struct.pack("f", 0.1))[0]]
    assert one(backend, [2**24, -(2**24), 2**63], "float32").tolist() == [2.0**24, -(2.0**24), 2.0**63]
    assert one(backend, [1.5, None], "float32", use_single_float=True).tolist() == [1.5, None]
    assert one(backend, [1.5], "float64", use_single_float=True).tolist() == [1.5]
    assert one(backend, [1e300], "float32").tolist() == [float("inf")]
    assert "without an exact float32" in refused(backend, [2**24 + 1], "float32")
    assert "without an exact float64" in refused(backend, [2**64 - 1], "float64")
    assert one(backend, [None], "float32").data.tolist() != [0.0]


# --- times -------------------------------------------------------------------------


def event_time(seconds, nanoseconds):
    return ExtType(0, struct.pack(">II", seconds, nanoseconds))


@pytest.mark.parametrize("unit, per", [("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)])
def test_timestamps(backend, unit, per):
    step = 10**9 // per
    stamps = [Timestamp(5, 0), Timestamp(5, step % 10**9), Timestamp(-7, 0), Timestamp(-1, (10**9 - step) % 10**9),
              Timestamp(2**33, 0), None]  # fmt: skip
    column = one(backend, stamps, f"timestamp[{unit}]")
    assert column.tolist() == stamps
    counts = [None if t is None else t.seconds * per + t.nanoseconds * per // 10**9 for t in stamps]
    assert [column.data[row] if column.valid(row) else None for row in range(len(stamps))] == counts
    assert one(backend, counts, f"timestamp[{unit}]").tolist() == stamps
    assert one(backend, [event_time(2**32 - 1, 0)], f"timestamp[{unit}]").data.tolist() == [(2**32 - 1) * per]
    if unit != "ns":
        assert "finer time than the unit" in refused(backend, [Timestamp(1, 1)], f"timestamp[{unit}]")
        assert "finer time than the unit" in refused(backend, [event_time(1, 1)], f"timestamp[{unit}]")


def test_ranges_of_timestamps(backend):
    for stamp in (Timestamp(9223372036, 854775807), Timestamp(-9223372037, 145224192)):
        assert one(backend, [stamp], "timestamp[ns]").tolist() == [stamp]
    for stamp in (Timestamp(9223372036, 854775808), Timestamp(-9223372037, 145224191), Timestamp(2**62, 0)):
        assert "out of range" in refused(backend, [stamp], "timestamp[ns]")
    assert one(backend, [Timestamp(2**63 - 1, 0), Timestamp(-(2**63), 0)], "timestamp[s]").data.tolist() == [
        2**63 - 1, -(2**63)
    ]  # fmt: skip
    assert "ext out of range" in refused(backend, [event_time(1, 10**9)], "timestamp[ns]")
    assert "ext in a column" in refused(backend, [ExtType(0, b"1234")], "timestamp[ns]")


def test_invalid_timestamps(backend):
    broken = packb([{"a": 1}, {"a": ExtType(-1, b"12345")}])
    with pytest.raises(hayapack.InvalidTimestampError) as caught:
        backend.columns(broken, ["a"], "timestamp[ns]")
    assert caught.value.offset == 8 and caught.value.path == "$[1].a"
    assert backend.columns(broken, ["a"], "timestamp[ns]", errors="null")["a"].data.tolist() == [1, 0]
    assert "ext in a column of int64" in refused(backend, [1, ExtType(5, b"12345")], "int64")


@pytest.mark.parametrize(
    "text, moment",
    [
        ("2024-02-29T12:34:56Z", datetime.datetime(2024, 2, 29, 12, 34, 56)),
        ("2024-02-29 12:34", datetime.datetime(2024, 2, 29, 12, 34)),
        ("1969-12-31T23:59:59.999999", datetime.datetime(1969, 12, 31, 23, 59, 59, 999999)),
        ("1970-01-01T00:00:00+02:30", datetime.datetime(1969, 12, 31, 21, 30)),
        ("1970-01-01T00:00:00.5-00:00:01.5", datetime.datetime(1970, 1, 1, 0, 0, 2)),
        ("0001-01-01T00:00:00z", datetime.datetime(1, 1, 1)),
        ("9999-12-31T23:59:59.123456000", datetime.datetime(9999, 12, 31, 23, 59, 59, 123456)),
    ],
)
def test_texts_of_moments(backend, text, moment):
    assert one(backend, [text], "timestamp[us, naive]").tolist() == [moment]
    assert one(backend, [text], "timestamp[us]").tolist() == [Timestamp.from_datetime(moment.replace(tzinfo=UTC))]


@pytest.mark.parametrize(
    "text", ["", "2024-02-30T00:00", "2024-02-29", "24-02-29T00:00", "2024-02-29T24:00", "2024-02-29T00:00+1:00",
             "2024-02-29T00:00:00.", "2024-02-29T00:00:00.1234567890", "2024-02-29T00:00Zx", "0000-01-01T00:00",
             "2024-13-01T00:00", "\u0662024-01-01T00:00", "x" * 100]
)  # fmt: skip
def test_texts_that_are_no_moments(backend, text):
    assert "str that is not ISO 8601" in refused(backend, [text], "timestamp[ns]")


def test_texts_that_are_finer_than_the_unit(backend):
    assert one(backend, ["2024-02-29T00:00:00.123000000"], "timestamp[ms]").data.tolist() == [1709164800123]
    assert "finer" in refused(backend, ["2024-02-29T00:00:00.1234"], "timestamp[ms]")


def test_dates(backend):
    days = [datetime.date(1970, 1, 1), datetime.date(1969, 12, 31), datetime.date(2000, 2, 29), datetime.date(1, 1, 1)]
    assert one(backend, [day.isoformat() for day in days], "date32").tolist() == days
    assert one(backend, [0, -1, None], "date32").tolist() == [days[0], days[1], None]
    assert one(backend, [Timestamp(-86400, 0)], "date32").tolist() == [days[1]]
    assert "finer" in refused(backend, [Timestamp(1, 0)], "date32")
    assert "out of range" in refused(backend, [2**31], "date32")
    assert "not ISO 8601" in refused(backend, ["2024-02-29T00:00"], "date32")


def test_clocks(backend):
    clocks = [datetime.time(0), datetime.time(23, 59, 59, 999999), datetime.time(12, 30)]
    assert one(backend, [clock.isoformat() for clock in clocks], "time64[us]").tolist() == clocks
    assert one(backend, [0, 86399999999], "time64[us]").tolist() == clocks[:2]
    for wrong in (-1, 86400000000):
        assert "out of range" in refused(backend, [wrong], "time64[us]")
    assert "not ISO 8601" in refused(backend, ["12:00Z"], "time64[us]")
    assert "ext in a column" in refused(backend, [Timestamp(0, 0)], "time64[us]")


def test_durations(backend):
    spans = ["PT0S", "-P1DT2H3M4.5S", "P2W", "+P1W2DT0.000001S", "PT999999999999999S"]
    counts = [0, -93784500000, 1209600000000, 777600000001]
    assert one(backend, spans[:4], "duration[us]").data.tolist() == counts
    assert one(backend, [None, *counts], "duration[us]").tolist()[1:] == [
        datetime.timedelta(microseconds=count) for count in counts
    ]
    assert "out of range" in refused(backend, [spans[4]], "duration[us]")
    assert "finer" in refused(backend, ["PT0.0000001S"], "duration[us]")
    for wrong in ("", "P", "PT", "P1", "P1DT", "PT1D", "P1.5D", "PT1M1H", "P12345678901D", "PT1S1S", "--PT1S"):
        assert "not ISO 8601" in refused(backend, [wrong], "duration[us]")


# --- texts and bytes ---------------------------------------------------------------


def test_dictionaries(backend):
    words = ["b", "a", None, "b", "", "c" * 100, "a", "速い"]
    column = one(backend, words, "dictionary[str]")
    assert column.type == "dictionary[str]" and column.tolist() == words
    assert column.children[0].tolist() == ["b", "a", "", "c" * 100, "速い"]
    assert column.data.tolist() == [0, 1, 0, 0, 2, 3, 1, 4]
    many = [f"word {i % 5000}" for i in range(20000)]
    assert one(backend, many, "dictionary[str]").tolist() == many
    assert "int in a column of dictionary[str]" in refused(backend, [1], "dictionary[str]")
    with pytest.raises(hayapack.InvalidUtf8Error):
        backend.columns(bytes.fromhex("9181a161a2ffff"), ["a"], "dictionary[str]")


def test_raw(backend):
    values = [1, "x", [1, [2]], {"a": {"b": b""}}, 1.5, True, Timestamp(1, 2), "long" * 100]
    column = one(backend, [*values, None], "raw")
    assert column.type == "raw" and column.tolist() == [*(packb(value) for value in values), None]


def test_texts_of_all_lengths(backend):
    values = ["x" * n for n in range(70)] + ["é" * n for n in range(40)] + ["x" * 70000]
    assert one(backend, values, "str").tolist() == values
    coded = [value.encode() for value in values]
    assert one(backend, coded, "bytes").tolist() == coded
    assert "bin in a column of str" in refused(backend, ["", b""], "str")
    assert "str in a column of bytes" in refused(backend, [b"", ""], "bytes")


@pytest.mark.parametrize("n", [1, 8, 31, 32, 33, 200, 300])
def test_invalid_text_is_found_in_each_length(backend, n):
    for at in {0, n // 2, n - 1}:
        text = bytearray(b"x" * n)
        text[at] = 0xFF
        header = bytes([0xA0 + n]) if n < 32 else b"\xd9" + bytes([n]) if n < 256 else b"\xda" + n.to_bytes(2, "big")
        message = b"\x92\x81\xa1a" + header + bytes(text) + b"\x81\xa1a\xa0" + packb({"b": "x" * 200})
        with pytest.raises(hayapack.InvalidUtf8Error) as caught:
            backend.columns(message, ["a"], "str")
        assert (caught.value.offset, caught.value.path) == (4, "$[0].a")
        assert backend.columns(message, ["a"], "str", errors="null")["a"].tolist() == [None, ""]


# --- containers --------------------------------------------------------------------


def test_lists(backend):
    values = [[1, 2], [], None, [3, None], list(range(100))]
    column = one(backend, values, "list[int64]")
    assert column.type == "list[int64]" and column.tolist() == values
    assert column.offsets.tolist() == [0, 2, 2, 2, 4, 104] and len(column.children[0]) == 104
    nested = [[["a"], []], None, [None, ["b", None]]]
    assert one(backend, nested, "list[list[str]]").tolist() == nested
    assert "list" in refused(backend, [1], "list[int64]")
    assert refused(backend, [[1, "x"]], "list[int64]").endswith("str in a column of int64, at $[0].a[1]")


def test_structs(backend):
    rows = [{"x": 1, "y": "a"}, {"y": None, "z": [1]}, None, {}, {"x": 5, b"x": 6}]
    column = one(backend, rows, 'struct{x: int64, y: str, b"x": int8}')
    assert column.tolist() == [
        {"x": 1, "y": "a", b"x": None}, {"x": None, "y": None, b"x": None}, None, {"x": None, "y": None, b"x": None},
        {"x": 5, "y": None, b"x": 6},
    ]  # fmt: skip
    assert [child.tolist() for child in column.children] == [[1, None, None, None, 5], ["a"] + [None] * 4,
                                                             [None] * 4 + [6]]  # fmt: skip
    assert one(backend, [{}, None, {"a": 1}], "struct{}").tolist() == [{}, None, {}]
    assert "int in a column of struct" in refused(backend, [1], "struct{}")
    assert "array in a column of struct" in refused(backend, [[]], "struct{}")


def test_maps(backend):
    values = [{"a": 1, "b": None}, {}, None, {"c": 3}]
    column = one(backend, values, "map[str, int64]")
    assert column.type == "map[str, int64]"
    assert column.tolist() == [[("a", 1), ("b", None)], [], None, [("c", 3)]]
    assert one(backend, [{1: [1]}, {2: None}], "map[int8, list[int8]]").tolist() == [[(1, [1])], [(2, None)]]
    assert "nil in a column of str" in refused(backend, [{None: 1}], "map[str, int64]")
    assert "int in a column of str" in refused(backend, [{"a": 1, 5: 1}], "map[str, int64]")


def test_lists_of_structs_of_maps(backend):
    values = [[{"m": {"k": [1, 2]}, "n": 1}, {"n": 2}, None], None, []]
    column = one(backend, values, "list[struct{n: int8, m: map[str, list[int16]]}]")
    assert column.tolist() == [[{"n": 1, "m": [("k", [1, 2])]}, {"n": 2, "m": None}, None], None, []]


def test_null_columns(backend):
    assert one(backend, [None, None], "null").tolist() == [None, None]
    assert "int in a column of null" in refused(backend, [1], "null")


# --- the type of the first value ----------------------------------------------------


@pytest.mark.parametrize(
    "values, dtype, expected",
    [
        ([Timestamp(1, 5), None], "timestamp[ns]", None),
        ([event_time(1, 5)], "timestamp[ns]", [Timestamp(1, 5)]),
        ([None, [], [None], ["x"]], "list[str]", None),
        ([[1], [1.5]], "list[float64]", [[1.0], [1.5]]),
        ([[], None], "list[null]", None),
        ([{"x": None}, {"x": 1, "y": 2}], "struct{x: int64}", [{"x": None}, {"x": 1}]),
        ([{"x": {"y": [1]}}], "struct{x: struct{y: list[int64]}}", None),
        ([[{"a": 1}, {"b": 2}]], "list[struct{a: int64}]", [[{"a": 1}, {"a": None}]]),
        ([{b"k": 1, 5: 2}], 'struct{b"k": int64}', [{b"k": 1}]),
        ([{}], "struct{}", None),
    ],
)
def test_the_type_of_the_first_value(backend, values, dtype, expected):
    column = one(backend, values, None)
    assert column.type == dtype and column.tolist() == (values if expected is None else expected)


def test_what_a_first_value_cannot_say(backend):
    wide = {f"k{i}": i for i in range(257)}
    assert "more entries" in refused(backend, [wide], None)
    wide.popitem()
    assert one(backend, [wide], None).tolist() == [wide]
    parts = [{"a": {f"k{i}": {"x": i} for i in range(127)}}, {"b": {"y": 1}}, {"c": {"z": 1, "w": 2}}]
    table = backend.columns(packb(parts), ["a", "b", "c"], errors="null")
    assert table.nulled == 1 and table["b"].tolist()[1] == {"y": 1} and table["c"].type == "float64"
    deep = 1
    for _ in range(40):
        deep = [deep]
    assert "more nested containers" in refused(backend, [deep], None)


# --- paths -------------------------------------------------------------------------


def test_paths(backend):
    rows = [{"geo": {"lat": 1.5, "at": {"n": 1}}, "a.b": 5}, {"geo": None}, {}, {"geo": {"lat": None}}]
    fields = ["geo.lat", ("geo", "at", "n"), ("a.b",), "geo"]
    table = backend.columns(packb(rows), fields, {"geo": "struct{lat: float64}"})
    assert list(table) == fields
    assert table["geo.lat"].tolist() == [1.5, None, None, None]
    assert table[fields[1]].tolist() == [1, None, None, None]
    assert table[("a.b",)].tolist() == [5, None, None, None]
    assert table["geo"].tolist() == [{"lat": 1.5}, None, None, {"lat": None}]
    with pytest.raises(hayapack.ColumnTypeError, match=r"byte 6: int instead of a map, at \$\[0\].geo"):
        backend.columns(packb([{"geo": 5}]), ["geo.lat"])
    with pytest.raises(ValueError, match="given twice"):
        backend.columns(packb(rows), ["geo.lat", ("geo", "lat")])
    with pytest.raises(KeyError, match=r"no key 'geo.long'"):
        backend.columns(packb(rows), ["geo.long"])
    with pytest.raises(TypeError):
        backend.columns(packb(rows), [("a", 1)])
    with pytest.raises(ValueError):
        backend.columns(packb(rows), [()])


def test_a_key_that_leads_to_a_column_and_to_others(backend):
    rows = [{"g": {"x": i, "y": [i]}, "n": i} for i in range(50)]
    for order in (["g", "g.x", "g.y", "n"], ["n", "g.y", "g.x", "g"]):
        table = backend.columns(packb(rows), order, {"g": "raw"})
        assert table["g"].tolist() == [packb(row["g"]) for row in rows]
        assert table["g.x"].tolist() == list(range(50)) == table["n"].tolist()
        assert table["g.y"].tolist() == [[i] for i in range(50)]
