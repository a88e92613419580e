/* Short lists and maps of scalars, without a frame, and short objects. */
#include "flat.h"

#include "open.h"
#include "run.h"

/* Whether a container may open when this number of values is pending, its own included; if not, plan_value finds the
 * error. p: after its header. */
static zend_always_inline bool flat_may_open(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p,
                                             uint64_t values)
{
    return !msgpack_memory_exceeded() && t->depth < t->max_depth && node->limits == NULL &&
           (uint64_t)(t->d.end - p) >= values;
}

static zend_always_inline const uint8_t *flat_list_of(struct plan_decoder *t, const struct plan_node *node,
                                                      uint8_t quick, const uint8_t *p, zval **slot, uint64_t pending)
{
    const struct plan_node *item = node->of.item;
    const uint8_t *header = p++;
    uint32_t left = *header & 15u;

    if (UNEXPECTED(left == 0 || left > t->options.limits.array_len || !flat_may_open(t, node, p, pending + left)))
        return NULL;
    zend_array *table = decode_new_list(left);
    msgpack_packed_slot *place = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(*slot, table);
    for (; left > 0; left--, place++) {
        zval *value = MSGPACK_PACKED_VALUE(place);
        MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(table));
        const uint8_t *after = plan_run_scalar(t, item, quick, p, value);
        if (UNEXPECTED(after == NULL)) {
            struct plan_frame *frame = plan_open_push(t, PLAN_IN_LIST, *slot, left - 1, header, pending);
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

const uint8_t *plan_flat_list(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot,
                              uint64_t pending)
{
    switch (node->of.item->quick) {
    case PLAN_INT: return flat_list_of(t, node, PLAN_INT, p, slot, pending);
    case PLAN_FLOAT: return flat_list_of(t, node, PLAN_FLOAT, p, slot, pending);
    case PLAN_STRING: return flat_list_of(t, node, PLAN_STRING, p, slot, pending);
    default: return flat_list_of(t, node, node->of.item->quick, p, slot, pending);
    }
}

static zend_always_inline const uint8_t *flat_lists_of(struct plan_decoder *t, struct plan_frame *frame, uint8_t quick,
                                                       const uint8_t *p, zval **slot)
{
    const struct plan_node *node = frame->node;
    uint32_t depth = t->depth;

    *slot = NULL;
    while (frame->left > 0) {
        msgpack_packed_slot *place = frame->next++;
        const uint8_t *after = NULL;
        frame->left--;
        *slot = MSGPACK_PACKED_VALUE(place);
        MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(frame->of.table));
        ZVAL_NULL(*slot);
        if (EXPECTED(p <= t->far && (*p & 0xf0) == HAYA_FIXARRAY))
            after = flat_list_of(t, node, quick, p, slot, frame->pending + frame->left);
        if (UNEXPECTED(after == NULL))
            break;
        p = after;
        if (UNEXPECTED(t->depth != depth))
            break;
        *slot = NULL;
    }
    return p;
}

const uint8_t *plan_flat_lists(struct plan_decoder *t, struct plan_frame *frame, const uint8_t *p, zval **slot)
{
    switch (frame->node->of.item->quick) {
    case PLAN_INT: return flat_lists_of(t, frame, PLAN_INT, p, slot);
    case PLAN_FLOAT: return flat_lists_of(t, frame, PLAN_FLOAT, p, slot);
    case PLAN_STRING: return flat_lists_of(t, frame, PLAN_STRING, p, slot);
    default: return flat_lists_of(t, frame, frame->node->of.item->quick, p, slot);
    }
}

const uint8_t *plan_flat_map(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot,
                             uint64_t pending)
{
    struct shape *shape = t->d.shapes->recent[t->depth & (SHAPES_RECENT - 1)];
    const uint8_t *header = p++;
    uint32_t n = *header & 15u;

    if (n == 0 || shape == NULL || shape->count != n || node->int_keys || (t->d.utf8 && !shape->utf8) ||
        n > t->options.limits.map_len || !decode_may_have_shape(shape, p, t->far, t->d.end) ||
        UNEXPECTED(!flat_may_open(t, node, p, pending + 2 * (uint64_t)n)))
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
    plan_open_shape(t, node, *slot, shape, table, header, pending);
    struct plan_frame *frame = plan_decode_top(t);
    frame->bucket = bucket;
    frame->index = (uint32_t)(key - shape->keys);
    frame->left = (uint32_t)(last - key);
    *slot = stopped ? &bucket[-1].val : NULL;
    if (stopped)
        ZVAL_NULL(*slot);
    return p;
}

const uint8_t *plan_flat_object(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot)
{
    const struct plan_class *cls = node->of.cls;
    const uint8_t *header = p++;
    uint32_t n = *header & 15u;
    uint64_t pending = plan_decode_pending(t);

    if (UNEXPECTED(n > t->options.limits.map_len || t->made + cls->size > t->may_make) ||
        UNEXPECTED(!flat_may_open(t, node, p, pending + 2 * (uint64_t)n)) ||
        !plan_open_object(t, cls, *slot, true, n, header, pending))
        return NULL;
    *slot = NULL;
    return p;
}
