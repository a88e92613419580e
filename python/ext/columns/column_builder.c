/* column_builder.c: columns under construction. */
#include "columns.h"

/* Bytes of a slot; as FORMATS in hayapack._values.shared_columns. */
static const uint8_t builder_widths[COLUMN_TYPES + 1] = {
    [COLUMN_INT64] = 8,    [COLUMN_FLOAT64] = 8,    [COLUMN_BOOL] = 1,   [COLUMN_INT8] = 1,   [COLUMN_INT16] = 2,
    [COLUMN_INT32] = 4,    [COLUMN_UINT8] = 1,      [COLUMN_UINT16] = 2, [COLUMN_UINT32] = 4, [COLUMN_UINT64] = 8,
    [COLUMN_FLOAT32] = 4,  [COLUMN_TIMESTAMP] = 8,  [COLUMN_NAIVE] = 8,  [COLUMN_DATE32] = 4, [COLUMN_TIME64] = 8,
    [COLUMN_DURATION] = 8, [COLUMN_DICTIONARY] = 4,
};

#define NODE_FIRST 64 /* slots, a multiple of 8 */

/* The bits of NaN, of float64 and float32: not Py_NAN's, whose sign depends on the platform. */
static const uint64_t builder_nan = 0x7ff8000000000000;
static const uint32_t builder_nan_float = 0x7fc00000;

/* ---- buffers of nulls ----------------------------------------------------------- */

/* What slots without a value contain. */
enum blank_kind { BLANK_ZEROS, BLANK_NANS, BLANK_VALIDITY, BLANK_KINDS };

/* A buffer of a node whose type was forgotten. The next node that gets a type after nulls takes it: otherwise each time
 * that a type is decided, which an input can have in every row, all nulls before it would be written again. */
struct blank {
    struct blank *next;
    uint8_t *bytes;
    size_t blank; /* the first bytes, which are as in slots without a value */
};

/* What all nodes of a tree share. */
struct builder_shared {
    struct column_memory *memory; /* borrowed, or NULL */
    struct blank *blanks[BLANK_KINDS];
};

/* Steals the bytes, which may be NULL. */
static void blank_give(struct builder_shared *shared, enum blank_kind kind, uint8_t *bytes, size_t blank)
{
    struct blank *one = bytes != NULL ? PyMem_RawMalloc(sizeof *one) : NULL;
    if (one == NULL) {
        pool_free(shared->memory, bytes);
        return;
    }
    *one = (struct blank){shared->blanks[kind], bytes, blank};
    shared->blanks[kind] = one;
}

/* A buffer of `size` bytes, of which the first `blank` are as in slots without a value. NULL: no memory. */
static uint8_t *blank_take(struct builder_shared *shared, enum blank_kind kind, size_t size, size_t blank)
{
    struct blank *one = shared->blanks[kind], none = {NULL, NULL, 0};
    uint8_t *bytes;
    if (one != NULL) {
        shared->blanks[kind] = one->next;
        none = *one;
        PyMem_RawFree(one);
    }
    bytes = none.bytes;
    if ((bytes == NULL || pool_capacity(bytes) < size) &&
        (bytes = pool_grow(shared->memory, none.bytes, none.blank, size, size)) == NULL) {
        pool_free(shared->memory, none.bytes);
        return NULL;
    }
    if (none.blank < blank && kind != BLANK_NANS)
        memset(bytes + none.blank, 0, blank - none.blank);
    for (size_t at = none.blank; kind == BLANK_NANS && at < blank; at += 8)
        memcpy(bytes + at, &builder_nan, 8);
    return bytes;
}

static void blank_free_all(struct builder_shared *shared)
{
    for (int kind = 0; kind < BLANK_KINDS; kind++) {
        while (shared->blanks[kind] != NULL) {
            struct blank *one = shared->blanks[kind];
            shared->blanks[kind] = one->next;
            pool_free(shared->memory, one->bytes);
            PyMem_RawFree(one);
        }
    }
}

/* ---- the tree ----------------------------------------------------------------- */

/* Where a new child's siblings end in the order of the walk. */
static struct column_builder *builder_end(struct column_builder *node)
{
    struct column_builder *last = node;
    while (last->next != NULL && last->next->depth > node->depth)
        last = last->next;
    return last;
}

struct column_builder *builder_new(struct column_builder *parent, enum column_type type, enum column_unit unit,
                                   const uint8_t *name, uint32_t name_size, bool bin)
{
    struct column_builder *node = PyMem_RawCalloc(1, sizeof *node);
    if (node == NULL)
        return NULL;
    node->name = PyMem_RawMalloc((size_t)name_size + 1);
    if (node->name == NULL) {
        PyMem_RawFree(node);
        return NULL;
    }
    if (name_size != 0)
        memcpy(node->name, name, name_size);
    node->name_size = name_size;
    node->bin = bin;
    node->asked = type != COLUMN_UNKNOWN;
    node->most = parent == NULL ? SIZE_MAX : builder_has_keys(parent->type) ? parent->most : SIZE_MAX;
    node->type = type;
    node->unit = unit;
    node->width = builder_widths[type];
    node->offset_width = builder_holds_text(type) ? 8 : type == COLUMN_LIST || type == COLUMN_MAP ? 4 : 0;
    if (parent == NULL)
        return node;
    node->shared = parent->shared;
    struct column_builder **children = PyMem_RawRealloc(parent->children, (parent->child_count + 1) * sizeof *children);
    if (children == NULL) {
        PyMem_RawFree(node->name);
        PyMem_RawFree(node);
        return NULL;
    }
    struct column_builder *before = builder_end(parent);
    parent->children = children;
    children[parent->child_count++] = node;
    node->parent = parent;
    node->in_struct = parent->type == COLUMN_STRUCT;
    node->depth = parent->depth + 1;
    node->next = before->next;
    before->next = node;
    return node;
}

struct column_builder *builder_root(struct column_memory *memory)
{
    struct builder_shared *shared = PyMem_RawCalloc(1, sizeof *shared);
    struct column_builder *root = shared == NULL ? NULL : builder_new(NULL, COLUMN_PATH, COLUMN_S, NULL, 0, false);
    if (root == NULL) {
        PyMem_RawFree(shared);
        return NULL;
    }
    shared->memory = memory;
    root->shared = shared;
    return root;
}

struct column_memory *builder_memory(const struct column_builder *node)
{
    return node->shared->memory;
}

/* Frees what a node's type needs. */
static void builder_clear(struct column_builder *node)
{
    struct column_memory *memory = builder_memory(node);
    if (node->keys != NULL) {
        PyMem_RawFree(node->keys->all);
        PyMem_RawFree(node->keys->slots);
    }
    PyMem_RawFree(node->keys);
    pool_free(memory, node->data);
    pool_free(memory, node->offsets);
    pool_free(memory, node->validity);
    PyMem_RawFree(node->children);
    node->keys = NULL;
    node->data = node->offsets = node->validity = NULL;
    node->children = NULL;
}

static void builder_free(struct column_builder *node)
{
    builder_clear(node);
    if (node->dictionary != NULL)
        PyMem_RawFree(node->dictionary->slots);
    PyMem_RawFree(node->dictionary);
    PyMem_RawFree(node->name);
    PyMem_RawFree(node);
}

void builder_free_all(struct column_builder *root)
{
    if (root == NULL)
        return;
    struct builder_shared *shared = root->shared;
    blank_free_all(shared);
    while (root != NULL) {
        struct column_builder *next = root->next;
        builder_free(root);
        root = next;
    }
    PyMem_RawFree(shared);
}

/* ---- memory ------------------------------------------------------------------- */

/* Bytes for a number of slots; 0: too many. */
static size_t builder_size(size_t slots, size_t width)
{
    return slots > (PY_SSIZE_T_MAX - 64) / width ? 0 : slots * width;
}

/* How a buffer of slots grows: from `length` slots that are used to at least `least` ones, `wanted` if there is a
 * choice. */
struct builder_growth {
    size_t length, least, wanted;
};

/* Grows a buffer whose slots have `width` bytes, with 8 bytes behind them, and with zeros behind `length` if `zeros`.
 * Returns how many slots it can have, 0: no memory. */
static size_t builder_resize(struct column_builder *node, uint8_t **buffer, struct builder_growth by, size_t width,
                             bool zeros)
{
    const size_t least = builder_size(by.least, width), wanted = builder_size(by.wanted, width);
    if (wanted == 0)
        return 0;
    if (*buffer == NULL || pool_capacity(*buffer) < least + 8) {
        uint8_t *bytes = pool_grow(builder_memory(node), *buffer, by.length * width, least + 8, wanted + 8);
        if (bytes == NULL)
            return 0;
        *buffer = bytes;
    }
    const size_t capacity = pool_capacity(*buffer);
    if (zeros)
        memset(*buffer + by.length * width, 0, capacity - by.length * width);
    return (capacity - 8) / width;
}

bool builder_grow(struct column_builder *node)
{
    const size_t before = node->capacity;
    struct builder_growth by = {node->length, before + before / 8 + 1, before < NODE_FIRST ? NODE_FIRST : 2 * before};
    if (by.wanted > node->most && node->most > node->length)
        by.wanted = node->most;
    by.least = ((by.least < by.wanted ? by.least : by.wanted) + 7) & ~(size_t)7;
    by.wanted = (by.wanted + 7) & ~(size_t)7;
    if (by.least <= before)
        return false;
    size_t capacity = SIZE_MAX, slots;
    if (node->width != 0) {
        if ((slots = builder_resize(node, &node->data, by, node->width, false)) == 0)
            return false;
        capacity = slots < capacity ? slots : capacity;
    }
    if (node->offset_width != 0) {
        const bool first = node->offsets == NULL;
        const struct builder_growth offsets = {by.length + 1, by.least + 1, by.wanted + 1};
        if ((slots = builder_resize(node, &node->offsets, offsets, node->offset_width, false)) == 0)
            return false;
        if (first)
            memset(node->offsets, 0, node->offset_width);
        capacity = slots - 1 < capacity ? slots - 1 : capacity;
    }
    if (node->validity != NULL) {
        const struct builder_growth bits = {before / 8, by.least / 8, by.wanted / 8};
        if ((slots = builder_resize(node, &node->validity, bits, 1, true)) == 0)
            return false;
        capacity = slots < capacity / 8 ? 8 * slots : capacity;
    }
    node->capacity = (capacity == SIZE_MAX ? by.wanted : capacity) & ~(size_t)7;
    return true;
}

bool builder_grow_data(struct column_builder *node, size_t more)
{
    size_t most = PY_SSIZE_T_MAX - 64, size = node->data_size < 256 ? 256 : node->data_size;
    if (more > most - node->used)
        return false;
    while (size < node->used + more)
        size = size > most / 2 ? most : 2 * size;
    size_t least = node->data_size + node->data_size / 8;
    least = least > node->used + more ? least : node->used + more;
    uint8_t *bytes = pool_grow(builder_memory(node), node->data, node->used, least < size ? least : size, size);
    if (bytes == NULL)
        return false;
    node->data = bytes;
    node->data_size = pool_capacity(bytes);
    return true;
}

void builder_expect(struct column_builder *root, size_t slots)
{
    root->most = slots;
    for (struct column_builder *node = root->next; node != NULL; node = node->next)
        node->most = builder_has_keys(node->parent->type) ? node->parent->most : SIZE_MAX;
}

/* ---- nulls -------------------------------------------------------------------- */

/* Appends a null to one node, which has no keys. */
static bool builder_null_one(struct column_builder *node)
{
    size_t length = node->length;
    if (!builder_reserve(node))
        return false;
    if (node->validity == NULL && node->type != COLUMN_PATH && node->type != COLUMN_NULL &&
        node->type != COLUMN_UNKNOWN) {
        if (builder_resize(node, &node->validity, (struct builder_growth){0, node->capacity / 8, node->capacity / 8}, 1,
                           true) == 0)
            return false;
        memset(node->validity, 0xff, length / 8);
        if (length % 8 != 0)
            node->validity[length / 8] = (uint8_t)((1 << length % 8) - 1);
    }
    if (node->type == COLUMN_FLOAT64)
        memcpy(node->data + 8 * length, &builder_nan, 8);
    else if (node->type == COLUMN_FLOAT32)
        memcpy(node->data + 4 * length, &builder_nan_float, 4);
    else if (node->width != 0)
        memset(node->data + node->width * length, 0, node->width);
    else if (node->offset_width != 0)
        memcpy(node->offsets + node->offset_width * (length + 1), node->offsets + node->offset_width * length,
               node->offset_width);
    node->length++;
    node->null_count++;
    return true;
}

bool builder_null(struct column_builder *node)
{
    const uint32_t depth = node->depth;
    bool done;
    do {
        /* those inside a list, a map or a dictionary have no slot for it */
        uint32_t over = builder_has_keys(node->type) ? UINT32_MAX : node->depth;
        done = builder_null_one(node);
        do
            node = node->next;
        while (node != NULL && node->depth > over);
    } while (done && node != NULL && node->depth > depth);
    return done;
}

/* ---- undoing ------------------------------------------------------------------ */

static size_t builder_bits(const uint8_t *bits, size_t from, size_t to)
{
    size_t count = 0;
    for (; from < to; from++)
        count += bits[from >> 3] >> (from & 7) & 1;
    return count;
}

static void builder_truncate_one(struct column_builder *node, size_t length)
{
    if (length >= node->length)
        return;
    if (node->validity != NULL) {
        node->null_count -= node->length - length - builder_bits(node->validity, length, node->length);
        node->validity[length >> 3] &= (uint8_t)((1u << (length & 7)) - 1);
        for (size_t i = (length >> 3) + 1; i <= (node->length - 1) >> 3; i++)
            node->validity[i] = 0;
    } else if (node->type == COLUMN_NULL || node->type == COLUMN_UNKNOWN) {
        node->null_count = length;
    }
    node->length = length;
    node->exact = node->exact < length ? node->exact : length;
    if (node->offset_width == 8) {
        uint64_t used = 0;
        if (node->offsets != NULL)
            memcpy(&used, node->offsets + 8 * length, 8);
        node->used = (size_t)used;
    }
}

/* The length of the children of a node of `length` slots. */
static size_t builder_inside(const struct column_builder *node, size_t length)
{
    uint32_t end = 0;
    if (node->offset_width != 4)
        return length;
    if (node->offsets != NULL)
        memcpy(&end, node->offsets + 4 * length, 4);
    return end;
}

/* Keeps the buffers of a node that has only nulls for later ones. */
static void builder_give(struct column_builder *node)
{
    if (node->null_count != node->length || node->capacity == 0)
        return;
    const size_t width = node->width, offset_width = node->offset_width;
    if (width != 0) {
        blank_give(node->shared, node->type == COLUMN_FLOAT64 ? BLANK_NANS : BLANK_ZEROS, node->data,
                   node->length * width);
        node->data = NULL;
    }
    if (offset_width != 0)
        blank_give(node->shared, BLANK_ZEROS, node->offsets, (node->length + 1) * offset_width);
    blank_give(node->shared, BLANK_VALIDITY, node->validity, node->capacity / 8);
    node->offsets = node->validity = NULL;
}

uint32_t builder_forget(struct column_builder *node)
{
    uint32_t fields = 0;
    struct column_builder *next;
    node->target = node->length;
    for (next = node->next; next != NULL && next->depth > node->depth; next = next->next) {
        next->target = next->parent->offset_width == 4 ? 0 : next->parent->target; /* it is null, or without items */
        builder_truncate_one(next, next->target);
        builder_give(next);
    }
    next = node->next;
    while (next != NULL && next->depth > node->depth) {
        struct column_builder *after = next->next;
        fields += next->in_struct;
        node->next = after;
        builder_free(next);
        next = after;
    }
    builder_give(node);
    builder_clear(node);
    node->child_count = 0;
    node->type = COLUMN_UNKNOWN;
    node->width = node->offset_width = 0;
    node->null_count = node->capacity = node->length;
    node->used = node->data_size = 0;
    return fields;
}

uint32_t builder_truncate(struct column_builder *node, size_t length)
{
    const uint32_t depth = node->depth;
    uint32_t fields = 0;
    node->target = length;
    do {
        if (node->depth > depth) {
            const struct column_builder *parent = node->parent;
            node->target = parent->type == COLUMN_DICTIONARY ? node->length : builder_inside(parent, parent->target);
        }
        /* a list may be shorter than its items say: they are cut all the same */
        if (node->target < node->length) {
            builder_truncate_one(node, node->target);
            if (!node->asked && node->null_count == node->length && node->type != COLUMN_UNKNOWN)
                fields += builder_forget(node);
        } else {
            node->target = node->length;
        }
        node = node->next;
    } while (node != NULL && node->depth > depth);
    return fields;
}

/* ---- types -------------------------------------------------------------------- */

/* The buffers of a node that has so many nulls, and no others. */
static bool builder_blank(struct column_builder *node, size_t nulls)
{
    const size_t width = node->width, offset_width = node->offset_width;
    size_t capacity = NODE_FIRST;
    while (capacity < nulls)
        capacity *= 2;
    if (capacity > node->most && node->most > nulls)
        capacity = (node->most + 7) & ~(size_t)7;
    if (builder_size(capacity + 1, 8) == 0)
        return false;
    node->capacity = capacity;
    if (width != 0 && (node->data = blank_take(node->shared, node->type == COLUMN_FLOAT64 ? BLANK_NANS : BLANK_ZEROS,
                                               capacity * width + 8, nulls * width)) == NULL)
        return false;
    if (offset_width != 0 && (node->offsets = blank_take(node->shared, BLANK_ZEROS, (capacity + 1) * offset_width + 8,
                                                         (nulls + 1) * offset_width)) == NULL)
        return false;
    if (node->type == COLUMN_PATH || node->type == COLUMN_NULL || node->type == COLUMN_UNKNOWN)
        return true;
    node->validity = blank_take(node->shared, BLANK_VALIDITY, capacity / 8 + 8, capacity / 8 + 8);
    return node->validity != NULL;
}

bool builder_set_type(struct column_builder *node, enum column_type type, enum column_unit unit)
{
    size_t nulls = node->length;
    node->type = type;
    node->unit = unit;
    node->width = builder_widths[type];
    node->offset_width = builder_holds_text(type) ? 8 : type == COLUMN_LIST || type == COLUMN_MAP ? 4 : 0;
    node->length = node->null_count = nulls;
    node->capacity = 0;
    node->exact = 0;
    return nulls == 0 || builder_blank(node, nulls);
}

bool builder_widen(struct column_builder *node)
{
    int64_t value;
    double there;
    for (; node->exact < node->length; node->exact++) {
        memcpy(&value, node->data + 8 * node->exact, 8);
        there = (double)value;
        if (!(there < 9223372036854775808.0 && (int64_t)there == value))
            return false;
    }
    for (size_t i = 0; i < node->length; i++) {
        memcpy(&value, node->data + 8 * i, 8);
        there = (double)value;
        if (node->validity != NULL && (node->validity[i >> 3] >> (i & 7) & 1) == 0)
            memcpy(node->data + 8 * i, &builder_nan, 8);
        else
            memcpy(node->data + 8 * i, &there, 8);
    }
    node->type = COLUMN_FLOAT64;
    return true;
}
