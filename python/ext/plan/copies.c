/* copies.c: what encoding reads of containers that other threads may change, without a GIL: encoding.h. */
#include "pack/runs.h"
#include "plan/encoding.h"

#ifdef Py_GIL_DISABLED

int plan_writing_take(const struct plan_node *node, PyObject *o, const struct writing_field *first, size_t n,
                      PyObject **to)
{
    const struct plan_writing *writing = node->writing;
    const struct instance_places at = {.type = (PyTypeObject *)node->cls,
                                       .in_slots = writing->storage == WRITING_SLOTS,
                                       .place = &first->place,
                                       .apart = sizeof *first,
                                       .count = n};
    if (LIKELY(instance_version(at.type) == writing->version) && (at.in_slots || writing->keys != NULL) &&
        instance_values(o, &at, to, 1))
        return 1;
    for (size_t i = 0; i < n; i++) {
        to[i] = first[i].name != NULL ? PyObject_GetAttr(o, first[i].name) : Py_NewRef(Py_None);
        if (LIKELY(to[i] != NULL))
            continue;
        while (i-- > 0)
            Py_DECREF(to[i]);
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    return 1;
}

enum encode_step plan_encode_keep(struct encoding *e)
{
    struct encode_frame *frame = &e->frames[e->depth - 1];
    size_t n = (size_t)(frame->stop - frame->at);
    frame->start = frame->at;
    if (UNLIKELY(e->w.kept_capacity - e->w.kept_count < n) && !pack_more_kept(&e->w, n))
        return ENCODE_ERROR;
    int taken = plan_writing_take(frame->node, frame->f.obj, frame->at, n, e->w.kept + e->w.kept_count);
    if (UNLIKELY(taken <= 0))
        return taken == 0 ? ENCODE_PURE : ENCODE_ERROR;
    e->w.kept_count += n;
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
static PyObject *copies_begin_list(struct encoding *e, uint8_t **at, const struct plan_node *node, PyObject *list,
                                   Py_ssize_t *size)
{
    Py_ssize_t n = *size = PyList_GET_SIZE(list);
    if (UNLIKELY((size_t)n > UINT32_MAX))
        return NULL;
    PyObject **item = ((PyListObject *)list)->ob_item, **stop = item + n;
    bool objects = n != 0 && node != NULL && node->kind == PLAN_OBJECT && (PyObject *)Py_TYPE(*item) == node->cls;
    *at = haya_put_array_header(*at, (uint32_t)n);
    if (n <= PACK_PATIENCE && !objects)
        item = pack_scalars(&e->w, at, item, stop, e->w.state->layout.usable);
    PyObject *rest = item < stop ? PyTuple_New(stop - item) : NULL;
    for (Py_ssize_t i = 0; rest != NULL && item < stop; i++)
        PyTuple_SET_ITEM(rest, i, Py_NewRef(*item++));
    return rest;
}

enum encode_step plan_encode_list(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                  const struct plan_node *const *each, PyObject *o)
{
    PyObject *rest;
    Py_ssize_t n;
    if (LIKELY(threads_try_lock(o))) {
        rest = copies_begin_list(e, at, node, o, &n);
        threads_unlock(o);
    } else {
        THREADS_LOCK(o);
        rest = copies_begin_list(e, at, node, o, &n);
        THREADS_UNLOCK();
    }
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
