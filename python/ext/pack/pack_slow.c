/* pack_slow.c: the slow paths of the loop in pack_loop.h: less common types, conversions, and
 * the `default` hook. Python code may run here. */
#include "pack_scalars.h"

#include <math.h>

/* The most consecutive conversions of one value; only objects that convert to each other in a cycle reach
 * this limit. */
#define PACK_CONVERSIONS 64

static bool pack_slow_is(PyObject *o, PyTypeObject *type, bool exact)
{
    return exact ? Py_TYPE(o) == type : PyObject_TypeCheck(o, type);
}

static enum pack_outcome pack_slow_open(struct packing *w, enum pack_outcome kind, PyObject *owned)
{
    w->next = owned;
    return owned == NULL ? PACK_ERROR : kind;
}

static enum pack_outcome pack_slow_long(struct packing *w, PyObject *o, bool has_default)
{
    int overflow;
    long long v = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (overflow == 0) {
        if (v == -1 && PyErr_Occurred())
            return PACK_ERROR;
        w->out->p = haya_put_int(w->out->p, v);
        return PACK_DONE;
    }
    unsigned long long u = overflow > 0 ? PyLong_AsUnsignedLongLong(o) : (unsigned long long)-1;
    if (u != (unsigned long long)-1 || (overflow > 0 && !PyErr_Occurred())) {
        w->out->p = haya_put_uint(w->out->p, u);
        return PACK_DONE;
    }
    PyErr_Clear();
    if (has_default)
        return PACK_UNKNOWN;
    return pack_fail(w, "int_range", o);
}

static enum pack_outcome pack_slow_float(struct packing *w, PyObject *o)
{
    double v = PyFloat_AS_DOUBLE(o);
    if (!w->opt->single_float) {
        w->out->p = haya_put_double(w->out->p, v);
        return PACK_DONE;
    }
    float single = (float)v;
    if (isinf(single) && !isinf(v))
        return pack_fail(w, "float_range", o);
    w->out->p = haya_put_float(w->out->p, single);
    return PACK_DONE;
}

static enum pack_outcome pack_slow_copy(struct packing *w, PyObject *o, const void *s, Py_ssize_t n, bool text)
{
    if ((size_t)n > UINT32_MAX)
        return pack_fail(w, "too_long", o);
    if (pack_room(w, (size_t)n) < 0)
        return PACK_ERROR;
    uint8_t *p = text ? pack_str_header(w->bin_type, w->out->p, (uint32_t)n)
                      : pack_bin_header(w->bin_type, w->out->p, (uint32_t)n);
    memcpy(p, s, (size_t)n);
    w->out->p = p + n;
    return PACK_DONE;
}

static enum pack_outcome pack_slow_text(struct packing *w, PyObject *o)
{
    const char *errors = NULL;
    if (w->opt->unicode_errors != NULL && (errors = PyUnicode_AsUTF8(w->opt->unicode_errors)) == NULL)
        return PACK_ERROR;
    PyObject *bytes = PyUnicode_AsEncodedString(o, "utf-8", errors);
    if (bytes == NULL) {
        if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            PyObject *error = errors_take();
            pack_fail(w, "lone_surrogate", error);
            Py_DECREF(error);
        }
        return PACK_ERROR;
    }
    enum pack_outcome done = pack_slow_copy(w, o, PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes), true);
    Py_DECREF(bytes);
    return done;
}

PyObject *pack_pairs_tuple(PyObject *pairs)
{
    PyObject *items = PySequence_Tuple(pairs);
    if (items == NULL)
        return NULL;
    /* PySequence_Tuple() returns an exact tuple unchanged, so its items must not be replaced */
    PyObject *result = native_tuple_new(PyTuple_GET_SIZE(items));
    for (Py_ssize_t i = 0; result != NULL && i < PyTuple_GET_SIZE(items); i++) {
        PyObject *pair = PySequence_Tuple(PyTuple_GET_ITEM(items, i));
        if (pair != NULL && PyTuple_GET_SIZE(pair) != 2) {
            PyErr_Format(PyExc_ValueError, "a map entry must be a pair, not %zd values", PyTuple_GET_SIZE(pair));
            Py_CLEAR(pair);
        }
        if (pair == NULL)
            Py_CLEAR(result);
        else
            PyTuple_SET_ITEM(result, i, pair);
    }
    Py_DECREF(items);
    native_tuple_filled(result);
    return result;
}

/* Sorts pairs by their keys. Not by comparing the pairs, which first compares keys for equality: under `python -bb`
 * that is an error for a str and a bytes. -1: an exception is set; that of a comparison by the interpreter gets an
 * offset and a path, those of user code, which have a traceback, pass through. */
static int pack_slow_sort(struct packing *w, PyObject *pairs)
{
    PyObject *type, *value, *trace;
    PyObject *sort = PyObject_GetAttr(pairs, w->state->str.sort), *none = PyTuple_New(0), *options = PyDict_New();
    PyObject *sorted = NULL;
    if (sort != NULL && none != NULL && options != NULL &&
        PyDict_SetItem(options, w->state->str.key, w->state->pack.first_item) == 0)
        sorted = PyObject_Call(sort, none, options);
    Py_XDECREF(sort);
    Py_XDECREF(none);
    Py_XDECREF(options);
    Py_XDECREF(sorted);
    if (sorted != NULL)
        return 0;
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return -1;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject *text = trace == NULL && value != NULL ? PyObject_Str(value) : NULL;
    if (text == NULL) {
        PyErr_Restore(type, value, trace);
        return -1;
    }
    pack_fail(w, "unsorted_keys", text);
    Py_DECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    return -1;
}

static enum pack_outcome pack_slow_map(struct packing *w, PyObject *o)
{
#ifndef Py_GIL_DISABLED
    if (PyDict_CheckExact(o) && w->opt->maps_fast)
        return pack_slow_open(w, PACK_MAP, Py_NewRef(o));
#endif
    PyObject *view = PyDict_CheckExact(o) ? PyDict_Items(o) : PyObject_CallMethodNoArgs(o, w->state->str.items);
    PyObject *list = view != NULL ? PySequence_List(view) : NULL;
    Py_XDECREF(view);
    if (list != NULL && w->opt->sort_keys && !PyDict_CheckExact(o)) { /* items() may return anything */
        PyObject *pairs = pack_pairs_tuple(list);
        Py_SETREF(list, pairs != NULL ? PySequence_List(pairs) : NULL);
        Py_XDECREF(pairs);
    }
    if (list == NULL || (w->opt->sort_keys && pack_slow_sort(w, list) < 0)) {
        Py_XDECREF(list);
        return PACK_ERROR;
    }
    PyObject *pairs = pack_pairs_tuple(list);
    Py_DECREF(list);
    return pack_slow_open(w, PACK_PAIRS, pairs);
}

int pack_ext(struct output *out, int8_t code, const void *payload, size_t n)
{
    if ((size_t)(out->end - out->p) < n + OUTPUT_SPARE && output_grow(out, n + OUTPUT_SPARE) < 0)
        return -1;
    uint8_t *p = haya_put_ext_header(out->p, code, (uint32_t)n);
    memcpy(p, payload, n);
    out->p = p + n;
    return 0;
}

static enum pack_outcome pack_slow_ext(struct packing *w, PyObject *o)
{
    /* _replace() and _make() of a namedtuple bypass the checks of the constructor */
    PyObject *code = PyTuple_GET_SIZE(o) == 2 ? PyTuple_GET_ITEM(o, 0) : Py_None;
    PyObject *data = PyTuple_GET_SIZE(o) == 2 ? PyTuple_GET_ITEM(o, 1) : Py_None;
    int overflow = 0;
    long type = PyLong_Check(code) ? PyLong_AsLongAndOverflow(code, &overflow) : 1000;
    if (overflow != 0 || type < -128 || type > 127 || !(PyBytes_Check(data) || PyMemoryView_Check(data)))
        return pack_fail(w, "unsupported_type", o);
    PyObject *bytes = PyBytes_Check(data) ? Py_NewRef(data) : PyBytes_FromObject(data);
    if (bytes == NULL)
        return PACK_ERROR;
    enum pack_outcome done = PACK_ERROR;
    if ((size_t)PyBytes_GET_SIZE(bytes) > UINT32_MAX)
        pack_fail(w, "too_long", o);
    else if (pack_ext(w->out, (int8_t)type, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes)) == 0)
        done = PACK_DONE;
    Py_DECREF(bytes);
    return done;
}

static enum pack_outcome pack_slow_timestamp(struct packing *w, PyObject *o)
{
    PyObject *seconds = PyObject_GetAttr(o, w->state->str.seconds);
    PyObject *nanoseconds = seconds != NULL ? PyObject_GetAttr(o, w->state->str.nanoseconds) : NULL;
    enum pack_outcome done = PACK_ERROR;
    if (nanoseconds != NULL) {
        long long s = PyLong_AsLongLong(seconds);
        long long ns = s != -1 || !PyErr_Occurred() ? PyLong_AsLongLong(nanoseconds) : -1;
        if (!PyErr_Occurred() && ns >= 0 && ns <= HAYA_NANOSECONDS_MAX) {
            w->out->p = haya_put_timestamp(w->out->p, s, (uint32_t)ns);
            done = PACK_DONE;
        } else if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "nanoseconds must be between 0 and 999999999");
        }
    }
    Py_XDECREF(seconds);
    Py_XDECREF(nanoseconds);
    return done;
}

/* A bytearray or memoryview, which cannot be resized meanwhile. */
static enum pack_outcome pack_slow_buffer(struct packing *w, PyObject *o)
{
    Py_buffer view;
    if (PyObject_GetBuffer(o, &view, PyBUF_FULL_RO) < 0)
        return PACK_ERROR;
    enum pack_outcome done = PACK_ERROR;
    if (PyBuffer_IsContiguous(&view, 'C')) {
        done = pack_slow_copy(w, o, view.buf, view.len, false);
    } else {
        char *flat = PyMem_Malloc((size_t)view.len + 1);
        if (flat == NULL)
            PyErr_NoMemory();
        else if (PyBuffer_ToContiguous(flat, &view, view.len, 'C') == 0)
            done = pack_slow_copy(w, o, flat, view.len, false);
        PyMem_Free(flat);
    }
    PyBuffer_Release(&view);
    return done;
}

static enum pack_outcome pack_slow_sequence(struct packing *w, PyObject *o)
{
#ifdef Py_GIL_DISABLED
    if (PyList_Check(o))
        return pack_slow_open(w, PACK_SEQUENCE, PyList_AsTuple(o));
#endif
    return pack_slow_open(w, PACK_SEQUENCE, Py_NewRef(o));
}

/* Whether a module name is that of msgpack, or of a copy of it inside another package. */
static bool pack_slow_is_module(PyObject *name)
{
    static const char *const names[] = {"msgpack.ext", "msgpack"};
    Py_ssize_t n;
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &n) : NULL;
    if (text == NULL)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Py_ssize_t size = (Py_ssize_t)strlen(names[i]);
        if (n >= size && strcmp(text + n - size, names[i]) == 0 && (n == size || text[n - size - 1] == '.'))
            return true;
    }
    return false;
}

/* Whether o's type is the class `name` of the package msgpack or, unless `exact`, derived from it. Does not
 * import msgpack. On false an exception may be set. */
static bool pack_slow_is_msgpacks(PyObject *o, const char *name, bool exact)
{
    for (PyTypeObject *type = Py_TYPE(o); type != NULL; type = exact ? NULL : type->tp_base) {
        if (strcmp(type->tp_name, name) != 0 || (type->tp_flags & Py_TPFLAGS_HEAPTYPE) == 0)
            continue;
        PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
        bool is = module != NULL && pack_slow_is_module(module);
        Py_XDECREF(module);
        if (is || PyErr_Occurred())
            return is;
    }
    return false;
}

/* The order of the checks is msgpack's, because an ExtType is a tuple and a bool an int. */
static enum pack_outcome pack_slow_known(struct packing *w, PyObject *o, bool has_default)
{
    const struct native_state *state = w->state;
    bool exact = w->opt->strict_types;
    if (pack_room(w, OUTPUT_SPARE) < 0)
        return PACK_ERROR;
    if (o == Py_None) {
        w->out->p = haya_put_nil(w->out->p);
        return PACK_DONE;
    }
    if (PyBool_Check(o)) {
        w->out->p = haya_put_bool(w->out->p, o == Py_True);
        return PACK_DONE;
    }
    if (exact ? PyLong_CheckExact(o) : PyLong_Check(o))
        return pack_slow_long(w, o, has_default);
    if (exact ? PyFloat_CheckExact(o) : PyFloat_Check(o))
        return pack_slow_float(w, o);
    if (exact ? PyBytes_CheckExact(o) : PyBytes_Check(o))
        return pack_slow_copy(w, o, PyBytes_AS_STRING(o), PyBytes_GET_SIZE(o), false);
    if (exact ? PyByteArray_CheckExact(o) : PyByteArray_Check(o))
        return pack_slow_buffer(w, o);
    if (exact ? PyUnicode_CheckExact(o) : PyUnicode_Check(o))
        return pack_slow_text(w, o);
    if ((exact ? PyDict_CheckExact(o) : PyDict_Check(o)) ||
        (state->frozendict_type != NULL && pack_slow_is(o, state->frozendict_type, exact)))
        return pack_slow_map(w, o);
    if (pack_slow_is(o, state->ext_type, exact))
        return pack_slow_ext(w, o);
    if (Py_TYPE(o) == state->timestamp_type)
        return pack_slow_timestamp(w, o);
    if (PyTuple_Check(o) ? pack_slow_is_msgpacks(o, "ExtType", exact) : pack_slow_is_msgpacks(o, "Timestamp", true))
        return PyTuple_Check(o) ? pack_slow_ext(w, o) : pack_slow_timestamp(w, o);
    if (PyErr_Occurred())
        return PACK_ERROR;
    if (exact ? PyList_CheckExact(o) : PyList_Check(o) || PyTuple_Check(o))
        return pack_slow_sequence(w, o);
    if (PyMemoryView_Check(o))
        return pack_slow_buffer(w, o);
    return PACK_UNKNOWN;
}

/* The most times that are packed in one turn: handlers of signals wait for so many. */
#define PACK_TIMES 1024

static bool pack_slow_read_time(const struct packing *w, PyObject *o, struct haya_timestamp *time)
{
    const struct native_state *state = w->state;
    if (Py_TYPE(o) == state->datetime_type)
        return w->opt->datetime && times_from_utc(state, o, time);
    return Py_TYPE(o) == state->timestamp_type && times_from_stamp(state, o, time);
}

/* Timestamps and datetimes that can be packed without running Python code: o, and those that follow it in its list or
 * tuple, whose frame has its position. */
static enum pack_outcome pack_slow_quiet_time(struct packing *w, PyObject *o)
{
    struct haya_timestamp time;
    if (!pack_slow_read_time(w, o, &time))
        return PACK_UNKNOWN;
    struct pack_frame *f = w->depth > 0 ? &w->frames[w->depth - 1] : NULL;
    if (f != NULL && (f->kind != FRAME_SEQUENCE || (w->depth <= w->pinned && !pack_refind(f))))
        f = NULL;
    struct output *out = w->out;
    for (int i = 0;; i++) {
        if (UNLIKELY(out->end - out->p < OUTPUT_SPARE) && pack_room(w, 0) < 0)
            return PACK_ERROR;
        out->p = haya_put_timestamp(out->p, time.seconds, time.nanoseconds);
        if (i == PACK_TIMES || f == NULL || f->at == f->stop || !pack_slow_read_time(w, *f->at, &time))
            return PACK_DONE;
        f->at++;
        f->left--;
    }
}

/* Packs an aware datetime as a timestamp and a Fragment as its bytes; other types are PACK_UNKNOWN. */
static enum pack_outcome pack_slow_ours(struct packing *w, PyObject *o, PyObject **converted)
{
    const struct native_state *state = w->state;
    bool exact = w->opt->strict_types;
    if (pack_slow_is(o, state->fragment_type, exact)) {
        PyObject *data = PyObject_GetAttr(o, state->str.data);
        enum pack_outcome done = PACK_ERROR;
        if (data != NULL && PyBytes_Check(data) && pack_room(w, (size_t)PyBytes_GET_SIZE(data)) == 0) {
            memcpy(w->out->p, PyBytes_AS_STRING(data), (size_t)PyBytes_GET_SIZE(data));
            w->out->p += PyBytes_GET_SIZE(data);
            done = PACK_DONE;
        } else if (data != NULL && !PyErr_Occurred()) {
            pack_fail(w, "unsupported_type", o);
        }
        Py_XDECREF(data);
        return done;
    }
    if (!w->opt->datetime || !pack_slow_is(o, state->datetime_type, exact))
        return PACK_UNKNOWN;
    struct haya_timestamp time;
    switch (Py_TYPE(o) == state->datetime_type ? times_from_zone(state, o, &time) : TIMES_UNKNOWN) {
    case TIMES_ERROR: return PACK_ERROR;
    case TIMES_NAIVE: return PACK_UNKNOWN;
    case TIMES_DONE: w->out->p = haya_put_timestamp(w->out->p, time.seconds, time.nanoseconds); return PACK_DONE;
    default: break;
    }
    PyObject *stamp = PyObject_CallMethodOneArg((PyObject *)state->timestamp_type, state->str.from_aware, o);
    if (stamp == NULL)
        return PACK_ERROR;
    if (stamp != Py_None)
        *converted = stamp;
    else
        Py_DECREF(stamp);
    return PACK_UNKNOWN;
}

/* What hayapack._values.extended_types.convert() returns for o. */
static PyObject *pack_slow_convert(struct packing *w, PyObject *o)
{
    PyObject *convert = native_imported(&w->state->pack.convert, "hayapack._values.extended_types", "convert");
    PyObject *converted = NULL;
    PyObject *depth_left = convert != NULL ? PyLong_FromSsize_t(w->opt->max_depth - (Py_ssize_t)w->depth) : NULL;
    PyObject *args[] = {o, w->opt->strict_types ? Py_True : Py_False, depth_left};
    if (depth_left != NULL)
        converted = PyObject_Vectorcall(convert, args, 3, NULL);
    Py_XDECREF(depth_left);
    return converted;
}

/* The object to pack instead of o, a new reference; NULL, with or without an exception: there is none. */
static PyObject *pack_slow_replace(struct packing *w, PyObject *o, bool *defaulted)
{
    if (w->opt->extended) {
        PyObject *converted = pack_slow_convert(w, o);
        if (converted != Py_NotImplemented)
            return converted;
        Py_DECREF(converted);
    }
    if (w->opt->default_ == NULL || *defaulted)
        return NULL;
    *defaulted = true;
    return PyObject_CallOneArg(w->opt->default_, o);
}

/* For an object of a registered type: its name and the value that represents it, if any, as PACK_TYPED. */
static enum pack_outcome pack_slow_typed(struct packing *w, PyObject *o)
{
    enum pack_outcome done = w->registered != NULL ? w->state->registered->pack(w, o, true) : PACK_UNKNOWN;
    if (done != PACK_UNKNOWN)
        return done;
    PyObject *pair = PyObject_CallMethodObjArgs(w->opt->types, w->state->str.take_apart, o,
                                                w->opt->strict_types ? Py_True : Py_False, NULL);
    if (pair == Py_None) {
        Py_DECREF(pair);
        return PACK_UNKNOWN;
    }
    if (pair == NULL || pack_room(w, OUTPUT_SPARE) < 0) {
        Py_XDECREF(pair);
        return PACK_ERROR;
    }
    Py_ssize_t n = PyTuple_CheckExact(pair) ? PyTuple_GET_SIZE(pair) : 0;
    if (n < 1 || n > 2 || !PyUnicode_CheckExact(PyTuple_GET_ITEM(pair, 0))) {
        Py_DECREF(pair);
        PyErr_SetString(PyExc_TypeError, "a TypeRegistry must return a tuple of a str and at most one value");
        return PACK_ERROR;
    }
    return pack_slow_open(w, PACK_TYPED, pair);
}

uint8_t *pack_typed_end(struct packing *w, const struct pack_frame *f, uint8_t *p)
{
    uint8_t *begin = w->out->begin + f->typed_at, *payload = begin + PACK_TYPED_HEADER;
    uint8_t header[HAYA_HEADER_MAX], *end;
    size_t n = (size_t)(p - payload);
    if (n > UINT32_MAX) {
        w->out->p = begin;
        pack_fail(w, "too_long", PyTuple_GET_ITEM(f->obj, PyTuple_GET_SIZE(f->obj) - 1));
        return NULL;
    }
    end = haya_put_ext_header(header, HAYA_TYPED_TYPE, (uint32_t)n);
    if (end - header < PACK_TYPED_HEADER)
        memmove(begin + (end - header), payload, n);
    memcpy(begin, header, (size_t)(end - header));
    return begin + (end - header) + n;
}

enum pack_outcome pack_slow(struct packing *w, PyObject *o)
{
    bool defaulted = false, returned = false; /* whether o is what `default` has returned */
    enum pack_outcome done = PACK_UNKNOWN;
    if (w->opt->types == NULL && w->opt->extended)
        done = pack_known_scalars(w, o);
    else if (w->opt->types != NULL && w->registered != NULL)
        done = w->state->registered->pack(w, o, false);
    if (w->opt->types == NULL && done == PACK_UNKNOWN)
        done = pack_slow_quiet_time(w, o);
    if (w->opt->types == NULL && done == PACK_UNKNOWN && !w->opt->extended)
        done = pack_derived(w, o);
    if (done != PACK_UNKNOWN)
        return done;
    pack_pin(w);
    Py_INCREF(o);
    for (int turn = 0; turn < PACK_CONVERSIONS; turn++) {
        PyObject *converted = NULL;
        done = w->opt->types != NULL ? pack_slow_typed(w, o) : PACK_UNKNOWN;
        if (done == PACK_UNKNOWN && w->opt->extended)
            done = pack_known_class(w, o, &converted);
        if (done != PACK_UNKNOWN)
            break;
        if (converted != NULL) {
            returned = false;
            Py_DECREF(o);
            o = converted;
            continue;
        }
        int loses = pack_loses_fields(w, o);
        done = loses < 0    ? PACK_ERROR
               : loses == 0 ? pack_slow_known(w, o, w->opt->default_ != NULL && !defaulted)
                            : PACK_UNKNOWN;
        if (done == PACK_UNKNOWN && loses == 0)
            done = pack_slow_ours(w, o, &converted);
        if (done != PACK_UNKNOWN)
            break;
        bool before = defaulted;
        if (converted == NULL)
            converted = pack_slow_replace(w, o, &defaulted);
        done = PACK_ERROR;
        if (converted == NULL) {
            if (!PyErr_Occurred())
                pack_fail(w, returned ? "returned_type" : "unsupported_type", o);
            break;
        }
        returned = defaulted && !before;
        Py_DECREF(o);
        o = converted;
    }
    if (done == PACK_ERROR && !PyErr_Occurred())
        pack_fail(w, "unsupported_type", o);
    Py_DECREF(o);
    return done;
}

int pack_signals(struct packing *w)
{
    w->countdown = w->pace;
    w->waited = 0;
    pack_pin(w);
    return PyErr_CheckSignals();
}

enum pack_outcome pack_checked(struct packing *w, PyObject *o)
{
    enum pack_outcome done = PACK_ERROR;
    Py_INCREF(o);
    if (pack_signals(w) == 0) {
        if (PyList_CheckExact(o) || (PyTuple_CheckExact(o) && !w->opt->strict_types))
            done = pack_slow_sequence(w, o);
        else
            done = PyDict_CheckExact(o) ? pack_slow_map(w, o) : pack_slow(w, o);
    }
    Py_DECREF(o);
    return done;
}
