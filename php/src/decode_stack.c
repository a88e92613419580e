/* Growth of the stack and of the log; cleaning up after a message. */
#include "decode_stack.h"

#include "decode_table.h"

void decode_more_frames(struct decoder *d)
{
    uint32_t room = d->room * 2;
    if (d->room == DECODE_FRAMES) {
        struct decode_frame *frames = safe_emalloc(room, sizeof *frames, 0);
        memcpy(frames, d->frames, d->room * sizeof *frames);
        d->frames = frames;
    } else {
        d->frames = safe_erealloc(d->frames, room, sizeof *d->frames, 0);
    }
    d->room = room;
}

void decode_more_log(struct decoder *d)
{
    d->log_room = d->log_room ? d->log_room * 2 : 32;
    d->log = safe_erealloc(d->log, d->log_room, sizeof *d->log, 0);
}

void decode_close_broken(struct decoder *d)
{
    while (d->depth > 0) {
        struct decode_frame *frame = &d->frames[--d->depth];
        if (frame->kind == DECODE_LIST)
            decode_close_list(frame);
        else if (frame->kind == DECODE_SHAPE)
            decode_cut_shape(frame);
        if (frame->state == DECODE_TYPED)
            decode_untyped(d, frame);
    }
}

void decode_free(struct decoder *d)
{
    while (d->graves != NULL) {
        struct decode_graves *graves = d->graves;
        d->graves = graves->before;
        for (uint32_t i = 0; i < graves->used; i++)
            zval_ptr_dtor(&graves->values[i]);
        efree(graves);
    }
    if (d->log)
        efree(d->log);
    if (d->calls)
        efree(d->calls);
    if (d->room > DECODE_FRAMES)
        efree(d->frames);
}
