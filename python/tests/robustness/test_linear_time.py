"""Time is linear in the input also for input that makes readers undo or repeat work: docs/security.md, "Time".

The limit is in processor seconds, on which other processes have little influence. Each case needs well under one;
quadratic code takes minutes.
"""

import sys
import time
from decimal import Decimal
from typing import Dict, FrozenSet, List, NamedTuple, Set, Tuple, Union
from uuid import UUID

import pytest

import hayapack
from hayapack import packb

pytestmark = pytest.mark.pure_is_long

LINEAR = 30


def processor_seconds(function):
    start = time.process_time()
    function()
    return time.process_time() - start


def array(*parts):
    """An array of the rows; parts: (number, item)."""
    return b"\xdd" + sum([n for n, _ in parts]).to_bytes(4, "big") + b"".join([item * n for n, item in parts])


def one_row(n, entry, last):
    """One row, a map of n entries and a last one."""
    return b"\x91\xdf" + (n + 1).to_bytes(4, "big") + entry * n + last


TEXT, NUMBER, ONE_AND_A_HALF = b"\xa1a\xa1x", b"\xa1a\x01", b"\xa1a\xcb\x3f\xf8\0\0\0\0\0\0"
NO_FLOAT = b"\x81\xa1a\xcf\0\x20\0\0\0\0\0\1"
PAIRS = b"\x91\x82\xa1a\xdf%s%s\xa1a\x80"


def call(start, stop, error):
    assert error.path.endswith(".a"), error.path


#: (message of n entries or rows, dtype, errors)
COLUMNS = {
    "a repeated key": (lambda n: one_row(n, TEXT, NUMBER), "int64", "raise"),
    "a repeated key, skip": (lambda n: one_row(n, TEXT, NUMBER), "int64", "skip"),
    "a repeated key, null": (lambda n: one_row(n, TEXT, NUMBER), "int64", "null"),
    "a repeated key, refused": (lambda n: one_row(n, TEXT, TEXT), "int64", "skip"),
    "a repeated key of structs": (
        lambda n: one_row(n, b"\xa1a\x82" + TEXT + TEXT, b"\xa1a\x81" + NUMBER), "struct{a: int64}", "raise",
    ),
    "a repeated key of texts": (lambda n: one_row(n, b"\xa1a\xa1\xff", TEXT), "str", "raise"),
    "a repeated key of lists": (
        lambda n: one_row(1, b"\xa1a\xdd" + n.to_bytes(4, "big") + b"\xa1x" * n, b"\xa1a\x90"), "list[int64]", "skip",
    ),
    "lists of a repeated key": (
        lambda n: b"\x91\x81\xa1a\xdd" + n.to_bytes(4, "big") + (b"\x82" + TEXT + NUMBER) * n,
        "list[struct{a: int64}]", "raise",
    ),
    "a repeated key of pairs": (
        lambda n: PAIRS % (n.to_bytes(4, "big"), b"\xa1b\xa1x" * n), "map[str,int64]", "skip",
    ),
    "a repeated key of pairs without keys": (
        lambda n: PAIRS % (n.to_bytes(4, "big"), b"\xc0\x01" * n), "map[str,int64]", "skip",
    ),
    "refused rows": (lambda n: array((n, b"\x81" + TEXT), (1, b"\x81" + NUMBER)), "int64", call),
    "refused rows of no UTF-8": (lambda n: array((n, b"\x81\xa1a\xa1\xff"), (1, b"\x81" + TEXT)), "str", call),
    "refused rows of no time": (
        lambda n: array((n, b"\x81\xa1a\xd7\xff" + b"\xff" * 8), (1, b"\x81\xa1a\xc0")), "timestamp[ns]", call,
    ),
    "integers that are no floats": (
        lambda n: array((n, b"\x81" + NUMBER), (1, NO_FLOAT), (n, b"\x81" + ONE_AND_A_HALF)), None, "null",
    ),
    "repeated integers that are no floats": (
        lambda n: array((n, b"\x81" + NUMBER), (1, NO_FLOAT), (n, b"\x82" + ONE_AND_A_HALF + NUMBER)), None, "raise",
    ),
    "a type that nulls forget": (
        lambda n: array((n, b"\x80"), (n, b"\x82" + NUMBER + b"\xa1a\xc0"), (1, b"\x81" + NUMBER)), None, "raise",
    ),
    "types that nulls forget": (
        lambda n: array((n, b"\x80"), (n, b"\x84" + TEXT + b"\xa1a\xc0" + ONE_AND_A_HALF + b"\xa1a\xc0")), None, "raise",
    ),
    "lists that nulls forget": (
        lambda n: array((n, b"\x80"), (n, b"\x82\xa1a\x91\x01\xa1a\xc0")), None, "raise",
    ),
    "structs that nulls forget": (
        lambda n: array((n, b"\x80"), (n, b"\x82\xa1a\x81" + NUMBER + b"\xa1a\xc0")), None, "raise",
    ),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("case", COLUMNS)
def test_columns(backend, case):
    make, dtype, errors = COLUMNS[case]
    message = make(200_000 if backend.name == "native" else 30_000)
    found = []
    assert processor_seconds(lambda: found.append(backend.columns(message, ["a"], dtype, errors=errors))) < LINEAR
    assert len(found[0]["a"]) + found[0].skipped > 0


def test_columns_of_several_repeated_keys(backend):
    """Which of the values do not count depends on the key."""
    entries = b"\xa1b\xa1x" + TEXT
    n = 100_000 if backend.name == "native" else 20_000
    good = b"\x91\xdf" + (2 * n + 2).to_bytes(4, "big") + entries * n + NUMBER + b"\xa1b\x02"
    bad = b"\x91\xdf" + (2 * n + 1).to_bytes(4, "big") + entries * n + NUMBER

    def run():
        table = backend.columns(good, ["a", "b"], "int64")
        assert (table["a"].tolist(), table["b"].tolist()) == ([1], [2])
        with pytest.raises(hayapack.ColumnTypeError) as caught:
            backend.columns(bad, ["a", "b"], "int64")
        assert caught.value.offset == len(bad) - len(TEXT + NUMBER) - 2 and caught.value.path == "$[0].b"

    assert processor_seconds(run) < LINEAR


# --- keys with equal hashes


class Point(NamedTuple):
    x: int
    y: int


#: Integers of any size with the same hash are multiples of this number.
PRIME = sys.hash_info.modulus


def uuids(n):
    return [str(UUID(int=(k + 1) * PRIME * 1234567)) for k in range(n)]


def decimals(n):
    return [str((k + 1) * PRIME) for k in range(n)]


def refused(backend, kind, message):
    with pytest.raises(hayapack.ValidationError) as caught:
        backend.unpackb(message, type=kind)
    return caught.value


@pytest.mark.parametrize(
    "kind, make",
    [
        (Set[UUID], uuids),
        (FrozenSet[UUID], uuids),
        (Set[Decimal], decimals),
        (List[Set[Decimal]], lambda n: [decimals(n)]),
        (Dict[UUID, int], lambda n: dict.fromkeys(uuids(n), 1)),
        (Dict[Decimal, int], lambda n: dict.fromkeys(decimals(n), 1)),
        (Dict[Union[int, Decimal], int], lambda n: dict.fromkeys(decimals(n), 1)),
        (Set[Tuple[Decimal, ...]], lambda n: [[text] for text in decimals(n)]),
    ],
)
def test_keys_with_equal_hashes_are_limited(backend, kind, make):
    few = packb(make(64))
    assert len(backend.unpackb(few, type=kind)) in (1, 64)
    found = []
    assert processor_seconds(lambda: found.append(refused(backend, kind, packb(make(50_000))))) < LINEAR
    (error,) = found
    assert error.name == "invalid_value" and "more than 64 keys have the same hash" in str(error)
    assert "64" in error.path and error.offset > len(few) - 10


def test_equal_keys_are_not_limited(backend):
    for kind, texts in ((Set[UUID], uuids(60)), (Set[Decimal], decimals(60))):
        assert len(backend.unpackb(packb(texts * 100), type=kind)) == 60
    entries = b"".join([packb(text) + packb(k) for k, text in enumerate(uuids(3) * 100)])
    with pytest.raises(hayapack.ValidationError) as caught:
        backend.unpackb(b"\xde" + (300).to_bytes(2, "big") + entries, type=Dict[UUID, int])
    assert (caught.value.name, caught.value.path) == ("duplicate_field", "${key #3}")  # not "invalid_value"


def test_other_keys_are_not_limited(backend):
    many = 20_000
    assert len(backend.unpackb(packb(list(range(many))), type=Set[int])) == many
    assert len(backend.unpackb(packb({k: k for k in range(many)}), type=Dict[int, int])) == many
    assert len(backend.unpackb(packb([[k, -k] for k in range(many)]), type=Set[Point])) == many
    texts = [str(UUID(int=k * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128)) for k in range(many)]
    assert len(backend.unpackb(packb(texts), type=Set[UUID])) == many
    assert len(backend.unpackb(packb({text: 1 for text in texts}), type=Dict[UUID, int])) == many


def test_all_errors_of_keys_with_equal_hashes(backend):
    error = None
    try:
        backend.unpackb(packb([decimals(1000), decimals(64)]), type=List[Set[Decimal]], errors="all")
    except hayapack.ValidationError as caught:
        error = caught
    assert error is not None and len(error.errors) == 100
