"""What an Encoder writes, a Decoder of the same type reads as the same value; or the Encoder refuses, with a name."""

import random

import pytest
from written_types import Source

pytest.importorskip("hypothesis")
from fuzzing import SETTINGS  # noqa: E402
from generated_types import nested, outcome  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

import hayapack  # noqa: E402
from hayapack import PackError, convert, describe, packb, to_plain  # noqa: E402
from hayapack.exceptions import TimestampRangeError  # noqa: E402

VALUES = 6  # of each type
FORMS = ({}, {}, {"keys": "map"}, {"keys": "array"})


def coders(backend, kind, form):
    return backend.Encoder(kind, **form), backend.Decoder(kind)


def check(both, kind, value, form):
    """The value is written, equally by both, and read again."""
    encoders, decoders = zip(*(coders(backend, kind.annotation, form) for backend in both))
    packed = []
    for encoder in encoders:
        try:
            packed.append(encoder.encode(value))
        except PackError as error:
            packed.append((error.name, error.path, str(error)))
    assert packed[0] == packed[1]
    if type(packed[0]) is tuple:
        return False
    wanted = nested(value, zones=False)
    for decoder in decoders:
        found = outcome(decoder.decode, packed[0])
        assert not isinstance(found[0], str), f"written, but not read: {found}"
        assert nested(decoder.decode(packed[0]), zones=False) == wanted, packed[0].hex()
    if not form:
        try:
            plain = to_plain(value, kind.annotation)
        except TimestampRangeError:  # its datetimes have no such years
            return True
        assert nested(convert(plain, kind.annotation), zones=False) == wanted
    return True


@SETTINGS
@given(st.integers(0, 2**32))
def test_every_value_is_read_or_refused(both, seed):
    rng = random.Random(seed)
    kind = Source(rng).kind()
    try:
        both[1].Decoder(kind.annotation)
    except hayapack._plan.compile.PlanError as error:
        with pytest.raises(TypeError) as native:
            both[0].Decoder(kind.annotation)
        assert str(native.value) == str(error)
        return
    for _ in range(VALUES):
        check(both, kind, kind.value(rng), rng.choice(FORMS))
    assert len(packb(describe(kind.annotation))) < 100000
