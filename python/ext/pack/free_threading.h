/*
 * free_threading.h: how the loop of pack_loop.h opens, writes and closes lists and dicts that other threads may change,
 * in CPython built with --disable-gil: free_threading.c. With a GIL each of these functions does what that makes
 * sufficient.
 */
#ifndef HAYAPACK_PACK_FREE_THREADING_H
#define HAYAPACK_PACK_FREE_THREADING_H

#include "map_entries.h"
#include "scalar_runs.h"

#ifdef Py_GIL_DISABLED
#define PACK_HAS_GIL false
#else
#define PACK_HAS_GIL true
#endif

#if defined(Py_GIL_DISABLED) && LAYOUT_KNOWN
/* References that are needed to keep a list or dict. */
HAYA_INLINE size_t pack_lock_room(PyObject *o)
{
    return Py_TYPE(o) == &PyList_Type ? (size_t)PyList_GET_SIZE(o) : 2 * (size_t)PyDict_GET_SIZE(o);
}

/* Locks a list or dict that is to be packed at p, if it may stay locked while what is in it is packed. False: nothing
 * was done. */
HAYA_INLINE bool pack_lock(struct packing *w, PyObject *o, const uint8_t *p)
{
    size_t at = (size_t)(p - w->out->begin);
    if (UNLIKELY(w->depth == w->capacity) || UNLIKELY((Py_ssize_t)w->depth >= w->opt->max_depth) ||
        (w->lock_base != PACK_UNLOCKED && UNLIKELY(at - w->lock_at > PACK_LOCKED_BYTES)) || !threads_try_lock(o))
        return false;
    size_t room = pack_lock_room(o);
    if (LIKELY(room <= PACK_KEPT_FIRST) && LIKELY(room <= w->kept_capacity - w->kept_count - w->lock_room) &&
        (Py_TYPE(o) == &PyList_Type || LIKELY(((PyDictObject *)o)->ma_values == NULL)))
        return true;
    threads_unlock(o);
    return false;
}

/* The innermost frame is that of o, which pack_lock() has locked. */
HAYA_INLINE void pack_locked(struct packing *w, PyObject *o)
{
    w->lock_room += pack_lock_room(o);
    if (w->lock_base == PACK_UNLOCKED) {
        w->lock_base = w->depth - 1;
        w->lock_at = (size_t)(w->out->p - w->out->begin);
    }
}

/* The frame of o, frames[w->depth], is closed, and is one of those from w->lock_base on. */
HAYA_INLINE void pack_unlock(struct packing *w, PyObject *o)
{
    if (Py_TYPE(o) != &PyTuple_Type) {
        w->lock_room -= pack_lock_room(o);
        threads_unlock(o);
    }
    if (w->depth == w->lock_base)
        w->lock_base = PACK_UNLOCKED;
}

/* As pack_scalars() and pack_entries(), here with containers of few scalars. */

HAYA_INLINE PyObject **pack_leading_items(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                          const bool layout)
{
    for (;; item++) {
        item = pack_scalars(w, at, item, stop, layout);
        if (item == stop || !layout || UNLIKELY(w->no_memory))
            return item;
        size_t before = (size_t)(*at - w->out->begin);
        uint8_t *end = pack_leaf(w, *at, *item);
        *at = end != NULL ? end : w->out->begin + before;
        if (end == NULL)
            return item;
    }
}

HAYA_INLINE bool pack_leading_entries(struct packing *w, uint8_t **at, PyObject ***slot, PyObject **stop, size_t stride,
                                      Py_ssize_t *left, PyObject **value)
{
    for (;;) {
        if (pack_entries(w, at, slot, stop, stride, left, value))
            return true;
        if (*value == NULL)
            return false;
        size_t before = (size_t)(*at - w->out->begin);
        uint8_t *end = pack_leaf(w, *at, *value);
        *at = end != NULL ? end : w->out->begin + before;
        if (end == NULL)
            return false;
    }
}

/* Whether the loop may read a list or dict, which is to be packed at p, from here on. Then pack_written() or
 * pack_opened() follows; else pack_share() has to pack it. An empty one needs no lock. */
HAYA_INLINE bool pack_hold(struct packing *w, PyObject *o, const uint8_t *p, const bool layout)
{
    return layout && !pack_is_empty(o) && LIKELY(pack_lock(w, o, p));
}

/* A tuple, or what pack_hold() was true for, is written without a frame. */
HAYA_INLINE void pack_written(PyObject *o)
{
    if (Py_TYPE(o) != &PyTuple_Type)
        threads_unlock(o);
}

/* The same has the innermost frame. */
HAYA_INLINE void pack_opened(struct packing *w, PyObject *o)
{
    if (Py_TYPE(o) != &PyTuple_Type)
        pack_locked(w, o);
}

/* The frame of o, frames[w->depth], is closed. */
HAYA_INLINE void pack_closed(struct packing *w, PyObject *o, const bool layout)
{
    if (layout && w->depth >= w->lock_base)
        pack_unlock(w, o);
}
#else
HAYA_INLINE bool pack_hold(const struct packing *w, PyObject *o, const uint8_t *p, const bool layout)
{
    (void)w, (void)o, (void)p, (void)layout;
    return PACK_HAS_GIL;
}

HAYA_INLINE void pack_written(PyObject *o)
{
    (void)o;
}

HAYA_INLINE void pack_opened(const struct packing *w, PyObject *o)
{
    (void)w, (void)o;
}

HAYA_INLINE void pack_closed(const struct packing *w, PyObject *o, const bool layout)
{
    (void)w, (void)o, (void)layout;
}

HAYA_INLINE PyObject **pack_leading_items(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                          const bool layout)
{
    return pack_scalars(w, at, item, stop, layout);
}

#if LAYOUT_KNOWN
HAYA_INLINE bool pack_leading_entries(struct packing *w, uint8_t **at, PyObject ***slot, PyObject **stop, size_t stride,
                                      Py_ssize_t *left, PyObject **value)
{
    return pack_entries(w, at, slot, stop, stride, left, value);
}
#endif
#endif

/* Packs an exact list or dict for which pack_hold() was false, at w->out->p: as pack_shared_with_layout(). Never called
 * with a GIL. */
HAYA_INLINE enum pack_outcome pack_share(struct packing *w, PyObject *o, const bool layout)
{
#ifdef Py_GIL_DISABLED
    pack_keep(w);
    return layout ? pack_shared_with_layout(w, o) : pack_shared_with_public_api(w, o);
#else
    (void)w, (void)o, (void)layout;
    return PACK_ERROR;
#endif
}

#endif
