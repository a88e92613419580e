/* map_keys.c: the wanted keys of maps by hash, and the keys of the last maps. */
#include "map_keys.h"

#include "hayapack_walk.h"

/* ---- the keys of a struct ------------------------------------------------------- */

/* The key of a child: a column and the PATH behind the same name share one. */
static struct column_key *map_keys_of_child(struct column_keys *keys, const struct column_builder *child)
{
    struct column_key key = {
        .kind = child->bin ? HAYA_KIND_BIN : HAYA_KIND_STR, .size = child->name_size, .bytes = child->name};
    haya_key_words_within(child->name, key.size, &key.prefix, &key.suffix);
    uint32_t at = map_keys_slot(keys, key.prefix, key.suffix);
    for (const uint32_t last = map_keys_last(keys); keys->slots[at] != 0; at = (at + 1) & last) {
        struct column_key *other = &keys->all[keys->slots[at] - 1];
        if (other->kind == key.kind && other->size == key.size && memcmp(other->bytes, key.bytes, key.size) == 0)
            return other;
    }
    keys->all[keys->count] = key;
    keys->slots[at] = ++keys->count;
    return &keys->all[keys->count - 1];
}

bool map_keys_set(struct column_builder *node)
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
        struct column_builder *child = node->children[i];
        if (child->event)
            continue;
        struct column_key *key = map_keys_of_child(keys, child);
        *(child->type == COLUMN_PATH ? &key->inner : &key->column) = child;
    }
    return true;
}

struct column_key *map_keys_find_text(const struct column_keys *keys, const uint8_t *text,
                                      const struct haya_header *header)
{
    uint8_t padded[8] = {0};
    if (header->count < 8 && header->count > 0)
        memcpy(padded, text, header->count);
    return map_keys_find(keys, header->kind, header->count < 8 ? padded : text, header->count);
}

void map_keys_mark(struct read_state *t)
{
    struct {
        struct column_builder *node;
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
    struct column_builder *node = header.kind == HAYA_KIND_MAP ? t->root : NULL;
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
            key = map_keys_find_text(open[depth - 1].node->keys, t->msg + cursor.pos + header.size, &header);
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

/* ---- the route -------------------------------------------------------------------- */

/* The route is learned anew after so many keys that it did not foresee. */
#define ROUTE_MISSES 256

void map_keys_remember(struct column_keys *keys, uint32_t at, const uint8_t *p, struct column_key *found)
{
    if (at < keys->known || at >= ROUTE_STEPS) {
        if (++keys->misses > ROUTE_MISSES)
            keys->known = keys->misses = 0;
        return;
    }
    struct column_step *step = &keys->route[at];
    step->key = haya_encode_key(p + 1, *p & 0x1fu);
    memcpy(step->text, p + 1, *p & 0x1fu);
    step->found = found;
    keys->known = at + 1;
}
