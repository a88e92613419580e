"""Inputs that are not MessagePack, and MessagePack that looks like something else: for the tests of the tool's
recognition."""

from __future__ import annotations

import base64
import codecs
import io
import pickle
import random
import struct
import tarfile
import zipfile

from hayapack import packb

RECORD = {"id": 7, "name": "haya", "price": 2.5, "tags": ["a", None, True]}


def tar():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        file.addfile(tarfile.TarInfo("name"), io.BytesIO())
    return out.getvalue()


def zip_of(*names):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in names:
            file.writestr(name, "content")
    return out.getvalue()


def bson(elements):
    return struct.pack("<i", len(elements) + 5) + elements + b"\0"


def arrow_stream():
    """The beginning of a stream: a table of FlatBuffers with four fields at offset 16 of the message."""
    fields = struct.pack("<6H", 12, 24, 6, 5, 8, 12)
    message = struct.pack("<I", 16) + fields + struct.pack("<i", 12).ljust(104, b"\0")
    return b"\xff\xff\xff\xff" + struct.pack("<I", len(message)) + message


ELEMENTS = (
    b"\x10_id\0\x07\0\0\0" b"\x02name\0\x05\0\0\0haya\0" b"\x01price\0" + struct.pack("<d", 2.5)
    + b"\x04tags\0" + bson(b"\x020\0\x02\0\0\0a\0\x0a1\0\x082\0\x01")
)  # fmt: skip
GERMAN = "Grüße aus München, der schönen Stadt\nmit vielen Häusern und Straßen\n"
JAPANESE = "速いシリアライザです。\n文字列と数値\n"

#: For each input that is not MessagePack: its bytes, and what it is called.
FOREIGN = {
    "JSON in UTF-16, as PowerShell writes it": ('{"a": 1}\r\n'.encode("utf-16"), "JSON in UTF-16"),
    "a number in UTF-16": ("1\r\n".encode("utf-16"), "JSON in UTF-16"),
    "JSON in UTF-16, big endian": (codecs.BOM_UTF16_BE + '{"a": 1}'.encode("utf-16-be"), "JSON in UTF-16"),
    "text in UTF-16": (GERMAN.encode("utf-16"), "text in UTF-16"),
    "Japanese in UTF-16": ((JAPANESE * 2).encode("utf-16"), "text in UTF-16"),
    "JSON in UTF-32": ("[1, 2]".encode("utf-32"), "JSON in UTF-32"),
    "JSON in UTF-32, big endian": (codecs.BOM_UTF32_BE + "[1, 2]".encode("utf-32-be"), "JSON in UTF-32"),
    "JSON with a byte order mark": (codecs.BOM_UTF8 + b'{"a": 1}', "JSON"),
    "text with a byte order mark": (codecs.BOM_UTF8 + b"a;b\r\n", "text in UTF-8 with a byte order mark"),
    "a JSON text sequence": (b'\x1e{"a":1}\n\x1e{"b":2}\n', "a JSON text sequence"),
    ".npy": (b"\x93NUMPY\x01\0v\0{'descr': '<i8', 'fortran_order': False, 'shape': (10,), }", "NumPy's .npy"),
    **{f"pickle {n}": (pickle.dumps(RECORD, n), "a pickle") for n in range(2, 6)},
    **{f"large pickle {n}": (pickle.dumps([RECORD] * 5000, n), "a pickle") for n in range(2, 6)},
    **{f"pickle {n} of None": (pickle.dumps(None, n), "a pickle") for n in range(2, 6)},
    "pickle 5 of bytes": (pickle.dumps(bytes(100_000), 5), "a pickle"),
    "pickle 0": (pickle.dumps(RECORD, 0), "text"),
    "SQLite": (b"SQLite format 3\0" + bytes(84), "an SQLite database"),
    "Parquet": (b"PAR1\x15\x04\x15", "Parquet"),
    "Arrow": (b"ARROW1\0\0", "Arrow"),
    "an Arrow stream": (arrow_stream(), "an Arrow stream"),
    "Avro": (b"Obj\x01\x04\x14avro.codec", "Avro"),
    "BSON": (bson(ELEMENTS), "BSON"),
    "several of BSON": (bson(ELEMENTS) * 200, "BSON"),
    "large BSON": (bson(ELEMENTS * 500), "BSON"),
    "CBOR": (b"\xd9\xd9\xf7\xa1\x61a\x01", "CBOR"),
    "ELF": (b"\x7fELF\x02\x01\x01\0", "an ELF file"),
    "JSON": (b'{"a":1}\n', "JSON"),
    "the beginning of JSON": (b'[{"a"', "JSON"),
    "JPEG": (b"\xff\xd8\xff\xe0", "a JPEG image"),
    "GIF": (b"GIF89a", "a GIF image"),
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
    "ZIP": (zip_of("a"), "a ZIP archive"),
    "empty ZIP": (zip_of(), "a ZIP archive"),
    "tar": (tar(), "a tar archive"),
    "PHP": (b'a:1:{s:1:"a";i:1;}', "PHP's serialize()"),
    **{f"{text!r}": (text, "text") for text in (
        b"-1\n", b"3.5\n", b"42\n", b"no\n", '"速い", "text"\n'.encode(), b"a=1\n", b"a,b\n1,2\n", b"null\n", b'"a"\n', b"key: value\nother: [1]\n", b"HELLO, THIS IS TEXT",
        b'<?xml version="1.0"?><a b="c"/>', b"1,2,3\n4,5,6\n7,8,9\n", b"https://example.org/a?b=1",
        base64.b64encode(packb(RECORD)), packb(RECORD).hex().encode(), GERMAN.encode(), JAPANESE.encode(),
        "Привет, мир! Это текст.\n".encode(), "Καλημέρα κόσμε, κείμενο\n".encode(), "Zażółć gęślą jaźń\n".encode() * 40,
    )},
}  # fmt: skip

TEXT = "the quick brown fox jumps over the lazy dog\n" * 3
MESSAGEPACK = {
    "a str8 whose header and text are UTF-8": packb(TEXT + "x" * 40),
    "such a str, cut": packb(TEXT + "x" * 40)[:90],
    "such a bin": packb((TEXT + "x" * 40).encode()),
    "bool and str": b"".join(packb(True) + packb("the name is: hello\n") for _ in range(20)),
    "uint8": b"".join(map(packb, [150, 165, 172, 120, 118, 140] * 10)),
    "heart rates": bytes(random.Random(1).choices(range(58, 105), k=500)),
    "letters and signs": b"MFfGUIZRR_KdAYeA_LS?ZUL=c@CbP",
    "91, 91 and integers": b"[[e?KAaF:[UK<RT@AH>]Vd:f=]Y=SV[]`XY_D?UWe:<_LRDBCAO>",
    "degrees Fahrenheit": bytes(random.Random(2).choices(range(32, 85), k=500)),
    "percentages": bytes(range(101)) * 3,
    "0 to 127": bytes(range(128)),
    "from -1 down": bytes(range(255, 223, -1)),
    "-1, -2 and positive integers": b"\xff\xfe" + bytes(random.Random(3).choices(range(128), k=400)),
    "-1 four times, then zeros": b"\xff" * 4 + bytes(60),
    "zeros": bytes(200),
    "5 and zeros, an empty document in BSON": b"\x05\0\0\0\0",
    "an empty map and 4": b"\x80\x04",
    "an empty map, 2 and 46": b"\x80\x02.",
    "an empty map, 4 and arrays of 5": b"\x80\x04" + packb([1, 2, 3, 4, 5]) * 9,
    "31 and a map of 11": b"\x1f" + packb({n: str(n) for n in range(11)}),
    "40 and a str": b"\x28" + packb("x" * 21),
    "B, Z, h and integers": b"BZh" + bytes(range(40)),
    "PK and integers": b"PK" + bytes(range(3, 40, 2)),
    "digits without a newline": b"1234567890123456",
    "a few small integers": b"hello",
    "two": b"1\n",
    **{f"{data!r}": data for data in (
        b"1", b"12", b"[", b"{", b"\x7b\x01", packb({"a": "[1]"}), b" \x00", b"!\"#$%&'()*+,-.", b"word\x00", bytes(range(60, 75)),
    )},
    "a newline": b"\n",
    "ShaDa": packb(1) + packb(1_700_000_000) + packb(9) + packb({"a": "text"}),
    "typed": b"\xc7\x04\x64\xa1N\x01\xc0"[:7],
}  # fmt: skip
