/* finish_columns.c: nodes -> Column objects. */
#include "columns.h"

/* Gives a buffer of a node to a Python object. *to: NULL if there is none. -1: an exception is set. */
static int finish_buffer(struct native_state *state, struct column_builder *node, uint8_t **bytes, size_t size,
                         PyObject **to)
{
    struct column_memory *memory = builder_memory(node);
    if (*bytes == NULL) { /* without a value: zeros */
        if ((*bytes = pool_grow(NULL, NULL, 0, size + 8, size + 8)) == NULL)
            return errors_no_memory();
        memset(*bytes, 0, size + 8);
    }
    *bytes = pool_fit(memory, *bytes, size + 8);
    *to = column_buffer_new(state, memory, *bytes, size);
    if (*to == NULL)
        return -1;
    *bytes = NULL;
    return 0;
}

static PyObject *finish_name(const struct column_builder *node)
{
    const char *name = (const char *)node->name;
    return node->bin ? PyBytes_FromStringAndSize(name, node->name_size)
                     : PyUnicode_DecodeUTF8(name, node->name_size, "surrogateescape");
}

/* Makes the buffers of a column. -1: an exception is set. */
static int finish_buffers(struct native_state *state, struct column_builder *node, struct column *column)
{
    const size_t length = node->length;
    if (node->offset_width != 0 &&
        finish_buffer(state, node, &node->offsets, node->offset_width * (length + 1), &column->offsets) < 0)
        return -1;
    if (node->width != 0 && finish_buffer(state, node, &node->data, node->width * length, &column->data) < 0)
        return -1;
    if (builder_holds_text(node->type) && finish_buffer(state, node, &node->data, node->used, &column->data) < 0)
        return -1;
    if (node->null_count != 0 && node->validity != NULL)
        return finish_buffer(state, node, &node->validity, (length + 7) / 8, &column->validity);
    return 0;
}

/* Makes the Column of a node whose children have theirs in their `made`. */
static PyObject *finish_one(struct native_state *state, struct column_builder *node)
{
    struct column *column = (struct column *)state->columns.type->tp_alloc(state->columns.type, 0);
    if (column == NULL)
        return NULL;
    column->type = node->type;
    column->unit = node->unit;
    column->length = (Py_ssize_t)node->length;
    column->null_count = (Py_ssize_t)node->null_count;
    column->children = PyTuple_New(node->child_count);
    column->names = PyTuple_New(node->child_count);
    if (column->children == NULL || column->names == NULL || finish_buffers(state, node, column) < 0)
        goto failed;
    for (uint32_t i = 0; i < node->child_count; i++) {
        PyObject *name = finish_name(node->children[i]);
        if (name == NULL)
            goto failed;
        PyTuple_SET_ITEM(column->names, i, name);
        PyTuple_SET_ITEM(column->children, i, node->children[i]->made);
        node->children[i]->made = NULL;
    }
    return (PyObject *)column;
failed:
    Py_DECREF(column);
    return NULL;
}

/* Columns without a value have no type: at the top they are float64, inside others null. */
static int finish_type(struct column_builder *node)
{
    if (node->type != COLUMN_UNKNOWN)
        return 0;
    const bool top = node->parent->type == COLUMN_PATH;
    if (builder_set_type(node, top ? COLUMN_FLOAT64 : COLUMN_NULL, COLUMN_S))
        return 0;
    return errors_no_memory();
}

/* Makes the Columns of all nodes, children first. -1: an exception is set. */
static int finish_nodes(struct native_state *state, struct read_state *t)
{
    size_t count = 0, i;
    for (struct column_builder *node = t->root; node != NULL; node = node->next)
        count++;
    struct column_builder **order = PyMem_RawMalloc(count * sizeof *order);
    if (order == NULL)
        return errors_no_memory();
    i = 0;
    for (struct column_builder *node = t->root; node != NULL; node = node->next)
        order[i++] = node;
    int status = 0;
    while (status == 0 && i-- > 0) {
        struct column_builder *node = order[i];
        if (node->type == COLUMN_PATH)
            continue;
        status = finish_type(node);
        if (status == 0 && (node->made = finish_one(state, node)) == NULL)
            status = -1;
    }
    PyMem_RawFree(order);
    return status;
}

PyObject *finish_columns(struct native_state *state, struct read_state *t, PyObject *plan)
{
    PyObject *batch = PyObject_GetAttrString((PyObject *)state->columns.type, "_struct");
    PyObject *result = batch == NULL ? NULL
                                     : PyObject_CallFunction(state->columns.make, "Onnn", batch, (Py_ssize_t)t->rows,
                                                             (Py_ssize_t)t->skipped, (Py_ssize_t)t->nulled);
    int status = result == NULL ? -1 : finish_nodes(state, t);
    for (size_t i = 0; status == 0 && i < t->column_count; i++)
        status =
            PyDict_SetItem(result, PyTuple_GET_ITEM(PyTuple_GET_ITEM(plan, (Py_ssize_t)i), 0), t->columns[i]->made);
    for (struct column_builder *node = t->root; node != NULL; node = node->next)
        Py_CLEAR(node->made);
    Py_XDECREF(batch);
    if (status < 0)
        Py_CLEAR(result);
    return result;
}
