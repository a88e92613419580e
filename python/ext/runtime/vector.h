/*
 * vector.h: loops with SIMD instructions, chosen at run time by the CPU's features.
 *
 * A function that returns a number processes the longest prefix that it can handle, possibly
 * none, and returns its length; the caller's scalar loop processes the rest.
 * The functions have no state and may be called by several threads.
 */
#ifndef HAYAPACK_VECTOR_H
#define HAYAPACK_VECTOR_H

#include "common.h"

struct vector_ops {
    /* Encodes all n characters of `width` (1, 2 or 4) bytes each as UTF-8. out must have space for their
     * longest forms and 64 bytes more. Returns the end; NULL: there is a lone surrogate. This pointer is NULL
     * if the CPU lacks the instructions. */
    uint8_t *(*encode)(const void *s, size_t n, int width, uint8_t *out);
    /* Decodes n bytes of UTF-8 to `points` characters of `width` bytes each: what measure() has found in the n bytes.
     * False: they are not well-formed; out is then partly written. This pointer, and measure, are NULL if the CPU
     * lacks the instructions. */
    bool (*decode)(const uint8_t *s, size_t n, void *out, size_t points, int width);
    /* Packs the shared integers -5..127 at the front of items[0..n), one byte each; out must have space for n
     * bytes. base: the address of -5; the others follow at intervals of LAYOUT_SMALL_STEP bytes. Returns the number
     * packed. */
    size_t (*pack_smalls)(PyObject **items, size_t n, uint8_t *out, uintptr_t base);
    /* Packs the leading items that are `yes` or `no`, one byte each. */
    size_t (*pack_bools)(PyObject **items, size_t n, uint8_t *out, PyObject *yes, PyObject *no);
    /* Copies the leading ASCII bytes in whole blocks; returns how many are known to be ASCII. */
    size_t (*copy_ascii)(uint8_t *to, const uint8_t *s, size_t n);
    /* Adds the number of the n bytes that begin a code point to *points and raises *largest to the largest byte, or to
     * another of its range: below c4, c4..ef, f0..ff. */
    void (*measure)(const uint8_t *s, size_t n, size_t *points, uint8_t *largest);
    /* Whether the CPU has AVX-512 with BW and VL, and BMI2. */
    bool avx512;
};

/* The functions for this CPU; never NULL, static. */
const struct vector_ops *vector_choose(void);

#endif
