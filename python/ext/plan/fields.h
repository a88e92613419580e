/* fields.h: which field the next value of an object belongs to; inlined into the loop of decode.c. */
#ifndef HAYAPACK_PLAN_FIELDS_H
#define HAYAPACK_PLAN_FIELDS_H

#include "plan/reader.h"

/* Whether the key at p, before r->near_end, is this one with the shortest header. */
HAYA_INLINE bool plan_is_key(const struct plan_key *key, const uint8_t *p)
{
    uint64_t head[2], tail[2], other;
    memcpy(head, p, 16);
    if (((head[0] ^ key->head[0]) & key->mask[0]) != 0)
        return false;
    if (LIKELY(key->size <= 8))
        return true;
    other = (head[1] ^ key->head[1]) & key->mask[1];
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
        const struct plan_name *key = &node->names[k < node->key_count ? k : k - node->key_count];
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
            f->next = field + 1;
            return 1;
        }
        if ((!node->skips && index >= node->length) || !plan_skip(r, p, 0) || (uint64_t)(r->end - *p) < *pending)
            return -1;
    }
    return 0;
}

/* The datetime of a timestamp of 8 bytes. NULL: as plan_field_value(). */
HAYA_INLINE PyObject *plan_field_moment(const struct reader *r, uint64_t bits, bool *other)
{
    struct haya_timestamp time = {(int64_t)(bits & 0x3ffffffffu), (uint32_t)(bits >> 34)};
    PyObject *o = LIKELY(time.nanoseconds <= HAYA_NANOSECONDS_MAX) && r->opt->limits.ext_len >= 8
                      ? times_new(r->state, 3, &time)
                      : NULL;
    *other = o == NULL && !PyErr_Occurred();
    return o;
}

#if LAYOUT_KNOWN
/* The list of up to 15 numbers at *s. NULL: as plan_field_value(). */
HAYA_INLINE PyObject *plan_field_numbers(struct reader *r, const struct plan_node *node, const uint8_t **s, bool *other)
{
    const uint8_t *p = *s + 1;
    size_t n = **s & 0xf, left = n;
    *other = true;
    if ((**s & 0xf0) != HAYA_FIXARRAY || n == 0 || n > r->most || r->depth >= r->opt->limits.depth ||
        node->bounds != NULL)
        return NULL;
    PyObject **items = layout_items_new(n), **slot = items, *o = NULL;
    if (UNLIKELY(items == NULL)) {
        *other = false;
        return NULL;
    }
    p = node->item->kind == PLAN_INT ? unpack_int_run(&r->u, p, r->end, &slot, &left)
                                     : unpack_double_run(p, r->end, &slot, &left, true);
    if (LIKELY(left == 0)) {
        *other = false;
        *s = p;
        if (LIKELY((o = layout_list_of(items, (Py_ssize_t)n)) != NULL))
            return o;
    }
    while (slot > items)
        Py_DECREF(*--slot);
    PyMem_Free(items);
    return NULL;
}
#endif

/* The value of a field at *s, before r->near_end, if it is a scalar in its usual form. NULL: *other is set if the value
 * is for the general code, else it is not valid or an exception is set. */
HAYA_INLINE PyObject *plan_field_value(struct reader *r, const struct plan_key *key, const uint8_t **s, bool *other,
                                       const bool layout)
{
    const uint8_t *p = *s;
    size_t n;
    switch (key->kind) {
    case PLAN_INT:
        if (*p < 0x80) {
            *s = p + 1;
            return unpack_small(&r->u, *p, layout);
        }
        if (layout && LIKELY((uint8_t)(*p - HAYA_UINT8) <= HAYA_INT64 - HAYA_UINT8))
            return plan_integer(r, s, layout);
        break;
    case PLAN_STR:
        n = *p & 0x1f;
        if (LIKELY((*p & 0xe0) == HAYA_FIXSTR) && LIKELY(r->readable - p > 32)) {
            *s = p + 1 + n;
            return unpack_text(&r->u, p + 1, n, r->readable, layout);
        }
        break;
    case PLAN_FLOAT:
        if (LIKELY(*p == HAYA_FLOAT64)) {
            *s = p + 9;
            return unpack_float(haya_load_double(p + 1), layout);
        }
        break;
    case PLAN_BOOL:
        if (LIKELY((*p | 1) == HAYA_TRUE)) {
            *s = p + 1;
            return Py_NewRef(*p == HAYA_TRUE ? Py_True : Py_False);
        }
        break;
    case PLAN_DATETIME:
        if (LIKELY(*p == HAYA_FIXEXT8) && LIKELY((int8_t)p[1] == HAYA_TIMESTAMP_TYPE)) {
            *s = p + 10;
            return plan_field_moment(r, haya_load64(p + 2), other);
        }
        break;
#if LAYOUT_KNOWN
    case PLAN_NUMBERS:
        if (layout && *p != HAYA_NIL)
            return plan_field_numbers(r, key->node, s, other);
        break;
#endif
    default: break;
    }
    if (*p == HAYA_NIL && key->nullable) {
        *s = p + 1;
        return Py_NewRef(Py_None);
    }
    *other = true;
    return NULL;
}

/* Decodes the fields that follow in their order, up to one that the general code has to decode. Returns 1: the value at
 * *p is that of the field f->next - 1; 0: none of the next field has begun; -1: the pure back end decides, or an
 * exception is set. */
HAYA_INLINE int plan_field_run(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending,
                               const bool map, const bool layout)
{
    const struct plan_node *object = f->node;
    const uint8_t *s = *p, *near_end = r->near_end;
    size_t first = f->next, room = object->field_count - first;
    if (f->left < room)
        room = f->left;
    if (room == 0 || f->seen >> first != 0)
        return 0;
    const struct plan_key *begin = object->keys + first, *key = begin, *stop = begin + room;
    PyObject **slot = r->stack + f->base + first, *o = NULL;
    bool other = false, failed = false;
    for (; key < stop && LIKELY(s < near_end); key++) {
        const uint8_t *value = s;
        if (map) {
            if (UNLIKELY(!plan_is_key(key, s)))
                break;
            value += key->size;
        }
        s = value;
        if ((o = plan_field_value(r, key, &s, &other, layout)) == NULL) {
            failed = !other;
            s = value;
            break;
        }
        *slot++ = o;
    }
    size_t count = (size_t)(key - begin), begun = count + other;
    f->seen |= (count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX) << first;
    f->left -= begun;
    f->done += begun;
    f->next = (uint32_t)(first + begun);
    *pending -= begun << map;
    *p = s;
    return UNLIKELY(failed) || UNLIKELY(s > r->end) /* in the slack of a copy */ ? -1 : other;
}

#endif
