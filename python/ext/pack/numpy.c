/* numpy.c: numpy's arrays of numbers, read through __array_struct__, the interface that numpy documents for other
 * packages, so that neither numpy nor its headers are needed. */
#include "class_cache.h"

#include "pack_scalars.h"

#define NUMPY_DIMENSIONS 64         /* of numpy 2 */
#define NUMPY_NATIVE 0x200          /* the flag NPY_ARRAY_NOTSWAPPED */
#define NUMPY_CHUNK 256             /* elements for which space is reserved at once */
#define NUMPY_SIGNAL_INTERVAL 65536 /* bytes of output between two signal checks */
#define NUMPY_ELEMENT_MOST 15       /* bytes of the longest element, a timestamp */

/* The struct in the capsule. */
struct numpy_interface {
    int two; /* 2 */
    int nd;
    char typekind;
    int itemsize;
    int flags;
    Py_intptr_t *shape, *strides; /* bytes */
    void *data;
    PyObject *descr;
};

/* How elements are written: their kind and size. */
#define NUMPY_CODE(kind, size) ((kind) << 8 | (size))

/* ---- datetime64 ------------------------------------------------------------ */

/* numpy's units, in the order of its enum. Years and months have no fixed length. */
static const struct {
    const char *name;
    int64_t seconds; /* in a unit; 0: it is shorter */
    int64_t parts;   /* units in a second */
} numpy_units[] = {{"Y", 0, 0},
                   {"M", 0, 0},
                   {"W", 604800, 0},
                   {"", 0, 0},
                   {"D", 86400, 0},
                   {"h", 3600, 0},
                   {"m", 60, 0},
                   {"s", 1, 0},
                   {"ms", 0, 1000},
                   {"us", 0, 1000000},
                   {"ns", 0, 1000000000},
                   {"ps", 0, 1000000000000},
                   {"fs", 0, 1000000000000000},
                   {"as", 0, 1000000000000000000}};
#define NUMPY_UNITS ((int)(sizeof numpy_units / sizeof *numpy_units))

/* Writes `value` steps of `count` units. NULL: the time needs more than 64 bits, or the unit has no fixed length. */
static uint8_t *numpy_put_time(uint8_t *p, int64_t value, int64_t count, int unit)
{
    int64_t seconds = numpy_units[unit].seconds, parts = numpy_units[unit].parts, times = seconds ? seconds : 1;
    int64_t most = INT64_MAX / (count > 0 ? count : 1) / times;
    if (value == INT64_MIN) /* NaT */
        return haya_put_nil(p);
    if (count <= 0 || value > most || value < -most || (seconds == 0 && parts == 0))
        return NULL;
    value *= count * times;
    if (seconds != 0)
        return haya_put_timestamp(p, value, 0);
    int64_t whole = value / parts, rest = value % parts, giga = HAYA_NANOSECONDS_MAX + 1;
    if (rest < 0) {
        whole--;
        rest += parts;
    }
    return haya_put_timestamp(p, whole, (uint32_t)(parts > giga ? rest / (parts / giga) : rest * (giga / parts)));
}

/* The text of o's dtype, such as "<f8", which is in *text, a new reference or NULL. NULL: an exception may be set. */
static const char *numpy_dtype(PyObject *o, PyObject **text)
{
    PyObject *dtype = PyObject_GetAttrString(o, "dtype");
    *text = dtype != NULL ? PyObject_GetAttrString(dtype, "str") : NULL;
    Py_XDECREF(dtype);
    return *text != NULL && PyUnicode_Check(*text) ? PyUnicode_AsUTF8(*text) : NULL;
}

/* The step of an array of datetime64, from its dtype's text, such as "<M8[25us]". False: it is something else. */
static bool numpy_step(PyObject *o, int64_t *count, int *unit)
{
    PyObject *text;
    const char *s = numpy_dtype(o, &text), *end;
    bool is = false;
    if (s != NULL && (s = strchr(s, '[')) != NULL && (end = strchr(++s, ']')) != NULL) {
        for (*count = 0; *s >= '0' && *s <= '9' && *count < INT32_MAX; s++)
            *count = *count * 10 + (*s - '0');
        *count += *count == 0;
        for (*unit = 0; !is && *unit < NUMPY_UNITS; *unit += !is)
            is = strlen(numpy_units[*unit].name) == (size_t)(end - s) && end != s &&
                 memcmp(numpy_units[*unit].name, s, (size_t)(end - s)) == 0;
    }
    Py_XDECREF(text);
    PyErr_Clear();
    return is;
}

/* A datetime64 object: numpy/arrayscalars.h. */
struct numpy_datetime64 {
    PyObject_HEAD
    int64_t value;
    int unit, count;
};

int numpy_is_datetime64(PyTypeObject *type)
{
    if (type->tp_basicsize < (Py_ssize_t)sizeof(struct numpy_datetime64))
        return 0;
    PyObject *a = PyObject_CallFunction((PyObject *)type, "Ls", 1234567890123LL, "25us");
    PyObject *b = a != NULL ? PyObject_CallFunction((PyObject *)type, "Ls", -98765LL, "W") : NULL;
    const struct numpy_datetime64 *x = (void *)a, *y = (void *)b;
    int is = b == NULL ? -1
                       : Py_TYPE(a) == type && Py_TYPE(b) == type && x->value == 1234567890123 && x->unit == 9 &&
                             x->count == 25 && y->value == -98765 && y->unit == 2 && y->count == 1;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return is;
}

enum pack_outcome numpy_pack_datetime64(struct packing *w, PyObject *o)
{
    const struct numpy_datetime64 *time = (void *)o;
    if (time->unit < 0 || time->unit >= NUMPY_UNITS)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    uint8_t *end = numpy_put_time(w->out->p, time->value, time->count, time->unit);
    if (end != NULL)
        w->out->p = end;
    return end != NULL ? PACK_DONE : PACK_UNKNOWN;
}

/* ---- elements --------------------------------------------------------------- */

/* What the functions below need to know of an array or a scalar. */
struct numpy_way {
    int code;      /* NUMPY_CODE() */
    int unit;      /* of datetime64 */
    int64_t count; /* units in a step of datetime64 */
    size_t check;  /* the size of the output at which the next signal check is due */
};

#define NUMPY_LOOP(type, put)         \
    for (; n > 0; n--, s += stride) { \
        type v;                       \
        memcpy(&v, s, sizeof v);      \
        p = put;                      \
    }                                 \
    return p

static uint8_t *numpy_times(uint8_t *p, const struct numpy_way *way, const char *s, Py_ssize_t n, Py_intptr_t stride)
{
    for (; n > 0 && p != NULL; n--, s += stride) {
        int64_t v;
        memcpy(&v, s, sizeof v);
        p = numpy_put_time(p, v, way->count, way->unit);
    }
    return p;
}

/* haya_put_int() without a branch on the sign of numbers of 5 bytes, which is not predictable in many arrays. */
static inline uint8_t *numpy_put_int32(uint8_t *p, int32_t v)
{
    if (v >= -0x8000 && v <= 0xffff)
        return haya_put_int(p, v);
    p[0] = (uint8_t)(HAYA_UINT32 + (HAYA_INT32 - HAYA_UINT32) * ((uint32_t)v >> 31));
    haya_store32(p + 1, (uint32_t)v);
    return p + 5;
}

/* NULL: a time can't be written here. */
static uint8_t *numpy_some(uint8_t *p, const struct numpy_way *way, const char *s, Py_ssize_t n, Py_intptr_t stride)
{
    switch (way->code) {
    case NUMPY_CODE('b', 1): NUMPY_LOOP(uint8_t, haya_put_bool(p, v != 0));
    case NUMPY_CODE('i', 1): NUMPY_LOOP(int8_t, haya_put_int(p, v));
    case NUMPY_CODE('i', 2): NUMPY_LOOP(int16_t, haya_put_int(p, v));
    case NUMPY_CODE('i', 4): NUMPY_LOOP(int32_t, numpy_put_int32(p, v));
    case NUMPY_CODE('i', 8): NUMPY_LOOP(int64_t, haya_put_int(p, v));
    case NUMPY_CODE('u', 1): NUMPY_LOOP(uint8_t, haya_put_uint(p, v));
    case NUMPY_CODE('u', 2): NUMPY_LOOP(uint16_t, haya_put_uint(p, v));
    case NUMPY_CODE('u', 4): NUMPY_LOOP(uint32_t, haya_put_uint(p, v));
    case NUMPY_CODE('u', 8): NUMPY_LOOP(uint64_t, haya_put_uint(p, v));
    case NUMPY_CODE('f', 4): NUMPY_LOOP(float, haya_put_float(p, v));
    case NUMPY_CODE('M', 8): return numpy_times(p, way, s, n, stride);
    default: NUMPY_LOOP(double, haya_put_double(p, v));
    }
}

/* Runs the handlers of pending signals, if it is time. The array's memory is the capsule's, and numpy_pack() was
 * called where Python code may run. -1: a handler raised. */
static int numpy_signals(struct packing *w, const uint8_t *p, struct numpy_way *way)
{
    const size_t size = (size_t)(p - w->out->begin);
    if (LIKELY(size < way->check))
        return 0;
    way->check = size + NUMPY_SIGNAL_INTERVAL;
    return PyErr_CheckSignals();
}

/* A row of the last dimension. NULL: an exception is set, or it can't be written here. */
static uint8_t *numpy_row(struct packing *w, uint8_t *p, struct numpy_way *way, const char *s, Py_ssize_t n,
                          Py_intptr_t stride)
{
    p = haya_put_array_header(p, (uint32_t)n);
    while (n > 0) {
        Py_ssize_t some = n < NUMPY_CHUNK ? n : NUMPY_CHUNK;
        if ((p = pack_reserve(w, p, (size_t)some * NUMPY_ELEMENT_MOST)) == NULL)
            return NULL;
        if ((p = numpy_some(p, way, s, some, stride)) == NULL || numpy_signals(w, p, way) < 0)
            return NULL;
        s += some * stride;
        n -= some;
    }
    return pack_reserve(w, p, 0);
}

/* All rows, and the headers around them. */
static enum pack_outcome numpy_write(struct packing *w, const struct numpy_interface *array, struct numpy_way *way)
{
    Py_ssize_t index[NUMPY_DIMENSIONS] = {0};
    const char *at[NUMPY_DIMENSIONS];
    int last = array->nd - 1, level = 0;
    uint8_t *p = w->out->p;
    at[0] = array->data;
    if (last != 0)
        p = haya_put_array_header(p, (uint32_t)array->shape[0]);
    while (level >= 0 && p != NULL) {
        if (level == last) {
            p = numpy_row(w, p, way, at[level], array->shape[level], array->strides[level]);
            level--;
            continue;
        }
        if (index[level] == array->shape[level]) {
            level--;
            continue;
        }
        at[level + 1] = at[level] + index[level] * array->strides[level];
        index[level++]++;
        index[level] = 0;
        if (level != last)
            p = pack_reserve(w, haya_put_array_header(p, (uint32_t)array->shape[level]), 0);
    }
    if (p == NULL)
        return w->no_memory || PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    w->out->p = p;
    return PACK_DONE;
}

static bool numpy_is_known(int code)
{
    switch (code) {
    case NUMPY_CODE('b', 1):
    case NUMPY_CODE('i', 1):
    case NUMPY_CODE('i', 2):
    case NUMPY_CODE('i', 4):
    case NUMPY_CODE('i', 8):
    case NUMPY_CODE('u', 1):
    case NUMPY_CODE('u', 2):
    case NUMPY_CODE('u', 4):
    case NUMPY_CODE('u', 8):
    case NUMPY_CODE('f', 4):
    case NUMPY_CODE('f', 8):
    case NUMPY_CODE('M', 8): return true;
    default: return false;
    }
}

/* Whether the array is written here, and how. */
static int numpy_code(const struct packing *w, const struct numpy_interface *array)
{
    int code = array->itemsize <= 8 ? NUMPY_CODE(array->typekind, array->itemsize) : 0;
    bool is = array->two == 2 && array->nd > 0 && array->nd <= NUMPY_DIMENSIONS && (array->flags & NUMPY_NATIVE) != 0 &&
              (Py_ssize_t)w->depth + array->nd <= w->opt->max_depth;
    for (int i = 0; is && i < array->nd; i++)
        is = (size_t)array->shape[i] <= UINT32_MAX;
    return is && numpy_is_known(code) && (code != NUMPY_CODE('f', 8) || !w->opt->single_float) ? code : 0;
}

/* ---- scalars ---------------------------------------------------------------- */

/* The value of a scalar: numpy/arrayscalars.h. */
#define NUMPY_VALUE(o) ((const char *)(o) + sizeof(PyObject))

/* The code of a scalar's dtype. 0: it has none. */
static int numpy_code_of(PyObject *scalar)
{
    PyObject *text;
    const char *s = numpy_dtype(scalar, &text);
    int code = s != NULL && strlen(s) == 3 ? NUMPY_CODE(s[1], s[2] - '0') : 0;
    Py_XDECREF(text);
    PyErr_Clear();
    return numpy_is_known(code) && code != NUMPY_CODE('M', 8) ? code : 0;
}

int numpy_number_code(PyTypeObject *type)
{
    struct numpy_way way = {0};
    uint8_t found[NUMPY_ELEMENT_MOST + 1], *expected, *end, should[NUMPY_ELEMENT_MOST + 1];
    if ((type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0)
        return 0;
    PyObject *sample = PyObject_CallFunction((PyObject *)type, "i", 77);
    if (sample == NULL) {
        PyErr_Clear(); /* it has another constructor */
        return 0;
    }
    if (Py_IS_TYPE(sample, type))
        way.code = numpy_code_of(sample);
    if (type->tp_basicsize < (Py_ssize_t)sizeof(PyObject) + (way.code & 0xff))
        way.code = 0;
    if (way.code != 0) {
        end = numpy_some(found, &way, NUMPY_VALUE(sample), 1, 0);
        expected = way.code == NUMPY_CODE('b', 1)   ? haya_put_bool(should, true)
                   : way.code == NUMPY_CODE('f', 4) ? haya_put_float(should, 77)
                   : way.code == NUMPY_CODE('f', 8) ? haya_put_double(should, 77)
                                                    : haya_put_int(should, 77);
        if (end - found != expected - should || memcmp(found, should, (size_t)(end - found)) != 0)
            way.code = 0;
    }
    Py_DECREF(sample);
    return way.code;
}

enum pack_outcome numpy_pack_number(struct packing *w, int code, PyObject *o)
{
    struct numpy_way way = {.code = code};
    if (code == NUMPY_CODE('f', 8) && w->opt->single_float)
        return PACK_UNKNOWN;
    if (pack_room(w, 0) < 0)
        return PACK_ERROR;
    w->out->p = numpy_some(w->out->p, &way, NUMPY_VALUE(o), 1, 0);
    return PACK_DONE;
}

/* ---- arrays ----------------------------------------------------------------- */

enum pack_outcome numpy_pack(struct packing *w, PyObject *o)
{
    size_t at = (size_t)(w->out->p - w->out->begin);
    PyObject *capsule = PyObject_GetAttr(o, w->state->str.array_struct);
    const struct numpy_interface *array = capsule != NULL ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    enum pack_outcome done = PACK_UNKNOWN;
    struct numpy_way way = {.code = array != NULL ? numpy_code(w, array) : 0};
    if (way.code == NUMPY_CODE('M', 8) && !numpy_step(o, &way.count, &way.unit))
        way.code = 0;
    if (way.code != 0 && pack_room(w, 0) < 0) {
        done = PACK_ERROR;
    } else if (way.code != 0) {
        w->limit = w->out->end - OUTPUT_SPARE;
        way.check = at + NUMPY_SIGNAL_INTERVAL;
        done = numpy_write(w, array, &way);
    }
    if (done == PACK_UNKNOWN) {
        PyErr_Clear();
        w->out->p = w->out->begin + at;
    }
    Py_XDECREF(capsule);
    return done;
}
