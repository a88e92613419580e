/*
 * free_threading.c: lists and dicts where other threads may change them at any time, in CPython built with
 * --disable-gil.
 *
 * A container is read while it is locked. The loop keeps small ones locked while it writes what is in them
 * (pack_lock()), for a few KiB of output. Before Python code can run or a lock is waited for, pack_keep() unlocks
 * them all, and the loop goes on with references to what is not written yet, in w->kept. Of other containers, the
 * leading scalars are written in a critical section (pack_shared), and the rest is kept at once. So the message has the
 * values that each container had at one moment.
 *
 * While an object is locked by pack_lock(), no Python code runs and nothing waits, not even for another lock: inner
 * containers are only tried. So there can be no deadlock.
 */
#include "map_entries.h"
#include "scalar_runs.h"

#ifdef Py_GIL_DISABLED

/* The most values of a container that is written without a frame. */
#define SHARED_LEAF 16

/* The most items of a list that are written while it is locked: no signal handlers run meanwhile. */
#define SHARED_MOST (1 << 20)

/* ---- kept values ---------------------------------------------------------- */

COLD bool pack_more_kept(struct packing *w, size_t n)
{
    size_t capacity = 2 * w->kept_capacity > w->kept_count + n ? 2 * w->kept_capacity : w->kept_count + n;
    PyObject **kept = PyMem_Malloc(capacity * sizeof *kept);
    if (kept == NULL) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(kept, w->kept, w->kept_count * sizeof *kept);
    for (size_t i = 0; i < w->depth; i++) {
        struct pack_frame *f = &w->frames[i];
        if (f->obj == NULL) {
            f->at = kept + (f->at - w->kept);
            f->stop = kept + (f->stop - w->kept);
        }
    }
    if (w->kept != w->first_kept)
        PyMem_Free(w->kept);
    w->kept = kept;
    w->kept_capacity = capacity;
    return true;
}

struct pack_frame *pack_push_kept(struct packing *w, size_t n, enum frame_kind kind, Py_ssize_t size, Py_ssize_t left)
{
    if ((UNLIKELY(w->depth == w->capacity) && pack_more_frames(w) < 0) ||
        (UNLIKELY(w->kept_capacity - w->kept_count < n) && !pack_more_kept(w, n)))
        return NULL;
    struct pack_frame *f = &w->frames[w->depth++];
    f->obj = f->pending = NULL;
    f->at = w->kept + w->kept_count;
    f->stop = f->at + n;
    f->kept_at = w->kept_count;
    f->size = size;
    f->left = left;
    f->kind = (uint8_t)kind;
    f->stride = 2;
    f->held = true;
    f->in_key = f->typed = false;
    return f;
}

/* ---- containers of few scalars ------------------------------------------------ */

/* Writes the values of a container that is locked or a tuple, if they are few and scalars. */
HAYA_INLINE bool pack_shared_leaf_values(struct packing *w, uint8_t **at, PyObject *o, bool is_dict)
{
#if LAYOUT_KNOWN
    PyObject **slot, **last, *value;
    if (is_dict) {
        Py_ssize_t left = PyDict_GET_SIZE(o);
        size_t stride;
        if (left > SHARED_LEAF || !layout_dict_slots(o, &slot, &last, &stride))
            return false;
        *at = haya_put_map_header(*at, (uint32_t)left);
        return pack_entries(w, at, &slot, last, stride, &left, &value);
    }
    Py_ssize_t n = Py_SIZE(o);
    slot = PyTuple_Check(o) ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
    last = slot + n;
    if (n > SHARED_LEAF)
        return false;
    *at = haya_put_array_header(*at, (uint32_t)n);
    return pack_scalars(w, at, slot, last, true) == last;
#else
    (void)w, (void)at, (void)o, (void)is_dict;
    return false;
#endif
}

uint8_t *pack_leaf(struct packing *w, uint8_t *p, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    bool is_dict = type == &PyDict_Type && w->opt->maps_fast, is_tuple = type == &PyTuple_Type;
    if ((!is_dict && type != &PyList_Type && !(is_tuple && !w->opt->strict_types)) ||
        (Py_ssize_t)w->depth + 1 >= w->opt->max_depth || w->countdown <= 1 || (p = pack_reserve(w, p, 0)) == NULL)
        return NULL;
    if (!is_tuple && pack_is_empty(o)) {
        *p = is_dict ? HAYA_FIXMAP : HAYA_FIXARRAY;
        return p + 1;
    }
    if (!is_tuple && !threads_try_lock(o))
        return NULL;
    bool whole = pack_shared_leaf_values(w, &p, o, is_dict);
    if (!is_tuple)
        threads_unlock(o);
    w->countdown -= whole;
    return LIKELY(whole) ? p : NULL;
}

/* ---- lists and dicts in a critical section ------------------------------------ */

/* Both write the header and what they can of a locked container, and push a frame for the rest, if there is one.
 * w->next: the value of that frame which comes first, and is no scalar, or NULL. False: an exception is set. */

HAYA_INLINE bool pack_shared_list(struct packing *w, PyObject *o, const bool layout)
{
    Py_ssize_t n = PyList_GET_SIZE(o);
    PyObject **item = ((PyListObject *)o)->ob_item, **stop = item + n;
    PyObject **most = n > SHARED_MOST ? item + SHARED_MOST : stop;
    uint8_t *p = haya_put_array_header(w->out->p, (uint32_t)n);
    item = pack_scalars(w, &p, item, most, layout);
    w->out->p = p;
    if (LIKELY(item == stop))
        return true;
    if (w->no_memory || PyErr_Occurred() || (p = pack_reserve(w, p, 0)) == NULL)
        return false;
    w->out->p = p;
    struct pack_frame *f = pack_push_kept(w, (size_t)(stop - item), FRAME_SEQUENCE, n, stop - item);
    if (f == NULL)
        return false;
    bool next = item < most;
    for (PyObject **to = f->at; item < stop; item++)
        *to++ = Py_NewRef(*item);
    w->kept_count += (size_t)f->left;
    if (next) {
        w->next = *f->at++;
        f->left--;
    }
    return true;
}

#if LAYOUT_KNOWN
/* Keeps the entries of a table from `slot` on, and the one before if its value is *value. */
static bool pack_shared_keep_slots(struct packing *w, Py_ssize_t size, Py_ssize_t left, PyObject **slot, size_t stride,
                                   PyObject *value)
{
    Py_ssize_t n = left + (value != NULL);
    if (w->no_memory || PyErr_Occurred())
        return false;
    struct pack_frame *f = pack_push_kept(w, (size_t)n * 2, FRAME_FIELDS, size, left);
    if (f == NULL)
        return false;
    PyObject **to = f->at;
    if (value != NULL) {
        slot -= stride;
        f->at += 2;
    }
    for (; n > 0; slot += stride) {
        if (UNLIKELY(slot[1] == NULL))
            continue;
        *to++ = Py_NewRef(slot[0]);
        *to++ = Py_NewRef(slot[1]);
        n--;
    }
    w->kept_count = (size_t)(to - w->kept);
    w->next = value;
    return true;
}

static bool pack_shared_table(struct packing *w, Py_ssize_t n, PyObject **slot, PyObject **last, size_t stride)
{
    Py_ssize_t left = n;
    PyObject *value;
    uint8_t *p = haya_put_map_header(w->out->p, (uint32_t)n);
    pack_entries(w, &p, &slot, last, stride, &left, &value);
    w->out->p = p;
    return (left == 0 && value == NULL && !w->no_memory) || pack_shared_keep_slots(w, n, left, slot, stride, value);
}
#endif

/* Packs an entry of scalars. False: nothing was written. */
static bool pack_shared_entry(struct packing *w, PyObject *key, PyObject *value)
{
    struct output *out = w->out;
    size_t before = (size_t)(out->p - out->begin);
    uint8_t *p = pack_reserve(w, out->p, 0);
    if (p != NULL && (p = pack_scalar(w, p, key, false)) != NULL && (p = pack_reserve(w, p, 0)) != NULL &&
        (p = pack_scalar(w, p, value, false)) != NULL) {
        out->p = p;
        return true;
    }
    out->p = out->begin + before;
    return false;
}

/* By public calls. */
static bool pack_shared_dict(struct packing *w, PyObject *o)
{
    Py_ssize_t n = PyDict_GET_SIZE(o), left = n, at = 0;
    PyObject *key, *value;
    struct pack_frame *f = NULL;
    w->out->p = haya_put_map_header(w->out->p, (uint32_t)left);
    while (left > 0 && PyDict_Next(o, &at, &key, &value)) {
        if (f == NULL) {
            if (pack_shared_entry(w, key, value)) {
                left--;
                continue;
            }
            if (w->no_memory || PyErr_Occurred() ||
                (f = pack_push_kept(w, (size_t)left * 2, FRAME_FIELDS, n, left)) == NULL)
                return false;
        }
        w->kept[w->kept_count++] = Py_NewRef(key);
        w->kept[w->kept_count++] = Py_NewRef(value);
        left--;
    }
    return true;
}

HAYA_INLINE bool pack_shared_write(struct packing *w, PyObject *o, bool is_list, const bool layout)
{
    if (is_list)
        return pack_shared_list(w, o, layout);
#if LAYOUT_KNOWN
    PyObject **slot, **last;
    size_t stride;
    if (layout && LIKELY(layout_dict_slots(o, &slot, &last, &stride)))
        return pack_shared_table(w, PyDict_GET_SIZE(o), slot, last, stride);
#endif
    return pack_shared_dict(w, o);
}

HAYA_INLINE enum pack_outcome pack_shared_any(struct packing *w, PyObject *o, const bool layout)
{
    bool is_list = PyList_Check(o), written = false;
    const char *fault = NULL;
    size_t depth = w->depth;
    w->next = NULL;
    THREADS_LOCK(o);
    Py_ssize_t n = is_list ? PyList_GET_SIZE(o) : PyDict_GET_SIZE(o);
    if (UNLIKELY((size_t)n > UINT32_MAX))
        fault = "too_long";
    else if (UNLIKELY((Py_ssize_t)depth >= w->opt->max_depth))
        fault = "too_deep";
    else
        written = pack_shared_write(w, o, is_list, layout);
    THREADS_UNLOCK();
    if (UNLIKELY(!written)) {
        if (fault != NULL)
            pack_fail(w, fault, o);
        return PACK_ERROR;
    }
    return w->depth == depth ? PACK_DONE : PACK_KEPT;
}

enum pack_outcome pack_shared_with_layout(struct packing *w, PyObject *o)
{
    return pack_shared_any(w, o, LAYOUT_KNOWN);
}

enum pack_outcome pack_shared_with_public_api(struct packing *w, PyObject *o)
{
    return pack_shared_any(w, o, false);
}

enum pack_outcome pack_shared(struct packing *w, PyObject *o)
{
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    w->limit = w->out->end - OUTPUT_SPARE;
    return w->state->layout.usable ? pack_shared_with_layout(w, o) : pack_shared_with_public_api(w, o);
}

#endif
