"""Reads messages of vectors/schemas by the rules of its README.md: from what unpackb returns to values in neutral JSON."""

import re
import struct
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

from hayapack import Timestamp

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))

from schemas.encode import step  # noqa: E402
from schemas.schema import INTEGERS  # noqa: E402

MOST_TICKS = 864000000000 - 1
DEEPEST = 64  # open containers
LAST_DAY = date.max.toordinal() - 1
ZERO = {
    "bool": False,
    "float32": 0.0,
    "float64": 0.0,
    "char": "\0",
    "string": "",
    "bytes": "",
    "datetime": "0001-01-01T00:00:00.0000000",
    "datetimeoffset": "0001-01-01T00:00:00.0000000+00:00",
    "timespan": "0",
    "date": "0001-01-01",
    "time": "00:00:00.0000000",
    "guid": "00000000-0000-0000-0000-000000000000",
    "decimal": "0",
    "bigint": "0",
    **{name: "0" if name.endswith("64") else 0 for name in INTEGERS},
}


class Refused(Exception):
    """An error with its name and path."""

    def __init__(self, name, path):
        super().__init__("%s at %s" % (name, path))
        self.name = name
        self.path = path


def expect(right, path, name="unexpected_type"):
    if not right:
        raise Refused(name, path)


class Entries(list):
    """The entries of a map, as pairs: ``object_pairs_hook`` of unpackb."""


class Decoder:
    """Decodes messages in a form."""

    def __init__(self, schemas, form):
        self.schemas = schemas
        self.form = form

    def value(self, of, data, path="$"):
        if data is None:
            expect(not self.schemas.refuses_nil(of), path)
            return None
        if of.name in INTEGERS:
            return self.integer(of.name, data, path)
        return getattr(self, "_" + self.schemas.kind(of))(of, data, path)

    def integer(self, name, data, path):
        expect(type(data) is int, path)
        low, high = INTEGERS[name]
        expect(low <= data <= high, path, "int_range")
        return str(data) if name.endswith("64") else data

    def _bool(self, of, data, path):
        expect(type(data) is bool, path)
        return data

    def _float64(self, of, data, path):
        expect(type(data) in (int, float), path)
        return float(data)

    def _float32(self, of, data, path):
        return struct.unpack("f", struct.pack("f", self._float64(of, data, path)))[0]

    def _char(self, of, data, path):
        return chr(self.integer("uint16", data, path))

    def _string(self, of, data, path):
        expect(type(data) is str, path)
        return data

    def _bytes(self, of, data, path):
        if type(data) is list:
            return bytes(self.integer("uint8", one, "%s[%d]" % (path, index)) for index, one in enumerate(data)).hex()
        return self.raw(data, path).hex()

    def raw(self, data, path):
        expect(type(data) in (bytes, str), path)
        return data.encode() if type(data) is str else data

    def _datetime(self, of, data, path):
        expect(type(data) is Timestamp, path)
        try:
            moment = datetime(1970, 1, 1) + timedelta(seconds=data.seconds)
        except OverflowError:
            raise Refused("timestamp_range", path) from None
        return "%s.%07dZ" % (moment.isoformat(), data.nanoseconds // 100)

    def _datetimeoffset(self, of, data, path):
        expect(type(data) is list, path)
        expect(len(data) == 2, path, "invalid_value")
        shown = self._datetime(of, data[0], path + "[0]")[:-1]
        minutes = self.integer("int16", data[1], path + "[1]")
        expect(abs(minutes) <= 14 * 60, path, "invalid_value")
        return "%s%s%02d:%02d" % (shown, "-" if minutes < 0 else "+", *divmod(abs(minutes), 60))

    def _timespan(self, of, data, path):
        return self.integer("int64", data, path)

    def _date(self, of, data, path):
        day = self.integer("int32", data, path)
        expect(0 <= day <= LAST_DAY, path, "invalid_value")
        return date.fromordinal(day + 1).isoformat()

    def _time(self, of, data, path):
        ticks = int(self.integer("int64", data, path))
        expect(0 <= ticks <= MOST_TICKS, path, "invalid_value")
        seconds, ticks = divmod(ticks, 10**7)
        return "%02d:%02d:%02d.%07d" % (seconds // 3600, seconds // 60 % 60, seconds % 60, ticks)

    def _guid(self, of, data, path):
        expect(type(data) is str, path)
        found = re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", data, re.IGNORECASE)
        expect(found, path, "invalid_value")
        return data.lower()

    def _decimal(self, of, data, path):
        expect(type(data) is str, path)
        found = re.fullmatch(r"-?(\d+)(\.\d+)?", data)
        expect(found and int(found.group(1)) < 1 << 96, path, "invalid_value")
        return data

    def _bigint(self, of, data, path):
        return str(int.from_bytes(self.raw(data, path), "little", signed=True))

    def _list(self, of, data, path):
        expect(type(data) is list, path)
        return [self.value(of.arguments[0], one, "%s[%d]" % (path, index)) for index, one in enumerate(data)]

    _array = _list

    def _set(self, of, data, path):
        found = self._list(of, data, path)
        return [one for index, one in enumerate(found) if one not in found[:index]]

    def _tuple(self, of, data, path):
        expect(type(data) is list, path)
        expect(len(data) == len(of.arguments), path, "invalid_value")
        return [
            self.value(one, part, "%s[%d]" % (path, index)) for index, (one, part) in enumerate(zip(of.arguments, data))
        ]

    def _map(self, of, data, path):
        expect(type(data) is Entries, path)
        found = {}
        for index, (key, one) in enumerate(data):
            at = "%s{key #%d}" % (path, index)
            name = self.value(of.arguments[0], key, at)
            expect(name is not None, at, "invalid_key")
            expect(name not in found, at, "duplicate_key")
            after = step(key) if type(key) is str else "{%d}" % key if type(key) is int else "{#%d}" % index
            found[name] = self.value(of.arguments[1], one, path + after)
        return [list(pair) for pair in found.items()]

    def _enum(self, of, data, path):
        entry = self.schemas.named[of.name]
        number = self.integer(entry["base"], data, path)
        return next((name for name, one in entry["values"].items() if one == number), number)

    def _union(self, of, data, path):
        expect(type(data) is list, path)
        expect(len(data) == 2, path, "invalid_value")
        tag = self.integer("int32", data[0], path + "[0]")
        case = self.schemas.cases(of).get(int(tag))
        # A union has no case for nil.
        return None if case is None or data[1] is None else {str(case): self.value(case, data[1], path + "[1]")}

    def _object(self, of, data, path):
        members = self.schemas.members(of)
        found = {}
        if self.form == "array":
            expect(type(data) is list, path)
            for member in members:
                if member.index < len(data):
                    found[member.name] = self.value(member.type, data[member.index], "%s[%d]" % (path, member.index))
        else:
            expect(type(data) is Entries, path)
            for index, (key, one) in enumerate(data):
                at = "%s{key #%d}" % (path, index)
                expect(type(key) in (str, bytes), at, "invalid_key")
                member = next((one for one in members if one.key == key), None)
                if member is not None:
                    expect(member.name not in found, at, "duplicate_key")
                    found[member.name] = self.value(member.type, one, path + step(key))
        entry = self.schemas.named[of.name]
        bare = entry.get("value", False) or entry.get("constructor", False)
        return {
            one.name: found[one.name] if one.name in found else self.default(one, bare or one.generic)
            for one in members
        }

    def default(self, member, bare):
        of = member.type
        if member.default is not None or of.nullable:
            return member.default
        return self.zero(of, bare)

    def zero(self, of, bare):
        kind = self.schemas.kind(of)
        if bare and not self.schemas.refuses_nil(of):
            return None
        if of.name in ZERO:
            return ZERO[of.name]
        if kind == "enum":
            return self._enum(of, 0, "$")
        if kind == "tuple":
            return [None if one.nullable else self.zero(one, True) for one in of.arguments]
        if kind == "object":
            # Null, if it is not a value type.
            value = self.schemas.named[of.name].get("value", False)
            return (
                {one.name: None if one.type.nullable else self.zero(one.type, True) for one in self.schemas.members(of)}
                if value
                else None
            )
        return None if kind == "union" else []
