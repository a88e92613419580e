/* pack_errors.c: errors about the value that is being packed, with its offset and path. */
#include "pack_state.h"
#include "hayapack_walk.h"

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

/* The number of the item or entry that is being packed. */
static Py_ssize_t pack_index(const struct pack_frame *f)
{
    return f->size - f->left - 1;
}

/* The offset in the output of the container of frames[n]. Frames do not have it, because only errors need it: what the
 * containers around it have before it is skipped. An unchecked Fragment need not be a message: then the end of the
 * output may be returned, or any offset before that. */
static size_t pack_container_offset(const struct packing *w, size_t n)
{
    const struct haya_limits limits = {UINT32_MAX, 0, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, UINT32_MAX, UINT32_MAX};
    const uint8_t *begin = w->out->begin;
    size_t size = (size_t)(w->out->p - begin);
    struct haya_cursor cursor = HAYA_CURSOR_START;
    for (const struct pack_frame *f = w->frames; f < w->frames + n; f++) {
        struct haya_header header;
        uint64_t index = (uint64_t)pack_index(f);
        cursor.pos += f->typed ? PACK_TYPED_HEADER : f->size < 16 ? 1 : f->size <= UINT16_MAX ? 3 : 5;
        cursor.pending = f->kind == FRAME_SEQUENCE ? index : 2 * index + !f->in_key;
        while (cursor.pending > 0) {
            if (haya_look(begin, size, &limits, &cursor, &header) != HAYA_OK)
                return size;
            if (header.kind == HAYA_KIND_ARRAY || header.kind == HAYA_KIND_MAP) {
                cursor = haya_cursor_inside(cursor, &header);
                cursor.depth = 0;
            } else {
                cursor.pos += header.size + header.count;
                cursor.pending--;
            }
        }
    }
    return cursor.pos;
}

static PyObject *pack_part(struct pack_frame *f)
{
    Py_ssize_t index = pack_index(f);
    if (f->kind == FRAME_SEQUENCE)
        return Py_BuildValue("(sn)", "i", index);
    if (f->in_key)
        return Py_BuildValue("(sn)", "key", index);
    return Py_BuildValue("(sOn)", "k", pack_entry_key(f, index), index);
}

enum pack_outcome pack_fail(struct packing *w, const char *name, PyObject *obj)
{
    size_t n = w->depth, offset = (size_t)(w->out->p - w->out->begin);
    pack_pin(w); /* building the error may run the collector, which may run any code */
    Py_INCREF(obj);
    if (n > 0 && w->frames[n - 1].obj == obj && strcmp(name, "mutated") == 0)
        offset = pack_container_offset(w, --n);
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
        errors_pack(w->state, name, obj, offset, parts, w->opt->max_depth);
    Py_XDECREF(parts);
    Py_DECREF(obj);
    return PACK_ERROR;
}
