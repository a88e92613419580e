/* output.c: the growing output. Small results stay in the scratch buffer and are copied once;
 * large ones grow inside the bytes object that is returned. */
#include "output.h"

/* The most bytes that are reserved because of a hint: memory that is not used costs little, but not nothing. */
#define OUTPUT_HINT_MAX ((size_t)16 << 20)

/* From this size on, a result keeps up to an eighth of unused memory. glibc maps large blocks of their own, and keeps
 * memory of the size that was last freed for the next one. If the result was made smaller, the next request, for the
 * hint and a bit more, would always be larger than that, so that each result had new pages: as long as it takes to
 * encode most objects. */
#define OUTPUT_KEPT_FROM (128 << 10)

static size_t output_capacity(struct output *out, size_t used, size_t need)
{
    size_t capacity = (size_t)(out->end - out->begin);
    size_t wanted = used + need;
    if (capacity + capacity / 2 > wanted)
        wanted = capacity + capacity / 2;
    if (out->bytes == NULL) {
        size_t hint = __atomic_load_n(out->hint, __ATOMIC_RELAXED);
        hint = hint < OUTPUT_HINT_MAX ? hint : OUTPUT_HINT_MAX;
        if (hint + hint / 16 > wanted)
            wanted = hint + hint / 16;
        if (wanted < 4 * OUTPUT_SCRATCH)
            wanted = 4 * OUTPUT_SCRATCH;
    }
    return wanted;
}

int output_grow(struct output *out, size_t need)
{
    size_t used = (size_t)(out->p - out->begin);
    if (need > (size_t)PY_SSIZE_T_MAX / 2 || used > (size_t)PY_SSIZE_T_MAX / 4)
        return errors_no_memory();
    size_t capacity = output_capacity(out, used, need + OUTPUT_SPARE);
    if (out->bytes == NULL) {
        out->bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)capacity);
        if (out->bytes == NULL)
            return -1;
        memcpy(PyBytes_AS_STRING(out->bytes), out->begin, used);
        out->begin = (uint8_t *)PyBytes_AS_STRING(out->bytes);
    } else {
        if (_PyBytes_Resize(&out->bytes, (Py_ssize_t)capacity) < 0) {
            out->begin = out->p = out->end = out->scratch;
            return -1;
        }
        out->begin = (uint8_t *)PyBytes_AS_STRING(out->bytes);
    }
    out->p = out->begin + used;
    out->end = out->begin + capacity;
    return 0;
}

PyObject *output_take(const struct native_state *state, struct output *out)
{
    Py_ssize_t used = out->p - out->begin;
    if (out->bytes == NULL)
        return output_bytes(state, out->begin, (size_t)used);
    __atomic_store_n(out->hint, (size_t)used, __ATOMIC_RELAXED);
    PyObject *bytes = out->bytes;
    out->bytes = NULL;
    if (used >= OUTPUT_KEPT_FROM && PyBytes_GET_SIZE(bytes) - used <= used / 8) {
        PyBytes_AS_STRING(bytes)[used] = '\0';
        Py_SET_SIZE((PyVarObject *)bytes, used);
        return bytes;
    }
    _PyBytes_Resize(&bytes, used); /* on failure bytes is NULL and an exception is set */
    return bytes;
}

void output_drop(struct output *out)
{
    Py_CLEAR(out->bytes);
}
