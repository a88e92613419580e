/*
 * What the files of the module share. The files in reading order:
 *
 *   module.c               entry, ini settings, the functions
 *   core.c                 the C core, compiled as one unit
 *   compat.h               the differences between the engine's versions
 *   memory.h               what exceeding memory_limit means to code that allocates
 *
 * api/: what PHP programs and other extensions call
 *   call.c                 a whole value is packed or unpacked, a failure reported
 *   options.c              option arrays -> the two structs below
 *   option_setters.c       the checks of their values
 *   scalar.h               a message that is one scalar, both directions
 *   pecl_classes.c         MessagePack, MessagePackUnpacker
 *   msgpack_class.c        Msgpack
 *   codec.c                MsgpackCodec
 *   attributes.c           the attributes in the namespace Msgpack
 *   template.c             the template argument of unpack
 *   stream.c               cuts a stream into whole messages (haya_scan)
 *   lz4.c                  compressed messages
 *   session.c              the serializers of sessions and APCu
 *   errors.c               PECL's warnings, MsgpackException
 *
 * encode/: zvals -> bytes
 *   loop.c                 the encoding loop, on an explicit stack
 *   scalar.h               its innermost part: numbers, strings, runs of them
 *   stack.c                open containers, and their protection against user code
 *   array.c                arrays: lists, maps, marks for those that occur again
 *   output.c               the output buffer, failures
 *   object.c               objects, their hooks, enums, value classes
 *   typed.c                ext 100: typed values
 *   refs.c                 which containers were written before, by ordinal
 *
 * decode/: bytes -> zvals
 *   loop.c                 the decoding loop, on an explicit stack
 *   scalar.h               its innermost part
 *   open.h                 its part that opens lists and maps
 *   predicted_keys.c       fast paths for maps and objects with predicted keys
 *   stack.c                open containers, the log of all containers
 *   table.c                slots of values in tables, temporary values
 *   shape_cache.c          caches of keys and of whole maps
 *   key.c                  keys that the loop does not read itself
 *   settle.c               values that are more than stored in their slot
 *   number.c               integers as decimal text
 *   pecl_forms.c           values of nil keys: class names, back references
 *   ids.c                  objects that occur several times, as .NET writes them
 *   references.c           PHP references to containers
 *   hooks.c                __wakeup and __unserialize, after the whole message
 *   object.c               classes, objects, properties
 *   ext.c                  exts
 *   typed.c                ext 100: typed values
 *
 * plan/: classes of the program, by their types (see plan.h)
 *   build.c, class.c, defaults.c, property.c, type.c, expression.c, attributes.c
 *                          types and classes -> plans
 *   decode.c, value.c, key.c, open.c, close.c, date.c, limits.c, fail.c
 *                          bytes -> objects
 *   write.c, write_value.c objects -> bytes
 *
 * types/: PHP classes for what PHP has no type for
 *   value_classes.c        MsgpackExt, MsgpackBin, MsgpackTimestamp, MsgpackTyped
 *   type_registry.c        MsgpackTypeRegistry: type names and classes
 *   class_fields.c         what is read of a class
 *
 * Each thread has its own state (ZTS: module globals are per thread). Every function
 * that calls user code can be entered again from it.
 */
#ifndef MSGPACK_INTERNAL_H
#define MSGPACK_INTERNAL_H

#include "compat.h"
#include "memory.h"
#include "zend_smart_str.h"
#include "../../core/include/hayapack.h"

/* Makes allocated memory a string of n bytes, text not set. */
static zend_always_inline void msgpack_string_header(zend_string *s, size_t n)
{
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_H(s) = 0;
    ZSTR_LEN(s) = n;
}

/* Copies n bytes, n in 8..32, in two pieces that may overlap: without a call or a
 * loop, and without reading or writing any other byte. */
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

/* Doubles the capacity of a stack of frames, of `size` bytes each. Its `first` frames are part of its owner; with more
 * it is allocated. */
static inline void *msgpack_grow_frames(void *frames, uint32_t *capacity, uint32_t first, size_t size)
{
    uint32_t old = *capacity;
    *capacity = old * 2;
    return old == first ? memcpy(safe_emalloc(*capacity, size, 0), frames, old * size)
                        : safe_erealloc(frames, *capacity, size, 0);
}

/* The first n bytes, n in 0..7, of a word loaded from memory; the others become 0. */
static zend_always_inline uint64_t msgpack_cut_word(uint64_t word, size_t n)
{
#ifdef WORDS_BIGENDIAN
    return n ? word & ~(UINT64_MAX >> (8 * n)) : 0;
#else
    return n ? word & (UINT64_MAX >> (64 - 8 * n)) : 0;
#endif
}

/* ---- failures ----------------------------------------------------------- */

/* Why encoding or decoding failed. If an exception is pending (EG(exception)), that
 * is the report, and error may be HAYA_OK. */
struct msgpack_failure {
    enum haya_error error;
    size_t offset;    /* decoding: of the failing value's first byte; encoding: bytes written before it */
    uint64_t pending; /* truncated container: values that the enclosing containers still need, else 0 */
    size_t limit;     /* *_limit, too_deep: the limit that was exceeded */
    union {
        zend_string *path; /* encoding: the value's path, owned by the struct, or NULL */
        struct msgpack_failures
            *all; /* decoding, with errors "all": this one and others, owned by the struct, or NULL */
    };
    const char *type;    /* encoding, unsupported_type: the value's type, static or interned, or NULL; with a plan: the
                          * type    of the value, static, or NULL */
    const char *reason;  /* invalid_lz4: static, or NULL; size_limit: the option, NULL: max_bytes; with a plan: the type
                          * that was expected, the plan's, or NULL */
    uint64_t declared;   /* lz4_limit: declared size of the decompressed message, in bytes */
    bool typed;          /* decoding: offset may be inside an ext 100 */
    zend_string *detail; /* decoding: what is wrong, with names; owned by the struct, or NULL */
    zend_string *field;  /* missing_field, unknown_field, duplicate_field: the key; owned by the struct, or NULL */
    /* Decoding: the decompressed message, if offset is an offset in that; owned by
     * the struct, or NULL. */
    zend_string *inside;
};

#define MSGPACK_FAILURES 100 /* errors that the option errors collects */

struct msgpack_failures {
    uint32_t count;
    struct msgpack_failure list[MSGPACK_FAILURES]; /* the first owns no texts: the struct that refers to these does */
};

/* Whether a value that its type does not take can have this error, besides those that only types have. */
static inline bool msgpack_is_range(enum haya_error error)
{
    return error == HAYA_ERR_INT_RANGE || error == HAYA_ERR_FLOAT_RANGE || error == HAYA_ERR_TIMESTAMP_RANGE;
}

/* Appends the text from a message in quotes: at most 40 bytes, bytes other than printable ASCII as \xNN, so that it
 * cannot garble a log. (types/value_classes.c) */
void msgpack_append_name(smart_str *text, const char *name, size_t n);

/* Makes text, which it takes over, the detail of the failure. (types/value_classes.c) */
void msgpack_failure_explain(struct msgpack_failure *failure, smart_str *text);

/* Releases the texts that the failure owns: detail and field. (types/value_classes.c) */
void msgpack_failure_drop_texts(struct msgpack_failure *failure);

/* ---- options ------------------------------------------------------------ */

enum msgpack_arrays {
    MSGPACK_ARRAYS_POLICY_DETECT, /* list or map, depending on the keys */
    MSGPACK_ARRAYS_POLICY_STRICT, /* the same; an array with other keys than 0..n-1 or strings fails */
    MSGPACK_ARRAYS_POLICY_MAP     /* always a map */
};

struct msgpack_plan;

struct msgpack_pack_options {
    bool php_only;   /* write class names and references */
    bool assoc;      /* false: stdClass objects (without php_only: all objects) as plain maps */
    bool force_f32;  /* floats as float32 */
    bool str8;       /* use the str8 format (in the specification since 2013) */
    bool utf8;       /* fail for strings that are not UTF-8 */
    bool uint64;     /* decimal strings in 2**63..2**64-1 become uint64 */
    bool timestamps; /* DateTimeInterface objects become timestamps */
    bool report;     /* PECL's notices that do not end packing (error_display) */
    bool throws;     /* values that PECL writes as nil with a warning are errors */
    bool portable;   /* cases of backed enums are their values; what only class names could tell is an error */
    int keys;        /* with a plan, enum plan_keys: the form of objects, whatever their classes say */
    enum msgpack_arrays arrays;
    uint32_t max_depth; /* containers open at once, 1..MSGPACK_DEPTH_MAX */
    enum haya_lz4_form lz4;
    int lz4_level;                   /* 0..HAYA_LZ4_LEVEL_MAX */
    zend_object *types;              /* a MsgpackTypeRegistry, or NULL; with it php_only and assoc are off */
    const struct msgpack_plan *plan; /* the type to encode, or NULL. Borrowed. */
};

/* PHP frees nested values by recursion: up to 150 bytes of the C stack for a level, 1.4 KiB in
 * a debug build with AddressSanitizer. This is safe there with 8 MiB, and in a release build
 * with 1 MiB. Chains of references with the largest max_depth need 1.2 MiB there; a fiber has 2.
 * unserialize_max_depth has the same default. */
#define MSGPACK_DEPTH_MAX 4096u

/* Levels that a chain of references may have more than max_depth. On s390x, where each C function keeps 160
 * bytes of the stack for registers, a level of a chain takes 480 bytes and other levels up to 650. There the
 * default max_depth needs 1.5 MiB, so a fiber has enough; the largest needs 2.9. */
#ifdef __s390x__
#define MSGPACK_CHAIN_MAX 2048u
#else
#define MSGPACK_CHAIN_MAX MSGPACK_DEPTH_MAX
#endif

enum msgpack_ext_as { MSGPACK_EXT_NULL, MSGPACK_EXT_OBJECT };
enum msgpack_bin_as { MSGPACK_BIN_STRING, MSGPACK_BIN_OBJECT };
enum msgpack_time_as { MSGPACK_TIME_EXT, MSGPACK_TIME_DATETIME, MSGPACK_TIME_OBJECT };

/* MSGPACK_NO_ARRAYS: they fail, HAYA_ERR_UNSUPPORTED_TYPE; WITH_IDS: the option references. */
enum { MSGPACK_NO_ARRAYS = 1, MSGPACK_ARRAYS_WITH_IDS = 2 };

struct msgpack_unpack_options {
    struct haya_limits limits; /* depth 1..MSGPACK_DEPTH_MAX; HAYA_ANY_STR unless the option utf8 is set */
    bool php_only;
    bool assoc;              /* false: maps become stdClass objects */
    bool illegal_key_insert; /* PECL's ini setting of that name */
    bool report;             /* PECL's warnings that do not end unpacking (error_display) */
    bool throws;             /* keys that PECL converts to strings with a warning are errors */
    uint8_t special_arrays;  /* flags: what arrays in a message are besides lists */
    bool unknown_error;      /* with a plan: keys that no field has are errors, also where the class does not say so */
    bool errors_all;         /* with a plan: errors of values are collected */
    bool converts;           /* with a plan: the message was made of PHP's arrays, and an empty one may be a map */
    enum msgpack_ext_as ext;
    enum msgpack_bin_as bin;
    enum msgpack_time_as timestamps;
    bool refuses_incomplete; /* a class that is not allowed or does not exist fails: HAYA_ERR_UNSUPPORTED_TYPE */
    bool dates_iso;          /* with a plan: a date may be text as 2026-01-31T12:00:00Z */
    bool any_class;          /* all classes are allowed; classes is ignored */
    HashTable *classes;      /* allowed classes, lower-case names as keys; NULL: none. Borrowed. */
    bool hooks_may_throw;    /* the value is whole, and kept, when a hook throws; the exception stays pending */
    bool lz4;                /* messages may be compressed */
    size_t lz4_size;         /* limit of a decompressed message's size, in bytes */
    size_t buffer_size;      /* limit of the bytes that a stream keeps; SIZE_MAX: none */
    zend_object *types;      /* a MsgpackTypeRegistry, or NULL; with it php_only is off. Borrowed. */
    const struct msgpack_plan *plan; /* the type to decode into, or NULL. Borrowed. */
};

/* ---- encoding (encode/loop.c) ------------------------------------------- */

/* The message for value, which the caller owns, or NULL with *failure set or an
 * exception pending. If value itself is a PHP reference to an array or object, the
 * message marks it as one: sessions pass a reference, function arguments never are. */
zend_string *msgpack_encode(zval *value, const struct msgpack_pack_options *options, struct msgpack_failure *failure);

/* ---- decoding (decode/loop.c) ------------------------------------------- */

/* Stores the value of the message at the start of bytes[0 .. len) in *out, and the
 * message's length in *used. False: *out is UNDEF, and *failure is set or an exception
 * is pending. The caller must check for bytes after the message. */
bool msgpack_decode(zval *out, const char *bytes, size_t len, size_t *used,
                    const struct msgpack_unpack_options *options, struct msgpack_failure *failure);

/* False, with the exception that unserialize() throws, if objects of the class cannot be
 * unserialized at all. (decode/object.c) */
bool msgpack_may_unserialize(const zend_class_entry *ce);

/* ---- module globals (module.c) ------------------------------------------ */

struct msgpack_shapes;

ZEND_BEGIN_MODULE_GLOBALS(msgpack)
    bool error_display;
    bool php_only;
    bool assoc;
    bool illegal_key_insert;
    bool use_str8_serialization;
    bool force_f32;
    zend_long max_buffer_size;     /* bytes; 0: no limit */
    zend_long session_max_depth;   /* 1..MSGPACK_DEPTH_MAX */
    struct msgpack_shapes *shapes; /* allocated by the first decoding, freed at GSHUTDOWN */
    size_t last_size;              /* bytes of the last large result, for the next buffer's capacity */
    HashTable *plans;              /* of this request, by type; NULL: none yet */
    bool ending;                   /* RSHUTDOWN was called: no plan is kept any more */
ZEND_END_MODULE_GLOBALS(msgpack)

#if defined(ZTS) && defined(COMPILE_DL_MSGPACK)
ZEND_TSRMLS_CACHE_EXTERN()
#endif
ZEND_EXTERN_MODULE_GLOBALS(msgpack)
#define MSGPACK_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(msgpack, v)

#endif
