/* vector_avx512.h: the loops for x86-64 with AVX-512 VBMI2: UTF-8 <-> characters with vectors of 64 bytes. Part of
 * vector.c. */

#define VECTOR_AVX512 \
    __attribute__((target("avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))

/* The characters from index `at` on that `lanes` selects; the other lanes are 0. */
VECTOR_AVX512 static inline __m512i vector_load(const void *s, size_t at, int width, __mmask16 lanes)
{
    if (width == 4)
        return _mm512_maskz_loadu_epi32(lanes, (const uint32_t *)s + at);
    if (width == 2)
        return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(lanes, (const uint16_t *)s + at));
    return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(lanes, (const uint8_t *)s + at));
}

/* Each lane becomes four bytes, of which the last one to four are the character's UTF-8; a compressing store
 * then drops the others. */
VECTOR_AVX512 static uint8_t *vector_encode(const void *s, size_t n, int width, uint8_t *out)
{
    const __m512i six = _mm512_set1_epi32(0x3f);
    for (size_t at = 0; at < n; at += 16) {
        __mmask16 lanes = n - at >= 16 ? 0xffff : (__mmask16)((1u << (n - at)) - 1);
        __m512i c = vector_load(s, at, width, lanes);
        __m512i top = _mm512_and_si512(c, _mm512_set1_epi32((int)0xfffff800));
        if (_mm512_cmpeq_epi32_mask(top, _mm512_set1_epi32(0xd800)) != 0)
            return NULL;
        __mmask16 two = _mm512_cmpgt_epu32_mask(c, _mm512_set1_epi32(0x7f));
        __mmask16 three = _mm512_cmpgt_epu32_mask(c, _mm512_set1_epi32(0x7ff));
        __mmask16 four = _mm512_cmpgt_epu32_mask(c, _mm512_set1_epi32(0xffff));
        __m512i last = _mm512_slli_epi32(_mm512_and_si512(c, six), 24);
        __m512i third = _mm512_and_si512(_mm512_slli_epi32(c, 10), _mm512_set1_epi32(0x3f0000));
        __m512i second = _mm512_and_si512(_mm512_srli_epi32(c, 4), _mm512_set1_epi32(0x3f00));
        __m512i bytes =
            _mm512_or_si512(_mm512_or_si512(last, third), _mm512_or_si512(second, _mm512_srli_epi32(c, 18)));
        __m512i marks = _mm512_set1_epi32((int)0x80c00000);
        marks = _mm512_mask_mov_epi32(marks, three, _mm512_set1_epi32((int)0x8080e000));
        marks = _mm512_mask_mov_epi32(marks, four, _mm512_set1_epi32((int)0x808080f0));
        bytes = _mm512_or_si512(bytes, marks);
        bytes = _mm512_mask_mov_epi32(_mm512_slli_epi32(c, 24), two, bytes);
        __m512i keep = _mm512_maskz_mov_epi32(lanes, _mm512_set1_epi32((int)0xff000000));
        keep = _mm512_mask_mov_epi32(keep, two, _mm512_set1_epi32((int)0xffff0000));
        keep = _mm512_mask_mov_epi32(keep, three, _mm512_set1_epi32((int)0xffffff00));
        keep = _mm512_mask_mov_epi32(keep, four, _mm512_set1_epi32(-1));
        __mmask64 kept = _mm512_movepi8_mask(keep);
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(kept, bytes));
        out += __builtin_popcountll(kept);
    }
    return out;
}

/* The bytes from s on, at most 64; those beyond n are 0. */
VECTOR_AVX512 static inline __m512i vector_block(const uint8_t *s, size_t n)
{
    return n >= 64 ? _mm512_loadu_si512(s) : _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, (unsigned)n), s);
}

VECTOR_AVX512 static void vector_measure_wide(const uint8_t *s, size_t n, size_t *points, uint8_t *largest)
{
    __m512i most = _mm512_setzero_si512();
    size_t continued = 0;
    for (size_t at = 0; at < n; at += 64) {
        __m512i bytes = vector_block(s + at, n - at);
        most = _mm512_max_epu8(most, bytes);
        /* continuation bytes, 80..bf, are -128..-65 as signed bytes */
        continued += (size_t)_mm_popcnt_u64(_mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(-64)));
    }
    /* whether a byte is from c4 or f0 on is all that text_utf8.c has to know */
    uint8_t found = _mm512_cmpge_epu8_mask(most, _mm512_set1_epi8((char)0xf0)) != 0   ? 0xf0
                    : _mm512_cmpge_epu8_mask(most, _mm512_set1_epi8((char)0xc4)) != 0 ? 0xc4
                                                                                      : 0;
    if (found > *largest)
        *largest = found;
    *points += n - continued;
}

/* What vector_characters() looks up by the number of leading ones in a first byte. From 5 on (9 at most: the byte ff
 * and a continuation byte) the result is too large to be a character. */
struct vector_forms {
    __m512i shift, mask, least, span;
};

VECTOR_AVX512 static inline struct vector_forms vector_forms(void)
{
    return (struct vector_forms){
        .shift = _mm512_setr_epi32(18, 18, 12, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        .mask = _mm512_setr_epi32(0x7f, 0, 0x7ff, 0xffff, 0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff, 0,
                                  0, 0, 0, 0, 0),
        .least = _mm512_setr_epi32(0, 0, 0x80, 0x800, 0x10000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        .span = _mm512_setr_epi32(0x7f, 0, 0x77f, 0xf7ff, 0xfffff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    };
}

/* The characters of 16 lanes. Each lane has the four bytes from a character's first on, the first in its highest byte.
 * *bad: also the lanes that are not the shortest form of a character; whether all its continuation bytes are such is
 * not examined. */
VECTOR_AVX512 static inline __m512i vector_characters(__m512i lanes, const struct vector_forms *forms, __mmask16 *bad)
{
    __m512i ones = _mm512_lzcnt_epi32(_mm512_xor_si512(lanes, _mm512_set1_epi32(-1)));
    __m512i c = _mm512_and_si512(lanes, _mm512_set1_epi32(0x7f3f3f3f));
    c = _mm512_maddubs_epi16(c, _mm512_set1_epi16(0x4001));  /* pairs of bytes, 6 bits from the lower */
    c = _mm512_madd_epi16(c, _mm512_set1_epi32(0x10000001)); /* pairs of these, 12 bits from the lower */
    c = _mm512_srlv_epi32(c, _mm512_permutexvar_epi32(ones, forms->shift));
    c = _mm512_and_si512(c, _mm512_permutexvar_epi32(ones, forms->mask));
    __m512i beyond = _mm512_sub_epi32(c, _mm512_permutexvar_epi32(ones, forms->least));
    __m512i top = _mm512_and_si512(c, _mm512_set1_epi32((int)0xfffff800));
    *bad |= _mm512_cmpgt_epu32_mask(beyond, _mm512_permutexvar_epi32(ones, forms->span)) |
            _mm512_cmpeq_epi32_mask(top, _mm512_set1_epi32(0xd800)); /* surrogates */
    return c;
}

/* Stores the characters that `lanes` selects, the lowest ones. */
VECTOR_AVX512 static inline void vector_store(uint8_t *out, __m512i c, __mmask16 lanes, int width)
{
    if (width == 4)
        _mm512_mask_storeu_epi32(out, lanes, c);
    else if (width == 2)
        _mm256_mask_storeu_epi16(out, lanes, _mm512_cvtepi32_epi16(c));
    else
        _mm_mask_storeu_epi8(out, lanes, _mm512_cvtepi32_epi8(c));
}

/* Stores 64 bytes as characters. */
VECTOR_AVX512 static inline void vector_store_ascii(uint8_t *out, __m512i bytes, int width)
{
    if (width == 1) {
        _mm512_storeu_si512(out, bytes);
        return;
    }
    const __m128i parts[] = {_mm512_castsi512_si128(bytes), _mm512_extracti32x4_epi32(bytes, 1),
                             _mm512_extracti32x4_epi32(bytes, 2), _mm512_extracti32x4_epi32(bytes, 3)};
    for (int i = 0; i < 4; i++)
        vector_store(out + 16 * i * width, _mm512_cvtepu8_epi32(parts[i]), 0xffff, width);
}

/* How many of the 64 bytes belong to characters that end among them, from their classes: `next`, continuation bytes,
 * and those from c0, e0 and f0 on. 0: a first byte does not have its number of continuation bytes. */
VECTOR_AVX512 static inline size_t vector_whole(uint64_t next, uint64_t two, uint64_t three, uint64_t four)
{
    uint64_t cut = two >> 63 << 63 | three >> 62 << 62 | four >> 61 << 61;
    size_t whole = cut != 0 ? (size_t)_tzcnt_u64(cut) : 64;
    uint64_t wrong = (two << 1 | three << 2 | four << 3) ^ next;
    return _bzhi_u64(wrong, (unsigned)whole + 1) != 0 ? 0 : whole; /* what is cut does not continue another, either */
}

/* Blocks of 64 bytes. In each, the places of the first bytes are packed together; 16 of them become lanes with their
 * characters' bytes. */
VECTOR_AVX512 static inline bool vector_decode_of(const uint8_t *s, size_t n, uint8_t *out, size_t points,
                                                  const int width)
{
    const struct vector_forms forms = vector_forms();
    const __m512i identity =
        _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
                         0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
    /* each of 16 bytes four times */
    const __m512i fours = _mm512_and_si512(_mm512_srli_epi32(identity, 2), _mm512_set1_epi8(0x0f));
    size_t left = points, taken;
    for (size_t i = 0; i < n; i += taken) {
        __m512i bytes = vector_block(s + i, n - i);
        if (_mm512_movepi8_mask(bytes) == 0 && n - i >= 64 && left >= 64) {
            vector_store_ascii(out, bytes, width);
            taken = 64;
            left -= 64;
            out += 64 * width;
            continue;
        }
        uint64_t next = _mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(-64)); /* 80..bf */
        taken = vector_whole(next, _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char)0xc0)),
                             _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char)0xe0)),
                             _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char)0xf0)));
        if (UNLIKELY(taken == 0))
            return false;
        taken = taken < n - i ? taken : n - i;
        uint64_t first = _bzhi_u64(~next, (unsigned)taken);
        size_t count = (size_t)_mm_popcnt_u64(first);
        if (UNLIKELY(left < count)) /* the bytes have changed since they were measured */
            return false;
        left -= count;
        __m512i places = _mm512_maskz_compress_epi8(first, identity);
        uint64_t lanes = _bzhi_u64(~0ull, (unsigned)count);
        __mmask16 bad = 0;
        for (size_t at = 0; at < count; at += 16) {
            __m512i from = _mm512_permutexvar_epi8(_mm512_add_epi8(fours, _mm512_set1_epi8((char)at)), places);
            from = _mm512_add_epi8(from, _mm512_set1_epi32(0x00010203));
            __mmask16 some = (__mmask16)(lanes >> at);
            __m512i c = _mm512_maskz_mov_epi32(some, _mm512_permutexvar_epi8(from, bytes));
            vector_store(out + at * width, vector_characters(c, &forms, &bad), some, width);
        }
        if (UNLIKELY(bad != 0))
            return false;
        out += count * width;
    }
    return left == 0;
}

VECTOR_AVX512 static bool vector_decode(const uint8_t *s, size_t n, void *out, size_t points, int width)
{
    return width == 4   ? vector_decode_of(s, n, out, points, 4)
           : width == 2 ? vector_decode_of(s, n, out, points, 2)
                        : vector_decode_of(s, n, out, points, 1);
}

/* As vector_small_index(). */
VECTOR_AVX512 static inline __m512i vector_small_index_wide(__m512i distance)
{
#if LAYOUT_SMALL_STEP == 48
    return _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(distance, 4), _mm512_set1_epi64(171)), 9);
#else
    return _mm512_srli_epi64(distance, 5);
#endif
}

VECTOR_AVX512 static size_t vector_pack_smalls_wide(PyObject **items, size_t n, uint8_t *out, uintptr_t base)
{
    const __m512i origin = _mm512_set1_epi64((long long)base);
    const __m512i limit = _mm512_set1_epi64(VECTOR_SMALLS);
    size_t done = 0;
    for (; n - done >= 8; done += 8) {
        __m512i distance = _mm512_sub_epi64(_mm512_loadu_si512(items + done), origin);
        if (_mm512_cmplt_epu64_mask(distance, limit) != 0xff)
            break;
        __m128i bytes = _mm512_cvtepi64_epi8(vector_small_index_wide(distance));
        _mm_storel_epi64((__m128i *)(out + done), _mm_sub_epi8(bytes, _mm_set1_epi8(5)));
    }
    return done + vector_pack_smalls_scalar(items + done, n - done < 8 ? n - done : 0, out + done, base);
}

static const struct vector_ops vector_avx512 = {
    vector_encode,       vector_decode, vector_pack_smalls_wide, vector_pack_bools, vector_copy_ascii,
    vector_measure_wide, true};
