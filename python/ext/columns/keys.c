/* keys.c: the wanted keys of maps by hash, and the texts of dictionaries. */
#include "columns_keys.h"

/* ---- the keys of a struct ------------------------------------------------------- */

static void keys_add(struct column_keys *keys, uint32_t index)
{
    const struct column_key *key = &keys->all[index];
    const uint32_t most = (uint32_t)(UINT64_C(1) << (64 - keys->shift)) - 1;
    uint32_t at = keys_slot(keys, key->prefix, key->suffix);
    while (keys->slots[at] != 0)
        at = (at + 1) & most;
    keys->slots[at] = index + 1;
}

/* The key of a child: a column and the PATH behind the same name share one. */
static struct column_key *keys_of_child(struct column_keys *keys, const struct node *child)
{
    uint8_t padded[8] = {0};
    struct column_key key = {
        .kind = child->bin ? HAYA_KIND_BIN : HAYA_KIND_STR, .size = child->name_size, .bytes = child->name};
    if (key.size < 8)
        memcpy(padded, child->name, key.size);
    keys_words(key.size < 8 ? padded : child->name, key.size, &key.prefix, &key.suffix);
    for (uint32_t at = keys_slot(keys, key.prefix, key.suffix),
                  most = (uint32_t)(UINT64_C(1) << (64 - keys->shift)) - 1;
         keys->slots[at] != 0; at = (at + 1) & most) {
        struct column_key *other = &keys->all[keys->slots[at] - 1];
        if (other->kind == key.kind && other->size == key.size && memcmp(other->bytes, key.bytes, key.size) == 0)
            return other;
    }
    keys->all[keys->count] = key;
    keys_add(keys, keys->count);
    return &keys->all[keys->count++];
}

bool node_set_keys(struct node *node)
{
    struct column_keys *keys = PyMem_RawCalloc(1, sizeof *keys);
    uint32_t log = 2;
    if (keys == NULL)
        return false;
    while ((UINT64_C(1) << log) < 2 * (uint64_t)node->child_count + 2)
        log++;
    node->keys = keys;
    keys->shift = 64 - log;
    keys->all = PyMem_RawCalloc((size_t)node->child_count + 1, sizeof *keys->all);
    keys->slots = PyMem_RawCalloc((size_t)1 << log, sizeof *keys->slots);
    if (keys->all == NULL || keys->slots == NULL)
        return false;
    for (uint32_t i = 0; i < node->child_count; i++) {
        struct node *child = node->children[i];
        if (child->event)
            continue;
        struct column_key *key = keys_of_child(keys, child);
        *(child->type == COLUMN_PATH ? &key->inner : &key->column) = child;
    }
    return true;
}

/* ---- the route -------------------------------------------------------------------- */

/* The route is learned anew after so many keys that it did not foresee. */
#define KEYS_PATIENCE 256

void keys_remember(struct column_keys *keys, uint32_t at, const uint8_t *p, struct column_key *found)
{
    const uint32_t size = (*p & 0x1fu) + 1;
    if (at < keys->known || at >= KEYS_ROUTE) {
        if (++keys->misses > KEYS_PATIENCE)
            keys->known = keys->misses = 0;
        return;
    }
    struct column_step step = {keys_word(p), 0, UINT64_MAX, {0}, size, found};
    uint8_t mask[8] = {0};
    if (size < 8) {
        memset(mask, 0xff, size);
        step.mask = keys_word(mask);
        step.prefix &= step.mask;
    } else {
        step.suffix = keys_word(p + size - 8);
    }
    memcpy(step.bytes, p, size);
    keys->route[at] = step;
    keys->known = at + 1;
}

/* ---- dictionaries ----------------------------------------------------------------- */

struct dictionary {
    uint64_t seed;
    uint32_t count, log; /* values; of the slots */
    struct {
        uint32_t value, hash; /* index + 1, 0: empty; the upper half of the hash */
    } * slots;
};

void node_free_dictionary(struct dictionary *dictionary)
{
    if (dictionary != NULL)
        PyMem_RawFree(dictionary->slots);
    PyMem_RawFree(dictionary);
}

void node_seed(struct node *node, uint64_t seed)
{
    if (node->dictionary != NULL)
        node->dictionary->seed = seed;
}

/* A keyed hash: a sender that does not know the seed cannot choose texts whose hashes collide more often than
 * by chance. */
static uint64_t dictionary_hash(uint64_t seed, const uint8_t *s, size_t n)
{
    uint64_t hash = seed ^ (n * UINT64_C(0x9e3779b97f4a7c15)), word;
    for (; n > 0; s += 8) {
        size_t size = n < 8 ? n : 8;
        word = 0;
        memcpy(&word, s, size);
        n -= size;
        hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
        hash ^= hash >> 29;
        hash = (hash + seed) * UINT64_C(0xd6e8feb86659fd93);
        hash ^= hash >> 32;
    }
    return hash ^ hash >> 31;
}

static bool dictionary_grow(struct dictionary *d)
{
    struct dictionary grown = *d;
    grown.log = d->log == 0 ? 6 : d->log + 1;
    grown.slots = PyMem_RawCalloc((size_t)1 << grown.log, sizeof *grown.slots);
    if (grown.slots == NULL)
        return false;
    for (size_t i = 0; d->slots != NULL && i < (size_t)1 << d->log; i++) {
        if (d->slots[i].value == 0)
            continue;
        size_t at = d->slots[i].hash & (((size_t)1 << grown.log) - 1);
        while (grown.slots[at].value != 0)
            at = (at + 1) & (((size_t)1 << grown.log) - 1);
        grown.slots[at].value = d->slots[i].value;
        grown.slots[at].hash = d->slots[i].hash;
    }
    PyMem_RawFree(d->slots);
    *d = grown;
    return true;
}

int64_t node_intern(struct node *node, size_t n)
{
    struct dictionary *d = node->dictionary;
    struct node *values = node->children[0];
    const uint8_t *text = values->data + values->used;
    if (((d->slots == NULL || (uint64_t)d->count * 2 >= (uint64_t)1 << d->log) && !dictionary_grow(d)) ||
        !node_reserve(values))
        return -1;
    const uint64_t full = dictionary_hash(d->seed, text, n);
    const uint32_t hash = (uint32_t)(full ^ full >> 32);
    const size_t most = ((size_t)1 << d->log) - 1;
    size_t at = hash & most;
    for (; d->slots[at].value != 0; at = (at + 1) & most) {
        uint64_t ends[2];
        if (d->slots[at].hash != hash)
            continue;
        memcpy(ends, values->offsets + 8 * (size_t)(d->slots[at].value - 1), 16);
        if (ends[1] - ends[0] == n && memcmp(values->data + ends[0], text, n) == 0)
            return d->slots[at].value - 1;
    }
    if (d->count == INT32_MAX)
        return -2;
    values->used += n;
    uint64_t end = values->used;
    memcpy(values->offsets + 8 * (values->length + 1), &end, 8);
    values->length++;
    d->slots[at].value = ++d->count;
    d->slots[at].hash = hash;
    return d->count - 1;
}

bool node_new_dictionary(struct node *node)
{
    node->dictionary = PyMem_RawCalloc(1, sizeof *node->dictionary);
    return node->dictionary != NULL;
}

struct column_key *keys_find_text(const struct column_keys *keys, const uint8_t *text, const struct haya_header *header)
{
    uint8_t padded[8] = {0};
    if (header->count < 8 && header->count > 0)
        memcpy(padded, text, header->count);
    return keys_find(keys, header->kind, header->count < 8 ? padded : text, header->count);
}

void keys_mark(struct table *t)
{
    struct {
        struct node *node;
        uint32_t left; /* entries */
    } open[COLUMN_NESTED + 1];
    const size_t size = (size_t)(t->end - t->msg);
    struct haya_cursor cursor = {(size_t)(t->message - t->msg), 1, 0};
    struct haya_header header;
    size_t depth = 0;
    if (haya_look(t->msg, size, t->limits, &cursor, &header) != HAYA_OK)
        return; /* others write to the memory */
    if (t->layout == ROWS_FLUENT && header.kind == HAYA_KIND_ARRAY && header.count == 2) {
        cursor = haya_cursor_inside(cursor, &header);
        if (haya_skip(t->msg, size, t->limits, t->levels, &cursor, 1) != HAYA_OK ||
            haya_look(t->msg, size, t->limits, &cursor, &header) != HAYA_OK)
            return;
    }
    struct node *node = header.kind == HAYA_KIND_MAP ? t->root : NULL;
    for (;;) {
        if (node != NULL) { /* the map at the cursor leads to fields */
            cursor = haya_cursor_inside(cursor, &header);
            open[depth].node = node;
            open[depth++].left = header.count;
        }
        for (; depth > 0 && open[depth - 1].left == 0; depth--)
            cursor.depth--;
        if (depth == 0)
            return;
        struct column_key *key = NULL;
        open[depth - 1].left--;
        if (haya_look(t->msg, size, t->limits, &cursor, &header) != HAYA_OK)
            return;
        if (header.kind == HAYA_KIND_STR || header.kind == HAYA_KIND_BIN)
            key = keys_find_text(open[depth - 1].node->keys, t->msg + cursor.pos + header.size, &header);
        if (haya_skip(t->msg, size, t->limits, t->levels, &cursor, 1) != HAYA_OK ||
            haya_look(t->msg, size, t->limits, &cursor, &header) != HAYA_OK)
            return;
        if (key != NULL && key->column != NULL)
            key->column->found = true;
        node = key != NULL && header.kind == HAYA_KIND_MAP ? key->inner : NULL;
        if (node == NULL && haya_skip(t->msg, size, t->limits, t->levels, &cursor, 1) != HAYA_OK)
            return;
    }
}
