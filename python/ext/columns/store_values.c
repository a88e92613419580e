/* store_values.c: one value of a message into its column. The common forms are stored by rows.c (store_values_fast.h).
 */
#include "map_keys.h"

#include "hayapack_format.h"

/* ---- the message ---------------------------------------------------------------- */

static struct haya_cursor values_cursor(const struct read_state *t, uint64_t pending)
{
    return (struct haya_cursor){(size_t)(t->p - t->msg), pending, t->base + t->frames};
}

bool values_look(struct read_state *t, uint64_t pending, struct haya_header *header)
{
    struct haya_cursor cursor = values_cursor(t, pending);
    /* Beyond the end of a padded copy: columns.c reads the row again. */
    enum haya_error error = HAYA_ERR_TRUNCATED;
    if (LIKELY(t->p <= t->end))
        error = haya_look(t->msg, (size_t)(t->end - t->msg), t->limits, &cursor, header);
    if (LIKELY(error == HAYA_OK))
        return true;
    read_fault(t, error, t->p);
    return false;
}

bool values_skip(struct read_state *t, uint64_t n, uint64_t pending)
{
    struct haya_cursor cursor = values_cursor(t, pending);
    enum haya_error error = HAYA_ERR_TRUNCATED;
    if (LIKELY(t->p <= t->end))
        error = n == 0 ? HAYA_OK : haya_skip(t->msg, (size_t)(t->end - t->msg), t->limits, t->levels, &cursor, n);
    t->p = t->msg + cursor.pos;
    if (LIKELY(error == HAYA_OK))
        return true;
    read_fault(t, error, t->p);
    return false;
}

/* ---- numbers -------------------------------------------------------------------- */

enum number_kind { NUMBER_INT, NUMBER_LARGE, NUMBER_FLOAT, NUMBER_BOOL };

/* LARGE: an integer above 2**63-1, in `bits`. FLOAT: `value`. */
struct number {
    enum number_kind kind;
    int64_t integer;
    uint64_t bits;
    double value;
};

/* s: a copy of the number, so that its first byte cannot change. */
static struct number values_number(const uint8_t *s)
{
    struct number n = {NUMBER_INT, 0, 0, 0};
    switch (*s) {
    case HAYA_FALSE:
    case HAYA_TRUE:
        n.kind = NUMBER_BOOL;
        n.integer = *s == HAYA_TRUE;
        break;
    case HAYA_FLOAT32:
        n.kind = NUMBER_FLOAT;
        n.value = (double)haya_load_float(s + 1);
        break;
    case HAYA_FLOAT64:
        n.kind = NUMBER_FLOAT;
        n.value = haya_load_double(s + 1);
        break;
    default:
        n.bits = haya_load_integer(*s, s + 1);
        n.integer = (int64_t)n.bits;
        n.kind = *s == HAYA_UINT64 && n.bits > INT64_MAX ? NUMBER_LARGE : NUMBER_INT;
    }
    return n;
}

/* Stores a float, or an integer that is exactly one. */
static enum column_fit values_store_float(struct column_builder *node, const struct number *n)
{
    double value = n->kind == NUMBER_INT ? (double)n->integer : n->kind == NUMBER_LARGE ? (double)n->bits : n->value;
    if (node->type == COLUMN_FLOAT32) {
        float small = n->kind == NUMBER_INT     ? (float)n->integer
                      : n->kind == NUMBER_LARGE ? (float)n->bits
                                                : (float)n->value;
        if (n->kind != NUMBER_FLOAT)
            value = (double)small;
        memcpy(node->data + 4 * node->length, &small, 4);
    } else {
        memcpy(node->data + 8 * node->length, &value, 8);
    }
    if (n->kind == NUMBER_INT && !(value < 9223372036854775808.0 && (int64_t)value == n->integer))
        return FIT_RANGE;
    if (n->kind == NUMBER_LARGE && !(value < 18446744073709551616.0 && (uint64_t)value == n->bits))
        return FIT_RANGE;
    return FIT_OK;
}

/* Stores an integer, or the count of a time. */
static enum column_fit values_store_int(struct column_builder *node, int64_t value)
{
    static const struct {
        int64_t least, most;
    } ranges[COLUMN_TYPES] = {
        [COLUMN_INT8] = {INT8_MIN, INT8_MAX},
        [COLUMN_INT16] = {INT16_MIN, INT16_MAX},
        [COLUMN_INT32] = {INT32_MIN, INT32_MAX},
        [COLUMN_UINT8] = {0, UINT8_MAX},
        [COLUMN_UINT16] = {0, UINT16_MAX},
        [COLUMN_UINT32] = {0, UINT32_MAX},
        [COLUMN_UINT64] = {0, INT64_MAX},
        [COLUMN_INT64] = {INT64_MIN, INT64_MAX},
        [COLUMN_DATE32] = {INT32_MIN, INT32_MAX},
        [COLUMN_TIME64] = {0, INT64_C(86399999999)},
        [COLUMN_TIMESTAMP] = {INT64_MIN, INT64_MAX},
        [COLUMN_NAIVE] = {INT64_MIN, INT64_MAX},
        [COLUMN_DURATION] = {INT64_MIN, INT64_MAX},
    };
    uint8_t *slot = node->data + node->width * node->length;
    uint64_t bits = (uint64_t)value;
    if (value < ranges[node->type].least || value > ranges[node->type].most)
        return FIT_RANGE;
    switch (node->width) {
    case 1: *slot = (uint8_t)bits; break;
    case 2: memcpy(slot, &(uint16_t){(uint16_t)bits}, 2); break;
    case 4: memcpy(slot, &(uint32_t){(uint32_t)bits}, 4); break;
    default: memcpy(slot, &bits, 8); break;
    }
    return FIT_OK;
}

/* Ends taking an integer or a time in the `size` bytes at t->p: it becomes `count`, if it fits. */
static enum take values_put(struct read_state *t, struct column_builder *node, enum column_fit fit, int64_t count,
                            size_t size)
{
    if (fit == FIT_OK && !builder_reserve(node))
        return read_no_memory(t);
    if (fit == FIT_OK)
        fit = values_store_int(node, count);
    if (fit != FIT_OK)
        return read_misfit(t, node, fit, t->p);
    builder_valid(node);
    t->p += size;
    return TAKE_DONE;
}

/* Stores a number at node->length, for which there is space. */
static enum column_fit values_store(struct column_builder *node, const struct number *n)
{
    switch (node->type) {
    case COLUMN_BOOL:
        if (n->kind != NUMBER_BOOL)
            return FIT_KIND;
        node->data[node->length] = (uint8_t)n->integer;
        return FIT_OK;
    case COLUMN_FLOAT32:
    case COLUMN_FLOAT64: return n->kind == NUMBER_BOOL ? FIT_KIND : values_store_float(node, n);
    case COLUMN_INT64:
        if (n->kind != NUMBER_FLOAT || node->asked)
            break;
        if (!builder_widen(node))
            return FIT_KIND;
        return values_store_float(node, n);
    case COLUMN_UINT64:
        if (n->kind != NUMBER_LARGE)
            break;
        memcpy(node->data + 8 * node->length, &n->bits, 8);
        return FIT_OK;
    case COLUMN_STR:
    case COLUMN_BYTES:
    case COLUMN_DICTIONARY:
    case COLUMN_LIST:
    case COLUMN_STRUCT:
    case COLUMN_MAP:
    case COLUMN_NULL:
    case COLUMN_PATH: return FIT_KIND;
    default: break;
    }
    return n->kind == NUMBER_LARGE ? FIT_RANGE : n->kind == NUMBER_INT ? values_store_int(node, n->integer) : FIT_KIND;
}

/* Numbers, bools and nil: `s` is a copy of HAYA_HEADER_MAX bytes, of which `size` are the value. */
static enum take values_take_number(struct read_state *t, struct column_builder *node, const uint8_t *s, size_t size)
{
    struct number n = values_number(s);
    if (node->type == COLUMN_UNKNOWN) {
        enum column_type type = n.kind == NUMBER_BOOL    ? COLUMN_BOOL
                                : n.kind == NUMBER_FLOAT ? COLUMN_FLOAT64
                                                         : COLUMN_INT64;
        if (!builder_set_type(node, type, COLUMN_S))
            return read_no_memory(t);
    }
    if (!builder_reserve(node))
        return read_no_memory(t);
    enum column_fit fit = values_store(node, &n);
    if (fit != FIT_OK)
        return read_misfit(t, node, fit, t->p);
    builder_valid(node);
    t->p += size;
    return TAKE_DONE;
}

/* ---- texts ---------------------------------------------------------------------- */

/* Longer texts are no times. */
#define VALUES_TIME_TEXT 64

/* A str in a column of times. */
static enum take values_take_time_text(struct read_state *t, struct column_builder *node,
                                       const struct haya_header *header)
{
    uint8_t copy[VALUES_TIME_TEXT];
    int64_t count = 0;
    enum column_fit fit = FIT_TEXT;
    if (header->count <= sizeof copy) {
        memcpy(copy, t->p + header->size, header->count);
        fit = time_values_text(copy, header->count, node->type, node->unit, &count);
    } else if (time_values_text(copy, 0, node->type, node->unit, &count) == FIT_KIND) {
        fit = FIT_KIND;
    }
    return values_put(t, node, fit, count, header->size + header->count);
}

/* A str in a column of a dictionary. */
static enum take values_take_word(struct read_state *t, struct column_builder *node, const struct haya_header *header)
{
    struct column_builder *values = node->children[0];
    const size_t n = header->count;
    if (!builder_reserve(node) || (n + 8 > values->data_size - values->used && !builder_grow_data(values, n + 8)))
        return read_no_memory(t);
    uint8_t *copy = values->data + values->used;
    memcpy(copy, t->p + header->size, n);
    if (!haya_utf8_valid(copy, n))
        return read_bad_text(t, t->p + header->size, n);
    int64_t index = dictionary_intern(node, n);
    if (index < 0) {
        read_no_memory(t);
        t->fault.memory = index == -1;
        t->fault.too_many = index == -2;
        return TAKE_FAULT;
    }
    memcpy(node->data + 4 * node->length, &(int32_t){(int32_t)index}, 4);
    builder_valid(node);
    t->p += header->size + n;
    return TAKE_DONE;
}

/* Appends n bytes, or the text of n bytes, at s. They are copied before they are checked, because the message may
 * change. */
static enum take values_append(struct read_state *t, struct column_builder *node, const uint8_t *s, size_t n)
{
    if (!builder_reserve(node) || (n > node->data_size - node->used && !builder_grow_data(node, n)))
        return read_no_memory(t);
    uint8_t *copy = node->data + node->used;
    if (n != 0)
        memcpy(copy, s, n);
    if (node->type == COLUMN_STR && !haya_utf8_valid(copy, n))
        return read_bad_text(t, s, n);
    node->used += n;
    memcpy(node->offsets + 8 * (node->length + 1), &(int64_t){(int64_t)node->used}, 8);
    builder_valid(node);
    return TAKE_DONE;
}

static enum take values_take_text(struct read_state *t, struct column_builder *node, const struct haya_header *header)
{
    const bool text = header->kind == HAYA_KIND_STR;
    if (node->type == COLUMN_UNKNOWN && !builder_set_type(node, text ? COLUMN_STR : COLUMN_BYTES, COLUMN_S))
        return read_no_memory(t);
    if (text && node->type == COLUMN_DICTIONARY)
        return values_take_word(t, node, header);
    if (node->type != (text ? COLUMN_STR : COLUMN_BYTES))
        return text ? values_take_time_text(t, node, header) : read_misfit(t, node, FIT_KIND, t->p);
    enum take took = values_append(t, node, t->p + header->size, header->count);
    if (took == TAKE_DONE)
        t->p += header->size + header->count;
    return took;
}

/* ---- times ---------------------------------------------------------------------- */

#define VALUES_EVENT_TIME 0 /* the ext type of Fluentd's EventTime: seconds and nanoseconds, 4 bytes each */

/* The moment that an ext is; s: its payload, copied. KIND: it is none. *broken: it is an invalid timestamp. */
static enum column_fit values_moment(int8_t type, const uint8_t *s, uint32_t n, struct haya_timestamp *time,
                                     bool *broken)
{
    if (type == HAYA_TIMESTAMP_TYPE) {
        *broken = haya_timestamp_read(s, n, time) != HAYA_OK;
        return FIT_OK;
    }
    if (type != VALUES_EVENT_TIME || n != 8)
        return FIT_KIND;
    time->seconds = haya_load32(s);
    time->nanoseconds = haya_load32(s + 4);
    return time->nanoseconds > HAYA_NANOSECONDS_MAX ? FIT_RANGE : FIT_OK;
}

static enum take values_take_ext(struct read_state *t, struct column_builder *node, const struct haya_header *header)
{
    uint8_t s[16] = {0};
    struct haya_timestamp time = {0, 0};
    bool broken = false;
    int64_t count = 0;
    const int8_t type = (int8_t)t->p[header->size - 1];
    memcpy(s, t->p + header->size, header->count < sizeof s ? header->count : sizeof s);
    enum column_fit fit = values_moment(type, s, header->count, &time, &broken);
    const bool wanted = node->type == COLUMN_UNKNOWN || node->type == COLUMN_TIMESTAMP || node->type == COLUMN_NAIVE ||
                        node->type == COLUMN_DATE32;
    if (broken && wanted) {
        read_fault(t, HAYA_ERR_INVALID_TIMESTAMP, t->p);
        return TAKE_MISFIT;
    }
    if (fit == FIT_OK && node->type == COLUMN_UNKNOWN && !builder_set_type(node, COLUMN_TIMESTAMP, COLUMN_NS))
        return read_no_memory(t);
    if (fit == FIT_OK)
        fit = time_values_of(time.seconds, time.nanoseconds, node->type, node->unit, &count);
    return values_put(t, node, wanted ? fit : FIT_KIND, count, header->size + header->count);
}

enum take values_event_time(struct read_state *t, struct column_builder *node, uint64_t pending)
{
    struct haya_header header;
    uint8_t s[HAYA_HEADER_MAX] = {0};
    int64_t count = 0;
    if (node->type == COLUMN_UNKNOWN && !builder_set_type(node, COLUMN_TIMESTAMP, COLUMN_NS))
        return read_no_memory(t);
    if (!values_look(t, pending, &header))
        return TAKE_FAULT;
    bool number = header.kind == HAYA_KIND_INT || header.kind == HAYA_KIND_UINT || header.kind == HAYA_KIND_FLOAT ||
                  header.kind == HAYA_KIND_DOUBLE;
    if (!number || (node->type != COLUMN_TIMESTAMP && node->type != COLUMN_NAIVE))
        return values_take(t, node, pending);
    memcpy(s, t->p, header.size + header.count);
    struct number n = values_number(s);
    enum column_fit fit = n.kind == NUMBER_LARGE   ? FIT_RANGE
                          : n.kind == NUMBER_FLOAT ? time_values_float(n.value, node->unit, &count)
                                                   : time_values_count(n.integer, 0, node->unit, &count);
    return values_put(t, node, fit, count, header.size + header.count);
}

/* ---- containers ------------------------------------------------------------------- */

/* The child of a struct for the key at t->p, unless it has one. */
static enum take values_infer_field(struct read_state *t, struct column_builder *node, const struct haya_header *key)
{
    const uint8_t *text = t->p + key->size;
    const bool bin = key->kind == HAYA_KIND_BIN;
    if (!bin && key->kind != HAYA_KIND_STR)
        return TAKE_DONE;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const struct column_builder *other = node->children[i];
        if (other->bin == bin && other->name_size == key->count && memcmp(other->name, text, key->count) == 0)
            return TAKE_DONE;
    }
    struct column_builder *child = builder_new(node, COLUMN_UNKNOWN, COLUMN_S, text, key->count, bin);
    if (child == NULL)
        return read_no_memory(t);
    t->inferred++;
    child->length = child->capacity = child->null_count = node->length; /* without a type it has no memory */
    if (bin || haya_utf8_valid(child->name, child->name_size))
        return TAKE_DONE;
    read_bad_text(t, text, key->count);
    return TAKE_FAULT;
}

/* The fields of a struct: the keys of the map at t->p. */
static enum take values_infer_struct(struct read_state *t, struct column_builder *node,
                                     const struct haya_header *header, uint64_t pending)
{
    struct haya_header key;
    t->p += header->size;
    for (uint32_t i = 0; i < header->count; i++) {
        const uint64_t later = pending - 1 + 2 * (uint64_t)(header->count - i);
        if (!values_look(t, later, &key))
            return TAKE_FAULT;
        enum take took = values_infer_field(t, node, &key);
        if (took != TAKE_DONE)
            return took;
        if (!values_skip(t, 2, later))
            return TAKE_FAULT;
    }
    return map_keys_set(node) ? TAKE_DONE : read_no_memory(t);
}

/* Makes a column without a type a list, or a struct of the map's keys. If that fails, it has no type again. A key that
 * is not UTF-8 is a fault, unlike a text. */
static enum take values_infer(struct read_state *t, struct column_builder *node, const struct haya_header *header,
                              uint64_t pending)
{
    const uint8_t *const start = t->p;
    const bool map = header->kind == HAYA_KIND_MAP;
    enum take took = TAKE_DONE;
    if (node->depth >= COLUMN_NESTED)
        return read_misfit(t, node, FIT_NESTED, t->p);
    if (map && header->count > COLUMN_FIELDS - t->inferred)
        return read_misfit(t, node, FIT_FIELDS, t->p);
    if (!builder_set_type(node, map ? COLUMN_STRUCT : COLUMN_LIST, COLUMN_S))
        return read_no_memory(t);
    if (map) {
        t->frames++; /* for the depth of the keys: nothing is read into the frame */
        took = values_infer_struct(t, node, header, pending);
        t->frames--;
    } else if (builder_new(node, COLUMN_UNKNOWN, COLUMN_S, (const uint8_t *)"item", 4, false) == NULL) {
        took = read_no_memory(t);
    }
    if (took != TAKE_DONE)
        t->inferred -= builder_forget(node);
    t->p = start;
    return took;
}

static enum take values_take_container(struct read_state *t, struct column_builder *node,
                                       const struct haya_header *header, uint64_t pending)
{
    const bool map = header->kind == HAYA_KIND_MAP;
    if (node->type == COLUMN_UNKNOWN) {
        enum take took = values_infer(t, node, header, pending);
        if (took != TAKE_DONE)
            return took;
    }
    enum frame_kind kind = node->type == COLUMN_LIST ? FRAME_LIST : node->type == COLUMN_MAP ? FRAME_PAIRS : FRAME_KEYS;
    if (node->type == COLUMN_PATH && !map)
        return read_misfit(t, node, FIT_KIND, t->p);
    if (map ? kind == FRAME_LIST || (kind == FRAME_KEYS && !builder_has_keys(node->type)) : kind != FRAME_LIST)
        return read_misfit(t, node, FIT_KIND, t->p);
    if (!builder_reserve(node))
        return read_no_memory(t);
    if (kind == FRAME_KEYS)
        builder_valid(node);
    t->p += header->size;
    struct frame *frame = read_open(t, node, kind, (uint64_t)header->count << map);
    if (frame == NULL)
        return TAKE_FAULT;
    frame->outer = pending - 1;
    return TAKE_OPEN;
}

/* The bytes of the value, into a column of `raw`. */
static enum take values_take_raw(struct read_state *t, struct column_builder *node, uint64_t pending)
{
    const uint8_t *start = t->p;
    if (!values_skip(t, 1, pending))
        return TAKE_FAULT;
    return values_append(t, node, start, (size_t)(t->p - start));
}

enum take values_take(struct read_state *t, struct column_builder *node, uint64_t pending)
{
    struct haya_header header;
    uint8_t s[HAYA_HEADER_MAX] = {0};
    if (!values_look(t, pending, &header))
        return TAKE_FAULT;
    switch (header.kind) {
    case HAYA_KIND_NIL: t->p++; return builder_null(node) ? TAKE_DONE : read_no_memory(t);
    case HAYA_KIND_BOOL:
    case HAYA_KIND_INT:
    case HAYA_KIND_UINT:
    case HAYA_KIND_FLOAT:
    case HAYA_KIND_DOUBLE:
        if (node->type == COLUMN_RAW)
            return values_take_raw(t, node, pending);
        memcpy(s, t->p, header.size + header.count);
        /* shared memory: the byte has changed since it was checked */
        if (haya_formats[*s].kind != header.kind || haya_formats[*s].fixed != header.count)
            return read_misfit(t, node, FIT_KIND, t->p);
        return values_take_number(t, node, s, header.size + header.count);
    default: break;
    }
    if (node->type == COLUMN_RAW)
        return values_take_raw(t, node, pending);
    switch (header.kind) {
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN: return values_take_text(t, node, &header);
    case HAYA_KIND_EXT: return values_take_ext(t, node, &header);
    default: return values_take_container(t, node, &header, pending);
    }
}
