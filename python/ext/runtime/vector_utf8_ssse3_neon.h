/*
 * vector_utf8_ssse3_neon.h: UTF-8 <-> characters with vectors of 16 bytes: SSSE3, or NEON on ARM64. Part of vector.c.
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
 * characters per second with SIMD instructions" (2022). The lanes show whether the characters are valid: all have the
 * bits of a first byte and of its continuation bytes, and a value that needs as many bytes.
 *
 * Characters of equal size in a row need no table (window_run()). For the last characters, which have no room for a
 * step's 16 bytes, steps write to other memory.
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
typedef uint64_t window_words __attribute__((vector_size(16)));

#define WINDOW_SIZE 16 /* bytes that a step reads */
#define WINDOW_BITS 12 /* bytes whose ends of characters are looked up */
#define WINDOW_ROOM 8  /* characters that there must be room for before a step; of ASCII it writes 16 where they fit */

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

/* The 16 bytes from at < n on; zeros behind the last. */
WINDOW_INLINE window_bytes window_load(const uint8_t *s, size_t at, size_t n)
{
    window_bytes bytes;
    if (LIKELY(n - at >= WINDOW_SIZE)) {
        memcpy(&bytes, s + at, sizeof bytes);
        return bytes;
    }
    if (LIKELY(n >= WINDOW_SIZE)) {
        const window_bytes places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        window_bytes from = places + (uint8_t)(WINDOW_SIZE - (n - at));
        memcpy(&bytes, s + n - WINDOW_SIZE, sizeof bytes);
        return window_pick(bytes, from | (window_bytes)((window_signed)from > 15));
    }
    /* two words that may overlap */
    uint64_t first = 0, last = 0;
    uint32_t begin, end;
    n -= at;
    s += at;
    if (n >= 8) {
        memcpy(&first, s, 8);
        memcpy(&last, s + n - 8, 8);
        last = last >> 8 * (15 - n) >> 8;
    } else if (n >= 4) {
        memcpy(&begin, s, 4);
        memcpy(&end, s + n - 4, 4);
        first = begin | (uint64_t)end << 8 * (n - 4);
    } else {
        first = s[0] | (uint64_t)s[n / 2] << 8 * (n / 2) | (uint64_t)s[n - 1] << 8 * (n - 1);
    }
    return (window_bytes)(window_words){first, last};
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
};

/* Whether each lane has a valid character of 1 or 2 bytes, those of window_of_pairs() in c. */
WINDOW_INLINE bool window_good_pairs(window_units lanes, window_units c)
{
    window_signed bad = (window_signed)(((lanes & 0xe0c0) != 0xc080) | ((c & 0x780) == 0));
    return window_mask(bad & (window_signed)((lanes & 0xff80) != 0)) == 0;
}

/* The same of 1 to 4 bytes, or if `fours` is false 1 to 3. */
WINDOW_INLINE bool window_good_points(window_points lanes, window_points c, const bool fours)
{
    window_points top = c & 0xfffff800;
    window_ints good = (lanes & 0xffffff80) == 0;
    good |= ((lanes & 0xffffe0c0) == 0xc080) & ((c & 0xffffff80) != 0);
    good |= ((lanes & 0xfff0c0c0) == 0xe08080) & (top != 0) & (top != 0xd800);
    if (fours)
        good |= ((lanes & 0xf8c0c0c0) == 0xf0808080) & (((c - 0x10000) & 0xfff00000) == 0);
    return window_mask((window_signed)~good) == 0;
}

/* Stores 8 characters of 2 bytes, or 4 of 3 or 4 bytes, if all that lanes_of selects are such, and valid. */
WINDOW_INLINE bool window_put_run(window_bytes bytes, window_bytes lanes_of, uint8_t *out, const int size,
                                  const int width)
{
    bytes = window_pick(bytes, lanes_of);
    if (size == 2) {
        window_units lanes = (window_units)bytes, c = window_of_pairs(bytes);
        if (window_mask((window_signed)(((lanes & 0xe0c0) != 0xc080) | ((c & 0x780) == 0))) != 0)
            return false;
        window_store_units(out, c, width);
        return true;
    }
    window_points lanes = (window_points)bytes, c = size == 3 ? window_of_threes(bytes) : window_of_fours(bytes);
    window_points top = c & 0xfffff800;
    window_ints bad = size == 3 ? ((lanes & 0xf0c0c0) != 0xe08080) | (top == 0) | (top == 0xd800)
                                : ((lanes & 0xf8c0c0c0) != 0xf0808080) | (((c - 0x10000) & 0xfff00000) != 0);
    if (window_mask((window_signed)bad) != 0)
        return false;
    window_store_points(out, c, width);
    return true;
}

/* Decodes characters of `size` bytes, 2 to 4, while as many as window_put_run() takes are valid. If all that is left
 * are some more of them, the last ones of the text are decoded, though some have been before. */
WINDOW_INLINE void window_run(const uint8_t *s, size_t n, uint8_t *out, size_t points, struct window_progress *done,
                              const int size, const int width)
{
    const window_bytes pairs = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};
    const window_bytes threes = {2, 1, 0, 0x80, 5, 4, 3, 0x80, 8, 7, 6, 0x80, 11, 10, 9, 0x80};
    const window_bytes fours = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
    const window_bytes lanes_of = size == 2 ? pairs : size == 3 ? threes : fours;
    const size_t many = size == 2 ? 8 : 4;
    window_bytes bytes;
    while (n - done->bytes >= WINDOW_SIZE && points - done->characters >= many) {
        memcpy(&bytes, s + done->bytes, sizeof bytes);
        if (!window_put_run(bytes, lanes_of, out + done->characters * width, size, width))
            return;
        done->bytes += many * size;
        done->characters += many;
    }
    if (size == 3 && n - done->bytes >= 12 && n - done->bytes < WINDOW_SIZE && points - done->characters >= many) {
        bytes = window_load(s, done->bytes, n);
        if (!window_put_run(bytes, lanes_of, out + done->characters * width, size, width))
            return;
        done->bytes += 12;
        done->characters += 4;
    }
    size_t left = points - done->characters;
    if (left - 1 < many && done->characters >= many && n - done->bytes == left * size && n >= WINDOW_SIZE) {
        memcpy(&bytes, s + n - WINDOW_SIZE, sizeof bytes);
        if (window_put_run(bytes, size == 3 ? lanes_of + 4 : lanes_of, out + (points - many) * width, size, width))
            *done = (struct window_progress){n, points};
    }
}

/* Decodes characters of 3 bytes at s into `width` bytes each, while they are valid and n bytes and `points` characters
 * are enough. Returns their number. NULL: there is no such function for larger vectors. For fewer than WINDOW_WIDE_MIN
 * bytes of text it costs more than it gains. */
#define WINDOW_WIDE_MIN 128
typedef size_t window_wide_threes(const uint8_t *s, size_t n, uint8_t *out, size_t points, int width);

/* Decodes the next characters. At least a byte and WINDOW_ROOM characters must be left; what is behind the last byte
 * counts as zeros, some of which may be decoded, too. False: the bytes are not valid UTF-8. */
WINDOW_INLINE bool window_step(const struct window_tables *tables, const uint8_t *s, size_t n, uint8_t *out,
                               size_t points, struct window_progress *done, window_wide_threes *wide, const int width)
{
    window_bytes bytes, shuffle;
    uint8_t *to = out + done->characters * width;
    bytes = window_load(s, done->bytes, n);
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
    /* What most text has many of in a row is predicted, so that the next step need not wait for the table. */
    size_t before = done->bytes;
    if (width != 1 && ends == 0x924) {
        if (wide != NULL) {
            size_t many = wide(s + before, n - before, to, points - done->characters, width);
            done->bytes += 3 * many;
            done->characters += many;
        }
        window_run(s, n, out, points, done, 3, width);
    } else if (next == 0xaaaa) {
        window_run(s, n, out, points, done, 2, width);
    } else if (width == 4 && next == 0xeeee) {
        window_run(s, n, out, points, done, 4, width);
    }
    if (done->bytes != before)
        return true;
    const struct window window = tables->windows[ends];
    memcpy(&shuffle, tables->shuffles[window.shuffle], sizeof shuffle);
    bytes = window_pick(bytes, shuffle);
    done->bytes += window.size;
    if (window.shuffle < WINDOW_PAIRS) {
        window_units c = window_of_pairs(bytes);
        window_store_units(to, c, width);
        done->characters += 6;
        return window_good_pairs((window_units)bytes, c) && window.size != 0;
    }
    if (window.shuffle < WINDOW_PAIRS + WINDOW_THREES) {
        window_points c = window_of_threes(bytes);
        window_store_points(to, c, width);
        done->characters += 4;
        return window_good_points((window_points)bytes, c, false);
    }
    window_points c = window_of_fours(bytes);
    window_store_points(to, c, width);
    done->characters += 3;
    return window_good_points((window_points)bytes, c, true);
}

/* As the `decode` of struct vector_ops, for one width. The bytes can change while they are decoded, if other code has
 * memory that it shares: so all that is decided about a character is taken from what was loaded once. */
WINDOW_INLINE bool window_decode_of(const uint8_t *s, size_t n, uint8_t *out, size_t points, window_wide_threes *wide,
                                    const int width)
{
    const struct window_tables *tables = __atomic_load_n(&window_shared, __ATOMIC_ACQUIRE);
    struct window_progress done = {0, 0};
    uint8_t rest[2 * WINDOW_ROOM * 4], *end = NULL;
    size_t few = 0;
    while (done.bytes < n) {
        if (points - done.characters < WINDOW_ROOM) {
            if (end != NULL)
                break;
            /* the last characters, for which a step has no room */
            end = out + done.characters * width;
            few = points - done.characters;
            out = rest, points = few + WINDOW_ROOM - 1, done.characters = 0;
            continue;
        }
        if (UNLIKELY(!window_step(tables, s, n, out, points, &done, wide, width)))
            return false;
    }
    if (end == NULL)
        return done.characters == points;
    memcpy(end, rest, few * width);
    return done.bytes >= n && done.characters >= few;
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
    window_bytes most = {0}, sums = {0}, bytes;
    size_t at = 0, begin = 0;
    while (n - at >= WINDOW_SIZE) {
        begin += window_sum(sums);
        sums = (window_bytes){0};
        for (int block = 0; block < 254 && n - at >= WINDOW_SIZE; block++, at += WINDOW_SIZE) {
            memcpy(&bytes, s + at, sizeof bytes);
            sums -= (window_bytes)((window_signed)bytes > -65); /* not 80..bf */
            most = window_max(most, bytes);
        }
    }
    if (at < n) {
        bytes = window_load(s, at, n);
        sums -= (window_bytes)((window_signed)bytes > -65);
        most = window_max(most, bytes);
        begin -= WINDOW_SIZE - (n - at); /* the zeros */
    }
    *points += begin + window_sum(sums);
    /* whether a byte is from c4 or f0 on is all that text_utf8.c has to know */
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
