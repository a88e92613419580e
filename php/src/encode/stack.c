/*
 * The stack of open containers: its growth, the references taken before user
 * code runs (see encoder.h), and cleaning up.
 */
#include "encoder.h"

void encode_more_frames(struct encoder *e)
{
    e->frames = msgpack_grow_frames(e->frames, &e->capacity, ENCODE_FRAMES, sizeof *e->frames);
}

void encode_release(zend_refcounted *counted)
{
    zval value;
    if (counted == NULL || (GC_FLAGS(counted) & GC_IMMUTABLE))
        return;
    switch (GC_TYPE(counted)) {
    case IS_OBJECT: ZVAL_OBJ(&value, (zend_object *)counted); break;
    case IS_REFERENCE: ZVAL_REF(&value, (zend_reference *)counted); break;
    default: ZVAL_ARR(&value, (zend_array *)counted); break;
    }
    zval_ptr_dtor(&value);
}

void encode_hold_frame(struct encode_frame *frame)
{
    if (!frame->owned && frame->of.counted && !(GC_FLAGS(frame->of.counted) & GC_IMMUTABLE)) {
        GC_ADDREF(frame->of.counted);
        frame->owned = true;
    }
}

static bool encode_points_to_slots(const zend_array *table)
{
    if (HT_IS_PACKED(table))
        return false;
    for (uint32_t i = 0; i < table->nNumUsed; i++) {
        if (Z_TYPE(table->arData[i].val) == IS_INDIRECT)
            return true;
    }
    return false;
}

/* Replaces the table of a frame by a copy of the entries not yet written. */
static void encode_copy_rest(struct encode_frame *frame)
{
    zend_array *table = frame->of.table, *copy = zend_new_array(frame->left);
    zend_hash_real_init_mixed(copy);
    for (uint32_t i = frame->i; i < frame->end; i++) {
        const Bucket *bucket = &table->arData[i];
        const zval *from = &bucket->val;
        zval value;
        if (Z_TYPE_P(from) == IS_INDIRECT)
            from = Z_INDIRECT_P(from);
        if (Z_TYPE_P(from) == IS_UNDEF)
            continue;
        ZVAL_COPY(&value, from);
        if (bucket->key)
            zend_hash_add_new(copy, bucket->key, &value);
        else
            zend_hash_index_add_new(copy, bucket->h, &value);
    }
    if (frame->owned)
        encode_release(frame->of.counted);
    frame->of.table = copy;
    frame->owned = true;
    frame->i = 0;
    frame->end = copy->nNumUsed;
}

void encode_hold_table(struct encode_frame *frame)
{
    if (encode_points_to_slots(frame->of.table))
        encode_copy_rest(frame);
    else
        encode_hold_frame(frame);
}

static void encode_hold_any(struct encode_frame *frame)
{
    if (frame->of.counted && (frame->kind == ENCODE_PROPERTIES || frame->kind == ENCODE_VALUES))
        encode_hold_table(frame);
    else
        encode_hold_frame(frame);
}

void encode_hold(struct encoder *e)
{
    if (e->holding)
        return;
    e->holding = true;
    for (uint32_t i = 0; i < e->depth; i++)
        encode_hold_any(&e->frames[i]);
    for (uint32_t i = 0; i < e->refs.used; i++) {
        if (!(GC_FLAGS(e->refs.log[i].container) & GC_IMMUTABLE))
            GC_ADDREF(e->refs.log[i].container);
    }
}

void encode_clean(struct encoder *e)
{
    while (e->depth > 0)
        encode_pop(e);
    if (e->holding) {
        for (uint32_t i = 0; i < e->refs.used; i++)
            encode_release(e->refs.log[i].container);
    }
    refs_free(&e->refs);
    if (e->capacity > ENCODE_FRAMES)
        efree(e->frames);
}
