/*
 * column_arrow.c: exports a Column by the Arrow C data interface.
 *
 * The two structs are defined by that interface's ABI, which does not change. A
 * consumer takes over the struct in a capsule by setting its `release` to NULL.
 */
#include "columns.h"

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#define ARROW_NULLABLE 2

/* What an exported array owns: the column that owns its buffers, or copies of them. */
struct arrow_held {
    const void *buffers[3];
    void *copies[3];
    PyObject *column; /* or NULL */
};

/* ---- schemas ------------------------------------------------------------ */

static void arrow_release_schema(struct ArrowSchema *schema)
{
    schema->release = NULL; /* all data is static */
}

static void arrow_drop_schema(PyObject *capsule)
{
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release != NULL)
        schema->release(schema);
    PyMem_RawFree(schema);
}

PyObject *column_arrow_schema(PyObject *o, PyObject *unused)
{
    static const char *const formats[] = {"", "l", "g", "b", "U", "Z"}; /* U, Z: with offsets of 64 bits */
    struct ArrowSchema *schema = PyMem_RawCalloc(1, sizeof *schema);
    (void)unused;
    if (schema == NULL)
        return PyErr_NoMemory();
    schema->format = formats[((struct column *)o)->type];
    schema->name = "";
    schema->flags = ARROW_NULLABLE;
    schema->release = arrow_release_schema;
    PyObject *capsule = PyCapsule_New(schema, "arrow_schema", arrow_drop_schema);
    if (capsule == NULL)
        PyMem_RawFree(schema);
    return capsule;
}

/* ---- arrays ------------------------------------------------------------- */

static void arrow_free(struct arrow_held *held)
{
    if (held == NULL)
        return;
    for (int i = 0; i < 3; i++)
        PyMem_RawFree(held->copies[i]);
    PyMem_RawFree(held);
}

/* May be called by a thread without a Python thread state. */
static void arrow_release_array(struct ArrowArray *array)
{
    struct arrow_held *held = array->private_data;
    if (held->column != NULL && Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        Py_DECREF(held->column);
        PyGILState_Release(state);
    }
    arrow_free(held);
    array->release = NULL;
}

static void arrow_drop_array(PyObject *capsule)
{
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array->release != NULL)
        array->release(array);
    PyMem_RawFree(array);
}

/* Arrow stores bools as bits. A new buffer; NULL: no memory. */
static void *arrow_bits(const struct column *column)
{
    const char *bytes = PyBytes_AS_STRING(column->data);
    uint8_t *bits = PyMem_RawCalloc((size_t)column->length / 8 + 1, 1);
    for (Py_ssize_t i = 0; bits != NULL && i < column->length; i++)
        bits[i >> 3] |= (uint8_t)((bytes[i] != 0) << (i & 7));
    return bits;
}

/* Sets buffer i: the memory of the bytes object or, with `copy`, a copy of it. */
static bool arrow_buffer(struct arrow_held *held, int i, PyObject *bytes, bool copy)
{
    if (bytes == NULL)
        return true;
    held->buffers[i] = PyBytes_AS_STRING(bytes);
    if (!copy)
        return true;
    size_t size = (size_t)PyBytes_GET_SIZE(bytes);
    held->copies[i] = PyMem_RawMalloc(size + 1);
    if (held->copies[i] != NULL)
        memcpy(held->copies[i], PyBytes_AS_STRING(bytes), size);
    held->buffers[i] = held->copies[i];
    return held->copies[i] != NULL;
}

/* The owner of an exported array. An array may be released by any thread, which can only acquire the GIL of the
 * main interpreter; so columns of other interpreters are copied. */
static struct arrow_held *arrow_hold(struct column *column)
{
    bool copy = PyInterpreterState_Get() != PyInterpreterState_Main();
    bool text = column->offsets != NULL, held_all;
    struct arrow_held *held = PyMem_RawCalloc(1, sizeof *held);
    if (held == NULL)
        return NULL;
    held_all = arrow_buffer(held, 0, column->validity, copy);
    if (column->type == COLUMN_BOOL) {
        held->copies[1] = arrow_bits(column);
        held->buffers[1] = held->copies[1];
        held_all = held_all && held->copies[1] != NULL;
    } else {
        held_all = held_all && arrow_buffer(held, 1, text ? column->offsets : column->data, copy) &&
                   arrow_buffer(held, 2, text ? column->data : NULL, copy);
    }
    if (!held_all) {
        arrow_free(held);
        return NULL;
    }
    held->column = copy ? NULL : Py_NewRef(column);
    return held;
}

static PyObject *arrow_array(struct column *column)
{
    struct ArrowArray *array = PyMem_RawCalloc(1, sizeof *array);
    struct arrow_held *held = array != NULL ? arrow_hold(column) : NULL;
    if (held == NULL) {
        PyMem_RawFree(array);
        return PyErr_NoMemory();
    }
    array->length = column->length;
    array->null_count = column->null_count;
    array->n_buffers = column->offsets != NULL ? 3 : 2;
    array->buffers = held->buffers;
    array->private_data = held;
    array->release = arrow_release_array;
    PyObject *capsule = PyCapsule_New(array, "arrow_array", arrow_drop_array);
    if (capsule == NULL) {
        arrow_release_array(array);
        PyMem_RawFree(array);
    }
    return capsule;
}

PyObject *column_arrow_array(PyObject *o, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested = Py_None; /* ignored: the interface allows any schema */
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:__arrow_c_array__", names, &requested))
        return NULL;
    PyObject *schema = column_arrow_schema(o, NULL);
    PyObject *array = schema != NULL ? arrow_array((struct column *)o) : NULL;
    PyObject *pair = array != NULL ? PyTuple_Pack(2, schema, array) : NULL;
    Py_XDECREF(schema);
    Py_XDECREF(array);
    return pair;
}
