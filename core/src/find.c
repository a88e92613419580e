/*
 * Finding keys in maps by their encoded bytes.
 *
 * The maps of an array mostly have the same keys in the same order. A route
 * records the keys of the last map and which of them are wanted. If the next map
 * has the same keys, each is only compared with the recorded one. Any other map is
 * searched key by key and becomes the new route.
 */
#include "walk.h"

/* ---- the wanted keys ------------------------------------------------------ */

struct haya_key haya_key(enum haya_kind kind, const void *bytes, uint32_t n)
{
    struct haya_key key = {kind, n, bytes, 0, 0, 0, 0, 0};
    uint8_t padded[8] = {0};

    if (n < 8 && n > 0)
        memcpy(padded, bytes, n);
    haya_key_words(n < 8 ? padded : key.bytes, n, &key.prefix, &key.suffix);
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
    *kind = HAYA_KIND_INT;
    switch (format) {
    case HAYA_UINT8: return p[1];
    case HAYA_UINT16: return haya_load16(p + 1);
    case HAYA_UINT32: return haya_load32(p + 1);
    case HAYA_INT8: return (uint64_t)(int64_t)(int8_t)p[1];
    case HAYA_INT16: return (uint64_t)(int64_t)(int16_t)haya_load16(p + 1);
    case HAYA_INT32: return (uint64_t)(int64_t)(int32_t)haya_load32(p + 1);
    case HAYA_INT64: return haya_load64(p + 1);
    case HAYA_UINT64:
        bits = haya_load64(p + 1);
        if (bits > INT64_MAX)
            *kind = HAYA_KIND_UINT;
        return bits;
    case HAYA_FLOAT32: *kind = HAYA_KIND_DOUBLE; return find_bits((double)haya_load_float(p + 1));
    case HAYA_FLOAT64: *kind = HAYA_KIND_DOUBLE; return haya_load64(p + 1);
    case HAYA_FALSE:
    case HAYA_TRUE: *kind = HAYA_KIND_BOOL; return format == HAYA_TRUE;
    default: break;
    }
    *kind = haya_formats[format].kind == HAYA_KIND_INT ? HAYA_KIND_INT : HAYA_KIND_NONE;
    return (uint64_t)(int64_t)(int8_t)format; /* fixint */
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

/* ---- routes ---------------------------------------------------------------- */

#define FIND_ROUTE_MAX 64 /* the most entries of a map that can become a route */

struct find_step {
    const uint8_t *bytes; /* the key in the last map, from its first byte on */
    uint64_t prefix, suffix, mask;
    int32_t wanted; /* index of the wanted key, -1: not wanted */
    uint32_t size;  /* bytes of the key, first byte included; 0: the route must not be used */
};

struct find_route {
    uint32_t entries; /* 0: there is no route yet */
    struct find_step steps[FIND_ROUTE_MAX];
};

/* The step for the fixstr at p, which is below `safe`. */
static struct find_step find_step_of(const uint8_t *p, int32_t wanted)
{
    uint32_t size = (*p & 0x1fu) + 1;
    struct find_step step = {p, haya_key_word(p), 0, UINT64_MAX, wanted, size};
    uint8_t mask[8] = {0};

    if (size < 8) {
        memset(mask, 0xff, size);
        step.mask = haya_key_word(mask);
        step.prefix &= step.mask;
    } else {
        step.suffix = haya_key_word(p + size - 8);
    }
    return step;
}

HAYA_INLINE bool find_step_fits(const struct find_step *step, const uint8_t *p)
{
    if ((haya_key_word(p) & step->mask) != step->prefix)
        return false;
    return step->size <= 8 || (haya_key_word(p + step->size - 8) == step->suffix &&
                               (step->size <= 16 || memcmp(p, step->bytes, step->size) == 0));
}

/* Skips the entries of a map if its keys are those of the route. False: they are not, or there is an error; then
 * nothing has changed, and the caller finds the error again. */
static bool find_by_route(struct walk *walk, const struct find_route *route, struct haya_key *keys)
{
    const uint8_t *const start = walk->p;
    const struct walk_level at = walk->at;

    for (uint32_t entry = 0; entry < route->entries; entry++) {
        const struct find_step *step = &route->steps[entry];
        if (walk->p >= walk->safe || !find_step_fits(step, walk->p))
            goto otherwise;
        walk->p += step->size;
        walk->at.left--;
        if (step->wanted >= 0) {
            keys[step->wanted].at = (size_t)(walk->p - walk->msg);
            keys[step->wanted].entry = entry;
        }
        if (find_past_value(walk) != HAYA_OK)
            goto otherwise;
    }
    return true;
otherwise:
    walk->p = start;
    walk->at = at;
    return false;
}

/* Skips entries key by key and, with `route`, records their keys in it. */
HAYA_INLINE enum haya_error find_entries(struct walk *walk, uint32_t entries, struct haya_key *keys, size_t key_count,
                                         uint32_t lengths, const bool first, struct find_route *route)
{
    enum haya_error error;
    bool short_keys = true;

    if (route != NULL)
        route->entries = 0;
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
            if (route != NULL && entry < FIND_ROUTE_MAX)
                route->steps[entry] = find_step_of(p, wanted);
        } else {
            error = find_key(walk, keys, key_count, entry, &met);
            if (error != HAYA_OK)
                return error;
            short_keys = false;
        }
        if (first && met)
            return HAYA_OK;
        error = find_past_value(walk);
        if (error != HAYA_OK)
            return error;
    }
    if (route != NULL && short_keys && entries <= FIND_ROUTE_MAX)
        route->entries = entries;
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
    error = first ? find_entries(&walk, entries, keys, key_count, lengths, true, NULL)
                  : find_entries(&walk, entries, keys, key_count, lengths, false, NULL);
    cursor->pos = (size_t)(walk.p - walk.msg);
    cursor->pending = walk.at.outer + walk.at.left;
    return error;
}

/* ---- rows ------------------------------------------------------------------ */

/* Searches the entries of one map, whose header was skipped. */
static enum haya_error find_in_row(struct walk *walk, uint32_t entries, struct haya_rows *rows, uint32_t lengths,
                                   struct find_route *route)
{
    uint64_t outer = walk->at.outer, left = walk->at.left;
    enum haya_error error = HAYA_OK;

    walk->at.outer = outer + left - 1;
    walk->at.left = 2 * (uint64_t)entries;
    walk->base++;
    if (entries == 0 || route->entries != entries || !find_by_route(walk, route, rows->keys)) {
        for (size_t i = 0; i < rows->key_count; i++)
            rows->keys[i].at = 0;
        error = find_entries(walk, entries, rows->keys, rows->key_count, lengths, false, route);
        if (error != HAYA_OK)
            return error;
    }
    walk->base--;
    walk->at.outer = outer;
    walk->at.left = left - 1;
    return HAYA_OK;
}

static enum haya_error find_rows(struct walk *walk, struct haya_rows *rows)
{
    const uint32_t lengths = find_lengths(rows->keys, rows->key_count);
    struct find_route route;
    struct haya_header header;
    enum haya_error error;

    route.entries = 0;
    for (; walk->at.left > 0; rows->row++) {
        error = walk_look(walk, walk->at.outer + walk->at.left - 1, walk->base, &header);
        if (error != HAYA_OK)
            return error;
        rows->pos = (size_t)(walk->p - walk->msg);
        rows->kind = header.kind;
        if (header.kind == HAYA_KIND_MAP) {
            walk->p += header.size;
            error = find_in_row(walk, header.count, rows, lengths, &route);
            if (error != HAYA_OK)
                return error;
        }
        if (!rows->take(rows))
            return HAYA_OK;
        if (header.kind != HAYA_KIND_MAP) {
            error = find_past_container(walk);
            if (error != HAYA_OK)
                return error;
        }
    }
    return HAYA_OK;
}

enum haya_error haya_find_rows(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                               struct haya_level *levels, struct haya_cursor *cursor, uint32_t count,
                               struct haya_rows *rows)
{
    struct walk walk;
    enum haya_error error;

    walk_begin(&walk, msg, len, limits, levels, cursor);
    walk.at.left = count;
    walk.at.outer = cursor->pending - count;
    rows->row = 0;
    error = find_rows(&walk, rows);
    cursor->pos = (size_t)(walk.p - walk.msg);
    return error;
}
