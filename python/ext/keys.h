/*
 * keys.h: the cache of map keys, inline because every key passes through it.
 *
 * A few ways to a set, the newest key first: a map with a thousand keys can
 * push others out, but they come back at their next sighting. Nothing a sender
 * chose is interned, and the table is bounded.
 */
#ifndef HAYAPACK_KEYS_H
#define HAYAPACK_KEYS_H

#include "native.h"

/* What tells a key apart: two overlapping words up to 16 bytes; the rest of a
 * longer key is compared with the str. */
struct key_words {
    uint64_t head, tail;
};

/* The fingerprint of a map's keys with one more: a mixture of their addresses. */
HAYA_INLINE uint64_t keys_print(uint64_t print, const PyObject *key)
{
    return (print ^ (uint64_t)(uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u;
}

/* Reads 8 bytes at s at least. */
HAYA_INLINE struct key_slot *keys_set(struct key_cache *cache, const uint8_t *s, size_t n,
                                      struct key_words *words)
{
    if (n > 8) {
        memcpy(&words->head, s, 8);
        memcpy(&words->tail, s + n - 8, 8);
    }
    else {
        words->head = haya_load64(s) >> ((64 - 8 * n) & 63); /* what lies beyond falls out */
        words->tail = n;
    }
    uint64_t mix = (words->head ^ words->tail * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    return &cache->slots[(mix >> 40) % (KEY_SLOTS / KEY_WAYS) * KEY_WAYS];
}

/* A new reference to the str of n <= KEY_MAX bytes at s; NULL: it is not in the cache. */
HAYA_INLINE PyObject *keys_find(const struct key_slot *set, const uint8_t *s, size_t n,
                                const struct key_words *words)
{
    for (int way = 0; way < KEY_WAYS; way++) {
        const struct key_slot *slot = &set[way];
        if (LIKELY(slot->head == words->head) && LIKELY(slot->tail == words->tail)
            && LIKELY(slot->size == n)
            && (n <= 16
                || memcmp((const char *)((PyASCIIObject *)slot->text + 1) + 8, s + 8, n - 16) == 0))
            return Py_NewRef(slot->text);
    }
    return NULL;
}

#endif
