/* Growth of the stack and of the log; cleaning up after a message. */
#include "stack.h"

#include "array_slots.h"

void decode_more_frames(struct decoder *d)
{
    d->frames = msgpack_grow_frames(d->frames, &d->capacity, DECODE_FRAMES, sizeof *d->frames);
}

void decode_more_log(struct decoder *d)
{
    d->log_capacity = d->log_capacity ? d->log_capacity * 2 : 32;
    d->log = safe_erealloc(d->log, d->log_capacity, sizeof *d->log, 0);
}

bool decode_link(struct decoder *d, uint32_t target, const uint8_t *header)
{
    if (d->heights_capacity < d->seen) {
        d->heights = safe_erealloc(d->heights, d->log_capacity, sizeof *d->heights, 0);
        memset(d->heights + d->heights_capacity, 0, (d->log_capacity - d->heights_capacity) * sizeof *d->heights);
        d->heights_capacity = d->log_capacity;
    }
    /* Without references, containers are nested no deeper than the stack has capacity for. */
    uint32_t nested = MIN(d->capacity, d->options->limits.depth), most = MSGPACK_CHAIN_MAX + d->options->limits.depth;
    uint32_t height = MAX(d->heights[target], nested);
    if (height + d->depth > most) {
        d->failure->limit = most;
        return decode_fail(d, HAYA_ERR_TOO_DEEP, header);
    }
    /* Outwards. If a frame's height is at least this, that of the frames around it is, too. */
    for (uint32_t i = d->depth; i-- > 0; height++) {
        uint32_t *at = &d->heights[d->frames[i].ordinal];
        if (*at >= height)
            break;
        *at = height;
    }
    return true;
}

void decode_close_broken(struct decoder *d)
{
    while (d->depth > 0) {
        struct decode_frame *frame = &d->frames[--d->depth];
        if (frame->kind == DECODE_LIST)
            decode_close_list(frame->of.table, frame->next.packed);
        else if (frame->kind == DECODE_SHAPE)
            decode_cut_shape(frame->of.table, frame->shape, frame->index);
        if (frame->state == DECODE_PROPERTY)
            decode_unset_property(d, frame);
    }
}

void decode_free(struct decoder *d)
{
    while (d->temporaries != NULL) {
        struct decode_temporaries *temporaries = d->temporaries;
        d->temporaries = temporaries->before;
        for (uint32_t i = 0; i < temporaries->used; i++)
            zval_ptr_dtor(&temporaries->values[i]);
        efree(temporaries);
    }
    if (d->texts)
        decode_free_texts(d);
    if (d->log)
        efree(d->log);
    if (d->heights)
        efree(d->heights);
    if (d->named)
        efree(d->named);
    if (d->calls)
        efree(d->calls);
    if (d->capacity > DECODE_FRAMES)
        efree(d->frames);
}
