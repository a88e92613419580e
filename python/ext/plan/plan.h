/*
 * plan.h: decoding messages straight into objects of the user's classes.
 *
 * hayapack._plan compiles a type to a graph of Node objects (nodes.py). plan_new() compiles that graph to one
 * immutable block of structs, by which plan_decode() decodes. It decodes what is valid; whatever is not, or is
 * unusual, it leaves to the pure back end, which starts again with the same bytes and raises the exact error. That is
 * possible because plan_decode() runs no code of the user's before the whole message is decoded: __post_init__ runs
 * afterwards, in the order in which the pure back end runs it; types with decoders of the user's, or with elements of
 * sets and keys of dicts that have their own hash, are left to the pure back end, and so is a message in which a field
 * is missing whose factory is not list, dict or set.
 *
 *   compile/    Node objects -> struct plan
 *   decode/     the loop; fields of objects in the order in which they are expected (decode_fields.h); less common
 *               kinds of values (decode_slow.c); the standard library's types from their texts; objects and
 *               collections from their values; the class Decoder
 *   encode/     what encoding needs beside this (encode_plan.h); the loop; values that it has no code for
 *               (encode_slow.c); questions about values (encode_choices.c); what other threads may change, without a
 *               GIL; the class Encoder
 *   type_registry/ typed values of the classes of a TypeRegistry
 *   typed_codec.c   what the classes Decoder and Encoder have in common
 *
 * A plan is not changed after plan_new(), but for what encoding needs (encode_plan.h), so threads can share it.
 */
#ifndef HAYAPACK_PLAN_H
#define HAYAPACK_PLAN_H

#include "runtime/layout_inline_values.h"
#include "unpack/unpack_state.h"

#include "hayapack_format.h"
#include "hayapack_keys.h"

/* The same order as in hayapack/_plan/nodes.py. */
enum plan_kind {
    PLAN_ANY,
    PLAN_BOOL,
    PLAN_INT,
    PLAN_FLOAT,
    PLAN_STR,
    PLAN_BYTES,
    PLAN_NONE,
    PLAN_DATETIME,
    PLAN_LIST,
    PLAN_TUPLE,
    PLAN_FIXED_TUPLE,
    PLAN_SET,
    PLAN_FROZENSET,
    PLAN_DEQUE,
    PLAN_DICT,
    PLAN_OBJECT,
    PLAN_NAMED_TUPLE,
    PLAN_TYPED_DICT,
    PLAN_ENUM,
    PLAN_LITERAL,
    PLAN_UNION,
    PLAN_DATE,
    PLAN_TIME,
    PLAN_TIMEDELTA,
    PLAN_UUID,
    PLAN_DECIMAL,
    PLAN_PATH,
    PLAN_FRAGMENT,
    PLAN_TIMESTAMP,
    PLAN_EXT,
    PLAN_BYTEARRAY,
    PLAN_CUSTOM,
    PLAN_KINDS,
    PLAN_BOUNDED = PLAN_KINDS /* a scalar with limits: node->bounded is its kind */
};

/* How decode_fields.h decodes the value of a field. */
enum plan_form {
    FORM_OTHER, /* the general code does */
    FORM_BOOL,
    FORM_INT,
    FORM_FLOAT,
    FORM_STR,
    FORM_DATETIME,
    FORM_SCALARS, /* a LIST of INT, FLOAT or STR */
    FORM_LEAF     /* an object whose fields are scalars and lists of them */
};
#define FORM_MASK 7 /* all its bits are used, so that the compiler adds no check to a switch */

/* Where the values of an object that is made in steps are stored. */
enum plan_placing {
    PLACE_STACK,
    PLACE_SLOTS, /* in the object */
    PLACE_VALUES /* in its array of inline values */
};

/* How an object is made: MAKE_ of nodes.py. */
enum plan_how { PLAN_SLOTS, PLAN_INSTANCE_DICT };

/* How a UNION chooses: UNION_ of nodes.py. */
enum plan_union { PLAN_BY_WIRE, PLAN_BY_TAG, PLAN_BY_PAIR, PLAN_BY_FIELDS };

#define PLAN_FIELDS 64 /* the most fields of a class: a bit of a word for each */

struct plan_node;

/* A key of a map. */
struct plan_key {
    struct haya_encoded_key wire; /* size 0: it has more than 32 bytes, so that only its name is compared */
    const uint8_t *text_end;      /* of its name */
    const struct plan_node *node;
    uint32_t place; /* for plan_make_begin(): where its value is stored, in bytes */
    uint8_t field;  /* its number */
    uint8_t form;   /* enum plan_form */
    bool nullable;  /* of the field's node */
};

/* The same key without the header. */
struct plan_name {
    PyObject *name;      /* owned */
    const uint8_t *text; /* memory of `name` */
    size_t length;
    uint32_t field;
};

/* Limits of a value: those of nodes.py. */
struct plan_bounds {
    PyObject *number[5]; /* owned: ge, gt, le, lt, multiple_of: exact ints and floats; NULL: none */
    size_t min_len, max_len;
};

struct plan_field {
    const struct plan_node *node;
    PyObject *name;     /* owned: the attribute */
    PyObject *standard; /* owned: the default; NULL: none */
    PyObject *factory;  /* owned: makes the default; NULL: none */
    bool builtin;       /* the factory is list, dict or set, which run no code of the user's */
    Py_ssize_t offset;  /* PLAN_SLOTS: of the slot in the object */
};

/* Dicts by a str and by an int, owned; NULL: there is no such key. */
struct plan_table {
    PyObject *by_text, *by_number;
};

/* The nodes of Node.items. */
struct plan_nodes {
    const struct plan_node **nodes;
    uint32_t count;
};

/* OBJECT, NAMED_TUPLE, TYPED_DICT */
struct plan_fields {
    uint32_t field_count, key_count;
    uint32_t value_count;         /* field_count, and 1 if the entries of unknown keys are `kept` */
    uint32_t length;              /* elements of the array form */
    uint64_t needed, all;         /* a bit for each required field, and for each */
    struct plan_field *fields;    /* value_count */
    struct plan_key *keys;        /* key_count, the first field_count in the order of the fields */
    struct plan_name *names;      /* the same number */
    uint8_t *by_index;            /* `length` numbers of fields; PLAN_FIELDS: none */
    PyObject *after;              /* owned: called with the new object; NULL */
    uint8_t how;                  /* enum plan_how */
    bool skips;                   /* unknown keys and elements are skipped, else left to the pure back end */
    bool straight;                /* element i of the array form is field i, and there are no others */
    bool predicted;               /* all keys are compared as bytes, and nothing is to be done with the object */
    bool filled;                  /* PLAN_SLOTS, private layout: an object is its header and the fields */
    bool kept;                    /* OBJECT: they are the value after those of the fields, a dict */
    bool tracked;                 /* TYPED_DICT: a value may be an object that the collector has to visit */
    uint8_t place;                /* quick: enum plan_placing */
    uint8_t map_lead, array_lead; /* quick: the first bytes of such an object; equal: not as an array */
    PyObject *tag_name;           /* owned: the key of the tag; NULL */
    uint8_t *tag;                 /* the tag's key and value with the shortest headers; NULL */
    size_t tag_size, tag_text;    /* its bytes; the longest str in it */
    PyObject *model;              /* owned: TYPED_DICT: a dict with all its keys, which new ones are copies of; NULL */
    size_t model_bytes;           /* the size of its table */
    struct layout_values inline_values; /* PLAN_INSTANCE_DICT */
};

struct plan_node {
    uint8_t kind; /* enum plan_kind */
    bool nullable;
    bool array;                  /* an object whose array form is read, too */
    bool leaf;                   /* an object whose fields are scalars and lists of them: needs no frame */
    bool quick;                  /* the same, or they are such objects */
    uint8_t bounded;             /* PLAN_BOUNDED: enum plan_kind */
    struct plan_bounds *bounds;  /* NULL: none */
    PyObject *cls;               /* owned; NULL */
    PyObject *source;            /* owned: the Node, for errors */
    struct encode_plan *writing; /* owned: what encoding needs; NULL until an Encoder is made, or nothing */
    union {
        struct plan_fields object;  /* OBJECT, NAMED_TUPLE, TYPED_DICT */
        struct plan_nodes elements; /* FIXED_TUPLE */
        Py_ssize_t data_slot;       /* FRAGMENT: the offset of its slot */
        struct {                    /* LIST, TUPLE, SET, FROZENSET, DEQUE, DICT */
            const struct plan_node *item, *key;
            PyObject *deque; /* owned: DEQUE: the class */
        } items;
        struct {                            /* UNION */
            const struct plan_node **nodes; /* by what is next, or as `table` numbers them */
            const struct plan_node *other;  /* for other tags; NULL */
            struct plan_nodes alternatives;
            struct plan_table table;
            PyObject *tag_name; /* owned: PLAN_BY_TAG: the key of the tag */
            uint8_t by;         /* enum plan_union */
        } choice;
        struct { /* ENUM, LITERAL */
            struct plan_table table;
            PyObject *values; /* owned: a dict of members by (type, value) */
        } members;
        struct {                            /* UUID, DECIMAL, PATH */
            PyObject *parse;                /* owned: makes the value of its text */
            PyObject *safe;                 /* owned: UUID: the value of its slot is_safe */
            Py_ssize_t int_slot, safe_slot; /* UUID: offsets of its slots; 0: `parse` makes it */
        } text;
    };
};

HAYA_INLINE bool plan_has_fields(const struct plan_node *node)
{
    return node->kind >= PLAN_OBJECT && node->kind <= PLAN_TYPED_DICT;
}

/* A compiled plan: an object of the module's type Plan, which owns its nodes. */
struct plan {
    PyObject_HEAD
    size_t count, capacity;
    struct plan_node **nodes; /* nodes[0] is the root's */
    bool usable;              /* false: the pure back end decodes everything */
    bool writing_known;       /* encode_plan_find() was called */
    bool writable;            /* each node's `writing` is there; false: the pure back end encodes everything */
    PyObject *decoder;        /* owned: a Decoder without options, which unpackb(type=) has made; NULL */
};

extern PyType_Spec plan_spec, plan_decoder_spec;

/* plan/typed_codec.c: how a Decoder and an Encoder begin. */
struct typed_codec {
    PyObject_HEAD
    PyObject *weak;    /* list of weak references */
    PyObject *pure;    /* owned: the object of the same class of the pure back end, which does what the plan does not */
    struct plan *plan; /* owned; NULL: the pure one does everything */
};

/* A new object, with `pure` of the class that is named, and the module's state. NULL: an exception is set. */
void *typed_codec_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const char *module, const char *name,
                      struct native_state **state);
PyObject *typed_codec_repr(PyObject *op);
int typed_codec_traverse(PyObject *op, visitproc visit, void *arg);
void typed_codec_dealloc(PyObject *op);
extern PyMemberDef typed_codec_members[];

/* unpackb() with the option `type`; all options are in kwargs. */
PyObject *plan_unpackb(struct native_state *state, PyObject *packed, PyObject *kwargs);

/* The plan of a Node, made once for each: a new reference; NULL: an exception is set. */
PyObject *plan_new(struct native_state *state, PyObject *node);

/* The plan of a class of a program, which lives as long as the class. A new reference; NULL: there is none. */
struct plan *plan_of_class(struct native_state *state, PyObject *type);

/* Whether an attribute of a Node or Field is true, and one as a C integer. -1: an exception is set. */
int plan_truth(PyObject *object, const char *name);
long plan_number(PyObject *object, const char *name);

/* What depends on the kind of a node without fields; *usable becomes false if it needs the pure back end.
 * -1: an exception is set. */
int plan_compile_kind(struct native_state *state, struct plan_node *node, bool *usable);
/* Sorts the entries of a dict by (type, value); their values are their numbers if `numbered`. -1: an exception is set.
 */
int plan_compile_table(struct plan_table *split, PyObject *table, bool numbered);
/* Makes node->bounds of Node.limits. -1: an exception is set. */
int plan_compile_bounds(struct plan_node *node, PyObject *limits, bool *usable);
/* Adds the field that is kept if Node.extra names one. -1: an exception is set. */
int plan_compile_kept(struct plan_node *node, bool *usable);
/* node->object.tag of Node.tag. -1: an exception is set. */
int plan_compile_tag(struct plan_node *node, PyObject *tag, bool *usable);
/* What keys and objects have of other nodes, when all are complete. */
void plan_optimize(const struct native_state *state, struct plan *plan);
#define PLAN_KEY_DEPTH 8
/* Whether hashing and comparing values of the node, which may be at most so many nested tuples, runs no code of the
 * user's. */
bool plan_is_hashed_safely(const struct plan_node *node, int depth);

/* plan/decode/stdlib_values.c: the value of a node's text of n bytes. NULL without an exception: the pure back end
 * decides. */
PyObject *plan_of_text(const struct native_state *state, const struct plan_node *node, const uint8_t *s, size_t n);

/* plan/decode/make_objects.c: fills node->object.inline_values or node->object.model. -1: an exception is set. */
int plan_find_places(struct native_state *state, struct plan_node *node);

/* plan/decode/make_objects.c: gives the fields without a value their defaults; a field of a TypedDict may have none.
 * -1: an exception is set, or the pure back end must do it. */
int plan_defaults(const struct plan_fields *object, PyObject **values);
/* The object with these values, which it steals on success only. full: no value is NULL. NULL: an exception is set. */
PyObject *plan_make(struct native_state *state, const struct plan_node *node, PyObject **values, bool full);

/* plan_make() of an object with all its values. */
HAYA_INLINE PyObject *plan_make_quickly(struct native_state *state, const struct plan_node *node, PyObject **values)
{
#if LAYOUT_KNOWN
    if (node->object.filled) {
        const struct plan_field *field = node->object.fields, *stop = field + node->object.value_count;
        PyObject *o = layout_instance_begin(&state->layout, (PyTypeObject *)node->cls);
        if (UNLIKELY(o == NULL))
            return NULL;
        for (; field < stop; field++)
            *(PyObject **)((char *)o + field->offset) = *values++;
        layout_track(&state->layout, o);
        return o;
    }
#endif
#if LAYOUT_VALUES_KNOWN
    if (node->object.inline_values.keys != NULL) {
        PyObject *o = layout_values_make(&state->layout, &node->object.inline_values, (PyTypeObject *)node->cls, values,
                                         node->object.value_count);
        if (LIKELY(o != NULL) || PyErr_Occurred())
            return o;
    }
#endif
#if LAYOUT_KNOWN
    if (LIKELY(node->object.model != NULL))
        return layout_dict_with(&state->layout, layout_keys_of(node->object.model), node->object.model_bytes, values,
                                node->object.tracked);
#endif
    return plan_make(state, node, values, true);
}

/*
 * The same in steps: plan_make_begin() returns the address from which key->place tells where each value is stored, in
 * the memory of the new object if node->object.place says so, else `values`. Then either plan_make_end() returns the
 * object, or (a value is missing, or that returned NULL) plan_make_nothing() moves the first `count` values to
 * `values`.
 */
HAYA_INLINE char *plan_make_begin(struct native_state *state, const struct plan_node *node, PyObject **values)
{
    char *base = NULL;
#if LAYOUT_KNOWN
    if (LIKELY(node->object.place == PLACE_SLOTS))
        base = (char *)layout_instance_begin(&state->layout, (PyTypeObject *)node->cls);
#endif
#if LAYOUT_VALUES_PARTED
    if (node->object.place == PLACE_VALUES)
        base = (char *)layout_values_begin(&node->object.inline_values, (PyTypeObject *)node->cls,
                                           node->object.field_count);
#endif
    if (LIKELY(base != NULL))
        return base;
    if (node->object.place != PLACE_STACK)
        PyErr_Clear(); /* plan_make_end() tries again */
    (void)state;
    return (char *)values;
}

HAYA_INLINE PyObject *plan_make_end(struct native_state *state, const struct plan_node *node, PyObject **values,
                                    char *base)
{
    if (UNLIKELY(base == (char *)values))
        return plan_make_quickly(state, node, values);
#if LAYOUT_VALUES_PARTED
    if (node->object.place == PLACE_VALUES)
        return layout_values_end(&state->layout, (PyTypeObject *)node->cls, (PyObject **)base);
#endif
#if LAYOUT_KNOWN
    layout_track(&state->layout, (PyObject *)base);
#endif
    return (PyObject *)base;
}

void plan_make_nothing(const struct plan_node *node, PyObject **values, char *base, size_t count);

/* A tuple of n values, which it steals on success only. NULL: MemoryError is set. */
PyObject *plan_make_tuple(PyObject **values, size_t n);

/* An object whose __post_init__ (node->object.after) runs when the message is decoded. */
struct plan_late {
    PyObject *obj; /* owned while the message is decoded */
    const struct plan_node *node;
    size_t at; /* its offset */
};

/*
 * Decodes the value at bytes[0 .. size), which are stable, into a new reference; *used: its length. NULL with an
 * exception set: MemoryError, a signal's, or what node->object.after raised: then failed->node is not NULL. NULL
 * without one: the pure back end must decode the message.
 */
PyObject *plan_decode(struct native_state *state, const struct plan *plan, const struct unpack_options *opt,
                      const uint8_t *bytes, size_t size, bool padded, size_t *used, struct plan_late *failed);

#endif
