/*
 * shared.c: lists and dicts where other threads may change them at any time, in CPython built with --disable-gil.
 *
 * The scalars with which a container begins are written in a critical section of the container, in which no Python
 * code runs. If it has other values, the rest of it is copied to a tuple, which the loop goes on with. So the message
 * has the items that the container had at one moment; what these contain is read later.
 */
#include "scalars.h"

#ifdef Py_GIL_DISABLED

/* A tuple of the items from..stop. */
static PyObject *shared_items(PyObject **from, PyObject **stop)
{
    PyObject *rest = PyTuple_New(stop - from);
    for (Py_ssize_t i = 0; rest != NULL && from < stop; i++)
        PyTuple_SET_ITEM(rest, i, Py_NewRef(*from++));
    return rest;
}

/* In a critical section of o. Writes its header and leading scalars; returns the other items, NULL: there are none, or
 * an exception is set. */
static PyObject *shared_list(struct packing *w, PyObject *o)
{
    PyObject **items = ((PyListObject *)o)->ob_item, **stop = items + PyList_GET_SIZE(o);
    PyObject **most = stop - items > PACK_PATIENCE ? items + PACK_PATIENCE : stop; /* then the loop looks at signals */
    uint8_t *p = haya_put_array_header(w->out->p, (uint32_t)(stop - items));
    items = pack_scalars(w, &p, items, most, false);
    w->out->p = p;
    return items == stop || w->no_memory || PyErr_Occurred() ? NULL : shared_items(items, stop);
}

/* Packs an entry of scalars. False: nothing was written. */
static bool shared_entry(struct packing *w, PyObject *key, PyObject *value)
{
    struct output *out = w->out;
    size_t before = (size_t)(out->p - out->begin);
    uint8_t *p = pack_reserve(w, out->p, 0);
    if (p != NULL && (p = pack_scalar(w, p, key, false)) != NULL && (p = pack_reserve(w, p, 0)) != NULL &&
        (p = pack_scalar(w, p, value, false)) != NULL) {
        out->p = p;
        return true;
    }
    out->p = out->begin + before;
    return false;
}

/* The same for a dict; the entries are a flat tuple of keys and values. */
static PyObject *shared_dict(struct packing *w, PyObject *o)
{
    Py_ssize_t left = PyDict_GET_SIZE(o), at = 0;
    PyObject *key, *value, *rest = NULL;
    w->out->p = haya_put_map_header(w->out->p, (uint32_t)left);
    while (left > 0 && PyDict_Next(o, &at, &key, &value)) {
        if (rest == NULL) {
            if (shared_entry(w, key, value)) {
                left--;
                continue;
            }
            if (w->no_memory || PyErr_Occurred() || (rest = PyTuple_New(2 * left)) == NULL)
                return NULL;
        }
        Py_ssize_t place = PyTuple_GET_SIZE(rest) - 2 * left--;
        PyTuple_SET_ITEM(rest, place, Py_NewRef(key));
        PyTuple_SET_ITEM(rest, place + 1, Py_NewRef(value));
    }
    return rest;
}

enum pack_outcome pack_shared(struct packing *w, PyObject *o)
{
    bool is_list = Py_TYPE(o) == &PyList_Type;
    const char *fault = NULL;
    w->next = NULL;
    if (pack_room(w, OUTPUT_SPARE) < 0)
        return PACK_ERROR;
    w->limit = w->out->end - OUTPUT_SPARE;
    THREADS_LOCK(o);
    w->next_size = is_list ? PyList_GET_SIZE(o) : PyDict_GET_SIZE(o);
    if ((size_t)w->next_size > UINT32_MAX)
        fault = "too_long";
    else if ((Py_ssize_t)w->depth >= w->opt->max_depth)
        fault = "too_deep";
    else
        w->next = is_list ? shared_list(w, o) : shared_dict(w, o);
    THREADS_UNLOCK();
    if (fault != NULL)
        pack_fail(w, fault, o);
    if (fault != NULL || w->no_memory || PyErr_Occurred()) {
        Py_CLEAR(w->next);
        return PACK_ERROR;
    }
    return w->next == NULL ? PACK_DONE : is_list ? PACK_ITEMS : PACK_FIELDS;
}

#endif
