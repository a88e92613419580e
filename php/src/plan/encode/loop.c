/*
 * Objects to bytes, by a plan. No user code runs, but for values without a type and lazy objects: before that, every
 * frame gets a reference to its container. An object's slots are read one at a time, with their types.
 */
#include "runs.h"

#define WRITE_SCRATCH 2048 /* bytes on the C stack */

/* Writes an encoded key at p, and leaves space for a short scalar: a short key and that fit into ENCODE_SPACE. */
static zend_always_inline uint8_t *write_key(struct plan_writer *w, uint8_t *p, const struct plan_field *field)
{
    const char *from = ZSTR_VAL(field->encoded);
    size_t n = field->wire.size;

    if (EXPECTED(n <= 16)) {
        memcpy(p, from, 16);
    } else if (n <= PLAN_KEY_COPY) {
        memcpy(p, from, PLAN_KEY_COPY);
    } else {
        if ((size_t)(w->e.limit - p) < n)
            p = encode_grow_at(&w->e, p, n);
        memcpy(p, from, n);
    }
    return p + n;
}

/* The functions below write scalars of the innermost container up to a value that plan_write_value must write: *value
 * and the node are set. NULL: the container is complete. */

/* It is inlined, since objects with values of other types return to it after each. */
static zend_always_inline const struct plan_node *write_fields(struct plan_writer *w, struct plan_write_frame *frame,
                                                               zval **value)
{
    const struct plan_field *fields = frame->cls->fields;
    uint8_t *p = w->e.pos;

    for (uint32_t i = frame->i; i < frame->end; i++) {
        const struct plan_field *field = &fields[i];
        p = write_key(w, p, field);
        *value = plan_write_slot(w, frame->of.object, field);
        if (UNEXPECTED(!plan_write_quick(w, &field->node, field->node.quick, *value, &p))) {
            frame->i = i + 1;
            w->e.pos = p;
            plan_write_space(w);
            return &field->node;
        }
    }
    w->e.pos = p;
    return NULL;
}

static const struct plan_node *write_places(struct plan_writer *w, struct plan_write_frame *frame, zval **value)
{
    uint8_t *p = w->e.pos;

    for (uint32_t i = frame->i; i < frame->end; i++) {
        int32_t index = frame->cls->by_place[i];
        if (index < 0) {
            p = haya_put_nil(p);
            if (UNEXPECTED(p > w->e.limit))
                p = encode_grow_at(&w->e, p, 0);
            continue;
        }
        const struct plan_field *field = &frame->cls->fields[index];
        *value = plan_write_slot(w, frame->of.object, field);
        if (UNEXPECTED(!plan_write_quick(w, &field->node, field->node.quick, *value, &p))) {
            frame->i = i + 1;
            w->e.pos = p;
            return &field->node;
        }
    }
    w->e.pos = p;
    return NULL;
}

static const struct plan_node *write_items(struct plan_writer *w, struct plan_write_frame *frame, zval **value)
{
    zend_array *table = frame->of.table;
    bool packed = HT_IS_PACKED(table), tuple = frame->inside == PLAN_WRITE_TUPLE;

    if (!tuple && packed)
        frame->i = plan_write_run(w, frame->node, table, frame->i, frame->end);
    uint8_t *p = w->e.pos;
    for (uint32_t i = frame->i; i < frame->end; i++) {
        *value = packed ? MSGPACK_PACKED_VALUE(&MSGPACK_PACKED_SLOTS(table)[i]) : &table->arData[i].val;
        if (UNEXPECTED(Z_TYPE_P(*value) == IS_UNDEF))
            continue;
        const struct plan_node *node = tuple ? frame->node->of.items[frame->written++] : frame->node;
        if (UNEXPECTED(!plan_write_quick(w, node, node->quick, *value, &p))) {
            frame->i = i + 1;
            w->e.pos = p;
            return node;
        }
    }
    w->e.pos = p;
    return NULL;
}

/* Writes the key of an entry. False: the failure is set. */
static bool write_map_key(struct plan_writer *w, const struct plan_node *node, zend_ulong index, zend_string *key)
{
    char digits[MAX_LENGTH_OF_LONG + 1];

    if (node->int_keys) {
        if (key != NULL)
            return plan_write_fail(w, HAYA_ERR_WRONG_TYPE, node, "a key of int expected, not string");
        w->e.pos = haya_put_int(w->e.pos, (zend_long)index);
        plan_write_space(w);
        return true;
    }
    if (key != NULL)
        return encode_string(&w->e, ZSTR_VAL(key), ZSTR_LEN(key));
    int n = snprintf(digits, sizeof digits, ZEND_LONG_FMT, (zend_long)index);
    return encode_string(&w->e, digits, (size_t)n);
}

static const struct plan_node *write_entries(struct plan_writer *w, struct plan_write_frame *frame, zval **value,
                                             bool *good)
{
    zend_array *table = UNEXPECTED(frame->inside == PLAN_WRITE_EXTRA) ? frame->extra : frame->of.table;
    const struct plan_node *item = frame->node->of.item;
    bool packed = HT_IS_PACKED(table);

    while (frame->i < frame->end) {
        if (EXPECTED(!packed))
            frame->i = plan_write_entries(w, frame->node, table, frame->i, frame->end);
        if (frame->i == frame->end)
            return NULL;
        uint32_t i = frame->i++;
        *value = packed ? MSGPACK_PACKED_VALUE(&MSGPACK_PACKED_SLOTS(table)[i]) : &table->arData[i].val;
        if (Z_TYPE_P(*value) == IS_UNDEF)
            continue;
        if (!write_map_key(w, frame->node, packed ? i : table->arData[i].h, packed ? NULL : table->arData[i].key)) {
            *good = false;
            return NULL;
        }
        if (!plan_write_quick(w, item, item->quick, *value, &w->e.pos))
            return item;
    }
    return NULL;
}

static void write_pop(struct plan_writer *w)
{
    struct plan_write_frame *frame = &w->frames[--w->depth];

    if (EXPECTED(!frame->owned))
        return;
    if (frame->owned & PLAN_OWNS_CONTAINER)
        encode_release(frame->of.counted);
    if (frame->owned & PLAN_OWNS_EXTRA)
        zend_array_release(frame->extra);
}

/* After the fields of an object: the entries that it has kept. */
static void write_begin_extra(struct plan_write_frame *frame)
{
    frame->inside = PLAN_WRITE_EXTRA;
    frame->node = &frame->cls->extra->node;
    frame->i = 0;
    frame->end = frame->extra->nNumUsed;
}

static bool write_plan(struct plan_writer *w, const struct plan_node *node, zval *value)
{
    bool good = true;

    for (;;) {
        if (UNEXPECTED(!plan_write_value(w, node, value)))
            return false;
        do {
            if (w->depth == 0)
                return true;
            struct plan_write_frame *frame = plan_write_top(w);
            switch ((enum plan_writing)frame->inside) {
            case PLAN_WRITE_FIELDS:
                node = write_fields(w, frame, &value);
                if (UNEXPECTED(node == NULL && (frame->owned & PLAN_OWNS_EXTRA))) {
                    write_begin_extra(frame);
                    continue;
                }
                break;
            case PLAN_WRITE_PLACES: node = write_places(w, frame, &value); break;
            case PLAN_WRITE_LIST:
            case PLAN_WRITE_TUPLE: node = write_items(w, frame, &value); break;
            case PLAN_WRITE_EXTRA:
            case PLAN_WRITE_MAP: node = write_entries(w, frame, &value, &good); break;
            case PLAN_WRITE_END: node = NULL; break;
            }
            if (UNEXPECTED(!good))
                return false;
            if (node == NULL)
                write_pop(w);
        } while (node == NULL);
    }
}

static void write_begin(struct plan_writer *w, const struct msgpack_pack_options *options,
                        struct msgpack_failure *failure)
{
    struct encoder *e = &w->e;

    memset(failure, 0, sizeof *failure);
    w->options = *options;
    w->options.php_only = w->options.assoc = false;
    w->options.timestamps = w->options.throws = w->options.portable = true;
    w->max_depth = options->max_depth;
    w->keys = options->keys;
    w->capacity = PLAN_WRITE_FRAMES;
    e->options = &w->options;
    e->failure = failure;
    e->capacity = ENCODE_FRAMES;
    encode_begin(e);
}

zend_string *msgpack_plan_encode(zval *value, const struct msgpack_pack_options *options,
                                 struct msgpack_failure *failure)
{
    uint8_t scratch[WRITE_SCRATCH];
    struct encode_frame untyped[ENCODE_FRAMES];
    struct plan_write_frame frames[PLAN_WRITE_FRAMES];
    struct plan_writer w;
    zend_string *result = NULL;

    memset(&w, 0, sizeof w);
    w.e.pos = w.e.begin = scratch;
    w.e.limit = scratch + WRITE_SCRATCH - ENCODE_SPACE;
    w.e.frames = untyped;
    w.frames = frames;
    write_begin(&w, options, failure);
    bool good = write_plan(&w, options->plan->root, value);
    if (EXPECTED(good))
        result = encode_finish(&w.e);
    else if (w.e.string != NULL)
        zend_string_release(w.e.string);
    while (w.depth > 0)
        write_pop(&w);
    if (w.capacity > PLAN_WRITE_FRAMES)
        efree(w.frames);
    encode_clean(&w.e);
    return result;
}
