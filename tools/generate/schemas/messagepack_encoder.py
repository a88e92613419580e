"""Neutral values as MessagePack, by the rules of vectors/schemas/README.md alone, with the place of each value."""

import re
import struct
from datetime import date, datetime, timezone
from typing import NamedTuple

from generate.schemas.schema import INTEGERS

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
NAN32, NAN64 = b"\xca\xff\xc0\0\0", b"\xcb\xff\xf8" + bytes(6)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Place(NamedTuple):
    """Where a value is."""

    path: str
    type: object
    offset: int
    length: int


def integer(value):
    """Bytes of an integer in its shortest form."""
    if -32 <= value < 128:
        return struct.pack("b", value)
    if value > 0:
        code, letter = next(
            c
            for c in ((0xCC, "B"), (0xCD, "H"), (0xCE, "I"), (0xCF, "Q"))
            if value >> 8 * struct.calcsize(">" + c[1]) == 0
        )
    else:
        code, letter = next(
            c
            for c in ((0xD0, "b"), (0xD1, "h"), (0xD2, "i"), (0xD3, "q"))
            if -value <= 1 << 8 * struct.calcsize(">" + c[1]) - 1
        )
    return struct.pack(">B" + letter, code, value)


def header(length, fixed, most, wide):
    """Bytes of the header of a str, bin, array or map."""
    if length <= most:
        return bytes([fixed | length])
    code, letter = next(c for c in wide if length >> 8 * struct.calcsize(">" + c[1]) == 0)
    return struct.pack(">B" + letter, code, length)


def string(text):
    data = text.encode()
    return header(len(data), 0xA0, 31, ((0xD9, "B"), (0xDA, "H"), (0xDB, "I"))) + data


def binary(data):
    return header(len(data), 0, -1, ((0xC4, "B"), (0xC5, "H"), (0xC6, "I"))) + data


def array(count):
    return header(count, 0x90, 15, ((0xDC, "H"), (0xDD, "I")))


def table(count):
    return header(count, 0x80, 15, ((0xDE, "H"), (0xDF, "I")))


def timestamp(seconds, nanoseconds):
    if nanoseconds == 0 and 0 <= seconds < 1 << 32:
        return struct.pack(">BbI", 0xD6, -1, seconds)
    if 0 <= seconds < 1 << 34:
        return struct.pack(">BbQ", 0xD7, -1, nanoseconds << 34 | seconds)
    return struct.pack(">BBbIq", 0xC7, 12, -1, nanoseconds, seconds)


def instant(text):
    """Seconds since 1970 and nanoseconds of the date and time that the first 27 characters of a text give."""
    whole = datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    since = whole - EPOCH
    return since.days * 86400 + since.seconds, int(text[20:27]) * 100


def offset_minutes(text):
    sign = -1 if text[27] == "-" else 1
    return sign * (int(text[28:30]) * 60 + int(text[31:33]))


def ticks(text):
    """100 ns since midnight."""
    hours, minutes, seconds = text.split(":")
    return ((int(hours) * 60 + int(minutes)) * 60) * 10**7 + int(seconds.replace(".", ""))


def big(value):
    return value.to_bytes(
        (value.bit_length() if value >= 0 else (value + 1).bit_length()) // 8 + 1, "little", signed=True
    )


SCALARS = {
    "bool": lambda value: b"\xc3" if value else b"\xc2",
    "float32": lambda value: NAN32 if value == "nan" else struct.pack(">Bf", 0xCA, float(value)),
    "float64": lambda value: NAN64 if value == "nan" else struct.pack(">Bd", 0xCB, float(value)),
    "char": lambda value: integer(ord(value)),
    "string": string,
    "bytes": lambda value: binary(bytes.fromhex(value)),
    "datetime": lambda value: timestamp(*instant(value)),
    "datetimeoffset": lambda value: b"\x92" + timestamp(*instant(value)) + integer(offset_minutes(value)),
    "timespan": lambda value: integer(int(value)),
    "date": lambda value: integer(date.fromisoformat(value).toordinal() - 1),
    "time": lambda value: integer(ticks(value)),
    "guid": string,
    "decimal": string,
    "bigint": lambda value: binary(big(int(value))),
}
SCALARS.update({name: lambda value: integer(int(value)) for name in INTEGERS})


class Encoder:
    """Encodes one message in a form. ``edits`` replaces the value at a path by other bytes."""

    def __init__(self, schemas, form, edits=None):
        self.schemas = schemas
        self.form = form
        self.edits = edits or {}
        self.data = bytearray()
        self.places = []

    def message(self, of, value):
        self.value(of, value, "$")
        return bytes(self.data)

    def value(self, of, value, path):
        begin, at = len(self.data), len(self.places)
        if path in self.edits:
            self.data += self.edits[path]
        elif value is None:
            self.data.append(0xC0)
        elif of.name in SCALARS:
            self.data += SCALARS[of.name](value)
        else:
            getattr(self, "_" + self.schemas.kind(of))(of, value, path)
        self.places.insert(at, Place(path, of, begin, len(self.data) - begin))

    def _list(self, of, value, path):
        self.data += array(len(value))
        for index, one in enumerate(value):
            self.value(of.arguments[0], one, "%s[%d]" % (path, index))

    _array = _set = _list

    def _tuple(self, of, value, path):
        self.data += array(len(value))
        for index, (one, type_) in enumerate(zip(value, of.arguments)):
            self.value(type_, one, "%s[%d]" % (path, index))

    def _map(self, of, value, path):
        self.data += table(len(value))
        for index, (key, one) in enumerate(value):
            self.value(of.arguments[0], key, "%s{key #%d}" % (path, index))
            self.value(of.arguments[1], one, path + self._step(of.arguments[0], key, index))

    def _step(self, of, key, index):
        if of.name in ("string", "guid", "decimal"):
            return step(key)
        if of.name in INTEGERS:
            return "{%d}" % int(key)
        if self.schemas.kind(of) == "enum":
            return "{%d}" % self._number(of, key)
        return "{#%d}" % index

    def _enum(self, of, value, path):
        self.data += integer(self._number(of, value))

    def _number(self, of, value):
        return int(self.schemas.named[of.name]["values"].get(value, value))

    def _union(self, of, value, path):
        ((name, content),) = value.items()
        tag, case = next(found for found in self.schemas.cases(of).items() if str(found[1]) == name)
        self.data += b"\x92" + self.edits.get(path + "[0]", integer(tag))
        self.value(case, content, path + "[1]")

    def _object(self, of, value, path):
        members = self.schemas.members(of)
        if self.form == "map":
            self.data += table(len(members))
            for member in members:
                self.data += string(member.key)
                self.value(member.type, value[member.name], path + step(member.key))
            return
        by_index = {member.index: member for member in members}
        count = max(by_index, default=-1) + 1
        self.data += array(count)
        for index in range(count):
            if index in by_index:
                member = by_index[index]
                self.value(member.type, value[member.name], "%s[%d]" % (path, index))
            else:
                self.data.append(0xC0)


def step(key):
    """The component of a path for an entry with a str key, without the limit of 60 bytes."""
    return "." + key if IDENTIFIER.match(key) else '["%s"]' % key.replace("\\", "\\\\").replace('"', '\\"')
