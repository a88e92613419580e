/* small_messages.c: messages of a few bytes, which are unpacked without the loop and its state. */
#include "unpack/unpack.h"

/* An empty container, or what always exists. */
HAYA_INLINE PyObject *unpack_short_byte(const struct native_state *state, uint8_t byte)
{
    if (byte < 0x80 || byte >= (uint8_t)LAYOUT_SMALL_MIN)
        return Py_NewRef(state->shared.small[(int8_t)byte - LAYOUT_SMALL_MIN]);
    switch (byte) {
    case HAYA_NIL: return Py_NewRef(Py_None);
    case HAYA_TRUE: return Py_NewRef(Py_True);
    case HAYA_FALSE: return Py_NewRef(Py_False);
    case HAYA_FIXSTR: return Py_NewRef(state->shared.empty_text);
    case HAYA_FIXARRAY: return PyList_New(0);
    case HAYA_FIXMAP: return PyDict_New();
    default: return NULL;
    }
}

/* A list of n integers of one byte, which are at s. */
static PyObject *unpack_short_list(const struct native_state *state, const uint8_t *s, size_t n)
{
    uint8_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= s[i];
    PyObject *list = any < 0x80 ? PyList_New((Py_ssize_t)n) : NULL;
    for (size_t i = 0; list != NULL && i < n; i++)
        PyList_SET_ITEM(list, (Py_ssize_t)i, Py_NewRef(state->shared.small[s[i] - LAYOUT_SMALL_MIN]));
    return list;
}

/* The number after a first byte, in n bytes at s. */
HAYA_INLINE PyObject *unpack_short_number(uint8_t lead, const uint8_t *s, size_t n)
{
    switch (lead) {
    case HAYA_UINT8: return n == 1 ? PyLong_FromLong(*s) : NULL;
    case HAYA_UINT16: return n == 2 ? PyLong_FromLong(haya_load16(s)) : NULL;
    case HAYA_UINT32: return n == 4 ? PyLong_FromLongLong(haya_load32(s)) : NULL;
    case HAYA_UINT64: return n == 8 ? PyLong_FromUnsignedLongLong(haya_load64(s)) : NULL;
    case HAYA_INT8: return n == 1 ? PyLong_FromLong((int8_t)*s) : NULL;
    case HAYA_INT16: return n == 2 ? PyLong_FromLong((int16_t)haya_load16(s)) : NULL;
    case HAYA_INT32: return n == 4 ? PyLong_FromLong((int32_t)haya_load32(s)) : NULL;
    case HAYA_INT64: return n == 8 ? PyLong_FromLongLong((int64_t)haya_load64(s)) : NULL;
    case HAYA_FLOAT32: return n == 4 ? PyFloat_FromDouble((double)haya_load_float(s)) : NULL;
    case HAYA_FLOAT64: return n == 8 ? PyFloat_FromDouble(haya_load_double(s)) : NULL;
    default: return NULL;
    }
}

PyObject *unpack_short(const struct native_state *state, const uint8_t *s, size_t size)
{
    uint8_t lead = *s;
    size_t n = size - 1;
    PyObject *o;
    if (n == 0)
        o = unpack_short_byte(state, lead);
    else if (lead < HAYA_FIXSTR)
        o = unpack_short_list(state, s + 1, n);
    else if (lead < HAYA_NIL)
        o = text_new(state, s + 1, n);
    else
        o = unpack_short_number(lead, s + 1, n);
    if (UNLIKELY(o == NULL) && PyErr_Occurred())
        PyErr_Clear(); /* the loop meets it again */
    return o;
}
