/* class_cache.c: finds out how extended=True writes the objects of a class, and keeps it: class_cache.h. */
#include "class_cache.h"

/* ---- dataclasses ----------------------------------------------------------- */

bool pack_has_fields(const struct native_state *state, PyTypeObject *type)
{
    PyObject *fields = instance_lookup(type, state->str.dataclass_fields);
    Py_XDECREF(fields);
    return fields != NULL;
}

int pack_loses_fields(struct packing *w, PyObject *o)
{
    const struct native_state *state = w->state;
    if (!w->opt->extended || (Py_TYPE(o)->tp_flags & Py_TPFLAGS_HEAPTYPE) == 0 || !pack_has_fields(state, Py_TYPE(o)))
        return 0;
    if (!PyLong_Check(o) && !PyFloat_Check(o) && !PyUnicode_Check(o) && !PyBytes_Check(o) && !PyByteArray_Check(o) &&
        !PyDict_Check(o) && !PyList_Check(o) && !PyTuple_Check(o) &&
        (state->datetime_type == NULL || !PyObject_TypeCheck(o, state->datetime_type)))
        return 0;
    PyObject *loses = native_imported(&w->state->pack.loses_fields, "hayapack._values.extended_types", "loses_fields");
    PyObject *answer = loses != NULL ? PyObject_CallOneArg(loses, o) : NULL;
    int is = answer != NULL ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return is;
}

/* ---- the cache ----------------------------------------------------------- */

/* What known_kind() says of a class. -1: an exception is set. */
static int classes_ask(struct native_state *state, PyTypeObject *type)
{
    PyObject *ask = native_imported(&state->pack.known_kind, "hayapack._values.extended_types", "known_kind");
    PyObject *answer = ask != NULL ? PyObject_CallOneArg(ask, (PyObject *)type) : NULL;
    int kind = answer != NULL ? (int)PyLong_AsLong(answer) : -1;
    Py_XDECREF(answer);
    return kind;
}

/* The kind of a class derived from one that is packed without extended=True; CLASS_OTHER: none. */
static enum class_kind classes_derived(const struct native_state *state, PyTypeObject *type)
{
    if (type == &PyBool_Type) /* True that `default` has returned is no int */
        return CLASS_OTHER;
    if ((type->tp_flags & (Py_TPFLAGS_LONG_SUBCLASS | Py_TPFLAGS_UNICODE_SUBCLASS | Py_TPFLAGS_BYTES_SUBCLASS)) != 0)
        return CLASS_DERIVED;
    if ((type->tp_flags & Py_TPFLAGS_TUPLE_SUBCLASS) != 0 && pack_is_array_tuple(state, type))
        return CLASS_DERIVED;
    if ((type->tp_flags & Py_TPFLAGS_LIST_SUBCLASS) != 0)
        return CLASS_OF_LIST;
    return CLASS_OTHER;
}

/* Whether items() of a class derived from dict gives the entries. */
static bool classes_has_dict_items(const struct native_state *state, PyTypeObject *type)
{
    return type->tp_getattro == PyObject_GenericGetAttr &&
           _PyType_Lookup(type, state->str.items) == _PyType_Lookup(&PyDict_Type, state->str.items);
}

/* The offset of the slot `int` of class UUID; 0: there is none. -1: an exception is set. */
static Py_ssize_t classes_uuid_slot(PyTypeObject *type)
{
    PyObject *name = PyUnicode_InternFromString("int");
    Py_ssize_t slot = name != NULL ? 0 : -1;
    if (name != NULL && (type->tp_getattro != PyObject_GenericGetAttr || !instance_finds(type, name, &slot)))
        slot = 0;
    Py_XDECREF(name);
    return slot;
}

/* Makes the plan of a dataclass. The kind becomes CLASS_OTHER if there is none: what fails here fails again in
 * convert(), with an error about the object. -1: an exception is set. */
static int classes_plan(struct native_state *state, struct class_entry *entry)
{
    entry->owner = class_plan_of_dataclass(state, entry->type);
    if (entry->owner != NULL) {
        entry->writer = (struct class_writer){.plan = class_plan_in(entry->owner), .owner = entry->owner};
        return 0;
    }
    entry->kind = CLASS_OTHER;
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
        return -1;
    PyErr_Clear();
    return 0;
}

static int classes_learn(struct native_state *state, struct class_entry *entry)
{
    PyTypeObject *type = entry->type;
    int is = 1;
    if ((type->tp_flags & (Py_TPFLAGS_LONG_SUBCLASS | Py_TPFLAGS_UNICODE_SUBCLASS | Py_TPFLAGS_LIST_SUBCLASS |
                           Py_TPFLAGS_DICT_SUBCLASS | Py_TPFLAGS_TUPLE_SUBCLASS | Py_TPFLAGS_BYTES_SUBCLASS)) != 0) {
        if (pack_has_fields(state, type))
            return 0;
        entry->kind = classes_derived(state, type);
        if ((type->tp_flags & Py_TPFLAGS_DICT_SUBCLASS) != 0 && classes_has_dict_items(state, type))
            entry->kind = CLASS_OF_DICT;
        return 0;
    }
    int kind = classes_ask(state, type);
    if (kind < 0)
        return -1;
    entry->kind = (uint8_t)kind;
    if (kind == CLASS_FIELDS)
        return classes_plan(state, entry);
    if (kind == CLASS_UUID && (entry->slot = classes_uuid_slot(type)) <= 0)
        is = (int)entry->slot;
    else if (kind >= CLASS_DATE && kind <= CLASS_DATETIME)
        is = times_load(state) < 0 ? -1 : times_is_class(state, kind - CLASS_DATE, type);
    else if (kind == CLASS_DATETIME64)
        is = numpy_is_datetime64(type);
    else if (kind >= CLASS_INT && kind <= CLASS_FLOAT32 && (entry->slot = numpy_number_code(type)) != 0)
        entry->kind = CLASS_NUMBER;
    if (is == 0)
        entry->kind = kind == CLASS_UUID ? CLASS_TEXT : CLASS_OTHER;
    return is < 0 ? -1 : 0;
}

COLD struct class_entry *classes_add(struct native_state *state, struct class_cache *cache, PyTypeObject *type)
{
    struct class_entry entry = {.type = type}, *set = classes_set(cache, type);
    unsigned version = 0;
    Py_INCREF(type);
    (void)pack_has_fields(state, type); /* gives the class a version, if it has none */
    version = instance_version(type);
    int status = version != 0 ? classes_learn(state, &entry) : 0;
    bool same = status == 0 && version != 0 && version == instance_version(type);
    Py_DECREF(type);
    if (!same) {
        Py_XDECREF(entry.owner);
        return NULL;
    }
    struct class_entry *to = &set[cache->turn++ % CLASSES_WAYS], old;
    for (int i = 0; i < CLASSES_WAYS; i++)
        if (set[i].version == 0 || set[i].type == type)
            to = &set[i];
    old = *to;
    *to = entry;
    to->version = version;
    Py_XDECREF(old.owner);
    return to;
}

struct class_cache *classes_new(void)
{
    struct class_cache *cache = PyMem_Calloc(1, sizeof *cache);
    if (cache == NULL)
        PyErr_NoMemory();
    return cache;
}

#ifdef Py_GIL_DISABLED
struct class_cache *classes_enter(struct native_state *state)
{
    size_t home = native_home(_Py_ThreadId());
    for (size_t i = 0; i < NATIVE_PLACES; i++) {
        struct class_cache **place = &CLASSES_PLACE(state, (home + i) % NATIVE_PLACES), *cache = threads_load(place);
        if (cache == NULL) {
            struct class_cache *made = classes_new();
            if (made == NULL) {
                PyErr_Clear();
                return NULL;
            }
            if (__atomic_compare_exchange_n(place, &cache, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
                cache = made;
            else
                PyMem_Free(made);
        }
        if (threads_enter(&cache->claim))
            return cache;
    }
    return NULL;
}

void classes_leave(struct class_cache *cache)
{
    if (cache != NULL)
        threads_leave(&cache->claim);
}
#endif

void classes_clear(struct class_cache *cache)
{
    for (int i = 0; i < CLASSES_SETS * CLASSES_WAYS; i++) {
        struct class_entry *entry = &cache->sets[0][0] + i;
        entry->version = 0;
        Py_CLEAR(entry->owner);
    }
}
