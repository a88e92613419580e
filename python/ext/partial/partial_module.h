/* partial_module.h: registration of partial decoding (get, View, columns) in the module. */
#ifndef HAYAPACK_PARTIAL_MODULE_H
#define HAYAPACK_PARTIAL_MODULE_H

#include "native.h"

/* Adds their types and functions. -1: an exception is set. */
int partial_add(PyObject *module, struct native_state *state);

/* Applies DO to each reference in the state that belongs to them. */
/* clang-format off */
#define PARTIAL_VISIT_ALL(state, DO)                                                       \
    do {                                                                                \
        DO((state)->partial_source_type); DO((state)->view_type);                          \
        DO((state)->map_view_type); DO((state)->array_view_type);                       \
        DO((state)->view_iterator_type); DO((state)->column_type);                      \
        DO((state)->path_steps); DO((state)->not_found); DO((state)->missing_key); DO((state)->column_error); \
        DO((state)->column_missing); DO((state)->column_plan);                          \
    } while (0)
/* clang-format on */

#endif
