/*
 * layout_inline_values.h: the values that instances of a class keep without a dict ("inline values"), CPython 3.11
 * to 3.15.
 *
 * An instance that has no dict of its own keeps its attributes in an array; the keys are shared by all instances of the
 * class. layout_values_find() finds the place of each attribute with a sample object and checks by public calls that an
 * object made by layout_values_make() has them. Where LAYOUT_VALUES_KNOWN is 0, attributes are set by public calls.
 *
 *   3.11   the array is memory of its own: 4 pointers before the object is its address. Before the array, backwards:
 *          the size of what is before it, the number of values, and the places in the order of insertion
 *   3.12   the same, 3 pointers before the object, less 1: an odd address; an even one is a dict's
 *   3.13 and newer: the array is behind the object's header, and behind 4 bytes: places, number of values, 1, and 1
 * while the values are right; the order of insertion follows the array. A dict may share the array
 *
 * The source of the layout: Objects/dictobject.c and pycore_dict.h of CPython. With the GIL held; without a GIL, of an
 * object that no other thread can reach or that is locked, and its dict, if it has one, too.
 */
#ifndef HAYAPACK_LAYOUT_INLINE_VALUES_H
#define HAYAPACK_LAYOUT_INLINE_VALUES_H

#include "layout_containers.h"
#include "threads.h"

/* Whether the array can be allocated before the object. */
#if LAYOUT_VALUES_KNOWN && PY_VERSION_HEX < 0x030C0000
#define LAYOUT_VALUES_PARTED 1
#else
#define LAYOUT_VALUES_PARTED 0
#endif

/* Pointers from an instance to that to its dict. */
#ifdef Py_GIL_DISABLED
#define LAYOUT_DICT_AT (-1)
#else
#define LAYOUT_DICT_AT (-3)
#endif

#define LAYOUT_VALUES_MAX 29 /* attributes that CPython shares the keys of, 30, without one to spare */

/* Where the attributes of a class are. */
struct layout_values {
    void *keys;                       /* the shared keys for which the rest is right; NULL: not known */
    uint8_t place[LAYOUT_VALUES_MAX]; /* of each attribute */
    uint8_t order[LAYOUT_VALUES_MAX]; /* the same, reversed: as CPython stores the order of insertion */
    bool straight;                    /* the place of attribute i is i */
};

#if LAYOUT_VALUES_KNOWN
/* Fills *values for instances of type that get `count` attributes with these names, in this order; values->keys stays
 * NULL if they have no inline values. -1: an exception is set. */
int layout_values_find(const struct layout *layout, struct layout_values *values, PyTypeObject *type,
                       PyObject *const *names, size_t count);

/* Whether the keys of such values are those that were found, and as many. Other threads may add some. */
HAYA_INLINE bool layout_values_have_keys(const PyTypeObject *type, const void *keys, size_t count)
{
    const struct layout_keys *now = (const struct layout_keys *)((const PyHeapTypeObject *)type)->ht_cached_keys;
    return keys != NULL && (const void *)now == keys &&
           (size_t)__atomic_load_n(&now->nentries, __ATOMIC_RELAXED) == count;
}

/* The array of values of an instance of a class that has such; NULL: the instance has a dict instead. */
HAYA_INLINE PyObject **layout_values_of(PyObject *o)
{
#if PY_VERSION_HEX >= 0x030D0000
    const uint8_t *header = (uint8_t *)(o + 1);
    bool valid = __atomic_load_n(&header[3], __ATOMIC_RELAXED) != 0;
    return valid ? (PyObject **)(header + sizeof(PyObject *)) : NULL;
#elif PY_VERSION_HEX >= 0x030C0000
    uintptr_t word = ((uintptr_t *)o)[-3];
    return (word & 1) != 0 ? (PyObject **)(word + 1) : NULL;
#else
    return ((PyObject ***)o)[-4];
#endif
}

#if PY_VERSION_HEX < 0x030D0000
/* Bytes before the values of an instance that has `room` places for them: the order of insertion, and two sizes. */
HAYA_INLINE size_t layout_values_prefix(size_t room)
{
    return (room + 2 + 7) & ~(size_t)7;
}
#endif

/* A new instance as object.__new__() makes it. NULL: MemoryError is set. */
PyObject *layout_values_new(PyTypeObject *type);

/* Locks a new instance, which other threads may find by the collector as soon as it exists. False: one has changed it.
 */
HAYA_INLINE bool layout_values_claim(PyObject *o)
{
#ifdef Py_GIL_DISABLED
    const uint8_t *header = (uint8_t *)(o + 1);
    if (!threads_try_lock(o))
        return false;
    if (LIKELY(layout_values_of(o) != NULL) && LIKELY(header[1] == 0) &&
        LIKELY(((PyObject **)o)[LAYOUT_DICT_AT] == NULL))
        return true;
    threads_unlock(o);
    return false;
#else
    (void)o;
    return true;
#endif
}

#if PY_VERSION_HEX >= 0x030C0000
/* A new instance with `count` values, whose references it steals on success only. NULL: MemoryError is set, or (without
 * an exception) the keys are others, or another thread has changed it. CPython allocates it. */
HAYA_INLINE PyObject *layout_values_make(const struct layout *layout, const struct layout_values *values,
                                         PyTypeObject *type, PyObject **from, size_t count)
{
    if (UNLIKELY(((PyHeapTypeObject *)type)->ht_cached_keys != (struct _dictkeysobject *)values->keys))
        return NULL;
    (void)layout;
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *o = PyType_GenericAlloc(type, 0);
#else
    PyObject *o = layout_values_new(type);
#endif
    if (UNLIKELY(o == NULL))
        return NULL;
    if (UNLIKELY(!layout_values_claim(o))) {
        Py_DECREF(o);
        return NULL;
    }
    PyObject **array = layout_values_of(o);
    for (size_t i = 0; i < count; i++)
        threads_store(&array[values->place[i]], from[i]);
#if PY_VERSION_HEX >= 0x030D0000
    uint8_t *header = (uint8_t *)(o + 1), *order = (uint8_t *)(array + header[0]);
    for (size_t i = 0; i < count; i++)
        order[i] = values->place[i];
    header[1] = (uint8_t)count;
#else
    uint8_t *size = (uint8_t *)array - 2;
    memcpy(size - count, values->order, count);
    size[0] = (uint8_t)count;
#endif
    threads_unlock(o);
    return o;
}
#else
#define LAYOUT_VALUES_FEW 14 /* whose order of insertion has at most two words, with the sizes */

/* Writes the prefix of a new array with `room` places, which become NULL. */
void layout_values_clear(const struct layout_values *values, PyObject **array, size_t room, size_t count);

/* The array of a new instance with `count` values, which the caller must write at their places: as object.__new__()
 * does, with as many places as the shared keys have. NULL: MemoryError is set, or (without an exception) the keys are
 * others. */
HAYA_INLINE PyObject **layout_values_begin(const struct layout_values *values, PyTypeObject *type, size_t count)
{
    struct layout_keys *keys = (struct layout_keys *)((PyHeapTypeObject *)type)->ht_cached_keys;
    if (UNLIKELY(keys != values->keys))
        return NULL;
    if (keys->usable > 1)
        keys->usable--;
    size_t room = (size_t)(keys->nentries + keys->usable), prefix = layout_values_prefix(room);
    uint8_t *block = PyMem_Malloc(prefix + room * sizeof(PyObject *));
    if (UNLIKELY(block == NULL)) {
        PyErr_NoMemory();
        return NULL;
    }
    PyObject **array = (PyObject **)(block + prefix);
    if (UNLIKELY(!values->straight) || UNLIKELY(count > LAYOUT_VALUES_FEW)) {
        layout_values_clear(values, array, room, count);
        return array;
    }
    /* The order of insertion in words, also of values that are not there yet. */
    uint64_t far = 0x060708090a0b0c0d, near = 0x000102030405 | (uint64_t)count << 48 | (uint64_t)prefix << 56;
    if (prefix > sizeof near)
        memcpy(array - 2, &far, sizeof far);
    memcpy(array - 1, &near, sizeof near);
    array[room - 1] = NULL; /* there is one, in general */
    for (size_t i = count; UNLIKELY(i + 1 < room); i++)
        array[i] = NULL;
    return array;
}

/* Frees such an array; its values are not released. */
HAYA_INLINE void layout_values_drop(PyObject **array)
{
    PyMem_Free((uint8_t *)array - ((uint8_t *)array)[-1]);
}

/* The instance with such an array. NULL: MemoryError is set, and the array is still the caller's. */
HAYA_INLINE PyObject *layout_values_end(const struct layout *layout, PyTypeObject *type, PyObject **array)
{
    PyObject *o = layout_instance_new(layout, type);
    if (UNLIKELY(o == NULL))
        return NULL;
    ((PyObject ***)o)[-4] = array;
    layout_track(layout, o);
    return o;
}

/* A new instance with `count` values, whose references it steals on success only. NULL: as layout_values_begin(). */
HAYA_INLINE PyObject *layout_values_make(const struct layout *layout, const struct layout_values *values,
                                         PyTypeObject *type, PyObject **from, size_t count)
{
    PyObject **array = layout_values_begin(values, type, count);
    if (UNLIKELY(array == NULL))
        return NULL;
    for (size_t i = 0; i < count; i++)
        array[values->place[i]] = from[i];
    PyObject *o = layout_values_end(layout, type, array);
    if (UNLIKELY(o == NULL))
        layout_values_drop(array);
    return o;
}
#endif
#endif

#endif
