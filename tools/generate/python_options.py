"""The options of packing and unpacking: the tables of the pure back end and of docs/python.md, the C header, the
parameters in the stub."""

import textwrap
from pathlib import Path
from typing import NamedTuple

from generate.template import marker, rendered, table

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = "docs/python.md"
#: The functions of a row, and what the tables of the pure back end say about them.
TABLES = {
    "pack": "",
    "file": "Of Unpacker only.",
    "unpack": "",
    "typed": "Of typed decoding: unpackb, Unpacker and Decoder, not of the functions for parts of messages.",
}
#: Defaults in the stub that are not those of the signatures: two are not the same for all functions.
STUB_DEFAULTS = {"buf_size": "None", "max_buffer_size": "...", "max_lz4_size": "..."}


class Option(NamedTuple):
    """A row of tables/options.tsv. Without texts: the row before describes this option too."""

    functions: str
    name: str
    default: str
    annotation: str
    field: str
    forbids: str
    without: str
    shown: str
    document: str
    text: str = ""
    unpackb_text: str = ""

    @property
    def enum_name(self):
        return "OPT_" + self.name.upper()

    @property
    def python_default(self):
        return python_literals(self.default)

    @property
    def python_text(self):
        return python_literals(help_lines(self.text))

    @property
    def python_unpackb_text(self):
        return python_literals(help_lines(self.unpackb_text))


ROWS = [Option(*row) for row in table("options")]
PACK, FILE, UNPACK, TYPED = ([row for row in ROWS if row.functions == functions] for functions in TABLES)


def help_lines(text):
    """A text as lines of help()."""
    lines = textwrap.wrap(text, 94, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    return "".join(line + "\n" for line in lines)


def help_of(options, unpackb=False):
    return "".join(help_lines(unpackb and one.unpackb_text or one.text) for one in options)


def python_literals(text):
    """A literal of each line, in the quotes that ruff wants."""
    made = []
    for line in text.splitlines(keepends=True) or [""]:
        quote = "'" if line.count('"') > line.count("'") else '"'
        made.append(quote + line.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("\n", "\\n") + quote)
    return "\n".join(made)


def c_literals(text):
    """A literal of each line; the lines of a macro."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return " \\\n".join('"%s\\n"' % line for line in escaped.splitlines())


def signature(name, parameters):
    """The first lines of a docstring; those after the first are indented as in a call."""
    text = textwrap.fill("%s(%s)" % (name, ", ".join(parameters)), 96, subsequent_indent=" " * (len(name) + 1))
    return text + "\n--\n\n"


def given(options):
    return ["%s=%s" % (one.name, one.default) for one in options]


def flags(constant, options):
    lines = ["X(%s, %s, %s)" % (one.enum_name, one.field, one.default.lower()) for one in options if one.field]
    return {"constant": constant, "lines": " \\\n".join(lines)}


def fast_paths(options):
    """For each fast path its member of the struct, and whether the options that forbid it have their defaults."""
    tests = {"None": "opt->%s == NULL", "True": "opt->%s", "False": "!opt->%s"}
    paths = {}
    for option in options:
        for path in option.forbids.split():
            paths.setdefault(path, []).append(tests[option.default] % (option.field or option.name))
    lines = ["X(%s_fast, %s)" % (path, " && ".join(conditions)) for path, conditions in paths.items()]
    return " \\\n".join(lines)


def tables():
    for functions, about in TABLES.items():
        options = [row for row in ROWS if row.functions == functions]
        bits = " | ".join("OPTION_BIT(%s)" % one.enum_name for one in options)
        yield {"constant": functions.upper(), "about": about, "options": options, "bits": bits}


def header():
    texts = {
        "PACKER_SIGNATURE": signature("Packer", ["*", *given(PACK)]),
        "UNPACKER_SIGNATURE": signature("Unpacker", ["file_like=None", "*", "read_size=0", *given(UNPACK + TYPED)]),
        "PACK_DOC": help_of(PACK),
        "FILE_DOC": help_of(FILE),
        "UNPACK_STREAM_DOC": help_of(UNPACK + TYPED),
        "UNPACK_DOC": help_of(UNPACK + TYPED, unpackb=True),
    }
    return {
        "every": {one.name: one for one in ROWS}.values(),
        "tables": tables(),
        "flags": [flags("PACK", PACK), flags("UNPACK", UNPACK)],
        "fast": fast_paths(PACK),
        "texts": [{"name": name, "lines": c_literals(text)} for name, text in texts.items()],
    }


def options_of(functions, options):
    """The options that each of these functions and classes has."""
    return [one for one in options if not set(functions.split()) & set(one.without.split())]


def names():
    """The names of the options of what takes them as **options, for the pure back end."""
    for function, options in (("Encoder", PACK), ("get", UNPACK), ("View", UNPACK)):
        names = ", ".join('"%s"' % one.name for one in options_of(function, options))
        yield {"function": function, "constant": function.upper(), "names": textwrap.fill(names, 110)}


def parameters(options, functions="", **defaults):
    """The options that each of these functions has, as parameters of the stub, a line each."""
    defaults = {**STUB_DEFAULTS, **defaults}
    return ",\n".join(
        "%s: %s = %s" % (one.name, one.annotation, defaults.get(one.name, one.default))
        for one in options_of(functions, options)
    )


def stub():
    return {
        "pack": parameters(PACK),
        "encoding": parameters(PACK, "Encoder"),
        "unpack": parameters(UNPACK),
        "typed": parameters(UNPACK, "type"),
        "typing": parameters(TYPED[1:]),
        "viewing": parameters(UNPACK, "View", strict_map_key="False"),
        "getting": parameters(UNPACK, "get", strict_map_key="False"),
        "columns": parameters(UNPACK, "type columns", strict_map_key="False"),
    }


def document():
    """docs/python.md with its tables of options, between comments."""
    text = (ROOT / DOCUMENT).read_text(encoding="utf-8")
    for name, options in (("packing", PACK), ("unpacking", FILE + UNPACK + TYPED)):
        rows = [("option", "default", "what it does"), ("---", "---", "---")]
        for one in options:
            if one.document:
                rows.append(("`%s`" % one.name, one.shown or "`%s`" % one.default, one.document))
            else:
                rows[-1] = ("%s, `%s`" % (rows[-1][0], one.name), *rows[-1][1:])
        begin, end = ["<!-- %s: options of %s -->\n" % (word, name) for word in ("begin", "end")]
        first, last = text.index(begin) + len(begin), text.index(end)
        text = text[:first] + "".join("| %s |\n" % " | ".join(row) for row in rows) + text[last:]
    return text


def files():
    """The text of each file, by its path."""
    source = marker("tools/generate/tables/options.tsv")
    return {
        "python/ext/runtime/option_table.h": rendered("option_table.h.txt", marker=source, **header()),
        "python/src/hayapack/_fallback/option_table.py": rendered(
            "option_table.py.txt", marker=source, tables=tables(), names=names()
        ),
        DOCUMENT: document(),
        "python/src/hayapack/__init__.pyi": rendered(
            "__init__.pyi.txt", marker=marker("tools/generate/templates/__init__.pyi.txt"), **stub()
        ),
    }
