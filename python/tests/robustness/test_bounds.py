"""Memory and output are at most a constant times the input: docs/security.md has the table.

Each message is the worst that was found for its reader, in two sizes, so that growth is seen.
Memory is counted by tracemalloc, not measured by the clock.
"""

import subprocess
import sys

import pytest
from tool import good
from traced import traced

import hayapack
from hayapack import packb
from hayapack._fallback.survey import inspect_listing, stats_tally
from hayapack.cli.commands import inspect, stats
from hayapack.cli.json import from_json, layout, to_json_exact

pytest.importorskip("tracemalloc")  # not in PyPy
pytestmark = pytest.mark.long

#: Bytes of memory per byte of input: 95 in CPython 3.11; other versions have other object sizes.
MEMORY = 160


def array(item, n):
    return b"\xdd" + n.to_bytes(4, "big") + item * n


def peak(function):
    """The most bytes allocated at once during a call; its errors are ignored."""

    def call():
        try:
            return function()
        except ValueError as error:
            return error

    call()  # fills the caches
    with traced() as memory:
        call()
        return memory.peak()


def check(make, read, most):
    """make(n): a message of about n bytes; read(message): a function to call."""
    for n in (5_000, 20_000):
        message = make(n)
        found = peak(read(message))
        assert found <= most * len(message) + 20_000, (found / len(message), most)


ITEMS = {
    "empty maps": b"\x80",
    "empty arrays": b"\x90",
    "arrays of one": b"\x91\xc0",
    "maps of one": b"\x81\xa0\xc0",
    "maps with an integer key": b"\x81\x00\xc0",
    "deep arrays": b"\x91" * 500 + b"\xc0",
    "deep maps": b"\x81\xa0" * 500 + b"\xc0",
    "ext": b"\xd4\x05\x00",
    "timestamps": b"\xd6\xff\0\0\0\0",
    "typed values": b"\xd5\x64\xa0\xc0",
}


@pytest.mark.parametrize("name", ITEMS)
def test_unpackb_and_unpacker(backend, name):
    def stream(message):
        def read():
            unpacker = backend.Unpacker(strict_map_key=False)
            for at in range(0, len(message), 1000):
                unpacker.feed(message[at : at + 1000])
            return list(unpacker)

        return read

    def make(n):
        return array(ITEMS[name], n // len(ITEMS[name]))

    check(make, lambda message: lambda: backend.unpackb(message, strict_map_key=False), MEMORY)
    check(make, stream, MEMORY)
    check(lambda n: make(n)[:-1], stream, MEMORY)  # waits for the last byte


def test_declared_counts(backend):
    """Each container declares a share of the rest: together more than there are bytes, and just as many."""

    def nested(share, header, key):
        def make(n):
            out, left = b"", n
            while left > 50:
                out += header + (left // share - 8).to_bytes(4, "big") + key
                left -= left // share
            return out + b"\xc0" * n

        return make

    for share, header, key in ((2, b"\xdd", b""), (1, b"\xdd", b""), (4, b"\xdf", b"\xa0"), (2, b"\xdf", b"\xa0")):
        if share > 1:
            check(nested(share, header, key), lambda message: lambda: backend.unpackb(message), MEMORY)
    whole = lambda n: (b"\xdd" + (n // 2).to_bytes(4, "big")) * 500 + b"\xc0" * n  # noqa: E731
    check(whole, lambda message: lambda: backend.unpackb(message), 20)


def keys(n):
    return b"\xdf" + (n // 4).to_bytes(4, "big") + b"".join(
        b"\xcd" + (1000 + i % 60000).to_bytes(2, "big") + b"\xc0" for i in range(n // 4)
    )  # fmt: skip


def test_partial_decoding(backend):
    check(keys, lambda message: lambda: backend.get(message, [1000]), 1)
    check(keys, lambda message: lambda: list(backend.View(message)), MEMORY)
    check(keys, lambda message: lambda: backend.View(message)[1000], MEMORY)


@pytest.mark.parametrize("fields", [1, 5])
def test_columns(backend, fields):
    """A row can be one byte, and each field takes some bytes in it: 8, in the pure back end 33."""
    names = "abcde"[:fields]

    def make(n):
        first = bytes([0x80 + fields]) + b"".join(packb(name) + b"\x01" for name in names)
        return b"\xdd" + (n + 1).to_bytes(4, "big") + first + b"\xc0" * n

    most = (9 if backend.name == "native" else 40) * fields + 20
    check(make, lambda message: lambda: backend.columns(message, list(names)), most)


@pytest.mark.parametrize("fields", [1, 5])
def test_columns_of_streams(backend, fields):
    """How many rows there will be is not known, so buffers grow by doubling."""
    names = "abcde"[:fields]

    def make(n):
        return packb(dict.fromkeys(names, 1)) + b"\xc0" * n

    most = (18 if backend.name == "native" else 60) * fields + 20
    check(make, lambda message: lambda: backend.columns(message, list(names), "int64", stream=True), most)
    check(
        lambda n: packb({"a": [0] * n}),
        lambda message: lambda: backend.columns(message, ["a"], "list[int64]", stream=True),
        18 if backend.name == "native" else 160,
    )
    check(
        lambda n: packb({"a": [None] * n}),
        lambda message: lambda: backend.columns(message, ["a"], "list[struct{a: int64, b: str, c: bool}]", stream=True),
        40 if backend.name == "native" else 400,
    )


def test_text(backend):
    """One character outside the BMP, and each takes four bytes."""
    text = lambda n: b"\xdb" + (n + 4).to_bytes(4, "big") + b"a" * n + "😀".encode()  # noqa: E731
    check(text, lambda message: lambda: backend.unpackb(message), 8)


def test_compressed(backend):
    """A block declares at most 255 times its length, and messages at most max_lz4_size: checked before allocating."""
    pytest.importorskip("lz4.block")

    def make(n):
        size = b"\xce" + (255 * n + 1).to_bytes(4, "big")
        return b"\xc9" + (n + 5).to_bytes(4, "big") + b"\x63" + size + b"\0" * n

    check(make, lambda message: lambda: backend.unpackb(message, lz4=True), 8)


@pytest.mark.parametrize("error", ["invalid_utf8", "truncated", "too_deep", "invalid_key", "invalid_typed"])
def test_texts_of_errors(backend, error):
    """At most 1000 bytes of path, and no content of the message."""
    for n in (1_000, 40_000):
        key = b"\x81\xdb" + n.to_bytes(4, "big") + b"k" * n
        wrong = {
            "invalid_utf8": b"\xdb" + n.to_bytes(4, "big") + b"\xff" * n,
            "truncated": b"\xdb\xff\xff\xff\xff",
            "too_deep": b"\x91" * 1100,
            "invalid_key": b"\x81" + array(b"\xc0", n) + b"\xc0",
            "invalid_typed": b"\xc9" + (n + 5).to_bytes(4, "big") + b"\x64\xdb" + (n + 9).to_bytes(4, "big") + b"a" * n,
        }[error]
        with pytest.raises(hayapack.UnpackException) as caught:
            backend.unpackb(key * 20 + wrong, types=hayapack.TypeRegistry())
        assert caught.value.name == error
        assert len(str(caught.value)) < 1600 and len(caught.value.path.encode()) <= 1000


#: The most bytes of JSON per byte; with --pretty, indented by at most 32 levels. The most bytes of memory.
JSON, PRETTY = 10, 260
JSON_MEMORY, PRETTY_MEMORY = 400, 900
JSON_ITEMS = {
    **ITEMS,
    "false": b"\xc2",
    "map of false": b"\x81\xc2\xc2",
    "maps as keys": b"\x81" * 500 + b"\xc2" * 501,
    "maps as values": b"\x81\xc2" * 500 + b"\xc2",
    "ext": b"\xd4\x80\x00",
    "float32": b"\xca\x7f\xc0\x00\x01",
    "control characters": b"\xda\x03\xe8" + b"\0" * 1000,
    "repeated keys": b"\x82\xa0\xc0\xa0\xc0",
}


@pytest.mark.parametrize("name", JSON_ITEMS)
@pytest.mark.parametrize("depth", [0, 400])
def test_json(name, depth):
    item = JSON_ITEMS[name]
    for n in (2_000, 8_000):
        message = b"\x91" * depth + array(item, n // len(item))
        assert peak(lambda: to_json_exact.to_json(message)) <= JSON_MEMORY * len(message) + 20_000
        text = to_json_exact.to_json(message)
        assert peak(lambda: layout.Look(True, False).text(text)) <= PRETTY_MEMORY * len(message) + 600_000
        pretty = layout.Look(True, False).text(text)
        assert len(text) <= JSON * len(message) and len(pretty) <= PRETTY * len(message)


#: The most bytes of a message per byte of JSON: "1e1," becomes 9 bytes.
FROM_JSON = 2.25
JSON_TEXTS = [
    b"1e1", b"1", b"-129", b"99999", b"null", b"[]", b"{}", b'""', b'"\\n"', b'{"":1}', b'{"$bytes":""}', b'{"$map":[]}',
    b'{"$ext":1,"data":""}', b'{"$float":"inf"}', b'{"$float32":1}', b'{"$timestamp":"0001-01-01T00:00:00Z"}',
    b'{"$type":"","$value":1}',
]  # fmt: skip


@pytest.mark.parametrize("text", JSON_TEXTS)
def test_message_from_json(text):
    for n in (100, 4_000):
        json = b"[" + b",".join([text] * n) + b"]"
        message = from_json.pack_text(json, from_json.Options())
        assert len(message) <= FROM_JSON * len(json) + 5
        if text == JSON_TEXTS[0]:
            assert len(message) >= (FROM_JSON - 0.05) * len(json)


def test_pretty_json_of_the_tool(tmp_path):
    """2000 bytes of indentation for each byte of a deep message, before the levels were limited."""
    sizes = []
    for n in (4_000, 8_000):
        file = tmp_path / "deep"
        file.write_bytes(b"\x91" * 900 + array(b"\xc0", n))
        done = subprocess.run(
            [sys.executable, "-m", "hayapack", "cat", "--pretty", str(file)], capture_output=True, timeout=120
        )
        assert done.returncode == 0 and len(done.stdout) <= PRETTY * file.stat().st_size
        sizes.append(len(done.stdout))
    assert sizes[1] - sizes[0] <= 4_000 * 80


# --- inspect, stats, and memory of convert from JSON ----------------------------------------------


def nested_keys(count, value):
    return (b"\x81\xbe" + b"k" * 30) * count + value


def chains(n):
    """Rows of one byte: each key has 50 arrays in each other."""
    count = n // 53
    return (
        b"\xde"
        + count.to_bytes(2, "big")
        + b"".join(b"\xcd" + (1000 + i).to_bytes(2, "big") + b"\x91" * 50 + b"\xc0" for i in range(count))
    )


def typed_in_typed(n):
    data = b"\x05"
    while len(data) < n:
        payload = b"\xa1A" + b"\x91" * 200 + data
        data = b"\xc9" + len(payload).to_bytes(4, "big") + b"\x64" + payload
    return data


#: Most of these have paths of nearly 1000 bytes, the longest that are not shortened.
SURVEYED = {
    "nils": lambda n: nested_keys(31, array(b"\xc0", n)),
    "the same keys": lambda n: nested_keys(31, b"\xdf" + (n // 2).to_bytes(4, "big") + bytes(n // 2 * 2)),
    "nils, 300 levels": lambda n: nested_keys(300, array(b"\xc0", n)),
    "empty maps, 400 levels of arrays": lambda n: b"\x91" * 400 + array(b"\x80", n),
    "small keys": lambda n: nested_keys(29, array(b"\x82\x00\xc0\x01\xc0", n // 5)),
    "many keys": lambda n: (
        b"\xdf"
        + (n // 4).to_bytes(4, "big")
        + b"".join(b"\xcd" + i.to_bytes(2, "big") + b"\xc0" for i in range(n // 4))
    ),
    "chains": lambda n: nested_keys(28, chains(n)),
    "typed values": lambda n: nested_keys(29, array(b"\xd5\x64\xa0\xc0", n // 4)),
    "typed values in each other": typed_in_typed,
}
#: The most bytes of output for each byte (1,100 and the colours), and of memory; SURVEY_LEAST: without regard to the input.
SURVEY, LISTING_MEMORY, TALLY_MEMORY, SURVEY_LEAST = 1_200, 450, 1_400, 1_000_000


def surveys(backend):
    """(what reads a message and returns the bytes of output, its limit of memory)"""
    module = hayapack._native if backend.name == "native" else None
    lister = (module or inspect_listing).list_values
    kind = (module or stats_tally).Tally

    def listed(message):
        sizes = []
        lister(
            b"\x91" + message,
            0,
            (b"$",),
            True,
            0,
            -1,
            "",
            False,
            True,
            inspect._ext,
            lambda text: sizes.append(len(text)),
        )
        return sum(sizes)

    def counted(message):
        counts, sizes = kind(), []
        counts.walk(message, 0, False, stats._typed)
        stats.write_json({}, stats.rows_of(counts), lambda text: sizes.append(len(text)))
        return sum(sizes)

    return (listed, LISTING_MEMORY), (counted, TALLY_MEMORY)


@pytest.mark.parametrize("name", SURVEYED)
def test_inspect_and_stats(backend, name):
    for n in (500, 1_500):
        message = SURVEYED[name](n)
        for read, memory in surveys(backend):
            with traced() as found:
                assert read(message) <= SURVEY * len(message) + 1_000
                assert found.peak() <= memory * len(message) + SURVEY_LEAST


def test_the_tools_lines_of_inspect_and_stats(tmp_path):
    """2.4 MB of output; 62 MB before the paths were shortened."""
    file = tmp_path / "deep"
    file.write_bytes(nested_keys(1000, array(b"\xc0", 1000)))
    for command, most in (("inspect", 1_200), ("stats", 1_200)):
        lines = good(command, str(file)).splitlines()
        assert max(map(len, lines)) <= most and any(b"\xe2\x80\xa6" in line for line in lines)
    assert len(lines) < 60  # stats shows 40 paths


def test_a_path_is_shortened_in_messages_that_are_read_in_pieces(tmp_path):
    """The components outside a piece count, too, for lines and for the error."""
    file = tmp_path / "large"
    file.write_bytes(nested_keys(100, b"\x93" + b"\xc0" + packb("x" * (9 << 20)) + b"\xa1\xff"))
    done = subprocess.run([sys.executable, "-m", "hayapack", "inspect", str(file)], capture_output=True, timeout=120)
    middle = (
        b"$" + b".kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" * 12 + "…".encode() + b".kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" * 12 + b"[2]"
    )
    assert done.returncode == 1 and middle in done.stdout and middle in done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 1_200 and len(done.stderr) <= 1_600


JSON_VALUES = {
    "floats": "1e1", "nulls": "0", "empty arrays": "[]", "maps": '{"":0}', "repeated keys": '{"":0,"":0}',
    "escapes": '"\\u0000"', "deep arrays": "[" * 900 + "]" * 900, "deep maps": '{"":' * 900 + "0" + "}" * 900,
    "tagged maps": '{"$map":[]}', "tagged bytes": '{"$bin":""}', "deep tags": '{"$map":[[0,' * 300 + "0" + "]]}" * 300,
    "minus zero": "-0.0",
}  # fmt: skip


@pytest.mark.parametrize("name", JSON_VALUES)
@pytest.mark.parametrize("first", ["", '{"a":0,"a":0},'], ids=["", "not by the fast path"])
def test_memory_of_a_message_from_json(name, first):
    """Python's objects take at most 100 bytes; those and what orjson 3.13, but not 3.10, allocates by Python take 120."""
    for n in (6_000, 18_000):
        text = f"[{first}{','.join([JSON_VALUES[name]] * (n // len(JSON_VALUES[name])))}]".encode()
        assert peak(lambda: from_json.pack_text(text, from_json.Options())) <= 160 * len(text) + 20_000
