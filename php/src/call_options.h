/* call_options.h: the options of one call as the encoder and the decoder read them; api/options.c makes them. */
#ifndef MSGPACK_CALL_OPTIONS_H
#define MSGPACK_CALL_OPTIONS_H

#include "compat.h"
#include "../../core/include/hayapack.h"

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

#endif
