/*
 * layout_values.h: the values that instances of a class keep without a dict ("inline values"), CPython 3.11.
 *
 * An instance that has no dict yet keeps its attributes in an array; the keys are shared by all instances of the class.
 * layout_values_find() finds the place of each attribute with a sample object and checks by public calls that an object
 * filled by layout_values_set() has them. Where LAYOUT_VALUES_KNOWN is 0, attributes are set by public calls.
 *
 * The source of the layout: Objects/dictobject.c and pycore_dict.h of CPython 3.11. With the GIL held.
 */
#ifndef HAYAPACK_LAYOUT_VALUES_H
#define HAYAPACK_LAYOUT_VALUES_H

#include "layout.h"

#define LAYOUT_VALUES_KNOWN (LAYOUT_KNOWN && PY_VERSION_HEX < 0x030C0000)
#define LAYOUT_VALUES_MAX 29 /* attributes that CPython shares the keys of, 30, without one to spare */

/* Where the attributes of a class are. */
struct layout_values {
    void *keys;                       /* the shared keys for which the rest is right; NULL: not known */
    uint8_t place[LAYOUT_VALUES_MAX]; /* of each attribute */
    uint8_t order[LAYOUT_VALUES_MAX]; /* the same, reversed: as CPython stores the order of insertion */
};

#if LAYOUT_VALUES_KNOWN
/* Fills *values for instances of type that get `count` attributes with these names, in this order; values->keys stays
 * NULL if they have no inline values. -1: an exception is set. */
int layout_values_find(struct layout_values *values, PyTypeObject *type, PyObject *const *names, size_t count);

/* A new instance as object.__new__() makes it, which gives it inline values where tp_alloc does not. NULL: an exception
 * is set. */
PyObject *layout_values_new(PyTypeObject *type);

/* Moves `count` references into a new instance without attributes. False: nothing was moved. */
HAYA_INLINE bool layout_values_set(const struct layout_values *values, PyObject *o, PyObject **from, size_t count)
{
    PyObject **array = ((PyObject ***)o)[-4]; /* NULL: it has a dict */
    if (UNLIKELY(array == NULL || ((PyHeapTypeObject *)Py_TYPE(o))->ht_cached_keys != values->keys))
        return false;
    for (size_t i = 0; i < count; i++)
        array[values->place[i]] = from[i];
    uint8_t *size = (uint8_t *)array - 2;
    memcpy(size - count, values->order, count);
    *size = (uint8_t)count;
    return true;
}
#endif

#endif
