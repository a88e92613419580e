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
/* The object's dict, borrowed; NULL: it has none now. Without a GIL the object is locked. */
PyObject *instance_dict(PyObject *o, bool layout);

/* A place of what is no attribute, and has the value None. */
#define INSTANCE_NOWHERE (-1)

#ifdef Py_GIL_DISABLED
/* Where the instances of a class have attributes. */
struct instance_places {
    PyTypeObject *type;
    bool in_slots;           /* else in inline values */
    const Py_ssize_t *place; /* of the first: bytes from the object, or from its inline values, to the pointer */
    size_t apart;            /* bytes from a place to the next */
    size_t count;
};

/* The values that an object's attributes have at one moment: new references, at to[0], to[step], ... Runs no Python
 * code. False: nothing was stored; the attributes must be looked up by name. */
bool instance_values(PyObject *o, const struct instance_places *at, PyObject **to, size_t step);
#endif

#endif
