/* free_threading.c: what encoding reads of containers that other threads may change, without a GIL: encode_state.h. */
#include "pack/scalar_runs.h"
#include "plan/encode/encode_state.h"

#ifdef Py_GIL_DISABLED

/* Writes fields of the innermost frame, whose object is locked, until a value is no scalar or list of few scalars. */
static void encode_copy_write_fields(struct encoding *e, uint8_t **at, struct encode_frame *frame, const char *base)
{
    const struct class_field *field = frame->at;
    uint8_t *p = *at, *end;
    e->w.depth = e->depth;
    for (; field < frame->stop; field++, p = end) {
        PyObject *value = instance_value(base, field->place);
        size_t before = (size_t)(p - e->w.out->begin);
        end = LIKELY(value != NULL) && LIKELY((p = pack_reserve(&e->w, p, field->key_size)) != NULL)
                  ? pack_scalar(&e->w, class_plan_put_key(p, field), value, LAYOUT_KNOWN)
                  : NULL;
        if (UNLIKELY(end == NULL) && value != NULL && p != NULL && PyList_CheckExact(value) &&
            field->node->kind == PLAN_LIST)
            end = pack_leaf(&e->w, e->w.start, value);
        if (UNLIKELY(end == NULL)) {
            p = e->w.out->begin + before;
            break;
        }
    }
    frame->at = field;
    *at = p;
}

/* Writes what it can of the innermost frame's object, and takes references to the values of the rest, at one moment.
 * False: the values from frame->at on must be found in another way. */
static bool encode_copy_write_locked(struct encoding *e, uint8_t **at, struct encode_frame *frame, PyObject **to)
{
    PyObject *o = frame->f.obj, *dict;
    struct instance_places places = class_plan_places_of(&frame->node->writing->class, frame->at, 0);
    if (!e->w.state->layout.usable || !class_plan_is_placed(&frame->node->writing->class) ||
        UNLIKELY(!threads_try_lock(o)))
        return false;
    const char *base = instance_open(o, &places, &dict);
    bool taken = base != NULL;
    if (LIKELY(taken)) {
        encode_copy_write_fields(e, at, frame, base);
        places = class_plan_places_of(&frame->node->writing->class, frame->at, (size_t)(frame->stop - frame->at));
        taken = places.count == 0 || (!e->w.no_memory && instance_take(base, &places, to, 1));
        instance_close(dict);
    }
    threads_unlock(o);
    return taken;
}

/* Makes room for the values of the innermost frame's fields. NULL: MemoryError is set. */
HAYA_INLINE PyObject **encode_copy_room(struct encoding *e, const struct encode_frame *frame)
{
    size_t n = (size_t)(frame->stop - frame->at);
    if (UNLIKELY(e->w.kept_capacity - e->w.kept_count < n)) {
        e->w.depth = 0; /* it has no frames that point to what is kept */
        if (!pack_more_kept(&e->w, n))
            return NULL;
    }
    return e->w.kept + e->w.kept_count;
}

enum encode_step plan_encode_keep(struct encoding *e)
{
    struct encode_frame *frame = &e->frames[e->depth - 1];
    size_t n = (size_t)(frame->stop - frame->at);
    PyObject **to = encode_copy_room(e, frame);
    int taken = to != NULL ? class_plan_take(&frame->node->writing->class, frame->f.obj, frame->at, n, to) : -1;
    if (UNLIKELY(taken <= 0))
        return taken == 0 ? ENCODE_PURE : ENCODE_ERROR;
    frame->start = frame->at;
    e->w.kept_count += n;
    return ENCODE_NEXT;
}

enum encode_step plan_encode_fields(struct encoding *e, uint8_t **at)
{
    struct encode_frame *frame = &e->frames[e->depth - 1];
    PyObject **to = encode_copy_room(e, frame);
    if (UNLIKELY(to == NULL))
        return ENCODE_ERROR;
    if (UNLIKELY(!encode_copy_write_locked(e, at, frame, to)))
        return e->w.no_memory ? ENCODE_ERROR : plan_encode_keep(e);
    if (LIKELY(frame->at == frame->stop)) {
        e->depth--; /* nothing is kept; no Python code has run that would have pinned it */
        return ENCODE_NEXT;
    }
    frame->start = frame->at;
    e->w.kept_count += (size_t)(frame->stop - frame->at);
    return ENCODE_NEXT;
}

void plan_encode_release(struct encoding *e, const struct encode_frame *frame)
{
    if (frame->f.kind != FRAME_OBJECT) {
        if (frame->f.held)
            Py_DECREF(frame->f.obj);
        return;
    }
    for (size_t first = frame->kept; e->w.kept_count > first;)
        Py_DECREF(e->w.kept[--e->w.kept_count]);
}

/* Writes the header and leading scalars of a locked list, and moves *at to the end. A tuple of the rest; NULL: there is
 * none, MemoryError is set, or the list has too many items. *size: their number. */
static PyObject *encode_copy_begin_list(struct encoding *e, uint8_t **at, const struct plan_node *node, PyObject *list,
                                        Py_ssize_t *size)
{
    Py_ssize_t n = *size = PyList_GET_SIZE(list);
    if (UNLIKELY((size_t)n > UINT32_MAX))
        return NULL;
    PyObject **item = ((PyListObject *)list)->ob_item, **stop = item + n;
    bool objects = n != 0 && node != NULL && node->kind == PLAN_OBJECT && (PyObject *)Py_TYPE(*item) == node->cls;
    *at = haya_put_array_header(*at, (uint32_t)n);
    if (n <= PACK_SIGNAL_INTERVAL && !objects)
        item = pack_scalars(&e->w, at, item, stop, e->w.state->layout.usable);
    PyObject *rest = item < stop ? PyTuple_New(stop - item) : NULL;
    for (Py_ssize_t i = 0; rest != NULL && item < stop; i++)
        PyTuple_SET_ITEM(rest, i, Py_NewRef(*item++));
    return rest;
}

enum encode_step plan_encode_list(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                  const struct plan_node *const *each, PyObject *o)
{
    struct threads_held held;
    Py_ssize_t n;
    threads_hold(&held, o);
    PyObject *rest = encode_copy_begin_list(e, at, node, o, &n);
    threads_release(&held, o);
    if (UNLIKELY((size_t)n > UINT32_MAX))
        return ENCODE_PURE;
    if (rest == NULL)
        return UNLIKELY(PyErr_Occurred() != NULL) ? ENCODE_ERROR : ENCODE_NEXT;
    struct encode_frame *frame = encode_push(e, rest, FRAME_SEQUENCE);
    if (UNLIKELY(frame == NULL)) {
        Py_DECREF(rest);
        return ENCODE_ERROR;
    }
    Py_ssize_t left = PyTuple_GET_SIZE(rest);
    frame->f.at = ((PyTupleObject *)rest)->ob_item;
    frame->f.stop = frame->f.at + left;
    frame->f.size = n;
    frame->f.left = left;
    frame->f.held = true;
    frame->node = node;
    frame->each = each != NULL ? each + (n - left) : NULL;
    return ENCODE_NEXT;
}

void plan_encode_drop(struct encoding *e)
{
    while (e->depth > 0) {
        e->depth--;
        plan_encode_release(e, &e->frames[e->depth]);
    }
    if (e->w.kept != e->w.first_kept)
        PyMem_Free(e->w.kept);
}

#endif
