/* frames.c: the open containers of one call of pack_value(), and the space that is free for the next value. */
#include "pack_state.h"

uint8_t *pack_grow(struct packing *w, uint8_t *p, size_t need)
{
    w->out->p = p;
    if (w->no_memory || output_grow(w->out, need + OUTPUT_SPARE) < 0) {
        w->no_memory = true;
        return NULL;
    }
    w->limit = w->out->end - OUTPUT_SPARE;
    return w->out->p;
}

int pack_room(struct packing *w, size_t need)
{
    struct output *out = w->out;
    return (size_t)(out->end - out->p) < need + OUTPUT_SPARE ? output_grow(out, need + OUTPUT_SPARE) : 0;
}

int pack_more_frames(struct packing *w)
{
    return memory_more(&w->frames, w->first, w->depth, 1, &w->capacity, sizeof *w->frames);
}

#ifdef Py_GIL_DISABLED
/* ---- containers that other threads may change: free_threading.c ------------------------ */

void pack_release_kept(struct packing *w, const struct pack_frame *f)
{
    while (w->kept_count > f->kept_at) {
        PyObject *o = w->kept[--w->kept_count];
        Py_DECREF(o);
    }
}

/* Keeps the items from the last one that the loop has taken on. */
static void frames_keep_items(struct packing *w, struct pack_frame *f)
{
    PyObject **from = f->at > ((PyListObject *)f->obj)->ob_item ? f->at - 1 : f->at;
    PyObject **to = w->kept + w->kept_count, **at = to + (f->at - from);
    while (from < f->stop)
        *to++ = Py_NewRef(*from++);
    f->at = at;
    f->stop = to;
}

/* The same for entries. */
static void frames_keep_entries(struct packing *w, struct pack_frame *f)
{
    PyObject **to = w->kept + w->kept_count, **from = f->at, **at = to;
    Py_ssize_t n = f->left;
    if (f->left < f->size) {
        from -= f->stride;
        at += 2;
        n++;
    }
    for (; n > 0; from += f->stride) {
        if (UNLIKELY(from[1] == NULL))
            continue;
        *to++ = Py_NewRef(from[0]);
        *to++ = Py_NewRef(from[1]);
        n--;
    }
    f->at = at;
    f->stop = to;
    f->kind = FRAME_FIELDS;
    f->stride = 2;
}

void pack_keep(struct packing *w)
{
    for (; w->lock_base < w->depth; w->lock_base++) {
        struct pack_frame *f = &w->frames[w->lock_base];
        PyObject *o = f->obj;
        if (Py_TYPE(o) == &PyTuple_Type)
            continue;
        if (f->kind == FRAME_SEQUENCE)
            frames_keep_items(w, f);
        else
            frames_keep_entries(w, f);
        f->obj = NULL;
        f->held = true;
        f->kept_at = w->kept_count;
        w->kept_count = (size_t)(f->stop - w->kept);
        threads_unlock(o);
    }
    w->lock_base = PACK_UNLOCKED;
    w->lock_room = 0;
}

void pack_unlock_all(struct packing *w)
{
    for (size_t i = w->lock_base; i < w->depth; i++)
        if (Py_TYPE(w->frames[i].obj) != &PyTuple_Type)
            threads_unlock(w->frames[i].obj);
    w->lock_base = PACK_UNLOCKED;
}
#endif

void pack_pin(struct packing *w)
{
#ifdef Py_GIL_DISABLED
    pack_keep(w);
#endif
    for (; w->pinned < w->depth; w->pinned++)
        if (!w->frames[w->pinned].held)
            Py_INCREF(w->frames[w->pinned].obj);
}

void pack_unpin(struct packing *w)
{
#ifdef Py_GIL_DISABLED
    pack_unlock_all(w);
#endif
    while (w->depth > 0) {
        struct pack_frame *f = &w->frames[--w->depth];
        if (f->held || w->depth < w->pinned)
            pack_release(w, f);
        Py_CLEAR(f->pending);
    }
    if (w->frames != w->first)
        PyMem_Free(w->frames);
}

bool pack_refind(struct pack_frame *f)
{
    PyObject **first;
    size_t stride;
    switch (f->kind) {
    case FRAME_SEQUENCE:
        if (f->obj == NULL || !PyList_Check(f->obj))
            return true;
        if (PyList_GET_SIZE(f->obj) != f->size)
            return false;
        f->stop = ((PyListObject *)f->obj)->ob_item + f->size;
        f->at = f->stop - f->left;
        return true;
    case FRAME_TABLE: {
#if LAYOUT_KNOWN
        PyObject **last;
        return layout_dict_slots(f->obj, &first, &last, &stride) && last == f->stop && stride == f->stride &&
               first <= f->at && PyDict_GET_SIZE(f->obj) == f->size;
#endif
    }
    /* fall through */
    case FRAME_DICT: return PyDict_GET_SIZE(f->obj) == f->size;
    default: (void)first, (void)stride; return true;
    }
}
