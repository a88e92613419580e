/* Map keys of every type that the loop does not read itself. */
#include "table.h"

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
