/*
 * pack_loop.h: the loop that packs values: one with an explicit stack, so that the depth does not depend on the
 * thread's stack. It is compiled three times: with CPython's private layout, twice, and without it.
 */
#ifndef HAYAPACK_PACK_LOOP_H
#define HAYAPACK_PACK_LOOP_H

#include "free_threading.h"

/* Pushes a frame for container o of n items or entries; of a FRAME_TABLE, the caller stores where the entries are.
 * held: the frame takes over the caller's reference, on success only. False: an exception is set. */
HAYA_INLINE bool pack_open(struct packing *w, PyObject *o, Py_ssize_t n, enum frame_kind kind, bool held,
                           const bool layout)
{
    if (UNLIKELY((Py_ssize_t)w->depth >= w->opt->max_depth || (size_t)n > UINT32_MAX)) {
        pack_fail(w, (size_t)n > UINT32_MAX ? "too_long" : "too_deep", o);
        return false;
    }
    if (UNLIKELY(w->depth == w->capacity) && pack_more_frames(w) < 0)
        return false;
    struct pack_frame *f = &w->frames[w->depth++];
    f->obj = o;
    f->pending = NULL;
    f->in_key = false;
    f->size = f->left = n;
    f->held = held;
    f->typed = false;
    f->kind = (uint8_t)kind;
    f->position = 0;
    if (kind == FRAME_SEQUENCE || kind == FRAME_PAIRS) {
        f->at = PyTuple_Check(o) ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
        f->stop = f->at + n;
    }
#if LAYOUT_KNOWN
    else if (layout && kind != FRAME_FIELDS && kind != FRAME_TABLE) {
        size_t stride;
        if (layout_dict_slots(o, &f->at, &f->stop, &stride))
            f->stride = (uint8_t)stride, f->kind = FRAME_TABLE;
    }
#else
    (void)layout;
#endif
    return true;
}

/* ---- more frames ---------------------------------------------------------- */

/* Opens the ext 100 around the rest of its value w->next, to whose frame a reference of its own is given. */
static bool pack_open_typed_rest(struct packing *w)
{
    PyObject *rest = w->next;
    w->next_typed = false;
    if (!pack_open(w, rest, PyTuple_GET_SIZE(rest), FRAME_SEQUENCE, true, false))
        return false;
    struct pack_frame *f = &w->frames[w->depth - 1];
    f->typed = true;
    f->typed_at = w->typed_at;
    f->at = f->stop;
    f->left = 0;
    Py_INCREF(rest);
    return true;
}

/* The frames of w->next after PACK_FIELDS and PACK_ITEMS, which they take over. kind: of the innermost one. False: an
 * exception is set. */
NOINLINE static bool pack_open_rest(struct packing *w, enum frame_kind kind)
{
    PyObject *rest = w->next;
    Py_ssize_t n = PyTuple_GET_SIZE(rest);
    if ((w->next_typed && !pack_open_typed_rest(w)) || !pack_open(w, rest, w->next_size, kind, true, false)) {
        Py_DECREF(rest);
        return false;
    }
    struct pack_frame *f = &w->frames[w->depth - 1];
    f->at = ((PyTupleObject *)rest)->ob_item;
    f->stop = f->at + n;
    f->stride = 2;
    f->left = kind == FRAME_FIELDS ? n / 2 : n;
    return true;
}

/* Saves the position in the innermost frame, if that is a sequence. */
HAYA_INLINE void pack_park(struct packing *w, PyObject **at, PyObject **stop)
{
    if (w->depth > 0 && at != NULL) {
        struct pack_frame *f = &w->frames[w->depth - 1];
        f->at = at;
        f->left = stop - at;
    }
}

/*
 * Packs o at w->out->p. as_map: o is a tuple of pairs, to be packed as a map. Returns 0 with out->p at the
 * end; or -1 with an exception set, and the frames left for pack_unpin().
 *
 * State:
 *   p          the next byte to write. It is kept in a register and stored in out->p before anything else
 *              may look at the output.
 *   o          the value to pack: borrowed from its container, from the frame's `pending`, or from the
 *              caller; at `open` with `held`, a reference of its own.
 *   at..stop   the items of the innermost container that are not packed yet, if it is a sequence; equal if it
 *              is a map or no container is open. w->frames[w->depth - 1].at is stale meanwhile: pack_park()
 *              updates it before a container opens inside or Python code runs.
 *
 * References: containers and items are borrowed while no Python code runs. pack_slow() and pack_signals() may
 * run Python code, after pack_pin() has taken references to all open containers. After that, `refind` reloads
 * at and stop from the innermost frame and reports `mutated` if its size has changed; a container further out
 * is checked when it becomes innermost again, at `close`.
 *
 * Labels:
 *   value      o is to be packed. No space in the output is guaranteed.
 *   container  o is a value that pack_scalar() does not write; OUTPUT_SPARE bytes are free at p.
 *   open_any   the same, after the check for a pause.
 *   slow       the slow path; the exceptions of pack_scalar() are passed on here.
 *   open_rest  w->next has the last entries or items of a container, whose header and first ones are written; `kind`
 *              says how they are read.
 *   open_sequence, open_map
 *              o is an exact list or tuple, or an exact dict. Leading scalars are packed before a frame is
 *              pushed, so that a container of scalars needs none.
 *   open_shared
 *              without a GIL: o is an exact list or dict that could not be locked, which free_threading.c packs.
 *   kept       without a GIL: a frame was pushed, and w->next is what comes before it: PACK_KEPT.
 *   open_borrowed, open
 *              `kind` says how o is read; held: the frame takes over the reference to o.
 *   next       a value was written, or a container was opened: goes on with at..stop, then with the next entry
 *              of a map, or closes the container.
 *   close      all items of the innermost container are written.
 *   refind     Python code may have run since at and stop were loaded.
 */
HAYA_INLINE int pack_loop(struct packing *w, PyObject *o, bool as_map, const bool layout)
{
    struct output *out = w->out;
    uint8_t *p = out->p;
    PyObject **at = NULL, **stop = NULL;
    PyTypeObject *type;
    enum frame_kind kind;
    Py_ssize_t n;
    bool held;

    if (UNLIKELY(as_map)) {
        kind = FRAME_PAIRS;
        goto open_borrowed;
    }
    if (Py_TYPE(o) == &PyList_Type || Py_TYPE(o) == &PyDict_Type) {
        if ((p = pack_reserve(w, p, 0)) == NULL)
            return -1;
        goto container;
    }

value:
    if ((p = pack_reserve(w, p, 0)) == NULL)
        return -1;
    {
        uint8_t *end = pack_scalar(w, p, o, layout);
        p = end != NULL ? end : w->start;
        if (end != NULL)
            goto next;
    }
container:
    if (UNLIKELY(w->no_memory))
        return -1;
    type = Py_TYPE(o);
    if (UNLIKELY(--w->countdown == 0))
        goto slow;
open_any:
    if (type == &PyList_Type) {
        if (pack_hold(w, o, p, layout))
            goto open_sequence;
        goto open_shared;
    }
    if (type == &PyDict_Type && LIKELY(w->opt->maps_fast)) {
        if (pack_hold(w, o, p, layout))
            goto open_map;
        goto open_shared;
    }
    if (type == &PyTuple_Type && !w->opt->strict_types)
        goto open_sequence;

slow:
    if (PyErr_Occurred())
        return -1;
    out->p = p;
    pack_park(w, at, stop);
    switch (UNLIKELY(w->countdown == 0) ? pack_paused(w, o, layout) : pack_slow(w, o)) {
    default: /* PACK_ERROR */ return -1;
    case PACK_DONE:
        p = out->p;
        w->limit = out->end - OUTPUT_SPARE;
        goto refind;
    case PACK_AS_IT_IS:
        p = out->p;
        o = w->next;
        type = Py_TYPE(o);
        at = stop = NULL;
        if (w->depth > 0 && w->frames[w->depth - 1].kind == FRAME_SEQUENCE) {
            at = w->frames[w->depth - 1].at;
            stop = w->frames[w->depth - 1].stop;
        }
        goto open_any;
    case PACK_SEQUENCE: kind = FRAME_SEQUENCE; break;
    case PACK_MAP: kind = FRAME_DICT; break;
    case PACK_PAIRS: kind = FRAME_PAIRS; break;
    case PACK_FIELDS: kind = FRAME_FIELDS; goto open_rest;
    case PACK_ITEMS: kind = FRAME_SEQUENCE; goto open_rest;
    case PACK_KEPT:
        if (PACK_HAS_GIL)
            return -1; /* it is no result then, and what follows the label is left out */
        w->limit = out->end - OUTPUT_SPARE;
        goto kept;
    case PACK_TYPED:
        p = out->p;
        w->limit = out->end - OUTPUT_SPARE;
        o = w->next;
        n = PyTuple_GET_SIZE(o);
        if (UNLIKELY(!pack_open(w, o, n, FRAME_SEQUENCE, true, layout))) {
            Py_DECREF(o);
            return -1;
        }
        at = w->frames[w->depth - 1].at;
        stop = at + n;
        w->frames[w->depth - 1].typed = true;
        w->frames[w->depth - 1].typed_at = p - out->begin;
        p += PACK_TYPED_HEADER;
        goto next;
    }
    p = out->p;
    w->limit = out->end - OUTPUT_SPARE;
    o = w->next;
    held = true;
    goto open;

open_rest:
    if (UNLIKELY(!pack_open_rest(w, kind)))
        return -1;
    p = out->p;
    w->limit = out->end - OUTPUT_SPARE;
    goto refind;

open_shared:
    if (pack_is_empty(o) && LIKELY((Py_ssize_t)w->depth < w->opt->max_depth)) {
        *p++ = type == &PyList_Type ? HAYA_FIXARRAY : HAYA_FIXMAP;
        goto next;
    }
    out->p = p;
    pack_park(w, at, stop);
    switch (pack_share(w, o, layout)) {
    default: /* PACK_ERROR */ return -1;
    case PACK_DONE: p = out->p; goto refind;
    case PACK_KEPT: break;
    }
kept:
    p = out->p;
    at = stop = NULL;
    if (w->frames[w->depth - 1].kind == FRAME_SEQUENCE) {
        at = w->frames[w->depth - 1].at;
        stop = w->frames[w->depth - 1].stop;
    }
    o = w->next;
    if (o != NULL)
        goto container;
    goto next;

open_sequence:
    n = Py_SIZE(o);
    if (LIKELY((Py_ssize_t)w->depth < w->opt->max_depth && n <= PACK_SIGNAL_INTERVAL)) {
        /* leading scalars are packed first: a sequence of scalars needs no frame */
        PyObject **item = Py_TYPE(o) == &PyTuple_Type ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
        PyObject **last = item + n;
        p = haya_put_array_header(p, (uint32_t)n);
        item = pack_leading_items(w, &p, item, last, layout);
        if (item == last) {
            pack_written(o);
            goto next;
        }
        pack_park(w, at, stop);
        out->p = p;
        if (UNLIKELY(!pack_open(w, o, n, FRAME_SEQUENCE, false, layout)))
            return -1;
        pack_opened(w, o);
        at = item + 1;
        stop = last;
        o = *item;
        if ((p = pack_reserve(w, p, 0)) == NULL)
            return -1;
        goto container;
    }
    kind = FRAME_SEQUENCE;
    goto open_borrowed;
open_map:
    n = PyDict_GET_SIZE(o);
#if LAYOUT_KNOWN
    if (layout && LIKELY((Py_ssize_t)w->depth < w->opt->max_depth && n <= (Py_ssize_t)UINT32_MAX)) {
        PyObject **slot, **last, *value;
        size_t stride;
        if (LIKELY(layout_dict_slots(o, &slot, &last, &stride))) {
            Py_ssize_t left = n;
            p = haya_put_map_header(p, (uint32_t)n);
            if (pack_leading_entries(w, &p, &slot, last, stride, &left, &value)) {
                pack_written(o);
                goto next;
            }
            pack_park(w, at, stop);
            out->p = p;
            if (UNLIKELY(!pack_open(w, o, n, FRAME_TABLE, false, layout)))
                return -1;
            pack_opened(w, o);
            struct pack_frame *f = &w->frames[w->depth - 1];
            f->at = slot;
            f->stop = last;
            f->stride = (uint8_t)stride;
            f->left = left;
            at = stop = NULL;
            if (UNLIKELY(w->no_memory))
                return -1;
            if (value == NULL)
                goto next;
            o = value;
            goto container;
        }
    }
#endif
    kind = FRAME_DICT;
open_borrowed:
    held = false;
    out->p = p;
    pack_park(w, at, stop);
open:
    n = kind == FRAME_DICT ? PyDict_GET_SIZE(o) : Py_SIZE(o);
    if (UNLIKELY(!pack_open(w, o, n, kind, held, layout))) {
        if (held)
            Py_DECREF(o);
        return -1;
    }
    at = stop = NULL;
    if (kind == FRAME_SEQUENCE) {
        p = haya_put_array_header(p, (uint32_t)n);
        at = w->frames[w->depth - 1].at;
        stop = at + n;
    } else {
        p = haya_put_map_header(p, (uint32_t)n);
    }

next:
    if (at != stop) {
        type = Py_TYPE(*at);
        if (PACK_HAS_GIL && type == &PyList_Type) {
            at = pack_number_lists(w, &p, at, stop, layout);
            type = at != stop ? Py_TYPE(*at) : type;
        }
        if (type != &PyList_Type && type != &PyDict_Type) {
            PyObject **most = stop - at > PACK_SIGNAL_INTERVAL ? at + PACK_SIGNAL_INTERVAL : stop;
            at = pack_scalars(w, &p, at, most, layout);
            if (UNLIKELY(at == most && at != stop)) {
                out->p = p;
                pack_park(w, at, stop);
                if (pack_signals(w) < 0)
                    return -1;
                goto refind;
            }
        }
        if (at != stop) {
            o = *at++;
            if ((p = pack_reserve(w, p, 0)) == NULL)
                return -1;
            goto container;
        }
    }
    if (UNLIKELY(w->depth == 0)) {
        out->p = p;
        return 0;
    }
    {
        struct pack_frame *f = &w->frames[w->depth - 1];
        PyObject *key;
        if (f->kind == FRAME_SEQUENCE)
            goto close;
        if (f->in_key) {
            f->in_key = false;
            o = f->pending;
            goto value;
        }
        if (UNLIKELY(f->pending != NULL)) {
            Py_CLEAR(f->pending); /* may run Python code, if the entry was replaced meanwhile */
            goto refind;
        }
#if LAYOUT_KNOWN
        if (layout && f->kind <= FRAME_FIELDS) {
            PyObject *value;
            if (pack_entries(w, &p, &f->at, f->stop, f->stride, &f->left, &value))
                goto close;
            if (value != NULL) {
                o = value;
                goto container;
            }
        }
#endif
        if (UNLIKELY(w->no_memory))
            return -1;
        switch (pack_next_entry(f, &key, &o)) {
        case 0: goto close;
        case 1: break;
        default: out->p = p; return pack_fail(w, "mutated", f->obj);
        }
        if ((p = pack_reserve(w, p, 0)) == NULL)
            return -1;
        uint8_t *end = pack_other_key(w, p, key, layout);
        p = end != NULL ? end : w->start;
        if (LIKELY(end != NULL))
            goto value;
        f->pending = Py_NewRef(o); /* packing the key may run Python code, which may remove the entry */
        f->in_key = true;
        o = key;
        goto value;
    }

close:
    w->depth--;
    {
        struct pack_frame *f = &w->frames[w->depth];
        bool disturbed = w->depth < w->pinned;
        pack_closed(w, f->obj, layout);
        if (UNLIKELY(f->typed) && (p = pack_typed_end(w, f, p)) == NULL) {
            w->depth++;
            return -1;
        }
        if (disturbed)
            w->pinned = w->depth;
        if (disturbed || f->held) {
            pack_release(w, f);
            goto refind;
        }
        if (w->depth > 0 && f[-1].kind == FRAME_SEQUENCE) {
            at = f[-1].at;
            stop = f[-1].stop;
        } else {
            at = stop = NULL;
        }
        goto next;
    }

refind:
    at = stop = NULL;
    if (w->depth > 0) {
        struct pack_frame *f = &w->frames[w->depth - 1];
        out->p = p;
        if (w->depth <= w->pinned && !pack_refind(f)) {
            return pack_fail(w, "mutated", f->obj);
        }
        if (f->kind == FRAME_SEQUENCE) {
            at = f->at;
            stop = f->stop;
        }
    }
    goto next;
}

#endif
