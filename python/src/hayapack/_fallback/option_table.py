"""The options of packing and unpacking: one row each, for both back ends.

The docstrings of the pure back end are made from these rows when they are imported.
`make generate` makes python/ext/runtime/option_table.h of them (the enum, names, flags, docstrings
and signatures of the compiled module), and the parameters in hayapack/__init__.pyi. The fuzz test and
the differential test take their options from here too.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Optional


class Option:
    """One option. `annotation`: its type in `hayapack/__init__.pyi`. `text` has the lines of help(), which
    begin with names, type and default; without it, the row before describes this option too.
    `field`: the member of the C struct that `runtime/options.c` fills by the truth of the argument; None:
    it has code of its own."""

    __slots__ = ("annotation", "default", "field", "name", "text", "unpackb_text")

    def __init__(
        self,
        name: str,
        default: str,
        annotation: str,
        text: str,
        field: Optional[str] = None,
        unpackb_text: Optional[str] = None,
    ) -> None:
        self.name = name
        self.default = default
        self.annotation = annotation
        self.text = text
        self.field = field
        #: What unpackb() has instead of `text`.
        self.unpackb_text = text if unpackb_text is None else unpackb_text


PACK = (
    Option(
        "default",
        "None",
        "Callable[[Any], Any] | None",
        """\
default (callable, None): called with each object of an unsupported type; its result is
    packed instead. Without it such an object is an UnsupportedTypeError.
""",
    ),
    Option(
        "use_single_float",
        "False",
        "bool",
        """\
use_single_float (bool, False): floats are written as float32; FloatRangeError if too large.
""",
        field="single_float",
    ),
    Option(
        "autoreset",
        "True",
        "bool",
        """\
autoreset (bool, True): each call returns its bytes; False: they are collected in a buffer,
    for bytes(), getbuffer() and reset().
""",
    ),
    Option(
        "use_bin_type",
        "True",
        "bool",
        """\
use_bin_type (bool, True): bytes are written as bin, and str8 may be used; False: as in the
    first version of MessagePack, which has neither.
""",
        field="bin_type",
    ),
    Option(
        "strict_types",
        "False",
        "bool",
        """\
strict_types (bool, False): subclasses and tuples go to ``default``.
""",
        field="strict_types",
    ),
    Option(
        "datetime",
        "False",
        "bool",
        """\
datetime (bool, False): a datetime with a time zone is written as a timestamp; one without
    is a NaiveDatetimeError.
""",
        field="datetime",
    ),
    Option(
        "unicode_errors",
        "None",
        "str | None",
        """\
unicode_errors (str, "strict"): error handler for text with lone surrogates, as in str.encode;
    "strict" is a SurrogateError.
""",
    ),
    Option(
        "buf_size",
        "262144",
        "int | None",
        """\
buf_size (int, 262144): initial size of the compiled module's buffer, in bytes.
""",
    ),
    Option(
        "sort_keys",
        "False",
        "bool",
        """\
sort_keys (bool, False): maps are written in the order of their sorted keys.
""",
        field="sort_keys",
    ),
    Option(
        "extended",
        "False",
        "bool",
        """\
extended (bool, False): dataclass, Enum, UUID, Decimal, date, time, datetime, deque, set,
    frozenset, any Mapping, numpy's scalars and arrays are packed too. Unpacking gives plain values.
""",
        field="extended",
    ),
    Option(
        "max_depth",
        "1024",
        "int",
        """\
max_depth (int, 1024): most containers inside one another; more, or a container that contains
    itself, is a PackDepthError.
""",
    ),
    Option(
        "lz4",
        "None",
        'Literal["block-array", "block"] | None',
        """\
lz4 (str, None): "block-array" or "block": messages of 64 bytes or more are compressed.
""",
    ),
    Option(
        "lz4_level",
        "0",
        "int",
        """\
lz4_level (int, 0): 0 for fast compression, or 1 to 12, LZ4's high compression.
""",
    ),
    Option(
        "types",
        "None",
        "TypeRegistry | None",
        """\
types (TypeRegistry, None): objects of its classes are written as typed values (ext 100).
""",
    ),
)

#: Of Unpacker only.
FILE = (
    Option(
        "file_like",
        "None",
        "_Readable | None",
        """\
file_like (object, None): with ``read(n)``, or better ``read1(n)`` too; feed() can't be used with it.
""",
    ),
    Option(
        "read_size",
        "0",
        "int",
        """\
read_size (int, 0): the most bytes of one read; 0: 1 MiB, or max_buffer_size if smaller.
""",
    ),
)

UNPACK = (
    Option(
        "use_list",
        "True",
        "bool",
        """\
use_list (bool, True): arrays become lists; False: tuples.
""",
        field="use_list",
    ),
    Option(
        "raw",
        "False",
        "bool",
        """\
raw (bool, False): str become bytes, without a check of their UTF-8.
""",
        field="raw",
    ),
    Option(
        "timestamp",
        "0",
        "Literal[0, 1, 2, 3]",
        """\
timestamp (int, 0): what ext -1 becomes: 0 Timestamp, 1 float (seconds), 2 int (nanoseconds),
    3 datetime in UTC, TimestampRangeError outside the years 1 to 9999.
""",
    ),
    Option(
        "strict_map_key",
        "True",
        "bool",
        """\
strict_map_key (bool, True): another map key than str and bytes is an InvalidKeyError.
""",
        field="strict_map_key",
    ),
    Option(
        "object_hook",
        "None",
        "Callable[[dict[Any, Any]], Any] | None",
        """\
object_hook, object_pairs_hook (callable, None): called with each map, as a dict or a list of pairs.
""",
    ),
    Option(
        "object_pairs_hook",
        "None",
        "Callable[[list[tuple[Any, Any]]], Any] | None",
        "",
    ),
    Option(
        "list_hook",
        "None",
        "Callable[[list[Any]], Any] | None",
        """\
list_hook (callable, None): called with each list (or tuple).
""",
    ),
    Option(
        "unicode_errors",
        "None",
        "str | None",
        """\
unicode_errors (str, "strict"): error handler for str that is not UTF-8, as in bytes.decode;
    "strict" is an InvalidUtf8Error.
""",
    ),
    Option(
        "max_buffer_size",
        "104857600",
        "int",
        """\
max_buffer_size (int, 104857600): most bytes waiting to be unpacked; more is a BufferFull.
    0 is 2**31-1.
""",
        unpackb_text="""\
max_buffer_size (int, -1): a longer input, in bytes, is a BufferFull; -1: no limit.
""",
    ),
    Option(
        "ext_hook",
        "...",
        "Callable[[int, bytes], Any] | Callable[[int, memoryview], Any]",
        """\
ext_hook (callable, ExtType): called with the code and data of each extension except -1.
""",
    ),
    Option(
        "max_str_len",
        "-1",
        "int",
        """\
max_str_len, max_bin_len, max_array_len, max_map_len, max_ext_len (int, -1): a longer str, bin
    or ext (in bytes), array or map (in entries) is a StrLimitError, BinLimitError and so on;
    -1: as max_buffer_size, half of it for maps.
""",
    ),
    Option(
        "max_bin_len",
        "-1",
        "int",
        "",
    ),
    Option(
        "max_array_len",
        "-1",
        "int",
        "",
    ),
    Option(
        "max_map_len",
        "-1",
        "int",
        "",
    ),
    Option(
        "max_ext_len",
        "-1",
        "int",
        "",
    ),
    Option(
        "max_depth",
        "1024",
        "int",
        """\
max_depth (int, 1024): most containers inside one another; more is a StackError.
""",
    ),
    Option(
        "lz4",
        "False",
        "bool",
        """\
lz4 (bool, False): messages may be compressed.
""",
        field="lz4",
    ),
    Option(
        "max_lz4_size",
        "67108864",
        "int",
        """\
max_lz4_size (int, 67108864): most bytes of a decompressed message; more is an Lz4LimitError.
""",
    ),
    Option(
        "types",
        "None",
        "TypeRegistry | None",
        """\
types (TypeRegistry, None): ext 100 becomes objects of its classes, or Typed.
""",
    ),
    Option(
        "zero_copy",
        "False",
        "bool",
        """\
zero_copy (bool, False): bin and ext data are memoryviews, each of its own copy, as the buffer
    is reused; of the decompressed message with lz4. bytes in map keys.
""",
        field="zero_copy",
        unpackb_text="""\
zero_copy (bool, False): bin and ext data are memoryviews of the input (of the decompressed
    message with lz4), which they keep alive. bytes in map keys.
""",
    ),
    Option(
        "tuple_keys",
        "False",
        "bool",
        """\
tuple_keys (bool, False): arrays in map keys become tuples, which strict_map_key=False allows.
""",
        field="tuple_keys",
    ),
)

#: Of typed decoding: unpackb, Unpacker and Decoder, not of the functions for parts of messages.
TYPED = (
    Option(
        "type",
        "None",
        "Any",
        """\
type (type, None): the value becomes an object of this type, such as a dataclass or list[Order];
    another value is a ValidationError. Not with the options that make other objects: use_list, raw,
    hooks, unicode_errors, types, zero_copy, tuple_keys. The next three are for it.
""",
    ),
    Option(
        "strict",
        "True",
        "bool",
        """\
strict (bool, True): values have exactly the declared types; False: some are converted.
""",
    ),
    Option(
        "errors",
        '"first"',
        'Literal["first", "all"]',
        """\
errors (str, "first"): "all" goes on after an error and collects up to 100 in the error's ``errors``.
""",
    ),
    Option(
        "decoders",
        "None",
        "_Hooks | None",
        """\
decoders (dict, None): {type: function}: what the function makes of the plain value is the value.
""",
    ),
)


def help_of(options: tuple[Option, ...], unpackb: bool = False) -> str:
    """The lines of help() about the options, without indentation."""
    return "".join(option.unpackb_text if unpackb else option.text for option in options)


def describe(function: object, text: str) -> None:
    """Puts `text` for the line @options in the docstring of a function or class, if it has one (not with -OO).

    The text gets the line's indentation, which CPython removes from docstrings since 3.13.
    """
    doc = function.__doc__
    if doc is not None:
        before, _, after = doc.partition("@options\n")
        indent = before[before.rindex("\n") + 1 :]
        function.__doc__ = before + text.replace("\n", "\n" + indent).rstrip(" ") + after
