/* What array.h does not do inline: empty arrays, arrays that occur again, results of hooks. */
#include "array.h"

bool encode_back_reference(struct encoder *e, uint8_t type, uint32_t ordinal)
{
    if (encode_push(e) == NULL)
        return false;
    uint8_t *p = e->pos;
    p = haya_put_map_header(p, 2);
    p = haya_put_nil(p);
    p = haya_put_uint(p, type);
    p = haya_put_uint(p, 0);
    e->pos = haya_put_uint(p, ordinal);
    if (e->pos > e->limit)
        encode_grow(e, 0);
    encode_pop(e);
    return true;
}

/* Whether array is open, apart from the root, as in PECL. With php_only off there
 * are no back references, and an array that contains itself is written as nil. */
static bool encode_is_open(const struct encoder *e, const zend_array *array)
{
    for (uint32_t i = 1; i < e->depth; i++) {
        if (e->frames[i].of.table == array)
            return true;
    }
    return false;
}

bool encode_strict_map(struct encoder *e, zend_array *array)
{
    zend_string *key;
    ZEND_HASH_FOREACH_STR_KEY(array, key) {
        if (key == NULL)
            return encode_fail(e, HAYA_ERR_UNSUPPORTED_TYPE, "array that is neither a list nor a map of string keys");
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool encode_empty_array(struct encoder *e, zend_reference *reference)
{
    if (encode_push(e) == NULL)
        return false;
    if (reference && e->options->php_only)
        encode_remember(e, reference);
    encode_pop(e);
    e->pos = e->options->arrays == MSGPACK_ARRAYS_POLICY_MAP ? haya_put_map_header(e->pos, 0)
                                                             : haya_put_array_header(e->pos, 0);
    return true;
}

bool encode_seen_array(struct encoder *e, zend_array *array, const zend_reference *reference, bool *done)
{
    if (!e->options->php_only) {
        *done = encode_is_open(e, array);
        if (*done)
            e->pos = haya_put_nil(e->pos);
        return true;
    }
    if (reference) {
        uint32_t ordinal = refs_find(&e->refs, reference);
        *done = ordinal != 0;
        return *done ? encode_back_reference(e, 2, ordinal) : true;
    }
    if (array == e->root)
        e->root_again = true;
    return true;
}

bool encode_owned_array(struct encoder *e, zend_array *array)
{
    bool opened, good = encode_open_array(e, array, NULL, true, &opened);
    if (!opened)
        encode_release((zend_refcounted *)array);
    if (e->pos > e->limit)
        encode_grow(e, 0);
    return good;
}
