"""Decoding into generated types against msgspec, pydantic, cattrs and mashumaro, and the two back ends against each other.

A difference has to match a row of DECISIONS; anything else fails.
"""

import datetime
import decimal
import random
import re
import sys
import uuid

import pytest

pytest.importorskip("hypothesis")
import generated_types  # noqa: E402
from fuzzing import SETTINGS  # noqa: E402
from generated_types import SCALARS, Source, as_old, damaged, mutated, nested, outcome, wire  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

import hayapack  # noqa: E402
from hayapack import ValidationError  # noqa: E402

try:
    import attrs  # noqa: F401  # the generator makes classes of it, if it is there
except ImportError:
    pass

SEEDS = st.integers(0, 2**63)
FEW = settings(SETTINGS, max_examples=max(1, SETTINGS.max_examples // 3))


class Decision:
    """A difference that is meant.

    ours: the pattern of our error as "name expected got", or None where we accept; theirs: of the other's
    message, or None where it accepts.
    """

    def __init__(self, ours, theirs, reason):
        self.ours, self.theirs, self.reason = ours, theirs, reason

    def explains(self, ours, theirs):
        return all(
            (found is None) == (pattern is None) and (found is None or re.search(pattern, found))
            for found, pattern in ((ours, self.ours), (theirs, self.theirs))
        )


DECISIONS = [
    Decision(
        "^duplicate_field ", None, "msgspec takes the last of two equal keys: one of the two values would be lost"
    ),
    Decision(
        "^wrong_type .*Decimal.* (int|float)$",
        None,
        "a number is a Decimal only with strict=False: its digits are not exact",
    ),
    Decision("^wrong_type .*UUID.* bytes$", None, "UUID is text here; 16 bytes are the user's to declare"),
    Decision("^out_of_bounds .*float.* int$", None, "an integer that float cannot represent would change"),
    Decision("^invalid_utf8|^reserved_byte|^invalid_timestamp", None, "values that are skipped are checked, too"),
    Decision("^invalid_key", None, "keys of untyped maps are str or bytes (strict_map_key)"),
    Decision(None, "Expected `array.*` of length", "elements beyond the last field are skipped, as unknown keys are"),
    Decision(None, "Expected `.*object.*`, got `array`", "classes are read from both forms"),
    Decision(None, "Expected `.*array.*`, got `object`", "NamedTuples are read from both forms"),
    Decision(None, "Expected `str`, got .* - at `key` in", "keys that are no str belong to no field: unknown"),
    Decision(
        None, "Invalid (RFC3339|ISO8601)|Invalid encoded|Invalid `?(date|time|duration)", "more of ISO 8601 is read"
    ),
]


def fault(call, zones=True):
    """The value as nested tuples and None, or None and a text that describes the error."""
    try:
        return nested(call(), zones), None
    except ValidationError as error:
        return None, f"{error.name} {error.expected} {error.got}"
    except Exception as error:
        return None, str(getattr(error, "name", None) or f"{type(error).__name__}: {error}")


def check(ours, theirs, told):
    """Both have accepted the same value, or there is a decision."""
    (value, error), (their_value, their_error) = ours, theirs
    if error is None and their_error is None:
        assert value == their_value, told
    elif error is None or their_error is None:
        assert any(one.explains(error, their_error) for one in DECISIONS), (told, error, their_error)


def messages(rng, kind, count=6):
    """Plain values of the type, the later ones damaged."""
    for number in range(count):
        plain = kind.plain(rng)
        for _ in range(number // 3):
            plain = damaged(rng, plain, raw=False)
        yield plain


# --- the back ends -------------------------------------------------------------


OPTIONS = [{}, {"errors": "all"}, {"strict": False}, {"max_depth": 2, "max_str_len": 6}, {"strict_map_key": False}]


def refuse_some(obj):
    """A ``__post_init__``."""
    if len(repr(obj)) % 7 == 0:
        raise ValueError("refused")


def in_pieces(unpacker, data, size):
    made = []
    for at in range(0, len(data), size):
        unpacker.feed(data[at : at + size])
        made += unpacker
    return made


@pytest.mark.long
@SETTINGS
@given(SEEDS)
def test_the_back_ends_agree(both, seed):
    rng = random.Random(seed)
    kind = Source(rng, own=True, after=refuse_some).kind()
    try:
        encoders = [end.Encoder(kind.annotation) for end in both]
    except TypeError:  # types that can't be told apart
        return
    decoders = [[end.Decoder(kind.annotation, **options) for end in both] for options in OPTIONS]
    for number in range(12):
        plain = kind.plain(rng)
        for _ in range(number // 4):
            plain = damaged(rng, plain)
        data = wire(plain)
        if number & 1:
            data = mutated(rng, data)
        for (one, other), options in zip(decoders, OPTIONS):
            told = (kind.annotation, data.hex(), options)
            assert outcome(lambda: one.decode(data)) == outcome(lambda: other.decode(data)), told
        size = rng.choice([rng.randrange(1, 40), 1 << 20])
        one, other = (outcome(in_pieces, end.Unpacker(type=kind.annotation), data * 2, size) for end in both)
        assert one == other, (told, size)
        try:
            value = decoders[0][0].decode(data)
        except Exception:
            continue
        packed, other = (encoder.encode(value) for encoder in encoders)
        assert packed == other, told
        try:
            again = decoders[0][0].decode(packed)
        except ValidationError as error:  # a moment in another zone has another repr
            assert "refused" in str(error)
            continue
        assert nested(again, zones=False) == nested(value, zones=False), told


OLD = [{"strict": False}, {"strict": False, "errors": "all"}, {"strict": False, "unicode_errors": "replace"}, {}]


@pytest.mark.long
@SETTINGS
@given(SEEDS)
def test_the_back_ends_agree_about_old_data(both, seed):
    rng = random.Random(seed)
    kind = Source(rng, own=True).kind()
    try:
        decoders = [[end.Decoder(kind.annotation, **options) for end in both] for options in OLD]
    except TypeError:  # types that can't be told apart
        return
    for number in range(9):
        plain = kind.plain(rng)
        for _ in range(number // 3):
            plain = damaged(rng, plain)
        share = rng.choice([0.1, 0.5, 1])
        data = wire(as_old(plain, lambda text: rng.random() < share))  # noqa: B023
        for (one, other), options in zip(decoders, OLD):
            told = (kind.annotation, data.hex(), options)
            assert outcome(one.decode, data) == outcome(other.decode, data), told


@pytest.mark.long
@SETTINGS
@given(SEEDS)
def test_text_as_bin_is_read_as_text(backend, seed):
    """Wherever a type has text; but Any and bytes take the bin."""
    rng = random.Random(seed)
    scalars = [one for one in SCALARS if "bin" not in one.takes and one.takes]
    try:
        kind = Source(rng, own=True, without=("literal",), scalars=scalars).kind()
        decoder = backend.Decoder(kind.annotation, strict=False)
    except TypeError:
        return
    for _ in range(4):
        plain = kind.plain(rng)
        data, old = wire(plain), wire(as_old(plain, lambda text: type(text) is str))
        made = outcome(decoder.decode, data)
        if type(made[0]) is type:  # no error
            assert outcome(decoder.decode, old) == made, (kind.annotation, old.hex())


# --- msgspec -------------------------------------------------------------------


@FEW
@given(SEEDS)
def test_msgspec_agrees(backend, seed):
    msgspec = pytest.importorskip("msgspec")
    rng = random.Random(seed)
    kind = Source(rng, msgspec.Meta).kind()
    try:
        ours = backend.Decoder(kind.annotation, timestamp=3)
        theirs = msgspec.msgpack.Decoder(kind.annotation)
    except TypeError:
        return
    encoder = backend.Encoder(kind.annotation)
    for plain in messages(rng, kind):
        data = wire(plain)
        told = (kind.annotation, data.hex())
        found = fault(lambda: ours.decode(data))
        check(found, fault(lambda: theirs.decode(data)), told)
        if found[1] is None:
            value = ours.decode(data)
            again = [
                fault(lambda: theirs.decode(encoder.encode(value)), zones=False),
                fault(lambda: ours.decode(msgspec.msgpack.encode(value)), zones=False),
            ]
            assert again == 2 * [fault(lambda: value, zones=False)], (told, again)


# --- pydantic, cattrs, mashumaro: plain values of unpackb ---------------------------


def limited(**bounds):
    """A bound as annotated_types has it, which pydantic knows."""
    import annotated_types

    if "multiple_of" in bounds:
        return annotated_types.MultipleOf(bounds["multiple_of"])
    if set(bounds) & {"min_length", "max_length"}:
        return annotated_types.Len(bounds.get("min_length", 0), bounds.get("max_length"))
    return annotated_types.Interval(**bounds)


def pydantic_reader(annotation):
    from pydantic import TypeAdapter

    return TypeAdapter(annotation).validate_python


def cattrs_reader(annotation):
    import cattrs

    converter = cattrs.Converter(detailed_validation=False)
    for cls in (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, uuid.UUID, decimal.Decimal):
        converter.register_structure_hook(cls, lambda value, cls: value if type(value) is cls else _read(value, cls))
    return lambda plain: converter.structure(plain, annotation)


def mashumaro_reader(annotation):
    from mashumaro.codecs.basic import BasicDecoder
    from mashumaro.mixins.msgpack import MessagePackDialect

    # It looks its classes up in their module.
    for cls in classes_of(annotation):
        setattr(generated_types, cls.__name__, cls)
        cls.__module__ = generated_types.__name__
    return BasicDecoder(annotation, default_dialect=MessagePackDialect).decode


def classes_of(annotation):
    """The classes in an annotation, and in those of their fields."""
    found, pending = [], [annotation]
    while pending:
        one = pending.pop()
        pending += getattr(one, "__args__", ())
        if isinstance(one, type) and one.__module__ not in ("builtins", "datetime", "uuid", "decimal"):
            found.append(one)
            pending += getattr(one, "__annotations__", {}).values()
    return found


def _read(value, kind):
    return hayapack.unpackb(hayapack.packb(value), type=kind)


#: Of a number of seconds mashumaro makes a timedelta; datetimes are text only; times are what Python's own
#: fromisoformat() reads, which before 3.11 is less.
NOT_FOR_MASHUMARO = [datetime.timedelta, datetime.datetime] + [datetime.time] * (sys.version_info < (3, 11))

#: What each library can't describe or decides otherwise, and so is not generated; whether it is given the message as
#: it came: cattrs keeps the keys that a TypedDict does not have.
STRANGERS = {
    # Unions by trial: text of a UUID is a UUID for it in bytes | UUID.
    "pydantic": (pydantic_reader, ("_attrs", "union"), SCALARS, True),
    "cattrs": (cattrs_reader, ("union", "bounded", "_named_tuple"), SCALARS, False),
    "mashumaro": (
        mashumaro_reader,
        ("_attrs", "bounded", "union"),
        [one for one in SCALARS if one.annotation not in NOT_FOR_MASHUMARO],
        True,
    ),
}


@pytest.mark.parametrize("name", STRANGERS)
@FEW
@given(seed=SEEDS)
def test_others_make_the_same_objects(name, seed):
    """What is accepted, the other library makes the same of."""
    module = pytest.importorskip(name)
    if name == "pydantic" and not hasattr(module, "TypeAdapter"):
        pytest.skip("pydantic 1 has no TypeAdapter")
    reader, without, scalars, as_it_came = STRANGERS[name]
    rng = random.Random(seed)
    kind = Source(rng, limited, without=without, scalars=scalars).kind()
    ours, encoder = hayapack.Decoder(kind.annotation), hayapack.Encoder(kind.annotation)
    theirs = reader(kind.annotation)
    for plain in messages(rng, kind, 3):
        data = wire(plain)
        try:
            value = ours.decode(data)
        except ValidationError:  # of a bound, now and then
            continue
        for packed in (data, encoder.encode(value))[not as_it_came :]:
            plain = hayapack.unpackb(packed, timestamp=3, strict_map_key=False)
            told = (kind.annotation, packed.hex(), plain)
            assert nested(theirs(plain), zones=False) == nested(value, zones=False), told
