/* The stack of open containers: its growth, and the references that frames take before user code runs. */
#include "encoder.h"

static void write_hold_frame(struct plan_write_frame *frame)
{
    if ((frame->owned & PLAN_OWNS_CONTAINER) || frame->of.counted == NULL ||
        (GC_FLAGS(frame->of.counted) & GC_IMMUTABLE))
        return;
    GC_ADDREF(frame->of.counted);
    frame->owned |= PLAN_OWNS_CONTAINER;
}

void plan_write_hold(struct plan_writer *w)
{
    w->holding = true;
    for (uint32_t i = 0; i < w->depth; i++)
        write_hold_frame(&w->frames[i]);
}

static void write_more_frames(struct plan_writer *w)
{
    w->frames = msgpack_grow_frames(w->frames, &w->capacity, PLAN_WRITE_FRAMES, sizeof *w->frames);
}

struct plan_write_frame *plan_write_push(struct plan_writer *w, uint8_t inside, void *counted, uint32_t end)
{
    if (UNEXPECTED(w->depth >= w->max_depth)) {
        plan_write_fail(w, HAYA_ERR_TOO_DEEP, NULL, NULL);
        return NULL;
    }
    if (UNEXPECTED(w->depth == w->capacity))
        write_more_frames(w);
    struct plan_write_frame *frame = &w->frames[w->depth++];
    frame->inside = inside;
    frame->owned = 0;
    frame->i = frame->written = 0;
    frame->end = end;
    frame->of.counted = counted;
    if (UNEXPECTED(w->holding))
        write_hold_frame(frame);
    return frame;
}
