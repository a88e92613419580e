/*
 * short_copies.h: copies of short texts and byte strings.
 */
#ifndef HAYAPACK_PACK_SHORT_COPIES_H
#define HAYAPACK_PACK_SHORT_COPIES_H

#include "native.h"

/* The most bytes that pack_block_copy() copies. */
#define PACK_BLOCK 64

typedef uint64_t pack_lanes __attribute__((vector_size(16), aligned(1), may_alias));

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
    const pack_lanes *from = (const pack_lanes *)s, *from_end = (const pack_lanes *)(s + n);
    pack_lanes *to = (pack_lanes *)p, *to_end = (pack_lanes *)(p + n);
    if (n < 16) {
        pack_few(p, s, n);
        return;
    }
    if (n > 128) {
        memcpy(p, s, n);
        return;
    }
    if (n > PACK_BLOCK) {
        memcpy(p, s, PACK_BLOCK);
        memcpy(p + n - PACK_BLOCK, s + n - PACK_BLOCK, PACK_BLOCK);
        return;
    }
    pack_lanes a = from[0], z = from_end[-1];
    if (n > 32) {
        pack_lanes b = from[1], y = from_end[-2];
        to[1] = b;
        to_end[-2] = y;
    }
    to[0] = a;
    to_end[-1] = z;
}

#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__BMI2__) /* pack_loop_avx512.c */
#include <immintrin.h>

/* Lengths change from one text to the next, and a wrong prediction of a branch takes longer than a copy: these have no
 * branches. The load reads n bytes only; the store overwrites what follows the copy. */
#define PACK_BLOCKS_KNOWN true

/* Copies n <= PACK_BLOCK bytes, where PACK_BLOCK may be written. */
HAYA_INLINE void pack_block_copy(uint8_t *p, const uint8_t *s, size_t n)
{
    _mm512_storeu_si512(p, _mm512_maskz_loadu_epi8(_bzhi_u64(~(uint64_t)0, (unsigned)n), s));
}

/* Copies n < 32 bytes, where 32 may be written. */
HAYA_INLINE void pack_short_copy(uint8_t *p, const uint8_t *s, size_t n, const bool layout)
{
    (void)layout;
    _mm256_storeu_si256((__m256i *)p, _mm256_maskz_loadu_epi8(_bzhi_u32(~(uint32_t)0, (unsigned)n), s));
}
#else
#define PACK_BLOCKS_KNOWN false

HAYA_INLINE void pack_block_copy(uint8_t *p, const uint8_t *s, size_t n)
{
    pack_copy(p, s, n);
}

/* Copies n < 32 bytes, where 32 may be written. layout: they are in an object whose header of at least 16 bytes is
 * before them. */
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
    if (HAYA_LITTLE_ENDIAN)
        word >>= (64 - 8 * n) & 63;
    else
        word <<= (64 - 8 * n) & 63;
    memcpy(p, &word, 8);
}
#endif

#endif
