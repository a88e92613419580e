/* Scalars by their type, and runs of them: the innermost loops of encoding. */
#ifndef MSGPACK_PLAN_ENCODE_RUNS_H
#define MSGPACK_PLAN_ENCODE_RUNS_H

#include "../decode/decoder.h"
#include "encoder.h"

/* Writes a short str at p; NULL: encode_string must write it. */
static zend_always_inline uint8_t *plan_write_text(const struct plan_writer *w, uint8_t *p, const zend_string *s)
{
    size_t n = ZSTR_LEN(s);

    if (UNEXPECTED(n >= 32) || (UNEXPECTED(!encode_copy_ascii(p + 1, ZSTR_VAL(s), n)) && w->options.utf8))
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

/* Whether plan_write_run writes values of the type. */
static zend_always_inline bool plan_write_is_run(const struct plan_node *item)
{
    return item->quick == PLAN_INT || item->quick == PLAN_STRING || (item->quick == PLAN_FLOAT && !item->single);
}

/* Writes slots i .. end of a packed table, up to one with another value than the fast path writes. Returns its index,
 * or end. item: the type of the values. */
static zend_always_inline uint32_t plan_write_run(struct plan_writer *w, const struct plan_node *item,
                                                  zend_array *table, uint32_t i, uint32_t end)
{
    msgpack_packed_slot *slots = MSGPACK_PACKED_SLOTS(table), *slot = slots + i, *stop = slots + end;

    if (item->quick == PLAN_INT)
        w->e.pos = encode_numbers(&w->e, w->e.pos, &slot, stop, IS_LONG);
    else if (item->quick == PLAN_FLOAT && !item->single)
        w->e.pos = encode_numbers(&w->e, w->e.pos, &slot, stop, IS_DOUBLE);
    else if (item->quick == PLAN_STRING)
        w->e.pos = plan_write_texts(w, w->e.pos, &slot, stop);
    return (uint32_t)(slot - slots);
}

/* A list of at most 15 elements at p, if all of them are scalars that plan_write_run writes. Returns the position after
 * it. NULL: another value, and what was written is not part of the message. */
static zend_always_inline uint8_t *plan_write_short_list(struct plan_writer *w, const struct plan_node *node,
                                                         const zval *value, uint8_t *p)
{
    if (UNEXPECTED(Z_TYPE_P(value) != IS_ARRAY || node->limits != NULL || w->depth >= w->max_depth))
        return NULL;
    zend_array *table = Z_ARR_P(value);
    uint32_t n = table->nNumUsed;
    if (UNEXPECTED(!HT_IS_PACKED(table) || !HT_IS_WITHOUT_HOLES(table) || n > 15))
        return NULL;
    *p = (uint8_t)(HAYA_FIXARRAY | n);
    w->e.pos = p + 1; /* a short key and this byte fit into ENCODE_SPACE */
    plan_write_space(w);
    return plan_write_run(w, node->of.item, table, 0, n) == n ? w->e.pos : NULL;
}

static zend_always_inline uint32_t plan_write_entries_of(struct plan_writer *w, const struct plan_node *node,
                                                         zend_array *table, uint32_t i, uint32_t end, uint8_t quick)
{
    const struct plan_node *item = node->of.item;
    Bucket *bucket = table->arData + i, *stop = table->arData + end;
    const bool int_keys = node->int_keys;
    uint8_t *p = w->e.pos;

    for (; bucket < stop; bucket++) {
        if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF))
            continue;
        if (UNEXPECTED((bucket->key == NULL) != int_keys))
            break;
        /* A short key and a short value fit into ENCODE_SPACE. */
        uint8_t *after = int_keys ? haya_put_int(p, (zend_long)bucket->h) : plan_write_text(w, p, bucket->key);
        if (UNEXPECTED(after == NULL))
            break;
        if (quick == PLAN_LIST) {
            size_t used = (size_t)(p - w->e.begin);
            after = plan_write_short_list(w, item, &bucket->val, after);
            if (UNEXPECTED(after == NULL)) {
                p = EXPECTED(!w->e.lost) ? w->e.begin + used : w->e.pos;
                break;
            }
        } else if (UNEXPECTED(!plan_write_quick(w, item, quick, &bucket->val, &after))) {
            break;
        }
        p = after;
    }
    w->e.pos = p;
    return (uint32_t)(bucket - table->arData);
}

/* The same for the entries of a hash table and the type of a map. */
static zend_always_inline uint32_t plan_write_entries(struct plan_writer *w, const struct plan_node *node,
                                                      zend_array *table, uint32_t i, uint32_t end)
{
    const struct plan_node *item = node->of.item;

    if (item->kind == PLAN_LIST && plan_write_is_run(item->of.item))
        return plan_write_entries_of(w, node, table, i, end, PLAN_LIST);
    switch (item->quick) {
    case PLAN_INT: return plan_write_entries_of(w, node, table, i, end, PLAN_INT);
    case PLAN_STRING: return plan_write_entries_of(w, node, table, i, end, PLAN_STRING);
    case PLAN_ANY:
        if (item->kind != PLAN_ANY)
            return i;
        ZEND_FALLTHROUGH;
    default: return plan_write_entries_of(w, node, table, i, end, item->quick);
    }
}

#endif
