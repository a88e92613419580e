/*
 * The module's own interface, in reading order:
 *
 *   module.c         entry, ini settings, the functions
 *   options.c        option arrays -> the two structs below
 *   encode.c         zvals -> bytes: the hot path, on an explicit stack
 *   encode_scalar.h  its innermost part: numbers, strings, runs of them
 *   encode_stack.c   the open containers, and what user code must not change
 *   encode_output.c  the buffer, failures
 *   encode_named.c   ext 100: typed values
 *   encode_object.c  objects, their hooks, enums, value classes -> bytes
 *   refs.c           which container was seen before, by ordinal
 *   decode.c         bytes -> zvals: the hot path, on an explicit stack
 *   decode_scalar.h  its innermost part
 *   decode_record.c  maps and objects whose next key is known
 *   decode_stack.c   the open containers, the log of all
 *   decode_table.c   places of values in tables
 *   decode_key.c     keys that are no fixstr, exts
 *   decode_named.c   ext 100: typed values
 *   decode_mark.c    what stands under nil keys: classes, references; hooks
 *   decode_object.c  class names, objects, properties
 *   shapes.c         keys and whole maps that were seen before
 *   typeless.c       MsgpackTypeRegistry, MsgpackTyped: names and classes
 *   lz4.c            compressed messages around all that
 *   stream.c         cuts a stream into whole messages (haya_scan)
 *   classes.c        MessagePack, MessagePackUnpacker
 *   founding.c       Msgpack
 *   template.c       the template argument of unpack
 *   values.c         MsgpackExt, MsgpackBin, MsgpackTimestamp
 *   errors.c         PECL's warnings, MsgpackException
 *   session.c        the serializers of sessions and APCu
 *
 * Everything here belongs to one thread (ZTS: module globals are per thread)
 * and may be entered again from user code that it calls.
 */
#ifndef MSGPACK_INTERNAL_H
#define MSGPACK_INTERNAL_H

#include "compat.h"
#include "../../core/include/hayapack.h"

/* n bytes, 8 to 32, in two pieces that may overlap: no call, no loop, and no
 * byte beyond either end. */
static zend_always_inline void msgpack_copy_short(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    if (n >= 16) {
        memcpy(t, f, 16);
        memcpy(t + n - 16, f + n - 16, 16);
    } else {
        memcpy(t, f, 8);
        memcpy(t + n - 8, f + n - 8, 8);
    }
}

/* ---- failures ---------------------------------------------------------- */

/* Why encoding or decoding failed. When an exception is pending
 * (EG(exception)), error may be HAYA_OK: the exception is the report. */
struct msgpack_failure {
    enum haya_error error;
    size_t offset;     /* decoding: of the lead byte at fault; encoding: bytes written before the value */
    uint64_t owed;     /* truncated by the promise rule: values the enclosing containers still wait for, else 0 */
    size_t limit;      /* *_limit, too_deep: the limit that was passed */
    zend_string *path; /* encoding: where, owned by the struct, or NULL; decoding: NULL, see haya_path */
    const char *type;  /* encoding, unsupported_type: what it was, static or interned, or NULL */
    const char *reason; /* invalid_lz4, invalid_typed: static, or NULL; size_limit: the option, NULL: max_bytes */
    uint64_t declared; /* lz4_limit: bytes of the message inside */
    bool typed;        /* decoding: offset may be inside of an ext 100 */
    /* Decoding: what a compressed message holds, when offset counts in that;
     * owned by the struct, or NULL. */
    zend_string *inside;
};

/* ---- options ----------------------------------------------------------- */

enum msgpack_arrays {
    MSGPACK_ARRAYS_POLICY_DETECT, /* list or map, from the keys */
    MSGPACK_ARRAYS_POLICY_STRICT, /* lists and maps of string keys only */
    MSGPACK_ARRAYS_POLICY_MAP     /* always a map */
};

struct msgpack_pack_options {
    bool php_only;     /* class names and references on the wire */
    bool assoc;        /* false: objects without a class (all, unless php_only) as plain maps */
    bool force_f32;    /* floats as float32 */
    bool str8;         /* the str8 form is used (specification since 2013) */
    bool utf8;         /* refuse strings that are not UTF-8 */
    bool uint64;       /* decimal strings in 2**63..2**64-1 become uint64 */
    bool timestamps;   /* DateTimeInterface objects become timestamps */
    bool report;       /* PECL's notices for what goes on regardless (error_display) */
    bool throws;       /* what PECL writes as nil with a warning is an error instead */
    enum msgpack_arrays arrays;
    uint32_t max_depth; /* containers open at once, 1..MSGPACK_DEPTH_MAX */
    enum haya_lz4_form lz4;
    int lz4_level;      /* 0..HAYA_LZ4_LEVEL_MAX */
    zend_object *types; /* a MsgpackTypeRegistry, or NULL; with it php_only and assoc are off */
};

#define MSGPACK_DEPTH_MAX 100000u

enum msgpack_ext_as { MSGPACK_EXT_NULL, MSGPACK_EXT_OBJECT };
enum msgpack_bin_as { MSGPACK_BIN_STRING, MSGPACK_BIN_OBJECT };
enum msgpack_time_as { MSGPACK_TIME_EXT, MSGPACK_TIME_DATETIME, MSGPACK_TIME_OBJECT };

struct msgpack_unpack_options {
    struct haya_limits limits; /* depth 1..MSGPACK_DEPTH_MAX; HAYA_ANY_STR unless UTF-8 is asked for */
    bool php_only;
    bool assoc;              /* false: maps become stdClass objects */
    bool illegal_key_insert; /* PECL's ini setting of that name */
    bool report;             /* PECL's warnings for what goes on regardless (error_display) */
    bool throws;             /* a key PECL bends into a string with a warning is an error instead */
    bool no_arrays;          /* arrays on the wire are refused: HAYA_ERR_UNSUPPORTED_TYPE */
    enum msgpack_ext_as ext;
    enum msgpack_bin_as bin;
    enum msgpack_time_as timestamps;
    bool any_class;          /* classes is not looked at */
    HashTable *classes;      /* allowed, names in lower case as keys; NULL: none. Borrowed. */
    bool lz4;                /* messages may be compressed */
    size_t lz4_size;         /* bytes that a compressed one may hold */
    size_t buffer_size;      /* bytes that a stream may keep; SIZE_MAX: no limit */
    zend_object *types;      /* a MsgpackTypeRegistry, or NULL; with it php_only is off. Borrowed. */
};

/* ---- encoding (encode.c) ----------------------------------------------- */

/* The message for value, or NULL with *failure filled or an exception pending.
 * A value that is a PHP reference to an array or object is marked as one on the
 * wire (sessions pass theirs so; function arguments come without). */
zend_string *msgpack_encode(zval *value, const struct msgpack_pack_options *options,
                            struct msgpack_failure *failure);

/* ---- decoding (decode.c) ----------------------------------------------- */

/* The value of the message at the start of bytes[0 .. len) goes to *out, and
 * the bytes it takes to *used. False, *out UNDEF, with *failure filled or an
 * exception pending. Bytes after the message are the caller's affair. */
bool msgpack_decode(zval *out, const char *bytes, size_t len, size_t *used,
                    const struct msgpack_unpack_options *options,
                    struct msgpack_failure *failure);

/* ---- compressed messages (lz4.c) --------------------------------------- */

/* Whether the module is linked with liblz4. Without it no option turns these on. */
extern const bool msgpack_has_lz4;
const char *msgpack_lz4_version(void);

/* As msgpack_encode and msgpack_decode, for options with lz4. */
zend_string *msgpack_lz4_encode(zval *value, const struct msgpack_pack_options *options,
                                struct msgpack_failure *failure);
bool msgpack_lz4_decode(zval *out, const char *bytes, size_t len, size_t *used,
                        const struct msgpack_unpack_options *options,
                        struct msgpack_failure *failure);

/* The limits under which to scan a stream for the end of the message that
 * begins with these bytes. False: more of them are needed to say. */
bool msgpack_lz4_limits(const struct msgpack_unpack_options *options, const char *bytes, size_t len,
                        struct haya_limits *limits);

/* ---- value classes (values.c) ------------------------------------------ */

extern zend_class_entry *msgpack_ext_ce, *msgpack_bin_ce, *msgpack_timestamp_ce;

void msgpack_make_ext(zval *out, int8_t type, const char *data, size_t n);
void msgpack_make_bin(zval *out, const char *data, size_t n);
void msgpack_make_timestamp(zval *out, int64_t seconds, uint32_t nanoseconds);

/* A DateTimeImmutable in UTC; nanoseconds are cut to microseconds. False, *out
 * UNDEF: the date class can't hold it (no exception). */
bool msgpack_make_datetime(zval *out, int64_t seconds, uint32_t nanoseconds);

/* What packing needs of the value classes and of DateTimeInterface; false with
 * an exception pending when a property was never set. */
bool msgpack_read_ext(zend_object *object, int8_t *type, zend_string **data); /* data borrowed */
bool msgpack_read_bin(zend_object *object, zend_string **data);               /* data borrowed */
bool msgpack_read_timestamp(zend_object *object, struct haya_timestamp *time);
bool msgpack_read_datetime(zend_object *object, struct haya_timestamp *time);

/* ---- errors (errors.c) ------------------------------------------------- */

extern zend_class_entry *msgpack_exception_ce;

/* Warns (if the ini setting says so) or throws; function is PECL's name for
 * the place. Frees failure->path. Does nothing when an exception is pending. */
void msgpack_report_pack(struct msgpack_failure *failure, bool throw_exception);
void msgpack_report_unpack(struct msgpack_failure *failure, const char *bytes, size_t len,
                           bool throw_exception);

/* Frees what decoding left in it, after msgpack_report_unpack_at; the two above do. */
void msgpack_failure_free(struct msgpack_failure *failure);

/* ---- the shape cache (shapes.c) ---------------------------------------- */

struct msgpack_shapes;

void msgpack_shapes_request_end(struct msgpack_shapes *shapes); /* NULL is good */
void msgpack_shapes_free(struct msgpack_shapes *shapes);

/* ---- module globals (module.c) ----------------------------------------- */

ZEND_BEGIN_MODULE_GLOBALS(msgpack)
    bool error_display;
    bool php_only;
    bool assoc;
    bool illegal_key_insert;
    bool use_str8_serialization;
    bool force_f32;
    zend_long max_buffer_size; /* bytes; 0: no limit */
    struct msgpack_shapes *shapes; /* made by the first decoding, freed at GSHUTDOWN */
    size_t last_size;              /* bytes of the last large result: the next one's first guess */
ZEND_END_MODULE_GLOBALS(msgpack)

#if defined(ZTS) && defined(COMPILE_DL_MSGPACK)
ZEND_TSRMLS_CACHE_EXTERN()
#endif
ZEND_EXTERN_MODULE_GLOBALS(msgpack)
#define MSGPACK_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(msgpack, v)

#endif
