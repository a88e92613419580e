/*
 * pack_scalars.h: scalars -> bytes, inlined into the loop of pack_loop.h.
 *
 * Invariant: OUTPUT_SPARE bytes are free at p before a value is written.
 * layout: CPython's private layout may be used.
 */
#ifndef HAYAPACK_PACK_SCALARS_H
#define HAYAPACK_PACK_SCALARS_H

#include "short_copies.h"
#include "pack_state.h"

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
    w->countdown = w->pace = PACK_SIGNAL_INTERVAL;
    w->waited = 0;
    w->single_float = opt->single_float;
    w->bin_type = opt->bin_type;
    w->text_fast = opt->text_fast;
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
        if (LIKELY(small < 0x80)) {
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
#if PY_VERSION_HEX < 0x030C0000
    if (_PyLong_NumBits(o) > 64) /* making an OverflowError may run the collector there */
        return NULL;
#endif
    unsigned long long u = PyLong_AsUnsignedLongLong(o);
    if (u == (unsigned long long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        return NULL;
    }
    return haya_put_uint(p, u);
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

/* Packs text of n bytes: of few ones without a branch for the size of the header. */
HAYA_INLINE uint8_t *pack_text_bytes(struct packing *w, uint8_t *p, const uint8_t *s, size_t n)
{
    if (!PACK_BLOCKS_KNOWN || n > PACK_BLOCK || UNLIKELY(!w->bin_type))
        return pack_long_text(w, p, s, n);
    p[0] = (uint8_t)(n < 32 ? HAYA_FIXSTR | n : HAYA_STR8);
    p[1] = (uint8_t)n;
    p += 1 + (n >= 32);
    pack_block_copy(p, s, n);
    return p + n;
}

/* Packs text that is not ASCII: pack_text.c. */
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
        if (utf8 != NULL && w->text_fast)
            return pack_text_bytes(w, p, utf8, size);
#endif
        return pack_wide_text(w, p, o);
    }
    size_t n = (size_t)((PyASCIIObject *)o)->length;
    if (LIKELY(n < 32))
        return pack_short_text(p, o, layout);
    if (UNLIKELY(n > UINT32_MAX))
        return pack_not(w, p);
    return pack_text_bytes(w, p, (const uint8_t *)((PyASCIIObject *)o + 1), n);
}

HAYA_INLINE uint8_t *pack_bytes(struct packing *w, uint8_t *p, PyObject *o)
{
    size_t n = (size_t)PyBytes_GET_SIZE(o);
    const uint8_t *s = (const uint8_t *)PyBytes_AS_STRING(o);
    if (n <= PACK_BLOCK && LIKELY(w->bin_type)) {
        p[0] = HAYA_BIN8;
        p[1] = (uint8_t)n;
        if (!PACK_BLOCKS_KNOWN && n < 32)
            pack_short_copy(p + 2, s, n, true); /* the header of a bytes object is 32 bytes long */
        else
            pack_block_copy(p + 2, s, n);
        return p + 2 + n;
    }
    uint8_t *out = n <= UINT32_MAX ? pack_reserve(w, p, n) : NULL;
    if (UNLIKELY(out == NULL))
        return pack_not(w, p);
    p = pack_bin_header(w->bin_type, out, (uint32_t)n);
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

#endif
