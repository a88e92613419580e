"""The lossless JSON mapping, in both directions."""

from __future__ import annotations

import json
import math
import re
import struct

import pytest
from fuzzing import SETTINGS
from hypothesis import example, given
from hypothesis import strategies as st
from vectors import parse_bytes, rows

import hayapack
from hayapack import ExtType, Packer, Timestamp, packb
from hayapack._errors import escape
from hayapack.cli.common import exit_status
from hayapack.cli.events import events
from hayapack.cli.json import from_json, layout, tags, to_json_exact, to_json_fast

PLAIN_LOOK = layout.Look(False, False)


def run_of(data, count=1):
    return events.Run(data, 0, events.MESSAGES, count, 0, 0, "$", 0)


def both_ways(data, plain=False):
    """The JSON text; the fast path and the slow path must give the same."""
    texts = list(to_json_fast.Mapper(plain, PLAIN_LOOK).messages(run_of(data)))
    assert len(texts) == 1
    slow = to_json_exact.to_json(data, plain)
    assert json.loads(texts[0]) == json.loads(slow) or b"nan" in slow.lower()
    return texts[0]


def pairs(*entries):
    return Packer().pack_map_pairs(entries)


F32 = struct.Struct(">f")

CASES = [
    (packb({"a": [1, 2.5, None, True, "é"]}), '{"a":[1,2.5,null,true,"é"]}'),
    (packb(b"hi"), '{"$bytes":"aGk="}'),
    (packb(ExtType(5, b"hi")), '{"$ext":5,"data":"aGk="}'),
    (packb(ExtType(-128, b"")), '{"$ext":-128,"data":""}'),
    (packb(ExtType(0, struct.pack(">II", 1767323045, 6))), '{"$ext":0,"time":"2026-01-02T03:04:05.000000006Z"}'),
    (packb([ExtType(0, struct.pack(">II", 10**9, 0)), {}]), '[{"$ext":0,"time":"2001-09-09T01:46:40Z"},{}]'),
    (packb(ExtType(0, b"\xff" * 4 + b"\0" * 4)), '{"$ext":0,"time":"2106-02-07T06:28:15Z"}'),
    # Ext 0 of other programs.
    (packb(ExtType(0, struct.pack(">II", 10**9 - 1, 0))), '{"$ext":0,"data":"O5rJ/wAAAAA="}'),
    (packb(ExtType(0, struct.pack(">II", 10**9, 10**9))), '{"$ext":0,"data":"O5rKADuaygA="}'),
    (packb(ExtType(1, struct.pack(">II", 10**9, 0))), '{"$ext":1,"data":"O5rKAAAAAAA="}'),
    (packb(Timestamp(1767323045, 6)), '{"$timestamp":"2026-01-02T03:04:05.000000006Z"}'),
    (packb(Timestamp(0)), '{"$timestamp":"1970-01-01T00:00:00Z"}'),
    (packb(Timestamp(-1, 500_000_000)), '{"$timestamp":"1969-12-31T23:59:59.500Z"}'),
    (packb({1: "a"}), '{"$map":[[1,"a"]]}'),
    (pairs(("a", 1), ("a", 2)), '{"$map":[["a",1],["a",2]]}'),
    (packb({"$bytes": 1}), '{"$map":[["$bytes",1]]}'),
    (packb({"$other": 1}), '{"$other":1}'),
    (packb(math.nan), '{"$float":"nan"}'),
    (packb(-math.inf), '{"$float":"-inf"}'),
    (b"\xcb\xff\xf0\x00\x00\x00\x00\x00\x01", '{"$float":"0xfff0000000000001"}'),
    (packb(-0.0), "-0.0"),
    (b"\xca" + F32.pack(0.1), '{"$float32":0.1}'),
    (b"\xca" + F32.pack(math.inf), '{"$float32":"inf"}'),
    (b"\xca\x7f\xc0\x00\x01", '{"$float32":"0x7fc00001"}'),
    (packb(2**64 - 1), "18446744073709551615"),
    (packb(-(2**63)), "-9223372036854775808"),
    # A typed map, another typed value, and an ext 100 that is not a typed value.
    (packb(ExtType(100, packb("C, g") + packb({"A": 5}))), '{"$type":"C, g","A":5}'),
    (packb(ExtType(100, packb("C, g") + packb({}))), '{"$type":"C, g"}'),
    (packb(ExtType(100, packb("E, g") + packb(5))), '{"$type":"E, g","$value":5}'),
    (packb(ExtType(100, packb("C, g") + packb({"$type": 1}))),
     '{"$type":"C, g","$value":{"$map":[["$type",1]]}}'),
    (packb(ExtType(100, packb("C") + packb([{1: 2}]))), '{"$type":"C","$value":[{"$map":[[1,2]]}]}'),
    (packb(ExtType(100, packb("C"))), '{"$ext":100,"data":"oUM="}'),
    (packb(ExtType(100, packb("C") + b"\x01\x02")), '{"$ext":100,"data":"oUMBAg=="}'),
    (packb(ExtType(100, packb("C") + b"\xa1\xff")), '{"$ext":100,"data":"oUOh/w=="}'),
    # Keys that are containers or contain some.
    (b"\x82\x91\x81\x01\x02\xc0\xc0\x90", '{"$map":[[[{"$map":[[1,2]]}],null],[null,[]]]}'),
]  # fmt: skip


@pytest.mark.parametrize("data, text", CASES, ids=[text for _, text in CASES])
def test_the_mapping(data, text):
    assert both_ways(data).decode() == text
    assert from_json.pack_text(text.encode(), from_json.Options()) == data


@pytest.mark.parametrize(
    "data, what, where",
    [
        (packb({"a": [b"x"]}), "bytes", "byte 4: bytes has no exact form in plain JSON, at $.a[0]"),
        (packb([ExtType(7, b"")]), "ext 7", "byte 1: "),
        (packb([Timestamp(1)]), "a timestamp", "at $[0]"),
        (packb([{5: 1}]), "a key that is an int", "byte 2: "),
        (packb({None: 1}), "a key that is nil", "at ${key #0}"),
        (pairs(("b", 0), ("a", 1), ("a", 2)), "a repeated key", "at ${key #2}"),
        (packb([1, math.nan]), "the float nan", "at $[1]"),
        (b"\xca" + F32.pack(0.5), "a float32", "byte 0: "),
        (packb(ExtType(100, packb("C") + packb({"A": 5}))), "a typed value", "at $"),
    ],
)
def test_plain_refuses_a_loss_and_says_where(data, what, where):
    with pytest.raises(exit_status.Refused) as caught:
        list(to_json_fast.Mapper(True, PLAIN_LOOK).messages(run_of(data)))
    assert f": {what} has no exact form in plain JSON, at $" in str(caught.value)
    assert where in str(caught.value) and caught.value.status == 3


def test_plain_has_no_tags():
    data = packb({"$bytes": 1, "$type": {"$map": []}})
    assert json.loads(both_ways(data, plain=True)) == {"$bytes": 1, "$type": {"$map": []}}
    assert from_json.pack_text(b'{"$bytes":1,"$type":{"$map":[]}}', from_json.Options(plain=True)) == data


VALID = [
    pytest.param(parse_bytes(fields[1]), fields[2], id=f"{file}-{fields[0]}")
    for file, fields in rows("valid")
    if not file.startswith(("lz4", "typeless")) and not fields[0].startswith("type 99")
]


@pytest.mark.parametrize("data, canonical", VALID)
def test_every_valid_vector_goes_there_and_back(data, canonical):
    text = list(to_json_fast.Mapper(False, PLAIN_LOOK).messages(run_of(data)))[0]
    assert from_json.pack_text(text, from_json.Options()) == (data if canonical == "=" else parse_bytes(canonical))


# --- any message -------------------------------------------------------------

texts = st.text(st.characters(blacklist_categories=["Cs"]), max_size=8)
keys = texts | st.sampled_from(sorted(tags.ALL))
floats = st.floats() | st.binary(min_size=8, max_size=8).map(lambda b: hayapack.unpackb(b"\xcb" + b))


def joined(kind):
    """A strategy for packed containers of the packed values of the inner strategy."""

    def make(inner):
        if kind == "array":
            return st.lists(inner, max_size=4).map(lambda values: events.head("array", len(values)) + b"".join(values))
        entries = st.tuples(st.one_of(keys.map(packb), inner), inner)
        return st.lists(entries, max_size=4).map(
            lambda all: events.head("map", len(all)) + b"".join([k + v for k, v in all])
        )

    return make


packed = st.recursive(
    st.one_of(st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | keys | st.binary(max_size=9)).map(packb)
    | st.binary(min_size=8, max_size=8).map(lambda bits: b"\xcb" + bits)
    | st.floats().map(packb)
    | st.binary(min_size=4, max_size=4).map(lambda bits: b"\xca" + bits)
    | st.builds(ExtType, st.sampled_from([-128, -2, 0, 5, 97, 101, 127]), st.binary(max_size=17)).map(packb)
    | st.builds(Timestamp, st.integers(-(2**63), 2**63 - 1), st.integers(0, 10**9 - 1)).map(packb),
    lambda inner: (
        joined("array")(inner)
        | joined("map")(inner)
        | st.tuples(texts.map(packb), inner).map(lambda two: packb(ExtType(100, b"".join(two))))
    ),
    max_leaves=12,
)


@SETTINGS
@given(packed)
def test_any_canonical_message_comes_back_to_the_byte(data):
    text = both_ways(data)
    assert from_json.pack_text(text, from_json.Options()) == data
    # The text survives being read and written by another JSON library.
    again = json.dumps(json.loads(text), ensure_ascii=True, indent=1).encode()
    assert from_json.pack_text(again, from_json.Options()) == data


@SETTINGS
@given(packed)
def test_plain_is_exact_or_refused(data):
    try:
        (text,) = to_json_fast.Mapper(True, PLAIN_LOOK).messages(run_of(data))
    except exit_status.Refused:
        return
    assert from_json.pack_text(text, from_json.Options(plain=True)) == data


@SETTINGS
@given(st.lists(packed, max_size=5))
def test_many_messages_are_written_as_each_alone(messages):
    mapper = to_json_fast.Mapper(False, PLAIN_LOOK)
    alone = [to_json_exact.to_json(data) for data in messages]
    together = list(mapper.messages(run_of(b"".join(messages), len(messages))))
    assert [json.loads(text) for text in together] == [json.loads(text) for text in alone]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@SETTINGS
@given(json_values)
def test_any_json_becomes_what_it_says(value):
    text = json.dumps(value).encode()
    assert from_json.pack_text(text, from_json.Options(plain=True)) == packb(value)


def numbers_alike(text):
    """JSON with each number in Python's form: 0.00001 and 1e-05 are both right."""
    string_or_number = rb'("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*'
    return re.sub(string_or_number, lambda found: found[1] or repr(float(found[0])).encode(), text)


@SETTINGS
@example(b"\xca\x37\x27\xc5\xac")  # float32 0.00001
@given(packed)
def test_the_layout_changes_nothing(data):
    text = to_json_exact.to_json(data)
    pretty = layout.Look(True, False).text(text)
    assert json.loads(pretty) == json.loads(text)
    expected = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    assert numbers_alike(pretty) == numbers_alike(escape.json_text(expected.encode()))
    coloured = layout.Look(True, True).text(text).decode()
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured).encode() == pretty


# --- times, floats -----------------------------------------------------------


@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 10**9 - 1))
def test_any_timestamp_has_a_text(seconds, nanoseconds):
    time = Timestamp(seconds, nanoseconds)
    assert tags.timestamp_of(tags.timestamp_text(time)) == time


@pytest.mark.parametrize(
    "time, text",
    [
        (Timestamp(253402300800), "+10000-01-01T00:00:00Z"),
        (Timestamp(-62167219201), "-0001-12-31T23:59:59Z"),
        (Timestamp(-62167219200), "0000-01-01T00:00:00Z"),
        (Timestamp(951782400), "2000-02-29T00:00:00Z"),
        (Timestamp(2**63 - 1, 999_999_999), "+292277026596-12-04T15:30:07.999999999Z"),
        (Timestamp(0, 1_000_000), "1970-01-01T00:00:00.001Z"),
    ],
)
def test_texts_of_timestamps(time, text):
    assert tags.timestamp_text(time) == text and tags.timestamp_of(text) == time


@given(st.binary(min_size=4, max_size=4))
def test_any_float32_has_a_short_text(bits):
    value = F32.unpack(bits)[0]
    if math.isfinite(value):
        short = tags.shortest32(value)
        assert F32.pack(short) == bits
        assert len(repr(short).replace("-", "").split("e")[0].replace(".", "").strip("0")) <= 9


# --- JSON that is damaged, or that MessagePack can't represent ----------------


@pytest.mark.parametrize(
    "text",
    ['{"$bytes":5}', '{"$bytes":"?"}', '{"$bytes":"aGk=","a":1}', '{"$ext":5}', '{"$ext":200,"data":""}',
     '{"$ext":true,"data":""}', '{"$ext":1,"time":"2026-01-02T03:04:05Z"}', '{"$ext":0,"time":"2001-01-01T00:00:00Z"}',
     '{"$timestamp":"yesterday"}', '{"$timestamp":"2025-02-29T00:00:00Z"}',
     '{"$timestamp":"2025-01-01T24:00:00Z"}', '{"$map":[[1]]}', '{"$map":5}', '{"$float":"1"}',
     '{"$float":1.5}', '{"$float32":true}', '{"$float32":"0x00"}', '{"$type":5}',
     '{"$type":"C","$value":1,"a":2}', '{"$type":"C","$map":[]}', '{"$value":1}',
     '{"$bytes":"","$bytes":""}', '{"\\u0024bytes":5}', '{"$\\u0062ytes":5}'],
)  # fmt: skip
def test_a_tag_in_a_wrong_form_is_an_error(text):
    with pytest.raises(exit_status.BadData, match=r"an object with .*[$].*[(]--plain"):
        from_json.pack_text(text.encode(), from_json.Options())
    # With --plain it is an ordinary object.
    from_json.pack_text(text.encode(), from_json.Options(plain=True))


@pytest.mark.parametrize("text", ["18446744073709551616", "-9223372036854775809", "1e400", "[-1e999]"])
def test_a_number_out_of_range_is_refused(text):
    with pytest.raises(exit_status.Refused):
        from_json.pack_text(text.encode(), from_json.Options())


def test_big_floats_stay_floats():
    assert from_json.pack_text(b"[1e300,18446744073709551616.0]", from_json.Options()) == packb([1e300, 2.0**64])


def test_keys_that_repeat_in_json_are_kept():
    data = from_json.pack_text(b'{"a":{"b":1,"b":2}}', from_json.Options(plain=True))
    assert data == b"\x81\xa1a" + pairs(("b", 1), ("b", 2))


@pytest.mark.parametrize(
    "text, start",
    [
        (b'{"a":\n  [1, 2,, 3]}', "byte 14: Expecting value (line 2, column 9)"),
        (b'["\xff"]', "byte 2: not text in UTF-8"),
        (b'"\\ud800"', "JSON text at byte 0: can't encode character 0"),
        (b"[" * 100_000, "byte 0: nested too deeply"),
    ],
)
def test_json_errors_say_where(text, start):
    with pytest.raises(exit_status.BadData) as caught:
        from_json.pack_text(text, from_json.Options())
    assert str(caught.value).startswith(start)


KEPT = [
    "0.1", "1e300", "-65.613616999999977", "3.141592653589793", "5e-324", "1.7976931348623157e308", "0.0000000000000000000",
    "1.000000000000000000", "123456789012345680.0", "-0.0", "100000000000000000000000.0", "1E5", "0.30000000000000004",
    "9007199254740993", "5.960464477539063e-8", "0.1000000000000000055511151231257827021181583404541015625",
]  # fmt: skip
LOST = ["1e-400", "123456789012345678.5", "3.14159265358979323846", "9007199254740993.0", "2.5e-324", "1e-0000000999"]


@pytest.mark.parametrize("number", KEPT)
def test_numbers_that_a_float_holds(number):
    assert from_json.pack_text(f"[{number}]".encode(), from_json.Options()) == packb([json.loads(number)])


@pytest.mark.parametrize("number", LOST)
def test_numbers_that_would_lose_digits_are_refused_where_they_are(number):
    text = f'{{"text": "{number}", "a b": [1, 2.5, {{"é": {number}}}]}}'.encode()
    with pytest.raises(exit_status.Refused) as caught:
        from_json.pack_text(text, from_json.Options(), 1000)
    offset = 1000 + text.rindex(number.encode())
    assert str(caught.value).startswith(f"byte {offset}: the number {number} would become ")
    assert str(caught.value).endswith('at $["a b"][2]["é"]')
    rounded = from_json.pack_text(text, from_json.Options(rounds=True))
    assert rounded == packb(json.loads(text))


def test_numbers_in_text_are_no_numbers():
    text = json.dumps({number: number for number in LOST}).encode()
    assert from_json.pack_text(text, from_json.Options()) == packb(json.loads(text))


@pytest.mark.parametrize("number", ["0.12345678901", "1e39", "16777217", "1e-46"])
def test_a_float32_holds_its_number_or_it_is_refused(number):
    text = b'{"$float32":%s}' % number.encode()
    with pytest.raises(exit_status.Refused):
        from_json.pack_text(text, from_json.Options())


def test_integers_of_thousands_of_digits_are_refused():
    with pytest.raises(exit_status.Refused):
        from_json.pack_text(b"[" + b"9" * 5000 + b"]", from_json.Options())


def test_a_string_after_an_empty_object_is_no_key():
    shown = layout.Look(False, True).text(b'{}\n"a"\n{"b":{}}\n"a"\n')
    assert shown.count(layout.TEXT + b'"a"') == 2 and layout.KEY + b'"b"' in shown
