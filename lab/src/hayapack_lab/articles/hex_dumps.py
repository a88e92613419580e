"""Article E's hex dumps side by side, with the names of their parts, and whether today's codecs write the same bytes."""

from __future__ import annotations

import hashlib
from typing import Optional

from ..measure.record import Record
from ..text.number_formats import listed
from ..text.report_elements import Cell, Column, Table, Text
from ..text.report_tables import DASH

FRAME, PADDING = "frame", "padding"
FIELDS = tuple(f"f{number:02}" for number in range(1, 11))
DECLARED = "record_hayapack_array"
# For each codec its bytes in order: the fields that they have, and the bytes.
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
    "capnp": (
        (FRAME, "000000000e000000" + "0000000005000300"),
        ("f01", "cdcccc3d"),
        ("f03", "01000000"),
        ("f02", "9a9999999999b93f"),
        ("f04", "0100000000000000"),
        ("f05", "01000000"),
        ("f07", "01"),
        (PADDING, "000000"),
        ("f06", "0100000000000000"),
        ("f08", "0900000012000000"),
        ("f09", "090000000a000000"),
        ("f10", "0800000000000100"),
        ("f08", "31" + "00"),
        (PADDING, "000000000000"),
        ("f09", "31"),
        (PADDING, "00000000000000"),
        ("f10", "010000000e000000" + "0100000012000000" + "31" + "00"),
        (PADDING, "000000000000"),
    ),
    "flatbuffers": (
        (FRAME, "1c000000" + "18004600"),
        ("f01", "4000"),
        ("f02", "3400"),
        ("f03", "3000"),
        ("f04", "2400"),
        ("f05", "2000"),
        ("f06", "1400"),
        ("f07", "1300"),
        ("f08", "0c00"),
        ("f09", "0800"),
        ("f10", "0400"),
        (FRAME, "18000000"),
        ("f10", "48000000"),
        ("f09", "5c000000"),
        ("f08", "60000000"),
        (PADDING, "000000"),
        ("f07", "01"),
        ("f06", "0100000000000000"),
        (PADDING, "00000000"),
        ("f05", "01000000"),
        ("f04", "0100000000000000"),
        (PADDING, "00000000"),
        ("f03", "01000000"),
        ("f02", "9a9999999999b93f"),
        (PADDING, "00000000"),
        ("f01", "cdcccc3d"),
        (PADDING, "0000"),
        ("f10", "060008000400" + "06000000" + "04000000" + "01000000" + "04000000" + "01000000" + "3100"),
        (PADDING, "0000"),
        ("f09", "01000000" + "31"),
        (PADDING, "000000"),
        ("f08", "01000000" + "3100"),
        (PADDING, "0000"),
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
PRINTED = ("msgpack_c", "protobuf", "capnp_packed")  # by the article
SAME_AS = {"hayapack_native": "msgpack_c"}  # codecs that should write the bytes of another
TITLE = "Hex dumps side by side"
CAPTION = (
    "The record's bytes in hexadecimal digits, field by field. The frame is what belongs to no field: the head of a map or an "
    "array of 10 (MessagePack), the segment's size and the root pointer (Cap'n Proto), the root's offset, the size of its "
    "table of fields and the way back to it (FlatBuffers); protobuf has none. In MessagePack a field is its name (a3: a text "
    "of 3 bytes) and its value (cb: a double). In protobuf it is the field's number and type in one byte or two, and the "
    "value. Cap'n Proto has the values, then pointers for f08 to f10, then what they point to. FlatBuffers has the place of "
    "each field, then values or offsets in reverse order, then what the offsets point to. Where the bytes of a field are not "
    "next to each other, … stands for those of other fields between them; padding is zeros that align values. The article "
    "printed no bytes of FlatBuffers, and of Cap'n Proto only the packed ones."
)


def printed(codec: str) -> bytes:
    return bytes.fromhex("".join(part for _, part in PARTS[codec]))


def parts(records: list[Record], source_key: str) -> list:
    """A sentence on which bytes are still the same, and the table."""
    same: dict[str, str] = {}  # codec -> name
    for codec in (*PRINTED, *SAME_AS):
        equal = [r for r in records if _is_same(r, source_key, codec, printed(SAME_AS.get(codec, codec)))]
        if equal:
            same[codec] = equal[0].name(codec)
    theirs = [same[codec] for codec in PRINTED if codec in same]
    text = f"Today's bytes are those that the article printed: {listed(theirs)}." if theirs else ""
    for ours, other in SAME_AS.items():
        text += f" {same[ours]} writes those of {same[other]}." if ours in same and other in same else ""
    return [*([Text(text)] if text else []), table(records, source_key)]


def table(records: list[Record], source_key: str) -> Table:
    """A column for each format; of those that the article did not print only if a record has these bytes."""
    shown = [
        codec
        for codec in PARTS
        if codec in PRINTED or any(_is_same(r, source_key, codec, printed(codec)) for r in records)
    ]
    columns = [Column("part", False), *(Column(_title(records, codec), False) for codec in shown)]
    rows = [[Cell(part), *(_cell(codec, part) for codec in shown)] for part in (FRAME, *FIELDS, PADDING)]
    rows.append([Cell("bytes"), *(Cell(str(len(printed(codec)))) for codec in shown)])
    return Table("e-dumps", TITLE, columns, rows, CAPTION)


def _title(records: list[Record], codec: str) -> str:
    """The format's name, without the variant of the library that one run had."""
    found = next((record.name(codec) for record in records if codec in record.codecs), codec)
    return found.partition(" (")[0]


def _cell(codec: str, part: str) -> Cell:
    found = [(fields.split(), code) for fields, code in PARTS[codec] if part in fields.split()]
    if not found:
        return DASH
    [first, *_], _code = found[0]
    if first != part:
        return Cell(f"with {first}", mark="soft")
    return Cell(" … ".join(bytes.fromhex(code).hex(" ") for _, code in found))


def _is_same(record: Record, source_key: str, codec: str, expected: bytes) -> Optional[bool]:
    """Whether the codec wrote these bytes; None: it was not measured."""
    for source in record.sources:
        cell = source.cell(codec)
        if source.key == source_key and cell.digest:
            return cell.digest == hashlib.sha256(expected * source.messages).hexdigest()
    return None
