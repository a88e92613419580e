/* fields.h: which field the next value of an object belongs to; inlined into the loop of decode.c. */
#ifndef HAYAPACK_PLAN_FIELDS_H
#define HAYAPACK_PLAN_FIELDS_H

#include "plan/reader.h"

/* Whether the key at p, before r->near_end, is this one with the shortest header. */
HAYA_INLINE bool plan_is_key(const struct plan_key *key, const uint8_t *p)
{
    uint64_t head[2], tail[2], other;
    memcpy(head, p, 16);
    other = (head[0] ^ key->head[0]) & key->mask[0];
    if (key->size <= 8)
        return other == 0 && LIKELY(key->size != 0);
    other |= (head[1] ^ key->head[1]) & key->mask[1];
    if (key->size > 16) {
        memcpy(tail, p + key->size - 16, 16);
        other |= (tail[0] ^ key->tail[0]) | (tail[1] ^ key->tail[1]);
    }
    return other == 0;
}

/* Results of plan_find_key() that are no numbers of fields. */
#define KEY_UNKNOWN PLAN_FIELDS
#define KEY_BAD (PLAN_FIELDS + 1)

/* Whether the key of the object's tag and its own tag are at p, with the shortest headers. */
static bool plan_is_tag(const struct reader *r, const struct plan_node *node, const uint8_t *p)
{
    return (size_t)(r->end - p) >= node->tag_size && memcmp(p, node->tag, node->tag_size) == 0 &&
           node->tag_text <= r->opt->limits.str_len;
}

static bool plan_is_named(PyObject *name, const uint8_t *text, size_t n)
{
    Py_ssize_t length;
    const char *own = PyUnicode_AsUTF8AndSize(name, &length);
    return own != NULL && (size_t)length == n && memcmp(own, text, n) == 0;
}

/* The field of the key at *p, which becomes the end of the key. KEY_BAD: the pure back end decides. */
static uint32_t plan_find_key(const struct reader *r, const struct plan_node *node, uint32_t next, const uint8_t **p)
{
    size_t n, offset;
    const uint8_t *s = *p;
    if (s >= r->end)
        return KEY_BAD;
    uint8_t wire = plan_wire[*s];
    if ((wire != WIRE_STR && wire != WIRE_BIN) || !plan_payload(r, p, &n) ||
        n > (wire == WIRE_STR ? r->opt->limits.str_len : r->opt->limits.bin_len))
        return KEY_BAD;
    const uint8_t *text = *p;
    *p = text + n;
    if (wire == WIRE_BIN)
        return KEY_UNKNOWN;
    for (uint32_t i = 0, k = next; i < node->key_count; i++, k++) {
        const struct plan_key *key = &node->keys[k < node->key_count ? k : k - node->key_count];
        if (key->length == n && memcmp(key->text, text, n) == 0)
            return key->field;
    }
    if (node->tag_name != NULL && plan_is_named(node->tag_name, text, n))
        return KEY_BAD;
    return haya_check(s, (size_t)(*p - s), NULL, &offset) == HAYA_OK ? KEY_UNKNOWN : KEY_BAD;
}

/* Moves to the value of the next key that has a field, and skips the others: f->next is the field and 1. Returns 1; 0:
 * there is no such key; -1: the pure back end decides. */
static int plan_next_field(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending)
{
    const struct plan_node *node = f->node;
    while (f->left != 0) {
        f->left--;
        *pending -= 2;
        if (node->tag != NULL && plan_is_tag(r, node, *p)) {
            *p += node->tag_size;
            continue;
        }
        uint32_t field = plan_find_key(r, node, f->next, p);
        if (field == KEY_BAD)
            return -1;
        if (field != KEY_UNKNOWN) {
            if (UNLIKELY((f->seen >> field & 1) != 0))
                return -1;
            f->seen |= (uint64_t)1 << field;
            f->next = field + 1;
            return 1;
        }
        if (!node->skips || !plan_skip(r, p, 0) || (uint64_t)(r->end - *p) < *pending)
            return -1;
    }
    return 0;
}

/* The same for the array form. */
static int plan_next_element(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending)
{
    const struct plan_node *node = f->node;
    while (f->left != 0) {
        size_t index = f->done++;
        f->left--;
        *pending -= 1;
        uint32_t field = index < node->length ? node->by_index[index] : PLAN_FIELDS;
        if (LIKELY(field != PLAN_FIELDS)) {
            f->seen |= (uint64_t)1 << field;
            f->next = field + 1;
            return 1;
        }
        if ((!node->skips && index >= node->length) || !plan_skip(r, p, 0) || (uint64_t)(r->end - *p) < *pending)
            return -1;
    }
    return 0;
}

#endif
