/* Opens containers: lists, maps, objects in both forms, unions by tag. */
#include "open_containers.h"

#include "fail.h"
#include "../../decode/array_slots.h"
#include "../../../../core/include/hayapack_walk.h"

void plan_open_more_frames(struct plan_decoder *t)
{
    t->frames = msgpack_grow_frames(t->frames, &t->capacity, PLAN_FRAMES, sizeof *t->frames);
}

bool plan_open_allowed(struct plan_decoder *t, const uint8_t *header, const uint8_t *p, uint64_t values,
                       uint64_t pending)
{
    uint64_t bytes = (uint64_t)(t->d.end - p);

    if (UNEXPECTED(t->depth >= t->max_depth)) {
        t->d.failure->limit = t->max_depth;
        return decode_fail(&t->d, HAYA_ERR_TOO_DEEP, header);
    }
    if (UNEXPECTED(pending > bytes || values > bytes - pending)) {
        t->d.failure->pending = pending;
        return decode_fail(&t->d, HAYA_ERR_TRUNCATED, header);
    }
    return true;
}

struct plan_frame *plan_open_push(struct plan_decoder *t, enum plan_inside inside, zval *slot, uint32_t n,
                                  const uint8_t *header, uint64_t pending)
{
    if (UNEXPECTED(t->depth == t->capacity))
        plan_open_more_frames(t);
    struct plan_frame *frame = &t->frames[t->depth++];
    frame->inside = (uint8_t)inside;
    frame->left = n;
    frame->index = 0;
    frame->pending = pending;
    frame->more = NULL;
    frame->tag = NULL;
    frame->at = slot;
    frame->header = header;
    return frame;
}

/* ---- objects -------------------------------------------------------------------------------------------- */

void plan_open_arm(struct plan_decoder *t, zend_object *object)
{
    if (t->armed_count == t->armed_capacity) {
        uint32_t capacity = t->armed_capacity ? t->armed_capacity * 2 : 16;
        t->armed = safe_erealloc(t->armed, capacity, sizeof *t->armed, 0);
        t->armed_capacity = capacity;
    }
    GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
    GC_ADDREF(object);
    t->armed[t->armed_count++] = object;
}

/* Stores a new object in *slot: the properties of its fields are undefined or have their default. */
static zend_always_inline zend_object *open_new_object(struct plan_decoder *t, const struct plan_class *cls, zval *slot)
{
    zend_object *object = zend_objects_new(cls->ce);

    memcpy(object->properties_table, cls->slots, cls->slots_bytes);
    for (uint32_t i = 0; i < cls->counted_count; i++)
        Z_ADDREF(object->properties_table[cls->counted[i]]);
    ZVAL_OBJ(slot, object);
    if (UNEXPECTED(cls->armed))
        plan_open_arm(t, object);
    return object;
}

/* Space for the arguments of a constructor, of which only that of unknown entries is set. */
static char *open_new_arguments(const struct plan_class *cls)
{
    zval *arguments = safe_emalloc(cls->arguments + 1, sizeof *arguments, 0);

    for (uint32_t i = 0; i < cls->arguments; i++)
        ZVAL_UNDEF(&arguments[i]);
    if (cls->extra != NULL)
        ZVAL_EMPTY_ARRAY((zval *)((char *)arguments + cls->extra->offset));
    return (char *)arguments;
}

bool plan_open_within(struct plan_decoder *t, const uint8_t *header)
{
    return EXPECTED(t->made <= t->may_make) ||
           plan_fail_with(t, HAYA_ERR_SIZE_LIMIT, header, NULL, "the objects need too much memory for this message",
                          NULL, 0);
}

bool plan_open_object(struct plan_decoder *t, const struct plan_class *cls, zval *slot, bool map, uint32_t n,
                      const uint8_t *header, uint64_t pending)
{
    struct plan_frame *frame;

    t->made += cls->size;
    if (UNEXPECTED(!plan_open_within(t, header)))
        return false;
    frame = plan_open_push(t, map ? PLAN_IN_FIELDS : PLAN_IN_PLACES, slot, n, header, pending);
    frame->cls = cls;
    frame->seen = 0;
    if (UNEXPECTED(cls->constructor != NULL)) {
        ZVAL_NULL(slot);
        frame->calls = t->call_count;
        frame->armed = t->armed_count;
        frame->base = open_new_arguments(cls);
    } else {
        frame->base = (char *)open_new_object(t, cls, slot);
    }
    if (UNEXPECTED(cls->count > PLAN_SEEN))
        frame->more = ecalloc(cls->count / 64 + 1, sizeof *frame->more);
    return true;
}

/* ---- skipping --------------------------------------------------------------------------------------------- */

bool plan_open_skip(struct plan_decoder *t, uint64_t pending, uint32_t depth)
{
    struct haya_limits limits = t->options.limits;
    struct haya_cursor cursor = {(size_t)(t->d.p - t->d.begin), pending + 1, depth};
    enum haya_error error;

    limits.depth = t->max_depth;
    if (t->levels == NULL)
        t->levels = safe_emalloc(t->max_depth, sizeof *t->levels, 0);
    error = haya_skip(t->d.begin, (size_t)(t->d.end - t->d.begin), &limits, t->levels, &cursor, 1);
    t->d.p = t->d.begin + cursor.pos;
    if (EXPECTED(error == HAYA_OK))
        return true;
    return decode_fail_within(&t->d, error, t->d.p, &limits);
}

/* ---- headers -------------------------------------------------------------------------------------------------- */

/* The declared count of the container at p, whose header is complete; moves p after the header. */
static bool open_header(struct plan_decoder *t, const uint8_t **at, bool *map, uint32_t *n)
{
    const uint8_t *p = *at;
    const struct haya_format format = haya_formats[*p];

    *map = format.kind == HAYA_KIND_MAP;
    if (t->d.end - p < format.header)
        return decode_fail(&t->d, HAYA_ERR_TRUNCATED, p);
    *n = haya_format_count(format, p);
    if (UNEXPECTED(*n > (*map ? t->options.limits.map_len : t->options.limits.array_len))) {
        t->d.failure->limit = *map ? t->options.limits.map_len : t->options.limits.array_len;
        return decode_fail(&t->d, *map ? HAYA_ERR_MAP_LIMIT : HAYA_ERR_ARRAY_LIMIT, p);
    }
    *at = p + format.header;
    return true;
}

bool plan_open_check(struct plan_decoder *t)
{
    const uint8_t *p = t->d.p;
    uint32_t n;
    bool map;

    return open_header(t, &p, &map, &n) && plan_open_allowed(t, t->d.p, p, (uint64_t)n << map, plan_decode_pending(t));
}

/* ---- unions by a tag in the map ------------------------------------------------------------------------------- */

bool plan_open_tag(struct plan_decoder *t, const struct plan_node *node, const struct plan_node **found)
{
    const struct plan_tags *tags = node->of.tags;
    const uint8_t *header = t->d.p;
    struct haya_reader reader;
    struct haya_token token;
    zval *at = NULL;

    haya_reader_begin(&reader, header, (size_t)(t->d.end - header), &t->options.limits, NULL, 0);
    bool whole = haya_read_next(&reader, &token);
    if (header < t->d.end && haya_is_container(*header))
        return plan_open_check(t) && plan_fail_type(t, node, header);
    if (!whole)
        return decode_fail(&t->d, reader.error, header + reader.error_offset);
    if (token.kind == HAYA_KIND_INT && msgpack_is_long(token.as.i) && tags->ints)
        at = zend_hash_index_find(tags->by_tag, (zend_ulong)token.as.i);
    else if (token.kind == HAYA_KIND_STR && tags->key != NULL) /* PHP's arrays have no key "1", only 1 */
        at = zend_symtable_str_find(tags->by_tag, (const char *)token.data, token.count);
    else if (token.kind == HAYA_KIND_STR && tags->texts)
        at = zend_hash_str_find(tags->by_tag, (const char *)token.data, token.count);
    else if ((token.kind != HAYA_KIND_UINT && token.kind != HAYA_KIND_INT) || !tags->ints)
        return plan_fail_type(t, node, header);
    *found = at != NULL ? &tags->nodes[Z_LVAL_P(at)] : tags->fallback;
    if (*found == NULL)
        return plan_fail_of(t, HAYA_ERR_UNKNOWN_TAG, header, node, "no class has this tag", &token);
    t->d.p += reader.pos;
    return true;
}

/* Whether the str or bin at p is the text. */
static bool open_is_key(struct plan_decoder *t, const zend_string *text)
{
    struct haya_reader reader;
    struct haya_token token;

    haya_reader_begin(&reader, t->d.p, (size_t)(t->d.end - t->d.p), &t->options.limits, NULL, 0);
    return haya_read_next(&reader, &token) && (token.kind == HAYA_KIND_STR || token.kind == HAYA_KIND_BIN) &&
           token.count == ZSTR_LEN(text) && memcmp(token.data, ZSTR_VAL(text), token.count) == 0;
}

/* Finds the class of the map with n entries at p by its tag; skips the entries before that. */
static bool open_find_tag(struct plan_decoder *t, const struct plan_node *node, uint32_t n, const uint8_t *header,
                          uint64_t pending, const struct plan_node **found)
{
    const uint8_t *first = t->d.p, *before;

    for (uint32_t i = 0; i < n; i++) {
        bool is_tag = open_is_key(t, node->of.tags->key);
        before = t->d.p;
        if (!plan_open_skip(t, pending + 2 * (uint64_t)(n - i) - 1, t->depth + 1))
            return false;
        if (is_tag) {
            bool good = plan_open_tag(t, node, found);
            t->d.p = first;
            return good;
        }
        if (!plan_open_skip(t, pending + 2 * (uint64_t)(n - i) - 2, t->depth + 1))
            return false;
        t->skipped += (size_t)(t->d.p - before);
        if (t->skipped / PLAN_TAG_BUDGET > (size_t)(t->d.end - t->d.begin))
            return plan_fail_with(t, HAYA_ERR_LATE_TAG, header, node, "too many bytes before the tag", NULL, 0);
    }
    if (node->of.tags->fallback != NULL) {
        *found = node->of.tags->fallback;
        t->d.p = first;
        return true;
    }
    return plan_fail_with(t, HAYA_ERR_MISSING_FIELD, header, node, "the object has no tag",
                          ZSTR_VAL(node->of.tags->key), ZSTR_LEN(node->of.tags->key));
}

/* ---- containers ----------------------------------------------------------------------------------------------- */

static enum plan_opened open_list(struct plan_decoder *t, const struct plan_node *node, zval *slot, uint32_t n,
                                  const uint8_t *header, uint64_t pending)
{
    if (node->kind == PLAN_TUPLE && n != node->count)
        return plan_fail_with(t, HAYA_ERR_INVALID_VALUE, header, node, "another number of elements than the tuple has",
                              NULL, 0);
    if (n == 0) {
        ZVAL_EMPTY_ARRAY(slot);
        return PLAN_OPEN_DONE;
    }
    if (UNEXPECTED(!msgpack_may_allocate_table(n, sizeof(msgpack_packed_slot))))
        return decode_fail_memory(&t->d, header);
    zend_array *table = decode_new_list(n);
    struct plan_frame *frame =
        plan_open_push(t, node->kind == PLAN_TUPLE ? PLAN_IN_TUPLE : PLAN_IN_LIST, slot, n, header, pending);
    frame->node = node->kind == PLAN_TUPLE ? node : node->of.item;
    frame->of.table = table;
    frame->next = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(slot, table);
    return PLAN_OPEN_FRAME;
}

void plan_open_shape(struct plan_decoder *t, const struct plan_node *node, zval *slot, struct shape *shape,
                     zend_array *table, const uint8_t *header, uint64_t pending)
{
    struct plan_frame *frame = plan_open_push(t, PLAN_IN_SHAPE, slot, shape->count, header, pending);

    ZVAL_ARR(slot, table);
    shape->users++;
    frame->node = node->of.item;
    frame->shape = shape;
    frame->bucket = table->arData;
    frame->of.table = table;
}

/* The shape of the map of n entries whose first key is at t->d.p, or NULL. *fingerprint: for shapes_learn, or 0. */
static struct shape *open_find_shape(struct plan_decoder *t, const struct plan_node *node, uint32_t n,
                                     uint32_t *fingerprint)
{
    struct shape **recent = &t->d.shapes->recent[t->depth & (SHAPES_RECENT - 1)], *shape;

    *fingerprint = 0;
    if (node->int_keys || t->options.limits.str_len < SHAPES_TEXT_MAX)
        return NULL;
    shape = shapes_find(t->d.shapes, t->d.p, t->d.end, n, t->d.utf8, fingerprint);
    if (shape != NULL)
        *recent = shape;
    return shape;
}

static enum plan_opened open_map(struct plan_decoder *t, const struct plan_node *node, zval *slot, uint32_t n,
                                 const uint8_t *header, uint64_t pending)
{
    uint32_t fingerprint;
    struct shape *shape;

    if (n == 0) {
        ZVAL_EMPTY_ARRAY(slot);
        return PLAN_OPEN_DONE;
    }
    if (UNEXPECTED(!msgpack_may_allocate_table(n, MSGPACK_MEMORY_HASH_SLOT)))
        return decode_fail_memory(&t->d, header);
    shape = open_find_shape(t, node, n, &fingerprint);
    if (shape != NULL) {
        plan_open_shape(t, node, slot, shape, decode_new_shape(shape), header, pending);
        return PLAN_OPEN_FRAME;
    }
    zend_array *table = decode_new_map(n);
    ZVAL_ARR(slot, table);
    struct plan_frame *frame = plan_open_push(t, PLAN_IN_MAP, slot, n, header, pending);
    frame->node = node->of.item;
    frame->seen = node->int_keys;
    frame->fingerprint = fingerprint;
    frame->of.table = table;
    return PLAN_OPEN_FRAME;
}

static enum plan_opened open_tagged(struct plan_decoder *t, const struct plan_node *node, zval *slot, bool map,
                                    uint32_t n, const uint8_t *header, uint64_t pending)
{
    const struct plan_node *found;

    if (map) {
        if (!open_find_tag(t, node, n, header, pending, &found) ||
            !plan_open_object(t, found->of.cls, slot, true, n, header, pending))
            return PLAN_OPEN_FAILED;
        plan_decode_top(t)->tag = node->of.tags->key;
        return PLAN_OPEN_FRAME;
    }
    if (n != 2)
        return plan_fail_with(t, HAYA_ERR_INVALID_VALUE, header, node, "an array of a tag and an object expected", NULL,
                              0);
    ZVAL_NULL(slot);
    struct plan_frame *frame = plan_open_push(t, PLAN_IN_PAIR, slot, n, header, pending);
    frame->node = node;
    frame->of.chosen = NULL;
    return PLAN_OPEN_FRAME;
}

enum plan_opened plan_open(struct plan_decoder *t, const struct plan_node *node, zval *slot)
{
    const uint8_t *header = t->d.p, *p = header;
    uint64_t pending;
    uint32_t n;
    bool map;

    if (node->kind == PLAN_CHOICE) {
        const struct plan_node *one = node->of.items[haya_types[*p]];
        node = one != NULL ? one : node;
    }
    if (node->kind == PLAN_ANY || node->kind == PLAN_ARRAY)
        return PLAN_OPEN_ANY;
    pending = plan_decode_pending(t);
    if (!open_header(t, &p, &map, &n) || !plan_open_allowed(t, header, p, (uint64_t)n << map, pending))
        return PLAN_OPEN_FAILED;
    t->d.p = p;
    /* PHP's array with the keys 0, 1, 2 ... is written as an array; "0" is the same key as 0 */
    bool is_list = UNEXPECTED(t->options.converts) && !map && node->kind == PLAN_MAP;
    if (UNEXPECTED(!(node->accepts & (map ? PLAN_WIRE_MAP : PLAN_WIRE_ARRAY))) && !is_list)
        return plan_fail_type(t, node, header);
    enum plan_side side = plan_limits_of_length(node->limits, n);
    if (UNEXPECTED(side != PLAN_WITHIN))
        return plan_fail_limits(t, node, side, header);
    switch (node->kind) {
    case PLAN_OBJECT:
        return plan_open_object(t, node->of.cls, slot, map, n, header, pending) ? PLAN_OPEN_FRAME : PLAN_OPEN_FAILED;
    case PLAN_LIST:
    case PLAN_TUPLE: return open_list(t, node, slot, n, header, pending);
    case PLAN_MAP:
        return is_list ? open_list(t, node, slot, n, header, pending) : open_map(t, node, slot, n, header, pending);
    default: return open_tagged(t, node, slot, map, n, header, pending);
    }
}
