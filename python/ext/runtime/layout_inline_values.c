/* layout_inline_values.c: finds where instances of a class keep their attributes; see layout_inline_values.h. */
#include "layout_inline_values.h"

#if LAYOUT_VALUES_KNOWN

#if PY_VERSION_HEX >= 0x030D0000
#define LAYOUT_VALUES_FLAGS (Py_TPFLAGS_MANAGED_DICT | Py_TPFLAGS_INLINE_VALUES)
#else
#define LAYOUT_VALUES_FLAGS Py_TPFLAGS_MANAGED_DICT
#endif

PyObject *layout_values_new(PyTypeObject *type)
{
    PyObject *none = PyTuple_New(0); /* a shared object */
    if (none == NULL)
        return NULL;
    PyObject *o = PyBaseObject_Type.tp_new(type, none, NULL);
    Py_DECREF(none);
    return o;
}

#if LAYOUT_VALUES_PARTED
void layout_values_clear(const struct layout_values *values, PyObject **array, size_t room, size_t count)
{
    uint8_t *size = (uint8_t *)array - 2;
    size[1] = (uint8_t)layout_values_prefix(room);
    size[0] = (uint8_t)count;
    memcpy(size - count, values->order, count);
    memset(array, 0, room * sizeof *array);
}
#endif

/* An instance whose attributes are their names, set by public calls. NULL: an exception is set. */
static PyObject *layout_values_sample(PyTypeObject *type, PyObject *const *names, size_t count)
{
    PyObject *sample = layout_values_new(type);
    for (size_t i = 0; sample != NULL && i < count; i++)
        if (PyObject_GenericSetAttr(sample, names[i], names[i]) < 0)
            Py_CLEAR(sample);
    return sample;
}

/* The place of the i-th value that was set. */
static size_t layout_values_inserted(PyObject *o, size_t i)
{
    const PyObject *const *array = (const PyObject *const *)layout_values_of(o);
#if PY_VERSION_HEX >= 0x030D0000
    return ((const uint8_t *)(array + ((const uint8_t *)(o + 1))[0]))[i];
#else
    (void)o;
    return ((const uint8_t *)array)[-3 - (ptrdiff_t)i];
#endif
}

/* Whether the sizes in an instance are those of `count` values in `room` places. */
static bool layout_values_sizes(PyObject *o, size_t room, size_t count)
{
#if PY_VERSION_HEX >= 0x030D0000
    const uint8_t *header = (const uint8_t *)(o + 1);
    return header[0] == room && header[1] == count && header[2] == 1 && header[3] == 1;
#else
    const uint8_t *array = (const uint8_t *)layout_values_of(o);
    return array[-1] == layout_values_prefix(room) && array[-2] == count;
#endif
}

/* Whether each name of the sample is at a place of its own. */
static bool layout_values_places(struct layout_values *values, PyObject *sample, PyObject *const *names, size_t count)
{
    const struct layout_keys *keys = (struct layout_keys *)((PyHeapTypeObject *)Py_TYPE(sample))->ht_cached_keys;
    PyObject **array = keys != NULL && keys->kind == 2 ? layout_values_of(sample) : NULL;
    if (array == NULL)
        return false;
    /* without a GIL, other threads may add keys meanwhile */
    size_t entries = (size_t)threads_load(&keys->nentries);
    size_t room = entries + (size_t)threads_load(&keys->usable); /* 1 less than when the sample was made, or 0 left */
    if (!layout_values_sizes(sample, room, count) && !layout_values_sizes(sample, room + 1, count))
        return false;
    values->straight = true;
    for (size_t i = 0; i < count; i++) {
        size_t place = 0;
        while (place < entries && array[place] != names[i])
            place++;
        if (place == entries || place > UINT8_MAX || layout_values_inserted(sample, i) != place)
            return false;
        values->place[i] = values->order[count - 1 - i] = (uint8_t)place;
        values->straight = values->straight && place == i;
    }
    return true;
}

/* Whether an instance that layout_values_make() makes has the same attributes. -1: an exception is set. */
static int layout_values_hold(const struct layout *layout, const struct layout_values *values, PyObject *sample,
                              PyObject *const *names, size_t count)
{
    PyObject *from[LAYOUT_VALUES_MAX];
    for (size_t i = 0; i < count; i++)
        from[i] = Py_NewRef(names[i]);
    PyObject *made = layout_values_make(layout, values, Py_TYPE(sample), from, count);
    if (made == NULL) {
        for (size_t i = 0; i < count; i++)
            Py_DECREF(from[i]);
        return PyErr_Occurred() ? -1 : 0;
    }
    PyObject *a = PyObject_GenericGetDict(made, NULL), *b = PyObject_GenericGetDict(sample, NULL);
    PyObject *x = a != NULL ? PyDict_Items(a) : NULL, *y = b != NULL ? PyDict_Items(b) : NULL;
    int holds = x != NULL && y != NULL ? PyObject_RichCompareBool(x, y, Py_EQ) : -1;
    if (holds == 1)
        holds = ((PyObject **)made)[LAYOUT_DICT_AT] == a;
    Py_XDECREF(a);
    Py_XDECREF(b);
    Py_XDECREF(x);
    Py_XDECREF(y);
    Py_DECREF(made);
    return holds;
}

int layout_values_find(const struct layout *layout, struct layout_values *values, PyTypeObject *type,
                       PyObject *const *names, size_t count)
{
    values->keys = NULL;
    if (count == 0 || count > LAYOUT_VALUES_MAX || (type->tp_flags & LAYOUT_VALUES_FLAGS) != LAYOUT_VALUES_FLAGS ||
        type->tp_finalize != NULL)
        return 0;
    PyObject *sample = layout_values_sample(type, names, count);
    if (sample == NULL)
        return -1;
    int holds = layout_values_places(values, sample, names, count);
    if (holds) {
        values->keys = ((PyHeapTypeObject *)type)->ht_cached_keys;
        holds = layout_values_hold(layout, values, sample, names, count);
    }
    if (holds != 1)
        values->keys = NULL;
    Py_DECREF(sample);
    return holds < 0 ? -1 : 0;
}

#endif
