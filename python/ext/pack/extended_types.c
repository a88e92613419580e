/* extended_types.c: objects that extended=True packs and whose classes are known: class_cache.h. */
#include "class_cache.h"

#include "map_entries.h"

/* Items of a sequence that are written at once, if their class is the same. */
#define EXTENDED_RUN 64

/* The entry of o's class, valid until Python code runs. NULL: there is none; or, an exception is set. */
static struct class_entry *extended_find(struct packing *w, PyObject *o)
{
    if (w->classes == NULL)
        return NULL;
    struct class_entry *found = classes_have(w->classes, Py_TYPE(o));
    return found != NULL ? found : classes_add(w->state, w->classes, Py_TYPE(o));
}

/* ---- values --------------------------------------------------------------- */

/* ASCII text of fewer than 256 bytes. */
static enum pack_outcome extended_text(struct packing *w, const char *text, size_t n)
{
    if (pack_room(w, n) < 0)
        return PACK_ERROR;
    uint8_t *p = pack_str_header(w->bin_type, w->out->p, (uint32_t)n);
    memcpy(p, text, n);
    w->out->p = p + n;
    return PACK_DONE;
}

/* Writes a new reference, if it is a value that pack_scalar() writes; else it is returned in *converted. */
static enum pack_outcome extended_value(struct packing *w, PyObject *value, PyObject **converted)
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
static bool extended_uuid_bits(const struct class_entry *entry, PyObject *o, uint64_t *high, uint64_t *low)
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
HAYA_INLINE void extended_hex(char *p, uint32_t bits)
{
    uint64_t v = bits;
    v = (v & 0xffff0000) << 16 | (v & 0xffff); /* four digits in each half, then two, then one in each byte */
    v = (v << 8 | v) & 0x00ff00ff00ff00ff;
    v = (v << 4 | v) & 0x0f0f0f0f0f0f0f0f;
    uint64_t letters = (v + 0x0606060606060606) >> 4 & 0x0101010101010101;
    haya_store64((uint8_t *)p, v + 0x3030303030303030 + letters * ('a' - '0' - 10));
}
#endif

static enum pack_outcome extended_uuid(struct packing *w, const struct class_entry *entry, PyObject *o)
{
#if LAYOUT_KNOWN
    uint64_t high, low;
    char digits[32], text[36];
    if (!w->state->layout.usable || !extended_uuid_bits(entry, o, &high, &low))
        return PACK_UNKNOWN;
    extended_hex(digits, (uint32_t)(high >> 32));
    extended_hex(digits + 8, (uint32_t)high);
    extended_hex(digits + 16, (uint32_t)(low >> 32));
    extended_hex(digits + 24, (uint32_t)low);
    memcpy(text, digits, 8);
    memcpy(text + 9, digits + 8, 4);
    memcpy(text + 14, digits + 12, 4);
    memcpy(text + 19, digits + 16, 4);
    memcpy(text + 24, digits + 20, 12);
    text[8] = text[13] = text[18] = text[23] = '-';
    return extended_text(w, text, sizeof text);
#else
    (void)w, (void)entry, (void)o;
    return PACK_UNKNOWN;
#endif
}

/* quiet: no Python code may run. */
static enum pack_outcome extended_datetime(struct packing *w, PyObject *o, bool quiet)
{
    struct haya_timestamp time;
    if (!times_from_utc(w->state, o, &time)) {
        char text[TIMES_TEXT];
        size_t n = times_text(TIMES_OF_DATETIME, o, text);
        if (n != 0)
            return extended_text(w, text, n);
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

static enum pack_outcome extended_calendar(struct packing *w, int kind, PyObject *o)
{
    char text[TIMES_TEXT];
    size_t n = times_text(kind, o, text);
    return n != 0 ? extended_text(w, text, n) : PACK_UNKNOWN;
}

static enum pack_outcome extended_float32(struct packing *w, PyObject *o)
{
    double v = PyFloat_AsDouble(o);
    if ((v == -1 && PyErr_Occurred()) || pack_room(w, 0) < 0)
        return PACK_ERROR;
    w->out->p = haya_put_float(w->out->p, (float)v);
    return PACK_DONE;
}

/* A short list of scalars is written without a frame. */
static enum pack_outcome extended_list(struct packing *w, PyObject *o)
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
HAYA_INLINE enum pack_outcome extended_scalar(struct packing *w, const struct class_entry *entry, PyObject *o)
{
    switch (entry->kind) {
    case CLASS_UUID: return extended_uuid(w, entry, o);
    case CLASS_DATE:
    case CLASS_TIME: return extended_calendar(w, entry->kind - CLASS_DATE, o);
    case CLASS_DATETIME: return extended_datetime(w, o, true);
    case CLASS_DATETIME64: return numpy_pack_datetime64(w, o);
    case CLASS_NUMBER: return numpy_pack_number(w, (int)entry->slot, o);
    case CLASS_DERIVED: return w->opt->strict_types ? PACK_UNKNOWN : pack_derived_one(w, o);
    case CLASS_OF_LIST: return w->opt->strict_types ? PACK_UNKNOWN : extended_list(w, o);
    default: return PACK_UNKNOWN;
    }
}

/* ---- dicts of derived classes ------------------------------------------------------ */

/* The most entries of such a dict that are written without a copy. */
#define EXTENDED_ENTRIES 64

#ifndef Py_GIL_DISABLED
/* Writes a dict of scalars. False: it has other keys or values, or MemoryError is set; out->p must be set back. */
static bool extended_entries(struct packing *w, PyObject *o)
{
#if LAYOUT_KNOWN
    PyObject **slot, **stop, *value;
    size_t stride;
    Py_ssize_t left = PyDict_GET_SIZE(o);
    if (!w->state->layout.usable || left > EXTENDED_ENTRIES || !layout_dict_slots(o, &slot, &stop, &stride))
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
static enum pack_outcome extended_dict(struct packing *w, PyObject *o)
{
    Py_ssize_t n = PyDict_GET_SIZE(o), at = 0, i = 0;
    PyObject *key, *value;
    if ((Py_ssize_t)w->depth >= w->opt->max_depth || n > PACK_SIGNAL_INTERVAL || !w->opt->maps_fast)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    size_t start = (size_t)(w->out->p - w->out->begin);
    if (extended_entries(w, o))
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
static enum pack_outcome extended_dict(struct packing *w, PyObject *o)
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
    enum pack_outcome done = entry != NULL ? extended_scalar(w, entry, o) : PACK_UNKNOWN;
    struct pack_frame *f = w->depth > 0 ? &w->frames[w->depth - 1] : NULL;
    if (done != PACK_DONE || f == NULL || f->kind != FRAME_SEQUENCE)
        return done;
    for (int i = 0; i < EXTENDED_RUN && f->left > 0 && Py_TYPE(*f->at) == type; i++) {
        size_t at = (size_t)(w->out->p - w->out->begin);
        if ((done = extended_scalar(w, entry, *f->at)) != PACK_DONE) {
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
    struct class_entry *entry = extended_find(w, o);
    if (entry == NULL || entry->kind == CLASS_OTHER)
        return PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    switch (entry->kind) {
    case CLASS_FIELDS: return class_writer_pack(w, &entry->writer, o, true);
    case CLASS_ENUM: return extended_value(w, PyObject_GetAttr(o, w->state->str.enum_value), converted);
    case CLASS_LIST: w->next = PySequence_List(o); return w->next != NULL ? PACK_SEQUENCE : PACK_ERROR;
    case CLASS_TEXT: return extended_value(w, PyObject_Str(o), converted);
    case CLASS_DATETIME: return extended_datetime(w, o, false);
    case CLASS_INT: return extended_value(w, PyNumber_Long(o), converted);
    case CLASS_FLOAT: return extended_value(w, PyNumber_Float(o), converted);
    case CLASS_FLOAT32: return extended_float32(w, o);
    case CLASS_BOOL: {
        int is = PyObject_IsTrue(o);
        return is < 0 ? PACK_ERROR : extended_value(w, PyBool_FromLong(is), converted);
    }
    case CLASS_ARRAY: return numpy_pack(w, o);
    case CLASS_OF_DICT: return w->opt->strict_types ? PACK_UNKNOWN : extended_dict(w, o);
    case CLASS_OF_LIST:
        if (w->opt->strict_types)
            return PACK_UNKNOWN;
#ifdef Py_GIL_DISABLED
        return pack_shared(w, o);
#else
        w->next = Py_NewRef(o);
        return PACK_SEQUENCE;
#endif
    default: return extended_scalar(w, entry, o);
    }
}
