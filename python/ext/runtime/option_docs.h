/* option_docs.h: the options of packing and unpacking, as help() shows them. The pure back end has the same
 * lines; python/tests/library/test_help.py compares them, and the defaults with the signatures. */
#ifndef HAYAPACK_OPTION_DOCS_H
#define HAYAPACK_OPTION_DOCS_H

/* clang-format off */
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
    "ext_hook (callable, ExtType): called with the code and data of each extension except -1.\n" \
    "unicode_errors (str, \"strict\"): error handler for str that is not UTF-8, as in bytes.decode;\n" \
    "    \"strict\" is an InvalidUtf8Error.\n" \
    "max_buffer_size (int, 104857600): most bytes waiting to be unpacked; more is a BufferFull.\n" \
    "    0 is 2**31-1.\n" \
    "max_str_len, max_bin_len, max_array_len, max_map_len, max_ext_len (int, -1): a longer str, bin\n" \
    "    or ext (in bytes), array or map (in entries) is a StrLimitError, BinLimitError and so on;\n" \
    "    -1: as max_buffer_size, half of it for maps.\n" \
    "max_depth (int, 1024): most containers inside one another; more is a StackError.\n" \
    "lz4 (bool, False): messages may be compressed.\n" \
    "max_lz4_size (int, 67108864): most bytes of a decompressed message; more is an Lz4LimitError.\n" \
    "types (TypeRegistry, None): ext 100 becomes objects of its classes, or Typed.\n" \
    "zero_copy (bool, False): bin and ext data are memoryviews, each of its own copy, as the buffer\n" \
    "    is reused; of the decompressed message with lz4. bytes in map keys.\n" \
    "tuple_keys (bool, False): arrays in map keys become tuples, which strict_map_key=False allows.\n"

#define OPTIONS_UNPACK_DOC \
    "use_list (bool, True): arrays become lists; False: tuples.\n" \
    "raw (bool, False): str become bytes, without a check of their UTF-8.\n" \
    "timestamp (int, 0): what ext -1 becomes: 0 Timestamp, 1 float (seconds), 2 int (nanoseconds),\n" \
    "    3 datetime in UTC, TimestampRangeError outside the years 1 to 9999.\n" \
    "strict_map_key (bool, True): another map key than str and bytes is an InvalidKeyError.\n" \
    "object_hook, object_pairs_hook (callable, None): called with each map, as a dict or a list of pairs.\n" \
    "list_hook (callable, None): called with each list (or tuple).\n" \
    "ext_hook (callable, ExtType): called with the code and data of each extension except -1.\n" \
    "unicode_errors (str, \"strict\"): error handler for str that is not UTF-8, as in bytes.decode;\n" \
    "    \"strict\" is an InvalidUtf8Error.\n" \
    "max_buffer_size (int, -1): a longer input, in bytes, is a BufferFull; -1: no limit.\n" \
    "max_str_len, max_bin_len, max_array_len, max_map_len, max_ext_len (int, -1): a longer str, bin\n" \
    "    or ext (in bytes), array or map (in entries) is a StrLimitError, BinLimitError and so on;\n" \
    "    -1: as max_buffer_size, half of it for maps.\n" \
    "max_depth (int, 1024): most containers inside one another; more is a StackError.\n" \
    "lz4 (bool, False): messages may be compressed.\n" \
    "max_lz4_size (int, 67108864): most bytes of a decompressed message; more is an Lz4LimitError.\n" \
    "types (TypeRegistry, None): ext 100 becomes objects of its classes, or Typed.\n" \
    "zero_copy (bool, False): bin and ext data are memoryviews of the input (of the decompressed\n" \
    "    message with lz4), which they keep alive. bytes in map keys.\n" \
    "tuple_keys (bool, False): arrays in map keys become tuples, which strict_map_key=False allows.\n"
/* clang-format on */

#endif
