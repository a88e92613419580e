/* failure.h: why encoding or decoding failed; api/errors.c reports it. */
#ifndef MSGPACK_FAILURE_H
#define MSGPACK_FAILURE_H

#include "compat.h"
#include "zend_smart_str.h"
#include "../../core/include/hayapack.h"

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
    /* encoding, unsupported_type: the value's type, static or interned, or NULL; with a plan: the type of the value,
     * static, or NULL */
    const char *type;
    /* invalid_lz4: static, or NULL; size_limit: the option, NULL: max_bytes; with a plan: the type that was expected,
     * the plan's, or NULL */
    const char *reason;
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
 * cannot garble a log. */
void msgpack_append_name(smart_str *text, const char *name, size_t n);

/* Makes text, which it takes over, the detail of the failure. */
void msgpack_failure_explain(struct msgpack_failure *failure, smart_str *text);

/* Releases the texts that the failure owns: detail and field. */
void msgpack_failure_drop_texts(struct msgpack_failure *failure);

/* Frees what *failure owns. Functions that report one do so; only msgpack_report_unpack_at leaves it to its caller. */
void msgpack_failure_free(struct msgpack_failure *failure);

#endif
