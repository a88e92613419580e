"""Inputs for compare_tools.py that are too large, or too damaged, for rows of vectors/; and what is not MessagePack.

Importing this module requires python/tests in sys.path.
"""

from __future__ import annotations

import gzip
import random
from typing import Iterator

import contents_samples

from hayapack import packb
from hayapack.stream.compressed import kind_of

NOT_UTF8 = b"\xa2\xc1\xf1"
NOT_TIME = b"\xc7\x03\xff\x01\x02\x03"  # an ext -1 of 3 bytes


def small() -> Iterator[tuple[str, bytes]]:
    """Many small messages: some with bad content, some cut short; compressed ones."""
    messages = [packb({"id": n, "v": [n, None, 1.5, "x" * (n % 40), b"y"]}) for n in range(3000)]
    bad = {
        20: b"\x81\xa2id" + NOT_UTF8,
        401: b"\x92" + NOT_UTF8 + NOT_TIME,
        402: b"\x81\x91\x01" + NOT_UTF8,
        2999: NOT_TIME,
    }
    whole = b"".join(bad.get(n, message) for n, message in enumerate(messages))
    yield "bad content", whole
    yield "bad content, truncated", whole[:50_001]
    yield "a reserved byte after bad text", messages[0] + b"\x92" + NOT_UTF8 + b"\xc1" + messages[1]
    yield "text after an empty map", packb({}) + packb("text") + packb({"a": {}}) + packb("text")
    yield "bin keys", packb(BIN_KEYS) + packb([BIN_KEYS]) + b"\x83\xc4\x01a\x01\xc4\x01a\x02\xa1a\x03"
    yield "bin keys, one before bad text", b"\x81\xc4\x01a" + NOT_UTF8
    long_path = b"".join(b"\x81\xc4" + bytes([n + 3]) + b'.["' + b"k" * n for n in range(40, 100))
    yield "a long path of bin keys", long_path + b"\x92\xc0\xc1"
    packed = gzip.compress(b"".join(messages), mtime=0)
    yield "gzip", packed
    yield "gzip, two members and zeros", packed + packed + bytes(20)
    yield "gzip with a name", b"\x1f\x8b\x08\x08" + packed[4:10] + b"a name\0" + packed[10:]
    yield "gzip, then other bytes", packed + b"other bytes"
    yield "gzip of bad content", gzip.compress(whole, mtime=0)
    yield "gzip of text", gzip.compress(b"a,b\n1,2\n", mtime=0)
    yield "gzip of nothing", gzip.compress(b"", mtime=0)
    yield "gzip, then an integer and a map", packed + b"\x1f\x8b\x08\xc0"
    for cut in (1, 3, 8, 9, len(packed) // 2, len(packed) - 12):
        yield f"gzip without its last {cut} bytes", packed[:-cut]


#: Characters that decide what is text: letters, digits, blanks, signs, and some that are lower case without being letters.
CHARACTERS = list("abcXYZ019 \t\n\r.,;:{}[]\"'-=/+é漢ßЖ½ª²Ⅳ\u0301 — €𐐀😀\x85\xa0ʰ")
STARTS = (b"", b"\xef\xbb\xbf", b"\x1e", b" \n", b"{", b"[", b"[[", b"1", b"true", b"-Inf", b"\xff\xfe", b"\xfe\xff")
STARTS += tuple(character.encode() for character in "éÃÛßÞÜÚ漢😀")
BIN_KEYS = {
    b"name": b"haya",
    b"a key": {b'"\\\x1b\xff' + b"x" * 70: b"caf\xc3\xa9\n"},
    b"": b"",
    b"raw": b"\0\xff",
    b"t": b"a text " * 20,
}


def others(count: int = 1500) -> Iterator[bytes]:
    """What is not MessagePack, and what might be: samples, samples that are damaged or cut, and text."""
    samples = [data for data, _ in contents_samples.FOREIGN.values()] + list(contents_samples.MESSAGEPACK.values())
    yield from (data[:8192] for data in samples)
    chosen = random.Random(1)
    for number in range(count):
        if number % 2:
            weights = [chosen.random() ** 3 for _ in CHARACTERS]
            text = chosen.choices(CHARACTERS, weights, k=chosen.choice((3, 15, 17, 60, 300)))
            data = chosen.choice(STARTS) + "".join(text).encode()[chosen.choice((0, 0, 1)) :]
        else:
            data = bytearray(chosen.choice(samples)[: chosen.choice((8192, 8192, chosen.randrange(90)))])
            for _ in range(chosen.randrange(3) if data else 0):
                data[chosen.randrange(min(len(data), 60))] = chosen.randrange(256)
        if kind_of(bytes(data)) is None:
            yield bytes(data)


def large() -> Iterator[tuple[str, bytes]]:
    """Messages of more than 8 MiB, which the tools show in parts."""
    entries = {f"key{n}": [f"text {n}" * 30, n, 1.5, b"bytes", {"a": n}] for n in range(40_000)}
    mapped = packb(entries)
    rows = packb([{"id": n, "name": "x" * 230} for n in range(40_000)])
    longer = b"\xdf" + (len(entries) + 1).to_bytes(4, "big") + mapped[5:]
    yield "a map", mapped
    yield "an array", rows
    yield "a map that repeats a key", longer + packb("key1") + packb(5) + packb(7)
    yield "a map with a key that is not UTF-8", longer + NOT_UTF8 + b"\x05\x07"
    yield "a map with an unusual key in a value", longer + b"\xa1v\x81\x91\x01\x05\x07"
    yield "a map, truncated", mapped[:9_900_000]
    yield "an array with bad text", rows[:9_000_000] + NOT_UTF8 * 9 + rows[9_000_000:]
    yield "an array with reserved bytes", rows[:9_200_000] + b"\xc1" * 40
    texts = packb("é" * 5_000_000)
    values = packb(1) + texts + packb(b"x" * 9_000_000) + packb(["y", b"y" * 9_000_001, {"z": "w" * 9_000_000}, 5])
    yield "long values", values + packb(2)
    binary = packb(entries | BIN_KEYS | {b"a bin key": list(entries.values()) * 2})
    yield "bin keys of a large map, one with a large value", binary
    yield "bin keys of a large map, truncated in its value", binary[:-9_000_000]
    deep = (
        b"".join(b"\x81\xb4" + b"%020d" % n for n in range(100))
        + b"\xdd"
        + (10_000_000).to_bytes(4, "big")
        + b"\xc0" * 9_000_000
    )
    yield "an array with a long path", deep[: 2200 + 5 + 300] + b"\xdb\x00\x89\x54\x40" + b"a" * 9_000_000 + NOT_UTF8
    yield "long values, truncated", values[:-4_000_000]
    yield (
        "a long text that is not UTF-8",
        packb(3) + b"\xdb" + (9_000_000).to_bytes(4, "big") + b"a" * 8_999_999 + b"\xc3" + packb(4),
    )
    yield "a long timestamp", b"\x91\xc9" + (9_000_000).to_bytes(4, "big") + b"\xff" + bytes(9_000_000)
