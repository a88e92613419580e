/*
 * class_cache.h: how extended=True writes the objects of a class, found out once for each class.
 *
 * A cache of fixed size, by the class's address and version. CPython gives no two states of classes the same version,
 * so an entry keeps no class alive and is never taken for another class, or for the same one after a change.
 * hayapack._values.extended_types.known_kind() chooses the kind; what has no kind goes through convert(), which this
 * code must agree with in every byte.
 */
#ifndef HAYAPACK_PACK_CLASS_CACHE_H
#define HAYAPACK_PACK_CLASS_CACHE_H

#include "class_plan.h"

#define CLASSES_SETS 64 /* a power of two */
#define CLASSES_WAYS 4

/* The numbers of hayapack._values.extended_types._KINDS. */
enum class_kind {
    CLASS_OTHER, /* no code here */
    CLASS_FIELDS,
    CLASS_ENUM,
    CLASS_LIST, /* is written as list(o) */
    CLASS_TEXT, /* is written as str(o) */
    CLASS_UUID,
    CLASS_DATE,
    CLASS_TIME,
    CLASS_DATETIME,
    CLASS_INT, /* is written as int(o) */
    CLASS_BOOL,
    CLASS_FLOAT,
    CLASS_FLOAT32,
    CLASS_ARRAY,
    CLASS_DATETIME64,
    CLASS_NUMBER, /* a scalar of numpy's whose value is read in place; not from Python */
    /* derived classes, without strict_types; not from Python */
    CLASS_DERIVED, /* of what pack_derived_one() writes */
    CLASS_OF_LIST,
    CLASS_OF_DICT
};

struct class_entry {
    PyTypeObject *type; /* borrowed, and only compared unless `version` is that of the class */
    unsigned version;   /* 0: the entry is empty */
    uint8_t kind;
    Py_ssize_t slot; /* CLASS_UUID: the offset of the slot `int`; CLASS_NUMBER: numpy_number_code() */
    PyObject *owner; /* owned: CLASS_FIELDS: the capsule of the plan of `writer` */
    struct class_writer writer;
};

struct class_cache {
#ifdef Py_GIL_DISABLED
    struct threads_claim claim; /* protects the rest */
#endif
    unsigned turn; /* the entry of a full set that is replaced next */
    struct class_entry sets[CLASSES_SETS][CLASSES_WAYS];
};

HAYA_INLINE struct class_entry *classes_set(struct class_cache *cache, const PyTypeObject *type)
{
    return cache->sets[((uintptr_t)type >> 4 ^ (uintptr_t)type >> 10) % CLASSES_SETS];
}

/* The entry of a class, if there is one. */
HAYA_INLINE struct class_entry *classes_have(struct class_cache *cache, const PyTypeObject *type)
{
    struct class_entry *set = classes_set(cache, type);
    unsigned version = instance_version(type);
    for (int i = 0; i < CLASSES_WAYS; i++)
        if (set[i].type == type && LIKELY(set[i].version == version) && LIKELY(version != 0))
            return &set[i];
    return NULL;
}

/* Asks for the kind of a class, which runs Python code, and stores it. NULL: there is none; or, an exception is set. */
struct class_entry *classes_add(struct native_state *state, struct class_cache *cache, PyTypeObject *type);

/* numpy.c: writes an exact numpy.ndarray of numbers. PACK_UNKNOWN: convert() must do it. */
enum pack_outcome numpy_pack(struct packing *w, PyObject *o);
/* Whether the objects of numpy.datetime64 are laid out as numpy_pack_datetime64() reads them. -1: an exception is
 * set. */
int numpy_is_datetime64(PyTypeObject *type);
enum pack_outcome numpy_pack_datetime64(struct packing *w, PyObject *o);
/* The code by which numpy_pack_number() reads scalars of this class of numpy's; 0: it can't. */
int numpy_number_code(PyTypeObject *type);
enum pack_outcome numpy_pack_number(struct packing *w, int code, PyObject *o);

#endif
