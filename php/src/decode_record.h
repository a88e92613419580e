/*
 * Maps and objects whose next key is known beforehand: from a shape, or from
 * the order in which a class declares its properties.
 */
#ifndef MSGPACK_DECODE_RECORD_H
#define MSGPACK_DECODE_RECORD_H

#include "decode_scalar.h"

/* Entries as a shape has them, with scalars as values, as far as they go: *key
 * and *bucket are the next ones. True: the value of the last one, at *p, is of
 * another kind. */
static zend_always_inline bool decode_entries(const struct decoder *d, const uint8_t **p,
                                              const struct shape_key **key,
                                              const struct shape_key *last, Bucket **bucket)
{
    const uint8_t *at = *p;
    const struct shape_key *k = *key;
    Bucket *b = *bucket;
    bool stopped = false;
    while (k < last) {
        bool far = EXPECTED(at <= d->far);
        if (UNEXPECTED(!(far ? shapes_match(k, at) : shapes_match_near(k, at, d->end))))
            break;
        if (UNEXPECTED((size_t)(d->end - at) <= k->len)) /* its end is padding by chance */
            break;
        at += 1 + k->len;
        b->h = k->hash;
        b->key = k->text;
        GC_ADDREF(k->text);
        Z_NEXT(b->val) = k->next;
        k++, b++;
        const uint8_t *after = EXPECTED(far) ? decode_quick(at, d->end, &b[-1].val) : NULL;
        if (UNEXPECTED(after == NULL)) {
            stopped = true;
            break;
        }
        at = after;
    }
    *p = at;
    *key = k;
    *bucket = b;
    return stopped;
}

/* The shape of the map last seen at this depth, if the one of n entries that
 * begins at p seems to have it too; else NULL. */
static zend_always_inline struct shape *decode_recent_shape(const struct decoder *d,
                                                            const uint8_t *p, uint32_t n)
{
    struct shape *shape = d->shapes->recent[d->depth & (SHAPES_RECENT - 1)];
    if (shape != NULL && shape->count == n && p <= d->far && shape->misses < SHAPES_PATIENCE &&
        shapes_match(&shape->keys[0], p))
        return shape;
    return NULL;
}

/* A map in a list that has the shape of the one before it and no containers in
 * it, without a frame: what comes after it. With one when a value or key of
 * another kind turns up, for decode_run to go on with: at *slot, the place of
 * that value, or at the key when *slot is NULL then. NULL: not tried, nothing
 * changed. owed: values that the open containers wait for. */
const uint8_t *decode_flat_map(struct decoder *d, zval **slot, const uint8_t *p, uint64_t owed);

/* Properties in the order of their declaration, with scalars as values, as far
 * as they go. */
const uint8_t *decode_declared(struct decoder *d, struct decode_frame *frame,
                               const uint8_t *p);

#endif
