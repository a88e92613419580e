/*
 * unpack_scalars.h: bytes -> scalars, inlined into the loop of unpack_loop.c.
 * layout: CPython's private layout may be used.
 */
#ifndef HAYAPACK_UNPACK_SCALARS_H
#define HAYAPACK_UNPACK_SCALARS_H

#include "unpack_state.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

HAYA_INLINE PyObject *unpack_small(const struct unpacking *u, int v, const bool layout)
{
#if LAYOUT_KNOWN
    if (layout)
        return layout_small(&u->state->layout, v);
#else
    (void)layout;
#endif
    return Py_NewRef(u->state->shared.small[v - LAYOUT_SMALL_MIN]);
}

/* Whether floats and ints are allocated here. CPython keeps the first hundred of each that are freed, from 3.14 on also
 * ints of one digit, and its own calls make new ones of them: that is faster, and so is freeing them again, but only
 * where a message has few. Before 3.14 it does not pay. */
HAYA_INLINE bool unpack_makes_numbers(const struct unpacking *u, const bool layout)
{
    return layout && (PY_VERSION_HEX < 0x030E0000 || u->paused);
}

HAYA_INLINE PyObject *unpack_uint(const struct unpacking *u, uint64_t v, const bool layout)
{
    if (v <= LAYOUT_SMALL_MAX)
        return unpack_small(u, (int)v, layout);
#if LAYOUT_KNOWN
    if (unpack_makes_numbers(u, layout))
        return layout_long_new(v, 0);
#endif
    return PyLong_FromUnsignedLongLong(v);
}

HAYA_INLINE PyObject *unpack_int(const struct unpacking *u, int64_t v, const bool layout)
{
    if (v >= LAYOUT_SMALL_MIN && v <= LAYOUT_SMALL_MAX)
        return unpack_small(u, (int)v, layout);
#if LAYOUT_KNOWN
    if (unpack_makes_numbers(u, layout)) {
        uint64_t negative = (uint64_t)v >> 63;
        return layout_long_new(((uint64_t)v ^ (0 - negative)) + negative, negative);
    }
#endif
    return PyLong_FromLongLong(v);
}

/* The integer at s, of any size. */
HAYA_INLINE PyObject *unpack_integer(const struct unpacking *u, const uint8_t *s, const bool layout)
{
    uint64_t bits = haya_load_integer(*s, s + 1);
    return *s == HAYA_UINT64 ? unpack_uint(u, bits, layout) : unpack_int(u, (int64_t)bits, layout);
}

/* own: unpack_makes_numbers(). */
HAYA_INLINE PyObject *unpack_new_float(double v, const bool own)
{
#if LAYOUT_KNOWN
    if (own)
        return layout_float_new(v);
#else
    (void)own;
#endif
    return PyFloat_FromDouble(v);
}

HAYA_INLINE PyObject *unpack_float(const struct unpacking *u, double v, const bool layout)
{
    return unpack_new_float(v, unpack_makes_numbers(u, layout));
}

/* A str of n bytes, 2..32; 32 bytes may be read at s. NULL without an exception: the text is not
 * ASCII. Stores whole words, for which layout_ascii_new() allocates. */
#if LAYOUT_KNOWN && defined(__SSE2__)
/* What is stored is loaded after the allocation, so that nothing but n has to be kept across it. */
HAYA_INLINE PyObject *unpack_short_text(const struct unpacking *u, const uint8_t *s, size_t n)
{
    unsigned high = (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)s)) |
                    (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(s + 16))) << 16;
    if (high << (-(unsigned)n & 31) != 0) /* 32 - n, or 0 */
        return NULL;
    PyASCIIObject *o = PyObject_Malloc(sizeof *o + (n | 15) + 1);
    if (UNLIKELY(o == NULL))
        return PyErr_NoMemory();
    uint8_t *data = (uint8_t *)(o + 1);
    _mm_storeu_si128((__m128i *)data, _mm_loadu_si128((const __m128i *)s));
    if (n > 15)
        _mm_storeu_si128((__m128i *)(data + 16), _mm_loadu_si128((const __m128i *)(s + 16)));
    return layout_ascii_end(&u->state->layout, o, n);
}
#elif LAYOUT_KNOWN
HAYA_INLINE PyObject *unpack_short_text(const struct unpacking *u, const uint8_t *s, size_t n)
{
    uint64_t a, b, c = 0, d = 0;
    memcpy(&a, s, 8);
    if (n <= 8) {
        if ((a << (64 - 8 * n) & HIGH_BITS) != 0)
            return NULL;
        PyObject *o = layout_ascii_new(&u->state->layout, n, n | 7);
        if (LIKELY(o != NULL)) {
            uint8_t *data = (uint8_t *)((PyASCIIObject *)o + 1);
            memcpy(data, &a, 8);
            data[n] = 0;
        }
        return o;
    }
    memcpy(&b, s + n - 8, 8);
    if (n > 16) {
        memcpy(&c, s + 8, 8);
        memcpy(&d, s + n - 16, 8);
    }
    if (((a | b | c | d) & HIGH_BITS) != 0)
        return NULL;
    PyObject *o = layout_ascii_new(&u->state->layout, n, n);
    if (LIKELY(o != NULL)) {
        uint8_t *data = (uint8_t *)((PyASCIIObject *)o + 1);
        if (n > 16) {
            memcpy(data + 8, &c, 8);
            memcpy(data + n - 16, &d, 8);
        }
        memcpy(data, &a, 8);
        memcpy(data + n - 8, &b, 8);
    }
    return o;
}
#endif

#if LAYOUT_KNOWN
/* A longer str is copied while it is checked, UNPACK_BLOCK bytes at a time. */
#define UNPACK_BLOCK 32
#define UNPACK_BLOCKS_MAX 448 /* bytes of the longest str that is created so: pymalloc has a block for it */

/* A str of n bytes, UNPACK_BLOCK..UNPACK_BLOCKS_MAX. NULL without an exception: the text is not ASCII. */
HAYA_INLINE PyObject *unpack_blocks_text(const struct unpacking *u, const uint8_t *s, size_t n)
{
    typedef uint64_t half __attribute__((vector_size(UNPACK_BLOCK / 2)));
    half a, b, any;
    memcpy(&a, s, sizeof a);
    memcpy(&b, s + sizeof a, sizeof b);
    any = a | b;
    if (((any[0] | any[1]) & HIGH_BITS) != 0) /* before anything is allocated: most text continues as it begins */
        return NULL;
    PyObject *o = layout_ascii_new(&u->state->layout, n, n);
    if (UNLIKELY(o == NULL))
        return NULL;
    uint8_t *data = (uint8_t *)((PyASCIIObject *)o + 1);
    for (size_t at = 0; at < n - UNPACK_BLOCK;) {
        memcpy(data + at, &a, sizeof a);
        memcpy(data + at + sizeof a, &b, sizeof b);
        at = at + 2 * UNPACK_BLOCK < n ? at + UNPACK_BLOCK
                                       : n - UNPACK_BLOCK; /* the last block overlaps the one before */
        memcpy(&a, s + at, sizeof a);
        memcpy(&b, s + at + sizeof a, sizeof b);
        any |= a | b;
    }
    memcpy(data + n - UNPACK_BLOCK, &a, sizeof a);
    memcpy(data + n - UNPACK_BLOCK + sizeof a, &b, sizeof b);
    if (LIKELY(((any[0] | any[1]) & HIGH_BITS) == 0))
        return o;
    Py_DECREF(o);
    return NULL;
}
#endif

/* The content of the bin whose first byte is at `at`. */
HAYA_INLINE PyObject *unpack_bytes(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n,
                                   const bool layout)
{
#if LAYOUT_KNOWN
    if (layout && n - 2 < u->opt->small_bytes) {
        PyObject *o = layout_bytes_new(&u->state->layout, n);
        if (LIKELY(o != NULL) && n >= COMMON_COPY_MIN)
            common_copy(PyBytes_AS_STRING(o), s, n);
        else if (LIKELY(o != NULL))
            memcpy(PyBytes_AS_STRING(o), s, n);
        return o;
    }
#else
    (void)layout;
#endif
    return UNLIKELY(u->opt->zero_copy) ? unpack_payload(u, at, s, n)
                                       : PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
}

/* A new str. NULL without an exception: the bytes are not UTF-8. */
HAYA_INLINE PyObject *unpack_text(const struct unpacking *u, const uint8_t *s, size_t n, const uint8_t *readable,
                                  const bool layout)
{
#if LAYOUT_KNOWN
    bool is_short = n >= 2 && n <= 32 && LIKELY(readable - s >= 32);
    if (layout && (is_short || (n > 32 && n <= UNPACK_BLOCKS_MAX))) {
        PyObject *o = is_short ? unpack_short_text(u, s, n) : unpack_blocks_text(u, s, n);
        if (LIKELY(o != NULL) || PyErr_Occurred())
            return o;
        return text_new_other(u->state, s, n);
    }
#else
    (void)layout, (void)readable;
#endif
    return text_new(u->state, s, n);
}

/* The bool with this first byte. No branch between the two: random bools are unpredictable. */
HAYA_INLINE PyObject *unpack_bool(uint8_t lead)
{
    PyObject *const bools[2] = {Py_False, Py_True};
    return common_shared(bools[lead & 1]);
}

HAYA_INLINE PyObject *unpack_nil_or_bool(uint8_t lead)
{
    return common_shared(lead == HAYA_NIL ? Py_None : lead == HAYA_TRUE ? Py_True : Py_False);
}

#if LAYOUT_KNOWN
/* own: unpack_makes_numbers(). */
HAYA_INLINE PyObject *unpack_run_int(const struct unpacking *u, uint64_t magnitude, uint64_t negative, const bool own)
{
    if (magnitude <= LAYOUT_SMALL_MAX && (!negative || magnitude <= -LAYOUT_SMALL_MIN))
        return unpack_small(u, negative ? -(int)magnitude : (int)magnitude, true);
    if (!own && magnitude >> PyLong_SHIFT == 0)
        return PyLong_FromLong(negative ? -(long)magnitude : (long)magnitude);
    return LIKELY(magnitude >> 60 == 0) ? layout_long_new_short(magnitude, negative)
                                        : layout_long_new(magnitude, negative);
}

/* The integer after the first byte `lead` at p, in `size` bytes. 8 bytes are read. */
HAYA_INLINE PyObject *unpack_sized_int(const struct unpacking *u, const uint8_t *p, uint8_t lead, unsigned size,
                                       const bool own)
{
    uint64_t bits = haya_load64(p + 1), negative = bits >> 63 & lead >> 4; /* uint8 is 0xcc, int8 0xd0 */
    return unpack_run_int(u, ((bits ^ (0 - negative)) >> (64 - 8 * size)) + negative, negative, own);
}
#endif

#endif
