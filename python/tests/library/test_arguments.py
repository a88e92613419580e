"""Arguments, types and error texts on which programs for msgpack rely."""

import copy
import datetime
import gc
import inspect
import io
import pickle
import subprocess
import sys
import weakref
from collections import deque, namedtuple

import pytest

import hayapack
from hayapack import ExtType, Timestamp

#: method -> names of its arguments in msgpack 1
PACKER = {
    "pack": {"obj": 5},
    "pack_array_header": {"size": 3},
    "pack_map_header": {"size": 3},
    "pack_map_pairs": {"pairs": [(1, 2)]},
    "pack_ext_type": {"typecode": 5, "data": b"x"},
}
UNPACKER = {"feed": {"next_bytes": b"\x01"}, "read_bytes": {"nbytes": 1}}
FUNCTIONS = {"packb": {"o": 5}, "unpackb": {"packed": b"\x05"}}


def test_arguments_by_name(backend):
    for methods, make in ((PACKER, backend.Packer), (UNPACKER, backend.Unpacker)):
        for method, arguments in methods.items():
            by_place, by_name = make(), make()
            if method == "read_bytes":
                by_place.feed(b"\x01"), by_name.feed(b"\x01")
            expected = getattr(by_place, method)(*arguments.values())
            assert getattr(by_name, method)(**arguments) == expected
            for wrong in ({"other": 1}, {**arguments, "other": 1}):
                with pytest.raises(TypeError):
                    getattr(make(), method)(**wrong)
            with pytest.raises(TypeError):
                getattr(make(), method)()
            with pytest.raises(TypeError):
                getattr(make(), method)(*arguments.values(), *arguments.values())
    for function, arguments in FUNCTIONS.items():
        call = getattr(backend, function)
        assert call(**arguments) == call(*arguments.values())


def parameters(function):
    """The parameters of a text signature or a Python function, without self."""
    return [name for name in inspect.signature(function).parameters if name != "self"]


def test_signatures_are_the_same(both):
    native, pure = both
    for name, methods in (("Packer", PACKER), ("Unpacker", UNPACKER)):
        public = [n for n in dir(getattr(pure, name)) if not n.startswith("_")]
        assert set(public) == {n for n in dir(getattr(native, name)) if not n.startswith("_")}
        for method in public:
            found = [parameters(getattr(getattr(end, name), method)) for end in both]
            assert found[0] == found[1], method
            assert found[0] == list(methods.get(method, {}))


def test_signatures_are_msgpacks():
    msgpack = pytest.importorskip("msgpack.fallback")
    if msgpack.Packer is hayapack.Packer:
        pytest.skip("hayapack is installed as msgpack")
    renamed = {"pack_array_header": ["n"], "pack_map_header": ["n"], "read_bytes": ["n"]}  # in the fallback
    for name, methods in (("Packer", PACKER), ("Unpacker", UNPACKER)):
        for method, arguments in methods.items():
            theirs = parameters(getattr(getattr(msgpack, name), method))
            assert theirs in (list(arguments), renamed.get(method))
        for method in dir(getattr(msgpack, name)):
            assert method.startswith("_") or method == "next" or hasattr(getattr(hayapack, name), method)


@pytest.mark.parametrize("data", [b"a\xc3\xa9", bytearray(b"a\xc3\xa9"), "aé"])
def test_ext_type_of_any_bytes(backend, data):
    assert backend.Packer().pack_ext_type(5, data) == b"\xc7\x03\x05a\xc3\xa9"


@pytest.mark.parametrize("data", [memoryview(b"x"), 5, None, [1]])
def test_ext_type_of_no_bytes(backend, data):
    with pytest.raises(TypeError):
        backend.Packer().pack_ext_type(5, data)


def test_ext_type_has_attributes():
    ext = ExtType(5, b"x")
    ext.note = "mine"
    assert ext.note == "mine" and ext == ExtType(5, b"x")


@pytest.mark.parametrize("message", [b"\xc6\x00\x01\x00\x00", b"\xdb\x00\x01\x00\x00", b"\xdd\x00\x01\x00\x00"])
def test_an_item_larger_than_the_buffer(backend, message):
    with pytest.raises(hayapack.BufferFull):
        backend.Unpacker(io.BytesIO(message + b"x" * 65536), max_buffer_size=100).unpack()
    with pytest.raises(ValueError):
        backend.Unpacker(io.BytesIO(message + b"x" * 65536), max_buffer_size=100).unpack()


# --- msgpack's own classes, without msgpack -----------------------------------------


def foreign(module):
    """Classes that look like msgpack's."""
    ext = namedtuple("ExtType", "code data")
    stamp = type("Timestamp", (), {"__init__": lambda self: vars(self).update(seconds=-1, nanoseconds=5)})
    for cls in (ext, stamp):
        cls.__module__ = module
    return ext, stamp


@pytest.mark.parametrize("module", ["msgpack.ext", "msgpack", "pip._vendor.msgpack.ext"])
def test_msgpacks_classes(backend, module):
    ext, stamp = foreign(module)
    derived = type("Mine", (ext,), {})
    expected = backend.packb([ExtType(5, b"xy"), Timestamp(-1, 5)])
    assert backend.packb([ext(5, b"xy"), stamp()]) == expected
    assert backend.packb([ext(5, b"xy"), stamp()], strict_types=True) == expected
    assert backend.packb(derived(5, b"xy")) == backend.packb(ExtType(5, b"xy"))
    with pytest.raises(TypeError):
        backend.packb(ext(500, b"xy"))
    with pytest.raises(TypeError):
        backend.packb(ext(5, "xy"))


@pytest.mark.parametrize("module", ["other", "notmsgpack.ext", "msgpack.ext.more"])
def test_classes_of_the_same_names(backend, module):
    ext, stamp = foreign(module)
    assert backend.packb(ext(5, b"xy")) == backend.packb([5, b"xy"])
    with pytest.raises(TypeError):
        backend.packb(stamp())


def test_msgpack_itself(backend):
    msgpack = pytest.importorskip("msgpack")
    value = [msgpack.ExtType(5, b"xy"), msgpack.Timestamp(7, 8)]
    assert backend.packb(value) == msgpack.packb(value)


# --- error texts ----------------------------------------------------------------------


def test_types_in_error_texts(backend):
    class Mine:
        pass

    written_in_c = sys.implementation.name == "cpython"  # such classes have their module in their name
    for value, name in [
        (Mine(), "Mine"),
        (object(), "object"),
        (deque(), "collections.deque" if written_in_c else "deque"),
        (test_types_in_error_texts.__code__, "code"),
        (datetime.date(2026, 1, 2), "datetime.date" if written_in_c else "date"),
    ]:
        with pytest.raises(TypeError, match=f"can not serialize '{name}' object"):
            backend.packb([value])


def test_advice_about_datetimes(backend):
    naive = datetime.datetime(2026, 1, 2)
    aware = naive.replace(tzinfo=datetime.timezone.utc)
    for value, options in [(naive, {}), (aware, {}), (naive, {"datetime": True})]:
        with pytest.raises((TypeError, ValueError), match="datetime=True") as caught:
            backend.packb([value], **options)
        # In error messages PyPy shows its own classes without their module.
        assert "datetime' object" in str(caught.value)
        assert "extended=True" in str(caught.value)
        assert str(caught.value).endswith(", at $[0]")
    backend.packb(aware, datetime=True)
    backend.packb(naive, extended=True)


def test_not_a_time(backend):
    """pandas.NaT, a datetime, is packed as nil, as numpy's NaT is; pandas is not imported."""
    cls = type("NaTType", (datetime.datetime,), {"isoformat": lambda self: "NaT"})
    nat = cls(1, 1, 1)
    cls.__module__ = "pandas._libs.tslibs.nattype"
    assert backend.packb([nat], extended=True) == b"\x91\xc0"
    cls.__module__ = "other"
    assert backend.packb([nat], extended=True) == b"\x91\xa3NaT"
    program = "import hayapack, sys; hayapack.packb({1}, extended=True); print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# --- the same small things on both back ends ---------------------------------------


class Reading:
    """A file whose read() gives any object."""

    def __init__(self, data):
        self.data = data

    def read(self, n=-1):
        return self.data


@pytest.mark.parametrize("value", [1, "a", [1], (), 0, {}, object()])
def test_what_is_no_buffer_has_the_same_message_everywhere(backend, value):
    kind = type(value).__name__
    for call in (
        backend.unpackb,
        backend.View,
        backend.Unpacker().feed,
        hayapack.decompress if backend.name == "native" else hayapack._fallback.decompress,
        lambda value: backend.get(value, "$"),
        *([] if kind in ("list", "tuple") else [lambda value: backend.columns(value, ["a"])]),  # messages
        lambda value: backend.unpackb(value, zero_copy=True),
        lambda value: backend.View(value, zero_copy=True),
        lambda value: backend.Unpacker(Reading(value)).unpack(),
    ):
        with pytest.raises(TypeError, match=f"^a bytes-like object is required, not '{kind}'"):
            call(value)


def test_what_a_file_reads_may_be_any_buffer_of_bytes(backend):
    assert backend.Unpacker(Reading(memoryview(b"x\x01")[1:])).unpack() == 1
    for nothing in (None, b"", bytearray(), memoryview(b"")):
        with pytest.raises(hayapack.OutOfData):
            backend.Unpacker(Reading(nothing)).unpack()
    with pytest.raises(ValueError, match="cannot unpack from multi-byte object"):
        backend.Unpacker(Reading(memoryview(bytes(8)).cast("I"))).unpack()


def test_a_huge_max_depth_is_a_large_one(backend):
    assert backend.unpackb(b"\x91\x01", max_depth=2**70) == [1]
    assert backend.packb([1], max_depth=2**70) == b"\x91\x01"
    assert backend.get(b"\x91\x01", "$[0]", max_depth=2**70) == 1
    assert backend.Packer(max_depth=2**70).pack([1]) == b"\x91\x01"
    with pytest.raises(ValueError, match="max_depth must not be negative"):
        backend.unpackb(b"\x91\x01", max_depth=-(2**70))


@pytest.mark.parametrize("size", [2**32, 2**70])
def test_a_header_can_be_too_large(backend, size):
    for method in ("pack_array_header", "pack_map_header"):
        with pytest.raises(hayapack.TooLongError, match=r"^more than 2\*\*32-1 elements or entries, at \$$"):
            getattr(backend.Packer(), method)(size)


def test_a_key_that_is_nested_too_deeply_does_not_blame_max_depth(backend):
    data = b"\x81" + b"\x91" * 200 + b"\x90\x01"
    with pytest.raises(hayapack.StackError, match="byte 129: a map key nested deeper than 128 containers, at"):
        backend.unpackb(data, use_list=False, strict_map_key=False, max_depth=10**6)
    with pytest.raises(hayapack.StackError, match="byte 64: containers nested deeper than max_depth\\(64\\), at"):
        backend.unpackb(data, use_list=False, strict_map_key=False, max_depth=64)


def test_weak_references(backend):
    makers = (
        backend.Packer, backend.Unpacker, lambda: backend.View(b"\x81\x01\x91\x02"), lambda: backend.View(b"\x91\x02"),
        lambda: backend.View(b"\x05"), lambda: backend.columns(b"\x91\x81\xa1a\x01", ["a"])["a"],
        type("Sub", (backend.Packer,), {}), type("Sub", (backend.Unpacker,), {}),
        lambda: backend.Decoder(int), lambda: backend.Encoder(int),
    )  # fmt: skip
    for make in makers:
        died = []
        one = make()
        reference = weakref.ref(one, died.append)
        assert reference() is one
        assert weakref.WeakValueDictionary(x=one)["x"] is one
        del one
        gc.collect()
        assert reference() is None and died == [reference]


def test_an_unpacker_of_a_type_in_annotations(backend):
    alias = backend.Unpacker[int]
    assert (alias.__origin__, alias.__args__) == (backend.Unpacker, (int,))
    assert type(alias(type=int)) is backend.Unpacker


def test_a_column_says_that_it_cannot_be_pickled(backend):
    column = backend.columns(b"\x91\x81\xa1a\x01", ["a"])["a"]
    for give_up in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"can't be pickled or copied: use tolist\(\)"):
            give_up(column)


OPTIONS = ["max_depth", "timestamp", "max_buffer_size", "max_str_len", "max_map_len", "max_lz4_size"]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_of_a_wrong_type_is_named(backend, option):
    for value in ("5", 1.5, None):
        with pytest.raises(TypeError) as caught:
            backend.unpackb(b"\x01", **{option: value})
        assert str(caught.value) == f"{option} must be an integer, not '{type(value).__name__}'"
    with pytest.raises(TypeError, match="^read_size must be an integer, not 'str'$"):
        backend.Unpacker(read_size="1")
    with pytest.raises(TypeError, match="^lz4_level must be an integer, not 'str'$"):
        backend.packb(1, lz4_level="1")


def test_the_limit_of_a_stream_is_named(backend):
    with pytest.raises(hayapack.BufferFull, match=r"more bytes buffered or declared than max_buffer_size\(2\)"):
        backend.Unpacker(max_buffer_size=2).feed(b"\x93\x01\x02\x03")


def test_arguments_of_other_types_say_what_is_expected(backend):
    with pytest.raises(TypeError, match="^a path must be a str or a sequence of keys, not 'int'$"):
        backend.get(b"\x80", 3)
    with pytest.raises(ValueError, match=r"element 7 of an array is \[7\], the value of key 7 is \{7\}"):
        backend.get(b"\x80", "7")
    with pytest.raises(AttributeError, match=r'open\(name, "rb"\)'):
        backend.Unpacker("values.msgpack")
    with pytest.raises(TypeError, match='open the file in mode "rb"'):
        next(backend.Unpacker(io.StringIO("text")))


def test_the_pure_classes_are_importable_as_from_msgpack():
    from hayapack import _fallback, fallback

    assert fallback.Packer is _fallback.Packer and fallback.Unpacker is _fallback.Unpacker
    assert fallback.unpackb(fallback.packb(5)) == 5
