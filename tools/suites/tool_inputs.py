"""Inputs for compare_tools.py that are too large, or too damaged, for rows of vectors/."""

from __future__ import annotations

import gzip
from typing import Iterator

from hayapack import packb

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
    packed = gzip.compress(b"".join(messages), mtime=0)
    yield "gzip", packed
    yield "gzip, two members and zeros", packed + packed + bytes(20)
    yield "gzip with a name", b"\x1f\x8b\x08\x08" + packed[4:10] + b"a name\0" + packed[10:]
    yield "gzip, then other bytes", packed + b"other bytes"
    for cut in (1, 3, 8, 9, len(packed) // 2, len(packed) - 12):
        yield f"gzip without its last {cut} bytes", packed[:-cut]


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
