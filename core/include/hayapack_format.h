/*
 * What each of the 256 format bytes begins: the tables that all readers of the wire
 * format share. The core has no other. For the core and for bindings of
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

/* The types of MessagePack: what the bindings choose by, and number so. */
enum haya_type {
    HAYA_TYPE_NIL,
    HAYA_TYPE_BOOL,
    HAYA_TYPE_INT,
    HAYA_TYPE_FLOAT,
    HAYA_TYPE_STR,
    HAYA_TYPE_BIN,
    HAYA_TYPE_ARRAY,
    HAYA_TYPE_MAP,
    HAYA_TYPE_EXT,
    HAYA_TYPE_TIMESTAMP, /* an ext -1, which its format byte does not tell */
    HAYA_TYPE_RESERVED,
    HAYA_TYPES,
    HAYA_TYPE_UINT = HAYA_TYPE_INT, /* as in enum haya_kind */
    HAYA_TYPE_DOUBLE = HAYA_TYPE_FLOAT
};

static const char *const haya_type_names[HAYA_TYPE_RESERVED] = {"nil", "bool",  "int", "float", "str",
                                                                "bin", "array", "map", "ext",   "timestamp"};

/* clang-format off */
#define HAYA_ROWS_4(ROW, kind, fixed, step, name) \
    ROW(kind, 1, 0, (fixed), name) ROW(kind, 1, 0, (fixed) + (step), name) \
    ROW(kind, 1, 0, (fixed) + 2 * (step), name) ROW(kind, 1, 0, (fixed) + 3 * (step), name)
#define HAYA_ROWS_16(ROW, kind, fixed, step, name) \
    HAYA_ROWS_4(ROW, kind, fixed, step, name) HAYA_ROWS_4(ROW, kind, (fixed) + 4 * (step), step, name) \
    HAYA_ROWS_4(ROW, kind, (fixed) + 8 * (step), step, name) HAYA_ROWS_4(ROW, kind, (fixed) + 12 * (step), step, name)
#define HAYA_ROWS_32(ROW, kind, name) HAYA_ROWS_16(ROW, kind, 0, 0, name) HAYA_ROWS_16(ROW, kind, 0, 0, name)

/* A row for each format byte: the end of its names HAYA_KIND_ and HAYA_TYPE_, the members of its struct haya_format
 * from `header` on, and its name in the specification, where c1 is "never used". */
#define HAYA_FORMATS(ROW) \
    HAYA_ROWS_32(ROW, INT, "positive fixint") HAYA_ROWS_32(ROW, INT, "positive fixint") \
    HAYA_ROWS_32(ROW, INT, "positive fixint") HAYA_ROWS_32(ROW, INT, "positive fixint") \
    HAYA_ROWS_16(ROW, MAP, 0, 1, "fixmap")     /* 80 */ \
    HAYA_ROWS_16(ROW, ARRAY, 0, 1, "fixarray") /* 90 */ \
    HAYA_ROWS_16(ROW, STR, 0, 1, "fixstr")     /* a0 */ \
    HAYA_ROWS_16(ROW, STR, 16, 1, "fixstr")    /* b0 */ \
    ROW(NIL, 1, 0, 0, "nil")                   /* c0 */ \
    ROW(RESERVED, 1, 0, 0, "reserved")         /* c1 */ \
    ROW(BOOL, 1, 0, 0, "bool")                 /* c2 */ \
    ROW(BOOL, 1, 0, 0, "bool")                 /* c3 */ \
    ROW(BIN, 2, 1, 0, "bin8")                  /* c4 */ \
    ROW(BIN, 3, 2, 0, "bin16")                 /* c5 */ \
    ROW(BIN, 5, 4, 0, "bin32")                 /* c6 */ \
    ROW(EXT, 3, 1, 0, "ext8")                  /* c7 */ \
    ROW(EXT, 4, 2, 0, "ext16")                 /* c8 */ \
    ROW(EXT, 6, 4, 0, "ext32")                 /* c9 */ \
    ROW(FLOAT, 1, 0, 4, "float32")             /* ca */ \
    ROW(DOUBLE, 1, 0, 8, "float64")            /* cb */ \
    ROW(INT, 1, 0, 1, "uint8")                 /* cc */ \
    ROW(INT, 1, 0, 2, "uint16")                /* cd */ \
    ROW(INT, 1, 0, 4, "uint32")                /* ce */ \
    ROW(UINT, 1, 0, 8, "uint64")               /* cf */ \
    ROW(INT, 1, 0, 1, "int8")                  /* d0 */ \
    ROW(INT, 1, 0, 2, "int16")                 /* d1 */ \
    ROW(INT, 1, 0, 4, "int32")                 /* d2 */ \
    ROW(INT, 1, 0, 8, "int64")                 /* d3 */ \
    ROW(EXT, 2, 0, 1, "fixext1")               /* d4 */ \
    ROW(EXT, 2, 0, 2, "fixext2")               /* d5 */ \
    ROW(EXT, 2, 0, 4, "fixext4")               /* d6 */ \
    ROW(EXT, 2, 0, 8, "fixext8")               /* d7 */ \
    ROW(EXT, 2, 0, 16, "fixext16")             /* d8 */ \
    ROW(STR, 2, 1, 0, "str8")                  /* d9 */ \
    ROW(STR, 3, 2, 0, "str16")                 /* da */ \
    ROW(STR, 5, 4, 0, "str32")                 /* db */ \
    ROW(ARRAY, 3, 2, 0, "array16")             /* dc */ \
    ROW(ARRAY, 5, 4, 0, "array32")             /* dd */ \
    ROW(MAP, 3, 2, 0, "map16")                 /* de */ \
    ROW(MAP, 5, 4, 0, "map32")                 /* df */ \
    HAYA_ROWS_32(ROW, INT, "negative fixint")  /* e0 */

#define HAYA_FORMAT(kind, header, width, fixed, name) {HAYA_KIND_##kind, header, width, fixed},
#define HAYA_TYPE(kind, header, width, fixed, name) HAYA_TYPE_##kind,
#define HAYA_NAME(kind, header, width, fixed, name) name,
#define HAYA_SIZE(kind, header, width, fixed, name) \
    (width) != 0 || HAYA_TYPE_##kind == HAYA_TYPE_ARRAY || HAYA_TYPE_##kind == HAYA_TYPE_MAP || \
        HAYA_TYPE_##kind == HAYA_TYPE_RESERVED ? 0 : (header) + (fixed),
/* clang-format on */

static const struct haya_format haya_formats[256] = {HAYA_FORMATS(HAYA_FORMAT)};

static const char haya_format_names[256][sizeof "positive fixint"] = {HAYA_FORMATS(HAYA_NAME)};

/* Loops that choose by type, and those that skip, need one byte of each format. Its enum haya_type: */
static const uint8_t haya_types[256] = {HAYA_FORMATS(HAYA_TYPE)};

/* Size in bytes, format byte included, of values whose format byte determines it; 0 for all others: containers,
 * values with a length, and c1. */
static const uint8_t haya_sizes[256] = {HAYA_FORMATS(HAYA_SIZE)};

#undef HAYA_FORMAT
#undef HAYA_TYPE
#undef HAYA_NAME
#undef HAYA_SIZE

/* Whether a format byte begins an array or a map. */
HAYA_INLINE bool haya_is_container(uint8_t format)
{
    return haya_types[format] == HAYA_TYPE_ARRAY || haya_types[format] == HAYA_TYPE_MAP;
}

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

#endif
