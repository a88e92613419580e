/*
 * layout_containers.h: the part of layout.h for the objects that the collector handles: lists, dicts, instances.
 */
#ifndef HAYAPACK_LAYOUT_CONTAINERS_H
#define HAYAPACK_LAYOUT_CONTAINERS_H

#include "layout.h"

#if LAYOUT_KNOWN

/* ---- the collector ------------------------------------------------------- */

/* What the collector has before each object: the neighbours in a list of objects. */
struct layout_tracked {
    uintptr_t next, previous; /* the two lowest bits of `previous` are flags */
};

/* The objects that the collector looks at first, in a list that begins and ends here, and when it does so. The same as
 * struct gc_generation in CPython's headers. */
struct layout_young {
    struct layout_tracked head;
    int threshold, count;
};

/* Whether layout->young may be used: a constant where all releases of the version agree. */
HAYA_INLINE bool layout_has_young(const struct layout *layout)
{
#if PY_VERSION_HEX >= 0x030E0000
    return LAYOUT_YOUNG_KNOWN && LIKELY(layout->young != NULL);
#else
    (void)layout;
    return LAYOUT_YOUNG_KNOWN;
#endif
}

/* Whether the next allocation by a public call may start a collection. */
HAYA_INLINE bool layout_is_collection_due(const struct layout *layout)
{
    return !layout_has_young(layout) || layout->young->count > layout->young->threshold;
}

/* Whether lists and dicts are allocated by layout_collected_new(), which pays for many: CPython keeps freed ones for
 * the next few. */
HAYA_INLINE bool layout_makes_many(const struct layout *layout)
{
    return LAYOUT_YOUNG_KNOWN && layout->many;
}

/* A new object of `size` bytes, whose type is not on the heap. It is not tracked, and all but its header is
 * uninitialised. As PyObject_GC_New(), which also starts a collection if there are many objects: the next such call
 * does. Only where layout_has_young(). NULL: MemoryError. */
HAYA_INLINE PyObject *layout_collected_new(const struct layout *layout, PyTypeObject *type, size_t size)
{
    struct layout_tracked *own = PyObject_Malloc(sizeof *own + size);
    if (UNLIKELY(own == NULL))
        return PyErr_NoMemory();
    *own = (struct layout_tracked){0, 0};
    layout->young->count++;
    layout_header((PyObject *)(own + 1), type);
    return (PyObject *)(own + 1);
}

/* As PyObject_GC_Track(), of an object that was never tracked. */
HAYA_INLINE void layout_track(const struct layout *layout, PyObject *o)
{
    if (!layout_has_young(layout)) {
        PyObject_GC_Track(o);
        return;
    }
    struct layout_tracked *head = &layout->young->head, *own = (struct layout_tracked *)o - 1;
    struct layout_tracked *last = (struct layout_tracked *)head->previous;
    last->next = head->previous = (uintptr_t)own;
    own->next = (uintptr_t)head;
    own->previous = (uintptr_t)last;
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

HAYA_INLINE PyObject *layout_list_of(const struct layout *layout, PyObject **items, Py_ssize_t n)
{
    bool many = layout_makes_many(layout);
    PyListObject *list =
        (PyListObject *)(many ? layout_collected_new(layout, &PyList_Type, sizeof *list) : PyList_New(0));
    if (UNLIKELY(list == NULL))
        return NULL;
    list->ob_item = items;
    list->allocated = n;
    Py_SET_SIZE((PyVarObject *)list, n);
    if (many)
        layout_track(layout, (PyObject *)list);
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

/* The same as PyDictObject. */
struct layout_dict {
    PyObject header;
    Py_ssize_t used;
    uint64_t version; /* before 3.14, a number that no dict with other contents has; 3.12: the low 12 bits are flags */
    struct layout_keys *keys;
    void *values;
};
_Static_assert(sizeof(struct layout_dict) == sizeof(PyDictObject), "PyDictObject has other members");
#define LAYOUT_VERSION_STEP 4096

/* A dict with this table of n entries, which it takes over, and the references in it. track: the collector may have to
 * visit a value. NULL: MemoryError, and nothing is taken over. */
HAYA_INLINE PyObject *layout_dict_of(struct layout *layout, struct layout_keys *keys, Py_ssize_t n, bool track)
{
    bool many = layout_makes_many(layout);
    struct layout_dict *dict =
        (struct layout_dict *)(many ? layout_collected_new(layout, &PyDict_Type, sizeof *dict) : PyDict_New());
    if (UNLIKELY(dict == NULL))
        return NULL;
    if (many) {
#if PY_VERSION_HEX >= 0x030E0000
        dict->version = 0;
#else
        dict->version = layout->dict_version += LAYOUT_VERSION_STEP;
#endif
        dict->values = NULL;
    } else {
#ifndef Py_GIL_DISABLED
        dict->keys->refcnt -= layout->empty_keys_step;
#endif
    }
    dict->used = n;
    dict->keys = keys;
#if PY_VERSION_HEX >= 0x030E0000
    track = many; /* all dicts are tracked; PyDict_New() has done it */
#endif
    if (track)
        layout_track(layout, (PyObject *)dict);
    return (PyObject *)dict;
}

/* The size of a table in bytes, entries included. */
size_t layout_keys_bytes(struct layout_keys *keys);

/* A dict with a copy of `model`, whose entries the caller must fill. NULL: MemoryError. */
HAYA_INLINE PyObject *layout_dict_copy(struct layout *layout, const struct layout_keys *model, size_t bytes, bool track)
{
    struct layout_keys *keys = LAYOUT_KEYS_MALLOC(bytes);
    if (UNLIKELY(keys == NULL))
        return PyErr_NoMemory();
    common_copy(keys, model, bytes);
    keys->refcnt = 1;
    keys->version = 0;
    PyObject *dict = layout_dict_of(layout, keys, keys->nentries, track);
    if (UNLIKELY(dict == NULL))
        LAYOUT_KEYS_FREE(keys);
    return dict;
}

/*
 * A new dict with the keys of `model` and the values values[1], values[3], ...
 * model: a table of `bytes` bytes (layout_keys_bytes()), not split, without
 * removed entries. values[0], values[2], ... are the same key objects as in
 * `model`. The dict steals all these references. track: the collector may have
 * to visit a value. NULL: MemoryError, and no reference was stolen.
 */
HAYA_INLINE PyObject *layout_dict_clone(struct layout *layout, struct layout_keys *model, size_t bytes,
                                        PyObject **values, bool track)
{
    PyObject *dict = layout_dict_copy(layout, model, bytes, track);
    if (dict == NULL)
        return NULL;
    /* places in the model's table, since its header is not just being written */
    size_t stride, first = (size_t)((char *)layout_first_key(model, &stride) - (char *)model);
    PyObject **value = (PyObject **)((char *)layout_keys_of(dict) + first) + 1;
    Py_ssize_t n = model->nentries;
    for (Py_ssize_t i = 0; i < n; i++)
        value[(size_t)i * stride] = values[2 * i + 1];
    return dict;
}

/* The same of a model with str keys only, which has references of its own: values[0], values[1], ... are stolen. */
HAYA_INLINE PyObject *layout_dict_with(struct layout *layout, const struct layout_keys *model, size_t bytes,
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
PyObject *layout_dict_build(struct layout *layout, PyObject **pairs, size_t n, bool track);

/* ---- instances ------------------------------------------------------------ */

#if PY_VERSION_HEX >= 0x030C0000
#define LAYOUT_TWO_POINTERS (Py_TPFLAGS_MANAGED_DICT | Py_TPFLAGS_MANAGED_WEAKREF)
#else
#define LAYOUT_TWO_POINTERS Py_TPFLAGS_MANAGED_DICT
#endif

/* Whether values of attributes follow the instances of a class: from 3.14 on also those of a class with a dict that is
 * derived from one with slots. */
HAYA_INLINE bool layout_has_values(const PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030D0000
    return (type->tp_flags & Py_TPFLAGS_INLINE_VALUES) != 0;
#else
    (void)type;
    return false;
#endif
}

/* An instance of a class whose tp_alloc is PyType_GenericAlloc and that the collector handles. Its attributes are not
 * initialised, and it is not tracked. It is counted as by layout_collected_new(). NULL: MemoryError. */
HAYA_INLINE PyObject *layout_instance_begin(const struct layout *layout, PyTypeObject *type)
{
    if (!layout_has_young(layout) || layout_has_values(type))
        return PyObject_GC_New(PyObject, type);
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
    layout_header(o, (PyTypeObject *)Py_NewRef((PyObject *)type));
    return o;
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
