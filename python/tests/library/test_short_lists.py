"""Short lists of numbers, which both directions handle in a way of their own: the same bytes, values and errors."""

import struct
import sys
from itertools import product

import pytest

import hayapack

NUMBERS = [0, 1, 127, 128, -1, -33, 300, 2**40, 2**63, 2**64 - 1, 0.5, float("inf"), -0.0]


def header(n):
    return bytes([0x90 | n]) if n < 16 else b"\xdc" + struct.pack(">H", n)


@pytest.mark.parametrize("n", range(1, 20))
def test_both_directions(backend, n):
    lists = [[number] * n for number in NUMBERS]
    lists += [[1] * (n - 1) + [other] for other in (*NUMBERS, None, "a", [2])]
    lists += [[0.5] * (n - 1) + [other] for other in (*NUMBERS, None, "a", [2])]
    for numbers in lists:
        packed = header(n) + b"".join(map(backend.packb, numbers))
        assert backend.packb(numbers) == backend.packb(tuple(numbers)) == packed
        for message, value in ((packed, numbers), (b"\x92" + packed + packed, [numbers] * 2)):
            found = backend.unpackb(message)
            assert found == value and repr(found) == repr(value)
        assert backend.unpackb(b"\x82\xa1a" + packed + b"\xa1b" + packed) == {"a": numbers, "b": numbers}
        assert backend.unpackb(packed, use_list=False) == tuple(numbers[:-1]) + (
            tuple(numbers[-1]) if isinstance(numbers[-1], list) else numbers[-1],
        )


VALUES = [
    [],
    [1],
    [0.5, -7],
    [2**64 - 1],
    [1, True],
    [1, "a"],
    [[]],
    7 * [1],
    8 * [1],
    7,
    True,
    "a",
    {},
    {"a": {}},
    (1,),
]


def test_each_value_of_a_container_is_packed_as_alone(backend):
    for values in product(VALUES, repeat=3):
        packed = [backend.packb(value) for value in values]
        assert backend.packb(list(values)) == b"\x93" + b"".join(packed)
        for key in ("a", 7, -(2**40), 2**63):
            entries = [backend.packb(key) + packed[0], b"\xa1b" + packed[1], b"\xc0" + packed[2]]
            assert backend.packb({key: values[0], "b": values[1], None: values[2]}) == b"\x83" + b"".join(entries)


@pytest.mark.parametrize("value", [[[1, 2]], [[]], {"a": []}, {"a": {}}, [7, [1]], {"b": 1, "a": []}], ids=str)
def test_short_containers_count_as_levels(backend, value):
    packed = backend.packb(value)
    assert backend.packb(value, max_depth=2) == packed
    assert backend.packb([value], max_depth=3) == b"\x91" + packed
    for deep, depth in ((value, 1), ([value], 2), ({"c": value}, 2)):
        with pytest.raises(ValueError, match="max_depth"):
            backend.packb(deep, max_depth=depth)


def test_keys_beyond_64_bits_are_refused_with_their_path(backend):
    with pytest.raises(OverflowError) as info:
        backend.packb([{"a": [], 2**64: 1}])
    assert info.value.path == "$[0]{key #1}"


def test_results_are_new_and_tracked_lists(backend):
    for packed in (b"\x93\x01\x02\x03", b"\x91\x93\x01\x02\x03"):
        first, second = backend.unpackb(packed), backend.unpackb(packed)
        assert first is not second
        first.append(first)
        assert second == backend.unpackb(packed)


def test_options_apply_to_short_lists(backend):
    packed = b"\x92\x93\x01\x02\x03\x91\xcb" + struct.pack(">d", 0.5)
    assert backend.unpackb(packed, list_hook=tuple) == ((1, 2, 3), (0.5,))
    assert backend.unpackb(b"\x93\x01\x02\x03", list_hook=sum) == 6
    for message in (packed, b"\x93\x01\x02\x03"):
        with pytest.raises(ValueError):
            backend.unpackb(message, max_array_len=1)
    with pytest.raises(ValueError, match="max_depth"):
        backend.unpackb(packed, max_depth=1)
    assert backend.unpackb(b"\x93\x01\x02\x03", max_depth=1) == [1, 2, 3]
    with pytest.raises(TypeError, match="can not serialize"):
        backend.packb((1, 2), strict_types=True)
    assert backend.packb([0.5], use_single_float=True) == b"\x91\xca" + struct.pack(">f", 0.5)
    assert backend.packb([1], max_depth=1) == b"\x91\x01"
    with pytest.raises(ValueError, match="max_depth"):
        backend.packb([[1]], max_depth=1)
    with pytest.raises(OverflowError):
        backend.packb([1, 2**64])
    assert backend.packb([1, 2**64], default=str) == backend.packb([1, str(2**64)])


@pytest.mark.parametrize("message", [b"\x93\x01\x02\x03", b"\x92\xcb" + bytes(8) + b"\xcb" + bytes(8)])
def test_damaged_short_lists(backend, message):
    for before in (b"", b"\x92", b"\x82\xa1a"):
        whole = before + message
        for end in range(1, len(whole)):
            with pytest.raises(hayapack.TruncatedError):
                backend.unpackb(whole[:end])
    with pytest.raises(hayapack.ExtraData):
        backend.unpackb(message + b"\x01")
    with pytest.raises(ValueError, match="list"):  # a list is no key
        backend.unpackb(b"\x81" + message + b"\x01", strict_map_key=False)
    with pytest.raises(hayapack.FormatError):
        backend.unpackb(b"\x93\x01\xc1\x03")


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count references")
def test_values_that_the_caller_shares_are_counted(backend):
    before = sys.getrefcount(100)
    held = [backend.unpackb(b"\x93\x64\x64\x64") for _ in range(1000)]
    assert round(sys.getrefcount(100) - before, -2) in (0, 3000)  # 0: such objects live for ever
    del held
    assert abs(sys.getrefcount(100) - before) < 10
