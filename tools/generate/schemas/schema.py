"""The types of vectors/schemas/schemas.json and the type names in it."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "vectors/schemas"

#: Types that a message cannot give as nil: .NET's value types. All others are read as null.
VALUE_TYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 char "
    "datetime datetimeoffset timespan date time guid decimal bigint tuple".split()
)
INTEGERS = {"int%d" % bits: (-(1 << bits - 1), (1 << bits - 1) - 1) for bits in (8, 16, 32, 64)}
INTEGERS.update({"uint%d" % bits: (0, (1 << bits) - 1) for bits in (8, 16, 32, 64)})
FORMS = ("array", "map")


class Type:
    """A type name, parsed: ``map<string, Order?>`` has the name ``map`` and two arguments."""

    def __init__(self, name, arguments=(), nullable=False):
        self.name = name
        self.arguments = tuple(arguments)
        self.nullable = nullable
        self.found = None  # the members of an object type, when they have been looked up

    def __str__(self):
        arguments = "<%s>" % ", ".join(map(str, self.arguments)) if self.arguments else ""
        return self.name + arguments + "?" * self.nullable

    def plain(self):
        """This type without nil."""
        return Type(self.name, self.arguments)

    def bound(self, meant):
        """This type with the parameters of a generic type replaced."""
        if self.name in meant:
            found = meant[self.name]
            return Type(found.name, found.arguments, self.nullable or found.nullable)
        return Type(self.name, [one.bound(meant) for one in self.arguments], self.nullable)


def parsed(text):
    """Returns the Type of a type name."""
    words = re.findall(r"\w+|[<>,?]", text)

    def one():
        name, arguments = words.pop(0), []
        if words and words[0] == "<":
            while words.pop(0) != ">":
                arguments.append(one())
        nullable = bool(words) and words[0] == "?"
        if nullable:
            words.pop(0)
        return Type(name, arguments, nullable)

    return one()


class Member:
    """A member of an object, with its Type."""

    def __init__(self, entry, meant):
        self.name = entry["name"]
        self.key = entry.get("key", entry["name"])
        self.index = entry["index"]
        self.type = parsed(entry["type"]).bound(meant)
        self.generic = entry["type"] in meant
        self.default = entry.get("default")


class Schemas:
    """The definitions of schemas.json."""

    def __init__(self, path=FOLDER / "schemas.json"):
        self.entries = json.loads(path.read_text(encoding="utf-8"))["schemas"]
        self.named = {entry["name"]: entry for entry in self.entries}

    def roots(self):
        """The names that rows of the tables have: all types but generic ones, and the instances of those."""
        return [name for entry in self.entries for name in entry.get("instances", [entry["name"]])]

    def kind(self, of):
        """``enum``, ``union`` or ``object``; for a type without definition its own name."""
        return self.named[of.name]["kind"] if of.name in self.named else of.name

    def members(self, of):
        """The members of an object type, in the order of schemas.json."""
        if of.found is None:
            entry = self.named[of.name]
            meant = dict(zip(entry.get("parameters", []), of.arguments))
            of.found = [Member(one, meant) for one in entry["members"]]
        return of.found

    def cases(self, of):
        """The types of a union by their tags."""
        return {int(tag): parsed(name) for tag, name in self.named[of.name]["cases"].items()}

    def refuses_nil(self, of):
        """Whether nil is an error for a type: it is a value type and not nullable."""
        entry = self.named.get(of.name, {})
        return not of.nullable and (of.name in VALUE_TYPES or entry.get("value", False) or entry.get("kind") == "enum")
