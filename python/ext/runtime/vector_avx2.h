/* vector_avx2.h: the loops for x86-64 with AVX2. Part of vector.c. */

#define VECTOR_AVX2 __attribute__((target("avx2,bmi2")))

/* Subtracts 5 from each byte; setting the high bits keeps borrows inside their byte. */
static uint64_t vector_minus_five(uint64_t bytes)
{
    const uint64_t high = HIGH_BITS, five = 0x0505050505050505u;
    return ((bytes | high) - five) ^ ((bytes ^ ~five) & high);
}

/* distance / LAYOUT_SMALL_STEP in each lane. 48 is 16 * 3, and below 512 a third of x is 171 * x / 512. */
VECTOR_AVX2 static inline __m256i vector_small_index(__m256i distance)
{
#if LAYOUT_SMALL_STEP == 48
    return _mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(distance, 4), _mm256_set1_epi64x(171)), 9);
#else
    return _mm256_srli_epi64(distance, 5);
#endif
}

VECTOR_AVX2 static size_t vector_pack_smalls(PyObject **items, size_t n, uint8_t *out, uintptr_t base)
{
    const __m256i origin = _mm256_set1_epi64x((long long)base);
    const __m256i limit = _mm256_set1_epi64x(VECTOR_SMALLS);
    const __m256i minus = _mm256_set1_epi64x(-1);
    /* moves bytes 0 and 8 of each half to its front */
    const __m256i pick = _mm256_set1_epi64x((long long)0xffffffffffff0800u);
    size_t done = 0;
    for (; n - done >= 8; done += 8) {
        __m256i a = _mm256_sub_epi64(_mm256_loadu_si256((const __m256i *)(items + done)), origin);
        __m256i b = _mm256_sub_epi64(_mm256_loadu_si256((const __m256i *)(items + done + 4)), origin);
        __m256i good_a = _mm256_and_si256(_mm256_cmpgt_epi64(limit, a), _mm256_cmpgt_epi64(a, minus));
        __m256i good_b = _mm256_and_si256(_mm256_cmpgt_epi64(limit, b), _mm256_cmpgt_epi64(b, minus));
        if (_mm256_movemask_epi8(_mm256_and_si256(good_a, good_b)) != -1)
            break;
        a = _mm256_shuffle_epi8(vector_small_index(a), pick);
        b = _mm256_shuffle_epi8(vector_small_index(b), pick);
        uint64_t bytes =
            (uint64_t)(uint16_t)_mm256_extract_epi16(a, 0) | (uint64_t)(uint16_t)_mm256_extract_epi16(a, 8) << 16 |
            (uint64_t)(uint16_t)_mm256_extract_epi16(b, 0) << 32 | (uint64_t)(uint16_t)_mm256_extract_epi16(b, 8) << 48;
        bytes = vector_minus_five(bytes);
        memcpy(out + done, &bytes, 8);
    }
    return done + vector_pack_smalls_scalar(items + done, n - done < 8 ? n - done : 0, out + done, base);
}

VECTOR_AVX2 static size_t vector_pack_bools(PyObject **items, size_t n, uint8_t *out, PyObject *yes, PyObject *no)
{
    const __m256i true_ = _mm256_set1_epi64x((long long)(uintptr_t)yes);
    const __m256i false_ = _mm256_set1_epi64x((long long)(uintptr_t)no);
    size_t done = 0;
    for (; n - done >= 8; done += 8) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(items + done));
        __m256i b = _mm256_loadu_si256((const __m256i *)(items + done + 4));
        __m256i yes_a = _mm256_cmpeq_epi64(a, true_), yes_b = _mm256_cmpeq_epi64(b, true_);
        __m256i any = _mm256_and_si256(_mm256_or_si256(yes_a, _mm256_cmpeq_epi64(a, false_)),
                                       _mm256_or_si256(yes_b, _mm256_cmpeq_epi64(b, false_)));
        if (_mm256_movemask_epi8(any) != -1)
            break;
        unsigned bits = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(yes_a)) |
                        (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(yes_b)) << 4;
        uint64_t bytes = 0xc2c2c2c2c2c2c2c2u + _pdep_u64(bits, 0x0101010101010101u);
        memcpy(out + done, &bytes, 8);
    }
    return done + vector_pack_bools_scalar(items + done, n - done < 8 ? n - done : 0, out + done, yes, no);
}

/* Decodes 24 bytes at s, of which 28 are read, to 8 characters. False: they are not 8 valid ones of 3 bytes. */
VECTOR_AVX2 static inline bool vector_get_threes(const uint8_t *s, __m256i *c)
{
    const __m256i spread = _mm256_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1, 2, 1, 0, -1, 5, 4, 3,
                                            -1, 8, 7, 6, -1, 11, 10, 9, -1);
    __m256i lanes = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)s)),
                                            _mm_loadu_si128((const __m128i *)(s + 12)), 1);
    lanes = _mm256_shuffle_epi8(lanes, spread);
    *c = _mm256_or_si256(_mm256_and_si256(lanes, _mm256_set1_epi32(0x3f)),
                         _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi32(lanes, 2), _mm256_set1_epi32(0xfc0)),
                                         _mm256_and_si256(_mm256_srli_epi32(lanes, 4), _mm256_set1_epi32(0xf000))));
    __m256i shape = _mm256_and_si256(lanes, _mm256_set1_epi32(0xf0c0c0));
    __m256i top = _mm256_and_si256(*c, _mm256_set1_epi32(0xf800));
    __m256i odd = _mm256_or_si256(_mm256_cmpeq_epi32(top, _mm256_setzero_si256()),
                                  _mm256_cmpeq_epi32(top, _mm256_set1_epi32(0xd800)));
    return _mm256_movemask_epi8(_mm256_andnot_si256(odd, _mm256_cmpeq_epi32(shape, _mm256_set1_epi32(0xe08080)))) == -1;
}

/* A window_wide_threes. */
VECTOR_AVX2 static size_t vector_threes(const uint8_t *s, size_t n, uint8_t *out, size_t points, int width)
{
    size_t done = 0;
    __m256i c;
    for (; n - 3 * done >= 28 && points - done >= 8 && vector_get_threes(s + 3 * done, &c); done += 8) {
        if (width == 4) {
            _mm256_storeu_si256((__m256i *)(out + 4 * done), c);
        } else {
            c = _mm256_permute4x64_epi64(_mm256_packus_epi32(c, c), 0x08);
            _mm_storeu_si128((__m128i *)(out + 2 * done), _mm256_castsi256_si128(c));
        }
    }
    return done;
}

/* Writes 24 bytes for 8 characters and overwrites 4 more. False: they are not all U+0800..U+FFFF without surrogates. */
VECTOR_AVX2 static inline bool vector_put_threes(__m256i c, uint8_t *out)
{
    const __m256i squeeze = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 0, 1, 2, 4, 5, 6,
                                             8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    __m256i first = _mm256_srli_epi32(c, 12);
    __m256i second = _mm256_and_si256(_mm256_slli_epi32(c, 2), _mm256_set1_epi32(0x3f00));
    __m256i third = _mm256_slli_epi32(_mm256_and_si256(c, _mm256_set1_epi32(0x3f)), 16);
    __m256i bytes =
        _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, _mm256_set1_epi32(0x8080e0)));
    bytes = _mm256_shuffle_epi8(bytes, squeeze);
    _mm_storeu_si128((__m128i *)out, _mm256_castsi256_si128(bytes));
    _mm_storeu_si128((__m128i *)(out + 12), _mm256_extracti128_si256(bytes, 1));
    __m256i top = _mm256_and_si256(c, _mm256_set1_epi32((int)0xfffff800));
    __m256i odd = _mm256_or_si256(_mm256_cmpeq_epi32(top, _mm256_setzero_si256()),
                                  _mm256_cmpeq_epi32(top, _mm256_set1_epi32(0xd800)));
    return _mm256_movemask_epi8(_mm256_or_si256(odd, _mm256_cmpgt_epi32(c, _mm256_set1_epi32(0xffff)))) == 0;
}

/* A window_wide_put for characters of 2, and of 4 bytes. */
VECTOR_AVX2 static size_t vector_wide_put_2(const uint8_t *s, size_t n, uint8_t *out)
{
    size_t done = 0;
    while (n - done >= 8 &&
           vector_put_threes(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(s + 2 * done))), out + 3 * done))
        done += 8;
    return done;
}

VECTOR_AVX2 static size_t vector_wide_put_4(const uint8_t *s, size_t n, uint8_t *out)
{
    size_t done = 0;
    while (n - done >= 8 && vector_put_threes(_mm256_loadu_si256((const __m256i *)(s + 4 * done)), out + 3 * done))
        done += 8;
    return done;
}

WINDOW_TARGET static uint8_t *vector_encode_avx2(const void *s, size_t n, int width, uint8_t *out)
{
    return width == 4   ? window_encode_of(s, n, out, vector_wide_put_4, 4)
           : width == 2 ? window_encode_of(s, n, out, vector_wide_put_2, 2)
                        : window_encode_latin(s, n, out);
}

WINDOW_TARGET static bool vector_decode_avx2(const uint8_t *s, size_t n, void *out, size_t points, int width)
{
    return n < WINDOW_WIDE_MIN ? window_decode(s, n, out, points, width)
                               : window_decode_any(s, n, out, points, vector_threes, width);
}

VECTOR_AVX2 static size_t vector_copy_ascii(uint8_t *to, const uint8_t *s, size_t n)
{
    size_t done = 0;
    for (; n - done >= 128; done += 128) {
        const __m256i *from = (const __m256i *)(s + done);
        __m256i a = _mm256_loadu_si256(from), b = _mm256_loadu_si256(from + 1);
        __m256i c = _mm256_loadu_si256(from + 2), d = _mm256_loadu_si256(from + 3);
        if (_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d))) != 0)
            break;
        _mm256_storeu_si256((__m256i *)(to + done), a);
        _mm256_storeu_si256((__m256i *)(to + done + 32), b);
        _mm256_storeu_si256((__m256i *)(to + done + 64), c);
        _mm256_storeu_si256((__m256i *)(to + done + 96), d);
    }
    return done + vector_copy_ascii_scalar(to + done, s + done, n - done < 128 ? n - done : 0);
}

static const struct vector_ops vector_avx2 = {vector_encode_avx2,
                                              vector_decode_avx2,
                                              vector_pack_smalls,
                                              vector_pack_bools,
                                              vector_copy_ascii,
                                              window_measure,
                                              false};
