/* column.c: the type Column: the values of one field in contiguous memory. */
#include "columns.h"

/* ---- the memory ------------------------------------------------------------- */

PyObject *column_buffer_new(struct native_state *state, struct column_memory *memory, uint8_t *bytes, size_t size)
{
    PyTypeObject *type = state->columns.buffer_type;
    struct column_buffer *self = (struct column_buffer *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->memory = memory;
    Py_XINCREF(memory);
    self->bytes = bytes;
    self->size = (Py_ssize_t)size;
    return (PyObject *)self;
}

static void column_buffer_dealloc(PyObject *o)
{
    struct column_buffer *self = (struct column_buffer *)o;
    pool_free(self->memory, self->bytes);
    Py_XDECREF(self->memory);
    common_free(o);
}

static int column_buffer_get(PyObject *o, Py_buffer *view, int flags)
{
    struct column_buffer *self = (struct column_buffer *)o;
    return PyBuffer_FillInfo(view, o, self->bytes, self->size, 1, flags);
}

static PyType_Slot column_buffer_slots[] = {
    {Py_tp_doc, (void *)"Memory of a Column."},
    {Py_tp_dealloc, column_buffer_dealloc},
    {Py_bf_getbuffer, column_buffer_get},
    {0, NULL},
};

PyType_Spec column_buffer_spec = {
    .name = "hayapack._ColumnBuffer",
    .basicsize = sizeof(struct column_buffer),
    .flags = Py_TPFLAGS_DEFAULT | NATIVE_NO_NEW,
    .slots = column_buffer_slots,
};

/* ---- Column ------------------------------------------------------------------- */

static int column_traverse(PyObject *o, visitproc visit, void *arg)
{
    struct column *self = (struct column *)o;
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(self->children); /* buffers and names cannot be part of a reference cycle */
    return 0;
}

static void column_dealloc(PyObject *o)
{
    struct column *self = (struct column *)o;
    PyObject_GC_UnTrack(o);
    if (self->weak != NULL)
        PyObject_ClearWeakRefs(o);
    Py_XDECREF(self->data);
    Py_XDECREF(self->offsets);
    Py_XDECREF(self->validity);
    Py_XDECREF(self->children);
    Py_XDECREF(self->names);
    common_free(o);
}

static Py_ssize_t column_length(PyObject *o)
{
    return ((struct column *)o)->length;
}

/* The format of memoryview for the values, as FORMATS in hayapack._values.shared_columns; NULL: they are no array. */
static char *column_format(enum column_type type)
{
    static char *const formats[COLUMN_TYPES] = {
        [COLUMN_INT64] = "q",  [COLUMN_FLOAT64] = "d", [COLUMN_BOOL] = "?",    [COLUMN_INT8] = "b",
        [COLUMN_INT16] = "h",  [COLUMN_INT32] = "i",   [COLUMN_UINT8] = "B",   [COLUMN_UINT16] = "H",
        [COLUMN_UINT32] = "I", [COLUMN_UINT64] = "Q",  [COLUMN_FLOAT32] = "f", [COLUMN_TIMESTAMP] = "q",
        [COLUMN_NAIVE] = "q",  [COLUMN_DATE32] = "i",  [COLUMN_TIME64] = "q",  [COLUMN_DURATION] = "q",
    };
    return formats[type];
}

/* Exports the values as a one-dimensional array. */
static int column_getbuffer(PyObject *o, Py_buffer *view, int flags)
{
    struct column *self = (struct column *)o;
    char *format = column_format(self->type);
    view->obj = NULL;
    if (format == NULL)
        return errors_raise(PyExc_BufferError,
                            "a column of this type is no array of numbers: use data, offsets, children");
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE)
        return errors_raise(PyExc_BufferError, "a Column can't be written to");
    view->obj = Py_NewRef(o);
    view->buf = (void *)column_bytes(self->data);
    view->len = ((struct column_buffer *)self->data)->size;
    view->readonly = 1;
    view->itemsize = self->length != 0 ? view->len / self->length : PyBuffer_SizeFromFormat(format);
    view->format = (flags & PyBUF_FORMAT) != 0 ? format : NULL;
    view->ndim = 1;
    view->shape = (flags & PyBUF_ND) != 0 ? &self->length : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &view->itemsize : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

/* ---- attributes ----------------------------------------------------------------- */

static PyObject *column_validity(PyObject *o, void *Py_UNUSED(unused))
{
    const struct column_buffer *bits = (const struct column_buffer *)((struct column *)o)->validity;
    return bits == NULL ? Py_NewRef(Py_None) : PyBytes_FromStringAndSize((const char *)bits->bytes, bits->size);
}

static PyGetSetDef column_getset[] = {
    {"validity", column_validity, NULL,
     "One bit per row, lowest bit first, 1 if the row has a value, as bytes; None: every row has one.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyObject *column_struct(PyObject *type, PyObject *args)
{
    Py_ssize_t rows;
    PyObject *names, *columns;
    if (!PyArg_ParseTuple(args, "nO!O!:_struct", &rows, &PyTuple_Type, &names, &PyTuple_Type, &columns))
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(columns); i++) {
        PyObject *column = PyTuple_GET_ITEM(columns, i);
        if (Py_TYPE(column) != (PyTypeObject *)type || ((struct column *)column)->length != rows)
            return PyErr_Format(PyExc_TypeError, "a value of Columns is no Column of its rows");
    }
    if (PyTuple_GET_SIZE(names) != PyTuple_GET_SIZE(columns))
        return PyErr_Format(PyExc_ValueError, "names and columns must be as many");
    struct column *self = (struct column *)((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
    if (self == NULL)
        return NULL;
    self->type = COLUMN_STRUCT;
    self->length = rows;
    self->children = Py_NewRef(columns);
    self->names = Py_NewRef(names);
    return (PyObject *)self;
}

static PyMethodDef column_methods[] = {
    {"_struct", column_struct, METH_VARARGS | METH_CLASS, NULL},
    {"__arrow_c_schema__", column_arrow_schema, METH_NOARGS, "The type, as an Arrow C capsule."},
    {"__arrow_c_array__", (PyCFunction)(void (*)(void))column_arrow_array, METH_VARARGS | METH_KEYWORDS,
     "The type and the values, as Arrow C capsules."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef column_members[] = {
    NATIVE_WEAK(struct column),
    {"_code", T_INT, offsetof(struct column, type), READONLY, NULL},
    {"_unit", T_INT, offsetof(struct column, unit), READONLY, NULL},
    {"_data", T_OBJECT, offsetof(struct column, data), READONLY, NULL},
    {"_offsets", T_OBJECT, offsetof(struct column, offsets), READONLY, NULL},
    {"_children", T_OBJECT, offsetof(struct column, children), READONLY, NULL},
    {"_names", T_OBJECT, offsetof(struct column, names), READONLY, NULL},
    {"null_count", T_PYSSIZET, offsetof(struct column, null_count), READONLY, "The number of rows without a value."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot column_slots[] = {
    {Py_tp_doc, (void *)"The values of one field of all rows in buffers: see columns()."},
    {Py_tp_traverse, column_traverse},
    {Py_tp_dealloc, column_dealloc},
    {Py_tp_methods, column_methods},
    {Py_tp_members, column_members},
    {Py_tp_getset, column_getset},
    {Py_sq_length, column_length},
    {Py_bf_getbuffer, column_getbuffer},
    {0, NULL},
};

PyType_Spec column_spec = {
    .name = "hayapack.Column",
    .basicsize = sizeof(struct column),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = column_slots,
};
