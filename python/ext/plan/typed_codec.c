/* typed_codec.c: what the classes Decoder and Encoder have in common: plan.h. */
#include "plan/plan.h"

void *typed_codec_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const char *module, const char *name,
                      struct native_state **state)
{
    PyObject *own = native_module_of(type), *pure = own != NULL ? native_import(module, name) : NULL;
    struct typed_codec *self = pure != NULL ? (struct typed_codec *)type->tp_alloc(type, 0) : NULL;
    *state = own != NULL ? PyModule_GetState(own) : NULL;
    if (self != NULL && (self->pure = PyObject_Call(pure, args, kwargs)) == NULL)
        Py_CLEAR(self);
    Py_XDECREF(pure);
    return self;
}

PyObject *typed_codec_repr(PyObject *op)
{
    return PyObject_Repr(((struct typed_codec *)op)->pure);
}

int typed_codec_traverse(PyObject *op, visitproc visit, void *arg)
{
    struct typed_codec *self = (struct typed_codec *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->pure);
    Py_VISIT(self->plan);
    return 0;
}

void typed_codec_dealloc(PyObject *op)
{
    struct typed_codec *self = (struct typed_codec *)op;
    PyObject_GC_UnTrack(op);
    if (self->weak != NULL)
        PyObject_ClearWeakRefs(op);
    Py_XDECREF(self->pure);
    Py_XDECREF(self->plan);
    common_free(op);
}

PyMemberDef typed_codec_members[] = {
    NATIVE_WEAK(struct typed_codec),
    {NULL, 0, 0, 0, NULL},
};
