/* view_iterator.c: iteration over a container; each value is skipped at most once. */
#include "view.h"

struct view_iterator {
    PyObject_HEAD
    struct view *view;
    struct haya_place place; /* of the next element of an array */
    uint64_t left;           /* remaining elements or keys */
    PyObject *index;         /* owned: the keys of a map, as map_view_index() returns them; NULL for an array */
    Py_ssize_t at;           /* where the index continues */
    enum view_what what;
    bool behind;             /* the element at `place` was returned: skip it first */
    bool busy;               /* a hook is running, or another thread is inside */
};

PyObject *view_iterate(struct view *view, enum view_what what)
{
    PyTypeObject *type = view->source->lazy.state->view_iterator_type;
    bool map = view->head.kind == HAYA_KIND_MAP;
    PyObject *index = map ? map_view_index(view) : NULL;
    struct view_iterator *self = map && index == NULL ? NULL : (struct view_iterator *)type->tp_alloc(type, 0);
    if (self == NULL) {
        Py_XDECREF(index);
        return NULL;
    }
    self->view = (struct view *)Py_NewRef(view);
    self->index = index;
    self->place = haya_place_inside(view->place, &view->head);
    self->left = map ? (uint64_t)PyDict_GET_SIZE(index) : view->head.count;
    self->what = what;
    return (PyObject *)self;
}

/* The next element of an array. A container is skipped at the next step. */
static PyObject *iterator_element(struct view_iterator *self)
{
    size_t used;
    if (self->behind) {
        if (lazy_skip(&self->view->source->lazy, &self->place, 1) < 0)
            return NULL;
        self->behind = false;
    }
    if (self->left == 0)
        return NULL;
    PyObject *item = view_item(self->view->source, &self->place, &used);
    if (item == NULL)
        return NULL;
    self->left--;
    self->behind = used == 0;
    if (used != 0) {
        self->place.pos += used;
        self->place.pending--;
    }
    return item;
}

static PyObject *iterator_entry(struct view_iterator *self)
{
    struct haya_place place;
    PyObject *key;
    size_t used;
    if (self->left == 0 || map_view_next(self->view, self->index, &self->at, &key, &place) != 0)
        return NULL;
    self->left--;
    if (self->what == VIEW_KEYS)
        return key;
    PyObject *value = view_item(self->view->source, &place, &used);
    if (value == NULL || self->what == VIEW_VALUES) {
        Py_DECREF(key);
        return value;
    }
    PyObject *pair = PyTuple_Pack(2, key, value);
    Py_DECREF(key);
    Py_DECREF(value);
    return pair;
}

static PyObject *iterator_next(PyObject *o)
{
    struct view_iterator *self = (struct view_iterator *)o;
    if (self->busy) {
        PyErr_SetString(PyExc_ValueError, "generator already executing");
        return NULL;
    }
    self->busy = true;
    PyObject *item = self->index != NULL ? iterator_entry(self) : iterator_element(self);
    self->busy = false;
    if (item == NULL && PyErr_Occurred()) /* like a generator, the iterator ends after an exception */
        self->left = self->behind = 0;
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
    PyTypeObject *type = Py_TYPE(o);
    PyObject_GC_UnTrack(o);
    Py_XDECREF(((struct view_iterator *)o)->view);
    Py_XDECREF(((struct view_iterator *)o)->index);
    type->tp_free(o);
    Py_DECREF(type);
}

static PyObject *iterator_hint(PyObject *o, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(((struct view_iterator *)o)->left);
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot iterator_slots[] = {
    {Py_tp_traverse, iterator_traverse},
    {Py_tp_dealloc, iterator_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, iterator_next},
    {Py_tp_methods, iterator_methods},
    {0, NULL},
};

PyType_Spec view_iterator_spec = {
    .name = "hayapack._native._ViewIterator",
    .basicsize = sizeof(struct view_iterator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = iterator_slots,
};
