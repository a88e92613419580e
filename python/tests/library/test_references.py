"""references=True: objects that occur several times in a message, as .NET writes them."""

import gc
import pickle
import tracemalloc

import pytest
from graphs import graph_text

import hayapack
from hayapack import ExtType, TypeRegistry, packb

from hayapack.exceptions import InvalidReferenceError, ReferenceLimitError, UnsupportedReferenceError  # isort: skip

ANY_KEY = {"references": True, "strict_map_key": False}


def ext(number):
    return ExtType(92, number.to_bytes(1 if number < 256 else 2 if number < 65536 else 4, "big"))


def fault(backend, value, **options):
    with pytest.raises((InvalidReferenceError, ReferenceLimitError)) as info:
        backend.unpackb(packb(value), references=True, **options)
    return info.value.name, info.value.offset, info.value.path


def test_each_place_gets_the_same_object(backend):
    first, second, third = backend.unpackb(packb([[ext(0), {"a": [1]}], ext(0), [ext(0)]]), references=True)
    assert first is second is third[0]
    assert first == {"a": [1]}
    plain = backend.unpackb(packb([[ext(0), []], ext(0)]))
    assert plain == [[ext(0), []], ext(0)]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 20, 100, 20000])
def test_containers_of_any_size(backend, count):
    numbers, texts = list(range(count)), {f"key {n}": [n, "x"] for n in range(count)}
    for value in (numbers, texts):
        found = backend.unpackb(packb([[ext(7), value], {"k": ext(7)}]), references=True)
        assert found[0] == value and found[1]["k"] is found[0]
        assert type(found[0]) is type(value)


def test_cycles(backend):
    for wrap in (lambda o: [o, 1], lambda o: {"me": o}, lambda o: {f"k{n}": o for n in range(20000)}):
        found = backend.unpackb(packb([ext(0), wrap(ext(0))]), references=True)
        assert all(one is found or one == 1 for one in (found.values() if type(found) is dict else found))
        assert gc.is_tracked(found)
    message = packb([ext(0), {"list": [ext(1), [ext(0), {"up": ext(1)}]], "again": ext(1)}])
    found = backend.unpackb(message, references=True)
    assert found["list"][0] is found and found["list"][1]["up"] is found["list"] is found["again"]
    assert list(found) == ["list", "again"]


def test_cycles_are_collected(backend):
    gc.collect()
    message = packb([ext(0), [[ext(1), {"up": ext(0), "me": ext(1)}], ext(0)]])
    broken = message[:-3] + packb(ext(9))
    for _ in range(10):
        backend.unpackb(message, references=True)
        fault(backend, [ext(0), [[ext(1), {"up": ext(0), "me": ext(1)}], ext(9)]])
        with pytest.raises(InvalidReferenceError):
            backend.unpackb(broken, references=True)
    assert gc.collect() >= 60


def test_scalars_may_have_ids(backend):
    value = [[ext(0), "text"], ext(0), [ext(1), 5], ext(1), [ext(2), ExtType(3, b"x")], ext(2)]
    assert backend.unpackb(packb(value), references=True) == ["text", "text", 5, 5, ExtType(3, b"x"), ExtType(3, b"x")]


def test_an_array_of_two_may_begin_with_a_reference(backend):
    found = backend.unpackb(packb([[ext(0), [1]], [ext(0), [2]], [ext(0), 3]]), references=True)
    assert found == [[1], [[1], [2]], [[1], 3]]
    assert found[1][0] is found[0] is found[2][0]
    assert fault(backend, [[ext(0), [ext(0)]], [ext(1)]]) == ("invalid_value", 10, "$[1][0]")


def test_hooks_and_tuples_are_made_once(backend):
    calls = []

    def hook(value):
        calls.append(value)
        return (len(calls), value)

    message = packb([[ext(0), {"a": 1}], ext(0)])
    for name in ("object_hook", "object_pairs_hook"):
        calls.clear()
        first, second = backend.unpackb(message, references=True, **{name: hook})
        assert first is second and len(calls) == 1
    calls.clear()
    _, (first, second) = backend.unpackb(packb([[ext(0), [1]], ext(0)]), references=True, list_hook=hook)
    assert first is second and calls == [[1], [first, second]]
    first, second = backend.unpackb(packb([[ext(0), [1, [2]]], ext(0)]), references=True, use_list=False)
    assert first is second and first == (1, (2,))
    first, second = backend.unpackb(
        packb([[ext(0), ExtType(5, b"")], ext(0)]), references=True, ext_hook=lambda *_: hook(1)
    )
    assert first is second


def test_hooks_never_get_what_is_not_whole(backend):
    for options in (
        {"object_hook": dict}, {"object_pairs_hook": list}, {"list_hook": list}, {"use_list": False},
    ):  # fmt: skip
        assert fault(backend, [ext(0), [[ext(0), 1], 2]], **options) == ("unsupported_type", 6, "$[1][0][0]")
    for options in ({"object_hook": dict}, {"list_hook": list}):
        assert fault(backend, [ext(0), {"a": [ext(0)]}], **options) == ("unsupported_type", 8, "$[1].a[0]")
    found = backend.unpackb(packb([ext(0), {"a": [ext(0)]}]), references=True, use_list=False)
    assert found["a"] == (found,) and found["a"][0] is found
    found = backend.unpackb(packb([ext(0), [ExtType(1, b""), ext(0)]]), references=True, ext_hook=lambda *_: None)
    assert found[1] is found


def test_keys(backend):
    options = {**ANY_KEY, "tuple_keys": True}
    found = backend.unpackb(packb([[ext(0), "text"], {ext(0): 1}, {(ext(0), 2): 3}]), **options)
    assert found == ["text", {"text": 1}, {("text", 2): 3}]
    message = b"\x92\x81\x92" + packb(ext(0)) + b"\x92\x01\x02" + b"\x05" + packb(ext(0))
    assert backend.unpackb(message, **options) == [{(1, 2): 5}, (1, 2)]
    assert backend.unpackb(message, use_list=False, **ANY_KEY) == ({(1, 2): 5}, (1, 2))
    for wrap in (lambda key: key, lambda key: (1, key), lambda key: (1, (2, key))):
        value = [[ext(0), [1]], {wrap(ext(0)): 1}]
        for more in ({"tuple_keys": True}, {"use_list": False}):
            with pytest.raises(UnsupportedReferenceError, match="a map key refers to another object") as info:
                backend.unpackb(packb(value), **ANY_KEY, **more)
            assert info.value.name == "unsupported_type" and info.value.path.startswith("$[1]{key #0}")
    with pytest.raises(hayapack.InvalidKeyError):
        backend.unpackb(packb([[ext(0), 5], {ext(0): 1}]), references=True)


def test_limits(backend):
    assert backend.unpackb(packb([ext(0), [1]]), references=True, max_depth=2) == [1]
    with pytest.raises(hayapack.StackError) as info:
        backend.unpackb(packb([ext(0), [[]]]), references=True, max_depth=2)
    assert (info.value.offset, info.value.path) == (5, "$[1][0]")
    with pytest.raises(hayapack.ExtLimitError) as info:
        backend.unpackb(packb([ext(0), [1]]), references=True, max_ext_len=0)
    assert (info.value.offset, info.value.path) == (1, "$[0]")
    with pytest.raises(hayapack.ExtLimitError):
        backend.unpackb(packb([ext(0)]), references=True, max_ext_len=0)


@pytest.mark.pure_is_long
def test_at_most_65536_objects_have_an_id(backend):
    most = [[ext(n), []] for n in range(65536)]
    assert backend.unpackb(packb(most), references=True) == [[]] * 65536
    packed = packb(most)
    name, offset, path = fault(backend, [*most, [ext(65536), []]])
    assert (name, offset, path) == ("size_limit", len(packed), "$[65536]")


@pytest.mark.long
def test_memory_is_bounded_by_the_message(backend):
    """n bytes make at most one object each, an entry of a table for five bytes, and a copy of what has an id."""
    for value in (
        [[ext(n), []] for n in range(6000)],
        [[ext(0), list(range(100))], *[ext(0)] * 10000],
        [[ext(n), [ext(n - 1)] * 10 if n else []] for n in range(2000)],
    ):
        message = packb(value)
        backend.unpackb(message, references=True)
        tracemalloc.start()
        try:
            found = backend.unpackb(message, references=True)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 60 * len(message) + 100000
        del found


@pytest.mark.pure_is_long
def test_chains_of_references_are_freed(backend):
    found = backend.unpackb(packb([[ext(n), [ext(n - 1)] if n else []] for n in range(65536)]), references=True)
    assert found[65535][0] is found[65534]
    del found


def test_streams_have_ids_of_each_message(backend):
    unpacker = backend.Unpacker(references=True)
    for byte in packb([[ext(0), [1]], ext(0)]) * 2 + packb([ext(0)]) + packb(2):
        unpacker.feed(bytes([byte]))
    first, second = unpacker.unpack(), unpacker.unpack()
    assert first[0] is first[1] and first[0] is not second[0]
    with pytest.raises(InvalidReferenceError) as info:
        unpacker.unpack()
    assert info.value.offset == 21 and unpacker.unpack() == 2


def test_compressed_messages(backend):
    pytest.importorskip("lz4.block") if backend.name == "pure" else None
    packed = packb([[ext(0), ["text " * 50]], ext(0)], lz4="block-array")
    first, second = backend.unpackb(packed, references=True, lz4=True)
    assert first is second


def test_zero_copy(backend):
    first, second = backend.unpackb(packb([[ext(0), [b"bytes"]], ext(0)]), references=True, zero_copy=True)
    assert first is second and type(first[0]) is memoryview


def test_options_that_exclude_each_other(backend):
    for make in (backend.unpackb, backend.Unpacker):
        arguments = (b"\x90",) if make is backend.unpackb else ()
        with pytest.raises(TypeError, match="references can't be used with types"):
            make(*arguments, references=True, types=TypeRegistry())
        with pytest.raises(TypeError, match="references can't be used with type="):
            make(*arguments, references=True, type=list)
    for make in (backend.View, backend.get, backend.columns):
        with pytest.raises(TypeError, match="references"):
            make(b"\x90", *(() if make is backend.View else (["a"],)), references=True)


def test_errors_can_be_pickled(backend):
    for value in ([ext(0)], [[ext(0), None]], [ExtType(92, b"123")]):
        with pytest.raises(InvalidReferenceError) as info:
            backend.unpackb(packb(value), references=True)
        assert isinstance(info.value, hayapack.FormatError)
        copy = pickle.loads(pickle.dumps(info.value))
        assert (copy.name, copy.offset, copy.path, str(copy)) == (
            info.value.name, info.value.offset, info.value.path, str(info.value),
        )  # fmt: skip


def test_graph_text_is_linear():
    value = []
    for _ in range(60):
        value = [value, value]
    assert len(graph_text(value)) < 3000
