/* lazy_module.h: the lazy readers' part of the module, for module.c. */
#ifndef HAYAPACK_LAZY_MODULE_H
#define HAYAPACK_LAZY_MODULE_H

#include "native.h"

/* Adds the types and functions. */
int lazy_add(PyObject *module, struct native_state *state);

/* The references in the state that belong to them. */
#define LAZY_VISIT_ALL(state, DO)                                                       \
    do {                                                                                \
        DO((state)->lazy_source_type); DO((state)->view_type);                          \
        DO((state)->map_view_type); DO((state)->array_view_type);                       \
        DO((state)->view_iterator_type); DO((state)->column_type);                      \
        DO((state)->path_steps); DO((state)->not_found); DO((state)->column_error);     \
        DO((state)->column_plan);                                                       \
    } while (0)

#endif
