/* view.c: lazy views: the common part and their iterators. */
#include "view.h"

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
    struct partial_source *source = partial_source_new(state, PyTuple_GET_ITEM(args, 0), given);
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
