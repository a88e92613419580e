/* infer_known_types.c: the types of infer_known.c, of the tuples that describe them. */
#include "infer_known.h"

#include <stdlib.h>

#define KNOWN_MOST 10000000 /* types in all */

static int known_sort(const void *a, const void *b)
{
    const struct known_node *node = b;
    return known_compare(a, node->name, node->name_size, node->bin);
}

static int known_bad(void)
{
    return errors_raise(PyExc_TypeError, "types must be (kind, bits, names, types inside)");
}

/* Makes the node of its tuple, with `count` nodes inside. -1: an exception is set. */
static int known_describe(struct known_node *node, PyObject **names, PyObject **inside)
{
    int kind, bits;
    if (!PyTuple_Check(node->made_of))
        return known_bad();
    if (!PyArg_ParseTuple(node->made_of, "iiO!O!", &kind, &bits, &PyTuple_Type, names, &PyTuple_Type, inside))
        return -1;
    const Py_ssize_t count = PyTuple_GET_SIZE(*inside);
    const Py_ssize_t need = kind == KNOWN_ARRAY ? 1 : kind == KNOWN_PAIRS ? 2 : kind == KNOWN_MAP ? count : 0;
    if (kind < 0 || kind >= KNOWN_KINDS || count != need || count > KNOWN_MOST ||
        PyTuple_GET_SIZE(*names) != (kind == KNOWN_MAP ? count : 0))
        return known_bad();
    node->kind = (uint8_t)kind;
    node->bits = (uint8_t)bits;
    node->count = (uint32_t)count;
    node->head = node->next = KNOWN_NONE;
    return 0;
}

static int known_name(struct known_node *node, PyObject *name)
{
    Py_ssize_t size;
    if (PyBytes_Check(name)) {
        node->bin = true;
        node->name = (const uint8_t *)PyBytes_AS_STRING(name);
        size = PyBytes_GET_SIZE(name);
    } else if ((node->name = (const uint8_t *)PyUnicode_AsUTF8AndSize(name, &size)) == NULL) {
        return -1;
    }
    node->name_size = (size_t)size;
    return 0;
}

/* Nodes that grow. */
struct known_list {
    struct known_node *nodes;
    uint32_t count, capacity;
};

/* Appends `count` nodes. -1: an exception is set. */
static int known_append(struct known_list *list, uint32_t count)
{
    if (count > KNOWN_MOST - list->count)
        return known_bad();
    if (count > list->capacity - list->count) {
        const uint32_t capacity = (list->count + count) * 2;
        struct known_node *grown = PyMem_RawRealloc(list->nodes, capacity * sizeof *grown);
        if (grown == NULL)
            return errors_no_memory();
        list->nodes = grown;
        list->capacity = capacity;
    }
    memset(&list->nodes[list->count], 0, count * sizeof *list->nodes);
    list->count += count;
    return 0;
}

/* Makes the nodes inside node i, whose tuples they get. -1: an exception is set. */
static int known_expand(struct known_list *list, uint32_t i, bool ordered)
{
    PyObject *names, *inside;
    const uint32_t first = list->count;
    if (known_describe(&list->nodes[i], &names, &inside) < 0 || known_append(list, list->nodes[i].count) < 0)
        return -1;
    struct known_node *node = &list->nodes[i], *nodes = &list->nodes[first];
    node->first = first;
    for (uint32_t j = 0; j < node->count; j++) {
        nodes[j].made_of = PyTuple_GET_ITEM(inside, j);
        nodes[j].depth = node->depth < KNOWN_DEPTH ? node->depth + 1 : KNOWN_DEPTH;
        if (node->kind == KNOWN_MAP && known_name(&nodes[j], PyTuple_GET_ITEM(names, j)) < 0)
            return -1;
    }
    if (node->kind == KNOWN_MAP && !ordered)
        qsort(nodes, node->count, sizeof *nodes, known_sort);
    return 0;
}

struct known_node *known_make(PyObject *types, bool ordered)
{
    struct known_list list = {NULL, 0, 0};
    int status = known_append(&list, 1);
    if (status == 0)
        list.nodes[0].made_of = types;
    for (uint32_t i = 0; status == 0 && i < list.count; i++)
        status = known_expand(&list, i, ordered && i == 0);
    if (status == 0 && list.nodes[0].kind != KNOWN_MAP)
        status = known_bad();
    if (status < 0) {
        PyMem_RawFree(list.nodes);
        return NULL;
    }
    return list.nodes;
}
