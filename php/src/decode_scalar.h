/*
 * Values that are no containers, where enough bytes follow to look ahead: the
 * innermost part of the hot path.
 */
#ifndef MSGPACK_DECODE_SCALAR_H
#define MSGPACK_DECODE_SCALAR_H

#include "decode.h"

#define DECODE_AHEAD (2 * SHAPES_AHEAD) /* bytes of a short key and a value that is no long str */

static zend_always_inline void decode_int64(zval *slot, int64_t value)
{
    if (sizeof(zend_long) == 8 || (value >= ZEND_LONG_MIN && value <= ZEND_LONG_MAX))
        ZVAL_LONG(slot, (zend_long)value);
    else
        ZVAL_DOUBLE(slot, (double)value);
}

static zend_always_inline void decode_uint64(zval *slot, uint64_t value)
{
    if (EXPECTED(value <= INT64_MAX))
        decode_int64(slot, (int64_t)value);
    else
        decode_large(slot, value);
}

/* A string of n bytes to be written; for short ones the allocator's bins are
 * known to the compiler. There is room for 8 bytes of text at the least. */
static zend_always_inline zend_string *decode_new_string(size_t n)
{
    zend_string *s;
    if (n < 8)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(7)));
    else if (n < 16)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(15)));
    else if (n < 32)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(31)));
    else
        return zend_string_alloc(n, false);
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_H(s) = 0;
    ZSTR_LEN(s) = n;
    return s;
}

/* n < 32 bytes at text, of which at least room may be read. */
static zend_always_inline void decode_short_text(zval *slot, const uint8_t *text, size_t n,
                                                 size_t room)
{
    if (UNEXPECTED(n <= 1)) {
        if (n == 0)
            ZVAL_EMPTY_STRING(slot);
        else
            ZVAL_INTERNED_STR(slot, ZSTR_CHAR(*text));
        return;
    }
    zend_string *s = decode_new_string(n);
    char *to = ZSTR_VAL(s);
    if (n >= 16) {
        memcpy(to, text, 16);
        memcpy(to + n - 16, text + n - 16, 16);
    } else if (n >= 8) {
        memcpy(to, text, 8);
        memcpy(to + n - 8, text + n - 8, 8);
    } else if (EXPECTED(room >= 8)) {
        memcpy(to, text, 8);
    } else {
        memcpy(to, text, n);
    }
    to[n] = '\0';
    ZVAL_NEW_STR(slot, s);
}

static inline void decode_text(zval *slot, const uint8_t *text, size_t n, size_t room)
{
    if (n < 32)
        decode_short_text(slot, text, n, room);
    else
        ZVAL_NEW_STR(slot, zend_string_init((const char *)text, n, false));
}

/* A value that is no container, at most DECODE_AHEAD after d->far: the byte
 * after it, or NULL when it is of another kind. It may reach into padding. */
static zend_always_inline const uint8_t *decode_quick_value(const uint8_t *p, zval *slot)
{
    uint8_t byte = *p;
    if ((int8_t)byte >= -32) {
        ZVAL_LONG(slot, (int8_t)byte);
        return p + 1;
    }
    if ((byte & 0xe0) == HAYA_FIXSTR) {
        decode_short_text(slot, p + 1, byte & 31u, 8);
        return p + 1 + (byte & 31u);
    }
    switch (byte) {
    case HAYA_NIL: ZVAL_NULL(slot); return p + 1;
    case HAYA_FALSE: ZVAL_FALSE(slot); return p + 1;
    case HAYA_TRUE: ZVAL_TRUE(slot); return p + 1;
    case HAYA_FLOAT64: ZVAL_DOUBLE(slot, haya_load_double(p + 1)); return p + 9;
    case HAYA_UINT8: ZVAL_LONG(slot, p[1]); return p + 2;
    case HAYA_UINT16: ZVAL_LONG(slot, haya_load16(p + 1)); return p + 3;
    case HAYA_UINT32: decode_int64(slot, haya_load32(p + 1)); return p + 5;
    case HAYA_UINT64: decode_uint64(slot, haya_load64(p + 1)); return p + 9;
    case HAYA_INT8: ZVAL_LONG(slot, (int8_t)p[1]); return p + 2;
    case HAYA_INT16: ZVAL_LONG(slot, (int16_t)haya_load16(p + 1)); return p + 3;
    case HAYA_INT32: ZVAL_LONG(slot, (int32_t)haya_load32(p + 1)); return p + 5;
    case HAYA_INT64: decode_int64(slot, (int64_t)haya_load64(p + 1)); return p + 9;
    default: return NULL;
    }
}

/* The same, of which all bytes are there. */
static zend_always_inline const uint8_t *decode_quick(const uint8_t *p, const uint8_t *end,
                                                      zval *slot)
{
    const uint8_t *after = decode_quick_value(p, slot);
    if (EXPECTED(after <= end))
        return after;
    zval_ptr_dtor_nogc(slot);
    return NULL;
}

/* Whether the text of a fixstr, where DECODE_AHEAD bytes may be read, is s. */
static zend_always_inline bool decode_same(const uint8_t *text, const char *s, size_t n)
{
    uint64_t a, b, c, d;
    memcpy(&a, text, 8);
    memcpy(&b, s, 8); /* a zend_string has 8 bytes of text, whatever its length */
    if (n < 8)
        return shapes_cut(a ^ b, n) == 0;
    memcpy(&c, text + n - 8, 8);
    memcpy(&d, s + n - 8, 8);
    return ((a ^ b) | (c ^ d)) == 0 && (n <= 16 || memcmp(text + 8, s + 8, n - 16) == 0);
}

#endif
