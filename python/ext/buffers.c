/* buffers.c: other objects' buffers, and one call at a time. */
#include "native.h"

#ifdef _WIN32
#include <windows.h>
#define guard_yield() SwitchToThread()
#else
#include <sched.h>
#define guard_yield() sched_yield()
#endif

int flat_get(PyObject *o, struct flat *flat)
{
    flat->copy = NULL;
    if (PyObject_GetBuffer(o, &flat->view, PyBUF_FULL_RO) < 0)
        return -1;
    flat->bytes = flat->view.buf;
    flat->size = (size_t)flat->view.len;
    if (flat->view.itemsize != 1) {
        PyErr_SetString(PyExc_ValueError, "cannot unpack from multi-byte object");
    }
    else if (PyBuffer_IsContiguous(&flat->view, 'C')) {
        return 0;
    }
    else if ((flat->copy = PyMem_Malloc(flat->size + 1)) == NULL) {
        PyErr_NoMemory();
    }
    else if (PyBuffer_ToContiguous(flat->copy, &flat->view, flat->view.len, 'C') == 0) {
        flat->bytes = flat->copy;
        return 0;
    }
    flat_release(flat);
    return -1;
}

void flat_release(struct flat *flat)
{
    PyMem_Free(flat->copy);
    PyBuffer_Release(&flat->view);
}

/* A hook may let other threads run in the middle of a call. Waiting is rare,
 * so it costs an object nothing but a word. */
int guard_enter(struct guard *guard, const char *who)
{
    unsigned long me = PyThread_get_thread_ident();
    while (UNLIKELY(guard->owner != 0)) {
        if (guard->owner == me) {
            PyErr_Format(PyExc_RuntimeError, "%s cannot be called while it is at work", who);
            return -1;
        }
        Py_BEGIN_ALLOW_THREADS
        guard_yield();
        Py_END_ALLOW_THREADS
        if (PyErr_CheckSignals() < 0)
            return -1;
    }
    guard->owner = me;
    return 0;
}

void guard_leave(struct guard *guard)
{
    guard->owner = 0;
}
