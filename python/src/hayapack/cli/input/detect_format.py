"""Recognizes the format of an input by its first bytes: the one rule of all commands.

Nearly every sequence of bytes is some MessagePack stream: text is a stream of small integers. An input
is refused only if its first bytes have the structure of another format. What might well be MessagePack
is MessagePack, and a few first bytes must do: a pipe may have no more for a long time.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import NamedTuple, Optional

from ... import Unpacker, UnpackException
from . import detect_structure

SNIFFED = 4096  # bytes at the beginning that are examined


class Foreign(NamedTuple):
    """A format that is not MessagePack. advice: what to do with it; json: `convert` may read it."""

    name: str
    advice: str = ""
    json: bool = False


def _table(rows: list[tuple[bytes, str, str]]) -> list[tuple[re.Pattern[bytes], Foreign]]:
    return [(re.compile(pattern, re.DOTALL), Foreign(name, advice)) for pattern, name, advice in rows]


EXTRACT = "extract it first"
PYARROW = "pyarrow reads it"
#: As MessagePack these would be a few integers, a str that is not UTF-8, a timestamp of the wrong size,
#: or a map that repeats a key. Short signatures have more of the header behind them.
SIGNATURES = _table(
    [
        (rb"\x93NUMPY[\x01-\x03]\x00", "NumPy's .npy", "numpy.load reads it"),
        (rb"SQLite format 3\x00", "an SQLite database", "sqlite3 reads it"),
        (rb"PAR[1E]", "Parquet", PYARROW),
        (rb"ARROW1|FEA1", "Arrow", PYARROW),
        (rb"Obj\x01", "Avro", "fastavro reads it"),
        (rb"\xd9\xd9\xf7", "CBOR", "cbor2 reads it"),
        (rb"\x89HDF", "HDF5", "h5py reads it"),
        (rb"\xac\xed\x00\x05", "a serialized Java object", ""),
        (rb'(?:[aO]:[0-9]+:[{"]|s:[0-9]+:")', "PHP's serialize()", "unserialize it in PHP"),
        (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", "a ZIP archive", EXTRACT),
        (rb"7z\xbc\xaf\x27\x1c", "a 7z archive", EXTRACT),
        (rb"Rar!\x1a\x07", "a RAR archive", EXTRACT),
        (rb".{100}[0-7 \x00]{8}.{149}ustar", "a tar archive", EXTRACT),
        (rb"!<arch>\n", "an ar archive", EXTRACT),
        (rb"LZIP\x01", "compressed with lzip", "decompress it first"),
        (rb"\xff\x06\x00\x00sNaPpY", "compressed with Snappy", "decompress it first"),
        (rb"%PDF-[0-9]", "PDF", ""),
        (rb"\x89PNG", "a PNG image", ""),
        (rb"GIF8[79]a", "a GIF image", ""),
        (rb"\xff\xd8\xff", "a JPEG image", ""),
        (rb"II\*\x00|MM\x00\*", "a TIFF image", ""),
        (rb"BM.{4}\x00{4}..\x00\x00[\x0c\x28\x34\x38\x40\x6c\x7c]\x00\x00\x00", "a BMP image", ""),
        (rb"\x00\x00\x00.ftyp", "an MP4 or HEIF file", ""),
        (rb"RIFF.{4}[A-Z]{3}", "a RIFF file (such as WAV or WebP)", ""),
        (rb"\x7fELF[\x01\x02][\x01\x02]\x01", "an ELF file", ""),
        (rb"MZ\x90\x00\x03\x00\x00\x00", "a Windows program", ""),
        (rb"\x00asm\x01\x00\x00\x00", "a WebAssembly module", ""),
    ]
)
#: Formats that are recognized by more than a few bytes.
STRUCTURES = (
    (detect_structure.is_pickle, Foreign("a pickle", "`python -m pickletools FILE` lists it without running it")),
    (detect_structure.is_bson, Foreign("BSON", "bsondump reads it")),
    (detect_structure.is_arrow_stream, Foreign("an Arrow stream", PYARROW)),
)

CONVERT = "`hayapack convert` converts it to MessagePack"
JSON = Foreign("JSON", CONVERT, json=True)
JSON_SEQ = Foreign("a JSON text sequence", "`tr -d '\\036' < FILE | hayapack convert` converts it to MessagePack")
TEXT = Foreign("text")
JSON_TEXT = Foreign("text", "`hayapack convert` reads it if it is JSON", json=True)  # a number, or a str
ENCODED = Foreign("text", "if it is MessagePack in base64 or hexadecimal digits, decode it first")

# The beginning of a JSON text. A MessagePack stream may start with one of these bytes too (a small
# integer).
JSON_START = re.compile(rb'\s*(?:[\[{"]|-?[0-9]|true|false|null|NaN|-?Infinity)')
# The same, but long enough that a stream of small integers does not match.
SURELY_JSON = re.compile(
    rb"""[ \t\r\n]*(?:\{[ \t\r\n]*["}]
        |(?:\[[ \t\r\n]*)+(?:["\]]|\{[ \t\r\n]*["}]|-?[0-9.eE+-]+[ \t\r\n]*[,\]]|true|false|null)
        |(?:\[[ \t\r\n]*){16,}\Z)""",
    re.VERBOSE,
)
NOT_TEXT = re.compile(rb"[^\t\r\n\x20-\x7e\x80-\xff]")
LEAST_TEXT = 16  # bytes; less text is recognized by its newline alone
# Two bytes, such as "1\n", may be two integers.
SHORT_TEXT = re.compile(rb"(?=.*[A-Za-z0-9])[\t\r\n\x20-\x7e]{2,}\n\Z", re.DOTALL)
BLANK = " \t\r\n"
# Text without blanks: base64, hexadecimal digits, a URL.
UNBROKEN = re.compile(r"[A-Za-z0-9+/=_.,:;&?%#@~-]+\Z")
# Bytes in hexadecimal digits: four or more on a line, or without blanks and with a letter that is not a number's exponent.
HEX = re.compile(
    rb"\s*(?:(?:[0-9A-Fa-f]{2}[ \t]+){3}[0-9A-Fa-f \t\r\n]+|(?=[0-9]*[A-Fa-f](?![+-]?[0-9]*\s))[0-9A-Fa-f]{16,}\s*)\Z"
)
CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")

# Bool, bin and str: with the byte after them, the first character of what looks like text.
FIRST_OF_CUT = (0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xD9, 0xDA, 0xDB)

MARK = codecs.BOM_UTF8
WIDE_MARKS = (  # UTF-32 first: its mark begins as that of UTF-16 does
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def format_of(data: bytes) -> str:
    """ "json" or "msgpack": which format an input looks like, for commands that read both."""
    found = not_messagepack(data)
    if found:
        return "json" if found.json else "msgpack"
    start = data[:SNIFFED]
    if not JSON_START.match(start) or NOT_TEXT.search(start):
        return "msgpack"
    return "json" if _is_json(data) or (len(data) < LEAST_TEXT and start.lstrip()[:1] in b'"[{') else "msgpack"


def not_messagepack(data: bytes) -> Optional[Foreign]:
    """The format of an input that begins with data; None if it may be MessagePack."""
    start = data[:SNIFFED]
    for pattern, foreign in SIGNATURES:
        if pattern.match(start):
            return foreign
    for matches, foreign in STRUCTURES:
        if matches(start):
            return foreign
    if start.startswith(MARK):
        if JSON_START.match(start, len(MARK)):
            return JSON
        return Foreign("text in UTF-8 with a byte order mark")
    if start.startswith(b"\x1e") and JSON_START.match(start, 1) and _text(start.replace(b"\x1e", b"")):
        return JSON_SEQ
    return _wide_text(start) or _text(start)


def _text(start: bytes) -> Optional[Foreign]:
    """JSON, or text in UTF-8."""
    if NOT_TEXT.search(start):
        return None
    if SURELY_JSON.match(start):
        return JSON
    text = ENCODED if HEX.match(start) else JSON_TEXT if JSON_START.match(start) else TEXT
    if len(start) < LEAST_TEXT:
        return text if SHORT_TEXT.match(start) else None
    try:
        decoded = codecs.getincrementaldecoder("utf-8")().decode(start)  # the end may cut a character
    except UnicodeDecodeError:
        return None
    if CONTROL.search(decoded):
        return None
    if not any(blank in decoded for blank in BLANK):
        return ENCODED if _is_unbroken_text(decoded) else None
    if not _has_words(decoded) or not (decoded.isascii() or _breaks_messagepack(start)):
        return None
    return text


def _has_words(text: str) -> bool:
    """Whether letters, digits and blanks prevail. Integers in a row have nearly every character
    between their smallest and their largest."""
    blanks = sum(map(text.count, BLANK))
    share = (sum(map(str.isalnum, text)) + blanks) / len(text)
    return share >= 0.85 or (share >= 0.5 and ("\n" in text or any(map(str.islower, text))))


def _is_unbroken_text(text: str) -> bool:
    if not UNBROKEN.match(text) or not any(map(str.islower, text)) or min(text) >= ":":
        return False
    return sum(map(str.isalnum, text)) >= 0.65 * len(text)


def _breaks_messagepack(start: bytes) -> bool:
    """Whether text that is not ASCII would be unusual MessagePack: damaged, or integers in a row.

    A MessagePack file with text in it may look like text as a whole: a bool and a str of up to 31
    bytes, for example, are one character in UTF-8 and text.
    """
    unpacker = Unpacker(strict_map_key=False, object_pairs_hook=len, timestamp=3, ext_hook=_no_ext)
    unpacker.feed(start)
    integers = 0
    try:
        for value in unpacker:
            integers = integers + 1 if type(value) is int else 0
            if integers == 4:
                return True
    except (UnpackException, ValueError, TypeError):
        return True
    # The last value is cut: usual if the input begins with a bool, a bin or a str.
    return unpacker.tell() < len(start) and start[0] not in FIRST_OF_CUT


def _no_ext(code: int, payload: bytes) -> None:
    return None


def _wide_text(start: bytes) -> Optional[Foreign]:
    """Text in UTF-16 or UTF-32 with a byte order mark, which are negative integers in MessagePack."""
    for mark, encoding in WIDE_MARKS:
        if not start.startswith(mark):
            continue
        try:
            text = codecs.getincrementaldecoder(encoding)().decode(start[len(mark) :])
        except UnicodeDecodeError:
            continue
        if len(text) < 2 or CONTROL.search(text):
            continue
        # Any two integers are a character; text has ASCII as well.
        plain = sum(map(str.isascii, text))
        if 4 * plain >= len(text) or ("\n" in text and len(text) >= LEAST_TEXT):
            name = encoding[:6].upper()
            if JSON_START.match(text.encode("utf-8", "replace")):
                return Foreign(f"JSON in {name}", CONVERT, json=True)
            return Foreign(f"text in {name}", "PowerShell's > writes this, and damages binary data")
    return None


def _is_json(data: bytes) -> bool:
    if len(data) > SNIFFED:
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
