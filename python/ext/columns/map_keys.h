/* map_keys.h: the keys of maps, for map_keys.c and rows.c. */
#ifndef HAYAPACK_COLUMNS_MAP_KEYS_H
#define HAYAPACK_COLUMNS_MAP_KEYS_H

#include "columns.h"
#include "hayapack_format.h"

HAYA_INLINE uint32_t map_keys_slot(const struct column_keys *keys, uint64_t prefix, uint64_t suffix)
{
    return (uint32_t)((prefix * UINT64_C(0x9e3779b97f4a7c15) + suffix * UINT64_C(0xc2b2ae3d27d4eb4f)) *
                          UINT64_C(0x9e3779b97f4a7c15) >>
                      keys->shift);
}

/* The last slot: a mask, since their number is a power of two. */
HAYA_INLINE uint32_t map_keys_last(const struct column_keys *keys)
{
    return (uint32_t)(UINT64_C(1) << (64 - keys->shift)) - 1;
}

/* The wanted key of n bytes at s, of which the first 8 can be read; NULL: it is not wanted. */
HAYA_INLINE struct column_key *map_keys_find(const struct column_keys *keys, enum haya_kind kind, const uint8_t *s,
                                             size_t n)
{
    const uint32_t last = map_keys_last(keys);
    uint64_t prefix, suffix;
    haya_key_words(s, n, &prefix, &suffix);
    for (uint32_t at = map_keys_slot(keys, prefix, suffix); keys->slots[at] != 0; at = (at + 1) & last) {
        struct column_key *key = &keys->all[keys->slots[at] - 1];
        if (key->prefix == prefix && key->suffix == suffix && key->size == n && key->kind == kind &&
            (n <= 16 || memcmp(key->bytes, s, n) == 0))
            return key;
    }
    return NULL;
}

/* Whether the next key at p, which is below `safe`, is that of the step. */
HAYA_INLINE bool map_keys_fits(const struct column_step *step, const uint8_t *p)
{
    return haya_key_is_at(&step->key, p, step->text + step->key.size - 1);
}

/* The wanted key that the str or bin with this header, whose content is at `text`, is; or NULL. */
struct column_key *map_keys_find_text(const struct column_keys *keys, const uint8_t *text,
                                      const struct haya_header *header);
/* Notes which fields the row at t->message has, which is left out and whose structure is valid: a field is missing
 * only if no map has it. */
COLD void map_keys_mark(struct read_state *t);
/* Sets the keys of the children of a STRUCT or PATH. False: no memory. */
bool map_keys_set(struct column_builder *node);
/* Remembers the fixstr at p, which is below `safe`, as step `at`. */
void map_keys_remember(struct column_keys *keys, uint32_t at, const uint8_t *p, struct column_key *found);

#endif
