/*
 * vector_windows.h: UTF-8 <-> characters with vectors of 16 bytes: SSSE3, or NEON on ARM64. Part of vector.c.
 *
 * A step of decoding looks at 16 bytes. If the first 8 are ASCII, they are widened. Otherwise the ends of the
 * characters among the first 12 bytes, one bit each, are an index into a table (struct window): it says how many
 * characters at the front fit into lanes of equal size, and which of the shuffles moves their bytes there, the last
 * byte of each character lowest:
 *
 *   6 characters of 1 or 2 bytes, 16 bits each
 *   4 characters of 1 to 3 bytes, 32 bits each
 *   3 characters of 1 to 4 bytes, 32 bits each
 *
 * Of valid UTF-8 one of these always fits. The method is that of Lemire and Mula, "Transcoding billions of Unicode
 * characters per second with SIMD instructions" (2022).
 *
 * Encoding, four characters become lanes of 4 bytes, the last ones of which are their UTF-8; their sizes, two bits
 * each, are an index to the shuffle that drops the others.
 */
#ifdef __aarch64__
#include <arm_neon.h>
#define WINDOW_TARGET
#else
#include <immintrin.h>
#define WINDOW_TARGET __attribute__((target("ssse3")))
#endif
#define WINDOW_INLINE static inline WINDOW_TARGET __attribute__((always_inline))

typedef uint8_t window_bytes __attribute__((vector_size(16)));
typedef int8_t window_signed __attribute__((vector_size(16)));
typedef uint16_t window_units __attribute__((vector_size(16)));
typedef uint32_t window_points __attribute__((vector_size(16)));
typedef int32_t window_ints __attribute__((vector_size(16)));

#define WINDOW_SIZE 16 /* bytes that a step reads */
#define WINDOW_BITS 12 /* bytes whose ends of characters are looked up */

enum { WINDOW_PAIRS = 64, WINDOW_THREES = 81, WINDOW_FOURS = 64 }; /* shuffles: 2**6, 3**4, 4**3 */

struct window {
    uint8_t size;    /* bytes of the characters; 0: there are none, which valid UTF-8 never has */
    uint8_t shuffle; /* those of pairs first, then threes and fours */
};

struct window_tables {
    struct window windows[1 << WINDOW_BITS];
    uint8_t shuffles[WINDOW_PAIRS + WINDOW_THREES + WINDOW_FOURS][16];
    uint8_t squeezes[256][16]; /* encoding */
    uint8_t squeezed[256];     /* bytes that are left */
};

/* ---- the tables ------------------------------------------------------------------ */

/* The number, in base `most`, of the sizes of the first n characters, each less 1; -1: one is larger than `most`. */
static int window_shape(const int *sizes, int count, int n, int most)
{
    int shape = 0;
    if (count < n)
        return -1;
    for (int i = n - 1; i >= 0; i--) {
        if (sizes[i] > most)
            return -1;
        shape = shape * most + sizes[i] - 1;
    }
    return shape;
}

/* The shuffle that moves n characters of these sizes to lanes of `lane` bytes; returns the sum of the sizes. */
static int window_fill(uint8_t *shuffle, const int *sizes, int n, int lane)
{
    int from = 0;
    memset(shuffle, 0x80, 16); /* where nothing is moved to is 0 */
    for (int i = 0; i < n; i++) {
        from += sizes[i];
        for (int k = 0; k < sizes[i]; k++)
            shuffle[i * lane + k] = (uint8_t)(from - 1 - k);
    }
    return from;
}

static void window_fill_squeezes(struct window_tables *tables)
{
    for (int sizes = 0; sizes < 256; sizes++) {
        uint8_t *to = tables->squeezes[sizes];
        memset(to, 0x80, 16);
        for (int i = 0; i < 4; i++) {
            int size = (sizes >> 2 * i & 3) + 1;
            for (int k = 4 - size; k < 4; k++)
                *to++ = (uint8_t)(4 * i + k);
        }
        tables->squeezed[sizes] = (uint8_t)(to - tables->squeezes[sizes]);
    }
}

static void window_fill_tables(struct window_tables *tables)
{
    static const struct {
        int count, most, lane, first;
    } kinds[] = {{6, 2, 2, 0}, {4, 3, 4, WINDOW_PAIRS}, {3, 4, 4, WINDOW_PAIRS + WINDOW_THREES}};
    memset(tables, 0, sizeof *tables);
    window_fill_squeezes(tables);
    for (int ends = 0; ends < 1 << WINDOW_BITS; ends++) {
        int sizes[WINDOW_BITS], count = 0, begin = 0;
        for (int i = 0; i < WINDOW_BITS; i++) {
            if ((ends >> i & 1) == 0)
                continue;
            sizes[count++] = i + 1 - begin;
            begin = i + 1;
        }
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            int shape = window_shape(sizes, count, kinds[k].count, kinds[k].most);
            if (shape < 0)
                continue;
            int shuffle = kinds[k].first + shape;
            int size = window_fill(tables->shuffles[shuffle], sizes, kinds[k].count, kinds[k].lane);
            tables->windows[ends] = (struct window){(uint8_t)size, (uint8_t)shuffle};
            break;
        }
    }
}

/* Made once for all interpreters, and never released. */
static struct window_tables *window_shared;

/* Makes the tables. False: no memory. */
static bool window_begin(void)
{
    struct window_tables *none = NULL;
    if (__atomic_load_n(&window_shared, __ATOMIC_ACQUIRE) != NULL)
        return true;
    struct window_tables *tables = PyMem_RawMalloc(sizeof *tables);
    if (tables == NULL)
        return false;
    window_fill_tables(tables);
    if (!__atomic_compare_exchange_n(&window_shared, &none, tables, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        PyMem_RawFree(tables); /* another interpreter was faster */
    return true;
}

/* ---- what the two kinds of processor do differently ------------------------------ */

/* The byte of v that each byte of index selects; 0 where it is 0x80 or more. */
WINDOW_INLINE window_bytes window_pick(window_bytes v, window_bytes index)
{
#ifdef __aarch64__
    return (window_bytes)vqtbl1q_u8((uint8x16_t)v, (uint8x16_t)index);
#else
    return (window_bytes)_mm_shuffle_epi8((__m128i)v, (__m128i)index);
#endif
}

/* The larger byte of each pair. */
WINDOW_INLINE window_bytes window_max(window_bytes a, window_bytes b)
{
#ifdef __aarch64__
    return (window_bytes)vmaxq_u8((uint8x16_t)a, (uint8x16_t)b);
#else
    return (window_bytes)_mm_max_epu8((__m128i)a, (__m128i)b);
#endif
}

/* A bit for each byte of v, which are all 0 or 0xff. */
WINDOW_INLINE unsigned window_mask(window_signed v)
{
#ifdef __aarch64__
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t set = vandq_u8((uint8x16_t)v, bits);
    set = vpaddq_u8(set, set);
    set = vpaddq_u8(set, set);
    set = vpaddq_u8(set, set);
    return vgetq_lane_u16(vreinterpretq_u16_u8(set), 0);
#else
    return (unsigned)_mm_movemask_epi8((__m128i)v);
#endif
}

/* ---- characters ------------------------------------------------------------------ */

/* Stores the lower byte of each of 8 characters. */
WINDOW_INLINE void window_store_bytes(uint8_t *out, window_units c)
{
    const window_bytes even = {0, 2, 4, 6, 8, 10, 12, 14, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    window_bytes bytes = window_pick((window_bytes)c, even);
    memcpy(out, &bytes, 8);
}

/* The first and the last four of 8 characters, in 4 bytes each. */
WINDOW_INLINE window_points window_first_four(window_units c)
{
    const window_bytes lower = {0, 1, 0x80, 0x80, 2, 3, 0x80, 0x80, 4, 5, 0x80, 0x80, 6, 7, 0x80, 0x80};
    return (window_points)window_pick((window_bytes)c, lower);
}

WINDOW_INLINE window_points window_last_four(window_units c)
{
    const window_bytes upper = {8, 9, 0x80, 0x80, 10, 11, 0x80, 0x80, 12, 13, 0x80, 0x80, 14, 15, 0x80, 0x80};
    return (window_points)window_pick((window_bytes)c, upper);
}

/* Stores 8 characters. */
WINDOW_INLINE void window_store_units(uint8_t *out, window_units c, const int width)
{
    if (width == 1) {
        window_store_bytes(out, c);
    } else if (width == 2) {
        memcpy(out, &c, 16);
    } else {
        window_points a = window_first_four(c), b = window_last_four(c);
        memcpy(out, &a, 16);
        memcpy(out + 16, &b, 16);
    }
}

/* Stores 4 characters, of 2 or 4 bytes. */
WINDOW_INLINE void window_store_points(uint8_t *out, window_points c, const int width)
{
    const window_bytes lower = {0, 1, 4, 5, 8, 9, 12, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    if (width == 4) {
        memcpy(out, &c, 16);
    } else {
        window_bytes units = window_pick((window_bytes)c, lower);
        memcpy(out, &units, 8);
    }
}

/* Stores 8 or 16 bytes, one or two halves, as characters. */
WINDOW_INLINE void window_store_ascii(uint8_t *out, window_bytes bytes, const int width, int halves)
{
    const window_bytes lower = {0, 0x80, 1, 0x80, 2, 0x80, 3, 0x80, 4, 0x80, 5, 0x80, 6, 0x80, 7, 0x80};
    const window_bytes upper = {8, 0x80, 9, 0x80, 10, 0x80, 11, 0x80, 12, 0x80, 13, 0x80, 14, 0x80, 15, 0x80};
    if (width == 1) {
        memcpy(out, &bytes, 8 * halves);
        return;
    }
    window_store_units(out, (window_units)window_pick(bytes, lower), width);
    if (halves == 2)
        window_store_units(out + 8 * width, (window_units)window_pick(bytes, upper), width);
}

/* Of lanes as window_fill() makes them, of characters of 1 or 2 bytes. */
WINDOW_INLINE window_units window_of_pairs(window_bytes lanes)
{
    window_units v = (window_units)lanes;
    return (v & 0x7f) | (v & 0x1f00) >> 2;
}

/* Of 1 to 3 bytes. */
WINDOW_INLINE window_points window_of_threes(window_bytes lanes)
{
    window_points v = (window_points)lanes;
    return (v & 0x7f) | (v & 0x3f00) >> 2 | (v & 0x0f0000) >> 4;
}

/* Of 1 to 4 bytes. The first byte of a character of 3 bytes has a bit more in its place than a continuation byte. */
WINDOW_INLINE window_points window_of_fours(window_bytes lanes)
{
    window_points v = (window_points)lanes;
    window_points third = (v & 0x3f0000) ^ (v & 0x400000) >> 1;
    return (v & 0x7f) | (v & 0x3f00) >> 2 | third >> 4 | (v & 0x07000000) >> 6;
}

/* What has been decoded. */
struct window_progress {
    size_t bytes, characters;
    size_t unchecked; /* where the first step began whose characters are to be validated; SIZE_MAX: none did */
    window_ints over; /* of characters of 4 bytes each: where one was larger than any of Unicode */
};

/* Stores the four characters of 3 bytes that `lanes` has, if they are valid. */
WINDOW_INLINE bool window_put_threes(window_bytes bytes, window_bytes lanes_of, uint8_t *out,
                                     struct window_progress *done, const int width)
{
    window_points lanes = (window_points)window_pick(bytes, lanes_of), c = window_of_threes((window_bytes)lanes);
    window_points top = c & 0xfffff800;
    window_ints bad = ((lanes & 0xf0c0c0) != 0xe08080) | (top == 0) | (top == 0xd800);
    if (window_mask((window_signed)bad) != 0)
        return false;
    window_store_points(out + done->characters * width, c, width);
    done->bytes += 12;
    done->characters += 4;
    return true;
}

/* Decodes characters of 3 bytes, while four of them are valid. */
WINDOW_INLINE void window_threes(const uint8_t *s, size_t n, uint8_t *out, size_t points, struct window_progress *done,
                                 const int width)
{
    const window_bytes lanes_of = {2, 1, 0, 0x80, 5, 4, 3, 0x80, 8, 7, 6, 0x80, 11, 10, 9, 0x80};
    window_bytes bytes;
    while (n - done->bytes >= WINDOW_SIZE && points - done->characters >= 4) {
        memcpy(&bytes, s + done->bytes, sizeof bytes);
        if (!window_put_threes(bytes, lanes_of, out, done, width))
            return;
    }
    /* four at the end: the load ends there, too */
    size_t left = n - done->bytes;
    if (left >= 12 && left < WINDOW_SIZE && points - done->characters >= 4) {
        memcpy(&bytes, s + n - WINDOW_SIZE, sizeof bytes);
        window_put_threes(bytes, lanes_of + (uint8_t)(WINDOW_SIZE - left), out, done, width);
    }
}

/* Decodes characters of 3 bytes at s into `width` bytes each, while they are valid and n bytes and `points` characters
 * are enough. Returns their number. NULL: there is no such function for larger vectors. For fewer than WINDOW_WIDE_MIN
 * bytes of text it costs more than it gains. */
#define WINDOW_WIDE_MIN 128
typedef size_t window_wide_threes(const uint8_t *s, size_t n, uint8_t *out, size_t points, int width);

/* Decodes the next characters. At least WINDOW_SIZE bytes and 8 characters must be left. False: the bytes are not
 * valid UTF-8, or a character does not fit in `width` bytes. */
WINDOW_INLINE bool window_step(const struct window_tables *tables, const uint8_t *s, size_t n, uint8_t *out,
                               size_t points, struct window_progress *done, window_wide_threes *wide, const int width)
{
    const window_bytes pairs = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 0x80, 0x80, 0x80, 0x80};
    window_bytes bytes, shuffle;
    uint8_t *to = out + done->characters * width;
    memcpy(&bytes, s + done->bytes, sizeof bytes);
    unsigned high = window_mask((window_signed)bytes < 0);
    size_t ascii = (size_t)__builtin_ctz(high | 1u << WINDOW_SIZE);
    if (ascii >= 8) {
        int halves = points - done->characters >= WINDOW_SIZE ? 2 : 1;
        window_store_ascii(to, bytes, width, halves);
        ascii = halves == 2 ? ascii : 8;
        done->bytes += ascii;
        done->characters += ascii;
        return true;
    }
    unsigned next = window_mask((window_signed)bytes < -64); /* 80..bf */
    unsigned ends = ~(next >> 1) & ((1 << WINDOW_BITS) - 1);
    /* What most text has many of in a row is predicted, so that the next step need not wait for the table, and is
     * validated here, for which the other characters take longer. */
    if (width != 1 && ends == 0x924) {
        size_t before = done->bytes;
        if (wide != NULL) {
            size_t many = wide(s + before, n - before, to, points - done->characters, width);
            done->bytes += 3 * many;
            done->characters += many;
        }
        window_threes(s, n, out, points, done, width);
        if (LIKELY(done->bytes != before))
            return true;
    }
    if (ends == 0xaaa) {
        window_units lanes = (window_units)window_pick(bytes, pairs), c = window_of_pairs((window_bytes)lanes);
        unsigned good = window_mask((window_signed)(((lanes & 0xe0c0) == 0xc080) & ((c & 0x780) != 0)));
        if (LIKELY((good & 0xfff) == 0xfff)) {
            window_store_units(to, c, width);
            done->bytes += 12;
            done->characters += 6;
            return true;
        }
    }
    if (done->unchecked == SIZE_MAX)
        done->unchecked = done->bytes;
    const struct window window = tables->windows[ends];
    memcpy(&shuffle, tables->shuffles[window.shuffle], sizeof shuffle);
    bytes = window_pick(bytes, shuffle);
    done->bytes += window.size;
    if (window.shuffle < WINDOW_PAIRS) {
        window_store_units(to, window_of_pairs(bytes), width);
        done->characters += 6;
        return window.size != 0;
    }
    if (width == 1)
        return false;
    bool fours = window.shuffle >= WINDOW_PAIRS + WINDOW_THREES;
    window_points c = fours ? window_of_fours(bytes) : window_of_threes(bytes);
    if (width == 4)
        done->over |= (window_ints)c > 0x10ffff;
    window_store_points(to, c, width);
    done->characters += fours ? 3 : 4;
    return true;
}

/* The code point at s, where n > 0 bytes are, and its *size; *size is 0 if they are not well-formed. The ranges are
 * those of table 3-7 of the Unicode Standard. */
WINDOW_INLINE uint32_t window_get(const uint8_t *s, size_t n, size_t *size)
{
    uint32_t c = s[0];
    bool good;
    if (c < 0x80) {
        *size = 1;
        return c;
    }
    if (c < 0xe0) {
        good = n >= 2 && c >= 0xc2 && (s[1] & 0xc0) == 0x80;
        *size = good ? 2 : 0;
        return good ? (c & 0x1f) << 6 | (s[1] & 0x3fu) : 0;
    }
    if (c < 0xf0) {
        good = n >= 3 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80;
        c = good ? (c & 0xf) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu) : 0;
        *size = c >= 0x800 && (c & 0xf800) != 0xd800 ? 3 : 0;
        return c;
    }
    good = n >= 4 && c < 0xf5 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80 && (s[3] & 0xc0) == 0x80;
    c = good ? (c & 0x7) << 18 | (s[1] & 0x3fu) << 12 | (s[2] & 0x3fu) << 6 | (s[3] & 0x3fu) : 0;
    *size = c >= 0x10000 && c <= 0x10ffff ? 4 : 0;
    return c;
}

/* As the `decode` of struct vector_ops, for one width. The bytes can change while they are decoded, if other code has
 * memory that it shares: so a size is taken from what was loaded, and no character is too large for a str. */
WINDOW_INLINE bool window_decode_of(const uint8_t *s, size_t n, uint8_t *out, size_t points, window_wide_threes *wide,
                                    const int width)
{
    const struct window_tables *tables = __atomic_load_n(&window_shared, __ATOMIC_ACQUIRE);
    struct window_progress done = {0, 0, SIZE_MAX, {0, 0, 0, 0}};
    while (n - done.bytes >= WINDOW_SIZE && points - done.characters >= 8) {
        if (UNLIKELY(!window_step(tables, s, n, out, points, &done, wide, width)))
            return false;
    }
    if (done.unchecked < done.bytes && !haya_utf8_valid(s + done.unchecked, done.bytes - done.unchecked))
        return false;
    size_t size;
    for (size_t at = done.bytes, i = done.characters; at < n || i < points; at += size, i++) {
        if (UNLIKELY(at == n || i == points))
            return false;
        uint32_t c = window_get(s + at, n - at, &size);
        if (UNLIKELY(size == 0 || (width < 4 && c >> (8 * width) != 0)))
            return false;
        if (width == 1)
            out[i] = (uint8_t)c;
        else if (width == 2)
            ((uint16_t *)out)[i] = (uint16_t)c;
        else
            ((uint32_t *)out)[i] = c;
    }
    return width != 4 || window_mask((window_signed)done.over) == 0;
}

/* A copy for each width. */
WINDOW_INLINE bool window_decode_any(const uint8_t *s, size_t n, uint8_t *out, size_t points, window_wide_threes *wide,
                                     int width)
{
    return width == 4   ? window_decode_of(s, n, out, points, wide, 4)
           : width == 2 ? window_decode_of(s, n, out, points, wide, 2)
                        : window_decode_of(s, n, out, points, wide, 1);
}

WINDOW_TARGET static bool window_decode(const uint8_t *s, size_t n, void *out, size_t points, int width)
{
    return window_decode_any(s, n, out, points, NULL, width);
}

/* ---- before the characters are decoded ------------------------------------------- */

/* The sum of the 16 bytes. */
WINDOW_INLINE size_t window_sum(window_bytes v)
{
    const uint64_t odd = UINT64_C(0x00ff00ff00ff00ff);
    uint64_t words[2];
    memcpy(words, &v, sizeof words);
    uint64_t sums = (words[0] & odd) + (words[0] >> 8 & odd) + (words[1] & odd) + (words[1] >> 8 & odd);
    return (size_t)(sums * UINT64_C(0x0001000100010001) >> 48);
}

WINDOW_TARGET static void window_measure(const uint8_t *s, size_t n, size_t *points, uint8_t *largest)
{
    const window_bytes places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    window_bytes most = {0}, sums = {0}, bytes;
    size_t at = 0, begin = 0;
    if (n < WINDOW_SIZE) {
        for (; at < n; at++) {
            *points += (s[at] & 0xc0) != 0x80;
            *largest = s[at] > *largest ? s[at] : *largest;
        }
        return;
    }
    while (n - at >= WINDOW_SIZE) {
        begin += window_sum(sums);
        sums = (window_bytes){0};
        for (int block = 0; block < 254 && n - at >= WINDOW_SIZE; block++, at += WINDOW_SIZE) {
            memcpy(&bytes, s + at, sizeof bytes);
            sums -= (window_bytes)((window_signed)bytes > -65); /* not 80..bf */
            most = window_max(most, bytes);
        }
    }
    /* the last 16 bytes, without those that have been counted */
    memcpy(&bytes, s + n - WINDOW_SIZE, sizeof bytes);
    most = window_max(most, bytes);
    sums -= (window_bytes)((window_signed)bytes > -65) & (window_bytes)(places >= (uint8_t)(WINDOW_SIZE - (n - at)));
    *points += begin + window_sum(sums);
    /* whether a byte is from c4 or f0 on is all that text.c has to know */
    uint8_t found = window_mask((window_signed)(most >= 0xf0)) != 0   ? 0xf0
                    : window_mask((window_signed)(most >= 0xc4)) != 0 ? 0xc4
                                                                      : 0;
    if (found > *largest)
        *largest = found;
}

/* ---- characters -> UTF-8 ----------------------------------------------------------- */

/* Writes 4 characters and returns the end; up to 16 bytes are overwritten. *odd: where one is a surrogate. */
WINDOW_INLINE uint8_t *window_put(const struct window_tables *tables, window_points c, uint8_t *out, window_ints *odd)
{
    const window_bytes threes = {1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 0x80, 0x80, 0x80, 0x80};
    const window_bytes firsts = {0, 4, 8, 12, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    window_points two = (window_points)((window_ints)c > 0x7f), three = (window_points)((window_ints)c > 0x7ff),
                  four = (window_points)((window_ints)c > 0xffff);
    window_points bytes = (c & 0x3f) << 24 | (c << 10 & 0x3f0000) | (c >> 4 & 0x3f00) | c >> 18;
    *odd |= (c & 0xfffff800) == 0xd800;
    window_points sizes = 0 - (two + three + four); /* less 1 */
    window_bytes packed;
    size_t size;
    uint32_t all = ((window_points)window_pick((window_bytes)sizes, firsts))[0];
    if (all == 0x02020202) { /* predicted in text of one script */
        packed = window_pick((window_bytes)(bytes | 0x8080e000), threes);
        size = 12;
    } else {
        window_bytes squeeze;
        size_t index = all * 0x01041040u >> 24; /* two bits each */
        window_points marks = (two & 0x80c00000) ^ (three & 0x0040e000) ^ (four & 0x000060f0);
        bytes = ((bytes | marks) & two) | (c << 24 & ~two);
        memcpy(&squeeze, tables->squeezes[index], sizeof squeeze);
        packed = window_pick((window_bytes)bytes, squeeze);
        size = tables->squeezed[index];
    }
    memcpy(out, &packed, 16);
    return out + size;
}

/* Writes 8 characters of 2 bytes each, as window_put(). */
WINDOW_INLINE uint8_t *window_put_units(const struct window_tables *tables, window_units c, uint8_t *out,
                                        window_ints *odd)
{
    unsigned narrow = window_mask((window_signed)((c & 0xff80) == 0));
    if (narrow == 0xffff) {
        window_store_bytes(out, c);
        return out + 8;
    }
    if (narrow == 0 && window_mask((window_signed)((c & 0xf800) == 0)) == 0xffff) {
        window_units bytes = (c >> 6 | 0xc0) | ((c & 0x3f) | 0x80) << 8;
        memcpy(out, &bytes, 16);
        return out + 16;
    }
    out = window_put(tables, window_first_four(c), out, odd);
    return window_put(tables, window_last_four(c), out, odd);
}

/* The 8 (2 bytes each) or 4 characters at s. */
WINDOW_INLINE uint8_t *window_put_of(const struct window_tables *tables, const void *s, uint8_t *out, window_ints *odd,
                                     const int width)
{
    if (width == 2) {
        window_units units;
        memcpy(&units, s, sizeof units);
        return window_put_units(tables, units, out, odd);
    }
    window_points points;
    memcpy(&points, s, sizeof points);
    return window_put(tables, points, out, odd);
}

/* Encodes characters that take 3 bytes of UTF-8 each, while the next 8 are such. Returns their number; up to 32 bytes
 * more are overwritten. */
typedef size_t window_wide_put(const uint8_t *s, size_t n, uint8_t *out);

WINDOW_INLINE uint8_t *window_encode_of(const uint8_t *s, size_t n, uint8_t *out, window_wide_put *wide,
                                        const int width)
{
    const struct window_tables *tables = __atomic_load_n(&window_shared, __ATOMIC_ACQUIRE);
    const size_t step = WINDOW_SIZE / width; /* characters */
    window_ints odd = {0, 0, 0, 0};
    for (; n >= step; n -= step, s += WINDOW_SIZE) {
        const uint8_t *before = out;
        out = window_put_of(tables, s, out, &odd, width);
        if (wide != NULL && (size_t)(out - before) == 3 * step && n >= 4 * step) { /* more of them are likely */
            size_t many = wide(s + WINDOW_SIZE, n - step, out);
            s += many * width;
            n -= many;
            out += 3 * many;
        }
    }
    if (n > 0) {
        uint8_t rest[WINDOW_SIZE] = {0};
        memcpy(rest, s, n * width);
        out = window_put_of(tables, rest, out, &odd, width) - (step - n); /* the zeros are written, too */
    }
    return window_mask((window_signed)odd) == 0 ? out : NULL;
}

/* Latin-1: ASCII in blocks, other characters one by one. */
WINDOW_INLINE uint8_t *window_encode_latin(const uint8_t *s, size_t n, uint8_t *out)
{
    size_t i = 0;
    while (n - i >= WINDOW_SIZE) {
        window_bytes bytes;
        memcpy(&bytes, s + i, sizeof bytes);
        memcpy(out, &bytes, sizeof bytes);
        size_t ascii = (size_t)__builtin_ctz(window_mask((window_signed)bytes < 0) | 1u << WINDOW_SIZE);
        i += ascii;
        out += ascii;
        if (ascii < WINDOW_SIZE) {
            out[0] = (uint8_t)(0xc0 | s[i] >> 6);
            out[1] = (uint8_t)(0x80 | (s[i] & 0x3f));
            i++;
            out += 2;
        }
    }
    for (; i < n; i++) { /* no branch: ASCII and other characters alternate as they like */
        uint8_t c = s[i], two = c >> 7;
        out[0] = two ? (uint8_t)(0xc0 | c >> 6) : c;
        out[1] = (uint8_t)(0x80 | (c & 0x3f));
        out += 1 + two;
    }
    return out;
}

WINDOW_TARGET static uint8_t *window_encode(const void *s, size_t n, int width, uint8_t *out)
{
    return width == 4   ? window_encode_of(s, n, out, NULL, 4)
           : width == 2 ? window_encode_of(s, n, out, NULL, 2)
                        : window_encode_latin(s, n, out);
}
