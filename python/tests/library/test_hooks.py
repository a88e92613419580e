"""Hooks that raise, that change the object being packed, that call the same Packer or Unpacker."""

import struct
import sys
from collections import OrderedDict

import pytest
from conftest import FREE_THREADED

import hayapack
from hayapack import ExtType


class Foreign:
    pass


class HookError(Exception):
    pass


def raising(error):
    def hook(*args):
        raise error

    return hook


# --- raising -----------------------------------------------------------------


@pytest.mark.parametrize(
    "cls",
    [
        HookError,
        IndexError,
        KeyError,
        TypeError,
        ValueError,
        RuntimeError,
        OverflowError,
        StopIteration,
        UnicodeDecodeError,
        KeyboardInterrupt,
        RecursionError,
    ],
)
def test_exceptions_of_hooks_pass_through(backend, cls):
    args = ("utf-8", b"\xff", 0, 1, "mine") if cls is UnicodeDecodeError else ("mine",)
    error = cls(*args)
    data = backend.packb([{"a": [ExtType(5, b"")]}])
    for name in ("object_hook", "object_pairs_hook", "list_hook", "ext_hook"):
        options = {name: raising(error)}
        with pytest.raises(cls) as info:
            backend.unpackb(data, **options)
        assert info.value is error
        unpacker = backend.Unpacker(**options)
        unpacker.feed(data + b"\x05")
        with pytest.raises(cls) as info:
            unpacker.unpack()
        assert info.value is error
        assert unpacker.unpack() == 5
    for value in (Foreign(), [Foreign()], {"k": Foreign()}, {Foreign(): 1}, 2**64):
        with pytest.raises(cls) as info:
            backend.packb(value, default=raising(error))
        assert info.value is error


def test_errors_before_and_after_hooks(backend):
    """The first error is reported."""
    calls = []
    with pytest.raises(hayapack.ReservedByteError):
        backend.unpackb(b"\x92\xd4\x05a\xc1", ext_hook=lambda *args: calls.append(args))
    assert calls == [(5, b"a")]
    with pytest.raises(HookError):
        backend.unpackb(b"\x92\xd4\x05a\xc1", ext_hook=raising(HookError()))
    with pytest.raises(hayapack.TruncatedError):
        backend.unpackb(b"\x94\xd4\x05", ext_hook=raising(HookError()))


def test_hash_of_a_key_that_raises(backend):
    class Key:
        def __hash__(self):
            raise HookError

    with pytest.raises(HookError):
        backend.unpackb(b"\x81\xd4\x05a\x01", strict_map_key=False, ext_hook=lambda *args: Key())


def test_default_that_returns_the_same_kind_again(backend):
    """default is called once for a value, and again for the values inside its result."""
    calls = []

    def default(obj):
        calls.append(obj)
        return Foreign() if len(calls) == 1 else [Foreign()]

    with pytest.raises(TypeError):
        backend.packb(Foreign(), default=default)
    assert len(calls) == 1
    with pytest.raises(hayapack.PackDepthError):
        backend.packb(Foreign(), default=default)


def test_default_for_integers_out_of_range(backend):
    packed = backend.packb([2**64, {-(2**63) - 1: 1}], default=str)
    assert backend.unpackb(packed) == [str(2**64), {str(-(2**63) - 1): 1}]


# --- changing what is being packed -------------------------------------------


@pytest.mark.parametrize("kind", [list, type("L", (list,), {})])
@pytest.mark.parametrize("change", ["clear", "pop", "append"])
def test_list_that_changes(backend, kind, change):
    value = kind([1, Foreign(), *range(50)])

    def default(obj):
        getattr(value, change)(*([7] if change == "append" else []))

    if FREE_THREADED and backend.name == "native":  # which has copied the items that follow a list's scalars
        packed = backend.packb([0, {"k": value}], default=default)
        assert backend.unpackb(packed) == [0, {"k": [1, None, *range(50)]}]
        return
    with pytest.raises(hayapack.MutatedError, match="changed while it was packed") as info:
        backend.packb([0, {"k": value}], default=default)
    assert (info.value.name, info.value.path) == ("mutated", "$[1].k")


@pytest.mark.parametrize("options", [{}, {"sort_keys": True}], ids=["plain", "sorted"])
@pytest.mark.parametrize("kind", [dict, OrderedDict, type("D", (dict,), {})])
@pytest.mark.parametrize("change", ["clear", "pop", "add"])
def test_dict_that_changes(backend, kind, change, options):
    value = kind({"x": Foreign(), **{str(i): i for i in range(50)}})
    before = {key: None if key == "x" else item for key, item in value.items()}

    def default(obj):
        if change == "clear":
            value.clear()
        elif change == "pop":
            value.popitem()
        else:
            value["more"] = 1

    try:
        packed = backend.packb([0, value], default=default, **options)
    except hayapack.MutatedError as error:
        assert error.path == "$[1]"
    else:
        # Entries that are copied first may be packed unchanged.
        assert kind is not dict or options or (FREE_THREADED and backend.name == "native")
        assert backend.unpackb(packed) == [0, before]


@pytest.mark.skipif(FREE_THREADED, reason="lists and dicts are copied before a hook runs")
@pytest.mark.parametrize("kind", [list, dict])
def test_the_offset_of_a_container_that_changed(backend, kind):
    """The container's, wherever the change is noticed."""

    def default(obj):
        changing.clear()

    before = [1, "text", {"k": [b"x" * 300, {}]}, list(range(20))]
    for wrap in [
        lambda inner: inner,
        lambda inner: [*before, inner, 1],
        lambda inner: {1: before, "key": inner, "later": 2},
        lambda inner: [*range(70000), {"k": [before, inner]}],
        lambda inner: {(1, 2): [inner], "k": 0},
    ]:
        packed = backend.packb(wrap("here"))
        changing = kind({"first": 1, "x": Foreign(), "more": 2}) if kind is dict else [1, [Foreign()], 2]
        with pytest.raises(hayapack.MutatedError) as info:
            backend.packb(wrap(changing), default=default)
        assert info.value.offset == packed.index(b"\xa4here")
    changing = [1, Foreign(), 2]
    with pytest.raises(hayapack.MutatedError) as info:  # an unchecked Fragment that is no message: any offset
        backend.packb([hayapack.Fragment(b"\xdd\xff\xff\xff\xff", check=False), changing], default=default)
    assert 0 <= info.value.offset <= 9


def test_changes_that_keep_the_length(backend):
    """The packed values may vary, but the count is right and nothing crashes."""
    value = [Foreign(), 1, 2, 3]

    def swap(obj):
        value.pop()
        value.append("new")

    assert len(backend.unpackb(backend.packb(value, default=swap))) == 4
    entries = {"a": Foreign(), "b": 1, "c": 2}

    def exchange(obj):
        del entries["b"]
        entries["d"] = 4

    try:
        assert len(backend.unpackb(backend.packb(entries, default=exchange))) == 3
    except hayapack.MutatedError:
        pass


def test_elements_that_die_while_they_are_packed(backend):
    value = [[Foreign(), "text" * 10], "last"]

    def default(obj):
        value[0] = None
        return None

    packed = backend.packb(value, default=default)
    assert backend.unpackb(packed) == [[None, "text" * 10], "last"]


def test_bytearray_that_changes(backend):
    data = bytearray(b"x" * 100)
    value = [data, Foreign(), data]
    packed = backend.packb(value, default=lambda o: data.extend(b"y" * 1000))
    assert backend.unpackb(packed) == [b"x" * 100, None, b"x" * 100 + b"y" * 1000]


def test_hooks_that_keep_and_change_what_they_are_given(backend):
    kept = []

    def hook(value):
        kept.append(value)
        value.clear()
        return value

    data = backend.packb([{"a": 1}, {"a": 2}, [1, 2]] * 10)
    assert backend.unpackb(data, object_hook=hook, list_hook=hook) == []
    assert all(value is not None and not value for value in kept)
    assert backend.unpackb(data) == [{"a": 1}, {"a": 2}, [1, 2]] * 10


# --- calling back ------------------------------------------------------------


def test_packer_is_not_called_back(backend):
    refused = []

    def default(obj):
        for call in (
            lambda: packer.pack(1),
            lambda: packer.pack_array_header(1),
            lambda: packer.pack_map_header(1),
            lambda: packer.pack_map_pairs([]),
            lambda: packer.pack_ext_type(1, b""),
            lambda: packer.reset(),
            lambda: packer.__init__(),
        ):
            with pytest.raises(RuntimeError):
                call()
            refused.append(1)
        return "packed"

    packer = backend.Packer(default=default, autoreset=False)
    packer.pack(1)
    packer.pack([Foreign(), 2])
    packer.pack_map_pairs([(Foreign(), 3)])
    assert len(refused) == 14
    assert packer.bytes() == backend.packb(1) + backend.packb(["packed", 2]) + backend.packb({"packed": 3})


@pytest.mark.parametrize("hook", ["ext_hook", "list_hook", "object_hook", "object_pairs_hook"])
def test_unpacker_is_not_called_back(backend, hook):
    refused = []

    def call_back(*args):
        for call in (
            lambda: unpacker.feed(b"\xc0" * 10_000),
            unpacker.unpack,
            unpacker.skip,
            lambda: next(unpacker),
            unpacker.read_array_header,
            unpacker.read_map_header,
            lambda: unpacker.read_bytes(1),
            lambda: unpacker.__init__(),
        ):
            with pytest.raises(RuntimeError):
                call()
            refused.append(1)
        return "hooked"

    unpacker = backend.Unpacker(**{hook: call_back})
    message = {"ext_hook": b"\xd4\x05a", "list_hook": b"\x90"}.get(hook, b"\x80")
    unpacker.feed(b"\xc0" + message + b"\x07")
    assert list(unpacker) == [None, "hooked", 7]
    assert len(refused) == 8
    unpacker.feed(b"\x01")
    assert list(unpacker) == [1]


def test_file_that_calls_back(backend):
    class File:
        def read(self, n):
            with pytest.raises(RuntimeError):
                unpacker.unpack()
            with pytest.raises(RuntimeError):
                unpacker.read_bytes(1)
            return b"\x05"

    unpacker = backend.Unpacker(File())
    assert unpacker.unpack() == 5


def test_functions_may_be_called_from_hooks(backend):
    def default(obj):
        return backend.unpackb(backend.packb([1, Foreign], default=lambda o: "inner"))

    assert backend.packb(Foreign(), default=default) == b"\x92\x01\xa5inner"


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count exports")
def test_buffer_taken_in_a_hook(backend):
    views = []

    def default(obj):
        try:
            views.append(packer.getbuffer())
        except (BufferError, RuntimeError):
            pass
        return "x" * 100_000

    packer = backend.Packer(default=default, autoreset=False)
    packer.pack("before")
    try:
        packer.pack([Foreign()])
    except BufferError:
        pass
    for view in views:
        bytes(view)
        view.release()
    assert packer.bytes().startswith(backend.packb("before"))
    packer.pack(1)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count exports")
def test_a_buffer_that_is_exported_meanwhile_stays_where_it_is(backend):
    views = []

    def default(obj):
        views.append(packer.getbuffer())
        return "x" * 100_000

    packer = backend.Packer(default=default, autoreset=False, buf_size=16)
    packer.pack("before")
    with pytest.raises(BufferError):
        packer.pack([Foreign()])
    assert bytes(views[0]) == packer.bytes() == backend.packb("before")
    views[0].release()
    packer.pack(1)
    assert packer.bytes() == backend.packb("before") + b"\x01"


def test_deep_calls_from_hooks(backend):
    """A hook that calls unpackb, whose hook calls unpackb, and so on: Python limits the recursion."""
    data = b"\x05"
    for _ in range(60):
        data = backend.packb(ExtType(1, data))
    assert backend.unpackb(data, ext_hook=lambda c, d: backend.unpackb(d)) is not None

    def hook(code, data):
        return backend.unpackb(data, ext_hook=hook)

    assert backend.unpackb(data, ext_hook=hook) == 5


@pytest.mark.parametrize("error", [IndexError, struct.error])
@pytest.mark.parametrize("value", [b"\x01", b"\x91\x01"], ids=["scalar", "container"])
def test_exceptions_of_a_keys_eq(backend, error, value):
    """They reach the caller; the pure back end's own IndexError means truncated input."""

    class Key:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise error("from __eq__")

    data = b"\x82" + b"\xd4\x05a" + value + b"\xd4\x05b" + value
    with pytest.raises(error, match="from __eq__"):
        backend.unpackb(data, ext_hook=lambda code, data: Key(), strict_map_key=False)
