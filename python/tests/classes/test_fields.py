"""What a class says about its fields: names, elements, limits, hooks; and strict=False."""

import copy
import dataclasses
import enum
import functools
import math
import pickle
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Dict, List, Literal, NamedTuple, Optional, Tuple, Union
from uuid import UUID

import pytest
from typed_reading import read, refused

import hayapack
from hayapack import (
    UNSET,
    InvalidUtf8Error,
    Key,
    Limit,
    Tags,
    UnpackException,
    UnsetType,
    ValidationError,
    model,
    packb,
)

# --- fields ----------------------------------------------------------------------


def test_renamed_fields_and_aliases(backend):
    @model(rename="camel")
    @dataclasses.dataclass
    class User:
        user_id: int
        full_name: Annotated[str, Key("name", aliases=["fullName", "n"])] = ""
        last_seen_at: Annotated[int, Key(aliases=["seen"])] = 0

    one = User(1, "a", 2)
    assert backend.unpackb(backend.Encoder(User).encode(one)) == {"userId": 1, "name": "a", "lastSeenAt": 2}
    assert read(backend, User, {"userId": 1, "n": "a", "seen": 2}) == one
    assert refused(backend, User, {"user_id": 1}).name == "missing_field"
    error = refused(backend, User, {"userId": 1, "n": "a", "name": "b"})
    assert (error.name, error.path, error.offset) == ("duplicate_field", "${key #2}", 13)
    for rename, key in [("pascal", "UserId"), ("kebab", "user-id"), ("upper", "USER_ID"), ("lower", "user_id")]:
        cls = model(rename=rename)(dataclasses.make_dataclass("Other", [("user_id", int)]))
        assert backend.unpackb(backend.Encoder(cls).encode(cls(1))) == {key: 1}
    cls = model(rename={"a": "b"})(dataclasses.make_dataclass("Mapped", [("a", int)]))
    assert read(backend, cls, {"b": 1}).a == 1
    cls = model(rename=str.title)(dataclasses.make_dataclass("Called", [("a", int)]))
    assert read(backend, cls, {"A": 1}).a == 1


def test_elements_of_arrays(backend):
    @dataclasses.dataclass
    class Row:
        a: Annotated[int, Key(0)]
        b: Annotated[Optional[str], Key(2)] = None

    packed = backend.Encoder(Row).encode(Row(1, "x"))
    assert backend.unpackb(packed) == [1, None, "x"]
    assert backend.unpackb(packed, type=Row) == Row(1, "x")
    assert read(backend, Row, [1]) == Row(1)
    assert read(backend, Row, [1, ["skipped"], "x", "more"]) == Row(1, "x")
    assert refused(backend, Row, []).name == "missing_field"
    assert refused(backend, Row, ["x"]).path == "$[0]"
    assert backend.unpackb(backend.Encoder(Row, keys="map").encode(Row(1))) == {"a": 1, "b": None}


def test_unknown_fields(backend):
    @model(unknown="error")
    @dataclasses.dataclass
    class Strict:
        a: int = 0

    error = refused(backend, Strict, {"a": 1, "b": 2})
    assert (error.name, error.path, error.offset) == ("unknown_field", "${key #1}", 4)
    assert "Strict has no field 'b'" in str(error)
    error = refused(backend, Strict, [1, 2])
    assert (error.name, error.path) == ("unknown_field", "$[1]")

    @model(unknown="keep")
    @dataclasses.dataclass
    class Open:
        a: int
        extra: Dict[Any, Any] = dataclasses.field(default_factory=dict)

    one = read(backend, Open, {"b": [1], "a": 1, "extra": 5})
    assert one == Open(1, {"b": [1], "extra": 5})
    assert backend.unpackb(backend.Encoder(Open).encode(one)) == {"a": 1, "b": [1], "extra": 5}
    assert read(backend, Open, {"a": 1}) == Open(1, {})


def test_what_is_left_out(backend):
    @model(omit_none=True)
    @dataclasses.dataclass
    class NoNone:
        a: Optional[int] = None
        b: int = 0

    assert backend.unpackb(backend.Encoder(NoNone).encode(NoNone())) == {"b": 0}

    @model(omit_defaults=True)
    @dataclasses.dataclass
    class NoDefaults:
        a: int
        b: int = 0
        c: List[int] = dataclasses.field(default_factory=list)
        d: Any = 1

    encode = backend.Encoder(NoDefaults).encode
    assert backend.unpackb(encode(NoDefaults(0))) == {"a": 0}
    assert backend.unpackb(encode(NoDefaults(0, 1, [2], True))) == {"a": 0, "b": 1, "c": [2], "d": True}

    @dataclasses.dataclass
    class Patch:
        a: Union[int, None, UnsetType] = UNSET

    assert read(backend, Patch, {}).a is UNSET
    assert read(backend, Patch, {"a": None}).a is None
    assert backend.unpackb(backend.Encoder(Patch).encode(Patch())) == {}
    assert backend.unpackb(backend.Encoder(Patch).encode(Patch(None))) == {"a": None}
    assert pickle.loads(pickle.dumps(UNSET)) is UNSET and copy.deepcopy(UNSET) is UNSET and not UNSET


def test_limits(backend):
    class Of(NamedTuple):
        a: Annotated[int, Limit(ge=1, lt=10, multiple_of=3)] = 3
        b: Annotated[str, Limit(min_len=1, max_len=2)] = "a"
        c: Annotated[List[Annotated[float, Limit(gt=0)]], Limit(max_len=1)] = []

    assert read(backend, Of, [9, "éé", [0.5]]) == Of(9, "éé", [0.5])
    for plain, path, words in [
        ([0], "$[0]", "not >= 1"),
        ([12], "$[0]", "not < 10"),
        ([4], "$[0]", "not a multiple of 3"),
        ([3, ""], "$[1]", "a length of 0, less than 1"),
        ([3, "abc"], "$[1]", "a length of 3, more than 2"),
        ([3, "a", [0.0]], "$[2][0]", "not > 0"),
        ([3, "a", [float("nan")]], "$[2][0]", "not > 0"),
        ([3, "a", [1.0, 2.0]], "$[2]", "a length of 2, more than 1"),
    ]:
        error = refused(backend, Of, plain)
        assert (error.name, error.path) == ("out_of_bounds", path) and words in str(error)
    annotated_types = pytest.importorskip("annotated_types")
    kind = Annotated[int, annotated_types.Ge(1), annotated_types.Interval(lt=5)]
    assert read(backend, kind, 4) == 4
    assert refused(backend, kind, 0).name == refused(backend, kind, 5).name == "out_of_bounds"
    kind = Annotated[str, annotated_types.Len(1, 2)]
    assert refused(backend, kind, "abc").name == "out_of_bounds"


@pytest.mark.parametrize("order", [0, 1])
def test_limits_of_what_a_function_makes(backend, order):
    key, limit = Key(decoder=lambda plain: plain * 10), Limit(ge=20, le=50)
    kind = Annotated[(int, key, limit) if order else (int, limit, key)]
    assert read(backend, kind, 2) == 20
    error = refused(backend, Tuple[kind, kind], [3, 6])
    assert (error.name, error.path, error.offset) == ("out_of_bounds", "$[1]", 2) and "not <= 50" in str(error)
    assert [one.path for one in refused(backend, List[kind], [1, 3, "a"], errors="all").errors] == ["$[0]", "$[2]"]
    kind, decoders = Annotated[complex, Limit(max_len=1)], {complex: list}
    assert read(backend, kind, "a", decoders=decoders) == ["a"]
    assert refused(backend, kind, "ab", decoders=decoders).name == "out_of_bounds"
    error = refused(backend, kind, "ab", decoders={complex: len})
    assert error.name == "invalid_value" and isinstance(error.__cause__, TypeError)


def test_limits_of_decimals(backend):
    kind = Annotated[Decimal, Limit(ge=1, lt=5)]
    assert read(backend, kind, "4.5") == Decimal("4.5")
    for plain in "0.5", "5", "NaN":
        assert refused(backend, kind, plain).name == "out_of_bounds"
    assert refused(backend, kind, 5.5, strict=False).name == "out_of_bounds"


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        (str, Limit(ge=1)),
        (int, Limit(max_len=1)),
        (bool, Limit(le=1)),
        (date, Limit(ge=1)),
        (Union[int, str], Limit(ge=1)),
        (Tuple[int, str], Limit(min_len=1)),
        (Any, Limit(min_len=1)),
    ],
)
def test_limits_that_no_value_of_the_type_has(backend, kind, limit):
    with pytest.raises(TypeError, match=r"Of\.a: the limit (ge|le|min_len|max_len) can't be checked for "):
        backend.Decoder(dataclasses.make_dataclass("Of", [("a", Annotated[kind, limit])]))
    with pytest.raises(TypeError, match="can't be checked"):
        backend.Encoder(Annotated[kind, limit])


@pytest.mark.parametrize(
    ("kind", "limits"),
    [
        (int, [Limit(ge=5, le=1)]),
        (int, [Limit(gt=0, lt=1)]),
        (int, [Limit(ge=0.5, le=0.75)]),
        (int, [Limit(ge=11, le=19, multiple_of=10)]),
        (int, [Limit(ge=5), Limit(le=1)]),
        (int, [Limit(ge=2**66)]),
        (float, [Limit(ge=1.5, le=1.25)]),
        (float, [Limit(gt=1, le=1)]),
        (float, [Limit(lt=math.nan)]),
        (Decimal, [Limit(ge=Decimal(5), lt=5)]),
        (str, [Limit(min_len=5, max_len=1)]),
        (List[int], [Limit(max_len=-1)]),
    ],
)
def test_limits_that_contradict_each_other(backend, kind, limits):
    with pytest.raises(TypeError, match=r"Of\.a: no value of .* is within the limits"):
        backend.Decoder(
            dataclasses.make_dataclass("Of", [("a", functools.reduce(lambda a, b: Annotated[a, b], limits, kind))])
        )
    with pytest.raises(TypeError, match="is within the limits"):
        backend.Encoder(functools.reduce(lambda a, b: Annotated[a, b], limits, kind))


@pytest.mark.parametrize(
    ("kind", "limit", "value"),
    [
        (int, Limit(gt=0, lt=2), 1),
        (int, Limit(ge=1, le=1), 1),
        (int, Limit(ge=-math.inf, le=math.inf), 2**64 - 1),
        (int, Limit(ge=2**64 - 1), 2**64 - 1),
        (int, Limit(ge=11, le=20, multiple_of=10), 20),
        (float, Limit(gt=0, lt=1), 0.5),
        (float, Limit(ge=1, le=1), 1.0),
        (str, Limit(min_len=1, max_len=1), "é"),
        (str, Limit(max_len=0), ""),
    ],
)
def test_limits_that_one_value_is_within(backend, kind, limit, value):
    assert backend.unpackb(backend.packb(value), type=Annotated[kind, limit]) == value


# --- hooks -----------------------------------------------------------------------


def test_hooks_also_for_built_in_types(backend):
    decoders = {str: str.upper, complex: lambda pair: complex(*pair)}
    kind = Tuple[str, complex, Optional[str]]
    assert read(backend, kind, ["a", [1, 2], None], decoders=decoders) == ("A", 1 + 2j, None)
    error = refused(backend, kind, ["a", [1, "x"], None], decoders=decoders)
    assert (error.name, error.path) == ("invalid_value", "$[1]")
    assert isinstance(error.__cause__, TypeError)
    encoder = backend.Encoder(kind, encoders={str: str.lower, complex: lambda z: [z.real, z.imag]})
    assert backend.unpackb(encoder.encode(("A", 1 + 2j, None))) == ["a", [1.0, 2.0], None]

    @dataclasses.dataclass
    class Field:
        a: Annotated[int, Key(decoder=int, encoder=str)]

    assert read(backend, Field, {"a": "5"}) == Field(5)
    assert backend.unpackb(backend.Encoder(Field).encode(Field(5))) == {"a": "5"}


def parts_of(number):
    return [number.real, number.imag]


def complex_of(parts):
    return complex(*parts)


ByKey = Annotated[complex, Key(decoder=complex_of, encoder=parts_of)]


@dataclasses.dataclass
class Wave:
    at: ByKey
    before: Annotated[Optional[complex], Key("b", decoder=complex_of, encoder=parts_of)] = None
    others: List[ByKey] = dataclasses.field(default_factory=list)
    # the list's own bound is not checked, since its plan is not used
    listed: Annotated[
        List[Union[complex, Annotated[bool, Limit(ge=1)]]], Key(decoder=list, encoder=lambda found: [])
    ] = dataclasses.field(default_factory=list)


def test_functions_of_a_key_for_a_type_without_a_plan(backend):
    wave = Wave(1j, None, [2j, 3j])
    packed = backend.Encoder(Wave).encode(wave)
    assert backend.unpackb(packed) == {"at": [0.0, 1.0], "b": None, "others": [[0.0, 2.0], [0.0, 3.0]], "listed": []}
    assert backend.unpackb(packed, type=Wave) == wave
    assert read(backend, List[Wave], [{"at": [1, 2], "b": [3, 4]}]) == [Wave(1 + 2j, 3 + 4j)]
    assert read(backend, Dict[str, Optional[ByKey]], {"a": None, "b": [0, 1]}) == {"a": None, "b": 1j}
    error = refused(backend, Wave, {"at": "x"})
    assert (error.name, error.path, error.expected) == ("invalid_value", "$.at", "complex")
    with pytest.raises(TypeError, match="'Unknown' can't be evaluated"):
        backend.Decoder(List[Annotated["Unknown", Key(decoder=complex_of)]])  # noqa: F821


def test_functions_of_a_key_for_arrays_of_numpy(backend):
    numpy = pytest.importorskip("numpy")

    @dataclasses.dataclass(eq=False)
    class Track:
        points: Annotated[numpy.ndarray, Key(decoder=numpy.array, encoder=numpy.ndarray.tolist)]

    packed = backend.Encoder(Track).encode(Track(numpy.arange(4).reshape(2, 2)))
    assert backend.unpackb(packed, type=Track).points.tolist() == [[0, 1], [2, 3]]


def test_each_of_decoder_and_encoder_needs_its_own_function(backend):
    encodes, decodes = Annotated[complex, Key(encoder=parts_of)], Annotated[complex, Key(decoder=complex_of)]
    assert backend.Encoder(List[encodes]).encode([1j]) == packb([[0.0, 1.0]])
    assert read(backend, List[decodes], [[0, 1]]) == [1j]
    with pytest.raises(
        TypeError, match=r"^complex is not supported; a function makes its values: decoders={complex: ...}$"
    ):
        backend.Decoder(encodes)
    with pytest.raises(
        TypeError, match=r"^complex is not supported; a function writes its values: encoders={complex: ...}$"
    ):
        backend.Encoder(List[complex])
    assert backend.Encoder(List[complex], encoders={complex: parts_of}).encode([1j]) == packb([[0.0, 1.0]])
    with pytest.raises(hayapack.UnsupportedTypeError):
        backend.Encoder(List[decodes]).encode([1j])


def test_functions_are_described():
    plain = {"kind": "custom", "name": "complex", "items": {"kind": "any", "name": "Any"}}
    assert hayapack.describe(Wave)["fields"][0]["type"] == plain
    for options in ({"decoders": {complex: complex_of}}, {"encoders": {complex: parts_of}}):
        assert hayapack.describe(Dict[str, complex], **options)["values"] == plain
    with pytest.raises(hayapack.PlanError):
        hayapack.describe(complex)


# --- strict=False ------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind, plain, value",
    [
        (int, "5", 5), (int, 5.0, 5), (float, "1.5", 1.5), (float, 2**53 + 1, 2.0**53), (bool, 1, True), (bool, "false", False),
        (str, b"a", "a"), (bytes, "a", b"a"), (Decimal, 1.1, Decimal("1.1")), (Decimal, -3, Decimal(-3)),
        (timedelta, 90, timedelta(seconds=90)), (timedelta, -1.5, timedelta(seconds=-1.5)),
        (timedelta, "2.5", timedelta(seconds=2.5)), (datetime, 1.5, datetime(1970, 1, 1, 0, 0, 1, 500000, timezone.utc)),
        (datetime, "-60", datetime(1969, 12, 31, 23, 59, tzinfo=timezone.utc)),
    ],
)  # fmt: skip
def test_lax_conversions(backend, kind, plain, value):
    found = read(backend, kind, plain, strict=False)
    assert (found, type(found)) == (value, type(value))
    with pytest.raises(ValidationError):
        read(backend, kind, plain)


@pytest.mark.parametrize(
    "kind, plain, name",
    [
        (int, "5x", "invalid_value"), (int, 1.5, "invalid_value"), (int, str(2**64), "invalid_value"), (int, [], "wrong_type"),
        (bool, 2, "invalid_value"), (str, b"\xff", "invalid_value"), (str, 5, "wrong_type"), (float, "x", "invalid_value"),
        (int, float("inf"), "invalid_value"), (timedelta, 1e15, "invalid_value"), (timedelta, "nan", "invalid_value"),
        (timedelta, float("inf"), "invalid_value"), (timedelta, True, "wrong_type"), (datetime, 2**63, "invalid_value"),
        (datetime, "1e400", "invalid_value"), (date, 5, "wrong_type"),
    ],
)  # fmt: skip
def test_lax_conversions_that_fail(backend, kind, plain, name):
    assert refused(backend, kind, plain, strict=False).name == name


def test_integers_beyond_64_bits(backend):
    for plain in (str(2**64), str(-(2**63) - 1), "9" * 200, 2.0**64):
        assert str(refused(backend, int, plain, strict=False)).endswith(" is not in -2**63 to 2**64-1, at $")
    assert "2**64" not in str(refused(backend, int, "5x", strict=False)) + str(refused(backend, int, 1.5, strict=False))
    assert read(backend, Dict[str, int], {"a": str(2**70)}, decoders={int: int}) == {"a": 2**70}
    assert hayapack.convert({"a": str(2**70)}, Dict[str, int], decoders={int: int}) == {"a": 2**70}


# --- repeated keys ---------------------------------------------------------------


@model(unknown="keep")
@dataclasses.dataclass
class Open:
    a: int = 0
    extra: Dict[Any, Any] = dataclasses.field(default_factory=dict)


class Level(enum.IntEnum):
    LOW = 1


@pytest.mark.parametrize("before", [0, 1, 39])  # the compiled module makes long dicts in another way
@pytest.mark.parametrize("errors", ["first", "all"])
@pytest.mark.parametrize(
    ("kind", "key", "again", "shown"),
    [
        (Dict[str, int], "b", b"\xa1b", "the key 'b' of dict[str, int]"),
        (Dict[str, Any], "b", b"\xd9\x01b", "the key 'b' of dict[str, Any]"),
        (Dict[Any, Any], 5, b"\xd1\x00\x05", "the key 5 of dict"),
        (Dict[int, int], -1, b"\xff", "the key -1 of dict[int, int]"),
        (Dict[bytes, int], b"b", b"\xc4\x01b", "the key b'b' of dict[bytes, int]"),
        (Dict[Optional[Level], int], 1, b"\xcc\x01", "a key of dict["),
        (dict, "b", b"\xa1b", "the key 'b' of dict"),
        (Open, "b", b"\xa1b", "the field 'b' of Open"),
    ],
)
def test_equal_keys_are_an_error(backend, kind, key, again, shown, before, errors):
    """The last of them would count in one program, the first in another."""
    names = {str: lambda n: "n%d" % n, bytes: lambda n: b"n%d" % n, int: lambda n: 100 + n}
    others = [names[type(key)](n) for n in range(before if "Level" not in str(kind) else 0)]
    count = len(others) + 2
    start = bytes([0x80 | count]) if count < 16 else b"\xde" + count.to_bytes(2, "big")
    first = start + b"".join(packb(other) + b"\x01" for other in [*others, key])
    message = first + again + b"\x02"
    with pytest.raises(ValidationError) as caught:
        backend.Decoder(kind, errors=errors, strict_map_key=False).decode(message)
    error = caught.value.errors[0] if errors == "all" else caught.value
    assert (error.name, error.offset, error.path) == ("duplicate_field", len(first), "${key #%d}" % (count - 1))
    assert shown in str(error) and "for the second time" in str(error)
    assert backend.unpackb(message, strict_map_key=False)[key] == 2


def test_keys_that_become_equal_are_an_error(backend):
    assert refused(backend, Dict[int, int], {"1": 1, "01": 2}, strict=False).name == "duplicate_field"
    assert refused(backend, Dict[float, str], {"1.0": "a", "1": "b"}, strict=False).name == "duplicate_field"


# --- old data: text as bin, bytes as str, text that is not UTF-8 -----------------------


@dataclasses.dataclass
class Old:
    name: str = "none"
    photo: bytes = b""
    more: Any = None


LATIN = b"\xa3af\xe9"  # "afé" in Latin-1


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("errors", ["replace", "ignore", "surrogateescape", "backslashreplace", "strict"])
def test_text_that_is_not_utf8(backend, errors, stream):
    """In a field, in an untyped value, in a list, and in a key that no field has."""
    message = b"\x83\xa4name" + LATIN + b"\xa4more\x92" + LATIN + b"\x81" + LATIN + b"\x01" + LATIN + b"\x05"

    def decode(kind, message):
        if stream:
            unpacker = backend.Unpacker(type=kind, unicode_errors=errors)
            unpacker.feed(message)
            return unpacker.unpack()
        return backend.unpackb(message, type=kind, unicode_errors=errors)

    if errors == "strict":
        with pytest.raises(InvalidUtf8Error) as caught:
            decode(Old, message)
        assert (caught.value.offset, caught.value.path) == (6, "$.name")
        return
    text = b"af\xe9".decode("utf-8", errors)
    assert decode(Old, message) == Old(text, b"", [text, {text: 1}])
    assert decode(List[str], b"\x92" + LATIN + b"\xa1b") == [text, "b"]
    assert decode(Dict[str, int], b"\x81" + LATIN + b"\x01") == {text: 1}
    kept = decode(Open, b"\x82\xa1a\x05" + LATIN + b"\x06")
    assert kept == Open(5, {text: 6})


def test_bytes_as_str_and_keys_as_bin(backend):
    message = b"\x83\xc4\x04name\xc4\x01a\xc4\x05photo\xa2\xff\xd8\xc4\x01\xff\x05"
    assert backend.unpackb(message, type=Old, strict=False) == Old("a", b"\xff\xd8")
    assert backend.unpackb(b"\x81\xc4\x04name\xc4\x01a", type=Old) == Old(), "a bin key is another key"
    twice = b"\x82\xc4\x04name\xa1a\xa4name\xa1b"
    with pytest.raises(ValidationError) as caught:
        backend.unpackb(twice, type=Old, strict=False)
    assert (caught.value.name, caught.value.offset) == ("duplicate_field", 9)
    assert backend.unpackb(twice, type=Old) == Old("b")
    assert backend.unpackb(b"\xa2\xff\xd8", type=bytearray, strict=False) == bytearray(b"\xff\xd8")
    with pytest.raises(InvalidUtf8Error):
        backend.unpackb(b"\x81\xa4name\xa1\xff", type=Old, strict=False)


@model(unknown="error")
@dataclasses.dataclass
class Closed:
    name: str = "none"


@dataclasses.dataclass
class Renamed:
    name: Annotated[str, Key("n", aliases=["имя"])]
    other: int


@pytest.mark.parametrize("errors", ["first", "all"])
def test_the_error_says_that_there_is_a_bin_key(backend, errors):
    bin_key, str_key = (f"but a {kind} key of these bytes: strict=False reads it, at" for kind in ("bin", "str"))
    union = Union[Circle, Named]
    for kind, plain, name, words in [
        (Renamed, {b"other": 1, "имя".encode(): "a"}, "missing_field", f"Renamed without the field 'n', {bin_key}"),
        (Closed, {b"name": "a"}, "unknown_field", f"Closed has no field b'name', {str_key}"),
        (union, {b"x": 1, b"label": "a"}, "invalid_value", bin_key),
        (Annotated[union, Tags({"c": Circle, "n": Named}, key="type")], {b"type": "c"}, "missing_field", f"the field 'type', {bin_key}"),
    ]:  # fmt: skip
        error = refused(backend, kind, plain, errors=errors)
        assert error.name == name and words in str(error)
    for kind, plain in [
        (Renamed, {b"x": 1, "other": 1}),
        (Closed, {b"x": 1}),
        (Closed, {"x": 1}),
        (union, {b"x": 1}),
        (ByTag, {}),
    ]:
        assert "of these bytes" not in str(refused(backend, kind, plain))
        assert "of these bytes" not in str(refused(backend, kind, plain, strict=False))


@pytest.mark.parametrize(
    ("rest", "name", "offset", "path"),
    [
        (b"\xa4name\x05", "wrong_type", 17, "$.name"),
        (b"\xa4name\xa1\xff", "invalid_utf8", 17, "$.name"),
        (b"\xa1\xff\x05", "invalid_utf8", 12, "${key #1}"),
        (b"\xa4name\xa5a", "truncated", 17, "$.name"),
    ],
)
@pytest.mark.parametrize("errors", ["first", "all"])
def test_the_error_after_bytes_that_were_read_from_a_str(backend, rest, name, offset, path, errors):
    with pytest.raises(UnpackException) as caught:
        backend.unpackb(b"\x82\xa5photo\xd9\x03\xff\xd8\xff" + rest, type=Old, strict=False, errors=errors)
    assert (caught.value.name, caught.value.offset, caught.value.path) == (name, offset, path)


class Size(str, enum.Enum):
    SMALL = "s"
    OTHER = "o"

    @classmethod
    def _missing_(cls, value):
        return cls.OTHER if value == "other" else None


@dataclasses.dataclass
class Circle:
    radius: int


@dataclasses.dataclass
class Named:
    label: str
    inner: Union[Circle, "Named", None] = None


ByTag = Annotated[Union[Circle, Named], Tags({"c": Circle, "n": Named, 3: Circle}, key="type")]
InPairs = Annotated[Union[Circle, Named], Tags({"c": Circle, "n": Named})]


@pytest.mark.parametrize(
    ("kind", "plain", "value"),
    [
        (Size, b"s", Size.SMALL), (Size, b"other", Size.OTHER), (Literal["a", 7], b"a", "a"), (Literal[b"a"], "a", b"a"),
        (datetime, b"2026-01-02T03:04:05", datetime(2026, 1, 2, 3, 4, 5)), (date, b"2026-01-02", date(2026, 1, 2)),
        (time, b"03:04", time(3, 4)), (timedelta, b"P1D", timedelta(1)), (timedelta, b"1.5", timedelta(seconds=1.5)),
        (Decimal, b"1.50", Decimal("1.50")), (UUID, b"0" * 32, UUID(int=0)), (Path, b"a/b", Path("a/b")),
        (int, b"5", 5), (float, b"1.5", 1.5), (bool, b"true", True), (Annotated[str, Limit(max_len=1)], b"\xc3\xa9", "é"),
        (Union[str, int, None], b"a", "a"), (Union[bytes, int, None], "x", b"x"), (Union[date, List[int], None], b"2026-01-02", date(2026, 1, 2)),
        (Union[Size, int], b"s", Size.SMALL), (Union[Literal["a"], bytes], b"a", b"a"), (Union[str, bytes], b"a", b"a"),
        (Dict[str, Size], {b"k": b"s"}, {"k": Size.SMALL}), (Dict[date, int], {b"2026-01-02": 1}, {date(2026, 1, 2): 1}),
        (Union[Circle, Named], {b"x": 1, b"label": b"a"}, Named("a")),
        (Union[Circle, Named], {b"label": "a", b"inner": {b"radius": b"1"}}, Named("a", Circle(1))),
        (ByTag, {b"radius": 1, b"type": b"c"}, Circle(1)), (ByTag, {b"type": 3, "radius": 1}, Circle(1)),
        (InPairs, [b"n", {b"label": b"a"}], Named("a")),
    ],
)  # fmt: skip
def test_bin_is_read_as_any_text(backend, kind, plain, value):
    found = read(backend, kind, plain, strict=False)
    assert (found, type(found)) == (value, type(value))
    if type(plain) is not bytes or kind not in (Union[Literal["a"], bytes], Union[str, bytes]):
        with pytest.raises(ValidationError):
            read(backend, kind, plain)


def test_bin_that_is_no_text(backend):
    for kind, plain, name in [
        (Size, b"x", "unknown_member"), (Size, b"\xff", "invalid_value"), (Literal["a"], b"b", "unknown_member"),
        (date, b"x", "invalid_value"), (Path, b"\xff", "invalid_value"), (Union[int, List[int]], b"1", "wrong_type"),
        (Union[Circle, Named], {b"x": 1}, "invalid_value"), (ByTag, {b"type": b"x"}, "unknown_tag"), (ByTag, {b"type": []}, "wrong_type"),
        (InPairs, [b"x", 1], "unknown_tag"), (InPairs, [b"\xff", 1], "invalid_value"),
    ]:  # fmt: skip
        assert refused(backend, kind, plain, strict=False).name == name, (kind, plain)


def test_unicode_errors_of_bin(backend):
    latin = b"af\xe9"
    options = {"strict": False, "unicode_errors": "surrogateescape"}
    text = latin.decode("utf-8", "surrogateescape")
    assert read(backend, Old, {b"name": latin, b"photo": latin}, **options) == Old(text, latin)
    assert read(backend, Dict[str, str], {latin: latin}, **options) == {text: text}
    assert read(backend, Open, {latin: 1}, **options) == Open(0, {text: 1})
    assert read(backend, str, latin * 9, strict=False, unicode_errors="replace", max_str_len=3) == "af\ufffd" * 9


def test_the_path_of_bin_keys(backend):
    kind = Dict[str, Dict[str, Named]]
    plain = {"a": {}, b"sub": {b"label": {b"label": b"a", b"inner": {b'"\xff': 0, b"radius": b"x"}}}}
    error = refused(backend, kind, plain, strict=False)
    assert error.path == '$[b"sub"][b"label"][b"inner"][b"radius"]'
    assert backend.get(packb(plain), error.path) == b"x"
    error = refused(backend, Dict[bytes, int], {b"a": "x"})
    assert error.path == "${#0}", "as in all languages"
