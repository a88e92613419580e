/*
 * keys.h: the cache of map keys, inline because every key passes through it.
 *
 * Direct-mapped, the newest key stays: a map with a thousand keys can push
 * others out, but they come back at their next sighting. Nothing a sender
 * chose is interned, and the table is bounded.
 */
#ifndef HAYAPACK_KEYS_H
#define HAYAPACK_KEYS_H

#include "native.h"

/* Words that tell a key apart: two overlapping ones up to 16 bytes, and for
 * longer keys the rest is compared with the str. Reads 16 bytes at least. */
HAYA_INLINE struct key_slot *keys_slot(struct key_cache *cache, const uint8_t *s, size_t n,
                                       uint64_t *head, uint64_t *tail)
{
    if (n > 8) {
        memcpy(head, s, 8);
        memcpy(tail, s + n - 8, 8);
    }
    else {
        *head = haya_load64(s) >> ((64 - 8 * n) & 63); /* what lies beyond falls out */
        *tail = n;
    }
    uint64_t mix = (*head ^ *tail * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    return &cache->slots[(mix ^ mix >> 32) % KEY_SLOTS];
}

/* A new reference to the str of n <= KEY_MAX bytes at s, whose next 32 bytes
 * may be read; NULL: it is not in the cache. */
HAYA_INLINE PyObject *keys_find(struct key_slot *slot, const uint8_t *s, size_t n, uint64_t head,
                                uint64_t tail)
{
    if (UNLIKELY(slot->head != head || slot->tail != tail || slot->size != n))
        return NULL;
    if (n > 16 && memcmp((const char *)((PyASCIIObject *)slot->text + 1) + 8, s + 8, n - 16) != 0)
        return NULL;
    return Py_NewRef(slot->text);
}

#endif
