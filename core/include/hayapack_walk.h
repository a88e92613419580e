/*
 * hayapack_walk.h: skipping and finding values without decoding them.
 *
 * For partial decoding. A struct haya_cursor is the offset of a value, the
 * number of pending values from there on, and the depth. Cursors are small and
 * independent of each other, so a program can store them and continue from any of
 * them later. Skipping a value costs little more than loading its first byte.
 *
 * Skipping checks the structure by the rules of hayapack.h (truncated,
 * reserved_byte, the limits, too_deep, declared counts), with the same errors at
 * the same offsets. It does not check the content: UTF-8, timestamps, and the
 * keys of maps that are skipped. The caller must check limits.bytes.
 *
 *     // the value of "b" in {"a": ..., "b": ...}
 *     struct haya_cursor cursor = HAYA_CURSOR_START;
 *     struct haya_header header;
 *     struct haya_key key = haya_key(HAYA_KIND_STR, "b", 1);
 *     if (haya_look(msg, len, &limits, &cursor, &header) == HAYA_OK && header.kind == HAYA_KIND_MAP) {
 *         cursor = haya_cursor_inside(cursor, &header);
 *         error = haya_find(msg, len, &limits, levels, &cursor, header.count, &key, 1, true);
 *         if (error == HAYA_OK && key.at != 0)
 *             printf("at %zu\n", cursor.pos);
 *     }
 *
 * Threads, NULL and units are as in hayapack.h; msg may be NULL if len is 0,
 * other pointers must not.
 */
#ifndef HAYAPACK_WALK_H
#define HAYAPACK_WALK_H

#include "hayapack.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A value, and what the message needs from there on. */
struct haya_cursor {
    size_t pos;       /* offset of its first byte */
    uint64_t pending; /* values that the message still needs from here on, this one included */
    uint32_t depth;   /* enclosing containers */
};

/* clang-format off */
#define HAYA_CURSOR_START {0, 1, 0}
/* clang-format on */

/* The header of a value. */
struct haya_header {
    enum haya_kind kind; /* timestamps are EXT; UINT is the uint64 form, INT any other integer form */
    uint8_t size;        /* bytes of the header: first byte, length and ext type */
    uint32_t count;      /* payload bytes (also of numbers), elements or entries */
};

/* Read the header of the value at a cursor and check it by the rules above. On an
 * error, its offset is cursor->pos. */
HAYA_API enum haya_error haya_look(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                   const struct haya_cursor *cursor, struct haya_header *header);

/* The cursor of the first value in the container at `cursor`. header: its header. */
static inline struct haya_cursor haya_cursor_inside(struct haya_cursor cursor, const struct haya_header *header)
{
    uint64_t values = (uint64_t)header->count << (header->kind == HAYA_KIND_MAP);
    struct haya_cursor inside = {cursor.pos + header->size, cursor.pending - 1 + values, cursor.depth + 1};
    return inside;
}

/*
 * Skip n consecutive values, at most cursor->pending, and advance the cursor past them.
 * On an error, cursor->pos is its offset. levels: memory for limits->depth
 * levels.
 */
HAYA_API enum haya_error haya_skip(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                   struct haya_level *levels, struct haya_cursor *cursor, uint64_t n);

/* A key to find, and the result. */
struct haya_key {
    enum haya_kind kind; /* STR, BIN: see bytes; INT, UINT, DOUBLE, BOOL: see number; NONE: matches no key */
    uint32_t size;
    const uint8_t *bytes;
    uint64_t number;         /* for INT an int64_t, converted; for DOUBLE the bits of the float64 */
    size_t at;               /* result: offset of the value, 0: not found */
    uint32_t entry;          /* result: number of the entry, from 0 */
    uint64_t prefix, suffix; /* private */
};

/* A str or bin key of n bytes, which must stay valid. */
HAYA_API struct haya_key haya_key(enum haya_kind kind, const void *bytes, uint32_t n);

/* An integer (INT, or UINT from 2**63 on), a float (DOUBLE) or a bool (BOOL) as a key. It matches all forms on the
 * wire, but no number of another kind. */
HAYA_API struct haya_key haya_key_number(enum haya_kind kind, uint64_t number);

/*
 * Skip the entries of a map, and set `at` and `entry` of each of the
 * keys[0 .. key_count) that is found. cursor: the key of the first entry. The
 * keys must differ from each other, and their `at` must be 0. If `first` is set,
 * the call stops with the cursor at the first value that is found; otherwise it
 * skips all entries, and the last one of repeated keys counts. With
 * HAYA_STRICT_KEYS, other keys than str and bin are HAYA_ERR_INVALID_KEY. Errors
 * and levels: as for haya_skip().
 */
HAYA_API enum haya_error haya_find(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                                   struct haya_level *levels, struct haya_cursor *cursor, uint32_t entries,
                                   struct haya_key *keys, size_t key_count, bool first);

#ifdef __cplusplus
}
#endif

#endif
