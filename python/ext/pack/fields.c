/* fields.c: objects of dataclasses, and dicts of derived classes, as maps. */
#include "classes.h"

#include "runtime/instances.h"
#include "runtime/layout_values.h"
#include "scalars.h"

/* The most fields that are read without looking up their names, and the most entries of a dict that are written
 * without a copy. */
#define FIELDS_MOST 64

/* ---- what a class's fields are --------------------------------------------- */

/* The names of dataclasses.fields(). NULL: an exception is set, or one is no exact str. */
static PyObject *fields_names(PyTypeObject *type)
{
    PyObject *function = native_import("dataclasses", "fields");
    PyObject *fields = function != NULL ? PyObject_CallOneArg(function, (PyObject *)type) : NULL;
    PyObject *names = fields != NULL && PyTuple_CheckExact(fields) ? native_tuple_new(PyTuple_GET_SIZE(fields)) : NULL;
    for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = PyObject_GetAttrString(PyTuple_GET_ITEM(fields, i), "name");
        if (name == NULL || !PyUnicode_CheckExact(name)) {
            Py_XDECREF(name);
            Py_CLEAR(names);
        } else {
            PyTuple_SET_ITEM(names, i, name);
        }
    }
    native_tuple_filled(names);
    Py_XDECREF(function);
    Py_XDECREF(fields);
    return names;
}

/* A number that changes with the dict: before CPython 3.14 its version, later made from the addresses of its keys and
 * values in their order. */
static uint64_t fields_state(PyObject *dict)
{
#if PY_VERSION_HEX < 0x030C0000 && !defined(PYPY_VERSION)
    return ((PyDictObject *)dict)->ma_version_tag;
#elif PY_VERSION_HEX < 0x030E0000 && LAYOUT_KNOWN
    uint64_t version;
    THREADS_LOCK(dict);
    version = ((struct layout_dict *)dict)->version / LAYOUT_VERSION_STEP; /* below are flags */
    THREADS_UNLOCK();
    return version;
#else
    const uint64_t factor = 0x9e3779b97f4a7c15;
    uint64_t state;
    PyObject *key, *value;
    THREADS_LOCK(dict);
    state = (uint64_t)PyDict_GET_SIZE(dict);
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &key, &value);) {
        state = (state ^ (uintptr_t)key) * factor;
        state = (state >> 29 ^ state ^ (uintptr_t)value) * factor;
    }
    THREADS_UNLOCK();
    return state;
#endif
}

#if LAYOUT_VALUES_KNOWN
/* Whether a name is one of the first n keys of inline values. */
static bool fields_have_key(struct layout_keys *keys, size_t n, PyObject *name)
{
    const struct layout_entry *entry = layout_str_entries(keys), *stop = entry + n;
    while (entry < stop && entry->key != name)
        entry++;
    return entry < stop;
}
#endif

/* Fills places with those of inline values, if the instances have these. -1: an exception is set. */
static int fields_find_values(struct native_state *state, struct class_entry *entry, Py_ssize_t *places)
{
#if LAYOUT_VALUES_KNOWN
    struct layout_values values;
    PyObject *names[LAYOUT_VALUES_MAX];
    Py_ssize_t n = PyTuple_GET_SIZE(entry->names);
    if (!state->layout.usable || n > LAYOUT_VALUES_MAX)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++)
        names[i] = PyTuple_GET_ITEM(entry->names, i);
    if (layout_values_find(&state->layout, &values, entry->type, names, (size_t)n) < 0)
        return -1;
    for (Py_ssize_t i = 0; values.keys != NULL && i < n; i++)
        places[i] = (Py_ssize_t)(values.place[i] * sizeof(PyObject *));
    struct layout_keys *keys = values.keys;
    entry->key_count = keys != NULL ? (size_t)threads_load(&keys->nentries) : 0;
    if (keys != NULL && !fields_have_key(keys, entry->key_count, state->str_dataclass_fields))
        entry->keys = keys;
#else
    (void)state, (void)entry, (void)places;
#endif
    return 0;
}

/* Finds where the instances have their attributes. -1: an exception is set. */
static int fields_find_places(struct native_state *state, struct class_entry *entry)
{
    Py_ssize_t n = PyTuple_GET_SIZE(entry->names), slots = 0;
    entry->places = PyBytes_FromStringAndSize(NULL, n * (Py_ssize_t)sizeof(Py_ssize_t));
    if (entry->places == NULL)
        return -1;
    Py_ssize_t *places = (Py_ssize_t *)PyBytes_AS_STRING(entry->places);
    bool finds = n > 0;
    for (Py_ssize_t i = 0; finds && i < n; i++) {
        finds = instance_finds(entry->type, PyTuple_GET_ITEM(entry->names, i), &places[i]);
        slots += finds && places[i] != 0;
    }
    if (finds && slots == 0 && fields_find_values(state, entry, places) < 0)
        return -1;
    entry->storage = !finds || n > FIELDS_MOST                       ? CLASS_BY_NAME
                     : slots == 0                                    ? CLASS_IN_DICT
                     : slots == n && entry->type->tp_dictoffset == 0 ? CLASS_IN_SLOTS
                                                                     : CLASS_BY_NAME;
    return 0;
}

/* As fields_learn(), for the class's dict of fields. */
static int fields_learn_dict(struct native_state *state, struct class_entry *entry, PyObject *fields)
{
    entry->names = fields_names(entry->type);
    if (entry->names == NULL || fields_find_places(state, entry) < 0) {
        /* what fails here fails again in convert(), with an error about the object */
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
            return -1;
        PyErr_Clear();
        Py_CLEAR(entry->names);
        Py_CLEAR(entry->places);
        return 0;
    }
    entry->fields = fields;
    entry->state = fields_state(fields);
    entry->kind = CLASS_FIELDS;
    return 0;
}

int fields_learn(struct native_state *state, struct class_entry *entry)
{
    PyObject *fields = instance_lookup(entry->type, state->str_dataclass_fields);
    int status = 0;
    entry->kind = CLASS_OTHER;
    if (entry->type->tp_getattro == PyObject_GenericGetAttr && fields != NULL && PyDict_CheckExact(fields))
        status = fields_learn_dict(state, entry, fields);
    Py_XDECREF(fields);
    return status;
}

/* ---- writing ----------------------------------------------------------------- */

/* Whether the places are those of inline values, for the objects that have such: none of them can be the attribute
 * __dataclass_fields__. */
HAYA_INLINE bool fields_are_inline(const struct class_entry *entry)
{
#if LAYOUT_VALUES_KNOWN
    return entry->storage == CLASS_IN_DICT && layout_values_have_keys(entry->type, entry->keys, entry->key_count);
#else
    (void)entry;
    return false;
#endif
}

/* Whether o can have no attribute but those of the class and the fields. */
static bool fields_are_all(const struct class_entry *entry, PyObject *o)
{
#if LAYOUT_VALUES_KNOWN
    if (fields_are_inline(entry) && layout_values_of(o) != NULL)
        return true;
#else
    (void)o;
#endif
    return entry->storage == CLASS_IN_SLOTS;
}

/* Whether o's class is as it was when the entry was made, and o has no attribute __dataclass_fields__ of its own. */
static bool fields_are_same(const struct native_state *state, const struct class_entry *entry, PyObject *o)
{
    if (Py_TYPE(o) != entry->type || instance_version(entry->type) != entry->version)
        return false;
    PyObject *fields = fields_are_all(entry, o) ? instance_lookup(entry->type, state->str_dataclass_fields)
                                                : PyObject_GenericGetAttr(o, state->str_dataclass_fields);
    bool same = fields == entry->fields && fields_state(fields) == entry->state;
    Py_XDECREF(fields);
    PyErr_Clear();
    return same;
}

#if INSTANCES_READABLE

/* The values of a dict's entries with these names. False: one is not there, or finding out might run user code. */
static bool fields_of_dict(const struct native_state *state, PyObject *names, PyObject *dict, PyObject **values)
{
#if LAYOUT_KNOWN
    PyObject **slot = NULL, **stop = NULL, *value;
    size_t stride = 0;
    Py_ssize_t n = PyTuple_GET_SIZE(names);
    bool listed = layout_dict_slots(dict, &slot, &stop, &stride);
    if (layout_keys_of(dict)->kind == 0 || PyDict_GetItemWithError(dict, state->str_dataclass_fields) != NULL)
        return false;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        bool next = listed && slot < stop && slot[0] == name && slot[1] != NULL;
        value = next ? slot[1] : PyDict_GetItemWithError(dict, name);
        if (value == NULL)
            return false;
        if (next)
            slot += stride;
        values[i] = value;
    }
    return true;
#else
    (void)state, (void)names, (void)dict, (void)values;
    return false;
#endif
}

/* The object's attributes, borrowed, without running Python code. False: they must be looked up by name. */
HAYA_INLINE bool fields_values(const struct native_state *state, const struct class_entry *entry, PyObject *o,
                               PyObject **values)
{
    const Py_ssize_t *places = (const Py_ssize_t *)PyBytes_AS_STRING(entry->places);
    const char *base = (const char *)o;
    if (entry->storage == CLASS_IN_DICT) {
        base = NULL;
#if LAYOUT_VALUES_KNOWN
        if (fields_are_inline(entry))
            base = (const char *)layout_values_of(o);
#endif
        if (base == NULL) {
            PyObject *dict = state->layout.usable && PyType_HasFeature(entry->type, CLASSES_MANAGED_DICT)
                                 ? instance_dict(o, true)
                                 : NULL;
            return dict != NULL && fields_of_dict(state, entry->names, dict, values);
        }
    }
    if (entry->storage == CLASS_BY_NAME)
        return false;
    for (Py_ssize_t i = 0, n = PyTuple_GET_SIZE(entry->names); i < n; i++)
        if (UNLIKELY((values[i] = *(PyObject *const *)(base + places[i])) == NULL))
            return false;
    return true;
}

/* The entries from the n-th on as a flat tuple of keys and values, and its opening as w->next. Runs Python code. */
static enum pack_outcome fields_open(struct packing *w, PyObject *names, Py_ssize_t n, PyObject *o)
{
    Py_ssize_t size = PyTuple_GET_SIZE(names);
    PyObject *rest = native_tuple_new(2 * (size - n));
    for (Py_ssize_t i = n; rest != NULL && i < size; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i), *value = PyObject_GetAttr(o, name);
        if (value == NULL) {
            Py_CLEAR(rest);
        } else {
            PyTuple_SET_ITEM(rest, 2 * (i - n), Py_NewRef(name));
            PyTuple_SET_ITEM(rest, 2 * (i - n) + 1, value);
        }
    }
    native_tuple_filled(rest);
    w->next = rest;
    w->next_size = size;
    return rest != NULL ? PACK_FIELDS : PACK_ERROR;
}

/* The same without Python code. NULL without an exception: it is not possible any more. */
static PyObject *fields_rest(const struct native_state *state, const struct class_entry *entry, PyObject *o,
                             Py_ssize_t n)
{
    PyObject *names = Py_NewRef(entry->names), *values[FIELDS_MOST];
    Py_ssize_t size = PyTuple_GET_SIZE(names);
    unsigned version = entry->version;
    PyObject *rest = native_tuple_new(2 * (size - n)); /* may run the collector, and so any code */
    bool same = entry->version == version && entry->names == names && Py_TYPE(o) == entry->type &&
                instance_version(entry->type) == version && fields_values(state, entry, o, values);
    if (rest != NULL && !same)
        Py_CLEAR(rest);
    for (Py_ssize_t i = n; rest != NULL && i < size; i++) {
        PyTuple_SET_ITEM(rest, 2 * (i - n), Py_NewRef(PyTuple_GET_ITEM(names, i)));
        PyTuple_SET_ITEM(rest, 2 * (i - n) + 1, Py_NewRef(values[i]));
    }
    native_tuple_filled(rest);
    Py_DECREF(names);
    return rest;
}

/* Writes the header and the leading fields that are scalars at out->p. The number of these. No Python code runs. */
HAYA_INLINE Py_ssize_t fields_scalars(struct packing *w, PyObject *names, PyObject **values, const bool layout)
{
    Py_ssize_t size = PyTuple_GET_SIZE(names), i = 0;
    uint8_t *p = haya_put_map_header(w->out->p, (uint32_t)size);
    for (; i < size; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        uint8_t *start = pack_reserve(w, p, 0), *end;
        if (UNLIKELY(start == NULL))
            return i;
        size_t n = (size_t)((PyASCIIObject *)name)->length;
        if (LIKELY(IS_ASCII(name)) && LIKELY(n < 32)) {
            end = pack_short_text(start, name, layout);
        } else if ((end = pack_other_key(w, start, name, layout)) == NULL) {
            p = w->start;
            break;
        }
        ptrdiff_t key_size = end - start;
        if (UNLIKELY(end > w->limit)) {
            if ((p = pack_grow(w, end, 0)) == NULL)
                return i;
            end = p;
        }
        if ((p = pack_scalar(w, end, values[i], layout)) == NULL) {
            p = w->start - key_size; /* the rest begins with the key */
            break;
        }
    }
    w->out->p = p;
    return i;
}

/* As fields_pack(), without Python code. PACK_UNKNOWN: it is not possible; what was written must be dropped. */
static enum pack_outcome fields_pack_plain(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    PyObject *values[FIELDS_MOST];
    Py_ssize_t size = PyTuple_GET_SIZE(entry->names), n;
    if (!fields_values(w->state, entry, o, values))
        return PACK_UNKNOWN;
    w->limit = w->out->end - OUTPUT_SPARE;
    n = w->state->layout.usable ? fields_scalars(w, entry->names, values, LAYOUT_KNOWN)
                                : fields_scalars(w, entry->names, values, false);
    if (w->no_memory || n == size || PyErr_Occurred())
        return w->no_memory || n != size ? PACK_ERROR : PACK_DONE;
    w->next = fields_rest(w->state, entry, o, n);
    w->next_size = size;
    return w->next != NULL ? PACK_FIELDS : PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
}

enum pack_outcome fields_pack(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    size_t at = (size_t)(w->out->p - w->out->begin);
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || !w->opt->maps_fast || fields_state(entry->fields) != entry->state)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    struct class_entry copy = *entry; /* the collector may run */
    Py_INCREF(copy.names);
    enum pack_outcome done = fields_pack_plain(w, entry, o);
    if (done == PACK_UNKNOWN) {
        w->out->p = w->out->begin + at;
        if (fields_are_same(w->state, &copy, o)) {
            w->out->p = haya_put_map_header(w->out->p, (uint32_t)PyTuple_GET_SIZE(copy.names));
            done = fields_open(w, copy.names, 0, o);
        }
    }
    Py_DECREF(copy.names);
    return done;
}

/* Writes a dict of scalars. False: it has other keys or values, or MemoryError is set; out->p must be set back. */
static bool fields_pack_entries(struct packing *w, PyObject *o)
{
#if LAYOUT_KNOWN
    PyObject **slot, **stop, *value;
    size_t stride;
    Py_ssize_t left = PyDict_GET_SIZE(o);
    if (!w->state->layout.usable || left > FIELDS_MOST || !layout_dict_slots(o, &slot, &stop, &stride))
        return false;
    w->limit = w->out->end - OUTPUT_SPARE;
    uint8_t *p = haya_put_map_header(w->out->p, (uint32_t)left);
    bool done = pack_entries(w, &p, &slot, stop, stride, &left, &value);
    if (!w->no_memory)
        w->out->p = p;
    return done;
#else
    (void)w, (void)o;
    return false;
#endif
}

enum pack_outcome fields_pack_dict(struct packing *w, PyObject *o)
{
    Py_ssize_t n = PyDict_GET_SIZE(o), at = 0, i = 0;
    PyObject *key, *value;
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || n > PACK_PATIENCE || !w->opt->maps_fast)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    size_t start = (size_t)(w->out->p - w->out->begin);
    if (fields_pack_entries(w, o))
        return PACK_DONE;
    if (PyErr_Occurred())
        return PACK_ERROR;
    w->out->p = w->out->begin + start;
    PyObject *entries = native_tuple_new(2 * n);
    if (entries == NULL)
        return PACK_ERROR;
    for (; i < n && PyDict_Next(o, &at, &key, &value); i++) {
        PyTuple_SET_ITEM(entries, 2 * i, Py_NewRef(key));
        PyTuple_SET_ITEM(entries, 2 * i + 1, Py_NewRef(value));
    }
    if (i != n || PyDict_GET_SIZE(o) != n) { /* the collector ran, and changed it */
        Py_DECREF(entries);
        return PACK_UNKNOWN;
    }
    native_tuple_filled(entries);
    w->out->p = haya_put_map_header(w->out->p, (uint32_t)n);
    w->next = entries;
    w->next_size = n;
    return PACK_FIELDS;
}
#else

/* Keeps the names and values of an object, if they can be read where they are. */
static bool fields_keep_values(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    const struct instance_places at = {.type = entry->type,
                                       .in_slots = entry->storage == CLASS_IN_SLOTS,
                                       .place = (const Py_ssize_t *)PyBytes_AS_STRING(entry->places),
                                       .apart = sizeof(Py_ssize_t),
                                       .count = (size_t)PyTuple_GET_SIZE(entry->names)};
    PyObject **to = w->kept + w->kept_count;
    if ((!at.in_slots && !fields_are_inline(entry)) || !instance_values(o, &at, to + 1, 2))
        return false;
    for (size_t i = 0; i < at.count; i++)
        to[2 * i] = Py_NewRef(PyTuple_GET_ITEM(entry->names, (Py_ssize_t)i));
    w->kept_count += 2 * at.count;
    return true;
}

/* Keeps the names and values of an object. False: an exception is set. Runs Python code. */
static bool fields_keep_by_name(struct packing *w, PyObject *names, PyObject *o)
{
    for (Py_ssize_t i = 0, n = PyTuple_GET_SIZE(names); i < n; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i), *value = PyObject_GetAttr(o, name);
        if (value == NULL)
            return false;
        w->kept[w->kept_count++] = Py_NewRef(name);
        w->kept[w->kept_count++] = value;
    }
    return true;
}

/* Opens an object of the entry's class, whose values the frame keeps. Runs Python code. */
static enum pack_outcome fields_open(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    Py_ssize_t n = PyTuple_GET_SIZE(entry->names);
    if (pack_room(w, 0) < 0 || pack_push_kept(w, 2 * (size_t)n, FRAME_FIELDS, n, n) == NULL ||
        (!fields_keep_values(w, entry, o) && !fields_keep_by_name(w, entry->names, o)))
        return PACK_ERROR;
    w->out->p = haya_put_map_header(w->out->p, (uint32_t)n);
    w->next = NULL;
    return PACK_KEPT;
}

enum pack_outcome fields_pack(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || !w->opt->maps_fast)
        return PACK_UNKNOWN;
    struct class_entry copy = *entry; /* other code may run, and use the cache */
    Py_INCREF(copy.names);
    Py_INCREF(copy.places);
    enum pack_outcome done = fields_are_same(w->state, &copy, o) ? fields_open(w, &copy, o) : PACK_UNKNOWN;
    Py_DECREF(copy.places);
    Py_DECREF(copy.names);
    return done;
}

enum pack_outcome fields_pack_dict(struct packing *w, PyObject *o)
{
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || PyDict_GET_SIZE(o) > PACK_PATIENCE || !w->opt->maps_fast)
        return PACK_UNKNOWN;
    return pack_shared(w, o);
}
#endif
