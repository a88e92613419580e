/*
 * layout.h: all code that depends on CPython's private object layout.
 *
 * LAYOUT_KNOWN is 1 for the CPython versions whose headers this code was written
 * for and on which the tests run (3.11 to 3.15, and 3.13 without a GIL; 64-bit,
 * little-endian, no debug build). Elsewhere it is 0 and the public API is used.
 * Where it is 1, layout_init() checks each assumption by public calls when the
 * module is imported, and leaves `usable` false if one is wrong. The environment
 * variable HAYAPACK_PUBLIC_API=1 also leaves it false.
 *
 * All functions are called with the GIL held. Without a GIL, those that fill an
 * object are called before any other thread can reach it, and those that read the
 * table of a dict that others can reach, while the dict is locked.
 */
#ifndef HAYAPACK_LAYOUT_H
#define HAYAPACK_LAYOUT_H

#include "common.h"

#ifdef Py_GIL_DISABLED
#define LAYOUT_VERSION_KNOWN (PY_VERSION_HEX >= 0x030D0000 && PY_VERSION_HEX < 0x030E0000)
#else
#define LAYOUT_VERSION_KNOWN (PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x03100000)
#endif
#if !defined(PYPY_VERSION) && !defined(Py_DEBUG) && !defined(Py_TRACE_REFS) && LAYOUT_VERSION_KNOWN && \
    SIZEOF_VOID_P == 8 && PYLONG_BITS_IN_DIGIT == 30 && defined(__BYTE_ORDER__) &&                     \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LAYOUT_KNOWN 1
#else
#define LAYOUT_KNOWN 0
#endif

/* Of layout_inline_values.h; here, so that a file without it does not compile. */
#define LAYOUT_VALUES_KNOWN LAYOUT_KNOWN

/* Whether the collector's list of young objects is used directly, in releases that layout_young_holds() accepts. */
#ifdef Py_GIL_DISABLED
#define LAYOUT_YOUNG_KNOWN 0
#else
#define LAYOUT_YOUNG_KNOWN LAYOUT_KNOWN
#endif

/* The range of CPython's shared integers. */
#define LAYOUT_SMALL_MIN (-5)
#if PY_VERSION_HEX >= 0x030F0000
#define LAYOUT_SMALL_MAX 1024
#else
#define LAYOUT_SMALL_MAX 256
#endif
#define LAYOUT_SMALL_COUNT (LAYOUT_SMALL_MAX - LAYOUT_SMALL_MIN + 1)
/* Bytes from one of them to the next. */
#ifdef Py_GIL_DISABLED
#define LAYOUT_SMALL_STEP 48
#else
#define LAYOUT_SMALL_STEP 32
#endif

struct layout_young;

struct layout {
    bool usable;
#ifdef Py_GIL_DISABLED
    bool reads_utf8; /* the release stores the length of a str's UTF-8 before the pointer; the first to do so is not
                      * known, 3.13.5 does */
#endif
    /* Address of the shared integer -5. The others follow at intervals of LAYOUT_SMALL_STEP bytes, which was
     * checked by public calls; 0 if they do not. */
    uintptr_t small_base;
#if LAYOUT_KNOWN
    PyBytesObject bytes_header; /* header of a new bytes object, refcount 1 */
    PyASCIIObject ascii_header; /* header of a new compact ASCII str, refcount 1 */
    Py_ssize_t empty_keys_step; /* references that PyDict_New adds to the shared empty table; 0 without a GIL */
    struct layout_young *young; /* NULL: not known */
    bool many;                  /* a call that makes many objects has paused the collector: see unpack_pause() */
    uint64_t dict_version;      /* of the newest dict; CPython's own are numbered from 0 */
    bool hashes;                /* layout_sip_hash() with this key gives the hashes of texts */
    uint64_t hash_key[2];
#endif
};

/* Fills *layout. Returns 0, or -1 with an exception set if a public call failed. */
int layout_init(struct layout *layout);

#if LAYOUT_KNOWN

/* ---- headers ------------------------------------------------------------ */

/* Makes this thread the owner of a new object, whose header is a copy of another's. */
HAYA_INLINE void layout_own(PyObject *o)
{
#ifdef Py_GIL_DISABLED
    o->ob_tid = _Py_ThreadId();
#else
    (void)o;
#endif
}

/* The header of a new object with one reference. */
HAYA_INLINE void layout_header(PyObject *o, PyTypeObject *type)
{
#ifdef Py_GIL_DISABLED
    o->_padding = 0;
    o->ob_mutex = (PyMutex){0};
    o->ob_gc_bits = 0;
    o->ob_ref_local = 1;
    o->ob_ref_shared = 0;
#elif PY_VERSION_HEX >= 0x030E0000
    o->ob_refcnt_full = 1; /* flags are 0 */
#else
    o->ob_refcnt = 1;
#endif
    layout_own(o);
    o->ob_type = type;
}

/* A new reference to a shared integer. */
HAYA_INLINE PyObject *layout_small(const struct layout *layout, int v)
{
    return common_shared((PyObject *)(layout->small_base + LAYOUT_SMALL_STEP * (uintptr_t)(v - LAYOUT_SMALL_MIN)));
}

/* ---- integers ---------------------------------------------------------- */

#if PY_VERSION_HEX >= 0x030C0000
#define LAYOUT_DIGITS(o) (((PyLongObject *)(o))->long_value.ob_digit)
#define LAYOUT_DIGITS_AT offsetof(PyLongObject, long_value.ob_digit)
#else
#define LAYOUT_DIGITS(o) (((PyLongObject *)(o))->ob_digit)
#define LAYOUT_DIGITS_AT offsetof(PyLongObject, ob_digit)
#endif

/* The number of digits and the sign (*negative: 0 or 1) of an exact int. */
HAYA_INLINE size_t layout_long_size(PyObject *o, uint64_t *negative)
{
#if PY_VERSION_HEX >= 0x030C0000
    uintptr_t tag = ((PyLongObject *)o)->long_value.lv_tag;
    *negative = (tag & 2) >> 1;
    return tag >> 3;
#else
    Py_ssize_t size = Py_SIZE(o);
    int64_t sign = size >> 63;
    *negative = (uint64_t)sign & 1;
    return (size_t)((size ^ sign) - sign);
#endif
}

/* The magnitude and sign of an exact int. False: it needs more than 64 bits. */
HAYA_INLINE bool layout_long_read(PyObject *o, uint64_t *magnitude, uint64_t *negative)
{
    const digit *d = LAYOUT_DIGITS(o);
    size_t n = layout_long_size(o, negative);
    if (n == 3) {
        *magnitude = (uint64_t)d[0] | (uint64_t)d[1] << 30 | (uint64_t)d[2] << 60;
        return d[2] < 16;
    }
    if (n == 2) {
        *magnitude = (uint64_t)d[0] | (uint64_t)d[1] << 30;
        return true;
    }
    *magnitude = n != 0 ? (uint64_t)d[0] : 0;
    return n <= 1;
}

/* Writes the int at o but for its n digits. sign: 0, or -1 of a negative one. */
HAYA_INLINE void layout_long_header(PyLongObject *o, uint64_t n, int64_t sign)
{
    layout_header((PyObject *)o, &PyLong_Type);
#if PY_VERSION_HEX >= 0x030C0000
    o->long_value.lv_tag = (uintptr_t)n << 3 | ((uintptr_t)sign & 2);
#else
    ((PyVarObject *)o)->ob_size = ((Py_ssize_t)n ^ sign) - sign;
#endif
}

HAYA_INLINE PyObject *layout_long_new(uint64_t magnitude, uint64_t negative)
{
    unsigned n = magnitude < (1u << 30) ? 1 : magnitude < ((uint64_t)1 << 60) ? 2 : 3;
    PyLongObject *o = PyObject_Malloc(LAYOUT_DIGITS_AT + n * sizeof(digit));
    if (o == NULL)
        return PyErr_NoMemory();
    layout_long_header(o, n, -(int64_t)negative);
    digit *d = LAYOUT_DIGITS(o);
    d[0] = (digit)(magnitude & PyLong_MASK);
    if (n > 1)
        d[1] = (digit)(magnitude >> 30 & PyLong_MASK);
    if (n > 2)
        d[2] = (digit)(magnitude >> 60);
    return (PyObject *)o;
}

/* The same for a magnitude below 2**60, without a branch; o is what PyObject_Malloc(LAYOUT_SHORT_LONG) has returned. */
#define LAYOUT_SHORT_LONG (LAYOUT_DIGITS_AT + 2 * sizeof(digit))
HAYA_INLINE PyObject *layout_long_end(PyLongObject *o, uint64_t magnitude, int64_t sign)
{
    if (UNLIKELY(o == NULL))
        return PyErr_NoMemory();
    layout_long_header(o, 1 + (magnitude >> 30 != 0), sign);
    digit *d = LAYOUT_DIGITS(o);
    d[0] = (digit)(magnitude & PyLong_MASK);
    d[1] = (digit)(magnitude >> 30);
    return (PyObject *)o;
}

HAYA_INLINE PyObject *layout_long_new_short(uint64_t magnitude, uint64_t negative)
{
    return layout_long_end(PyObject_Malloc(LAYOUT_SHORT_LONG), magnitude, -(int64_t)negative);
}

/* The same for a value of up to 60 bits, which is all that is kept in a register across the allocation. */
HAYA_INLINE PyObject *layout_long_of(int64_t v)
{
    PyLongObject *o = PyObject_Malloc(LAYOUT_SHORT_LONG);
    int64_t sign = v >> 63;
    return layout_long_end(o, (uint64_t)((v ^ sign) - sign), sign);
}

/* ---- floats and text ---------------------------------------------------- */

HAYA_INLINE PyObject *layout_float_new(double v)
{
    PyFloatObject *o = PyObject_Malloc(sizeof *o);
    if (o == NULL)
        return PyErr_NoMemory();
    layout_header((PyObject *)o, &PyFloat_Type);
    o->ob_fval = v;
    return (PyObject *)o;
}

/* The UTF-8 that CPython keeps in a str that is not ASCII, of *n bytes; NULL: it has none, or it can't be read. */
HAYA_INLINE const uint8_t *layout_utf8(const struct layout *layout, PyObject *o, size_t *n)
{
    const PyCompactUnicodeObject *wide = (const PyCompactUnicodeObject *)o;
#ifdef Py_GIL_DISABLED
    if (!layout->reads_utf8)
        return NULL;
#else
    (void)layout;
#endif
    if (!((const PyASCIIObject *)o)->state.compact)
        return NULL;
    const char *utf8 = __atomic_load_n(&wide->utf8, __ATOMIC_ACQUIRE);
    if (utf8 != NULL) /* before that, another thread may be writing the length */
        *n = (size_t)wide->utf8_length;
    return (const uint8_t *)utf8;
}

/* A new bytes object of n >= 2 bytes, which the caller must write; the final 0 is written. NULL: MemoryError. */
HAYA_INLINE PyObject *layout_bytes_new(const struct layout *layout, size_t n)
{
    PyBytesObject *o = PyObject_Malloc(offsetof(PyBytesObject, ob_sval) + n + 1);
    if (o == NULL)
        return PyErr_NoMemory();
    memcpy(o, &layout->bytes_header, offsetof(PyBytesObject, ob_sval));
    layout_own((PyObject *)o);
    ((PyVarObject *)o)->ob_size = (Py_ssize_t)n;
    o->ob_sval[n] = 0;
    return (PyObject *)o;
}

/* The str at o, which has n >= 2 characters, all else of which is written here. */
HAYA_INLINE PyObject *layout_ascii_end(const struct layout *layout, PyASCIIObject *o, size_t n)
{
    *o = layout->ascii_header;
    layout_own((PyObject *)o);
    o->length = (Py_ssize_t)n;
    ((char *)(o + 1))[n] = 0;
    return (PyObject *)o;
}

/* A new compact ASCII str of n >= 2 characters, which the caller must write; the final 0 is written. capacity >= n:
 * the number of text bytes allocated; a caller that writes more than n must write the final 0 again. NULL:
 * MemoryError. */
HAYA_INLINE PyObject *layout_ascii_new(const struct layout *layout, size_t n, size_t capacity)
{
    PyASCIIObject *o = PyObject_Malloc(sizeof *o + capacity + 1);
    if (o == NULL)
        return PyErr_NoMemory();
    return layout_ascii_end(layout, o, n);
}

#endif
#endif
