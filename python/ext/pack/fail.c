/* fail.c: errors about the value that is being packed, with its offset and path. */
#include "packing.h"

/* The key of entry `index` of a dict, found by counting, because the frame's position may be stale. */
static PyObject *pack_entry_key(const struct pack_frame *f, Py_ssize_t index)
{
    PyObject *map = f->obj, *key, *value;
    Py_ssize_t at = 0;
    if (f->kind == FRAME_FIELDS)
        return map == NULL ? f->stop[-2 * (f->size - index)]
                           : PyTuple_GET_ITEM(map, PyTuple_GET_SIZE(map) - 2 * (f->size - index));
    if (PyTuple_Check(map))
        return PyTuple_GET_ITEM(PyTuple_GET_ITEM(map, index), 0);
    while (PyDict_Next(map, &at, &key, &value))
        if (index-- == 0)
            return key;
    return Py_None;
}

static PyObject *pack_part(struct pack_frame *f)
{
    Py_ssize_t index = f->size - f->left - 1;
    if (f->kind == FRAME_SEQUENCE)
        return Py_BuildValue("(sn)", "i", index);
    if (f->in_key)
        return Py_BuildValue("(sn)", "key", index);
    return Py_BuildValue("(sOn)", "k", pack_entry_key(f, index), index);
}

void pack_fail(struct packing *w, const char *name, PyObject *obj)
{
    size_t n = w->depth;
    pack_pin(w); /* building the error may run the collector, which may run any code */
    Py_INCREF(obj);
    if (n > 0 && w->frames[n - 1].obj == obj && strcmp(name, "mutated") == 0)
        n--;
    Py_ssize_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += !w->frames[i].typed; /* the frame of a typed value is not a component of the path */
    PyObject *parts = native_tuple_new(count);
    for (size_t i = n; parts != NULL && i-- > 0;) {
        if (w->frames[i].typed)
            continue;
        PyObject *part = pack_part(&w->frames[i]);
        if (part == NULL)
            Py_CLEAR(parts);
        else
            PyTuple_SET_ITEM(parts, --count, part);
    }
    native_tuple_filled(parts);
    if (parts != NULL)
        errors_pack(w->state, name, obj, (size_t)(w->out->p - w->out->begin), parts, w->opt->max_depth);
    Py_XDECREF(parts);
    Py_DECREF(obj);
}
