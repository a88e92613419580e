/*
 * Keys of uncommon types, values that are more than stored in their slot (keys,
 * values of nil keys, typed properties), and integers and exts for which PHP has
 * no type.
 */
#include "table.h"

#include "Zend/zend_exceptions.h"

/* Handles a key that is neither string nor integer as PECL does: a warning, and
 * the key as a string or, with illegal_key_insert, key and value as two elements. */
static bool decode_bad_entry(struct decoder *d, struct decode_frame *frame)
{
    zval *key = frame->bad_key, *value = frame->next.temp;
    frame->state = DECODE_PLAIN;
    if (d->options->throws || frame->kind != DECODE_MAP)
        return decode_fail(d, HAYA_ERR_INVALID_KEY, frame->key_lead);
    if (d->options->report)
        zend_error(E_WARNING, "[msgpack] (msgpack_unserialize_map_item) illegal key type");
    if (EG(exception))
        return false;
    if (d->options->illegal_key_insert) {
        if (zend_hash_next_index_insert(frame->of.table, key))
            ZVAL_NULL(key);
        if (zend_hash_next_index_insert(frame->of.table, value))
            ZVAL_NULL(value);
        return true;
    }
    ZVAL_DEREF(key);
    if (Z_TYPE_P(key) == IS_OBJECT)
        return true; /* __toString would be user code */
    zend_string *text = zval_get_string(key);
    if (EG(exception)) {
        zend_string_release(text);
        return false;
    }
    zend_ulong index;
    zval *place = !frame->string_keys && ZEND_HANDLE_NUMERIC(text, index)
                      ? decode_place_index(d, frame->of.table, index)
                      : decode_place(d, frame->of.table, zend_string_copy(text));
    ZVAL_COPY_VALUE(place, value);
    ZVAL_NULL(value);
    zend_string_release(text);
    return true;
}

enum decode_step decode_settle(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    switch ((enum decode_state)frame->state) {
    case DECODE_KEY:
        frame->bad_key = frame->next.temp;
        frame->state = DECODE_KEY_VALUE;
        *slot = frame->next.temp = decode_temp(d);
        return DECODE_VALUE;
    case DECODE_KEY_VALUE: return decode_bad_entry(d, frame) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_NIL_VALUE: return decode_nil_value(d) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_TYPED:
        frame->state = DECODE_PLAIN;
        return decode_typed(d, frame) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_PLAIN: break;
    }
    return DECODE_NEXT;
}

zend_string *decode_number_key(const struct haya_token *token)
{
    return token->kind == HAYA_KIND_INT ? zend_strpprintf(0, "%" PRId64, token->as.i)
                                        : zend_strpprintf(0, "%" PRIu64, token->as.u);
}

enum decode_step decode_other_key(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    struct haya_reader reader;
    struct haya_token token;
    if (d->p < d->end && *d->p == HAYA_NIL && d->options->php_only)
        return decode_nil_entry(d, slot);
    frame->left--;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    switch (haya_read_peek(&reader)) {
    case HAYA_KIND_INT:
    case HAYA_KIND_UINT:
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN: break;
    default:
        frame->key_lead = d->p;
        frame->state = DECODE_KEY;
        *slot = frame->next.temp = decode_temp(d);
        return DECODE_VALUE;
    }
    if (!haya_read_next(&reader, &token)) {
        decode_fail(d, reader.error, d->p + reader.error_offset);
        return DECODE_FAILED;
    }
    d->p += reader.pos;
    if (token.kind == HAYA_KIND_INT && !frame->string_keys) {
        *slot = decode_place_index(d, frame->of.table, (zend_ulong)token.as.i);
    } else if (token.kind == HAYA_KIND_INT || token.kind == HAYA_KIND_UINT) {
        *slot = decode_place(d, frame->of.table, decode_number_key(&token));
    } else {
        *slot = decode_place_text(d, frame, token.data, token.count);
    }
    return DECODE_VALUE;
}

void decode_large(zval *slot, uint64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    ZVAL_STRINGL(slot, digits, (size_t)n);
}

bool decode_ext(struct decoder *d, zval *slot, int8_t type, const uint8_t *payload, uint32_t n,
                const uint8_t *lead)
{
    struct haya_timestamp time;
    ZVAL_NULL(slot);
    if (type == HAYA_TIMESTAMP_TYPE && d->options->timestamps != MSGPACK_TIME_EXT) {
        enum haya_error error = haya_timestamp_read(payload, n, &time);
        if (error != HAYA_OK)
            return decode_fail(d, error, lead);
        if (d->options->timestamps == MSGPACK_TIME_OBJECT)
            msgpack_make_timestamp(slot, time.seconds, time.nanoseconds);
        else if (!msgpack_make_datetime(slot, time.seconds, time.nanoseconds))
            return decode_fail(d, HAYA_ERR_TIMESTAMP_RANGE, lead);
        return EG(exception) == NULL;
    }
    if (d->options->ext == MSGPACK_EXT_OBJECT)
        msgpack_make_ext(slot, type, (const char *)payload, n);
    return EG(exception) == NULL;
}
