/* Arrays: their headers, and the frames of their elements. */
#ifndef MSGPACK_ENCODE_ARRAY_H
#define MSGPACK_ENCODE_ARRAY_H

#include "encoder.h"

/* Writes PECL's mark for a container that occurs again: {nil: type, 0: ordinal}. */
bool encode_back_reference(struct encoder *e, uint8_t type, uint32_t ordinal);

/* Writes an array as the next value; the caller's reference passes to the frame. */
bool encode_owned_array(struct encoder *e, zend_array *array);

/* The parts of encode_open_array that are seldom needed. */

/* Writes an array without elements. */
bool encode_empty_array(struct encoder *e, zend_reference *reference);

/* For an array with a reference count above 1, or behind a PHP reference. *done:
 * it was written, as a mark or as nil. */
bool encode_seen_array(struct encoder *e, zend_array *array, const zend_reference *reference, bool *done);

/* False, failure set, if a key of the array is an integer. */
bool encode_strict_map(struct encoder *e, zend_array *array);

enum encode_shape { ENCODE_AS_LIST, ENCODE_AS_MAP, ENCODE_AS_REFERENCE };

static zend_always_inline enum encode_shape encode_shape(const struct encoder *e, zend_array *array, bool is_reference)
{
    if (UNEXPECTED(is_reference) && e->options->php_only)
        return ENCODE_AS_REFERENCE;
    if (UNEXPECTED(e->options->arrays == MSGPACK_ARRAYS_POLICY_MAP))
        return ENCODE_AS_MAP;
    if (HT_IS_PACKED(array) && HT_IS_WITHOUT_HOLES(array))
        return ENCODE_AS_LIST;
    return zend_array_is_list(array) ? ENCODE_AS_LIST : ENCODE_AS_MAP;
}

/* Writes the header of an array and opens a frame, or writes all of it. reference:
 * the PHP reference that contains the array, or NULL. owned: the frame takes the
 * caller's reference count. *opened: whether a frame was opened. */
static zend_always_inline bool encode_open_array(struct encoder *e, zend_array *array, zend_reference *reference,
                                                 bool owned, bool *opened)
{
    bool many = GC_REFCOUNT(array) > 1;
    *opened = false;
    if (UNEXPECTED(reference || (many && e->depth > 0))) {
        bool done = false;
        if (!encode_seen_array(e, array, reference, &done))
            return false;
        if (done)
            return true;
    }
    uint32_t n = zend_array_count(array);
    if (UNEXPECTED(n == 0))
        return encode_empty_array(e, reference);
    enum encode_shape shape = encode_shape(e, array, reference != NULL);
    if (UNEXPECTED(e->options->arrays == MSGPACK_ARRAYS_POLICY_STRICT) && shape == ENCODE_AS_MAP &&
        !encode_strict_map(e, array))
        return false;
    struct encode_frame *frame = encode_push(e);
    if (UNEXPECTED(frame == NULL))
        return false;
    *opened = true;
    frame->i = 0;
    frame->end = array->nNumUsed;
    frame->left = n;
    frame->of.table = array;
    frame->owned = owned;
    if (UNEXPECTED(e->holding))
        encode_hold_frame(frame);
    if (UNEXPECTED(reference) && e->options->php_only)
        encode_remember(e, reference);
    /* An array that occurs several times is written each time, and so are the
     * objects in it. This does not count the root, whose other owners are usually
     * outside the value; if it does occur again, root_again is set. */
    frame->shared = many && e->depth > 1;
    e->shared += frame->shared;
    if (shape == ENCODE_AS_LIST) {
        frame->kind = HT_IS_PACKED(array) ? ENCODE_LIST : ENCODE_VALUES;
        e->pos = haya_put_array_header(e->pos, n);
        return true;
    }
    frame->kind = HT_IS_PACKED(array) ? ENCODE_PACKED_MAP : ENCODE_MAP;
    if (UNEXPECTED(shape == ENCODE_AS_REFERENCE)) {
        e->pos = haya_put_map_header(e->pos, n + 1);
        e->pos = haya_put_nil(e->pos);
        e->pos = haya_put_uint(e->pos, 1);
    } else {
        e->pos = haya_put_map_header(e->pos, n);
    }
    return true;
}

#endif
