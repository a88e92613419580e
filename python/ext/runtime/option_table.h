/* option_table.h: made by tools/format/option_table.py from hayapack/_fallback/option_table.py. */
#ifndef HAYAPACK_OPTION_TABLE_H
#define HAYAPACK_OPTION_TABLE_H

/* clang-format off */
enum option_name {
    OPT_DEFAULT,
    OPT_USE_SINGLE_FLOAT,
    OPT_AUTORESET,
    OPT_USE_BIN_TYPE,
    OPT_STRICT_TYPES,
    OPT_DATETIME,
    OPT_UNICODE_ERRORS,
    OPT_BUF_SIZE,
    OPT_SORT_KEYS,
    OPT_EXTENDED,
    OPT_MAX_DEPTH,
    OPT_LZ4,
    OPT_LZ4_LEVEL,
    OPT_TYPES,
    OPT_FILE_LIKE,
    OPT_READ_SIZE,
    OPT_USE_LIST,
    OPT_RAW,
    OPT_TIMESTAMP,
    OPT_STRICT_MAP_KEY,
    OPT_OBJECT_HOOK,
    OPT_OBJECT_PAIRS_HOOK,
    OPT_LIST_HOOK,
    OPT_MAX_BUFFER_SIZE,
    OPT_EXT_HOOK,
    OPT_MAX_STR_LEN,
    OPT_MAX_BIN_LEN,
    OPT_MAX_ARRAY_LEN,
    OPT_MAX_MAP_LEN,
    OPT_MAX_EXT_LEN,
    OPT_MAX_LZ4_SIZE,
    OPT_ZERO_COPY,
    OPT_TUPLE_KEYS,
    OPT_TYPE,
    OPT_STRICT,
    OPT_ERRORS,
    OPT_DECODERS,
    OPT_O,
    OPT_PACKED, /* the first argument of packb and of unpackb, given by name */
    OPT_COUNT
};

#define OPTION_NAMES \
    "default", \
    "use_single_float", \
    "autoreset", \
    "use_bin_type", \
    "strict_types", \
    "datetime", \
    "unicode_errors", \
    "buf_size", \
    "sort_keys", \
    "extended", \
    "max_depth", \
    "lz4", \
    "lz4_level", \
    "types", \
    "file_like", \
    "read_size", \
    "use_list", \
    "raw", \
    "timestamp", \
    "strict_map_key", \
    "object_hook", \
    "object_pairs_hook", \
    "list_hook", \
    "max_buffer_size", \
    "ext_hook", \
    "max_str_len", \
    "max_bin_len", \
    "max_array_len", \
    "max_map_len", \
    "max_ext_len", \
    "max_lz4_size", \
    "zero_copy", \
    "tuple_keys", \
    "type", \
    "strict", \
    "errors", \
    "decoders", \
    "o", "packed"

#define OPTION_BIT(option) ((uint64_t)1 << (option))

#define OPTIONS_PACK \
    (OPTION_BIT(OPT_DEFAULT) | OPTION_BIT(OPT_USE_SINGLE_FLOAT) | OPTION_BIT(OPT_AUTORESET) | OPTION_BIT(OPT_USE_BIN_TYPE) | OPTION_BIT(OPT_STRICT_TYPES) | OPTION_BIT(OPT_DATETIME) | OPTION_BIT(OPT_UNICODE_ERRORS) | OPTION_BIT(OPT_BUF_SIZE) | OPTION_BIT(OPT_SORT_KEYS) | OPTION_BIT(OPT_EXTENDED) | OPTION_BIT(OPT_MAX_DEPTH) | OPTION_BIT(OPT_LZ4) | OPTION_BIT(OPT_LZ4_LEVEL) | OPTION_BIT(OPT_TYPES))

#define OPTIONS_FILE \
    (OPTION_BIT(OPT_FILE_LIKE) | OPTION_BIT(OPT_READ_SIZE))

#define OPTIONS_UNPACK \
    (OPTION_BIT(OPT_USE_LIST) | OPTION_BIT(OPT_RAW) | OPTION_BIT(OPT_TIMESTAMP) | OPTION_BIT(OPT_STRICT_MAP_KEY) | OPTION_BIT(OPT_OBJECT_HOOK) | OPTION_BIT(OPT_OBJECT_PAIRS_HOOK) | OPTION_BIT(OPT_LIST_HOOK) | OPTION_BIT(OPT_UNICODE_ERRORS) | OPTION_BIT(OPT_MAX_BUFFER_SIZE) | OPTION_BIT(OPT_EXT_HOOK) | OPTION_BIT(OPT_MAX_STR_LEN) | OPTION_BIT(OPT_MAX_BIN_LEN) | OPTION_BIT(OPT_MAX_ARRAY_LEN) | OPTION_BIT(OPT_MAX_MAP_LEN) | OPTION_BIT(OPT_MAX_EXT_LEN) | OPTION_BIT(OPT_MAX_DEPTH) | OPTION_BIT(OPT_LZ4) | OPTION_BIT(OPT_MAX_LZ4_SIZE) | OPTION_BIT(OPT_TYPES) | OPTION_BIT(OPT_ZERO_COPY) | OPTION_BIT(OPT_TUPLE_KEYS))

#define OPTIONS_TYPED \
    (OPTION_BIT(OPT_TYPE) | OPTION_BIT(OPT_STRICT) | OPTION_BIT(OPT_ERRORS) | OPTION_BIT(OPT_DECODERS))

/* X(option, member of the struct, default) for options that are true or false. */
#define OPTIONS_PACK_FLAGS(X) \
    X(OPT_USE_SINGLE_FLOAT, single_float, false) \
    X(OPT_USE_BIN_TYPE, bin_type, true) \
    X(OPT_STRICT_TYPES, strict_types, false) \
    X(OPT_DATETIME, datetime, false) \
    X(OPT_SORT_KEYS, sort_keys, false) \
    X(OPT_EXTENDED, extended, false)

#define OPTIONS_UNPACK_FLAGS(X) \
    X(OPT_USE_LIST, use_list, true) \
    X(OPT_RAW, raw, false) \
    X(OPT_STRICT_MAP_KEY, strict_map_key, true) \
    X(OPT_LZ4, lz4, false) \
    X(OPT_ZERO_COPY, zero_copy, false) \
    X(OPT_TUPLE_KEYS, tuple_keys, false)

/* X(member of the struct, whether no option forbids that fast path) */
#define OPTIONS_PACK_FAST(X) \
    X(plans_fast, opt->bin_type && opt->unicode_errors == NULL && !opt->sort_keys) \
    X(text_fast, opt->unicode_errors == NULL) \
    X(maps_fast, !opt->sort_keys)

#define OPTIONS_PACKER_SIGNATURE \
    "Packer(*, default=None, use_single_float=False, autoreset=True, use_bin_type=True,\n" \
    "       strict_types=False, datetime=False, unicode_errors=None, buf_size=262144,\n" \
    "       sort_keys=False, extended=False, max_depth=1024, lz4=None, lz4_level=0, types=None)\n" \
    "--\n" \
    "\n"

#define OPTIONS_UNPACKER_SIGNATURE \
    "Unpacker(file_like=None, *, read_size=0, use_list=True, raw=False, timestamp=0,\n" \
    "         strict_map_key=True, object_hook=None, object_pairs_hook=None, list_hook=None,\n" \
    "         unicode_errors=None, max_buffer_size=104857600, ext_hook=..., max_str_len=-1,\n" \
    "         max_bin_len=-1, max_array_len=-1, max_map_len=-1, max_ext_len=-1, max_depth=1024,\n" \
    "         lz4=False, max_lz4_size=67108864, types=None, zero_copy=False, tuple_keys=False,\n" \
    "         type=None, strict=True, errors=\"first\", decoders=None)\n" \
    "--\n" \
    "\n"

#define OPTIONS_PACK_DOC \
    "default (callable, None): called with each object of an unsupported type; its result is\n" \
    "    packed instead. Without it such an object is an UnsupportedTypeError.\n" \
    "use_single_float (bool, False): floats are written as float32; FloatRangeError if too large.\n" \
    "autoreset (bool, True): each call returns its bytes; False: they are collected in a buffer,\n" \
    "    for bytes(), getbuffer() and reset().\n" \
    "use_bin_type (bool, True): bytes are written as bin, and str8 may be used; False: as in the\n" \
    "    first version of MessagePack, which has neither.\n" \
    "strict_types (bool, False): subclasses and tuples go to ``default``.\n" \
    "datetime (bool, False): a datetime with a time zone is written as a timestamp; one without\n" \
    "    is a NaiveDatetimeError.\n" \
    "unicode_errors (str, \"strict\"): error handler for text with lone surrogates, as in str.encode;\n" \
    "    \"strict\" is a SurrogateError.\n" \
    "buf_size (int, 262144): initial size of the compiled module's buffer, in bytes.\n" \
    "sort_keys (bool, False): maps are written in the order of their sorted keys.\n" \
    "extended (bool, False): dataclass, Enum, UUID, Decimal, date, time, datetime, deque, set,\n" \
    "    frozenset, any Mapping, numpy's scalars and arrays are packed too. Unpacking gives plain values.\n" \
    "max_depth (int, 1024): most containers inside one another; more, or a container that contains\n" \
    "    itself, is a PackDepthError.\n" \
    "lz4 (str, None): \"block-array\" or \"block\": messages of 64 bytes or more are compressed.\n" \
    "lz4_level (int, 0): 0 for fast compression, or 1 to 12, LZ4's high compression.\n" \
    "types (TypeRegistry, None): objects of its classes are written as typed values (ext 100).\n"

#define OPTIONS_FILE_DOC \
    "file_like (object, None): with ``read(n)``, or better ``read1(n)`` too; feed() can't be used with it.\n" \
    "read_size (int, 0): the most bytes of one read; 0: 1 MiB, or max_buffer_size if smaller.\n"

#define OPTIONS_UNPACK_STREAM_DOC \
    "use_list (bool, True): arrays become lists; False: tuples.\n" \
    "raw (bool, False): str become bytes, without a check of their UTF-8.\n" \
    "timestamp (int, 0): what ext -1 becomes: 0 Timestamp, 1 float (seconds), 2 int (nanoseconds),\n" \
    "    3 datetime in UTC, TimestampRangeError outside the years 1 to 9999.\n" \
    "strict_map_key (bool, True): another map key than str and bytes is an InvalidKeyError.\n" \
    "object_hook, object_pairs_hook (callable, None): called with each map, as a dict or a list of pairs.\n" \
    "list_hook (callable, None): called with each list (or tuple).\n" \
    "unicode_errors (str, \"strict\"): error handler for str that is not UTF-8, as in bytes.decode;\n" \
    "    \"strict\" is an InvalidUtf8Error.\n" \
    "max_buffer_size (int, 104857600): most bytes waiting to be unpacked; more is a BufferFull.\n" \
    "    0 is 2**31-1.\n" \
    "ext_hook (callable, ExtType): called with the code and data of each extension except -1.\n" \
    "max_str_len, max_bin_len, max_array_len, max_map_len, max_ext_len (int, -1): a longer str, bin\n" \
    "    or ext (in bytes), array or map (in entries) is a StrLimitError, BinLimitError and so on;\n" \
    "    -1: as max_buffer_size, half of it for maps.\n" \
    "max_depth (int, 1024): most containers inside one another; more is a StackError.\n" \
    "lz4 (bool, False): messages may be compressed.\n" \
    "max_lz4_size (int, 67108864): most bytes of a decompressed message; more is an Lz4LimitError.\n" \
    "types (TypeRegistry, None): ext 100 becomes objects of its classes, or Typed.\n" \
    "zero_copy (bool, False): bin and ext data are memoryviews, each of its own copy, as the buffer\n" \
    "    is reused; of the decompressed message with lz4. bytes in map keys.\n" \
    "tuple_keys (bool, False): arrays in map keys become tuples, which strict_map_key=False allows.\n" \
    "type (type, None): the value becomes an object of this type, such as a dataclass or list[Order];\n" \
    "    another value is a ValidationError. Not with the options that make other objects: use_list, raw,\n" \
    "    hooks, unicode_errors, types, zero_copy, tuple_keys. The next three are for it.\n" \
    "strict (bool, True): values have exactly the declared types; False: some are converted.\n" \
    "errors (str, \"first\"): \"all\" goes on after an error and collects up to 100 in the error's ``errors``.\n" \
    "decoders (dict, None): {type: function}: what the function makes of the plain value is the value.\n"

#define OPTIONS_UNPACK_DOC \
    "use_list (bool, True): arrays become lists; False: tuples.\n" \
    "raw (bool, False): str become bytes, without a check of their UTF-8.\n" \
    "timestamp (int, 0): what ext -1 becomes: 0 Timestamp, 1 float (seconds), 2 int (nanoseconds),\n" \
    "    3 datetime in UTC, TimestampRangeError outside the years 1 to 9999.\n" \
    "strict_map_key (bool, True): another map key than str and bytes is an InvalidKeyError.\n" \
    "object_hook, object_pairs_hook (callable, None): called with each map, as a dict or a list of pairs.\n" \
    "list_hook (callable, None): called with each list (or tuple).\n" \
    "unicode_errors (str, \"strict\"): error handler for str that is not UTF-8, as in bytes.decode;\n" \
    "    \"strict\" is an InvalidUtf8Error.\n" \
    "max_buffer_size (int, -1): a longer input, in bytes, is a BufferFull; -1: no limit.\n" \
    "ext_hook (callable, ExtType): called with the code and data of each extension except -1.\n" \
    "max_str_len, max_bin_len, max_array_len, max_map_len, max_ext_len (int, -1): a longer str, bin\n" \
    "    or ext (in bytes), array or map (in entries) is a StrLimitError, BinLimitError and so on;\n" \
    "    -1: as max_buffer_size, half of it for maps.\n" \
    "max_depth (int, 1024): most containers inside one another; more is a StackError.\n" \
    "lz4 (bool, False): messages may be compressed.\n" \
    "max_lz4_size (int, 67108864): most bytes of a decompressed message; more is an Lz4LimitError.\n" \
    "types (TypeRegistry, None): ext 100 becomes objects of its classes, or Typed.\n" \
    "zero_copy (bool, False): bin and ext data are memoryviews of the input (of the decompressed\n" \
    "    message with lz4), which they keep alive. bytes in map keys.\n" \
    "tuple_keys (bool, False): arrays in map keys become tuples, which strict_map_key=False allows.\n" \
    "type (type, None): the value becomes an object of this type, such as a dataclass or list[Order];\n" \
    "    another value is a ValidationError. Not with the options that make other objects: use_list, raw,\n" \
    "    hooks, unicode_errors, types, zero_copy, tuple_keys. The next three are for it.\n" \
    "strict (bool, True): values have exactly the declared types; False: some are converted.\n" \
    "errors (str, \"first\"): \"all\" goes on after an error and collects up to 100 in the error's ``errors``.\n" \
    "decoders (dict, None): {type: function}: what the function makes of the plain value is the value.\n"
/* clang-format on */

#endif
