/* arrays.c: numpy's arrays of numbers, read through __array_struct__, the interface that numpy documents for other
 * packages, so that neither numpy nor its headers are needed. */
#include "classes.h"

#include "scalars.h"

#define ARRAYS_DIMENSIONS 64  /* of numpy 2 */
#define ARRAYS_NATIVE 0x200   /* the flag NPY_ARRAY_NOTSWAPPED */
#define ARRAYS_CHUNK 256      /* elements for which space is reserved at once */
#define ARRAYS_ELEMENT_MOST 9 /* bytes of the longest element */

/* The struct in the capsule. */
struct arrays_interface {
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
#define ARRAYS_CODE(kind, size) ((kind) << 8 | (size))

#define ARRAYS_LOOP(type, put)                 \
    for (; n > 0; n--, s += stride) {          \
        type v;                                \
        memcpy(&v, s, sizeof v);               \
        p = put;                               \
    }                                          \
    return p

HAYA_INLINE uint8_t *arrays_some(uint8_t *p, int code, const char *s, Py_ssize_t n, Py_intptr_t stride)
{
    switch (code) {
    case ARRAYS_CODE('b', 1): ARRAYS_LOOP(uint8_t, haya_put_bool(p, v != 0));
    case ARRAYS_CODE('i', 1): ARRAYS_LOOP(int8_t, haya_put_int(p, v));
    case ARRAYS_CODE('i', 2): ARRAYS_LOOP(int16_t, haya_put_int(p, v));
    case ARRAYS_CODE('i', 4): ARRAYS_LOOP(int32_t, haya_put_int(p, v));
    case ARRAYS_CODE('i', 8): ARRAYS_LOOP(int64_t, haya_put_int(p, v));
    case ARRAYS_CODE('u', 1): ARRAYS_LOOP(uint8_t, haya_put_uint(p, v));
    case ARRAYS_CODE('u', 2): ARRAYS_LOOP(uint16_t, haya_put_uint(p, v));
    case ARRAYS_CODE('u', 4): ARRAYS_LOOP(uint32_t, haya_put_uint(p, v));
    case ARRAYS_CODE('u', 8): ARRAYS_LOOP(uint64_t, haya_put_uint(p, v));
    case ARRAYS_CODE('f', 4): ARRAYS_LOOP(float, haya_put_float(p, v));
    default: ARRAYS_LOOP(double, haya_put_double(p, v));
    }
}

/* A row of the last dimension. NULL: MemoryError is set. */
static uint8_t *arrays_row(struct packing *w, uint8_t *p, int code, const char *s, Py_ssize_t n, Py_intptr_t stride)
{
    p = haya_put_array_header(p, (uint32_t)n);
    while (n > 0) {
        Py_ssize_t some = n < ARRAYS_CHUNK ? n : ARRAYS_CHUNK;
        if ((p = pack_reserve(w, p, (size_t)some * ARRAYS_ELEMENT_MOST)) == NULL)
            return NULL;
        p = arrays_some(p, code, s, some, stride);
        s += some * stride;
        n -= some;
    }
    return pack_reserve(w, p, 0);
}

/* All rows, and the headers around them. */
static enum pack_outcome arrays_write(struct packing *w, const struct arrays_interface *array, int code)
{
    Py_ssize_t index[ARRAYS_DIMENSIONS] = {0};
    const char *at[ARRAYS_DIMENSIONS];
    int last = array->nd - 1, level = 0;
    uint8_t *p = w->out->p;
    at[0] = array->data;
    if (last != 0)
        p = haya_put_array_header(p, (uint32_t)array->shape[0]);
    while (level >= 0 && p != NULL) {
        if (level == last) {
            p = arrays_row(w, p, code, at[level], array->shape[level], array->strides[level]);
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
        return PACK_ERROR;
    w->out->p = p;
    return PACK_DONE;
}

/* Whether the array is written here, and how. */
static int arrays_code(const struct packing *w, const struct arrays_interface *array)
{
    int code = array->itemsize <= 8 ? ARRAYS_CODE(array->typekind, array->itemsize) : 0;
    bool is = array->two == 2 && array->nd > 0 && array->nd <= ARRAYS_DIMENSIONS &&
              (array->flags & ARRAYS_NATIVE) != 0 && (Py_ssize_t)w->depth + array->nd <= w->opt->max_depth;
    for (int i = 0; is && i < array->nd; i++)
        is = (size_t)array->shape[i] <= UINT32_MAX;
    switch (is ? code : 0) {
    case ARRAYS_CODE('f', 8): return w->opt->single_float ? 0 : code;
    case ARRAYS_CODE('b', 1):
    case ARRAYS_CODE('i', 1):
    case ARRAYS_CODE('i', 2):
    case ARRAYS_CODE('i', 4):
    case ARRAYS_CODE('i', 8):
    case ARRAYS_CODE('u', 1):
    case ARRAYS_CODE('u', 2):
    case ARRAYS_CODE('u', 4):
    case ARRAYS_CODE('u', 8):
    case ARRAYS_CODE('f', 4): return code;
    default: return 0;
    }
}

enum pack_outcome arrays_pack(struct packing *w, PyObject *o)
{
    PyObject *capsule = PyObject_GetAttr(o, w->state->str_array_struct);
    const struct arrays_interface *array = capsule != NULL ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    enum pack_outcome done = PACK_UNKNOWN;
    int code = array != NULL ? arrays_code(w, array) : 0;
    if (code != 0) {
        done = pack_room(w, 0) < 0 ? PACK_ERROR : PACK_DONE;
        w->limit = w->out->end - OUTPUT_SPARE;
        if (done == PACK_DONE)
            done = arrays_write(w, array, code);
    }
    if (done == PACK_UNKNOWN)
        PyErr_Clear();
    Py_XDECREF(capsule);
    return done;
}
