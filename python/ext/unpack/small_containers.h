/* small_containers.h: empty containers, and maps of one entry whose value is a scalar or as small: they need no frame.
 */
#ifndef HAYAPACK_UNPACK_SMALL_CONTAINERS_H
#define HAYAPACK_UNPACK_SMALL_CONTAINERS_H

#include "key_cache.h"

/* A scalar of a few bytes at *at, which becomes its end. NULL: it is something else, or a failure, which the loop meets
 * again; no exception is set. */
HAYA_INLINE PyObject *smallest_scalar(struct unpacking *u, const uint8_t **at, const uint8_t *end,
                                      const uint8_t *readable, const bool layout)
{
    const uint8_t *p = *at;
    PyObject *o;
    uint8_t lead = *p;
    size_t n = 0; /* bytes after the first */
    if (lead < 0x80) {
        o = unpack_small(u, lead, layout);
    } else if ((lead & 0xe0) == HAYA_FIXSTR) {
        n = lead & 0x1f;
        if ((ptrdiff_t)n >= end - p || n > u->opt->limits.str_len)
            return NULL;
        o = unpack_text(u, p + 1, n, readable, layout);
    } else if (lead == HAYA_NIL || lead == HAYA_FALSE || lead == HAYA_TRUE) {
        o = unpack_nil_or_bool(lead);
    } else if (lead == HAYA_FLOAT64 && end - p >= 9) {
        n = 8;
        o = unpack_float(u, haya_load_double(p + 1), layout);
    } else if ((uint8_t)(lead - HAYA_UINT8) <= HAYA_INT64 - HAYA_UINT8 && readable - p >= 9) {
        n = (size_t)1 << (lead & 3);
        if ((ptrdiff_t)n >= end - p)
            return NULL;
        uint64_t bits = haya_load64(p + 1), negative = bits >> 63 & lead >> 4; /* uint8 is 0xcc, int8 0xd0 */
        size_t beyond = 64 - 8 * n;
        o = negative ? unpack_int(u, (int64_t)bits >> beyond, layout) : unpack_uint(u, bits >> beyond, layout);
    } else if (lead >= 0xe0) {
        o = unpack_int(u, (int8_t)lead, layout);
    } else {
        return NULL;
    }
    if (UNLIKELY(o == NULL) && PyErr_Occurred())
        PyErr_Clear();
    *at = p + 1 + n;
    return o;
}

/* The most maps of one entry, each the value of the one around it, that are taken at once, and the most values of a
 * list that is the innermost value. */
#define SMALLEST_MAPS 6
#ifdef Py_GIL_DISABLED
#define SMALLEST_ITEMS 0
#else
#define SMALLEST_ITEMS 4
#endif

/* A list of n scalars at *at. While it is incomplete, no other code can run. NULL: as of smallest_scalar(). */
HAYA_INLINE PyObject *smallest_list(struct unpacking *u, const uint8_t **at, const uint8_t *end,
                                    const uint8_t *readable, size_t n, const bool layout)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    if (UNLIKELY(list == NULL))
        PyErr_Clear();
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *item = *at < end ? smallest_scalar(u, at, end, readable, layout) : NULL;
        if (item == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, (Py_ssize_t)i, item);
    }
    return list;
}

/* How many maps of one entry begin at p, where the first one's key is; each but the last has the next one as its value.
 * 0: the innermost value is none of those below, or a key is not a short str. */
HAYA_INLINE size_t smallest_count(const struct unpacking *u, const uint8_t *p, const uint8_t *end, uint64_t pending)
{
    end -= pending; /* the values of each container, of one byte at least, are before that */
    const struct unpack_options *opt = u->opt;
    size_t most =
        u->depth < u->shallow ? u->shallow - u->depth : 1; /* containers that may be open, this one included */
    size_t items = SMALLEST_ITEMS;
    if (opt->limits.array_len < items)
        items = 0;
    for (size_t maps = 1; maps <= SMALLEST_MAPS; maps++) {
        size_t size = *p & 0x1f;
        if ((*p & 0xe0) != HAYA_FIXSTR || end - p <= (ptrdiff_t)size + 1)
            return 0; /* also a map for whose entry nothing is left */
        uint8_t lead = p[size + 1];
        if (lead < HAYA_FIXMAP || lead >= HAYA_FIXSTR)
            return maps;
        if (maps >= most)
            return 0;
        if (lead == HAYA_FIXMAP || (opt->use_list && lead >= HAYA_FIXARRAY && lead <= HAYA_FIXARRAY + items))
            return end - p >= (ptrdiff_t)size + 2 + (lead & 0x0f) ? maps : 0;
        if (lead != HAYA_FIXMAP + 1)
            return 0;
        p += size + 2;
    }
    return 0;
}

/* The dict of a map of one entry at *at, which becomes its end. NULL: as of smallest_scalar(). */
NOINLINE static PyObject *smallest_map(struct unpacking *u, const uint8_t **at, const uint8_t *end,
                                       const uint8_t *readable, uint64_t pending, const bool layout)
{
    const uint8_t *p = *at;
    PyObject *keys[SMALLEST_MAPS], *o = NULL;
    size_t maps = u->keys != NULL && u->keys->rest == 0 && !u->opt->raw && readable - end >= UNPACK_SLACK
                      ? smallest_count(u, p, end, pending)
                      : 0;
    for (size_t i = 0; i < maps; i++) {
        p += i != 0; /* the first byte of an inner map */
        if ((keys[i] = keys_read(u, &p, end, readable, layout)) == NULL) {
            PyErr_Clear();
            while (i > 0)
                Py_DECREF(keys[--i]);
            return NULL;
        }
    }
    if (maps == 0)
        return NULL;
    uint8_t lead = *p;
    if (lead >= HAYA_FIXARRAY && lead < HAYA_FIXSTR) {
        p++;
        o = smallest_list(u, &p, end, readable, lead & 0x0f, layout);
    } else if (lead == HAYA_FIXMAP) {
        p++;
        o = PyDict_New();
    } else {
        o = smallest_scalar(u, &p, end, readable, layout);
    }
    u->keys->seen += (uint32_t)maps;
    while (maps > 0) {
        PyObject *key = keys[--maps], *dict = o != NULL ? PyDict_New() : NULL;
        if (LIKELY(dict != NULL) && UNLIKELY(PyDict_SetItem(dict, key, o) < 0))
            Py_CLEAR(dict);
        Py_DECREF(key);
        Py_XDECREF(o);
        o = dict;
    }
    if (UNLIKELY(o == NULL))
        PyErr_Clear();
    else
        *at = p;
    return o;
}

/* A list or tuple of nothing, or a map of nothing or of one entry that is inserted, at *at, which becomes its end, if
 * it needs no frame. NULL: it needs one, or as of smallest_scalar(). kind: what is made of a container of n entries;
 * pending: values that must follow it. */
HAYA_INLINE PyObject *unpack_smallest(struct unpacking *u, const uint8_t **at, const uint8_t *end,
                                      const uint8_t *readable, uint64_t pending, enum unpack_kind kind, size_t n,
                                      const bool layout)
{
    if (n != 0)
        return smallest_map(u, at, end, readable, pending, layout);
    PyObject *o = kind == OPEN_MAP     ? PyDict_New()
                  : kind == OPEN_LIST  ? PyList_New(0)
                  : kind == OPEN_TUPLE ? PyTuple_New(0)
                                       : NULL;
    if (UNLIKELY(o == NULL) && PyErr_Occurred())
        PyErr_Clear();
    return o;
}

#endif
