/* instances.h: where the instances of a class have their attributes. */
#ifndef HAYAPACK_INSTANCES_H
#define HAYAPACK_INSTANCES_H

#include "native.h"

/* Whether C code may read the attributes of objects. Without a GIL other threads may change them meanwhile; PyPy has no
 * version tags. */
#if defined(Py_GIL_DISABLED) || defined(PYPY_VERSION)
#define INSTANCES_READABLE false
#else
#define INSTANCES_READABLE true
#endif

/* A number that changes whenever the class or one of its bases does; 0: unknown. */
HAYA_INLINE unsigned instance_version(const PyTypeObject *type)
{
#if PY_VERSION_HEX < 0x030B0000
    if ((type->tp_flags & Py_TPFLAGS_VALID_VERSION_TAG) == 0)
        return 0;
#endif
    return (unsigned)__atomic_load_n(&type->tp_version_tag, __ATOMIC_RELAXED);
}

/* What a name is in the class or its bases: a new reference, or NULL without an exception. Gives the class a version,
 * if it has none. */
PyObject *instance_lookup(PyTypeObject *type, PyObject *name);
/* Whether reading an attribute of the class's instances runs no user code. *place: of its slot; 0: it is in the
 * instance's dict, if it is there. */
bool instance_finds(PyTypeObject *type, PyObject *name, Py_ssize_t *place);
/* The object's dict, borrowed; NULL: it has none now. */
PyObject *instance_dict(PyObject *o, bool layout);

#endif
