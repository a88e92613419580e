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

/* Of layout_values.h; here, so that a file without it does not compile. */
#ifdef Py_GIL_DISABLED
#define LAYOUT_VALUES_KNOWN 0
#else
#define LAYOUT_VALUES_KNOWN LAYOUT_KNOWN
#endif

/* Whether the UTF-8 in a str may be read: without a GIL, versions differ in when another thread sees its length. */
#ifdef Py_GIL_DISABLED
#define LAYOUT_UTF8_KNOWN 0
#else
#define LAYOUT_UTF8_KNOWN LAYOUT_KNOWN
#endif

/* Whether the collector's list of young objects is used directly. From 3.14 on, its place and what else is counted
 * differ between releases of one version. */
#if defined(Py_GIL_DISABLED) || PY_VERSION_HEX >= 0x030E0000
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
    /* Address of the shared integer -5. The others follow at intervals of LAYOUT_SMALL_STEP bytes, which was
     * checked by public calls; 0 if they do not. */
    uintptr_t small_base;
#if LAYOUT_KNOWN
    PyBytesObject bytes_header; /* header of a new bytes object, refcount 1 */
    PyASCIIObject ascii_header; /* header of a new compact ASCII str, refcount 1 */
    Py_ssize_t empty_keys_step; /* references that PyDict_New adds to the shared empty table; 0 without a GIL */
    struct layout_young *young; /* NULL where LAYOUT_YOUNG_KNOWN is 0 */
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

/* A new reference to a shared integer. Without a GIL these are never freed, so they are not counted. */
HAYA_INLINE PyObject *layout_small(const struct layout *layout, int v)
{
    PyObject *o = (PyObject *)(layout->small_base + LAYOUT_SMALL_STEP * (uintptr_t)(v - LAYOUT_SMALL_MIN));
#ifdef Py_GIL_DISABLED
    return o;
#else
    return Py_NewRef(o);
#endif
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

/* A new int of n digits, with space for `room`, which the caller must write. NULL: MemoryError. */
HAYA_INLINE PyLongObject *layout_long_begin(size_t room, uint64_t n, uint64_t negative)
{
    PyLongObject *o = PyObject_Malloc(LAYOUT_DIGITS_AT + room * sizeof(digit));
    if (o == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    layout_header((PyObject *)o, &PyLong_Type);
#if PY_VERSION_HEX >= 0x030C0000
    o->long_value.lv_tag = (uintptr_t)n << 3 | negative << 1;
#else
    ((PyVarObject *)o)->ob_size = (Py_ssize_t)((n ^ (0 - negative)) + negative);
#endif
    return o;
}

HAYA_INLINE PyObject *layout_long_new(uint64_t magnitude, uint64_t negative)
{
    unsigned n = magnitude < (1u << 30) ? 1 : magnitude < ((uint64_t)1 << 60) ? 2 : 3;
    PyLongObject *o = layout_long_begin(n, n, negative);
    if (o == NULL)
        return NULL;
    digit *d = LAYOUT_DIGITS(o);
    d[0] = (digit)(magnitude & PyLong_MASK);
    if (n > 1)
        d[1] = (digit)(magnitude >> 30 & PyLong_MASK);
    if (n > 2)
        d[2] = (digit)(magnitude >> 60);
    return (PyObject *)o;
}

/* The same for a magnitude below 2**60: one or two digits, without a branch. */
HAYA_INLINE PyObject *layout_long_new_short(uint64_t magnitude, uint64_t negative)
{
    PyLongObject *o = layout_long_begin(2, 1 + (magnitude >> 30 != 0), negative);
    if (o == NULL)
        return NULL;
    digit *d = LAYOUT_DIGITS(o);
    d[0] = (digit)(magnitude & PyLong_MASK);
    d[1] = (digit)(magnitude >> 30);
    return (PyObject *)o;
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

/* ---- lists --------------------------------------------------------------- */

/* Words before the first item: without a GIL, the number of items for which there is space. */
#ifdef Py_GIL_DISABLED
#define LAYOUT_ITEMS_AT 1
#else
#define LAYOUT_ITEMS_AT 0
#endif

/* The items of a list are allocated first (n > 0, uninitialised); when all n are written, layout_list_of() makes
 * the list, which takes over the memory and the references. NULL: MemoryError, and nothing is taken over. */
HAYA_INLINE PyObject **layout_items_new(size_t n)
{
    PyObject **items = PyMem_Malloc((n + LAYOUT_ITEMS_AT) * sizeof *items);
    if (items == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
#ifdef Py_GIL_DISABLED
    *(Py_ssize_t *)items = (Py_ssize_t)n;
#endif
    return items + LAYOUT_ITEMS_AT;
}

/* Frees the memory of items that did not become a list's. items may be NULL. */
HAYA_INLINE void layout_items_free(PyObject **items)
{
    PyMem_Free(items != NULL ? items - LAYOUT_ITEMS_AT : NULL);
}

HAYA_INLINE PyObject *layout_list_of(PyObject **items, Py_ssize_t n)
{
    PyListObject *list = (PyListObject *)PyList_New(0);
    if (list == NULL)
        return NULL;
    list->ob_item = items;
    list->allocated = n;
    Py_SET_SIZE((PyVarObject *)list, n);
    return (PyObject *)list;
}

/* ---- dict tables -------------------------------------------------------- */

/* The same as struct _dictkeysobject in CPython's pycore_dict.h, 3.11 to 3.15. */
struct layout_keys {
    Py_ssize_t refcnt;
    uint8_t log2_size;
    uint8_t log2_index_bytes;
    uint8_t kind; /* 0: keys of any type, 1: only str keys, 2: split table; without a GIL, a mutex for these follows */
    uint32_t version;
    Py_ssize_t usable;
    Py_ssize_t nentries;
    char indices[];
};

struct layout_entry {
    PyObject *key;
    PyObject *value;
};

HAYA_INLINE struct layout_keys *layout_keys_of(PyObject *dict)
{
    return (struct layout_keys *)((PyDictObject *)dict)->ma_keys;
}

HAYA_INLINE struct layout_entry *layout_str_entries(struct layout_keys *keys)
{
    return (struct layout_entry *)(keys->indices + ((size_t)1 << keys->log2_index_bytes));
}

/* The address of the first entry's key; *stride: pointers from one key to the next. */
HAYA_INLINE PyObject **layout_first_key(struct layout_keys *keys, size_t *stride)
{
    size_t any = keys->kind == 0; /* then each entry begins with its hash */
    *stride = 2 + any;
    return (PyObject **)layout_str_entries(keys) + any;
}

/*
 * The entries of a dict, in order: *first is the address of the first key, which
 * its value follows; the next key is *stride pointers further. A NULL value
 * marks a removed entry. *last is the end. False: the table is split.
 */
HAYA_INLINE bool layout_dict_slots(PyObject *dict, PyObject ***first, PyObject ***last, size_t *stride)
{
    struct layout_keys *keys = layout_keys_of(dict);
    if (((PyDictObject *)dict)->ma_values != NULL)
        return false;
    *first = layout_first_key(keys, stride);
    *last = *first + (size_t)keys->nentries * *stride;
    return true;
}

#if PY_VERSION_HEX >= 0x030D0000
#define LAYOUT_KEYS_MALLOC PyMem_Malloc
#define LAYOUT_KEYS_FREE PyMem_Free
#else
#define LAYOUT_KEYS_MALLOC PyObject_Malloc
#define LAYOUT_KEYS_FREE PyObject_Free
#endif

/* Moves a table of n entries into a dict that PyDict_New() has just returned. */
HAYA_INLINE void layout_dict_adopt(const struct layout *layout, PyObject *dict, struct layout_keys *keys, Py_ssize_t n,
                                   bool track)
{
#ifdef Py_GIL_DISABLED
    (void)layout;
#else
    layout_keys_of(dict)->refcnt -= layout->empty_keys_step;
#endif
    ((PyDictObject *)dict)->ma_keys = (PyDictKeysObject *)keys;
    ((PyDictObject *)dict)->ma_used = n;
#if PY_VERSION_HEX >= 0x030E0000
    (void)track; /* PyDict_New() has tracked it */
#else
    if (track)
        PyObject_GC_Track(dict);
#endif
}

/* The size of a table in bytes, entries included. */
size_t layout_keys_bytes(struct layout_keys *keys);

/* A dict with a copy of `model`, whose entries the caller must fill. NULL: MemoryError. */
HAYA_INLINE PyObject *layout_dict_copy(const struct layout *layout, const struct layout_keys *model, size_t bytes,
                                       bool track)
{
    PyObject *dict = PyDict_New();
    if (dict == NULL)
        return NULL;
    struct layout_keys *keys = LAYOUT_KEYS_MALLOC(bytes);
    if (keys == NULL) {
        Py_DECREF(dict);
        return PyErr_NoMemory();
    }
    memcpy(keys, model, bytes);
    keys->refcnt = 1;
    keys->version = 0;
    layout_dict_adopt(layout, dict, keys, keys->nentries, track);
    return dict;
}

/*
 * A new dict with the keys of `model` and the values values[1], values[3], ...
 * model: a table of `bytes` bytes (layout_keys_bytes()), not split, without
 * removed entries. values[0], values[2], ... are the same key objects as in
 * `model`. The dict steals all these references. track: the collector may have
 * to visit a value. NULL: MemoryError, and no reference was stolen.
 */
HAYA_INLINE PyObject *layout_dict_clone(const struct layout *layout, struct layout_keys *model, size_t bytes,
                                        PyObject **values, bool track)
{
    PyObject *dict = layout_dict_copy(layout, model, bytes, track);
    if (dict == NULL)
        return NULL;
    size_t stride;
    PyObject **key = layout_first_key(layout_keys_of(dict), &stride);
    Py_ssize_t n = model->nentries;
    for (Py_ssize_t i = 0; i < n; i++)
        key[(size_t)i * stride + 1] = values[2 * i + 1];
    return dict;
}

/* The same of a model with str keys only, which has references of its own: values[0], values[1], ... are stolen. */
HAYA_INLINE PyObject *layout_dict_with(const struct layout *layout, const struct layout_keys *model, size_t bytes,
                                       PyObject *const *values, bool track)
{
    PyObject *dict = layout_dict_copy(layout, model, bytes, track);
    if (dict == NULL)
        return NULL;
    struct layout_entry *entry = layout_str_entries(layout_keys_of(dict)), *stop = entry + model->nentries;
    for (; entry < stop; entry++) {
        Py_INCREF(entry->key);
        entry->value = *values++;
    }
    return dict;
}

/* The most entries for layout_dict_build(), whose indices have one or two bytes. */
#define LAYOUT_BUILD_MAX 16384

/*
 * As layout_dict_clone(), without a model: a dict with a new table of n entries,
 * 2 to LAYOUT_BUILD_MAX. NULL without an exception: a key is not an exact str,
 * or two keys have the same hash; then no reference was stolen.
 */
PyObject *layout_dict_build(const struct layout *layout, PyObject **pairs, size_t n, bool track);

/* ---- instances ------------------------------------------------------------ */

#if !LAYOUT_YOUNG_KNOWN
/* An instance of a class whose tp_alloc is PyType_GenericAlloc and that the collector handles. Its attributes are not
 * initialised, and it is not tracked. NULL: MemoryError. */
HAYA_INLINE PyObject *layout_instance_begin(const struct layout *layout, PyTypeObject *type)
{
    (void)layout;
    return PyObject_GC_New(PyObject, type);
}

HAYA_INLINE void layout_track(const struct layout *layout, PyObject *o)
{
    (void)layout;
    PyObject_GC_Track(o);
}
#else
/* What the collector has before each object: the neighbours in a list of objects. */
struct layout_tracked {
    uintptr_t next, previous; /* the two lowest bits of `previous` are flags */
};

/* The objects that the collector looks at first, in a list that begins and ends here, and when it does so. The same as
 * struct gc_generation in CPython's pycore_gc.h, 3.11 to 3.13. */
struct layout_young {
    struct layout_tracked head;
    int threshold, count;
};

#if PY_VERSION_HEX >= 0x030C0000
#define LAYOUT_TWO_POINTERS (Py_TPFLAGS_MANAGED_DICT | Py_TPFLAGS_MANAGED_WEAKREF)
#else
#define LAYOUT_TWO_POINTERS Py_TPFLAGS_MANAGED_DICT
#endif

/* An instance of a class whose tp_alloc is PyType_GenericAlloc and that the collector handles. Its attributes are not
 * initialised, and it is not tracked. As PyObject_GC_New(), which also starts a collection if there are many objects;
 * the next such call does. NULL: MemoryError. */
HAYA_INLINE PyObject *layout_instance_begin(const struct layout *layout, PyTypeObject *type)
{
    size_t before = sizeof(struct layout_tracked);
    if ((type->tp_flags & LAYOUT_TWO_POINTERS) != 0)
        before += 2 * sizeof(PyObject *);
    uintptr_t *block = PyObject_Malloc(before + (size_t)type->tp_basicsize);
    if (UNLIKELY(block == NULL))
        return PyErr_NoMemory();
    PyObject *o = (PyObject *)((char *)block + before);
    if (before != sizeof(struct layout_tracked))
        block[0] = block[1] = 0;
    ((struct layout_tracked *)o)[-1] = (struct layout_tracked){0, 0};
    layout->young->count++;
    o->ob_refcnt = 1;
    o->ob_type = (PyTypeObject *)Py_NewRef((PyObject *)type);
    return o;
}

/* As PyObject_GC_Track(), of an object that was never tracked. */
HAYA_INLINE void layout_track(const struct layout *layout, PyObject *o)
{
    struct layout_tracked *head = &layout->young->head, *own = (struct layout_tracked *)o - 1;
    struct layout_tracked *last = (struct layout_tracked *)head->previous;
    last->next = head->previous = (uintptr_t)own;
    own->next = (uintptr_t)head;
    own->previous = (uintptr_t)last;
}
#endif

/* As layout_list_of(), for calls that make many lists while the collector is paused. */
HAYA_INLINE PyObject *layout_list_new(const struct layout *layout, PyObject **items, Py_ssize_t n)
{
#if !LAYOUT_YOUNG_KNOWN
    (void)layout;
    return layout_list_of(items, n);
#else
    struct layout_tracked *block = PyObject_Malloc(sizeof *block + sizeof(PyListObject));
    if (UNLIKELY(block == NULL))
        return PyErr_NoMemory();
    PyListObject *list = (PyListObject *)(block + 1);
    layout->young->count++;
    layout_header((PyObject *)list, &PyList_Type);
    Py_SET_SIZE((PyVarObject *)list, n);
    list->ob_item = items;
    list->allocated = n;
    layout_track(layout, (PyObject *)list);
    return (PyObject *)list;
#endif
}

/* Frees what layout_instance_begin() made; its attributes are not released. */
HAYA_INLINE void layout_instance_drop(PyObject *o)
{
    Py_DECREF((PyObject *)Py_TYPE(o));
    PyObject_GC_Del(o);
}

/* As layout_instance_begin(), all attributes are NULL. */
HAYA_INLINE PyObject *layout_instance_new(const struct layout *layout, PyTypeObject *type)
{
    PyObject *o = layout_instance_begin(layout, type);
    for (size_t at = sizeof *o; o != NULL && at < (size_t)type->tp_basicsize; at += sizeof(void *))
        *(void **)((char *)o + at) = NULL;
    return o;
}

#endif
#endif
