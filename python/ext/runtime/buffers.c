/* buffers.c: access to the buffers of other objects. */
#include "native.h"

#include "hayapack_walk.h"

/* Whether the memory of a buffer belongs to a bytes object. */
static bool buffer_is_bytes(const Py_buffer *view)
{
    PyObject *owner = view->obj;
    if (owner != NULL && PyMemoryView_Check(owner))
        owner = PyMemoryView_GET_BASE(owner);
    return owner != NULL && PyBytes_Check(owner);
}

/* Whether o is an mmap object, which is not copied, because a file may be larger than memory. Compares the type's
 * name, so that mmap need not be imported; both treatments are correct for any object. */
static bool buffer_is_mapped(PyObject *o)
{
    for (PyTypeObject *type = Py_TYPE(o); type != NULL; type = type->tp_base)
        if (strcmp(type->tp_name, "mmap.mmap") == 0)
            return true;
    return false;
}

/* Bytes. A smaller payload is not left out of a copy, nor any of a smaller input: it saves less than the search for it
 * costs. */
#define BUFFER_LEFT_OUT 4096
#define BUFFER_SEARCHED ((size_t)64 << 10)

/* Copies the value at s except its large payloads. Returns the offset up to which bytes were copied or left out: the
 * copy of the rest is the caller's. */
static size_t buffer_copy_around(uint8_t *copy, const uint8_t *s, size_t n, const struct unpack_options *opt)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_cursor cursor = HAYA_CURSOR_START;
    struct haya_header header;
    size_t copied = 0;
    limits.depth = UINT32_MAX; /* the decoder checks all limits */
    while (cursor.pending != 0 && haya_look(s, n, &limits, &cursor, &header) == HAYA_OK) {
        if (header.kind == HAYA_KIND_ARRAY || header.kind == HAYA_KIND_MAP) {
            cursor = haya_cursor_inside(cursor, &header);
            continue;
        }
        size_t payload = cursor.pos + header.size;
        cursor.pos = payload + header.count;
        cursor.pending--;
        if (header.count >= BUFFER_LEFT_OUT &&
            (header.kind == HAYA_KIND_BIN || (header.kind == HAYA_KIND_EXT && opt->types == NULL))) {
            memcpy(copy + copied, s + copied, payload - copied);
            copied = cursor.pos;
        }
    }
    return copied;
}

uint8_t *buffer_copy_of(const uint8_t *s, size_t n, const struct unpack_options *opt)
{
    bool around = opt != NULL && opt->zero_copy && !opt->lz4 && n >= BUFFER_SEARCHED;
    uint8_t *copy = around ? PyMem_Calloc(n + UNPACK_SLACK, 1) : PyMem_Malloc(n + UNPACK_SLACK);
    if (copy == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    size_t copied = around ? buffer_copy_around(copy, s, n, opt) : 0;
    if (copied < n)
        memcpy(copy + copied, s + copied, n - copied);
    memset(copy + n, 0, UNPACK_SLACK);
    return copy;
}

/* Copies the buffer and releases it unless there are views of it. -1: an exception is set; the buffer is not
 * released. */
static int buffer_copy(struct flat *flat, const struct unpack_options *opt)
{
    if (PyBuffer_IsContiguous(&flat->view, 'C')) {
        flat->copy = buffer_copy_of(flat->view.buf, flat->size, opt);
        if (flat->copy == NULL)
            return -1;
    } else {
        flat->copy = PyMem_Calloc(flat->size + UNPACK_SLACK, 1);
        if (flat->copy == NULL)
            return errors_no_memory();
        if (PyBuffer_ToContiguous(flat->copy, &flat->view, flat->view.len, 'C') < 0)
            return -1;
    }
    flat->bytes = flat->copy;
    flat->stable = flat->padded = true;
    if (flat->views == NULL) {
        flat->exported = false;
        PyBuffer_Release(&flat->view);
    }
    return 0;
}

int buffer_settle(struct flat *flat, const struct unpack_options *opt)
{
    if (flat->stable || buffer_copy(flat, opt) == 0)
        return 0;
    buffer_release(flat);
    return -1;
}

int buffer_get(PyObject *o, struct flat *flat)
{
    flat->copy = NULL;
    flat->views = NULL;
    flat->stable = flat->mapped = flat->padded = flat->exported = false;
    if (PyBytes_CheckExact(o)) { /* only the fields that PyBuffer_Release() uses */
        flat->bytes = (const uint8_t *)PyBytes_AS_STRING(o);
        flat->size = (size_t)PyBytes_GET_SIZE(o);
        flat->view.obj = Py_NewRef(o);
        flat->stable = flat->exported = true;
        return 0;
    }
    if (PyObject_GetBuffer(o, &flat->view, PyBUF_FULL_RO) < 0)
        return -1;
    flat->exported = true;
    flat->bytes = flat->view.buf;
    flat->size = (size_t)flat->view.len;
    if (flat->view.itemsize != 1) {
        PyErr_SetString(PyExc_ValueError, "cannot unpack from multi-byte object");
        buffer_release(flat);
        return -1;
    }
    if (!PyBuffer_IsContiguous(&flat->view, 'C'))
        return buffer_settle(flat, NULL);
    flat->stable = buffer_is_bytes(&flat->view);
    flat->mapped = !flat->stable && buffer_is_mapped(o);
    return 0;
}

/* A memoryview of the bytes of `view`, of one dimension and format "B". Steals view, which may be NULL. */
static PyObject *buffer_byte_view(PyObject *view)
{
    if (view == NULL || PyMemoryView_GET_BUFFER(view)->itemsize != 1) /* buffer_get() refuses it */
        return view;
    const Py_buffer *buffer = PyMemoryView_GET_BUFFER(view);
    PyObject *bytes_view;
    if (!PyBuffer_IsContiguous(buffer, 'C') || buffer->len == 0) { /* cast() refuses an empty array of two dimensions */
        PyObject *bytes = PyObject_CallMethod(view, "tobytes", NULL);
        bytes_view = bytes != NULL ? PyMemoryView_FromObject(bytes) : NULL;
        Py_XDECREF(bytes);
    } else if (buffer->ndim != 1 || (buffer->format != NULL && strcmp(buffer->format, "B") != 0)) {
        bytes_view = PyObject_CallMethod(view, "cast", "s", "B");
    } else {
        return view;
    }
    Py_DECREF(view);
    return bytes_view;
}

int buffer_get_views(PyObject *o, struct flat *flat)
{
    if (!PyObject_CheckBuffer(o))
        return buffer_get(o, flat); /* which raises the TypeError */
    PyObject *views = buffer_byte_view(PyMemoryView_FromObject(o));
    if (views == NULL || buffer_get(views, flat) < 0) {
        Py_XDECREF(views);
        return -1;
    }
    flat->views = views;
    return 0;
}

void buffer_release(struct flat *flat)
{
    PyMem_Free(flat->copy);
    flat->copy = NULL;
    if (flat->exported)
        PyBuffer_Release(&flat->view);
    flat->exported = false;
    Py_CLEAR(flat->views);
}
