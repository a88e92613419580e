/*
 * Validation of UTF-8, as defined by RFC 3629.
 *
 * ASCII is skipped in wide blocks. Other text is validated with vectors (NEON; AVX2 or SSSE3 if
 * the CPU has it, which is tested at run time), else by a small automaton without branches.
 */
#include "../include/hayapack.h"
#include "../include/hayapack_wire.h"

/* The most that is used of a processor: 0 no vectors, 1 those of 16 bytes, 2 of 32 bytes. Tests compile less than this
 * machine could run. */
#ifndef HAYA_UTF8_SIMD
#define HAYA_UTF8_SIMD 2
#endif

#if defined(__x86_64__) && defined(__GNUC__)
#define UTF8_SIMD HAYA_UTF8_SIMD
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && defined(__GNUC__)
#define UTF8_SIMD HAYA_UTF8_SIMD
#include <arm_neon.h>
#else
#define UTF8_SIMD 0
#endif

#define UTF8_HIGH_BITS UINT64_C(0x8080808080808080)

/* ---- The automaton ------------------------------------------------------
 *
 * A state is a shift count: the row of a byte's class, shifted right by the
 * state, has the next state in its low six bits. Transitions that a row does not
 * mention lead to the state BAD, 0, which is final.
 */
enum {
    UTF8_BAD = 0,
    UTF8_OK = 6,     /* between characters */
    UTF8_TAIL1 = 12, /* one more continuation byte */
    UTF8_TAIL2 = 18,
    UTF8_TAIL3 = 24,
    UTF8_E0 = 30, /* after the first bytes whose second byte has a narrower range */
    UTF8_ED = 36,
    UTF8_F0 = 42,
    UTF8_F4 = 48
};

#define UTF8_TO(from, to) ((uint64_t)(to) << (from))
#define UTF8_ANY_TAIL (UTF8_TO(UTF8_TAIL1, UTF8_OK) | UTF8_TO(UTF8_TAIL2, UTF8_TAIL1) | UTF8_TO(UTF8_TAIL3, UTF8_TAIL2))

static const uint64_t utf8_rows[] = {
    0,                                                                           /* never valid */
    UTF8_TO(UTF8_OK, UTF8_OK),                                                   /* 00-7f */
    UTF8_ANY_TAIL | UTF8_TO(UTF8_ED, UTF8_TAIL1) | UTF8_TO(UTF8_F4, UTF8_TAIL2), /* 80-8f */
    UTF8_ANY_TAIL | UTF8_TO(UTF8_ED, UTF8_TAIL1) | UTF8_TO(UTF8_F0, UTF8_TAIL2), /* 90-9f */
    UTF8_ANY_TAIL | UTF8_TO(UTF8_E0, UTF8_TAIL1) | UTF8_TO(UTF8_F0, UTF8_TAIL2), /* a0-bf */
    UTF8_TO(UTF8_OK, UTF8_TAIL1),                                                /* c2-df */
    UTF8_TO(UTF8_OK, UTF8_TAIL2),                                                /* e1-ec, ee, ef */
    UTF8_TO(UTF8_OK, UTF8_TAIL3),                                                /* f1-f3 */
    UTF8_TO(UTF8_OK, UTF8_E0),
    UTF8_TO(UTF8_OK, UTF8_ED),
    UTF8_TO(UTF8_OK, UTF8_F0),
    UTF8_TO(UTF8_OK, UTF8_F4),
};

#define UTF8_X8(c) c, c, c, c, c, c, c, c
#define UTF8_X16(c) UTF8_X8(c), UTF8_X8(c)

/* clang-format off */
static const uint8_t utf8_classes[256] = {
    UTF8_X16(1), UTF8_X16(1), UTF8_X16(1), UTF8_X16(1),
    UTF8_X16(1), UTF8_X16(1), UTF8_X16(1), UTF8_X16(1),
    UTF8_X16(2), UTF8_X16(3), UTF8_X16(4), UTF8_X16(4),
    0, 0, 5, 5, 5, 5, 5, 5, UTF8_X8(5), UTF8_X16(5), /* c0, d0 */
    8, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 9, 6, 6,  /* e0 */
    10, 7, 7, 7, 11, 0, 0, 0, UTF8_X8(0),            /* f0 */
};
/* clang-format on */

static bool utf8_valid_portable(const uint8_t *s, size_t n)
{
    const uint8_t *end = s + n;
    uint64_t state = UTF8_OK;

    while (end - s >= 8) {
        if ((state & 63) == UTF8_OK && !(haya_load64(s) & UTF8_HIGH_BITS)) {
            s += 8;
            continue;
        }
        for (const uint8_t *stop = s + 8; s < stop; s++)
            state = utf8_rows[utf8_classes[*s]] >> (state & 63);
        if ((state & 63) == UTF8_BAD)
            return false;
    }
    for (; s < end; s++)
        state = utf8_rows[utf8_classes[*s]] >> (state & 63);
    return (state & 63) == UTF8_OK;
}

/* ---- Vectors -------------------------------------------------------------- */

#if UTF8_SIMD != 0
enum {
    UTF8_SHORT = 1,      /* the first byte of a character, then no continuation */
    UTF8_LONG = 2,       /* ASCII, then a continuation */
    UTF8_OVERLONG3 = 4,  /* e0, then 80-9f */
    UTF8_SURROGATE = 8,  /* ed, then a0-bf */
    UTF8_OVERLONG2 = 16, /* c0 or c1 */
    UTF8_LARGE = 32,     /* f4, then 90-bf; f5-ff, then 90-bf */
    UTF8_OVERLONG4 = 64, /* f0, then 80-8f; f5-ff, then 80-8f */
    UTF8_CONTS = 128,    /* two continuations: an error unless the character is that long */
    UTF8_ALWAYS = UTF8_SHORT | UTF8_LONG | UTF8_CONTS,
    UTF8_HIGH = UTF8_ALWAYS | UTF8_LARGE | UTF8_OVERLONG4,
    UTF8_CONT = UTF8_LONG | UTF8_OVERLONG2 | UTF8_CONTS
};

/* clang-format off */
#define UTF8_BY_HIGH \
    UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, \
    UTF8_CONTS, UTF8_CONTS, UTF8_CONTS, UTF8_CONTS, \
    UTF8_SHORT | UTF8_OVERLONG2, UTF8_SHORT, UTF8_SHORT | UTF8_OVERLONG3 | UTF8_SURROGATE, \
    UTF8_SHORT | UTF8_LARGE | UTF8_OVERLONG4
#define UTF8_BY_LOW \
    UTF8_ALWAYS | UTF8_OVERLONG2 | UTF8_OVERLONG3 | UTF8_OVERLONG4, UTF8_ALWAYS | UTF8_OVERLONG2, \
    UTF8_ALWAYS, UTF8_ALWAYS, UTF8_ALWAYS | UTF8_LARGE, \
    UTF8_HIGH, UTF8_HIGH, UTF8_HIGH, UTF8_HIGH, UTF8_HIGH, UTF8_HIGH, UTF8_HIGH, UTF8_HIGH, \
    UTF8_HIGH | UTF8_SURROGATE, UTF8_HIGH, UTF8_HIGH
#define UTF8_BY_NEXT \
    UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, \
    UTF8_CONT | UTF8_OVERLONG3 | UTF8_OVERLONG4, UTF8_CONT | UTF8_OVERLONG3 | UTF8_LARGE, \
    UTF8_CONT | UTF8_SURROGATE | UTF8_LARGE, UTF8_CONT | UTF8_SURROGATE | UTF8_LARGE, \
    UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT
/* clang-format on */

static const uint8_t utf8_tables[3][16] = {{UTF8_BY_HIGH}, {UTF8_BY_LOW}, {UTF8_BY_NEXT}};
#endif

#if defined(__x86_64__) && UTF8_SIMD >= 1
#define UTF8_FN(name) utf8_##name##_ssse3
#define UTF8_VECTOR __m128i
#define UTF8_TARGET __attribute__((target("ssse3")))
#define UTF8_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define UTF8_TABLE(i) UTF8_LOAD(utf8_tables[i])
#define UTF8_LOOKUP(table, v) _mm_shuffle_epi8(table, v)
#define UTF8_ALL(byte) _mm_set1_epi8((char)(byte))
#define UTF8_OR(a, b) _mm_or_si128(a, b)
#define UTF8_AND(a, b) _mm_and_si128(a, b)
#define UTF8_XOR(a, b) _mm_xor_si128(a, b)
#define UTF8_UPPER(v) _mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(15))
#define UTF8_LESS(v, byte) _mm_subs_epu8(v, _mm_set1_epi8((char)(byte)))
#define UTF8_BACK(now, before, n) _mm_alignr_epi8(now, before, 16 - (n))
#define UTF8_ASCII(v) (_mm_movemask_epi8(v) == 0)
#define UTF8_NONE(v) (_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) == 0xffff)
#include "utf8_blocks.h"
#endif

#if defined(__x86_64__) && UTF8_SIMD >= 2
#define UTF8_FN(name) utf8_##name##_avx2
#define UTF8_VECTOR __m256i
#define UTF8_TARGET __attribute__((target("avx2")))
#define UTF8_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define UTF8_TABLE(i) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)utf8_tables[i]))
#define UTF8_LOOKUP(table, v) _mm256_shuffle_epi8(table, v)
#define UTF8_ALL(byte) _mm256_set1_epi8((char)(byte))
#define UTF8_OR(a, b) _mm256_or_si256(a, b)
#define UTF8_AND(a, b) _mm256_and_si256(a, b)
#define UTF8_XOR(a, b) _mm256_xor_si256(a, b)
#define UTF8_UPPER(v) _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15))
#define UTF8_LESS(v, byte) _mm256_subs_epu8(v, _mm256_set1_epi8((char)(byte)))
#define UTF8_BACK(now, before, n) _mm256_alignr_epi8(now, _mm256_permute2x128_si256(before, now, 0x21), 16 - (n))
#define UTF8_ASCII(v) (_mm256_movemask_epi8(v) == 0)
#define UTF8_NONE(v) (_mm256_testz_si256(v, v) != 0)
#include "utf8_blocks.h"
#endif

#if defined(__aarch64__) && UTF8_SIMD >= 1
#define UTF8_FN(name) utf8_##name##_neon
#define UTF8_VECTOR uint8x16_t
#define UTF8_TARGET
#define UTF8_LOAD(p) vld1q_u8(p)
#define UTF8_TABLE(i) vld1q_u8(utf8_tables[i])
#define UTF8_LOOKUP(table, v) vqtbl1q_u8(table, v)
#define UTF8_ALL(byte) vdupq_n_u8(byte)
#define UTF8_OR(a, b) vorrq_u8(a, b)
#define UTF8_AND(a, b) vandq_u8(a, b)
#define UTF8_XOR(a, b) veorq_u8(a, b)
#define UTF8_UPPER(v) vshrq_n_u8(v, 4)
#define UTF8_LESS(v, byte) vqsubq_u8(v, vdupq_n_u8(byte))
#define UTF8_BACK(now, before, n) vextq_u8(before, now, 16 - (n))
#define UTF8_ASCII(v) (vmaxvq_u8(v) < 0x80)
#define UTF8_NONE(v) (vmaxvq_u8(v) == 0)
#include "utf8_blocks.h"
#endif

/* ---- All ------------------------------------------------------------------ */

/* The number of leading ASCII bytes, counted in blocks of 32. */
static size_t utf8_ascii(const uint8_t *s, size_t n)
{
    size_t i = 0;
    uint64_t w[4];

    for (; n - i >= 32; i += 32) {
        memcpy(w, s + i, 32);
        if ((w[0] | w[1] | w[2] | w[3]) & UTF8_HIGH_BITS)
            break;
    }
    return i;
}

/* Whether n <= 32 bytes are all ASCII. Loads overlapping words from both ends. */
static bool utf8_ascii_short(const uint8_t *s, size_t n)
{
    uint64_t w = 0;

    if (n >= 16)
        w = haya_load64(s + 8) | haya_load64(s + n - 16);
    if (n >= 8)
        return !((w | haya_load64(s) | haya_load64(s + n - 8)) & UTF8_HIGH_BITS);
    if (n >= 4)
        return !((haya_load32(s) | haya_load32(s + n - 4)) & (uint32_t)UTF8_HIGH_BITS);
    for (size_t i = 0; i < n; i++)
        w |= s[i];
    return w < 0x80;
}

#define UTF8_VECTOR_MIN 8 /* bytes; the automaton takes as long for fewer */

bool haya_utf8_valid(const uint8_t *s, size_t n)
{
    size_t skip = utf8_ascii(s, n);

    n -= skip;
    if (n == 0)
        return true;
    s += skip;
    if (n < 32 && utf8_ascii_short(s, n)) /* of 32 bytes or more, the first 32 are not all ASCII */
        return true;
    if (n < UTF8_VECTOR_MIN)
        return utf8_valid_portable(s, n);
#if defined(__x86_64__) && UTF8_SIMD >= 2
    if (n >= 32 && __builtin_cpu_supports("avx2"))
        return utf8_valid_avx2(s, n);
#endif
#if defined(__x86_64__) && UTF8_SIMD >= 1
    if (__builtin_cpu_supports("ssse3"))
        return utf8_valid_ssse3(s, n);
#elif UTF8_SIMD >= 1
    return utf8_valid_neon(s, n);
#endif
    return utf8_valid_portable(s, n);
}
