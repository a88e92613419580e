/* infer_known.h: the types that infer_known.c compares values with; infer_known_types.c makes them. */
#ifndef HAYAPACK_SURVEY_INFER_KNOWN_H
#define HAYAPACK_SURVEY_INFER_KNOWN_H

#include "native.h"

#define KNOWN_NONE UINT32_MAX

/* Kinds, facts and layouts, as in hayapack/data/infer_known.py. */
enum known_kind {
    KNOWN_NULL,
    KNOWN_BOOL,
    KNOWN_NUMBER,
    KNOWN_STR,
    KNOWN_BYTES,
    KNOWN_TIMESTAMP,
    KNOWN_ARRAY,
    KNOWN_MAP,
    KNOWN_PAIRS,
    KNOWN_RAW,
    KNOWN_KINDS
};
enum { KNOWN_NEGATIVE = 1, KNOWN_BIG = 2, KNOWN_INEXACT = 4, KNOWN_FLOAT = 8 };
enum { KNOWN_FINE = 1, KNOWN_FAR = 8, KNOWN_REPEATED = 1 };
enum { LAYOUT_MAPS, LAYOUT_ARRAYS, LAYOUT_FLUENT, LAYOUTS };
enum { CONFLICTS_RAISE, CONFLICTS_RAW, CONFLICTS_FIRST, CONFLICTS };
#define KNOWN_DEPTH 32 /* DEPTH of hayapack/data/inferred_types.py: containers in so many others are raw */

/* The type of the values at one path. */
struct known_node {
    PyObject *made_of;   /* borrowed: the tuple that describes it */
    const uint8_t *name; /* of a field; in an object that `made_of` of the struct has */
    size_t name_size;
    bool bin; /* the name is a bin */
    uint8_t kind, bits, depth;
    uint32_t first, count; /* the nodes inside: of a struct sorted by name, of PAIRS the key and the value */
    uint32_t head, next;   /* the field that was first in the last map; that followed this one */
    uint64_t map;          /* the number of the last map that had this field */
};

/* The order of names. */
static inline int known_compare(const struct known_node *a, const uint8_t *name, size_t size, bool bin)
{
    if (a->bin != bin)
        return a->bin ? 1 : -1;
    if (a->name_size != size)
        return a->name_size < size ? -1 : 1;
    return memcmp(a->name, name, size);
}

/* The nodes of types as hayapack/data/infer_known.py describes them, the root first, to be freed by PyMem_RawFree().
 * `types` must be held as long. ordered: the fields of the root keep their order. NULL: an exception is set. */
struct known_node *known_make(PyObject *types, bool ordered);

#endif
