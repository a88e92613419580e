/*
 * writing.h: what a node needs for encoding, beside what decoding needs (plan.h).
 *
 * plan_writing_find() makes it for the first Encoder of a plan. A type for which it is impossible leaves
 * plan->writable false: then the pure back end encodes.
 */
#ifndef HAYAPACK_WRITING_H
#define HAYAPACK_WRITING_H

#include "pack/output.h"
#include "plan/plan.h"
#include "runtime/instances.h"

/* OMIT_... of nodes.py. */
enum { WRITING_OMIT_NONE = 1, WRITING_OMIT_DEFAULT = 2, WRITING_OMIT_UNSET = 4, WRITING_OMIT_ALWAYS = 8 };

/* KEYS_... of nodes.py. */
enum { WRITING_MAP, WRITING_ARRAY };

/* One value of an object. */
struct writing_field {
    const uint8_t *key; /* packed, and readable for 32 bytes at least; array form: empty */
    uint32_t key_size;
    uint32_t omit;     /* the sum of WRITING_OMIT_... */
    bool nil_is_unset; /* array form: nil is read as UNSET */
    Py_ssize_t place;  /* bytes from the object, or from its inline values, to the attribute's pointer */
    const struct plan_node *node;
    PyObject *name; /* borrowed from `from`; NULL: an element without a field, which is nil */
    const struct plan_field *from;
};

/* Where the attributes of an object are. */
enum writing_storage {
    WRITING_SLOTS, /* each in a slot */
    WRITING_DICT   /* in inline values, if there are `keys` and the object has no dict; else looked up by name */
};

struct plan_writing {
    /* OBJECT: the version of the class (instance_version()) for which the rest is right and reading the attributes runs
     * no user code, 0: none; and that for which this was last found out. With the places, they change when the class
     * does. */
    unsigned version, seen;
    uint8_t storage;                   /* enum writing_storage */
    uint8_t form;                      /* WRITING_MAP or WRITING_ARRAY */
    bool omits;                        /* a field may be left out of the map form */
    PyObject *kept;                    /* borrowed: the attribute with the entries of unknown keys; NULL: none */
    void *keys;                        /* of inline values: those for which the places are right; NULL: none */
    struct writing_field *map, *array; /* UNION by pairs: map: the alternatives, with their packed tags as keys */
    uint32_t map_count, array_count;
    const uint8_t *tag; /* the packed entry that is written before the fields; tag_size 0: none */
    size_t tag_size;
    PyObject *unset;                /* owned: hayapack.UNSET */
    const struct plan_node **nodes; /* NAMED_TUPLE: of the elements */
    uint32_t node_count;
    PyObject *members; /* owned: ENUM: a tuple of each member and its bytes, one after the other */
    uint8_t *text;     /* owned: the memory of all packed keys */
};

/* Fills `writing` of the plan's nodes and plan->writable, once. -1: an exception is set. */
int plan_writing_find(struct native_state *state, struct plan *plan);
/* Looks again at the classes that have changed since. The same result. */
int plan_writing_check(struct native_state *state, struct plan *plan);

void plan_writing_free(struct plan_writing *writing);

#ifdef Py_GIL_DISABLED
/* copies.c: takes references to the values of n fields of an object of the node's class, from `first` on: 1; 0: one is
 * not there, and none was taken; -1: the same, and an exception is set. Python code may run. */
int plan_writing_take(const struct plan_node *node, PyObject *o, const struct writing_field *first, size_t n,
                      PyObject **to);
#endif

/* plan/attributes.c */

/* Whether finding a name in the object's dict runs no user code, as comparing it with another key than a str might. */
bool plan_has_names(PyObject *o, bool layout);
/* Whether a value is left out of the map form: 1 or 0; -1: to find out, user code may have to run. */
int plan_is_omitted(const struct plan_writing *writing, const struct writing_field *field, PyObject *value);
/* Replaces a UNION by the alternative that the value is of, NULL: none, and *by by the union in it that has this
 * alternative, if it is not the union itself. False: the pure back end must choose. */
bool plan_alternative_of(const struct plan_node **node, const struct plan_node **by, PyObject *o);
/* The bytes of the member of an ENUM, borrowed; NULL: it has no such member. */
PyObject *plan_member(const struct plan_node *node, PyObject *o);

enum plan_encoded { PLAN_ENCODE_ERROR = -1, PLAN_ENCODED, PLAN_ENCODE_PURE };

/*
 * Writes o at out->p and moves out->p to its end. PLAN_ENCODE_ERROR: MemoryError, or what a signal handler raised, is
 * set. PLAN_ENCODE_PURE: the pure back end must encode o, from the start; no exception is set. form: WRITING_... for
 * all objects; -1: the form of their classes. opt: without the options that run code of the user's. *missing: a new
 * reference to a class whose plan has to be compiled before its objects can be encoded here; NULL: none.
 */
enum plan_encoded plan_encode(struct native_state *state, const struct plan *plan, const struct pack_options *opt,
                              int form, struct output *out, PyObject *o, PyTypeObject **missing);

extern PyType_Spec plan_encoder_spec;

#endif
