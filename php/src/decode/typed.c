/*
 * Ext 100, a typed value: a name and a value, or System.Object without a value. The value is decoded by the same
 * loop on the same stack; only the end of the bytes is the ext's end.
 */
#include "stack.h"
#include "array_slots.h"
#include "scalar.h"
#include "../types/type_registry.h"

static enum decode_step decode_typed_refuse(struct decoder *d, enum haya_error error, const uint8_t *header)
{
    decode_fail(d, error, header);
    return DECODE_FAILED;
}

/* Reads the name, a str at the start of the payload; false: failure. */
static bool decode_typed_name(struct decoder *d, const uint8_t *payload, uint32_t n, const uint8_t *header,
                              struct haya_token *name)
{
    struct haya_limits limits = d->options->limits;
    struct haya_reader reader;

    limits.bytes = SIZE_MAX; /* max_bytes applies to the whole message, and was checked */
    haya_reader_begin(&reader, payload, n, &limits, NULL, 0);
    if (haya_read_next(&reader, name)) {
        if (name->kind == HAYA_KIND_STR &&
            (reader.pos < n || haya_typed_is_object((const char *)name->data, name->count)))
            return true;
    }
    /* This reader has no stack: too_deep means a container, which is not a name. */
    else if (reader.error != HAYA_ERR_TRUNCATED && reader.error != HAYA_ERR_TOO_DEEP)
        return decode_fail_within(d, reader.error, payload + reader.error_offset, &limits);
    return decode_fail(d, HAYA_ERR_INVALID_TYPED, header);
}

/* Stores in *slot, which is null, the object for a name and a value; NULL: there is none. */
static enum decode_step decode_typed_build(struct decoder *d, const uint8_t *name, uint32_t n, zval *value, zval *slot,
                                           const uint8_t *header)
{
    uint8_t value_format = value != NULL ? name[n] : 0; /* the value is after its name */

    if (!msgpack_registry_build(d->options->types, (const char *)name, n, value_format, value, slot, d->failure))
        return decode_typed_refuse(d, HAYA_ERR_INVALID_TYPED, header);
    return EG(exception) == NULL ? DECODE_NEXT : DECODE_FAILED;
}

enum decode_step decode_open_typed(struct decoder *d, zval **slot, const uint8_t *payload, uint32_t n,
                                   const uint8_t *header)
{
    struct haya_token name;

    ZVAL_NULL(*slot);
    if (d->depth >= d->options->limits.depth) {
        d->failure->limit = d->options->limits.depth;
        return decode_typed_refuse(d, HAYA_ERR_TOO_DEEP, header);
    }
    if (!decode_typed_name(d, payload, n, header, &name))
        return DECODE_FAILED;
    if (name.data + name.count == payload + n) {
        d->p = payload + n;
        return decode_typed_build(d, name.data, name.count, NULL, *slot, header);
    }
    struct decode_frame *frame = decode_push(d, *slot, NULL, header, 0);
    frame->kind = DECODE_TYPED;
    frame->left = 0;
    frame->next.name = name.data;
    frame->name_size = name.count;
    frame->outer_end = d->end;
    frame->of.far = d->far;
    d->p = name.data + name.count;
    d->end = payload + n;
    /* The bytes after the ext are not padding: a value must not be read into them. */
    d->far = d->unrestricted && n >= DECODE_AHEAD ? d->end - DECODE_AHEAD : NULL;
    return DECODE_VALUE;
}

enum decode_step decode_close_typed(struct decoder *d)
{
    struct decode_frame *frame = decode_top(d);
    const uint8_t *name = frame->next.name, *header = frame->header;
    uint32_t n = frame->name_size;
    zval *slot = frame->at, *value;

    if (d->p != d->end)
        return decode_typed_refuse(d, HAYA_ERR_INVALID_TYPED, header);
    d->end = frame->outer_end;
    d->far = frame->of.far;
    d->depth--;
    /* Released at the end of decoding, because a destructor is user code. */
    value = decode_temp(d);
    ZVAL_COPY_VALUE(value, slot);
    ZVAL_NULL(slot);
    return decode_typed_build(d, name, n, value, slot, header);
}

void decode_blame_typed(struct decoder *d)
{
    if (d->failure->error != HAYA_ERR_TRUNCATED)
        return;
    for (uint32_t i = d->depth; i > 0; i--) {
        if (d->frames[i - 1].kind == DECODE_TYPED) {
            decode_fail(d, HAYA_ERR_INVALID_TYPED, d->frames[i - 1].header);
            return;
        }
    }
}
