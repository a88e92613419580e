/* references.c: the option `references`: objects that occur several times in a message, as .NET's ReferenceHandler
 * writes them. The first time one is an array of its id and the object, later its id: an ext 92 of 1, 2 or 4 bytes. */
#include "unpack_state.h"

#include "hayapack_format.h"

int references_begin(struct unpacking *u)
{
    u->objects = PyDict_New();
    u->unfinished = u->objects != NULL ? PyObject_CallNoArgs((PyObject *)&PyBaseObject_Type) : NULL;
    if (u->unfinished != NULL)
        return 0;
    Py_CLEAR(u->objects);
    return -1;
}

void references_end(struct unpacking *u)
{
    Py_DECREF(u->objects);
    Py_DECREF(u->unfinished);
}

/* The object with the id, borrowed; u->unfinished: it is being read, and has no place yet. NULL: there is none, or an
 * exception is set. */
static PyObject *references_find(struct unpacking *u, uint32_t id)
{
    PyObject *key = PyLong_FromUnsignedLong(id);
    PyObject *found = key != NULL ? PyDict_GetItemWithError(u->objects, key) : NULL;
    Py_XDECREF(key);
    return found;
}

bool references_is_definition(struct unpacking *u, const uint8_t *at)
{
    struct haya_format format = haya_formats[*at];
    const uint8_t *first = at + format.header, *payload;
    uint32_t id, n;
    if (u->frames[u->depth].kind == OPEN_DEFINITION || format.kind != HAYA_KIND_ARRAY ||
        haya_format_count(format, at) != 2 || !haya_id_at(first, (size_t)(u->source->end - first), &id, &payload, &n))
        return false;
    u->definition = at;
    return references_find(u, id) == NULL;
}

/* What an object that is being read is for references in it: an empty list or dict, which gets its contents when they
 * are complete, or u->unfinished, if a hook or a tuple is made of them. at: its first byte. */
static PyObject *references_place(struct unpacking *u, const uint8_t *at)
{
    const struct unpack_options *opt = u->opt;
    if (opt->hooked || at == u->source->end)
        return Py_NewRef(u->unfinished);
    if (haya_formats[*at].kind == HAYA_KIND_MAP)
        return PyDict_New();
    bool is_list =
        haya_formats[*at].kind == HAYA_KIND_ARRAY && opt->use_list && !(opt->tuple_keys && unpack_in_key(u, at));
    return is_list ? PyList_New(0) : Py_NewRef(u->unfinished);
}

/* Begins a definition, whose array is at u->definition. Returns the id. next: the first byte of the object. */
static PyObject *references_define(struct unpacking *u, uint32_t id, const uint8_t *next)
{
    if (PyDict_GET_SIZE(u->objects) >= HAYA_IDS_MOST) {
        errors_unpack(u->state, HAYA_ERR_SIZE_LIMIT, u->source, u->definition, NULL);
        return NULL;
    }
    if (next < u->source->end && *next == HAYA_NIL) {
        errors_unpack(u->state, HAYA_ERR_INVALID_VALUE, u->source, next, NULL);
        return NULL;
    }
    PyObject *key = PyLong_FromUnsignedLong(id), *place = key != NULL ? references_place(u, next) : NULL;
    if (place == NULL || PyDict_SetItem(u->objects, key, place) < 0)
        Py_CLEAR(key);
    Py_XDECREF(place);
    return key;
}

/* A key gets no container from elsewhere: it would be nested deeper than UNPACK_KEY_DEPTH. */
PyObject *references_read(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n)
{
    struct unpack_frame *f = &u->frames[u->depth];
    uint32_t id;
    if (!haya_id_read(payload, n, &id)) {
        errors_unpack(u->state, HAYA_ERR_INVALID_VALUE, u->source, at, NULL);
        return NULL;
    }
    if (f->kind == OPEN_DEFINITION && !f->built) {
        f->built = true;
        return references_define(u, id, payload + n);
    }
    PyObject *found = f->kind == OPEN_DEFINITION ? NULL : references_find(u, id);
    if (found == NULL) {
        if (!PyErr_Occurred())
            errors_unpack(u->state, HAYA_ERR_INVALID_VALUE, u->source, at, PyLong_FromUnsignedLong(id));
        return NULL;
    }
    bool is_scalar = PyUnicode_CheckExact(found) || PyBytes_CheckExact(found) || PyLong_CheckExact(found);
    if (LIKELY(is_scalar || (found != u->unfinished && !unpack_in_key(u, at))))
        return Py_NewRef(found);
    errors_unpack(u->state, HAYA_ERR_UNSUPPORTED_TYPE, u->source, at,
                  found == u->unfinished ? PyLong_FromUnsignedLong(id) : NULL);
    return NULL;
}

PyObject *references_close(struct unpacking *u, const struct unpack_frame *f)
{
    PyObject *id = u->stack[f->base], *object = u->stack[f->base + 1];
    PyObject *place = PyDict_GetItemWithError(u->objects, id);
    int status;
    if (place == NULL)
        return NULL;
    place = Py_NewRef(place != u->unfinished ? place : object);
    if (place == object)
        status = PyDict_SetItem(u->objects, id, object);
    else if (PyList_CheckExact(place))
        status = PyList_SetSlice(place, 0, 0, object);
    else
        status = PyDict_Update(place, object);
    if (status < 0) {
        Py_DECREF(place);
        return NULL;
    }
    Py_DECREF(id);
    Py_DECREF(object);
    return place;
}
