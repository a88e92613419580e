/*
 * Compressed messages: msgpack_encode and msgpack_decode with the core's LZ4
 * framings around them.
 */
#include "lz4.h"

#include "../plan/plan.h"

#ifdef HAYA_HAVE_LZ4
#include <lz4.h>
#endif

/* Limits on values apply to the decompressed message, not to its framing. */
bool msgpack_lz4_limits(const struct msgpack_unpack_options *options, const char *bytes, size_t len,
                        struct haya_limits *limits)
{
    enum haya_lz4_form form;

    *limits = options->limits;
    if (!haya_lz4_detect((const uint8_t *)bytes, len, &form))
        return false;
    if (form != HAYA_LZ4_PLAIN) {
        *limits = (struct haya_limits)HAYA_LIMITS_DEFAULT;
        limits->flags = HAYA_ANY_STR;
        limits->bytes = options->limits.bytes;
    }
    return true;
}

#ifdef HAYA_HAVE_LZ4

const bool msgpack_has_lz4 = true;

const char *msgpack_lz4_version(void)
{
    return LZ4_versionString();
}

/* ---- packing ----------------------------------------------------------------- */

zend_string *msgpack_lz4_encode(zval *value, const struct msgpack_pack_options *options,
                                struct msgpack_failure *failure)
{
    zend_string *message = msgpack_encode_by(value, options, failure), *packed;
    struct haya_lz4_plan plan;
    void *state;

    if (message == NULL || !haya_lz4_wanted((const uint8_t *)ZSTR_VAL(message), ZSTR_LEN(message)))
        return message;
    failure->error =
        haya_lz4_plan(&plan, options->lz4, (const uint8_t *)ZSTR_VAL(message), ZSTR_LEN(message), options->lz4_level);
    if (failure->error == HAYA_OK && UNEXPECTED(!msgpack_may_allocate(plan.capacity, 1)))
        failure->error = HAYA_ERR_OUT_OF_MEMORY;
    if (failure->error != HAYA_OK) {
        zend_string_release(message);
        return NULL;
    }
    packed = zend_string_alloc(plan.capacity, false);
    state = emalloc(haya_lz4_state_size(options->lz4_level));
    size_t size = haya_lz4_pack(&plan, (uint8_t *)ZSTR_VAL(packed), state);
    efree(state);
    zend_string_release(message);
    packed = zend_string_truncate(packed, size, false);
    ZSTR_VAL(packed)[size] = '\0';
    return packed;
}

/* ---- unpacking ----------------------------------------------------------------- */

static bool lz4_fail(struct msgpack_failure *failure, enum haya_error error, size_t offset)
{
    failure->error = error;
    failure->offset = offset;
    return false;
}

/* Whether bytes after a compressed message are the error to report: only if the
 * decompressed message is valid. Called before any hook runs. */
static bool lz4_is_followed(const zend_string *inside, const struct msgpack_unpack_options *options)
{
    struct haya_limits limits = options->limits;

    limits.bytes = SIZE_MAX; /* max_bytes applies to the compressed message */
    return haya_check((const uint8_t *)ZSTR_VAL(inside), ZSTR_LEN(inside), &limits, NULL) == HAYA_OK;
}

/* Decodes a decompressed message. */
static bool lz4_decode_inside(zval *out, zend_string *inside, const struct msgpack_unpack_options *given,
                              struct msgpack_failure *failure)
{
    struct msgpack_unpack_options options = *given;
    size_t used;
    bool good;

    options.limits.bytes = SIZE_MAX;
    good = msgpack_decode_by(out, ZSTR_VAL(inside), ZSTR_LEN(inside), &used, &options, failure);
    if (good && used != ZSTR_LEN(inside)) {
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
        good = lz4_fail(failure, HAYA_ERR_EXTRA_DATA, used);
    }
    if (!good && failure->error != HAYA_OK)
        failure->inside = zend_string_copy(inside);
    return good;
}

/* The decompressed message, or NULL with *failure set. */
static zend_string *lz4_unpack(struct haya_lz4 *opened, struct msgpack_failure *failure)
{
    if (UNEXPECTED(!msgpack_may_allocate(opened->size, 1))) {
        lz4_fail(failure, HAYA_ERR_OUT_OF_MEMORY, 0);
        return NULL;
    }
    zend_string *inside = zend_string_alloc(opened->size, false);
    enum haya_error error = haya_lz4_unpack(opened, (uint8_t *)ZSTR_VAL(inside));

    if (error == HAYA_OK) {
        ZSTR_VAL(inside)[opened->size] = '\0';
        return inside;
    }
    zend_string_release(inside);
    failure->reason = opened->reason;
    lz4_fail(failure, error, opened->error_offset);
    return NULL;
}

bool msgpack_lz4_decode(zval *out, const char *bytes, size_t len, size_t *used,
                        const struct msgpack_unpack_options *options, struct msgpack_failure *failure)
{
    struct haya_lz4 opened;
    enum haya_error error = HAYA_OK;
    zend_string *inside;
    bool good;

    memset(&opened, 0, sizeof opened);
    if (len <= options->limits.bytes)
        error = haya_lz4_open(&opened, (const uint8_t *)bytes, len, options->lz4_size);
    if (error == HAYA_OK && opened.form == HAYA_LZ4_PLAIN)
        return msgpack_decode_by(out, bytes, len, used, options, failure);
    memset(failure, 0, sizeof *failure);
    ZVAL_UNDEF(out);
    if (error != HAYA_OK) {
        failure->reason = opened.reason;
        failure->declared = opened.declared;
        failure->limit = options->lz4_size;
        return lz4_fail(failure, error, opened.error_offset);
    }
    inside = lz4_unpack(&opened, failure);
    if (inside == NULL)
        return false;
    if (options->throws && opened.end < len && lz4_is_followed(inside, options))
        good = lz4_fail(failure, HAYA_ERR_EXTRA_DATA, opened.end);
    else
        good = lz4_decode_inside(out, inside, options, failure);
    zend_string_release(inside);
    *used = opened.end;
    return good;
}

#else

const bool msgpack_has_lz4 = false;

const char *msgpack_lz4_version(void)
{
    return "no";
}

zend_string *msgpack_lz4_encode(zval *value, const struct msgpack_pack_options *options,
                                struct msgpack_failure *failure)
{
    return msgpack_encode_by(value, options, failure);
}

bool msgpack_lz4_decode(zval *out, const char *bytes, size_t len, size_t *used,
                        const struct msgpack_unpack_options *options, struct msgpack_failure *failure)
{
    return msgpack_decode_by(out, bytes, len, used, options, failure);
}

#endif
