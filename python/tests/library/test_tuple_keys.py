"""tuple_keys=True: arrays in map keys become tuples; and the errors that name it."""

import sys

import pytest

import hayapack
from hayapack import ExtType, TypeRegistry, packb

OPTIONS = {"tuple_keys": True, "strict_map_key": False}


@pytest.mark.parametrize(
    "key",
    [(), (1,), (1, 2), (1.5, -3, None), ("a", b"b"), (1, (2, (3, ()))), ((), ()), tuple(range(40)), (True,) * 20,
     (ExtType(5, b"x"), hayapack.Timestamp(1)), (2**40,) * 3, ((1, 2), "x", (300, 400, 500))],
)  # fmt: skip
def test_arrays_in_keys_are_tuples_and_others_lists(backend, key):
    value = {key: [1, [2, (3,)]], "other": [[], {}]}
    expected = {key: [1, [2, [3]]], "other": [[], {}]}
    packed = packb(value)
    found = backend.unpackb(packed, **OPTIONS)
    assert found == expected and [type(item) for item in found.values()] == [list, list]
    assert backend.unpackb(packb([value, {"in": value}]), **OPTIONS) == [expected, {"in": expected}]
    assert backend.unpackb(packed, use_list=False, **OPTIONS) == {key: (1, (2, (3,))), "other": ((), {})}
    assert backend.packb(found) == packb(expected)


def test_large_maps_and_many_entries(backend):
    value = {(number, (number % 7, "x")): [number] for number in range(3000)}
    assert backend.unpackb(packb(value), **OPTIONS) == value


def test_streams(backend):
    value = {(1, (2, 3)): [4, [5]]}
    unpacker = backend.Unpacker(**OPTIONS)
    for byte in packb(value) * 2:
        unpacker.feed(bytes([byte]))
    assert list(unpacker) == [value, value]


def test_views_and_get(backend):
    value = {"m": {(1, (2,)): ["a"], (3,): "b", 4: {(5, 6): 7}}}
    packed = packb(value)
    view = backend.View(packed, tuple_keys=True)
    assert view["m"][(1, (2,))] == ["a"]
    assert view["m"].get((3,)) == "b" and (9,) not in view["m"]
    assert list(view["m"]) == [(1, (2,)), (3,), 4]
    assert view.value() == value and view == value
    assert view["m"][4][5, 6] == 7
    assert backend.get(packed, "$.m", tuple_keys=True) == value["m"]
    assert backend.get(packed, "$.m{key #0}", tuple_keys=True) == [1, [2]]
    with pytest.raises(hayapack.InvalidKeyError):
        list(backend.View(packed)["m"])


def test_a_path_with_a_tuple(backend):
    entries = [("x", 0), ((1, (2,)), ["a"]), ((), "empty"), ((7,), {"b": 8}), ((7.0,), {"b": 9})]
    inner = hayapack.Fragment(hayapack.Packer().pack_map_pairs(entries))
    packed = packb({"m": inner, (3,): 1, 0: 2})
    options = {"tuple_keys": True}
    assert backend.get(packed, ["m", (1, (2,)), 0], **options) == "a"
    assert backend.get(packed, ["m", (7,), "b"], **options) == 9  # the last one of equal keys
    assert backend.get(packed, ["m", ()], **options) == "empty"
    assert backend.get(packed, [(3,)], use_list=False) == 1
    assert backend.get(packed, [("none",)], "default", **options) == "default"
    assert backend.get(packb([1]), [(0,)], None) is None
    with pytest.raises(KeyError, match=r"no key \(4, 5\) in the map of 3 entries at \$"):
        backend.get(packed, [(4, 5)], **options)
    with pytest.raises(hayapack.InvalidKeyError, match="tuple_keys=True"):
        backend.get(packed, [(3,)])
    with pytest.raises(hayapack.InvalidKeyError):
        backend.get(packed, [(3,)], strict_map_key=True, **options)
    with pytest.raises(TypeError, match="must be a str, bytes, int or tuple, not 'list'"):
        backend.get(packed, [[3]])
    view = backend.View(bytearray(packed), zero_copy=True, **options)
    assert backend.get(view, ["m", (1, (2,))]) == ["a"]


def test_hooks(backend):
    packed = packb({(1, (2,)): [3], "x": 4})
    assert backend.unpackb(packed, object_pairs_hook=list, **OPTIONS) == [((1, (2,)), [3]), ("x", 4)]
    seen = []
    backend.unpackb(packed, list_hook=lambda items: seen.append(items) or items, **OPTIONS)
    assert seen == [(2,), (1, (2,)), [3]]
    # a map in a key is an error, unless a hook makes it hashable; arrays in it are in the key
    inner = b"\x81\x81\xa1a\x92\x01\x91\x02\x91\x03"
    frozen = backend.unpackb(inner, object_pairs_hook=tuple, **OPTIONS)
    assert frozen == (((("a", (1, (2,))),), [3]),)


def test_typed_values_in_keys(backend):
    registry = TypeRegistry()
    registry.register(
        complex, "Demo.C, D", read=lambda v: complex(*v) if type(v) is tuple else v, write=lambda o: [1, 2]
    )
    packed = packb({1j: [1], (1j,): 1j}, types=registry)
    found = backend.unpackb(packed, types=registry, **OPTIONS)
    assert found == {1 + 2j: [1], (1 + 2j,): [1, 2]}


def test_what_is_still_refused(backend):
    packed = packb({(1, 2): 3})
    strict = {"tuple_keys": True, "strict_map_key": True}
    view = backend.View(packed, **strict)
    for call in (
        lambda: backend.unpackb(packed, tuple_keys=True),
        view.value,
        lambda: view["a"],
        lambda: "a" in view,
        lambda: backend.get(packed, "$.a", **strict),
        lambda: backend.columns(b"\x91" + packed, ["a"], **strict),
        lambda: backend.columns(packb([{"a": {(1, 2): 3}}]), ["a.b"], **strict),
    ):
        with pytest.raises(hayapack.InvalidKeyError, match="tuple is not allowed for map key when strict_map_key=True"):
            call()
    for key, what in ((b"\x80", "dict"), (b"\x91\x80", "tuple"), (b"\x91\x81\xa1a\x91\x01", "tuple")):
        with pytest.raises(hayapack.InvalidKeyError, match=f"byte 1: {what} is not .* not hashable, at") as error:
            backend.unpackb(b"\x81" + key + b"\x01", **OPTIONS)
        assert error.value.path == "${key #0}"


@pytest.mark.parametrize("strict", [True, False])
def test_the_error_names_the_remedy(backend, strict):
    packed = packb({"a": {(1, 2): 3}})
    stream = backend.Unpacker(strict_map_key=strict)
    stream.feed(packed)
    calls = [
        lambda: backend.unpackb(packed, strict_map_key=strict),
        stream.unpack,
        lambda: backend.View(packed, strict_map_key=strict).value(),
        lambda: len(backend.View(packed, strict_map_key=strict)["a"]),
    ]
    text = (
        "byte 4: list is not allowed for map key: it is not hashable "
        "(tuple_keys=True with strict_map_key=False reads arrays in map keys as tuples), at $.a{key #0}"
    )
    for call in calls:
        with pytest.raises(hayapack.InvalidKeyError) as error:
            call()
        assert str(error.value) == text
    assert backend.unpackb(packed, tuple_keys=True, strict_map_key=False) == {"a": {(1, 2): 3}}


def test_a_list_that_a_hook_made_gets_no_advice(backend):
    packed = packb({ExtType(1, b"x"): 1})
    with pytest.raises(hayapack.InvalidKeyError, match="it is not hashable, at"):
        backend.unpackb(packed, ext_hook=lambda code, data: [code], strict_map_key=False)


# --- bad input


def test_the_depth_of_a_key_is_limited(backend):
    """CPython hashes, compares and frees nested tuples recursively, so a key may have 128 levels whatever max_depth."""
    deepest = b"\x81" + b"\x91" * 128 + b"\x01" + b"\x02"
    (key,) = backend.unpackb(deepest, max_depth=10**6, **OPTIONS)
    for _ in range(128):
        (key,) = key
    assert key == 1
    for levels in (129, 1024, 100_000):
        deep = b"\x81" + b"\x91" * levels + b"\x01" + b"\x02"
        with pytest.raises(hayapack.StackError, match="byte 129: a map key nested deeper than 128 containers"):
            backend.unpackb(deep, max_depth=10**6, **OPTIONS)
        with pytest.raises(hayapack.StackError):
            backend.View(deep, max_depth=10**6, tuple_keys=True).value()
        with pytest.raises(hayapack.StackError):
            len(backend.View(deep, max_depth=10**6, tuple_keys=True))
    # lists outside of keys have max_depth only
    assert backend.unpackb(b"\x91" * 500 + b"\x01", **OPTIONS)


class Counted:
    """A value whose hash is counted."""

    hashes = 0

    def __hash__(self):
        Counted.hashes += 1
        return 7

    def __eq__(self, other):
        return self is other


def hashes(backend, message, **options):
    Counted.hashes = 0
    try:
        backend.unpackb(
            message, ext_hook=lambda code, data: Counted(), strict_map_key=False, max_depth=10**6, **options
        )
    except hayapack.StackError:
        pass
    return Counted.hashes


EXT = b"\xd4\x05\x00"


@pytest.mark.parametrize("size", [100, 1000])
def test_each_value_in_a_key_is_hashed_at_most_twice(backend, size):
    """To check that the key is hashable, and to insert it: whatever the tuples, since a map ends a key's hash."""
    wide = b"\x81" + b"\xdc" + size.to_bytes(2, "big") + EXT * size + b"\x01"
    nested = b"\x81" + b"\x92" + (EXT + b"\x92") * 100 + EXT * 2 + b"\x01"
    # maps as values of maps: each level has its own key
    chain = b"".join(b"\x81\x92" + EXT + EXT for _ in range(size)) + b"\x01"
    for message, values in ((wide, size), (nested, 102), (chain, 2 * size)):
        assert 0 < hashes(backend, message, tuple_keys=True) <= 2 * values


def test_the_worst_case_of_hashing_is_linear(backend):
    """Only a hook makes a map part of a key. Then its content is hashed once more at each level around it, of which
    there are 128: the number of hashes grows with the size of the message, not with its square."""

    def message(values):
        inner = b"\xdc" + values.to_bytes(2, "big") + EXT * values
        # {{{...{inner: 1}: 1}: 1}: 1}
        return b"\x81" * 100 + inner + b"\x01" * 100

    counts = [
        hashes(backend, message(values), tuple_keys=True, object_hook=lambda entries: tuple(entries.items()))
        for values in (100, 200, 400)
    ]
    assert counts[0] > 100 * 100 or sys.version_info >= (3, 14)  # from 3.14 on tuples keep their hash
    assert all(count <= 2 * 128 * values for count, values in zip(counts, (100, 200, 400)))
    deeper = b"\x81" * 1000 + EXT + b"\x01" * 1000
    assert hashes(backend, deeper, tuple_keys=True, object_hook=lambda entries: tuple(entries.items())) == 0


def test_declared_counts_in_keys(backend):
    for head in (b"\xdd\xff\xff\xff\xff", b"\xdc\xff\xff", b"\x9f"):
        for message in (b"\x81" + head, b"\x81\x91" + head + b"\x01", b"\x82\x01\x02" + head + b"\x01"):
            with pytest.raises(hayapack.TruncatedError):
                backend.unpackb(message, **OPTIONS)
