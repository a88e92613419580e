/*
 * bind_buffers.c: the buffers of a batch for the nodes of its schema.
 *
 * Checked here: the numbers of children and buffers, lengths and offsets, that a child is long enough for a parent
 * that refers to all of it, and the first and last of a column's offsets. The encoder checks each offset and index
 * against the length of what it refers to. Trusted, because the interface does not tell the sizes of buffers: that
 * they are as long as lengths and last offsets need.
 */
#include "arrow_rows.h"

/* Lengths and offsets above it are damaged: sums and products with an item's size must not overflow. */
#define BIND_MOST (INT64_MAX / 64)

struct bind_work {
    struct arrow_nodes *nodes;
    const struct ArrowArray **arrays; /* by the number of the node */
    struct arrow_fault *fault;
};

static bool bind_fail(struct bind_work *work, uint32_t node, const char *text)
{
    *work->fault = (struct arrow_fault){"invalid_value", text, node};
    return false;
}

/* Buffers of a kind, the validity included; for views without those of long values. */
static int bind_buffers(const struct arrow_node *node)
{
    switch ((enum arrow_kind)node->kind) {
    case ARROW_NULL:
    case ARROW_RUNS: return 0;
    case ARROW_STRUCT:
    case ARROW_LIST_FIXED: return 1;
    case ARROW_TEXT:
    case ARROW_BIN:
    case ARROW_LIST_VIEW:
    case ARROW_TEXT_VIEW:
    case ARROW_BIN_VIEW: return 3;
    case ARROW_UNION: return node->width == 0 ? 1 : 2;
    default: return 2;
    }
}

static bool bind_nullable(const struct arrow_node *node)
{
    return node->kind != ARROW_NULL && node->kind != ARROW_RUNS && node->kind != ARROW_UNION;
}

/* The members that stay the same for all of a column's values. */
static bool bind_pointers(struct bind_work *work, uint32_t number, const struct ArrowArray *array)
{
    struct arrow_node *node = &work->nodes->nodes[number];
    const void **buffers = array->buffers;
    int expected = bind_buffers(node);
    node->valid = NULL;
    node->data = node->offsets = node->sizes = NULL;
    if (array->n_buffers < expected)
        return bind_fail(work, number, "a buffer of an Arrow array is missing");
    if (expected == 0 || node->length == 0)
        return true;
    if (buffers == NULL)
        return bind_fail(work, number, "a buffer of an Arrow array is missing");
    if (bind_nullable(node) && array->null_count != 0)
        node->valid = buffers[0];
    if (bind_nullable(node) && array->null_count > 0 && node->valid == NULL)
        return bind_fail(work, number, "an Arrow array with nulls has no validity");
    switch ((enum arrow_kind)node->kind) {
    case ARROW_STRUCT:
    case ARROW_LIST_FIXED: return true;
    case ARROW_TEXT:
    case ARROW_BIN: node->data = buffers[2]; /* fall through */
    case ARROW_LIST:
    case ARROW_MAP: node->offsets = buffers[1]; break;
    case ARROW_LIST_VIEW:
        node->offsets = buffers[1];
        node->sizes = buffers[2];
        break;
    case ARROW_UNION:
        node->data = buffers[0];
        node->offsets = node->width != 0 ? buffers[1] : buffers[0];
        break;
    case ARROW_TEXT_VIEW:
    case ARROW_BIN_VIEW:
        node->parts = (const void *const *)buffers + 2;
        node->n_parts = array->n_buffers - 3;
        node->part_sizes = buffers[array->n_buffers - 1]; /* fall through */
    default: node->data = node->offsets = buffers[1]; break;
    }
    bool missing = (node->offsets == NULL && !(node->kind == ARROW_BIN_FIXED && node->size == 0)) ||
                   (node->kind == ARROW_LIST_VIEW && node->sizes == NULL) ||
                   ((node->kind == ARROW_TEXT_VIEW || node->kind == ARROW_BIN_VIEW) && node->n_parts > 0 &&
                    node->part_sizes == NULL);
    return !missing || bind_fail(work, number, "a buffer of an Arrow array is missing");
}

/* The first and the last offset of texts, lists and maps. */
static bool bind_offsets(struct bind_work *work, uint32_t number)
{
    struct arrow_node *node = &work->nodes->nodes[number];
    bool bytes = node->kind == ARROW_TEXT || node->kind == ARROW_BIN;
    if (!bytes && node->kind != ARROW_LIST && node->kind != ARROW_MAP)
        return true;
    node->top = 0;
    if (node->length == 0)
        return true;
    const uint8_t *begin = node->offsets + node->offset * node->width;
    int64_t first = arrow_signed(begin, node->width);
    node->top = arrow_signed(begin + node->length * node->width, node->width);
    if (first < 0 || node->top < first || node->top > BIND_MOST)
        return bind_fail(work, number, "the offsets of an Arrow array are negative or go back");
    if (bytes && node->top > first && node->data == NULL)
        return bind_fail(work, number, "a buffer of an Arrow array is missing");
    return true;
}

static bool bind_one(struct bind_work *work, uint32_t number)
{
    const struct ArrowArray *array = work->arrays[number];
    struct arrow_node *node = &work->nodes->nodes[number];
    uint32_t children = node->kind == ARROW_DICTIONARY ? 0 : node->count;
    if (array == NULL || array->release == NULL)
        return bind_fail(work, number, "an Arrow array has no content");
    if (array->length < 0 || array->offset < 0 || array->length > BIND_MOST || array->offset > BIND_MOST)
        return bind_fail(work, number, "the length or offset of an Arrow array is out of range");
    if (array->n_children != children || (children != 0 && array->children == NULL))
        return bind_fail(work, number, "the number of an Arrow array's children is wrong");
    node->length = array->length;
    node->offset = array->offset;
    node->run = 0;
    for (uint32_t i = 0; i < node->count; i++)
        work->arrays[node->children + i] = node->kind == ARROW_DICTIONARY ? array->dictionary : array->children[i];
    return bind_pointers(work, number, array) && bind_offsets(work, number);
}

/* ---- children --------------------------------------------------------------- */

/* Each end is looked at, so that the encoder finds the same run however it searches. */
static bool bind_runs(struct bind_work *work, uint32_t number)
{
    const struct arrow_node *node = &work->nodes->nodes[number];
    const struct arrow_node *ends = &work->nodes->nodes[node->children];
    int64_t last = 0;
    if (node->length == 0)
        return true;
    if (ends->length == 0 || ends->length > ends[1].length || ends->valid != NULL)
        return bind_fail(work, number, "the runs of an Arrow array do not cover it");
    for (int64_t i = 0; i < ends->length; i++) {
        int64_t end = arrow_run_end(ends, i);
        if (end <= last)
            return bind_fail(work, number, "the ends of runs go back");
        last = end;
    }
    return last >= node->offset + node->length || bind_fail(work, number, "the runs of an Arrow array do not cover it");
}

/* Whether the children are long enough, where that need not be checked for each value. */
static bool bind_children(struct bind_work *work, uint32_t number)
{
    const struct arrow_node *node = &work->nodes->nodes[number];
    const struct arrow_node *child = &work->nodes->nodes[node->children];
    int64_t need = node->offset + node->length, each = 1;
    switch ((enum arrow_kind)node->kind) {
    case ARROW_LIST_FIXED: each = node->size; break;
    case ARROW_STRUCT: break;
    case ARROW_UNION:
        if (node->width != 0)
            return true;
        break;
    case ARROW_LIST:
    case ARROW_MAP: need = node->top; break;
    case ARROW_RUNS: return bind_runs(work, number);
    default: return true;
    }
    if (node->length == 0)
        return true;
    for (uint32_t i = 0; i < node->count; i++)
        if (each > 0 && child[i].length / each < need)
            return bind_fail(work, number, "a child of an Arrow array is too short");
    if (node->kind == ARROW_MAP)
        for (uint32_t i = 0; i < 2; i++)
            if (work->nodes->nodes[child->children + i].length < child->offset + child->length)
                return bind_fail(work, number, "a child of an Arrow array is too short");
    return true;
}

bool arrow_nodes_bind(struct arrow_nodes *nodes, const struct ArrowArray *array, struct arrow_fault *fault)
{
    struct bind_work work = {nodes, PyMem_RawCalloc(nodes->count, sizeof *work.arrays), fault};
    bool bound = work.arrays != NULL;
    *fault = (struct arrow_fault){NULL, NULL, 0};
    if (bound)
        work.arrays[0] = array;
    for (uint32_t i = 0; bound && i < nodes->count; i++)
        bound = bind_one(&work, i);
    for (uint32_t i = 0; bound && i < nodes->count; i++)
        bound = bind_children(&work, i);
    PyMem_RawFree((void *)work.arrays);
    return bound;
}
