/* Finding keys in maps by their encoded bytes. */
#include "walk.h"

#include "../include/hayapack_keys.h"

/* ---- the wanted keys ------------------------------------------------------ */

struct haya_key haya_key(enum haya_kind kind, const void *bytes, uint32_t n)
{
    struct haya_key key = {kind, n, bytes, 0, 0, 0, 0, 0};

    haya_key_words_within(key.bytes, n, &key.prefix, &key.suffix);
    return key;
}

struct haya_key haya_key_number(enum haya_kind kind, uint64_t number)
{
    struct haya_key key = {kind, 0, NULL, number, 0, 0, 0, 0};
    return key;
}

/* ---- the keys of the message ---------------------------------------------- */

/* The bits of a float64. */
static uint64_t find_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The number, float or bool at p, whose header is `header`. *kind: INT or UINT by its value, DOUBLE for both floats,
 * NONE for other values. */
static uint64_t find_number(const uint8_t *p, const struct haya_header *header, enum haya_kind *kind)
{
    const uint8_t format = *p;
    uint64_t bits;

    *kind = HAYA_KIND_NONE;
    if (haya_formats[format].fixed != header->count) /* shared memory: the byte has changed since it was checked */
        return 0;
    switch (format) {
    case HAYA_FLOAT32: *kind = HAYA_KIND_DOUBLE; return find_bits((double)haya_load_float(p + 1));
    case HAYA_FLOAT64: *kind = HAYA_KIND_DOUBLE; return haya_load64(p + 1);
    case HAYA_FALSE:
    case HAYA_TRUE: *kind = HAYA_KIND_BOOL; return format == HAYA_TRUE;
    default: break;
    }
    if (haya_types[format] != HAYA_TYPE_INT)
        return 0;
    bits = haya_load_integer(format, p + 1);
    *kind = format == HAYA_UINT64 && bits > INT64_MAX ? HAYA_KIND_UINT : HAYA_KIND_INT;
    return bits;
}

/* If the key at p is wanted, sets `at` and `entry` of that key and returns true. header: the checked one. */
static bool find_meet(const uint8_t *p, const struct haya_header *header, struct haya_key *keys, size_t key_count,
                      uint32_t entry, size_t at)
{
    enum haya_kind kind = header->kind;
    uint64_t number = 0;
    bool met = false;

    if (kind != HAYA_KIND_STR && kind != HAYA_KIND_BIN)
        number = find_number(p, header, &kind);
    if (kind == HAYA_KIND_NONE)
        return false;
    for (size_t i = 0; i < key_count; i++) {
        struct haya_key *key = &keys[i];
        if (key->kind != kind)
            continue;
        if (kind == HAYA_KIND_STR || kind == HAYA_KIND_BIN) {
            if (key->size != header->count || (key->size != 0 && memcmp(key->bytes, p + header->size, key->size) != 0))
                continue;
        } else if (key->number != number) {
            continue;
        }
        key->at = at;
        key->entry = entry;
        met = true;
    }
    return met;
}

/* The index of the wanted key that equals the fixstr of n bytes at p, which is below `safe`; the first of several;
 * -1: it is not wanted. */
HAYA_INLINE int32_t find_short(const uint8_t *p, size_t n, const struct haya_key *keys, size_t key_count)
{
    uint64_t prefix, suffix;

    haya_key_words(p + 1, n, &prefix, &suffix);
    for (size_t i = 0; i < key_count; i++)
        if (keys[i].size == n && keys[i].prefix == prefix && keys[i].suffix == suffix &&
            keys[i].kind == HAYA_KIND_STR && (n <= 16 || memcmp(keys[i].bytes, p + 1, n) == 0))
            return (int32_t)i;
    return -1;
}

/* A bit set of the lengths of the wanted keys of up to 31 bytes. */
static uint32_t find_lengths(const struct haya_key *keys, size_t key_count)
{
    uint32_t lengths = 0;
    for (size_t i = 0; i < key_count; i++)
        if (keys[i].kind == HAYA_KIND_STR && keys[i].size < 32)
            lengths |= UINT32_C(1) << keys[i].size;
    return lengths;
}

/* ---- entries -------------------------------------------------------------- */

/* Skips one value with all that it contains. */
static enum haya_error find_past_container(struct walk *walk)
{
    uint64_t left = walk->at.left, outer = walk->at.outer;
    enum haya_error error;

    walk->at.left = 1;
    walk->at.outer = outer + left - 1;
    error = walk_all(walk);
    if (error != HAYA_OK)
        return error;
    walk->at.left = left - 1;
    walk->at.outer = outer;
    return HAYA_OK;
}

/* Skips one value: scalars inline, other values by find_past_container(). */
HAYA_INLINE enum haya_error find_past_value(struct walk *walk)
{
    const uint8_t *p = walk->p;

    if (p >= walk->safe)
        goto otherwise;
    WALK_PAST_SCALAR(walk, p, otherwise);
    walk->p = p;
    walk->at.left--;
    return HAYA_OK;
otherwise:
    return find_past_container(walk);
}

/* The slow path: checks the key at p by all rules and skips it. *met: it is wanted, and the offset of its value was
 * recorded. */
static enum haya_error find_key(struct walk *walk, struct haya_key *keys, size_t key_count, uint32_t entry, bool *met)
{
    const uint8_t *p = walk->p;
    struct haya_header header;
    enum haya_error error = walk_look(walk, walk->at.outer + walk->at.left - 1, walk->base, &header);

    *met = false;
    if (error != HAYA_OK)
        return error;
    if ((walk->limits->flags & HAYA_STRICT_KEYS) && header.kind != HAYA_KIND_STR && header.kind != HAYA_KIND_BIN)
        return HAYA_ERR_INVALID_KEY;
    error = find_past_container(walk);
    if (error == HAYA_OK)
        *met = find_meet(p, &header, keys, key_count, entry, (size_t)(walk->p - walk->msg));
    return error;
}

/* Skips entries key by key. */
HAYA_INLINE enum haya_error find_entries(struct walk *walk, uint32_t entries, struct haya_key *keys, size_t key_count,
                                         uint32_t lengths, const bool first)
{
    enum haya_error error;

    for (uint32_t entry = 0; entry < entries; entry++) {
        const uint8_t *p = walk->p;
        bool met = false;
        if (p < walk->safe && (*p & 0xe0) == HAYA_FIXSTR) {
            size_t n = *p & 0x1fu;
            int32_t wanted = lengths >> n & 1 ? find_short(p, n, keys, key_count) : -1;
            walk->p = walk_past_key(p);
            walk->at.left--;
            met = wanted >= 0;
            if (met) {
                keys[wanted].at = (size_t)(walk->p - walk->msg);
                keys[wanted].entry = entry;
            }
        } else {
            error = find_key(walk, keys, key_count, entry, &met);
            if (error != HAYA_OK)
                return error;
        }
        if (first && met)
            return HAYA_OK;
        error = find_past_value(walk);
        if (error != HAYA_OK)
            return error;
    }
    return HAYA_OK;
}

enum haya_error haya_find(const uint8_t *msg, size_t len, const struct haya_limits *limits, struct haya_level *levels,
                          struct haya_cursor *cursor, uint32_t entries, struct haya_key *keys, size_t key_count,
                          bool first)
{
    const uint32_t lengths = find_lengths(keys, key_count);
    struct walk walk;
    enum haya_error error;

    walk_begin(&walk, msg, len, limits, levels, cursor);
    walk.at.left = 2 * (uint64_t)entries;
    walk.at.outer = cursor->pending - walk.at.left;
    error = first ? find_entries(&walk, entries, keys, key_count, lengths, true)
                  : find_entries(&walk, entries, keys, key_count, lengths, false);
    cursor->pos = (size_t)(walk.p - walk.msg);
    cursor->pending = walk.at.outer + walk.at.left;
    return error;
}
