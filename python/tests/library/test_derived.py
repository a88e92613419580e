"""Packing: objects of classes derived from built-in ones are packed as these, wherever they are and however many."""

import enum
from typing import NamedTuple

import pytest
from conftest import FREE_THREADED

import hayapack


class Number(int):
    pass


class Level(enum.IntEnum):
    LOW = -1
    HIGH = 2**40


class Real(float):
    pass


class Name(str):
    pass


class Data(bytes):
    pass


class Point(NamedTuple):
    x: object
    y: object


class Row(tuple):
    pass


DERIVED = [
    *map(Number, (0, -1, 127, 128, -33, 2**31, -(2**31) - 1, 2**60, 2**63, -(2**63), 2**64 - 1)),
    *Level,
    *map(Real, (0.0, -1.5, float("inf"))),
    *map(Name, ("", "a", "ab", "x" * 31, "x" * 32, "x" * 255, "x" * 256, "é", "日本語" * 50, "😀", "\0")),
    *map(Data, (b"", b"a", b"x" * 31, b"x" * 255, b"x" * 256)),
    Point(1, "a"),
    Point(Name("a"), Level.LOW),
    Point([1], {"a": (2, 3)}),
    Point(Point(1, 2), Point(3, [4])),
    Point("x" * 5000, "y" * 5000),
    Row(),
    *(Row(range(n)) for n in (1, 15, 16, 17, 300)),
    Row(["a", None, True, 1.5, b"b", -5, 2**64 - 1]),
]


def plain(value):
    """The same value of built-in classes."""
    for kind in (int, float, str, bytes):
        if isinstance(value, kind) and type(value) is not bool:
            return kind.__str__(value) if kind is str else kind(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return {plain(key): plain(item) for key, item in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("options", [{}, {"extended": True}, {"use_bin_type": False}, {"use_single_float": True}])
def test_derived_classes_are_packed_as_what_they_are_derived_from(backend, options):
    for value in DERIVED:
        for message in (
            value,
            [value],
            [value] * 3,
            [1, value, "a", value, [value], None],
            (value, value),
            {"a": value, "b": value, "c": [value]},
            Row([value] * 20),
        ):
            assert backend.packb(message, **options) == backend.packb(plain(message), **options), (value, options)
    assert backend.packb(DERIVED, **options) == backend.packb(plain(DERIVED), **options)
    assert backend.packb(DERIVED * 10, **options) == backend.packb(plain(DERIVED) * 10, **options)


def test_long_lists_of_one_derived_class(backend):
    for one in (Number(7), Name("x" * 70_000), Real(0.5), Point(1, "a")):
        n = 40_000 if not isinstance(one, Name) else 20
        assert backend.packb([one] * n) == backend.packb([plain(one)] * n)


def test_keys_of_derived_classes(backend):
    message = {Name("a"): 1, Number(5): 2, Data(b"c"): 3, Level.HIGH: 4}
    assert backend.packb(message) == backend.packb(plain(message))


def test_what_has_no_form_is_left_to_default_and_errors(backend):
    big = Number(2**64)
    for message in (big, [Number(1), big], {"a": [Number(1), Number(2), big]}, [Point(1, 2), Point(big, 2)]):
        with pytest.raises(OverflowError, match="18446744073709551616"):
            backend.packb(message)
        packed = backend.packb(message, default=lambda o: "big")
        assert packed.endswith(b"\xa3big") or b"\xa3big\x02" in packed
    with pytest.raises(ValueError, match=r"\$\[1\]") as error:
        backend.packb([Name("a"), Name("\ud800")])
    assert error.value.name == "lone_surrogate"
    with pytest.raises(ValueError, match=r"\$\[2\]\[1\]"):
        backend.packb([Point(1, 2), Point(1, 2), Point(3, Name("\ud800"))])
    assert backend.packb([Name("\ud800b")] * 2, unicode_errors="ignore") == b"\x92\xa1b\xa1b"
    with pytest.raises(OverflowError, match=r"single precision.*\$\[0\]"):
        backend.packb([Real(1e300)], use_single_float=True)


def test_strict_types_leaves_all_to_default(backend):
    for value in DERIVED:
        with pytest.raises(TypeError, match="can not serialize"):
            backend.packb([value], strict_types=True)
    count = []
    backend.packb(DERIVED, strict_types=True, default=count.append)
    assert len(count) == len(DERIVED)


def test_depth_of_derived_tuples(backend):
    assert backend.packb([Row([1])], max_depth=2) == b"\x91\x91\x01"
    for message in ([Row([1])], [Row()], Row([Row([])])):
        with pytest.raises(ValueError, match="max_depth"):
            backend.packb(message, max_depth=1)


def test_ext_types_are_no_tuples(backend):
    class Own(hayapack.ExtType):
        pass

    class Bare(tuple):
        __slots__ = ()

    class Mixed(Bare, hayapack.ExtType):
        pass

    class ExtType(NamedTuple):  # neither hayapack's nor msgpack's
        code: int
        data: bytes

    own = Own(5, b"x")
    assert backend.packb([own, own]) == b"\x92" + b"\xd4\x05x" * 2
    mixed = tuple.__new__(Mixed, (5, b"x"))
    assert backend.packb([mixed, mixed]) == b"\x92" + b"\xd4\x05x" * 2
    assert backend.packb([ExtType(5, b"x")]) == backend.packb([[5, b"x"]])


def test_lists_that_shrink_while_default_runs(backend):
    values = [object(), *[Number(i) for i in range(50)]]

    def default(value):
        del values[10:]
        return 0

    if backend.name == "native" and FREE_THREADED:  # a copy of the list is packed
        assert backend.packb(values, default=default) == backend.packb([0, *range(50)])
        return
    with pytest.raises(RuntimeError, match="changed"):
        backend.packb(values, default=default)
