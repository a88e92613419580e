/* store_values_fast.h: the common forms of values into their columns, inline in the loops of rows.c. */
#ifndef HAYAPACK_COLUMNS_STORE_VALUES_FAST_H
#define HAYAPACK_COLUMNS_STORE_VALUES_FAST_H

#include "columns.h"

#include "hayapack_format.h"

#define FAST_TEXT 32 /* bytes: longer texts are copied and checked by calls */

/* The integer at p, of which HAYA_HEADER_MAX bytes can be read, without a branch for its size. Returns its size in
 * bytes; 0: it is none, or over 2**63-1. */
HAYA_INLINE size_t fast_int(const uint8_t *p, int64_t *value)
{
    const uint8_t format = *p;
    if ((int8_t)format >= -32) { /* a fixint */
        *value = (int8_t)format;
        return 1;
    }
    if ((uint8_t)(format - HAYA_UINT8) >= 8)
        return 0;
    const unsigned shift = 64 - (8u << (format & 3));
    const uint64_t bits = haya_load64(p + 1);
    const bool negative = format >= HAYA_INT8;
    const int64_t large = (int64_t)(bits >> shift);
    *value = negative ? (int64_t)bits >> shift : large;
    return !negative && large < 0 ? 0 : (size_t)1 + (1u << (format & 3));
}

/* Whether the first n bytes, at most 32, are ASCII; 32 can be read. */
HAYA_INLINE bool fast_is_ascii(const uint8_t *s, size_t n)
{
    static const uint8_t masks[2 * FAST_TEXT] = {
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    };
    uint64_t words[4], mask[4];
    memcpy(words, s, sizeof words);
    memcpy(mask, masks + FAST_TEXT - n, sizeof mask);
    return ((words[0] & mask[0]) | (words[1] & mask[1]) | (words[2] & mask[2]) | (words[3] & mask[3])) == 0;
}

/* Stores the text at p, whose header has `size` bytes and which is below `safe`. Returns its end; NULL: values_take()
 * must do it. */
HAYA_INLINE const uint8_t *fast_text(const struct read_state *t, struct column_builder *node, const uint8_t *p,
                                     size_t size, size_t n, bool checked)
{
    const size_t space = node->data_size - node->used;
    uint8_t *copy = node->data + node->used;
    p += size;
    if (LIKELY(n <= FAST_TEXT)) {
        if (UNLIKELY(space < FAST_TEXT))
            return NULL;
        memcpy(copy, p, FAST_TEXT);
        if (checked && UNLIKELY(!fast_is_ascii(copy, n)) && !haya_utf8_valid(copy, n))
            return NULL;
    } else {
        if (UNLIKELY(space < n || n + size > t->longest || (ptrdiff_t)n > t->end - p))
            return NULL;
        memcpy(copy, p, n);
        if (checked && !haya_utf8_valid(copy, n))
            return NULL;
    }
    node->used += n;
    memcpy(node->offsets + 8 * (node->length + 1), &(uint64_t){node->used}, 8);
    builder_valid(node);
    return p + n;
}

/* A timestamp of 4 or 8 bytes at p, or an EventTime in fixext 8. */
HAYA_INLINE const uint8_t *fast_time(struct column_builder *node, const uint8_t *p)
{
    const uint64_t bits = haya_load64(p + 2);
    const uint16_t head = haya_load16(p);
    uint32_t nanoseconds;
    int64_t seconds, count;
    size_t size = 10;
    if (head == 0xd7ff) {
        seconds = (int64_t)(bits & ((UINT64_C(1) << 34) - 1));
        nanoseconds = (uint32_t)(bits >> 34);
    } else if (head == 0xd6ff) {
        seconds = (int64_t)(bits >> 32);
        nanoseconds = 0;
        size = 6;
    } else if (head == 0xd700) {
        seconds = (int64_t)(bits >> 32);
        nanoseconds = (uint32_t)bits;
    } else {
        return NULL;
    }
    if (UNLIKELY(nanoseconds > HAYA_NANOSECONDS_MAX))
        return NULL;
    switch (node->unit) { /* 34 bits of seconds fit in every unit but ns, and in ns up to 2**33 */
    case COLUMN_NS:
        if (UNLIKELY(seconds > INT64_C(9000000000)))
            return NULL;
        count = seconds * 1000000000 + nanoseconds;
        break;
    case COLUMN_US:
        if (UNLIKELY(nanoseconds % 1000 != 0))
            return NULL;
        count = seconds * 1000000 + nanoseconds / 1000;
        break;
    case COLUMN_MS:
        if (UNLIKELY(nanoseconds % 1000000 != 0))
            return NULL;
        count = seconds * 1000 + nanoseconds / 1000000;
        break;
    default:
        if (UNLIKELY(nanoseconds != 0))
            return NULL;
        count = seconds;
        break;
    }
    memcpy(node->data + 8 * node->length, &count, 8);
    builder_valid(node);
    return p + size;
}

/* Stores the value at p, which is below `safe`. Returns its end; NULL: values_take() must do it. */
HAYA_INLINE const uint8_t *fast_value(const struct read_state *t, struct column_builder *node, const uint8_t *p)
{
    const uint8_t format = *p;
    uint64_t bits;
    int64_t value;
    size_t size;
    if (UNLIKELY(node->length >= node->capacity))
        return NULL;
    switch (node->type) {
    case COLUMN_INT64:
        if (UNLIKELY((size = fast_int(p, &value)) == 0))
            return NULL;
        memcpy(node->data + 8 * node->length, &value, 8);
        builder_valid(node);
        return p + size;
    case COLUMN_FLOAT64:
        if (UNLIKELY(format != HAYA_FLOAT64))
            return NULL;
        bits = haya_load64(p + 1);
        memcpy(node->data + 8 * node->length, &bits, 8);
        builder_valid(node);
        return p + 9;
    case COLUMN_BOOL:
        if (UNLIKELY((format & 0xfe) != HAYA_FALSE))
            return NULL;
        node->data[node->length] = format & 1;
        builder_valid(node);
        return p + 1;
    case COLUMN_INT32:
        if (UNLIKELY((size = fast_int(p, &value)) == 0 || value != (int32_t)value))
            return NULL;
        memcpy(node->data + 4 * node->length, &(int32_t){(int32_t)value}, 4);
        builder_valid(node);
        return p + size;
    case COLUMN_STR:
        if (LIKELY((format & 0xe0) == HAYA_FIXSTR))
            return fast_text(t, node, p, 1, format & 0x1f, true);
        return format == HAYA_STR8 ? fast_text(t, node, p, 2, p[1], true) : NULL;
    case COLUMN_BYTES: return format == HAYA_BIN8 ? fast_text(t, node, p, 2, p[1], false) : NULL;
    case COLUMN_TIMESTAMP:
    case COLUMN_NAIVE: return fast_time(node, p);
    default: return NULL;
    }
}

/* The end of the scalar at p, which is below `safe`; NULL: values_skip() must find it. */
HAYA_INLINE const uint8_t *fast_past(const struct read_state *t, const uint8_t *p)
{
    size_t size = haya_sizes[*p];
    if (LIKELY(size != 0))
        return p + size;
    size = haya_format_long_size(p);
    return size != 0 && size <= t->longest && size <= (size_t)(t->end - p) ? p + size : NULL;
}

#endif
