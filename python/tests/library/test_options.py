"""Options that are sizes, limits or numbers: both back ends take the same values and mean the same by them."""

import io
import sys
from decimal import Decimal

import pytest

import hayapack
from hayapack import ExtType, Timestamp, UnpackException, _fallback, packb, unpackb

MESSAGE = packb({"a": [1, "bc", b"d", ExtType(5, b"x")], "b": Timestamp(1, 0)})


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __repr__(self):
        return f"Index({self.number})"


VALUES = [
    2**70, -(2**70), 2**64, 2**63, 2**63 - 1, 2**32, 2**31, 2**31 - 1, sys.maxsize, 13, 12, 3, 2, 1, 0, -1, -2,
    -(2**31), True, False, 1.0, 0.0, -1.0, 1.5, float("inf"), float("nan"), "1", b"1", Decimal(1), [],
    Index(2), Index(-1), Index(-2), Index(2**70), Index(-(2**70)),
]  # fmt: skip
LIMITS = ["max_buffer_size", "max_str_len", "max_bin_len", "max_array_len", "max_map_len", "max_ext_len", "max_depth"]
READING = [*LIMITS, "timestamp", "max_lz4_size"]
WRITING = ["max_depth", "lz4_level"]

CALLS = {
    "unpackb": (READING, lambda module, **given: module.unpackb(MESSAGE, **given)),
    "Unpacker": ([*READING, "read_size"], lambda module, **given: list(module.Unpacker(io.BytesIO(MESSAGE), **given))),
    "get": ([*LIMITS, "timestamp"], lambda module, **given: module.get(MESSAGE, "$.a", **given)),
    "View": ([*LIMITS, "timestamp"], lambda module, **given: [*map(str, module.View(MESSAGE, **given))]),
    "columns": (LIMITS, lambda module, **given: len(module.columns(packb([{"a": 1}]), ["a"], **given)["a"])),
    "packb": (WRITING, lambda module, **given: module.packb([1, [2]], **given)),
    "Packer": ([*WRITING, "buf_size"], lambda module, **given: module.Packer(**given).pack([1, [2]])),
}  # fmt: skip


def result(function, *args, **given):
    try:
        return repr(function(*args, **given))
    except (UnpackException, ValueError, TypeError, MemoryError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("call", CALLS)
def test_all_numbers_mean_the_same(both, call):
    names, function = CALLS[call]
    for name in names:
        for value in VALUES:
            native, pure = (result(function, module, **{name: value}) for module in both)
            assert native == pure, (name, value)
            assert "OverflowError" not in native
            assert isinstance(value, (int, Index)) == (not native.startswith("TypeError")), (name, value, native)


def test_other_functions(both):
    pytest.importorskip("lz4.block")
    lz4 = packb([1] * 100, lz4="block")
    for value in VALUES:
        for function in (
            lambda module: module.unpackb(lz4, lz4=True, max_lz4_size=value),
            lambda module: unpackb(module.packb([1] * 100, lz4="block", lz4_level=value), lz4=True),
            lambda module: module.Unpacker(io.BytesIO(MESSAGE)).read_bytes(value),
        ):
            native, pure = (result(function, module) for module in both)
            assert native == pure, value
        decompress = (hayapack.decompress, _fallback.decompress)
        assert len({result(function, lz4, max_lz4_size=value) for function in decompress}) == 1


def test_a_huge_limit_limits_nothing_and_a_negative_one_everything(backend):
    for name in LIMITS:
        assert backend.unpackb(MESSAGE, **{name: 2**70}) == unpackb(MESSAGE)
    with pytest.raises(ValueError, match=r"max_str_len\(0\)"):
        backend.unpackb(MESSAGE, max_str_len=-2)
