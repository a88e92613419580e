/*
 * key_cache.h: the cache of map keys, inline because every key goes through it.
 *
 * The cache is set-associative with KEY_WAYS slots in each set, the newest key
 * first. A map with a thousand keys can evict others, which are cached again
 * when they are met next. Keys are never interned, because senders choose them,
 * and the size of the table is fixed.
 */
#ifndef HAYAPACK_UNPACK_KEY_CACHE_H
#define HAYAPACK_UNPACK_KEY_CACHE_H

#include "cache_structs.h"
#include "unpack_scalars.h"

#include "hayapack_keys.h"

/* What identifies a key: haya_key_words(). The middle of a longer key is compared with the str. */
struct key_words {
    uint64_t header, tail;
};

/* Adds a key to the fingerprint of a map's keys, a hash of their addresses in order. */
HAYA_INLINE uint64_t keys_print(uint64_t print, const PyObject *key)
{
    return (print ^ (uint64_t)(uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u;
}

/* The set of a key of n bytes, and *words. Reads at least 8 bytes at s, whatever n is. */
HAYA_INLINE struct key_slot *keys_set(struct key_cache *cache, const uint8_t *s, size_t n, struct key_words *words)
{
    haya_key_words(s, n, &words->header, &words->tail);
    uint64_t mix = (words->header ^ words->tail * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    return &cache->slots[(mix >> 40) % (KEY_SLOTS / KEY_WAYS) * KEY_WAYS];
}

HAYA_INLINE bool keys_has(const struct key_slot *slot, size_t n, struct key_words words)
{
    return slot->header == words.header && slot->tail == words.tail && slot->size == n;
}

/* After a miss: stores text as the key of n bytes. Takes its own reference. */
void keys_put(struct key_cache *cache, struct key_slot *set, PyObject *text, size_t n, struct key_words words);

/* As keys_find(), without a condition. */
NOINLINE PyObject *keys_find_further(const struct key_slot *set, const uint8_t *s, size_t n, struct key_words words);

/* A new reference to the str of n <= KEY_MAX bytes at s; NULL: it is not in the cache. A call would have the loops that
 * this is inlined in save their registers, so the most frequent keys, the newest of their sets, need none. */
HAYA_INLINE PyObject *keys_find(const struct key_slot *set, const uint8_t *s, size_t n, struct key_words words)
{
    return LIKELY(keys_has(set, n, words)) && LIKELY(n <= 16) ? Py_NewRef(set->text)
                                                              : keys_find_further(set, s, n, words);
}

/* The key of n <= KEY_MAX bytes at s, from the cache or into it. keys_set() says how many bytes may be read. NULL: as
 * unpack_text(). */
HAYA_INLINE PyObject *keys_text(struct unpacking *u, const uint8_t *s, size_t n, const uint8_t *readable,
                                const bool layout)
{
    struct key_words words;
    struct key_slot *set = keys_set(u->keys, s, n, &words);
    PyObject *o = keys_find(set, s, n, words);
    if (UNLIKELY(o == NULL) && (o = unpack_text(u, s, n, readable, layout)) != NULL)
        keys_put(u->keys, set, o = keys_apart(u->state, o, n), n, words);
    return o;
}

/* The key at *at, which becomes its end, if it is a str of up to KEY_MAX bytes. At *at more than UNPACK_SLACK bytes
 * must be readable. NULL: it is something else, or (only if it is a str) an exception is set. */
HAYA_INLINE PyObject *keys_read(struct unpacking *u, const uint8_t **at, const uint8_t *end, const uint8_t *readable,
                                const bool layout)
{
    const uint8_t *p = *at, *s = p + 1;
    size_t n = *p;
    if (LIKELY((n & 0xe0) == HAYA_FIXSTR)) {
        n &= 0x1f;
    } else if (n == HAYA_STR8 && p[1] <= KEY_MAX && readable - p > UNPACK_SLACK + 1) {
        n = p[1];
        s = p + 2;
    } else {
        return NULL;
    }
    if (UNLIKELY((ptrdiff_t)n > end - s || n > u->opt->limits.str_len))
        return NULL;
    PyObject *o = keys_text(u, s, n, readable, layout);
    if (LIKELY(o != NULL))
        *at = s + n;
    return o;
}

#endif
