/* Tables for lists and maps, and the places of values in them. */
#ifndef MSGPACK_DECODE_TABLE_H
#define MSGPACK_DECODE_TABLE_H

#include "decode.h"

/* The place for the str key text[0 .. n). */
static zend_always_inline zval *decode_place_text(struct decoder *d, struct decode_frame *frame,
                                                  const uint8_t *text, size_t n)
{
    zend_array *table = frame->of.table;
    if (!frame->string_keys && n > 0 && *text <= '9' &&
        text[n / 2] <= '9' && text[n - 1] <= '9') {
        zend_ulong index;
        if (!(n == 1 && *text == '-') &&
            _zend_handle_numeric_str_ex((const char *)text, n, &index))
            return decode_place_index(d, table, index);
    }
    zend_string *key;
    if (EXPECTED(n - 1 < SHAPES_KEY_MAX && table->nTableSize <= SHAPES_MAP_MAX))
        key = shapes_key(d->shapes, text, n, (size_t)(d->end - text));
    else
        key = zend_string_init((const char *)text, n, false);
    return decode_place(d, table, key);
}

static inline zend_array *decode_new_list(uint32_t n)
{
    zend_array *table = zend_new_array(n);
    zend_hash_real_init_packed(table);
    return table;
}

static inline zend_array *decode_new_map(uint32_t n)
{
    zend_array *table = zend_new_array(n);
    zend_hash_real_init_mixed(table);
    return table;
}

static inline zend_array *decode_new_shape(const struct shape *shape)
{
    zend_array *table = zend_new_array(shape->table_size);
    table->nTableMask = shape->table_mask; /* first: the next line reads it */
    HT_SET_DATA_ADDR(table, emalloc(HT_SIZE_EX(shape->table_size, shape->table_mask)));
    HT_FLAGS(table) = 0;
    memcpy(HT_GET_DATA_ADDR(table), shape->hash_part, shape->hash_bytes);
    return table;
}

static zend_always_inline void decode_close_list(struct decode_frame *frame)
{
    zend_array *table = frame->of.table;
    uint32_t n = (uint32_t)(frame->next.packed - MSGPACK_PACKED_SLOTS(table));
    table->nNumUsed = table->nNumOfElements = n;
    table->nNextFreeElement = n;
}

/* Another key came than the shape has: on with a map. */
void decode_leave_shape(struct decode_frame *frame);

#endif
