"""Bin keys, which Python 2 and other writers without str make: in paths, errors, views and columns."""

import pytest

import hayapack
from hayapack import packb

MESSAGE = packb({b"a": {b"b c": 1, b"\xff\x80": 2, "\u00e9".encode(): 3, b"": 4, b'q"\\': 5}, "a": "str", "s": 6})


@pytest.mark.parametrize(
    "path, value",
    [
        ('$[b"a"][b"b c"]', 1), ("[ b'a' ][b'b c']", 1), ('$[b"a"][b"\\xff\\x80"]', 2), ('$[b"a"][b"\u00e9"]', 3),
        ('$[b"a"][b"\\u00e9"]', 3), ('$[b"a"][b"\\xc3\\xa9"]', 3), ("$[b'a'][b'']", 4), ('$[b"a"][b"q\\"\\\\"]', 5),
        ("$.a", "str"),
    ],
)  # fmt: skip
def test_a_path_can_name_a_bin_key(backend, path, value):
    assert backend.get(MESSAGE, path) == value
    assert backend.get(backend.View(MESSAGE), path) == value


def test_raw_takes_str_and_bin_as_the_same(backend):
    assert backend.get(packb({"a": 1}), '$[b"a"]', raw=True) == 1


@pytest.mark.parametrize("path", ['$[b"\ud800"]', "$[b]", '$[b"a]', '$[B"a"]'])
def test_other_texts_are_no_bin_keys(backend, path):
    with pytest.raises(ValueError, match="not a path"):
        backend.get(MESSAGE, path)


@pytest.mark.parametrize(
    "key, end",
    [
        ("b c", ', but a bin key of these bytes: [b"b c"]'),
        ("\udcff\udc80", ', but a bin key of these bytes: [b"\\xff\\x80"]'),
        (b"s", ", but a str key of these bytes: .s"),
        ("k" * 61, ", but a bin key of these bytes"),
        ("other", ""), (b"other", ""), ("\ud800", ""), (7, ""),
    ],
)  # fmt: skip
def test_an_error_says_that_the_key_is_of_the_other_type(backend, key, end):
    message = packb({b"b c": 1, b"\xff\x80": 2, "s": 3, b"k" * 61: 4})
    with pytest.raises(KeyError) as caught:
        backend.get(message, [key])
    text = caught.value.args[0]
    assert text.endswith(f"in the map of 4 entries at ${end}"), text
    # The text of View's own error is the key, as a dict's is, unless there is more to say.
    view = backend.View(message)
    for _ in range(12):  # look-ups that search the bytes, then those by an index
        with pytest.raises(KeyError) as caught:
            view[key]
        assert str(caught.value.args[0]).endswith(f"in the map{end}" if end else str(key))
        assert key not in view and view.get(key, 5) == 5


def test_a_hook_is_not_called_again_for_the_hint(backend):
    message, seen = packb({b"a": 1, hayapack.ExtType(5, b"x"): 2}), []
    with pytest.raises(KeyError) as caught:
        backend.get(message, "$.a", ext_hook=lambda code, data: seen.append(code) or code)
    assert seen == [5] and caught.value.args[0] == "no key 'a' in the map of 2 entries at $"


def test_columns_by_bin_keys(backend):
    rows = packb([{b"a": 1, "a": 2.5}, {b"a": 3}, {"a": None, b"long" * 20: b"x"}])
    found = backend.columns(rows, [b"a", "a", b"long" * 20], {b"a": int})
    assert {key: column.tolist() for key, column in found.items()} == {
        b"a": [1, 3, None], "a": [2.5, None, None], b"long" * 20: [None, None, b"x"],
    }  # fmt: skip
    for name, hint in [("name", "did you mean b'name'?"), (b"naem", "did you mean b'name'?"), (b"x", "missing='null'")]:
        with pytest.raises(KeyError) as caught:
            backend.columns(packb([{b"name": 1}]), [name])
        assert hint in caught.value.args[0]
    with pytest.raises(TypeError, match="str or bytes, or a tuple of them, not 'int'"):
        backend.columns(rows, [1])
    with pytest.raises(TypeError, match="not a single bytes"):
        backend.columns(rows, b"a")
    with pytest.raises(ValueError, match="given twice"):
        backend.columns(rows, [b"a", b"a"])


def test_paths_of_errors_have_the_number_of_a_bin_key_as_in_all_languages(both):
    for one in both:
        with pytest.raises(hayapack.InvalidUtf8Error) as caught:
            one.unpackb(b"\x81\xc4\x01a\xa1\xff")
        assert caught.value.path == "${#0}"
