/* view.c: lazy views: the common part, their iterators, and arrays. */
#include "view.h"

/* ---- sources ------------------------------------------------------------ */

static int source_traverse(PyObject *o, visitproc visit, void *arg)
{
    struct partial_source *self = (struct partial_source *)o;
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(self->kept);
    if (self->flat.exported)
        Py_VISIT(self->flat.view.obj);
    Py_VISIT(self->flat.views);
    return 0;
}

/* No tp_clear: views must stay usable while they exist, and a reference cycle through a hook is broken at the
 * view. */
static void source_dealloc(PyObject *o)
{
    struct partial_source *self = (struct partial_source *)o;
    PyObject_GC_UnTrack(o);
    buffer_release(&self->flat);
    Py_XDECREF(self->kept);
    Py_XDECREF(self->rest.bytes);
    common_free(o);
}

static PyType_Slot source_slots[] = {
    {Py_tp_traverse, source_traverse},
    {Py_tp_dealloc, source_dealloc},
    {0, NULL},
};

PyType_Spec partial_source_spec = {
    .name = "hayapack._native._Source",
    .basicsize = sizeof(struct partial_source),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = source_slots,
};

static struct partial_source *source_new(struct native_state *state, PyObject *buf, PyObject *const *given)
{
    PyTypeObject *type = state->partial.source_type;
    struct partial_source *self = (struct partial_source *)type->tp_alloc(type, 0);
    PyObject *kept = PyList_New(0);
    bool ready = self != NULL && kept != NULL && partial_options_unpack(state, given, &self->opt) == 0;
    for (int i = 0; ready && i < OPT_COUNT; i++)
        ready = given[i] == NULL || PyList_Append(kept, given[i]) == 0;
    if (self != NULL)
        self->kept = kept;
    else
        Py_XDECREF(kept);
    if (ready) {
        self->message = (struct partial){.state = state, .opt = &self->opt};
        ready = partial_get_message(&self->message, buf, &self->flat, &self->rest) == 0;
    }
    if (!ready)
        Py_CLEAR(self);
    return self;
}

/* ---- views -------------------------------------------------------------- */

bool view_check(const struct native_state *state, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    return type == state->partial.map_view_type || type == state->partial.array_view_type ||
           type == state->partial.view_type;
}

static PyObject *view_make(struct partial_source *source, const struct haya_cursor *cursor,
                           const struct haya_header *header)
{
    const struct native_state *state = source->message.state;
    PyTypeObject *type = header->kind == HAYA_KIND_MAP     ? state->partial.map_view_type
                         : header->kind == HAYA_KIND_ARRAY ? state->partial.array_view_type
                                                           : state->partial.view_type;
    struct view *self = (struct view *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->source = (struct partial_source *)Py_NewRef(source);
    self->cursor = *cursor;
    self->header = *header;
    return (PyObject *)self;
}

PyObject *view_item(struct partial_source *source, const struct haya_cursor *cursor, size_t *used)
{
    const struct partial *m = &source->message;
    struct haya_header header;
    if (partial_look(m, cursor, &header) < 0)
        return NULL;
    *used = header.size + (size_t)header.count;
    const uint8_t *p = m->bytes + cursor->pos;
    const uint8_t format = *p;
    switch (header.kind) {
    case HAYA_KIND_MAP:
    case HAYA_KIND_ARRAY: *used = 0; return view_make(source, cursor, &header);
    case HAYA_KIND_NIL: Py_RETURN_NONE;
    case HAYA_KIND_BOOL: return PyBool_FromLong(format == HAYA_TRUE);
    case HAYA_KIND_DOUBLE: return PyFloat_FromDouble(haya_load_double(p + 1));
    case HAYA_KIND_INT:
        if (format < 0x80)
            return Py_NewRef(m->state->shared.small[format - LAYOUT_SMALL_MIN]);
        break;
    case HAYA_KIND_STR:
        if (!m->opt->raw && m->stable) {
            PyObject *text = text_new(m->state, p + header.size, header.count);
            if (text != NULL || PyErr_Occurred())
                return text;
        }
        break;
    case HAYA_KIND_BIN:
        if (m->views != NULL) {
            size_t at = cursor->pos + header.size;
            return PySequence_GetSlice(m->views, (Py_ssize_t)at, (Py_ssize_t)(at + header.count));
        }
        break;
    default: break;
    }
    return partial_value(m, cursor, used);
}

PyObject *view_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *module = native_module_of(type), *given[OPT_COUNT] = {NULL};
    if (module == NULL)
        return NULL;
    struct native_state *state = PyModule_GetState(module);
    if (PyTuple_GET_SIZE(args) != 1)
        return PyErr_Format(PyExc_TypeError, "View() takes 1 positional argument, not %zd", PyTuple_GET_SIZE(args));
    if (options_sort_dict(state, "View", kwargs, partial_options, given) < 0)
        return NULL;
    struct partial_source *source = source_new(state, PyTuple_GET_ITEM(args, 0), given);
    if (source == NULL)
        return NULL;
    struct haya_cursor start = HAYA_CURSOR_START;
    struct haya_header header;
    PyObject *view = partial_look(&source->message, &start, &header) < 0 ? NULL : view_make(source, &start, &header);
    Py_DECREF(source);
    if (view != NULL && !PyObject_TypeCheck(view, type)) {
        const char *made = strrchr(Py_TYPE(view)->tp_name, '.'), *wanted = strrchr(type->tp_name, '.');
        PyErr_Format(PyExc_TypeError, "the message needs %s, not %s", made + 1,
                     wanted != NULL ? wanted + 1 : type->tp_name);
        Py_CLEAR(view);
    }
    return view;
}

int view_traverse(PyObject *o, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(((struct view *)o)->source);
    return 0;
}

void view_dealloc(PyObject *o)
{
    PyObject_GC_UnTrack(o); /* idempotent */
    if (((struct view *)o)->weak != NULL)
        PyObject_ClearWeakRefs(o);
    Py_XDECREF(((struct view *)o)->source);
    common_free(o);
}

/* -1: bytes follow the message, and ExtraData with `value` is raised. */
static int view_check_end(const struct partial_source *of, size_t end, PyObject *value)
{
    const struct partial *m = &of->message;
    struct source source = partial_whole(m);
    const uint8_t *rest = m->bytes + end;
    if (end == m->size) {
        if (of->rest.bytes == NULL)
            return 0;
        rest = (const uint8_t *)PyBytes_AS_STRING(of->rest.bytes);
        source = (struct source){.begin = rest, .end = rest + PyBytes_GET_SIZE(of->rest.bytes), .base = of->rest.at};
    }
    errors_extra_data(m->state, &source, rest, Py_NewRef(value));
    return -1;
}

static PyObject *view_value(PyObject *o, PyObject *Py_UNUSED(unused))
{
    struct view *self = (struct view *)o;
    size_t used;
    PyObject *value = partial_value(&self->source->message, &self->cursor, &used);
    if (value != NULL && self->cursor.pos == 0 && view_check_end(self->source, used, value) < 0)
        Py_CLEAR(value);
    return value;
}

PyDoc_STRVAR(view_value_doc, "value()\n--\n\n"
                             "The whole value, decoded, as by unpackb.");

static PyMethodDef view_methods[] = {
    {"value", view_value, METH_NOARGS, view_value_doc},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef view_members[] = {
    NATIVE_WEAK(struct view),
    {"offset", T_PYSSIZET, offsetof(struct view, cursor.pos), READONLY,
     "The offset of the value in the buffer, in bytes."},
    {NULL, 0, 0, 0, NULL},
};

PyDoc_STRVAR(view_doc,
             "View(buf, /, **options)\n--\n\n"
             "The message in buf (bytes or any buffer of bytes), whose values are decoded when they are\n"
             "accessed: a MapView, an ArrayView or, for a scalar, a View that only has value() and offset.\n\n"
             "Options: those of unpackb except types and the hooks for containers; strict_map_key is False by\n"
             "default. With lz4=True, a compressed message is decompressed at once; offsets count in its content.");

static PyType_Slot view_slots[] = {
    {Py_tp_doc, (void *)view_doc},
    {Py_tp_new, view_new},
    {Py_tp_traverse, view_traverse},
    {Py_tp_dealloc, view_dealloc},
    {Py_tp_methods, view_methods},
    {Py_tp_members, view_members},
    {0, NULL},
};

PyType_Spec view_spec = {
    .name = "hayapack.View",
    .basicsize = sizeof(struct view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = view_slots,
};

/* ---- iterators ---------------------------------------------------------- */

PyObject *view_iterate(struct view *view, view_next *next, PyObject *index, uint64_t count)
{
    PyTypeObject *type = view->source->message.state->partial.iterator_type;
    struct view_iterator *self = (struct view_iterator *)type->tp_alloc(type, 0);
    if (self == NULL) {
        Py_XDECREF(index);
        return NULL;
    }
    self->view = (struct view *)Py_NewRef(view);
    self->next = next;
    self->index = index;
    self->cursor = haya_cursor_inside(view->cursor, &view->header);
    self->left = count;
    return (PyObject *)self;
}

static PyObject *iterator_next(PyObject *o)
{
    struct view_iterator *self = (struct view_iterator *)o;
    PyObject *item = NULL;
    THREADS_LOCK(o);
    if (self->busy) {
        PyErr_SetString(PyExc_ValueError, "generator already executing");
    } else {
        self->busy = true;
        item = self->next(self);
        self->busy = false;
        if (item == NULL && PyErr_Occurred()) /* like a generator, the iterator ends after an exception */
            self->left = self->behind = 0;
    }
    THREADS_UNLOCK();
    return item;
}

static int iterator_traverse(PyObject *o, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(((struct view_iterator *)o)->view);
    Py_VISIT(((struct view_iterator *)o)->index);
    return 0;
}

static void iterator_dealloc(PyObject *o)
{
    PyObject_GC_UnTrack(o);
    Py_XDECREF(((struct view_iterator *)o)->view);
    Py_XDECREF(((struct view_iterator *)o)->index);
    common_free(o);
}

static PyObject *iterator_hint(PyObject *o, PyObject *Py_UNUSED(unused))
{
    uint64_t left;
    THREADS_LOCK(o);
    left = ((struct view_iterator *)o)->left;
    THREADS_UNLOCK();
    return PyLong_FromUnsignedLongLong(left);
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot iterator_slots[] = {
    {Py_tp_traverse, iterator_traverse}, {Py_tp_dealloc, iterator_dealloc}, {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, iterator_next},     {Py_tp_methods, iterator_methods}, {0, NULL},
};

PyType_Spec view_iterator_spec = {
    .name = "hayapack._native._ViewIterator",
    .basicsize = sizeof(struct view_iterator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = iterator_slots,
};

/* ---- arrays ------------------------------------------------------------- */

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

static Py_ssize_t view_length(PyObject *o)
{
    return (Py_ssize_t)((struct view *)o)->header.count;
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
    {Py_sq_length, view_length},
    {Py_mp_length, view_length},
    {Py_mp_subscript, array_subscript},
    {0, NULL},
};

PyType_Spec array_view_spec = {
    .name = "hayapack.ArrayView",
    .basicsize = sizeof(struct array_view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = array_slots,
};
