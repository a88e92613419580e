/* partial_module.c: registers the types and functions of partial decoding. */
#include "get.h"
#include "partial_module.h"
#include "view.h"

static PyMethodDef partial_methods[] = {
    {"get", (PyCFunction)(void (*)(void))get_function, METH_FASTCALL | METH_KEYWORDS, get_doc},
    {NULL, NULL, 0, NULL},
};

PyTypeObject *partial_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base, PyObject *face, bool no_new)
{
    PyObject *bases = face == NULL ? NULL : PyTuple_Pack(2, face, (PyObject *)base);
    if (face != NULL && bases == NULL)
        return NULL;
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && no_new)
        type->tp_new = NULL;
#else
    (void)no_new; /* the spec has the flag NATIVE_NO_NEW */
#endif
    return type;
}

int partial_import(const char *module, const char *const *names, PyObject **const *to, size_t n)
{
    PyObject *found = PyImport_ImportModule(module);
    int status = found == NULL ? -1 : 0;
    for (size_t i = 0; status == 0 && i < n; i++)
        if ((*to[i] = PyObject_GetAttrString(found, names[i])) == NULL)
            status = -1;
    Py_XDECREF(found);
    return status;
}

static int partial_types(PyObject *module, struct native_state *state)
{
    PyObject *map_face = NULL, *array_face = NULL, *announce = NULL, *done = NULL;
    const char *const names[] = {"MapFace", "ArrayFace", "announce"};
    PyObject **const to[] = {&map_face, &array_face, &announce};
    int status = -1;
    if (partial_import("hayapack._values.shared_views", names, to, 3) < 0 ||
        (state->partial.source_type = partial_type(module, &partial_source_spec, NULL, NULL, true)) == NULL ||
        (state->partial.iterator_type = partial_type(module, &view_iterator_spec, NULL, NULL, true)) == NULL ||
        (state->partial.view_type = partial_type(module, &view_spec, NULL, NULL, false)) == NULL ||
        (state->partial.map_view_type =
             partial_type(module, &map_view_spec, state->partial.view_type, map_face, false)) == NULL ||
        (state->partial.array_view_type =
             partial_type(module, &array_view_spec, state->partial.view_type, array_face, false)) == NULL)
        goto out;
    done = PyObject_CallFunctionObjArgs(announce, (PyObject *)state->partial.map_view_type,
                                        (PyObject *)state->partial.array_view_type, NULL);
    if (done != NULL && PyModule_AddType(module, state->partial.view_type) == 0 &&
        PyModule_AddType(module, state->partial.map_view_type) == 0 &&
        PyModule_AddType(module, state->partial.array_view_type) == 0)
        status = 0;
out:
    Py_XDECREF(map_face);
    Py_XDECREF(array_face);
    Py_XDECREF(announce);
    Py_XDECREF(done);
    return status;
}

int partial_add(PyObject *module, struct native_state *state)
{
    return partial_types(module, state) < 0 || PyModule_AddFunctions(module, partial_methods) < 0 ? -1 : 0;
}
