/*
 * The stack of open containers: its growth, the counts that are taken before
 * user code runs, the end.
 */
#include "encode.h"

void encode_more_frames(struct encoder *e)
{
    uint32_t room = e->room * 2;
    if (e->room == ENCODE_FRAMES) {
        struct encode_frame *frames = safe_emalloc(room, sizeof *frames, 0);
        memcpy(frames, e->frames, e->room * sizeof *frames);
        e->frames = frames;
    } else {
        e->frames = safe_erealloc(e->frames, room, sizeof *e->frames, 0);
    }
    e->room = room;
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

void encode_hold(struct encoder *e)
{
    if (e->holding)
        return;
    e->holding = true;
    for (uint32_t i = 0; i < e->depth; i++)
        encode_hold_frame(&e->frames[i]);
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
    if (e->room > ENCODE_FRAMES)
        efree(e->frames);
}
