"""get: wildcards in paths, payloads, and the order of FILE and PATH."""

import contextlib
import json
import random

import pytest
from test_cli_commands import VALUE
from tool import good, inside, on_terminal, run

from hayapack import ExtType, Packer, Timestamp, packb, unpackb
from hayapack.cli.events import cutter as cutting
from hayapack.cli.events import msgpack_writer, paths
from hayapack.cli.events.events import MESSAGES, Run
from hayapack.cli.input import inputs
from hayapack.cli.json import path_seeker, to_json_fast

ORDERS = {
    "items": [{"sku": "A", "price": 2.5}, {"sku": "B"}, {"price": 10, "tags": []}],
    "by": {"x": {"n": 1}, "y": {"n": 2}},
}


@pytest.mark.parametrize(
    "path, lines, missing",
    [
        ("$.items[].price", ["2.5", "10"], "1 place without it; in the first: no key 'price' in the map of 1 entry at $.items[1]"),
        ("items[ 0 ].sku", ['"A"'], ""), ("$.by{}", ['{"n":1}', '{"n":2}'], ""), ("$.by{}.n", ["1", "2"], ""),
        ("$.items[-1].tags[]", [], ""), ("$.items[1]{}", ['"B"'], ""), ("${}{}.n", ["1", "2"], "1 place without it; in the first: no entries in the array of 3 elements at $.items"),
        ("$.items[][]", [], "3 places without it; in the first: no elements in the map of 2 entries at $.items[0]"),
        ("$.no[]", [], "no key 'no' in the map of 2 entries at $"), ("$.by[]", [], "no elements in the map of 2 entries at $.by"),
    ],
)  # fmt: skip
def test_wildcards(path, lines, missing):
    for options in ([], ["--unchecked"]):
        done = run("get", *options, "-", path, stdin=packb(ORDERS) + b"\x01")
        assert done.stdout.decode().splitlines() == lines
        assert done.returncode == (1 if missing and not lines else 0)
        assert missing in done.stderr.decode() and bool(missing) == bool(done.stderr)


def test_wildcards_in_all_messages_and_unchanged():
    data = packb(ORDERS) + packb([1]) + packb(ORDERS)
    done = run("get", "--all", "-", "$.by{}.n", stdin=data)
    assert done.stdout == b"1\n2\n1\n2\n" and done.returncode == 0
    assert (
        done.stderr
        == b"hayapack: standard input: 1 place without it; in the first: no key 'by' in the array of 1 element at $, in message 2\n"
    )
    assert good("get", "--raw", "-", "$.by{}", stdin=data) == packb({"n": 1}) + packb({"n": 2})
    lz4 = good("convert", "--lz4", "block", stdin=packb(ORDERS))
    assert good("get", "-", "$.by{}.n", stdin=lz4) == b"1\n2\n"


def test_each_entry_of_a_repeated_key_is_a_value():
    data = Packer().pack_map_pairs([("a", 1), ("a", 2), (None, 3)])
    assert good("get", "-", "${}", stdin=data) == b"1\n2\n3\n"
    assert good("get", "-", "$.a", stdin=data) == b"2\n"


def test_an_error_has_the_path_of_its_value():
    done = run(
        "get", "-", "$.rows[].name", stdin=packb({"rows": [{"name": "a"}, {"name": "xx"}]}).replace(b"xx", b"x\xff")
    )
    assert done.stdout == b'"a"\n' and done.returncode == 1
    assert b"byte 21: invalid UTF-8" in done.stderr and b"at $.rows[1].name" in done.stderr


def test_large_values_in_a_large_value_are_written():
    data = packb({"a": [1, b"x" * (9 << 20), {"y" * (9 << 20): 2}]})
    assert good("get", "--raw", "-", "$.a", stdin=data) == data[3:]
    assert good("get", "--raw", "-", "$.a[]", stdin=data) == data[4:]
    assert good("get", "-", "$.a", stdin=data) == good("cat", stdin=data[3:])


def test_all_paths_of_stats_are_accepted():
    data = packb(VALUE) + packb(ORDERS)
    for row in json.loads(good("stats", "--json", stdin=data))["paths"]:
        done = run("get", "--all", "--raw", "-", row["path"], stdin=data)
        assert done.returncode == 0 and len(done.stdout) == row["bytes"], row


def seen(data, path):
    """The bytes of the values of the message in a file, the errors of places without one, the number of values."""
    seeker = path_seeker.Seeker(paths.parse(path))
    found, errors = bytearray(), []
    seeker._miss = errors.append
    with contextlib.closing(inputs.open_input(str(data))) as source:
        cutter = cutting.Cutter(source)
        for event in cutter:
            for part in seeker.take(cutter, event):
                found += b"".join(msgpack_writer.pieces(part))
    return bytes(found), [str(error) for error in errors], seeker.found


@pytest.mark.long
def test_large_messages_give_the_same_as_small_ones(monkeypatch, tmp_path):
    rng = random.Random(5)

    def value(depth):
        kind = rng.randrange(8)
        if depth and kind < 3:
            return [value(depth - 1) for _ in range(rng.randrange(6))]
        if depth and kind < 6:
            return {rng.choice(["a", "b", b"a", 7, "long" * 9]): value(depth - 1) for _ in range(rng.randrange(5))}
        return rng.choice([1, "x" * rng.randrange(90), b"y" * 50, None, ExtType(5, b"z" * 40)])

    steps = ["[]", "{}", ".a", '[b"a"]', "{7}", "[1]", "[-1]", "{#0}", "{key #1}"]
    file = tmp_path / "message"
    pieces = 0
    for _ in range(400):
        data = packb([value(5) for _ in range(4)])
        path = "$[]" + "".join(rng.choice(steps[:2] if rng.random() < 0.5 else steps) for _ in range(rng.randrange(4)))
        file.write_bytes(data)
        whole = seen(file, path)
        with monkeypatch.context() as patch:
            patch.setattr(cutting, "BIG", 30)
            patch.setattr(cutting, "PIECE", 20)
            patch.setattr(cutting, "WINDOW", 16)
            parts = seen(file, path)
        assert parts[0] == whole[0] and parts[2] == whole[2] and len(parts[1]) == len(whole[1]), (
            path,
            unpackb(data, strict_map_key=False),
        )
        pieces += whole[2]
    assert pieces > 300


@pytest.mark.long
def test_an_array_that_is_too_large_to_be_complete_in_memory():
    rows = b"\xdd" + (40_000).to_bytes(4, "big") + packb({"a": "x" * 300, "b": [1, 2]}) * 40_000
    assert good("get", "-", "$[].b[1]", stdin=rows) == b"2\n" * 40_000


# --- payloads -------------------------------------------------------------------


@pytest.mark.parametrize("value", [b"\x00\xff", "h\u00e9", ExtType(5, b"abc"), b"", b"x" * (9 << 20)], ids=range(5))
def test_payload(value, tmp_path):
    payload = value.data if isinstance(value, ExtType) else value.encode() if isinstance(value, str) else value
    assert good("get", "--payload", "-", "$.a[0]", stdin=packb({"a": [value]})) == payload
    assert good("get", "--payload", "-", "$[]", stdin=packb([value, value])) == payload * 2


@pytest.mark.parametrize("value, name", [([1], "an array"), ({}, "a map"), (5, "an int"), (None, "nil"), ([b"x" * 50] * 200_000, "an array")], ids=range(5))  # fmt: skip
def test_other_values_have_no_payload(value, name):
    done = run("get", "--payload", "-", "$.a", stdin=packb({"a": value}))
    text = f"hayapack: standard input: byte 3: {name} has no payload: --raw writes its bytes, at $.a\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", text)


def test_payload_excludes_raw_and_a_terminal(tmp_path):
    assert run("get", "--raw", "--payload", "-", "$", stdin=b"\x01").returncode == 2
    (tmp_path / "a").write_bytes(packb("a"))
    shown, said = on_terminal(["get", "--payload", str(tmp_path / "a"), "$"], 80, status=2)
    assert "terminal" in said and not shown


# --- the order of the arguments ---------------------------------------------------


def test_file_and_path_in_either_order(tmp_path):
    (tmp_path / "a.msgpack").write_bytes(packb({"a": 5}))
    (tmp_path / "$.a").write_bytes(packb({"a": 7, "a.msgpack": 8}))
    (tmp_path / "other").mkdir()
    for path in ("$.a", "['a']"):
        assert good("get", path, "../a.msgpack", cwd=tmp_path / "other") == b"5\n"
        assert good("get", path, "-", cwd=tmp_path / "other", stdin=packb({"a": 6})) == b"6\n"
    assert good("get", "$.a", "['a.msgpack']", cwd=tmp_path) == b"8\n"  # the name of a file is the file
    assert good("get", "$.a", "a", cwd=tmp_path) == b"7\n"
    done = run("get", "$.b", "none.msgpack", cwd=tmp_path)
    text = "hayapack: get: no such file: $.b; FILE comes before PATH: hayapack get none.msgpack '$.b'\n"
    assert (done.returncode, done.stderr.decode()) == (2, text)
    (tmp_path / "01.bin").write_bytes(packb({"b": 7}))
    assert good("get", "b", "01.bin", cwd=tmp_path) == good("get", "01.bin", "b", cwd=tmp_path) == b"7\n"
    assert good("get", "b", "-", cwd=tmp_path, stdin=packb({"b": 6})) == b"6\n"
    done = run("get", "b", "a.msgpack", cwd=tmp_path)  # each may be a path
    text = "hayapack: get: no such file: b; FILE comes before PATH: hayapack get a.msgpack b\n"
    assert (done.returncode, done.stderr.decode()) == (2, text)
    done = run("get", "$.b", "$.c", cwd=tmp_path)
    assert done.returncode == 2 and b"hayapack get FILE '$.b'" in done.stderr


# --- all messages decoded together, or followed in the bytes -------------------------------


def made(rng, depth=0):
    kind = rng.randrange(12 if depth < 3 else 8)
    if kind in (8, 9):
        return [made(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind > 9:
        keys = ["a", "b", "c"] if kind == 10 else ["a", 1, 2, b"a", True, "$ext"]
        return {rng.choice(keys): made(rng, depth + 1) for _ in range(rng.randrange(4))}
    return (None, rng.randrange(-40, 300), 1.5, b"xy", "text", ExtType(5, b"x"), Timestamp(5), 1e30)[kind]


#: Keys that repeat, that no dict has, a float32, a typed value, and text that is not UTF-8.
UNUSUAL = [
    b"\x82\xa1a\x01\xa1a\x91\x02", b"\x81\x80\x01", b"\x81\xa1a\xca\x3f\x80\x00\x00",
    packb(ExtType(100, packb("Demo.C, g") + packb({"a": 5}))), b"\x82\xa1a\x01\xa1b\xa1\xff",
]  # fmt: skip


@pytest.mark.parametrize("options", [[], ["--pretty"], ["--plain"], ["--bin=text"], ["--color=always"]])
def test_what_is_decoded_is_what_is_followed(options, tmp_path, monkeypatch):
    rng = random.Random(4)
    name = str(tmp_path / "x.msgpack")
    for path in ("$.a", "$.a.b", "$[-1]", "$[].a", "${}[]", "$.a{}.b", "${1}", "${#0}", "${key #1}", '$[b"a"]', "$"):
        messages = [packb(made(rng)) for _ in range(400)]
        messages += rng.sample(UNUSUAL, 2)
        rng.shuffle(messages)
        (tmp_path / "x.msgpack").write_bytes(b"".join(messages))
        found = inside("get", "--all", *options, name, path)
        with monkeypatch.context() as patched:
            patched.setattr(to_json_fast.Mapper, "found", lambda *_: (_ for _ in ()).throw(to_json_fast.Slower))
            assert inside("get", "--all", *options, name, path) == found, path


@pytest.mark.parametrize(
    "key", [b"\x81\x80\x01", b"\x91\x90", b"\xc7\x01\xff\x00", b"\xd4\x05x", b"\x80", b"\xcb" + bytes(8)]
)
@pytest.mark.parametrize("options", [[], ["--all"], ["--all", "--raw"]])
def test_a_key_that_no_step_has(key, options):
    message = b"\x82" + key + b"\x05\xa1x\x06"
    assert good("get", *options, "$.x", stdin=message).strip() in (b"6", b"\x06")
    assert good("get", *options, "${#0}", stdin=message).strip() in (b"5", b"\x05")
    done = run("get", *options, "$.xx", stdin=message)
    assert done.returncode == 1 and b"no key 'xx' in the map of 2 entries at $; did you mean 'x'?" in done.stderr


def test_most_messages_are_decoded_together(tmp_path, monkeypatch):
    """Also after the first one without the value: followed are so many that one piece has."""
    followed = []
    monkeypatch.setattr(
        path_seeker, "in_run", lambda unit, steps, real=path_seeker.in_run: followed.append(1) or real(unit, steps)
    )
    (tmp_path / "x.msgpack").write_bytes(b"".join([packb({"id": n, "user": "haya"}) for n in range(20_000)]))
    for path in ("$.id", "$.nope"):
        inside("get", "--all", str(tmp_path / "x.msgpack"), path)
    assert len(followed) < 1000


def test_in_run_and_each_in_run_agree():
    data = packb(ORDERS)
    run_ = Run(data, 0, MESSAGES, 1, 0, 0, "$", 0)
    one = path_seeker.in_run(run_, paths.parse("$.by.x.n"))
    (found,) = path_seeker.each_in_run(run_, paths.parse("$.by.x.n"), pytest.fail)
    assert one == found
