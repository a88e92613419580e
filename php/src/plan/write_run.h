/* Scalars by their type, and runs of them: the innermost loops of encoding. */
#ifndef MSGPACK_PLAN_WRITE_RUN_H
#define MSGPACK_PLAN_WRITE_RUN_H

#include "decode.h"
#include "write.h"

/* Copies n < 32 bytes of a zend_string's text to p, where ENCODE_SPACE bytes are free. Returns whether they are ASCII.
 */
static zend_always_inline bool plan_write_ascii(uint8_t *p, const char *s, size_t n)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t a, b, c, d;

    memcpy(&a, s, 8); /* a zend_string's text has 8 bytes, whatever its length */
    memcpy(p, &a, 8);
    if (n < 8)
        return (shapes_cut(a, n) & high) == 0;
    memcpy(&b, s + n - 8, 8);
    if (n <= 16) {
        memcpy(p + n - 8, &b, 8);
        return ((a | b) & high) == 0;
    }
    memcpy(&c, s + 8, 8);
    memcpy(&d, s + n - 16, 8);
    memcpy(p + 8, &c, 8);
    memcpy(p + n - 16, &d, 8);
    memcpy(p + n - 8, &b, 8);
    return ((a | b | c | d) & high) == 0;
}

/* Writes a short str at p; NULL: encode_string must write it. */
static zend_always_inline uint8_t *plan_write_text(const struct plan_writer *w, uint8_t *p, const zend_string *s)
{
    size_t n = ZSTR_LEN(s);

    if (UNEXPECTED(n >= 32) || (UNEXPECTED(!plan_write_ascii(p + 1, ZSTR_VAL(s), n)) && w->options.utf8))
        return NULL;
    *p = (uint8_t)(HAYA_FIXSTR | n);
    return p + 1 + n;
}

/* Writes a value without a type at p, if it is a short scalar, as encode_value does; else NULL. */
static zend_always_inline uint8_t *plan_write_any(const struct plan_writer *w, const zval *value, uint8_t *p)
{
    if (UNEXPECTED(w->options.uint64 || w->options.force_f32))
        return NULL;
    switch (Z_TYPE_P(value)) {
    case IS_NULL: return haya_put_nil(p);
    case IS_FALSE:
    case IS_TRUE: return haya_put_bool(p, Z_TYPE_P(value) == IS_TRUE);
    case IS_LONG: return haya_put_int(p, Z_LVAL_P(value));
    case IS_DOUBLE: return haya_put_double(p, Z_DVAL_P(value));
    case IS_STRING: return plan_write_text(w, p, Z_STR_P(value));
    default: return NULL;
    }
}

/* Writes a scalar without limits at *at, and moves it; false: plan_write_value must write the value. quick: the node's,
 * as a constant where it is one. */
static zend_always_inline bool plan_write_quick(struct plan_writer *w, const struct plan_node *node, uint8_t quick,
                                                const zval *value, uint8_t **at)
{
    uint8_t *p = *at;

    switch (quick) {
    case PLAN_INT:
        if (UNEXPECTED(Z_TYPE_P(value) != IS_LONG))
            break;
        p = haya_put_int(p, Z_LVAL_P(value));
        goto done;
    case PLAN_FLOAT:
        if (UNEXPECTED(Z_TYPE_P(value) != IS_DOUBLE || node->single))
            break;
        p = haya_put_double(p, Z_DVAL_P(value));
        goto done;
    case PLAN_BOOL:
        if (UNEXPECTED(Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE))
            break;
        p = haya_put_bool(p, Z_TYPE_P(value) == IS_TRUE);
        goto done;
    case PLAN_STRING:
        if (UNEXPECTED(Z_TYPE_P(value) != IS_STRING))
            break;
        p = plan_write_text(w, p, Z_STR_P(value));
        if (UNEXPECTED(p == NULL))
            return false;
        goto done;
    default: /* a value without a type; others have no quick form */
        p = node->kind == PLAN_ANY ? plan_write_any(w, value, p) : NULL;
        if (p == NULL)
            return false;
        goto done;
    }
    if (Z_TYPE_P(value) != IS_NULL || !node->nullable)
        return false;
    p = haya_put_nil(p);
done:
    *at = EXPECTED(p <= w->e.limit) ? p : encode_grow_at(&w->e, p, 0);
    return true;
}

/* ---- runs -------------------------------------------------------------------------------------------------- */

static zend_always_inline uint8_t *plan_write_texts(struct plan_writer *w, uint8_t *p, msgpack_packed_slot **slot,
                                                    const msgpack_packed_slot *stop)
{
    msgpack_packed_slot *s = *slot;

    for (; s < stop && Z_TYPE_P(MSGPACK_PACKED_VALUE(s)) == IS_STRING; s++) {
        uint8_t *after = plan_write_text(w, p, Z_STR_P(MSGPACK_PACKED_VALUE(s)));
        if (UNEXPECTED(after == NULL))
            break;
        p = EXPECTED(after <= w->e.limit) ? after : encode_grow_at(&w->e, after, 0);
    }
    *slot = s;
    return p;
}

/* Writes slots i .. end of a packed table, up to one with another value than the fast path writes. Returns its index,
 * or end. item: the type of the values. */
static zend_always_inline uint32_t plan_write_run(struct plan_writer *w, const struct plan_node *item,
                                                  zend_array *table, uint32_t i, uint32_t end)
{
    msgpack_packed_slot *slots = MSGPACK_PACKED_SLOTS(table), *slot = slots + i, *stop = slots + end;

    if (item->quick == PLAN_INT)
        w->e.pos = encode_ints(&w->e, w->e.pos, &slot, stop);
    else if (item->quick == PLAN_FLOAT && !item->single)
        w->e.pos = encode_doubles(&w->e, w->e.pos, &slot, stop);
    else if (item->quick == PLAN_STRING)
        w->e.pos = plan_write_texts(w, w->e.pos, &slot, stop);
    return (uint32_t)(slot - slots);
}

static zend_always_inline uint32_t plan_write_entries_of(struct plan_writer *w, const struct plan_node *node,
                                                         zend_array *table, uint32_t i, uint32_t end, uint8_t quick)
{
    const struct plan_node *item = node->of.item;
    Bucket *bucket = table->arData + i, *stop = table->arData + end;
    uint8_t *p = w->e.pos;

    for (; bucket < stop; bucket++) {
        if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF))
            continue;
        if (UNEXPECTED((bucket->key == NULL) != node->int_keys))
            break;
        /* A short key and a short value fit into ENCODE_SPACE. */
        uint8_t *after = node->int_keys ? haya_put_int(p, (int64_t)bucket->h) : plan_write_text(w, p, bucket->key);
        if (UNEXPECTED(after == NULL || !plan_write_quick(w, item, quick, &bucket->val, &after)))
            break;
        p = after;
    }
    w->e.pos = p;
    return (uint32_t)(bucket - table->arData);
}

/* The same for the entries of a hash table and the type of a map. */
static zend_always_inline uint32_t plan_write_entries(struct plan_writer *w, const struct plan_node *node,
                                                      zend_array *table, uint32_t i, uint32_t end)
{
    switch (node->of.item->quick) {
    case PLAN_INT: return plan_write_entries_of(w, node, table, i, end, PLAN_INT);
    case PLAN_STRING: return plan_write_entries_of(w, node, table, i, end, PLAN_STRING);
    case PLAN_ANY:
        if (node->of.item->kind != PLAN_ANY)
            return i;
        ZEND_FALLTHROUGH;
    default: return plan_write_entries_of(w, node, table, i, end, node->of.item->quick);
    }
}

#endif
