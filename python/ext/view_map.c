/*
 * view_map.c: lazy views of maps.
 *
 * The first few look-ups search the bytes. After that, or if the map is long, an
 * index is built: each look-up extends it as far as it needs, so that each key is
 * decoded once and each value is skipped once. Both methods find the first of
 * repeated keys and ignore keys that are not valid UTF-8.
 */
#include "view.h"

#define SEARCHES_MOST 4    /* the most look-ups without an index */
#define SEARCHED_MOST 4096 /* the most bytes that these look-ups skip in total */

struct map_view {
    struct view view;
    PyObject *index;          /* owned: key -> number of its first entry; NULL: not built yet */
    size_t *offsets;          /* the offsets of the values of the indexed entries */
    uint32_t known, room;     /* entries in the index; capacity of offsets */
    struct haya_place next;   /* where the index continues: at a key, or at the value of the last indexed entry */
    bool at_value;
    uint32_t searches;
    size_t searched;
};

static struct haya_place map_value_place(const struct map_view *self, uint32_t entry)
{
    struct haya_place place = haya_place_inside(self->view.place, &self->view.head);
    place.pos = self->offsets[entry];
    place.pending -= 2 * (uint64_t)entry + 1;
    return place;
}

/* ---- the search --------------------------------------------------------- */

/* Whether a search of the bytes can be used for this key. */
static bool map_searches(const struct map_view *self, PyObject *key)
{
    const struct unpack_options *opt = self->view.source->lazy.opt;
    return self->index == NULL && self->searches < SEARCHES_MOST && self->searched < SEARCHED_MOST
           && opt->unicode_errors == NULL
           && (PyBytes_CheckExact(key) || (PyUnicode_CheckExact(key) && !opt->raw));
}

static int map_search(struct map_view *self, PyObject *key, struct haya_place *place)
{
    const struct lazy *m = &self->view.source->lazy;
    struct haya_key keys[2];
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner = NULL;
    size_t count = 1;
    if (PyBytes_CheckExact(key)) {
        bytes = PyBytes_AS_STRING(key);
        n = PyBytes_GET_SIZE(key);
    }
    else if (lazy_text(key, &bytes, &n, &owner) < 0) {
        return -1;
    }
    keys[0] = haya_key(PyBytes_CheckExact(key) ? HAYA_KIND_BIN : HAYA_KIND_STR, bytes, (uint32_t)n);
    if (PyBytes_CheckExact(key) && m->opt->raw) {
        keys[1] = keys[0];
        keys[1].kind = HAYA_KIND_STR;
        count = 2;
    }
    *place = haya_place_inside(self->view.place, &self->view.head);
    size_t start = place->pos;
    int status = (uint64_t)n > UINT32_MAX ? 1 : lazy_find(m, place, self->view.head.count, keys, count);
    Py_XDECREF(owner);
    self->searches++;
    self->searched += place->pos - start;
    if (status != 0)
        return status;
    return keys[0].at != 0 || (count == 2 && keys[1].at != 0) ? 0 : 1;
}

/* ---- the index ---------------------------------------------------------- */

static int map_index_begin(struct map_view *self)
{
    if (self->index == NULL && (self->index = PyDict_New()) != NULL)
        self->next = haya_place_inside(self->view.place, &self->view.head);
    return self->index == NULL ? -1 : 0;
}

/* Ensures capacity for one more offset. -1: MemoryError. */
static int map_index_room(struct map_view *self)
{
    if (self->known < self->room)
        return 0;
    uint32_t most = self->view.head.count, room = self->room < 8 ? 8 : self->room;
    room = room > most / 2 ? most : 2 * room;
    size_t *offsets = PyMem_Realloc(self->offsets, room * sizeof *offsets);
    if (offsets == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    self->offsets = offsets;
    self->room = room;
    return 0;
}

/* Decodes the key at a cursor for the index. *key: a new reference; NULL for an ext or a container (unless
 * strict_map_key) and for a str with invalid UTF-8; *used: the key's length in bytes. -1: an exception is set. */
static int map_plain_key(const struct lazy *m, const struct haya_place *place, PyObject **key, size_t *used)
{
    struct haya_head head;
    struct haya_place after = *place;
    *key = NULL;
    if (lazy_look(m, place, &head) < 0)
        return -1;
    bool plain = head.kind != HAYA_KIND_EXT && head.kind != HAYA_KIND_ARRAY && head.kind != HAYA_KIND_MAP;
    if (plain || m->opt->strict_map_key) {
        *key = lazy_key(m, place, used);
        if (*key != NULL)
            return 0;
        if (head.kind != HAYA_KIND_STR || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
            return -1;
        PyErr_Clear();
    }
    if (lazy_skip(m, &after, 1) < 0)
        return -1;
    *used = after.pos - place->pos;
    return 0;
}

/* Adds one entry to the index. 0; 1: all entries are indexed; -1: an exception is set. A Python error handler for
 * text may call this function for the same map; the entries that it adds are kept. */
static int map_index_more(struct map_view *self)
{
    const struct lazy *m = &self->view.source->lazy;
    if (self->at_value) {
        if (lazy_skip(m, &self->next, 1) < 0)
            return -1;
        self->at_value = false;
    }
    uint32_t entry = self->known;
    if (entry == self->view.head.count)
        return 1;
    if (map_index_room(self) < 0)
        return -1;
    struct haya_place place = self->next;
    size_t used;
    PyObject *key;
    if (map_plain_key(m, &place, &key, &used) < 0)
        return -1;
    if (key != NULL) {
        PyObject *number = PyLong_FromUnsignedLong(entry);
        PyObject *kept = number != NULL ? PyDict_SetDefault(self->index, key, number) : NULL;
        Py_DECREF(key);
        Py_XDECREF(number);
        if (kept == NULL)
            return -1;
    }
    if (self->known == entry) {
        place.pos += used;
        place.pending--;
        self->offsets[entry] = place.pos;
        self->next = place;
        self->at_value = true;
        self->known++;
    }
    return 0;
}

static int map_look_up(struct map_view *self, PyObject *key, struct haya_place *place)
{
    if (map_index_begin(self) < 0)
        return -1;
    for (;;) {
        PyObject *number = PyDict_GetItemWithError(self->index, key);
        if (number != NULL) {
            unsigned long entry = PyLong_AsUnsignedLong(number);
            if (entry < self->known) {
                *place = map_value_place(self, (uint32_t)entry);
                return 0;
            }
        }
        else if (PyErr_Occurred()) {
            return -1;
        }
        int status = map_index_more(self);
        if (status != 0)
            return status;
    }
}

/* For keys of other types: decodes and compares each key of the map. Results as of map_find(). */
static int map_compare_all(struct map_view *self, PyObject *key, struct haya_place *place)
{
    const struct lazy *m = &self->view.source->lazy;
    if (PyObject_Hash(key) == -1)
        return -1;
    *place = haya_place_inside(self->view.place, &self->view.head);
    for (uint32_t entry = 0; entry < self->view.head.count; entry++) {
        size_t used;
        PyObject *found = lazy_key(m, place, &used);
        if (found == NULL)
            return -1;
        int equal = PyObject_RichCompareBool(found, key, Py_EQ);
        Py_DECREF(found);
        place->pos += used;
        place->pending--;
        if (equal != 0)
            return equal < 0 ? -1 : 0;
        if (lazy_skip(m, place, 1) < 0)
            return -1;
    }
    return 1;
}

/* Sets *place to the cursor of a key's value: 0; 1: there is no such key; -1: an exception is set. */
static int map_find(struct map_view *self, PyObject *key, struct haya_place *place)
{
    if (map_searches(self, key))
        return map_search(self, key, place);
    if (PyUnicode_Check(key) || PyBytes_Check(key) || PyLong_Check(key) || PyFloat_Check(key) || key == Py_None)
        return map_look_up(self, key, place);
    return map_compare_all(self, key, place);
}

/* ---- the type ------------------------------------------------------------- */

static PyObject *map_subscript(PyObject *o, PyObject *key)
{
    struct map_view *self = (struct map_view *)o;
    struct haya_place place;
    size_t used;
    int status = map_find(self, key, &place);
    if (status > 0)
        PyErr_SetObject(PyExc_KeyError, key);
    return status != 0 ? NULL : view_item(self->view.source, &place, &used);
}

static int map_contains(PyObject *o, PyObject *key)
{
    struct haya_place place;
    int status = map_find((struct map_view *)o, key, &place);
    return status < 0 ? -1 : status == 0;
}

static Py_ssize_t map_length(PyObject *o)
{
    return (Py_ssize_t)((struct view *)o)->head.count;
}

static PyObject *map_iterate(PyObject *o)
{
    return view_iterate((struct view *)o, VIEW_KEYS);
}

static PyObject *map_iterate_values(PyObject *o, PyObject *unused)
{
    (void)unused;
    return view_iterate((struct view *)o, VIEW_VALUES);
}

static PyObject *map_iterate_items(PyObject *o, PyObject *unused)
{
    (void)unused;
    return view_iterate((struct view *)o, VIEW_ITEMS);
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
    self->known = 0;
    self->at_value = false;
    return 0;
}

static void map_dealloc(PyObject *o)
{
    PyObject_GC_UnTrack(o);
    map_clear(o);
    PyMem_Free(((struct map_view *)o)->offsets);
    view_dealloc(o);
}

/* Used by keys(), values() and items(), which are in hayapack._viewface. */
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
