/*
 * hayapack_walk.h: moving about in a message without reading it.
 *
 * For lazy readers: a place is where a value lies and what the message owes
 * from there on, small enough to be kept, so that work can go on later from
 * any place in any order. Passing over values costs little more than loading
 * each lead byte.
 *
 * What is passed over is held to the rules of hayapack.h that give a message
 * its structure (truncated, reserved_byte, the limits, too_deep, the promise),
 * with the same errors at the same offsets. What only the content shows is
 * not looked at: UTF-8, timestamps, the keys of maps that are passed over.
 * limits.bytes is the caller's to check.
 *
 *     // the value of "b" in {"a": ..., "b": ...}
 *     struct haya_place place = HAYA_PLACE_START;
 *     struct haya_head head;
 *     struct haya_key key = haya_key(HAYA_KIND_STR, "b", 1);
 *     if (haya_look(msg, len, &limits, &place, &head) == HAYA_OK && head.kind == HAYA_KIND_MAP) {
 *         place = haya_place_inside(place, &head);
 *         error = haya_find(msg, len, &limits, levels, &place, head.count, &key, 1, true);
 *         if (error == HAYA_OK && key.at != 0)
 *             printf("at %zu\n", place.pos);
 *     }
 *
 * Threads, NULL and units are as in hayapack.h; msg may be NULL when len is
 * 0, everything else must not.
 */
#ifndef HAYAPACK_WALK_H
#define HAYAPACK_WALK_H

#include "hayapack.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A value that is still to come. */
struct haya_place {
    size_t pos;     /* offset of its lead byte */
    uint64_t owed;  /* values that the message still owes from here on, this one included */
    uint32_t depth; /* containers around it */
};

#define HAYA_PLACE_START {0, 1, 0}

/* What a lead byte and its length say. */
struct haya_head {
    enum haya_kind kind; /* EXT for timestamps too; INT and UINT by the form on the wire */
    uint8_t size;        /* bytes of lead, length and ext type */
    uint32_t count;      /* payload bytes (of numbers, too), elements or entries */
};

/* Looks at the value at a place: whether it is there by all rules of the
 * structure. */
HAYA_API enum haya_error haya_look(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                   const struct haya_place *place, struct haya_head *head);

/* The place of the first value in the container at `place`. */
static inline struct haya_place haya_place_inside(struct haya_place place, const struct haya_head *head)
{
    uint64_t values = (uint64_t)head->count << (head->kind == HAYA_KIND_MAP);
    struct haya_place inside = {place.pos + head->size, place.owed - 1 + values, place.depth + 1};
    return inside;
}

/*
 * Passes over n values that lie in a row and moves the place behind them; on
 * an error, place->pos is its offset. n is at most place->owed. levels: memory
 * for limits->depth of them.
 */
HAYA_API enum haya_error haya_skip(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                   struct haya_level *levels, struct haya_place *place, uint64_t n);

/* A key that is looked for, and what has been found. */
struct haya_key {
    enum haya_kind kind; /* STR or BIN: bytes; INT or UINT: number, NONE: nothing */
    uint32_t size;
    const uint8_t *bytes;
    uint64_t number;     /* INT: as int64_t */
    size_t at;           /* offset of the latest value found, 0: none */
    uint32_t entry;      /* its entry, from 0 */
    uint64_t head, tail; /* private */
};

/* A str or bin key of n bytes, which must stay in place. */
HAYA_API struct haya_key haya_key(enum haya_kind kind, const void *bytes, uint32_t n);

/* An integer key: INT, or UINT for 2**63 and above; whatever its form on the wire. */
HAYA_API struct haya_key haya_key_number(enum haya_kind kind, uint64_t number);

/*
 * Passes over entries of a map, the place being at the first one's key, and
 * sets at and entry of each of the keys[0 .. key_count) that it meets, which
 * differ from each other; the caller has set their at to 0. With `first` it stops at the first value that
 * belongs to one of them, with the place there; else it passes over all
 * entries, and a later one takes the place of an earlier one of the same key.
 * With HAYA_STRICT_KEYS, keys other than str and bin are HAYA_ERR_INVALID_KEY.
 * Errors and levels are as in haya_skip.
 */
HAYA_API enum haya_error haya_find(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                   struct haya_level *levels, struct haya_place *place,
                                   uint32_t entries, struct haya_key *keys, size_t key_count,
                                   bool first);

/* Maps in a row, and what is looked for in each of them. */
struct haya_rows {
    struct haya_key *keys; /* of which at and entry are set for each map: at is 0 where it has none */
    size_t key_count;
    /* Called behind each map, and before each value that is none. False: no
     * more of them. */
    bool (*take)(struct haya_rows *rows);
    void *user;            /* for take */
    /* Set before each call: */
    uint32_t row;          /* its number, from 0 */
    enum haya_kind kind;   /* as in haya_head; the keys are set for MAP only */
    size_t pos;            /* offset of its lead byte */
};

/*
 * Passes over `count` values that should be maps, the place being at the first
 * one, and calls rows->take for each; of keys that a map has twice, the later
 * one counts. HAYA_OK as well when take has said that it is enough.
 * Errors, their place and levels are as in haya_skip and haya_find.
 */
HAYA_API enum haya_error haya_find_rows(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                        struct haya_level *levels, struct haya_place *place,
                                        uint32_t count, struct haya_rows *rows);

#ifdef __cplusplus
}
#endif

#endif
