/*
 * Bytes to objects, by a plan. As in decode/loop.c, the stack of open containers is explicit.
 */
#include "decoder.h"

#include "complete_objects.h"
#include "fail.h"
#include "flat_containers.h"
#include "other_keys.h"
#include "open_containers.h"
#include "runs.h"
#include "other_values.h"
#include "../../decode/stack.h"

/* After a failure: gives the tables of open maps the entries that they have. */
static void decode_cut_maps(struct plan_decoder *t)
{
    for (uint32_t i = 0; i < t->depth; i++) {
        struct plan_frame *frame = &t->frames[i];
        if (frame->inside == PLAN_IN_SHAPE)
            decode_cut_shape(frame->of.table, frame->shape, frame->index);
    }
}

/* After a failure in the value at header: skips the value if errors are collected. */
static zend_never_inline ZEND_COLD bool decode_go_on(struct plan_decoder *t, const uint8_t *header)
{
    if (!plan_fail_collect(t))
        return false;
    t->d.p = header;
    return plan_open_skip(t, plan_decode_pending(t), t->depth);
}

/* The same after the failure of a key, whose value is next. */
static zend_never_inline ZEND_COLD bool decode_go_on_after(struct plan_decoder *t, int64_t *index)
{
    *index = -1;
    return decode_go_on(t, t->d.p);
}

/* The end of the fields that may follow in their order, whose bits are in one word. */
static zend_always_inline uint32_t decode_last_predicted(const struct plan_frame *frame)
{
    uint32_t i = frame->index, n = frame->cls->count - i;
    n = n < frame->left ? n : frame->left;
    return n < 64 - i % 64 ? i + n : i + 64 - i % 64;
}

/* Notes in the frame that the expected fields *first .. last were read, and that last is expected next. */
static zend_always_inline void decode_read_fields(struct plan_frame *frame, uint32_t *first, uint32_t last)
{
    plan_decode_see_run(frame, *first, last);
    frame->left -= last - *first;
    frame->index = *first = last;
}

/*
 * Decodes the value at t->d.p into *slot. False: the failure is set or an exception is pending, and the frames are open
 * still.
 *
 *   p        first byte not yet decoded; t->d.p is set from it before a call that reads it.
 *   value    p is at a value of type node, for *slot, which is no scalar in a quick form.
 *   general  the same, and plan_flat does not decode it.
 *   opened   plan_flat opened a frame; *slot is for a value of it, or it is NULL, and a key is next.
 *   next     a value is complete. Continues with the innermost frame.
 *
 * frame->left is decremented before the value of an element or entry is decoded. A list's table has no elements until
 * it is closed: only the frame knows how many slots are set, and a slot is null before its value is decoded.
 */
static bool decode_plan(struct plan_decoder *t, const struct plan_node *node, zval *slot)
{
    const uint8_t *p = t->d.p, *end = t->d.end, *far = t->far, *after;
    struct plan_frame *frame;
    int64_t index;

    goto value;

field: /* of frame, number index; p is after its key */
    node = &frame->cls->fields[index].node;
    slot = (zval *)(frame->base + frame->cls->fields[index].offset);
    after = plan_run_scalar(t, node, node->quick, p, slot);
    if (EXPECTED(after != NULL)) {
        p = after;
        goto next;
    }

value:
    if (EXPECTED(p <= far)) {
        uint32_t depth = t->depth;
        after = plan_flat(t, node, p, &slot);
        if (after != NULL) {
            p = after;
            if (EXPECTED(t->depth == depth))
                goto next;
            goto opened;
        }
    }

general:
    t->d.p = p;
    if (UNEXPECTED(!plan_value(t, node, slot)) && !decode_go_on(t, p))
        return false;
    p = t->d.p;
    goto next;

opened:
    if (slot != NULL) {
        node = plan_decode_top(t)->node;
        goto value;
    }

next:
    if (UNEXPECTED(t->depth == 0)) {
        t->d.p = p;
        return true;
    }
    frame = plan_decode_top(t);
    switch ((enum plan_inside)frame->inside) {
    case PLAN_IN_FIELDS: {
        const uint32_t stop = decode_last_predicted(frame), depth = t->depth;
        uint32_t first = frame->index, i = first;
        const struct plan_field *field = &frame->cls->fields[first];
        const uint64_t seen = *plan_decode_bits(frame, first);
        while (EXPECTED(i < stop && p <= far && plan_decode_matches(field, p, far)) &&
               EXPECTED(!(seen >> (i % 64) & 1))) {
            p += field->wire.size;
            slot = (zval *)(frame->base + field->offset);
            node = &field->node;
            field++, i++;
            after = plan_decode_quick(t, node, node->quick, p, end, slot);
            if (UNEXPECTED(after == NULL)) {
                decode_read_fields(frame, &first, i);
                after = UNEXPECTED(p > far) ? NULL : plan_flat(t, node, p, &slot);
                if (UNEXPECTED(after == NULL))
                    goto general;
                if (t->depth != depth) {
                    p = after;
                    goto opened;
                }
            }
            p = after;
        }
        decode_read_fields(frame, &first, i);
        t->d.p = p;
        if (EXPECTED(frame->left == 0)) {
            if (UNEXPECTED(!plan_close_object(t)))
                return false;
            goto next;
        }
        if (UNEXPECTED(!plan_key_of_field(t, &index)) && !decode_go_on_after(t, &index))
            return false;
        p = t->d.p;
        if (index < 0)
            goto next;
        frame->index = (uint32_t)index + 1;
        goto field;
    }
    case PLAN_IN_PLACES: {
        const struct plan_class *cls = frame->cls;
        uint32_t left = frame->left, i = frame->index;
        for (; left > 0 && i < cls->places && (index = cls->by_place[i]) >= 0; left--) {
            i++;
            plan_decode_see(frame, (uint32_t)index);
            node = &cls->fields[index].node;
            slot = (zval *)(frame->base + cls->fields[index].offset);
            after = plan_run_scalar(t, node, node->quick, p, slot);
            if (after == NULL) {
                frame->left = left - 1;
                frame->index = i;
                goto value;
            }
            p = after;
        }
        frame->left = left;
        frame->index = i;
        t->d.p = p;
        bool good = EXPECTED(left == 0) ? plan_close_object(t) : plan_skip_place(t) || decode_go_on(t, t->d.p);
        if (UNEXPECTED(!good))
            return false;
        p = t->d.p;
        goto next;
    }
    case PLAN_IN_LIST:
        if (frame->node->kind == PLAN_LIST)
            p = plan_flat_lists(t, frame, p, &slot);
        else
            p = plan_run_items(t, frame, p, &slot);
        if (EXPECTED(slot == NULL && frame->left == 0))
            goto close_list;
        if (UNEXPECTED(slot == NULL))
            return decode_fail_memory(&t->d, p);
        node = plan_decode_top(t)->node;
        goto value;
    case PLAN_IN_TUPLE:
        if (frame->left == 0)
            goto close_list;
        frame->left--;
        node = frame->node->of.items[frame->index++];
        slot = MSGPACK_PACKED_VALUE(frame->next);
        MSGPACK_PACKED_SET_KEY(frame->next, frame->next - MSGPACK_PACKED_SLOTS(frame->of.table));
        frame->next++;
        ZVAL_NULL(slot);
        goto value;
    case PLAN_IN_SHAPE: {
        struct shape *shape = frame->shape;
        const struct shape_key *key = &shape->keys[frame->index], *shape_end = &shape->keys[shape->count];
        bool stopped = plan_run_entries(t, frame->node, &p, &key, shape_end, &frame->bucket, false);
        frame->index = (uint32_t)(key - shape->keys);
        frame->left = (uint32_t)(shape_end - key);
        if (stopped) {
            slot = &frame->bucket[-1].val;
            ZVAL_NULL(slot);
            node = frame->node;
            if (p > far && (after = plan_value_near(t, node, p, slot)) != NULL) {
                p = after;
                goto next;
            }
            goto value;
        }
        if (EXPECTED(frame->left == 0)) {
            shape->misses = 0;
            shape->users--;
            decode_close_shape(frame->of.table, shape);
            t->depth--;
            goto next;
        }
        decode_leave_shape(frame->of.table, shape, frame->index);
        frame->inside = PLAN_IN_MAP;
        frame->seen = false;
        frame->fingerprint = 0;
    }
        ZEND_FALLTHROUGH;
    case PLAN_IN_MAP:
        node = frame->node;
        while (EXPECTED(frame->left > 0 && p <= far) && (slot = plan_run_key(t, frame, &p)) != NULL) {
            if (UNEXPECTED(frame->left % MSGPACK_MEMORY_RUN == 0) && msgpack_memory_exceeded())
                return decode_fail_memory(&t->d, p);
            frame->left--;
            after = plan_run_scalar(t, node, node->quick, p, slot);
            if (UNEXPECTED(after == NULL))
                goto value;
            p = after;
        }
        if (frame->left == 0) {
            if (frame->fingerprint)
                shapes_learn(t->d.shapes, frame->fingerprint, frame->of.table, false);
            t->depth--;
            goto next;
        }
        t->d.p = p;
        index = 0;
        if (UNEXPECTED(!plan_key_of_map(t, &slot)) && !decode_go_on_after(t, &index))
            return false;
        p = t->d.p;
        if (UNEXPECTED(index < 0))
            goto next;
        after = p > far ? plan_value_near(t, node, p, slot) : NULL;
        if (after == NULL)
            goto value;
        p = after;
        goto next;
    case PLAN_IN_PAIR:
        if (frame->left == 0) {
            t->depth--;
            goto next;
        }
        t->d.p = p;
        frame->left = 1;
        if (UNEXPECTED(!plan_open_tag(t, frame->node, &frame->of.chosen))) {
            if (!decode_go_on(t, p))
                return false;
            frame->left = 0;
            if (!plan_open_skip(t, plan_decode_pending(t), t->depth))
                return false;
            p = t->d.p;
            goto next;
        }
        p = t->d.p;
        frame->left = 0;
        node = frame->of.chosen;
        slot = frame->at;
        goto value;
    }

close_list : {
    zend_array *table = frame->of.table;
    uint32_t n = (uint32_t)(frame->next - MSGPACK_PACKED_SLOTS(table));
    table->nNumUsed = table->nNumOfElements = n;
    table->nNextFreeElement = n;
    t->depth--;
    goto next;
}
}

#define DECODE_PLAN_PADDED 256 /* bytes; a message up to this size is copied, with padding after it */

static void decode_begin(struct plan_decoder *t, const struct msgpack_unpack_options *options,
                         struct msgpack_failure *failure)
{
    const struct haya_limits *limits = &options->limits;
    struct decoder *d = &t->d;

    t->options = *options;
    t->options.php_only = false;
    t->options.assoc = true;
    t->options.throws = true;
    t->options.report = t->options.illegal_key_insert = false;
    d->options = &t->options;
    d->failure = failure;
    d->shapes = shapes_get();
    d->capacity = DECODE_FRAMES;
    d->unrestricted = limits->str_len >= UINT8_MAX;
    d->utf8 = !(limits->flags & HAYA_ANY_STR);
    d->far = d->unrestricted ? t->far : NULL;
    if (limits->str_len < UINT8_MAX || limits->ext_len < HAYA_TIMESTAMP_MAX)
        t->far = NULL;
    t->max_depth = limits->depth;
    t->unknown_error = options->unknown_error;
    t->collect = options->errors_all;
    t->capacity = PLAN_FRAMES;
    memset(failure, 0, sizeof *failure);
}

bool msgpack_plan_decode(zval *out, const char *bytes, size_t len, size_t *used,
                         const struct msgpack_unpack_options *options, struct msgpack_failure *failure)
{
    struct decode_frame untyped[DECODE_FRAMES];
    struct plan_frame frames[PLAN_FRAMES];
    uint8_t padded[DECODE_PLAN_PADDED + DECODE_AHEAD];
    struct plan_decoder t;
    size_t readable = len;

    memset(&t, 0, sizeof t);
    t.d.begin = (const uint8_t *)bytes;
    if (len <= DECODE_PLAN_PADDED) {
        if (len > 0)
            memcpy(padded, bytes, len);
        memset(padded + len, HAYA_RESERVED, DECODE_AHEAD);
        t.d.begin = padded;
        readable += DECODE_AHEAD;
    }
    t.d.p = t.d.begin;
    t.d.end = t.d.begin + len;
    t.far = t.d.begin + (readable - DECODE_AHEAD);
    t.frames = frames;
    t.d.frames = untyped;
    t.may_make = PLAN_AMPLIFY_LEAST + (len < SIZE_MAX / (2 * PLAN_AMPLIFY) ? len * PLAN_AMPLIFY : SIZE_MAX / 2);
    decode_begin(&t, options, failure);
    ZVAL_NULL(out);

    bool good;
    if (UNEXPECTED(len > options->limits.bytes)) {
        failure->limit = options->limits.bytes;
        good = decode_fail(&t.d, HAYA_ERR_SIZE_LIMIT, t.d.begin);
    } else {
        good = decode_plan(&t, options->plan->root, out);
        /* No user code may have run before the error, except for constructors. */
        if (UNEXPECTED(good && t.d.p != t.d.end))
            good = decode_fail(&t.d, HAYA_ERR_EXTRA_DATA, t.d.p);
    }
    if (UNEXPECTED(t.failures != NULL) && EG(exception) == NULL)
        good = !plan_fail_with_all(&t);
    if (good && (t.call_count > 0 || t.armed_count > 0))
        good = plan_close_message(&t);
    if (UNEXPECTED(!good))
        decode_cut_maps(&t);
    *used = (size_t)(t.d.p - t.d.begin);
    plan_close_decoder(&t, good);
    if (!good) {
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
    }
    return good;
}
