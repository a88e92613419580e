/* extended_types.c: objects that extended=True packs and whose classes are known: class_cache.h. */
#include "class_cache.h"

#include "pack_scalars.h"

/* Items of a sequence that are written at once, if their class is the same. */
#define CLASSES_RUN 64

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

HAYA_INLINE struct class_entry *classes_set(struct class_cache *cache, const PyTypeObject *type)
{
    return cache->sets[((uintptr_t)type >> 4 ^ (uintptr_t)type >> 10) % CLASSES_SETS];
}

/* Asks for the kind of a class, which runs Python code, and stores it. */
COLD static struct class_entry *classes_add(struct native_state *state, struct class_cache *cache, PyTypeObject *type)
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

/* The entry of a class, if there is one. */
HAYA_INLINE struct class_entry *classes_have(struct class_cache *cache, const PyTypeObject *type)
{
    struct class_entry *set = classes_set(cache, type);
    unsigned version = instance_version(type);
    for (int i = 0; i < CLASSES_WAYS; i++)
        if (set[i].type == type && LIKELY(set[i].version == version) && LIKELY(version != 0))
            return &set[i];
    return NULL;
}

/* The entry of o's class, valid until Python code runs. NULL: there is none; or, an exception is set. */
static struct class_entry *classes_find(struct packing *w, PyObject *o)
{
    if (w->classes == NULL)
        return NULL;
    struct class_entry *found = classes_have(w->classes, Py_TYPE(o));
    return found != NULL ? found : classes_add(w->state, w->classes, Py_TYPE(o));
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

#if LAYOUT_KNOWN
/* The lower 128 bits of o's slot `int`. False: it is negative, needs more, or it can't be read now. */
static bool classes_uuid_bits(const struct class_entry *entry, PyObject *o, uint64_t *high, uint64_t *low)
{
    digit d[5] = {0};
    if (!threads_try_lock(o))
        return false;
    PyObject *number = *(PyObject **)((char *)o + entry->slot);
    uint64_t negative = 1;
    size_t n = number != NULL && PyLong_CheckExact(number) ? layout_long_size(number, &negative) : 0;
    for (size_t i = 0; i < n && i < 5; i++)
        d[i] = LAYOUT_DIGITS(number)[i];
    threads_unlock(o);
    *low = (uint64_t)d[0] | (uint64_t)d[1] << 30 | (uint64_t)d[2] << 60;
    *high = (uint64_t)d[2] >> 4 | (uint64_t)d[3] << 26 | (uint64_t)d[4] << 56;
    return !negative && n <= 5 && d[4] >> 8 == 0;
}

/* Writes 32 bits as 8 hexadecimal digits. */
HAYA_INLINE void classes_hex(char *p, uint32_t bits)
{
    uint64_t v = bits;
    v = (v & 0xffff0000) << 16 | (v & 0xffff); /* four digits in each half, then two, then one in each byte */
    v = (v << 8 | v) & 0x00ff00ff00ff00ff;
    v = (v << 4 | v) & 0x0f0f0f0f0f0f0f0f;
    uint64_t letters = (v + 0x0606060606060606) >> 4 & 0x0101010101010101;
    haya_store64((uint8_t *)p, v + 0x3030303030303030 + letters * ('a' - '0' - 10));
}
#endif

static enum pack_outcome classes_uuid(struct packing *w, const struct class_entry *entry, PyObject *o)
{
#if LAYOUT_KNOWN
    uint64_t high, low;
    char digits[32], text[36];
    if (!w->state->layout.usable || !classes_uuid_bits(entry, o, &high, &low))
        return PACK_UNKNOWN;
    classes_hex(digits, (uint32_t)(high >> 32));
    classes_hex(digits + 8, (uint32_t)high);
    classes_hex(digits + 16, (uint32_t)(low >> 32));
    classes_hex(digits + 24, (uint32_t)low);
    memcpy(text, digits, 8);
    memcpy(text + 9, digits + 8, 4);
    memcpy(text + 14, digits + 12, 4);
    memcpy(text + 19, digits + 16, 4);
    memcpy(text + 24, digits + 20, 12);
    text[8] = text[13] = text[18] = text[23] = '-';
    return classes_text(w, text, sizeof text);
#else
    (void)w, (void)entry, (void)o;
    return PACK_UNKNOWN;
#endif
}

/* quiet: no Python code may run. */
static enum pack_outcome classes_datetime(struct packing *w, PyObject *o, bool quiet)
{
    struct haya_timestamp time;
    if (!times_from_utc(w->state, o, &time)) {
        char text[TIMES_TEXT];
        size_t n = times_text(TIMES_OF_DATETIME, o, text);
        if (n != 0)
            return classes_text(w, text, n);
        enum times_known known = times_from_quiet_zone(w->state, o, &time);
        if (known == TIMES_UNKNOWN && !quiet)
            known = times_from_zone(w->state, o, &time);
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

/* A short list of scalars is written without a frame. */
static enum pack_outcome classes_list(struct packing *w, PyObject *o)
{
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    uint8_t *begin = w->out->p, *end;
    w->limit = w->out->end - OUTPUT_SPARE;
    end = class_writer_list(w, &begin, o, w->depth);
    w->out->p = end != NULL ? end : begin;
    return end != NULL ? PACK_DONE : w->no_memory || PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
}

/* Writes o, whose class is the entry's, if that runs no Python code. */
HAYA_INLINE enum pack_outcome classes_scalar(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    switch (entry->kind) {
    case CLASS_UUID: return classes_uuid(w, entry, o);
    case CLASS_DATE:
    case CLASS_TIME: return classes_calendar(w, entry->kind - CLASS_DATE, o);
    case CLASS_DATETIME: return classes_datetime(w, o, true);
    case CLASS_DATETIME64: return numpy_pack_datetime64(w, o);
    case CLASS_NUMBER: return numpy_pack_number(w, (int)entry->slot, o);
    case CLASS_DERIVED: return w->opt->strict_types ? PACK_UNKNOWN : pack_derived_one(w, o);
    case CLASS_OF_LIST: return w->opt->strict_types ? PACK_UNKNOWN : classes_list(w, o);
    default: return PACK_UNKNOWN;
    }
}

/* ---- dicts of derived classes ------------------------------------------------------ */

/* The most entries of such a dict that are written without a copy. */
#define CLASSES_ENTRIES 64

#ifndef Py_GIL_DISABLED
/* Writes a dict of scalars. False: it has other keys or values, or MemoryError is set; out->p must be set back. */
static bool classes_entries(struct packing *w, PyObject *o)
{
#if LAYOUT_KNOWN
    PyObject **slot, **stop, *value;
    size_t stride;
    Py_ssize_t left = PyDict_GET_SIZE(o);
    if (!w->state->layout.usable || left > CLASSES_ENTRIES || !layout_dict_slots(o, &slot, &stop, &stride))
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

/* Writes a dict of a derived class as a map, or opens it: all its entries are in w->next (PACK_FIELDS). */
static enum pack_outcome classes_dict(struct packing *w, PyObject *o)
{
    Py_ssize_t n = PyDict_GET_SIZE(o), at = 0, i = 0;
    PyObject *key, *value;
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || n > PACK_SIGNAL_INTERVAL || !w->opt->maps_fast)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    size_t start = (size_t)(w->out->p - w->out->begin);
    if (classes_entries(w, o))
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
static enum pack_outcome classes_dict(struct packing *w, PyObject *o)
{
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || PyDict_GET_SIZE(o) > PACK_SIGNAL_INTERVAL || !w->opt->maps_fast)
        return PACK_UNKNOWN;
    return pack_shared(w, o);
}
#endif

/* ---- objects ----------------------------------------------------------------------- */

enum pack_outcome pack_known_scalars(struct packing *w, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    struct class_entry *entry = w->classes != NULL ? classes_have(w->classes, type) : NULL;
    if (entry != NULL && entry->kind == CLASS_FIELDS)
        return class_writer_pack(w, &entry->writer, o, false);
    enum pack_outcome done = entry != NULL ? classes_scalar(w, entry, o) : PACK_UNKNOWN;
    struct pack_frame *f = w->depth > 0 ? &w->frames[w->depth - 1] : NULL;
    if (done != PACK_DONE || f == NULL || f->kind != FRAME_SEQUENCE)
        return done;
    for (int i = 0; i < CLASSES_RUN && f->left > 0 && Py_TYPE(*f->at) == type; i++) {
        size_t at = (size_t)(w->out->p - w->out->begin);
        if ((done = classes_scalar(w, entry, *f->at)) != PACK_DONE) {
            w->out->p = w->out->begin + at; /* the loop writes it */
            return done == PACK_UNKNOWN ? PACK_DONE : done;
        }
        f->at++;
        f->left--;
    }
    return PACK_DONE;
}

enum pack_outcome pack_known_class(struct packing *w, PyObject *o, PyObject **converted)
{
    struct class_entry *entry = classes_find(w, o);
    if (entry == NULL || entry->kind == CLASS_OTHER)
        return PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    switch (entry->kind) {
    case CLASS_FIELDS: return class_writer_pack(w, &entry->writer, o, true);
    case CLASS_ENUM: return classes_value(w, PyObject_GetAttr(o, w->state->str.enum_value), converted);
    case CLASS_LIST: w->next = PySequence_List(o); return w->next != NULL ? PACK_SEQUENCE : PACK_ERROR;
    case CLASS_TEXT: return classes_value(w, PyObject_Str(o), converted);
    case CLASS_DATETIME: return classes_datetime(w, o, false);
    case CLASS_INT: return classes_value(w, PyNumber_Long(o), converted);
    case CLASS_FLOAT: return classes_value(w, PyNumber_Float(o), converted);
    case CLASS_FLOAT32: return classes_float32(w, o);
    case CLASS_BOOL: {
        int is = PyObject_IsTrue(o);
        return is < 0 ? PACK_ERROR : classes_value(w, PyBool_FromLong(is), converted);
    }
    case CLASS_ARRAY: return numpy_pack(w, o);
    case CLASS_OF_DICT: return w->opt->strict_types ? PACK_UNKNOWN : classes_dict(w, o);
    case CLASS_OF_LIST:
        if (w->opt->strict_types)
            return PACK_UNKNOWN;
#ifdef Py_GIL_DISABLED
        return pack_shared(w, o);
#else
        w->next = Py_NewRef(o);
        return PACK_SEQUENCE;
#endif
    default: return classes_scalar(w, entry, o);
    }
}
