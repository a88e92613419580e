/* Whole records, without the decoding loop. */
#include "record.h"

#include "stack.h"
#include "table.h"

/* decode_flat_map for a map with as many entries as the shape has. */
static zend_never_inline const uint8_t *decode_flat_map_of(struct decoder *d, zval **slot, const uint8_t *p,
                                                           uint64_t pending, struct shape *shape)
{
    const uint8_t *header = p++;
    uint32_t n = shape->count;
    if (d->depth >= d->options->limits.depth || n > d->options->limits.map_len)
        return NULL;
    if (!decode_may_have_shape(d, shape, p) || (uint64_t)(d->end - p) < pending + 2 * n)
        return NULL;
    zend_array *table = decode_new_shape(shape);
    const struct shape_key *key = shape->keys, *last = &shape->keys[shape->count];
    Bucket *bucket = table->arData;
    ZVAL_ARR(*slot, table);
    bool stopped = decode_entries(d, &p, &key, last, &bucket);
    if (EXPECTED(key == last && !stopped)) {
        shape->misses = 0;
        decode_close_shape(table, shape);
        decode_log(d, table);
        return p;
    }
    struct decode_frame *frame = decode_push(d, *slot, table, header, pending);
    frame->kind = DECODE_SHAPE;
    frame->shape = shape;
    shape->users++;
    frame->of.table = table;
    frame->next.bucket = bucket;
    frame->index = (uint32_t)(key - shape->keys);
    frame->left = (uint32_t)(last - key);
    *slot = stopped ? &bucket[-1].val : NULL;
    return p;
}

const uint8_t *decode_flat_map(struct decoder *d, zval **slot, const uint8_t *p, uint64_t pending)
{
    struct shape *shape = d->shapes->recent[d->depth & (SHAPES_RECENT - 1)];
    if ((*p & 0xf0) != HAYA_FIXMAP || shape == NULL || shape->count != (*p & 15u))
        return NULL;
    return decode_flat_map_of(d, slot, p, pending, shape);
}

const uint8_t *decode_declared(struct decoder *d, struct decode_frame *frame, const uint8_t *p)
{
    zend_object *object = frame->of.object;
    zend_property_info **table = object->ce->properties_info_table;
    uint32_t count = (uint32_t)object->ce->default_properties_count;
    while (frame->left > 0 && p <= d->far) {
        while (frame->index < count && table[frame->index] == NULL)
            frame->index++;
        if (frame->index == count)
            break;
        zend_property_info *info = table[frame->index];
        size_t n = ZSTR_LEN(info->name);
        if (n > 31 || *p != (HAYA_FIXSTR | n) || (size_t)(d->end - p) <= n ||
            !decode_same(p + 1, ZSTR_VAL(info->name), n))
            break;
        zval *slot = OBJ_PROP(object, info->offset), value;
        if (UNEXPECTED(Z_REFCOUNTED_P(slot)))
            break;
        const uint8_t *after = decode_quick(p + 1 + n, d->end, &value);
        if (after == NULL)
            break;
        if (UNEXPECTED(ZEND_TYPE_IS_SET(info->type) && !ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE(value)))) {
            zval_ptr_dtor_nogc(&value);
            break;
        }
        ZVAL_COPY_VALUE(slot, &value);
        Z_PROP_FLAG_P(slot) = 0;
        frame->index++;
        frame->left--;
        p = after;
    }
    return p;
}
