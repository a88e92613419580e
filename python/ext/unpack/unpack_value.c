/* unpack_value.c: one call of the decoding loop: its state before and after it. */
#include "cache_structs.h"
#include "unpack_state.h"

PyObject *unpack_value(struct native_state *state, const struct unpack_options *opt, const struct source *source,
                       size_t *used)
{
    struct unpacking u;
    u.state = state;
    u.opt = opt;
    u.source = source;
    u.frames = u.first_frames;
    u.depth = 0;
    u.capacity = UNPACK_FRAMES;
    u.stack = u.first_stack;
    u.stack_capacity = UNPACK_STACK;
    u.countdown = UNPACK_SIGNAL_INTERVAL;
    u.shallow = opt->limits.depth < opt->shallow ? opt->limits.depth : opt->shallow;
    u.key_frame = 0;
    u.registered = NULL;
    u.objects = NULL;
    if (UNLIKELY(opt->types != NULL) && unpack_begin_typed(&u) < 0)
        return NULL;
    if (UNLIKELY(opt->references) && references_begin(&u) < 0)
        return NULL;
    u.keys = keys_borrow(state);
    unpack_pause_first(&u);
    int status = unpack_run(&u);
    unpack_resume(&u);
    keys_give_back(state, u.keys);
    if (UNLIKELY(u.frames != u.first_frames))
        PyMem_Free(u.frames);
    if (UNLIKELY(u.stack != u.first_stack))
        PyMem_Free(u.stack);
    if (UNLIKELY(u.registered != NULL))
        state->registered->end(u.registered);
    if (UNLIKELY(u.objects != NULL))
        references_end(&u);
    if (status < 0)
        return NULL;
    *used = (size_t)(u.p - source->begin);
    return u.root;
}
