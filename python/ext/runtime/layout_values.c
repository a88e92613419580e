/* layout_values.c: finds where instances of a class keep their attributes; see layout_values.h. */
#include "layout_values.h"

#if LAYOUT_VALUES_KNOWN

static PyObject *layout_values_new(PyTypeObject *type)
{
    PyObject *none = PyTuple_New(0); /* a shared object */
    if (none == NULL)
        return NULL;
    PyObject *o = PyBaseObject_Type.tp_new(type, none, NULL);
    Py_DECREF(none);
    return o;
}

/* An instance whose attributes are their names, set by public calls. NULL: an exception is set. */
static PyObject *layout_values_sample(PyTypeObject *type, PyObject *const *names, size_t count)
{
    PyObject *sample = layout_values_new(type);
    for (size_t i = 0; sample != NULL && i < count; i++)
        if (PyObject_GenericSetAttr(sample, names[i], names[i]) < 0)
            Py_CLEAR(sample);
    return sample;
}

/* Whether each name of the sample is at a place of its own. */
static bool layout_values_places(struct layout_values *values, PyObject *sample, PyObject *const *names, size_t count)
{
    const struct layout_keys *keys = (struct layout_keys *)((PyHeapTypeObject *)Py_TYPE(sample))->ht_cached_keys;
    PyObject **array = ((PyObject ***)sample)[-4];
    if (array == NULL || keys == NULL || keys->kind != 2 || ((uint8_t *)array)[-2] != count)
        return false;
    size_t room =
        (size_t)(keys->nentries + keys->usable); /* it had 1 more, if one was left, when the sample was made */
    if (((uint8_t *)array)[-1] != layout_values_prefix(room) &&
        ((uint8_t *)array)[-1] != layout_values_prefix(room + 1))
        return false;
    values->straight = true;
    for (size_t i = 0; i < count; i++) {
        size_t place = 0;
        while (place < (size_t)keys->nentries && array[place] != names[i])
            place++;
        if (place == (size_t)keys->nentries || place > UINT8_MAX || ((uint8_t *)array)[-3 - (ptrdiff_t)i] != place)
            return false;
        values->place[i] = values->order[count - 1 - i] = (uint8_t)place;
        values->straight = values->straight && place == i;
    }
    return true;
}

/* Whether an instance that layout_values_make() makes has the same attributes. -1: an exception is set. */
static int layout_values_hold(const struct layout_values *values, PyObject *sample, PyObject *const *names,
                              size_t count)
{
    PyObject *from[LAYOUT_VALUES_MAX];
    for (size_t i = 0; i < count; i++)
        from[i] = Py_NewRef(names[i]);
    PyObject *made = layout_values_make(values, Py_TYPE(sample), from, count);
    if (made == NULL) {
        for (size_t i = 0; i < count; i++)
            Py_DECREF(from[i]);
        return PyErr_Occurred() ? -1 : 0;
    }
    PyObject *a = PyObject_GenericGetDict(made, NULL), *b = PyObject_GenericGetDict(sample, NULL);
    PyObject *x = a != NULL ? PyDict_Items(a) : NULL, *y = b != NULL ? PyDict_Items(b) : NULL;
    int holds = x != NULL && y != NULL ? PyObject_RichCompareBool(x, y, Py_EQ) : -1;
    Py_XDECREF(a);
    Py_XDECREF(b);
    Py_XDECREF(x);
    Py_XDECREF(y);
    Py_DECREF(made);
    return holds;
}

int layout_values_find(struct layout_values *values, PyTypeObject *type, PyObject *const *names, size_t count)
{
    values->keys = NULL;
    if (count == 0 || count > LAYOUT_VALUES_MAX || (type->tp_flags & Py_TPFLAGS_MANAGED_DICT) == 0 ||
        type->tp_finalize != NULL)
        return 0;
    PyObject *sample = layout_values_sample(type, names, count);
    if (sample == NULL)
        return -1;
    int holds = layout_values_places(values, sample, names, count);
    if (holds) {
        values->keys = ((PyHeapTypeObject *)type)->ht_cached_keys;
        holds = layout_values_hold(values, sample, names, count);
    }
    if (holds != 1)
        values->keys = NULL;
    Py_DECREF(sample);
    return holds < 0 ? -1 : 0;
}

#endif
