/*
 * The table of containers written before: PECL's wire form refers to them by
 * their ordinal.
 *
 * Most messages have no references, so packing only appends to a log; lookups
 * build the hash and bring it up to date.
 */
#include "encoder.h"

#define REFS_CAPACITY 64

void refs_grow(struct refs *refs)
{
    refs->capacity = refs->capacity ? refs->capacity * 2 : REFS_CAPACITY;
    refs->log = safe_erealloc(refs->log, refs->capacity, sizeof *refs->log, 0);
}

static uint32_t refs_slot(const void *container, uint32_t mask)
{
    /* Fibonacci hashing; addresses are multiples of 8. */
    return (uint32_t)(((uint64_t)(uintptr_t)container >> 3) * 0x9e3779b97f4a7c15u >> 32) & mask;
}

static void refs_insert(struct refs *refs, uint32_t index)
{
    const void *container = refs->log[index].container;
    uint32_t slot = refs_slot(container, refs->mask);
    while (refs->buckets[slot] != 0) {
        if (refs->log[refs->buckets[slot] - 1].container == container)
            return; /* the first entry of a container is kept */
        slot = (slot + 1) & refs->mask;
    }
    refs->buckets[slot] = index + 1;
}

/* At most half of the buckets are in use. */
static void refs_update(struct refs *refs)
{
    if (refs->buckets == NULL || refs->used > refs->mask / 2) {
        uint32_t count = refs->buckets ? refs->mask + 1 : 64;
        while (refs->used > (count - 1) / 2)
            count *= 2;
        if (refs->buckets)
            efree(refs->buckets);
        refs->buckets = ecalloc(count, sizeof *refs->buckets);
        refs->mask = count - 1;
        refs->hashed = 0;
    }
    while (refs->hashed < refs->used)
        refs_insert(refs, refs->hashed++);
}

uint32_t refs_find(struct refs *refs, const void *container)
{
    if (refs->buckets == NULL || refs->hashed < refs->used)
        refs_update(refs);
    uint32_t slot = refs_slot(container, refs->mask);
    while (refs->buckets[slot] != 0) {
        const struct refs_entry *entry = &refs->log[refs->buckets[slot] - 1];
        if (entry->container == container)
            return entry->ordinal;
        slot = (slot + 1) & refs->mask;
    }
    return 0;
}

void refs_free(struct refs *refs)
{
    if (refs->log)
        efree(refs->log);
    if (refs->buckets)
        efree(refs->buckets);
}
