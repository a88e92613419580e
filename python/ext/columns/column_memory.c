/* column_memory.c: the type ColumnMemory. */
#include "columns.h"

static PyObject *column_memory_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t limit;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "ColumnMemory() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "n:ColumnMemory", &limit))
        return NULL;
    PyObject *self = type->tp_alloc(type, 0);
    if (self != NULL && !pool_begin((struct column_memory *)self, limit < 0 ? 0 : (size_t)limit)) {
        Py_CLEAR(self);
        PyErr_NoMemory();
    }
    return self;
}

static void column_memory_dealloc(PyObject *o)
{
    pool_end((struct column_memory *)o);
    common_free(o);
}

static PyObject *column_memory_close(PyObject *o, PyObject *Py_UNUSED(unused))
{
    pool_close((struct column_memory *)o);
    Py_RETURN_NONE;
}

static PyObject *column_memory_columns(PyObject *o, PyObject *args, PyObject *kwargs)
{
    return columns_in(PyType_GetModuleState(Py_TYPE(o)), (struct column_memory *)o, args, kwargs);
}

static PyMethodDef column_memory_methods[] = {
    {"columns", (PyCFunction)(void (*)(void))column_memory_columns, METH_VARARGS | METH_KEYWORDS,
     "columns(...)\n--\n\nAs hayapack.columns(). The memory of these Columns is used again when they are gone."},
    {"close", column_memory_close, METH_NOARGS, "close()\n--\n\nFrees the memory that is kept, and keeps no more."},
    NATIVE_NO_COPIES,
    {NULL, NULL, 0, NULL},
};

static PyType_Slot column_memory_slots[] = {
    {Py_tp_doc, (void *)"ColumnMemory(limit)\n--\n\n"
                        "The memory of Columns that are read one after the other. At most limit bytes are kept.\n"
                        "Can be used by several threads at once."},
    {Py_tp_new, column_memory_new},
    {Py_tp_dealloc, column_memory_dealloc},
    {Py_tp_methods, column_memory_methods},
    {0, NULL},
};

PyType_Spec column_memory_spec = {
    .name = "hayapack._native.ColumnMemory",
    .basicsize = sizeof(struct column_memory),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = column_memory_slots,
};
