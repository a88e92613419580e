/*
 * Skipping values without decoding them; shared by walk.c, find.c and scan.c.
 *
 * walk_value() is the slow path: it checks one value by all rules in their order.
 * walk_run() is the fast path, a tight loop over values that are completely in
 * the buffer and within the limits. It stops before anything else and leaves it
 * to walk_value(), so that errors are found in one place only.
 *
 * The speed is limited by a chain of loads: the address of a value depends on
 * the first byte of the value before. Keys mostly repeat in the same order, so
 * their lengths are turned into jumps, which the CPU predicts without waiting for
 * the load. The sizes of values do not repeat; they are added.
 */
#ifndef HAYA_SRC_WALK_H
#define HAYA_SRC_WALK_H

#include "../include/hayapack_format.h"
#include "../include/hayapack_walk.h"

/* Bytes: two values of haya_sizes and a header fit in it. */
#define WALK_SLACK 80

/* The innermost container, and the state of those around it. */
struct walk_level {
    uint64_t left;  /* its pending values, keys included */
    uint64_t outer; /* pending values of the message outside it */
    uint32_t depth; /* containers opened since the walk began */
    bool map;
};

struct walk {
    const uint8_t *msg, *p, *end;
    const uint8_t *safe; /* WALK_SLACK bytes may be read at any address below it */
    const struct haya_limits *limits;
    struct haya_level *levels;
    size_t longest; /* str, bin and ext values of up to so many bytes, header included, are within the limits */
    uint32_t base;  /* containers around the first value of the walk */
    bool strict;    /* keys are checked as by HAYA_STRICT_KEYS */
    struct walk_level at;
};

/* The longest payload that is within the limits as a str, as a bin and as an ext. */
HAYA_INLINE size_t walk_longest(const struct haya_limits *limits)
{
    size_t longest = limits->str_len < limits->bin_len ? limits->str_len : limits->bin_len;
    return limits->ext_len < longest ? limits->ext_len : longest;
}

static inline void walk_begin(struct walk *walk, const uint8_t *msg, size_t len, const struct haya_limits *limits,
                              struct haya_level *levels, const struct haya_cursor *cursor)
{
    walk->longest = walk_longest(limits);
    walk->msg = msg != NULL ? msg : (const uint8_t *)"";
    walk->p = walk->msg + cursor->pos;
    walk->end = walk->msg + len;
    /* if the limits are smaller than the sizes in haya_sizes, walk_value() must check every value */
    walk->safe = len > WALK_SLACK && walk->longest >= 32 ? walk->end - WALK_SLACK : walk->msg;
    walk->limits = limits;
    walk->levels = levels;
    walk->base = cursor->depth;
    walk->strict = false;
    walk->at.depth = 0;
    walk->at.map = false;
}

/* Reads and checks the header of the value at p. later: pending values after it; depth: open containers. */
static inline enum haya_error walk_look(const struct walk *walk, uint64_t later, uint32_t depth,
                                        struct haya_header *header)
{
    size_t have = (size_t)(walk->end - walk->p);
    struct haya_format format;
    enum haya_error error;

    if (have == 0)
        return HAYA_ERR_TRUNCATED;
    format = haya_formats[*walk->p];
    if (format.kind == HAYA_KIND_RESERVED)
        return HAYA_ERR_RESERVED_BYTE;
    if (have < format.header)
        return HAYA_ERR_TRUNCATED;
    have -= format.header;
    header->kind = (enum haya_kind)format.kind;
    header->size = format.header;
    header->count = haya_format_count(format, walk->p);
    error = haya_format_limit(header->kind, header->count, walk->limits);
    if (error != HAYA_OK)
        return error;
    if (format.kind != HAYA_KIND_ARRAY && format.kind != HAYA_KIND_MAP)
        return header->count > have ? HAYA_ERR_TRUNCATED : HAYA_OK;
    if (depth >= walk->limits->depth)
        return HAYA_ERR_TOO_DEEP;
    return ((uint64_t)header->count << (format.kind == HAYA_KIND_MAP)) + later > have ? HAYA_ERR_TRUNCATED : HAYA_OK;
}

/* Enters a container of `values` values, at least one, which is the next value of the current container. */
HAYA_INLINE void walk_open(struct walk_level *at, struct haya_level *levels, uint64_t values, bool map)
{
    at->left--;
    levels[at->depth++].left = 2 * at->left + at->map;
    at->outer += at->left;
    at->left = values;
    at->map = map;
}

HAYA_INLINE void walk_close(struct walk_level *at, const struct haya_level *levels)
{
    uint64_t level = levels[--at->depth].left;
    at->map = level & 1;
    at->left = level >> 1;
    at->outer -= at->left;
}

/* Checks the value at p and moves past it, or into it if it is a container. at.left must not be 0. */
static inline enum haya_error walk_value(struct walk *walk)
{
    struct walk_level *at = &walk->at;
    struct haya_header header;
    enum haya_error error = walk_look(walk, at->outer + at->left - 1, walk->base + at->depth, &header);
    bool map;

    if (error != HAYA_OK)
        return error;
    map = header.kind == HAYA_KIND_MAP;
    walk->p += header.size;
    if ((map || header.kind == HAYA_KIND_ARRAY) && header.count != 0) {
        walk_open(at, walk->levels, (uint64_t)header.count << map, map);
        return HAYA_OK;
    }
    walk->p += header.count;
    at->left--;
    return HAYA_OK;
}

/* Keeps the compiler from replacing a jump by a table, and so by a load. */
#if defined(__GNUC__) || defined(__clang__)
#define WALK_APART(n) __asm__ volatile("# " #n)
#else
#define WALK_APART(n) (void)0
#endif
#define WALK_CASE(n)   \
    case n:            \
        WALK_APART(n); \
        p += (n) + 1;  \
        break;
#define WALK_CASES_4(n) WALK_CASE(n) WALK_CASE(n + 1) WALK_CASE(n + 2) WALK_CASE(n + 3)

/* The end of the fixstr at p. */
HAYA_INLINE const uint8_t *walk_past_key(const uint8_t *p)
{
    switch (*p & 0x1f) {
        WALK_CASES_4(0)
        WALK_CASES_4(4)
        WALK_CASES_4(8)
        WALK_CASES_4(12)
        WALK_CASES_4(16)
        WALK_CASES_4(20)
        WALK_CASES_4(24)
        WALK_CASES_4(28)
    }
    return p;
}

/* The size of the str, bin or ext at p, which is below `safe`; 0 for a container and for values that need
 * walk_value(). */
HAYA_INLINE size_t walk_long(const struct walk *walk, const uint8_t *p)
{
    size_t size = haya_format_long_size(p);
    return size <= walk->longest && size <= (size_t)(walk->end - p) ? size : 0;
}

/* Moves p, which is below `safe`, past the scalar there, or goes to the label `otherwise`. The kinds are written
 * out so that each has its own addition, which the CPU can predict. */
#define WALK_PAST_SCALAR(walk, p, otherwise)         \
    do {                                             \
        unsigned format_ = *(p);                     \
        size_t size_;                                \
        if ((format_ & 0xe0) == HAYA_FIXSTR)         \
            (p) += format_ - HAYA_FIXSTR + 1;        \
        else if ((size_ = haya_sizes[format_]) != 0) \
            (p) += size_;                            \
        else if ((size_ = walk_long(walk, p)) != 0)  \
            (p) += size_;                            \
        else                                         \
            goto otherwise;                          \
    } while (0)

/* Enters the container at p, which is below `safe`, and returns the end of its header; returns p if it is not a
 * container or not within the limits. */
HAYA_INLINE const uint8_t *walk_into(const struct walk *walk, struct walk_level *at, const uint8_t *p)
{
    const struct haya_format format = haya_formats[*p];
    const bool map = format.kind == HAYA_KIND_MAP;
    const uint8_t *inside = p + format.header;
    uint64_t values;

    if (!map && format.kind != HAYA_KIND_ARRAY)
        return p;
    values = haya_format_count(format, p);
    if (values > (map ? walk->limits->map_len : walk->limits->array_len) ||
        walk->base + at->depth >= walk->limits->depth)
        return p;
    values <<= map;
    if (values + at->left - 1 + at->outer > (uint64_t)(walk->end - inside))
        return p;
    if (values != 0)
        walk_open(at, walk->levels, values, map);
    else
        at->left--;
    return inside;
}

/* Whether HAYA_STRICT_KEYS refuses a key of this kind. */
static inline bool walk_refuses_key(uint8_t kind)
{
    return kind == HAYA_KIND_NIL || kind == HAYA_KIND_BOOL || kind == HAYA_KIND_INT || kind == HAYA_KIND_UINT ||
           kind == HAYA_KIND_FLOAT || kind == HAYA_KIND_DOUBLE;
}

/* The number of one-byte integers at p, at most `values`, counted in groups of eight. */
HAYA_INLINE size_t walk_small_ints(const uint8_t *p, size_t have, uint64_t values)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    size_t n = 0;
    if (have > values)
        have = (size_t)values;
    while (have - n >= 8) {
        uint64_t w = haya_load64(p + n);
        /* is there a byte with the high bit set, but not both bits below it? */
        if (w & ~((w << 1) & (w << 2)) & high)
            break;
        n += 8;
    }
    return n;
}

/* The end of the numbers of one size that the current array has at p; most arrays of numbers have no others. */
HAYA_INLINE const uint8_t *walk_numbers(struct walk_level *at, const uint8_t *p, const uint8_t *safe)
{
    if (at->left >= 8 && p < safe) {
        size_t ints = walk_small_ints(p, (size_t)(safe - p), at->left);
        p += ints;
        at->left -= ints;
    }
    for (; at->left != 0 && p < safe && *p == HAYA_FLOAT64; at->left--)
        p += 9;
    return p;
}

/* The fast path, with one loop for arrays and one for maps. Returns true when all values of the walk are skipped,
 * false before a value that needs the slow path. */
static inline bool walk_run(struct walk *walk)
{
    const uint8_t *p = walk->p, *inside;
    const uint8_t *const safe = walk->safe;
    struct walk_level at = walk->at;

go_on:
    if (at.map)
        goto map;
    p = walk_numbers(&at, p, safe);
    while (at.left != 0) {
        if (p >= safe)
            goto stop;
        WALK_PAST_SCALAR(walk, p, open);
        at.left--;
    }
    goto close;
map:
    if (at.left & 1) { /* a key was skipped, its value is next */
        if (p >= safe)
            goto stop;
        goto value;
    }
    while (at.left != 0) {
        if (p >= safe)
            goto stop;
        if ((*p & 0xe0) == HAYA_FIXSTR) {
            p = walk_past_key(p);
            at.left--;
        } else {
            if (walk->strict && walk_refuses_key(haya_formats[*p].kind))
                goto stop;
            WALK_PAST_SCALAR(walk, p, open);
            at.left--;
            if (p >= safe)
                goto stop;
        }
    value:
        WALK_PAST_SCALAR(walk, p, open);
        at.left--;
    }
close:
    if (at.depth == 0)
        goto stop;
    walk_close(&at, walk->levels);
    goto go_on;
open:
    inside = walk_into(walk, &at, p);
    if (inside != p) {
        p = inside;
        goto go_on;
    }
stop:
    walk->p = p;
    walk->at = at;
    return at.left == 0 && at.depth == 0;
}

/* Skips walk->at.left values with all that they contain. */
static inline enum haya_error walk_all(struct walk *walk)
{
    enum haya_error error;

    while (!walk_run(walk)) {
        error = walk_value(walk);
        if (error != HAYA_OK)
            return error;
    }
    return HAYA_OK;
}

#endif
