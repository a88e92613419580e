/* buffers.c: access to the buffers of other objects. */
#include "native.h"

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

/* Copies the buffer and releases it. -1: an exception is set; the buffer is not released. */
static int buffer_copy(struct flat *flat)
{
    flat->copy = PyMem_Malloc(flat->size + UNPACK_SLACK);
    if (flat->copy == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memset((uint8_t *)flat->copy + flat->size, 0, UNPACK_SLACK);
    if (PyBuffer_IsContiguous(&flat->view, 'C')) {
        if (flat->size != 0)
            memcpy(flat->copy, flat->view.buf, flat->size);
    } else if (PyBuffer_ToContiguous(flat->copy, &flat->view, flat->view.len, 'C') < 0) {
        return -1;
    }
    flat->bytes = flat->copy;
    flat->stable = flat->padded = true;
    flat->exported = false;
    PyBuffer_Release(&flat->view);
    return 0;
}

int buffer_settle(struct flat *flat)
{
    if (flat->stable || buffer_copy(flat) == 0)
        return 0;
    buffer_release(flat);
    return -1;
}

int buffer_get(PyObject *o, struct flat *flat)
{
    flat->copy = NULL;
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
        return buffer_settle(flat);
    flat->stable = buffer_is_bytes(&flat->view);
    flat->mapped = !flat->stable && buffer_is_mapped(o);
    return 0;
}

void buffer_release(struct flat *flat)
{
    PyMem_Free(flat->copy);
    flat->copy = NULL;
    if (flat->exported)
        PyBuffer_Release(&flat->view);
    flat->exported = false;
}
