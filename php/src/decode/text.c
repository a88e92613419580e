/* Strings that are too long for the fast paths of scalar.h. */
#include "scalar.h"

zend_string *decode_long_string(const uint8_t *text, size_t n)
{
    zend_string *s;
    if (n < 40)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(39)));
    else if (n < 56)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(55)));
    else if (n < 72)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(71)));
    else
        return zend_string_init((const char *)text, n, false);
    decode_string_header(s, n);
    /* The first 32 bytes and the last 32, which may overlap; with 64 or more the bytes between them, too. */
    memcpy(ZSTR_VAL(s), text, 32);
    if (n >= 64)
        memcpy(ZSTR_VAL(s) + 32, text + 32, 16);
    memcpy(ZSTR_VAL(s) + n - 32, text + n - 32, 32);
    ZSTR_VAL(s)[n] = '\0';
    return s;
}
