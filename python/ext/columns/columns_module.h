/* columns_module.h: registration of columns() and Column in the module. */
#ifndef HAYAPACK_COLUMNS_MODULE_H
#define HAYAPACK_COLUMNS_MODULE_H

#include "native.h"

/* Adds their types and functions. -1: an exception is set. */
int columns_add(PyObject *module, struct native_state *state);

/* Applies DO to each reference in the state that belongs to them. */
/* clang-format off */
#define COLUMNS_VISIT_ALL(state, DO)                                                       \
    do {                                                                                \
        DO((state)->column_type); DO((state)->column_buffer_type); DO((state)->column_error); \
        DO((state)->column_memory_type);                                                  \
        DO((state)->column_missing); DO((state)->column_plan); DO((state)->column_make);   \
    } while (0)
/* clang-format on */

#endif
