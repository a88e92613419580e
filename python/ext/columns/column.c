/* column.c: the type Column: the values of one field in contiguous memory. */
#include "columns.h"

PyObject *column_new(PyTypeObject *type, enum column_type kind, Py_ssize_t length, Py_ssize_t null_count,
                     PyObject *data, PyObject *offsets, PyObject *validity)
{
    struct column *self = (struct column *)type->tp_alloc(type, 0);
    if (self == NULL) {
        Py_DECREF(data);
        Py_XDECREF(offsets);
        Py_XDECREF(validity);
        return NULL;
    }
    self->type = kind;
    self->length = length;
    self->null_count = null_count;
    self->data = data;
    self->offsets = offsets;
    self->validity = validity;
    return (PyObject *)self;
}

static int column_traverse(PyObject *o, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(o)); /* bytes objects cannot be part of a reference cycle */
    return 0;
}

static void column_dealloc(PyObject *o)
{
    struct column *self = (struct column *)o;
    PyTypeObject *type = Py_TYPE(o);
    PyObject_GC_UnTrack(o);
    if (self->weak != NULL)
        PyObject_ClearWeakRefs(o);
    Py_XDECREF(self->data);
    Py_XDECREF(self->offsets);
    Py_XDECREF(self->validity);
    type->tp_free(o);
    Py_DECREF(type);
}

static Py_ssize_t column_length(PyObject *o)
{
    return ((struct column *)o)->length;
}

/* Exports the values as a one-dimensional array. */
static int column_getbuffer(PyObject *o, Py_buffer *view, int flags)
{
    static char *const formats[] = {"", "q", "d", "?"};
    struct column *self = (struct column *)o;
    view->obj = NULL;
    if (self->offsets != NULL) {
        PyErr_SetString(PyExc_BufferError, "a column of str or bytes has two buffers: data and offsets");
        return -1;
    }
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "a Column can't be written to");
        return -1;
    }
    view->obj = Py_NewRef(o);
    view->buf = PyBytes_AS_STRING(self->data);
    view->len = PyBytes_GET_SIZE(self->data);
    view->readonly = 1;
    view->itemsize = self->type == COLUMN_BOOL ? 1 : 8;
    view->format = (flags & PyBUF_FORMAT) != 0 ? formats[self->type] : NULL;
    view->ndim = 1;
    view->shape = (flags & PyBUF_ND) != 0 ? &self->length : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &view->itemsize : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

static PyObject *column_code(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((struct column *)o)->type);
}

static PyObject *column_nulls(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((struct column *)o)->null_count);
}

static PyObject *column_or_none(PyObject *o)
{
    return Py_NewRef(o != NULL ? o : Py_None);
}

static PyObject *column_data(PyObject *o, void *unused)
{
    (void)unused;
    return column_or_none(((struct column *)o)->data);
}

static PyObject *column_offsets(PyObject *o, void *unused)
{
    (void)unused;
    return column_or_none(((struct column *)o)->offsets);
}

static PyObject *column_validity(PyObject *o, void *unused)
{
    (void)unused;
    return column_or_none(((struct column *)o)->validity);
}

static PyGetSetDef column_getset[] = {
    {"_code", column_code, NULL, NULL, NULL},
    {"_data", column_data, NULL, NULL, NULL},
    {"_offsets", column_offsets, NULL, NULL, NULL},
    {"null_count", column_nulls, NULL, "The number of rows without a value.", NULL},
    {"validity", column_validity, NULL,
     "One bit per row, lowest bit first, 1 if the row has a value; None: every row has one.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef column_methods[] = {
    {"__arrow_c_schema__", column_arrow_schema, METH_NOARGS, "The type, as an Arrow C capsule."},
    {"__arrow_c_array__", (PyCFunction)(void (*)(void))column_arrow_array, METH_VARARGS | METH_KEYWORDS,
     "The type and the values, as Arrow C capsules."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef column_members[] = {
    NATIVE_WEAK(struct column),
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot column_slots[] = {
    {Py_tp_doc, (void *)"The values of one field of all rows in one buffer: see columns()."},
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
