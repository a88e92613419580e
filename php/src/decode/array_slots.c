/* The slots of values: in arrays, by key, and temporary ones. */
#include "array_slots.h"

#include "../../../core/include/hayapack_format.h"

zval *decode_temp(struct decoder *d)
{
    struct decode_temporaries *temporaries = d->temporaries;
    if (temporaries == NULL || temporaries->used == DECODE_TEMPORARIES) {
        temporaries = emalloc(sizeof *temporaries);
        temporaries->before = d->temporaries;
        temporaries->used = 0;
        d->temporaries = temporaries;
    }
    zval *temp = &temporaries->values[temporaries->used++];
    ZVAL_NULL(temp);
    return temp;
}

void decode_displace(struct decoder *d, zval *slot)
{
    if (UNEXPECTED(Z_REFCOUNTED_P(slot)))
        ZVAL_COPY_VALUE(decode_temp(d), slot);
    ZVAL_NULL(slot);
}

static zend_never_inline zval *decode_replace(struct decoder *d, zval *value, zend_string *key)
{
    zend_string_release(key);
    if (Z_TYPE_P(value) == IS_INDIRECT)
        value = Z_INDIRECT_P(value);
    decode_displace(d, value);
    return value;
}

zval *decode_place(struct decoder *d, zend_array *table, zend_string *key)
{
    if (ZSTR_H(key) == 0)
        ZSTR_H(key) = msgpack_hash(ZSTR_VAL(key), ZSTR_LEN(key));
    zend_ulong h = ZSTR_H(key);
    uint32_t chain = (uint32_t)h | table->nTableMask;
    uint32_t at = HT_HASH(table, chain);
    while (at != HT_INVALID_IDX) {
        Bucket *bucket = HT_HASH_TO_BUCKET(table, at);
        if (bucket->h == h && bucket->key && (bucket->key == key || zend_string_equal_content(bucket->key, key)))
            return decode_replace(d, &bucket->val, key);
        at = Z_NEXT(bucket->val);
    }
    if (UNEXPECTED(table->nNumUsed >= table->nTableSize)) {
        zval nil;
        ZVAL_NULL(&nil);
        zval *value = zend_hash_add_new(table, key, &nil);
        zend_string_release(key);
        return value;
    }
    if (!ZSTR_IS_INTERNED(key))
        HT_FLAGS(table) &= ~HASH_FLAG_STATIC_KEYS;
    uint32_t i = table->nNumUsed++;
    Bucket *bucket = table->arData + i;
    bucket->key = key;
    bucket->h = h;
    ZVAL_NULL(&bucket->val);
    Z_NEXT(bucket->val) = HT_HASH(table, chain);
    HT_HASH(table, chain) = HT_IDX_TO_HASH(i);
    table->nNumOfElements++;
    return &bucket->val;
}

zval *decode_place_index(struct decoder *d, zend_array *table, zend_ulong index)
{
    return decode_place_int(d, table, index);
}

/* The same as msgpack_hash (DJBX33A: times 33, plus the next byte), which is slower
 * for texts of 32 bytes or more: this adds neighbouring bytes in pairs, then pairs of these. */
static zend_ulong decode_long_hash(const char *text, size_t n)
{
#if !defined(WORDS_BIGENDIAN) && SIZEOF_ZEND_LONG == 8
    const char *at = text, *end = text + n;
    uint64_t word, hash = 5381;
    for (; end - at >= 8; at += 8) {
        memcpy(&word, at, 8);
        if (UNEXPECTED(word & 0x8080808080808080u)) /* not ASCII: the sign of char matters */
            return msgpack_hash(text, n);
        word = (word & 0x00ff00ff00ff00ffu) * 33 + (word >> 8 & 0x00ff00ff00ff00ffu);
        word = (word & 0x0000ffff0000ffffu) * (33 * 33) + (word >> 16 & 0x0000ffff0000ffffu);
        word = (word & 0xffffffffu) * (33 * 33 * 33 * 33) + (word >> 32);
        hash = hash * 1406408618241u + word; /* 33 to the power of 8 */
    }
    for (; at < end; at++) {
        if (!MSGPACK_CHAR_IS_SIGNED && (*at & 0x80))
            return msgpack_hash(text, n);
        hash = hash * 33 + *at;
    }
    return hash | (zend_ulong)1 << 63; /* never 0 */
#else
    return msgpack_hash(text, n);
#endif
}

zval *decode_place_str8(struct decoder *d, zend_array *table, bool string_keys, const uint8_t *text, size_t n)
{
    if (UNEXPECTED(n < 32)) /* not the shortest form */
        return decode_place_text(d, table, string_keys, text, n);
    zend_string *key = zend_string_init((const char *)text, n, false);
    ZSTR_H(key) = decode_long_hash((const char *)text, n);
    return decode_place(d, table, key);
}

void decode_leave_indexes(struct decode_frame *frame)
{
    zend_array *table = frame->of.table;
    uint32_t size = table->nTableSize, mask = HT_SIZE_TO_MASK(size), used = table->nNumUsed;
    void *old = HT_GET_DATA_ADDR(table), *data = emalloc(HT_SIZE_EX(size, mask));
    msgpack_packed_slot *slot = MSGPACK_PACKED_SLOTS(table);
    HT_FLAGS(table) = (HT_FLAGS(table) & ~HASH_FLAG_PACKED) | HASH_FLAG_STATIC_KEYS;
    table->nTableMask = mask;
    HT_SET_DATA_ADDR(table, data);
    HT_HASH_RESET(table);
    table->nNumUsed = 0;
    for (uint32_t i = 0; i < used; i++) {
        zval *value = MSGPACK_PACKED_VALUE(&slot[i]);
        if (Z_TYPE_P(value) == IS_UNDEF)
            continue;
        Bucket *bucket = &table->arData[table->nNumUsed];
        ZVAL_COPY_VALUE(&bucket->val, value);
        bucket->h = i;
        bucket->key = NULL;
        Z_NEXT(bucket->val) = HT_HASH(table, i | mask);
        HT_HASH(table, i | mask) = HT_IDX_TO_HASH(table->nNumUsed++);
    }
    efree(old);
    frame->kind = DECODE_MAP;
}

void decode_count_keys(const zend_array *table, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        zend_string_addref(table->arData[i].key);
}

void decode_cut_shape(zend_array *table, struct shape *shape, uint32_t n)
{
    if (UNEXPECTED(shape->counted))
        decode_count_keys(table, n);
    table->nNumUsed = table->nNumOfElements = n;
    HT_HASH_RESET(table);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t chain = (uint32_t)table->arData[i].h | table->nTableMask;
        Z_NEXT(table->arData[i].val) = HT_HASH(table, chain);
        HT_HASH(table, chain) = HT_IDX_TO_HASH(i);
    }
    HT_ALLOW_COW_VIOLATION(table);
    shape->users--;
}

void decode_leave_shape(zend_array *table, struct shape *shape, uint32_t n)
{
    decode_cut_shape(table, shape, n);
    if (shape->misses < SHAPES_MISSES)
        shape->misses++;
}

void decode_unref(zval *out)
{
    zval inner;
    ZVAL_COPY(&inner, Z_REFVAL_P(out));
    zval_ptr_dtor(out);
    ZVAL_COPY_VALUE(out, &inner);
}
