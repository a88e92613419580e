/*
 * A scalar alone, both ways, without the machines that containers need: what
 * most of such a call costs is the call. Only for the ini settings' options,
 * which leave nothing to check in a scalar.
 */
#ifndef MSGPACK_SCALAR_H
#define MSGPACK_SCALAR_H

#include "encode.h"
#include "../../core/include/hayapack_wire.h"

#define SCALAR_NUMBER_MAX 9 /* bytes: lead byte and 64 bits */
#define SCALAR_TEXT_MAX 31u /* bytes of a fixstr */

/* n <= SCALAR_TEXT_MAX; no byte beyond either end is touched. */
static zend_always_inline void scalar_copy(char *to, const char *from, size_t n)
{
    if (n >= 16) {
        memcpy(to, from, 16);
        memcpy(to + n - 16, from + n - 16, 16);
    } else if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
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

/* The message for value to *out; false: it is for msgpack_encode. */
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

/* Integers and floats: bytes[0 .. len) is one, whole. */
static zend_always_inline bool scalar_unpack_number(zval *out, const uint8_t *bytes, size_t len)
{
    const uint8_t *p = bytes + 1;

    switch (bytes[0]) {
    case HAYA_UINT8: ZVAL_LONG(out, *p); return len == 2;
    case HAYA_INT8: ZVAL_LONG(out, (int8_t)*p); return len == 2;
    default: break;
    }
    if (len == 3 && (bytes[0] == HAYA_UINT16 || bytes[0] == HAYA_INT16)) {
        uint16_t n = haya_load16(p);
        ZVAL_LONG(out, bytes[0] == HAYA_UINT16 ? (zend_long)n : (zend_long)(int16_t)n);
        return true;
    }
#if SIZEOF_ZEND_LONG == 8
    if (len == 5 && (bytes[0] == HAYA_UINT32 || bytes[0] == HAYA_INT32)) {
        uint32_t n = haya_load32(p);
        ZVAL_LONG(out, bytes[0] == HAYA_UINT32 ? (zend_long)n : (zend_long)(int32_t)n);
        return true;
    }
    if (len == 9 && (bytes[0] == HAYA_UINT64 || bytes[0] == HAYA_INT64)) {
        uint64_t n = haya_load64(p);
        ZVAL_LONG(out, (zend_long)n);
        return bytes[0] == HAYA_INT64 || n <= (uint64_t)ZEND_LONG_MAX;
    }
#endif
    if (len == 9 && bytes[0] == HAYA_FLOAT64) {
        ZVAL_DOUBLE(out, haya_load_double(p));
        return true;
    }
    return false;
}

/* The value of a message that is one scalar to *out; false: it is for
 * msgpack_decode, and *out holds nothing that has to be freed. */
static zend_always_inline bool scalar_unpack(zval *out, const uint8_t *bytes, size_t len)
{
    if (len == 0 || len > 1 + SCALAR_TEXT_MAX)
        return false;
    uint8_t lead = bytes[0];
    if (lead >= HAYA_FIXSTR && lead < HAYA_FIXSTR + 32) {
        if (len != 1u + (lead & 31))
            return false;
        ZVAL_STRINGL_FAST(out, (const char *)bytes + 1, len - 1);
        return true;
    }
    if (len > 1)
        return scalar_unpack_number(out, bytes, len);
    if (lead <= 127 || lead >= 224)
        ZVAL_LONG(out, (int8_t)lead);
    else if (lead == HAYA_NIL)
        ZVAL_NULL(out);
    else if (lead == HAYA_FALSE || lead == HAYA_TRUE)
        ZVAL_BOOL(out, lead == HAYA_TRUE);
    else
        return false;
    return true;
}

#endif
