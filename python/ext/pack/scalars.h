/*
 * scalars.h: scalars -> bytes, inlined into the loop of loop.c.
 *
 * Invariant: OUTPUT_SPARE bytes are free at p before a value is written.
 * layout: CPython's private layout may be used.
 */
#ifndef HAYAPACK_PACK_SCALARS_H
#define HAYAPACK_PACK_SCALARS_H

#include "packing.h"

/* Fills what the functions below need. */
HAYA_INLINE void pack_begin(struct packing *w, struct native_state *state, const struct pack_options *opt,
                            struct output *out)
{
    w->state = state;
    w->opt = opt;
    w->out = out;
    w->limit = out->end - OUTPUT_SPARE;
    w->vector = state->vector;
    w->small_base = state->layout.small_base;
    w->no_memory = false;
    w->patience = PACK_PATIENCE;
    w->single_float = opt->single_float;
    w->bin_type = opt->bin_type;
    w->plain_text = opt->unicode_errors == NULL;
#ifdef Py_GIL_DISABLED
    w->again_count = 0;
#endif
}

HAYA_INLINE uint8_t *pack_magnitude(uint8_t *p, uint64_t magnitude, uint64_t negative)
{
    if (magnitude >> 32 != 0) {
        p[0] = (uint8_t)(HAYA_UINT64 + (negative << 2)); /* HAYA_INT64 is HAYA_UINT64 + 4 */
        haya_store64(p + 1, (magnitude ^ (0 - negative)) + negative);
        return p + 9;
    }
    return negative ? haya_put_int(p, -(int64_t)magnitude) : haya_put_uint(p, magnitude);
}

/* Packs an exact int. NULL, without an exception and with nothing written: it needs more than 64 bits. small_base: as
 * in struct layout. */
HAYA_INLINE uint8_t *pack_long(uintptr_t small_base, uint8_t *p, PyObject *o, const bool layout)
{
    uintptr_t distance = (uintptr_t)o - small_base;
    if (distance < LAYOUT_SMALL_COUNT * LAYOUT_SMALL_STEP) {
        int small = (int)(distance / LAYOUT_SMALL_STEP) + LAYOUT_SMALL_MIN;
        if (small < 0x80) {
            *p = (uint8_t)small;
            return p + 1;
        }
        return haya_put_uint(p, (uint64_t)small);
    }
#if LAYOUT_KNOWN
    if (layout) {
        uint64_t magnitude, negative;
        if (!layout_long_read(o, &magnitude, &negative) ||
            UNLIKELY((negative & (magnitude > (uint64_t)1 << 63)) !=
                     0)) /* & instead of &&: signs are unpredictable for branches */
            return NULL;
        return pack_magnitude(p, magnitude, negative);
    }
#else
    (void)layout;
#endif
    int overflow;
    long long v = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (LIKELY(overflow == 0))
        return haya_put_int(p, v);
    if (overflow < 0)
        return NULL;
    unsigned long long u = PyLong_AsUnsignedLongLong(o);
    if (u == (unsigned long long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        return NULL;
    }
    return haya_put_uint(p, u);
}

typedef uint64_t pack_block __attribute__((vector_size(16), aligned(1), may_alias));

/* Copies n < 16 bytes. */
HAYA_INLINE void pack_few(uint8_t *p, const uint8_t *s, size_t n)
{
    uint64_t first, last;
    uint32_t first4, last4;
    if (n >= 8) {
        memcpy(&first, s, 8);
        memcpy(&last, s + n - 8, 8);
        memcpy(p, &first, 8);
        memcpy(p + n - 8, &last, 8);
    } else if (n >= 4) {
        memcpy(&first4, s, 4);
        memcpy(&last4, s + n - 4, 4);
        memcpy(p, &first4, 4);
        memcpy(p + n - 4, &last4, 4);
    } else {
        for (size_t i = 0; i < n; i++)
            p[i] = s[i];
    }
}

/* Copies n bytes: short copies as overlapping blocks, only longer ones with a call of memcpy(). */
HAYA_INLINE void pack_copy(uint8_t *p, const uint8_t *s, size_t n)
{
    const pack_block *from = (const pack_block *)s, *from_end = (const pack_block *)(s + n);
    pack_block *to = (pack_block *)p, *to_end = (pack_block *)(p + n);
    if (n < 16) {
        pack_few(p, s, n);
        return;
    }
    if (n > 128) {
        memcpy(p, s, n);
        return;
    }
    pack_block a = from[0], z = from_end[-1];
    if (n > 32) {
        pack_block b = from[1], y = from_end[-2];
        if (n > 64) {
            pack_block c = from[2], d = from[3], w = from_end[-4], x = from_end[-3];
            to[2] = c;
            to[3] = d;
            to_end[-4] = w;
            to_end[-3] = x;
        }
        to[1] = b;
        to_end[-2] = y;
    }
    to[0] = a;
    to_end[-1] = z;
}

/* Copies n < 32 bytes, before which at least 16 bytes of an object's header may be read. */
HAYA_INLINE void pack_short_copy(uint8_t *p, const uint8_t *s, size_t n, const bool layout)
{
    if (!layout || n > 8) {
        pack_copy(p, s, n);
        return;
    }
    /* the load ends at the end of the text; the bytes before the text are shifted out. For n = 0 the written
     * bytes are not used. */
    uint64_t word;
    memcpy(&word, s + n - 8, 8);
    word >>= (64 - 8 * n) & 63;
    memcpy(p, &word, 8);
}

/* Ensures that need + OUTPUT_SPARE bytes are free at p. Returns p, possibly in new memory; NULL: MemoryError. */
HAYA_INLINE uint8_t *pack_reserve(struct packing *w, uint8_t *p, size_t need)
{
    if (UNLIKELY(w->limit - p < (ptrdiff_t)need))
        return pack_grow(w, p, need);
    return p;
}

/* The functions below write at p and return the end. NULL: nothing was written, w->start is the position
 * of the value, and either the value needs pack_slow() or an exception is set. (p is passed by value so that
 * it stays in a register.) */

HAYA_INLINE uint8_t *pack_not(struct packing *w, uint8_t *p)
{
    w->start = p;
    return NULL;
}

/* use_bin_type=False writes the MessagePack format of before 2013, which has neither str8 nor bin. */
HAYA_INLINE uint8_t *pack_str_header(bool bin_type, uint8_t *p, uint32_t n)
{
    return bin_type ? haya_put_str_header(p, n) : haya_put_str_header_old(p, n);
}

HAYA_INLINE uint8_t *pack_bin_header(bool bin_type, uint8_t *p, uint32_t n)
{
    return bin_type ? haya_put_bin_header(p, n) : haya_put_str_header_old(p, n);
}

HAYA_INLINE uint8_t *pack_long_text(struct packing *w, uint8_t *p, const uint8_t *s, size_t n)
{
    uint8_t *out = pack_reserve(w, p, n);
    if (UNLIKELY(out == NULL))
        return pack_not(w, p);
    p = pack_str_header(w->bin_type, out, (uint32_t)n);
    pack_copy(p, s, n);
    return p + n;
}

/* Packs text that is not ASCII: text.c. */
uint8_t *pack_wide_text(struct packing *w, uint8_t *p, PyObject *o);

/* Packs ASCII text of fewer than 32 bytes. */
HAYA_INLINE uint8_t *pack_short_text(uint8_t *p, PyObject *o, const bool layout)
{
    size_t n = (size_t)((PyASCIIObject *)o)->length;
    *p = (uint8_t)(HAYA_FIXSTR | n);
    pack_short_copy(p + 1, (const uint8_t *)((PyASCIIObject *)o + 1), n, layout);
    return p + 1 + n;
}

HAYA_INLINE uint8_t *pack_text(struct packing *w, uint8_t *p, PyObject *o, const bool layout)
{
    if (UNLIKELY(!IS_ASCII(o))) {
#if LAYOUT_KNOWN
        size_t size;
        const uint8_t *utf8 = layout ? layout_utf8(&w->state->layout, o, &size) : NULL;
        if (utf8 != NULL && w->plain_text)
            return pack_long_text(w, p, utf8, size);
#endif
        return pack_wide_text(w, p, o);
    }
    size_t n = (size_t)((PyASCIIObject *)o)->length;
    if (LIKELY(n < 32))
        return pack_short_text(p, o, layout);
    if (UNLIKELY(n > UINT32_MAX))
        return pack_not(w, p);
    return pack_long_text(w, p, (const uint8_t *)((PyASCIIObject *)o + 1), n);
}

HAYA_INLINE uint8_t *pack_bytes(struct packing *w, uint8_t *p, PyObject *o)
{
    size_t n = (size_t)PyBytes_GET_SIZE(o);
    const uint8_t *s = (const uint8_t *)PyBytes_AS_STRING(o);
    uint8_t *out = n <= UINT32_MAX ? pack_reserve(w, p, n) : NULL;
    if (UNLIKELY(out == NULL))
        return pack_not(w, p);
    p = pack_bin_header(w->bin_type, out, (uint32_t)n);
    if (n < 32)
        pack_short_copy(p, s, n, true); /* the header of a bytes object is 32 bytes long */
    else
        pack_copy(p, s, n);
    return p + n;
}

HAYA_INLINE uint8_t *pack_scalar(struct packing *w, uint8_t *p, PyObject *o, const bool layout)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == &PyUnicode_Type)
        return pack_text(w, p, o, layout);
    if (type == &PyLong_Type) {
        uint8_t *end = pack_long(w->small_base, p, o, layout);
        return LIKELY(end != NULL) ? end : pack_not(w, p);
    }
    if (type == &PyFloat_Type && LIKELY(!w->single_float))
        return haya_put_double(p, PyFloat_AS_DOUBLE(o));
    if (type == &PyBool_Type)
        return haya_put_bool(p, o == Py_True);
    if (o == Py_None)
        return haya_put_nil(p);
    if (type == &PyBytes_Type)
        return pack_bytes(w, p, o);
    return pack_not(w, p);
}

/* ---- runs of one type: *item advances, space is reserved once per chunk --- */

#define PACK_CHUNK 256

HAYA_INLINE PyObject **pack_chunk(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop, size_t each)
{
    PyObject **chunk = stop - item > PACK_CHUNK ? item + PACK_CHUNK : stop;
    uint8_t *p = pack_reserve(w, *at, (size_t)(chunk - item) * each);
    if (UNLIKELY(p == NULL))
        return item;
    *at = p;
    return chunk;
}

HAYA_INLINE PyObject **pack_long_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                     const bool layout)
{
    while (item < stop && Py_TYPE(*item) == &PyLong_Type) {
        PyObject **chunk = pack_chunk(w, at, item, stop, HAYA_HEADER_MAX);
        uint8_t *p = *at;
        if (UNLIKELY(chunk == item))
            break;
        while (item < chunk && Py_TYPE(*item) == &PyLong_Type) {
            if (w->small_base != 0 && chunk - item >= 8) {
                size_t done = w->vector->pack_smalls(item, (size_t)(chunk - item), p, w->small_base);
                item += done;
                p += done;
            }
            /* up to 16 items one by one, before the vector code is tried again */
            PyObject **few = chunk - item > 16 ? item + 16 : chunk;
            for (; item < few && Py_TYPE(*item) == &PyLong_Type; item++) {
                uint8_t *end = pack_long(w->small_base, p, *item, layout);
                if (UNLIKELY(end == NULL)) {
                    *at = p;
                    return item;
                }
                p = end;
            }
        }
        *at = p;
    }
    return item;
}

HAYA_INLINE PyObject **pack_float_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop)
{
    while (item < stop && Py_TYPE(*item) == &PyFloat_Type) {
        PyObject **chunk = pack_chunk(w, at, item, stop, HAYA_HEADER_MAX);
        uint8_t *p = *at;
        if (UNLIKELY(chunk == item))
            break;
        while (item < chunk && Py_TYPE(*item) == &PyFloat_Type)
            p = haya_put_double(p, PyFloat_AS_DOUBLE(*item++));
        *at = p;
    }
    return item;
}

HAYA_INLINE PyObject **pack_bool_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop)
{
    while (item < stop && (*item == Py_True || *item == Py_False)) {
        PyObject **chunk = pack_chunk(w, at, item, stop, 1);
        uint8_t *p = *at;
        if (UNLIKELY(chunk == item))
            break;
        size_t done = w->vector->pack_bools(item, (size_t)(chunk - item), p, Py_True, Py_False);
        item += done;
        p += done;
        while (item < chunk && (*item == Py_True || *item == Py_False))
            p = haya_put_bool(p, *item++ == Py_True);
        *at = p;
    }
    return item;
}

/* Sequences of at least this length are packed in runs of one type. */
#define PACK_LONG_SEQUENCE 8

/* Packs the leading numbers of a short sequence, for all of which space is ensured once. */
HAYA_INLINE PyObject **pack_numbers(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                    const bool layout)
{
    uint8_t *p = pack_reserve(w, *at, (size_t)(stop - item) * HAYA_HEADER_MAX);
    if (UNLIKELY(p == NULL))
        return item;
    for (; item < stop; item++) {
        PyTypeObject *type = Py_TYPE(*item);
        uint8_t *end = NULL;
        if (type == &PyFloat_Type && LIKELY(!w->single_float))
            end = haya_put_double(p, PyFloat_AS_DOUBLE(*item));
        else if (type == &PyLong_Type)
            end = pack_long(w->small_base, p, *item, layout);
        if (end == NULL)
            break;
        p = end;
    }
    *at = p;
    return item;
}

/* Packs the leading lists of item..stop that have few items, all of which are numbers: points, pairs. The loop packs
 * any other list. Returns their end and updates *at. */
HAYA_INLINE PyObject **pack_number_lists(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                         const bool layout)
{
    uint32_t patience = w->patience;
    if (UNLIKELY((Py_ssize_t)w->depth >= w->opt->max_depth))
        return item;
    for (; item < stop && Py_TYPE(*item) == &PyList_Type && patience > 1; item++) {
        PyObject **number = ((PyListObject *)*item)->ob_item;
        size_t n = (size_t)PyList_GET_SIZE(*item);
        uint8_t *p = *at;
        if (n >= PACK_LONG_SEQUENCE || UNLIKELY((p = pack_reserve(w, p, (1 + n) * HAYA_HEADER_MAX)) == NULL))
            break;
        *at = p;
        *p++ = (uint8_t)(HAYA_FIXARRAY | n);
        if (pack_numbers(w, &p, number, number + n, layout) != number + n)
            break;
        *at = p;
        patience--;
    }
    w->patience = patience;
    return item;
}

/* Packs the longest prefix of item..stop that consists of scalars. Returns its end and updates *at. */
HAYA_INLINE PyObject **pack_scalars(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                    const bool layout)
{
    if (stop - item < PACK_LONG_SEQUENCE)
        item = pack_numbers(w, at, item, stop, layout);
    while (item < stop) {
        if (stop - item >= PACK_LONG_SEQUENCE) {
            PyTypeObject *type = Py_TYPE(*item);
            if (type == &PyLong_Type)
                item = pack_long_run(w, at, item, stop, layout);
            else if (type == &PyFloat_Type && LIKELY(!w->single_float))
                item = pack_float_run(w, at, item, stop);
            else if (type == &PyBool_Type)
                item = pack_bool_run(w, at, item, stop);
            if (item == stop)
                break;
        }
        uint8_t *p = pack_reserve(w, *at, 0);
        if (UNLIKELY(p == NULL))
            break;
        uint8_t *end = pack_scalar(w, p, *item, layout);
        if (end == NULL) {
            *at = w->start;
            break;
        }
        *at = end;
        item++;
    }
    return item;
}

/* Whether a list or dict has nothing in it, for which it need not be locked: its size is read once. */
HAYA_INLINE bool pack_is_empty(PyObject *o)
{
    return (Py_TYPE(o) == &PyList_Type ? PyList_GET_SIZE(o) : PyDict_GET_SIZE(o)) == 0;
}

/* Writes an empty list or dict at p. Returns the end; NULL: nothing was written, o is something else or may be too
 * deep: the container that it is in has no frame yet, and what pack_leaf() writes is in another one that has none. */
HAYA_INLINE uint8_t *pack_empty(const struct packing *w, uint8_t *p, PyObject *o)
{
    bool is_list = Py_TYPE(o) == &PyList_Type;
    if ((!is_list && Py_TYPE(o) != &PyDict_Type) || !pack_is_empty(o) ||
        UNLIKELY((Py_ssize_t)w->depth + 2 >= w->opt->max_depth))
        return NULL;
    *p = is_list ? HAYA_FIXARRAY : HAYA_FIXMAP;
    return p + 1;
}

/* ---- entries of maps ------------------------------------------------------ */

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

/* Packs a key of any scalar type; not inlined: text.c. Results as of pack_scalar(). */
uint8_t *pack_other_key(struct packing *w, uint8_t *p, PyObject *key, bool layout);

#if LAYOUT_KNOWN
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
    bool done = true;
    *value = NULL;
    for (; n > 0; n--) {
        while (entry < stop && UNLIKELY(entry[1] == NULL))
            entry += stride;
        if (UNLIKELY((p = pack_reserve(w, p, 0)) == NULL)) {
            p = w->out->p;
            done = false;
            break;
        }
        if (UNLIKELY(entry >= stop)) {
            done = false;
            break;
        }
        PyObject *key = entry[0], *o = entry[1];
        if (LIKELY(Py_TYPE(key) == &PyUnicode_Type) && LIKELY(IS_ASCII(key)) &&
            LIKELY((size_t)((PyASCIIObject *)key)->length < 32)) {
            p = pack_short_text(p, key, true);
        } else {
            uint8_t *end = Py_TYPE(key) == &PyLong_Type ? pack_long(w->small_base, p, key, true) : NULL;
            if (end == NULL)
                end = pack_other_key(w, p, key, true);
            p = end != NULL ? end : w->start;
            if (end == NULL) {
                done = false;
                break;
            }
        }
        entry += stride;
        if (UNLIKELY((p = pack_reserve(w, p, 0)) == NULL)) {
            p = w->out->p;
            done = false;
            break;
        }
        uint8_t *end = pack_scalar(w, p, o, true);
        if (UNLIKELY(end == NULL) && LIKELY((end = pack_empty(w, w->start, o)) == NULL)) {
            p = w->start;
            *value = o;
            n--;
            done = false;
            break;
        }
        p = end;
    }
    *at = p;
    *slot = entry;
    *left = n;
    return done;
}
#endif

#endif
