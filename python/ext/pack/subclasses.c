/* subclasses.c: objects of classes derived from int, float, str, bytes and tuple, which are packed as these: IntEnum,
 * NamedTuple, numpy's float64, ... No Python code runs. What is not written here is left to pack_slow.c, which must
 * write the same bytes. */
#include "pack_scalars.h"

/* Tuples of up to so many items are written without a frame, if all items are scalars. */
#define DERIVED_SHORT 16
/* Items of a sequence that are written in one turn: handlers of signals wait for so many. */
#define DERIVED_RUN 1024

/* Results as of pack_scalar(). */
HAYA_INLINE uint8_t *subclass_text(struct packing *w, uint8_t *p, PyObject *o)
{
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return pack_not(w, p);
#endif
    if (!PyUnicode_IS_ASCII(o))
        return pack_wide_text(w, p, o);
    size_t n = (size_t)PyUnicode_GET_LENGTH(o);
    return n <= UINT32_MAX ? pack_long_text(w, p, PyUnicode_DATA(o), n) : pack_not(w, p);
}

HAYA_INLINE uint8_t *subclass_scalar(struct packing *w, uint8_t *p, PyObject *o, const bool layout)
{
    unsigned long flags = Py_TYPE(o)->tp_flags;
    if ((flags & Py_TPFLAGS_LONG_SUBCLASS) != 0) {
        uint8_t *end = pack_long(w->small_base, p, o, layout);
        return end != NULL ? end : pack_not(w, p);
    }
    if ((flags & Py_TPFLAGS_UNICODE_SUBCLASS) != 0)
        return subclass_text(w, p, o);
    if ((flags & Py_TPFLAGS_BYTES_SUBCLASS) != 0)
        return pack_bytes(w, p, o);
    if (PyFloat_Check(o) && !w->single_float)
        return haya_put_double(p, PyFloat_AS_DOUBLE(o));
    return pack_not(w, p);
}

bool pack_is_array_tuple(const struct native_state *state, PyTypeObject *type)
{
    if (PyType_IsSubtype(type, state->ext_type))
        return false;
    for (; type != NULL && type != &PyTuple_Type; type = type->tp_base)
        if (strcmp(type->tp_name, "ExtType") == 0) /* perhaps that of msgpack */
            return false;
    return true;
}

HAYA_INLINE uint8_t *subclass_tuple(struct packing *w, uint8_t *p, PyObject *o, const bool layout)
{
    Py_ssize_t n = PyTuple_GET_SIZE(o);
    size_t at = (size_t)(p - w->out->begin);
    if (n > DERIVED_SHORT || (Py_ssize_t)w->depth >= w->opt->max_depth)
        return pack_not(w, p);
    p = haya_put_array_header(p, (uint32_t)n);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PyTuple_GET_ITEM(o, i);
        uint8_t *end = pack_reserve(w, p, 0);
        if (end != NULL && (p = pack_scalar(w, end, item, layout)) == NULL && !w->no_memory && !w->opt->extended)
            p = subclass_scalar(w, w->start, item, layout);
        if (end == NULL || p == NULL)
            return pack_not(w, w->out->begin + at);
    }
    return p;
}

HAYA_INLINE uint8_t *subclass_value(struct packing *w, uint8_t *p, PyObject *o, const bool layout)
{
    uint8_t *free = pack_reserve(w, p, 0);
    if (UNLIKELY(free == NULL))
        return pack_not(w, p);
    return PyTuple_Check(o) ? subclass_tuple(w, free, o, layout) : subclass_scalar(w, free, o, layout);
}

enum pack_outcome pack_derived_one(struct packing *w, PyObject *o)
{
    w->limit = w->out->end - OUTPUT_SPARE;
    uint8_t *end = w->state->layout.usable ? subclass_value(w, w->out->p, o, LAYOUT_KNOWN)
                                           : subclass_value(w, w->out->p, o, false);
    w->out->p = end != NULL ? end : w->start;
    return end != NULL ? PACK_DONE : w->no_memory ? PACK_ERROR : PACK_UNKNOWN;
}

enum pack_outcome pack_derived(struct packing *w, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (w->opt->strict_types || (PyTuple_Check(o) && !pack_is_array_tuple(w->state, type)))
        return PACK_UNKNOWN;
    enum pack_outcome done = pack_derived_one(w, o);
    struct pack_frame *f = done == PACK_DONE && w->depth > 0 ? &w->frames[w->depth - 1] : NULL;
    if (f == NULL || f->kind != FRAME_SEQUENCE || (w->depth <= w->pinned && !pack_refind(f)))
        return done;
    for (int i = 0; i < DERIVED_RUN && f->at < f->stop && Py_TYPE(*f->at) == type; i++) {
        if ((done = pack_derived_one(w, *f->at)) != PACK_DONE)
            return done == PACK_UNKNOWN ? PACK_DONE : done; /* the loop goes on with it */
        f->at++;
        f->left--;
    }
    return PACK_DONE;
}
