"""list_values() and Tally, which `hayapack inspect` and `stats` use, on both back ends."""

import random

import pytest
from tool import good, run

from hayapack import ExtType, Timestamp, packb
from hayapack._core import tokens
from hayapack._fallback.survey import inspect_listing, stats_tally
from hayapack.cli.commands import inspect, stats

native = pytest.importorskip("hayapack._native")

LISTERS = {"native": native.list_values, "pure": inspect_listing.list_values}
TALLIES = {"native": native.Tally, "pure": stats_tally.Tally}

NAME = packb("App.Thing, App")


def typed(value):
    payload = NAME + value
    return b"\xc8" + len(payload).to_bytes(2, "big") + b"\x64" + payload


ODD = [
    b"\xdf\x00\x00\x00\x02\xda\x00\x01a\xcf" + bytes(8) + b"\xa1a\xdd\x00\x00\x00\x01\xd3" + b"\xff" * 8,
    b"\xc4\x00", b"\xc7\x04\xff" + bytes(4), b"\xc7\x08\xff" + bytes(8), b"\xc7\x0c\xff" + bytes(12),
    b"\xc7\x01\xff\x00", b"\xd4\x05\x00", b"\xc9\x00\x00\x00\x03\x07abc", b"\xc1", b"\xa3\xff\xfea", b"\xa2a",
    typed(packb({"a": 1, "b": typed(b"\xcc\x01")[0]})), typed(b"\x82\xa1a\x01\xa1a\x02"), typed(b""),
    b"\x81" + typed(b"\x91\x05") + b"\x07", typed(typed(typed(b"\x01"))), b"\x81\x91\x01\x91\x02",
    b"\x83\x01\x02\xcc\x01\x03\xa11\x04", b"\xca\x7f\xc0\x00\x00", b"\xcb\xff\xf0" + bytes(6),
    packb({f"k{i % 1300}": i for i in range(1300)}), packb(Timestamp(-5, 7)), packb("x" * 57),
    packb("x" * 58), packb("x" * 59), packb("日" * 61), packb("\t\x00\x7f\x85\u202e\"\\" * 8),
    b"\xde\x00\x30" + b"".join(packb(str(i % 40)) + b"\x01" for i in range(48)),
    b"\xde\x00\x30" + b"".join(packb(i % 40) + b"\x01" for i in range(48)),
    b"\x91" * 1024 + b"\x05", b"\x91" * 1025 + b"\x05",
    (b"\x81\xbe" + b"k" * 30) * 40 + b"\x92\xc0\xc0", (b"\x81\xac" + "\u202e.[\"é…".encode()) * 40 + b"\x05",  # long paths
    typed(b"\x91" * 700 + typed(b"\x91" * 700 + b"\x05")),
]  # fmt: skip


def values(rng, depth=0):
    kind = rng.randrange(12)
    if kind < 3 and depth < 5:
        keys = ["a", "b c", "ключ", 'q"x', "\u202e", 1, -7, 2**63, b"z", None, "x" * 70, "y" * 90, "if"]
        return {rng.choice(keys): values(rng, depth + 1) for _ in range(rng.randrange(12))}
    if kind < 5 and depth < 5:
        return [values(rng, depth + 1) for _ in range(rng.randrange(9))]
    return rng.choice(
        [None, True, 1, -33, 2**40, -(2**63), 1.5, 1e300, float("nan"), "é" * 40, b"bin", ExtType(5, b"abc"),
         "😀" * 70, ""]
    )  # fmt: skip


def damaged(rng):
    data = bytearray(packb([values(rng), values(rng)]))
    for _ in range(rng.randrange(3)):
        data[rng.randrange(1, len(data))] = rng.randrange(256)
    return bytes(data)


def listed(lister, data, **options):
    written = []
    given = {"shift": 5, "path": (b"$",), "silent": True, "first": 2, "message": -1, "mark": "", "fixed": False,
             "colours": False, "ext": inspect._ext, "write": written.append, **options}  # fmt: skip
    return lister(data, *given.values()), b"".join(written)


def samples(count):
    rng = random.Random(17)
    return [b"\x91" + one for one in ODD] + [damaged(rng) for _ in range(count)]


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [{}, {"colours": True, "mark": "> "}, {"silent": False, "path": (b"$", b".x")}, {"fixed": True, "message": 41}],
)
def test_both_back_ends_list_the_same(options):
    for data in samples(300):
        assert listed(native.list_values, data, **options) == listed(inspect_listing.list_values, data, **options), data


def test_both_back_ends_count_the_same():
    for data in samples(300):
        found = []
        for kind in TALLIES.values():
            one = kind()
            error = None
            try:
                one.walk(data, 0, False, stats._typed)
                one.walk(data, one.child(0, ".rest"), True, stats._typed)
                one.add(0, 0xD4, -1, 3, False)
                one.add(0, 0xA1, 0, 3, True)
            except (ValueError, tokens.Truncated):
                error = True  # of damaged data, which the tool never passes
            found.append((error, error or (one.rows(), one.values, one.keys, one.key_bytes, one.spare)))
        assert found[0] == found[1], data


@pytest.mark.parametrize("kind", TALLIES.values(), ids=TALLIES)
def test_keys_beyond_a_thousand_are_counted_together(kind):
    one = kind()
    for _ in range(2):
        one.walk(packb({f"k{i}": 1 for i in range(1200)}), 0, False, stats._typed)
    rows = one.rows()
    assert [len(rows), rows[1001][:2], rows[1000][:2]] == [1002, ("{other keys}", 400), (".k999", 2)]


@pytest.mark.parametrize("lister", LISTERS.values(), ids=LISTERS)
def test_text_is_written_in_pieces(lister):
    pieces = []
    data = packb(list(range(20_000)))
    lister(data, 0, (b"$",), False, 0, -1, "", False, False, inspect._ext, pieces.append)
    assert max(map(len, pieces)) < 300_000
    assert b"".join(pieces).count(b"\n") == 20_000


@pytest.mark.parametrize("lister", LISTERS.values(), ids=LISTERS)
def test_an_error_of_a_callback_ends_the_listing(lister):
    def fails(*_):
        raise KeyError("x")

    with pytest.raises(KeyError):
        listed(lister, packb([1, 2]), write=fails)
    with pytest.raises(KeyError):
        listed(lister, packb([ExtType(1, b"")]), ext=fails)


def test_a_tally_is_not_entered_twice():
    one = native.Tally()

    def enters(_):
        one.walk(b"\x01", 0, False, enters)

    with pytest.raises(RuntimeError, match="in use"):
        one.walk(typed(b"\x01"), 0, False, enters)
    with pytest.raises(IndexError):
        one.child(7, "x")


def test_inspect_lists_a_message_of_the_greatest_depth_and_what_follows_it():
    lines = good("inspect", stdin=b"\x91" * 1024 + b"\x05" + b"\x07").decode().splitlines()
    assert len(lines) == 1024 + 1 + 2 + 1  # and the line before message 2, and the last
    assert run("inspect", stdin=b"\x91" * 1025 + b"\x05").stdout.count(b"\n") == 1024


@pytest.mark.parametrize("command", ["inspect", "stats"])
def test_typed_values_nested_deeper_than_python_recurses(command):
    data = b"\x01"
    for _ in range(3000):
        payload = b"\xa1A" + data
        data = b"\xc9" + len(payload).to_bytes(4, "big") + b"\x64" + payload
    out = good(command, stdin=data + b"\x02")
    assert (b"fixint" if command == "inspect" else b"2 messages") in out
    pure = good(command, stdin=data + b"\x02", HAYAPACK_PUREPYTHON="1")
    assert without_lz4(pure) == without_lz4(out)


def without_lz4(text):
    """The back ends' compressors differ."""
    return [line for line in text.splitlines() if b"LZ4" not in line]
