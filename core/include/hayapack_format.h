/*
 * What each of the 256 format bytes begins: the tables that all readers of the wire
 * format share, and the words by which keys are compared. The core has no other. For the core and for bindings of
 * this repository that look at headers without decoding (Python's survey/tokens.h, columns/): names and behaviour may
 * change in any release.
 */
#ifndef HAYAPACK_FORMAT_H
#define HAYAPACK_FORMAT_H

#include "hayapack.h"
#include "hayapack_wire.h"

struct haya_format {
    uint8_t kind;   /* enum haya_kind; EXT for every ext type; UINT for the uint64 form, INT for other integer forms */
    uint8_t header; /* bytes of the header: first byte, length and ext type */
    uint8_t width;  /* bytes of the length after the first byte: 0, 1, 2 or 4 */
    uint8_t fixed;  /* if width is 0: payload bytes, elements or entries */
};

/* clang-format off */
#define HAYA_FORMAT_4(kind, header, n)                                        \
    {kind, header, 0, (n)}, {kind, header, 0, (n) + 1}, {kind, header, 0, (n) + 2}, \
        {kind, header, 0, (n) + 3}
#define HAYA_FORMAT_16(kind, header, n)                                          \
    HAYA_FORMAT_4(kind, header, n), HAYA_FORMAT_4(kind, header, (n) + 4),              \
        HAYA_FORMAT_4(kind, header, (n) + 8), HAYA_FORMAT_4(kind, header, (n) + 12)
#define HAYA_FORMAT_FIXINT_4 \
    {HAYA_KIND_INT, 1, 0, 0}, {HAYA_KIND_INT, 1, 0, 0}, {HAYA_KIND_INT, 1, 0, 0}, \
        {HAYA_KIND_INT, 1, 0, 0}
#define HAYA_FORMAT_FIXINT_16 \
    HAYA_FORMAT_FIXINT_4, HAYA_FORMAT_FIXINT_4, HAYA_FORMAT_FIXINT_4, HAYA_FORMAT_FIXINT_4

static const struct haya_format haya_formats[256] = {
    HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16,
    HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16,
    HAYA_FORMAT_16(HAYA_KIND_MAP, 1, 0),   /* 80 fixmap */
    HAYA_FORMAT_16(HAYA_KIND_ARRAY, 1, 0), /* 90 fixarray */
    HAYA_FORMAT_16(HAYA_KIND_STR, 1, 0),   /* a0 fixstr */
    HAYA_FORMAT_16(HAYA_KIND_STR, 1, 16),
    {HAYA_KIND_NIL, 1, 0, 0},      /* c0 */
    {HAYA_KIND_RESERVED, 1, 0, 0}, /* c1 */
    {HAYA_KIND_BOOL, 1, 0, 0},     /* c2 false */
    {HAYA_KIND_BOOL, 1, 0, 0},     /* c3 true */
    {HAYA_KIND_BIN, 2, 1, 0},      /* c4 bin8 */
    {HAYA_KIND_BIN, 3, 2, 0},      /* c5 bin16 */
    {HAYA_KIND_BIN, 5, 4, 0},      /* c6 bin32 */
    {HAYA_KIND_EXT, 3, 1, 0},      /* c7 ext8 */
    {HAYA_KIND_EXT, 4, 2, 0},      /* c8 ext16 */
    {HAYA_KIND_EXT, 6, 4, 0},      /* c9 ext32 */
    {HAYA_KIND_FLOAT, 1, 0, 4},    /* ca float32 */
    {HAYA_KIND_DOUBLE, 1, 0, 8},   /* cb float64 */
    {HAYA_KIND_INT, 1, 0, 1},      /* cc uint8 */
    {HAYA_KIND_INT, 1, 0, 2},      /* cd uint16 */
    {HAYA_KIND_INT, 1, 0, 4},      /* ce uint32 */
    {HAYA_KIND_UINT, 1, 0, 8},     /* cf uint64 */
    {HAYA_KIND_INT, 1, 0, 1},      /* d0 int8 */
    {HAYA_KIND_INT, 1, 0, 2},      /* d1 int16 */
    {HAYA_KIND_INT, 1, 0, 4},      /* d2 int32 */
    {HAYA_KIND_INT, 1, 0, 8},      /* d3 int64 */
    {HAYA_KIND_EXT, 2, 0, 1},      /* d4 fixext1 */
    {HAYA_KIND_EXT, 2, 0, 2},      /* d5 fixext2 */
    {HAYA_KIND_EXT, 2, 0, 4},      /* d6 fixext4 */
    {HAYA_KIND_EXT, 2, 0, 8},      /* d7 fixext8 */
    {HAYA_KIND_EXT, 2, 0, 16},     /* d8 fixext16 */
    {HAYA_KIND_STR, 2, 1, 0},      /* d9 str8 */
    {HAYA_KIND_STR, 3, 2, 0},      /* da str16 */
    {HAYA_KIND_STR, 5, 4, 0},      /* db str32 */
    {HAYA_KIND_ARRAY, 3, 2, 0},    /* dc array16 */
    {HAYA_KIND_ARRAY, 5, 4, 0},    /* dd array32 */
    {HAYA_KIND_MAP, 3, 2, 0},      /* de map16 */
    {HAYA_KIND_MAP, 5, 4, 0},      /* df map32 */
    HAYA_FORMAT_FIXINT_16, HAYA_FORMAT_FIXINT_16, /* e0 negative fixint */
};

/* Size in bytes, format byte included, of values whose format byte determines it; 0 for all others: containers,
 * values with a length, and c1. haya_formats has the same facts; the skipping loops need them in one byte each. */
#define HAYA_SIZES_16(n) n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n

static const uint8_t haya_sizes[256] = {
    HAYA_SIZES_16(1), HAYA_SIZES_16(1), HAYA_SIZES_16(1), HAYA_SIZES_16(1), /* positive fixint */
    HAYA_SIZES_16(1), HAYA_SIZES_16(1), HAYA_SIZES_16(1), HAYA_SIZES_16(1),
    HAYA_SIZES_16(0), HAYA_SIZES_16(0), /* 80 fixmap, 90 fixarray */
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, /* a0 fixstr */
    17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
    1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 5, 9, 2, 3, 5, 9, /* c0 nil to cf uint64 */
    2, 3, 5, 9, 3, 4, 6, 10, 18, 0, 0, 0, 0, 0, 0, 0, /* d0 int8 to df map32 */
    HAYA_SIZES_16(1), HAYA_SIZES_16(1), /* e0 negative fixint */
};

/* clang-format on */
#undef HAYA_SIZES_16

/* The length or count of the header at p, which is complete. */
HAYA_INLINE uint32_t haya_format_count(struct haya_format format, const uint8_t *p)
{
    switch (format.width) {
    case 0: return format.fixed;
    case 1: return p[1];
    case 2: return haya_load16(p + 1);
    default: return haya_load32(p + 1);
    }
}

/* Compare a count with limits->*_len of its kind. Returns HAYA_OK or the error; HAYA_OK for kinds without a
 * limit. */
HAYA_INLINE enum haya_error haya_format_limit(enum haya_kind kind, uint32_t count, const struct haya_limits *limits)
{
    switch (kind) {
    case HAYA_KIND_STR: return count > limits->str_len ? HAYA_ERR_STR_LIMIT : HAYA_OK;
    case HAYA_KIND_BIN: return count > limits->bin_len ? HAYA_ERR_BIN_LIMIT : HAYA_OK;
    case HAYA_KIND_EXT: return count > limits->ext_len ? HAYA_ERR_EXT_LIMIT : HAYA_OK;
    case HAYA_KIND_ARRAY: return count > limits->array_len ? HAYA_ERR_ARRAY_LIMIT : HAYA_OK;
    case HAYA_KIND_MAP: return count > limits->map_len ? HAYA_ERR_MAP_LIMIT : HAYA_OK;
    default: return HAYA_OK;
    }
}

/* The limit that a message has exceeded, by the error. False: the error is not of one of these limits. */
HAYA_INLINE bool haya_limit_of(enum haya_error error, const struct haya_limits *limits, size_t *limit)
{
    switch (error) {
    case HAYA_ERR_TOO_DEEP: *limit = limits->depth; return true;
    case HAYA_ERR_STR_LIMIT: *limit = limits->str_len; return true;
    case HAYA_ERR_BIN_LIMIT: *limit = limits->bin_len; return true;
    case HAYA_ERR_EXT_LIMIT: *limit = limits->ext_len; return true;
    case HAYA_ERR_ARRAY_LIMIT: *limit = limits->array_len; return true;
    case HAYA_ERR_MAP_LIMIT: *limit = limits->map_len; return true;
    default: return false;
    }
}

/* The size, header included, of a str, bin or ext at p whose length has 8 or 16 bits; 0 for other values. */
HAYA_INLINE size_t haya_format_long_size(const uint8_t *p)
{
    switch (*p) {
    case HAYA_STR8:
    case HAYA_BIN8: return 2 + (size_t)p[1];
    case HAYA_STR16:
    case HAYA_BIN16: return 3 + (size_t)haya_load16(p + 1);
    case HAYA_EXT8: return 3 + (size_t)p[1];
    case HAYA_EXT16: return 4 + (size_t)haya_load16(p + 1);
    default: return 0;
    }
}

/* ---- ids of objects that occur several times, as .NET writes them ---------- */

#define HAYA_IDS_MOST 65536u /* objects with an id in a message */

/* The id in a payload of n bytes. False: it has another length. */
HAYA_INLINE bool haya_id_read(const uint8_t *payload, size_t n, uint32_t *id)
{
    if (n != 1 && n != 2 && n != 4)
        return false;
    *id = n == 1 ? *payload : n == 2 ? haya_load16(payload) : haya_load32(payload);
    return true;
}

/* Whether a whole ext with an id is in the `left` bytes at p, and its payload. */
HAYA_INLINE bool haya_id_at(const uint8_t *p, size_t left, uint32_t *id, const uint8_t **payload, uint32_t *n)
{
    struct haya_format format;
    if (left == 0 || (format = haya_formats[*p]).kind != HAYA_KIND_EXT || left < format.header)
        return false;
    *n = haya_format_count(format, p);
    *payload = p + format.header;
    return (int8_t)p[format.header - 1] == HAYA_ID_TYPE && *n <= left - format.header && haya_id_read(*payload, *n, id);
}

/* ---- keys ----------------------------------------------------------------- */

/* 8 bytes in memory order. */
HAYA_INLINE uint64_t haya_key_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Two words that identify a key of up to 16 bytes: its first and its last 8 bytes. 8 bytes can be read at s. */
HAYA_INLINE void haya_key_words(const uint8_t *s, size_t n, uint64_t *prefix, uint64_t *suffix)
{
    if (n >= 8) {
        *prefix = haya_key_word(s);
        *suffix = haya_key_word(s + n - 8);
        return;
    }
    *prefix = n == 0 ? 0 : haya_load64(s) >> (64 - 8 * n); /* shifts out the bytes beyond the key */
    *suffix = n;
}

#endif
