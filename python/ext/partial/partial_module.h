/* partial_module.h: registration of partial decoding (get, View) in the module. */
#ifndef HAYAPACK_PARTIAL_MODULE_H
#define HAYAPACK_PARTIAL_MODULE_H

#include "runtime/common.h"

struct native_state;

/* In the module's state; the last three, functions of hayapack._errors.path_steps, are NULL until they are needed. */
struct partial_references {
    PyTypeObject *source_type, *view_type, *map_view_type, *array_view_type, *iterator_type;
    PyObject *steps, *not_found, *missing_key;
};

/* Adds their types and functions. -1: an exception is set. */
int partial_add(PyObject *module, struct native_state *state);

/* Makes a type. face: NULL, or a Python class whose methods the type inherits, those that need not be fast.
 * no_new: Python code cannot instantiate it. */
PyTypeObject *partial_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base, PyObject *face, bool no_new);
/* Sets *to[i] to the attribute names[i] of a Python module. -1: an exception is set. */
int partial_import(const char *module, const char *const *names, PyObject **const *to, size_t n);

#endif
