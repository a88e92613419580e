/* imports.c: what this module takes from Python modules, and how its types find the module itself. */
#include "native.h"

PyObject *native_import(const char *module, const char *name)
{
    PyObject *found = PyImport_ImportModule(module);
    PyObject *attribute = found != NULL ? PyObject_GetAttrString(found, name) : NULL;
    Py_XDECREF(found);
    return attribute;
}

PyObject *native_call(const char *module, const char *name, PyObject *argument)
{
    PyObject *function = native_import(module, name);
    PyObject *result = function != NULL ? PyObject_CallOneArg(function, argument) : NULL;
    Py_XDECREF(function);
    return result;
}

PyObject *native_imported(PyObject **place, const char *module, const char *name)
{
    PyObject *kept = threads_load(place);
    return kept != NULL ? kept : threads_publish(place, native_import(module, name));
}

PyObject *native_type_registry(struct native_state *state)
{
    if (native_imported(&state->misfit, "hayapack._values.typed_classes", "Misfit") == NULL)
        return NULL;
    return native_imported(&state->type_registry, "hayapack.typeless", "TypeRegistry");
}

PyObject *native_refuse_copy(PyObject *op, PyObject *Py_UNUSED(none))
{
    const char *name = Py_TYPE(op)->tp_name, *dot = strrchr(name, '.');
    return PyErr_Format(PyExc_TypeError, "a %s can't be copied or pickled: make a new one with the same options",
                        dot != NULL ? dot + 1 : name);
}

PyObject *native_module_of(PyTypeObject *type)
{
    for (; type != NULL; type = type->tp_base) {
        PyObject *module = type->tp_flags & Py_TPFLAGS_HEAPTYPE ? ((PyHeapTypeObject *)type)->ht_module : NULL;
        if (module != NULL && PyModule_Check(module) && PyModule_GetDef(module) == &native_module)
            return module;
    }
    return PyErr_Format(PyExc_SystemError, "hayapack: a type without its module");
}
