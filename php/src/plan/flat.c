/* Short lists and maps of scalars, without a frame. */
#include "flat.h"

#include "open.h"
#include "run.h"

/* Whether a container with this number of values may open; if not, plan_value finds the error. p: after its header. */
static zend_always_inline bool flat_may_open(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p,
                                             uint64_t values)
{
    return !msgpack_memory_exceeded() && t->depth < t->max_depth && node->limits == NULL &&
           (uint64_t)(t->d.end - p) >= plan_decode_pending(t) + values;
}

const uint8_t *plan_flat_list(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot)
{
    const struct plan_node *item = node->of.item;
    const uint8_t *header = p++;
    uint32_t left = *header & 15u;

    if (UNEXPECTED(left == 0 || left > t->options.limits.array_len || !flat_may_open(t, node, p, left)))
        return NULL;
    zend_array *table = decode_new_list(left);
    msgpack_packed_slot *place = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(*slot, table);
    for (; left > 0; left--, place++) {
        zval *value = MSGPACK_PACKED_VALUE(place);
        MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(table));
        const uint8_t *after = plan_run_scalar(t, item, item->quick, p, value);
        if (UNEXPECTED(after == NULL)) {
            struct plan_frame *frame = plan_open_push(t, PLAN_IN_LIST, *slot, left - 1, header, plan_decode_pending(t));
            frame->node = item;
            frame->of.table = table;
            frame->next = place + 1;
            ZVAL_NULL(value);
            *slot = value;
            return p;
        }
        p = after;
    }
    decode_close_list(table, place);
    return p;
}

const uint8_t *plan_flat_map(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot)
{
    struct shape *shape = t->d.shapes->recent[t->depth & (SHAPES_RECENT - 1)];
    const uint8_t *header = p++;
    uint32_t n = *header & 15u;

    if (n == 0 || shape == NULL || shape->count != n || node->int_keys || (t->d.utf8 && !shape->utf8) ||
        n > t->options.limits.map_len || !decode_may_have_shape(shape, p, t->far, t->d.end) ||
        UNEXPECTED(!flat_may_open(t, node, p, 2 * (uint64_t)n)))
        return NULL;
    zend_array *table = decode_new_shape(shape);
    const struct shape_key *key = shape->keys, *last = &shape->keys[n];
    Bucket *bucket = table->arData;
    ZVAL_ARR(*slot, table);
    bool stopped = plan_run_entries(t, node->of.item, &p, &key, last, &bucket, true);
    if (EXPECTED(key == last && !stopped)) {
        shape->misses = 0;
        decode_close_shape(table, shape);
        return p;
    }
    plan_open_shape(t, node, *slot, shape, table, header, plan_decode_pending(t));
    struct plan_frame *frame = plan_decode_top(t);
    frame->bucket = bucket;
    frame->index = (uint32_t)(key - shape->keys);
    frame->left = (uint32_t)(last - key);
    *slot = stopped ? &bucket[-1].val : NULL;
    if (stopped)
        ZVAL_NULL(*slot);
    return p;
}
