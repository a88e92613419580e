/* encode_rows.c: rows of bound arrays -> MessagePack. */
#include "arrow_rows.h"

#define ENCODE_BIT(bits, i) ((bits)[(i) >> 3] >> ((i)&7) & 1)

/* ---- output ---------------------------------------------------------------- */

/* Makes need + OUTPUT_SPARE bytes free at p; p in the new memory, or NULL with a MemoryError. */
COLD static uint8_t *arrow_grow(struct arrow_encoder *e, uint8_t *p, size_t need)
{
    e->out.p = p;
    PyEval_RestoreThread(e->thread);
    int status = output_grow(&e->out, need);
    e->thread = PyEval_SaveThread();
    e->error = NULL;
    return status < 0 ? NULL : e->out.p;
}

HAYA_INLINE uint8_t *arrow_reserve(struct arrow_encoder *e, uint8_t *p, size_t need)
{
    if (UNLIKELY((size_t)(e->out.end - p) < need + OUTPUT_SPARE))
        return arrow_grow(e, p, need);
    return p;
}

COLD static uint8_t *arrow_fail(struct arrow_encoder *e, const uint8_t *p, const char *error, const char *text)
{
    e->error = error;
    e->text = text;
    e->fault_at = (size_t)(p - e->out.begin);
    return NULL;
}

/* ---- reading buffers -------------------------------------------------------- */

HAYA_INLINE uint64_t arrow_unsigned(const uint8_t *at, int width)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (width) {
    case 1: return *at;
    case 2: memcpy(&two, at, 2); return two;
    case 4: memcpy(&four, at, 4); return four;
    default: memcpy(&eight, at, 8); return eight;
    }
}

/* ---- numbers ---------------------------------------------------------------- */

static float arrow_half(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff, bits;
    float value;
    if (exponent == 0) {
        value = (float)fraction / 16777216; /* 2**24 */
        return sign != 0 ? -value : value;
    }
    bits = sign | (exponent == 31 ? 255u : exponent + 112) << 23 | fraction << 13;
    memcpy(&value, &bits, 4);
    return value;
}

HAYA_INLINE uint8_t *arrow_float(const struct arrow_node *node, uint8_t *p, const uint8_t *at)
{
    double wide;
    float narrow;
    if (node->width == 8) {
        memcpy(&wide, at, 8);
        return haya_put_double(p, wide);
    }
    if (node->width == 2)
        narrow = arrow_half((uint16_t)arrow_unsigned(at, 2));
    else
        memcpy(&narrow, at, 4);
    return haya_put_float(p, narrow);
}

HAYA_INLINE uint8_t *arrow_timestamp(const struct arrow_node *node, uint8_t *p, int64_t v)
{
    int64_t seconds, rest, each;
    switch (node->unit) { /* constants: divisions become multiplications */
    case 0: return haya_put_timestamp(p, v, 0);
    case 3: seconds = v / 1000, rest = v % 1000, each = 1000000; break;
    case 6: seconds = v / 1000000, rest = v % 1000000, each = 1000; break;
    default: seconds = v / 1000000000, rest = v % 1000000000, each = 1; break;
    }
    rest *= each;
    if (rest < 0) {
        rest += 1000000000;
        seconds--;
    }
    return haya_put_timestamp(p, seconds, (uint32_t)rest);
}

/* ---- text and bytes ----------------------------------------------------------- */

/* Writes n bytes as a str or bin. over: bytes that can be read after them. */
HAYA_INLINE uint8_t *arrow_bytes(struct arrow_encoder *e, uint8_t *p, const uint8_t *s, size_t n, size_t over,
                                 bool is_text)
{
    uint8_t *start = p;
    if (LIKELY(n <= 16 && n + over >= 16)) {
        uint64_t words[2];
        memcpy(words, s, 16);
        p = is_text ? haya_put_str_header(p, (uint32_t)n) : haya_put_bin_header(p, (uint32_t)n);
        memcpy(p, words, 16);
        if (!is_text || LIKELY(((words[0] | words[1]) & HIGH_BITS) == 0) || haya_utf8_valid(s, n))
            return p + n;
        return arrow_fail(e, start, "invalid_value", "a text is not UTF-8");
    }
    if (UNLIKELY(n > UINT32_MAX))
        return arrow_fail(e, start, "too_long", "a value has more than 2**32-1 bytes");
    if (is_text && UNLIKELY(!haya_utf8_valid(s, n)))
        return arrow_fail(e, start, "invalid_value", "a text is not UTF-8");
    if ((p = arrow_reserve(e, p, n)) == NULL)
        return NULL;
    p = is_text ? haya_put_str_header(p, (uint32_t)n) : haya_put_bin_header(p, (uint32_t)n);
    if (n != 0)
        memcpy(p, s, n);
    return p + n;
}

HAYA_INLINE uint8_t *arrow_offset_bytes(struct arrow_encoder *e, const struct arrow_node *node, uint8_t *p, int64_t i,
                                        bool is_text)
{
    const uint8_t *at = node->offsets + i * node->width;
    int64_t from = arrow_signed(at, node->width), to = arrow_signed(at + node->width, node->width);
    if (UNLIKELY(from < 0 || to < from || to > node->top))
        return arrow_fail(e, p, "invalid_value", "the offsets of an Arrow array are negative or go back");
    return arrow_bytes(e, p, node->data + from, (size_t)(to - from), (size_t)(node->top - to), is_text);
}

static uint8_t *arrow_view_bytes(struct arrow_encoder *e, const struct arrow_node *node, uint8_t *p, int64_t i)
{
    const uint8_t *view = node->data + i * 16, *s = view + 4;
    int64_t n = arrow_signed(view, 4), part = arrow_signed(view + 8, 4), from = arrow_signed(view + 12, 4);
    size_t over = 12 - (size_t)n + (i + 1 < node->offset + node->length ? 16 : 0); /* the next view */
    if (n > 12) {
        if (part < 0 || part >= node->n_parts || from < 0 || from > node->part_sizes[part] ||
            n > node->part_sizes[part] - from || node->parts[part] == NULL)
            return arrow_fail(e, p, "invalid_value", "a view of an Arrow array leaves its buffer");
        s = (const uint8_t *)node->parts[part] + from;
        over = (size_t)(node->part_sizes[part] - from - n);
    }
    if (n < 0)
        return arrow_fail(e, p, "invalid_value", "a view of an Arrow array leaves its buffer");
    return arrow_bytes(e, p, s, (size_t)n, over, node->kind == ARROW_TEXT_VIEW);
}

/* Values that are written as text of their own. */
static uint8_t *arrow_as_text(struct arrow_encoder *e, const struct arrow_node *node, uint8_t *p, const uint8_t *at)
{
    char text[ARROW_TEXT_MAX];
    size_t n = 0;
    int64_t v;
    switch ((enum arrow_kind)node->kind) {
    case ARROW_DATE:
        v = arrow_signed(at, node->width);
        if (node->width == 8)
            v = v / 86400000 - (v % 86400000 < 0);
        n = arrow_date_text(text, v);
        break;
    case ARROW_TIME: n = arrow_time_text(text, arrow_signed(at, node->width), node->unit); break;
    case ARROW_DURATION: n = arrow_duration_text(text, arrow_signed(at, 8), node->unit); break;
    case ARROW_UUID: n = arrow_uuid_text(text, at); break;
    default: n = arrow_decimal_text(text, at, node->width, node->scale); break;
    }
    if (n == 0)
        return arrow_fail(e, p, "invalid_value",
                          node->kind == ARROW_DATE ? "a date is outside the years 1 to 9999"
                                                   : "a time is outside of a day");
    if ((p = arrow_reserve(e, p, n)) == NULL)
        return NULL;
    p = haya_put_str_header(p, (uint32_t)n);
    memcpy(p, text, n);
    return p + n;
}

/* ---- values that stand for others ---------------------------------------------- */

/* The run that has element i: mostly that of the element before it, or the next one. */
static int64_t arrow_run(struct arrow_node *node, const struct arrow_node *ends, int64_t i)
{
    int64_t run = node->run, low = 0, high = ends->length - 1;
    for (int tries = 0; tries < 2 && run <= high; tries++, run++)
        if (i < arrow_run_end(ends, run) && (run == 0 || i >= arrow_run_end(ends, run - 1)))
            return node->run = run;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (arrow_run_end(ends, middle) > i)
            high = middle;
        else
            low = middle + 1;
    }
    return node->run = low;
}

/* The child's element that element i of a dictionary, a run or a union is; -1: there is none. */
static int64_t arrow_aliased(const struct arrow_nodes *nodes, struct arrow_node *node, int64_t i,
                             struct arrow_node **child)
{
    struct arrow_node *first = &nodes->nodes[node->children];
    int64_t at = node->offset + i, type;
    switch ((enum arrow_kind)node->kind) {
    case ARROW_DICTIONARY:
        *child = first;
        if (node->is_signed)
            at = arrow_signed(node->data + at * node->width, node->width);
        else
            at = (int64_t)arrow_unsigned(node->data + at * node->width, node->width);
        break;
    case ARROW_RUNS:
        *child = first + 1;
        at = arrow_run(node, first, at);
        break;
    default:
        type = (int8_t)node->data[at];
        if (type < 0 || node->types[type] < 0)
            return -1;
        *child = first + node->types[type];
        if (node->width != 0)
            at = arrow_signed(node->offsets + at * 4, 4);
        break;
    }
    return at >= 0 && at < (*child)->length ? at : -1;
}

/* ---- containers --------------------------------------------------------------- */

/* The elements of list or map i. False: damaged. */
HAYA_INLINE bool arrow_elements(const struct arrow_node *node, const struct arrow_node *child, int64_t i, int64_t *from,
                                int64_t *to)
{
    int width = node->width;
    if (node->kind == ARROW_LIST_FIXED) {
        *from = i * node->size;
        *to = *from + node->size;
        return true;
    }
    *from = arrow_signed(node->offsets + i * width, width);
    if (node->kind == ARROW_LIST_VIEW) {
        int64_t size = arrow_signed(node->sizes + i * width, width);
        if (*from < 0 || size < 0 || *from > child->length || size > child->length - *from)
            return false;
        *to = *from + size;
        return true;
    }
    *to = arrow_signed(node->offsets + (i + 1) * width, width);
    return *from >= 0 && *to >= *from && *to <= node->top;
}

/* Writes the header of list, map or struct i, and opens it. */
static uint8_t *arrow_open(struct arrow_encoder *e, struct arrow_node *node, uint8_t *p, int64_t i)
{
    struct arrow_frame *frame = &e->frames[e->depth];
    int64_t at = node->offset + i, from = at, to = at;
    if (node->kind == ARROW_STRUCT) {
        p = haya_put_map_header(p, node->count);
    } else {
        if (!arrow_elements(node, &e->nodes.nodes[node->children], at, &from, &to))
            return arrow_fail(e, p, "invalid_value", "the offsets of an Arrow array are negative or go back");
        if (to - from > UINT32_MAX)
            return arrow_fail(e, p, "too_long", "a list has more than 2**32-1 items");
        p = node->kind == ARROW_MAP ? haya_put_map_header(p, (uint32_t)(to - from))
                                    : haya_put_array_header(p, (uint32_t)(to - from));
    }
    *frame = (struct arrow_frame){node, from, from, to, 0, true};
    e->depth++;
    return p;
}

/* ---- the loop ------------------------------------------------------------------ */

/* Writes a value that is no container, or opens the container. NULL: an error. */
HAYA_INLINE uint8_t *arrow_value(struct arrow_encoder *e, struct arrow_node *node, uint8_t *p, int64_t i)
{
    for (;;) {
        int64_t at = node->offset + i;
        if (node->valid != NULL && !ENCODE_BIT(node->valid, at))
            return haya_put_nil(p);
        switch ((enum arrow_kind)node->kind) {
        case ARROW_NULL: return haya_put_nil(p);
        case ARROW_BOOL: return haya_put_bool(p, ENCODE_BIT(node->data, at));
        case ARROW_BOOL_BYTE: return haya_put_bool(p, node->data[at] != 0);
        case ARROW_INT: return haya_put_int(p, arrow_signed(node->data + at * node->width, node->width));
        case ARROW_UINT: return haya_put_uint(p, arrow_unsigned(node->data + at * node->width, node->width));
        case ARROW_FLOAT: return arrow_float(node, p, node->data + at * node->width);
        case ARROW_TIMESTAMP: return arrow_timestamp(node, p, arrow_signed(node->data + at * 8, 8));
        case ARROW_TEXT: return arrow_offset_bytes(e, node, p, at, true);
        case ARROW_BIN: return arrow_offset_bytes(e, node, p, at, false);
        case ARROW_TEXT_VIEW:
        case ARROW_BIN_VIEW: return arrow_view_bytes(e, node, p, at);
        case ARROW_BIN_FIXED: return arrow_bytes(e, p, node->data + at * node->size, (size_t)node->size, 0, false);
        case ARROW_DATE:
        case ARROW_TIME:
        case ARROW_DURATION:
        case ARROW_DECIMAL: return arrow_as_text(e, node, p, node->data + at * node->width);
        case ARROW_UUID: return arrow_as_text(e, node, p, node->data + at * 16);
        case ARROW_LIST:
        case ARROW_LIST_FIXED:
        case ARROW_LIST_VIEW:
        case ARROW_MAP:
        case ARROW_STRUCT: return arrow_open(e, node, p, i);
        default: break;
        }
        if ((i = arrow_aliased(&e->nodes, node, i, &node)) < 0)
            return arrow_fail(e, p, "invalid_value", "an index of an Arrow array is out of range");
    }
}

/* Writes a packed key. */
HAYA_INLINE uint8_t *arrow_key(struct arrow_encoder *e, const struct arrow_node *node, uint8_t *p)
{
    size_t n = node->key_size;
    if (LIKELY(n <= 2 * ARROW_KEY_STEP)) {
        memcpy(p, node->key, ARROW_KEY_STEP);
        if (n > ARROW_KEY_STEP)
            memcpy(p + ARROW_KEY_STEP, node->key + ARROW_KEY_STEP, ARROW_KEY_STEP);
        return p + n;
    }
    if ((p = arrow_reserve(e, p, n)) == NULL)
        return NULL;
    memcpy(p, node->key, n);
    return p + n;
}

/* Writes what the open containers still have. NULL: an error. */
static uint8_t *arrow_rest(struct arrow_encoder *e, uint8_t *p)
{
    struct arrow_node *nodes = e->nodes.nodes;
    while (e->depth > 0) {
        struct arrow_frame *frame = &e->frames[e->depth - 1];
        struct arrow_node *node = &nodes[frame->node->children];
        int64_t i = frame->at;
        if ((p = arrow_reserve(e, p, 0)) == NULL)
            return NULL;
        if (frame->node->kind == ARROW_STRUCT) {
            if (frame->child == frame->node->count) {
                e->depth--;
                continue;
            }
            node += frame->child++;
            if (frame->keyed && ((p = arrow_key(e, node, p)) == NULL || (p = arrow_reserve(e, p, 0)) == NULL))
                return NULL;
        } else if (i == frame->end) {
            e->depth--;
            continue;
        } else if (frame->node->kind == ARROW_MAP) {
            i += node->offset;
            node = &nodes[node->children + frame->child];
            frame->at += frame->child;
            frame->child ^= 1;
        } else {
            frame->at++;
        }
        if ((p = arrow_value(e, node, p, i)) == NULL)
            return NULL;
    }
    return p;
}

/* Writes the header of a row whose type is a struct, and opens it. */
HAYA_INLINE uint8_t *arrow_row_header(struct arrow_encoder *e, struct arrow_node *node, uint8_t *p)
{
    int64_t at = node->offset + e->row;
    if (node->valid != NULL && !ENCODE_BIT(node->valid, at)) {
        size_t nils = e->layout == ARROW_VALUES ? node->count : 1;
        if ((p = arrow_reserve(e, p, nils)) != NULL)
            memset(p, HAYA_NIL, nils);
        return p == NULL ? NULL : p + nils;
    }
    if (e->layout == ARROW_MAPS)
        p = haya_put_map_header(p, node->count);
    else if (e->layout == ARROW_ARRAYS)
        p = haya_put_array_header(p, node->count);
    e->frames[0] = (struct arrow_frame){node, at, at, at, 0, e->layout == ARROW_MAPS};
    e->depth = 1;
    return p;
}

static bool arrow_block(struct arrow_encoder *e)
{
    struct arrow_node *node = e->nodes.nodes;
    uint8_t *p = e->out.p;
    for (; e->row < node->length && (size_t)(p - e->out.begin) < e->block; e->row++) {
        e->depth = 0;
        if ((p = arrow_reserve(e, p, 0)) == NULL)
            return false;
        p = node->kind == ARROW_STRUCT ? arrow_row_header(e, node, p) : arrow_value(e, node, p, e->row);
        if (p == NULL || (p = arrow_rest(e, p)) == NULL)
            return false;
    }
    e->out.p = p;
    return true;
}

bool arrow_encode(struct arrow_encoder *e)
{
    e->thread = PyEval_SaveThread();
    bool encoded = arrow_block(e);
    PyEval_RestoreThread(e->thread);
    return encoded;
}
