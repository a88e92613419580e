/* Keys of maps that the loop does not read itself: nil, numbers, long texts, and those that need converting. */
#include "object.h"

#include "array_slots.h"

enum decode_step decode_other_key(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    if (d->p < d->end && *d->p == HAYA_NIL && d->options->php_only)
        return decode_nil_entry(d, slot);
    frame->left--;
    switch (decode_peek(d)) {
    case HAYA_KIND_INT:
    case HAYA_KIND_UINT:
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN: break;
    default:
        frame->key_header = d->p;
        frame->state = DECODE_KEY;
        *slot = frame->next.temp = decode_temp(d);
        return DECODE_VALUE;
    }
    struct haya_token token = decode_token(d);
    if (token.kind == HAYA_KIND_NONE)
        return DECODE_FAILED;
    if (token.kind == HAYA_KIND_INT && msgpack_is_long(token.as.i) && !frame->string_keys) {
        *slot = decode_place_index(d, frame->of.table, (zend_ulong)token.as.i);
    } else if (token.kind == HAYA_KIND_INT || token.kind == HAYA_KIND_UINT) {
        *slot = decode_place(d, frame->of.table, decode_number_key(&token));
    } else {
        *slot = decode_place_text(d, frame->of.table, frame->string_keys, token.data, token.count);
    }
    return DECODE_VALUE;
}
