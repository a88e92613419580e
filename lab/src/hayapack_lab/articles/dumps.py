"""Article E's hex dumps side by side, with the names of their parts, and whether today's codecs write the same bytes."""

from __future__ import annotations

import hashlib
from typing import Optional

from ..statistics.summary import listed
from ..text.model import Cell, Column, Table, Text
from .parts import DASH, name

FRAME = "frame"
FIELDS = tuple(f"f{number:02}" for number in range(1, 11))
DECLARED = "record_hayapack_array"
# For each codec its bytes in order: the fields that they have, and the bytes. The article printed them all but DECLARED's.
# Cap'n Proto's are packed: a tag byte says which bytes of a word of 8 are not zero, and these follow.
PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    "msgpack_c": (
        (FRAME, "8a"),
        ("f01", "a3663031cb3fb999999999999a"),
        ("f02", "a3663032cb3fb999999999999a"),
        ("f03", "a366303301"),
        ("f04", "a366303401"),
        ("f05", "a366303501"),
        ("f06", "a366303601"),
        ("f07", "a3663037c3"),
        ("f08", "a3663038a131"),
        ("f09", "a3663039a131"),
        ("f10", "a366313081a366313191a131"),
    ),
    "protobuf": (
        ("f01", "0dcdcccc3d"),
        ("f02", "119a9999999999b93f"),
        ("f03", "1801"),
        ("f04", "2001"),
        ("f05", "2801"),
        ("f06", "3001"),
        ("f07", "6801"),
        ("f08", "720131"),
        ("f09", "7a0131"),
        ("f10", "8201030a0131"),
    ),
    "capnp_packed": (
        (FRAME, "100e500503"),
        ("f01 f03", "1fcdcccc3d01"),
        ("f02", "ff9a9999999999b93f00"),
        ("f04", "0101"),
        ("f05 f07", "110101"),
        ("f06", "0101"),
        ("f08", "110912"),
        ("f09", "11090a"),
        ("f10", "410801"),
        ("f08", "0131"),
        ("f09", "0131"),
        ("f10", "11010e1101120131"),
    ),
    DECLARED: (
        (FRAME, "9a"),
        ("f01", "cb3fb999999999999a"),
        ("f02", "cb3fb999999999999a"),
        ("f03", "01"),
        ("f04", "01"),
        ("f05", "01"),
        ("f06", "01"),
        ("f07", "c3"),
        ("f08", "a131"),
        ("f09", "c40131"),
        ("f10", "9191a131"),
    ),
}
PRINTED = ("msgpack_c", "protobuf", "capnp_packed")
SAME_AS = {"hayapack_native": "msgpack_c"}  # codecs that should write the bytes of another
CAPTION = (
    "The record's bytes in hexadecimal digits. The frame says what follows: a map or an array of 10 (MessagePack), the "
    "segment's size and the root pointer (Cap'n Proto); protobuf has none. MessagePack's f01 is the name (a3: a text of 3 "
    "bytes) and a double (cb); protobuf's are a field number with the type of what follows, and a value; Cap'n Proto's "
    "words hold values, then pointers (f08 to f10), then what they point to. … is what other fields have between. The "
    "article printed no bytes of FlatBuffers."
)


def printed(codec: str) -> bytes:
    return bytes.fromhex("".join(part for _, part in PARTS[codec]))


def parts(records: list[dict], source_key: str) -> list:
    """A sentence on which bytes are still the same, and the table."""
    same = []
    for codec in (*PRINTED, *SAME_AS):
        found = [_is_same(record, source_key, codec, printed(SAME_AS.get(codec, codec))) for record in records]
        if any(found):
            same.append(next(name(record, codec) for record, equal in zip(records, found) if equal))
    text = f"Today's bytes are those that the article printed: {listed(same)}." if same else ""
    return [*([Text(text)] if text else []), table(records, source_key)]


def table(records: list[dict], source_key: str) -> Table:
    """A column for each format. DECLARED's only if a record has these bytes."""
    shown = [
        codec
        for codec in PARTS
        if codec in PRINTED or any(_is_same(r, source_key, codec, printed(codec)) for r in records)
    ]
    columns = [Column("part", False), *(Column(_title(records, codec), False) for codec in shown)]
    rows = [[Cell(part), *(_cell(codec, part) for codec in shown)] for part in (FRAME, *FIELDS)]
    rows.append([Cell("bytes"), *(Cell(str(len(printed(codec)))) for codec in shown)])
    return Table("e-dumps", "The bytes side by side", columns, rows, CAPTION)


def _title(records: list[dict], codec: str) -> str:
    return next((name(record, codec) for record in records if codec in record["codecs"]), codec)


def _cell(codec: str, part: str) -> Cell:
    found = [(fields.split(), code) for fields, code in PARTS[codec] if part in fields.split()]
    if not found:
        return DASH
    [first, *_], _code = found[0]
    if first != part:
        return Cell(f"in {first}'s", mark="soft")
    return Cell(" … ".join(code for _, code in found))


def _is_same(record: dict, source_key: str, codec: str, expected: bytes) -> Optional[bool]:
    """Whether the codec wrote these bytes; None: it was not measured."""
    for source in record["sources"]:
        cell = source["cells"].get(codec, {})
        if source["key"] == source_key and cell.get("digest"):
            return cell["digest"] == hashlib.sha256(expected * source["messages"]).hexdigest()
    return None
