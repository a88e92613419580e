"""Values for each schema: edge values of its types, then values chosen with a fixed seed."""

import json
import struct
import zlib
from decimal import Decimal
from random import Random

from generate.schemas.schema import INTEGERS, parsed

COUNT = 20
DEEPEST = 4

STRINGS = ["", "a", "é", "日本語", "\U0001f600 \U0001f1e9\U0001f1ea", 'quote " and \\', "tab\tand\nline\0end"]
STRINGS += ["x" * 31, "y" * 32, "é" * 16, "z" * 255, "w" * 256]
EDGES = {
    "bool": [False, True],
    "float32": [
        0.0,
        -0.0,
        1.5,
        -2.25,
        "inf",
        "-inf",
        "nan",
        3.4028234663852886e38,
        1.401298464324817e-45,
        16777216.0,
        0.10000000149011612,
    ],
    "float64": [
        0.0,
        -0.0,
        0.1,
        -1.5,
        "inf",
        "-inf",
        "nan",
        1.7976931348623157e308,
        5e-324,
        9007199254740993.0,
        1e-7,
        123456789.125,
    ],
    "char": ["a", "\0", "é", "日", "\x7f", "\x80", "\uffff", "~", "0", "\ud7ff", "\ue000"],
    "string": STRINGS,
    "bytes": ["", "00", "ff", "c1c1c1", "00" * 31, "01" * 32, "02" * 255, "03" * 256],
    "datetime": [
        "1970-01-01T00:00:00.0000000Z",
        "1970-01-01T00:00:00.0000001Z",
        "1969-12-31T23:59:59.9999999Z",
        "0001-01-01T00:00:00.0000000Z",
        "9999-12-31T23:59:59.9999999Z",
        "2038-01-19T03:14:08.0000000Z",
        "2106-02-07T06:28:15.0000000Z",
        "2106-02-07T06:28:16.0000000Z",
        "2514-05-30T01:53:03.0000000Z",
        "2514-05-30T01:53:04.0000000Z",
        "2024-02-29T12:34:56.7890123Z",
        "1900-01-01T00:00:00.0000000Z",
    ],
    "datetimeoffset": [
        "1970-01-01T00:00:00.0000000+00:00",
        "2024-02-29T12:34:56.7890123+02:00",
        "2024-02-29T12:34:56.0000000-11:30",
        "0001-01-02T00:00:00.0000000+14:00",
        "9999-12-30T23:59:59.9999999-14:00",
        "1969-12-31T23:30:00.0000000-00:30",
    ],
    "timespan": ["0", "1", "-1", "10000000", "864000000000", "-9223372036854775808", "9223372036854775807"],
    "date": ["1970-01-01", "0001-01-01", "9999-12-31", "2024-02-29", "0001-05-08", "0001-05-09", "0180-06-05"],
    "time": [
        "00:00:00.0000000",
        "00:00:00.0000001",
        "23:59:59.9999999",
        "12:34:56.7890123",
        "00:07:09.4967295",
        "00:07:09.4967296",
    ],
    "guid": [
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "01234567-89ab-cdef-0123-456789abcdef",
    ],
    "decimal": [
        "0",
        "1",
        "-1",
        "0.1",
        "1.10",
        "0.00",
        "79228162514264337593543950335",
        "-79228162514264337593543950335",
        "0.0000000000000000000000000001",
        "-7.9228162514264337593543950335",
        "1000000",
    ],
    "bigint": [
        "0",
        "1",
        "-1",
        "127",
        "128",
        "-128",
        "-129",
        "255",
        "256",
        "18446744073709551616",
        "-340282366920938463463374607431768211456",
    ],
}


def integer_edges(name):
    low, high = INTEGERS[name]
    edges = [0, 1, -1, 127, 128, 255, 256, -32, -33, -128, -129, 32767, 32768, 65535, 65536, -32768, -32769]
    edges += [
        1 << 31,
        (1 << 31) - 1,
        (1 << 32) - 1,
        1 << 32,
        -(1 << 31),
        -(1 << 31) - 1,
        (1 << 63) - 1,
        1 << 63,
        (1 << 64) - 1,
        low,
        high,
    ]
    found = [number for number in dict.fromkeys(edges) if low <= number <= high]
    # The limits first: a row takes one edge of each member.
    found = [0, high, low, *found[1:]]
    return [str(number) if name.endswith("64") else number for number in dict.fromkeys(found)]


EDGES.update({name: integer_edges(name) for name in INTEGERS})


class Values:
    """Makes values of types. ``random`` is only asked for ``random()``, whose sequence no version of Python changes."""

    def __init__(self, schemas, seed):
        self.schemas = schemas
        self.random = Random(seed)

    def below(self, count):
        return int(self.random.random() * count)

    def one_of(self, values):
        return values[self.below(len(values))]

    def make(self, of, row, depth=0):
        """A value: edge number ``row`` of the type, or one chosen at random if row is None."""
        if of.nullable and (depth > DEEPEST or (row % 4 == 3 if row is not None else self.below(4) == 0)):
            return None
        if of.name in EDGES:
            return EDGES[of.name][row % len(EDGES[of.name])] if row is not None else self.scalar(of.name)
        return getattr(self, "_" + self.schemas.kind(of))(of, row, depth)

    def scalar(self, name):
        if self.below(3) == 0:
            return self.one_of(EDGES[name])
        if name in INTEGERS:
            low, high = INTEGERS[name]
            number = max(low, min(high, (1 << self.below(65)) + self.below(1000) - 500))
            number = -number if low < 0 and self.below(2) else number
            number = max(low, min(high, number))
            return str(number) if name.endswith("64") else number
        return RANDOM[name](self) if name in RANDOM else self.one_of(EDGES[name])

    def _enum(self, of, row, depth):
        entry = self.schemas.named[of.name]
        names = list(entry["values"])
        low, high = INTEGERS[entry["base"]]
        # .NET keeps numbers without a name: what a later version of a program may send.
        taken = [int(number) for number in entry["values"].values()]
        numbers = [number for number in (low, high, 1000, 77, 100) if low <= number <= high and number not in taken]
        numbers = [str(number) if entry["base"].endswith("64") else number for number in numbers]
        if row is not None:
            return [*names, *numbers][row % (len(names) + len(numbers))]
        return self.one_of(names)

    def _union(self, of, row, depth):
        cases = list(self.schemas.cases(of).values())
        if row is not None:
            return {
                str(cases[row % len(cases)]): self.make(cases[row % len(cases)].plain(), row // len(cases), depth + 1)
            }
        # The cases of a deep value without more members that are unions come first in schemas.json.
        case = cases[0] if depth > DEEPEST else self.one_of(cases)
        return {str(case): self.make(case.plain(), None, depth + 1)}

    def _object(self, of, row, depth):
        return {
            member.name: self.member(member, number, row, depth)
            for number, member in enumerate(self.schemas.members(of))
        }

    def member(self, member, number, row, depth):
        if row is not None and depth > 1:
            row = None
        return self.make(member.type, row if row is None or row == 0 else row + number // 3, depth + 1)

    def length(self, of, row, depth):
        if depth > DEEPEST:
            return 0
        small = all(one.name in EDGES for one in of.arguments) and depth < 3
        lengths = [0, 1, 2, 15, 16, 3, 17] if small else [0, 1, 2, 3]
        return lengths[row % len(lengths)] if row is not None else self.below(4)

    def _list(self, of, row, depth):
        return [self.element(of.arguments[0], number, row, depth) for number in range(self.length(of, row, depth))]

    _array = _list

    def element(self, of, number, row, depth):
        long = of.name in ("string", "bytes")  # only short ones in a list
        value = self.make(of, None if row is None or of.name not in EDGES else number, depth + 1)
        return value[:20] if long and value is not None else value

    def _set(self, of, row, depth):
        # 0 and 0.00 are different values of a decimal but equal keys.
        equal = Decimal if of.arguments[0].name == "decimal" else str
        return list({equal(one): one for one in self._list(of, row, depth)}.values())

    def _tuple(self, of, row, depth):
        return [self.make(one, row, depth + 1) for one in of.arguments]

    def _map(self, of, row, depth):
        key, value = of.arguments
        keys = self._set(parsed("set<%s>" % key), row, depth)
        return [[one, self.element(value, number, row, depth)] for number, one in enumerate(keys)]


def random_float32(values):
    number = (values.random.random() - 0.5) * 10.0 ** (values.below(12) - 4)
    return struct.unpack("f", struct.pack("f", number))[0]


RANDOM = {
    "float32": random_float32,
    "float64": lambda values: (values.random.random() - 0.5) * 10.0 ** (values.below(30) - 10),
    "string": lambda values: "".join(
        values.one_of("abcdefgh ijklmnop-éü日本\U0001f600") for _ in range(values.below(40))
    ),
    "bytes": lambda values: bytes(values.below(256) for _ in range(values.below(20))).hex(),
    "datetime": lambda values: moment(values) + "Z",
    "datetimeoffset": lambda values: (
        moment(values) + values.one_of("+-") + "%02d:%02d" % (values.below(14), values.one_of([0, 15, 30, 45]))
    ),
    "timespan": lambda values: str(values.below(1 << 50) - (1 << 49)),
    "date": lambda values: moment(values)[:10],
    "time": lambda values: moment(values)[11:],
    "guid": lambda values: (
        "%08x-%04x-%04x-%04x-%012x" % tuple(values.below(1 << bits) for bits in (32, 16, 16, 16, 48))
    ),
    "decimal": lambda values: (
        "%s%d.%d" % (values.one_of(["", "-"]), 1 + values.below(10**9), values.below(10 ** values.below(10)))
    ),
    "bigint": lambda values: str(values.below(1 << 52) ** (1 + values.below(4)) * values.one_of([1, -1])),
}


def moment(values):
    return "%04d-%02d-%02dT%02d:%02d:%02d.%07d" % (
        values.one_of([1955, 1990, 2024, 2200, 2700]) + values.below(20),
        1 + values.below(12),
        1 + values.below(28),
        values.below(24),
        values.below(60),
        values.below(60),
        values.one_of([0, values.below(10**7)]),
    )


def rows(schemas, root):
    """The values of a root type, as JSON texts."""
    of = parsed(root)
    values = Values(schemas, zlib.crc32(root.encode()))
    found = {}
    for number in range(COUNT * 12):
        value = values.make(of, number if number < COUNT * 2 // 3 else None)
        found[text(value)] = value
        if len(found) == COUNT:
            break
    return list(found.items())


def text(value):
    """A value as one line of JSON, in ASCII."""
    return json.dumps(value, separators=(",", ":"))
