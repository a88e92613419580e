"""Packing: options, types, errors, the Packer's buffer."""

import collections
import datetime
import decimal
import enum
import math
import struct
import sys
import uuid

import pytest

import hayapack
from hayapack import ExtType, Fragment


def test_module_functions(tmp_path):
    path = tmp_path / "x.msgpack"
    with open(path, "wb") as file:
        hayapack.pack({"a": 1}, file)
    with open(path, "rb") as file:
        assert hayapack.unpack(file) == {"a": 1}
    with open(path, "wb") as file:
        hayapack.dump([1.5], file, use_single_float=True)
    with open(path, "rb") as file:
        assert hayapack.load(file) == [1.5]
    assert hayapack.loads(hayapack.dumps("é")) == "é"
    assert hayapack.version == (0, 1, 0)
    assert hayapack.__version__ == "0.1.0"
    assert hayapack.backend in ("native", "pure")


def test_lists_of_numbers(backend):
    """Lists of numbers of one kind may be packed in one call."""
    for numbers in (
        [1.5, -2.5] * 10,
        list(range(-40, 300)),
        [2**63, -(2**63), 5] * 10,
        [2**31, -(2**31), 70000, -70000, 256, -129, 0] * 5,
        [True, False] * 10,
        [1, True, 1.0] * 10,
        [0, 2**64 - 1],
    ):
        expected = backend.Packer().pack_array_header(len(numbers))
        expected += b"".join(map(backend.packb, numbers))
        assert backend.packb(numbers) == expected
        assert backend.packb(tuple(numbers)) == expected
        unpacked = backend.unpackb(expected)
        assert unpacked == numbers
        assert list(map(type, unpacked)) == list(map(type, numbers))


class Int(int):
    pass


class Float(float):
    pass


class Str(str):
    pass


class Bytes(bytes):
    pass


class List(list):
    pass


class Tuple(tuple):
    pass


class Dict(dict):
    pass


class Colour(enum.IntEnum):
    RED = 3


SUBCLASSED = [
    (Int(5), 5),
    (Colour.RED, 3),
    (Float(-0.0), -0.0),
    (Str("é"), "é"),
    (Bytes(b"x"), b"x"),
    (bytearray(b"x"), b"x"),
    (List([1]), [1]),
    (Tuple([1]), [1]),
    (Dict(a=1), {"a": 1}),
    (collections.OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    (collections.Counter("aab"), {"a": 2, "b": 1}),
    (collections.namedtuple("N", "x y")(1, 2), [1, 2]),
]


@pytest.mark.parametrize("value, plain", SUBCLASSED, ids=lambda v: type(v).__name__)
def test_subclasses(backend, value, plain):
    assert backend.packb(value) == backend.packb(plain)
    assert backend.packb([value]) == backend.packb([plain])


@pytest.mark.parametrize("value, plain", SUBCLASSED, ids=lambda v: type(v).__name__)
def test_strict_types_sends_subclasses_to_default(backend, value, plain):
    if type(value) is bytearray:
        assert backend.packb(value, strict_types=True) == backend.packb(plain)
        return
    with pytest.raises(TypeError, match="can not serialize"):
        backend.packb(value, strict_types=True)
    packed = backend.packb(value, strict_types=True, default=lambda o: type(o).__name__)
    assert backend.unpackb(packed) == type(value).__name__


def test_lying_methods_are_not_asked(backend):
    class Liar(list):
        def __len__(self):
            return 100

        def __iter__(self):
            return iter("wrong")

    class Number(int):
        def __int__(self):
            return 7

        __index__ = __int__

        def __lt__(self, other):
            raise AssertionError

        __gt__ = __le__ = __ge__ = __eq__ = __lt__
        __hash__ = int.__hash__

    class Text(str):
        def encode(self, *args):
            return b"wrong"

        def __len__(self):
            return 0

    assert backend.packb(Liar([1, 2])) == b"\x92\x01\x02"
    assert backend.packb(Number(1000)) == b"\xcd\x03\xe8"
    assert backend.packb(Text("ab")) == b"\xa2ab"


def test_dicts_with_methods_of_their_own(backend):
    class Liar(dict):
        def __len__(self):
            return 5

    class Shown(dict):
        def items(self):
            return [("x", 1), ("y", 2)]

    assert backend.packb(Liar(a=1)) == b"\x81\xa1a\x01"
    assert backend.packb(Shown(a=1)) == b"\x82\xa1x\x01\xa1y\x02"


def test_options(backend):
    packb = backend.packb
    assert packb(1.5, use_single_float=True) == b"\xca" + struct.pack(">f", 1.5)
    assert packb([1.5] * 9, use_single_float=True)[1:6] == packb(1.5, use_single_float=True)
    assert packb("a" * 32, use_bin_type=False)[:3] == b"\xda\x00\x20"
    assert packb(b"a", use_bin_type=False) == b"\xa1a"
    assert packb("a\ud800b", unicode_errors="ignore") == b"\xa2ab"
    assert packb({"a\ud800": 1}, unicode_errors="surrogatepass") == b"\x81\xa4a\xed\xa0\x80\x01"
    for text in ({"k": "\ud800"}, {"k": "é" * 40 + "\ud800"}):  # which the handler can't encode
        with pytest.raises(hayapack.SurrogateError) as info:
            packb(text, unicode_errors="surrogateescape")
        assert (info.value.offset, info.value.path) == (3, "$.k")
    for text in ("\udc80\ud800", type("S", (str,), {})("é\udc80" * 300 + "\ud800")):  # it can encode the first
        with pytest.raises(hayapack.SurrogateError, match=f"can't encode character {len(text) - 1} of") as info:
            packb({text: 1}, unicode_errors="surrogateescape")
        assert (info.value.object, info.value.start) == (text, len(text) - 1)
    assert packb(1, buf_size=10, autoreset=True) == b"\x01"
    with pytest.raises(TypeError):
        packb(1, no_such_option=1)
    with pytest.raises(TypeError):
        packb(1, default=5)


def test_sort_keys(backend):
    value = {"b": {"z": 1, "a": 2}, "a": 3, "c": [{"y": 1, "x": 2}]}
    packed = backend.packb(value, sort_keys=True)
    assert packed == backend.packb({"a": 3, "b": {"a": 2, "z": 1}, "c": [{"x": 2, "y": 1}]})
    assert backend.packb({3: 0, 1: 0}, sort_keys=True) == b"\x82\x01\x00\x03\x00"
    with pytest.raises(TypeError):
        backend.packb({"a": 1, 2: 3}, sort_keys=True)


def test_keys_that_can_not_be_sorted(backend):
    with pytest.raises(hayapack.UnsupportedTypeError, match="sorted") as caught:
        backend.packb([1, {"a": {3: 1, "b": 2}}], sort_keys=True)
    assert (caught.value.name, caught.value.offset, caught.value.path) == ("unsupported_type", 5, "$[1].a")
    assert "'<' not supported between instances of 'str' and 'int'" in str(caught.value)

    class Key:
        def __lt__(self, other):
            raise TypeError("of user code")

    with pytest.raises(TypeError, match="^of user code$") as caught:
        backend.packb({Key(): 1, Key(): 2}, sort_keys=True)
    assert not isinstance(caught.value, hayapack.PackError)


class Colour(enum.Enum):
    RED = 1


class Texts(collections.UserDict):
    pass


class Numbers(set):
    pass


@pytest.mark.parametrize(
    "value", [Colour.RED, Texts(), Numbers(), collections.deque(), uuid.UUID(int=1), decimal.Decimal(1)]
)
def test_advice_names_extended_for_what_it_packs(backend, value):
    with pytest.raises(TypeError, match="extended=True packs it"):
        backend.packb(value)
    backend.packb(value, extended=True)


@pytest.mark.parametrize("value", [object(), 1j, datetime.timedelta(1), Colour, type])
def test_advice_names_only_default_for_other_types(backend, value):
    with pytest.raises(TypeError, match=r"object \(default= converts it\), at \$"):
        backend.packb(value)
    with pytest.raises(TypeError):
        backend.packb(value, extended=True)


def test_advice_about_numpy(backend):
    numpy = pytest.importorskip("numpy")
    for value in (numpy.int64(3), numpy.bool_(1), numpy.zeros(2), numpy.datetime64("2026-01-02"), numpy.float32(1)):
        with pytest.raises(TypeError, match="extended=True packs it"):
            backend.packb(value)
        backend.packb(value, extended=True)
    for value in (numpy.timedelta64(1, "s"), numpy.complex128(1j)):
        if isinstance(value, complex):
            continue
        with pytest.raises(TypeError, match=r"object \(default= converts it\)"):
            backend.packb(value)


def test_what_default_returned_is_named(backend):
    for options, given, text in [
        ({}, object(), "'object' object (default returned an 'object' object), at $.a"),
        ({}, Colour.RED, "'Colour' object (default returned a 'Colour' object, which extended=True packs), at $.a"),
        ({"extended": True}, 1j, "'complex' object (default returned a 'complex' object), at $.a"),
    ]:
        with pytest.raises(hayapack.UnsupportedTypeError) as caught:
            backend.packb({"a": object()}, default=lambda o, given=given: given, **options)
        assert str(caught.value) == f"can not serialize {text}"


def test_errors_name_the_option_and_the_value(backend):
    for value, options, text in [
        ([[[1]]], {"max_depth": 2}, "nested deeper than max_depth(2), or one that contains itself, at $[0][0]"),
        ({"a": 1e300}, {"use_single_float": True}, "single precision (use_single_float=True): 1e+300, at $.a"),
    ]:
        with pytest.raises(hayapack.PackError) as caught:
            backend.packb(value, **options)
        assert str(caught.value).endswith(text)
    with pytest.raises(ValueError, match="^typecode must be -128~127, not 300$"):
        backend.Packer().pack_ext_type(300, b"")
    with pytest.raises(ValueError, match="^code must be -128~127, not 300$"):
        hayapack.ExtType(300, b"")


def test_fragment(backend):
    inner = backend.packb({"a": [1, 2]})
    assert backend.packb([Fragment(inner), 3]) == b"\x92" + inner + b"\x03"
    assert backend.packb({"k": Fragment(bytearray(inner))}) == b"\x81\xa1k" + inner
    assert Fragment(b"\xa1\xff").data == b"\xa1\xff"  # structure only
    assert backend.packb(Fragment(b"\xc1", check=False)) == b"\xc1"
    for bad, name in [
        (b"", "truncated"),
        (b"\xc1", "reserved_byte"),
        (b"\x01\x02", "extra_data"),
        (b"\x91" * 1025, "too_deep"),
        (b"\x92\x01", "truncated"),
    ]:
        with pytest.raises(Exception) as info:
            Fragment(bad)
        assert info.value.name == name
    for wrong in ("a", 1, [1], None):  # bytes(1) and bytes([1]) would be accepted
        kind = type(wrong).__name__
        said = (
            f"a bytes-like object is required, not '{kind}'|'{kind}' does not support the buffer interface"  # of PyPy
        )
        with pytest.raises(TypeError, match=said):
            Fragment(wrong)


def test_memoryviews(backend):
    assert backend.packb(memoryview(b"abcd")[::2]) == b"\xc4\x02ac"
    view = memoryview(b"\0" * 6).cast("B", (3, 2))
    assert backend.packb(view) == b"\xc4\x06" + b"\0" * 6
    assert backend.packb(memoryview(struct.pack("3i", 1, 2, 3)).cast("i"))[:2] == b"\xc4\x0c"


def nested(depth, leaf=None):
    value = leaf
    for _ in range(depth):
        value = [value]
    return value


def test_depth(backend):
    assert backend.packb(nested(1024)) == b"\x91" * 1024 + b"\xc0"
    for value in (nested(1025), nested(1024, []), nested(1024, {}), nested(1024, ())):
        with pytest.raises(hayapack.PackDepthError, match="recursion limit exceeded") as info:
            backend.packb(value)
        assert (info.value.name, info.value.offset) == ("too_deep", 1024)
    assert backend.packb(nested(3000), max_depth=3000)[-2:] == b"\x91\xc0"
    assert backend.packb(5, max_depth=0) == b"\x05"
    with pytest.raises(hayapack.PackDepthError):
        backend.packb([], max_depth=0)
    loop = []
    loop.append({"again": loop})
    with pytest.raises(ValueError, match="recursion limit exceeded"):
        backend.packb(loop)


def test_depth_does_not_depend_on_the_recursion_limit(backend):
    value, before = nested(1000), sys.getrecursionlimit()
    sys.setrecursionlimit(120)
    try:
        packed = backend.packb(value)
        unpacked = backend.unpackb(packed)
    finally:
        sys.setrecursionlimit(before)
    assert packed == b"\x91" * 1000 + b"\xc0"
    while unpacked:
        (unpacked,) = unpacked


class Foreign:
    pass


@pytest.mark.parametrize(
    "value, cls, offset, path, text",
    [
        (Foreign(), TypeError, 0, "$", "can not serialize 'Foreign' object (default= converts it), at $"),
        (
            2**64,
            OverflowError,
            0,
            "$",
            "Integer value out of range: 18446744073709551616 is not in -2**63 to 2**64-1, at $",
        ),
        (
            [1, -(2**63) - 1],
            OverflowError,
            2,
            "$[1]",
            "Integer value out of range: -9223372036854775809 is not in -2**63 to 2**64-1, at $[1]",
        ),
        (
            {"a": 1 << 40_000},
            OverflowError,
            3,
            "$.a",
            "Integer value out of range: an int of 40,001 bits is not in -2**63 to 2**64-1, at $.a",
        ),
        (
            {"a": {1}},
            TypeError,
            3,
            "$.a",
            "can not serialize 'set' object (extended=True packs it, default= converts it), at $.a",
        ),
        (
            [1.0] * 20 + [1j],
            TypeError,
            183,
            "$[20]",
            "can not serialize 'complex' object (default= converts it), at $[20]",
        ),
        ({"a": {"b c": [Foreign()]}}, TypeError, 9, '$.a["b c"][0]', None),
        ({5: Foreign()}, TypeError, 2, "${5}", None),
        ({1.5: Foreign()}, TypeError, 10, "${#0}", None),
        ({"k": 0, Foreign: 1}, TypeError, 4, "${key #1}", None),
        ({(1, Foreign): 1}, TypeError, 3, "${key #0}[1]", None),
        ("a\ud800", UnicodeEncodeError, 0, "$", None),
        ({"a\ud800": 1}, UnicodeEncodeError, 1, "${key #0}", None),
        ([{"k" * 70: Foreign()}], TypeError, 74, "$[0]." + "k" * 60 + "…", None),
        ({'q"\\\n': [Foreign()]}, TypeError, 7, '$["q\\"\\\\\\x0a"][0]', None),
    ],
)
def test_errors(backend, value, cls, offset, path, text):
    with pytest.raises(cls) as info:
        backend.packb(value)
    error = info.value
    assert isinstance(error, hayapack.PackError)
    assert (error.offset, error.path) == (offset, path)
    if text:
        assert str(error) == text
    assert str(error).endswith(f", at {path}")
    with pytest.raises(cls) as info:
        backend.Packer(default=lambda o: o).pack(value)
    assert (info.value.offset, info.value.path) == (offset, path)


def test_float_range(backend):
    with pytest.raises(OverflowError) as info:
        backend.packb({"a": 1e300}, use_single_float=True)
    assert (info.value.name, info.value.path) == ("float_range", "$.a")
    assert backend.packb(math.inf, use_single_float=True) == b"\xca\x7f\x80\x00\x00"
    assert backend.packb(math.nan, use_single_float=True)[:2] == b"\xca\x7f"


# --- the Packer --------------------------------------------------------------


def test_packer_gathers(backend):
    packer = backend.Packer(autoreset=False)
    assert packer.pack_array_header(2) is None
    packer.pack(1)
    packer.pack_map_header(1)
    packer.pack_ext_type(-7, b"ab")
    packer.pack_map_pairs([("k", 1), ("k", 2)])
    expected = b"\x92\x01\x81\xd5\xf9ab\x82\xa1k\x01\xa1k\x02"
    assert packer.bytes() == expected
    assert bytes(packer.getbuffer()) == expected
    packer.reset()
    assert packer.bytes() == b""


def test_packer_autoreset(backend):
    packer = backend.Packer()
    assert packer.pack_array_header(16) == b"\xdc\x00\x10"
    assert packer.pack_map_header(65536) == b"\xdf\x00\x01\x00\x00"
    assert packer.pack_ext_type(5, b"") == b"\xc7\x00\x05"
    assert packer.pack_map_pairs([]) == b"\x80"
    assert packer.bytes() == b""


def test_packer_keeps_what_came_before_an_error(backend):
    packer = backend.Packer(autoreset=False)
    packer.pack("before")
    with pytest.raises(TypeError):
        packer.pack([1, Foreign()])
    with pytest.raises(TypeError):
        packer.pack_map_pairs([(1, 2), (3, Foreign())])
    with pytest.raises(ValueError):
        packer.pack_array_header(2**32)
    with pytest.raises(ValueError):
        packer.pack_map_header(-1)
    assert packer.bytes() == backend.packb("before")
    packer.pack(1)
    assert packer.bytes() == backend.packb("before") + b"\x01"


def test_pack_map_pairs_of_other_things(backend):
    class Pairs(list):
        def __len__(self):
            return 3

    packer = backend.Packer()
    assert packer.pack_map_pairs(Pairs([(1, 2)])) == b"\x81\x01\x02"
    assert packer.pack_map_pairs(([1, 2], "ab")) == b"\x82\x01\x02\xa1a\xa1b"
    with pytest.raises(ValueError, match="a map entry must be a pair, not 3 values"):
        packer.pack_map_pairs([(1, 2, 3)])
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        packer.pack_map_pairs([1])
    items = type("Items", (dict,), {"items": lambda self: [(1, 2), (1,)]})()
    with pytest.raises(ValueError, match="a map entry must be a pair, not 1 values"):
        packer.pack([items])
    for wrong in (5, {1: 2}, iter([(1, 2)])):
        with pytest.raises(TypeError):
            packer.pack_map_pairs(wrong)


@pytest.mark.parametrize("code", [-129, 128, "1"])
def test_ext_codes_out_of_range(backend, code):
    with pytest.raises((ValueError, TypeError, OverflowError)):
        backend.Packer().pack_ext_type(code, b"")
    with pytest.raises((ValueError, TypeError)):
        ExtType(code, b"")


def test_ext_codes(backend):
    for code in range(-128, 128):
        if code != -1:
            value = ExtType(code, b"abc")
            assert backend.unpackb(backend.packb(value)) == value
    assert backend.packb(ExtType(-1, b"\0" * 4)) == b"\xd6\xff\0\0\0\0"
    for wrong in ({"code": 200}, {"code": "1"}, {"data": "text"}):
        with pytest.raises(TypeError, match="can not serialize 'ExtType' object"):
            backend.packb([ExtType(1, b"")._replace(**wrong)])


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count exports")
def test_exported_buffer_can_not_change(backend):
    packer = backend.Packer(autoreset=False)
    packer.pack(1)
    view = packer.getbuffer()
    for change in (
        lambda: packer.pack(2),
        lambda: packer.pack_array_header(1),
        lambda: packer.pack_map_header(1),
        lambda: packer.pack_ext_type(1, b""),
        lambda: packer.pack_map_pairs([]),
        packer.reset,
        packer.__init__,
    ):
        with pytest.raises(BufferError):
            change()
    assert view.readonly and bytes(view) == b"\x01"
    part = view[:1]
    view.release()
    with pytest.raises(BufferError):
        packer.pack(2)
    part.release()
    packer.pack(2)
    assert packer.bytes() == b"\x01\x02"


def test_the_text_for_a_circular_list_is_short(backend):
    """The attribute `path` has more."""
    circular = []
    circular.append(circular)
    with pytest.raises(hayapack.PackDepthError) as info:
        backend.packb(circular)
    assert len(str(info.value)) < 200 and str(info.value).endswith("[0]…[0][0][0][0][0][0][0][0][0][0][0][0][0]")
    assert len(info.value.path) > 500


@pytest.mark.parametrize("size", [1 << 17, (1 << 17) + 1, 300_001, 5_000_000])
def test_large_results_are_whole_bytes_objects(backend, size):
    """The native back end lets a large result keep unused memory behind its end."""
    for _ in range(3):
        packed = backend.packb([b"x" * size, 7])
        assert type(packed) is bytes and len(packed) == size + 7 and packed[-1] == 7
        assert packed == bytes(bytearray(packed)) and hash(packed) == hash(bytes(bytearray(packed)))
        assert backend.unpackb(packed + b"", use_list=True) == [b"x" * size, 7]
        assert (packed + b"\x01")[-1] == 1
        size += 1000


@pytest.mark.parametrize("end", [[], [1], ["x", b"y"], [[b"z"], b""], [None]], ids=str)
def test_lists_of_bytes(backend, end):
    """Of all sizes, so that the output grows inside of an item."""
    items = [size * b"b" for size in (*range(40), 127, 128, 129, 255, 256, 4000, 70_000)] + end
    packed = b"".join(backend.packb(item) for item in items)
    assert backend.packb(items) == backend.packb(tuple(items)) == b"\xdc\x00" + bytes([len(items)]) + packed
    with pytest.raises(TypeError) as info:
        backend.packb([*items, object()])
    assert info.value.path == f"$[{len(items)}]"
