"""The C# that is the same for each primitive type, collection, tuple and named formatter."""

import re
from typing import NamedTuple

from generate.template import marker, rendered, table

LIBRARY = "dotnet/src/Hayapack/"


class Primitive(NamedTuple):
    """A row of tables/primitives.tsv, and what follows from it."""

    name: str
    keyword: str
    written: str
    free: str
    forced: str
    width: str
    about: str
    read_about: str = ""

    @property
    def write(self):
        return "Write" + self.written

    @property
    def size(self):
        return self.free if self.free.isdigit() else "MessagePackPrimitives." + self.free

    @property
    def inlined(self):
        return self.name != "DateTime"

    @property
    def widened(self):
        """The type whose overload of MessagePackWriter.Write has the code; empty for its own."""
        other = {"Int32": "int", "UInt32": "uint"}.get(self.written, self.keyword)
        return "" if other == self.keyword else other

    @property
    def cast(self):
        """The cast from a byte, where C# asks for one."""
        return "(%s)" % self.keyword if self.name in ("SByte", "Char") else ""

    @property
    def is_long(self):
        return self.name == "Int64"

    @property
    def fits(self):
        """Whether a long is in its range."""
        return "wide >= 0" if self.name == "UInt64" else "wide == (%s)wide" % self.keyword

    @property
    def format(self):
        return "%s %d" % ("uint" if self.forced.startswith("U") else "int", 8 * int(self.width))

    @property
    def front(self):
        """The value in the first bytes of eight, in big-endian order."""
        shift = 64 - 8 * int(self.width)
        value = "value" if self.name == "UInt64" else "(ulong)value"
        return "%s << %d" % (value, shift) if shift else value

    @property
    def forced_size(self):
        return 1 + int(self.width)


PRIMITIVES = [Primitive(*row) for row in table("primitives")]
NUMBERS = [one for one in PRIMITIVES if one.name != "DateTime"]  # and bool
INTEGERS = [one for one in PRIMITIVES if one.width]  # and char
FORCED = [one for one in PRIMITIVES if one.forced]
READ = [one for one in PRIMITIVES if one.read_about]


def linked(about):
    """A summary with links to its types, which are in braces."""
    return re.sub(r"\{(.+?)\}", r'<see cref="\1"/>', about)


def named(name, kind, about, inner, constructor="private"):
    """A row of a formatter that has a name and calls another; in `about` a type is in braces."""
    return {
        "formatter": name + "Formatter",
        "type": kind,
        "about": linked(about),
        "inner": inner,
        "public": constructor == "public",
    }


def primitive_formatters():
    for one in NUMBERS:
        name, kind = one.name, one.keyword
        yield named(name, kind, "Serializes {%s}." % kind, "new CodecFormatter<%s, %sCodec>()" % (kind, name))
        inner = "new NullableFormatter<%s>(%sFormatter.Instance)" % (kind, name)
        yield named("Nullable" + name, kind + "?", "Serializes {%s} or nil." % kind, inner)


def primitive_collection_formatters():
    for one in NUMBERS:
        if one.name == "Byte":  # arrays and lists of bytes are a bin
            continue
        for name, kind, about in (("Array", "%s[]?", "an array"), ("List", "List<%s>?", "a list")):
            about = "Serializes %s of {%s}." % (about, one.keyword)
            inner = "new Codec%sFormatter<%s, %sCodec>()" % (name, one.keyword, one.name)
            yield named(one.name + name, kind % one.keyword, about, inner)


def forced_formatters():
    for one in FORCED:
        kind, name = one.keyword, "Force%sBlock" % one.name
        inner = "FixedWidthFormatters.Of<%s>()" % kind
        yield named(name, kind, "Writes {%s} in the width of its type. Reads all widths." % kind, inner)
        about = "Writes {%s} in the width of its type, or nil. Reads all widths." % kind
        yield named("Nullable" + name, kind + "?", about, "new NullableFormatter<%s>(%s)" % (kind, inner))
        if one.name != "Byte":
            about = "Writes each {%s} of an array in the width of its type. Reads all widths." % kind
            yield named(name + "Array", kind + "[]?", about, "new ElementArrayFormatter<%s>(%s)" % (kind, inner))


def tuples():
    for count in range(1, 9):
        items = [
            {"type": "T%d" % one, "member": "Item%d" % one, "about": "item %d" % one} for one in range(1, count + 1)
        ]
        if count == 8:
            items[-1] = {"type": "TRest", "member": "Rest", "about": "the tuple of the remaining items"}
        yield tuple_formatter("ValueTuple", "a tuple", items)


def tuple_formatter(name, shown, items):
    """A row of a type with a fixed number of elements: its name, and what errors call it."""
    for one in items:
        one["after"] = ");" if one is items[-1] else ","
    return {
        "tuple": name,
        "shown": shown,
        "types": ", ".join(one["type"] for one in items),
        "items": items,
        "count": len(items),
        "elements": "%d element%s" % (len(items), "s" * (len(items) > 1)),
        "rest": items[-1]["type"] == "TRest",
    }


def pair():
    items = [{"type": "T" + one, "member": one, "about": "the " + one.lower()} for one in ("Key", "Value")]
    return tuple_formatter("KeyValuePair", "KeyValuePair", items)


def span_methods():
    """What writes to spans: a row for each method."""
    for one in PRIMITIVES:
        more = " Local time is converted to UTC." if one.name == "DateTime" else ""
        yield span_method("", one.about, one.keyword, "%s(ref space[0], value)" % one.write, more=more)
    for one in FORCED:
        written = "WriteFixedWidth(space, MessagePackCode.%s, unchecked((ulong)value), sizeof(%s))"
        about = "an integer in the width of its type"
        yield span_method(one.forced, about, one.keyword, written % (one.forced, one.keyword))
    for method, about, kind, parameter, parameter_about, arguments in table("headers"):
        written = "Write%s(ref space[0], %s)" % (method.replace("Format", ""), arguments)
        yield span_method(method, "the header of " + about, kind, written, parameter, parameter_about)


def span_method(method, about, kind, written, parameter="value", parameter_about="The value.", more=""):
    return {
        "method": "TryWrite" + method,
        "about": about,
        "more": more,
        "type": kind,
        "parameter": parameter,
        "parameter_about": parameter_about,
        "written": written,
    }


def made(template, **names):
    """The text of a file; the blank line before the first of its members is left out."""
    text = rendered(template, marker=marker("tools/generate/templates/" + template), **names)
    return text.replace("{\n\n", "{\n")


def files():
    """The text of each file, by its path."""
    rows = [dict(zip(("formatter", "collection", "made", "note"), [*row, ""])) for row in table("sequences")]
    resolvers = [
        {"resolver": name, "about": linked(about), "arguments": arguments, "options": options}
        for name, about, arguments, *options in table("resolvers")
    ]
    maps = [dict(zip(("formatter", "collection", "made", "builder", "begun"), [*row, "", ""])) for row in table("maps")]
    found = {
        "Formatters/Collections/CollectionFormatters.cs": made("CollectionFormatters.cs.txt", sequences=rows),
        "Formatters/Maps/DictionaryFormatters.cs": made("DictionaryFormatters.cs.txt", maps=maps),
        "Resolvers/DynamicResolvers.cs": made("DynamicResolvers.cs.txt", resolvers=resolvers),
        "Formatters/Scalars/PrimitiveCodecs.cs": made("PrimitiveCodecs.cs.txt", primitives=PRIMITIVES),
    }
    for kind, formatters, *usings in (
        ("Primitive", primitive_formatters()),
        ("PrimitiveCollection", primitive_collection_formatters()),
        ("Forced", forced_formatters()),
        ("Value", [named(*row) for row in table("named-values")], "System.Numerics", "System.Text"),
        ("Untyped", [named(*row) for row in table("named-untyped")], "System.Collections"),
    ):
        names = {"formatters": formatters, "usings": [{"namespace": one} for one in usings]}
        found["Formatters/NamedWrappers/Named%sFormatters.cs" % kind] = made("NamedFormatters.cs.txt", **names)
    for name, kinds in (("Tuple", tuples()), ("ValueTuple", [*tuples(), pair()])):
        template = name + "Formatters.cs.txt"
        found["Formatters/Tuples/%sFormatters.cs" % name] = made(template, tuples=kinds)
    for path, names in (
        ("Reading/MessagePackReader.CheckedRunIntegers.cs", {"integers": INTEGERS}),
        ("Reading/MessagePackPrimitives.TryReadNumbers.cs", {"numbers": READ}),
        ("Writing/MessagePackPrimitives.TryWrite.cs", {"methods": span_methods()}),
        ("Writing/MessagePackWriter.Numbers.cs", {"numbers": NUMBERS, "integers": FORCED}),
    ):
        found["Wire/" + path] = made(path.split("/")[1] + ".txt", **names)
    return {LIBRARY + path: text for path, text in found.items()}
