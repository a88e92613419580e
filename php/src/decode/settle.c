/*
 * Values that are more than stored in their slot: keys that are neither strings nor
 * integers, values of such keys and of nil keys, and typed properties.
 */
#include "array_slots.h"

/* Handles a key that is neither string nor integer as PECL does: a warning, and
 * the key as a string or, with illegal_key_insert, key and value as two elements. */
static bool decode_bad_entry(struct decoder *d, struct decode_frame *frame)
{
    zval *key = frame->bad_key, *value = frame->next.temp;
    frame->state = DECODE_STORED;
    if (d->options->throws || frame->kind != DECODE_MAP)
        return decode_fail(d, HAYA_ERR_INVALID_KEY, frame->key_header);
    if (!decode_know_named(d))
        return false;
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
    case DECODE_PROPERTY:
        frame->state = DECODE_STORED;
        return decode_check_property(d, frame, true) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_STORED: break;
    }
    return DECODE_NEXT;
}
