/* Short lists and maps of scalars, without a frame, and short objects. */
#include "flat_containers.h"

#include "open_containers.h"
#include "runs.h"

/* Whether a container may open when this number of values is pending, its own included; if not, plan_value finds the
 * error. p: after its header. */
static zend_always_inline bool flat_may_open(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p,
                                             uint64_t values)
{
    return !msgpack_memory_exceeded() && t->depth < t->max_depth && node->limits == NULL &&
           (uint64_t)(t->d.end - p) >= values;
}

#define FLAT_NUMBER_BYTES 9 /* at most, of a number */

static zend_always_inline bool flat_is_number(const struct plan_node *item, uint8_t quick)
{
    return quick == PLAN_INT || (quick == PLAN_FLOAT && !item->single);
}

/* Decodes n ints or floats, whose bytes are in the message in any form; stops at another form. Returns how many were
 * decoded. quick: PLAN_INT, or PLAN_FLOAT for an item that is no float32. */
static zend_always_inline uint32_t flat_numbers(uint8_t quick, const uint8_t **at, msgpack_packed_slot *slots,
                                                uint32_t n)
{
    const uint8_t *p = *at, *after;
    uint32_t i = 0;

    for (; i < n; i++, p = after) {
        zval *value = MSGPACK_PACKED_VALUE(&slots[i]);
        MSGPACK_PACKED_SET_KEY(&slots[i], i);
        after = quick == PLAN_INT ? plan_decode_quick_int(p, value) : plan_decode_quick_float(false, p, value);
        if (UNEXPECTED(after == NULL))
            break;
    }
    *at = p;
    return i;
}

/* Leaves a list open of whose elements the first done are decoded, and the next one is a value for plan_value: its slot
 * is stored in *slot. */
static zend_never_inline void flat_leave_list(struct plan_decoder *t, const struct plan_node *item, zend_array *table,
                                              uint32_t done, uint32_t n, const uint8_t *header, uint64_t pending,
                                              zval **slot)
{
    msgpack_packed_slot *place = MSGPACK_PACKED_SLOTS(table) + done;
    struct plan_frame *frame = plan_open_push(t, PLAN_IN_LIST, *slot, n - done - 1, header, pending);

    frame->node = item;
    frame->of.table = table;
    frame->next = place + 1;
    *slot = MSGPACK_PACKED_VALUE(place);
    MSGPACK_PACKED_SET_KEY(place, done);
    ZVAL_NULL(*slot);
}

static zend_always_inline const uint8_t *flat_list_of(struct plan_decoder *t, const struct plan_node *node,
                                                      uint8_t quick, const uint8_t *p, zval **slot, uint64_t pending)
{
    const struct plan_node *item = node->of.item;
    const uint8_t *header = p++;
    uint32_t n = *header & 15u, i = 0;

    if (UNEXPECTED(n == 0 || n > t->options.limits.array_len || !flat_may_open(t, node, p, pending + n)))
        return NULL;
    zend_array *table = decode_new_list(n);
    msgpack_packed_slot *slots = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(*slot, table);
    if (flat_is_number(item, quick) && EXPECTED((size_t)(t->d.end - p) >= FLAT_NUMBER_BYTES * n))
        i = flat_numbers(quick, &p, slots, n);
    for (; i < n; i++) {
        MSGPACK_PACKED_SET_KEY(&slots[i], i);
        const uint8_t *after = plan_run_scalar(t, item, quick, p, MSGPACK_PACKED_VALUE(&slots[i]));
        if (UNEXPECTED(after == NULL)) {
            flat_leave_list(t, item, table, i, n, header, pending, slot);
            return p;
        }
        p = after;
    }
    decode_close_list(table, &slots[n]);
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

/* Decodes elements of a LIST frame that are short lists of numbers, as long as they are far from the end of the
 * message: what flat_lists_of does, with one check for each. With a new frame, *slot is that of the value at the byte
 * that is returned; else it is not changed. */
static zend_always_inline const uint8_t *flat_lists_of_numbers(struct plan_decoder *t, struct plan_frame *frame,
                                                               uint8_t quick, const uint8_t *p, zval **slot)
{
    const struct plan_node *node = frame->node, *item = node->of.item;
    const uint8_t *end = t->d.end;
    const uint32_t most = MIN(t->options.limits.array_len, HT_MIN_SIZE);
    msgpack_packed_slot *place = frame->next;
    uint32_t left = frame->left;

    if (UNEXPECTED(t->far == NULL || item->single || node->limits != NULL || t->depth >= t->max_depth))
        return p;
    while (left > 0 && p < end) {
        const uint8_t *header = p;
        uint32_t n = (uint32_t)*p ^ HAYA_FIXARRAY;
        uint64_t pending = frame->pending + left - 1;
        if (UNEXPECTED(n - 1 >= most || (uint64_t)(end - p) < pending + 1 + FLAT_NUMBER_BYTES * n))
            break;
        if (UNEXPECTED(left % MSGPACK_MEMORY_RUN == 0) && msgpack_memory_exceeded())
            break;
        zend_array *table = decode_new_short_list();
        zval *value = MSGPACK_PACKED_VALUE(place);
        MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(frame->of.table));
        ZVAL_ARR(value, table);
        place++, left--, p++;
        uint32_t done = flat_numbers(quick, &p, MSGPACK_PACKED_SLOTS(table), n);
        if (UNEXPECTED(done < n)) {
            frame->next = place;
            frame->left = left;
            flat_leave_list(t, item, table, done, n, header, pending, &value);
            *slot = value;
            return p;
        }
        table->nNumUsed = table->nNumOfElements = n;
        table->nNextFreeElement = n;
    }
    frame->next = place;
    frame->left = left;
    return p;
}

static zend_always_inline const uint8_t *flat_lists_of(struct plan_decoder *t, struct plan_frame *frame, uint8_t quick,
                                                       const uint8_t *p, zval **slot)
{
    const struct plan_node *node = frame->node;
    uint32_t depth = t->depth;

    *slot = NULL;
    if (quick == PLAN_INT || quick == PLAN_FLOAT) {
        p = flat_lists_of_numbers(t, frame, quick, p, slot);
        if (UNEXPECTED(*slot != NULL))
            return p;
    }
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
