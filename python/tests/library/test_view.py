"""View: its content, when it decodes, and errors for bad input."""

import collections.abc
import gc
import mmap
import sys
import weakref

import pytest
from at_once import at_once

import hayapack
from hayapack import ExtType, Timestamp, packb

RECORD = {
    "id": 7,
    "name": "haya 速い",
    "items": [1, 2.5, None, True, [10, 20, {"deep": "yes"}], b"raw", "x" * 300],
    "empty": {},
    "none": [],
    "when": Timestamp(5, 6),
    "ext": ExtType(5, b"abc"),
}


@pytest.fixture
def view(backend):
    return backend.View(packb(RECORD))


def test_map(view):
    assert isinstance(view, collections.abc.Mapping)
    assert len(view) == 7
    assert view["id"] == 7 and view["name"] == "haya 速い"
    assert list(view) == list(view.keys()) == list(RECORD)
    assert "id" in view and "no" not in view
    assert view.get("no") is None and view.get("no", 5) == 5 and view.get("id") == 7
    assert view["when"] == Timestamp(5, 6) and view["ext"] == ExtType(5, b"abc")
    assert [key for key, value in view.items()] == list(RECORD)
    assert list(view.values())[0] == 7
    assert 7 in view.values() and ("id", 7) in view.items() and ("id", 8) not in view.items()
    assert view.keys() & {"id", "no"} == {"id"}
    assert dict(view)["items"] == RECORD["items"]
    with pytest.raises(KeyError, match="no"):
        view["no"]
    with pytest.raises(TypeError, match="unhashable"):
        view[[]]
    with pytest.raises(TypeError, match="unhashable"):
        {} in view  # noqa: B015


def test_array(view):
    items = view["items"]
    assert isinstance(items, collections.abc.Sequence)
    assert len(items) == 7
    assert items[0] == 1 and items[-1] == "x" * 300 and items[4][2]["deep"] == "yes"
    assert items[1:4] == [2.5, None, True] and items[::-3] == ["x" * 300, True, 1] and items[9:] == []
    assert list(reversed(items)) == RECORD["items"][::-1]
    assert b"raw" in items and 99 not in items and [10, 20, {"deep": "yes"}] in items
    assert items.index(2.5) == 1 and items.count(1) == 2  # True is 1
    with pytest.raises(ValueError, match="99 is not in the array"):
        items.index(99)
    for index in (7, -8, 2**80):
        with pytest.raises(IndexError):
            items[index]
    with pytest.raises(TypeError, match="array indices must be integers or slices, not str"):
        items["a"]


def test_equality_is_that_of_the_value(view):
    assert view == RECORD and view != {} and not view == None  # noqa: E711
    assert view["items"] == RECORD["items"] and view["items"] != tuple(RECORD["items"])
    assert view == view and view["items"] == view["items"]
    with pytest.raises(TypeError, match="unhashable"):
        hash(view)


def test_kinds_of_views(backend):
    assert type(backend.View(b"\x80")) is backend.MapView
    assert type(backend.View(b"\x90")) is backend.ArrayView
    assert type(backend.View(b"\x05")) is backend.View
    assert backend.View(b"\x05").value() == 5
    assert isinstance(backend.MapView(b"\x80"), backend.View)
    with pytest.raises(TypeError, match="the message needs MapView, not ArrayView"):
        backend.ArrayView(b"\x80")
    with pytest.raises(TypeError):
        backend.View()
    with pytest.raises(TypeError, match="unexpected keyword argument 'object_hook'"):
        backend.View(b"\x80", object_hook=None)
    assert not isinstance(backend.View(b"\x80"), collections.abc.Sequence)


def test_extended_packs_views(backend):
    """Also views inside of views, and in keys; without it they are refused like other mappings and sequences."""
    packed = packb({"a": [1, [2, [3]], {"b": [(4,)]}], "c": {"d": {"e": 5}}, "f": []})
    view = backend.View(packed)
    assert backend.packb(view, extended=True) == packed
    assert backend.packb([view["a"], {"k": view["a"][1]}], extended=True) == packb(
        [[1, [2, [3]], {"b": [[4]]}], {"k": [2, [3]]}]
    )
    assert backend.packb(backend.View(packed, use_list=False)["a"], extended=True, strict_types=False) == packb(
        [1, [2, [3]], {"b": [[4]]}]
    )
    for one in (view, view["a"], view["c"]):
        with pytest.raises(hayapack.UnsupportedTypeError, match="View"):
            backend.packb(one)
    with pytest.raises(hayapack.PackDepthError):
        backend.packb(view, extended=True, max_depth=3)
    damaged = backend.View(b"\x92\x01\xa1\xff")
    with pytest.raises(hayapack.InvalidUtf8Error) as caught:
        backend.packb(damaged, extended=True)
    assert caught.value.offset == 2


def test_offsets(view):
    packed = packb(RECORD)
    assert view.offset == 0
    inner = view["items"][4][2]
    assert hayapack.unpackb(packed[inner.offset : inner.offset + 10]) == {"deep": "yes"}
    assert repr(inner) == f"<MapView of 1 entries at byte {inner.offset}>"


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, lambda b: memoryview(b"--" + b)[2:]])
def test_buffers(backend, make):
    assert backend.View(make(packb(RECORD))) == RECORD


def test_memory_that_is_not_in_a_row(backend):
    packed = packb(RECORD)
    spread = bytes(byte for pair in zip(packed, packed) for byte in pair)
    assert backend.View(memoryview(spread)[::2]) == RECORD
    with pytest.raises(ValueError, match="multi-byte"):
        backend.View(memoryview(b"abcd").cast("i"))
    with pytest.raises(TypeError):
        backend.View("text")


def test_mapped_file(backend, tmp_path):
    path = tmp_path / "message"
    path.write_bytes(packb([RECORD] * 3))
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    view = backend.View(mapped)
    assert view[2]["items"][4][2]["deep"] == "yes" and view == [RECORD] * 3
    assert backend.get(mapped, "$[1].name") == "haya 速い"
    assert backend.columns(mapped, ["id"])["id"].tolist() == [7, 7, 7]
    if sys.implementation.name == "cpython":  # on PyPy a file can be closed while a view uses it
        with pytest.raises(BufferError):
            mapped.close()
    del view
    gc.collect()
    mapped.close()


def test_nothing_but_what_is_touched_is_decoded(backend):
    seen = []

    def hook(code, data):
        seen.append(code)
        return code

    packed = packb({"a": ExtType(1, b""), "b": [ExtType(2, b""), ExtType(3, b"")], "c": ExtType(4, b"")})
    view = backend.View(packed, ext_hook=hook)
    assert view["b"][1] == 3 and len(view) == 3 and "c" in view
    assert seen == [3]
    assert view.value() == {"a": 1, "b": [2, 3], "c": 4}


def test_errors_have_the_key(backend):
    view = backend.View(packb({"a": [1]}), strict_map_key=False, tuple_keys=True)
    for key in (None, (), (1, 2), ("a",), "b", b"b", 5, 2.5):
        with pytest.raises(KeyError) as caught:
            view[key]
        assert caught.value.args == (key,)
    for index in (1, -2, 2**70, -(2**70)):
        with pytest.raises(IndexError, match="array index out of range"):
            view["a"][index]


def test_broken_content_that_is_not_touched_does_no_harm(backend):
    good, bad = packb("good"), b"\xa1\xff"
    entries = b"\x83" + packb("a") + good + packb("b") + bad + packb("c")
    view = backend.View(entries + b"\x01")
    assert view["a"] == "good" and view["c"] == 1
    for _ in range(10):  # with and without the index
        with pytest.raises(hayapack.InvalidUtf8Error) as caught:
            view["b"]
        assert (caught.value.offset, caught.value.path) == (10, "$.b")
    with pytest.raises(hayapack.InvalidUtf8Error):
        view.value()
    view = backend.View(b"\x92" + entries + b"\x01" + entries + b"\xc1")
    assert view[0]["a"] == "good"
    for key in "abc":  # the structure of a map is checked as a whole
        with pytest.raises(hayapack.ReservedByteError) as caught:
            view[1][key]
        assert (caught.value.offset, caught.value.path) == (30, "$[1].c")


def test_keys_that_are_no_text_are_passed_over(backend):
    view = backend.View(b"\x82\xa1\xff\x01\xa1a\x02")
    for _ in range(10):
        assert view["a"] == 2 and "b" not in view
    with pytest.raises(hayapack.InvalidUtf8Error):
        list(view)


def test_the_last_of_repeated_keys(backend):
    view = backend.View(bytes.fromhex("84 a161 01 a162 02 a161 03 a162 04"))
    for _ in range(10):
        assert view["a"] == 3 and view["b"] == 4
    assert list(view) == ["a", "b"] and len(view) == 2
    assert view.value() == {"a": 3, "b": 4}  # as unpackb
    assert repr(view) == "<MapView of 4 entries at byte 0>"  # does not read the map


def test_keys_of_all_kinds(backend):
    value = {1: "int", 2.5: "float", None: "nil", True: "one", b"b": "bin", -(2**63): "min", 2**64 - 1: "max"}  # noqa: F601
    view = backend.View(packb(value))
    for _ in range(10):
        for key, expected in value.items():
            assert view[key] == expected
        assert view[1.0] == view[True] == value[1]
        assert "b" not in view and 3 not in view and 2**70 not in view
    with pytest.raises(hayapack.InvalidKeyError) as caught:
        backend.View(packb(value), strict_map_key=True)["no"]
    assert caught.value.offset == 1 and caught.value.path == "${key #0}"
    stamped = backend.View(packb({"a": 1, Timestamp(1, 2): "time", (1, 2): "pair"}), use_list=False)
    assert stamped[Timestamp(1, 2)] == "time" and stamped[1, 2] == "pair" and (3,) not in stamped


def test_raw_and_error_handlers(backend):
    packed = b"\x83\xa1\xff\x01\xa1a\xa1\xfe\xc4\x01b\x02"
    raw = backend.View(packed, raw=True)
    lenient = backend.View(packed, unicode_errors="replace")
    for _ in range(10):
        assert raw[b"\xff"] == 1 and raw[b"a"] == b"\xfe" and raw[b"b"] == 2 and "a" not in raw
        assert lenient["�"] == 1 and lenient["a"] == "�" and lenient[b"b"] == 2


def test_extra_data_is_seen_by_value(backend):
    view = backend.View(b"\x91\x01\x02")
    assert view[0] == 1
    with pytest.raises(hayapack.ExtraData) as caught:
        view.value()
    assert (caught.value.unpacked, caught.value.extra, caught.value.offset) == ([1], b"\x02", 2)


@pytest.mark.parametrize(
    "data, name, offset, path",
    [
        ("", "truncated", 0, "$"),
        ("c1", "reserved_byte", 0, "$"),
        ("dd ffffffff", "truncated", 0, "$"),
        ("df ffffffff 00", "truncated", 0, "$"),
        ("91 dd ffffffff", "truncated", 1, "$[0]"),
        ("92 92 01 02", "truncated", 1, "$[0]"),
        ("82 a161 93 01 02 a162", "truncated", 3, "$.a"),
        ("91 c1", "reserved_byte", 1, "$[0]"),
        ("91 a2 61", "truncated", 1, "$[0]"),
        ("92 d6 ff 40000000 d6 ff 0000", "truncated", 7, "$[1]"),
        ("91 d5 ff 0000", "invalid_timestamp", 1, "$[0]"),
        ("91 " * 1025 + "01", "too_deep", 1024, None),
    ],
)
def test_errors(backend, data, name, offset, path):
    data = bytes.fromhex(data)
    with pytest.raises(Exception) as caught:
        view = backend.View(data)
        while True:
            view = list(view.values() if isinstance(view, backend.MapView) else view)[-1]
    assert (caught.value.name, caught.value.offset) == (name, offset)
    if path is not None:
        assert caught.value.path == path


def test_limits(backend):
    packed = packb({"a": [1, 2, 3], "b": "text"})
    with pytest.raises(hayapack.ArrayLimitError) as caught:
        backend.View(packed, max_array_len=2)["b"]  # the skipped array exceeds the limit
    assert (caught.value.offset, caught.value.path) == (3, "$.a")
    with pytest.raises(hayapack.StrLimitError):
        backend.View(packed, max_str_len=3)["b"]
    with pytest.raises(hayapack.StackError):
        backend.View(packed, max_depth=1)["a"]
    with pytest.raises(hayapack.BufferFull):
        backend.View(packed, max_buffer_size=5)


def test_depth_needs_no_stack(backend):
    depth = 100_000
    data = b"\x91" * depth + b"\x01"
    view = backend.View(data, max_depth=depth)
    for _ in range(1000):
        view = view[0]
    assert view.offset == 1000
    data = b"\x92" + data + b"\x05"
    assert backend.View(data, max_depth=depth + 1)[1] == 5
    with pytest.raises(hayapack.StackError):
        backend.View(data, max_depth=depth)[1]


def counted(backend, n):
    """Records with one list each, many of which are read in random order."""
    return backend.View(packb([{"id": i, "list": list(range(50))} for i in range(n)]))


def test_random_access_is_not_quadratic(backend):
    n = 3000
    view = counted(backend, n)
    steps = range(0, n * 7, 7)
    assert [view[i % n]["id"] for i in steps] == [i % n for i in steps]
    assert [view[-1 - i]["id"] for i in range(n)] == list(range(n))[::-1]
    large = backend.View(packb({str(i): i for i in range(n)}))
    assert [large[str(i)] for i in reversed(range(n))] == list(range(n))[::-1]


def test_small_elements(backend):
    values = [i % 300 for i in range(5000)]
    view = backend.View(packb(values))
    assert [view[i] for i in range(5000)] == values
    assert [view[i] for i in reversed(range(5000))] == values[::-1]
    assert view[::7] == values[::7] and view[4990:4000:-13] == values[4990:4000:-13]


def test_iterator_in_its_own_hook(backend):
    iterators = []
    errors = []

    def hook(code, data):
        try:
            next(iterators[0])
        except ValueError as error:
            errors.append(str(error))
        return code

    view = backend.View(packb([ExtType(1, b""), 2]), ext_hook=hook)
    iterators.append(iter(view))
    assert list(iterators[0]) == [1, 2] and errors == ["generator already executing"]


def test_iteration_is_over_after_an_error(backend):
    iterator = iter(backend.View(b"\x93\x01\xa1\xff\x03"))
    assert next(iterator) == 1
    with pytest.raises(hayapack.InvalidUtf8Error):
        next(iterator)
    assert list(iterator) == []


def test_hooks_that_raise(backend):
    def hook(code, data):
        raise ZeroDivisionError(code)

    view = backend.View(packb([1, ExtType(1, b"")]), ext_hook=hook)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            view[1]
        assert view[0] == 1


def test_a_changing_buffer_is_never_read_beyond_its_end(backend):
    data = bytearray(packb([list(range(100))] * 100))
    view = backend.View(data)
    assert view[99] == list(range(100))
    for byte in (0xDB, 0xDD, 0xC1, 0xC6, 0xDF, 0x9F):
        data[:] = bytes([byte]) * len(data)
        for index in range(0, 100, 9):
            try:
                view[index], view[index] == 1, list(view)
            except hayapack.UnpackException:
                pass


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy collects later")
def test_nothing_leaks(backend):
    class Hook:
        def __call__(self, code, data):
            return code

    hook = Hook()
    hook.view = backend.View(packb({"a": ExtType(1, b"x")}), ext_hook=hook)
    hook.view["a"], list(hook.view.items())
    gone = weakref.ref(hook)
    del hook
    gc.collect()
    assert gone() is None


def test_one_view_in_many_threads(backend, frequent_switches):
    n = 300
    view = counted(backend, n)
    table = backend.View(packb({f"key{i}": [i] for i in range(n)}))

    def work(number):
        for i in range(n):
            at = i * (2 * number + 1) % n
            if view[at]["id"] != at or table[f"key{at}"][0] != at:
                return False
        return True

    assert all(at_once(work))


if sys.version_info >= (3, 10):
    exec("""
def test_match(view):
    match view:
        case {"id": 7, "items": [1, *_]}:
            pass
        case _:
            raise AssertionError
""")
