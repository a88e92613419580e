"""Paths have one grammar: in both back ends, the tool and error messages."""

import pytest
from tool import good, run

import hayapack
from hayapack import Packer, packb

BIDI = "\u202eabc\x9b"
PAIRS = [
    ("a", [10, {"b c": "found", "é": 4, "\U0001f600": 5, "it's": 6, 'q"': 7, "": 8, "\n": 9}]),
    (7, "seven"), (-7, "minus"), ("twice", 1), ("twice", 2), (BIDI, "bidi"), ("632", {"name": "n"}),
]  # fmt: skip
MESSAGE = Packer().pack_map_pairs(PAIRS)
# A key that is not UTF-8 comes last.
MESSAGE = bytes([MESSAGE[0] + 1]) + MESSAGE[1:] + b"\xa2\xff\x80" + b"\x05"

#: The spellings of a path, and the value there.
TABLE = [
    (["$.a[0]", "a[0]", ".a[0]", "$['a'][0]", '$["a"][ 0 ]', "$ .a [0]", "$.a[-2]", "${#0}[0]"], 10),
    (["$.a[1]['b c']", '$.a[-1]["b c"]', 'a[1]["b\\u0020c"]', 'a[1]["b\\x20c"]'], "found"),
    (["$.a[1].é", "$.a[1]['é']", '$.a[1]["\\u00e9"]', '$.a[1]["\\xc3\\xa9"]'], 4),
    (['$.a[1]["\\ud83d\\ude00"]', "$.a[1].\U0001f600", "$.a[1]['\\xf0\\x9f\\x98\\x80']"], 5),
    (["$.a[1]['it\\'s']", '$.a[1]["it\'s"]'], 6),
    (["$.a[1]['q\"']", '$.a[1]["q\\""]'], 7),
    (["$.a[1]['']", '$.a[1][""]'], 8),
    (["$.a[1]['\\n']", '$.a[1]["\\u000A"]', '$.a[1]["\\x0a"]'], 9),
    (["${7}", "{7}", "${#1}"], "seven"),
    (["${-7}", "{-7}"], "minus"),
    (["$.twice", "twice"], 2),  # the last of repeated keys
    (['$["\\u202eabc\\u009b"]', '$["\\xe2\\x80\\xaeabc\\xc2\\x9b"]', f"$['{BIDI}']"], "bidi"),
    (["$['632'].name", '$["632"]["name"]', "['632'].name"], "n"),
    (['$["\\xff\\x80"]', "$['\\xff\\x80']"], 5),
    (["${key #1}"], 7),
]  # fmt: skip
ROWS = [(path, value) for paths, value in TABLE for path in paths]

HINTS = [
    ("$.a.0", "[0]"), ("$.a-b", '["a-b"]'), ("$a", "$.name"), ("/a/0", "$.a[0]"), ("$[a]", ".name"),
    ("${a}", "integer key"), ("$..a", "one value"), ("$[*]", "one value"), ("$.*", "one value"), ("$[1:2]", "one value"),
    ("$['a', 'b']", "one value"), ("$.a…", "shortened"), ("$['a", "not closed"), ("", "$ is the whole"),
    ('$["\\ud83d"]', "surrogate"), ('$["\\q"]', "unknown"),
    *((path, "") for path in ("$.", "$[", "$[]", "$[x]", "$[1", "${}", "${x}", "${key 1}", "$\ud800")),
]  # fmt: skip


@pytest.mark.parametrize("path, value", ROWS)
def test_every_text_of_a_path(backend, path, value):
    assert backend.get(MESSAGE, path) == value


def test_the_tool_reads_the_same_texts():
    for path, _value in ROWS:
        assert good("get", path, stdin=packb(0)[:0] + MESSAGE, PYTHONIOENCODING="utf-8").strip() != b"", path
        break
    from hayapack.cli.events import paths
    from hayapack.cli.events.events import MESSAGES, Run
    from hayapack.cli.json import path_seeker

    whole = Run(MESSAGE, 0, MESSAGES, 1, 0, 0, "$", 0)
    for path, value in ROWS:
        assert path_seeker.in_run(whole, paths.parse(path)).data == packb(value), path


@pytest.mark.parametrize("path, hint", HINTS)
def test_hints_for_near_misses(backend, path, hint):
    with pytest.raises(ValueError, match="not a path") as caught:
        backend.get(MESSAGE, path)
    assert hint in str(caught.value)


def test_the_tool_gives_the_same_hint():
    done = run("get", "$.a.0", stdin=MESSAGE)
    assert done.returncode == 2 and b"not a path: '$.a.0'" in done.stderr and b"element 0" in done.stderr


@pytest.mark.parametrize(
    "key", ["a", "é", BIDI, "\x7f\u2066\u2069\u200e\u200f\u061c", "\u2028\u200d", 'q"\\', "\x01", "long" * 30]
)
def test_the_path_of_an_error_is_a_path_and_the_same_everywhere(both, key):
    broken = packb({key: "x"})[:-1] + b"\xff"
    shown = set()
    for one in both:
        with pytest.raises(hayapack.InvalidUtf8Error) as caught:
            one.unpackb(broken)
        shown.add(caught.value.path)
    (path,) = shown
    from hayapack.cli.events import paths

    assert "$" + paths.key_component(key, 0) == path
    assert not set(path) & set(BIDI[:1] + BIDI[-1:] + "\x7f\u2066\u2069\u200e\u200f\u061c\x01")
    if len(key) < 60:
        for one in both:
            assert one.get(packb({key: "x"}), path) == "x"
