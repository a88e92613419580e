/*
 * view_map.c: lazy views of maps.
 *
 * The last one of repeated keys counts, so every look-up reads the map to its end.
 * The first few look-ups search the bytes. After that, or if the map is long, an
 * index of all keys is built: each key is decoded once and each value is skipped
 * once. Iteration and len() use the index too. Look-ups ignore keys that are not
 * valid UTF-8.
 */
#include "view.h"

#define SEARCHES_MOST 8     /* the most look-ups without an index */
#define SEARCHED_MOST 32768 /* the most bytes that these look-ups skip in total, before the last one */

struct map_view {
    struct view view;
    PyObject *index; /* owned: key -> number of its last entry, in the order of the first ones; or NULL */
    size_t *offsets; /* of the values of all entries; set before `index` and then kept */
    bool whole;      /* the index has all keys, also those that only iteration and len() need */
    uint32_t searches;
    size_t searched;
};

/* ---- the search --------------------------------------------------------- */

/* Whether a search of the bytes can be used for this key. */
static bool map_searches(struct map_view *self, PyObject *key)
{
    const struct unpack_options *opt = self->view.source->message.opt;
    bool few;
    if (partial_makes_keys(opt) || !(PyBytes_CheckExact(key) || (PyUnicode_CheckExact(key) && !opt->raw)))
        return false;
    THREADS_LOCK((PyObject *)self);
    few = self->index == NULL && self->searches < SEARCHES_MOST && self->searched < SEARCHED_MOST;
    THREADS_UNLOCK();
    return few;
}

static int map_search(struct map_view *self, PyObject *key, struct haya_cursor *cursor)
{
    const struct partial *m = &self->view.source->message;
    const struct haya_cursor first = haya_cursor_inside(self->view.cursor, &self->view.header);
    struct haya_cursor end = first;
    struct haya_key keys[2], *last = keys;
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner;
    size_t count = 1;
    if (partial_text(key, &bytes, &n, &owner) < 0)
        return -1;
    keys[0] = haya_key(PyBytes_CheckExact(key) ? HAYA_KIND_BIN : HAYA_KIND_STR, bytes, (uint32_t)n);
    if (PyBytes_CheckExact(key) && m->opt->raw) {
        keys[1] = keys[0];
        keys[1].kind = HAYA_KIND_STR;
        count = 2;
    }
    int status = (uint64_t)n > UINT32_MAX ? 1 : partial_find(m, &end, self->view.header.count, keys, count, false);
    Py_XDECREF(owner);
    THREADS_LOCK((PyObject *)self);
    self->searches++;
    self->searched += end.pos - first.pos;
    THREADS_UNLOCK();
    if (status != 0)
        return status;
    if (count == 2 && keys[1].at > keys[0].at)
        last = &keys[1];
    if (last->at == 0)
        return 1;
    *cursor = first;
    cursor->pos = last->at;
    cursor->pending -= 2 * (uint64_t)last->entry + 1;
    return 0;
}

/* ---- the index ---------------------------------------------------------- */

/* What stands for a key in the index, a new reference: the key, or a tuple of it for a bytes, so that it is never
 * compared with a str of the same hash, which `python -bb` makes an error; and for a tuple, to tell it from those.
 * NULL: MemoryError. */
static PyObject *map_slot(PyObject *key)
{
    if (PyBytes_Check(key) || PyTuple_Check(key) || PyMemoryView_Check(key))
        return PyTuple_Pack(1, key);
    return Py_NewRef(key);
}

/* Decodes the key at a cursor for the index. *key: a new reference; NULL for a key that only a whole index has: an ext
 * or a container that no hook makes, or a str with invalid UTF-8. *used: the key's length in bytes. -1: an exception
 * is set. */
static int map_key(const struct partial *m, const struct haya_cursor *cursor, bool whole, PyObject **key, size_t *used)
{
    struct haya_header header;
    struct haya_cursor after = *cursor;
    *key = NULL;
    if (partial_look(m, cursor, &header) < 0)
        return -1;
    bool scalar = header.kind != HAYA_KIND_EXT && header.kind != HAYA_KIND_ARRAY && header.kind != HAYA_KIND_MAP;
    if (scalar || whole || m->opt->strict_map_key || partial_makes_key(m->opt, header.kind)) {
        *key = partial_key(m, cursor, used);
        if (*key != NULL)
            return 0;
        if (whole || header.kind != HAYA_KIND_STR || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
            return -1;
        PyErr_Clear();
    }
    if (partial_skip(m, &after, 1) < 0)
        return -1;
    *used = after.pos - cursor->pos;
    return 0;
}

/* Fills an index. -1: an exception is set. */
static int map_index_fill(const struct map_view *self, bool whole, PyObject *index, size_t *offsets)
{
    const struct partial *m = &self->view.source->message;
    struct haya_cursor cursor = haya_cursor_inside(self->view.cursor, &self->view.header);
    for (uint32_t entry = 0; entry < self->view.header.count; entry++) {
        PyObject *key;
        size_t used;
        if (map_key(m, &cursor, whole, &key, &used) < 0)
            return -1;
        if (key != NULL) {
            PyObject *number = PyLong_FromUnsignedLong(entry), *slot = map_slot(key);
            int status = number == NULL || slot == NULL ? -1 : PyDict_SetItem(index, slot, number);
            Py_DECREF(key);
            Py_XDECREF(slot);
            Py_XDECREF(number);
            if (status < 0)
                return -1;
        }
        cursor.pos += used;
        cursor.pending--;
        offsets[entry] = cursor.pos;
        if (partial_skip(m, &cursor, 1) < 0)
            return -1;
    }
    return 0;
}

static bool map_is_indexed(struct map_view *self, bool whole)
{
    bool is;
    THREADS_LOCK((PyObject *)self);
    is = self->index != NULL && (self->whole || !whole);
    THREADS_UNLOCK();
    return is;
}

/* Ensures that there is an index, with all keys if `whole`. A hook or an error handler may call this for the same map,
 * so the index is published when it is complete. -1: an exception is set. */
static int map_index(struct map_view *self, bool whole)
{
    if (map_is_indexed(self, whole))
        return 0;
    PyObject *index = PyDict_New();
    size_t *offsets = PyMem_New(size_t, (size_t)self->view.header.count + 1);
    if (offsets == NULL && index != NULL)
        PyErr_NoMemory();
    if (index == NULL || offsets == NULL || map_index_fill(self, whole, index, offsets) < 0) {
        Py_XDECREF(index);
        PyMem_Free(offsets);
        return -1;
    }
    THREADS_LOCK((PyObject *)self);
    if (self->offsets == NULL) {
        self->offsets = offsets;
        offsets = NULL;
    }
    if (self->index == NULL || (whole && !self->whole)) {
        PyObject *old = self->index;
        self->index = index;
        self->whole = whole;
        index = old;
    }
    THREADS_UNLOCK();
    PyMem_Free(offsets);
    Py_XDECREF(index);
    return 0;
}

/* The index, a new reference, with all keys if `whole`. NULL: an exception is set. */
static PyObject *map_index_of(struct map_view *self, bool whole)
{
    PyObject *index;
    if (map_index(self, whole) < 0)
        return NULL;
    THREADS_LOCK((PyObject *)self);
    index = Py_NewRef(self->index);
    THREADS_UNLOCK();
    return index;
}

/* Moves *cursor to the value for a number in the index. -1: an exception is set. */
static int map_value_cursor(const struct map_view *self, PyObject *number, struct haya_cursor *cursor)
{
    unsigned long entry = PyLong_AsUnsignedLong(number);
    if (entry >= self->view.header.count) { /* the index was found through the collector and changed */
        if (!PyErr_Occurred())
            errors_raise(PyExc_RuntimeError, "hayapack: the index of a MapView was changed");
        return -1;
    }
    *cursor = haya_cursor_inside(self->view.cursor, &self->view.header);
    cursor->pos = self->offsets[entry];
    cursor->pending -= 2 * (uint64_t)entry + 1;
    return 0;
}

static int map_look_up(struct map_view *self, PyObject *key, struct haya_cursor *cursor)
{
    bool scalar =
        PyUnicode_Check(key) || PyBytes_Check(key) || PyLong_Check(key) || PyFloat_Check(key) || key == Py_None;
    PyObject *slot, *index, *number = NULL;
    if ((!scalar && PyObject_Hash(key) == -1) || (index = map_index_of(self, !scalar)) == NULL)
        return -1;
    int status = (slot = map_slot(key)) != NULL ? threads_dict_get(index, slot, &number) : -1;
    if (status >= 0)
        status = status > 0 ? map_value_cursor(self, number, cursor) : 1;
    Py_XDECREF(slot);
    Py_DECREF(index);
    Py_XDECREF(number);
    return status;
}

/* Moves *cursor to a key's value: 0; 1: there is no such key; -1: an exception is set. */
static int map_find(struct map_view *self, PyObject *key, struct haya_cursor *cursor)
{
    return map_searches(self, key) ? map_search(self, key, cursor) : map_look_up(self, key, cursor);
}

/* ---- iterators ---------------------------------------------------------- */

/* The next key of the index, a new reference, and the cursor of its value; NULL, with or without an exception: the
 * iterator ends. */
static PyObject *map_next(struct view_iterator *self, struct haya_cursor *cursor)
{
    PyObject *key, *number;
    if (self->left == 0 || !PyDict_Next(self->index, &self->at, &key, &number))
        return NULL;
    if (PyTuple_CheckExact(key) && PyTuple_GET_SIZE(key) == 1) /* see map_slot() */
        key = PyTuple_GET_ITEM(key, 0);
    Py_INCREF(key);
    if (map_value_cursor((const struct map_view *)self->view, number, cursor) < 0)
        Py_CLEAR(key);
    else
        self->left--;
    return key;
}

static PyObject *map_next_key(struct view_iterator *self)
{
    struct haya_cursor cursor;
    return map_next(self, &cursor);
}

static PyObject *map_next_value(struct view_iterator *self)
{
    struct haya_cursor cursor;
    size_t used;
    PyObject *key = map_next(self, &cursor);
    PyObject *value = key != NULL ? view_item(self->view->source, &cursor, &used) : NULL;
    Py_XDECREF(key);
    return value;
}

static PyObject *map_next_item(struct view_iterator *self)
{
    struct haya_cursor cursor;
    size_t used;
    PyObject *key = map_next(self, &cursor);
    PyObject *value = key != NULL ? view_item(self->view->source, &cursor, &used) : NULL;
    PyObject *pair = value != NULL ? PyTuple_Pack(2, key, value) : NULL;
    Py_XDECREF(key);
    Py_XDECREF(value);
    return pair;
}

static PyObject *map_iterate_by(PyObject *o, view_next *next)
{
    struct map_view *self = (struct map_view *)o;
    PyObject *index = map_index_of(self, true);
    return index != NULL ? view_iterate(&self->view, next, index, (uint64_t)PyDict_GET_SIZE(index)) : NULL;
}

/* ---- the type ------------------------------------------------------------- */

/* Raises the KeyError for a missing key. If the map has the bin key of a missing str key's bytes, or the reverse, the
 * error says so. */
static COLD void map_missing(struct map_view *self, PyObject *key)
{
    const struct unpack_options *opt = self->view.source->message.opt;
    struct haya_cursor cursor;
    PyObject *twin = NULL, *make = PyExc_KeyError, *error;
    int status = 1;
    if (!opt->raw && !partial_makes_keys(opt)) {
        if (PyUnicode_CheckExact(key))
            twin = PyUnicode_AsEncodedString(key, "utf-8", "surrogateescape");
        else if (PyBytes_CheckExact(key))
            twin = PyUnicode_DecodeUTF8(PyBytes_AS_STRING(key), PyBytes_GET_SIZE(key), "surrogateescape");
    }
    if (twin != NULL)
        status = map_find(self, twin, &cursor);
    Py_XDECREF(twin);
    PyErr_Clear(); /* of a key that UTF-8 can't encode, or of mapped memory that has changed */
    if (status == 0)
        make = native_imported(&self->view.source->message.state->partial.missing_key, "hayapack._errors.path_steps",
                               "missing_key");
    /* made here: PyErr_SetObject() takes a tuple for all arguments, and None for none */
    if (make != NULL && (error = PyObject_CallOneArg(make, key)) != NULL) {
        PyErr_SetObject(PyExc_KeyError, error);
        Py_DECREF(error);
    }
}

static PyObject *map_subscript(PyObject *o, PyObject *key)
{
    struct map_view *self = (struct map_view *)o;
    struct haya_cursor cursor;
    size_t used;
    int status = map_find(self, key, &cursor);
    if (status > 0)
        map_missing(self, key);
    return status != 0 ? NULL : view_item(self->view.source, &cursor, &used);
}

static int map_contains(PyObject *o, PyObject *key)
{
    struct haya_cursor cursor;
    int status = map_find((struct map_view *)o, key, &cursor);
    return status < 0 ? -1 : status == 0;
}

static Py_ssize_t map_length(PyObject *o)
{
    PyObject *index = map_index_of((struct map_view *)o, true);
    Py_ssize_t n = index != NULL ? PyDict_GET_SIZE(index) : -1;
    Py_XDECREF(index);
    return n;
}

static int map_bool(PyObject *o)
{
    return ((struct view *)o)->header.count != 0;
}

static PyObject *map_iterate(PyObject *o)
{
    return map_iterate_by(o, map_next_key);
}

static PyObject *map_iterate_values(PyObject *o, PyObject *Py_UNUSED(unused))
{
    return map_iterate_by(o, map_next_value);
}

static PyObject *map_iterate_items(PyObject *o, PyObject *Py_UNUSED(unused))
{
    return map_iterate_by(o, map_next_item);
}

static int map_traverse(PyObject *o, visitproc visit, void *arg)
{
    Py_VISIT(((struct map_view *)o)->index);
    return view_traverse(o, visit, arg);
}

static int map_clear(PyObject *o)
{
    struct map_view *self = (struct map_view *)o;
    Py_CLEAR(self->index);
    return 0;
}

static void map_dealloc(PyObject *o)
{
    PyObject_GC_UnTrack(o);
    map_clear(o);
    PyMem_Free(((struct map_view *)o)->offsets);
    view_dealloc(o);
}

static PyMemberDef map_members[] = {
    {"_count", T_UINT, offsetof(struct view, header.count), READONLY, NULL}, /* entries, repeated keys included */
    {NULL, 0, 0, 0, NULL},
};

/* Used by keys(), values() and items(), which are in hayapack._values.shared_views. */
static PyMethodDef map_methods[] = {
    {"_values", map_iterate_values, METH_NOARGS, NULL},
    {"_items", map_iterate_items, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot map_slots[] = {
    {Py_tp_doc, (void *)"A map whose values are decoded when they are accessed: see View."},
    {Py_tp_new, view_new},
    {Py_tp_traverse, map_traverse},
    {Py_tp_clear, map_clear},
    {Py_tp_dealloc, map_dealloc},
    {Py_tp_iter, map_iterate},
    {Py_tp_methods, map_methods},
    {Py_tp_members, map_members},
    {Py_nb_bool, map_bool},
    {Py_mp_length, map_length},
    {Py_mp_subscript, map_subscript},
    {Py_sq_contains, map_contains},
    {0, NULL},
};

PyType_Spec map_view_spec = {
    .name = "hayapack.MapView",
    .basicsize = sizeof(struct map_view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = map_slots,
};
