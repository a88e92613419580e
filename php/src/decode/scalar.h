/*
 * Scalars where enough bytes follow to read ahead: the innermost part of the hot
 * path.
 */
#ifndef MSGPACK_DECODE_SCALAR_H
#define MSGPACK_DECODE_SCALAR_H

#include "decoder.h"

#define DECODE_AHEAD (2 * SHAPES_AHEAD) /* bytes: a fixstr key and a scalar of at most 32 bytes */

static zend_always_inline void decode_int64(zval *slot, int64_t value)
{
    if (msgpack_is_long(value))
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

/* A new string of n bytes, text not set. Short sizes are constants, so that the
 * compiler picks the allocator's bin. The text has capacity for at least 8 bytes. */
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
    msgpack_string_header(s, n);
    return s;
}

/* A new string of text[0 .. n), n in 1..31. readable: bytes at text that can be read. */
static zend_always_inline zend_string *decode_short_string(const uint8_t *text, size_t n, size_t readable)
{
    zend_string *s = decode_new_string(n);
    char *to = ZSTR_VAL(s);
    if (n >= 8) {
        msgpack_copy_short(to, text, n);
    } else if (EXPECTED(readable >= 8)) {
        memcpy(to, text, 8);
    } else {
        memcpy(to, text, n);
    }
    to[n] = '\0';
    return s;
}

static zend_always_inline void decode_short_text(zval *slot, const uint8_t *text, size_t n, size_t readable)
{
    if (UNEXPECTED(n <= 1)) {
        if (n == 0)
            ZVAL_EMPTY_STRING(slot);
        else
            ZVAL_INTERNED_STR(slot, ZSTR_CHAR(*text));
        return;
    }
    ZVAL_NEW_STR(slot, decode_short_string(text, n, readable));
}

static zend_always_inline void decode_text(zval *slot, const uint8_t *text, size_t n, size_t readable)
{
    if (n < 32)
        decode_short_text(slot, text, n, readable);
    else
        ZVAL_NEW_STR(slot, decode_long_string(text, n));
}

/* Decodes the integer formats 0xcc to 0xd3 without branching on the format. bits:
 * the 8 bytes after the first byte, of which the format uses the first 1, 2, 4 or
 * 8. Returns that number. */
static zend_always_inline size_t decode_int_form(uint8_t format, uint64_t bits, zval *slot)
{
    unsigned size = 1u << (format & 3), shift = 64 - 8 * size;
    bool is_signed = format >= HAYA_INT8;
    if (UNEXPECTED(format == HAYA_UINT64 && (int64_t)bits < 0))
        decode_large(slot, bits);
    else
        decode_int64(slot, is_signed ? (int64_t)bits >> shift : (int64_t)(bits >> shift));
    return size;
}

static zend_always_inline bool decode_is_int_form(uint8_t format)
{
    return (uint8_t)(format - HAYA_UINT8) <= HAYA_INT64 - HAYA_UINT8;
}

/* Decodes an int key at p, where 9 bytes can be read. Returns the byte after it, which
 * may be beyond the end; NULL: no integer, or one that PHP has no int for. */
static zend_always_inline const uint8_t *decode_int_key(const uint8_t *p, zend_ulong *index)
{
    uint8_t byte = *p;
    zval value;
    if ((int8_t)byte >= -32) {
        *index = (zend_ulong)(zend_long)(int8_t)byte;
        return p + 1;
    }
    if (!decode_is_int_form(byte))
        return NULL;
    uint64_t bits = haya_load64(p + 1);
    if (UNEXPECTED(sizeof(zend_long) < 8 || (byte == HAYA_UINT64 && (int64_t)bits < 0)))
        return NULL;
    p += 1 + decode_int_form(byte, bits, &value);
    *index = (zend_ulong)Z_LVAL(value);
    return p;
}

/* nil, false or true; else returns false. PHP's type numbers of false and true
 * are adjacent, as their format bytes are. */
static zend_always_inline bool decode_simple(uint8_t format, zval *slot)
{
    if (format > HAYA_TRUE || format < HAYA_NIL || format == HAYA_RESERVED)
        return false;
    Z_TYPE_INFO_P(slot) = format == HAYA_NIL ? IS_NULL : format - HAYA_FALSE + IS_FALSE;
    return true;
}

/* Whether text[0 .. n), n <= 31, where 32 bytes can be read, is ASCII. */
static zend_always_inline bool decode_is_ascii(const uint8_t *text, size_t n)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t a, b, c, d;
    memcpy(&a, text, 8);
    if (n < 8)
        return (msgpack_cut_word(a, n) & high) == 0;
    memcpy(&b, text + n - 8, 8);
    if (n <= 16)
        return ((a | b) & high) == 0;
    memcpy(&c, text + 8, 8);
    memcpy(&d, text + n - 16, 8);
    return ((a | b | c | d) & high) == 0;
}

/* A str of at most 255 bytes at p, where DECODE_AHEAD bytes can be read; NULL: another value, one that ends after end,
 * or it is not UTF-8. */
static zend_always_inline const uint8_t *decode_quick_text(const uint8_t *p, const uint8_t *end, zval *slot, bool utf8)
{
    uint8_t byte = *p;
    if ((byte & 0xe0) == HAYA_FIXSTR) {
        size_t n = byte & 31u;
        p++;
        if (UNEXPECTED(n > (size_t)(end - p)))
            return NULL;
        if (UNEXPECTED(!decode_is_ascii(p, n)) && utf8 && !haya_utf8_valid(p, n))
            return NULL;
        decode_short_text(slot, p, n, 8);
        return p + n;
    }
    if (byte == HAYA_STR8) {
        size_t n = p[1];
        if (n > (size_t)(end - p) - 2 || (size_t)(end - p) < 2 || (utf8 && !haya_utf8_valid(p + 2, n)))
            return NULL;
        decode_text(slot, p + 2, n, 8);
        return p + 2 + n;
    }
    return NULL;
}

/* Decodes a scalar of a common format at p, where 32 bytes can be read. Returns
 * the byte after it, which may be beyond the end, in padding; NULL: another format,
 * *slot is not changed. */
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
    if (decode_is_int_form(byte))
        return p + 1 + decode_int_form(byte, haya_load64(p + 1), slot);
    if (byte == HAYA_FLOAT64) {
        ZVAL_DOUBLE(slot, haya_load_double(p + 1));
        return p + 9;
    }
    if (decode_simple(byte, slot))
        return p + 1;
    return NULL;
}

/* The same, and a str8: NULL also when the value ends after end, or, with utf8, is a str of other bytes. */
static zend_always_inline const uint8_t *decode_quick(const uint8_t *p, const uint8_t *end, zval *slot, bool utf8)
{
    if (utf8 && ((*p & 0xe0) == HAYA_FIXSTR || *p == HAYA_STR8))
        return decode_quick_text(p, end, slot, true);
    const uint8_t *after = decode_quick_value(p, slot);
    if (EXPECTED(after != NULL && after <= end))
        return after;
    if (after != NULL) {
        zval_ptr_dtor_nogc(slot);
    } else if (*p == HAYA_STR8 && (size_t)(end - p) >= 2 + (size_t)p[1]) {
        decode_text(slot, p + 2, p[1], 8);
        return p + 2 + p[1];
    }
    return NULL;
}

/* Whether text[0 .. n), n <= 31, equals s, the text of a zend_string of n bytes.
 * 32 bytes at text can be read. */
static zend_always_inline bool decode_same(const uint8_t *text, const char *s, size_t n)
{
    uint64_t a, b, c, d;
    memcpy(&a, text, 8);
    memcpy(&b, s, 8); /* a zend_string has 8 bytes of text, whatever its length */
    if (n < 8)
        return msgpack_cut_word(a ^ b, n) == 0;
    memcpy(&c, text + n - 8, 8);
    memcpy(&d, s + n - 8, 8);
    return ((a ^ b) | (c ^ d)) == 0 && (n <= 16 || memcmp(text + 8, s + 8, n - 16) == 0);
}

#endif
