"""Recognizes the format of an input by its first bytes."""

from __future__ import annotations

import re
from typing import Optional

SNIFFED = 4096  # bytes at the beginning that are examined
# The beginning of a JSON text. A MessagePack message may start with one of these bytes too (a
# small integer), but text hardly ever follows it.
JSON_START = re.compile(rb'\s*(?:[\[{"]|-?[0-9]|true|false|null|NaN|-?Infinity)')
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # byte order marks
# The same, but long enough that a stream of small integers does not match.
SURELY_JSON = re.compile(
    rb"""[ \t\r\n]*(?:\{[ \t\r\n]*(?:"|\})
        |\[[ \t\r\n]*(?:["{\[\]]|-?[0-9.eE+-]+[ \t\r\n]*[,\]]|true|false|null))""",
    re.VERBOSE,
)
LEAST_TEXT = 16  # this many bytes of text without control characters are hardly ever integers
# Fewer are text only if they are a line with a word or a number: without the line's end, they may
# be a few small integers, such as consecutive ones.
SHORT_TEXT = re.compile(rb"(?=.*[A-Za-z0-9]{2})[\t\r\n\x20-\x7e]*\n\Z", re.DOTALL)
NOT_TEXT = re.compile(rb"[^\t\r\n\x20-\x7e\x80-\xff]")

# Common formats by their first bytes. As MessagePack these would be a few small integers, so the
# error would come later and be misleading.
FOREIGN = {
    b"PK\x03\x04": "a ZIP archive",
    b"PAR1": "Parquet",
    b"ARROW1": "Arrow",
    b"Obj\x01": "Avro",
    b"SQLite format 3\0": "an SQLite database",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"%PDF-": "PDF",
    b"\x89PNG": "a PNG image",
    b"\x89HDF": "HDF5",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"\xff\xd8\xff": "a JPEG image",
    b"RIFF": "a RIFF file (such as WAV or WebP)",
    b"Rar!\x1a\x07": "a RAR archive",
    b"!<arch>\n": "an ar archive",
    b"\x7fELF": "an ELF file",
    b"MZ\x90\0\x03\0\0\0": "a Windows program",
    b"\0asm\x01\0\0\0": "a WebAssembly module",
}


def of(data: bytes) -> str:
    """ "json" or "msgpack": which format the first bytes of an input look like."""
    start = data[:SNIFFED]
    if start.startswith(MARKS):
        return "json"  # as MessagePack these would be meaningless numbers
    text = not any(byte < 0x20 and byte not in b"\t\r\n" for byte in start)
    return "json" if text and JSON_START.match(start) else "msgpack"


def not_messagepack(data: bytes) -> Optional[str]:
    """The format of an input that can't be MessagePack; None if it may be MessagePack."""
    start = data[:SNIFFED]
    for magic, name in FOREIGN.items():
        if start.startswith(magic):
            return name
    if start.startswith(MARKS[0]) or (SURELY_JSON.match(start) and not NOT_TEXT.search(start)):
        return "JSON"
    if len(start) >= LEAST_TEXT and not NOT_TEXT.search(start):
        return "text" if _is_utf8(start, len(data) > SNIFFED) else None
    return "text" if len(start) < LEAST_TEXT and SHORT_TEXT.match(start) else None


def _is_utf8(start: bytes, cut: bool) -> bool:
    try:
        start.decode()
    except UnicodeDecodeError as error:
        # The end may cut a character in two.
        return cut and error.start > len(start) - 4
    return True
