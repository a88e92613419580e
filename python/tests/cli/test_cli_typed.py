"""The commands on a typed value without a value: System.Object, as C# writes ``new object()``."""

from __future__ import annotations

import json

import pytest
from tool import good, run

from hayapack import ExtType, packb

NAME = "System.Object, mscorlib"
OBJECT = ExtType(100, packb(NAME))
DATA = packb({"a": OBJECT, "b": [OBJECT, 5], "c": ExtType(100, packb("N") + packb({"o": OBJECT}))})


def test_json_and_back():
    text = good("cat", stdin=DATA)
    assert json.loads(text) == {
        "a": {"$type": NAME},
        "b": [{"$type": NAME}, 5],
        "c": {"$type": "N", "o": {"$type": NAME}},
    }
    assert good("convert", "--to", "msgpack", stdin=text) == DATA


def test_inspect_shows_the_name():
    lines = good("inspect", stdin=DATA).decode().splitlines()
    assert [line.split()[0] for line in lines if "typeless System.Object, mscorlib" in line] == ["3", "33", "71"]
    assert not any("ext 100," in line for line in lines)


def test_get_finds_no_value_in_it():
    assert json.loads(good("get", "-", "$.c.o", stdin=DATA)) == {"$type": NAME}
    done = run("get", "-", "$.a.x", stdin=DATA)
    assert done.returncode == 1 and b"no key 'x' in the ext at $.a" in done.stderr


def test_stats_count_it_as_one_value():
    found = json.loads(good("stats", "--json", stdin=packb([OBJECT, OBJECT, 5])))
    other = json.loads(good("stats", "--json", stdin=packb([ExtType(101, packb(NAME))] * 2 + [5])))
    [paths, others] = [json.dumps(one).replace("typeless", "ext 101") for one in (found, other)]
    assert paths == others


@pytest.mark.parametrize("other, shown", [(None, "null"), (5, "5"), ({"k": 1}, '{"k":1}')])
def test_diff(tmp_path, other, shown):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(packb([OBJECT, 1]))
    two.write_bytes(packb([other, 1]))
    done = run("diff", str(one), str(two))
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode() == '~ $[0]: {"$type":"System.Object, mscorlib"} -> %s\n' % shown
