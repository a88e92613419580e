/* classes.c: objects that extended=True packs and whose classes are known: classes.h. */
#include "classes.h"

#include "plan/writing.h"
#include "scalars.h"

/* ---- the cache ----------------------------------------------------------- */

/* What known_kind() says of a class. -1: an exception is set. */
static int classes_ask(struct native_state *state, PyTypeObject *type)
{
    if (state->known_kind == NULL)
        state->known_kind = native_import("hayapack._values.convert", "known_kind");
    PyObject *answer = state->known_kind != NULL ? PyObject_CallOneArg(state->known_kind, (PyObject *)type) : NULL;
    int kind = answer != NULL ? (int)PyLong_AsLong(answer) : -1;
    Py_XDECREF(answer);
    return kind;
}

/* The kind of a class derived from one that is packed without extended=True; CLASS_OTHER: none. */
static enum class_kind classes_derived(const PyTypeObject *type)
{
    if ((type->tp_flags & Py_TPFLAGS_LONG_SUBCLASS) != 0)
        return CLASS_OF_INT;
    if ((type->tp_flags & Py_TPFLAGS_UNICODE_SUBCLASS) != 0)
        return CLASS_OF_STR;
    if ((type->tp_flags & Py_TPFLAGS_LIST_SUBCLASS) != 0)
        return CLASS_OF_LIST;
    return CLASS_OTHER;
}

/* Whether items() of a class derived from dict gives the entries. */
static bool classes_is_plain_dict(const struct native_state *state, PyTypeObject *type)
{
    return type->tp_getattro == PyObject_GenericGetAttr &&
           _PyType_Lookup(type, state->str_items) == _PyType_Lookup(&PyDict_Type, state->str_items);
}

/* The offset of the slot `int` of class UUID; 0: there is none. -1: an exception is set. */
static Py_ssize_t classes_uuid_slot(PyTypeObject *type)
{
    PyObject *name = PyUnicode_InternFromString("int");
    Py_ssize_t slot = name != NULL ? plan_slot_of((PyObject *)type, name) : -1;
    Py_XDECREF(name);
    return type->tp_getattro == PyObject_GenericGetAttr ? slot : slot < 0 ? -1 : 0;
}

/* Whether a class is that of datetime's C API with this kind. -1: an exception is set. */
static int classes_is_calendar(struct native_state *state, const struct class_entry *entry)
{
    return times_load(state) < 0 ? -1 : times_is_class(state, entry->kind - CLASS_DATE, entry->type);
}

static int classes_learn(struct native_state *state, struct class_entry *entry)
{
    PyTypeObject *type = entry->type;
    int is = 1;
    if ((type->tp_flags & (Py_TPFLAGS_LONG_SUBCLASS | Py_TPFLAGS_UNICODE_SUBCLASS | Py_TPFLAGS_LIST_SUBCLASS |
                           Py_TPFLAGS_DICT_SUBCLASS | Py_TPFLAGS_TUPLE_SUBCLASS | Py_TPFLAGS_BYTES_SUBCLASS)) != 0) {
        if (pack_has_fields(state, type))
            return 0;
        entry->kind = classes_derived(type);
        if ((type->tp_flags & Py_TPFLAGS_DICT_SUBCLASS) != 0 && classes_is_plain_dict(state, type))
            entry->kind = CLASS_OF_DICT;
        return 0;
    }
    int kind = classes_ask(state, type);
    if (kind < 0)
        return -1;
    entry->kind = (uint8_t)kind;
    if (kind == CLASS_FIELDS)
        return fields_learn(state, entry);
    if (kind == CLASS_UUID && (entry->slot = classes_uuid_slot(type)) <= 0)
        is = (int)entry->slot;
    else if (kind >= CLASS_DATE && kind <= CLASS_DATETIME)
        is = classes_is_calendar(state, entry);
    if (is == 0)
        entry->kind = kind == CLASS_UUID ? CLASS_TEXT : CLASS_OTHER;
    return is < 0 ? -1 : 0;
}

/* Asks for the kind of a class, which runs Python code, and stores it. */
COLD static const struct class_entry *classes_add(struct native_state *state, PyTypeObject *type,
                                                  struct class_entry *set)
{
    struct class_entry entry = {.type = type};
    unsigned version = 0;
    Py_INCREF(type);
    (void)_PyType_Lookup(type, state->str_dataclass_fields); /* gives the class a version, if it has none */
    version = writing_version(type);
    int status = version != 0 ? classes_learn(state, &entry) : 0;
    bool same = status == 0 && version != 0 && version == writing_version(type);
    Py_DECREF(type);
    if (!same || state->classes == NULL) {
        Py_XDECREF(entry.names);
        Py_XDECREF(entry.places);
        return NULL;
    }
    entry.version = version;
    struct class_entry *to = &set[state->classes->turn++ % CLASSES_WAYS], old;
    for (int i = 0; i < CLASSES_WAYS; i++)
        if (set[i].version == 0 || set[i].type == type)
            to = &set[i];
    old = *to;
    *to = entry;
    Py_XDECREF(old.names);
    Py_XDECREF(old.places);
    return to;
}

struct class_cache *classes_new(void)
{
    struct class_cache *cache = PyMem_Calloc(1, sizeof *cache);
    if (cache == NULL)
        PyErr_NoMemory();
    return cache;
}

void classes_clear(struct class_cache *cache)
{
    for (int i = 0; i < CLASSES_SETS * CLASSES_WAYS; i++) {
        struct class_entry *entry = &cache->sets[0][0] + i;
        entry->version = 0;
        Py_CLEAR(entry->names);
        Py_CLEAR(entry->places);
    }
}

const struct class_entry *classes_find(struct native_state *state, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (state->classes == NULL)
        return NULL;
    struct class_entry *set = state->classes->sets[((uintptr_t)type >> 4 ^ (uintptr_t)type >> 10) % CLASSES_SETS];
    unsigned version = writing_version(type);
    for (int i = 0; i < CLASSES_WAYS; i++)
        if (set[i].type == type && LIKELY(set[i].version == version) && LIKELY(version != 0))
            return &set[i];
    return classes_add(state, type, set);
}

/* ---- values --------------------------------------------------------------- */

/* ASCII text of fewer than 256 bytes. */
static enum pack_outcome classes_text(struct packing *w, const char *text, size_t n)
{
    if (pack_room(w, n) < 0)
        return PACK_ERROR;
    uint8_t *p = pack_str_header(w->bin_type, w->out->p, (uint32_t)n);
    memcpy(p, text, n);
    w->out->p = p + n;
    return PACK_DONE;
}

/* Writes a new reference, if it is a value that pack_scalar() writes; else it is returned in *converted. */
static enum pack_outcome classes_value(struct packing *w, PyObject *value, PyObject **converted)
{
    uint8_t *end;
    if (value == NULL || pack_room(w, 0) < 0) {
        Py_XDECREF(value);
        return PACK_ERROR;
    }
    w->limit = w->out->end - OUTPUT_SPARE;
    end = pack_scalar(w, w->out->p, value, false);
    if (end == NULL && !w->no_memory && !PyErr_Occurred()) {
        *converted = value;
        return PACK_UNKNOWN;
    }
    Py_DECREF(value);
    if (end != NULL)
        w->out->p = end;
    return end != NULL ? PACK_DONE : PACK_ERROR;
}

static enum pack_outcome classes_uuid(struct packing *w, const struct class_entry *entry, PyObject *o)
{
#if LAYOUT_KNOWN
    static const char digits[] = "0123456789abcdef";
    PyObject *number = *(PyObject **)((char *)o + entry->slot);
    uint64_t negative, parts[2];
    char text[36];
    if (!w->state->layout.usable || number == NULL || !PyLong_CheckExact(number))
        return PACK_UNKNOWN;
    size_t n = layout_long_size(number, &negative);
    digit d[5] = {0};
    if (negative || n > 5)
        return PACK_UNKNOWN;
    memcpy(d, LAYOUT_DIGITS(number), n * sizeof *d);
    if (d[4] >> 8 != 0)
        return PACK_UNKNOWN;
    parts[1] = (uint64_t)d[0] | (uint64_t)d[1] << 30 | (uint64_t)d[2] << 60;
    parts[0] = (uint64_t)d[2] >> 4 | (uint64_t)d[3] << 26 | (uint64_t)d[4] << 56;
    for (int i = 0, at = 0; i < 32; i++) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            text[at++] = '-';
        text[at++] = digits[parts[i / 16] >> (60 - 4 * (i % 16)) & 15];
    }
    return classes_text(w, text, sizeof text);
#else
    (void)w, (void)entry, (void)o;
    return PACK_UNKNOWN;
#endif
}

static enum pack_outcome classes_datetime(struct packing *w, PyObject *o)
{
    struct haya_timestamp time;
    if (!times_from_utc(w->state, o, &time)) {
        char text[TIMES_TEXT];
        size_t n = times_text(TIMES_OF_DATETIME, o, text);
        if (n != 0)
            return classes_text(w, text, n);
        enum times_known known = times_from_zone(w->state, o, &time);
        if (known != TIMES_DONE)
            return known == TIMES_ERROR ? PACK_ERROR : PACK_UNKNOWN;
    }
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    w->out->p = haya_put_timestamp(w->out->p, time.seconds, time.nanoseconds);
    return PACK_DONE;
}

static enum pack_outcome classes_calendar(struct packing *w, int kind, PyObject *o)
{
    char text[TIMES_TEXT];
    size_t n = times_text(kind, o, text);
    return n != 0 ? classes_text(w, text, n) : PACK_UNKNOWN;
}

static enum pack_outcome classes_float32(struct packing *w, PyObject *o)
{
    double v = PyFloat_AsDouble(o);
    if ((v == -1 && PyErr_Occurred()) || pack_room(w, 0) < 0)
        return PACK_ERROR;
    w->out->p = haya_put_float(w->out->p, (float)v);
    return PACK_DONE;
}

/* An int, str or list of a derived class. */
static enum pack_outcome classes_plain(struct packing *w, int kind, PyObject *o)
{
    int overflow;
    long long v;
    switch (kind) {
    case CLASS_OF_INT:
        v = PyLong_AsLongLongAndOverflow(o, &overflow);
        if (overflow != 0 || pack_room(w, 0) < 0)
            return overflow != 0 ? PACK_UNKNOWN : PACK_ERROR;
        w->out->p = haya_put_int(w->out->p, v);
        return PACK_DONE;
    case CLASS_OF_STR:
        if (!PyUnicode_IS_READY(o) || !PyUnicode_IS_ASCII(o) || PyUnicode_GET_LENGTH(o) > 255)
            return PACK_UNKNOWN;
        return classes_text(w, PyUnicode_DATA(o), (size_t)PyUnicode_GET_LENGTH(o));
    case CLASS_OF_LIST: w->next = Py_NewRef(o); return PACK_SEQUENCE;
    default: return fields_pack_dict(w, o);
    }
}

enum pack_outcome pack_known_class(struct packing *w, PyObject *o, PyObject **converted)
{
    const struct class_entry *entry = classes_find(w->state, o);
    if (entry == NULL || entry->kind == CLASS_OTHER)
        return PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    switch (entry->kind) {
    case CLASS_FIELDS: return fields_pack(w, entry, o);
    case CLASS_ENUM: return classes_value(w, PyObject_GetAttr(o, w->state->str_enum_value), converted);
    case CLASS_LIST: w->next = PySequence_List(o); return w->next != NULL ? PACK_SEQUENCE : PACK_ERROR;
    case CLASS_UUID: return classes_uuid(w, entry, o);
    case CLASS_TEXT: return classes_value(w, PyObject_Str(o), converted);
    case CLASS_DATE:
    case CLASS_TIME: return classes_calendar(w, entry->kind - CLASS_DATE, o);
    case CLASS_DATETIME: return classes_datetime(w, o);
    case CLASS_INT: return classes_value(w, PyNumber_Long(o), converted);
    case CLASS_FLOAT: return classes_value(w, PyNumber_Float(o), converted);
    case CLASS_FLOAT32: return classes_float32(w, o);
    case CLASS_BOOL: {
        int is = PyObject_IsTrue(o);
        return is < 0 ? PACK_ERROR : classes_value(w, PyBool_FromLong(is), converted);
    }
    case CLASS_ARRAY: return arrays_pack(w, o);
    default: return w->opt->strict_types ? PACK_UNKNOWN : classes_plain(w, entry->kind, o);
    }
}
