/* fields.c: objects of dataclasses, and dicts of derived classes, as maps. */
#include "classes.h"

#include "plan/writing.h"
#include "scalars.h"

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

/* A number that changes with the dict: before CPython 3.12 whenever it does, later with its size. */
static uint64_t fields_state(PyObject *dict)
{
#if PY_VERSION_HEX < 0x030C0000 && !defined(PYPY_VERSION)
    return ((PyDictObject *)dict)->ma_version_tag;
#else
    return (uint64_t)PyDict_GET_SIZE(dict);
#endif
}

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
    if (layout_values_find(&values, entry->type, names, (size_t)n) < 0)
        return -1;
    for (Py_ssize_t i = 0; values.keys != NULL && i < n; i++)
        places[i] = (Py_ssize_t)(values.place[i] * sizeof(PyObject *));
    const struct layout_keys *keys = entry->keys = values.keys;
    entry->key_count = keys != NULL ? (size_t)keys->nentries : 0;
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
        finds = plan_finds_attribute(entry->type, PyTuple_GET_ITEM(entry->names, i), &places[i]);
        slots += finds && places[i] != 0;
    }
    if (finds && slots == 0 && fields_find_values(state, entry, places) < 0)
        return -1;
    if (!finds || (slots != n && entry->keys == NULL) || (slots == n && entry->type->tp_dictoffset != 0))
        Py_CLEAR(entry->places);
    return 0;
}

int fields_learn(struct native_state *state, struct class_entry *entry)
{
    PyTypeObject *type = entry->type;
    entry->kind = CLASS_OTHER;
    entry->fields = _PyType_Lookup(type, state->str_dataclass_fields);
    if (type->tp_getattro != PyObject_GenericGetAttr || entry->fields == NULL || !PyDict_CheckExact(entry->fields))
        return 0;
    entry->names = fields_names(type);
    if (entry->names == NULL || fields_find_places(state, entry) < 0) {
        /* what fails here fails again in convert(), with an error about the object */
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
            return -1;
        PyErr_Clear();
        Py_CLEAR(entry->names);
        Py_CLEAR(entry->places);
        return 0;
    }
    entry->state = fields_state(entry->fields);
    entry->kind = CLASS_FIELDS;
    return 0;
}

/* ---- writing ----------------------------------------------------------------- */

/* What places are relative to in o; NULL: its attributes must be asked for by name. */
static const char *fields_base(const struct class_entry *entry, PyObject *o)
{
    if (entry->places == NULL)
        return NULL;
#if LAYOUT_VALUES_KNOWN
    if (entry->keys != NULL) {
        const struct layout_keys *keys = (struct layout_keys *)((PyHeapTypeObject *)entry->type)->ht_cached_keys;
        return (void *)keys == entry->keys && (size_t)keys->nentries == entry->key_count ? ((const char **)o)[-4] : NULL;
    }
#endif
    return (const char *)o;
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

/* The same by places, until the first attribute that is not there. NULL: such an attribute, or MemoryError is set. */
static PyObject *fields_rest(const struct class_entry *entry, PyObject *o, Py_ssize_t n)
{
    Py_ssize_t size = PyTuple_GET_SIZE(entry->names);
    PyObject *names = Py_NewRef(entry->names), *places = Py_NewRef(entry->places);
    unsigned version = entry->version;
    PyObject *rest = native_tuple_new(2 * (size - n)); /* may run the collector, and so any code */
    bool same = entry->version == version && entry->names == names && Py_TYPE(o) == entry->type &&
                writing_version(entry->type) == version;
    const char *base = same ? fields_base(entry, o) : NULL;
    for (Py_ssize_t i = n; rest != NULL && i < size; i++) {
        PyObject *value = base != NULL ? *(PyObject **)(base + ((Py_ssize_t *)PyBytes_AS_STRING(places))[i]) : NULL;
        if (value == NULL) {
            Py_CLEAR(rest);
        } else {
            PyTuple_SET_ITEM(rest, 2 * (i - n), Py_NewRef(PyTuple_GET_ITEM(names, i)));
            PyTuple_SET_ITEM(rest, 2 * (i - n) + 1, Py_NewRef(value));
        }
    }
    native_tuple_filled(rest);
    Py_DECREF(names);
    Py_DECREF(places);
    return rest;
}

/* Writes the header and the leading fields that are scalars at out->p. The number of these; *missing: the next
 * attribute is not there. No Python code runs. */
HAYA_INLINE Py_ssize_t fields_scalars(struct packing *w, const struct class_entry *entry, const char *base,
                                      bool *missing, const bool layout)
{
    const Py_ssize_t *places = (const Py_ssize_t *)PyBytes_AS_STRING(entry->places);
    PyObject **names = ((PyTupleObject *)entry->names)->ob_item;
    Py_ssize_t size = PyTuple_GET_SIZE(entry->names), i = 0;
    uint8_t *p = haya_put_map_header(w->out->p, (uint32_t)size);
    for (; i < size; i++) {
        uint8_t *start = p, *end;
        PyObject *name = names[i], *value = *(PyObject **)(base + places[i]);
        if ((*missing = value == NULL) || (p = pack_reserve(w, p, 0)) == NULL)
            break;
        start = p;
        if (LIKELY(IS_ASCII(name)) && LIKELY(((PyASCIIObject *)name)->length < 32))
            p = pack_short_text(p, name, layout);
        else if ((p = pack_other_key(w, p, name, layout)) == NULL) {
            w->out->p = w->start;
            return i;
        }
        if ((end = pack_reserve(w, p, 0)) == NULL)
            break;
        start = end - (p - start);
        if ((p = pack_scalar(w, end, value, layout)) == NULL) {
            p = w->start - (end - start); /* the key again: the rest begins with it */
            break;
        }
    }
    if (p != NULL)
        w->out->p = p;
    return i;
}

enum pack_outcome fields_pack(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    Py_ssize_t size = PyTuple_GET_SIZE(entry->names), n = 0;
    const char *base = fields_base(entry, o);
    bool missing = base == NULL;
    size_t at = (size_t)(w->out->p - w->out->begin);
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || fields_state(entry->fields) != entry->state)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    w->limit = w->out->end - OUTPUT_SPARE;
    if (base != NULL) {
#if LAYOUT_KNOWN
        n = w->state->layout.usable ? fields_scalars(w, entry, base, &missing, true)
                                    : fields_scalars(w, entry, base, &missing, false);
#else
        n = fields_scalars(w, entry, base, &missing, false);
#endif
        if (w->no_memory || PyErr_Occurred())
            return PACK_ERROR;
        if (n == size)
            return PACK_DONE;
        if (!missing && (w->next = fields_rest(entry, o, n)) != NULL) {
            w->next_size = size;
            return PACK_FIELDS;
        }
        if (PyErr_Occurred())
            return PACK_ERROR;
    }
    w->out->p = w->out->begin + at; /* again from the first one, by name */
    entry = classes_find(w->state, o); /* the collector may have run */
    if (entry == NULL || entry->kind != CLASS_FIELDS)
        return PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    PyObject *own = PyObject_GenericGetAttr(o, w->state->str_dataclass_fields), *names;
    bool same = own == entry->fields && fields_state(entry->fields) == entry->state;
    Py_XDECREF(own);
    if (own == NULL || !same) {
        PyErr_Clear();
        return PACK_UNKNOWN; /* the object has fields of its own */
    }
    names = Py_NewRef(entry->names);
    w->out->p = haya_put_map_header(w->out->p, (uint32_t)PyTuple_GET_SIZE(names));
    enum pack_outcome done = fields_open(w, names, 0, o);
    Py_DECREF(names);
    return done;
}

enum pack_outcome fields_pack_dict(struct packing *w, PyObject *o)
{
    Py_ssize_t n = PyDict_GET_SIZE(o), at = 0, i = 0;
    PyObject *key, *value;
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || n > PACK_PATIENCE || w->opt->sort_keys)
        return PACK_UNKNOWN;
    PyObject *entries = pack_room(w, 0) == 0 ? native_tuple_new(2 * n) : NULL;
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
