"""The types of vectors/schemas as Python classes, and values of them as neutral JSON and back.

Types that .NET writes in its own way (README.md: datetimeoffset, timespan, date, time, bigint) are hooks of their
fields here; char is an integer.
"""

import copy
import dataclasses
import datetime
import decimal
import enum
import re
import struct
import sys
import types
import typing
import uuid
from functools import lru_cache
from pathlib import Path

from hayapack import Fragment, Key, Limit, Tags, Timestamp, model  # noqa: F401  # names in the annotations that are made

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tools"))

from generate.schemas.schema import INTEGERS, Schemas, parsed  # noqa: E402

EPOCH = datetime.datetime(1970, 1, 1)
PLAIN = {
    "bool": "bool", "float64": "float", "string": "str", "bytes": "bytes", "guid": "uuid.UUID",
    "decimal": "Annotated[decimal.Decimal, Key(encoder=fixed)]", "datetime": "Timestamp", "char": "Annotated[int, Limit(ge=0, le=65535)]",
    "float32": "Annotated[float, Key(encoder=float32)]",
}  # fmt: skip
#: Defaults in neutral JSON.
ZERO = {
    "bool": False, "float32": 0.0, "float64": 0.0, "char": "\0", "string": "", "bytes": "", "timespan": "0",
    "datetime": "0001-01-01T00:00:00.0000000", "datetimeoffset": "0001-01-01T00:00:00.0000000+00:00",
    "date": "0001-01-01", "time": "00:00:00.0000000", "guid": "00000000-0000-0000-0000-000000000000",
    "decimal": "0", "bigint": "0", **{name: "0" if name.endswith("64") else 0 for name in INTEGERS},
}  # fmt: skip


def float32(value):
    return Fragment(b"\xca" + struct.pack(">f", value)) if value == value else Fragment(b"\xca\xff\xc0\0\0")


def fixed(number):
    return format(number, "f")


NAN = struct.unpack(">d", bytes.fromhex("fff8000000000000"))[0]  # as .NET writes it


def read_date(days):
    return datetime.date.fromordinal(days + 1)


def write_date(day):
    return day.toordinal() - 1


def read_ticks(ticks):
    if type(ticks) is not int:
        raise ValueError("no integer")
    return ticks


def read_bigint(data):
    return int.from_bytes(data.encode() if isinstance(data, str) else data, "little", signed=True)


def write_bigint(number):
    size = ((number if number >= 0 else ~number).bit_length() + 8) // 8
    return number.to_bytes(size, "little", signed=True)


def read_offset(pair):
    shown, minutes = pair
    return (shown, minutes)


HOOKS = {
    "datetimeoffset": "Annotated[tuple, Key(decoder=read_offset, encoder=list)]",
    "timespan": "Annotated[int, Key(decoder=read_ticks)]",
    "time": "Annotated[int, Key(decoder=read_ticks)]",
    "date": "Annotated[datetime.date, Key(decoder=read_date, encoder=write_date)]",
    "bigint": "Annotated[int, Key(decoder=read_bigint, encoder=write_bigint)]",
}


class Classes:
    """The classes for one form."""

    def __init__(self, form):
        self.form = form
        self.schemas = Schemas()
        self.module = types.ModuleType("schema_classes_%s" % form)
        sys.modules[self.module.__name__] = self.module
        space = {name: value for name, value in globals().items() if not name.startswith("__")}
        for name in ("Annotated", "Dict", "List", "Optional", "Set", "Tuple", "Union"):
            space[name] = getattr(typing, name)
        self.module.__dict__.update(space)
        self.of = lru_cache(maxsize=None)(self.of)

    def type_of(self, text):
        """What a row's schema is in Python."""
        return eval(self.text(parsed(text)), self.module.__dict__)

    def text(self, of):
        """The annotation of a type."""
        if of.nullable:
            return "Optional[%s]" % self.text(of.plain())
        if of.name in INTEGERS:
            return "Annotated[int, Limit(ge=%d, le=%d)]" % INTEGERS[of.name]
        if of.name in PLAIN or of.name in HOOKS:
            return PLAIN.get(of.name) or HOOKS[of.name]
        inner = ", ".join(map(self.text, of.arguments))
        if of.name in ("list", "array", "set", "tuple", "map"):
            name = {"list": "List", "array": "List", "set": "List", "tuple": "Tuple", "map": "Dict"}[of.name]
            return "%s[%s]" % (name, inner)
        return self.of(str(of))

    def of(self, text):
        """The name in the module of an object, enum or union."""
        of = parsed(text)
        name = re.sub(r"\W+", "_", text).strip("_")
        kind, entry = self.schemas.kind(of), self.schemas.named[of.name]
        space = self.module.__dict__
        if name in space:
            return name
        if kind == "enum":
            base = enum.IntFlag if entry.get("flags") else enum.IntEnum
            space[name] = base(name, {key: int(value) for key, value in entry["values"].items()})
        elif kind == "union":
            cases = self.schemas.cases(of)
            tags = ", ".join("%d: %s" % (tag, self.name(case)) for tag, case in cases.items())
            every = ", ".join(self.name(case) for case in cases.values())
            space[name + "_text"] = "Annotated[Union[%s], Tags({%s})]" % (every, tags)
            space[name] = None  # while its cases are made
            for case in cases.values():
                self.of(str(case))
            space[name] = eval(space[name + "_text"], space)
        else:
            self.make(name, of)
        return name

    def name(self, of):
        return re.sub(r"\W+", "_", str(of)).strip("_")

    def make(self, name, of):
        space = self.module.__dict__
        space[name] = None  # met again: recursive
        members = self.schemas.members(of)
        entry = self.schemas.named[of.name]
        bare = entry.get("value", False) or entry.get("constructor", False)
        fields = []
        for member in members:
            key = str(member.index) if self.form == "array" else repr(member.key)
            kind = "Annotated[%s, Key(%s)]" % (self.text(member.type), key)
            value = self.python(member.type, self.default(member, bare or member.generic))
            if type(value) in (list, dict) or dataclasses.is_dataclass(value):
                given = dataclasses.field(default_factory=lambda value=value: copy.deepcopy(value))
            else:
                given = dataclasses.field(default=value)
            fields.append(("f_" + member.name, kind, given))
        cls = dataclasses.make_dataclass(name, fields, namespace={"__module__": self.module.__name__})
        cls.__module__ = self.module.__name__
        space[name] = model(keys=self.form)(cls)

    def default(self, member, bare):
        """A member's default in neutral JSON. bare: without an initializer in C#, so that a class is null."""
        if member.default is not None or member.type.nullable:
            return member.default
        return self.zero(member.type, bare)

    def zero(self, of, bare):
        kind, entry = self.schemas.kind(of), self.schemas.named.get(of.name, {})
        if bare and not self.schemas.refuses_nil(of):
            return None
        if of.name in ZERO:
            return ZERO[of.name]
        if kind == "enum":
            return next((name for name, number in entry["values"].items() if int(number) == 0), 0)
        if kind == "tuple":
            return [None if one.nullable else self.zero(one, True) for one in of.arguments]
        if kind == "object" and entry.get("value", False):
            members = self.schemas.members(of)
            return {one.name: None if one.type.nullable else self.zero(one.type, True) for one in members}
        return None if kind in ("object", "union") else []

    # --- values

    def python(self, of, value):
        """Neutral JSON as an object."""
        if value is None:
            return None
        name, kind = of.name, self.schemas.kind(of)
        if name in INTEGERS or name in ("timespan", "bigint"):
            return int(value)
        if name in ("float32", "float64"):
            return NAN if value == "nan" else float(value)
        if name == "bytes":
            return bytes.fromhex(value)
        if name == "char":
            return ord(value)
        if name == "guid":
            return uuid.UUID(value)
        if name == "decimal":
            return decimal.Decimal(value)
        if name == "datetime":
            return stamp(value)
        if name == "datetimeoffset":
            shown, sign, hours, minutes = re.fullmatch(r"(.*)([+-])(\d\d):(\d\d)", value).groups()
            return (stamp(shown), (int(hours) * 60 + int(minutes)) * (1 if sign == "+" else -1))
        if name == "date":
            return datetime.date.fromisoformat(value)
        if name == "time":
            hours, minutes, seconds, ticks = map(int, re.split("[:.]", value))
            return ((hours * 60 + minutes) * 60 + seconds) * 10**7 + ticks
        if name in ("list", "array", "set"):
            return [self.python(of.arguments[0], one) for one in value]
        if name == "tuple":
            return tuple(self.python(*pair) for pair in zip(of.arguments, value))
        if name == "map":
            return {self.python(of.arguments[0], key): self.python(of.arguments[1], one) for key, one in value}
        if kind == "enum":
            cls = self.module.__dict__[self.of(str(of.plain()))]
            return cls[value] if isinstance(value, str) and value in cls.__members__ else int(value)
        if kind == "union":
            ((case, inner),) = value.items()
            return self.python(parsed(case), inner)
        if kind == "object":
            cls = self.module.__dict__[self.of(str(of.plain()))]
            members = self.schemas.members(of)
            return cls(**{"f_" + one.name: self.python(one.type, value[one.name]) for one in members})
        return value

    def neutral(self, of, value):
        """An object as neutral JSON."""
        if value is None:
            return None
        name, kind = of.name, self.schemas.kind(of)
        if name in INTEGERS:
            return str(value) if name.endswith("64") else value
        if name in ("timespan", "bigint", "guid"):
            return str(value)
        if name == "decimal":
            return str(value) if "E" not in str(value) else format(value, "f")
        if name == "bytes":
            return value.hex()
        if name == "char":
            return chr(value)
        if name == "datetime":
            return shown(value) + "Z"
        if name == "datetimeoffset":
            at, minutes = value
            return "%s%s%02d:%02d" % (shown(at), "-" if minutes < 0 else "+", *divmod(abs(minutes), 60))
        if name == "date":
            return value.isoformat()
        if name == "time":
            seconds, ticks = divmod(value, 10**7)
            return "%02d:%02d:%02d.%07d" % (seconds // 3600, seconds // 60 % 60, seconds % 60, ticks)
        if name in ("list", "array"):
            return [self.neutral(of.arguments[0], one) for one in value]
        if name == "set":
            return list({one: self.neutral(of.arguments[0], one) for one in value}.values())
        if name == "tuple":
            return [self.neutral(*pair) for pair in zip(of.arguments, value)]
        if name == "map":
            return [
                [self.neutral(of.arguments[0], key), self.neutral(of.arguments[1], one)] for key, one in value.items()
            ]
        if kind == "enum":
            names = self.schemas.named[of.name]["values"]
            return next((key for key, one in names.items() if int(one) == int(value)), int(value))
        if kind == "union":
            case = next(one for one in self.schemas.cases(of).values() if self.name(one) == type(value).__name__)
            return {str(case): self.neutral(case, value)}
        if kind == "object":
            members = self.schemas.members(of)
            return {one.name: self.neutral(one.type, getattr(value, "f_" + one.name)) for one in members}
        return value


def stamp(text):
    whole, ticks = text.rstrip("Z").split(".")
    delta = datetime.datetime.fromisoformat(whole) - EPOCH
    return Timestamp(delta.days * 86400 + delta.seconds, int(ticks) * 100)


def shown(moment):
    at = EPOCH + datetime.timedelta(seconds=moment.seconds)
    return "%s.%07d" % (at.isoformat(), moment.nanoseconds // 100)
