"""Empty containers and maps of one entry, which the native back end unpacks without a frame where it can: the same
values and errors as the pure one, for each beginning of a message, each wrong byte and each limit."""

import re
from itertools import product

import pytest

SCALARS = [b"\x05", b"\xff", b"\xc0", b"\xc3", b"\xa0", b"\xa1a", b"\xa4name", b"\xa2\xc3\xa9"]
SCALARS += [b"\xcb" + bytes(8), b"\xca" + bytes(4), b"\xcc\xff", b"\xcd\x01\x00", b"\xce" + b"\xff" * 4]
SCALARS += [b"\xcf" + b"\xff" * 8, b"\xd0\x80", b"\xd1\x80\0", b"\xd2\x80\0\0\0", b"\xd3\x80" + bytes(7)]
SCALARS += [b"\xd3\x7f" + bytes(7), b"\xc4\x01x", b"\xd9\x01x", b"\xd4\x05x", b"\xbf" + b"t" * 31]
EMPTY = [b"\x80", b"\x90", b"\xdc\0\0", b"\xde\0\0"]
LISTS = [b"\x91\x01", b"\x92\x01\xa1b", b"\x94\x01\x02\x03\x04", b"\x95\x01\x02\x03\x04\x05"]
LISTS += [b"\x91\x90", b"\x92\x01\x80"]
KEYS = [b"\xa1k", b"\xa0", b"\xa2\xc3\xa9", b"\xbf" + b"k" * 31, b"\xd9\x20" + b"k" * 32]
KEYS += [b"\x01", b"\xc4\x01k", b"\x91\x01"]
WRONG = [0x00, 0x80, 0x81, 0x82, 0x90, 0x91, 0xA1, 0xBF, 0xC1, 0xC7, 0xD9, 0xDC, 0xFF]


def nested(value, depth, key=b"\xa1k"):
    return (b"\x81" + key) * depth + value


MESSAGES = [*SCALARS, *EMPTY, *LISTS]
MESSAGES += [b"\x81" + key + value for key, value in product(KEYS, [*SCALARS, *EMPTY, *LISTS])]
INNERMOST = [b"\x05", b"\x80", b"\x92\x01\x02", b"\x82\xa1a\x01\xa1b\x02"]
MESSAGES += [nested(value, depth) for depth in range(2, 10) for value in INNERMOST]
MESSAGES += [b"\x93" + 3 * nested(b"\x05", depth) for depth in range(4)]
MESSAGES += [b"\x82\xa1a" + nested(b"\x91\x07", depth) + b"\xa1b" + nested(b"\x90", depth) for depth in range(4)]
OPTIONS = [
    {},
    *({"max_depth": depth} for depth in range(1, 9)),
    *({"max_array_len": size} for size in range(3)),
    *({"max_map_len": size} for size in range(2)),
    *({"max_str_len": size} for size in range(3)),
    {"strict_map_key": False, "use_list": False},
    {"strict_map_key": False, "tuple_keys": True},
    {"raw": True, "strict_map_key": False},
    {"zero_copy": True},
    {"unicode_errors": "replace"},
    {"object_hook": lambda found: ("map", found)},
    {"list_hook": tuple},
    {"object_pairs_hook": tuple},
]


def outcome(module, message, options):
    try:
        found = module.unpackb(message, **options)
    except Exception as error:
        return type(error).__name__, str(error), getattr(error, "offset", None), getattr(error, "path", None)
    return re.sub("<memory at \\w+>", "view", repr(found))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_back_ends_agree(both, options):
    native, pure = both
    for message in MESSAGES:
        assert outcome(native, message, options) == outcome(pure, message, options), message


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"max_depth": 2}], ids=str)
def test_the_back_ends_agree_on_what_is_damaged(both, options):
    native, pure = both
    damaged = {message[:end] for message in MESSAGES for end in range(len(message))}
    short = [message for message in MESSAGES if len(message) < 24]
    damaged |= {message + b"\x01" for message in short}
    for message in short:
        places = product(range(len(message)), WRONG)
        damaged |= {bytes([*message[:at], byte, *message[at + 1 :]]) for at, byte in places}
    for message in damaged:
        assert outcome(native, message, options) == outcome(pure, message, options), message


def test_a_message_is_decoded_alike_in_parts(backend):
    for message in MESSAGES:
        options = {"strict_map_key": False, "tuple_keys": True}
        unpacker = backend.Unpacker(**options)
        for byte in message:
            unpacker.feed(bytes([byte]))
        assert repr(list(unpacker)) == repr([backend.unpackb(message, **options)])


@pytest.mark.pure_is_long
def test_many_in_one_message(backend):
    """So many that CPython keeps no freed dicts for them, and the native back end copies tables."""
    for message in MESSAGES:
        try:
            one = backend.unpackb(message)
        except ValueError:
            continue
        found = backend.unpackb(b"\xdc\x0b\xb8" + 3000 * message)
        assert len(found) == 3000 and repr(found[0]) == repr(found[-1]) == repr(one)
        if isinstance(found[0], (dict, list)):
            assert len({id(value) for value in found}) == 3000
