/*
 * output.h: the output of one message, and the bytes object that it becomes.
 */
#ifndef HAYAPACK_PACK_OUTPUT_H
#define HAYAPACK_PACK_OUTPUT_H

#include "native.h"

#define OUTPUT_SCRATCH 2048

/* Bytes that are free before any value is written: enough for the largest header, and for a short
 * string (PACK_BLOCK) including the bytes that its copy overwrites beyond the end. */
#define OUTPUT_SPARE 80

/* The output: `scratch` at first, then a bytes object that grows. Invariant: begin <= p <= end; p is the
 * next byte to write. */
struct output {
    uint8_t *begin, *p, *end;
    PyObject *bytes; /* owned: contains begin..end; NULL while scratch does */
    size_t *hint;    /* capacity to reserve when scratch is full; updated by output_take() */
    uint8_t scratch[OUTPUT_SCRATCH];
};

HAYA_INLINE void output_begin(struct output *out, size_t *hint)
{
    out->begin = out->p = out->scratch;
    out->end = out->scratch + OUTPUT_SCRATCH;
    out->bytes = NULL;
    out->hint = hint;
}

/* Grows the output until end - p >= need; begin, p and end may change. -1: MemoryError is set. */
COLD int output_grow(struct output *out, size_t need);
/* The written bytes as a new bytes object, or NULL with an exception set. The output must not be used
 * afterwards. */
PyObject *output_take(const struct native_state *state, struct output *out);
/* Releases the output's memory. */
void output_drop(struct output *out);

/* Results of 2 to this many bytes and 1 more are created by fast code. */
#define OUTPUT_SMALL 400

/* A new bytes object of n bytes, which the caller must write if n > 0. NULL: MemoryError is set. */
HAYA_INLINE PyObject *output_bytes_new(const struct native_state *state, size_t n)
{
#if LAYOUT_KNOWN
    if (LIKELY(n - 2 < OUTPUT_SMALL) && LIKELY(state->layout.usable))
        return layout_bytes_new(&state->layout, n);
#else
    (void)state;
#endif
    return PyBytes_FromStringAndSize(NULL, (Py_ssize_t)n);
}

/* A copy of n bytes. NULL: MemoryError is set. */
HAYA_INLINE PyObject *output_bytes(const struct native_state *state, const uint8_t *bytes, size_t n)
{
    if (n < 2) /* shared objects */
        return PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)n);
    PyObject *copy = output_bytes_new(state, n);
    if (LIKELY(copy != NULL))
        memcpy(PyBytes_AS_STRING(copy), bytes, n);
    return copy;
}

#endif
