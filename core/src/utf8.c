/*
 * Validation of UTF-8, as defined by RFC 3629.
 *
 * ASCII is skipped in wide blocks. Other text is validated with AVX2 if the CPU
 * has it, which is tested at run time, else by a small automaton without branches.
 */
#include "../include/hayapack.h"
#include "../include/hayapack_wire.h"

/* HAYA_PORTABLE: a build without SIMD code, for tests. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(HAYA_PORTABLE)
#define HAYA_UTF8_AVX2 1
#include <immintrin.h>
#else
#define HAYA_UTF8_AVX2 0
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

/* ---- AVX2 ---------------------------------------------------------------
 *
 * The algorithm of Keiser and Lemire, "Validating UTF-8 in less than one
 * instruction per byte" (2021). Three table lookups, by the two halves of the
 * previous byte and by the upper half of the byte itself, each give a bit set of
 * possible errors; an error is a bit that all three have. The third and fourth
 * bytes of a character are found by looking back two and three bytes.
 */
#if HAYA_UTF8_AVX2

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

#define UTF8_TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)
#define UTF8_AVX2 __attribute__((target("avx2")))

/* The errors in 32 bytes, given the 32 bytes before them. */
UTF8_AVX2 static inline __m256i utf8_faults(__m256i now, __m256i before)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i by_high =
        UTF8_TABLE(UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG,
                   (char)UTF8_CONTS, (char)UTF8_CONTS, (char)UTF8_CONTS, (char)UTF8_CONTS, UTF8_SHORT | UTF8_OVERLONG2,
                   UTF8_SHORT, UTF8_SHORT | UTF8_OVERLONG3 | UTF8_SURROGATE, UTF8_SHORT | UTF8_LARGE | UTF8_OVERLONG4);
    const __m256i by_low = UTF8_TABLE(
        (char)(UTF8_ALWAYS | UTF8_OVERLONG2 | UTF8_OVERLONG3 | UTF8_OVERLONG4), (char)(UTF8_ALWAYS | UTF8_OVERLONG2),
        (char)UTF8_ALWAYS, (char)UTF8_ALWAYS, (char)(UTF8_ALWAYS | UTF8_LARGE), (char)UTF8_HIGH, (char)UTF8_HIGH,
        (char)UTF8_HIGH, (char)UTF8_HIGH, (char)UTF8_HIGH, (char)UTF8_HIGH, (char)UTF8_HIGH, (char)UTF8_HIGH,
        (char)(UTF8_HIGH | UTF8_SURROGATE), (char)UTF8_HIGH, (char)UTF8_HIGH);
    const __m256i by_next =
        UTF8_TABLE(UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT,
                   (char)(UTF8_CONT | UTF8_OVERLONG3 | UTF8_OVERLONG4), (char)(UTF8_CONT | UTF8_OVERLONG3 | UTF8_LARGE),
                   (char)(UTF8_CONT | UTF8_SURROGATE | UTF8_LARGE), (char)(UTF8_CONT | UTF8_SURROGATE | UTF8_LARGE),
                   UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT);
    __m256i across = _mm256_permute2x128_si256(before, now, 0x21);
    __m256i back1 = _mm256_alignr_epi8(now, across, 15);
    __m256i back2 = _mm256_alignr_epi8(now, across, 14);
    __m256i back3 = _mm256_alignr_epi8(now, across, 13);
    __m256i faults = _mm256_and_si256(
        _mm256_and_si256(_mm256_shuffle_epi8(by_high, _mm256_and_si256(_mm256_srli_epi16(back1, 4), nibble)),
                         _mm256_shuffle_epi8(by_low, _mm256_and_si256(back1, nibble))),
        _mm256_shuffle_epi8(by_next, _mm256_and_si256(_mm256_srli_epi16(now, 4), nibble)));
    /* the high bit is set where a third or fourth byte is required */
    __m256i third = _mm256_subs_epu8(back2, _mm256_set1_epi8(0xe0 - 0x80));
    __m256i fourth = _mm256_subs_epu8(back3, _mm256_set1_epi8(0xf0 - 0x80));
    __m256i wanted = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(faults, wanted);
}

UTF8_AVX2 static bool utf8_valid_avx2(const uint8_t *s, size_t n)
{
    __m256i faults = _mm256_setzero_si256();
    __m256i before = _mm256_setzero_si256();
    __m256i a, b;
    uint8_t rest[32] = {0};

    for (; n >= 64; s += 64, n -= 64) {
        a = _mm256_loadu_si256((const __m256i *)s);
        b = _mm256_loadu_si256((const __m256i *)(s + 32));
        /* ASCII after ASCII has no errors */
        if (_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(a, b), before)) == 0)
            continue;
        faults = _mm256_or_si256(faults, utf8_faults(a, before));
        faults = _mm256_or_si256(faults, utf8_faults(b, a));
        before = b;
    }
    if (n >= 32) {
        a = _mm256_loadu_si256((const __m256i *)s);
        faults = _mm256_or_si256(faults, utf8_faults(a, before));
        before = a;
        s += 32;
        n -= 32;
    }
    /* at least one zero after the end reveals an incomplete character */
    if (n > 0)
        memcpy(rest, s, n);
    a = _mm256_loadu_si256((const __m256i *)rest);
    faults = _mm256_or_si256(faults, utf8_faults(a, before));
    return _mm256_testz_si256(faults, faults) != 0;
}
#endif

/* ---- Both --------------------------------------------------------------- */

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

bool haya_utf8_valid(const uint8_t *s, size_t n)
{
    size_t skip = utf8_ascii(s, n);

    n -= skip;
    if (n == 0)
        return true;
    s += skip;
    if (n < 32)
        return utf8_ascii_short(s, n) || utf8_valid_portable(s, n);
#if HAYA_UTF8_AVX2
    if (__builtin_cpu_supports("avx2"))
        return utf8_valid_avx2(s, n);
#endif
    return utf8_valid_portable(s, n);
}
