/*
 * What was seen before: keys of maps, and whole maps ("shapes": the same keys
 * in the same order), so that a record is built by copying its hash part and
 * filling in the values.
 *
 * Bounded: 1024 keys of at most 24 bytes, 512 shapes of at most 64 keys. A
 * shape is learnt when its first key and count come a second time, and gives
 * way only after repeated misses. Kept across requests without the strings,
 * which are made anew; nothing a sender chose is interned.
 */
#ifndef MSGPACK_SHAPES_H
#define MSGPACK_SHAPES_H

#include "internal.h"
#include "../../core/include/hayapack_wire.h"

#define SHAPES_KEYS 1024u     /* key cache entries, a power of two */
#define SHAPES_KEY_MAX 24u    /* bytes of a cached key */
#define SHAPES_TEXT_MAX 31u   /* bytes of a shape's key: a fixstr */
#define SHAPES_SETS 256u      /* shape table: sets of two, a power of two */
#define SHAPES_MAP_MAX 64u    /* entries of a map that keys and shapes are learnt from */
#define SHAPES_PATIENCE 8u    /* misses in a row before a shape gives way */

struct shape_key {
    uint64_t first, last; /* its first and last 8 bytes; shorter: all, zero-padded */
    zend_ulong hash;
    zend_string *text; /* NULL in a request that has not used it yet */
    uint8_t lead;      /* fixstr lead byte: 0xa0 + length, length 1..31 */
    uint32_t next;     /* Z_NEXT of its bucket */
};

struct shape {
    uint32_t count;
    uint32_t fingerprint;
    uint32_t misses;     /* in a row */
    uint32_t users;      /* open maps that are built by it: it must stay */
    bool utf8;           /* all its keys are UTF-8 */
    uint32_t table_size; /* buckets */
    uint32_t table_mask;
    uint32_t epoch;      /* the request whose strings the keys hold */
    uint32_t *hash_part;
    size_t hash_bytes;
    uint8_t *texts; /* the keys' bytes, one after another */
    struct shape_key keys[1];
};

struct msgpack_shapes {
    zend_string *keys[SHAPES_KEYS];
    struct shape *shapes[SHAPES_SETS][2];
    uint32_t seen[SHAPES_SETS]; /* fingerprints seen once, not yet learnt */
    uint32_t epoch;
};

struct msgpack_shapes *shapes_get(void);

/* A number that maps of n entries share whose first key is text[0 .. len). */
static zend_always_inline uint32_t shapes_fingerprint(uint32_t n, uint64_t first, uint32_t len)
{
    uint64_t h = (first ^ ((uint64_t)n << 56) ^ ((uint64_t)len << 48)) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32) | 1;
}

/* The first 8 bytes of text, zero-padded; room: bytes that may be read. */
static zend_always_inline uint64_t shapes_word(const uint8_t *text, size_t n, size_t room)
{
    uint64_t word = 0;
    if (n >= 8) {
        memcpy(&word, text, 8);
        return word;
    }
    if (EXPECTED(room >= 8)) {
        memcpy(&word, text, 8);
#ifdef WORDS_BIGENDIAN
        return n ? word & ~(UINT64_MAX >> (8 * n)) : 0;
#else
        return n ? word & (UINT64_MAX >> (64 - 8 * n)) : 0;
#endif
    }
    memcpy(&word, text, n);
    return word;
}

/* Whether the str at p, up to end, is this key. */
static zend_always_inline bool shapes_match(const struct shape_key *key, const uint8_t *p,
                                            const uint8_t *end)
{
    size_t n = key->lead & 31u, room = (size_t)(end - p);
    if (UNEXPECTED(room <= n) || *p != key->lead)
        return false;
    p++;
    if (n <= 8)
        return shapes_word(p, n, room - 1) == key->first;
    uint64_t first, last;
    memcpy(&first, p, 8);
    memcpy(&last, p + n - 8, 8);
    if (first != key->first || last != key->last)
        return false;
    return EXPECTED(n <= 16) || memcmp(p + 8, ZSTR_VAL(key->text) + 8, n - 16) == 0;
}

/* The shape that a map of n entries beginning at p probably has, or NULL.
 * utf8: its keys must be UTF-8. *fingerprint: for shapes_learn, or 0 when it
 * can't be learnt. */
struct shape *shapes_find(struct msgpack_shapes *shapes, const uint8_t *p, const uint8_t *end,
                          uint32_t n, bool utf8, uint32_t *fingerprint);

/* After a map with that fingerprint was built without a shape: learn it, if it
 * is the second one. */
void shapes_learn(struct msgpack_shapes *shapes, uint32_t fingerprint, const zend_array *table);

/* A key string for text[0 .. n), counted for the caller; the hash is made.
 * n in 1..SHAPES_KEY_MAX, not a decimal integer as array keys have it. */
zend_string *shapes_key(struct msgpack_shapes *shapes, const uint8_t *text, size_t n, size_t room);

#endif
