/*
 * vector.h: loops that wide registers make faster, chosen at run time.
 *
 * Every function does the longest prefix that suits it, possibly nothing, and
 * says how much; the caller's plain loop does the rest.
 */
#ifndef HAYAPACK_VECTOR_H
#define HAYAPACK_VECTOR_H

#include "common.h"

struct vector_ops {
    /* n characters of `width` (1, 2, 4) bytes each -> UTF-8, all of them; out
     * has room for the most they can take and 64 bytes. Returns the end, or
     * NULL: a lone surrogate. This member is NULL where the machine has none. */
    uint8_t *(*encode)(const void *s, size_t n, int width, uint8_t *out);
    /* Packs shared integers -5..127 in items[0..n), a byte each; out has room
     * for n bytes. base: the address of -5, the others at 32-byte steps.
     * Returns the integers packed. */
    size_t (*pack_smalls)(PyObject **items, size_t n, uint8_t *out, uintptr_t base);
    /* Packs items[0..n) as long as they are `yes` or `no`, a byte each. */
    size_t (*pack_bools)(PyObject **items, size_t n, uint8_t *out, PyObject *yes, PyObject *no);
    /* Characters U+0800..U+FFFF but surrogates, n of 2 or of 4 bytes each ->
     * three bytes each; out has room for 3 n + 32 bytes. Returns how many of
     * them stand in front. */
    size_t (*encode_three_2)(const uint16_t *s, size_t n, uint8_t *out);
    size_t (*encode_three_4)(const uint32_t *s, size_t n, uint8_t *out);
    /* The reverse, for n bytes, of which `readable` >= n may be read; out
     * has room for `room` characters, and those behind the ones that count
     * may be overwritten. */
    size_t (*decode_three_2)(const uint8_t *s, size_t n, size_t readable, uint16_t *out, size_t room);
    size_t (*decode_three_4)(const uint8_t *s, size_t n, size_t readable, uint32_t *out, size_t room);
    /* Copies n bytes as long as they are ASCII; returns how many it looked at
     * and found to be. */
    size_t (*copy_ascii)(uint8_t *to, const uint8_t *s, size_t n);
    /* Counts bytes that begin a code point, and finds the largest byte.
     * Returns the bytes looked at. */
    size_t (*measure)(const uint8_t *s, size_t n, size_t *points, uint8_t *largest);
};

/* Never NULL; static. */
const struct vector_ops *vector_choose(void);

#endif
