/*
 * map_entries.h: entries of maps whose keys and values are scalars -> bytes, inlined into the loop of pack_loop.h. The
 * invariant is that of pack_scalars.h.
 */
#ifndef HAYAPACK_PACK_MAP_ENTRIES_H
#define HAYAPACK_PACK_MAP_ENTRIES_H

#include "pack_scalars.h"

/* The next entry of a map frame, as borrowed references: 1; 0 at the end; -1 if the map has changed. */
HAYA_INLINE int pack_next_entry(struct pack_frame *f, PyObject **key, PyObject **value)
{
    if (f->left == 0)
        return 0;
    if (f->kind <= FRAME_FIELDS) {
        PyObject **at = f->at;
        while (at < f->stop && UNLIKELY(at[1] == NULL))
            at += f->stride;
        if (UNLIKELY(at >= f->stop))
            return -1;
        *key = at[0];
        *value = at[1];
        f->at = at + f->stride;
    } else if (f->kind == FRAME_DICT) {
        if (PyDict_GET_SIZE(f->obj) != f->size || !PyDict_Next(f->obj, &f->position, key, value))
            return -1;
    } else {
        PyObject *pair = *f->at++;
        *key = PyTuple_GET_ITEM(pair, 0);
        *value = PyTuple_GET_ITEM(pair, 1);
    }
    f->left--;
    return 1;
}

/* Packs a key of any scalar type; not inlined: pack_text.c. Results as of pack_scalar(). */
uint8_t *pack_other_key(struct packing *w, uint8_t *p, PyObject *key, bool layout);

#if LAYOUT_KNOWN
/* The most bytes of a key that is packed without a look at the space that is left. */
#define PACK_KEY 32

/* The first entry from this one on that was not removed. NULL: fewer than n entries follow, the table has changed. */
COLD static PyObject **pack_skip_removed(PyObject **entry, PyObject **stop, size_t stride, Py_ssize_t n)
{
    while (entry < stop && entry[1] == NULL)
        entry += stride;
    return stop - entry >= n * (ptrdiff_t)stride ? entry : NULL;
}

/* Packs entries of a dict's table, from the key at *slot on, while keys are scalars and values are scalars or empty.
 * Updates *at, *slot and *left. True: all entries are packed. False: *value is the value (borrowed) of an entry whose
 * key is written, at which OUTPUT_SPARE bytes are free, or NULL if the next key needs the slow path, the table is used
 * up too early or memory ran out. */
HAYA_INLINE bool pack_entries(struct packing *w, uint8_t **at, PyObject ***slot, PyObject **stop, size_t stride,
                              Py_ssize_t *left, PyObject **value)
{
    PyObject **entry = *slot;
    uint8_t *p = *at;
    Py_ssize_t n = *left;
    *value = NULL;
    if (UNLIKELY(stop - entry < n * (ptrdiff_t)stride))
        return false;
    for (; n > 0; n--, entry += stride) {
        if (UNLIKELY((p = pack_reserve(w, p, PACK_KEY)) == NULL)) {
            p = w->out->p;
            break;
        }
        if (UNLIKELY(entry[1] == NULL)) {
            PyObject **next = pack_skip_removed(entry, stop, stride, n);
            if (next == NULL)
                break;
            entry = next;
        }
        PyObject *key = entry[0], *o = entry[1];
        if (LIKELY(Py_TYPE(key) == &PyUnicode_Type) && LIKELY(IS_ASCII(key)) &&
            LIKELY((size_t)((PyASCIIObject *)key)->length < 32)) {
            p = pack_short_text(p, key, true);
        } else {
            uint8_t *end = Py_TYPE(key) == &PyLong_Type ? pack_long(w->small_base, p, key, true) : NULL;
            if (end == NULL && (end = pack_other_key(w, p, key, true)) != NULL)
                end = pack_reserve(w, end, 0);
            if (end == NULL) {
                p = w->no_memory ? w->out->p : w->start;
                break;
            }
            p = end;
        }
        uint8_t *end = pack_scalar(w, p, o, true);
        if (UNLIKELY(end == NULL) && LIKELY((end = pack_empty(w, w->start, o)) == NULL)) {
            p = w->start;
            *value = o;
            n--;
            entry += stride;
            break;
        }
        p = end;
    }
    *at = p;
    *slot = entry;
    *left = n;
    return n == 0 && *value == NULL;
}
#endif

#endif
