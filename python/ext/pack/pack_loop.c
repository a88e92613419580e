/* pack_loop.c: values -> bytes: the loop that packs a message, and what is there before and after it. */
#include "pack_loop.h"

static int pack_with_layout(struct packing *w, PyObject *o, bool as_map)
{
    return pack_loop(w, o, as_map, LAYOUT_KNOWN);
}

static int pack_with_public_api(struct packing *w, PyObject *o, bool as_map)
{
    return pack_loop(w, o, as_map, false);
}

static int pack_chosen(struct packing *w, PyObject *o, bool as_map)
{
    if (UNLIKELY(!w->state->layout.usable))
        return pack_with_public_api(w, o, as_map);
#if PACK_HAS_AVX512
    if (w->vector->avx512)
        return pack_with_avx512(w, o, as_map);
#endif
    return pack_with_layout(w, o, as_map);
}

HAYA_INLINE int pack_with(struct native_state *state, const struct pack_options *opt, struct output *out, PyObject *o,
                          bool as_map)
{
    struct packing w;
    pack_begin(&w, state, opt, out);
    w.countdown = w.pace = w.rest = PACK_PACE;
    w.last_place = 0;
    w.next_typed = false;
    if (UNLIKELY(opt->types != NULL)) {
        w.registered = state->registered->begin(state, opt->types);
        if (w.registered == NULL && PyErr_Occurred())
            return -1;
    }
    w.classes = UNLIKELY(opt->extended) ? classes_enter(state) : NULL;
    w.frames = w.first;
    w.depth = w.pinned = 0;
    w.capacity = PACK_FRAMES;
#ifdef Py_GIL_DISABLED
    w.kept = w.first_kept;
    w.kept_count = w.lock_room = 0;
    w.lock_base = PACK_UNLOCKED;
    w.kept_capacity = PACK_KEPT_FIRST;
#endif
    int status = pack_chosen(&w, o, as_map);
    if (UNLIKELY(status < 0 || w.frames != w.first))
        pack_unpin(&w);
#ifdef Py_GIL_DISABLED
    if (UNLIKELY(w.kept != w.first_kept))
        PyMem_Free(w.kept);
    if (UNLIKELY(w.again_count != 0))
        pack_keep_utf8(&w, status == 0);
#endif
    if (UNLIKELY(opt->extended))
        classes_leave(w.classes);
    if (UNLIKELY(opt->types != NULL) && w.registered != NULL)
        state->registered->end(w.registered);
    return status;
}

int pack_value(struct native_state *state, const struct pack_options *opt, struct output *out, PyObject *o)
{
    return pack_with(state, opt, out, o, false);
}

PyObject *pack_in_loop(struct native_state *state, const struct pack_options *opt, size_t *hint, PyObject *o)
{
    struct output out;
    output_begin(&out, hint);
    PyObject *bytes = NULL;
    if (LIKELY(pack_with(state, opt, &out, o, false) == 0)) {
        if (LIKELY(opt->lz4 == HAYA_LZ4_PLAIN))
            return output_take(state, &out);
        bytes = pack_take_compressed(state, opt, &out, o);
    }
    output_drop(&out);
    return bytes;
}

int pack_pairs(struct native_state *state, const struct pack_options *opt, struct output *out, PyObject *pairs)
{
    return pack_with(state, opt, out, pairs, true);
}
