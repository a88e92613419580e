/* common.h: Python.h, the wire header, and compiler hints. */
#ifndef HAYAPACK_COMMON_H
#define HAYAPACK_COMMON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h> /* included by Python.h in later versions */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "hayapack_wire.h"

#if PY_VERSION_HEX < 0x030A0000
/* Functions, as in later versions of CPython, so that the argument is evaluated once. */
static inline PyObject *common_new_ref(PyObject *o)
{
    Py_XINCREF(o);
    return o;
}
#define Py_NewRef(o) common_new_ref((PyObject *)(o))
#define Py_XNewRef(o) common_new_ref((PyObject *)(o))
#define PyModule_AddObjectRef(module, name, o) PyModule_AddObject(module, name, Py_NewRef(o))

/* The collector cannot be disabled there: as if the program had done it. */
static inline int PyGC_IsEnabled(void)
{
    return 0;
}

static inline int PyGC_Disable(void)
{
    return 0;
}

static inline int PyGC_Enable(void)
{
    return 0;
}
#endif

/* A method of type _PyCFunctionFastWithKeywords. */
#define NATIVE_KEYWORDS(name, function, doc)                                              \
    {                                                                                     \
        name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc \
    }

/* The entry of a PyMemberDef table that gives a type weak references: a PyObject *weak in its struct, which its
 * tp_dealloc clears. */
#define NATIVE_WEAK(type)                                                      \
    {                                                                          \
        "__weaklistoffset__", T_PYSSIZET, offsetof(type, weak), READONLY, NULL \
    }

/* The class method that makes Decoder[list[Order]] of a class: a types.GenericAlias. */
#define NATIVE_GENERIC(doc)                                            \
    {                                                                  \
        "__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, doc \
    }

/* The end of a tp_dealloc. */
static inline void common_free(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    type->tp_free(o);
    Py_DECREF(type);
}

/* For types that only C code may instantiate; before 3.10, partial_type() removes tp_new. */
#if PY_VERSION_HEX >= 0x030A0000
#define NATIVE_NO_NEW Py_TPFLAGS_DISALLOW_INSTANTIATION
#else
#define NATIVE_NO_NEW 0
#endif

/* As PyUnicode_IS_COMPACT_ASCII(), which is too large for compilers to inline everywhere. */
#define IS_ASCII(o) (((PyASCIIObject *)(o))->state.compact && ((PyASCIIObject *)(o))->state.ascii)

/* The bits that are 0 in eight bytes of ASCII. */
#define HIGH_BITS 0x8080808080808080u

#if defined(__GNUC__) || defined(__clang__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COLD __attribute__((cold, noinline))
#define NOINLINE __attribute__((noinline))
#define UNREACHABLE() __builtin_unreachable()
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define COLD
#define NOINLINE
#define UNREACHABLE() ((void)0)
#endif

/* A new reference to None, True, False or a shared integer, which CPython never frees and, from 3.12 on, does not
 * count references to. */
HAYA_INLINE PyObject *common_shared(PyObject *o)
{
#if PY_VERSION_HEX >= 0x030C0000
    return o;
#else
    return Py_NewRef(o);
#endif
}

/* Adds n references to None, True or False. */
HAYA_INLINE void common_add_references(PyObject *o, Py_ssize_t n)
{
#if PY_VERSION_HEX >= 0x030C0000
    (void)o, (void)n;
#elif defined(Py_REF_DEBUG)
    for (; n > 0; n--)
        Py_INCREF(o);
#else
    Py_SET_REFCNT(o, Py_REFCNT(o) + n);
#endif
}

/* Bytes for which common_copy() is written, and up to which it is shorter than a call of memcpy(). */
#define COMMON_COPY_MIN 32
#define COMMON_COPY_MAX 256

/* Copies n >= COMMON_COPY_MIN bytes; the last block overlaps the one before. */
HAYA_INLINE void common_copy(void *to, const void *from, size_t n)
{
    if (UNLIKELY(n > COMMON_COPY_MAX)) {
        memcpy(to, from, n);
        return;
    }
    for (size_t at = 0; at < n - COMMON_COPY_MIN; at += COMMON_COPY_MIN)
        memcpy((uint8_t *)to + at, (const uint8_t *)from + at, COMMON_COPY_MIN);
    memcpy((uint8_t *)to + n - COMMON_COPY_MIN, (const uint8_t *)from + n - COMMON_COPY_MIN, COMMON_COPY_MIN);
}

#endif
