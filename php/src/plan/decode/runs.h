/*
 * Runs of elements and entries: the innermost loops for lists and maps. They stop at the first key or value in a form
 * that they do not decode; the decoding loop goes on there.
 */
#ifndef MSGPACK_PLAN_DECODE_RUNS_H
#define MSGPACK_PLAN_DECODE_RUNS_H

#include "decoder.h"
#include "other_values.h"
#include "../../decode/predicted_keys.h"
#include "../../decode/array_slots.h"

/* Decodes a scalar as plan_decode_quick, wherever p is. */
static zend_always_inline const uint8_t *plan_run_scalar(const struct plan_decoder *t, const struct plan_node *node,
                                                         uint8_t quick, const uint8_t *p, zval *slot)
{
    return EXPECTED(p <= t->far) ? plan_decode_quick(t, node, quick, p, t->d.end, slot)
                                 : plan_value_near(t, node, p, slot);
}

/* ---- lists ------------------------------------------------------------------------------------------------ */

/* Decodes elements of a LIST frame from p on, up to one of another form: *slot is its slot, which is null. *slot NULL:
 * all are complete, or the memory is exceeded. Returns where it stopped. */
static zend_always_inline const uint8_t *plan_run_of(const struct plan_decoder *t, struct plan_frame *frame,
                                                     uint8_t quick, const uint8_t *p, zval **slot)
{
    const struct plan_node *node = frame->node;
    msgpack_packed_slot *place = frame->next;
    uint32_t left = frame->left;

    *slot = NULL;
    for (; left > 0; left--, place++) {
        if (UNEXPECTED(left % MSGPACK_MEMORY_RUN == 0) && msgpack_memory_exceeded())
            break;
        zval *value = MSGPACK_PACKED_VALUE(place);
        MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(frame->of.table));
        const uint8_t *after = plan_run_scalar(t, node, quick, p, value);
        if (UNEXPECTED(after == NULL)) {
            ZVAL_NULL(value);
            *slot = value;
            left--, place++;
            break;
        }
        p = after;
    }
    frame->next = place;
    frame->left = left;
    return p;
}

static zend_always_inline const uint8_t *plan_run_items(const struct plan_decoder *t, struct plan_frame *frame,
                                                        const uint8_t *p, zval **slot)
{
    switch (frame->node->quick) {
    case PLAN_INT: return plan_run_of(t, frame, PLAN_INT, p, slot);
    case PLAN_FLOAT: return plan_run_of(t, frame, PLAN_FLOAT, p, slot);
    case PLAN_STRING: return plan_run_of(t, frame, PLAN_STRING, p, slot);
    default: return plan_run_of(t, frame, frame->node->quick, p, slot);
    }
}

/* ---- maps -------------------------------------------------------------------------------------------------- */

struct plan_reading {
    const struct plan_decoder *t;
    const struct plan_node *node;
    uint8_t quick;
};

static zend_always_inline const uint8_t *plan_run_read(void *reading, const uint8_t *p, zval *slot)
{
    const struct plan_reading *r = reading;
    return plan_decode_quick(r->t, r->node, r->quick, p, r->t->d.end, slot);
}

/* decode_entries for values of the node's type. */
static zend_always_inline bool plan_run_entries(struct plan_decoder *t, const struct plan_node *node, const uint8_t **p,
                                                const struct shape_key **key, const struct shape_key *last,
                                                Bucket **bucket, bool matched)
{
    struct plan_reading reading = {t, node, PLAN_INT};

    if (node->quick == PLAN_INT)
        return decode_entries_by(&t->d, &t->far, p, key, last, bucket, plan_run_read, &reading, matched);
    reading.quick = node->quick;
    return decode_entries_by(&t->d, &t->far, p, key, last, bucket, plan_run_read, &reading, matched);
}

/* The slot for the value of the key at *p, which is moved behind it. NULL: plan_key_of_map must read the key, also if
 * it came before; *p is not changed. */
static zend_always_inline zval *plan_run_key(struct plan_decoder *t, const struct plan_frame *frame, const uint8_t **p)
{
    zend_array *table = frame->of.table;
    const uint8_t *at = *p, *end = t->d.end, *after;
    uint32_t count = table->nNumOfElements;
    zend_ulong index;
    zval *slot;

    if (frame->seen) {
        after = decode_int_key(at, &index);
        if (UNEXPECTED(after == NULL || after > end))
            return NULL;
        slot = decode_place_int(&t->d, table, index);
    } else if ((*at & 0xe0) == HAYA_FIXSTR) {
        size_t n = *at++ & 31u;
        after = at + n;
        if (UNEXPECTED(after > end) || (UNEXPECTED(!decode_is_ascii(at, n)) && t->d.utf8 && !haya_utf8_valid(at, n)))
            return NULL;
        slot = decode_place_text(&t->d, table, false, at, n);
    } else if (*at == HAYA_STR8 && end - at >= 2) {
        size_t n = at[1];
        at += 2;
        after = at + n;
        if (UNEXPECTED(n > (size_t)(end - at)) || (t->d.utf8 && !haya_utf8_valid(at, n)))
            return NULL;
        slot = decode_place_str8(&t->d, table, false, at, n);
    } else {
        return NULL;
    }
    if (UNEXPECTED(table->nNumOfElements == count))
        return NULL;
    *p = after;
    return slot;
}

#endif
