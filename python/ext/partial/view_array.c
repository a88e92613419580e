/* view_array.c: lazy views of arrays. */
#include "view.h"

/* The least distance between two marks in bytes: short enough to skip quickly, and long enough that the marks
 * take little memory compared with the message. */
#define MARK_BYTES 256
#define MARK_STEP_MOST 64 /* the most elements that one call skips */

struct mark {
    size_t pos;
    uint32_t index;
};

struct array_view {
    struct view view;
    struct mark *marks; /* ascending; at least MARK_BYTES apart */
    size_t mark_count, mark_capacity;
    struct mark last; /* where the last search ended */
    struct mark far;  /* the furthest element that a search has reached */
};

static int array_note(struct array_view *self, const struct mark *mark)
{
    if (self->mark_count == self->mark_capacity &&
        memory_more(&self->marks, NULL, self->mark_count, 1, &self->mark_capacity, sizeof *self->marks) < 0)
        return -1;
    self->marks[self->mark_count++] = *mark;
    return 0;
}

/* The last element with a stored cursor at or before `index`. */
static struct mark array_nearest(const struct array_view *self, uint32_t index)
{
    struct mark best = {self->view.cursor.pos + self->view.header.size, 0};
    size_t low = 0, high = self->mark_count;
    if (self->far.pos != 0 && self->far.index <= index)
        return self->far;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (self->marks[middle].index <= index)
            low = middle + 1;
        else
            high = middle;
    }
    if (low != 0)
        best = self->marks[low - 1];
    if (self->last.pos != 0 && self->last.index <= index && self->last.index > best.index)
        best = self->last;
    return best;
}

/* Moves *cursor to element `index`. -1: an exception is set. */
static int array_find(struct array_view *self, uint32_t index, struct haya_cursor *cursor)
{
    const struct partial *m = &self->view.source->message;
    struct mark at = array_nearest(self, index);
    uint32_t step = 1;
    *cursor = haya_cursor_inside(self->view.cursor, &self->view.header);
    cursor->pos = at.pos;
    cursor->pending -= at.index;
    while (at.index < index) {
        size_t before = cursor->pos;
        uint32_t n = index - at.index < step ? index - at.index : step;
        if (partial_skip(m, cursor, n) < 0)
            return -1;
        at = (struct mark){cursor->pos, at.index + n};
        size_t known = self->mark_count != 0 ? self->marks[self->mark_count - 1].pos
                                             : self->view.cursor.pos + self->view.header.size;
        if (at.pos >= known + MARK_BYTES && array_note(self, &at) < 0)
            return -1;
        if (at.index > self->far.index)
            self->far = at;
        if (at.pos - before > MARK_BYTES / 2)
            step = step > 1 ? step / 2 : 1;
        else if (step < MARK_STEP_MOST)
            step *= 2;
    }
    self->last = at;
    return 0;
}

static PyObject *array_item(struct array_view *self, Py_ssize_t index)
{
    struct haya_cursor cursor;
    size_t used;
    int status;
    THREADS_LOCK((PyObject *)self); /* its marks */
    status = array_find(self, (uint32_t)index, &cursor);
    THREADS_UNLOCK();
    return status < 0 ? NULL : view_item(self->view.source, &cursor, &used);
}

static PyObject *array_slice(struct array_view *self, PyObject *slice)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(slice, &start, &stop, &step) < 0)
        return NULL;
    Py_ssize_t n = PySlice_AdjustIndices((Py_ssize_t)self->view.header.count, &start, &stop, step);
    PyObject *list = PyList_New(0);
    if (list != NULL)
        PyObject_GC_UnTrack(list); /* until all items are set */
    for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
        PyObject *item = array_item(self, start + i * step);
        if (item == NULL || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    if (list != NULL)
        PyObject_GC_Track(list);
    return list;
}

static PyObject *array_subscript(PyObject *o, PyObject *key)
{
    struct array_view *self = (struct array_view *)o;
    Py_ssize_t count = (Py_ssize_t)self->view.header.count;
    if (PySlice_Check(key))
        return array_slice(self, key);
    if (!PyIndex_Check(key))
        return PyErr_Format(PyExc_TypeError, "array indices must be integers or slices, not %.200s",
                            Py_TYPE(key)->tp_name);
    Py_ssize_t index = PyNumber_AsSsize_t(key, NULL); /* too large numbers are made the largest */
    if (index == -1 && PyErr_Occurred())
        return NULL;
    index += index < 0 ? count : 0;
    if (index < 0 || index >= count)
        return PyErr_Format(PyExc_IndexError, "array index out of range");
    return array_item(self, index);
}

/* The next element of an array. A container is skipped at the next step. */
static PyObject *array_next(struct view_iterator *self)
{
    size_t used;
    if (self->behind) {
        if (partial_skip(&self->view->source->message, &self->cursor, 1) < 0)
            return NULL;
        self->behind = false;
    }
    if (self->left == 0)
        return NULL;
    PyObject *item = view_item(self->view->source, &self->cursor, &used);
    if (item == NULL)
        return NULL;
    self->left--;
    self->behind = used == 0;
    if (used != 0) {
        self->cursor.pos += used;
        self->cursor.pending--;
    }
    return item;
}

static Py_ssize_t array_length(PyObject *o)
{
    return (Py_ssize_t)((struct view *)o)->header.count;
}

static PyObject *array_iterate(PyObject *o)
{
    struct view *self = (struct view *)o;
    return view_iterate(self, array_next, NULL, self->header.count);
}

static void array_dealloc(PyObject *o)
{
    PyObject_GC_UnTrack(o);
    PyMem_Free(((struct array_view *)o)->marks);
    view_dealloc(o);
}

static PyType_Slot array_slots[] = {
    {Py_tp_doc, (void *)"An array whose elements are decoded when they are accessed: see View."},
    {Py_tp_new, view_new},
    {Py_tp_traverse, view_traverse},
    {Py_tp_dealloc, array_dealloc},
    {Py_tp_iter, array_iterate},
    {Py_sq_length, array_length},
    {Py_mp_length, array_length},
    {Py_mp_subscript, array_subscript},
    {0, NULL},
};

PyType_Spec array_view_spec = {
    .name = "hayapack.ArrayView",
    .basicsize = sizeof(struct array_view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = array_slots,
};
