/*
 * Ext 100, a typed value: a name and a value, or System.Object without a value. The ext's length is known only at
 * its end, so an ext32 header is written first; if a shorter header fits, the
 * payload is moved down.
 */
#include "encoder.h"
#include "../types/type_registry.h"

#define ENCODE_TYPED_HEADER 6 /* bytes of an ext32 header */

bool encode_open_typed(struct encoder *e, zend_object *object)
{
    zend_string *name;
    zval value;

    if (e->options->types == NULL)
        return encode_fail(e, HAYA_ERR_UNSUPPORTED_TYPE, "MsgpackTyped without the option \"types\"");
    struct encode_frame *frame = encode_push(e);
    if (frame == NULL)
        return false;
    frame->kind = ENCODE_TYPED;
    encode_hold(e); /* reading properties may run user code */
    if (!msgpack_registry_take_apart(e->options->types, object, &name, &value))
        return false;
    bool no_value = Z_ISUNDEF(value);
    if (no_value)
        ZVAL_NULL(&value);
    zend_array *parts = zend_new_array(2);
    zend_hash_next_index_insert_new(parts, &value);
    ZVAL_LONG(&value, (zend_long)(e->pos - e->begin));
    zend_hash_next_index_insert_new(parts, &value);
    frame->of.table = parts;
    frame->owned = true;
    frame->i = no_value; /* encode_typed_next() continues after the value */
    frame->left = 0;
    /* The length is 0 for now. haya_path_typed, which finds the path of an error,
     * reads the payload of an ext 100 whatever the length is. */
    static const uint8_t header[ENCODE_TYPED_HEADER] = {HAYA_EXT32, 0, 0, 0, 0, HAYA_TYPED_TYPE};
    memcpy(e->pos, header, ENCODE_TYPED_HEADER);
    e->pos += ENCODE_TYPED_HEADER;
    return encode_string(e, ZSTR_VAL(name), ZSTR_LEN(name));
}

zval *encode_typed_next(struct encoder *e, struct encode_frame *frame, bool *good)
{
    uint8_t header[HAYA_HEADER_MAX];

    if (frame->i++ == 0)
        return zend_hash_index_find(frame->of.table, 0);
    if (UNEXPECTED(e->lost)) {
        *good = encode_fail(e, HAYA_ERR_OUT_OF_MEMORY, NULL);
        return NULL;
    }
    uint8_t *begin = e->begin + Z_LVAL_P(zend_hash_index_find(frame->of.table, 1));
    size_t n = (size_t)(e->pos - begin) - ENCODE_TYPED_HEADER;
    if (n > UINT32_MAX) {
        *good = encode_fail(e, HAYA_ERR_TOO_LONG, NULL);
        return NULL;
    }
    size_t size = (size_t)(haya_put_ext_header(header, HAYA_TYPED_TYPE, (uint32_t)n) - header);
    if (size < ENCODE_TYPED_HEADER)
        memmove(begin + size, begin + ENCODE_TYPED_HEADER, n);
    memcpy(begin, header, size);
    e->pos = begin + size + n;
    return NULL;
}
