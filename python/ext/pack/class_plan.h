/*
 * class_plan.h: how the objects of a class are written: their packed keys, and where they have their attributes.
 *
 * One struct for extended=True, for the classes of a TypeRegistry and for Encoder, found by class_plan_find() and right
 * for one version of the class (instance_version()). After a change of the class it is found again.
 */
#ifndef HAYAPACK_CLASS_PLAN_H
#define HAYAPACK_CLASS_PLAN_H

#include "pack_state.h"
#include "runtime/instances.h"

struct plan_node;
struct plan_field;

/* Packed keys begin at multiples of this, so that copies of so many bytes can be made. */
#define CLASS_KEY_STEP 32

/* The form of objects: KEYS_... of nodes.py. */
enum class_form { CLASS_AS_MAP, CLASS_AS_ARRAY };

/* Where the attributes of an object are. */
enum class_storage {
    CLASS_IN_SLOTS, /* each in a slot */
    CLASS_IN_DICT   /* in inline values, if there are `keys` and the object has no dict; else looked up by name */
};

/* One value of an object. */
struct class_field {
    const uint8_t *key; /* packed, and readable for CLASS_KEY_STEP bytes at least; array form: empty */
    uint32_t key_size;
    uint32_t omit;                 /* the sum of WRITING_OMIT_... */
    bool nil_is_unset;             /* array form: nil is read as UNSET */
    Py_ssize_t place;              /* bytes from the object, or from its inline values, to the attribute's pointer */
    PyObject *name;                /* borrowed: the attribute; NULL: an element without a field, which is nil */
    PyObject *text;                /* borrowed: the key; array form: NULL */
    const struct plan_node *node;  /* of an Encoder: of the value */
    const struct plan_field *from; /* of an Encoder */
};

struct class_plan {
    PyTypeObject *type; /* borrowed: of objects that are written, so it exists */
    /* The version of the class for which the rest is right and reading the attributes runs no user code, 0: none; and
     * that for which this was last found out. With the places, they change when the class does. */
    unsigned version, seen;
    uint8_t form;     /* enum class_form */
    uint8_t storage;  /* enum class_storage */
    void *keys;       /* of inline values: those for which the places are right; NULL: none */
    size_t key_count; /* their number when the places were found */
    struct class_field *map, *array;
    uint32_t map_count, array_count;
    uint8_t *text;      /* owned: the memory of all packed keys */
    PyObject *names;    /* owned: a tuple of the fields' names; NULL: somebody else owns them */
    PyObject *declared; /* of extended=True, borrowed from the class: the dict __dataclass_fields__, which must not have
                         * changed; NULL: it does not matter */
    uint64_t state;     /* changes when that dict does */
};

/* Allocates fields and `room` bytes for packed keys; no array has a field at an element yet. -1: MemoryError is set. */
int class_plan_allocate(struct class_plan *plan, size_t map_count, size_t array_count, size_t room);
/* Frees what the plan owns, but not the struct. */
void class_plan_clear(struct class_plan *plan);
/* Bytes to reserve for the packed form of a constant, a str or an int. */
size_t class_plan_room(PyObject *constant);
/* Packs it at p, which has this space. NULL: it is something else; an exception may be set. */
uint8_t *class_plan_constant(uint8_t *p, PyObject *constant);
/* Packs the keys of all fields at plan->text. Returns the place after them; NULL: one can't be packed. */
uint8_t *class_plan_pack_keys(struct class_plan *plan);
/* Finds out where the objects of plan->type have their attributes, and sets version. -1: an exception is set. */
int class_plan_find(struct native_state *state, struct class_plan *plan);
/* The plan of a dataclass for extended=True: a capsule, which owns it. NULL: there is none, or an exception is set. */
PyObject *class_plan_of_dataclass(struct native_state *state, PyTypeObject *type);
struct class_plan *class_plan_in(PyObject *capsule);
/* A number that changes with a dict: before CPython 3.14 its version, later made from the addresses of its keys and
 * values in their order. */
uint64_t class_plan_state(PyObject *dict);

/* ---- reading ------------------------------------------------------------------- */

/* The address that class_field.place is relative to; NULL: the attributes are looked up by name. */
HAYA_INLINE const char *class_plan_places(const struct class_plan *plan, PyObject *o)
{
    if (!INSTANCES_READABLE)
        return NULL;
    if (plan->storage == CLASS_IN_SLOTS)
        return (const char *)o;
#if LAYOUT_VALUES_KNOWN
    if (LIKELY(plan->keys != NULL) &&
        LIKELY(((PyHeapTypeObject *)plan->type)->ht_cached_keys == (struct _dictkeysobject *)plan->keys))
        return (const char *)layout_values_of(o);
#endif
    return NULL;
}

/* Whether the attributes of an object of plan->type can be read. */
HAYA_INLINE bool class_plan_is_readable(const struct class_plan *plan, PyObject *o, const bool layout)
{
    unsigned version = instance_version(plan->type);
    return LIKELY(version == plan->version) && LIKELY(version != 0) &&
           (!INSTANCES_READABLE || LIKELY(class_plan_places(plan, o) != NULL) || instance_dict_has_names(o, layout));
}

/* Writes the key of a field at p, for which there is room; array form: nothing. */
HAYA_INLINE uint8_t *class_plan_put_key(uint8_t *p, const struct class_field *field)
{
    if (field->key_size != 0) {
        if (LIKELY(field->key_size <= CLASS_KEY_STEP))
            memcpy(p, field->key, CLASS_KEY_STEP);
        else
            memcpy(p, field->key, field->key_size);
        p += field->key_size;
    }
    return p;
}

#ifdef Py_GIL_DISABLED
/* Where an object of plan->type has the values of n fields. */
HAYA_INLINE struct instance_places class_plan_places_of(const struct class_plan *plan, const struct class_field *first,
                                                        size_t n)
{
    return (struct instance_places){.type = plan->type,
                                    .in_slots = plan->storage == CLASS_IN_SLOTS,
                                    .place = &first->place,
                                    .apart = sizeof *first,
                                    .count = n};
}

/* Whether the places are right, so that no Python code has to run to find the values. */
HAYA_INLINE bool class_plan_is_placed(const struct class_plan *plan)
{
    return LIKELY(instance_version(plan->type) == plan->version) &&
           (plan->storage == CLASS_IN_SLOTS || plan->keys != NULL);
}

/* Takes references to the values of n fields of an object of plan->type, from `first` on: 1; 0: one is not there, and
 * none was taken; -1: the same, and an exception is set. Python code may run. */
int class_plan_take(const struct class_plan *plan, PyObject *o, const struct class_field *first, size_t n,
                    PyObject **to);
#endif

/* ---- class_writer.c: writing in the loop of packb --------------------------------- */

/* Writes a list of up to 16 scalars, inside of `depth` containers, at *at. Returns the end; NULL: it is something else,
 * or an exception is set. The output may have grown: *at is where the list begins now. */
uint8_t *class_writer_list(struct packing *w, uint8_t **at, PyObject *o, size_t depth);

/* Who writes the objects of one class. */
struct class_writer {
    struct class_plan *plan; /* NULL: there is none */
    PyObject *owner;         /* borrowed: has the plan */
    uint8_t *head;           /* typed values: the packed name; NULL: the objects are maps alone */
    size_t head_size;
    uint8_t header; /* the size of the header of the last ext: one to expect */
    bool framed;    /* the last object had other values than scalars and short lists of them */
};

/* class_writer_pack() while the plan exists. Code of the user's may have *c changed, where it runs. */
enum pack_outcome class_writer_run(struct packing *w, struct class_writer *c, PyObject *o, bool held);

/* Writes o, and the objects of its class that follow it in the innermost frame, which is up to date; or o's first
 * values, and PACK_FIELDS or PACK_ITEMS: the rest, if `held`: o is, and pack_pin() was called, so that Python code may
 * run. PACK_UNKNOWN: nothing was written. */
HAYA_INLINE enum pack_outcome class_writer_pack(struct packing *w, struct class_writer *c, PyObject *o, bool held)
{
    /* without a GIL attributes are read where Python code may run, which can't change what frames keep */
    if ((!INSTANCES_READABLE && !held) || (!held && c->framed) || !w->opt->plans_fast ||
        (Py_ssize_t)w->depth + (c->head != NULL) >= w->opt->max_depth)
        return PACK_UNKNOWN;
    if (!held)
        return class_writer_run(w, c, o, false);
    PyObject *owner = Py_NewRef(c->owner); /* code of the user's may have another plan made */
    enum pack_outcome done = class_writer_run(w, c, o, true);
    Py_DECREF(owner);
    return done;
}

#endif
