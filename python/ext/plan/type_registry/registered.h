/*
 * registered.h: typed values (ext 100) of the dataclasses of a TypeRegistry, without the dict that _build() and
 * _take_apart() of the registry pass on.
 *
 * A registry has one Registered object, in its attribute _native; without a GIL each thread has one. That finds a class
 * by the name in a message and by the type of an object. A class gets a plan (hayapack._plan.registered_classes) when
 * some of its objects have been met. What a plan can't do, and every error, is left to the registry's own methods: the
 * functions here then return NULL without an exception or PACK_UNKNOWN, and nothing has changed.
 */
#ifndef HAYAPACK_REGISTERED_H
#define HAYAPACK_REGISTERED_H

#include "plan/encode/encode_plan.h"
#include "unpack/unpack_state.h"

/* Objects of a class that the registry itself makes or takes apart before the class gets a plan: programs make
 * registries for one message. */
#define REGISTERED_THRESHOLD 4
/* Plans of one class, which is changed again and again. */
#define REGISTERED_PLANS 8
#define REGISTERED_MISSES 8
#define REGISTERED_RECENT 8
/* Pairs of a map of which an object can be made here, with unknown ones. */
#define REGISTERED_PAIRS 128

/* The names of a registry, and its classes: a hash table with open addressing, of `size` places, a power of two. */
struct registered_table {
    struct registered_place {
        struct registered_class *cls; /* NULL: the place is free */
        PyObject *name;               /* owned: a name in the table of names, else NULL */
        const uint8_t *text;          /* its bytes */
        size_t length;
    } * places;
    size_t size, count;
};

struct registered_class {
    PyObject *entry;    /* owned: hayapack.typeless._Entry */
    PyTypeObject *type; /* owned */
    bool reads, writes; /* by the plan: no function of the program's is registered for it */
    bool array;         /* the value is an array, not a map */
    bool busy;          /* its plan is being made */
    uint8_t misses;     /* objects in a row that registered_read() has not made; from REGISTERED_MISSES on: it is not
                           tried with so many until the number is 0 again */
    uint8_t met, plans; /* objects without a plan; plans that were made */
    unsigned version;   /* of the class (instance_version()), for which the plan is right; 0: there is none */
    struct plan *plan;  /* owned; NULL: none */
    struct class_writer writer;  /* its head is owned; without a plan: NULL */
    PyObject *keys[PLAN_FIELDS]; /* owned: an object equal to the key of each field: that of the last message */
};

struct registered {
    PyObject_HEAD
#ifdef Py_GIL_DISABLED
    struct threads_claim claim; /* protects the rest but `owner` and `next` */
    uintptr_t owner;            /* the thread that used it last */
    PyObject *next;             /* owned: that of another thread; NULL: none. Never replaced */
#endif
    Py_ssize_t known; /* names of the registry that were looked at: it has more when classes were added */
    struct registered_class **classes;
    size_t count, capacity;
    struct registered_table by_type, by_name;
    /* the names that were found last, by the lowest bits of their lengths; cls NULL: none */
    struct registered_place recent[REGISTERED_RECENT];
};

extern PyType_Spec registered_spec;
extern const struct registered_ops registered_ops;

/* ---- registered_classes.c: the functions of registered_ops, and ------------------------------------------- */

PyObject *registered_begin(struct native_state *state, PyObject *registry);
void registered_leave(PyObject *registered);
struct registered_class *registered_of_name(PyObject *op, const uint8_t *text, size_t length);
bool registered_reads(const struct registered_class *c, bool map);
PyObject *registered_name(const struct registered_class *c);
/* registered_read.c */
PyObject *registered_read(struct unpacking *u, struct registered_class *c, const uint8_t *p, const uint8_t *end);

/* The class of a type; NULL: it is not registered with names for its fields. Runs no code of the user's. */
struct registered_class *registered_of_type(const struct registered *self, const PyTypeObject *type);
/* Whether there is a plan for the class as it is now. */
HAYA_INLINE bool registered_is_ready(const struct registered_class *c)
{
    return c->version != 0 && c->version == instance_version(c->type);
}
/* Counts an object, and makes a plan if it is time. Runs code of the user's. -1: an exception is set, other than what
 * the registry will raise itself. */
int registered_meet(struct native_state *state, struct registered_class *c);

#endif
