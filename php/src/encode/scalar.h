/*
 * Scalars, written in place: the innermost part of the hot path. Every function
 * leaves ENCODE_SPACE bytes free after what it wrote.
 */
#ifndef MSGPACK_ENCODE_SCALAR_H
#define MSGPACK_ENCODE_SCALAR_H

#include "encoder.h"

#define ENCODE_CHUNK 512 /* numbers for which capacity is checked at once */

/* Copies n < 32 bytes of a zend_string's text to p, where ENCODE_SPACE bytes are free. */
static zend_always_inline void encode_copy_short(uint8_t *p, const char *s, size_t n)
{
    if (n >= 8) {
        msgpack_copy_short(p, s, n);
    } else {
        memcpy(p, s, 8); /* a zend_string's text has 8 bytes, whatever its length */
    }
}

/* Copies n < 32 bytes of a zend_string's text to p, where ENCODE_SPACE bytes are free. Returns whether they are ASCII.
 */
static zend_always_inline bool encode_copy_ascii(uint8_t *p, const char *s, size_t n)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t a, b, c, d;

    memcpy(&a, s, 8); /* a zend_string's text has 8 bytes, whatever its length */
    memcpy(p, &a, 8);
    if (n < 8)
        return (msgpack_cut_word(a, n) & high) == 0;
    memcpy(&b, s + n - 8, 8);
    if (n <= 16) {
        memcpy(p + n - 8, &b, 8);
        return ((a | b) & high) == 0;
    }
    memcpy(&c, s + 8, 8);
    memcpy(&d, s + n - 16, 8);
    memcpy(p + 8, &c, 8);
    memcpy(p + n - 16, &d, 8);
    memcpy(p + n - 8, &b, 8);
    return ((a | b | c | d) & high) == 0;
}

/* Writes a str at p and returns the position after it; NULL: failure is set. key:
 * it is a map key, which the option uint64 does not change. */
static zend_always_inline uint8_t *encode_text(struct encoder *e, uint8_t *p, const zend_string *s, bool key,
                                               bool quick)
{
    size_t n = ZSTR_LEN(s);
    if (!quick) {
        if (UNEXPECTED(!e->ascii || n >= 32 || !encode_copy_ascii(p + 1, ZSTR_VAL(s), n)))
            return encode_other_string(e, p, s, key);
        *p = (uint8_t)(HAYA_FIXSTR | n);
        p += 1 + n;
        return EXPECTED(p <= e->limit) ? p : encode_grow_at(e, p, 0);
    }
    if (EXPECTED(n < 32)) {
        *p = (uint8_t)(HAYA_FIXSTR | n);
        encode_copy_short(p + 1, ZSTR_VAL(s), n);
        p += 1 + n;
    } else {
        p = encode_long_text(e, p, ZSTR_VAL(s), n);
        if (UNEXPECTED(p == NULL))
            return NULL;
    }
    return EXPECTED(p <= e->limit) ? p : encode_grow_at(e, p, 0);
}

static zend_always_inline uint8_t *encode_key(struct encoder *e, uint8_t *p, const Bucket *bucket, bool quick)
{
    if (EXPECTED(bucket->key != NULL))
        return encode_text(e, p, bucket->key, true, quick);
    p = haya_put_int(p, (zend_long)bucket->h);
    return EXPECTED(p <= e->limit) ? p : encode_grow_at(e, p, 0);
}

enum encode_step { ENCODE_DONE, ENCODE_CONTAINER, ENCODE_FAILED };

/* Writes *value at *pp if it is a scalar, and moves *pp behind it. */
static zend_always_inline enum encode_step encode_scalar(struct encoder *e, uint8_t **pp, const zval *value, bool quick)
{
    uint8_t *p = *pp;
    switch (Z_TYPE_P(value)) {
    case IS_UNDEF:
    case IS_NULL: p = haya_put_nil(p); break;
    case IS_FALSE:
    case IS_TRUE: p = haya_put_bool(p, Z_TYPE_P(value) == IS_TRUE); break;
    case IS_LONG: p = haya_put_int(p, Z_LVAL_P(value)); break;
    case IS_DOUBLE:
        if (!quick && e->options->force_f32)
            p = haya_put_float(p, (float)Z_DVAL_P(value));
        else
            p = haya_put_double(p, Z_DVAL_P(value));
        break;
    case IS_STRING:
        p = encode_text(e, p, Z_STR_P(value), false, quick);
        if (UNEXPECTED(p == NULL))
            return ENCODE_FAILED;
        *pp = p;
        return ENCODE_DONE;
    default: return ENCODE_CONTAINER;
    }
    *pp = EXPECTED(p <= e->limit) ? p : encode_grow_at(e, p, 0);
    return ENCODE_DONE;
}

/* Writes the integers, or floats as doubles, from *slot on: up to stop, or to the first value of another type, where it
 * leaves *slot. type: IS_LONG or IS_DOUBLE, a constant. */
static zend_always_inline uint8_t *encode_numbers(struct encoder *e, uint8_t *p, msgpack_packed_slot **slot,
                                                  const msgpack_packed_slot *stop, uint8_t type)
{
    msgpack_packed_slot *s = *slot;
    while (s < stop && Z_TYPE_P(MSGPACK_PACKED_VALUE(s)) == type) {
        size_t chunk = (size_t)(stop - s) < ENCODE_CHUNK ? (size_t)(stop - s) : ENCODE_CHUNK;
        const msgpack_packed_slot *chunk_stop = s + chunk;
        if (UNEXPECTED((size_t)(e->limit - p) < chunk * HAYA_HEADER_MAX))
            p = encode_grow_at(e, p, chunk * HAYA_HEADER_MAX);
        for (; s < chunk_stop && Z_TYPE_P(MSGPACK_PACKED_VALUE(s)) == type; s++)
            p = type == IS_LONG ? haya_put_int(p, Z_LVAL_P(MSGPACK_PACKED_VALUE(s)))
                                : haya_put_double(p, Z_DVAL_P(MSGPACK_PACKED_VALUE(s)));
    }
    *slot = s;
    return p;
}

#endif
