/*
 * hayapack: MessagePack in C11.
 *
 * What it is: the wire format and nothing else. It writes and reads every
 * type of the MessagePack specification (github.com/msgpack/msgpack, spec.md;
 * rules below come from there unless another source is named), checks complete
 * messages, and finds where a message ends in a stream.
 * What it is not: it builds no objects, does no input or output, has no global
 * state, and never allocates, prints or aborts. All memory belongs to the
 * caller; nothing has to be freed.
 *
 * Contents: errors, limits, writing, reading, whole messages, LZ4, typed
 * values, building blocks.
 *
 *     // {"id": 7}, written and read back
 *     uint8_t bytes[64];
 *     struct haya_writer w;
 *     haya_writer_begin(&w, bytes, sizeof bytes, NULL, NULL);
 *     haya_write_map(&w, 1);
 *     haya_write_str(&w, "id", 2);
 *     haya_write_int(&w, 7);
 *     struct haya_reader r;
 *     struct haya_level levels[8];
 *     struct haya_token key, id;
 *     haya_reader_begin(&r, bytes, haya_writer_size(&w), NULL, levels, 8);
 *     haya_read_next(&r, NULL), haya_read_enter(&r);
 *     haya_read_next(&r, &key), haya_read_next(&r, &id);
 *     if (haya_reader_end(&r) == HAYA_OK) printf("%d\n", (int)id.as.i);
 *
 * Threads: every function may be called from any thread; a writer, reader or
 * scan must be used by one thread at a time.
 * NULL: a pointer must not be NULL unless the comment says what NULL does.
 * Units: sizes, lengths and offsets are in bytes, counts in values or entries.
 */
#ifndef HAYAPACK_H
#define HAYAPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Precedes every public declaration. A build may define it, for example as
 * __declspec(dllexport). */
#ifndef HAYA_API
#define HAYA_API
#endif

#define HAYA_VERSION_MAJOR 0
#define HAYA_VERSION_MINOR 1
#define HAYA_VERSION_PATCH 0
#define HAYA_VERSION "0.1.0"

/* The version of the compiled library: HAYA_VERSION of its header. Static. */
HAYA_API const char *haya_version(void);

/* ==== Errors ============================================================
 *
 * The numbers do not change between versions, and the names are the same in
 * all languages of hayapack. Each error has an offset: that of the first byte
 * of the value at fault, from the start of the message. Comments end with an
 * example of a message that has the error.
 */
enum haya_error {
    HAYA_OK = 0,
    /* Reading. */
    HAYA_ERR_TRUNCATED = 1,         /* ends inside a value, or declares more values than bytes follow: 93 01 */
    HAYA_ERR_RESERVED_BYTE = 2,     /* the byte c1: 91 c1 */
    HAYA_ERR_EXTRA_DATA = 3,        /* bytes after one complete value: 01 02 */
    HAYA_ERR_TOO_DEEP = 4,          /* containers nested deeper than the limit: 91 1025 times (also writing) */
    HAYA_ERR_INVALID_UTF8 = 5,      /* a str that is not UTF-8: a1 ff */
    HAYA_ERR_INVALID_TIMESTAMP = 6, /* ext -1: length not 4, 8 or 12, or over 999999999 ns: d5 ff 00 00 */
    HAYA_ERR_INVALID_KEY = 7,       /* with HAYA_STRICT_KEYS: a key that is neither str nor bin: 81 01 02 */
    HAYA_ERR_STR_LIMIT = 8,         /* a str (bin, ext, ...) longer than limits.str_len (bin_len, ext_len, ...) */
    HAYA_ERR_BIN_LIMIT = 9,
    HAYA_ERR_EXT_LIMIT = 10,
    HAYA_ERR_ARRAY_LIMIT = 11,
    HAYA_ERR_MAP_LIMIT = 12,
    HAYA_ERR_SIZE_LIMIT = 13,    /* the message is, or must become, longer than limits.bytes */
    HAYA_ERR_INVALID_LZ4 = 14,   /* a compressed message that is not what it declares to be: d5 63 00 00 */
    HAYA_ERR_LZ4_LIMIT = 15,     /* it declares more bytes than the caller's limit */
    HAYA_ERR_INVALID_TYPED = 16, /* ext 100 whose payload is not a name and exactly one value: d5 64 c0 c0 */
    /* Writing, and the bindings. */
    HAYA_ERR_OUT_OF_MEMORY = 20,    /* the buffer is full and could not grow */
    HAYA_ERR_TOO_LONG = 21,         /* more than 2**32-1 bytes or items in one value */
    HAYA_ERR_INT_RANGE = 22,        /* bindings: an integer outside -2**63 .. 2**64-1 */
    HAYA_ERR_FLOAT_RANGE = 23,      /* a finite value that float32 cannot represent */
    HAYA_ERR_UNSUPPORTED_TYPE = 24, /* bindings: an object without a MessagePack form */
    HAYA_ERR_MUTATED = 25,          /* bindings: a container changed while it was packed */
    HAYA_ERR_LONE_SURROGATE = 26,   /* bindings: text that UTF-8 cannot encode */
    HAYA_ERR_TIMESTAMP_RANGE = 27,  /* bindings: a timestamp that the date type cannot represent */
    /* Bindings, where the caller says of which type a value is, such as a class. */
    HAYA_ERR_WRONG_TYPE = 30,      /* a value of another type */
    HAYA_ERR_MISSING_FIELD = 31,   /* a field without a default is not in the message */
    HAYA_ERR_UNKNOWN_FIELD = 32,   /* a key that no field has, where that is an error */
    HAYA_ERR_DUPLICATE_FIELD = 33, /* the key of a field, or of a map, for the second time */
    HAYA_ERR_OUT_OF_BOUNDS = 34,   /* a number or length outside of the limits of the field */
    HAYA_ERR_UNKNOWN_TAG = 35,     /* a tag that the union does not have */
    HAYA_ERR_UNKNOWN_MEMBER = 36,  /* a value that no member of the enum has */
    HAYA_ERR_INVALID_VALUE = 37,   /* a value of the right type that the target cannot represent */
    HAYA_ERR_LATE_TAG = 38         /* the tag is behind too many bytes of other fields */
};

/* "ok", "truncated", ...: the enumerator's name in lower case, without
 * HAYA_ERR_; "unknown" for any other number. Never NULL; static. */
HAYA_API const char *haya_error_name(enum haya_error error);

/* ==== Limits ============================================================
 *
 * What a reader accepts. In all functions, limits == NULL means
 * HAYA_LIMITS_DEFAULT. Limits are copied; they need not outlive the call.
 */

#define HAYA_DEPTH_DEFAULT 1024u

/* limits.flags */
#define HAYA_STRICT_KEYS 1u /* map keys must be str or bin */
#define HAYA_ANY_STR 2u     /* str values are not checked to be UTF-8 */

struct haya_limits {
    uint32_t depth;     /* containers open at once, empty ones included */
    uint32_t flags;     /* HAYA_STRICT_KEYS | HAYA_ANY_STR */
    size_t bytes;       /* bytes of the whole message */
    size_t str_len;     /* bytes of one str */
    size_t bin_len;     /* bytes of one bin */
    size_t ext_len;     /* payload bytes of one ext */
    uint32_t array_len; /* elements of one array */
    uint32_t map_len;   /* entries of one map */
};

/* clang-format off */
#define HAYA_LIMITS_DEFAULT                                            \
    {                                                                  \
        HAYA_DEPTH_DEFAULT, 0, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, \
            UINT32_MAX, UINT32_MAX                                     \
    }
/* clang-format on */

/* Memory for one open container. The caller provides an array of them, one for
 * each level of depth. The content is private: twice the pending values of the
 * container, plus 1 in a map. */
struct haya_level {
    uint64_t left;
};

/* ==== Writing ===========================================================
 *
 * A writer appends to a buffer of the caller. Errors are sticky: after the
 * first error all calls do nothing, so one check at the end is enough. Values
 * are written in their shortest form.
 *
 * Arrays and maps: write the header, then n values, or n times a key and its
 * value. The writer does not count them; haya_check() on the result does.
 */
struct haya_writer {
    uint8_t *begin; /* the buffer */
    uint8_t *pos;   /* the next byte to write; pos - begin bytes are written */
    uint8_t *end;   /* the end of the buffer */
    /* Grows the buffer: sets begin, pos and end so that end - pos >= more, and
     * keeps the written bytes, in new memory if necessary. Returns false, and
     * changes nothing, if there is no memory. grow may be NULL: the buffer then
     * does not grow. The caller of haya_writer_begin() frees its memory. */
    bool (*grow)(struct haya_writer *writer, size_t more);
    void *user; /* for grow */
    enum haya_error error;
};

/* Start writing to buffer, which has size bytes. buffer may be NULL if size is
 * 0; grow may be NULL. */
HAYA_API void haya_writer_begin(struct haya_writer *writer, void *buffer, size_t size,
                                bool (*grow)(struct haya_writer *, size_t), void *user);

/* The number of bytes written: all values before the first error, and no part
 * of the value that failed. */
HAYA_API size_t haya_writer_size(const struct haya_writer *writer);

/* The first error, or HAYA_OK. Each function below can set
 * HAYA_ERR_OUT_OF_MEMORY and the errors that its comment names. */
HAYA_API enum haya_error haya_writer_error(const struct haya_writer *writer);

HAYA_API void haya_write_nil(struct haya_writer *writer);
HAYA_API void haya_write_bool(struct haya_writer *writer, bool value);
HAYA_API void haya_write_int(struct haya_writer *writer, int64_t value);
HAYA_API void haya_write_uint(struct haya_writer *writer, uint64_t value);
HAYA_API void haya_write_double(struct haya_writer *writer, double value);

/* Writes value as float32, rounded to nearest. HAYA_ERR_FLOAT_RANGE: value is
 * finite and the rounded value is not. */
HAYA_API void haya_write_float(struct haya_writer *writer, double value);

/* n bytes; text and data may be NULL if n is 0. The text is not checked to be
 * UTF-8 (see haya_utf8_valid). HAYA_ERR_TOO_LONG: n is over 2**32-1. */
HAYA_API void haya_write_str(struct haya_writer *writer, const char *text, size_t n);
HAYA_API void haya_write_bin(struct haya_writer *writer, const void *data, size_t n);

/* An ext value of type -128..127 with n bytes of payload, as above; the
 * specification reserves the types below 0. */
HAYA_API void haya_write_ext(struct haya_writer *writer, int8_t type, const void *data, size_t n);

/* Headers: the caller then writes n values, or n times a key and its value.
 * HAYA_ERR_TOO_LONG: n is over 2**32-1. */
HAYA_API void haya_write_array(struct haya_writer *writer, size_t n);
HAYA_API void haya_write_map(struct haya_writer *writer, size_t n);

/* Ext type -1, in the shortest of its three forms. seconds: since
 * 1970-01-01T00:00:00Z; nanoseconds: added to them, 0..999999999, else
 * HAYA_ERR_INVALID_TIMESTAMP. */
HAYA_API void haya_write_timestamp(struct haya_writer *writer, int64_t seconds, uint32_t nanoseconds);

/* n bytes that already are MessagePack; not checked. */
HAYA_API void haya_write_raw(struct haya_writer *writer, const void *data, size_t n);

/* ==== Reading ===========================================================
 *
 * A reader walks over one message that is completely in memory, checks every
 * byte that it passes and never reads beyond the end. Errors are sticky, as in
 * a writer. There is no recursion: the use of stack does not depend on depth.
 *
 * The rules are applied to each value in this order:
 *   1. its first byte exists: truncated, at the length of the message;
 *   2. reserved_byte;
 *   3. the rest of its header exists: truncated;
 *   4. the limit for its type: str_limit, bin_limit, ...;
 *   5. str, bin, ext, numbers: the payload exists: truncated;
 *   6. containers: too_deep; then the declared count: the values of this
 *      container plus the pending values of the enclosing containers must not
 *      exceed the remaining bytes: truncated;
 *   7. str: invalid_utf8; timestamps: invalid_timestamp; keys: invalid_key.
 */
enum haya_kind {
    HAYA_KIND_NONE = 0, /* no value: the end of the container, or an error */
    HAYA_KIND_NIL,
    HAYA_KIND_BOOL,      /* as.b */
    HAYA_KIND_INT,       /* as.i: integers below 2**63 */
    HAYA_KIND_UINT,      /* as.u: integers from 2**63 on */
    HAYA_KIND_FLOAT,     /* as.f */
    HAYA_KIND_DOUBLE,    /* as.d */
    HAYA_KIND_STR,       /* data, count */
    HAYA_KIND_BIN,       /* data, count */
    HAYA_KIND_EXT,       /* data, count, ext_type */
    HAYA_KIND_TIMESTAMP, /* as.time; and data, count, ext_type, as for ext */
    HAYA_KIND_ARRAY,     /* count elements */
    HAYA_KIND_MAP,       /* count entries, each a key and a value */
    HAYA_KIND_RESERVED   /* internal: never returned */
};

/* A point in time: seconds since 1970-01-01T00:00:00Z, and nanoseconds,
 * 0..999999999, which are added to them, also before 1970. */
struct haya_timestamp {
    int64_t seconds;
    uint32_t nanoseconds;
};

/* One value, or the header of a container. */
struct haya_token {
    enum haya_kind kind;
    int8_t ext_type;
    uint32_t count;      /* payload bytes (str, bin, ext), elements or entries; else 0 */
    size_t offset;       /* of the first byte, from the start of the message */
    const uint8_t *data; /* payload of str, bin, ext: points into the message; else NULL */
    union {
        bool b;
        int64_t i;
        uint64_t u;
        float f;
        double d;
        struct haya_timestamp time;
    } as;
};

struct haya_reader {
    const uint8_t *msg;
    size_t len;
    size_t pos;            /* offset of the next value */
    enum haya_error error; /* the first error, or HAYA_OK */
    size_t error_offset;   /* the offset of that error */
    /* The rest is private. */
    struct haya_limits limits;
    struct haya_level *levels;
    uint64_t left;    /* of the innermost container, as in haya_level */
    uint64_t pending; /* values that all open containers still need */
    uint32_t depth;   /* open containers */
    bool entered;     /* false: the innermost container was returned, but not entered */
};

/* Start reading the message msg[0 .. len). msg and levels must stay valid while
 * the reader is used; msg may be NULL if len is 0. levels[0 .. level_count) is
 * memory for the reader; the depth limit is the smaller of limits->depth and
 * level_count. HAYA_ERR_SIZE_LIMIT at offset 0: len is over limits->bytes. */
HAYA_API void haya_reader_begin(struct haya_reader *reader, const void *msg, size_t len,
                                const struct haya_limits *limits, struct haya_level *levels, uint32_t level_count);

/* The next value of the container that the reader is in: the one value of the
 * message or, after haya_read_enter(), each value of the container. A container
 * that was returned but not entered is skipped and checked first. Returns false
 * at the end of the container and after an error; token->kind is then
 * HAYA_KIND_NONE. token may be NULL. */
HAYA_API bool haya_read_next(struct haya_reader *reader, struct haya_token *token);

/* The kind of the value that haya_read_next() would return. The value is not
 * checked: ext -1 is HAYA_KIND_TIMESTAMP, valid or not, and an integer in the
 * uint64 form is HAYA_KIND_UINT, whatever its value. A container that was
 * returned but not entered is skipped first. HAYA_KIND_NONE: the end of the
 * container, the end of the bytes, or an error. */
HAYA_API enum haya_kind haya_read_peek(struct haya_reader *reader);

/* Enter the container that the last haya_read_next() has returned. Does nothing
 * if it returned another value. */
HAYA_API void haya_read_enter(struct haya_reader *reader);

/* Skip the remaining values of the container that the reader is in, and return
 * to the enclosing container. Does nothing outside any container. */
HAYA_API void haya_read_leave(struct haya_reader *reader);

/* Skip the next value and everything in it. Returns as haya_read_next(). */
HAYA_API bool haya_read_skip(struct haya_reader *reader);

/* Skip the rest of the message. Returns the first error, or HAYA_ERR_EXTRA_DATA
 * if bytes follow the message, or HAYA_OK. */
HAYA_API enum haya_error haya_reader_end(struct haya_reader *reader);

/* ==== Whole messages ==================================================== */

/* Check that msg[0 .. len) is exactly one valid message, by all rules listed
 * under Reading; HAYA_ERR_EXTRA_DATA if bytes follow it. *offset is set to the
 * offset of the error, or to len; offset may be NULL. Uses 8 KiB of stack. A
 * depth limit over HAYA_DEPTH_DEFAULT is lowered to it; for more, use a reader
 * with more levels, haya_read_skip() and haya_reader_end(). msg may be NULL if
 * len is 0. */
HAYA_API enum haya_error haya_check(const uint8_t *msg, size_t len, const struct haya_limits *limits, size_t *offset);

/* A scan finds the end of a message that arrives in parts, and examines each
 * byte once. It checks the structure: the rules under Reading except UTF-8,
 * timestamps and the comparison of declared counts with the remaining bytes,
 * which are unknown. Instead it uses limits.bytes: HAYA_ERR_SIZE_LIMIT as soon
 * as the end of a value, plus one byte for each pending value, exceeds it. With
 * HAYA_STRICT_KEYS it refuses only nil, bool, integer and float keys, because
 * the decoder may turn an ext or a container into an allowed key. */
struct haya_scan {
    size_t pos;  /* after HAYA_OK the length of the message, after an error its offset */
    size_t need; /* after HAYA_ERR_TRUNCATED: the least length that the message can have */
    /* The rest is private. */
    uint64_t left;    /* of the innermost container, as in haya_level */
    uint64_t pending; /* values that all open containers still need */
    struct haya_level *levels;
    uint32_t depth;        /* open containers */
    enum haya_error error; /* the result, HAYA_ERR_TRUNCATED while the scan is not finished */
    struct haya_limits limits;
};

/* Start at the first byte of a message. levels: an array of limits->depth
 * elements (HAYA_DEPTH_DEFAULT if limits is NULL), which must stay valid and
 * unchanged until the scan is finished. */
HAYA_API void haya_scan_begin(struct haya_scan *scan, const struct haya_limits *limits, struct haya_level *levels);

/* Continue. msg[0 .. len): all bytes of the message that have arrived, from its
 * first byte on, and possibly bytes after it; their address may change between
 * calls. HAYA_OK: the message is complete; its length is scan->pos.
 * HAYA_ERR_TRUNCATED: call again with more bytes, at least scan->need in total.
 * Any other result is an error at offset scan->pos. After HAYA_OK or such an
 * error, further calls return the same. msg may be NULL if len is 0.
 *
 *     haya_scan_begin(&scan, NULL, levels);
 *     while ((error = haya_scan_more(&scan, buffer, used)) == HAYA_ERR_TRUNCATED)
 *         used += receive(more); // the sender declares scan.need: do not
 *                                // allocate that much at once
 */
HAYA_API enum haya_error haya_scan_more(struct haya_scan *scan, const uint8_t *msg, size_t len);

/* ==== LZ4 ===============================================================
 *
 * A whole message in compressed form, in the two framings of
 * MessagePack-CSharp; payloads are raw LZ4 blocks:
 *
 *   99  ext type 99: the size of the message, as an integer, and one block
 *   98  array: ext type 98 with the size of each block's content as
 *       integers, then each block as a bin
 *
 * A reader that accepts compressed messages must accept plain ones as well, and
 * decompress once: the content is treated as plain, even if it looks compressed.
 * Declared sizes are checked before they are used: see haya_lz4_open().
 *
 * haya_lz4_unpack_block() and the functions after it call liblz4. They exist
 * only if the library is compiled with HAYA_HAVE_LZ4. If HAYA_LZ4_HEADER is
 * defined as "name.h", that header is included instead of lz4.h and lz4hc.h.
 */
enum haya_lz4_form {
    HAYA_LZ4_PLAIN = 0,
    HAYA_LZ4_BLOCK_ARRAY = 98, /* recommended for writing: blocks can be processed in parallel */
    HAYA_LZ4_BLOCK = 99
};

#define HAYA_LZ4_LEAST 64u                       /* bytes; shorter messages are not compressed */
#define HAYA_LZ4_PIECE 65536u                    /* content of each written block except the last, in bytes */
#define HAYA_LZ4_LEVEL_MAX 12                    /* the highest compression level */
#define HAYA_LZ4_RATIO_MAX 255u                  /* the most that an LZ4 block can expand */
#define HAYA_LZ4_SIZE_DEFAULT ((size_t)64 << 20) /* a limit for haya_lz4_open(), in bytes */

/* Sets *form from the first bytes of a message; 11 bytes are always enough.
 * False: more bytes are needed; *form is then HAYA_LZ4_PLAIN. msg may be NULL if
 * len is 0. */
HAYA_API bool haya_lz4_detect(const uint8_t *msg, size_t len, enum haya_lz4_form *form);

/* Whether a writer should compress this plain message: it has at least
 * HAYA_LZ4_LEAST bytes, or a reader would mistake it for a compressed one. */
HAYA_API bool haya_lz4_wanted(const uint8_t *msg, size_t len);

/* One block of a compressed message. */
struct haya_lz4_block {
    const uint8_t *data; /* the LZ4 block, inside the message */
    size_t size;
    size_t offset;  /* of the ext or bin that contains it */
    size_t content; /* its declared decompressed size */
    size_t at;      /* offset of its content in the decompressed message */
};

/* A message, compressed or plain. May be copied, so that several threads can
 * iterate over its blocks. */
struct haya_lz4 {
    enum haya_lz4_form form;
    uint32_t blocks;
    size_t size;         /* decompressed size in bytes; of a plain message, len */
    size_t end;          /* offset of the end of the compressed message; of a plain one, len */
    size_t error_offset; /* as in a reader */
    const char *reason;  /* text for HAYA_ERR_INVALID_LZ4; static */
    uint64_t declared;   /* the declared decompressed size, also if it exceeds the limit */
    /* The rest is private. */
    const uint8_t *msg;
    size_t next_size, next_block, at;
};

/* Examine a complete message at msg[0 .. len) without decompressing it; bytes
 * may follow it. The rules under Reading apply to the framing, without limits
 * except this function's own. HAYA_ERR_INVALID_LZ4: a size is missing, not an
 * integer, 0, negative, or more than HAYA_LZ4_RATIO_MAX times its block; or the
 * numbers of sizes and blocks differ. HAYA_ERR_LZ4_LIMIT: lz4->declared is over
 * limit. After HAYA_OK it is safe to allocate lz4->size bytes. If another thread
 * or process writes to the message between this call and
 * haya_lz4_unpack_block(), the decompressed bytes are undefined, but nothing is
 * written outside the lz4->size bytes. */
HAYA_API enum haya_error haya_lz4_open(struct haya_lz4 *lz4, const uint8_t *msg, size_t len, size_t limit);

/* The next block of an opened message; false after the last. */
HAYA_API bool haya_lz4_next(struct haya_lz4 *lz4, struct haya_lz4_block *block);

/* The `reason` for an error of haya_lz4_unpack_block(). */
#define HAYA_LZ4_CONTENT "a block does not decompress to its declared size"

/* Decompress one block to out + block->at. out: lz4->size bytes, for the whole
 * message. HAYA_ERR_INVALID_LZ4, at block->offset: it is not an LZ4 block, or
 * its decompressed size is not the declared one. Several threads may decompress
 * different blocks at the same time. */
HAYA_API enum haya_error haya_lz4_unpack_block(const struct haya_lz4_block *block, uint8_t *out);

/* Decompress all blocks of an opened message into out, which has lz4->size
 * bytes. On an error sets lz4->error_offset and lz4->reason. Does nothing for a
 * plain message. */
HAYA_API enum haya_error haya_lz4_unpack(struct haya_lz4 *lz4, uint8_t *out);

/* How a message is compressed. */
struct haya_lz4_plan {
    size_t capacity; /* bytes that the output must have */
    uint32_t blocks;
    int level;
    /* The rest is private. */
    enum haya_lz4_form form;
    const uint8_t *msg;
    size_t len, piece, header;
};

/* Prepare to compress msg[0 .. len), len > 0, which must stay valid. form: 98 or
 * 99. level: 0 is LZ4's fast default; 1 .. HAYA_LZ4_LEVEL_MAX are its high
 * compression levels. HAYA_ERR_TOO_LONG: the message is too long for the form
 * (99: about 2 GB). */
HAYA_API enum haya_error haya_lz4_plan(struct haya_lz4_plan *plan, enum haya_lz4_form form, const uint8_t *msg,
                                       size_t len, int level);

/* The number of bytes of working memory (`state`) that haya_lz4_pack_block()
 * needs, aligned as by malloc(). */
HAYA_API size_t haya_lz4_state_size(int level);

/* Compress block i, 0 .. plan->blocks - 1, into its part of out, which has
 * plan->capacity bytes. Several threads may compress different blocks at the same
 * time, each with its own state. */
HAYA_API void haya_lz4_pack_block(const struct haya_lz4_plan *plan, uint32_t i, uint8_t *out, void *state);

/* Join the blocks after all are compressed. Returns the size of the message in
 * out. */
HAYA_API size_t haya_lz4_join(const struct haya_lz4_plan *plan, uint8_t *out);

/* Compress all blocks and join them. Returns the size of the message in out. */
HAYA_API size_t haya_lz4_pack(const struct haya_lz4_plan *plan, uint8_t *out, void *state);

/* ==== Typed values ======================================================
 *
 * As MessagePack-CSharp's typeless mode writes them: ext type 100, whose payload
 * is a str, the name of a .NET type, followed by exactly one value. The name is
 * plain data: the caller decides by a table what it means.
 *
 * Only System.Object may have no value: `new object()` in C# is written as its
 * name alone. That name is "System.Object", or begins with "System.Object,".
 */
#define HAYA_TYPED_TYPE 100
/* Ext type of the id of an object that occurs several times, as .NET writes it. */
#define HAYA_ID_TYPE 92

struct haya_typed {
    const char *name; /* UTF-8 without a final NUL; points into the payload */
    size_t name_len;
    const uint8_t *value; /* the value, a message; points into the payload */
    size_t value_len;     /* 0: there is no value */
};

/* Read the payload of an ext 100, n bytes. The value is checked as by
 * haya_check(); the payloads of ext values in it are not. HAYA_ERR_INVALID_TYPED:
 * the str or the value is missing or incomplete, or bytes follow it. For other
 * errors *offset is the offset in the payload; offset may be NULL. */
HAYA_API enum haya_error haya_typed_read(const uint8_t *payload, size_t n, const struct haya_limits *limits,
                                         struct haya_typed *typed, size_t *offset);

/* Whether a typed value with this name may have no value. name has n bytes and
 * may be NULL if n is 0. */
HAYA_API bool haya_typed_is_object(const char *name, size_t n);

/* Whether payload[0 .. n) is a str and nothing else, and haya_typed_is_object()
 * is true for it. The str's UTF-8 is not checked. payload may be NULL if n is 0. */
HAYA_API bool haya_typed_is_name_only(const uint8_t *payload, size_t n);

/* ==== Building blocks =================================================== */

/* The largest size of a path in bytes, with its final NUL. */
#define HAYA_PATH_MAX 1024u

/* The path of the value whose first byte is at offset, or would be if the message
 * were longer: "$.items[7].name". vectors/README.md describes the form. Writes
 * at most size bytes, with a final NUL if size is not 0, and returns the length
 * of the whole path without the NUL, as snprintf() does. out may be NULL if size
 * is 0. The message may be invalid: the walk ends at the first error. Uses about
 * 26 KiB of stack, and time linear in offset. msg may be NULL if len is 0. */
HAYA_API size_t haya_path(const uint8_t *msg, size_t len, size_t offset, char *out, size_t size);

/* The same, with paths that lead into ext 100 (Typed values): the typed value
 * itself adds no component to the path. */
HAYA_API size_t haya_path_typed(const uint8_t *msg, size_t len, size_t offset, char *out, size_t size);

/* Whether s[0 .. n) is valid UTF-8 by RFC 3629: no overlong forms, no surrogates,
 * nothing above U+10FFFF. s may be NULL if n is 0. */
HAYA_API bool haya_utf8_valid(const uint8_t *s, size_t n);

/* Read the payload of an ext -1, n bytes. HAYA_ERR_INVALID_TIMESTAMP, with *time
 * unchanged: n is not 4, 8 or 12, or the nanoseconds are over 999999999. */
HAYA_API enum haya_error haya_timestamp_read(const uint8_t *payload, uint32_t n, struct haya_timestamp *time);

#ifdef __cplusplus
}
#endif

#endif
