"""The options in the C header and in the stub of the package, from hayapack/_fallback/option_table.py."""

import importlib.util
import textwrap
from pathlib import Path

from generate.template import marker, rendered

ROOT = Path(__file__).resolve().parents[2]
HEADER = "python/ext/runtime/option_table.h"
STUB = "python/src/hayapack/__init__.pyi"
TABLE = "python/src/hayapack/_fallback/option_table.py"
HOOKS = {"object_hook", "object_pairs_hook", "list_hook"}
#: What is not for typed decoding: options that make other objects.
UNTYPED = {*HOOKS, "use_list", "raw", "unicode_errors", "ext_hook", "types", "zero_copy", "tuple_keys"}
#: What Encoder does not have.
NOT_ENCODER = {"autoreset", "buf_size", "strict_types", "datetime", "extended", "types"}
#: Defaults in the stub that are not those of the signatures: two are not the same for all functions.
STUB_DEFAULTS = {"buf_size": "None", "max_buffer_size": "...", "max_lz4_size": "..."}


def table():
    """The module with the rows, loaded from its file, so that hayapack need not be installed."""
    spec = importlib.util.spec_from_file_location("option_table", ROOT / TABLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def enum_name(option):
    return "OPT_" + option.name.upper()


def define(name, parts):
    return "#define %s \\\n%s\n" % (name, " \\\n".join("    " + part for part in parts))


def quoted(text):
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in text.splitlines()]
    return ['"%s\\n"' % line for line in escaped]


def signature(name, options):
    """`options` are strings; the lines after the first are indented as in a call."""
    text = textwrap.fill("%s(%s)" % (name, ", ".join(options)), 96, subsequent_indent=" " * (len(name) + 1))
    return quoted(text + "\n--\n\n")


def flags(options):
    return ["X(%s, %s, %s)" % (enum_name(o), o.field, o.default.lower()) for o in options if o.field]


def header():
    rows = table()
    every = list({o.name: o for o in (*rows.PACK, *rows.FILE, *rows.UNPACK, *rows.TYPED)}.values())
    given = ["%s=%s" % (o.name, o.default) for o in (*rows.UNPACK, *rows.TYPED)]
    bits = {
        name: ["(" + " | ".join("OPTION_BIT(%s)" % enum_name(o) for o in options) + ")"]
        for name, options in (
            ("OPTIONS_PACK", rows.PACK),
            ("OPTIONS_FILE", rows.FILE),
            ("OPTIONS_UNPACK", rows.UNPACK),
            ("OPTIONS_TYPED", rows.TYPED),
        )
    }
    parts = [
        "/* %s */\n"
        "#ifndef HAYAPACK_OPTION_TABLE_H\n#define HAYAPACK_OPTION_TABLE_H\n\n/* clang-format off */\n"
        "enum option_name {\n%s"
        "    OPT_O,\n    OPT_PACKED, /* the first argument of packb and of unpackb, given by name */\n    OPT_COUNT\n};\n"
        % (marker(TABLE), "".join("    %s,\n" % enum_name(o) for o in every)),
        define("OPTION_NAMES", ['"%s",' % o.name for o in every] + ['"o", "packed"']),
        "#define OPTION_BIT(option) ((uint64_t)1 << (option))\n",
        *(define(name, lines) for name, lines in bits.items()),
        "/* X(option, member of the struct, default) for options that are true or false. */\n"
        + define("OPTIONS_PACK_FLAGS(X)", flags(rows.PACK)),
        define("OPTIONS_UNPACK_FLAGS(X)", flags(rows.UNPACK)),
        define(
            "OPTIONS_PACKER_SIGNATURE", signature("Packer", ["*", *("%s=%s" % (o.name, o.default) for o in rows.PACK)])
        ),
        define("OPTIONS_UNPACKER_SIGNATURE", signature("Unpacker", ["file_like=None", "*", "read_size=0", *given])),
        define("OPTIONS_PACK_DOC", quoted(rows.help_of(rows.PACK))),
        define("OPTIONS_FILE_DOC", quoted(rows.help_of(rows.FILE))),
        define("OPTIONS_UNPACK_STREAM_DOC", quoted(rows.help_of(rows.UNPACK + rows.TYPED))),
        define("OPTIONS_UNPACK_DOC", quoted(rows.help_of(rows.UNPACK + rows.TYPED, unpackb=True))),
    ]
    return "\n".join(parts) + "/* clang-format on */\n\n#endif\n"


def parameters(options, without=(), **defaults):
    """The options as parameters of the stub, a line each."""
    defaults = {**STUB_DEFAULTS, **defaults}
    return ",\n".join(
        "%s: %s = %s" % (o.name, o.annotation, defaults.get(o.name, o.default))
        for o in options
        if o.name not in without
    )


def stub():
    rows = table()
    template = "__init__.pyi.txt"
    return rendered(
        template,
        marker=marker("tools/generate/templates/%s and _fallback/option_table.py" % template),
        pack=parameters(rows.PACK),
        encoding=parameters(rows.PACK, NOT_ENCODER),
        unpack=parameters(rows.UNPACK),
        typed=parameters(rows.UNPACK, UNTYPED),
        typing=parameters(rows.TYPED, {"type"}),
        viewing=parameters(rows.UNPACK, {*HOOKS, "types"}, strict_map_key="False"),
        getting=parameters(rows.UNPACK, {"types"}, strict_map_key="False"),
        columns=parameters(rows.UNPACK, {*UNTYPED, "timestamp"}, strict_map_key="False"),
    )


def files():
    """The text of each file, by its path."""
    return {HEADER: header(), STUB: stub()}
