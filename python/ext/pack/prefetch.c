/*
 * prefetch.c: what is done once per `pace` containers: signals are checked, and objects that a large message will need
 * soon are prefetched.
 *
 * A processor's own prefetching finds objects that were made one after another, as a parser does. After the items of a
 * list were sorted, or in a graph whose objects were made at different times, each one is somewhere else, and so are
 * its table and its values: each place is found in the one before, and a container takes more instructions than a
 * processor looks ahead, so that it would wait for all of them.
 */
#include "pack_state.h"

#if PACK_LOOKS_AHEAD
/* Prefetches are in inlined functions only: gcc sees no effect in them, and removes calls of functions that have none.
 */

/* Outputs for at least so many bytes come from objects that are larger than the caches near the processor. */
#define AHEAD_OUTPUT (512 << 10)
/* Looking ahead goes on if of AHEAD_SAMPLE containers at least AHEAD_SCATTERED are further from the one before than
 * AHEAD_NEAR bytes. */
#define AHEAD_SAMPLE 16
#define AHEAD_SCATTERED 4
#define AHEAD_NEAR 4096
/* The most containers between two samples. */
#define AHEAD_REST 2048
/* The most values of one container that are prefetched. */
#define AHEAD_VALUES 32

/* The items of a list or the values of a dict, from *at to *stop, which are *stride pointers apart; NULL: of an entry
 * that was removed. False: o is NULL or something else. */
HAYA_INLINE bool prefetch_values(PyObject *o, PyObject ***at, PyObject ***stop, size_t *stride)
{
    if (o == NULL)
        return false;
    if (Py_TYPE(o) == &PyList_Type) {
        *at = ((PyListObject *)o)->ob_item;
        *stop = *at + PyList_GET_SIZE(o);
        *stride = 1;
    } else if (Py_TYPE(o) == &PyDict_Type && layout_dict_slots(o, at, stop, stride)) {
        *at += 1;
        *stop += 1;
    } else {
        return false;
    }
    if (*stop - *at > AHEAD_VALUES * (ptrdiff_t)*stride)
        *stop = *at + AHEAD_VALUES * *stride;
    return true;
}

/* Prefetches where a list or dict has its values: the beginning of a dict's table. */
HAYA_INLINE void prefetch_table(PyObject *o)
{
    if (o == NULL)
        return;
    if (Py_TYPE(o) == &PyDict_Type) {
        const char *keys = (const char *)layout_keys_of(o);
        for (size_t i = 0; i < 256; i += 64)
            __builtin_prefetch(keys + i);
    } else if (Py_TYPE(o) == &PyList_Type) {
        __builtin_prefetch(((PyListObject *)o)->ob_item);
        __builtin_prefetch(((PyListObject *)o)->ob_item + 8);
    }
}

/* Prefetches the values of a list or dict, or where these have their own values. */
HAYA_INLINE void prefetch_each(PyObject *o, const bool tables)
{
    PyObject **at, **stop;
    size_t stride;
    if (!prefetch_values(o, &at, &stop, &stride))
        return;
    for (; at < stop; at += stride) {
        if (tables)
            prefetch_table(*at);
        else
            __builtin_prefetch(*at);
    }
}

/* Prefetches the values of o and what the next containers in the innermost frame need. Each step reads what an earlier
 * one has prefetched. No Python code runs and no other thread does: what is read are references that containers have.
 */
HAYA_INLINE void prefetch_look(struct packing *w, PyObject *o)
{
    prefetch_each(o, false);
    if (w->depth == 0)
        return;
    const struct pack_frame *f = &w->frames[w->depth - 1];
    if (f->kind != FRAME_SEQUENCE && f->kind != FRAME_TABLE)
        return;
    ptrdiff_t stride = f->kind == FRAME_TABLE ? f->stride : 1;
    PyObject **at = f->at + (f->kind == FRAME_TABLE);
    ptrdiff_t left = f->stop - at;
    if (left > 8 * stride) {
        __builtin_prefetch(at[8 * stride]);
        prefetch_table(at[4 * stride]);
        prefetch_each(at[2 * stride], false);
        prefetch_each(at[stride], true);
        return;
    }
    if (left > 0)
        prefetch_table(at[0]);
    if (left > stride)
        prefetch_table(at[stride]);
}

/* Sets the pace from the place of o, which is a list or dict. */
HAYA_INLINE void prefetch_set_pace(struct packing *w, PyObject *o)
{
    uintptr_t distance = (uintptr_t)o - w->last_place;
    w->last_place = (uintptr_t)o;
    if (w->pace == 1) {
        w->scattered += distance + AHEAD_NEAR > 2 * AHEAD_NEAR;
        if (++w->sampled < AHEAD_SAMPLE)
            return;
        if (w->scattered < AHEAD_SCATTERED) {
            w->pace = w->rest;
            w->rest = w->rest < AHEAD_REST ? 2 * w->rest : AHEAD_REST;
        }
    } else if (w->out->end - w->out->begin >= AHEAD_OUTPUT) {
        w->pace = 1;
    }
    w->sampled = w->scattered = 0;
}
#endif

enum pack_outcome pack_paused(struct packing *w, PyObject *o, bool layout)
{
    w->waited += w->pace;
    if (w->waited >= PACK_SIGNAL_INTERVAL)
        return pack_checked(w, o);
#if PACK_LOOKS_AHEAD
    if (layout && (PyList_CheckExact(o) || PyDict_CheckExact(o))) {
        prefetch_set_pace(w, o);
        if (w->pace == 1)
            prefetch_look(w, o);
    }
#else
    (void)layout;
#endif
    w->countdown = w->pace;
    w->next = o;
    return PACK_AS_IT_IS;
}
