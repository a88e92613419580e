/* Tables for lists and maps, and the slots of values in them. */
#ifndef MSGPACK_DECODE_TABLE_H
#define MSGPACK_DECODE_TABLE_H

#include "scalar.h"

/* The slot for the value of the str key text[0 .. n). The text of a decimal
 * integer becomes an int key, unless string_keys. */
static zend_always_inline zval *decode_place_text(struct decoder *d, zend_array *table, bool string_keys,
                                                  const uint8_t *text, size_t n)
{
    if (!string_keys && n > 0 && *text <= '9' && text[n / 2] <= '9' && text[n - 1] <= '9') {
        zend_ulong index;
        if (!(n == 1 && *text == '-') && _zend_handle_numeric_str_ex((const char *)text, n, &index))
            return decode_place_index(d, table, index);
    }
    zend_string *key;
    if (EXPECTED(n - 1 < SHAPES_KEY_MAX && table->nTableSize <= SHAPES_MAP_MAX))
        key = shapes_key(d->shapes, text, n, (size_t)(d->end - text));
    else if (n - 1 < 31)
        key = decode_short_string(text, n, (size_t)(d->end - text));
    else
        key = zend_string_init((const char *)text, n, false);
    return decode_place(d, table, key);
}

/* The same for the text of a str8. */
zval *decode_place_str8(struct decoder *d, zend_array *table, bool string_keys, const uint8_t *text, size_t n);

/* decode_place_index without the call. */
static zend_always_inline zval *decode_place_int(struct decoder *d, zend_array *table, zend_ulong index)
{
    uint32_t chain = (uint32_t)index | table->nTableMask;
    uint32_t at = HT_HASH(table, chain);
    while (at != HT_INVALID_IDX) {
        Bucket *bucket = HT_HASH_TO_BUCKET(table, at);
        if (bucket->h == index && bucket->key == NULL) {
            decode_displace(d, &bucket->val);
            return &bucket->val;
        }
        at = Z_NEXT(bucket->val);
    }
    if (UNEXPECTED(table->nNumUsed >= table->nTableSize)) {
        zval *value = zend_hash_index_lookup(table, index);
        ZVAL_NULL(value);
        return value;
    }
    uint32_t i = table->nNumUsed++;
    Bucket *bucket = table->arData + i;
    bucket->key = NULL;
    bucket->h = index;
    ZVAL_NULL(&bucket->val);
    Z_NEXT(bucket->val) = HT_HASH(table, chain);
    HT_HASH(table, chain) = HT_IDX_TO_HASH(i);
    table->nNumOfElements++;
    if ((zend_long)index >= table->nNextFreeElement)
        table->nNextFreeElement = (zend_long)index < ZEND_LONG_MAX ? (zend_long)index + 1 : ZEND_LONG_MAX;
    return &bucket->val;
}

#define DECODE_CACHE_LINE 64u
#define DECODE_LIST_FETCHED 128u /* bytes of a list's slots: most lists have few elements */

/* emalloc of a constant size. Fetches the first bytes of the block that the next call for this size
 * returns: where other programs use the cache, too, the blocks of a large result are no longer in it. The
 * allocator's free blocks are a list, and a new block still begins with the address of the next one; if
 * something else is there, as in a debug build, fetching it does no harm. */
static zend_always_inline void *decode_alloc(size_t size, size_t fetched)
{
    void *block = emalloc(size);
    uintptr_t next = *(const volatile uintptr_t *)block;
    for (size_t i = 0; i < fetched; i += DECODE_CACHE_LINE)
        msgpack_fetch((const void *)(next + i));
    return block;
}

/* A packed table of the smallest size. */
static zend_always_inline zend_array *decode_new_short_list(void)
{
    zend_array *table = decode_alloc(sizeof *table, sizeof *table);
    *table = zend_empty_array;
    GC_SET_REFCOUNT(table, 1);
    GC_TYPE_INFO(table) = GC_ARRAY;
    HT_FLAGS(table) = HASH_FLAG_PACKED | HASH_FLAG_STATIC_KEYS;
    table->nTableMask = HT_MIN_MASK;
    void *data =
        decode_alloc(HT_HASH_SIZE(HT_MIN_MASK) + HT_MIN_SIZE * sizeof(msgpack_packed_slot), DECODE_LIST_FETCHED);
    table->arData = (Bucket *)((char *)data + HT_HASH_SIZE(HT_MIN_MASK));
    HT_HASH_RESET_PACKED(table);
    return table;
}

/* A packed table with capacity for n elements. The smallest size is a branch of its
 * own, so that the sizes to allocate are constants. */
static zend_always_inline zend_array *decode_new_list(uint32_t n)
{
    if (EXPECTED(n <= HT_MIN_SIZE))
        return decode_new_short_list();
    zend_array *table = zend_new_array(n);
    zend_hash_real_init_packed(table);
    return table;
}

static inline zend_array *decode_new_map(uint32_t n)
{
    zend_array *table = zend_new_array(n);
    zend_hash_real_init_mixed(table);
    HT_ALLOW_COW_VIOLATION(table); /* elements may refer to it while it is filled */
    return table;
}

#define DECODE_INDEXES_MAX 64u /* entries of the largest map that may become a packed table */

/* Whether a map of n entries whose first key is at p begins as a packed table: as in
 * PHP's own arrays, its first key is an index that fits into the table. */
static zend_always_inline bool decode_begins_packed(const struct decoder *d, const uint8_t *p, uint32_t n)
{
    return *p < DECODE_INDEXES_MAX && n <= DECODE_INDEXES_MAX && d->options->assoc && (*p < HT_MIN_SIZE || *p < n);
}

/* The slot for index i, which follows all indexes of the packed table and is below
 * its capacity. */
static zend_always_inline zval *decode_place_next(zend_array *table, uint32_t i)
{
    msgpack_packed_slot *slots = MSGPACK_PACKED_SLOTS(table);
    for (uint32_t hole = table->nNumUsed; hole < i; hole++)
        ZVAL_UNDEF(MSGPACK_PACKED_VALUE(&slots[hole]));
    MSGPACK_PACKED_SET_KEY(&slots[i], i);
    ZVAL_NULL(MSGPACK_PACKED_VALUE(&slots[i]));
    table->nNumUsed = i + 1;
    table->nNumOfElements++;
    table->nNextFreeElement = i + 1;
    return MSGPACK_PACKED_VALUE(&slots[i]);
}

/* Turns an INDEXES frame into a MAP frame: its table gets a hash part. */
void decode_leave_indexes(struct decode_frame *frame);

/* A table with the shape's hash part and no elements; decode_close_shape sets
 * the number of elements when all buckets are filled. Until then the engine can
 * free and traverse the table, which happens if the request ends meanwhile, but
 * a lookup would read buckets that are not filled. The smallest size is a
 * branch of its own, so that the sizes to allocate and copy are constants. */
static zend_always_inline zend_array *decode_new_shape(const struct shape *shape)
{
    enum { LEAST_HASH = HT_MIN_SIZE * 2 * sizeof(uint32_t), LEAST_DATA = LEAST_HASH + HT_MIN_SIZE * sizeof(Bucket) };
    zend_array *table = decode_alloc(sizeof *table, sizeof *table);
    void *data;
    *table = shape->table;
    if (EXPECTED(shape->hash_bytes == LEAST_HASH)) {
        data = decode_alloc(LEAST_DATA, LEAST_DATA);
        memcpy(data, shape->hash_part, LEAST_HASH);
    } else {
        data = emalloc(shape->data_bytes);
        memcpy(data, shape->hash_part, shape->hash_bytes);
    }
    HT_SET_DATA_ADDR(table, data);
    return table;
}

/* Adds a reference to the key of each of the table's first n buckets. */
void decode_count_keys(const zend_array *table, uint32_t n);

static zend_always_inline void decode_close_shape(zend_array *table, const struct shape *shape)
{
    if (UNEXPECTED(shape->counted))
        decode_count_keys(table, shape->count);
    table->nNumUsed = table->nNumOfElements = shape->count;
}

/* end: after the last element. */
static zend_always_inline void decode_close_list(zend_array *table, const msgpack_packed_slot *end)
{
    uint32_t n = (uint32_t)(end - MSGPACK_PACKED_SLOTS(table));
    table->nNumUsed = table->nNumOfElements = n;
    table->nNextFreeElement = n;
}

/* Gives the shape's table the n entries read so far, and its user is none any more. */
void decode_cut_shape(zend_array *table, struct shape *shape, uint32_t n);

/* The same, when a key differs from the shape's: counts as a miss of the shape. */
void decode_leave_shape(zend_array *table, struct shape *shape, uint32_t n);

#endif
