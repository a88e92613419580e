/*
 * map_shapes.h: maps whose keys are guessed, inline because every such key goes through it.
 *
 * A shape is the keys of a map in their order. Where a map of some shape was, under the same key of the map around it
 * or at the same depth, the next map with as many entries is taken to have that shape, too: then each key is compared
 * with one, instead of looked up, and only values are on the stack, until the map is complete or a key differs. A guess
 * needs no proof: the bytes of every key are compared.
 */
#ifndef HAYAPACK_UNPACK_MAP_SHAPES_H
#define HAYAPACK_UNPACK_MAP_SHAPES_H

#include "key_cache.h"

/*
 * A new dict of n pairs, 2 n references, which it steals on success only. NULL:
 * an exception is set. print: the fingerprint of the keys, 0 if one of them did
 * not come from the cache. track: the collector may have to visit a value.
 */
PyObject *shapes_dict(struct native_state *state, struct key_cache *cache, PyObject **pairs, size_t n, uint64_t print,
                      bool track);
/* unpack_close() of OPEN_MAP. */
PyObject *shapes_close_map(struct unpacking *u, const struct unpack_frame *f, PyObject **slot);

/* A key of a shape. */
struct shape_key {
    struct haya_encoded_key wire;
    PyObject *text;                       /* borrowed from the model; ASCII if `wire` has more than 16 bytes */
    struct shape_memo memos[SHAPE_MEMOS]; /* of its value, or the items of its value */
};

/* What a memo's score loses by a guess that was wrong, and one that was wrong at the first key or would have been. A
 * right one adds 1. Below 0 nothing is guessed: maps that only begin alike are slower with guesses. */
#define SHAPE_WRONG 4
#define SHAPE_UNLIKE 2
#define SHAPE_SCORE_MAX 8
#define SHAPE_SCORE_MIN (-16)

/* So many bytes before the end of the message, a key and a scalar after it need no checks. */
#define SHAPE_AHEAD (2 + KEY_MAX + 1 + UNPACK_SLACK)

#if defined(Py_GIL_DISABLED)
#define SHAPE_TABLE(shape) ((shape)->table)
#else
#define SHAPE_TABLE(shape) layout_keys_of((shape)->model)
#endif

/* Empties a shape that has no users. */
void shapes_forget(struct shape *shape);

/* The memos of the place where a map or list opens in f; NULL: none, since f is no shape and not in one. */
HAYA_INLINE struct shape_memo *shapes_place(const struct unpack_frame *f)
{
    return f->kind == OPEN_SHAPE ? f->next[-1].memos : f->kind <= OPEN_TUPLE ? f->memos : NULL;
}

/* The same of a map at any other place: by its depth and number of entries. */
HAYA_INLINE struct shape_memo *shapes_recent(struct key_cache *cache, size_t depth, size_t n)
{
    return cache->recent[(depth * SHAPE_MEMOS + n / SHAPE_MEMOS) % SHAPE_RECENT];
}

#if LAYOUT_KNOWN
/* Guesses the shape of the map f, which begins and has n entries. True: it is an OPEN_SHAPE now. */
HAYA_INLINE bool shapes_guess(struct unpacking *u, struct unpack_frame *f, size_t n)
{
    if (UNLIKELY(!f->cached))
        return false;
    if (n < 2) { /* a guess saves less than it costs */
        f->memos = NULL;
        return false;
    }
    if (f->memos == NULL)
        f->memos = shapes_recent(u->keys, u->depth, n);
    const struct shape_memo *memo = &f->memos[n % SHAPE_MEMOS];
    if (memo->shape == 0 || memo->score < 0)
        return false;
    struct shape *shape = &u->keys->shapes[memo->shape - 1];
    if (shape->keys == NULL || shape->size != n || UNLIKELY(u->opt->limits.str_len < KEY_MAX))
        return false;
    shape->users++;
    f->shape = shape;
    f->next = shape->keys;
    f->kind = OPEN_SHAPE;
    return true;
}

/* Whether this key is at p, where 16 bytes may be read, and ends before `end`. */
HAYA_INLINE bool shapes_match(const struct shape_key *key, const uint8_t *p, const uint8_t *end)
{
    if (!haya_key_begins(&key->wire, p) || UNLIKELY((ptrdiff_t)key->wire.size > end - p))
        return false;
    return LIKELY(key->wire.size <= 16) ||
           haya_key_goes_on(&key->wire, p,
                            (const char *)((PyASCIIObject *)key->text + 1) + PyUnicode_GET_LENGTH(key->text));
}

/* The scalar at *at, which becomes its end: a small integer, float64, nil, bool, short ASCII str, or integer of any
 * form. SHAPE_AHEAD - KEY_MAX - 2 bytes before the end are enough. NULL: it is none of these, or a failure, which the
 * loop meets again; no exception is set. */
HAYA_INLINE PyObject *shapes_scalar(struct unpacking *u, const uint8_t **at)
{
    const uint8_t *p = *at;
    uint8_t lead = *p;
    PyObject *o;
    if (lead < 0x80) {
        *at = p + 1;
        return unpack_small(u, lead, true);
    }
    if ((lead & 0xe0) == HAYA_FIXSTR) {
        size_t size = lead & 0x1f;
        if (UNLIKELY(size < 2) || UNLIKELY((o = unpack_short_text(u, p + 1, size)) == NULL))
            goto other;
        *at = p + 1 + (*p & 0x1f); /* read again instead of kept across the allocation */
        return o;
    }
    if (lead == HAYA_FLOAT64) {
        if (UNLIKELY((o = unpack_float(u, haya_load_double(p + 1), true)) == NULL))
            goto other;
        *at = p + 9;
        return o;
    }
    if (lead == HAYA_NIL || lead == HAYA_FALSE || lead == HAYA_TRUE) {
        *at = p + 1;
        return unpack_nil_or_bool(lead);
    }
    if ((uint8_t)(lead - HAYA_UINT8) <= HAYA_INT64 - HAYA_UINT8) {
        unsigned size = 1u << (lead & 3);
        if (UNLIKELY((o = unpack_sized_int(u, p, lead, size, unpack_makes_numbers(u, true))) == NULL))
            goto other;
        *at = p + 1 + size;
        return o;
    }
    return NULL;
other:
    if (UNLIKELY(PyErr_Occurred() != NULL))
        PyErr_Clear();
    return NULL;
}

/* What the loop does after shapes_pairs(). */
enum shape_stop {
    SHAPE_VALUE,     /* decode the value at p */
    SHAPE_COMPLETE,  /* close the map */
    SHAPE_OTHER_KEY, /* go on without the guess, from the key at p */
};

/* Decodes pairs of an OPEN_SHAPE at *at, whose values are stored from *slot on, until a key differs or a value is
 * decoded by the loop. */
HAYA_INLINE enum shape_stop shapes_pairs(struct unpacking *u, struct unpack_frame *f, const uint8_t **at,
                                         const uint8_t *end, const uint8_t *readable, PyObject ***slot)
{
    struct shape_key *key = f->next, *stop = f->shape->keys + f->shape->size;
    const uint8_t *p = *at;
    PyObject **value = *slot;
    enum shape_stop why = SHAPE_COMPLETE;
    while (key != stop) {
        why = SHAPE_OTHER_KEY;
        if (UNLIKELY(readable - p <= UNPACK_SLACK) || UNLIKELY(!shapes_match(key, p, end)))
            break;
        bool ahead = end - p >= SHAPE_AHEAD;
        p += key->wire.size;
        key++;
        why = SHAPE_VALUE;
        PyObject *o = LIKELY(ahead) ? shapes_scalar(u, &p) : NULL;
        if (o == NULL)
            break;
        *value++ = o;
        why = SHAPE_COMPLETE;
    }
    f->next = key;
    *at = p;
    *slot = value;
    return why;
}

/* Values that an OPEN_SHAPE needs after the one that is decoded now, keys included. */
HAYA_INLINE size_t shapes_later(const struct unpack_frame *f)
{
    return 2 * (size_t)(f->shape->keys + f->shape->size - f->next);
}

/* The dict of a complete OPEN_SHAPE, which takes over its values, and ends the use of the shape. NULL: MemoryError, and
 * nothing has changed. */
HAYA_INLINE PyObject *shapes_close(struct unpacking *u, const struct unpack_frame *f)
{
    struct shape *shape = f->shape;
    PyObject *dict =
        layout_dict_with(&u->state->layout, SHAPE_TABLE(shape), shape->bytes, u->stack + f->base, f->track);
    if (LIKELY(dict != NULL)) {
        struct shape_memo *memo = &f->memos[shape->size % SHAPE_MEMOS];
        memo->score += memo->score < SHAPE_SCORE_MAX;
        u->keys->seen += shape->size;
        shape->misses = 0;
        shape->users--;
    }
    return dict;
}

/* Makes an OPEN_SHAPE an OPEN_MAP: its values so far, up to `slot`, become pairs. Returns the end of these. */
NOINLINE PyObject **shapes_leave(struct unpack_frame *f, PyObject **values, PyObject **slot);
#endif

#endif
