/*
 * Fast paths for maps and objects whose next key can be predicted: from a shape,
 * or from the order in which a class declares its properties.
 */
#ifndef MSGPACK_DECODE_PREDICTED_KEYS_H
#define MSGPACK_DECODE_PREDICTED_KEYS_H

#include "scalar.h"

/* Stores a key that was matched at *at; all three move to the next entry. The table has no reference to the key yet. */
static zend_always_inline void decode_take_key(const uint8_t **at, const struct shape_key **key, Bucket **bucket)
{
    const struct shape_key *k = (*key)++;
    Bucket *b = (*bucket)++;
    b->h = k->hash;
    b->key = k->text;
    Z_NEXT(b->val) = k->next;
    *at += k->wire.size;
}

/* Reads a value at p, where DECODE_AHEAD bytes can be read, into *slot. Returns the byte after it; NULL: another reader
 * must decode it. */
typedef const uint8_t *decode_reader(void *context, const uint8_t *p, zval *slot);

/* Reads entries with the keys of a shape and values that `read` reads. Stops at the first entry that differs: *p, *key
 * and *bucket are those of the next entry. True: the key of the last bucket was read, and its value, at *p, is one that
 * `read` does not read. *far: as d->far; a pointer, since a copy would need a register in the loop. matched: the first
 * key is at *p, as decode_may_have_shape found. */
static zend_always_inline bool decode_entries_by(const struct decoder *d, const uint8_t *const *far, const uint8_t **p,
                                                 const struct shape_key **key, const struct shape_key *last,
                                                 Bucket **bucket, decode_reader *read, void *context, bool matched)
{
    const uint8_t *at = *p;
    const struct shape_key *k = *key;
    Bucket *b = *bucket;
    bool stopped = false;
    if (matched)
        goto matched;
    while (k < last) {
        if (UNEXPECTED(at > *far)) {
            if (!shapes_match_near(k, at, d->end))
                break;
            decode_take_key(&at, &k, &b);
            stopped = true;
            break;
        }
        if (UNEXPECTED(!haya_key_begins(&k->wire, at)))
            break;
        if (UNEXPECTED(k->wire.size > 16)) {
            if (!shapes_match_rest(k, at, d->end))
                break;
            if (k->wire.size > SHAPES_AHEAD && at + k->wire.size > *far) {
                decode_take_key(&at, &k, &b);
                stopped = true;
                break;
            }
        }
    matched:
        decode_take_key(&at, &k, &b);
        const uint8_t *after = read(context, at, &b[-1].val);
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

static zend_always_inline const uint8_t *decode_read_quick(void *decoder, const uint8_t *p, zval *slot)
{
    return decode_quick(p, ((const struct decoder *)decoder)->end, slot, false);
}

static zend_always_inline const uint8_t *decode_read_utf8(void *decoder, const uint8_t *p, zval *slot)
{
    return decode_quick(p, ((const struct decoder *)decoder)->end, slot, true);
}

/* The same for the scalars of decode_quick. */
static zend_always_inline bool decode_entries(struct decoder *d, const uint8_t **p, const struct shape_key **key,
                                              const struct shape_key *last, Bucket **bucket, bool utf8, bool matched)
{
    return decode_entries_by(d, &d->far, p, key, last, bucket, utf8 ? decode_read_utf8 : decode_read_quick, d, matched);
}

/* Whether a map with as many entries as the shape has, whose first key is at p, may have this shape: the key is the
 * shape's, and after it a scalar can be read. */
static zend_always_inline bool decode_may_have_shape(const struct shape *shape, const uint8_t *p, const uint8_t *far,
                                                     const uint8_t *end)
{
    const struct shape_key *key = &shape->keys[0];
    return p <= far && shape->misses < SHAPES_MISSES && haya_key_begins(&key->wire, p) &&
           (EXPECTED(key->wire.size <= 16) || (p + key->wire.size <= far && shapes_match_rest(key, p, end)));
}

/* The shape of the last map at this depth, if it has n entries and its first key
 * is the one at p; else NULL. */
static zend_always_inline struct shape *decode_recent_shape(const struct decoder *d, uint32_t depth, const uint8_t *p,
                                                            uint32_t n)
{
    struct shape *shape = d->shapes->recent[depth & (SHAPES_RECENT - 1)];
    return shape != NULL && shape->count == n && (shape->utf8 || !d->utf8) &&
                   decode_may_have_shape(shape, p, d->far, d->end)
               ? shape
               : NULL;
}

/* Keeps the shape of the map that is the value of this frame's last key. */
static zend_always_inline void decode_note_child(struct decode_frame *frame, const struct shape *shape)
{
    if (frame->kind == DECODE_SHAPE)
        frame->shape->keys[frame->index - 1].child = (uint16_t)(shape->place + 1);
}

/* decode_flat for a list, and for a map with as many entries as the shape has; _utf8: each str must be UTF-8. */
const uint8_t *decode_flat_list(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending);
const uint8_t *decode_flat_list_utf8(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending);
const uint8_t *decode_flat_map(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending, struct shape *shape);
const uint8_t *decode_flat_map_utf8(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending,
                                    struct shape *shape);

/*
 * Decodes a list of at most 15 elements, or a map of this shape (NULL: no map), without a frame
 * if all its values are scalars (or, in a map, empty lists). p: its first byte, from which
 * DECODE_AHEAD bytes can be read; *slot: where it goes; pending: values that the open containers
 * still need. Returns
 *   NULL            not tried, nothing changed;
 *   the next byte   and d->depth is unchanged: the container is complete;
 *   the next byte   and d->depth is one more: a frame was opened because a value
 *                   or key differs. *slot is where that value goes, or NULL when a
 *                   key is next.
 * It is inlined, so that pending and shape are computed only for containers that are tried.
 */
static zend_always_inline const uint8_t *decode_flat(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending,
                                                     struct shape *shape, bool utf8)
{
    if ((*p & 0xf0) == HAYA_FIXMAP && shape != NULL && shape->count == (*p & 15u))
        return utf8 ? decode_flat_map_utf8(d, slot, p, pending, shape) : decode_flat_map(d, slot, p, pending, shape);
    if ((*p & 0xf0) == HAYA_FIXARRAY)
        return utf8 ? decode_flat_list_utf8(d, slot, p, pending) : decode_flat_list(d, slot, p, pending);
    return NULL;
}

/* Reads properties in the order of their declaration, with scalar values.
 * Returns the first byte of the first entry that differs. */
const uint8_t *decode_declared(struct decoder *d, struct decode_frame *frame, const uint8_t *p);

#endif
