"""Messages of a few short values, which the native back end packs without its loop where it can: the same bytes and
errors as the pure one, for each kind of value in each place, at each limit and with each option."""

import enum
import random
from collections import OrderedDict
from itertools import product

import pytest


class Text(str):
    pass


class Number(enum.IntEnum):
    ONE = 1


SCALARS = [0, 127, 128, -1, -33, 300, 1 << 40, -(1 << 63), (1 << 64) - 1, 1 << 64, 1.5, None, True, "", "a", "é", b"x"]
SCALARS += ["t" * n for n in (31, 32, 64, 65)] + [Text("a"), Number.ONE, "\ud800", object]
SMALL = [[], {}, (), [1], [1, 2, 3, 4], [1] * 5, {"a": 1}, {"k": "v" * 64}, {5: 1}, {b"k": 1}, {"k" * 32: 1}]
SMALL += [dict.fromkeys("abcd", 1), dict.fromkeys("abcde", 1), OrderedDict(a=1), (1, 2), [[]], [{}], {"a": {}}]
OPTIONS = [
    {},
    *({"max_depth": depth} for depth in range(9)),
    {"sort_keys": True},
    {"strict_types": True},
    {"use_bin_type": False},
    {"use_single_float": True},
    {"unicode_errors": "replace"},
    {"default": str},
]


def within(value, depth, in_map):
    for level in range(depth):
        value = {"key": value} if in_map(level) else [value]
    return value


VALUES = [*SCALARS, *SMALL]
VALUES += [around(value) for value, around in product([*SCALARS, *SMALL], (lambda v: [v], lambda v: {"a": v}))]
VALUES += [
    within(value, depth, in_map)
    for value in (1, "\ud800", [1, 2], {"a": 1, "b": [2]})
    for depth in range(2, 10)
    for in_map in (lambda level: True, lambda level: False, lambda level: level % 2 == 0)
]
# As many values as fit, and one more; the longest of each, in the first and in the last place.
LONG = [[["t" * 64] * 4] * count for count in (1, 3, 4, 7, 8, 14, 15, 16)]
LONG += [[1] * count + [[["t" * 64] * 4] * 4] for count in (0, 13, 14, 15)]
LONG += [{f"{'k' * 29}{i:02}": {"v" * 31: ["t" * 64] * 4} for i in range(count)} for count in (1, 4, 7, 15, 16)]
VALUES += LONG


def outcome(module, value, options):
    try:
        return module.packb(value, **options)
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_back_ends_agree(both, options):
    native, pure = both
    for value in VALUES:
        assert outcome(native, value, options) == outcome(pure, value, options), value


def test_any_value(both):
    native, pure = both
    chance = random.Random(45)

    def any_value(depth):
        kind = chance.randrange(9) if depth > 0 else 8
        if kind < 3:
            return [any_value(depth - 1) for _ in range(chance.choice([0, 1, 2, 3, 4, 5, 15, 16]))]
        if kind < 6:
            return {f"k{i}": any_value(depth - 1) for i in range(chance.randrange(6))}
        return tuple(any_value(depth - 1) for _ in range(3)) if kind == 6 else chance.choice(SCALARS[:18])

    for _ in range(1000):
        value, options = any_value(chance.randrange(4)), chance.choice(OPTIONS)
        assert outcome(native, value, options) == outcome(pure, value, options), (value, options)


def test_a_container_that_contains_itself(backend):
    value = [1]
    value.append(value)
    with pytest.raises(ValueError):
        backend.packb(value)
    entry = {"a": 1}
    entry["b"] = entry
    with pytest.raises(ValueError):
        backend.packb(entry)
