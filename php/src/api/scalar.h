/*
 * Packing and unpacking a message that is one scalar, without the loops that
 * containers need. Only for calls without an options array: with the options of
 * the ini settings a scalar needs no check.
 */
#ifndef MSGPACK_SCALAR_H
#define MSGPACK_SCALAR_H

#include "../decode/scalar.h"
#include "../encode/encoder.h"
#include "../../../core/include/hayapack_wire.h"

#define SCALAR_NUMBER_MAX 9 /* bytes: the format byte and 64 bits */
#define SCALAR_TEXT_MAX 31u /* bytes of a fixstr */

/* Copies n <= SCALAR_TEXT_MAX bytes; reads and writes exactly those. */
static zend_always_inline void scalar_copy(char *to, const char *from, size_t n)
{
    if (n >= 8) {
        msgpack_copy_short(to, from, n);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else if (n > 0) {
        to[0] = from[0];
        to[n / 2] = from[n / 2];
        to[n - 1] = from[n - 1];
    }
}

static zend_always_inline void scalar_byte(zval *out, uint8_t byte)
{
    ZVAL_INTERNED_STR(out, ZSTR_CHAR(byte));
}

static zend_always_inline zend_string *scalar_close(zend_string *message, const uint8_t *end)
{
    ZSTR_LEN(message) = (size_t)(end - (uint8_t *)ZSTR_VAL(message));
    ZSTR_VAL(message)[ZSTR_LEN(message)] = '\0';
    return message;
}

/* Stores the message for value in *out; false: msgpack_encode must do it. */
static zend_always_inline bool scalar_pack(zval *out, const zval *value)
{
    zend_string *message;
    size_t n;

    switch (Z_TYPE_P(value)) {
    case IS_NULL: scalar_byte(out, HAYA_NIL); return true;
    case IS_FALSE: scalar_byte(out, HAYA_FALSE); return true;
    case IS_TRUE: scalar_byte(out, HAYA_TRUE); return true;
    case IS_LONG:
        if (Z_LVAL_P(value) >= -32 && Z_LVAL_P(value) <= 127) {
            scalar_byte(out, (uint8_t)Z_LVAL_P(value));
            return true;
        }
        message = zend_string_alloc(SCALAR_NUMBER_MAX, false);
        ZVAL_NEW_STR(out, scalar_close(message, haya_put_int((uint8_t *)ZSTR_VAL(message), Z_LVAL_P(value))));
        return true;
    case IS_DOUBLE:
        if (UNEXPECTED(MSGPACK_G(force_f32)))
            return false;
        message = zend_string_alloc(SCALAR_NUMBER_MAX, false);
        ZVAL_NEW_STR(out, scalar_close(message, haya_put_double((uint8_t *)ZSTR_VAL(message), Z_DVAL_P(value))));
        return true;
    case IS_STRING:
        n = Z_STRLEN_P(value);
        if (n > SCALAR_TEXT_MAX) {
            message = MSGPACK_G(use_str8_serialization) ? encode_lone_text(Z_STR_P(value)) : NULL;
            if (message == NULL)
                return false;
            ZVAL_NEW_STR(out, message);
            return true;
        }
        message = zend_string_alloc(1 + n, false);
        ZSTR_VAL(message)[0] = (char)(HAYA_FIXSTR | n);
        scalar_copy(ZSTR_VAL(message) + 1, Z_STRVAL_P(value), n);
        ZSTR_VAL(message)[1 + n] = '\0';
        ZVAL_NEW_STR(out, message);
        return true;
    default: return false;
    }
}

/* Stores the value of a message that is one scalar in *out; false: msgpack_decode
 * must do it, and *out needs no destructor. Reads up to 8 bytes of the message
 * whatever its length: every zend_string has that many. */
static zend_always_inline bool scalar_unpack(zval *out, const zend_string *message)
{
    const uint8_t *bytes = (const uint8_t *)ZSTR_VAL(message);
    size_t len = ZSTR_LEN(message);
    uint8_t format = bytes[0];

    if (len == 1 && (int8_t)format >= -32) {
        ZVAL_LONG(out, (int8_t)format);
        return true;
    }
    if (len == 1 && decode_simple(format, out))
        return true;
    if (len == 1u + (1u << (format & 3)) && decode_is_int_form(format)) {
        decode_int_form(format, len == 9 ? haya_load64(bytes + 1) : haya_load64(bytes) << 8, out);
        return true;
    }
    if (len == 9 && format == HAYA_FLOAT64) {
        ZVAL_DOUBLE(out, haya_load_double(bytes + 1));
        return true;
    }
    if ((format & 0xe0) == HAYA_FIXSTR && len == 1u + (format & 31u)) {
        decode_short_text(out, bytes + 1, len - 1, len - 1);
        return true;
    }
    return false;
}

#endif
