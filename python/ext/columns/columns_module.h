/* columns_module.h: registration of columns() and Column in the module. */
#ifndef HAYAPACK_COLUMNS_MODULE_H
#define HAYAPACK_COLUMNS_MODULE_H

#include "runtime/common.h"

struct native_state;

/* In the module's state. */
struct columns_references {
    PyTypeObject *type, *buffer_type, *memory_type;
    PyObject *error, *missing, *plan, *make;
};

/* Adds their types and functions. -1: an exception is set. */
int columns_add(PyObject *module, struct native_state *state);

#endif
