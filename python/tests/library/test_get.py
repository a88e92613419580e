"""get: paths as text and as keys, missing values, damaged messages."""

import pytest

import hayapack
from hayapack import ExtType, Timestamp, packb

VALUE = {
    "a": [10, 20, {"b": "found", "c d": 1, 'q"uote\\': 2, "": 3, "é": 4, "ctrl\x01": 5}],
    "long" * 30: "key of 120 bytes",
    -7: "minus seven",
    2**64 - 1: "large",
    b"bin": "binary key",
    (1, 2): {"in": "pair"},
    "nil": None,
}
PACKED = packb(VALUE)


@pytest.mark.parametrize(
    "path, expected",
    [
        ("${18446744073709551615}", "large"),
        ("${#4}", "binary key"),
        ("${key #4}", b"bin"),
        ("${#5}.in", "pair"),
        ("${key #5}[1]", 2),
        ("$.nil", None),
        (["a", 2, "b"], "found"),
        (("a", -1, "b"), "found"),
        ([-7], "minus seven"),
        ([2**64 - 1], "large"),
        ([b"bin"], "binary key"),
        (["long" * 30], "key of 120 bytes"),
        (dict.fromkeys(["a", 1]), 20),
    ],
)
def test_found(backend, path, expected):
    """Other texts: test_paths.py."""
    assert backend.get(PACKED, path) == expected


def test_the_root(backend):
    assert backend.get(packb([1]), "$") == [1]
    assert backend.get(packb([1]), []) == [1]
    assert backend.get(b"\x05\x06", "$") == 5  # bytes after it are not read


@pytest.mark.parametrize(
    "path, error, text",
    [
        ("$.no", KeyError, "no key 'no' in the map of 7 entries at $"),
        (r'$["\xff"]', KeyError, r'no key ["\xff"] in the map of 7 entries at $'),
        (["\ud800\udcff"], KeyError, "no key '\\ud800\\udcff' in the map of 7 entries at $"),
        ("$.a.no", KeyError, "no key 'no' in the array of 3 elements at $.a"),
        ("$.a[0].b", KeyError, "no key 'b' in the int at $.a[0]"),
        ("$.nil[0]", IndexError, "no element 0 in the nil at $.nil"),
        ("$.a[3]", IndexError, "no element 3 in the array of 3 elements at $.a"),
        ("$.a[-4]", IndexError, "no element -4 in the array of 3 elements at $.a"),
        ("$[0]", IndexError, "no element 0 in the map of 7 entries at $"),
        ("${5}", KeyError, "no key 5 in the map of 7 entries at $"),
        ("${#7}", IndexError, "no entry 7 in the map of 7 entries at $"),
        ("${key #9}", IndexError, "no entry 9 in the map of 7 entries at $"),
        (["a", 2, b"b"], KeyError, "no key b'b' in the map of 6 entries at $.a[2], but a str key of these bytes: .b"),
        (["a", 99999999999999999999], IndexError, "no element 99999999999999999999 in the array of 3 elements at $.a"),
        ([2**70], KeyError, f"no key {2**70} in the map of 7 entries at $"),
        (["\ud800"], KeyError, "no key '\\ud800' in the map of 7 entries at $"),
    ],
)
def test_not_found(backend, path, error, text):
    with pytest.raises(error) as caught:
        backend.get(PACKED, path)
    assert caught.value.args == (text,)
    assert backend.get(PACKED, path, None) is None
    assert backend.get(PACKED, path, default=5) == 5


@pytest.mark.parametrize("path", [b"$.a", None, 5, [1.5], [True], [None], [("a",)]])
def test_not_even_a_sequence_of_keys(backend, path):
    with pytest.raises(TypeError):
        backend.get(PACKED, path)


def test_values_of_all_kinds(backend):
    values = [Timestamp(1, 2), ExtType(5, b"x"), 1.5, True, b"b", "t", {"k": [1]}, 2**64 - 1, -(2**63)]
    packed = packb(values)
    for index, value in enumerate(values):
        assert backend.get(packed, f"$[{index}]") == value
    assert backend.get(packed, "$[0]", timestamp=2) == 1_000_000_002
    assert backend.get(packed, "$[1]", ext_hook=lambda code, data: code) == 5
    assert backend.get(packed, "$[6]", object_hook=len) == 1
    assert backend.get(packed, "$[6].k", use_list=False) == (1,)


def test_options(backend):
    with pytest.raises(TypeError, match="unexpected keyword argument 'max_size'"):
        backend.get(PACKED, "$", max_size=1)
    with pytest.raises(hayapack.InvalidKeyError) as caught:
        backend.get(PACKED, "$.nil", strict_map_key=True)
    assert caught.value.path == "${key #2}"
    with pytest.raises(hayapack.BufferFull):
        backend.get(PACKED, "$", max_buffer_size=10)
    with pytest.raises(hayapack.StackError):
        backend.get(PACKED, "$.a[2]", max_depth=2)


def test_from_a_view(backend):
    view = backend.View(packb({"x": [VALUE]}), timestamp=1)
    assert backend.get(view["x"][0], "$.a[2].b") == "found"
    assert backend.get(view, ["x", 0, "a", 1]) == 20
    with pytest.raises(TypeError, match="a View already has its options"):
        backend.get(view, "$", raw=True)
    with pytest.raises(KeyError, match=r"at \$.x\[0\]"):
        backend.get(view["x"][0], "$.no")


@pytest.mark.parametrize(
    "data, path, name, offset, where",
    [
        ("82 a161 01 a162", "$.b", "truncated", 6, "$.b"),
        ("82 a161 c1 a162 01", "$.b", "reserved_byte", 3, "$.a"),
        ("92 dd00ffffff 01", "$[1]", "truncated", 1, "$[0]"),
        ("92 92 01 02", "$[1]", "truncated", 1, "$[0]"),
        ("91 a2 61ff", "$[0]", "invalid_utf8", 1, "$[0]"),
        ("81 c1 01", "$.a", "reserved_byte", 1, "${key #0}"),
        ("81 d9", "$.a", "truncated", 0, "$"),
        ("91 " * 1025, "$" + "[0]" * 1024, "too_deep", 1024, None),
        ("", "$.a", "truncated", 0, "$"),
    ],
)
def test_broken_messages(backend, data, path, name, offset, where):
    with pytest.raises(hayapack.UnpackException) as caught:
        backend.get(bytes.fromhex(data), path, None)
    assert (caught.value.name, caught.value.offset) == (name, offset)
    if where is not None:
        assert caught.value.path == where


def test_what_is_passed_over_is_not_decoded(backend):
    packed = b"\x83\xa1a\xa1\xff\xa1b\xd5\xff\x00\x00\xa1c\x05"
    assert backend.get(packed, "$.c") == 5
    with pytest.raises(hayapack.InvalidUtf8Error):
        backend.get(packed, "$.a")


def test_paths_of_errors_are_paths_for_get(backend):
    broken = packb({"rows": [{"a": 1}, {'odd "key"': {5: [b"x", "?"]}}]}).replace(b"\xa1?", b"\xa1\xff")
    with pytest.raises(hayapack.InvalidUtf8Error) as caught:
        backend.unpackb(broken, strict_map_key=False)
    path = caught.value.path
    assert path == '$.rows[1]["odd \\"key\\""]{5}[1]'
    assert backend.get(broken, path, raw=True) == b"\xff"
    assert backend.get(broken, path[:-3] + "[0]") == b"x"


def test_longer_forms(backend):
    packed = bytes.fromhex("df 00000001 da 0001 61 dd 00000002 01 02")
    assert backend.get(packed, "$.a[1]") == 2


def test_text_keys_of_all_lengths(backend):
    keys = ["k" * n for n in range(70)] + ["k" * 255, "k" * 256, "k" * 65536]
    packed = packb({key: len(key) for key in keys})
    for key in keys:
        assert backend.get(packed, [key]) == len(key)
        assert backend.get(packed, [key[:-1] + "j"] if key else ["j"], None) is None
