/*
 * Caches of map keys and of "shapes": the keys of a map in their order, with the
 * hash part of its table. A record of a known shape is built by copying the hash
 * part and storing the values.
 *
 * Bounded: 1024 keys of at most 24 bytes, 512 shapes of at most 64 keys, which are a
 * fixstr or a str8 each and have at most 2048 bytes together. A shape is
 * learnt when a map with the same first key and count occurs a second time, and is
 * replaced only after repeated misses. Shapes live across requests; their strings
 * do not, and are made again when needed.
 *
 * The strings of shapes are interned, as a script's literals are: tables do not count their
 * references to them (HASH_FLAG_STATIC_KEYS), and the engine frees them when the request ends. A
 * request interns at most SHAPES_INTERNED_MAX bytes; shapes needed later have counted strings.
 *
 * The caches live longer than a request, and a request may end inside any
 * allocation of its heap (memory_limit). So each such allocation is made before the
 * cache changes, or sets one key's text of a shape with has_strings unset. The
 * strings are released after the last user code of the request has run.
 */
#ifndef MSGPACK_SHAPES_H
#define MSGPACK_SHAPES_H

#include "../internal.h"
#include "../../../core/include/hayapack_keys.h"

#define SHAPES_KEYS 1024u      /* key cache entries, a power of two */
#define SHAPES_KEY_MAX 24u     /* bytes of a cached key */
#define SHAPES_TEXT_MAX 255u   /* bytes of a shape's key: a fixstr or str8 */
#define SHAPES_TEXTS_MAX 2048u /* bytes of all keys of a shape */
#define SHAPES_SETS 256u       /* shape table: sets of two, a power of two */
#define SHAPES_SEEN 1024u      /* fingerprints seen once, a power of two */
#define SHAPES_MAP_MAX 64u     /* entries of the largest map that keys and shapes are learnt from */
#define SHAPES_RECENT 8u       /* depths, a power of two */
#define SHAPES_AHEAD 32u       /* bytes of a fixstr, and those that haya_key_begins may read */
#define SHAPES_MISSES 8u       /* misses in a row before a shape is replaced */
#define SHAPES_CHURN_MAX 9u    /* at most MISSES << CHURN_MAX maps until the next is learnt */

/* Bytes of the strings that a request interns. */
#define SHAPES_INTERNED_MAX (128u << 10)

struct shape_key {
    struct haya_encoded_key wire;
    zend_ulong hash;
    zend_string *text; /* interned or owned; NULL: not made in this request */
    uint32_t next;     /* Z_NEXT of its bucket */
    uint16_t child;    /* 1 + the place of the shape that the map of this key had last; 0: none */
    uint8_t len;       /* of the text: 1..SHAPES_TEXT_MAX */
};

struct shape {
    uint32_t count;
    uint32_t fingerprint;
    uint32_t misses;     /* in a row */
    uint32_t churn;      /* replacements of shapes with this fingerprint so far */
    uint32_t waited;     /* maps since misses reached SHAPES_MISSES */
    uint32_t users;      /* open maps built with it: it must not be freed */
    uint16_t place;      /* in msgpack_shapes.shapes, read as one array */
    bool utf8;           /* all keys are UTF-8 */
    zend_array table;    /* template of new tables: without data and elements */
    bool has_strings;    /* no key's text is NULL */
    bool counted;        /* some keys are not interned: tables count their references */
    uint32_t *hash_part; /* of hash_bytes */
    size_t hash_bytes;
    size_t data_bytes; /* size of a table's hash part and buckets */
    uint8_t *texts;    /* the keys' bytes, concatenated */
    struct shape_key keys[1];
};

struct msgpack_shapes {
    zend_string *keys[SHAPES_KEYS];
    uint32_t key_seen[SHAPES_KEYS]; /* hashes of keys seen once */
    struct shape *shapes[SHAPES_SETS][2];
    struct shape *recent[SHAPES_RECENT]; /* by depth: the shape used last, or NULL */
    uint32_t seen[SHAPES_SEEN];          /* fingerprints seen once, not learnt yet */
    size_t interned;                     /* bytes of the strings interned in this request */
    uint32_t texts_pause;                /* messages with long texts until repeated ones are looked for again */
};

/* This thread's caches, made by the first call. */
struct msgpack_shapes *shapes_get(void);

/* The fingerprint of maps with n entries: first: shapes_word of the first key;
 * len: its length. Never 0. */
static zend_always_inline uint32_t shapes_fingerprint(uint32_t n, uint64_t first, uint32_t len)
{
    uint64_t h = first * 0x9e3779b97f4a7c15u + (((uint64_t)n << 8) | len) * 0xc2b2ae3d27d4eb4fu;
    h = (h ^ (h >> 32)) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32) | 1;
}

/* The first 8 bytes of text[0 .. n), padded with zeros; readable: bytes at text that
 * can be read. */
static zend_always_inline uint64_t shapes_word(const uint8_t *text, size_t n, size_t readable)
{
    uint64_t word = 0;
    if (n >= 8) {
        memcpy(&word, text, 8);
        return word;
    }
    if (EXPECTED(readable >= 8)) {
        memcpy(&word, text, 8);
        return msgpack_cut_word(word, n);
    }
    memcpy(&word, text, n);
    return word;
}

/* Whether the bytes from the 17th on are this key's, too; reads no byte beyond end. */
static zend_always_inline bool shapes_match_rest(const struct shape_key *key, const uint8_t *p, const uint8_t *end)
{
    return EXPECTED((size_t)(end - p) >= key->wire.size) &&
           haya_key_goes_on(&key->wire, p, ZSTR_VAL(key->text) + key->len);
}

/* The same near the end of the message: reads no byte beyond end. */
static inline bool shapes_match_near(const struct shape_key *key, const uint8_t *p, const uint8_t *end)
{
    size_t header = key->wire.size - (size_t)key->len;
    return (size_t)(end - p) >= key->wire.size && memcmp(p, key->wire.word, header) == 0 &&
           memcmp(p + header, ZSTR_VAL(key->text), key->len) == 0;
}

/* The shape that the map of this key had last, if its strings exist in this request; else NULL. */
static zend_always_inline struct shape *shapes_child(const struct msgpack_shapes *shapes, const struct shape_key *key)
{
    if (key->child == 0)
        return NULL;
    uint32_t place = key->child - 1u;
    struct shape *shape = shapes->shapes[place / 2][place % 2];
    return shape != NULL && shape->has_strings ? shape : NULL;
}

/* The shape with the fingerprint of a map of n entries whose first key is at p, or
 * NULL. utf8: only a shape whose keys are UTF-8. *fingerprint: for shapes_learn,
 * or 0 if the map cannot be learnt. */
struct shape *shapes_find(struct msgpack_shapes *shapes, const uint8_t *p, const uint8_t *end, uint32_t n, bool utf8,
                          uint32_t *fingerprint);

/* Must be called when a map with that fingerprint was built without a shape: learns
 * its shape the second time. names: the table has the names of properties, which may be
 * decimal integers, as string keys of an array never are. */
void shapes_learn(struct msgpack_shapes *shapes, uint32_t fingerprint, const zend_array *table, bool names);

/* A string of the key text[0 .. n), n in 1..SHAPES_KEY_MAX, with its hash; the
 * caller owns a reference. The text must not be one that PHP arrays turn into an
 * int key. readable: bytes at text that can be read. */
zend_string *shapes_key(struct msgpack_shapes *shapes, const uint8_t *text, size_t n, size_t readable);

/* Called by module.c at the end of a request, and of a thread or process. */
void msgpack_shapes_request_end(struct msgpack_shapes *shapes); /* NULL: does nothing */
void msgpack_shapes_free(struct msgpack_shapes *shapes);

#endif
