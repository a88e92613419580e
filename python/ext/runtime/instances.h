/* instances.h: where the instances of a class have their attributes. */
#ifndef HAYAPACK_INSTANCES_H
#define HAYAPACK_INSTANCES_H

#include "layout_inline_values.h"
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
/* The offset of the class's slot of that name; 0: it is no slot. -1: an exception is set. */
Py_ssize_t instance_slot_of(PyObject *cls, PyObject *name);
/* Whether the names in the class and its bases are strs, so that looking one up runs no user code. */
bool instance_has_names(const PyTypeObject *type);
/* The object's dict, borrowed; NULL: it has none now. Without a GIL the object is locked. Neither this function nor
 * the next one runs user code, also not by the collector. */
PyObject *instance_dict(PyObject *o, bool layout);
/* Whether finding a name in the object's dict runs no user code, as comparing it with another key than a str might. */
bool instance_dict_has_names(PyObject *o, bool layout);
/* An attribute of an object without a lock, borrowed: the object or its class has the reference. NULL, without an
 * exception: it is not there. instance_finds() is true for the name, and all names in the object's dict are strs. */
PyObject *instance_attribute(PyObject *o, PyObject *name, bool layout);

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

/* The address that the places of an object are relative to, which is locked; and its dict, if it has one, which this
 * locks. NULL: nothing was locked; the attributes must be looked up by name. Inline values that a dict shares are
 * protected by its lock, and all that this takes of o's lock besides is which dict it is. Waits for nothing. */
HAYA_INLINE const char *instance_open(PyObject *o, const struct instance_places *at, PyObject **dict)
{
    *dict = NULL;
    if (UNLIKELY(Py_TYPE(o) != at->type))
        return NULL;
    if (at->in_slots)
        return (const char *)o;
#if LAYOUT_VALUES_KNOWN
    PyObject *shared = ((PyObject **)o)[LAYOUT_DICT_AT];
    if (UNLIKELY(shared != NULL) && !threads_try_lock(shared))
        return NULL;
    const char *values = (const char *)layout_values_of(o);
    if (LIKELY(values != NULL))
        *dict = shared;
    else if (shared != NULL)
        threads_unlock(shared);
    return values;
#else
    return NULL;
#endif
}

HAYA_INLINE void instance_close(PyObject *dict)
{
    if (UNLIKELY(dict != NULL))
        threads_unlock(dict);
}

/* The value at a place, borrowed from the object; NULL: it has none. */
HAYA_INLINE PyObject *instance_value(const char *base, Py_ssize_t place)
{
    return place != INSTANCE_NOWHERE ? *(PyObject *const *)(base + place) : Py_None;
}

/* The values of an object that is open: new references, at to[0], to[step], ... False: nothing was stored. */
bool instance_take(const char *base, const struct instance_places *at, PyObject **to, size_t step);
/* The values that an object's attributes have at one moment. Runs no Python code. False: as instance_take(). */
bool instance_values(PyObject *o, const struct instance_places *at, PyObject **to, size_t step);
#endif

#endif
