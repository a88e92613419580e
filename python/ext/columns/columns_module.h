/* columns_module.h: registration of columns() and Column in the module. */
#ifndef HAYAPACK_COLUMNS_MODULE_H
#define HAYAPACK_COLUMNS_MODULE_H

#include "native.h"

/* Adds their types and functions. -1: an exception is set. */
int columns_add(PyObject *module, struct native_state *state);

#endif
