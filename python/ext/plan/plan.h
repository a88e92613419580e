/*
 * plan.h: decoding messages straight into objects of the user's classes.
 *
 * hayapack._plan compiles a type to a graph of Node objects (nodes.py). plan_new() compiles that graph to one
 * immutable block of structs, by which plan_decode() decodes. It decodes what is valid; whatever is not, or is
 * unusual, it leaves to the pure back end, which starts again with the same bytes and raises the exact error. That is
 * possible because plan_decode() runs no code of the user's before the whole message is decoded: __post_init__ runs
 * afterwards, in the order in which the pure back end runs it, and classes with factories other than list, dict and set
 * are left to the pure back end.
 *
 * A plan is not changed after plan_new(), but for what encoding needs (writing.h), so threads can share it.
 */
#ifndef HAYAPACK_PLAN_H
#define HAYAPACK_PLAN_H

#include "../runtime/layout_values.h"
#include "../unpack/unpacking.h"

/* The same order as in hayapack/_plan/nodes.py. */
enum plan_kind {
    PLAN_ANY, PLAN_BOOL, PLAN_INT, PLAN_FLOAT, PLAN_STR, PLAN_BYTES, PLAN_NONE, PLAN_DATETIME,
    PLAN_LIST, PLAN_TUPLE, PLAN_FIXED_TUPLE, PLAN_SET, PLAN_FROZENSET, PLAN_DEQUE, PLAN_DICT,
    PLAN_OBJECT, PLAN_NAMED_TUPLE, PLAN_TYPED_DICT, PLAN_ENUM, PLAN_LITERAL, PLAN_UNION,
    PLAN_DATE, PLAN_TIME, PLAN_TIMEDELTA, PLAN_UUID, PLAN_DECIMAL, PLAN_PATH, PLAN_FRAGMENT,
    PLAN_TIMESTAMP, PLAN_EXT, PLAN_BYTEARRAY, PLAN_CUSTOM,
    PLAN_KINDS
};

/* What a first byte begins. */
enum plan_wire {
    WIRE_NIL, WIRE_BOOL, WIRE_INT, WIRE_FLOAT, WIRE_STR, WIRE_BIN, WIRE_ARRAY, WIRE_MAP, WIRE_EXT, WIRE_TIMESTAMP,
    WIRE_RESERVED,
    WIRE_COUNT
};
extern const uint8_t plan_wire[256];

/* How an object is made: MAKE_ of nodes.py. */
enum plan_how { PLAN_SLOTS, PLAN_INSTANCE_DICT };

#define PLAN_FIELDS 64 /* the most fields of a class: a bit of a word for each */

/* A key of a map as it is in a message with the shortest header: head and tail are its first and last 16 bytes; mask
 * clears the bytes of head beyond a shorter key. */
struct plan_key {
    uint64_t head[2], mask[2], tail[2];
    uint32_t size; /* with the header; 0: longer than 32 bytes, so that only `text` is compared */
    uint32_t field;
    const uint8_t *text; /* without the header; memory of `name` */
    size_t length;
    PyObject *name; /* owned */
};

struct plan_node;

struct plan_field {
    const struct plan_node *node;
    PyObject *name;      /* owned: the attribute */
    PyObject *standard;  /* owned: the default; NULL: none */
    PyObject *factory;   /* owned: list, dict or set, which makes the default; NULL: none */
    Py_ssize_t offset;   /* PLAN_SLOTS: of the slot in the object */
};

struct plan_node {
    uint8_t kind;   /* enum plan_kind */
    bool nullable;
    uint8_t how;    /* enum plan_how */
    bool skips;     /* unknown keys and elements are skipped, else left to the pure back end */
    bool array;     /* the array form is read, too */
    uint32_t field_count, key_count;
    uint32_t length;           /* elements of the array form */
    uint64_t needed, all;      /* a bit for each required field, and for each */
    const struct plan_node *item, *key;
    const struct plan_node *const *items; /* FIXED_TUPLE: `length` nodes; UNION: WIRE_COUNT nodes or NULL, by what is next */
    struct plan_field *fields; /* field_count */
    struct plan_key *keys;     /* key_count, the first field_count in the order of the fields */
    uint8_t *by_index;         /* `length` numbers of fields; PLAN_FIELDS: none */
    PyObject *cls;             /* owned; NULL */
    PyObject *after;           /* owned: called with the new object; NULL */
    PyObject *values;          /* owned: ENUM, LITERAL: a dict of members by the value on the wire */
    PyObject *parse;           /* owned: makes the value of its text; None: the text is not valid */
    PyObject *source;          /* owned: the Node, for errors */
    struct layout_values inline_values; /* PLAN_INSTANCE_DICT */

    /* FIXED_TUPLE, UNION: the nodes of Node.items. */
    const struct plan_node **alternatives;
    uint32_t alternative_count;
    struct plan_writing *writing; /* owned: what encoding needs; NULL until an Encoder is made, or nothing */
};

/* A compiled plan: an object of the module's type Plan, which owns its nodes. */
struct plan {
    PyObject_HEAD
    size_t count, capacity;
    struct plan_node **nodes; /* nodes[0] is the root's */
    bool usable;              /* false: the pure back end decodes everything */
    bool writing_known;       /* plan_writing_find() was called */
    bool writable;            /* each node's `writing` is there; false: the pure back end encodes everything */
    PyObject *decoder;        /* owned: a Decoder without options, which unpackb(type=) has made; NULL */
};

extern PyType_Spec plan_spec, plan_decoder_spec;

/* unpackb() with the option `type` or another of typed decoding, which are all in kwargs. */
PyObject *plan_unpackb(struct native_state *state, PyObject *packed, PyObject *kwargs);

/* The plan of a Node, made once for each: a new reference; NULL: an exception is set. */
PyObject *plan_new(struct native_state *state, PyObject *node);

/* plan/make.c: fills node->inline_values. -1: an exception is set. */
int plan_find_places(struct plan_node *node);

/* plan/make.c: gives the fields without a value their defaults; a field of a TypedDict may have none. -1: an exception
 * is set. */
int plan_defaults(const struct plan_node *node, PyObject **values);
/* The object with these values, which it steals on success only. NULL: an exception is set. */
PyObject *plan_make(struct native_state *state, const struct plan_node *node, PyObject **values);

/* An object whose __post_init__ (node->after) runs when the message is decoded. */
struct plan_late {
    PyObject *obj; /* owned while the message is decoded */
    const struct plan_node *node;
    size_t at; /* its offset */
};

/*
 * Decodes the value at bytes[0 .. size), which are stable, into a new reference; *used: its length. NULL with an
 * exception set: MemoryError, a signal's, or what node->after raised: then failed->node is not NULL. NULL without one:
 * the pure back end must decode the message.
 */
PyObject *plan_decode(struct native_state *state, const struct plan *plan, const struct unpack_options *opt,
                      const uint8_t *bytes, size_t size, bool padded, size_t *used, struct plan_late *failed);

#endif
