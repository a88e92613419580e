/* column_plan.c: the plan of hayapack._values.shared_columns -> nodes. */
#include "columns.h"

#include "map_keys.h"

static long column_plan_number(PyObject *node, Py_ssize_t i)
{
    return PyLong_AsLong(PyTuple_GET_ITEM(node, i));
}

static struct column_builder *column_plan_one(struct column_builder *parent, PyObject *name, enum column_type type,
                                              enum column_unit unit)
{
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner;
    if (partial_text(name, &bytes, &n, &owner) < 0)
        return NULL;
    struct column_builder *node = NULL;
    if ((uint64_t)n > UINT32_MAX)
        PyErr_SetString(PyExc_ValueError, "the name of a field has more than 2**32-1 bytes");
    else if ((node = builder_new(parent, type, unit, (const uint8_t *)bytes, (uint32_t)n, PyBytes_Check(name))) == NULL)
        PyErr_NoMemory();
    Py_XDECREF(owner);
    return node;
}

/* The child of a PATH that leads on, which may exist. */
static struct column_builder *column_plan_path(struct column_builder *parent, PyObject *name)
{
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner;
    struct column_builder *found = NULL;
    if (partial_text(name, &bytes, &n, &owner) < 0)
        return NULL;
    for (uint32_t i = 0; i < parent->child_count && found == NULL; i++) {
        struct column_builder *child = parent->children[i];
        if (child->type == COLUMN_PATH && child->bin == (bool)PyBytes_Check(name) && child->name_size == (size_t)n &&
            memcmp(child->name, bytes, (size_t)n) == 0)
            found = child;
    }
    Py_XDECREF(owner);
    return found != NULL ? found : column_plan_one(parent, name, COLUMN_PATH, COLUMN_S);
}

/* A pending type: its plan, and its node. */
struct column_plan_frame {
    PyObject *children; /* borrowed */
    Py_ssize_t next;
    struct column_builder *node;
};

static int column_plan_begin(struct column_builder *node, uint64_t seed)
{
    if (node->type != COLUMN_DICTIONARY)
        return 0;
    if (dictionary_new(node, seed))
        return 0;
    return errors_no_memory();
}

/* The nodes of one field's type. NULL: an exception is set. */
static struct column_builder *column_plan_type(struct column_builder *parent, PyObject *name, PyObject *plan,
                                               uint64_t seed)
{
    struct column_plan_frame stack[COLUMN_NESTED + 2];
    size_t depth = 1;
    struct column_builder *first = column_plan_one(parent, name, (enum column_type)column_plan_number(plan, 0),
                                                   (enum column_unit)column_plan_number(plan, 1));
    if (first == NULL || column_plan_begin(first, seed) < 0)
        return NULL;
    stack[0] = (struct column_plan_frame){PyTuple_GET_ITEM(plan, 2), 0, first};
    while (depth > 0) {
        struct column_plan_frame *top = &stack[depth - 1];
        if (top->next == PyTuple_GET_SIZE(top->children)) {
            if (top->node->type == COLUMN_STRUCT && !map_keys_set(top->node)) {
                PyErr_NoMemory();
                return NULL;
            }
            depth--;
            continue;
        }
        PyObject *pair = PyTuple_GET_ITEM(top->children, top->next++);
        PyObject *inner = PyTuple_GET_ITEM(pair, 1);
        struct column_builder *node =
            column_plan_one(top->node, PyTuple_GET_ITEM(pair, 0), (enum column_type)column_plan_number(inner, 0),
                            (enum column_unit)column_plan_number(inner, 1));
        if (node == NULL || column_plan_begin(node, seed) < 0)
            return NULL;
        if (depth == sizeof stack / sizeof *stack) {
            PyErr_SetString(PyExc_SystemError, "hayapack: a plan of columns is too deep");
            return NULL;
        }
        stack[depth++] = (struct column_plan_frame){PyTuple_GET_ITEM(inner, 2), 0, node};
    }
    return first;
}

/* A number that senders do not know: hashes of strs and bytes depend on the process's own secret. */
static int column_plan_seed(uint64_t *seed)
{
    PyObject *text = PyBytes_FromString("hayapack columns");
    Py_hash_t hash = text != NULL ? PyObject_Hash(text) : -1;
    Py_XDECREF(text);
    *seed = (uint64_t)hash;
    return text == NULL ? -1 : 0;
}

static int column_plan_field(struct read_state *t, size_t i, PyObject *field, uint64_t seed)
{
    PyObject *steps = PyTuple_GET_ITEM(field, 2);
    const Py_ssize_t count = PyTuple_GET_SIZE(steps);
    struct column_builder *parent = t->root;
    for (Py_ssize_t step = 0; step + 1 < count; step++)
        if ((parent = column_plan_path(parent, PyTuple_GET_ITEM(steps, step))) == NULL)
            return -1;
    PyObject *name = count == 0 ? PyTuple_GET_ITEM(field, 1) : PyTuple_GET_ITEM(steps, count - 1);
    t->columns[i] = column_plan_type(parent, name, PyTuple_GET_ITEM(field, 3), seed);
    if (t->columns[i] == NULL)
        return -1;
    if (count == 0) {
        t->columns[i]->event = true;
        t->event_time = t->columns[i];
    }
    return 0;
}

int column_plan_make(struct read_state *t, PyObject *plan, struct column_memory *memory)
{
    uint64_t seed;
    t->column_count = (size_t)PyTuple_GET_SIZE(plan);
    t->columns = PyMem_RawCalloc(t->column_count + 1, sizeof *t->columns);
    t->root = builder_root(memory);
    if (t->columns == NULL || t->root == NULL)
        return errors_no_memory();
    if (column_plan_seed(&seed) < 0)
        return -1;
    for (size_t i = 0; i < t->column_count; i++)
        if (column_plan_field(t, i, PyTuple_GET_ITEM(plan, (Py_ssize_t)i), seed) < 0)
            return -1;
    for (struct column_builder *node = t->root; node != NULL; node = node->next)
        if (node->type == COLUMN_PATH && !map_keys_set(node))
            return errors_no_memory();
    return 0;
}

void column_plan_free(struct read_state *t)
{
    builder_free_all(t->root);
    PyMem_RawFree(t->columns);
    t->root = NULL;
    t->columns = NULL;
}
