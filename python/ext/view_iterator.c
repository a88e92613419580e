/* view_iterator.c: iteration over a container; each value is skipped at most once. */
#include "view.h"

struct view_iterator {
    PyObject_HEAD
    struct view *view;
    struct haya_place place; /* of the next value */
    uint64_t left;           /* remaining values, keys included */
    enum view_what what;
    bool behind;             /* the value at `place` was returned or is not needed: skip it first */
    bool busy;               /* a hook is running, or another thread is inside */
};

PyObject *view_iterate(struct view *view, enum view_what what)
{
    PyTypeObject *type = view->source->lazy.state->view_iterator_type;
    struct view_iterator *self = (struct view_iterator *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->view = (struct view *)Py_NewRef(view);
    self->place = haya_place_inside(view->place, &view->head);
    self->left = (uint64_t)view->head.count << (view->head.kind == HAYA_KIND_MAP);
    self->what = what;
    return (PyObject *)self;
}

/* Moves past a value of `used` bytes. */
static void iterator_past(struct view_iterator *self, size_t used)
{
    self->place.pos += used;
    self->place.pending--;
    self->left--;
}

/* The value at `place`. A container is skipped at the next step. */
static PyObject *iterator_value(struct view_iterator *self)
{
    size_t used;
    PyObject *item = view_item(self->view->source, &self->place, &used);
    if (item == NULL)
        return NULL;
    if (used != 0)
        iterator_past(self, used);
    else
        self->behind = true;
    return item;
}

static PyObject *iterator_key(struct view_iterator *self)
{
    size_t used;
    PyObject *key = lazy_key(&self->view->source->lazy, &self->place, &used);
    if (key != NULL)
        iterator_past(self, used);
    return key;
}

static PyObject *iterator_entry(struct view_iterator *self)
{
    PyObject *key = iterator_key(self);
    if (key == NULL)
        return NULL;
    if (self->what == VIEW_KEYS) {
        self->behind = true;
        return key;
    }
    PyObject *value = iterator_value(self);
    if (value == NULL || self->what == VIEW_VALUES) {
        Py_DECREF(key);
        return value;
    }
    PyObject *pair = PyTuple_Pack(2, key, value);
    Py_DECREF(key);
    Py_DECREF(value);
    return pair;
}

static PyObject *iterator_step(struct view_iterator *self)
{
    if (self->behind) {
        if (lazy_skip(&self->view->source->lazy, &self->place, 1) < 0)
            return NULL;
        self->left--;
        self->behind = false;
    }
    if (self->left == 0)
        return NULL;
    return self->view->head.kind == HAYA_KIND_ARRAY ? iterator_value(self) : iterator_entry(self);
}

static PyObject *iterator_next(PyObject *o)
{
    struct view_iterator *self = (struct view_iterator *)o;
    if (self->busy) {
        PyErr_SetString(PyExc_ValueError, "generator already executing");
        return NULL;
    }
    self->busy = true;
    PyObject *item = iterator_step(self);
    self->busy = false;
    if (item == NULL && PyErr_Occurred()) /* like a generator, the iterator ends after an exception */
        self->left = self->behind = 0;
    return item;
}

static int iterator_traverse(PyObject *o, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(((struct view_iterator *)o)->view);
    return 0;
}

static void iterator_dealloc(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    PyObject_GC_UnTrack(o);
    Py_XDECREF(((struct view_iterator *)o)->view);
    type->tp_free(o);
    Py_DECREF(type);
}

static PyObject *iterator_hint(PyObject *o, PyObject *unused)
{
    struct view_iterator *self = (struct view_iterator *)o;
    uint64_t left = self->left - self->behind;
    (void)unused;
    return PyLong_FromUnsignedLongLong(self->view->head.kind == HAYA_KIND_MAP ? left / 2 : left);
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
