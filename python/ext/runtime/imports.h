/* imports.h: what is imported when it is first needed, and the module of a type. */
#ifndef HAYAPACK_IMPORTS_H
#define HAYAPACK_IMPORTS_H

#include "common.h"

struct native_state;

/* An attribute of a module, which is imported. A new reference, or NULL with an exception set. */
PyObject *native_import(const char *module, const char *name);
/* What that function returns for the argument: the same. */
PyObject *native_call(const char *module, const char *name, PyObject *argument);
/* As native_import(), kept at *place when it is first needed: borrowed. NULL: an exception is set. */
PyObject *native_imported(PyObject **place, const char *module, const char *name);
/* hayapack.typeless.TypeRegistry, imported when the option `types` is first used. Borrowed; NULL with an
 * exception set. */
PyObject *native_type_registry(struct native_state *state);

/* The method __reduce__ of objects that cannot be copied or pickled: raises TypeError. */
PyObject *native_refuse_copy(PyObject *op, PyObject *none);
#define NATIVE_NO_COPIES                                                                       \
    {                                                                                          \
        "__reduce__", native_refuse_copy, METH_NOARGS, "__reduce__()\n--\n\nRaises TypeError." \
    }

/* The module of one of this module's types or a subtype of it. Borrowed; NULL with an exception set. */
PyObject *native_module_of(PyTypeObject *type);

#endif
