/*
 * What was seen before: keys of maps, and whole maps ("shapes": the same keys
 * in the same order), so that a record is built by copying its hash part and
 * filling in the values.
 *
 * Bounded: 1024 keys of at most 24 bytes, 512 shapes of at most 64 keys. A
 * shape is learnt when its first key and count come a second time, and gives
 * way only after repeated misses. Kept across requests without the strings,
 * which are made anew; nothing a sender chose is interned.
 *
 * What is here lives longer than a request, and a request may end inside any
 * allocation of its heap: each of those comes before the cache is changed, or
 * fills one text of a shape that has has_strings unset. The strings are
 * released after the last user code of the request has run.
 */
#ifndef MSGPACK_SHAPES_H
#define MSGPACK_SHAPES_H

#include "internal.h"
#include "../../core/include/hayapack_wire.h"

#define SHAPES_KEYS 1024u     /* key cache entries, a power of two */
#define SHAPES_KEY_MAX 24u    /* bytes of a cached key */
#define SHAPES_TEXT_MAX 31u   /* bytes of a shape's key: a fixstr */
#define SHAPES_SETS 256u      /* shape table: sets of two, a power of two */
#define SHAPES_SEEN 1024u     /* a power of two */
#define SHAPES_MAP_MAX 64u    /* entries of a map that keys and shapes are learnt from */
#define SHAPES_RECENT 8u      /* depths, a power of two */
#define SHAPES_AHEAD 32u      /* bytes that shapes_match may look at */
#define SHAPES_PATIENCE 8u    /* misses in a row before a shape gives way */
#define SHAPES_CHURN_MAX 9u   /* then up to PATIENCE << CHURN_MAX maps until the next is learnt */

/* A key as it lies on the wire: lead byte and text, the first 16 bytes of both
 * in two words, with masks for what is beyond its end. */
struct shape_key {
    uint64_t word[2];
    uint64_t mask[2];
    zend_ulong hash;
    zend_string *text; /* NULL: not made in this request */
    uint32_t next;     /* Z_NEXT of its bucket */
    uint8_t len;       /* of the text: 1..SHAPES_TEXT_MAX */
};

struct shape {
    uint32_t count;
    uint32_t fingerprint;
    uint32_t misses;     /* in a row */
    uint32_t churn;      /* how often such a shape gave way already */
    uint32_t waited;     /* maps since this one should have given way */
    uint32_t users;      /* open maps that are built by it: it must stay */
    bool utf8;           /* all its keys are UTF-8 */
    zend_array table;    /* what a new table is copied from: no data, no elements */
    bool has_strings;    /* no key's text is NULL */
    uint32_t *hash_part;
    size_t hash_bytes;
    size_t data_bytes;   /* of the table's hash part and buckets */
    uint8_t *texts; /* the keys' bytes, one after another */
    struct shape_key keys[1];
};

struct msgpack_shapes {
    zend_string *keys[SHAPES_KEYS];
    uint32_t key_seen[SHAPES_KEYS]; /* marks of keys seen once */
    struct shape *shapes[SHAPES_SETS][2];
    struct shape *recent[SHAPES_RECENT]; /* by depth: the one used last, or NULL */
    uint32_t seen[SHAPES_SEEN]; /* fingerprints seen once, not yet learnt */
};

struct msgpack_shapes *shapes_get(void);

/* A number that maps of n entries share whose first key is text[0 .. len). */
static zend_always_inline uint32_t shapes_fingerprint(uint32_t n, uint64_t first, uint32_t len)
{
    uint64_t h = first * 0x9e3779b97f4a7c15u + (((uint64_t)n << 8) | len) * 0xc2b2ae3d27d4eb4fu;
    h = (h ^ (h >> 32)) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32) | 1;
}

/* The first n bytes, 0..7, of a word loaded from memory; the rest zero. */
static zend_always_inline uint64_t shapes_cut(uint64_t word, size_t n)
{
#ifdef WORDS_BIGENDIAN
    return n ? word & ~(UINT64_MAX >> (8 * n)) : 0;
#else
    return n ? word & (UINT64_MAX >> (64 - 8 * n)) : 0;
#endif
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
        return shapes_cut(word, n);
    }
    memcpy(&word, text, n);
    return word;
}

/* Whether the str at p, where SHAPES_AHEAD bytes may be read, is this key. */
static zend_always_inline bool shapes_match(const struct shape_key *key, const uint8_t *p)
{
    uint64_t word[2];
    memcpy(word, p, sizeof word);
    if ((((word[0] ^ key->word[0]) & key->mask[0]) | ((word[1] ^ key->word[1]) & key->mask[1])) != 0)
        return false;
    return EXPECTED(key->len < 16) || memcmp(p + 16, ZSTR_VAL(key->text) + 15, key->len - 15u) == 0;
}

/* The same near the end of the message. */
static inline bool shapes_match_near(const struct shape_key *key, const uint8_t *p,
                                     const uint8_t *end)
{
    return (size_t)(end - p) > key->len && *p == (HAYA_FIXSTR | key->len) &&
           memcmp(p + 1, ZSTR_VAL(key->text), key->len) == 0;
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
