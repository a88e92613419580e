"""Bin that holds text, in the tool: inspect, stats, get, diff, and JSON with --bin=text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_json import PLAIN_LOOK, SETTINGS, packed, run_of
from tool import good, run

from hayapack import ExtType, Packer, packb
from hayapack._core.tokens import is_text
from hayapack.cli.commands import stats
from hayapack.cli.json import from_json, tags, to_json_exact, to_json_fast

#: As Python 2 writes it with use_bin_type=True.
PYTHON_2 = packb({b"users": [{b"name": b"haya", b"id": 5}, {b"name": "w\u00e9".encode(), b"raw": b"\x00\xff"}]})
BACK_ENDS = [{}, {"MSGPACK_PUREPYTHON": "1"}]


@pytest.mark.parametrize("env", BACK_ENDS)
def test_inspect_shows_text_and_names_keys(env):
    lines = good("inspect", stdin=PYTHON_2, PYTHONIOENCODING="utf-8", **env).decode().splitlines()
    for end in [
        '${key #0}  5 bytes: "users"', '$[b"users"][0][b"name"]  4 bytes: "haya"',
        '$[b"users"][1][b"name"]  3 bytes: "w\u00e9"', '$[b"users"][1][b"raw"]  2 bytes',
    ]:  # fmt: skip
        assert sum(line.endswith("  " + end) for line in lines) == 1, end
    long = good("inspect", stdin=packb(["\u202e\\\n".encode() + b"x" * 100, b""]), **env).decode().splitlines()
    assert long[1].endswith('105 bytes: "\\u202e\\\\\\n' + "x" * 48 + "\u2026") and long[2].endswith("0 bytes")


@pytest.mark.parametrize("env", BACK_ENDS)
def test_inspect_marks_repeated_bin_keys(env):
    data = Packer().pack_map_pairs(
        [("a", 1), (b"a", 2), (b"a", 3)] + [(b"k%d" % n, n) for n in range(20)] + [(b"k7", 0)]
    )
    notes = [line.split("! ")[1] for line in good("inspect", stdin=data, **env).decode().splitlines() if "! " in line]
    assert notes == ["repeats key #1", "repeats key #10"]


@pytest.mark.parametrize("env", BACK_ENDS)
def test_stats_names_bin_keys_and_counts_text(env):
    table = good("stats", stdin=PYTHON_2, **env).decode()
    assert '$[b"users"][][b"name"]  bin text\n' in table and '$[b"users"][][b"raw"]  bin\n' in table
    rows = json.loads(good("stats", "--json", stdin=PYTHON_2 + packb({b"users": {b"name": b"\0"}}), **env))["paths"]
    (row,) = [row for row in rows if row["path"] == '$[b"users"][][b"name"]']
    assert (row["types"], row["bin_text"]) == ({"bin": 2}, 2)
    for row in rows:  # what stats prints is a path of get
        if row["path"] == '$[b"users"][b"name"]':
            continue
        done = run("get", "-", row["path"], stdin=PYTHON_2, **env)
        assert done.returncode == 0 and done.stdout.count(b"\n") == row["count"] - (row["path"] in SECOND), row


#: The paths in the second message, with one value each.
SECOND = ["$", '$[b"users"]']


def test_stats_says_which_paths_are_shortened():
    key, long = "k" * 59, "l" * 61
    deep = value = {}
    for _ in range(40):
        value[key] = value = {}
    value["a"] = value["b"] = 1
    rows = json.loads(
        good("stats", "--json", stdin=packb({long: 1, long + "2": 2, key: 3, "x\u2026": 4, "deep": deep}))
    )["paths"]
    whole = [row["path"] for row in rows if "shortened" not in row]
    assert len(set(whole)) == len(whole) and f"$.{key}" in whole and '$["x\u2026"]' in whole
    cut = [row for row in rows if row.get("shortened")]
    assert f"$.{long[:60]}\u2026" in [row["path"] for row in cut] and all("\u2026" in row["path"] for row in cut)


def test_diff_names_bin_keys(tmp_path):
    (tmp_path / "a.msgpack").write_bytes(PYTHON_2)
    (tmp_path / "b.msgpack").write_bytes(PYTHON_2.replace(b"haya", b"HAYA"))
    done = run("diff", "a.msgpack", "b.msgpack", cwd=tmp_path)
    assert done.stdout.decode() == '~ $[b"users"][0][b"name"]: {"$utf8":"haya"} -> {"$utf8":"HAYA"}\n'
    (tmp_path / "a.jsonl").write_bytes(good("cat", "--bin=text", "a.msgpack", cwd=tmp_path))
    assert good("diff", "a.msgpack", "a.jsonl", cwd=tmp_path) == b""


@pytest.mark.parametrize(
    "value, text",
    [
        (b"haya", '{"$utf8":"haya"}'), (b"", '{"$utf8":""}'), (b"\x00", '{"$bytes":"AA=="}'), (b"a\tb\r\n", '{"$utf8":"a\\tb\\r\\n"}'),
        (b"\xff", '{"$bytes":"/w=="}'), ({b"a": 1, b"b": {}}, '{"$utf8":{"a":1,"b":{}}}'),
        ({b"a": 1, "b": b"c"}, '{"$map":[[{"$utf8":"a"},1],["b",{"$utf8":"c"}]]}'),
        ({b"a": 1, b"\xff": 2}, '{"$map":[[{"$utf8":"a"},1],[{"$bytes":"/w=="},2]]}'),
        ({b"$map": 1, b"a": 2}, '{"$map":[[{"$utf8":"$map"},1],[{"$utf8":"a"},2]]}'),
        ({"$utf8": 1}, '{"$map":[["$utf8",1]]}'), ({b"a": 1.5, b"b": {b"c": [b"d"]}}, '{"$utf8":{"a":1.5,"b":{"$utf8":{"c":[{"$utf8":"d"}]}}}}'),
        (ExtType(100, packb("T") + packb({b"a": 1})), '{"$type":"T","$value":{"$utf8":{"a":1}}}'),
    ],
)  # fmt: skip
def test_bin_as_text_is_marked_and_comes_back(value, text):
    data = packb(value)
    assert to_json_exact.to_json(data, texts=True).decode() == text
    assert [found.decode() for found in to_json_fast.Mapper(False, PLAIN_LOOK, True).messages(run_of(data))] == [text]
    assert from_json.pack_text(text.encode(), from_json.Options()) == data


def test_repeated_bin_keys_are_kept():
    data = b"\x82\xc4\x01a\x01\xc4\x01a\x02"
    text = to_json_exact.to_json(data, texts=True)
    assert (
        text == b'{"$map":[[{"$utf8":"a"},1],[{"$utf8":"a"},2]]}'
        and from_json.pack_text(text, from_json.Options()) == data
    )


@pytest.mark.parametrize(
    "text",
    ['{"$utf8":1}', '{"$utf8":{"$bytes":"AA=="}}', '{"$utf8":{"a":1,"a":2}}', '{"$utf8":"a","b":1}', '{"$utf8":"\\ud800"}',
     '{"$utf8":{"$utf8":{"a":1}}}', '{"$utf8":[]}'],
)  # fmt: skip
def test_other_forms_of_the_tag_are_refused(text):
    with pytest.raises(Exception, match=r"\$utf8") as caught:
        from_json.pack_text(text.encode(), from_json.Options())
    assert caught.value.status == 1


texts = st.text(max_size=4).map(lambda text: text.encode("utf-8", "surrogatepass"))
bins = texts | st.binary(max_size=4) | st.sampled_from(sorted(tag.encode() for tag in tags.ALL))
maps = st.recursive(
    bins | packed.map(lambda data: ExtType(5, data)) | st.floats(width=32) | st.text(st.characters(blacklist_categories=["Cs"]), max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(bins, inner, max_size=3) | st.dictionaries(bins | st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=10,
)  # fmt: skip


@SETTINGS
@given(maps.map(packb) | packed)
def test_any_message_comes_back_to_the_byte(data):
    slow = to_json_exact.to_json(data, texts=True)
    (quick,) = to_json_fast.Mapper(False, PLAIN_LOOK, True).messages(run_of(data))
    assert json.loads(quick) == json.loads(slow) or b"nan" in slow.lower()
    assert from_json.pack_text(quick, from_json.Options()) == from_json.pack_text(slow, from_json.Options()) == data


@SETTINGS
@given(st.binary(max_size=6) | texts)
def test_both_back_ends_agree_on_what_is_text(data):
    native = pytest.importorskip("hayapack._native")
    one, other = native.Tally(), stats._survey.Tally()
    for tally in (one, other):
        tally.walk(packb(data), 0, False, lambda _: 0)
    assert one.rows()[0][4] == other.rows()[0][4] == {"bin text" if data and is_text(data) else "bin": 1}


@pytest.mark.parametrize("command", ["cat", "get", "head", "convert"])
def test_the_option_of_the_commands(command, tmp_path):
    (tmp_path / "a.msgpack").write_bytes(PYTHON_2)
    path = ["$"] if command == "get" else []
    text = good(command, "--bin=text", "a.msgpack", *path, cwd=tmp_path)
    assert json.loads(text)["$utf8"]["users"][0] == {"$utf8": {"name": {"$utf8": "haya"}, "id": 5}}
    assert good("convert", stdin=text) == PYTHON_2
    assert b"$utf8" not in good(command, "a.msgpack", *path, cwd=tmp_path)
    done = run(command, "--plain", "--bin=text", "a.msgpack", *path, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith(f"hayapack: {command}: --bin=text marks text".encode())


def test_a_large_message_as_text_comes_back():
    rows = [{b"name": b"n%d" % n, "id": n} for n in range(20_000)]
    data = packb({b"rows": rows, b"text": b"x" * (9 << 20)})
    text = good("cat", "--bin=text", stdin=data)
    assert text.startswith(b'{"$map":[[{"$utf8":"rows"},[{"$map":[[{"$utf8":"name"},{"$utf8":"n0"}]')
    assert good("convert", stdin=text) == data


def test_get_says_that_the_key_is_bin():
    done = run("get", "-", "$.users", stdin=PYTHON_2)
    end = b", but a bin key of these bytes: [b\"users\"]\n"
    assert (
        done.returncode == 1
        and done.stderr == b"hayapack: standard input: no key 'users' in the map of 1 entry at $" + end
    )
    assert good("get", "-", '$[b"users"][0][b"id"]', stdin=PYTHON_2) == b"5\n"
    large = packb({b"users": [1], "pad": b"x" * (9 << 20)})
    done = run("get", "-", "$.users", stdin=large)
    assert (
        done.returncode == 1
        and done.stderr == b"hayapack: standard input: no key 'users' in the map of 2 entries at $" + end
    )
    assert good("get", "-", '$[b"users"]', stdin=large) == b"[1]\n"
