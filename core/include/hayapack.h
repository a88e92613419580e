/*
 * hayapack: MessagePack in C11.
 *
 * What it is: the wire format and nothing else. It writes and reads every
 * type of the MessagePack specification (github.com/msgpack/msgpack,
 * spec.md; a rule below that names no other source comes from there), checks
 * whole messages, and finds where a message ends in a stream.
 * What it is not: it builds no objects, does no input or output, keeps no
 * global state, and never allocates, prints or aborts. Memory belongs to the
 * caller; nothing here has to be freed.
 *
 * Reading order: errors, limits, writing, reading, whole messages, LZ4,
 * typed values, pieces.
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
 * Threads: every function may be called from any thread; one writer, reader
 * or scan belongs to one thread at a time.
 * NULL: a pointer must not be NULL unless its function says what NULL does.
 * Sizes, lengths and offsets are in bytes, counts in values or map entries.
 */
#ifndef HAYAPACK_H
#define HAYAPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Before every public function: a build may define it, for example as
 * __declspec(dllexport). */
#ifndef HAYA_API
#define HAYA_API
#endif

#define HAYA_VERSION_MAJOR 0
#define HAYA_VERSION_MINOR 1
#define HAYA_VERSION_PATCH 0
#define HAYA_VERSION "0.1.0"

/* The version of the compiled library, HAYA_VERSION of its header. */
HAYA_API const char *haya_version(void);

/* ==== Errors ============================================================
 *
 * The numbers and the names are pinned: they are the same in every version
 * and, as words, in every hayapack language. Each error has an offset: that
 * of the lead byte of the value at fault, counted from the start of the
 * message. The example is a message with that error.
 */
enum haya_error {
    HAYA_OK = 0,
    /* Reading. */
    HAYA_ERR_TRUNCATED = 1,         /* ends inside a value, or promises more values than bytes follow: 93 01 */
    HAYA_ERR_RESERVED_BYTE = 2,     /* the lead byte c1: 91 c1 */
    HAYA_ERR_EXTRA_DATA = 3,        /* bytes after one whole value: 01 02 */
    HAYA_ERR_TOO_DEEP = 4,          /* more containers open than the limit: 91 1025 times (also writing) */
    HAYA_ERR_INVALID_UTF8 = 5,      /* a str that is not UTF-8: a1 ff */
    HAYA_ERR_INVALID_TIMESTAMP = 6, /* ext -1, not 4, 8 or 12 bytes, or over 999999999 ns: d5 ff 00 00 (also writing) */
    HAYA_ERR_INVALID_KEY = 7,       /* HAYA_STRICT_KEYS and a key of another type: 81 01 02 */
    HAYA_ERR_STR_LIMIT = 8,         /* a str, bin, ... longer than limits.str_len, bin_len, ... */
    HAYA_ERR_BIN_LIMIT = 9,
    HAYA_ERR_EXT_LIMIT = 10,
    HAYA_ERR_ARRAY_LIMIT = 11,
    HAYA_ERR_MAP_LIMIT = 12,
    HAYA_ERR_SIZE_LIMIT = 13,       /* the message is, or will be, longer than limits.bytes */
    HAYA_ERR_INVALID_LZ4 = 14,      /* a compressed message that is not what it declares: d5 63 00 00 */
    HAYA_ERR_LZ4_LIMIT = 15,        /* it declares more bytes than the caller's limit */
    HAYA_ERR_INVALID_TYPED = 16,    /* ext 100 that is not a name and exactly one value: d5 64 c0 c0 */
    /* Writing, and the bindings. */
    HAYA_ERR_OUT_OF_MEMORY = 20,    /* the buffer is full and did not grow */
    HAYA_ERR_TOO_LONG = 21,         /* more than 2**32-1 bytes or items in one value */
    HAYA_ERR_INT_RANGE = 22,        /* bindings: an integer outside -2**63 .. 2**64-1 */
    HAYA_ERR_FLOAT_RANGE = 23,      /* float32 asked for, and the finite value overflows it */
    HAYA_ERR_UNSUPPORTED_TYPE = 24, /* bindings: no MessagePack form for this object */
    HAYA_ERR_MUTATED = 25,          /* bindings: a container changed while it was packed */
    HAYA_ERR_LONE_SURROGATE = 26,   /* bindings: text that has no UTF-8 form */
    HAYA_ERR_TIMESTAMP_RANGE = 27   /* bindings: a timestamp the date type cannot hold */
};

/* "ok", "truncated", ...: the enumerator's name in lower case, without
 * HAYA_ERR_. "unknown" for a number that is none. Never NULL, static. */
HAYA_API const char *haya_error_name(enum haya_error error);

/* ==== Limits ============================================================
 *
 * What a reader accepts. Everywhere below, limits == NULL means
 * HAYA_LIMITS_DEFAULT; limits are copied, so they need not outlive the call.
 */

#define HAYA_DEPTH_DEFAULT 1024u

/* limits.flags */
#define HAYA_STRICT_KEYS 1u /* map keys must be str or bin */
#define HAYA_ANY_STR 2u     /* str need not be UTF-8 */

struct haya_limits {
    uint32_t depth;     /* containers open at once, empty ones included */
    uint32_t flags;     /* HAYA_STRICT_KEYS | HAYA_ANY_STR */
    size_t bytes;       /* of the whole message */
    size_t str_len;     /* bytes of one str */
    size_t bin_len;     /* bytes of one bin */
    size_t ext_len;     /* payload bytes of one ext */
    uint32_t array_len; /* elements of one array */
    uint32_t map_len;   /* entries of one map */
};

#define HAYA_LIMITS_DEFAULT                                            \
    {                                                                  \
        HAYA_DEPTH_DEFAULT, 0, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, \
            UINT32_MAX, UINT32_MAX                                     \
    }

/* Memory for one open container, which the caller lends: depth of them. The
 * content is private: twice the values left, plus 1 in a map. */
struct haya_level {
    uint64_t left;
};

/* ==== Writing ===========================================================
 *
 * A writer appends to a buffer of the caller. Errors are sticky: after the
 * first one every call does nothing, so a program checks once, at the end.
 * Values are written in their shortest form.
 *
 * Arrays and maps: write the head, then n values, or n times a key and its
 * value. The writer does not count them (haya_check does, on the result).
 */
struct haya_writer {
    uint8_t *begin; /* the buffer */
    uint8_t *pos;   /* where the next byte goes; pos - begin bytes are written */
    uint8_t *end;   /* the end of the buffer */
    /* Makes room: on success, end - pos >= more, the written bytes are kept
     * (moved if need be) and begin, pos and end are set anew. False, with
     * nothing changed, when there is no memory. NULL: the buffer is all
     * there is. The caller of haya_writer_begin frees what grow allocates. */
    bool (*grow)(struct haya_writer *writer, size_t more);
    void *user; /* for grow */
    enum haya_error error;
};

/* Start writing to buffer, which holds size bytes. buffer may be NULL when
 * size is 0; grow may be NULL. */
HAYA_API void haya_writer_begin(struct haya_writer *writer, void *buffer, size_t size,
                                bool (*grow)(struct haya_writer *, size_t), void *user);

/* Bytes written so far: all of the values before the first error, and no
 * part of the value that failed. */
HAYA_API size_t haya_writer_size(const struct haya_writer *writer);

/* The first error, or HAYA_OK. Each function below can end in
 * HAYA_ERR_OUT_OF_MEMORY, and in what its own comment names. */
HAYA_API enum haya_error haya_writer_error(const struct haya_writer *writer);

HAYA_API void haya_write_nil(struct haya_writer *writer);
HAYA_API void haya_write_bool(struct haya_writer *writer, bool value);
HAYA_API void haya_write_int(struct haya_writer *writer, int64_t value);
HAYA_API void haya_write_uint(struct haya_writer *writer, uint64_t value);
HAYA_API void haya_write_double(struct haya_writer *writer, double value);

/* As float32, rounded to nearest. HAYA_ERR_FLOAT_RANGE: value is finite and
 * its float32 would not be. */
HAYA_API void haya_write_float(struct haya_writer *writer, double value);

/* n bytes; data may be NULL when n is 0. text is written as it is: whether it
 * is UTF-8 is the caller's to know (haya_utf8_valid). HAYA_ERR_TOO_LONG: n is
 * over 2**32-1. */
HAYA_API void haya_write_str(struct haya_writer *writer, const char *text, size_t n);
HAYA_API void haya_write_bin(struct haya_writer *writer, const void *data, size_t n);

/* An ext value of type -128..127; types below 0 are the specification's. */
HAYA_API void haya_write_ext(struct haya_writer *writer, int8_t type, const void *data, size_t n);

/* Heads: n values follow, or n keys with a value each. HAYA_ERR_TOO_LONG: n
 * is over 2**32-1. */
HAYA_API void haya_write_array(struct haya_writer *writer, size_t n);
HAYA_API void haya_write_map(struct haya_writer *writer, size_t n);

/* The ext type -1, in the shortest of its three forms. seconds from
 * 1970-01-01T00:00:00Z; nanoseconds count forward from there.
 * HAYA_ERR_INVALID_TIMESTAMP: nanoseconds are over 999999999. */
HAYA_API void haya_write_timestamp(struct haya_writer *writer, int64_t seconds,
                                   uint32_t nanoseconds);

/* n bytes that are MessagePack already, as they are. */
HAYA_API void haya_write_raw(struct haya_writer *writer, const void *data, size_t n);

/* ==== Reading ===========================================================
 *
 * A reader walks over one message that lies whole in memory, checks every
 * byte it passes and never reads beyond the end. Errors are sticky, as in a
 * writer. Nothing recurses: skipping takes the same stack whatever the depth.
 *
 * The rules apply to each value in this order: a lead byte is there
 * (truncated, offset = length of the message), reserved_byte, the rest of
 * the head is there (truncated), the limit of its type, its payload is there
 * (truncated), and then for containers too_deep, and the promise: the values
 * of this container and those that the open containers still wait for must
 * not be more than the bytes left (truncated); for str invalid_utf8, for
 * timestamps invalid_timestamp; for keys invalid_key.
 */
enum haya_kind {
    HAYA_KIND_NONE = 0, /* no value: the container's end, or an error */
    HAYA_KIND_NIL,
    HAYA_KIND_BOOL,      /* as.b */
    HAYA_KIND_INT,       /* as.i: every integer that fits in it */
    HAYA_KIND_UINT,      /* as.u: integers of 2**63 and more only */
    HAYA_KIND_FLOAT,     /* as.f */
    HAYA_KIND_DOUBLE,    /* as.d */
    HAYA_KIND_STR,       /* data, count */
    HAYA_KIND_BIN,       /* data, count */
    HAYA_KIND_EXT,       /* data, count, ext_type */
    HAYA_KIND_TIMESTAMP, /* as.time, and data, count, ext_type as for ext */
    HAYA_KIND_ARRAY,     /* count elements */
    HAYA_KIND_MAP,       /* count entries: twice as many values, key first */
    HAYA_KIND_RESERVED   /* never handed out */
};

/* A point in time: seconds from 1970-01-01T00:00:00Z, and nanoseconds,
 * 0..999999999, that count forward from there, before 1970 too. */
struct haya_timestamp {
    int64_t seconds;
    uint32_t nanoseconds;
};

/* One value, or the head of a container. */
struct haya_token {
    enum haya_kind kind;
    int8_t ext_type;
    uint32_t count;      /* payload bytes, elements or entries; else 0 */
    size_t offset;       /* of the lead byte, from the start of the message */
    const uint8_t *data; /* payload of str, bin, ext: inside the message; else NULL */
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
    size_t pos;              /* offset of the next value's lead byte */
    enum haya_error error;   /* the first error, or HAYA_OK */
    size_t error_offset;     /* where, when there is one */
    /* The rest is private. */
    struct haya_limits limits;
    struct haya_level *levels;
    uint64_t left;           /* of the innermost container, as in haya_level */
    uint64_t owed;           /* values that all open containers wait for */
    uint32_t depth;          /* containers open */
    bool entered;            /* false: the innermost was returned, not entered */
};

/* Start reading the message msg[0 .. len). It must stay in place while it is
 * read; msg may be NULL when len is 0. levels[0 .. level_count) is memory for
 * the reader; the depth limit is the lesser of limits->depth and level_count.
 * HAYA_ERR_SIZE_LIMIT at offset 0: len is over limits->bytes. */
HAYA_API void haya_reader_begin(struct haya_reader *reader, const void *msg, size_t len,
                                const struct haya_limits *limits, struct haya_level *levels,
                                uint32_t level_count);

/* The next value of the container that the reader is in: first the message's
 * one value, after haya_read_enter the container's values one by one. A
 * container that was returned and not entered is skipped (and checked).
 * False, with kind HAYA_KIND_NONE, at the container's end or on an error.
 * token may be NULL. */
HAYA_API bool haya_read_next(struct haya_reader *reader, struct haya_token *token);

/* The kind of what haya_read_next would return, without going there. A
 * timestamp shows as HAYA_KIND_TIMESTAMP, valid or not; an integer as
 * HAYA_KIND_INT or, in the uint64 form, HAYA_KIND_UINT whatever its value.
 * Skips a container that was not entered, as haya_read_next does.
 * HAYA_KIND_NONE at the container's end, on an error, and at the end of
 * the bytes. */
HAYA_API enum haya_kind haya_read_peek(struct haya_reader *reader);

/* Go into the container that haya_read_next has just returned. Does nothing
 * after any other value. */
HAYA_API void haya_read_enter(struct haya_reader *reader);

/* Skip what is left of the container that the reader is in, and go on after
 * it, in the container around it. Does nothing outside of any container. */
HAYA_API void haya_read_leave(struct haya_reader *reader);

/* Skip the next value with everything in it. False as haya_read_next. */
HAYA_API bool haya_read_skip(struct haya_reader *reader);

/* Skip all that is left of the message and say how reading went: the first
 * error, or HAYA_ERR_EXTRA_DATA when bytes follow the value. */
HAYA_API enum haya_error haya_reader_end(struct haya_reader *reader);

/* ==== Whole messages ==================================================== */

/* Whether msg[0 .. len) is exactly one valid message: every rule that is
 * listed under Reading, and HAYA_ERR_EXTRA_DATA. *offset, unless offset is
 * NULL, is set to the error's offset, or to len when there is none. Takes 8
 * KiB of stack; a depth limit over HAYA_DEPTH_DEFAULT counts as that (for
 * more, use a reader with levels of its own, haya_read_skip and
 * haya_reader_end). msg may be NULL when len is 0. */
HAYA_API enum haya_error haya_check(const uint8_t *msg, size_t len,
                                    const struct haya_limits *limits, size_t *offset);

/* Where a message ends in a stream, whatever the pieces it comes in, looking
 * at each byte once. It checks the structure: all rules under Reading but the
 * promise (there is no end to measure it by), UTF-8 and timestamps; with
 * HAYA_STRICT_KEYS it refuses nil, bool, integer and float keys only, since
 * what an ext or a container becomes is the decoder's affair. In place of the
 * promise it has limits.bytes: a value is HAYA_ERR_SIZE_LIMIT as soon as its
 * own end and one byte for every value still to come lie beyond it. */
struct haya_scan {
    size_t pos;            /* message length when done, the error's offset on an error */
    size_t need;           /* while truncated: the message has at least this length */
    /* The rest is private. */
    uint64_t left;         /* of the innermost container, as in haya_level */
    uint64_t owed;         /* values that all open containers wait for */
    struct haya_level *levels;
    uint32_t depth;        /* containers open */
    enum haya_error error; /* the final one, or HAYA_ERR_TRUNCATED while going on */
    struct haya_limits limits;
};

/* Start at the first byte of a message. levels: limits->depth of them
 * (HAYA_DEPTH_DEFAULT when limits is NULL), not touched by anything else
 * until the scan is done. */
HAYA_API void haya_scan_begin(struct haya_scan *scan, const struct haya_limits *limits,
                              struct haya_level *levels);

/* msg[0 .. len): all bytes of this message that have come so far, and
 * possibly of the next one; they may have moved since the last call.
 * HAYA_OK: the message is whole, scan->pos bytes long. HAYA_ERR_TRUNCATED:
 * call again with more bytes; it takes at least scan->need in all. Else the
 * error, at offset scan->pos. Once done, further calls return the same. msg
 * may be NULL when len is 0.
 *
 *     haya_scan_begin(&scan, NULL, levels);
 *     while ((error = haya_scan_more(&scan, buffer, used)) == HAYA_ERR_TRUNCATED)
 *         used += receive(more); // scan.need is the sender's word: wait for it,
 *                                // but don't allocate it at once
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
 * A reader that expects compressed messages takes plain ones as well, and
 * decompresses once: what comes out is plain, whatever it looks like.
 * Nothing that a message declares is believed: see haya_lz4_open.
 *
 * The functions of the last group call liblz4, and exist only where the
 * library is compiled with HAYA_HAVE_LZ4. With HAYA_LZ4_HEADER defined as well,
 * to "name.h", that header is included instead of lz4.h and lz4hc.h.
 */
enum haya_lz4_form {
    HAYA_LZ4_PLAIN = 0,
    HAYA_LZ4_BLOCK_ARRAY = 98, /* what to write: its blocks go in parallel */
    HAYA_LZ4_BLOCK = 99
};

#define HAYA_LZ4_LEAST 64u     /* shorter messages stay plain */
#define HAYA_LZ4_PIECE 65536u  /* bytes in each block that is written, but the last */
#define HAYA_LZ4_LEVEL_MAX 12  /* of compression */
#define HAYA_LZ4_RATIO_MAX 255u /* no LZ4 block holds more times its own size */
#define HAYA_LZ4_SIZE_DEFAULT ((size_t)64 << 20) /* a limit for haya_lz4_open */

/* The form of a message by its first bytes; at most 11 of them tell. False:
 * more are needed, *form is HAYA_LZ4_PLAIN. msg may be NULL when len is 0. */
HAYA_API bool haya_lz4_detect(const uint8_t *msg, size_t len, enum haya_lz4_form *form);

/* Whether a message that a program wants compressed should be: it has at
 * least HAYA_LZ4_LEAST bytes, or a reader would take it for a compressed one. */
HAYA_API bool haya_lz4_wanted(const uint8_t *msg, size_t len);

/* One block of a compressed message. */
struct haya_lz4_block {
    const uint8_t *data; /* the LZ4 block, inside the message */
    size_t size;
    size_t offset;       /* of the ext or bin that holds it */
    size_t content;      /* bytes that it declares to hold */
    size_t at;           /* where they belong in the decompressed message */
};

/* A message, compressed or plain. May be copied, to go over its blocks from
 * several threads. */
struct haya_lz4 {
    enum haya_lz4_form form;
    uint32_t blocks;
    size_t size;         /* bytes of the message inside; of a plain one, len */
    size_t end;          /* where the compressed message ends; of a plain one, len */
    size_t error_offset; /* as in a reader */
    const char *reason;  /* of HAYA_ERR_INVALID_LZ4, for a message to the user; static */
    uint64_t declared;   /* bytes of the message inside, also when they are over the limit */
    /* The rest is private. */
    const uint8_t *msg;
    size_t next_size, next_block, at;
};

/* Look at msg[0 .. len), which is whole, without decompressing anything.
 * Bytes may follow it. The rules under Reading apply to the framing; no limit
 * but this function's own does. HAYA_ERR_INVALID_LZ4: a size that is missing,
 * no integer, 0 or more than HAYA_LZ4_RATIO_MAX times its block, or not as
 * many sizes as blocks. HAYA_ERR_LZ4_LIMIT: lz4->declared is over limit. So lz4->size bytes can be allocated without more ado.
 * If the message is written to between this and haya_lz4_unpack_block(), what is decompressed is undefined,
 * but it stays within those bytes. */
HAYA_API enum haya_error haya_lz4_open(struct haya_lz4 *lz4, const uint8_t *msg, size_t len,
                                       size_t limit);

/* The next block of an opened message; false after the last. */
HAYA_API bool haya_lz4_next(struct haya_lz4 *lz4, struct haya_lz4_block *block);

/* The reason that belongs to an error of haya_lz4_unpack_block. */
#define HAYA_LZ4_CONTENT "a block does not decompress to its declared size"

/* Decompress one block into its place in out, the lz4->size bytes of the whole
 * message. HAYA_ERR_INVALID_LZ4, at block->offset: it is no LZ4 block, or holds
 * another number of bytes than it declares. Any number of blocks may be
 * worked at at once. */
HAYA_API enum haya_error haya_lz4_unpack_block(const struct haya_lz4_block *block, uint8_t *out);

/* Decompress all blocks of an opened message into out, of lz4->size bytes.
 * Sets lz4->error_offset and lz4->reason on an error. Does nothing for a plain
 * message. */
HAYA_API enum haya_error haya_lz4_unpack(struct haya_lz4 *lz4, uint8_t *out);

/* A message that is to be compressed. */
struct haya_lz4_plan {
    size_t room;     /* bytes that the output may take, at most */
    uint32_t blocks;
    int level;
    /* The rest is private. */
    enum haya_lz4_form form;
    const uint8_t *msg;
    size_t len, piece, head;
};

/* Prepare to compress msg[0 .. len), len > 0, which must stay in place. level
 * 0 is LZ4's default, fast; 1 .. HAYA_LZ4_LEVEL_MAX is its high compression.
 * HAYA_ERR_TOO_LONG: it does not fit in the framing (99: some 2 GB). */
HAYA_API enum haya_error haya_lz4_plan(struct haya_lz4_plan *plan, enum haya_lz4_form form,
                                       const uint8_t *msg, size_t len, int level);

/* Bytes of working memory for haya_lz4_pack_block, aligned as malloc's. */
HAYA_API size_t haya_lz4_state_size(int level);

/* Compress block number i, 0 .. plan->blocks - 1, into its place in out, of
 * plan->room bytes. Any number of blocks may be worked at at once, each with a
 * state of its own. */
HAYA_API void haya_lz4_pack_block(const struct haya_lz4_plan *plan, uint32_t i, uint8_t *out,
                                  void *state);

/* When all blocks are done: join them. Returns the bytes of out that are used. */
HAYA_API size_t haya_lz4_join(const struct haya_lz4_plan *plan, uint8_t *out);

/* The three steps at once, block after block. Returns the bytes used. */
HAYA_API size_t haya_lz4_pack(const struct haya_lz4_plan *plan, uint8_t *out, void *state);

/* ==== Typed values ======================================================
 *
 * MessagePack-CSharp's typeless mode: ext type 100, whose payload is a str,
 * the name of a .NET type, and then exactly one value. The name is data and
 * nothing else; what it stands for is looked up in a table of the reader's.
 */
#define HAYA_TYPED_TYPE 100

struct haya_typed {
    const char *name;     /* UTF-8, not terminated; inside the payload */
    size_t name_len;
    const uint8_t *value; /* the value's message, inside the payload */
    size_t value_len;
};

/* The payload of an ext 100. The value is checked as haya_check does, with
 * ext values in it left alone. HAYA_ERR_INVALID_TYPED: no str, no value, a
 * value that is not whole, or bytes after it. Other errors: at *offset in the
 * payload, unless offset is NULL. */
HAYA_API enum haya_error haya_typed_read(const uint8_t *payload, size_t n,
                                         const struct haya_limits *limits,
                                         struct haya_typed *typed, size_t *offset);

/* ==== Pieces ============================================================ */

/* A path is shorter than this, its closing NUL included. */
#define HAYA_PATH_MAX 1024u

/* Where in the message the value lies whose lead byte is at offset, or would
 * be if the message went on: "$.items[7].name". The form is described in
 * vectors/README.md. Writes at most size bytes, always NUL-terminated if size
 * is not 0, and returns the length without NUL that the whole path has, as
 * snprintf does. out may be NULL when size is 0. The message may be invalid:
 * the walk ends where it stops making sense. Takes about 26 KiB of stack and
 * time linear in offset. msg may be NULL when len is 0. */
HAYA_API size_t haya_path(const uint8_t *msg, size_t len, size_t offset, char *out, size_t size);

/* The same for a reader that looks into ext 100 (Typed values): the parts of
 * a path to a value in one are those of the value around it and those in it. */
HAYA_API size_t haya_path_typed(const uint8_t *msg, size_t len, size_t offset, char *out,
                                size_t size);

/* Whether s[0 .. n) is UTF-8 as RFC 3629 has it: no overlong forms, no
 * surrogates, nothing above U+10FFFF. s may be NULL when n is 0. */
HAYA_API bool haya_utf8_valid(const uint8_t *s, size_t n);

/* The payload of an ext -1 of n bytes. HAYA_ERR_INVALID_TIMESTAMP, with *time
 * unchanged: n is not 4, 8 or 12, or there are over 999999999 nanoseconds. */
HAYA_API enum haya_error haya_timestamp_read(const uint8_t *payload, uint32_t n,
                                             struct haya_timestamp *time);

#ifdef __cplusplus
}
#endif

#endif
