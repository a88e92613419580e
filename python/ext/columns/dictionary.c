/* dictionary.c: the texts of a column of dictionary[str], each once. */
#include "columns.h"

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

int64_t dictionary_intern(struct column_builder *node, size_t n)
{
    struct dictionary *d = node->dictionary;
    struct column_builder *values = node->children[0];
    const uint8_t *text = values->data + values->used;
    if (((d->slots == NULL || (uint64_t)d->count * 2 >= (uint64_t)1 << d->log) && !dictionary_grow(d)) ||
        !builder_reserve(values))
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

bool dictionary_new(struct column_builder *node, uint64_t seed)
{
    node->dictionary = PyMem_RawCalloc(1, sizeof *node->dictionary);
    if (node->dictionary == NULL)
        return false;
    node->dictionary->seed = seed;
    return true;
}
