/* plan.c: the plan of hayapack._values.columns -> nodes. */
#include "columns.h"

#include "columns_keys.h"

static long plan_number(PyObject *node, Py_ssize_t i)
{
    return PyLong_AsLong(PyTuple_GET_ITEM(node, i));
}

/* The bytes of a name, a str or bytes. They belong to the name or to *owner. -1: an exception is set. */
static int plan_name(PyObject *name, const char **bytes, Py_ssize_t *n, PyObject **owner)
{
    *owner = NULL;
    if (!PyBytes_Check(name))
        return partial_text(name, bytes, n, owner);
    *bytes = PyBytes_AS_STRING(name);
    *n = PyBytes_GET_SIZE(name);
    return 0;
}

static struct node *plan_node(struct node *parent, PyObject *name, enum column_type type, enum column_unit unit)
{
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner;
    if (plan_name(name, &bytes, &n, &owner) < 0)
        return NULL;
    struct node *node = NULL;
    if ((uint64_t)n > UINT32_MAX)
        PyErr_SetString(PyExc_ValueError, "the name of a field has more than 2**32-1 bytes");
    else if ((node = node_new(parent, type, unit, (const uint8_t *)bytes, (uint32_t)n, PyBytes_Check(name))) == NULL)
        PyErr_NoMemory();
    Py_XDECREF(owner);
    return node;
}

/* The child of a PATH that leads on, which may exist. */
static struct node *plan_path(struct node *parent, PyObject *name)
{
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner;
    struct node *found = NULL;
    if (plan_name(name, &bytes, &n, &owner) < 0)
        return NULL;
    for (uint32_t i = 0; i < parent->child_count && found == NULL; i++) {
        struct node *child = parent->children[i];
        if (child->type == COLUMN_PATH && child->bin == (bool)PyBytes_Check(name) &&
            child->name_size == (size_t)n && memcmp(child->name, bytes, (size_t)n) == 0)
            found = child;
    }
    Py_XDECREF(owner);
    return found != NULL ? found : plan_node(parent, name, COLUMN_PATH, COLUMN_S);
}

/* A pending type: its plan, and its node. */
struct plan_frame {
    PyObject *children; /* borrowed */
    Py_ssize_t next;
    struct node *node;
};

static int plan_begin(struct node *node, uint64_t seed)
{
    if (node->type != COLUMN_DICTIONARY)
        return 0;
    if (!node_new_dictionary(node)) {
        PyErr_NoMemory();
        return -1;
    }
    node_seed(node, seed);
    return 0;
}

/* The nodes of one field's type. NULL: an exception is set. */
static struct node *plan_type(struct node *parent, PyObject *name, PyObject *plan, uint64_t seed)
{
    struct plan_frame stack[COLUMN_NESTED + 2];
    size_t depth = 1;
    struct node *first = plan_node(parent, name, (enum column_type)plan_number(plan, 0),
                                   (enum column_unit)plan_number(plan, 1));
    if (first == NULL || plan_begin(first, seed) < 0)
        return NULL;
    stack[0] = (struct plan_frame){PyTuple_GET_ITEM(plan, 2), 0, first};
    while (depth > 0) {
        struct plan_frame *top = &stack[depth - 1];
        if (top->next == PyTuple_GET_SIZE(top->children)) {
            if (top->node->type == COLUMN_STRUCT && !node_set_keys(top->node)) {
                PyErr_NoMemory();
                return NULL;
            }
            depth--;
            continue;
        }
        PyObject *pair = PyTuple_GET_ITEM(top->children, top->next++);
        PyObject *inner = PyTuple_GET_ITEM(pair, 1);
        struct node *node = plan_node(top->node, PyTuple_GET_ITEM(pair, 0), (enum column_type)plan_number(inner, 0),
                                      (enum column_unit)plan_number(inner, 1));
        if (node == NULL || plan_begin(node, seed) < 0)
            return NULL;
        if (depth == sizeof stack / sizeof *stack) {
            PyErr_SetString(PyExc_SystemError, "hayapack: a plan of columns is too deep");
            return NULL;
        }
        stack[depth++] = (struct plan_frame){PyTuple_GET_ITEM(inner, 2), 0, node};
    }
    return first;
}

/* A number that senders do not know: hashes of strs and bytes depend on the process's own secret. */
static int plan_seed(uint64_t *seed)
{
    PyObject *text = PyBytes_FromString("hayapack.columns");
    Py_hash_t hash = text != NULL ? PyObject_Hash(text) : -1;
    Py_XDECREF(text);
    *seed = (uint64_t)hash;
    return text == NULL ? -1 : 0;
}

static int plan_field(struct table *t, size_t i, PyObject *field, uint64_t seed)
{
    PyObject *steps = PyTuple_GET_ITEM(field, 2);
    const Py_ssize_t count = PyTuple_GET_SIZE(steps);
    struct node *parent = t->root;
    for (Py_ssize_t step = 0; step + 1 < count; step++)
        if ((parent = plan_path(parent, PyTuple_GET_ITEM(steps, step))) == NULL)
            return -1;
    PyObject *name = count == 0 ? PyTuple_GET_ITEM(field, 1) : PyTuple_GET_ITEM(steps, count - 1);
    t->columns[i] = plan_type(parent, name, PyTuple_GET_ITEM(field, 3), seed);
    if (t->columns[i] == NULL)
        return -1;
    if (count == 0) {
        t->columns[i]->event = true;
        t->event_time = t->columns[i];
    }
    return 0;
}

int plan_nodes(struct native_state *state, struct table *t, PyObject *plan)
{
    uint64_t seed;
    (void)state;
    t->column_count = (size_t)PyTuple_GET_SIZE(plan);
    t->columns = PyMem_RawCalloc(t->column_count + 1, sizeof *t->columns);
    t->root = node_new(NULL, COLUMN_PATH, COLUMN_S, NULL, 0, false);
    if (t->columns == NULL || t->root == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (plan_seed(&seed) < 0)
        return -1;
    for (size_t i = 0; i < t->column_count; i++)
        if (plan_field(t, i, PyTuple_GET_ITEM(plan, (Py_ssize_t)i), seed) < 0)
            return -1;
    for (struct node *node = t->root; node != NULL; node = node->next)
        if (node->type == COLUMN_PATH && !node_set_keys(node)) {
            PyErr_NoMemory();
            return -1;
        }
    return 0;
}

void plan_free(struct table *t)
{
    node_free_all(t->root);
    PyMem_RawFree(t->columns);
    t->root = NULL;
    t->columns = NULL;
}
