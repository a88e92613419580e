/* Opens lists and maps: a frame for each, and a table with capacity for its declared count. Only loop.c includes it. */
#ifndef MSGPACK_DECODE_OPEN_CONTAINERS_H
#define MSGPACK_DECODE_OPEN_CONTAINERS_H

#include "predicted_keys.h"
#include "stack.h"
#include "array_slots.h"

static zend_always_inline bool decode_open_list(struct decoder *d, zval *slot, uint32_t n, const uint8_t *header,
                                                const uint8_t *p, bool nested)
{
    uint64_t pending = nested && d->depth == 0 ? d->outside : decode_pending(d);
    if (UNEXPECTED(!decode_may_open(d, header, p, n, pending)))
        return false;
    if (UNEXPECTED(n == 0)) {
        ZVAL_EMPTY_ARRAY(slot);
        decode_log_empty(d, slot);
        return true;
    }
    if (UNEXPECTED(!msgpack_may_allocate_table(n, sizeof(msgpack_packed_slot))))
        return decode_fail_memory(d, header);
    zend_array *table = decode_new_list(n);
    struct decode_frame *frame = decode_push(d, slot, table, header, pending);
    frame->kind = DECODE_LIST;
    frame->left = n;
    frame->of.table = table;
    frame->next.packed = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(slot, table);
    return true;
}

/* Turns an UNKNOWN frame into a MAP frame for its frame->left entries. */
static void decode_become_map(struct decoder *d, struct decode_frame *frame)
{
    if (d->options->assoc) {
        frame->of.table = decode_new_map(frame->left);
        ZVAL_ARR(frame->at, frame->of.table);
    } else {
        object_init(frame->at);
        frame->of.table = zend_std_get_properties(Z_OBJ_P(frame->at));
        zend_hash_extend(frame->of.table, frame->left, false);
        frame->string_keys = true;
    }
    frame->kind = DECODE_MAP;
    decode_saw(d, frame, Z_COUNTED_P(frame->at));
    if (UNEXPECTED(!d->options->assoc && d->options->php_only) && decode_is_named(d, frame->ordinal))
        decode_make_reference(d, frame);
}

static bool decode_empty_map(struct decoder *d, zval *slot)
{
    if (d->options->php_only || !d->options->assoc)
        object_init(slot);
    else
        ZVAL_EMPTY_ARRAY(slot);
    decode_log_empty(d, slot);
    return true;
}

static zend_always_inline bool decode_open_map(struct decoder *d, zval *slot, uint32_t n, const uint8_t *header,
                                               const uint8_t *p, bool nested)
{
    uint64_t pending = nested && d->depth == 0 ? d->outside : decode_pending(d);
    if (UNEXPECTED(!decode_may_open(d, header, p, 2 * (uint64_t)n, pending)))
        return false;
    if (UNEXPECTED(n == 0))
        return decode_empty_map(d, slot);
    if (UNEXPECTED(!msgpack_may_allocate_table(n, MSGPACK_MEMORY_HASH_SLOT)))
        return decode_fail_memory(d, header);
    uint32_t fingerprint = 0;
    struct shape **recent = &d->shapes->recent[d->depth & (SHAPES_RECENT - 1)];
    struct shape *shape = decode_recent_shape(d, d->depth, p, n);
    if (shape == NULL && *p != HAYA_NIL && d->options->assoc && d->options->limits.str_len >= SHAPES_TEXT_MAX)
        shape = *recent =
            shapes_find(d->shapes, p, d->end, n, !(d->options->limits.flags & HAYA_ANY_STR), &fingerprint);
    if (shape != NULL && d->depth > 0)
        decode_note_child(&d->frames[d->depth - 1], shape);
    struct decode_frame *frame = decode_push(d, slot, NULL, header, pending);
    frame->left = n;
    if (EXPECTED(shape != NULL)) {
        frame->kind = DECODE_SHAPE;
        frame->shape = shape;
        shape->users++;
        frame->of.table = decode_new_shape(shape);
        frame->next.bucket = frame->of.table->arData;
        ZVAL_ARR(slot, frame->of.table);
        decode_saw(d, frame, frame->of.table);
        return true;
    }
    ZVAL_NULL(slot);
    if (d->options->php_only && *p == HAYA_NIL) {
        frame->kind = DECODE_UNKNOWN;
        return true;
    }
    if (decode_begins_packed(d, p, n)) {
        frame->kind = DECODE_INDEXES;
        frame->of.table = decode_new_list(n);
        HT_ALLOW_COW_VIOLATION(frame->of.table);
        ZVAL_ARR(slot, frame->of.table);
        decode_saw(d, frame, frame->of.table);
        return true;
    }
    frame->fingerprint = fingerprint;
    decode_become_map(d, frame);
    return true;
}

#endif
