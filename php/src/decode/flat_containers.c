/* Whole lists and maps of scalars, without a frame of the decoding loop. */
#include "predicted_keys.h"

#include "stack.h"
#include "array_slots.h"

/* Decodes an empty list at p, in depth open containers that still need pending values. False:
 * it is something else, or an error. */
static zend_always_inline bool decode_empty_list(struct decoder *d, zval *slot, const uint8_t *p, uint32_t depth,
                                                 uint64_t pending)
{
    if (p >= d->end || *p != HAYA_FIXARRAY || depth >= d->options->limits.depth || d->options->special_arrays != 0 ||
        (uint64_t)(d->end - p - 1) < pending)
        return false;
    ZVAL_EMPTY_ARRAY(slot);
    decode_log_empty(d, slot);
    return true;
}

/* decode_flat for a list of n elements. */
static zend_always_inline const uint8_t *decode_flat_list_of(struct decoder *d, zval **slot, const uint8_t *p,
                                                             uint64_t pending, bool utf8)
{
    const uint8_t *header = p++;
    uint32_t left = *header & 15u, ordinal = d->seen;
    if (UNEXPECTED(left == 0))
        return decode_empty_list(d, *slot, header, d->depth, pending) ? p : NULL;
    if (UNEXPECTED(d->depth >= d->options->limits.depth || left > d->options->limits.array_len ||
                   d->options->special_arrays != 0 || (uint64_t)(d->end - p) < pending + left))
        return NULL;
    zend_array *table = decode_new_list(left);
    msgpack_packed_slot *place = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(*slot, table);
    decode_log(d, table);
    for (; left > 0; place++, left--) {
        MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(table));
        const uint8_t *after = p <= d->far ? decode_quick(p, d->end, MSGPACK_PACKED_VALUE(place), utf8) : NULL;
        if (UNEXPECTED(after == NULL)) {
            struct decode_frame *frame = decode_push_logged(d, *slot, ordinal, header, pending);
            frame->kind = DECODE_LIST;
            frame->left = left - 1;
            frame->of.table = table;
            frame->next.packed = place + 1;
            *slot = MSGPACK_PACKED_VALUE(place);
            return p;
        }
        p = after;
    }
    decode_close_list(table, place);
    return p;
}

const uint8_t *decode_flat_list(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending)
{
    return decode_flat_list_of(d, slot, p, pending, false);
}

const uint8_t *decode_flat_list_utf8(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending)
{
    return decode_flat_list_of(d, slot, p, pending, true);
}

/* decode_flat for a map with as many entries as the shape has. */
static zend_always_inline const uint8_t *decode_flat_map_of(struct decoder *d, zval **slot, const uint8_t *p,
                                                            uint64_t pending, struct shape *shape, bool utf8)
{
    const uint8_t *header = p++;
    uint32_t n = shape->count, ordinal = d->seen;
    if (d->depth >= d->options->limits.depth || n > d->options->limits.map_len)
        return NULL;
    if (!decode_may_have_shape(shape, p, d->far, d->end) || (uint64_t)(d->end - p) < pending + 2 * n)
        return NULL;
    zend_array *table = decode_new_shape(shape);
    const struct shape_key *key = shape->keys, *last = &shape->keys[shape->count];
    Bucket *bucket = table->arData;
    ZVAL_ARR(*slot, table);
    decode_log(d, table);
    bool stopped, matched = true;
    while ((stopped = decode_entries(d, &p, &key, last, &bucket, utf8, matched)) &&
           decode_empty_list(d, &bucket[-1].val, p, d->depth + 1, pending + 2 * (uint64_t)(last - key))) {
        p++;
        matched = false;
    }
    if (EXPECTED(key == last && !stopped)) {
        shape->misses = 0;
        decode_close_shape(table, shape);
        return p;
    }
    struct decode_frame *frame = decode_push_logged(d, *slot, ordinal, header, pending);
    frame->kind = DECODE_SHAPE;
    frame->shape = shape;
    shape->users++;
    frame->of.table = table;
    frame->next.bucket = bucket;
    frame->index = (uint32_t)(key - shape->keys);
    frame->left = (uint32_t)(last - key);
    *slot = stopped ? &bucket[-1].val : NULL;
    return p;
}

const uint8_t *decode_flat_map(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending, struct shape *shape)
{
    return decode_flat_map_of(d, slot, p, pending, shape, false);
}

const uint8_t *decode_flat_map_utf8(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending,
                                    struct shape *shape)
{
    return shape->utf8 ? decode_flat_map_of(d, slot, p, pending, shape, true) : NULL;
}
