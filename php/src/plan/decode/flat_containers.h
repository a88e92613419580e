/* Short lists and maps of scalars, without a frame, and short objects. */
#ifndef MSGPACK_PLAN_DECODE_FLAT_CONTAINERS_H
#define MSGPACK_PLAN_DECODE_FLAT_CONTAINERS_H

#include "decoder.h"

/* Decode a list of at most 15 elements, and a map of at most 15 entries with the keys that the last map at this depth
 * had. p: the first byte, from which DECODE_AHEAD bytes can be read; *slot: where the container goes; pending: values
 * that the open containers still need. The results are those of decode_flat: NULL: not tried; with a new frame, *slot
 * is that of the value at the byte that is returned, or NULL: a key is next. */
const uint8_t *plan_flat_list(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot,
                              uint64_t pending);
const uint8_t *plan_flat_map(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot,
                             uint64_t pending);

/* Opens an object of at most 15 entries: a key is next. */
const uint8_t *plan_flat_object(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval **slot);

static zend_always_inline const uint8_t *plan_flat(struct plan_decoder *t, const struct plan_node *node,
                                                   const uint8_t *p, zval **slot)
{
    if (node->kind == PLAN_LIST && (*p & 0xf0) == HAYA_FIXARRAY)
        return plan_flat_list(t, node, p, slot, plan_decode_pending(t));
    if (node->kind == PLAN_MAP && (*p & 0xf0) == HAYA_FIXMAP)
        return plan_flat_map(t, node, p, slot, plan_decode_pending(t));
    if (node->kind == PLAN_OBJECT && (*p & 0xf0) == HAYA_FIXMAP)
        return plan_flat_object(t, node, p, slot);
    return NULL;
}

/* Decodes elements of the innermost frame, a LIST of lists, as plan_run_items does; *slot may be that of a value in a
 * new frame, which is the innermost then. */
const uint8_t *plan_flat_lists(struct plan_decoder *t, struct plan_frame *frame, const uint8_t *p, zval **slot);

#endif
