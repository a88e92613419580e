/* route.c: the wanted keys of maps by hash, and the keys of the last maps. */
#include "route.h"

/* ---- the keys of a struct ------------------------------------------------------- */

static void route_add(struct column_keys *keys, uint32_t index)
{
    const struct column_key *key = &keys->all[index];
    const uint32_t most = (uint32_t)(UINT64_C(1) << (64 - keys->shift)) - 1;
    uint32_t at = route_slot(keys, key->prefix, key->suffix);
    while (keys->slots[at] != 0)
        at = (at + 1) & most;
    keys->slots[at] = index + 1;
}

/* The key of a child: a column and the PATH behind the same name share one. */
static struct column_key *route_key_of(struct column_keys *keys, const struct node *child)
{
    uint8_t padded[8] = {0};
    struct column_key key = {
        .kind = child->bin ? HAYA_KIND_BIN : HAYA_KIND_STR, .size = child->name_size, .bytes = child->name};
    if (key.size < 8)
        memcpy(padded, child->name, key.size);
    route_words(key.size < 8 ? padded : child->name, key.size, &key.prefix, &key.suffix);
    for (uint32_t at = route_slot(keys, key.prefix, key.suffix),
                  most = (uint32_t)(UINT64_C(1) << (64 - keys->shift)) - 1;
         keys->slots[at] != 0; at = (at + 1) & most) {
        struct column_key *other = &keys->all[keys->slots[at] - 1];
        if (other->kind == key.kind && other->size == key.size && memcmp(other->bytes, key.bytes, key.size) == 0)
            return other;
    }
    keys->all[keys->count] = key;
    route_add(keys, keys->count);
    return &keys->all[keys->count++];
}

bool route_set_keys(struct node *node)
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
        struct column_key *key = route_key_of(keys, child);
        *(child->type == COLUMN_PATH ? &key->inner : &key->column) = child;
    }
    return true;
}

/* ---- the route -------------------------------------------------------------------- */

/* The route is learned anew after so many keys that it did not foresee. */
#define ROUTE_PATIENCE 256

void route_remember(struct column_keys *keys, uint32_t at, const uint8_t *p, struct column_key *found)
{
    const uint32_t size = (*p & 0x1fu) + 1;
    if (at < keys->known || at >= ROUTE_STEPS) {
        if (++keys->misses > ROUTE_PATIENCE)
            keys->known = keys->misses = 0;
        return;
    }
    struct column_step step = {route_word(p), 0, UINT64_MAX, {0}, size, found};
    uint8_t mask[8] = {0};
    if (size < 8) {
        memset(mask, 0xff, size);
        step.mask = route_word(mask);
        step.prefix &= step.mask;
    } else {
        step.suffix = route_word(p + size - 8);
    }
    memcpy(step.bytes, p, size);
    keys->route[at] = step;
    keys->known = at + 1;
}
