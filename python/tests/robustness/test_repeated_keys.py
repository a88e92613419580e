"""The last value of a repeated key, in every way to read: docs/errors.md, "Repeated keys".

unpackb is the reference: the vectors check it. Everything else must show the same values.
"""

from dataclasses import dataclass

import pytest
from same import same
from tool import run
from traced import peak
from vectors import parse_bytes, rows

import hayapack
from hayapack import ExtType, packb

pytestmark = pytest.mark.pure_is_long

ROWS = [fields for file, fields in rows("valid") if file == "duplicate-keys.tsv"]
PACKED = {fields[0]: parse_bytes(fields[1]) for fields in ROWS}
OPTIONS = {"strict_map_key": False, "use_list": False}


def plain(view):
    """A view's content, read entry by entry."""
    if hasattr(view, "items"):
        return dict(plain(pair) for pair in view.items())
    if type(view) is tuple or hasattr(view, "offset"):
        return tuple(map(plain, view))
    return view


def maps(value, path, found):
    """(path, map) of each map in a decoded value that get() can reach."""
    if isinstance(value, dict):
        found.append((path, value))
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
    for key, inner in pairs:
        if type(key) in (str, bytes, int):
            maps(inner, [*path, key], found)
    return found


@pytest.mark.parametrize("name", PACKED)
def test_get(backend, name):
    expected = backend.unpackb(PACKED[name], **OPTIONS)
    for path, found in maps(expected, [], []):
        assert same(backend.get(PACKED[name], path, **OPTIONS), found)
        for key, value in list(found.items())[:20] + list(found.items())[-3:]:
            if isinstance(key, (float, bool)) and key in (0, 1):
                key = int(key)
            if type(key) in (str, bytes, int):
                assert same(backend.get(PACKED[name], [*path, key], **OPTIONS), value)


@pytest.mark.parametrize("searches", [0, 1, 10])
@pytest.mark.parametrize("name", PACKED)
def test_view(backend, name, searches):
    expected = backend.unpackb(PACKED[name], **OPTIONS)
    for path, found in maps(expected, [], []):
        view = backend.View(PACKED[name], **OPTIONS)
        for key in path:
            view = view[key]
        for key in list(found)[:1] * searches:
            assert key != key or same(plain(view[key]), found[key])
        for key, value in list(found.items())[:20] + list(found.items())[-3:]:
            if key == key:  # no NaN is found by another one
                assert key in view and same(plain(view[key]), value) and same(plain(view.get(key)), value)
        assert len(view) == len(found) and bool(view)
        assert same(plain(view), found) and same(view.value(), found)
        assert same(tuple(view), tuple(found)) and same(tuple(view.keys()), tuple(found))
        assert same(tuple(map(plain, view.values())), tuple(found.values()))
        assert same({key: plain(value) for key, value in dict(view.items()).items()}, found)
        if all(key == key for key in found):
            assert same({key: plain(value) for key, value in dict(view).items()}, found)
            assert view == found and not view != found


@pytest.mark.parametrize("name", PACKED)
def test_unpacker(backend, name):
    expected = backend.unpackb(PACKED[name], **OPTIONS)
    unpacker = backend.Unpacker(**OPTIONS)
    unpacker.feed(PACKED[name])
    assert same(unpacker.unpack(), expected)
    step = 1 + len(PACKED[name]) // 100
    for at in range(0, len(PACKED[name]), step):
        unpacker.feed(PACKED[name][at : at + step])
    assert same(unpacker.unpack(), expected)
    assert same(backend.unpackb(PACKED[name], object_hook=lambda value: value, **OPTIONS), expected)


def test_columns(backend):
    done = 0
    for name, packed in PACKED.items():
        value = backend.unpackb(packed, **OPTIONS)
        packed, value = (packed, value) if isinstance(value, tuple) else (b"\x91" + packed, (value,))
        for key in {key for row in value for key in row if type(key) is str}:
            wanted = [row.get(key) for row in value]
            if all(type(each) in (int, type(None)) for each in wanted):
                assert backend.columns(packed, [key])[key].tolist() == wanted, name
                done += 1
    assert done >= 10


def test_pairs_hooks_get_all_entries(backend):
    packed = PACKED["with other keys between"]
    pairs = [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("a", 5)]
    assert backend.unpackb(packed, object_pairs_hook=list) == pairs
    assert backend.unpackb(packed, object_hook=dict) == {"a": 5, "b": 2, "c": 4}
    unpacker = backend.Unpacker()
    unpacker.feed(packed)
    assert [unpacker.read_map_header(), unpacker.unpack(), unpacker.unpack()] == [5, "a", 1]


def test_types_get_the_last_value(backend):
    @dataclass
    class Point:
        x: int

    registry = hayapack.TypeRegistry()
    registry.register(Point, "P")
    typed = packb("P") + bytes.fromhex("82 a178 01 a178 02")
    assert backend.unpackb(packb(ExtType(100, typed)), types=registry).x == 2


def test_a_later_value_of_another_kind_replaces_what_a_path_leads_into(backend):
    packed = bytes.fromhex("83 a161 81a16201 a162 00 a161 05")  # {"a": {"b": 1}, "b": 0, "a": 5}
    with pytest.raises(KeyError, match="no key 'b' in the int at"):
        backend.get(packed, "$.a.b")
    assert backend.get(packed, "$.a.b", None) is None and backend.get(packed, "$.a") == 5
    packed = bytes.fromhex("82 a161 05 a161 9281a16201 81a16202")  # {"a": 5, "a": [{"b": 1}, {"b": 2}]}
    assert backend.get(packed, "$.a[1].b") == 2 and backend.get(packed, "$.a[-2].b") == 1
    packed = bytes.fromhex("82 a161 92 82a16201a16202 07 a161 91 82a16203a16204")
    assert backend.get(packed, "$.a[0].b") == 4
    assert backend.get(packed, "$.a[1]", None) is None
    assert backend.get(packed, "${#0}[0].b") == 2  # an entry by its number


def test_every_map_on_the_path_is_read_to_its_end(backend):
    for tail, error in ((b"\xc1", hayapack.ReservedByteError), (b"", hayapack.TruncatedError)):
        packed = b"\x92" + b"\x82\xa1a\x01\xa1b" + b"\x05" + b"\x82\xa1a\x01\xa1b" + tail
        assert backend.get(packed, "$[0].a") == 1  # nothing behind it is read
        with pytest.raises(error):
            backend.get(packed, "$[1].a")
        with pytest.raises(error):
            backend.View(packed)[1]["a"]


def test_keys_that_hooks_make(backend):
    """Bytes that differ, but whose objects are equal."""
    hook = {"ext_hook": lambda code, data: "a" if code == 1 else 1}
    made = bytes.fromhex("84 a161 01 d40100 02 01 03 d40200 04")  # {"a": 1, ext 1: 2, 1: 3, ext 2: 4}
    stamped = bytes.fromhex("82 05 01 d6ff00000005 02")  # {5: 1, 5 s: 2}
    text = bytes.fromhex("82 a161 01 a261ff 02")  # {"a": 1, "a\xff": 2}
    mixed = bytes.fromhex("82 a161 01 c40161 02")  # {"a": 1, b"a": 2}
    for packed, options in (
        (made, hook), (stamped, {"timestamp": 1}), (text, {"unicode_errors": "ignore"}), (mixed, {"raw": True})
    ):  # fmt: skip
        expected = backend.unpackb(packed, strict_map_key=False, **options)
        for searches in (0, 10):
            view = backend.View(packed, **options)
            for _ in range(searches):
                assert view[next(iter(expected))] == next(iter(expected.values()))
            assert dict(view) == expected == view
        for key, value in expected.items():
            assert backend.View(packed, **options)[key] == value
            key = int(key) if isinstance(key, float) else key
            assert backend.get(packed, [key], **options) == value
    assert backend.get(mixed, "$.a", raw=True) == 2
    lists = bytes.fromhex("82 a161 01 91c0 02")  # {"a": 1, [nil]: 2}
    assert backend.get(lists, "$.a", list_hook=lambda value: "a") == 2
    with pytest.raises(hayapack.InvalidKeyError):  # as from unpackb
        backend.get(lists, "$.a", object_hook=len)


def test_numbers_that_are_equal(backend):
    large = 2**63
    packed = (
        b"\x84"
        + packb(large)
        + b"\x01"
        + packb(float(large))
        + b"\x02"
        + packb(2**53 + 1)
        + b"\x03"
        + packb(float(2**53))
        + b"\x04"
    )
    assert backend.get(packed, [large]) == 2 and backend.get(packed, [2**53 + 1]) == 3
    assert backend.get(packed, [2**53]) == 4
    assert backend.get(bytes.fromhex("82 01 01 ca3f800000 02"), "${1}") == 2  # a float32
    assert backend.get(bytes.fromhex("82 00 01 c3 02"), "${0}") == 1


@pytest.mark.long
def test_memory_of_the_index_is_bounded_by_the_map(backend):
    """Iterating over a view keeps the keys, not the values."""

    def read(n):
        view = backend.View(packb({i: [0] * 50 for i in range(n)}))
        return peak(lambda: all(True for _ in view))

    assert read(20_000) < 2.2 * read(10_000) + 4096 < 10_000 * 600


@pytest.mark.package
@pytest.mark.parametrize("name", ["str key twice", "with other keys between", "containers as values",
                                  "integer and its digits", "float, integer and true"])  # fmt: skip
def test_the_tool(backend, name, tmp_path):
    """`get` prints the last value, `cat` all of them."""
    if backend.name == "pure":
        pytest.skip("the tool uses either back end in the same way")
    file = tmp_path / "message"
    file.write_bytes(PACKED[name])
    expected = backend.unpackb(PACKED[name], strict_map_key=False)

    def tool(*arguments):
        done = run(*map(str, arguments))
        return done.returncode, done.stdout

    for key, value in expected.items():
        path = f"$.{key}" if isinstance(key, str) and key.isalpha() else None
        path = path or (f'$["{key}"]' if isinstance(key, str) else f"${{{int(key)}}}")
        status, raw = tool("get", "--raw", file, path)
        assert status == 0 and backend.unpackb(raw) == value
    assert tool("cat", "--plain", file)[0] == 3
    status, text = tool("cat", file)
    assert status == 0 and b"$map" in text
    (tmp_path / "a.json").write_bytes(text)
    assert tool("convert", tmp_path / "a.json", tmp_path / "b.msgpack")[0] == 0
    assert (tmp_path / "b.msgpack").read_bytes() == PACKED[name]
